"use strict";(()=>{function Os(n,t,e){for(let[s,o]of Object.entries(t))o==null||o===!1||(typeof o=="function"?n.addEventListener(s.slice(2),
o):n.setAttribute(s,o===!0?"":String(o)));return n.append(...ri(e)),n}var ri=n=>n.filter(t=>t!=null&&t!==!1),p=(n,t={},...e)=>Os(
document.createElement(n),t,e),x=(n,t={},...e)=>Os(document.createElementNS("http://www.w3.org/2000/svg",n),t,e),E=(n,...t)=>n.
replaceChildren(...ri(t));function Qt(n,t){let e=new Set(t);for(let o of[...n.children])e.has(o)||o.remove();let s=n.firstElementChild;
for(let o of t)o===s?s=s.nextElementSibling:n.insertBefore(o,s)}function D(n,t){for(let[e,s]of Object.entries(t))n.getAttribute(
e)!==String(s)&&n.setAttribute(e,String(s))}function A(n,t){let e=n.firstChild;n.textContent!==t&&(e instanceof Text&&e===
n.lastChild?e.data=t:n.textContent=t)}var li=n=>requestAnimationFrame(()=>setTimeout(n)),ai=new Map,Ts=null;function $t(n,t){
let e=`${t}\0${n}`,s=ai.get(e);if(s!==void 0)return s;if(Ts??=document.createElement("canvas").getContext("2d"),!Ts)return 0;
Ts.font=t;let{width:o}=Ts.measureText(n);return ai.set(e,o),o}var Mt=(()=>{let n=s=>`${s.screenX} ${s.screenY}`,t="",e="";
return{watch(s){let o=i=>{if(!s.isConnected)return document.removeEventListener("mousemove",o,!0);e=t,t=n(i)};document.addEventListener(
"mousemove",o,{capture:!0,passive:!0})},moved:s=>n(s)!==(s.type==="mousemove"?e:t)}})();var ze=()=>/^https?:$/.test(location.protocol),ci=()=>location.hash.includes("=")&&(!location.search||!ze()),G=()=>new URLSearchParams(
ci()?location.hash.slice(1):location.search);function Lt(n,t=!1){let e=G(),s=new URL(location.href),o=e.toString();for(let[
i,a]of Object.entries(n))a===null||a===""?e.delete(i):e.set(i,String(a));if(e.toString()!==o){s.search=e.toString(),ci()&&
(s.hash="");try{t?history.pushState(history.state,"",s):history.replaceState(history.state,"",s)}catch{history.replaceState(
history.state,"",`#${e}`)}}}function ue(n){let t=new URL(location.href);t.search=t.hash="";for(let[e,s]of Object.entries(
n))s!==null&&t.searchParams.set(e,String(s));return t.href}function Es(n,t,e=640){let s=new URL(n);return s.searchParams.
set("embed","1"),p("iframe",{src:s.href,title:t,width:"100%",height:e,loading:"lazy",frameborder:0,allow:"fullscreen; cl\
ipboard-write"}).outerHTML}var Ls=(n,t)=>(t==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).test(n??"")?Number(n.replace("n","")):null;var Cc={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},_c=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,Fc="\
\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",Bc="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",zc=new RegExp(`\
(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${Fc}]|${Bc})`,"gsu"),Yn="⁨",Qn="⁩",Hc=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
rt=n=>n.replace(zc,t=>t===" "||t===`
`?t:`⟨U+${(t.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function qt(n){if(_c.test(n))return n;
let t=rt(n.replace(/[ \n\t\r\u00a0]/g,e=>Cc[e]));return Hc.test(t)?Yn+t+Qn:t}var Jt=n=>`“${qt(n.trim()||n)}”`,Wc=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,
Uc=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),Gc=n=>n<128?1:n>=240?4:n>=224?3:2;function Kc(n){let t=[];for(let e=0;e<
n.length;){let s=Gc(n[e]);try{t.push([Uc.decode(Uint8Array.from(n.slice(e,e+s))),e]),e+=s}catch{t.push([`⟨${n[e].toString(
16).toUpperCase().padStart(2,"0")}⟩`,e]),e+=1}}return t}function qs(n){let t=[],e=[],s=[],o=()=>{t.push(...Kc(e).map(([
i,a])=>({text:i,index:s[a]}))),e=[],s=[]};return n.forEach((i,a)=>{let r=Wc.exec(i)?.[1].split(" ").map(l=>parseInt(l,16));
if(r){e.push(...r),s.push(...r.map(()=>a));return}o(),t.push({text:i,index:a})}),o(),t}function hi(n){let t=n.startsWith(
Yn)&&n.endsWith(Qn);return[Array.from(t?n.slice(1,-1):n),e=>t?Yn+e+Qn:e]}function C(n,t){let[e,s]=hi(n);return e.length>
t?s(e.slice(0,t-1).join("")+"…"):n}function J(n,t){let[e,s]=hi(n);return e.length>t?s("…"+e.slice(1-t).join("")):n}var di=1e-12;
function L(n,t=2){if(n==null)return"–";if(n===0||n===1)return String(n);if(Number.isInteger(n)&&Math.abs(n)<1e7)return n.
toLocaleString("en");let e=Math.abs(n);return e<di?"0":e<1e-4||e>=1e5?n.toExponential(1).replace("e+","e"):e<1&&e>=.995?
String(Math.min(+n.toFixed(5),.99999)).slice(0,6):e<.1?String(+n.toPrecision(t)):e<1?n.toFixed(t).replace(/(\.\d\d+?)0+$/,
"$1"):String(+n.toPrecision(4))}var F=n=>L(n).replace(/^0\./,".");function W(n){return n==null?"–":n<di?"0%":n>=.995&&
n<1?">99%":n>=95e-5?`${(100*n).toFixed(n>=.0995?0:1)}%`:n>=1e-6?`${+(100*n).toPrecision(1)}%`:"≈0%"}var P=(n,t,e=L)=>n===
"plain"?W(t):e(t),st=(n,t,e)=>n==="plain"?`${+(100*t).toFixed(e)}%`:String(+t.toFixed(e+2));function Zt(n){return n>=1?n.
toFixed(n<10?2:1)+" s":n>=.001?(n*1e3).toFixed(n<.01?1:0)+" ms":(n*1e6).toFixed(0)+" µs"}var R=(n,t,e=`${t}s`)=>`${n.toLocaleString(
"en")} ${n===1?t:e}`;var fe={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d8894",dark:"\
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
■",look:"",glyph:"square",filled:!0,strength:0,colour:"ink",tint:!0,dash:"",help:"This round starts here, at the end o\
f the text so far."},{name:"pending",label:"not decided yet",sign:"◌",look:"orange, dashed edge",glyph:"disc",filled:!1,
strength:0,colour:"amber-edge",tint:!1,dash:"3 3",help:"The draft proposed this token. Nothing is decided about it yet."},
{name:"passes",label:"prefix passes",sign:"✓",look:"green tick, long dashes",glyph:"tick",filled:!1,strength:0,colour:"\
yes",tint:!1,dash:"9 4",help:"The draft up to here passes as a whole: its joint ratio is above the threshold (MTAD), or \
its random number is below the threshold (block verification). The longest passing prefix is accepted."},{name:"fails",label:"\
prefix fails",sign:"╱",look:"red slash, long dashes",glyph:"slash",filled:!1,strength:0,colour:"no",tint:!1,dash:"9 4",
help:"The draft up to here fails as a whole (MTAD, block verification). A longer prefix may still pass."},{name:"accepte\
d",label:"accepted",sign:"●",look:"green",glyph:"disc",filled:!0,strength:10,colour:"yes",tint:!0,dash:"",help:"It pas\
sed its test: a random number below a threshold, a probability above a threshold, or a match with the target’s token."},
{name:"rejected",label:"rejected",sign:"✕",look:"red, dashed edge",glyph:"cross",filled:!1,strength:6,colour:"no",tint:!0,
dash:"5 3",help:"It failed its test. Either the next candidate is tested, or the target writes a token of its own."},{name:"\
unused",label:"unused",plain:"not tested",sign:"○",look:"grey, dotted edge",glyph:"disc",filled:!1,strength:2,colour:"\
grey",tint:!1,dash:"1.5 3.5",help:"It was drafted but not tested, because an earlier decision made the test unnecessary."},
{name:"orphaned",label:"orphaned",plain:"discarded with its parent",sign:"▽",look:"hollow",glyph:"wedge",filled:!1,strength:3,
colour:"mute",tint:!1,dash:"1.5 3",help:"It was left out of its layer’s tests because its parent was not accepted."},{
name:"merged",label:"merged",sign:"◆",look:"purple, arrow",glyph:"diamond",filled:!0,strength:4,colour:"pink",tint:!0,
dash:"",help:"This n-gram already appears elsewhere in the draft, so its continuation is reused. An arrow leads there."},
{name:"pruned",label:"pruned",plain:"not extended",sign:"□",look:"hollow",glyph:"square",filled:!1,strength:1,colour:"\
mute",tint:!1,dash:"3 3",help:"It is not extended because it is too unlikely or the node budget is used up. The target s\
till checks it."},{name:"not_sent",label:"not sent",sign:"–",look:"pale",glyph:"bar",filled:!1,strength:5,colour:"line",
tint:!1,dash:"",help:"It was drafted but not sent to the target. EAGLE-2 sends only its most confident nodes, and MTAD i\
ts likeliest beam."},{name:"dropped",label:"dropped",plain:"not on the chosen path",sign:"◐",look:"green, half filled",
glyph:"half",filled:!1,strength:7,colour:"yes",tint:!1,dash:"2 4",help:"It passed its test or was added by the target, b\
ut another path was chosen."},{name:"residual",label:"residual",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,
colour:"blue",tint:!0,dash:"",help:"The target sampled it after a rejection from the leftover target probability: the am\
ount by which the target’s probability exceeds the draft’s."},{name:"bonus",label:"bonus",sign:"★",look:"blue",glyph:"\
star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"The target adds one extra token because every draft token\
 on its path was accepted."},{name:"fill",label:"fill-in beam",plain:"extra beam",sign:"★",look:"blue",glyph:"star",filled:!0,
strength:8,colour:"blue",tint:!0,dash:"",help:"The target sampled this beam because too few draft beams of the layer wer\
e accepted."},{name:"drawn",label:"sampled from p",plain:"sampled by the target",sign:"★",look:"black",glyph:"star",filled:!0,
strength:8,colour:"blue",tint:!0,dash:"",help:"The target sampled it from its own probabilities because there was no dra\
ft token here, or none was accepted."},{name:"greedy",label:"greedy choice",plain:"most likely token",sign:"★",look:"b\
lack",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"It is the target’s most likely token. Nothin\
g is random."},{name:"chosen",label:"chosen",sign:"●",look:"black",glyph:"disc",filled:!0,strength:9,colour:"ink",tint:!0,
dash:"",help:"The target chose it as one of the likeliest continuations: a beam of beam search, or MTJD’s best beam."},
{name:"own",label:"target’s token",sign:"☆",look:"hollow",glyph:"star",filled:!1,strength:8,colour:"ink",tint:!1,dash:"\
1.5 3",help:"The target wrote it. The other program’s file does not say how the target chose it."}],groups:[{name:"dra\
ft",label:"Draft"},{name:"check",label:"Check"},{name:"decide",label:"Decide"},{name:"commit",label:"Write"}],phases:[{name:"\
input",label:"input",plain:"start",group:"draft",colour:"grey"},{name:"draft",label:"draft",group:"draft",colour:"amber"},
{name:"exit",label:"exit",group:"draft",colour:"amber"},{name:"merge",label:"merge",group:"draft",colour:"pink"},{name:"\
unmerge",label:"unmerge",group:"draft",colour:"pink"},{name:"select",label:"select",group:"draft",colour:"amber"},{name:"\
target",label:"target pass",group:"check",colour:"blue"},{name:"layer",label:"layer width",group:"check",colour:"blue"},
{name:"prefix",label:"prefix test",group:"decide",colour:"yes"},{name:"verify",label:"test",group:"decide",colour:"yes"},
{name:"orphaned",label:"orphaned",group:"decide",colour:"mute"},{name:"unused",label:"unused",group:"decide",colour:"gre\
y"},{name:"residual",label:"residual",group:"decide",colour:"blue"},{name:"bonus",label:"bonus",group:"decide",colour:"b\
lue"},{name:"fill",label:"fill-in beam",group:"decide",colour:"blue"},{name:"drawn",label:"sampled from p",group:"decide",
colour:"blue"},{name:"greedy",label:"greedy choice",group:"decide",colour:"blue"},{name:"chosen",label:"chosen",group:"d\
ecide",colour:"ink"},{name:"own",label:"target’s token",group:"decide",colour:"ink"},{name:"commit",label:"commit",group:"\
commit",colour:"ink"}],origins:[{name:"chosen",label:"chosen by the target",colour:"grey",tint:"grey",line:"solid"},{name:"\
drawn",label:"sampled by the target",colour:"blue",tint:"grey",line:"solid"},{name:"greedy",label:"greedy choice",colour:"\
blue",tint:"grey",line:"dotted"},{name:"own",label:"target’s token",colour:"ink",tint:"grey",line:"dashed"},{name:"dra\
ft",label:"accepted draft token",colour:"yes",tint:"yes",line:"solid"},{name:"merged",label:"accepted through a merged n\
ode",colour:"pink",tint:"pink",line:"dotted"},{name:"residual",label:"residual token",colour:"blue",tint:"blue",line:"so\
lid"},{name:"bonus",label:"bonus token",colour:"blue",tint:"blue",line:"double"},{name:"fill",label:"extra beam (fill-in\
)",colour:"blue",tint:"blue",line:"dashed"}]};var me=new Map(fe.states.map(n=>[n.name,n])),Jn=new Map(fe.origins.map(n=>[n.name,n])),Yc=fe.glyphs;function Z(n){let t=me.
get(n);if(!t)throw new Error(`states.json has no state ${n}`);return t}function St(n,t){let{label:e,plain:s}=Z(n);return t===
"plain"&&s?s:e}var pi=n=>n.reduce((t,e)=>Z(e).strength>Z(t).strength?e:t),Qc=new Map(fe.phases.map(n=>[n.name,n])),ge=n=>Qc.
get(n)??{name:n,label:n.replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},Jc=new Map(fe.groups.map(({name:n,
label:t})=>[n,t])),He=n=>Jc.get(n)??n;function ui(n,t){let{label:e,plain:s,group:o}=ge(n);return t==="exact"?e:s??He(o)}
var dt=n=>Yc[Z(n).glyph],Zc=(n,t)=>x("path",{d:dt(n),class:"st-g","data-kind":n,transform:`scale(${t})`}),X=n=>x("svg",{
viewBox:"-8 -8 16 16",width:16,height:16,class:"st-icon","aria-hidden":"true"},Zc(n,5.4));var Zn=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{upTo:1/0,
cell:5,font:0,chars:0}],fi=Zn[Zn.length-1],mi={rows:[],sees:[],cached:[],starts:[]},js=class{info=p("span",{class:"st-qu\
iet","data-testid":"mask-size"});order=p("select",{class:"st-speed st-small","data-testid":"mask-order","aria-label":"Ro\
w order",onchange:()=>this.redo()},p("option",{value:"pass"},"as in the pass"),p("option",{value:"depth"},"depth first, \
tree by tree"));box=p("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=p("p",{class:"st-mask-\
say","data-testid":"mask-say","aria-live":"polite"});keys=p("div",{class:"st-mask-keys","aria-hidden":"true"},p("span",{
"data-of":"on"},"may attend"),p("span",{"data-of":"itself"},"itself"),p("span",{"data-of":"off"},"masked (another branch\
)"));pin=p("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"false",title:"Show t\
he mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=p("p",{class:"st-quiet st-mas\
k-why"});root=p("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.redo()},p("s\
ummary",{},"Attention mask of the target pass"),p("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,this.
keys),p("div",{class:"st-mask-body"},this.box,p("div",{class:"st-mask-words"},this.say,this.why)));paths=x("g");ring=x("\
path",{class:"st-mask-ring"});across=x("rect",{visibility:"hidden",x:0});down=x("rect",{visibility:"hidden",y:0});it=void 0;mask=mi;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=fi;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("mousemove",s=>{this.svg&&Mt.moved(s)&&e.hover(this.at(s))}),this.box.addEventListener(
"mouseleave",s=>{Mt.moved(s)&&e.hover(-1)}),this.box.addEventListener("click",s=>{this.at(s)>=0&&e.pick(this.at(s))}),this.
box.addEventListener("blur",()=>e.hover(-1)),this.box.addEventListener("keydown",s=>{let o=s.key==="ArrowDown"?1:s.key===
"ArrowUp"?-1:0;if(s.key==="Enter"&&this.pointed>=0)e.pick(this.rows[this.pointed]);else if(o&&this.svg){let i=this.pointed<
0&&o<0?this.rows.length:this.pointed;do i+=o;while(i>=0&&i<this.rows.length&&this.it.born[this.rows[i]]>this.phase);i>=0&&
i<this.rows.length&&(e.hover(this.rows[i]),this.reveal(i))}else return;s.preventDefault(),s.stopPropagation()})}togglePin(){
this.pinned=!this.pinned,this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){
let t=this.mask.rows.map((s,o)=>o);if(this.order.value==="depth"){let s=new Map(this.it.lay.at.map((o,i)=>[o,this.it.lay.
row[i]]));t.sort((o,i)=>(s.get(this.mask.rows[o])??0)-(s.get(this.mask.rows[i])??0))}this.heads=this.mask.cached.length;
let e=new Map(t.map((s,o)=>[s+this.heads,o+this.heads]));this.rows=t.map(s=>this.mask.rows[s]),this.sees=t.map(s=>this.mask.
sees[s].map(o=>e.get(o)??o)),this.rowOf=new Map(this.rows.map((s,o)=>[s,o]))}word(t){return this.model.wordAt(this.it,t)}cachedTokens(){
return this.mask.cached.reduce((t,e)=>t+e.size,0)}cachedText(t){return t.end===null?rt(this.model.header.prompt||"the pr\
ompt"):this.model.phrase(this.model.path(null,t.end).slice(-t.size).map(({token:e})=>e))}build(){this.size=Zn.find(g=>this.
rows.length<=g.upTo)||fi;let{cell:t,font:e,chars:s}=this.size,o=e>0,i=o&&t>=14,a=this.rows.map(g=>o?C(this.word(g),s):""),
r=g=>$t(g,`${e}px sans-serif`),l=Math.max(0,...a.map(r)),c=this.mask.cached.map((g,b)=>`${g.end===null?"prompt":this.sees.
every(w=>w.includes(b))?"text":"own"} · ${g.size}`);this.left=o?Math.ceil(l)+t+14:8,this.top=i?Math.ceil(.87*Math.max(l,
...c.map(r))+16):20;let h=this.left;this.columns=[...this.mask.cached.map(g=>({tokens:g.size,x:0,wide:Math.max(t,26)})),
...this.rows.map(()=>({tokens:1,x:0,wide:t}))],this.columns.forEach((g,b)=>{b===this.heads&&(h+=6),g.x=h,h+=g.wide});let d=Math.
ceil(h+(i?this.top*.5:8)),u=this.top+this.rows.length*t+8;this.svg=x("svg",{width:d,height:u,viewBox:`0 0 ${d} ${u}`,class:`\
st-mask-svg${t<11?" small":""}`,"aria-hidden":"true"},...this.plane(h)),this.labels=this.rows.map((g,b)=>o?this.label(g,
b,a[b],i):null),this.svg.append(...this.labels.flatMap(g=>g?[g.side,...g.head?[g.head]:[]]:[]),...this.mask.cached.map((g,b)=>this.
cap(g,this.columns[b],c[b],i))),E(this.box,this.svg),this.drawn="",this.pointed=-1;let f=this.mask.starts.length,m=this.
cachedTokens();A(this.info,`${R(this.rows.length,"row")} × ${R(m+this.rows.length,"key")} (${m} cached), ${f===1?"one p\
ass":`${f} passes`}`),this.box.setAttribute("aria-label",`Attention mask: ${R(this.rows.length,"token")} scored by the t\
arget after ${R(m,"cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`),this.explain()}plane(t){
let{cell:e}=this.size,s=this.rows.length*e,o=this.columns[0].x,i=l=>`${this.top+l*e}H${t}`;this.across.setAttribute("hei\
ght",String(e)),this.across.setAttribute("width",String(t)),this.down.setAttribute("width",String(e)),this.down.setAttribute(
"height",String(this.top+s));for(let l of[this.across,this.down])l.setAttribute("visibility","hidden");this.ring.setAttribute(
"d",""),E(this.paths);let a=e<11?[]:[...Array(this.rows.length+1).keys()].map(l=>`M${o} ${i(l)}`).concat(this.columns.map(
({x:l,wide:c})=>`M${l} ${this.top}v${s}M${l+c} ${this.top}v${s}`)),r=this.order.value==="pass"?this.mask.starts.slice(1).
map(l=>`M${o-4} ${i(l)}`):[];return[x("rect",{class:"st-mask-frame",x:o,y:this.top,width:t-o,height:s}),x("path",{class:"\
st-mask-grid",d:a.join("")}),x("g",{class:"st-mask-band"},this.across,this.down),this.paths,x("path",{class:"st-mask-cut",
d:r.join("")}),this.ring]}label(t,e,s,o){let{cell:i,font:a}=this.size,r=i/2+a*.35,l=()=>x("title",{},this.word(t)),c=x("\
path",{class:"st-g",transform:`translate(${this.left-i/2-2} ${i/2}) scale(${i*.26})`}),h=x("g",{class:"st-mask-row",transform:`\
translate(0 ${this.top+e*i})`,"data-row":this.it.n.id[t]},l(),x("text",{x:this.left-i-4,y:r,"text-anchor":"end","font-si\
ze":a},s),c),d=`translate(${this.columns[this.heads+e].x+i*.7} ${this.top-5}) rotate(-60)`;return{side:h,mark:c,head:o?x(
"text",{class:"st-mask-head",transform:d,"font-size":a},l(),s):null}}cap(t,{x:e,wide:s},o,i){let a=x("title",{},`${R(t.size,
"token")}: ${C(this.cachedText(t),300)}`),r="st-mask-head cached";return i?x("text",{class:r,transform:`translate(${e+s*
.65} ${this.top-5}) rotate(-60)`,"font-size":this.size.font},a,o):x("text",{class:r,x:e+s/2,y:this.top-6,"text-anchor":"\
middle","font-size":12},a,String(t.size))}explain(){let t=this.model.header.tree_mode?.target,e=new Set(this.mask.sees.map(
a=>a.find(r=>r>=this.heads))).size,s=this.mask.starts.length>1?"in a few passes":"in one pass",o=this.mask.cached.length>
2?" Where beams differ, each has its own columns.":e>1?" Separate blocks are separate trees.":"",i=this.rows.length===1?
"The target reads one token. It may attend to everything before it, so nothing is masked.":`Each row may attend to the t\
ext so far, its own ancestors and itself, but not to other branches. So ${this.rows.length} tokens are scored ${s} as if\
 each branch were alone.${o}`;A(this.why,!t||t==="tree"?i:`${i} This model does not support tree masks (${t}), so its pa\
ths are run separately with the same result.`)}paint(){let{cell:t}=this.size,e=t>=11?1:0,s=t-e,o=this.rows.map(r=>this.it.
born[r]<=this.phase?this.model.fate(this.it,r,this.phase):null),i=o.map(r=>r?r.state:"").join();if(i===this.drawn)return;
this.drawn=i;let a=new Map;o.forEach((r,l)=>{let c=this.labels[l];if(c&&this.dress(c,r),!r)return;let h=this.top+l*t+e/2,
d=a.get(r.state)||{others:"",own:""};for(let u of this.sees[l])if(u!==this.heads+l){let{x:f,wide:m}=this.columns[u];d.others+=
`M${f+e/2} ${h}h${m-e}v${s}h${e-m}z`}d.own+=`M${this.columns[this.heads+l].x+e/2} ${h}h${s}v${s}h${-s}z`,a.set(r.state,d)}),
E(this.paths,...[...a].map(([r,{others:l}])=>x("path",{class:"st-cell","data-state":r,d:l})),...[...a].map(([r,{own:l}])=>x(
"path",{class:"st-cell self","data-state":r,d:l})))}dress({side:t,mark:e,head:s},o){for(let i of[t,s])i?.setAttribute("v\
isibility",o?"visible":"hidden");if(o){e.setAttribute("d",dt(o.state)),e.setAttribute("data-kind",o.state);for(let i of[
t,s])i?.setAttribute("data-state",o.state)}}point(t){if(!this.it||!this.root.open||this.root.hidden)return;let e=t>=0&&this.
it.born[t]<=this.phase?this.rowOf.get(t)??-1:-1,{cell:s}=this.size;if(e===this.pointed)return;this.labels[this.pointed]?.
side.classList.remove("on"),this.pointed=e;for(let a of[this.across,this.down])a.setAttribute("visibility",e>=0?"visible":
"hidden");let o=e<0?[]:this.sees[e].map(a=>this.columns[a]),i=this.top+e*s;this.ring.setAttribute("d",o.map(({x:a,wide:r})=>`\
M${a} ${i}h${r}v${s}h${-r}z`).join("")),e>=0&&(this.across.setAttribute("y",String(i)),this.down.setAttribute("x",String(
this.columns[this.heads+e].x)),this.labels[e]?.side.classList.add("on")),this.describe()}reveal(t){let{cell:e}=this.size,
s=this.top+t*e,{x:o}=this.columns[this.heads+t];s<this.box.scrollTop+4?this.box.scrollTop=s-20:s+e>this.box.scrollTop+this.
box.clientHeight&&(this.box.scrollTop=s+e-this.box.clientHeight+20),o<this.box.scrollLeft?this.box.scrollLeft=o-40:o+e>this.
box.scrollLeft+this.box.clientWidth&&(this.box.scrollLeft=o+e-this.box.clientWidth+20)}describe(){if(this.pointed<0)return A(
this.say,this.phase<this.it.seen?"The pass comes later in this round; the mask grows with the draft.":"Point at a row to\
 see what it may attend to.");let t=this.rows[this.pointed],e=this.sees[this.pointed],s=e.filter(r=>r>=this.heads&&r!==this.
heads+this.pointed).map(r=>this.rows[r-this.heads]).sort((r,l)=>this.it.n.depth[r]-this.it.n.depth[l]),o=e.filter(r=>r<this.
heads).reduce((r,l)=>r+this.columns[l].tokens,0),i=[s.length>12&&`${R(s.length-12,"ancestor")} not shown`,...s.slice(-12).
map(r=>`“${this.word(r)}”`)].filter(Boolean).join(", "),a=[o?`${R(o,"cached token")}, `:"",s.length?`${i} and `:""].
join("");A(this.say,`Row ${this.pointed+1}, “${this.word(t)}” (${this.model.called(this.model.fate(this.it,t,this.phase))}\
), may attend to ${a}itself: ${o+s.length+1} of ${this.cachedTokens()+this.rows.length} keys.`)}at(t){if(!this.svg)return-1;
let e=this.svg.getBoundingClientRect(),s=t.clientX-e.left,o=Math.floor((t.clientY-e.top-this.top)/this.size.cell),i=this.
columns.findIndex(r=>s>=r.x&&s<r.x+r.wide),a=this.rows[o]??(o<0&&i>=this.heads?this.rows[i-this.heads]:-1);return a>=0&&
this.it.born[a]<=this.phase?a:-1}redo(){if(!this.it||!this.root.open||this.root.hidden)return;let t=this.rows[this.pointed]??
-1;this.arrange(),this.build(),this.shown=this.it.i,this.paint(),this.describe(),this.point(t)}show(t,e){if(this.it=t,this.
mask=this.it.mask||mi,this.phase=e,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.
shown!==this.it.i)this.redo();else{let s=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(s),this.describe()}}reset(){
this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,E(this.box),A(this.say,""),this.root.hidden=!0}};var Xc={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},th=-2,gi=(n,t,e)=>n.n.shares?.[t]?.findLast(([s])=>s<=e);function eh(n){
let{n:t}=n,e=t.id.length,s=new Map(t.id.map((f,m)=>[f,m])),o=new Array(n.verdicts.length).fill(n.steps.length-1);n.steps.
forEach((f,m)=>f.verdicts.forEach(g=>o[g]=m));let i=t.id.map(()=>[]),a=t.id.map(()=>[]);n.verdicts.forEach((f,m)=>i[f.place].
push(m));for(let f of i)f.sort((m,g)=>o[m]-o[g]);t.parent.forEach((f,m)=>{let g=s.get(f);g!==void 0&&a[g].push(m)});let r=new Array(
e).fill(!1);for(let f of n.path)r[f]=!0;let l=t.fates.map(f=>f.map(([m,g,b,y,w,v,k])=>({step:m,state:g,verdict:b,second:y,
times:w,told:v,plain:k}))),c=t.origin?t.origin.filter((f,m)=>f!==null&&f!==t.id[m]).length:0,h=!n.shares&&t.role.every((f,m)=>f!==
"draft"||i[m].some(g=>n.verdicts[g].p!==void 0||n.verdicts[g].state==="not_sent")),d=0,u=n.steps.map(({phase:f,verdicts:m,
layer:g})=>d=Math.max(d,m.length||f==="layer"?g??0:0));return{...n,size:e,place:s,fates:l,children:a,judged:i,stepOf:o,deepest:u,
onPath:r,replicas:c,scored:h}}var Is=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];columns=0;calculates=!1;open(t){let e=t.header||{method:"",deciding:{},rejection:""};Object.
assign(this,{name:t.name||"",header:e,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.columns=0,
this.calculates=!1,this.live=!!t.live,this.add(t)}add(t){Object.assign(this.texts,t.texts||{});for(let e of t.iterations||
[])if(!(e.i<this.its.length)){if(e.i>this.its.length)return e.i-this.its.length;this.its.push(eh(e)),this.columns=Math.max(
this.columns,e.lay.cols),this.calculates||=e.verdicts.some(({a:s})=>s!==void 0)||e.panels.some(({kind:s})=>s==="judged"||
s==="prefixes"),this.starts.push(this.starts[e.i]+e.steps.length);for(let[s,o,i,a,r]of e.made)this.lineage.set(s,{node:s,
parent:o,token:i,it:e.i,origin:a,step:r})}return t.summary&&(this.summary=t.summary),t.incomplete!==void 0&&(this.incomplete=
t.incomplete),0}get(t,e,s){return t.n[e]?.[s]??null}copied(t,e){let s=this.get(t,"origin",e);return s!==null&&s!==t.n.id[e]}up(t,e){
return t.place.get(t.n.parent[e])??-1}gram(t,e,s){let o=[];for(let i=e;i>=0&&o.length<s;i=this.up(t,i))o.push(i);return o}drafted(t,e,s){
let o=gi(t,e,s);return o?o[1]:this.get(t,"q",e)}wanted(t,e,s){if(s<t.seen||this.fate(t,e,s).state==="not_sent")return null;
let o=gi(t,e,s);if(o)return o[2];let i=t.scored?t.judged[e]:this.decided(t,e,s);for(let a of i)if(t.verdicts[a].p!==void 0)
return t.verdicts[a].p??null;return this.get(t,"p",e)}nth(t,e){let s=this.up(t,e);if(s<0||t.n.role[e]!=="draft")return null;
let o=t.children[s].filter(i=>t.n.role[i]==="draft");return o.length>1?o.indexOf(e)+1:null}toy(){return String(this.header.
pair||"").startsWith("toy:")}drafter(){return Xc[this.header.method]??"Draft"}guessed(){return this.header.q_name??"draf\
t"}unweighed(t,e){return(this.header.copies_text||t.panels.some(({kind:o})=>o==="written"))&&t.n.role[e]==="draft"&&this.
get(t,"q",e)===1}text(t){return t===th?"itself (finished)":this.texts[t]??(t<0?"start":"#"+t)}word(t){return qt(this.text(
t))||"∅"}wordAt(t,e){return t.n.parent[e]<0&&t.n.role[e]==="input"?"start":this.word(t.n.token[e])}fate(t,e,s){return t.
fates[e].findLast(o=>o.step<=s)||t.fates[e][0]}missing(t,e){return t.lacking?.includes(e)?this.header.not_in_draft??null:
null}decided(t,e,s){return t.judged[e].filter(o=>t.stepOf[o]<=s)}marks(t,e){let s=new Map,o=i=>s.set(i,(s.get(i)??0)+1);
for(let i of this.bornBy(t,e)){let{state:a}=this.fate(t,i,e);o(a);let r=this.decided(t,i,e).some(l=>t.verdicts[l].state===
"unused");a==="merged"&&r&&o("unused")}return s}drawsOf(t,e,s){return e!=="accepted"&&e!=="rejected"?0:t.verdicts.filter(
(o,i)=>o.state===e&&t.stepOf[i]<=s).length}drawnOften(t,e){let s=this.bornBy(t,e).map(i=>this.fate(t,i,e)).filter(({times:i})=>i),
o=({state:i,times:a,told:r})=>i==="input"?-1/0:new Set(a).size>1&&(!a.startsWith("×")||a.includes(" "))?a.length:-r.length;
return s.sort((i,a)=>o(a)-o(i))[0]??null}bornBy(t,e){return t.born.flatMap((s,o)=>s<=e?[o]:[])}called(t){return St(t.state,
this.voice)}path(t,e){let s=[],o=e;for(;o>0;){let i=t?.place.get(o),a=this.lineage.get(o);if(t&&i!==void 0&&!(a&&t.n.role[i]===
"input"))s.push({node:o,parent:t.n.parent[i],token:t.n.token[i],it:t.i,origin:null,step:0}),o=t.n.parent[i];else if(a)s.
push(a),o=a.parent;else break}return s.reverse()}second(t){return this.voice==="plain"?t.plain:t.second}unit(){return this.
voice==="plain"&&this.header.unit||"token"}at(t){let e=0;for(;e+1<this.its.length&&this.starts[e+1]<=t;)e++;return[e,t-this.
starts[e]]}joiner(){return this.toy()?" ":""}phrase(t){return rt(qs(t.map(e=>this.text(e))).map(({text:e})=>e).join(this.
joiner()))}added(t){return this.phrase(this.its[t].made.map(([,,e])=>e))}written(){let t=this.its.at(-1),e=t?.beams.find(
s=>s.best)??t?.beams[0];return e&&this.multi()?this.path(null,e.node):this.its.flatMap(({made:s})=>s.flatMap(([o])=>this.
lineage.get(o)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.some(t=>t.beams.length>1)}beamsOf(t){
let e=new Map;return t.beams.forEach((s,o)=>{let i=e.get(s.node);i?i.slots.push(o):e.set(s.node,{beam:s,slots:[o]})}),[...e.
values()]}},sh=new Set(["rejected","fails"]),bi=(n,t)=>n.steps[t].now.flatMap(e=>n.fates[e].filter(({step:s})=>s===t)).map(
({state:e})=>e);function Rs(n,t){let e=bi(n,t);return e.length>0&&e.every(s=>sh.has(s))}function wi(n,t){let e=n.steps[t].
verdicts.map(i=>n.verdicts[i].state),s=new Set(e.length?e:bi(n,t)),[o]=s;return s.size===1?o:null}var nh=3,oh={up:"↑",down:"↓",left:"←",right:"→"};function ih({scrollLeft:n,scrollTop:t,scrollWidth:e,scrollHeight:s,
clientWidth:o,clientHeight:i},a={w:1/0,h:1/0}){return[["up",t],["down",Math.min(s,a.h)-i-t],["left",n],["right",Math.min(
e,a.w)-o-n]].filter(([,l])=>l>nh).map(([l])=>l)}var Pt=class{sign=p("span",{class:"st-more-sign","aria-hidden":"true","d\
ata-testid":"more-sign"});constructor(t,e=()=>{}){this.box=t,this.until=e,t.classList.add("st-sides"),t.addEventListener(
"scroll",()=>this.look(),{passive:!0}),new ResizeObserver(()=>this.look()).observe(t)}look(){let t=ih(this.box,this.until());
D(this.box,{"data-more":t.join(" ")}),A(this.sign,t.length?`${t.map(e=>oh[e]).join(" ")} more`:"")}};var ah=0;function yi(n){let t=p("div",{class:"st-menu",hidden:!0,id:`st-menu-${++ah}`,"data-testid":"more-menu"},...n.map(
({id:r,label:l,key:c,act:h})=>p("button",{type:"button",class:"st-menu-entry","data-testid":r,onclick(){a(),h()}},p("spa\
n",{},l),c&&p("kbd",{"aria-hidden":"true"},c)))),e=p("button",{type:"button",class:"st-btn","data-testid":"more","aria-e\
xpanded":"false","aria-controls":t.id,title:"Jumps, search, pictures, keys",onclick:()=>t.hidden?i():a()},"More"),s=[...t.
children];function o(r){let l=r.target;!t.contains(l)&&!e.contains(l)&&a()}function i(){t.hidden=!1,e.setAttribute("aria\
-expanded","true"),document.addEventListener("pointerdown",o,!0),s[0]?.focus()}function a(){if(t.hidden)return;let r=t.contains(
document.activeElement);t.hidden=!0,e.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",o,
!0),r&&e.focus()}return t.addEventListener("keydown",r=>{let{key:l}=r,c=s.findIndex(d=>d===document.activeElement),{length:h}=s;
if(l==="Escape")a();else if(l==="ArrowDown")s[(c+1)%h].focus();else if(l==="ArrowUp")s[(c-1+h)%h].focus();else if(l==="H\
ome")s[0].focus();else if(l==="End")s[h-1].focus();else return;r.preventDefault(),r.stopPropagation()}),t.addEventListener(
"focusout",r=>{r.relatedTarget instanceof Node&&!t.contains(r.relatedTarget)&&a()}),{button:e,list:t}}var rh={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M7 4\
l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M5 5\
l10 7-10 7z"},Xn=n=>x("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},x("path",{d:rh[n]})),
lh=6e3,ch={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},hh={"← →":"previous, next step","Page Up, Page Down":"previo\
us, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this or the next round",Space:"pl\
ay, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in the text",S:"share this step",
"Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"select the focused node",
Esc:"clear the selection","?":"this list"},Ns=class{play=this.button("play","play","Play (Space)",()=>this.act.play());scrub=p(
"input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,step:1,"aria-label":"Step",oninput:()=>this.
act.seek(Number(this.scrub.value))});speed=p("select",{class:"st-speed","data-testid":"speed","aria-label":"Playback spe\
ed"},...Object.entries(ch).map(([t,e])=>p("option",{value:t,selected:t==="1"},e)));where=p("output",{class:"st-where","d\
ata-testid":"position"});strip=p("div",{class:"st-strip",role:"group","aria-label":"Steps of this round","data-testid":"\
phases"});help=p("dialog",{class:"st-help","data-testid":"help-dialog","aria-label":"Keys"},p("h2",{},"Keys"),p("dl",{},
...Object.entries(hh).map(([t,e])=>p("div",{},p("dt",{},p("kbd",{},t)),p("dd",{},e)))),p("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=p("button",{type:"button",class:"st-btn st-next","data-tes\
tid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(1)},p("span",{},"Next"),Xn("next"));menu=yi([{id:"t\
o-rejection",label:"First rejection",key:"R",act:()=>this.act.rejection()},{id:"to-accepted",label:"Next fully accepted \
round",key:"A",act:()=>this.act.accepted()},{id:"open-find",label:"Find in the text",key:"/",act:()=>this.act.find()},{id:"\
save-svg",label:"Save picture as SVG",act:()=>this.act.picture("svg")},{id:"save-png",label:"Save picture as PNG",act:()=>this.
act.picture("png")},{id:"open-share",label:"Share this step",key:"S",act:()=>this.act.share()},{id:"help",label:"Show al\
l keys",key:"?",act:()=>this.act.help()}]);notice=p("p",{class:"st-told",role:"status","data-testid":"told"});run=p("div",
{class:"st-of-run"},this.button("first","first","First step (Home)",()=>this.act.seek(0)),this.button("prev-iteration","\
back2","End of the previous round (Shift ←)",()=>this.act.iteration(-1)),p("div",{class:"st-place"},this.where,this.scrub),
this.button("next-iteration","next2","End of this round, then of the next (Shift →)",()=>this.act.iteration(1)),this.button(
"last","last","Last step (End)",()=>this.act.seek(1/0)),this.speed,this.menu.button);more=p("button",{type:"button",class:"\
st-btn st-more-controls","data-testid":"more-controls",title:"More controls","aria-label":"More controls","aria-expanded":"\
false",onclick:()=>this.unfold()},"⋯");root=p("section",{class:"st-controls","aria-label":"Playback"},p("div",{class:"\
st-row"},this.next,this.button("prev-phase","back","Previous step (←)",()=>this.act.phase(-1)),this.play,this.strip,this.
run,this.more),this.menu.list,this.notice,this.help);sides=new Pt(this.strip);striped=null;cells=[];lit=-1;voice="";part="";reached=-1;fading=0;constructor(t,e){
this.model=t,this.act=e,this.voice=t.voice,this.strip.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.
closest("[data-to]"):null;o&&e.to(Number(o.getAttribute("data-to")))})}button(t,e,s,o){return p("button",{type:"button",
class:"st-btn","data-testid":t,title:s,"aria-label":s,onclick:o},Xn(e))}notify(t){clearTimeout(this.fading),A(this.notice,
t),t&&(this.fading=setTimeout(()=>this.notify(""),lh))}unfold(){let t=this.root.classList.toggle("all");this.more.setAttribute(
"aria-expanded",t?"true":"false"),t&&this.settle()}show(t,e,s="",o=e){this.model.live||this.notify(""),(this.part!==s||this.
reached!==o)&&(this.lit=-1),this.part=s,this.reached=o;let i=o<e?t.steps[e].ahead:this.titleOf(t,e),a=`Round ${t.i+1} of\
 ${this.model.its.length}`;this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.starts[t.i]+e),
A(this.where,a);let r=this.model.starts[t.i]+e===this.model.total()-1;this.next.setAttribute("aria-disabled",String(r)),
this.scrub.setAttribute("aria-valuetext",`${a}, step ${e+1}: ${s?`${i}, ${s}`:i}`),this.striped!==t&&this.fillStrip(t),this.
voice!==this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let l=Math.max(0,Math.min(this.lit,e));l<=Math.min(
this.cells.length-1,Math.max(this.lit,e));l++)this.reach(t,l,e);this.lit<0&&this.cells.forEach((l,c)=>this.reach(t,c,e)),
this.lit=e}titleOf(t,e){return this.model.voice==="plain"?t.steps[e].called:t.steps[e].title}reach(t,e,s){let o=this.cells[e],
i=this.titleOf(t,e),{ahead:a}=t.steps[e],r=e<=this.reached;o.classList.toggle("done",r),o.toggleAttribute("data-failed",
r&&Rs(t,e)),e===s?o.setAttribute("aria-current","step"):o.removeAttribute("aria-current");let l=wi(t,e),c=o.dataset.group!==
"decide"?"":r?l?Z(l).sign:"●":"?";A(o,e===s?this.part||i:c);let h=`Step ${e+1}: ${r?i:a}`;D(o,{title:h,"aria-label":h})}fillStrip(t){
this.striped=t,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(document.activeElement)&&document.
activeElement.blur();let e=[],s=t.panels.some(({kind:l})=>l==="width"),o=t.steps.map(({phase:l})=>l==="layer"&&s?"width":
ge(l).group),i=o.some((l,c)=>l==="draft"&&t.steps[c].phase!=="input");o.forEach((l,c)=>{let h=l==="draft"&&!i?"check":l;
e.at(-1)?.group!==h&&e.push({group:h,steps:[]}),e[e.length-1].steps.push(c)});let a=[...this.strip.children],r=e.map((l,c)=>a[c]??
p("div",{class:"st-phases"},p("span",{class:"st-group"})));this.cells=[],e.forEach(({group:l,steps:c},h)=>{let[d,...u]=[
...r[h].children];D(r[h],{"data-group":l}),A(d,l==="width"?"Width":He(l));let f=c.map((m,g)=>u[g]??p("button",{type:"but\
ton",class:"st-ph",tabindex:"-1"}));c.forEach((m,g)=>D(f[g],{"data-phase":t.steps[m].phase,"data-group":l,"data-to":m})),
Qt(r[h],[d,...f]),this.cells.push(...f)}),this.strip.classList.toggle("many",this.cells.length>12),Qt(this.strip,r)}settle(){
let t=this.cells[this.lit],e=this.strip.clientWidth,s=t?.parentElement?.querySelector(".st-group");if(!t||!s)return;let o=t.
getBoundingClientRect(),i=this.strip.getBoundingClientRect(),a=o.left-i.left+this.strip.scrollLeft;this.strip.scrollLeft=
dh(a,o.width,e,s.getBoundingClientRect().width);let r=i.left+4;for(let l of this.strip.children){let{left:c,right:h}=l.getBoundingClientRect(),
d=l.firstElementChild,u=!d||c>=r-1||h-r>=d.getBoundingClientRect().width;l.classList.toggle("cut",!u)}this.sides.look()}playing(t){
E(this.play,Xn(t?"pause":"play")),this.play.title=t?"Pause (Space)":"Play (Space)",this.play.setAttribute("aria-label",this.
play.title),this.play.setAttribute("aria-pressed",t?"true":"false")}reset(){this.striped=null,this.cells=[],this.lit=-1,
E(this.strip),A(this.where,""),this.scrub.max="0"}focus(){return this.next.focus({preventScroll:!0})}rate(){return Number(
this.speed.value)}},dh=(n,t,e,s)=>Math.max(0,n+t/2-(e+s)/2);function vi({it:n,phase:t},e,s){if(e>0&&t<s[n]-1)return{it:n,
phase:s[n]-1};if(e<0&&n===0)return{it:n,phase:0};let o=Math.min(s.length-1,n+e);return{it:o,phase:s[o]-1}}var ph=45;function ki(n,t,e){
let s=300+ph*e,{group:o}=ge(n);return o==="draft"?e>60?s:t===n?1100:2e3:Math.max(n==="verify"||n==="unused"?4e3:4200,s)}
var uh="input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contentedi\
table=''], [contenteditable=true]",fh="[role=tablist],[role=slider],[role=listbox]",mh=["ArrowLeft","ArrowRight","Home",
"End","PageUp","PageDown"],xi=new Map([["f","present"],["r","rejection"],["a","accepted"],["/","find"],["s","share"],["?",
"help"]]),gh=n=>n.classList.contains("present");function $i(n,t,e){function s(o){if(!n.isConnected)return document.removeEventListener(
"keydown",s);if(o.defaultPrevented||o.ctrlKey||o.metaKey||o.altKey||!n.checkVisibility())return;let i=o.target instanceof
Element?o.target:document.body,{key:a,shiftKey:r}=o;if(i.closest(uh)||document.querySelector("dialog[open]")||i.closest(
fh)||!n.contains(i)&&i.closest("input, button, a, summary")&&[" ","Home","End"].includes(a)||mh.includes(a)&&i.matches("\
input[type=range]")&&!i.closest(".st-controls")||e(o))return;let l=a==="ArrowRight"||a==="PageDown"?1:-1;if(a==="ArrowRi\
ght"||a==="ArrowLeft")t[r?"iteration":"phase"](l);else if(gh(n)&&(a==="PageDown"||a==="PageUp"))t.phase(l);else if(xi.has(
a.toLowerCase()))t[xi.get(a.toLowerCase())??"help"]();else if(a===" "&&!(i.closest("button, summary")&&n.contains(i)))t.
play();else if(a==="Home")t.seek(0);else if(a==="End")t.seek(1/0);else if(a==="Escape")t.release();else return;o.preventDefault()}
document.addEventListener("keydown",s)}function We(){let n=G(),t=e=>Ls(n.get(e),e);return{trace:n.get("trace"),it:t("it"),
phase:t("phase"),part:t("part"),node:t("node")}}var bh={it:"round",phase:"step",node:"node"};function Mi(n,t){for(let[e,
s]of Object.entries(bh)){let o=n.get(e),i=Ls(o,e),a=t[(Ls(n.get("it"),"it")??1)-1],r=i!==null&&(e==="it"&&i>t.length||e===
"phase"&&i>(a??t[t.length-1]).steps.length),l=e==="node"&&i!==null&&!t.some(({place:c})=>c.has(i));if(o!==null&&(r||l||i===
null))return`There is no ${s} “${o.slice(0,40)}”, so ${e==="node"?"none is selected":`this is the ${r?"last":"first"}\
 one`}.`}return""}var Ds=()=>document.querySelector("[data-opening='race']")!==null;function to(n=()=>!0){let t=0,e=0,s={};
function o(){if(t=0,!n())return;let i=G(),a={lesson:i.get("lesson"),trace:i.get("trace"),...s},r=i.has("trace")&&![null,
"",i.get("trace")].includes(a.trace);Lt(s,r&&!a.lesson)}return i=>{s=i,t||=setTimeout(o,e),e=120}}var wh="not_sent",yh=n=>Si(n).length>0,Si=n=>n.n.role.flatMap((t,e)=>t==="draft"&&n.fates[e].at(-1)?.state!==wh?[e]:[]);
function Ps(n){let t=Si(n),e=Math.max(...t.map(s=>n.n.depth[s]));return t.some(s=>n.n.depth[s]===e&&n.onPath[s])}function Ai(n,t){
return n.its.some(yh)?n.live?`${t} so far.`:`${t}.`:"Nothing is drafted in this run."}function Ti(n){for(let t of n.its){
let e=t.steps.findIndex(({verdicts:o})=>o.some(i=>t.verdicts[i].state==="rejected")),s=t.steps[e]?.verdicts.find(o=>t.verdicts[o].
state==="rejected");if(s!==void 0)return{it:t.i,phase:e,node:t.n.id[t.verdicts[s].place]}}return Ai(n,"This run has no r\
ejection")}function Cs(n,t){let e=n.its.slice(t+1).find(Ps);if(e)return{it:e.i,phase:e.steps.length-1,node:null};let s=n.
its.some(Ps);return Ai(n,s?"No later round is fully accepted":"No round is fully accepted")}function Oi(n,t,e,s){let o=t.
toLowerCase();if(!o.trim())return[];let i=qs(n.map(({token:c})=>e(c))),a=[],r="";for(let c of i)a.push(r.length),r+=c.text.
toLowerCase()+s;let l=[];for(let c=r.indexOf(o);c>=0;c=r.indexOf(o,c+o.length)){let h=c+(o.length-o.trimStart().length),
d=n[i[a.findLastIndex(u=>u<=h)].index];l.at(-1)!==d&&l.push(d)}return l}function Ei(n,t){let e=p("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),s=p("input",{type:"text",
class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"Find in the te\
xt",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>c()}),o=(m,g,b,y)=>p("button",
{type:"button",class:"st-btn st-small","data-testid":m,title:b,"aria-label":b,onclick:y},g),i=p("div",{role:"search",class:"\
st-find",hidden:!0,"data-testid":"find"},s,e,o("find-previous","↑","Previous match (Shift + Enter)",()=>d(-1)),o("find\
-next","↓","Next match (Enter)",()=>d(1)),o("find-close","✕","Close search (Esc)",()=>f())),a=[],r=-1,l=0;function c(){
a=Oi(n.written(),s.value,m=>n.text(m),n.joiner()),t.mark(new Set(a.map(({node:m})=>m))),r=a.findIndex(({it:m})=>m>=l),r<
0&&(r=a.length-1),h()}function h(){let m=a[r],g=s.value.trim()!=="";m&&t.goto(m.it,m.step,m.node),A(e,m?`${r+1} of ${a.length}`:
g?"No match in this run":"")}function d(m){a.length&&(r=(r+m+a.length)%a.length,h())}function u(){i.hidden&&(l=t.at()),i.
hidden=!1,s.focus(),s.select(),s.value&&c()}function f(){i.hidden||(i.hidden=!0,a=[],t.mark(new Set),t.left())}return s.
addEventListener("keydown",m=>{if(m.key==="Enter")d(m.shiftKey?-1:1);else if(m.key==="ArrowDown"||m.key==="ArrowUp")d(m.
key==="ArrowDown"?1:-1);else return;m.preventDefault(),m.stopPropagation()}),i.addEventListener("keydown",m=>{m.key==="E\
scape"&&(f(),m.preventDefault(),m.stopPropagation())}),{root:i,open:u,reset(){i.hidden=!0,s.value="",A(e,""),a=[],r=-1,t.
mark(new Set)}}}var Li=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The large model whose \
output we want. It is slow, so each of its passes should produce as many tokens as possible.",paper:""},{term:"draft",also:[
"draft model","draft models"],methods:[],name:"draft model",help:"The small, fast model that guesses ahead. The target c\
hecks its guesses.",paper:""},{term:"draft token",also:["draft tokens","drafted tokens","drafts","guess","guesses"],methods:[],
name:"draft token (guess)",help:"A token proposed before the target has checked it. The target accepts or rejects it.",paper:"\
Leviathan, Kalman and Matias 2023"},{term:"token",also:["tokens"],methods:[],name:"token",help:"The unit a language mode\
l reads and writes: a word, part of a word, or a punctuation mark.",paper:""},{term:"probability",also:["probabilities",
"chance"],methods:[],name:"probability",help:"How likely an event is: 0% is impossible, 100% is certain, 25% is one time\
 in four.",paper:""},{term:"distribution",also:["distributions","next-token distribution"],methods:[],name:"distribution",
help:"A model’s probabilities for every possible next token. Together they add up to 100%.",paper:""},{term:"output di\
stribution",also:["output distributions","output probabilities"],methods:[],name:"output distribution",help:"How likely \
each possible output text is. A lossless method has the same one as the target alone.",paper:""},{term:"total variation",
also:[],methods:[],name:"total variation",help:"How different two distributions are: 0 if they are equal, 1 if they have\
 nothing in common.",paper:""},{term:"perplexity",also:["perplexities"],methods:[],name:"perplexity",help:"How surprised\
 the target is by a text, on average. 1 means not at all; likelier texts have lower values.",paper:""},{term:"p",also:["\
p(x)","target probability"],methods:[],name:"p: target probability",help:"The target’s probability of a token, after the\
 sampling settings have been applied, unless marked “before warping”.",paper:""},{term:"q",also:["q(x)","draft proba\
bility"],methods:[],name:"q: draft probability",help:"The draft’s probability of a token, after the sampling settings ha\
ve been applied, unless marked “before warping”.",paper:""},{term:"max q",also:[],methods:[],name:"max q",help:"The \
probability of the draft’s most likely token: how sure the draft is.",paper:""},{term:"p′",also:["p_j"],methods:[],name:"\
p′: current target distribution",help:"The target distribution that the next candidate is tested against. It is p at f\
irst and the residual after each rejection. In DSBD it is p again after an acceptance.",paper:"Leviathan, Kalman and Mat\
ias 2023"},{term:"p_beam",also:[],methods:[],name:"p_beam: target over beams",help:"The target’s joint probability of a \
beam and its next token. Over all beams and tokens it adds up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"q_beam",also:[],
methods:[],name:"q_beam: draft over beams",help:"The draft’s joint probability of a beam and its next token. Over all be\
ams and tokens it adds up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"share of all beams",also:["shares of all beam\
s","shares of the total probability","of all beams","over all beams","probability over all beams","probabilities over al\
l beams"],methods:[],name:"share of all beams (probability over all beams)",help:"The probability of one beam together w\
ith one next token. Over all beams and all next tokens these shares add up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"\
p/q",also:["ratio","p′/q","p_beam/q_beam","p′/q_beam"],methods:[],name:"ratio p/q",help:"How many times as likely th\
e target finds a token as the draft does. At 1 or more, the token is always accepted.",paper:"Leviathan, Kalman and Mati\
as 2023"},{term:"joint ratio",also:["∏ p/q"],methods:["mtad","mtjd"],name:"joint ratio",help:"The target’s joint proba\
bility of the first few draft tokens divided by the draft’s. MTAD compares it with its threshold.",paper:"Qin et al. 2\
025 (MTAD)"},{term:"p/ρ",also:["p/(ρq)","p/ρq"],methods:["spectr"],name:"p over ρ",help:"The target’s probability di\
vided by SpecTr’s correction ρ, because several drafts compete for one position.",paper:"Sun et al. 2023 (SpecTr)"},{
term:"u",also:["random number"],methods:[],name:"u: random number",help:"A new random number between 0 and 1 for every t\
est. The draft token is accepted if u is below the threshold.",paper:"Leviathan, Kalman and Matias 2023"},{term:"a",also:[
"min(1, p/q)","acceptance probability"],methods:[],name:"a: acceptance probability",help:"The probability that this draf\
t token is accepted: target divided by draft, at most 1. It is the threshold for the random number.",paper:"Leviathan, K\
alman and Matias 2023"},{term:"threshold",also:["thresholds"],methods:[],name:"threshold",help:"The value that a number \
is compared with. A random number must be below it; a probability or a ratio must be above it.",paper:""},{term:"residua\
l",also:["norm(max(p − q, 0))","leftover target probability","leftover probability","leftover target"],methods:[],name:"\
residual (leftover target probability)",help:"The amount by which the target’s probability exceeds the draft’s, over all\
 tokens, rescaled to 100%. The replacement of a rejected token is sampled from it.",paper:"Leviathan, Kalman and Matias \
2023"},{term:"bonus",also:["bonus token","bonus tokens"],methods:[],name:"bonus token",help:"An extra token that the tar\
get samples when every draft token was accepted. It needs no extra pass because the same pass already gave its probabili\
ty.",paper:"Leviathan, Kalman and Matias 2023"},{term:"fill",also:["fill-in beam","fill-in beams","fill-in","extra beam"],
methods:["dsbd"],name:"fill-in beam (extra beam)",help:"A beam that the target samples itself because too few draft beam\
s of the layer were accepted.",paper:"Qin et al. 2024 (DSBD)"},{term:"γ",also:["gamma","draft length"],methods:[],name:"\
γ: draft length",help:"How many tokens, or tree levels, are drafted before the target checks them.",paper:"Leviathan, K\
alman and Matias 2023"},{term:"α",also:["acceptance rate"],methods:[],name:"α: acceptance rate",help:"The probability \
that a draft token is accepted. For a run, it is the percentage of tested draft tokens that were accepted.",paper:"Levia\
than, Kalman and Matias 2023"},{term:"speed-up",also:["speed-ups","speedup"],methods:[],name:"speed-up",help:"The tokens\
 per second, divided by those of the comparison run. 1× means no gain.",paper:""},{term:"γ̄",also:["gamma_bar","token\
s per target pass","tokens per iteration","block efficiency"],methods:[],name:"tokens per target pass",help:"How many to\
kens one target pass adds on average, the target’s own token included.",paper:"Qin et al. 2025 (MTAD)"},{term:"forward\
 pass",also:["forward passes","target pass","target passes","target-model pass","target-model passes","draft pass","draf\
t passes","one pass"],methods:[],name:"forward pass",help:"One run of a model over its input. It gives next-token probab\
ilities at every input position, and takes most of the time.",paper:""},{term:"top-k",also:["top_k"],methods:[],name:"to\
p-k",help:"Only the k most likely tokens can be sampled; all others get probability 0.",paper:""},{term:"top-p",also:["t\
op_p"],methods:[],name:"top-p",help:"Keeps the smallest set of most likely tokens whose probabilities add up to the top-\
p value. The p in its name is not the target’s p.",paper:""},{term:"temperature",also:[],methods:[],name:"temperature",
help:"Below 1 it makes likely tokens likelier; above 1 it evens the probabilities out. At 0 the most likely token is alw\
ays chosen.",paper:""},{term:"𝒯",also:["sampling settings","warping","warped"],methods:[],name:"𝒯: sampling settings\
 (warping)",help:"Temperature, top-k and top-p together. They turn a model’s raw probabilities into those that tokens ar\
e sampled from.",paper:""},{term:"sampling",also:["sample","samples","sampled","draws"],methods:[],name:"sampling",help:"\
Choosing at random by probability: a token with 30% is chosen about 3 times in 10.",paper:""},{term:"greedy",also:["argm\
ax","greedy decoding","greedy choice","most likely token"],methods:[],name:"greedy",help:"Always choosing the most likel\
y token. Nothing is random.",paper:""},{term:"accepted",also:["accept","accepts"],methods:[],name:"accepted",help:"The d\
raft token passed its test.",paper:""},{term:"rejected",also:["reject","rejects","rejection","rejections"],methods:[],name:"\
rejected",help:"The draft token failed its test. The next candidate is tested, or the target writes a token of its own.",
paper:""},{term:"unused",also:["not tested"],methods:[],name:"unused (not tested)",help:"Drafted but not tested, because\
 an earlier decision made the test unnecessary.",paper:""},{term:"orphaned",also:["orphan","orphans","discarded with its\
 parent"],methods:[],name:"orphaned (discarded with its parent)",help:"A draft beam whose parent was not accepted. It co\
ntinues a text that will not be written.",paper:"Qin et al. 2024 (DSBD)"},{term:"merged",also:["merge","merging"],methods:[],
name:"merged",help:"This n-gram already appears elsewhere in the draft, so its continuation is reused instead of being d\
rafted again.",paper:"Gong et al. 2024 (GSD)"},{term:"replica",also:["replicas","unmerge","unmerged","unmerging"],methods:[],
name:"replica (copy)",help:"A copy of draft tokens below a merged node. The target needs every path written out, so shar\
ed continuations are copied before the check.",paper:"Gong et al. 2024 (GSD)"},{term:"copy",also:["copies"],methods:["gs\
d"],name:"copy (replica)",help:"A copy of draft tokens below a merged node. The target needs every path written out, so \
shared continuations are copied before the check.",paper:"Gong et al. 2024 (GSD)"},{term:"pruned",also:["leaf","leaves",
"not extended"],methods:[],name:"pruned (not extended)",help:"Too unlikely to be extended, or beyond the node budget. It\
 stays in the draft and is checked like the others.",paper:"Gong et al. 2024 (GSD)"},{term:"not sent",also:["not sent to\
 the target"],methods:[],name:"not sent",help:"Drafted but not sent to the target. EAGLE-2 sends only the guesses with t\
he highest confidence, MTAD only its likeliest beam.",paper:""},{term:"dropped",also:["not on the chosen path"],methods:[],
name:"dropped (not on the chosen path)",help:"It passed its test, or was added by the target, but another path was chose\
n.",paper:""},{term:"sampled by the target",also:["sampled from p","the target’s own"],methods:[],name:"the target’s o\
wn token",help:"Written by the target itself, according to its own probabilities.",paper:""},{term:"commit",also:["commi\
tted"],methods:[],name:"commit",help:"Make tokens a permanent part of the text.",paper:""},{term:"candidate",also:["cand\
idates"],methods:[],name:"candidate",help:"A draft token or beam that is tested. Several candidates for one position are\
 tested in order.",paper:""},{term:"m",also:[],methods:["dsbd"],name:"m: candidates",help:"How many candidates a layer h\
as after the orphans are removed.",paper:"Qin et al. 2024 (DSBD) Algorithm 1"},{term:"node",also:["nodes"],methods:[],name:"\
node",help:"One dot in the graph: a token together with all tokens before it.",paper:""},{term:"node budget",also:["node\
_budget","size limit"],methods:[],name:"node budget",help:"The largest number of draft nodes that the target checks in o\
ne pass.",paper:""},{term:"level",also:["levels"],methods:[],name:"level",help:"All nodes of a tree that are equally far\
 from its start.",paper:""},{term:"layer",also:["layers"],methods:["dsbd"],name:"layer",help:"All draft beams that are t\
he same number of tokens ahead of the input beams.",paper:"Qin et al. 2024 (DSBD)"},{term:"beam",also:["beams","input be\
am","input beams","live beam","live beams"],methods:[],name:"beam",help:"One of several versions of the text that are wr\
itten side by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"duplicates",also:["duplicate","×2","multiplicity"],methods:[],
name:"duplicates",help:"The same token or beam sampled more than once. Each one is tested separately.",paper:""},{term:"\
forest",also:["draft forest"],methods:[],name:"draft forest",help:"The draft trees below all input beams, one tree per b\
eam.",paper:"Qin et al. 2024 (DSBD)"},{term:"beam weight",also:["beam weights"],methods:["dsbd"],name:"beam weight",help:"\
How often the draft samples below a beam. Likelier beams get more samples.",paper:"Qin et al. 2024 (DSBD)"},{term:"round",
also:["rounds","iteration","iterations"],methods:[],name:"round (iteration)",help:"One cycle: draft, check with the targ\
et, accept or reject, and add the result to the text.",paper:""},{term:"lossless",also:["exact"],methods:[],name:"lossle\
ss",help:"The output has the same probabilities as if the target had written it alone. One text can still differ from an\
other: both are samples.",paper:"Leviathan, Kalman and Matias 2023"},{term:"lossy",also:["not exact"],methods:[],name:"l\
ossy",help:"The output’s probabilities differ from those of the target writing alone.",paper:""},{term:"reference meth\
od",also:["oracle"],methods:[],name:"reference method (oracle)",help:"The method whose output distribution this method m\
ust reproduce exactly.",paper:""},{term:"KV",also:["KV cache","KV tokens"],methods:[],name:"KV cache",help:"The data tha\
t a model stores about tokens it has read (keys and values), so that it does not have to read them again.",paper:""},{term:"\
log p",also:["log q","Σ log p","Σ log q"],methods:[],name:"log p",help:"The logarithm of the target’s probability: 0 f\
or a certain token, more negative for less likely ones. Probabilities multiply, so their logarithms add up.",paper:""},{
term:"−log p",also:["surprise"],methods:[],name:"−log p: surprise",help:"How surprising a token is to the target: 0 \
for a certain token, larger for less likely ones.",paper:"Kim et al. 2023 (BiLD)"},{term:"H",also:["entropy"],methods:[],
name:"H: entropy",help:"How uncertain a model is about the next token: 0 if one token is certain, larger if more tokens \
are likely.",paper:""},{term:"W",also:["width"],methods:[],name:"W: width",help:"How many beams continue side by side.",
paper:"Qin et al. 2024 (DSBD)"},{term:"W_S",also:["draft_width","draft width"],methods:["dsbd"],name:"W_S: draft width",
help:"How many beams the draft samples in each layer.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_L",also:["target width"],
methods:["dsbd"],name:"W_L: target width",help:"How many beams this layer aims for. It is fixed before the drafted token\
s are looked at, which keeps the layer exact.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W̃_L",also:["W̃"],methods:[
"dsbd"],name:"W̃_L: width before the minimum",help:"The largest number of beams that is reached with probability t or m\
ore.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W_min",also:["min_width","minimum width"],methods:["dsbd"],name:"W_mi\
n: minimum width",help:"The smallest number of beams that a layer may aim for.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"\
t",also:["required probability"],methods:["dsbd"],name:"t: required probability",help:"How likely a layer must be to rea\
ch its target width. A lower t gives wider layers.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"α_j",also:[],methods:[
"dsbd"],name:"α_j: acceptance of candidate j",help:"The probability that a candidate is accepted after j − 1 rejections\
 in a row.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"P(m, k)",also:["P(m,k)"],methods:["dsbd"],name:"P(m, k)",help:"\
The probability that exactly k of the first m candidates are accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"P(a\
t least K)",also:[],methods:["dsbd"],name:"P(at least K)",help:"The probability that K or more candidates are accepted.",
paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"β",also:["beta"],methods:["dsbd"],name:"β (DSBD): probability of W_min",help:"\
The probability that at least the minimum width is accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"β",also:["be\
ta"],methods:["spectr"],name:"β (SpecTr): acceptance of one draft",help:"The probability that one draft token is accept\
ed at this position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"ρ",also:["rho","SpecTr’s correction","correction"],methods:[
"spectr"],name:"ρ: SpecTr’s correction",help:"The ratio is divided by ρ if several drafts compete for one position. T\
his keeps the output exact.",paper:"Sun et al. 2023 (SpecTr)"},{term:"K",also:[],methods:["dsbd"],name:"K (DSBD): number\
 of beams",help:"A possible layer width. The layer aims for the largest number of beams that is likely enough to be acce\
pted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"K",also:["k"],methods:["spectr"],name:"K (SpecTr): drafts",help:"How\
 many drafts compete for this position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"K",also:[],methods:["mtjd"],name:"K (M\
TJD): block length",help:"How many tokens are chosen together.",paper:"Qin et al. 2025 (MTAD)"},{term:"k",also:[],methods:[
"tsd","gsd","typical","eagle2"],name:"k: children per node",help:"How many of the draft’s most likely tokens are added b\
elow each node.",paper:"Gong et al. 2024 (GSD)"},{term:"τ",also:["tau"],methods:["mtad"],name:"τ (MTAD): threshold",help:"\
The joint ratio of a prefix must be above τ; a ratio above 1 counts as 1. A larger value is stricter.",paper:"Qin et al\
. 2025 (MTAD)"},{term:"τ",also:["tau"],methods:["gsd"],name:"τ (GSD): n-gram length",help:"How many tokens in a row mu\
st repeat before two nodes are merged. A larger value merges less.",paper:"Gong et al. 2024 (GSD)"},{term:"τ₁",also:[
"fallback threshold","fallback"],methods:[],name:"τ₁: fallback threshold",help:"The draft hands over to the target wh\
en its most likely token has less than this probability.",paper:"Kim et al. 2023 (BiLD)"},{term:"τ₂",also:["rollback",
"rollback threshold"],methods:["bild"],name:"τ₂: rollback threshold",help:"The target goes back to the first token wh\
ose −log p is above τ₂. A larger value accepts more.",paper:"Kim et al. 2023 (BiLD)"},{term:"ε",also:["epsilon"],methods:[
"typical","medusa"],name:"ε (typical acceptance): upper limit",help:"The highest value that the threshold of typical ac\
ceptance can take.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"ε",also:["epsilon"],methods:["mtad"],name:"ε (MTAD\
): beam sampling error",help:"How much worse the sampled draft is than the best possible one. It is taken as 0 here.",paper:"\
Qin et al. 2025 (MTAD)"},{term:"δ",also:["delta"],methods:["typical","medusa"],name:"δ: slope",help:"Scales the thresh\
old of typical acceptance: threshold = δ·e^−H, at most ε. A larger value is stricter.",paper:"Cai et al. 2024 (Medu\
sa) §2.3.1"},{term:"min(ε, δ·e^−H)",also:["min(ε, δ·exp(−H))"],methods:["typical","medusa"],name:"threshold o\
f typical acceptance",help:"A token’s target probability must be above this threshold. The more certain the target is, t\
he higher the threshold.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"θ_prob",also:["prob_threshold"],methods:[],name:"\
θ_prob: minimum probability",help:"A draft token with a lower draft probability is not extended.",paper:"Gong et al. 20\
24 (GSD) §4.2"},{term:"θ_sib",also:["sibling_threshold"],methods:[],name:"θ_sib: minimum relative to its sibling",help:"\
A draft token below this fraction of its likeliest sibling’s probability is not extended.",paper:"Gong et al. 2024 (GS\
D) §4.2"},{term:"n-gram",also:["n-grams","τ-gram","repeated n-gram","repeated n-grams","1-gram","2-gram","3-gram"],methods:[],
name:"n-gram",help:"n tokens in a row: a 2-gram is two tokens.",paper:"Gong et al. 2024 (GSD)"},{term:"graph success",also:[
"accepted from a copy"],methods:["gsd"],name:"graph success",help:"Whether an accepted token came from a copy that mergi\
ng made possible.",paper:"Gong et al. 2024 (GSD)"},{term:"∏ q",also:["confidence","Π q"],methods:[],name:"∏ q: confid\
ence",help:"The draft’s probabilities multiplied along the path: how sure the draft is of the whole path.",paper:"Li e\
t al. 2024 (EAGLE-2)"},{term:"q left",also:["q_left","draft remaining"],methods:[],name:"q left",help:"When drafts are s\
ampled without replacement, each sampled token is removed from q. This is the probability that remains.",paper:"Yang et \
al. 2024 (MCSS)"},{term:"joint likelihood",also:["joint likelihoods","joint probability","joint probabilities","∏ p"],
methods:[],name:"joint probability (likelihood)",help:"The probability of several tokens together: their probabilities m\
ultiplied.",paper:"Qin et al. 2025 (MTAD)"},{term:"prefix",also:["prefixes"],methods:[],name:"prefix",help:"The first fe\
w tokens of a draft, taken together.",paper:"Qin et al. 2025 (MTAD)"},{term:"U",also:[],methods:["mtad"],name:"U: larges\
t gap",help:"The largest difference between log p and log q of the draft tokens examined.",paper:"Qin et al. 2025 (MTAD)"},
{term:"exit threshold",also:[],methods:["self-ssd"],name:"exit threshold",help:"Drafting stops when the draft’s most lik\
ely token has less than this probability.",paper:"Zhang et al. 2024 (Draft & Verify)"},{term:"AR",also:["recent acceptan\
ce rate"],methods:["self-ssd"],name:"AR: recent acceptance rate",help:"A moving average of how many draft tokens were ac\
cepted. The draft’s exit threshold follows it.",paper:"Zhang et al. 2024 (Draft & Verify)"},{term:"head",also:["heads",
"extra head","extra heads"],methods:["medusa"],name:"head (Medusa)",help:"A small extra output layer on the target that \
guesses a token further ahead.",paper:"Cai et al. 2024 (Medusa)"},{term:"P",also:["running ratio"],methods:["block"],name:"\
P: running ratio",help:"The product of the first tokens’ ratios p/q, capped at 1 after each one. A likely token makes up\
 for an unlikely one before it.",paper:"Sun et al. 2025"},{term:"h",also:[],methods:["block"],name:"h: threshold of a pr\
efix",help:"A prefix passes if its random number is below h. For the whole chain, h is the running ratio P.",paper:"Sun \
et al. 2025"},{term:"R",also:[],methods:["block"],name:"R: mass of the residual",help:"The probability by which the targ\
et exceeds the draft after a prefix: the sum of max(P·p − q, 0).",paper:"Sun et al. 2025"},{term:"norm(max(P·p − q, 0\
))",also:[],methods:["block"],name:"residual of a block",help:"The distribution of the next token after the accepted pre\
fix. It takes the running ratio P into account.",paper:"Sun et al. 2025"},{term:"α",also:["so far","α above"],methods:[
"traversal"],name:"α: threshold of a leaf",help:"A leaf is accepted if its random number is below α. It starts as min(α\
 above · p/q, 1) and changes when leaves below it are deleted.",paper:"Weng et al. 2025"},{term:"S",also:[],methods:["t\
raversal"],name:"S: mass of the residual",help:"The probability by which the target exceeds the draft after a deletion: \
the sum of max(α·p′ − q, 0).",paper:"Weng et al. 2025"},{term:"leaf",also:["leaves"],methods:["traversal"],name:"l\
eaf",help:"A guess that has not been deleted and has no remaining guess after it.",paper:"Weng et al. 2025"},{term:"dele\
ted",also:["deletion","deletions"],methods:["traversal"],name:"deleted leaf",help:"A rejected leaf is removed from the t\
ree. Then the next leaf is tested.",paper:"Weng et al. 2025"}];var Ue=new Map;for(let n of Li)for(let t of[n.term,...n.also])Ue.set(t,[...Ue.get(t)??[],n]);var vh="[\\p{L}\\p{N}_′̃’]",
qi=n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),kh=n=>/^\p{Ll}{2}/u.test(n)?`[${n[0]}${n[0].toUpperCase()}]${qi(n.slice(1))}`:
qi(n),$h=[...Ue.keys()].sort((n,t)=>t.length-n.length),Mh=new RegExp(`(?<!${vh})(${$h.map(kh).join("|")})(?![\\p{L}\\p{N}_\
′̃])`,"gu");function Sh(n,t){let e=Ue.get(n)??Ue.get(n[0].toLowerCase()+n.slice(1))??[];return e.find(({methods:o})=>o.
includes(t))??e.find(({methods:o})=>!o.length)??null}function Ah(n,t="",e=new Set){let s=[],o=0;for(let i of Th(n)){let a=Sh(
i[0],t);!a||e.has(a)||(e.add(a),s.push({text:n.slice(o,i.index),entry:null},{text:i[0],entry:a}),o=i.index+i[0].length)}
return[...s,{text:n.slice(o),entry:null}].filter(i=>i.text)}var Th=n=>[...n.matchAll(Mh)].filter(({index:t})=>n.lastIndexOf(
"“",t)<=n.lastIndexOf("”",t)&&!/^a \p{L}/u.test(n.slice(t,t+3))),ji=0;function Ii(n,t){ji+=1;let e=p("div",{class:"s\
t-gloss",role:"tooltip",id:`st-gloss-${ji}`,hidden:!0,"data-testid":"glossary"}),s=null;function o(d,u){s=d,E(e,p("b",{},
u.name),p("p",{},u.help),u.paper?p("small",{},u.paper):null),e.hidden=!1;let f=d.getBoundingClientRect(),m=n.getBoundingClientRect(),
g=e.offsetWidth,b=Math.max(0,Math.min(f.left-m.left,m.width-g)),y=f.top-e.offsetHeight-6;e.style.left=`${b}px`,e.style.top=
`${(y>0?y:f.bottom+6)-m.top}px`,d.setAttribute("aria-describedby",e.id)}function i(){s?.removeAttribute("aria-describedb\
y"),s=null,e.hidden=!0}n.addEventListener("keydown",d=>{if(d.key==="ArrowDown"||d.key==="ArrowUp")return a(d,d.key==="Ar\
rowDown"?1:-1);d.key!=="Escape"||e.hidden||(i(),d.stopPropagation())});function a(d,u){let f=d.target;if(!(f instanceof HTMLElement)||
f.localName!=="dfn")return;let g=[...f.closest("p, dt, dd, li, span")?.querySelectorAll("dfn")??[]];g[Math.min(g.length-
1,Math.max(0,g.indexOf(f)+u))].focus(),d.preventDefault(),d.stopPropagation()}let r=(d=!0)=>{let u=new Set,f=d;return m=>Ah(
m,t(),u).map(g=>{let b=f&&g.entry!==null;return b&&(f=!1),c(g,b)})},l=(d,u=!0)=>r(u)(d);function c({text:d,entry:u},f){if(!u)
return d;let m=p("dfn",{tabindex:f?"0":"-1","data-term":u.term},d),g=()=>o(m,u);for(let b of["focus","click"])m.addEventListener(
b,g);return m.addEventListener("mouseenter",b=>{Mt.moved(b)&&g()}),m.addEventListener("blur",i),m.addEventListener("mous\
eleave",()=>{m.matches(":focus")||i()}),m}return{root:e,explained:l,marker:r,gone:()=>{s&&!s.isConnected&&i()}}}var Ge=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:7,wide:190,gap:36,font:17,small:13,r:6.5,text:!0,least:.93},{name:"\
duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",upTo:64,
row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,high:21,
low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,apart:2,
wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],lt={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,wide:178,gap:0,
font:18,small:13,r:7,text:!0,least:.93},_s={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},it=n=>Ge.find(t=>t.
name===n)??Ge[0],Oh=3.3,Ke=60,Xt=16,Ve=7,Eh=4,yt=n=>Math.ceil(Oh*n),Ct=({small:n},t)=>Math.ceil(n*(t?5.2:2.75))+4,Ye=({name:n,
small:t})=>Math.ceil(t*(n==="rich"?4.1:3.4))+9,be=({name:n,small:t},{numbers:e})=>n==="line"&&e===1?0:Math.ceil(t*2.8)+4,
_t=n=>Math.ceil(Eh*n),et=16,jt=34,we=30,eo=10,te=44,ye=1.6,pt=n=>n?et-6:et-4,Fs=({name:n},t)=>t||n==="line"||n==="dots",
Bs=(n,{kind:t},e)=>t==="tree"&&!Fs(n,e),Qe=(n,t,e)=>t.rows-(Bs(n,t,e)?1:0),so=(n,t)=>Fs(n,!1)?eo:we+8+(Bs(n,t,!1)?n.high+
no+4:0),no=9,xe=(n,t,e)=>2*pt(e)+jt+(e?0:so(n,t));var Je=88,Lh=142,Ri=112,qh=66,jh=98,Ih=8,zs={slab:28,low:22,gap:6,end:3};function Ni(n,t,e,s,o){let{cols:i}=n,a=t.big?16:
lt.small;if(e){let b=t.touched?te:te-6,y=Math.max(b,Math.min(54,Math.floor((t.h-2*pt(!0)-jt)/i)));return{...lt,row:y,high:y-
6,wide:Math.min(420,Math.max(200,t.w-2*et-Je-14)),gap:0,font:16,small:a,least:1}}let r=s?60:t.big?lt.high-10:lt.high,l=Ws(
r,s,i>2,o),c=s||i>Ih?8:Math.max(12,Math.min(22,Math.floor(t.w*.018))),h=2*et+c*(i-1),d=i*(t.big?Ri:Lh)+h,u=s?.8:t.big?_s.
card:lt.least,f=Math.max(t.big?u:1,Math.min(ye,(t.h-oo(t))/l,t.w/d)),m=b=>Math.floor((t.w/b-h)/i),g=Math.max(qh,Math.min(
lt.wide,m(f)),Math.min(Ri,m(u)));return{...lt,high:r,wide:g,gap:c,font:s?16:lt.font,small:s&&!t.big?15.5:a,least:u}}var oo=({
bar:n,touched:t})=>t?n:0,io=18,Ze=(n,t=0)=>n?33:Math.max(48,t&&16+io*t),Hs=n=>n?zs.low:zs.slab,ao=(n,t,e)=>n+Ze(t,e)+Hs(
t)+zs.gap,Ws=(n,t,e,s)=>pt(!1)+jt+n+(e?Ze(t)+ao(n,t,s)+zs.end:Ze(t,s)+Hs(t)+et);function Di(n,t){if(t)return Dh(n);let{high:e,
wide:s,r:o,small:i}=n,a=e<80,r=-e/2,l=s-9,c=yt(i),h=_t(i),d=s<jh,u=r+(a?21:27),f={x:0,y:-r+(a?5:12),wide:s,high:a?8:12,says:{
x:s/2,y:-r+(a?29:40)}},m=a?[33,48]:[48,68],g=s>=10+h+4+20+6+c+9,b=a?Rh(n,g,r+m[0],r+m[1]):Nh(n,r);return{glyph:{x:d?13:18,
y:r+(a?15:21),r:o},word:{x:d?24:32,y:u,end:d?s-4:l},scale:f,sure:null,bars:b,second:s<(a?128:118)?null:{x:10,y:r+(a?39:52),
end:!1},times:{x:l,y:u-1}}}function Rh({wide:n,small:t,high:e},s,o,i){let a=n-9,r=s?14+_t(t):10,l=t*.34,c=a-yt(t)-6-r;return{
x:{q:r,p:r},wide:c<Xt?0:c,high:e<80?7:9,q:o,p:i,name:s?10:null,long:s,one:!1,numbers:{q:a,p:a},texts:{q:l,p:l}}}function Nh({
wide:n,small:t},e){let s=n-9,o=10+_t(t)+4+yt(t)<=s,i=e+50,a=e+74;return{x:{q:10,p:10},wide:n-20,high:5,q:i,p:a,name:10,long:o,
one:!1,numbers:{q:s,p:s},texts:{q:-7,p:-7}}}function Dh({high:n,wide:t,r:e,small:s}){let o=yt(s),i=t-8,a=i-o,r=a-_t(s)-4,
l=r-4>120,c=Math.min(22,(n-2)/2),h=-c+s*.73+.5,d=3.8,u=h+d,f=h+c+d,m=l?r:a;return{glyph:{x:18,y:0,r:e},word:{x:32,y:6,end:m-
6},second:{x:i,y:5,end:!0},sure:null,times:{x:m-4,y:5},bars:{x:{q:a,p:a},wide:o,high:2.6,q:u,p:f,name:l?r:null,long:l,one:!1,
numbers:{q:i,p:i},texts:{q:-d,p:-d}},scale:{x:t+10,y:-8,wide:Je,high:10,says:{x:t+10+Je/2,y:16}}}}function Xe({narrow:n,mode:t,chain:e},s,o){let i=s.x+s.wide,a=s.edge+4,r=(a+o.x)/2,l=t.high/2;if(n&&e)return`M${s.x+18} ${s.
cy+l}V${o.cy-l}`;if(n){let c=s.x+t.r+7;return`M${c} ${s.cy+l}V${o.cy-6}Q${c} ${o.cy} ${c+6} ${o.cy}H${o.x}`}return`M${i}\
 ${s.cy}H${a}C${r} ${s.cy} ${r} ${o.cy} ${o.x} ${o.cy}`}function ro({narrow:n},t,e){let s=Math.max(t.x+t.wide,e.x+e.wide)+
(n?22:30);return`M${t.x+t.wide} ${t.cy}C${s} ${t.cy} ${s} ${e.cy} ${e.x+e.wide+1} ${e.cy}`}var Us=n=>n.makes?{...n,cy:n.
cy+n.makes}:n,ts=({room:n},t,e)=>e>=n?Us(t):t,Gs=({room:n},t,e)=>e>=n?t.late:t.wire;var Ph=44;function Pi({name:n,r:t},{nth:e}){let i=(e?Ve:0)+(n==="rich"?9:n==="dots"?3:7)+t;return{glyph:i,word:i+t+(n===
"rich"?7:6)}}function Ci(n,t,e){let{name:s,high:o,wide:i,font:a,r}=n,l=[`${s}${e?"-":""}${i}x${o}`,t.numbers,+t.sure,+t.
nth,+t.ratio].join("."),{small:c}=n;if(s==="card")return{key:l,small:c,...Di(n,e)};let h=Pi(n,t),d=o/2;if(s==="rich")return{
key:l,small:c,...Ch(n,t,h)};let u=s==="dots"||t.numbers<1?null:s==="duo"?_h(n):Fh(n,t),f=u?Math.min(u.x.q,(u.numbers.q??
i)-yt(n.small)):i,m=Math.min(a*.36,d-a*.25),g=f-(t.ratio&&u?_i(n,t):0);return{key:l,small:c,glyph:{x:h.glyph,y:0,r},word:{
x:h.word,y:m,end:g-5},second:null,sure:null,times:{x:g-4,y:m},bars:u,ratio:t.ratio&&u?{x:(u.one?i:f)-5,y:0}:void 0,scale:s!==
"chip"&&s!=="duo"?null:{x:0,y:d+Fi(n,3.5),wide:i,high:3.5,says:null}}}var _i=(n,t)=>t.numbers>1||n.name==="duo"?Ye(n)+6:
8;function Ch(n,t,e){let{high:s,wide:o,r:i,small:a}=n,{sure:r}=t,l=s/2,c=(s>55?19:17)-l,h=l-11,d=h-12.5,u=yt(a),f=o-8,m=10+
_t(a),g=o-m-u-18>=Xt?m+4:10,b=f-u-6-g,y={q:a*.34,p:a*.34},w=t.ratio?f-Ye(n)-4:f;return{glyph:{x:e.glyph,y:c-6,r:i},word:{
x:e.word,y:c,end:r?f-u-6:w},second:{x:f,y:c,end:!0},start:{x:e.word,y:15},sure:r?{x:f,y:c}:null,times:{x:w,y:c},ratio:t.
ratio?{x:f,y:c-5}:void 0,bars:{x:{q:g,p:g},wide:b<Ph?0:b,high:6,q:d,p:h,name:g>10?10:null,long:g>10,one:!1,numbers:{q:f,
p:f},texts:y},scale:{x:0,y:l+Fi(n,4),wide:o,high:4,says:null}}}var Fi=({row:n,high:t},e)=>Math.min(2,n-t-1.5*e-1.75);function _h({
high:n,wide:t,small:e,bar:s=0}){let o=n*.23,i=t-8,a=i-yt(e)-6,r=e*.36,l=a-s;return{x:{q:l,p:l},wide:s,high:6,q:-o-.5,p:o-
1,name:null,long:!1,one:!1,numbers:{q:i,p:i},texts:{q:r,p:r}}}function Fh({name:n,high:t,wide:e,small:s},{numbers:o}){let i=e-
7,a=yt(s),r=o>1?i-a-8:i,l=n==="line",c=l?0:3.6-t/2,h=l?s*.36:t/2-8.5;return{x:{q:r-a+3,p:i-a+3},wide:a-3,high:l?0:2.6,q:c,
p:c,name:null,long:!1,one:o<2,numbers:{q:r,p:i},texts:{q:h-c,p:h-c}}}function ve(n,t,e,s,o=!1){let{name:i,small:a}=n,r=Pi(
n,t).word,l=yt(a),c=r+e+s+8+(t.ratio?_i(n,t):0);return!n.text||t.numbers<1?Math.ceil(c):Math.ceil(i==="rich"?Math.max(c+
(t.sure?l+6:0),o?10+_t(a)+4+Ke+6+l+8:10+Xt+6+l+8):i==="duo"?c+l+11+(o?Ke:0):c+l+(t.numbers>1?l+8:0)+4)}var Bi=22;function zi(n){let t=new Map;return n.n.merge?.forEach((e,s)=>{let o=n.fates[s].find(({state:i})=>i==="merged");
e!==null&&o&&t.set(e,[...t.get(e)??[],o.step])}),t}function Hi(n){let{model:t,it:e,items:s,spot:o,narrow:i,form:a,mode:r}=n;
if(s.some(({place:c})=>t.copied(e,c)))return;let l=new Map;for(let c of i?[]:s){let h=o.get(e.place.get(t.get(e,"merge",
c.place)??-1)??-1);h&&h!==c&&h.col>=c.col&&l.set(h,[...l.get(h)??[],c])}for(let[c,h]of l)c.shared=h,h.forEach((d,u)=>{let f=c.
cy+r.high/(h.length+2)*(u+1-(h.length-1)/2),m=o.get(t.up(e,d.place)),g=m?c.x-m.edge:0,b=g<2*Bi;d.into={item:c,x:c.x-(b?g/
2:Bi)-a.glyph.x,y:(b&&m?(f+m.cy)/2:f)-a.glyph.y,wire:m?Xe(n,m,{...c,cy:f}):""}});e.n.id.forEach((c,h)=>{let d=o.get(h),u=d??
o.get(e.place.get(t.get(e,"origin",h)??-1)??-1),f=u?.into?.item??u;!f||f===d||(f.stands.push(h),d||o.set(h,f))})}function Ft({
it:n},{place:t,into:e},s){let o=n.fates[t].find(i=>i.state==="merged")?.step??1/0;return e&&o<=s?e:null}var Wi=78,Ui=130,Bh=170,Gi=240;function Ki({mode:n,narrow:t,chain:e,items:s,top:o,w:i,h:a,bar:r,scale:l},c,h,d,u){let f=Math.
max(0,(h.w/l-i)/2),m=H=>t||r||!h.bar?1/0:(h.w-(H??Gi))/l-f-8,g=m(h.buttons),b=h.bar?h.buttons??Gi:0,y=Fs(n,t),w=pt(t)-2,
v=Math.min(...s.map(H=>H.x)),k=Math.max(0,c.cols-(c.kind==="free"?1:2)),M={x:v,y:w,w:Wi,h:jt-10},$=Math.max(...t?s.map(H=>H.
x+H.wide):s.filter(({col:H})=>H<=k).map(H=>H.x+H.wide)),S=e&&!t?o+n.high+Ze(d,u):a-pt(t)-we+2,[O,q]=t?[160,460]:[120,300],
T=Math.min($-v,g-v-Bh)-Ui,I=y?{x:v+Ui,y:w,w:Math.max(O,Math.min(T,q)),h:jt-10}:{x:v,y:S,w:$-v,h:e?Hs(d):we},V=y?a-pt(t)-
(t?0:eo)+4:S,Y={x:v-5,y:y?I.y+I.h:o-6,w:$-v+10,h:V-(y?I.y+I.h:o-6)},z=c.cols-1,j=n.high/2,_=e?t?{x:v,y:o+j+z*n.row,w:n.wide,
h:n.high}:{x:et+z*(n.wide+n.gap),y:o+j,w:n.wide,h:n.high}:null;return{lane:M,most:Math.max(v,m(h.zooms??h.buttons)-Wi),until:t?
h.w-8-b:Math.min(i,g),slab:{...I,w:Math.min(I.w,i-I.x-8)},below:!y,area:Y,bonus:_,head:o-6}}var Ks="what if";function Vi({model:n,it:t},e,s,{supposed:o}){if(t.born[e]>s)return null;let i=n.fate(t,e,s);return o?.place===
e?{...i,state:o.state,second:Ks,plain:Ks}:i}function Vs({model:n,it:t,items:e,chain:s},o){let i=r=>{let{state:l}=n.fate(
t,r,o);return l==="rejected"||l==="fill"&&t.fates[r].some(c=>c.state==="rejected"&&c.step<=o)},a=s?e.filter(({place:r})=>t.
n.role[r]==="draft"&&t.born[r]<=o&&i(r)):[];return Math.min(1/0,...a.map(({col:r})=>r))}function Ys({model:n,it:t,chain:e},s,o){
if(e||t.n.merge&&o<t.seen)return!1;for(let i=n.up(t,s);i>=0&&t.n.role[i]==="draft";i=n.up(t,i))if(zh.has(n.fate(t,i,o).state)&&
n.decided(t,i,o).length>=(n.get(t,"count",i)??1))return!0;return!1}var zh=new Set(["rejected","unused","orphaned"]);function Yi({
it:n,repeats:t},{place:e},s){return(t.get(n.n.id[e])??[]).some(o=>o<=s)}function Qi({model:n,it:t},{place:e,stands:s},o){
if(s.length<2||o<t.seen)return e;let i=a=>t.born[a]>o||!n.decided(t,a,o).length?-1:Z(n.fate(t,a,o).state).strength;return s.
reduce((a,r)=>i(r)>i(a)?r:a,e)}var Hh=["accepted","rejected"];function lo(n,t){let[e,...s]=n.steps[t]?.verdicts??[],o=n.verdicts[e];if(o?.state!=="reje\
cted"||s.length)return;let i=o.dists.map(h=>n.dists[h]),a=i.findIndex(({series:h})=>h==="q"),r=i[a],l=a>0?i[0]:void 0,c=a<
0?void 0:i.slice(a+1).find(({series:h})=>h==="r");return l&&!i.some(({raw:h})=>h)?{verdict:o,q:r,p:l,left:c}:void 0}function Ji(n,t,e){
let s=n.panels.find(h=>h.kind==="width"&&h.layer&&n.judged[t].some(d=>n.verdicts[d].layer===h.layer))?.layer,i=n.verdicts.
flatMap((h,d)=>n.stepOf[d]<=e&&Hh.includes(h.state)&&(s?h.layer===s:n.n.parent[h.place]===n.n.parent[t])?[d]:[]).sort((h,d)=>n.
stepOf[h]-n.stepOf[d]).at(-1),a=i===void 0?void 0:lo(n,n.stepOf[i]);if(!a?.left)return null;let{left:r}=a,l=r.ends??[],c=r.
t.findIndex((h,d)=>h===n.n.token[t]&&(!r.beam||l[r.beam[d]]===n.n.parent[t]));return c>=0?r.v[c]:r.rest<1e-6?0:null}var Bt=n=>Array.from(n).reduce((t,e)=>t+(Wh.find(([s])=>s.test(e))?.[1]??.66),0),Wh=[[/[%mMW@]/,.99],[/[w<>=≥≤≈+×÷]/,
.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],ke=(n,...t)=>t.find(e=>Bt(e)<=n)??t[t.length-1],co=(n,t,{width:e,typeface:s})=>e(
n,`700 ${t}px ${s}`);function Zi(n,t,e,s,o=12){let i=Math.max(Math.min(o,t),t*.7),a=s(t)(n);if(a<=e)return{word:n,font:t};
let r=Math.max(i,Math.floor(t*e/a)),l=s(r),c=n;for(let h=Array.from(n).length;h>2&&l(c)>e;h--)c=C(n,h-1);return{word:c,font:r}}function ea({model:n,it:t,form:e,mode:s,chain:o},i,a){let r=n.second(a),{second:l,start:c}=e;if(!(t.n.role[i]==="input"))
return e.bars&&(r!==Ks||o)?"":r;let d=c?s.wide-c.x:l&&!l.end?s.wide-l.x:1/0;return Bt(r)*Uh+6<=d?r:""}var Uh=13;function po(n,t,e,s){
let o=t.n.role[e]==="input",i=n.voice==="plain"?W:F;return{q:o||n.unweighed(t,e)?null:n.drafted(t,e,s),p:o?null:n.wanted(
t,e,s),say:a=>a===null?"":i(a)}}function Gh(n,t){if(t===null)return"";let e=n.voice==="plain"?W(t):F(t);return e.length<
6?e:t>.5?">.99":n.voice==="plain"?"≈0%":"≈0"}var Xi=({view:n},t)=>n==="test"||n==="deleted"?t-1:t;function Kh(n,t,e,s){
let{model:o,it:i,chain:a,view:r}=n,l=a||i.n.role[t]!=="draft"?void 0:U(i);if(l){let M=l.compared?.findLast(O=>O.place===
t&&O.step<=Xi(n,e)),$=o.get(i,"q",t),S=M&&$!==null&&Math.abs(M.q-$)>ta;return{left:M?.p??null,rescaled:S?M.q:null}}let c=i.
steps[e].verdicts.find(M=>i.verdicts[M].place===t)??s.verdict,h=c===null?null:i.verdicts[c],d=o.drafted(i,t,e),u=i.shares&&
h?.layer!==void 0&&i.deepest[e]>h.layer,{tiles:f=[],u:m,q:g}=u?{}:h??{},y=r!==null&&s.state==="pending"&&e>=i.seen?Ji(i,
t,Xi(n,e)):f.find(([M])=>M==="p′")?.[1],w=i.n.shares?.[t]?.[0]?.[1]??d,v=m===void 0?d:g??d,k=v!==null&&w!==null&&Math.
abs(v-w)>ta;return{left:typeof y=="number"?y:null,rescaled:k?v:null}}var ta=5e-4,Vh=1.15;function Qs(n,t,e,s){let o=ho(n,
t,e,s),{it:i,model:a,form:r,view:l}=n,{place:c}=t;if(!r.bars?.long||!s||i.born[c]>=e)return o;let h=l==="left"&&i.steps[e].
verdicts.length?ho({...n,view:"test"},t,e,s):ho({...n,view:l&&"left"},t,e-1,a.fate(i,c,e-1)),d=(f,m,g)=>{let{[f]:b}=r.bars?.
numbers??{q:null,p:null},y=(b??0)-(r.bars?.x[f]??0);return m&&g&&m!==g&&Bt(`${m} → ${g}`)*Vh*r.small<=y?`${m} → ${g}`:
g},u={q:o.qName===a.guessed()&&h.qName!==o.qName,p:h.left&&!o.left};return{...o,qText:u.q?o.qText:d("q",h.qText,o.qText),
pText:u.p?o.pText:d("p",h.pText,o.pText)}}function ho(n,{place:t},e,s){let{model:o,it:i,form:a}=n,{bars:r}=a;if(!s||!r||
r.one&&mo(n,t,e))return{q:null,p:null,left:!1,qName:"",pName:"",qText:"",pText:""};let{q:l,p:c}=po(o,i,t,e),{left:h,rescaled:d}=Kh(
n,t,e,s),u=$=>Gh(o,$),f=!a.sure&&r.name===null&&i.n.sure?o.get(i,"sure",t):null,m=r.one&&f!==null?null:h??c,g=r.one&&m!==
null?null:f??(l===null?null:d??l),b=o.voice==="plain",y=i.shares&&r.long?"_beam":"",w=($,S)=>b?r.long?$:"":S,v=h!==null?
w("leftover","p′"):w("target",`p${y}`),k=d!==null&&f===null?"scaled":o.guessed(),M=d!==null&&uo(n)?"q′":`q${y}`;return{
q:g,p:m,left:h!==null&&m!==null,qName:g===null?"":w(k,M),qText:u(g),pText:u(m),pName:m===null?"":v}}function U(n){let t=n.
panels.find(({kind:e})=>e==="judged");return t?.kind==="judged"?t:void 0}var uo=({it:n,chain:t})=>!t&&U(n)!==void 0;function fo(n,t,e){
let{it:s,chain:o}=n,i=n.view==="test"?e-1:e,a=o?[]:U(s)?.ratios?.filter(l=>l.place===t&&l.step<=(l.fell?i:e))??[],r=a.at(
-1);return r?{...r,fell:r.fell&&r.step===e,before:a.at(-2)?.ratio}:null}function mo(n,t,e){let s=n.form.ratio?fo(n,t,e):
null;if(!s)return"";let{model:o,mode:i}=n,{ratio:a,fell:r,before:l,uncapped:c}=s,h=L(a),d=g=>go(g,i.small)<=Ye(i);if(c!==
void 0)for(let g of[3,2]){let b=c<99?String(+c.toPrecision(g)):">99";if(b!=="1"&&d(`${b}→1`))return`${b}→1`}let u=o.
voice==="exact"||h.length>4?F(a):h,f=u.length>5?"≈0":u,m=`${F(l)}↓${F(a)}`;return r?l!==void 0&&d(m)?m:`↓${f}`:f}var go=(n,t)=>Math.
ceil(Bt(n)*t*1.06)+(/[→↓]/.test(n)?12:8);function Js({model:n,it:t},e){let s=n.get(t,"sure",e);return s===null?"":n.
voice==="plain"?W(s):F(s)}function sa(n,t,e,s){let o=s.find(({place:m})=>t.n.role[m]==="target"),i=o&&s.find(({place:m})=>m===n.up(t,o.place));if(e.
kind!=="tree"||!o||!i)return null;let a=s.filter(m=>m!==o),r=a.filter(({col:m})=>m===o.col),l=r.filter(({place:m})=>n.up(
t,m)===i.place).at(-1)??i,c=new Set([l.place]);for(let{place:m}of a)c.has(n.up(t,m))&&c.add(m);let h=a.filter(m=>m.row>l.
row&&!c.has(m.place)),d=Math.max(-1,...r.filter(m=>m.row<=l.row).map(({y:m})=>m)),u=Math.min(1/0,...r.filter(m=>h.includes(
m)).map(({y:m})=>m)),f=l===i?Math.max(d+1,Math.min(i.y,u)):d+1;return{own:o,others:a,branch:c,below:h,y:f,next:u}}function na(n,t,e,s,o,i){
let a=sa(n,t,e,s);if(!a)return 1/0;let{own:r,others:l,branch:c,below:h,y:d,next:u}=a;if(i){let f=Math.max(...l.filter(({
place:m})=>c.has(m)).map(m=>m.row))+1;for(let m of h)m.makes=o;return r.cy+=(f-r.row)*o,r.row=f,t.born[r.place]}if(u<d+.99)
for(let f of h)f.makes=o;return r.cy+=(d-r.y)*o,r.y=d,t.born[r.place]}function oa(n,t,e,s,{row:o,rows:i,last:a}){let r=sa(
n,t,e,s);if(!r)return;let{own:l,y:c,next:h}=r,d=h>=c+.99&&c<=i-1;l.cy=d?l.cy+(c-l.y)*o:a,l.y=c}var Yh=44,Qh=30,Jh=26,Zh=96,Xh=3,aa=7,td=96,ia=(n,{big:t})=>t?{...n,least:_s[n.name]}:n,Zs=({name:n,text:t},e,{sure:s,nth:o,
ratio:i},{big:a})=>({numbers:t?e:0,sure:s&&n==="rich",big:!!a,fates:!1,ratio:i&&t&&e>0,nth:o&&t&&(n!=="line"||e>1)}),ed=[
["rich",2],["duo",2],["chip",2],["line",2],["duo",1],["chip",1],["line",1],["line",0]];function ra(n,t,e,s){let o=t.h-e,
a=ed.filter(([g])=>n.at.length<=it(g).upTo).map(([g,b])=>{let y=ia(it(g),t);return{mode:y,has:Zs(y,b,s,t)}}),r=({mode:g})=>g.
least*bo(g,n,g.low+g.apart)<=o,l=({mode:g,has:b},y=n.cols)=>g.least*ca(g,b,{...n,cols:y},s,Xs(g,b,s))<=t.w-4,c=n.kind===
"tree"?n.cols-1:n.cols,h=g=>g.find(b=>l(b))??g.find(b=>l(b,c)),d=g=>h(g.filter(({mode:b,has:y})=>y.numbers===2&&b.name!==
"line"))??h(g.filter(({has:b})=>b.numbers===2))??h(g.filter(({has:b})=>b.numbers===1))??h(g),u=a.filter(({mode:g})=>g.name===
"line"),f=d(a.filter(r))??(t.big?a.find(r):void 0)??d(u)??u.at(-2)??{mode:ia(it("dots"),t),has:Zs(it("dots"),0,s,t)},m=l(
f)?n.cols:c;return{...sd({...n,cols:m},t,o,s,f.mode,f.has),fits:l(f,m)}}function bo(n,t,e){let s=Math.min(n.high,e-n.apart);
return(Qe(n,t,!1)-1)*e+s+xe({...n,high:s},t,!1)}var Xs=(n,t,e)=>n.text?ve(n,t,Math.min(e.word(n.font),Xh*n.font),es(n,t,
e)):n.wide,es=(n,t,{often:e,copied:s},o=!1)=>e?Ct(n,o):s?be(n,t):0,la=(n,t,{joins:e})=>e?Yh:t.nth&&n.name!=="rich"?Qh:n.
gap*.6,ss=({name:n},{arcs:t})=>2*et+(t||n==="line"||n==="dots"?Jh:0),ns=(n,t)=>n.text?t:t+td,ca=(n,t,{cols:e},s,o)=>e*ns(
n,o)+(e-1)*la(n,t,s)+ss(n,s);function sd(n,t,e,s,o,i){let{cols:a}=n,{least:r,apart:l,low:c}=o,h=s.word(o.font),d=c+l+.4*
(o.row-c-l),u=t.w-4,f=Math.min(h,aa*o.font),m=o.text?ve(o,i,f,es(o,i,s)):o.wide,g=Math.max(r,Math.min(ye,e/bo(o,n,d),u/ca(
o,i,n,s,m))),b=O=>bo(o,n,O)<=e/g,y=Math.floor(c+l);for(;y<o.row&&b(y+1);)y++;let w=ss(o,s),v=la(o,i,s),k=(u/g-w-(a-1)*v)/
a,M=o.text?Math.floor(Math.max(Xs(o,i,s),Math.min(o.wide,k,ve(o,i,h,es(o,i,s,s.fates),!0)))):o.wide,$=(u/g-w-a*ns(o,M))/
Math.max(1,a-1),S=s.fates&&M>=Xs(o,i,s)+Ct(o,!0)-Ct(o,!1);return{mode:{...o,wide:M,row:y,high:Math.min(o.high,y-l),bar:da(
o,i,s,M)},has:{...i,fates:S},gap:Math.floor(Math.max(v,Math.min(Zh,$)))}}function ha(n,t,e){let s=n.at.length,o=g=>(t.h-
g-xe(Ge[0],n,!0))/s,i=Math.floor(t.touched?Math.max(o(t.bar),Math.min(te,o(0))):o(t.bar)),{name:a}=Ge.filter(({upTo:g})=>s<=
g).find(({low:g,apart:b,text:y})=>y&&g+b<=i)??(s<=it("line").upTo?it("line"):it("dots")),r={...it(a),small:13,font:Math.
min(it(a).font,16),least:1},l=Math.max(120,t.w-ss(r,e)-(n.cols-1)*wo(r)),c=Zs(r,2,e,t),h=Xs(r,c,e)<=l?c:Zs(r,1,e,t),d=es(
r,h,e),u=r.text?Math.min(l,ve(r,h,e.word(r.font),d,!0)):r.wide,f=Math.max(r.low+1,Math.min(i,r.row)),m=Math.min(r.apart,
f-r.low);return{mode:{...r,wide:u,row:f,high:Math.min(r.high,f-m),bar:da(r,h,e,u)},has:h,gap:0,fits:!0}}function da(n,t,e,s){
let o=Math.min(e.word(n.font),aa*n.font),i=Math.min(Ke,s-ve(n,t,o,es(n,t,e)));return i<Xt?0:i}var wo=({name:n})=>n==="ri\
ch"||n==="duo"||n==="chip"?22:14;var nd=560,od=700,id=280,ad=1.6,rd=334,ld=170,cd=5,hd=1.7;function pa(n,t,e,s,o){let i=e.at.some(d=>(n.get(t,"count",d)??
1)>1),a=!!t.n.merge,r=e.at.some(d=>n.copied(t,d)),l=e.at.filter(d=>t.n.role[d]!=="target").map(d=>n.wordAt(t,d)),c=t.panels.
some(({kind:d})=>d==="prefixes"),h=t.panels.some(({kind:d})=>d==="width"||d==="judged");return{word:d=>Math.max(0,...l.map(
u=>co(u,d,s))),often:i,copied:r&&!o,fates:i,sure:!!t.n.sure,arcs:a||t.replicas>0,nth:!o&&!a&&!c&&(h||e.at.some(d=>n.nth(
t,d)!==null)),joins:a&&!r,ratio:!!U(t)?.ratios}}function dd(n,t,e,s,{mode:o,has:i},a,r){let l=e.at[s],c=t.fates[l].some(
y=>y.times),h=n.wordAt(t,l),d=o.text||t.onPath[l],u=c?Ct(o,i.fates):n.copied(t,l)?be(o,i):0,f=o.text?a.word.end-a.word.x-
u:1/0,{word:m,font:g}=Zi(h,o.font,f,y=>w=>co(w,y,r),(r.big?18:12)/o.least),b=[a.key,c,d,t.n.role[l]==="input"].join();return{
place:l,kind:b,key:"",word:m,whole:h,font:g,copies:c,named:d,wide:o.wide,nth:i.nth?n.nth(t,l):null,col:e.col[s],row:e.row[s],
y:e.y[s],x:0,cy:0,edge:0,up:-1,wire:"",makes:0,late:"",stands:[l],into:null,shared:[]}}function ua(n,t,e,s){let o=e.kind===
"chain",i=s.w>ad*s.h,a=s.h<id&&i,r=oo(s),l=o?lt.least*Ws(lt.high,!1,e.cols>2,0)+r:0,c=a||s.h<l&&i,h=c||!s.big&&s.h<rd&&i,
d=o&&!h?ud(t):0,u=it("line"),f=!!t.n.merge&&u.least*(e.rows*u.row+xe(u,e,!1))<hd*s.h&&e.at.length<=it("chip").upTo,m=v=>o&&
(!v||s.touched||e.cols*(te-6)+xe(lt,e,!0)<=s.h),g=v=>{if(!m(v)){let $=pa(n,t,e,s,v);return{...v?ha(e,s,$):ra(e,s,r,$),content:$}}
let k=Ni(e,s,v,h,d),M=e.cols*(k.wide+k.gap*.6)+2*et;return{mode:k,gap:k.gap,content:pa(n,t,e,s,v),fits:k.least*M<=s.w,has:{
numbers:2,sure:!1,nth:!1,big:!!s.big,ratio:!1,fates:!!t.shares&&k.wide>ld}}},b=s.w>0&&s.w<nd&&!c&&!f,y=g(b),w=m(b);return!b&&
!f&&!(a&&w)&&s.w<od&&!y.fits&&(y=g(b=!0)),{...y,narrow:b,chain:m(b),low:h,prefixes:d,bar:b?s.bar:r}}var tn=n=>!!n.core&&
n.replicas>0&&n.size<=it("line").upTo;function pd(n,t,e,s){let{lay:o,core:i}=t,a=i&&!s?i:o,r=ua(n,t,tn(t)?o:a,e);if(a===
o||!tn(t)||r.narrow)return[a,a===o?r:ua(n,t,a,e)];let l=a.at.map(h=>o.at.indexOf(h)),c=h=>l.map(d=>h[d]);return[{...o,at:a.
at,col:c(o.col),y:c(o.y),row:c(o.row)},r]}function fa(n,t,e,s){let[o,i]=pd(n,t,e,s),{mode:a,has:r,narrow:l,chain:c,low:h,
prefixes:d,bar:u}=i,f=Ci(a,r,l),m=pt(l)+jt,g=o.at.map((v,k)=>dd(n,t,o,k,i,f,e));bd(g,i,m);let b=Bs(a,o,l),y=c&&!l?ao(a.high,
h,d):0;for(let v of g)y&&fd(n,t,g,v)&&(v.cy+=y);let w={model:n,it:t,mode:a,form:f,has:r,narrow:l,chain:c,whole:s,bar:u,scale:1,
items:g,top:m,drop:y,lines:d&&!l?io:0,aside:c&&l?12:0,room:c||b?1/0:na(n,t,o,g,a.row,l),repeats:zi(t),tests:t.panels.some(
({kind:v})=>v==="width")?wd(t):null,spot:new Map(g.map(v=>[v.place,v])),view:null,w:0,h:0};return w.w=gd(g,i,o),w.h=c&&!l?
Ws(a.high,h,o.cols>2,d):m+(l?c?o.cols:o.at.length:Qe(a,o,l))*a.row-a.row+a.high+pt(l)+(l?e.bar:so(a,o)),b&&oa(n,t,o,g,{row:a.
row,rows:Qe(a,o,l),last:w.h-pt(l)-we-no-a.high/2}),w.scale=yo(w,e),Hi(w),md(w),{...w,models:Ki(w,o,e,h,d)}}function ud(n){
let t=U(n)?.rows.length??0;return t<=cd?t:0}function fd(n,t,e,{place:s,col:o}){let i=e.filter(a=>a.col<=o&&t.n.role[a.place]===
"draft");return t.n.role[s]==="target"&&i.some(a=>a.col===o)&&i.every(a=>n.fate(t,a.place,t.born[s]).state!=="rejected")}
function yo({w:n,h:t,narrow:e,mode:s,bar:o},i){let a=(i.w-4)/n,r=e?1:(i.h-o)/t;return Math.max(s.least,Math.min(e?1:ye,a,
r))}function md(n){let{model:t,it:e,items:s}=n,o={};for(let i of s){let a=n.spot.get(t.up(e,i.place)),r=o[i.kind]??0,l=i.
into||e.n.role[i.place]!=="target"?a:a?.into?.item??a;i.key=`${i.kind}#${r}`,o[i.kind]=r+1,l&&Object.assign(i,{up:l.place,
wire:Xe(n,l,i),late:Xe(n,Us(l),Us(i))})}}function gd(n,{mode:t,gap:e,narrow:s,chain:o,content:i},{cols:a}){let r=Math.max(
...n.map(c=>c.x+c.wide));if(s)return r+et+(o?Je+10:26);let l=o?2*et:ss(t,i);return Math.max(r+et,a*ns(t,t.wide)+(a-1)*e+
l)}function bd(n,{mode:t,gap:e,narrow:s,chain:o},i){let a=ns(t,t.wide),r=o?0:wo(t);for(let l of n){let c=et+l.col*(a+e);
l.x=s?et+l.col*r-(o?4:0):c,l.cy=i+t.high/2+(s?l.row:l.y)*t.row,l.edge=c+a}}function wd(n){let t=new Map,e=new Map;return n.
steps.forEach(({verdicts:s},o)=>s.forEach(i=>{let{layer:a,state:r,place:l}=n.verdicts[i];if(a===void 0||r!=="accepted"&&
r!=="rejected")return;let c=(e.get(a)??0)+1;e.set(a,c),t.set(l,[...t.get(l)??[],{step:o,nth:c}])})),t}var ma=7,ga=n=>(n>=26?ga(Math.floor(n/26)-1):"")+String.fromCharCode(65+n%26),ba=(n,t)=>({n:t,groups:(n.recurring?.groups??
[]).filter(([e])=>e===t).map(([,e])=>e).sort((e,s)=>e[0]-s[0])});function wa({mode:n,spot:t},e){let s=n.name==="card"||n.
name==="rich";return new Map((e?.groups??[]).flatMap((o,i)=>o.flatMap((a,r)=>{let l=t.get(a),c=ga(i),h=xo(c);return l?[[
a,{letter:c,hue:i%ma,first:r===0,tagX:s?l.wide-h+6:l.wide+1,tagY:s?-n.high/2-9:-9}]]:[]})))}var xo=n=>8+10.5*n.length;function en(n,t,e){
let{model:s,it:o,spot:i}=n;return(e?.groups??[]).flatMap((a,r)=>a.flatMap(l=>(i.has(l)?s.gram(o,l,e?.n??1).slice(0,-1):[]).
flatMap(c=>{let h=i.get(c),d=h&&(Ft(n,h,t)?.wire??Gs(n,h,t));return d?[{key:`${r}.${l}.${c}`,d,hue:r%ma,end:l,visible:o.
born[l]<=t}]:[]})))}function ya({model:n,it:t},e,s){let o=e?.groups.findLast(i=>i.includes(s));return new Set(o?.flatMap(
i=>n.gram(t,i,e?.n??1)))}function xa(n,t,{n:e,groups:s},o,i=!1){let a=t.fates.some(r=>r.some(l=>l.state==="merged"&&l.step<=
o));return[xd(n,t,{n:e,groups:s},o),i&&a?yd:""].filter(Boolean).join(" ")}var yd="◆ is merged: it goes on like the node \
at the other end of its pink line.";function xd(n,t,{n:e,groups:s},o){let i=f=>t.born[f]<=o,a=t.n.role.filter((f,m)=>f===
"draft"&&i(m)&&!n.copied(t,m)).length,r=s.reduce((f,m)=>f+Math.max(0,m.filter(i).length-1),0),l=n.unit(),c=e===1?l:R(e,l);
if(!a)return"Nothing is drafted yet.";let h=t.recurring?.share.find(([f])=>f===e)?.[1]??0,d=r&&a===t.recurring?.drafted&&
n.voice==="exact"?` ${W(h/a)} of the draft lies inside repeated ${e}-grams.`:"";if(!r)return e===1?`No ${l} is repeated.`:
`No ${e}-gram is repeated.`;let u=e===1?`a ${l}`:`a ${e}-gram`;return`${r} of ${R(a,"guess","guesses")} ${r===1?"repeats":
"repeat"} ${u} that is already in the draft (same letter = same ${c}, hollow = first occurrence).${d}`}var $e=class{drawn=new Map;roots=[];constructor(t,e,s){this.group=t,this.make=e,this.dress=s}patch(t){let e=this.drawn;this.
drawn=new Map(t.map(i=>{let{parts:a,was:r}=e.get(i.key)??{parts:this.make(i),was:null};return(!r||!vd(i,r))&&this.dress(
a,i,r),[i.key,{parts:a,was:i}]}));let s=[...this.drawn.values()].map(({parts:i})=>i.root),o=this.roots;s.length===o.length&&
s.every((i,a)=>i===o[a])||Qt(this.group,this.roots=s)}};function vd(n,t){for(let e in n)if(n[e]!==t[e])return!1;return!0}
function zt(n,t,e){e===null?n.removeAttribute(t):D(n,{[t]:e})}var It=n=>n?"visible":"hidden",Ht=(n,{x:t,y:e},s="start")=>x(
"text",{class:n,x:t,y:e,"text-anchor":s});function va(n,{x:t,wide:e,high:s,name:o,numbers:i,texts:a,[n]:r}){let l={x:t[n],
y:r-s/2,height:s,rx:2},c=x("rect",{class:s<4?"st-bar thin":"st-bar",...l}),h=o===null?null:Ht("st-bar-name",{x:o,y:r+a[n]}),
d=i[n],u=d===null?null:Ht("st-bar-n",{x:d,y:r+a[n]},"end"),f=e>0&&s>0;return{root:x("g",{class:"st-pr","data-of":n,"data\
-part":"bars","aria-hidden":"true"},f&&x("rect",{class:"st-track",...l,width:e}),f&&c,h,u&&" ",u),line:c,name:h,number:u}}
function kd({x:n,y:t}){let e=x("rect",{}),s=x("text",{"text-anchor":"end",x:n-5});return{root:x("g",{class:"st-ratio","d\
ata-part":"ratio","aria-hidden":"true",transform:`translate(0 ${t})`},e,s),plate:e,number:s}}function $d({root:n,plate:t,
number:e},s,{ratio:o,small:i}){let a=Math.ceil(i*1.15),r=go(s,i);D(n,{visibility:s?"inherit":"hidden"}),D(t,{x:(o?.x??0)-
r,y:-a/2,width:r,height:a,rx:4}),D(e,{y:i*.36}),A(e,s)}function Md(){let n=x("rect",{}),t=x("text",{"text-anchor":"middl\
e"});return{root:x("g",{class:"st-nth","aria-hidden":"true"},n,t),plate:n,number:t}}function Sd({root:n,plate:t,number:e},s,{
small:o}){let i=Math.ceil(o*1.1)+1,a=Math.max(i,Math.ceil(s.length*o*.7)+6);D(n,{visibility:s?"inherit":"hidden"}),D(t,{
x:Ve-a,y:-i/2,width:a,height:i,rx:i/2}),D(e,{x:Ve-a/2,y:o*.36}),A(e,s)}function Ad({kind:n},t,e){let[s,o,i]=n.split(",").
slice(1).map(I=>I==="true"),{high:a,name:r}=t,l=r==="dots"?a/2:Math.min(10,a/2),c=s?x("rect",{class:"st-under",x:4,y:-a/
2-4,height:a,rx:l}):null,h=x("rect",{class:"st-box",x:0,y:-a/2,height:a,rx:l}),{x:d,y:u,r:f}=e.glyph,m=x("path",{class:"\
st-g",transform:`translate(${d} ${u}) scale(${f})`}),g=o?Ht("st-w",e.word):null,b=o&&s?Ht("st-x",e.times,"end"):null,y=b&&
x("title"),w=o&&e.sure?Ht("st-v",e.sure,"end"):null,{second:v}=e,k=v&&(i&&e.start?{...e.start,end:!1}:v),M=o&&k?Ht("st-s",
k,k.end?"end":"start"):null,[$,S]=e.bars?[va("q",e.bars),va("p",e.bars)]:[null,null],O=r==="dots"?null:Md(),q=o&&e.ratio?
kd(e.ratio):null;return{root:x("g",{role:"button"},c,h,m,g,b&&" ",b,w&&" ",w,q&&" ",q?.root,M&&" ",M,$&&" ",$?.root,S&&"\
 ",S?.root,O&&" ",O?.root,y&&" ",y),box:h,under:c,q:$,p:S,scale:null,glyph:m,ask:null,name:g,second:M,times:b,told:y,nth:O,
sure:w,ratio:q,tag:null,copy:null}}function Td(n,t,e,s,o){let{root:i,box:a,under:r,name:l,q:c,p:h}=n,d=(...u)=>!e||u.some(
f=>t[f]!==e[f]);d("classes")&&D(i,{class:t.classes}),d("tab")&&D(i,{tabindex:t.tab}),d("id","x","y")&&D(i,{"data-node":t.
id,transform:`translate(${t.x} ${t.y})`}),d("letter")&&zt(i,"data-group",t.letter),d("gram")&&zt(i,"data-hue",t.gram===null?
null:String(t.gram)),d("copy")&&Rd(n,t,o),d("wide")&&D(a,{width:t.wide}),l&&d("font")&&D(l,{"font-size":t.font}),r&&d("w\
ide","repeated")&&(D(r,{width:t.wide}),r.classList.toggle("none",!t.repeated)),c&&d("q","qName","qText")&&ka(c,t.q,t.qName,
t.qText,o),h&&d("p","pName","pText")&&ka(h,t.p,t.pName,t.pText,o),d("from","cut","coin","side","test","span")&&Od(n,t,o),
n.sure&&d("sure")&&A(n.sure,t.sure),n.ratio&&d("ratio")&&$d(n.ratio,t.ratio,o),n.nth&&d("nth")&&Sd(n.nth,t.nth,o),d("sta\
te","visible","label","word","second","times","told")&&qd(n,t),d("ask")&&jd(n,t,s),d("letter","hue","first","tagX","tagY")&&
Id(n,t)}function ka({root:n,line:t,name:e,number:s},o,i,a,{bars:r}){D(n,{visibility:o===null?"hidden":"inherit"}),D(t,{width:o===
null?0:Math.max(o>0?1:0,o*(r?.wide??0)).toFixed(1)}),n.classList.toggle("st-changed",a.includes("→")),e&&A(e,i),s&&A(s,
a)}function Od(n,{from:t,cut:e,coin:s,side:o,test:i,span:a},r){let l=!r.scale||e===null||s===null,c=a&&`${a.before},${a.
line}`;if((l||n.scale&&n.scale.span!==c)&&(n.scale?.root.remove(),n.scale=null),!r.scale||e===null||s===null)return;let{
x:h,y:d,wide:u,high:f,says:m}=a?Ed(r.scale,a):r.scale,g=S=>h+S*u;if(!n.scale){let S={x:h,y:d,height:f,rx:Math.min(3,f/2)},
O={yes:x("rect",{class:"st-scale-yes",...S}),cut:x("path",{class:"st-scale-cut"}),coin:x("circle",{class:"st-coin",cy:d+
f/2,r:f>6?6.5:f}),says:m&&Ht("st-scale-says",m,a&&a.line!==null?"start":"middle")},q=x("g",{class:"st-scale","data-part":"\
scale","aria-hidden":"true"}," ",x("rect",{class:"st-scale-no",...S,width:u}),x("path",{class:"st-scale-hatch",d:Ld({x:h,
y:d,wide:u,high:f})}),O.yes,O.cut,O.coin,O.says," ");n.scale={root:q,span:c,...O},n.root.insertBefore(q,n.nth?.root??n.told)}
let b=n.scale,y=Math.max(0,t),w=o==="above";b.root.toggleAttribute("data-own",o==="own"),b.root.toggleAttribute("data-ra\
tio",w),b.root.toggleAttribute("data-under",w&&s<=t);let[v,k]=w?[0,Math.min(1,s)]:[y,e];D(b.yes,{x:g(v).toFixed(1),width:Math.
max(1,(k-v)*u).toFixed(1)});let M=w?t:o==="below"&&e<1?e:null,$=f>6?3:2.5;D(b.cut,{d:M===null?"":`M${g(M).toFixed(1)} ${d-
$}v${f+2*$}`}),D(b.coin,{cx:g(s).toFixed(1)}),b.says&&A(b.says,i)}function Ed({x:n,y:t,wide:e,high:s,says:o},{before:i,after:a,
line:r}){let l=o&&{...o,x:o.x+(a-i)/2},c=r??0;return{x:n-i,y:t+c,wide:e+i+a,high:s,says:o&&r!==null?{x:n+e+a+8,y:t+c+s-1}:
l}}function Ld({x:n,y:t,wide:e,high:s}){let o=[];for(let i=n+3;i+s<n+e;i+=7)o.push(`M${i} ${t+s}l${s} ${-s}`);return o.join(
"")}function qd({root:n,glyph:t,name:e,second:s,times:o,told:i},a){let{state:r}=a;D(n,{visibility:It(a.visible),"data-sh\
own":r?"1":"0"}),zt(n,"aria-hidden",r?null:"true"),zt(n,"aria-label",r&&a.label),zt(n,"data-state",r),zt(t,"data-kind",r),
r&&D(t,{d:dt(r)}),e&&A(e,a.word),s&&A(s,a.second),o&&A(o,a.times),i&&A(i,a.told)}function jd(n,t,{font:e}){if(t.ask===null)
return n.ask?.remove();n.ask??=x("text",{class:"st-ask",y:e*.36,"font-size":e},"?"),D(n.ask,{x:t.ask}),n.ask.parentNode||
n.name?.before(n.ask)}function Id(n,{letter:t,hue:e,first:s,tagX:o,tagY:i}){if(n.tag?.remove(),!t)return;let a=xo(t);n.tag=
x("g",{class:"st-rec"+(s?" first":""),"data-hue":e,transform:`translate(${o} ${i})`}," ",x("rect",{width:a,height:18,rx:4}),
x("text",{x:a/2,y:14.5,"text-anchor":"middle"},t)),n.root.append(n.tag)}function Rd(n,{copy:t},e){n.copy?.remove(),n.copy=
t?Ht("st-copy",e.times,"end"):null,n.copy&&(A(n.copy,t),zt(n.copy,"aria-hidden","true"),n.root.append(n.copy))}function Nd({
root:n},{d:t,state:e,made:s,visible:o,classes:i}){D(n,{d:t,class:i,visibility:It(o)}),zt(n,"data-state",e),n.toggleAttribute(
"data-made",s)}function $a(n,t,e){D(n,{visibility:It(e)}),e!==n.hasChildNodes()&&E(n,...e?t:[])}function Dd({x:n,y:t,w:e},s){
return s<=n+e-4?`M${s-6} ${t}h12l-6 7z`:`M${n+8} ${t}h8v2.5H${s+1.5}v1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${n+8}z`}var sn=class{box=x(
"rect",{rx:7});name=x("tspan",{class:"st-model-name"});says=x("tspan",{class:"st-model-says",dx:8});words=x("text",{"tex\
t-anchor":"middle"},this.name);aside=x("text",{class:"st-model-says"});constructor(t){this.tip=t==="draft"?x("path",{class:"\
st-model-tip"}):null,this.root=x("g",{class:"st-model","data-of":t,"data-part":"pass","aria-hidden":"true"}),this.parts=
this.tip?[this.tip,this.box,this.words,this.aside]:[this.box,this.words],this.tip||this.words.append(this.says)}draw(t){
if($a(this.root,this.parts,t!==null),!t)return;let{x:e,y:s,w:o,h:i,on:a,name:r,says:l,tip:c=e+o/2}=t;this.root.toggleAttribute(
"data-on",a),D(this.box,{x:e,y:s,width:o,height:i}),this.tip&&D(this.tip,{d:Dd({x:e,y:s+i-1,w:o},c)}),A(this.name,r),A(this.
tip?this.aside:this.says,l),D(this.words,{x:e+o/2,y:s+i/2+5}),D(this.aside,{x:e+o+9,y:s+i/2+5})}},vo=class{area=x("rect",
{class:"st-pass",rx:10,"data-part":"pass","aria-hidden":"true"});rays=x("path",{class:"st-rays","aria-hidden":"true"});draft=new sn(
"draft");target=new sn("target");bonusBox=x("rect",{rx:10});star=x("path",{class:"st-g","data-kind":"bonus",d:dt("bonus")});word=x(
"text",{class:"st-bonus-w"});says=[x("text",{class:"st-bonus-s"}),x("text",{class:"st-bonus-s"})];bonus=x("g",{class:"st\
-bonus","aria-hidden":"true"},this.bonusBox,this.star,this.word,...this.says);band=x("rect",{class:"st-band","aria-hidde\
n":"true",x:-400,y:0});label=x("tspan");whose={q:x("tspan",{"data-of":"q"}),p:x("tspan",{"data-of":"p"})};key=x("text",{
class:"st-key","aria-hidden":"true"},this.label,this.whose.q,this.whose.p);stick(t){for(let e of[this.band,this.draft.root,
this.target.root,this.key])D(e,{transform:`translate(0 ${t.toFixed(1)})`})}draw({draft:t,target:e,area:s,rays:o,bonus:i,
key:a,head:r}){if(D(this.band,{width:4e3,height:r}),D(this.key,{visibility:It(a!==null),x:a?.x??0,y:a?.y??0}),A(this.label,
a?.label??""),A(this.whose.q,a?.q?` ${a.q}`:""),A(this.whose.p,a?.p?`${a.q?",":""} ${a.p}`:""),this.draft.draw(t),this.target.
draw(e),this.area.classList.toggle("above",!s.below),D(this.area,{x:s.x,y:s.y,width:s.w,height:s.h,visibility:It(s.on)}),
D(this.rays,{d:o,visibility:It(o!=="")}),D(this.bonus,{visibility:It(!!i?.visible)}),!i)return;let{x:l,y:c,w:h,h:d,name:u,
says:f}=i,m=d<56,g=m?c:c-d/2+(d<80?16:22);D(this.bonusBox,{x:l,y:c-d/2,width:h,height:d}),D(this.star,{transform:`transl\
ate(${l+17} ${g}) scale(6.5)`}),A(this.word,u),D(this.word,{x:l+31,y:g+5.5}),this.says.forEach((b,y)=>{A(b,f[y]??""),D(b,
{x:m?l+92:l+10,y:m?c+4.4:g+(d<80?17:24)+16*y})})}},Pd=0,nn=class{arrow=`st-arrow-${++Pd}`;svg=x("svg",{class:"st-svg",preserveAspectRatio:"\
xMidYMin",role:"group","aria-label":"Graph of this round"});floatBox=x("rect",{rx:4,height:20});floatWord=x("text",{y:14,
x:6});float=x("g",{class:"st-float",visibility:"hidden","aria-hidden":"true"});mode=null;form=null;pass=new vo;nodes=new $e(
x("g",{class:"st-nodes","data-part":"nodes"}),t=>Ad(t,this.mode,this.form),(t,e,s)=>Td(t,e,s,this.mode,this.form));edges=new $e(
x("g",{class:"st-edges"}),()=>({root:x("path")}),Nd);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","\
st-origin");bands=new $e(x("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue:t,end:e})=>({root:x("path",{class:"st-\
rec-band","data-hue":t,"data-end":e})}),({root:t},{d:e,visible:s})=>D(t,{d:e,visibility:It(s)}));arcs(t,e){return new $e(
x("g",{class:t,"aria-hidden":t==="st-links"&&"true"}),()=>({root:x("path",{class:e,"marker-end":`url(#${this.arrow})`})}),
({root:s},{d:o,visible:i,solid:a=!1,bold:r=!1})=>{D(s,{d:o,visibility:It(i)}),s.classList.toggle("solid",a),s.classList.
toggle("bold",r)})}draw(t,e){this.mode=t.mode,D(this.svg,{"data-mode":t.mode.name}),this.svg.style.setProperty("--small",
`${t.form.small}px`),this.form=t.form,this.svg.firstChild||E(this.svg,x("defs",{},x("marker",{id:this.arrow,viewBox:"0 0\
 8 8",refX:7,refY:4,markerUnits:"userSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},x("path",{d:"M0 0L8 4L0 8\
Z",class:"st-arrow"}))),this.pass.rays,this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,
this.nodes.group,this.pass.area,this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.
pass.draw(t.pass);for(let s of["bands","edges","merges","links","nodes"])this[s].patch(t[s]);$a(this.float,[this.floatBox,
this.floatWord],t.float!==null),t.float&&(A(this.floatWord,t.float.word),D(this.floatBox,{width:$t(t.float.word,`13px ${e}`)+
14}),D(this.float,{transform:`translate(${t.float.x} ${t.float.y})`}))}elementOf(t){return this.partsOf(t)?.root}partsOf(t){
return t&&this.nodes.drawn.get(t.key)?.parts}edgeOf({key:t}){return this.edges.drawn.get(t)?.parts.root}clear(){E(this.svg)}};var Cd=16;function os({frame:n},t){let e=t.target instanceof Element?t.target.closest("[data-node]"):null;return e&&n?n.
it.place.get(Number(e.getAttribute("data-node")))??-1:-1}function _d(n,t){let{scene:e,zoom:s}=n,o=-1,i=Cd;for(let a of e?.
nodes??[]){if(!e||a.state===null)continue;let r=s.away(t,a,e.mode.high);r<=i&&([o,i]=[a.place,r])}return o}function Ma(n,t){
let e=(n.frame?.items??[]).filter(({place:i})=>n.shows(i)).sort((i,a)=>i.row-a.row),s=e.findIndex(({place:i})=>i===n.selection.
roving),o=e[Math.min(e.length-1,Math.max(0,s+t))];o&&(n.rove(o.place),n.focus({preventScroll:!0}),n.reveal([o.place]))}function Sa(n){
let{svg:t,on:e}=n,s=i=>{i<0||(n.rove(i),e.pick(i))},o=i=>{n.float(i),e.hover(i)};t.addEventListener("click",i=>{let a=os(
n,i);s(a<0&&n.touched.matches?_d(n,i):a)}),t.addEventListener("mouseover",i=>{Mt.moved(i)&&o(os(n,i))}),t.addEventListener(
"mouseleave",i=>{Mt.moved(i)&&o(-1)}),t.addEventListener("focusin",i=>{os(n,i)>=0&&o(os(n,i))}),t.addEventListener("focu\
sout",()=>o(-1)),t.addEventListener("keydown",i=>{if(i.key==="Enter")s(os(n,i));else if(i.key==="ArrowDown")Ma(n,1);else if(i.
key==="ArrowUp")Ma(n,-1);else return;i.preventDefault(),i.stopPropagation()})}var on=class{toggle=p("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-pressed":"\
false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(!this.
on),this.redraw()}},"Mark repeats");sizes=p("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"a\
ria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(t=>p("option",
{value:t},`${t}-grams`)));say=p("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(t,e){
this.model=t,this.redraw=e}set(t){this.on=t,this.toggle.setAttribute("aria-pressed",t?"true":"false"),this.sizes.hidden=
this.say.hidden=!t}open(t){let{recurring:e}=t;if(this.toggle.hidden=!e?.groups.length,this.toggle.toggleAttribute("data-\
merges",!!t.n.merge),this.shown=null,!e?.drafted||!this.on)return A(this.say,"");this.n||=Math.min(4,e.tau),this.sizes.value=
String(this.n),this.shown=ba(t,this.n)}describe(t,e,s){this.shown&&A(this.say,xa(this.model,t,this.shown,e,s))}reset(){this.
n=0,this.shown=null,this.toggle.hidden=!0,A(this.say,"")}};function Aa(n,t,e,s,o,i){let{model:a,it:r,form:l}=n,c=1+t.shared.filter(H=>Ft(n,H,o)).length,{place:h,word:d,whole:u,named:f,
copies:m,nth:g}=t,{second:b,qName:y,qText:w,pName:v,pText:k,test:M}=i,{q:$,p:S,say:O}=po(a,r,h,o),{name:q=null,numbers:T={
q:null,p:null}}=l.bars??{},I=(H,kt,wt)=>[q!==null&&kt,T[H]!==null&&wt].filter(Boolean).join(" "),V=q!==null&&T.q!==null,
Y=a.second(e),z=l.sure?Js(n,h):"",j=fo(n,h,o),_=[d,f&&m&&i.times,z,i.ratio,l.second&&b,I("q",y,w),I("p",v,k),M,Fd(g,i.letter),
i.copy];return[..._,z&&`confidence ${z}`,f&&m&&e.told,a.called(e),e.state==="pending"&&Ys(n,h,o)&&"below a draft that wa\
s not accepted",!_.includes(Y)&&Y,$!==null&&!(V&&y&&w===O($))&&`draft ${O($)}`,S!==null&&!(V&&v&&k===O(S))&&`target ${O(
S)}`,j&&`running ratio ${L(j.ratio)}`,c>1&&`shared by ${c} paths`,s&&`copy of node ${a.get(r,"origin",h)}`,d!==u&&u].filter(
Boolean).join(", ")}function Fd(n,t){return n===null?t&&`${t}, letter of its n-gram`:t?`${n} ${t}: number among the cand\
idates, letter of its n-gram`:`${n} among the candidates`}function Ta(n,t,{picked:e,pointed:s,supposed:o},i){let{model:a,it:r,spot:l}=n,{now:c}=r.steps[t],h=new Map,d=(u,f)=>{h.set(
u,(h.get(u)??new Set).add(f))};for(let u of c)d(u,"now");e>=0&&d(e,"picked"),o&&d(o.place,"supposed");for(let u=s;u>=0;u=
a.up(r,u)){let f=l.has(u)?u:r.place.get(a.get(r,"origin",u)??-1)??-1;d(f,u===s?"lit-end":"lit")}for(let u of ya(n,i,s))d(
u,"rec-lit");return h}var Oa=[2,5,6,4,3,1,0],Bd=6,zd=({steps:n},t)=>n[t].phase==="merge"?n[t].now:n[t].phase==="draft"&&n[t+1]?.phase==="merge"?
n[t+1].now:[],Ea=(n,t,e)=>t.place.get(n.get(t,"merge",e)??-1)??-1;function La(n,t,e){let s=new Map;for(let o of zd(t,e)){
let i=Ea(n,t,o);i>=0&&s.set(i,[...s.get(i)??[i],o])}return s.size?{n:t.recurring?.tau??1,groups:[...s.values()]}:null}var qa=n=>Oa[n%
Oa.length],ja=(n,t,e)=>en(n,t,e).map(s=>({...s,hue:qa(e?.groups.findIndex(o=>o.includes(s.end))??0)})),Ia=(n,t,e)=>new Map(
(e?.groups??[]).flatMap((s,o)=>s.flatMap(i=>n.gram(t,i,e?.n??1).map(a=>[a,qa(o)]))));function Ra(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t],c=new Set(r==="merge"?l:[]),h=i.some(({place:u})=>s.copied(o,u)),d=u=>u.shared.
some(f=>Ft(n,f,t))&&u.wire!=="";return i.flatMap(u=>{let f=d(u)?[{key:`${u.place}-own`,d:u.wire,visible:!0,solid:!0,bold:u.
shared.some(({place:y})=>c.has(y))}]:[],m=a.get(Ea(s,o,u.place));if(!m)return f;let g=o.fates[u.place].find(y=>y.state===
"merged")?.step??o.born[u.place],b=u.into?.wire||ro(n,ts(n,u,t),ts(n,m,t));return[...f,{key:String(u.place),d:b,solid:u.
into!==null,bold:c.has(u.place),visible:g<=t&&(!h||[u.place,m.place].includes(e))}]})}function Na(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t];if(!o.replicas)return[];let c=m=>a.get(o.place.get(s.get(o,"origin",m)??-1)??
-1),h=a.has(e)?c(e)?.place??e:-1,d=r==="unmerge"&&l.length<=Bd,u=m=>d&&l.includes(m)||(s.copied(o,e)?m===e:h>=0&&c(m)?.place===
h);return i.filter(({place:m})=>s.copied(o,m)&&o.born[m]<=t&&u(m)).flatMap(m=>{let g=c(m.place);return g?[{key:String(m.
place),visible:!0,d:ro(n,ts(n,g,t),ts(n,m,t))}]:[]})}var Da=({model:n,it:t,mode:e,narrow:s,has:o},{place:i,named:a},r)=>r&&
be(e,o)&&e.text&&!s&&a&&n.copied(t,i)?"copy":"";function Pa({model:n,it:t,mode:e},s,o){if(!t.n.merge||o<t.seen||e.name===
"rich")return!1;let i=r=>t.onPath[r]||n.decided(t,r,o).some(l=>["accepted","rejected"].includes(t.verdicts[l].state));return n.
decided(t,s,o).some(r=>t.verdicts[r].state==="unused")&&!i(s)&&!Hd(n,t,s).some(i)}var Hd=(n,t,e)=>(t.n.origin??[]).flatMap(
(s,o)=>s===t.n.id[e]&&n.copied(t,o)?[o]:[]);var Wd=new Set(["residual","bonus","fill","drawn"]),Ud=78,_a=15.5,Gd=16,Kd=7.6,Vd=226,Yd=118;function Fa(n,t){let{model:e,
it:s,items:o,models:i,chain:a,narrow:r,mode:l}=n,{phase:c,now:h}=s.steps[t],d=s.steps.flatMap((tt,Et)=>Ca.has(tt.phase)?
[Et]:[]),u=s.n.role.some(tt=>tt==="draft")||d.length>0,f=t>=s.seen,{lane:m,slab:g,area:b,below:y}=i,w=Ca.has(c),v=tt=>tt>=
5e-4&&!e.toy()?` · ${Zt(tt)}`:"",k=w?o.filter(({place:tt})=>h.includes(tt)):[],M=k.length?Math.min(...k.map(({x:tt})=>tt)):
m.x,$=!y||!k.length?m.x:l.text?M+(l.wide-m.w)/2:M,S=e.drafter(),O=Math.max(m.w,Math.ceil(S.length*Kd)+24),q=Math.max(m.x,
Math.min($,i.most)),T=l.text?l.wide/2:l.wide,I=u?{...m,x:q,on:w,name:S,w:O,tip:k.length&&!r?M+T:q+O/2,says:f&&y?`${R(d.length,
"step")}${v(s.bar.draft)}`:""}:null,V=s.steps[s.seen]?.nodes.length??0,Y=s.mask?.starts.length||1,z=c==="target"&&n.view!==
"early",j=Y===1?"one pass":R(Y,"pass","passes"),_=z?`${j} over ${R(V,"position")}`:j,H=v(s.bar.target),kt=f?[`${_}${H}`,
_,`${j}${H}`,j]:["waits"],wt={...g,on:z,name:"Target",says:ke((g.w-Ud)/_a,...kt,"")};return{draft:I,target:s.steps.some(
tt=>tt.phase==="target")?wt:null,area:{...b,on:z,below:y},bonus:tp(n,t),head:y?0:i.head,key:w?null:Qd(n,t,I,wt),rays:r?"":
z&&a?Xd(n):Zd(n,t)}}function Qd(n,t,e,s){let{model:o,it:i,form:a,narrow:r,models:l,h:c}=n,{bars:h}=a,d=o.voice==="plain",
u=!a.sure&&i.n.sure&&h?.name===null;if(!h||h.long||h.name!==null&&!d)return null;let f=e&&e.says?Bt(e.says)*_a+24:12,m=l.
below?e?e.x+e.w+f:s.x:s.x+s.w+12,g=t>=i.seen,b=g&&!(h.one&&u),y=r?"":"numbers:",w=d?"target":"p",v=h.one&&g&&!u?"":u?"pa\
th confidence":d?"draft":"q",k=b&&Jd(n,t)?[`${w} (pale: ${d?"leftover":"p′"})`]:[],M=S=>m+Bt(`${y} ${v}, ${S}`)*a.small<=
l.until;for(let S of b?[...k,w]:[""])if(M(S))return{x:m,y:l.lane.y+l.lane.h/2+5,label:y,q:v,p:S};let $={x:l.lane.x,y:c-4,
label:y,q:v,p:b?k[0]??w:""};return r||l.below?null:$}var Jd=(n,t)=>n.items.some(e=>n.it.born[e.place]<=t&&Qs(n,e,t,n.model.
fate(n.it,e.place,t)).left),Ca=new Set(["draft","exit"]);function Zd({it:n,items:t,spot:e,models:s,mode:o,chain:i},a){let{
phase:r,now:l}=n.steps[a],{slab:c,below:h}=s;return i||!h||n.shares||!Wd.has(r)?"":l.flatMap(d=>e.get(d)??[]).flatMap(({
x:d,cy:u,wide:f})=>{let m=d+f/2,g=u+o.high/2,b=m>c.x&&m<c.x+c.w,y=t.every(w=>w.x>m||w.x+w.wide<m||w.cy+w.makes<=u);return b&&
y&&c.y-g>=Gd?[`M${m} ${c.y}V${g}`]:[]}).join("")}function Xd({items:n,models:t,mode:e,it:s,top:o}){let{slab:i,bonus:a}=t,
r=n.filter(({place:d})=>s.n.role[d]!=="target"),l=[...r.slice(1),...a?[a]:[]],c=e.wide/2,h=o+e.high+3;return l.map((d,u)=>`\
M${r[u].x+c} ${i.y}L${d.x+c} ${h}`).join("")}function tp(n,t){let{it:e,items:s,models:o,narrow:i}=n,a=s.find(({place:h})=>e.
n.role[h]==="target"&&e.born[h]<=t);if(!o.bonus)return null;let r=s.filter(({place:h})=>e.n.role[h]==="draft").length,l=r<
1||o.bonus.w<(i?Vd:Yd)?[]:i?[`if ${r===1?"it is":"all are"} accepted`]:r===1?["only if the guess","is accepted"]:[`only \
if all ${r}`,"are accepted"],c=!a&&t<e.commit&&!Number.isFinite(Vs(n,t));return{...o.bonus,visible:c,name:r?"bonus":"?",
says:!i&&o.bonus.h<80?[]:l}}var ep=24,sp=2;function np(n,t,e){let s=U(n),o=s?.rows.findLastIndex(i=>i.place===t&&i.step<=e)??-1;return!s||o<0?void 0:
{...s.rows[o],nth:o+1}}function Ba({it:n,chain:t,mode:e,narrow:s,tests:o},{place:i,nth:a},r){return o?s?null:o.get(i)?.findLast(
l=>l.step<=r)?.nth??null:t||!U(n)?a:e.text&&!s?np(n,i,r)?.nth??null:null}function op({it:n,chain:t,narrow:e,spot:s,lines:o},i,a){
let r=U(n);if(!t||!r||n.n.role[i]!=="draft")return;let l=r.rows.findIndex(g=>a>=r.told?g.chosen:g.step===a),c=r.rows.findIndex(
g=>g.place===i&&g.step<=a),h=o||e?c:l,d=r.rows[h],[u,f,m]=[r.rows[0]?.place,i,r.rows.at(-1)?.place].map(g=>s.get(g??-1)?.
x??0);return d?.place!==i?null:{...d,nth:h+1,before:e?0:f-u,after:e||o?0:m-f,line:o?o*h:null}}function za(n,{place:t},e,s,o=!1){
let{model:i,it:a,form:r,chain:l,mode:c}=n,h={from:-1,cut:null,coin:null,side:"below",test:"",span:null};if(!s||!r.scale)
return h;let d=ap(a,t,e);if(d&&(l||d.step===e))return{...rp(d,r),span:null};let u=op(n,t,e);if(u===null||u&&o)return h;if(u){
let v=!a.n.role.some((M,$)=>M==="target"&&a.born[$]<=e),k=ip(u,r,i.voice);return v||u.line===null?k:{...k,test:""}}let f=l||
c.name==="rich",m=i.decided(a,t,e).filter(v=>f||a.stepOf[v]===e),g=a.verdicts[m.at(-1)??-1];if(g?.strip)return{...lp(g.strip,
r,i.voice),span:null};if(g?.u===void 0||g.a===void 0)return h;let{u:b,a:y,layer:w}=g;return a.shares&&w!==void 0&&a.deepest[e]>
w?h:{...h,cut:Math.min(1,y),coin:b,test:Ha(r,i.voice,b,y,"accepted",g)}}function ip({cut:n,u:t,nth:e,before:s,after:o,line:i},a,r){
let c={from:-1,cut:null,coin:null,side:"below",test:"",span:{before:s,after:o,line:i}};if(t===null||!a.scale)return c;let h={
...a,scale:{...a.scale,wide:a.scale.wide+(i===null?s+o:ep)}},d=Ha(h,r,t,n,"passes"),u=`prefix ${e}${n>0&&n<1?":":""} ${d}`;
return{...c,cut:Math.min(1,n),coin:t,test:d&&Rt(h,u,d)}}function ap(n,t,e){let s=n.panels.find(({kind:i})=>i==="prefixes");
if(s?.kind!=="prefixes")return null;let o=s.prefixes.find(i=>i.place===t&&i.step<=e);return o?{...o,bar:s.bar}:null}function rp({
ratio:n,product:t,passed:e,bar:s},o){let i=t===null?"∞":L(t),a=`${i} ${e?">":"≤"} ${L(s)}`,r=e?" passes":" fails";return{
from:Math.min(1,s),cut:1,coin:n,side:"above",test:Rt(o,`joint ${a}${r}`,`${a}${r}`,a)}}var Rt=({scale:n,small:t},...e)=>n?.
says?ke((n.wide+sp)/t,...e):"";function Ha(n,t,e,s,o,i={}){let a=e<s?"<":"≥",r=t==="plain",{p:l,q:c}=i;if(s>0&&s<1)return r?
Rt(n,`${L(e)} ${a} ${L(s)}`,`${F(e)} ${a} ${F(s)}`):Rt(n,`u = ${F(e)} ${a} ${F(s)}`,`${F(e)} ${a} ${F(s)}`);let h=s>=1?"\
always":"never",d=[`${h} ${o}`,h];return s>=1&&typeof l=="number"&&typeof c=="number"&&l>=c?Rt(n,r?`${h}: ${W(l)} ≥ ${W(
c)}`:`${h}: p ≥ q`,...d):s<=0&&l===0?Rt(n,r?`${h}: target 0%`:`${h}: p = 0`,...d):Rt(n,...d)}function lp({u:n,parts:t,
own:e},s,o){let i=d=>t.slice(0,d).reduce((u,[,,f])=>u+f,0),a=i(t.length),r=i(e)/a,l=i(e+1)/a,c=d=>`${d(r)} ≤ ${d(n)} <\
 ${d(l)}`,h=o==="exact"?Rt(s,c(d=>L(d)),c(F),`u = ${F(n)}`):Rt(s,`${L(n)} in its part`,L(n));return{from:r,cut:l,coin:n,
side:"own",test:h}}var cp=8,hp=6,an={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function Wa(n,t,e=an,s=null){let{model:o,it:i,
items:a,spot:r}=n,l=Ta(n,t,e,s),c=wa(n,s),h=La(o,i,t),d=Ia(o,i,h),u=[],f=[];for(let b of a){let y=b.stands.flatMap(v=>[...l.
get(v)??[]]),w={...dp(n,b,t,e,y,c.get(b.place)),gram:d.get(b.place)??null};w.gram!==null&&(w.classes+=" tail"),u.push(w),
b.up>=0&&f.push(fp(Gs(n,b,t),w))}let{mode:m,form:g}=n;return{mode:m,form:g,pass:Fa(n,t),nodes:u,edges:[...f.filter(({raised:b})=>!b),
...f.filter(({raised:b})=>b)],merges:Ra(n,t,e.pointed),links:Na(n,t,e.pointed),bands:s?en(n,t,s):ja(n,t,h),float:mp(n,t,
e),hidden:i.born.filter((b,y)=>b<=t&&r.get(y)?.place!==y).length}}function dp(n,t,e,s,o,i){let{model:a,it:r,mode:l}=n,{named:c}=t,
h=Qi(n,t,e),d=Vi(n,h,e,s),u=Ft(n,t,e),f=e>=r.commit,m=t.stands.some(Yt=>r.onPath[Yt]),g=f&&d!==null&&!u&&m,b=a.copied(r,
h)&&t.place===h,y=r.n.role[h]==="draft",w=Vs(n,e),v=!d&&!y&&t.col>=w,k=v||!d&&y&&!b,M=y&&t.col>=w&&d!==null,$=l.name==="\
dots",S=$&&c&&g,O=S?Math.ceil(t.wide+12+7*t.word.length):t.wide,q="st-n";b&&(q+=" replica"),d||(q+=" ghost"),v&&(q+=" ho\
le"),M&&(q+=" fallen"),g&&(q+=" path"),d?.state==="input"&&f&&!g&&(q+=" gone");let T=!g&&Pa(n,h,e);T&&(q+=" quiet"),r.n.
merge&&d?.state==="pruned"&&(q+=" leaf");let I=(d?.state==="pending"||d?.state==="merged")&&Ys(n,h,e);I&&(q+=" lost"),u?
q+=" joined":!T&&!I&&Yi(n,t,e)&&(!d||Z(d.state).strength<hp)&&(q+=" shared");let V=Qs(n,{...t,place:h},e,d),Y=d?mo(n,h,e):
"",z=uo(n)&&d?.state==="rejected";V.left&&(q+=" left"),z&&(q+=" deleted");for(let Yt of new Set(o))q+=` ${Yt}`;let j=h===
t.place?t:{...t,place:h},_=Ba(n,j,e),H=_===t.nth?j:{...j,nth:_},{x:kt,y:wt}=u??up(n,t,M,e),tt=za(n,H,e,d,M),Et=d?ea(n,h,
d):"",N=d?pp(n,d):"",at=Da(n,t,d);return{key:t.key,kind:t.kind,place:h,id:r.n.id[h],x:kt,y:wt,wide:u?2*n.form.glyph.x:O,
joined:u!==null,onto:u&&{x:u.item.x,y:u.item.cy},font:t.font,word:d&&c&&(S||!$)?t.word:"",state:d?.state??null,visible:d!==
null||k,ask:k&&c&&!$?t.wide/2:null,...V,...tt,nth:d&&_!==null?String(_):"",sure:d&&n.form.sure?Js(n,h):"",ratio:Y,second:Et,
gram:null,copy:at,times:N,told:d?.told??"",repeated:!!d?.times,label:d?Aa(n,H,d,b,e,{...V,...tt,second:Et,times:N,copy:at,
ratio:Y,letter:u?null:i?.letter??null}):"",classes:q,path:g,fallen:M,tab:[h,t.place].includes(s.roving)?"0":"-1",letter:i?.
letter??null,hue:i?.hue??0,first:i?.first??!1,tagX:i?.tagX??0,tagY:i?.tagY??0}}function pp({mode:n,has:t},{times:e}){if(!e.
startsWith("×"))return e;let s=(Ct(n,t.fates)-4)/n.small,[o,...i]=e.split(" "),r=i.reduce((l,c)=>l+parseInt(c,10),0)===
Number(o.slice(1))&&i.length>0&&(i.length>1||!i[0].endsWith("✕"));return ke(s,e,...r?[i.join("")]:[],o)}var up=({drop:n,
aside:t,room:e},{x:s,cy:o,makes:i},a,r)=>({x:a?s+t:s,y:(a?o+n:o)+(r>=e?i:0)});function fp(n,{key:t,state:e,visible:s,path:o,
fallen:i,joined:a,classes:r}){let l=e!==null&&Z(e).strength>=cp;return{key:t,d:n,state:e,made:l,raised:l||o,visible:s&&!i&&
!a,classes:e===null?"st-e ghost":o?"st-e path":/ quiet\b/.test(r)?"st-e quiet":/ lost\b/.test(r)?"st-e lost":"st-e"}}function mp({
it:n,spot:t},e,{floated:s}){let o=t.get(s);return!o||o.named||n.born[s]>e?null:{word:o.word,x:o.x+o.wide+2,y:o.cy-10}}var rn=class{value=1;chosen=0;constructor(t,e){this.scroll=t,this.svg=e}fit(t,e){let{w:s,h:o}=t;this.value=Math.min(4,Math.
max(.15,this.chosen||yo(t,e))),this.svg.setAttribute("width",String(Math.ceil(s*this.value))),this.svg.setAttribute("hei\
ght",String(Math.ceil(o*this.value+this.slack(t,e))))}slack({narrow:t,mode:e,h:s,top:o},i){let a=this.value*e.row,r=s*this.
value-i.h-this.value*(o+e.high/2)+a/2;return t&&r>0?(a-r%a)%a:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(t,e,s){
if(!t.length)return;let{scroll:o,value:i}=this,{mode:a,narrow:r,models:l}=e,c=12,{w:h}=s,d=r||l.below?0:i*l.head,u=i*Math.
min(...t.map(({x:k})=>k)),f=i*Math.min(...t.map(({cy:k})=>k-a.high)),m=i*Math.max(...t.map(({x:k,wide:M})=>k+M)),g=i*Math.
max(...t.map(({cy:k})=>k+a.high)),b=s.h-(r?s.bar:0),{scrollLeft:y,scrollTop:w}=o;m-u>h?o.scrollLeft=m-h+c:m>y+h?o.scrollLeft=
Math.min(u-c,m-h+c):u<y&&(o.scrollLeft=u-c);let v=g>w+b||f<w+d;r&&v?o.scrollTop=this.between(t,e,b):g>w+b?o.scrollTop=Math.
min(f-d-c,g-b+c):f<w+d&&(o.scrollTop=f-d-c)}between(t,{mode:e,spot:s,top:o},i){let a=t.map(({row:f})=>f),r=Math.min(...a),
l=this.value*e.row,c=this.value*(o+e.high/2)-l/2,h=Math.ceil(((Math.max(...a)+1)*l+c-i)/l),d=t.some(({row:f,up:m})=>f===
r&&s.get(m)?.row===r-1),u=h<=r?Math.max(0,Math.min(r,Math.max(h,0))):r-(d?1:0);return u>0?c+u*l:0}away(t,{x:e,wide:s,y:o},i){
let a=this.svg.getBoundingClientRect(),r=(l,c,h)=>Math.max(l*this.value-h,h-c*this.value,0);return Math.hypot(r(e,e+s,t.
clientX-a.left),r(o-i/2,o+i/2,t.clientY-a.top))}};var gp=300,Ua=142,Ga=114,Ka=86,bp=190,Va=40,ln=class{touched=matchMedia("(pointer: coarse)");picture=new nn;svg=this.picture.
svg;scroll=p("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new rn(this.scroll,this.svg);sides=new Pt(
this.scroll,()=>this.until());hidden=p("span",{class:"st-hidden","data-testid":"hidden-count"});all=p("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=an;step=-1;seen=null;room={
w:800,h:300,bar:Va,touched:!1,typeface:"sans-serif",width:$t};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(t,e){
this.model=t,this.on=e,this.recurring=new on(t,()=>this.again()),this.zooms=p("div",{class:"st-zoom"},this.recurring.toggle,
this.recurring.sizes,p("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zoom out",()=>this.
zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom to 1:1",()=>1),this.
button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=p("div",{class:"st-graph"},this.scroll,this.recurring.
say,this.zooms,this.sides.sign),Sa(this),this.scroll.addEventListener("scroll",()=>this.stick(),{passive:!0})}until(){let{
value:t}=this.zoom,e=this.scene?.nodes.filter(({visible:o})=>o)??[],s=this.frame?this.frame.mode.high/2:0;return{w:t*Math.
max(0,...e.map(({x:o,wide:i})=>o+i)),h:t*Math.max(0,...e.map(({y:o})=>o+s))}}stick(){let t=this.frame?.models.below??!0;
this.picture.pass.stick(t?0:this.scroll.scrollTop/this.zoom.value)}button(t,e,s,o){return p("button",{type:"button",class:"\
st-btn st-small","data-testid":e,"aria-label":s,title:s,onclick:()=>{this.zoom.chosen=o(),this.frame&&this.zoom.fit(this.
frame,this.room),this.sides.look()}},t)}open(t){this.frame?.it!==t&&(this.frame&&this.zoom.top(),this.build(t))}build(t){
this.leave();let{on:e}=this.recurring;this.recurring.open(t),(!this.looked||e!==this.recurring.on)&&this.look(),this.looked=
!0,this.drawn=this.room;let{toggle:s,sizes:o}=this.recurring;this.room={...this.room,buttons:Ua+(s.hidden?0:Ga)+(o.hidden?
0:Ka)+(t.core?bp:0),zooms:Ua+(o.hidden?0:Ga+Ka)},this.frame=fa(this.model,t,this.room,this.expanded.has(t.i));let{w:i,h:a,
whole:r,items:l}=this.frame,c=t.core&&!r;this.all.hidden=!t.core,t.replicas&&l.length<=gp?A(this.all,c?`Show tree with c\
opies (${t.replicas})`:"Show merged graph"):A(this.all,c?`Show all ${t.size} nodes`:"Show result path and siblings"),this.
svg.setAttribute("viewBox",`0 0 ${i} ${a}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof
SVGElement&&this.svg.contains(document.activeElement)&&document.activeElement.blur(),this.selection=an,this.step=-1}again(){
this.frame&&(this.looked=!1,this.build(this.frame.it),this.on.redraw())}look(){let{position:t,display:e}=getComputedStyle(
this.zooms),s=this.root.closest(".present")!==null,o=t==="absolute"&&e!=="none"?Va+(this.touched.matches?12:0):0;this.room=
{w:this.scroll.clientWidth,h:this.scroll.clientHeight,bar:o,big:s,touched:this.touched.matches,typeface:getComputedStyle(
this.root).fontFamily||"sans-serif",width:$t}}toggleAll(){if(!this.frame)return;let{i:t}=this.frame.it;this.folded.add(t),
this.expanded.delete(t)||this.expanded.add(t),this.again()}unmerge(t,e){let s=t.steps.findIndex(({phase:i})=>i==="unmerg\
e"),o=s>=0&&e>=s;!tn(t)||this.folded.has(t.i)||o===this.expanded.has(t.i)||(o?this.expanded.add(t.i):this.expanded.delete(
t.i),this.build(t))}show(t,e,s,o=this.selection.pointed){if(!this.frame)return;this.seen=e;let{it:i}=this.frame;this.unmerge(
i,t);let{spot:a,items:r}=this.frame,{roving:l}=this.selection,c=l<0||i.born[l]>t||!a.has(l),h=Math.min(...r.map(({place:u})=>i.
born[u]<=t?u:1/0));this.render({...this.selection,picked:s,pointed:o,roving:c?a.has(s)?s:Number.isFinite(h)?h:-1:l},t),t!==
this.step&&(this.reveals=s>=0?[s]:i.steps[t].now),this.step=t,this.recurring.describe(i,t,this.frame.narrow);let d=this.
scene?.hidden;A(this.hidden,d?`${R(d,"node")} not shown`:""),this.all.style.visibility=d||this.expanded.has(i.i)?"":"hid\
den",this.recurring.toggle.style.visibility=t<i.seen&&!this.recurring.on?"hidden":""}render(t,e=this.step){this.selection=
t,!(!this.frame||e<0)&&(this.scene=Wa({...this.frame,view:this.seen},e,t,this.recurring.shown),this.picture.draw(this.scene,
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
abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var wp={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and th\
e thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision, p\
, q and the thresholds can differ in the third digit."};function ee(n,{key:t,label:e,value:s,most:o,step:i=.01,say:a,draw:r},l,c,...h){
let d=p("p",{class:"st-whatif-said",role:"status"}),u=p("button",{type:"button",class:"st-btn st-small st-wide","data-te\
stid":"whatif-go",disabled:!0,onclick:()=>c({...l,[t]:f.value})},"Replay this round"),f=p("input",{type:"range",class:"s\
t-scrub",min:i<1?0:1,max:o,step:i,"aria-label":e,"data-testid":`whatif-${t}`,oninput:()=>m(Number(f.value))});f.value=String(
s);function m(b){let y=b!==s;r(b);let w=a(b);A(d,y?`${w} Faded parts still show the recorded run.`:w);let v={sentence:y?
w:""};g.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:v})),u.disabled=!y,g.closest("[data-testid=ins\
pector]")?.toggleAttribute("data-moved",y)}let g=p("details",{class:"st-whatif-box","data-testid":"whatif"},p("summary",
{},"What if?"),p("label",{},e,f),d,p("div",{class:"st-row"},u,...h),p("p",{class:"st-quiet","data-testid":"whatif-again"},
wp[n]));return g}var Ya=(n,t)=>p("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>t(
{verdict:n,flip:1})},"Reverse this decision");function Qa(n){let t=p("div",{class:"st-changed",role:"status","data-testi\
d":"changed",hidden:!0});return{root:t,show(e,s,o){t.hidden=!e,E(t,p("b",{},e),s&&p("span",{},"Recorded: ",p("q",{dir:"a\
uto"},s.recorded)),s&&p("span",{},"What if: ",p("q",{dir:"auto"},s.now)),o&&p("button",{type:"button",class:"st-btn st-s\
mall st-wide",onclick:n},"Back to the recorded run"))},wait(){t.hidden=!1,E(t,p("span",{},"Replaying this round. Models \
that are not in memory are loaded first."))},refuse(e){t.hidden=!1,E(t,p("span",{role:"alert"},e),p("button",{type:"butt\
on",class:"st-btn st-small",onclick:()=>{t.hidden=!0}},"Close"))}}}var Za=25,yp=5;function Xa(n,t,e,s,o,i=[],a=[]){let{why:r,came:l,good:c,tails:h,alpha:d,table:u,cut:f,names:m,least:g}=t,
b=p("div",{},h.length?Ja(n,t,i&&a):null),y=M=>Math.max(0,h.findLastIndex($=>$>=M)),w=M=>Math.max(g,y(M)),v=M=>{let $=n===
"plain"?`With a required probability of ${W(M)}`:`With t = ${L(M)}`,S=w(M),O=P(n,h[S]);return y(M)<g?`${$}, the width is\
 the minimum, ${g}.`:`${$}, the width is ${S}: at least ${S} are accepted with probability ${O}.`},k=M=>E(b,Ja(n,{...t,cut:M,
width:w(M)},i&&a));return p("section",{class:"st-panel","data-testid":"layer-panel"},p("h2",{},t.title),...i??[],b,r?p("\
p",{class:"st-reason"},r):null,o&&f!==null&&h.length?ee(n,{key:"threshold",label:m[2],value:f,most:1,say:v,draw:k},{},o):
null,l&&e>=t.told?p("p",{class:"st-reason"},`${c?"●":"✕"} ${l}`):null,d.length?kp(t):null,u.length?$p(t):null,...s)}
function as(n,t,e){let s=[{marks:[],parts:[],since:0}];for(let o=0;o<t;o++)s=s.flatMap(({marks:i,parts:a,since:r})=>[{marks:[
...i,"accepted"],parts:[...a,n[r]??0],since:0},{marks:[...i,"rejected"],parts:[...a,1-(n[r]??0)],since:r+1}]);return s.filter(
({marks:o})=>o.filter(i=>i==="accepted").length>=e).map(({marks:o,parts:i})=>({marks:o,parts:i,value:i.reduce((a,r)=>a*r,
1)}))}function cn(n,{candidates:t,tails:e,width:s},o){let i=t>4||t>o.length||s<1?[]:as(o,t,s),a=i.reduce((c,{value:h})=>c+
h,0),r=c=>P(n,c,F);if(!i.length||i.length>yp||Math.abs(a-(e[s]??-1))>.001)return null;let l=ko(n,i,r);return p("ul",{class:"\
st-ways","data-testid":"layer-ways","aria-label":`Orders of outcomes with at least ${R(s,"acceptance")}`},...i.map(({marks:c,
parts:h,value:d})=>p("li",{title:h.map(l).join(" · ")},p("span",{},...c.map(u=>X(u))),p("small",{},h.length>3?"":h.map(
l).join(" · ")),p("b",{},r(d)))),i.length>1?p("li",{class:"sum"},p("span"),p("small",{},"sum"),p("b",{},r(a))):null)}function ko(n,t,e){
let s=[e,...[0,1,2].map(i=>a=>st(n,a,i))],o=i=>parseFloat(i)/(i.endsWith("%")?100:1);return s.find(i=>t.every(({parts:a,
value:r})=>e(a.reduce((l,c)=>l*o(i(c)),1))===e(r)))??s[3]}var $o=(n,t,e)=>n>t?` (${e?R(n-t,e):n-t} not shown)`:"";function is(n,t,e){
return e<=29?"":n==="plain"?t>0&&t<.005?"<1%":`${Math.round(100*t)}%`:t<.005?t?"<.01":"0":F(+t.toFixed(2))}var xp=(n,t)=>n===
"plain"?`${(100*t).toFixed(1)}%`:F(+t.toFixed(3));function Ja(n,t,e){let{tails:s,tails_head:o,overlap_say:i,tails_say:a,
cut:r,width:l,names:c}=t,h=s.slice(0,Za),d=300,u=4,f=66,m=56,g=s.map((S,O)=>Math.max(0,S-(s[O+1]??0))),b=Math.min(54,(d-
u-f)/h.length),y=S=>15+m-S*m,w=h.map(S=>P(n,S)).join(", "),v=r===null?"":` Required: ${c[1]}${P(n,r)}.`,k=x("svg",{viewBox:`\
0 0 ${d} ${m+66}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tails","aria-label":`${o}. ${a} From 0: ${w}\
. Exactly: ${g.map(S=>P(n,S)).join(", ")}.${v} Target width ${l}.`});h.forEach((S,O)=>{let q=u+O*b,T=q+(b-3)/2,I=O===l,V=r===
null?I:S>=r;k.append(x("rect",{class:`${V?"on":"off"}${I?" mine":""}`,x:q,y:y(S),width:b-3,height:Math.max(.5,S*m)}));let z=r!==
null&&S<r&&is(n,S,99)===is(n,r,99)&&b>29?xp(n,S):is(n,S,I?99:b),j=I?"mine":"",_=y(r??-1),H=y(S)-3,kt=r!==null&&_<H+3&&_>
H-11;z&&k.append(x("text",{class:j,x:T,y:kt?_-3:H,"text-anchor":"middle"},z)),(b>16||O%4===0||I)&&k.append(x("text",{class:j||
"end",x:T,y:m+28,"text-anchor":"middle"},String(O)));let wt=is(n,g[O],b);wt&&k.append(x("text",{class:"end",x:T,y:m+43,"\
text-anchor":"middle"},wt)),I&&k.append(x("path",{class:"point",d:`M${T} ${m+46}l4 6h-8Z`}),x("text",{class:"mine",x:Math.
max(14,T),y:m+62,"text-anchor":"middle"},`${c[0]} ${O}`))});let M=n==="plain",$=(S,O,q="end")=>x("text",{class:q,x:d-f+3,
y:O},S);return k.append($(M?"accepted":"K",m+28)),b>29&&k.append($(M?"exactly":"P(K)",m+43)),r!==null&&k.append(x("path",
{class:"cut",d:`M0 ${y(r)}H${d-f}`}),$(`${c[1]}${P(n,r,F)}`,y(r)+3.5,"t"),M?$("required",y(r)>36?y(r)-10:y(r)+17):""),p(
"figure",{"data-testid":"layer-width"},p("p",{class:"st-tails-head"},o,e&&i?`. ${i}`:"",$o(s.length,h.length)),p("div",{
class:"st-widths"},k,e&&cn(n,t,e)),l<s.length&&M?p("p",{class:"st-rule","data-testid":"layer-rule"},vp(s,r,l)):null,p("f\
igcaption",{class:"st-when"},a))}function vp(n,t,e){return t===null?`The settings fix the width at ${e}.`:n[e]>=t?`${e} \
is the largest number whose bar reaches the required ${W(t)}.`:`The bar of ${e} does not reach the required ${W(t)}, but\
 the settings allow no fewer.`}function kp({alpha:n,alpha_say:t}){let e=n.slice(0,Za-1),s=300,o=Math.min(36,(s-4)/e.length),
i=40,a=x("svg",{viewBox:`0 0 ${s} ${i+30}`,class:"st-columns",role:"img","aria-label":`α_j of the candidates from 1: ${e.
map(r=>L(r)).join(", ")}`});return e.forEach((r,l)=>{let c=2+l*o+(o-3)/2,h=13+i-r*i,d=is("exact",r,o);a.append(x("rect",
{x:2+l*o,y:h,width:o-3,height:Math.max(.5,r*i)})),d&&a.append(x("text",{x:c,y:h-3,"text-anchor":"middle"},d)),(o>16||l%4===
0)&&a.append(x("text",{class:"end",x:c,y:i+26,"text-anchor":"middle"},String(l+1)))}),p("figure",{},p("figcaption",{},t,
$o(n.length,e.length)),a)}function $p({table:n,table_say:t,candidates:e}){let s=Math.min(17,n.length),o=42,i=Math.min(30,
(300-o)/s),a=o+s*i,r=s*i,l={"text-anchor":"middle"},c=x("svg",{viewBox:`0 0 ${a} ${r+30}`,class:"st-heat",role:"img","da\
ta-testid":"layer-heat","aria-label":`P(m, k), last row: ${n[n.length-1].map(h=>L(h)).join(", ")}`});c.style.maxWidth=`${a}\
px`,n.slice(0,s).forEach((h,d)=>{let u=d*i,f=d===e?"mine":"end";c.append(x("text",{class:f,x:o-6,y:u+i/2+4,"text-anchor":"\
end"},String(d))),h.slice(0,s).forEach((m,g)=>{let b=m>=.995?"1":m>=.01?m.toFixed(2).slice(1):m>0?"~0":"";c.append(x("re\
ct",{x:o+g*i,y:u,width:i-1,height:i-1,"fill-opacity":(.06+.94*m).toFixed(3)},x("title",{},`P(${d}, ${g}) = ${L(m,3)}`))),
i>=26&&b&&c.append(x("text",{class:m>.85?"in":"",x:o+g*i+(i-1)/2,y:u+i/2+3.5,...l},b))})}),e<s&&c.append(x("rect",{class:"\
frame",x:o-1,y:e*i-1,width:(e+1)*i+1,height:i+1}));for(let h=0;h<s;h++)c.append(x("text",{class:"end",x:o+h*i+(i-1)/2,y:r+
12,...l},String(h)));return c.append(x("text",{class:"end",x:2,y:i/2+4},"m ↓"),x("text",{class:"end",x:o,y:r+26},"k →")),
p("figure",{},p("figcaption",{},t,$o(n.length,s,"row")),c)}function tr(n,t,e){let o=u=>8+u*284,i=t<.14?"start":t>.86?"end":"middle",a={"text-anchor":"middle"},r=n==="plain",l=e!==
void 0&&L(e)===L(t)&&e!==t,c=u=>l?L(u,3):L(u),h=e===void 0?`Threshold ${L(t)}.`:`Random number ${L(e)}; accepted below ${L(
t)}, rejected from ${L(t)} on.`,d=x("svg",{viewBox:"0 -12 300 78",class:"st-axis",role:"img","aria-label":h},x("rect",{class:"\
yes",x:o(0),y:24,width:o(t)-o(0),height:16}),x("rect",{class:"no",x:o(t),y:24,width:o(1)-o(t),height:16}));if(t>.22&&d.append(
x("text",{class:"in",x:o(t/2),y:36,...a},"accept")),t<.78&&d.append(x("text",{class:"in",x:o((1+t)/2),y:36,...a},"reject")),
d.append(x("path",{class:"cut",d:`M${o(t)} 20V44`}),x("text",{x:o(t),y:58,"text-anchor":i},`threshold ${c(t)}`)),e!==void 0){
let u=r?86:38,f=Math.min(300-u,Math.max(u,o(e)));d.append(x("path",{class:"coin",d:`M${o(e)} 42V18l-5 -7h10l-5 7`}),x("t\
ext",{class:"u",x:f,y:4,...a},`${r?"random number":"u ="} ${c(e)}`))}return t>.2&&d.append(x("text",{class:"end",x:o(0),
y:58,"text-anchor":"start"},"0")),t<.8&&d.append(x("text",{class:"end",x:o(1),y:58,"text-anchor":"end"},"1")),d}function rs(n,t,e){
let o=u=>6+u*288,i=n==="plain",a=e!==void 0&&L(e)===L(t)&&e!==t,r=a?3:2,l=`threshold ${L(t,r)}`,c=e!==void 0&&e<t,h=x("s\
vg",{viewBox:"0 0 300 22",class:"st-axis","aria-hidden":"true"},x("rect",{class:"yes",x:o(0),y:8,width:o(t)-o(0),height:11}),
x("rect",{class:"no",x:o(t),y:8,width:o(1)-o(t),height:11}),x("path",{class:"cut",d:`M${o(t)} 5V22`}));if(e===void 0)return p(
"div",{},h,p("p",{class:"st-axis-say"},l));h.append(x("path",{class:"coin",d:`M${o(e)} 19V7l-4 -6h8l-4 6`}));let d=i?c?"\
is below":"is not below":c?"<":"≥";return p("div",{},h,p("p",{class:"st-axis-say"},p("b",{},`${i?"random number":"u ="}\
 ${L(e,r)}`),` ${d} ${l}`))}var er=.001,Mp=1e-12,Sp=16,Ap=4,Tp=["q","p","r"],sr={plain:{q:"draft",p:"target",r:"leftover target"},exact:{q:"q",p:"p",
r:"residual p′"}},Op={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},nr={plain:sr.plain,exact:{
q:"q_beam",p:"p_beam",r:"residual p′"}};function se(n,t,e,s){let o=(e?.dists??[]).map(c=>n.dists[c]),i=o.findIndex(({series:c})=>c===
"q");if(i>=0){let[c]=o.slice(0,i),h=o.slice(i+1).find(({series:d})=>d==="r");return{q:o[i],p:c,left:h,residual:c?.series===
"r"}}if(e?.state==="residual"&&o[0]?.series==="r"){let c=hn(n,t,s),h=c?se(n,c.place,c,s):null;return h?.left?{...h,left:o[0]}:
{q:void 0,p:o[0],left:void 0,residual:!0}}let a=ar(n,t,e,s),r=hn(n,t,s),l=r&&r.place!==t?se(n,r.place,r,s).left:void 0;return{
q:a.get("q"),p:l??a.get("p"),left:void 0,residual:l!==void 0}}function Ep(n,t){let e=t?.greedy&&t.dists.map(o=>n.dists[o]).
find(({series:o,raw:i})=>o==="p"&&i),s=t?.state==="accepted"||t?.state==="rejected";return e?{q:void 0,p:e,left:void 0,residual:!1,
greedy:s}:null}var hn=(n,t,e)=>n.verdicts.findLast((s,o)=>s.state==="rejected"&&n.stepOf[o]<=e&&n.n.parent[s.place]===n.
n.parent[t]&&s.dists.some(i=>n.dists[i].series==="q"));function Lp({q:n,p:t,left:e},s,o){let i=new Map;for(let[r,l]of[["\
q",n],["p",t],["left",e]])l?.t.forEach((c,h)=>{let d=i.get(c)??{token:c,q:0,p:0,left:0};d[r]=l.v[h],i.set(c,d)});let a=r=>Math.
max(r.q,r.p);return[...i.values()].sort((r,l)=>l.left-r.left||a(l)-a(r)).filter(({token:r},l)=>l<Ap||r===s||r===o)}function dn({
q:n,p:t,left:e}){if(!n||!t||!e||n.rest>1e-6||t.rest>1e-6)return null;let s=new Map(n.t.map((r,l)=>[r,n.v[l]])),o=new Map(
t.t.map((r,l)=>[r,Math.max(0,t.v[l]-(s.get(r)??0))])),i=[...o.values()].reduce((r,l)=>r+l,0),a=e.t.every((r,l)=>Math.abs(
(o.get(r)??0)/i-e.v[l])<.02);return i>1e-9&&a?i:null}function ut(n,t,e){let s=p("i",{"data-of":n});return Object.assign(
s.style,{left:`${100*t}%`,width:`${100*e}%`}),s}function or(n,t,e,s,o,i,a,r=!1){let l=Ep(e,o)??se(e,s,o,i),c=r?{...l,left:void 0}:
l,{q:h,p:d,left:u}=c,f=e.n.token[s],m=[h,d,u].filter(S=>S!==void 0);if(!m.length||m.some(S=>S.beam||S.raw&&c.greedy===void 0))
return null;let g=n.voice==="plain",b=S=>g?W(S):L(S),y=u?dn(c):null,w=u!==void 0,v=w?qp(n,e,s,i):void 0,k=!d&&h&&!w?n.wanted(
e,s,i):null,M=Lp(c,f,v),$=M.map(S=>{let O=h?Math.min(S.p,S.q):0,q=Math.max(0,S.p-O),T=w?ut("p",0,S.left):ut("p",O,q);w&&
Object.assign(T.dataset,{from:O,size:y===null?S.left:q});let I=w?[["r",S.left]]:[...h?[["q",S.q]]:[],...d?[["p",S.p]]:[],
...k!==null&&S.token===f?[["p",k]]:[]],V=`${g?"draft ":"q = "}${b(S.q)}, ${g?"target ":"p = "}${b(S.p)}`;return p("div",
{class:S.token===f?"own":"",title:V},p("span",{},C(n.word(S.token),12)),p("span",{class:"st-both"},ut("both",0,O),ut("q",
O,Math.max(0,S.q-O)),T),p("span",{class:"st-both-n"},...I.map(([Y,z])=>p("b",{"data-of":Y},g&&z>Mp&&z<er?`<${W(er)}`:b(z)))))});
return p("div",{class:"st-overlap","data-testid":"inspector-overlap","data-part":w?"residual":"overlap","data-alone":!d,
"data-scaled":w&&y===null?"no":null},p("div",{class:"st-keys"},...Ip(c,g,k!==null).map(([S,O])=>p("span",{"data-of":S},...t(
O)))),p("div",{class:"st-both-axis","aria-hidden":"true"},p("span"),p("span",{},...(g?["0","50%","100%"]:["0",".5","1"]).
map(S=>p("small",{},S)))),...$,jp(w?{r:u}:{q:h,p:d},M,b),a||y===null||g&&y>.995?null:p("p",{class:"st-quiet","data-part":"\
sum"},g?`Before they were scaled to 100%, the blue parts added up to ${W(y)}.`:`∑ max(${c.residual?"p′":"p"} − q, 0)\
 = ${L(y)}; divided by it, the residual sums to 1.`))}function qp(n,t,e,s){let i=(t.children[n.up(t,e)]??[]).find(a=>t.n.
role[a]==="draft"&&t.born[a]<=s&&!n.decided(t,a,s).length);return i===void 0?void 0:t.n.token[i]}function jp(n,t,e){let s=Object.
entries(n).flatMap(([o,i])=>i?[{of:o,rest:i.rest+i.v.reduce((a,r,l)=>a+(t.some(({token:c})=>c===i.t[l])?0:r),0)}]:[]);return s.
every(({rest:o})=>o<.005)?null:p("div",{"data-testid":"overlap-others"},p("span",{class:"st-quiet"},"others"),p("span"),
p("span",{class:"st-both-n"},...s.map(({of:o,rest:i})=>p("b",{"data-of":o},e(Math.max(0,i))))))}function Ip({q:n,p:t,left:e,
residual:s,greedy:o},i,a){if(o)return[["p",i?"target: only the most likely can pass":"p; argmax passes"]];let r=s?i?"lef\
tover target":"p′":i?"target":"p";return e?[["r",i?"leftover target probability":"residual p′"]]:n?t?[["both",i?"sha\
red":`min(${r}, q)`],["more",i?"draft gives more":`q > ${r}`],["p",i?`${r} gives more`:`${r} > q`]]:[["q",i?"draft":"q"],
...a?[["p",`${r}, recorded for this token only`]]:[]]:[["p",s&&i?"leftover target probability":r]]}function ir(n,t,e,s,o){
let i=ar(t,e,s,o),a=Tp.filter(M=>i.has(M));if(!a.length)return null;let r=[...i.values()].find(M=>M.beam)?.ends??null,l=r?
xt(n,t,r):null,c=Rp(i),h=t.n.token[e],d=s?.mine,u=M=>(M.beam===null||!d||d.includes(M.beam))&&(M.token===h||M.token===-2&&
M.beam!==null&&!!d&&r?.[M.beam]===t.n.id[e]),f=c.filter((M,$)=>$<Sp||u(M)),m=Math.max(1e-12,...f.map(Mo)),g=(r?nr:sr)[n.
voice],b=a.filter(M=>i.get(M)?.raw).map(M=>g[M]),y=n.voice==="plain"?"before the sampling settings":"before warping 𝒯",
w=b.length&&(b.length===a.length?` ${y}`:` (${b.join(" and ")} ${y})`),v=Dp(f,a,r),k=p("div",{class:"st-laws"+(r?" st-la\
ws-joint":""),"data-testid":"inspector-dist"},p("h2",{},Pp(n,!!r),w?p("small",{},w):null),p("div",{class:"st-law st-law-\
h"},p("div",{class:"st-keys"},...a.map(M=>p("span",{"data-of":M},g[M]))),p("span",{class:"st-law-v"},...a.map(M=>p("b",{},
Op[n.voice][M])))),...v.map(M=>Np(n,t,M,a,m,u(M),l,r)));return r&&k.append(p("p",{class:"st-quiet","data-testid":"inspec\
tor-sum"},Cp(n,v,a))),k.append(p("p",{class:"st-quiet"},_p(n,g,i,a,c,f))),k}function ar(n,t,e,s){let o=new Map,i=n.dists.
filter(a=>a.at===n.n.parent[t]&&a.series!=="r"&&!a.beam);for(let a of[...(e?.dists||[]).map(r=>n.dists[r]),...i])!o.has(
a.series)&&(a.series==="q"||s>=n.seen)&&o.set(a.series,a);return o}function Mo(n){return Math.max(n.values.p??0,n.values.
q??0,n.values.r??0)}function Rp(n){let t=new Map;for(let[e,s]of n)s.t.forEach((o,i)=>{let a=s.beam?s.beam[i]:null,r=`${a}\
:${o}`,l=t.get(r)||{token:o,beam:a,beams:a===null?[]:[a+1],values:{}};l.values[e]=s.v[i],t.set(r,l)});return[...t.values()].
sort((e,s)=>Mo(s)-Mo(e))}function Np(n,t,e,s,o,i,a,r){let l=e.beam!==null&&r&&a&&a.get(r[e.beam])||"",c=n.word(e.token),
h=e.beams.length>1?`${e.beams.length}×`:"",d=n.missing(t,e.token);return p("div",{class:"st-law"+(i?" own":"")},p("span",
{class:"st-law-w",title:(l&&`${l} › `)+c},e.beam===null?"":p("small",{},`${J(l,9)} › `),C(c,12)),p("span",{class:"st\
-bars"},...s.map(u=>{let f=e.values[u]??0,m=p("i",{"data-of":u});return m.style.width=`${Math.max(f>0?1:0,100*f/o)}%`,m})),
p("span",{class:"st-law-v"},...s.map(u=>{let f=e.values[u];return p("span",{},f===void 0?"·":(f?h:"")+P(n.voice,f,F))})),
d?p("small",{class:"st-lacks"},d.mark[n.voice]):null)}function Dp(n,t,e){let s=new Map;for(let o of n){let i=o.beam===null||
!e?o.beam:e[o.beam],a=[o.token,i,...t.map(l=>o.values[l])].join("|"),r=s.get(a);r?r.beams.push(...o.beams):s.set(a,{...o,
beams:[...o.beams]})}return[...s.values()]}function Pp(n,t){return n.voice==="exact"?t?"Joint distributions over (beam, \
token)":"Next-token distributions after the parent":t?"Shares of all beams":`Probabilities of the next ${n.unit()}`}function Cp(n,t,e){
let{voice:s}=n,o=n.unit(),i=t.some(l=>l.beams.length>1),a=e.map(l=>{let c=t.reduce((h,d)=>h+(d.values[l]??0)*d.beams.length,
0);return`${nr[s][l]} ${P(s,+c.toFixed(3))}`});return`Before “›” is the last ${o} of the parent beam. Each number \
is the share of one beam with one ${o}.${i?" 2× means two duplicates with that share each.":""} These rows add up to: ${a.
join(", ")}.`}function _p(n,t,e,s,o,i){let a=o.filter(d=>!i.includes(d)),r=[...e.values()].map(d=>d.size),l=Math.max(0,Math.
max(o.length,...r)-i.length),c=n.unit(),h=s.map(d=>{let u=(e.get(d)?.rest??0)+a.reduce((f,m)=>f+(m.values[d]??0),0);return`${t[d]}\
 ${P(n.voice,u<1e-9?0:u)}`});return l?`${R(l,c)} not shown, together ${h.join(", ")}.`:`These are all ${c}s with nonzero\
 probability.`}function xt(n,t,e){let s=[...new Set(e)],o=new Map(s.map(a=>[a,n.path(t,a).map(({token:r})=>n.word(r))])),
i=(a,r)=>o.get(a)?.slice(-r).join(n.joiner())||"start";return new Map(s.map(a=>{let r=c=>s.some(h=>h!==a&&i(h,c)===i(a,c)),
l=[1,2,3,4].find(c=>!r(c));return[a,l?i(a,l):`${i(a,1)} (node ${a})`]}))}var Fp=/^(target|leftover target|p\b)/,Bp=/^(draft(, scaled)?$|q\b)/,zp=5e-4;function K(n,t="calculation"){let e=(a,r)=>Fp.
test(a)?"p":Bp.test(a)?"q":r==="="||r==="→"?"result":null,s=n.map((a,r)=>typeof a=="string"?p("i",{},a):p("span",{"dat\
a-of":e(a[1],n[r-1])},p("b",{},a[0])," ",p("small",{},a[1]))),o=n.indexOf("="),i=a=>a.flatMap(r=>[r," "]);return p("p",{
class:"st-sum","data-testid":`inspector-${t}`},...i(o<0?s:s.slice(0,o)),o<0?null:p("span",{class:"st-sum-end"},...i(s.slice(
o))))}var ne=n=>n.flatMap(t=>typeof t=="string"?[]:[t[0]]),Ao=n=>L(n>1?+n.toPrecision(2):n);function oe(n,t,e,s=""){let o=e===
"plain",i=(s.split(".")[1]??"").length,a=s&&(n/t).toFixed(i)===s,r=c=>a?c.toFixed(i):Ao(c),l=[n,t].map(o?W:c=>L(c));for(let c=o?
2:3;c<12&&n>=1e-6&&t>=1e-6;c++){let[h,d]=l.map(parseFloat);if(h&&d&&r(h/d)===r(n/t))break;l=[rr(n,c,o),rr(t,c,o)]}return l}
var rr=(n,t,e)=>e?`${+(100*n).toPrecision(t)}%`:String(+n.toPrecision(t)),So={p:"target",p_beam:"target","p′":"leftove\
r target","p/ρ":"target ÷ ρ"};function Hp({tiles:n,q:t,a:e},s,o=!1){let i=n.findLast(([u])=>u in So);if(e===void 0||!i||
typeof i[1]!="number"||!t)return null;let a=s==="plain",r=i[1]/t,l=Ao(r),[c,h]=oe(i[1],t,s),d=a?o?"draft, scaled":"draft":
"q";return[[c,a?So[i[0]]:i[0]],a?"÷":"/",[h,d],"=",...r>1&&l!=="1"?[l,"→"]:[],[r>=1?"1":l,a?"threshold":"a"]]}function To(n,{
p:t,q:e,sum:s,left:o},[i,a,r,l]){let c=[t,e,s].map(f=>P(n,f,m=>L(m))),h=[0,1,2,3].flatMap(f=>[0,f].map(m=>[t,e].map(g=>st(
n,g,f)).concat(st(n,s,m)))),d=[c,...h],u=d.find(f=>{let[m,g,b]=f.map(parseFloat);return W((m-g)/b)===W(o)})??d[0];return[
"(",[u[0],i],"−",[u[1],a],")",n==="plain"?"÷":"/",[u[2],r],"=",[P(n,o,f=>L(f)),l]]}var ls=(n,t)=>n?.v[n.t.indexOf(t)]??
0;function lr(n,t,e,s,o=1){let i=n.voice==="plain",a=o<1-1e-9,{p:r}=t,l=!a||!r?t:{...t,p:{...r,v:r.v.map(g=>o*g),rest:o*
r.rest}},{left:c}=l,h=a?i?"ratio × target":"P·p":i?"target":"p";if(!c||c.beam||l.p?.beam)return null;let[d,u,f]=[l.p,l.
q,c].map(g=>ls(g,e)),m=dn(l)??cr(l,(d-u)/f);return d<=u||!f||m===null||m>.995?null:To(n.voice,{p:d,q:u,sum:m,left:f},[l.
residual?i?"leftover target":"p′":h,i?"draft":"q",i?"all such parts":`∑ max(${h} − q, 0)`,s])}function Wp(n,t,e,s){
let o=U(t),i=n.up(t,e);return o?.ratios?o.ratios.findLast(a=>a.step<=s&&!a.fell&&a.place===i)?.ratio??1:o?.rows.findLast(
({chosen:a})=>a)?.ratio??1}function cr({p:n,q:t,left:e},s){if(!n||!t||!e||!(s>0)||!Number.isFinite(s))return null;let o=r=>Math.
max(0,ls(n,r)-ls(t,r)),i=n.t.filter(r=>t.t.includes(r)&&(e.t.includes(r)||!o(r)));return i.every(r=>Math.abs(o(r)/s-ls(e,
r))<.01)&&i.length>1?s:null}function Oo(n,t,e,s){let o=hn(t,e,s-1),i=t.n.token[e],a=`${n.voice==="plain"?"leftover":"p′"}\
 of ${C(n.word(i),9)}`,r=o&&o.place!==e?lr(n,se(t,o.place,o,s-1),i,a):null;return r&&K(r,"leftover")}function hr(n,t,e,s){
let o=e?.tiles.findLast(([i])=>i in So)?.[0]==="p′";return e&&o&&e.state!=="residual"?Oo(n,t,e.place,s):null}function Eo(n,t,e,s,o){
let{voice:i}=n,a=U(t)!==void 0,r=Wt(t,e,o),l=s&&n.drafted(t,s.place,o),c=s?.q??l??0,h=(s&&t.n.shares?.[s.place]?.[0]?.[1])??
l??c,d=r?Up(t,r,i,o):s&&((a?null:Hp(s,i,Math.abs(h-c)>zp))??(s.state==="residual"?lr(n,se(t,s.place,s,o),t.n.token[s.place],
i==="plain"?"leftover":"residual",Wp(n,t,e,o)):null));if(!d)return null;let u=t.panels.find(({kind:m})=>m==="prefixes"),
f=u?.kind==="prefixes"&&r?[r.passed?">":"≤",[L(u.bar),i==="plain"?"a setting":"τ"]]:[];return K([...d,...f])}function Up(n,{
work:t,place:e},s,o){let i=t?.[s]??null;if(!U(n)?.compared?.some(r=>r.place===e&&r.step<o))return i;let a={target:"lefto\
ver target",draft:"draft, scaled",p:"p′",q:"q′"};return i&&i.map(r=>typeof r=="string"?r:[r[0],a[r[1]]??r[1]])}function cs(n,t,e){
let s=Wt(n,t,e);return s&&"origin"in s?s.origin:void 0}function dr(n,t,e,s){let o=U(t),i=n.gram(t,e,1/0);return o?.ratios===
void 0?cs(t,e,s):Wt(t,e,s)&&o.rows.findLast(a=>a.step<s&&a.origin&&i.includes(n.up(t,a.place)))?.origin}function pr(n,t,e,s,o){
let{voice:i}=n,a=i==="plain",r=se(t,e,s,o),l=t.n.token[e],c=C(n.word(l),9),[h,d,u]=[r.p,r.q,r.left].map(m=>ls(m,l)),f=dn(
r)??cr(r,(h-d)/u);if(U(t)||r.residual||!u||f===null||h<=d)return null;for(let m of[0,1,2,3]){let[g,b,y,w]=[d,f,u,h].map(
k=>st(i,k,m)),v=k=>parseFloat(k)/(a?100:1);if(st(i,v(g)+v(b)*v(y),m)===w)return K([["",`all ways to write ${c}:`],[g,a?"\
drafted, accepted":"min(p, q)"],"+",[b,a?"rejected":"∑ max(p − q, 0)"],a?"×":"·",[y,a?"leftover":"p′"],"=",[w,a?
`target’s ${c}`:"p"]],"whole")}return null}function ur(n,t,e,s){let o=n.up(t,e),{voice:i}=n,{ratios:a=[],compared:r=[]}=U(
t)??{},l=a.find($=>$.place===o),c=Wt(t,e,s),h=i==="plain",d=r.findLast($=>$.place===o&&$.step<s),[u,f]=o<0?[null,null]:[
n.drafted(t,o,s),n.wanted(t,o,s)],m=d?.q??u,g=d?d.p:f;if(!c?.work||l?.step!==s||!m||g===null||Math.abs(Math.min(1,g/m)-l.
ratio)>.001||t.n.role[n.up(t,o)]==="draft")return null;let b=g>=m?"1":Gp(c,L(l.ratio)),y=Ao(g/m),[w,v]=oe(g,m,i,g>=m?"":
b),[k,M]=h?d?["leftover target","draft, scaled"]:["target","draft"]:["p","q"].map($=>`${$}${d?"′":""}`);return K([[w,k],
h?"÷":"/",[v,M],"=",...g>m&&y!=="1"?[y,"→"]:[],[b,`${h?"ratio":"α"} of ${C(n.word(t.n.token[o]),9)}`]],"ratio-before")}
var Gp=({work:n},t)=>{let[e]=n?.plain??[];return typeof e=="object"&&e[1]==="so far"?e[0]:t};function pn(n,t,e,s){let{rows:o,
compared:i=[]}=U(t)??{rows:[]},a=n.gram(t,e,1/0);return Wt(t,e,s)?i.filter((r,l)=>r.step<s&&a.includes(r.place)&&i.findLastIndex(
c=>c.place===r.place&&c.step<s)===l&&!o.some(c=>c.step>r.step&&c.step<s&&n.gram(t,c.place,1/0).includes(r.place))):[]}function Wt(n,t,e){
for(let s of n.panels){let i=(s.kind==="judged"?s.rows:s.kind==="prefixes"?s.prefixes:[]).find(a=>a.step===e&&a.place===
t);if(i)return i}}var Kp=3,Vp=34;function Yp(n,t){let e=new Map,s=new Map;for(let h of n.its.slice(0,t+1))for(let{node:d}of h.beams)for(let u of n.
path(null,d))e.has(u.node)||s.set(u.parent,[...s.get(u.parent)??[],u.node]),e.set(u.node,h.i);let o=[...e.keys()].filter(
h=>!s.has(h)&&e.get(h)!==t),i=new Set(o.sort((h,d)=>(e.get(d)??0)-(e.get(h)??0)||d-h).slice(0,Kp)),a=new Map(n.beamsOf(n.
its[t]).map(({beam:h,slots:d})=>[h.node,{beam:h,slots:d}])),r=h=>e.get(h)===t||i.has(h)||(s.get(h)??[]).some(r),l=h=>{let d=[
h],u=g=>(s.get(g)??[]).filter(r),f=h;for(let[g,...b]=u(f);g!==void 0&&!b.length&&!a.has(f)&&e.get(g)===t==(e.get(f)===t);[
g,...b]=u(f))d.push(f=g);let m=a.get(f);return{nodes:d,last:e.get(h)??0,below:u(f).map(l),copies:m?.slots.length??0,beam:m?.
beam??null}};return[...e.keys()].filter(h=>!e.has(n.lineage.get(h)?.parent??-1)).filter(r).map(l)}function Lo(n,t){if(t<
0||!n.its.slice(0,t+1).some(({beams:a})=>a.length>1))return null;let e=Yp(n,t),s=n.voice==="plain",o=a=>a===null?"":s?W(
Math.exp(a)):L(a),i=({nodes:a,below:r,last:l,copies:c,beam:h})=>{let d=a.map(m=>n.lineage.get(m)?.token??-1),u=l<t,f=[c>
1?`×${c}`:"",h?o(h.logp):"",h?.best?"likeliest":"",u&&!r.length?`✕ not continued after round ${l+1}`:""].filter(Boolean).
join(" · ");return p("li",{"data-of":u?"lost":h?"end":"trunk"},p("span",{},p("b",{},J(n.phrase(d).replace(/\n/g,"⏎").
trim(),Vp)),f?p("small",{},f):null),r.length?p("ul",{},...r.map(i)):null)};return p("section",{class:"st-tree","data-tes\
tid":"inspector-beamtree"},p("h2",{},`Beams so far, with their ${s?"probability":"Σ log p"}`),p("ul",{},...e.map(i)))}var Qp=6,Jp=6,qo=["q","p","used","left"],fr=["residual","bonus","fill","drawn"],Zp={q:"draft",p:"target",used:"leftover",
left:"after"},Xp={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},tu=-2;function Ut(n,t){let e=t.dists.map(l=>n.dists[l]).
filter(({beam:l})=>l),s=e.findIndex(({series:l})=>l==="q"),[o]=e,i=n.verdicts.filter(({layer:l})=>l===t.layer).flatMap(l=>l.
dists.map(c=>n.dists[c]));if(t.state==="unused"&&t.p!==void 0)return{q:i.find(({series:l,beam:c})=>l==="q"&&c),p:i.find(
({series:l,beam:c})=>l==="p"&&c)};let a=l=>i.find(({series:c,beam:h})=>c===l&&h),r={q:s<0?void 0:e[s],p:a("p"),used:o?.series===
"r"?o:void 0,left:s<0?void 0:e[s+1]};return Object.fromEntries(Object.entries(r).filter(([,l])=>l))}function hs(n,t,e,s){
let o=t.panels.find(v=>v.kind==="width"&&v.layer===e&&s>=v.known),i=t.verdicts.find(v=>v.layer===e&&v.dists.some(k=>t.dists[k].
beam)),{q:a,p:r}=i?Ut(t,i):{};if(o?.kind!=="width"||!a?.beam||!r?.beam||a.rest>1e-6||r.rest>1e-6)return[];let l=(v,k)=>`${v.
beam?.[k]}:${v.t[k]}`,c=new Map(a.v.map((v,k)=>[l(a,k),v])),h=r.ends??[],d=xt(n,t,h),u=v=>J(d.get(h[r.beam?.[v]??0])??"s\
tart",6),f=v=>(d.size>1?`${u(v)} › `:"")+C(n.word(r.t[v]),9),m=r.v.map((v,k)=>({name:f(k),p:v,q:c.get(l(r,k))??0})),g=m.
reduce((v,k)=>v+Math.max(0,k.p-k.q),0),b=m.map(v=>({...v,p:g?Math.max(0,v.p-v.q)/g:0})),y=n.voice==="plain";return[mr(n,
m,o.alpha[0],y?"overlap":"α_1"),mr(n,b,o.alpha[1],y?"overlap after a rejection":"α_2")].filter(v=>v!==null)}function mr(n,t,e,s){
let o=t.map(h=>({...h,value:Math.min(h.p,h.q)})).filter(({value:h})=>h>5e-4).sort((h,d)=>d.value-h.value),i=o.reduce((h,{
value:d})=>h+d,0);if(e===void 0||!o.length||o.length>Qp||Math.abs(i-e)>.001)return null;let a=P(n.voice,i),r=[o.map(({value:h})=>P(
n.voice,h)),...[0,1,2].map(h=>o.map(({value:d})=>st(n.voice,d,h)))],l=h=>h.reduce((d,u)=>d+parseFloat(u),0)/(n.voice==="\
plain"?100:1),c=r.find(h=>P(n.voice,l(h))===a)??r[3];return K([...c.flatMap((h,d)=>[...d?["+"]:[],[h,o[d].name]]),"=",[a,
s]],"overlap-sum")}function gr(n,t,e,s){let i=(e?Ut(t,e).used:void 0)&&t.verdicts.findLast((w,v)=>w.layer===e?.layer&&w.
state==="rejected"&&t.stepOf[v]<s);if(!e||!i)return null;let{q:a,p:r,used:l,left:c}=Ut(t,i),h=t.n.token[e.place],{mine:d=[]}=e,
u=w=>w?.v.find((v,k)=>w.t[k]===h&&(!d.length||d.includes(w.beam?.[k]??0)))??0,[f,m,g]=[u(l??r),u(a),u(c)],b=n.voice==="p\
lain",y=b?l?"leftover target":"target":l?"p′":"p_beam";return f<=m||!g?null:K(To(n.voice,{p:f,q:m,sum:(f-m)/g,left:g},
[y,b?"draft":"q_beam",b?"all such parts":"∑ max(p − q, 0)",`${b?"leftover":"p′"} of ${C(n.word(h),9)}`]),"leftover")}
function eu(n,t,e){let s=new Map;for(let a of qo)n[a]?.t.forEach((r,l)=>{let c=n[a],h=c.beam?.[l]??0,d=`${h}:${r}`,u=s.get(
d)??{beams:[h],token:r,shares:{}};u.shares[a]=c.v[l],s.set(d,u)});let o=new Map;for(let a of s.values()){let r=[e[a.beams[0]]??
`beam ${a.beams[0]}`,a.token,...qo.map(c=>a.shares[c])].join(),l=o.get(r);l?l.beams.push(...a.beams):o.set(r,a)}let i=({
shares:{q:a=0,p:r=0}}={})=>Math.max(a,r);return[...o.values()].sort((a,r)=>i(r)-i(a)).filter((a,r)=>r<Jp||t(a)).sort((a,r)=>a.
beams[0]-r.beams[0]||i(r)-i(a))}function su(n,t,e,s){let o=t.panels.find(d=>d.kind==="width"&&d.layer===e&&s>=d.known);if(o?.
kind!=="width")return null;let i=t.verdicts.filter((d,u)=>d.layer===e&&t.stepOf[u]<=s),a=(...d)=>i.filter(({state:u})=>d.
includes(u)).length,r=a("accepted"),l=o.candidates-r-a("rejected"),c=i.flatMap(({state:d,place:u})=>d==="accepted"||fr.includes(
d)?[u]:[]),h=[...new Set(c)].map(d=>[n.word(t.n.token[d]),c.filter(u=>u===d).length]);return{width:o.width,accepted:r,own:a(
...fr),candidates:o.candidates,left:l,names:h}}function un(n,t,e,s){let o=e===null||!["layer","orphaned","verify","unuse\
d","residual","bonus","fill"].includes(t.steps[s].phase)?null:su(n,t,e,s);if(!o)return null;let{width:i,accepted:a,own:r,
names:l}=o,c=Math.max(0,i-a-r),h=[...Array(a).fill("accepted"),...Array(r).fill("fill")].map(d=>X(d));return p("p",{class:"\
st-count","data-testid":"layer-count"},p("span",{"aria-hidden":"true"},...h,...Array.from({length:c},()=>p("i"))),p("b",
{},`beams found for layer ${e}: ${a+r} of ${i}`),l.some(([,d])=>d>1)?p("em",{"data-testid":"layer-beams"},...l.flatMap(([
d,u],f)=>[f?", ":"",d,u>1?p("b",{},` ×${u}`):""])):null,p("small",{},nu(o,c)))}function nu({accepted:n,own:t,candidates:e,
left:s},o){return t?e?`${n} accepted, ${t} sampled by the target`:`${t} sampled by the target`:e?o?s?`${R(s,"candidate")}\
 left to test`:`No candidate is left, so the target samples the ${o===1?"missing beam":`${o} missing beams`}.`:s?`The la\
yer is full, so ${R(s,"candidate")} ${s===1?"is":"are"} not tested.`:"The layer is full.":`The target samples ${o===1?"t\
his beam":"these beams"}.`}function br(n,t,e,s,o=!1){let{left:i,...a}=s?Ut(t,s):{},r=o||!i?a:{...a,left:i};if(!s||!r.p||
s.state!=="unused"&&!s.dists.some($=>t.dists[$].beam))return null;let l=r.used?"used":"p",c=n.voice==="plain",h=qo.filter(
$=>r[$]&&($!=="p"||l==="p")),d=h.map($=>r[$]?.ends??[]).find(({length:$})=>$)??[],u=xt(n,t,d),{mine:f=[]}=s,m=t.n.id[e],
g=({token:$,beams:S})=>S.some(O=>!f.length||f.includes(O))&&($===t.n.token[e]||$===tu&&S.some(O=>d[O]===m)),b=eu(r,g,d),
y=b.some(({beams:$})=>$.length>1),w=Math.max(1e-9,...b.flatMap(({shares:$})=>h.map(S=>$[S]??0))),v=$=>P(n.voice,$??0,F),
k=b.map($=>iu($,h,w,g($),[u.size>1?J(u.get(d[$.beams[0]])??"start",9):"",C(n.word($.token),12)],h.map(S=>v($.shares[S])))),
M=n.unit();return p("figure",{class:"st-joints","data-testid":"inspector-joint","data-scale":String(h.length),"data-voic\
e":n.voice,"data-left":r.left?"":null},p("h2",{},c?`Shares of all (beam, ${M}) pairs`:"Joint distributions over (beam, t\
oken)"),p("div",{class:"st-joint-h","aria-hidden":"true"},p("span",{},y?p("small",{},"2×: identical beams"):""),p("span",
{},p("small",{},"0"),p("small",{},v(w))),p("span",{},...h.map($=>p("b",{"data-of":$},(c?Zp:Xp)[$])))),...k,y?null:ou(r,h,
b,v),s.made?p("figcaption",{"data-testid":"share-made"},s.made[n.voice]):null,p("figcaption",{},au(n,r,s)))}function ou(n,t,e,s){
let o=t.map(i=>{let{v:a=[],rest:r=0}=n[i]??{};return a.reduce((l,c)=>l+c,r)-e.reduce((l,{shares:c})=>l+(c[i]??0),0)});return o.
every(i=>i<.005)?null:p("div",{class:"st-joint","data-testid":"joint-others"},p("span",{},p("small",{},"others")),p("spa\
n"),p("span",{class:"st-joint-n"},...o.map((i,a)=>p("b",{"data-of":t[a]},s(Math.max(0,i))))))}function iu({beams:n,shares:t},e,s,o,[
i,a],r){let l=e.map(c=>{let h=p("i",{"data-of":c}),d=t[c]??0,{used:u=t.p??0,q:f=0}=t,m=g=>`${100*g/s}%`;return h.style.width=
d?`max(1px, ${m(d)})`:"0",c==="left"&&Object.assign(h.dataset,{from:m(u),mid:m(Math.max(0,u-f))}),h});return p("div",{class:o?
"st-joint own":"st-joint"},p("span",{title:i?`${i} › ${a}`:a},p("span",{},i?p("small",{},`${i} › `):"",a),n.length>1?
p("small",{},`${n.length}×`):null),p("span",{class:"st-joint-bars"},...l),p("span",{class:"st-joint-n"},...r.map((c,h)=>p(
"b",{"data-of":e[h]},c))))}function au(n,{q:t,used:e,left:s},{state:o}){let i=n.voice==="plain";return!t&&e?i?"The targe\
t samples one pair from the leftover. It makes up for the rejections.":"One pair is sampled from p′, the residual of the\
 rejections.":t?s?i?"The rejection changes all shares: the draft’s are subtracted, and what is left is scaled to 100%. O\
utlines show the shares before.":"p′ ← norm(max(p′ − q_beam, 0)), over all pairs. Outlined: before.":o==="accept\
ed"&&e?i?"After this acceptance, the target’s full shares apply again.":"After this acceptance, p′ ← p_beam.":o===
"unused"?i?"These are the shares before the first test of this layer.":"":o!=="accepted"?"":i?"An acceptance leaves the \
target’s shares as they are.":"After an acceptance, p′ = p_beam.":`The target samples one pair from ${i?"its full sh\
ares":"p_beam"}.`}function wr(n,t,e,s=!1){let{strip:o}=e??{};if(!e||!o)return null;let i=n.voice==="plain",a=o.parts.reduce(
(b,[,,y])=>b+y,0),r=e.dists.map(b=>t.dists[b].ends??[]).find(({length:b})=>b)??[],l=xt(n,t,r),c=([b,y])=>(y===null||l.size<
2?"":`${l.get(r[y])??"start"} › `)+n.word(b),h=c(o.parts[o.own]),d=o.parts.map((b,y)=>{let w=100*b[2]/a,v=`${c(b)} ${W(
b[2])}`,k=Math.floor(w/(s?1:2.2)),M=n.word(b[0]),$=s?M.length<=k?M:"":C(M,Math.max(2,k)),S=c(b).length<=k?c(b):$,O=p("sp\
an",{class:y===o.own?"own":"",title:v},w>4&&k>1?S:"");return O.style.width=`${w}%`,O}),u=p("i",{"data-part":"coin"}),f=p(
"b",{},`${i?"random number":"u ="} ${L(o.u)} → ${h}`);u.style.left=`${100*o.u}%`;let m=Math.ceil(4.4*(f.textContent??"").
length);f.style.left=`clamp(${m}px, ${100*o.u}%, calc(100% - ${m}px))`;let g=o.of==="r"?i?"leftover target probability":
"p′":i?"target probability":"p";return p("figure",{class:"st-draw","data-testid":"inspector-draw"},p("div",{class:"st-\
draw-u"},f),p("div",{class:"st-draw-bar",role:"img","aria-label":`${R(d.length,"part")} from 0 to 1; the random number ${L(
o.u)} falls into the part of ${h}.`},...d,u),p("div",{class:"st-draw-ends","aria-hidden":"true"},p("small",{},"0"),p("sm\
all",{},"1")),p("figcaption",{},i?`${r.length?"":`Each part is as wide as its ${g}. `}The random number falls into “${h}\
”.`:`Cumulative ${g} in the order of token ids; u selects the part that contains it.`))}var fn="speculative-decoding-explorer";function yr(){try{return JSON.parse(localStorage.getItem(fn)||"{}")}catch{return{}}}
var Me=n=>yr()[n]||"";function ds(n,t){try{localStorage.setItem(fn,JSON.stringify({...yr(),[n]:t}))}catch{}}var ie="";function mn(){
try{ie=ie||sessionStorage.getItem(fn)||""}catch{}if(ie)return ie;ie=Array.from({length:4},()=>Math.random().toString(36).
slice(2,8)).join("");try{sessionStorage.setItem(fn,ie)}catch{}return ie}function xr(n){for(let t of n.querySelectorAll("\
details[data-testid]")){if(!(t instanceof HTMLDetailsElement))continue;let e=`open-${t.dataset.testid}`;t.open=Me(e)==="\
1",t.addEventListener("toggle",()=>ds(e,t.open?"1":""))}}var At=(n,t,e)=>p("table",{class:"st-table st-tight","aria-label":e},p("thead",{},p("tr",{},...n.map(s=>p("th",{scope:"c\
ol"},s)))),p("tbody",{},...t)),ct=(...n)=>n.map(t=>p("td",{},...[t].flat()));function ps(n,t,e,s=[]){let o=s.length?p("t\
r",{},...s.map(([i,a])=>p("th",{scope:"colgroup",colspan:String(a)},i))):null;return p("table",{class:"st-shares","data-\
testid":`inspector-${n}`},p("thead",{},o,p("tr",{},...t.map(i=>p("th",{scope:"col"},i)))),p("tbody",{},...e.map(i=>p("tr",
{class:i[0]==="sum"?"sum":""},...i.map(a=>p("td",{},...[a].flat()))))))}function gn(n,t,e,s,o){let i=e.rows.filter(h=>h.step<=s),a=e.ratios!==void 0;if(!i.length)return null;let r=s>=e.told||a?
i.findLastIndex(({chosen:h})=>h):-1,l=i.findLastIndex(h=>t.steps[s].phase==="prefix"||h.step===s?h.step===s:h.place===o),
c=i.map(({place:h,ratio:d,cut:u,u:f,passed:m,chosen:g},b)=>{let y=p(a&&!m?"s":"b",{},C(n.word(t.n.token[h]),9)),w=m||g,v=a?
b===r:b<=r;return p("tr",{class:`${w?"yes":"no"}${v?" own":""}${b===l?" now":""}`},...ct([`${b+1} `,y],...a?[]:[L(d)],f===
null?"":`${L(f)} ${m?"<":"≥"} ${L(u)}`,w?"yes":"no"))});return p("figure",{class:"st-judged","data-testid":"inspector-\
judged"},At(e.heads,c,e.title),p("figcaption",{},e.caption))}function Se(n,t,e,s,o,i){let a=cs(t,o,s),r=ru(n,t,e,s,o);return a||
r?p("div",{class:"st-judged","data-testid":"inspector-origins"},r,a?cu(n,e,a,i):null):null}function ru(n,t,{compared:e=[]},s,o){
let i=n.voice==="plain",a=c=>P(n.voice,c),r=pn(n,t,o,s).flatMap(({place:c,q:h,p:d,step:u})=>{let f=e.findLast(k=>k.place===
c&&k.step<u),m={q:n.get(t,"q",c),p:n.wanted(t,c,s)},[g,b]=[f?.q??m.q,f?.p??m.p],w=t.n.role[n.up(t,c)]!=="draft"&&h>0&&d!==
null?`${L(d/h)}${d>h?" → 1":""}`:"",v=C(n.word(t.n.token[c]),10);return d===null?[]:[p("tr",{},...ct(p("b",{},v),`${a(
g)} → ${a(h)}`,`${a(b)} → ${a(d)}`,w))]}),l=i?["","draft → scaled","target → leftover","ratio"]:["","q → q′",
"p → p′","α"];return r.length?p("section",{"data-testid":"inspector-changes"},p("h3",{},i?"Changed by deletions":"A\
fter deletions"),At(l,r,"Changed by deletions")):null}var lu=["whole","taken","missing"];function cu(n,{names:t,after:e},s,o){
let{voice:i}=n,{title:a,lines:r,work:l,taken:c,missing:h,rows:d}=s,u=[[c,"taken"],[h,"missing"],[1-c-h,"rest"]].map(([f,
m])=>{let g=p("i",{class:String(m)});return g.style.flexGrow=String(f),g});return p("section",{class:"st-origin","data-t\
estid":"inspector-origin"},p("h3",{},a[i]),p("div",{"aria-hidden":"true"},...u),p("ol",{},...r.map((f,m)=>p("li",{},p("i",
{class:lu[m]}),p("span",{},f[i])))),o?null:K(l[i],"origin-sum"),d.length?At(t,hu(n,s),a[i]):null,e&&d.length?p("p",{class:"\
st-quiet"},e[i]):null)}function hu(n,{rows:t,places:e}){let s=o=>n.voice==="plain"?String(+o.toFixed(e)):F(+(o/100).toFixed(
e+2));return t.map(([o,i,a,r],l)=>{let c=l===t.length-1,h=o===null?c?"sum":"others, summed":C(n.word(o),10),d=c?["","",p(
"i",{class:"taken"}),p("i",{class:"missing"})]:[];return p("tr",{class:c?"sum":""},...ct(h,...[i,a,r,i-r].map((u,f)=>[d[f]??
null,s(u)])))})}var du=5,vr=1-1e-9,pu=["p","q","left"];function uu(n,t,e,s){let o=a=>s?a.layer===e.layer:n.n.parent[a.place]===n.n.parent[e.
place];return n.verdicts.flatMap((a,r)=>n.stepOf[r]>t&&o(a)&&(a.a!==void 0||a.state==="residual")?[{each:a,step:n.stepOf[r]}]:
[]).sort((a,r)=>a.step-r.step)[0]?.each}function bn(n,t,e){let s=lo(t,e),o=U(t);if(!s||o&&o.ratios===void 0)return null;
let{verdict:i,q:a,p:r,left:l}=s,c=!!r.beam,h=o?.ratios?.findLast(y=>y.step<=e&&!y.fell&&y.place===n.up(t,i.place)),d=o?h?.
ratio??1:1,u=fu(r,a,l,d),f=o?cs(t,i.place,e):void 0,m=o?void 0:uu(t,e,i,c),g=o?.compared?.find(({step:y})=>y===e);if(!m&&
!f&&!g||i.tiles.some(([y])=>y==="p/ρ")||l&&!mu(u))return null;let b=gu(u,r,a);if(!l&&b!==null)for(let y of u)y.left=y.more/
b;return{of:o?"leaf":c?"pairs":"tokens",verdict:i,again:r.series==="r",ratio:d,next:g?.place??(m&&m.state!=="residual"?m.
place:-1),rows:u,sum:b,origin:f}}function fu(n,t,e,s){let o=new Map,i=[["p",n],["q",t],["left",e]];for(let[a,r]of i)r?.t.
forEach((l,c)=>{let h=r.beam?.[c]??null,d=`${h}:${l}`,u=o.get(d)??{key:d,token:l,beam:h,q:0,p:0,more:0,left:0,lacks:new Set(
pu)};u[a]=r.v[c]*(a==="p"?s:1),u.lacks.delete(a),u.more=Math.max(0,u.p-u.q),o.set(d,u)});return[...o.values()].sort((a,r)=>r.
left-a.left||Math.max(r.p,r.q)-Math.max(a.p,a.q))}function mu(n){let t=n.filter(({lacks:o})=>!o.has("p")&&!o.has("left")),
[e,s]=[t.reduce((o,i)=>o+i.left,0),t.reduce((o,i)=>o+i.more,0)];return t.every(o=>Math.abs(o.more*(s?e/s:0)-o.left)<.02)}
function gu(n,t,e){let s=n.reduce((c,{more:h})=>c+h,0),o=n.filter(({lacks:c})=>!c.has("p")&&!c.has("left")),[i,...a]=o.filter(
({more:c,left:h})=>Math.min(c,h)>1e-6).sort((c,h)=>c.lacks.size-h.lacks.size||h.left-c.left),r=c=>c>1e-9&&o.every(({more:h,
left:d,lacks:u})=>Math.abs(h/c-d)<(u.size?.03:.01));if(t.rest<1e-6&&e.rest<1e-6)return r(s)?s:null;let l=i&&a.length?i.more/
i.left:0;return r(l)?l:null}function kr(n,t,e,s){let o=e.verdict.dists.map(a=>t.dists[a].ends??[]).find(({length:a})=>a)??
[],i=xt(n,t,o);return({token:a,beam:r})=>(r===null||i.size<2?"":`${J(i.get(o[r])??"start",8)} › `)+C(n.word(a),s)}function us(n,{
rows:t,verdict:e},s){let o=e.dists.map(i=>n.dists[i].ends??[]).find(({length:i})=>i)??[];return t.find(({token:i,beam:a})=>i===
n.n.token[s]&&(a===null||o[a]===n.n.parent[s]))}var $r=(n,t)=>{let e=t.next<0?void 0:us(n,t,t.next);return e&&e.left>0?e:
t.rows[0]};function Mr(n,t,e){let s=(i,a)=>+i.toFixed(a+2),o=i=>{if(!t||e===null)return!0;let a=s(t.p,i)-s(t.q,i);return P(
n,a/s(e,i))===P(n,t.left)};return[0,1,2,3].find(o)??2}function bu(n,t){let[e,s]=[t.verdict.place,t.next].map(o=>o<0?void 0:
us(n,t,o)?.key);return t.rows.filter(({key:o},i)=>i<du||o===e||o===s)}function jo({voice:n},{of:t,again:e,ratio:s}){let o=s<
vr,i=t==="pairs"?"_beam":"";return n==="exact"?[o?"α·p′":e?"p′":`p${i}`,`q${i}`,"p − q",e?"new p′":"p′"]:[o?
"ratio × target":e?"leftover":"target","draft","more",e?"new leftover":"leftover"]}function wu(n,t,e){let s=bu(t,e),o=kr(
n,t,e,12),i=n.voice==="plain",{sum:a}=e,r=Mr(n.voice,$r(t,e),a),l=us(t,e,e.verdict.place),c=w=>st(n.voice,w,r),h=w=>P(n.
voice,w),d=w=>["p","q","more","r"].map((v,k)=>p("b",{"data-of":v},w[k]??"")),u=w=>+w.toFixed(r+2),f=({p:w,q:v})=>u(w)-u(
v),m=s.map(w=>{let v=Math.min(w.p,w.q),k=ut("p",0,w.left);Object.assign(k.dataset,{from:v,size:a===null?w.left:w.more});
let M=$=>w.lacks.has($)?i?"≈0%":"≈0":c(w[$]);return p("div",{class:w===l?"own":""},p("span",{title:o(w)},o(w)),p("sp\
an",{class:"st-both"},ut("both",0,v),ut("q",v,Math.max(0,w.q-v)),k),...d([M("p"),M("q"),w.more?c(f(w)):i?"0%":"0",h(w.left)]))}),
g=1-s.reduce((w,{left:v})=>w+v,0),b=a===null?null:a-s.reduce((w,v)=>w+v.more,0),y=g<.005?null:p("div",{"data-testid":"le\
ftover-others"},p("span",{class:"st-quiet"},"others"),p("span"),...d(["","",b===null?"":c(Math.max(0,b)),h(g)]));return p(
"figure",{class:"st-left-over st-overlap","data-testid":"inspector-left","data-part":"residual","data-scaled":a===null?"\
no":null},p("div",{class:"st-left-h","aria-hidden":"true"},p("span"),p("span",{},...(i?["0","50%","100%"]:["0",".5","1"]).
map(w=>p("small",{},w))),...d(jo(n,e))),...m,y,p("div",{class:"sum"},p("span",{},"sum"),p("span"),...d(["","",a===null?"":
c(a),i?"100%":"1"])))}function yu(n,t,e,s){let{voice:o}=n,i=o==="plain",{sum:a}=s,r=$r(t,s),l=[],c=s.of==="leaf"&&s.next>=
0&&r!==us(t,s,s.next);if(r&&r.more&&a!==null&&a<.995&&!c){let b=Mr(o,r,a),[y,w,,v]=jo(n,s),k=$=>st(o,$,b),M=r.lacks.has(
"q")?i?"≈0%":"≈0":k(r.q);l.push(K(["(",[k(r.p),y],"−",[M,w],")",i?"÷":"/",[k(a),i?"sum of “more”":"sum"],"=",
[P(o,r.left),`${v} of ${kr(n,t,s,9)(r)}`]],"leftover"))}let{compared:h=[]}=U(t)??{},d=h.find(b=>b.step===e&&b.place===s.
next),u=d&&(h.findLast(b=>b.step<e&&b.place===d.place)?.q??n.get(t,"q",d.place)),[f,m]=d&&u?oe(u,u/d.q,o):[],g=C(n.word(
t.n.token[s.verdict.place]),9);return d&&u&&f&&m&&Math.abs(d.q-u)>5e-4&&l.push(K([[f,i?"draft":"q"],i?"÷":"/",[m,`witho\
ut ${g}`],"=",[P(o,d.q),i?"draft, scaled":"q′"]],"scaled")),l}function xu(n,t,e){let{voice:s}=n,o=e.next<0?void 0:us(t,
e,e.next),i=h=>Jt(n.text(t.n.token[h])),a=o===void 0?null:P(s,o.left);if(e.of==="leaf")return vu(n,t,e,i,a);let r=e.of===
"pairs"?`pair of a beam and a ${n.unit()}`:n.unit();if(s==="exact"){let[h,d]=jo(n,e),u=e.of==="pairs"?" over all (beam, \
token) pairs":"",f=e.next<0?"The target’s own token is sampled from p′.":`The next candidate ${i(e.next)} is tested \
against ${a===null?"p′":`p′ = ${a}`}.`;return`The rejection replaces ${h} with the residual p′ = norm(max(${h} − ${d}\
, 0))${u}. ${f}`}let l=e.again?"the leftover gives":"the target gives",c=e.next<0?`The target samples its own ${n.unit()}\
 from it.`:a===null?`The next candidate, ${i(e.next)}, is tested against it.`:`The next candidate ${i(e.next)} has ${a} \
of it.`;return`After ${e.again?"another":"the"} rejection, each ${r} keeps what ${l} it beyond the draft’s probability, \
scaled to 100%. This is the leftover (residual). ${c}`}function vu(n,t,{verdict:e,next:s,ratio:o},i,a){let r=n.up(t,e.place),
l=i(e.place),c=t.n.role[r]==="draft"?` after ${i(r)}`:"",h=s>=0&&a!==null;if(n.voice==="exact")return`p′ ← norm(max(α·p′\
 − q, 0))${c}.${h?` Then p′ = ${a} for ${i(s)}.`:""} Without ${l}, q is rescaled.`;let d=o<vr?`, multiplied by ${L(o)}\
,`:"";return`Without ${l}, the draft’s other probabilities${c} are scaled to 100%. Of the target’s${d} only what exc\
eeds the draft’s is left, scaled to 100%${h?`: ${a} for ${i(s)}`:""}.`}function Sr(n,t,e){let s=bn(n,t,e),o=n.voice===
"plain",i=Jt(n.text(t.n.token[s.verdict.place])),a=s.of==="leaf";return{name:a?o?"New probabilities":"p′, q′":o?"Lef\
tover":"Residual",title:a?`Probabilities without ${i}`:o?`What the rejection of ${i} leaves`:`The residual after ${i}`,says:xu(
n,t,s),sums:yu(n,t,e,s),panel:[wu(n,t,s),ku(n,t,s)]}}function ku(n,t,{of:e,next:s}){let o=t.verdicts.find(({place:a,a:r})=>a===
s&&r!==void 0),i=s<0?null:n.get(t,"q",s);return e!=="tokens"||i===null||typeof o?.q!="number"||Math.abs(o.q-i)>5e-4?null:
p("p",{class:"st-quiet","data-testid":"left-draft"},n.voice==="plain"?`The draft’s probabilities stay the same, because \
it sampled ${Jt(n.text(t.n.token[s]))} independently of the rejected guess.`:"q stays the same, because the candidates a\
re sampled independently.")}function Ar(n,t,e,s){let{verdict:o,origin:i}=bn(n,t,e),{voice:a}=n,{work:r,places:l,taken:c,
missing:h}=i,[d,u]=ne(r.plain),f=Jt(n.text(t.n.token[n.up(t,o.place)])),m=ne(r[a]).at(-1),g=y=>+(100*y).toFixed(l);return{
name:"Deletion",title:"",says:a==="plain"?`Of 100 cases, ${g(c+h)} must be accepted through ${f}. In ${g(c)}, some guess\
 after it passes. The one here failed, so paths through ${f} still need ${d} in the other ${u}: its running ratio is now\
 ${m}.`:`S = ∑ max(α·p′ − q, 0) = ${L(h)}. Then α ← S/(S + 1 − α) = ${m} for ${f}.`,sums:[K(r[a],"origin-s\
um")],panel:[s(o.place)]}}function Or(n,t){let e=U(n),s=e?.rows.findIndex(({step:i})=>i===t)??-1,o=e?.rows[s];return n.steps[t]?.phase==="prefix"&&
o?.work&&o.u!==null?{row:o,nth:s+1}:void 0}function Er(n,t){let e=Or(n,t);return e?e.row.origin?["ratio","threshold","ou\
tcome"]:["ratio","outcome"]:[]}var Tr=n=>n===1?"the first guess":`the first ${n} guesses`;function Lr(n,t,e,s,o){let{row:i,
nth:a}=Or(t,e),{voice:r}=n,l=r==="plain",{origin:c,place:h}=i;if(s==="ratio")return{name:l?"Running ratio":`P_${a}`,title:l?
"The running ratio of every prefix":"P of every prefix",says:Mu(n,t,i,a),sums:i.work?[K(i.work[r])]:[],panel:[$u(n,t,o.rows.
slice(0,a))]};if(s==="threshold"&&c)return{name:l?"Threshold":`h_${a}`,title:"",says:Su(r,i,a),sums:[K(c.work[r],"origin\
-sum")],panel:[Se(n,t,o,e,h,!0)]};let{u:d,cut:u,passed:f,ratio:m}=i,g=!c&&Math.abs(u-m)<1e-9,b=L(d)===L(u)?3:2,[y,w]=[d,
u].map(S=>L(S,b)),v=f?"passes":"fails",k=a===1?"this prefix":`the prefix of ${a} guesses`,M=l?`${g?"No longer prefix fol\
lows, so the threshold is the running ratio itself. ":""}The random number ${y} is ${f?"below":"not below"} the threshol\
d ${w}, so ${k} ${v}.`:`u = ${y} ${f?"<":"≥"} h_${a} = ${w}${g?` = P_${a}`:""}, so the prefix of length ${a} ${v}.`,$=()=>p(
"div",{"data-testid":"inspector-axis"},rs(r,u,d));return{name:"",title:"Tests so far",says:M,sums:u>0&&u<=1?[$()]:[],panel:[
gn(n,t,o,e,h)]}}function $u(n,t,e){let s=n.voice==="plain";return ps("ratios",s?["guess","target","draft","running ratio"]:
["x","p","q","P"],e.map(({place:o,ratio:i,work:a},r)=>{let l=ne(a?.[n.voice]??[]),[c,h]=l.slice(r?1:0);return[C(n.word(t.
n.token[o]),12),p("b",{"data-of":"p"},c??""),p("b",{"data-of":"q"},h??""),p("b",{},l.at(-1)??L(i))]}))}function Mu(n,t,{
work:e,place:s},o){let i=ne(e?.[n.voice]??[]),a=Jt(n.text(t.n.token[s])),r=i.at(-1)??"";return n.voice==="exact"?`P_${o}\
 = min(1, ${o===1?"p/q":`P_${o-1} · p/q`}) = ${r} is the probability with which ${Tr(o)} should be accepted.`:`${o===1?
`The running ratio of ${a} is target ${i[0]} ÷ draft ${i[1]}, which is ${r}.`:`${a} multiplies the running ratio ${i[0]}\
 by target ${i[1]} ÷ draft ${i[2]}, which makes it ${r}.`} With this probability, ${o===1?"it":Tr(o)} must be accepted,\
 by ${o===1?"its":"their"} own test or within a longer prefix.`}function Su(n,{origin:t,cut:e},s){if(!t)return"";if(n===
"exact")return`Longer prefixes contribute ∑ min(P·p, q) to P_${s}. R = ∑ max(P·p − q, 0) = ${L(t.missing)} is mi\
ssing, so h_${s} = R/(R + 1 − P_${s}) = ${L(e)}.`;let[o,i]=ne(t.work.plain),a=+(100-Number(i)).toFixed(4),r=+(a+Number(
o)).toFixed(4),[l,c]=t.rows.length?[r,`In ${a}, a longer prefix passes`]:[`about ${a}`,"In nearly all of them, a longer \
prefix passes"];return`Of 100 drafts with this prefix, ${l} must be accepted at least up to its end. ${c} and includes i\
t. Its own test must add the missing ${o} in the other ${i}.`}var qr=["aim1","aim2","aim3"],fs=480,Au=106;function jr(n,t,e){let{purpose:s}=n.header;return!s||t.i>0||e>0||t.steps[0]?.
phase!=="input"?[]:[...qr.slice(0,s.aims.length),"start"]}var Oe=n=>qr.findIndex(t=>t===n);function Ir(n,t){let e=n.header.
purpose?.aims[Oe(t)];return e?{name:e.name,title:"",says:e[n.voice],sums:[],panel:[]}:null}var wn=class{root=p("div",{class:"\
st-purpose","data-testid":"purpose",hidden:!0});drawn=null;show(t,e){this.root.hidden=!t||e<0,!(!t||e<0)&&(this.drawn!==
t&&E(this.root,...t.aims.map((s,o)=>Tu(t.picture,s,o))),this.drawn=t,[...this.root.children].forEach((s,o)=>{s.classList.
toggle("later",o>e),s.classList.toggle("now",o===e)}))}};function Tu(n,{head:t,labels:[e,...s]},o){let i=x("svg",{viewBox:`\
0 0 ${fs} ${Au}`,role:"img","aria-label":[t,e,...s].join(". ")},..._u[n]?.[o]?.(s)??[]);return p("section",{class:"st-ai\
m"},p("div",{},p("h2",{},t),p("p",{},e)),i)}var ft=(n,t,e,s="",o=62)=>x("g",{"data-of":n},x("rect",{class:"box",x:t-o/2,
y:e-9,width:o,height:18,rx:5}),s?x("text",{class:"word",x:t,y:e+4.5},s):null),ms=n=>ft("input",34,n,"",48),Ae=(n,t,e,s,o)=>x(
"g",{"data-of":n},x("rect",{class:"pass",x:t,y:e,width:s,height:17,rx:8}),x("text",{class:"on",x:t+s/2,y:e+12.8},o)),ht=(n,t,e,s,o="")=>x(
"path",{class:"edge","data-of":o,d:`M${n} ${t} C${(n+e)/2} ${t} ${(n+e)/2} ${s} ${e} ${s}`}),mt=(n,t,e,s="")=>x("text",{
class:"say","data-of":s,x:n,y:t},e);function Io(n,t,e){let s=X(n),o={x:t-8,y:e-8,width:16,height:16};for(let[i,a]of Object.
entries(o))s.setAttribute(i,String(a));return s}var vt=[128,256,384],ae=[34,57,80],Nt=31,Ou=[0,0,2],Te=n=>n<0?58:vt[n]+Nt;
function Ro(n,t){let e=vt.flatMap((s,o)=>ae.map((i,a)=>({x:s,y:i,column:o,row:a,strong:t&&a===0})));return[...e.map(({x:s,
y:o,column:i,row:a,strong:r})=>ht(Te(i-1),i?ae[Ou[a]]:ae[1],s-Nt,o,r?"best":"")),ms(ae[1]),...e.map(({x:s,y:o,column:i,row:a,
strong:r})=>ft(n(i,a)+(r?" best":""),s,o))]}var Eu=([n,t])=>[...vt.map((e,s)=>Ae("p",e-Nt,4,2*Nt,`${n} ${s+1}`)),...Ro(()=>"\
p",!0),mt(fs-4,ae[0]+4.5,t,"end")],Lu=([n,t])=>[Ae("q",vt[0]-Nt,4,vt[1]-vt[0]+2*Nt,n),...Ro(e=>e<2?"q":"p",!1),...vt.slice(
0,2).flatMap(e=>ae.map((s,o)=>Io(o===1?"rejected":"accepted",e,s))),Ae("p",10,89,Te(2)-10,t)],qu=([n,t,e,s])=>[mt(0,14,`${n}\
:`),...[s,t,e].map((o,i)=>{let a=[...Array(i+1).keys()].map(r=>({x:62+46*r,found:r<2}));return x("g",{transform:`transla\
te(0 ${26+27*i})`},x("text",{class:"count",x:12,y:14},String(i+1)),...a.flatMap(({x:r,found:l})=>[ft(l?"yes":"none",r,10,
"",40),l?Io("accepted",r,10):null]),mt(190,14.5,o,i===1?"strong":""))})],ju=([n,t,e,s,o,i])=>[...[24,82].flatMap((a,r)=>[
ht(58,53,97,a,r?"best":""),ht(159,a,217,a,r?"best":""),ft(r?"p best":"p",128,a,r?`${t}  ${s}`:`${n}  ${e}`,76),ft(r?"p b\
est":"p",248,a),mt(292,a+4.5,r?i:o,r?"strong":"")]),ms(53)],Iu=([n,t,e])=>[Ae("q",vt[0]-Nt,4,Te(2)-vt[0]+Nt,n),...Ro((s,o)=>o?
"gone":"q",!0),mt(fs-4,ae[0]+4.5,t,"end"),Ae("p",10,89,Te(2)-10,e)],Ru=([n,t,e,s])=>[ms(16),...vt.map((o,i)=>ht(Te(i-1),
16,o-Nt,16)),...vt.map(o=>ft("yes",o,16)),mt(423,20.5,s),...[n,t,e].flatMap((o,i)=>[x("rect",{class:"reach","data-of":i<
2?"no":"yes",x:97,y:36+23*i,width:Te(i)-97,height:17,rx:4}),Io(i<2?"fails":"passes",110,44.5+23*i),mt(124,49+23*i,o,i<2?
"":"strong")])],Nu=["axyc","bxyd"],Rr=n=>[...Nu.flatMap((t,e)=>[...t].flatMap((s,o)=>{let i=110+80*o,a=22+40*e,r=n(e,o);
return[ht(o?i-56:58,o?a:42,i-24,a,r.includes("best")?"best":""),ft(r,i,a,s,48)]})),ms(42)],Du=([n,t])=>[...Rr(e=>e?"q be\
st":"q"),mt(fs-4,66.5,n,"end"),Ae("p",10,86,370,t)],Pu=([n])=>[...Rr((t,e)=>e===1||e===2?"pink":"q"),mt(200,102,n,"pink")],
Cu=([n,t,e])=>[ht(58,46,72,26),ht(58,46,72,66),ht(120,26,144,26),ht(120,66,144,66),ht(192,26,226,26),ht(192,66,226,26,"p\
ink"),ht(274,26,308,26),ht(356,34,402,66,"dash"),ms(46),...[..."ab"].map((s,o)=>ft("q",96,26+40*o,s,48)),...[26,66].map(
s=>ft("pink",168,s,"x",48)),ft("pink",250,26,"y",48),ft("q",332,26,"c",48),ft("copy",426,66,"c",48),mt(142,98,n,"pink"),
mt(292,12,t),mt(fs-4,98,e,"end pink")],_u={beams:[Eu,Lu,qu],joint:[ju,Iu,Ru],graph:[Du,Pu,Cu]};var Fu=["st","nd","rd","th"],Dr=6,Pr=1e-6,Bu=1e-4;function gs(n,t){let{phase:e,layer:s}=n.steps[t]??{},o=n.panels.find(l=>l.
kind==="width"&&l.layer===s),i=n.verdicts.find(l=>l.layer===s&&l.dists.some(c=>n.dists[c].beam)),{p:a,q:r}=e==="layer"&&
i?Ut(n,i):{};return!a||!r||!s||o?.kind!=="width"||!o.tails.length?void 0:{p:a,q:r,ends:a.ends??[],layer:s,panel:o}}function Cr(n,t){
let e=gs(n,t);if(!e)return[];let s=_r(n,e).length?["shares"]:[];e.panel.alpha.length&&s.push("overlap");let{alpha:o,candidates:i,
width:a}=e.panel;return as(o,i,a).length>1&&cn("plain",e.panel,o)&&s.push("ways"),s.length?[...s,"width"]:[]}function _r(n,{
p:t,q:e,ends:s,layer:o}){if(new Set(s).size<2||new Set(s).size<s.length||t.rest>Pr)return[];let i=s.map(l=>zr({p:t,ends:s},
l)),a=(l,c,h)=>l.v.find((d,u)=>l.t[u]===h&&l.beam?.[u]===c)??0;return[...new Set(n.verdicts.filter(l=>l.layer===o&&n.n.role[l.
place]==="draft").map(({place:l})=>l))].flatMap(l=>{let c=s.indexOf(n.n.parent[l]),h=n.n.token[l];if(c<0||!i[c])return[];
let d=a(t,c,h),u=a(e,c,h);return[{place:l,beam:i[c],after:d/i[c],p:d,q:u,first:n.n.shares?.[l]?.[0]?.[1]??u}]}).sort((l,c)=>c.
p-l.p)}function Fr(n,t,e){let s=xt(n,t,e),o=i=>J(s.get(i)??"start",8);return{beam:o,pair:(i,a)=>(s.size>1?`${o(i)} › `:
"")+C(n.word(a),11)}}function Br(n,t,e){let s=gs(t,e),o=_r(t,s),{voice:i}=n,a=i==="plain",r=T=>P(i,T),{beam:l,pair:c}=Fr(
n,t,s.ends),h=T=>t.n.parent[T.place],d=a?["candidate","beam",`next ${n.unit()}`,"target’s share","draft’s share"]:["\
(beam, x)","w","p(x)","p_beam","q_beam"],u=ps("shares",d,o.slice(0,Dr).map(T=>[c(h(T),t.n.token[T.place]),r(T.beam),`× ${r(
T.after)}`,p("b",{"data-of":"p"},r(T.p)),p("b",{"data-of":"q"},T.first===T.q?r(T.q):`${r(T.first)} → ${r(T.q)}`)])),[f]=o,
m=s.ends.map(T=>Nr(t,t.place.get(T)??-1)),g=[],b=m.reduce((T,I)=>T+(I??0),0),y=Nr(t,t.place.get(h(f))??-1),[w,v]=oe(y??0,
b,i);y!==null&&m.every(T=>T!==null)&&Math.abs(y/b-f.beam)<Bu&&g.push(K([[w,l(h(f))],a?"÷":"/",[v,a?"all beams":"∑ p"],
"=",[r(f.beam),a?"beam’s share":"w"]],"beam-sum"));let[k,M]=zu(i,f);g.push(K([[k,a?"beam":"w"],a?"×":"·",[M,"target"],
"=",[r(f.p),c(h(f),t.n.token[f.place])]],"share-sum"));let $=f.q-f.first>5e-4;if($){let[T,I]=oe(f.first,f.first/f.q,i);g.
push(K([[T,a?"draft":"q_beam"],a?"÷":"/",[I,a?"beams that are left":"left"],"=",[r(f.q),a?"draft, scaled":"new q_beam"]],
"scaled"))}let O=s.ends.map(T=>({end:T,share:zr(s,T)})).sort((T,I)=>I.share-T.share).slice(0,3).map(T=>`“${l(T.end)}” ${r(
T.share).replace(">","over ")}`).join(", "),q=a?`The beams divide 100% in proportion to their own target probabilities: ${O}\
. A candidate’s share is that of its beam times the probability of its next ${n.unit()}.${$?" The draft’s are scaled, \
too.":""}`:`p_beam(b, x) = w_b · p(x | b) with w: ${O}. q_beam is renormalised over the beams that are left.`;return{name:a?
"Shares":"Joint p, q",title:a?`Shares of the candidates in layer ${s.layer}`:`p_beam and q_beam in layer ${s.layer}`,sums:g,
panel:[u],says:q}}function zu(n,{beam:t,after:e,p:s}){for(let o of[0,1,2]){let[i,a]=[t,e].map(l=>st(n,l,o)),r=parseFloat(
i)*parseFloat(a)/(n==="plain"?1e4:1);if(P(n,r)===P(n,s))return[i,a]}return[t,e].map(o=>st(n,o,2))}var zr=({p:n,ends:t},e)=>n.
v.reduce((s,o,i)=>s+(t[n.beam?.[i]??0]===e?o:0),0),Nr=(n,t)=>n.n.shares?.[t]?.at(-1)?.[2]??null;function Hr(n,t,e){let s=gs(
t,e),{p:o,q:i,ends:a,layer:r,panel:l}=s,{voice:c}=n,h=c==="plain",d=j=>P(c,j),{pair:u}=Fr(n,t,a),[f,m]=l.alpha,g=new Map(
i.v.map((j,_)=>[`${i.beam?.[_]}:${i.t[_]}`,j])),b=o.v.map((j,_)=>({p:j,q:g.get(`${o.beam?.[_]}:${o.t[_]}`)??0,name:u(a[o.
beam?.[_]??0],o.t[_])})).map(j=>({...j,both:Math.min(j.p,j.q)})).sort((j,_)=>_.both-j.both),y=b.slice(0,Dr),w=f-y.reduce(
(j,{both:_})=>j+_,0),v=Math.max(...b.map(j=>Math.max(j.p,j.q))),k=j=>p("span",{class:"st-both"},ut("both",0,j.both/v),ut(
"q",j.both/v,(j.q-j.both)/v),ut("p",j.both/v,(j.p-j.both)/v)),M=b.reduce((j,_)=>j+Math.max(0,_.p-_.q),0),$=j=>Math.max(0,
j.p-j.q)/M,S=b.reduce((j,_)=>j+Math.min($(_),_.q),0),O=m!==void 0&&M>0&&o.rest<Pr&&Math.abs(S-m)<.001,q=[a.length>1?h?"p\
air":"(beam, x)":h?n.unit():"x","",h?"target":"p_beam",h?"draft":"q_beam",h?"smaller":"min",...O?h?["leftover","smaller"]:
["p′","min"]:[]],T=j=>p("b",{"data-of":"both"},j),I=ps("shared",q,[...y.map(j=>[j.name,k(j),p("b",{"data-of":"p"},d(j.
p)),p("b",{"data-of":"q"},d(j.q)),T(d(j.both)),...O?[p("b",{"data-of":"p"},d($(j))),T(d(Math.min($(j),j.q)))]:[]]),...w>
5e-4?[["others","","","",T(d(w)),...O?["",""]:[]]]:[],["sum","","","",T(d(f)),...O?["",T(d(m??0))]:[]]],O?[["",2],["at f\
irst",3],["after a rejection",2]]:[]),V=a.length>1?`every pair of a beam and a ${n.unit()}`:`every ${n.unit()}`,Y=m===void 0?
"":h?` After a rejection, the target’s leftover takes its place, and it is ${d(m)}.`:` After a rejection, α_2 = ∑ min(\
p′, q_beam) = ${L(m)}.`,z=h?`How many candidates will be accepted? Each is with probability ${d(f)}, the overlap of th\
e two models: the smaller share of ${V}, added up.${Y}`:`α_1 = ∑ min(p_beam, q_beam) = ${L(f)}, over ${V}.${Y}`;return{
name:"Overlap",title:h?`What target and draft share in layer ${r}`:`The overlap in layer ${r}`,sums:hs(n,t,r,e),panel:[I],
says:z}}function Wr(n,t,e){let{panel:s}=gs(t,e),{voice:o}=n,i=o==="plain",{alpha:a,candidates:r,width:l,tails:c}=s,h=as(
a,r,l),d=S=>P(o,S),u=d(c[l]),f=[h.map(({value:S})=>d(S)),...[0,1,2].map(S=>h.map(({value:O})=>st(o,O,S)))],m=f.find(S=>d(
S.reduce((O,q)=>O+parseFloat(q),0)/(i?100:1))===u)??f[3],g=i?`at least ${l}`:`P(K ≥ ${l})`,b=m.flatMap((S,O)=>[...O?["\
+"]:[],[S,`sequence ${O+1}`]]),y=[K([...b,"=",[u,g]],"ways-sum")],[w,v]=a,k=h.some(({marks:S})=>S.includes("rejected")),
M=v===void 0||!k?"":i?` An acceptance has probability ${d(w)} at first and after each acceptance, but ${d(v)} after a re\
jection.`:` An acceptance has probability α_1 = ${L(w)}, or α_2 = ${L(v)} after a rejection.`,$=i?`At least ${l} of th\
e ${r} candidates are accepted with probability ${u}, which is the sum over all sequences of outcomes with so many accep\
tances.${M}`:`P(K ≥ ${l}) = ${L(c[l])} is the sum over the sequences with at least ${l} acceptances.${M}`;return{name:i?
"Sequences":"P(K)",title:`All sequences with at least ${R(l,"acceptance")}`,sums:y,panel:[p("div",{class:"st-big-ways"},
cn(o,s,a))],says:$}}function Ur(n,t,e){let{tails:s,cut:o,width:i,alpha:a,candidates:r}=gs(t,e).panel,{voice:l}=n;if(o===
null)return[];let c=l==="plain",h=b=>P(l,b),d=b=>K([[Hu(h,s[b],o),c?`at least ${b}`:`P(K ≥ ${b})`],s[b]>=o?"≥":"<",[
h(o),c?"required":"t"]],"width-sum"),u=a.length<i||r>i?[]:as(a,r,i),[f]=u,m=ko(l,u,h);return[...!f||f.parts.length>4?[]:
[K([...f.parts.flatMap((b,y)=>[...y?[c?"×":"·"]:[],[m(b),c?`${y+1}${Fu[y]}`:"α_1"]]),"=",[h(s[i]),c?`all ${i}`:`P(K ≥\
 ${i})`]],"product")],...[i,i+1].filter(b=>s[b]!==void 0&&b>0).map(d)]}var Hu=(n,t,e)=>n(t)===n(e)&&t!==e?n(t).endsWith(
"%")?`${(100*t).toFixed(1)}%`:t.toFixed(3):n(t);function Gr(n,t,e){let s=bn(n,t,e);if(s)return s.origin?s.next<0?["test","deleted"]:["test","deleted","left"]:["test","l\
eft"];let o=Cr(t,e),i=jr(n,t,e);return i.length?i:o.length?o:Er(t,e)}var yn=n=>n[0]==="test"||n[0]==="aim1"?0:Math.max(0,
n.length-1),Ee=n=>n==="ratio"||n==="threshold";function Kr(n,t,e,s,o){if(Oe(s)>=0)return Ir(n,s);if(s==="shares")return Br(
n,t,e);if(s==="overlap")return Hr(n,t,e);if(s==="ways")return Wr(n,t,e);let i=U(t);return i&&(s==="ratio"||s==="threshol\
d"||s==="outcome")?Lr(n,t,e,s,o(i)):i&&s==="deleted"?Ar(n,t,e,a=>Se(n,t,o(i),e,a,!0)):s==="left"?Sr(n,t,e):null}function Tt(n,t,e=1,s="p"){let o=r=>`${(100*Math.min(1,Math.max(0,r/e))).toFixed(1)}%`,i=p("i"),a=p("b");return i.style.
width=o(n??1/0),t!==null&&(a.style.left=o(t)),p("span",{class:"st-meter","data-of":s},i,t!==null&&t<e?a:null)}function Vr(n,t,e,s){let o=e.tries.filter(r=>r.step<=s),i=n.voice==="plain"?L:F,a=o.map(({place:r,state:l,numbers:c},h)=>p(
"tr",{class:l==="accepted"?"yes":"no"},...ct([`${h+1} `,p("b",{},C(n.word(t.n.token[r]),10))],...c.map((d,u)=>[u<c.length-
1?P(n.voice,d,F):i(d),e.left&&u===0?Tt(d,null,1,"q"):null]),[X(l),p("span",{class:"st-hear"},St(l,n.voice))])));return a.
length?p("figure",{"data-testid":"inspector-tries"},At(["token",...e.heads,""],a,"Candidates at this position"),p("figca\
ption",{},e.caption)):null}function Yr(n,t,e,s,o){let{entropy:h,epsilon:d,delta:u}=e,f=Math.max(3,Math.ceil(h+.5)),m=Math.
log(1e-4),g=N=>42+N/f*250,b=N=>10+Math.log(Math.min(1,Math.max(1e-4,N)))/m*114,y=N=>Math.min(d,u*Math.exp(-N)),w=Math.log(
u/d),v=[0,...w>0&&w<f?[w]:[],f].map(N=>`${g(N)} ${b(y(N))}`).join("L"),k=e.candidates.filter(N=>N.step<=s),M=N=>n.word(t.
n.token[N.place]),[$,S]=e.names,{voice:O}=n,q=O==="plain",T=N=>P(O,N,F),I=P(O,e.bar),V=q?"the uncertainty is ":S,Y=`${e.
caption} Here ${V}${L(h)} and the threshold is ${I}.`,z=x("svg",{viewBox:"0 0 300 154",class:"st-bar-curve",role:"img","\
aria-label":`${Y} ${k.map(N=>`${M(N)} ${$} ${T(N.p)}`).join(", ")}`},x("path",{class:"yes",d:`M${g(0)} 10L${v}L${g(f)} 1\
0Z`}),x("path",{class:"no",d:`M${g(0)} 130L${v}L${g(f)} 130Z`}),x("path",{class:"cut",d:`M${v}`}),x("path",{class:"here",
d:`M${g(h)} 10V130`}));for(let N of[1,.1,.01,.001])z.append(x("text",{class:"end",x:38,y:b(N)+4,"text-anchor":"end"},q?`${100*
N}%`:String(N)));let j=Math.min(266,Math.max(66,g(h)));z.append(x("text",{class:"end",x:2,y:134},$.length>1?"":$),x("tex\
t",{x:j,y:148,"text-anchor":"middle"},`${S}${L(h)}`)),j>82&&z.append(x("text",{class:"end",x:42,y:148},"0")),j<240&&z.append(
x("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(f)));let _=g(h)<300/2,H=b(y(_?f:0)),kt=Wu(k,b,130),wt=N=>kt.
every(({label:at})=>Math.abs(at+4-N)>15),tt=[H+16,(H+130)/2+6,125].find(wt)??H+16;for(let[N,at]of[[24,"passes"],[tt,"fai\
ls"]])z.append(x("text",{x:_?290:48,y:N,"text-anchor":_?"end":"start"},at));for(let N of kt){let at=g(h),Yt=_?1:-1,As=N.
all[0],[Vn,ii]=[T(As.p),T(N.all[N.all.length-1].p)],Pc=N.all.length>1?R(N.all.length,n.unit()):C(M(As),10);z.append(x("p\
ath",{class:"lead",d:`M${at+6*Yt} ${N.y}L${at+15*Yt} ${N.label}`}),x("path",{class:"st-g","data-kind":As.state,d:dt(As.state),
transform:`translate(${at} ${N.y}) scale(5)`}),x("text",{class:"w",x:at+18*Yt,y:N.label+4,"text-anchor":_?"start":"end"},
`${Pc}: ${$} ${Vn===ii?Vn:`${ii} to ${Vn}`}`))}let Et=k.slice(0,12).map(N=>p("tr",{class:N.own?"":N.p>e.bar?"yes":"no"},
...ct(p("b",{},C(M(N),14)),T(N.p),N.own?"":`${N.p>e.bar?">":"≤"} ${T(e.bar)}`,`${Z(N.state).sign} ${N.end}`)));return k.
slice(0,12).forEach((N,at)=>Et[at].classList.toggle("own",N.place===o)),p("figure",{"data-testid":"inspector-bar"},p("fi\
gcaption",{},e.caption),z,At(e.heads,Et,"Candidates and threshold"),k.length>Et.length?p("p",{class:"st-quiet"},`${k.length-
Et.length} not shown`):null)}function Wu(n,t,e){let o=[];for(let i of[...n].sort((a,r)=>r.p-a.p)){let a=o[o.length-1];a&&
a.all[0].state===i.state&&t(i.p)-a.y<13?a.all.push(i):o.push({y:t(i.p),label:0,all:[i]})}o.forEach((i,a)=>{i.label=Math.
max(i.y,a?o[a-1].label+13:0)});for(let i=o.length-1,a=e-6;i>=0;i--)o[i].label=Math.min(o[i].label,a),a=o[i].label-13;return o}
function Qr(n,t,e,s){let o=({value:r,bar:l,good:c}={})=>{let[h,d]=[r,l].map(u=>P(n.voice,u,F));return[`${h} ${c?"≥":"<"}\
 ${d}`,Tt(r,l,1,c?"p":"no")]},i=({value:r,bar:l,good:c}={})=>[`${F(r)} ${c?"≤":">"} ${F(l)}`,Tt(r,l,2*l,c?"p":"no")],a=e.
doubts.filter(r=>r.exit.step<=s).map(({layer:r,place:l,exit:c,back:h})=>{let d=h&&h.step<=s?h:null,u=l===null?"stops":C(
n.word(t.n.token[l]),11);return p("tr",{class:l===null?"no":"yes"},...ct([`${r} `,p("b",{},u)],o(c),...e.heads.length<3?
[]:[d?[...i(d),d.good?null:p("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return a.length?p("figure",{"data-testi\
d":"inspector-doubts"},p("h2",{},e.title),p("figcaption",{},e.caption),At(e.heads,a,e.title)):null}function Jr(n){let t=[
["attention",n.attention],["MLP",n.mlp]],e=n.of_layers,s=300,o=58,i=Math.min(16,(s-o-2)/Math.max(1,e)),a=18,r=x("svg",{viewBox:`\
0 0 ${s} ${2*a+18}`,class:"st-skips",role:"img","aria-label":n.caption});t.forEach(([l,c],h)=>{r.append(x("text",{x:o-6,
y:h*a+13,"text-anchor":"end"},l));for(let d=0;d<e;d++){let u=o+d*i,f=h*a,m=c.includes(d);r.append(x("rect",{class:m?"out":
"in",x:u+.75,y:f+1,width:i-1.5,height:a-3},x("title",{},`${l} of layer ${d}: ${m?"skipped":"computed"}`)));let[g,b,y,w]=[
u+2,u+i-2,f+3,f+a-4];m&&r.append(x("path",{class:"strike",d:`M${g} ${y}L${b} ${w}M${b} ${y}L${g} ${w}`}))}});for(let l=0;l<
e;l+=5)r.append(x("text",{class:"end",x:o+(l+.5)*i,y:2*a+12,"text-anchor":"middle"},String(l)));return p("figure",{"data\
-testid":"inspector-skips"},p("figcaption",{},n.caption),r)}function Zr(n,t,e,s,o){let{sent:i,places:a,values:r,ups:l,owns:c,
grown:h,grows:d}=e,u=l.some($=>$!==null),f=i===null?8:i+3,m=$=>P(n.voice,$,F),g=a.map(($,S)=>S).filter($=>$<f||a[$]===o),
b=g.map($=>{let S=a[$],O=n.up(t,S),q=n.fate(t,S,s),T=q.state==="not_sent",I=i!==null||T?X(q.state):s>=d&&h.includes(S)?"\
extended":"",V=l[$]===null?"":`${J(n.wordAt(t,O),7)} › `,Y=l[$]===null||c[$]===null?"":`${m(l[$])} × ${m(c[$])}`;return p(
"tr",{class:(S===o?"own":"")+($===i?" cut":"")},...ct([V?p("small",{},V):null,p("b",{},C(n.word(t.n.token[S]),12))],...u?
[Y]:[],p("span",{class:"st-sure"},p("span",{},m(r[$])),Tt(r[$],null,r[0],"q")),[I,T?p("span",{class:"st-hear"},n.called(
q)):null]))}),[y,w,v]=e.heads,k=n.voice==="plain"?"before × own":"∏ before × q",M=a.length-g.length;return p("figure",
{class:"st-levels","data-testid":"inspector-levels"},p("figcaption",{},e.caption,i===null?"":` The line is below the ${R(
i,"node")} that are sent.`,M?` (${M} not shown)`:""),At([y,...u?[k]:[],w,v],b,e.title))}function Xr(n,t,{facts:e,places:s,
values:o,of:i,title:a},r){let l=e.map(([c,h],d)=>p("tr",{class:d?"":"own"},...ct([X(n.fate(t,s[d],r).state)," ",p("b",{},
c),p("small",{},Uu(n,t,s[d],o[d]))],p("span",{class:"st-sure"},p("span",{},h),Tt(o[d],null,o[0],i)))));return p("figure",
{"data-testid":"inspector-beams"},p("table",{class:"st-table st-tight st-ends","aria-label":a},p("tbody",{},...l)))}function Uu(n,t,e,s){
let i=n.gram(t,e,1/0).filter(l=>t.n.role[l]==="draft").reverse().map(l=>n.get(t,"q",l)??NaN),a=i.reduce((l,c)=>l*c,1),r=n.
voice==="plain";return Math.abs(a-s)>.001||i.length>4?"":i.map(l=>P(n.voice,l,F)).join(r?" × ":" · ")}function tl(n,t){
let e=Math.max(1,...n.bars.map(({count:a})=>a)),s=n.bars.filter(({step:a})=>a<=t),i=[...new Map(s.map(a=>[a.name,a])).values()].
map(({name:a,count:r})=>p("tr",{},p("th",{scope:"row"},a),...ct(String(r),Tt(r,null,e,"count"))));return p("figure",{"da\
ta-testid":"inspector-payoff"},p("table",{class:"st-table st-tight","aria-label":n.title},p("tbody",{},...i)))}function el(n,t,e,s,o){
let i=e.prefixes.filter(k=>k.step<=s);if(!i.length)return null;let a=s>=e.told,r=t.steps[s].phase==="prefix",l=i.reduce(
(k,M)=>M.passed?M.j:k,0),c=k=>k===null?"×∞":n.voice==="exact"||k>=.001?`×${L(k)}`:k<1e-4?"≈ 0":`×${+k.toPrecision(
2)}`,h=k=>k===null?"−∞":k.toFixed(2),d=i.map(({j:k,place:M,own:$,product:S,logp:O,logq:q,passed:T,step:I})=>p("tr",{
class:(T?"yes":"no")+(k===l?" own":"")+(r&&I===s?" now":""),title:n.voice==="plain"?"":`Σ log p = ${h(O)}, Σ log q = ${h(
q)}`},...ct([`${k} `,p("b",{},C(n.word(t.n.token[M]),10))],c($),[c(S),Tt(S,e.bar,1,T?"yes":"no")],T?a&&k===l?"longest":"\
passes":"fails"))),u=k=>e.prefixes.reduce((M,{j:$,ratio:S})=>S>k?$:M,0),f=k=>u(k)?`With threshold ${L(k)}, prefix ${u(k)}\
 is the longest that passes.`:`With threshold ${L(k)}, no prefix passes.`,m=o&&i.length===e.prefixes.length,[g,b]=e.names,
y=n.unit(),w={key:"threshold",label:b,value:e.bar,most:1,say:f,draw:()=>{}},v=n.voice==="plain"?"The ratio target ÷ draf\
t":"The ratio p/q";return p("figure",{"data-testid":"inspector-prefixes"},At(e.heads,d,"Prefixes"),p("figcaption",{},`${v}\
 of each ${y}, and the product so far, the joint ratio. A bar shows it (at most 1), and the line is the threshold, ${g}${L(
e.bar)}. `+(l?`Longest passing prefix${a?"":" so far"}: ${l} (shaded).`:`No prefix passes${a?"":" so far"}.`)),m?ee(n.voice,
w,{},o):null)}function sl({rows:n,more:t,end:e},s){let o=a=>rt(a).replace(/\n/g,"↵"),i=({before:a,match:r,after:l},c,h="")=>p(
"tr",{class:h},...ct([J(o(r.length>18?"":a),8),p("mark",{class:"st-same"},J(o(r),20))],c||C(o(l),24)));return p("figure",
{"data-testid":"inspector-found"},p("h2",{},s),p("table",{class:"st-table st-found","aria-label":s},p("tbody",{},...n.map(
a=>i(a,"")),i(e,"?","end"))),t?p("figcaption",{},`${R(t,"earlier place")} not shown`):null)}function nl(n,t,e,s){let o=(r,l,c="")=>{
let h=p("li",{"data-of":c},p("b",{},r),...l);return h.style.flexGrow=String(Math.max(1,r.length)),h},i=(r,l)=>l.length?p(
"div",{},p("span",{class:"st-quiet"},r),p("ol",{},...l)):null,a=r=>X(n.fate(t,r,s).state);return p("figure",{class:"st-w\
ritten-text","data-testid":"inspector-written-text"},p("figcaption",{},e.caption),i(e.heads[0],e.pieces.map(({text:r,q:l})=>o(
r,[p("small",{},P(n.voice,l,F))],"q"))),i(e.heads[1],e.places.map(r=>o(qt(n.text(t.n.token[r])),[a(r)]))))}var No=(n,t,e)=>n.twins?.find(s=>s.place===t&&s.known<=e);function ol(n,t,e,s){return p("span",{class:"st-twin-n","data-\
of":n},p("small",{},t),Tt(s??0,null,1,n),p("b",{},e))}function Gu(n,t,e,s,o,i){let a=n.voice==="plain",r=e.place===s,l=e[n.
voice],c=u=>u===null?"–":P(n.voice,u,F),h=n.get(t,"q",e.place),d=n.wanted(t,e.place,o);return p("li",{class:r?"own":""},
r?p("span",{class:"st-twin-name"},l):p("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>i(
e.place)},l),p("div",{},ol("q",a?"draft":"q",`${c(h)}${n.copied(t,e.place)?" copied":""}`,h),o>=t.seen?ol("p",a?"target":
"p",c(d),d):null))}function il(n,t,e,s,o,i){let a=No(e,s,o);if(!a)return null;let r=a.lines.filter(({step:l,until:c=1/0})=>l<=
o&&o<c);return p("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},p("ul",{},...a.rows.map(
l=>Gu(n,e,l,s,o,i))),...r.map(l=>p("p",{},...t(l[n.voice]))))}var Ku=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a node\
, or press Tab to reach it, to see why it was accepted or rejected.",Vu=new Set(["tries","bar","doubts","prefixes","judg\
ed","written"]),Yu=new Set(["prefix","verify","unused"]),Qu=new Set(["residual","bonus","drawn"]),Ju=new Set(["residual",
"bonus"]),Zu=":scope > :not(.st-tiers) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap, .st-twins)",Xu=new Set(
["draft","merge","unmerge","commit"]),tf=new Set(["passes","fails"]),al=(n,t)=>n.panels.some(({kind:e,nodes:s})=>e==="tr\
ies"&&s?.includes(t)),xn=class{root=p("aside",{class:"st-inspector","data-testid":"inspector","aria-label":"Inspector"});decision=p(
"div",{class:"st-decision","data-testid":"decision",role:"group","aria-label":"Calculation"});apart=!1;part=null;constructor(t,e,s,o,i,a){
this.model=t,this.explained=e,this.ask=s,this.suppose=o,this.go=i,this.visit=a}show(t,e,s,o=e,i=null){if(i&&e===o)return this.
showPart(t,e,s,i);let a=t.steps[s],r=this.apart&&e===o;if(this.apart&&!(r&&e>=0)&&E(this.decision,...this.calculated(t,o,
s).parts),this.root.removeAttribute("data-moved"),this.suppose(-1,null),e<0||t.born[e]>s)return E(this.root,...a.phase===
"commit"?[this.written(t,s),Lo(this.model,t.i),this.others(t)]:a.phase==="layer"?[]:[un(this.model,t,a.layer,s)],this.layers(
t,-1,a.layer,s,!0)??p("p",{class:"st-quiet"},Ku()),this.tiers(this.tier("all","All details",()=>[this.layers(t,-1,a.layer,
s,!1)],!0)));let l=a.phase==="input"&&t.n.role[e]==="input",{fate:c,shown:h,verdict:d,state:u}=this.decided(t,e,s),f=d?.
layer??a.layer,m=this.layers(t,e,f,s,!0),g=Yu.has(a.phase)&&U(t)!==void 0,b=d!==null&&al(t,e),{parts:y,change:w}=this.calculated(
t,e,s);r&&E(this.decision,...y);let v=this.part==="test"&&e===o,k=()=>[or(this.model,this.explained,t,e,d,s,r,v),br(this.
model,t,e,d,v)],M=l&&t.n.parent[e]<0?[]:[this.head(t,e,u),this.found(t,s)??this.reason(t,e,c,d,s),...r?[]:y,w,...b?[m]:[],
...g?[]:k(),il(this.model,this.explained,t,e,s,this.go)];E(this.root,...l?[Lo(this.model,t.i-1),this.round()]:a.phase===
"layer"?[]:[un(this.model,t,f,s)],...a.phase==="layer"?[m,...M]:b?M:[...M,m],this.tiers(this.tier("numbers","Numbers",()=>[
...g?k():[],this.pathLine(t,e),this.tiles(t,e,d,s),this.shares(t,d),ir(this.model,t,e,d,s)],l),this.tier("all","All deta\
ils",()=>[this.whereLine(t,e,c),this.copies(t,e,h,s),this.layers(t,e,f,s,!1),this.moreDrafts()],l))),!l&&!this.root.querySelector(
Zu)&&this.root.lastElementChild?.before(this.rule(a))}showPart(t,e,s,{title:o,sums:i,panel:a}){let{layer:r}=t.steps[s],l=Ee(
this.part)?s-1:s;this.root.removeAttribute("data-moved"),this.suppose(-1,null),this.apart&&E(this.decision,...i),E(this.
root,...e<0?[]:[un(this.model,t,r,s),this.head(t,e,this.decided(t,e,l).state)],...this.apart?[]:i,o&&p("h2",{class:"st-p\
art"},o),...a)}decided(t,e,s){let o=this.model.fate(t,e,s),i=t.steps[s].verdicts.find(r=>t.verdicts[r].place===e),a=i??o.
verdict;return{fate:o,shown:a,verdict:a===null?null:t.verdicts[a],state:i===void 0?o.state:t.verdicts[i].state}}rule({phase:t}){
let e=He(ge(t).group),s=this.model.header.round?.find(({label:o})=>o===e);return s?p("section",{class:"st-round","data-t\
estid":"inspector-rule"},p("h2",{},`“${e}” in every round`),p("p",{},...this.explained(s[this.model.voice]))):""}written(t,e){
let s=t.beams.length>1,o=l=>{let c=[],h=t.place.get(l)??-1;for(;h>=0&&t.n.role[h]!=="input";h=this.model.up(t,h))c.push(
h);return c.reverse()},i=l=>this.model.fate(t,l,e),a=l=>[X(i(l).state),p("b",{},this.model.wordAt(t,l))," "],r=this.model.
beamsOf(t).flatMap(({beam:l,slots:c})=>{let h=o(l.node),d=h.length?t.n.parent[h[0]]:l.node;if(!s)return h.map(f=>p("li",
{},...a(f),this.model.called(i(f)),this.model.voice==="plain"&&Ju.has(i(f).state)?", written by the target":null));let u=C(
this.model.path(t,d).map(f=>this.model.word(f.token)).at(-1)??"start",9);return[p("li",{},p("span",{class:"st-quiet"},`${u}\
 › `),...h.length?h.flatMap(a):["finished "],c.length>1?`×${c.length} `:"",l.best?p("span",{class:"st-quiet"},"likeli\
est"):null)]});return r.length?p("section",{class:"st-written","data-testid":"inspector-written"},p("h2",{},s?"Beams tha\
t continue":"Added to the text"),p("ul",{},...r)):null}others(t){let e=this.model.its.slice(0,t.i+1),s=t.lay.kind==="cha\
in"&&!e.some(Ps)?Cs(this.model,t.i):"";return typeof s=="string"?null:p("button",{type:"button",class:"st-btn st-wide st\
-see","data-testid":"see-accepted",onclick:()=>this.visit(s.it)},`See round ${s.it+1}: all guesses accepted`)}moreDrafts(){
let{gamma:t}=this.model.header.deciding;if(!this.ask||typeof t!="number")return null;let s={key:"gamma",label:"draft len\
gth (γ)",value:t,most:16,step:1,say:o=>`With draft length ${o}, the draft guesses up to ${R(o,this.model.unit())} ahead\
 in this round.`,draw:()=>{}};return ee(this.model.voice,s,{},this.ask)}round(){let{round:t=[]}=this.model.header,s=[...new Set(
t.map(({label:o})=>o))].map(o=>[o,t.filter(({label:i})=>i===o)]);return t.length?p("section",{class:"st-round","data-tes\
tid":"inspector-round"},p("h2",{},"How a round works"),p("dl",{},...s.flatMap(([o,i])=>[p("dt",{},o,...i.flatMap(({marks:a})=>a).
map(a=>this.mark(a))),...i.map(a=>p("dd",{},...this.explained(a[this.model.voice])))]))):null}mark(t){return p("span",{class:"\
st-legend-k","data-kind":t,title:Z(t).help},X(t),St(t,this.model.voice))}tier(t,e,s,o){let i=Me(`tier-${t}`)==="1",a=p("\
div",{class:"st-tier"}),r=()=>{a.firstChild||E(a,...s())};if((i||o)&&r(),o&&!a.firstChild)return null;let l=p("details",
{open:i,"data-testid":`inspector-${t}`,ontoggle:()=>{l.open&&r(),l.open!==(Me(`tier-${t}`)==="1")&&ds(`tier-${t}`,l.open?
"1":"")}},p("summary",{},e),a);return l}tiers(...t){return t.some(e=>e)?p("div",{class:"st-tiers"},...t):null}head(t,e,s){
return p("div",{class:"st-head","data-state":s},p("div",{class:"st-token"},X(s),this.beamBefore(t,e),p("b",{},this.model.
wordAt(t,e)),p("span",{class:"st-tag"},St(s,this.model.voice))))}beamBefore(t,e){let s=this.model.up(t,e);return t.shares&&
s>=0&&t.n.role[s]!=="input"?p("small",{},`${C(this.model.word(t.n.token[s]),10)} › `):null}whereLine(t,e,s){if(t.n.parent[e]<
0)return null;let o=this.model.get(t,"merge",e),i=this.aboveAll(t,e),a=[`node ${t.n.id[e]}`,`depth ${t.n.depth[e]}`,t.n.
about?.[e],i&&`under input beam “${i}”`,o!==null&&s.state==="merged"&&`merged with node ${o}`];return p("p",{class:"\
st-quiet"},a.filter(Boolean).join(" · "))}pathLine(t,e){let s=this.model.path(t,t.n.id[e]),o=s.slice(-24),i=s.length-o.
length;if(!s.length)return null;let a=i?`(${R(i,this.model.unit())} before) … `:"prompt → ";return p("p",{class:"st-\
path","data-testid":"inspector-path"},p("span",{class:"st-quiet"},a),...o.flatMap(({token:r},l)=>[p(l===o.length-1?"mark":
"span",{},qt(this.model.text(r)).replace(/␣/g," ")),this.model.joiner()]))}tiles(t,e,s,o){let i=this.model.drafted(t,e,
o),a=o<t.seen?null:t.n.shares?.[e]?.length?this.model.wanted(t,e,o):this.model.get(t,"p",e),r=t.heads.map(([d,u,f],m)=>[
d,(m?a:i)??"",u,f]),l=s?.tiles.length?s.tiles:r.filter(([,d])=>d!=="");if(!l.length)return null;let c=this.model.voice===
"plain",h=(d,u)=>c&&!d.includes("/")?W(u):L(u,3);return p("dl",{class:"st-tiles"},...l.map(([d,u,f,m])=>p("div",{"data-o\
f":d.replace("_beam","")},p("dt",{},...this.explained(c?m:d),c?null:p("small",{},` ${f}`)),p("dd",{},typeof u=="string"?
u:h(d,u)))))}shares(t,e){let s=e?.shares??t.shares;return s?p("p",{class:"st-quiet","data-testid":"inspector-shares"},s[this.
model.voice]):null}calculated(t,e,s){let{layer:o}=t.steps[s],{model:i}=this;if(e<0)return{parts:this.apart?this.part==="\
width"?Ur(i,t,s):hs(i,t,o,s):[],change:null};let{verdict:a,shown:r}=this.decided(t,e,s),[l,c]=this.scale(t,e,s,a,r),h=Wt(
t,e,s),d=this.apart?dr(i,t,e,s):void 0,u=d&&K(d.work[i.voice],"origin-sum"),m=u&&h?.work?.[i.voice][1]==="→"?null:Eo(i,
t,e,a,s),g=t.lay.kind==="chain",b=wr(i,t,a,this.apart);return this.part&&!g?{parts:[h?ur(i,t,e,s):null,Eo(i,t,e,a,s),l,b],
change:c}:this.part&&a?.state==="residual"?{parts:[pr(i,t,e,a,s)??m,l,b],change:c}:{parts:[...h?pn(i,t,e,s).map(w=>Oo(i,
t,w.place,s)):[gr(i,t,a,s)??hr(i,t,a,s)],...g?[m,u]:[u,m],l,b],change:c}}scale(t,e,s,o,i){let a=Wt(t,e,s);if(!o&&a&&"cut"in
a&&a.u!==null&&a.cut>0&&a.cut<=1)return[p("div",{"data-testid":"inspector-axis"},rs(this.model.voice,a.cut,a.u)),null];if(!o?.
a||o.a>1)return[null,null];let{a:r,u:l}=o,c={"data-testid":"inspector-axis","data-part":"scale"},h=this.apart||Ut(t,o).p||
a||al(t,e)?rs:tr,d=p("div",c,h(this.model.voice,r,l));if(!this.ask||l===void 0||i===null)return[d,null];let u=w=>w<r?"ac\
cepted":"rejected",f=this.model.decided(t,e,s).filter(w=>w!==i).map(w=>t.verdicts[w].state),m=this.model.word(t.n.token[e]),
b={key:"u",label:"random number (u)",value:l,most:.99,draw:w=>{E(d,h(this.model.voice,r,w)),this.suppose(e,w===l?null:pi(
[u(w),...f]))},say:w=>`With random number ${L(w)}, “${m}” would be ${u(w)}.`},y=r<1?[Ya(i,this.ask)]:[];return[d,ee(
this.model.voice,b,{verdict:i},this.ask,...y)]}reason(t,e,s,o,i){let{help:a}=Z(s.state),l=tf.has(s.state)?t.steps[s.step][this.
model.voice]:a,c=s.state==="pending"&&No(t,e,i)!==void 0,h=t.n.role[e]==="target"?this.model.missing(t,t.n.token[e]):null,
d=o?o[this.model.voice]:l,u=!h&&(c||t.steps[i][this.model.voice].startsWith(d));return p("p",{class:"st-reason","data-te\
stid":"inspector-reason",hidden:u},...this.explained(d),h?p("span",{"data-testid":"inspector-lacks"},` ${h.reason[this.model.
voice]}`):null)}copies(t,e,s,o){let i=this.model.decided(t,e,o);return i.length<2?null:p("details",{class:"st-more"},p("\
summary",{},`All ${i.length} decisions about this node`),p("ol",{},...i.map(a=>{let{state:r,slot:l,[this.model.voice]:c}=t.
verdicts[a],h=l===void 0?"":`, beam ${l}`;return p("li",{class:a===s?"now":""},X(r),`${St(r,this.model.voice)}${h}: ${c}`)})))}found(t,e){
let s=this.model.voice==="plain"?"The same text before":"Occurrences of the pattern";return t.found&&t.steps[e].phase===
"draft"?sl(t.found,s):null}aboveAll(t,e){let s=t.n.id.filter((i,a)=>t.n.role[a]==="input"),o=e;for(let i=o;i>=0;i=this.model.
up(t,i))o=i;return s.length>1&&o!==e?xt(this.model,t,s).get(t.n.id[o]):null}layers(t,e,s,o,i){let a=t.panels.filter(g=>o>=
g.known),r=t.steps[o].phase==="layer",l=t.steps[o].phase,c=Xu.has(l),h=l==="select",d=a.filter(g=>g.layer&&(g.nodes?g.nodes.
includes(e):g.layer===s)),u=[...a.filter(g=>g.kind==="doubts"),...d,...a.filter(g=>!g.layer&&g.kind!=="doubts")],f=g=>Vu.
has(g.kind)||g.kind==="width"&&r||g.kind==="level"&&(l==="draft"||!g.layer&&l==="select")||g.kind==="payoff"&&c||g.kind===
"beams"&&h,m=u.filter(g=>f(g)===i).map(g=>this.panelBox(t,g,e,o)).filter(g=>g!==null);return m.length?p("div",{class:"st\
-layer","data-testid":"inspector-layer"},...m):null}inVoice(t){return this.model.voice==="plain"?{...t,...t.plain}:t}panelBox(t,e,s,o){
let i=this.inVoice(e),a=[...i.facts,...o>=i.told?i.outcome:[]],r=a.length?[p("dl",{class:"st-facts"},...a.map(([d,u])=>p(
"div",{},p("dt",{},d),p("dd",{},u))))]:[],l=d=>p("section",{},p("h2",{},i.title),d,...r),c=(d,u=!1)=>a.length||d?p("deta\
ils",{open:u},p("summary",{},i.title),d,...r):null,h=t.steps[o].phase;switch(i.kind){case"width":{let d=t.steps[o].phase===
"layer"?{...i,why:""}:i,u=this.apart&&t.steps[o].phase==="layer",f=this.part==="width"?null:u?[]:hs(this.model,t,i.layer,
o);return Xa(this.model.voice,d,o,r,this.ask,f,e.alpha)}case"tries":{let d=Vr(this.model,t,i,o);return d&&l(d)}case"bar":
return l(Yr(this.model,t,i,o,s));case"level":return l(Zr(this.model,t,i,o,s));case"skipped":return l(Jr(i));case"payoff":
return l(tl(i,o));case"prefixes":return c(el(this.model,t,i,o,this.ask),!0);case"written":return c(nl(this.model,t,i,o),
!0);case"judged":{let u=this.part!==null&&i.ratios!==void 0?null:Se(this.model,t,i,o,s,this.apart),f=!this.apart||!u?.querySelector(
".st-origin"),m=!Qu.has(h)&&f,g=c(gn(this.model,t,i,o,s),m);return u&&g?p("div",{},...this.apart?[u,g]:[g,u]):g}case"dou\
bts":return Qr(this.model,t,i,o);case"beams":return p("section",{},p("h2",{},i.title),Xr(this.model,t,i,o));case"plain":
return i.layer?l(null):c(i.caption?p("p",{class:"st-quiet"},i.caption):null)}}leave(){let t=document.activeElement;t instanceof
HTMLElement&&this.root.contains(t)&&t.blur()}};function rl(n){let t=new Map([...me.keys()].map(b=>[b,p("b")])),e=new Map([...me.keys()].map(b=>[b,p("span")])),s=new Map(
[...me.keys()].map(b=>[b,p("small")])),o=new Map([...me.values()].map(({name:b,help:y})=>[b,p("li",{"data-kind":b,title:y,
class:"st-legend-k"},X(b),e.get(b),t.get(b),s.get(b))])),i=p("span",{class:"st-x-key","aria-hidden":"true"}),a=p("span"),
r=p("li",{"data-kind":"copies",title:"A token that was sampled several times is one node. Every draw has a mark; of many\
 draws, the numbers before the marks say how many."},i,a),l=p("b"),c=p("li",{"data-kind":"copy",title:"A guess that was \
copied below a merged one, so that each path has its own."},p("i",{class:"st-legend-copy","aria-hidden":"true"}),"copies\
, included: ",l),h=p("span"),d=p("li",{"data-testid":"legend-ratio",title:"A leaf passes if its random number is below i\
ts running ratio."},p("i",{class:"st-legend-ratio","aria-hidden":"true"}),h),u=p("li",{class:"st-legend-of"}),f=p("ul",{
class:"st-legend","data-testid":"legend","aria-label":"Legend"},u,...o.values(),d,c,r),m={it:null,since:new Map};function g(b){
if(m.it===b)return m.since;let y=new Map;return b.steps.forEach((w,v)=>{let k=n.marks(b,v);for(let M of o.keys())k.has(M)&&
!y.has(M)&&y.set(M,v)}),m={it:b,since:y},Qt(f,[u,...[...y.keys()].map(w=>o.get(w)),...[...o].filter(([w])=>!y.has(w)).map(
([,w])=>w),d,c,r]),y}return{root:f,rejection:b=>o.get("rejected")?.setAttribute("title",b||Z("rejected").help),show(b,y){
let w=n.marks(b,y),v=n.drawnOften(b,y);A(u,n.its.length>1?"This round:":""),u.hidden=n.its.length<2,r.hidden=!v;let k=n.
bornBy(b,y).filter($=>n.copied(b,$)).length;c.hidden=!k,A(l,String(k)),d.hidden=b.lay.kind==="chain"||!b.panels.some($=>$.
kind==="judged"&&$.ratios?.some(({step:S})=>S<=y)),A(h,n.voice==="plain"?"running ratio: target ÷ draft, multiplied alon\
g the path, at most 1":"running ratio α = min(α·p′/q, 1) along the path"),A(i,v?.times??""),A(a,v?.told??"");let M=g(
b);for(let[$,S]of o)S.hidden=(M.get($)??1/0)>y,S.classList.toggle("none",!w.has($));for(let[$,S]of e)A(S,St($,n.voice));
for(let[$,S]of t){let O=w.get($)??0,q=n.drawsOf(b,$,y),T=s.get($);A(S,String(O)),T&&A(T,O&&q>O?`(${q} draws)`:"")}}}}var ef=[
"node","parent","depth","token","state"],sf=["u","threshold","reason"];function ll(n,t){let e=p("p",{"data-testid":"grap\
h-summary"}),s=p("table",{class:"st-table st-stacked","data-testid":"graph-table"}),o=p("details",{class:"st-card st-det\
ails","data-testid":"table",ontoggle:t},p("summary",{},"This step as a table"),e,p("div",{class:"st-wrap",tabindex:"0",role:"\
group","aria-label":"This step as a table"},s));function i(a,r,l){let c=a.verdicts[n.decided(a,r,l).at(-1)??-1],h=a.n.parent[r],
d=u=>P(n.voice,c?.[u]??n.get(a,u,r),f=>L(f,3));return[a.n.id[r],h<0?"–":h,a.n.depth[r],n.word(a.n.token[r]),n.called(n.
fate(a,r,l)),d("q"),d("p"),L(c?.u,3),L(c?.a,3),c?.[n.voice]??""]}return{root:o,show(a,r){if(!o.open)return;let l=r>=a.commit?
`${a.says} `:"";A(e,`${l}${a.steps[r][n.voice]}`);let c=n.bornBy(a,r).map(u=>i(a,u,r)),h=a.heads.map(([u,,f])=>n.voice===
"plain"?f:u),d=[...ef,...h,...sf];E(s,p("thead",{},p("tr",{},...d.map(u=>p("th",{scope:"col"},u)))),p("tbody",{},...c.map(
u=>p("tr",{},...u.map((f,m)=>p("td",{"data-head":d[m]},String(f)))))))}}}var gt=(n,t)=>n<1?(1-n**(t+1))/(1-n):t+1,re=(n=160)=>[[1,1],[n,1],[2*n,2]];function Ot(n,t){let e=Math.max(0,n.slice(0,-1).
findLastIndex(([r])=>r<=t)),[[s,o],[i,a]]=n.slice(e);return o+(a-o)*(t-s)/(i-s)}var bt=(n,t,e)=>Ot(e,(n+1)*t)/Ot(e,t),Dt=(n,t,e,s=1)=>gt(
n,t)/(t*e+s);function vn(n,t,e=1,s=re(1/0)){let o=a=>Dt(n,a,t,bt(a,e,s)),i=0;for(let a=1;a<=16;a+=1)o(a)>o(i)&&(i=a);return i||
null}var cl=(n,t,e=1)=>(gt(n,t)-e)/t;function hl(n,t,e,s,o){let i=[];for(let a=1;a<=o;a+=1){if(Dt(n,t,e,bt(t,a,s))<=1)continue;
let r=i.at(-1);r?.[1]===a-1?r[1]=a:i.push([a,a])}return i}function Do({left:n,right:t,top:e,base:s},o,i,a,r,l,c=o.length){let h=y=>n+i(y)*(t-n),d=y=>s-y/a*(s-e),f=[...Array.from(
{length:Math.floor(a/r)+1},(y,w)=>w*r).flatMap(y=>[x("line",{class:"grid",x1:n,x2:t,y1:d(y),y2:d(y)}),x("text",{x:n-8,y:d(
y)+5,"text-anchor":"end"},String(y))]),...l.map(y=>x("text",{x:h(y),y:s+20,"text-anchor":"middle"},String(y))),x("path",
{class:"axis",d:`M${n} ${e}V${s}H${t}`})],m=y=>`M${y.map(([w,v])=>`${h(w)} ${d(v)}`).join("L")}`,b=[["curve",o.slice(0,c)],
["curve beyond",o.slice(Math.max(0,c-1))]].filter(([,y])=>y.length>1).map(([y,w])=>x("path",{class:y,d:m(w)}));return{x:h,
y:d,grid:f,drawn:b}}function kn(n,t,e,s,o,i,a){let{x:r,y:l,grid:c,drawn:h}=Do(n,t.map((u,f)=>[f+1,u]),u=>(u-1)/15,e,s,o,
a),d=t.map((u,f)=>x("circle",{class:"dot",cx:r(f+1),cy:l(u),r:i}));return{x:r,y:l,grid:c,drawn:[...h,...d]}}var Le=640,dl=260,le=44,bs=14,of=14,af=214,rf="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check\
). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many positions\
 as the idle limit, calculating takes as long as reading the weights.",lf=({alpha:n,c:t,batch:e,idle:s})=>Array.from({length:16},
(o,i)=>Dt(n,i+1,t,bt(i+1,e,re(s)))),pl=216,cf=[[10,-12],[-10,-12],[10,24],[-10,24]];function hf(n,t){let e=o=>{let i=Math.
min(16,Math.max(1,1+(o-le)/(Le-bs-le)*15)),a=Math.min(15,Math.floor(i));return t(n[a-1]+(i-a)*(n[a]-n[a-1]))},s=(o,[i,a])=>i>=
le&&Array.from({length:Math.ceil(o/4)+1},(r,l)=>e(i+4*l)).every(r=>r<a-15||r>a+6);return(o,i)=>i.find(a=>s(o,a))??i[0]}var df=0,
$n=class{id=`st-speedup-${df+=1}`;alpha=this.slider("alpha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma",
"Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (user\
s)",1,256,1,0);idle=this.slider("idle","Idle limit (positions)",32,512,16,0);svg=x("svg",{viewBox:`0 0 ${Le} ${dl}`,role:"\
img","data-testid":"speedup-chart"});says=p("p",{class:"st-speedup-says",role:"status","data-testid":"speedup-says"});root=p(
"section",{class:"st-speedup st-card","aria-label":"Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,
p("div",{class:"st-speedup-sliders"},this.alpha.box,this.gamma.box,this.c.box,this.batch.box,this.idle.box),p("p",{class:"\
st-quiet"},rf));slider(t,e,s,o,i,a){let r=`${this.id}-${t}`,l=p("output",{for:r}),c=p("input",{type:"range",id:r,min:s,max:o,
step:i,"data-testid":`speedup-${t}`,oninput:()=>this.draw()});return{input:c,output:l,places:a,box:p("label",{for:r},p("\
span",{},e," ",l),c)}}show(t){this.root.hidden=!t,t&&(this.alpha.input.value=String(t.alpha),this.gamma.input.value=String(
t.gamma),this.c.input.value=String(t.c),this.batch.input.value=String(t.batch),this.idle.input.value=String(160),this.draw())}draw(){
let t=({input:h,output:d,places:u})=>(A(d,Number(h.value).toFixed(u)),Number(h.value)),[e,s,o,i,a]=[this.alpha,this.gamma,
this.c,this.batch,this.idle].map(t),r=lf({alpha:e,c:o,batch:i,idle:a}),l=r[s-1],c=`With γ = ${s}: ${gt(e,s).toFixed(2)}\
 tokens per target pass, a check takes ${bt(s,i,re(a)).toFixed(2)} passes, speed-up ${l.toFixed(2)}${l<1?" (slower)":""}\
.`;A(this.says,c),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}. ${c}`),this.plot(r,s)}plot(t,e){
let s=Math.max(2,...t)*1.08,o=s>8?2:s>4?1:.5,{x:i,y:a,grid:r,drawn:l}=kn({left:le,right:Le-bs,top:of,base:af},t,s,o,[1,2,
4,6,8,10,12,14,16],3),c=t[e-1],h=hf(t,a),[d,u]=h(50,cf.map(([g,b])=>[i(e)+g-(g<0?50:0),a(c)+b])),[f,m]=h(pl,[Le-bs-pl-2,
le+8].flatMap(g=>[[g,a(1)+17],[g,a(1)-7]]));E(this.svg,...r,x("text",{x:(le+Le-bs)/2,y:dl-8,"text-anchor":"middle"},"dra\
ft tokens per round, γ"),x("line",{class:"even",x1:le,x2:Le-bs,y1:a(1),y2:a(1)}),x("text",{x:f,y:m},"as fast as without\
 a draft model"),...l,x("circle",{class:"chosen",cx:i(e),cy:a(c),r:7}),x("text",{class:"value",x:d+(d<i(e)?50:0),y:u,"te\
xt-anchor":d<i(e)?"end":"start"},c.toFixed(2)))}};var ul="lessons-2",pf={em:"em",strong:"strong",code:"code"},uf="explorer/lessons",ff=n=>`${ws(n)}/card.html`,ws=n=>`expl\
orer/lesson/${encodeURIComponent(n)}`;function mf(n){let t={},e;try{e=JSON.parse(n||"{}")}catch{return t}let s=o=>Array.
isArray(o)?o.filter(i=>Number.isInteger(i)&&i>=0):[];for(let[o,i]of Object.entries(e&&typeof e=="object"?e:{})){let a=Object.
entries(i?.answers||{}).map(([r,l])=>[r,s(l)]);t[o]={seen:s(i?.seen),answers:Object.fromEntries(a)}}return t}var Tn=(n,t)=>Object.
hasOwn(n,t)?n[t]:{seen:[],answers:{}},gf=(n,t)=>new Set(Tn(n,t.slug).seen.filter(e=>e<t.steps)).size;function bf(n,t,e){
let s=Tn(n,t);return s.seen.includes(e)?n:{...n,[t]:{...s,seen:[...s.seen,e]}}}function fl(n,t,e,s){let o=Tn(n,t);return{
...n,[t]:{...o,answers:{...o.answers,[e]:s}}}}function Mn(n,t){let e=t.filter(s=>s<n.length);return{given:e,over:e.some(
s=>n[s].right||n.length<3)}}var wf=(n,t)=>n[t-1]??{slug:n[0].slug,step:1},yf=n=>n.length?`Look at: ${[...new Set(n.map(({
label:t})=>t))].join(", ")}.`:"",xf=(n,t)=>Math.min(t-1,Math.max(0,(Math.trunc(Number(n))||1)-1));function ml(n){let t=new URLSearchParams(
n),e=t.get("lesson");return e?{slug:e,step:Number(t.get("step"))||1}:null}function vf(n,t,e){let s=new URL(n);return s.search=
s.hash="",s.searchParams.set("lesson",t),s.searchParams.set("step",String(e+1)),s.href}function kf(n){let t=e=>`.teachin\
g :is(${n.map(({selector:s})=>s+e).join(", ")})`;return`${t("")}:not(g) { outline: 3px solid var(--amber); outline-offse\
t: 2px; border-radius: 6px; }
    ${t(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${t("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function $f(n){let t=n.map(({selector:e})=>e).join(", ");return t?`.teaching .st-why :not(:is(${t}), :is(${t}) *,\
 :has(${t})) { display: none !important; }`:".teaching .st-why { display: none; }"}var Sn=(n,t=e=>[e])=>n.flatMap(({text:e,
style:s})=>s==="plain"?t(e):[p(pf[s],{},...t(e))]),An=class{lesson=null;step=0;asked=0;progress=this.stored();method="";chart=new $n;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=p(
"h2",{"data-testid":"lesson-title"});count=p("span",{class:"st-quiet","data-testid":"lesson-count"});said=p("div",{class:"\
st-lesson-said","data-testid":"lesson-text","aria-live":"polite"});quiz=p("div",{class:"st-lesson-quiz"});list=p("ol",{class:"\
st-lesson-list","data-testid":"lesson-list",hidden:!0});note=p("p",{class:"st-quiet",role:"status","data-testid":"lesson\
-note"});back=this.button("back","Back",()=>this.turn(-1),"Back in the lesson (Page Up)");next=this.button("next","Next",
()=>this.turn(1),"Next in the lesson (Page Down)");all=this.button("all","All lessons",()=>{this.showList()});link=this.
button("link","Copy link",()=>{this.copy()},"Copy the link to this step");again=this.button("show","Back to this step’s \
picture",()=>this.stand(),"The picture was moved");print=p("a",{class:"st-lesson-print",target:"_blank","data-testid":"l\
esson-print"},"Print teacher card");foot=p("p",{},this.print);shut=p("button",{type:"button",class:"st-btn","data-testid":"\
lesson-close",title:"Close lesson","aria-label":"Close lesson",onclick:()=>this.close()},"✕");turns=p("div",{class:"st\
-lesson-turns"},this.back,this.next);page=p("div",{class:"st-lesson-page"},this.said,this.quiz);root=p("section",{class:"\
st-card st-lesson","data-testid":"lesson","aria-label":"Lesson",hidden:!0},p("header",{class:"st-lesson-head"},p("div",{},
this.name,this.count),this.link,this.all,this.shut),this.again,this.page,this.list,this.foot,this.turns,this.note);away=!1;own=!1;constructor(t){
this.on=t,this.all.setAttribute("aria-expanded","false"),document.adoptedStyleSheets.push(this.lit,this.looks)}button(t,e,s,o){
return p("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${t}`,title:o,onclick:s},e)}stored(){try{return mf(
localStorage.getItem(ul))}catch{return{}}}latest(){let t=this.stored();return Object.keys(t).length?t:this.progress}keep(t){
this.progress=t;try{localStorage.setItem(ul,JSON.stringify(this.progress))}catch{}}unfold(t){this.root.hidden=!t,this.on.
shown(t),t&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top:t}=this.root.getBoundingClientRect();
(t<0||t>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(t,e=1){this.asked+=1,this.lesson=t,this.unfold(
!0),this.listed(!1),A(this.name,t.title),this.show(xf(e,t.steps.length)),this.on.soon(t.steps.flatMap(({at:s,question:o})=>[
s.trace,o?.reveal?.trace??s.trace]))}async load(t,e=1){let s=await this.got(t,"Loading the lesson …",["steps","moved"]);
if(s&&"moved"in s){let{slug:a,step:r}=wf(s.moved,e);return this.load(ws(a),r)}if(s)return this.open(s,e);let o=this.asked,
i=this.note.textContent||"";!this.lesson&&i&&await this.showList(),o+1===this.asked&&!this.list.hidden&&A(this.name,i)}async got(t,e,s){
let o=++this.asked;this.unfold(!0),A(this.note,e);let i=null;try{i=await(await fetch(new URL(t,document.baseURI))).json()}catch{}
if(o!==this.asked)return null;let a=i!==null&&s.some(r=>Array.isArray(i[r]));return A(this.note,a?"":i?.text||"This coul\
d not be loaded. Reload the page to try again."),a?i:null}show(t){if(!this.lesson)return;this.step=t,this.away=!1;let e=this.
lesson.steps[t],s=this.lesson.steps.length-1;this.keep(bf(this.latest(),this.lesson.slug,this.step)),A(this.count,`Step ${this.
step+1} of ${s+1}`),A(this.note,""),this.write(),this.chart.show(e.chart),this.print.href=ff(this.lesson.slug),this.foot.
hidden=t!==0&&t!==s,this.ask(e),this.again.hidden=!0,this.back.disabled=this.step===0,A(this.next,this.step===s?"Finish":
"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=0,this.on.changed(this.lesson.slug,this.step+1),this.
stand()}write(){if(!this.lesson)return;let t=this.lesson.steps[this.step];this.method=this.on.method(),E(this.said,p("h3",
{},t.title),...t.paragraphs.map(e=>p("p",{},...Sn(e,this.on.marker()))))}turn(t){if(this.lesson){if(this.step+t===this.lesson.
steps.length)return void this.showList();this.step+t>=0&&this.show(this.step+t)}}stand(){let t=this.place();t&&this.on.goto(
t.trace,{it:t.it,phase:t.phase,node:t.node})}place(){if(!this.lesson)return null;let{at:t,question:e}=this.lesson.steps[this.
step];return e&&Mn(e.answers,this.given()).over&&e.reveal||t}stands({name:t,it:e,phase:s,node:o}){let i=this.place();this.
lesson&&this.method!==this.on.method()&&this.write(),this.away=i!==null&&(i.trace!==t||i.it!==e||i.phase!==s),this.again.
hidden=!this.away||!this.list.hidden,this.own=!this.away&&i?.node===o,this.narrow()}narrow(){let t=this.lesson?.steps[this.
step],e=this.list.hidden?t&&this.own?t.look:null:[];this.looks.replaceSync(e?$f(e):""),this.root.toggleAttribute("data-l\
ooks",e!==null),this.measure()}measure(){let t=this.root.closest(".st"),{top:e}=this.root.getBoundingClientRect();if(!(t instanceof
HTMLElement)||this.root.hidden)return;let s=e+(t.classList.contains("present")?t.scrollTop:scrollY);t.style.setProperty(
"--above",`${Math.round(s)}px`)}given(){return this.lesson?Tn(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({
question:t}){E(this.quiz),this.quiz.hidden=!t,t&&E(this.quiz,p("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...Sn(t.words,
this.on.marker())),p("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...t.answers.map((e,s)=>p(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(t,s)},p("b",{"ari\
a-hidden":"true"}),p("span",{},...Sn(e.words))))),p("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"\
status"}),this.button("again","Try again",()=>this.forget(t))),t&&this.mark(t)}forget(t){this.lesson&&(this.keep(fl(this.
latest(),this.lesson.slug,this.step,[])),this.mark(t),this.stand())}mark({answers:t}){let{given:e,over:s}=Mn(t,this.given()),
o=e.at(-1),[i,a]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(
".st-lesson-answer").forEach((l,c)=>{let{right:h}=t[c],d=e.includes(c),u=d||s&&h;l.setAttribute("aria-pressed",String(d)),
l.setAttribute("aria-disabled",String(s||d)),l.classList.toggle("right",u&&h),l.classList.toggle("wrong",u&&!h),l.classList.
toggle("left",s&&!u);let f=l.querySelector("b");f&&A(f,u?h?"✓":"✕":"○")});let r=o===void 0?null:t[o];i&&E(i,...r?this.
reply(r,s):[]),a instanceof HTMLElement&&(a.hidden=!s),this.light(r?.lights??[])}reply({right:t,feedback:e,lights:s},o){
let i=p("b",{role:"img","aria-label":t?"Right":"Wrong"},t?"✓":"✕"),a=Sn(e,this.on.marker());return o?[i," ",...a]:[i,
" Not this one. ",...a,p("span",{class:"st-lesson-look"},` ${yf(this.seen(s))} Then choose again.`)]}seen(t){let e=this.
root.closest(".st");return t.filter(({selector:s})=>e?.querySelector(s)?.checkVisibility())}light(t){if(this.lit.replaceSync(
t.length?kf(t):""),!!t.length)for(let{selector:e}of this.seen(t))this.root.closest(".st")?.querySelector(e)?.scrollIntoView(
{block:"nearest",inline:"nearest"})}choose(t,e){!this.lesson||this.given().includes(e)||Mn(t.answers,this.given()).over||
(this.keep(fl(this.latest(),this.lesson.slug,this.step,[...this.given(),e])),this.mark(t),this.quiz.querySelector(".st-l\
esson-feedback")?.scrollIntoView({block:"nearest"}),Mn(t.answers,this.given()).over&&this.stand())}listed(t){this.list.hidden=
!t,this.page.hidden=this.turns.hidden=this.link.hidden=t||!this.lesson,this.foot.hidden=this.page.hidden||this.step>0&&this.
step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.away,this.all.setAttribute("aria-expande\
d",String(t)),A(this.all,t&&this.lesson?"Back to the lesson":"All lessons"),this.count.hidden=t,A(this.name,t?"Lessons":
this.lesson?.title||""),this.narrow()}async showList(){if(!this.list.hidden&&this.lesson)return this.listed(!1);let t=await this.
got(uf,"Loading the lessons …",["lessons"]);t&&(this.listed(!0),this.root.scrollTop=0,E(this.list,...t.lessons.map(e=>{
let s=gf(this.progress,e),o=s===e.steps,i=`${R(e.steps,"step")}, ${e.minutes} min`,a=o?"✓ Done":s?`${s} of ${e.steps} \
steps`:i;return p("li",{},p("button",{type:"button","data-testid":"lesson-card","data-lesson":e.slug,class:o?"done":"",onclick:()=>{
this.load(ws(e.slug))}},p("b",{},e.title),p("span",{},e.summary),p("small",{},a)))})))}async copy(){if(!this.lesson)return;
let t=vf(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(t),A(this.note,"Link to this \
step copied.")}catch{A(this.note,t)}}close(){this.asked+=1,this.lesson=null,this.chart.show(null),this.light([]),this.looks.
replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(null,0),this.on.close()}key(t){if(!this.lesson||
this.root.hidden||!this.list.hidden)return!1;let e=this.quiz.querySelectorAll(".st-lesson-answer"),s=/^[1-9]$/.test(t.key)?
Number(t.key):0;if(t.key==="PageDown")this.turn(1);else if(t.key==="PageUp")this.turn(-1);else if(s&&s<=e.length)e[s-1].
click();else return!1;return t.preventDefault(),!0}moved(t){this.lesson&&!this.lesson.steps.some(({at:e})=>e.trace===t)&&
this.close()}};function Po(n,t){let{model:e,root:s,glossary:o,full:i}=n,{header:a,summary:r,incomplete:l}=e,{title:c,about:h,pair_name:d,
draft_notes:u,observed:f,seed:m,prompt:g,deciding:b,rejection:y,whatif:w=""}=a;if(n.legend.rejection(y),A(n.worth,r?.worth||
c||""),n.top.hidden=!n.worth.textContent,!i){let T=[...document.querySelectorAll(".st.compact")].indexOf(s)+1;s.setAttribute(
"aria-label",`Run ${T}: ${c||"none"}, step by step`),n.controls.root.setAttribute("aria-label",`Step through run ${T}`)}
let v=[h?.law,h?.rounding].filter(Boolean).join(" "),k=i?[h?.line,h?.law,h?.rules].filter(Boolean).join(" "):c||"",M=l?`\
This run is incomplete: ${l}. `:"",$=i&&r?.worth&&c?`${c.split(":")[0]}${e.toy()?" (toy)":""}: `:"";E(n.about,p("span",{
class:"st-warn"},M),p("b",{},$),...o.explained(k,!1));let S=[["Method",c],["Paper",h?.paper],["Output distribution",v],[
"Models",d],["Draft",u],["Recorded from",f],["Model’s own rules",h?.rules],["Prompt",g],["Seed",m?.toString()],...Object.
entries(b).map(([T,I])=>[T.replace(/_/g," "),String(I)])];n.changed.show(w,w&&t?{recorded:t.text,now:e.added(e.its.length-
1)}:null,n.options.asks&&!!a.recorded?.name);let O=([T,I])=>p("div",{},p("dt",{},...o.explained(T)),p("dd",{},I));E(n.facts,
...S.filter(([,T])=>T).map(O));let q=e.its.length;E(n.end,p("h2",{},q>1?`Summary of all ${q} rounds`:"Summary"),p("dl",{
class:"st-facts"},...(r?.card??[]).map(O)),p("button",{type:"button",class:"st-btn st-wide",onclick:()=>n.stepTo(0)},"St\
art again"))}var gl=100,Mf=400,Sf=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),On=class{opening=0;newest=0;recorded=null;constructor(t){
this.stage=t,this.begun=!t.full}receive(t){let e=t;if(typeof t=="string")try{e=JSON.parse(t)}catch{return this.clear({type:"\
clear",text:"The app sent a message that cannot be read. Reload the page."})}if(e.asked!==void 0&&e.asked<this.newest)return;
this.newest=e.asked??this.newest,Sf.has(e.type)&&this[e.type](e);let s=this.begun||!this.stage.options.url?null:ml(G());
this.begun=!0,s&&this.stage.lesson.load(ws(s.slug),s.step)}fill(t){let{stage:e}=this;Object.assign(e,{at:{it:0,phase:0},
picked:null,hovered:-1}),e.model.open(t),this.recorded?.name!==e.model.name&&(this.recorded=null),e.text.reset(),e.find.
reset(),Po(e,this.recorded)}open(t){let{stage:e}=this,{model:s}=e;this.reset(),this.fill(t);let{name:o}=s;if(e.lesson.moved(
s.header.recorded?.name??o),setTimeout(()=>e.trigger("opened",{name:o}),gl),e.follow=s.live,this.shown(),s.live)return e.
openAt({it:s.its.length});let i=e.options.url?We():null;e.chosen=t.chosen===!0,e.openAt(t.at||(i&&[o,null].includes(i.trace)?
e.reached(i):null)),e.chosen=!1,i&&[o,null].includes(i.trace)&&e.answer(Mi(G(),s.its))}append(t){let{stage:e}=this,{name:s,
its:o}=e.model;if(t.name&&t.name!==s)return;let i=e.model.add(t);i&&e.trigger("gap",{name:s,have:o.length,want:o.length+
i}),this.shown(),e.follow&&!e.timer?e.goto(o.length-1,1/0,null):e.refresh()}finish(t){let{stage:e}=this,s=e.follow;t.name&&
t.name!==e.model.name||e.model.live&&(this.append(t),e.model.live=e.follow=!1,e.root.dataset.live="0",this.shown(),Po(e,
this.recorded),s&&t.at&&e.openAt(t.at))}begin({name:t=""}){let{stage:e}=this;this.reset(),this.recorded=null,this.fill({
type:"open",name:t,incomplete:null,live:!0}),e.lesson.moved(t),e.follow=!0,Object.assign(e.root.dataset,{begun:"1",name:t,
live:"1",iterations:"0"}),this.shown(),e.options.url&&e.setAddress({trace:t,it:null,phase:null,node:null}),setTimeout(()=>e.
trigger("opened",{name:t}),gl),e.moved()}start({trace:t,text:e,chosen:s=!1}){let{trace:o,it:i,phase:a,node:r}=We(),l=o||
t,c=Ds()?{it:1}:{it:1,phase:1};if(!l)return this.clear({type:"clear",text:e});let h=`explorer/open/${encodeURIComponent(
l)}`;this.fetch(i||a||r!==null?{type:"fetch",url:h}:{type:"fetch",url:h,at:c,chosen:s})}lesson({url:t}){t?this.stage.lesson.
load(t):this.stage.lesson.showList()}async fetch(t){let e=++this.opening,{note:s,root:o,model:i,early:a}=this.stage;this.
stage.pause(),A(s,"Opening the recorded run …"),o.removeAttribute("data-empty"),s.hidden=i.its.length>0,o.setAttribute(
"aria-busy","true");try{let r=JSON.parse(await a.get(t.url||"")),l=t.live&&r.type==="open"?{live:!0,summary:null,incomplete:null}:
{};e===this.opening&&this.receive({...r,...l,...t.at?{at:t.at}:{},...t.chosen?{chosen:!0}:{}})}catch{e===this.opening&&this.
clear({type:"clear",text:"The trace could not be loaded. Reload the page to try again."})}}clear(t){this.reset(),this.stage.
root.dataset.empty="1",this.fill({type:"open"}),this.shown(),A(this.stage.note,t.text||"Choose a recorded run above, or \
press “Run your own”.")}async change(t){let{at:{it:e,phase:s},model:o,changed:i}=this.stage,a=++this.opening,r=new URLSearchParams(
{visitor:mn(),it:String(e+1)});for(let[h,d]of Object.entries(t))r.set(h,String(d));let l={of:o.name,at:{it:e+1,phase:s+1},
text:o.added(e)},c=setTimeout(()=>a===this.opening&&i.wait(),Mf);try{let h=await fetch(new URL(`explorer/whatif/${l.of}?${r}`,
document.baseURI),{method:"POST"}),d=await h.json();if(a!==this.opening)return;if(!h.ok)return i.refuse(d.text);this.recorded=
{...this.recorded??l,name:d.name},this.receive(d)}catch{a===this.opening&&i.refuse("The app does not respond. Check that\
 it is still running, then try again.")}finally{clearTimeout(c)}}back(){let{name:t="",at:e}=this.stage.model.header.recorded??
{},{of:s,at:o}=this.recorded??{of:t,at:e};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(s)}`,at:o})}reset(){
let{stage:t}=this,{graph:e,timeline:s,attention:o,trace:i,controls:a}=t;this.opening+=1,t.away=!1,delete t.root.dataset.
begun,delete t.root.dataset.empty,t.inspector.leave();for(let r of[e,s,o,i,a])r.reset();t.pause(),t.root.removeAttribute(
"aria-busy"),delete t.pictures.dataset.step}shown(){let{root:t,body:e,note:s,model:o}=this.stage,i=o.its.length>0;e.hidden=
!i,s.hidden=i,t.style.setProperty("--columns",String(o.columns)),o.live||delete t.dataset.begun,t.toggleAttribute("data-\
empty",!i&&!o.live),i||A(s,o.live?"Waiting for the first round …":o.incomplete?"The run ended before its first round.":
"This trace contains no rounds.")}};var En="cubic-bezier(.2,.7,.2,1)",Af="cubic-bezier(.5,0,.9,.6)",Tf="cubic-bezier(.3,1.35,.5,1)",ce=520,Of=600,Ln=900,Ef=1150,
xl=420,ys=700,bl=900,wl=["draft","exit"],yl=new Set(["residual","bonus","drawn","greedy","own"]);function Lf(n,t,e){let s=[],
o=new Map(n.nodes.map(c=>[c.key,c])),i=(c,h,d=0)=>s.push({name:c,node:h&&h.key,at:d}),a=c=>c.coin!==null&&c.side!=="abov\
e"&&o.get(c.key)?.coin!==c.coin&&!(e==="verify"&&c.span!==null),r=t.nodes.some(a),l=c=>r?c:Math.max(0,c-ce);wl.includes(
e)&&n.pass.draft&&t.pass.draft&&i("hop",null),t.pass.area.on&&!n.pass.area.on&&i("check",null),t.pass.rays&&t.pass.rays!==
n.pass.rays&&!t.pass.area.on&&i("ray",null),r&&i("wait",null);for(let c of t.nodes){let h=o.get(c.key);if(!h)continue;let d=a(
c);if(h.state===null&&c.state!==null){let u=yl.has(c.state)&&d;i("pop",c,wl.includes(e)?180:u?ce:150)}h.p===null&&c.p!==
null&&h.state!==null&&i("score",c,t.pass.area.on?xl:0),d&&i("coin",c),h.y!==c.y&&!c.fallen&&!c.joined&&h.state!==null&&i(
"room",c),c.joined&&!h.joined?i("merge",c):h.state!==null&&c.state!==h.state?(i("verdict",c,l(ce)),c.state==="accepted"&&
i("fly",c,l(Of)),c.state==="rejected"&&i("residual",c,l(Ln))):d&&c.state==="rejected"&&i("residual",c,l(Ln)),yl.has(c.state??
"")&&h.state===null&&i("fly",c,d?ce+340:480),c.fallen&&!h.fallen&&i("fall",c,l(Ln)),/\bhole\b/.test(c.classes)&&!/\bhole\b/.
test(h.classes)&&i("hole",c,l(Ef))}return n.pass.bonus?.visible&&!t.pass.bonus?.visible&&e!=="commit"&&i("bonus",null,l(
Ln)),s}var qn=class{reduced=matchMedia("(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(t,e,s){
this.root=t,this.picture=e,this.tokenOf=s}stop(){for(let t of this.running)t.cancel();for(let t of this.flying)t.remove();
this.running=[],this.flying=[]}play(t,e,s,o){if(this.reduced.matches)return;this.rate=Math.max(1,o);let i=new Map(e.nodes.
map(r=>[r.key,r])),a=new Map(t.nodes.map(r=>[r.key,r]));for(let{name:r,node:l,at:c}of Lf(t,e,s)){let h=l===null?void 0:i.
get(l),d=l===null?void 0:a.get(l);h&&d?this.moveNode(r,c,d,h,e):this.movePass(r,c,t,e)}}leftover(t){this.reduced.matches||
(this.rate=Math.max(1,t),this.shrink(0))}move(t,e,s,o,i=0,a=En){if(!t)return;let r=t.animate(s,{duration:o,delay:i,easing:a,
fill:"backwards",id:`st-${e}`});r.playbackRate=this.rate,this.running.push(r)}split(t,e,s){if(!this.reduced.matches){this.
rate=Math.max(1,s);for(let o of e.scene.nodes){let i=t.frame.spot.get(o.place),a=i?.into?.item??i;if(!a||o.state===null)
continue;let r=(t.left+a.x*t.zoom-e.left)/e.zoom,l=(t.top+a.cy*t.zoom-e.top)/e.zoom;this.move(this.picture.elementOf(o),
"split",[{transform:`translate(${r}px, ${l}px)`},{transform:`translate(${o.x}px, ${o.y}px)`}],bl,0,"cubic-bezier(.5,0,.3\
,1)")}for(let{group:o}of[this.picture.edges,this.picture.merges,this.picture.bands])this.move(o,"split",[{opacity:0},{opacity:0,
offset:.8},{opacity:1}],bl)}}movePass(t,e,s,o){let{pass:i}=this.picture,a=[{opacity:0},{opacity:0,offset:.85},{opacity:1}];
if(t==="hop"&&s.pass.draft&&o.pass.draft){let r=s.pass.draft.x-o.pass.draft.x;this.move(i.draft.root,t,[{transform:`tran\
slate(${r}px, 0)`},{transform:`translate(${r/2}px, -13px)`},{transform:"translate(0, 0)"}],320)}if(t==="check"&&(this.move(
i.area,t,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,offset:.62},{transform:"scaleY(1)",
fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(i.rays,t,[{opacity:0},{opacity:1}],260,xl)),t==="ray"&&this.
move(i.rays,t,[{opacity:0},{opacity:1}],300),t==="bonus"&&this.move(i.bonus,t,[{visibility:"visible"},{visibility:"visib\
le"}],Math.max(1,e)),t==="wait")for(let r of this.root.querySelectorAll(".st-say, .st-inspector > :not(.st-overlap), .st\
-legend"))this.move(r,t,a,ce+80)}moveNode(t,e,s,o,i){let a=this.picture.partsOf(o),r=`translate(${o.x}px, ${o.y}px)`;if(!a)
return;let l=[{opacity:0},{opacity:1}];if(t==="pop"&&e<ce)this.move(a.root,t,[{transform:`translate(${o.x}px, ${o.y-16}p\
x) scale(.9)`,opacity:0},{transform:r,opacity:1}],260,e,Tf);else if(t==="pop")for(let c of[a.box,a.glyph,a.name,a.second,
a.p?.root])this.move(c,t,l,220,e);t==="score"&&(this.move(a.p?.root,t,l,120,e),this.move(a.p?.line,t,[{transform:"scaleX\
(0)"},{transform:"scaleX(1)"}],320,e)),t==="coin"&&(this.move(a.scale?.root,t,l,120),this.move(a.scale?.coin,t,[{transform:"\
translateY(-110px)",opacity:.4,easing:"cubic-bezier(.55,0,.8,.75)"},{transform:"translateY(0)",opacity:1,offset:.65,easing:"\
ease-out"},{transform:"translateY(-6px)",offset:.8,easing:"ease-in"},{transform:"translateY(0)"}],ce,0,"linear"),this.move(
a.scale?.says,t,l,120,400)),t==="verdict"&&(this.move(a.box,t,[{fill:"var(--card)",stroke:"var(--amber-edge)",strokeDasharray:"\
3 3",strokeWidth:"1.5px"},{}],180,e),this.move(a.glyph,t,[{d:`path("${dt(s.state??"pending")}")`,fill:"none",stroke:"var\
(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,e),this.move(this.picture.edgeOf(o),t,[{stroke:"v\
ar(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,e)),t==="room"&&(this.move(a.root,t,
[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:r}],320),this.move(this.picture.edgeOf(o),t,l,320)),t==="merge"&&
this.merge(a,s,o),t==="fall"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:`translate(${(s.
x+o.x)/2}px, ${(s.y+2*o.y)/3}px) rotate(1.6deg)`,offset:.7},{transform:r}],380,e,Af),this.move(this.picture.edgeOf(o),t,
[{visibility:"visible"},{visibility:"visible"}],Math.max(1,e))),t==="hole"&&(this.move(a.root,t,l,200,e),this.move(this.
picture.edgeOf(o),t,l,200,e)),t==="residual"&&this.shrink(e),t==="fly"&&this.fly(o,e,a.name,i)}merge(t,e,s){let o=`trans\
late(${s.onto?.x??s.x}px, ${s.onto?.y??s.y}px)`;this.move(t.root,"merge",[{transform:`translate(${e.x}px, ${e.y}px)`},{transform:o,
offset:.7,easing:En},{transform:`translate(${s.x}px, ${s.y}px)`}],ys);for(let i of[t.box,t.name,t.q?.root,t.second])this.
move(i,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],ys);this.move(t.box,"merge",[{width:`${e.wide}px`},{width:`${e.
wide}px`}],ys),this.move(this.picture.edgeOf(s),"merge",[{visibility:"visible"},{visibility:"visible"}],ys*.6),this.move(
this.picture.merges.drawn.get(String(s.place))?.parts.root,"merge",[{opacity:0},{opacity:0,offset:.6},{opacity:1}],ys)}shrink(t){
for(let s of this.root.querySelectorAll(".st-joint-bars i[data-of='left']")){let{from:o="0%",mid:i="0%"}=s.dataset;this.
move(s,"residual",[{width:o},{width:i,offset:.45,easing:En},{width:s.style.width}],940,t,"ease-in-out")}let e=this.root.
querySelector(".st-overlap[data-part='residual']");if(e){for(let s of e.querySelectorAll(".st-both i")){let{of:o,from:i="\
0",size:a="0"}=s.dataset,{width:r}=s.style;o!=="p"?this.move(s,"residual",[{opacity:1},{opacity:.16}],320,t):e.hasAttribute(
"data-scaled")?this.move(s,"residual",[{opacity:0},{opacity:1}],420,t+320):this.move(s,"residual",[{left:`${100*Number(i)}\
%`,width:`${100*Number(a)}%`},{left:"0%",width:`${100*Number(a)}%`,offset:.45,easing:En},{left:"0%",width:r}],940,t+320,
"ease-in-out")}for(let s of e.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys, b[data-of='r']"))this.move(s,"r\
esidual",[{opacity:0},{opacity:1}],200,t+1180)}}fly({id:t,state:e},s,o,i){let a=this.tokenOf(t);if(!a||!o||!a.checkVisibility()||
i.mode.name==="dots")return;let r=o.getBoundingClientRect(),l=a.getBoundingClientRect(),c=420,h=p("span",{class:"st-fly",
"data-state":e,"aria-hidden":"true"},a.textContent);Object.assign(h.style,{left:`${r.left}px`,top:`${r.top}px`,fontSize:getComputedStyle(
a).fontSize}),this.root.append(h),this.flying.push(h);let d=l.left-r.left,u=l.top-r.top,f=[{transform:"none",opacity:0},
{transform:"none",opacity:1,offset:.01},{transform:`translate(${d/2}px, ${u*.8}px) scale(1.08)`,offset:.55},{transform:`\
translate(${d}px, ${u}px)`,opacity:1}];this.move(h,"fly",f,c,s,"cubic-bezier(.3,.1,.2,1)"),this.running.at(-1)?.finished.
then(()=>h.remove(),()=>{}),this.move(a,"fly",[{opacity:0},{opacity:0}],s+c)}};var Gt=20,Co=21,qf=560,jf=2,vl=16e3,If=24e7,Rf=["stroke-linecap","stroke-linejoin","marker-end","paint-order"],Nf=["font\
-family","font-size","font-weight","font-style","text-anchor"],Df=new Set(["butt","miter","none","normal","start"]),Pf=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
function xs(n){let t=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(n);if(t)return xs(`rgba(${[1,2,3].
map(o=>255*Number(t[o])).join(", ")}, ${t[4]??1})`);let e=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(
n);return e?{paint:`#${e.slice(1,4).map(o=>Math.round(Number(o)).toString(16).padStart(2,"0")).join("")}`,opacity:e[4]===
void 0?1:Number(e[4])}:{paint:n,opacity:1}}function Cf(n,t,e){if(t.getPropertyValue("vector-effect")!=="non-scaling-stro\
ke")return 1;let s=n.getCTM();return s&&Math.sqrt(Math.abs(s.a*s.d-s.b*s.c))/e||1}function _f(n,t,e){let s=getComputedStyle(
n),o=r=>s.getPropertyValue(r);for(let{name:r}of[...t.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.
test(r)&&t.removeAttribute(r);if(o("display")==="none"||o("visibility")==="hidden")return!1;let i=Cf(n,s,e),a=(r,l)=>{l&&
!Df.has(l)&&t.setAttribute(r,l)};if(o("opacity")!=="1"&&a("opacity",o("opacity")),n instanceof SVGGElement)return!0;for(let r of[
"fill","stroke"]){let{paint:l,opacity:c}=xs(o(r)),h=c*Number(o(`${r}-opacity`));t.setAttribute(r,l),h<1&&l!=="none"&&t.setAttribute(
`${r}-opacity`,String(h))}if(o("stroke")!=="none"){let r=l=>l.replace(/[\d.]+(px)?/g,c=>String(parseFloat(c)/i));a("stro\
ke-width",r(o("stroke-width"))),o("stroke-dasharray")!=="none"&&a("stroke-dasharray",r(o("stroke-dasharray")));for(let l of Rf)
a(l,o(l).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return n instanceof SVGTextElement&&Ff(n,t,s),!0}function Ff(n,t,e){
for(let i of Nf)t.setAttribute(i,e.getPropertyValue(i));let s=e.getPropertyValue("text-decoration-line");s!=="none"&&t.setAttribute(
"text-decoration",s),t.setAttribute("xml:space","preserve");let o=n.getComputedTextLength();o>0&&t.setAttribute("textLen\
gth",o.toFixed(2)),t.setAttribute("lengthAdjust","spacingAndGlyphs")}function kl(n){let{width:t,height:e}=n.viewBox.baseVal,
s=n.width.baseVal.value/t||1,o=n.cloneNode(!0),i=[...n.querySelectorAll("*")].map((r,l)=>[r,o.querySelectorAll("*")[l]]),
a=[];for(let[r,l]of i)r instanceof SVGGraphicsElement&&l instanceof SVGElement&&!r.closest("defs")?!_f(r,l,s)&&!(r instanceof
SVGGElement)&&a.push(l):r.closest("marker")&&r instanceof SVGPathElement&&(l.setAttribute("fill",xs(getComputedStyle(r).
fill).paint),l.removeAttribute("class"));for(let r of a)r.remove();return{width:t,height:e,parts:[...o.childNodes]}}function Bf(n,t,e){
let s=[""];for(let o of n.split(/\s+/)){let i=s[s.length-1]?`${s[s.length-1]} ${o}`:o;$t(i,e)<=t?s[s.length-1]=i:s.push(
o)}return s.filter(Boolean)}function $l({stage:n,graph:t,legend:e,title:s,sentence:o}){let i=getComputedStyle(n),a=i.fontFamily||
"sans-serif",r=xs(i.color).paint,l=kl(t),c=Math.max(qf,l.width),h=c-2*Gt,d=[],u=Gt,f=(v,k,M)=>{for(let $ of Bf(v,h,`${M}\
 ${k}px ${a}`))u+=Co,d.push(x("text",{x:Gt,y:u-5,"font-family":a,"font-size":k,"font-weight":M,fill:r,"xml:space":"prese\
rve"},$))};f(s,17,700),d.push(x("g",{transform:`translate(${(c-l.width)/2} ${u})`},...l.parts)),u+=l.height,f(o,15,400),
u+=6;let m=Gt;for(let v of e.querySelectorAll("li")){let k=v.querySelector("svg"),M=(v.innerText??"").trim().replace(/\s+/g,
" ");if(!M||!v.checkVisibility())continue;let $=$t(M,`13px ${a}`)+42;m>Gt&&m+$>c-Gt&&([m,u]=[Gt,u+Co]),k&&d.push(x("g",{
transform:`translate(${m+8} ${u+11})`},...kl(k).parts)),d.push(x("text",{x:m+(k?21:0),y:u+15,"font-family":a,"font-size":13,
fill:r},M)),m+=$}let g=Math.ceil(u+Co+Gt),b=Math.ceil(c),y=xs(getComputedStyle(t.closest(".st-graph")??n).backgroundColor).
paint,w=x("svg",{xmlns:"http://www.w3.org/2000/svg",width:b,height:g,viewBox:`0 0 ${b} ${g}`},x("title",{},s),x("rect",{
width:b,height:g,fill:y}),...d);return{text:new XMLSerializer().serializeToString(w).replace(Pf,"�"),width:b,height:g}}
function Ml(n,t){let e=p("a",{href:URL.createObjectURL(n),download:t});document.body.append(e),e.click(),e.remove(),setTimeout(
()=>URL.revokeObjectURL(e.href),6e4)}var Sl=({text:n},t)=>Ml(new Blob([n],{type:"image/svg+xml"}),`${t}.svg`);async function Al({
text:n,width:t,height:e},s){let o=Math.min(jf,vl/t,vl/e,Math.sqrt(If/(t*e))),i=new Image,a=p("canvas",{width:Math.round(
t*o),height:Math.round(e*o)});try{i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode(),a.getContext(
"2d")?.drawImage(i,0,0,a.width,a.height)}catch{return!1}let r=await new Promise(l=>a.toBlob(l,"image/png"));return r&&Ml(
r,`${s}.png`),r!==null}var Tl=(n,t)=>`${n.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${t}`;var Ol=2e3,El=3,vs=[14,10],zf=[12,24],jn=class{body=p("div",{class:"st-text","data-testid":"text"});keys=p("div",{class:"\
st-origins","aria-hidden":"true"});list=p("ol",{class:"st-beams","data-testid":"beams"});beams=p("details",{class:"st-ca\
rd st-details","data-testid":"live-beams",hidden:!0},p("summary",{},"Beams as text"),this.list);end=p("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-end","aria-pressed":"false",title:"Also show text that is not written \
yet at this step",onclick:()=>this.reveal(!this.root.classList.contains("all"))},"Show full text");root=p("section",{class:"\
st-sofar","aria-label":"Text so far","data-part":"text"},this.body,this.keys,this.end);tokens=[];count=0;shownFor="";originsFor="";settledFor=null;prompt=p(
"span",{class:"st-prompt",title:"prompt",dir:"auto"});sameFor=null;matches=new Set;constructor(t,e){this.model=t,this.on=
e;for(let s of[this.root,this.beams])s.addEventListener("click",o=>this.open(o)),s.addEventListener("keydown",o=>{let i=[
...s.querySelectorAll("[data-token]")],a=i.findIndex(l=>l===document.activeElement),r=o.key==="ArrowDown"?1:-1;a<0||!["E\
nter"," ","ArrowUp","ArrowDown"].includes(o.key)||(o.key==="Enter"||o.key===" "?this.open(o):i[Math.min(i.length-1,Math.
max(0,a+r))].focus(),o.preventDefault(),o.stopPropagation())})}reset(){this.tokens=[],this.count=0,this.shownFor=this.originsFor=
"",E(this.list),E(this.keys),this.reveal(!1),E(this.body,...this.startOf()),this.beams.hidden=!0}startOf(){let t=this.model.
header.prompt||"";return E(this.prompt,rt(J(t,Ol))),this.sameFor=null,t?[this.prompt," "]:[]}reveal(t){this.root.classList.
toggle("all",t),this.settledFor=null,this.end.setAttribute("aria-pressed",t?"true":"false"),this.end.textContent=t?"Hide\
 full text":"Show full text"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[t]of this.model.its[this.
count].made){let e=this.model.lineage.get(t);if(!e)continue;let s=this.tokenView(e,this.tokens.length);this.body.append(
s,this.model.joiner()),this.tokens.push({view:s,made:e,when:""})}}tokenView(t,e){let s=this.model.text(t.token),o=t.origin||
"",i=this.model.joiner()?{dir:"auto"}:{},a=`${qt(s)} · ${Jn.get(o)?.label||o} · round ${t.it+1}`,r=this.matches.has(t.
node)?"st-t hit":"st-t";return p("span",{role:"button",class:r,"data-token":e,"data-origin":o,"data-it":t.it+1,"data-mad\
e":t.node,tabindex:e?"-1":"0",title:a,...i},rt(s).replace(/\n/g,"↵")||"∅")}show(t,e){if(this.model.multi())return this.
showBeams(t,e);this.grow();for(let i of this.tokens){let{made:a}=i,l=a.it<t.i||a.it===t.i&&a.step<=e?a.it===t.i?"now":"p\
ast":"later";l!==i.when&&(i.view.dataset.when=i.when=l)}this.same(t,e);let s=this.tokens.filter(({when:i})=>i!=="later"),
o=String(s.length);this.shownFor!==o&&(this.shownFor=o,this.origins(new Set(s.map(({made:i})=>i.origin))))}same(t,e){let s=t.
steps.findIndex(l=>l.phase==="draft")<=e?t.found:void 0,o=s?String(t.i):"";if(o===this.sameFor)return;this.sameFor=o,this.
settledFor=null;let i=this.model.header.prompt||"";E(this.prompt,...s?Hf(i,s.prompt,!s.made.length):[rt(J(i,Ol))]);let a=s?.
made??[],r=a.at(-1)?.[0]??0;this.tokens.forEach(({view:l},c)=>{l.classList.toggle("same",a.some(([h,d])=>h<=c&&c<d)),l.classList.
toggle("far",a.length>0&&c<r&&!a.some(([h,d])=>h-El<=c&&c<d+El))})}viewOf(t){return this.tokens.find(({made:e})=>e.node===
t)?.view}settle(){this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.
body.scrollLeft=this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(t){let e=[...Jn.
values()].filter(({name:o})=>t.has(o)),s=e.map(({name:o})=>o).join();s!==this.originsFor&&(this.originsFor=s,E(this.keys,
...e.map(({name:o,label:i})=>p("span",{class:"st-t","data-origin":o},i))))}showBeams(t,e){let s=e>=t.commit?t:this.model.
its[t.i-1],o=s?String(s.i):"none";if(o===this.shownFor)return;if(this.shownFor=o,this.beams.hidden=!1,this.body.replaceChildren(
...this.startOf()),!s)return E(this.list,p("li",{class:"st-quiet"},"There are no beams yet; the prompt is the only input\
."));let i=this.model.beamsOf(s),a=i.find(({beam:l})=>l.best)||i[0],r=this.model.path(null,a.beam.node).flatMap((l,c)=>[
this.tokenOf(l,c,s),this.model.joiner()]);this.body.append(p("span",{class:"st-quiet"},s.beams.length>1?`best of ${R(s.beams.
length,"beam")}: `:""),...r),this.origins(new Set(this.model.path(null,a.beam.node).map(({origin:l})=>l))),E(this.list,...i.
map(l=>this.beamRow(l,s)))}tokenOf(t,e,s){let o=this.tokenView(t,e);return o.dataset.when=t.it===s.i?"now":"past",o}beamRow({
beam:t,slots:e},s){let o=this.model.path(null,t.node),i=t.best?o:o.slice(-32),a=o.length-i.length,r=e.length>1?`Beams ${e.
map(c=>c+1).join(", ")}`:`Beam ${e[0]+1}`,l=` log p ${t.logp?.toFixed(2)??"–"} · per token ${t.mean?.toFixed(3)??"–"}`;
return p("li",{class:t.best?"best":""},p("div",{class:"st-beam-n"},p("b",{},r),e.length>1?" (duplicates)":"",l,t.best?" \
· best":"",t.done?" · finished":""),p("div",{class:"st-text"},a?p("span",{class:"st-quiet"},`${R(a,this.model.unit())}\
 not shown … `):null,...i.flatMap((c,h)=>[this.tokenOf(c,h,s),this.model.joiner()])))}mark(t){this.matches=t;for(let e of[
...this.body.children,...this.list.querySelectorAll("[data-made]")])e instanceof HTMLElement&&e.classList.toggle("hit",this.
matches.has(Number(e.dataset.made??NaN)))}open(t){let e=t.target.closest("[data-token]"),s=e instanceof HTMLElement?this.
model.lineage.get(Number(e.dataset.made)):void 0;s&&this.on.goto(s.it,s.step,s.node)}resized(){this.settledFor=null,this.
settle()}};function Hf(n,t,e){let s=(a,[r,l])=>{if(a.length<=r+l+8)return[_o(a)];let c=a.length-l;return[_o(a.slice(0,r)),
p("span",{class:"st-dots"},"…"),p("span",{class:"st-far"},rt(a.slice(r,c))),_o(a.slice(c))]},o=0;return[...t.flatMap(([
a,r],l)=>{let c=s(n.slice(o,a),[l?vs[0]:0,vs[1]]);return o=r,[...c,p("mark",{class:"st-same"},...s(n.slice(a,r),zf))]}),
...s(n.slice(o),e&&!t.length?[0,2*vs[0]]:[vs[0],vs[1]])]}var _o=n=>rt(n).replace(/\n/g,"↵");var Wf=["target","draft","other"],Ll=new Set(["extra","final"]),qe=({bar:n})=>n.draft+n.target+n.other,In=({bar:n})=>n.modelled?
n.modelled.draft+n.modelled.target:0,je=n=>n>=1?`${L(n)} J`:`${L(n*1e3)} mJ`,Ie=(n,t)=>n.reduce((e,s)=>e+t(s),0),Rn=class{names=p(
"div",{class:"st-tl-names"});track=p("div",{class:"st-tl-track",tabindex:"-1"});info=p("span",{class:"st-quiet st-tl-inf\
o"});keys=p("div",{class:"st-tl-keys"});root=p("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.
redraw()},p("summary",{},"Timeline"),p("header",{class:"st-bar"},this.info,this.keys),p("div",{class:"st-tl"},this.names,
this.track));cursor=x("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:t})=>t.emitted),note:t=>`${this.
model.multi()?"best beam, ":""}up to ${t}`,paint:(t,{bar:{kept:e,emitted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",e],["o\
wn",s-e]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.most(
({bar:t})=>t.drafted),note:t=>`nodes, up to ${t}`,paint:(t,{bar:{used:e,wasted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",
e],["waste",s]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.max(this.layers()*13+2,(this.
narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:t})=>Math.max(0,...t.widths.map(([,e])=>e))),note:()=>this.drafts()?
`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by the target":""}`:"active beams",paint:(t,e,s,o,i)=>this.
widths(t,e,s,i)},{key:"time",label:"time: draft, target, other",high:()=>34,shown:()=>this.model.its.some(t=>qe(t)>0),top:()=>this.
slowest(),note:t=>`up to ${Zt(t)}`,paint:(t,e,s,o,i)=>{let a=qe(e)>i*1.001;this.pile(t,s+o,o/(a?qe(e):i),this.shares(e)),
a&&t.append(x("path",{class:"st-tl-over",d:`M0 ${s+5}L${this.step} ${s+1}M0 ${s+9}L${this.step} ${s+5}`}))}},{key:"joule\
s",label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(t=>this.measured(t),1e-12),note:t=>this.
upTo(t,e=>this.measured(e),this.band(),this.model.header.energy?.method),joules:t=>this.measured(t),paint:(t,e,s,o,i)=>this.
pile(t,s+o,o/i*this.perSecond(),this.shares(e))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.
its.some(({bar:t})=>t.modelled!==void 0),top:()=>this.most(In,1e-12),joules:In,note:t=>this.upTo(t,In,0,this.model.header.
energy?.model),paint:(t,{bar:{modelled:e}},s,o,i)=>this.pile(t,s+o,o/i,e?[["modelled-target",e.target],["modelled-draft",
e.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:t})=>t.kv>0),top:()=>this.most(
({bar:t})=>t.kv),note:t=>`up to ${t}`,paint:(t,{bar:e},s,o,i)=>this.pile(t,s+o,o/i,[["kv",e.kv]])}];constructor(t,e){this.
model=t,this.on=e,this.root.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[data-bar]"):
null;o&&e.goto(Number(o.getAttribute("data-bar"))-1,1/0,null)})}most(t,e=1){return Math.max(e,...this.model.its.map(t))}drafts(){
return this.model.its.some(({bar:t})=>t.drafted>0)}layers(){return this.most(({bar:t})=>t.widths.length,0)}alone(){return this.
model.its.some(({bar:t})=>t.widths.some(([,,,e])=>Ll.has(e||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,Ie(this.model.
its,qe),1e-12)}measured(t){return qe(t)*this.perSecond()}upTo(t,e,s,o){return`bars up to ${je(t)}, line up to ${je(Ie(this.
model.its,e))}`+(s?` ± ${je(s)}`:"")+(this.narrow?"":`, ${o}`)}shares({bar:t}){return Wf.map(e=>[e==="other"?"rest":e,t[e]])}pile(t,e,s,o){
let i=e;for(let[a,r]of o){let l=r*s;i-=l,l>.2&&t.append(x("rect",{class:"st-b","data-of":a,x:1.5,y:i,width:this.step-3,height:l}))}}widths(t,e,s,o){
e.bar.widths.forEach(([,i,a,r],l)=>{let c=Ll.has(r||""),h=!c&&a!==null&&a<i,d=h?1:c?.3:(.15+.5*i/o).toFixed(2);t.append(
x("rect",{class:`st-w${h?" low":c?" drawn":""}`,x:1.5,y:s+l*13+.5,width:this.step-3,height:11,"fill-opacity":d})),this.step>=
11&&t.append(x("text",{class:`st-tl-t${h?" low":""}`,x:this.step/2,y:s+l*13+9.5,"text-anchor":"middle"},String(i)))})}slowest(){
let[t=0,e=0,...s]=this.model.its.map(o=>o.seconds).sort((o,i)=>i-o);return Math.max(1e-9,s.length>1&&t>3*e?e:t)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its:t}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,t.length))));
let e=this.ROWS.filter(l=>l.shown()),s=e.reduce((l,c)=>l+c.high()+16,0),o=x("svg",{width:t.length*this.step+8,height:s,class:"\
st-tl-svg",role:"group","aria-label":"Rounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute(
"height",String(s)),o.append(this.cursor);let i=t.map(l=>x("g",{"data-bar":l.i+1,transform:`translate(${4+l.i*this.step}\
 0)`,class:"st-tl-it"})),a=x("g",{class:"st-tl-curves"}),r=8;E(this.names);for(let l of e){let c=l.high(),h=l.top(),d=p(
"div",{class:"st-tl-name"},l.label,p("small",{},l.note(h)));d.style.height=`${c+16}px`,this.names.append(d),o.append(x("\
path",{class:"st-tl-base",d:`M0 ${r+c+.5}H${t.length*this.step+8}`})),t.forEach((u,f)=>l.paint(i[f],u,r,c,h)),l.joules&&
a.append(...this.curve(l.key,l.joules,r,c)),r+=c+16}t.forEach((l,c)=>i[c].append(x("rect",{class:"st-tl-hit",x:0,y:0,width:this.
step,height:s},x("title",{},this.describe(l))))),o.append(...i,a),E(this.track,o),this.sayKeys(e),this.drawn=this.stamp(),
this.current=-1}sayKeys(t){let e=t.some(i=>i.key==="modelled"),s=this.drafts(),o=[["kept","accepted draft tokens",s],["o\
wn","target’s own",!0],["waste","unused draft tokens",s],["draft","draft time",s],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",e],["modelled-draft","draft (modelled)",e&&s],["sum","total so f\
ar",t.some(i=>i.joules)]];E(this.keys,...o.map(([i,a,r])=>r&&p("span",{"data-of":i},a)))}curve(t,e,s,o){let i=t==="joule\
s"?this.band():0,a=o/Math.max(1e-12,Ie(this.model.its,e)+i),r=[{x:4,value:0}];this.model.its.forEach((h,d)=>r.push({x:4+
(d+1)*this.step,value:r[d].value+e(h)}));let l=(h,d)=>h.map(({x:u,value:f})=>`${u} ${s+o-Math.min(o,Math.max(0,(f+d)*a))}`).
join("L"),c=x("path",{class:"st-tl-sum","data-of":t,d:`M${l(r,0)}`});return i?[x("path",{class:"st-tl-band",d:`M${l(r,i)}\
L${l([...r].reverse(),-i)}Z`}),c]:[c]}energy(t){let e=this.model.its.slice(0,t.i+1),s=Ie(e,({bar:c})=>c.emitted),{method:o,
model:i}=this.model.header.energy||{},a=(c,h,d)=>` ${c} so far: ${je(h)} (${d}), ${s?je(h/s):"–"} per token.`,r=this.band()?
`, ± ${je(this.band())}`:"";return(this.spent()?a("Measured",Ie(e,c=>this.measured(c)),`${o}, divided by time${r}`):"")+
(t.bar.modelled?a("Modelled",Ie(e,In),String(i)):"")}describe(t){let{emitted:e,used:s,drafted:o,draws:i,draft:a,target:r,
other:l,kv:c}=t.bar,h=i===o?"":` (${R(i,"draw")})`,d=o?` ${s} of ${R(o,"draft token")}${h} used.`:"",u=`Round ${t.i+1}: ${R(
e,"token")}.${d}`;if(!qe(t)&&!c)return`${u} Times and KV tokens were not recorded.`;let f=o?`Draft ${Zt(a)}, target`:"Ta\
rget";return`${u} ${f} ${Zt(r)}, other ${Zt(l)}. ${R(c,"KV token")}.${this.energy(t)}`}show(t){this.last=t,this.root.open&&
(this.drawn!==this.stamp()&&this.draw(),t.i!==this.current&&(this.current=t.i,this.cursor.setAttribute("x",String(4+t.i*
this.step)),A(this.info,this.describe(t))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let t=this.current*this.step,e=this.track.scrollLeft;(t<e||t+this.step*2>e+this.width)&&(this.track.scrollLeft=t-this.width/
2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,this.show(this.
model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let t of[this.track,this.names,this.keys])
E(t);A(this.info,"")}};var ql=26,Kt=78,jl=20,Fo=84,Bo=["dropped","alive","best"],Il={best:0,alive:1,dropped:2},Nn=class{info=p("p",{class:"st-m\
ask-say","data-testid":"trace-say","aria-live":"polite"});wordy=p("button",{type:"button",class:"st-btn st-small","data-\
testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},"Show to\
kens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=p("div",{class:"st-mask\
-keys st-trace-keys"},...Object.entries(this.named).map(([t,e])=>p("span",{},x("svg",{width:26,height:10,"aria-hidden":"\
true"},x("path",{class:"st-tr-e","data-of":t,d:"M1 5H25"})),e)),p("span",{},"number: duplicates"));box=p("div",{class:"s\
t-trace","data-testid":"trace",tabindex:"0",role:"group"});root=p("details",{class:"st-card st-details",hidden:!0,"data-\
testid":"beam-trace",ontoggle:()=>this.redo()},p("summary",{},"Beams over the whole run"),p("div",{class:"st-bar st-mask\
-bar"},this.wordy,this.keys),this.box,this.info);cursor=x("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("click",s=>{if(!this.box.firstElementChild)return;let o=this.box.firstElementChild.
getBoundingClientRect(),i=s.clientX-o.left,a=s.clientY-o.top,r=this.dots.find(c=>Math.hypot(c.x-i,c.y-a)<8),l=this.bands.
findIndex(({from:c,to:h})=>i>=c&&i<h);r?e.goto(r.it,1/0,r.id):l>=0&&e.goto(l,1/0,null)}),this.box.addEventListener("keyd\
own",s=>{s.key!=="ArrowDown"&&s.key!=="ArrowUp"||(e.goto(this.lastShown+(s.key==="ArrowDown"?1:-1),1/0,null),s.preventDefault(),
s.stopPropagation())})}toggle(){this.words=!this.words,this.wordy.setAttribute("aria-pressed",this.words?"true":"false"),
this.redo()}wanted(){return["beams","forest"].includes(this.model.header.view||"")&&this.model.its.length>0}grow(){let t=new Map;
for(let o of this.model.lineage.values()){let i=t.get(o.parent)||null,a=i?i.depth+1:1,r={...o,depth:a,up:i,below:[],kind:"\
dropped",reach:a,lane:0};t.set(o.node,r),i?.below.push(r)}for(let o of[...t.values()].reverse())o.up&&(o.up.reach=Math.max(
o.up.reach,o.reach));let s=[...this.model.its[this.model.its.length-1].beams].sort((o,i)=>Number(o.best)-Number(i.best));
for(let o of s)for(let i=t.get(o.node)||null;i;i=i.up)i.kind=o.best?"best":"alive";return t}lanes(t){let e=l=>l.reduce((c,h)=>(Il[h.
kind]-Il[c.kind]||c.reach-h.reach)<0?h:c),s=[],o=[...t.values()].filter(l=>!l.up),i=[];o.length&&i.push(e(o),...o.filter(
l=>l!==e(o)));for(let l=i.shift();l;l=i.shift()){let c=[l];for(let h=l;h.below.length;h=c[c.length-1]){let d=e(h.below);
i.push(...h.below.filter(u=>u!==d)),c.push(d)}s.push(c)}let a=l=>l[0].kind==="best"?-1:l[0].depth;s.sort((l,c)=>a(l)-a(c));
let r=[];for(let l of s){let c=l[0].depth-1,h=l[0].kind==="best"?0:1;for(;r[h]!==void 0&&r[h]>c;)h++;r[h]=l[l.length-1].
depth+.5;for(let d of l)d.lane=h}return Math.max(1,r.length)}lives(t){let e=[],s=[];return this.model.its.forEach((o,i)=>{
let a=this.model.its[i+1],r=s[i-1]||[],l=this.model.beamsOf(o).map(({beam:c,slots:h})=>{let d=o.from[h[0]],u=r.find(m=>d!==
null&&m.slots.includes(d))||null,f=!a||h.some(m=>a.from.includes(m));return{it:i,node:t.get(c.node),beam:c,slots:h,kept:f,
up:u}});s.push(l),e.push(Math.max(e[i-1]||0,...l.map(c=>c.node?.depth||0)))}),{found:s,depths:e}}draw(){let t=this.grow(),
e=this.lanes(t),{found:s,depths:o}=this.lives(t),i=Math.max(1,o[o.length-1]);this.room=this.box.clientWidth||700;let a=Math.
floor((this.room-Kt-130)/i),r=this.words?74:Math.max(13,Math.min(64,a)),l=this.words||r>=56,c=l?ql+14:ql,h=w=>Kt+(w-.5)*
r,d=w=>jl+8+(w+.5)*c,u=jl+12+e*c,f=Kt+i*r+124,m=u+Fo+22,g=x("svg",{width:f,height:m,viewBox:`0 0 ${f} ${m}`,class:"st-tr",
role:"img","aria-label":`${R(this.model.its.length,"round")}, ${R(e,"lane")}`});if(this.cursor.setAttribute("height",String(
m)),this.bands=o.map((w,v)=>{let k=Kt+(v?o[v-1]:0)*r;return{from:k,to:Math.max(Kt+w*r,k+3)}}),this.rulers(g,m,d(0),u),this.
edges(g,t,h,d),this.marks(g,s,h,d),l)for(let w of t.values())g.append(x("text",{class:"st-tr-w","data-of":w.kind,x:h(w.depth),
y:d(w.lane)-11,"text-anchor":"middle"},x("title",{},this.model.word(w.token)),C(this.model.word(w.token),Math.floor(r/8.2))));
this.chart(g,s,h,u+10,Kt+i*r),E(this.box,g);let b=s.flat().filter(w=>!w.kept).length,y=[...t.values()].filter(w=>w.below.
length>1).length;Object.assign(this.root.dataset,{lanes:e,dropped:b,forks:y,iterations:this.model.its.length}),this.box.
setAttribute("aria-label",`Beams over ${R(this.model.its.length,"round")}: ${R(y,"fork")}, ${R(b,"beam")} not continued.\
 Use ↑ and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(t,e,s,o){let i=this.bands.map(
({from:c,to:h},d)=>d%2?`M${c} 0H${h}V${e}H${c}Z`:"").join("");t.append(x("path",{class:"st-tr-stripe",d:i}),this.cursor);
let a=this.bands.reduce((c,{from:h,to:d})=>c+d-h,0)/this.bands.length,r=Math.max(1,Math.ceil(26/a));this.bands.forEach(({
from:c,to:h},d)=>{d%r===0&&t.append(x("text",{class:"st-tr-n",x:(c+h)/2,y:12,"text-anchor":"middle"},String(d+1)))});let l=[
[12,"round"],[s+4,"best beam"],[o+20,"log p minus"],[o+33,"the best"]];for(let[c,h]of l)t.append(x("text",{class:"st-tr-\
n",x:2,y:c},h))}edges(t,e,s,o){let i={dropped:"",alive:"",best:""};for(let a of e.values()){let r=a.up?s(a.up.depth):s(.55),
l=o(a.up?a.up.lane:0),c=s(a.depth),h=o(a.lane),d=(r+c)/2;i[a.kind]+=l===h?`M${r} ${l}H${c}`:`M${r} ${l}C${d} ${l} ${d} ${h}\
 ${c} ${h}`}for(let a of Bo)t.append(x("path",{class:"st-tr-e","data-of":a,d:i[a]}));t.append(x("path",{class:"st-g","da\
ta-kind":"input",d:dt("input"),transform:`translate(${s(.55)} ${o(0)}) scale(4)`}))}marks(t,e,s,o){let i=e.flat(),a=i.length<=
900,r="",l="";this.dots=[];for(let{node:c,it:h,kept:d,slots:u}of i){if(!c)continue;let f=s(c.depth),m=o(c.lane),g=u.length>
1&&a,b=g?8:3.6;this.dots.push({x:f,y:m,it:h,id:c.node}),d?g?t.append(x("circle",{class:"st-tr-d","data-of":c.kind,cx:f,cy:m,
r:b}),x("text",{class:"st-tr-c","data-of":c.kind,x:f,y:m+4.2,"text-anchor":"middle"},String(u.length))):r+=`M${f-b} ${m}\
a${b} ${b} 0 1 0 ${2*b} 0a${b} ${b} 0 1 0 ${-2*b} 0`:l+=`M${f-4} ${m-4}l8 8m0 -8l-8 8`}t.append(x("path",{class:"st-tr-d",
d:r}),x("path",{class:"st-tr-x",d:l}));for(let{node:c,beam:h}of e[e.length-1])c&&t.append(x("text",{class:"st-tr-l"+(h.best?
" best":""),x:s(c.depth)+12,y:o(c.lane)+4},`log p ${h.logp?.toFixed(1)??"–"}${h.best?" · best":""}`))}chart(t,e,s,o,i){
let a=e.map(f=>Math.max(...f.map(({beam:m})=>m.logp??-1/0))),r=e.flat().flatMap(({node:f,beam:m,it:g,up:b})=>f&&m.logp!==
null?[{node:f,up:b,behind:m.logp-a[g]}]:[]);if(!r.length)return;let l=r.map(({behind:f})=>f).sort((f,m)=>f-m),c=Math.min(
-.5,l[Math.floor(l.length*.03)]),h=f=>(o+6+Math.max(c,f)/c*(Fo-12)).toFixed(1),d={dropped:"",alive:"",best:""},u={dropped:"",
alive:"",best:""};for(let{node:f,up:m,behind:g}of r)m?.node&&m.beam.logp!==null&&m.node!==f&&(d[f.kind]+=`M${s(m.node.depth)}\
 ${h(m.beam.logp-a[m.it])}L${s(f.depth)} ${h(g)}`),u[f.kind]+=`M${s(f.depth)-2} ${h(g)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;t.
append(x("path",{class:"st-tl-base",d:`M${Kt} ${o-4}H${i}`}),x("text",{class:"st-tr-n",x:i+6,y:o+10},"0: the best"),x("t\
ext",{class:"st-tr-n",x:i+6,y:o+Fo-3},`${c.toFixed(1)} or less`));for(let f of Bo)t.append(x("path",{class:"st-tr-e thin",
"data-of":f,d:d[f]}));for(let f of Bo)t.append(x("path",{class:"st-tr-p","data-of":f,d:u[f]}))}describe(t){let e=this.model.
its[t.i+1],s=this.model.beamsOf(t).map(({beam:o,slots:i})=>{let a=new Set(i.map(h=>t.from[h])),r=e&&!i.some(h=>e.from.includes(
h)),l=[...a].map(h=>h===null?"the start":`beam ${h+1}`).join(", "),c=i.map(h=>h+1).join(", ");return`${i.length>1?`beams\
 ${c} (duplicates)`:`beam ${c}`} from ${l}, log p ${o.logp?.toFixed(2)??"–"}${r?", not continued":""}`});return`Round ${t.
i+1}: ${s.slice(0,8).join("; ")}${s.length>8?`; ${s.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(
this.model.its[this.lastShown]),this.settle()}show(t){if(this.root.hidden=!this.wanted(),this.root.hidden||!t||(this.lastShown=
t.i,!this.root.open)||(this.drawn!==this.model.its.length&&this.draw(),this.current===t.i))return;this.current=t.i;let{from:e,
to:s}=this.bands[t.i];this.cursor.setAttribute("x",String(e)),this.cursor.setAttribute("width",String(s-e)),A(this.info,
(this.model.multi()?"":"Every round ended with one beam. ")+this.describe(t))}settle(){let t=this.bands[this.current];!t||
this.root.hidden||!this.root.open||(t.from<this.box.scrollLeft+Kt||t.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=
t.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){
this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],E(this.box),A(this.info,""),this.root.hidden=!0}};function Rl(){let n=new Map,t=async e=>(await fetch(new URL(e,document.baseURI))).text();return{get:e=>n.get(e)??t(e),soon(e){
if(n.has(e))return;let s=t(e);n.set(e,s),s.catch(()=>n.delete(e))},clear:()=>n.clear()}}var Uf=/^run-/,ks={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"T\
his run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app store\
s this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. The\
 text is selected, so you can copy it yourself."},Dn=class{said=p("p",{class:"st-quiet",role:"status","data-testid":"sha\
re-said"});place=p("div",{class:"st-share-parts"});title=p("h2",{},"Share this step");root=p("dialog",{class:"st-help st\
-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,p("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(t){this.stage=t}open(){let{stage:t}=this,{
lesson:e}=t.lesson;A(this.title,e?"Share this step of the lesson":"Share this step"),A(this.said,"");let s=p("div",{hidden:!0});
E(this.place,...this.links(),p("div",{class:"st-share-row"},p("span",{},"Picture"),this.button("share-svg","Save SVG",()=>t.
act.picture("svg")),this.button("share-png","Save PNG",()=>t.act.picture("png"))),s),this.root.showModal(),this.fill(s)}links(){
let{stage:t}=this,{lesson:e,step:s}=t.lesson,{name:o}=t.model,i=!t.options.url||!ze()?ks.file:!e&&!o?ks.opened:"";if(i)return[
p("p",{"data-testid":"share-why"},i)];let a=t.where(),{title:r}=t.model.header,l=ue(e?{lesson:e.slug,step:s+1}:{trace:o,
it:a.it,phase:a.phase,part:a.part,node:a.node}),c=e?`Lesson: ${e.title}`:`${r||"Speculative decoding"}, round ${a.it}`;return[
...this.field("link","Link",l),...this.field("embed","Embed code",Es(l,c)),...!e&&Uf.test(o)?[p("p",{class:"st-quiet"},ks.
kept)]:[]]}async fill(t){let e=await this.command();e&&(E(t,...this.field("command","Command that records this run again",
e)),t.hidden=!1)}async command(){let{options:{command:t},model:{name:e}}=this.stage;if(t!==void 0||!e)return t??"";try{let s=await fetch(
new URL(`explorer/code/${encodeURIComponent(e)}`,document.baseURI)),{snippets:o}=await s.json();return o.find(({kind:i})=>i===
"shell")?.code??""}catch{return""}}field(t,e,s){let o=p("textarea",{readonly:!0,rows:Math.min(6,Math.ceil(s.length/60)),
id:`st-share-${t}`,spellcheck:"false","data-testid":`share-${t}`,onfocus:()=>o.select()},s);return[p("label",{class:"st-\
share-row",for:o.id},p("span",{},e),o,this.button(`share-copy-${t}`,"Copy",()=>{this.copy(o)}))]}button(t,e,s){return p(
"button",{type:"button",class:"st-btn st-wide","data-testid":t,onclick:s},e)}async copy(t){try{await navigator.clipboard.
writeText(t.value),A(this.said,ks.copied)}catch{t.focus(),t.select(),A(this.said,ks.refused)}}};var Nl=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of the\
 papers"}],Gf="← → step · ? all keys",Kf=220,zo=class{model=new Is;at={it:0,phase:0,part:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";last={
it:null,phase:-1,parts:[]};setAddress=to(()=>!this.away);setLesson=to();early=Rl();act={phase:t=>{let{it:e,phase:s,part:o}=this.
at,i=o+t;if(i>=0&&i<this.parts().length)return this.goto(e,s,null,{forward:t===1,part:i});let[a,r]=this.model.at(this.within(
this.model.starts[e]+s+t));this.goto(a,r,null,{forward:t===1,part:t===1?0:1/0})},iteration:t=>{if(!this.model.its.length)
return;let{it:e,phase:s}=vi(this.at,t,this.model.its.map(({steps:o})=>o.length));this.goto(e,s,null)},seek:t=>{this.stepTo(
t)},to:t=>{this.goto(this.at.it,t,null)},play:()=>{this.timer?this.pause():this.start()},help:()=>{this.controls.help.open?
this.controls.help.close():this.controls.help.showModal()},present:()=>{this.root.classList.toggle("present")?this.root.
requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen(),this.placeDecision(),this.resized()},
rejection:()=>{this.jump(Ti(this.model))},accepted:()=>{this.jump(Cs(this.model,this.at.it))},share:()=>{this.full&&this.
model.its.length&&this.share.open()},find:()=>{this.full&&this.model.its.length&&this.find.open()},picture:t=>{this.savePicture(
t)},release:()=>{this.picked=null,this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(t,e,s)=>this.goto(t,e,s)};linked={
pick:t=>{this.picked=this.model.its[this.at.it].n.id[t],this.hovered=-1,this.refresh(),this.announce()},hover:t=>{t!==this.
hovered&&(this.hovered=t,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:t=>{t?this.graph.root.after(this.attention.
root):this.pictures.append(this.attention.root)}};pictures=p("div",{class:"st-pictures"});graph=new ln(this.model,this.linked);purpose=new wn;attention=new js(
this.model,this.linked);trace=new Nn(this.model,this.moves);text=new jn(this.model,this.moves);find=Ei(this.model,{...this.
moves,at:()=>this.at.it,mark:t=>this.text.mark(t),left:()=>this.controls.focus()});timeline=new Rn(this.model,this.moves);controls=new Ns(
this.model,this.act);legend=rl(this.model);table=ll(this.model,()=>this.refresh());lesson=this.newLessons();share=new Dn(
this);badge=p("span",{class:"st-badge"});say=p("span",{class:"st-say"});said=p("div",{class:"st-said","data-testid":"nar\
ration","aria-live":"polite","aria-atomic":"true"},this.badge,this.say);narration=p("div",{class:"st-narration"},this.said);worth=p(
"b",{class:"st-worth","data-testid":"worth"});about=p("span",{class:"st-about"});voices=Nl.map(({name:t,label:e,help:s})=>p(
"button",{type:"button",class:"st-btn st-small","data-testid":`voice-${t}`,title:s,onclick:()=>{ds("voice",t),this.speak(
t)}},e));note=p("div",{class:"st-message","data-testid":"message",role:"status"},"Opening the recorded run …");wrong=p(
"p",{class:"st-message","data-testid":"wrong-step",role:"alert",hidden:!0});end=p("section",{class:"st-end","data-testid":"\
end-card",hidden:!0});asks=p("summary");serves=p("p",{class:"st-serves","data-testid":"serves"});facts=p("dl",{class:"st\
-facts"});run=p("details",{class:"st-card st-details","data-testid":"run"},p("summary",{},"About this run"),this.facts);changed=Qa(
()=>this.messages.back());tools=p("div",{class:"st-tools"});phone=matchMedia("(max-width: 640px)");wide=matchMedia("(min\
-width: 1200px)");roomy=matchMedia("(min-width: 901px)");tall=matchMedia("(min-height: 801px)");constructor(t,e,s,o){this.
element=t,this.trigger=e,this.root=t.querySelector(".st")||t,this.options={url:s.url!==!1,keys:s.keys!==!1,asks:s.asks!==
!1,command:s.command},this.full=s.compact!==!0,this.messages=new On(this),this.glossary=Ii(this.root,()=>this.model.header.
method),this.inspector=new xn(this.model,this.glossary.explained,this.options.asks?a=>{this.messages.change(a)}:null,(a,r)=>this.
graph.suppose(a,r),a=>this.linked.pick(a),a=>this.goto(a,0,null)),this.motion=new qn(this.root,this.graph.picture,a=>this.
text.viewOf(a)),E(this.tools,p("div",{class:"st-voices",role:"group","aria-label":"Level of detail"},...this.voices),this.
full&&p("button",{type:"button",class:"st-btn st-small st-share-open","data-testid":"share",title:"Share this step (S)",
onclick:()=>this.act.share()},"Share")),this.top=p("header",{class:"st-top",hidden:!0},p("div",{class:"st-what"},this.worth,
this.about),this.full&&p("button",{type:"button",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.
act.present()},"Exit (F)")),this.why=p("details",{class:"st-why",open:!0},this.asks,this.serves,this.end,this.inspector.
root),this.whySides=new Pt(this.why),this.body=this.layOut(),this.root.classList.toggle("compact",!this.full),E(this.root,
this.top,this.changed.root,this.note,this.wrong,this.body,this.glossary.root,this.share.root),xr(this.body),this.listen(),
this.speak(Me("voice")),Object.assign(t,{stage:{focus:()=>this.graph.focus(),present:()=>this.act.present(),state:()=>this.
where(),goto:a=>this.openAt(a),receive:a=>this.messages.receive(a)}}),o?.("value",()=>{s.value&&this.messages.receive(s.
value)}),s.value&&this.messages.receive(s.value)}layOut(){let{full:t,graph:e,controls:s,text:o,timeline:i,trace:a,attention:r}=this;
o.root.append(this.find.root);let l=p("div",{class:"st-left",id:t&&"picture",tabindex:"-1"},this.lesson.chart.root,this.
purpose.root,e.root),c=p("div",{class:"st-body",hidden:!0},s.root,t&&o.root,p("div",{class:"st-main"},l,t&&p("div",{class:"\
st-right"},this.lesson.root,this.why,this.whySides.sign)),this.narration,p("div",{class:"st-foot"},this.legend.root,t&&this.
options.keys&&p("p",{class:"st-quiet st-keyline"},Gf)));return t&&c.append(i.root,Os(this.pictures,{},[a.root,r.root]),o.
beams,this.table.root,this.run),c}listen(){let{root:t,options:e}=this;this.phone.addEventListener("change",()=>this.fold()),
this.wide.addEventListener("change",()=>this.placeTools()),this.placeTools();for(let o of[this.roomy,this.tall])o.addEventListener(
"change",()=>this.placeDecision());this.placeDecision(),this.why.addEventListener("toggle",()=>this.inspect()),this.fold(),
t.addEventListener("stage:supposed",o=>{let{sentence:i}=o.detail;if(this.badge.toggleAttribute("data-supposed",i!==""),!i)
return this.refresh();A(this.badge,"What if?"),E(this.say,this.sentence=i)}),e.url&&addEventListener("popstate",()=>{let{
trace:o}=We();this.away=o!==null&&o!==this.model.name,this.away&&this.pause()}),Mt.watch(t),e.keys&&$i(t,this.act,o=>this.
lesson.key(o)),t.addEventListener("fullscreenchange",()=>{!document.fullscreenElement&&t.classList.contains("present")&&
this.act.present()});let s=new ResizeObserver(()=>this.resized());s.observe(t),s.observe(this.graph.root)}newLessons(){return new An(
{goto:(t,e)=>t===this.model.name&&this.model.its.length?this.openAt(e):void this.messages.fetch({type:"fetch",url:`explo\
rer/open/${t}`,at:e}),close:()=>{this.early.clear(),this.refresh()},shown:t=>{this.root.classList.toggle("teaching",t),this.
at.part=yn(this.parts()),this.fold(),this.placeDecision()},soon:t=>{for(let e of t)e!==this.model.name&&this.early.soon(
`explorer/open/${e}`)},method:()=>this.model.header.method,marker:()=>this.glossary.marker(),changed:(t,e)=>{this.options.
url&&this.setLesson({lesson:t,step:t&&e})}})}placeTools(){this.full&&this.wide.matches&&G().get("embed")!=="1"?this.text.
root.append(this.tools):this.top.insertBefore(this.tools,this.top.querySelector(".st-leave"))}placeDecision(){let{inspector:t,
narration:e,root:s}=this,o=this.full&&this.roomy.matches&&!s.classList.contains("teaching")&&(this.tall.matches||!s.classList.
contains("present"));t.apart=o,o?e.append(t.decision):t.decision.remove(),this.refresh()}fold(){this.why.open=!this.phone.
matches||this.root.classList.contains("teaching")}speak(t){this.model.voice=t==="exact"?"exact":"plain",this.voices.forEach(
(e,s)=>e.setAttribute("aria-pressed",String(Nl[s].name===this.model.voice))),this.refresh()}splits(){return this.full&&!this.
root.classList.contains("teaching")}parts(){let t=this.model.its[this.at.it],{phase:e}=this.at,{last:s}=this;return!t||!this.
splits()?[]:((s.it!==t||s.phase!==e)&&(this.last={it:t,phase:e,parts:Gr(this.model,t,e)}),this.last.parts)}shown(){let t=this.
model.its[this.at.it];return Kr(this.model,t,this.at.phase,this.parts()[this.at.part],e=>this.inspector.inVoice(e))}goto(t,e,s,{
forward:o=!1,part:i=null}={}){if(!this.model.its.length)return;let{scene:a,frame:r}=this.graph,l={...this.at,drawn:this.
graph.step};this.motion.stop();let c=this.model.its[t]?.steps[e]?.phase==="unmerge",h=o&&c?this.graph.view():null,d=this.
model.its.length-1,u=Math.min(d,Math.max(0,t)),f=this.model.its[u].steps.length-1;this.at={it:u,phase:Math.min(f,Math.max(
0,e)),part:0};let m=this.parts();this.at.part=Math.min(i??yn(m),Math.max(0,m.length-1)),this.follow=this.model.live&&u===
d&&this.at.phase===f,this.picked=s,this.hovered=-1,this.answer(""),this.refresh();let g=performance.now(),b=g-this.stepped>
Kf,y=this.graph.scene;this.stepped=g;let w=o&&b&&this.at.it===l.it;w&&this.at.phase===l.phase&&m[this.at.part]==="left"?
this.motion.leftover(this.rate()):w&&this.drawn()===l.drawn+1&&a&&y&&this.move(a,y,this.graph.frame===r,h),this.announce()}move(t,e,s,o){
let{phase:i}=this.model.its[this.at.it].steps[this.at.phase],a=this.rate();if(s)return this.motion.play(t,e,i,a);let r=o&&
this.graph.view();o&&r&&this.motion.split(o,r,a)}rate(){return this.timer?this.controls.rate():1}within(t){return Math.min(
this.model.total()-1,Math.max(0,t))}stepTo(t){if(!this.model.its.length)return;let[e,s]=this.model.at(this.within(t));this.
goto(e,s,null)}jump(t){this.model.its.length&&(typeof t=="string"?this.controls.notify(t):this.goto(t.it,t.phase,t.node))}async savePicture(t){
if(!this.model.its.length)return;this.motion.stop();let{title:e="",method:s}=this.model.header,o=Tl(s,this.at.it+1),i=this.
model.its[this.at.it].steps[this.at.phase],a=this.shown(),r=(this.model.voice==="plain"?i.called:i.title)+(a?.name?`, ${a.
name.toLowerCase()}`:""),l=$l({stage:this.root,graph:this.graph.svg,legend:this.legend.root,sentence:this.say.textContent,
title:`${e||s} · round ${this.at.it+1} of ${this.model.its.length} · ${r}`});t==="svg"?Sl(l,o):await Al(l,o)||this.controls.
notify("This browser could not draw the PNG. Save the picture as SVG instead.")}pointed(){return this.hovered>=0?this.hovered:
this.picked===null?-1:this.model.its[this.at.it].place.get(this.picked)??-1}refresh(){let t=this.model.its[this.at.it];if(!t)
return;this.graph.open(t);let e=t.steps[this.at.phase],s=this.shown(),o=s?.says??e[this.model.voice],i=this.drawn(),a=i<
this.at.phase?this.subject(t):-1;this.graph.show(i,this.view(),this.picked===null?a:t.place.get(this.picked)??-1,this.full?
this.pointed():void 0),this.badge.dataset.phase=Ee(this.parts()[this.at.part])?"target":e.phase,this.badge.toggleAttribute(
"data-failed",i===this.at.phase&&Rs(t,i)),A(this.asks,e.phase==="input"&&this.model.header.round?.length?"How a round wo\
rks":"Why?"),A(this.badge,s?.name||ui(e.phase,this.model.voice)),this.purpose.show(this.model.header.purpose,Oe(this.parts()[this.
at.part])),this.serve(e.phase),this.sentence!==o&&E(this.say,...this.glossary.explained(this.sentence=o)),this.controls.
show(t,this.at.phase,s?.name,i),this.legend.show(t,i),this.full&&(this.inspect(s),this.text.show(t,i),this.timeline.show(
t),this.late||=li(()=>this.drawPictures()),this.point(),this.table.show(t,i)),this.root.toggleAttribute("data-calculates",
this.inspector.apart&&this.model.calculates),Object.assign(this.root.dataset,{it:this.at.it+1,phase:this.at.phase+1,shows:this.
parts()[this.at.part]??"",iterations:this.model.its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.graph.
settle(),this.controls.settle(),this.glossary.gone(),this.full&&(this.timeline.settle(),this.text.settle(),this.whySides.
look())}serve(t){let e=this.splits()?this.model.header.purpose?.serves:void 0,s=this.parts()[this.at.part],o=e?.[s??""]??
e?.[t]??"";this.serves.hidden=!o,E(this.serves,p("b",{},"What for?")," ",...this.glossary.explained(o))}drawPictures(){this.
late=0;let t=this.model.its[this.at.it];t&&(this.attention.show(t,this.drawn()),this.trace.show(t),this.point(),this.trace.
settle(),this.pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.light(this.pointed()),this.
full&&!this.late&&this.attention.point(this.pointed())}inspect(t){let e=this.model.its[this.at.it];if(!e||!this.full||!this.
why.open)return;let s=this.ended()&&this.picked===null;this.end.hidden=!s,this.inspector.root.hidden=s&&this.hovered<0;let o=this.
subject(e),i=this.pointed();this.inspector.part=this.splits()?this.parts()[this.at.part]??"whole":null;let a=i>=0&&i!==o;
this.inspector.show(e,a?i:o,a?this.drawn():this.at.phase,o,Oe(this.parts()[this.at.part])>=0?null:t===void 0?this.shown():
t),this.glossary.gone()}subject(t){let{now:e,phase:s,layer:o,about:i}=t.steps[this.at.phase],a=e.filter(h=>this.graph.draws(
h)),r=s==="layer"&&t.panels.some(h=>h.kind==="width"&&h.layer===o);if(s==="commit"||r)return-1;if(i!==void 0&&this.graph.
draws(i))return i;let l=a.filter(h=>t.n.role[h]!=="input");return(l.length?l:a)[0]??e[0]??-1}start(){this.model.its.length&&
(this.atEnd()&&this.stepTo(0),this.controls.playing(!0),this.tick())}ended(){return this.atEnd()&&!this.model.live&&!!this.
model.summary}atEnd(){return this.model.starts[this.at.it]+this.at.phase>=this.model.total()-1}tick(){let{steps:t}=this.
model.its[this.at.it],{phase:e}=this.at,s=ki(t[e].phase,t[e-1]?.phase,this.sentence.length);this.timer=setTimeout(()=>{if(!this.
root.isConnected||this.atEnd()&&!this.model.live)return this.pause();this.act.phase(1),this.tick()},s/this.controls.rate())}pause(){
clearTimeout(this.timer),this.timer=0,this.controls.playing(!1)}named(){return this.at.part===yn(this.parts())?null:this.
at.part+1}drawn(){return this.at.phase-(Ee(this.parts()[this.at.part])?1:0)}view(){let t=this.parts()[this.at.part];return this.
splits()?Ee(t)?"early":t==="test"||t==="deleted"?t:"left":null}where(){return{name:this.model.name,it:this.at.it+1,phase:this.
at.phase+1,part:this.named(),node:this.picked,iterations:this.model.its.length}}announce(){this.lesson.stands(this.where()),
this.moved();let{it:t,phase:e,part:s,node:o}=this.where(),i=Ds()?{it:null,phase:null,part:null,node:null}:{it:t,phase:e,
part:s,node:o};this.options.url&&this.model.its.length&&!this.away&&this.setAddress({trace:this.model.name||null,...i})}moved(){
let t={...this.where(),title:this.model.header.title??"",chosen:this.chosen};this.root.dispatchEvent(new CustomEvent("st\
age:step",{bubbles:!0,detail:t}))}reached({it:t,phase:e,part:s,node:o}){if(t??e)return{it:t??1,phase:e,part:s,node:o};if(o===
null)return null;let i=this.model.its.findIndex(a=>a.place.has(o));return i<0?{it:1}:{it:i+1,phase:e,node:o}}answer(t){A(
this.wrong,t),this.wrong.hidden=!t}openAt(t){if(!this.model.its.length)return;let e=Math.min(this.model.its.length,Math.
max(1,t?.it||1))-1,s=this.model.its[e],o=t?.node??-1,i=this.model.its.some(r=>r.place.has(o))?o:null,a=i===null?void 0:s.
place.get(i);if(t?.phase)return this.goto(e,t.phase-1,i,{part:t.part&&t.part-1});if(a!==void 0)return this.goto(e,s.fates[a].
at(-1)?.step??0,i);this.goto(e,t?.it?1/0:0,i)}resized(){if(!this.model.its.length||!this.root.checkVisibility())return;let{
frame:t}=this.graph;this.lesson.measure(),this.graph.resized(),this.graph.frame!==t&&this.motion.stop(),this.full&&(this.
timeline.resized(),this.text.resized(),this.trace.resized())}};function Ho(...n){new zo(...n)}var Vf=40;function nt(n){return[...document.querySelectorAll(`${n} [data-testid="stage"]`)].map(e=>{let s=e;for(;s&&!s.stage;)
s=s.parentElement;return s}).filter(e=>e?.stage)}var B=(n,t)=>n.replace(/\{(\w+)\}/g,(e,s)=>String(t[s]));function Pl(n,{dataset:{run:t,iterations:e}},s={}){let o=n.state();t&&(o.name!==t||o.iterations<Number(e))&&n.receive({type:"\
fetch",url:`explorer/open/${t}`,...s})}var Yf=2500,Dl=0;async function he(n,t,e){clearTimeout(Dl);try{await navigator.clipboard.
writeText(n),e(t),Dl=setTimeout(()=>e(""),Yf)}catch{e(n)}}function Cl(n,t={}){let e=()=>[...n.querySelectorAll("[role=tab]")],s=()=>{for(let o of e()){o.tabIndex=o.getAttribute("\
aria-selected")==="true"?0:-1;let i=t[o.textContent?.trim()??""];i&&(o.title=i)}};new MutationObserver(s).observe(n,{subtree:!0,
childList:!0,attributeFilter:["aria-selected"]}),s(),n.addEventListener("keydown",({key:o,target:i})=>{let a=o==="ArrowR\
ight"?1:o==="ArrowLeft"?-1:0,r=e().filter(h=>h.checkVisibility()),l=r.findIndex(h=>h===i);if(!a||l<0)return;let c=r[(l+a+
r.length)%r.length];c.click(),c.focus()})}function _l(n,t,e){document.getElementById("wrong-tab")?.remove(),t!==null&&n?.after(p("p",{id:"wrong-tab",class:"wrong",
role:"alert"},B(e,{tab:t.slice(0,Vf)})))}var Fl="#compare .slot",Qf="#compare .slot.block";var Bl="comparison",Re=()=>G().get(Bl)??"";function zl(n,t){Re()&&t("select",{name:Re()});let e=!1;document.addEventListener(
"stage:step",s=>{let o=s,i=o.target;if(!n.isConnected||e||!i.closest("#compare"))return;e=!0;let{it:a}=o.detail;for(let r of nt(
Fl))!r.contains(i)&&r.stage.state().it!==a&&r.stage.goto({it:a});e=!1})}function Hl(){let n=nt(Fl),t=document.querySelector("#compare-table [data-comparison]"),e=document.querySelectorAll("#co\
mpare-table tr[data-run]"),s=document.querySelectorAll(Qf);e.forEach((o,i)=>{n[i]&&Pl(n[i].stage,o,{at:{it:1}})}),s.forEach(
(o,i)=>{let a=e[i]?.dataset.called;a?o.dataset.called=a:delete o.dataset.called}),Lt({[Bl]:t instanceof HTMLElement?t.dataset.
comparison??"":""}),document.dispatchEvent(new Event("race:runs"))}function Pn(n,t){let e=0,s=n.length;for(;e<s;){let o=e+s>>1;n[o][0]<=t?e=o+1:s=o}return e}function Wl(n){let t=[""];for(let[
,,,e,s]of n)t.push(t[t.length-1].slice(0,e)+s);return t}var Cn=(n,t,e,s=0)=>["draft","target"].map(o=>{let i=l=>+(t*l).toFixed(
2),a=o==="draft"?+(e*.46).toFixed(2):0,r=n.filter(([l])=>l===o);return x("path",{"data-of":o,d:r.map(([,l,c])=>`M${i(l)}\
 ${a}H${Math.max(i(l)+.8,i(c)-s).toFixed(2)}V${e}H${i(l)}Z`).join("")})}),Ne=class{time=0;end=0;speed=1;playing=0;last=0;constructor(t,e,s=1/0){
this.draw=t,this.alive=e,this.most=s}open(t,e){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end:t,speed:e,
time:t})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();
this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(t=>this.tick(t)),this.
draw()}tick(t){if(!this.alive())return;let e=Math.min(this.most,Math.max(0,(t-this.last)/1e3));if(this.time=Math.min(this.
end,this.time+e*this.speed),this.last=t,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
s=>this.tick(s))}};var Ul=1e3,Gl=24,Jf=1.3,Zf=80,Xf=.85,tm=.25,_n=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,Kl=n=>n.replace(
/\n+/g,"↵ ");function em(n,t,{total:e,say:s,prompt:o}){let i=x("svg",{viewBox:`0 0 ${Ul} ${Gl}`,preserveAspectRatio:"n\
one","aria-hidden":"true"},...Cn(n.passes,Ul/e,Gl,Jf)),a=n.frames.map(([,,,y])=>{let w=/^ */.exec(y[0]?.[0]??"")?.[0]??"",
v=y.map(([k,M],$)=>p("span",{"data-by":M},Kl($?k:k.slice(w.length))));return[p("span",{class:"op-lead"},Kl(w)),p("span",
{class:"op-pass"},...v)]}),r=p("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${n.label}`},p("spa\
n",{class:"op-prompt"},C(o.replace(/\s+/g," "),Zf))," ",...a.flat()),l=p("span",{class:"op-end","aria-hidden":"true"},n.
total<Xf*e&&s.finished);l.style.left=`${100*n.total/e}%`;let c=n.result&&p("p",{class:"op-result","data-testid":"opening\
-result"},p("b",{},n.result[0])," ",p("span",{},n.result[1])),h=p("b",{},"0"),d=p("span"),u=p("span"),f=p("span",{class:"\
op-size"}),m=p("div",{class:"op-row","data-testid":"opening-row"},p("div",{class:"op-who"},p("span",{class:"op-pict","ar\
ia-hidden":"true"},t>0&&p("i",{"data-of":"draft"}),p("i",{"data-of":"target"})),p("span",{},n.label,p("small",{},n.about))),
p("div",{class:"op-mid"},p("div",{class:"op-track"},i,l),r),p("div",{class:"op-count"},h," ",d,p("small",{},u,f),c)),g=0;
function b(y){let w=Pn(n.frames,y),v=y>=n.total;for(i.style.clipPath=v?"":`inset(0 ${(100-100*y/e).toFixed(2)}% 0 0)`;g<
w;g++)for(let q of a[g])q.classList.add("on");for(;g>w;)for(let q of a[--g])q.classList.remove("on");let k=w?n.frames[w-
1][2]:0;A(h,String(k)),A(d,k===1?s.once:s.passes);let M=v?n.tokens:w?n.frames[w-1][1]:0,$=s.tokens.replace("{tokens}",String(
M)),S=n.seconds!==null;A(u,S?s.seconds.replace("{seconds}",Math.min(y,n.total).toFixed(e<1?3:2)):""),A(f,`${S?" · ":""}${$}`),
m.toggleAttribute("data-done",v);let O=a[w-1]?.[1];r.scrollTop=v||!O?0:O.offsetTop+O.offsetHeight-r.clientHeight}return{
root:m,draw:b}}var Wo=class{moves=!1;waits=!1;constructor(t,e){this.name=t,this.stage=e}follow(t,e){let s=t&&e;if(s===this.
waits)return;let o=this.stage(),i=o?.state();i?.name!==this.name||!i.iterations||(this.waits=s,this.moves=!0,t&&o?.goto(
s?{it:1,phase:1}:{it:1}),this.moves=!1)}};function Vl(n,t,e){let{say:s,name:o}=t,i=new Wo(o,e),a=t.rows.map((v,k)=>em(v,
k,t)),r=new Ne(m,()=>n.isConnected,tm),l=p("button",{type:"button",class:"op-btn","data-testid":"opening-play",onclick:b}),
c=p("button",{type:"button",class:"op-btn op-main","data-testid":"opening-step",onclick:y},s.step,p("span",{"aria-hidden":"\
true"}," ▸")),h=["guess","pass","draft","target"],{badge:d}=t,u=t.rows.map(v=>v.alt).join(" ");function f(v){n.dataset.
opening=v,m()}function m(){i.follow(n.dataset.opening==="race",r.playing>0);let{time:v,end:k,playing:M}=r,$=n.dataset.opening===
"line";for(let O of a)O.draw(v);n.toggleAttribute("data-playing",M>0);let S=M?s.pause:v>=k||$?s.replay:s.play;A(l,S),l.hidden=
!$&&_n()}function g(){_n()||r.playing||r.toggle()}function b(){if(n.dataset.opening==="race")return r.toggle();r.time=_n()?
r.end:0,f("race"),e()?.goto({it:1}),g()}function y(){r.time=r.end,r.stop(),f("line"),e()?.goto({it:1,phase:1}),scrollTo(
{top:0});let v=document.querySelector("[data-testid='next-phase']");v instanceof HTMLElement&&v.focus({preventScroll:!0})}
function w(v){let{name:k,it:M,phase:$}=v.detail;i.moves||n.dataset.opening!=="race"||k!==o||M===1&&$===t.steps||(r.time=
r.end,r.stop(),f("line"))}return E(n,p("p",{class:"op-lede"},...t.lede.map(([v,k])=>k?p("b",{"data-of":k},v):v)),p("figu\
re",{class:"op-race","data-testid":"opening","aria-label":u},p("div",{class:"op-rows"},...a.map(v=>v.root)),p("div",{class:"\
op-foot"},p("p",{class:"op-keys"},...h.map(v=>p("span",{},p("i",{"data-key":v}),s[v]))),p("div",{class:"op-acts"},l,c),p(
"figcaption",{class:"op-facts"},p("p",{class:"op-claim","data-testid":"opening-claim"},t.exact),p("p",{},p("span",{class:"\
op-badge","data-testid":"opening-badge","data-kind":d.kind},p("b",{},d.name)," ",d.about)," ",p("span",{class:"op-gain",
"data-testid":"opening-gain"},t.gain))))),p("h2",{class:"op-round"},p("span",{class:"op-soon"},s.soon),p("span",{},t.round))),
r.open(t.total,t.total/t.seconds),_n()||(r.time=0),f("race"),g(),document.addEventListener("stage:step",w),()=>{document.
removeEventListener("stage:step",w),r.stop(),E(n),delete n.dataset.opening}}var sm=["it","phase","node","lesson"],Uo=()=>nt("#stage")[0]?.stage,Fn=document.createElement("section");Fn.className="o\
p";Fn.setAttribute("aria-label","Race of the target alone against draft and target");var $s=null,Yl=()=>{};function Go(n){
if(Yl(),Yl=n?Vl(Fn,n,Uo):()=>{},!n)return;({name:$s}=n);let t=Uo()?.state();t?.name===$s&&t.iterations&&t.it===1&&t.phase===
1&&Uo()?.goto({it:1})}async function Ql(n){let t=G(),e=t.get("trace");sm.some(s=>t.has(s))||(t.get("tab")??"explore")!=="explore"||Go(e&&e!==n?.
name?await Jl(e):n)}async function Jl(n){try{let t=await fetch(new URL(`explorer/opening/${encodeURIComponent(n)}`,document.
baseURI));return t.ok?await t.json():null}catch{return null}}function Zl(n){let t=n.closest("#bar")??n;t.prepend(Fn),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${t.clientHeight}px`)).observe(t),document.addEventListener("sta\
ge:step",e=>{nm(e)})}async function nm(n){let{detail:t,target:e}=n;if(!(e instanceof Element)||!e.closest("#stage")||t.name===
$s)return;let s=t.name;if($s=s,Go(null),!t.chosen||e.classList.contains("teaching"))return;let o=await Jl(s);s===$s&&Go(
o)}var om=[.1,.25,.5,1,2,4],De=1e3,Ko=1e3,Xl=4,Vo=class{asked="";clock=new Ne(()=>this.draw(),()=>this.element.isConnected);lanes=[];race=null;play=p(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.clock.toggle()});restart=p("button",{type:"\
button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=0,this.clock.playing||this.clock.toggle()}});scrub=p(
"input",{type:"range",id:"race-clock",min:0,max:Ko,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock.time=
Number(this.scrub.value)/Ko*this.clock.end,this.clock.stop()}});pace=p("select",{id:"race-speed","data-testid":"race-spe\
ed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=p("p",{class:"lt-big race-end",role:"status","data-\
testid":"race-end"});now=p("output",{for:"race-clock"});copied=p("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(
t=>{t.some(({isIntersecting:e})=>e)&&(this.seen.disconnect(),!Re()&&(this.ask(),this.rows().forEach((e,s)=>{let o=nt("#c\
ompare .slot")[s]?.stage;o&&!o.state().name&&o.receive({type:"fetch",url:`explorer/open/${e}`,at:{it:1}})})))});constructor(t){
this.element=t,this.root=t.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{t.isConnected&&this.
clear()}),document.addEventListener("race:runs",()=>{t.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),
this.seen.observe(t)}draw(){if(!this.race)return;let{time:t,end:e,playing:s}=this.clock,o=t>=e;for(let a of this.lanes)a.
draw(t);this.scrub.value=String(e?Math.round(t/e*Ko):0);let i=`${this.seconds(t)} s`;A(this.now,i),this.scrub.ariaValueText=
i,A(this.play,this.race.say[s?"pause":o?"again":"play"]),A(this.result,o?this.race.sentence:"")}seconds(t){return this.clock.
end<.1?t.toFixed(4):t.toFixed(2)}newLane(t,e){let{end:s}=this.clock,o=g=>+(De*g/s).toFixed(2),i=Wl(t.frames),a=p("span"),
r=p("span",{class:"race-counts"}),l=x("rect",{class:"race-now",x:0,y:0,width:3,height:20}),c=x("rect",{class:"race-later",
x:0,y:0,width:De,height:20}),h=x("svg",{class:"race-strip",viewBox:`0 0 ${De} 20`,preserveAspectRatio:"none","aria-hidde\
n":"true"},...Cn(t.passes,De/s,20),c,l),d=p("div",{class:"race-text",tabindex:"0",role:"region","aria-label":t.title},p(
"span",{"aria-hidden":"true",class:"race-room"},i[i.length-1]||" "),a),u=-1,f=g=>{let b=Pn(t.frames,g),y=g>=t.total,w=o(
Math.min(g,t.total));if(l.setAttribute("x",String(Math.min(w,De-3))),c.setAttribute("x",String(w)),c.setAttribute("width",
String(Math.max(0,De-w))),b===u&&!y)return;u=b,A(a,i[b]),d.scrollTop=a.offsetHeight-d.clientHeight;let[,v,k]=b?t.frames[b-
1]:[0,0,0],M=y?[B(e.done,{seconds:this.seconds(t.total)}),t.speed]:[];A(r,[B(e.lane,{tokens:v,passes:k}),...M].filter(Boolean).
join(" · ")),m.toggleAttribute("data-done",y)},m=p("section",{class:"race-lane","data-testid":"race-lane","data-run":t.
name},p("h2",{},t.title," ",p("small",{},t.settings)),r,h,d);return{root:m,draw:f}}open(t){let e=t.say,{clock:s}=this,o=Math.
max(...t.tracks.map(l=>l.total));s.open(o,o<Xl/10?o/Xl:1),this.race=t;let i=t.tracks.map(l=>this.newLane(l,e));this.lanes=
i,E(this.pace,...om.map(l=>p("option",{value:l*s.speed,selected:l===1},`${l}×`))),A(this.restart,e.restart);let a=this.
comparison()!==""&&ze()&&this.copying("link",e.link,e.copied,l=>l),r=a&&this.copying("embed",e.embed,e.embedded,l=>Es(l,
e.title));E(this.root,this.result,p("div",{class:"lt-tools"},this.play,this.restart,a,r,p("label",{class:"race-clock",for:"\
race-clock"},`${e.clock} `,this.now,this.scrub),p("label",{},`${e.speed} `,this.pace)),p("div",{class:"race-lanes"},...i.
map(l=>l.root)),p("p",{class:"race-keys"},...["target","draft"].map(l=>p("span",{},p("i",{"data-of":l}),e[l])),e.intro),
this.copied),this.draw()}copying(t,e,s,o){let i=()=>o(ue({tab:"compare",comparison:this.comparison()}));return p("button",
{type:"button",class:"lt-btn","data-testid":`race-${t}`,onclick:()=>he(i(),s,a=>A(this.copied,a))},e)}async ask(){let t=this.
comparison(),e=t?`comparison=${encodeURIComponent(t)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(e!==this.asked){
this.asked=e;try{let s=await fetch(`explorer/race?${e}`),o=s.ok?await s.json():await s.text();if(this.asked!==e)return;s.
ok?this.open(o):this.refuse(o)}catch{if(this.asked!==e)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(t){
this.race=null,this.clock.stop(),E(this.root,p("p",{role:"alert"},t))}clear(){this.race=null,this.asked="",this.clock.stop(),
E(this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(t=>t.dataset.run)}};function tc(n){new Vo(n)}function im(n,t,e){if(n==="Home")return 0;if(n==="End")return e-1;let s=n==="ArrowRight"?1:n==="ArrowLeft"?-1:0;return s&&
e?(t+s+e)%e:null}function ec(n){let t=n.querySelector("[data-code]"),e=JSON.parse(t.dataset.code||"{}"),s="",o="",i=!1,a=c=>E(
t,p("p",{role:"status","data-testid":"code-why"},c));function r(c){let h=p("p",{"data-testid":"code-note"}),d=p("span",{
role:"status"}),u=p("pre",{tabindex:"0",role:"tabpanel","data-testid":"code"}),f=p("button",{type:"button",class:"lt-btn",
"data-testid":"code-copy",onclick:()=>he(u.textContent??"",e.copied,w=>A(d,w))},e.copy),m=c.map(w=>p("button",{type:"but\
ton",role:"tab",class:"lt-btn","data-kind":w.kind,onclick:()=>g(w.kind)},w.title));function g(w){let v=Math.max(0,c.findIndex(
k=>k.kind===w));o=c[v].kind,m.forEach((k,M)=>{k.setAttribute("aria-selected",String(M===v)),k.tabIndex=M===v?0:-1}),A(u,
c[v].code),u.setAttribute("aria-label",c[v].title),A(h,c[v].note),A(d,"")}function b(w){let v=im(w.key,m.findIndex(k=>k===
w.target),m.length);v!==null&&(w.preventDefault(),m[v].click(),m[v].focus())}let y=p("div",{role:"tablist","aria-label":e.
kinds,onkeydown:b},...m);g(o),E(t,y,u,p("div",{class:"code-foot"},f,d,h))}async function l(){let c=nt("#stage")[0]?.stage.
state().name??"";if(!c)return a(e.nothing);if(c!==s){s=c;try{let h=await fetch(`explorer/code/${encodeURIComponent(c)}`),
d=h.ok?(await h.json()).snippets:await h.text();if(s!==c)return;if(h.ok)return r(d);a(d)}catch{s===c&&a(e.unanswered)}s=
""}}new IntersectionObserver(c=>{i=c.some(({isIntersecting:h})=>h),i&&l()}).observe(t),document.addEventListener("stage:\
step",({target:c})=>{i&&n.isConnected&&c instanceof Element&&c.closest("#stage")&&l()})}var Pe=n=>n.reduce((t,e)=>t+e,0),Ce=n=>{let t=Pe(n);return t>0?n.map(e=>e/t):n.map(()=>0)},Bn=(n,t)=>t>0?Math.min(1,n/t):
1,sc=(n,t)=>n.map((e,s)=>Math.max(0,e-t[s])),nc={right:{accept:Bn,left:sc},"inverse-ratio":{accept:(n,t)=>n>0?Math.min(1,
t/n):1,left:sc},"residual-p":{accept:Bn,left:n=>n},"no-max":{accept:Bn,left:(n,t)=>n.map((e,s)=>Math.abs(e-t[s]))},"doub\
le-subtraction":{accept:Bn,left(n,t){let e=n.map((s,o)=>Math.max(0,s-2*t[o]));return Pe(e)>0?e:n}}};function oc(n,t,e="r\
ight"){let s=nc[e],o=n.map((h,d)=>s.accept(h,t[d])),i=t.map((h,d)=>h*o[d]),a=Ce(s.left(n,t)),r=Pe(t.map((h,d)=>h*(1-o[d]))),
l=a.map(h=>h*r),c=i.map((h,d)=>h+l[d]);return{accept:o,kept:i,alpha:1-r,left:a,drawn:l,out:c,distance:Pe(c.map((h,d)=>Math.
abs(h-n[d])))/2}}function ic(n,t,e){let s=Math.min(1,Math.max(0,e)),o=n.map((a,r)=>r===t?0:a);return(Pe(o)>0?Ce(o):Ce(n.
map((a,r)=>r===t?0:1))).map((a,r)=>r===t?s:a*(1-s))}function ac({p:n,q:t,rule:e}){return[...[n,t].map(o=>o.map(i=>Math.round(
i*1e4)).join(".")),...e==="right"?[]:[e]].join("~")}function rc(n,t){let e=n.split("~"),s=e[2]??"right",o=e.slice(0,2).map(
a=>/^\d{1,5}(\.\d{1,5})*$/.test(a)?a.split(".").map(Number):[]);return o.length===2&&o.every(a=>a.length===t&&Pe(a)>0)&&
e.length<4&&Object.hasOwn(nc,s)?{p:Ce(o[0]),q:Ce(o[1]),rule:s}:null}var Yo=(n,t=Math.random)=>Ce(Array.from({length:n},()=>-Math.
log(1-t()))),lc=(n,t,e,s)=>({note:s,run:{method:"spd",prompt:e,tokens:12,seed:0,settings:{gamma:4}},vocab:[e,...t],eos:null,
target:{"":[0,...n.p]},draft:{"":[0,...n.q]}});var zn=.01,cc=.1,_e=n=>n.toFixed(2),Hn=n=>`${Math.round(100*n)}%`,Qo=class{alpha=p("p",{class:"lt-big","data-testid":"to\
y-alpha"});result=p("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=p("div",{class:"lt-share","aria-hi\
dden":"true"},p("i",{"data-of":"kept"}),p("i",{"data-of":"rejected"}));caption=p("figcaption");rows=p("tbody");help=p("s\
pan",{class:"lt-help"});copied=p("span",{role:"status",class:"lt-help"});constructor(t){this.element=t,this.root=t.querySelector(
"[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let e=G().get("toy")||"",s=rc(e,this.given.words.length);
this.state=s||this.first(),this.columns=this.given.words.map((o,i)=>this.newColumn(o,i)),this.ends=this.given.words.map(
o=>this.newEnd(o)),this.rule=p("select",{id:"toy-rule","data-testid":"toy-rule",onchange:()=>this.change({rule:this.rule.
value})},...this.given.rules.map(({name:o,title:i})=>p("option",{value:o},i))),this.run=p("form",{method:"post",class:"l\
t-form"},p("button",{type:"submit",class:"lt-btn","data-testid":"toy-run"},this.given.say.run)),this.heads=this.given.say.
heads.split("|"),E(this.root,p("h2",{},this.given.say.title),e&&!s&&p("p",{role:"alert"},this.given.say.wrong),p("p",{},
this.given.say.intro),p("div",{class:"lt-charts"},p("figure",{"data-testid":"toy-drag"},this.caption,p("div",{class:"lt-\
cols"},...this.columns.map(({root:o})=>o)),p("p",{class:"lt-keys"},...["kept","surplus","rejected"].map(o=>p("span",{},p(
"i",{"data-of":o}),this.given.say[`key_${o}`])))),p("figure",{"data-testid":"toy-out"},p("figcaption",{},this.given.say.
out),p("div",{class:"lt-cols"},...this.ends.map(({root:o})=>o)),p("p",{class:"lt-keys"},p("span",{},p("i",{"data-of":"p"}),
this.given.say.key_p)))),this.alpha,this.share,this.result,p("div",{class:"lt-tools"},p("label",{for:"toy-rule"},this.given.
say.rule),this.rule,this.help),p("div",{class:"lt-tools"},this.button("reset",()=>this.change(this.first())),this.button(
"random",()=>this.random()),this.button("copy",()=>this.copy()),this.button("save",()=>this.save()),this.given.say.run&&
this.run,this.copied),p("details",{},p("summary",{},this.given.say.exact),p("div",{class:"lt-scroll",tabindex:"0",role:"\
region","aria-label":this.given.say.exact},p("table",{class:"lt-table"},p("thead",{},p("tr",{},...this.heads.map(o=>p("t\
h",{scope:"col"},o)))),this.rows)),p("p",{},this.given.say.formula))),this.draw()}first(){return{p:this.given.p,q:this.given.
q,rule:"right"}}button(t,e){return p("button",{type:"button",class:"lt-btn","data-testid":`toy-${t}`,onclick:e},this.given.
say[t])}change(t){this.state={...this.state,...t},this.draw()}newColumn(t,e){let s=Object.fromEntries(["kept","surplus",
"rejected","p","q"].map(d=>[d,p("i",{"data-of":d})])),o=p("div",{class:"lt-col",onpointerdown:d=>h(d)},...Object.values(
s)),i=p("div",{class:"lt-values","aria-hidden":"true"}),a=d=>p("div",{class:"lt-handle",role:"slider",tabindex:"0","data\
-of":d,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":B(this.given.say[`${d}_of`],
{word:t}),"data-testid":`toy-${d}-${e}`,onkeydown:u=>l(u,d)},p("b",{},d)),r=(d,u)=>this.change({[d]:ic(this.state[d],e,u)}),
l=(d,u)=>{let f=this.state[u][e],m={ArrowUp:f+zn,ArrowRight:f+zn,ArrowDown:f-zn,ArrowLeft:f-zn,PageUp:f+cc,PageDown:f-cc,
Home:0,End:1}[d.key];m===void 0||d.ctrlKey||d.metaKey||d.altKey||(d.preventDefault(),d.stopPropagation(),r(u,Math.round(
100*m)/100))},c={p:a("p"),q:a("q")};o.append(c.p,c.q);let h=d=>{if(d.button)return;let{left:u,width:f,top:m,height:g}=o.
getBoundingClientRect(),y=d.target.closest(".lt-handle");if(!y&&d.pointerType==="touch")return;let w=d.clientX<u+f/2?"p":
"q",v=y?.dataset.of||w,k=c[v],M=y?m+g*(1-this.state[v][e])-d.clientY:0,$=O=>r(v,Math.round(100*(1-(O.clientY+M-m)/g))/100),
S=()=>{k.removeEventListener("pointermove",$)};d.preventDefault(),k.setPointerCapture(d.pointerId),k.addEventListener("p\
ointermove",$),k.addEventListener("lostpointercapture",S,{once:!0}),k.focus({preventScroll:!0}),y||$(d)};return{root:p("\
div",{class:"lt-word"},o,p("div",{class:"lt-name"},t),i),parts:s,handles:c,numbers:i}}newEnd(t){let e=Object.fromEntries(
["kept","surplus","p"].map(o=>[o,p("i",{"data-of":o})])),s=p("div",{class:"lt-values"});return{root:p("div",{class:"lt-w\
ord"},p("div",{class:"lt-col","aria-hidden":"true"},...Object.values(e)),p("div",{class:"lt-name"},t),s),parts:e,numbers:s}}span(t,e,s){
t.style.bottom=`${100*e}%`,t.style.height=`${100*Math.max(0,s-e)}%`}draw(){let{p:t,q:e}=this.state,s=oc(t,e,this.state.rule),
o=this.state.rule==="right",i=s.distance<1e-9;this.columns.forEach(({parts:h,handles:d,numbers:u},f)=>{let m=Math.min(t[f],
e[f]);this.span(h.kept,0,m),this.span(h.surplus,m,t[f]),this.span(h.rejected,m,e[f]),this.span(h.p,0,t[f]),this.span(h.q,
0,e[f]);for(let g of["p","q"]){let b=this.state[g][f];d[g].style.bottom=`${100*b}%`,d[g].ariaValueNow=String(Math.round(
100*b)),d[g].ariaValueText=Hn(b)}E(u,p("span",{"data-of":"p"},`p ${_e(t[f])}`),p("span",{"data-of":"q"},`q ${_e(e[f])}`))}),
this.ends.forEach(({root:h,parts:d,numbers:u},f)=>{this.span(d.kept,0,s.kept[f]),this.span(d.surplus,s.kept[f],s.out[f]),
this.span(d.p,0,t[f]);let m=Math.abs(s.out[f]-t[f])>1e-9;h.toggleAttribute("data-off",m),E(u,p("span",{},_e(s.out[f])),p(
"span",{},`${m?"≠":"="} p ${_e(t[f])}`))});let a=this.given.rules.find(({name:h})=>h===this.state.rule)||this.given.rules[0];
A(this.caption,o?this.given.say.drag:this.given.say.drag_right),A(this.alpha,B(a.kept,{alpha:_e(s.alpha),percent:Hn(s.alpha)}));
let[r,l]=[...this.share.children];r.style.width=`${100*s.alpha}%`,l.style.width=`${100*(1-s.alpha)}%`;let c=o?"same":i?"\
harmless":"broken";A(this.result,B(this.given.say[c],{percent:Hn(s.alpha),rest:Hn(1-s.alpha),distance:_e(s.distance)})),
this.result.toggleAttribute("data-off",!i),this.rule.value=this.state.rule,A(this.help,a.help),E(this.rows,...this.given.
words.map((h,d)=>p("tr",{},p("th",{scope:"row"},h),...[t[d],e[d],s.accept[d],s.kept[d],s.left[d],s.drawn[d],s.out[d]].map(
u=>p("td",{},u.toFixed(3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${mn()}&pair=${encodeURIComponent(this.
pair())}`)}pair(){return JSON.stringify(lc(this.state,this.given.words,this.given.first,this.given.note))}save(){let t=URL.
createObjectURL(new Blob([this.pair()],{type:"application/json"})),e=p("a",{href:t,download:"five-words.json"});document.
body.append(e),e.click(),e.remove(),URL.revokeObjectURL(t)}copy(){he(ue({toy:ac(this.state)}),this.given.say.copied,t=>A(
this.copied,t))}random(){return this.change({p:Yo(this.given.words.length),q:Yo(this.given.words.length)})}};function hc(n){
new Qo(n)}function dc(n){for(let t of n.querySelectorAll("button.upload-container"))t.removeAttribute("aria-label")}function am(n,t,e){
n.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest(t):null;!(o instanceof HTMLAnchorElement)||
s.ctrlKey||s.metaKey||s.shiftKey||s.button||(s.preventDefault(),e(o))})}function pc(n,t){am(n,"a[data-trace]",s=>t("select",{name:s.dataset.trace}));let e=document.getElementById("import-files");
e&&(dc(e),new MutationObserver(()=>dc(e)).observe(e,{childList:!0,subtree:!0})),n.dataset.opens="here"}var de=256,pe=420,rm=250,Jo=46,lm=12,cm=14,hm=206,uc=62,Zo=20,Wn=8,dm=40,Xo=n=>({name:"free",title:n.free,kind:"free",source:n.
source_free,curve:re(1/0),known:null}),fc=(n,t,{gamma:e,batch:s})=>({name:"own",title:n.own,kind:"computed",source:n.source_own,
curve:re(t>1?(e+1)*s/t:1/0),known:null}),Un=(n,{kind:t,known:e},s)=>n[t==="measured"&&s>(e??0)?"kind_extended":`kind_${t}`],
ti=(n,t,e)=>t.known!==null&&e>t.known?n.kind_dashed:Un(n,t,e);function mc(n,{name:t,kind:e,source:s,known:o}){return t===
"free"||t==="own"?s:B(n[`source_${e}`],{source:s,known:o??""})}function gc(n,t,e){let s=({name:i,title:a})=>p("option",{
value:i},a),o=i=>p("optgroup",{label:n[`${i}_group`]},...t.filter(a=>a.kind===i).map(s));return p("select",{"data-testid":"\
worth-machine",onchange:e},s({name:"free",title:n.free}),s({name:"own",title:n.own}),o("measured"),o("computed"))}function bc(n,{
alpha:t,gamma:e,cost:s},o){let i=hl(t,e,s,o,de),[a]=i;if(!a)return B(n.pays_never,{most:de});if(a[0]===1&&a[1]===de)return B(
n.pays_all,{most:de});let r=i.map(([l,c])=>l===c?String(l):B(n.range,{first:l,last:c}));return B(n.pays_some,{ranges:r.join(
", "),most:de})}function wc(n,t,e,{gamma:s,batch:o}){let{curve:i,known:a,kind:r}=e,l=o,c=(s+1)*o,h=i[i.length-1][0],d=Math.
ceil(Math.log2(Math.max(64,c,Number.isFinite(h)?h:0))),u=Array.from({length:8*d+1},(T,I)=>2**(I/8)),f=u.map(T=>[T,Ot(i,T)]),
m=Math.max(2,...f.map(([,T])=>T))*1.08,g=[.5,1,2,5,10,20,50,100,200,500].find(T=>m/T<=5)??1e3,b=a===null?f.length:u.filter(
T=>T<=a).length,{x:y,y:w,grid:v,drawn:k}=Do({left:Jo,right:pe-lm,top:cm,base:hm},f,T=>Math.log2(T)/d,m,g,[1,8,64,512,4096].
filter(T=>T<=2**d),b),M=T=>x("circle",{class:"chosen",cx:y(T),cy:w(Ot(i,T)),r:6}),$=y(c)>pe/2,O=w(Ot(i,l))-w(Ot(i,c))<20&&
y(c)-y(l)<160,q=y(l)>Jo+80;return n.setAttribute("aria-label",[[l,t.time_plain],[c,t.time_check]].map(([T,I])=>`${I}: ${T}\
, ${Ot(i,Number(T)).toFixed(2)}`).join("; ")),E(n,...v,...k,...(r==="measured"?i:[]).map(([T,I])=>x("circle",{class:"dot",
cx:y(T),cy:w(I),r:3.5})),x("text",{x:(Jo+pe)/2,y:rm-4,"text-anchor":"middle"},t.time_axis),M(l),M(c),x("text",{x:y(l)+(q?
-8:4),y:w(Ot(i,l))-(O?29:11),"text-anchor":q?"end":"start"},t.time_plain),x("text",{x:y(c)+($?-10:0),y:w(Ot(i,c))-11,"te\
xt-anchor":$?"end":"middle"},t.time_check)),B(t.time,{kind:ti(t,e,2**d)})}function yc(n,t,e,{alpha:s,gamma:o,cost:i},a){
let r=gt(s,o),l=o*i,c=a.map(w=>bt(o,w,e.curve)),h=Math.max(r,...c.map(w=>l+w)),d=w=>Wn+w/h*(pe-2*Wn-40),u=d(r),f=u>pe/2,
m=26+uc*a.length,g=[],b=w=>(w<u+3&&w+dm>u?u:w)+6,y=a.flatMap((w,v)=>{let k=c[v],M=26+uc*v,$=Dt(s,o,i,k),S=vn(s,i,w,e.curve),
O=B($>1?t.row_pays:t.row_slower,{batch:w,speedup:$.toFixed(2),kind:Un(t,e,(o+1)*w)}),q=S===null?t.row_none:B(t.row_best,
{best:S});return g.push(`${O}, ${q}`),[x("text",{x:Wn,y:M+16},O),x("text",{x:pe-Wn,y:M+16,"text-anchor":"end"},q),x("rec\
t",{class:"drafting",x:d(0),y:M+24,width:d(l)-d(0),height:Zo}),x("rect",{class:"checking",x:d(l),y:M+24,width:d(k)-d(0),
height:Zo}),x("text",{x:b(d(l+k)),y:M+40},(l+k).toFixed(2)),x("line",{class:"until",x1:u,x2:u,y1:M+21,y2:M+27+Zo})]});n.
setAttribute("viewBox",`0 0 ${pe} ${m+4}`),n.setAttribute("aria-label",g.join("; ")),E(n,x("text",{x:u,y:15,"text-anchor":f?
"end":"start"},B(t.without,{tokens:r.toFixed(2)})),...y)}var pm=60,Gn=(n,t,e)=>typeof n=="number"&&n>=t&&n<=e,xc=n=>Number.isInteger(n)&&Gn(n,1,16),um=n=>Array.isArray(n)&&n.length===
2&&xc(n[0])&&Gn(n[1],1,n[0]+1);function vc(n){try{let{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}=JSON.parse(n);return typeof t==
"string"&&t.length<=pm&&Gn(e,0,1)&&xc(s)&&Array.isArray(o)&&o.length>=1&&o.length<=16&&o.every(um)&&typeof i=="boolean"&&
(a===null||Gn(a,0,1))?{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}:null}catch{return null}}var kc=({points:n},t)=>n.
map(([e,s])=>({gamma:e,value:t(e,s),name:"",cls:"imported"}));function $c(n,{name:t,alpha:e,gamma:s,points:o}){let[,i]=o[o.
length-1],[a]=o[o.length-1];return B(n.imported_here,{name:t,gamma:a,tokens:i.toFixed(2),expected:gt(e,Math.min(s,a)).toFixed(
2)})}function Mc(n,{name:t,points:e,measured:s},o,i){if(!s)return"";let r=e.map(([d,u])=>({gamma:d,value:o(d,u)})).reduce(
(d,u)=>u.value>d.value?u:d,{gamma:0,value:1}),l=e[e.length-1][0],c=i??0,h=r.gamma===c?n.imported_same:c>l?n.imported_longer:
n.imported_other;return B(r.gamma?n.imported_best:n.imported_none,{name:t,gamma:r.gamma,speedup:r.value.toFixed(2)})+" "+
B(h,{best:c,longest:l})}function Sc(n,t,e){if(!e)return t?n.import_wrong:"";let s=B(e.measured?n.imported:n.imported_average,
{name:e.name});return e.cost===null?`${s} ${n.imported_cost}`:s}var Vt=420,ei=250,Fe=46,Tc=206,fm=14,Ms=12,mm=7.4,Ac=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];function gm(n,t,e,s){
return Ac.find(([i,a])=>{let r=i>0?n+i:n+i-e,l=t+a+6,c=l-22,h=Array.from({length:Math.ceil(e/4)+1},(d,u)=>r+4*u);return r>=
Fe&&r+e<=Vt-Ms&&c>=0&&l<=Tc&&!h.some(d=>s.some(u=>u(d)>c&&u(d)<l))})??Ac[0]}function si(n,t,e,s,o){let i=Array.from({length:16},
(w,v)=>v+1),a=Math.max(2,...i.map(e.y),...e.points.map(({value:w})=>w))*1.08,r=e.line<=a,l=[4,2,1].find(w=>a>2.2*w)??.5,
{x:c,y:h,grid:d,drawn:u}=kn({left:Fe,right:Vt-Ms,top:fm,base:Tc},i.map(e.y),a,l,[1,4,8,12,16],2.5,e.known),f=[],m=[],g=w=>1+
(w-Fe)/(Vt-Fe-Ms)*15,b=[w=>h(e.y(g(w))),()=>h(e.line)];for(let{gamma:w,value:v,name:k,cls:M}of e.points){let $=c(Math.min(
16,Math.max(1,w))),S=h(v),O=mm*k.length;if(f.push(x("circle",{class:M,cx:$,cy:S,r:M==="imported"?4.5:7})),m.push(`${k||`\
γ ${w}`}: ${v.toFixed(2)}`),!k)continue;let[q,T]=gm($,S,O,b),[I,V]=q>0?[$,$+q+O]:[$+q-O,$];b.push(Y=>Y>=I&&Y<=V?S+T-5:NaN),
f.push(x("text",{x:$+q,y:S+T,"text-anchor":q<0?"end":"start"},k))}let y=e.y(s);n.setAttribute("aria-label",[`${e.label}:\
 ${y.toFixed(2)}, γ ${s}`,...m].join("; ")),E(n,...d,x("text",{x:(Fe+Vt)/2,y:ei-4,"text-anchor":"middle"},t.axis),r&&x(
"line",{class:e.cls,x1:Fe,x2:Vt-Ms,y1:h(e.line),y2:h(e.line)}),r&&x("text",{x:Vt-Ms-2,y:h(e.line)+(e.y(16)>e.line?18:-6),
"text-anchor":"end"},e.note),...u,o!==null&&o!==s&&x("text",{x:c(o),y:h(e.y(o))-8,"text-anchor":o<3||e.points.some(({cls:w})=>w===
"imported")?"start":"end"},t.best),x("circle",{class:"chosen",cx:c(s),cy:h(y),r:6}),...f)}var Oc=n=>n.toFixed(Math.abs(n*100-Math.round(n*100))<1e-6?2:3),bm="10000px",ni=class{machine=Xo({});known={runs:[],papers:[],
here:null};asked="";verdict=p("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=p("p");pays=p("p",{role:"\
status","data-testid":"worth-pays"});basis=p("p",{class:"lt-help","data-testid":"worth-basis"});here=p("p",{"data-testid":"\
worth-here"});own=p("p",{"data-testid":"worth-own"});list=p("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=p(
"tbody");wrong=p("p",{role:"alert"});imported=null;address="";said=p("p",{role:"status","data-testid":"worth-imported"});constructor(t){
this.element=t,this.root=t.querySelector("[data-worth]");let e=JSON.parse(this.root.dataset.worth||"");this.words=e.say,
this.machines=e.machines,this.batches=e.batches,this.alpha=this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=
this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.
slider("batch",this.words.batch,1,de,1,1),this.check=this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),
this.chosen=gc(this.words,this.machines,()=>this.choose()),this.chosen.value=e.machine,this.tokens=this.figure(this.words.
tokens),this.speedup=this.figure(this.words.speedup),this.use=p("button",{type:"button",class:"lt-btn","data-testid":"wo\
rth-use",onclick:()=>this.take()},this.words.use),this.forget=p("button",{type:"button",class:"lt-btn",hidden:!0,"data-t\
estid":"worth-forget",onclick:()=>{Lt({worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.
rounds=this.figure(B(this.words.same_run,{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-round\
s",this.rounds.box.append(p("p",{class:"lt-keys"},...["drafting","checking","without"].map(s=>p("span",{},p("i",{class:s}),
this.words[`key_${s}`])))),E(this.root,p("h2",{},this.words.title),this.said,this.forget,p("p",{},this.words.intro),p("d\
iv",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,p("label",{},this.words.
machine,this.chosen)),this.verdict,this.own,p("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,p("\
h3",{},this.words.batches),p("p",{},this.words.batches_intro),p("div",{class:"lt-charts"},this.time.box,this.rounds.box),
this.pays,this.basis,this.here,this.use,this.wrong,p("p",{class:"lt-help"},this.words.source),p("details",{open:!0},p("s\
ummary",{},this.words.runs),this.list,p("p",{class:"lt-help"},this.words.runs_note)),p("details",{},p("summary",{},this.
words.papers),p("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},p("table",{class:"lt\
-table words"},p("thead",{},p("tr",{},...this.words.papers_heads.split("|").map(s=>p("th",{scope:"col"},s)))),this.papers)))),
this.choose(),new IntersectionObserver(s=>{s.some(({isIntersecting:o})=>o)&&(this.import(),this.look())},{rootMargin:bm}).
observe(this.root),addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage\
:step",()=>{this.root.checkVisibility()&&this.look()})}slider(t,e,s,o,i,a,r=()=>this.draw()){let l=p("output",{for:`wort\
h-${t}`}),c=p("input",{type:"range",id:`worth-${t}`,min:s,max:o,step:i,value:a,oninput:r,"data-testid":`worth-${t}`});return{
input:c,output:l,box:p("label",{for:`worth-${t}`},e,l,c)}}figure(t){let e=x("svg",{class:"lt-plot",viewBox:`0 0 ${Vt} ${ei}`,
role:"img"}),s=p("figcaption",{},t);return{svg:e,caption:s,box:p("figure",{},s,e)}}values(){let[t,e,s,o]=[this.alpha,this.
gamma,this.cost,this.batch].map(i=>Number(i.input.value));return{alpha:t,gamma:e,cost:s,batch:o}}choose(){let t=this.chosen.
value;this.machine=t==="free"?Xo(this.words):this.machines.find(e=>e.name===t)??fc(this.words,Number(this.check.input.value),
this.values()),this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let t=this.values(),{alpha:e,gamma:s,
cost:o,batch:i}=t,{curve:a,known:r}=this.machine,l=bt(s,i,a),c=Un(this.words,this.machine,(s+1)*i);this.check.input.max=
String(s+1),this.check.input.value=String(l);for(let[f,m]of[[this.alpha,Oc(e)],[this.gamma,String(s)],[this.cost,Oc(o)],
[this.batch,String(i)],[this.check,`${l.toFixed(2)}, ${c}`]])A(f.output,m);let h=gt(e,s),d=Dt(e,s,o,l),u=vn(e,o,i,a);A(this.
verdict,B(d<1?this.words.slower:this.words.faster,{tokens:h.toFixed(2),price:(s*o+l).toFixed(2),speedup:d.toFixed(2)})),
A(this.limit,this.limits(t,l,u)),A(this.own,this.ownBest(u)),si(this.tokens.svg,this.words,{label:this.words.tokens,y:f=>gt(
e,f),line:1/(1-e),cls:"most",known:16,note:this.words.ceiling,points:this.points((f,m)=>m,[["tokens",this.words.here,"he\
re"]])},s,null),A(this.speedup.caption,B(this.words.speedup_at,{batch:i,kind:ti(this.words,this.machine,17*i)})),si(this.
speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.words.even,y:f=>Dt(e,f,o,bt(f,i,a)),known:r===
null?16:Math.max(0,Math.floor(r/i)-1),points:this.points((f,m)=>m/(f*o+bt(f,i,a)),i>1?[]:[["speedup",this.words.here_speedup,
"here formula"],["clock",this.words.here_clock,"here"]])},s,u),this.drawBatches(t)}points(t,e){if(this.imported)return kc(
this.imported,t);let s=this.known.here,o=s?.gamma??null;return!s?.chain||o===null?[]:e.flatMap(([i,a,r])=>{let l=s[i];return typeof l==
"number"?[{gamma:o,value:l,name:B(a,{name:s.name}),cls:r}]:[]})}limits({alpha:t,gamma:e},s,o){let i=cl(t,e,s);return(t===
0?this.words.nothing_kept:i<=0?this.words.check_alone:B(this.words.limit,{limit:i.toFixed(2)}))+(o===null?this.words.none_pays:
B(this.words.best_is,{best:o}))}ownBest(t){if(!this.imported)return"";let{cost:e,batch:s}=this.values();return Mc(this.words,
this.imported,(o,i)=>i/(o*e+bt(o,s,this.machine.curve)),t)}drawBatches(t){let{words:e,machine:s}=this;A(this.time.caption,
wc(this.time.svg,e,s,t)),yc(this.rounds.svg,e,s,t,this.batches),A(this.pays,`${bc(e,t,s.curve)} ${e.batches_note}`),A(this.
basis,mc(e,s))}take(){let t=this.known.here;if(this.imported)return this.setImported(this.imported);t?.alpha===null||t?.
gamma===null||t?.cost===null||!t||this.set(t.alpha,t.gamma,t.cost)}set(t,e,s){this.alpha.input.value=String(t),this.gamma.
input.value=String(Math.min(16,Math.max(1,Math.round(e)))),s!==null&&(this.cost.input.value=String(s)),this.draw()}import(){
let t=G().get("worth")??"";if(t===this.address)return;this.address=t;let e=this.imported=vc(t);this.forget.hidden=!e,A(this.
said,Sc(this.words,t,e)),e?this.setImported(e):this.draw(),this.describe(),t&&this.root.scrollIntoView()}setImported(t){
this.batch.input.value="1",this.chosen.value="free",this.set(t.alpha,t.gamma,t.cost),this.choose()}describe(){let t=this.
known.here,e={name:t?.name??"",tokens:t?.tokens.toFixed(2)??""},s=t&&t.chain&&t.alpha!==null&&t.gamma!==null&&t.cost!==null,
o=this.imported&&$c(this.words,this.imported);A(this.here,o||(t?s?B(this.words.measured,{...e,alpha:`${Math.round(100*(t.
alpha??0))}%`,gamma:(t.gamma??0).toFixed(1),cost:(t.cost??0).toFixed(2),expected:gt(t.alpha??0,t.gamma??0).toFixed(2)})+
(t.clock===null?"":` ${B(this.words.clock,{clock:t.clock.toFixed(2)})}`):B(this.words.measured_tree,e):this.words.unmeasured)),
this.use.hidden=!s&&!o,A(this.use,o?this.words.use_imported:this.words.use);let i=Math.max(1,...this.known.runs.map(({tokens:a})=>a));
E(this.list,...this.known.runs.map(({name:a,title:r,tokens:l})=>{let c=p("i",{"aria-hidden":"true"});return c.style.width=
`${100*l/i}%`,p("li",{title:r,"data-here":a===t?.name},p("b",{},a),c,p("span",{},l.toFixed(2)))})),E(this.papers,...this.
known.papers.map(a=>p("tr",{},p("th",{scope:"row"},a.paper),...[a.pair,a.method,a.tokens===null?`${a.speedup?.toFixed(2)}\
×`:`${a.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(r=>p("td",{},r)))))}async look(){let t=nt("#stage")[0]?.
stage.state().name??"";if(!(this.known.runs.length&&t===this.asked&&(this.known.here||!t))){this.asked=t;try{let e=await fetch(
`explorer/worth?run=${encodeURIComponent(t)}`);if(!e.ok)throw new Error(String(e.status));this.known=await e.json(),A(this.
wrong,"")}catch{A(this.wrong,this.words.wrong)}this.describe(),this.draw()}}};function Ec(n){new ni(n)}function Ss(n){if(Array.isArray(n))return n.map(Ss);if(typeof n!="object"||n===null)return n;let{[""]:t,["?"]:e={},...s}=n;
if(!Number.isInteger(t))return Object.fromEntries(Object.entries(n).map(([i,a])=>[i,Ss(a)]));let o=Array.from({length:t},
()=>({}));for(let[i,a]of Object.entries(s)){let r=Ss(a);e[i]?e[i].forEach((l,c)=>{o[l][i]=r[c]}):o.forEach((l,c)=>{l[i]=
r[c]})}return o}var wm="explorer/",Lc="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;<=>?@[]^_`{|}~-",qc=Lc.
length,ym=qc**2-2**13;function xm(n){let t=new Map([...Lc].map((a,r)=>[a,r])),e=[],s=a=>t.get(n[a])??0,o=0,i=0;for(let a=0;a<
n.length;a+=2){let r=s(a)+qc*s(a+1);for(o|=r<<i,i+=a+1>=n.length?7:(r&8191)>=ym?13:14;i>=8;i-=8)e.push(o&255),o>>>=8}return new Uint8Array(
e)}async function vm(n){let t=new Blob([xm(n)]).stream().pipeThrough(new DecompressionStream("gzip")),e=(await new Response(
t).text()).split(`
`);return new Map(e.flatMap((s,o)=>o%2?[]:[[s,e[o+1]]]))}function km(n,t=new URL(".",document.baseURI)){return n.href.startsWith(
`${t.href}${wm}`)?decodeURIComponent(n.pathname.slice(t.pathname.length)+n.search):null}function $m(n){let[,t]=n.split(/[/?]/),
e=t==="code"?"No code is available for a run that was opened from a file.":`The link names a ${t==="race"?"comparison":"\
run or a lesson"} that this site does not have. Choose another one.`;return new Response(["code","race"].includes(t)?e:JSON.
stringify({type:"clear",text:e}),{status:404})}function jc(n){let t=new Map,e=new Map;Object.assign(window,{siteData:(a,r)=>{
t.set(a,r)}});let s=a=>new Promise((r,l)=>{let c=document.createElement("script");c.src=`data/${a}.js`,c.onload=r,c.onerror=
()=>l(new TypeError(`data/${a}.js did not load`)),document.head.append(c)});async function o(a){t.has(a)||await s(a);let r=await vm(
t.get(a)??"");return t.delete(a),r}let i=window.fetch.bind(window);window.fetch=async(a,...r)=>{let l=km(new URL(a instanceof
Request?a.url:a,document.baseURI));if(l===null)return i(a,...r);let c=n[l];if(!c)return $m(l);let h=e.get(c)??o(c);e.set(
c,h);try{let d=JSON.stringify(Ss(JSON.parse((await h).get(l)??"null")));return new Response(d,{headers:{"Content-Type":"\
application/json"}})}catch(d){throw e.delete(c),d}}}var Mm='<script type="application/json" id="trace">',Sm="<\/script>",Be={trace:"This page cannot draw a trace file itsel\
f. Run “python -m explorer export FILE --html page.html”, then open page.html here.",unknown:"This file is not an ex\
ported run. Make one with “python -m explorer export FILE --html page.html”.",large:"This file is larger than 64 MB.\
 Record fewer tokens, then export the run again."};async function Am(n){if(n.size>67108864)throw new Error(Be.large);if(/\.jsonl(\.gz)?$|\.gz$/i.
test(n.name))throw new Error(Be.trace);let t=await n.text();if(t.startsWith('{"kind":"header"'))throw new Error(Be.trace);
let e=null;try{e=JSON.parse(t.split(Mm,2)[1].split(Sm,1)[0])}catch{}if(e?.type!=="open"||!Array.isArray(e.iterations)||!e.
header)throw new Error(Be.unknown);return{...e,name:"",at:{it:1,phase:1}}}function Ic(n,t,e){async function s(o){if(o){e(
"");try{t(await Am(o))}catch(i){e(i instanceof Error&&Object.values(Be).includes(i.message)?i.message:Be.unknown)}}}n.addEventListener(
"change",async()=>{await s(n.files?.[0]),n.value=""}),n.labels?.[0]?.addEventListener("dragover",o=>o.preventDefault()),
n.labels?.[0]?.addEventListener("drop",o=>{o.preventDefault(),s(o.dataTransfer?.files[0])})}function Rc(n,t){let e=[...n.querySelectorAll("[role=tab]")],s=c=>c.dataset.tab??"",o=s(e[0]);function i(c,h=null){_l(n.
closest("header")??n,h,n.dataset.wrong??"");for(let d of e){let u=s(d)===c;d.setAttribute("aria-selected",String(u));let f=document.
getElementById(d.getAttribute("aria-controls")??"");f&&(f.hidden=!u)}t(c)}function a(){let c=G();return c.get("tab")??(c.
has("toy")?"learn":c.has("comparison")&&!c.has("trace")?"compare":o)}function r(){let c=a(),h=e.some(d=>s(d)===c);i(h?c:
o,h?null:c)}function l(c){if(c===a())return i(c);Lt({tab:c===o?null:c,toy:null,comparison:null},!0),i(c)}for(let c of e)
c.addEventListener("click",()=>l(s(c)));return addEventListener("popstate",r),Cl(n),r(),{go:l}}function Nc(){let n=matchMedia("(prefers-color-scheme: dark)"),t=G().get("__theme"),e=()=>document.body.classList.toggle(
"dark",t?t==="dark":n.matches);n.addEventListener("change",e),e()}var ot=n=>document.getElementById(n),Kn=n=>document.getElementById(n),oi=()=>{};function Dc(n){let t=document.getElementById(
`table-${n}`),e=ot("compare-table");document.dispatchEvent(new Event("race:begun")),e.replaceChildren(t instanceof HTMLTemplateElement?
t.content.cloneNode(!0):p("div",{"data-comparison":n}));let s=e.querySelectorAll("tr[data-run]").length;document.querySelectorAll(
"#compare .slot").forEach((o,i)=>o.toggleAttribute("hidden",i>=s)),t&&(Kn("comparisons").value=n),Hl()}function Tm(n){let t=document.
querySelector(".slots template");t instanceof HTMLTemplateElement&&t.replaceWith(t.content),tc(ot("race"));for(let e of document.
querySelectorAll("#compare .slot"))Ho(e,oi,{url:!1,keys:!1,compact:!0,asks:!1},null);zl(ot("compare"),oi),Kn("comparison\
s").addEventListener("change",()=>Dc(Kn("comparisons").value)),Dc(Re()||n)}async function Om({start:n,race:t,files:e,comparison:s}){
Nc();let o=G().get("embed")==="1";document.body.classList.toggle("embed",o),e&&jc(e);let i=ot("stage"),a=Kn("runs"),r=new Set;
o||(Zl(ot("bar")),await Ql(t)),Ho(i,oi,{value:n,asks:!1},null);let l=Rc(ot("tablist"),d=>{r.has(d)||(r.add(d),d==="learn"?
(hc(ot("learn-toy")),Ec(ot("learn-worth"))):d==="compare"&&Tm(s))});function c(d){l.go("explore"),nt("#stage")[0]?.stage.
receive(d)}let h=d=>c({type:"fetch",url:`explorer/open/${encodeURIComponent(d)}`,at:{it:1,phase:1},chosen:!0});a.addEventListener(
"change",()=>h(a.value)),addEventListener("popstate",()=>{let d=G().get("trace"),u=nt("#stage")[0]?.stage;d&&d!==u?.state().
name&&u?.receive({type:"start",trace:d,chosen:!0})}),i.addEventListener("stage:step",d=>{let{name:u,title:f}=d.detail,m=[
...a.options].some(({value:g,hidden:b})=>g===u&&!b);a.value=m?u:"",m||A(ot("unlisted"),f||"Another run")});for(let d of document.
querySelectorAll("[data-lessons]"))d.addEventListener("click",()=>c({type:"lesson"}));ot("present").addEventListener("cl\
ick",()=>nt("#stage")[0]?.stage.present()),ec(ot("reproduce")),pc(ot("traces"),(d,u)=>h(u.name)),Ic(ot("file"),c,d=>A(ot(
"refused"),d)),o&&Em(ot("whole"))}function Em(n){let t=()=>{let e=new URL(location.href),s=G();s.delete("embed"),e.hash=
"",e.search=s.toString(),n.href=e.href};for(let e of["pointerdown","focus"])n.addEventListener(e,t);t()}Om(JSON.parse(ot(
"given").textContent??""));})();
