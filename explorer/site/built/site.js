"use strict";(()=>{function Xe(n,t,e){for(let[s,o]of Object.entries(t))o==null||o===!1||(typeof o=="function"?n.addEventListener(s.slice(2),
o):n.setAttribute(s,o===!0?"":String(o)));return n.append(...ho(e)),n}var ho=n=>n.filter(t=>t!=null&&t!==!1),h=(n,t={},...e)=>Xe(
document.createElement(n),t,e),x=(n,t={},...e)=>Xe(document.createElementNS("http://www.w3.org/2000/svg",n),t,e),A=(n,...t)=>n.
replaceChildren(...ho(t));function xe(n,t){let e=new Set(t);for(let o of[...n.children])e.has(o)||o.remove();let s=n.firstElementChild;
for(let o of t)o===s?s=s.nextElementSibling:n.insertBefore(o,s)}function R(n,t){for(let[e,s]of Object.entries(t))n.getAttribute(
e)!==String(s)&&n.setAttribute(e,String(s))}function M(n,t){let e=n.firstChild;n.textContent!==t&&(e instanceof Text&&e===
n.lastChild?e.data=t:n.textContent=t)}var po=n=>requestAnimationFrame(()=>setTimeout(n)),co=new Map,Ze=null;function pt(n,t){
let e=`${t}\0${n}`,s=co.get(e);if(s!==void 0)return s;if(Ze??=document.createElement("canvas").getContext("2d"),!Ze)return 0;
Ze.font=t;let{width:o}=Ze.measureText(n);return co.set(e,o),o}var ut=(()=>{let n=s=>`${s.screenX} ${s.screenY}`,t="",e="";
return{watch(s){let o=i=>{if(!s.isConnected)return document.removeEventListener("mousemove",o,!0);e=t,t=n(i)};document.addEventListener(
"mousemove",o,{capture:!0,passive:!0})},moved:s=>n(s)!==(s.type==="mousemove"?e:t)}})();var ke=()=>/^https?:$/.test(location.protocol),uo=()=>location.hash.includes("=")&&(!location.search||!ke()),z=()=>new URLSearchParams(
uo()?location.hash.slice(1):location.search);function vt(n,t=!1){let e=z(),s=new URL(location.href),o=e.toString();for(let[
i,a]of Object.entries(n))a===null||a===""?e.delete(i):e.set(i,String(a));if(e.toString()!==o){s.search=e.toString(),uo()&&
(s.hash="");try{t?history.pushState(history.state,"",s):history.replaceState(history.state,"",s)}catch{history.replaceState(
history.state,"",`#${e}`)}}}function Qt(n){let t=new URL(location.href);t.search=t.hash="";for(let[e,s]of Object.entries(
n))s!==null&&t.searchParams.set(e,String(s));return t.href}function ts(n,t,e=640){let s=new URL(n);return s.searchParams.
set("embed","1"),h("iframe",{src:s.href,title:t,width:"100%",height:e,loading:"lazy",frameborder:0,allow:"fullscreen; cl\
ipboard-write"}).outerHTML}var es=(n,t)=>(t==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).test(n??"")?Number(n.replace("n","")):null;var al={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},rl=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,ll="\
\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",cl="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",hl=new RegExp(`\
(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${ll}]|${cl})`,"gsu"),hn="⁨",dn="⁩",dl=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
nt=n=>n.replace(hl,t=>t===" "||t===`
`?t:`⟨U+${(t.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function Et(n){if(rl.test(n))return n;
let t=nt(n.replace(/[ \n\t\r\u00a0]/g,e=>al[e]));return dl.test(t)?hn+t+dn:t}var pl=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,
ul=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),fl=n=>n<128?1:n>=240?4:n>=224?3:2;function ml(n){let t=[];for(let e=0;e<
n.length;){let s=fl(n[e]);try{t.push([ul.decode(Uint8Array.from(n.slice(e,e+s))),e]),e+=s}catch{t.push([`⟨${n[e].toString(
16).toUpperCase().padStart(2,"0")}⟩`,e]),e+=1}}return t}function ss(n){let t=[],e=[],s=[],o=()=>{t.push(...ml(e).map(([
i,a])=>({text:i,index:s[a]}))),e=[],s=[]};return n.forEach((i,a)=>{let r=pl.exec(i)?.[1].split(" ").map(l=>parseInt(l,16));
if(r){e.push(...r),s.push(...r.map(()=>a));return}o(),t.push({text:i,index:a})}),o(),t}function fo(n){let t=n.startsWith(
hn)&&n.endsWith(dn);return[Array.from(t?n.slice(1,-1):n),e=>t?hn+e+dn:e]}function B(n,t){let[e,s]=fo(n);return e.length>
t?s(e.slice(0,t-1).join("")+"…"):n}function ot(n,t){let[e,s]=fo(n);return e.length>t?s("…"+e.slice(1-t).join("")):n}
var mo=1e-12;function E(n,t=2){if(n==null)return"–";if(n===0||n===1)return String(n);if(Number.isInteger(n)&&Math.abs(
n)<1e7)return n.toLocaleString("en");let e=Math.abs(n);return e<mo?"0":e<1e-4||e>=1e5?n.toExponential(1).replace("e+","e"):
e<1&&e>=.995?String(Math.min(+n.toFixed(5),.99999)).slice(0,6):e<.1?String(+n.toPrecision(t)):e<1?n.toFixed(t).replace(/(\.\d\d+?)0+$/,
"$1"):String(+n.toPrecision(4))}var D=n=>E(n).replace(/^0\./,".");function F(n){return n==null?"–":n<mo?"0%":n>=.995&&
n<1?">99%":n>=95e-5?`${(100*n).toFixed(n>=.0995?0:1)}%`:n>=1e-6?`${+(100*n).toPrecision(1)}%`:"≈0%"}var P=(n,t,e=E)=>n===
"plain"?F(t):e(t);function Bt(n){return n>=1?n.toFixed(n<10?2:1)+" s":n>=.001?(n*1e3).toFixed(n<.01?1:0)+" ms":(n*1e6).toFixed(
0)+" µs"}var I=(n,t,e=`${t}s`)=>`${n.toLocaleString("en")} ${n===1?t:e}`;var Jt={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d8894",dark:"\
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
f the text so far."},{name:"pending",label:"not decided yet",sign:"◌",look:"orange, dashed edge",glyph:"disc",filled:!1,
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
blue",tint:!0,dash:"",help:"The target adds one extra token because every draft token on its path was accepted."},{name:"\
fill",label:"fill-in beam",plain:"extra beam",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,
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
target pass",group:"check",colour:"blue"},{name:"layer",label:"layer width",group:"check",colour:"blue"},{name:"prefix",
label:"prefix test",group:"decide",colour:"yes"},{name:"verify",label:"test",group:"decide",colour:"yes"},{name:"orphane\
d",label:"orphaned",group:"decide",colour:"mute"},{name:"unused",label:"unused",group:"decide",colour:"grey"},{name:"res\
idual",label:"residual",group:"decide",colour:"blue"},{name:"bonus",label:"bonus",group:"decide",colour:"blue"},{name:"f\
ill",label:"fill-in beam",group:"decide",colour:"blue"},{name:"drawn",label:"sampled from p",group:"decide",colour:"ink"},
{name:"greedy",label:"greedy choice",group:"decide",colour:"ink"},{name:"chosen",label:"chosen",group:"decide",colour:"i\
nk"},{name:"own",label:"target’s token",group:"decide",colour:"ink"},{name:"commit",label:"commit",group:"commit",colour:"\
ink"}],origins:[{name:"chosen",label:"chosen by the target",colour:"grey",tint:"grey",line:"solid"},{name:"drawn",label:"\
sampled by the target",colour:"ink",tint:"grey",line:"solid"},{name:"greedy",label:"greedy choice",colour:"ink",tint:"gr\
ey",line:"dotted"},{name:"own",label:"target’s token",colour:"ink",tint:"grey",line:"dashed"},{name:"draft",label:"acc\
epted draft token",colour:"yes",tint:"yes",line:"solid"},{name:"merged",label:"accepted through a merged node",colour:"p\
ink",tint:"pink",line:"dotted"},{name:"residual",label:"residual token",colour:"blue",tint:"blue",line:"solid"},{name:"b\
onus",label:"bonus token",colour:"blue",tint:"blue",line:"double"},{name:"fill",label:"extra beam (fill-in)",colour:"blu\
e",tint:"blue",line:"dashed"}]};var Zt=new Map(Jt.states.map(n=>[n.name,n])),pn=new Map(Jt.origins.map(n=>[n.name,n])),bl=Jt.glyphs;function Y(n){let t=Zt.
get(n);if(!t)throw new Error(`states.json has no state ${n}`);return t}function ft(n,t){let{label:e,plain:s}=Y(n);return t===
"plain"&&s?s:e}var go=n=>n.reduce((t,e)=>Y(e).strength>Y(t).strength?e:t),wl=new Map(Jt.phases.map(n=>[n.name,n])),Xt=n=>wl.
get(n)??{name:n,label:n.replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},yl=new Map(Jt.groups.map(({name:n,
label:t})=>[n,t])),ve=n=>yl.get(n)??n;function bo(n,t){let{label:e,plain:s,group:o}=Xt(n);return t==="exact"?e:s??ve(o)}
var rt=n=>bl[Y(n).glyph],xl=(n,t)=>x("path",{d:rt(n),class:"st-g","data-kind":n,transform:`scale(${t})`}),st=n=>x("svg",
{viewBox:"-8 -8 16 16",width:16,height:16,class:"st-icon","aria-hidden":"true"},xl(n,5.4));var un=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{upTo:1/0,
cell:5,font:0,chars:0}],wo=un[un.length-1],yo={rows:[],sees:[],cached:[],starts:[]},ns=class{info=h("span",{class:"st-qu\
iet","data-testid":"mask-size"});order=h("select",{class:"st-speed st-small","data-testid":"mask-order","aria-label":"Ro\
w order",onchange:()=>this.redo()},h("option",{value:"pass"},"as in the pass"),h("option",{value:"depth"},"depth first, \
tree by tree"));box=h("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=h("p",{class:"st-mask-\
say","data-testid":"mask-say","aria-live":"polite"});keys=h("div",{class:"st-mask-keys","aria-hidden":"true"},h("span",{
"data-of":"on"},"may attend"),h("span",{"data-of":"itself"},"itself"),h("span",{"data-of":"off"},"masked (another branch\
)"));pin=h("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"false",title:"Show t\
he mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=h("p",{class:"st-quiet st-mas\
k-why"});root=h("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.redo()},h("s\
ummary",{},"Attention mask of the target pass"),h("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,this.
keys),h("div",{class:"st-mask-body"},this.box,h("div",{class:"st-mask-words"},this.say,this.why)));paths=x("g");ring=x("\
path",{class:"st-mask-ring"});across=x("rect",{visibility:"hidden",x:0});down=x("rect",{visibility:"hidden",y:0});it=void 0;mask=yo;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=wo;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("mousemove",s=>{this.svg&&ut.moved(s)&&e.hover(this.at(s))}),this.box.addEventListener(
"mouseleave",s=>{ut.moved(s)&&e.hover(-1)}),this.box.addEventListener("click",s=>{this.at(s)>=0&&e.pick(this.at(s))}),this.
box.addEventListener("blur",()=>e.hover(-1)),this.box.addEventListener("keydown",s=>{let o=s.key==="ArrowDown"?1:s.key===
"ArrowUp"?-1:0;if(s.key==="Enter"&&this.pointed>=0)e.pick(this.rows[this.pointed]);else if(o&&this.svg){let i=this.pointed<
0&&o<0?this.rows.length:this.pointed;do i+=o;while(i>=0&&i<this.rows.length&&this.it.born[this.rows[i]]>this.phase);i>=0&&
i<this.rows.length&&(e.hover(this.rows[i]),this.reveal(i))}else return;s.preventDefault(),s.stopPropagation()})}togglePin(){
this.pinned=!this.pinned,this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){
let t=this.mask.rows.map((s,o)=>o);if(this.order.value==="depth"){let s=new Map(this.it.lay.at.map((o,i)=>[o,this.it.lay.
row[i]]));t.sort((o,i)=>(s.get(this.mask.rows[o])??0)-(s.get(this.mask.rows[i])??0))}this.heads=this.mask.cached.length;
let e=new Map(t.map((s,o)=>[s+this.heads,o+this.heads]));this.rows=t.map(s=>this.mask.rows[s]),this.sees=t.map(s=>this.mask.
sees[s].map(o=>e.get(o)??o)),this.rowOf=new Map(this.rows.map((s,o)=>[s,o]))}word(t){return this.model.wordAt(this.it,t)}cachedTokens(){
return this.mask.cached.reduce((t,e)=>t+e.size,0)}cachedText(t){return t.end===null?nt(this.model.header.prompt||"the pr\
ompt"):this.model.phrase(this.model.path(null,t.end).slice(-t.size).map(({token:e})=>e))}build(){this.size=un.find(g=>this.
rows.length<=g.upTo)||wo;let{cell:t,font:e,chars:s}=this.size,o=e>0,i=o&&t>=14,a=this.rows.map(g=>o?B(this.word(g),s):""),
r=g=>pt(g,`${e}px sans-serif`),l=Math.max(0,...a.map(r)),c=this.mask.cached.map((g,b)=>`${g.end===null?"prompt":this.sees.
every(y=>y.includes(b))?"text":"own"} · ${g.size}`);this.left=o?Math.ceil(l)+t+14:8,this.top=i?Math.ceil(.87*Math.max(l,
...c.map(r))+16):20;let p=this.left;this.columns=[...this.mask.cached.map(g=>({tokens:g.size,x:0,wide:Math.max(t,26)})),
...this.rows.map(()=>({tokens:1,x:0,wide:t}))],this.columns.forEach((g,b)=>{b===this.heads&&(p+=6),g.x=p,p+=g.wide});let d=Math.
ceil(p+(i?this.top*.5:8)),u=this.top+this.rows.length*t+8;this.svg=x("svg",{width:d,height:u,viewBox:`0 0 ${d} ${u}`,class:`\
st-mask-svg${t<11?" small":""}`,"aria-hidden":"true"},...this.plane(p)),this.labels=this.rows.map((g,b)=>o?this.label(g,
b,a[b],i):null),this.svg.append(...this.labels.flatMap(g=>g?[g.side,...g.head?[g.head]:[]]:[]),...this.mask.cached.map((g,b)=>this.
cap(g,this.columns[b],c[b],i))),A(this.box,this.svg),this.drawn="",this.pointed=-1;let f=this.mask.starts.length,m=this.
cachedTokens();M(this.info,`${I(this.rows.length,"row")} × ${I(m+this.rows.length,"key")} (${m} cached), ${f===1?"one p\
ass":`${f} passes`}`),this.box.setAttribute("aria-label",`Attention mask: ${I(this.rows.length,"token")} scored by the t\
arget after ${I(m,"cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`),this.explain()}plane(t){
let{cell:e}=this.size,s=this.rows.length*e,o=this.columns[0].x,i=l=>`${this.top+l*e}H${t}`;this.across.setAttribute("hei\
ght",String(e)),this.across.setAttribute("width",String(t)),this.down.setAttribute("width",String(e)),this.down.setAttribute(
"height",String(this.top+s));for(let l of[this.across,this.down])l.setAttribute("visibility","hidden");this.ring.setAttribute(
"d",""),A(this.paths);let a=e<11?[]:[...Array(this.rows.length+1).keys()].map(l=>`M${o} ${i(l)}`).concat(this.columns.map(
({x:l,wide:c})=>`M${l} ${this.top}v${s}M${l+c} ${this.top}v${s}`)),r=this.order.value==="pass"?this.mask.starts.slice(1).
map(l=>`M${o-4} ${i(l)}`):[];return[x("rect",{class:"st-mask-frame",x:o,y:this.top,width:t-o,height:s}),x("path",{class:"\
st-mask-grid",d:a.join("")}),x("g",{class:"st-mask-band"},this.across,this.down),this.paths,x("path",{class:"st-mask-cut",
d:r.join("")}),this.ring]}label(t,e,s,o){let{cell:i,font:a}=this.size,r=i/2+a*.35,l=()=>x("title",{},this.word(t)),c=x("\
path",{class:"st-g",transform:`translate(${this.left-i/2-2} ${i/2}) scale(${i*.26})`}),p=x("g",{class:"st-mask-row",transform:`\
translate(0 ${this.top+e*i})`,"data-row":this.it.n.id[t]},l(),x("text",{x:this.left-i-4,y:r,"text-anchor":"end","font-si\
ze":a},s),c),d=`translate(${this.columns[this.heads+e].x+i*.7} ${this.top-5}) rotate(-60)`;return{side:p,mark:c,head:o?x(
"text",{class:"st-mask-head",transform:d,"font-size":a},l(),s):null}}cap(t,{x:e,wide:s},o,i){let a=x("title",{},`${I(t.size,
"token")}: ${B(this.cachedText(t),300)}`),r="st-mask-head cached";return i?x("text",{class:r,transform:`translate(${e+s*
.65} ${this.top-5}) rotate(-60)`,"font-size":this.size.font},a,o):x("text",{class:r,x:e+s/2,y:this.top-6,"text-anchor":"\
middle","font-size":12},a,String(t.size))}explain(){let t=this.model.header.tree_mode?.target,e=new Set(this.mask.sees.map(
a=>a.find(r=>r>=this.heads))).size,s=this.mask.starts.length>1?"in a few passes":"in one pass",o=this.mask.cached.length>
2?" Where beams differ, each has its own columns.":e>1?" Separate blocks are separate trees.":"",i=this.rows.length===1?
"The target reads one token. It may attend to everything before it, so nothing is masked.":`Each row may attend to the t\
ext so far, its own ancestors and itself, but not to other branches. So ${this.rows.length} tokens are scored ${s} as if\
 each branch were alone.${o}`;M(this.why,!t||t==="tree"?i:`${i} This model does not support tree masks (${t}), so its pa\
ths are run separately with the same result.`)}paint(){let{cell:t}=this.size,e=t>=11?1:0,s=t-e,o=this.rows.map(r=>this.it.
born[r]<=this.phase?this.model.fate(this.it,r,this.phase):null),i=o.map(r=>r?r.state:"").join();if(i===this.drawn)return;
this.drawn=i;let a=new Map;o.forEach((r,l)=>{let c=this.labels[l];if(c&&this.dress(c,r),!r)return;let p=this.top+l*t+e/2,
d=a.get(r.state)||{others:"",own:""};for(let u of this.sees[l])if(u!==this.heads+l){let{x:f,wide:m}=this.columns[u];d.others+=
`M${f+e/2} ${p}h${m-e}v${s}h${e-m}z`}d.own+=`M${this.columns[this.heads+l].x+e/2} ${p}h${s}v${s}h${-s}z`,a.set(r.state,d)}),
A(this.paths,...[...a].map(([r,{others:l}])=>x("path",{class:"st-cell","data-state":r,d:l})),...[...a].map(([r,{own:l}])=>x(
"path",{class:"st-cell self","data-state":r,d:l})))}dress({side:t,mark:e,head:s},o){for(let i of[t,s])i?.setAttribute("v\
isibility",o?"visible":"hidden");if(o){e.setAttribute("d",rt(o.state)),e.setAttribute("data-kind",o.state);for(let i of[
t,s])i?.setAttribute("data-state",o.state)}}point(t){if(!this.it||!this.root.open||this.root.hidden)return;let e=t>=0&&this.
it.born[t]<=this.phase?this.rowOf.get(t)??-1:-1,{cell:s}=this.size;if(e===this.pointed)return;this.labels[this.pointed]?.
side.classList.remove("on"),this.pointed=e;for(let a of[this.across,this.down])a.setAttribute("visibility",e>=0?"visible":
"hidden");let o=e<0?[]:this.sees[e].map(a=>this.columns[a]),i=this.top+e*s;this.ring.setAttribute("d",o.map(({x:a,wide:r})=>`\
M${a} ${i}h${r}v${s}h${-r}z`).join("")),e>=0&&(this.across.setAttribute("y",String(i)),this.down.setAttribute("x",String(
this.columns[this.heads+e].x)),this.labels[e]?.side.classList.add("on")),this.describe()}reveal(t){let{cell:e}=this.size,
s=this.top+t*e,{x:o}=this.columns[this.heads+t];s<this.box.scrollTop+4?this.box.scrollTop=s-20:s+e>this.box.scrollTop+this.
box.clientHeight&&(this.box.scrollTop=s+e-this.box.clientHeight+20),o<this.box.scrollLeft?this.box.scrollLeft=o-40:o+e>this.
box.scrollLeft+this.box.clientWidth&&(this.box.scrollLeft=o+e-this.box.clientWidth+20)}describe(){if(this.pointed<0)return M(
this.say,this.phase<this.it.seen?"The pass comes later in this round; the mask grows with the draft.":"Point at a row to\
 see what it may attend to.");let t=this.rows[this.pointed],e=this.sees[this.pointed],s=e.filter(r=>r>=this.heads&&r!==this.
heads+this.pointed).map(r=>this.rows[r-this.heads]).sort((r,l)=>this.it.n.depth[r]-this.it.n.depth[l]),o=e.filter(r=>r<this.
heads).reduce((r,l)=>r+this.columns[l].tokens,0),i=[s.length>12&&`${I(s.length-12,"ancestor")} not shown`,...s.slice(-12).
map(r=>`“${this.word(r)}”`)].filter(Boolean).join(", "),a=[o?`${I(o,"cached token")}, `:"",s.length?`${i} and `:""].
join("");M(this.say,`Row ${this.pointed+1}, “${this.word(t)}” (${this.model.called(this.model.fate(this.it,t,this.phase))}\
), may attend to ${a}itself: ${o+s.length+1} of ${this.cachedTokens()+this.rows.length} keys.`)}at(t){if(!this.svg)return-1;
let e=this.svg.getBoundingClientRect(),s=t.clientX-e.left,o=Math.floor((t.clientY-e.top-this.top)/this.size.cell),i=this.
columns.findIndex(r=>s>=r.x&&s<r.x+r.wide),a=this.rows[o]??(o<0&&i>=this.heads?this.rows[i-this.heads]:-1);return a>=0&&
this.it.born[a]<=this.phase?a:-1}redo(){if(!this.it||!this.root.open||this.root.hidden)return;let t=this.rows[this.pointed]??
-1;this.arrange(),this.build(),this.shown=this.it.i,this.paint(),this.describe(),this.point(t)}show(t,e){if(this.it=t,this.
mask=this.it.mask||yo,this.phase=e,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.
shown!==this.it.i)this.redo();else{let s=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(s),this.describe()}}reset(){
this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,A(this.box),M(this.say,""),this.root.hidden=!0}};var kl={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},vl=-2,xo=(n,t,e)=>n.n.shares?.[t]?.findLast(([s])=>s<=e);function $l(n){
let{n:t}=n,e=t.id.length,s=new Map(t.id.map((d,u)=>[d,u])),o=new Array(n.verdicts.length).fill(n.steps.length-1);n.steps.
forEach((d,u)=>d.verdicts.forEach(f=>o[f]=u));let i=t.id.map(()=>[]),a=t.id.map(()=>[]);n.verdicts.forEach((d,u)=>i[d.place].
push(u));for(let d of i)d.sort((u,f)=>o[u]-o[f]);t.parent.forEach((d,u)=>{let f=s.get(d);f!==void 0&&a[f].push(u)});let r=new Array(
e).fill(!1);for(let d of n.path)r[d]=!0;let l=t.fates.map(d=>d.map(([u,f,m,g,b,w,y])=>({step:u,state:f,verdict:m,second:g,
times:b,told:w,plain:y}))),c=t.origin?t.origin.filter((d,u)=>d!==null&&d!==t.id[u]).length:0,p=!n.shares&&t.role.every((d,u)=>d!==
"draft"||i[u].some(f=>n.verdicts[f].p!==void 0||n.verdicts[f].state==="not_sent"));return{...n,size:e,place:s,fates:l,children:a,
judged:i,stepOf:o,onPath:r,replicas:c,scored:p}}var os=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];columns=0;open(t){let e=t.header||{method:"",deciding:{},rejection:""};Object.assign(this,
{name:t.name||"",header:e,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.columns=0,this.live=!!t.
live,this.add(t)}add(t){Object.assign(this.texts,t.texts||{});for(let e of t.iterations||[])if(!(e.i<this.its.length)){if(e.
i>this.its.length)return e.i-this.its.length;this.its.push($l(e)),this.columns=Math.max(this.columns,e.lay.cols),this.starts.
push(this.starts[e.i]+e.steps.length);for(let[s,o,i,a,r]of e.made)this.lineage.set(s,{node:s,parent:o,token:i,it:e.i,origin:a,
step:r})}return t.summary&&(this.summary=t.summary),t.incomplete!==void 0&&(this.incomplete=t.incomplete),0}get(t,e,s){return t.
n[e]?.[s]??null}copied(t,e){let s=this.get(t,"origin",e);return s!==null&&s!==t.n.id[e]}up(t,e){return t.place.get(t.n.parent[e])??
-1}gram(t,e,s){let o=[];for(let i=e;i>=0&&o.length<s;i=this.up(t,i))o.push(i);return o}drafted(t,e,s){let o=xo(t,e,s);return o?
o[1]:this.get(t,"q",e)}wanted(t,e,s){if(s<t.seen)return null;let o=xo(t,e,s);if(o)return o[2];let i=t.scored?t.judged[e]:
this.decided(t,e,s);for(let a of i)if(t.verdicts[a].p!==void 0)return t.verdicts[a].p??null;return this.get(t,"p",e)}nth(t,e){
let s=this.up(t,e);if(s<0||t.n.role[e]!=="draft")return null;let o=t.children[s].filter(i=>t.n.role[i]==="draft");return o.
length>1?o.indexOf(e)+1:null}toy(){return String(this.header.pair||"").startsWith("toy:")}drafter(){return kl[this.header.
method]??"Draft"}guessed(){return this.header.q_name??"draft"}unweighed(t,e){return(this.header.copies_text||t.panels.some(
({kind:o})=>o==="written"))&&t.n.role[e]==="draft"&&this.get(t,"q",e)===1}text(t){return t===vl?"itself (finished)":this.
texts[t]??(t<0?"start":"#"+t)}word(t){return Et(this.text(t))||"∅"}wordAt(t,e){return t.n.parent[e]<0&&t.n.role[e]==="\
input"?"start":this.word(t.n.token[e])}fate(t,e,s){return t.fates[e].findLast(o=>o.step<=s)||t.fates[e][0]}missing(t,e){
return t.lacking?.includes(e)?this.header.not_in_draft??null:null}decided(t,e,s){return t.judged[e].filter(o=>t.stepOf[o]<=
s)}marks(t,e){let s=new Map,o=i=>s.set(i,(s.get(i)??0)+1);for(let i of this.bornBy(t,e)){let{state:a}=this.fate(t,i,e);o(
a);let r=this.decided(t,i,e).some(c=>t.verdicts[c].state==="unused");a==="merged"&&r&&o("unused");let l=t.fates[i].some(
c=>c.state==="merged"&&c.step<=e);a!=="merged"&&l&&o("merged")}return s}drawsOf(t,e,s){return e!=="accepted"&&e!=="rejec\
ted"?0:t.verdicts.filter((o,i)=>o.state===e&&t.stepOf[i]<=s).length}drawnOften(t,e){let s=this.bornBy(t,e).map(i=>this.fate(
t,i,e)).filter(({times:i})=>i),o=({state:i,times:a,told:r})=>i==="input"?-1/0:new Set(a).size>1&&(!a.startsWith("×")||a.
includes(" "))?a.length:-r.length;return s.sort((i,a)=>o(a)-o(i))[0]??null}bornBy(t,e){return t.born.flatMap((s,o)=>s<=e?
[o]:[])}called(t){return ft(t.state,this.voice)}path(t,e){let s=[],o=e;for(;o>0;){let i=t?.place.get(o),a=this.lineage.get(
o);if(t&&i!==void 0&&!(a&&t.n.role[i]==="input"))s.push({node:o,parent:t.n.parent[i],token:t.n.token[i],it:t.i,origin:null,
step:0}),o=t.n.parent[i];else if(a)s.push(a),o=a.parent;else break}return s.reverse()}second(t){return this.voice==="pla\
in"?t.plain:t.second}unit(){return this.voice==="plain"&&this.header.unit||"token"}at(t){let e=0;for(;e+1<this.its.length&&
this.starts[e+1]<=t;)e++;return[e,t-this.starts[e]]}joiner(){return this.toy()?" ":""}phrase(t){return nt(ss(t.map(e=>this.
text(e))).map(({text:e})=>e).join(this.joiner()))}added(t){return this.phrase(this.its[t].made.map(([,,e])=>e))}written(){
let t=this.its.at(-1),e=t?.beams.find(s=>s.best)??t?.beams[0];return e&&this.multi()?this.path(null,e.node):this.its.flatMap(
({made:s})=>s.flatMap(([o])=>this.lineage.get(o)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.
some(t=>t.beams.length>1)}beamsOf(t){let e=new Map;return t.beams.forEach((s,o)=>{let i=e.get(s.node);i?i.slots.push(o):
e.set(s.node,{beam:s,slots:[o]})}),[...e.values()]}},Ml=new Set(["rejected","fails"]),ko=(n,t)=>n.steps[t].now.flatMap(e=>n.
fates[e].filter(({step:s})=>s===t)).map(({state:e})=>e);function is(n,t){let e=ko(n,t);return e.length>0&&e.every(s=>Ml.
has(s))}function vo(n,t){let e=n.steps[t].verdicts.map(i=>n.verdicts[i].state),s=new Set(e.length?e:ko(n,t)),[o]=s;return s.
size===1?o:null}var Sl=3,Al={up:"↑",down:"↓",left:"←",right:"→"};function Tl({scrollLeft:n,scrollTop:t,scrollWidth:e,scrollHeight:s,
clientWidth:o,clientHeight:i},a={w:1/0,h:1/0}){return[["up",t],["down",Math.min(s,a.h)-i-t],["left",n],["right",Math.min(
e,a.w)-o-n]].filter(([,l])=>l>Sl).map(([l])=>l)}var Ot=class{sign=h("span",{class:"st-more-sign","aria-hidden":"true","d\
ata-testid":"more-sign"});constructor(t,e=()=>{}){this.box=t,this.until=e,t.classList.add("st-sides"),t.addEventListener(
"scroll",()=>this.look(),{passive:!0}),new ResizeObserver(()=>this.look()).observe(t)}look(){let t=Tl(this.box,this.until());
R(this.box,{"data-more":t.join(" ")}),M(this.sign,t.length?`${t.map(e=>Al[e]).join(" ")} more`:"")}};var El=0;function $o(n){let t=h("div",{class:"st-menu",hidden:!0,id:`st-menu-${++El}`,"data-testid":"more-menu"},...n.map(
({id:r,label:l,key:c,act:p})=>h("button",{type:"button",class:"st-menu-entry","data-testid":r,onclick(){a(),p()}},h("spa\
n",{},l),c&&h("kbd",{"aria-hidden":"true"},c)))),e=h("button",{type:"button",class:"st-btn","data-testid":"more","aria-e\
xpanded":"false","aria-controls":t.id,title:"Jumps, search, pictures, keys",onclick:()=>t.hidden?i():a()},"More"),s=[...t.
children];function o(r){let l=r.target;!t.contains(l)&&!e.contains(l)&&a()}function i(){t.hidden=!1,e.setAttribute("aria\
-expanded","true"),document.addEventListener("pointerdown",o,!0),s[0]?.focus()}function a(){if(t.hidden)return;let r=t.contains(
document.activeElement);t.hidden=!0,e.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",o,
!0),r&&e.focus()}return t.addEventListener("keydown",r=>{let{key:l}=r,c=s.findIndex(d=>d===document.activeElement),{length:p}=s;
if(l==="Escape")a();else if(l==="ArrowDown")s[(c+1)%p].focus();else if(l==="ArrowUp")s[(c-1+p)%p].focus();else if(l==="H\
ome")s[0].focus();else if(l==="End")s[p-1].focus();else return;r.preventDefault(),r.stopPropagation()}),t.addEventListener(
"focusout",r=>{r.relatedTarget instanceof Node&&!t.contains(r.relatedTarget)&&a()}),{button:e,list:t}}var Ol={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M7 4\
l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M5 5\
l10 7-10 7z"},fn=n=>x("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},x("path",{d:Ol[n]})),
Ll=6e3,ql={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},jl={"← →":"previous, next step","Page Up, Page Down":"previo\
us, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this or the next round",Space:"pl\
ay, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in the text",S:"share this step",
"Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"select the focused node",
Esc:"clear the selection","?":"this list"},as=class{play=this.button("play","play","Play (Space)",()=>this.act.play());scrub=h(
"input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,step:1,"aria-label":"Step",oninput:()=>this.
act.seek(Number(this.scrub.value))});speed=h("select",{class:"st-speed","data-testid":"speed","aria-label":"Playback spe\
ed"},...Object.entries(ql).map(([t,e])=>h("option",{value:t,selected:t==="1"},e)));where=h("output",{class:"st-where","d\
ata-testid":"position"});strip=h("div",{class:"st-strip",role:"group","aria-label":"Steps of this round","data-testid":"\
phases"});help=h("dialog",{class:"st-help","data-testid":"help-dialog","aria-label":"Keys"},h("h2",{},"Keys"),h("dl",{},
...Object.entries(jl).map(([t,e])=>h("div",{},h("dt",{},h("kbd",{},t)),h("dd",{},e)))),h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=h("button",{type:"button",class:"st-btn st-next","data-tes\
tid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(1)},h("span",{},"Next"),fn("next"));menu=$o([{id:"t\
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
this.menu.list,this.notice,this.help);sides=new Ot(this.strip);striped=null;cells=[];lit=-1;voice="";fading=0;constructor(t,e){
this.model=t,this.act=e,this.voice=t.voice,this.strip.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.
closest("[data-to]"):null;o&&e.to(Number(o.getAttribute("data-to")))})}button(t,e,s,o){return h("button",{type:"button",
class:"st-btn","data-testid":t,title:s,"aria-label":s,onclick:o},fn(e))}notify(t){clearTimeout(this.fading),M(this.notice,
t),t&&(this.fading=setTimeout(()=>this.notify(""),Ll))}unfold(){let t=this.root.classList.toggle("all");this.more.setAttribute(
"aria-expanded",t?"true":"false"),t&&this.settle()}show(t,e){this.model.live||this.notify("");let s=this.titleOf(t,e),o=`\
Round ${t.i+1} of ${this.model.its.length}`;this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.
starts[t.i]+e),M(this.where,o);let i=this.model.starts[t.i]+e===this.model.total()-1;this.next.setAttribute("aria-disabl\
ed",String(i)),this.scrub.setAttribute("aria-valuetext",`${o}, step ${e+1}: ${s}`),this.striped!==t&&this.fillStrip(t),this.
voice!==this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let a=Math.max(0,Math.min(this.lit,e));a<=Math.min(
this.cells.length-1,Math.max(this.lit,e));a++)this.reach(t,a,e);this.lit<0&&this.cells.forEach((a,r)=>this.reach(t,r,e)),
this.lit=e}titleOf(t,e){return this.model.voice==="plain"?t.steps[e].called:t.steps[e].title}reach(t,e,s){let o=this.cells[e],
i=this.titleOf(t,e),{ahead:a}=t.steps[e],r=e<=s;o.classList.toggle("done",r),o.toggleAttribute("data-failed",r&&is(t,e)),
e===s?o.setAttribute("aria-current","step"):o.removeAttribute("aria-current");let l=vo(t,e),c=o.dataset.group!=="decide"?
"":r?l?Y(l).sign:"●":"?";M(o,e===s?i:c);let p=`Step ${e+1}: ${r?i:a}`;R(o,{title:p,"aria-label":p})}fillStrip(t){this.
striped=t,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(document.activeElement)&&document.
activeElement.blur();let e=[],s=t.steps.map(({phase:r})=>Xt(r).group),o=s.some((r,l)=>r==="draft"&&t.steps[l].phase!=="i\
nput");s.forEach((r,l)=>{let c=r==="draft"&&!o?"check":r;e.at(-1)?.group!==c&&e.push({group:c,steps:[]}),e[e.length-1].steps.
push(l)});let i=[...this.strip.children],a=e.map((r,l)=>i[l]??h("div",{class:"st-phases"},h("span",{class:"st-group"})));
this.cells=[],e.forEach(({group:r,steps:l},c)=>{let[p,...d]=[...a[c].children];R(a[c],{"data-group":r}),M(p,ve(r));let u=l.
map((f,m)=>d[m]??h("button",{type:"button",class:"st-ph",tabindex:"-1"}));l.forEach((f,m)=>R(u[m],{"data-phase":t.steps[f].
phase,"data-group":r,"data-to":f})),xe(a[c],[p,...u]),this.cells.push(...u)}),this.strip.classList.toggle("many",this.cells.
length>16),xe(this.strip,a)}settle(){let t=this.cells[this.lit],e=this.strip.clientWidth,s=t?.parentElement?.querySelector(
".st-group");if(!t||!s)return;let o=t.getBoundingClientRect(),i=this.strip.getBoundingClientRect(),a=o.left-i.left+this.
strip.scrollLeft;this.strip.scrollLeft=Rl(a,o.width,e,s.getBoundingClientRect().width);let r=i.left+4;for(let l of this.
strip.children){let{left:c,right:p}=l.getBoundingClientRect(),d=l.firstElementChild,u=!d||c>=r-1||p-r>=d.getBoundingClientRect().
width;l.classList.toggle("cut",!u)}this.sides.look()}playing(t){A(this.play,fn(t?"pause":"play")),this.play.title=t?"Pau\
se (Space)":"Play (Space)",this.play.setAttribute("aria-label",this.play.title),this.play.setAttribute("aria-pressed",t?
"true":"false")}reset(){this.striped=null,this.cells=[],this.lit=-1,A(this.strip),M(this.where,""),this.scrub.max="0"}focus(){
return this.next.focus({preventScroll:!0})}rate(){return Number(this.speed.value)}},Rl=(n,t,e,s)=>Math.max(0,n+t/2-(e+s)/
2);function So({it:n,phase:t},e,s){if(e>0&&t<s[n]-1)return{it:n,phase:s[n]-1};if(e<0&&n===0)return{it:n,phase:0};let o=Math.
min(s.length-1,n+e);return{it:o,phase:s[o]-1}}var Il=45;function Ao(n,t,e){let s=300+Il*e,{group:o}=Xt(n);return o==="dr\
aft"?e>60?s:t===n?1100:2e3:Math.max(n==="verify"||n==="unused"?4e3:4200,s)}var Nl="input:not([type=range]):not([type=che\
ckbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=''], [contenteditable=true]",Dl="[role=\
tablist],[role=slider],[role=listbox]",Cl=["ArrowLeft","ArrowRight","Home","End","PageUp","PageDown"],Mo=new Map([["f","\
present"],["r","rejection"],["a","accepted"],["/","find"],["s","share"],["?","help"]]),Bl=n=>n.classList.contains("prese\
nt");function To(n,t,e){function s(o){if(!n.isConnected)return document.removeEventListener("keydown",s);if(o.defaultPrevented||
o.ctrlKey||o.metaKey||o.altKey||!n.checkVisibility())return;let i=o.target instanceof Element?o.target:document.body,{key:a,
shiftKey:r}=o;if(i.closest(Nl)||document.querySelector("dialog[open]")||i.closest(Dl)||!n.contains(i)&&i.closest("input,\
 button, a, summary")&&[" ","Home","End"].includes(a)||Cl.includes(a)&&i.matches("input[type=range]")&&!i.closest(".st-c\
ontrols")||e(o))return;let l=a==="ArrowRight"||a==="PageDown"?1:-1;if(a==="ArrowRight"||a==="ArrowLeft")t[r?"iteration":
"phase"](l);else if(Bl(n)&&(a==="PageDown"||a==="PageUp"))t.phase(l);else if(Mo.has(a.toLowerCase()))t[Mo.get(a.toLowerCase())??
"help"]();else if(a===" "&&!(i.closest("button, summary")&&n.contains(i)))t.play();else if(a==="Home")t.seek(0);else if(a===
"End")t.seek(1/0);else if(a==="Escape")t.release();else return;o.preventDefault()}document.addEventListener("keydown",s)}
function $e(){let n=z(),t=e=>es(n.get(e),e);return{trace:n.get("trace"),it:t("it"),phase:t("phase"),node:t("node")}}var Fl={
it:"round",phase:"step",node:"node"};function Eo(n,t){for(let[e,s]of Object.entries(Fl)){let o=n.get(e),i=es(o,e),a=t[(es(
n.get("it"),"it")??1)-1],r=i!==null&&(e==="it"&&i>t.length||e==="phase"&&i>(a??t[t.length-1]).steps.length),l=e==="node"&&
i!==null&&!t.some(({place:c})=>c.has(i));if(o!==null&&(r||l||i===null))return`There is no ${s} “${o.slice(0,40)}”, so ${e===
"node"?"none is selected":`this is the ${r?"last":"first"} one`}.`}return""}var rs=()=>document.querySelector("[data-ope\
ning='race']")!==null;function mn(n=()=>!0){let t=0,e=0,s={};function o(){if(t=0,!n())return;let i=z(),a={lesson:i.get("\
lesson"),trace:i.get("trace"),...s},r=i.has("trace")&&![null,"",i.get("trace")].includes(a.trace);vt(s,r&&!a.lesson)}return i=>{
s=i,t||=setTimeout(o,e),e=120}}var Pl="not_sent",_l=n=>Oo(n).length>0,Oo=n=>n.n.role.flatMap((t,e)=>t==="draft"&&n.fates[e].at(-1)?.state!==Pl?[e]:[]);
function ls(n){let t=Oo(n),e=Math.max(...t.map(s=>n.n.depth[s]));return t.some(s=>n.n.depth[s]===e&&n.onPath[s])}function Lo(n,t){
return n.its.some(_l)?n.live?`${t} so far.`:`${t}.`:"Nothing is drafted in this run."}function qo(n){for(let t of n.its){
let e=t.steps.findIndex(({verdicts:o})=>o.some(i=>t.verdicts[i].state==="rejected")),s=t.steps[e]?.verdicts.find(o=>t.verdicts[o].
state==="rejected");if(s!==void 0)return{it:t.i,phase:e,node:t.n.id[t.verdicts[s].place]}}return Lo(n,"This run has no r\
ejection")}function cs(n,t){let e=n.its.slice(t+1).find(ls);if(e)return{it:e.i,phase:e.steps.length-1,node:null};let s=n.
its.some(ls);return Lo(n,s?"No later round is fully accepted":"No round is fully accepted")}function jo(n,t,e,s){let o=t.
toLowerCase();if(!o.trim())return[];let i=ss(n.map(({token:c})=>e(c))),a=[],r="";for(let c of i)a.push(r.length),r+=c.text.
toLowerCase()+s;let l=[];for(let c=r.indexOf(o);c>=0;c=r.indexOf(o,c+o.length)){let p=c+(o.length-o.trimStart().length),
d=n[i[a.findLastIndex(u=>u<=p)].index];l.at(-1)!==d&&l.push(d)}return l}function Ro(n,t){let e=h("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),s=h("input",{type:"text",
class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"Find in the te\
xt",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>c()}),o=(m,g,b,w)=>h("button",
{type:"button",class:"st-btn st-small","data-testid":m,title:b,"aria-label":b,onclick:w},g),i=h("div",{role:"search",class:"\
st-find",hidden:!0,"data-testid":"find"},s,e,o("find-previous","↑","Previous match (Shift + Enter)",()=>d(-1)),o("find\
-next","↓","Next match (Enter)",()=>d(1)),o("find-close","✕","Close search (Esc)",()=>f())),a=[],r=-1,l=0;function c(){
a=jo(n.written(),s.value,m=>n.text(m),n.joiner()),t.mark(new Set(a.map(({node:m})=>m))),r=a.findIndex(({it:m})=>m>=l),r<
0&&(r=a.length-1),p()}function p(){let m=a[r],g=s.value.trim()!=="";m&&t.goto(m.it,m.step,m.node),M(e,m?`${r+1} of ${a.length}`:
g?"No match in this run":"")}function d(m){a.length&&(r=(r+m+a.length)%a.length,p())}function u(){i.hidden&&(l=t.at()),i.
hidden=!1,s.focus(),s.select(),s.value&&c()}function f(){i.hidden||(i.hidden=!0,a=[],t.mark(new Set),t.left())}return s.
addEventListener("keydown",m=>{if(m.key==="Enter")d(m.shiftKey?-1:1);else if(m.key==="ArrowDown"||m.key==="ArrowUp")d(m.
key==="ArrowDown"?1:-1);else return;m.preventDefault(),m.stopPropagation()}),i.addEventListener("keydown",m=>{m.key==="E\
scape"&&(f(),m.preventDefault(),m.stopPropagation())}),{root:i,open:u,reset(){i.hidden=!0,s.value="",M(e,""),a=[],r=-1,t.
mark(new Set)}}}var Io=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The large model whose \
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
f the tree. Then the next leaf is tested.",paper:"Weng et al. 2025"}];var Me=new Map;for(let n of Io)for(let t of[n.term,...n.also])Me.set(t,[...Me.get(t)??[],n]);var Hl="[\\p{L}\\p{N}_′̃’]",
No=n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),Wl=n=>/^\p{Ll}{2}/u.test(n)?`[${n[0]}${n[0].toUpperCase()}]${No(n.slice(1))}`:
No(n),Ul=[...Me.keys()].sort((n,t)=>t.length-n.length),Gl=new RegExp(`(?<!${Hl})(${Ul.map(Wl).join("|")})(?![\\p{L}\\p{N}_\
′̃])`,"gu");function Kl(n,t){let e=Me.get(n)??Me.get(n[0].toLowerCase()+n.slice(1))??[];return e.find(({methods:o})=>o.
includes(t))??e.find(({methods:o})=>!o.length)??null}function Vl(n,t="",e=new Set){let s=[],o=0;for(let i of Yl(n)){let a=Kl(
i[0],t);!a||e.has(a)||(e.add(a),s.push({text:n.slice(o,i.index),entry:null},{text:i[0],entry:a}),o=i.index+i[0].length)}
return[...s,{text:n.slice(o),entry:null}].filter(i=>i.text)}var Yl=n=>[...n.matchAll(Gl)].filter(({index:t})=>n.lastIndexOf(
"“",t)<=n.lastIndexOf("”",t)&&!/^a \p{L}/u.test(n.slice(t,t+3))),Do=0;function Co(n,t){Do+=1;let e=h("div",{class:"s\
t-gloss",role:"tooltip",id:`st-gloss-${Do}`,hidden:!0,"data-testid":"glossary"}),s=null;function o(d,u){s=d,A(e,h("b",{},
u.name),h("p",{},u.help),u.paper?h("small",{},u.paper):null),e.hidden=!1;let f=d.getBoundingClientRect(),m=n.getBoundingClientRect(),
g=e.offsetWidth,b=Math.max(0,Math.min(f.left-m.left,m.width-g)),w=f.top-e.offsetHeight-6;e.style.left=`${b}px`,e.style.top=
`${(w>0?w:f.bottom+6)-m.top}px`,d.setAttribute("aria-describedby",e.id)}function i(){s?.removeAttribute("aria-describedb\
y"),s=null,e.hidden=!0}n.addEventListener("keydown",d=>{if(d.key==="ArrowDown"||d.key==="ArrowUp")return a(d,d.key==="Ar\
rowDown"?1:-1);d.key!=="Escape"||e.hidden||(i(),d.stopPropagation())});function a(d,u){let f=d.target;if(!(f instanceof HTMLElement)||
f.localName!=="dfn")return;let g=[...f.closest("p, dt, dd, li, span")?.querySelectorAll("dfn")??[]];g[Math.min(g.length-
1,Math.max(0,g.indexOf(f)+u))].focus(),d.preventDefault(),d.stopPropagation()}let r=(d=!0)=>{let u=new Set,f=d;return m=>Vl(
m,t(),u).map(g=>{let b=f&&g.entry!==null;return b&&(f=!1),c(g,b)})},l=(d,u=!0)=>r(u)(d);function c({text:d,entry:u},f){if(!u)
return d;let m=h("dfn",{tabindex:f?"0":"-1","data-term":u.term},d),g=()=>o(m,u);for(let b of["focus","click"])m.addEventListener(
b,g);return m.addEventListener("mouseenter",b=>{ut.moved(b)&&g()}),m.addEventListener("blur",i),m.addEventListener("mous\
eleave",()=>{m.matches(":focus")||i()}),m}return{root:e,explained:l,marker:r,gone:()=>{s&&!s.isConnected&&i()}}}var Se=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:7,wide:190,gap:36,font:17,small:13,r:6.5,text:!0,least:.93},{name:"\
duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",upTo:64,
row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,high:21,
low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,apart:2,
wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],it={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,wide:178,gap:0,
font:18,small:13,r:7,text:!0,least:.93},hs={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},tt=n=>Se.find(t=>t.
name===n)??Se[0],Ql=3.3,Ae=60,Ft=16,Te=7,Jl=4,ht=n=>Math.ceil(Ql*n),Lt=({small:n},t)=>Math.ceil(n*(t?5.2:2.75))+4,Ee=({name:n,
small:t})=>Math.ceil(t*(n==="rich"?4.1:3.4))+9,te=({name:n,small:t},{numbers:e})=>n==="line"&&e===1?0:Math.ceil(t*2.8)+4,
mt=n=>Math.ceil(Jl*n),J=16,$t=34,ee=30,Oe=10,Pt=44,se=1.6,dt=n=>n?J-6:J-4,Le=({name:n},t)=>t||n==="line"||n==="dots",_t=(n,t)=>2*
dt(t)+$t+(t?0:Le(n,t)?Oe:ee+8);var qe=88,Zl=142,Bo=112,Xl=66,tc=98,ec=8,ds={slab:28,low:22,gap:6,end:3};function Fo(n,t,e,s,o){let{cols:i}=n,a=t.big?16:
it.small;if(e){let b=t.touched?Pt:Pt-6,w=Math.max(b,Math.min(54,Math.floor((t.h-2*dt(!0)-$t)/i)));return{...it,row:w,high:w-
6,wide:Math.min(420,Math.max(200,t.w-2*J-qe-14)),gap:0,font:16,small:a,least:1}}let r=s?60:t.big?it.high-10:it.high,l=us(
r,s,i>2,o),c=s||i>ec?8:Math.max(12,Math.min(22,Math.floor(t.w*.018))),p=2*J+c*(i-1),d=i*(t.big?Bo:Zl)+p,u=s?.8:t.big?hs.
card:it.least,f=Math.max(t.big?u:1,Math.min(se,(t.h-gn(t))/l,t.w/d)),m=b=>Math.floor((t.w/b-p)/i),g=Math.max(Xl,Math.min(
it.wide,m(f)),Math.min(Bo,m(u)));return{...it,high:r,wide:g,gap:c,font:s?16:it.font,small:s&&!t.big?15.5:a,least:u}}var gn=({
bar:n,touched:t})=>t?n:0,bn=18,je=(n,t=0)=>n?33:Math.max(48,t&&16+bn*t),ps=n=>n?ds.low:ds.slab,wn=(n,t,e)=>n+je(t,e)+ps(
t)+ds.gap,us=(n,t,e,s)=>dt(!1)+$t+n+(e?je(t)+wn(n,t,s)+ds.end:je(t,s)+ps(t)+J);function Po(n,t){if(t)return oc(n);let{high:e,
wide:s,r:o,small:i}=n,a=e<80,r=-e/2,l=s-9,c=ht(i),p=mt(i),d=s<tc,u=r+(a?21:27),f={x:0,y:-r+(a?5:12),wide:s,high:a?8:12,says:{
x:s/2,y:-r+(a?29:40)}},m=a?[33,48]:[48,68],g=s>=10+p+4+20+6+c+9,b=a?sc(n,g,r+m[0],r+m[1]):nc(n,r);return{glyph:{x:d?13:18,
y:r+(a?15:21),r:o},word:{x:d?24:32,y:u,end:d?s-4:l},scale:f,sure:null,bars:b,second:s<(a?128:118)?null:{x:10,y:r+(a?39:52),
end:!1},times:{x:l,y:u-1}}}function sc({wide:n,small:t,high:e},s,o,i){let a=n-9,r=s?14+mt(t):10,l=t*.34,c=a-ht(t)-6-r;return{
x:{q:r,p:r},wide:c<Ft?0:c,high:e<80?7:9,q:o,p:i,name:s?10:null,long:s,one:!1,numbers:{q:a,p:a},texts:{q:l,p:l}}}function nc({
wide:n,small:t},e){let s=n-9,o=10+mt(t)+4+ht(t)<=s,i=e+50,a=e+74;return{x:{q:10,p:10},wide:n-20,high:5,q:i,p:a,name:10,long:o,
one:!1,numbers:{q:s,p:s},texts:{q:-7,p:-7}}}function oc({high:n,wide:t,r:e,small:s}){let o=ht(s),i=t-8,a=i-o,r=a-mt(s)-4,
l=r-4>120,c=Math.min(22,(n-2)/2),p=-c+s*.73+.5,d=3.8,u=p+d,f=p+c+d,m=l?r:a;return{glyph:{x:18,y:0,r:e},word:{x:32,y:6,end:m-
6},second:{x:i,y:5,end:!0},sure:null,times:{x:m-4,y:5},bars:{x:{q:a,p:a},wide:o,high:2.6,q:u,p:f,name:l?r:null,long:l,one:!1,
numbers:{q:i,p:i},texts:{q:-d,p:-d}},scale:{x:t+10,y:-8,wide:qe,high:10,says:{x:t+10+qe/2,y:16}}}}function Re({narrow:n,mode:t,chain:e},s,o){let i=s.x+s.wide,a=s.edge+4,r=(a+o.x)/2,l=t.high/2;if(n&&e)return`M${s.x+18} ${s.
cy+l}V${o.cy-l}`;if(n){let c=s.x+t.r+7;return`M${c} ${s.cy+l}V${o.cy-6}Q${c} ${o.cy} ${c+6} ${o.cy}H${o.x}`}return`M${i}\
 ${s.cy}H${a}C${r} ${s.cy} ${r} ${o.cy} ${o.x} ${o.cy}`}function yn({narrow:n},t,e){let s=Math.max(t.x+t.wide,e.x+e.wide)+
(n?22:30);return`M${t.x+t.wide} ${t.cy}C${s} ${t.cy} ${s} ${e.cy} ${e.x+e.wide+1} ${e.cy}`}var fs=n=>n.makes?{...n,cy:n.
cy+n.makes}:n,Ie=({room:n},t,e)=>e>=n?fs(t):t,ms=({room:n},t,e)=>e>=n?t.late:t.wire;function _o({name:n,r:t},{nth:e}){let i=(e?Te:0)+(n==="rich"?9:n==="dots"?3:7)+t;return{glyph:i,word:i+t+(n==="rich"?7:6)}}
function zo(n,t,e){let{name:s,high:o,wide:i,font:a,r}=n,l=[`${s}${e?"-":""}${i}x${o}`,t.numbers,+t.sure,+t.nth,+t.ratio].
join("."),{small:c}=n;if(s==="card")return{key:l,small:c,...Po(n,e)};let p=_o(n,t),d=o/2;if(s==="rich")return{key:l,small:c,
...ic(n,t,p)};let u=s==="dots"||t.numbers<1?null:s==="duo"?ac(n):rc(n,t),f=u?Math.min(u.x.q,(u.numbers.q??i)-ht(n.small)):
i,m=Math.min(a*.36,d-a*.25),g=f-(t.ratio&&u?Ho(n,t):0);return{key:l,small:c,glyph:{x:p.glyph,y:0,r},word:{x:p.word,y:m,end:g-
5},second:null,sure:null,times:{x:g-4,y:m},bars:u,ratio:t.ratio&&u?{x:(u.one?i:f)-5,y:0}:void 0,scale:s!=="chip"&&s!=="d\
uo"?null:{x:0,y:d+Wo(n,3.5),wide:i,high:3.5,says:null}}}var Ho=(n,t)=>t.numbers>1||n.name==="duo"?Ee(n)+6:8;function ic(n,t,e){
let{high:s,wide:o,r:i,small:a}=n,{sure:r}=t,l=s/2,c=(s>55?19:17)-l,p=l-11,d=p-12.5,u=ht(a),f=o-8,m=10+mt(a),g=o-m-u-18>=
Ft?m+4:10,b={q:a*.34,p:a*.34},w=t.ratio?f-Ee(n)-4:f;return{glyph:{x:e.glyph,y:c-6,r:i},word:{x:e.word,y:c,end:r?f-u-6:w},
second:{x:f,y:c,end:!0},start:{x:e.word,y:15},sure:r?{x:f,y:c}:null,times:{x:w,y:c},ratio:t.ratio?{x:f,y:c-5}:void 0,bars:{
x:{q:g,p:g},wide:f-u-6-g,high:6,q:d,p,name:g>10?10:null,long:g>10,one:!1,numbers:{q:f,p:f},texts:b},scale:{x:0,y:l+Wo(n,
4),wide:o,high:4,says:null}}}var Wo=({row:n,high:t},e)=>Math.min(2,n-t-1.5*e-1.75);function ac({high:n,wide:t,small:e,bar:s=0}){
let o=n*.23,i=t-8,a=i-ht(e)-6,r=e*.36,l=a-s;return{x:{q:l,p:l},wide:s,high:6,q:-o-.5,p:o-1,name:null,long:!1,one:!1,numbers:{
q:i,p:i},texts:{q:r,p:r}}}function rc({name:n,high:t,wide:e,small:s},{numbers:o}){let i=e-7,a=ht(s),r=o>1?i-a-8:i,l=n===
"line",c=l?0:3.6-t/2,p=l?s*.36:t/2-8.5;return{x:{q:r-a+3,p:i-a+3},wide:a-3,high:l?0:2.6,q:c,p:c,name:null,long:!1,one:o<
2,numbers:{q:r,p:i},texts:{q:p-c,p:p-c}}}function ne(n,t,e,s,o=!1){let{name:i,small:a}=n,r=_o(n,t).word,l=ht(a),c=r+e+s+
8+(t.ratio?Ho(n,t):0);return!n.text||t.numbers<1?Math.ceil(c):Math.ceil(i==="rich"?Math.max(c+(t.sure?l+6:0),o?10+mt(a)+
4+Ae+6+l+8:10+Ft+6+l+8):i==="duo"?c+l+11+(o?Ae:0):c+l+(t.numbers>1?l+8:0)+4)}var Uo=22;function Go(n){let t=new Map;return n.n.merge?.forEach((e,s)=>{let o=n.fates[s].find(({state:i})=>i==="merged");
e!==null&&o&&t.set(e,[...t.get(e)??[],o.step])}),t}function Ko(n){let{model:t,it:e,items:s,spot:o,narrow:i,form:a,mode:r}=n;
if(s.some(({place:c})=>t.copied(e,c)))return;let l=new Map;for(let c of i?[]:s){let p=o.get(e.place.get(t.get(e,"merge",
c.place)??-1)??-1);p&&p!==c&&p.col>=c.col&&l.set(p,[...l.get(p)??[],c])}for(let[c,p]of l)c.shared=p,p.forEach((d,u)=>{let f=c.
cy+r.high/(p.length+2)*(u+1-(p.length-1)/2),m=o.get(t.up(e,d.place)),g=m?c.x-m.edge:0,b=g<2*Uo;d.into={item:c,x:c.x-(b?g/
2:Uo)-a.glyph.x,y:(b&&m?(f+m.cy)/2:f)-a.glyph.y,wire:m?Re(n,m,{...c,cy:f}):""}});e.n.id.forEach((c,p)=>{let d=o.get(p),u=d??
o.get(e.place.get(t.get(e,"origin",p)??-1)??-1),f=u?.into?.item??u;!f||f===d||(f.stands.push(p),d||o.set(p,f))})}function qt({
it:n},{place:t,into:e},s){let o=n.fates[t].find(i=>i.state==="merged")?.step??1/0;return e&&o<=s?e:null}var Vo=78,Yo=130,lc=170,Qo=240;function Jo({mode:n,narrow:t,chain:e,items:s,top:o,w:i,h:a,bar:r,scale:l},c,p,d,u){let f=Math.
max(0,(p.w/l-i)/2),m=H=>t||r||!p.bar?1/0:(p.w-(H??Qo))/l-f-8,g=m(p.buttons),b=p.bar?p.buttons??Qo:0,w=Le(n,t),y=dt(t)-2,
v=Math.min(...s.map(H=>H.x)),k=Math.max(0,c.cols-(c.kind==="free"?1:2)),$={x:v,y,w:Vo,h:$t-10},S=Math.max(...t?s.map(H=>H.
x+H.wide):s.filter(({col:H})=>H<=k).map(H=>H.x+H.wide)),T=e&&!t?o+n.high+je(d,u):a-dt(t)-ee+2,[q,O]=t?[160,460]:[120,300],
L=Math.min(S-v,g-v-lc)-Yo,N=w?{x:v+Yo,y,w:Math.max(q,Math.min(L,O)),h:$t-10}:{x:v,y:T,w:S-v,h:e?ps(d):ee},K=w?a-dt(t)-(t?
0:Oe)+4:T,G={x:v-5,y:w?N.y+N.h:o-6,w:S-v+10,h:K-(w?N.y+N.h:o-6)},_=c.cols-1,U=n.high/2,V=e?t?{x:v,y:o+U+_*n.row,w:n.wide,
h:n.high}:{x:J+_*(n.wide+n.gap),y:o+U,w:n.wide,h:n.high}:null;return{lane:$,most:Math.max(v,m(p.zooms??p.buttons)-Vo),until:t?
p.w-8-b:Math.min(i,g),slab:{...N,w:Math.min(N.w,i-N.x-8)},below:!w,area:G,bonus:V,head:o-6}}var gs="what if";function Zo({model:n,it:t},e,s,{supposed:o}){if(t.born[e]>s)return null;let i=n.fate(t,e,s);return o?.place===
e?{...i,state:o.state,second:gs,plain:gs}:i}function bs({model:n,it:t,items:e,chain:s},o){let i=r=>{let{state:l}=n.fate(
t,r,o);return l==="rejected"||l==="fill"&&t.fates[r].some(c=>c.state==="rejected"&&c.step<=o)},a=s?e.filter(({place:r})=>t.
n.role[r]==="draft"&&t.born[r]<=o&&i(r)):[];return Math.min(1/0,...a.map(({col:r})=>r))}function ws({model:n,it:t,chain:e},s,o){
if(e||t.n.merge&&o<t.seen)return!1;for(let i=n.up(t,s);i>=0&&t.n.role[i]==="draft";i=n.up(t,i))if(cc.has(n.fate(t,i,o).state)&&
n.decided(t,i,o).length>=(n.get(t,"count",i)??1))return!0;return!1}var cc=new Set(["rejected","unused","orphaned"]);function Xo({
it:n,repeats:t},{place:e},s){return(t.get(n.n.id[e])??[]).some(o=>o<=s)}function ti({model:n,it:t},{place:e,stands:s},o){
if(s.length<2||o<t.seen)return e;let i=a=>t.born[a]>o||!n.decided(t,a,o).length?-1:Y(n.fate(t,a,o).state).strength;return s.
reduce((a,r)=>i(r)>i(a)?r:a,e)}var jt=n=>Array.from(n).reduce((t,e)=>t+(hc.find(([s])=>s.test(e))?.[1]??.66),0),hc=[[/[%mMW@]/,.99],[/[w<>=≥≤≈+×÷]/,
.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],oe=(n,...t)=>t.find(e=>jt(e)<=n)??t[t.length-1],xn=(n,t,{width:e,typeface:s})=>e(
n,`700 ${t}px ${s}`);function ei(n,t,e,s,o=12){let i=Math.max(Math.min(o,t),t*.7),a=s(t)(n);if(a<=e)return{word:n,font:t};
let r=Math.max(i,Math.floor(t*e/a)),l=s(r),c=n;for(let p=Array.from(n).length;p>2&&l(c)>e;p--)c=B(n,p-1);return{word:c,font:r}}function oi({model:n,it:t,form:e,mode:s,chain:o},i,a){let r=n.second(a),{second:l,start:c}=e;if(!(t.n.role[i]==="input"))
return e.bars&&(r!==gs||o)?"":r;let d=c?s.wide-c.x:l&&!l.end?s.wide-l.x:1/0;return jt(r)*dc+6<=d?r:""}var dc=13;function kn(n,t,e,s){
let o=t.n.role[e]==="input",i=n.voice==="plain"?F:D;return{q:o||n.unweighed(t,e)?null:n.drafted(t,e,s),p:o?null:n.wanted(
t,e,s),say:a=>a===null?"":i(a)}}function pc(n,t){if(t===null)return"";let e=n.voice==="plain"?F(t):D(t);return e.length<
6?e:t>.5?">.99":n.voice==="plain"?"≈0%":"≈0"}function uc({model:n,it:t,chain:e},s,o,i){let a=e||t.n.role[s]!=="draft"?
void 0:gt(t);if(a){let b=a.compared?.findLast(v=>v.place===s&&v.step<=o),w=n.get(t,"q",s),y=b&&w!==null&&Math.abs(b.q-w)>
si;return{left:b?.p??null,rescaled:y?b.q:null}}let r=t.steps[o].verdicts.find(b=>t.verdicts[b].place===s)??i.verdict,{tiles:l=[],
u:c,q:p}=r===null?{}:t.verdicts[r],d=l.find(([b])=>b==="p′")?.[1],u=n.drafted(t,s,o),f=t.n.shares?.[s]?.[0]?.[1]??u,m=c===
void 0?u:p??u,g=m!==null&&f!==null&&Math.abs(m-f)>si;return{left:typeof d=="number"?d:null,rescaled:g?m:null}}var si=5e-4;
function ys(n,t,e,s){let o=ni(n,t,e,s),{it:i,model:a,form:r}=n,{place:l}=t;if(!r.bars?.long||!s||i.born[l]>=e)return o;let c=ni(
n,t,e-1,a.fate(i,l,e-1)),p=(d,u,f)=>d&&u&&f&&u!==f&&jt(`${u} →`)*r.small<=mt(r.small)?`${u} →`:d;return{...o,qName:p(
o.qName,c.qText,o.qText),pName:p(o.pName,c.pText,o.pText)}}function ni(n,{place:t},e,s){let{model:o,it:i,form:a}=n,{bars:r}=a;
if(!s||!r||r.one&&Mn(n,t,e))return{q:null,p:null,left:!1,qName:"",pName:"",qText:"",pText:""};let{q:l,p:c}=kn(o,i,t,e),{
left:p,rescaled:d}=uc(n,t,e,s),u=S=>pc(o,S),f=!a.sure&&r.name===null&&i.n.sure?o.get(i,"sure",t):null,m=r.one&&f!==null?
null:p??c,g=r.one&&m!==null?null:f??(l===null?null:d??l),b=o.voice==="plain",w=i.shares&&r.long?"_beam":"",y=(S,T)=>b?r.
long?S:"":T,v=p!==null?y("leftover","p′"):y("target",`p${w}`),k=d!==null&&f===null?"scaled":o.guessed(),$=d!==null&&vn(
n)?"q′":`q${w}`;return{q:g,p:m,left:p!==null&&m!==null,qName:g===null?"":y(k,$),qText:u(g),pText:u(m),pName:m===null?"":
v}}function gt(n){let t=n.panels.find(({kind:e})=>e==="judged");return t?.kind==="judged"?t:void 0}var vn=({it:n,chain:t})=>!t&&
gt(n)!==void 0;function $n({it:n,chain:t},e,s){let o=t?[]:gt(n)?.ratios?.filter(a=>a.place===e&&a.step<=s)??[],i=o.at(-1);
return i?{...i,fell:i.fell&&i.step===s,before:o.at(-2)?.ratio}:null}function Mn(n,t,e){let s=n.form.ratio?$n(n,t,e):null;
if(!s)return"";let{model:o,mode:i}=n,{ratio:a,fell:r,before:l,uncapped:c}=s,p=E(a),d=g=>Sn(g,i.small)<=Ee(i);if(c!==void 0)
for(let g of[3,2]){let b=c<99?String(+c.toPrecision(g)):">99";if(b!=="1"&&d(`${b}→1`))return`${b}→1`}let u=o.voice===
"exact"||p.length>4?D(a):p,f=u.length>5?"≈0":u,m=`${D(l)}↓${D(a)}`;return r?l!==void 0&&d(m)?m:`↓${f}`:f}var Sn=(n,t)=>Math.
ceil(jt(n)*t*1.06)+(/[→↓]/.test(n)?12:8);function xs({model:n,it:t},e){let s=n.get(t,"sure",e);return s===null?"":n.
voice==="plain"?F(s):D(s)}function ii(n,t,e,s,o,i){let a=s.find(({place:b})=>t.n.role[b]==="target"),r=a&&s.find(({place:b})=>b===n.up(t,a.place));
if(e.kind!=="tree"||!a||!r)return 1/0;let l=s.filter(b=>b!==a),c=l.filter(({col:b})=>b===a.col),p=c.filter(({place:b})=>n.
up(t,b)===r.place).at(-1)??r,d=new Set([p.place]);for(let{place:b}of l)d.has(n.up(t,b))&&d.add(b);let u=l.filter(b=>b.row>
p.row&&!d.has(b.place));if(i){let b=Math.max(...l.filter(({place:w})=>d.has(w)).map(w=>w.row))+1;for(let w of u)w.makes=
o;return a.cy+=(b-a.row)*o,a.row=b,t.born[a.place]}let f=Math.max(-1,...c.filter(b=>b.row<=p.row).map(({y:b})=>b)),m=Math.
min(1/0,...c.filter(b=>u.includes(b)).map(({y:b})=>b)),g=p===r?Math.max(f+1,Math.min(r.y,m)):f+1;if(m<g+.99)for(let b of u)
b.makes=o;return a.cy+=(g-a.y)*o,a.y=g,t.born[a.place]}var fc=44,mc=30,gc=26,bc=96,wc=3,ri=7,yc=96,ai=(n,{big:t})=>t?{...n,least:hs[n.name]}:n,ks=({name:n,text:t},e,{sure:s,nth:o,
ratio:i},{big:a})=>({numbers:t?e:0,sure:s&&n==="rich",big:!!a,fates:!1,ratio:i&&t&&e>0,nth:o&&t&&(n!=="line"||e>1)}),xc=[
["rich",2],["duo",2],["chip",2],["line",2],["duo",1],["chip",1],["line",1],["line",0]];function li(n,t,e,s){let o=t.h-e,
a=xc.filter(([g])=>n.at.length<=tt(g).upTo).map(([g,b])=>{let w=ai(tt(g),t);return{mode:w,has:ks(w,b,s,t)}}),r=({mode:g})=>g.
least*ci(g,n.rows,g.low+g.apart)<=o,l=({mode:g,has:b},w=n.cols)=>g.least*di(g,b,{...n,cols:w},s,vs(g,b,s))<=t.w-4,c=n.kind===
"tree"?n.cols-1:n.cols,p=g=>g.find(b=>l(b))??g.find(b=>l(b,c)),d=g=>p(g.filter(({mode:b,has:w})=>w.numbers===2&&b.name!==
"line"))??p(g.filter(({has:b})=>b.numbers===2))??p(g.filter(({has:b})=>b.numbers===1))??p(g),u=a.filter(({mode:g})=>g.name===
"line"),f=d(a.filter(r))??(t.big?a.find(r):void 0)??d(u)??u.at(-2)??{mode:ai(tt("dots"),t),has:ks(tt("dots"),0,s,t)},m=l(
f)?n.cols:c;return{...kc({...n,cols:m},t,o,s,f.mode,f.has),fits:l(f,m)}}var ci=(n,t,e)=>(t-1)*e+Math.min(n.high,e-n.apart)+
_t(n,!1),vs=(n,t,e)=>n.text?ne(n,t,Math.min(e.word(n.font),wc*n.font),Ne(n,t,e)):n.wide,Ne=(n,t,{often:e,copied:s},o=!1)=>e?
Lt(n,o):s?te(n,t):0,hi=(n,t,{joins:e})=>e?fc:t.nth&&n.name!=="rich"?mc:n.gap*.6,De=({name:n},{arcs:t})=>2*J+(t||n==="lin\
e"||n==="dots"?gc:0),Ce=(n,t)=>n.text?t:t+yc,di=(n,t,{cols:e},s,o)=>e*Ce(n,o)+(e-1)*hi(n,t,s)+De(n,s);function kc(n,t,e,s,o,i){
let{rows:a,cols:r}=n,{least:l,apart:c,low:p}=o,d=s.word(o.font),u=p+c+.4*(o.row-p-c),f=t.w-4,m=Math.min(d,ri*o.font),g=o.
text?ne(o,i,m,Ne(o,i,s)):o.wide,b=Math.max(l,Math.min(se,e/ci(o,a,u),f/di(o,i,n,s,g))),w=(e/b-_t(o,!1)+c)/a,y=Math.floor(
Math.max(p+c,Math.min(o.row,w))),v=De(o,s),k=hi(o,i,s),$=(f/b-v-(r-1)*k)/r,S=o.text?Math.floor(Math.max(vs(o,i,s),Math.min(
o.wide,$,ne(o,i,d,Ne(o,i,s,s.fates),!0)))):o.wide,T=(f/b-v-r*Ce(o,S))/Math.max(1,r-1),q=s.fates&&S>=vs(o,i,s)+Lt(o,!0)-Lt(
o,!1);return{mode:{...o,wide:S,row:y,high:Math.min(o.high,y-c),bar:ui(o,i,s,S)},has:{...i,fates:q},gap:Math.floor(Math.max(
k,Math.min(bc,T)))}}function pi(n,t,e){let s=n.at.length,o=g=>(t.h-g-_t(Se[0],!0))/s,i=Math.floor(t.touched?Math.max(o(t.
bar),Math.min(Pt,o(0))):o(t.bar)),{name:a}=Se.filter(({upTo:g})=>s<=g).find(({low:g,apart:b,text:w})=>w&&g+b<=i)??(s<=tt(
"line").upTo?tt("line"):tt("dots")),r={...tt(a),small:13,font:Math.min(tt(a).font,16),least:1},l=Math.max(120,t.w-De(r,e)-
(n.cols-1)*An(r)),c=ks(r,2,e,t),p=vs(r,c,e)<=l?c:ks(r,1,e,t),d=Ne(r,p,e),u=r.text?Math.min(l,ne(r,p,e.word(r.font),d,!0)):
r.wide,f=Math.max(r.low+1,Math.min(i,r.row)),m=Math.min(r.apart,f-r.low);return{mode:{...r,wide:u,row:f,high:Math.min(r.
high,f-m),bar:ui(r,p,e,u)},has:p,gap:0,fits:!0}}function ui(n,t,e,s){let o=Math.min(e.word(n.font),ri*n.font),i=Math.min(
Ae,s-ne(n,t,o,Ne(n,t,e)));return i<Ft?0:i}var An=({name:n})=>n==="rich"||n==="duo"||n==="chip"?22:14;var vc=560,$c=700,Mc=280,Sc=1.6,Ac=334,Tc=170,Ec=5,Oc=1.7;function fi(n,t,e,s,o){let i=e.at.some(p=>(n.get(t,"count",p)??
1)>1),a=!!t.n.merge,r=e.at.some(p=>n.copied(t,p)),l=e.at.filter(p=>t.n.role[p]!=="target").map(p=>n.wordAt(t,p)),c=t.panels.
some(({kind:p})=>p==="width"||p==="judged");return{word:p=>Math.max(0,...l.map(d=>xn(d,p,s))),often:i,copied:r&&!o,fates:i,
sure:!!t.n.sure,arcs:a||t.replicas>0,nth:!o&&!a&&(c||e.at.some(p=>n.nth(t,p)!==null)),joins:a&&!r,ratio:!!gt(t)?.ratios}}
function Lc(n,t,e,s,{mode:o,has:i},a,r){let l=e.at[s],c=t.fates[l].some(w=>w.times),p=n.wordAt(t,l),d=o.text||t.onPath[l],
u=c?Lt(o,i.fates):n.copied(t,l)?te(o,i):0,f=o.text?a.word.end-a.word.x-u:1/0,{word:m,font:g}=ei(p,o.font,f,w=>y=>xn(y,w,
r),(r.big?18:12)/o.least),b=[a.key,c,d,t.n.role[l]==="input"].join();return{place:l,kind:b,key:"",word:m,whole:p,font:g,
copies:c,named:d,wide:o.wide,nth:i.nth?n.nth(t,l):null,col:e.col[s],row:e.row[s],y:e.y[s],x:0,cy:0,edge:0,up:-1,wire:"",
makes:0,late:"",stands:[l],into:null,shared:[]}}function qc(n,t,e,s){let o=e.kind==="chain",i=s.w>Sc*s.h,a=s.h<Mc&&i,r=gn(
s),l=o?it.least*us(it.high,!1,e.cols>2,0)+r:0,c=a||s.h<l&&i,p=c||!s.big&&s.h<Ac&&i,d=o&&!p?jc(t):0,u=tt("line"),f=!!t.n.
merge&&u.least*(e.rows*u.row+_t(u,!1))<Oc*s.h&&e.at.length<=tt("chip").upTo,m=v=>o&&(!v||s.touched||e.cols*(Pt-6)+_t(it,
!0)<=s.h),g=v=>{if(!m(v)){let S=fi(n,t,e,s,v);return{...v?pi(e,s,S):li(e,s,r,S),content:S}}let k=Fo(e,s,v,p,d),$=e.cols*
(k.wide+k.gap*.6)+2*J;return{mode:k,gap:k.gap,content:fi(n,t,e,s,v),fits:k.least*$<=s.w,has:{numbers:2,sure:!1,nth:!1,big:!!s.
big,ratio:!1,fates:!!t.shares&&k.wide>Tc}}},b=s.w>0&&s.w<vc&&!c&&!f,w=g(b),y=m(b);return!b&&!f&&!(a&&y)&&s.w<$c&&!w.fits&&
(w=g(b=!0)),{...w,narrow:b,chain:m(b),low:p,prefixes:d,bar:b?s.bar:r}}function mi(n,t,e,s){let o=t.core&&!s?t.core:t.lay,
i=qc(n,t,o,e),{mode:a,has:r,narrow:l,chain:c,low:p,prefixes:d,bar:u}=i,f=zo(a,r,l),m=dt(l)+$t,g=o.at.map((y,v)=>Lc(n,t,o,
v,i,f,e));Dc(g,i,m);let b=c&&!l?wn(a.high,p,d):0;for(let y of g)b&&Rc(n,t,g,y)&&(y.cy+=b);let w={model:n,it:t,mode:a,form:f,
has:r,narrow:l,chain:c,whole:s,bar:u,scale:1,items:g,top:m,drop:b,lines:d&&!l?bn:0,aside:c&&l?12:0,room:c?1/0:ii(n,t,o,g,
a.row,l),repeats:Go(t),tests:t.panels.some(({kind:y})=>y==="width")?Cc(t):null,spot:new Map(g.map(y=>[y.place,y])),w:0,h:0};
return w.w=Nc(g,i,o),w.h=c&&!l?us(a.high,p,o.cols>2,d):m+(l?(c?o.cols:o.at.length)-1:o.rows-1)*a.row+a.high+dt(l)+(l?e.bar:
Le(a,l)?Oe:ee+8),w.scale=Tn(w,e),Ko(w),Ic(w),{...w,models:Jo(w,o,e,p,d)}}function jc(n){let t=gt(n)?.rows.length??0;return t<=
Ec?t:0}function Rc(n,t,e,{place:s,col:o}){let i=e.filter(a=>a.col<=o&&t.n.role[a.place]==="draft");return t.n.role[s]===
"target"&&i.some(a=>a.col===o)&&i.every(a=>n.fate(t,a.place,t.born[s]).state!=="rejected")}function Tn({w:n,h:t,narrow:e,
mode:s,bar:o},i){let a=(i.w-4)/n,r=e?1:(i.h-o)/t;return Math.max(s.least,Math.min(e?1:se,a,r))}function Ic(n){let{model:t,
it:e,items:s}=n,o={};for(let i of s){let a=n.spot.get(t.up(e,i.place)),r=o[i.kind]??0,l=i.into||e.n.role[i.place]!=="tar\
get"?a:a?.into?.item??a;i.key=`${i.kind}#${r}`,o[i.kind]=r+1,l&&Object.assign(i,{up:l.place,wire:Re(n,l,i),late:Re(n,fs(
l),fs(i))})}}function Nc(n,{mode:t,gap:e,narrow:s,chain:o,content:i},{cols:a}){let r=Math.max(...n.map(c=>c.x+c.wide));if(s)
return r+J+(o?qe+10:26);let l=o?2*J:De(t,i);return Math.max(r+J,a*Ce(t,t.wide)+(a-1)*e+l)}function Dc(n,{mode:t,gap:e,narrow:s,
chain:o},i){let a=Ce(t,t.wide),r=o?0:An(t);for(let l of n){let c=J+l.col*(a+e);l.x=s?J+l.col*r-(o?4:0):c,l.cy=i+t.high/2+
(s?l.row:l.y)*t.row,l.edge=c+a}}function Cc(n){let t=new Map,e=new Map;return n.steps.forEach(({verdicts:s},o)=>s.forEach(
i=>{let{layer:a,state:r,place:l}=n.verdicts[i];if(a===void 0||r!=="accepted"&&r!=="rejected")return;let c=(e.get(a)??0)+
1;e.set(a,c),t.set(l,[...t.get(l)??[],{step:o,nth:c}])})),t}var gi=7,bi=n=>(n>=26?bi(Math.floor(n/26)-1):"")+String.fromCharCode(65+n%26),wi=(n,t)=>({n:t,groups:(n.recurring?.groups??
[]).filter(([e])=>e===t).map(([,e])=>e).sort((e,s)=>e[0]-s[0])});function yi({mode:n,spot:t},e){let s=n.name==="card"||n.
name==="rich";return new Map((e?.groups??[]).flatMap((o,i)=>o.flatMap((a,r)=>{let l=t.get(a),c=bi(i),p=En(c);return l?[[
a,{letter:c,hue:i%gi,first:r===0,tagX:s?l.wide-p+6:l.wide+1,tagY:s?-n.high/2-9:-9}]]:[]})))}var En=n=>8+10.5*n.length;function $s(n,t,e){
let{model:s,it:o,spot:i}=n;return(e?.groups??[]).flatMap((a,r)=>a.flatMap(l=>(i.has(l)?s.gram(o,l,e?.n??1).slice(0,-1):[]).
flatMap(c=>{let p=i.get(c),d=p&&(qt(n,p,t)?.wire??ms(n,p,t));return d?[{key:`${r}.${l}.${c}`,d,hue:r%gi,end:l,visible:o.
born[l]<=t}]:[]})))}function xi({model:n,it:t},e,s){let o=e?.groups.findLast(i=>i.includes(s));return new Set(o?.flatMap(
i=>n.gram(t,i,e?.n??1)))}function ki(n,t,{n:e,groups:s},o,i=!1){let a=t.fates.some(r=>r.some(l=>l.state==="merged"&&l.step<=
o));return[Fc(n,t,{n:e,groups:s},o),i&&a?Bc:""].filter(Boolean).join(" ")}var Bc="◆ is merged: it goes on like the node \
at the other end of its pink line.";function Fc(n,t,{n:e,groups:s},o){let i=f=>t.born[f]<=o,a=t.n.role.filter((f,m)=>f===
"draft"&&i(m)&&!n.copied(t,m)).length,r=s.reduce((f,m)=>f+Math.max(0,m.filter(i).length-1),0),l=n.unit(),c=e===1?l:I(e,l);
if(!a)return"Nothing is drafted yet.";let p=t.recurring?.share.find(([f])=>f===e)?.[1]??0,d=r&&a===t.recurring?.drafted&&
n.voice==="exact"?` ${F(p/a)} of the draft lies inside repeated ${e}-grams.`:"";if(!r)return e===1?`No ${l} is repeated.`:
`No ${e}-gram is repeated.`;let u=e===1?`a ${l}`:`a ${e}-gram`;return`${r} of ${I(a,"guess","guesses")} ${r===1?"repeats":
"repeat"} ${u} that is already in the draft (same letter = same ${c}, hollow = first occurrence).${d}`}var ie=class{drawn=new Map;roots=[];constructor(t,e,s){this.group=t,this.make=e,this.dress=s}patch(t){let e=this.drawn;this.
drawn=new Map(t.map(i=>{let{parts:a,was:r}=e.get(i.key)??{parts:this.make(i),was:null};return(!r||!Pc(i,r))&&this.dress(
a,i,r),[i.key,{parts:a,was:i}]}));let s=[...this.drawn.values()].map(({parts:i})=>i.root),o=this.roots;s.length===o.length&&
s.every((i,a)=>i===o[a])||xe(this.group,this.roots=s)}};function Pc(n,t){for(let e in n)if(n[e]!==t[e])return!1;return!0}
function Rt(n,t,e){e===null?n.removeAttribute(t):R(n,{[t]:e})}var Mt=n=>n?"visible":"hidden",It=(n,{x:t,y:e},s="start")=>x(
"text",{class:n,x:t,y:e,"text-anchor":s});function vi(n,{x:t,wide:e,high:s,name:o,numbers:i,texts:a,[n]:r}){let l={x:t[n],
y:r-s/2,height:s,rx:2},c=x("rect",{class:s<4?"st-bar thin":"st-bar",...l}),p=o===null?null:It("st-bar-name",{x:o,y:r+a[n]}),
d=i[n],u=d===null?null:It("st-bar-n",{x:d,y:r+a[n]},"end"),f=e>0&&s>0;return{root:x("g",{class:"st-pr","data-of":n,"data\
-part":"bars","aria-hidden":"true"},f&&x("rect",{class:"st-track",...l,width:e}),f&&c,p,u&&" ",u),line:c,name:p,number:u}}
function _c({x:n,y:t}){let e=x("rect",{}),s=x("text",{"text-anchor":"end",x:n-5});return{root:x("g",{class:"st-ratio","d\
ata-part":"ratio","aria-hidden":"true",transform:`translate(0 ${t})`},e,s),plate:e,number:s}}function zc({root:n,plate:t,
number:e},s,{ratio:o,small:i}){let a=Math.ceil(i*1.15),r=Sn(s,i);R(n,{visibility:s?"inherit":"hidden"}),R(t,{x:(o?.x??0)-
r,y:-a/2,width:r,height:a,rx:4}),R(e,{y:i*.36}),M(e,s)}function Hc(){let n=x("rect",{}),t=x("text",{"text-anchor":"middl\
e"});return{root:x("g",{class:"st-nth","aria-hidden":"true"},n,t),plate:n,number:t}}function Wc({root:n,plate:t,number:e},s,{
small:o}){let i=Math.ceil(o*1.1)+1,a=Math.max(i,Math.ceil(s.length*o*.7)+6);R(n,{visibility:s?"inherit":"hidden"}),R(t,{
x:Te-a,y:-i/2,width:a,height:i,rx:i/2}),R(e,{x:Te-a/2,y:o*.36}),M(e,s)}function Uc({kind:n},t,e){let[s,o,i]=n.split(",").
slice(1).map(N=>N==="true"),{high:a,name:r}=t,l=r==="dots"?a/2:Math.min(10,a/2),c=s?x("rect",{class:"st-under",x:4,y:-a/
2-4,height:a,rx:l}):null,p=x("rect",{class:"st-box",x:0,y:-a/2,height:a,rx:l}),{x:d,y:u,r:f}=e.glyph,m=x("path",{class:"\
st-g",transform:`translate(${d} ${u}) scale(${f})`}),g=o?It("st-w",e.word):null,b=o&&s?It("st-x",e.times,"end"):null,w=b&&
x("title"),y=o&&e.sure?It("st-v",e.sure,"end"):null,{second:v}=e,k=v&&(i&&e.start?{...e.start,end:!1}:v),$=o&&k?It("st-s",
k,k.end?"end":"start"):null,[S,T]=e.bars?[vi("q",e.bars),vi("p",e.bars)]:[null,null],q=r==="dots"?null:Hc(),O=o&&e.ratio?
_c(e.ratio):null;return{root:x("g",{role:"button"},c,p,m,g,b&&" ",b,y&&" ",y,O&&" ",O?.root,$&&" ",$,S&&" ",S?.root,T&&"\
 ",T?.root,q&&" ",q?.root,w&&" ",w),box:p,under:c,q:S,p:T,scale:null,glyph:m,ask:null,name:g,second:$,times:b,told:w,nth:q,
sure:y,ratio:O,tag:null,copy:null}}function Gc(n,t,e,s,o){let{root:i,box:a,under:r,name:l,q:c,p}=n,d=(...u)=>!e||u.some(
f=>t[f]!==e[f]);d("classes")&&R(i,{class:t.classes}),d("tab")&&R(i,{tabindex:t.tab}),d("id","x","y")&&R(i,{"data-node":t.
id,transform:`translate(${t.x} ${t.y})`}),d("letter")&&Rt(i,"data-group",t.letter),d("gram")&&Rt(i,"data-hue",t.gram===null?
null:String(t.gram)),d("copy")&&Xc(n,t,o),d("wide")&&R(a,{width:t.wide}),l&&d("font")&&R(l,{"font-size":t.font}),r&&d("w\
ide","repeated")&&(R(r,{width:t.wide}),r.classList.toggle("none",!t.repeated)),c&&d("q","qName","qText")&&$i(c,t.q,t.qName,
t.qText,o),p&&d("p","pName","pText")&&$i(p,t.p,t.pName,t.pText,o),d("from","cut","coin","side","test","span")&&Kc(n,t,o),
n.sure&&d("sure")&&M(n.sure,t.sure),n.ratio&&d("ratio")&&zc(n.ratio,t.ratio,o),n.nth&&d("nth")&&Wc(n.nth,t.nth,o),d("sta\
te","visible","label","word","second","times","told")&&Qc(n,t),d("ask")&&Jc(n,t,s),d("letter","hue","first","tagX","tagY")&&
Zc(n,t)}function $i({root:n,line:t,name:e,number:s},o,i,a,{bars:r}){R(n,{visibility:o===null?"hidden":"inherit"}),R(t,{width:o===
null?0:Math.max(o>0?1:0,o*(r?.wide??0)).toFixed(1)}),e&&M(e,i),s&&M(s,a)}function Kc(n,{from:t,cut:e,coin:s,side:o,test:i,
span:a},r){let l=!r.scale||e===null||s===null,c=a&&`${a.wide},${a.line}`;if((l||n.scale&&n.scale.span!==c)&&(n.scale?.root.
remove(),n.scale=null),!r.scale||e===null||s===null)return;let{x:p,y:d,wide:u,high:f,says:m}=a?Vc(r.scale,a):r.scale,g=T=>p+
T*u;if(!n.scale){let T={x:p,y:d,height:f,rx:Math.min(3,f/2)},q={yes:x("rect",{class:"st-scale-yes",...T}),cut:x("path",{
class:"st-scale-cut"}),coin:x("circle",{class:"st-coin",cy:d+f/2,r:f>6?6.5:f}),says:m&&It("st-scale-says",m,a&&a.line!==
null?"start":"middle")},O=x("g",{class:"st-scale","data-part":"scale","aria-hidden":"true"}," ",x("rect",{class:"st-scal\
e-no",...T,width:u}),x("path",{class:"st-scale-hatch",d:Yc({x:p,y:d,wide:u,high:f})}),q.yes,q.cut,q.coin,q.says," ");n.scale=
{root:O,span:c,...q},n.root.insertBefore(O,n.nth?.root??n.told)}let b=n.scale,w=Math.max(0,t),y=o==="above";b.root.toggleAttribute(
"data-own",o==="own"),b.root.toggleAttribute("data-ratio",y),b.root.toggleAttribute("data-under",y&&s<=t);let[v,k]=y?[0,
Math.min(1,s)]:[w,e];R(b.yes,{x:g(v).toFixed(1),width:Math.max(1,(k-v)*u).toFixed(1)});let $=y?t:o==="below"&&e<1?e:null,
S=f>6?3:2.5;R(b.cut,{d:$===null?"":`M${g($).toFixed(1)} ${d-S}v${f+2*S}`}),R(b.coin,{cx:g(s).toFixed(1)}),b.says&&M(b.says,
i)}function Vc({x:n,y:t,wide:e,high:s,says:o},{wide:i,line:a}){let r=o&&{...o,x:o.x-i/2},l=a??0;return{x:n-i,y:t+l,wide:e+
i,high:s,says:o&&a!==null?{x:n+e+8,y:t+l+s-1}:r}}function Yc({x:n,y:t,wide:e,high:s}){let o=[];for(let i=n+3;i+s<n+e;i+=
7)o.push(`M${i} ${t+s}l${s} ${-s}`);return o.join("")}function Qc({root:n,glyph:t,name:e,second:s,times:o,told:i},a){let{
state:r}=a;R(n,{visibility:Mt(a.visible),"data-shown":r?"1":"0"}),Rt(n,"aria-hidden",r?null:"true"),Rt(n,"aria-label",r&&
a.label),Rt(n,"data-state",r),Rt(t,"data-kind",r),r&&R(t,{d:rt(r)}),e&&M(e,a.word),s&&M(s,a.second),o&&M(o,a.times),i&&M(
i,a.told)}function Jc(n,t,{font:e}){if(t.ask===null)return n.ask?.remove();n.ask??=x("text",{class:"st-ask",y:e*.36,"fon\
t-size":e},"?"),R(n.ask,{x:t.ask}),n.ask.parentNode||n.name?.before(n.ask)}function Zc(n,{letter:t,hue:e,first:s,tagX:o,
tagY:i}){if(n.tag?.remove(),!t)return;let a=En(t);n.tag=x("g",{class:"st-rec"+(s?" first":""),"data-hue":e,transform:`tr\
anslate(${o} ${i})`}," ",x("rect",{width:a,height:18,rx:4}),x("text",{x:a/2,y:14.5,"text-anchor":"middle"},t)),n.root.append(
n.tag)}function Xc(n,{copy:t},e){n.copy?.remove(),n.copy=t?It("st-copy",e.times,"end"):null,n.copy&&(M(n.copy,t),Rt(n.copy,
"aria-hidden","true"),n.root.append(n.copy))}function th({root:n},{d:t,state:e,made:s,visible:o,classes:i}){R(n,{d:t,class:i,
visibility:Mt(o)}),Rt(n,"data-state",e),n.toggleAttribute("data-made",s)}function Mi(n,t,e){R(n,{visibility:Mt(e)}),e!==
n.hasChildNodes()&&A(n,...e?t:[])}function eh({x:n,y:t,w:e},s){return s<=n+e-4?`M${s-6} ${t}h12l-6 7z`:`M${n+8} ${t}h8v2\
.5H${s+1.5}v1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${n+8}z`}var Ms=class{box=x("rect",{rx:7});name=x("tspan",{class:"st-model-nam\
e"});says=x("tspan",{class:"st-model-says",dx:8});words=x("text",{"text-anchor":"middle"},this.name);aside=x("text",{class:"\
st-model-says"});constructor(t){this.tip=t==="draft"?x("path",{class:"st-model-tip"}):null,this.root=x("g",{class:"st-mo\
del","data-of":t,"data-part":"pass","aria-hidden":"true"}),this.parts=this.tip?[this.tip,this.box,this.words,this.aside]:
[this.box,this.words],this.tip||this.words.append(this.says)}draw(t){if(Mi(this.root,this.parts,t!==null),!t)return;let{
x:e,y:s,w:o,h:i,on:a,name:r,says:l,tip:c=e+o/2}=t;this.root.toggleAttribute("data-on",a),R(this.box,{x:e,y:s,width:o,height:i}),
this.tip&&R(this.tip,{d:eh({x:e,y:s+i-1,w:o},c)}),M(this.name,r),M(this.tip?this.aside:this.says,l),R(this.words,{x:e+o/
2,y:s+i/2+5}),R(this.aside,{x:e+o+9,y:s+i/2+5})}},On=class{area=x("rect",{class:"st-pass",rx:10,"data-part":"pass","aria\
-hidden":"true"});rays=x("path",{class:"st-rays","aria-hidden":"true"});draft=new Ms("draft");target=new Ms("target");bonusBox=x(
"rect",{rx:10});star=x("path",{class:"st-g","data-kind":"bonus",d:rt("bonus")});word=x("text",{class:"st-bonus-w"});says=[
x("text",{class:"st-bonus-s"}),x("text",{class:"st-bonus-s"})];bonus=x("g",{class:"st-bonus","aria-hidden":"true"},this.
bonusBox,this.star,this.word,...this.says);band=x("rect",{class:"st-band","aria-hidden":"true",x:-400,y:0});label=x("tsp\
an");whose={q:x("tspan",{"data-of":"q"}),p:x("tspan",{"data-of":"p"})};key=x("text",{class:"st-key","aria-hidden":"true"},
this.label,this.whose.q,this.whose.p);stick(t){for(let e of[this.band,this.draft.root,this.target.root,this.key])R(e,{transform:`\
translate(0 ${t.toFixed(1)})`})}draw({draft:t,target:e,area:s,rays:o,bonus:i,key:a,head:r}){if(R(this.band,{width:4e3,height:r}),
R(this.key,{visibility:Mt(a!==null),x:a?.x??0,y:a?.y??0}),M(this.label,a?.label??""),M(this.whose.q,a?.q?` ${a.q}`:""),M(
this.whose.p,a?.p?`${a.q?",":""} ${a.p}`:""),this.draft.draw(t),this.target.draw(e),this.area.classList.toggle("above",!s.
below),R(this.area,{x:s.x,y:s.y,width:s.w,height:s.h,visibility:Mt(s.on)}),R(this.rays,{d:o,visibility:Mt(o!=="")}),R(this.
bonus,{visibility:Mt(!!i?.visible)}),!i)return;let{x:l,y:c,w:p,h:d,name:u,says:f}=i,m=d<56,g=m?c:c-d/2+(d<80?16:22);R(this.
bonusBox,{x:l,y:c-d/2,width:p,height:d}),R(this.star,{transform:`translate(${l+17} ${g}) scale(6.5)`}),M(this.word,u),R(
this.word,{x:l+31,y:g+5.5}),this.says.forEach((b,w)=>{M(b,f[w]??""),R(b,{x:m?l+92:l+10,y:m?c+4.4:g+(d<80?17:24)+16*w})})}},
sh=0,Ss=class{arrow=`st-arrow-${++sh}`;svg=x("svg",{class:"st-svg",preserveAspectRatio:"xMidYMin",role:"group","aria-lab\
el":"Graph of this round"});floatBox=x("rect",{rx:4,height:20});floatWord=x("text",{y:14,x:6});float=x("g",{class:"st-fl\
oat",visibility:"hidden","aria-hidden":"true"});mode=null;form=null;pass=new On;nodes=new ie(x("g",{class:"st-nodes","da\
ta-part":"nodes"}),t=>Uc(t,this.mode,this.form),(t,e,s)=>Gc(t,e,s,this.mode,this.form));edges=new ie(x("g",{class:"st-ed\
ges"}),()=>({root:x("path")}),th);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","st-origin");bands=new ie(
x("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue:t,end:e})=>({root:x("path",{class:"st-rec-band","data-hue":t,"d\
ata-end":e})}),({root:t},{d:e,visible:s})=>R(t,{d:e,visibility:Mt(s)}));arcs(t,e){return new ie(x("g",{class:t,"aria-hid\
den":t==="st-links"&&"true"}),()=>({root:x("path",{class:e,"marker-end":`url(#${this.arrow})`})}),({root:s},{d:o,visible:i,
solid:a=!1,bold:r=!1})=>{R(s,{d:o,visibility:Mt(i)}),s.classList.toggle("solid",a),s.classList.toggle("bold",r)})}draw(t,e){
this.mode=t.mode,R(this.svg,{"data-mode":t.mode.name}),this.svg.style.setProperty("--small",`${t.form.small}px`),this.form=
t.form,this.svg.firstChild||A(this.svg,x("defs",{},x("marker",{id:this.arrow,viewBox:"0 0 8 8",refX:7,refY:4,markerUnits:"\
userSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},x("path",{d:"M0 0L8 4L0 8Z",class:"st-arrow"}))),this.pass.
rays,this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,this.nodes.group,this.pass.area,
this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.pass.draw(t.pass);for(let s of[
"bands","edges","merges","links","nodes"])this[s].patch(t[s]);Mi(this.float,[this.floatBox,this.floatWord],t.float!==null),
t.float&&(M(this.floatWord,t.float.word),R(this.floatBox,{width:pt(t.float.word,`13px ${e}`)+14}),R(this.float,{transform:`\
translate(${t.float.x} ${t.float.y})`}))}elementOf(t){return this.partsOf(t)?.root}partsOf(t){return t&&this.nodes.drawn.
get(t.key)?.parts}edgeOf({key:t}){return this.edges.drawn.get(t)?.parts.root}clear(){A(this.svg)}};var nh=16;function Be({frame:n},t){let e=t.target instanceof Element?t.target.closest("[data-node]"):null;return e&&n?n.
it.place.get(Number(e.getAttribute("data-node")))??-1:-1}function oh(n,t){let{scene:e,zoom:s}=n,o=-1,i=nh;for(let a of e?.
nodes??[]){if(!e||a.state===null)continue;let r=s.away(t,a,e.mode.high);r<=i&&([o,i]=[a.place,r])}return o}function Si(n,t){
let e=(n.frame?.items??[]).filter(({place:i})=>n.shows(i)).sort((i,a)=>i.row-a.row),s=e.findIndex(({place:i})=>i===n.selection.
roving),o=e[Math.min(e.length-1,Math.max(0,s+t))];o&&(n.rove(o.place),n.focus({preventScroll:!0}),n.reveal([o.place]))}function Ai(n){
let{svg:t,on:e}=n,s=i=>{i<0||(n.rove(i),e.pick(i))},o=i=>{n.float(i),e.hover(i)};t.addEventListener("click",i=>{let a=Be(
n,i);s(a<0&&n.touched.matches?oh(n,i):a)}),t.addEventListener("mouseover",i=>{ut.moved(i)&&o(Be(n,i))}),t.addEventListener(
"mouseleave",i=>{ut.moved(i)&&o(-1)}),t.addEventListener("focusin",i=>{Be(n,i)>=0&&o(Be(n,i))}),t.addEventListener("focu\
sout",()=>o(-1)),t.addEventListener("keydown",i=>{if(i.key==="Enter")s(Be(n,i));else if(i.key==="ArrowDown")Si(n,1);else if(i.
key==="ArrowUp")Si(n,-1);else return;i.preventDefault(),i.stopPropagation()})}var As=class{toggle=h("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-pressed":"\
false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(!this.
on),this.redraw()}},"Mark repeats");sizes=h("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"a\
ria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(t=>h("option",
{value:t},`${t}-grams`)));say=h("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(t,e){
this.model=t,this.redraw=e}set(t){this.on=t,this.toggle.setAttribute("aria-pressed",t?"true":"false"),this.sizes.hidden=
this.say.hidden=!t}open(t){let{recurring:e}=t;if(this.toggle.hidden=!e?.groups.length,this.shown=null,!e?.drafted||!this.
on)return M(this.say,"");this.n||=Math.min(4,e.tau),this.sizes.value=String(this.n),this.shown=wi(t,this.n)}describe(t,e,s){
this.shown&&M(this.say,ki(this.model,t,this.shown,e,s))}reset(){this.n=0,this.shown=null,this.toggle.hidden=!0,M(this.say,
"")}};function Ti(n,t,e,s,o,i){let{model:a,it:r,form:l}=n,c=1+t.shared.filter(H=>qt(n,H,o)).length,{place:p,word:d,whole:u,named:f,
copies:m,nth:g}=t,{second:b,qName:w,qText:y,pName:v,pText:k,test:$}=i,{q:S,p:T,say:q}=kn(a,r,p,o),{name:O=null,numbers:L={
q:null,p:null}}=l.bars??{},N=(H,Tt,xt)=>[O!==null&&Tt,L[H]!==null&&xt].filter(Boolean).join(" "),K=O!==null&&L.q!==null,
G=a.second(e),_=l.sure?xs(n,p):"",U=$n(n,p,o),V=[d,f&&m&&i.times,_,i.ratio,l.second&&b,N("q",w,y),N("p",v,k),$,ih(g,i.letter),
i.copy];return[...V,_&&`confidence ${_}`,f&&m&&e.told,a.called(e),e.state==="pending"&&ws(n,p,o)&&"below a draft that wa\
s not accepted",!V.includes(G)&&G,S!==null&&!(K&&w&&y===q(S))&&`draft ${q(S)}`,T!==null&&!(K&&v&&k===q(T))&&`target ${q(
T)}`,U&&`running ratio ${E(U.ratio)}`,c>1&&`shared by ${c} paths`,s&&`copy of node ${a.get(r,"origin",p)}`,d!==u&&u].filter(
Boolean).join(", ")}function ih(n,t){return n===null?t&&`${t}, letter of its n-gram`:t?`${n} ${t}: number among the cand\
idates, letter of its n-gram`:`${n} among the candidates`}function Ei(n,t,{picked:e,pointed:s,supposed:o},i){let{model:a,it:r,spot:l}=n,{now:c}=r.steps[t],p=new Map,d=(u,f)=>{p.set(
u,(p.get(u)??new Set).add(f))};for(let u of c)d(u,"now");e>=0&&d(e,"picked"),o&&d(o.place,"supposed");for(let u=s;u>=0;u=
a.up(r,u)){let f=l.has(u)?u:r.place.get(a.get(r,"origin",u)??-1)??-1;d(f,u===s?"lit-end":"lit")}for(let u of xi(n,i,s))d(
u,"rec-lit");return p}var Oi=[2,5,6,4,3,1,0],ah=6,rh=({steps:n},t)=>n[t].phase==="merge"?n[t].now:n[t].phase==="draft"&&n[t+1]?.phase==="merge"?
n[t+1].now:[],Li=(n,t,e)=>t.place.get(n.get(t,"merge",e)??-1)??-1;function qi(n,t,e){let s=new Map;for(let o of rh(t,e)){
let i=Li(n,t,o);i>=0&&s.set(i,[...s.get(i)??[i],o])}return s.size?{n:t.recurring?.tau??1,groups:[...s.values()]}:null}var ji=n=>Oi[n%
Oi.length],Ri=(n,t,e)=>$s(n,t,e).map(s=>({...s,hue:ji(e?.groups.findIndex(o=>o.includes(s.end))??0)})),Ii=(n,t,e)=>new Map(
(e?.groups??[]).flatMap((s,o)=>s.flatMap(i=>n.gram(t,i,e?.n??1).map(a=>[a,ji(o)]))));function Ni(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t],c=new Set(r==="merge"?l:[]),p=i.some(({place:u})=>s.copied(o,u)),d=u=>u.shared.
some(f=>qt(n,f,t))&&u.wire!=="";return i.flatMap(u=>{let f=d(u)?[{key:`${u.place}-own`,d:u.wire,visible:!0,solid:!0,bold:u.
shared.some(({place:w})=>c.has(w))}]:[],m=a.get(Li(s,o,u.place));if(!m)return f;let g=o.fates[u.place].find(w=>w.state===
"merged")?.step??o.born[u.place],b=u.into?.wire||yn(n,Ie(n,u,t),Ie(n,m,t));return[...f,{key:String(u.place),d:b,solid:u.
into!==null,bold:c.has(u.place),visible:g<=t&&(!p||[u.place,m.place].includes(e))}]})}function Di(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t];if(!o.replicas)return[];let c=m=>a.get(o.place.get(s.get(o,"origin",m)??-1)??
-1),p=a.has(e)?c(e)?.place??e:-1,d=r==="unmerge"&&l.length<=ah,u=m=>d&&l.includes(m)||(s.copied(o,e)?m===e:p>=0&&c(m)?.place===
p);return i.filter(({place:m})=>s.copied(o,m)&&o.born[m]<=t&&u(m)).flatMap(m=>{let g=c(m.place);return g?[{key:String(m.
place),visible:!0,d:yn(n,Ie(n,m,t),Ie(n,g,t))}]:[]})}var Ci=({model:n,it:t,mode:e,narrow:s,has:o},{place:i,named:a},r)=>r&&
te(e,o)&&e.text&&!s&&a&&n.copied(t,i)?"copy":"";function Bi({model:n,it:t},e,s){if(!t.n.merge||s<t.seen)return!1;let o=a=>t.
onPath[a]||n.decided(t,a,s).some(r=>["accepted","rejected"].includes(t.verdicts[r].state));return n.decided(t,e,s).some(
a=>t.verdicts[a].state==="unused")&&!o(e)&&!lh(n,t,e).some(o)}var lh=(n,t,e)=>(t.n.origin??[]).flatMap((s,o)=>s===t.n.id[e]&&
n.copied(t,o)?[o]:[]);var ch=new Set(["residual","bonus","fill","drawn"]),hh=78,Pi=15.5,dh=16,ph=7.6,uh=226,fh=118;function _i(n,t){let{model:e,
it:s,items:o,models:i,chain:a,narrow:r,mode:l}=n,{phase:c,now:p}=s.steps[t],d=s.steps.flatMap((Q,kt)=>Fi.has(Q.phase)?[kt]:
[]),u=s.n.role.some(Q=>Q==="draft")||d.length>0,f=t>=s.seen,{lane:m,slab:g,area:b,below:w}=i,y=Fi.has(c),v=Q=>Q>=5e-4&&!e.
toy()?` · ${Bt(Q)}`:"",k=y?o.filter(({place:Q})=>p.includes(Q)):[],$=k.length?Math.min(...k.map(({x:Q})=>Q)):m.x,S=!w||
!k.length?m.x:l.text?$+(l.wide-m.w)/2:$,T=e.drafter(),q=Math.max(m.w,Math.ceil(T.length*ph)+24),O=Math.max(m.x,Math.min(
S,i.most)),L=l.text?l.wide/2:l.wide,N=u?{...m,x:O,on:y,name:T,w:q,tip:k.length&&!r?$+L:O+q/2,says:f&&w?`${I(d.length,"st\
ep")}${v(s.bar.draft)}`:""}:null,K=s.steps[s.seen]?.nodes.length??0,G=s.mask?.starts.length||1,_=c==="target",U=G===1?"o\
ne pass":I(G,"pass","passes"),V=_?`${U} over ${I(K,"position")}`:U,H=v(s.bar.target),Tt=f?[`${V}${H}`,V,`${U}${H}`,U]:["\
waits"],xt={...g,on:_,name:"Target",says:oe((g.w-hh)/Pi,...Tt,"")};return{draft:N,target:s.steps.some(Q=>Q.phase==="targ\
et")?xt:null,area:{...b,on:_,below:w},bonus:yh(n,t),head:w?0:i.head,key:y?null:mh(n,t,N,xt),rays:r?"":_&&a?wh(n):bh(n,t)}}
function mh(n,t,e,s){let{model:o,it:i,form:a,narrow:r,models:l,h:c}=n,{bars:p}=a,d=o.voice==="plain",u=!a.sure&&i.n.sure&&
p?.name===null;if(!p||p.long||p.name!==null&&!d)return null;let f=e&&e.says?jt(e.says)*Pi+24:12,m=l.below?e?e.x+e.w+f:s.
x:s.x+s.w+12,g=t>=i.seen,b=g&&!(p.one&&u),w=r?"":"numbers:",y=d?"target":"p",v=p.one&&g&&!u?"":u?"path confidence":d?"dr\
aft":"q",k=b&&gh(n,t)?[`${y} (pale: ${d?"leftover":"p′"})`]:[],$=T=>m+jt(`${w} ${v}, ${T}`)*a.small<=l.until;for(let T of b?
[...k,y]:[""])if($(T))return{x:m,y:l.lane.y+l.lane.h/2+5,label:w,q:v,p:T};let S={x:l.lane.x,y:c-4,label:w,q:v,p:b?k[0]??
y:""};return r||l.below?null:S}var gh=(n,t)=>n.items.some(e=>n.it.born[e.place]<=t&&ys(n,e,t,n.model.fate(n.it,e.place,t)).
left),Fi=new Set(["draft","exit"]);function bh({it:n,items:t,spot:e,models:s,mode:o,chain:i},a){let{phase:r,now:l}=n.steps[a],
{slab:c,below:p}=s;return i||!p||!ch.has(r)?"":l.flatMap(d=>e.get(d)??[]).flatMap(({x:d,cy:u,wide:f})=>{let m=d+f/2,g=u+
o.high/2,b=m>c.x&&m<c.x+c.w,w=t.every(y=>y.x>m||y.x+y.wide<m||y.cy+y.makes<=u);return b&&w&&c.y-g>=dh?[`M${m} ${c.y}V${g}`]:
[]}).join("")}function wh({items:n,models:t,mode:e,it:s,top:o}){let{slab:i,bonus:a}=t,r=n.filter(({place:d})=>s.n.role[d]!==
"target"),l=[...r.slice(1),...a?[a]:[]],c=e.wide/2,p=o+e.high+3;return l.map((d,u)=>`M${r[u].x+c} ${i.y}L${d.x+c} ${p}`).
join("")}function yh(n,t){let{it:e,items:s,models:o,narrow:i}=n,a=s.find(({place:p})=>e.n.role[p]==="target"&&e.born[p]<=
t);if(!o.bonus)return null;let r=s.filter(({place:p})=>e.n.role[p]==="draft").length,l=r<1||o.bonus.w<(i?uh:fh)?[]:i?[`i\
f ${r===1?"it is":"all are"} accepted`]:r===1?["only if the guess","is accepted"]:[`only if all ${r}`,"are accepted"],c=!a&&
t<e.commit&&!Number.isFinite(bs(n,t));return{...o.bonus,visible:c,name:r?"bonus":"?",says:!i&&o.bonus.h<80?[]:l}}var xh=24,kh=2;function vh(n,t,e){let s=gt(n),o=s?.rows.findLastIndex(i=>i.place===t&&i.step<=e)??-1;return!s||o<0?void 0:
{...s.rows[o],nth:o+1}}function zi({it:n,chain:t,mode:e,narrow:s,tests:o},{place:i,nth:a},r){return o?s?null:o.get(i)?.findLast(
l=>l.step<=r)?.nth??null:t||!gt(n)?a:e.text&&!s?vh(n,i,r)?.nth??null:null}function $h({it:n,chain:t,narrow:e,spot:s,lines:o},i,a){
let r=gt(n);if(!t||!r||n.n.role[i]!=="draft")return;let l=r.rows.findIndex(m=>a>=r.told?m.chosen:m.step===a),c=r.rows.findIndex(
m=>m.place===i&&m.step<=a),p=o||e?c:l,d=r.rows[p],[u,f]=[s.get(r.rows[0]?.place),s.get(i)];return d?.place!==i?null:{...d,
nth:p+1,wide:e||!u||!f?0:f.x-u.x,line:o?o*p:null}}function Hi(n,{place:t},e,s,o=!1){let{model:i,it:a,form:r,chain:l}=n,c={
from:-1,cut:null,coin:null,side:"below",test:"",span:null};if(!s||!r.scale)return c;let p=Sh(a,t,e);if(p&&(l||p.step===e))
return{...Ah(p,r),span:null};let d=$h(n,t,e);if(d===null||d&&o)return c;if(d){let b=!a.n.role.some((y,v)=>y==="target"&&
a.born[v]<=e),w=Mh(d,r,i.voice);return b||d.line===null?w:{...w,test:""}}let u=i.decided(a,t,e).filter(b=>l||a.stepOf[b]===
e),f=a.verdicts[u.at(-1)??-1];if(f?.strip)return{...Th(f.strip,r,i.voice),span:null};if(f?.u===void 0||f.a===void 0)return c;
let{u:m,a:g}=f;return{...c,cut:Math.min(1,g),coin:m,test:Wi(r,i.voice,m,g,"accepted",f)}}function Mh({cut:n,u:t,nth:e,wide:s,
line:o},i,a){let l={from:-1,cut:null,coin:null,side:"below",test:"",span:{wide:s,line:o}};if(t===null||!i.scale)return l;
let c={...i,scale:{...i.scale,wide:i.scale.wide+(o===null?s:xh)}},p=Wi(c,a,t,n,"passes"),d=`prefix ${e}${n>0&&n<1?":":""}\
 ${p}`;return{...l,cut:Math.min(1,n),coin:t,test:p&&St(c,d,p)}}function Sh(n,t,e){let s=n.panels.find(({kind:i})=>i==="p\
refixes");if(s?.kind!=="prefixes")return null;let o=s.prefixes.find(i=>i.place===t&&i.step<=e);return o?{...o,bar:s.bar}:
null}function Ah({ratio:n,product:t,passed:e,bar:s},o){let i=t===null?"∞":E(t),a=`${i} ${e?">":"≤"} ${E(s)}`,r=e?" p\
asses":" fails";return{from:Math.min(1,s),cut:1,coin:n,side:"above",test:St(o,`joint ${a}${r}`,`${a}${r}`,a)}}var St=({scale:n,
small:t},...e)=>n?.says?oe((n.wide+kh)/t,...e):"";function Wi(n,t,e,s,o,i={}){let a=e<s?"<":"≥",r=t==="plain",{p:l,q:c}=i;
if(s>0&&s<1)return r?St(n,`${E(e)} ${a} ${E(s)}`,`${D(e)} ${a} ${D(s)}`):St(n,`u = ${D(e)} ${a} ${D(s)}`,`${D(e)} ${a} ${D(
s)}`);let p=s>=1?"always":"never",d=[`${p} ${o}`,p];return s>=1&&typeof l=="number"&&typeof c=="number"&&l>=c?St(n,r?`${p}\
: ${F(l)} ≥ ${F(c)}`:`${p}: p ≥ q`,...d):s<=0&&l===0?St(n,r?`${p}: target 0%`:`${p}: p = 0`,...d):St(n,...d)}function Th({
u:n,parts:t,own:e},s,o){let i=d=>t.slice(0,d).reduce((u,[,,f])=>u+f,0),a=i(t.length),r=i(e)/a,l=i(e+1)/a,c=d=>`${d(r)} ≤\
 ${d(n)} < ${d(l)}`,p=o==="exact"?St(s,c(d=>E(d)),c(D),`u = ${D(n)}`):St(s,`${E(n)} falls in its part`,`picked by ${E(n)}`,
E(n));return{from:r,cut:l,coin:n,side:"own",test:p}}var Eh=8,Oh=6,Ts={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function Ui(n,t,e=Ts,s=null){let{model:o,it:i,
items:a,spot:r}=n,l=Ei(n,t,e,s),c=yi(n,s),p=qi(o,i,t),d=Ii(o,i,p),u=[],f=[];for(let b of a){let w=b.stands.flatMap(v=>[...l.
get(v)??[]]),y={...Lh(n,b,t,e,w,c.get(b.place)),gram:d.get(b.place)??null};y.gram!==null&&(y.classes+=" tail"),u.push(y),
b.up>=0&&f.push(Rh(ms(n,b,t),y))}let{mode:m,form:g}=n;return{mode:m,form:g,pass:_i(n,t),nodes:u,edges:[...f.filter(({raised:b})=>!b),
...f.filter(({raised:b})=>b)],merges:Ni(n,t,e.pointed),links:Di(n,t,e.pointed),bands:s?$s(n,t,s):Ri(n,t,p),float:Ih(n,t,
e),hidden:i.born.filter((b,w)=>b<=t&&r.get(w)?.place!==w).length}}function Lh(n,t,e,s,o,i){let{model:a,it:r,mode:l}=n,{named:c}=t,
p=ti(n,t,e),d=Zo(n,p,e,s),u=qt(n,t,e),f=e>=r.commit,m=t.stands.some(et=>r.onPath[et]),g=f&&d!==null&&!u&&m,b=a.copied(r,
p)&&t.place===p,w=r.n.role[p]==="draft",y=bs(n,e),v=!d&&!w&&t.col>=y,k=v||!d&&w&&!b,$=w&&t.col>=y&&d!==null,S=l.name==="\
dots",T=S&&c&&g,q=T?Math.ceil(t.wide+12+7*t.word.length):t.wide,O="st-n";b&&(O+=" replica"),d||(O+=" ghost"),v&&(O+=" ho\
le"),$&&(O+=" fallen"),g&&(O+=" path"),d?.state==="input"&&f&&!g&&(O+=" gone");let L=!g&&Bi(n,p,e);L&&(O+=" quiet"),r.n.
merge&&d?.state==="pruned"&&(O+=" leaf"),(d?.state==="pending"||d?.state==="merged")&&ws(n,p,e)&&(O+=" lost"),u?O+=" joi\
ned":!L&&Xo(n,t,e)&&(!d||Y(d.state).strength<Oh)&&(O+=" shared");let N=ys(n,{...t,place:p},e,d),K=d?Mn(n,p,e):"",G=vn(n)&&
d?.state==="rejected";N.left&&(O+=" left"),G&&(O+=" deleted");for(let et of new Set(o))O+=` ${et}`;let _=p===t.place?t:{
...t,place:p},U=zi(n,_,e),V=U===t.nth?_:{..._,nth:U},{x:H,y:Tt}=u??jh(n,t,$,e),xt=Hi(n,V,e,d,$),Q=d?oi(n,p,d):"",kt=d?qh(
n,d):"",j=Ci(n,t,d);return{key:t.key,kind:t.kind,place:p,id:r.n.id[p],x:H,y:Tt,wide:u?2*n.form.glyph.x:q,joined:u!==null,
onto:u&&{x:u.item.x,y:u.item.cy},font:t.font,word:d&&c&&(T||!S)?t.word:"",state:d?.state??null,visible:d!==null||k,ask:k&&
c&&!S?t.wide/2:null,...N,...xt,nth:d&&U!==null?String(U):"",sure:d&&n.form.sure?xs(n,p):"",ratio:K,second:Q,gram:null,copy:j,
times:kt,told:d?.told??"",repeated:!!d?.times,label:d?Ti(n,V,d,b,e,{...N,...xt,second:Q,times:kt,copy:j,ratio:K,letter:u?
null:i?.letter??null}):"",classes:O,path:g,fallen:$,tab:[p,t.place].includes(s.roving)?"0":"-1",letter:i?.letter??null,hue:i?.
hue??0,first:i?.first??!1,tagX:i?.tagX??0,tagY:i?.tagY??0}}function qh({mode:n,has:t},{times:e}){if(!e.startsWith("×"))
return e;let s=(Lt(n,t.fates)-4)/n.small,[o,...i]=e.split(" "),r=i.reduce((l,c)=>l+parseInt(c,10),0)===Number(o.slice(1))&&
i.length>0&&(i.length>1||!i[0].endsWith("✕"));return oe(s,e,...r?[i.join("")]:[],o)}var jh=({drop:n,aside:t,room:e},{x:s,
cy:o,makes:i},a,r)=>({x:a?s+t:s,y:(a?o+n:o)+(r>=e?i:0)});function Rh(n,{key:t,state:e,visible:s,path:o,fallen:i,joined:a,
classes:r}){let l=e!==null&&Y(e).strength>=Eh;return{key:t,d:n,state:e,made:l,raised:l||o,visible:s&&!i&&!a,classes:e===
null?"st-e ghost":o?"st-e path":/ quiet\b/.test(r)?"st-e quiet":/ lost\b/.test(r)?"st-e lost":"st-e"}}function Ih({it:n,
spot:t},e,{floated:s}){let o=t.get(s);return!o||o.named||n.born[s]>e?null:{word:o.word,x:o.x+o.wide+2,y:o.cy-10}}var Es=class{value=1;chosen=0;constructor(t,e){this.scroll=t,this.svg=e}fit(t,e){let{w:s,h:o}=t;this.value=Math.min(4,Math.
max(.15,this.chosen||Tn(t,e))),this.svg.setAttribute("width",String(Math.ceil(s*this.value))),this.svg.setAttribute("hei\
ght",String(Math.ceil(o*this.value+this.slack(t,e))))}slack({narrow:t,mode:e,h:s,top:o},i){let a=this.value*e.row,r=s*this.
value-i.h-this.value*(o+e.high/2)+a/2;return t&&r>0?(a-r%a)%a:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(t,e,s){
if(!t.length)return;let{scroll:o,value:i}=this,{mode:a,narrow:r,models:l}=e,c=12,{w:p}=s,d=r||l.below?0:i*l.head,u=i*Math.
min(...t.map(({x:k})=>k)),f=i*Math.min(...t.map(({cy:k})=>k-a.high)),m=i*Math.max(...t.map(({x:k,wide:$})=>k+$)),g=i*Math.
max(...t.map(({cy:k})=>k+a.high)),b=s.h-(r?s.bar:0),{scrollLeft:w,scrollTop:y}=o;m-u>p?o.scrollLeft=m-p+c:m>w+p?o.scrollLeft=
Math.min(u-c,m-p+c):u<w&&(o.scrollLeft=u-c);let v=g>y+b||f<y+d;r&&v?o.scrollTop=this.between(t,e,b):g>y+b?o.scrollTop=Math.
min(f-d-c,g-b+c):f<y+d&&(o.scrollTop=f-d-c)}between(t,{mode:e,spot:s,top:o},i){let a=t.map(({row:f})=>f),r=Math.min(...a),
l=this.value*e.row,c=this.value*(o+e.high/2)-l/2,p=Math.ceil(((Math.max(...a)+1)*l+c-i)/l),d=t.some(({row:f,up:m})=>f===
r&&s.get(m)?.row===r-1),u=p<=r?Math.max(0,Math.min(r,Math.max(p,0))):r-(d?1:0);return u>0?c+u*l:0}away(t,{x:e,wide:s,y:o},i){
let a=this.svg.getBoundingClientRect(),r=(l,c,p)=>Math.max(l*this.value-p,p-c*this.value,0);return Math.hypot(r(e,e+s,t.
clientX-a.left),r(o-i/2,o+i/2,t.clientY-a.top))}};var Nh=300,Gi=142,Ki=114,Vi=86,Dh=190,Yi=40,Os=class{touched=matchMedia("(pointer: coarse)");picture=new Ss;svg=this.picture.
svg;scroll=h("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new Es(this.scroll,this.svg);sides=new Ot(
this.scroll,()=>this.until());hidden=h("span",{class:"st-hidden","data-testid":"hidden-count"});all=h("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=Ts;step=-1;room={
w:800,h:300,bar:Yi,touched:!1,typeface:"sans-serif",width:pt};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(t,e){
this.model=t,this.on=e,this.recurring=new As(t,()=>this.again()),this.zooms=h("div",{class:"st-zoom"},this.recurring.toggle,
this.recurring.sizes,h("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zoom out",()=>this.
zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom to 1:1",()=>1),this.
button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=h("div",{class:"st-graph"},this.scroll,this.recurring.
say,this.zooms,this.sides.sign),Ai(this),this.scroll.addEventListener("scroll",()=>this.stick(),{passive:!0})}until(){let{
value:t}=this.zoom,e=this.scene?.nodes.filter(({visible:o})=>o)??[],s=this.frame?this.frame.mode.high/2:0;return{w:t*Math.
max(0,...e.map(({x:o,wide:i})=>o+i)),h:t*Math.max(0,...e.map(({y:o})=>o+s))}}stick(){let t=this.frame?.models.below??!0;
this.picture.pass.stick(t?0:this.scroll.scrollTop/this.zoom.value)}button(t,e,s,o){return h("button",{type:"button",class:"\
st-btn st-small","data-testid":e,"aria-label":s,title:s,onclick:()=>{this.zoom.chosen=o(),this.frame&&this.zoom.fit(this.
frame,this.room),this.sides.look()}},t)}open(t){this.frame?.it!==t&&(this.frame&&this.zoom.top(),this.build(t))}build(t){
this.leave();let{on:e}=this.recurring;this.recurring.open(t),(!this.looked||e!==this.recurring.on)&&this.look(),this.looked=
!0,this.drawn=this.room;let{toggle:s,sizes:o}=this.recurring;this.room={...this.room,buttons:Gi+(s.hidden?0:Ki)+(o.hidden?
0:Vi)+(t.core?Dh:0),zooms:Gi+(o.hidden?0:Ki+Vi)},this.frame=mi(this.model,t,this.room,this.expanded.has(t.i));let{w:i,h:a,
whole:r,items:l}=this.frame,c=t.core&&!r;this.all.hidden=!t.core,t.replicas&&l.length<=Nh?M(this.all,c?`Show tree with c\
opies (${t.replicas})`:"Show merged graph"):M(this.all,c?`Show all ${t.size} nodes`:"Show result path and siblings"),this.
svg.setAttribute("viewBox",`0 0 ${i} ${a}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof
SVGElement&&this.svg.contains(document.activeElement)&&document.activeElement.blur(),this.selection=Ts,this.step=-1}again(){
this.frame&&(this.looked=!1,this.build(this.frame.it),this.on.redraw())}look(){let{position:t,display:e}=getComputedStyle(
this.zooms),s=this.root.closest(".present")!==null,o=t==="absolute"&&e!=="none"?Yi+(this.touched.matches?12:0):0;this.room=
{w:this.scroll.clientWidth,h:this.scroll.clientHeight,bar:o,big:s,touched:this.touched.matches,typeface:getComputedStyle(
this.root).fontFamily||"sans-serif",width:pt}}toggleAll(){if(!this.frame)return;let{i:t}=this.frame.it;this.folded.add(t),
this.expanded.delete(t)||this.expanded.add(t),this.again()}unmerge(t,e){let s=t.steps.findIndex(({phase:a})=>a==="unmerg\
e"),o=s>=0&&e>=s,i=t.size<=tt("line").upTo;!t.core||!i||this.folded.has(t.i)||o===this.expanded.has(t.i)||(o?this.expanded.
add(t.i):this.expanded.delete(t.i),this.build(t))}show(t,e,s=this.selection.pointed){if(!this.frame)return;let{it:o}=this.
frame;this.unmerge(o,t);let{spot:i,items:a}=this.frame,{roving:r}=this.selection,l=r<0||o.born[r]>t||!i.has(r),c=Math.min(
...a.map(({place:d})=>o.born[d]<=t?d:1/0));this.render({...this.selection,picked:e,pointed:s,roving:l?i.has(e)?e:Number.
isFinite(c)?c:-1:r},t),t!==this.step&&(this.reveals=e>=0?[e]:o.steps[t].now),this.step=t,this.recurring.describe(o,t,this.
frame.narrow);let p=this.scene?.hidden;M(this.hidden,p?`${I(p,"node")} not shown`:""),this.all.style.visibility=p||this.
expanded.has(o.i)?"":"hidden",this.recurring.toggle.style.visibility=t<o.seen&&!this.recurring.on?"hidden":""}render(t,e=this.
step){this.selection=t,!(!this.frame||e<0)&&(this.scene=Ui(this.frame,e,t,this.recurring.shown),this.picture.draw(this.scene,
this.room.typeface))}light(t){t!==this.selection.pointed&&this.render({...this.selection,pointed:t})}float(t){t!==this.selection.
floated&&this.render({...this.selection,floated:t})}suppose(t,e){let s=e&&this.draws(t)?{place:t,state:e}:null;(s||this.
selection.supposed)&&this.render({...this.selection,supposed:s})}rove(t){this.render({...this.selection,roving:t})}draws(t){
return this.frame?.spot.has(t)??!1}shows(t){return this.draws(t)&&(this.frame?.it.born[t]??1/0)<=this.step}view(){let{left:t,
top:e}=this.svg.getBoundingClientRect();return this.frame&&this.scene?{frame:this.frame,scene:this.scene,left:t,top:e,zoom:this.
zoom.value}:null}focus(t){let{roving:e}=this.selection,s=this.frame?.spot.get(e)?.key,o=this.scene?.nodes.find(({place:i,
key:a})=>i===e||a===s);this.picture.elementOf(o)?.focus(t)}reveal(t){this.frame&&this.zoom.reveal(t.flatMap(e=>this.frame?.
spot.get(e)??[]),this.frame,this.room)}settle(){this.reveals&&this.reveal(this.reveals),this.reveals=null,this.stick(),this.
sides.look()}reset(){this.look(),this.looked=this.room.w>0,this.zoom.top(),this.leave(),this.frame=this.scene=null,this.
recurring.reset(),this.expanded.clear(),this.folded.clear(),this.picture.clear()}resized(){this.look(),this.frame&&(Math.
abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var Ch={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and th\
e thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision, p\
, q and the thresholds can differ in the third digit."};function zt(n,{key:t,label:e,value:s,most:o,step:i=.01,say:a,draw:r},l,c,...p){
let d=h("p",{class:"st-whatif-said",role:"status"}),u=h("button",{type:"button",class:"st-btn st-small st-wide","data-te\
stid":"whatif-go",disabled:!0,onclick:()=>c({...l,[t]:f.value})},"Replay this round"),f=h("input",{type:"range",class:"s\
t-scrub",min:i<1?0:1,max:o,step:i,"aria-label":e,"data-testid":`whatif-${t}`,oninput:()=>m(Number(f.value))});f.value=String(
s);function m(b){let w=b!==s;r(b);let y=a(b);M(d,w?`${y} Faded parts still show the recorded run.`:y);let v={sentence:w?
y:""};g.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:v})),u.disabled=!w,g.closest("[data-testid=ins\
pector]")?.toggleAttribute("data-moved",w)}let g=h("details",{class:"st-whatif-box","data-testid":"whatif"},h("summary",
{},"What if?"),h("label",{},e,f),d,h("div",{class:"st-row"},u,...p),h("p",{class:"st-quiet","data-testid":"whatif-again"},
Ch[n]));return g}var Qi=(n,t)=>h("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>t(
{verdict:n,flip:1})},"Reverse this decision");function Ji(n){let t=h("div",{class:"st-changed",role:"status","data-testi\
d":"changed",hidden:!0});return{root:t,show(e,s,o){t.hidden=!e,A(t,h("b",{},e),s&&h("span",{},"Recorded: ",h("q",{dir:"a\
uto"},s.recorded)),s&&h("span",{},"What if: ",h("q",{dir:"auto"},s.now)),o&&h("button",{type:"button",class:"st-btn st-s\
mall st-wide",onclick:n},"Back to the recorded run"))},wait(){t.hidden=!1,A(t,h("span",{},"Replaying this round. Models \
that are not in memory are loaded first."))},refuse(e){t.hidden=!1,A(t,h("span",{role:"alert"},e),h("button",{type:"butt\
on",class:"st-btn st-small",onclick:()=>{t.hidden=!0}},"Close"))}}}var Xi=25;function ta(n,t,e,s,o,i=null){let{why:a,came:r,good:l,tails:c,alpha:p,table:d,cut:u,names:f,least:m}=t,g=h("di\
v",{},c.length?Zi(n,t):null),b=k=>Math.max(0,c.findLastIndex($=>$>=k)),w=k=>Math.max(m,b(k)),y=k=>{let $=n==="plain"?`Wi\
th a required probability of ${F(k)}`:`With t = ${E(k)}`,S=w(k),T=P(n,c[S]);return b(k)<m?`${$}, the width is the minimu\
m, ${m}.`:`${$}, the width is ${S}: at least ${S} are accepted with probability ${T}.`},v=k=>A(g,Zi(n,{...t,cut:k,width:w(
k)}));return h("section",{class:"st-panel","data-testid":"layer-panel"},h("h2",{},t.title),i,g,a?h("p",{class:"st-reason"},
a):null,o&&u!==null&&c.length?zt(n,{key:"threshold",label:f[2],value:u,most:1,say:y,draw:v},{},o):null,r&&e>=t.told?h("p",
{class:"st-reason"},`${l?"●":"✕"} ${r}`):null,p.length?Ph(t):null,d.length?_h(t):null,...s)}var Ln=(n,t,e)=>n>t?` (${e?
I(n-t,e):n-t} not shown)`:"";function Fe(n,t,e){return e<=29?"":n==="plain"?t>0&&t<.005?"<1%":`${Math.round(100*t)}%`:t<
.005?t?"<.01":"0":D(+t.toFixed(2))}var Bh=(n,t)=>n==="plain"?`${(100*t).toFixed(1)}%`:D(+t.toFixed(3));function Zi(n,{tails:t,
tails_head:e,tails_say:s,cut:o,width:i,names:a}){let r=t.slice(0,Xi),l=300,c=4,p=66,d=56,u=t.map((k,$)=>Math.max(0,k-(t[$+
1]??0))),f=Math.min(36,(l-c-p)/r.length),m=k=>15+d-k*d,g=r.map(k=>P(n,k)).join(", "),b=o===null?"":` Required: ${a[1]}${P(
n,o)}.`,w=x("svg",{viewBox:`0 0 ${l} ${d+66}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tails","aria-l\
abel":`${e}. ${s} From 0: ${g}. Exactly: ${u.map(k=>P(n,k)).join(", ")}.${b} Target width ${i}.`});r.forEach((k,$)=>{let S=c+
$*f,T=S+(f-3)/2,q=$===i,O=o===null?q:k>=o;w.append(x("rect",{class:`${O?"on":"off"}${q?" mine":""}`,x:S,y:m(k),width:f-3,
height:Math.max(.5,k*d)}));let N=o!==null&&k<o&&Fe(n,k,99)===Fe(n,o,99)&&f>29?Bh(n,k):Fe(n,k,q?99:f),K=q?"mine":"",G=m(o??
-1),_=m(k)-3,U=o!==null&&G<_+3&&G>_-11;N&&w.append(x("text",{class:K,x:T,y:U?G-3:_,"text-anchor":"middle"},N)),(f>16||$%
4===0||q)&&w.append(x("text",{class:K||"end",x:T,y:d+28,"text-anchor":"middle"},String($)));let V=Fe(n,u[$],f);V&&w.append(
x("text",{class:"end",x:T,y:d+43,"text-anchor":"middle"},V)),q&&w.append(x("path",{class:"point",d:`M${T} ${d+46}l4 6h-8\
Z`}),x("text",{class:"mine",x:Math.max(14,T),y:d+62,"text-anchor":"middle"},`${a[0]} ${$}`))});let y=n==="plain",v=(k,$,S="\
end")=>x("text",{class:S,x:l-p+3,y:$},k);return w.append(v(y?"accepted":"K",d+28)),f>29&&w.append(v(y?"exactly":"P(K)",d+
43)),o!==null&&w.append(x("path",{class:"cut",d:`M0 ${m(o)}H${l-p}`}),v(`${a[1]}${P(n,o,D)}`,m(o)+3.5,"t"),y?v("required",
m(o)>36?m(o)-10:m(o)+17):""),h("figure",{"data-testid":"layer-width"},h("p",{class:"st-tails-head"},e,Ln(t.length,r.length)),
w,i<t.length&&y?h("p",{class:"st-rule","data-testid":"layer-rule"},Fh(t,o,i)):null,h("figcaption",{class:"st-when"},s))}
function Fh(n,t,e){return t===null?`The settings fix the width at ${e}.`:n[e]>=t?`${e} is the largest number whose bar r\
eaches the required ${F(t)}.`:`The bar of ${e} does not reach the required ${F(t)}, but the settings allow no fewer.`}function Ph({
alpha:n,alpha_say:t}){let e=n.slice(0,Xi-1),s=300,o=Math.min(36,(s-4)/e.length),i=40,a=x("svg",{viewBox:`0 0 ${s} ${i+30}`,
class:"st-columns",role:"img","aria-label":`α_j of the candidates from 1: ${e.map(r=>E(r)).join(", ")}`});return e.forEach(
(r,l)=>{let c=2+l*o+(o-3)/2,p=13+i-r*i,d=Fe("exact",r,o);a.append(x("rect",{x:2+l*o,y:p,width:o-3,height:Math.max(.5,r*i)})),
d&&a.append(x("text",{x:c,y:p-3,"text-anchor":"middle"},d)),(o>16||l%4===0)&&a.append(x("text",{class:"end",x:c,y:i+26,"\
text-anchor":"middle"},String(l+1)))}),h("figure",{},h("figcaption",{},t,Ln(n.length,e.length)),a)}function _h({table:n,
table_say:t,candidates:e}){let s=Math.min(17,n.length),o=42,i=Math.min(30,(300-o)/s),a=o+s*i,r=s*i,l={"text-anchor":"mid\
dle"},c=x("svg",{viewBox:`0 0 ${a} ${r+30}`,class:"st-heat",role:"img","data-testid":"layer-heat","aria-label":`P(m, k),\
 last row: ${n[n.length-1].map(p=>E(p)).join(", ")}`});c.style.maxWidth=`${a}px`,n.slice(0,s).forEach((p,d)=>{let u=d*i,
f=d===e?"mine":"end";c.append(x("text",{class:f,x:o-6,y:u+i/2+4,"text-anchor":"end"},String(d))),p.slice(0,s).forEach((m,g)=>{
let b=m>=.995?"1":m>=.01?m.toFixed(2).slice(1):m>0?"~0":"";c.append(x("rect",{x:o+g*i,y:u,width:i-1,height:i-1,"fill-opa\
city":(.06+.94*m).toFixed(3)},x("title",{},`P(${d}, ${g}) = ${E(m,3)}`))),i>=26&&b&&c.append(x("text",{class:m>.85?"in":
"",x:o+g*i+(i-1)/2,y:u+i/2+3.5,...l},b))})}),e<s&&c.append(x("rect",{class:"frame",x:o-1,y:e*i-1,width:(e+1)*i+1,height:i+
1}));for(let p=0;p<s;p++)c.append(x("text",{class:"end",x:o+p*i+(i-1)/2,y:r+12,...l},String(p)));return c.append(x("text",
{class:"end",x:2,y:i/2+4},"m ↓"),x("text",{class:"end",x:o,y:r+26},"k →")),h("figure",{},h("figcaption",{},t,Ln(n.length,
s,"row")),c)}function ea(n,t,e){let o=u=>8+u*284,i=t<.14?"start":t>.86?"end":"middle",a={"text-anchor":"middle"},r=n==="plain",l=e!==
void 0&&E(e)===E(t)&&e!==t,c=u=>l?E(u,3):E(u),p=e===void 0?`Threshold ${E(t)}.`:`Random number ${E(e)}; accepted below ${E(
t)}, rejected from ${E(t)} on.`,d=x("svg",{viewBox:"0 -12 300 78",class:"st-axis",role:"img","aria-label":p},x("rect",{class:"\
yes",x:o(0),y:24,width:o(t)-o(0),height:16}),x("rect",{class:"no",x:o(t),y:24,width:o(1)-o(t),height:16}));if(t>.22&&d.append(
x("text",{class:"in",x:o(t/2),y:36,...a},"accept")),t<.78&&d.append(x("text",{class:"in",x:o((1+t)/2),y:36,...a},"reject")),
d.append(x("path",{class:"cut",d:`M${o(t)} 20V44`}),x("text",{x:o(t),y:58,"text-anchor":i},`threshold ${c(t)}`)),e!==void 0){
let u=r?86:38,f=Math.min(300-u,Math.max(u,o(e)));d.append(x("path",{class:"coin",d:`M${o(e)} 42V18l-5 -7h10l-5 7`}),x("t\
ext",{class:"u",x:f,y:4,...a},`${r?"random number":"u ="} ${c(e)}`))}return t>.2&&d.append(x("text",{class:"end",x:o(0),
y:58,"text-anchor":"start"},"0")),t<.8&&d.append(x("text",{class:"end",x:o(1),y:58,"text-anchor":"end"},"1")),d}function qn(n,t,e){
let o=u=>6+u*288,i=n==="plain",a=e!==void 0&&E(e)===E(t)&&e!==t,r=a?3:2,l=`threshold ${E(t,r)}`,c=e!==void 0&&e<t,p=x("s\
vg",{viewBox:"0 0 300 22",class:"st-axis","aria-hidden":"true"},x("rect",{class:"yes",x:o(0),y:8,width:o(t)-o(0),height:11}),
x("rect",{class:"no",x:o(t),y:8,width:o(1)-o(t),height:11}),x("path",{class:"cut",d:`M${o(t)} 5V22`}));if(e===void 0)return h(
"div",{},p,h("p",{class:"st-axis-say"},l));p.append(x("path",{class:"coin",d:`M${o(e)} 19V7l-4 -6h8l-4 6`}));let d=i?c?"\
is below":"is not below":c?"<":"≥";return h("div",{},p,h("p",{class:"st-axis-say"},h("b",{},`${i?"random number":"u ="}\
 ${E(e,r)}`),` ${d} ${l}`))}var sa=.001,zh=1e-12,Hh=16,Wh=4,Uh=["q","p","r"],oa={plain:{q:"draft",p:"target",r:"leftover target"},exact:{q:"q",p:"p",
r:"residual p′"}},Gh={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},ia={plain:oa.plain,exact:{
q:"q_beam",p:"p_beam",r:"residual p′"}};function Pe(n,t,e,s){let o=(e?.dists??[]).map(c=>n.dists[c]),i=o.findIndex(({series:c})=>c===
"q");if(i>=0){let[c]=o.slice(0,i),p=o.slice(i+1).find(({series:d})=>d==="r");return{q:o[i],p:c,left:p,residual:c?.series===
"r"}}if(e?.state==="residual"&&o[0]?.series==="r"){let c=na(n,t,s),p=c?Pe(n,c.place,c,s):null;return p?.left?{...p,left:o[0]}:
{q:void 0,p:o[0],left:void 0,residual:!0}}let a=la(n,t,e,s),r=na(n,t,s),l=r&&r.place!==t?Pe(n,r.place,r,s).left:void 0;return{
q:a.get("q"),p:l??a.get("p"),left:void 0,residual:l!==void 0}}function Kh(n,t){let e=t?.greedy&&t.dists.map(o=>n.dists[o]).
find(({series:o,raw:i})=>o==="p"&&i),s=t?.state==="accepted"||t?.state==="rejected";return e?{q:void 0,p:e,left:void 0,residual:!1,
greedy:s}:null}var na=(n,t,e)=>n.verdicts.findLast((s,o)=>s.state==="rejected"&&n.stepOf[o]<=e&&n.n.parent[s.place]===n.
n.parent[t]&&s.dists.some(i=>n.dists[i].series==="q"));function Vh({q:n,p:t,left:e},s){let o=new Map;for(let[a,r]of[["q",
n],["p",t],["left",e]])r?.t.forEach((l,c)=>{let p=o.get(l)??{token:l,q:0,p:0,left:0};p[a]=r.v[c],o.set(l,p)});let i=a=>Math.
max(a.q,a.p);return[...o.values()].sort((a,r)=>r.left-a.left||i(r)-i(a)).filter(({token:a},r)=>r<Wh||a===s)}function Rn({
q:n,p:t,left:e}){if(!n||!t||!e||n.rest>1e-6||t.rest>1e-6)return null;let s=new Map(n.t.map((r,l)=>[r,n.v[l]])),o=new Map(
t.t.map((r,l)=>[r,Math.max(0,t.v[l]-(s.get(r)??0))])),i=[...o.values()].reduce((r,l)=>r+l,0),a=e.t.every((r,l)=>Math.abs(
(o.get(r)??0)/i-e.v[l])<.02);return i>1e-9&&a?i:null}function aa(n,t,e,s,o,i){let a=Kh(e,o)??Pe(e,s,o,i),{q:r,p:l,left:c}=a,
p=e.n.token[s],d=[r,l,c].filter(y=>y!==void 0);if(!d.length||d.some(y=>y.beam||y.raw&&a.greedy===void 0))return null;let u=n.
voice==="plain",f=y=>u?F(y):E(y),m=c?Rn(a):null,g=c!==void 0,b=(y,v,k)=>{let $=h("i",{"data-of":y});return Object.assign(
$.style,{left:`${100*v}%`,width:`${100*k}%`}),$},w=Vh(a,p).map(y=>{let v=r?Math.min(y.p,y.q):0,k=Math.max(0,y.p-v),$=g?b(
"p",0,y.left):b("p",v,k);g&&Object.assign($.dataset,{from:v,size:m===null?y.left:k});let S=g?[["r",y.left]]:[...r?[["q",
y.q]]:[],...l?[["p",y.p]]:[]],T=`${u?"draft ":"q = "}${f(y.q)}, ${u?"target ":"p = "}${f(y.p)}`;return h("div",{class:y.
token===p?"own":"",title:T},h("span",{},B(n.word(y.token),12)),h("span",{class:"st-both"},b("both",0,v),b("q",v,Math.max(
0,y.q-v)),$),h("span",{class:"st-both-n"},...S.map(([q,O])=>h("b",{"data-of":q},u&&O>zh&&O<sa?`<${F(sa)}`:f(O)))))});return h(
"div",{class:"st-overlap","data-testid":"inspector-overlap","data-part":g?"residual":"overlap","data-alone":!l,"data-sca\
led":g&&m===null?"no":null},h("div",{class:"st-keys"},...Yh(a,u).map(([y,v])=>h("span",{"data-of":y},...t(v)))),h("div",
{class:"st-both-axis","aria-hidden":"true"},h("span"),h("span",{},...(u?["0","50%","100%"]:["0",".5","1"]).map(y=>h("sma\
ll",{},y)))),...w,m===null||u&&m>.995?null:h("p",{class:"st-quiet","data-part":"sum"},u?`Before they were scaled to 100%\
, the blue parts added up to ${F(m)}.`:`∑ max(${a.residual?"p′":"p"} − q, 0) = ${E(m)}; divided by it, the residua\
l sums to 1.`))}function Yh({q:n,p:t,left:e,residual:s,greedy:o},i){if(o)return[["p",i?"target: only the most likely can\
 pass":"p; argmax passes"]];let a=s?i?"leftover target":"p′":i?"target":"p";return e?[["r",i?"leftover target probabil\
ity":"residual p′"]]:n?t?[["both",i?"shared":`min(${a}, q)`],["more",i?"draft gives more":`q > ${a}`],["p",i?`${a} giv\
es more`:`${a} > q`]]:[["q",i?"draft":"q"]]:[["p",s&&i?"leftover target probability":a]]}function ra(n,t,e,s,o){let i=la(
t,e,s,o),a=Uh.filter($=>i.has($));if(!a.length)return null;let r=[...i.values()].find($=>$.beam)?.ends??null,l=r?ae(n,t,
r):null,c=Qh(i),p=t.n.token[e],d=s?.mine,u=$=>($.beam===null||!d||d.includes($.beam))&&($.token===p||$.token===-2&&$.beam!==
null&&!!d&&r?.[$.beam]===t.n.id[e]),f=c.filter(($,S)=>S<Hh||u($)),m=Math.max(1e-12,...f.map(jn)),g=(r?ia:oa)[n.voice],b=a.
filter($=>i.get($)?.raw).map($=>g[$]),w=n.voice==="plain"?"before the sampling settings":"before warping 𝒯",y=b.length&&
(b.length===a.length?` ${w}`:` (${b.join(" and ")} ${w})`),v=Zh(f,a,r),k=h("div",{class:"st-laws"+(r?" st-laws-joint":""),
"data-testid":"inspector-dist"},h("h2",{},Xh(n,!!r),y?h("small",{},y):null),h("div",{class:"st-law st-law-h"},h("div",{class:"\
st-keys"},...a.map($=>h("span",{"data-of":$},g[$]))),h("span",{class:"st-law-v"},...a.map($=>h("b",{},Gh[n.voice][$])))),
...v.map($=>Jh(n,t,$,a,m,u($),l,r)));return r&&k.append(h("p",{class:"st-quiet","data-testid":"inspector-sum"},td(n,v,a))),
k.append(h("p",{class:"st-quiet"},ed(n,g,i,a,c,f))),k}function la(n,t,e,s){let o=new Map,i=n.dists.filter(a=>a.at===n.n.
parent[t]&&a.series!=="r"&&!a.beam);for(let a of[...(e?.dists||[]).map(r=>n.dists[r]),...i])!o.has(a.series)&&(a.series===
"q"||s>=n.seen)&&o.set(a.series,a);return o}function jn(n){return Math.max(n.values.p??0,n.values.q??0,n.values.r??0)}function Qh(n){
let t=new Map;for(let[e,s]of n)s.t.forEach((o,i)=>{let a=s.beam?s.beam[i]:null,r=`${a}:${o}`,l=t.get(r)||{token:o,beam:a,
beams:a===null?[]:[a+1],values:{}};l.values[e]=s.v[i],t.set(r,l)});return[...t.values()].sort((e,s)=>jn(s)-jn(e))}function Jh(n,t,e,s,o,i,a,r){
let l=e.beam!==null&&r&&a&&a.get(r[e.beam])||"",c=n.word(e.token),p=e.beams.length>1?`${e.beams.length}×`:"",d=n.missing(
t,e.token);return h("div",{class:"st-law"+(i?" own":"")},h("span",{class:"st-law-w",title:(l&&`${l} › `)+c},e.beam===null?
"":h("small",{},`${ot(l,9)} › `),B(c,12)),h("span",{class:"st-bars"},...s.map(u=>{let f=e.values[u]??0,m=h("i",{"data-\
of":u});return m.style.width=`${Math.max(f>0?1:0,100*f/o)}%`,m})),h("span",{class:"st-law-v"},...s.map(u=>{let f=e.values[u];
return h("span",{},f===void 0?"·":(f?p:"")+P(n.voice,f,D))})),d?h("small",{class:"st-lacks"},d.mark[n.voice]):null)}function Zh(n,t,e){
let s=new Map;for(let o of n){let i=o.beam===null||!e?o.beam:e[o.beam],a=[o.token,i,...t.map(l=>o.values[l])].join("|"),
r=s.get(a);r?r.beams.push(...o.beams):s.set(a,{...o,beams:[...o.beams]})}return[...s.values()]}function Xh(n,t){return n.
voice==="exact"?t?"Joint distributions over (beam, token)":"Next-token distributions after the parent":t?"Shares of all \
beams":`Probabilities of the next ${n.unit()}`}function td(n,t,e){let{voice:s}=n,o=n.unit(),i=t.some(l=>l.beams.length>1),
a=e.map(l=>{let c=t.reduce((p,d)=>p+(d.values[l]??0)*d.beams.length,0);return`${ia[s][l]} ${P(s,+c.toFixed(3))}`});return`\
Before “›” is the last ${o} of the parent beam. Each number is the share of one beam with one ${o}.${i?" 2× means \
two duplicates with that share each.":""} These rows add up to: ${a.join(", ")}.`}function ed(n,t,e,s,o,i){let a=o.filter(
d=>!i.includes(d)),r=[...e.values()].map(d=>d.size),l=Math.max(0,Math.max(o.length,...r)-i.length),c=n.unit(),p=s.map(d=>{
let u=(e.get(d)?.rest??0)+a.reduce((f,m)=>f+(m.values[d]??0),0);return`${t[d]} ${P(n.voice,u<1e-9?0:u)}`});return l?`${I(
l,c)} not shown, together ${p.join(", ")}.`:`These are all ${c}s with nonzero probability.`}function ae(n,t,e){let s=[...new Set(
e)],o=new Map(s.map(a=>[a,n.path(t,a).map(({token:r})=>n.word(r))])),i=(a,r)=>o.get(a)?.slice(-r).join(n.joiner())||"sta\
rt";return new Map(s.map(a=>{let r=c=>s.some(p=>p!==a&&i(p,c)===i(a,c)),l=[1,2,3,4].find(c=>!r(c));return[a,l?i(a,l):`${i(
a,1)} (node ${a})`]}))}var sd=/^(target|leftover target|p\b)/,nd=/^(draft(, scaled)?$|q\b)/,od=5e-4;function In(n,t="calculation"){let e=(a,r)=>sd.
test(a)?"p":nd.test(a)?"q":r==="="||r==="→"?"result":null,s=n.map((a,r)=>typeof a=="string"?h("i",{},a):h("span",{"dat\
a-of":e(a[1],n[r-1])},h("b",{},a[0])," ",h("small",{},a[1]))),o=n.indexOf("="),i=a=>a.flatMap(r=>[r," "]);return h("p",{
class:"st-sum","data-testid":`inspector-${t}`},...i(o<0?s:s.slice(0,o)),o<0?null:h("span",{class:"st-sum-end"},...i(s.slice(
o))))}function id(n,t,e){let s=e==="plain",o=E(n/t),i=(r,l)=>s?`${+(100*r).toFixed(l)}%`:String(+r.toPrecision(l+1)),a=s?
[F(n),F(t)]:[E(n),E(t)];for(let r=s?1:2;r<9&&n>=1e-6&&t>=1e-6;r++){let[l,c]=a.map(parseFloat);if(l&&c&&E(l/c)===o)break;
a=[i(n,r),i(t,r)]}return a}var ca={p:"target",p_beam:"target","p′":"leftover target","p/ρ":"target ÷ ρ"};function ad({
tiles:n,q:t,a:e},s,o=!1){let i=n.findLast(([u])=>u in ca);if(e===void 0||!i||typeof i[1]!="number"||!t)return null;let a=s===
"plain",r=i[1]/t,l=E(r),[c,p]=id(i[1],t,s),d=a?o?"draft, scaled":"draft":"q";return[[c,a?ca[i[0]]:i[0]],a?"÷":"/",[p,d],
"=",...r>1&&l!=="1"?[l,"→"]:[],[r>=1?"1":l,a?"threshold":"a"]]}function rd(n,t,e,s){let o=Pe(n,t.place,t,e),i=n.n.token[t.
place],a=Rn(o),r=k=>k?.v[k.t.indexOf(i)]??0,[l,c,p]=[r(o.p),r(o.q),r(o.left)],d=s==="plain",u=o.p?.beam||o.left?.beam;if(t.
state!=="residual"||u||a===null||l<=c||!p)return null;let f=(k,$)=>d?`${+(100*k).toFixed($)}%`:String(+k.toFixed($+2)),m=[
0,1,2,3].flatMap(k=>[0,k].map($=>[l,c].map(S=>f(S,k)).concat(f(a,$)))),g=m.find(k=>{let[$,S,T]=k.map(parseFloat);return F(
($-S)/T)===F(p)})??m[0],[b,w,y,v]=d?[o.residual?"leftover target":"target","draft","all blue parts","leftover"]:[o.residual?
"p′":"p","q","∑ max(p − q, 0)","residual"];return["(",[g[0],b],"−",[g[1],w],")",d?"÷":"/",[g[2],y],"=",[P(s,p,k=>E(
k)),v]]}function ha(n,t,e,s,o){let{voice:i}=n,a=t.panels.some(({kind:m})=>m==="judged"),r=Nn(t,e,o),l=s&&n.drafted(t,s.place,
o),c=s?.q??l??0,p=(s&&t.n.shares?.[s.place]?.[0]?.[1])??l??c,d=r?r.work?.[i]:s&&((a?null:ad(s,i,Math.abs(p-c)>od))??rd(t,
s,o,i));if(!d)return null;let u=t.panels.find(({kind:m})=>m==="prefixes"),f=u?.kind==="prefixes"&&r?[r.passed?">":"≤",
[E(u.bar),i==="plain"?"threshold":"τ"]]:[];return In([...d,...f])}function Nn(n,t,e){for(let s of n.panels){let i=(s.kind===
"judged"?s.rows:s.kind==="prefixes"?s.prefixes:[]).find(a=>a.step===e&&a.place===t);if(i)return i}}var ld=3,cd=34;function hd(n,t){let e=new Map,s=new Map;for(let p of n.its.slice(0,t+1))for(let{node:d}of p.beams)for(let u of n.
path(null,d))e.has(u.node)||s.set(u.parent,[...s.get(u.parent)??[],u.node]),e.set(u.node,p.i);let o=[...e.keys()].filter(
p=>!s.has(p)&&e.get(p)!==t),i=new Set(o.sort((p,d)=>(e.get(d)??0)-(e.get(p)??0)||d-p).slice(0,ld)),a=new Map(n.beamsOf(n.
its[t]).map(({beam:p,slots:d})=>[p.node,{beam:p,slots:d}])),r=p=>e.get(p)===t||i.has(p)||(s.get(p)??[]).some(r),l=p=>{let d=[
p],u=g=>(s.get(g)??[]).filter(r),f=p;for(let[g,...b]=u(f);g!==void 0&&!b.length&&!a.has(f)&&e.get(g)===t==(e.get(f)===t);[
g,...b]=u(f))d.push(f=g);let m=a.get(f);return{nodes:d,last:e.get(p)??0,below:u(f).map(l),copies:m?.slots.length??0,beam:m?.
beam??null}};return[...e.keys()].filter(p=>!e.has(n.lineage.get(p)?.parent??-1)).filter(r).map(l)}function Dn(n,t){if(t<
0||!n.its.slice(0,t+1).some(({beams:a})=>a.length>1))return null;let e=hd(n,t),s=n.voice==="plain",o=a=>a===null?"":s?F(
Math.exp(a)):E(a),i=({nodes:a,below:r,last:l,copies:c,beam:p})=>{let d=a.map(m=>n.lineage.get(m)?.token??-1),u=l<t,f=[c>
1?`×${c}`:"",p?o(p.logp):"",p?.best?"likeliest":"",u&&!r.length?`✕ not continued after round ${l+1}`:""].filter(Boolean).
join(" · ");return h("li",{"data-of":u?"lost":p?"end":"trunk"},h("span",{},h("b",{},ot(n.phrase(d).replace(/\n/g,"⏎").
trim(),cd)),f?h("small",{},f):null),r.length?h("ul",{},...r.map(i)):null)};return h("section",{class:"st-tree","data-tes\
tid":"inspector-beamtree"},h("h2",{},`Beams so far, with their ${s?"probability":"Σ log p"}`),h("ul",{},...e.map(i)))}var dd=6,pd=6,Cn=["q","p","used","left"],da=["residual","bonus","fill","drawn"],ud={q:"draft",p:"target",used:"leftover",
left:"after"},fd={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},md=-2;function Ls(n,t){let e=t.dists.map(l=>n.dists[l]).
filter(({beam:l})=>l),s=e.findIndex(({series:l})=>l==="q"),[o]=e,i=n.verdicts.filter(({layer:l})=>l===t.layer).flatMap(l=>l.
dists.map(c=>n.dists[c]));if(t.state==="unused"&&t.p!==void 0)return{q:i.find(({series:l,beam:c})=>l==="q"&&c),p:i.find(
({series:l,beam:c})=>l==="p"&&c)};let a=l=>i.find(({series:c,beam:p})=>c===l&&p),r={q:s<0?void 0:e[s],p:a("p"),used:o?.series===
"r"?o:void 0,left:s<0?void 0:e[s+1]};return Object.fromEntries(Object.entries(r).filter(([,l])=>l))}function pa(n,t,e,s){
let o=t.verdicts.find(b=>b.layer===e&&b.dists.some(w=>t.dists[w].beam)),{q:i,p:a}=o?Ls(t,o):{};if(!i?.beam||!a?.beam||i.
rest>1e-6||a.rest>1e-6)return null;let r=(b,w)=>`${b.beam?.[w]}:${b.t[w]}`,l=new Map(i.v.map((b,w)=>[r(i,w),b])),c=a.v.map(
(b,w)=>Math.min(b,l.get(r(a,w))??0)).filter(b=>b>5e-4).sort((b,w)=>w-b),p=c.reduce((b,w)=>b+w,0);if(c.length<2||c.length>
dd||Math.abs(p-s)>.001)return null;let d=P(n.voice,p),u=b=>c.map(w=>n.voice==="plain"?`${+(100*w).toFixed(b)}%`:String(+w.
toFixed(b+2))),f=b=>b.reduce((w,y)=>w+parseFloat(y),0)/(n.voice==="plain"?100:1),m=[0,1,2].map(u).find(b=>P(n.voice,f(b))===
d)??u(2),g=n.voice==="plain"?"Overlap, the smaller share of every pair":"α_1 = Σ min(p, q)";return h("p",{class:"st-qu\
iet","data-testid":"overlap-sum"},`${g}: `,h("b",{},`${m.join(" + ")} = ${d}`))}function gd(n,t,e){let s=new Map;for(let a of Cn)
n[a]?.t.forEach((r,l)=>{let c=n[a],p=c.beam?.[l]??0,d=`${p}:${r}`,u=s.get(d)??{beams:[p],token:r,shares:{}};u.shares[a]=
c.v[l],s.set(d,u)});let o=new Map;for(let a of s.values()){let r=[e[a.beams[0]]??`beam ${a.beams[0]}`,a.token,...Cn.map(
c=>a.shares[c])].join(),l=o.get(r);l?l.beams.push(...a.beams):o.set(r,a)}let i=({shares:{q:a=0,p:r=0}}={})=>Math.max(a,r);
return[...o.values()].sort((a,r)=>i(r)-i(a)).filter((a,r)=>r<pd||t(a)).sort((a,r)=>a.beams[0]-r.beams[0]||i(r)-i(a))}function bd(n,t,e,s){
let o=t.panels.find(d=>d.kind==="width"&&d.layer===e&&s>=d.known);if(o?.kind!=="width")return null;let i=t.verdicts.filter(
(d,u)=>d.layer===e&&t.stepOf[u]<=s),a=(...d)=>i.filter(({state:u})=>d.includes(u)).length,r=a("accepted"),l=o.candidates-
r-a("rejected"),c=i.flatMap(({state:d,place:u})=>d==="accepted"||da.includes(d)?[u]:[]),p=[...new Set(c)].map(d=>[n.word(
t.n.token[d]),c.filter(u=>u===d).length]);return{width:o.width,accepted:r,own:a(...da),candidates:o.candidates,left:l,names:p}}
function Bn(n,t,e,s){let o=e===null||!["layer","orphaned","verify","unused","residual","bonus","fill"].includes(t.steps[s].
phase)?null:bd(n,t,e,s);if(!o)return null;let{width:i,accepted:a,own:r,names:l}=o,c=Math.max(0,i-a-r),p=[...Array(a).fill(
"accepted"),...Array(r).fill("fill")].map(d=>st(d));return h("p",{class:"st-count","data-testid":"layer-count"},h("span",
{"aria-hidden":"true"},...p,...Array.from({length:c},()=>h("i"))),h("b",{},`beams found for layer ${e}: ${a+r} of ${i}`),
l.some(([,d])=>d>1)?h("em",{"data-testid":"layer-beams"},...l.flatMap(([d,u],f)=>[f?", ":"",d,u>1?h("b",{},` ×${u}`):""])):
null,h("small",{},wd(o,c)))}function wd({accepted:n,own:t,candidates:e,left:s},o){return t?`${n} accepted, ${t} sampled \
by the target`:e?o?s?`${I(s,"candidate")} left to test`:`No candidate is left, so the target samples the ${o===1?"missin\
g beam":`${o} missing beams`}.`:s?`The layer is full, so ${I(s,"candidate")} ${s===1?"is":"are"} not tested.`:"The layer\
 is full.":`The target samples ${o===1?"this beam":"these beams"}.`}function ua(n,t,e,s){let o=s?Ls(t,s):{};if(!s||!o.p||
s.state!=="unused"&&!s.dists.some(v=>t.dists[v].beam))return null;let i=o.used?"used":"p",a=n.voice==="plain",r=Cn.filter(
v=>o[v]&&(v!=="p"||i==="p")),l=r.map(v=>o[v]?.ends??[]).find(({length:v})=>v)??[],c=ae(n,t,l),{mine:p=[]}=s,d=t.n.id[e],
u=({token:v,beams:k})=>k.some($=>!p.length||p.includes($))&&(v===t.n.token[e]||v===md&&k.some($=>l[$]===d)),f=gd(o,u,l),
m=f.some(({beams:v})=>v.length>1),g=Math.max(1e-9,...f.flatMap(({shares:v})=>r.map(k=>v[k]??0))),b=v=>P(n.voice,v??0,D),
w=f.map(v=>xd(v,r,g,u(v),[c.size>1?ot(c.get(l[v.beams[0]])??"start",9):"",B(n.word(v.token),12)],r.map(k=>b(v.shares[k])))),
y=n.unit();return h("figure",{class:"st-joints","data-testid":"inspector-joint","data-scale":String(r.length),"data-voic\
e":n.voice,"data-left":o.left?"":null},h("h2",{},a?`Shares of all (beam, ${y}) pairs`:"Joint distributions over (beam, t\
oken)"),h("div",{class:"st-joint-h","aria-hidden":"true"},h("span",{},m?h("small",{},"2×: equal beams"):""),h("span",{},
h("small",{},"0"),h("small",{},b(g))),h("span",{},...r.map(v=>h("b",{"data-of":v},(a?ud:fd)[v])))),...w,s.made?h("figcap\
tion",{"data-testid":"share-made"},s.made[n.voice]):null,h("figcaption",{},kd(n,o,s)),o.left&&a?h("figcaption",{"data-te\
stid":"share-left"},yd(f,w,b)):null)}function yd(n,t,e){let s=n.map(({shares:u})=>u.q?u.left??0:0),o=Math.max(...s),{used:i,
p:a=0,q:r=0}=n[s.indexOf(o)].shares,l=i??a,c=l-r;if(!o||c<=0)return"";let p=t[s.indexOf(o)].firstElementChild?.getAttribute(
"title"),d=e(c/o);return`“${p}”: ${e(l)} less ${e(r)} leaves ${e(c)}. All such parts add up to ${d}, and ${e(c)} ÷ ${d}\
 is ${e(o)}.`}function xd({beams:n,shares:t},e,s,o,[i,a],r){let l=e.map(c=>{let p=h("i",{"data-of":c}),d=t[c]??0,{used:u=t.
p??0,q:f=0}=t,m=g=>`${100*g/s}%`;return p.style.width=d?`max(1px, ${m(d)})`:"0",c==="left"&&Object.assign(p.dataset,{from:m(
u),mid:m(Math.max(0,u-f))}),p});return h("div",{class:o?"st-joint own":"st-joint"},h("span",{title:i?`${i} › ${a}`:a},
h("span",{},i?h("small",{},`${i} › `):"",a),n.length>1?h("small",{},`${n.length}×`):null),h("span",{class:"st-joint-b\
ars"},...l),h("span",{class:"st-joint-n"},...r.map((c,p)=>h("b",{"data-of":e[p]},c))))}function kd(n,{q:t,used:e,left:s},{
state:o}){let i=n.voice==="plain";return!t&&e?i?"The target samples one pair from the leftover. It makes up for the reje\
ctions.":"One pair is sampled from p′, the residual of the rejections.":t?s?i?"The rejection changes all shares: the d\
raft’s are subtracted, and what is left is scaled to 100%. Outlines show the shares before.":"p′ ← norm(max(p′ − q_bea\
m, 0)), over all pairs. Outlined: before.":o==="accepted"&&e?i?"After this acceptance, the target’s full shares apply ag\
ain.":"After this acceptance, p′ ← p_beam.":o==="unused"?i?"These are the shares before the first test of this layer\
.":"":o!=="accepted"?"":i?"An acceptance leaves the target’s shares as they are.":"After an acceptance, p′ = p_beam.":
`The target samples one pair from ${i?"its full shares":"p_beam"}.`}function fa(n,t,e){let{strip:s}=e??{};if(!e||!s)return null;
let o=n.voice==="plain",i=s.parts.reduce((m,[,,g])=>m+g,0),a=e.dists.map(m=>t.dists[m].ends??[]).find(({length:m})=>m)??
[],r=ae(n,t,a),l=([m,g])=>(g===null||r.size<2?"":`${r.get(a[g])??"start"} › `)+n.word(m),c=l(s.parts[s.own]),p=s.parts.
map((m,g)=>{let b=100*m[2]/i,w=`${l(m)} ${F(m[2])}`,y=h("span",{class:g===s.own?"own":"",title:w},b>12?B(n.word(m[0]),Math.
max(2,Math.floor(b/3.2))):"");return y.style.width=`${b}%`,y}),d=h("i",{"data-part":"coin"}),u=h("b",{},`${o?"random num\
ber":"u ="} ${E(s.u)}`);d.style.left=`${100*s.u}%`,u.style.left=`${Math.min(76,Math.max(24,100*s.u))}%`;let f=s.of==="r"?
o?"leftover target probability":"p′":o?"target probability":"p";return h("figure",{class:"st-draw","data-testid":"insp\
ector-draw"},h("div",{class:"st-draw-u"},u),h("div",{class:"st-draw-bar",role:"img","aria-label":`${I(p.length,"part")} \
from 0 to 1; the random number ${E(s.u)} falls into the part of ${c}.`},...p,d),h("div",{class:"st-draw-ends","aria-hidd\
en":"true"},h("small",{},"0"),h("small",{},"1")),h("figcaption",{},o?`${a.length?"":`Each part is as wide as its ${f}. `}\
The random number falls into “${c}”.`:`Cumulative ${f} in the order of token ids; u selects the part that contains i\
t.`))}var qs="speculative-decoding-explorer";function ma(){try{return JSON.parse(localStorage.getItem(qs)||"{}")}catch{return{}}}
var re=n=>ma()[n]||"";function _e(n,t){try{localStorage.setItem(qs,JSON.stringify({...ma(),[n]:t}))}catch{}}var Ht="";function js(){
try{Ht=Ht||sessionStorage.getItem(qs)||""}catch{}if(Ht)return Ht;Ht=Array.from({length:4},()=>Math.random().toString(36).
slice(2,8)).join("");try{sessionStorage.setItem(qs,Ht)}catch{}return Ht}function ga(n){for(let t of n.querySelectorAll("\
details[data-testid]")){if(!(t instanceof HTMLDetailsElement))continue;let e=`open-${t.dataset.testid}`;t.open=re(e)==="\
1",t.addEventListener("toggle",()=>_e(e,t.open?"1":""))}}var bt=(n,t,e)=>h("table",{class:"st-table st-tight","aria-label":e},h("thead",{},h("tr",{},...n.map(s=>h("th",{scope:"c\
ol"},s)))),h("tbody",{},...t)),at=(...n)=>n.map(t=>h("td",{},...[t].flat()));function ba(n,t,e,s,o){let i=e.rows.filter(f=>f.step<=s),a=e.ratios!==void 0;if(!i.length)return null;let r=s>=e.told||a?
i.findLastIndex(({chosen:f})=>f):-1,l=i.findLastIndex(f=>t.steps[s].phase==="prefix"||f.step===s?f.step===s:f.place===o),
c=i.map(({place:f,ratio:m,cut:g,u:b,passed:w,chosen:y},v)=>{let k=h(a&&!w?"s":"b",{},B(n.word(t.n.token[f]),9)),$=w||y,S=a?
v===r:v<=r;return h("tr",{class:`${$?"yes":"no"}${S?" own":""}${v===l?" now":""}`},...at([`${v+1} `,k],...a?[]:[E(m)],b===
null?"":`${E(b)} ${w?"<":"≥"} ${E(g)}`,$?"yes":"no"))}),p=i.find(f=>f.step===s)?.origin,d=p?Md(n,e,p):null,u=c.length>
1||l!==0;return h("figure",{class:"st-judged","data-testid":"inspector-judged"},u?bt(e.heads,c,e.title):null,vd(n,t,e,s),
d,h("figcaption",{},e.caption))}function vd(n,t,{compared:e=[]},s){let o=n.voice==="plain",i=l=>P(n.voice,l),a=e.filter(
({step:l})=>l===s).flatMap(({place:l,q:c,p})=>{let d=e.findLast(y=>y.place===l&&y.step<s),u={q:n.get(t,"q",l),p:n.wanted(
t,l,s)},[f,m]=[d?.q??u.q,d?.p??u.p],b=t.n.role[n.up(t,l)]!=="draft"&&c>0&&p!==null?`${E(p/c)}${p>c?" → 1":""}`:"",w=B(
n.word(t.n.token[l]),10);return p===null?[]:[h("tr",{},...at(h("b",{},w),`${i(f)} → ${i(c)}`,`${i(m)} → ${i(p)}`,b))]}),
r=o?["","draft → scaled","target → leftover","ratio"]:["","q → q′","p → p′","α"];return a.length?h("section",
{"data-testid":"inspector-changes"},h("h3",{},o?"What the next tests compare":"For the next tests"),bt(r,a,"What the del\
etion changes")):null}var $d=["","taken","missing"];function Md(n,{names:t,after:e},s){let{voice:o}=n,{title:i,lines:a,work:r,
taken:l,missing:c,rows:p}=s,d=[[l,"taken"],[c,"missing"],[1-l-c,"rest"]].map(([u,f])=>{let m=h("i",{class:String(f)});return m.
style.flexGrow=String(u),m});return h("section",{class:"st-origin","data-testid":"inspector-origin"},h("h3",{},i[o]),h("\
div",{"aria-hidden":"true"},...d),h("ol",{},...a.map((u,f)=>h("li",{},h("i",{class:$d[f]}),h("span",{},u[o])))),In(r[o],
"origin-sum"),p.length?bt(t,Sd(n,s),i[o]):null,e&&p.length?h("p",{class:"st-quiet"},e[o]):null)}function Sd(n,{rows:t,places:e}){
let s=o=>n.voice==="plain"?String(+o.toFixed(e)):D(+(o/100).toFixed(e+2));return t.map(([o,i,a,r],l)=>{let c=l===t.length-
1,p=o===null?c?"sum":"others, added up":B(n.word(o),10),d=c?["","",h("i",{class:"taken"}),h("i",{class:"missing"})]:[];return h(
"tr",{class:c?"sum":""},...at(p,...[i,a,r,i-r].map((u,f)=>[d[f]??null,s(u)])))})}function wt(n,t,e=1,s="p"){let o=r=>`${(100*Math.min(1,Math.max(0,r/e))).toFixed(1)}%`,i=h("i"),a=h("b");return i.style.
width=o(n??1/0),t!==null&&(a.style.left=o(t)),h("span",{class:"st-meter","data-of":s},i,t!==null&&t<e?a:null)}function wa(n,t,e,s){let i=e.tries.filter(a=>a.step<=s).map(({place:a,state:r,numbers:l},c)=>h("tr",{class:r==="accepted"?
"yes":"no"},...at([`${c+1} `,h("b",{},B(n.word(t.n.token[a]),10))],...l.map((p,d)=>[d<l.length-1?P(n.voice,p,D):D(p),e.left&&
d===0?wt(p,null,1,"q"):null]),[st(r),h("span",{class:"st-hear"},ft(r,n.voice))])));return h("figure",{"data-testid":"ins\
pector-tries"},i.length?bt(["token",...e.heads,""],i,"Candidates at this position"):null,h("figcaption",{},e.caption))}function ya(n,t,e,s,o){
let{entropy:p,epsilon:d,delta:u}=e,f=Math.max(3,Math.ceil(p+.5)),m=Math.log(1e-4),g=j=>42+j/f*250,b=j=>10+Math.log(Math.
min(1,Math.max(1e-4,j)))/m*114,w=j=>Math.min(d,u*Math.exp(-j)),y=Math.log(u/d),v=[0,...y>0&&y<f?[y]:[],f].map(j=>`${g(j)}\
 ${b(w(j))}`).join("L"),k=e.candidates.filter(j=>j.step<=s),$=j=>n.word(t.n.token[j.place]),[S,T]=e.names,{voice:q}=n,O=q===
"plain",L=j=>P(q,j,D),N=P(q,e.bar),K=O?"the uncertainty is ":T,G=`${e.caption} Here ${K}${E(p)} and the threshold is ${N}\
.`,_=x("svg",{viewBox:"0 0 300 154",class:"st-bar-curve",role:"img","aria-label":`${G} ${k.map(j=>`${$(j)} ${S} ${L(j.p)}`).
join(", ")}`},x("path",{class:"yes",d:`M${g(0)} 10L${v}L${g(f)} 10Z`}),x("path",{class:"no",d:`M${g(0)} 130L${v}L${g(f)}\
 130Z`}),x("path",{class:"cut",d:`M${v}`}),x("path",{class:"here",d:`M${g(p)} 10V130`}));for(let j of[1,.1,.01,.001])_.append(
x("text",{class:"end",x:38,y:b(j)+4,"text-anchor":"end"},O?`${100*j}%`:String(j)));let U=Math.min(266,Math.max(66,g(p)));
_.append(x("text",{class:"end",x:2,y:134},S.length>1?"":S),x("text",{x:U,y:148,"text-anchor":"middle"},`${T}${E(p)}`)),U>
82&&_.append(x("text",{class:"end",x:42,y:148},"0")),U<240&&_.append(x("text",{class:"end",x:292,y:148,"text-anchor":"en\
d"},String(f)));let V=g(p)<300/2,H=b(w(V?f:0)),Tt=Ad(k,b,130),xt=j=>Tt.every(({label:et})=>Math.abs(et+4-j)>15),Q=[H+16,
(H+130)/2+6,125].find(xt)??H+16;for(let[j,et]of[[24,"passes"],[Q,"fails"]])_.append(x("text",{x:V?290:48,y:j,"text-ancho\
r":V?"end":"start"},et));for(let j of Tt){let et=g(p),ln=V?1:-1,Je=j.all[0],[cn,lo]=[L(Je.p),L(j.all[j.all.length-1].p)],
il=j.all.length>1?I(j.all.length,n.unit()):B($(Je),10);_.append(x("path",{class:"lead",d:`M${et+6*ln} ${j.y}L${et+15*ln}\
 ${j.label}`}),x("path",{class:"st-g","data-kind":Je.state,d:rt(Je.state),transform:`translate(${et} ${j.y}) scale(5)`}),
x("text",{class:"w",x:et+18*ln,y:j.label+4,"text-anchor":V?"start":"end"},`${il}: ${S} ${cn===lo?cn:`${lo} to ${cn}`}`))}
let kt=k.slice(0,12).map(j=>h("tr",{class:j.own?"":j.p>e.bar?"yes":"no"},...at(h("b",{},B($(j),14)),L(j.p),j.own?"":`${j.
p>e.bar?">":"≤"} ${L(e.bar)}`,`${Y(j.state).sign} ${j.end}`)));return k.slice(0,12).forEach((j,et)=>kt[et].classList.toggle(
"own",j.place===o)),h("figure",{"data-testid":"inspector-bar"},h("figcaption",{},e.caption),_,bt(e.heads,kt,"Candidates \
and threshold"),k.length>kt.length?h("p",{class:"st-quiet"},`${k.length-kt.length} not shown`):null)}function Ad(n,t,e){
let o=[];for(let i of[...n].sort((a,r)=>r.p-a.p)){let a=o[o.length-1];a&&a.all[0].state===i.state&&t(i.p)-a.y<13?a.all.push(
i):o.push({y:t(i.p),label:0,all:[i]})}o.forEach((i,a)=>{i.label=Math.max(i.y,a?o[a-1].label+13:0)});for(let i=o.length-1,
a=e-6;i>=0;i--)o[i].label=Math.min(o[i].label,a),a=o[i].label-13;return o}function xa(n,t,e,s){let o=({value:r,bar:l,good:c}={})=>{
let[p,d]=[r,l].map(u=>P(n.voice,u,D));return[`${p} ${c?"≥":"<"} ${d}`,wt(r,l,1,c?"p":"no")]},i=({value:r,bar:l,good:c}={})=>[
`${D(r)} ${c?"≤":">"} ${D(l)}`,wt(r,l,2*l,c?"p":"no")],a=e.doubts.filter(r=>r.exit.step<=s).map(({layer:r,place:l,exit:c,
back:p})=>{let d=p&&p.step<=s?p:null,u=l===null?"stops":B(n.word(t.n.token[l]),11);return h("tr",{class:l===null?"no":"y\
es"},...at([`${r} `,h("b",{},u)],o(c),...e.heads.length<3?[]:[d?[...i(d),d.good?null:h("span",{class:"st-bad"},"✕ goes b\
ack")]:"·"]))});return a.length?h("figure",{"data-testid":"inspector-doubts"},h("h2",{},e.title),h("figcaption",{},e.caption),
bt(e.heads,a,e.title)):null}function ka(n){let t=[["attention",n.attention],["MLP",n.mlp]],e=n.of_layers,s=300,o=58,i=Math.
min(16,(s-o-2)/Math.max(1,e)),a=18,r=x("svg",{viewBox:`0 0 ${s} ${2*a+18}`,class:"st-skips",role:"img","aria-label":n.caption});
t.forEach(([l,c],p)=>{r.append(x("text",{x:o-6,y:p*a+13,"text-anchor":"end"},l));for(let d=0;d<e;d++){let u=o+d*i,f=p*a,
m=c.includes(d);r.append(x("rect",{class:m?"out":"in",x:u+.75,y:f+1,width:i-1.5,height:a-3},x("title",{},`${l} of layer ${d}\
: ${m?"skipped":"computed"}`)));let[g,b,w,y]=[u+2,u+i-2,f+3,f+a-4];m&&r.append(x("path",{class:"strike",d:`M${g} ${w}L${b}\
 ${y}M${b} ${w}L${g} ${y}`}))}});for(let l=0;l<e;l+=5)r.append(x("text",{class:"end",x:o+(l+.5)*i,y:2*a+12,"text-anchor":"\
middle"},String(l)));return h("figure",{"data-testid":"inspector-skips"},h("figcaption",{},n.caption),r)}function va(n,t,e,s,o){
let{sent:i,places:a,values:r,ups:l,owns:c,grown:p,grows:d}=e,u=l.some(S=>S!==null),f=i===null?8:i+3,m=S=>P(n.voice,S,D),
g=a.map((S,T)=>T).filter(S=>S<f||a[S]===o),b=g.map(S=>{let T=a[S],q=n.up(t,T),O=n.fate(t,T,s),L=O.state==="not_sent",N=i!==
null||L?st(O.state):s>=d&&p.includes(T)?"extended":"",K=l[S]===null?"":`${ot(n.wordAt(t,q),7)} › `,G=l[S]===null||c[S]===
null?"":`${m(l[S])} × ${m(c[S])}`;return h("tr",{class:(T===o?"own":"")+(S===i?" cut":"")},...at([K?h("small",{},K):null,
h("b",{},B(n.word(t.n.token[T]),12))],...u?[G]:[],h("span",{class:"st-sure"},h("span",{},m(r[S])),wt(r[S],null,r[0],"q")),
[N,L?h("span",{class:"st-hear"},n.called(O)):null]))}),[w,y,v]=e.heads,k=n.voice==="plain"?"before × own":"∏ before × q",
$=a.length-g.length;return h("figure",{class:"st-levels","data-testid":"inspector-levels"},h("figcaption",{},e.caption,i===
null?"":` The line is below the ${I(i,"node")} that are sent.`,$?` (${$} not shown)`:""),bt([w,...u?[k]:[],y,v],b,e.title))}
function $a(n,t,{facts:e,places:s,values:o,of:i,title:a},r){let l=e.map(([c,p],d)=>h("tr",{class:d?"":"own"},...at([st(n.
fate(t,s[d],r).state)," ",h("b",{},c)],h("span",{class:"st-sure"},h("span",{},p),wt(o[d],null,o[0],i)))));return h("figu\
re",{"data-testid":"inspector-beams"},h("table",{class:"st-table st-tight st-ends","aria-label":a},h("tbody",{},...l)))}
function Ma(n,t){let e=Math.max(1,...n.bars.map(({count:a})=>a)),s=n.bars.filter(({step:a})=>a<=t),i=[...new Map(s.map(a=>[
a.name,a])).values()].map(({name:a,count:r})=>h("tr",{},h("th",{scope:"row"},a),...at(String(r),wt(r,null,e))));return h(
"figure",{"data-testid":"inspector-payoff"},h("table",{class:"st-table st-tight","aria-label":n.title},h("tbody",{},...i)))}
function Sa(n,t,e,s,o){let i=e.prefixes.filter(k=>k.step<=s);if(!i.length)return null;let a=s>=e.told,r=t.steps[s].phase===
"prefix",l=i.reduce((k,$)=>$.passed?$.j:k,0),c=k=>k===null?"×∞":n.voice==="exact"||k>=.001?`×${E(k)}`:k<1e-4?"≈ 0":
`×${+k.toPrecision(2)}`,p=k=>k===null?"−∞":k.toFixed(2),d=i.map(({j:k,place:$,own:S,product:T,logp:q,logq:O,passed:L,
step:N})=>h("tr",{class:(L?"yes":"no")+(k===l?" own":"")+(r&&N===s?" now":""),title:n.voice==="plain"?"":`Σ log p = ${p(
q)}, Σ log q = ${p(O)}`},...at([`${k} `,h("b",{},B(n.word(t.n.token[$]),10))],c(S),[c(T),wt(T,e.bar,1,L?"yes":"no")],L?
a&&k===l?"longest":"passes":"fails"))),u=k=>e.prefixes.reduce(($,{j:S,ratio:T})=>T>k?S:$,0),f=k=>u(k)?`With threshold ${E(
k)}, prefix ${u(k)} is the longest that passes.`:`With threshold ${E(k)}, no prefix passes.`,m=o&&i.length===e.prefixes.
length,[g,b]=e.names,w=n.unit(),y={key:"threshold",label:b,value:e.bar,most:1,say:f,draw:()=>{}},v=n.voice==="plain"?"Th\
e ratio target ÷ draft":"The ratio p/q";return h("figure",{"data-testid":"inspector-prefixes"},bt(e.heads,d,"Prefixes"),
h("figcaption",{},`${v} of each ${w}, and the product so far, the joint ratio. A bar shows it (at most 1), and the line \
is the threshold, ${g}${E(e.bar)}. `+(l?`Longest passing prefix${a?"":" so far"}: ${l} (shaded).`:`No prefix passes${a?"":
" so far"}.`)),m?zt(n.voice,y,{},o):null)}function Aa({rows:n,more:t,end:e},s){let o=a=>nt(a).replace(/\n/g,"↵"),i=({before:a,
match:r,after:l},c,p="")=>h("tr",{class:p},...at([ot(o(r.length>18?"":a),8),h("mark",{class:"st-same"},ot(o(r),20))],c||
B(o(l),24)));return h("figure",{"data-testid":"inspector-found"},h("h2",{},s),h("table",{class:"st-table st-found","aria\
-label":s},h("tbody",{},...n.map(a=>i(a,"")),i(e,"?","end"))),t?h("figcaption",{},`${I(t,"earlier place")} not shown`):null)}
function Ta(n,t,e,s){let o=(r,l,c="")=>{let p=h("li",{"data-of":c},h("b",{},r),...l);return p.style.flexGrow=String(Math.
max(1,r.length)),p},i=(r,l)=>l.length?h("div",{},h("span",{class:"st-quiet"},r),h("ol",{},...l)):null,a=r=>st(n.fate(t,r,
s).state);return h("figure",{class:"st-written-text","data-testid":"inspector-written-text"},h("figcaption",{},e.caption),
i(e.heads[0],e.pieces.map(({text:r,q:l})=>o(r,[h("small",{},P(n.voice,l,D))],"q"))),i(e.heads[1],e.places.map(r=>o(Et(n.
text(t.n.token[r])),[a(r)]))))}var Fn=(n,t,e)=>n.twins?.find(s=>s.place===t&&s.known<=e);function Ea(n,t,e,s){return h("span",{class:"st-twin-n","data-\
of":n},h("small",{},t),wt(s??0,null,1,n),h("b",{},e))}function Td(n,t,e,s,o,i){let a=n.voice==="plain",r=e.place===s,l=e[n.
voice],c=u=>u===null?"–":P(n.voice,u,D),p=n.get(t,"q",e.place),d=n.wanted(t,e.place,o);return h("li",{class:r?"own":""},
r?h("span",{class:"st-twin-name"},l):h("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>i(
e.place)},l),h("div",{},Ea("q",a?"draft":"q",`${c(p)}${n.copied(t,e.place)?" copied":""}`,p),o>=t.seen?Ea("p",a?"target":
"p",c(d),d):null))}function Oa(n,t,e,s,o,i){let a=Fn(e,s,o);if(!a)return null;let r=a.lines.filter(({step:l,until:c=1/0})=>l<=
o&&o<c);return h("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},h("ul",{},...a.rows.map(
l=>Td(n,e,l,s,o,i))),...r.map(l=>h("p",{},...t(l[n.voice]))))}var Ed=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a node\
, or press Tab to reach it, to see why it was accepted or rejected.",Od=new Set(["tries","bar","doubts","prefixes","judg\
ed","written"]),Ld=new Set(["prefix","verify","unused"]),qd=new Set(["residual","bonus","drawn"]),jd=new Set(["residual",
"bonus"]),Rd=":scope > :not(details) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap, .st-twins)",Id=new Set(
["draft","merge","unmerge","commit"]),Nd=new Set(["passes","fails"]),La=(n,t)=>n.panels.some(({kind:e,nodes:s})=>e==="tr\
ies"&&s?.includes(t)),Rs=class{root=h("aside",{class:"st-inspector","data-testid":"inspector","aria-label":"Inspector"});constructor(t,e,s,o,i,a){
this.model=t,this.explained=e,this.ask=s,this.suppose=o,this.go=i,this.visit=a}show(t,e,s){let o=t.steps[s];if(this.root.
removeAttribute("data-moved"),this.suppose(-1,null),e<0||t.born[e]>s)return A(this.root,...o.phase==="commit"?[this.written(
t,s),Dn(this.model,t.i),this.others(t)]:o.phase==="layer"?[]:[Bn(this.model,t,o.layer,s)],this.layers(t,-1,o.layer,s,!0),
h("p",{class:"st-quiet"},Ed()),this.tier("all","All details",()=>[this.layers(t,-1,o.layer,s,!1)],!0));let i=this.model.
fate(t,e,s),a=o.phase==="input"&&t.n.role[e]==="input",r=o.verdicts.find(w=>t.verdicts[w].place===e),l=r??i.verdict,c=l===
null?null:t.verdicts[l],p=c?.layer??o.layer,d=this.layers(t,e,p,s,!0),u=r===void 0?i.state:t.verdicts[r].state,f=Ld.has(
o.phase)&&t.panels.some(({kind:w})=>w==="judged"),m=c!==null&&La(t,e),g=()=>[aa(this.model,this.explained,t,e,c,s),fa(this.
model,t,c),ua(this.model,t,e,c)],b=a&&t.n.parent[e]<0?[]:[this.head(t,e,u),this.found(t,s)??this.reason(t,e,i,c,s),ha(this.
model,t,e,c,s),this.axis(t,e,s,c,l),...m?[d]:[],...f?[]:g(),Oa(this.model,this.explained,t,e,s,this.go)];A(this.root,...a?
[Dn(this.model,t.i-1),this.round()]:o.phase==="layer"?[]:[Bn(this.model,t,p,s)],...o.phase==="layer"?[d,...b]:m?b:[...b,
d],this.tier("numbers","Numbers",()=>[...f?g():[],this.pathLine(t,e),this.tiles(t,e,c,s),this.shares(t,c),ra(this.model,
t,e,c,s)],a),this.tier("all","All details",()=>[this.whereLine(t,e,i),this.copies(t,e,l,s),this.layers(t,e,p,s,!1),this.
moreDrafts()],a)),!a&&!this.root.querySelector(Rd)&&this.root.querySelector("details")?.before(this.rule(o))}rule({phase:t}){
let e=ve(Xt(t).group),s=this.model.header.round?.find(({label:o})=>o===e);return s?h("section",{class:"st-round","data-t\
estid":"inspector-rule"},h("h2",{},`“${e}” in every round`),h("p",{},...this.explained(s[this.model.voice]))):""}written(t,e){
let s=t.beams.length>1,o=l=>{let c=[],p=t.place.get(l)??-1;for(;p>=0&&t.n.role[p]!=="input";p=this.model.up(t,p))c.push(
p);return c.reverse()},i=l=>this.model.fate(t,l,e),a=l=>[st(i(l).state),h("b",{},this.model.wordAt(t,l))," "],r=this.model.
beamsOf(t).flatMap(({beam:l,slots:c})=>{let p=o(l.node),d=p.length?t.n.parent[p[0]]:l.node;if(!s)return p.map(f=>h("li",
{},...a(f),this.model.called(i(f)),this.model.voice==="plain"&&jd.has(i(f).state)?", written by the target":null));let u=B(
this.model.path(t,d).map(f=>this.model.word(f.token)).at(-1)??"start",9);return[h("li",{},h("span",{class:"st-quiet"},`${u}\
 › `),...p.length?p.flatMap(a):["finished "],c.length>1?`×${c.length} `:"",l.best?h("span",{class:"st-quiet"},"likeli\
est"):null)]});return r.length?h("section",{class:"st-written","data-testid":"inspector-written"},h("h2",{},s?"Beams tha\
t continue":"Added to the text"),h("ul",{},...r)):null}others(t){let e=this.model.its.slice(0,t.i+1),s=t.lay.kind==="cha\
in"&&!e.some(ls)?cs(this.model,t.i):"";return typeof s=="string"?null:h("button",{type:"button",class:"st-btn st-wide st\
-see","data-testid":"see-accepted",onclick:()=>this.visit(s.it)},`See round ${s.it+1}: all guesses accepted`)}moreDrafts(){
let{gamma:t}=this.model.header.deciding;if(!this.ask||typeof t!="number")return null;let s={key:"gamma",label:"draft len\
gth (γ)",value:t,most:16,step:1,say:o=>`With draft length ${o}, the draft guesses up to ${I(o,this.model.unit())} ahead\
 in this round.`,draw:()=>{}};return zt(this.model.voice,s,{},this.ask)}round(){let{round:t=[]}=this.model.header;return t.
length?h("section",{class:"st-round","data-testid":"inspector-round"},h("h2",{},"How a round works"),h("dl",{},...t.flatMap(
e=>[h("dt",{},e.label,...e.marks.map(s=>this.mark(s))),h("dd",{},...this.explained(e[this.model.voice]))]))):null}mark(t){
return h("span",{class:"st-legend-k","data-kind":t,title:Y(t).help},st(t),ft(t,this.model.voice))}tier(t,e,s,o){let i=re(
`tier-${t}`)==="1",a=h("div",{class:"st-tier"}),r=()=>{a.firstChild||A(a,...s())};if((i||o)&&r(),o&&!a.firstChild)return null;
let l=h("details",{open:i,"data-testid":`inspector-${t}`,ontoggle:()=>{l.open&&r(),l.open!==(re(`tier-${t}`)==="1")&&_e(
`tier-${t}`,l.open?"1":"")}},h("summary",{},e),a);return l}head(t,e,s){return h("div",{class:"st-head","data-state":s},h(
"div",{class:"st-token"},st(s),h("b",{},this.model.wordAt(t,e)),h("span",{class:"st-tag"},ft(s,this.model.voice))))}whereLine(t,e,s){
if(t.n.parent[e]<0)return null;let o=this.model.get(t,"merge",e),i=this.aboveAll(t,e),a=[`node ${t.n.id[e]}`,`depth ${t.
n.depth[e]}`,t.n.about?.[e],i&&`under input beam “${i}”`,o!==null&&s.state==="merged"&&`merged with node ${o}`];return h(
"p",{class:"st-quiet"},a.filter(Boolean).join(" · "))}pathLine(t,e){let s=this.model.path(t,t.n.id[e]),o=s.slice(-24),i=s.
length-o.length;if(!s.length)return null;let a=i?`(${I(i,this.model.unit())} before) … `:"prompt → ";return h("p",{class:"\
st-path","data-testid":"inspector-path"},h("span",{class:"st-quiet"},a),...o.flatMap(({token:r},l)=>[h(l===o.length-1?"m\
ark":"span",{},Et(this.model.text(r)).replace(/␣/g," ")),this.model.joiner()]))}tiles(t,e,s,o){let i=this.model.drafted(
t,e,o),a=o<t.seen?null:t.n.shares?.[e]?.length?this.model.wanted(t,e,o):this.model.get(t,"p",e),r=t.heads.map(([d,u,f],m)=>[
d,(m?a:i)??"",u,f]),l=s?.tiles.length?s.tiles:r.filter(([,d])=>d!=="");if(!l.length)return null;let c=this.model.voice===
"plain",p=(d,u)=>c&&!d.includes("/")?F(u):E(u,3);return h("dl",{class:"st-tiles"},...l.map(([d,u,f,m])=>h("div",{"data-o\
f":d.replace("_beam","")},h("dt",{},...this.explained(c?m:d),c?null:h("small",{},` ${f}`)),h("dd",{},typeof u=="string"?
u:p(d,u)))))}shares(t,e){let s=e?.shares??t.shares;return s?h("p",{class:"st-quiet","data-testid":"inspector-shares"},s[this.
model.voice]):null}axis(t,e,s,o,i){let a=Nn(t,e,s);if(!o&&a&&"cut"in a&&a.u!==null&&a.cut>0&&a.cut<=1)return h("div",{"d\
ata-testid":"inspector-axis"},qn(this.model.voice,a.cut,a.u));if(!o?.a||o.a>1)return null;let{a:r,u:l}=o,c={"data-testid":"\
inspector-axis","data-part":"scale"},p=Ls(t,o).p||a||La(t,e)?qn:ea,d=h("div",c,p(this.model.voice,r,l));if(!this.ask||l===
void 0||i===null)return d;let u=y=>y<r?"accepted":"rejected",f=this.model.decided(t,e,s).filter(y=>y!==i).map(y=>t.verdicts[y].
state),m=this.model.word(t.n.token[e]),b={key:"u",label:"random number (u)",value:l,most:.99,draw:y=>{A(d,p(this.model.voice,
r,y)),this.suppose(e,y===l?null:go([u(y),...f]))},say:y=>`With random number ${E(y)}, “${m}” would be ${u(y)}.`},w=r<
1?[Qi(i,this.ask)]:[];return h("div",{},d,zt(this.model.voice,b,{verdict:i},this.ask,...w))}reason(t,e,s,o,i){let{help:a}=Y(
s.state),l=Nd.has(s.state)?t.steps[s.step][this.model.voice]:a,c=s.state==="pending"&&Fn(t,e,i)!==void 0,p=t.n.role[e]===
"target"?this.model.missing(t,t.n.token[e]):null,d=o?o[this.model.voice]:l,u=!p&&(c||t.steps[i][this.model.voice].startsWith(
d));return h("p",{class:"st-reason","data-testid":"inspector-reason",hidden:u},...this.explained(d),p?h("span",{"data-te\
stid":"inspector-lacks"},` ${p.reason[this.model.voice]}`):null)}copies(t,e,s,o){let i=this.model.decided(t,e,o);return i.
length<2?null:h("details",{class:"st-more"},h("summary",{},`All ${i.length} decisions about this node`),h("ol",{},...i.map(
a=>{let{state:r,slot:l,[this.model.voice]:c}=t.verdicts[a],p=l===void 0?"":`, beam ${l}`;return h("li",{class:a===s?"now":
""},st(r),`${ft(r,this.model.voice)}${p}: ${c}`)})))}found(t,e){let s=this.model.voice==="plain"?"The same text before":
"Occurrences of the pattern";return t.found&&t.steps[e].phase==="draft"?Aa(t.found,s):null}aboveAll(t,e){let s=t.n.id.filter(
(i,a)=>t.n.role[a]==="input"),o=e;for(let i=o;i>=0;i=this.model.up(t,i))o=i;return s.length>1&&o!==e?ae(this.model,t,s).
get(t.n.id[o]):null}layers(t,e,s,o,i){let a=t.panels.filter(g=>o>=g.known),r=t.steps[o].phase==="layer",l=t.steps[o].phase,
c=Id.has(l),p=l==="select",d=a.filter(g=>g.layer&&(g.nodes?g.nodes.includes(e):g.layer===s)),u=[...a.filter(g=>g.kind===
"doubts"),...d,...a.filter(g=>!g.layer&&g.kind!=="doubts")],f=g=>Od.has(g.kind)||g.kind==="width"&&r||g.kind==="level"&&
(l==="draft"||!g.layer&&l==="select")||g.kind==="payoff"&&c||g.kind==="beams"&&p,m=u.filter(g=>f(g)===i).map(g=>this.panelBox(
t,g,e,o)).filter(g=>g!==null);return m.length?h("div",{class:"st-layer","data-testid":"inspector-layer"},...m):null}panelBox(t,e,s,o){
let i=this.model.voice==="plain"?{...e,...e.plain}:e,a=[...i.facts,...o>=i.told?i.outcome:[]],r=a.length?[h("dl",{class:"\
st-facts"},...a.map(([p,d])=>h("div",{},h("dt",{},p),h("dd",{},d))))]:[],l=p=>h("section",{},h("h2",{},i.title),p,...r),
c=(p,d=!1)=>a.length||p?h("details",{open:d},h("summary",{},i.title),p,...r):null;switch(i.kind){case"width":{let p=t.steps[o].
phase==="layer"?{...i,why:""}:i,{alpha:d}=e,u=d.length?pa(this.model,t,i.layer,d[0]):null;return ta(this.model.voice,p,o,
r,this.ask,u)}case"tries":return l(wa(this.model,t,i,o));case"bar":return l(ya(this.model,t,i,o,s));case"level":return l(
va(this.model,t,i,o,s));case"skipped":return l(ka(i));case"payoff":return l(Ma(i,o));case"prefixes":return c(Sa(this.model,
t,i,o,this.ask),!0);case"written":return c(Ta(this.model,t,i,o),!0);case"judged":return c(ba(this.model,t,i,o,s),!qd.has(
t.steps[o].phase));case"doubts":return xa(this.model,t,i,o);case"beams":return h("section",{},h("h2",{},i.title),$a(this.
model,t,i,o));case"plain":return i.layer?l(null):c(i.caption?h("p",{class:"st-quiet"},i.caption):null)}}leave(){let t=document.
activeElement;t instanceof HTMLElement&&this.root.contains(t)&&t.blur()}};function qa(n){let t=new Map([...Zt.keys()].map(m=>[m,h("b")])),e=new Map([...Zt.keys()].map(m=>[m,h("span")])),s=new Map(
[...Zt.keys()].map(m=>[m,h("small")])),o=new Map([...Zt.values()].map(({name:m,help:g})=>[m,h("li",{"data-kind":m,title:g,
class:"st-legend-k"},st(m),e.get(m),t.get(m),s.get(m))])),i=h("span",{class:"st-x-key","aria-hidden":"true"}),a=h("span"),
r=h("li",{"data-kind":"copies",title:"A token that was sampled several times is one node. Every draw has a mark; of many\
 draws, the numbers before the marks say how many."},i,a),l=h("b"),c=h("li",{"data-kind":"copy",title:"A guess that was \
copied below a merged one, so that each path has its own."},h("i",{class:"st-legend-copy","aria-hidden":"true"}),"copy ",
l),p=h("span"),d=h("li",{"data-testid":"legend-ratio",title:"A leaf passes if its random number is below its running rat\
io."},h("i",{class:"st-legend-ratio","aria-hidden":"true"}),p),u=h("li",{class:"st-legend-of"});return{root:h("ul",{class:"\
st-legend","data-testid":"legend","aria-label":"Legend"},u,...o.values(),d,c,r),rejection:m=>o.get("rejected")?.setAttribute(
"title",m||Y("rejected").help),show(m,g){let b=n.marks(m,g),w=n.drawnOften(m,g);M(u,n.its.length>1?"This round:":""),u.hidden=
n.its.length<2,r.hidden=!w;let y=n.bornBy(m,g).filter(v=>n.copied(m,v)).length;c.hidden=!y,M(l,String(y)),d.hidden=m.lay.
kind==="chain"||!m.panels.some(v=>v.kind==="judged"&&v.ratios?.some(({step:k})=>k<=g)),M(p,n.voice==="plain"?"running ra\
tio: target ÷ draft, multiplied along the path, at most 1":"running ratio α = min(α·p′/q, 1) along the path"),M(i,
w?.times??""),M(a,w?.told??"");for(let[v,k]of o)k.hidden=!b.has(v);for(let[v,k]of e)M(k,ft(v,n.voice));for(let[v,k]of t){
let $=b.get(v)??0,S=n.drawsOf(m,v,g),T=s.get(v);M(k,String($||"")),T&&M(T,$&&S>$?`(${S} draws)`:"")}}}}var Dd=["node","p\
arent","depth","token","state"],Cd=["u","threshold","reason"];function ja(n,t){let e=h("p",{"data-testid":"graph-summary"}),
s=h("table",{class:"st-table st-stacked","data-testid":"graph-table"}),o=h("details",{class:"st-card st-details","data-t\
estid":"table",ontoggle:t},h("summary",{},"This step as a table"),e,h("div",{class:"st-wrap",tabindex:"0",role:"group","\
aria-label":"This step as a table"},s));function i(a,r,l){let c=a.verdicts[n.decided(a,r,l).at(-1)??-1],p=a.n.parent[r],
d=u=>P(n.voice,c?.[u]??n.get(a,u,r),f=>E(f,3));return[a.n.id[r],p<0?"–":p,a.n.depth[r],n.word(a.n.token[r]),n.called(n.
fate(a,r,l)),d("q"),d("p"),E(c?.u,3),E(c?.a,3),c?.[n.voice]??""]}return{root:o,show(a,r){if(!o.open)return;let l=r>=a.commit?
`${a.says} `:"";M(e,`${l}${a.steps[r][n.voice]}`);let c=n.bornBy(a,r).map(u=>i(a,u,r)),p=a.heads.map(([u,,f])=>n.voice===
"plain"?f:u),d=[...Dd,...p,...Cd];A(s,h("thead",{},h("tr",{},...d.map(u=>h("th",{scope:"col"},u)))),h("tbody",{},...c.map(
u=>h("tr",{},...u.map((f,m)=>h("td",{"data-head":d[m]},String(f)))))))}}}var lt=(n,t)=>n<1?(1-n**(t+1))/(1-n):t+1,Wt=(n=160)=>[[1,1],[n,1],[2*n,2]];function yt(n,t){let e=Math.max(0,n.slice(0,-1).
findLastIndex(([r])=>r<=t)),[[s,o],[i,a]]=n.slice(e);return o+(a-o)*(t-s)/(i-s)}var ct=(n,t,e)=>yt(e,(n+1)*t)/yt(e,t),At=(n,t,e,s=1)=>lt(
n,t)/(t*e+s);function Is(n,t,e=1,s=Wt(1/0)){let o=a=>At(n,a,t,ct(a,e,s)),i=0;for(let a=1;a<=16;a+=1)o(a)>o(i)&&(i=a);return i||
null}var Ra=(n,t,e=1)=>(lt(n,t)-e)/t;function Ia(n,t,e,s,o){let i=[];for(let a=1;a<=o;a+=1){if(At(n,t,e,ct(t,a,s))<=1)continue;
let r=i.at(-1);r?.[1]===a-1?r[1]=a:i.push([a,a])}return i}function Pn({left:n,right:t,top:e,base:s},o,i,a,r,l,c=o.length){let p=w=>n+i(w)*(t-n),d=w=>s-w/a*(s-e),f=[...Array.from(
{length:Math.floor(a/r)+1},(w,y)=>y*r).flatMap(w=>[x("line",{class:"grid",x1:n,x2:t,y1:d(w),y2:d(w)}),x("text",{x:n-8,y:d(
w)+5,"text-anchor":"end"},String(w))]),...l.map(w=>x("text",{x:p(w),y:s+20,"text-anchor":"middle"},String(w))),x("path",
{class:"axis",d:`M${n} ${e}V${s}H${t}`})],m=w=>`M${w.map(([y,v])=>`${p(y)} ${d(v)}`).join("L")}`,b=[["curve",o.slice(0,c)],
["curve beyond",o.slice(Math.max(0,c-1))]].filter(([,w])=>w.length>1).map(([w,y])=>x("path",{class:w,d:m(y)}));return{x:p,
y:d,grid:f,drawn:b}}function Ns(n,t,e,s,o,i,a){let{x:r,y:l,grid:c,drawn:p}=Pn(n,t.map((u,f)=>[f+1,u]),u=>(u-1)/15,e,s,o,
a),d=t.map((u,f)=>x("circle",{class:"dot",cx:r(f+1),cy:l(u),r:i}));return{x:r,y:l,grid:c,drawn:[...p,...d]}}var le=640,Na=260,Ut=44,ze=14,Fd=14,Pd=214,_d="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check\
). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many positions\
 as the idle limit, calculating takes as long as reading the weights.",zd=({alpha:n,c:t,batch:e,idle:s})=>Array.from({length:16},
(o,i)=>At(n,i+1,t,ct(i+1,e,Wt(s)))),Da=216,Hd=[[10,-12],[-10,-12],[10,24],[-10,24]];function Wd(n,t){let e=o=>{let i=Math.
min(16,Math.max(1,1+(o-Ut)/(le-ze-Ut)*15)),a=Math.min(15,Math.floor(i));return t(n[a-1]+(i-a)*(n[a]-n[a-1]))},s=(o,[i,a])=>i>=
Ut&&Array.from({length:Math.ceil(o/4)+1},(r,l)=>e(i+4*l)).every(r=>r<a-15||r>a+6);return(o,i)=>i.find(a=>s(o,a))??i[0]}var Ud=0,
Ds=class{id=`st-speedup-${Ud+=1}`;alpha=this.slider("alpha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma",
"Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (user\
s)",1,256,1,0);idle=this.slider("idle","Idle limit (positions)",32,512,16,0);svg=x("svg",{viewBox:`0 0 ${le} ${Na}`,role:"\
img","data-testid":"speedup-chart"});says=h("p",{class:"st-speedup-says",role:"status","data-testid":"speedup-says"});root=h(
"section",{class:"st-speedup st-card","aria-label":"Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,
h("div",{class:"st-speedup-sliders"},this.alpha.box,this.gamma.box,this.c.box,this.batch.box,this.idle.box),h("p",{class:"\
st-quiet"},_d));slider(t,e,s,o,i,a){let r=`${this.id}-${t}`,l=h("output",{for:r}),c=h("input",{type:"range",id:r,min:s,max:o,
step:i,"data-testid":`speedup-${t}`,oninput:()=>this.draw()});return{input:c,output:l,places:a,box:h("label",{for:r},h("\
span",{},e," ",l),c)}}show(t){this.root.hidden=!t,t&&(this.alpha.input.value=String(t.alpha),this.gamma.input.value=String(
t.gamma),this.c.input.value=String(t.c),this.batch.input.value=String(t.batch),this.idle.input.value=String(160),this.draw())}draw(){
let t=({input:p,output:d,places:u})=>(M(d,Number(p.value).toFixed(u)),Number(p.value)),[e,s,o,i,a]=[this.alpha,this.gamma,
this.c,this.batch,this.idle].map(t),r=zd({alpha:e,c:o,batch:i,idle:a}),l=r[s-1],c=`With γ = ${s}: ${lt(e,s).toFixed(2)}\
 tokens per target pass, a check takes ${ct(s,i,Wt(a)).toFixed(2)} passes, speed-up ${l.toFixed(2)}${l<1?" (slower)":""}\
.`;M(this.says,c),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}. ${c}`),this.plot(r,s)}plot(t,e){
let s=Math.max(2,...t)*1.08,o=s>8?2:s>4?1:.5,{x:i,y:a,grid:r,drawn:l}=Ns({left:Ut,right:le-ze,top:Fd,base:Pd},t,s,o,[1,2,
4,6,8,10,12,14,16],3),c=t[e-1],p=Wd(t,a),[d,u]=p(50,Hd.map(([g,b])=>[i(e)+g-(g<0?50:0),a(c)+b])),[f,m]=p(Da,[le-ze-Da-2,
Ut+8].flatMap(g=>[[g,a(1)+17],[g,a(1)-7]]));A(this.svg,...r,x("text",{x:(Ut+le-ze)/2,y:Na-8,"text-anchor":"middle"},"dra\
ft tokens per round, γ"),x("line",{class:"even",x1:Ut,x2:le-ze,y1:a(1),y2:a(1)}),x("text",{x:f,y:m},"as fast as without\
 a draft model"),...l,x("circle",{class:"chosen",cx:i(e),cy:a(c),r:7}),x("text",{class:"value",x:d+(d<i(e)?50:0),y:u,"te\
xt-anchor":d<i(e)?"end":"start"},c.toFixed(2)))}};var Ca="lessons-2",Gd={em:"em",strong:"strong",code:"code"},Kd="explorer/lessons",Vd=n=>`${He(n)}/card.html`,He=n=>`expl\
orer/lesson/${encodeURIComponent(n)}`;function Yd(n){let t={},e;try{e=JSON.parse(n||"{}")}catch{return t}let s=o=>Array.
isArray(o)?o.filter(i=>Number.isInteger(i)&&i>=0):[];for(let[o,i]of Object.entries(e&&typeof e=="object"?e:{})){let a=Object.
entries(i?.answers||{}).map(([r,l])=>[r,s(l)]);t[o]={seen:s(i?.seen),answers:Object.fromEntries(a)}}return t}var Ps=(n,t)=>Object.
hasOwn(n,t)?n[t]:{seen:[],answers:{}},Qd=(n,t)=>new Set(Ps(n,t.slug).seen.filter(e=>e<t.steps)).size;function Jd(n,t,e){
let s=Ps(n,t);return s.seen.includes(e)?n:{...n,[t]:{...s,seen:[...s.seen,e]}}}function Ba(n,t,e,s){let o=Ps(n,t);return{
...n,[t]:{...o,answers:{...o.answers,[e]:s}}}}function Cs(n,t){let e=t.filter(s=>s<n.length);return{given:e,over:e.some(
s=>n[s].right||n.length<3)}}var Zd=(n,t)=>n[t-1]??{slug:n[0].slug,step:1},Xd=n=>n.length?`Look at: ${[...new Set(n.map(({
label:t})=>t))].join(", ")}.`:"",tp=(n,t)=>Math.min(t-1,Math.max(0,(Math.trunc(Number(n))||1)-1));function Fa(n){let t=new URLSearchParams(
n),e=t.get("lesson");return e?{slug:e,step:Number(t.get("step"))||1}:null}function ep(n,t,e){let s=new URL(n);return s.search=
s.hash="",s.searchParams.set("lesson",t),s.searchParams.set("step",String(e+1)),s.href}function sp(n){let t=e=>`.teachin\
g :is(${n.map(({selector:s})=>s+e).join(", ")})`;return`${t("")}:not(g) { outline: 3px solid var(--amber); outline-offse\
t: 2px; border-radius: 6px; }
    ${t(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${t("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function np(n){let t=n.map(({selector:e})=>e).join(", ");return t?`.teaching .st-why :not(:is(${t}), :is(${t}) *,\
 :has(${t})) { display: none !important; }`:".teaching .st-why { display: none; }"}var Bs=(n,t=e=>[e])=>n.flatMap(({text:e,
style:s})=>s==="plain"?t(e):[h(Gd[s],{},...t(e))]),Fs=class{lesson=null;step=0;asked=0;progress=this.stored();method="";chart=new Ds;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=h(
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
return h("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${t}`,title:o,onclick:s},e)}stored(){try{return Yd(
localStorage.getItem(Ca))}catch{return{}}}latest(){let t=this.stored();return Object.keys(t).length?t:this.progress}keep(t){
this.progress=t;try{localStorage.setItem(Ca,JSON.stringify(this.progress))}catch{}}unfold(t){this.root.hidden=!t,this.on.
shown(t),t&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top:t}=this.root.getBoundingClientRect();
(t<0||t>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(t,e=1){this.asked+=1,this.lesson=t,this.unfold(
!0),this.listed(!1),M(this.name,t.title),this.show(tp(e,t.steps.length)),this.on.soon(t.steps.flatMap(({at:s,question:o})=>[
s.trace,o?.reveal?.trace??s.trace]))}async load(t,e=1){let s=await this.got(t,"Loading the lesson …",["steps","moved"]);
if(s&&"moved"in s){let{slug:a,step:r}=Zd(s.moved,e);return this.load(He(a),r)}if(s)return this.open(s,e);let o=this.asked,
i=this.note.textContent||"";!this.lesson&&i&&await this.showList(),o+1===this.asked&&!this.list.hidden&&M(this.name,i)}async got(t,e,s){
let o=++this.asked;this.unfold(!0),M(this.note,e);let i=null;try{i=await(await fetch(new URL(t,document.baseURI))).json()}catch{}
if(o!==this.asked)return null;let a=i!==null&&s.some(r=>Array.isArray(i[r]));return M(this.note,a?"":i?.text||"This coul\
d not be loaded. Reload the page to try again."),a?i:null}show(t){if(!this.lesson)return;this.step=t,this.away=!1;let e=this.
lesson.steps[t],s=this.lesson.steps.length-1;this.keep(Jd(this.latest(),this.lesson.slug,this.step)),M(this.count,`Step ${this.
step+1} of ${s+1}`),M(this.note,""),this.write(),this.chart.show(e.chart),this.print.href=Vd(this.lesson.slug),this.foot.
hidden=t!==0&&t!==s,this.ask(e),this.again.hidden=!0,this.back.disabled=this.step===0,M(this.next,this.step===s?"Finish":
"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=0,this.on.changed(this.lesson.slug,this.step+1),this.
stand()}write(){if(!this.lesson)return;let t=this.lesson.steps[this.step];this.method=this.on.method(),A(this.said,h("h3",
{},t.title),...t.paragraphs.map(e=>h("p",{},...Bs(e,this.on.marker()))))}turn(t){if(this.lesson){if(this.step+t===this.lesson.
steps.length)return void this.showList();this.step+t>=0&&this.show(this.step+t)}}stand(){let t=this.place();t&&this.on.goto(
t.trace,{it:t.it,phase:t.phase,node:t.node})}place(){if(!this.lesson)return null;let{at:t,question:e}=this.lesson.steps[this.
step];return e&&Cs(e.answers,this.given()).over&&e.reveal||t}stands({name:t,it:e,phase:s,node:o}){let i=this.place();this.
lesson&&this.method!==this.on.method()&&this.write(),this.away=i!==null&&(i.trace!==t||i.it!==e||i.phase!==s),this.again.
hidden=!this.away||!this.list.hidden,this.own=!this.away&&i?.node===o,this.narrow()}narrow(){let t=this.lesson?.steps[this.
step],e=this.list.hidden?t&&this.own?t.look:null:[];this.looks.replaceSync(e?np(e):""),this.root.toggleAttribute("data-l\
ooks",e!==null),this.measure()}measure(){let t=this.root.closest(".st"),{top:e}=this.root.getBoundingClientRect();if(!(t instanceof
HTMLElement)||this.root.hidden)return;let s=e+(t.classList.contains("present")?t.scrollTop:scrollY);t.style.setProperty(
"--above",`${Math.round(s)}px`)}given(){return this.lesson?Ps(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({
question:t}){A(this.quiz),this.quiz.hidden=!t,t&&A(this.quiz,h("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...Bs(t.words,
this.on.marker())),h("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...t.answers.map((e,s)=>h(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(t,s)},h("b",{"ari\
a-hidden":"true"}),h("span",{},...Bs(e.words))))),h("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"\
status"}),this.button("again","Try again",()=>this.forget(t))),t&&this.mark(t)}forget(t){this.lesson&&(this.keep(Ba(this.
latest(),this.lesson.slug,this.step,[])),this.mark(t),this.stand())}mark({answers:t}){let{given:e,over:s}=Cs(t,this.given()),
o=e.at(-1),[i,a]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(
".st-lesson-answer").forEach((l,c)=>{let{right:p}=t[c],d=e.includes(c),u=d||s&&p;l.setAttribute("aria-pressed",String(d)),
l.setAttribute("aria-disabled",String(s||d)),l.classList.toggle("right",u&&p),l.classList.toggle("wrong",u&&!p),l.classList.
toggle("left",s&&!u);let f=l.querySelector("b");f&&M(f,u?p?"✓":"✕":"○")});let r=o===void 0?null:t[o];i&&A(i,...r?this.
reply(r,s):[]),a instanceof HTMLElement&&(a.hidden=!s),this.light(r?.lights??[])}reply({right:t,feedback:e,lights:s},o){
let i=h("b",{role:"img","aria-label":t?"Right":"Wrong"},t?"✓":"✕"),a=Bs(e,this.on.marker());return o?[i," ",...a]:[i,
" Not this one. ",...a,h("span",{class:"st-lesson-look"},` ${Xd(this.seen(s))} Then choose again.`)]}seen(t){let e=this.
root.closest(".st");return t.filter(({selector:s})=>e?.querySelector(s)?.checkVisibility())}light(t){if(this.lit.replaceSync(
t.length?sp(t):""),!!t.length)for(let{selector:e}of this.seen(t))this.root.closest(".st")?.querySelector(e)?.scrollIntoView(
{block:"nearest",inline:"nearest"})}choose(t,e){!this.lesson||this.given().includes(e)||Cs(t.answers,this.given()).over||
(this.keep(Ba(this.latest(),this.lesson.slug,this.step,[...this.given(),e])),this.mark(t),this.quiz.querySelector(".st-l\
esson-feedback")?.scrollIntoView({block:"nearest"}),Cs(t.answers,this.given()).over&&this.stand())}listed(t){this.list.hidden=
!t,this.page.hidden=this.turns.hidden=this.link.hidden=t||!this.lesson,this.foot.hidden=this.page.hidden||this.step>0&&this.
step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.away,this.all.setAttribute("aria-expande\
d",String(t)),M(this.all,t&&this.lesson?"Back to the lesson":"All lessons"),this.count.hidden=t,M(this.name,t?"Lessons":
this.lesson?.title||""),this.narrow()}async showList(){if(!this.list.hidden&&this.lesson)return this.listed(!1);let t=await this.
got(Kd,"Loading the lessons …",["lessons"]);t&&(this.listed(!0),this.root.scrollTop=0,A(this.list,...t.lessons.map(e=>{
let s=Qd(this.progress,e),o=s===e.steps,i=`${I(e.steps,"step")}, ${e.minutes} min`,a=o?"✓ Done":s?`${s} of ${e.steps} \
steps`:i;return h("li",{},h("button",{type:"button","data-testid":"lesson-card","data-lesson":e.slug,class:o?"done":"",onclick:()=>{
this.load(He(e.slug))}},h("b",{},e.title),h("span",{},e.summary),h("small",{},a)))})))}async copy(){if(!this.lesson)return;
let t=ep(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(t),M(this.note,"Link to this \
step copied.")}catch{M(this.note,t)}}close(){this.asked+=1,this.lesson=null,this.chart.show(null),this.light([]),this.looks.
replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(null,0),this.on.close()}key(t){if(!this.lesson||
this.root.hidden||!this.list.hidden)return!1;let e=this.quiz.querySelectorAll(".st-lesson-answer"),s=/^[1-9]$/.test(t.key)?
Number(t.key):0;if(t.key==="PageDown")this.turn(1);else if(t.key==="PageUp")this.turn(-1);else if(s&&s<=e.length)e[s-1].
click();else return!1;return t.preventDefault(),!0}moved(t){this.lesson&&!this.lesson.steps.some(({at:e})=>e.trace===t)&&
this.close()}};function _n(n,t){let{model:e,root:s,glossary:o,full:i}=n,{header:a,summary:r,incomplete:l}=e,{title:c,about:p,pair_name:d,
draft_notes:u,observed:f,seed:m,prompt:g,deciding:b,rejection:w,whatif:y=""}=a;if(n.legend.rejection(w),M(n.worth,r?.worth||
c||""),n.top.hidden=!n.worth.textContent,!i){let L=[...document.querySelectorAll(".st.compact")].indexOf(s)+1;s.setAttribute(
"aria-label",`Run ${L}: ${c||"none"}, step by step`),n.controls.root.setAttribute("aria-label",`Step through run ${L}`)}
let v=[p?.law,p?.rounding].filter(Boolean).join(" "),k=i?[p?.line,p?.law,p?.rules].filter(Boolean).join(" "):c||"",$=l?`\
This run is incomplete: ${l}. `:"",S=i&&r?.worth&&c?`${c.split(":")[0]}: `:"";A(n.about,h("span",{class:"st-warn"},$),h(
"b",{},S),...o.explained(k,!1));let T=[["Method",c],["Paper",p?.paper],["Output distribution",v],["Models",d],["Draft",u],
["Recorded from",f],["Model’s own rules",p?.rules],["Prompt",g],["Seed",m?.toString()],...Object.entries(b).map(([L,N])=>[
L.replace(/_/g," "),String(N)])];n.changed.show(y,y&&t?{recorded:t.text,now:e.added(e.its.length-1)}:null,n.options.asks&&
!!a.recorded?.name);let q=([L,N])=>h("div",{},h("dt",{},...o.explained(L)),h("dd",{},N));A(n.facts,...T.filter(([,L])=>L).
map(q));let O=e.its.length;A(n.end,h("h2",{},O>1?`Summary of all ${O} rounds`:"Summary"),h("dl",{class:"st-facts"},...(r?.
card??[]).map(q)),h("button",{type:"button",class:"st-btn st-wide",onclick:()=>n.stepTo(0)},"Start again"))}var Pa=100,op=400,ip=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),_s=class{opening=0;newest=0;recorded=null;constructor(t){
this.stage=t,this.begun=!t.full}receive(t){let e=t;if(typeof t=="string")try{e=JSON.parse(t)}catch{return this.clear({type:"\
clear",text:"The app sent a message that cannot be read. Reload the page."})}if(e.asked!==void 0&&e.asked<this.newest)return;
this.newest=e.asked??this.newest,ip.has(e.type)&&this[e.type](e);let s=this.begun||!this.stage.options.url?null:Fa(z());
this.begun=!0,s&&this.stage.lesson.load(He(s.slug),s.step)}fill(t){let{stage:e}=this;Object.assign(e,{at:{it:0,phase:0},
picked:null,hovered:-1}),e.model.open(t),this.recorded?.name!==e.model.name&&(this.recorded=null),e.text.reset(),e.find.
reset(),_n(e,this.recorded)}open(t){let{stage:e}=this,{model:s}=e;this.reset(),this.fill(t);let{name:o}=s;if(e.lesson.moved(
s.header.recorded?.name??o),setTimeout(()=>e.trigger("opened",{name:o}),Pa),e.follow=s.live,this.shown(),s.live)return e.
openAt({it:s.its.length});let i=e.options.url?$e():null;e.chosen=t.chosen===!0,e.openAt(t.at||(i&&[o,null].includes(i.trace)?
e.reached(i):null)),e.chosen=!1,i&&[o,null].includes(i.trace)&&e.answer(Eo(z(),s.its))}append(t){let{stage:e}=this,{name:s,
its:o}=e.model;if(t.name&&t.name!==s)return;let i=e.model.add(t);i&&e.trigger("gap",{name:s,have:o.length,want:o.length+
i}),this.shown(),e.follow&&!e.timer?e.goto(o.length-1,1/0,null):e.refresh()}finish(t){let{stage:e}=this,s=e.follow;t.name&&
t.name!==e.model.name||e.model.live&&(this.append(t),e.model.live=e.follow=!1,e.root.dataset.live="0",this.shown(),_n(e,
this.recorded),s&&t.at&&e.openAt(t.at))}begin({name:t=""}){let{stage:e}=this;this.reset(),this.recorded=null,this.fill({
type:"open",name:t,incomplete:null,live:!0}),e.lesson.moved(t),e.follow=!0,Object.assign(e.root.dataset,{begun:"1",name:t,
live:"1",iterations:"0"}),this.shown(),e.options.url&&e.setAddress({trace:t,it:null,phase:null,node:null}),setTimeout(()=>e.
trigger("opened",{name:t}),Pa),e.moved()}start({trace:t,text:e,chosen:s=!1}){let{trace:o,it:i,phase:a,node:r}=$e(),l=o||
t,c=rs()?{it:1}:{it:1,phase:1};if(!l)return this.clear({type:"clear",text:e});let p=`explorer/open/${encodeURIComponent(
l)}`;this.fetch(i||a||r!==null?{type:"fetch",url:p}:{type:"fetch",url:p,at:c,chosen:s})}lesson({url:t}){t?this.stage.lesson.
load(t):this.stage.lesson.showList()}async fetch(t){let e=++this.opening,{note:s,root:o,model:i,early:a}=this.stage;this.
stage.pause(),M(s,"Opening the recorded run …"),o.removeAttribute("data-empty"),s.hidden=i.its.length>0,o.setAttribute(
"aria-busy","true");try{let r=JSON.parse(await a.get(t.url||"")),l=t.live&&r.type==="open"?{live:!0,summary:null,incomplete:null}:
{};e===this.opening&&this.receive({...r,...l,...t.at?{at:t.at}:{},...t.chosen?{chosen:!0}:{}})}catch{e===this.opening&&this.
clear({type:"clear",text:"The trace could not be loaded. Reload the page to try again."})}}clear(t){this.reset(),this.stage.
root.dataset.empty="1",this.fill({type:"open"}),this.shown(),M(this.stage.note,t.text||"Choose a recorded run above, or \
press “Run your own”.")}async change(t){let{at:{it:e,phase:s},model:o,changed:i}=this.stage,a=++this.opening,r=new URLSearchParams(
{visitor:js(),it:String(e+1)});for(let[p,d]of Object.entries(t))r.set(p,String(d));let l={of:o.name,at:{it:e+1,phase:s+1},
text:o.added(e)},c=setTimeout(()=>a===this.opening&&i.wait(),op);try{let p=await fetch(new URL(`explorer/whatif/${l.of}?${r}`,
document.baseURI),{method:"POST"}),d=await p.json();if(a!==this.opening)return;if(!p.ok)return i.refuse(d.text);this.recorded=
{...this.recorded??l,name:d.name},this.receive(d)}catch{a===this.opening&&i.refuse("The app does not respond. Check that\
 it is still running, then try again.")}finally{clearTimeout(c)}}back(){let{name:t="",at:e}=this.stage.model.header.recorded??
{},{of:s,at:o}=this.recorded??{of:t,at:e};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(s)}`,at:o})}reset(){
let{stage:t}=this,{graph:e,timeline:s,attention:o,trace:i,controls:a}=t;this.opening+=1,t.away=!1,delete t.root.dataset.
begun,delete t.root.dataset.empty,t.inspector.leave();for(let r of[e,s,o,i,a])r.reset();t.pause(),t.root.removeAttribute(
"aria-busy"),delete t.pictures.dataset.step}shown(){let{root:t,body:e,note:s,model:o}=this.stage,i=o.its.length>0;e.hidden=
!i,s.hidden=i,t.style.setProperty("--columns",String(o.columns)),o.live||delete t.dataset.begun,t.toggleAttribute("data-\
empty",!i&&!o.live),i||M(s,o.live?"Waiting for the first round …":o.incomplete?"The run ended before its first round.":
"This trace contains no rounds.")}};var zs="cubic-bezier(.2,.7,.2,1)",ap="cubic-bezier(.5,0,.9,.6)",rp="cubic-bezier(.3,1.35,.5,1)",Gt=520,lp=600,Hs=900,cp=1150,
Wa=420,We=700,_a=900,za=["draft","exit"],Ha=new Set(["residual","bonus","drawn","greedy","own"]);function hp(n,t,e){let s=[],
o=new Map(n.nodes.map(c=>[c.key,c])),i=(c,p,d=0)=>s.push({name:c,node:p&&p.key,at:d}),a=c=>c.coin!==null&&c.side!=="abov\
e"&&o.get(c.key)?.coin!==c.coin&&!(e==="verify"&&c.span!==null),r=t.nodes.some(a),l=c=>r?c:Math.max(0,c-Gt);za.includes(
e)&&n.pass.draft&&t.pass.draft&&i("hop",null),t.pass.area.on&&!n.pass.area.on&&i("check",null),t.pass.rays&&t.pass.rays!==
n.pass.rays&&!t.pass.area.on&&i("ray",null),r&&i("wait",null);for(let c of t.nodes){let p=o.get(c.key);if(!p)continue;let d=a(
c);if(p.state===null&&c.state!==null){let u=Ha.has(c.state)&&d;i("pop",c,za.includes(e)?180:u?Gt:150)}p.p===null&&c.p!==
null&&p.state!==null&&i("score",c,t.pass.area.on?Wa:0),d&&i("coin",c),p.y!==c.y&&!c.fallen&&!c.joined&&p.state!==null&&i(
"room",c),c.joined&&!p.joined?i("merge",c):p.state!==null&&c.state!==p.state?(i("verdict",c,l(Gt)),c.state==="accepted"&&
i("fly",c,l(lp)),c.state==="rejected"&&i("residual",c,l(Hs))):d&&c.state==="rejected"&&i("residual",c,l(Hs)),Ha.has(c.state??
"")&&p.state===null&&i("fly",c,d?Gt+340:480),c.fallen&&!p.fallen&&i("fall",c,l(Hs)),/\bhole\b/.test(c.classes)&&!/\bhole\b/.
test(p.classes)&&i("hole",c,l(cp))}return n.pass.bonus?.visible&&!t.pass.bonus?.visible&&e!=="commit"&&i("bonus",null,l(
Hs)),s}var Ws=class{reduced=matchMedia("(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(t,e,s){
this.root=t,this.picture=e,this.tokenOf=s}stop(){for(let t of this.running)t.cancel();for(let t of this.flying)t.remove();
this.running=[],this.flying=[]}play(t,e,s,o){if(this.reduced.matches)return;this.rate=Math.max(1,o);let i=new Map(e.nodes.
map(r=>[r.key,r])),a=new Map(t.nodes.map(r=>[r.key,r]));for(let{name:r,node:l,at:c}of hp(t,e,s)){let p=l===null?void 0:i.
get(l),d=l===null?void 0:a.get(l);p&&d?this.moveNode(r,c,d,p,e):this.movePass(r,c,t,e)}}move(t,e,s,o,i=0,a=zs){if(!t)return;
let r=t.animate(s,{duration:o,delay:i,easing:a,fill:"backwards",id:`st-${e}`});r.playbackRate=this.rate,this.running.push(
r)}split(t,e,s){if(!this.reduced.matches){this.rate=Math.max(1,s);for(let o of e.scene.nodes){let i=t.frame.spot.get(o.place),
a=i?.into?.item??i;if(!a||o.state===null)continue;let r=(t.left+a.x*t.zoom-e.left)/e.zoom,l=(t.top+a.cy*t.zoom-e.top)/e.
zoom;this.move(this.picture.elementOf(o),"split",[{transform:`translate(${r}px, ${l}px)`},{transform:`translate(${o.x}px\
, ${o.y}px)`}],_a,0,"cubic-bezier(.5,0,.3,1)")}for(let{group:o}of[this.picture.edges,this.picture.merges,this.picture.bands])
this.move(o,"split",[{opacity:0},{opacity:0,offset:.8},{opacity:1}],_a)}}movePass(t,e,s,o){let{pass:i}=this.picture,a=[{
opacity:0},{opacity:0,offset:.85},{opacity:1}];if(t==="hop"&&s.pass.draft&&o.pass.draft){let r=s.pass.draft.x-o.pass.draft.
x;this.move(i.draft.root,t,[{transform:`translate(${r}px, 0)`},{transform:`translate(${r/2}px, -13px)`},{transform:"tran\
slate(0, 0)"}],320)}if(t==="check"&&(this.move(i.area,t,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,
offset:.62},{transform:"scaleY(1)",fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(i.rays,t,[{opacity:0},{
opacity:1}],260,Wa)),t==="ray"&&this.move(i.rays,t,[{opacity:0},{opacity:1}],300),t==="bonus"&&this.move(i.bonus,t,[{visibility:"\
visible"},{visibility:"visible"}],Math.max(1,e)),t==="wait")for(let r of this.root.querySelectorAll(".st-say, .st-inspec\
tor > :not(.st-overlap), .st-legend"))this.move(r,t,a,Gt+80)}moveNode(t,e,s,o,i){let a=this.picture.partsOf(o),r=`transl\
ate(${o.x}px, ${o.y}px)`;if(!a)return;let l=[{opacity:0},{opacity:1}];if(t==="pop"&&e<Gt)this.move(a.root,t,[{transform:`\
translate(${o.x}px, ${o.y-16}px) scale(.9)`,opacity:0},{transform:r,opacity:1}],260,e,rp);else if(t==="pop")for(let c of[
a.box,a.glyph,a.name,a.second,a.p?.root])this.move(c,t,l,220,e);t==="score"&&(this.move(a.p?.root,t,l,120,e),this.move(a.
p?.line,t,[{transform:"scaleX(0)"},{transform:"scaleX(1)"}],320,e)),t==="coin"&&(this.move(a.scale?.root,t,l,120),this.move(
a.scale?.coin,t,[{transform:"translateY(-110px)",opacity:.4,easing:"cubic-bezier(.55,0,.8,.75)"},{transform:"translateY(\
0)",opacity:1,offset:.65,easing:"ease-out"},{transform:"translateY(-6px)",offset:.8,easing:"ease-in"},{transform:"transl\
ateY(0)"}],Gt,0,"linear"),this.move(a.scale?.says,t,l,120,400)),t==="verdict"&&(this.move(a.box,t,[{fill:"var(--card)",stroke:"\
var(--amber-edge)",strokeDasharray:"3 3",strokeWidth:"1.5px"},{}],180,e),this.move(a.glyph,t,[{d:`path("${rt(s.state??"p\
ending")}")`,fill:"none",stroke:"var(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,e),this.move(
this.picture.edgeOf(o),t,[{stroke:"var(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,
e)),t==="room"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:r}],320),this.move(this.picture.
edgeOf(o),t,l,320)),t==="merge"&&this.merge(a,s,o),t==="fall"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.
y}px)`},{transform:`translate(${(s.x+o.x)/2}px, ${(s.y+2*o.y)/3}px) rotate(1.6deg)`,offset:.7},{transform:r}],380,e,ap),
this.move(this.picture.edgeOf(o),t,[{visibility:"visible"},{visibility:"visible"}],Math.max(1,e))),t==="hole"&&(this.move(
a.root,t,l,200,e),this.move(this.picture.edgeOf(o),t,l,200,e)),t==="residual"&&this.shrink(e),t==="fly"&&this.fly(o,e,a.
name,i)}merge(t,e,s){let o=`translate(${s.onto?.x??s.x}px, ${s.onto?.y??s.y}px)`;this.move(t.root,"merge",[{transform:`t\
ranslate(${e.x}px, ${e.y}px)`},{transform:o,offset:.7,easing:zs},{transform:`translate(${s.x}px, ${s.y}px)`}],We);for(let i of[
t.box,t.name,t.q?.root,t.second])this.move(i,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],We);this.move(t.box,
"merge",[{width:`${e.wide}px`},{width:`${e.wide}px`}],We),this.move(this.picture.edgeOf(s),"merge",[{visibility:"visible"},
{visibility:"visible"}],We*.6),this.move(this.picture.merges.drawn.get(String(s.place))?.parts.root,"merge",[{opacity:0},
{opacity:0,offset:.6},{opacity:1}],We)}shrink(t){for(let s of this.root.querySelectorAll(".st-joint-bars i[data-of='left\
']")){let{from:o="0%",mid:i="0%"}=s.dataset;this.move(s,"residual",[{width:o},{width:i,offset:.45,easing:zs},{width:s.style.
width}],940,t,"ease-in-out")}let e=this.root.querySelector(".st-overlap[data-part='residual']");if(e){for(let s of e.querySelectorAll(
".st-both i")){let{of:o,from:i="0",size:a="0"}=s.dataset,{width:r}=s.style;o!=="p"?this.move(s,"residual",[{opacity:1},{
opacity:.16}],320,t):e.hasAttribute("data-scaled")?this.move(s,"residual",[{opacity:0},{opacity:1}],420,t+320):this.move(
s,"residual",[{left:`${100*Number(i)}%`,width:`${100*Number(a)}%`},{left:"0%",width:`${100*Number(a)}%`,offset:.45,easing:zs},
{left:"0%",width:r}],940,t+320,"ease-in-out")}for(let s of e.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys"))
this.move(s,"residual",[{opacity:0},{opacity:1}],200,t+1180)}}fly({id:t,state:e},s,o,i){let a=this.tokenOf(t);if(!a||!o||
!a.checkVisibility()||i.mode.name==="dots")return;let r=o.getBoundingClientRect(),l=a.getBoundingClientRect(),c=420,p=h(
"span",{class:"st-fly","data-state":e,"aria-hidden":"true"},a.textContent);Object.assign(p.style,{left:`${r.left}px`,top:`${r.
top}px`,fontSize:getComputedStyle(a).fontSize}),this.root.append(p),this.flying.push(p);let d=l.left-r.left,u=l.top-r.top,
f=[{transform:"none",opacity:0},{transform:"none",opacity:1,offset:.01},{transform:`translate(${d/2}px, ${u*.8}px) scale\
(1.08)`,offset:.55},{transform:`translate(${d}px, ${u}px)`,opacity:1}];this.move(p,"fly",f,c,s,"cubic-bezier(.3,.1,.2,1)"),
this.running.at(-1)?.finished.then(()=>p.remove(),()=>{}),this.move(a,"fly",[{opacity:0},{opacity:0}],s+c)}};var Nt=20,zn=21,dp=560,pp=2,Ua=16e3,up=24e7,fp=["stroke-linecap","stroke-linejoin","marker-end","paint-order"],mp=["font\
-family","font-size","font-weight","font-style","text-anchor"],gp=new Set(["butt","miter","none","normal","start"]),bp=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
function Ue(n){let t=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(n);if(t)return Ue(`rgba(${[1,2,3].
map(o=>255*Number(t[o])).join(", ")}, ${t[4]??1})`);let e=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(
n);return e?{paint:`#${e.slice(1,4).map(o=>Math.round(Number(o)).toString(16).padStart(2,"0")).join("")}`,opacity:e[4]===
void 0?1:Number(e[4])}:{paint:n,opacity:1}}function wp(n,t,e){if(t.getPropertyValue("vector-effect")!=="non-scaling-stro\
ke")return 1;let s=n.getCTM();return s&&Math.sqrt(Math.abs(s.a*s.d-s.b*s.c))/e||1}function yp(n,t,e){let s=getComputedStyle(
n),o=r=>s.getPropertyValue(r);for(let{name:r}of[...t.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.
test(r)&&t.removeAttribute(r);if(o("display")==="none"||o("visibility")==="hidden")return!1;let i=wp(n,s,e),a=(r,l)=>{l&&
!gp.has(l)&&t.setAttribute(r,l)};if(o("opacity")!=="1"&&a("opacity",o("opacity")),n instanceof SVGGElement)return!0;for(let r of[
"fill","stroke"]){let{paint:l,opacity:c}=Ue(o(r)),p=c*Number(o(`${r}-opacity`));t.setAttribute(r,l),p<1&&l!=="none"&&t.setAttribute(
`${r}-opacity`,String(p))}if(o("stroke")!=="none"){let r=l=>l.replace(/[\d.]+(px)?/g,c=>String(parseFloat(c)/i));a("stro\
ke-width",r(o("stroke-width"))),o("stroke-dasharray")!=="none"&&a("stroke-dasharray",r(o("stroke-dasharray")));for(let l of fp)
a(l,o(l).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return n instanceof SVGTextElement&&xp(n,t,s),!0}function xp(n,t,e){
for(let i of mp)t.setAttribute(i,e.getPropertyValue(i));let s=e.getPropertyValue("text-decoration-line");s!=="none"&&t.setAttribute(
"text-decoration",s),t.setAttribute("xml:space","preserve");let o=n.getComputedTextLength();o>0&&t.setAttribute("textLen\
gth",o.toFixed(2)),t.setAttribute("lengthAdjust","spacingAndGlyphs")}function Ga(n){let{width:t,height:e}=n.viewBox.baseVal,
s=n.width.baseVal.value/t||1,o=n.cloneNode(!0),i=[...n.querySelectorAll("*")].map((r,l)=>[r,o.querySelectorAll("*")[l]]),
a=[];for(let[r,l]of i)r instanceof SVGGraphicsElement&&l instanceof SVGElement&&!r.closest("defs")?!yp(r,l,s)&&!(r instanceof
SVGGElement)&&a.push(l):r.closest("marker")&&r instanceof SVGPathElement&&(l.setAttribute("fill",Ue(getComputedStyle(r).
fill).paint),l.removeAttribute("class"));for(let r of a)r.remove();return{width:t,height:e,parts:[...o.childNodes]}}function kp(n,t,e){
let s=[""];for(let o of n.split(/\s+/)){let i=s[s.length-1]?`${s[s.length-1]} ${o}`:o;pt(i,e)<=t?s[s.length-1]=i:s.push(
o)}return s.filter(Boolean)}function Ka({stage:n,graph:t,legend:e,title:s,sentence:o}){let i=getComputedStyle(n),a=i.fontFamily||
"sans-serif",r=Ue(i.color).paint,l=Ga(t),c=Math.max(dp,l.width),p=c-2*Nt,d=[],u=Nt,f=(v,k,$)=>{for(let S of kp(v,p,`${$}\
 ${k}px ${a}`))u+=zn,d.push(x("text",{x:Nt,y:u-5,"font-family":a,"font-size":k,"font-weight":$,fill:r,"xml:space":"prese\
rve"},S))};f(s,17,700),d.push(x("g",{transform:`translate(${(c-l.width)/2} ${u})`},...l.parts)),u+=l.height,f(o,15,400),
u+=6;let m=Nt;for(let v of e.querySelectorAll("li")){let k=v.querySelector("svg"),$=(v.innerText??"").trim().replace(/\s+/g,
" ");if(!$||!v.checkVisibility())continue;let S=pt($,`13px ${a}`)+42;m>Nt&&m+S>c-Nt&&([m,u]=[Nt,u+zn]),k&&d.push(x("g",{
transform:`translate(${m+8} ${u+11})`},...Ga(k).parts)),d.push(x("text",{x:m+(k?21:0),y:u+15,"font-family":a,"font-size":13,
fill:r},$)),m+=S}let g=Math.ceil(u+zn+Nt),b=Math.ceil(c),w=Ue(getComputedStyle(t.closest(".st-graph")??n).backgroundColor).
paint,y=x("svg",{xmlns:"http://www.w3.org/2000/svg",width:b,height:g,viewBox:`0 0 ${b} ${g}`},x("title",{},s),x("rect",{
width:b,height:g,fill:w}),...d);return{text:new XMLSerializer().serializeToString(y).replace(bp,"�"),width:b,height:g}}
function Va(n,t){let e=h("a",{href:URL.createObjectURL(n),download:t});document.body.append(e),e.click(),e.remove(),setTimeout(
()=>URL.revokeObjectURL(e.href),6e4)}var Ya=({text:n},t)=>Va(new Blob([n],{type:"image/svg+xml"}),`${t}.svg`);async function Qa({
text:n,width:t,height:e},s){let o=Math.min(pp,Ua/t,Ua/e,Math.sqrt(up/(t*e))),i=new Image,a=h("canvas",{width:Math.round(
t*o),height:Math.round(e*o)});try{i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode(),a.getContext(
"2d")?.drawImage(i,0,0,a.width,a.height)}catch{return!1}let r=await new Promise(l=>a.toBlob(l,"image/png"));return r&&Va(
r,`${s}.png`),r!==null}var Ja=(n,t)=>`${n.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${t}`;var Za=2e3,Xa=3,Ge=[14,10],vp=[12,24],Us=class{body=h("div",{class:"st-text","data-testid":"text"});keys=h("div",{class:"\
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
header.prompt||"";return A(this.prompt,nt(ot(t,Za))),this.sameFor=null,t?[this.prompt," "]:[]}reveal(t){this.root.classList.
toggle("all",t),this.settledFor=null,this.end.setAttribute("aria-pressed",t?"true":"false"),this.end.textContent=t?"Hide\
 full text":"Show full text"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[t]of this.model.its[this.
count].made){let e=this.model.lineage.get(t);if(!e)continue;let s=this.tokenView(e,this.tokens.length);this.body.append(
s,this.model.joiner()),this.tokens.push({view:s,made:e,when:""})}}tokenView(t,e){let s=this.model.text(t.token),o=t.origin||
"",i=this.model.joiner()?{dir:"auto"}:{},a=`${Et(s)} · ${pn.get(o)?.label||o} · round ${t.it+1}`,r=this.matches.has(t.
node)?"st-t hit":"st-t";return h("span",{role:"button",class:r,"data-token":e,"data-origin":o,"data-it":t.it+1,"data-mad\
e":t.node,tabindex:e?"-1":"0",title:a,...i},nt(s).replace(/\n/g,"↵")||"∅")}show(t,e){if(this.model.multi())return this.
showBeams(t,e);this.grow();for(let i of this.tokens){let{made:a}=i,l=a.it<t.i||a.it===t.i&&a.step<=e?a.it===t.i?"now":"p\
ast":"later";l!==i.when&&(i.view.dataset.when=i.when=l)}this.same(t,e);let s=this.tokens.filter(({when:i})=>i!=="later"),
o=String(s.length);this.shownFor!==o&&(this.shownFor=o,this.origins(new Set(s.map(({made:i})=>i.origin))))}same(t,e){let s=t.
steps.findIndex(l=>l.phase==="draft")<=e?t.found:void 0,o=s?String(t.i):"";if(o===this.sameFor)return;this.sameFor=o,this.
settledFor=null;let i=this.model.header.prompt||"";A(this.prompt,...s?$p(i,s.prompt,!s.made.length):[nt(ot(i,Za))]);let a=s?.
made??[],r=a.at(-1)?.[0]??0;this.tokens.forEach(({view:l},c)=>{l.classList.toggle("same",a.some(([p,d])=>p<=c&&c<d)),l.classList.
toggle("far",a.length>0&&c<r&&!a.some(([p,d])=>p-Xa<=c&&c<d+Xa))})}viewOf(t){return this.tokens.find(({made:e})=>e.node===
t)?.view}settle(){this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.
body.scrollLeft=this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(t){let e=[...pn.
values()].filter(({name:o})=>t.has(o)),s=e.map(({name:o})=>o).join();s!==this.originsFor&&(this.originsFor=s,A(this.keys,
...e.map(({name:o,label:i})=>h("span",{class:"st-t","data-origin":o},i))))}showBeams(t,e){let s=e>=t.commit?t:this.model.
its[t.i-1],o=s?String(s.i):"none";if(o===this.shownFor)return;if(this.shownFor=o,this.beams.hidden=!1,this.body.replaceChildren(
...this.startOf()),!s)return A(this.list,h("li",{class:"st-quiet"},"There are no beams yet; the prompt is the only input\
."));let i=this.model.beamsOf(s),a=i.find(({beam:l})=>l.best)||i[0],r=this.model.path(null,a.beam.node).flatMap((l,c)=>[
this.tokenOf(l,c,s),this.model.joiner()]);this.body.append(h("span",{class:"st-quiet"},s.beams.length>1?`best of ${I(s.beams.
length,"beam")}: `:""),...r),this.origins(new Set(this.model.path(null,a.beam.node).map(({origin:l})=>l))),A(this.list,...i.
map(l=>this.beamRow(l,s)))}tokenOf(t,e,s){let o=this.tokenView(t,e);return o.dataset.when=t.it===s.i?"now":"past",o}beamRow({
beam:t,slots:e},s){let o=this.model.path(null,t.node),i=t.best?o:o.slice(-32),a=o.length-i.length,r=e.length>1?`Beams ${e.
map(c=>c+1).join(", ")}`:`Beam ${e[0]+1}`,l=` log p ${t.logp?.toFixed(2)??"–"} · per token ${t.mean?.toFixed(3)??"–"}`;
return h("li",{class:t.best?"best":""},h("div",{class:"st-beam-n"},h("b",{},r),e.length>1?" (duplicates)":"",l,t.best?" \
· best":"",t.done?" · finished":""),h("div",{class:"st-text"},a?h("span",{class:"st-quiet"},`${I(a,this.model.unit())}\
 not shown … `):null,...i.flatMap((c,p)=>[this.tokenOf(c,p,s),this.model.joiner()])))}mark(t){this.matches=t;for(let e of[
...this.body.children,...this.list.querySelectorAll("[data-made]")])e instanceof HTMLElement&&e.classList.toggle("hit",this.
matches.has(Number(e.dataset.made??NaN)))}open(t){let e=t.target.closest("[data-token]"),s=e instanceof HTMLElement?this.
model.lineage.get(Number(e.dataset.made)):void 0;s&&this.on.goto(s.it,s.step,s.node)}resized(){this.settledFor=null,this.
settle()}};function $p(n,t,e){let s=(a,[r,l])=>{if(a.length<=r+l+8)return[Hn(a)];let c=a.length-l;return[Hn(a.slice(0,r)),
h("span",{class:"st-dots"},"…"),h("span",{class:"st-far"},nt(a.slice(r,c))),Hn(a.slice(c))]},o=0;return[...t.flatMap(([
a,r],l)=>{let c=s(n.slice(o,a),[l?Ge[0]:0,Ge[1]]);return o=r,[...c,h("mark",{class:"st-same"},...s(n.slice(a,r),vp))]}),
...s(n.slice(o),e&&!t.length?[0,2*Ge[0]]:[Ge[0],Ge[1]])]}var Hn=n=>nt(n).replace(/\n/g,"↵");var Mp=["target","draft","other"],tr=new Set(["extra","final"]),ce=({bar:n})=>n.draft+n.target+n.other,Gs=({bar:n})=>n.modelled?
n.modelled.draft+n.modelled.target:0,he=n=>n>=1?`${E(n)} J`:`${E(n*1e3)} mJ`,de=(n,t)=>n.reduce((e,s)=>e+t(s),0),Ks=class{names=h(
"div",{class:"st-tl-names"});track=h("div",{class:"st-tl-track",tabindex:"-1"});info=h("span",{class:"st-quiet st-tl-inf\
o"});keys=h("div",{class:"st-tl-keys"});root=h("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.
redraw()},h("summary",{},"Timeline"),h("header",{class:"st-bar"},this.info,this.keys),h("div",{class:"st-tl"},this.names,
this.track));cursor=x("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:t})=>t.emitted),note:t=>`${this.
model.multi()?"best beam, ":""}up to ${t}`,paint:(t,{bar:{kept:e,emitted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",e],["o\
wn",s-e]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.most(
({bar:t})=>t.drafted),note:t=>`nodes, up to ${t}`,paint:(t,{bar:{used:e,wasted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",
e],["waste",s]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.max(this.layers()*13+2,(this.
narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:t})=>Math.max(0,...t.widths.map(([,e])=>e))),note:()=>this.drafts()?
`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by the target":""}`:"active beams",paint:(t,e,s,o,i)=>this.
widths(t,e,s,i)},{key:"time",label:"time: draft, target, other",high:()=>34,shown:()=>this.model.its.some(t=>ce(t)>0),top:()=>this.
slowest(),note:t=>`up to ${Bt(t)}`,paint:(t,e,s,o,i)=>{let a=ce(e)>i*1.001;this.pile(t,s+o,o/(a?ce(e):i),this.shares(e)),
a&&t.append(x("path",{class:"st-tl-over",d:`M0 ${s+5}L${this.step} ${s+1}M0 ${s+9}L${this.step} ${s+5}`}))}},{key:"joule\
s",label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(t=>this.measured(t),1e-12),note:t=>this.
upTo(t,e=>this.measured(e),this.band(),this.model.header.energy?.method),joules:t=>this.measured(t),paint:(t,e,s,o,i)=>this.
pile(t,s+o,o/i*this.perSecond(),this.shares(e))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.
its.some(({bar:t})=>t.modelled!==void 0),top:()=>this.most(Gs,1e-12),joules:Gs,note:t=>this.upTo(t,Gs,0,this.model.header.
energy?.model),paint:(t,{bar:{modelled:e}},s,o,i)=>this.pile(t,s+o,o/i,e?[["modelled-target",e.target],["modelled-draft",
e.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:t})=>t.kv>0),top:()=>this.most(
({bar:t})=>t.kv),note:t=>`up to ${t}`,paint:(t,{bar:e},s,o,i)=>this.pile(t,s+o,o/i,[["kv",e.kv]])}];constructor(t,e){this.
model=t,this.on=e,this.root.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[data-bar]"):
null;o&&e.goto(Number(o.getAttribute("data-bar"))-1,1/0,null)})}most(t,e=1){return Math.max(e,...this.model.its.map(t))}drafts(){
return this.model.its.some(({bar:t})=>t.drafted>0)}layers(){return this.most(({bar:t})=>t.widths.length,0)}alone(){return this.
model.its.some(({bar:t})=>t.widths.some(([,,,e])=>tr.has(e||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,de(this.model.
its,ce),1e-12)}measured(t){return ce(t)*this.perSecond()}upTo(t,e,s,o){return`bars up to ${he(t)}, line up to ${he(de(this.
model.its,e))}`+(s?` ± ${he(s)}`:"")+(this.narrow?"":`, ${o}`)}shares({bar:t}){return Mp.map(e=>[e==="other"?"rest":e,t[e]])}pile(t,e,s,o){
let i=e;for(let[a,r]of o){let l=r*s;i-=l,l>.2&&t.append(x("rect",{class:"st-b","data-of":a,x:1.5,y:i,width:this.step-3,height:l}))}}widths(t,e,s,o){
e.bar.widths.forEach(([,i,a,r],l)=>{let c=tr.has(r||""),p=!c&&a!==null&&a<i,d=p?1:c?.3:(.15+.5*i/o).toFixed(2);t.append(
x("rect",{class:`st-w${p?" low":c?" drawn":""}`,x:1.5,y:s+l*13+.5,width:this.step-3,height:11,"fill-opacity":d})),this.step>=
11&&t.append(x("text",{class:`st-tl-t${p?" low":""}`,x:this.step/2,y:s+l*13+9.5,"text-anchor":"middle"},String(i)))})}slowest(){
let[t=0,e=0,...s]=this.model.its.map(o=>o.seconds).sort((o,i)=>i-o);return Math.max(1e-9,s.length>1&&t>3*e?e:t)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its:t}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,t.length))));
let e=this.ROWS.filter(l=>l.shown()),s=e.reduce((l,c)=>l+c.high()+16,0),o=x("svg",{width:t.length*this.step+8,height:s,class:"\
st-tl-svg",role:"group","aria-label":"Rounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute(
"height",String(s)),o.append(this.cursor);let i=t.map(l=>x("g",{"data-bar":l.i+1,transform:`translate(${4+l.i*this.step}\
 0)`,class:"st-tl-it"})),a=x("g",{class:"st-tl-curves"}),r=8;A(this.names);for(let l of e){let c=l.high(),p=l.top(),d=h(
"div",{class:"st-tl-name"},l.label,h("small",{},l.note(p)));d.style.height=`${c+16}px`,this.names.append(d),o.append(x("\
path",{class:"st-tl-base",d:`M0 ${r+c+.5}H${t.length*this.step+8}`})),t.forEach((u,f)=>l.paint(i[f],u,r,c,p)),l.joules&&
a.append(...this.curve(l.key,l.joules,r,c)),r+=c+16}t.forEach((l,c)=>i[c].append(x("rect",{class:"st-tl-hit",x:0,y:0,width:this.
step,height:s},x("title",{},this.describe(l))))),o.append(...i,a),A(this.track,o),this.sayKeys(e),this.drawn=this.stamp(),
this.current=-1}sayKeys(t){let e=t.some(i=>i.key==="modelled"),s=this.drafts(),o=[["kept","accepted draft tokens",s],["o\
wn","target’s own",!0],["waste","unused draft tokens",s],["draft","draft time",s],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",e],["modelled-draft","draft (modelled)",e&&s],["sum","total so f\
ar",t.some(i=>i.joules)]];A(this.keys,...o.map(([i,a,r])=>r&&h("span",{"data-of":i},a)))}curve(t,e,s,o){let i=t==="joule\
s"?this.band():0,a=o/Math.max(1e-12,de(this.model.its,e)+i),r=[{x:4,value:0}];this.model.its.forEach((p,d)=>r.push({x:4+
(d+1)*this.step,value:r[d].value+e(p)}));let l=(p,d)=>p.map(({x:u,value:f})=>`${u} ${s+o-Math.min(o,Math.max(0,(f+d)*a))}`).
join("L"),c=x("path",{class:"st-tl-sum","data-of":t,d:`M${l(r,0)}`});return i?[x("path",{class:"st-tl-band",d:`M${l(r,i)}\
L${l([...r].reverse(),-i)}Z`}),c]:[c]}energy(t){let e=this.model.its.slice(0,t.i+1),s=de(e,({bar:c})=>c.emitted),{method:o,
model:i}=this.model.header.energy||{},a=(c,p,d)=>` ${c} so far: ${he(p)} (${d}), ${s?he(p/s):"–"} per token.`,r=this.band()?
`, ± ${he(this.band())}`:"";return(this.spent()?a("Measured",de(e,c=>this.measured(c)),`${o}, divided by time${r}`):"")+
(t.bar.modelled?a("Modelled",de(e,Gs),String(i)):"")}describe(t){let{emitted:e,used:s,drafted:o,draws:i,draft:a,target:r,
other:l,kv:c}=t.bar,p=i===o?"":` (${I(i,"draw")})`,d=o?` ${s} of ${I(o,"draft token")}${p} used.`:"",u=`Round ${t.i+1}: ${I(
e,"token")}.${d}`;if(!ce(t)&&!c)return`${u} Times and KV tokens were not recorded.`;let f=o?`Draft ${Bt(a)}, target`:"Ta\
rget";return`${u} ${f} ${Bt(r)}, other ${Bt(l)}. ${I(c,"KV token")}.${this.energy(t)}`}show(t){this.last=t,this.root.open&&
(this.drawn!==this.stamp()&&this.draw(),t.i!==this.current&&(this.current=t.i,this.cursor.setAttribute("x",String(4+t.i*
this.step)),M(this.info,this.describe(t))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let t=this.current*this.step,e=this.track.scrollLeft;(t<e||t+this.step*2>e+this.width)&&(this.track.scrollLeft=t-this.width/
2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,this.show(this.
model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let t of[this.track,this.names,this.keys])
A(t);M(this.info,"")}};var er=26,Dt=78,sr=20,Wn=84,Un=["dropped","alive","best"],nr={best:0,alive:1,dropped:2},Vs=class{info=h("p",{class:"st-m\
ask-say","data-testid":"trace-say","aria-live":"polite"});wordy=h("button",{type:"button",class:"st-btn st-small","data-\
testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},"Show to\
kens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=h("div",{class:"st-mask\
-keys st-trace-keys"},...Object.entries(this.named).map(([t,e])=>h("span",{},x("svg",{width:26,height:10,"aria-hidden":"\
true"},x("path",{class:"st-tr-e","data-of":t,d:"M1 5H25"})),e)),h("span",{},"number: duplicates"));box=h("div",{class:"s\
t-trace","data-testid":"trace",tabindex:"0",role:"group"});root=h("details",{class:"st-card st-details",hidden:!0,"data-\
testid":"beam-trace",ontoggle:()=>this.redo()},h("summary",{},"Beams over the whole run"),h("div",{class:"st-bar st-mask\
-bar"},this.wordy,this.keys),this.box,this.info);cursor=x("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("click",s=>{if(!this.box.firstElementChild)return;let o=this.box.firstElementChild.
getBoundingClientRect(),i=s.clientX-o.left,a=s.clientY-o.top,r=this.dots.find(c=>Math.hypot(c.x-i,c.y-a)<8),l=this.bands.
findIndex(({from:c,to:p})=>i>=c&&i<p);r?e.goto(r.it,1/0,r.id):l>=0&&e.goto(l,1/0,null)}),this.box.addEventListener("keyd\
own",s=>{s.key!=="ArrowDown"&&s.key!=="ArrowUp"||(e.goto(this.lastShown+(s.key==="ArrowDown"?1:-1),1/0,null),s.preventDefault(),
s.stopPropagation())})}toggle(){this.words=!this.words,this.wordy.setAttribute("aria-pressed",this.words?"true":"false"),
this.redo()}wanted(){return["beams","forest"].includes(this.model.header.view||"")&&this.model.its.length>0}grow(){let t=new Map;
for(let o of this.model.lineage.values()){let i=t.get(o.parent)||null,a=i?i.depth+1:1,r={...o,depth:a,up:i,below:[],kind:"\
dropped",reach:a,lane:0};t.set(o.node,r),i?.below.push(r)}for(let o of[...t.values()].reverse())o.up&&(o.up.reach=Math.max(
o.up.reach,o.reach));let s=[...this.model.its[this.model.its.length-1].beams].sort((o,i)=>Number(o.best)-Number(i.best));
for(let o of s)for(let i=t.get(o.node)||null;i;i=i.up)i.kind=o.best?"best":"alive";return t}lanes(t){let e=l=>l.reduce((c,p)=>(nr[p.
kind]-nr[c.kind]||c.reach-p.reach)<0?p:c),s=[],o=[...t.values()].filter(l=>!l.up),i=[];o.length&&i.push(e(o),...o.filter(
l=>l!==e(o)));for(let l=i.shift();l;l=i.shift()){let c=[l];for(let p=l;p.below.length;p=c[c.length-1]){let d=e(p.below);
i.push(...p.below.filter(u=>u!==d)),c.push(d)}s.push(c)}let a=l=>l[0].kind==="best"?-1:l[0].depth;s.sort((l,c)=>a(l)-a(c));
let r=[];for(let l of s){let c=l[0].depth-1,p=l[0].kind==="best"?0:1;for(;r[p]!==void 0&&r[p]>c;)p++;r[p]=l[l.length-1].
depth+.5;for(let d of l)d.lane=p}return Math.max(1,r.length)}lives(t){let e=[],s=[];return this.model.its.forEach((o,i)=>{
let a=this.model.its[i+1],r=s[i-1]||[],l=this.model.beamsOf(o).map(({beam:c,slots:p})=>{let d=o.from[p[0]],u=r.find(m=>d!==
null&&m.slots.includes(d))||null,f=!a||p.some(m=>a.from.includes(m));return{it:i,node:t.get(c.node),beam:c,slots:p,kept:f,
up:u}});s.push(l),e.push(Math.max(e[i-1]||0,...l.map(c=>c.node?.depth||0)))}),{found:s,depths:e}}draw(){let t=this.grow(),
e=this.lanes(t),{found:s,depths:o}=this.lives(t),i=Math.max(1,o[o.length-1]);this.room=this.box.clientWidth||700;let a=Math.
floor((this.room-Dt-130)/i),r=this.words?74:Math.max(13,Math.min(64,a)),l=this.words||r>=56,c=l?er+14:er,p=y=>Dt+(y-.5)*
r,d=y=>sr+8+(y+.5)*c,u=sr+12+e*c,f=Dt+i*r+124,m=u+Wn+22,g=x("svg",{width:f,height:m,viewBox:`0 0 ${f} ${m}`,class:"st-tr",
role:"img","aria-label":`${I(this.model.its.length,"round")}, ${I(e,"lane")}`});if(this.cursor.setAttribute("height",String(
m)),this.bands=o.map((y,v)=>{let k=Dt+(v?o[v-1]:0)*r;return{from:k,to:Math.max(Dt+y*r,k+3)}}),this.rulers(g,m,d(0),u),this.
edges(g,t,p,d),this.marks(g,s,p,d),l)for(let y of t.values())g.append(x("text",{class:"st-tr-w","data-of":y.kind,x:p(y.depth),
y:d(y.lane)-11,"text-anchor":"middle"},x("title",{},this.model.word(y.token)),B(this.model.word(y.token),Math.floor(r/8.2))));
this.chart(g,s,p,u+10,Dt+i*r),A(this.box,g);let b=s.flat().filter(y=>!y.kept).length,w=[...t.values()].filter(y=>y.below.
length>1).length;Object.assign(this.root.dataset,{lanes:e,dropped:b,forks:w,iterations:this.model.its.length}),this.box.
setAttribute("aria-label",`Beams over ${I(this.model.its.length,"round")}: ${I(w,"fork")}, ${I(b,"beam")} not continued.\
 Use ↑ and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(t,e,s,o){let i=this.bands.map(
({from:c,to:p},d)=>d%2?`M${c} 0H${p}V${e}H${c}Z`:"").join("");t.append(x("path",{class:"st-tr-stripe",d:i}),this.cursor);
let a=this.bands.reduce((c,{from:p,to:d})=>c+d-p,0)/this.bands.length,r=Math.max(1,Math.ceil(26/a));this.bands.forEach(({
from:c,to:p},d)=>{d%r===0&&t.append(x("text",{class:"st-tr-n",x:(c+p)/2,y:12,"text-anchor":"middle"},String(d+1)))});let l=[
[12,"round"],[s+4,"best beam"],[o+20,"log p minus"],[o+33,"the best"]];for(let[c,p]of l)t.append(x("text",{class:"st-tr-\
n",x:2,y:c},p))}edges(t,e,s,o){let i={dropped:"",alive:"",best:""};for(let a of e.values()){let r=a.up?s(a.up.depth):s(.55),
l=o(a.up?a.up.lane:0),c=s(a.depth),p=o(a.lane),d=(r+c)/2;i[a.kind]+=l===p?`M${r} ${l}H${c}`:`M${r} ${l}C${d} ${l} ${d} ${p}\
 ${c} ${p}`}for(let a of Un)t.append(x("path",{class:"st-tr-e","data-of":a,d:i[a]}));t.append(x("path",{class:"st-g","da\
ta-kind":"input",d:rt("input"),transform:`translate(${s(.55)} ${o(0)}) scale(4)`}))}marks(t,e,s,o){let i=e.flat(),a=i.length<=
900,r="",l="";this.dots=[];for(let{node:c,it:p,kept:d,slots:u}of i){if(!c)continue;let f=s(c.depth),m=o(c.lane),g=u.length>
1&&a,b=g?8:3.6;this.dots.push({x:f,y:m,it:p,id:c.node}),d?g?t.append(x("circle",{class:"st-tr-d","data-of":c.kind,cx:f,cy:m,
r:b}),x("text",{class:"st-tr-c","data-of":c.kind,x:f,y:m+4.2,"text-anchor":"middle"},String(u.length))):r+=`M${f-b} ${m}\
a${b} ${b} 0 1 0 ${2*b} 0a${b} ${b} 0 1 0 ${-2*b} 0`:l+=`M${f-4} ${m-4}l8 8m0 -8l-8 8`}t.append(x("path",{class:"st-tr-d",
d:r}),x("path",{class:"st-tr-x",d:l}));for(let{node:c,beam:p}of e[e.length-1])c&&t.append(x("text",{class:"st-tr-l"+(p.best?
" best":""),x:s(c.depth)+12,y:o(c.lane)+4},`log p ${p.logp?.toFixed(1)??"–"}${p.best?" · best":""}`))}chart(t,e,s,o,i){
let a=e.map(f=>Math.max(...f.map(({beam:m})=>m.logp??-1/0))),r=e.flat().flatMap(({node:f,beam:m,it:g,up:b})=>f&&m.logp!==
null?[{node:f,up:b,behind:m.logp-a[g]}]:[]);if(!r.length)return;let l=r.map(({behind:f})=>f).sort((f,m)=>f-m),c=Math.min(
-.5,l[Math.floor(l.length*.03)]),p=f=>(o+6+Math.max(c,f)/c*(Wn-12)).toFixed(1),d={dropped:"",alive:"",best:""},u={dropped:"",
alive:"",best:""};for(let{node:f,up:m,behind:g}of r)m?.node&&m.beam.logp!==null&&m.node!==f&&(d[f.kind]+=`M${s(m.node.depth)}\
 ${p(m.beam.logp-a[m.it])}L${s(f.depth)} ${p(g)}`),u[f.kind]+=`M${s(f.depth)-2} ${p(g)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;t.
append(x("path",{class:"st-tl-base",d:`M${Dt} ${o-4}H${i}`}),x("text",{class:"st-tr-n",x:i+6,y:o+10},"0: the best"),x("t\
ext",{class:"st-tr-n",x:i+6,y:o+Wn-3},`${c.toFixed(1)} or less`));for(let f of Un)t.append(x("path",{class:"st-tr-e thin",
"data-of":f,d:d[f]}));for(let f of Un)t.append(x("path",{class:"st-tr-p","data-of":f,d:u[f]}))}describe(t){let e=this.model.
its[t.i+1],s=this.model.beamsOf(t).map(({beam:o,slots:i})=>{let a=new Set(i.map(p=>t.from[p])),r=e&&!i.some(p=>e.from.includes(
p)),l=[...a].map(p=>p===null?"the start":`beam ${p+1}`).join(", "),c=i.map(p=>p+1).join(", ");return`${i.length>1?`beams\
 ${c} (duplicates)`:`beam ${c}`} from ${l}, log p ${o.logp?.toFixed(2)??"–"}${r?", not continued":""}`});return`Round ${t.
i+1}: ${s.slice(0,8).join("; ")}${s.length>8?`; ${s.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(
this.model.its[this.lastShown]),this.settle()}show(t){if(this.root.hidden=!this.wanted(),this.root.hidden||!t||(this.lastShown=
t.i,!this.root.open)||(this.drawn!==this.model.its.length&&this.draw(),this.current===t.i))return;this.current=t.i;let{from:e,
to:s}=this.bands[t.i];this.cursor.setAttribute("x",String(e)),this.cursor.setAttribute("width",String(s-e)),M(this.info,
(this.model.multi()?"":"Every round ended with one beam. ")+this.describe(t))}settle(){let t=this.bands[this.current];!t||
this.root.hidden||!this.root.open||(t.from<this.box.scrollLeft+Dt||t.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=
t.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){
this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],A(this.box),M(this.info,""),this.root.hidden=!0}};function or(){let n=new Map,t=async e=>(await fetch(new URL(e,document.baseURI))).text();return{get:e=>n.get(e)??t(e),soon(e){
if(n.has(e))return;let s=t(e);n.set(e,s),s.catch(()=>n.delete(e))},clear:()=>n.clear()}}var Sp=/^run-/,Ke={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"T\
his run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app store\
s this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. The\
 text is selected, so you can copy it yourself."},Ys=class{said=h("p",{class:"st-quiet",role:"status","data-testid":"sha\
re-said"});place=h("div",{class:"st-share-parts"});title=h("h2",{},"Share this step");root=h("dialog",{class:"st-help st\
-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(t){this.stage=t}open(){let{stage:t}=this,{
lesson:e}=t.lesson;M(this.title,e?"Share this step of the lesson":"Share this step"),M(this.said,"");let s=h("div",{hidden:!0});
A(this.place,...this.links(),h("div",{class:"st-share-row"},h("span",{},"Picture"),this.button("share-svg","Save SVG",()=>t.
act.picture("svg")),this.button("share-png","Save PNG",()=>t.act.picture("png"))),s),this.root.showModal(),this.fill(s)}links(){
let{stage:t}=this,{lesson:e,step:s}=t.lesson,{name:o}=t.model,i=!t.options.url||!ke()?Ke.file:!e&&!o?Ke.opened:"";if(i)return[
h("p",{"data-testid":"share-why"},i)];let a=t.where(),{title:r}=t.model.header,l=Qt(e?{lesson:e.slug,step:s+1}:{trace:o,
it:a.it,phase:a.phase,node:a.node}),c=e?`Lesson: ${e.title}`:`${r||"Speculative decoding"}, round ${a.it}`;return[...this.
field("link","Link",l),...this.field("embed","Embed code",ts(l,c)),...!e&&Sp.test(o)?[h("p",{class:"st-quiet"},Ke.kept)]:
[]]}async fill(t){let e=await this.command();e&&(A(t,...this.field("command","Command that records this run again",e)),t.
hidden=!1)}async command(){let{options:{command:t},model:{name:e}}=this.stage;if(t!==void 0||!e)return t??"";try{let s=await fetch(
new URL(`explorer/code/${encodeURIComponent(e)}`,document.baseURI)),{snippets:o}=await s.json();return o.find(({kind:i})=>i===
"shell")?.code??""}catch{return""}}field(t,e,s){let o=h("textarea",{readonly:!0,rows:Math.min(6,Math.ceil(s.length/60)),
id:`st-share-${t}`,spellcheck:"false","data-testid":`share-${t}`,onfocus:()=>o.select()},s);return[h("label",{class:"st-\
share-row",for:o.id},h("span",{},e),o,this.button(`share-copy-${t}`,"Copy",()=>{this.copy(o)}))]}button(t,e,s){return h(
"button",{type:"button",class:"st-btn st-wide","data-testid":t,onclick:s},e)}async copy(t){try{await navigator.clipboard.
writeText(t.value),M(this.said,Ke.copied)}catch{t.focus(),t.select(),M(this.said,Ke.refused)}}};var ir=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of the\
 papers"}],Ap="← → step · ? all keys",Tp=220,Gn=class{model=new os;at={it:0,phase:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";setAddress=mn(
()=>!this.away);setLesson=mn();early=or();act={phase:t=>{this.stepTo(this.model.starts[this.at.it]+this.at.phase+t,t===1)},
iteration:t=>{if(!this.model.its.length)return;let{it:e,phase:s}=So(this.at,t,this.model.its.map(({steps:o})=>o.length));
this.goto(e,s,null)},seek:t=>{this.stepTo(t)},to:t=>{this.goto(this.at.it,t,null)},play:()=>{this.timer?this.pause():this.
start()},help:()=>{this.controls.help.open?this.controls.help.close():this.controls.help.showModal()},present:()=>{this.
root.classList.toggle("present")?this.root.requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen(),
this.resized()},rejection:()=>{this.jump(qo(this.model))},accepted:()=>{this.jump(cs(this.model,this.at.it))},share:()=>{
this.full&&this.model.its.length&&this.share.open()},find:()=>{this.full&&this.model.its.length&&this.find.open()},picture:t=>{
this.savePicture(t)},release:()=>{this.picked=null,this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(t,e,s)=>this.
goto(t,e,s)};linked={pick:t=>{this.picked=this.model.its[this.at.it].n.id[t],this.hovered=-1,this.refresh(),this.announce()},
hover:t=>{t!==this.hovered&&(this.hovered=t,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:t=>{t?this.graph.
root.after(this.attention.root):this.pictures.append(this.attention.root)}};pictures=h("div",{class:"st-pictures"});graph=new Os(
this.model,this.linked);attention=new ns(this.model,this.linked);trace=new Vs(this.model,this.moves);text=new Us(this.model,
this.moves);find=Ro(this.model,{...this.moves,at:()=>this.at.it,mark:t=>this.text.mark(t),left:()=>this.controls.focus()});timeline=new Ks(
this.model,this.moves);controls=new as(this.model,this.act);legend=qa(this.model);table=ja(this.model,()=>this.refresh());lesson=this.
newLessons();share=new Ys(this);badge=h("span",{class:"st-badge"});say=h("span",{class:"st-say"});narration=h("div",{class:"\
st-narration","data-testid":"narration","aria-live":"polite","aria-atomic":"true"},this.badge,this.say);worth=h("b",{class:"\
st-worth","data-testid":"worth"});about=h("span",{class:"st-about"});voices=ir.map(({name:t,label:e,help:s})=>h("button",
{type:"button",class:"st-btn st-small","data-testid":`voice-${t}`,title:s,onclick:()=>{_e("voice",t),this.speak(t)}},e));note=h(
"div",{class:"st-message","data-testid":"message",role:"status"},"Opening the recorded run …");wrong=h("p",{class:"st-\
message","data-testid":"wrong-step",role:"alert",hidden:!0});end=h("section",{class:"st-end","data-testid":"end-card",hidden:!0});asks=h(
"summary");facts=h("dl",{class:"st-facts"});run=h("details",{class:"st-card st-details","data-testid":"run"},h("summary",
{},"About this run"),this.facts);changed=Ji(()=>this.messages.back());tools=h("div",{class:"st-tools"});phone=matchMedia(
"(max-width: 640px)");wide=matchMedia("(min-width: 1200px)");constructor(t,e,s,o){this.element=t,this.trigger=e,this.root=
t.querySelector(".st")||t,this.options={url:s.url!==!1,keys:s.keys!==!1,asks:s.asks!==!1,command:s.command},this.full=s.
compact!==!0,this.messages=new _s(this),this.glossary=Co(this.root,()=>this.model.header.method),this.inspector=new Rs(this.
model,this.glossary.explained,this.options.asks?a=>{this.messages.change(a)}:null,(a,r)=>this.graph.suppose(a,r),a=>this.
linked.pick(a),a=>this.goto(a,0,null)),this.motion=new Ws(this.root,this.graph.picture,a=>this.text.viewOf(a)),A(this.tools,
h("div",{class:"st-voices",role:"group","aria-label":"Level of detail"},...this.voices),this.full&&h("button",{type:"but\
ton",class:"st-btn st-small st-share-open","data-testid":"share",title:"Share this step (S)",onclick:()=>this.act.share()},
"Share")),this.top=h("header",{class:"st-top",hidden:!0},h("div",{class:"st-what"},this.worth,this.about),this.full&&h("\
button",{type:"button",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.act.present()},"Exit (F)")),
this.why=h("details",{class:"st-why",open:!0},this.asks,this.end,this.inspector.root),this.whySides=new Ot(this.why),this.
body=this.layOut(),this.root.classList.toggle("compact",!this.full),A(this.root,this.top,this.changed.root,this.note,this.
wrong,this.body,this.glossary.root,this.share.root),ga(this.body),this.listen(),this.speak(re("voice")),Object.assign(t,
{stage:{focus:()=>this.graph.focus(),present:()=>this.act.present(),state:()=>this.where(),goto:a=>this.openAt(a),receive:a=>this.
messages.receive(a)}}),o?.("value",()=>{s.value&&this.messages.receive(s.value)}),s.value&&this.messages.receive(s.value)}layOut(){
let{full:t,graph:e,controls:s,text:o,timeline:i,trace:a,attention:r}=this;o.root.append(this.find.root);let l=h("div",{class:"\
st-left",id:t&&"picture",tabindex:"-1"},this.lesson.chart.root,e.root),c=h("div",{class:"st-body",hidden:!0},s.root,t&&o.
root,h("div",{class:"st-main"},l,t&&h("div",{class:"st-right"},this.lesson.root,this.why,this.whySides.sign)),this.narration,
h("div",{class:"st-foot"},this.legend.root,t&&this.options.keys&&h("p",{class:"st-quiet st-keyline"},Ap)));return t&&c.append(
i.root,Xe(this.pictures,{},[a.root,r.root]),o.beams,this.table.root,this.run),c}listen(){let{root:t,options:e}=this;this.
phone.addEventListener("change",()=>this.fold()),this.wide.addEventListener("change",()=>this.placeTools()),this.placeTools(),
this.why.addEventListener("toggle",()=>this.inspect()),this.fold(),t.addEventListener("stage:supposed",o=>{let{sentence:i}=o.
detail;if(this.badge.toggleAttribute("data-supposed",i!==""),!i)return this.refresh();M(this.badge,"What if?"),A(this.say,
this.sentence=i)}),e.url&&addEventListener("popstate",()=>{let{trace:o}=$e();this.away=o!==null&&o!==this.model.name,this.
away&&this.pause()}),ut.watch(t),e.keys&&To(t,this.act,o=>this.lesson.key(o)),t.addEventListener("fullscreenchange",()=>{
!document.fullscreenElement&&t.classList.contains("present")&&this.act.present()});let s=new ResizeObserver(()=>this.resized());
s.observe(t),s.observe(this.graph.root)}newLessons(){return new Fs({goto:(t,e)=>t===this.model.name&&this.model.its.length?
this.openAt(e):void this.messages.fetch({type:"fetch",url:`explorer/open/${t}`,at:e}),close:()=>{this.early.clear(),this.
refresh()},shown:t=>{this.root.classList.toggle("teaching",t),this.fold()},soon:t=>{for(let e of t)e!==this.model.name&&
this.early.soon(`explorer/open/${e}`)},method:()=>this.model.header.method,marker:()=>this.glossary.marker(),changed:(t,e)=>{
this.options.url&&this.setLesson({lesson:t,step:t&&e})}})}placeTools(){this.full&&this.wide.matches&&z().get("embed")!==
"1"?this.text.root.append(this.tools):this.top.insertBefore(this.tools,this.top.querySelector(".st-leave"))}fold(){this.
why.open=!this.phone.matches||this.root.classList.contains("teaching")}speak(t){this.model.voice=t==="exact"?"exact":"pl\
ain",this.voices.forEach((e,s)=>e.setAttribute("aria-pressed",String(ir[s].name===this.model.voice))),this.refresh()}goto(t,e,s,o=!1){
if(!this.model.its.length)return;let{scene:i,frame:a}=this.graph,r=this.at;this.motion.stop();let l=this.model.its[t]?.steps[e]?.
phase==="unmerge",c=o&&l?this.graph.view():null,p=this.model.its.length-1,d=Math.min(p,Math.max(0,t)),u=this.model.its[d].
steps.length-1;this.at={it:d,phase:Math.min(u,Math.max(0,e))},this.follow=this.model.live&&d===p&&this.at.phase===u,this.
picked=s,this.hovered=-1,this.answer(""),this.refresh();let f=performance.now(),m=f-this.stepped>Tp,g=this.graph.scene;this.
stepped=f,o&&m&&this.at.it===r.it&&this.at.phase===r.phase+1&&i&&g&&this.move(i,g,this.graph.frame===a,c),this.announce()}move(t,e,s,o){
let{phase:i}=this.model.its[this.at.it].steps[this.at.phase],a=this.timer?this.controls.rate():1;if(s)return this.motion.
play(t,e,i,a);let r=o&&this.graph.view();o&&r&&this.motion.split(o,r,a)}stepTo(t,e=!1){if(!this.model.its.length)return;
let[s,o]=this.model.at(Math.min(this.model.total()-1,Math.max(0,t)));this.goto(s,o,null,e)}jump(t){this.model.its.length&&
(typeof t=="string"?this.controls.notify(t):this.goto(t.it,t.phase,t.node))}async savePicture(t){if(!this.model.its.length)
return;this.motion.stop();let{title:e="",method:s}=this.model.header,o=Ja(s,this.at.it+1),i=this.model.its[this.at.it].steps[this.
at.phase],a=this.model.voice==="plain"?i.called:i.title,r=Ka({stage:this.root,graph:this.graph.svg,legend:this.legend.root,
sentence:this.say.textContent,title:`${e||s} · round ${this.at.it+1} of ${this.model.its.length} · ${a}`});t==="svg"?Ya(
r,o):await Qa(r,o)||this.controls.notify("This browser could not draw the PNG. Save the picture as SVG instead.")}pointed(){
return this.hovered>=0?this.hovered:this.picked===null?-1:this.model.its[this.at.it].place.get(this.picked)??-1}refresh(){
let t=this.model.its[this.at.it];if(!t)return;this.graph.open(t),this.graph.show(this.at.phase,this.picked===null?-1:t.place.
get(this.picked)??-1,this.full?this.pointed():void 0);let e=t.steps[this.at.phase];this.badge.dataset.phase=e.phase,this.
badge.toggleAttribute("data-failed",is(t,this.at.phase)),M(this.asks,e.phase==="input"&&this.model.header.round?.length?
"How a round works":"Why?"),M(this.badge,bo(e.phase,this.model.voice)),this.sentence!==e[this.model.voice]&&A(this.say,...this.
glossary.explained(this.sentence=e[this.model.voice])),this.controls.show(t,this.at.phase),this.legend.show(t,this.at.phase),
this.full&&(this.inspect(),this.text.show(t,this.at.phase),this.timeline.show(t),this.late||=po(()=>this.drawPictures()),
this.point(),this.table.show(t,this.at.phase)),Object.assign(this.root.dataset,{it:this.at.it+1,phase:this.at.phase+1,iterations:this.
model.its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.graph.settle(),this.controls.settle(),this.glossary.
gone(),this.full&&(this.timeline.settle(),this.text.settle(),this.whySides.look())}drawPictures(){this.late=0;let t=this.
model.its[this.at.it];t&&(this.attention.show(t,this.at.phase),this.trace.show(t),this.point(),this.trace.settle(),this.
pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.light(this.pointed()),this.full&&!this.late&&
this.attention.point(this.pointed())}inspect(){let t=this.model.its[this.at.it];if(!t||!this.full||!this.why.open)return;
let e=this.ended()&&this.picked===null;this.end.hidden=!e,this.inspector.root.hidden=e&&this.hovered<0,this.inspector.show(
t,this.pointed()>=0?this.pointed():this.subject(t),this.at.phase),this.glossary.gone()}subject(t){let{now:e,phase:s,layer:o,
about:i}=t.steps[this.at.phase],a=e.filter(p=>this.graph.draws(p)),r=s==="layer"&&t.panels.some(p=>p.kind==="width"&&p.layer===
o);if(s==="commit"||r)return-1;if(i!==void 0&&this.graph.draws(i))return i;let l=a.filter(p=>t.n.role[p]!=="input");return(l.
length?l:a)[0]??e[0]??-1}start(){this.model.its.length&&(this.atEnd()&&this.stepTo(0),this.controls.playing(!0),this.tick())}ended(){
return this.atEnd()&&!this.model.live&&!!this.model.summary}atEnd(){return this.model.starts[this.at.it]+this.at.phase>=
this.model.total()-1}tick(){let{steps:t}=this.model.its[this.at.it],{phase:e}=this.at,s=Ao(t[e].phase,t[e-1]?.phase,t[e][this.
model.voice].length);this.timer=setTimeout(()=>{if(!this.root.isConnected||this.atEnd()&&!this.model.live)return this.pause();
this.act.phase(1),this.tick()},s/this.controls.rate())}pause(){clearTimeout(this.timer),this.timer=0,this.controls.playing(
!1)}where(){return{name:this.model.name,it:this.at.it+1,phase:this.at.phase+1,node:this.picked,iterations:this.model.its.
length}}announce(){this.lesson.stands(this.where()),this.moved();let{it:t,phase:e}=this.where(),s=rs()?{it:null,phase:null,
node:null}:{it:t,phase:e,node:this.picked};this.options.url&&this.model.its.length&&!this.away&&this.setAddress({trace:this.
model.name||null,...s})}moved(){let t={...this.where(),title:this.model.header.title??"",chosen:this.chosen};this.root.dispatchEvent(
new CustomEvent("stage:step",{bubbles:!0,detail:t}))}reached({it:t,phase:e,node:s}){if(t??e)return{it:t??1,phase:e,node:s};
if(s===null)return null;let o=this.model.its.findIndex(i=>i.place.has(s));return o<0?{it:1}:{it:o+1,phase:e,node:s}}answer(t){
M(this.wrong,t),this.wrong.hidden=!t}openAt(t){if(!this.model.its.length)return;let e=Math.min(this.model.its.length,Math.
max(1,t?.it||1))-1,s=this.model.its[e],o=t?.node??-1,i=this.model.its.some(r=>r.place.has(o))?o:null,a=i===null?void 0:s.
place.get(i);if(t?.phase)return this.goto(e,t.phase-1,i);if(a!==void 0)return this.goto(e,s.fates[a].at(-1)?.step??0,i);
this.goto(e,t?.it?1/0:0,i)}resized(){if(!this.model.its.length||!this.root.checkVisibility())return;let{frame:t}=this.graph;
this.lesson.measure(),this.graph.resized(),this.graph.frame!==t&&this.motion.stop(),this.full&&(this.timeline.resized(),
this.text.resized(),this.trace.resized())}};function Kn(...n){new Gn(...n)}var Ep=40;function Z(n){return[...document.querySelectorAll(`${n} [data-testid="stage"]`)].map(e=>{let s=e;for(;s&&!s.stage;)
s=s.parentElement;return s}).filter(e=>e?.stage)}var C=(n,t)=>n.replace(/\{(\w+)\}/g,(e,s)=>String(t[s]));function rr(n,{dataset:{run:t,iterations:e}},s={}){let o=n.state();t&&(o.name!==t||o.iterations<Number(e))&&n.receive({type:"\
fetch",url:`explorer/open/${t}`,...s})}var Op=2500,ar=0;async function Kt(n,t,e){clearTimeout(ar);try{await navigator.clipboard.
writeText(n),e(t),ar=setTimeout(()=>e(""),Op)}catch{e(n)}}function lr(n,t={}){let e=()=>[...n.querySelectorAll("[role=tab]")],s=()=>{for(let o of e()){o.tabIndex=o.getAttribute("\
aria-selected")==="true"?0:-1;let i=t[o.textContent?.trim()??""];i&&(o.title=i)}};new MutationObserver(s).observe(n,{subtree:!0,
childList:!0,attributeFilter:["aria-selected"]}),s(),n.addEventListener("keydown",({key:o,target:i})=>{let a=o==="ArrowR\
ight"?1:o==="ArrowLeft"?-1:0,r=e().filter(p=>p.checkVisibility()),l=r.findIndex(p=>p===i);if(!a||l<0)return;let c=r[(l+a+
r.length)%r.length];c.click(),c.focus()})}function cr(n,t,e){document.getElementById("wrong-tab")?.remove(),t!==null&&n?.after(h("p",{id:"wrong-tab",class:"wrong",
role:"alert"},C(e,{tab:t.slice(0,Ep)})))}var hr="#compare .slot",Lp="#compare .slot.block";var dr="comparison",pe=()=>z().get(dr)??"";function pr(n,t){pe()&&t("select",{name:pe()});let e=!1;document.addEventListener(
"stage:step",s=>{let o=s,i=o.target;if(!n.isConnected||e||!i.closest("#compare"))return;e=!0;let{it:a}=o.detail;for(let r of Z(
hr))!r.contains(i)&&r.stage.state().it!==a&&r.stage.goto({it:a});e=!1})}function ur(){let n=Z(hr),t=document.querySelector("#compare-table [data-comparison]"),e=document.querySelectorAll("#com\
pare-table tr[data-run]"),s=document.querySelectorAll(Lp);e.forEach((o,i)=>{n[i]&&rr(n[i].stage,o,{at:{it:1}})}),s.forEach(
(o,i)=>{let a=e[i]?.dataset.called;a?o.dataset.called=a:delete o.dataset.called}),vt({[dr]:t instanceof HTMLElement?t.dataset.
comparison??"":""}),document.dispatchEvent(new Event("race:runs"))}function Qs(n,t){let e=0,s=n.length;for(;e<s;){let o=e+s>>1;n[o][0]<=t?e=o+1:s=o}return e}function fr(n){let t=[""];for(let[
,,,e,s]of n)t.push(t[t.length-1].slice(0,e)+s);return t}var Js=(n,t,e,s=0)=>["draft","target"].map(o=>{let i=l=>+(t*l).toFixed(
2),a=o==="draft"?+(e*.46).toFixed(2):0,r=n.filter(([l])=>l===o);return x("path",{"data-of":o,d:r.map(([,l,c])=>`M${i(l)}\
 ${a}H${Math.max(i(l)+.8,i(c)-s).toFixed(2)}V${e}H${i(l)}Z`).join("")})}),ue=class{time=0;end=0;speed=1;playing=0;last=0;constructor(t,e,s=1/0){
this.draw=t,this.alive=e,this.most=s}open(t,e){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end:t,speed:e,
time:t})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();
this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(t=>this.tick(t)),this.
draw()}tick(t){if(!this.alive())return;let e=Math.min(this.most,Math.max(0,(t-this.last)/1e3));if(this.time=Math.min(this.
end,this.time+e*this.speed),this.last=t,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
s=>this.tick(s))}};var mr=1e3,gr=24,qp=1.3,jp=80,Rp=.25,Zs=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,br=n=>n.replace(/\n+/g,
"↵ ");function Ip(n,t,{total:e,say:s,prompt:o}){let i=x("svg",{viewBox:`0 0 ${mr} ${gr}`,preserveAspectRatio:"none","a\
ria-hidden":"true"},...Js(n.passes,mr/e,gr,qp)),a=n.frames.map(([,,,g])=>{let b=/^ */.exec(g[0]?.[0]??"")?.[0]??"",w=g.map(
([y,v],k)=>h("span",{"data-by":v},br(k?y:y.slice(b.length))));return[h("span",{class:"op-lead"},br(b)),h("span",{class:"\
op-pass"},...w)]}),r=h("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${n.label}`},h("span",{class:"\
op-prompt"},B(o.replace(/\s+/g," "),jp))," ",...a.flat()),l=h("b",{},"0"),c=h("span"),p=h("span"),d=h("span",{class:"op-\
size"}),u=h("div",{class:"op-row","data-testid":"opening-row"},h("div",{class:"op-who"},h("span",{class:"op-pict","aria-\
hidden":"true"},t>0&&h("i",{"data-of":"draft"}),h("i",{"data-of":"target"})),h("span",{},n.label,h("small",{},n.about))),
h("div",{class:"op-mid"},h("div",{class:"op-track"},i),r),h("div",{class:"op-count"},l," ",c,h("small",{},p,d))),f=0;function m(g){
let b=Qs(n.frames,g),w=g>=n.total;for(i.style.clipPath=w?"":`inset(0 ${(100-100*g/e).toFixed(2)}% 0 0)`;f<b;f++)for(let T of a[f])
T.classList.add("on");for(;f>b;)for(let T of a[--f])T.classList.remove("on");let y=b?n.frames[b-1][2]:0;M(l,String(y)),M(
c,y===1?s.once:s.passes);let v=w?n.tokens:b?n.frames[b-1][1]:0,k=s.tokens.replace("{tokens}",String(v)),$=n.seconds!==null;
M(p,$?s.seconds.replace("{seconds}",Math.min(g,n.total).toFixed(e<1?3:2)):""),M(d,`${$?" · ":""}${k}`),u.toggleAttribute(
"data-done",w);let S=a[b-1]?.[1];r.scrollTop=w||!S?0:S.offsetTop+S.offsetHeight-r.clientHeight}return{root:u,draw:m}}function wr(n,t,e){
let{say:s}=t,o=t.rows.map((w,y)=>Ip(w,y,t)),i=new ue(u,()=>n.isConnected,Rp),a=h("button",{type:"button",class:"op-btn",
"data-testid":"opening-play",onclick:m}),r=h("button",{type:"button",class:"op-btn op-main","data-testid":"opening-step",
onclick:g},s.step,h("span",{"aria-hidden":"true"}," ▸")),l=["guess","pass","draft","target"],{badge:c}=t,p=t.rows.map(
w=>w.alt).join(" ");function d(w){n.dataset.opening=w,u()}function u(){let{time:w,end:y,playing:v}=i,k=n.dataset.opening===
"line";for(let S of o)S.draw(w);n.toggleAttribute("data-playing",v>0);let $=v?s.pause:w>=y||k?s.replay:s.play;M(a,$),a.hidden=
!k&&Zs()}function f(){Zs()||i.playing||i.toggle()}function m(){if(n.dataset.opening==="race")return i.toggle();i.time=Zs()?
i.end:0,d("race"),e()?.goto({it:1}),f()}function g(){i.time=i.end,i.stop(),d("line"),e()?.goto({it:1,phase:1}),scrollTo(
{top:0});let w=document.querySelector("[data-testid='next-phase']");w instanceof HTMLElement&&w.focus({preventScroll:!0})}
function b(w){let{name:y,it:v,phase:k}=w.detail;n.dataset.opening!=="race"||y!==t.name||v===1&&k===t.steps||(i.time=i.end,
i.stop(),d("line"))}return A(n,h("p",{class:"op-lede"},...t.lede.map(([w,y])=>y?h("b",{"data-of":y},w):w)),h("figure",{class:"\
op-race","data-testid":"opening","aria-label":p},h("div",{class:"op-rows"},...o.map(w=>w.root)),h("div",{class:"op-foot"},
h("figcaption",{class:"op-facts"},h("p",{class:"op-keys"},...l.map(w=>h("span",{},h("i",{"data-key":w}),s[w]))),h("p",{class:"\
op-gain","data-testid":"opening-gain"},t.gain),h("p",{class:"op-claim","data-testid":"opening-claim"},t.exact),h("p",{class:"\
op-badge","data-testid":"opening-badge","data-kind":c.kind},h("b",{},c.name)," ",c.about)),h("div",{class:"op-acts"},a,r))),
h("h2",{class:"op-round"},t.round)),i.open(t.total,t.total/t.seconds),Zs()||(i.time=0),d("race"),f(),document.addEventListener(
"stage:step",b),()=>{document.removeEventListener("stage:step",b),i.stop(),A(n),delete n.dataset.opening}}var Np=["it","phase","node","lesson"],Vn=()=>Z("#stage")[0]?.stage,Xs=document.createElement("section");Xs.className="op";
Xs.setAttribute("aria-label","Race of the target alone against draft and target");var Ve=null,yr=()=>{};function Yn(n){if(yr(),
yr=n?wr(Xs,n,Vn):()=>{},!n)return;({name:Ve}=n);let t=Vn()?.state();t?.name===Ve&&t.iterations&&t.it===1&&t.phase===1&&Vn()?.
goto({it:1})}async function xr(n){let t=z(),e=t.get("trace");Np.some(s=>t.has(s))||(t.get("tab")??"explore")!=="explore"||Yn(e&&e!==n?.
name?await kr(e):n)}async function kr(n){try{let t=await fetch(new URL(`explorer/opening/${encodeURIComponent(n)}`,document.
baseURI));return t.ok?await t.json():null}catch{return null}}function vr(n){let t=n.closest("#bar")??n;t.prepend(Xs),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${t.clientHeight}px`)).observe(t),document.addEventListener("sta\
ge:step",e=>{Dp(e)})}async function Dp(n){let{detail:t,target:e}=n;if(!(e instanceof Element)||!e.closest("#stage")||t.name===
Ve)return;let s=t.name;if(Ve=s,Yn(null),!t.chosen||e.classList.contains("teaching"))return;let o=await kr(s);s===Ve&&Yn(
o)}var Cp=[.1,.25,.5,1,2,4],fe=1e3,Qn=1e3,$r=4,Jn=class{asked="";clock=new ue(()=>this.draw(),()=>this.element.isConnected);lanes=[];race=null;play=h(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.clock.toggle()});restart=h("button",{type:"\
button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=0,this.clock.playing||this.clock.toggle()}});scrub=h(
"input",{type:"range",id:"race-clock",min:0,max:Qn,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock.time=
Number(this.scrub.value)/Qn*this.clock.end,this.clock.stop()}});pace=h("select",{id:"race-speed","data-testid":"race-spe\
ed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=h("p",{class:"lt-big race-end",role:"status","data-\
testid":"race-end"});now=h("output",{for:"race-clock"});copied=h("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(
t=>{t.some(({isIntersecting:e})=>e)&&(this.seen.disconnect(),!pe()&&(this.ask(),this.rows().forEach((e,s)=>{let o=Z("#co\
mpare .slot")[s]?.stage;o&&!o.state().name&&o.receive({type:"fetch",url:`explorer/open/${e}`,at:{it:1}})})))});constructor(t){
this.element=t,this.root=t.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{t.isConnected&&this.
clear()}),document.addEventListener("race:runs",()=>{t.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),
this.seen.observe(t)}draw(){if(!this.race)return;let{time:t,end:e,playing:s}=this.clock,o=t>=e;for(let a of this.lanes)a.
draw(t);this.scrub.value=String(e?Math.round(t/e*Qn):0);let i=`${this.seconds(t)} s`;M(this.now,i),this.scrub.ariaValueText=
i,M(this.play,this.race.say[s?"pause":o?"again":"play"]),M(this.result,o?this.race.sentence:"")}seconds(t){return this.clock.
end<.1?t.toFixed(4):t.toFixed(2)}newLane(t,e){let{end:s}=this.clock,o=g=>+(fe*g/s).toFixed(2),i=fr(t.frames),a=h("span"),
r=h("span",{class:"race-counts"}),l=x("rect",{class:"race-now",x:0,y:0,width:3,height:20}),c=x("rect",{class:"race-later",
x:0,y:0,width:fe,height:20}),p=x("svg",{class:"race-strip",viewBox:`0 0 ${fe} 20`,preserveAspectRatio:"none","aria-hidde\
n":"true"},...Js(t.passes,fe/s,20),c,l),d=h("div",{class:"race-text",tabindex:"0",role:"region","aria-label":t.title},h(
"span",{"aria-hidden":"true",class:"race-room"},i[i.length-1]||" "),a),u=-1,f=g=>{let b=Qs(t.frames,g),w=g>=t.total,y=o(
Math.min(g,t.total));if(l.setAttribute("x",String(Math.min(y,fe-3))),c.setAttribute("x",String(y)),c.setAttribute("width",
String(Math.max(0,fe-y))),b===u&&!w)return;u=b,M(a,i[b]),d.scrollTop=a.offsetHeight-d.clientHeight;let[,v,k]=b?t.frames[b-
1]:[0,0,0],$=w?[C(e.done,{seconds:this.seconds(t.total)}),t.speed]:[];M(r,[C(e.lane,{tokens:v,passes:k}),...$].filter(Boolean).
join(" · ")),m.toggleAttribute("data-done",w)},m=h("section",{class:"race-lane","data-testid":"race-lane","data-run":t.
name},h("h2",{},t.title," ",h("small",{},t.settings)),r,p,d);return{root:m,draw:f}}open(t){let e=t.say,{clock:s}=this,o=Math.
max(...t.tracks.map(l=>l.total));s.open(o,o<$r/10?o/$r:1),this.race=t;let i=t.tracks.map(l=>this.newLane(l,e));this.lanes=
i,A(this.pace,...Cp.map(l=>h("option",{value:l*s.speed,selected:l===1},`${l}×`))),M(this.restart,e.restart);let a=this.
comparison()!==""&&ke()&&this.copying("link",e.link,e.copied,l=>l),r=a&&this.copying("embed",e.embed,e.embedded,l=>ts(l,
e.title));A(this.root,this.result,h("div",{class:"lt-tools"},this.play,this.restart,a,r,h("label",{class:"race-clock",for:"\
race-clock"},`${e.clock} `,this.now,this.scrub),h("label",{},`${e.speed} `,this.pace)),h("div",{class:"race-lanes"},...i.
map(l=>l.root)),h("p",{class:"race-keys"},...["target","draft"].map(l=>h("span",{},h("i",{"data-of":l}),e[l])),e.intro),
this.copied),this.draw()}copying(t,e,s,o){let i=()=>o(Qt({tab:"compare",comparison:this.comparison()}));return h("button",
{type:"button",class:"lt-btn","data-testid":`race-${t}`,onclick:()=>Kt(i(),s,a=>M(this.copied,a))},e)}async ask(){let t=this.
comparison(),e=t?`comparison=${encodeURIComponent(t)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(e!==this.asked){
this.asked=e;try{let s=await fetch(`explorer/race?${e}`),o=s.ok?await s.json():await s.text();if(this.asked!==e)return;s.
ok?this.open(o):this.refuse(o)}catch{if(this.asked!==e)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(t){
this.race=null,this.clock.stop(),A(this.root,h("p",{role:"alert"},t))}clear(){this.race=null,this.asked="",this.clock.stop(),
A(this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(t=>t.dataset.run)}};function Mr(n){new Jn(n)}function Bp(n,t,e){if(n==="Home")return 0;if(n==="End")return e-1;let s=n==="ArrowRight"?1:n==="ArrowLeft"?-1:0;return s&&
e?(t+s+e)%e:null}function Sr(n){let t=n.querySelector("[data-code]"),e=JSON.parse(t.dataset.code||"{}"),s="",o="",i=!1,a=c=>A(
t,h("p",{role:"status","data-testid":"code-why"},c));function r(c){let p=h("p",{"data-testid":"code-note"}),d=h("span",{
role:"status"}),u=h("pre",{tabindex:"0",role:"tabpanel","data-testid":"code"}),f=h("button",{type:"button",class:"lt-btn",
"data-testid":"code-copy",onclick:()=>Kt(u.textContent??"",e.copied,y=>M(d,y))},e.copy),m=c.map(y=>h("button",{type:"but\
ton",role:"tab",class:"lt-btn","data-kind":y.kind,onclick:()=>g(y.kind)},y.title));function g(y){let v=Math.max(0,c.findIndex(
k=>k.kind===y));o=c[v].kind,m.forEach((k,$)=>{k.setAttribute("aria-selected",String($===v)),k.tabIndex=$===v?0:-1}),M(u,
c[v].code),u.setAttribute("aria-label",c[v].title),M(p,c[v].note),M(d,"")}function b(y){let v=Bp(y.key,m.findIndex(k=>k===
y.target),m.length);v!==null&&(y.preventDefault(),m[v].click(),m[v].focus())}let w=h("div",{role:"tablist","aria-label":e.
kinds,onkeydown:b},...m);g(o),A(t,w,u,h("div",{class:"code-foot"},f,d,p))}async function l(){let c=Z("#stage")[0]?.stage.
state().name??"";if(!c)return a(e.nothing);if(c!==s){s=c;try{let p=await fetch(`explorer/code/${encodeURIComponent(c)}`),
d=p.ok?(await p.json()).snippets:await p.text();if(s!==c)return;if(p.ok)return r(d);a(d)}catch{s===c&&a(e.unanswered)}s=
""}}new IntersectionObserver(c=>{i=c.some(({isIntersecting:p})=>p),i&&l()}).observe(t),document.addEventListener("stage:\
step",({target:c})=>{i&&n.isConnected&&c instanceof Element&&c.closest("#stage")&&l()})}var me=n=>n.reduce((t,e)=>t+e,0),ge=n=>{let t=me(n);return t>0?n.map(e=>e/t):n.map(()=>0)},tn=(n,t)=>t>0?Math.min(1,n/t):
1,Ar=(n,t)=>n.map((e,s)=>Math.max(0,e-t[s])),Tr={right:{accept:tn,left:Ar},"inverse-ratio":{accept:(n,t)=>n>0?Math.min(1,
t/n):1,left:Ar},"residual-p":{accept:tn,left:n=>n},"no-max":{accept:tn,left:(n,t)=>n.map((e,s)=>Math.abs(e-t[s]))},"doub\
le-subtraction":{accept:tn,left(n,t){let e=n.map((s,o)=>Math.max(0,s-2*t[o]));return me(e)>0?e:n}}};function Er(n,t,e="r\
ight"){let s=Tr[e],o=n.map((p,d)=>s.accept(p,t[d])),i=t.map((p,d)=>p*o[d]),a=ge(s.left(n,t)),r=me(t.map((p,d)=>p*(1-o[d]))),
l=a.map(p=>p*r),c=i.map((p,d)=>p+l[d]);return{accept:o,kept:i,alpha:1-r,left:a,drawn:l,out:c,distance:me(c.map((p,d)=>Math.
abs(p-n[d])))/2}}function Or(n,t,e){let s=Math.min(1,Math.max(0,e)),o=n.map((a,r)=>r===t?0:a);return(me(o)>0?ge(o):ge(n.
map((a,r)=>r===t?0:1))).map((a,r)=>r===t?s:a*(1-s))}function Lr({p:n,q:t,rule:e}){return[...[n,t].map(o=>o.map(i=>Math.round(
i*1e4)).join(".")),...e==="right"?[]:[e]].join("~")}function qr(n,t){let e=n.split("~"),s=e[2]??"right",o=e.slice(0,2).map(
a=>/^\d{1,5}(\.\d{1,5})*$/.test(a)?a.split(".").map(Number):[]);return o.length===2&&o.every(a=>a.length===t&&me(a)>0)&&
e.length<4&&Object.hasOwn(Tr,s)?{p:ge(o[0]),q:ge(o[1]),rule:s}:null}var Zn=(n,t=Math.random)=>ge(Array.from({length:n},()=>-Math.
log(1-t()))),jr=(n,t,e,s)=>({note:s,run:{method:"spd",prompt:e,tokens:12,seed:0,settings:{gamma:4}},vocab:[e,...t],eos:null,
target:{"":[0,...n.p]},draft:{"":[0,...n.q]}});var en=.01,Rr=.1,be=n=>n.toFixed(2),sn=n=>`${Math.round(100*n)}%`,Xn=class{alpha=h("p",{class:"lt-big","data-testid":"to\
y-alpha"});result=h("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=h("div",{class:"lt-share","aria-hi\
dden":"true"},h("i",{"data-of":"kept"}),h("i",{"data-of":"rejected"}));caption=h("figcaption");rows=h("tbody");help=h("s\
pan",{class:"lt-help"});copied=h("span",{role:"status",class:"lt-help"});constructor(t){this.element=t,this.root=t.querySelector(
"[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let e=z().get("toy")||"",s=qr(e,this.given.words.length);
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
"rejected","p","q"].map(d=>[d,h("i",{"data-of":d})])),o=h("div",{class:"lt-col",onpointerdown:d=>p(d)},...Object.values(
s)),i=h("div",{class:"lt-values","aria-hidden":"true"}),a=d=>h("div",{class:"lt-handle",role:"slider",tabindex:"0","data\
-of":d,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":C(this.given.say[`${d}_of`],
{word:t}),"data-testid":`toy-${d}-${e}`,onkeydown:u=>l(u,d)},h("b",{},d)),r=(d,u)=>this.change({[d]:Or(this.state[d],e,u)}),
l=(d,u)=>{let f=this.state[u][e],m={ArrowUp:f+en,ArrowRight:f+en,ArrowDown:f-en,ArrowLeft:f-en,PageUp:f+Rr,PageDown:f-Rr,
Home:0,End:1}[d.key];m===void 0||d.ctrlKey||d.metaKey||d.altKey||(d.preventDefault(),d.stopPropagation(),r(u,Math.round(
100*m)/100))},c={p:a("p"),q:a("q")};o.append(c.p,c.q);let p=d=>{if(d.button)return;let{left:u,width:f,top:m,height:g}=o.
getBoundingClientRect(),w=d.target.closest(".lt-handle");if(!w&&d.pointerType==="touch")return;let y=d.clientX<u+f/2?"p":
"q",v=w?.dataset.of||y,k=c[v],$=w?m+g*(1-this.state[v][e])-d.clientY:0,S=q=>r(v,Math.round(100*(1-(q.clientY+$-m)/g))/100),
T=()=>{k.removeEventListener("pointermove",S)};d.preventDefault(),k.setPointerCapture(d.pointerId),k.addEventListener("p\
ointermove",S),k.addEventListener("lostpointercapture",T,{once:!0}),k.focus({preventScroll:!0}),w||S(d)};return{root:h("\
div",{class:"lt-word"},o,h("div",{class:"lt-name"},t),i),parts:s,handles:c,numbers:i}}newEnd(t){let e=Object.fromEntries(
["kept","surplus","p"].map(o=>[o,h("i",{"data-of":o})])),s=h("div",{class:"lt-values"});return{root:h("div",{class:"lt-w\
ord"},h("div",{class:"lt-col","aria-hidden":"true"},...Object.values(e)),h("div",{class:"lt-name"},t),s),parts:e,numbers:s}}span(t,e,s){
t.style.bottom=`${100*e}%`,t.style.height=`${100*Math.max(0,s-e)}%`}draw(){let{p:t,q:e}=this.state,s=Er(t,e,this.state.rule),
o=this.state.rule==="right",i=s.distance<1e-9;this.columns.forEach(({parts:p,handles:d,numbers:u},f)=>{let m=Math.min(t[f],
e[f]);this.span(p.kept,0,m),this.span(p.surplus,m,t[f]),this.span(p.rejected,m,e[f]),this.span(p.p,0,t[f]),this.span(p.q,
0,e[f]);for(let g of["p","q"]){let b=this.state[g][f];d[g].style.bottom=`${100*b}%`,d[g].ariaValueNow=String(Math.round(
100*b)),d[g].ariaValueText=sn(b)}A(u,h("span",{"data-of":"p"},`p ${be(t[f])}`),h("span",{"data-of":"q"},`q ${be(e[f])}`))}),
this.ends.forEach(({root:p,parts:d,numbers:u},f)=>{this.span(d.kept,0,s.kept[f]),this.span(d.surplus,s.kept[f],s.out[f]),
this.span(d.p,0,t[f]);let m=Math.abs(s.out[f]-t[f])>1e-9;p.toggleAttribute("data-off",m),A(u,h("span",{},be(s.out[f])),h(
"span",{},`${m?"≠":"="} p ${be(t[f])}`))});let a=this.given.rules.find(({name:p})=>p===this.state.rule)||this.given.rules[0];
M(this.caption,o?this.given.say.drag:this.given.say.drag_right),M(this.alpha,C(a.kept,{alpha:be(s.alpha),percent:sn(s.alpha)}));
let[r,l]=[...this.share.children];r.style.width=`${100*s.alpha}%`,l.style.width=`${100*(1-s.alpha)}%`;let c=o?"same":i?"\
harmless":"broken";M(this.result,C(this.given.say[c],{percent:sn(s.alpha),rest:sn(1-s.alpha),distance:be(s.distance)})),
this.result.toggleAttribute("data-off",!i),this.rule.value=this.state.rule,M(this.help,a.help),A(this.rows,...this.given.
words.map((p,d)=>h("tr",{},h("th",{scope:"row"},p),...[t[d],e[d],s.accept[d],s.kept[d],s.left[d],s.drawn[d],s.out[d]].map(
u=>h("td",{},u.toFixed(3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${js()}&pair=${encodeURIComponent(this.
pair())}`)}pair(){return JSON.stringify(jr(this.state,this.given.words,this.given.first,this.given.note))}save(){let t=URL.
createObjectURL(new Blob([this.pair()],{type:"application/json"})),e=h("a",{href:t,download:"five-words.json"});document.
body.append(e),e.click(),e.remove(),URL.revokeObjectURL(t)}copy(){Kt(Qt({toy:Lr(this.state)}),this.given.say.copied,t=>M(
this.copied,t))}random(){return this.change({p:Zn(this.given.words.length),q:Zn(this.given.words.length)})}};function Ir(n){
new Xn(n)}function Nr(n){for(let t of n.querySelectorAll("button.upload-container"))t.removeAttribute("aria-label")}function Fp(n,t,e){
n.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest(t):null;!(o instanceof HTMLAnchorElement)||
s.ctrlKey||s.metaKey||s.shiftKey||s.button||(s.preventDefault(),e(o))})}function Dr(n,t){Fp(n,"a[data-trace]",s=>t("select",{name:s.dataset.trace}));let e=document.getElementById("import-files");
e&&(Nr(e),new MutationObserver(()=>Nr(e)).observe(e,{childList:!0,subtree:!0})),n.dataset.opens="here"}var Vt=256,Yt=420,Pp=250,to=46,_p=12,zp=14,Hp=206,Cr=62,eo=20,nn=8,Wp=40,so=n=>({name:"free",title:n.free,kind:"free",source:n.
source_free,curve:Wt(1/0),known:null}),Br=(n,t,{gamma:e,batch:s})=>({name:"own",title:n.own,kind:"computed",source:n.source_own,
curve:Wt(t>1?(e+1)*s/t:1/0),known:null}),on=(n,{kind:t,known:e},s)=>n[t==="measured"&&s>(e??0)?"kind_extended":`kind_${t}`],
no=(n,t,e)=>t.known!==null&&e>t.known?n.kind_dashed:on(n,t,e);function Fr(n,{name:t,kind:e,source:s,known:o}){return t===
"free"||t==="own"?s:C(n[`source_${e}`],{source:s,known:o??""})}function Pr(n,t,e){let s=({name:i,title:a})=>h("option",{
value:i},a),o=i=>h("optgroup",{label:n[`${i}_group`]},...t.filter(a=>a.kind===i).map(s));return h("select",{"data-testid":"\
worth-machine",onchange:e},s({name:"free",title:n.free}),s({name:"own",title:n.own}),o("measured"),o("computed"))}function _r(n,{
alpha:t,gamma:e,cost:s},o){let i=Ia(t,e,s,o,Vt),[a]=i;if(!a)return C(n.pays_never,{most:Vt});if(a[0]===1&&a[1]===Vt)return C(
n.pays_all,{most:Vt});let r=i.map(([l,c])=>l===c?String(l):C(n.range,{first:l,last:c}));return C(n.pays_some,{ranges:r.join(
", "),most:Vt})}function zr(n,t,e,{gamma:s,batch:o}){let{curve:i,known:a,kind:r}=e,l=o,c=(s+1)*o,p=i[i.length-1][0],d=Math.
ceil(Math.log2(Math.max(64,c,Number.isFinite(p)?p:0))),u=Array.from({length:8*d+1},(L,N)=>2**(N/8)),f=u.map(L=>[L,yt(i,L)]),
m=Math.max(2,...f.map(([,L])=>L))*1.08,g=[.5,1,2,5,10,20,50,100,200,500].find(L=>m/L<=5)??1e3,b=a===null?f.length:u.filter(
L=>L<=a).length,{x:w,y,grid:v,drawn:k}=Pn({left:to,right:Yt-_p,top:zp,base:Hp},f,L=>Math.log2(L)/d,m,g,[1,8,64,512,4096].
filter(L=>L<=2**d),b),$=L=>x("circle",{class:"chosen",cx:w(L),cy:y(yt(i,L)),r:6}),S=w(c)>Yt/2,q=y(yt(i,l))-y(yt(i,c))<20&&
w(c)-w(l)<160,O=w(l)>to+80;return n.setAttribute("aria-label",[[l,t.time_plain],[c,t.time_check]].map(([L,N])=>`${N}: ${L}\
, ${yt(i,Number(L)).toFixed(2)}`).join("; ")),A(n,...v,...k,...(r==="measured"?i:[]).map(([L,N])=>x("circle",{class:"dot",
cx:w(L),cy:y(N),r:3.5})),x("text",{x:(to+Yt)/2,y:Pp-4,"text-anchor":"middle"},t.time_axis),$(l),$(c),x("text",{x:w(l)+(O?
-8:4),y:y(yt(i,l))-(q?29:11),"text-anchor":O?"end":"start"},t.time_plain),x("text",{x:w(c)+(S?-10:0),y:y(yt(i,c))-11,"te\
xt-anchor":S?"end":"middle"},t.time_check)),C(t.time,{kind:no(t,e,2**d)})}function Hr(n,t,e,{alpha:s,gamma:o,cost:i},a){
let r=lt(s,o),l=o*i,c=a.map(y=>ct(o,y,e.curve)),p=Math.max(r,...c.map(y=>l+y)),d=y=>nn+y/p*(Yt-2*nn-40),u=d(r),f=u>Yt/2,
m=26+Cr*a.length,g=[],b=y=>(y<u+3&&y+Wp>u?u:y)+6,w=a.flatMap((y,v)=>{let k=c[v],$=26+Cr*v,S=At(s,o,i,k),T=Is(s,i,y,e.curve),
q=C(S>1?t.row_pays:t.row_slower,{batch:y,speedup:S.toFixed(2),kind:on(t,e,(o+1)*y)}),O=T===null?t.row_none:C(t.row_best,
{best:T});return g.push(`${q}, ${O}`),[x("text",{x:nn,y:$+16},q),x("text",{x:Yt-nn,y:$+16,"text-anchor":"end"},O),x("rec\
t",{class:"drafting",x:d(0),y:$+24,width:d(l)-d(0),height:eo}),x("rect",{class:"checking",x:d(l),y:$+24,width:d(k)-d(0),
height:eo}),x("text",{x:b(d(l+k)),y:$+40},(l+k).toFixed(2)),x("line",{class:"until",x1:u,x2:u,y1:$+21,y2:$+27+eo})]});n.
setAttribute("viewBox",`0 0 ${Yt} ${m+4}`),n.setAttribute("aria-label",g.join("; ")),A(n,x("text",{x:u,y:15,"text-anchor":f?
"end":"start"},C(t.without,{tokens:r.toFixed(2)})),...w)}var Up=60,an=(n,t,e)=>typeof n=="number"&&n>=t&&n<=e,Wr=n=>Number.isInteger(n)&&an(n,1,16),Gp=n=>Array.isArray(n)&&n.length===
2&&Wr(n[0])&&an(n[1],1,n[0]+1);function Ur(n){try{let{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}=JSON.parse(n);return typeof t==
"string"&&t.length<=Up&&an(e,0,1)&&Wr(s)&&Array.isArray(o)&&o.length>=1&&o.length<=16&&o.every(Gp)&&typeof i=="boolean"&&
(a===null||an(a,0,1))?{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}:null}catch{return null}}var Gr=({points:n},t)=>n.
map(([e,s])=>({gamma:e,value:t(e,s),name:"",cls:"imported"}));function Kr(n,{name:t,alpha:e,gamma:s,points:o}){let[,i]=o[o.
length-1],[a]=o[o.length-1];return C(n.imported_here,{name:t,gamma:a,tokens:i.toFixed(2),expected:lt(e,Math.min(s,a)).toFixed(
2)})}function Vr(n,{name:t,points:e,measured:s},o,i){if(!s)return"";let r=e.map(([d,u])=>({gamma:d,value:o(d,u)})).reduce(
(d,u)=>u.value>d.value?u:d,{gamma:0,value:1}),l=e[e.length-1][0],c=i??0,p=r.gamma===c?n.imported_same:c>l?n.imported_longer:
n.imported_other;return C(r.gamma?n.imported_best:n.imported_none,{name:t,gamma:r.gamma,speedup:r.value.toFixed(2)})+" "+
C(p,{best:c,longest:l})}function Yr(n,t,e){if(!e)return t?n.import_wrong:"";let s=C(e.measured?n.imported:n.imported_average,
{name:e.name});return e.cost===null?`${s} ${n.imported_cost}`:s}var Ct=420,oo=250,we=46,Jr=206,Kp=14,Ye=12,Vp=7.4,Qr=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];function Yp(n,t,e,s){
return Qr.find(([i,a])=>{let r=i>0?n+i:n+i-e,l=t+a+6,c=l-22,p=Array.from({length:Math.ceil(e/4)+1},(d,u)=>r+4*u);return r>=
we&&r+e<=Ct-Ye&&c>=0&&l<=Jr&&!p.some(d=>s.some(u=>u(d)>c&&u(d)<l))})??Qr[0]}function io(n,t,e,s,o){let i=Array.from({length:16},
(y,v)=>v+1),a=Math.max(2,...i.map(e.y),...e.points.map(({value:y})=>y))*1.08,r=e.line<=a,l=[4,2,1].find(y=>a>2.2*y)??.5,
{x:c,y:p,grid:d,drawn:u}=Ns({left:we,right:Ct-Ye,top:Kp,base:Jr},i.map(e.y),a,l,[1,4,8,12,16],2.5,e.known),f=[],m=[],g=y=>1+
(y-we)/(Ct-we-Ye)*15,b=[y=>p(e.y(g(y))),()=>p(e.line)];for(let{gamma:y,value:v,name:k,cls:$}of e.points){let S=c(Math.min(
16,Math.max(1,y))),T=p(v),q=Vp*k.length;if(f.push(x("circle",{class:$,cx:S,cy:T,r:$==="imported"?4.5:7})),m.push(`${k||`\
γ ${y}`}: ${v.toFixed(2)}`),!k)continue;let[O,L]=Yp(S,T,q,b),[N,K]=O>0?[S,S+O+q]:[S+O-q,S];b.push(G=>G>=N&&G<=K?T+L-5:NaN),
f.push(x("text",{x:S+O,y:T+L,"text-anchor":O<0?"end":"start"},k))}let w=e.y(s);n.setAttribute("aria-label",[`${e.label}:\
 ${w.toFixed(2)}, γ ${s}`,...m].join("; ")),A(n,...d,x("text",{x:(we+Ct)/2,y:oo-4,"text-anchor":"middle"},t.axis),r&&x(
"line",{class:e.cls,x1:we,x2:Ct-Ye,y1:p(e.line),y2:p(e.line)}),r&&x("text",{x:Ct-Ye-2,y:p(e.line)+(e.y(16)>e.line?18:-6),
"text-anchor":"end"},e.note),...u,o!==null&&o!==s&&x("text",{x:c(o),y:p(e.y(o))-8,"text-anchor":o<3||e.points.some(({cls:y})=>y===
"imported")?"start":"end"},t.best),x("circle",{class:"chosen",cx:c(s),cy:p(w),r:6}),...f)}var Zr=n=>n.toFixed(Math.abs(n*100-Math.round(n*100))<1e-6?2:3),Qp="10000px",ao=class{machine=so({});known={runs:[],papers:[],
here:null};asked="";verdict=h("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=h("p");pays=h("p",{role:"\
status","data-testid":"worth-pays"});basis=h("p",{class:"lt-help","data-testid":"worth-basis"});here=h("p",{"data-testid":"\
worth-here"});own=h("p",{"data-testid":"worth-own"});list=h("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=h(
"tbody");wrong=h("p",{role:"alert"});imported=null;address="";said=h("p",{role:"status","data-testid":"worth-imported"});constructor(t){
this.element=t,this.root=t.querySelector("[data-worth]");let e=JSON.parse(this.root.dataset.worth||"");this.words=e.say,
this.machines=e.machines,this.batches=e.batches,this.alpha=this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=
this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.
slider("batch",this.words.batch,1,Vt,1,1),this.check=this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),
this.chosen=Pr(this.words,this.machines,()=>this.choose()),this.chosen.value=e.machine,this.tokens=this.figure(this.words.
tokens),this.speedup=this.figure(this.words.speedup),this.use=h("button",{type:"button",class:"lt-btn","data-testid":"wo\
rth-use",onclick:()=>this.take()},this.words.use),this.forget=h("button",{type:"button",class:"lt-btn",hidden:!0,"data-t\
estid":"worth-forget",onclick:()=>{vt({worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.
rounds=this.figure(C(this.words.same_run,{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-round\
s",this.rounds.box.append(h("p",{class:"lt-keys"},...["drafting","checking","without"].map(s=>h("span",{},h("i",{class:s}),
this.words[`key_${s}`])))),A(this.root,h("h2",{},this.words.title),this.said,this.forget,h("p",{},this.words.intro),h("d\
iv",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,h("label",{},this.words.
machine,this.chosen)),this.verdict,this.own,h("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,h("\
h3",{},this.words.batches),h("p",{},this.words.batches_intro),h("div",{class:"lt-charts"},this.time.box,this.rounds.box),
this.pays,this.basis,this.here,this.use,this.wrong,h("p",{class:"lt-help"},this.words.source),h("details",{open:!0},h("s\
ummary",{},this.words.runs),this.list,h("p",{class:"lt-help"},this.words.runs_note)),h("details",{},h("summary",{},this.
words.papers),h("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},h("table",{class:"lt\
-table words"},h("thead",{},h("tr",{},...this.words.papers_heads.split("|").map(s=>h("th",{scope:"col"},s)))),this.papers)))),
this.choose(),new IntersectionObserver(s=>{s.some(({isIntersecting:o})=>o)&&(this.import(),this.look())},{rootMargin:Qp}).
observe(this.root),addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage\
:step",()=>{this.root.checkVisibility()&&this.look()})}slider(t,e,s,o,i,a,r=()=>this.draw()){let l=h("output",{for:`wort\
h-${t}`}),c=h("input",{type:"range",id:`worth-${t}`,min:s,max:o,step:i,value:a,oninput:r,"data-testid":`worth-${t}`});return{
input:c,output:l,box:h("label",{for:`worth-${t}`},e,l,c)}}figure(t){let e=x("svg",{class:"lt-plot",viewBox:`0 0 ${Ct} ${oo}`,
role:"img"}),s=h("figcaption",{},t);return{svg:e,caption:s,box:h("figure",{},s,e)}}values(){let[t,e,s,o]=[this.alpha,this.
gamma,this.cost,this.batch].map(i=>Number(i.input.value));return{alpha:t,gamma:e,cost:s,batch:o}}choose(){let t=this.chosen.
value;this.machine=t==="free"?so(this.words):this.machines.find(e=>e.name===t)??Br(this.words,Number(this.check.input.value),
this.values()),this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let t=this.values(),{alpha:e,gamma:s,
cost:o,batch:i}=t,{curve:a,known:r}=this.machine,l=ct(s,i,a),c=on(this.words,this.machine,(s+1)*i);this.check.input.max=
String(s+1),this.check.input.value=String(l);for(let[f,m]of[[this.alpha,Zr(e)],[this.gamma,String(s)],[this.cost,Zr(o)],
[this.batch,String(i)],[this.check,`${l.toFixed(2)}, ${c}`]])M(f.output,m);let p=lt(e,s),d=At(e,s,o,l),u=Is(e,o,i,a);M(this.
verdict,C(d<1?this.words.slower:this.words.faster,{tokens:p.toFixed(2),price:(s*o+l).toFixed(2),speedup:d.toFixed(2)})),
M(this.limit,this.limits(t,l,u)),M(this.own,this.ownBest(u)),io(this.tokens.svg,this.words,{label:this.words.tokens,y:f=>lt(
e,f),line:1/(1-e),cls:"most",known:16,note:this.words.ceiling,points:this.points((f,m)=>m,[["tokens",this.words.here,"he\
re"]])},s,null),M(this.speedup.caption,C(this.words.speedup_at,{batch:i,kind:no(this.words,this.machine,17*i)})),io(this.
speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.words.even,y:f=>At(e,f,o,ct(f,i,a)),known:r===
null?16:Math.max(0,Math.floor(r/i)-1),points:this.points((f,m)=>m/(f*o+ct(f,i,a)),i>1?[]:[["speedup",this.words.here_speedup,
"here formula"],["clock",this.words.here_clock,"here"]])},s,u),this.drawBatches(t)}points(t,e){if(this.imported)return Gr(
this.imported,t);let s=this.known.here,o=s?.gamma??null;return!s?.chain||o===null?[]:e.flatMap(([i,a,r])=>{let l=s[i];return typeof l==
"number"?[{gamma:o,value:l,name:C(a,{name:s.name}),cls:r}]:[]})}limits({alpha:t,gamma:e},s,o){let i=Ra(t,e,s);return(t===
0?this.words.nothing_kept:i<=0?this.words.check_alone:C(this.words.limit,{limit:i.toFixed(2)}))+(o===null?this.words.none_pays:
C(this.words.best_is,{best:o}))}ownBest(t){if(!this.imported)return"";let{cost:e,batch:s}=this.values();return Vr(this.words,
this.imported,(o,i)=>i/(o*e+ct(o,s,this.machine.curve)),t)}drawBatches(t){let{words:e,machine:s}=this;M(this.time.caption,
zr(this.time.svg,e,s,t)),Hr(this.rounds.svg,e,s,t,this.batches),M(this.pays,`${_r(e,t,s.curve)} ${e.batches_note}`),M(this.
basis,Fr(e,s))}take(){let t=this.known.here;if(this.imported)return this.setImported(this.imported);t?.alpha===null||t?.
gamma===null||t?.cost===null||!t||this.set(t.alpha,t.gamma,t.cost)}set(t,e,s){this.alpha.input.value=String(t),this.gamma.
input.value=String(Math.min(16,Math.max(1,Math.round(e)))),s!==null&&(this.cost.input.value=String(s)),this.draw()}import(){
let t=z().get("worth")??"";if(t===this.address)return;this.address=t;let e=this.imported=Ur(t);this.forget.hidden=!e,M(this.
said,Yr(this.words,t,e)),e?this.setImported(e):this.draw(),this.describe(),t&&this.root.scrollIntoView()}setImported(t){
this.batch.input.value="1",this.chosen.value="free",this.set(t.alpha,t.gamma,t.cost),this.choose()}describe(){let t=this.
known.here,e={name:t?.name??"",tokens:t?.tokens.toFixed(2)??""},s=t&&t.chain&&t.alpha!==null&&t.gamma!==null&&t.cost!==null,
o=this.imported&&Kr(this.words,this.imported);M(this.here,o||(t?s?C(this.words.measured,{...e,alpha:`${Math.round(100*(t.
alpha??0))}%`,gamma:(t.gamma??0).toFixed(1),cost:(t.cost??0).toFixed(2),expected:lt(t.alpha??0,t.gamma??0).toFixed(2)})+
(t.clock===null?"":` ${C(this.words.clock,{clock:t.clock.toFixed(2)})}`):C(this.words.measured_tree,e):this.words.unmeasured)),
this.use.hidden=!s&&!o,M(this.use,o?this.words.use_imported:this.words.use);let i=Math.max(1,...this.known.runs.map(({tokens:a})=>a));
A(this.list,...this.known.runs.map(({name:a,title:r,tokens:l})=>{let c=h("i",{"aria-hidden":"true"});return c.style.width=
`${100*l/i}%`,h("li",{title:r,"data-here":a===t?.name},h("b",{},a),c,h("span",{},l.toFixed(2)))})),A(this.papers,...this.
known.papers.map(a=>h("tr",{},h("th",{scope:"row"},a.paper),...[a.pair,a.method,a.tokens===null?`${a.speedup?.toFixed(2)}\
×`:`${a.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(r=>h("td",{},r)))))}async look(){let t=Z("#stage")[0]?.
stage.state().name??"";if(!(this.known.runs.length&&t===this.asked&&(this.known.here||!t))){this.asked=t;try{let e=await fetch(
`explorer/worth?run=${encodeURIComponent(t)}`);if(!e.ok)throw new Error(String(e.status));this.known=await e.json(),M(this.
wrong,"")}catch{M(this.wrong,this.words.wrong)}this.describe(),this.draw()}}};function Xr(n){new ao(n)}function Qe(n){if(Array.isArray(n))return n.map(Qe);if(typeof n!="object"||n===null)return n;let{[""]:t,["?"]:e={},...s}=n;
if(!Number.isInteger(t))return Object.fromEntries(Object.entries(n).map(([i,a])=>[i,Qe(a)]));let o=Array.from({length:t},
()=>({}));for(let[i,a]of Object.entries(s)){let r=Qe(a);e[i]?e[i].forEach((l,c)=>{o[l][i]=r[c]}):o.forEach((l,c)=>{l[i]=
r[c]})}return o}var Jp="explorer/",Zp="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";function Xp(n){
let t=Object.fromEntries([...Zp].map((s,o)=>[s,o])),e=new DataView(new ArrayBuffer(4*Math.ceil(n.length/5)));for(let s=0;s<
n.length;s+=5){let o=n.slice(s,s+5).padEnd(5,"~");e.setUint32(4*(s/5),[...o].reduce((i,a)=>i*85+t[a],0))}return new Uint8Array(
e.buffer,0,Math.floor(n.length/5)*4+Math.max(0,n.length%5-1))}async function tu(n){let t=new Blob([Xp(n)]).stream().pipeThrough(
new DecompressionStream("gzip")),e=(await new Response(t).text()).split(`
`);return new Map(e.flatMap((s,o)=>o%2?[]:[[s,e[o+1]]]))}function eu(n,t=new URL(".",document.baseURI)){return n.href.startsWith(
`${t.href}${Jp}`)?decodeURIComponent(n.pathname.slice(t.pathname.length)+n.search):null}function su(n){let[,t]=n.split(/[/?]/),
e=t==="code"?"No code is available for a run that was opened from a file.":`The link names a ${t==="race"?"comparison":"\
run or a lesson"} that this site does not have. Choose another one.`;return new Response(["code","race"].includes(t)?e:JSON.
stringify({type:"clear",text:e}),{status:404})}function tl(n){let t=new Map,e=new Map;Object.assign(window,{siteData:(a,r)=>{
t.set(a,r)}});let s=a=>new Promise((r,l)=>{let c=document.createElement("script");c.src=`data/${a}.js`,c.onload=r,c.onerror=
()=>l(new TypeError(`data/${a}.js did not load`)),document.head.append(c)});async function o(a){t.has(a)||await s(a);let r=await tu(
t.get(a)??"");return t.delete(a),r}let i=window.fetch.bind(window);window.fetch=async(a,...r)=>{let l=eu(new URL(a instanceof
Request?a.url:a,document.baseURI));if(l===null)return i(a,...r);let c=n[l];if(!c)return su(l);let p=e.get(c)??o(c);e.set(
c,p);try{let d=JSON.stringify(Qe(JSON.parse((await p).get(l)??"null")));return new Response(d,{headers:{"Content-Type":"\
application/json"}})}catch(d){throw e.delete(c),d}}}var nu='<script type="application/json" id="trace">',ou="<\/script>",ye={trace:"This page cannot draw a trace file itsel\
f. Run “python -m explorer export FILE --html page.html”, then open page.html here.",unknown:"This file is not an ex\
ported run. Make one with “python -m explorer export FILE --html page.html”.",large:"This file is larger than 64 MB.\
 Record fewer tokens, then export the run again."};async function iu(n){if(n.size>67108864)throw new Error(ye.large);if(/\.jsonl(\.gz)?$|\.gz$/i.
test(n.name))throw new Error(ye.trace);let t=await n.text();if(t.startsWith('{"kind":"header"'))throw new Error(ye.trace);
let e=null;try{e=JSON.parse(t.split(nu,2)[1].split(ou,1)[0])}catch{}if(e?.type!=="open"||!Array.isArray(e.iterations)||!e.
header)throw new Error(ye.unknown);return{...e,name:"",at:{it:1,phase:1}}}function el(n,t,e){async function s(o){if(o){e(
"");try{t(await iu(o))}catch(i){e(i instanceof Error&&Object.values(ye).includes(i.message)?i.message:ye.unknown)}}}n.addEventListener(
"change",async()=>{await s(n.files?.[0]),n.value=""}),n.labels?.[0]?.addEventListener("dragover",o=>o.preventDefault()),
n.labels?.[0]?.addEventListener("drop",o=>{o.preventDefault(),s(o.dataTransfer?.files[0])})}function sl(n,t){let e=[...n.querySelectorAll("[role=tab]")],s=c=>c.dataset.tab??"",o=s(e[0]);function i(c,p=null){cr(n.
closest("header")??n,p,n.dataset.wrong??"");for(let d of e){let u=s(d)===c;d.setAttribute("aria-selected",String(u));let f=document.
getElementById(d.getAttribute("aria-controls")??"");f&&(f.hidden=!u)}t(c)}function a(){let c=z();return c.get("tab")??(c.
has("toy")?"learn":c.has("comparison")&&!c.has("trace")?"compare":o)}function r(){let c=a(),p=e.some(d=>s(d)===c);i(p?c:
o,p?null:c)}function l(c){if(c===a())return i(c);vt({tab:c===o?null:c,toy:null,comparison:null},!0),i(c)}for(let c of e)
c.addEventListener("click",()=>l(s(c)));return addEventListener("popstate",r),lr(n),r(),{go:l}}function nl(){let n=matchMedia("(prefers-color-scheme: dark)"),t=z().get("__theme"),e=()=>document.body.classList.toggle(
"dark",t?t==="dark":n.matches);n.addEventListener("change",e),e()}var X=n=>document.getElementById(n),rn=n=>document.getElementById(n),ro=()=>{};function ol(n){let t=document.getElementById(
`table-${n}`),e=X("compare-table");document.dispatchEvent(new Event("race:begun")),e.replaceChildren(t instanceof HTMLTemplateElement?
t.content.cloneNode(!0):h("div",{"data-comparison":n}));let s=e.querySelectorAll("tr[data-run]").length;document.querySelectorAll(
"#compare .slot").forEach((o,i)=>o.toggleAttribute("hidden",i>=s)),t&&(rn("comparisons").value=n),ur()}function au(n){let t=document.
querySelector(".slots template");t instanceof HTMLTemplateElement&&t.replaceWith(t.content),Mr(X("race"));for(let e of document.
querySelectorAll("#compare .slot"))Kn(e,ro,{url:!1,keys:!1,compact:!0,asks:!1},null);pr(X("compare"),ro),rn("comparisons").
addEventListener("change",()=>ol(rn("comparisons").value)),ol(pe()||n)}async function ru({start:n,race:t,files:e,comparison:s}){
nl();let o=z().get("embed")==="1";document.body.classList.toggle("embed",o),e&&tl(e);let i=X("stage"),a=rn("runs"),r=new Set;
o||(vr(X("bar")),await xr(t)),Kn(i,ro,{value:n,asks:!1},null);let l=sl(X("tablist"),d=>{r.has(d)||(r.add(d),d==="learn"?
(Ir(X("learn-toy")),Xr(X("learn-worth"))):d==="compare"&&au(s))});function c(d){l.go("explore"),Z("#stage")[0]?.stage.receive(
d)}let p=d=>c({type:"fetch",url:`explorer/open/${encodeURIComponent(d)}`,at:{it:1,phase:1},chosen:!0});a.addEventListener(
"change",()=>p(a.value)),addEventListener("popstate",()=>{let d=z().get("trace"),u=Z("#stage")[0]?.stage;d&&d!==u?.state().
name&&u?.receive({type:"start",trace:d,chosen:!0})}),i.addEventListener("stage:step",d=>{let{name:u,title:f}=d.detail,m=[
...a.options].some(({value:g,hidden:b})=>g===u&&!b);a.value=m?u:"",m||M(X("unlisted"),f||"Another run")});for(let d of document.
querySelectorAll("[data-lessons]"))d.addEventListener("click",()=>c({type:"lesson"}));X("present").addEventListener("cli\
ck",()=>Z("#stage")[0]?.stage.present()),Sr(X("reproduce")),Dr(X("traces"),(d,u)=>p(u.name)),el(X("file"),c,d=>M(X("refu\
sed"),d)),o&&lu(X("whole"))}function lu(n){let t=()=>{let e=new URL(location.href),s=z();s.delete("embed"),e.hash="",e.search=
s.toString(),n.href=e.href};for(let e of["pointerdown","focus"])n.addEventListener(e,t);t()}ru(JSON.parse(X("given").textContent??
""));})();
