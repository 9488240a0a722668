"use strict";(()=>{function We(n,t,e){for(let[s,o]of Object.entries(t))o==null||o===!1||(typeof o=="function"?n.addEventListener(s.slice(2),
o):n.setAttribute(s,o===!0?"":String(o)));return n.append(...Kn(e)),n}var Kn=n=>n.filter(t=>t!=null&&t!==!1),h=(n,t={},...e)=>We(
document.createElement(n),t,e),w=(n,t={},...e)=>We(document.createElementNS("http://www.w3.org/2000/svg",n),t,e),A=(n,...t)=>n.
replaceChildren(...Kn(t));function me(n,t){let e=new Set(t);for(let o of[...n.children])e.has(o)||o.remove();let s=n.firstElementChild;
for(let o of t)o===s?s=s.nextElementSibling:n.insertBefore(o,s)}function R(n,t){for(let[e,s]of Object.entries(t))n.getAttribute(
e)!==String(s)&&n.setAttribute(e,String(s))}function $(n,t){let e=n.firstChild;n.textContent!==t&&(e instanceof Text&&e===
n.lastChild?e.data=t:n.textContent=t)}var Vn=n=>requestAnimationFrame(()=>setTimeout(n)),Gn=new Map,ze=null;function ut(n,t){
let e=`${t}\0${n}`,s=Gn.get(e);if(s!==void 0)return s;if(ze??=document.createElement("canvas").getContext("2d"),!ze)return 0;
ze.font=t;let{width:o}=ze.measureText(n);return Gn.set(e,o),o}var ft=(()=>{let n=s=>`${s.screenX} ${s.screenY}`,t="",e="";
return{watch(s){let o=i=>{if(!s.isConnected)return document.removeEventListener("mousemove",o,!0);e=t,t=n(i)};document.addEventListener(
"mousemove",o,{capture:!0,passive:!0})},moved:s=>n(s)!==(s.type==="mousemove"?e:t)}})();var ge=()=>/^https?:$/.test(location.protocol),Yn=()=>location.hash.includes("=")&&(!location.search||!ge()),_=()=>new URLSearchParams(
Yn()?location.hash.slice(1):location.search);function bt(n,t=!1){let e=_(),s=new URL(location.href),o=e.toString();for(let[
i,a]of Object.entries(n))a===null||a===""?e.delete(i):e.set(i,String(a));if(e.toString()!==o){s.search=e.toString(),Yn()&&
(s.hash="");try{t?history.pushState(history.state,"",s):history.replaceState(history.state,"",s)}catch{history.replaceState(
history.state,"",`#${e}`)}}}function Gt(n){let t=new URL(location.href);t.search=t.hash="";for(let[e,s]of Object.entries(
n))s!==null&&t.searchParams.set(e,String(s));return t.href}function Ue(n,t,e=640){let s=new URL(n);return s.searchParams.
set("embed","1"),h("iframe",{src:s.href,title:t,width:"100%",height:e,loading:"lazy",frameborder:0,allow:"fullscreen; cl\
ipboard-write"}).outerHTML}var qr={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},Ir=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,Rr="\
\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",Dr="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",Nr=new RegExp(`\
(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${Rr}]|${Dr})`,"gsu"),Zs="⁨",Xs="⁩",Cr=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
et=n=>n.replace(Nr,t=>t===" "||t===`
`?t:`⟨U+${(t.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function $t(n){if(Ir.test(n))return n;
let t=et(n.replace(/[ \n\t\r\u00a0]/g,e=>qr[e]));return Cr.test(t)?Zs+t+Xs:t}var Br=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,
Fr=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),Pr=n=>n<128?1:n>=240?4:n>=224?3:2;function _r(n){let t=[];for(let e=0;e<
n.length;){let s=Pr(n[e]);try{t.push([Fr.decode(Uint8Array.from(n.slice(e,e+s))),e]),e+=s}catch{t.push([`⟨${n[e].toString(
16).toUpperCase().padStart(2,"0")}⟩`,e]),e+=1}}return t}function Ge(n){let t=[],e=[],s=[],o=()=>{t.push(..._r(e).map(([
i,a])=>({text:i,index:s[a]}))),e=[],s=[]};return n.forEach((i,a)=>{let r=Br.exec(i)?.[1].split(" ").map(l=>parseInt(l,16));
if(r){e.push(...r),s.push(...r.map(()=>a));return}o(),t.push({text:i,index:a})}),o(),t}function Qn(n){let t=n.startsWith(
Zs)&&n.endsWith(Xs);return[Array.from(t?n.slice(1,-1):n),e=>t?Zs+e+Xs:e]}function B(n,t){let[e,s]=Qn(n);return e.length>
t?s(e.slice(0,t-1).join("")+"…"):n}function st(n,t){let[e,s]=Qn(n);return e.length>t?s("…"+e.slice(1-t).join("")):n}
var Jn=1e-12;function E(n,t=2){if(n==null)return"–";if(n===0||n===1)return String(n);if(Number.isInteger(n)&&Math.abs(
n)<1e7)return n.toLocaleString("en");let e=Math.abs(n);return e<Jn?"0":e<.001||e>=1e5?n.toExponential(1).replace("e+","e"):
e<1&&e>=.995?String(Math.min(+n.toFixed(5),.99999)).slice(0,6):e<.1?String(+n.toPrecision(t)):e<1?n.toFixed(t).replace(/(\.\d\d+?)0+$/,
"$1"):String(+n.toPrecision(4))}var N=n=>E(n).replace(/^0\./,".");function z(n){return n==null?"–":n<Jn?"0%":n>=.995&&
n<1?">99%":n>=95e-5?`${(100*n).toFixed(n>=.0995?0:1)}%`:n>=1e-6?`${+(100*n).toPrecision(1)}%`:"≈0%"}var H=(n,t,e=E)=>n===
"plain"?z(t):e(t);function It(n){return n>=1?n.toFixed(n<10?2:1)+" s":n>=.001?(n*1e3).toFixed(n<.01?1:0)+" ms":(n*1e6).toFixed(
0)+" µs"}var q=(n,t,e=`${t}s`)=>`${n.toLocaleString("en")} ${n===1?t:e}`;var Kt={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d8894",dark:"\
#8d99a6",tint:{light:"#eef1f4",dark:"#222a33"}},mute:{light:"#55606d",dark:"#a9b4c1"},line:{light:"#d5dbe2",dark:"#343e4\
a"},yes:{light:"#009e73",dark:"#10b98a",tint:{light:"#dcf2ea",dark:"#0e3a2e"}},no:{light:"#d55e00",dark:"#f0803a",tint:{
light:"#fbe6d9",dark:"#43250f"}},blue:{light:"#0072b2",dark:"#3f9fdc",tint:{light:"#dfeef8",dark:"#10314a"}},pink:{light:"\
#a0527d",dark:"#e6a3c8",tint:{light:"#f8e6f0",dark:"#44233a"}},sky:{light:"#56b4e9",dark:"#56b4e9",tint:{light:"#e3f2fb",
dark:"#173646"}},amber:{light:"#e69f00",dark:"#f0b13c",tint:{light:"#fdf0d5",dark:"#3a2c0d"}},"amber-edge":{light:"#a86c\
00",dark:"#f0b13c"}},glyphs:{square:"M-.9 -.9H.9V.9H-.9Z",disc:"M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",half:"M0 -1A1 1 0 0 \
0 0 1ZM1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0",tick:"M-.95 .05L-.3 .75L.95 -.75",cross:"M-.85 -.85L.85 .85M.85 -.85L-.85 .85",
bar:"M-.8 0H.8",slash:"M-.6 .9L.6 -.9",wedge:"M-1 -.75H1L0 1Z",diamond:"M0 -1.15L1.15 0L0 1.15L-1.15 0Z",star:"M0 -1.12L\
.27 -.372L1.065 -.346L.437 .142L.658 .906L0 .46L-.658 .906L-.437 .142L-1.065 -.346L-.27 -.372Z",triangle:"M0 -1.1L1.05 .\
8H-1.05Z",hexagon:"M1.05 0L.52 .92H-.52L-1.05 0L-.52 -.92H.52Z"},states:[{name:"input",label:"input",plain:"start",sign:"\
■",look:"",glyph:"square",filled:!0,strength:0,colour:"ink",tint:!0,dash:"",help:"This round starts here: at the end o\
f the text so far."},{name:"pending",label:"not checked yet",sign:"◌",look:"orange, dashed edge",glyph:"disc",filled:!1,
strength:0,colour:"amber-edge",tint:!1,dash:"3 3",help:"The draft proposed it. Nothing has been decided about it yet."},
{name:"passes",label:"prefix passes",sign:"✓",look:"green tick, long dashes",glyph:"tick",filled:!1,strength:0,colour:"\
yes",tint:!1,dash:"9 4",help:"The draft up to here passes as a whole: its joint ratio is above the threshold (MTAD), or \
a random number is below it (block verification). The longest passing prefix is accepted."},{name:"fails",label:"prefix \
fails",sign:"╱",look:"red slash, long dashes",glyph:"slash",filled:!1,strength:0,colour:"no",tint:!1,dash:"9 4",help:"\
The draft up to here fails as a whole (MTAD, block verification). A longer prefix may still pass."},{name:"accepted",label:"\
accepted",sign:"●",look:"green",glyph:"disc",filled:!0,strength:10,colour:"yes",tint:!0,dash:"",help:"It passed its te\
st: a random number below the threshold, a probability above it, or a match with the target’s token."},{name:"rejected",
label:"rejected",sign:"✕",look:"red, dashed edge",glyph:"cross",filled:!1,strength:6,colour:"no",tint:!0,dash:"5 3",help:"\
It failed its test. Either the next candidate is tested, or the target writes a token of its own."},{name:"unused",label:"\
unused",plain:"not tested",sign:"○",look:"grey, dotted edge",glyph:"disc",filled:!1,strength:2,colour:"grey",tint:!1,dash:"\
1.5 3.5",help:"It was drafted but not tested, because an earlier decision made the test unnecessary."},{name:"orphaned",
label:"orphaned",plain:"discarded with its parent",sign:"▽",look:"hollow",glyph:"wedge",filled:!1,strength:3,colour:"m\
ute",tint:!1,dash:"1.5 3",help:"Its layer was tested without it because its parent was not accepted."},{name:"merged",label:"\
merged",sign:"◆",look:"purple, arrow",glyph:"diamond",filled:!0,strength:4,colour:"pink",tint:!0,dash:"",help:"This n-\
gram already appears elsewhere in the draft, so its continuation is reused. An arrow leads there."},{name:"pruned",label:"\
pruned",plain:"not extended",sign:"□",look:"hollow",glyph:"square",filled:!1,strength:1,colour:"mute",tint:!1,dash:"3 \
3",help:"It is not extended because it is too unlikely or the node budget is used up. The target still checks it."},{name:"\
not_sent",label:"not sent",sign:"–",look:"pale",glyph:"bar",filled:!1,strength:5,colour:"line",tint:!1,dash:"",help:"I\
t was drafted but not sent to the target. EAGLE-2 sends its most confident nodes, MTAD its likeliest beam."},{name:"drop\
ped",label:"dropped",plain:"not on the chosen path",sign:"◐",look:"green, half filled",glyph:"half",filled:!1,strength:7,
colour:"yes",tint:!1,dash:"2 4",help:"It passed its test or was added by the target, but another path was chosen."},{name:"\
residual",label:"residual",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"\
The target sampled it after a rejection from the leftover target probability: the amount by which the target’s probabili\
ty exceeds the draft’s."},{name:"bonus",label:"bonus",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,colour:"\
blue",tint:!0,dash:"",help:"The target adds one extra token because every draft token before it was accepted."},{name:"f\
ill",label:"fill-in beam",plain:"extra beam",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,
dash:"",help:"The target sampled this beam because too few draft beams of the layer were accepted."},{name:"drawn",label:"\
sampled from p",plain:"sampled by the target",sign:"▲",look:"black",glyph:"triangle",filled:!0,strength:8,colour:"ink",
tint:!0,dash:"",help:"The target sampled it from its own probabilities because there was no draft token here, or none wa\
s accepted."},{name:"greedy",label:"greedy choice",plain:"most likely token",sign:"⬢",look:"black",glyph:"hexagon",filled:!0,
strength:8,colour:"ink",tint:!0,dash:"",help:"It is the target’s most likely token. Nothing is random."},{name:"chosen",
label:"chosen",sign:"●",look:"black",glyph:"disc",filled:!0,strength:9,colour:"ink",tint:!0,dash:"",help:"The target c\
hose it as one of the likeliest continuations: a beam of beam search, or MTJD’s best beam."},{name:"own",label:"target\
’s token",sign:"△",look:"hollow",glyph:"triangle",filled:!1,strength:8,colour:"ink",tint:!1,dash:"1.5 3",help:"The t\
arget wrote it. The file of another program does not say how the target chose it."}],groups:[{name:"draft",label:"Draft"},
{name:"check",label:"Check"},{name:"decide",label:"Decide"},{name:"commit",label:"Write"}],phases:[{name:"input",label:"\
input",plain:"start",group:"draft",colour:"grey"},{name:"draft",label:"draft",group:"draft",colour:"amber"},{name:"exit",
label:"exit",group:"draft",colour:"amber"},{name:"merge",label:"merge",group:"draft",colour:"pink"},{name:"unmerge",label:"\
unmerge",group:"draft",colour:"pink"},{name:"select",label:"select",group:"draft",colour:"amber"},{name:"target",label:"\
target pass",group:"check",colour:"blue"},{name:"layer",label:"layer width",group:"check",colour:"yes"},{name:"prefix",label:"\
prefix test",group:"check",colour:"yes"},{name:"verify",label:"test",group:"decide",colour:"yes"},{name:"orphaned",label:"\
orphaned",group:"decide",colour:"mute"},{name:"unused",label:"unused",group:"decide",colour:"grey"},{name:"residual",label:"\
residual",group:"decide",colour:"blue"},{name:"bonus",label:"bonus",group:"decide",colour:"blue"},{name:"fill",label:"fi\
ll-in beam",group:"decide",colour:"blue"},{name:"drawn",label:"sampled from p",group:"decide",colour:"ink"},{name:"greed\
y",label:"greedy choice",group:"decide",colour:"ink"},{name:"chosen",label:"chosen",group:"decide",colour:"ink"},{name:"\
own",label:"target’s token",group:"decide",colour:"ink"},{name:"commit",label:"commit",group:"commit",colour:"ink"}],origins:[
{name:"chosen",label:"chosen by the target",colour:"grey",tint:"grey",line:"solid"},{name:"drawn",label:"sampled by the \
target",colour:"ink",tint:"grey",line:"solid"},{name:"greedy",label:"greedy choice",colour:"ink",tint:"grey",line:"dotte\
d"},{name:"own",label:"target’s token",colour:"ink",tint:"grey",line:"dashed"},{name:"draft",label:"accepted draft tok\
en",colour:"yes",tint:"yes",line:"solid"},{name:"merged",label:"accepted through a merged node",colour:"pink",tint:"pink",
line:"dotted"},{name:"residual",label:"residual token",colour:"blue",tint:"blue",line:"solid"},{name:"bonus",label:"bonu\
s token",colour:"blue",tint:"blue",line:"double"},{name:"fill",label:"extra beam (fill-in)",colour:"blue",tint:"blue",line:"\
dashed"}]};var Vt=new Map(Kt.states.map(n=>[n.name,n])),tn=new Map(Kt.origins.map(n=>[n.name,n])),zr=Kt.glyphs;function V(n){let t=Vt.
get(n);if(!t)throw new Error(`states.json has no state ${n}`);return t}function mt(n,t){let{label:e,plain:s}=V(n);return t===
"plain"&&s?s:e}var Zn=n=>n.reduce((t,e)=>V(e).strength>V(t).strength?e:t),Wr=new Map(Kt.phases.map(n=>[n.name,n])),Ke=n=>Wr.
get(n)??{name:n,label:n.replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},Ur=new Map(Kt.groups.map(({name:n,
label:t})=>[n,t])),en=n=>Ur.get(n)??n;function Xn(n,t){let{label:e,plain:s,group:o}=Ke(n);return t==="exact"?e:s??en(o)}
var it=n=>zr[V(n).glyph],Gr=(n,t)=>w("path",{d:it(n),class:"st-g","data-kind":n,transform:`scale(${t})`}),tt=n=>w("svg",
{viewBox:"-8 -8 16 16",width:16,height:16,class:"st-icon","aria-hidden":"true"},Gr(n,5.4));var sn=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{upTo:1/0,
cell:5,font:0,chars:0}],to=sn[sn.length-1],eo={rows:[],sees:[],cached:[],starts:[]},Ve=class{info=h("span",{class:"st-qu\
iet","data-testid":"mask-size"});order=h("select",{class:"st-speed st-small","data-testid":"mask-order","aria-label":"Ro\
w order",onchange:()=>this.redo()},h("option",{value:"pass"},"as in the pass"),h("option",{value:"depth"},"depth first, \
tree by tree"));box=h("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=h("p",{class:"st-mask-\
say","data-testid":"mask-say","aria-live":"polite"});keys=h("div",{class:"st-mask-keys","aria-hidden":"true"},h("span",{
"data-of":"on"},"may attend"),h("span",{"data-of":"itself"},"itself"),h("span",{"data-of":"off"},"masked (another branch\
)"));pin=h("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"false",title:"Show t\
he mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=h("p",{class:"st-quiet st-mas\
k-why"});root=h("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.redo()},h("s\
ummary",{},"Attention mask of the target pass"),h("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,this.
keys),h("div",{class:"st-mask-body"},this.box,h("div",{class:"st-mask-words"},this.say,this.why)));paths=w("g");ring=w("\
path",{class:"st-mask-ring"});across=w("rect",{visibility:"hidden",x:0});down=w("rect",{visibility:"hidden",y:0});it=void 0;mask=eo;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=to;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("mousemove",s=>{this.svg&&ft.moved(s)&&e.hover(this.at(s))}),this.box.addEventListener(
"mouseleave",s=>{ft.moved(s)&&e.hover(-1)}),this.box.addEventListener("click",s=>{this.at(s)>=0&&e.pick(this.at(s))}),this.
box.addEventListener("blur",()=>e.hover(-1)),this.box.addEventListener("keydown",s=>{let o=s.key==="ArrowDown"?1:s.key===
"ArrowUp"?-1:0;if(s.key==="Enter"&&this.pointed>=0)e.pick(this.rows[this.pointed]);else if(o&&this.svg){let i=this.pointed<
0&&o<0?this.rows.length:this.pointed;do i+=o;while(i>=0&&i<this.rows.length&&this.it.born[this.rows[i]]>this.phase);i>=0&&
i<this.rows.length&&(e.hover(this.rows[i]),this.reveal(i))}else return;s.preventDefault(),s.stopPropagation()})}togglePin(){
this.pinned=!this.pinned,this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){
let t=this.mask.rows.map((s,o)=>o);if(this.order.value==="depth"){let s=new Map(this.it.lay.at.map((o,i)=>[o,this.it.lay.
row[i]]));t.sort((o,i)=>(s.get(this.mask.rows[o])??0)-(s.get(this.mask.rows[i])??0))}this.heads=this.mask.cached.length;
let e=new Map(t.map((s,o)=>[s+this.heads,o+this.heads]));this.rows=t.map(s=>this.mask.rows[s]),this.sees=t.map(s=>this.mask.
sees[s].map(o=>e.get(o)??o)),this.rowOf=new Map(this.rows.map((s,o)=>[s,o]))}word(t){return this.model.wordAt(this.it,t)}cachedTokens(){
return this.mask.cached.reduce((t,e)=>t+e.size,0)}cachedText(t){return t.end===null?et(this.model.header.prompt||"the pr\
ompt"):this.model.phrase(this.model.path(null,t.end).slice(-t.size).map(({token:e})=>e))}build(){this.size=sn.find(g=>this.
rows.length<=g.upTo)||to;let{cell:t,font:e,chars:s}=this.size,o=e>0,i=o&&t>=14,a=this.rows.map(g=>o?B(this.word(g),s):""),
r=g=>ut(g,`${e}px sans-serif`),l=Math.max(0,...a.map(r)),c=this.mask.cached.map((g,b)=>`${g.end===null?"prompt":this.sees.
every(x=>x.includes(b))?"text":"own"} · ${g.size}`);this.left=o?Math.ceil(l)+t+14:8,this.top=i?Math.ceil(.87*Math.max(l,
...c.map(r))+16):20;let d=this.left;this.columns=[...this.mask.cached.map(g=>({tokens:g.size,x:0,wide:Math.max(t,26)})),
...this.rows.map(()=>({tokens:1,x:0,wide:t}))],this.columns.forEach((g,b)=>{b===this.heads&&(d+=6),g.x=d,d+=g.wide});let p=Math.
ceil(d+(i?this.top*.5:8)),u=this.top+this.rows.length*t+8;this.svg=w("svg",{width:p,height:u,viewBox:`0 0 ${p} ${u}`,class:`\
st-mask-svg${t<11?" small":""}`,"aria-hidden":"true"},...this.plane(d)),this.labels=this.rows.map((g,b)=>o?this.label(g,
b,a[b],i):null),this.svg.append(...this.labels.flatMap(g=>g?[g.side,...g.head?[g.head]:[]]:[]),...this.mask.cached.map((g,b)=>this.
cap(g,this.columns[b],c[b],i))),A(this.box,this.svg),this.drawn="",this.pointed=-1;let f=this.mask.starts.length,m=this.
cachedTokens();$(this.info,`${q(this.rows.length,"row")} × ${q(m+this.rows.length,"key")} (${m} cached), ${f===1?"one p\
ass":`${f} passes`}`),this.box.setAttribute("aria-label",`Attention mask: ${q(this.rows.length,"token")} scored by the t\
arget after ${q(m,"cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`),this.explain()}plane(t){
let{cell:e}=this.size,s=this.rows.length*e,o=this.columns[0].x,i=l=>`${this.top+l*e}H${t}`;this.across.setAttribute("hei\
ght",String(e)),this.across.setAttribute("width",String(t)),this.down.setAttribute("width",String(e)),this.down.setAttribute(
"height",String(this.top+s));for(let l of[this.across,this.down])l.setAttribute("visibility","hidden");this.ring.setAttribute(
"d",""),A(this.paths);let a=e<11?[]:[...Array(this.rows.length+1).keys()].map(l=>`M${o} ${i(l)}`).concat(this.columns.map(
({x:l,wide:c})=>`M${l} ${this.top}v${s}M${l+c} ${this.top}v${s}`)),r=this.order.value==="pass"?this.mask.starts.slice(1).
map(l=>`M${o-4} ${i(l)}`):[];return[w("rect",{class:"st-mask-frame",x:o,y:this.top,width:t-o,height:s}),w("path",{class:"\
st-mask-grid",d:a.join("")}),w("g",{class:"st-mask-band"},this.across,this.down),this.paths,w("path",{class:"st-mask-cut",
d:r.join("")}),this.ring]}label(t,e,s,o){let{cell:i,font:a}=this.size,r=i/2+a*.35,l=()=>w("title",{},this.word(t)),c=w("\
path",{class:"st-g",transform:`translate(${this.left-i/2-2} ${i/2}) scale(${i*.26})`}),d=w("g",{class:"st-mask-row",transform:`\
translate(0 ${this.top+e*i})`,"data-row":this.it.n.id[t]},l(),w("text",{x:this.left-i-4,y:r,"text-anchor":"end","font-si\
ze":a},s),c),p=`translate(${this.columns[this.heads+e].x+i*.7} ${this.top-5}) rotate(-60)`;return{side:d,mark:c,head:o?w(
"text",{class:"st-mask-head",transform:p,"font-size":a},l(),s):null}}cap(t,{x:e,wide:s},o,i){let a=w("title",{},`${q(t.size,
"token")}: ${B(this.cachedText(t),300)}`),r="st-mask-head cached";return i?w("text",{class:r,transform:`translate(${e+s*
.65} ${this.top-5}) rotate(-60)`,"font-size":this.size.font},a,o):w("text",{class:r,x:e+s/2,y:this.top-6,"text-anchor":"\
middle","font-size":12},a,String(t.size))}explain(){let t=this.model.header.tree_mode?.target,e=new Set(this.mask.sees.map(
a=>a.find(r=>r>=this.heads))).size,s=this.mask.starts.length>1?"in a few passes":"in one pass",o=this.mask.cached.length>
2?" Where beams differ, each has its own columns.":e>1?" Separate blocks are separate trees.":"",i=this.rows.length===1?
"The target reads one token. It may attend to everything before it, so nothing is masked.":`Each row may attend to the t\
ext so far, its own ancestors and itself, but not to other branches. So ${this.rows.length} tokens are scored ${s} as if\
 each branch were alone.${o}`;$(this.why,!t||t==="tree"?i:`${i} This model does not support tree masks (${t}), so its pa\
ths are run separately with the same result.`)}paint(){let{cell:t}=this.size,e=t>=11?1:0,s=t-e,o=this.rows.map(r=>this.it.
born[r]<=this.phase?this.model.fate(this.it,r,this.phase):null),i=o.map(r=>r?r.state:"").join();if(i===this.drawn)return;
this.drawn=i;let a=new Map;o.forEach((r,l)=>{let c=this.labels[l];if(c&&this.dress(c,r),!r)return;let d=this.top+l*t+e/2,
p=a.get(r.state)||{others:"",own:""};for(let u of this.sees[l])if(u!==this.heads+l){let{x:f,wide:m}=this.columns[u];p.others+=
`M${f+e/2} ${d}h${m-e}v${s}h${e-m}z`}p.own+=`M${this.columns[this.heads+l].x+e/2} ${d}h${s}v${s}h${-s}z`,a.set(r.state,p)}),
A(this.paths,...[...a].map(([r,{others:l}])=>w("path",{class:"st-cell","data-state":r,d:l})),...[...a].map(([r,{own:l}])=>w(
"path",{class:"st-cell self","data-state":r,d:l})))}dress({side:t,mark:e,head:s},o){for(let i of[t,s])i?.setAttribute("v\
isibility",o?"visible":"hidden");if(o){e.setAttribute("d",it(o.state)),e.setAttribute("data-kind",o.state);for(let i of[
t,s])i?.setAttribute("data-state",o.state)}}point(t){if(!this.it||!this.root.open||this.root.hidden)return;let e=t>=0&&this.
it.born[t]<=this.phase?this.rowOf.get(t)??-1:-1,{cell:s}=this.size;if(e===this.pointed)return;this.labels[this.pointed]?.
side.classList.remove("on"),this.pointed=e;for(let a of[this.across,this.down])a.setAttribute("visibility",e>=0?"visible":
"hidden");let o=e<0?[]:this.sees[e].map(a=>this.columns[a]),i=this.top+e*s;this.ring.setAttribute("d",o.map(({x:a,wide:r})=>`\
M${a} ${i}h${r}v${s}h${-r}z`).join("")),e>=0&&(this.across.setAttribute("y",String(i)),this.down.setAttribute("x",String(
this.columns[this.heads+e].x)),this.labels[e]?.side.classList.add("on")),this.describe()}reveal(t){let{cell:e}=this.size,
s=this.top+t*e,{x:o}=this.columns[this.heads+t];s<this.box.scrollTop+4?this.box.scrollTop=s-20:s+e>this.box.scrollTop+this.
box.clientHeight&&(this.box.scrollTop=s+e-this.box.clientHeight+20),o<this.box.scrollLeft?this.box.scrollLeft=o-40:o+e>this.
box.scrollLeft+this.box.clientWidth&&(this.box.scrollLeft=o+e-this.box.clientWidth+20)}describe(){if(this.pointed<0)return $(
this.say,this.phase<this.it.seen?"The pass comes later in this round; the mask grows with the draft.":"Point at a row to\
 see what it may attend to.");let t=this.rows[this.pointed],e=this.sees[this.pointed],s=e.filter(r=>r>=this.heads&&r!==this.
heads+this.pointed).map(r=>this.rows[r-this.heads]).sort((r,l)=>this.it.n.depth[r]-this.it.n.depth[l]),o=e.filter(r=>r<this.
heads).reduce((r,l)=>r+this.columns[l].tokens,0),i=[s.length>12&&`${q(s.length-12,"ancestor")} not shown`,...s.slice(-12).
map(r=>`“${this.word(r)}”`)].filter(Boolean).join(", "),a=[o?`${q(o,"cached token")}, `:"",s.length?`${i} and `:""].
join("");$(this.say,`Row ${this.pointed+1}, “${this.word(t)}” (${this.model.called(this.model.fate(this.it,t,this.phase))}\
), may attend to ${a}itself: ${o+s.length+1} of ${this.cachedTokens()+this.rows.length} keys.`)}at(t){if(!this.svg)return-1;
let e=this.svg.getBoundingClientRect(),s=t.clientX-e.left,o=Math.floor((t.clientY-e.top-this.top)/this.size.cell),i=this.
columns.findIndex(r=>s>=r.x&&s<r.x+r.wide),a=this.rows[o]??(o<0&&i>=this.heads?this.rows[i-this.heads]:-1);return a>=0&&
this.it.born[a]<=this.phase?a:-1}redo(){if(!this.it||!this.root.open||this.root.hidden)return;let t=this.rows[this.pointed]??
-1;this.arrange(),this.build(),this.shown=this.it.i,this.paint(),this.describe(),this.point(t)}show(t,e){if(this.it=t,this.
mask=this.it.mask||eo,this.phase=e,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.
shown!==this.it.i)this.redo();else{let s=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(s),this.describe()}}reset(){
this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,A(this.box),$(this.say,""),this.root.hidden=!0}};var Kr={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},Vr=-2,so=(n,t,e)=>n.n.shares?.[t]?.findLast(([s])=>s<=e);function Yr(n){
let{n:t}=n,e=t.id.length,s=new Map(t.id.map((p,u)=>[p,u])),o=new Array(n.verdicts.length).fill(n.steps.length-1);n.steps.
forEach((p,u)=>p.verdicts.forEach(f=>o[f]=u));let i=t.id.map(()=>[]),a=t.id.map(()=>[]);n.verdicts.forEach((p,u)=>i[p.place].
push(u));for(let p of i)p.sort((u,f)=>o[u]-o[f]);t.parent.forEach((p,u)=>{let f=s.get(p);f!==void 0&&a[f].push(u)});let r=new Array(
e).fill(!1);for(let p of n.path)r[p]=!0;let l=t.fates.map(p=>p.map(([u,f,m,g,b,y,x])=>({step:u,state:f,verdict:m,second:g,
times:b,told:y,plain:x}))),c=t.origin?t.origin.filter((p,u)=>p!==null&&p!==t.id[u]).length:0,d=!n.shares&&t.role.every((p,u)=>p!==
"draft"||i[u].some(f=>n.verdicts[f].p!==void 0||n.verdicts[f].state==="not_sent"));return{...n,size:e,place:s,fates:l,children:a,
judged:i,stepOf:o,onPath:r,replicas:c,scored:d}}var Ye=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];open(t){let e=t.header||{method:"",deciding:{},rejection:""};Object.assign(this,{name:t.
name||"",header:e,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.live=!!t.live,this.add(t)}add(t){
Object.assign(this.texts,t.texts||{});for(let e of t.iterations||[])if(!(e.i<this.its.length)){if(e.i>this.its.length)return e.
i-this.its.length;this.its.push(Yr(e)),this.starts.push(this.starts[e.i]+e.steps.length);for(let[s,o,i,a,r]of e.made)this.
lineage.set(s,{node:s,parent:o,token:i,it:e.i,origin:a,step:r})}return t.summary&&(this.summary=t.summary),t.incomplete!==
void 0&&(this.incomplete=t.incomplete),0}get(t,e,s){return t.n[e]?.[s]??null}copied(t,e){let s=this.get(t,"origin",e);return s!==
null&&s!==t.n.id[e]}up(t,e){return t.place.get(t.n.parent[e])??-1}gram(t,e,s){let o=[];for(let i=e;i>=0&&o.length<s;i=this.
up(t,i))o.push(i);return o}drafted(t,e,s){let o=so(t,e,s);return o?o[1]:this.get(t,"q",e)}wanted(t,e,s){if(s<t.seen)return null;
let o=so(t,e,s);if(o)return o[2];let i=t.scored?t.judged[e]:this.decided(t,e,s);for(let a of i)if(t.verdicts[a].p!==void 0)
return t.verdicts[a].p??null;return this.get(t,"p",e)}nth(t,e){let s=this.up(t,e);if(s<0||t.n.role[e]!=="draft")return null;
let o=t.children[s].filter(i=>t.n.role[i]==="draft");return o.length>1?o.indexOf(e)+1:null}toy(){return String(this.header.
pair||"").startsWith("toy:")}drafter(){return Kr[this.header.method]??"Draft"}guessed(){return this.header.q_name??"draf\
t"}unweighed(t,e){return(this.header.copies_text||t.panels.some(({kind:o})=>o==="written"))&&t.n.role[e]==="draft"&&this.
get(t,"q",e)===1}text(t){return t===Vr?"itself (finished)":this.texts[t]??(t<0?"start":"#"+t)}word(t){return $t(this.text(
t))||"∅"}wordAt(t,e){return t.n.parent[e]<0&&t.n.role[e]==="input"?"start":this.word(t.n.token[e])}fate(t,e,s){return t.
fates[e].findLast(o=>o.step<=s)||t.fates[e][0]}missing(t,e){return t.lacking?.includes(e)?this.header.not_in_draft??null:
null}decided(t,e,s){return t.judged[e].filter(o=>t.stepOf[o]<=s)}marks(t,e){let s=new Map,o=i=>s.set(i,(s.get(i)??0)+1);
for(let i of this.bornBy(t,e)){let{state:a}=this.fate(t,i,e);o(a);let r=this.decided(t,i,e).some(c=>t.verdicts[c].state===
"unused");a==="merged"&&r&&o("unused");let l=t.fates[i].some(c=>c.state==="merged"&&c.step<=e);a!=="merged"&&l&&o("merge\
d")}return s}drawsOf(t,e,s){return e!=="accepted"&&e!=="rejected"?0:t.verdicts.filter((o,i)=>o.state===e&&t.stepOf[i]<=s).
length}drawnOften(t,e){let s=this.bornBy(t,e).map(i=>this.fate(t,i,e)).filter(({times:i})=>i),o=({state:i,times:a,told:r})=>i===
"input"?-1/0:a.includes(" ")?a.length:-r.length;return s.sort((i,a)=>o(a)-o(i))[0]??null}bornBy(t,e){return t.born.flatMap(
(s,o)=>s<=e?[o]:[])}called(t){return mt(t.state,this.voice)}path(t,e){let s=[],o=e;for(;o>0;){let i=t?.place.get(o),a=this.
lineage.get(o);if(t&&i!==void 0&&!(a&&t.n.role[i]==="input"))s.push({node:o,parent:t.n.parent[i],token:t.n.token[i],it:t.
i,origin:null,step:0}),o=t.n.parent[i];else if(a)s.push(a),o=a.parent;else break}return s.reverse()}second(t){return this.
voice==="plain"?t.plain:t.second}unit(){return this.voice==="plain"&&this.header.unit||"token"}at(t){let e=0;for(;e+1<this.
its.length&&this.starts[e+1]<=t;)e++;return[e,t-this.starts[e]]}joiner(){return this.toy()?" ":""}phrase(t){return et(Ge(
t.map(e=>this.text(e))).map(({text:e})=>e).join(this.joiner()))}added(t){return this.phrase(this.its[t].made.map(([,,e])=>e))}written(){
let t=this.its.at(-1),e=t?.beams.find(s=>s.best)??t?.beams[0];return e&&this.multi()?this.path(null,e.node):this.its.flatMap(
({made:s})=>s.flatMap(([o])=>this.lineage.get(o)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.
some(t=>t.beams.length>1)}beamsOf(t){let e=new Map;return t.beams.forEach((s,o)=>{let i=e.get(s.node);i?i.slots.push(o):
e.set(s.node,{beam:s,slots:[o]})}),[...e.values()]}},Qr=new Set(["rejected","fails"]);function Qe(n,t){let e=n.steps[t].
now.flatMap(s=>n.fates[s].filter(({step:o})=>o===t)).map(({state:s})=>s);return e.length>0&&e.every(s=>Qr.has(s))}var Jr=0;function no(n){let t=h("div",{class:"st-menu",hidden:!0,id:`st-menu-${++Jr}`,"data-testid":"more-menu"},...n.map(
({id:r,label:l,key:c,act:d})=>h("button",{type:"button",class:"st-menu-entry","data-testid":r,onclick(){a(),d()}},h("spa\
n",{},l),c&&h("kbd",{"aria-hidden":"true"},c)))),e=h("button",{type:"button",class:"st-btn","data-testid":"more","aria-e\
xpanded":"false","aria-controls":t.id,title:"Jumps, search, pictures, keys",onclick:()=>t.hidden?i():a()},"More"),s=[...t.
children];function o(r){let l=r.target;!t.contains(l)&&!e.contains(l)&&a()}function i(){t.hidden=!1,e.setAttribute("aria\
-expanded","true"),document.addEventListener("pointerdown",o,!0),s[0]?.focus()}function a(){if(t.hidden)return;let r=t.contains(
document.activeElement);t.hidden=!0,e.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",o,
!0),r&&e.focus()}return t.addEventListener("keydown",r=>{let{key:l}=r,c=s.findIndex(p=>p===document.activeElement),{length:d}=s;
if(l==="Escape")a();else if(l==="ArrowDown")s[(c+1)%d].focus();else if(l==="ArrowUp")s[(c-1+d)%d].focus();else if(l==="H\
ome")s[0].focus();else if(l==="End")s[d-1].focus();else return;r.preventDefault(),r.stopPropagation()}),t.addEventListener(
"focusout",r=>{r.relatedTarget instanceof Node&&!t.contains(r.relatedTarget)&&a()}),{button:e,list:t}}var Zr={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M7 4\
l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M5 5\
l10 7-10 7z"},nn=n=>w("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},w("path",{d:Zr[n]})),
Xr=6e3,tl={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},el={"← →":"previous, next step","Page Up, Page Down":"previo\
us, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this or the next round",Space:"pl\
ay, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in the text",S:"share this step",
"Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"select the focused node",
Esc:"clear the selection","?":"this list"},Je=class{play=this.button("play","play","Play (Space)",()=>this.act.play());scrub=h(
"input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,step:1,"aria-label":"Step",oninput:()=>this.
act.seek(Number(this.scrub.value))});speed=h("select",{class:"st-speed","data-testid":"speed","aria-label":"Playback spe\
ed"},...Object.entries(tl).map(([t,e])=>h("option",{value:t,selected:t==="1"},e)));where=h("output",{class:"st-where","d\
ata-testid":"position"});strip=h("div",{class:"st-strip",role:"group","aria-label":"Steps of this round","data-testid":"\
phases"});help=h("dialog",{class:"st-help","data-testid":"help-dialog","aria-label":"Keys"},h("h2",{},"Keys"),h("dl",{},
...Object.entries(el).map(([t,e])=>h("div",{},h("dt",{},h("kbd",{},t)),h("dd",{},e)))),h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=h("button",{type:"button",class:"st-btn st-next","data-tes\
tid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(1)},h("span",{},"Next"),nn("next"));menu=no([{id:"t\
o-rejection",label:"First rejection",key:"R",act:()=>this.act.rejection()},{id:"to-accepted",label:"Next fully accepted \
round",key:"A",act:()=>this.act.accepted()},{id:"open-find",label:"Find in the text",key:"/",act:()=>this.act.find()},{id:"\
save-svg",label:"Save picture as SVG",act:()=>this.act.picture("svg")},{id:"save-png",label:"Save picture as PNG",act:()=>this.
act.picture("png")},{id:"open-share",label:"Share this step",key:"S",act:()=>this.act.share()},{id:"help",label:"Show al\
l keys",key:"?",act:()=>this.act.help()}]);notice=h("p",{class:"st-told",role:"status","data-testid":"told"});run=h("div",
{class:"st-of-run"},this.button("first","first","First step (Home)",()=>this.act.seek(0)),this.button("prev-iteration","\
back2","End of the previous round (Shift ←)",()=>this.act.iteration(-1)),this.where,this.button("next-iteration","next\
2","End of this round, then of the next (Shift →)",()=>this.act.iteration(1)),this.button("last","last","Last step (En\
d)",()=>this.act.seek(1/0)),this.speed,this.menu.button);more=h("button",{type:"button",class:"st-btn st-more-controls",
"data-testid":"more-controls",title:"More controls","aria-label":"More controls","aria-expanded":"false",onclick:()=>this.
unfold()},"⋯");root=h("section",{class:"st-controls","aria-label":"Playback"},h("div",{class:"st-row"},this.next,this.
button("prev-phase","back","Previous step (←)",()=>this.act.phase(-1)),this.play,this.strip,this.run,this.more),this.scrub,
this.menu.list,this.notice,this.help);striped=null;cells=[];lit=-1;voice="";fading=0;constructor(t,e){this.model=t,this.
act=e,this.voice=t.voice,this.strip.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[da\
ta-to]"):null;o&&e.to(Number(o.getAttribute("data-to")))})}button(t,e,s,o){return h("button",{type:"button",class:"st-bt\
n","data-testid":t,title:s,"aria-label":s,onclick:o},nn(e))}notify(t){clearTimeout(this.fading),$(this.notice,t),t&&(this.
fading=setTimeout(()=>this.notify(""),Xr))}unfold(){let t=this.root.classList.toggle("all");this.more.setAttribute("aria\
-expanded",t?"true":"false"),t&&this.settle()}show(t,e){this.model.live||this.notify("");let s=this.titleOf(t,e),o=`Roun\
d ${t.i+1} of ${this.model.its.length}`;this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.starts[t.
i]+e),$(this.where,o);let i=this.model.starts[t.i]+e===this.model.total()-1;this.next.setAttribute("aria-disabled",String(
i)),this.scrub.setAttribute("aria-valuetext",`${o}, step ${e+1}: ${s}`),this.striped!==t&&this.fillStrip(t),this.voice!==
this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let a=Math.max(0,Math.min(this.lit,e));a<=Math.min(this.
cells.length-1,Math.max(this.lit,e));a++)this.reach(t,a,e);this.lit<0&&this.cells.forEach((a,r)=>this.reach(t,r,e)),this.
lit=e}titleOf(t,e){return this.model.voice==="plain"?t.steps[e].called:t.steps[e].title}reach(t,e,s){let o=this.cells[e],
i=this.titleOf(t,e),{ahead:a,verdicts:r}=t.steps[e],l=e<=s;o.classList.toggle("done",l),o.toggleAttribute("data-failed",
l&&Qe(t,e)),e===s?o.setAttribute("aria-current","step"):o.removeAttribute("aria-current");let c=new Set(r.map(f=>t.verdicts[f].
state)),[d]=c,p=o.dataset.group!=="decide"?"":l?c.size===1?V(d).sign:"●":"?";$(o,e===s?i:p);let u=`Step ${e+1}: ${l?i:
a}`;R(o,{title:u,"aria-label":u})}fillStrip(t){this.striped=t,this.lit=-1,document.activeElement instanceof HTMLElement&&
this.strip.contains(document.activeElement)&&document.activeElement.blur();let e=[],s=t.steps.map(({phase:r})=>Ke(r).group),
o=s.some((r,l)=>r==="draft"&&t.steps[l].phase!=="input");s.forEach((r,l)=>{let c=r==="draft"&&!o?"check":r;e.at(-1)?.group!==
c&&e.push({group:c,steps:[]}),e[e.length-1].steps.push(l)});let i=[...this.strip.children],a=e.map((r,l)=>i[l]??h("div",
{class:"st-phases"},h("span",{class:"st-group"})));this.cells=[],e.forEach(({group:r,steps:l},c)=>{let[d,...p]=[...a[c].
children];R(a[c],{"data-group":r}),$(d,en(r));let u=l.map((f,m)=>p[m]??h("button",{type:"button",class:"st-ph",tabindex:"\
-1"}));l.forEach((f,m)=>R(u[m],{"data-phase":t.steps[f].phase,"data-group":r,"data-to":f})),me(a[c],[d,...u]),this.cells.
push(...u)}),this.strip.classList.toggle("many",this.cells.length>16),me(this.strip,a)}settle(){let t=this.cells[this.lit],
e=this.strip.clientWidth,s=t?.parentElement?.querySelector(".st-group");if(!t||!s)return;let o=t.getBoundingClientRect(),
i=this.strip.getBoundingClientRect(),a=o.left-i.left+this.strip.scrollLeft;this.strip.scrollLeft=sl(a,o.width,e,s.getBoundingClientRect().
width);let r=i.left+4;for(let l of this.strip.children){let{left:c,right:d}=l.getBoundingClientRect(),p=l.firstElementChild;
if(!(!p||c>=r||d<=r||d-r>=p.getBoundingClientRect().width)){this.strip.scrollLeft+=d-r+4;break}}}playing(t){A(this.play,
nn(t?"pause":"play")),this.play.title=t?"Pause (Space)":"Play (Space)",this.play.setAttribute("aria-label",this.play.title),
this.play.setAttribute("aria-pressed",t?"true":"false")}reset(){this.striped=null,this.cells=[],this.lit=-1,A(this.strip),
$(this.where,""),this.scrub.max="0"}focus(){return this.next.focus({preventScroll:!0})}rate(){return Number(this.speed.value)}},
sl=(n,t,e,s)=>Math.max(0,n+t/2-(e+s)/2);function io({it:n,phase:t},e,s){if(e>0&&t<s[n]-1)return{it:n,phase:s[n]-1};if(e<
0&&n===0)return{it:n,phase:0};let o=Math.min(s.length-1,n+e);return{it:o,phase:s[o]-1}}var nl=45;function ao(n,t,e){let s=300+
nl*e,{group:o}=Ke(n);return o==="draft"?e>60?s:t===n?1100:2e3:Math.max(n==="verify"||n==="unused"?4e3:4200,s)}var ol="in\
put:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=''],\
 [contenteditable=true]",il="[role=tablist],[role=slider],[role=listbox]",al=["ArrowLeft","ArrowRight","Home","End","Pag\
eUp","PageDown"],oo=new Map([["f","present"],["r","rejection"],["a","accepted"],["/","find"],["s","share"],["?","help"]]),
rl=n=>n.classList.contains("present");function ro(n,t,e){function s(o){if(!n.isConnected)return document.removeEventListener(
"keydown",s);if(o.defaultPrevented||o.ctrlKey||o.metaKey||o.altKey||!n.checkVisibility())return;let i=o.target instanceof
Element?o.target:document.body,{key:a,shiftKey:r}=o;if(i.closest(ol)||document.querySelector("dialog[open]")||i.closest(
il)||!n.contains(i)&&i.closest("input, button, a, summary")&&[" ","Home","End"].includes(a)||al.includes(a)&&i.matches("\
input[type=range]")&&!i.closest(".st-controls")||e(o))return;let l=a==="ArrowRight"||a==="PageDown"?1:-1;if(a==="ArrowRi\
ght"||a==="ArrowLeft")t[r?"iteration":"phase"](l);else if(rl(n)&&(a==="PageDown"||a==="PageUp"))t.phase(l);else if(oo.has(
a.toLowerCase()))t[oo.get(a.toLowerCase())??"help"]();else if(a===" "&&!(i.closest("button, summary")&&n.contains(i)))t.
play();else if(a==="Home")t.seek(0);else if(a==="End")t.seek(1/0);else if(a==="Escape")t.release();else return;o.preventDefault()}
document.addEventListener("keydown",s)}function be(){let n=_(),t=e=>{let s=parseInt((n.get(e)||"").replace(/^n/,""),10);
return Number.isFinite(s)?s:null};return{trace:n.get("trace"),it:t("it"),phase:t("phase"),node:t("node")}}var Ze=()=>document.
querySelector("[data-opening='race']")!==null;function on(n=()=>!0){let t=0,e={};function s(){if(t=0,!n())return;let o=_(),
i={lesson:o.get("lesson"),trace:o.get("trace"),...e},a=o.has("trace")&&![null,"",o.get("trace")].includes(i.trace);bt(e,
a&&!i.lesson)}return o=>{e=o,t||=setTimeout(s,120)}}var ll="not_sent",cl=n=>co(n).length>0,co=n=>n.n.role.flatMap((t,e)=>t==="draft"&&n.fates[e].at(-1)?.state!==ll?[e]:[]);
function lo(n){let t=co(n),e=Math.max(...t.map(s=>n.n.depth[s]));return t.some(s=>n.n.depth[s]===e&&n.onPath[s])}function ho(n,t){
return n.its.some(cl)?n.live?`${t} so far.`:`${t}.`:"Nothing is drafted in this run."}function po(n){for(let t of n.its){
let e=t.steps.findIndex(({verdicts:o})=>o.some(i=>t.verdicts[i].state==="rejected")),s=t.steps[e]?.verdicts.find(o=>t.verdicts[o].
state==="rejected");if(s!==void 0)return{it:t.i,phase:e,node:t.n.id[t.verdicts[s].place]}}return ho(n,"This run has no r\
ejection")}function uo(n,t){let e=n.its.slice(t+1).find(lo);if(e)return{it:e.i,phase:e.steps.length-1,node:null};let s=n.
its.some(lo);return ho(n,s?"No later round is fully accepted":"No round is fully accepted")}function fo(n,t,e,s){let o=t.
toLowerCase();if(!o.trim())return[];let i=Ge(n.map(({token:c})=>e(c))),a=[],r="";for(let c of i)a.push(r.length),r+=c.text.
toLowerCase()+s;let l=[];for(let c=r.indexOf(o);c>=0;c=r.indexOf(o,c+o.length)){let d=c+(o.length-o.trimStart().length),
p=n[i[a.findLastIndex(u=>u<=d)].index];l.at(-1)!==p&&l.push(p)}return l}function mo(n,t){let e=h("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),s=h("input",{type:"text",
class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"Find in the te\
xt",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>c()}),o=(m,g,b,y)=>h("button",
{type:"button",class:"st-btn st-small","data-testid":m,title:b,"aria-label":b,onclick:y},g),i=h("div",{role:"search",class:"\
st-find",hidden:!0,"data-testid":"find"},s,e,o("find-previous","↑","Previous match (Shift + Enter)",()=>p(-1)),o("find\
-next","↓","Next match (Enter)",()=>p(1)),o("find-close","✕","Close search (Esc)",()=>f())),a=[],r=-1,l=0;function c(){
a=fo(n.written(),s.value,m=>n.text(m),n.joiner()),t.mark(new Set(a.map(({node:m})=>m))),r=a.findIndex(({it:m})=>m>=l),r<
0&&(r=a.length-1),d()}function d(){let m=a[r],g=s.value.trim()!=="";m&&t.goto(m.it,m.step,m.node),$(e,m?`${r+1} of ${a.length}`:
g?"No match in this run":"")}function p(m){a.length&&(r=(r+m+a.length)%a.length,d())}function u(){i.hidden&&(l=t.at()),i.
hidden=!1,s.focus(),s.select(),s.value&&c()}function f(){i.hidden||(i.hidden=!0,a=[],t.mark(new Set),t.left())}return s.
addEventListener("keydown",m=>{if(m.key==="Enter")p(m.shiftKey?-1:1);else if(m.key==="ArrowDown"||m.key==="ArrowUp")p(m.
key==="ArrowDown"?1:-1);else return;m.preventDefault(),m.stopPropagation()}),i.addEventListener("keydown",m=>{m.key==="E\
scape"&&(f(),m.preventDefault(),m.stopPropagation())}),{root:i,open:u,reset(){i.hidden=!0,s.value="",$(e,""),a=[],r=-1,t.
mark(new Set)}}}var go=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The large model whose \
output we want. It is slow, so each of its passes should produce as many tokens as possible.",paper:""},{term:"draft",also:[
"draft model","draft models"],methods:[],name:"draft model",help:"The small, fast model that guesses ahead. The target c\
hecks its guesses.",paper:""},{term:"draft token",also:["draft tokens","drafted tokens","drafts","guess","guesses"],methods:[],
name:"draft token (guess)",help:"A token proposed before the target has checked it. The target accepts or rejects it.",paper:"\
Leviathan, Kalman and Matias 2023"},{term:"token",also:["tokens"],methods:[],name:"token",help:"The unit a language mode\
l reads and writes: a word, part of a word, or a punctuation mark.",paper:""},{term:"probability",also:["probabilities",
"chance"],methods:[],name:"probability",help:"How likely a model finds something: 0% is impossible, 100% is certain, 25%\
 is one time in four.",paper:""},{term:"distribution",also:["distributions","next-token distribution"],methods:[],name:"\
distribution",help:"A model’s probabilities for every possible next token. Together they add up to 100%.",paper:""},{term:"\
output distribution",also:["output distributions","output probabilities"],methods:[],name:"output distribution",help:"Ho\
w likely each possible output text is. A lossless method leaves it as it is for the target alone.",paper:""},{term:"tota\
l variation",also:[],methods:[],name:"total variation",help:"How different two distributions are: 0 if they are equal, 1\
 if they have nothing in common.",paper:""},{term:"perplexity",also:["perplexities"],methods:[],name:"perplexity",help:"\
How surprised the target is by a text on average. 1 means not at all; lower means more likely.",paper:""},{term:"p",also:[
"p(x)","target probability"],methods:[],name:"p: target probability",help:"The target’s probability of a token, after th\
e sampling settings have been applied, unless marked “before warping”.",paper:""},{term:"q",also:["q(x)","draft prob\
ability"],methods:[],name:"q: draft probability",help:"The draft’s probability of a token, after the sampling settings h\
ave been applied, unless marked “before warping”.",paper:""},{term:"max q",also:[],methods:[],name:"max q",help:"The\
 probability of the draft’s most likely token: how sure the draft is.",paper:""},{term:"p′",also:["p_j"],methods:[],
name:"p′: current target distribution",help:"The target distribution that the next candidate is tested against. It is \
p at first and the residual after each rejection. In DSBD it is p again after an acceptance.",paper:"Leviathan, Kalman a\
nd Matias 2023"},{term:"p_beam",also:[],methods:[],name:"p_beam: target over beams",help:"The target’s joint probability\
 of a beam and its next token. Over all beams and tokens it adds up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"q_b\
eam",also:[],methods:[],name:"q_beam: draft over beams",help:"The draft’s joint probability of a beam and its next token\
. Over all beams and tokens it adds up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"share of all beams",also:["share\
s of all beams","of all beams","over all beams","probability over all beams","probabilities over all beams"],methods:[],
name:"share of all beams (probability over all beams)",help:"The probability of one beam together with one next token. O\
ver all beams and all next tokens these shares add up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"p/q",also:["ratio",
"p′/q","p_beam/q_beam","p′/q_beam"],methods:[],name:"ratio p/q",help:"How many times as likely the target finds a to\
ken as the draft does. At 1 or more it is always accepted.",paper:"Leviathan, Kalman and Matias 2023"},{term:"joint rati\
o",also:["∏ p/q"],methods:["mtad","mtjd"],name:"joint ratio",help:"The target’s joint probability of the first few dra\
ft tokens divided by the draft’s. MTAD compares it with its threshold.",paper:"Qin et al. 2025 (MTAD)"},{term:"p/ρ",also:[
"p/(ρq)","p/ρq"],methods:["spectr"],name:"p over ρ",help:"The target’s probability divided by SpecTr’s correction ρ, \
because several drafts compete for one position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"u",also:["random number"],methods:[],
name:"u: random number",help:"A new random number between 0 and 1 for every test. The draft token is accepted if u is be\
low the threshold.",paper:"Leviathan, Kalman and Matias 2023"},{term:"a",also:["min(1, p/q)","acceptance probability"],methods:[],
name:"a: acceptance probability",help:"The probability that this draft token is accepted: target divided by draft, at mo\
st 1. It is the threshold for the random number.",paper:"Leviathan, Kalman and Matias 2023"},{term:"threshold",also:["th\
resholds"],methods:[],name:"threshold",help:"The value that a number is compared with. A random number must be below it;\
 a probability or a ratio must be above it.",paper:""},{term:"residual",also:["norm(max(p − q, 0))","leftover target p\
robability","leftover probability","leftover target"],methods:[],name:"residual (leftover target probability)",help:"The\
 amount by which the target’s probability exceeds the draft’s, over all tokens, rescaled to 100%. The replacement of a r\
ejected token is sampled from it.",paper:"Leviathan, Kalman and Matias 2023"},{term:"bonus",also:["bonus token","bonus t\
okens"],methods:[],name:"bonus token",help:"An extra token that the target samples when every draft token was accepted. \
It needs no extra pass: the same pass already gave its probability.",paper:"Leviathan, Kalman and Matias 2023"},{term:"f\
ill",also:["fill-in beam","fill-in beams","fill-in","extra beam"],methods:["dsbd"],name:"fill-in beam (extra beam)",help:"\
A beam that the target samples itself because too few draft beams of the layer were accepted.",paper:"Qin et al. 2024 (D\
SBD)"},{term:"γ",also:["gamma","draft length"],methods:[],name:"γ: draft length",help:"How many tokens, or tree levels\
, are drafted before the target checks.",paper:"Leviathan, Kalman and Matias 2023"},{term:"α",also:["acceptance rate"],
methods:[],name:"α: acceptance rate",help:"The probability that a draft token is accepted. For a run it is how many of \
the tested draft tokens were accepted, in percent.",paper:"Leviathan, Kalman and Matias 2023"},{term:"speed-up",also:["s\
peed-ups","speedup"],methods:[],name:"speed-up",help:"How many times as many tokens per second as the comparison run. 1×\
 means no gain.",paper:""},{term:"γ̄",also:["gamma_bar","tokens per target pass","tokens per iteration","block efficie\
ncy"],methods:[],name:"tokens per target pass",help:"How many tokens one target pass adds on average, the target’s own t\
oken included.",paper:"Qin et al. 2025 (MTAD)"},{term:"forward pass",also:["forward passes","target pass","target passes",
"target-model pass","target-model passes","draft pass","draft passes","one pass"],methods:[],name:"forward pass",help:"O\
ne run of a model over its input. It gives next-token probabilities at every input position, and it takes most of the ti\
me.",paper:""},{term:"top-k",also:["top_k"],methods:[],name:"top-k",help:"Only the k most likely tokens can be sampled; \
all others get probability 0.",paper:""},{term:"top-p",also:["top_p"],methods:[],name:"top-p",help:"Keeps the smallest s\
et of most likely tokens whose probabilities add up to the top-p value. The p in its name is not the target’s p.",paper:""},
{term:"temperature",also:[],methods:[],name:"temperature",help:"Below 1 it makes likely tokens likelier; above 1 it even\
s the probabilities out. At 0 the most likely token is always chosen.",paper:""},{term:"𝒯",also:["sampling settings",
"warping","warped"],methods:[],name:"𝒯: sampling settings (warping)",help:"Temperature, top-k and top-p together. The\
y turn a model’s raw probabilities into those that tokens are sampled from.",paper:""},{term:"sampling",also:["sample",
"samples","sampled","draws"],methods:[],name:"sampling",help:"Choosing at random by the probabilities: a token with 30% \
is chosen about 3 times in 10.",paper:""},{term:"greedy",also:["argmax","greedy decoding","greedy choice","most likely t\
oken"],methods:[],name:"greedy",help:"Always choosing the most likely token. Nothing is random.",paper:""},{term:"accept\
ed",also:["accept","accepts"],methods:[],name:"accepted",help:"The draft token passed its test.",paper:""},{term:"reject\
ed",also:["reject","rejects","rejection","rejections"],methods:[],name:"rejected",help:"The draft token failed its test.\
 The next candidate is tested, or the target writes a token of its own.",paper:""},{term:"unused",also:["not tested"],methods:[],
name:"unused (not tested)",help:"Drafted but not tested, because an earlier decision made the test unnecessary.",paper:""},
{term:"orphaned",also:["orphan","orphans","discarded with its parent"],methods:[],name:"orphaned (discarded with its par\
ent)",help:"A draft beam whose parent was not accepted. It continues a text that will not be written.",paper:"Qin et al.\
 2024 (DSBD)"},{term:"merged",also:["merge","merging"],methods:[],name:"merged",help:"This n-gram already appears elsewh\
ere in the draft, so its continuation is reused instead of being drafted again.",paper:"Gong et al. 2024 (GSD)"},{term:"\
replica",also:["replicas","unmerge","unmerged","unmerging"],methods:[],name:"replica (copy)",help:"A copy of draft token\
s below a merged node. The target needs every path written out, so shared continuations are copied before the check.",paper:"\
Gong et al. 2024 (GSD)"},{term:"copy",also:["copies"],methods:["gsd"],name:"copy (replica)",help:"A copy of draft tokens\
 below a merged node. The target needs every path written out, so shared continuations are copied before the check.",paper:"\
Gong et al. 2024 (GSD)"},{term:"pruned",also:["leaf","leaves","not extended"],methods:[],name:"pruned (not extended)",help:"\
Too unlikely to be extended, or beyond the node budget. It stays in the draft and is checked like the others.",paper:"Go\
ng et al. 2024 (GSD)"},{term:"not sent",also:["not sent to the target"],methods:[],name:"not sent",help:"Drafted but not\
 sent to the target. EAGLE-2 sends only its most confident guesses, MTAD only its likeliest beam.",paper:""},{term:"drop\
ped",also:["not on the chosen path"],methods:[],name:"dropped (not on the chosen path)",help:"It passed its test, or was\
 added by the target, but another path was chosen.",paper:""},{term:"sampled by the target",also:["sampled from p","the \
target’s own"],methods:[],name:"the target’s own token",help:"Written by the target itself, according to its own pro\
babilities.",paper:""},{term:"commit",also:["committed"],methods:[],name:"commit",help:"Add tokens to the text for good.",
paper:""},{term:"candidate",also:["candidates"],methods:[],name:"candidate",help:"A draft token or beam that is tested. \
Several candidates for one position are tested in order.",paper:""},{term:"m",also:[],methods:["dsbd"],name:"m: candidat\
es",help:"How many candidates a layer has after the orphans are removed.",paper:"Qin et al. 2024 (DSBD) Algorithm 1"},{term:"\
node",also:["nodes"],methods:[],name:"node",help:"One dot in the graph: a token together with all tokens before it.",paper:""},
{term:"node budget",also:["node_budget","size limit"],methods:[],name:"node budget",help:"The largest number of draft no\
des that the target checks in one pass.",paper:""},{term:"level",also:["levels"],methods:[],name:"level",help:"All nodes\
 of a tree that are equally far from its start.",paper:""},{term:"layer",also:["layers"],methods:["dsbd"],name:"layer",help:"\
All draft beams that are the same number of tokens ahead of the input beams.",paper:"Qin et al. 2024 (DSBD)"},{term:"bea\
m",also:["beams","input beam","input beams","live beam","live beams"],methods:[],name:"beam",help:"One of several versio\
ns of the text that are written side by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"duplicates",also:["duplicate","×2",
"multiplicity"],methods:[],name:"duplicates",help:"The same token or beam sampled more than once. Each one is tested sep\
arately.",paper:""},{term:"forest",also:["draft forest"],methods:[],name:"draft forest",help:"The draft trees below all \
input beams, one tree per beam.",paper:"Qin et al. 2024 (DSBD)"},{term:"beam weight",also:["beam weights"],methods:["dsb\
d"],name:"beam weight",help:"How often the draft samples below a beam: it samples below likelier beams more often.",paper:"\
Qin et al. 2024 (DSBD)"},{term:"round",also:["rounds","iteration","iterations"],methods:[],name:"round (iteration)",help:"\
One cycle: draft, check with the target, accept or reject, and add the result to the text.",paper:""},{term:"lossless",also:[
"exact"],methods:[],name:"lossless",help:"The output has the same probabilities as if the target had written it alone. O\
ne text can still differ from another: both are samples.",paper:"Leviathan, Kalman and Matias 2023"},{term:"lossy",also:[
"not exact"],methods:[],name:"lossy",help:"The output has other probabilities than if the target had written it alone.",
paper:""},{term:"reference method",also:["oracle"],methods:[],name:"reference method (oracle)",help:"The method whose ou\
tput distribution this method must reproduce exactly.",paper:""},{term:"KV",also:["KV cache","KV tokens"],methods:[],name:"\
KV cache",help:"The data that a model stores about tokens it has read (keys and values), so that it does not have to rea\
d them again.",paper:""},{term:"log p",also:["log q","Σ log p","Σ log q"],methods:[],name:"log p",help:"The logarithm \
of the target’s probability: 0 if certain, more negative the less likely. Probabilities multiply, so their logarithms ad\
d up.",paper:""},{term:"−log p",also:["surprise"],methods:[],name:"−log p: surprise",help:"How surprising a token is\
 to the target: 0 if certain, larger the less likely it is.",paper:"Kim et al. 2023 (BiLD)"},{term:"H",also:["entropy"],
methods:[],name:"H: entropy",help:"How uncertain a model is about the next token: 0 if one token is certain, larger the \
more tokens are possible.",paper:""},{term:"W",also:["width"],methods:[],name:"W: width",help:"How many beams continue s\
ide by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_S",also:["draft_width","draft width"],methods:["dsbd"],name:"W_S:\
 draft width",help:"How many beams the draft samples in each layer.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_L",also:["\
target width"],methods:["dsbd"],name:"W_L: target width",help:"How many beams this layer aims for. It is fixed before th\
e drafted tokens are looked at. That keeps the layer exact.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W̃_L",also:["\
W̃"],methods:["dsbd"],name:"W̃_L: width before the minimum",help:"The largest number of beams that is reached with pro\
bability t or more.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W_min",also:["min_width","minimum width"],methods:["ds\
bd"],name:"W_min: minimum width",help:"The smallest number of beams that a layer may aim for.",paper:"Qin et al. 2024 (D\
SBD) §3.2"},{term:"t",also:["required probability"],methods:["dsbd"],name:"t: required probability",help:"How likely a \
layer must be to reach its target width. A lower t gives wider layers.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"α_j",
also:[],methods:["dsbd"],name:"α_j: acceptance of candidate j",help:"The probability that a candidate is accepted after\
 j − 1 rejections in a row.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"P(m, k)",also:["P(m,k)"],methods:["dsbd"],name:"\
P(m, k)",help:"The probability that exactly k of the first m candidates are accepted.",paper:"Qin et al. 2024 (DSBD) §3.\
2"},{term:"P(at least K)",also:[],methods:["dsbd"],name:"P(at least K)",help:"The probability that K or more candidates \
are accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"β",also:["beta"],methods:["dsbd"],name:"β (DSBD): probabili\
ty of W_min",help:"The probability that at least the minimum width is accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{
term:"β",also:["beta"],methods:["spectr"],name:"β (SpecTr): acceptance of one draft",help:"The probability that one dr\
aft token is accepted at this position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"ρ",also:["rho","SpecTr’s correction",
"correction"],methods:["spectr"],name:"ρ: SpecTr’s correction",help:"The ratio is divided by it when several drafts c\
ompete for one position. That keeps the output exact.",paper:"Sun et al. 2023 (SpecTr)"},{term:"K",also:[],methods:["dsb\
d"],name:"K (DSBD): number of beams",help:"A possible layer width. The layer aims for the largest number of beams that i\
s likely enough to be accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"K",also:["k"],methods:["spectr"],name:"K (\
SpecTr): drafts",help:"How many drafts compete for this position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"K",also:[],methods:[
"mtjd"],name:"K (MTJD): block length",help:"How many tokens are chosen together.",paper:"Qin et al. 2025 (MTAD)"},{term:"\
k",also:[],methods:["tsd","gsd","typical","eagle2"],name:"k: children per node",help:"How many of the draft’s most likel\
y tokens are added below each node.",paper:"Gong et al. 2024 (GSD)"},{term:"τ",also:["tau"],methods:["mtad"],name:"τ (M\
TAD): threshold",help:"The joint ratio of a prefix must be above it; a ratio above 1 counts as 1. A larger value is stri\
cter.",paper:"Qin et al. 2025 (MTAD)"},{term:"τ",also:["tau"],methods:["gsd"],name:"τ (GSD): n-gram length",help:"How \
many tokens in a row must repeat before two nodes are merged. A larger value merges less.",paper:"Gong et al. 2024 (GSD)"},
{term:"τ₁",also:["fallback threshold","fallback"],methods:[],name:"τ₁: fallback threshold",help:"The draft hands o\
ver to the target when its most likely token has less than this probability.",paper:"Kim et al. 2023 (BiLD)"},{term:"τ₂",
also:["rollback","rollback threshold"],methods:["bild"],name:"τ₂: rollback threshold",help:"The target goes back to t\
he first token whose −log p is above this. A larger value accepts more.",paper:"Kim et al. 2023 (BiLD)"},{term:"ε",also:[
"epsilon"],methods:["typical","medusa"],name:"ε (typical acceptance): upper limit",help:"The highest value that the thr\
eshold of typical acceptance can take.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"ε",also:["epsilon"],methods:["\
mtad"],name:"ε (MTAD): beam sampling error",help:"How much worse the sampled draft is than the best possible one. It is\
 taken as 0 here.",paper:"Qin et al. 2025 (MTAD)"},{term:"δ",also:["delta"],methods:["typical","medusa"],name:"δ: slope",
help:"Scales the threshold of typical acceptance: threshold = δ·e^−H, at most ε. A larger value is stricter.",paper:"\
Cai et al. 2024 (Medusa) §2.3.1"},{term:"min(ε, δ·e^−H)",also:["min(ε, δ·exp(−H))"],methods:["typical","medus\
a"],name:"threshold of typical acceptance",help:"The target’s probability of a token must be above this. The more certai\
n the target, the higher the threshold.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"θ_prob",also:["prob_threshold"],
methods:[],name:"θ_prob: minimum probability",help:"A draft token with a lower draft probability is not extended.",paper:"\
Gong et al. 2024 (GSD) §4.2"},{term:"θ_sib",also:["sibling_threshold"],methods:[],name:"θ_sib: minimum relative to its\
 sibling",help:"A draft token below this fraction of its likeliest sibling’s probability is not extended.",paper:"Gong\
 et al. 2024 (GSD) §4.2"},{term:"n-gram",also:["n-grams","τ-gram","repeated n-gram","repeated n-grams","1-gram","2-gra\
m","3-gram"],methods:[],name:"n-gram",help:"n tokens in a row: a 2-gram is two tokens.",paper:"Gong et al. 2024 (GSD)"},
{term:"graph success",also:["accepted from a copy"],methods:["gsd"],name:"graph success",help:"Whether an accepted token\
 came from a copy that merging made possible.",paper:"Gong et al. 2024 (GSD)"},{term:"∏ q",also:["confidence","Π q"],
methods:[],name:"∏ q: confidence",help:"The draft’s probabilities multiplied along the path: how sure it is of the who\
le path.",paper:"Li et al. 2024 (EAGLE-2)"},{term:"q left",also:["q_left","draft remaining"],methods:[],name:"q left",help:"\
When drafts are sampled without replacement, each sampled token leaves q. This is the probability that remains.",paper:"\
Yang et al. 2024 (MCSS)"},{term:"joint likelihood",also:["joint likelihoods","joint probability","joint probabilities","\
∏ p"],methods:[],name:"joint probability (likelihood)",help:"The probability of several tokens together: their probabi\
lities multiplied.",paper:"Qin et al. 2025 (MTAD)"},{term:"prefix",also:["prefixes"],methods:[],name:"prefix",help:"The \
first few tokens of a draft, taken together.",paper:"Qin et al. 2025 (MTAD)"},{term:"U",also:[],methods:["mtad"],name:"U\
: largest gap",help:"The largest difference between log p and log q of the draft tokens examined.",paper:"Qin et al. 202\
5 (MTAD)"},{term:"exit threshold",also:[],methods:["self-ssd"],name:"exit threshold",help:"Drafting stops when the draft\
’s most likely token has less than this probability.",paper:"Zhang et al. 2024 (Draft & Verify)"},{term:"AR",also:["re\
cent acceptance rate"],methods:["self-ssd"],name:"AR: recent acceptance rate",help:"A moving average of how many draft t\
okens were accepted. The draft’s exit threshold follows it.",paper:"Zhang et al. 2024 (Draft & Verify)"},{term:"head",
also:["heads","extra head","extra heads"],methods:["medusa"],name:"head (Medusa)",help:"A small extra output layer on th\
e target that guesses a token further ahead.",paper:"Cai et al. 2024 (Medusa)"},{term:"P",also:["running ratio"],methods:[
"block"],name:"P: running ratio",help:"The ratios p/q of the first tokens multiplied, cut at 1 after each. A likely toke\
n makes up for an unlikely one before it.",paper:"Sun et al. 2025"},{term:"h",also:[],methods:["block"],name:"h: thresho\
ld of a prefix",help:"A prefix passes if its random number is below h. For the whole chain h is the running ratio P.",paper:"\
Sun et al. 2025"},{term:"R",also:[],methods:["block"],name:"R: mass of the residual",help:"The probability by which the \
target exceeds the draft after a prefix: the sum of max(P·p − q, 0).",paper:"Sun et al. 2025"},{term:"norm(max(P·p − \
q, 0))",also:[],methods:["block"],name:"residual of a block",help:"The distribution of the next token after the accepted\
 prefix. It takes the running ratio P into account.",paper:"Sun et al. 2025"},{term:"α",also:["so far","α above"],methods:[
"traversal"],name:"α: threshold of a leaf",help:"A leaf is accepted if its random number is below α. It starts as min(α\
 above · p/q, 1) and changes when leaves below it are deleted.",paper:"Weng et al. 2025"},{term:"S",also:[],methods:["t\
raversal"],name:"S: mass of the residual",help:"The probability by which the target exceeds the draft after a deletion: \
the sum of max(α·p − q, 0).",paper:"Weng et al. 2025"},{term:"leaf",also:["leaves"],methods:["traversal"],name:"leaf",
help:"A guess without a guess after it, among those that were not deleted yet.",paper:"Weng et al. 2025"},{term:"deleted",
also:["deletion","deletions"],methods:["traversal"],name:"deleted leaf",help:"A leaf that failed its test is taken out o\
f the tree. Then the next leaf is tested.",paper:"Weng et al. 2025"}];var we=new Map;for(let n of go)for(let t of[n.term,...n.also])we.set(t,[...we.get(t)??[],n]);var dl="[\\p{L}\\p{N}_′̃’]",
bo=n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),pl=n=>/^\p{Ll}{2}/u.test(n)?`[${n[0]}${n[0].toUpperCase()}]${bo(n.slice(1))}`:
bo(n),ul=[...we.keys()].sort((n,t)=>t.length-n.length),fl=new RegExp(`(?<!${dl})(${ul.map(pl).join("|")})(?![\\p{L}\\p{N}_\
′̃])`,"gu");function ml(n,t){let e=we.get(n)??we.get(n[0].toLowerCase()+n.slice(1))??[];return e.find(({methods:o})=>o.
includes(t))??e.find(({methods:o})=>!o.length)??null}function gl(n,t="",e=new Set){let s=[],o=0;for(let i of bl(n)){let a=ml(
i[0],t);!a||e.has(a)||(e.add(a),s.push({text:n.slice(o,i.index),entry:null},{text:i[0],entry:a}),o=i.index+i[0].length)}
return[...s,{text:n.slice(o),entry:null}].filter(i=>i.text)}var bl=n=>[...n.matchAll(fl)].filter(({index:t})=>n.lastIndexOf(
"“",t)<=n.lastIndexOf("”",t)&&!/^a \p{L}/u.test(n.slice(t,t+3))),wo=0;function yo(n,t){wo+=1;let e=h("div",{class:"s\
t-gloss",role:"tooltip",id:`st-gloss-${wo}`,hidden:!0,"data-testid":"glossary"}),s=null;function o(p,u){s=p,A(e,h("b",{},
u.name),h("p",{},u.help),u.paper?h("small",{},u.paper):null),e.hidden=!1;let f=p.getBoundingClientRect(),m=n.getBoundingClientRect(),
g=e.offsetWidth,b=Math.max(0,Math.min(f.left-m.left,m.width-g)),y=f.top-e.offsetHeight-6;e.style.left=`${b}px`,e.style.top=
`${(y>0?y:f.bottom+6)-m.top}px`,p.setAttribute("aria-describedby",e.id)}function i(){s?.removeAttribute("aria-describedb\
y"),s=null,e.hidden=!0}n.addEventListener("keydown",p=>{if(p.key==="ArrowDown"||p.key==="ArrowUp")return a(p,p.key==="Ar\
rowDown"?1:-1);p.key!=="Escape"||e.hidden||(i(),p.stopPropagation())});function a(p,u){let f=p.target;if(!(f instanceof HTMLElement)||
f.localName!=="dfn")return;let g=[...f.closest("p, dt, dd, li, span")?.querySelectorAll("dfn")??[]];g[Math.min(g.length-
1,Math.max(0,g.indexOf(f)+u))].focus(),p.preventDefault(),p.stopPropagation()}let r=(p=!0)=>{let u=new Set,f=p;return m=>gl(
m,t(),u).map(g=>{let b=f&&g.entry!==null;return b&&(f=!1),c(g,b)})},l=(p,u=!0)=>r(u)(p);function c({text:p,entry:u},f){if(!u)
return p;let m=h("dfn",{tabindex:f?"0":"-1","data-term":u.term},p),g=()=>o(m,u);for(let b of["focus","click"])m.addEventListener(
b,g);return m.addEventListener("mouseenter",b=>{ft.moved(b)&&g()}),m.addEventListener("blur",i),m.addEventListener("mous\
eleave",()=>{m.matches(":focus")||i()}),m}return{root:e,explained:l,marker:r,gone:()=>{s&&!s.isConnected&&i()}}}var ye=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:6,wide:190,gap:36,font:17,small:13,r:6.5,text:!0,least:.93},{name:"\
duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",upTo:64,
row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,high:21,
low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,apart:2,
wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],nt={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,wide:178,gap:0,
font:18,small:13,r:7,text:!0,least:.93},Xe={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},Z=n=>ye.find(t=>t.
name===n)??ye[0],wl=3.3,xe=60,Rt=16,ke=7,yl=4,ct=n=>Math.ceil(wl*n),Mt=({small:n},t)=>Math.ceil(n*(t?5.2:2.1))+4,ts=({small:n})=>Math.
ceil(n*2.8)+4,St=n=>Math.ceil(yl*n),Y=16,wt=34,Yt=30,ve=10,Dt=44,Qt=1.6,ht=n=>n?Y-6:Y-4,$e=({name:n},t)=>t||n==="line"||
n==="dots",Nt=(n,t)=>2*ht(t)+wt+(t?0:$e(n,t)?ve:Yt+8);var Me=88,xl=142,xo=112,kl=66,vl=98,$l=8,es={slab:28,low:22,gap:6,end:3};function ko(n,t,e,s){let{cols:o}=n,i=t.big?16:nt.
small;if(e){let g=t.touched?Dt:Dt-6,b=Math.max(g,Math.min(54,Math.floor((t.h-2*ht(!0)-wt)/o)));return{...nt,row:b,high:b-
6,wide:Math.min(420,Math.max(200,t.w-2*Y-Me-14)),gap:0,font:16,small:i,least:1}}let a=s?60:t.big?nt.high-10:nt.high,r=os(
a,s,o>2),l=s||o>$l?8:Math.max(12,Math.min(22,Math.floor(t.w*.018))),c=2*Y+l*(o-1),d=o*(t.big?xo:xl)+c,p=s?.8:t.big?Xe.card:
nt.least,u=Math.max(t.big?p:1,Math.min(Qt,(t.h-an(t))/r,t.w/d)),f=g=>Math.floor((t.w/g-c)/o),m=Math.max(kl,Math.min(nt.wide,
f(u)),Math.min(xo,f(p)));return{...nt,high:a,wide:m,gap:l,font:s?16:nt.font,small:s&&!t.big?15.5:i,least:p}}var an=({bar:n,
touched:t})=>t?n:0,ss=n=>n?33:48,ns=n=>n?es.low:es.slab,rn=(n,t)=>n+ss(t)+ns(t)+es.gap,os=(n,t,e)=>ht(!1)+wt+n+ss(t)+(e?
rn(n,t)+es.end:ns(t)+Y);function vo(n,t){if(t)return Al(n);let{high:e,wide:s,r:o,small:i}=n,a=e<80,r=-e/2,l=s-9,c=ct(i),
d=St(i),p=s<vl,u=r+(a?21:27),f={x:0,y:-r+(a?5:12),wide:s,high:a?8:12,says:{x:s/2,y:-r+(a?29:40)}},m=a?[33,48]:[48,68],g=s>=
10+d+4+20+6+c+9,b=g||a?Ml(n,g,r+m[0],r+m[1]):Sl(n,r);return{glyph:{x:p?13:18,y:r+(a?15:21),r:o},word:{x:p?24:32,y:u,end:p?
s-4:l},scale:f,sure:null,bars:b,second:s<(a?128:118)?null:{x:10,y:r+(a?39:52),end:!1},times:{x:l,y:u-1}}}function Ml({wide:n,
small:t,high:e},s,o,i){let a=n-9,r=s?14+St(t):10,l=t*.34,c=a-ct(t)-6-r;return{x:{q:r,p:r},wide:c<Rt?0:c,high:e<80?7:9,q:o,
p:i,name:s?10:null,long:s,one:!1,numbers:{q:a,p:a},texts:{q:l,p:l}}}function Sl({wide:n,small:t},e){let s=n-9,o=10+St(t)+
4+ct(t)<=s,i=e+50,a=e+74;return{x:{q:10,p:10},wide:n-20,high:5,q:i,p:a,name:10,long:o,one:!1,numbers:{q:s,p:s},texts:{q:-7,
p:-7}}}function Al({high:n,wide:t,r:e,small:s}){let o=ct(s),i=t-8,a=i-o,r=a-St(s)-4,l=r-4>120,c=Math.min(22,(n-2)/2),d=-c+
s*.73+.5,p=3.8,u=d+p,f=d+c+p,m=l?r:a;return{glyph:{x:18,y:0,r:e},word:{x:32,y:6,end:m-6},second:{x:i,y:5,end:!0},sure:null,
times:{x:m-4,y:5},bars:{x:{q:a,p:a},wide:o,high:2.6,q:u,p:f,name:l?r:null,long:l,one:!1,numbers:{q:i,p:i},texts:{q:-p,p:-p}},
scale:{x:t+10,y:-8,wide:Me,high:10,says:{x:t+10+Me/2,y:16}}}}function Se({narrow:n,mode:t,chain:e},s,o){let i=s.x+s.wide,a=s.edge+4,r=(a+o.x)/2,l=t.high/2;if(n&&e)return`M${s.x+18} ${s.
cy+l}V${o.cy-l}`;if(n){let c=s.x+t.r+7;return`M${c} ${s.cy+l}V${o.cy-6}Q${c} ${o.cy} ${c+6} ${o.cy}H${o.x}`}return`M${i}\
 ${s.cy}H${a}C${r} ${s.cy} ${r} ${o.cy} ${o.x} ${o.cy}`}function ln({narrow:n},t,e){let s=Math.max(t.x+t.wide,e.x+e.wide)+
(n?22:30);return`M${t.x+t.wide} ${t.cy}C${s} ${t.cy} ${s} ${e.cy} ${e.x+e.wide+1} ${e.cy}`}var is=n=>n.makes?{...n,cy:n.
cy+n.makes}:n,Ae=({room:n},t,e)=>e>=n?is(t):t,as=({room:n},t,e)=>e>=n?t.late:t.wire;function $o({name:n,r:t},{nth:e}){let i=(e?ke:0)+(n==="rich"?9:n==="dots"?3:7)+t;return{glyph:i,word:i+t+(n==="rich"?7:6)}}
function Mo(n,t,e){let{name:s,high:o,wide:i,font:a,r}=n,l=[`${s}${e?"-":""}${i}x${o}`,t.numbers,+t.sure,+t.nth].join("."),
{small:c}=n;if(s==="card")return{key:l,small:c,...vo(n,e)};let d=$o(n,t),p=o/2;if(s==="rich")return{key:l,small:c,...Tl(
n,t,d)};let u=s==="dots"||t.numbers<1?null:s==="duo"?El(n):Ol(n,t),f=u?Math.min(u.x.q,(u.numbers.q??i)-ct(n.small)):i,m=Math.
min(a*.36,p-a*.25);return{key:l,small:c,glyph:{x:d.glyph,y:0,r},word:{x:d.word,y:m,end:f-5},second:null,sure:null,times:{
x:f-4,y:m},bars:u,scale:s==="chip"||s==="duo"?{x:0,y:p-2,wide:i,high:4,says:null}:null}}function Tl({high:n,wide:t,r:e,small:s},{
sure:o},i){let a=n/2,r=(n>55?19:17)-a,l=a-10,c=l-13.5,d=ct(s),p=t-8,u=10+St(s),f=t-u-d-18>=Rt?u+4:10,m={q:s*.34,p:s*.34};
return{glyph:{x:i.glyph,y:r-6,r:e},word:{x:i.word,y:r,end:o?p-d-6:p},second:{x:p,y:r,end:!0},start:{x:i.word,y:15},sure:o?
{x:p,y:r}:null,times:{x:p,y:r},bars:{x:{q:f,p:f},wide:p-d-6-f,high:6,q:c,p:l,name:f>10?10:null,long:f>10,one:!1,numbers:{
q:p,p},texts:m},scale:{x:0,y:a-1.5,wide:t,high:5,says:null}}}function El({high:n,wide:t,small:e,bar:s=0}){let o=n*.23,i=t-
8,a=i-ct(e)-6,r=e*.36,l=a-s;return{x:{q:l,p:l},wide:s,high:6,q:-o-.5,p:o-1,name:null,long:!1,one:!1,numbers:{q:i,p:i},texts:{
q:r,p:r}}}function Ol({name:n,high:t,wide:e,small:s},{numbers:o}){let i=e-7,a=ct(s),r=o>1?i-a-8:i,l=n==="line",c=l?0:3.6-
t/2,d=l?s*.36:t/2-8.5;return{x:{q:r-a+3,p:i-a+3},wide:a-3,high:l?0:2.6,q:c,p:c,name:null,long:!1,one:o<2,numbers:{q:r,p:i},
texts:{q:d-c,p:d-c}}}function Jt(n,t,e,s,o=!1){let{name:i,small:a}=n,r=$o(n,t).word,l=ct(a),c=r+e+s+8;return!n.text||t.numbers<
1?Math.ceil(c):Math.ceil(i==="rich"?Math.max(c+(t.sure?l+6:0),o?10+St(a)+4+xe+6+l+8:10+Rt+6+l+8):i==="duo"?c+l+11+(o?xe:
0):c+l+(t.numbers>1?l+8:0)+4)}var So=22;function Ao(n){let t=new Map;return n.n.merge?.forEach((e,s)=>{let o=n.fates[s].find(({state:i})=>i==="merged");
e!==null&&o&&t.set(e,[...t.get(e)??[],o.step])}),t}function To(n){let{model:t,it:e,items:s,spot:o,narrow:i,form:a,mode:r}=n;
if(s.some(({place:c})=>t.copied(e,c)))return;let l=new Map;for(let c of i?[]:s){let d=o.get(e.place.get(t.get(e,"merge",
c.place)??-1)??-1);d&&d!==c&&d.col>=c.col&&l.set(d,[...l.get(d)??[],c])}for(let[c,d]of l)c.shared=d,d.forEach((p,u)=>{let f=c.
cy+r.high/(d.length+2)*(u+1-(d.length-1)/2),m=o.get(t.up(e,p.place)),g=m?c.x-m.edge:0,b=g<2*So;p.into={item:c,x:c.x-(b?g/
2:So)-a.glyph.x,y:(b&&m?(f+m.cy)/2:f)-a.glyph.y,wire:m?Se(n,m,{...c,cy:f}):""}});e.n.id.forEach((c,d)=>{let p=o.get(d),u=p??
o.get(e.place.get(t.get(e,"origin",d)??-1)??-1),f=u?.into?.item??u;!f||f===p||(f.stands.push(d),p||o.set(d,f))})}function At({
it:n},{place:t,into:e},s){let o=n.fates[t].find(i=>i.state==="merged")?.step??1/0;return e&&o<=s?e:null}var Eo=78,Oo=130,Ll=170,Lo=240;function jo({mode:n,narrow:t,chain:e,items:s,top:o,w:i,h:a,bar:r,scale:l},c,d,p){let u=Math.
max(0,(d.w/l-i)/2),f=t||r||!d.bar?1/0:(d.w-(d.buttons??Lo))/l-u-8,m=d.bar?d.buttons??Lo:0,g=$e(n,t),b=ht(t)-2,y=Math.min(
...s.map(P=>P.x)),x=Math.max(0,c.cols-(c.kind==="free"?1:2)),k={x:y,y:b,w:Eo,h:wt-10},v=Math.max(...t?s.map(P=>P.x+P.wide):
s.filter(({col:P})=>P<=x).map(P=>P.x+P.wide)),M=e&&!t?o+n.high+ss(p):a-ht(t)-Yt+2,[S,L]=t?[160,460]:[120,300],I=Math.min(
v-y,f-y-Ll)-Oo,T=g?{x:y+Oo,y:b,w:Math.max(S,Math.min(I,L)),h:wt-10}:{x:y,y:M,w:v-y,h:e?ns(p):Yt},O=g?a-ht(t)-(t?0:ve)+4:
M,C={x:y-5,y:g?T.y+T.h:o-6,w:v-y+10,h:O-(g?T.y+T.h:o-6)},U=c.cols-1,K=n.high/2,W=e?t?{x:y,y:o+K+U*n.row,w:n.wide,h:n.high}:
{x:Y+U*(n.wide+n.gap),y:o+K,w:n.wide,h:n.high}:null;return{lane:k,most:Math.max(y,f-Eo),until:t?d.w-8-m:Math.min(i,f),slab:{
...T,w:Math.min(T.w,i-T.x-8)},below:!g,area:C,bonus:W,head:o-6}}function qo(n,t,e,s,o,i){let a=s.find(({place:b})=>t.n.role[b]==="target"),r=a&&s.find(({place:b})=>b===n.up(t,a.place));
if(e.kind!=="tree"||!a||!r)return 1/0;let l=s.filter(b=>b!==a),c=l.filter(({col:b})=>b===a.col),d=c.filter(({place:b})=>n.
up(t,b)===r.place).at(-1)??r,p=new Set([d.place]);for(let{place:b}of l)p.has(n.up(t,b))&&p.add(b);let u=l.filter(b=>b.row>
d.row&&!p.has(b.place));if(i){let b=Math.max(...l.filter(({place:y})=>p.has(y)).map(y=>y.row))+1;for(let y of u)y.makes=
o;return a.cy+=(b-a.row)*o,a.row=b,t.born[a.place]}let f=Math.max(-1,...c.filter(b=>b.row<=d.row).map(({y:b})=>b)),m=Math.
min(1/0,...c.filter(b=>u.includes(b)).map(({y:b})=>b)),g=d===r?Math.max(f+1,Math.min(r.y,m)):f+1;if(m<g+.99)for(let b of u)
b.makes=o;return a.cy+=(g-a.y)*o,a.y=g,t.born[a.place]}var jl=44,ql=30,Il=26,Rl=96,Dl=3,Ro=7,Nl=96,Io=(n,{big:t})=>t?{...n,least:Xe[n.name]}:n,rs=({name:n,text:t},e,{sure:s,nth:o},{
big:i})=>({numbers:t?e:0,sure:s&&n==="rich",big:!!i,fates:!1,nth:o&&t&&(n!=="line"||e>1)}),Cl=[["rich",2],["duo",2],["ch\
ip",2],["line",2],["duo",1],["chip",1],["line",1],["line",0]];function Do(n,t,e,s){let o=t.h-e,a=Cl.filter(([g])=>n.at.length<=
Z(g).upTo).map(([g,b])=>{let y=Io(Z(g),t);return{mode:y,has:rs(y,b,s,t)}}),r=({mode:g})=>g.least*No(g,n.rows,g.low+g.apart)<=
o,l=({mode:g,has:b},y=n.cols)=>g.least*Bo(g,b,{...n,cols:y},s,ls(g,b,s))<=t.w-4,c=n.kind==="tree"?n.cols-1:n.cols,d=g=>g.
find(b=>l(b))??g.find(b=>l(b,c)),p=g=>d(g.filter(({mode:b,has:y})=>y.numbers===2&&b.name!=="line"))??d(g.filter(({has:b})=>b.
numbers===2))??d(g.filter(({has:b})=>b.numbers===1))??d(g),u=a.filter(({mode:g})=>g.name==="line"),f=p(a.filter(r))??(t.
big?a.find(r):void 0)??p(u)??u.at(-2)??{mode:Io(Z("dots"),t),has:rs(Z("dots"),0,s,t)},m=l(f)?n.cols:c;return{...Bl({...n,
cols:m},t,o,s,f.mode,f.has),fits:l(f,m)}}var No=(n,t,e)=>(t-1)*e+Math.min(n.high,e-n.apart)+Nt(n,!1),ls=(n,t,e)=>n.text?
Jt(n,t,Math.min(e.word(n.font),Dl*n.font),Te(n,e)):n.wide,Te=(n,{often:t,copied:e},s=!1)=>t?Mt(n,s):e?ts(n):0,Co=(n,t,{joins:e})=>e?
jl:t.nth&&n.name!=="rich"?ql:n.gap*.6,Ee=({name:n},{arcs:t})=>2*Y+(t||n==="line"||n==="dots"?Il:0),Oe=(n,t)=>n.text?t:t+
Nl,Bo=(n,t,{cols:e},s,o)=>e*Oe(n,o)+(e-1)*Co(n,t,s)+Ee(n,s);function Bl(n,t,e,s,o,i){let{rows:a,cols:r}=n,{least:l,apart:c,
low:d}=o,p=s.word(o.font),u=d+c+.4*(o.row-d-c),f=t.w-4,m=Math.min(p,Ro*o.font),g=o.text?Jt(o,i,m,Te(o,s)):o.wide,b=Math.
max(l,Math.min(Qt,e/No(o,a,u),f/Bo(o,i,n,s,g))),y=(e/b-Nt(o,!1)+c)/a,x=Math.floor(Math.max(d+c,Math.min(o.row,y))),k=Ee(
o,s),v=Co(o,i,s),M=(f/b-k-(r-1)*v)/r,S=o.text?Math.floor(Math.max(ls(o,i,s),Math.min(o.wide,M,Jt(o,i,p,Te(o,s,s.fates),!0)))):
o.wide,L=(f/b-k-r*Oe(o,S))/Math.max(1,r-1),I=s.fates&&S>=ls(o,i,s)+Mt(o,!0)-Mt(o,!1);return{mode:{...o,wide:S,row:x,high:Math.
min(o.high,x-c),bar:Po(o,i,s,S)},has:{...i,fates:I},gap:Math.floor(Math.max(v,Math.min(Rl,L)))}}function Fo(n,t,e){let s=n.
at.length,o=m=>(t.h-m-Nt(ye[0],!0))/s,i=Math.floor(t.touched?Math.max(o(t.bar),Math.min(Dt,o(0))):o(t.bar)),{name:a}=ye.
filter(({upTo:m})=>s<=m).find(({low:m,apart:g,text:b})=>b&&m+g<=i)??(s<=Z("line").upTo?Z("line"):Z("dots")),r={...Z(a),small:13,
font:Math.min(Z(a).font,16),least:1},l=Math.max(120,t.w-Ee(r,e)-(n.cols-1)*cn(r)),c=rs(r,2,e,t),d=ls(r,c,e)<=l?c:rs(r,1,
e,t),p=r.text?Math.min(l,Jt(r,d,e.word(r.font),Te(r,e),!0)):r.wide,u=Math.max(r.low+1,Math.min(i,r.row)),f=Math.min(r.apart,
u-r.low);return{mode:{...r,wide:p,row:u,high:Math.min(r.high,u-f),bar:Po(r,d,e,p)},has:d,gap:0,fits:!0}}function Po(n,t,e,s){
let o=Math.min(e.word(n.font),Ro*n.font),i=Math.min(xe,s-Jt(n,t,o,Te(n,e)));return i<Rt?0:i}var cn=({name:n})=>n==="rich"||
n==="duo"||n==="chip"?22:14;var Zt=n=>Array.from(n).reduce((t,e)=>t+(Fl.find(([s])=>s.test(e))?.[1]??.66),0),Fl=[[/[%mMW@]/,.99],[/[w<>=≥≤≈+×÷]/,
.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],cs=(n,...t)=>t.find(e=>Zt(e)<=n)??t[t.length-1],hn=(n,t,{width:e,typeface:s})=>e(
n,`700 ${t}px ${s}`);function _o(n,t,e,s,o=12){let i=Math.max(Math.min(o,t),t*.7),a=s(t)(n);if(a<=e)return{word:n,font:t};
let r=Math.max(i,Math.floor(t*e/a)),l=s(r),c=n;for(let d=Array.from(n).length;d>2&&l(c)>e;d--)c=B(n,d-1);return{word:c,font:r}}var Pl=560,_l=700,Hl=280,zl=1.6,Wl=334,Ul=170,Gl=1.7;function Ho(n,t,e,s,o){let i=e.at.some(d=>(n.get(t,"count",d)??1)>1),
a=!!t.n.merge,r=e.at.some(d=>n.copied(t,d)),l=e.at.filter(d=>t.n.role[d]!=="target").map(d=>n.wordAt(t,d)),c=t.panels.some(
({kind:d})=>d==="width"||d==="judged");return{word:d=>Math.max(0,...l.map(p=>hn(p,d,s))),often:i,copied:r&&!o,fates:!!t.
shares,sure:!!t.n.sure,arcs:a||t.replicas>0,nth:!o&&!a&&(c||e.at.some(d=>n.nth(t,d)!==null)),joins:a&&!r}}function Kl(n,t,e,s,{
mode:o,has:i},a,r){let l=e.at[s],c=t.fates[l].some(y=>y.times),d=n.wordAt(t,l),p=o.text||t.onPath[l],u=c?Mt(o,i.fates):n.
copied(t,l)?ts(o):0,f=o.text?a.word.end-a.word.x-u:1/0,{word:m,font:g}=_o(d,o.font,f,y=>x=>hn(x,y,r),(r.big?18:12)/o.least),
b=[a.key,c,p,t.n.role[l]==="input"].join();return{place:l,kind:b,key:"",word:m,whole:d,font:g,copies:c,named:p,wide:o.wide,
nth:i.nth?n.nth(t,l):null,col:e.col[s],row:e.row[s],y:e.y[s],x:0,cy:0,edge:0,up:-1,wire:"",makes:0,late:"",stands:[l],into:null,
shared:[]}}function Vl(n,t,e,s){let o=e.kind==="chain",i=s.w>zl*s.h,a=s.h<Hl&&i,r=an(s),l=o?nt.least*os(nt.high,!1,e.cols>
2)+r:0,c=a||s.h<l&&i,d=c||!s.big&&s.h<Wl&&i,p=Z("line"),u=!!t.n.merge&&p.least*(e.rows*p.row+Nt(p,!1))<Gl*s.h&&e.at.length<=
Z("chip").upTo,f=x=>o&&(!x||s.touched||e.cols*(Dt-6)+Nt(nt,!0)<=s.h),m=x=>{if(!f(x)){let M=Ho(n,t,e,s,x);return{...x?Fo(
e,s,M):Do(e,s,r,M),content:M}}let k=ko(e,s,x,d),v=e.cols*(k.wide+k.gap*.6)+2*Y;return{mode:k,gap:k.gap,content:Ho(n,t,e,
s,x),fits:k.least*v<=s.w,has:{numbers:2,sure:!1,nth:!1,big:!!s.big,fates:!!t.shares&&k.wide>Ul}}},g=s.w>0&&s.w<Pl&&!c&&!u,
b=m(g),y=f(g);return!g&&!u&&!(a&&y)&&s.w<_l&&!b.fits&&(b=m(g=!0)),{...b,narrow:g,chain:f(g),low:d,bar:g?s.bar:r}}function zo(n,t,e,s){
let o=t.core&&!s?t.core:t.lay,i=Vl(n,t,o,e),{mode:a,has:r,narrow:l,chain:c,low:d,bar:p}=i,u=Mo(a,r,l),f=ht(l)+wt,m=o.at.
map((y,x)=>Kl(n,t,o,x,i,u,e));Zl(m,i,f);let g=c&&!l?rn(a.high,d):0;for(let y of m)g&&Yl(n,t,m,y)&&(y.cy+=g);let b={model:n,
it:t,mode:a,form:u,has:r,narrow:l,chain:c,whole:s,bar:p,scale:1,items:m,top:f,drop:g,aside:c&&l?12:0,room:c?1/0:qo(n,t,o,
m,a.row,l),repeats:Ao(t),tests:t.panels.some(({kind:y})=>y==="width")?Xl(t):null,spot:new Map(m.map(y=>[y.place,y])),w:0,
h:0};return b.w=Jl(m,i,o),b.h=c&&!l?os(a.high,d,o.cols>2):f+(l?(c?o.cols:o.at.length)-1:o.rows-1)*a.row+a.high+ht(l)+(l?
e.bar:$e(a,l)?ve:Yt+8),b.scale=dn(b,e),To(b),Ql(b),{...b,models:jo(b,o,e,d)}}function Yl(n,t,e,{place:s,col:o}){let i=e.
filter(a=>a.col<=o&&t.n.role[a.place]==="draft");return t.n.role[s]==="target"&&i.some(a=>a.col===o)&&i.every(a=>n.fate(
t,a.place,t.born[s]).state!=="rejected")}function dn({w:n,h:t,narrow:e,mode:s,bar:o},i){let a=(i.w-4)/n,r=e?1:(i.h-o)/t;
return Math.max(s.least,Math.min(e?1:Qt,a,r))}function Ql(n){let{model:t,it:e,items:s}=n,o={};for(let i of s){let a=n.spot.
get(t.up(e,i.place)),r=o[i.kind]??0,l=i.into||e.n.role[i.place]!=="target"?a:a?.into?.item??a;i.key=`${i.kind}#${r}`,o[i.
kind]=r+1,l&&Object.assign(i,{up:l.place,wire:Se(n,l,i),late:Se(n,is(l),is(i))})}}function Jl(n,{mode:t,gap:e,narrow:s,chain:o,
content:i},{cols:a}){let r=Math.max(...n.map(c=>c.x+c.wide));if(s)return r+Y+(o?Me+10:26);let l=o?2*Y:Ee(t,i);return Math.
max(r+Y,a*Oe(t,t.wide)+(a-1)*e+l)}function Zl(n,{mode:t,gap:e,narrow:s,chain:o},i){let a=Oe(t,t.wide),r=o?0:cn(t);for(let l of n){
let c=Y+l.col*(a+e);l.x=s?Y+l.col*r-(o?4:0):c,l.cy=i+t.high/2+(s?l.row:l.y)*t.row,l.edge=c+a}}function Xl(n){let t=new Map,
e=new Map;return n.steps.forEach(({verdicts:s},o)=>s.forEach(i=>{let{layer:a,state:r,place:l}=n.verdicts[i];if(a===void 0||
r!=="accepted"&&r!=="rejected")return;let c=(e.get(a)??0)+1;e.set(a,c),t.set(l,[...t.get(l)??[],{step:o,nth:c}])})),t}var Wo=7,Uo=n=>(n>=26?Uo(Math.floor(n/26)-1):"")+String.fromCharCode(65+n%26),Go=(n,t)=>({n:t,groups:(n.recurring?.groups??
[]).filter(([e])=>e===t).map(([,e])=>e).sort((e,s)=>e[0]-s[0])});function Ko({mode:n,spot:t},e){let s=n.name==="card"||n.
name==="rich";return new Map((e?.groups??[]).flatMap((o,i)=>o.flatMap((a,r)=>{let l=t.get(a),c=Uo(i),d=pn(c);return l?[[
a,{letter:c,hue:i%Wo,first:r===0,tagX:s?l.wide-d+6:l.wide+1,tagY:s?-n.high/2-9:-9}]]:[]})))}var pn=n=>8+10.5*n.length;function hs(n,t,e){
let{model:s,it:o,spot:i}=n;return(e?.groups??[]).flatMap((a,r)=>a.flatMap(l=>(i.has(l)?s.gram(o,l,e?.n??1).slice(0,-1):[]).
flatMap(c=>{let d=i.get(c),p=d&&(At(n,d,t)?.wire??as(n,d,t));return p?[{key:`${r}.${l}.${c}`,d:p,hue:r%Wo,end:l,visible:o.
born[l]<=t}]:[]})))}function Vo({model:n,it:t},e,s){let o=e?.groups.findLast(i=>i.includes(s));return new Set(o?.flatMap(
i=>n.gram(t,i,e?.n??1)))}function Yo(n,t,{n:e,groups:s},o,i=!1){let a=t.fates.some(r=>r.some(l=>l.state==="merged"&&l.step<=
o));return[ec(n,t,{n:e,groups:s},o),i&&a?tc:""].filter(Boolean).join(" ")}var tc="◆ is merged: it goes on like the node \
at the other end of its pink line.";function ec(n,t,{n:e,groups:s},o){let i=f=>t.born[f]<=o,a=t.n.role.filter((f,m)=>f===
"draft"&&i(m)&&!n.copied(t,m)).length,r=s.reduce((f,m)=>f+Math.max(0,m.filter(i).length-1),0),l=n.unit(),c=e===1?l:q(e,l);
if(!a)return"Nothing is drafted yet.";let d=t.recurring?.share.find(([f])=>f===e)?.[1]??0,p=r&&a===t.recurring?.drafted&&
n.voice==="exact"?` ${z(d/a)} of the draft lies inside repeated ${e}-grams.`:"";if(!r)return e===1?`No ${l} is repeated.`:
`No ${e}-gram is repeated.`;let u=e===1?`a ${l}`:`a ${e}-gram`;return`${r} of ${q(a,"guess","guesses")} ${r===1?"repeats":
"repeat"} ${u} that is already in the draft (same letter = same ${c}, hollow = first occurrence).${p}`}var Xt=class{drawn=new Map;roots=[];constructor(t,e,s){this.group=t,this.make=e,this.dress=s}patch(t){let e=this.drawn;this.
drawn=new Map(t.map(i=>{let{parts:a,was:r}=e.get(i.key)??{parts:this.make(i),was:null};return(!r||!sc(i,r))&&this.dress(
a,i,r),[i.key,{parts:a,was:i}]}));let s=[...this.drawn.values()].map(({parts:i})=>i.root),o=this.roots;s.length===o.length&&
s.every((i,a)=>i===o[a])||me(this.group,this.roots=s)}};function sc(n,t){for(let e in n)if(n[e]!==t[e])return!1;return!0}
function Tt(n,t,e){e===null?n.removeAttribute(t):R(n,{[t]:e})}var yt=n=>n?"visible":"hidden",Et=(n,{x:t,y:e},s="start")=>w(
"text",{class:n,x:t,y:e,"text-anchor":s});function Qo(n,{x:t,wide:e,high:s,name:o,numbers:i,texts:a,[n]:r}){let l={x:t[n],
y:r-s/2,height:s,rx:2},c=w("rect",{class:s<4?"st-bar thin":"st-bar",...l}),d=o===null?null:Et("st-bar-name",{x:o,y:r+a[n]}),
p=i[n],u=p===null?null:Et("st-bar-n",{x:p,y:r+a[n]},"end"),f=e>0&&s>0;return{root:w("g",{class:"st-pr","data-of":n,"data\
-part":"bars","aria-hidden":"true"},f&&w("rect",{class:"st-track",...l,width:e}),f&&c,d,u&&" ",u),line:c,name:d,number:u}}
function nc(){let n=w("rect",{}),t=w("text",{"text-anchor":"middle"});return{root:w("g",{class:"st-nth","aria-hidden":"t\
rue"},n,t),plate:n,number:t}}function oc({root:n,plate:t,number:e},s,{small:o}){let i=Math.ceil(o*1.1)+1,a=Math.max(i,Math.
ceil(s.length*o*.7)+6);R(n,{visibility:s?"inherit":"hidden"}),R(t,{x:ke-a,y:-i/2,width:a,height:i,rx:i/2}),R(e,{x:ke-a/2,
y:o*.36}),$(e,s)}function ic({kind:n},t,e){let[s,o,i]=n.split(",").slice(1).map(O=>O==="true"),{high:a,name:r}=t,l=r==="\
dots"?a/2:Math.min(10,a/2),c=s?w("rect",{class:"st-under",x:4,y:-a/2-4,height:a,rx:l}):null,d=w("rect",{class:"st-box",x:0,
y:-a/2,height:a,rx:l}),{x:p,y:u,r:f}=e.glyph,m=w("path",{class:"st-g",transform:`translate(${p} ${u}) scale(${f})`}),g=o?
Et("st-w",e.word):null,b=o&&s?Et("st-x",e.times,"end"):null,y=b&&w("title"),x=o&&e.sure?Et("st-v",e.sure,"end"):null,{second:k}=e,
v=k&&(i&&e.start?{...e.start,end:!1}:k),M=o&&v?Et("st-s",v,v.end?"end":"start"):null,[S,L]=e.bars?[Qo("q",e.bars),Qo("p",
e.bars)]:[null,null],I=r==="dots"?null:nc();return{root:w("g",{role:"button"},c,d,m,g,b&&" ",b,x&&" ",x,M&&" ",M,S&&" ",
S?.root,L&&" ",L?.root,I&&" ",I?.root,y&&" ",y),box:d,under:c,q:S,p:L,scale:null,glyph:m,ask:null,name:g,second:M,times:b,
told:y,nth:I,sure:x,tag:null,copy:null}}function ac(n,t,e,s,o){let{root:i,box:a,under:r,name:l,q:c,p:d}=n,p=(...u)=>!e||
u.some(f=>t[f]!==e[f]);p("classes")&&R(i,{class:t.classes}),p("tab")&&R(i,{tabindex:t.tab}),p("id","x","y")&&R(i,{"data-\
node":t.id,transform:`translate(${t.x} ${t.y})`}),p("letter")&&Tt(i,"data-group",t.letter),p("gram")&&Tt(i,"data-hue",t.
gram===null?null:String(t.gram)),p("copy")&&uc(n,t,o),p("wide")&&R(a,{width:t.wide}),l&&p("font")&&R(l,{"font-size":t.font}),
r&&p("wide","repeated")&&(R(r,{width:t.wide}),r.classList.toggle("none",!t.repeated)),c&&p("q","qName","qText")&&Jo(c,t.
q,t.qName,t.qText,o),d&&p("p","pName","pText")&&Jo(d,t.p,t.pName,t.pText,o),p("from","cut","coin","side","test","span")&&
rc(n,t,o),n.sure&&p("sure")&&$(n.sure,t.sure),n.nth&&p("nth")&&oc(n.nth,t.nth,o),p("state","visible","label","word","sec\
ond","times","told")&&hc(n,t),p("ask")&&dc(n,t,s),p("letter","hue","first","tagX","tagY")&&pc(n,t)}function Jo({root:n,line:t,
name:e,number:s},o,i,a,{bars:r}){R(n,{visibility:o===null?"hidden":"inherit"}),R(t,{width:o===null?0:Math.max(o>0?1:0,o*
(r?.wide??0)).toFixed(1)}),e&&$(e,i),s&&$(s,a)}function rc(n,{from:t,cut:e,coin:s,side:o,test:i,span:a},r){if((!r.scale||
e===null||s===null||n.scale&&n.scale.span!==a)&&(n.scale?.root.remove(),n.scale=null),!r.scale||e===null||s===null)return;
let{x:c,y:d,wide:p,high:u,says:f}=lc(r.scale,a??0),m=x=>c+x*p;if(!n.scale){let x={x:c,y:d,height:u,rx:Math.min(3,u/2)},k={
yes:w("rect",{class:"st-scale-yes",...x}),cut:w("path",{class:"st-scale-cut"}),coin:w("circle",{class:"st-coin",cy:d+u/2,
r:u>6?6.5:5}),says:f&&Et("st-scale-says",f,"middle")},v=w("g",{class:"st-scale","data-part":"scale","aria-hidden":"true"},
" ",w("rect",{class:"st-scale-no",...x,width:p}),w("path",{class:"st-scale-hatch",d:cc({x:c,y:d,wide:p,high:u})}),k.yes,
k.cut,k.coin,k.says," ");n.scale={root:v,span:a,...k},n.root.insertBefore(v,n.nth?.root??n.told)}let g=n.scale,b=Math.max(
0,t);g.root.toggleAttribute("data-own",o==="own"),R(g.yes,{x:m(b).toFixed(1),width:Math.max(1,(e-b)*p).toFixed(1)});let y=o===
"above"?t:o==="below"&&e<1?e:null;R(g.cut,{d:y===null?"":`M${m(y).toFixed(1)} ${d-3}v${u+6}`}),R(g.coin,{cx:m(s).toFixed(
1)}),g.says&&$(g.says,i)}function lc(n,t){let e=n.says&&{...n.says,x:n.says.x-t/2};return{...n,x:n.x-t,wide:n.wide+t,says:e}}
function cc({x:n,y:t,wide:e,high:s}){let o=[];for(let i=n+3;i+s<n+e;i+=7)o.push(`M${i} ${t+s}l${s} ${-s}`);return o.join(
"")}function hc({root:n,glyph:t,name:e,second:s,times:o,told:i},a){let{state:r}=a;R(n,{visibility:yt(a.visible),"data-sh\
own":r?"1":"0"}),Tt(n,"aria-hidden",r?null:"true"),Tt(n,"aria-label",r&&a.label),Tt(n,"data-state",r),Tt(t,"data-kind",r),
r&&R(t,{d:it(r)}),e&&$(e,a.word),s&&$(s,a.second),o&&$(o,a.times),i&&$(i,a.told)}function dc(n,t,{font:e}){if(t.ask===null)
return n.ask?.remove();n.ask??=w("text",{class:"st-ask",y:e*.36,"font-size":e},"?"),R(n.ask,{x:t.ask}),n.ask.parentNode||
n.name?.before(n.ask)}function pc(n,{letter:t,hue:e,first:s,tagX:o,tagY:i}){if(n.tag?.remove(),!t)return;let a=pn(t);n.tag=
w("g",{class:"st-rec"+(s?" first":""),"data-hue":e,transform:`translate(${o} ${i})`}," ",w("rect",{width:a,height:18,rx:4}),
w("text",{x:a/2,y:14.5,"text-anchor":"middle"},t)),n.root.append(n.tag)}function uc(n,{copy:t},e){n.copy?.remove(),n.copy=
t?Et("st-copy",e.times,"end"):null,n.copy&&($(n.copy,t),Tt(n.copy,"aria-hidden","true"),n.root.append(n.copy))}function fc({
root:n},{d:t,state:e,made:s,visible:o,classes:i}){R(n,{d:t,class:i,visibility:yt(o)}),Tt(n,"data-state",e),n.toggleAttribute(
"data-made",s)}function Zo(n,t,e){R(n,{visibility:yt(e)}),e!==n.hasChildNodes()&&A(n,...e?t:[])}var ds=class{box=w("rect",
{rx:7});name=w("tspan",{class:"st-model-name"});says=w("tspan",{class:"st-model-says",dx:8});words=w("text",{"text-ancho\
r":"middle"},this.name);aside=w("text",{class:"st-model-says"});constructor(t){this.tip=t==="draft"?w("path",{class:"st-\
model-tip"}):null,this.root=w("g",{class:"st-model","data-of":t,"data-part":"pass","aria-hidden":"true"}),this.parts=this.
tip?[this.tip,this.box,this.words,this.aside]:[this.box,this.words],this.tip||this.words.append(this.says)}draw(t){if(Zo(
this.root,this.parts,t!==null),!t)return;let{x:e,y:s,w:o,h:i,on:a,name:r,says:l}=t;this.root.toggleAttribute("data-on",a),
R(this.box,{x:e,y:s,width:o,height:i}),this.tip&&R(this.tip,{d:`M${e+o/2-6} ${s+i-1}h12l-6 7z`}),$(this.name,r),$(this.tip?
this.aside:this.says,l),R(this.words,{x:e+o/2,y:s+i/2+5}),R(this.aside,{x:e+o+9,y:s+i/2+5})}},un=class{area=w("rect",{class:"\
st-pass",rx:10,"data-part":"pass","aria-hidden":"true"});rays=w("path",{class:"st-rays","aria-hidden":"true"});draft=new ds(
"draft");target=new ds("target");bonusBox=w("rect",{rx:10});star=w("path",{class:"st-g","data-kind":"bonus",d:it("bonus")});word=w(
"text",{class:"st-bonus-w"});says=[w("text",{class:"st-bonus-s"}),w("text",{class:"st-bonus-s"})];bonus=w("g",{class:"st\
-bonus","aria-hidden":"true"},this.bonusBox,this.star,this.word,...this.says);band=w("rect",{class:"st-band","aria-hidde\
n":"true",x:-400,y:0});label=w("tspan");whose={q:w("tspan",{"data-of":"q"}),p:w("tspan",{"data-of":"p"})};key=w("text",{
class:"st-key","aria-hidden":"true"},this.label,this.whose.q,this.whose.p);stick(t){for(let e of[this.band,this.draft.root,
this.target.root,this.key])R(e,{transform:`translate(0 ${t.toFixed(1)})`})}draw({draft:t,target:e,area:s,rays:o,bonus:i,
key:a,head:r}){if(R(this.band,{width:4e3,height:r}),R(this.key,{visibility:yt(a!==null),x:a?.x??0,y:a?.y??0}),$(this.label,
a?.label??""),$(this.whose.q,a?.q?` ${a.q}`:""),$(this.whose.p,a?.p?`${a.q?",":""} ${a.p}`:""),this.draft.draw(t),this.target.
draw(e),this.area.classList.toggle("above",!s.below),R(this.area,{x:s.x,y:s.y,width:s.w,height:s.h,visibility:yt(s.on)}),
R(this.rays,{d:o,visibility:yt(o!=="")}),R(this.bonus,{visibility:yt(!!i?.visible)}),!i)return;let{x:l,y:c,w:d,h:p,name:u,
says:f}=i,m=p<56,g=m?c:c-p/2+(p<80?16:22);R(this.bonusBox,{x:l,y:c-p/2,width:d,height:p}),R(this.star,{transform:`transl\
ate(${l+17} ${g}) scale(6.5)`}),$(this.word,u),R(this.word,{x:l+31,y:g+5.5}),this.says.forEach((b,y)=>{$(b,f[y]??""),R(b,
{x:m?l+92:l+10,y:m?c+4.4:g+(p<80?17:24)+16*y})})}},mc=0,ps=class{arrow=`st-arrow-${++mc}`;svg=w("svg",{class:"st-svg",preserveAspectRatio:"\
xMidYMin",role:"group","aria-label":"Graph of this round"});floatBox=w("rect",{rx:4,height:20});floatWord=w("text",{y:14,
x:6});float=w("g",{class:"st-float",visibility:"hidden","aria-hidden":"true"});mode=null;form=null;pass=new un;nodes=new Xt(
w("g",{class:"st-nodes","data-part":"nodes"}),t=>ic(t,this.mode,this.form),(t,e,s)=>ac(t,e,s,this.mode,this.form));edges=new Xt(
w("g",{class:"st-edges"}),()=>({root:w("path")}),fc);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","\
st-origin");bands=new Xt(w("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue:t,end:e})=>({root:w("path",{class:"st-\
rec-band","data-hue":t,"data-end":e})}),({root:t},{d:e,visible:s})=>R(t,{d:e,visibility:yt(s)}));arcs(t,e){return new Xt(
w("g",{class:t,"aria-hidden":t==="st-links"&&"true"}),()=>({root:w("path",{class:e,"marker-end":`url(#${this.arrow})`})}),
({root:s},{d:o,visible:i,solid:a=!1,bold:r=!1})=>{R(s,{d:o,visibility:yt(i)}),s.classList.toggle("solid",a),s.classList.
toggle("bold",r)})}draw(t,e){this.mode=t.mode,R(this.svg,{"data-mode":t.mode.name}),this.svg.style.setProperty("--small",
`${t.form.small}px`),this.form=t.form,this.svg.firstChild||A(this.svg,w("defs",{},w("marker",{id:this.arrow,viewBox:"0 0\
 8 8",refX:7,refY:4,markerUnits:"userSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},w("path",{d:"M0 0L8 4L0 8\
Z",class:"st-arrow"}))),this.pass.rays,this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,
this.nodes.group,this.pass.area,this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.
pass.draw(t.pass);for(let s of["bands","edges","merges","links","nodes"])this[s].patch(t[s]);Zo(this.float,[this.floatBox,
this.floatWord],t.float!==null),t.float&&($(this.floatWord,t.float.word),R(this.floatBox,{width:ut(t.float.word,`13px ${e}`)+
14}),R(this.float,{transform:`translate(${t.float.x} ${t.float.y})`}))}elementOf(t){return this.partsOf(t)?.root}partsOf(t){
return t&&this.nodes.drawn.get(t.key)?.parts}edgeOf({key:t}){return this.edges.drawn.get(t)?.parts.root}clear(){A(this.svg)}};var gc=16;function Le({frame:n},t){let e=t.target instanceof Element?t.target.closest("[data-node]"):null;return e&&n?n.
it.place.get(Number(e.getAttribute("data-node")))??-1:-1}function bc(n,t){let{scene:e,zoom:s}=n,o=-1,i=gc;for(let a of e?.
nodes??[]){if(!e||a.state===null)continue;let r=s.away(t,a,e.mode.high);r<=i&&([o,i]=[a.place,r])}return o}function Xo(n,t){
let e=(n.frame?.items??[]).filter(({place:i})=>n.shows(i)).sort((i,a)=>i.row-a.row),s=e.findIndex(({place:i})=>i===n.selection.
roving),o=e[Math.min(e.length-1,Math.max(0,s+t))];o&&(n.rove(o.place),n.focus({preventScroll:!0}),n.reveal([o.place]))}function ti(n){
let{svg:t,on:e}=n,s=i=>{i<0||(n.rove(i),e.pick(i))},o=i=>{n.float(i),e.hover(i)};t.addEventListener("click",i=>{let a=Le(
n,i);s(a<0&&n.touched.matches?bc(n,i):a)}),t.addEventListener("mouseover",i=>{ft.moved(i)&&o(Le(n,i))}),t.addEventListener(
"mouseleave",i=>{ft.moved(i)&&o(-1)}),t.addEventListener("focusin",i=>{Le(n,i)>=0&&o(Le(n,i))}),t.addEventListener("focu\
sout",()=>o(-1)),t.addEventListener("keydown",i=>{if(i.key==="Enter")s(Le(n,i));else if(i.key==="ArrowDown")Xo(n,1);else if(i.
key==="ArrowUp")Xo(n,-1);else return;i.preventDefault(),i.stopPropagation()})}var us=class{toggle=h("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-pressed":"\
false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(!this.
on),this.redraw()}},"Mark repeats");sizes=h("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"a\
ria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(t=>h("option",
{value:t},`${t}-grams`)));say=h("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(t,e){
this.model=t,this.redraw=e}set(t){this.on=t,this.toggle.setAttribute("aria-pressed",t?"true":"false"),this.sizes.hidden=
this.say.hidden=!t}open(t){let{recurring:e}=t;if(this.toggle.hidden=!e?.groups.length,this.shown=null,!e?.drafted||!this.
on)return $(this.say,"");this.n||=Math.min(4,e.tau),this.sizes.value=String(this.n),this.shown=Go(t,this.n)}describe(t,e,s){
this.shown&&$(this.say,Yo(this.model,t,this.shown,e,s))}reset(){this.n=0,this.shown=null,this.toggle.hidden=!0,$(this.say,
"")}};var fs="what if";function ei({model:n,it:t},e,s,{supposed:o}){if(t.born[e]>s)return null;let i=n.fate(t,e,s);return o?.place===
e?{...i,state:o.state,second:fs,plain:fs}:i}function ms({model:n,it:t,items:e,chain:s},o){let i=r=>{let{state:l}=n.fate(
t,r,o);return l==="rejected"||l==="fill"&&t.fates[r].some(c=>c.state==="rejected"&&c.step<=o)},a=s?e.filter(({place:r})=>t.
n.role[r]==="draft"&&t.born[r]<=o&&i(r)):[];return Math.min(1/0,...a.map(({col:r})=>r))}function si({it:n,repeats:t},{place:e},s){
return(t.get(n.n.id[e])??[]).some(o=>o<=s)}function ni({model:n,it:t},{place:e,stands:s},o){if(s.length<2||o<t.seen)return e;
let i=a=>t.born[a]>o||!n.decided(t,a,o).length?-1:V(n.fate(t,a,o).state).strength;return s.reduce((a,r)=>i(r)>i(a)?r:a,e)}function oi({model:n,it:t,form:e,mode:s,chain:o},i,a){let r=n.second(a),{second:l,start:c}=e;if(!(t.n.role[i]==="input"))
return e.bars&&(r!==fs||o)?"":r;let p=c?s.wide-c.x:l&&!l.end?s.wide-l.x:1/0;return Zt(r)*wc+6<=p?r:""}var wc=13;function fn(n,t,e,s){
let o=t.n.role[e]==="input",i=n.voice==="plain"?z:N;return{q:o||n.unweighed(t,e)?null:n.drafted(t,e,s),p:o?null:n.wanted(
t,e,s),say:a=>a===null?"":i(a)}}function yc(n,t){if(t===null)return"";let e=n.voice==="plain"?z(t):N(t);return e.length<
6?e:t>.5?">.99":n.voice==="plain"?"≈0%":"≈0"}function ii(n,{place:t},e,s){let{model:o,it:i,form:a}=n,{bars:r}=a;if(!s||
!r)return{q:null,p:null,qName:"",pName:"",qText:"",pText:""};let{q:l,p:c}=fn(o,i,t,e),d=S=>yc(o,S),p=!a.sure&&r.name===null&&
i.n.sure?o.get(i,"sure",t):null,u=s.verdict===null?null:i.verdicts[s.verdict],f=s.state==="residual"?u?.tiles.find(([S])=>S===
"p′")?.[1]:void 0,m=typeof f=="number"?f:null,g=je(n,t,e),b=r.one&&p!==null?null:g?.ratio??m??c,y=r.one&&b!==null?null:
p??l,x=o.voice==="plain",k=i.shares&&r.long?"_beam":"",v=(S,L)=>x?r.long?S:"":L,M=g?x?v("ratio",""):r.long?"α":"":m!==null?
v("leftover","p′"):v("target",`p${k}`);return{q:y,p:b,qName:y===null?"":v(o.guessed(),`q${k}`),qText:d(y),pText:g?xc(g,
o.voice):d(b),pName:b===null?"":M}}var ai=({it:n,chain:t})=>!t&&n.panels.some(({kind:e})=>e==="judged");function je({it:n,
chain:t},e,s){let o=t?void 0:n.panels.find(({kind:a})=>a==="judged"),i=o?.kind==="judged"?o.ratios?.findLast(a=>a.place===
e&&a.step<=s):void 0;return i?{...i,fell:i.fell&&i.step===s}:null}function xc({ratio:n,fell:t},e){let s=(e==="plain"?E:N)(
n);return s.length>5?"≈0":`${t?"↓":"×"}${s}`}function gs({model:n,it:t},e){let s=n.get(t,"sure",e);return s===null?
"":n.voice==="plain"?z(s):N(s)}function ri(n,t,e,s,o,i){let{model:a,it:r,form:l}=n,c=1+t.shared.filter(lt=>At(n,lt,o)).length,{place:d,word:p,whole:u,named:f,
copies:m,nth:g}=t,{second:b,qName:y,qText:x,pName:k,pText:v,test:M}=i,{q:S,p:L,say:I}=fn(a,r,d,o),{name:T=null,numbers:O={
q:null,p:null}}=l.bars??{},C=(lt,pt,G)=>[T!==null&&pt,O[lt]!==null&&G].filter(Boolean).join(" "),U=T!==null&&O.q!==null,
K=a.second(e),W=l.sure?gs(n,d):"",P=je(n,d,o),ot=[p,f&&m&&i.times,W,l.second&&b,C("q",y,x),C("p",k,v),M,kc(g,i.letter),i.
copy];return[...ot,W&&`confidence ${W}`,f&&m&&e.told,a.called(e),!ot.includes(K)&&K,S!==null&&!(U&&y&&x===I(S))&&`draft ${I(
S)}`,L!==null&&!(U&&k&&v===I(L))&&`target ${I(L)}`,P&&`running ratio ${E(P.ratio)}`,c>1&&`shared by ${c} paths`,s&&`copy\
 of node ${a.get(r,"origin",d)}`,p!==u&&u].filter(Boolean).join(", ")}function kc(n,t){return n===null?t&&`${t}, letter \
of its n-gram`:t?`${n} ${t}: number among the candidates, letter of its n-gram`:`${n} among the candidates`}function li(n,t,{picked:e,pointed:s,supposed:o},i){let{model:a,it:r,spot:l}=n,{now:c}=r.steps[t],d=new Map,p=(u,f)=>{d.set(
u,(d.get(u)??new Set).add(f))};for(let u of c)p(u,"now");e>=0&&p(e,"picked"),o&&p(o.place,"supposed");for(let u=s;u>=0;u=
a.up(r,u)){let f=l.has(u)?u:r.place.get(a.get(r,"origin",u)??-1)??-1;p(f,u===s?"lit-end":"lit")}for(let u of Vo(n,i,s))p(
u,"rec-lit");return d}var ci=[2,5,6,4,3,1,0],vc=6,$c=({steps:n},t)=>n[t].phase==="merge"?n[t].now:n[t].phase==="draft"&&n[t+1]?.phase==="merge"?
n[t+1].now:[],hi=(n,t,e)=>t.place.get(n.get(t,"merge",e)??-1)??-1;function di(n,t,e){let s=new Map;for(let o of $c(t,e)){
let i=hi(n,t,o);i>=0&&s.set(i,[...s.get(i)??[i],o])}return s.size?{n:t.recurring?.tau??1,groups:[...s.values()]}:null}var pi=n=>ci[n%
ci.length],ui=(n,t,e)=>hs(n,t,e).map(s=>({...s,hue:pi(e?.groups.findIndex(o=>o.includes(s.end))??0)})),fi=(n,t,e)=>new Map(
(e?.groups??[]).flatMap((s,o)=>s.flatMap(i=>n.gram(t,i,e?.n??1).map(a=>[a,pi(o)]))));function mi(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t],c=new Set(r==="merge"?l:[]),d=i.some(({place:u})=>s.copied(o,u)),p=u=>u.shared.
some(f=>At(n,f,t))&&u.wire!=="";return i.flatMap(u=>{let f=p(u)?[{key:`${u.place}-own`,d:u.wire,visible:!0,solid:!0,bold:u.
shared.some(({place:y})=>c.has(y))}]:[],m=a.get(hi(s,o,u.place));if(!m)return f;let g=o.fates[u.place].find(y=>y.state===
"merged")?.step??o.born[u.place],b=u.into?.wire||ln(n,Ae(n,u,t),Ae(n,m,t));return[...f,{key:String(u.place),d:b,solid:u.
into!==null,bold:c.has(u.place),visible:g<=t&&(!d||[u.place,m.place].includes(e))}]})}function gi(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t];if(!o.replicas)return[];let c=m=>a.get(o.place.get(s.get(o,"origin",m)??-1)??
-1),d=a.has(e)?c(e)?.place??e:-1,p=r==="unmerge"&&l.length<=vc,u=m=>p&&l.includes(m)||(s.copied(o,e)?m===e:d>=0&&c(m)?.place===
d);return i.filter(({place:m})=>s.copied(o,m)&&o.born[m]<=t&&u(m)).flatMap(m=>{let g=c(m.place);return g?[{key:String(m.
place),visible:!0,d:ln(n,Ae(n,m,t),Ae(n,g,t))}]:[]})}var bi=({model:n,it:t,mode:e,narrow:s},{place:o,named:i},a)=>a&&e.text&&
!s&&i&&n.copied(t,o)?"copy":"";function wi({model:n,it:t},e,s){if(!t.n.merge||s<t.seen)return!1;let o=a=>t.onPath[a]||n.
decided(t,a,s).some(r=>["accepted","rejected"].includes(t.verdicts[r].state));return n.decided(t,e,s).some(a=>t.verdicts[a].
state==="unused")&&!o(e)&&!Mc(n,t,e).some(o)}var Mc=(n,t,e)=>(t.n.origin??[]).flatMap((s,o)=>s===t.n.id[e]&&n.copied(t,o)?
[o]:[]);var Sc=new Set(["residual","bonus","fill","drawn"]),Ac=15.5,Tc=16,Ec=7.6,Oc=226,Lc=118;function xi(n,t){let{model:e,it:s,
items:o,models:i,chain:a,narrow:r,mode:l}=n,{phase:c,now:d}=s.steps[t],p=s.steps.flatMap((G,Ut)=>yi.has(G.phase)?[Ut]:[]),
u=s.n.role.some(G=>G==="draft")||p.length>0,f=t>=s.seen,{lane:m,slab:g,area:b,below:y}=i,x=yi.has(c),k=G=>G>=5e-4&&!e.toy()?
` · ${It(G)}`:"",v=x?o.filter(({place:G})=>d.includes(G)):[],M=v.length?Math.min(...v.map(({x:G})=>G)):m.x,S=!y||!v.length?
m.x:l.text?M+(l.wide-m.w)/2:M,L=e.drafter(),I=u?{...m,x:Math.max(m.x,Math.min(S,i.most)),on:x,name:L,w:Math.max(m.w,Math.
ceil(L.length*Ec)+24),says:f&&y?`${q(p.length,"step")}${k(s.bar.draft)}`:""}:null,T=s.steps[s.seen]?.nodes.length??0,O=s.
mask?.starts.length||1,C=c==="target",{w:U}=g,K=O===1?"one pass":q(O,"pass","passes"),W=U>270,P=C&&W?` over ${q(T,"posit\
ion")}`:"",ot=U<110?"":"waits",lt=U<140?"":`${K}${P}${U<180?"":k(s.bar.target)}`,pt={...g,on:C,name:"Target",says:f?lt:ot};
return{draft:I,target:s.steps.some(G=>G.phase==="target")?pt:null,area:{...b,on:C,below:y},bonus:Rc(n,t),head:y?0:i.head,
key:x?null:jc(n,t,I,pt),rays:r?"":C&&a?Ic(n):qc(n,t)}}function jc({model:n,it:t,form:e,narrow:s,models:o,h:i},a,r,l){let{
bars:c}=e,d=n.voice==="plain",p=!e.sure&&t.n.sure&&c?.name===null;if(!c||c.long||c.name!==null&&!d)return null;let u=r&&
r.says?Zt(r.says)*Ac+24:12,f=o.below?r?r.x+r.w+u:l.x:l.x+l.w+12,m=a>=t.seen,g=m&&!(c.one&&p),b=s?"":"numbers:",y=g?d?"ta\
rget":"p":"",x=c.one&&m&&!p?"":p?"path confidence":d?"draft":"q";return f+Zt(`${b} ${x}, ${y}`)*e.small<=o.until?{x:f,y:o.
lane.y+o.lane.h/2+5,label:b,q:x,p:y}:s||o.below?null:{x:o.lane.x,y:i-4,label:b,q:x,p:y}}var yi=new Set(["draft","exit"]);
function qc({it:n,items:t,spot:e,models:s,mode:o,chain:i},a){let{phase:r,now:l}=n.steps[a],{slab:c,below:d}=s;return i||
!d||!Sc.has(r)?"":l.flatMap(p=>e.get(p)??[]).flatMap(({x:p,cy:u,wide:f})=>{let m=p+f/2,g=u+o.high/2,b=m>c.x&&m<c.x+c.w,y=t.
every(x=>x.x>m||x.x+x.wide<m||x.cy+x.makes<=u);return b&&y&&c.y-g>=Tc?[`M${m} ${c.y}V${g}`]:[]}).join("")}function Ic({items:n,
models:t,mode:e,it:s,top:o}){let{slab:i,bonus:a}=t,r=n.filter(({place:p})=>s.n.role[p]!=="target"),l=[...r.slice(1),...a?
[a]:[]],c=e.wide/2,d=o+e.high+3;return l.map((p,u)=>`M${r[u].x+c} ${i.y}L${p.x+c} ${d}`).join("")}function Rc(n,t){let{it:e,
items:s,models:o,narrow:i}=n,a=s.find(({place:d})=>e.n.role[d]==="target"&&e.born[d]<=t);if(!o.bonus)return null;let r=s.
filter(({place:d})=>e.n.role[d]==="draft").length,l=r<1||o.bonus.w<(i?Oc:Lc)?[]:i?[`if ${r===1?"it is":"all are"} accept\
ed`]:r===1?["only if the guess","is accepted"]:[`only if all ${r}`,"are accepted"],c=!a&&t<e.commit&&!Number.isFinite(ms(
n,t));return{...o.bonus,visible:c,name:r?"bonus":"?",says:!i&&o.bonus.h<80?[]:l}}var Dc=2;function Nc(n,t,e){let s=n.panels.find(({kind:i})=>i==="judged");if(s?.kind!=="judged")return;let o=s.rows.findLastIndex(
i=>i.place===t&&i.step<=e);return o<0?void 0:{...s.rows[o],nth:o+1}}function ki({it:n,chain:t,mode:e,narrow:s,tests:o},{
place:i,nth:a},r){return o?s?null:o.get(i)?.findLast(l=>l.step<=r)?.nth??null:t||!n.panels.some(({kind:l})=>l==="judged")?
a:e.text&&!s?Nc(n,i,r)?.nth??null:null}function Cc({it:n,chain:t,narrow:e,spot:s},o,i){let a=n.panels.find(({kind:p})=>p===
"judged");if(!t||a?.kind!=="judged"||n.n.role[o]!=="draft")return;let r=a.rows.findIndex(p=>i>=a.told?p.chosen:p.step===
i),l=a.rows[r],[c,d]=[s.get(a.rows[0]?.place),s.get(o)];return l?.place!==o?null:{...l,nth:r+1,span:e||!c||!d?0:d.x-c.x}}
function vi(n,{place:t},e,s){let{model:o,it:i,form:a,chain:r}=n,l={from:-1,cut:null,coin:null,side:"below",test:"",span:null};
if(!s||!a.scale)return l;let c=Fc(i,t,e);if(c&&(r||c.step===e))return{...Pc(c,a),span:null};let d=Cc(n,t,e);if(d===null)
return l;if(d)return Bc(d,a,o.voice);let p=o.decided(i,t,e).filter(g=>r||i.stepOf[g]===e),u=i.verdicts[p.at(-1)??-1];if(u?.
strip)return{..._c(u.strip,a,o.voice),span:null};if(u?.u===void 0||u.a===void 0)return l;let{u:f,a:m}=u;return{...l,cut:Math.
min(1,m),coin:f,test:$i(a,o.voice,f,m,"accepted",u)}}function Bc({cut:n,u:t,nth:e,span:s},o,i){let a={from:-1,cut:null,coin:null,
side:"below",test:"",span:s};if(t===null||!o.scale)return a;let r={...o,scale:{...o.scale,wide:o.scale.wide+s}},l=$i(r,i,
t,n,"passes"),c=`prefix ${e}${n>0&&n<1?":":""} ${l}`;return{...a,cut:Math.min(1,n),coin:t,test:l&&xt(r,c,l)}}function Fc(n,t,e){
let s=n.panels.find(({kind:i})=>i==="prefixes");if(s?.kind!=="prefixes")return null;let o=s.prefixes.find(i=>i.place===t&&
i.step<=e);return o?{...o,bar:s.bar}:null}function Pc({ratio:n,product:t,passed:e,bar:s},o){let i=t===null?"∞":E(t),a=`${i}\
 ${e?">":"≤"} ${E(s)}`,r=e?" passes":" fails";return{from:Math.min(1,s),cut:1,coin:n,side:"above",test:xt(o,`joint ${a}${r}`,
`${a}${r}`,a)}}var xt=({scale:n,small:t},...e)=>n?.says?cs((n.wide+Dc)/t,...e):"";function $i(n,t,e,s,o,i={}){let a=e<s?
"<":"≥",r=t==="plain",{p:l,q:c}=i;if(s>0&&s<1)return r?xt(n,`${E(e)} ${a} ${E(s)}`,`${N(e)} ${a} ${N(s)}`):xt(n,`u = ${N(
e)} ${a} ${N(s)}`,`${N(e)} ${a} ${N(s)}`);let d=s>=1?"always":"never",p=[`${d} ${o}`,d];return s>=1&&typeof l=="number"&&
typeof c=="number"&&l>=c?xt(n,r?`${d}: ${z(l)} ≥ ${z(c)}`:`${d}: p ≥ q`,...p):s<=0&&l===0?xt(n,r?`${d}: target 0%`:`${d}\
: p = 0`,...p):xt(n,...p)}function _c({u:n,parts:t,own:e},s,o){let i=p=>t.slice(0,p).reduce((u,[,,f])=>u+f,0),a=i(t.length),
r=i(e)/a,l=i(e+1)/a,c=p=>`${p(r)} ≤ ${p(n)} < ${p(l)}`,d=o==="exact"?xt(s,c(p=>E(p)),c(N),`u = ${N(n)}`):xt(s,`${E(n)}\
 falls in its part`,`picked by ${E(n)}`,E(n));return{from:r,cut:l,coin:n,side:"own",test:d}}var Hc=8,zc=6,bs={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function Mi(n,t,e=bs,s=null){let{model:o,it:i,
items:a,spot:r}=n,l=li(n,t,e,s),c=Ko(n,s),d=di(o,i,t),p=fi(o,i,d),u=[],f=[];for(let b of a){let y=b.stands.flatMap(k=>[...l.
get(k)??[]]),x={...Wc(n,b,t,e,y,c.get(b.place)),gram:p.get(b.place)??null};x.gram!==null&&(x.classes+=" tail"),u.push(x),
b.up>=0&&f.push(Kc(as(n,b,t),x))}let{mode:m,form:g}=n;return{mode:m,form:g,pass:xi(n,t),nodes:u,edges:[...f.filter(({raised:b})=>!b),
...f.filter(({raised:b})=>b)],merges:mi(n,t,e.pointed),links:gi(n,t,e.pointed),bands:s?hs(n,t,s):ui(n,t,d),float:Vc(n,t,
e),hidden:i.born.filter((b,y)=>b<=t&&r.get(y)?.place!==y).length}}function Wc(n,t,e,s,o,i){let{model:a,it:r,mode:l}=n,{named:c}=t,
d=ni(n,t,e),p=ei(n,d,e,s),u=At(n,t,e),f=e>=r.commit,m=t.stands.some(X=>r.onPath[X]),g=f&&p!==null&&!u&&m,b=a.copied(r,d)&&
t.place===d,y=r.n.role[d]==="draft",x=ms(n,e),k=!p&&!y&&t.col>=x,v=k||!p&&y&&!b,M=y&&t.col>=x&&p!==null,S=l.name==="dots",
L=S&&c&&g,I=L?Math.ceil(t.wide+12+7*t.word.length):t.wide,T="st-n";b&&(T+=" replica"),p||(T+=" ghost"),k&&(T+=" hole"),M&&
(T+=" fallen"),g&&(T+=" path"),p?.state==="input"&&f&&!g&&(T+=" gone");let O=!g&&wi(n,d,e);O&&(T+=" quiet"),r.n.merge&&p?.
state==="pruned"&&(T+=" leaf"),u?T+=" joined":!O&&si(n,t,e)&&(!p||V(p.state).strength<zc)&&(T+=" shared");let C=je(n,d,e),
U=ai(n)&&p?.state==="rejected";C&&!n.form.bars?.long&&n.form.bars?.numbers.p&&(T+=" ratio"),U&&(T+=" deleted");for(let X of new Set(
o))T+=` ${X}`;let K=d===t.place?t:{...t,place:d},W=ki(n,K,e),P=W===t.nth?K:{...K,nth:W},{x:ot,y:lt}=u??Gc(n,t,M,e),pt=ii(
n,P,e,p),G=vi(n,P,e,p),Ut=p?oi(n,d,p):"",qt=p?Uc(n,t,p):"",j=bi(n,t,p);return{key:t.key,kind:t.kind,place:d,id:r.n.id[d],
x:ot,y:lt,wide:u?2*n.form.glyph.x:I,joined:u!==null,onto:u&&{x:u.item.x,y:u.item.cy},font:t.font,word:p&&c&&(L||!S)?t.word:
"",state:p?.state??null,visible:p!==null||v,ask:v&&c&&!S?t.wide/2:null,...pt,...G,nth:p&&W!==null?String(W):"",sure:p&&n.
form.sure?gs(n,d):"",second:Ut,gram:null,copy:j,times:qt,told:p?.told??"",repeated:!!p?.times,label:p?ri(n,P,p,b,e,{...pt,
...G,second:Ut,times:qt,copy:j,letter:u?null:i?.letter??null}):"",classes:T,path:g,fallen:M,tab:[d,t.place].includes(s.roving)?
"0":"-1",letter:i?.letter??null,hue:i?.hue??0,first:i?.first??!1,tagX:i?.tagX??0,tagY:i?.tagY??0}}function Uc({mode:n,has:t},{
word:e},{times:s}){let o=(Mt(n,t.fates)-4)/n.small;return cs(o,...t.fates&&e.length>2?[s]:[],s.split(" ")[0])}var Gc=({drop:n,
aside:t,room:e},{x:s,cy:o,makes:i},a,r)=>({x:a?s+t:s,y:(a?o+n:o)+(r>=e?i:0)});function Kc(n,{key:t,state:e,visible:s,path:o,
fallen:i,joined:a,classes:r}){let l=e!==null&&V(e).strength>=Hc;return{key:t,d:n,state:e,made:l,raised:l||o,visible:s&&!i&&
!a,classes:e===null?"st-e ghost":o?"st-e path":/ quiet\b/.test(r)?"st-e quiet":"st-e"}}function Vc({it:n,spot:t},e,{floated:s}){
let o=t.get(s);return!o||o.named||n.born[s]>e?null:{word:o.word,x:o.x+o.wide+2,y:o.cy-10}}var ws=class{value=1;chosen=0;constructor(t,e){this.scroll=t,this.svg=e}fit(t,e){let{w:s,h:o}=t;this.value=Math.min(4,Math.
max(.15,this.chosen||dn(t,e))),this.svg.setAttribute("width",String(Math.ceil(s*this.value))),this.svg.setAttribute("hei\
ght",String(Math.ceil(o*this.value+this.slack(t,e))))}slack({narrow:t,mode:e,h:s,top:o},i){let a=this.value*e.row,r=s*this.
value-i.h-this.value*(o+e.high/2)+a/2;return t&&r>0?(a-r%a)%a:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(t,e,s){
if(!t.length)return;let{scroll:o,value:i}=this,{mode:a,narrow:r,models:l}=e,c=12,{w:d}=s,p=r||l.below?0:i*l.head,u=i*Math.
min(...t.map(({x:v})=>v)),f=i*Math.min(...t.map(({cy:v})=>v-a.high)),m=i*Math.max(...t.map(({x:v,wide:M})=>v+M)),g=i*Math.
max(...t.map(({cy:v})=>v+a.high)),b=s.h-(r?s.bar:0),{scrollLeft:y,scrollTop:x}=o;m-u>d?o.scrollLeft=m-d+c:m>y+d?o.scrollLeft=
Math.min(u-c,m-d+c):u<y&&(o.scrollLeft=u-c);let k=g>x+b||f<x+p;r&&k?o.scrollTop=this.between(t,e,b):g>x+b?o.scrollTop=Math.
min(f-p-c,g-b+c):f<x+p&&(o.scrollTop=f-p-c)}between(t,{mode:e,spot:s,top:o},i){let a=t.map(({row:f})=>f),r=Math.min(...a),
l=this.value*e.row,c=this.value*(o+e.high/2)-l/2,d=Math.ceil(((Math.max(...a)+1)*l+c-i)/l),p=t.some(({row:f,up:m})=>f===
r&&s.get(m)?.row===r-1),u=d<=r?Math.max(0,Math.min(r,Math.max(d,0))):r-(p?1:0);return u>0?c+u*l:0}away(t,{x:e,wide:s,y:o},i){
let a=this.svg.getBoundingClientRect(),r=(l,c,d)=>Math.max(l*this.value-d,d-c*this.value,0);return Math.hypot(r(e,e+s,t.
clientX-a.left),r(o-i/2,o+i/2,t.clientY-a.top))}};var Yc=300,Qc=142,Jc=114,Zc=86,Xc=190,Si=40,ys=class{touched=matchMedia("(pointer: coarse)");picture=new ps;svg=this.picture.
svg;scroll=h("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new ws(this.scroll,this.svg);hidden=h(
"span",{class:"st-hidden","data-testid":"hidden-count"});all=h("button",{type:"button",class:"st-btn st-small","data-tes\
tid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=bs;step=-1;room={w:800,h:300,bar:Si,
touched:!1,typeface:"sans-serif",width:ut};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(t,e){
this.model=t,this.on=e,this.recurring=new us(t,()=>this.again()),this.zooms=h("div",{class:"st-zoom"},this.recurring.toggle,
this.recurring.sizes,h("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zoom out",()=>this.
zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom to 1:1",()=>1),this.
button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=h("div",{class:"st-graph"},this.scroll,this.recurring.
say,this.zooms),ti(this),this.scroll.addEventListener("scroll",()=>this.stick(),{passive:!0})}stick(){let t=this.frame?.
models.below??!0;this.picture.pass.stick(t?0:this.scroll.scrollTop/this.zoom.value)}button(t,e,s,o){return h("button",{type:"\
button",class:"st-btn st-small","data-testid":e,"aria-label":s,title:s,onclick:()=>{this.zoom.chosen=o(),this.frame&&this.
zoom.fit(this.frame,this.room)}},t)}open(t){this.frame?.it!==t&&(this.frame&&this.zoom.top(),this.build(t))}build(t){this.
leave();let{on:e}=this.recurring;this.recurring.open(t),(!this.looked||e!==this.recurring.on)&&this.look(),this.looked=!0,
this.drawn=this.room;let{toggle:s,sizes:o}=this.recurring;this.room={...this.room,buttons:Qc+(s.hidden?0:Jc)+(o.hidden?0:
Zc)+(t.core?Xc:0)},this.frame=zo(this.model,t,this.room,this.expanded.has(t.i));let{w:i,h:a,whole:r,items:l}=this.frame,
c=t.core&&!r;this.all.hidden=!t.core,t.replicas&&l.length<=Yc?$(this.all,c?`Show tree with copies (${t.replicas})`:"Show\
 merged graph"):$(this.all,c?`Show all ${t.size} nodes`:"Show result path and siblings"),this.svg.setAttribute("viewBox",
`0 0 ${i} ${a}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof SVGElement&&this.svg.contains(
document.activeElement)&&document.activeElement.blur(),this.selection=bs,this.step=-1}again(){this.frame&&(this.looked=!1,
this.build(this.frame.it),this.on.redraw())}look(){let{position:t,display:e}=getComputedStyle(this.zooms),s=this.root.closest(
".present")!==null,o=t==="absolute"&&e!=="none"?Si+(this.touched.matches?12:0):0;this.room={w:this.scroll.clientWidth,h:this.
scroll.clientHeight,bar:o,big:s,touched:this.touched.matches,typeface:getComputedStyle(this.root).fontFamily||"sans-seri\
f",width:ut}}toggleAll(){if(!this.frame)return;let{i:t}=this.frame.it;this.folded.add(t),this.expanded.delete(t)||this.expanded.
add(t),this.again()}unmerge(t,e){let s=t.steps.findIndex(({phase:a})=>a==="unmerge"),o=s>=0&&e>=s,i=t.size<=Z("line").upTo;
!t.core||!i||this.folded.has(t.i)||o===this.expanded.has(t.i)||(o?this.expanded.add(t.i):this.expanded.delete(t.i),this.
build(t))}show(t,e,s=this.selection.pointed){if(!this.frame)return;let{it:o}=this.frame;this.unmerge(o,t);let{spot:i,items:a}=this.
frame,{roving:r}=this.selection,l=r<0||o.born[r]>t||!i.has(r),c=Math.min(...a.map(({place:p})=>o.born[p]<=t?p:1/0));this.
render({...this.selection,picked:e,pointed:s,roving:l?i.has(e)?e:Number.isFinite(c)?c:-1:r},t),t!==this.step&&(this.reveals=
e>=0?[e]:o.steps[t].now),this.step=t,this.recurring.describe(o,t,this.frame.narrow);let d=this.scene?.hidden;$(this.hidden,
d?`${q(d,"node")} not shown`:""),this.all.style.visibility=d||this.expanded.has(o.i)?"":"hidden"}render(t,e=this.step){this.
selection=t,!(!this.frame||e<0)&&(this.scene=Mi(this.frame,e,t,this.recurring.shown),this.picture.draw(this.scene,this.room.
typeface))}light(t){t!==this.selection.pointed&&this.render({...this.selection,pointed:t})}float(t){t!==this.selection.floated&&
this.render({...this.selection,floated:t})}suppose(t,e){let s=e&&this.draws(t)?{place:t,state:e}:null;(s||this.selection.
supposed)&&this.render({...this.selection,supposed:s})}rove(t){this.render({...this.selection,roving:t})}draws(t){return this.
frame?.spot.has(t)??!1}shows(t){return this.draws(t)&&(this.frame?.it.born[t]??1/0)<=this.step}view(){let{left:t,top:e}=this.
svg.getBoundingClientRect();return this.frame&&this.scene?{frame:this.frame,scene:this.scene,left:t,top:e,zoom:this.zoom.
value}:null}focus(t){let{roving:e}=this.selection,s=this.frame?.spot.get(e)?.key,o=this.scene?.nodes.find(({place:i,key:a})=>i===
e||a===s);this.picture.elementOf(o)?.focus(t)}reveal(t){this.frame&&this.zoom.reveal(t.flatMap(e=>this.frame?.spot.get(e)??
[]),this.frame,this.room)}settle(){this.reveals&&this.reveal(this.reveals),this.reveals=null,this.stick()}reset(){this.look(),
this.looked=this.room.w>0,this.zoom.top(),this.leave(),this.frame=this.scene=null,this.recurring.reset(),this.expanded.clear(),
this.folded.clear(),this.picture.clear()}resized(){this.look(),this.frame&&(Math.abs(this.room.w-this.drawn.w)+Math.abs(
this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var th={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and th\
e thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision, p\
, q and the thresholds can differ in the third digit."};function Ct(n,{key:t,label:e,value:s,most:o,step:i=.01,say:a,draw:r},l,c,...d){
let p=h("p",{class:"st-whatif-said",role:"status"}),u=h("button",{type:"button",class:"st-btn st-small st-wide","data-te\
stid":"whatif-go",disabled:!0,onclick:()=>c({...l,[t]:f.value})},"Replay this round"),f=h("input",{type:"range",class:"s\
t-scrub",min:i<1?0:1,max:o,step:i,"aria-label":e,"data-testid":`whatif-${t}`,oninput:()=>m(Number(f.value))});f.value=String(
s);function m(b){let y=b!==s;r(b);let x=a(b);$(p,y?`${x} Faded parts still show the recorded run.`:x);let k={sentence:y?
x:""};g.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:k})),u.disabled=!y,g.closest("[data-testid=ins\
pector]")?.toggleAttribute("data-moved",y)}let g=h("details",{class:"st-whatif-box","data-testid":"whatif"},h("summary",
{},"What if?"),h("label",{},e,f),p,h("div",{class:"st-row"},u,...d),h("p",{class:"st-quiet","data-testid":"whatif-again"},
th[n]));return g}var Ai=(n,t)=>h("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>t(
{verdict:n,flip:1})},"Reverse this decision");function Ti(n){let t=h("div",{class:"st-changed",role:"status","data-testi\
d":"changed",hidden:!0});return{root:t,show(e,s,o){t.hidden=!e,A(t,h("b",{},e),s&&h("span",{},"Recorded: ",h("q",{dir:"a\
uto"},s.recorded)),s&&h("span",{},"What if: ",h("q",{dir:"auto"},s.now)),o&&h("button",{type:"button",class:"st-btn st-s\
mall st-wide",onclick:n},"Back to the recorded run"))},wait(){t.hidden=!1,A(t,h("span",{},"Replaying this round. Models \
that are not in memory are loaded first."))},refuse(e){t.hidden=!1,A(t,h("span",{role:"alert"},e),h("button",{type:"butt\
on",class:"st-btn st-small",onclick:()=>{t.hidden=!0}},"Close"))}}}var Oi=25;function Li(n,t,e,s,o){let{why:i,came:a,good:r,tails:l,alpha:c,table:d,cut:p,names:u,least:f}=t,m=h("div",{},l.
length?Ei(n,t):null),g=k=>Math.max(0,l.findLastIndex(v=>v>=k)),b=k=>Math.max(f,g(k)),y=k=>{let v=n==="plain"?`With a req\
uired probability of ${z(k)}`:`With t = ${E(k)}`,M=b(k),S=H(n,l[M]);return g(k)<f?`${v}, the width is the minimum, ${f}.`:
`${v}, the width is ${M}: at least ${M} are accepted with probability ${S}.`},x=k=>A(m,Ei(n,{...t,cut:k,width:b(k)}));return h(
"section",{class:"st-panel","data-testid":"layer-panel"},h("h2",{},t.title),m,i?h("p",{class:"st-reason"},i):null,o&&p!==
null&&l.length?Ct(n,{key:"threshold",label:u[2],value:p,most:1,say:y,draw:x},{},o):null,a&&e>=t.told?h("p",{class:"st-re\
ason"},`${r?"●":"✕"} ${a}`):null,c.length?eh(t):null,d.length?sh(t):null,...s)}var mn=(n,t,e)=>n>t?` (${e?q(n-t,e):n-
t} not shown)`:"";function ji(n,t,e){return e<=29?"":n==="plain"?t>0&&t<.005?"<1%":`${Math.round(100*t)}%`:t<.005?t?"<.0\
1":"0":N(+t.toFixed(2))}function Ei(n,{tails:t,tails_head:e,tails_say:s,cut:o,width:i,names:a}){let r=t.slice(0,Oi),l=300,
c=4,d=56,p=56,u=Math.min(36,(l-c-d)/r.length),f=y=>15+p-y*p,m=r.map(y=>H(n,y)).join(", "),g=o===null?"":` Required: ${a[1]}${H(
n,o)}.`,b=w("svg",{viewBox:`0 0 ${l} ${p+52}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tails","aria-l\
abel":`${e}. ${s} From 0: ${m}.${g} Target width ${i}.`});return r.forEach((y,x)=>{let k=c+x*u,v=k+(u-3)/2,M=x===i,S=o===
null?M:y>=o;b.append(w("rect",{class:`${S?"on":"off"}${M?" mine":""}`,x:k,y:f(y),width:u-3,height:Math.max(.5,y*p)}));let L=ji(
n,y,M?99:u),I=M?"mine":"",T=f(o??-1),O=f(y)-3,C=o!==null&&T<O+3&&T>O-11;L&&b.append(w("text",{class:I,x:v,y:C?T-3:O,"tex\
t-anchor":"middle"},L)),(u>16||x%4===0||M)&&b.append(w("text",{class:I||"end",x:v,y:p+28,"text-anchor":"middle"},String(
x))),M&&b.append(w("path",{class:"point",d:`M${v} ${p+31}l4 6h-8Z`}),w("text",{class:"mine",x:Math.max(14,v),y:p+46,"tex\
t-anchor":"middle"},a[0]))}),o!==null&&b.append(w("path",{class:"cut",d:`M0 ${f(o)}H${l-d}`}),w("text",{class:"t",x:l-d+
3,y:f(o)+3.5},`${a[1]}${H(n,o,N)}`)),h("figure",{"data-testid":"layer-width"},h("figcaption",{class:"st-when"},s),h("p",
{class:"st-tails-head"},e,mn(t.length,r.length)),b)}function eh({alpha:n,alpha_say:t}){let e=n.slice(0,Oi-1),s=300,o=Math.
min(36,(s-4)/e.length),i=40,a=w("svg",{viewBox:`0 0 ${s} ${i+30}`,class:"st-columns",role:"img","aria-label":`α_j of the\
 candidates from 1: ${e.map(r=>E(r)).join(", ")}`});return e.forEach((r,l)=>{let c=2+l*o+(o-3)/2,d=13+i-r*i,p=ji("exact",
r,o);a.append(w("rect",{x:2+l*o,y:d,width:o-3,height:Math.max(.5,r*i)})),p&&a.append(w("text",{x:c,y:d-3,"text-anchor":"\
middle"},p)),(o>16||l%4===0)&&a.append(w("text",{class:"end",x:c,y:i+26,"text-anchor":"middle"},String(l+1)))}),h("figur\
e",{},h("figcaption",{},t,mn(n.length,e.length)),a)}function sh({table:n,table_say:t,candidates:e}){let s=Math.min(17,n.
length),o=42,i=Math.min(30,(300-o)/s),a=o+s*i,r=s*i,l={"text-anchor":"middle"},c=w("svg",{viewBox:`0 0 ${a} ${r+30}`,class:"\
st-heat",role:"img","data-testid":"layer-heat","aria-label":`P(m, k), last row: ${n[n.length-1].map(d=>E(d)).join(", ")}`});
c.style.maxWidth=`${a}px`,n.slice(0,s).forEach((d,p)=>{let u=p*i,f=p===e?"mine":"end";c.append(w("text",{class:f,x:o-6,y:u+
i/2+4,"text-anchor":"end"},String(p))),d.slice(0,s).forEach((m,g)=>{let b=m>=.995?"1":m>=.01?m.toFixed(2).slice(1):m>0?"\
~0":"";c.append(w("rect",{x:o+g*i,y:u,width:i-1,height:i-1,"fill-opacity":(.06+.94*m).toFixed(3)},w("title",{},`P(${p}, ${g}\
) = ${E(m,3)}`))),i>=26&&b&&c.append(w("text",{class:m>.85?"in":"",x:o+g*i+(i-1)/2,y:u+i/2+3.5,...l},b))})}),e<s&&c.append(
w("rect",{class:"frame",x:o-1,y:e*i-1,width:(e+1)*i+1,height:i+1}));for(let d=0;d<s;d++)c.append(w("text",{class:"end",x:o+
d*i+(i-1)/2,y:r+12,...l},String(d)));return c.append(w("text",{class:"end",x:2,y:i/2+4},"m ↓"),w("text",{class:"end",x:o,
y:r+26},"k →")),h("figure",{},h("figcaption",{},t,mn(n.length,s,"row")),c)}function qi(n,t,e){let o=u=>8+u*284,i=t<.14?"start":t>.86?"end":"middle",a={"text-anchor":"middle"},r=n==="plain",l=e!==
void 0&&E(e)===E(t)&&e!==t,c=u=>l?E(u,3):E(u),d=e===void 0?`Threshold ${E(t)}.`:`Random number ${E(e)}; accepted below ${E(
t)}, rejected from ${E(t)} on.`,p=w("svg",{viewBox:"0 -12 300 78",class:"st-axis",role:"img","aria-label":d},w("rect",{class:"\
yes",x:o(0),y:24,width:o(t)-o(0),height:16}),w("rect",{class:"no",x:o(t),y:24,width:o(1)-o(t),height:16}));if(t>.22&&p.append(
w("text",{class:"in",x:o(t/2),y:36,...a},"accept")),t<.78&&p.append(w("text",{class:"in",x:o((1+t)/2),y:36,...a},"reject")),
p.append(w("path",{class:"cut",d:`M${o(t)} 20V44`}),w("text",{x:o(t),y:58,"text-anchor":i},`threshold ${c(t)}`)),e!==void 0){
let u=r?78:34,f=Math.min(300-u,Math.max(u,o(e)));p.append(w("path",{class:"coin",d:`M${o(e)} 42V18l-5 -7h10l-5 7`}),w("t\
ext",{class:"u",x:f,y:4,...a},`${r?"random number":"u ="} ${c(e)}`))}return t>.2&&p.append(w("text",{class:"end",x:o(0),
y:58,"text-anchor":"start"},"0")),t<.8&&p.append(w("text",{class:"end",x:o(1),y:58,"text-anchor":"end"},"1")),p}function Ii(n,t,e){
let o=u=>6+u*288,i=n==="plain",a=e!==void 0&&E(e)===E(t)&&e!==t,r=a?3:2,l=`threshold ${E(t,r)}`,c=e!==void 0&&e<t,d=w("s\
vg",{viewBox:"0 0 300 22",class:"st-axis","aria-hidden":"true"},w("rect",{class:"yes",x:o(0),y:8,width:o(t)-o(0),height:11}),
w("rect",{class:"no",x:o(t),y:8,width:o(1)-o(t),height:11}),w("path",{class:"cut",d:`M${o(t)} 5V22`}));if(e===void 0)return h(
"div",{},d,h("p",{class:"st-axis-say"},l));d.append(w("path",{class:"coin",d:`M${o(e)} 19V7l-4 -6h8l-4 6`}));let p=i?c?"\
is below":"is not below":c?"<":"≥";return h("div",{},d,h("p",{class:"st-axis-say"},h("b",{},`${i?"random number":"u ="}\
 ${E(e,r)}`),` ${p} ${l}`))}var nh=3,oh=34;function ih(n,t){let e=new Map,s=new Map;for(let d of n.its.slice(0,t+1))for(let{node:p}of d.beams)for(let u of n.
path(null,p))e.has(u.node)||s.set(u.parent,[...s.get(u.parent)??[],u.node]),e.set(u.node,d.i);let o=[...e.keys()].filter(
d=>!s.has(d)&&e.get(d)!==t),i=new Set(o.sort((d,p)=>(e.get(p)??0)-(e.get(d)??0)||p-d).slice(0,nh)),a=new Map(n.beamsOf(n.
its[t]).map(({beam:d,slots:p})=>[d.node,{beam:d,slots:p}])),r=d=>e.get(d)===t||i.has(d)||(s.get(d)??[]).some(r),l=d=>{let p=[
d],u=g=>(s.get(g)??[]).filter(r),f=d;for(let[g,...b]=u(f);g!==void 0&&!b.length&&!a.has(f)&&e.get(g)===t==(e.get(f)===t);[
g,...b]=u(f))p.push(f=g);let m=a.get(f);return{nodes:p,last:e.get(d)??0,below:u(f).map(l),copies:m?.slots.length??0,beam:m?.
beam??null}};return[...e.keys()].filter(d=>!e.has(n.lineage.get(d)?.parent??-1)).filter(r).map(l)}function gn(n,t){if(t<
0||!n.its.slice(0,t+1).some(({beams:a})=>a.length>1))return null;let e=ih(n,t),s=n.voice==="plain",o=a=>a===null?"":s?z(
Math.exp(a)):E(a),i=({nodes:a,below:r,last:l,copies:c,beam:d})=>{let p=a.map(m=>n.lineage.get(m)?.token??-1),u=l<t,f=[c>
1?`×${c}`:"",d?o(d.logp):"",d?.best?"likeliest":"",u&&!r.length?`✕ not continued after round ${l+1}`:""].filter(Boolean).
join(" · ");return h("li",{"data-of":u?"lost":d?"end":"trunk"},h("span",{},h("b",{},st(n.phrase(p).replace(/\n/g,"⏎").
trim(),oh)),f?h("small",{},f):null),r.length?h("ul",{},...r.map(i)):null)};return h("section",{class:"st-tree","data-tes\
tid":"inspector-beamtree"},h("h2",{},`Beams so far, with their ${s?"probability":"Σ log p"}`),h("ul",{},...e.map(i)))}var ah=16,rh=5,lh=["q","p","r"],Di={plain:{q:"draft",p:"target",r:"leftover target"},exact:{q:"q",p:"p",r:"residual p′"}},
ch={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},Ni={plain:Di.plain,exact:{q:"q_beam",p:"p_be\
am",r:"residual p′"}};function bn(n,t,e,s){let o=(e?.dists??[]).map(c=>n.dists[c]),i=o.findIndex(({series:c})=>c==="q");
if(i>=0){let[c]=o.slice(0,i),d=o.slice(i+1).find(({series:p})=>p==="r");return{q:o[i],p:c,left:d,residual:c?.series==="r"}}
if(e?.state==="residual"&&o[0]?.series==="r"){let c=Ri(n,t,s),d=c?bn(n,c.place,c,s):null;return d?.left?{...d,left:o[0]}:
{q:void 0,p:o[0],left:void 0,residual:!0}}let a=Fi(n,t,e,s),r=Ri(n,t,s),l=r&&r.place!==t?bn(n,r.place,r,s).left:void 0;return{
q:a.get("q"),p:l??a.get("p"),left:void 0,residual:l!==void 0}}var Ri=(n,t,e)=>n.verdicts.findLast((s,o)=>s.state==="reje\
cted"&&n.stepOf[o]<=e&&n.n.parent[s.place]===n.n.parent[t]&&s.dists.some(i=>n.dists[i].series==="q"));function hh({q:n,p:t,
left:e},s){let o=new Map;for(let[a,r]of[["q",n],["p",t],["left",e]])r?.t.forEach((l,c)=>{let d=o.get(l)??{token:l,q:0,p:0,
left:0};d[a]=r.v[c],o.set(l,d)});let i=a=>Math.max(a.q,a.p);return[...o.values()].sort((a,r)=>i(r)-i(a)).filter(({token:a},r)=>r<
rh||a===s)}function dh({q:n,p:t,left:e}){if(!n||!t||!e||n.rest>1e-6||t.rest>1e-6)return null;let s=new Map(n.t.map((r,l)=>[
r,n.v[l]])),o=new Map(t.t.map((r,l)=>[r,Math.max(0,t.v[l]-(s.get(r)??0))])),i=[...o.values()].reduce((r,l)=>r+l,0),a=e.t.
every((r,l)=>Math.abs((o.get(r)??0)/i-e.v[l])<.02);return i>1e-9&&a?i:null}function Ci(n,t,e,s,o,i){let a=bn(e,s,o,i),{q:r,
p:l,left:c}=a,d=e.n.token[s],p=[r,l,c].filter(x=>x!==void 0);if(!p.length||p.some(x=>x.beam||x.raw))return null;let u=n.
voice==="plain",f=x=>u?z(x):E(x),m=c?dh(a):null,g=c!==void 0,b=(x,k,v)=>{let M=h("i",{"data-of":x});return Object.assign(
M.style,{left:`${100*k}%`,width:`${100*v}%`}),M},y=hh(a,d).map(x=>{let k=r?Math.min(x.p,x.q):0,v=Math.max(0,x.p-k),M=g?b(
"p",0,x.left):b("p",k,v);g&&Object.assign(M.dataset,{from:k,size:m===null?x.left:v});let S=g?[["r",x.left]]:[...r?[["q",
x.q]]:[],...l?[["p",x.p]]:[]],L=`${u?"draft ":"q = "}${f(x.q)}, ${u?"target ":"p = "}${f(x.p)}`;return h("div",{class:x.
token===d?"own":"",title:L},h("span",{},B(n.word(x.token),12)),h("span",{class:"st-both"},b("both",0,k),b("q",k,Math.max(
0,x.q-k)),M),h("span",{class:"st-both-n"},...S.map(([I,T])=>h("b",{"data-of":I},f(Number(T))))))});return h("div",{class:"\
st-overlap","data-testid":"inspector-overlap","data-part":g?"residual":"overlap","data-alone":!l,"data-scaled":g&&m===null?
"no":null},h("div",{class:"st-keys"},...ph(a,u).map(([x,k])=>h("span",{"data-of":x},...t(k)))),h("div",{class:"st-both-a\
xis","aria-hidden":"true"},h("span"),h("span",{},...(u?["0","50%","100%"]:["0",".5","1"]).map(x=>h("small",{},x)))),...y,
m===null||u&&m>.995?null:h("p",{class:"st-quiet","data-part":"sum"},u?`The blue parts add up to ${z(m)} before scaling.`:
`∑ max(${a.residual?"p′":"p"} − q, 0) = ${E(m)}; divided by it, the residual sums to 1.`))}function ph({q:n,p:t,left:e,
residual:s},o){let i=s?o?"leftover target":"p′":o?"target":"p";return e?[["r",o?"leftover target probability":"residua\
l p′"]]:n?t?[["both",o?"shared":`min(${i}, q)`],["more",o?"draft gives more":`q > ${i}`],["p",o?`${i} gives more`:`${i}\
 > q`]]:[["q",o?"draft":"q"]]:[["p",s&&o?"leftover target probability":i]]}function Bi(n,t,e,s,o){let i=Fi(t,e,s,o),a=lh.
filter(M=>i.has(M));if(!a.length)return null;let r=[...i.values()].find(M=>M.beam)?.ends??null,l=r?te(n,t,r):null,c=uh(i),
d=t.n.token[e],p=s?.mine,u=M=>(M.beam===null||!p||p.includes(M.beam))&&(M.token===d||M.token===-2&&M.beam!==null&&!!p&&r?.[M.
beam]===t.n.id[e]),f=c.filter((M,S)=>S<ah||u(M)),m=Math.max(1e-12,...f.map(wn)),g=(r?Ni:Di)[n.voice],b=a.filter(M=>i.get(
M)?.raw).map(M=>g[M]),y=n.voice==="plain"?"before the sampling settings":"before warping 𝒯",x=b.length&&(b.length===a.
length?` ${y}`:` (${b.join(" and ")} ${y})`),k=mh(f,a,r),v=h("div",{class:"st-laws"+(r?" st-laws-joint":""),"data-testid":"\
inspector-dist"},h("h2",{},gh(n,!!r),x?h("small",{},x):null),h("div",{class:"st-law st-law-h"},h("div",{class:"st-keys"},
...a.map(M=>h("span",{"data-of":M},g[M]))),h("span",{class:"st-law-v"},...a.map(M=>h("b",{},ch[n.voice][M])))),...k.map(
M=>fh(n,t,M,a,m,u(M),l,r)));return r&&v.append(h("p",{class:"st-quiet","data-testid":"inspector-sum"},bh(n,k,a))),v.append(
h("p",{class:"st-quiet"},wh(n,g,i,a,c,f))),v}function Fi(n,t,e,s){let o=new Map,i=n.dists.filter(a=>a.at===n.n.parent[t]&&
a.series!=="r"&&!a.beam);for(let a of[...(e?.dists||[]).map(r=>n.dists[r]),...i])!o.has(a.series)&&(a.series==="q"||s>=n.
seen)&&o.set(a.series,a);return o}function wn(n){return Math.max(n.values.p??0,n.values.q??0,n.values.r??0)}function uh(n){
let t=new Map;for(let[e,s]of n)s.t.forEach((o,i)=>{let a=s.beam?s.beam[i]:null,r=`${a}:${o}`,l=t.get(r)||{token:o,beam:a,
beams:a===null?[]:[a+1],values:{}};l.values[e]=s.v[i],t.set(r,l)});return[...t.values()].sort((e,s)=>wn(s)-wn(e))}function fh(n,t,e,s,o,i,a,r){
let l=e.beam!==null&&r&&a&&a.get(r[e.beam])||"",c=n.word(e.token),d=e.beams.length>1?`${e.beams.length}×`:"",p=n.missing(
t,e.token);return h("div",{class:"st-law"+(i?" own":"")},h("span",{class:"st-law-w",title:(l&&`${l} › `)+c},e.beam===null?
"":h("small",{},`${st(l,9)} › `),B(c,12)),h("span",{class:"st-bars"},...s.map(u=>{let f=e.values[u]??0,m=h("i",{"data-\
of":u});return m.style.width=`${Math.max(f>0?1:0,100*f/o)}%`,m})),h("span",{class:"st-law-v"},...s.map(u=>{let f=e.values[u];
return h("span",{},f===void 0?"·":(f?d:"")+H(n.voice,f,N))})),p?h("small",{class:"st-lacks"},p.mark[n.voice]):null)}function mh(n,t,e){
let s=new Map;for(let o of n){let i=o.beam===null||!e?o.beam:e[o.beam],a=[o.token,i,...t.map(l=>o.values[l])].join("|"),
r=s.get(a);r?r.beams.push(...o.beams):s.set(a,{...o,beams:[...o.beams]})}return[...s.values()]}function gh(n,t){return n.
voice==="exact"?t?"Joint distributions over (beam, token)":"Next-token distributions after the parent":t?"Shares of all \
beams":`Probabilities of the next ${n.unit()}`}function bh(n,t,e){let{voice:s}=n,o=n.unit(),i=t.some(l=>l.beams.length>1),
a=e.map(l=>{let c=t.reduce((d,p)=>d+(p.values[l]??0)*p.beams.length,0);return`${Ni[s][l]} ${H(s,+c.toFixed(3))}`});return`\
Before “›” is the last ${o} of the parent beam. Each number is the share of one beam with one ${o}.${i?" 2× means \
two duplicates with that share each.":""} These rows add up to: ${a.join(", ")}.`}function wh(n,t,e,s,o,i){let a=o.filter(
p=>!i.includes(p)),r=[...e.values()].map(p=>p.size),l=Math.max(0,Math.max(o.length,...r)-i.length),c=n.unit(),d=s.map(p=>{
let u=(e.get(p)?.rest??0)+a.reduce((f,m)=>f+(m.values[p]??0),0);return`${t[p]} ${H(n.voice,u<1e-9?0:u)}`});return l?`${q(
l,c)} not shown, together ${d.join(", ")}.`:`These are all ${c}s with nonzero probability.`}function te(n,t,e){let s=[...new Set(
e)],o=new Map(s.map(a=>[a,n.path(t,a).map(({token:r})=>n.word(r))])),i=(a,r)=>o.get(a)?.slice(-r).join("")||"start";return new Map(
s.map(a=>{let r=c=>s.some(d=>d!==a&&i(d,c)===i(a,c)),l=[1,2,3,4].find(c=>!r(c));return[a,l?i(a,l):`${i(a,1)} (node ${a})`]}))}var yh=6,yn=["q","p","used","left"],xh=["residual","bonus","fill","drawn"],kh={q:"draft",p:"target",used:"leftover",left:"\
after"},vh={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},$h=-2;function xn(n,t){let e=t.dists.map(l=>n.dists[l]).filter(
({beam:l})=>l),s=e.findIndex(({series:l})=>l==="q"),[o]=e,i=n.verdicts.filter(({layer:l})=>l===t.layer).flatMap(l=>l.dists.
map(c=>n.dists[c])),a=l=>i.find(({series:c,beam:d})=>c===l&&d),r={q:s<0?void 0:e[s],p:a("p"),used:o?.series==="r"?o:void 0,
left:s<0?void 0:e[s+1]};return Object.fromEntries(Object.entries(r).filter(([,l])=>l))}function Mh(n,t,e){let s=new Map;
for(let a of yn)n[a]?.t.forEach((r,l)=>{let c=n[a],d=c.beam?.[l]??0,p=`${d}:${r}`,u=s.get(p)??{beams:[d],token:r,shares:{}};
u.shares[a]=c.v[l],s.set(p,u)});let o=new Map;for(let a of s.values()){let r=[e[a.beams[0]]??`beam ${a.beams[0]}`,a.token,
...yn.map(c=>a.shares[c])].join(),l=o.get(r);l?l.beams.push(...a.beams):o.set(r,a)}let i=({shares:{q:a=0,p:r=0}}={})=>Math.
max(a,r);return[...o.values()].sort((a,r)=>i(r)-i(a)).filter((a,r)=>r<yh||t(a)).sort((a,r)=>a.beams[0]-r.beams[0]||i(r)-
i(a))}function Sh(n,t,e){let s=n.panels.find(l=>l.kind==="width"&&l.layer===t&&e>=l.known);if(s?.kind!=="width")return null;
let o=n.verdicts.filter((l,c)=>l.layer===t&&n.stepOf[c]<=e),i=(...l)=>o.filter(({state:c})=>l.includes(c)).length,a=i("a\
ccepted"),r=s.candidates-a-i("rejected");return{width:s.width,accepted:a,own:i(...xh),candidates:s.candidates,left:r}}function kn(n,t,e){
let s=t===null||!["layer","orphaned","verify","residual","bonus","fill"].includes(n.steps[e].phase)?null:Sh(n,t,e);if(!s)
return null;let{width:o,accepted:i,own:a}=s,r=Math.max(0,o-i-a),l=[...Array(i).fill("accepted"),...Array(a).fill("fill")].
map(c=>tt(c));return h("p",{class:"st-count","data-testid":"layer-count"},h("span",{"aria-hidden":"true"},...l,...Array.
from({length:r},()=>h("i"))),h("b",{},`beams found for layer ${t}: ${i+a} of ${o}`),h("small",{},Ah(s,r)))}function Ah({
accepted:n,own:t,candidates:e,left:s},o){return t?`${n} accepted, ${t} sampled by the target`:e?o?s?`${q(s,"candidate")}\
 left to test`:`No candidate is left, so the target samples the ${o===1?"missing beam":`${o} missing beams`}.`:s?`The la\
yer is full, so ${q(s,"candidate")} ${s===1?"is":"are"} not tested.`:"The layer is full.":`The target samples ${o===1?"i\
t":"them"}.`}function Pi(n,t,e,s){let o=s?xn(t,s):{};if(!s||!o.p||!s.dists.some(k=>t.dists[k].beam))return null;let i=o.
used?"used":"p",a=n.voice==="plain",r=yn.filter(k=>o[k]&&(k!=="p"||i==="p")),l=r.map(k=>o[k]?.ends??[]).find(({length:k})=>k)??
[],c=te(n,t,l),{mine:d=[]}=s,p=t.n.id[e],u=({token:k,beams:v})=>v.some(M=>!d.length||d.includes(M))&&(k===t.n.token[e]||
k===$h&&v.some(M=>l[M]===p)),f=Mh(o,u,l),m=f.some(({beams:k})=>k.length>1),g=Math.max(1e-9,...f.flatMap(({shares:k})=>r.
map(v=>k[v]??0))),b=k=>H(n.voice,k??0,N),y=f.map(k=>Th(k,r,g,u(k),[c.size>1?st(c.get(l[k.beams[0]])??"start",9):"",B(n.word(
k.token),12)],r.map(v=>b(k.shares[v])))),x=n.unit();return h("figure",{class:"st-joints","data-testid":"inspector-joint",
"data-scale":String(r.length),"data-voice":n.voice,"data-left":o.left?"":null},h("h2",{},a?`Shares of all (beam, ${x}) p\
airs`:"Joint distributions over (beam, token)"),h("div",{class:"st-joint-h","aria-hidden":"true"},h("span",{},m?h("small",
{},"2×: equal beams"):""),h("span",{},h("small",{},"0"),h("small",{},b(g))),h("span",{},...r.map(k=>h("b",{"data-of":k},
(a?kh:vh)[k])))),...y,h("figcaption",{},Eh(n,o,s)))}function Th({beams:n,shares:t},e,s,o,[i,a],r){let l=e.map(c=>{let d=h(
"i",{"data-of":c}),p=t[c]??0,{used:u=t.p??0,q:f=0}=t,m=g=>`${100*g/s}%`;return d.style.width=p?`max(1px, ${m(p)})`:"0",c===
"left"&&Object.assign(d.dataset,{from:m(u),mid:m(Math.max(0,u-f))}),d});return h("div",{class:o?"st-joint own":"st-joint"},
h("span",{title:i?`${i} › ${a}`:a},h("span",{},i?h("small",{},`${i} › `):"",a),n.length>1?h("small",{},`${n.length}×`):
null),h("span",{class:"st-joint-bars"},...l),h("span",{class:"st-joint-n"},...r.map((c,d)=>h("b",{"data-of":e[d]},c))))}
function Eh(n,{q:t,used:e,left:s},{state:o}){let i=n.voice==="plain";return!t&&e?i?"The target samples one pair from the\
 leftover. It makes up for the rejections.":"One pair is sampled from p′, the residual of the rejections.":t?s?i?"The \
rejection changes all shares (outlined): the draft’s are taken off, and the rest is scaled to 100%.":"p′ ← norm(max(p′\
 − q_beam, 0)), over all pairs. Outlined: before.":o==="accepted"&&e?i?"After this acceptance, the target’s full share\
s apply again.":"After this acceptance, p′ ← p_beam.":o!=="accepted"?"":i?"An acceptance leaves the target’s shares \
as they are.":"After an acceptance, p′ = p_beam.":`The target samples one pair from ${i?"its full shares":"p_beam"}.`}
function _i(n,t,e){let{strip:s}=e??{};if(!e||!s)return null;let o=n.voice==="plain",i=s.parts.reduce((m,[,,g])=>m+g,0),a=e.
dists.map(m=>t.dists[m].ends??[]).find(({length:m})=>m)??[],r=te(n,t,a),l=([m,g])=>(g===null||r.size<2?"":`${r.get(a[g])??
"start"} › `)+n.word(m),c=l(s.parts[s.own]),d=s.parts.map((m,g)=>{let b=100*m[2]/i,y=`${l(m)} ${z(m[2])}`,x=h("span",{
class:g===s.own?"own":"",title:y},b>12?B(n.word(m[0]),Math.max(2,Math.floor(b/3.2))):"");return x.style.width=`${b}%`,x}),
p=h("i",{"data-part":"coin"}),u=h("b",{},`${o?"random number":"u ="} ${E(s.u)}`);p.style.left=`${100*s.u}%`,u.style.left=
`${Math.min(76,Math.max(24,100*s.u))}%`;let f=s.of==="r"?o?"leftover target probability":"p′":o?"target probability":"\
p";return h("figure",{class:"st-draw","data-testid":"inspector-draw"},h("div",{class:"st-draw-u"},u),h("div",{class:"st-\
draw-bar",role:"img","aria-label":`${q(d.length,"part")} from 0 to 1; the random number ${E(s.u)} falls into the part of\
 ${c}.`},...d,p),h("div",{class:"st-draw-ends","aria-hidden":"true"},h("small",{},"0"),h("small",{},"1")),h("figcaption",
{},o?`${a.length?"":`Each part is as wide as its ${f}. `}The random number falls into “${c}”.`:`Cumulative ${f} in t\
he order of token ids; u selects the part that contains it.`))}var xs="speculative-decoding-explorer";function Hi(){try{return JSON.parse(localStorage.getItem(xs)||"{}")}catch{return{}}}
var ee=n=>Hi()[n]||"";function qe(n,t){try{localStorage.setItem(xs,JSON.stringify({...Hi(),[n]:t}))}catch{}}var Bt="";function ks(){
try{Bt=Bt||sessionStorage.getItem(xs)||""}catch{}if(Bt)return Bt;Bt=Array.from({length:4},()=>Math.random().toString(36).
slice(2,8)).join("");try{sessionStorage.setItem(xs,Bt)}catch{}return Bt}function zi(n){for(let t of n.querySelectorAll("\
details[data-testid]")){if(!(t instanceof HTMLDetailsElement))continue;let e=`open-${t.dataset.testid}`;t.open=ee(e)==="\
1",t.addEventListener("toggle",()=>qe(e,t.open?"1":""))}}function dt(n,t,e=1,s="p"){let o=r=>`${(100*Math.min(1,Math.max(0,r/e))).toFixed(1)}%`,i=h("i"),a=h("b");return i.style.
width=o(n??1/0),t!==null&&(a.style.left=o(t)),h("span",{class:"st-meter","data-of":s},i,t!==null&&t<e?a:null)}var se=(n,t,e)=>h("table",{class:"st-table st-tight","aria-label":e},h("thead",{},h("tr",{},...n.map(s=>h("th",{scope:"c\
ol"},s)))),h("tbody",{},...t)),kt=(...n)=>n.map(t=>h("td",{},...[t].flat()));function Oh(n,t,e){let s=dt(n,n,1,e?"yes":"\
no"),o=h("em");return t===null||(o.style.left=`${(100*t).toFixed(1)}%`,s.append(o)),s}function Wi(n,t,e,s){let o=e.tries.
filter(r=>r.step<=s),i=e.of-o.length,a=o.map(({place:r,state:l,numbers:c},d)=>h("tr",{class:l==="accepted"?"yes":"no"},...kt(
[`${d+1} `,h("b",{},B(n.word(t.n.token[r]),10))],...c.map((p,u)=>[u<c.length-1?H(n.voice,p,N):N(p),e.left&&u===0?dt(p,null,
1,"q"):null]),[tt(l),h("span",{class:"st-hear"},mt(l,n.voice))])));return h("figure",{"data-testid":"inspector-tries"},h(
"figcaption",{},e.caption),se(["token",...e.heads,""],a,"Candidates at this position"),i?h("p",{class:"st-quiet"},`${q(i,
"candidate")} ${i===1?"is":"are"} not tested yet, or will not be.`):null)}function Ui(n,t,e,s,o){let{entropy:d,epsilon:p,
delta:u}=e,f=Math.max(3,Math.ceil(d+.5)),m=Math.log(1e-4),g=j=>42+j/f*250,b=j=>10+Math.log(Math.min(1,Math.max(1e-4,j)))/
m*114,y=j=>Math.min(p,u*Math.exp(-j)),x=Math.log(u/p),k=[0,...x>0&&x<f?[x]:[],f].map(j=>`${g(j)} ${b(y(j))}`).join("L"),
v=e.candidates.filter(j=>j.step<=s),M=j=>n.word(t.n.token[j.place]),[S,L]=e.names,{voice:I}=n,T=I==="plain",O=j=>H(I,j,N),
C=H(I,e.bar),U=T?"the uncertainty is ":L,K=`${e.caption} Here ${U}${E(d)} and the threshold is ${C}.`,W=w("svg",{viewBox:"\
0 0 300 154",class:"st-bar-curve",role:"img","aria-label":`${K} ${v.map(j=>`${M(j)} ${S} ${O(j.p)}`).join(", ")}`},w("pa\
th",{class:"yes",d:`M${g(0)} 10L${k}L${g(f)} 10Z`}),w("path",{class:"no",d:`M${g(0)} 130L${k}L${g(f)} 130Z`}),w("path",{
class:"cut",d:`M${k}`}),w("path",{class:"here",d:`M${g(d)} 10V130`}));for(let j of[1,.1,.01,.001])W.append(w("text",{class:"\
end",x:38,y:b(j)+4,"text-anchor":"end"},T?`${100*j}%`:String(j)));let P=Math.min(266,Math.max(66,g(d)));W.append(w("text",
{class:"end",x:2,y:134},S.length>1?"":S),w("text",{x:P,y:148,"text-anchor":"middle"},`${L}${E(d)}`)),P>82&&W.append(w("t\
ext",{class:"end",x:42,y:148},"0")),P<240&&W.append(w("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(f)));let ot=g(
d)<300/2,lt=b(y(ot?f:0)),pt=Lh(v,b,130),G=j=>pt.every(({label:X})=>Math.abs(X+4-j)>15),Ut=[lt+16,(lt+130)/2+6,125].find(
G)??lt+16;for(let[j,X]of[[24,"passes"],[Ut,"fails"]])W.append(w("text",{x:ot?290:48,y:j,"text-anchor":ot?"end":"start"},
X));for(let j of pt){let X=g(d),Qs=ot?1:-1,He=j.all[0],[Js,Un]=[O(He.p),O(j.all[j.all.length-1].p)],jr=j.all.length>1?q(
j.all.length,n.unit()):B(M(He),10);W.append(w("path",{class:"lead",d:`M${X+6*Qs} ${j.y}L${X+15*Qs} ${j.label}`}),w("path",
{class:"st-g","data-kind":He.state,d:it(He.state),transform:`translate(${X} ${j.y}) scale(5)`}),w("text",{class:"w",x:X+
18*Qs,y:j.label+4,"text-anchor":ot?"start":"end"},`${jr}: ${S} ${Js===Un?Js:`${Un} to ${Js}`}`))}let qt=v.slice(0,12).map(
j=>h("tr",{class:j.own?"":j.p>e.bar?"yes":"no"},...kt(h("b",{},B(M(j),14)),O(j.p),j.own?"":`${j.p>e.bar?">":"≤"} ${O(e.
bar)}`,`${V(j.state).sign} ${j.end}`)));return v.slice(0,12).forEach((j,X)=>qt[X].classList.toggle("own",j.place===o)),h(
"figure",{"data-testid":"inspector-bar"},h("figcaption",{},e.caption),W,se(e.heads,qt,"Candidates and threshold"),v.length>
qt.length?h("p",{class:"st-quiet"},`${v.length-qt.length} not shown`):null)}function Lh(n,t,e){let o=[];for(let i of[...n].
sort((a,r)=>r.p-a.p)){let a=o[o.length-1];a&&a.all[0].state===i.state&&t(i.p)-a.y<13?a.all.push(i):o.push({y:t(i.p),label:0,
all:[i]})}o.forEach((i,a)=>{i.label=Math.max(i.y,a?o[a-1].label+13:0)});for(let i=o.length-1,a=e-6;i>=0;i--)o[i].label=Math.
min(o[i].label,a),a=o[i].label-13;return o}function Gi(n,t,e,s){let o=({value:r,bar:l,good:c}={})=>{let[d,p]=[r,l].map(u=>H(
n.voice,u,N));return[`${d} ${c?"≥":"<"} ${p}`,dt(r,l,1,c?"p":"no")]},i=({value:r,bar:l,good:c}={})=>[`${N(r)} ${c?"≤":
">"} ${N(l)}`,dt(r,l,2*l,c?"p":"no")],a=e.doubts.filter(r=>r.exit.step<=s).map(({layer:r,place:l,exit:c,back:d})=>{let p=d&&
d.step<=s?d:null,u=l===null?"stops":B(n.word(t.n.token[l]),11);return h("tr",{class:l===null?"no":"yes"},...kt([`${r} `,
h("b",{},u)],o(c),...e.heads.length<3?[]:[p?[...i(p),p.good?null:h("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return a.
length?h("figure",{"data-testid":"inspector-doubts"},h("h2",{},e.title),h("figcaption",{},e.caption),se(e.heads,a,e.title)):
null}function Ki(n){let t=[["attention",n.attention],["MLP",n.mlp]],e=n.of_layers,s=300,o=58,i=Math.min(16,(s-o-2)/Math.
max(1,e)),a=18,r=w("svg",{viewBox:`0 0 ${s} ${2*a+18}`,class:"st-skips",role:"img","aria-label":n.caption});t.forEach(([
l,c],d)=>{r.append(w("text",{x:o-6,y:d*a+13,"text-anchor":"end"},l));for(let p=0;p<e;p++){let u=o+p*i,f=d*a,m=c.includes(
p);r.append(w("rect",{class:m?"out":"in",x:u+.75,y:f+1,width:i-1.5,height:a-3},w("title",{},`${l} of layer ${p}: ${m?"sk\
ipped":"computed"}`)));let[g,b,y,x]=[u+2,u+i-2,f+3,f+a-4];m&&r.append(w("path",{class:"strike",d:`M${g} ${y}L${b} ${x}M${b}\
 ${y}L${g} ${x}`}))}});for(let l=0;l<e;l+=5)r.append(w("text",{class:"end",x:o+(l+.5)*i,y:2*a+12,"text-anchor":"middle"},
String(l)));return h("figure",{"data-testid":"inspector-skips"},h("figcaption",{},n.caption),r)}function Vi(n,t,e,s,o){let{
sent:i,places:a,values:r,ups:l,owns:c,grown:d,grows:p}=e,u=l.some(S=>S!==null),f=i===null?8:i+3,m=S=>H(n.voice,S,N),g=a.
map((S,L)=>L).filter(S=>S<f||a[S]===o),b=g.map(S=>{let L=a[S],I=n.up(t,L),T=n.fate(t,L,s),O=T.state==="not_sent",C=i!==null||
O?tt(T.state):s>=p&&d.includes(L)?"extended":"",U=l[S]===null?"":`${st(n.wordAt(t,I),7)} › `,K=l[S]===null||c[S]===null?
"":`${m(l[S])} × ${m(c[S])}`;return h("tr",{class:(L===o?"own":"")+(S===i?" cut":"")},...kt([U?h("small",{},U):null,h("\
b",{},B(n.word(t.n.token[L]),12))],...u?[K]:[],h("span",{class:"st-sure"},h("span",{},m(r[S])),dt(r[S],null,r[0],"q")),[
C,O?h("span",{class:"st-hear"},n.called(T)):null]))}),[y,x,k]=e.heads,v=n.voice==="plain"?"before × own":"∏ before × q",
M=a.length-g.length;return h("figure",{class:"st-levels","data-testid":"inspector-levels"},h("figcaption",{},e.caption,i===
null?"":` The line is below the ${q(i,"node")} that are sent.`,M?` (${M} not shown)`:""),se([y,...u?[v]:[],x,k],b,e.title))}
function Yi(n,t,{facts:e,places:s,values:o,of:i,title:a},r){let l=e.map(([c,d],p)=>h("tr",{class:p?"":"own"},...kt([tt(n.
fate(t,s[p],r).state)," ",h("b",{},c)],h("span",{class:"st-sure"},h("span",{},d),dt(o[p],null,o[0],i)))));return h("figu\
re",{"data-testid":"inspector-beams"},h("table",{class:"st-table st-tight st-ends","aria-label":a},h("tbody",{},...l)))}
function Qi(n,t){let e=Math.max(1,...n.bars.map(({count:a})=>a)),s=n.bars.filter(({step:a})=>a<=t),i=[...new Map(s.map(a=>[
a.name,a])).values()].map(({name:a,count:r})=>h("tr",{},h("th",{scope:"row"},a),...kt(String(r),dt(r,null,e))));return h(
"figure",{"data-testid":"inspector-payoff"},h("table",{class:"st-table st-tight","aria-label":n.title},h("tbody",{},...i)))}
function Ji(n,t,e,s,o){let i=e.prefixes.filter(v=>v.step<=s);if(!i.length)return null;let a=s>=e.told,r=t.steps[s].phase===
"prefix",l=i.reduce((v,M)=>M.passed?M.j:v,0),c=v=>v===null?"×∞":n.voice==="exact"||v>=.001?`×${E(v)}`:v<1e-4?"≈ 0":
`×${+v.toPrecision(2)}`,d=v=>v===null?"−∞":v.toFixed(2),p=i.map(({j:v,place:M,own:S,product:L,logp:I,logq:T,passed:O,
step:C})=>h("tr",{class:(O?"yes":"no")+(v===l?" own":"")+(r&&C===s?" now":""),title:n.voice==="plain"?"":`Σ log p = ${d(
I)}, Σ log q = ${d(T)}`},...kt([`${v} `,h("b",{},B(n.word(t.n.token[M]),10))],c(S),[c(L),dt(L,e.bar,1,O?"yes":"no")],O?
a&&v===l?"longest":"passes":"fails"))),u=v=>e.prefixes.reduce((M,{j:S,ratio:L})=>L>v?S:M,0),f=v=>u(v)?`With threshold ${E(
v)}, prefix ${u(v)} is the longest that passes.`:`With threshold ${E(v)}, no prefix passes.`,m=o&&i.length===e.prefixes.
length,[g,b]=e.names,y=n.unit(),x={key:"threshold",label:b,value:e.bar,most:1,say:f,draw:()=>{}},k=n.voice==="plain"?"Th\
e ratio target ÷ draft":"The ratio p/q";return h("figure",{"data-testid":"inspector-prefixes"},se(e.heads,p,"Prefixes"),
h("figcaption",{},`${k} of each ${y}, and the product so far, the joint ratio. A bar shows it (at most 1), and the line \
is the threshold, ${g}${E(e.bar)}. `+(l?`Longest passing prefix${a?"":" so far"}: ${l} (shaded).`:`No prefix passes${a?"":
" so far"}.`)),m?Ct(n.voice,x,{},o):null)}function Zi(n,t,e,s,o){let i=e.rows.filter(d=>d.step<=s),a=e.ratios!==void 0;if(!i.
length)return null;let r=s>=e.told||a?i.findLastIndex(({chosen:d})=>d):-1,l=i.findLastIndex(d=>t.steps[s].phase==="prefi\
x"||d.step===s?d.step===s:d.place===o),c=i.flatMap(({place:d,work:p,cut:u,u:f,passed:m,chosen:g,then:b},y)=>{let x=h(a&&
!m?"s":"b",{},B(n.word(t.n.token[d]),10)),k=m||g,v=a?y===r:y<=r,M=h("tr",{class:`${k?"yes":"no"}${v?" own":""}${y===l?" \
now":""}`},...kt([`${y+1} `,x],p,[f===null?"":`${E(f)} ${m?"<":"≥"} ${E(u)}`,Oh(u,f,m)],k?"yes":"no"));return y===l&&b?
[M,h("tr",{class:"then"},h("td",{colspan:"4"},b[n.voice]))]:[M]});return h("figure",{class:"st-judged","data-testid":"in\
spector-judged"},se(e.heads,c,e.title),h("figcaption",{},e.caption),e.more?h("details",{class:"st-more"},h("summary",{},
"How the threshold is computed"),h("p",{class:"st-quiet"},e.more)):null)}function Xi({rows:n,more:t,end:e},s){let o=a=>et(
a).replace(/\n/g,"↵"),i=({before:a,match:r,after:l},c,d="")=>h("tr",{class:d},...kt([st(o(r.length>18?"":a),8),h("mark",
{class:"st-same"},st(o(r),20))],c||B(o(l),24)));return h("figure",{"data-testid":"inspector-found"},h("h2",{},s),h("tabl\
e",{class:"st-table st-found","aria-label":s},h("tbody",{},...n.map(a=>i(a,"")),i(e,"?","end"))),t?h("figcaption",{},`${q(
t,"earlier place")} not shown`):null)}function ta(n,t,e,s){let o=(r,l,c="")=>{let d=h("li",{"data-of":c},h("b",{},r),...l);
return d.style.flexGrow=String(Math.max(1,r.length)),d},i=(r,l)=>l.length?h("div",{},h("span",{class:"st-quiet"},r),h("o\
l",{},...l)):null,a=r=>tt(n.fate(t,r,s).state);return h("figure",{class:"st-written-text","data-testid":"inspector-writt\
en-text"},h("figcaption",{},e.caption),i(e.heads[0],e.pieces.map(({text:r,q:l})=>o(r,[h("small",{},H(n.voice,l,N))],"q"))),
i(e.heads[1],e.places.map(r=>o($t(n.text(t.n.token[r])),[a(r)]))))}var vn=(n,t,e)=>n.twins?.find(s=>s.place===t&&s.known<=e);function ea(n,t,e,s){return h("span",{class:"st-twin-n","data-\
of":n},h("small",{},t),dt(s??0,null,1,n),h("b",{},e))}function jh(n,t,e,s,o,i){let a=n.voice==="plain",r=e.place===s,l=e[n.
voice],c=u=>u===null?"–":H(n.voice,u,N),d=n.get(t,"q",e.place),p=n.wanted(t,e.place,o);return h("li",{class:r?"own":""},
r?h("span",{class:"st-twin-name"},l):h("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>i(
e.place)},l),h("div",{},ea("q",a?"draft":"q",`${c(d)}${n.copied(t,e.place)?" copied":""}`,d),o>=t.seen?ea("p",a?"target":
"p",c(p),p):null))}function sa(n,t,e,s,o,i){let a=vn(e,s,o);if(!a)return null;let r=a.lines.filter(({step:l,until:c=1/0})=>l<=
o&&o<c);return h("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},h("ul",{},...a.rows.map(
l=>jh(n,e,l,s,o,i))),...r.map(l=>h("p",{},...t(l[n.voice]))))}var qh=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a node\
, or press Tab to reach it, to see why it was accepted or rejected.",Ih=new Set(["tries","bar","doubts","prefixes","judg\
ed","written"]),Rh=new Set(["prefix","verify","unused"]),Dh=new Set(["residual","bonus","drawn"]),Nh=new Set(["residual",
"bonus"]),Ch=new Set(["draft","merge","unmerge","commit"]),Bh=new Set(["passes","fails"]),vs=class{root=h("aside",{class:"\
st-inspector","data-testid":"inspector","aria-label":"Inspector"});constructor(t,e,s,o,i){this.model=t,this.explained=e,
this.ask=s,this.suppose=o,this.go=i}show(t,e,s){let o=t.steps[s];if(this.root.removeAttribute("data-moved"),this.suppose(
-1,null),e<0||t.born[e]>s)return A(this.root,...o.phase==="commit"?[this.written(t,s),gn(this.model,t.i)]:[kn(t,o.layer,
s)],this.layers(t,-1,o.layer,s,!0),h("p",{class:"st-quiet"},qh()),this.tier("all","All details",()=>[this.layers(t,-1,o.
layer,s,!1)],!0));let i=this.model.fate(t,e,s),a=o.phase==="input"&&t.n.role[e]==="input",r=o.verdicts.find(b=>t.verdicts[b].
place===e),l=r??i.verdict,c=l===null?null:t.verdicts[l],d=c?.layer??o.layer,p=this.layers(t,e,d,s,!0),u=r===void 0?i.state:
t.verdicts[r].state,f=Rh.has(o.phase)&&t.panels.some(({kind:b})=>b==="judged"),m=()=>[this.axis(t,s,c,l),Ci(this.model,this.
explained,t,e,c,s),_i(this.model,t,c),Pi(this.model,t,e,c)],g=a&&t.n.parent[e]<0?[]:[this.head(t,e,u),this.found(t,s)??this.
reason(t,e,i,c,s),...f?[]:m(),sa(this.model,this.explained,t,e,s,this.go)];A(this.root,...a?[gn(this.model,t.i-1),this.round()]:
[kn(t,d,s)],...o.phase==="layer"?[p,...g]:[...g,p],this.tier("numbers","Numbers",()=>[...f?m():[],this.pathLine(t,e),this.
tiles(t,e,c,s),this.shares(t,c),Bi(this.model,t,e,c,s)],a),this.tier("all","All details",()=>[this.whereLine(t,e,i),this.
copies(t,e,l,s),this.layers(t,e,d,s,!1),this.moreDrafts()],a))}written(t,e){let s=t.beams.length>1,o=l=>{let c=[],d=t.place.
get(l)??-1;for(;d>=0&&t.n.role[d]!=="input";d=this.model.up(t,d))c.push(d);return c.reverse()},i=l=>this.model.fate(t,l,
e),a=l=>[tt(i(l).state),h("b",{},this.model.wordAt(t,l))," "],r=this.model.beamsOf(t).flatMap(({beam:l,slots:c})=>{let d=o(
l.node),p=d.length?t.n.parent[d[0]]:l.node;if(!s)return d.map(f=>h("li",{},...a(f),this.model.called(i(f)),this.model.voice===
"plain"&&Nh.has(i(f).state)?", written by the target":null));let u=B(this.model.path(t,p).map(f=>this.model.word(f.token)).
at(-1)??"start",9);return[h("li",{},h("span",{class:"st-quiet"},`${u} › `),...d.length?d.flatMap(a):["finished "],c.length>
1?`×${c.length} `:"",l.best?h("span",{class:"st-quiet"},"likeliest"):null)]});return r.length?h("section",{class:"st-wr\
itten","data-testid":"inspector-written"},h("h2",{},s?"Beams that continue":"Added to the text"),h("ul",{},...r)):null}moreDrafts(){
let{gamma:t}=this.model.header.deciding;if(!this.ask||typeof t!="number")return null;let s={key:"gamma",label:"draft len\
gth (γ)",value:t,most:16,step:1,say:o=>`With draft length ${o}, the draft guesses up to ${q(o,this.model.unit())} ahead\
 in this round.`,draw:()=>{}};return Ct(this.model.voice,s,{},this.ask)}round(){let{round:t=[]}=this.model.header;return t.
length?h("section",{class:"st-round","data-testid":"inspector-round"},h("h2",{},"How a round works"),h("dl",{},...t.flatMap(
e=>[h("dt",{},e.label,...e.marks.map(s=>this.mark(s))),h("dd",{},...this.explained(e[this.model.voice]))]))):null}mark(t){
return h("span",{class:"st-legend-k","data-kind":t,title:V(t).help},tt(t),mt(t,this.model.voice))}tier(t,e,s,o){let i=ee(
`tier-${t}`)==="1",a=h("div",{class:"st-tier"}),r=()=>{a.firstChild||A(a,...s())};if((i||o)&&r(),o&&!a.firstChild)return null;
let l=h("details",{open:i,"data-testid":`inspector-${t}`,ontoggle:()=>{l.open&&r(),l.open!==(ee(`tier-${t}`)==="1")&&qe(
`tier-${t}`,l.open?"1":"")}},h("summary",{},e),a);return l}head(t,e,s){return h("div",{class:"st-head","data-state":s},h(
"div",{class:"st-token"},tt(s),h("b",{},this.model.wordAt(t,e)),h("span",{class:"st-tag"},mt(s,this.model.voice))))}whereLine(t,e,s){
if(t.n.parent[e]<0)return null;let o=this.model.get(t,"merge",e),i=this.aboveAll(t,e),a=[`node ${t.n.id[e]}`,`depth ${t.
n.depth[e]}`,t.n.about?.[e],i&&`under input beam “${i}”`,o!==null&&s.state==="merged"&&`merged with node ${o}`];return h(
"p",{class:"st-quiet"},a.filter(Boolean).join(" · "))}pathLine(t,e){let s=this.model.path(t,t.n.id[e]),o=s.slice(-24),i=s.
length-o.length;if(!s.length)return null;let a=i?`(${q(i,this.model.unit())} before) … `:"prompt → ";return h("p",{class:"\
st-path","data-testid":"inspector-path"},h("span",{class:"st-quiet"},a),...o.flatMap(({token:r},l)=>[h(l===o.length-1?"m\
ark":"span",{},$t(this.model.text(r)).replace(/␣/g," ")),this.model.joiner()]))}tiles(t,e,s,o){let i=this.model.drafted(
t,e,o),a=o<t.seen?null:t.n.shares?.[e]?.length?this.model.wanted(t,e,o):this.model.get(t,"p",e),r=t.heads.map(([p,u,f],m)=>[
p,(m?a:i)??"",u,f]),l=s?.tiles.length?s.tiles:r.filter(([,p])=>p!=="");if(!l.length)return null;let c=this.model.voice===
"plain",d=(p,u)=>c&&!p.includes("/")?z(u):E(u,3);return h("dl",{class:"st-tiles"},...l.map(([p,u,f,m])=>h("div",{"data-o\
f":p.replace("_beam","")},h("dt",{},...this.explained(c?m:p),c?null:h("small",{},` ${f}`)),h("dd",{},typeof u=="string"?
u:d(p,u)))))}shares(t,e){let s=e?.shares??t.shares;return s?h("p",{class:"st-quiet","data-testid":"inspector-shares"},s[this.
model.voice]):null}axis(t,e,s,o){if(!s?.a||s.a>1)return null;let{a:i,u:a,place:r}=s,l={"data-testid":"inspector-axis","d\
ata-part":"scale"},c=xn(t,s).p?Ii:qi,d=h("div",l,c(this.model.voice,i,a));if(!this.ask||a===void 0||o===null)return d;let p=y=>y<
i?"accepted":"rejected",u=this.model.decided(t,r,e).filter(y=>y!==o).map(y=>t.verdicts[y].state),f=this.model.word(t.n.token[r]),
g={key:"u",label:"random number (u)",value:a,most:.99,draw:y=>{A(d,c(this.model.voice,i,y)),this.suppose(r,y===a?null:Zn(
[p(y),...u]))},say:y=>`With random number ${E(y)}, “${f}” would be ${p(y)}.`},b=i<1?[Ai(o,this.ask)]:[];return h("di\
v",{},d,Ct(this.model.voice,g,{verdict:o},this.ask,...b))}reason(t,e,s,o,i){let{help:a}=V(s.state),l=Bh.has(s.state)?t.steps[s.
step][this.model.voice]:a,c=s.state==="pending"&&vn(t,e,i)!==void 0,d=t.n.role[e]==="target"?this.model.missing(t,t.n.token[e]):
null,p=o?o[this.model.voice]:l,u=!d&&(c||t.steps[i][this.model.voice].startsWith(p));return h("p",{class:"st-reason","da\
ta-testid":"inspector-reason",hidden:u},...this.explained(p),d?h("span",{"data-testid":"inspector-lacks"},` ${d.reason[this.
model.voice]}`):null)}copies(t,e,s,o){let i=this.model.decided(t,e,o);return i.length<2?null:h("details",{class:"st-more"},
h("summary",{},`All ${i.length} decisions about this node`),h("ol",{},...i.map(a=>{let{state:r,slot:l,[this.model.voice]:c}=t.
verdicts[a],d=l===void 0?"":`, beam ${l}`;return h("li",{class:a===s?"now":""},tt(r),`${mt(r,this.model.voice)}${d}: ${c}`)})))}found(t,e){
let s=this.model.voice==="plain"?"The same text before":"Occurrences of the pattern";return t.found&&t.steps[e].phase===
"draft"?Xi(t.found,s):null}aboveAll(t,e){let s=t.n.id.filter((i,a)=>t.n.role[a]==="input"),o=e;for(let i=o;i>=0;i=this.model.
up(t,i))o=i;return s.length>1&&o!==e?te(this.model,t,s).get(t.n.id[o]):null}layers(t,e,s,o,i){let a=t.panels.filter(g=>o>=
g.known),r=t.steps[o].phase==="layer",l=t.steps[o].phase,c=Ch.has(l),d=l==="select",p=a.filter(g=>g.layer&&(g.nodes?g.nodes.
includes(e):g.layer===s)),u=[...a.filter(g=>g.kind==="doubts"),...p,...a.filter(g=>!g.layer&&g.kind!=="doubts")],f=g=>Ih.
has(g.kind)||g.kind==="width"&&r||g.kind==="level"&&(l==="draft"||!g.layer&&l==="select")||g.kind==="payoff"&&c||g.kind===
"beams"&&d,m=u.filter(g=>f(g)===i).map(g=>this.panelBox(t,g,e,o)).filter(g=>g!==null);return m.length?h("div",{class:"st\
-layer","data-testid":"inspector-layer"},...m):null}panelBox(t,e,s,o){let i=this.model.voice==="plain"?{...e,...e.plain}:
e,a=[...i.facts,...o>=i.told?i.outcome:[]],r=a.length?[h("dl",{class:"st-facts"},...a.map(([d,p])=>h("div",{},h("dt",{},
d),h("dd",{},p))))]:[],l=d=>h("section",{},h("h2",{},i.title),d,...r),c=(d,p=!1)=>a.length||d?h("details",{open:p},h("su\
mmary",{},i.title),d,...r):null;switch(i.kind){case"width":{let d=t.steps[o].phase==="layer"?{...i,why:""}:i;return Li(this.
model.voice,d,o,r,this.ask)}case"tries":return l(Wi(this.model,t,i,o));case"bar":return l(Ui(this.model,t,i,o,s));case"l\
evel":return l(Vi(this.model,t,i,o,s));case"skipped":return l(Ki(i));case"payoff":return l(Qi(i,o));case"prefixes":return c(
Ji(this.model,t,i,o,this.ask),!0);case"written":return c(ta(this.model,t,i,o),!0);case"judged":return c(Zi(this.model,t,
i,o,s),!Dh.has(t.steps[o].phase));case"doubts":return Gi(this.model,t,i,o);case"beams":return h("section",{},h("h2",{},i.
title),Yi(this.model,t,i,o));case"plain":return i.layer?l(null):c(i.caption?h("p",{class:"st-quiet"},i.caption):null)}}leave(){
let t=document.activeElement;t instanceof HTMLElement&&this.root.contains(t)&&t.blur()}};function na(n){let t=new Map([...Vt.keys()].map(d=>[d,h("b")])),e=new Map([...Vt.keys()].map(d=>[d,h("span")])),s=new Map(
[...Vt.keys()].map(d=>[d,h("small")])),o=new Map([...Vt.values()].map(({name:d,help:p})=>[d,h("li",{"data-kind":d,title:p,
class:"st-legend-k"},tt(d),e.get(d),t.get(d),s.get(d))])),i=h("span",{class:"st-x-key","aria-hidden":"true"}),a=h("span"),
r=h("li",{"data-kind":"copies",title:"A token that was sampled several times is one node. If its duplicates ended differ\
ently, the numbers before the marks say how many."},i,a),l=h("li",{class:"st-legend-of"});return{root:h("ul",{class:"st-\
legend","data-testid":"legend","aria-label":"Legend"},l,...o.values(),r),rejection:d=>o.get("rejected")?.setAttribute("t\
itle",d||V("rejected").help),show(d,p){let u=n.marks(d,p),f=n.drawnOften(d,p);$(l,n.its.length>1?"This round:":""),l.hidden=
n.its.length<2,r.hidden=!f,$(i,f?.times??""),$(a,f?.told??"");for(let[m,g]of o)g.hidden=!u.has(m);for(let[m,g]of e)$(g,mt(
m,n.voice));for(let[m,g]of t){let b=u.get(m)??0,y=n.drawsOf(d,m,p),x=s.get(m);$(g,String(b||"")),x&&$(x,b&&y>b?`(${y} dr\
aws)`:"")}}}}var Fh=["node","parent","depth","token","state"],Ph=["u","threshold","reason"];function oa(n,t){let e=h("p",
{"data-testid":"graph-summary"}),s=h("table",{class:"st-table st-stacked","data-testid":"graph-table"}),o=h("details",{class:"\
st-card st-details","data-testid":"table",ontoggle:t},h("summary",{},"This step as a table"),e,h("div",{class:"st-wrap",
tabindex:"0",role:"group","aria-label":"This step as a table"},s));function i(a,r,l){let c=a.verdicts[n.decided(a,r,l).at(
-1)??-1],d=a.n.parent[r],p=u=>H(n.voice,c?.[u]??n.get(a,u,r),f=>E(f,3));return[a.n.id[r],d<0?"–":d,a.n.depth[r],n.word(
a.n.token[r]),n.called(n.fate(a,r,l)),p("q"),p("p"),E(c?.u,3),E(c?.a,3),c?.[n.voice]??""]}return{root:o,show(a,r){if(!o.
open)return;let l=r>=a.commit?`${a.says} `:"";$(e,`${l}${a.steps[r][n.voice]}`);let c=n.bornBy(a,r).map(u=>i(a,u,r)),d=a.
heads.map(([u,,f])=>n.voice==="plain"?f:u),p=[...Fh,...d,...Ph];A(s,h("thead",{},h("tr",{},...p.map(u=>h("th",{scope:"co\
l"},u)))),h("tbody",{},...c.map(u=>h("tr",{},...u.map((f,m)=>h("td",{"data-head":p[m]},String(f)))))))}}}var at=(n,t)=>n<1?(1-n**(t+1))/(1-n):t+1,Ft=(n=160)=>[[1,1],[n,1],[2*n,2]];function gt(n,t){let e=Math.max(0,n.slice(0,-1).
findLastIndex(([r])=>r<=t)),[[s,o],[i,a]]=n.slice(e);return o+(a-o)*(t-s)/(i-s)}var rt=(n,t,e)=>gt(e,(n+1)*t)/gt(e,t),vt=(n,t,e,s=1)=>at(
n,t)/(t*e+s);function $s(n,t,e=1,s=Ft(1/0)){let o=a=>vt(n,a,t,rt(a,e,s)),i=0;for(let a=1;a<=16;a+=1)o(a)>o(i)&&(i=a);return i||
null}var ia=(n,t,e=1)=>(at(n,t)-e)/t;function aa(n,t,e,s,o){let i=[];for(let a=1;a<=o;a+=1){if(vt(n,t,e,rt(t,a,s))<=1)continue;
let r=i.at(-1);r?.[1]===a-1?r[1]=a:i.push([a,a])}return i}function $n({left:n,right:t,top:e,base:s},o,i,a,r,l,c=o.length){let d=y=>n+i(y)*(t-n),p=y=>s-y/a*(s-e),f=[...Array.from(
{length:Math.floor(a/r)+1},(y,x)=>x*r).flatMap(y=>[w("line",{class:"grid",x1:n,x2:t,y1:p(y),y2:p(y)}),w("text",{x:n-8,y:p(
y)+5,"text-anchor":"end"},String(y))]),...l.map(y=>w("text",{x:d(y),y:s+20,"text-anchor":"middle"},String(y))),w("path",
{class:"axis",d:`M${n} ${e}V${s}H${t}`})],m=y=>`M${y.map(([x,k])=>`${d(x)} ${p(k)}`).join("L")}`,b=[["curve",o.slice(0,c)],
["curve beyond",o.slice(Math.max(0,c-1))]].filter(([,y])=>y.length>1).map(([y,x])=>w("path",{class:y,d:m(x)}));return{x:d,
y:p,grid:f,drawn:b}}function Ms(n,t,e,s,o,i,a){let{x:r,y:l,grid:c,drawn:d}=$n(n,t.map((u,f)=>[f+1,u]),u=>(u-1)/15,e,s,o,
a),p=t.map((u,f)=>w("circle",{class:"dot",cx:r(f+1),cy:l(u),r:i}));return{x:r,y:l,grid:c,drawn:[...d,...p]}}var ne=640,ra=260,Pt=44,Ie=14,Hh=14,zh=214,Wh="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check\
). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many positions\
 as the idle limit, calculating takes as long as reading the weights.",Uh=({alpha:n,c:t,batch:e,idle:s})=>Array.from({length:16},
(o,i)=>vt(n,i+1,t,rt(i+1,e,Ft(s)))),la=216,Gh=[[10,-12],[-10,-12],[10,24],[-10,24]];function Kh(n,t){let e=o=>{let i=Math.
min(16,Math.max(1,1+(o-Pt)/(ne-Ie-Pt)*15)),a=Math.min(15,Math.floor(i));return t(n[a-1]+(i-a)*(n[a]-n[a-1]))},s=(o,[i,a])=>i>=
Pt&&Array.from({length:Math.ceil(o/4)+1},(r,l)=>e(i+4*l)).every(r=>r<a-15||r>a+6);return(o,i)=>i.find(a=>s(o,a))??i[0]}var Vh=0,
Ss=class{id=`st-speedup-${Vh+=1}`;alpha=this.slider("alpha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma",
"Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (user\
s)",1,256,1,0);idle=this.slider("idle","Idle limit (positions)",32,512,16,0);svg=w("svg",{viewBox:`0 0 ${ne} ${ra}`,role:"\
img","data-testid":"speedup-chart"});says=h("p",{class:"st-speedup-says",role:"status","data-testid":"speedup-says"});root=h(
"section",{class:"st-speedup st-card","aria-label":"Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,
h("div",{class:"st-speedup-sliders"},this.alpha.box,this.gamma.box,this.c.box,this.batch.box,this.idle.box),h("p",{class:"\
st-quiet"},Wh));slider(t,e,s,o,i,a){let r=`${this.id}-${t}`,l=h("output",{for:r}),c=h("input",{type:"range",id:r,min:s,max:o,
step:i,"data-testid":`speedup-${t}`,oninput:()=>this.draw()});return{input:c,output:l,places:a,box:h("label",{for:r},h("\
span",{},e," ",l),c)}}show(t){this.root.hidden=!t,t&&(this.alpha.input.value=String(t.alpha),this.gamma.input.value=String(
t.gamma),this.c.input.value=String(t.c),this.batch.input.value=String(t.batch),this.idle.input.value=String(160),this.draw())}draw(){
let t=({input:d,output:p,places:u})=>($(p,Number(d.value).toFixed(u)),Number(d.value)),[e,s,o,i,a]=[this.alpha,this.gamma,
this.c,this.batch,this.idle].map(t),r=Uh({alpha:e,c:o,batch:i,idle:a}),l=r[s-1],c=`With γ = ${s}: ${at(e,s).toFixed(2)}\
 tokens per target pass, a check takes ${rt(s,i,Ft(a)).toFixed(2)} passes, speed-up ${l.toFixed(2)}${l<1?" (slower)":""}\
.`;$(this.says,c),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}. ${c}`),this.plot(r,s)}plot(t,e){
let s=Math.max(2,...t)*1.08,o=s>8?2:s>4?1:.5,{x:i,y:a,grid:r,drawn:l}=Ms({left:Pt,right:ne-Ie,top:Hh,base:zh},t,s,o,[1,2,
4,6,8,10,12,14,16],3),c=t[e-1],d=Kh(t,a),[p,u]=d(50,Gh.map(([g,b])=>[i(e)+g-(g<0?50:0),a(c)+b])),[f,m]=d(la,[ne-Ie-la-2,
Pt+8].flatMap(g=>[[g,a(1)+17],[g,a(1)-7]]));A(this.svg,...r,w("text",{x:(Pt+ne-Ie)/2,y:ra-8,"text-anchor":"middle"},"dra\
ft tokens per round, γ"),w("line",{class:"even",x1:Pt,x2:ne-Ie,y1:a(1),y2:a(1)}),w("text",{x:f,y:m},"as fast as without\
 a draft model"),...l,w("circle",{class:"chosen",cx:i(e),cy:a(c),r:7}),w("text",{class:"value",x:p+(p<i(e)?50:0),y:u,"te\
xt-anchor":p<i(e)?"end":"start"},c.toFixed(2)))}};var ca="lessons-2",Yh={em:"em",strong:"strong",code:"code"},Qh="explorer/lessons",Jh=n=>`${Re(n)}/card.html`,Re=n=>`expl\
orer/lesson/${encodeURIComponent(n)}`;function Zh(n){let t={},e;try{e=JSON.parse(n||"{}")}catch{return t}let s=o=>Array.
isArray(o)?o.filter(i=>Number.isInteger(i)&&i>=0):[];for(let[o,i]of Object.entries(e&&typeof e=="object"?e:{})){let a=Object.
entries(i?.answers||{}).map(([r,l])=>[r,s(l)]);t[o]={seen:s(i?.seen),answers:Object.fromEntries(a)}}return t}var Os=(n,t)=>Object.
hasOwn(n,t)?n[t]:{seen:[],answers:{}},Xh=(n,t)=>new Set(Os(n,t.slug).seen.filter(e=>e<t.steps)).size;function td(n,t,e){
let s=Os(n,t);return s.seen.includes(e)?n:{...n,[t]:{...s,seen:[...s.seen,e]}}}function ha(n,t,e,s){let o=Os(n,t);return{
...n,[t]:{...o,answers:{...o.answers,[e]:s}}}}function As(n,t){let e=t.filter(s=>s<n.length);return{given:e,over:e.some(
s=>n[s].right||n.length<3)}}var ed=(n,t)=>n[t-1]??{slug:n[0].slug,step:1},sd=n=>n.length?`Look at: ${[...new Set(n.map(({
label:t})=>t))].join(", ")}.`:"",nd=(n,t)=>Math.min(t-1,Math.max(0,(Math.trunc(Number(n))||1)-1));function da(n){let t=new URLSearchParams(
n),e=t.get("lesson");return e?{slug:e,step:Number(t.get("step"))||1}:null}function od(n,t,e){let s=new URL(n);return s.search=
s.hash="",s.searchParams.set("lesson",t),s.searchParams.set("step",String(e+1)),s.href}function id(n){let t=e=>`.teachin\
g :is(${n.map(({selector:s})=>s+e).join(", ")})`;return`${t("")}:not(g) { outline: 3px solid var(--amber); outline-offse\
t: 2px; border-radius: 6px; }
    ${t(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${t("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function ad(n){let t=n.map(({selector:e})=>e).join(", ");return t?`.teaching .st-why :not(:is(${t}), :is(${t}) *,\
 :has(${t})) { display: none !important; }`:".teaching .st-why { display: none; }"}var Ts=(n,t=e=>[e])=>n.flatMap(({text:e,
style:s})=>s==="plain"?t(e):[h(Yh[s],{},...t(e))]),Es=class{lesson=null;step=0;asked=0;progress=this.stored();method="";chart=new Ss;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=h(
"h2",{"data-testid":"lesson-title"});count=h("span",{class:"st-quiet","data-testid":"lesson-count"});said=h("div",{class:"\
st-lesson-said","data-testid":"lesson-text","aria-live":"polite"});quiz=h("div",{class:"st-lesson-quiz"});list=h("ol",{class:"\
st-lesson-list","data-testid":"lesson-list",hidden:!0});note=h("p",{class:"st-quiet",role:"status","data-testid":"lesson\
-note"});back=this.button("back","Back",()=>this.turn(-1),"Back in the lesson (Page Up)");next=this.button("next","Next",
()=>this.turn(1),"Next in the lesson (Page Down)");all=this.button("all","All lessons",()=>{this.showList()});link=this.
button("link","Copy link",()=>{this.copy()},"Copy the link to this step");again=this.button("show","Back to this step’s \
picture",()=>this.stand(),"The picture was moved");print=h("a",{class:"st-lesson-print",target:"_blank","data-testid":"l\
esson-print"},"Print teacher card");foot=h("p",{},this.print);shut=h("button",{type:"button",class:"st-btn","data-testid":"\
lesson-close",title:"Close lesson","aria-label":"Close lesson",onclick:()=>this.close()},"✕");turns=h("div",{class:"st\
-lesson-turns"},this.back,this.next);page=h("div",{class:"st-lesson-page"},this.said,this.quiz);root=h("section",{class:"\
st-card st-lesson","data-testid":"lesson","aria-label":"Lesson",hidden:!0},h("header",{class:"st-lesson-head"},h("div",{},
this.name,this.count),this.link,this.all,this.shut),this.again,this.page,this.list,this.foot,this.turns,this.note);away=!1;own=!1;constructor(t){
this.on=t,this.all.setAttribute("aria-expanded","false"),document.adoptedStyleSheets.push(this.lit,this.looks)}button(t,e,s,o){
return h("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${t}`,title:o,onclick:s},e)}stored(){try{return Zh(
localStorage.getItem(ca))}catch{return{}}}latest(){let t=this.stored();return Object.keys(t).length?t:this.progress}keep(t){
this.progress=t;try{localStorage.setItem(ca,JSON.stringify(this.progress))}catch{}}unfold(t){this.root.hidden=!t,this.on.
shown(t),t&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top:t}=this.root.getBoundingClientRect();
(t<0||t>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(t,e=1){this.asked+=1,this.lesson=t,this.unfold(
!0),this.listed(!1),$(this.name,t.title),this.show(nd(e,t.steps.length)),this.on.soon(t.steps.flatMap(({at:s,question:o})=>[
s.trace,o?.reveal?.trace??s.trace]))}async load(t,e=1){let s=await this.got(t,"Loading the lesson …",["steps","moved"]);
if(s&&"moved"in s){let{slug:a,step:r}=ed(s.moved,e);return this.load(Re(a),r)}if(s)return this.open(s,e);let o=this.asked,
i=this.note.textContent||"";!this.lesson&&i&&await this.showList(),o+1===this.asked&&!this.list.hidden&&$(this.name,i)}async got(t,e,s){
let o=++this.asked;this.unfold(!0),$(this.note,e);let i=null;try{i=await(await fetch(new URL(t,document.baseURI))).json()}catch{}
if(o!==this.asked)return null;let a=i!==null&&s.some(r=>Array.isArray(i[r]));return $(this.note,a?"":i?.text||"This coul\
d not be loaded. Reload the page to try again."),a?i:null}show(t){if(!this.lesson)return;this.step=t,this.away=!1;let e=this.
lesson.steps[t],s=this.lesson.steps.length-1;this.keep(td(this.latest(),this.lesson.slug,this.step)),$(this.count,`Step ${this.
step+1} of ${s+1}`),$(this.note,""),this.write(),this.chart.show(e.chart),this.print.href=Jh(this.lesson.slug),this.foot.
hidden=t!==0&&t!==s,this.ask(e),this.again.hidden=!0,this.back.disabled=this.step===0,$(this.next,this.step===s?"Finish":
"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=0,this.on.changed(this.lesson.slug,this.step+1),this.
stand()}write(){if(!this.lesson)return;let t=this.lesson.steps[this.step];this.method=this.on.method(),A(this.said,h("h3",
{},t.title),...t.paragraphs.map(e=>h("p",{},...Ts(e,this.on.marker()))))}turn(t){if(this.lesson){if(this.step+t===this.lesson.
steps.length)return void this.showList();this.step+t>=0&&this.show(this.step+t)}}stand(){let t=this.place();t&&this.on.goto(
t.trace,{it:t.it,phase:t.phase,node:t.node})}place(){if(!this.lesson)return null;let{at:t,question:e}=this.lesson.steps[this.
step];return e&&As(e.answers,this.given()).over&&e.reveal||t}stands({name:t,it:e,phase:s,node:o}){let i=this.place();this.
lesson&&this.method!==this.on.method()&&this.write(),this.away=i!==null&&(i.trace!==t||i.it!==e||i.phase!==s),this.again.
hidden=!this.away||!this.list.hidden,this.own=!this.away&&i?.node===o,this.narrow()}narrow(){let t=this.lesson?.steps[this.
step],e=this.list.hidden?t&&this.own?t.look:null:[];this.looks.replaceSync(e?ad(e):""),this.root.toggleAttribute("data-l\
ooks",e!==null),this.measure()}measure(){let t=this.root.closest(".st"),{top:e}=this.root.getBoundingClientRect();if(!(t instanceof
HTMLElement)||this.root.hidden)return;let s=e+(t.classList.contains("present")?t.scrollTop:scrollY);t.style.setProperty(
"--above",`${Math.round(s)}px`)}given(){return this.lesson?Os(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({
question:t}){A(this.quiz),this.quiz.hidden=!t,t&&A(this.quiz,h("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...Ts(t.words,
this.on.marker())),h("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...t.answers.map((e,s)=>h(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(t,s)},h("b",{"ari\
a-hidden":"true"}),h("span",{},...Ts(e.words))))),h("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"\
status"}),this.button("again","Try again",()=>this.forget(t))),t&&this.mark(t)}forget(t){this.lesson&&(this.keep(ha(this.
latest(),this.lesson.slug,this.step,[])),this.mark(t),this.stand())}mark({answers:t}){let{given:e,over:s}=As(t,this.given()),
o=e.at(-1),[i,a]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(
".st-lesson-answer").forEach((l,c)=>{let{right:d}=t[c],p=e.includes(c),u=p||s&&d;l.setAttribute("aria-pressed",String(p)),
l.setAttribute("aria-disabled",String(s||p)),l.classList.toggle("right",u&&d),l.classList.toggle("wrong",u&&!d),l.classList.
toggle("left",s&&!u);let f=l.querySelector("b");f&&$(f,u?d?"✓":"✕":"○")});let r=o===void 0?null:t[o];i&&A(i,...r?this.
reply(r,s):[]),a instanceof HTMLElement&&(a.hidden=!s),this.light(r?.lights??[])}reply({right:t,feedback:e,lights:s},o){
let i=h("b",{role:"img","aria-label":t?"Right":"Wrong"},t?"✓":"✕"),a=Ts(e,this.on.marker());return o?[i," ",...a]:[i,
" Not this one. ",...a,h("span",{class:"st-lesson-look"},` ${sd(this.seen(s))} Then choose again.`)]}seen(t){let e=this.
root.closest(".st");return t.filter(({selector:s})=>e?.querySelector(s)?.checkVisibility())}light(t){if(this.lit.replaceSync(
t.length?id(t):""),!!t.length)for(let{selector:e}of this.seen(t))this.root.closest(".st")?.querySelector(e)?.scrollIntoView(
{block:"nearest",inline:"nearest"})}choose(t,e){!this.lesson||this.given().includes(e)||As(t.answers,this.given()).over||
(this.keep(ha(this.latest(),this.lesson.slug,this.step,[...this.given(),e])),this.mark(t),this.quiz.querySelector(".st-l\
esson-feedback")?.scrollIntoView({block:"nearest"}),As(t.answers,this.given()).over&&this.stand())}listed(t){this.list.hidden=
!t,this.page.hidden=this.turns.hidden=this.link.hidden=t||!this.lesson,this.foot.hidden=this.page.hidden||this.step>0&&this.
step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.away,this.all.setAttribute("aria-expande\
d",String(t)),$(this.all,t&&this.lesson?"Back to the lesson":"All lessons"),this.count.hidden=t,$(this.name,t?"Lessons":
this.lesson?.title||""),this.narrow()}async showList(){if(!this.list.hidden&&this.lesson)return this.listed(!1);let t=await this.
got(Qh,"Loading the lessons …",["lessons"]);t&&(this.listed(!0),this.root.scrollTop=0,A(this.list,...t.lessons.map(e=>{
let s=Xh(this.progress,e),o=s===e.steps,i=`${q(e.steps,"step")}, ${e.minutes} min`,a=o?"✓ Done":s?`${s} of ${e.steps} \
steps`:i;return h("li",{},h("button",{type:"button","data-testid":"lesson-card","data-lesson":e.slug,class:o?"done":"",onclick:()=>{
this.load(Re(e.slug))}},h("b",{},e.title),h("span",{},e.summary),h("small",{},a)))})))}async copy(){if(!this.lesson)return;
let t=od(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(t),$(this.note,"Link to this \
step copied.")}catch{$(this.note,t)}}close(){this.asked+=1,this.lesson=null,this.chart.show(null),this.light([]),this.looks.
replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(null,0),this.on.close()}key(t){if(!this.lesson||
this.root.hidden||!this.list.hidden)return!1;let e=this.quiz.querySelectorAll(".st-lesson-answer"),s=/^[1-9]$/.test(t.key)?
Number(t.key):0;if(t.key==="PageDown")this.turn(1);else if(t.key==="PageUp")this.turn(-1);else if(s&&s<=e.length)e[s-1].
click();else return!1;return t.preventDefault(),!0}moved(t){this.lesson&&!this.lesson.steps.some(({at:e})=>e.trace===t)&&
this.close()}};function Mn(n,t){let{model:e,root:s,glossary:o,full:i}=n,{header:a,summary:r,incomplete:l}=e,{title:c,about:d,pair_name:p,
draft_notes:u,observed:f,seed:m,prompt:g,deciding:b,rejection:y,whatif:x=""}=a;if(n.legend.rejection(y),$(n.worth,r?.worth||
c||""),n.top.hidden=!n.worth.textContent,!i){let T=[...document.querySelectorAll(".st.compact")].indexOf(s)+1;s.setAttribute(
"aria-label",`Run ${T}: ${c||"none"}, step by step`),n.controls.root.setAttribute("aria-label",`Step through run ${T}`)}
let k=[d?.law,d?.rounding].filter(Boolean).join(" "),v=i?[d?.line,d?.law,d?.rules].filter(Boolean).join(" "):c||"",M=l?`\
This run is incomplete: ${l}. `:"";A(n.about,h("span",{class:"st-warn"},M),...o.explained(v,!1));let S=[["Method",c],["P\
aper",d?.paper],["Output distribution",k],["Models",p],["Draft",u],["Recorded from",f],["Model’s own rules",d?.rules],
["Prompt",g],["Seed",m?.toString()],...Object.entries(b).map(([T,O])=>[T.replace(/_/g," "),String(O)])];n.changed.show(x,
x&&t?{recorded:t.text,now:e.added(e.its.length-1)}:null,n.options.asks&&!!a.recorded?.name);let L=([T,O])=>h("div",{},h(
"dt",{},...o.explained(T)),h("dd",{},O));A(n.facts,...S.filter(([,T])=>T).map(L));let I=e.its.length;A(n.end,h("h2",{},I>
1?`Summary of all ${I} rounds`:"Summary"),h("dl",{class:"st-facts"},...(r?.card??[]).map(L)),h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>n.stepTo(0)},"Start again"))}var pa=100,rd=400,ld=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),Ls=class{opening=0;newest=0;recorded=null;constructor(t){
this.stage=t,this.begun=!t.full}receive(t){let e=t;if(typeof t=="string")try{e=JSON.parse(t)}catch{return this.clear({type:"\
clear",text:"The app sent a message that cannot be read. Reload the page."})}if(e.asked!==void 0&&e.asked<this.newest)return;
this.newest=e.asked??this.newest,ld.has(e.type)&&this[e.type](e);let s=this.begun||!this.stage.options.url?null:da(_());
this.begun=!0,s&&this.stage.lesson.load(Re(s.slug),s.step)}fill(t){let{stage:e}=this;Object.assign(e,{at:{it:0,phase:0},
picked:null,hovered:-1}),e.model.open(t),this.recorded?.name!==e.model.name&&(this.recorded=null),e.text.reset(),e.find.
reset(),Mn(e,this.recorded)}open(t){let{stage:e}=this,{model:s}=e;this.reset(),this.fill(t);let{name:o}=s;if(e.lesson.moved(
s.header.recorded?.name??o),setTimeout(()=>e.trigger("opened",{name:o}),pa),e.follow=s.live,this.shown(),s.live)return e.
openAt({it:s.its.length});let i=e.options.url?be():null;e.chosen=t.chosen===!0,e.openAt(t.at||(i&&[o,null].includes(i.trace)?
e.reached(i):null)),e.chosen=!1}append(t){let{stage:e}=this,{name:s,its:o}=e.model;if(t.name&&t.name!==s)return;let i=e.
model.add(t);i&&e.trigger("gap",{name:s,have:o.length,want:o.length+i}),this.shown(),e.follow&&!e.timer?e.goto(o.length-
1,1/0,null):e.refresh()}finish(t){let{stage:e}=this,s=e.follow;t.name&&t.name!==e.model.name||e.model.live&&(this.append(
t),e.model.live=e.follow=!1,e.root.dataset.live="0",this.shown(),Mn(e,this.recorded),s&&t.at&&e.openAt(t.at))}begin({name:t=""}){
let{stage:e}=this;this.reset(),this.recorded=null,this.fill({type:"open",name:t,incomplete:null,live:!0}),e.lesson.moved(
t),e.follow=!0,Object.assign(e.root.dataset,{begun:"1",name:t,live:"1",iterations:"0"}),this.shown(),e.options.url&&e.setAddress(
{trace:t,it:null,phase:null,node:null}),setTimeout(()=>e.trigger("opened",{name:t}),pa),e.moved()}start({trace:t,text:e,
chosen:s=!1}){let{trace:o,it:i,node:a}=be(),r=o||t,l=Ze()?{it:1}:{it:1,phase:1};if(!r)return this.clear({type:"clear",text:e});
let c=`explorer/open/${encodeURIComponent(r)}`;this.fetch(i||a!==null?{type:"fetch",url:c}:{type:"fetch",url:c,at:l,chosen:s})}lesson({
url:t}){t?this.stage.lesson.load(t):this.stage.lesson.showList()}async fetch(t){let e=++this.opening,{note:s,root:o,model:i,
early:a}=this.stage;this.stage.pause(),$(s,"Opening the recorded run …"),o.removeAttribute("data-empty"),s.hidden=i.its.
length>0,o.setAttribute("aria-busy","true");try{let r=JSON.parse(await a.get(t.url||"")),l=t.live&&r.type==="open"?{live:!0,
summary:null,incomplete:null}:{};e===this.opening&&this.receive({...r,...l,...t.at?{at:t.at}:{},...t.chosen?{chosen:!0}:
{}})}catch{e===this.opening&&this.clear({type:"clear",text:"The trace could not be loaded. Reload the page to try again."})}}clear(t){
this.reset(),this.stage.root.dataset.empty="1",this.fill({type:"open"}),this.shown(),$(this.stage.note,t.text||"Choose a\
 recorded run above, or press “Run your own”.")}async change(t){let{at:{it:e,phase:s},model:o,changed:i}=this.stage,
a=++this.opening,r=new URLSearchParams({visitor:ks(),it:String(e+1)});for(let[d,p]of Object.entries(t))r.set(d,String(p));
let l={of:o.name,at:{it:e+1,phase:s+1},text:o.added(e)},c=setTimeout(()=>a===this.opening&&i.wait(),rd);try{let d=await fetch(
new URL(`explorer/whatif/${l.of}?${r}`,document.baseURI),{method:"POST"}),p=await d.json();if(a!==this.opening)return;if(!d.
ok)return i.refuse(p.text);this.recorded={...this.recorded??l,name:p.name},this.receive(p)}catch{a===this.opening&&i.refuse(
"The app does not respond. Check that it is still running, then try again.")}finally{clearTimeout(c)}}back(){let{name:t="",
at:e}=this.stage.model.header.recorded??{},{of:s,at:o}=this.recorded??{of:t,at:e};this.fetch({type:"fetch",url:`explorer\
/open/${encodeURIComponent(s)}`,at:o})}reset(){let{stage:t}=this,{graph:e,timeline:s,attention:o,trace:i,controls:a}=t;this.
opening+=1,t.away=!1,delete t.root.dataset.begun,delete t.root.dataset.empty,t.inspector.leave();for(let r of[e,s,o,i,a])
r.reset();t.pause(),t.root.removeAttribute("aria-busy"),delete t.pictures.dataset.step}shown(){let{root:t,body:e,note:s,
model:o}=this.stage,i=o.its.length>0;e.hidden=!i,s.hidden=i,o.live||delete t.dataset.begun,t.toggleAttribute("data-empty",
!i&&!o.live),i||$(s,o.live?"Waiting for the first round …":o.incomplete?"The run ended before its first round.":"This \
trace contains no rounds.")}};var js="cubic-bezier(.2,.7,.2,1)",cd="cubic-bezier(.5,0,.9,.6)",hd="cubic-bezier(.3,1.35,.5,1)",_t=520,dd=600,qs=900,pd=1150,
ga=420,De=700,ua=900,fa=["draft","exit"],ma=new Set(["residual","bonus","drawn","greedy","own"]);function ud(n,t,e){let s=[],
o=new Map(n.nodes.map(c=>[c.key,c])),i=(c,d,p=0)=>s.push({name:c,node:d&&d.key,at:p}),a=c=>c.coin!==null&&c.side!=="abov\
e"&&o.get(c.key)?.coin!==c.coin&&!(e==="verify"&&c.span!==null),r=t.nodes.some(a),l=c=>r?c:Math.max(0,c-_t);fa.includes(
e)&&n.pass.draft&&t.pass.draft&&i("hop",null),t.pass.area.on&&!n.pass.area.on&&i("check",null),t.pass.rays&&t.pass.rays!==
n.pass.rays&&!t.pass.area.on&&i("ray",null),r&&i("wait",null);for(let c of t.nodes){let d=o.get(c.key);if(!d)continue;let p=a(
c);if(d.state===null&&c.state!==null){let u=ma.has(c.state)&&p;i("pop",c,fa.includes(e)?180:u?_t:150)}d.p===null&&c.p!==
null&&d.state!==null&&i("score",c,t.pass.area.on?ga:0),p&&i("coin",c),d.y!==c.y&&!c.fallen&&!c.joined&&d.state!==null&&i(
"room",c),c.joined&&!d.joined?i("merge",c):d.state!==null&&c.state!==d.state?(i("verdict",c,l(_t)),c.state==="accepted"&&
i("fly",c,l(dd)),c.state==="rejected"&&i("residual",c,l(qs))):p&&c.state==="rejected"&&i("residual",c,l(qs)),ma.has(c.state??
"")&&d.state===null&&i("fly",c,p?_t+340:480),c.fallen&&!d.fallen&&i("fall",c,l(qs)),/\bhole\b/.test(c.classes)&&!/\bhole\b/.
test(d.classes)&&i("hole",c,l(pd))}return n.pass.bonus?.visible&&!t.pass.bonus?.visible&&e!=="commit"&&i("bonus",null,l(
qs)),s}var Is=class{reduced=matchMedia("(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(t,e,s){
this.root=t,this.picture=e,this.tokenOf=s}stop(){for(let t of this.running)t.cancel();for(let t of this.flying)t.remove();
this.running=[],this.flying=[]}play(t,e,s,o){if(this.reduced.matches)return;this.rate=Math.max(1,o);let i=new Map(e.nodes.
map(r=>[r.key,r])),a=new Map(t.nodes.map(r=>[r.key,r]));for(let{name:r,node:l,at:c}of ud(t,e,s)){let d=l===null?void 0:i.
get(l),p=l===null?void 0:a.get(l);d&&p?this.moveNode(r,c,p,d,e):this.movePass(r,c,t,e)}}move(t,e,s,o,i=0,a=js){if(!t)return;
let r=t.animate(s,{duration:o,delay:i,easing:a,fill:"backwards",id:`st-${e}`});r.playbackRate=this.rate,this.running.push(
r)}split(t,e,s){if(!this.reduced.matches){this.rate=Math.max(1,s);for(let o of e.scene.nodes){let i=t.frame.spot.get(o.place),
a=i?.into?.item??i;if(!a||o.state===null)continue;let r=(t.left+a.x*t.zoom-e.left)/e.zoom,l=(t.top+a.cy*t.zoom-e.top)/e.
zoom;this.move(this.picture.elementOf(o),"split",[{transform:`translate(${r}px, ${l}px)`},{transform:`translate(${o.x}px\
, ${o.y}px)`}],ua,0,"cubic-bezier(.5,0,.3,1)")}for(let{group:o}of[this.picture.edges,this.picture.merges,this.picture.bands])
this.move(o,"split",[{opacity:0},{opacity:0,offset:.8},{opacity:1}],ua)}}movePass(t,e,s,o){let{pass:i}=this.picture,a=[{
opacity:0},{opacity:0,offset:.85},{opacity:1}];if(t==="hop"&&s.pass.draft&&o.pass.draft){let r=s.pass.draft.x-o.pass.draft.
x;this.move(i.draft.root,t,[{transform:`translate(${r}px, 0)`},{transform:`translate(${r/2}px, -13px)`},{transform:"tran\
slate(0, 0)"}],320)}if(t==="check"&&(this.move(i.area,t,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,
offset:.62},{transform:"scaleY(1)",fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(i.rays,t,[{opacity:0},{
opacity:1}],260,ga)),t==="ray"&&this.move(i.rays,t,[{opacity:0},{opacity:1}],300),t==="bonus"&&this.move(i.bonus,t,[{visibility:"\
visible"},{visibility:"visible"}],Math.max(1,e)),t==="wait")for(let r of this.root.querySelectorAll(".st-say, .st-inspec\
tor > :not(.st-overlap), .st-legend"))this.move(r,t,a,_t+80)}moveNode(t,e,s,o,i){let a=this.picture.partsOf(o),r=`transl\
ate(${o.x}px, ${o.y}px)`;if(!a)return;let l=[{opacity:0},{opacity:1}];if(t==="pop"&&e<_t)this.move(a.root,t,[{transform:`\
translate(${o.x}px, ${o.y-16}px) scale(.9)`,opacity:0},{transform:r,opacity:1}],260,e,hd);else if(t==="pop")for(let c of[
a.box,a.glyph,a.name,a.second,a.p?.root])this.move(c,t,l,220,e);t==="score"&&(this.move(a.p?.root,t,l,120,e),this.move(a.
p?.line,t,[{transform:"scaleX(0)"},{transform:"scaleX(1)"}],320,e)),t==="coin"&&(this.move(a.scale?.root,t,l,120),this.move(
a.scale?.coin,t,[{transform:"translateY(-110px)",opacity:.4,easing:"cubic-bezier(.55,0,.8,.75)"},{transform:"translateY(\
0)",opacity:1,offset:.65,easing:"ease-out"},{transform:"translateY(-6px)",offset:.8,easing:"ease-in"},{transform:"transl\
ateY(0)"}],_t,0,"linear"),this.move(a.scale?.says,t,l,120,400)),t==="verdict"&&(this.move(a.box,t,[{fill:"var(--card)",stroke:"\
var(--amber-edge)",strokeDasharray:"3 3",strokeWidth:"1.5px"},{}],180,e),this.move(a.glyph,t,[{d:`path("${it(s.state??"p\
ending")}")`,fill:"none",stroke:"var(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,e),this.move(
this.picture.edgeOf(o),t,[{stroke:"var(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,
e)),t==="room"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:r}],320),this.move(this.picture.
edgeOf(o),t,l,320)),t==="merge"&&this.merge(a,s,o),t==="fall"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.
y}px)`},{transform:`translate(${(s.x+o.x)/2}px, ${(s.y+2*o.y)/3}px) rotate(1.6deg)`,offset:.7},{transform:r}],380,e,cd),
this.move(this.picture.edgeOf(o),t,[{visibility:"visible"},{visibility:"visible"}],Math.max(1,e))),t==="hole"&&(this.move(
a.root,t,l,200,e),this.move(this.picture.edgeOf(o),t,l,200,e)),t==="residual"&&this.shrink(e),t==="fly"&&this.fly(o,e,a.
name,i)}merge(t,e,s){let o=`translate(${s.onto?.x??s.x}px, ${s.onto?.y??s.y}px)`;this.move(t.root,"merge",[{transform:`t\
ranslate(${e.x}px, ${e.y}px)`},{transform:o,offset:.7,easing:js},{transform:`translate(${s.x}px, ${s.y}px)`}],De);for(let i of[
t.box,t.name,t.q?.root,t.second])this.move(i,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],De);this.move(t.box,
"merge",[{width:`${e.wide}px`},{width:`${e.wide}px`}],De),this.move(this.picture.edgeOf(s),"merge",[{visibility:"visible"},
{visibility:"visible"}],De*.6),this.move(this.picture.merges.drawn.get(String(s.place))?.parts.root,"merge",[{opacity:0},
{opacity:0,offset:.6},{opacity:1}],De)}shrink(t){for(let s of this.root.querySelectorAll(".st-joint-bars i[data-of='left\
']")){let{from:o="0%",mid:i="0%"}=s.dataset;this.move(s,"residual",[{width:o},{width:i,offset:.45,easing:js},{width:s.style.
width}],940,t,"ease-in-out")}let e=this.root.querySelector(".st-overlap[data-part='residual']");if(e){for(let s of e.querySelectorAll(
".st-both i")){let{of:o,from:i="0",size:a="0"}=s.dataset,{width:r}=s.style;o!=="p"?this.move(s,"residual",[{opacity:1},{
opacity:.16}],320,t):e.hasAttribute("data-scaled")?this.move(s,"residual",[{opacity:0},{opacity:1}],420,t+320):this.move(
s,"residual",[{left:`${100*Number(i)}%`,width:`${100*Number(a)}%`},{left:"0%",width:`${100*Number(a)}%`,offset:.45,easing:js},
{left:"0%",width:r}],940,t+320,"ease-in-out")}for(let s of e.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys"))
this.move(s,"residual",[{opacity:0},{opacity:1}],200,t+1180)}}fly({id:t,state:e},s,o,i){let a=this.tokenOf(t);if(!a||!o||
!a.checkVisibility()||i.mode.name==="dots")return;let r=o.getBoundingClientRect(),l=a.getBoundingClientRect(),c=420,d=h(
"span",{class:"st-fly","data-state":e,"aria-hidden":"true"},a.textContent);Object.assign(d.style,{left:`${r.left}px`,top:`${r.
top}px`,fontSize:getComputedStyle(a).fontSize}),this.root.append(d),this.flying.push(d);let p=l.left-r.left,u=l.top-r.top,
f=[{transform:"none",opacity:0},{transform:"none",opacity:1,offset:.01},{transform:`translate(${p/2}px, ${u*.8}px) scale\
(1.08)`,offset:.55},{transform:`translate(${p}px, ${u}px)`,opacity:1}];this.move(d,"fly",f,c,s,"cubic-bezier(.3,.1,.2,1)"),
this.running.at(-1)?.finished.then(()=>d.remove(),()=>{}),this.move(a,"fly",[{opacity:0},{opacity:0}],s+c)}};var Ot=20,Sn=21,fd=560,md=2,ba=16e3,gd=24e7,bd=["stroke-linecap","stroke-linejoin","marker-end","paint-order"],wd=["font\
-family","font-size","font-weight","font-style","text-anchor"],yd=new Set(["butt","miter","none","normal","start"]),xd=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
function Ne(n){let t=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(n);if(t)return Ne(`rgba(${[1,2,3].
map(o=>255*Number(t[o])).join(", ")}, ${t[4]??1})`);let e=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(
n);return e?{paint:`#${e.slice(1,4).map(o=>Math.round(Number(o)).toString(16).padStart(2,"0")).join("")}`,opacity:e[4]===
void 0?1:Number(e[4])}:{paint:n,opacity:1}}function kd(n,t,e){if(t.getPropertyValue("vector-effect")!=="non-scaling-stro\
ke")return 1;let s=n.getCTM();return s&&Math.sqrt(Math.abs(s.a*s.d-s.b*s.c))/e||1}function vd(n,t,e){let s=getComputedStyle(
n),o=r=>s.getPropertyValue(r);for(let{name:r}of[...t.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.
test(r)&&t.removeAttribute(r);if(o("display")==="none"||o("visibility")==="hidden")return!1;let i=kd(n,s,e),a=(r,l)=>{l&&
!yd.has(l)&&t.setAttribute(r,l)};if(o("opacity")!=="1"&&a("opacity",o("opacity")),n instanceof SVGGElement)return!0;for(let r of[
"fill","stroke"]){let{paint:l,opacity:c}=Ne(o(r)),d=c*Number(o(`${r}-opacity`));t.setAttribute(r,l),d<1&&l!=="none"&&t.setAttribute(
`${r}-opacity`,String(d))}if(o("stroke")!=="none"){let r=l=>l.replace(/[\d.]+(px)?/g,c=>String(parseFloat(c)/i));a("stro\
ke-width",r(o("stroke-width"))),o("stroke-dasharray")!=="none"&&a("stroke-dasharray",r(o("stroke-dasharray")));for(let l of bd)
a(l,o(l).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return n instanceof SVGTextElement&&$d(n,t,s),!0}function $d(n,t,e){
for(let i of wd)t.setAttribute(i,e.getPropertyValue(i));let s=e.getPropertyValue("text-decoration-line");s!=="none"&&t.setAttribute(
"text-decoration",s),t.setAttribute("xml:space","preserve");let o=n.getComputedTextLength();o>0&&t.setAttribute("textLen\
gth",o.toFixed(2)),t.setAttribute("lengthAdjust","spacingAndGlyphs")}function wa(n){let{width:t,height:e}=n.viewBox.baseVal,
s=n.width.baseVal.value/t||1,o=n.cloneNode(!0),i=[...n.querySelectorAll("*")].map((r,l)=>[r,o.querySelectorAll("*")[l]]),
a=[];for(let[r,l]of i)r instanceof SVGGraphicsElement&&l instanceof SVGElement&&!r.closest("defs")?!vd(r,l,s)&&!(r instanceof
SVGGElement)&&a.push(l):r.closest("marker")&&r instanceof SVGPathElement&&(l.setAttribute("fill",Ne(getComputedStyle(r).
fill).paint),l.removeAttribute("class"));for(let r of a)r.remove();return{width:t,height:e,parts:[...o.childNodes]}}function Md(n,t,e){
let s=[""];for(let o of n.split(/\s+/)){let i=s[s.length-1]?`${s[s.length-1]} ${o}`:o;ut(i,e)<=t?s[s.length-1]=i:s.push(
o)}return s.filter(Boolean)}function ya({stage:n,graph:t,legend:e,title:s,sentence:o}){let i=getComputedStyle(n),a=i.fontFamily||
"sans-serif",r=Ne(i.color).paint,l=wa(t),c=Math.max(fd,l.width),d=c-2*Ot,p=[],u=Ot,f=(k,v,M)=>{for(let S of Md(k,d,`${M}\
 ${v}px ${a}`))u+=Sn,p.push(w("text",{x:Ot,y:u-5,"font-family":a,"font-size":v,"font-weight":M,fill:r,"xml:space":"prese\
rve"},S))};f(s,17,700),p.push(w("g",{transform:`translate(${(c-l.width)/2} ${u})`},...l.parts)),u+=l.height,f(o,15,400),
u+=6;let m=Ot;for(let k of e.querySelectorAll("li")){let v=k.querySelector("svg"),M=(k.innerText??"").trim().replace(/\s+/g,
" ");if(!M||!k.checkVisibility())continue;let S=ut(M,`13px ${a}`)+42;m>Ot&&m+S>c-Ot&&([m,u]=[Ot,u+Sn]),v&&p.push(w("g",{
transform:`translate(${m+8} ${u+11})`},...wa(v).parts)),p.push(w("text",{x:m+(v?21:0),y:u+15,"font-family":a,"font-size":13,
fill:r},M)),m+=S}let g=Math.ceil(u+Sn+Ot),b=Math.ceil(c),y=Ne(getComputedStyle(t.closest(".st-graph")??n).backgroundColor).
paint,x=w("svg",{xmlns:"http://www.w3.org/2000/svg",width:b,height:g,viewBox:`0 0 ${b} ${g}`},w("title",{},s),w("rect",{
width:b,height:g,fill:y}),...p);return{text:new XMLSerializer().serializeToString(x).replace(xd,"�"),width:b,height:g}}
function xa(n,t){let e=h("a",{href:URL.createObjectURL(n),download:t});document.body.append(e),e.click(),e.remove(),setTimeout(
()=>URL.revokeObjectURL(e.href),6e4)}var ka=({text:n},t)=>xa(new Blob([n],{type:"image/svg+xml"}),`${t}.svg`);async function va({
text:n,width:t,height:e},s){let o=Math.min(md,ba/t,ba/e,Math.sqrt(gd/(t*e))),i=new Image,a=h("canvas",{width:Math.round(
t*o),height:Math.round(e*o)});try{i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode(),a.getContext(
"2d")?.drawImage(i,0,0,a.width,a.height)}catch{return!1}let r=await new Promise(l=>a.toBlob(l,"image/png"));return r&&xa(
r,`${s}.png`),r!==null}var $a=(n,t)=>`${n.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${t}`;var Ma=2e3,Sa=3,Ce=[14,10],Sd=[12,24],Rs=class{body=h("div",{class:"st-text","data-testid":"text"});keys=h("div",{class:"\
st-origins","aria-hidden":"true"});list=h("ol",{class:"st-beams","data-testid":"beams"});beams=h("details",{class:"st-ca\
rd st-details","data-testid":"live-beams",hidden:!0},h("summary",{},"Beams as text"),this.list);end=h("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-end","aria-pressed":"false",title:"Also show text that is not written \
yet at this step",onclick:()=>this.reveal(!this.root.classList.contains("all"))},"Show full text");root=h("section",{class:"\
st-sofar","aria-label":"Text so far","data-part":"text"},this.body,this.keys,this.end);tokens=[];count=0;shownFor="";originsFor="";settledFor=null;prompt=h(
"span",{class:"st-prompt",title:"prompt",dir:"auto"});sameFor=null;matches=new Set;constructor(t,e){this.model=t,this.on=
e;for(let s of[this.root,this.beams])s.addEventListener("click",o=>this.open(o)),s.addEventListener("keydown",o=>{let i=[
...s.querySelectorAll("[data-token]")],a=i.findIndex(l=>l===document.activeElement),r=o.key==="ArrowDown"?1:-1;a<0||!["E\
nter"," ","ArrowUp","ArrowDown"].includes(o.key)||(o.key==="Enter"||o.key===" "?this.open(o):i[Math.min(i.length-1,Math.
max(0,a+r))].focus(),o.preventDefault(),o.stopPropagation())})}reset(){this.tokens=[],this.count=0,this.shownFor=this.originsFor=
"",A(this.list),A(this.keys),this.reveal(!1),A(this.body,...this.startOf()),this.beams.hidden=!0}startOf(){let t=this.model.
header.prompt||"";return A(this.prompt,et(st(t,Ma))),this.sameFor=null,t?[this.prompt," "]:[]}reveal(t){this.root.classList.
toggle("all",t),this.settledFor=null,this.end.setAttribute("aria-pressed",t?"true":"false"),this.end.textContent=t?"Hide\
 full text":"Show full text"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[t]of this.model.its[this.
count].made){let e=this.model.lineage.get(t);if(!e)continue;let s=this.tokenView(e,this.tokens.length);this.body.append(
s,this.model.joiner()),this.tokens.push({view:s,made:e,when:""})}}tokenView(t,e){let s=this.model.text(t.token),o=t.origin||
"",i=this.model.joiner()?{dir:"auto"}:{},a=`${$t(s)} · ${tn.get(o)?.label||o} · round ${t.it+1}`,r=this.matches.has(t.
node)?"st-t hit":"st-t";return h("span",{role:"button",class:r,"data-token":e,"data-origin":o,"data-it":t.it+1,"data-mad\
e":t.node,tabindex:e?"-1":"0",title:a,...i},et(s).replace(/\n/g,"↵")||"∅")}show(t,e){if(this.model.multi())return this.
showBeams(t,e);this.grow();for(let i of this.tokens){let{made:a}=i,l=a.it<t.i||a.it===t.i&&a.step<=e?a.it===t.i?"now":"p\
ast":"later";l!==i.when&&(i.view.dataset.when=i.when=l)}this.same(t,e);let s=this.tokens.filter(({when:i})=>i!=="later"),
o=String(s.length);this.shownFor!==o&&(this.shownFor=o,this.origins(new Set(s.map(({made:i})=>i.origin))))}same(t,e){let s=t.
steps.findIndex(l=>l.phase==="draft")<=e?t.found:void 0,o=s?String(t.i):"";if(o===this.sameFor)return;this.sameFor=o,this.
settledFor=null;let i=this.model.header.prompt||"";A(this.prompt,...s?Ad(i,s.prompt,!s.made.length):[et(st(i,Ma))]);let a=s?.
made??[],r=a.at(-1)?.[0]??0;this.tokens.forEach(({view:l},c)=>{l.classList.toggle("same",a.some(([d,p])=>d<=c&&c<p)),l.classList.
toggle("far",a.length>0&&c<r&&!a.some(([d,p])=>d-Sa<=c&&c<p+Sa))})}viewOf(t){return this.tokens.find(({made:e})=>e.node===
t)?.view}settle(){this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.
body.scrollLeft=this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(t){let e=[...tn.
values()].filter(({name:o})=>t.has(o)),s=e.map(({name:o})=>o).join();s!==this.originsFor&&(this.originsFor=s,A(this.keys,
...e.map(({name:o,label:i})=>h("span",{class:"st-t","data-origin":o},i))))}showBeams(t,e){let s=e>=t.commit?t:this.model.
its[t.i-1],o=s?String(s.i):"none";if(o===this.shownFor)return;if(this.shownFor=o,this.beams.hidden=!1,this.body.replaceChildren(
...this.startOf()),!s)return A(this.list,h("li",{class:"st-quiet"},"There are no beams yet; the prompt is the only input\
."));let i=this.model.beamsOf(s),a=i.find(({beam:l})=>l.best)||i[0],r=this.model.path(null,a.beam.node).flatMap((l,c)=>[
this.tokenOf(l,c,s),this.model.joiner()]);this.body.append(h("span",{class:"st-quiet"},s.beams.length>1?`best of ${q(s.beams.
length,"beam")}: `:""),...r),this.origins(new Set(this.model.path(null,a.beam.node).map(({origin:l})=>l))),A(this.list,...i.
map(l=>this.beamRow(l,s)))}tokenOf(t,e,s){let o=this.tokenView(t,e);return o.dataset.when=t.it===s.i?"now":"past",o}beamRow({
beam:t,slots:e},s){let o=this.model.path(null,t.node),i=t.best?o:o.slice(-32),a=o.length-i.length,r=e.length>1?`Beams ${e.
map(c=>c+1).join(", ")}`:`Beam ${e[0]+1}`,l=` log p ${t.logp?.toFixed(2)??"–"} · per token ${t.mean?.toFixed(3)??"–"}`;
return h("li",{class:t.best?"best":""},h("div",{class:"st-beam-n"},h("b",{},r),e.length>1?" (duplicates)":"",l,t.best?" \
· best":"",t.done?" · finished":""),h("div",{class:"st-text"},a?h("span",{class:"st-quiet"},`${q(a,this.model.unit())}\
 not shown … `):null,...i.flatMap((c,d)=>[this.tokenOf(c,d,s),this.model.joiner()])))}mark(t){this.matches=t;for(let e of[
...this.body.children,...this.list.querySelectorAll("[data-made]")])e instanceof HTMLElement&&e.classList.toggle("hit",this.
matches.has(Number(e.dataset.made??NaN)))}open(t){let e=t.target.closest("[data-token]"),s=e instanceof HTMLElement?this.
model.lineage.get(Number(e.dataset.made)):void 0;s&&this.on.goto(s.it,s.step,s.node)}resized(){this.settledFor=null,this.
settle()}};function Ad(n,t,e){let s=(a,[r,l])=>{if(a.length<=r+l+8)return[An(a)];let c=a.length-l;return[An(a.slice(0,r)),
h("span",{class:"st-dots"},"…"),h("span",{class:"st-far"},et(a.slice(r,c))),An(a.slice(c))]},o=0;return[...t.flatMap(([
a,r],l)=>{let c=s(n.slice(o,a),[l?Ce[0]:0,Ce[1]]);return o=r,[...c,h("mark",{class:"st-same"},...s(n.slice(a,r),Sd))]}),
...s(n.slice(o),e&&!t.length?[0,2*Ce[0]]:[Ce[0],Ce[1]])]}var An=n=>et(n).replace(/\n/g,"↵");var Td=["target","draft","other"],Aa=new Set(["extra","final"]),oe=({bar:n})=>n.draft+n.target+n.other,Ds=({bar:n})=>n.modelled?
n.modelled.draft+n.modelled.target:0,ie=n=>n>=1?`${E(n)} J`:`${E(n*1e3)} mJ`,ae=(n,t)=>n.reduce((e,s)=>e+t(s),0),Ns=class{names=h(
"div",{class:"st-tl-names"});track=h("div",{class:"st-tl-track",tabindex:"-1"});info=h("span",{class:"st-quiet st-tl-inf\
o"});keys=h("div",{class:"st-tl-keys"});root=h("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.
redraw()},h("summary",{},"Timeline"),h("header",{class:"st-bar"},this.info,this.keys),h("div",{class:"st-tl"},this.names,
this.track));cursor=w("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:t})=>t.emitted),note:t=>`${this.
model.multi()?"best beam, ":""}up to ${t}`,paint:(t,{bar:{kept:e,emitted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",e],["o\
wn",s-e]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.most(
({bar:t})=>t.drafted),note:t=>`nodes, up to ${t}`,paint:(t,{bar:{used:e,wasted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",
e],["waste",s]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.max(this.layers()*13+2,(this.
narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:t})=>Math.max(0,...t.widths.map(([,e])=>e))),note:()=>this.drafts()?
`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by the target":""}`:"active beams",paint:(t,e,s,o,i)=>this.
widths(t,e,s,i)},{key:"time",label:"time: draft, target, other",high:()=>34,shown:()=>this.model.its.some(t=>oe(t)>0),top:()=>this.
slowest(),note:t=>`up to ${It(t)}`,paint:(t,e,s,o,i)=>{let a=oe(e)>i*1.001;this.pile(t,s+o,o/(a?oe(e):i),this.shares(e)),
a&&t.append(w("path",{class:"st-tl-over",d:`M0 ${s+5}L${this.step} ${s+1}M0 ${s+9}L${this.step} ${s+5}`}))}},{key:"joule\
s",label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(t=>this.measured(t),1e-12),note:t=>this.
upTo(t,e=>this.measured(e),this.band(),this.model.header.energy?.method),joules:t=>this.measured(t),paint:(t,e,s,o,i)=>this.
pile(t,s+o,o/i*this.perSecond(),this.shares(e))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.
its.some(({bar:t})=>t.modelled!==void 0),top:()=>this.most(Ds,1e-12),joules:Ds,note:t=>this.upTo(t,Ds,0,this.model.header.
energy?.model),paint:(t,{bar:{modelled:e}},s,o,i)=>this.pile(t,s+o,o/i,e?[["modelled-target",e.target],["modelled-draft",
e.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:t})=>t.kv>0),top:()=>this.most(
({bar:t})=>t.kv),note:t=>`up to ${t}`,paint:(t,{bar:e},s,o,i)=>this.pile(t,s+o,o/i,[["kv",e.kv]])}];constructor(t,e){this.
model=t,this.on=e,this.root.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[data-bar]"):
null;o&&e.goto(Number(o.getAttribute("data-bar"))-1,1/0,null)})}most(t,e=1){return Math.max(e,...this.model.its.map(t))}drafts(){
return this.model.its.some(({bar:t})=>t.drafted>0)}layers(){return this.most(({bar:t})=>t.widths.length,0)}alone(){return this.
model.its.some(({bar:t})=>t.widths.some(([,,,e])=>Aa.has(e||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,ae(this.model.
its,oe),1e-12)}measured(t){return oe(t)*this.perSecond()}upTo(t,e,s,o){return`bars up to ${ie(t)}, line up to ${ie(ae(this.
model.its,e))}`+(s?` ± ${ie(s)}`:"")+(this.narrow?"":`, ${o}`)}shares({bar:t}){return Td.map(e=>[e==="other"?"rest":e,t[e]])}pile(t,e,s,o){
let i=e;for(let[a,r]of o){let l=r*s;i-=l,l>.2&&t.append(w("rect",{class:"st-b","data-of":a,x:1.5,y:i,width:this.step-3,height:l}))}}widths(t,e,s,o){
e.bar.widths.forEach(([,i,a,r],l)=>{let c=Aa.has(r||""),d=!c&&a!==null&&a<i,p=d?1:c?.3:(.15+.5*i/o).toFixed(2);t.append(
w("rect",{class:`st-w${d?" low":c?" drawn":""}`,x:1.5,y:s+l*13+.5,width:this.step-3,height:11,"fill-opacity":p})),this.step>=
11&&t.append(w("text",{class:`st-tl-t${d?" low":""}`,x:this.step/2,y:s+l*13+9.5,"text-anchor":"middle"},String(i)))})}slowest(){
let[t=0,e=0,...s]=this.model.its.map(o=>o.seconds).sort((o,i)=>i-o);return Math.max(1e-9,s.length>1&&t>3*e?e:t)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its:t}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,t.length))));
let e=this.ROWS.filter(l=>l.shown()),s=e.reduce((l,c)=>l+c.high()+16,0),o=w("svg",{width:t.length*this.step+8,height:s,class:"\
st-tl-svg",role:"group","aria-label":"Rounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute(
"height",String(s)),o.append(this.cursor);let i=t.map(l=>w("g",{"data-bar":l.i+1,transform:`translate(${4+l.i*this.step}\
 0)`,class:"st-tl-it"})),a=w("g",{class:"st-tl-curves"}),r=8;A(this.names);for(let l of e){let c=l.high(),d=l.top(),p=h(
"div",{class:"st-tl-name"},l.label,h("small",{},l.note(d)));p.style.height=`${c+16}px`,this.names.append(p),o.append(w("\
path",{class:"st-tl-base",d:`M0 ${r+c+.5}H${t.length*this.step+8}`})),t.forEach((u,f)=>l.paint(i[f],u,r,c,d)),l.joules&&
a.append(...this.curve(l.key,l.joules,r,c)),r+=c+16}t.forEach((l,c)=>i[c].append(w("rect",{class:"st-tl-hit",x:0,y:0,width:this.
step,height:s},w("title",{},this.describe(l))))),o.append(...i,a),A(this.track,o),this.sayKeys(e),this.drawn=this.stamp(),
this.current=-1}sayKeys(t){let e=t.some(i=>i.key==="modelled"),s=this.drafts(),o=[["kept","accepted draft tokens",s],["o\
wn","target’s own",!0],["waste","unused draft tokens",s],["draft","draft time",s],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",e],["modelled-draft","draft (modelled)",e&&s],["sum","total so f\
ar",t.some(i=>i.joules)]];A(this.keys,...o.map(([i,a,r])=>r&&h("span",{"data-of":i},a)))}curve(t,e,s,o){let i=t==="joule\
s"?this.band():0,a=o/Math.max(1e-12,ae(this.model.its,e)+i),r=[{x:4,value:0}];this.model.its.forEach((d,p)=>r.push({x:4+
(p+1)*this.step,value:r[p].value+e(d)}));let l=(d,p)=>d.map(({x:u,value:f})=>`${u} ${s+o-Math.min(o,Math.max(0,(f+p)*a))}`).
join("L"),c=w("path",{class:"st-tl-sum","data-of":t,d:`M${l(r,0)}`});return i?[w("path",{class:"st-tl-band",d:`M${l(r,i)}\
L${l([...r].reverse(),-i)}Z`}),c]:[c]}energy(t){let e=this.model.its.slice(0,t.i+1),s=ae(e,({bar:c})=>c.emitted),{method:o,
model:i}=this.model.header.energy||{},a=(c,d,p)=>` ${c} so far: ${ie(d)} (${p}), ${s?ie(d/s):"–"} per token.`,r=this.band()?
`, ± ${ie(this.band())}`:"";return(this.spent()?a("Measured",ae(e,c=>this.measured(c)),`${o}, divided by time${r}`):"")+
(t.bar.modelled?a("Modelled",ae(e,Ds),String(i)):"")}describe(t){let{emitted:e,used:s,drafted:o,draws:i,draft:a,target:r,
other:l,kv:c}=t.bar,d=i===o?"":` (${q(i,"draw")})`,p=o?` ${s} of ${q(o,"draft token")}${d} used.`:"",u=`Round ${t.i+1}: ${q(
e,"token")}.${p}`;if(!oe(t)&&!c)return`${u} Times and KV tokens were not recorded.`;let f=o?`Draft ${It(a)}, target`:"Ta\
rget";return`${u} ${f} ${It(r)}, other ${It(l)}. ${q(c,"KV token")}.${this.energy(t)}`}show(t){this.last=t,this.root.open&&
(this.drawn!==this.stamp()&&this.draw(),t.i!==this.current&&(this.current=t.i,this.cursor.setAttribute("x",String(4+t.i*
this.step)),$(this.info,this.describe(t))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let t=this.current*this.step,e=this.track.scrollLeft;(t<e||t+this.step*2>e+this.width)&&(this.track.scrollLeft=t-this.width/
2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,this.show(this.
model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let t of[this.track,this.names,this.keys])
A(t);$(this.info,"")}};var Ta=26,Lt=78,Ea=20,Tn=84,En=["dropped","alive","best"],Oa={best:0,alive:1,dropped:2},Cs=class{info=h("p",{class:"st-m\
ask-say","data-testid":"trace-say","aria-live":"polite"});wordy=h("button",{type:"button",class:"st-btn st-small","data-\
testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},"Show to\
kens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=h("div",{class:"st-mask\
-keys st-trace-keys"},...Object.entries(this.named).map(([t,e])=>h("span",{},w("svg",{width:26,height:10,"aria-hidden":"\
true"},w("path",{class:"st-tr-e","data-of":t,d:"M1 5H25"})),e)),h("span",{},"number: duplicates"));box=h("div",{class:"s\
t-trace","data-testid":"trace",tabindex:"0",role:"group"});root=h("details",{class:"st-card st-details",hidden:!0,"data-\
testid":"beam-trace",ontoggle:()=>this.redo()},h("summary",{},"Beams over the whole run"),h("div",{class:"st-bar st-mask\
-bar"},this.wordy,this.keys),this.box,this.info);cursor=w("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("click",s=>{if(!this.box.firstElementChild)return;let o=this.box.firstElementChild.
getBoundingClientRect(),i=s.clientX-o.left,a=s.clientY-o.top,r=this.dots.find(c=>Math.hypot(c.x-i,c.y-a)<8),l=this.bands.
findIndex(({from:c,to:d})=>i>=c&&i<d);r?e.goto(r.it,1/0,r.id):l>=0&&e.goto(l,1/0,null)}),this.box.addEventListener("keyd\
own",s=>{s.key!=="ArrowDown"&&s.key!=="ArrowUp"||(e.goto(this.lastShown+(s.key==="ArrowDown"?1:-1),1/0,null),s.preventDefault(),
s.stopPropagation())})}toggle(){this.words=!this.words,this.wordy.setAttribute("aria-pressed",this.words?"true":"false"),
this.redo()}wanted(){return["beams","forest"].includes(this.model.header.view||"")&&this.model.its.length>0}grow(){let t=new Map;
for(let o of this.model.lineage.values()){let i=t.get(o.parent)||null,a=i?i.depth+1:1,r={...o,depth:a,up:i,below:[],kind:"\
dropped",reach:a,lane:0};t.set(o.node,r),i?.below.push(r)}for(let o of[...t.values()].reverse())o.up&&(o.up.reach=Math.max(
o.up.reach,o.reach));let s=[...this.model.its[this.model.its.length-1].beams].sort((o,i)=>Number(o.best)-Number(i.best));
for(let o of s)for(let i=t.get(o.node)||null;i;i=i.up)i.kind=o.best?"best":"alive";return t}lanes(t){let e=l=>l.reduce((c,d)=>(Oa[d.
kind]-Oa[c.kind]||c.reach-d.reach)<0?d:c),s=[],o=[...t.values()].filter(l=>!l.up),i=[];o.length&&i.push(e(o),...o.filter(
l=>l!==e(o)));for(let l=i.shift();l;l=i.shift()){let c=[l];for(let d=l;d.below.length;d=c[c.length-1]){let p=e(d.below);
i.push(...d.below.filter(u=>u!==p)),c.push(p)}s.push(c)}let a=l=>l[0].kind==="best"?-1:l[0].depth;s.sort((l,c)=>a(l)-a(c));
let r=[];for(let l of s){let c=l[0].depth-1,d=l[0].kind==="best"?0:1;for(;r[d]!==void 0&&r[d]>c;)d++;r[d]=l[l.length-1].
depth+.5;for(let p of l)p.lane=d}return Math.max(1,r.length)}lives(t){let e=[],s=[];return this.model.its.forEach((o,i)=>{
let a=this.model.its[i+1],r=s[i-1]||[],l=this.model.beamsOf(o).map(({beam:c,slots:d})=>{let p=o.from[d[0]],u=r.find(m=>p!==
null&&m.slots.includes(p))||null,f=!a||d.some(m=>a.from.includes(m));return{it:i,node:t.get(c.node),beam:c,slots:d,kept:f,
up:u}});s.push(l),e.push(Math.max(e[i-1]||0,...l.map(c=>c.node?.depth||0)))}),{found:s,depths:e}}draw(){let t=this.grow(),
e=this.lanes(t),{found:s,depths:o}=this.lives(t),i=Math.max(1,o[o.length-1]);this.room=this.box.clientWidth||700;let a=Math.
floor((this.room-Lt-130)/i),r=this.words?74:Math.max(13,Math.min(64,a)),l=this.words||r>=56,c=l?Ta+14:Ta,d=x=>Lt+(x-.5)*
r,p=x=>Ea+8+(x+.5)*c,u=Ea+12+e*c,f=Lt+i*r+124,m=u+Tn+22,g=w("svg",{width:f,height:m,viewBox:`0 0 ${f} ${m}`,class:"st-tr",
role:"img","aria-label":`${q(this.model.its.length,"round")}, ${q(e,"lane")}`});if(this.cursor.setAttribute("height",String(
m)),this.bands=o.map((x,k)=>{let v=Lt+(k?o[k-1]:0)*r;return{from:v,to:Math.max(Lt+x*r,v+3)}}),this.rulers(g,m,p(0),u),this.
edges(g,t,d,p),this.marks(g,s,d,p),l)for(let x of t.values())g.append(w("text",{class:"st-tr-w","data-of":x.kind,x:d(x.depth),
y:p(x.lane)-11,"text-anchor":"middle"},w("title",{},this.model.word(x.token)),B(this.model.word(x.token),Math.floor(r/8.2))));
this.chart(g,s,d,u+10,Lt+i*r),A(this.box,g);let b=s.flat().filter(x=>!x.kept).length,y=[...t.values()].filter(x=>x.below.
length>1).length;Object.assign(this.root.dataset,{lanes:e,dropped:b,forks:y,iterations:this.model.its.length}),this.box.
setAttribute("aria-label",`Beams over ${q(this.model.its.length,"round")}: ${q(y,"fork")}, ${q(b,"beam")} not continued.\
 Use ↑ and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(t,e,s,o){let i=this.bands.map(
({from:c,to:d},p)=>p%2?`M${c} 0H${d}V${e}H${c}Z`:"").join("");t.append(w("path",{class:"st-tr-stripe",d:i}),this.cursor);
let a=this.bands.reduce((c,{from:d,to:p})=>c+p-d,0)/this.bands.length,r=Math.max(1,Math.ceil(26/a));this.bands.forEach(({
from:c,to:d},p)=>{p%r===0&&t.append(w("text",{class:"st-tr-n",x:(c+d)/2,y:12,"text-anchor":"middle"},String(p+1)))});let l=[
[12,"round"],[s+4,"best beam"],[o+20,"log p minus"],[o+33,"the best"]];for(let[c,d]of l)t.append(w("text",{class:"st-tr-\
n",x:2,y:c},d))}edges(t,e,s,o){let i={dropped:"",alive:"",best:""};for(let a of e.values()){let r=a.up?s(a.up.depth):s(.55),
l=o(a.up?a.up.lane:0),c=s(a.depth),d=o(a.lane),p=(r+c)/2;i[a.kind]+=l===d?`M${r} ${l}H${c}`:`M${r} ${l}C${p} ${l} ${p} ${d}\
 ${c} ${d}`}for(let a of En)t.append(w("path",{class:"st-tr-e","data-of":a,d:i[a]}));t.append(w("path",{class:"st-g","da\
ta-kind":"input",d:it("input"),transform:`translate(${s(.55)} ${o(0)}) scale(4)`}))}marks(t,e,s,o){let i=e.flat(),a=i.length<=
900,r="",l="";this.dots=[];for(let{node:c,it:d,kept:p,slots:u}of i){if(!c)continue;let f=s(c.depth),m=o(c.lane),g=u.length>
1&&a,b=g?8:3.6;this.dots.push({x:f,y:m,it:d,id:c.node}),p?g?t.append(w("circle",{class:"st-tr-d","data-of":c.kind,cx:f,cy:m,
r:b}),w("text",{class:"st-tr-c","data-of":c.kind,x:f,y:m+4.2,"text-anchor":"middle"},String(u.length))):r+=`M${f-b} ${m}\
a${b} ${b} 0 1 0 ${2*b} 0a${b} ${b} 0 1 0 ${-2*b} 0`:l+=`M${f-4} ${m-4}l8 8m0 -8l-8 8`}t.append(w("path",{class:"st-tr-d",
d:r}),w("path",{class:"st-tr-x",d:l}));for(let{node:c,beam:d}of e[e.length-1])c&&t.append(w("text",{class:"st-tr-l"+(d.best?
" best":""),x:s(c.depth)+12,y:o(c.lane)+4},`log p ${d.logp?.toFixed(1)??"–"}${d.best?" · best":""}`))}chart(t,e,s,o,i){
let a=e.map(f=>Math.max(...f.map(({beam:m})=>m.logp??-1/0))),r=e.flat().flatMap(({node:f,beam:m,it:g,up:b})=>f&&m.logp!==
null?[{node:f,up:b,behind:m.logp-a[g]}]:[]);if(!r.length)return;let l=r.map(({behind:f})=>f).sort((f,m)=>f-m),c=Math.min(
-.5,l[Math.floor(l.length*.03)]),d=f=>(o+6+Math.max(c,f)/c*(Tn-12)).toFixed(1),p={dropped:"",alive:"",best:""},u={dropped:"",
alive:"",best:""};for(let{node:f,up:m,behind:g}of r)m?.node&&m.beam.logp!==null&&m.node!==f&&(p[f.kind]+=`M${s(m.node.depth)}\
 ${d(m.beam.logp-a[m.it])}L${s(f.depth)} ${d(g)}`),u[f.kind]+=`M${s(f.depth)-2} ${d(g)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;t.
append(w("path",{class:"st-tl-base",d:`M${Lt} ${o-4}H${i}`}),w("text",{class:"st-tr-n",x:i+6,y:o+10},"0: the best"),w("t\
ext",{class:"st-tr-n",x:i+6,y:o+Tn-3},`${c.toFixed(1)} or less`));for(let f of En)t.append(w("path",{class:"st-tr-e thin",
"data-of":f,d:p[f]}));for(let f of En)t.append(w("path",{class:"st-tr-p","data-of":f,d:u[f]}))}describe(t){let e=this.model.
its[t.i+1],s=this.model.beamsOf(t).map(({beam:o,slots:i})=>{let a=new Set(i.map(d=>t.from[d])),r=e&&!i.some(d=>e.from.includes(
d)),l=[...a].map(d=>d===null?"the start":`beam ${d+1}`).join(", "),c=i.map(d=>d+1).join(", ");return`${i.length>1?`beams\
 ${c} (duplicates)`:`beam ${c}`} from ${l}, log p ${o.logp?.toFixed(2)??"–"}${r?", not continued":""}`});return`Round ${t.
i+1}: ${s.slice(0,8).join("; ")}${s.length>8?`; ${s.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(
this.model.its[this.lastShown]),this.settle()}show(t){if(this.root.hidden=!this.wanted(),this.root.hidden||!t||(this.lastShown=
t.i,!this.root.open)||(this.drawn!==this.model.its.length&&this.draw(),this.current===t.i))return;this.current=t.i;let{from:e,
to:s}=this.bands[t.i];this.cursor.setAttribute("x",String(e)),this.cursor.setAttribute("width",String(s-e)),$(this.info,
(this.model.multi()?"":"Every round ended with one beam. ")+this.describe(t))}settle(){let t=this.bands[this.current];!t||
this.root.hidden||!this.root.open||(t.from<this.box.scrollLeft+Lt||t.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=
t.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){
this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],A(this.box),$(this.info,""),this.root.hidden=!0}};function La(){let n=new Map,t=async e=>(await fetch(new URL(e,document.baseURI))).text();return{get:e=>n.get(e)??t(e),soon(e){
if(n.has(e))return;let s=t(e);n.set(e,s),s.catch(()=>n.delete(e))},clear:()=>n.clear()}}var Ed=/^run-/,Be={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"T\
his run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app store\
s this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. The\
 text is selected, so you can copy it yourself."},Bs=class{said=h("p",{class:"st-quiet",role:"status","data-testid":"sha\
re-said"});place=h("div",{class:"st-share-parts"});title=h("h2",{},"Share this step");root=h("dialog",{class:"st-help st\
-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(t){this.stage=t}open(){let{stage:t}=this,{
lesson:e}=t.lesson;$(this.title,e?"Share this step of the lesson":"Share this step"),$(this.said,"");let s=h("div",{hidden:!0});
A(this.place,...this.links(),h("div",{class:"st-share-row"},h("span",{},"Picture"),this.button("share-svg","Save SVG",()=>t.
act.picture("svg")),this.button("share-png","Save PNG",()=>t.act.picture("png"))),s),this.root.showModal(),this.fill(s)}links(){
let{stage:t}=this,{lesson:e,step:s}=t.lesson,{name:o}=t.model,i=!t.options.url||!ge()?Be.file:!e&&!o?Be.opened:"";if(i)return[
h("p",{"data-testid":"share-why"},i)];let a=t.where(),{title:r}=t.model.header,l=Gt(e?{lesson:e.slug,step:s+1}:{trace:o,
it:a.it,phase:a.phase,node:a.node}),c=e?`Lesson: ${e.title}`:`${r||"Speculative decoding"}, round ${a.it}`;return[...this.
field("link","Link",l),...this.field("embed","Embed code",Ue(l,c)),...!e&&Ed.test(o)?[h("p",{class:"st-quiet"},Be.kept)]:
[]]}async fill(t){let e=await this.command();e&&(A(t,...this.field("command","Command that records this run again",e)),t.
hidden=!1)}async command(){let{options:{command:t},model:{name:e}}=this.stage;if(t!==void 0||!e)return t??"";try{let s=await fetch(
new URL(`explorer/code/${encodeURIComponent(e)}`,document.baseURI)),{snippets:o}=await s.json();return o.find(({kind:i})=>i===
"shell")?.code??""}catch{return""}}field(t,e,s){let o=h("textarea",{readonly:!0,rows:Math.min(6,Math.ceil(s.length/60)),
id:`st-share-${t}`,spellcheck:"false","data-testid":`share-${t}`,onfocus:()=>o.select()},s);return[h("label",{class:"st-\
share-row",for:o.id},h("span",{},e),o,this.button(`share-copy-${t}`,"Copy",()=>{this.copy(o)}))]}button(t,e,s){return h(
"button",{type:"button",class:"st-btn st-wide","data-testid":t,onclick:s},e)}async copy(t){try{await navigator.clipboard.
writeText(t.value),$(this.said,Be.copied)}catch{t.focus(),t.select(),$(this.said,Be.refused)}}};var ja=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of the\
 papers"}],Od="← → step · ? all keys",Ld=220,On=class{model=new Ye;at={it:0,phase:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";setAddress=on(
()=>!this.away);setLesson=on();early=La();act={phase:t=>{this.stepTo(this.model.starts[this.at.it]+this.at.phase+t,t===1)},
iteration:t=>{if(!this.model.its.length)return;let{it:e,phase:s}=io(this.at,t,this.model.its.map(({steps:o})=>o.length));
this.goto(e,s,null)},seek:t=>{this.stepTo(t)},to:t=>{this.goto(this.at.it,t,null)},play:()=>{this.timer?this.pause():this.
start()},help:()=>{this.controls.help.open?this.controls.help.close():this.controls.help.showModal()},present:()=>{this.
root.classList.toggle("present")?this.root.requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen(),
this.resized()},rejection:()=>{this.jump(po(this.model))},accepted:()=>{this.jump(uo(this.model,this.at.it))},share:()=>{
this.full&&this.model.its.length&&this.share.open()},find:()=>{this.full&&this.model.its.length&&this.find.open()},picture:t=>{
this.savePicture(t)},release:()=>{this.picked=null,this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(t,e,s)=>this.
goto(t,e,s)};linked={pick:t=>{this.picked=this.model.its[this.at.it].n.id[t],this.hovered=-1,this.refresh(),this.announce()},
hover:t=>{t!==this.hovered&&(this.hovered=t,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:t=>{t?this.graph.
root.after(this.attention.root):this.pictures.append(this.attention.root)}};pictures=h("div",{class:"st-pictures"});graph=new ys(
this.model,this.linked);attention=new Ve(this.model,this.linked);trace=new Cs(this.model,this.moves);text=new Rs(this.model,
this.moves);find=mo(this.model,{...this.moves,at:()=>this.at.it,mark:t=>this.text.mark(t),left:()=>this.controls.focus()});timeline=new Ns(
this.model,this.moves);controls=new Je(this.model,this.act);legend=na(this.model);table=oa(this.model,()=>this.refresh());lesson=this.
newLessons();share=new Bs(this);badge=h("span",{class:"st-badge"});say=h("span",{class:"st-say"});narration=h("div",{class:"\
st-narration","data-testid":"narration","aria-live":"polite","aria-atomic":"true"},this.badge,this.say);worth=h("b",{class:"\
st-worth","data-testid":"worth"});about=h("span",{class:"st-about"});voices=ja.map(({name:t,label:e,help:s})=>h("button",
{type:"button",class:"st-btn st-small","data-testid":`voice-${t}`,title:s,onclick:()=>{qe("voice",t),this.speak(t)}},e));note=h(
"div",{class:"st-message","data-testid":"message",role:"status"},"Opening the recorded run …");end=h("section",{class:"\
st-end","data-testid":"end-card",hidden:!0});asks=h("summary");facts=h("dl",{class:"st-facts"});run=h("details",{class:"\
st-card st-details","data-testid":"run"},h("summary",{},"About this run"),this.facts);changed=Ti(()=>this.messages.back());phone=matchMedia(
"(max-width: 640px)");constructor(t,e,s,o){this.element=t,this.trigger=e,this.root=t.querySelector(".st")||t,this.options=
{url:s.url!==!1,keys:s.keys!==!1,asks:s.asks!==!1,command:s.command},this.full=s.compact!==!0,this.messages=new Ls(this),
this.glossary=yo(this.root,()=>this.model.header.method),this.inspector=new vs(this.model,this.glossary.explained,this.options.
asks?a=>{this.messages.change(a)}:null,(a,r)=>this.graph.suppose(a,r),a=>this.linked.pick(a)),this.motion=new Is(this.root,
this.graph.picture,a=>this.text.viewOf(a)),this.top=h("header",{class:"st-top",hidden:!0},h("div",{class:"st-what"},this.
worth,this.about),h("div",{class:"st-voices",role:"group","aria-label":"Level of detail"},...this.voices),this.full&&h("\
button",{type:"button",class:"st-btn st-small st-share-open","data-testid":"share",title:"Share this step (S)",onclick:()=>this.
act.share()},"Share"),this.full&&h("button",{type:"button",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.
act.present()},"Exit (F)")),this.why=h("details",{class:"st-why",open:!0},this.asks,this.end,this.inspector.root),this.body=
this.layOut(),this.root.classList.toggle("compact",!this.full),A(this.root,this.top,this.changed.root,this.note,this.body,
this.glossary.root,this.share.root),zi(this.body),this.listen(),this.speak(ee("voice")),Object.assign(t,{stage:{focus:()=>this.
graph.focus(),present:()=>this.act.present(),state:()=>this.where(),goto:a=>this.openAt(a),receive:a=>this.messages.receive(
a)}}),o?.("value",()=>{s.value&&this.messages.receive(s.value)}),s.value&&this.messages.receive(s.value)}layOut(){let{full:t,
graph:e,controls:s,text:o,timeline:i,trace:a,attention:r}=this;o.root.append(this.find.root);let l=h("div",{class:"st-le\
ft",id:t&&"picture",tabindex:"-1"},this.lesson.chart.root,e.root),c=h("div",{class:"st-body",hidden:!0},s.root,t&&o.root,
h("div",{class:"st-main"},l,t&&h("div",{class:"st-right"},this.lesson.root,this.why)),this.narration,h("div",{class:"st-\
foot"},this.legend.root,t&&this.options.keys&&h("p",{class:"st-quiet st-keyline"},Od)));return t&&c.append(i.root,We(this.
pictures,{},[a.root,r.root]),o.beams,this.table.root,this.run),c}listen(){let{root:t,options:e}=this;this.phone.addEventListener(
"change",()=>this.fold()),this.why.addEventListener("toggle",()=>this.inspect()),this.fold(),t.addEventListener("stage:s\
upposed",o=>{let{sentence:i}=o.detail;if(this.badge.toggleAttribute("data-supposed",i!==""),!i)return this.refresh();$(this.
badge,"What if?"),A(this.say,this.sentence=i)}),e.url&&addEventListener("popstate",()=>{let{trace:o}=be();this.away=o!==
null&&o!==this.model.name,this.away&&this.pause()}),ft.watch(t),e.keys&&ro(t,this.act,o=>this.lesson.key(o)),t.addEventListener(
"fullscreenchange",()=>{!document.fullscreenElement&&t.classList.contains("present")&&this.act.present()});let s=new ResizeObserver(
()=>this.resized());s.observe(t),s.observe(this.graph.root)}newLessons(){return new Es({goto:(t,e)=>t===this.model.name&&
this.model.its.length?this.openAt(e):void this.messages.fetch({type:"fetch",url:`explorer/open/${t}`,at:e}),close:()=>{this.
early.clear(),this.refresh()},shown:t=>{this.root.classList.toggle("teaching",t),this.fold()},soon:t=>{for(let e of t)e!==
this.model.name&&this.early.soon(`explorer/open/${e}`)},method:()=>this.model.header.method,marker:()=>this.glossary.marker(),
changed:(t,e)=>{this.options.url&&this.setLesson({lesson:t,step:t&&e})}})}fold(){this.why.open=!this.phone.matches||this.
root.classList.contains("teaching")}speak(t){this.model.voice=t==="exact"?"exact":"plain",this.voices.forEach((e,s)=>e.setAttribute(
"aria-pressed",String(ja[s].name===this.model.voice))),this.refresh()}goto(t,e,s,o=!1){if(!this.model.its.length)return;
let{scene:i,frame:a}=this.graph,r=this.at;this.motion.stop();let l=this.model.its[t]?.steps[e]?.phase==="unmerge",c=o&&l?
this.graph.view():null,d=this.model.its.length-1,p=Math.min(d,Math.max(0,t)),u=this.model.its[p].steps.length-1;this.at=
{it:p,phase:Math.min(u,Math.max(0,e))},this.follow=this.model.live&&p===d&&this.at.phase===u,this.picked=s,this.hovered=
-1,this.refresh();let f=performance.now(),m=f-this.stepped>Ld,g=this.graph.scene;this.stepped=f,o&&m&&this.at.it===r.it&&
this.at.phase===r.phase+1&&i&&g&&this.move(i,g,this.graph.frame===a,c),this.announce()}move(t,e,s,o){let{phase:i}=this.model.
its[this.at.it].steps[this.at.phase],a=this.timer?this.controls.rate():1;if(s)return this.motion.play(t,e,i,a);let r=o&&
this.graph.view();o&&r&&this.motion.split(o,r,a)}stepTo(t,e=!1){if(!this.model.its.length)return;let[s,o]=this.model.at(
Math.min(this.model.total()-1,Math.max(0,t)));this.goto(s,o,null,e)}jump(t){this.model.its.length&&(typeof t=="string"?this.
controls.notify(t):this.goto(t.it,t.phase,t.node))}async savePicture(t){if(!this.model.its.length)return;this.motion.stop();
let{title:e="",method:s}=this.model.header,o=$a(s,this.at.it+1),i=this.model.its[this.at.it].steps[this.at.phase],a=this.
model.voice==="plain"?i.called:i.title,r=ya({stage:this.root,graph:this.graph.svg,legend:this.legend.root,sentence:this.
say.textContent,title:`${e||s} · round ${this.at.it+1} of ${this.model.its.length} · ${a}`});t==="svg"?ka(r,o):await va(
r,o)||this.controls.notify("This browser could not draw the PNG. Save the picture as SVG instead.")}pointed(){return this.
hovered>=0?this.hovered:this.picked===null?-1:this.model.its[this.at.it].place.get(this.picked)??-1}refresh(){let t=this.
model.its[this.at.it];if(!t)return;this.graph.open(t),this.graph.show(this.at.phase,this.picked===null?-1:t.place.get(this.
picked)??-1,this.full?this.pointed():void 0);let e=t.steps[this.at.phase];this.badge.dataset.phase=e.phase,this.badge.toggleAttribute(
"data-failed",Qe(t,this.at.phase)),$(this.asks,e.phase==="input"&&this.model.header.round?.length?"How a round works":"W\
hy?"),$(this.badge,Xn(e.phase,this.model.voice)),this.sentence!==e[this.model.voice]&&A(this.say,...this.glossary.explained(
this.sentence=e[this.model.voice])),this.controls.show(t,this.at.phase),this.legend.show(t,this.at.phase),this.full&&(this.
inspect(),this.text.show(t,this.at.phase),this.timeline.show(t),this.late||=Vn(()=>this.drawPictures()),this.point(),this.
table.show(t,this.at.phase)),Object.assign(this.root.dataset,{it:this.at.it+1,phase:this.at.phase+1,iterations:this.model.
its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.graph.settle(),this.controls.settle(),this.glossary.
gone(),this.full&&(this.timeline.settle(),this.text.settle())}drawPictures(){this.late=0;let t=this.model.its[this.at.it];
t&&(this.attention.show(t,this.at.phase),this.trace.show(t),this.point(),this.trace.settle(),this.pictures.dataset.step=
`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.light(this.pointed()),this.full&&!this.late&&this.attention.point(
this.pointed())}inspect(){let t=this.model.its[this.at.it];if(!t||!this.full||!this.why.open)return;let e=this.ended()&&
this.picked===null;this.end.hidden=!e,this.inspector.root.hidden=e&&this.hovered<0,this.inspector.show(t,this.pointed()>=
0?this.pointed():this.subject(t),this.at.phase),this.glossary.gone()}subject(t){let{now:e,phase:s,layer:o,about:i}=t.steps[this.
at.phase],a=e.filter(d=>this.graph.draws(d)),r=s==="layer"&&t.panels.some(d=>d.kind==="width"&&d.layer===o);if(s==="comm\
it"||r)return-1;if(i!==void 0&&this.graph.draws(i))return i;let l=a.filter(d=>t.n.role[d]!=="input");return(l.length?l:a)[0]??
e[0]??-1}start(){this.model.its.length&&(this.atEnd()&&this.stepTo(0),this.controls.playing(!0),this.tick())}ended(){return this.
atEnd()&&!this.model.live&&!!this.model.summary}atEnd(){return this.model.starts[this.at.it]+this.at.phase>=this.model.total()-
1}tick(){let{steps:t}=this.model.its[this.at.it],{phase:e}=this.at,s=ao(t[e].phase,t[e-1]?.phase,t[e][this.model.voice].
length);this.timer=setTimeout(()=>{if(!this.root.isConnected||this.atEnd()&&!this.model.live)return this.pause();this.act.
phase(1),this.tick()},s/this.controls.rate())}pause(){clearTimeout(this.timer),this.timer=0,this.controls.playing(!1)}where(){
return{name:this.model.name,it:this.at.it+1,phase:this.at.phase+1,node:this.picked,iterations:this.model.its.length}}announce(){
this.lesson.stands(this.where()),this.moved();let{it:t,phase:e}=this.where(),s=Ze()?{it:null,phase:null,node:null}:{it:t,
phase:e,node:this.picked};this.options.url&&this.model.its.length&&!this.away&&this.setAddress({trace:this.model.name||null,
...s})}moved(){let t={...this.where(),title:this.model.header.title??"",chosen:this.chosen};this.root.dispatchEvent(new CustomEvent(
"stage:step",{bubbles:!0,detail:t}))}reached({it:t,phase:e,node:s}){if(t)return{it:t,phase:e,node:s};if(s===null)return null;
let o=this.model.its.findIndex(i=>i.place.has(s));return o<0?{it:1}:{it:o+1,phase:e,node:s}}openAt(t){if(!this.model.its.
length)return;let e=Math.min(this.model.its.length,Math.max(1,t?.it||1))-1,s=this.model.its[e],o=t?.node??null,i=o===null?
void 0:s.place.get(o);if(t?.phase)return this.goto(e,t.phase-1,o);if(i!==void 0)return this.goto(e,s.fates[i].at(-1)?.step??
0,o);this.goto(e,t?.it?1/0:0,o)}resized(){if(!this.model.its.length||!this.root.checkVisibility())return;let{frame:t}=this.
graph;this.lesson.measure(),this.graph.resized(),this.graph.frame!==t&&this.motion.stop(),this.full&&(this.timeline.resized(),
this.text.resized(),this.trace.resized())}};function Ln(...n){new On(...n)}var jd=40;function Q(n){return[...document.querySelectorAll(`${n} [data-testid="stage"]`)].map(e=>{let s=e;for(;s&&!s.stage;)
s=s.parentElement;return s}).filter(e=>e?.stage)}var D=(n,t)=>n.replace(/\{(\w+)\}/g,(e,s)=>String(t[s]));function Ia(n,{dataset:{run:t,iterations:e}},s={}){let o=n.state();t&&(o.name!==t||o.iterations<Number(e))&&n.receive({type:"\
fetch",url:`explorer/open/${t}`,...s})}var qd=2500,qa=0;async function Ht(n,t,e){clearTimeout(qa);try{await navigator.clipboard.
writeText(n),e(t),qa=setTimeout(()=>e(""),qd)}catch{e(n)}}function Ra(n,t={}){let e=()=>[...n.querySelectorAll("[role=tab]")],s=()=>{for(let o of e()){o.tabIndex=o.getAttribute("\
aria-selected")==="true"?0:-1;let i=t[o.textContent?.trim()??""];i&&(o.title=i)}};new MutationObserver(s).observe(n,{subtree:!0,
childList:!0,attributeFilter:["aria-selected"]}),s(),n.addEventListener("keydown",({key:o,target:i})=>{let a=o==="ArrowR\
ight"?1:o==="ArrowLeft"?-1:0,r=e().filter(d=>d.checkVisibility()),l=r.findIndex(d=>d===i);if(!a||l<0)return;let c=r[(l+a+
r.length)%r.length];c.click(),c.focus()})}function Da(n,t,e){document.getElementById("wrong-tab")?.remove(),t!==null&&n?.after(h("p",{id:"wrong-tab",class:"wrong",
role:"alert"},D(e,{tab:t.slice(0,jd)})))}var Na="#compare .slot",Id="#compare .slot.block";var Ca="comparison",re=()=>_().get(Ca)??"";function Ba(n,t){re()&&t("select",{name:re()});let e=!1;document.addEventListener(
"stage:step",s=>{let o=s,i=o.target;if(!n.isConnected||e||!i.closest("#compare"))return;e=!0;let{it:a}=o.detail;for(let r of Q(
Na))!r.contains(i)&&r.stage.state().it!==a&&r.stage.goto({it:a});e=!1})}function Fa(){let n=Q(Na),t=document.querySelector("#compare-table [data-comparison]"),e=document.querySelectorAll("#com\
pare-table tr[data-run]"),s=document.querySelectorAll(Id);e.forEach((o,i)=>{n[i]&&Ia(n[i].stage,o,{at:{it:1}})}),s.forEach(
(o,i)=>{let a=e[i]?.dataset.called;a?o.dataset.called=a:delete o.dataset.called}),bt({[Ca]:t instanceof HTMLElement?t.dataset.
comparison??"":""}),document.dispatchEvent(new Event("race:runs"))}function Fs(n,t){let e=0,s=n.length;for(;e<s;){let o=e+s>>1;n[o][0]<=t?e=o+1:s=o}return e}function Pa(n){let t=[""];for(let[
,,,e,s]of n)t.push(t[t.length-1].slice(0,e)+s);return t}var Ps=(n,t,e,s=0)=>["draft","target"].map(o=>{let i=l=>+(t*l).toFixed(
2),a=o==="draft"?+(e*.46).toFixed(2):0,r=n.filter(([l])=>l===o);return w("path",{"data-of":o,d:r.map(([,l,c])=>`M${i(l)}\
 ${a}H${Math.max(i(l)+.8,i(c)-s).toFixed(2)}V${e}H${i(l)}Z`).join("")})}),le=class{time=0;end=0;speed=1;playing=0;last=0;constructor(t,e,s=1/0){
this.draw=t,this.alive=e,this.most=s}open(t,e){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end:t,speed:e,
time:t})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();
this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(t=>this.tick(t)),this.
draw()}tick(t){if(!this.alive())return;let e=Math.min(this.most,Math.max(0,(t-this.last)/1e3));if(this.time=Math.min(this.
end,this.time+e*this.speed),this.last=t,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
s=>this.tick(s))}};var _a=1e3,Ha=24,Rd=1.3,Dd=80,Nd=.25,_s=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,za=n=>n.replace(/\n+/g,
"↵ ");function Cd(n,t,{total:e,say:s,prompt:o}){let i=w("svg",{viewBox:`0 0 ${_a} ${Ha}`,preserveAspectRatio:"none","a\
ria-hidden":"true"},...Ps(n.passes,_a/e,Ha,Rd)),a=n.frames.map(([,,,m])=>{let g=/^\s*/.exec(m[0]?.[0]??"")?.[0]??"",b=m.
map(([y,x],k)=>h("span",{"data-by":x},za(k?y:y.slice(g.length))));return{lead:za(g),word:h("span",{class:"op-pass"},...b)}}),
r=h("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${n.label}`},h("span",{class:"op-prompt"},B(o.
replace(/\s+/g," "),Dd))," ",...a.flatMap(({lead:m,word:g})=>[m,g])),l=h("b",{},"0"),c=h("span"),d=h("span",{class:"op-s\
ize"}),p=h("div",{class:"op-row","data-testid":"opening-row"},h("div",{class:"op-who"},h("span",{class:"op-pict","aria-h\
idden":"true"},t>0&&h("i",{"data-of":"draft"}),h("i",{"data-of":"target"})),h("span",{},n.label,h("small",{},n.about))),
h("div",{class:"op-mid"},h("div",{class:"op-track"},i),r),h("div",{class:"op-count"},l,` ${s.passes}`,h("small",{},c,d))),
u=0;function f(m){let g=Fs(n.frames,m),b=m>=n.total;for(i.style.clipPath=b?"":`inset(0 ${(100-100*m/e).toFixed(2)}% 0 0)`;u<
g;u++)a[u].word.classList.add("on");for(;u>g;)a[--u].word.classList.remove("on");$(l,String(g?n.frames[g-1][2]:0));let y=s.
tokens.replace("{tokens}",String(n.tokens)),x=n.seconds!==null;$(c,x?s.seconds.replace("{seconds}",Math.min(m,n.total).toFixed(
2)):""),$(d,b?`${x?" · ":""}${y}`:""),p.toggleAttribute("data-done",b);let k=a[g-1]?.word;r.scrollTop=b||!k?0:k.offsetTop+
k.offsetHeight-r.clientHeight}return{root:p,draw:f}}function Wa(n,t,e){let{say:s}=t,o=t.rows.map((y,x)=>Cd(y,x,t)),i=new le(
u,()=>n.isConnected,Nd),a=h("button",{type:"button",class:"op-btn","data-testid":"opening-play",onclick:m}),r=h("button",
{type:"button",class:"op-btn op-main","data-testid":"opening-step",onclick:g},s.step,h("span",{"aria-hidden":"true"}," ▸")),
l=["pass","draft","target"],{badge:c}=t,d=t.rows.map(y=>y.alt).join(" ");function p(y){n.dataset.opening=y,u()}function u(){
let{time:y,end:x,playing:k}=i,v=n.dataset.opening==="line";for(let S of o)S.draw(y);n.toggleAttribute("data-playing",k>0);
let M=k?s.pause:y>=x||v?s.replay:s.play;$(a,M),a.hidden=!v&&_s()}function f(){_s()||i.playing||i.toggle()}function m(){if(n.
dataset.opening==="race")return i.toggle();i.time=_s()?i.end:0,p("race"),e()?.goto({it:1}),f()}function g(){i.time=i.end,
i.stop(),p("line"),e()?.goto({it:1,phase:1}),scrollTo({top:0});let y=document.querySelector("[data-testid='next-phase']");
y instanceof HTMLElement&&y.focus({preventScroll:!0})}function b(y){let{name:x,it:k,phase:v}=y.detail;n.dataset.opening!==
"race"||x!==t.name||k===1&&v===t.steps||(i.time=i.end,i.stop(),p("line"))}return A(n,h("p",{class:"op-lede"},...t.lede.map(
([y,x])=>x?h("b",{"data-of":x},y):y)),h("figure",{class:"op-race","data-testid":"opening","aria-label":d},h("div",{class:"\
op-rows"},...o.map(y=>y.root)),h("div",{class:"op-foot"},h("figcaption",{class:"op-facts"},h("p",{class:"op-keys"},...l.
map(y=>h("span",{},h("i",{"data-key":y}),s[y]))),h("p",{class:"op-gain","data-testid":"opening-gain"},t.gain),h("p",{class:"\
op-claim","data-testid":"opening-claim"},t.exact),h("p",{class:"op-badge","data-testid":"opening-badge","data-kind":c.kind},
h("b",{},c.name)," ",c.about)),h("div",{class:"op-acts"},a,r))),h("h2",{class:"op-round"},t.round)),i.open(t.total,t.total/
t.seconds),_s()||(i.time=0),p("race"),f(),document.addEventListener("stage:step",b),()=>{document.removeEventListener("s\
tage:step",b),i.stop(),A(n),delete n.dataset.opening}}var Bd=["it","phase","node","lesson"],jn=()=>Q("#stage")[0]?.stage,Hs=document.createElement("section");Hs.className="op";
Hs.setAttribute("aria-label","Race of the target alone against draft and target");var Fe=null,Ua=()=>{};function qn(n){if(Ua(),
Ua=n?Wa(Hs,n,jn):()=>{},!n)return;({name:Fe}=n);let t=jn()?.state();t?.name===Fe&&t.iterations&&t.it===1&&t.phase===1&&jn()?.
goto({it:1})}async function Ga(n){let t=_(),e=t.get("trace");Bd.some(s=>t.has(s))||(t.get("tab")??"explore")!=="explore"||qn(e&&e!==n?.
name?await Ka(e):n)}async function Ka(n){try{let t=await fetch(new URL(`explorer/opening/${encodeURIComponent(n)}`,document.
baseURI));return t.ok?await t.json():null}catch{return null}}function Va(n){let t=n.closest("#bar")??n;t.prepend(Hs),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${t.clientHeight}px`)).observe(t),document.addEventListener("sta\
ge:step",e=>{Fd(e)})}async function Fd(n){let{detail:t,target:e}=n;if(!(e instanceof Element)||!e.closest("#stage")||t.name===
Fe)return;let s=t.name;if(Fe=s,qn(null),!t.chosen||e.classList.contains("teaching"))return;let o=await Ka(s);s===Fe&&qn(
o)}var Pd=[.1,.25,.5,1,2,4],ce=1e3,In=1e3,Ya=4,Rn=class{asked="";clock=new le(()=>this.draw(),()=>this.element.isConnected);lanes=[];race=null;play=h(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.clock.toggle()});restart=h("button",{type:"\
button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=0,this.clock.playing||this.clock.toggle()}});scrub=h(
"input",{type:"range",id:"race-clock",min:0,max:In,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock.time=
Number(this.scrub.value)/In*this.clock.end,this.clock.stop()}});pace=h("select",{id:"race-speed","data-testid":"race-spe\
ed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=h("p",{class:"lt-big race-end",role:"status","data-\
testid":"race-end"});now=h("output",{for:"race-clock"});copied=h("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(
t=>{t.some(({isIntersecting:e})=>e)&&(this.seen.disconnect(),!re()&&(this.ask(),this.rows().forEach((e,s)=>{let o=Q("#co\
mpare .slot")[s]?.stage;o&&!o.state().name&&o.receive({type:"fetch",url:`explorer/open/${e}`,at:{it:1}})})))});constructor(t){
this.element=t,this.root=t.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{t.isConnected&&this.
clear()}),document.addEventListener("race:runs",()=>{t.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),
this.seen.observe(t)}draw(){if(!this.race)return;let{time:t,end:e,playing:s}=this.clock,o=t>=e;for(let a of this.lanes)a.
draw(t);this.scrub.value=String(e?Math.round(t/e*In):0);let i=`${this.seconds(t)} s`;$(this.now,i),this.scrub.ariaValueText=
i,$(this.play,this.race.say[s?"pause":o?"again":"play"]),$(this.result,o?this.race.sentence:"")}seconds(t){return this.clock.
end<.1?t.toFixed(4):t.toFixed(2)}newLane(t,e){let{end:s}=this.clock,o=g=>+(ce*g/s).toFixed(2),i=Pa(t.frames),a=h("span"),
r=h("span",{class:"race-counts"}),l=w("rect",{class:"race-now",x:0,y:0,width:3,height:20}),c=w("rect",{class:"race-later",
x:0,y:0,width:ce,height:20}),d=w("svg",{class:"race-strip",viewBox:`0 0 ${ce} 20`,preserveAspectRatio:"none","aria-hidde\
n":"true"},...Ps(t.passes,ce/s,20),c,l),p=h("div",{class:"race-text",tabindex:"0",role:"region","aria-label":t.title},h(
"span",{"aria-hidden":"true",class:"race-room"},i[i.length-1]||" "),a),u=-1,f=g=>{let b=Fs(t.frames,g),y=g>=t.total,x=o(
Math.min(g,t.total));if(l.setAttribute("x",String(Math.min(x,ce-3))),c.setAttribute("x",String(x)),c.setAttribute("width",
String(Math.max(0,ce-x))),b===u&&!y)return;u=b,$(a,i[b]),p.scrollTop=a.offsetHeight-p.clientHeight;let[,k,v]=b?t.frames[b-
1]:[0,0,0],M=y?[D(e.done,{seconds:this.seconds(t.total)}),t.speed]:[];$(r,[D(e.lane,{tokens:k,passes:v}),...M].filter(Boolean).
join(" · ")),m.toggleAttribute("data-done",y)},m=h("section",{class:"race-lane","data-testid":"race-lane","data-run":t.
name},h("h2",{},t.title," ",h("small",{},t.settings)),r,d,p);return{root:m,draw:f}}open(t){let e=t.say,{clock:s}=this,o=Math.
max(...t.tracks.map(l=>l.total));s.open(o,o<Ya/10?o/Ya:1),this.race=t;let i=t.tracks.map(l=>this.newLane(l,e));this.lanes=
i,A(this.pace,...Pd.map(l=>h("option",{value:l*s.speed,selected:l===1},`${l}×`))),$(this.restart,e.restart);let a=this.
comparison()!==""&&ge()&&this.copying("link",e.link,e.copied,l=>l),r=a&&this.copying("embed",e.embed,e.embedded,l=>Ue(l,
e.title));A(this.root,this.result,h("div",{class:"lt-tools"},this.play,this.restart,a,r,h("label",{class:"race-clock",for:"\
race-clock"},`${e.clock} `,this.now,this.scrub),h("label",{},`${e.speed} `,this.pace)),h("div",{class:"race-lanes"},...i.
map(l=>l.root)),h("p",{class:"race-keys"},...["target","draft"].map(l=>h("span",{},h("i",{"data-of":l}),e[l])),e.intro),
this.copied),this.draw()}copying(t,e,s,o){let i=()=>o(Gt({tab:"compare",comparison:this.comparison()}));return h("button",
{type:"button",class:"lt-btn","data-testid":`race-${t}`,onclick:()=>Ht(i(),s,a=>$(this.copied,a))},e)}async ask(){let t=this.
comparison(),e=t?`comparison=${encodeURIComponent(t)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(e!==this.asked){
this.asked=e;try{let s=await fetch(`explorer/race?${e}`),o=s.ok?await s.json():await s.text();if(this.asked!==e)return;s.
ok?this.open(o):this.refuse(o)}catch{if(this.asked!==e)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(t){
this.race=null,this.clock.stop(),A(this.root,h("p",{role:"alert"},t))}clear(){this.race=null,this.asked="",this.clock.stop(),
A(this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(t=>t.dataset.run)}};function Qa(n){new Rn(n)}function _d(n,t,e){if(n==="Home")return 0;if(n==="End")return e-1;let s=n==="ArrowRight"?1:n==="ArrowLeft"?-1:0;return s&&
e?(t+s+e)%e:null}function Ja(n){let t=n.querySelector("[data-code]"),e=JSON.parse(t.dataset.code||"{}"),s="",o="",i=!1,a=c=>A(
t,h("p",{role:"status","data-testid":"code-why"},c));function r(c){let d=h("p",{"data-testid":"code-note"}),p=h("span",{
role:"status"}),u=h("pre",{tabindex:"0",role:"tabpanel","data-testid":"code"}),f=h("button",{type:"button",class:"lt-btn",
"data-testid":"code-copy",onclick:()=>Ht(u.textContent??"",e.copied,x=>$(p,x))},e.copy),m=c.map(x=>h("button",{type:"but\
ton",role:"tab",class:"lt-btn","data-kind":x.kind,onclick:()=>g(x.kind)},x.title));function g(x){let k=Math.max(0,c.findIndex(
v=>v.kind===x));o=c[k].kind,m.forEach((v,M)=>{v.setAttribute("aria-selected",String(M===k)),v.tabIndex=M===k?0:-1}),$(u,
c[k].code),u.setAttribute("aria-label",c[k].title),$(d,c[k].note),$(p,"")}function b(x){let k=_d(x.key,m.findIndex(v=>v===
x.target),m.length);k!==null&&(x.preventDefault(),m[k].click(),m[k].focus())}let y=h("div",{role:"tablist","aria-label":e.
kinds,onkeydown:b},...m);g(o),A(t,y,u,h("div",{class:"code-foot"},f,p,d))}async function l(){let c=Q("#stage")[0]?.stage.
state().name??"";if(!c)return a(e.nothing);if(c!==s){s=c;try{let d=await fetch(`explorer/code/${encodeURIComponent(c)}`),
p=d.ok?(await d.json()).snippets:await d.text();if(s!==c)return;if(d.ok)return r(p);a(p)}catch{s===c&&a(e.unanswered)}s=
""}}new IntersectionObserver(c=>{i=c.some(({isIntersecting:d})=>d),i&&l()}).observe(t),document.addEventListener("stage:\
step",({target:c})=>{i&&n.isConnected&&c instanceof Element&&c.closest("#stage")&&l()})}var he=n=>n.reduce((t,e)=>t+e,0),de=n=>{let t=he(n);return t>0?n.map(e=>e/t):n.map(()=>0)},zs=(n,t)=>t>0?Math.min(1,n/t):
1,Za=(n,t)=>n.map((e,s)=>Math.max(0,e-t[s])),Xa={right:{accept:zs,left:Za},"inverse-ratio":{accept:(n,t)=>n>0?Math.min(1,
t/n):1,left:Za},"residual-p":{accept:zs,left:n=>n},"no-max":{accept:zs,left:(n,t)=>n.map((e,s)=>Math.abs(e-t[s]))},"doub\
le-subtraction":{accept:zs,left(n,t){let e=n.map((s,o)=>Math.max(0,s-2*t[o]));return he(e)>0?e:n}}};function tr(n,t,e="r\
ight"){let s=Xa[e],o=n.map((d,p)=>s.accept(d,t[p])),i=t.map((d,p)=>d*o[p]),a=de(s.left(n,t)),r=he(t.map((d,p)=>d*(1-o[p]))),
l=a.map(d=>d*r),c=i.map((d,p)=>d+l[p]);return{accept:o,kept:i,alpha:1-r,left:a,drawn:l,out:c,distance:he(c.map((d,p)=>Math.
abs(d-n[p])))/2}}function er(n,t,e){let s=Math.min(1,Math.max(0,e)),o=n.map((a,r)=>r===t?0:a);return(he(o)>0?de(o):de(n.
map((a,r)=>r===t?0:1))).map((a,r)=>r===t?s:a*(1-s))}function sr({p:n,q:t,rule:e}){return[...[n,t].map(o=>o.map(i=>Math.round(
i*1e4)).join(".")),...e==="right"?[]:[e]].join("~")}function nr(n,t){let e=n.split("~"),s=e[2]??"right",o=e.slice(0,2).map(
a=>/^\d{1,5}(\.\d{1,5})*$/.test(a)?a.split(".").map(Number):[]);return o.length===2&&o.every(a=>a.length===t&&he(a)>0)&&
e.length<4&&Object.hasOwn(Xa,s)?{p:de(o[0]),q:de(o[1]),rule:s}:null}var Dn=(n,t=Math.random)=>de(Array.from({length:n},()=>-Math.
log(1-t()))),or=(n,t,e,s)=>({note:s,run:{method:"spd",prompt:e,tokens:12,seed:0,settings:{gamma:4}},vocab:[e,...t],eos:null,
target:{"":[0,...n.p]},draft:{"":[0,...n.q]}});var Ws=.01,ir=.1,pe=n=>n.toFixed(2),Us=n=>`${Math.round(100*n)}%`,Nn=class{alpha=h("p",{class:"lt-big","data-testid":"to\
y-alpha"});result=h("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=h("div",{class:"lt-share","aria-hi\
dden":"true"},h("i",{"data-of":"kept"}),h("i",{"data-of":"rejected"}));caption=h("figcaption");rows=h("tbody");help=h("s\
pan",{class:"lt-help"});copied=h("span",{role:"status",class:"lt-help"});constructor(t){this.element=t,this.root=t.querySelector(
"[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let e=_().get("toy")||"",s=nr(e,this.given.words.length);
this.state=s||this.first(),this.columns=this.given.words.map((o,i)=>this.newColumn(o,i)),this.ends=this.given.words.map(
o=>this.newEnd(o)),this.rule=h("select",{id:"toy-rule","data-testid":"toy-rule",onchange:()=>this.change({rule:this.rule.
value})},...this.given.rules.map(({name:o,title:i})=>h("option",{value:o},i))),this.run=h("form",{method:"post",class:"l\
t-form"},h("button",{type:"submit",class:"lt-btn","data-testid":"toy-run"},this.given.say.run)),this.heads=this.given.say.
heads.split("|"),A(this.root,h("h2",{},this.given.say.title),e&&!s&&h("p",{role:"alert"},this.given.say.wrong),h("p",{},
this.given.say.intro),h("div",{class:"lt-charts"},h("figure",{"data-testid":"toy-drag"},this.caption,h("div",{class:"lt-\
cols"},...this.columns.map(({root:o})=>o)),h("p",{class:"lt-keys"},...["kept","surplus","rejected"].map(o=>h("span",{},h(
"i",{"data-of":o}),this.given.say[`key_${o}`])))),h("figure",{"data-testid":"toy-out"},h("figcaption",{},this.given.say.
out),h("div",{class:"lt-cols"},...this.ends.map(({root:o})=>o)),h("p",{class:"lt-keys"},h("span",{},h("i",{"data-of":"p"}),
this.given.say.key_p)))),this.alpha,this.share,this.result,h("div",{class:"lt-tools"},h("label",{for:"toy-rule"},this.given.
say.rule),this.rule,this.help),h("div",{class:"lt-tools"},this.button("reset",()=>this.change(this.first())),this.button(
"random",()=>this.random()),this.button("copy",()=>this.copy()),this.button("save",()=>this.save()),this.given.say.run&&
this.run,this.copied),h("details",{},h("summary",{},this.given.say.exact),h("div",{class:"lt-scroll",tabindex:"0",role:"\
region","aria-label":this.given.say.exact},h("table",{class:"lt-table"},h("thead",{},h("tr",{},...this.heads.map(o=>h("t\
h",{scope:"col"},o)))),this.rows)),h("p",{},this.given.say.formula))),this.draw()}first(){return{p:this.given.p,q:this.given.
q,rule:"right"}}button(t,e){return h("button",{type:"button",class:"lt-btn","data-testid":`toy-${t}`,onclick:e},this.given.
say[t])}change(t){this.state={...this.state,...t},this.draw()}newColumn(t,e){let s=Object.fromEntries(["kept","surplus",
"rejected","p","q"].map(p=>[p,h("i",{"data-of":p})])),o=h("div",{class:"lt-col",onpointerdown:p=>d(p)},...Object.values(
s)),i=h("div",{class:"lt-values","aria-hidden":"true"}),a=p=>h("div",{class:"lt-handle",role:"slider",tabindex:"0","data\
-of":p,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":D(this.given.say[`${p}_of`],
{word:t}),"data-testid":`toy-${p}-${e}`,onkeydown:u=>l(u,p)},h("b",{},p)),r=(p,u)=>this.change({[p]:er(this.state[p],e,u)}),
l=(p,u)=>{let f=this.state[u][e],m={ArrowUp:f+Ws,ArrowRight:f+Ws,ArrowDown:f-Ws,ArrowLeft:f-Ws,PageUp:f+ir,PageDown:f-ir,
Home:0,End:1}[p.key];m===void 0||p.ctrlKey||p.metaKey||p.altKey||(p.preventDefault(),p.stopPropagation(),r(u,Math.round(
100*m)/100))},c={p:a("p"),q:a("q")};o.append(c.p,c.q);let d=p=>{if(p.button)return;let{left:u,width:f,top:m,height:g}=o.
getBoundingClientRect(),y=p.target.closest(".lt-handle");if(!y&&p.pointerType==="touch")return;let x=p.clientX<u+f/2?"p":
"q",k=y?.dataset.of||x,v=c[k],M=y?m+g*(1-this.state[k][e])-p.clientY:0,S=I=>r(k,Math.round(100*(1-(I.clientY+M-m)/g))/100),
L=()=>{v.removeEventListener("pointermove",S)};p.preventDefault(),v.setPointerCapture(p.pointerId),v.addEventListener("p\
ointermove",S),v.addEventListener("lostpointercapture",L,{once:!0}),v.focus({preventScroll:!0}),y||S(p)};return{root:h("\
div",{class:"lt-word"},o,h("div",{class:"lt-name"},t),i),parts:s,handles:c,numbers:i}}newEnd(t){let e=Object.fromEntries(
["kept","surplus","p"].map(o=>[o,h("i",{"data-of":o})])),s=h("div",{class:"lt-values"});return{root:h("div",{class:"lt-w\
ord"},h("div",{class:"lt-col","aria-hidden":"true"},...Object.values(e)),h("div",{class:"lt-name"},t),s),parts:e,numbers:s}}span(t,e,s){
t.style.bottom=`${100*e}%`,t.style.height=`${100*Math.max(0,s-e)}%`}draw(){let{p:t,q:e}=this.state,s=tr(t,e,this.state.rule),
o=this.state.rule==="right",i=s.distance<1e-9;this.columns.forEach(({parts:d,handles:p,numbers:u},f)=>{let m=Math.min(t[f],
e[f]);this.span(d.kept,0,m),this.span(d.surplus,m,t[f]),this.span(d.rejected,m,e[f]),this.span(d.p,0,t[f]),this.span(d.q,
0,e[f]);for(let g of["p","q"]){let b=this.state[g][f];p[g].style.bottom=`${100*b}%`,p[g].ariaValueNow=String(Math.round(
100*b)),p[g].ariaValueText=Us(b)}A(u,h("span",{"data-of":"p"},`p ${pe(t[f])}`),h("span",{"data-of":"q"},`q ${pe(e[f])}`))}),
this.ends.forEach(({root:d,parts:p,numbers:u},f)=>{this.span(p.kept,0,s.kept[f]),this.span(p.surplus,s.kept[f],s.out[f]),
this.span(p.p,0,t[f]);let m=Math.abs(s.out[f]-t[f])>1e-9;d.toggleAttribute("data-off",m),A(u,h("span",{},pe(s.out[f])),h(
"span",{},`${m?"≠":"="} p ${pe(t[f])}`))});let a=this.given.rules.find(({name:d})=>d===this.state.rule)||this.given.rules[0];
$(this.caption,o?this.given.say.drag:this.given.say.drag_right),$(this.alpha,D(a.kept,{alpha:pe(s.alpha),percent:Us(s.alpha)}));
let[r,l]=[...this.share.children];r.style.width=`${100*s.alpha}%`,l.style.width=`${100*(1-s.alpha)}%`;let c=o?"same":i?"\
harmless":"broken";$(this.result,D(this.given.say[c],{percent:Us(s.alpha),rest:Us(1-s.alpha),distance:pe(s.distance)})),
this.result.toggleAttribute("data-off",!i),this.rule.value=this.state.rule,$(this.help,a.help),A(this.rows,...this.given.
words.map((d,p)=>h("tr",{},h("th",{scope:"row"},d),...[t[p],e[p],s.accept[p],s.kept[p],s.left[p],s.drawn[p],s.out[p]].map(
u=>h("td",{},u.toFixed(3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${ks()}&pair=${encodeURIComponent(this.
pair())}`)}pair(){return JSON.stringify(or(this.state,this.given.words,this.given.first,this.given.note))}save(){let t=URL.
createObjectURL(new Blob([this.pair()],{type:"application/json"})),e=h("a",{href:t,download:"five-words.json"});document.
body.append(e),e.click(),e.remove(),URL.revokeObjectURL(t)}copy(){Ht(Gt({toy:sr(this.state)}),this.given.say.copied,t=>$(
this.copied,t))}random(){return this.change({p:Dn(this.given.words.length),q:Dn(this.given.words.length)})}};function ar(n){
new Nn(n)}function rr(n){for(let t of n.querySelectorAll("button.upload-container"))t.removeAttribute("aria-label")}function Hd(n,t,e){
n.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest(t):null;!(o instanceof HTMLAnchorElement)||
s.ctrlKey||s.metaKey||s.shiftKey||s.button||(s.preventDefault(),e(o))})}function lr(n,t){Hd(n,"a[data-trace]",s=>t("select",{name:s.dataset.trace}));let e=document.getElementById("import-files");
e&&(rr(e),new MutationObserver(()=>rr(e)).observe(e,{childList:!0,subtree:!0})),n.dataset.opens="here"}var zt=256,Wt=420,zd=250,Cn=46,Wd=12,Ud=14,Gd=206,cr=62,Bn=20,Gs=8,Kd=40,Fn=n=>({name:"free",title:n.free,kind:"free",source:n.
source_free,curve:Ft(1/0),known:null}),hr=(n,t,{gamma:e,batch:s})=>({name:"own",title:n.own,kind:"computed",source:n.source_own,
curve:Ft(t>1?(e+1)*s/t:1/0),known:null}),Ks=(n,{kind:t,known:e},s)=>n[t==="measured"&&s>(e??0)?"kind_extended":`kind_${t}`],
Pn=(n,t,e)=>t.known!==null&&e>t.known?n.kind_dashed:Ks(n,t,e);function dr(n,{name:t,kind:e,source:s,known:o}){return t===
"free"||t==="own"?s:D(n[`source_${e}`],{source:s,known:o??""})}function pr(n,t,e){let s=({name:i,title:a})=>h("option",{
value:i},a),o=i=>h("optgroup",{label:n[`${i}_group`]},...t.filter(a=>a.kind===i).map(s));return h("select",{"data-testid":"\
worth-machine",onchange:e},s({name:"free",title:n.free}),s({name:"own",title:n.own}),o("measured"),o("computed"))}function ur(n,{
alpha:t,gamma:e,cost:s},o){let i=aa(t,e,s,o,zt),[a]=i;if(!a)return D(n.pays_never,{most:zt});if(a[0]===1&&a[1]===zt)return D(
n.pays_all,{most:zt});let r=i.map(([l,c])=>l===c?String(l):D(n.range,{first:l,last:c}));return D(n.pays_some,{ranges:r.join(
", "),most:zt})}function fr(n,t,e,{gamma:s,batch:o}){let{curve:i,known:a,kind:r}=e,l=o,c=(s+1)*o,d=i[i.length-1][0],p=Math.
ceil(Math.log2(Math.max(64,c,Number.isFinite(d)?d:0))),u=Array.from({length:8*p+1},(O,C)=>2**(C/8)),f=u.map(O=>[O,gt(i,O)]),
m=Math.max(2,...f.map(([,O])=>O))*1.08,g=[.5,1,2,5,10,20,50,100,200,500].find(O=>m/O<=5)??1e3,b=a===null?f.length:u.filter(
O=>O<=a).length,{x:y,y:x,grid:k,drawn:v}=$n({left:Cn,right:Wt-Wd,top:Ud,base:Gd},f,O=>Math.log2(O)/p,m,g,[1,8,64,512,4096].
filter(O=>O<=2**p),b),M=O=>w("circle",{class:"chosen",cx:y(O),cy:x(gt(i,O)),r:6}),S=y(c)>Wt/2,I=x(gt(i,l))-x(gt(i,c))<20&&
y(c)-y(l)<160,T=y(l)>Cn+80;return n.setAttribute("aria-label",[[l,t.time_plain],[c,t.time_check]].map(([O,C])=>`${C}: ${O}\
, ${gt(i,Number(O)).toFixed(2)}`).join("; ")),A(n,...k,...v,...(r==="measured"?i:[]).map(([O,C])=>w("circle",{class:"dot",
cx:y(O),cy:x(C),r:3.5})),w("text",{x:(Cn+Wt)/2,y:zd-4,"text-anchor":"middle"},t.time_axis),M(l),M(c),w("text",{x:y(l)+(T?
-8:4),y:x(gt(i,l))-(I?29:11),"text-anchor":T?"end":"start"},t.time_plain),w("text",{x:y(c)+(S?-10:0),y:x(gt(i,c))-11,"te\
xt-anchor":S?"end":"middle"},t.time_check)),D(t.time,{kind:Pn(t,e,2**p)})}function mr(n,t,e,{alpha:s,gamma:o,cost:i},a){
let r=at(s,o),l=o*i,c=a.map(x=>rt(o,x,e.curve)),d=Math.max(r,...c.map(x=>l+x)),p=x=>Gs+x/d*(Wt-2*Gs-40),u=p(r),f=u>Wt/2,
m=26+cr*a.length,g=[],b=x=>(x<u+3&&x+Kd>u?u:x)+6,y=a.flatMap((x,k)=>{let v=c[k],M=26+cr*k,S=vt(s,o,i,v),L=$s(s,i,x,e.curve),
I=D(S>1?t.row_pays:t.row_slower,{batch:x,speedup:S.toFixed(2),kind:Ks(t,e,(o+1)*x)}),T=L===null?t.row_none:D(t.row_best,
{best:L});return g.push(`${I}, ${T}`),[w("text",{x:Gs,y:M+16},I),w("text",{x:Wt-Gs,y:M+16,"text-anchor":"end"},T),w("rec\
t",{class:"drafting",x:p(0),y:M+24,width:p(l)-p(0),height:Bn}),w("rect",{class:"checking",x:p(l),y:M+24,width:p(v)-p(0),
height:Bn}),w("text",{x:b(p(l+v)),y:M+40},(l+v).toFixed(2)),w("line",{class:"until",x1:u,x2:u,y1:M+21,y2:M+27+Bn})]});n.
setAttribute("viewBox",`0 0 ${Wt} ${m+4}`),n.setAttribute("aria-label",g.join("; ")),A(n,w("text",{x:u,y:15,"text-anchor":f?
"end":"start"},D(t.without,{tokens:r.toFixed(2)})),...y)}var Vd=60,Vs=(n,t,e)=>typeof n=="number"&&n>=t&&n<=e,gr=n=>Number.isInteger(n)&&Vs(n,1,16),Yd=n=>Array.isArray(n)&&n.length===
2&&gr(n[0])&&Vs(n[1],1,n[0]+1);function br(n){try{let{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}=JSON.parse(n);return typeof t==
"string"&&t.length<=Vd&&Vs(e,0,1)&&gr(s)&&Array.isArray(o)&&o.length>=1&&o.length<=16&&o.every(Yd)&&typeof i=="boolean"&&
(a===null||Vs(a,0,1))?{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}:null}catch{return null}}var wr=({points:n},t)=>n.
map(([e,s])=>({gamma:e,value:t(e,s),name:"",cls:"imported"}));function yr(n,{name:t,alpha:e,gamma:s,points:o}){let[,i]=o[o.
length-1],[a]=o[o.length-1];return D(n.imported_here,{name:t,gamma:a,tokens:i.toFixed(2),expected:at(e,Math.min(s,a)).toFixed(
2)})}function xr(n,{name:t,points:e,measured:s},o,i){if(!s)return"";let r=e.map(([p,u])=>({gamma:p,value:o(p,u)})).reduce(
(p,u)=>u.value>p.value?u:p,{gamma:0,value:1}),l=e[e.length-1][0],c=i??0,d=r.gamma===c?n.imported_same:c>l?n.imported_longer:
n.imported_other;return D(r.gamma?n.imported_best:n.imported_none,{name:t,gamma:r.gamma,speedup:r.value.toFixed(2)})+" "+
D(d,{best:c,longest:l})}function kr(n,t,e){if(!e)return t?n.import_wrong:"";let s=D(e.measured?n.imported:n.imported_average,
{name:e.name});return e.cost===null?`${s} ${n.imported_cost}`:s}var jt=420,_n=250,ue=46,$r=206,Qd=14,Pe=12,Jd=7.4,vr=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];function Zd(n,t,e,s){
return vr.find(([i,a])=>{let r=i>0?n+i:n+i-e,l=t+a+6,c=l-22,d=Array.from({length:Math.ceil(e/4)+1},(p,u)=>r+4*u);return r>=
ue&&r+e<=jt-Pe&&c>=0&&l<=$r&&!d.some(p=>s.some(u=>u(p)>c&&u(p)<l))})??vr[0]}function Hn(n,t,e,s,o){let i=Array.from({length:16},
(x,k)=>k+1),a=Math.max(2,...i.map(e.y),...e.points.map(({value:x})=>x))*1.08,r=e.line<=a,l=[4,2,1].find(x=>a>2.2*x)??.5,
{x:c,y:d,grid:p,drawn:u}=Ms({left:ue,right:jt-Pe,top:Qd,base:$r},i.map(e.y),a,l,[1,4,8,12,16],2.5,e.known),f=[],m=[],g=x=>1+
(x-ue)/(jt-ue-Pe)*15,b=[x=>d(e.y(g(x))),()=>d(e.line)];for(let{gamma:x,value:k,name:v,cls:M}of e.points){let S=c(Math.min(
16,Math.max(1,x))),L=d(k),I=Jd*v.length;if(f.push(w("circle",{class:M,cx:S,cy:L,r:M==="imported"?4.5:7})),m.push(`${v||`\
γ ${x}`}: ${k.toFixed(2)}`),!v)continue;let[T,O]=Zd(S,L,I,b),[C,U]=T>0?[S,S+T+I]:[S+T-I,S];b.push(K=>K>=C&&K<=U?L+O-5:NaN),
f.push(w("text",{x:S+T,y:L+O,"text-anchor":T<0?"end":"start"},v))}let y=e.y(s);n.setAttribute("aria-label",[`${e.label}:\
 ${y.toFixed(2)}, γ ${s}`,...m].join("; ")),A(n,...p,w("text",{x:(ue+jt)/2,y:_n-4,"text-anchor":"middle"},t.axis),r&&w(
"line",{class:e.cls,x1:ue,x2:jt-Pe,y1:d(e.line),y2:d(e.line)}),r&&w("text",{x:jt-Pe-2,y:d(e.line)+(e.y(16)>e.line?18:-6),
"text-anchor":"end"},e.note),...u,o!==null&&o!==s&&w("text",{x:c(o),y:d(e.y(o))-8,"text-anchor":o<3||e.points.some(({cls:x})=>x===
"imported")?"start":"end"},t.best),w("circle",{class:"chosen",cx:c(s),cy:d(y),r:6}),...f)}var Mr=n=>n.toFixed(Math.abs(n*100-Math.round(n*100))<1e-6?2:3),Xd="10000px",zn=class{machine=Fn({});known={runs:[],papers:[],
here:null};asked="";verdict=h("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=h("p");pays=h("p",{role:"\
status","data-testid":"worth-pays"});basis=h("p",{class:"lt-help","data-testid":"worth-basis"});here=h("p",{"data-testid":"\
worth-here"});own=h("p",{"data-testid":"worth-own"});list=h("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=h(
"tbody");wrong=h("p",{role:"alert"});imported=null;address="";said=h("p",{role:"status","data-testid":"worth-imported"});constructor(t){
this.element=t,this.root=t.querySelector("[data-worth]");let e=JSON.parse(this.root.dataset.worth||"");this.words=e.say,
this.machines=e.machines,this.batches=e.batches,this.alpha=this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=
this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.
slider("batch",this.words.batch,1,zt,1,1),this.check=this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),
this.chosen=pr(this.words,this.machines,()=>this.choose()),this.chosen.value=e.machine,this.tokens=this.figure(this.words.
tokens),this.speedup=this.figure(this.words.speedup),this.use=h("button",{type:"button",class:"lt-btn","data-testid":"wo\
rth-use",onclick:()=>this.take()},this.words.use),this.forget=h("button",{type:"button",class:"lt-btn",hidden:!0,"data-t\
estid":"worth-forget",onclick:()=>{bt({worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.
rounds=this.figure(D(this.words.same_run,{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-round\
s",this.rounds.box.append(h("p",{class:"lt-keys"},...["drafting","checking","without"].map(s=>h("span",{},h("i",{class:s}),
this.words[`key_${s}`])))),A(this.root,h("h2",{},this.words.title),this.said,this.forget,h("p",{},this.words.intro),h("d\
iv",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,h("label",{},this.words.
machine,this.chosen)),this.verdict,this.own,h("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,h("\
h3",{},this.words.batches),h("p",{},this.words.batches_intro),h("div",{class:"lt-charts"},this.time.box,this.rounds.box),
this.pays,this.basis,this.here,this.use,this.wrong,h("p",{class:"lt-help"},this.words.source),h("details",{open:!0},h("s\
ummary",{},this.words.runs),this.list,h("p",{class:"lt-help"},this.words.runs_note)),h("details",{},h("summary",{},this.
words.papers),h("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},h("table",{class:"lt\
-table words"},h("thead",{},h("tr",{},...this.words.papers_heads.split("|").map(s=>h("th",{scope:"col"},s)))),this.papers)))),
this.choose(),new IntersectionObserver(s=>{s.some(({isIntersecting:o})=>o)&&(this.import(),this.look())},{rootMargin:Xd}).
observe(this.root),addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage\
:step",()=>{this.root.checkVisibility()&&this.look()})}slider(t,e,s,o,i,a,r=()=>this.draw()){let l=h("output",{for:`wort\
h-${t}`}),c=h("input",{type:"range",id:`worth-${t}`,min:s,max:o,step:i,value:a,oninput:r,"data-testid":`worth-${t}`});return{
input:c,output:l,box:h("label",{for:`worth-${t}`},e,l,c)}}figure(t){let e=w("svg",{class:"lt-plot",viewBox:`0 0 ${jt} ${_n}`,
role:"img"}),s=h("figcaption",{},t);return{svg:e,caption:s,box:h("figure",{},s,e)}}values(){let[t,e,s,o]=[this.alpha,this.
gamma,this.cost,this.batch].map(i=>Number(i.input.value));return{alpha:t,gamma:e,cost:s,batch:o}}choose(){let t=this.chosen.
value;this.machine=t==="free"?Fn(this.words):this.machines.find(e=>e.name===t)??hr(this.words,Number(this.check.input.value),
this.values()),this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let t=this.values(),{alpha:e,gamma:s,
cost:o,batch:i}=t,{curve:a,known:r}=this.machine,l=rt(s,i,a),c=Ks(this.words,this.machine,(s+1)*i);this.check.input.max=
String(s+1),this.check.input.value=String(l);for(let[f,m]of[[this.alpha,Mr(e)],[this.gamma,String(s)],[this.cost,Mr(o)],
[this.batch,String(i)],[this.check,`${l.toFixed(2)}, ${c}`]])$(f.output,m);let d=at(e,s),p=vt(e,s,o,l),u=$s(e,o,i,a);$(this.
verdict,D(p<1?this.words.slower:this.words.faster,{tokens:d.toFixed(2),price:(s*o+l).toFixed(2),speedup:p.toFixed(2)})),
$(this.limit,this.limits(t,l,u)),$(this.own,this.ownBest(u)),Hn(this.tokens.svg,this.words,{label:this.words.tokens,y:f=>at(
e,f),line:1/(1-e),cls:"most",known:16,note:this.words.ceiling,points:this.points((f,m)=>m,[["tokens",this.words.here,"he\
re"]])},s,null),$(this.speedup.caption,D(this.words.speedup_at,{batch:i,kind:Pn(this.words,this.machine,17*i)})),Hn(this.
speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.words.even,y:f=>vt(e,f,o,rt(f,i,a)),known:r===
null?16:Math.max(0,Math.floor(r/i)-1),points:this.points((f,m)=>m/(f*o+rt(f,i,a)),i>1?[]:[["speedup",this.words.here_speedup,
"here formula"],["clock",this.words.here_clock,"here"]])},s,u),this.drawBatches(t)}points(t,e){if(this.imported)return wr(
this.imported,t);let s=this.known.here,o=s?.gamma??null;return!s?.chain||o===null?[]:e.flatMap(([i,a,r])=>{let l=s[i];return typeof l==
"number"?[{gamma:o,value:l,name:D(a,{name:s.name}),cls:r}]:[]})}limits({alpha:t,gamma:e},s,o){let i=ia(t,e,s);return(t===
0?this.words.nothing_kept:i<=0?this.words.check_alone:D(this.words.limit,{limit:i.toFixed(2)}))+(o===null?this.words.none_pays:
D(this.words.best_is,{best:o}))}ownBest(t){if(!this.imported)return"";let{cost:e,batch:s}=this.values();return xr(this.words,
this.imported,(o,i)=>i/(o*e+rt(o,s,this.machine.curve)),t)}drawBatches(t){let{words:e,machine:s}=this;$(this.time.caption,
fr(this.time.svg,e,s,t)),mr(this.rounds.svg,e,s,t,this.batches),$(this.pays,`${ur(e,t,s.curve)} ${e.batches_note}`),$(this.
basis,dr(e,s))}take(){let t=this.known.here;if(this.imported)return this.setImported(this.imported);t?.alpha===null||t?.
gamma===null||t?.cost===null||!t||this.set(t.alpha,t.gamma,t.cost)}set(t,e,s){this.alpha.input.value=String(t),this.gamma.
input.value=String(Math.min(16,Math.max(1,Math.round(e)))),s!==null&&(this.cost.input.value=String(s)),this.draw()}import(){
let t=_().get("worth")??"";if(t===this.address)return;this.address=t;let e=this.imported=br(t);this.forget.hidden=!e,$(this.
said,kr(this.words,t,e)),e?this.setImported(e):this.draw(),this.describe(),t&&this.root.scrollIntoView()}setImported(t){
this.batch.input.value="1",this.chosen.value="free",this.set(t.alpha,t.gamma,t.cost),this.choose()}describe(){let t=this.
known.here,e={name:t?.name??"",tokens:t?.tokens.toFixed(2)??""},s=t&&t.chain&&t.alpha!==null&&t.gamma!==null&&t.cost!==null,
o=this.imported&&yr(this.words,this.imported);$(this.here,o||(t?s?D(this.words.measured,{...e,alpha:`${Math.round(100*(t.
alpha??0))}%`,gamma:(t.gamma??0).toFixed(1),cost:(t.cost??0).toFixed(2),expected:at(t.alpha??0,t.gamma??0).toFixed(2)})+
(t.clock===null?"":` ${D(this.words.clock,{clock:t.clock.toFixed(2)})}`):D(this.words.measured_tree,e):this.words.unmeasured)),
this.use.hidden=!s&&!o,$(this.use,o?this.words.use_imported:this.words.use);let i=Math.max(1,...this.known.runs.map(({tokens:a})=>a));
A(this.list,...this.known.runs.map(({name:a,title:r,tokens:l})=>{let c=h("i",{"aria-hidden":"true"});return c.style.width=
`${100*l/i}%`,h("li",{title:r,"data-here":a===t?.name},h("b",{},a),c,h("span",{},l.toFixed(2)))})),A(this.papers,...this.
known.papers.map(a=>h("tr",{},h("th",{scope:"row"},a.paper),...[a.pair,a.method,a.tokens===null?`${a.speedup?.toFixed(2)}\
×`:`${a.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(r=>h("td",{},r)))))}async look(){let t=Q("#stage")[0]?.
stage.state().name??"";if(!(this.known.runs.length&&t===this.asked&&(this.known.here||!t))){this.asked=t;try{let e=await fetch(
`explorer/worth?run=${encodeURIComponent(t)}`);if(!e.ok)throw new Error(String(e.status));this.known=await e.json(),$(this.
wrong,"")}catch{$(this.wrong,this.words.wrong)}this.describe(),this.draw()}}};function Sr(n){new zn(n)}function _e(n){if(Array.isArray(n))return n.map(_e);if(typeof n!="object"||n===null)return n;let{[""]:t,["?"]:e={},...s}=n;
if(!Number.isInteger(t))return Object.fromEntries(Object.entries(n).map(([i,a])=>[i,_e(a)]));let o=Array.from({length:t},
()=>({}));for(let[i,a]of Object.entries(s)){let r=_e(a);e[i]?e[i].forEach((l,c)=>{o[l][i]=r[c]}):o.forEach((l,c)=>{l[i]=
r[c]})}return o}var tp="explorer/",ep="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";function sp(n){
let t=Object.fromEntries([...ep].map((s,o)=>[s,o])),e=new DataView(new ArrayBuffer(4*Math.ceil(n.length/5)));for(let s=0;s<
n.length;s+=5){let o=n.slice(s,s+5).padEnd(5,"~");e.setUint32(4*(s/5),[...o].reduce((i,a)=>i*85+t[a],0))}return new Uint8Array(
e.buffer,0,Math.floor(n.length/5)*4+Math.max(0,n.length%5-1))}async function np(n){let t=new Blob([sp(n)]).stream().pipeThrough(
new DecompressionStream("gzip")),e=(await new Response(t).text()).split(`
`);return new Map(e.flatMap((s,o)=>o%2?[]:[[s,e[o+1]]]))}function op(n,t=new URL(".",document.baseURI)){return n.href.startsWith(
`${t.href}${tp}`)?decodeURIComponent(n.pathname.slice(t.pathname.length)+n.search):null}function ip(n){let t=n.startsWith(
"explorer/code/")?"No code is available for a run that was opened from a file.":"The link names a run or a lesson that t\
his site does not have. Choose another one.";return new Response(n.startsWith("explorer/code/")?t:JSON.stringify({type:"\
clear",text:t}),{status:404})}function Ar(n){let t=new Map,e=new Map;Object.assign(window,{siteData:(a,r)=>{t.set(a,r)}});
let s=a=>new Promise((r,l)=>{let c=document.createElement("script");c.src=`data/${a}.js`,c.onload=r,c.onerror=()=>l(new TypeError(
`data/${a}.js did not load`)),document.head.append(c)});async function o(a){t.has(a)||await s(a);let r=await np(t.get(a)??
"");return t.delete(a),r}let i=window.fetch.bind(window);window.fetch=async(a,...r)=>{let l=op(new URL(a instanceof Request?
a.url:a,document.baseURI));if(l===null)return i(a,...r);let c=n[l];if(!c)return ip(l);let d=e.get(c)??o(c);e.set(c,d);try{
let p=JSON.stringify(_e(JSON.parse((await d).get(l)??"null")));return new Response(p,{headers:{"Content-Type":"applicati\
on/json"}})}catch(p){throw e.delete(c),p}}}var ap='<script type="application/json" id="trace">',rp="<\/script>",fe={trace:"This page cannot draw a trace file itsel\
f. Run “python -m explorer export FILE --html page.html”, then open page.html here.",unknown:"This file is not an ex\
ported run. Make one with “python -m explorer export FILE --html page.html”.",large:"This file is larger than 64 MB.\
 Record fewer tokens, then export the run again."};async function lp(n){if(n.size>67108864)throw new Error(fe.large);if(/\.jsonl(\.gz)?$|\.gz$/i.
test(n.name))throw new Error(fe.trace);let t=await n.text();if(t.startsWith('{"kind":"header"'))throw new Error(fe.trace);
let e=null;try{e=JSON.parse(t.split(ap,2)[1].split(rp,1)[0])}catch{}if(e?.type!=="open"||!Array.isArray(e.iterations)||!e.
header)throw new Error(fe.unknown);return{...e,name:"",at:{it:1,phase:1}}}function Tr(n,t,e){async function s(o){if(o){e(
"");try{t(await lp(o))}catch(i){e(i instanceof Error&&Object.values(fe).includes(i.message)?i.message:fe.unknown)}}}n.addEventListener(
"change",async()=>{await s(n.files?.[0]),n.value=""}),n.labels?.[0]?.addEventListener("dragover",o=>o.preventDefault()),
n.labels?.[0]?.addEventListener("drop",o=>{o.preventDefault(),s(o.dataTransfer?.files[0])})}function Er(n,t){let e=[...n.querySelectorAll("[role=tab]")],s=c=>c.dataset.tab??"",o=s(e[0]);function i(c,d=null){Da(n.
closest("header")??n,d,n.dataset.wrong??"");for(let p of e){let u=s(p)===c;p.setAttribute("aria-selected",String(u));let f=document.
getElementById(p.getAttribute("aria-controls")??"");f&&(f.hidden=!u)}t(c)}function a(){let c=_();return c.get("tab")??(c.
has("toy")?"learn":c.has("comparison")&&!c.has("trace")?"compare":o)}function r(){let c=a(),d=e.some(p=>s(p)===c);i(d?c:
o,d?null:c)}function l(c){if(c===a())return i(c);bt({tab:c===o?null:c,toy:null,comparison:null},!0),i(c)}for(let c of e)
c.addEventListener("click",()=>l(s(c)));return addEventListener("popstate",r),Ra(n),r(),{go:l}}function Or(){let n=matchMedia("(prefers-color-scheme: dark)"),t=_().get("__theme"),e=()=>document.body.classList.toggle(
"dark",t?t==="dark":n.matches);n.addEventListener("change",e),e()}var J=n=>document.getElementById(n),Ys=n=>document.getElementById(n),Wn=()=>{};function Lr(n){let t=document.getElementById(
`table-${n}`),e=J("compare-table");document.dispatchEvent(new Event("race:begun")),e.replaceChildren(t instanceof HTMLTemplateElement?
t.content.cloneNode(!0):h("div",{"data-comparison":n}));let s=e.querySelectorAll("tr[data-run]").length;document.querySelectorAll(
"#compare .slot").forEach((o,i)=>o.toggleAttribute("hidden",i>=s)),t&&(Ys("comparisons").value=n),Fa()}function cp(n){let t=document.
querySelector(".slots template");t instanceof HTMLTemplateElement&&t.replaceWith(t.content),Qa(J("race"));for(let e of document.
querySelectorAll("#compare .slot"))Ln(e,Wn,{url:!1,keys:!1,compact:!0,asks:!1},null);Ba(J("compare"),Wn),Ys("comparisons").
addEventListener("change",()=>Lr(Ys("comparisons").value)),Lr(re()||n)}async function hp({start:n,race:t,files:e,comparison:s}){
Or();let o=_().get("embed")==="1";document.body.classList.toggle("embed",o),e&&Ar(e);let i=J("stage"),a=Ys("runs"),r=new Set;
o||(Va(J("bar")),await Ga(t)),Ln(i,Wn,{value:n,asks:!1},null);let l=Er(J("tablist"),p=>{r.has(p)||(r.add(p),p==="learn"?
(ar(J("learn-toy")),Sr(J("learn-worth"))):p==="compare"&&cp(s))});function c(p){l.go("explore"),Q("#stage")[0]?.stage.receive(
p)}let d=p=>c({type:"fetch",url:`explorer/open/${encodeURIComponent(p)}`,at:{it:1,phase:1},chosen:!0});a.addEventListener(
"change",()=>d(a.value)),addEventListener("popstate",()=>{let p=_().get("trace"),u=Q("#stage")[0]?.stage;p&&p!==u?.state().
name&&u?.receive({type:"start",trace:p,chosen:!0})}),i.addEventListener("stage:step",p=>{let{name:u,title:f}=p.detail,m=[
...a.options].some(({value:g,hidden:b})=>g===u&&!b);a.value=m?u:"",m||$(J("unlisted"),f||"Another run")});for(let p of document.
querySelectorAll("[data-lessons]"))p.addEventListener("click",()=>c({type:"lesson"}));J("present").addEventListener("cli\
ck",()=>Q("#stage")[0]?.stage.present()),Ja(J("reproduce")),lr(J("traces"),(p,u)=>d(u.name)),Tr(J("file"),c,p=>$(J("refu\
sed"),p)),o&&dp(J("whole"))}function dp(n){let t=()=>{let e=new URL(location.href),s=_();s.delete("embed"),e.hash="",e.search=
s.toString(),n.href=e.href};for(let e of["pointerdown","focus"])n.addEventListener(e,t);t()}hp(JSON.parse(J("given").textContent??
""));})();
