"use strict";(()=>{function ns(n,t,e){for(let[s,o]of Object.entries(t))o==null||o===!1||(typeof o=="function"?n.addEventListener(s.slice(2),
o):n.setAttribute(s,o===!0?"":String(o)));return n.append(...ko(e)),n}var ko=n=>n.filter(t=>t!=null&&t!==!1),h=(n,t={},...e)=>ns(
document.createElement(n),t,e),y=(n,t={},...e)=>ns(document.createElementNS("http://www.w3.org/2000/svg",n),t,e),A=(n,...t)=>n.
replaceChildren(...ko(t));function Me(n,t){let e=new Set(t);for(let o of[...n.children])e.has(o)||o.remove();let s=n.firstElementChild;
for(let o of t)o===s?s=s.nextElementSibling:n.insertBefore(o,s)}function I(n,t){for(let[e,s]of Object.entries(t))n.getAttribute(
e)!==String(s)&&n.setAttribute(e,String(s))}function M(n,t){let e=n.firstChild;n.textContent!==t&&(e instanceof Text&&e===
n.lastChild?e.data=t:n.textContent=t)}var vo=n=>requestAnimationFrame(()=>setTimeout(n)),xo=new Map,ss=null;function ft(n,t){
let e=`${t}\0${n}`,s=xo.get(e);if(s!==void 0)return s;if(ss??=document.createElement("canvas").getContext("2d"),!ss)return 0;
ss.font=t;let{width:o}=ss.measureText(n);return xo.set(e,o),o}var mt=(()=>{let n=s=>`${s.screenX} ${s.screenY}`,t="",e="";
return{watch(s){let o=i=>{if(!s.isConnected)return document.removeEventListener("mousemove",o,!0);e=t,t=n(i)};document.addEventListener(
"mousemove",o,{capture:!0,passive:!0})},moved:s=>n(s)!==(s.type==="mousemove"?e:t)}})();var Se=()=>/^https?:$/.test(location.protocol),$o=()=>location.hash.includes("=")&&(!location.search||!Se()),H=()=>new URLSearchParams(
$o()?location.hash.slice(1):location.search);function $t(n,t=!1){let e=H(),s=new URL(location.href),o=e.toString();for(let[
i,a]of Object.entries(n))a===null||a===""?e.delete(i):e.set(i,String(a));if(e.toString()!==o){s.search=e.toString(),$o()&&
(s.hash="");try{t?history.pushState(history.state,"",s):history.replaceState(history.state,"",s)}catch{history.replaceState(
history.state,"",`#${e}`)}}}function Xt(n){let t=new URL(location.href);t.search=t.hash="";for(let[e,s]of Object.entries(
n))s!==null&&t.searchParams.set(e,String(s));return t.href}function os(n,t,e=640){let s=new URL(n);return s.searchParams.
set("embed","1"),h("iframe",{src:s.href,title:t,width:"100%",height:e,loading:"lazy",frameborder:0,allow:"fullscreen; cl\
ipboard-write"}).outerHTML}var is=(n,t)=>(t==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).test(n??"")?Number(n.replace("n","")):null;var yl={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},xl=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,kl="\
\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",vl="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",$l=new RegExp(`\
(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${kl}]|${vl})`,"gsu"),gn="⁨",bn="⁩",Ml=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
it=n=>n.replace($l,t=>t===" "||t===`
`?t:`⟨U+${(t.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function Ot(n){if(xl.test(n))return n;
let t=it(n.replace(/[ \n\t\r\u00a0]/g,e=>yl[e]));return Ml.test(t)?gn+t+bn:t}var Sl=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,
Al=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),Tl=n=>n<128?1:n>=240?4:n>=224?3:2;function El(n){let t=[];for(let e=0;e<
n.length;){let s=Tl(n[e]);try{t.push([Al.decode(Uint8Array.from(n.slice(e,e+s))),e]),e+=s}catch{t.push([`⟨${n[e].toString(
16).toUpperCase().padStart(2,"0")}⟩`,e]),e+=1}}return t}function as(n){let t=[],e=[],s=[],o=()=>{t.push(...El(e).map(([
i,a])=>({text:i,index:s[a]}))),e=[],s=[]};return n.forEach((i,a)=>{let r=Sl.exec(i)?.[1].split(" ").map(l=>parseInt(l,16));
if(r){e.push(...r),s.push(...r.map(()=>a));return}o(),t.push({text:i,index:a})}),o(),t}function Mo(n){let t=n.startsWith(
gn)&&n.endsWith(bn);return[Array.from(t?n.slice(1,-1):n),e=>t?gn+e+bn:e]}function C(n,t){let[e,s]=Mo(n);return e.length>
t?s(e.slice(0,t-1).join("")+"…"):n}function ot(n,t){let[e,s]=Mo(n);return e.length>t?s("…"+e.slice(1-t).join("")):n}
var So=1e-12;function E(n,t=2){if(n==null)return"–";if(n===0||n===1)return String(n);if(Number.isInteger(n)&&Math.abs(
n)<1e7)return n.toLocaleString("en");let e=Math.abs(n);return e<So?"0":e<1e-4||e>=1e5?n.toExponential(1).replace("e+","e"):
e<1&&e>=.995?String(Math.min(+n.toFixed(5),.99999)).slice(0,6):e<.1?String(+n.toPrecision(t)):e<1?n.toFixed(t).replace(/(\.\d\d+?)0+$/,
"$1"):String(+n.toPrecision(4))}var N=n=>E(n).replace(/^0\./,".");function P(n){return n==null?"–":n<So?"0%":n>=.995&&
n<1?">99%":n>=95e-5?`${(100*n).toFixed(n>=.0995?0:1)}%`:n>=1e-6?`${+(100*n).toPrecision(1)}%`:"≈0%"}var B=(n,t,e=E)=>n===
"plain"?P(t):e(t),Ae=(n,t,e)=>n==="plain"?`${+(100*t).toFixed(e)}%`:String(+t.toFixed(e+2));function Bt(n){return n>=1?n.
toFixed(n<10?2:1)+" s":n>=.001?(n*1e3).toFixed(n<.01?1:0)+" ms":(n*1e6).toFixed(0)+" µs"}var R=(n,t,e=`${t}s`)=>`${n.toLocaleString(
"en")} ${n===1?t:e}`;var te={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d8894",dark:"\
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
sampled from p",plain:"sampled by the target",sign:"★",look:"black",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,
dash:"",help:"The target sampled it from its own probabilities because there was no draft token here, or none was accept\
ed."},{name:"greedy",label:"greedy choice",plain:"most likely token",sign:"★",look:"black",glyph:"star",filled:!0,strength:8,
colour:"blue",tint:!0,dash:"",help:"It is the target’s most likely token. Nothing is random."},{name:"chosen",label:"c\
hosen",sign:"●",look:"black",glyph:"disc",filled:!0,strength:9,colour:"ink",tint:!0,dash:"",help:"The target chose it \
as one of the likeliest continuations: a beam of beam search, or MTJD’s best beam."},{name:"own",label:"target’s token",
sign:"☆",look:"hollow",glyph:"star",filled:!1,strength:8,colour:"ink",tint:!1,dash:"1.5 3",help:"The target wrote it. \
The file of another program does not say how the target chose it."}],groups:[{name:"draft",label:"Draft"},{name:"check",
label:"Check"},{name:"decide",label:"Decide"},{name:"commit",label:"Write"}],phases:[{name:"input",label:"input",plain:"\
start",group:"draft",colour:"grey"},{name:"draft",label:"draft",group:"draft",colour:"amber"},{name:"exit",label:"exit",
group:"draft",colour:"amber"},{name:"merge",label:"merge",group:"draft",colour:"pink"},{name:"unmerge",label:"unmerge",group:"\
draft",colour:"pink"},{name:"select",label:"select",group:"draft",colour:"amber"},{name:"target",label:"target pass",group:"\
check",colour:"blue"},{name:"layer",label:"layer width",group:"check",colour:"blue"},{name:"prefix",label:"prefix test",
group:"decide",colour:"yes"},{name:"verify",label:"test",group:"decide",colour:"yes"},{name:"orphaned",label:"orphaned",
group:"decide",colour:"mute"},{name:"unused",label:"unused",group:"decide",colour:"grey"},{name:"residual",label:"residu\
al",group:"decide",colour:"blue"},{name:"bonus",label:"bonus",group:"decide",colour:"blue"},{name:"fill",label:"fill-in \
beam",group:"decide",colour:"blue"},{name:"drawn",label:"sampled from p",group:"decide",colour:"blue"},{name:"greedy",label:"\
greedy choice",group:"decide",colour:"blue"},{name:"chosen",label:"chosen",group:"decide",colour:"ink"},{name:"own",label:"\
target’s token",group:"decide",colour:"ink"},{name:"commit",label:"commit",group:"commit",colour:"ink"}],origins:[{name:"\
chosen",label:"chosen by the target",colour:"grey",tint:"grey",line:"solid"},{name:"drawn",label:"sampled by the target",
colour:"blue",tint:"grey",line:"solid"},{name:"greedy",label:"greedy choice",colour:"blue",tint:"grey",line:"dotted"},{name:"\
own",label:"target’s token",colour:"ink",tint:"grey",line:"dashed"},{name:"draft",label:"accepted draft token",colour:"\
yes",tint:"yes",line:"solid"},{name:"merged",label:"accepted through a merged node",colour:"pink",tint:"pink",line:"dott\
ed"},{name:"residual",label:"residual token",colour:"blue",tint:"blue",line:"solid"},{name:"bonus",label:"bonus token",colour:"\
blue",tint:"blue",line:"double"},{name:"fill",label:"extra beam (fill-in)",colour:"blue",tint:"blue",line:"dashed"}]};var ee=new Map(te.states.map(n=>[n.name,n])),wn=new Map(te.origins.map(n=>[n.name,n])),Ll=te.glyphs;function Y(n){let t=ee.
get(n);if(!t)throw new Error(`states.json has no state ${n}`);return t}function gt(n,t){let{label:e,plain:s}=Y(n);return t===
"plain"&&s?s:e}var Ao=n=>n.reduce((t,e)=>Y(e).strength>Y(t).strength?e:t),ql=new Map(te.phases.map(n=>[n.name,n])),se=n=>ql.
get(n)??{name:n,label:n.replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},jl=new Map(te.groups.map(({name:n,
label:t})=>[n,t])),Te=n=>jl.get(n)??n;function To(n,t){let{label:e,plain:s,group:o}=se(n);return t==="exact"?e:s??Te(o)}
var lt=n=>Ll[Y(n).glyph],Il=(n,t)=>y("path",{d:lt(n),class:"st-g","data-kind":n,transform:`scale(${t})`}),Z=n=>y("svg",{
viewBox:"-8 -8 16 16",width:16,height:16,class:"st-icon","aria-hidden":"true"},Il(n,5.4));var yn=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{upTo:1/0,
cell:5,font:0,chars:0}],Eo=yn[yn.length-1],Oo={rows:[],sees:[],cached:[],starts:[]},rs=class{info=h("span",{class:"st-qu\
iet","data-testid":"mask-size"});order=h("select",{class:"st-speed st-small","data-testid":"mask-order","aria-label":"Ro\
w order",onchange:()=>this.redo()},h("option",{value:"pass"},"as in the pass"),h("option",{value:"depth"},"depth first, \
tree by tree"));box=h("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=h("p",{class:"st-mask-\
say","data-testid":"mask-say","aria-live":"polite"});keys=h("div",{class:"st-mask-keys","aria-hidden":"true"},h("span",{
"data-of":"on"},"may attend"),h("span",{"data-of":"itself"},"itself"),h("span",{"data-of":"off"},"masked (another branch\
)"));pin=h("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"false",title:"Show t\
he mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=h("p",{class:"st-quiet st-mas\
k-why"});root=h("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.redo()},h("s\
ummary",{},"Attention mask of the target pass"),h("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,this.
keys),h("div",{class:"st-mask-body"},this.box,h("div",{class:"st-mask-words"},this.say,this.why)));paths=y("g");ring=y("\
path",{class:"st-mask-ring"});across=y("rect",{visibility:"hidden",x:0});down=y("rect",{visibility:"hidden",y:0});it=void 0;mask=Oo;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=Eo;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("mousemove",s=>{this.svg&&mt.moved(s)&&e.hover(this.at(s))}),this.box.addEventListener(
"mouseleave",s=>{mt.moved(s)&&e.hover(-1)}),this.box.addEventListener("click",s=>{this.at(s)>=0&&e.pick(this.at(s))}),this.
box.addEventListener("blur",()=>e.hover(-1)),this.box.addEventListener("keydown",s=>{let o=s.key==="ArrowDown"?1:s.key===
"ArrowUp"?-1:0;if(s.key==="Enter"&&this.pointed>=0)e.pick(this.rows[this.pointed]);else if(o&&this.svg){let i=this.pointed<
0&&o<0?this.rows.length:this.pointed;do i+=o;while(i>=0&&i<this.rows.length&&this.it.born[this.rows[i]]>this.phase);i>=0&&
i<this.rows.length&&(e.hover(this.rows[i]),this.reveal(i))}else return;s.preventDefault(),s.stopPropagation()})}togglePin(){
this.pinned=!this.pinned,this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){
let t=this.mask.rows.map((s,o)=>o);if(this.order.value==="depth"){let s=new Map(this.it.lay.at.map((o,i)=>[o,this.it.lay.
row[i]]));t.sort((o,i)=>(s.get(this.mask.rows[o])??0)-(s.get(this.mask.rows[i])??0))}this.heads=this.mask.cached.length;
let e=new Map(t.map((s,o)=>[s+this.heads,o+this.heads]));this.rows=t.map(s=>this.mask.rows[s]),this.sees=t.map(s=>this.mask.
sees[s].map(o=>e.get(o)??o)),this.rowOf=new Map(this.rows.map((s,o)=>[s,o]))}word(t){return this.model.wordAt(this.it,t)}cachedTokens(){
return this.mask.cached.reduce((t,e)=>t+e.size,0)}cachedText(t){return t.end===null?it(this.model.header.prompt||"the pr\
ompt"):this.model.phrase(this.model.path(null,t.end).slice(-t.size).map(({token:e})=>e))}build(){this.size=yn.find(g=>this.
rows.length<=g.upTo)||Eo;let{cell:t,font:e,chars:s}=this.size,o=e>0,i=o&&t>=14,a=this.rows.map(g=>o?C(this.word(g),s):""),
r=g=>ft(g,`${e}px sans-serif`),l=Math.max(0,...a.map(r)),c=this.mask.cached.map((g,b)=>`${g.end===null?"prompt":this.sees.
every(w=>w.includes(b))?"text":"own"} · ${g.size}`);this.left=o?Math.ceil(l)+t+14:8,this.top=i?Math.ceil(.87*Math.max(l,
...c.map(r))+16):20;let d=this.left;this.columns=[...this.mask.cached.map(g=>({tokens:g.size,x:0,wide:Math.max(t,26)})),
...this.rows.map(()=>({tokens:1,x:0,wide:t}))],this.columns.forEach((g,b)=>{b===this.heads&&(d+=6),g.x=d,d+=g.wide});let p=Math.
ceil(d+(i?this.top*.5:8)),u=this.top+this.rows.length*t+8;this.svg=y("svg",{width:p,height:u,viewBox:`0 0 ${p} ${u}`,class:`\
st-mask-svg${t<11?" small":""}`,"aria-hidden":"true"},...this.plane(d)),this.labels=this.rows.map((g,b)=>o?this.label(g,
b,a[b],i):null),this.svg.append(...this.labels.flatMap(g=>g?[g.side,...g.head?[g.head]:[]]:[]),...this.mask.cached.map((g,b)=>this.
cap(g,this.columns[b],c[b],i))),A(this.box,this.svg),this.drawn="",this.pointed=-1;let f=this.mask.starts.length,m=this.
cachedTokens();M(this.info,`${R(this.rows.length,"row")} × ${R(m+this.rows.length,"key")} (${m} cached), ${f===1?"one p\
ass":`${f} passes`}`),this.box.setAttribute("aria-label",`Attention mask: ${R(this.rows.length,"token")} scored by the t\
arget after ${R(m,"cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`),this.explain()}plane(t){
let{cell:e}=this.size,s=this.rows.length*e,o=this.columns[0].x,i=l=>`${this.top+l*e}H${t}`;this.across.setAttribute("hei\
ght",String(e)),this.across.setAttribute("width",String(t)),this.down.setAttribute("width",String(e)),this.down.setAttribute(
"height",String(this.top+s));for(let l of[this.across,this.down])l.setAttribute("visibility","hidden");this.ring.setAttribute(
"d",""),A(this.paths);let a=e<11?[]:[...Array(this.rows.length+1).keys()].map(l=>`M${o} ${i(l)}`).concat(this.columns.map(
({x:l,wide:c})=>`M${l} ${this.top}v${s}M${l+c} ${this.top}v${s}`)),r=this.order.value==="pass"?this.mask.starts.slice(1).
map(l=>`M${o-4} ${i(l)}`):[];return[y("rect",{class:"st-mask-frame",x:o,y:this.top,width:t-o,height:s}),y("path",{class:"\
st-mask-grid",d:a.join("")}),y("g",{class:"st-mask-band"},this.across,this.down),this.paths,y("path",{class:"st-mask-cut",
d:r.join("")}),this.ring]}label(t,e,s,o){let{cell:i,font:a}=this.size,r=i/2+a*.35,l=()=>y("title",{},this.word(t)),c=y("\
path",{class:"st-g",transform:`translate(${this.left-i/2-2} ${i/2}) scale(${i*.26})`}),d=y("g",{class:"st-mask-row",transform:`\
translate(0 ${this.top+e*i})`,"data-row":this.it.n.id[t]},l(),y("text",{x:this.left-i-4,y:r,"text-anchor":"end","font-si\
ze":a},s),c),p=`translate(${this.columns[this.heads+e].x+i*.7} ${this.top-5}) rotate(-60)`;return{side:d,mark:c,head:o?y(
"text",{class:"st-mask-head",transform:p,"font-size":a},l(),s):null}}cap(t,{x:e,wide:s},o,i){let a=y("title",{},`${R(t.size,
"token")}: ${C(this.cachedText(t),300)}`),r="st-mask-head cached";return i?y("text",{class:r,transform:`translate(${e+s*
.65} ${this.top-5}) rotate(-60)`,"font-size":this.size.font},a,o):y("text",{class:r,x:e+s/2,y:this.top-6,"text-anchor":"\
middle","font-size":12},a,String(t.size))}explain(){let t=this.model.header.tree_mode?.target,e=new Set(this.mask.sees.map(
a=>a.find(r=>r>=this.heads))).size,s=this.mask.starts.length>1?"in a few passes":"in one pass",o=this.mask.cached.length>
2?" Where beams differ, each has its own columns.":e>1?" Separate blocks are separate trees.":"",i=this.rows.length===1?
"The target reads one token. It may attend to everything before it, so nothing is masked.":`Each row may attend to the t\
ext so far, its own ancestors and itself, but not to other branches. So ${this.rows.length} tokens are scored ${s} as if\
 each branch were alone.${o}`;M(this.why,!t||t==="tree"?i:`${i} This model does not support tree masks (${t}), so its pa\
ths are run separately with the same result.`)}paint(){let{cell:t}=this.size,e=t>=11?1:0,s=t-e,o=this.rows.map(r=>this.it.
born[r]<=this.phase?this.model.fate(this.it,r,this.phase):null),i=o.map(r=>r?r.state:"").join();if(i===this.drawn)return;
this.drawn=i;let a=new Map;o.forEach((r,l)=>{let c=this.labels[l];if(c&&this.dress(c,r),!r)return;let d=this.top+l*t+e/2,
p=a.get(r.state)||{others:"",own:""};for(let u of this.sees[l])if(u!==this.heads+l){let{x:f,wide:m}=this.columns[u];p.others+=
`M${f+e/2} ${d}h${m-e}v${s}h${e-m}z`}p.own+=`M${this.columns[this.heads+l].x+e/2} ${d}h${s}v${s}h${-s}z`,a.set(r.state,p)}),
A(this.paths,...[...a].map(([r,{others:l}])=>y("path",{class:"st-cell","data-state":r,d:l})),...[...a].map(([r,{own:l}])=>y(
"path",{class:"st-cell self","data-state":r,d:l})))}dress({side:t,mark:e,head:s},o){for(let i of[t,s])i?.setAttribute("v\
isibility",o?"visible":"hidden");if(o){e.setAttribute("d",lt(o.state)),e.setAttribute("data-kind",o.state);for(let i of[
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
heads).reduce((r,l)=>r+this.columns[l].tokens,0),i=[s.length>12&&`${R(s.length-12,"ancestor")} not shown`,...s.slice(-12).
map(r=>`“${this.word(r)}”`)].filter(Boolean).join(", "),a=[o?`${R(o,"cached token")}, `:"",s.length?`${i} and `:""].
join("");M(this.say,`Row ${this.pointed+1}, “${this.word(t)}” (${this.model.called(this.model.fate(this.it,t,this.phase))}\
), may attend to ${a}itself: ${o+s.length+1} of ${this.cachedTokens()+this.rows.length} keys.`)}at(t){if(!this.svg)return-1;
let e=this.svg.getBoundingClientRect(),s=t.clientX-e.left,o=Math.floor((t.clientY-e.top-this.top)/this.size.cell),i=this.
columns.findIndex(r=>s>=r.x&&s<r.x+r.wide),a=this.rows[o]??(o<0&&i>=this.heads?this.rows[i-this.heads]:-1);return a>=0&&
this.it.born[a]<=this.phase?a:-1}redo(){if(!this.it||!this.root.open||this.root.hidden)return;let t=this.rows[this.pointed]??
-1;this.arrange(),this.build(),this.shown=this.it.i,this.paint(),this.describe(),this.point(t)}show(t,e){if(this.it=t,this.
mask=this.it.mask||Oo,this.phase=e,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.
shown!==this.it.i)this.redo();else{let s=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(s),this.describe()}}reset(){
this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,A(this.box),M(this.say,""),this.root.hidden=!0}};var Rl={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},Dl=-2,Lo=(n,t,e)=>n.n.shares?.[t]?.findLast(([s])=>s<=e);function Nl(n){
let{n:t}=n,e=t.id.length,s=new Map(t.id.map((f,m)=>[f,m])),o=new Array(n.verdicts.length).fill(n.steps.length-1);n.steps.
forEach((f,m)=>f.verdicts.forEach(g=>o[g]=m));let i=t.id.map(()=>[]),a=t.id.map(()=>[]);n.verdicts.forEach((f,m)=>i[f.place].
push(m));for(let f of i)f.sort((m,g)=>o[m]-o[g]);t.parent.forEach((f,m)=>{let g=s.get(f);g!==void 0&&a[g].push(m)});let r=new Array(
e).fill(!1);for(let f of n.path)r[f]=!0;let l=t.fates.map(f=>f.map(([m,g,b,x,w,k,v])=>({step:m,state:g,verdict:b,second:x,
times:w,told:k,plain:v}))),c=t.origin?t.origin.filter((f,m)=>f!==null&&f!==t.id[m]).length:0,d=!n.shares&&t.role.every((f,m)=>f!==
"draft"||i[m].some(g=>n.verdicts[g].p!==void 0||n.verdicts[g].state==="not_sent")),p=0,u=n.steps.map(({phase:f,verdicts:m,
layer:g})=>p=Math.max(p,m.length||f==="layer"?g??0:0));return{...n,size:e,place:s,fates:l,children:a,judged:i,stepOf:o,deepest:u,
onPath:r,replicas:c,scored:d}}var ls=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];columns=0;calculates=!1;open(t){let e=t.header||{method:"",deciding:{},rejection:""};Object.
assign(this,{name:t.name||"",header:e,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.columns=0,
this.calculates=!1,this.live=!!t.live,this.add(t)}add(t){Object.assign(this.texts,t.texts||{});for(let e of t.iterations||
[])if(!(e.i<this.its.length)){if(e.i>this.its.length)return e.i-this.its.length;this.its.push(Nl(e)),this.columns=Math.max(
this.columns,e.lay.cols),this.calculates||=e.verdicts.some(({a:s})=>s!==void 0)||e.panels.some(({kind:s})=>s==="judged"||
s==="prefixes"),this.starts.push(this.starts[e.i]+e.steps.length);for(let[s,o,i,a,r]of e.made)this.lineage.set(s,{node:s,
parent:o,token:i,it:e.i,origin:a,step:r})}return t.summary&&(this.summary=t.summary),t.incomplete!==void 0&&(this.incomplete=
t.incomplete),0}get(t,e,s){return t.n[e]?.[s]??null}copied(t,e){let s=this.get(t,"origin",e);return s!==null&&s!==t.n.id[e]}up(t,e){
return t.place.get(t.n.parent[e])??-1}gram(t,e,s){let o=[];for(let i=e;i>=0&&o.length<s;i=this.up(t,i))o.push(i);return o}drafted(t,e,s){
let o=Lo(t,e,s);return o?o[1]:this.get(t,"q",e)}wanted(t,e,s){if(s<t.seen||this.fate(t,e,s).state==="not_sent")return null;
let o=Lo(t,e,s);if(o)return o[2];let i=t.scored?t.judged[e]:this.decided(t,e,s);for(let a of i)if(t.verdicts[a].p!==void 0)
return t.verdicts[a].p??null;return this.get(t,"p",e)}nth(t,e){let s=this.up(t,e);if(s<0||t.n.role[e]!=="draft")return null;
let o=t.children[s].filter(i=>t.n.role[i]==="draft");return o.length>1?o.indexOf(e)+1:null}toy(){return String(this.header.
pair||"").startsWith("toy:")}drafter(){return Rl[this.header.method]??"Draft"}guessed(){return this.header.q_name??"draf\
t"}unweighed(t,e){return(this.header.copies_text||t.panels.some(({kind:o})=>o==="written"))&&t.n.role[e]==="draft"&&this.
get(t,"q",e)===1}text(t){return t===Dl?"itself (finished)":this.texts[t]??(t<0?"start":"#"+t)}word(t){return Ot(this.text(
t))||"∅"}wordAt(t,e){return t.n.parent[e]<0&&t.n.role[e]==="input"?"start":this.word(t.n.token[e])}fate(t,e,s){return t.
fates[e].findLast(o=>o.step<=s)||t.fates[e][0]}missing(t,e){return t.lacking?.includes(e)?this.header.not_in_draft??null:
null}decided(t,e,s){return t.judged[e].filter(o=>t.stepOf[o]<=s)}marks(t,e){let s=new Map,o=i=>s.set(i,(s.get(i)??0)+1);
for(let i of this.bornBy(t,e)){let{state:a}=this.fate(t,i,e);o(a);let r=this.decided(t,i,e).some(l=>t.verdicts[l].state===
"unused");a==="merged"&&r&&o("unused")}return s}drawsOf(t,e,s){return e!=="accepted"&&e!=="rejected"?0:t.verdicts.filter(
(o,i)=>o.state===e&&t.stepOf[i]<=s).length}drawnOften(t,e){let s=this.bornBy(t,e).map(i=>this.fate(t,i,e)).filter(({times:i})=>i),
o=({state:i,times:a,told:r})=>i==="input"?-1/0:new Set(a).size>1&&(!a.startsWith("×")||a.includes(" "))?a.length:-r.length;
return s.sort((i,a)=>o(a)-o(i))[0]??null}bornBy(t,e){return t.born.flatMap((s,o)=>s<=e?[o]:[])}called(t){return gt(t.state,
this.voice)}path(t,e){let s=[],o=e;for(;o>0;){let i=t?.place.get(o),a=this.lineage.get(o);if(t&&i!==void 0&&!(a&&t.n.role[i]===
"input"))s.push({node:o,parent:t.n.parent[i],token:t.n.token[i],it:t.i,origin:null,step:0}),o=t.n.parent[i];else if(a)s.
push(a),o=a.parent;else break}return s.reverse()}second(t){return this.voice==="plain"?t.plain:t.second}unit(){return this.
voice==="plain"&&this.header.unit||"token"}at(t){let e=0;for(;e+1<this.its.length&&this.starts[e+1]<=t;)e++;return[e,t-this.
starts[e]]}joiner(){return this.toy()?" ":""}phrase(t){return it(as(t.map(e=>this.text(e))).map(({text:e})=>e).join(this.
joiner()))}added(t){return this.phrase(this.its[t].made.map(([,,e])=>e))}written(){let t=this.its.at(-1),e=t?.beams.find(
s=>s.best)??t?.beams[0];return e&&this.multi()?this.path(null,e.node):this.its.flatMap(({made:s})=>s.flatMap(([o])=>this.
lineage.get(o)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.some(t=>t.beams.length>1)}beamsOf(t){
let e=new Map;return t.beams.forEach((s,o)=>{let i=e.get(s.node);i?i.slots.push(o):e.set(s.node,{beam:s,slots:[o]})}),[...e.
values()]}},Cl=new Set(["rejected","fails"]),qo=(n,t)=>n.steps[t].now.flatMap(e=>n.fates[e].filter(({step:s})=>s===t)).map(
({state:e})=>e);function cs(n,t){let e=qo(n,t);return e.length>0&&e.every(s=>Cl.has(s))}function jo(n,t){let e=n.steps[t].
verdicts.map(i=>n.verdicts[i].state),s=new Set(e.length?e:qo(n,t)),[o]=s;return s.size===1?o:null}var Fl=3,Bl={up:"↑",down:"↓",left:"←",right:"→"};function Pl({scrollLeft:n,scrollTop:t,scrollWidth:e,scrollHeight:s,
clientWidth:o,clientHeight:i},a={w:1/0,h:1/0}){return[["up",t],["down",Math.min(s,a.h)-i-t],["left",n],["right",Math.min(
e,a.w)-o-n]].filter(([,l])=>l>Fl).map(([l])=>l)}var Lt=class{sign=h("span",{class:"st-more-sign","aria-hidden":"true","d\
ata-testid":"more-sign"});constructor(t,e=()=>{}){this.box=t,this.until=e,t.classList.add("st-sides"),t.addEventListener(
"scroll",()=>this.look(),{passive:!0}),new ResizeObserver(()=>this.look()).observe(t)}look(){let t=Pl(this.box,this.until());
I(this.box,{"data-more":t.join(" ")}),M(this.sign,t.length?`${t.map(e=>Bl[e]).join(" ")} more`:"")}};var _l=0;function Io(n){let t=h("div",{class:"st-menu",hidden:!0,id:`st-menu-${++_l}`,"data-testid":"more-menu"},...n.map(
({id:r,label:l,key:c,act:d})=>h("button",{type:"button",class:"st-menu-entry","data-testid":r,onclick(){a(),d()}},h("spa\
n",{},l),c&&h("kbd",{"aria-hidden":"true"},c)))),e=h("button",{type:"button",class:"st-btn","data-testid":"more","aria-e\
xpanded":"false","aria-controls":t.id,title:"Jumps, search, pictures, keys",onclick:()=>t.hidden?i():a()},"More"),s=[...t.
children];function o(r){let l=r.target;!t.contains(l)&&!e.contains(l)&&a()}function i(){t.hidden=!1,e.setAttribute("aria\
-expanded","true"),document.addEventListener("pointerdown",o,!0),s[0]?.focus()}function a(){if(t.hidden)return;let r=t.contains(
document.activeElement);t.hidden=!0,e.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",o,
!0),r&&e.focus()}return t.addEventListener("keydown",r=>{let{key:l}=r,c=s.findIndex(p=>p===document.activeElement),{length:d}=s;
if(l==="Escape")a();else if(l==="ArrowDown")s[(c+1)%d].focus();else if(l==="ArrowUp")s[(c-1+d)%d].focus();else if(l==="H\
ome")s[0].focus();else if(l==="End")s[d-1].focus();else return;r.preventDefault(),r.stopPropagation()}),t.addEventListener(
"focusout",r=>{r.relatedTarget instanceof Node&&!t.contains(r.relatedTarget)&&a()}),{button:e,list:t}}var zl={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M7 4\
l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M5 5\
l10 7-10 7z"},xn=n=>y("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},y("path",{d:zl[n]})),
Hl=6e3,Wl={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},Ul={"← →":"previous, next step","Page Up, Page Down":"previo\
us, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this or the next round",Space:"pl\
ay, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in the text",S:"share this step",
"Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"select the focused node",
Esc:"clear the selection","?":"this list"},hs=class{play=this.button("play","play","Play (Space)",()=>this.act.play());scrub=h(
"input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,step:1,"aria-label":"Step",oninput:()=>this.
act.seek(Number(this.scrub.value))});speed=h("select",{class:"st-speed","data-testid":"speed","aria-label":"Playback spe\
ed"},...Object.entries(Wl).map(([t,e])=>h("option",{value:t,selected:t==="1"},e)));where=h("output",{class:"st-where","d\
ata-testid":"position"});strip=h("div",{class:"st-strip",role:"group","aria-label":"Steps of this round","data-testid":"\
phases"});help=h("dialog",{class:"st-help","data-testid":"help-dialog","aria-label":"Keys"},h("h2",{},"Keys"),h("dl",{},
...Object.entries(Ul).map(([t,e])=>h("div",{},h("dt",{},h("kbd",{},t)),h("dd",{},e)))),h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=h("button",{type:"button",class:"st-btn st-next","data-tes\
tid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(1)},h("span",{},"Next"),xn("next"));menu=Io([{id:"t\
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
this.menu.list,this.notice,this.help);sides=new Lt(this.strip);striped=null;cells=[];lit=-1;voice="";fading=0;constructor(t,e){
this.model=t,this.act=e,this.voice=t.voice,this.strip.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.
closest("[data-to]"):null;o&&e.to(Number(o.getAttribute("data-to")))})}button(t,e,s,o){return h("button",{type:"button",
class:"st-btn","data-testid":t,title:s,"aria-label":s,onclick:o},xn(e))}notify(t){clearTimeout(this.fading),M(this.notice,
t),t&&(this.fading=setTimeout(()=>this.notify(""),Hl))}unfold(){let t=this.root.classList.toggle("all");this.more.setAttribute(
"aria-expanded",t?"true":"false"),t&&this.settle()}show(t,e){this.model.live||this.notify("");let s=this.titleOf(t,e),o=`\
Round ${t.i+1} of ${this.model.its.length}`;this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.
starts[t.i]+e),M(this.where,o);let i=this.model.starts[t.i]+e===this.model.total()-1;this.next.setAttribute("aria-disabl\
ed",String(i)),this.scrub.setAttribute("aria-valuetext",`${o}, step ${e+1}: ${s}`),this.striped!==t&&this.fillStrip(t),this.
voice!==this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let a=Math.max(0,Math.min(this.lit,e));a<=Math.min(
this.cells.length-1,Math.max(this.lit,e));a++)this.reach(t,a,e);this.lit<0&&this.cells.forEach((a,r)=>this.reach(t,r,e)),
this.lit=e}titleOf(t,e){return this.model.voice==="plain"?t.steps[e].called:t.steps[e].title}reach(t,e,s){let o=this.cells[e],
i=this.titleOf(t,e),{ahead:a}=t.steps[e],r=e<=s;o.classList.toggle("done",r),o.toggleAttribute("data-failed",r&&cs(t,e)),
e===s?o.setAttribute("aria-current","step"):o.removeAttribute("aria-current");let l=jo(t,e),c=o.dataset.group!=="decide"?
"":r?l?Y(l).sign:"●":"?";M(o,e===s?i:c);let d=`Step ${e+1}: ${r?i:a}`;I(o,{title:d,"aria-label":d})}fillStrip(t){this.
striped=t,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(document.activeElement)&&document.
activeElement.blur();let e=[],s=t.steps.map(({phase:r})=>se(r).group),o=s.some((r,l)=>r==="draft"&&t.steps[l].phase!=="i\
nput");s.forEach((r,l)=>{let c=r==="draft"&&!o?"check":r;e.at(-1)?.group!==c&&e.push({group:c,steps:[]}),e[e.length-1].steps.
push(l)});let i=[...this.strip.children],a=e.map((r,l)=>i[l]??h("div",{class:"st-phases"},h("span",{class:"st-group"})));
this.cells=[],e.forEach(({group:r,steps:l},c)=>{let[d,...p]=[...a[c].children];I(a[c],{"data-group":r}),M(d,Te(r));let u=l.
map((f,m)=>p[m]??h("button",{type:"button",class:"st-ph",tabindex:"-1"}));l.forEach((f,m)=>I(u[m],{"data-phase":t.steps[f].
phase,"data-group":r,"data-to":f})),Me(a[c],[d,...u]),this.cells.push(...u)}),this.strip.classList.toggle("many",this.cells.
length>16),Me(this.strip,a)}settle(){let t=this.cells[this.lit],e=this.strip.clientWidth,s=t?.parentElement?.querySelector(
".st-group");if(!t||!s)return;let o=t.getBoundingClientRect(),i=this.strip.getBoundingClientRect(),a=o.left-i.left+this.
strip.scrollLeft;this.strip.scrollLeft=Gl(a,o.width,e,s.getBoundingClientRect().width);let r=i.left+4;for(let l of this.
strip.children){let{left:c,right:d}=l.getBoundingClientRect(),p=l.firstElementChild,u=!p||c>=r-1||d-r>=p.getBoundingClientRect().
width;l.classList.toggle("cut",!u)}this.sides.look()}playing(t){A(this.play,xn(t?"pause":"play")),this.play.title=t?"Pau\
se (Space)":"Play (Space)",this.play.setAttribute("aria-label",this.play.title),this.play.setAttribute("aria-pressed",t?
"true":"false")}reset(){this.striped=null,this.cells=[],this.lit=-1,A(this.strip),M(this.where,""),this.scrub.max="0"}focus(){
return this.next.focus({preventScroll:!0})}rate(){return Number(this.speed.value)}},Gl=(n,t,e,s)=>Math.max(0,n+t/2-(e+s)/
2);function Do({it:n,phase:t},e,s){if(e>0&&t<s[n]-1)return{it:n,phase:s[n]-1};if(e<0&&n===0)return{it:n,phase:0};let o=Math.
min(s.length-1,n+e);return{it:o,phase:s[o]-1}}var Kl=45;function No(n,t,e){let s=300+Kl*e,{group:o}=se(n);return o==="dr\
aft"?e>60?s:t===n?1100:2e3:Math.max(n==="verify"||n==="unused"?4e3:4200,s)}var Vl="input:not([type=range]):not([type=che\
ckbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=''], [contenteditable=true]",Yl="[role=\
tablist],[role=slider],[role=listbox]",Ql=["ArrowLeft","ArrowRight","Home","End","PageUp","PageDown"],Ro=new Map([["f","\
present"],["r","rejection"],["a","accepted"],["/","find"],["s","share"],["?","help"]]),Jl=n=>n.classList.contains("prese\
nt");function Co(n,t,e){function s(o){if(!n.isConnected)return document.removeEventListener("keydown",s);if(o.defaultPrevented||
o.ctrlKey||o.metaKey||o.altKey||!n.checkVisibility())return;let i=o.target instanceof Element?o.target:document.body,{key:a,
shiftKey:r}=o;if(i.closest(Vl)||document.querySelector("dialog[open]")||i.closest(Yl)||!n.contains(i)&&i.closest("input,\
 button, a, summary")&&[" ","Home","End"].includes(a)||Ql.includes(a)&&i.matches("input[type=range]")&&!i.closest(".st-c\
ontrols")||e(o))return;let l=a==="ArrowRight"||a==="PageDown"?1:-1;if(a==="ArrowRight"||a==="ArrowLeft")t[r?"iteration":
"phase"](l);else if(Jl(n)&&(a==="PageDown"||a==="PageUp"))t.phase(l);else if(Ro.has(a.toLowerCase()))t[Ro.get(a.toLowerCase())??
"help"]();else if(a===" "&&!(i.closest("button, summary")&&n.contains(i)))t.play();else if(a==="Home")t.seek(0);else if(a===
"End")t.seek(1/0);else if(a==="Escape")t.release();else return;o.preventDefault()}document.addEventListener("keydown",s)}
function Ee(){let n=H(),t=e=>is(n.get(e),e);return{trace:n.get("trace"),it:t("it"),phase:t("phase"),node:t("node")}}var Zl={
it:"round",phase:"step",node:"node"};function Fo(n,t){for(let[e,s]of Object.entries(Zl)){let o=n.get(e),i=is(o,e),a=t[(is(
n.get("it"),"it")??1)-1],r=i!==null&&(e==="it"&&i>t.length||e==="phase"&&i>(a??t[t.length-1]).steps.length),l=e==="node"&&
i!==null&&!t.some(({place:c})=>c.has(i));if(o!==null&&(r||l||i===null))return`There is no ${s} “${o.slice(0,40)}”, so ${e===
"node"?"none is selected":`this is the ${r?"last":"first"} one`}.`}return""}var ds=()=>document.querySelector("[data-ope\
ning='race']")!==null;function kn(n=()=>!0){let t=0,e=0,s={};function o(){if(t=0,!n())return;let i=H(),a={lesson:i.get("\
lesson"),trace:i.get("trace"),...s},r=i.has("trace")&&![null,"",i.get("trace")].includes(a.trace);$t(s,r&&!a.lesson)}return i=>{
s=i,t||=setTimeout(o,e),e=120}}var Xl="not_sent",tc=n=>Bo(n).length>0,Bo=n=>n.n.role.flatMap((t,e)=>t==="draft"&&n.fates[e].at(-1)?.state!==Xl?[e]:[]);
function ps(n){let t=Bo(n),e=Math.max(...t.map(s=>n.n.depth[s]));return t.some(s=>n.n.depth[s]===e&&n.onPath[s])}function Po(n,t){
return n.its.some(tc)?n.live?`${t} so far.`:`${t}.`:"Nothing is drafted in this run."}function _o(n){for(let t of n.its){
let e=t.steps.findIndex(({verdicts:o})=>o.some(i=>t.verdicts[i].state==="rejected")),s=t.steps[e]?.verdicts.find(o=>t.verdicts[o].
state==="rejected");if(s!==void 0)return{it:t.i,phase:e,node:t.n.id[t.verdicts[s].place]}}return Po(n,"This run has no r\
ejection")}function us(n,t){let e=n.its.slice(t+1).find(ps);if(e)return{it:e.i,phase:e.steps.length-1,node:null};let s=n.
its.some(ps);return Po(n,s?"No later round is fully accepted":"No round is fully accepted")}function zo(n,t,e,s){let o=t.
toLowerCase();if(!o.trim())return[];let i=as(n.map(({token:c})=>e(c))),a=[],r="";for(let c of i)a.push(r.length),r+=c.text.
toLowerCase()+s;let l=[];for(let c=r.indexOf(o);c>=0;c=r.indexOf(o,c+o.length)){let d=c+(o.length-o.trimStart().length),
p=n[i[a.findLastIndex(u=>u<=d)].index];l.at(-1)!==p&&l.push(p)}return l}function Ho(n,t){let e=h("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),s=h("input",{type:"text",
class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"Find in the te\
xt",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>c()}),o=(m,g,b,x)=>h("button",
{type:"button",class:"st-btn st-small","data-testid":m,title:b,"aria-label":b,onclick:x},g),i=h("div",{role:"search",class:"\
st-find",hidden:!0,"data-testid":"find"},s,e,o("find-previous","↑","Previous match (Shift + Enter)",()=>p(-1)),o("find\
-next","↓","Next match (Enter)",()=>p(1)),o("find-close","✕","Close search (Esc)",()=>f())),a=[],r=-1,l=0;function c(){
a=zo(n.written(),s.value,m=>n.text(m),n.joiner()),t.mark(new Set(a.map(({node:m})=>m))),r=a.findIndex(({it:m})=>m>=l),r<
0&&(r=a.length-1),d()}function d(){let m=a[r],g=s.value.trim()!=="";m&&t.goto(m.it,m.step,m.node),M(e,m?`${r+1} of ${a.length}`:
g?"No match in this run":"")}function p(m){a.length&&(r=(r+m+a.length)%a.length,d())}function u(){i.hidden&&(l=t.at()),i.
hidden=!1,s.focus(),s.select(),s.value&&c()}function f(){i.hidden||(i.hidden=!0,a=[],t.mark(new Set),t.left())}return s.
addEventListener("keydown",m=>{if(m.key==="Enter")p(m.shiftKey?-1:1);else if(m.key==="ArrowDown"||m.key==="ArrowUp")p(m.
key==="ArrowDown"?1:-1);else return;m.preventDefault(),m.stopPropagation()}),i.addEventListener("keydown",m=>{m.key==="E\
scape"&&(f(),m.preventDefault(),m.stopPropagation())}),{root:i,open:u,reset(){i.hidden=!0,s.value="",M(e,""),a=[],r=-1,t.
mark(new Set)}}}var Wo=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The large model whose \
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
f the tree. Then the next leaf is tested.",paper:"Weng et al. 2025"}];var Oe=new Map;for(let n of Wo)for(let t of[n.term,...n.also])Oe.set(t,[...Oe.get(t)??[],n]);var sc="[\\p{L}\\p{N}_′̃’]",
Uo=n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),nc=n=>/^\p{Ll}{2}/u.test(n)?`[${n[0]}${n[0].toUpperCase()}]${Uo(n.slice(1))}`:
Uo(n),oc=[...Oe.keys()].sort((n,t)=>t.length-n.length),ic=new RegExp(`(?<!${sc})(${oc.map(nc).join("|")})(?![\\p{L}\\p{N}_\
′̃])`,"gu");function ac(n,t){let e=Oe.get(n)??Oe.get(n[0].toLowerCase()+n.slice(1))??[];return e.find(({methods:o})=>o.
includes(t))??e.find(({methods:o})=>!o.length)??null}function rc(n,t="",e=new Set){let s=[],o=0;for(let i of lc(n)){let a=ac(
i[0],t);!a||e.has(a)||(e.add(a),s.push({text:n.slice(o,i.index),entry:null},{text:i[0],entry:a}),o=i.index+i[0].length)}
return[...s,{text:n.slice(o),entry:null}].filter(i=>i.text)}var lc=n=>[...n.matchAll(ic)].filter(({index:t})=>n.lastIndexOf(
"“",t)<=n.lastIndexOf("”",t)&&!/^a \p{L}/u.test(n.slice(t,t+3))),Go=0;function Ko(n,t){Go+=1;let e=h("div",{class:"s\
t-gloss",role:"tooltip",id:`st-gloss-${Go}`,hidden:!0,"data-testid":"glossary"}),s=null;function o(p,u){s=p,A(e,h("b",{},
u.name),h("p",{},u.help),u.paper?h("small",{},u.paper):null),e.hidden=!1;let f=p.getBoundingClientRect(),m=n.getBoundingClientRect(),
g=e.offsetWidth,b=Math.max(0,Math.min(f.left-m.left,m.width-g)),x=f.top-e.offsetHeight-6;e.style.left=`${b}px`,e.style.top=
`${(x>0?x:f.bottom+6)-m.top}px`,p.setAttribute("aria-describedby",e.id)}function i(){s?.removeAttribute("aria-describedb\
y"),s=null,e.hidden=!0}n.addEventListener("keydown",p=>{if(p.key==="ArrowDown"||p.key==="ArrowUp")return a(p,p.key==="Ar\
rowDown"?1:-1);p.key!=="Escape"||e.hidden||(i(),p.stopPropagation())});function a(p,u){let f=p.target;if(!(f instanceof HTMLElement)||
f.localName!=="dfn")return;let g=[...f.closest("p, dt, dd, li, span")?.querySelectorAll("dfn")??[]];g[Math.min(g.length-
1,Math.max(0,g.indexOf(f)+u))].focus(),p.preventDefault(),p.stopPropagation()}let r=(p=!0)=>{let u=new Set,f=p;return m=>rc(
m,t(),u).map(g=>{let b=f&&g.entry!==null;return b&&(f=!1),c(g,b)})},l=(p,u=!0)=>r(u)(p);function c({text:p,entry:u},f){if(!u)
return p;let m=h("dfn",{tabindex:f?"0":"-1","data-term":u.term},p),g=()=>o(m,u);for(let b of["focus","click"])m.addEventListener(
b,g);return m.addEventListener("mouseenter",b=>{mt.moved(b)&&g()}),m.addEventListener("blur",i),m.addEventListener("mous\
eleave",()=>{m.matches(":focus")||i()}),m}return{root:e,explained:l,marker:r,gone:()=>{s&&!s.isConnected&&i()}}}var Le=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:7,wide:190,gap:36,font:17,small:13,r:6.5,text:!0,least:.93},{name:"\
duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",upTo:64,
row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,high:21,
low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,apart:2,
wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],at={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,wide:178,gap:0,
font:18,small:13,r:7,text:!0,least:.93},fs={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},st=n=>Le.find(t=>t.
name===n)??Le[0],cc=3.3,qe=60,Pt=16,je=7,hc=4,pt=n=>Math.ceil(cc*n),qt=({small:n},t)=>Math.ceil(n*(t?5.2:2.75))+4,Ie=({name:n,
small:t})=>Math.ceil(t*(n==="rich"?4.1:3.4))+9,ne=({name:n,small:t},{numbers:e})=>n==="line"&&e===1?0:Math.ceil(t*2.8)+4,
bt=n=>Math.ceil(hc*n),J=16,Mt=34,oe=30,Re=10,_t=44,ie=1.6,ut=n=>n?J-6:J-4,De=({name:n},t)=>t||n==="line"||n==="dots",zt=(n,t)=>2*
ut(t)+Mt+(t?0:De(n,t)?Re:oe+8);var Ne=88,dc=142,Vo=112,pc=66,uc=98,fc=8,ms={slab:28,low:22,gap:6,end:3};function Yo(n,t,e,s,o){let{cols:i}=n,a=t.big?16:
at.small;if(e){let b=t.touched?_t:_t-6,x=Math.max(b,Math.min(54,Math.floor((t.h-2*ut(!0)-Mt)/i)));return{...at,row:x,high:x-
6,wide:Math.min(420,Math.max(200,t.w-2*J-Ne-14)),gap:0,font:16,small:a,least:1}}let r=s?60:t.big?at.high-10:at.high,l=bs(
r,s,i>2,o),c=s||i>fc?8:Math.max(12,Math.min(22,Math.floor(t.w*.018))),d=2*J+c*(i-1),p=i*(t.big?Vo:dc)+d,u=s?.8:t.big?fs.
card:at.least,f=Math.max(t.big?u:1,Math.min(ie,(t.h-vn(t))/l,t.w/p)),m=b=>Math.floor((t.w/b-d)/i),g=Math.max(pc,Math.min(
at.wide,m(f)),Math.min(Vo,m(u)));return{...at,high:r,wide:g,gap:c,font:s?16:at.font,small:s&&!t.big?15.5:a,least:u}}var vn=({
bar:n,touched:t})=>t?n:0,$n=18,Ce=(n,t=0)=>n?33:Math.max(48,t&&16+$n*t),gs=n=>n?ms.low:ms.slab,Mn=(n,t,e)=>n+Ce(t,e)+gs(
t)+ms.gap,bs=(n,t,e,s)=>ut(!1)+Mt+n+(e?Ce(t)+Mn(n,t,s)+ms.end:Ce(t,s)+gs(t)+J);function Qo(n,t){if(t)return bc(n);let{high:e,
wide:s,r:o,small:i}=n,a=e<80,r=-e/2,l=s-9,c=pt(i),d=bt(i),p=s<uc,u=r+(a?21:27),f={x:0,y:-r+(a?5:12),wide:s,high:a?8:12,says:{
x:s/2,y:-r+(a?29:40)}},m=a?[33,48]:[48,68],g=s>=10+d+4+20+6+c+9,b=a?mc(n,g,r+m[0],r+m[1]):gc(n,r);return{glyph:{x:p?13:18,
y:r+(a?15:21),r:o},word:{x:p?24:32,y:u,end:p?s-4:l},scale:f,sure:null,bars:b,second:s<(a?128:118)?null:{x:10,y:r+(a?39:52),
end:!1},times:{x:l,y:u-1}}}function mc({wide:n,small:t,high:e},s,o,i){let a=n-9,r=s?14+bt(t):10,l=t*.34,c=a-pt(t)-6-r;return{
x:{q:r,p:r},wide:c<Pt?0:c,high:e<80?7:9,q:o,p:i,name:s?10:null,long:s,one:!1,numbers:{q:a,p:a},texts:{q:l,p:l}}}function gc({
wide:n,small:t},e){let s=n-9,o=10+bt(t)+4+pt(t)<=s,i=e+50,a=e+74;return{x:{q:10,p:10},wide:n-20,high:5,q:i,p:a,name:10,long:o,
one:!1,numbers:{q:s,p:s},texts:{q:-7,p:-7}}}function bc({high:n,wide:t,r:e,small:s}){let o=pt(s),i=t-8,a=i-o,r=a-bt(s)-4,
l=r-4>120,c=Math.min(22,(n-2)/2),d=-c+s*.73+.5,p=3.8,u=d+p,f=d+c+p,m=l?r:a;return{glyph:{x:18,y:0,r:e},word:{x:32,y:6,end:m-
6},second:{x:i,y:5,end:!0},sure:null,times:{x:m-4,y:5},bars:{x:{q:a,p:a},wide:o,high:2.6,q:u,p:f,name:l?r:null,long:l,one:!1,
numbers:{q:i,p:i},texts:{q:-p,p:-p}},scale:{x:t+10,y:-8,wide:Ne,high:10,says:{x:t+10+Ne/2,y:16}}}}function Fe({narrow:n,mode:t,chain:e},s,o){let i=s.x+s.wide,a=s.edge+4,r=(a+o.x)/2,l=t.high/2;if(n&&e)return`M${s.x+18} ${s.
cy+l}V${o.cy-l}`;if(n){let c=s.x+t.r+7;return`M${c} ${s.cy+l}V${o.cy-6}Q${c} ${o.cy} ${c+6} ${o.cy}H${o.x}`}return`M${i}\
 ${s.cy}H${a}C${r} ${s.cy} ${r} ${o.cy} ${o.x} ${o.cy}`}function Sn({narrow:n},t,e){let s=Math.max(t.x+t.wide,e.x+e.wide)+
(n?22:30);return`M${t.x+t.wide} ${t.cy}C${s} ${t.cy} ${s} ${e.cy} ${e.x+e.wide+1} ${e.cy}`}var ws=n=>n.makes?{...n,cy:n.
cy+n.makes}:n,Be=({room:n},t,e)=>e>=n?ws(t):t,ys=({room:n},t,e)=>e>=n?t.late:t.wire;function Jo({name:n,r:t},{nth:e}){let i=(e?je:0)+(n==="rich"?9:n==="dots"?3:7)+t;return{glyph:i,word:i+t+(n==="rich"?7:6)}}
function Zo(n,t,e){let{name:s,high:o,wide:i,font:a,r}=n,l=[`${s}${e?"-":""}${i}x${o}`,t.numbers,+t.sure,+t.nth,+t.ratio].
join("."),{small:c}=n;if(s==="card")return{key:l,small:c,...Qo(n,e)};let d=Jo(n,t),p=o/2;if(s==="rich")return{key:l,small:c,
...wc(n,t,d)};let u=s==="dots"||t.numbers<1?null:s==="duo"?yc(n):xc(n,t),f=u?Math.min(u.x.q,(u.numbers.q??i)-pt(n.small)):
i,m=Math.min(a*.36,p-a*.25),g=f-(t.ratio&&u?Xo(n,t):0);return{key:l,small:c,glyph:{x:d.glyph,y:0,r},word:{x:d.word,y:m,end:g-
5},second:null,sure:null,times:{x:g-4,y:m},bars:u,ratio:t.ratio&&u?{x:(u.one?i:f)-5,y:0}:void 0,scale:s!=="chip"&&s!=="d\
uo"?null:{x:0,y:p+ti(n,3.5),wide:i,high:3.5,says:null}}}var Xo=(n,t)=>t.numbers>1||n.name==="duo"?Ie(n)+6:8;function wc(n,t,e){
let{high:s,wide:o,r:i,small:a}=n,{sure:r}=t,l=s/2,c=(s>55?19:17)-l,d=l-11,p=d-12.5,u=pt(a),f=o-8,m=10+bt(a),g=o-m-u-18>=
Pt?m+4:10,b={q:a*.34,p:a*.34},x=t.ratio?f-Ie(n)-4:f;return{glyph:{x:e.glyph,y:c-6,r:i},word:{x:e.word,y:c,end:r?f-u-6:x},
second:{x:f,y:c,end:!0},start:{x:e.word,y:15},sure:r?{x:f,y:c}:null,times:{x,y:c},ratio:t.ratio?{x:f,y:c-5}:void 0,bars:{
x:{q:g,p:g},wide:f-u-6-g,high:6,q:p,p:d,name:g>10?10:null,long:g>10,one:!1,numbers:{q:f,p:f},texts:b},scale:{x:0,y:l+ti(
n,4),wide:o,high:4,says:null}}}var ti=({row:n,high:t},e)=>Math.min(2,n-t-1.5*e-1.75);function yc({high:n,wide:t,small:e,
bar:s=0}){let o=n*.23,i=t-8,a=i-pt(e)-6,r=e*.36,l=a-s;return{x:{q:l,p:l},wide:s,high:6,q:-o-.5,p:o-1,name:null,long:!1,one:!1,
numbers:{q:i,p:i},texts:{q:r,p:r}}}function xc({name:n,high:t,wide:e,small:s},{numbers:o}){let i=e-7,a=pt(s),r=o>1?i-a-8:
i,l=n==="line",c=l?0:3.6-t/2,d=l?s*.36:t/2-8.5;return{x:{q:r-a+3,p:i-a+3},wide:a-3,high:l?0:2.6,q:c,p:c,name:null,long:!1,
one:o<2,numbers:{q:r,p:i},texts:{q:d-c,p:d-c}}}function ae(n,t,e,s,o=!1){let{name:i,small:a}=n,r=Jo(n,t).word,l=pt(a),c=r+
e+s+8+(t.ratio?Xo(n,t):0);return!n.text||t.numbers<1?Math.ceil(c):Math.ceil(i==="rich"?Math.max(c+(t.sure?l+6:0),o?10+bt(
a)+4+qe+6+l+8:10+Pt+6+l+8):i==="duo"?c+l+11+(o?qe:0):c+l+(t.numbers>1?l+8:0)+4)}var ei=22;function si(n){let t=new Map;return n.n.merge?.forEach((e,s)=>{let o=n.fates[s].find(({state:i})=>i==="merged");
e!==null&&o&&t.set(e,[...t.get(e)??[],o.step])}),t}function ni(n){let{model:t,it:e,items:s,spot:o,narrow:i,form:a,mode:r}=n;
if(s.some(({place:c})=>t.copied(e,c)))return;let l=new Map;for(let c of i?[]:s){let d=o.get(e.place.get(t.get(e,"merge",
c.place)??-1)??-1);d&&d!==c&&d.col>=c.col&&l.set(d,[...l.get(d)??[],c])}for(let[c,d]of l)c.shared=d,d.forEach((p,u)=>{let f=c.
cy+r.high/(d.length+2)*(u+1-(d.length-1)/2),m=o.get(t.up(e,p.place)),g=m?c.x-m.edge:0,b=g<2*ei;p.into={item:c,x:c.x-(b?g/
2:ei)-a.glyph.x,y:(b&&m?(f+m.cy)/2:f)-a.glyph.y,wire:m?Fe(n,m,{...c,cy:f}):""}});e.n.id.forEach((c,d)=>{let p=o.get(d),u=p??
o.get(e.place.get(t.get(e,"origin",d)??-1)??-1),f=u?.into?.item??u;!f||f===p||(f.stands.push(d),p||o.set(d,f))})}function jt({
it:n},{place:t,into:e},s){let o=n.fates[t].find(i=>i.state==="merged")?.step??1/0;return e&&o<=s?e:null}var oi=78,ii=130,kc=170,ai=240;function ri({mode:n,narrow:t,chain:e,items:s,top:o,w:i,h:a,bar:r,scale:l},c,d,p,u){let f=Math.
max(0,(d.w/l-i)/2),m=z=>t||r||!d.bar?1/0:(d.w-(z??ai))/l-f-8,g=m(d.buttons),b=d.bar?d.buttons??ai:0,x=De(n,t),w=ut(t)-2,
k=Math.min(...s.map(z=>z.x)),v=Math.max(0,c.cols-(c.kind==="free"?1:2)),$={x:k,y:w,w:oi,h:Mt-10},S=Math.max(...t?s.map(z=>z.
x+z.wide):s.filter(({col:z})=>z<=v).map(z=>z.x+z.wide)),T=e&&!t?o+n.high+Ce(p,u):a-ut(t)-oe+2,[q,O]=t?[160,460]:[120,300],
L=Math.min(S-k,g-k-kc)-ii,D=x?{x:k+ii,y:w,w:Math.max(q,Math.min(L,O)),h:Mt-10}:{x:k,y:T,w:S-k,h:e?gs(p):oe},G=x?a-ut(t)-
(t?0:Re)+4:T,V={x:k-5,y:x?D.y+D.h:o-6,w:S-k+10,h:G-(x?D.y+D.h:o-6)},_=c.cols-1,W=n.high/2,K=e?t?{x:k,y:o+W+_*n.row,w:n.wide,
h:n.high}:{x:J+_*(n.wide+n.gap),y:o+W,w:n.wide,h:n.high}:null;return{lane:$,most:Math.max(k,m(d.zooms??d.buttons)-oi),until:t?
d.w-8-b:Math.min(i,g),slab:{...D,w:Math.min(D.w,i-D.x-8)},below:!x,area:V,bonus:K,head:o-6}}var xs="what if";function li({model:n,it:t},e,s,{supposed:o}){if(t.born[e]>s)return null;let i=n.fate(t,e,s);return o?.place===
e?{...i,state:o.state,second:xs,plain:xs}:i}function ks({model:n,it:t,items:e,chain:s},o){let i=r=>{let{state:l}=n.fate(
t,r,o);return l==="rejected"||l==="fill"&&t.fates[r].some(c=>c.state==="rejected"&&c.step<=o)},a=s?e.filter(({place:r})=>t.
n.role[r]==="draft"&&t.born[r]<=o&&i(r)):[];return Math.min(1/0,...a.map(({col:r})=>r))}function vs({model:n,it:t,chain:e},s,o){
if(e||t.n.merge&&o<t.seen)return!1;for(let i=n.up(t,s);i>=0&&t.n.role[i]==="draft";i=n.up(t,i))if(vc.has(n.fate(t,i,o).state)&&
n.decided(t,i,o).length>=(n.get(t,"count",i)??1))return!0;return!1}var vc=new Set(["rejected","unused","orphaned"]);function ci({
it:n,repeats:t},{place:e},s){return(t.get(n.n.id[e])??[]).some(o=>o<=s)}function hi({model:n,it:t},{place:e,stands:s},o){
if(s.length<2||o<t.seen)return e;let i=a=>t.born[a]>o||!n.decided(t,a,o).length?-1:Y(n.fate(t,a,o).state).strength;return s.
reduce((a,r)=>i(r)>i(a)?r:a,e)}var It=n=>Array.from(n).reduce((t,e)=>t+($c.find(([s])=>s.test(e))?.[1]??.66),0),$c=[[/[%mMW@]/,.99],[/[w<>=≥≤≈+×÷]/,
.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],re=(n,...t)=>t.find(e=>It(e)<=n)??t[t.length-1],An=(n,t,{width:e,typeface:s})=>e(
n,`700 ${t}px ${s}`);function di(n,t,e,s,o=12){let i=Math.max(Math.min(o,t),t*.7),a=s(t)(n);if(a<=e)return{word:n,font:t};
let r=Math.max(i,Math.floor(t*e/a)),l=s(r),c=n;for(let d=Array.from(n).length;d>2&&l(c)>e;d--)c=C(n,d-1);return{word:c,font:r}}function fi({model:n,it:t,form:e,mode:s,chain:o},i,a){let r=n.second(a),{second:l,start:c}=e;if(!(t.n.role[i]==="input"))
return e.bars&&(r!==xs||o)?"":r;let p=c?s.wide-c.x:l&&!l.end?s.wide-l.x:1/0;return It(r)*Mc+6<=p?r:""}var Mc=13;function Tn(n,t,e,s){
let o=t.n.role[e]==="input",i=n.voice==="plain"?P:N;return{q:o||n.unweighed(t,e)?null:n.drafted(t,e,s),p:o?null:n.wanted(
t,e,s),say:a=>a===null?"":i(a)}}function Sc(n,t){if(t===null)return"";let e=n.voice==="plain"?P(t):N(t);return e.length<
6?e:t>.5?">.99":n.voice==="plain"?"≈0%":"≈0"}function Ac({model:n,it:t,chain:e},s,o,i){let a=e||t.n.role[s]!=="draft"?
void 0:X(t);if(a){let w=a.compared?.findLast($=>$.place===s&&$.step<=o),k=n.get(t,"q",s),v=w&&k!==null&&Math.abs(w.q-k)>
pi;return{left:w?.p??null,rescaled:v?w.q:null}}let r=t.steps[o].verdicts.find(w=>t.verdicts[w].place===s)??i.verdict,l=r===
null?null:t.verdicts[r],c=n.drafted(t,s,o),d=l?.layer!==void 0&&t.deepest[o]>l.layer,{tiles:p=[],u,q:f}=d?{}:l??{},m=p.find(
([w])=>w==="p′")?.[1],g=t.n.shares?.[s]?.[0]?.[1]??c,b=u===void 0?c:f??c,x=b!==null&&g!==null&&Math.abs(b-g)>pi;return{
left:typeof m=="number"?m:null,rescaled:x?b:null}}var pi=5e-4;function $s(n,t,e,s){let o=ui(n,t,e,s),{it:i,model:a,form:r}=n,
{place:l}=t;if(!r.bars?.long||!s||i.born[l]>=e)return o;let c=ui(n,t,e-1,a.fate(i,l,e-1)),d=(p,u,f)=>p&&u&&f&&u!==f&&It(
`${u} →`)*r.small<=bt(r.small)?`${u} →`:p;return{...o,qName:d(o.qName,c.qText,o.qText),pName:d(o.pName,c.pText,o.pText)}}
function ui(n,{place:t},e,s){let{model:o,it:i,form:a}=n,{bars:r}=a;if(!s||!r||r.one&&Ln(n,t,e))return{q:null,p:null,left:!1,
qName:"",pName:"",qText:"",pText:""};let{q:l,p:c}=Tn(o,i,t,e),{left:d,rescaled:p}=Ac(n,t,e,s),u=S=>Sc(o,S),f=!a.sure&&r.
name===null&&i.n.sure?o.get(i,"sure",t):null,m=r.one&&f!==null?null:d??c,g=r.one&&m!==null?null:f??(l===null?null:p??l),
b=o.voice==="plain",x=i.shares&&r.long?"_beam":"",w=(S,T)=>b?r.long?S:"":T,k=d!==null?w("leftover","p′"):w("target",`p${x}`),
v=p!==null&&f===null?"scaled":o.guessed(),$=p!==null&&En(n)?"q′":`q${x}`;return{q:g,p:m,left:d!==null&&m!==null,qName:g===
null?"":w(v,$),qText:u(g),pText:u(m),pName:m===null?"":k}}function X(n){let t=n.panels.find(({kind:e})=>e==="judged");return t?.
kind==="judged"?t:void 0}var En=({it:n,chain:t})=>!t&&X(n)!==void 0;function On({it:n,chain:t},e,s){let o=t?[]:X(n)?.ratios?.
filter(a=>a.place===e&&a.step<=s)??[],i=o.at(-1);return i?{...i,fell:i.fell&&i.step===s,before:o.at(-2)?.ratio}:null}function Ln(n,t,e){
let s=n.form.ratio?On(n,t,e):null;if(!s)return"";let{model:o,mode:i}=n,{ratio:a,fell:r,before:l,uncapped:c}=s,d=E(a),p=g=>qn(
g,i.small)<=Ie(i);if(c!==void 0)for(let g of[3,2]){let b=c<99?String(+c.toPrecision(g)):">99";if(b!=="1"&&p(`${b}→1`))
return`${b}→1`}let u=o.voice==="exact"||d.length>4?N(a):d,f=u.length>5?"≈0":u,m=`${N(l)}↓${N(a)}`;return r?l!==void 0&&
p(m)?m:`↓${f}`:f}var qn=(n,t)=>Math.ceil(It(n)*t*1.06)+(/[→↓]/.test(n)?12:8);function Ms({model:n,it:t},e){let s=n.
get(t,"sure",e);return s===null?"":n.voice==="plain"?P(s):N(s)}function mi(n,t,e,s,o,i){let a=s.find(({place:b})=>t.n.role[b]==="target"),r=a&&s.find(({place:b})=>b===n.up(t,a.place));
if(e.kind!=="tree"||!a||!r)return 1/0;let l=s.filter(b=>b!==a),c=l.filter(({col:b})=>b===a.col),d=c.filter(({place:b})=>n.
up(t,b)===r.place).at(-1)??r,p=new Set([d.place]);for(let{place:b}of l)p.has(n.up(t,b))&&p.add(b);let u=l.filter(b=>b.row>
d.row&&!p.has(b.place));if(i){let b=Math.max(...l.filter(({place:x})=>p.has(x)).map(x=>x.row))+1;for(let x of u)x.makes=
o;return a.cy+=(b-a.row)*o,a.row=b,t.born[a.place]}let f=Math.max(-1,...c.filter(b=>b.row<=d.row).map(({y:b})=>b)),m=Math.
min(1/0,...c.filter(b=>u.includes(b)).map(({y:b})=>b)),g=d===r?Math.max(f+1,Math.min(r.y,m)):f+1;if(m<g+.99)for(let b of u)
b.makes=o;return a.cy+=(g-a.y)*o,a.y=g,t.born[a.place]}var Tc=44,Ec=30,Oc=26,Lc=96,qc=3,bi=7,jc=96,gi=(n,{big:t})=>t?{...n,least:fs[n.name]}:n,Ss=({name:n,text:t},e,{sure:s,nth:o,
ratio:i},{big:a})=>({numbers:t?e:0,sure:s&&n==="rich",big:!!a,fates:!1,ratio:i&&t&&e>0,nth:o&&t&&(n!=="line"||e>1)}),Ic=[
["rich",2],["duo",2],["chip",2],["line",2],["duo",1],["chip",1],["line",1],["line",0]];function wi(n,t,e,s){let o=t.h-e,
a=Ic.filter(([g])=>n.at.length<=st(g).upTo).map(([g,b])=>{let x=gi(st(g),t);return{mode:x,has:Ss(x,b,s,t)}}),r=({mode:g})=>g.
least*yi(g,n.rows,g.low+g.apart)<=o,l=({mode:g,has:b},x=n.cols)=>g.least*ki(g,b,{...n,cols:x},s,As(g,b,s))<=t.w-4,c=n.kind===
"tree"?n.cols-1:n.cols,d=g=>g.find(b=>l(b))??g.find(b=>l(b,c)),p=g=>d(g.filter(({mode:b,has:x})=>x.numbers===2&&b.name!==
"line"))??d(g.filter(({has:b})=>b.numbers===2))??d(g.filter(({has:b})=>b.numbers===1))??d(g),u=a.filter(({mode:g})=>g.name===
"line"),f=p(a.filter(r))??(t.big?a.find(r):void 0)??p(u)??u.at(-2)??{mode:gi(st("dots"),t),has:Ss(st("dots"),0,s,t)},m=l(
f)?n.cols:c;return{...Rc({...n,cols:m},t,o,s,f.mode,f.has),fits:l(f,m)}}var yi=(n,t,e)=>(t-1)*e+Math.min(n.high,e-n.apart)+
zt(n,!1),As=(n,t,e)=>n.text?ae(n,t,Math.min(e.word(n.font),qc*n.font),Pe(n,t,e)):n.wide,Pe=(n,t,{often:e,copied:s},o=!1)=>e?
qt(n,o):s?ne(n,t):0,xi=(n,t,{joins:e})=>e?Tc:t.nth&&n.name!=="rich"?Ec:n.gap*.6,_e=({name:n},{arcs:t})=>2*J+(t||n==="lin\
e"||n==="dots"?Oc:0),ze=(n,t)=>n.text?t:t+jc,ki=(n,t,{cols:e},s,o)=>e*ze(n,o)+(e-1)*xi(n,t,s)+_e(n,s);function Rc(n,t,e,s,o,i){
let{rows:a,cols:r}=n,{least:l,apart:c,low:d}=o,p=s.word(o.font),u=d+c+.4*(o.row-d-c),f=t.w-4,m=Math.min(p,bi*o.font),g=o.
text?ae(o,i,m,Pe(o,i,s)):o.wide,b=Math.max(l,Math.min(ie,e/yi(o,a,u),f/ki(o,i,n,s,g))),x=(e/b-zt(o,!1)+c)/a,w=Math.floor(
Math.max(d+c,Math.min(o.row,x))),k=_e(o,s),v=xi(o,i,s),$=(f/b-k-(r-1)*v)/r,S=o.text?Math.floor(Math.max(As(o,i,s),Math.min(
o.wide,$,ae(o,i,p,Pe(o,i,s,s.fates),!0)))):o.wide,T=(f/b-k-r*ze(o,S))/Math.max(1,r-1),q=s.fates&&S>=As(o,i,s)+qt(o,!0)-qt(
o,!1);return{mode:{...o,wide:S,row:w,high:Math.min(o.high,w-c),bar:$i(o,i,s,S)},has:{...i,fates:q},gap:Math.floor(Math.max(
v,Math.min(Lc,T)))}}function vi(n,t,e){let s=n.at.length,o=g=>(t.h-g-zt(Le[0],!0))/s,i=Math.floor(t.touched?Math.max(o(t.
bar),Math.min(_t,o(0))):o(t.bar)),{name:a}=Le.filter(({upTo:g})=>s<=g).find(({low:g,apart:b,text:x})=>x&&g+b<=i)??(s<=st(
"line").upTo?st("line"):st("dots")),r={...st(a),small:13,font:Math.min(st(a).font,16),least:1},l=Math.max(120,t.w-_e(r,e)-
(n.cols-1)*jn(r)),c=Ss(r,2,e,t),d=As(r,c,e)<=l?c:Ss(r,1,e,t),p=Pe(r,d,e),u=r.text?Math.min(l,ae(r,d,e.word(r.font),p,!0)):
r.wide,f=Math.max(r.low+1,Math.min(i,r.row)),m=Math.min(r.apart,f-r.low);return{mode:{...r,wide:u,row:f,high:Math.min(r.
high,f-m),bar:$i(r,d,e,u)},has:d,gap:0,fits:!0}}function $i(n,t,e,s){let o=Math.min(e.word(n.font),bi*n.font),i=Math.min(
qe,s-ae(n,t,o,Pe(n,t,e)));return i<Pt?0:i}var jn=({name:n})=>n==="rich"||n==="duo"||n==="chip"?22:14;var Dc=560,Nc=700,Cc=280,Fc=1.6,Bc=334,Pc=170,_c=5,zc=1.7;function Mi(n,t,e,s,o){let i=e.at.some(d=>(n.get(t,"count",d)??
1)>1),a=!!t.n.merge,r=e.at.some(d=>n.copied(t,d)),l=e.at.filter(d=>t.n.role[d]!=="target").map(d=>n.wordAt(t,d)),c=t.panels.
some(({kind:d})=>d==="width"||d==="judged");return{word:d=>Math.max(0,...l.map(p=>An(p,d,s))),often:i,copied:r&&!o,fates:i,
sure:!!t.n.sure,arcs:a||t.replicas>0,nth:!o&&!a&&(c||e.at.some(d=>n.nth(t,d)!==null)),joins:a&&!r,ratio:!!X(t)?.ratios}}
function Hc(n,t,e,s,{mode:o,has:i},a,r){let l=e.at[s],c=t.fates[l].some(x=>x.times),d=n.wordAt(t,l),p=o.text||t.onPath[l],
u=c?qt(o,i.fates):n.copied(t,l)?ne(o,i):0,f=o.text?a.word.end-a.word.x-u:1/0,{word:m,font:g}=di(d,o.font,f,x=>w=>An(w,x,
r),(r.big?18:12)/o.least),b=[a.key,c,p,t.n.role[l]==="input"].join();return{place:l,kind:b,key:"",word:m,whole:d,font:g,
copies:c,named:p,wide:o.wide,nth:i.nth?n.nth(t,l):null,col:e.col[s],row:e.row[s],y:e.y[s],x:0,cy:0,edge:0,up:-1,wire:"",
makes:0,late:"",stands:[l],into:null,shared:[]}}function Wc(n,t,e,s){let o=e.kind==="chain",i=s.w>Fc*s.h,a=s.h<Cc&&i,r=vn(
s),l=o?at.least*bs(at.high,!1,e.cols>2,0)+r:0,c=a||s.h<l&&i,d=c||!s.big&&s.h<Bc&&i,p=o&&!d?Uc(t):0,u=st("line"),f=!!t.n.
merge&&u.least*(e.rows*u.row+zt(u,!1))<zc*s.h&&e.at.length<=st("chip").upTo,m=k=>o&&(!k||s.touched||e.cols*(_t-6)+zt(at,
!0)<=s.h),g=k=>{if(!m(k)){let S=Mi(n,t,e,s,k);return{...k?vi(e,s,S):wi(e,s,r,S),content:S}}let v=Yo(e,s,k,d,p),$=e.cols*
(v.wide+v.gap*.6)+2*J;return{mode:v,gap:v.gap,content:Mi(n,t,e,s,k),fits:v.least*$<=s.w,has:{numbers:2,sure:!1,nth:!1,big:!!s.
big,ratio:!1,fates:!!t.shares&&v.wide>Pc}}},b=s.w>0&&s.w<Dc&&!c&&!f,x=g(b),w=m(b);return!b&&!f&&!(a&&w)&&s.w<Nc&&!x.fits&&
(x=g(b=!0)),{...x,narrow:b,chain:m(b),low:d,prefixes:p,bar:b?s.bar:r}}function Si(n,t,e,s){let o=t.core&&!s?t.core:t.lay,
i=Wc(n,t,o,e),{mode:a,has:r,narrow:l,chain:c,low:d,prefixes:p,bar:u}=i,f=Zo(a,r,l),m=ut(l)+Mt,g=o.at.map((w,k)=>Hc(n,t,o,
k,i,f,e));Yc(g,i,m);let b=c&&!l?Mn(a.high,d,p):0;for(let w of g)b&&Gc(n,t,g,w)&&(w.cy+=b);let x={model:n,it:t,mode:a,form:f,
has:r,narrow:l,chain:c,whole:s,bar:u,scale:1,items:g,top:m,drop:b,lines:p&&!l?$n:0,aside:c&&l?12:0,room:c?1/0:mi(n,t,o,g,
a.row,l),repeats:si(t),tests:t.panels.some(({kind:w})=>w==="width")?Qc(t):null,spot:new Map(g.map(w=>[w.place,w])),w:0,h:0};
return x.w=Vc(g,i,o),x.h=c&&!l?bs(a.high,d,o.cols>2,p):m+(l?(c?o.cols:o.at.length)-1:o.rows-1)*a.row+a.high+ut(l)+(l?e.bar:
De(a,l)?Re:oe+8),x.scale=In(x,e),ni(x),Kc(x),{...x,models:ri(x,o,e,d,p)}}function Uc(n){let t=X(n)?.rows.length??0;return t<=
_c?t:0}function Gc(n,t,e,{place:s,col:o}){let i=e.filter(a=>a.col<=o&&t.n.role[a.place]==="draft");return t.n.role[s]===
"target"&&i.some(a=>a.col===o)&&i.every(a=>n.fate(t,a.place,t.born[s]).state!=="rejected")}function In({w:n,h:t,narrow:e,
mode:s,bar:o},i){let a=(i.w-4)/n,r=e?1:(i.h-o)/t;return Math.max(s.least,Math.min(e?1:ie,a,r))}function Kc(n){let{model:t,
it:e,items:s}=n,o={};for(let i of s){let a=n.spot.get(t.up(e,i.place)),r=o[i.kind]??0,l=i.into||e.n.role[i.place]!=="tar\
get"?a:a?.into?.item??a;i.key=`${i.kind}#${r}`,o[i.kind]=r+1,l&&Object.assign(i,{up:l.place,wire:Fe(n,l,i),late:Fe(n,ws(
l),ws(i))})}}function Vc(n,{mode:t,gap:e,narrow:s,chain:o,content:i},{cols:a}){let r=Math.max(...n.map(c=>c.x+c.wide));if(s)
return r+J+(o?Ne+10:26);let l=o?2*J:_e(t,i);return Math.max(r+J,a*ze(t,t.wide)+(a-1)*e+l)}function Yc(n,{mode:t,gap:e,narrow:s,
chain:o},i){let a=ze(t,t.wide),r=o?0:jn(t);for(let l of n){let c=J+l.col*(a+e);l.x=s?J+l.col*r-(o?4:0):c,l.cy=i+t.high/2+
(s?l.row:l.y)*t.row,l.edge=c+a}}function Qc(n){let t=new Map,e=new Map;return n.steps.forEach(({verdicts:s},o)=>s.forEach(
i=>{let{layer:a,state:r,place:l}=n.verdicts[i];if(a===void 0||r!=="accepted"&&r!=="rejected")return;let c=(e.get(a)??0)+
1;e.set(a,c),t.set(l,[...t.get(l)??[],{step:o,nth:c}])})),t}var Ai=7,Ti=n=>(n>=26?Ti(Math.floor(n/26)-1):"")+String.fromCharCode(65+n%26),Ei=(n,t)=>({n:t,groups:(n.recurring?.groups??
[]).filter(([e])=>e===t).map(([,e])=>e).sort((e,s)=>e[0]-s[0])});function Oi({mode:n,spot:t},e){let s=n.name==="card"||n.
name==="rich";return new Map((e?.groups??[]).flatMap((o,i)=>o.flatMap((a,r)=>{let l=t.get(a),c=Ti(i),d=Rn(c);return l?[[
a,{letter:c,hue:i%Ai,first:r===0,tagX:s?l.wide-d+6:l.wide+1,tagY:s?-n.high/2-9:-9}]]:[]})))}var Rn=n=>8+10.5*n.length;function Ts(n,t,e){
let{model:s,it:o,spot:i}=n;return(e?.groups??[]).flatMap((a,r)=>a.flatMap(l=>(i.has(l)?s.gram(o,l,e?.n??1).slice(0,-1):[]).
flatMap(c=>{let d=i.get(c),p=d&&(jt(n,d,t)?.wire??ys(n,d,t));return p?[{key:`${r}.${l}.${c}`,d:p,hue:r%Ai,end:l,visible:o.
born[l]<=t}]:[]})))}function Li({model:n,it:t},e,s){let o=e?.groups.findLast(i=>i.includes(s));return new Set(o?.flatMap(
i=>n.gram(t,i,e?.n??1)))}function qi(n,t,{n:e,groups:s},o,i=!1){let a=t.fates.some(r=>r.some(l=>l.state==="merged"&&l.step<=
o));return[Zc(n,t,{n:e,groups:s},o),i&&a?Jc:""].filter(Boolean).join(" ")}var Jc="◆ is merged: it goes on like the node \
at the other end of its pink line.";function Zc(n,t,{n:e,groups:s},o){let i=f=>t.born[f]<=o,a=t.n.role.filter((f,m)=>f===
"draft"&&i(m)&&!n.copied(t,m)).length,r=s.reduce((f,m)=>f+Math.max(0,m.filter(i).length-1),0),l=n.unit(),c=e===1?l:R(e,l);
if(!a)return"Nothing is drafted yet.";let d=t.recurring?.share.find(([f])=>f===e)?.[1]??0,p=r&&a===t.recurring?.drafted&&
n.voice==="exact"?` ${P(d/a)} of the draft lies inside repeated ${e}-grams.`:"";if(!r)return e===1?`No ${l} is repeated.`:
`No ${e}-gram is repeated.`;let u=e===1?`a ${l}`:`a ${e}-gram`;return`${r} of ${R(a,"guess","guesses")} ${r===1?"repeats":
"repeat"} ${u} that is already in the draft (same letter = same ${c}, hollow = first occurrence).${p}`}var le=class{drawn=new Map;roots=[];constructor(t,e,s){this.group=t,this.make=e,this.dress=s}patch(t){let e=this.drawn;this.
drawn=new Map(t.map(i=>{let{parts:a,was:r}=e.get(i.key)??{parts:this.make(i),was:null};return(!r||!Xc(i,r))&&this.dress(
a,i,r),[i.key,{parts:a,was:i}]}));let s=[...this.drawn.values()].map(({parts:i})=>i.root),o=this.roots;s.length===o.length&&
s.every((i,a)=>i===o[a])||Me(this.group,this.roots=s)}};function Xc(n,t){for(let e in n)if(n[e]!==t[e])return!1;return!0}
function Rt(n,t,e){e===null?n.removeAttribute(t):I(n,{[t]:e})}var St=n=>n?"visible":"hidden",Dt=(n,{x:t,y:e},s="start")=>y(
"text",{class:n,x:t,y:e,"text-anchor":s});function ji(n,{x:t,wide:e,high:s,name:o,numbers:i,texts:a,[n]:r}){let l={x:t[n],
y:r-s/2,height:s,rx:2},c=y("rect",{class:s<4?"st-bar thin":"st-bar",...l}),d=o===null?null:Dt("st-bar-name",{x:o,y:r+a[n]}),
p=i[n],u=p===null?null:Dt("st-bar-n",{x:p,y:r+a[n]},"end"),f=e>0&&s>0;return{root:y("g",{class:"st-pr","data-of":n,"data\
-part":"bars","aria-hidden":"true"},f&&y("rect",{class:"st-track",...l,width:e}),f&&c,d,u&&" ",u),line:c,name:d,number:u}}
function th({x:n,y:t}){let e=y("rect",{}),s=y("text",{"text-anchor":"end",x:n-5});return{root:y("g",{class:"st-ratio","d\
ata-part":"ratio","aria-hidden":"true",transform:`translate(0 ${t})`},e,s),plate:e,number:s}}function eh({root:n,plate:t,
number:e},s,{ratio:o,small:i}){let a=Math.ceil(i*1.15),r=qn(s,i);I(n,{visibility:s?"inherit":"hidden"}),I(t,{x:(o?.x??0)-
r,y:-a/2,width:r,height:a,rx:4}),I(e,{y:i*.36}),M(e,s)}function sh(){let n=y("rect",{}),t=y("text",{"text-anchor":"middl\
e"});return{root:y("g",{class:"st-nth","aria-hidden":"true"},n,t),plate:n,number:t}}function nh({root:n,plate:t,number:e},s,{
small:o}){let i=Math.ceil(o*1.1)+1,a=Math.max(i,Math.ceil(s.length*o*.7)+6);I(n,{visibility:s?"inherit":"hidden"}),I(t,{
x:je-a,y:-i/2,width:a,height:i,rx:i/2}),I(e,{x:je-a/2,y:o*.36}),M(e,s)}function oh({kind:n},t,e){let[s,o,i]=n.split(",").
slice(1).map(D=>D==="true"),{high:a,name:r}=t,l=r==="dots"?a/2:Math.min(10,a/2),c=s?y("rect",{class:"st-under",x:4,y:-a/
2-4,height:a,rx:l}):null,d=y("rect",{class:"st-box",x:0,y:-a/2,height:a,rx:l}),{x:p,y:u,r:f}=e.glyph,m=y("path",{class:"\
st-g",transform:`translate(${p} ${u}) scale(${f})`}),g=o?Dt("st-w",e.word):null,b=o&&s?Dt("st-x",e.times,"end"):null,x=b&&
y("title"),w=o&&e.sure?Dt("st-v",e.sure,"end"):null,{second:k}=e,v=k&&(i&&e.start?{...e.start,end:!1}:k),$=o&&v?Dt("st-s",
v,v.end?"end":"start"):null,[S,T]=e.bars?[ji("q",e.bars),ji("p",e.bars)]:[null,null],q=r==="dots"?null:sh(),O=o&&e.ratio?
th(e.ratio):null;return{root:y("g",{role:"button"},c,d,m,g,b&&" ",b,w&&" ",w,O&&" ",O?.root,$&&" ",$,S&&" ",S?.root,T&&"\
 ",T?.root,q&&" ",q?.root,x&&" ",x),box:d,under:c,q:S,p:T,scale:null,glyph:m,ask:null,name:g,second:$,times:b,told:x,nth:q,
sure:w,ratio:O,tag:null,copy:null}}function ih(n,t,e,s,o){let{root:i,box:a,under:r,name:l,q:c,p:d}=n,p=(...u)=>!e||u.some(
f=>t[f]!==e[f]);p("classes")&&I(i,{class:t.classes}),p("tab")&&I(i,{tabindex:t.tab}),p("id","x","y")&&I(i,{"data-node":t.
id,transform:`translate(${t.x} ${t.y})`}),p("letter")&&Rt(i,"data-group",t.letter),p("gram")&&Rt(i,"data-hue",t.gram===null?
null:String(t.gram)),p("copy")&&ph(n,t,o),p("wide")&&I(a,{width:t.wide}),l&&p("font")&&I(l,{"font-size":t.font}),r&&p("w\
ide","repeated")&&(I(r,{width:t.wide}),r.classList.toggle("none",!t.repeated)),c&&p("q","qName","qText")&&Ii(c,t.q,t.qName,
t.qText,o),d&&p("p","pName","pText")&&Ii(d,t.p,t.pName,t.pText,o),p("from","cut","coin","side","test","span")&&ah(n,t,o),
n.sure&&p("sure")&&M(n.sure,t.sure),n.ratio&&p("ratio")&&eh(n.ratio,t.ratio,o),n.nth&&p("nth")&&nh(n.nth,t.nth,o),p("sta\
te","visible","label","word","second","times","told")&&ch(n,t),p("ask")&&hh(n,t,s),p("letter","hue","first","tagX","tagY")&&
dh(n,t)}function Ii({root:n,line:t,name:e,number:s},o,i,a,{bars:r}){I(n,{visibility:o===null?"hidden":"inherit"}),I(t,{width:o===
null?0:Math.max(o>0?1:0,o*(r?.wide??0)).toFixed(1)}),e&&M(e,i),s&&M(s,a)}function ah(n,{from:t,cut:e,coin:s,side:o,test:i,
span:a},r){let l=!r.scale||e===null||s===null,c=a&&`${a.before},${a.line}`;if((l||n.scale&&n.scale.span!==c)&&(n.scale?.
root.remove(),n.scale=null),!r.scale||e===null||s===null)return;let{x:d,y:p,wide:u,high:f,says:m}=a?rh(r.scale,a):r.scale,
g=T=>d+T*u;if(!n.scale){let T={x:d,y:p,height:f,rx:Math.min(3,f/2)},q={yes:y("rect",{class:"st-scale-yes",...T}),cut:y("\
path",{class:"st-scale-cut"}),coin:y("circle",{class:"st-coin",cy:p+f/2,r:f>6?6.5:f}),says:m&&Dt("st-scale-says",m,a&&a.
line!==null?"start":"middle")},O=y("g",{class:"st-scale","data-part":"scale","aria-hidden":"true"}," ",y("rect",{class:"\
st-scale-no",...T,width:u}),y("path",{class:"st-scale-hatch",d:lh({x:d,y:p,wide:u,high:f})}),q.yes,q.cut,q.coin,q.says,"\
 ");n.scale={root:O,span:c,...q},n.root.insertBefore(O,n.nth?.root??n.told)}let b=n.scale,x=Math.max(0,t),w=o==="above";
b.root.toggleAttribute("data-own",o==="own"),b.root.toggleAttribute("data-ratio",w),b.root.toggleAttribute("data-under",
w&&s<=t);let[k,v]=w?[0,Math.min(1,s)]:[x,e];I(b.yes,{x:g(k).toFixed(1),width:Math.max(1,(v-k)*u).toFixed(1)});let $=w?t:
o==="below"&&e<1?e:null,S=f>6?3:2.5;I(b.cut,{d:$===null?"":`M${g($).toFixed(1)} ${p-S}v${f+2*S}`}),I(b.coin,{cx:g(s).toFixed(
1)}),b.says&&M(b.says,i)}function rh({x:n,y:t,wide:e,high:s,says:o},{before:i,after:a,line:r}){let l=o&&{...o,x:o.x+(a-i)/
2},c=r??0;return{x:n-i,y:t+c,wide:e+i+a,high:s,says:o&&r!==null?{x:n+e+a+8,y:t+c+s-1}:l}}function lh({x:n,y:t,wide:e,high:s}){
let o=[];for(let i=n+3;i+s<n+e;i+=7)o.push(`M${i} ${t+s}l${s} ${-s}`);return o.join("")}function ch({root:n,glyph:t,name:e,
second:s,times:o,told:i},a){let{state:r}=a;I(n,{visibility:St(a.visible),"data-shown":r?"1":"0"}),Rt(n,"aria-hidden",r?null:
"true"),Rt(n,"aria-label",r&&a.label),Rt(n,"data-state",r),Rt(t,"data-kind",r),r&&I(t,{d:lt(r)}),e&&M(e,a.word),s&&M(s,a.
second),o&&M(o,a.times),i&&M(i,a.told)}function hh(n,t,{font:e}){if(t.ask===null)return n.ask?.remove();n.ask??=y("text",
{class:"st-ask",y:e*.36,"font-size":e},"?"),I(n.ask,{x:t.ask}),n.ask.parentNode||n.name?.before(n.ask)}function dh(n,{letter:t,
hue:e,first:s,tagX:o,tagY:i}){if(n.tag?.remove(),!t)return;let a=Rn(t);n.tag=y("g",{class:"st-rec"+(s?" first":""),"data\
-hue":e,transform:`translate(${o} ${i})`}," ",y("rect",{width:a,height:18,rx:4}),y("text",{x:a/2,y:14.5,"text-anchor":"m\
iddle"},t)),n.root.append(n.tag)}function ph(n,{copy:t},e){n.copy?.remove(),n.copy=t?Dt("st-copy",e.times,"end"):null,n.
copy&&(M(n.copy,t),Rt(n.copy,"aria-hidden","true"),n.root.append(n.copy))}function uh({root:n},{d:t,state:e,made:s,visible:o,
classes:i}){I(n,{d:t,class:i,visibility:St(o)}),Rt(n,"data-state",e),n.toggleAttribute("data-made",s)}function Ri(n,t,e){
I(n,{visibility:St(e)}),e!==n.hasChildNodes()&&A(n,...e?t:[])}function fh({x:n,y:t,w:e},s){return s<=n+e-4?`M${s-6} ${t}\
h12l-6 7z`:`M${n+8} ${t}h8v2.5H${s+1.5}v1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${n+8}z`}var Es=class{box=y("rect",{rx:7});name=y(
"tspan",{class:"st-model-name"});says=y("tspan",{class:"st-model-says",dx:8});words=y("text",{"text-anchor":"middle"},this.
name);aside=y("text",{class:"st-model-says"});constructor(t){this.tip=t==="draft"?y("path",{class:"st-model-tip"}):null,
this.root=y("g",{class:"st-model","data-of":t,"data-part":"pass","aria-hidden":"true"}),this.parts=this.tip?[this.tip,this.
box,this.words,this.aside]:[this.box,this.words],this.tip||this.words.append(this.says)}draw(t){if(Ri(this.root,this.parts,
t!==null),!t)return;let{x:e,y:s,w:o,h:i,on:a,name:r,says:l,tip:c=e+o/2}=t;this.root.toggleAttribute("data-on",a),I(this.
box,{x:e,y:s,width:o,height:i}),this.tip&&I(this.tip,{d:fh({x:e,y:s+i-1,w:o},c)}),M(this.name,r),M(this.tip?this.aside:this.
says,l),I(this.words,{x:e+o/2,y:s+i/2+5}),I(this.aside,{x:e+o+9,y:s+i/2+5})}},Dn=class{area=y("rect",{class:"st-pass",rx:10,
"data-part":"pass","aria-hidden":"true"});rays=y("path",{class:"st-rays","aria-hidden":"true"});draft=new Es("draft");target=new Es(
"target");bonusBox=y("rect",{rx:10});star=y("path",{class:"st-g","data-kind":"bonus",d:lt("bonus")});word=y("text",{class:"\
st-bonus-w"});says=[y("text",{class:"st-bonus-s"}),y("text",{class:"st-bonus-s"})];bonus=y("g",{class:"st-bonus","aria-h\
idden":"true"},this.bonusBox,this.star,this.word,...this.says);band=y("rect",{class:"st-band","aria-hidden":"true",x:-400,
y:0});label=y("tspan");whose={q:y("tspan",{"data-of":"q"}),p:y("tspan",{"data-of":"p"})};key=y("text",{class:"st-key","a\
ria-hidden":"true"},this.label,this.whose.q,this.whose.p);stick(t){for(let e of[this.band,this.draft.root,this.target.root,
this.key])I(e,{transform:`translate(0 ${t.toFixed(1)})`})}draw({draft:t,target:e,area:s,rays:o,bonus:i,key:a,head:r}){if(I(
this.band,{width:4e3,height:r}),I(this.key,{visibility:St(a!==null),x:a?.x??0,y:a?.y??0}),M(this.label,a?.label??""),M(this.
whose.q,a?.q?` ${a.q}`:""),M(this.whose.p,a?.p?`${a.q?",":""} ${a.p}`:""),this.draft.draw(t),this.target.draw(e),this.area.
classList.toggle("above",!s.below),I(this.area,{x:s.x,y:s.y,width:s.w,height:s.h,visibility:St(s.on)}),I(this.rays,{d:o,
visibility:St(o!=="")}),I(this.bonus,{visibility:St(!!i?.visible)}),!i)return;let{x:l,y:c,w:d,h:p,name:u,says:f}=i,m=p<56,
g=m?c:c-p/2+(p<80?16:22);I(this.bonusBox,{x:l,y:c-p/2,width:d,height:p}),I(this.star,{transform:`translate(${l+17} ${g})\
 scale(6.5)`}),M(this.word,u),I(this.word,{x:l+31,y:g+5.5}),this.says.forEach((b,x)=>{M(b,f[x]??""),I(b,{x:m?l+92:l+10,y:m?
c+4.4:g+(p<80?17:24)+16*x})})}},mh=0,Os=class{arrow=`st-arrow-${++mh}`;svg=y("svg",{class:"st-svg",preserveAspectRatio:"\
xMidYMin",role:"group","aria-label":"Graph of this round"});floatBox=y("rect",{rx:4,height:20});floatWord=y("text",{y:14,
x:6});float=y("g",{class:"st-float",visibility:"hidden","aria-hidden":"true"});mode=null;form=null;pass=new Dn;nodes=new le(
y("g",{class:"st-nodes","data-part":"nodes"}),t=>oh(t,this.mode,this.form),(t,e,s)=>ih(t,e,s,this.mode,this.form));edges=new le(
y("g",{class:"st-edges"}),()=>({root:y("path")}),uh);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","\
st-origin");bands=new le(y("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue:t,end:e})=>({root:y("path",{class:"st-\
rec-band","data-hue":t,"data-end":e})}),({root:t},{d:e,visible:s})=>I(t,{d:e,visibility:St(s)}));arcs(t,e){return new le(
y("g",{class:t,"aria-hidden":t==="st-links"&&"true"}),()=>({root:y("path",{class:e,"marker-end":`url(#${this.arrow})`})}),
({root:s},{d:o,visible:i,solid:a=!1,bold:r=!1})=>{I(s,{d:o,visibility:St(i)}),s.classList.toggle("solid",a),s.classList.
toggle("bold",r)})}draw(t,e){this.mode=t.mode,I(this.svg,{"data-mode":t.mode.name}),this.svg.style.setProperty("--small",
`${t.form.small}px`),this.form=t.form,this.svg.firstChild||A(this.svg,y("defs",{},y("marker",{id:this.arrow,viewBox:"0 0\
 8 8",refX:7,refY:4,markerUnits:"userSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},y("path",{d:"M0 0L8 4L0 8\
Z",class:"st-arrow"}))),this.pass.rays,this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,
this.nodes.group,this.pass.area,this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.
pass.draw(t.pass);for(let s of["bands","edges","merges","links","nodes"])this[s].patch(t[s]);Ri(this.float,[this.floatBox,
this.floatWord],t.float!==null),t.float&&(M(this.floatWord,t.float.word),I(this.floatBox,{width:ft(t.float.word,`13px ${e}`)+
14}),I(this.float,{transform:`translate(${t.float.x} ${t.float.y})`}))}elementOf(t){return this.partsOf(t)?.root}partsOf(t){
return t&&this.nodes.drawn.get(t.key)?.parts}edgeOf({key:t}){return this.edges.drawn.get(t)?.parts.root}clear(){A(this.svg)}};var gh=16;function He({frame:n},t){let e=t.target instanceof Element?t.target.closest("[data-node]"):null;return e&&n?n.
it.place.get(Number(e.getAttribute("data-node")))??-1:-1}function bh(n,t){let{scene:e,zoom:s}=n,o=-1,i=gh;for(let a of e?.
nodes??[]){if(!e||a.state===null)continue;let r=s.away(t,a,e.mode.high);r<=i&&([o,i]=[a.place,r])}return o}function Di(n,t){
let e=(n.frame?.items??[]).filter(({place:i})=>n.shows(i)).sort((i,a)=>i.row-a.row),s=e.findIndex(({place:i})=>i===n.selection.
roving),o=e[Math.min(e.length-1,Math.max(0,s+t))];o&&(n.rove(o.place),n.focus({preventScroll:!0}),n.reveal([o.place]))}function Ni(n){
let{svg:t,on:e}=n,s=i=>{i<0||(n.rove(i),e.pick(i))},o=i=>{n.float(i),e.hover(i)};t.addEventListener("click",i=>{let a=He(
n,i);s(a<0&&n.touched.matches?bh(n,i):a)}),t.addEventListener("mouseover",i=>{mt.moved(i)&&o(He(n,i))}),t.addEventListener(
"mouseleave",i=>{mt.moved(i)&&o(-1)}),t.addEventListener("focusin",i=>{He(n,i)>=0&&o(He(n,i))}),t.addEventListener("focu\
sout",()=>o(-1)),t.addEventListener("keydown",i=>{if(i.key==="Enter")s(He(n,i));else if(i.key==="ArrowDown")Di(n,1);else if(i.
key==="ArrowUp")Di(n,-1);else return;i.preventDefault(),i.stopPropagation()})}var Ls=class{toggle=h("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-pressed":"\
false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(!this.
on),this.redraw()}},"Mark repeats");sizes=h("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"a\
ria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(t=>h("option",
{value:t},`${t}-grams`)));say=h("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(t,e){
this.model=t,this.redraw=e}set(t){this.on=t,this.toggle.setAttribute("aria-pressed",t?"true":"false"),this.sizes.hidden=
this.say.hidden=!t}open(t){let{recurring:e}=t;if(this.toggle.hidden=!e?.groups.length,this.shown=null,!e?.drafted||!this.
on)return M(this.say,"");this.n||=Math.min(4,e.tau),this.sizes.value=String(this.n),this.shown=Ei(t,this.n)}describe(t,e,s){
this.shown&&M(this.say,qi(this.model,t,this.shown,e,s))}reset(){this.n=0,this.shown=null,this.toggle.hidden=!0,M(this.say,
"")}};function Ci(n,t,e,s,o,i){let{model:a,it:r,form:l}=n,c=1+t.shared.filter(z=>jt(n,z,o)).length,{place:d,word:p,whole:u,named:f,
copies:m,nth:g}=t,{second:b,qName:x,qText:w,pName:k,pText:v,test:$}=i,{q:S,p:T,say:q}=Tn(a,r,d,o),{name:O=null,numbers:L={
q:null,p:null}}=l.bars??{},D=(z,dt,kt)=>[O!==null&&dt,L[z]!==null&&kt].filter(Boolean).join(" "),G=O!==null&&L.q!==null,
V=a.second(e),_=l.sure?Ms(n,d):"",W=On(n,d,o),K=[p,f&&m&&i.times,_,i.ratio,l.second&&b,D("q",x,w),D("p",k,v),$,wh(g,i.letter),
i.copy];return[...K,_&&`confidence ${_}`,f&&m&&e.told,a.called(e),e.state==="pending"&&vs(n,d,o)&&"below a draft that wa\
s not accepted",!K.includes(V)&&V,S!==null&&!(G&&x&&w===q(S))&&`draft ${q(S)}`,T!==null&&!(G&&k&&v===q(T))&&`target ${q(
T)}`,W&&`running ratio ${E(W.ratio)}`,c>1&&`shared by ${c} paths`,s&&`copy of node ${a.get(r,"origin",d)}`,p!==u&&u].filter(
Boolean).join(", ")}function wh(n,t){return n===null?t&&`${t}, letter of its n-gram`:t?`${n} ${t}: number among the cand\
idates, letter of its n-gram`:`${n} among the candidates`}function Fi(n,t,{picked:e,pointed:s,supposed:o},i){let{model:a,it:r,spot:l}=n,{now:c}=r.steps[t],d=new Map,p=(u,f)=>{d.set(
u,(d.get(u)??new Set).add(f))};for(let u of c)p(u,"now");e>=0&&p(e,"picked"),o&&p(o.place,"supposed");for(let u=s;u>=0;u=
a.up(r,u)){let f=l.has(u)?u:r.place.get(a.get(r,"origin",u)??-1)??-1;p(f,u===s?"lit-end":"lit")}for(let u of Li(n,i,s))p(
u,"rec-lit");return d}var Bi=[2,5,6,4,3,1,0],yh=6,xh=({steps:n},t)=>n[t].phase==="merge"?n[t].now:n[t].phase==="draft"&&n[t+1]?.phase==="merge"?
n[t+1].now:[],Pi=(n,t,e)=>t.place.get(n.get(t,"merge",e)??-1)??-1;function _i(n,t,e){let s=new Map;for(let o of xh(t,e)){
let i=Pi(n,t,o);i>=0&&s.set(i,[...s.get(i)??[i],o])}return s.size?{n:t.recurring?.tau??1,groups:[...s.values()]}:null}var zi=n=>Bi[n%
Bi.length],Hi=(n,t,e)=>Ts(n,t,e).map(s=>({...s,hue:zi(e?.groups.findIndex(o=>o.includes(s.end))??0)})),Wi=(n,t,e)=>new Map(
(e?.groups??[]).flatMap((s,o)=>s.flatMap(i=>n.gram(t,i,e?.n??1).map(a=>[a,zi(o)]))));function Ui(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t],c=new Set(r==="merge"?l:[]),d=i.some(({place:u})=>s.copied(o,u)),p=u=>u.shared.
some(f=>jt(n,f,t))&&u.wire!=="";return i.flatMap(u=>{let f=p(u)?[{key:`${u.place}-own`,d:u.wire,visible:!0,solid:!0,bold:u.
shared.some(({place:x})=>c.has(x))}]:[],m=a.get(Pi(s,o,u.place));if(!m)return f;let g=o.fates[u.place].find(x=>x.state===
"merged")?.step??o.born[u.place],b=u.into?.wire||Sn(n,Be(n,u,t),Be(n,m,t));return[...f,{key:String(u.place),d:b,solid:u.
into!==null,bold:c.has(u.place),visible:g<=t&&(!d||[u.place,m.place].includes(e))}]})}function Gi(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t];if(!o.replicas)return[];let c=m=>a.get(o.place.get(s.get(o,"origin",m)??-1)??
-1),d=a.has(e)?c(e)?.place??e:-1,p=r==="unmerge"&&l.length<=yh,u=m=>p&&l.includes(m)||(s.copied(o,e)?m===e:d>=0&&c(m)?.place===
d);return i.filter(({place:m})=>s.copied(o,m)&&o.born[m]<=t&&u(m)).flatMap(m=>{let g=c(m.place);return g?[{key:String(m.
place),visible:!0,d:Sn(n,Be(n,m,t),Be(n,g,t))}]:[]})}var Ki=({model:n,it:t,mode:e,narrow:s,has:o},{place:i,named:a},r)=>r&&
ne(e,o)&&e.text&&!s&&a&&n.copied(t,i)?"copy":"";function Vi({model:n,it:t},e,s){if(!t.n.merge||s<t.seen)return!1;let o=a=>t.
onPath[a]||n.decided(t,a,s).some(r=>["accepted","rejected"].includes(t.verdicts[r].state));return n.decided(t,e,s).some(
a=>t.verdicts[a].state==="unused")&&!o(e)&&!kh(n,t,e).some(o)}var kh=(n,t,e)=>(t.n.origin??[]).flatMap((s,o)=>s===t.n.id[e]&&
n.copied(t,o)?[o]:[]);var vh=new Set(["residual","bonus","fill","drawn"]),$h=78,Qi=15.5,Mh=16,Sh=7.6,Ah=226,Th=118;function Ji(n,t){let{model:e,
it:s,items:o,models:i,chain:a,narrow:r,mode:l}=n,{phase:c,now:d}=s.steps[t],p=s.steps.flatMap((Q,vt)=>Yi.has(Q.phase)?[vt]:
[]),u=s.n.role.some(Q=>Q==="draft")||p.length>0,f=t>=s.seen,{lane:m,slab:g,area:b,below:x}=i,w=Yi.has(c),k=Q=>Q>=5e-4&&!e.
toy()?` · ${Bt(Q)}`:"",v=w?o.filter(({place:Q})=>d.includes(Q)):[],$=v.length?Math.min(...v.map(({x:Q})=>Q)):m.x,S=!x||
!v.length?m.x:l.text?$+(l.wide-m.w)/2:$,T=e.drafter(),q=Math.max(m.w,Math.ceil(T.length*Sh)+24),O=Math.max(m.x,Math.min(
S,i.most)),L=l.text?l.wide/2:l.wide,D=u?{...m,x:O,on:w,name:T,w:q,tip:v.length&&!r?$+L:O+q/2,says:f&&x?`${R(p.length,"st\
ep")}${k(s.bar.draft)}`:""}:null,G=s.steps[s.seen]?.nodes.length??0,V=s.mask?.starts.length||1,_=c==="target",W=V===1?"o\
ne pass":R(V,"pass","passes"),K=_?`${W} over ${R(G,"position")}`:W,z=k(s.bar.target),dt=f?[`${K}${z}`,K,`${W}${z}`,W]:["\
waits"],kt={...g,on:_,name:"Target",says:re((g.w-$h)/Qi,...dt,"")};return{draft:D,target:s.steps.some(Q=>Q.phase==="targ\
et")?kt:null,area:{...b,on:_,below:x},bonus:jh(n,t),head:x?0:i.head,key:w?null:Eh(n,t,D,kt),rays:r?"":_&&a?qh(n):Lh(n,t)}}
function Eh(n,t,e,s){let{model:o,it:i,form:a,narrow:r,models:l,h:c}=n,{bars:d}=a,p=o.voice==="plain",u=!a.sure&&i.n.sure&&
d?.name===null;if(!d||d.long||d.name!==null&&!p)return null;let f=e&&e.says?It(e.says)*Qi+24:12,m=l.below?e?e.x+e.w+f:s.
x:s.x+s.w+12,g=t>=i.seen,b=g&&!(d.one&&u),x=r?"":"numbers:",w=p?"target":"p",k=d.one&&g&&!u?"":u?"path confidence":p?"dr\
aft":"q",v=b&&Oh(n,t)?[`${w} (pale: ${p?"leftover":"p′"})`]:[],$=T=>m+It(`${x} ${k}, ${T}`)*a.small<=l.until;for(let T of b?
[...v,w]:[""])if($(T))return{x:m,y:l.lane.y+l.lane.h/2+5,label:x,q:k,p:T};let S={x:l.lane.x,y:c-4,label:x,q:k,p:b?v[0]??
w:""};return r||l.below?null:S}var Oh=(n,t)=>n.items.some(e=>n.it.born[e.place]<=t&&$s(n,e,t,n.model.fate(n.it,e.place,t)).
left),Yi=new Set(["draft","exit"]);function Lh({it:n,items:t,spot:e,models:s,mode:o,chain:i},a){let{phase:r,now:l}=n.steps[a],
{slab:c,below:d}=s;return i||!d||!vh.has(r)?"":l.flatMap(p=>e.get(p)??[]).flatMap(({x:p,cy:u,wide:f})=>{let m=p+f/2,g=u+
o.high/2,b=m>c.x&&m<c.x+c.w,x=t.every(w=>w.x>m||w.x+w.wide<m||w.cy+w.makes<=u);return b&&x&&c.y-g>=Mh?[`M${m} ${c.y}V${g}`]:
[]}).join("")}function qh({items:n,models:t,mode:e,it:s,top:o}){let{slab:i,bonus:a}=t,r=n.filter(({place:p})=>s.n.role[p]!==
"target"),l=[...r.slice(1),...a?[a]:[]],c=e.wide/2,d=o+e.high+3;return l.map((p,u)=>`M${r[u].x+c} ${i.y}L${p.x+c} ${d}`).
join("")}function jh(n,t){let{it:e,items:s,models:o,narrow:i}=n,a=s.find(({place:d})=>e.n.role[d]==="target"&&e.born[d]<=
t);if(!o.bonus)return null;let r=s.filter(({place:d})=>e.n.role[d]==="draft").length,l=r<1||o.bonus.w<(i?Ah:Th)?[]:i?[`i\
f ${r===1?"it is":"all are"} accepted`]:r===1?["only if the guess","is accepted"]:[`only if all ${r}`,"are accepted"],c=!a&&
t<e.commit&&!Number.isFinite(ks(n,t));return{...o.bonus,visible:c,name:r?"bonus":"?",says:!i&&o.bonus.h<80?[]:l}}var Ih=24,Rh=2;function Dh(n,t,e){let s=X(n),o=s?.rows.findLastIndex(i=>i.place===t&&i.step<=e)??-1;return!s||o<0?void 0:
{...s.rows[o],nth:o+1}}function Zi({it:n,chain:t,mode:e,narrow:s,tests:o},{place:i,nth:a},r){return o?s?null:o.get(i)?.findLast(
l=>l.step<=r)?.nth??null:t||!X(n)?a:e.text&&!s?Dh(n,i,r)?.nth??null:null}function Nh({it:n,chain:t,narrow:e,spot:s,lines:o},i,a){
let r=X(n);if(!t||!r||n.n.role[i]!=="draft")return;let l=r.rows.findIndex(g=>a>=r.told?g.chosen:g.step===a),c=r.rows.findIndex(
g=>g.place===i&&g.step<=a),d=o||e?c:l,p=r.rows[d],[u,f,m]=[r.rows[0]?.place,i,r.rows.at(-1)?.place].map(g=>s.get(g??-1)?.
x??0);return p?.place!==i?null:{...p,nth:d+1,before:e?0:f-u,after:e?0:m-f,line:o?o*d:null}}function Xi(n,{place:t},e,s,o=!1){
let{model:i,it:a,form:r,chain:l}=n,c={from:-1,cut:null,coin:null,side:"below",test:"",span:null};if(!s||!r.scale)return c;
let d=Fh(a,t,e);if(d&&(l||d.step===e))return{...Bh(d,r),span:null};let p=Nh(n,t,e);if(p===null||p&&o)return c;if(p){let b=!a.
n.role.some((w,k)=>w==="target"&&a.born[k]<=e),x=Ch(p,r,i.voice);return b||p.line===null?x:{...x,test:""}}let u=i.decided(
a,t,e).filter(b=>l||a.stepOf[b]===e),f=a.verdicts[u.at(-1)??-1];if(f?.strip)return{...Ph(f.strip,r,i.voice),span:null};if(f?.
u===void 0||f.a===void 0)return c;let{u:m,a:g}=f;return{...c,cut:Math.min(1,g),coin:m,test:ta(r,i.voice,m,g,"accepted",f)}}
function Ch({cut:n,u:t,nth:e,before:s,after:o,line:i},a,r){let c={from:-1,cut:null,coin:null,side:"below",test:"",span:{
before:s,after:o,line:i}};if(t===null||!a.scale)return c;let d={...a,scale:{...a.scale,wide:a.scale.wide+(i===null?s+o:Ih)}},
p=ta(d,r,t,n,"passes"),u=`prefix ${e}${n>0&&n<1?":":""} ${p}`;return{...c,cut:Math.min(1,n),coin:t,test:p&&At(d,u,p)}}function Fh(n,t,e){
let s=n.panels.find(({kind:i})=>i==="prefixes");if(s?.kind!=="prefixes")return null;let o=s.prefixes.find(i=>i.place===t&&
i.step<=e);return o?{...o,bar:s.bar}:null}function Bh({ratio:n,product:t,passed:e,bar:s},o){let i=t===null?"∞":E(t),a=`${i}\
 ${e?">":"≤"} ${E(s)}`,r=e?" passes":" fails";return{from:Math.min(1,s),cut:1,coin:n,side:"above",test:At(o,`joint ${a}${r}`,
`${a}${r}`,a)}}var At=({scale:n,small:t},...e)=>n?.says?re((n.wide+Rh)/t,...e):"";function ta(n,t,e,s,o,i={}){let a=e<s?
"<":"≥",r=t==="plain",{p:l,q:c}=i;if(s>0&&s<1)return r?At(n,`${E(e)} ${a} ${E(s)}`,`${N(e)} ${a} ${N(s)}`):At(n,`u = ${N(
e)} ${a} ${N(s)}`,`${N(e)} ${a} ${N(s)}`);let d=s>=1?"always":"never",p=[`${d} ${o}`,d];return s>=1&&typeof l=="number"&&
typeof c=="number"&&l>=c?At(n,r?`${d}: ${P(l)} ≥ ${P(c)}`:`${d}: p ≥ q`,...p):s<=0&&l===0?At(n,r?`${d}: target 0%`:`${d}\
: p = 0`,...p):At(n,...p)}function Ph({u:n,parts:t,own:e},s,o){let i=p=>t.slice(0,p).reduce((u,[,,f])=>u+f,0),a=i(t.length),
r=i(e)/a,l=i(e+1)/a,c=p=>`${p(r)} ≤ ${p(n)} < ${p(l)}`,d=o==="exact"?At(s,c(p=>E(p)),c(N),`u = ${N(n)}`):At(s,`${E(n)}\
 in its part`,E(n));return{from:r,cut:l,coin:n,side:"own",test:d}}var _h=8,zh=6,qs={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function ea(n,t,e=qs,s=null){let{model:o,it:i,
items:a,spot:r}=n,l=Fi(n,t,e,s),c=Oi(n,s),d=_i(o,i,t),p=Wi(o,i,d),u=[],f=[];for(let b of a){let x=b.stands.flatMap(k=>[...l.
get(k)??[]]),w={...Hh(n,b,t,e,x,c.get(b.place)),gram:p.get(b.place)??null};w.gram!==null&&(w.classes+=" tail"),u.push(w),
b.up>=0&&f.push(Gh(ys(n,b,t),w))}let{mode:m,form:g}=n;return{mode:m,form:g,pass:Ji(n,t),nodes:u,edges:[...f.filter(({raised:b})=>!b),
...f.filter(({raised:b})=>b)],merges:Ui(n,t,e.pointed),links:Gi(n,t,e.pointed),bands:s?Ts(n,t,s):Hi(n,t,d),float:Kh(n,t,
e),hidden:i.born.filter((b,x)=>b<=t&&r.get(x)?.place!==x).length}}function Hh(n,t,e,s,o,i){let{model:a,it:r,mode:l}=n,{named:c}=t,
d=hi(n,t,e),p=li(n,d,e,s),u=jt(n,t,e),f=e>=r.commit,m=t.stands.some(nt=>r.onPath[nt]),g=f&&p!==null&&!u&&m,b=a.copied(r,
d)&&t.place===d,x=r.n.role[d]==="draft",w=ks(n,e),k=!p&&!x&&t.col>=w,v=k||!p&&x&&!b,$=x&&t.col>=w&&p!==null,S=l.name==="\
dots",T=S&&c&&g,q=T?Math.ceil(t.wide+12+7*t.word.length):t.wide,O="st-n";b&&(O+=" replica"),p||(O+=" ghost"),k&&(O+=" ho\
le"),$&&(O+=" fallen"),g&&(O+=" path"),p?.state==="input"&&f&&!g&&(O+=" gone");let L=!g&&Vi(n,d,e);L&&(O+=" quiet"),r.n.
merge&&p?.state==="pruned"&&(O+=" leaf"),(p?.state==="pending"||p?.state==="merged")&&vs(n,d,e)&&(O+=" lost"),u?O+=" joi\
ned":!L&&ci(n,t,e)&&(!p||Y(p.state).strength<zh)&&(O+=" shared");let D=$s(n,{...t,place:d},e,p),G=p?Ln(n,d,e):"",V=En(n)&&
p?.state==="rejected";D.left&&(O+=" left"),V&&(O+=" deleted");for(let nt of new Set(o))O+=` ${nt}`;let _=d===t.place?t:{
...t,place:d},W=Zi(n,_,e),K=W===t.nth?_:{..._,nth:W},{x:z,y:dt}=u??Uh(n,t,$,e),kt=Xi(n,K,e,p,$),Q=p?fi(n,d,p):"",vt=p?Wh(
n,p):"",j=Ki(n,t,p);return{key:t.key,kind:t.kind,place:d,id:r.n.id[d],x:z,y:dt,wide:u?2*n.form.glyph.x:q,joined:u!==null,
onto:u&&{x:u.item.x,y:u.item.cy},font:t.font,word:p&&c&&(T||!S)?t.word:"",state:p?.state??null,visible:p!==null||v,ask:v&&
c&&!S?t.wide/2:null,...D,...kt,nth:p&&W!==null?String(W):"",sure:p&&n.form.sure?Ms(n,d):"",ratio:G,second:Q,gram:null,copy:j,
times:vt,told:p?.told??"",repeated:!!p?.times,label:p?Ci(n,K,p,b,e,{...D,...kt,second:Q,times:vt,copy:j,ratio:G,letter:u?
null:i?.letter??null}):"",classes:O,path:g,fallen:$,tab:[d,t.place].includes(s.roving)?"0":"-1",letter:i?.letter??null,hue:i?.
hue??0,first:i?.first??!1,tagX:i?.tagX??0,tagY:i?.tagY??0}}function Wh({mode:n,has:t},{times:e}){if(!e.startsWith("×"))
return e;let s=(qt(n,t.fates)-4)/n.small,[o,...i]=e.split(" "),r=i.reduce((l,c)=>l+parseInt(c,10),0)===Number(o.slice(1))&&
i.length>0&&(i.length>1||!i[0].endsWith("✕"));return re(s,e,...r?[i.join("")]:[],o)}var Uh=({drop:n,aside:t,room:e},{x:s,
cy:o,makes:i},a,r)=>({x:a?s+t:s,y:(a?o+n:o)+(r>=e?i:0)});function Gh(n,{key:t,state:e,visible:s,path:o,fallen:i,joined:a,
classes:r}){let l=e!==null&&Y(e).strength>=_h;return{key:t,d:n,state:e,made:l,raised:l||o,visible:s&&!i&&!a,classes:e===
null?"st-e ghost":o?"st-e path":/ quiet\b/.test(r)?"st-e quiet":/ lost\b/.test(r)?"st-e lost":"st-e"}}function Kh({it:n,
spot:t},e,{floated:s}){let o=t.get(s);return!o||o.named||n.born[s]>e?null:{word:o.word,x:o.x+o.wide+2,y:o.cy-10}}var js=class{value=1;chosen=0;constructor(t,e){this.scroll=t,this.svg=e}fit(t,e){let{w:s,h:o}=t;this.value=Math.min(4,Math.
max(.15,this.chosen||In(t,e))),this.svg.setAttribute("width",String(Math.ceil(s*this.value))),this.svg.setAttribute("hei\
ght",String(Math.ceil(o*this.value+this.slack(t,e))))}slack({narrow:t,mode:e,h:s,top:o},i){let a=this.value*e.row,r=s*this.
value-i.h-this.value*(o+e.high/2)+a/2;return t&&r>0?(a-r%a)%a:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(t,e,s){
if(!t.length)return;let{scroll:o,value:i}=this,{mode:a,narrow:r,models:l}=e,c=12,{w:d}=s,p=r||l.below?0:i*l.head,u=i*Math.
min(...t.map(({x:v})=>v)),f=i*Math.min(...t.map(({cy:v})=>v-a.high)),m=i*Math.max(...t.map(({x:v,wide:$})=>v+$)),g=i*Math.
max(...t.map(({cy:v})=>v+a.high)),b=s.h-(r?s.bar:0),{scrollLeft:x,scrollTop:w}=o;m-u>d?o.scrollLeft=m-d+c:m>x+d?o.scrollLeft=
Math.min(u-c,m-d+c):u<x&&(o.scrollLeft=u-c);let k=g>w+b||f<w+p;r&&k?o.scrollTop=this.between(t,e,b):g>w+b?o.scrollTop=Math.
min(f-p-c,g-b+c):f<w+p&&(o.scrollTop=f-p-c)}between(t,{mode:e,spot:s,top:o},i){let a=t.map(({row:f})=>f),r=Math.min(...a),
l=this.value*e.row,c=this.value*(o+e.high/2)-l/2,d=Math.ceil(((Math.max(...a)+1)*l+c-i)/l),p=t.some(({row:f,up:m})=>f===
r&&s.get(m)?.row===r-1),u=d<=r?Math.max(0,Math.min(r,Math.max(d,0))):r-(p?1:0);return u>0?c+u*l:0}away(t,{x:e,wide:s,y:o},i){
let a=this.svg.getBoundingClientRect(),r=(l,c,d)=>Math.max(l*this.value-d,d-c*this.value,0);return Math.hypot(r(e,e+s,t.
clientX-a.left),r(o-i/2,o+i/2,t.clientY-a.top))}};var Vh=300,sa=142,na=114,oa=86,Yh=190,ia=40,Is=class{touched=matchMedia("(pointer: coarse)");picture=new Os;svg=this.picture.
svg;scroll=h("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new js(this.scroll,this.svg);sides=new Lt(
this.scroll,()=>this.until());hidden=h("span",{class:"st-hidden","data-testid":"hidden-count"});all=h("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=qs;step=-1;room={
w:800,h:300,bar:ia,touched:!1,typeface:"sans-serif",width:ft};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(t,e){
this.model=t,this.on=e,this.recurring=new Ls(t,()=>this.again()),this.zooms=h("div",{class:"st-zoom"},this.recurring.toggle,
this.recurring.sizes,h("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zoom out",()=>this.
zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom to 1:1",()=>1),this.
button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=h("div",{class:"st-graph"},this.scroll,this.recurring.
say,this.zooms,this.sides.sign),Ni(this),this.scroll.addEventListener("scroll",()=>this.stick(),{passive:!0})}until(){let{
value:t}=this.zoom,e=this.scene?.nodes.filter(({visible:o})=>o)??[],s=this.frame?this.frame.mode.high/2:0;return{w:t*Math.
max(0,...e.map(({x:o,wide:i})=>o+i)),h:t*Math.max(0,...e.map(({y:o})=>o+s))}}stick(){let t=this.frame?.models.below??!0;
this.picture.pass.stick(t?0:this.scroll.scrollTop/this.zoom.value)}button(t,e,s,o){return h("button",{type:"button",class:"\
st-btn st-small","data-testid":e,"aria-label":s,title:s,onclick:()=>{this.zoom.chosen=o(),this.frame&&this.zoom.fit(this.
frame,this.room),this.sides.look()}},t)}open(t){this.frame?.it!==t&&(this.frame&&this.zoom.top(),this.build(t))}build(t){
this.leave();let{on:e}=this.recurring;this.recurring.open(t),(!this.looked||e!==this.recurring.on)&&this.look(),this.looked=
!0,this.drawn=this.room;let{toggle:s,sizes:o}=this.recurring;this.room={...this.room,buttons:sa+(s.hidden?0:na)+(o.hidden?
0:oa)+(t.core?Yh:0),zooms:sa+(o.hidden?0:na+oa)},this.frame=Si(this.model,t,this.room,this.expanded.has(t.i));let{w:i,h:a,
whole:r,items:l}=this.frame,c=t.core&&!r;this.all.hidden=!t.core,t.replicas&&l.length<=Vh?M(this.all,c?`Show tree with c\
opies (${t.replicas})`:"Show merged graph"):M(this.all,c?`Show all ${t.size} nodes`:"Show result path and siblings"),this.
svg.setAttribute("viewBox",`0 0 ${i} ${a}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof
SVGElement&&this.svg.contains(document.activeElement)&&document.activeElement.blur(),this.selection=qs,this.step=-1}again(){
this.frame&&(this.looked=!1,this.build(this.frame.it),this.on.redraw())}look(){let{position:t,display:e}=getComputedStyle(
this.zooms),s=this.root.closest(".present")!==null,o=t==="absolute"&&e!=="none"?ia+(this.touched.matches?12:0):0;this.room=
{w:this.scroll.clientWidth,h:this.scroll.clientHeight,bar:o,big:s,touched:this.touched.matches,typeface:getComputedStyle(
this.root).fontFamily||"sans-serif",width:ft}}toggleAll(){if(!this.frame)return;let{i:t}=this.frame.it;this.folded.add(t),
this.expanded.delete(t)||this.expanded.add(t),this.again()}unmerge(t,e){let s=t.steps.findIndex(({phase:a})=>a==="unmerg\
e"),o=s>=0&&e>=s,i=t.size<=st("line").upTo;!t.core||!i||this.folded.has(t.i)||o===this.expanded.has(t.i)||(o?this.expanded.
add(t.i):this.expanded.delete(t.i),this.build(t))}show(t,e,s=this.selection.pointed){if(!this.frame)return;let{it:o}=this.
frame;this.unmerge(o,t);let{spot:i,items:a}=this.frame,{roving:r}=this.selection,l=r<0||o.born[r]>t||!i.has(r),c=Math.min(
...a.map(({place:p})=>o.born[p]<=t?p:1/0));this.render({...this.selection,picked:e,pointed:s,roving:l?i.has(e)?e:Number.
isFinite(c)?c:-1:r},t),t!==this.step&&(this.reveals=e>=0?[e]:o.steps[t].now),this.step=t,this.recurring.describe(o,t,this.
frame.narrow);let d=this.scene?.hidden;M(this.hidden,d?`${R(d,"node")} not shown`:""),this.all.style.visibility=d||this.
expanded.has(o.i)?"":"hidden",this.recurring.toggle.style.visibility=t<o.seen&&!this.recurring.on?"hidden":""}render(t,e=this.
step){this.selection=t,!(!this.frame||e<0)&&(this.scene=ea(this.frame,e,t,this.recurring.shown),this.picture.draw(this.scene,
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
abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var Qh={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and th\
e thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision, p\
, q and the thresholds can differ in the third digit."};function Ht(n,{key:t,label:e,value:s,most:o,step:i=.01,say:a,draw:r},l,c,...d){
let p=h("p",{class:"st-whatif-said",role:"status"}),u=h("button",{type:"button",class:"st-btn st-small st-wide","data-te\
stid":"whatif-go",disabled:!0,onclick:()=>c({...l,[t]:f.value})},"Replay this round"),f=h("input",{type:"range",class:"s\
t-scrub",min:i<1?0:1,max:o,step:i,"aria-label":e,"data-testid":`whatif-${t}`,oninput:()=>m(Number(f.value))});f.value=String(
s);function m(b){let x=b!==s;r(b);let w=a(b);M(p,x?`${w} Faded parts still show the recorded run.`:w);let k={sentence:x?
w:""};g.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:k})),u.disabled=!x,g.closest("[data-testid=ins\
pector]")?.toggleAttribute("data-moved",x)}let g=h("details",{class:"st-whatif-box","data-testid":"whatif"},h("summary",
{},"What if?"),h("label",{},e,f),p,h("div",{class:"st-row"},u,...d),h("p",{class:"st-quiet","data-testid":"whatif-again"},
Qh[n]));return g}var aa=(n,t)=>h("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>t(
{verdict:n,flip:1})},"Reverse this decision");function ra(n){let t=h("div",{class:"st-changed",role:"status","data-testi\
d":"changed",hidden:!0});return{root:t,show(e,s,o){t.hidden=!e,A(t,h("b",{},e),s&&h("span",{},"Recorded: ",h("q",{dir:"a\
uto"},s.recorded)),s&&h("span",{},"What if: ",h("q",{dir:"auto"},s.now)),o&&h("button",{type:"button",class:"st-btn st-s\
mall st-wide",onclick:n},"Back to the recorded run"))},wait(){t.hidden=!1,A(t,h("span",{},"Replaying this round. Models \
that are not in memory are loaded first."))},refuse(e){t.hidden=!1,A(t,h("span",{role:"alert"},e),h("button",{type:"butt\
on",class:"st-btn st-small",onclick:()=>{t.hidden=!0}},"Close"))}}}var ca=25,Jh=5;function ha(n,t,e,s,o,i=[],a=[]){let{why:r,came:l,good:c,tails:d,alpha:p,table:u,cut:f,names:m,least:g}=t,
b=h("div",{},d.length?la(n,t,a):null),x=$=>Math.max(0,d.findLastIndex(S=>S>=$)),w=$=>Math.max(g,x($)),k=$=>{let S=n==="p\
lain"?`With a required probability of ${P($)}`:`With t = ${E($)}`,T=w($),q=B(n,d[T]);return x($)<g?`${S}, the width is t\
he minimum, ${g}.`:`${S}, the width is ${T}: at least ${T} are accepted with probability ${q}.`},v=$=>A(b,la(n,{...t,cut:$,
width:w($)},a));return h("section",{class:"st-panel","data-testid":"layer-panel"},h("h2",{},t.title),...i,b,r?h("p",{class:"\
st-reason"},r):null,o&&f!==null&&d.length?Ht(n,{key:"threshold",label:m[2],value:f,most:1,say:k,draw:v},{},o):null,l&&e>=
t.told?h("p",{class:"st-reason"},`${c?"●":"✕"} ${l}`):null,p.length?sd(t):null,u.length?nd(t):null,...s)}function Zh(n,t,e){
let s=[{marks:[],parts:[],since:0}];for(let o=0;o<t;o++)s=s.flatMap(({marks:i,parts:a,since:r})=>[{marks:[...i,"accepted"],
parts:[...a,n[r]??0],since:0},{marks:[...i,"rejected"],parts:[...a,1-(n[r]??0)],since:r+1}]);return s.filter(({marks:o})=>o.
filter(i=>i==="accepted").length>=e).map(({marks:o,parts:i})=>({marks:o,parts:i,value:i.reduce((a,r)=>a*r,1)}))}function Xh(n,{
candidates:t,tails:e,width:s},o){let i=t>4||t>o.length||s<1?[]:Zh(o,t,s),a=i.reduce((l,{value:c})=>l+c,0),r=l=>B(n,l,N);
return!i.length||i.length>Jh||Math.abs(a-(e[s]??-1))>.001?null:h("ul",{class:"st-ways","data-testid":"layer-ways","aria-\
label":`Orders of outcomes with at least ${R(s,"acceptance")}`},...i.map(({marks:l,parts:c,value:d})=>h("li",{title:c.map(
r).join(" · ")},h("span",{},...l.map(p=>Z(p))),h("small",{},c.length>3?"":c.map(r).join(" · ")),h("b",{},r(d)))),i.length>
1?h("li",{class:"sum"},h("span"),h("small",{},"sum"),h("b",{},r(a))):null)}var Nn=(n,t,e)=>n>t?` (${e?R(n-t,e):n-t} not \
shown)`:"";function We(n,t,e){return e<=29?"":n==="plain"?t>0&&t<.005?"<1%":`${Math.round(100*t)}%`:t<.005?t?"<.01":"0":
N(+t.toFixed(2))}var td=(n,t)=>n==="plain"?`${(100*t).toFixed(1)}%`:N(+t.toFixed(3));function la(n,t,e){let{tails:s,tails_head:o,
tails_say:i,cut:a,width:r,names:l}=t,c=s.slice(0,ca),d=300,p=4,u=66,f=56,m=s.map((S,T)=>Math.max(0,S-(s[T+1]??0))),g=Math.
min(36,(d-p-u)/c.length),b=S=>15+f-S*f,x=c.map(S=>B(n,S)).join(", "),w=a===null?"":` Required: ${l[1]}${B(n,a)}.`,k=y("s\
vg",{viewBox:`0 0 ${d} ${f+66}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tails","aria-label":`${o}. ${i}\
 From 0: ${x}. Exactly: ${m.map(S=>B(n,S)).join(", ")}.${w} Target width ${r}.`});c.forEach((S,T)=>{let q=p+T*g,O=q+(g-3)/
2,L=T===r,D=a===null?L:S>=a;k.append(y("rect",{class:`${D?"on":"off"}${L?" mine":""}`,x:q,y:b(S),width:g-3,height:Math.max(
.5,S*f)}));let V=a!==null&&S<a&&We(n,S,99)===We(n,a,99)&&g>29?td(n,S):We(n,S,L?99:g),_=L?"mine":"",W=b(a??-1),K=b(S)-3,z=a!==
null&&W<K+3&&W>K-11;V&&k.append(y("text",{class:_,x:O,y:z?W-3:K,"text-anchor":"middle"},V)),(g>16||T%4===0||L)&&k.append(
y("text",{class:_||"end",x:O,y:f+28,"text-anchor":"middle"},String(T)));let dt=We(n,m[T],g);dt&&k.append(y("text",{class:"\
end",x:O,y:f+43,"text-anchor":"middle"},dt)),L&&k.append(y("path",{class:"point",d:`M${O} ${f+46}l4 6h-8Z`}),y("text",{class:"\
mine",x:Math.max(14,O),y:f+62,"text-anchor":"middle"},`${l[0]} ${T}`))});let v=n==="plain",$=(S,T,q="end")=>y("text",{class:q,
x:d-u+3,y:T},S);return k.append($(v?"accepted":"K",f+28)),g>29&&k.append($(v?"exactly":"P(K)",f+43)),a!==null&&k.append(
y("path",{class:"cut",d:`M0 ${b(a)}H${d-u}`}),$(`${l[1]}${B(n,a,N)}`,b(a)+3.5,"t"),v?$("required",b(a)>36?b(a)-10:b(a)+17):
""),h("figure",{"data-testid":"layer-width"},h("p",{class:"st-tails-head"},o,Nn(s.length,c.length)),h("div",{class:"st-w\
idths"},k,Xh(n,t,e)),r<s.length&&v?h("p",{class:"st-rule","data-testid":"layer-rule"},ed(s,a,r)):null,h("figcaption",{class:"\
st-when"},i))}function ed(n,t,e){return t===null?`The settings fix the width at ${e}.`:n[e]>=t?`${e} is the largest numb\
er whose bar reaches the required ${P(t)}.`:`The bar of ${e} does not reach the required ${P(t)}, but the settings allow\
 no fewer.`}function sd({alpha:n,alpha_say:t}){let e=n.slice(0,ca-1),s=300,o=Math.min(36,(s-4)/e.length),i=40,a=y("svg",
{viewBox:`0 0 ${s} ${i+30}`,class:"st-columns",role:"img","aria-label":`α_j of the candidates from 1: ${e.map(r=>E(r)).
join(", ")}`});return e.forEach((r,l)=>{let c=2+l*o+(o-3)/2,d=13+i-r*i,p=We("exact",r,o);a.append(y("rect",{x:2+l*o,y:d,
width:o-3,height:Math.max(.5,r*i)})),p&&a.append(y("text",{x:c,y:d-3,"text-anchor":"middle"},p)),(o>16||l%4===0)&&a.append(
y("text",{class:"end",x:c,y:i+26,"text-anchor":"middle"},String(l+1)))}),h("figure",{},h("figcaption",{},t,Nn(n.length,e.
length)),a)}function nd({table:n,table_say:t,candidates:e}){let s=Math.min(17,n.length),o=42,i=Math.min(30,(300-o)/s),a=o+
s*i,r=s*i,l={"text-anchor":"middle"},c=y("svg",{viewBox:`0 0 ${a} ${r+30}`,class:"st-heat",role:"img","data-testid":"lay\
er-heat","aria-label":`P(m, k), last row: ${n[n.length-1].map(d=>E(d)).join(", ")}`});c.style.maxWidth=`${a}px`,n.slice(
0,s).forEach((d,p)=>{let u=p*i,f=p===e?"mine":"end";c.append(y("text",{class:f,x:o-6,y:u+i/2+4,"text-anchor":"end"},String(
p))),d.slice(0,s).forEach((m,g)=>{let b=m>=.995?"1":m>=.01?m.toFixed(2).slice(1):m>0?"~0":"";c.append(y("rect",{x:o+g*i,
y:u,width:i-1,height:i-1,"fill-opacity":(.06+.94*m).toFixed(3)},y("title",{},`P(${p}, ${g}) = ${E(m,3)}`))),i>=26&&b&&c.
append(y("text",{class:m>.85?"in":"",x:o+g*i+(i-1)/2,y:u+i/2+3.5,...l},b))})}),e<s&&c.append(y("rect",{class:"frame",x:o-
1,y:e*i-1,width:(e+1)*i+1,height:i+1}));for(let d=0;d<s;d++)c.append(y("text",{class:"end",x:o+d*i+(i-1)/2,y:r+12,...l},
String(d)));return c.append(y("text",{class:"end",x:2,y:i/2+4},"m ↓"),y("text",{class:"end",x:o,y:r+26},"k →")),h("f\
igure",{},h("figcaption",{},t,Nn(n.length,s,"row")),c)}function da(n,t,e){let o=u=>8+u*284,i=t<.14?"start":t>.86?"end":"middle",a={"text-anchor":"middle"},r=n==="plain",l=e!==
void 0&&E(e)===E(t)&&e!==t,c=u=>l?E(u,3):E(u),d=e===void 0?`Threshold ${E(t)}.`:`Random number ${E(e)}; accepted below ${E(
t)}, rejected from ${E(t)} on.`,p=y("svg",{viewBox:"0 -12 300 78",class:"st-axis",role:"img","aria-label":d},y("rect",{class:"\
yes",x:o(0),y:24,width:o(t)-o(0),height:16}),y("rect",{class:"no",x:o(t),y:24,width:o(1)-o(t),height:16}));if(t>.22&&p.append(
y("text",{class:"in",x:o(t/2),y:36,...a},"accept")),t<.78&&p.append(y("text",{class:"in",x:o((1+t)/2),y:36,...a},"reject")),
p.append(y("path",{class:"cut",d:`M${o(t)} 20V44`}),y("text",{x:o(t),y:58,"text-anchor":i},`threshold ${c(t)}`)),e!==void 0){
let u=r?86:38,f=Math.min(300-u,Math.max(u,o(e)));p.append(y("path",{class:"coin",d:`M${o(e)} 42V18l-5 -7h10l-5 7`}),y("t\
ext",{class:"u",x:f,y:4,...a},`${r?"random number":"u ="} ${c(e)}`))}return t>.2&&p.append(y("text",{class:"end",x:o(0),
y:58,"text-anchor":"start"},"0")),t<.8&&p.append(y("text",{class:"end",x:o(1),y:58,"text-anchor":"end"},"1")),p}function Cn(n,t,e){
let o=u=>6+u*288,i=n==="plain",a=e!==void 0&&E(e)===E(t)&&e!==t,r=a?3:2,l=`threshold ${E(t,r)}`,c=e!==void 0&&e<t,d=y("s\
vg",{viewBox:"0 0 300 22",class:"st-axis","aria-hidden":"true"},y("rect",{class:"yes",x:o(0),y:8,width:o(t)-o(0),height:11}),
y("rect",{class:"no",x:o(t),y:8,width:o(1)-o(t),height:11}),y("path",{class:"cut",d:`M${o(t)} 5V22`}));if(e===void 0)return h(
"div",{},d,h("p",{class:"st-axis-say"},l));d.append(y("path",{class:"coin",d:`M${o(e)} 19V7l-4 -6h8l-4 6`}));let p=i?c?"\
is below":"is not below":c?"<":"≥";return h("div",{},d,h("p",{class:"st-axis-say"},h("b",{},`${i?"random number":"u ="}\
 ${E(e,r)}`),` ${p} ${l}`))}var pa=.001,od=1e-12,id=16,ad=4,rd=["q","p","r"],ua={plain:{q:"draft",p:"target",r:"leftover target"},exact:{q:"q",p:"p",
r:"residual p′"}},ld={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},fa={plain:ua.plain,exact:{
q:"q_beam",p:"p_beam",r:"residual p′"}};function ce(n,t,e,s){let o=(e?.dists??[]).map(c=>n.dists[c]),i=o.findIndex(({series:c})=>c===
"q");if(i>=0){let[c]=o.slice(0,i),d=o.slice(i+1).find(({series:p})=>p==="r");return{q:o[i],p:c,left:d,residual:c?.series===
"r"}}if(e?.state==="residual"&&o[0]?.series==="r"){let c=Rs(n,t,s),d=c?ce(n,c.place,c,s):null;return d?.left?{...d,left:o[0]}:
{q:void 0,p:o[0],left:void 0,residual:!0}}let a=ba(n,t,e,s),r=Rs(n,t,s),l=r&&r.place!==t?ce(n,r.place,r,s).left:void 0;return{
q:a.get("q"),p:l??a.get("p"),left:void 0,residual:l!==void 0}}function cd(n,t){let e=t?.greedy&&t.dists.map(o=>n.dists[o]).
find(({series:o,raw:i})=>o==="p"&&i),s=t?.state==="accepted"||t?.state==="rejected";return e?{q:void 0,p:e,left:void 0,residual:!1,
greedy:s}:null}var Rs=(n,t,e)=>n.verdicts.findLast((s,o)=>s.state==="rejected"&&n.stepOf[o]<=e&&n.n.parent[s.place]===n.
n.parent[t]&&s.dists.some(i=>n.dists[i].series==="q"));function hd({q:n,p:t,left:e},s,o){let i=new Map;for(let[r,l]of[["\
q",n],["p",t],["left",e]])l?.t.forEach((c,d)=>{let p=i.get(c)??{token:c,q:0,p:0,left:0};p[r]=l.v[d],i.set(c,p)});let a=r=>Math.
max(r.q,r.p);return[...i.values()].sort((r,l)=>l.left-r.left||a(l)-a(r)).filter(({token:r},l)=>l<ad||r===s||r===o)}function Bn({
q:n,p:t,left:e}){if(!n||!t||!e||n.rest>1e-6||t.rest>1e-6)return null;let s=new Map(n.t.map((r,l)=>[r,n.v[l]])),o=new Map(
t.t.map((r,l)=>[r,Math.max(0,t.v[l]-(s.get(r)??0))])),i=[...o.values()].reduce((r,l)=>r+l,0),a=e.t.every((r,l)=>Math.abs(
(o.get(r)??0)/i-e.v[l])<.02);return i>1e-9&&a?i:null}function ma(n,t,e,s,o,i,a){let r=cd(e,o)??ce(e,s,o,i),{q:l,p:c,left:d}=r,
p=e.n.token[s],u=[l,c,d].filter($=>$!==void 0);if(!u.length||u.some($=>$.beam||$.raw&&r.greedy===void 0))return null;let f=n.
voice==="plain",m=$=>f?P($):E($),g=d?Bn(r):null,b=d!==void 0,x=($,S,T)=>{let q=h("i",{"data-of":$});return Object.assign(
q.style,{left:`${100*S}%`,width:`${100*T}%`}),q},w=b?dd(n,e,s,i):void 0,k=hd(r,p,w),v=k.map($=>{let S=l?Math.min($.p,$.q):
0,T=Math.max(0,$.p-S),q=b?x("p",0,$.left):x("p",S,T);b&&Object.assign(q.dataset,{from:S,size:g===null?$.left:T});let O=b?
[["r",$.left]]:[...l?[["q",$.q]]:[],...c?[["p",$.p]]:[]],L=`${f?"draft ":"q = "}${m($.q)}, ${f?"target ":"p = "}${m($.p)}`;
return h("div",{class:$.token===p?"own":"",title:L},h("span",{},C(n.word($.token),12)),h("span",{class:"st-both"},x("bot\
h",0,S),x("q",S,Math.max(0,$.q-S)),q),h("span",{class:"st-both-n"},...O.map(([D,G])=>h("b",{"data-of":D},f&&G>od&&G<pa?`\
<${P(pa)}`:m(G)))))});return h("div",{class:"st-overlap","data-testid":"inspector-overlap","data-part":b?"residual":"ove\
rlap","data-alone":!c,"data-scaled":b&&g===null?"no":null},h("div",{class:"st-keys"},...ud(r,f).map(([$,S])=>h("span",{"\
data-of":$},...t(S)))),h("div",{class:"st-both-axis","aria-hidden":"true"},h("span"),h("span",{},...(f?["0","50%","100%"]:
["0",".5","1"]).map($=>h("small",{},$)))),...v,b?pd(d,k,m):null,a||g===null||f&&g>.995?null:h("p",{class:"st-quiet","dat\
a-part":"sum"},f?`Before they were scaled to 100%, the blue parts added up to ${P(g)}.`:`∑ max(${r.residual?"p′":"p"}\
 − q, 0) = ${E(g)}; divided by it, the residual sums to 1.`))}function dd(n,t,e,s){let i=(t.children[n.up(t,e)]??[]).find(
a=>t.n.role[a]==="draft"&&t.born[a]<=s&&!n.decided(t,a,s).length);return i===void 0?void 0:t.n.token[i]}function pd(n,t,e){
let o=n.rest+n.v.reduce((i,a)=>i+a,0)-t.reduce((i,a)=>i+a.left,0);return o<.005?null:h("div",{"data-testid":"overlap-oth\
ers"},h("span",{class:"st-quiet"},"others"),h("span"),h("span",{class:"st-both-n"},h("b",{"data-of":"r"},e(o))))}function ud({
q:n,p:t,left:e,residual:s,greedy:o},i){if(o)return[["p",i?"target: only the most likely can pass":"p; argmax passes"]];let a=s?
i?"leftover target":"p′":i?"target":"p";return e?[["r",i?"leftover target probability":"residual p′"]]:n?t?[["both",
i?"shared":`min(${a}, q)`],["more",i?"draft gives more":`q > ${a}`],["p",i?`${a} gives more`:`${a} > q`]]:[["q",i?"draft":
"q"]]:[["p",s&&i?"leftover target probability":a]]}function ga(n,t,e,s,o){let i=ba(t,e,s,o),a=rd.filter($=>i.has($));if(!a.
length)return null;let r=[...i.values()].find($=>$.beam)?.ends??null,l=r?Wt(n,t,r):null,c=fd(i),d=t.n.token[e],p=s?.mine,
u=$=>($.beam===null||!p||p.includes($.beam))&&($.token===d||$.token===-2&&$.beam!==null&&!!p&&r?.[$.beam]===t.n.id[e]),f=c.
filter(($,S)=>S<id||u($)),m=Math.max(1e-12,...f.map(Fn)),g=(r?fa:ua)[n.voice],b=a.filter($=>i.get($)?.raw).map($=>g[$]),
x=n.voice==="plain"?"before the sampling settings":"before warping 𝒯",w=b.length&&(b.length===a.length?` ${x}`:` (${b.
join(" and ")} ${x})`),k=gd(f,a,r),v=h("div",{class:"st-laws"+(r?" st-laws-joint":""),"data-testid":"inspector-dist"},h(
"h2",{},bd(n,!!r),w?h("small",{},w):null),h("div",{class:"st-law st-law-h"},h("div",{class:"st-keys"},...a.map($=>h("spa\
n",{"data-of":$},g[$]))),h("span",{class:"st-law-v"},...a.map($=>h("b",{},ld[n.voice][$])))),...k.map($=>md(n,t,$,a,m,u(
$),l,r)));return r&&v.append(h("p",{class:"st-quiet","data-testid":"inspector-sum"},wd(n,k,a))),v.append(h("p",{class:"s\
t-quiet"},yd(n,g,i,a,c,f))),v}function ba(n,t,e,s){let o=new Map,i=n.dists.filter(a=>a.at===n.n.parent[t]&&a.series!=="r"&&
!a.beam);for(let a of[...(e?.dists||[]).map(r=>n.dists[r]),...i])!o.has(a.series)&&(a.series==="q"||s>=n.seen)&&o.set(a.
series,a);return o}function Fn(n){return Math.max(n.values.p??0,n.values.q??0,n.values.r??0)}function fd(n){let t=new Map;
for(let[e,s]of n)s.t.forEach((o,i)=>{let a=s.beam?s.beam[i]:null,r=`${a}:${o}`,l=t.get(r)||{token:o,beam:a,beams:a===null?
[]:[a+1],values:{}};l.values[e]=s.v[i],t.set(r,l)});return[...t.values()].sort((e,s)=>Fn(s)-Fn(e))}function md(n,t,e,s,o,i,a,r){
let l=e.beam!==null&&r&&a&&a.get(r[e.beam])||"",c=n.word(e.token),d=e.beams.length>1?`${e.beams.length}×`:"",p=n.missing(
t,e.token);return h("div",{class:"st-law"+(i?" own":"")},h("span",{class:"st-law-w",title:(l&&`${l} › `)+c},e.beam===null?
"":h("small",{},`${ot(l,9)} › `),C(c,12)),h("span",{class:"st-bars"},...s.map(u=>{let f=e.values[u]??0,m=h("i",{"data-\
of":u});return m.style.width=`${Math.max(f>0?1:0,100*f/o)}%`,m})),h("span",{class:"st-law-v"},...s.map(u=>{let f=e.values[u];
return h("span",{},f===void 0?"·":(f?d:"")+B(n.voice,f,N))})),p?h("small",{class:"st-lacks"},p.mark[n.voice]):null)}function gd(n,t,e){
let s=new Map;for(let o of n){let i=o.beam===null||!e?o.beam:e[o.beam],a=[o.token,i,...t.map(l=>o.values[l])].join("|"),
r=s.get(a);r?r.beams.push(...o.beams):s.set(a,{...o,beams:[...o.beams]})}return[...s.values()]}function bd(n,t){return n.
voice==="exact"?t?"Joint distributions over (beam, token)":"Next-token distributions after the parent":t?"Shares of all \
beams":`Probabilities of the next ${n.unit()}`}function wd(n,t,e){let{voice:s}=n,o=n.unit(),i=t.some(l=>l.beams.length>1),
a=e.map(l=>{let c=t.reduce((d,p)=>d+(p.values[l]??0)*p.beams.length,0);return`${fa[s][l]} ${B(s,+c.toFixed(3))}`});return`\
Before “›” is the last ${o} of the parent beam. Each number is the share of one beam with one ${o}.${i?" 2× means \
two duplicates with that share each.":""} These rows add up to: ${a.join(", ")}.`}function yd(n,t,e,s,o,i){let a=o.filter(
p=>!i.includes(p)),r=[...e.values()].map(p=>p.size),l=Math.max(0,Math.max(o.length,...r)-i.length),c=n.unit(),d=s.map(p=>{
let u=(e.get(p)?.rest??0)+a.reduce((f,m)=>f+(m.values[p]??0),0);return`${t[p]} ${B(n.voice,u<1e-9?0:u)}`});return l?`${R(
l,c)} not shown, together ${d.join(", ")}.`:`These are all ${c}s with nonzero probability.`}function Wt(n,t,e){let s=[...new Set(
e)],o=new Map(s.map(a=>[a,n.path(t,a).map(({token:r})=>n.word(r))])),i=(a,r)=>o.get(a)?.slice(-r).join(n.joiner())||"sta\
rt";return new Map(s.map(a=>{let r=c=>s.some(d=>d!==a&&i(d,c)===i(a,c)),l=[1,2,3,4].find(c=>!r(c));return[a,l?i(a,l):`${i(
a,1)} (node ${a})`]}))}var xd=/^(target|leftover target|p\b)/,kd=/^(draft(, scaled)?$|q\b)/,vd=5e-4;function Tt(n,t="calculation"){let e=(a,r)=>xd.
test(a)?"p":kd.test(a)?"q":r==="="||r==="→"?"result":null,s=n.map((a,r)=>typeof a=="string"?h("i",{},a):h("span",{"dat\
a-of":e(a[1],n[r-1])},h("b",{},a[0])," ",h("small",{},a[1]))),o=n.indexOf("="),i=a=>a.flatMap(r=>[r," "]);return h("p",{
class:"st-sum","data-testid":`inspector-${t}`},...i(o<0?s:s.slice(0,o)),o<0?null:h("span",{class:"st-sum-end"},...i(s.slice(
o))))}var Pn=n=>E(n>1?+n.toPrecision(2):n);function $d(n,t,e){let s=e==="plain",o=Pn(n/t),i=(r,l)=>s?`${+(100*r).toFixed(
l)}%`:String(+r.toPrecision(l+1)),a=s?[P(n),P(t)]:[E(n),E(t)];for(let r=s?1:2;r<9&&n>=1e-6&&t>=1e-6;r++){let[l,c]=a.map(
parseFloat);if(l&&c&&Pn(l/c)===o)break;a=[i(n,r),i(t,r)]}return a}var _n={p:"target",p_beam:"target","p′":"leftover ta\
rget","p/ρ":"target ÷ ρ"};function Md({tiles:n,q:t,a:e},s,o=!1){let i=n.findLast(([u])=>u in _n);if(e===void 0||!i||typeof i[1]!=
"number"||!t)return null;let a=s==="plain",r=i[1]/t,l=Pn(r),[c,d]=$d(i[1],t,s),p=a?o?"draft, scaled":"draft":"q";return[
[c,a?_n[i[0]]:i[0]],a?"÷":"/",[d,p],"=",...r>1&&l!=="1"?[l,"→"]:[],[r>=1?"1":l,a?"threshold":"a"]]}function zn(n,{p:t,
q:e,sum:s,left:o},[i,a,r,l]){let c=[t,e,s].map(f=>B(n,f,m=>E(m))),d=[0,1,2,3].flatMap(f=>[0,f].map(m=>[t,e].map(g=>Ae(n,
g,f)).concat(Ae(n,s,m)))),p=[c,...d],u=p.find(f=>{let[m,g,b]=f.map(parseFloat);return P((m-g)/b)===P(o)})??p[0];return["\
(",[u[0],i],"−",[u[1],a],")",n==="plain"?"÷":"/",[u[2],r],"=",[B(n,o,f=>E(f)),l]]}var Ds=(n,t)=>n?.v[n.t.indexOf(t)]??
0;function wa(n,t,e,s){let o=n.voice==="plain",{left:i}=t,a=o?"target":"p";if(!i||i.beam||t.p?.beam)return null;let[r,l,
c]=[t.p,t.q,i].map(p=>Ds(p,e)),d=Bn(t)??Sd(t,(r-l)/c);return r<=l||!c||d===null||d>.995?null:zn(n.voice,{p:r,q:l,sum:d,left:c},
[t.residual?o?"leftover target":"p′":a,o?"draft":"q",o?"all such parts":"∑ max(p − q, 0)",s])}function Sd({p:n,q:t,
left:e},s){if(!n||!t||!e||!(s>0)||!Number.isFinite(s))return null;let o=r=>Math.max(0,Ds(n,r)-Ds(t,r)),i=n.t.filter(r=>t.
t.includes(r)&&(e.t.includes(r)||!o(r)));return i.every(r=>Math.abs(o(r)/s-Ds(e,r))<.01)&&i.length>1?s:null}function Hn(n,t,e,s){
let o=Rs(t,e,s-1),i=t.n.token[e],a=`${n.voice==="plain"?"leftover":"p′"} of ${C(n.word(i),9)}`,r=o&&o.place!==e?wa(n,ce(
t,o.place,o,s-1),i,a):null;return r&&Tt(r,"leftover")}function ya(n,t,e,s){let o=e?.tiles.findLast(([i])=>i in _n)?.[0]===
"p′";return e&&o&&e.state!=="residual"?Hn(n,t,e.place,s):null}function xa(n,t,e,s,o){let{voice:i}=n,a=X(t)!==void 0,r=Ut(
t,e,o),l=s&&n.drafted(t,s.place,o),c=s?.q??l??0,d=(s&&t.n.shares?.[s.place]?.[0]?.[1])??l??c,p=r?r.work?.[i]??null:s&&((a?
null:Md(s,i,Math.abs(d-c)>vd))??(s.state==="residual"?wa(n,ce(t,s.place,s,o),t.n.token[s.place],i==="plain"?"leftover":"\
residual"):null));if(!p)return null;let u=t.panels.find(({kind:m})=>m==="prefixes"),f=u?.kind==="prefixes"&&r?[r.passed?
">":"≤",[E(u.bar),i==="plain"?"threshold":"τ"]]:[];return Tt([...p,...f])}function Wn(n,t,e){let s=Ut(n,t,e);return s&&
"origin"in s?s.origin:void 0}function ka(n,t,e,s){let o=X(t),i=n.gram(t,e,1/0);return o?.ratios===void 0?Wn(t,e,s):Ut(t,
e,s)&&o.rows.findLast(a=>a.step<s&&a.origin&&i.includes(n.up(t,a.place)))?.origin}function Ns(n,t,e,s){let{rows:o,compared:i=[]}=X(
t)??{rows:[]},a=n.gram(t,e,1/0);return Ut(t,e,s)?i.filter((r,l)=>r.step<s&&a.includes(r.place)&&i.findLastIndex(c=>c.place===
r.place&&c.step<s)===l&&!o.some(c=>c.step>r.step&&c.step<s&&n.gram(t,c.place,1/0).includes(r.place))):[]}function Ut(n,t,e){
for(let s of n.panels){let i=(s.kind==="judged"?s.rows:s.kind==="prefixes"?s.prefixes:[]).find(a=>a.step===e&&a.place===
t);if(i)return i}}var Ad=3,Td=34;function Ed(n,t){let e=new Map,s=new Map;for(let d of n.its.slice(0,t+1))for(let{node:p}of d.beams)for(let u of n.
path(null,p))e.has(u.node)||s.set(u.parent,[...s.get(u.parent)??[],u.node]),e.set(u.node,d.i);let o=[...e.keys()].filter(
d=>!s.has(d)&&e.get(d)!==t),i=new Set(o.sort((d,p)=>(e.get(p)??0)-(e.get(d)??0)||p-d).slice(0,Ad)),a=new Map(n.beamsOf(n.
its[t]).map(({beam:d,slots:p})=>[d.node,{beam:d,slots:p}])),r=d=>e.get(d)===t||i.has(d)||(s.get(d)??[]).some(r),l=d=>{let p=[
d],u=g=>(s.get(g)??[]).filter(r),f=d;for(let[g,...b]=u(f);g!==void 0&&!b.length&&!a.has(f)&&e.get(g)===t==(e.get(f)===t);[
g,...b]=u(f))p.push(f=g);let m=a.get(f);return{nodes:p,last:e.get(d)??0,below:u(f).map(l),copies:m?.slots.length??0,beam:m?.
beam??null}};return[...e.keys()].filter(d=>!e.has(n.lineage.get(d)?.parent??-1)).filter(r).map(l)}function Un(n,t){if(t<
0||!n.its.slice(0,t+1).some(({beams:a})=>a.length>1))return null;let e=Ed(n,t),s=n.voice==="plain",o=a=>a===null?"":s?P(
Math.exp(a)):E(a),i=({nodes:a,below:r,last:l,copies:c,beam:d})=>{let p=a.map(m=>n.lineage.get(m)?.token??-1),u=l<t,f=[c>
1?`×${c}`:"",d?o(d.logp):"",d?.best?"likeliest":"",u&&!r.length?`✕ not continued after round ${l+1}`:""].filter(Boolean).
join(" · ");return h("li",{"data-of":u?"lost":d?"end":"trunk"},h("span",{},h("b",{},ot(n.phrase(p).replace(/\n/g,"⏎").
trim(),Td)),f?h("small",{},f):null),r.length?h("ul",{},...r.map(i)):null)};return h("section",{class:"st-tree","data-tes\
tid":"inspector-beamtree"},h("h2",{},`Beams so far, with their ${s?"probability":"Σ log p"}`),h("ul",{},...e.map(i)))}var Od=6,Ld=6,Gn=["q","p","used","left"],va=["residual","bonus","fill","drawn"],qd={q:"draft",p:"target",used:"leftover",
left:"after"},jd={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},Id=-2;function he(n,t){let e=t.dists.map(l=>n.dists[l]).
filter(({beam:l})=>l),s=e.findIndex(({series:l})=>l==="q"),[o]=e,i=n.verdicts.filter(({layer:l})=>l===t.layer).flatMap(l=>l.
dists.map(c=>n.dists[c]));if(t.state==="unused"&&t.p!==void 0)return{q:i.find(({series:l,beam:c})=>l==="q"&&c),p:i.find(
({series:l,beam:c})=>l==="p"&&c)};let a=l=>i.find(({series:c,beam:d})=>c===l&&d),r={q:s<0?void 0:e[s],p:a("p"),used:o?.series===
"r"?o:void 0,left:s<0?void 0:e[s+1]};return Object.fromEntries(Object.entries(r).filter(([,l])=>l))}function Kn(n,t,e,s){
let o=t.panels.find(k=>k.kind==="width"&&k.layer===e&&s>=k.known),i=t.verdicts.find(k=>k.layer===e&&k.dists.some(v=>t.dists[v].
beam)),{q:a,p:r}=i?he(t,i):{};if(o?.kind!=="width"||!a?.beam||!r?.beam||a.rest>1e-6||r.rest>1e-6)return[];let l=(k,v)=>`${k.
beam?.[v]}:${k.t[v]}`,c=new Map(a.v.map((k,v)=>[l(a,v),k])),d=r.ends??[],p=Wt(n,t,d),u=k=>ot(p.get(d[r.beam?.[k]??0])??"\
start",6),f=k=>(p.size>1?`${u(k)} › `:"")+C(n.word(r.t[k]),9),m=r.v.map((k,v)=>({name:f(v),p:k,q:c.get(l(r,v))??0})),g=m.
reduce((k,v)=>k+Math.max(0,v.p-v.q),0),b=m.map(k=>({...k,p:g?Math.max(0,k.p-k.q)/g:0})),x=n.voice==="plain";return[$a(n,
m,o.alpha[0],x?"overlap":"α_1"),$a(n,b,o.alpha[1],x?"overlap after a rejection":"α_2")].filter(k=>k!==null)}function $a(n,t,e,s){
let o=t.map(d=>({...d,value:Math.min(d.p,d.q)})).filter(({value:d})=>d>5e-4).sort((d,p)=>p.value-d.value),i=o.reduce((d,{
value:p})=>d+p,0);if(e===void 0||!o.length||o.length>Od||Math.abs(i-e)>.001)return null;let a=B(n.voice,i),r=[0,1,2].map(
d=>o.map(({value:p})=>Ae(n.voice,p,d))),l=d=>d.reduce((p,u)=>p+parseFloat(u),0)/(n.voice==="plain"?100:1),c=r.find(d=>B(
n.voice,l(d))===a)??r[2];return Tt([...c.flatMap((d,p)=>[...p?["+"]:[],[d,o[p].name]]),"=",[a,s]],"overlap-sum")}function Ma(n,t,e,s){
let i=(e?he(t,e).used:void 0)&&t.verdicts.findLast((w,k)=>w.layer===e?.layer&&w.state==="rejected"&&t.stepOf[k]<s);if(!e||
!i)return null;let{q:a,p:r,used:l,left:c}=he(t,i),d=t.n.token[e.place],{mine:p=[]}=e,u=w=>w?.v.find((k,v)=>w.t[v]===d&&(!p.
length||p.includes(w.beam?.[v]??0)))??0,[f,m,g]=[u(l??r),u(a),u(c)],b=n.voice==="plain",x=b?l?"leftover target":"target":
l?"p′":"p_beam";return f<=m||!g?null:Tt(zn(n.voice,{p:f,q:m,sum:(f-m)/g,left:g},[x,b?"draft":"q_beam",b?"all such part\
s":"∑ max(p − q, 0)",`${b?"leftover":"p′"} of ${C(n.word(d),9)}`]),"leftover")}function Rd(n,t,e){let s=new Map;for(let a of Gn)
n[a]?.t.forEach((r,l)=>{let c=n[a],d=c.beam?.[l]??0,p=`${d}:${r}`,u=s.get(p)??{beams:[d],token:r,shares:{}};u.shares[a]=
c.v[l],s.set(p,u)});let o=new Map;for(let a of s.values()){let r=[e[a.beams[0]]??`beam ${a.beams[0]}`,a.token,...Gn.map(
c=>a.shares[c])].join(),l=o.get(r);l?l.beams.push(...a.beams):o.set(r,a)}let i=({shares:{q:a=0,p:r=0}}={})=>Math.max(a,r);
return[...o.values()].sort((a,r)=>i(r)-i(a)).filter((a,r)=>r<Ld||t(a)).sort((a,r)=>a.beams[0]-r.beams[0]||i(r)-i(a))}function Dd(n,t,e,s){
let o=t.panels.find(p=>p.kind==="width"&&p.layer===e&&s>=p.known);if(o?.kind!=="width")return null;let i=t.verdicts.filter(
(p,u)=>p.layer===e&&t.stepOf[u]<=s),a=(...p)=>i.filter(({state:u})=>p.includes(u)).length,r=a("accepted"),l=o.candidates-
r-a("rejected"),c=i.flatMap(({state:p,place:u})=>p==="accepted"||va.includes(p)?[u]:[]),d=[...new Set(c)].map(p=>[n.word(
t.n.token[p]),c.filter(u=>u===p).length]);return{width:o.width,accepted:r,own:a(...va),candidates:o.candidates,left:l,names:d}}
function Vn(n,t,e,s){let o=e===null||!["layer","orphaned","verify","unused","residual","bonus","fill"].includes(t.steps[s].
phase)?null:Dd(n,t,e,s);if(!o)return null;let{width:i,accepted:a,own:r,names:l}=o,c=Math.max(0,i-a-r),d=[...Array(a).fill(
"accepted"),...Array(r).fill("fill")].map(p=>Z(p));return h("p",{class:"st-count","data-testid":"layer-count"},h("span",
{"aria-hidden":"true"},...d,...Array.from({length:c},()=>h("i"))),h("b",{},`beams found for layer ${e}: ${a+r} of ${i}`),
l.some(([,p])=>p>1)?h("em",{"data-testid":"layer-beams"},...l.flatMap(([p,u],f)=>[f?", ":"",p,u>1?h("b",{},` ×${u}`):""])):
null,h("small",{},Nd(o,c)))}function Nd({accepted:n,own:t,candidates:e,left:s},o){return t?`${n} accepted, ${t} sampled \
by the target`:e?o?s?`${R(s,"candidate")} left to test`:`No candidate is left, so the target samples the ${o===1?"missin\
g beam":`${o} missing beams`}.`:s?`The layer is full, so ${R(s,"candidate")} ${s===1?"is":"are"} not tested.`:"The layer\
 is full.":`The target samples ${o===1?"this beam":"these beams"}.`}function Sa(n,t,e,s){let o=s?he(t,s):{};if(!s||!o.p||
s.state!=="unused"&&!s.dists.some(k=>t.dists[k].beam))return null;let i=o.used?"used":"p",a=n.voice==="plain",r=Gn.filter(
k=>o[k]&&(k!=="p"||i==="p")),l=r.map(k=>o[k]?.ends??[]).find(({length:k})=>k)??[],c=Wt(n,t,l),{mine:d=[]}=s,p=t.n.id[e],
u=({token:k,beams:v})=>v.some($=>!d.length||d.includes($))&&(k===t.n.token[e]||k===Id&&v.some($=>l[$]===p)),f=Rd(o,u,l),
m=f.some(({beams:k})=>k.length>1),g=Math.max(1e-9,...f.flatMap(({shares:k})=>r.map(v=>k[v]??0))),b=k=>B(n.voice,k??0,N),
x=f.map(k=>Cd(k,r,g,u(k),[c.size>1?ot(c.get(l[k.beams[0]])??"start",9):"",C(n.word(k.token),12)],r.map(v=>b(k.shares[v])))),
w=n.unit();return h("figure",{class:"st-joints","data-testid":"inspector-joint","data-scale":String(r.length),"data-voic\
e":n.voice,"data-left":o.left?"":null},h("h2",{},a?`Shares of all (beam, ${w}) pairs`:"Joint distributions over (beam, t\
oken)"),h("div",{class:"st-joint-h","aria-hidden":"true"},h("span",{},m?h("small",{},"2×: equal beams"):""),h("span",{},
h("small",{},"0"),h("small",{},b(g))),h("span",{},...r.map(k=>h("b",{"data-of":k},(a?qd:jd)[k])))),...x,s.made?h("figcap\
tion",{"data-testid":"share-made"},s.made[n.voice]):null,h("figcaption",{},Fd(n,o,s)))}function Cd({beams:n,shares:t},e,s,o,[
i,a],r){let l=e.map(c=>{let d=h("i",{"data-of":c}),p=t[c]??0,{used:u=t.p??0,q:f=0}=t,m=g=>`${100*g/s}%`;return d.style.width=
p?`max(1px, ${m(p)})`:"0",c==="left"&&Object.assign(d.dataset,{from:m(u),mid:m(Math.max(0,u-f))}),d});return h("div",{class:o?
"st-joint own":"st-joint"},h("span",{title:i?`${i} › ${a}`:a},h("span",{},i?h("small",{},`${i} › `):"",a),n.length>1?
h("small",{},`${n.length}×`):null),h("span",{class:"st-joint-bars"},...l),h("span",{class:"st-joint-n"},...r.map((c,d)=>h(
"b",{"data-of":e[d]},c))))}function Fd(n,{q:t,used:e,left:s},{state:o}){let i=n.voice==="plain";return!t&&e?i?"The targe\
t samples one pair from the leftover. It makes up for the rejections.":"One pair is sampled from p′, the residual of the\
 rejections.":t?s?i?"The rejection changes all shares: the draft’s are subtracted, and what is left is scaled to 100%. O\
utlines show the shares before.":"p′ ← norm(max(p′ − q_beam, 0)), over all pairs. Outlined: before.":o==="accept\
ed"&&e?i?"After this acceptance, the target’s full shares apply again.":"After this acceptance, p′ ← p_beam.":o===
"unused"?i?"These are the shares before the first test of this layer.":"":o!=="accepted"?"":i?"An acceptance leaves the \
target’s shares as they are.":"After an acceptance, p′ = p_beam.":`The target samples one pair from ${i?"its full sh\
ares":"p_beam"}.`}function Aa(n,t,e){let{strip:s}=e??{};if(!e||!s)return null;let o=n.voice==="plain",i=s.parts.reduce((m,[
,,g])=>m+g,0),a=e.dists.map(m=>t.dists[m].ends??[]).find(({length:m})=>m)??[],r=Wt(n,t,a),l=([m,g])=>(g===null||r.size<2?
"":`${r.get(a[g])??"start"} › `)+n.word(m),c=l(s.parts[s.own]),d=s.parts.map((m,g)=>{let b=100*m[2]/i,x=`${l(m)} ${P(m[2])}`,
w=Math.floor(b/2.2),k=C(n.word(m[0]),Math.max(2,w)),v=l(m).length<=w?l(m):k,$=h("span",{class:g===s.own?"own":"",title:x},
b>4||g===s.own?v:"");return $.style.width=`${b}%`,$}),p=h("i",{"data-part":"coin"}),u=h("b",{},`${o?"random number":"u ="}\
 ${E(s.u)} → ${c}`);p.style.left=`${100*s.u}%`,u.style.left=`clamp(110px, ${100*s.u}%, calc(100% - 110px))`;let f=s.of===
"r"?o?"leftover target probability":"p′":o?"target probability":"p";return h("figure",{class:"st-draw","data-testid":"\
inspector-draw"},h("div",{class:"st-draw-u"},u),h("div",{class:"st-draw-bar",role:"img","aria-label":`${R(d.length,"part")}\
 from 0 to 1; the random number ${E(s.u)} falls into the part of ${c}.`},...d,p),h("div",{class:"st-draw-ends","aria-hid\
den":"true"},h("small",{},"0"),h("small",{},"1")),h("figcaption",{},o?`${a.length?"":`Each part is as wide as its ${f}. `}\
The random number falls into “${c}”.`:`Cumulative ${f} in the order of token ids; u selects the part that contains i\
t.`))}var Cs="speculative-decoding-explorer";function Ta(){try{return JSON.parse(localStorage.getItem(Cs)||"{}")}catch{return{}}}
var de=n=>Ta()[n]||"";function Ue(n,t){try{localStorage.setItem(Cs,JSON.stringify({...Ta(),[n]:t}))}catch{}}var Gt="";function Fs(){
try{Gt=Gt||sessionStorage.getItem(Cs)||""}catch{}if(Gt)return Gt;Gt=Array.from({length:4},()=>Math.random().toString(36).
slice(2,8)).join("");try{sessionStorage.setItem(Cs,Gt)}catch{}return Gt}function Ea(n){for(let t of n.querySelectorAll("\
details[data-testid]")){if(!(t instanceof HTMLDetailsElement))continue;let e=`open-${t.dataset.testid}`;t.open=de(e)==="\
1",t.addEventListener("toggle",()=>Ue(e,t.open?"1":""))}}var wt=(n,t,e)=>h("table",{class:"st-table st-tight","aria-label":e},h("thead",{},h("tr",{},...n.map(s=>h("th",{scope:"c\
ol"},s)))),h("tbody",{},...t)),rt=(...n)=>n.map(t=>h("td",{},...[t].flat()));function Oa(n,t,e,s,o){let i=e.rows.filter(d=>d.step<=s),a=e.ratios!==void 0;if(!i.length)return null;let r=s>=e.told||a?
i.findLastIndex(({chosen:d})=>d):-1,l=i.findLastIndex(d=>t.steps[s].phase==="prefix"||d.step===s?d.step===s:d.place===o),
c=i.map(({place:d,ratio:p,cut:u,u:f,passed:m,chosen:g},b)=>{let x=h(a&&!m?"s":"b",{},C(n.word(t.n.token[d]),9)),w=m||g,k=a?
b===r:b<=r;return h("tr",{class:`${w?"yes":"no"}${k?" own":""}${b===l?" now":""}`},...rt([`${b+1} `,x],...a?[]:[E(p)],f===
null?"":`${E(f)} ${m?"<":"≥"} ${E(u)}`,w?"yes":"no"))});return h("figure",{class:"st-judged","data-testid":"inspector-\
judged"},wt(e.heads,c,e.title),h("figcaption",{},e.caption))}function La(n,t,e,s,o,i){let a=Wn(t,o,s),r=Bd(n,t,e,s,o);return a||
r?h("div",{class:"st-judged","data-testid":"inspector-origins"},r,a?_d(n,e,a,i&&e.ratios===void 0):null):null}function Bd(n,t,{
compared:e=[]},s,o){let i=n.voice==="plain",a=c=>B(n.voice,c),r=Ns(n,t,o,s).flatMap(({place:c,q:d,p,step:u})=>{let f=e.findLast(
v=>v.place===c&&v.step<u),m={q:n.get(t,"q",c),p:n.wanted(t,c,s)},[g,b]=[f?.q??m.q,f?.p??m.p],w=t.n.role[n.up(t,c)]!=="dr\
aft"&&d>0&&p!==null?`${E(p/d)}${p>d?" → 1":""}`:"",k=C(n.word(t.n.token[c]),10);return p===null?[]:[h("tr",{},...rt(h(
"b",{},k),`${a(g)} → ${a(d)}`,`${a(b)} → ${a(p)}`,w))]}),l=i?["","draft → scaled","target → leftover","ratio"]:[
"","q → q′","p → p′","α"];return r.length?h("section",{"data-testid":"inspector-changes"},h("h3",{},i?"Changed \
by deletions":"After deletions"),wt(l,r,"Changed by deletions")):null}var Pd=["","taken","missing"];function _d(n,{names:t,
after:e},s,o){let{voice:i}=n,{title:a,lines:r,work:l,taken:c,missing:d,rows:p}=s,u=[[c,"taken"],[d,"missing"],[1-c-d,"re\
st"]].map(([f,m])=>{let g=h("i",{class:String(m)});return g.style.flexGrow=String(f),g});return h("section",{class:"st-o\
rigin","data-testid":"inspector-origin"},h("h3",{},a[i]),h("div",{"aria-hidden":"true"},...u),h("ol",{},...r.map((f,m)=>h(
"li",{},h("i",{class:Pd[m]}),h("span",{},f[i])))),o?null:Tt(l[i],"origin-sum"),p.length?wt(t,zd(n,s),a[i]):null,e&&p.length?
h("p",{class:"st-quiet"},e[i]):null)}function zd(n,{rows:t,places:e}){let s=o=>n.voice==="plain"?String(+o.toFixed(e)):N(
+(o/100).toFixed(e+2));return t.map(([o,i,a,r],l)=>{let c=l===t.length-1,d=o===null?c?"sum":"others, added up":C(n.word(
o),10),p=c?["","",h("i",{class:"taken"}),h("i",{class:"missing"})]:[];return h("tr",{class:c?"sum":""},...rt(d,...[i,a,r,
i-r].map((u,f)=>[p[f]??null,s(u)])))})}function yt(n,t,e=1,s="p"){let o=r=>`${(100*Math.min(1,Math.max(0,r/e))).toFixed(1)}%`,i=h("i"),a=h("b");return i.style.
width=o(n??1/0),t!==null&&(a.style.left=o(t)),h("span",{class:"st-meter","data-of":s},i,t!==null&&t<e?a:null)}function qa(n,t,e,s){let o=e.tries.filter(r=>r.step<=s),i=n.voice==="plain"?E:N,a=o.map(({place:r,state:l,numbers:c},d)=>h(
"tr",{class:l==="accepted"?"yes":"no"},...rt([`${d+1} `,h("b",{},C(n.word(t.n.token[r]),10))],...c.map((p,u)=>[u<c.length-
1?B(n.voice,p,N):i(p),e.left&&u===0?yt(p,null,1,"q"):null]),[Z(l),h("span",{class:"st-hear"},gt(l,n.voice))])));return h(
"figure",{"data-testid":"inspector-tries"},a.length?wt(["token",...e.heads,""],a,"Candidates at this position"):null,h("\
figcaption",{},e.caption))}function ja(n,t,e,s,o){let{entropy:d,epsilon:p,delta:u}=e,f=Math.max(3,Math.ceil(d+.5)),m=Math.
log(1e-4),g=j=>42+j/f*250,b=j=>10+Math.log(Math.min(1,Math.max(1e-4,j)))/m*114,x=j=>Math.min(p,u*Math.exp(-j)),w=Math.log(
u/p),k=[0,...w>0&&w<f?[w]:[],f].map(j=>`${g(j)} ${b(x(j))}`).join("L"),v=e.candidates.filter(j=>j.step<=s),$=j=>n.word(t.
n.token[j.place]),[S,T]=e.names,{voice:q}=n,O=q==="plain",L=j=>B(q,j,N),D=B(q,e.bar),G=O?"the uncertainty is ":T,V=`${e.
caption} Here ${G}${E(d)} and the threshold is ${D}.`,_=y("svg",{viewBox:"0 0 300 154",class:"st-bar-curve",role:"img","\
aria-label":`${V} ${v.map(j=>`${$(j)} ${S} ${L(j.p)}`).join(", ")}`},y("path",{class:"yes",d:`M${g(0)} 10L${k}L${g(f)} 1\
0Z`}),y("path",{class:"no",d:`M${g(0)} 130L${k}L${g(f)} 130Z`}),y("path",{class:"cut",d:`M${k}`}),y("path",{class:"here",
d:`M${g(d)} 10V130`}));for(let j of[1,.1,.01,.001])_.append(y("text",{class:"end",x:38,y:b(j)+4,"text-anchor":"end"},O?`${100*
j}%`:String(j)));let W=Math.min(266,Math.max(66,g(d)));_.append(y("text",{class:"end",x:2,y:134},S.length>1?"":S),y("tex\
t",{x:W,y:148,"text-anchor":"middle"},`${T}${E(d)}`)),W>82&&_.append(y("text",{class:"end",x:42,y:148},"0")),W<240&&_.append(
y("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(f)));let K=g(d)<300/2,z=b(x(K?f:0)),dt=Hd(v,b,130),kt=j=>dt.
every(({label:nt})=>Math.abs(nt+4-j)>15),Q=[z+16,(z+130)/2+6,125].find(kt)??z+16;for(let[j,nt]of[[24,"passes"],[Q,"fails"]])
_.append(y("text",{x:K?290:48,y:j,"text-anchor":K?"end":"start"},nt));for(let j of dt){let nt=g(d),fn=K?1:-1,es=j.all[0],
[mn,yo]=[L(es.p),L(j.all[j.all.length-1].p)],wl=j.all.length>1?R(j.all.length,n.unit()):C($(es),10);_.append(y("path",{class:"\
lead",d:`M${nt+6*fn} ${j.y}L${nt+15*fn} ${j.label}`}),y("path",{class:"st-g","data-kind":es.state,d:lt(es.state),transform:`\
translate(${nt} ${j.y}) scale(5)`}),y("text",{class:"w",x:nt+18*fn,y:j.label+4,"text-anchor":K?"start":"end"},`${wl}: ${S}\
 ${mn===yo?mn:`${yo} to ${mn}`}`))}let vt=v.slice(0,12).map(j=>h("tr",{class:j.own?"":j.p>e.bar?"yes":"no"},...rt(h("b",
{},C($(j),14)),L(j.p),j.own?"":`${j.p>e.bar?">":"≤"} ${L(e.bar)}`,`${Y(j.state).sign} ${j.end}`)));return v.slice(0,12).
forEach((j,nt)=>vt[nt].classList.toggle("own",j.place===o)),h("figure",{"data-testid":"inspector-bar"},h("figcaption",{},
e.caption),_,wt(e.heads,vt,"Candidates and threshold"),v.length>vt.length?h("p",{class:"st-quiet"},`${v.length-vt.length}\
 not shown`):null)}function Hd(n,t,e){let o=[];for(let i of[...n].sort((a,r)=>r.p-a.p)){let a=o[o.length-1];a&&a.all[0].
state===i.state&&t(i.p)-a.y<13?a.all.push(i):o.push({y:t(i.p),label:0,all:[i]})}o.forEach((i,a)=>{i.label=Math.max(i.y,a?
o[a-1].label+13:0)});for(let i=o.length-1,a=e-6;i>=0;i--)o[i].label=Math.min(o[i].label,a),a=o[i].label-13;return o}function Ia(n,t,e,s){
let o=({value:r,bar:l,good:c}={})=>{let[d,p]=[r,l].map(u=>B(n.voice,u,N));return[`${d} ${c?"≥":"<"} ${p}`,yt(r,l,1,c?"\
p":"no")]},i=({value:r,bar:l,good:c}={})=>[`${N(r)} ${c?"≤":">"} ${N(l)}`,yt(r,l,2*l,c?"p":"no")],a=e.doubts.filter(r=>r.
exit.step<=s).map(({layer:r,place:l,exit:c,back:d})=>{let p=d&&d.step<=s?d:null,u=l===null?"stops":C(n.word(t.n.token[l]),
11);return h("tr",{class:l===null?"no":"yes"},...rt([`${r} `,h("b",{},u)],o(c),...e.heads.length<3?[]:[p?[...i(p),p.good?
null:h("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return a.length?h("figure",{"data-testid":"inspector-doubts"},
h("h2",{},e.title),h("figcaption",{},e.caption),wt(e.heads,a,e.title)):null}function Ra(n){let t=[["attention",n.attention],
["MLP",n.mlp]],e=n.of_layers,s=300,o=58,i=Math.min(16,(s-o-2)/Math.max(1,e)),a=18,r=y("svg",{viewBox:`0 0 ${s} ${2*a+18}`,
class:"st-skips",role:"img","aria-label":n.caption});t.forEach(([l,c],d)=>{r.append(y("text",{x:o-6,y:d*a+13,"text-ancho\
r":"end"},l));for(let p=0;p<e;p++){let u=o+p*i,f=d*a,m=c.includes(p);r.append(y("rect",{class:m?"out":"in",x:u+.75,y:f+1,
width:i-1.5,height:a-3},y("title",{},`${l} of layer ${p}: ${m?"skipped":"computed"}`)));let[g,b,x,w]=[u+2,u+i-2,f+3,f+a-
4];m&&r.append(y("path",{class:"strike",d:`M${g} ${x}L${b} ${w}M${b} ${x}L${g} ${w}`}))}});for(let l=0;l<e;l+=5)r.append(
y("text",{class:"end",x:o+(l+.5)*i,y:2*a+12,"text-anchor":"middle"},String(l)));return h("figure",{"data-testid":"inspec\
tor-skips"},h("figcaption",{},n.caption),r)}function Da(n,t,e,s,o){let{sent:i,places:a,values:r,ups:l,owns:c,grown:d,grows:p}=e,
u=l.some(S=>S!==null),f=i===null?8:i+3,m=S=>B(n.voice,S,N),g=a.map((S,T)=>T).filter(S=>S<f||a[S]===o),b=g.map(S=>{let T=a[S],
q=n.up(t,T),O=n.fate(t,T,s),L=O.state==="not_sent",D=i!==null||L?Z(O.state):s>=p&&d.includes(T)?"extended":"",G=l[S]===null?
"":`${ot(n.wordAt(t,q),7)} › `,V=l[S]===null||c[S]===null?"":`${m(l[S])} × ${m(c[S])}`;return h("tr",{class:(T===o?"o\
wn":"")+(S===i?" cut":"")},...rt([G?h("small",{},G):null,h("b",{},C(n.word(t.n.token[T]),12))],...u?[V]:[],h("span",{class:"\
st-sure"},h("span",{},m(r[S])),yt(r[S],null,r[0],"q")),[D,L?h("span",{class:"st-hear"},n.called(O)):null]))}),[x,w,k]=e.
heads,v=n.voice==="plain"?"before × own":"∏ before × q",$=a.length-g.length;return h("figure",{class:"st-levels","da\
ta-testid":"inspector-levels"},h("figcaption",{},e.caption,i===null?"":` The line is below the ${R(i,"node")} that are s\
ent.`,$?` (${$} not shown)`:""),wt([x,...u?[v]:[],w,k],b,e.title))}function Na(n,t,{facts:e,places:s,values:o,of:i,title:a},r){
let l=e.map(([c,d],p)=>h("tr",{class:p?"":"own"},...rt([Z(n.fate(t,s[p],r).state)," ",h("b",{},c)],h("span",{class:"st-s\
ure"},h("span",{},d),yt(o[p],null,o[0],i)))));return h("figure",{"data-testid":"inspector-beams"},h("table",{class:"st-t\
able st-tight st-ends","aria-label":a},h("tbody",{},...l)))}function Ca(n,t){let e=Math.max(1,...n.bars.map(({count:a})=>a)),
s=n.bars.filter(({step:a})=>a<=t),i=[...new Map(s.map(a=>[a.name,a])).values()].map(({name:a,count:r})=>h("tr",{},h("th",
{scope:"row"},a),...rt(String(r),yt(r,null,e))));return h("figure",{"data-testid":"inspector-payoff"},h("table",{class:"\
st-table st-tight","aria-label":n.title},h("tbody",{},...i)))}function Fa(n,t,e,s,o){let i=e.prefixes.filter(v=>v.step<=
s);if(!i.length)return null;let a=s>=e.told,r=t.steps[s].phase==="prefix",l=i.reduce((v,$)=>$.passed?$.j:v,0),c=v=>v===null?
"×∞":n.voice==="exact"||v>=.001?`×${E(v)}`:v<1e-4?"≈ 0":`×${+v.toPrecision(2)}`,d=v=>v===null?"−∞":v.toFixed(
2),p=i.map(({j:v,place:$,own:S,product:T,logp:q,logq:O,passed:L,step:D})=>h("tr",{class:(L?"yes":"no")+(v===l?" own":"")+
(r&&D===s?" now":""),title:n.voice==="plain"?"":`Σ log p = ${d(q)}, Σ log q = ${d(O)}`},...rt([`${v} `,h("b",{},C(n.word(
t.n.token[$]),10))],c(S),[c(T),yt(T,e.bar,1,L?"yes":"no")],L?a&&v===l?"longest":"passes":"fails"))),u=v=>e.prefixes.reduce(
($,{j:S,ratio:T})=>T>v?S:$,0),f=v=>u(v)?`With threshold ${E(v)}, prefix ${u(v)} is the longest that passes.`:`With thres\
hold ${E(v)}, no prefix passes.`,m=o&&i.length===e.prefixes.length,[g,b]=e.names,x=n.unit(),w={key:"threshold",label:b,value:e.
bar,most:1,say:f,draw:()=>{}},k=n.voice==="plain"?"The ratio target ÷ draft":"The ratio p/q";return h("figure",{"data-t\
estid":"inspector-prefixes"},wt(e.heads,p,"Prefixes"),h("figcaption",{},`${k} of each ${x}, and the product so far, the \
joint ratio. A bar shows it (at most 1), and the line is the threshold, ${g}${E(e.bar)}. `+(l?`Longest passing prefix${a?
"":" so far"}: ${l} (shaded).`:`No prefix passes${a?"":" so far"}.`)),m?Ht(n.voice,w,{},o):null)}function Ba({rows:n,more:t,
end:e},s){let o=a=>it(a).replace(/\n/g,"↵"),i=({before:a,match:r,after:l},c,d="")=>h("tr",{class:d},...rt([ot(o(r.length>
18?"":a),8),h("mark",{class:"st-same"},ot(o(r),20))],c||C(o(l),24)));return h("figure",{"data-testid":"inspector-found"},
h("h2",{},s),h("table",{class:"st-table st-found","aria-label":s},h("tbody",{},...n.map(a=>i(a,"")),i(e,"?","end"))),t?h(
"figcaption",{},`${R(t,"earlier place")} not shown`):null)}function Pa(n,t,e,s){let o=(r,l,c="")=>{let d=h("li",{"data-o\
f":c},h("b",{},r),...l);return d.style.flexGrow=String(Math.max(1,r.length)),d},i=(r,l)=>l.length?h("div",{},h("span",{class:"\
st-quiet"},r),h("ol",{},...l)):null,a=r=>Z(n.fate(t,r,s).state);return h("figure",{class:"st-written-text","data-testid":"\
inspector-written-text"},h("figcaption",{},e.caption),i(e.heads[0],e.pieces.map(({text:r,q:l})=>o(r,[h("small",{},B(n.voice,
l,N))],"q"))),i(e.heads[1],e.places.map(r=>o(Ot(n.text(t.n.token[r])),[a(r)]))))}var Yn=(n,t,e)=>n.twins?.find(s=>s.place===t&&s.known<=e);function _a(n,t,e,s){return h("span",{class:"st-twin-n","data-\
of":n},h("small",{},t),yt(s??0,null,1,n),h("b",{},e))}function Wd(n,t,e,s,o,i){let a=n.voice==="plain",r=e.place===s,l=e[n.
voice],c=u=>u===null?"–":B(n.voice,u,N),d=n.get(t,"q",e.place),p=n.wanted(t,e.place,o);return h("li",{class:r?"own":""},
r?h("span",{class:"st-twin-name"},l):h("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>i(
e.place)},l),h("div",{},_a("q",a?"draft":"q",`${c(d)}${n.copied(t,e.place)?" copied":""}`,d),o>=t.seen?_a("p",a?"target":
"p",c(p),p):null))}function za(n,t,e,s,o,i){let a=Yn(e,s,o);if(!a)return null;let r=a.lines.filter(({step:l,until:c=1/0})=>l<=
o&&o<c);return h("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},h("ul",{},...a.rows.map(
l=>Wd(n,e,l,s,o,i))),...r.map(l=>h("p",{},...t(l[n.voice]))))}var Ud=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a node\
, or press Tab to reach it, to see why it was accepted or rejected.",Gd=new Set(["tries","bar","doubts","prefixes","judg\
ed","written"]),Kd=new Set(["prefix","verify","unused"]),Vd=new Set(["residual","bonus","drawn"]),Yd=new Set(["residual",
"bonus"]),Qd=":scope > :not(.st-tiers) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap, .st-twins)",Jd=new Set(
["draft","merge","unmerge","commit"]),Zd=new Set(["passes","fails"]),Ha=(n,t)=>n.panels.some(({kind:e,nodes:s})=>e==="tr\
ies"&&s?.includes(t)),Bs=class{root=h("aside",{class:"st-inspector","data-testid":"inspector","aria-label":"Inspector"});decision=h(
"div",{class:"st-decision","data-testid":"decision",role:"group","aria-label":"Calculation"});apart=!1;constructor(t,e,s,o,i,a){
this.model=t,this.explained=e,this.ask=s,this.suppose=o,this.go=i,this.visit=a}show(t,e,s,o=e){let i=t.steps[s],a=this.apart&&
e===o;if(this.apart&&!(a&&e>=0)&&A(this.decision,...this.calculated(t,o,s).parts),this.root.removeAttribute("data-moved"),
this.suppose(-1,null),e<0||t.born[e]>s)return A(this.root,...i.phase==="commit"?[this.written(t,s),Un(this.model,t.i),this.
others(t)]:i.phase==="layer"?[]:[Vn(this.model,t,i.layer,s)],this.layers(t,-1,i.layer,s,!0)??h("p",{class:"st-quiet"},Ud()),
this.tiers(this.tier("all","All details",()=>[this.layers(t,-1,i.layer,s,!1)],!0)));let r=i.phase==="input"&&t.n.role[e]===
"input",{fate:l,shown:c,verdict:d,state:p}=this.decided(t,e,s),u=d?.layer??i.layer,f=this.layers(t,e,u,s,!0),m=Kd.has(i.
phase)&&X(t)!==void 0,g=d!==null&&Ha(t,e),{parts:b,change:x}=this.calculated(t,e,s);a&&A(this.decision,...b);let w=()=>[
ma(this.model,this.explained,t,e,d,s,a),Sa(this.model,t,e,d)],k=r&&t.n.parent[e]<0?[]:[this.head(t,e,p),this.found(t,s)??
this.reason(t,e,l,d,s),...a?[]:b,x,...g?[f]:[],...m?[]:w(),za(this.model,this.explained,t,e,s,this.go)];A(this.root,...r?
[Un(this.model,t.i-1),this.round()]:i.phase==="layer"?[]:[Vn(this.model,t,u,s)],...i.phase==="layer"?[f,...k]:g?k:[...k,
f],this.tiers(this.tier("numbers","Numbers",()=>[...m?w():[],this.pathLine(t,e),this.tiles(t,e,d,s),this.shares(t,d),ga(
this.model,t,e,d,s)],r),this.tier("all","All details",()=>[this.whereLine(t,e,l),this.copies(t,e,c,s),this.layers(t,e,u,
s,!1),this.moreDrafts()],r))),!r&&!this.root.querySelector(Qd)&&this.root.lastElementChild?.before(this.rule(i))}decided(t,e,s){
let o=this.model.fate(t,e,s),i=t.steps[s].verdicts.find(r=>t.verdicts[r].place===e),a=i??o.verdict;return{fate:o,shown:a,
verdict:a===null?null:t.verdicts[a],state:i===void 0?o.state:t.verdicts[i].state}}rule({phase:t}){let e=Te(se(t).group),
s=this.model.header.round?.find(({label:o})=>o===e);return s?h("section",{class:"st-round","data-testid":"inspector-rule"},
h("h2",{},`“${e}” in every round`),h("p",{},...this.explained(s[this.model.voice]))):""}written(t,e){let s=t.beams.length>
1,o=l=>{let c=[],d=t.place.get(l)??-1;for(;d>=0&&t.n.role[d]!=="input";d=this.model.up(t,d))c.push(d);return c.reverse()},
i=l=>this.model.fate(t,l,e),a=l=>[Z(i(l).state),h("b",{},this.model.wordAt(t,l))," "],r=this.model.beamsOf(t).flatMap(({
beam:l,slots:c})=>{let d=o(l.node),p=d.length?t.n.parent[d[0]]:l.node;if(!s)return d.map(f=>h("li",{},...a(f),this.model.
called(i(f)),this.model.voice==="plain"&&Yd.has(i(f).state)?", written by the target":null));let u=C(this.model.path(t,p).
map(f=>this.model.word(f.token)).at(-1)??"start",9);return[h("li",{},h("span",{class:"st-quiet"},`${u} › `),...d.length?
d.flatMap(a):["finished "],c.length>1?`×${c.length} `:"",l.best?h("span",{class:"st-quiet"},"likeliest"):null)]});return r.
length?h("section",{class:"st-written","data-testid":"inspector-written"},h("h2",{},s?"Beams that continue":"Added to th\
e text"),h("ul",{},...r)):null}others(t){let e=this.model.its.slice(0,t.i+1),s=t.lay.kind==="chain"&&!e.some(ps)?us(this.
model,t.i):"";return typeof s=="string"?null:h("button",{type:"button",class:"st-btn st-wide st-see","data-testid":"see-\
accepted",onclick:()=>this.visit(s.it)},`See round ${s.it+1}: all guesses accepted`)}moreDrafts(){let{gamma:t}=this.model.
header.deciding;if(!this.ask||typeof t!="number")return null;let s={key:"gamma",label:"draft length (γ)",value:t,most:16,
step:1,say:o=>`With draft length ${o}, the draft guesses up to ${R(o,this.model.unit())} ahead in this round.`,draw:()=>{}};
return Ht(this.model.voice,s,{},this.ask)}round(){let{round:t=[]}=this.model.header;return t.length?h("section",{class:"\
st-round","data-testid":"inspector-round"},h("h2",{},"How a round works"),h("dl",{},...t.flatMap(e=>[h("dt",{},e.label,...e.
marks.map(s=>this.mark(s))),h("dd",{},...this.explained(e[this.model.voice]))]))):null}mark(t){return h("span",{class:"s\
t-legend-k","data-kind":t,title:Y(t).help},Z(t),gt(t,this.model.voice))}tier(t,e,s,o){let i=de(`tier-${t}`)==="1",a=h("d\
iv",{class:"st-tier"}),r=()=>{a.firstChild||A(a,...s())};if((i||o)&&r(),o&&!a.firstChild)return null;let l=h("details",{
open:i,"data-testid":`inspector-${t}`,ontoggle:()=>{l.open&&r(),l.open!==(de(`tier-${t}`)==="1")&&Ue(`tier-${t}`,l.open?
"1":"")}},h("summary",{},e),a);return l}tiers(...t){return t.some(e=>e)?h("div",{class:"st-tiers"},...t):null}head(t,e,s){
return h("div",{class:"st-head","data-state":s},h("div",{class:"st-token"},Z(s),h("b",{},this.model.wordAt(t,e)),h("span",
{class:"st-tag"},gt(s,this.model.voice))))}whereLine(t,e,s){if(t.n.parent[e]<0)return null;let o=this.model.get(t,"merge",
e),i=this.aboveAll(t,e),a=[`node ${t.n.id[e]}`,`depth ${t.n.depth[e]}`,t.n.about?.[e],i&&`under input beam “${i}”`,o!==
null&&s.state==="merged"&&`merged with node ${o}`];return h("p",{class:"st-quiet"},a.filter(Boolean).join(" · "))}pathLine(t,e){
let s=this.model.path(t,t.n.id[e]),o=s.slice(-24),i=s.length-o.length;if(!s.length)return null;let a=i?`(${R(i,this.model.
unit())} before) … `:"prompt → ";return h("p",{class:"st-path","data-testid":"inspector-path"},h("span",{class:"st-q\
uiet"},a),...o.flatMap(({token:r},l)=>[h(l===o.length-1?"mark":"span",{},Ot(this.model.text(r)).replace(/␣/g," ")),this.
model.joiner()]))}tiles(t,e,s,o){let i=this.model.drafted(t,e,o),a=o<t.seen?null:t.n.shares?.[e]?.length?this.model.wanted(
t,e,o):this.model.get(t,"p",e),r=t.heads.map(([p,u,f],m)=>[p,(m?a:i)??"",u,f]),l=s?.tiles.length?s.tiles:r.filter(([,p])=>p!==
"");if(!l.length)return null;let c=this.model.voice==="plain",d=(p,u)=>c&&!p.includes("/")?P(u):E(u,3);return h("dl",{class:"\
st-tiles"},...l.map(([p,u,f,m])=>h("div",{"data-of":p.replace("_beam","")},h("dt",{},...this.explained(c?m:p),c?null:h("\
small",{},` ${f}`)),h("dd",{},typeof u=="string"?u:d(p,u)))))}shares(t,e){let s=e?.shares??t.shares;return s?h("p",{class:"\
st-quiet","data-testid":"inspector-shares"},s[this.model.voice]):null}calculated(t,e,s){let{layer:o}=t.steps[s],{model:i}=this;
if(e<0)return{parts:this.apart?Kn(i,t,o,s):[],change:null};let{verdict:a,shown:r}=this.decided(t,e,s),[l,c]=this.scale(t,
e,s,a,r),d=Ut(t,e,s),p=this.apart?ka(i,t,e,s):void 0,u=p&&Tt(p.work[i.voice],"origin-sum"),m=u&&d?.work?.[i.voice][1]===
"→"?null:xa(i,t,e,a,s),g=d?Ns(i,t,e,s).map(x=>Hn(i,t,x.place,s)):[Ma(i,t,a,s)??ya(i,t,a,s)],b=t.lay.kind==="chain";return{
parts:[...g,...b?[m,u]:[u,m],l,Aa(i,t,a)],change:c}}scale(t,e,s,o,i){let a=Ut(t,e,s);if(!o&&a&&"cut"in a&&a.u!==null&&a.
cut>0&&a.cut<=1)return[h("div",{"data-testid":"inspector-axis"},Cn(this.model.voice,a.cut,a.u)),null];if(!o?.a||o.a>1)return[
null,null];let{a:r,u:l}=o,c={"data-testid":"inspector-axis","data-part":"scale"},d=this.apart||he(t,o).p||a||Ha(t,e)?Cn:
da,p=h("div",c,d(this.model.voice,r,l));if(!this.ask||l===void 0||i===null)return[p,null];let u=w=>w<r?"accepted":"rejec\
ted",f=this.model.decided(t,e,s).filter(w=>w!==i).map(w=>t.verdicts[w].state),m=this.model.word(t.n.token[e]),b={key:"u",
label:"random number (u)",value:l,most:.99,draw:w=>{A(p,d(this.model.voice,r,w)),this.suppose(e,w===l?null:Ao([u(w),...f]))},
say:w=>`With random number ${E(w)}, “${m}” would be ${u(w)}.`},x=r<1?[aa(i,this.ask)]:[];return[p,Ht(this.model.voice,
b,{verdict:i},this.ask,...x)]}reason(t,e,s,o,i){let{help:a}=Y(s.state),l=Zd.has(s.state)?t.steps[s.step][this.model.voice]:
a,c=s.state==="pending"&&Yn(t,e,i)!==void 0,d=t.n.role[e]==="target"?this.model.missing(t,t.n.token[e]):null,p=o?o[this.
model.voice]:l,u=!d&&(c||t.steps[i][this.model.voice].startsWith(p));return h("p",{class:"st-reason","data-testid":"insp\
ector-reason",hidden:u},...this.explained(p),d?h("span",{"data-testid":"inspector-lacks"},` ${d.reason[this.model.voice]}`):
null)}copies(t,e,s,o){let i=this.model.decided(t,e,o);return i.length<2?null:h("details",{class:"st-more"},h("summary",{},
`All ${i.length} decisions about this node`),h("ol",{},...i.map(a=>{let{state:r,slot:l,[this.model.voice]:c}=t.verdicts[a],
d=l===void 0?"":`, beam ${l}`;return h("li",{class:a===s?"now":""},Z(r),`${gt(r,this.model.voice)}${d}: ${c}`)})))}found(t,e){
let s=this.model.voice==="plain"?"The same text before":"Occurrences of the pattern";return t.found&&t.steps[e].phase===
"draft"?Ba(t.found,s):null}aboveAll(t,e){let s=t.n.id.filter((i,a)=>t.n.role[a]==="input"),o=e;for(let i=o;i>=0;i=this.model.
up(t,i))o=i;return s.length>1&&o!==e?Wt(this.model,t,s).get(t.n.id[o]):null}layers(t,e,s,o,i){let a=t.panels.filter(g=>o>=
g.known),r=t.steps[o].phase==="layer",l=t.steps[o].phase,c=Jd.has(l),d=l==="select",p=a.filter(g=>g.layer&&(g.nodes?g.nodes.
includes(e):g.layer===s)),u=[...a.filter(g=>g.kind==="doubts"),...p,...a.filter(g=>!g.layer&&g.kind!=="doubts")],f=g=>Gd.
has(g.kind)||g.kind==="width"&&r||g.kind==="level"&&(l==="draft"||!g.layer&&l==="select")||g.kind==="payoff"&&c||g.kind===
"beams"&&d,m=u.filter(g=>f(g)===i).map(g=>this.panelBox(t,g,e,o)).filter(g=>g!==null);return m.length?h("div",{class:"st\
-layer","data-testid":"inspector-layer"},...m):null}panelBox(t,e,s,o){let i=this.model.voice==="plain"?{...e,...e.plain}:
e,a=[...i.facts,...o>=i.told?i.outcome:[]],r=a.length?[h("dl",{class:"st-facts"},...a.map(([p,u])=>h("div",{},h("dt",{},
p),h("dd",{},u))))]:[],l=p=>h("section",{},h("h2",{},i.title),p,...r),c=(p,u=!1)=>a.length||p?h("details",{open:u},h("su\
mmary",{},i.title),p,...r):null,d=t.steps[o].phase;switch(i.kind){case"width":{let p=t.steps[o].phase==="layer"?{...i,why:""}:
i,u=this.apart&&t.steps[o].phase==="layer";return ha(this.model.voice,p,o,r,this.ask,u?[]:Kn(this.model,t,i.layer,o),e.alpha)}case"\
tries":return l(qa(this.model,t,i,o));case"bar":return l(ja(this.model,t,i,o,s));case"level":return l(Da(this.model,t,i,
o,s));case"skipped":return l(Ra(i));case"payoff":return l(Ca(i,o));case"prefixes":return c(Fa(this.model,t,i,o,this.ask),
!0);case"written":return c(Pa(this.model,t,i,o),!0);case"judged":{let p=La(this.model,t,i,o,s,this.apart),u=!this.apart||
!p?.querySelector(".st-origin"),f=!Vd.has(d)&&u,m=c(Oa(this.model,t,i,o,s),f);return p&&m?h("div",{},...this.apart?[p,m]:
[m,p]):m}case"doubts":return Ia(this.model,t,i,o);case"beams":return h("section",{},h("h2",{},i.title),Na(this.model,t,i,
o));case"plain":return i.layer?l(null):c(i.caption?h("p",{class:"st-quiet"},i.caption):null)}}leave(){let t=document.activeElement;
t instanceof HTMLElement&&this.root.contains(t)&&t.blur()}};function Wa(n){let t=new Map([...ee.keys()].map(m=>[m,h("b")])),e=new Map([...ee.keys()].map(m=>[m,h("span")])),s=new Map(
[...ee.keys()].map(m=>[m,h("small")])),o=new Map([...ee.values()].map(({name:m,help:g})=>[m,h("li",{"data-kind":m,title:g,
class:"st-legend-k"},Z(m),e.get(m),t.get(m),s.get(m))])),i=h("span",{class:"st-x-key","aria-hidden":"true"}),a=h("span"),
r=h("li",{"data-kind":"copies",title:"A token that was sampled several times is one node. Every draw has a mark; of many\
 draws, the numbers before the marks say how many."},i,a),l=h("b"),c=h("li",{"data-kind":"copy",title:"A guess that was \
copied below a merged one, so that each path has its own."},h("i",{class:"st-legend-copy","aria-hidden":"true"}),"copy ",
l),d=h("span"),p=h("li",{"data-testid":"legend-ratio",title:"A leaf passes if its random number is below its running rat\
io."},h("i",{class:"st-legend-ratio","aria-hidden":"true"}),d),u=h("li",{class:"st-legend-of"});return{root:h("ul",{class:"\
st-legend","data-testid":"legend","aria-label":"Legend"},u,...o.values(),p,c,r),rejection:m=>o.get("rejected")?.setAttribute(
"title",m||Y("rejected").help),show(m,g){let b=n.marks(m,g),x=n.drawnOften(m,g);M(u,n.its.length>1?"This round:":""),u.hidden=
n.its.length<2,r.hidden=!x;let w=n.bornBy(m,g).filter(k=>n.copied(m,k)).length;c.hidden=!w,M(l,String(w)),p.hidden=m.lay.
kind==="chain"||!m.panels.some(k=>k.kind==="judged"&&k.ratios?.some(({step:v})=>v<=g)),M(d,n.voice==="plain"?"running ra\
tio: target ÷ draft, multiplied along the path, at most 1":"running ratio α = min(α·p′/q, 1) along the path"),M(i,
x?.times??""),M(a,x?.told??"");for(let[k,v]of o)v.hidden=!b.has(k);for(let[k,v]of e)M(v,gt(k,n.voice));for(let[k,v]of t){
let $=b.get(k)??0,S=n.drawsOf(m,k,g),T=s.get(k);M(v,String($||"")),T&&M(T,$&&S>$?`(${S} draws)`:"")}}}}var Xd=["node","p\
arent","depth","token","state"],tp=["u","threshold","reason"];function Ua(n,t){let e=h("p",{"data-testid":"graph-summary"}),
s=h("table",{class:"st-table st-stacked","data-testid":"graph-table"}),o=h("details",{class:"st-card st-details","data-t\
estid":"table",ontoggle:t},h("summary",{},"This step as a table"),e,h("div",{class:"st-wrap",tabindex:"0",role:"group","\
aria-label":"This step as a table"},s));function i(a,r,l){let c=a.verdicts[n.decided(a,r,l).at(-1)??-1],d=a.n.parent[r],
p=u=>B(n.voice,c?.[u]??n.get(a,u,r),f=>E(f,3));return[a.n.id[r],d<0?"–":d,a.n.depth[r],n.word(a.n.token[r]),n.called(n.
fate(a,r,l)),p("q"),p("p"),E(c?.u,3),E(c?.a,3),c?.[n.voice]??""]}return{root:o,show(a,r){if(!o.open)return;let l=r>=a.commit?
`${a.says} `:"";M(e,`${l}${a.steps[r][n.voice]}`);let c=n.bornBy(a,r).map(u=>i(a,u,r)),d=a.heads.map(([u,,f])=>n.voice===
"plain"?f:u),p=[...Xd,...d,...tp];A(s,h("thead",{},h("tr",{},...p.map(u=>h("th",{scope:"col"},u)))),h("tbody",{},...c.map(
u=>h("tr",{},...u.map((f,m)=>h("td",{"data-head":p[m]},String(f)))))))}}}var ct=(n,t)=>n<1?(1-n**(t+1))/(1-n):t+1,Kt=(n=160)=>[[1,1],[n,1],[2*n,2]];function xt(n,t){let e=Math.max(0,n.slice(0,-1).
findLastIndex(([r])=>r<=t)),[[s,o],[i,a]]=n.slice(e);return o+(a-o)*(t-s)/(i-s)}var ht=(n,t,e)=>xt(e,(n+1)*t)/xt(e,t),Et=(n,t,e,s=1)=>ct(
n,t)/(t*e+s);function Ps(n,t,e=1,s=Kt(1/0)){let o=a=>Et(n,a,t,ht(a,e,s)),i=0;for(let a=1;a<=16;a+=1)o(a)>o(i)&&(i=a);return i||
null}var Ga=(n,t,e=1)=>(ct(n,t)-e)/t;function Ka(n,t,e,s,o){let i=[];for(let a=1;a<=o;a+=1){if(Et(n,t,e,ht(t,a,s))<=1)continue;
let r=i.at(-1);r?.[1]===a-1?r[1]=a:i.push([a,a])}return i}function Qn({left:n,right:t,top:e,base:s},o,i,a,r,l,c=o.length){let d=x=>n+i(x)*(t-n),p=x=>s-x/a*(s-e),f=[...Array.from(
{length:Math.floor(a/r)+1},(x,w)=>w*r).flatMap(x=>[y("line",{class:"grid",x1:n,x2:t,y1:p(x),y2:p(x)}),y("text",{x:n-8,y:p(
x)+5,"text-anchor":"end"},String(x))]),...l.map(x=>y("text",{x:d(x),y:s+20,"text-anchor":"middle"},String(x))),y("path",
{class:"axis",d:`M${n} ${e}V${s}H${t}`})],m=x=>`M${x.map(([w,k])=>`${d(w)} ${p(k)}`).join("L")}`,b=[["curve",o.slice(0,c)],
["curve beyond",o.slice(Math.max(0,c-1))]].filter(([,x])=>x.length>1).map(([x,w])=>y("path",{class:x,d:m(w)}));return{x:d,
y:p,grid:f,drawn:b}}function _s(n,t,e,s,o,i,a){let{x:r,y:l,grid:c,drawn:d}=Qn(n,t.map((u,f)=>[f+1,u]),u=>(u-1)/15,e,s,o,
a),p=t.map((u,f)=>y("circle",{class:"dot",cx:r(f+1),cy:l(u),r:i}));return{x:r,y:l,grid:c,drawn:[...d,...p]}}var pe=640,Va=260,Vt=44,Ge=14,sp=14,np=214,op="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check\
). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many positions\
 as the idle limit, calculating takes as long as reading the weights.",ip=({alpha:n,c:t,batch:e,idle:s})=>Array.from({length:16},
(o,i)=>Et(n,i+1,t,ht(i+1,e,Kt(s)))),Ya=216,ap=[[10,-12],[-10,-12],[10,24],[-10,24]];function rp(n,t){let e=o=>{let i=Math.
min(16,Math.max(1,1+(o-Vt)/(pe-Ge-Vt)*15)),a=Math.min(15,Math.floor(i));return t(n[a-1]+(i-a)*(n[a]-n[a-1]))},s=(o,[i,a])=>i>=
Vt&&Array.from({length:Math.ceil(o/4)+1},(r,l)=>e(i+4*l)).every(r=>r<a-15||r>a+6);return(o,i)=>i.find(a=>s(o,a))??i[0]}var lp=0,
zs=class{id=`st-speedup-${lp+=1}`;alpha=this.slider("alpha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma",
"Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (user\
s)",1,256,1,0);idle=this.slider("idle","Idle limit (positions)",32,512,16,0);svg=y("svg",{viewBox:`0 0 ${pe} ${Va}`,role:"\
img","data-testid":"speedup-chart"});says=h("p",{class:"st-speedup-says",role:"status","data-testid":"speedup-says"});root=h(
"section",{class:"st-speedup st-card","aria-label":"Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,
h("div",{class:"st-speedup-sliders"},this.alpha.box,this.gamma.box,this.c.box,this.batch.box,this.idle.box),h("p",{class:"\
st-quiet"},op));slider(t,e,s,o,i,a){let r=`${this.id}-${t}`,l=h("output",{for:r}),c=h("input",{type:"range",id:r,min:s,max:o,
step:i,"data-testid":`speedup-${t}`,oninput:()=>this.draw()});return{input:c,output:l,places:a,box:h("label",{for:r},h("\
span",{},e," ",l),c)}}show(t){this.root.hidden=!t,t&&(this.alpha.input.value=String(t.alpha),this.gamma.input.value=String(
t.gamma),this.c.input.value=String(t.c),this.batch.input.value=String(t.batch),this.idle.input.value=String(160),this.draw())}draw(){
let t=({input:d,output:p,places:u})=>(M(p,Number(d.value).toFixed(u)),Number(d.value)),[e,s,o,i,a]=[this.alpha,this.gamma,
this.c,this.batch,this.idle].map(t),r=ip({alpha:e,c:o,batch:i,idle:a}),l=r[s-1],c=`With γ = ${s}: ${ct(e,s).toFixed(2)}\
 tokens per target pass, a check takes ${ht(s,i,Kt(a)).toFixed(2)} passes, speed-up ${l.toFixed(2)}${l<1?" (slower)":""}\
.`;M(this.says,c),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}. ${c}`),this.plot(r,s)}plot(t,e){
let s=Math.max(2,...t)*1.08,o=s>8?2:s>4?1:.5,{x:i,y:a,grid:r,drawn:l}=_s({left:Vt,right:pe-Ge,top:sp,base:np},t,s,o,[1,2,
4,6,8,10,12,14,16],3),c=t[e-1],d=rp(t,a),[p,u]=d(50,ap.map(([g,b])=>[i(e)+g-(g<0?50:0),a(c)+b])),[f,m]=d(Ya,[pe-Ge-Ya-2,
Vt+8].flatMap(g=>[[g,a(1)+17],[g,a(1)-7]]));A(this.svg,...r,y("text",{x:(Vt+pe-Ge)/2,y:Va-8,"text-anchor":"middle"},"dra\
ft tokens per round, γ"),y("line",{class:"even",x1:Vt,x2:pe-Ge,y1:a(1),y2:a(1)}),y("text",{x:f,y:m},"as fast as without\
 a draft model"),...l,y("circle",{class:"chosen",cx:i(e),cy:a(c),r:7}),y("text",{class:"value",x:p+(p<i(e)?50:0),y:u,"te\
xt-anchor":p<i(e)?"end":"start"},c.toFixed(2)))}};var Qa="lessons-2",cp={em:"em",strong:"strong",code:"code"},hp="explorer/lessons",dp=n=>`${Ke(n)}/card.html`,Ke=n=>`expl\
orer/lesson/${encodeURIComponent(n)}`;function pp(n){let t={},e;try{e=JSON.parse(n||"{}")}catch{return t}let s=o=>Array.
isArray(o)?o.filter(i=>Number.isInteger(i)&&i>=0):[];for(let[o,i]of Object.entries(e&&typeof e=="object"?e:{})){let a=Object.
entries(i?.answers||{}).map(([r,l])=>[r,s(l)]);t[o]={seen:s(i?.seen),answers:Object.fromEntries(a)}}return t}var Gs=(n,t)=>Object.
hasOwn(n,t)?n[t]:{seen:[],answers:{}},up=(n,t)=>new Set(Gs(n,t.slug).seen.filter(e=>e<t.steps)).size;function fp(n,t,e){
let s=Gs(n,t);return s.seen.includes(e)?n:{...n,[t]:{...s,seen:[...s.seen,e]}}}function Ja(n,t,e,s){let o=Gs(n,t);return{
...n,[t]:{...o,answers:{...o.answers,[e]:s}}}}function Hs(n,t){let e=t.filter(s=>s<n.length);return{given:e,over:e.some(
s=>n[s].right||n.length<3)}}var mp=(n,t)=>n[t-1]??{slug:n[0].slug,step:1},gp=n=>n.length?`Look at: ${[...new Set(n.map(({
label:t})=>t))].join(", ")}.`:"",bp=(n,t)=>Math.min(t-1,Math.max(0,(Math.trunc(Number(n))||1)-1));function Za(n){let t=new URLSearchParams(
n),e=t.get("lesson");return e?{slug:e,step:Number(t.get("step"))||1}:null}function wp(n,t,e){let s=new URL(n);return s.search=
s.hash="",s.searchParams.set("lesson",t),s.searchParams.set("step",String(e+1)),s.href}function yp(n){let t=e=>`.teachin\
g :is(${n.map(({selector:s})=>s+e).join(", ")})`;return`${t("")}:not(g) { outline: 3px solid var(--amber); outline-offse\
t: 2px; border-radius: 6px; }
    ${t(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${t("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function xp(n){let t=n.map(({selector:e})=>e).join(", ");return t?`.teaching .st-why :not(:is(${t}), :is(${t}) *,\
 :has(${t})) { display: none !important; }`:".teaching .st-why { display: none; }"}var Ws=(n,t=e=>[e])=>n.flatMap(({text:e,
style:s})=>s==="plain"?t(e):[h(cp[s],{},...t(e))]),Us=class{lesson=null;step=0;asked=0;progress=this.stored();method="";chart=new zs;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=h(
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
return h("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${t}`,title:o,onclick:s},e)}stored(){try{return pp(
localStorage.getItem(Qa))}catch{return{}}}latest(){let t=this.stored();return Object.keys(t).length?t:this.progress}keep(t){
this.progress=t;try{localStorage.setItem(Qa,JSON.stringify(this.progress))}catch{}}unfold(t){this.root.hidden=!t,this.on.
shown(t),t&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top:t}=this.root.getBoundingClientRect();
(t<0||t>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(t,e=1){this.asked+=1,this.lesson=t,this.unfold(
!0),this.listed(!1),M(this.name,t.title),this.show(bp(e,t.steps.length)),this.on.soon(t.steps.flatMap(({at:s,question:o})=>[
s.trace,o?.reveal?.trace??s.trace]))}async load(t,e=1){let s=await this.got(t,"Loading the lesson …",["steps","moved"]);
if(s&&"moved"in s){let{slug:a,step:r}=mp(s.moved,e);return this.load(Ke(a),r)}if(s)return this.open(s,e);let o=this.asked,
i=this.note.textContent||"";!this.lesson&&i&&await this.showList(),o+1===this.asked&&!this.list.hidden&&M(this.name,i)}async got(t,e,s){
let o=++this.asked;this.unfold(!0),M(this.note,e);let i=null;try{i=await(await fetch(new URL(t,document.baseURI))).json()}catch{}
if(o!==this.asked)return null;let a=i!==null&&s.some(r=>Array.isArray(i[r]));return M(this.note,a?"":i?.text||"This coul\
d not be loaded. Reload the page to try again."),a?i:null}show(t){if(!this.lesson)return;this.step=t,this.away=!1;let e=this.
lesson.steps[t],s=this.lesson.steps.length-1;this.keep(fp(this.latest(),this.lesson.slug,this.step)),M(this.count,`Step ${this.
step+1} of ${s+1}`),M(this.note,""),this.write(),this.chart.show(e.chart),this.print.href=dp(this.lesson.slug),this.foot.
hidden=t!==0&&t!==s,this.ask(e),this.again.hidden=!0,this.back.disabled=this.step===0,M(this.next,this.step===s?"Finish":
"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=0,this.on.changed(this.lesson.slug,this.step+1),this.
stand()}write(){if(!this.lesson)return;let t=this.lesson.steps[this.step];this.method=this.on.method(),A(this.said,h("h3",
{},t.title),...t.paragraphs.map(e=>h("p",{},...Ws(e,this.on.marker()))))}turn(t){if(this.lesson){if(this.step+t===this.lesson.
steps.length)return void this.showList();this.step+t>=0&&this.show(this.step+t)}}stand(){let t=this.place();t&&this.on.goto(
t.trace,{it:t.it,phase:t.phase,node:t.node})}place(){if(!this.lesson)return null;let{at:t,question:e}=this.lesson.steps[this.
step];return e&&Hs(e.answers,this.given()).over&&e.reveal||t}stands({name:t,it:e,phase:s,node:o}){let i=this.place();this.
lesson&&this.method!==this.on.method()&&this.write(),this.away=i!==null&&(i.trace!==t||i.it!==e||i.phase!==s),this.again.
hidden=!this.away||!this.list.hidden,this.own=!this.away&&i?.node===o,this.narrow()}narrow(){let t=this.lesson?.steps[this.
step],e=this.list.hidden?t&&this.own?t.look:null:[];this.looks.replaceSync(e?xp(e):""),this.root.toggleAttribute("data-l\
ooks",e!==null),this.measure()}measure(){let t=this.root.closest(".st"),{top:e}=this.root.getBoundingClientRect();if(!(t instanceof
HTMLElement)||this.root.hidden)return;let s=e+(t.classList.contains("present")?t.scrollTop:scrollY);t.style.setProperty(
"--above",`${Math.round(s)}px`)}given(){return this.lesson?Gs(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({
question:t}){A(this.quiz),this.quiz.hidden=!t,t&&A(this.quiz,h("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...Ws(t.words,
this.on.marker())),h("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...t.answers.map((e,s)=>h(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(t,s)},h("b",{"ari\
a-hidden":"true"}),h("span",{},...Ws(e.words))))),h("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"\
status"}),this.button("again","Try again",()=>this.forget(t))),t&&this.mark(t)}forget(t){this.lesson&&(this.keep(Ja(this.
latest(),this.lesson.slug,this.step,[])),this.mark(t),this.stand())}mark({answers:t}){let{given:e,over:s}=Hs(t,this.given()),
o=e.at(-1),[i,a]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(
".st-lesson-answer").forEach((l,c)=>{let{right:d}=t[c],p=e.includes(c),u=p||s&&d;l.setAttribute("aria-pressed",String(p)),
l.setAttribute("aria-disabled",String(s||p)),l.classList.toggle("right",u&&d),l.classList.toggle("wrong",u&&!d),l.classList.
toggle("left",s&&!u);let f=l.querySelector("b");f&&M(f,u?d?"✓":"✕":"○")});let r=o===void 0?null:t[o];i&&A(i,...r?this.
reply(r,s):[]),a instanceof HTMLElement&&(a.hidden=!s),this.light(r?.lights??[])}reply({right:t,feedback:e,lights:s},o){
let i=h("b",{role:"img","aria-label":t?"Right":"Wrong"},t?"✓":"✕"),a=Ws(e,this.on.marker());return o?[i," ",...a]:[i,
" Not this one. ",...a,h("span",{class:"st-lesson-look"},` ${gp(this.seen(s))} Then choose again.`)]}seen(t){let e=this.
root.closest(".st");return t.filter(({selector:s})=>e?.querySelector(s)?.checkVisibility())}light(t){if(this.lit.replaceSync(
t.length?yp(t):""),!!t.length)for(let{selector:e}of this.seen(t))this.root.closest(".st")?.querySelector(e)?.scrollIntoView(
{block:"nearest",inline:"nearest"})}choose(t,e){!this.lesson||this.given().includes(e)||Hs(t.answers,this.given()).over||
(this.keep(Ja(this.latest(),this.lesson.slug,this.step,[...this.given(),e])),this.mark(t),this.quiz.querySelector(".st-l\
esson-feedback")?.scrollIntoView({block:"nearest"}),Hs(t.answers,this.given()).over&&this.stand())}listed(t){this.list.hidden=
!t,this.page.hidden=this.turns.hidden=this.link.hidden=t||!this.lesson,this.foot.hidden=this.page.hidden||this.step>0&&this.
step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.away,this.all.setAttribute("aria-expande\
d",String(t)),M(this.all,t&&this.lesson?"Back to the lesson":"All lessons"),this.count.hidden=t,M(this.name,t?"Lessons":
this.lesson?.title||""),this.narrow()}async showList(){if(!this.list.hidden&&this.lesson)return this.listed(!1);let t=await this.
got(hp,"Loading the lessons …",["lessons"]);t&&(this.listed(!0),this.root.scrollTop=0,A(this.list,...t.lessons.map(e=>{
let s=up(this.progress,e),o=s===e.steps,i=`${R(e.steps,"step")}, ${e.minutes} min`,a=o?"✓ Done":s?`${s} of ${e.steps} \
steps`:i;return h("li",{},h("button",{type:"button","data-testid":"lesson-card","data-lesson":e.slug,class:o?"done":"",onclick:()=>{
this.load(Ke(e.slug))}},h("b",{},e.title),h("span",{},e.summary),h("small",{},a)))})))}async copy(){if(!this.lesson)return;
let t=wp(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(t),M(this.note,"Link to this \
step copied.")}catch{M(this.note,t)}}close(){this.asked+=1,this.lesson=null,this.chart.show(null),this.light([]),this.looks.
replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(null,0),this.on.close()}key(t){if(!this.lesson||
this.root.hidden||!this.list.hidden)return!1;let e=this.quiz.querySelectorAll(".st-lesson-answer"),s=/^[1-9]$/.test(t.key)?
Number(t.key):0;if(t.key==="PageDown")this.turn(1);else if(t.key==="PageUp")this.turn(-1);else if(s&&s<=e.length)e[s-1].
click();else return!1;return t.preventDefault(),!0}moved(t){this.lesson&&!this.lesson.steps.some(({at:e})=>e.trace===t)&&
this.close()}};function Jn(n,t){let{model:e,root:s,glossary:o,full:i}=n,{header:a,summary:r,incomplete:l}=e,{title:c,about:d,pair_name:p,
draft_notes:u,observed:f,seed:m,prompt:g,deciding:b,rejection:x,whatif:w=""}=a;if(n.legend.rejection(x),M(n.worth,r?.worth||
c||""),n.top.hidden=!n.worth.textContent,!i){let L=[...document.querySelectorAll(".st.compact")].indexOf(s)+1;s.setAttribute(
"aria-label",`Run ${L}: ${c||"none"}, step by step`),n.controls.root.setAttribute("aria-label",`Step through run ${L}`)}
let k=[d?.law,d?.rounding].filter(Boolean).join(" "),v=i?[d?.line,d?.law,d?.rules].filter(Boolean).join(" "):c||"",$=l?`\
This run is incomplete: ${l}. `:"",S=i&&r?.worth&&c?`${c.split(":")[0]}: `:"";A(n.about,h("span",{class:"st-warn"},$),h(
"b",{},S),...o.explained(v,!1));let T=[["Method",c],["Paper",d?.paper],["Output distribution",k],["Models",p],["Draft",u],
["Recorded from",f],["Model’s own rules",d?.rules],["Prompt",g],["Seed",m?.toString()],...Object.entries(b).map(([L,D])=>[
L.replace(/_/g," "),String(D)])];n.changed.show(w,w&&t?{recorded:t.text,now:e.added(e.its.length-1)}:null,n.options.asks&&
!!a.recorded?.name);let q=([L,D])=>h("div",{},h("dt",{},...o.explained(L)),h("dd",{},D));A(n.facts,...T.filter(([,L])=>L).
map(q));let O=e.its.length;A(n.end,h("h2",{},O>1?`Summary of all ${O} rounds`:"Summary"),h("dl",{class:"st-facts"},...(r?.
card??[]).map(q)),h("button",{type:"button",class:"st-btn st-wide",onclick:()=>n.stepTo(0)},"Start again"))}var Xa=100,kp=400,vp=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),Ks=class{opening=0;newest=0;recorded=null;constructor(t){
this.stage=t,this.begun=!t.full}receive(t){let e=t;if(typeof t=="string")try{e=JSON.parse(t)}catch{return this.clear({type:"\
clear",text:"The app sent a message that cannot be read. Reload the page."})}if(e.asked!==void 0&&e.asked<this.newest)return;
this.newest=e.asked??this.newest,vp.has(e.type)&&this[e.type](e);let s=this.begun||!this.stage.options.url?null:Za(H());
this.begun=!0,s&&this.stage.lesson.load(Ke(s.slug),s.step)}fill(t){let{stage:e}=this;Object.assign(e,{at:{it:0,phase:0},
picked:null,hovered:-1}),e.model.open(t),this.recorded?.name!==e.model.name&&(this.recorded=null),e.text.reset(),e.find.
reset(),Jn(e,this.recorded)}open(t){let{stage:e}=this,{model:s}=e;this.reset(),this.fill(t);let{name:o}=s;if(e.lesson.moved(
s.header.recorded?.name??o),setTimeout(()=>e.trigger("opened",{name:o}),Xa),e.follow=s.live,this.shown(),s.live)return e.
openAt({it:s.its.length});let i=e.options.url?Ee():null;e.chosen=t.chosen===!0,e.openAt(t.at||(i&&[o,null].includes(i.trace)?
e.reached(i):null)),e.chosen=!1,i&&[o,null].includes(i.trace)&&e.answer(Fo(H(),s.its))}append(t){let{stage:e}=this,{name:s,
its:o}=e.model;if(t.name&&t.name!==s)return;let i=e.model.add(t);i&&e.trigger("gap",{name:s,have:o.length,want:o.length+
i}),this.shown(),e.follow&&!e.timer?e.goto(o.length-1,1/0,null):e.refresh()}finish(t){let{stage:e}=this,s=e.follow;t.name&&
t.name!==e.model.name||e.model.live&&(this.append(t),e.model.live=e.follow=!1,e.root.dataset.live="0",this.shown(),Jn(e,
this.recorded),s&&t.at&&e.openAt(t.at))}begin({name:t=""}){let{stage:e}=this;this.reset(),this.recorded=null,this.fill({
type:"open",name:t,incomplete:null,live:!0}),e.lesson.moved(t),e.follow=!0,Object.assign(e.root.dataset,{begun:"1",name:t,
live:"1",iterations:"0"}),this.shown(),e.options.url&&e.setAddress({trace:t,it:null,phase:null,node:null}),setTimeout(()=>e.
trigger("opened",{name:t}),Xa),e.moved()}start({trace:t,text:e,chosen:s=!1}){let{trace:o,it:i,phase:a,node:r}=Ee(),l=o||
t,c=ds()?{it:1}:{it:1,phase:1};if(!l)return this.clear({type:"clear",text:e});let d=`explorer/open/${encodeURIComponent(
l)}`;this.fetch(i||a||r!==null?{type:"fetch",url:d}:{type:"fetch",url:d,at:c,chosen:s})}lesson({url:t}){t?this.stage.lesson.
load(t):this.stage.lesson.showList()}async fetch(t){let e=++this.opening,{note:s,root:o,model:i,early:a}=this.stage;this.
stage.pause(),M(s,"Opening the recorded run …"),o.removeAttribute("data-empty"),s.hidden=i.its.length>0,o.setAttribute(
"aria-busy","true");try{let r=JSON.parse(await a.get(t.url||"")),l=t.live&&r.type==="open"?{live:!0,summary:null,incomplete:null}:
{};e===this.opening&&this.receive({...r,...l,...t.at?{at:t.at}:{},...t.chosen?{chosen:!0}:{}})}catch{e===this.opening&&this.
clear({type:"clear",text:"The trace could not be loaded. Reload the page to try again."})}}clear(t){this.reset(),this.stage.
root.dataset.empty="1",this.fill({type:"open"}),this.shown(),M(this.stage.note,t.text||"Choose a recorded run above, or \
press “Run your own”.")}async change(t){let{at:{it:e,phase:s},model:o,changed:i}=this.stage,a=++this.opening,r=new URLSearchParams(
{visitor:Fs(),it:String(e+1)});for(let[d,p]of Object.entries(t))r.set(d,String(p));let l={of:o.name,at:{it:e+1,phase:s+1},
text:o.added(e)},c=setTimeout(()=>a===this.opening&&i.wait(),kp);try{let d=await fetch(new URL(`explorer/whatif/${l.of}?${r}`,
document.baseURI),{method:"POST"}),p=await d.json();if(a!==this.opening)return;if(!d.ok)return i.refuse(p.text);this.recorded=
{...this.recorded??l,name:p.name},this.receive(p)}catch{a===this.opening&&i.refuse("The app does not respond. Check that\
 it is still running, then try again.")}finally{clearTimeout(c)}}back(){let{name:t="",at:e}=this.stage.model.header.recorded??
{},{of:s,at:o}=this.recorded??{of:t,at:e};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(s)}`,at:o})}reset(){
let{stage:t}=this,{graph:e,timeline:s,attention:o,trace:i,controls:a}=t;this.opening+=1,t.away=!1,delete t.root.dataset.
begun,delete t.root.dataset.empty,t.inspector.leave();for(let r of[e,s,o,i,a])r.reset();t.pause(),t.root.removeAttribute(
"aria-busy"),delete t.pictures.dataset.step}shown(){let{root:t,body:e,note:s,model:o}=this.stage,i=o.its.length>0;e.hidden=
!i,s.hidden=i,t.style.setProperty("--columns",String(o.columns)),o.live||delete t.dataset.begun,t.toggleAttribute("data-\
empty",!i&&!o.live),i||M(s,o.live?"Waiting for the first round …":o.incomplete?"The run ended before its first round.":
"This trace contains no rounds.")}};var Vs="cubic-bezier(.2,.7,.2,1)",$p="cubic-bezier(.5,0,.9,.6)",Mp="cubic-bezier(.3,1.35,.5,1)",Yt=520,Sp=600,Ys=900,Ap=1150,
nr=420,Ve=700,tr=900,er=["draft","exit"],sr=new Set(["residual","bonus","drawn","greedy","own"]);function Tp(n,t,e){let s=[],
o=new Map(n.nodes.map(c=>[c.key,c])),i=(c,d,p=0)=>s.push({name:c,node:d&&d.key,at:p}),a=c=>c.coin!==null&&c.side!=="abov\
e"&&o.get(c.key)?.coin!==c.coin&&!(e==="verify"&&c.span!==null),r=t.nodes.some(a),l=c=>r?c:Math.max(0,c-Yt);er.includes(
e)&&n.pass.draft&&t.pass.draft&&i("hop",null),t.pass.area.on&&!n.pass.area.on&&i("check",null),t.pass.rays&&t.pass.rays!==
n.pass.rays&&!t.pass.area.on&&i("ray",null),r&&i("wait",null);for(let c of t.nodes){let d=o.get(c.key);if(!d)continue;let p=a(
c);if(d.state===null&&c.state!==null){let u=sr.has(c.state)&&p;i("pop",c,er.includes(e)?180:u?Yt:150)}d.p===null&&c.p!==
null&&d.state!==null&&i("score",c,t.pass.area.on?nr:0),p&&i("coin",c),d.y!==c.y&&!c.fallen&&!c.joined&&d.state!==null&&i(
"room",c),c.joined&&!d.joined?i("merge",c):d.state!==null&&c.state!==d.state?(i("verdict",c,l(Yt)),c.state==="accepted"&&
i("fly",c,l(Sp)),c.state==="rejected"&&i("residual",c,l(Ys))):p&&c.state==="rejected"&&i("residual",c,l(Ys)),sr.has(c.state??
"")&&d.state===null&&i("fly",c,p?Yt+340:480),c.fallen&&!d.fallen&&i("fall",c,l(Ys)),/\bhole\b/.test(c.classes)&&!/\bhole\b/.
test(d.classes)&&i("hole",c,l(Ap))}return n.pass.bonus?.visible&&!t.pass.bonus?.visible&&e!=="commit"&&i("bonus",null,l(
Ys)),s}var Qs=class{reduced=matchMedia("(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(t,e,s){
this.root=t,this.picture=e,this.tokenOf=s}stop(){for(let t of this.running)t.cancel();for(let t of this.flying)t.remove();
this.running=[],this.flying=[]}play(t,e,s,o){if(this.reduced.matches)return;this.rate=Math.max(1,o);let i=new Map(e.nodes.
map(r=>[r.key,r])),a=new Map(t.nodes.map(r=>[r.key,r]));for(let{name:r,node:l,at:c}of Tp(t,e,s)){let d=l===null?void 0:i.
get(l),p=l===null?void 0:a.get(l);d&&p?this.moveNode(r,c,p,d,e):this.movePass(r,c,t,e)}}move(t,e,s,o,i=0,a=Vs){if(!t)return;
let r=t.animate(s,{duration:o,delay:i,easing:a,fill:"backwards",id:`st-${e}`});r.playbackRate=this.rate,this.running.push(
r)}split(t,e,s){if(!this.reduced.matches){this.rate=Math.max(1,s);for(let o of e.scene.nodes){let i=t.frame.spot.get(o.place),
a=i?.into?.item??i;if(!a||o.state===null)continue;let r=(t.left+a.x*t.zoom-e.left)/e.zoom,l=(t.top+a.cy*t.zoom-e.top)/e.
zoom;this.move(this.picture.elementOf(o),"split",[{transform:`translate(${r}px, ${l}px)`},{transform:`translate(${o.x}px\
, ${o.y}px)`}],tr,0,"cubic-bezier(.5,0,.3,1)")}for(let{group:o}of[this.picture.edges,this.picture.merges,this.picture.bands])
this.move(o,"split",[{opacity:0},{opacity:0,offset:.8},{opacity:1}],tr)}}movePass(t,e,s,o){let{pass:i}=this.picture,a=[{
opacity:0},{opacity:0,offset:.85},{opacity:1}];if(t==="hop"&&s.pass.draft&&o.pass.draft){let r=s.pass.draft.x-o.pass.draft.
x;this.move(i.draft.root,t,[{transform:`translate(${r}px, 0)`},{transform:`translate(${r/2}px, -13px)`},{transform:"tran\
slate(0, 0)"}],320)}if(t==="check"&&(this.move(i.area,t,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,
offset:.62},{transform:"scaleY(1)",fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(i.rays,t,[{opacity:0},{
opacity:1}],260,nr)),t==="ray"&&this.move(i.rays,t,[{opacity:0},{opacity:1}],300),t==="bonus"&&this.move(i.bonus,t,[{visibility:"\
visible"},{visibility:"visible"}],Math.max(1,e)),t==="wait")for(let r of this.root.querySelectorAll(".st-say, .st-inspec\
tor > :not(.st-overlap), .st-legend"))this.move(r,t,a,Yt+80)}moveNode(t,e,s,o,i){let a=this.picture.partsOf(o),r=`transl\
ate(${o.x}px, ${o.y}px)`;if(!a)return;let l=[{opacity:0},{opacity:1}];if(t==="pop"&&e<Yt)this.move(a.root,t,[{transform:`\
translate(${o.x}px, ${o.y-16}px) scale(.9)`,opacity:0},{transform:r,opacity:1}],260,e,Mp);else if(t==="pop")for(let c of[
a.box,a.glyph,a.name,a.second,a.p?.root])this.move(c,t,l,220,e);t==="score"&&(this.move(a.p?.root,t,l,120,e),this.move(a.
p?.line,t,[{transform:"scaleX(0)"},{transform:"scaleX(1)"}],320,e)),t==="coin"&&(this.move(a.scale?.root,t,l,120),this.move(
a.scale?.coin,t,[{transform:"translateY(-110px)",opacity:.4,easing:"cubic-bezier(.55,0,.8,.75)"},{transform:"translateY(\
0)",opacity:1,offset:.65,easing:"ease-out"},{transform:"translateY(-6px)",offset:.8,easing:"ease-in"},{transform:"transl\
ateY(0)"}],Yt,0,"linear"),this.move(a.scale?.says,t,l,120,400)),t==="verdict"&&(this.move(a.box,t,[{fill:"var(--card)",stroke:"\
var(--amber-edge)",strokeDasharray:"3 3",strokeWidth:"1.5px"},{}],180,e),this.move(a.glyph,t,[{d:`path("${lt(s.state??"p\
ending")}")`,fill:"none",stroke:"var(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,e),this.move(
this.picture.edgeOf(o),t,[{stroke:"var(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,
e)),t==="room"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:r}],320),this.move(this.picture.
edgeOf(o),t,l,320)),t==="merge"&&this.merge(a,s,o),t==="fall"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.
y}px)`},{transform:`translate(${(s.x+o.x)/2}px, ${(s.y+2*o.y)/3}px) rotate(1.6deg)`,offset:.7},{transform:r}],380,e,$p),
this.move(this.picture.edgeOf(o),t,[{visibility:"visible"},{visibility:"visible"}],Math.max(1,e))),t==="hole"&&(this.move(
a.root,t,l,200,e),this.move(this.picture.edgeOf(o),t,l,200,e)),t==="residual"&&this.shrink(e),t==="fly"&&this.fly(o,e,a.
name,i)}merge(t,e,s){let o=`translate(${s.onto?.x??s.x}px, ${s.onto?.y??s.y}px)`;this.move(t.root,"merge",[{transform:`t\
ranslate(${e.x}px, ${e.y}px)`},{transform:o,offset:.7,easing:Vs},{transform:`translate(${s.x}px, ${s.y}px)`}],Ve);for(let i of[
t.box,t.name,t.q?.root,t.second])this.move(i,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],Ve);this.move(t.box,
"merge",[{width:`${e.wide}px`},{width:`${e.wide}px`}],Ve),this.move(this.picture.edgeOf(s),"merge",[{visibility:"visible"},
{visibility:"visible"}],Ve*.6),this.move(this.picture.merges.drawn.get(String(s.place))?.parts.root,"merge",[{opacity:0},
{opacity:0,offset:.6},{opacity:1}],Ve)}shrink(t){for(let s of this.root.querySelectorAll(".st-joint-bars i[data-of='left\
']")){let{from:o="0%",mid:i="0%"}=s.dataset;this.move(s,"residual",[{width:o},{width:i,offset:.45,easing:Vs},{width:s.style.
width}],940,t,"ease-in-out")}let e=this.root.querySelector(".st-overlap[data-part='residual']");if(e){for(let s of e.querySelectorAll(
".st-both i")){let{of:o,from:i="0",size:a="0"}=s.dataset,{width:r}=s.style;o!=="p"?this.move(s,"residual",[{opacity:1},{
opacity:.16}],320,t):e.hasAttribute("data-scaled")?this.move(s,"residual",[{opacity:0},{opacity:1}],420,t+320):this.move(
s,"residual",[{left:`${100*Number(i)}%`,width:`${100*Number(a)}%`},{left:"0%",width:`${100*Number(a)}%`,offset:.45,easing:Vs},
{left:"0%",width:r}],940,t+320,"ease-in-out")}for(let s of e.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys"))
this.move(s,"residual",[{opacity:0},{opacity:1}],200,t+1180)}}fly({id:t,state:e},s,o,i){let a=this.tokenOf(t);if(!a||!o||
!a.checkVisibility()||i.mode.name==="dots")return;let r=o.getBoundingClientRect(),l=a.getBoundingClientRect(),c=420,d=h(
"span",{class:"st-fly","data-state":e,"aria-hidden":"true"},a.textContent);Object.assign(d.style,{left:`${r.left}px`,top:`${r.
top}px`,fontSize:getComputedStyle(a).fontSize}),this.root.append(d),this.flying.push(d);let p=l.left-r.left,u=l.top-r.top,
f=[{transform:"none",opacity:0},{transform:"none",opacity:1,offset:.01},{transform:`translate(${p/2}px, ${u*.8}px) scale\
(1.08)`,offset:.55},{transform:`translate(${p}px, ${u}px)`,opacity:1}];this.move(d,"fly",f,c,s,"cubic-bezier(.3,.1,.2,1)"),
this.running.at(-1)?.finished.then(()=>d.remove(),()=>{}),this.move(a,"fly",[{opacity:0},{opacity:0}],s+c)}};var Nt=20,Zn=21,Ep=560,Op=2,or=16e3,Lp=24e7,qp=["stroke-linecap","stroke-linejoin","marker-end","paint-order"],jp=["font\
-family","font-size","font-weight","font-style","text-anchor"],Ip=new Set(["butt","miter","none","normal","start"]),Rp=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
function Ye(n){let t=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(n);if(t)return Ye(`rgba(${[1,2,3].
map(o=>255*Number(t[o])).join(", ")}, ${t[4]??1})`);let e=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(
n);return e?{paint:`#${e.slice(1,4).map(o=>Math.round(Number(o)).toString(16).padStart(2,"0")).join("")}`,opacity:e[4]===
void 0?1:Number(e[4])}:{paint:n,opacity:1}}function Dp(n,t,e){if(t.getPropertyValue("vector-effect")!=="non-scaling-stro\
ke")return 1;let s=n.getCTM();return s&&Math.sqrt(Math.abs(s.a*s.d-s.b*s.c))/e||1}function Np(n,t,e){let s=getComputedStyle(
n),o=r=>s.getPropertyValue(r);for(let{name:r}of[...t.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.
test(r)&&t.removeAttribute(r);if(o("display")==="none"||o("visibility")==="hidden")return!1;let i=Dp(n,s,e),a=(r,l)=>{l&&
!Ip.has(l)&&t.setAttribute(r,l)};if(o("opacity")!=="1"&&a("opacity",o("opacity")),n instanceof SVGGElement)return!0;for(let r of[
"fill","stroke"]){let{paint:l,opacity:c}=Ye(o(r)),d=c*Number(o(`${r}-opacity`));t.setAttribute(r,l),d<1&&l!=="none"&&t.setAttribute(
`${r}-opacity`,String(d))}if(o("stroke")!=="none"){let r=l=>l.replace(/[\d.]+(px)?/g,c=>String(parseFloat(c)/i));a("stro\
ke-width",r(o("stroke-width"))),o("stroke-dasharray")!=="none"&&a("stroke-dasharray",r(o("stroke-dasharray")));for(let l of qp)
a(l,o(l).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return n instanceof SVGTextElement&&Cp(n,t,s),!0}function Cp(n,t,e){
for(let i of jp)t.setAttribute(i,e.getPropertyValue(i));let s=e.getPropertyValue("text-decoration-line");s!=="none"&&t.setAttribute(
"text-decoration",s),t.setAttribute("xml:space","preserve");let o=n.getComputedTextLength();o>0&&t.setAttribute("textLen\
gth",o.toFixed(2)),t.setAttribute("lengthAdjust","spacingAndGlyphs")}function ir(n){let{width:t,height:e}=n.viewBox.baseVal,
s=n.width.baseVal.value/t||1,o=n.cloneNode(!0),i=[...n.querySelectorAll("*")].map((r,l)=>[r,o.querySelectorAll("*")[l]]),
a=[];for(let[r,l]of i)r instanceof SVGGraphicsElement&&l instanceof SVGElement&&!r.closest("defs")?!Np(r,l,s)&&!(r instanceof
SVGGElement)&&a.push(l):r.closest("marker")&&r instanceof SVGPathElement&&(l.setAttribute("fill",Ye(getComputedStyle(r).
fill).paint),l.removeAttribute("class"));for(let r of a)r.remove();return{width:t,height:e,parts:[...o.childNodes]}}function Fp(n,t,e){
let s=[""];for(let o of n.split(/\s+/)){let i=s[s.length-1]?`${s[s.length-1]} ${o}`:o;ft(i,e)<=t?s[s.length-1]=i:s.push(
o)}return s.filter(Boolean)}function ar({stage:n,graph:t,legend:e,title:s,sentence:o}){let i=getComputedStyle(n),a=i.fontFamily||
"sans-serif",r=Ye(i.color).paint,l=ir(t),c=Math.max(Ep,l.width),d=c-2*Nt,p=[],u=Nt,f=(k,v,$)=>{for(let S of Fp(k,d,`${$}\
 ${v}px ${a}`))u+=Zn,p.push(y("text",{x:Nt,y:u-5,"font-family":a,"font-size":v,"font-weight":$,fill:r,"xml:space":"prese\
rve"},S))};f(s,17,700),p.push(y("g",{transform:`translate(${(c-l.width)/2} ${u})`},...l.parts)),u+=l.height,f(o,15,400),
u+=6;let m=Nt;for(let k of e.querySelectorAll("li")){let v=k.querySelector("svg"),$=(k.innerText??"").trim().replace(/\s+/g,
" ");if(!$||!k.checkVisibility())continue;let S=ft($,`13px ${a}`)+42;m>Nt&&m+S>c-Nt&&([m,u]=[Nt,u+Zn]),v&&p.push(y("g",{
transform:`translate(${m+8} ${u+11})`},...ir(v).parts)),p.push(y("text",{x:m+(v?21:0),y:u+15,"font-family":a,"font-size":13,
fill:r},$)),m+=S}let g=Math.ceil(u+Zn+Nt),b=Math.ceil(c),x=Ye(getComputedStyle(t.closest(".st-graph")??n).backgroundColor).
paint,w=y("svg",{xmlns:"http://www.w3.org/2000/svg",width:b,height:g,viewBox:`0 0 ${b} ${g}`},y("title",{},s),y("rect",{
width:b,height:g,fill:x}),...p);return{text:new XMLSerializer().serializeToString(w).replace(Rp,"�"),width:b,height:g}}
function rr(n,t){let e=h("a",{href:URL.createObjectURL(n),download:t});document.body.append(e),e.click(),e.remove(),setTimeout(
()=>URL.revokeObjectURL(e.href),6e4)}var lr=({text:n},t)=>rr(new Blob([n],{type:"image/svg+xml"}),`${t}.svg`);async function cr({
text:n,width:t,height:e},s){let o=Math.min(Op,or/t,or/e,Math.sqrt(Lp/(t*e))),i=new Image,a=h("canvas",{width:Math.round(
t*o),height:Math.round(e*o)});try{i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode(),a.getContext(
"2d")?.drawImage(i,0,0,a.width,a.height)}catch{return!1}let r=await new Promise(l=>a.toBlob(l,"image/png"));return r&&rr(
r,`${s}.png`),r!==null}var hr=(n,t)=>`${n.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${t}`;var dr=2e3,pr=3,Qe=[14,10],Bp=[12,24],Js=class{body=h("div",{class:"st-text","data-testid":"text"});keys=h("div",{class:"\
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
header.prompt||"";return A(this.prompt,it(ot(t,dr))),this.sameFor=null,t?[this.prompt," "]:[]}reveal(t){this.root.classList.
toggle("all",t),this.settledFor=null,this.end.setAttribute("aria-pressed",t?"true":"false"),this.end.textContent=t?"Hide\
 full text":"Show full text"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[t]of this.model.its[this.
count].made){let e=this.model.lineage.get(t);if(!e)continue;let s=this.tokenView(e,this.tokens.length);this.body.append(
s,this.model.joiner()),this.tokens.push({view:s,made:e,when:""})}}tokenView(t,e){let s=this.model.text(t.token),o=t.origin||
"",i=this.model.joiner()?{dir:"auto"}:{},a=`${Ot(s)} · ${wn.get(o)?.label||o} · round ${t.it+1}`,r=this.matches.has(t.
node)?"st-t hit":"st-t";return h("span",{role:"button",class:r,"data-token":e,"data-origin":o,"data-it":t.it+1,"data-mad\
e":t.node,tabindex:e?"-1":"0",title:a,...i},it(s).replace(/\n/g,"↵")||"∅")}show(t,e){if(this.model.multi())return this.
showBeams(t,e);this.grow();for(let i of this.tokens){let{made:a}=i,l=a.it<t.i||a.it===t.i&&a.step<=e?a.it===t.i?"now":"p\
ast":"later";l!==i.when&&(i.view.dataset.when=i.when=l)}this.same(t,e);let s=this.tokens.filter(({when:i})=>i!=="later"),
o=String(s.length);this.shownFor!==o&&(this.shownFor=o,this.origins(new Set(s.map(({made:i})=>i.origin))))}same(t,e){let s=t.
steps.findIndex(l=>l.phase==="draft")<=e?t.found:void 0,o=s?String(t.i):"";if(o===this.sameFor)return;this.sameFor=o,this.
settledFor=null;let i=this.model.header.prompt||"";A(this.prompt,...s?Pp(i,s.prompt,!s.made.length):[it(ot(i,dr))]);let a=s?.
made??[],r=a.at(-1)?.[0]??0;this.tokens.forEach(({view:l},c)=>{l.classList.toggle("same",a.some(([d,p])=>d<=c&&c<p)),l.classList.
toggle("far",a.length>0&&c<r&&!a.some(([d,p])=>d-pr<=c&&c<p+pr))})}viewOf(t){return this.tokens.find(({made:e})=>e.node===
t)?.view}settle(){this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.
body.scrollLeft=this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(t){let e=[...wn.
values()].filter(({name:o})=>t.has(o)),s=e.map(({name:o})=>o).join();s!==this.originsFor&&(this.originsFor=s,A(this.keys,
...e.map(({name:o,label:i})=>h("span",{class:"st-t","data-origin":o},i))))}showBeams(t,e){let s=e>=t.commit?t:this.model.
its[t.i-1],o=s?String(s.i):"none";if(o===this.shownFor)return;if(this.shownFor=o,this.beams.hidden=!1,this.body.replaceChildren(
...this.startOf()),!s)return A(this.list,h("li",{class:"st-quiet"},"There are no beams yet; the prompt is the only input\
."));let i=this.model.beamsOf(s),a=i.find(({beam:l})=>l.best)||i[0],r=this.model.path(null,a.beam.node).flatMap((l,c)=>[
this.tokenOf(l,c,s),this.model.joiner()]);this.body.append(h("span",{class:"st-quiet"},s.beams.length>1?`best of ${R(s.beams.
length,"beam")}: `:""),...r),this.origins(new Set(this.model.path(null,a.beam.node).map(({origin:l})=>l))),A(this.list,...i.
map(l=>this.beamRow(l,s)))}tokenOf(t,e,s){let o=this.tokenView(t,e);return o.dataset.when=t.it===s.i?"now":"past",o}beamRow({
beam:t,slots:e},s){let o=this.model.path(null,t.node),i=t.best?o:o.slice(-32),a=o.length-i.length,r=e.length>1?`Beams ${e.
map(c=>c+1).join(", ")}`:`Beam ${e[0]+1}`,l=` log p ${t.logp?.toFixed(2)??"–"} · per token ${t.mean?.toFixed(3)??"–"}`;
return h("li",{class:t.best?"best":""},h("div",{class:"st-beam-n"},h("b",{},r),e.length>1?" (duplicates)":"",l,t.best?" \
· best":"",t.done?" · finished":""),h("div",{class:"st-text"},a?h("span",{class:"st-quiet"},`${R(a,this.model.unit())}\
 not shown … `):null,...i.flatMap((c,d)=>[this.tokenOf(c,d,s),this.model.joiner()])))}mark(t){this.matches=t;for(let e of[
...this.body.children,...this.list.querySelectorAll("[data-made]")])e instanceof HTMLElement&&e.classList.toggle("hit",this.
matches.has(Number(e.dataset.made??NaN)))}open(t){let e=t.target.closest("[data-token]"),s=e instanceof HTMLElement?this.
model.lineage.get(Number(e.dataset.made)):void 0;s&&this.on.goto(s.it,s.step,s.node)}resized(){this.settledFor=null,this.
settle()}};function Pp(n,t,e){let s=(a,[r,l])=>{if(a.length<=r+l+8)return[Xn(a)];let c=a.length-l;return[Xn(a.slice(0,r)),
h("span",{class:"st-dots"},"…"),h("span",{class:"st-far"},it(a.slice(r,c))),Xn(a.slice(c))]},o=0;return[...t.flatMap(([
a,r],l)=>{let c=s(n.slice(o,a),[l?Qe[0]:0,Qe[1]]);return o=r,[...c,h("mark",{class:"st-same"},...s(n.slice(a,r),Bp))]}),
...s(n.slice(o),e&&!t.length?[0,2*Qe[0]]:[Qe[0],Qe[1]])]}var Xn=n=>it(n).replace(/\n/g,"↵");var _p=["target","draft","other"],ur=new Set(["extra","final"]),ue=({bar:n})=>n.draft+n.target+n.other,Zs=({bar:n})=>n.modelled?
n.modelled.draft+n.modelled.target:0,fe=n=>n>=1?`${E(n)} J`:`${E(n*1e3)} mJ`,me=(n,t)=>n.reduce((e,s)=>e+t(s),0),Xs=class{names=h(
"div",{class:"st-tl-names"});track=h("div",{class:"st-tl-track",tabindex:"-1"});info=h("span",{class:"st-quiet st-tl-inf\
o"});keys=h("div",{class:"st-tl-keys"});root=h("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.
redraw()},h("summary",{},"Timeline"),h("header",{class:"st-bar"},this.info,this.keys),h("div",{class:"st-tl"},this.names,
this.track));cursor=y("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:t})=>t.emitted),note:t=>`${this.
model.multi()?"best beam, ":""}up to ${t}`,paint:(t,{bar:{kept:e,emitted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",e],["o\
wn",s-e]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.most(
({bar:t})=>t.drafted),note:t=>`nodes, up to ${t}`,paint:(t,{bar:{used:e,wasted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",
e],["waste",s]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.max(this.layers()*13+2,(this.
narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:t})=>Math.max(0,...t.widths.map(([,e])=>e))),note:()=>this.drafts()?
`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by the target":""}`:"active beams",paint:(t,e,s,o,i)=>this.
widths(t,e,s,i)},{key:"time",label:"time: draft, target, other",high:()=>34,shown:()=>this.model.its.some(t=>ue(t)>0),top:()=>this.
slowest(),note:t=>`up to ${Bt(t)}`,paint:(t,e,s,o,i)=>{let a=ue(e)>i*1.001;this.pile(t,s+o,o/(a?ue(e):i),this.shares(e)),
a&&t.append(y("path",{class:"st-tl-over",d:`M0 ${s+5}L${this.step} ${s+1}M0 ${s+9}L${this.step} ${s+5}`}))}},{key:"joule\
s",label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(t=>this.measured(t),1e-12),note:t=>this.
upTo(t,e=>this.measured(e),this.band(),this.model.header.energy?.method),joules:t=>this.measured(t),paint:(t,e,s,o,i)=>this.
pile(t,s+o,o/i*this.perSecond(),this.shares(e))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.
its.some(({bar:t})=>t.modelled!==void 0),top:()=>this.most(Zs,1e-12),joules:Zs,note:t=>this.upTo(t,Zs,0,this.model.header.
energy?.model),paint:(t,{bar:{modelled:e}},s,o,i)=>this.pile(t,s+o,o/i,e?[["modelled-target",e.target],["modelled-draft",
e.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:t})=>t.kv>0),top:()=>this.most(
({bar:t})=>t.kv),note:t=>`up to ${t}`,paint:(t,{bar:e},s,o,i)=>this.pile(t,s+o,o/i,[["kv",e.kv]])}];constructor(t,e){this.
model=t,this.on=e,this.root.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[data-bar]"):
null;o&&e.goto(Number(o.getAttribute("data-bar"))-1,1/0,null)})}most(t,e=1){return Math.max(e,...this.model.its.map(t))}drafts(){
return this.model.its.some(({bar:t})=>t.drafted>0)}layers(){return this.most(({bar:t})=>t.widths.length,0)}alone(){return this.
model.its.some(({bar:t})=>t.widths.some(([,,,e])=>ur.has(e||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,me(this.model.
its,ue),1e-12)}measured(t){return ue(t)*this.perSecond()}upTo(t,e,s,o){return`bars up to ${fe(t)}, line up to ${fe(me(this.
model.its,e))}`+(s?` ± ${fe(s)}`:"")+(this.narrow?"":`, ${o}`)}shares({bar:t}){return _p.map(e=>[e==="other"?"rest":e,t[e]])}pile(t,e,s,o){
let i=e;for(let[a,r]of o){let l=r*s;i-=l,l>.2&&t.append(y("rect",{class:"st-b","data-of":a,x:1.5,y:i,width:this.step-3,height:l}))}}widths(t,e,s,o){
e.bar.widths.forEach(([,i,a,r],l)=>{let c=ur.has(r||""),d=!c&&a!==null&&a<i,p=d?1:c?.3:(.15+.5*i/o).toFixed(2);t.append(
y("rect",{class:`st-w${d?" low":c?" drawn":""}`,x:1.5,y:s+l*13+.5,width:this.step-3,height:11,"fill-opacity":p})),this.step>=
11&&t.append(y("text",{class:`st-tl-t${d?" low":""}`,x:this.step/2,y:s+l*13+9.5,"text-anchor":"middle"},String(i)))})}slowest(){
let[t=0,e=0,...s]=this.model.its.map(o=>o.seconds).sort((o,i)=>i-o);return Math.max(1e-9,s.length>1&&t>3*e?e:t)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its:t}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,t.length))));
let e=this.ROWS.filter(l=>l.shown()),s=e.reduce((l,c)=>l+c.high()+16,0),o=y("svg",{width:t.length*this.step+8,height:s,class:"\
st-tl-svg",role:"group","aria-label":"Rounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute(
"height",String(s)),o.append(this.cursor);let i=t.map(l=>y("g",{"data-bar":l.i+1,transform:`translate(${4+l.i*this.step}\
 0)`,class:"st-tl-it"})),a=y("g",{class:"st-tl-curves"}),r=8;A(this.names);for(let l of e){let c=l.high(),d=l.top(),p=h(
"div",{class:"st-tl-name"},l.label,h("small",{},l.note(d)));p.style.height=`${c+16}px`,this.names.append(p),o.append(y("\
path",{class:"st-tl-base",d:`M0 ${r+c+.5}H${t.length*this.step+8}`})),t.forEach((u,f)=>l.paint(i[f],u,r,c,d)),l.joules&&
a.append(...this.curve(l.key,l.joules,r,c)),r+=c+16}t.forEach((l,c)=>i[c].append(y("rect",{class:"st-tl-hit",x:0,y:0,width:this.
step,height:s},y("title",{},this.describe(l))))),o.append(...i,a),A(this.track,o),this.sayKeys(e),this.drawn=this.stamp(),
this.current=-1}sayKeys(t){let e=t.some(i=>i.key==="modelled"),s=this.drafts(),o=[["kept","accepted draft tokens",s],["o\
wn","target’s own",!0],["waste","unused draft tokens",s],["draft","draft time",s],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",e],["modelled-draft","draft (modelled)",e&&s],["sum","total so f\
ar",t.some(i=>i.joules)]];A(this.keys,...o.map(([i,a,r])=>r&&h("span",{"data-of":i},a)))}curve(t,e,s,o){let i=t==="joule\
s"?this.band():0,a=o/Math.max(1e-12,me(this.model.its,e)+i),r=[{x:4,value:0}];this.model.its.forEach((d,p)=>r.push({x:4+
(p+1)*this.step,value:r[p].value+e(d)}));let l=(d,p)=>d.map(({x:u,value:f})=>`${u} ${s+o-Math.min(o,Math.max(0,(f+p)*a))}`).
join("L"),c=y("path",{class:"st-tl-sum","data-of":t,d:`M${l(r,0)}`});return i?[y("path",{class:"st-tl-band",d:`M${l(r,i)}\
L${l([...r].reverse(),-i)}Z`}),c]:[c]}energy(t){let e=this.model.its.slice(0,t.i+1),s=me(e,({bar:c})=>c.emitted),{method:o,
model:i}=this.model.header.energy||{},a=(c,d,p)=>` ${c} so far: ${fe(d)} (${p}), ${s?fe(d/s):"–"} per token.`,r=this.band()?
`, ± ${fe(this.band())}`:"";return(this.spent()?a("Measured",me(e,c=>this.measured(c)),`${o}, divided by time${r}`):"")+
(t.bar.modelled?a("Modelled",me(e,Zs),String(i)):"")}describe(t){let{emitted:e,used:s,drafted:o,draws:i,draft:a,target:r,
other:l,kv:c}=t.bar,d=i===o?"":` (${R(i,"draw")})`,p=o?` ${s} of ${R(o,"draft token")}${d} used.`:"",u=`Round ${t.i+1}: ${R(
e,"token")}.${p}`;if(!ue(t)&&!c)return`${u} Times and KV tokens were not recorded.`;let f=o?`Draft ${Bt(a)}, target`:"Ta\
rget";return`${u} ${f} ${Bt(r)}, other ${Bt(l)}. ${R(c,"KV token")}.${this.energy(t)}`}show(t){this.last=t,this.root.open&&
(this.drawn!==this.stamp()&&this.draw(),t.i!==this.current&&(this.current=t.i,this.cursor.setAttribute("x",String(4+t.i*
this.step)),M(this.info,this.describe(t))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let t=this.current*this.step,e=this.track.scrollLeft;(t<e||t+this.step*2>e+this.width)&&(this.track.scrollLeft=t-this.width/
2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,this.show(this.
model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let t of[this.track,this.names,this.keys])
A(t);M(this.info,"")}};var fr=26,Ct=78,mr=20,to=84,eo=["dropped","alive","best"],gr={best:0,alive:1,dropped:2},tn=class{info=h("p",{class:"st-m\
ask-say","data-testid":"trace-say","aria-live":"polite"});wordy=h("button",{type:"button",class:"st-btn st-small","data-\
testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},"Show to\
kens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=h("div",{class:"st-mask\
-keys st-trace-keys"},...Object.entries(this.named).map(([t,e])=>h("span",{},y("svg",{width:26,height:10,"aria-hidden":"\
true"},y("path",{class:"st-tr-e","data-of":t,d:"M1 5H25"})),e)),h("span",{},"number: duplicates"));box=h("div",{class:"s\
t-trace","data-testid":"trace",tabindex:"0",role:"group"});root=h("details",{class:"st-card st-details",hidden:!0,"data-\
testid":"beam-trace",ontoggle:()=>this.redo()},h("summary",{},"Beams over the whole run"),h("div",{class:"st-bar st-mask\
-bar"},this.wordy,this.keys),this.box,this.info);cursor=y("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("click",s=>{if(!this.box.firstElementChild)return;let o=this.box.firstElementChild.
getBoundingClientRect(),i=s.clientX-o.left,a=s.clientY-o.top,r=this.dots.find(c=>Math.hypot(c.x-i,c.y-a)<8),l=this.bands.
findIndex(({from:c,to:d})=>i>=c&&i<d);r?e.goto(r.it,1/0,r.id):l>=0&&e.goto(l,1/0,null)}),this.box.addEventListener("keyd\
own",s=>{s.key!=="ArrowDown"&&s.key!=="ArrowUp"||(e.goto(this.lastShown+(s.key==="ArrowDown"?1:-1),1/0,null),s.preventDefault(),
s.stopPropagation())})}toggle(){this.words=!this.words,this.wordy.setAttribute("aria-pressed",this.words?"true":"false"),
this.redo()}wanted(){return["beams","forest"].includes(this.model.header.view||"")&&this.model.its.length>0}grow(){let t=new Map;
for(let o of this.model.lineage.values()){let i=t.get(o.parent)||null,a=i?i.depth+1:1,r={...o,depth:a,up:i,below:[],kind:"\
dropped",reach:a,lane:0};t.set(o.node,r),i?.below.push(r)}for(let o of[...t.values()].reverse())o.up&&(o.up.reach=Math.max(
o.up.reach,o.reach));let s=[...this.model.its[this.model.its.length-1].beams].sort((o,i)=>Number(o.best)-Number(i.best));
for(let o of s)for(let i=t.get(o.node)||null;i;i=i.up)i.kind=o.best?"best":"alive";return t}lanes(t){let e=l=>l.reduce((c,d)=>(gr[d.
kind]-gr[c.kind]||c.reach-d.reach)<0?d:c),s=[],o=[...t.values()].filter(l=>!l.up),i=[];o.length&&i.push(e(o),...o.filter(
l=>l!==e(o)));for(let l=i.shift();l;l=i.shift()){let c=[l];for(let d=l;d.below.length;d=c[c.length-1]){let p=e(d.below);
i.push(...d.below.filter(u=>u!==p)),c.push(p)}s.push(c)}let a=l=>l[0].kind==="best"?-1:l[0].depth;s.sort((l,c)=>a(l)-a(c));
let r=[];for(let l of s){let c=l[0].depth-1,d=l[0].kind==="best"?0:1;for(;r[d]!==void 0&&r[d]>c;)d++;r[d]=l[l.length-1].
depth+.5;for(let p of l)p.lane=d}return Math.max(1,r.length)}lives(t){let e=[],s=[];return this.model.its.forEach((o,i)=>{
let a=this.model.its[i+1],r=s[i-1]||[],l=this.model.beamsOf(o).map(({beam:c,slots:d})=>{let p=o.from[d[0]],u=r.find(m=>p!==
null&&m.slots.includes(p))||null,f=!a||d.some(m=>a.from.includes(m));return{it:i,node:t.get(c.node),beam:c,slots:d,kept:f,
up:u}});s.push(l),e.push(Math.max(e[i-1]||0,...l.map(c=>c.node?.depth||0)))}),{found:s,depths:e}}draw(){let t=this.grow(),
e=this.lanes(t),{found:s,depths:o}=this.lives(t),i=Math.max(1,o[o.length-1]);this.room=this.box.clientWidth||700;let a=Math.
floor((this.room-Ct-130)/i),r=this.words?74:Math.max(13,Math.min(64,a)),l=this.words||r>=56,c=l?fr+14:fr,d=w=>Ct+(w-.5)*
r,p=w=>mr+8+(w+.5)*c,u=mr+12+e*c,f=Ct+i*r+124,m=u+to+22,g=y("svg",{width:f,height:m,viewBox:`0 0 ${f} ${m}`,class:"st-tr",
role:"img","aria-label":`${R(this.model.its.length,"round")}, ${R(e,"lane")}`});if(this.cursor.setAttribute("height",String(
m)),this.bands=o.map((w,k)=>{let v=Ct+(k?o[k-1]:0)*r;return{from:v,to:Math.max(Ct+w*r,v+3)}}),this.rulers(g,m,p(0),u),this.
edges(g,t,d,p),this.marks(g,s,d,p),l)for(let w of t.values())g.append(y("text",{class:"st-tr-w","data-of":w.kind,x:d(w.depth),
y:p(w.lane)-11,"text-anchor":"middle"},y("title",{},this.model.word(w.token)),C(this.model.word(w.token),Math.floor(r/8.2))));
this.chart(g,s,d,u+10,Ct+i*r),A(this.box,g);let b=s.flat().filter(w=>!w.kept).length,x=[...t.values()].filter(w=>w.below.
length>1).length;Object.assign(this.root.dataset,{lanes:e,dropped:b,forks:x,iterations:this.model.its.length}),this.box.
setAttribute("aria-label",`Beams over ${R(this.model.its.length,"round")}: ${R(x,"fork")}, ${R(b,"beam")} not continued.\
 Use ↑ and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(t,e,s,o){let i=this.bands.map(
({from:c,to:d},p)=>p%2?`M${c} 0H${d}V${e}H${c}Z`:"").join("");t.append(y("path",{class:"st-tr-stripe",d:i}),this.cursor);
let a=this.bands.reduce((c,{from:d,to:p})=>c+p-d,0)/this.bands.length,r=Math.max(1,Math.ceil(26/a));this.bands.forEach(({
from:c,to:d},p)=>{p%r===0&&t.append(y("text",{class:"st-tr-n",x:(c+d)/2,y:12,"text-anchor":"middle"},String(p+1)))});let l=[
[12,"round"],[s+4,"best beam"],[o+20,"log p minus"],[o+33,"the best"]];for(let[c,d]of l)t.append(y("text",{class:"st-tr-\
n",x:2,y:c},d))}edges(t,e,s,o){let i={dropped:"",alive:"",best:""};for(let a of e.values()){let r=a.up?s(a.up.depth):s(.55),
l=o(a.up?a.up.lane:0),c=s(a.depth),d=o(a.lane),p=(r+c)/2;i[a.kind]+=l===d?`M${r} ${l}H${c}`:`M${r} ${l}C${p} ${l} ${p} ${d}\
 ${c} ${d}`}for(let a of eo)t.append(y("path",{class:"st-tr-e","data-of":a,d:i[a]}));t.append(y("path",{class:"st-g","da\
ta-kind":"input",d:lt("input"),transform:`translate(${s(.55)} ${o(0)}) scale(4)`}))}marks(t,e,s,o){let i=e.flat(),a=i.length<=
900,r="",l="";this.dots=[];for(let{node:c,it:d,kept:p,slots:u}of i){if(!c)continue;let f=s(c.depth),m=o(c.lane),g=u.length>
1&&a,b=g?8:3.6;this.dots.push({x:f,y:m,it:d,id:c.node}),p?g?t.append(y("circle",{class:"st-tr-d","data-of":c.kind,cx:f,cy:m,
r:b}),y("text",{class:"st-tr-c","data-of":c.kind,x:f,y:m+4.2,"text-anchor":"middle"},String(u.length))):r+=`M${f-b} ${m}\
a${b} ${b} 0 1 0 ${2*b} 0a${b} ${b} 0 1 0 ${-2*b} 0`:l+=`M${f-4} ${m-4}l8 8m0 -8l-8 8`}t.append(y("path",{class:"st-tr-d",
d:r}),y("path",{class:"st-tr-x",d:l}));for(let{node:c,beam:d}of e[e.length-1])c&&t.append(y("text",{class:"st-tr-l"+(d.best?
" best":""),x:s(c.depth)+12,y:o(c.lane)+4},`log p ${d.logp?.toFixed(1)??"–"}${d.best?" · best":""}`))}chart(t,e,s,o,i){
let a=e.map(f=>Math.max(...f.map(({beam:m})=>m.logp??-1/0))),r=e.flat().flatMap(({node:f,beam:m,it:g,up:b})=>f&&m.logp!==
null?[{node:f,up:b,behind:m.logp-a[g]}]:[]);if(!r.length)return;let l=r.map(({behind:f})=>f).sort((f,m)=>f-m),c=Math.min(
-.5,l[Math.floor(l.length*.03)]),d=f=>(o+6+Math.max(c,f)/c*(to-12)).toFixed(1),p={dropped:"",alive:"",best:""},u={dropped:"",
alive:"",best:""};for(let{node:f,up:m,behind:g}of r)m?.node&&m.beam.logp!==null&&m.node!==f&&(p[f.kind]+=`M${s(m.node.depth)}\
 ${d(m.beam.logp-a[m.it])}L${s(f.depth)} ${d(g)}`),u[f.kind]+=`M${s(f.depth)-2} ${d(g)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;t.
append(y("path",{class:"st-tl-base",d:`M${Ct} ${o-4}H${i}`}),y("text",{class:"st-tr-n",x:i+6,y:o+10},"0: the best"),y("t\
ext",{class:"st-tr-n",x:i+6,y:o+to-3},`${c.toFixed(1)} or less`));for(let f of eo)t.append(y("path",{class:"st-tr-e thin",
"data-of":f,d:p[f]}));for(let f of eo)t.append(y("path",{class:"st-tr-p","data-of":f,d:u[f]}))}describe(t){let e=this.model.
its[t.i+1],s=this.model.beamsOf(t).map(({beam:o,slots:i})=>{let a=new Set(i.map(d=>t.from[d])),r=e&&!i.some(d=>e.from.includes(
d)),l=[...a].map(d=>d===null?"the start":`beam ${d+1}`).join(", "),c=i.map(d=>d+1).join(", ");return`${i.length>1?`beams\
 ${c} (duplicates)`:`beam ${c}`} from ${l}, log p ${o.logp?.toFixed(2)??"–"}${r?", not continued":""}`});return`Round ${t.
i+1}: ${s.slice(0,8).join("; ")}${s.length>8?`; ${s.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(
this.model.its[this.lastShown]),this.settle()}show(t){if(this.root.hidden=!this.wanted(),this.root.hidden||!t||(this.lastShown=
t.i,!this.root.open)||(this.drawn!==this.model.its.length&&this.draw(),this.current===t.i))return;this.current=t.i;let{from:e,
to:s}=this.bands[t.i];this.cursor.setAttribute("x",String(e)),this.cursor.setAttribute("width",String(s-e)),M(this.info,
(this.model.multi()?"":"Every round ended with one beam. ")+this.describe(t))}settle(){let t=this.bands[this.current];!t||
this.root.hidden||!this.root.open||(t.from<this.box.scrollLeft+Ct||t.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=
t.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){
this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],A(this.box),M(this.info,""),this.root.hidden=!0}};function br(){let n=new Map,t=async e=>(await fetch(new URL(e,document.baseURI))).text();return{get:e=>n.get(e)??t(e),soon(e){
if(n.has(e))return;let s=t(e);n.set(e,s),s.catch(()=>n.delete(e))},clear:()=>n.clear()}}var zp=/^run-/,Je={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"T\
his run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app store\
s this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. The\
 text is selected, so you can copy it yourself."},en=class{said=h("p",{class:"st-quiet",role:"status","data-testid":"sha\
re-said"});place=h("div",{class:"st-share-parts"});title=h("h2",{},"Share this step");root=h("dialog",{class:"st-help st\
-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,h("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(t){this.stage=t}open(){let{stage:t}=this,{
lesson:e}=t.lesson;M(this.title,e?"Share this step of the lesson":"Share this step"),M(this.said,"");let s=h("div",{hidden:!0});
A(this.place,...this.links(),h("div",{class:"st-share-row"},h("span",{},"Picture"),this.button("share-svg","Save SVG",()=>t.
act.picture("svg")),this.button("share-png","Save PNG",()=>t.act.picture("png"))),s),this.root.showModal(),this.fill(s)}links(){
let{stage:t}=this,{lesson:e,step:s}=t.lesson,{name:o}=t.model,i=!t.options.url||!Se()?Je.file:!e&&!o?Je.opened:"";if(i)return[
h("p",{"data-testid":"share-why"},i)];let a=t.where(),{title:r}=t.model.header,l=Xt(e?{lesson:e.slug,step:s+1}:{trace:o,
it:a.it,phase:a.phase,node:a.node}),c=e?`Lesson: ${e.title}`:`${r||"Speculative decoding"}, round ${a.it}`;return[...this.
field("link","Link",l),...this.field("embed","Embed code",os(l,c)),...!e&&zp.test(o)?[h("p",{class:"st-quiet"},Je.kept)]:
[]]}async fill(t){let e=await this.command();e&&(A(t,...this.field("command","Command that records this run again",e)),t.
hidden=!1)}async command(){let{options:{command:t},model:{name:e}}=this.stage;if(t!==void 0||!e)return t??"";try{let s=await fetch(
new URL(`explorer/code/${encodeURIComponent(e)}`,document.baseURI)),{snippets:o}=await s.json();return o.find(({kind:i})=>i===
"shell")?.code??""}catch{return""}}field(t,e,s){let o=h("textarea",{readonly:!0,rows:Math.min(6,Math.ceil(s.length/60)),
id:`st-share-${t}`,spellcheck:"false","data-testid":`share-${t}`,onfocus:()=>o.select()},s);return[h("label",{class:"st-\
share-row",for:o.id},h("span",{},e),o,this.button(`share-copy-${t}`,"Copy",()=>{this.copy(o)}))]}button(t,e,s){return h(
"button",{type:"button",class:"st-btn st-wide","data-testid":t,onclick:s},e)}async copy(t){try{await navigator.clipboard.
writeText(t.value),M(this.said,Je.copied)}catch{t.focus(),t.select(),M(this.said,Je.refused)}}};var wr=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of the\
 papers"}],Hp="← → step · ? all keys",Wp=220,so=class{model=new ls;at={it:0,phase:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";setAddress=kn(
()=>!this.away);setLesson=kn();early=br();act={phase:t=>{this.stepTo(this.model.starts[this.at.it]+this.at.phase+t,t===1)},
iteration:t=>{if(!this.model.its.length)return;let{it:e,phase:s}=Do(this.at,t,this.model.its.map(({steps:o})=>o.length));
this.goto(e,s,null)},seek:t=>{this.stepTo(t)},to:t=>{this.goto(this.at.it,t,null)},play:()=>{this.timer?this.pause():this.
start()},help:()=>{this.controls.help.open?this.controls.help.close():this.controls.help.showModal()},present:()=>{this.
root.classList.toggle("present")?this.root.requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen(),
this.placeDecision(),this.resized()},rejection:()=>{this.jump(_o(this.model))},accepted:()=>{this.jump(us(this.model,this.
at.it))},share:()=>{this.full&&this.model.its.length&&this.share.open()},find:()=>{this.full&&this.model.its.length&&this.
find.open()},picture:t=>{this.savePicture(t)},release:()=>{this.picked=null,this.hovered=-1,this.refresh(),this.announce()}};moves={
goto:(t,e,s)=>this.goto(t,e,s)};linked={pick:t=>{this.picked=this.model.its[this.at.it].n.id[t],this.hovered=-1,this.refresh(),
this.announce()},hover:t=>{t!==this.hovered&&(this.hovered=t,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:t=>{
t?this.graph.root.after(this.attention.root):this.pictures.append(this.attention.root)}};pictures=h("div",{class:"st-pic\
tures"});graph=new Is(this.model,this.linked);attention=new rs(this.model,this.linked);trace=new tn(this.model,this.moves);text=new Js(
this.model,this.moves);find=Ho(this.model,{...this.moves,at:()=>this.at.it,mark:t=>this.text.mark(t),left:()=>this.controls.
focus()});timeline=new Xs(this.model,this.moves);controls=new hs(this.model,this.act);legend=Wa(this.model);table=Ua(this.
model,()=>this.refresh());lesson=this.newLessons();share=new en(this);badge=h("span",{class:"st-badge"});say=h("span",{class:"\
st-say"});said=h("div",{class:"st-said","data-testid":"narration","aria-live":"polite","aria-atomic":"true"},this.badge,
this.say);narration=h("div",{class:"st-narration"},this.said);worth=h("b",{class:"st-worth","data-testid":"worth"});about=h(
"span",{class:"st-about"});voices=wr.map(({name:t,label:e,help:s})=>h("button",{type:"button",class:"st-btn st-small","d\
ata-testid":`voice-${t}`,title:s,onclick:()=>{Ue("voice",t),this.speak(t)}},e));note=h("div",{class:"st-message","data-t\
estid":"message",role:"status"},"Opening the recorded run …");wrong=h("p",{class:"st-message","data-testid":"wrong-ste\
p",role:"alert",hidden:!0});end=h("section",{class:"st-end","data-testid":"end-card",hidden:!0});asks=h("summary");facts=h(
"dl",{class:"st-facts"});run=h("details",{class:"st-card st-details","data-testid":"run"},h("summary",{},"About this run"),
this.facts);changed=ra(()=>this.messages.back());tools=h("div",{class:"st-tools"});phone=matchMedia("(max-width: 640px)");wide=matchMedia(
"(min-width: 1200px)");roomy=matchMedia("(min-width: 901px)");tall=matchMedia("(min-height: 801px)");constructor(t,e,s,o){
this.element=t,this.trigger=e,this.root=t.querySelector(".st")||t,this.options={url:s.url!==!1,keys:s.keys!==!1,asks:s.asks!==
!1,command:s.command},this.full=s.compact!==!0,this.messages=new Ks(this),this.glossary=Ko(this.root,()=>this.model.header.
method),this.inspector=new Bs(this.model,this.glossary.explained,this.options.asks?a=>{this.messages.change(a)}:null,(a,r)=>this.
graph.suppose(a,r),a=>this.linked.pick(a),a=>this.goto(a,0,null)),this.motion=new Qs(this.root,this.graph.picture,a=>this.
text.viewOf(a)),A(this.tools,h("div",{class:"st-voices",role:"group","aria-label":"Level of detail"},...this.voices),this.
full&&h("button",{type:"button",class:"st-btn st-small st-share-open","data-testid":"share",title:"Share this step (S)",
onclick:()=>this.act.share()},"Share")),this.top=h("header",{class:"st-top",hidden:!0},h("div",{class:"st-what"},this.worth,
this.about),this.full&&h("button",{type:"button",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.
act.present()},"Exit (F)")),this.why=h("details",{class:"st-why",open:!0},this.asks,this.end,this.inspector.root),this.whySides=
new Lt(this.why),this.body=this.layOut(),this.root.classList.toggle("compact",!this.full),A(this.root,this.top,this.changed.
root,this.note,this.wrong,this.body,this.glossary.root,this.share.root),Ea(this.body),this.listen(),this.speak(de("voice")),
Object.assign(t,{stage:{focus:()=>this.graph.focus(),present:()=>this.act.present(),state:()=>this.where(),goto:a=>this.
openAt(a),receive:a=>this.messages.receive(a)}}),o?.("value",()=>{s.value&&this.messages.receive(s.value)}),s.value&&this.
messages.receive(s.value)}layOut(){let{full:t,graph:e,controls:s,text:o,timeline:i,trace:a,attention:r}=this;o.root.append(
this.find.root);let l=h("div",{class:"st-left",id:t&&"picture",tabindex:"-1"},this.lesson.chart.root,e.root),c=h("div",{
class:"st-body",hidden:!0},s.root,t&&o.root,h("div",{class:"st-main"},l,t&&h("div",{class:"st-right"},this.lesson.root,this.
why,this.whySides.sign)),this.narration,h("div",{class:"st-foot"},this.legend.root,t&&this.options.keys&&h("p",{class:"s\
t-quiet st-keyline"},Hp)));return t&&c.append(i.root,ns(this.pictures,{},[a.root,r.root]),o.beams,this.table.root,this.run),
c}listen(){let{root:t,options:e}=this;this.phone.addEventListener("change",()=>this.fold()),this.wide.addEventListener("\
change",()=>this.placeTools()),this.placeTools();for(let o of[this.roomy,this.tall])o.addEventListener("change",()=>this.
placeDecision());this.placeDecision(),this.why.addEventListener("toggle",()=>this.inspect()),this.fold(),t.addEventListener(
"stage:supposed",o=>{let{sentence:i}=o.detail;if(this.badge.toggleAttribute("data-supposed",i!==""),!i)return this.refresh();
M(this.badge,"What if?"),A(this.say,this.sentence=i)}),e.url&&addEventListener("popstate",()=>{let{trace:o}=Ee();this.away=
o!==null&&o!==this.model.name,this.away&&this.pause()}),mt.watch(t),e.keys&&Co(t,this.act,o=>this.lesson.key(o)),t.addEventListener(
"fullscreenchange",()=>{!document.fullscreenElement&&t.classList.contains("present")&&this.act.present()});let s=new ResizeObserver(
()=>this.resized());s.observe(t),s.observe(this.graph.root)}newLessons(){return new Us({goto:(t,e)=>t===this.model.name&&
this.model.its.length?this.openAt(e):void this.messages.fetch({type:"fetch",url:`explorer/open/${t}`,at:e}),close:()=>{this.
early.clear(),this.refresh()},shown:t=>{this.root.classList.toggle("teaching",t),this.fold(),this.placeDecision()},soon:t=>{
for(let e of t)e!==this.model.name&&this.early.soon(`explorer/open/${e}`)},method:()=>this.model.header.method,marker:()=>this.
glossary.marker(),changed:(t,e)=>{this.options.url&&this.setLesson({lesson:t,step:t&&e})}})}placeTools(){this.full&&this.
wide.matches&&H().get("embed")!=="1"?this.text.root.append(this.tools):this.top.insertBefore(this.tools,this.top.querySelector(
".st-leave"))}placeDecision(){let{inspector:t,narration:e,root:s}=this,o=this.full&&this.roomy.matches&&!s.classList.contains(
"teaching")&&(this.tall.matches||!s.classList.contains("present"));t.apart=o,o?e.append(t.decision):t.decision.remove(),
this.refresh()}fold(){this.why.open=!this.phone.matches||this.root.classList.contains("teaching")}speak(t){this.model.voice=
t==="exact"?"exact":"plain",this.voices.forEach((e,s)=>e.setAttribute("aria-pressed",String(wr[s].name===this.model.voice))),
this.refresh()}goto(t,e,s,o=!1){if(!this.model.its.length)return;let{scene:i,frame:a}=this.graph,r=this.at;this.motion.stop();
let l=this.model.its[t]?.steps[e]?.phase==="unmerge",c=o&&l?this.graph.view():null,d=this.model.its.length-1,p=Math.min(
d,Math.max(0,t)),u=this.model.its[p].steps.length-1;this.at={it:p,phase:Math.min(u,Math.max(0,e))},this.follow=this.model.
live&&p===d&&this.at.phase===u,this.picked=s,this.hovered=-1,this.answer(""),this.refresh();let f=performance.now(),m=f-
this.stepped>Wp,g=this.graph.scene;this.stepped=f,o&&m&&this.at.it===r.it&&this.at.phase===r.phase+1&&i&&g&&this.move(i,
g,this.graph.frame===a,c),this.announce()}move(t,e,s,o){let{phase:i}=this.model.its[this.at.it].steps[this.at.phase],a=this.
timer?this.controls.rate():1;if(s)return this.motion.play(t,e,i,a);let r=o&&this.graph.view();o&&r&&this.motion.split(o,
r,a)}stepTo(t,e=!1){if(!this.model.its.length)return;let[s,o]=this.model.at(Math.min(this.model.total()-1,Math.max(0,t)));
this.goto(s,o,null,e)}jump(t){this.model.its.length&&(typeof t=="string"?this.controls.notify(t):this.goto(t.it,t.phase,
t.node))}async savePicture(t){if(!this.model.its.length)return;this.motion.stop();let{title:e="",method:s}=this.model.header,
o=hr(s,this.at.it+1),i=this.model.its[this.at.it].steps[this.at.phase],a=this.model.voice==="plain"?i.called:i.title,r=ar(
{stage:this.root,graph:this.graph.svg,legend:this.legend.root,sentence:this.say.textContent,title:`${e||s} · round ${this.
at.it+1} of ${this.model.its.length} · ${a}`});t==="svg"?lr(r,o):await cr(r,o)||this.controls.notify("This browser coul\
d not draw the PNG. Save the picture as SVG instead.")}pointed(){return this.hovered>=0?this.hovered:this.picked===null?
-1:this.model.its[this.at.it].place.get(this.picked)??-1}refresh(){let t=this.model.its[this.at.it];if(!t)return;this.graph.
open(t),this.graph.show(this.at.phase,this.picked===null?-1:t.place.get(this.picked)??-1,this.full?this.pointed():void 0);
let e=t.steps[this.at.phase];this.badge.dataset.phase=e.phase,this.badge.toggleAttribute("data-failed",cs(t,this.at.phase)),
M(this.asks,e.phase==="input"&&this.model.header.round?.length?"How a round works":"Why?"),M(this.badge,To(e.phase,this.
model.voice)),this.sentence!==e[this.model.voice]&&A(this.say,...this.glossary.explained(this.sentence=e[this.model.voice])),
this.controls.show(t,this.at.phase),this.legend.show(t,this.at.phase),this.full&&(this.inspect(),this.text.show(t,this.at.
phase),this.timeline.show(t),this.late||=vo(()=>this.drawPictures()),this.point(),this.table.show(t,this.at.phase)),this.
root.toggleAttribute("data-calculates",this.inspector.apart&&this.model.calculates),Object.assign(this.root.dataset,{it:this.
at.it+1,phase:this.at.phase+1,iterations:this.model.its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.
graph.settle(),this.controls.settle(),this.glossary.gone(),this.full&&(this.timeline.settle(),this.text.settle(),this.whySides.
look())}drawPictures(){this.late=0;let t=this.model.its[this.at.it];t&&(this.attention.show(t,this.at.phase),this.trace.
show(t),this.point(),this.trace.settle(),this.pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.
light(this.pointed()),this.full&&!this.late&&this.attention.point(this.pointed())}inspect(){let t=this.model.its[this.at.
it];if(!t||!this.full||!this.why.open)return;let e=this.ended()&&this.picked===null;this.end.hidden=!e,this.inspector.root.
hidden=e&&this.hovered<0;let s=this.subject(t),o=this.pointed();this.inspector.show(t,o>=0?o:s,this.at.phase,s),this.glossary.
gone()}subject(t){let{now:e,phase:s,layer:o,about:i}=t.steps[this.at.phase],a=e.filter(d=>this.graph.draws(d)),r=s==="la\
yer"&&t.panels.some(d=>d.kind==="width"&&d.layer===o);if(s==="commit"||r)return-1;if(i!==void 0&&this.graph.draws(i))return i;
let l=a.filter(d=>t.n.role[d]!=="input");return(l.length?l:a)[0]??e[0]??-1}start(){this.model.its.length&&(this.atEnd()&&
this.stepTo(0),this.controls.playing(!0),this.tick())}ended(){return this.atEnd()&&!this.model.live&&!!this.model.summary}atEnd(){
return this.model.starts[this.at.it]+this.at.phase>=this.model.total()-1}tick(){let{steps:t}=this.model.its[this.at.it],
{phase:e}=this.at,s=No(t[e].phase,t[e-1]?.phase,t[e][this.model.voice].length);this.timer=setTimeout(()=>{if(!this.root.
isConnected||this.atEnd()&&!this.model.live)return this.pause();this.act.phase(1),this.tick()},s/this.controls.rate())}pause(){
clearTimeout(this.timer),this.timer=0,this.controls.playing(!1)}where(){return{name:this.model.name,it:this.at.it+1,phase:this.
at.phase+1,node:this.picked,iterations:this.model.its.length}}announce(){this.lesson.stands(this.where()),this.moved();let{
it:t,phase:e}=this.where(),s=ds()?{it:null,phase:null,node:null}:{it:t,phase:e,node:this.picked};this.options.url&&this.
model.its.length&&!this.away&&this.setAddress({trace:this.model.name||null,...s})}moved(){let t={...this.where(),title:this.
model.header.title??"",chosen:this.chosen};this.root.dispatchEvent(new CustomEvent("stage:step",{bubbles:!0,detail:t}))}reached({
it:t,phase:e,node:s}){if(t??e)return{it:t??1,phase:e,node:s};if(s===null)return null;let o=this.model.its.findIndex(i=>i.
place.has(s));return o<0?{it:1}:{it:o+1,phase:e,node:s}}answer(t){M(this.wrong,t),this.wrong.hidden=!t}openAt(t){if(!this.
model.its.length)return;let e=Math.min(this.model.its.length,Math.max(1,t?.it||1))-1,s=this.model.its[e],o=t?.node??-1,i=this.
model.its.some(r=>r.place.has(o))?o:null,a=i===null?void 0:s.place.get(i);if(t?.phase)return this.goto(e,t.phase-1,i);if(a!==
void 0)return this.goto(e,s.fates[a].at(-1)?.step??0,i);this.goto(e,t?.it?1/0:0,i)}resized(){if(!this.model.its.length||
!this.root.checkVisibility())return;let{frame:t}=this.graph;this.lesson.measure(),this.graph.resized(),this.graph.frame!==
t&&this.motion.stop(),this.full&&(this.timeline.resized(),this.text.resized(),this.trace.resized())}};function no(...n){
new so(...n)}var Up=40;function tt(n){return[...document.querySelectorAll(`${n} [data-testid="stage"]`)].map(e=>{let s=e;for(;s&&!s.stage;)
s=s.parentElement;return s}).filter(e=>e?.stage)}var F=(n,t)=>n.replace(/\{(\w+)\}/g,(e,s)=>String(t[s]));function xr(n,{dataset:{run:t,iterations:e}},s={}){let o=n.state();t&&(o.name!==t||o.iterations<Number(e))&&n.receive({type:"\
fetch",url:`explorer/open/${t}`,...s})}var Gp=2500,yr=0;async function Qt(n,t,e){clearTimeout(yr);try{await navigator.clipboard.
writeText(n),e(t),yr=setTimeout(()=>e(""),Gp)}catch{e(n)}}function kr(n,t={}){let e=()=>[...n.querySelectorAll("[role=tab]")],s=()=>{for(let o of e()){o.tabIndex=o.getAttribute("\
aria-selected")==="true"?0:-1;let i=t[o.textContent?.trim()??""];i&&(o.title=i)}};new MutationObserver(s).observe(n,{subtree:!0,
childList:!0,attributeFilter:["aria-selected"]}),s(),n.addEventListener("keydown",({key:o,target:i})=>{let a=o==="ArrowR\
ight"?1:o==="ArrowLeft"?-1:0,r=e().filter(d=>d.checkVisibility()),l=r.findIndex(d=>d===i);if(!a||l<0)return;let c=r[(l+a+
r.length)%r.length];c.click(),c.focus()})}function vr(n,t,e){document.getElementById("wrong-tab")?.remove(),t!==null&&n?.after(h("p",{id:"wrong-tab",class:"wrong",
role:"alert"},F(e,{tab:t.slice(0,Up)})))}var $r="#compare .slot",Kp="#compare .slot.block";var Mr="comparison",ge=()=>H().get(Mr)??"";function Sr(n,t){ge()&&t("select",{name:ge()});let e=!1;document.addEventListener(
"stage:step",s=>{let o=s,i=o.target;if(!n.isConnected||e||!i.closest("#compare"))return;e=!0;let{it:a}=o.detail;for(let r of tt(
$r))!r.contains(i)&&r.stage.state().it!==a&&r.stage.goto({it:a});e=!1})}function Ar(){let n=tt($r),t=document.querySelector("#compare-table [data-comparison]"),e=document.querySelectorAll("#co\
mpare-table tr[data-run]"),s=document.querySelectorAll(Kp);e.forEach((o,i)=>{n[i]&&xr(n[i].stage,o,{at:{it:1}})}),s.forEach(
(o,i)=>{let a=e[i]?.dataset.called;a?o.dataset.called=a:delete o.dataset.called}),$t({[Mr]:t instanceof HTMLElement?t.dataset.
comparison??"":""}),document.dispatchEvent(new Event("race:runs"))}function sn(n,t){let e=0,s=n.length;for(;e<s;){let o=e+s>>1;n[o][0]<=t?e=o+1:s=o}return e}function Tr(n){let t=[""];for(let[
,,,e,s]of n)t.push(t[t.length-1].slice(0,e)+s);return t}var nn=(n,t,e,s=0)=>["draft","target"].map(o=>{let i=l=>+(t*l).toFixed(
2),a=o==="draft"?+(e*.46).toFixed(2):0,r=n.filter(([l])=>l===o);return y("path",{"data-of":o,d:r.map(([,l,c])=>`M${i(l)}\
 ${a}H${Math.max(i(l)+.8,i(c)-s).toFixed(2)}V${e}H${i(l)}Z`).join("")})}),be=class{time=0;end=0;speed=1;playing=0;last=0;constructor(t,e,s=1/0){
this.draw=t,this.alive=e,this.most=s}open(t,e){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end:t,speed:e,
time:t})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();
this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(t=>this.tick(t)),this.
draw()}tick(t){if(!this.alive())return;let e=Math.min(this.most,Math.max(0,(t-this.last)/1e3));if(this.time=Math.min(this.
end,this.time+e*this.speed),this.last=t,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
s=>this.tick(s))}};var Er=1e3,Or=24,Vp=1.3,Yp=80,Qp=.85,Jp=.25,on=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,Lr=n=>n.replace(
/\n+/g,"↵ ");function Zp(n,t,{total:e,say:s,prompt:o}){let i=y("svg",{viewBox:`0 0 ${Er} ${Or}`,preserveAspectRatio:"n\
one","aria-hidden":"true"},...nn(n.passes,Er/e,Or,Vp)),a=n.frames.map(([,,,x])=>{let w=/^ */.exec(x[0]?.[0]??"")?.[0]??"",
k=x.map(([v,$],S)=>h("span",{"data-by":$},Lr(S?v:v.slice(w.length))));return[h("span",{class:"op-lead"},Lr(w)),h("span",
{class:"op-pass"},...k)]}),r=h("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${n.label}`},h("spa\
n",{class:"op-prompt"},C(o.replace(/\s+/g," "),Yp))," ",...a.flat()),l=h("span",{class:"op-end","aria-hidden":"true"},n.
total<Qp*e&&s.finished);l.style.left=`${100*n.total/e}%`;let c=n.result&&h("p",{class:"op-result","data-testid":"opening\
-result"},h("b",{},n.result[0])," ",h("span",{},n.result[1])),d=h("b",{},"0"),p=h("span"),u=h("span"),f=h("span",{class:"\
op-size"}),m=h("div",{class:"op-row","data-testid":"opening-row"},h("div",{class:"op-who"},h("span",{class:"op-pict","ar\
ia-hidden":"true"},t>0&&h("i",{"data-of":"draft"}),h("i",{"data-of":"target"})),h("span",{},n.label,h("small",{},n.about))),
h("div",{class:"op-mid"},h("div",{class:"op-track"},i,l),r),h("div",{class:"op-count"},d," ",p,h("small",{},u,f),c)),g=0;
function b(x){let w=sn(n.frames,x),k=x>=n.total;for(i.style.clipPath=k?"":`inset(0 ${(100-100*x/e).toFixed(2)}% 0 0)`;g<
w;g++)for(let O of a[g])O.classList.add("on");for(;g>w;)for(let O of a[--g])O.classList.remove("on");let v=w?n.frames[w-
1][2]:0;M(d,String(v)),M(p,v===1?s.once:s.passes);let $=k?n.tokens:w?n.frames[w-1][1]:0,S=s.tokens.replace("{tokens}",String(
$)),T=n.seconds!==null;M(u,T?s.seconds.replace("{seconds}",Math.min(x,n.total).toFixed(e<1?3:2)):""),M(f,`${T?" · ":""}${S}`),
m.toggleAttribute("data-done",k);let q=a[w-1]?.[1];r.scrollTop=k||!q?0:q.offsetTop+q.offsetHeight-r.clientHeight}return{
root:m,draw:b}}function qr(n,t,e){let{say:s}=t,o=t.rows.map((x,w)=>Zp(x,w,t)),i=new be(u,()=>n.isConnected,Jp),a=h("butt\
on",{type:"button",class:"op-btn","data-testid":"opening-play",onclick:m}),r=h("button",{type:"button",class:"op-btn op-\
main","data-testid":"opening-step",onclick:g},s.step,h("span",{"aria-hidden":"true"}," ▸")),l=["guess","pass","draft",
"target"],{badge:c}=t,d=t.rows.map(x=>x.alt).join(" ");function p(x){n.dataset.opening=x,u()}function u(){let{time:x,end:w,
playing:k}=i,v=n.dataset.opening==="line";for(let S of o)S.draw(x);n.toggleAttribute("data-playing",k>0);let $=k?s.pause:
x>=w||v?s.replay:s.play;M(a,$),a.hidden=!v&&on()}function f(){on()||i.playing||i.toggle()}function m(){if(n.dataset.opening===
"race")return i.toggle();i.time=on()?i.end:0,p("race"),e()?.goto({it:1}),f()}function g(){i.time=i.end,i.stop(),p("line"),
e()?.goto({it:1,phase:1}),scrollTo({top:0});let x=document.querySelector("[data-testid='next-phase']");x instanceof HTMLElement&&
x.focus({preventScroll:!0})}function b(x){let{name:w,it:k,phase:v}=x.detail;n.dataset.opening!=="race"||w!==t.name||k===
1&&v===t.steps||(i.time=i.end,i.stop(),p("line"))}return A(n,h("p",{class:"op-lede"},...t.lede.map(([x,w])=>w?h("b",{"da\
ta-of":w},x):x)),h("figure",{class:"op-race","data-testid":"opening","aria-label":d},h("div",{class:"op-rows"},...o.map(
x=>x.root)),h("div",{class:"op-foot"},h("p",{class:"op-keys"},...l.map(x=>h("span",{},h("i",{"data-key":x}),s[x]))),h("d\
iv",{class:"op-acts"},a,r),h("figcaption",{class:"op-facts"},h("p",{class:"op-claim","data-testid":"opening-claim"},t.exact),
h("p",{},h("span",{class:"op-badge","data-testid":"opening-badge","data-kind":c.kind},h("b",{},c.name)," ",c.about)," ",
h("span",{class:"op-gain","data-testid":"opening-gain"},t.gain))))),h("h2",{class:"op-round"},h("span",{class:"op-soon"},
s.soon),h("span",{},t.round))),i.open(t.total,t.total/t.seconds),on()||(i.time=0),p("race"),f(),document.addEventListener(
"stage:step",b),()=>{document.removeEventListener("stage:step",b),i.stop(),A(n),delete n.dataset.opening}}var Xp=["it","phase","node","lesson"],oo=()=>tt("#stage")[0]?.stage,an=document.createElement("section");an.className="o\
p";an.setAttribute("aria-label","Race of the target alone against draft and target");var Ze=null,jr=()=>{};function io(n){
if(jr(),jr=n?qr(an,n,oo):()=>{},!n)return;({name:Ze}=n);let t=oo()?.state();t?.name===Ze&&t.iterations&&t.it===1&&t.phase===
1&&oo()?.goto({it:1})}async function Ir(n){let t=H(),e=t.get("trace");Xp.some(s=>t.has(s))||(t.get("tab")??"explore")!=="explore"||io(e&&e!==n?.
name?await Rr(e):n)}async function Rr(n){try{let t=await fetch(new URL(`explorer/opening/${encodeURIComponent(n)}`,document.
baseURI));return t.ok?await t.json():null}catch{return null}}function Dr(n){let t=n.closest("#bar")??n;t.prepend(an),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${t.clientHeight}px`)).observe(t),document.addEventListener("sta\
ge:step",e=>{tu(e)})}async function tu(n){let{detail:t,target:e}=n;if(!(e instanceof Element)||!e.closest("#stage")||t.name===
Ze)return;let s=t.name;if(Ze=s,io(null),!t.chosen||e.classList.contains("teaching"))return;let o=await Rr(s);s===Ze&&io(
o)}var eu=[.1,.25,.5,1,2,4],we=1e3,ao=1e3,Nr=4,ro=class{asked="";clock=new be(()=>this.draw(),()=>this.element.isConnected);lanes=[];race=null;play=h(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.clock.toggle()});restart=h("button",{type:"\
button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=0,this.clock.playing||this.clock.toggle()}});scrub=h(
"input",{type:"range",id:"race-clock",min:0,max:ao,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock.time=
Number(this.scrub.value)/ao*this.clock.end,this.clock.stop()}});pace=h("select",{id:"race-speed","data-testid":"race-spe\
ed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=h("p",{class:"lt-big race-end",role:"status","data-\
testid":"race-end"});now=h("output",{for:"race-clock"});copied=h("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(
t=>{t.some(({isIntersecting:e})=>e)&&(this.seen.disconnect(),!ge()&&(this.ask(),this.rows().forEach((e,s)=>{let o=tt("#c\
ompare .slot")[s]?.stage;o&&!o.state().name&&o.receive({type:"fetch",url:`explorer/open/${e}`,at:{it:1}})})))});constructor(t){
this.element=t,this.root=t.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{t.isConnected&&this.
clear()}),document.addEventListener("race:runs",()=>{t.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),
this.seen.observe(t)}draw(){if(!this.race)return;let{time:t,end:e,playing:s}=this.clock,o=t>=e;for(let a of this.lanes)a.
draw(t);this.scrub.value=String(e?Math.round(t/e*ao):0);let i=`${this.seconds(t)} s`;M(this.now,i),this.scrub.ariaValueText=
i,M(this.play,this.race.say[s?"pause":o?"again":"play"]),M(this.result,o?this.race.sentence:"")}seconds(t){return this.clock.
end<.1?t.toFixed(4):t.toFixed(2)}newLane(t,e){let{end:s}=this.clock,o=g=>+(we*g/s).toFixed(2),i=Tr(t.frames),a=h("span"),
r=h("span",{class:"race-counts"}),l=y("rect",{class:"race-now",x:0,y:0,width:3,height:20}),c=y("rect",{class:"race-later",
x:0,y:0,width:we,height:20}),d=y("svg",{class:"race-strip",viewBox:`0 0 ${we} 20`,preserveAspectRatio:"none","aria-hidde\
n":"true"},...nn(t.passes,we/s,20),c,l),p=h("div",{class:"race-text",tabindex:"0",role:"region","aria-label":t.title},h(
"span",{"aria-hidden":"true",class:"race-room"},i[i.length-1]||" "),a),u=-1,f=g=>{let b=sn(t.frames,g),x=g>=t.total,w=o(
Math.min(g,t.total));if(l.setAttribute("x",String(Math.min(w,we-3))),c.setAttribute("x",String(w)),c.setAttribute("width",
String(Math.max(0,we-w))),b===u&&!x)return;u=b,M(a,i[b]),p.scrollTop=a.offsetHeight-p.clientHeight;let[,k,v]=b?t.frames[b-
1]:[0,0,0],$=x?[F(e.done,{seconds:this.seconds(t.total)}),t.speed]:[];M(r,[F(e.lane,{tokens:k,passes:v}),...$].filter(Boolean).
join(" · ")),m.toggleAttribute("data-done",x)},m=h("section",{class:"race-lane","data-testid":"race-lane","data-run":t.
name},h("h2",{},t.title," ",h("small",{},t.settings)),r,d,p);return{root:m,draw:f}}open(t){let e=t.say,{clock:s}=this,o=Math.
max(...t.tracks.map(l=>l.total));s.open(o,o<Nr/10?o/Nr:1),this.race=t;let i=t.tracks.map(l=>this.newLane(l,e));this.lanes=
i,A(this.pace,...eu.map(l=>h("option",{value:l*s.speed,selected:l===1},`${l}×`))),M(this.restart,e.restart);let a=this.
comparison()!==""&&Se()&&this.copying("link",e.link,e.copied,l=>l),r=a&&this.copying("embed",e.embed,e.embedded,l=>os(l,
e.title));A(this.root,this.result,h("div",{class:"lt-tools"},this.play,this.restart,a,r,h("label",{class:"race-clock",for:"\
race-clock"},`${e.clock} `,this.now,this.scrub),h("label",{},`${e.speed} `,this.pace)),h("div",{class:"race-lanes"},...i.
map(l=>l.root)),h("p",{class:"race-keys"},...["target","draft"].map(l=>h("span",{},h("i",{"data-of":l}),e[l])),e.intro),
this.copied),this.draw()}copying(t,e,s,o){let i=()=>o(Xt({tab:"compare",comparison:this.comparison()}));return h("button",
{type:"button",class:"lt-btn","data-testid":`race-${t}`,onclick:()=>Qt(i(),s,a=>M(this.copied,a))},e)}async ask(){let t=this.
comparison(),e=t?`comparison=${encodeURIComponent(t)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(e!==this.asked){
this.asked=e;try{let s=await fetch(`explorer/race?${e}`),o=s.ok?await s.json():await s.text();if(this.asked!==e)return;s.
ok?this.open(o):this.refuse(o)}catch{if(this.asked!==e)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(t){
this.race=null,this.clock.stop(),A(this.root,h("p",{role:"alert"},t))}clear(){this.race=null,this.asked="",this.clock.stop(),
A(this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(t=>t.dataset.run)}};function Cr(n){new ro(n)}function su(n,t,e){if(n==="Home")return 0;if(n==="End")return e-1;let s=n==="ArrowRight"?1:n==="ArrowLeft"?-1:0;return s&&
e?(t+s+e)%e:null}function Fr(n){let t=n.querySelector("[data-code]"),e=JSON.parse(t.dataset.code||"{}"),s="",o="",i=!1,a=c=>A(
t,h("p",{role:"status","data-testid":"code-why"},c));function r(c){let d=h("p",{"data-testid":"code-note"}),p=h("span",{
role:"status"}),u=h("pre",{tabindex:"0",role:"tabpanel","data-testid":"code"}),f=h("button",{type:"button",class:"lt-btn",
"data-testid":"code-copy",onclick:()=>Qt(u.textContent??"",e.copied,w=>M(p,w))},e.copy),m=c.map(w=>h("button",{type:"but\
ton",role:"tab",class:"lt-btn","data-kind":w.kind,onclick:()=>g(w.kind)},w.title));function g(w){let k=Math.max(0,c.findIndex(
v=>v.kind===w));o=c[k].kind,m.forEach((v,$)=>{v.setAttribute("aria-selected",String($===k)),v.tabIndex=$===k?0:-1}),M(u,
c[k].code),u.setAttribute("aria-label",c[k].title),M(d,c[k].note),M(p,"")}function b(w){let k=su(w.key,m.findIndex(v=>v===
w.target),m.length);k!==null&&(w.preventDefault(),m[k].click(),m[k].focus())}let x=h("div",{role:"tablist","aria-label":e.
kinds,onkeydown:b},...m);g(o),A(t,x,u,h("div",{class:"code-foot"},f,p,d))}async function l(){let c=tt("#stage")[0]?.stage.
state().name??"";if(!c)return a(e.nothing);if(c!==s){s=c;try{let d=await fetch(`explorer/code/${encodeURIComponent(c)}`),
p=d.ok?(await d.json()).snippets:await d.text();if(s!==c)return;if(d.ok)return r(p);a(p)}catch{s===c&&a(e.unanswered)}s=
""}}new IntersectionObserver(c=>{i=c.some(({isIntersecting:d})=>d),i&&l()}).observe(t),document.addEventListener("stage:\
step",({target:c})=>{i&&n.isConnected&&c instanceof Element&&c.closest("#stage")&&l()})}var ye=n=>n.reduce((t,e)=>t+e,0),xe=n=>{let t=ye(n);return t>0?n.map(e=>e/t):n.map(()=>0)},rn=(n,t)=>t>0?Math.min(1,n/t):
1,Br=(n,t)=>n.map((e,s)=>Math.max(0,e-t[s])),Pr={right:{accept:rn,left:Br},"inverse-ratio":{accept:(n,t)=>n>0?Math.min(1,
t/n):1,left:Br},"residual-p":{accept:rn,left:n=>n},"no-max":{accept:rn,left:(n,t)=>n.map((e,s)=>Math.abs(e-t[s]))},"doub\
le-subtraction":{accept:rn,left(n,t){let e=n.map((s,o)=>Math.max(0,s-2*t[o]));return ye(e)>0?e:n}}};function _r(n,t,e="r\
ight"){let s=Pr[e],o=n.map((d,p)=>s.accept(d,t[p])),i=t.map((d,p)=>d*o[p]),a=xe(s.left(n,t)),r=ye(t.map((d,p)=>d*(1-o[p]))),
l=a.map(d=>d*r),c=i.map((d,p)=>d+l[p]);return{accept:o,kept:i,alpha:1-r,left:a,drawn:l,out:c,distance:ye(c.map((d,p)=>Math.
abs(d-n[p])))/2}}function zr(n,t,e){let s=Math.min(1,Math.max(0,e)),o=n.map((a,r)=>r===t?0:a);return(ye(o)>0?xe(o):xe(n.
map((a,r)=>r===t?0:1))).map((a,r)=>r===t?s:a*(1-s))}function Hr({p:n,q:t,rule:e}){return[...[n,t].map(o=>o.map(i=>Math.round(
i*1e4)).join(".")),...e==="right"?[]:[e]].join("~")}function Wr(n,t){let e=n.split("~"),s=e[2]??"right",o=e.slice(0,2).map(
a=>/^\d{1,5}(\.\d{1,5})*$/.test(a)?a.split(".").map(Number):[]);return o.length===2&&o.every(a=>a.length===t&&ye(a)>0)&&
e.length<4&&Object.hasOwn(Pr,s)?{p:xe(o[0]),q:xe(o[1]),rule:s}:null}var lo=(n,t=Math.random)=>xe(Array.from({length:n},()=>-Math.
log(1-t()))),Ur=(n,t,e,s)=>({note:s,run:{method:"spd",prompt:e,tokens:12,seed:0,settings:{gamma:4}},vocab:[e,...t],eos:null,
target:{"":[0,...n.p]},draft:{"":[0,...n.q]}});var ln=.01,Gr=.1,ke=n=>n.toFixed(2),cn=n=>`${Math.round(100*n)}%`,co=class{alpha=h("p",{class:"lt-big","data-testid":"to\
y-alpha"});result=h("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=h("div",{class:"lt-share","aria-hi\
dden":"true"},h("i",{"data-of":"kept"}),h("i",{"data-of":"rejected"}));caption=h("figcaption");rows=h("tbody");help=h("s\
pan",{class:"lt-help"});copied=h("span",{role:"status",class:"lt-help"});constructor(t){this.element=t,this.root=t.querySelector(
"[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let e=H().get("toy")||"",s=Wr(e,this.given.words.length);
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
-of":p,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":F(this.given.say[`${p}_of`],
{word:t}),"data-testid":`toy-${p}-${e}`,onkeydown:u=>l(u,p)},h("b",{},p)),r=(p,u)=>this.change({[p]:zr(this.state[p],e,u)}),
l=(p,u)=>{let f=this.state[u][e],m={ArrowUp:f+ln,ArrowRight:f+ln,ArrowDown:f-ln,ArrowLeft:f-ln,PageUp:f+Gr,PageDown:f-Gr,
Home:0,End:1}[p.key];m===void 0||p.ctrlKey||p.metaKey||p.altKey||(p.preventDefault(),p.stopPropagation(),r(u,Math.round(
100*m)/100))},c={p:a("p"),q:a("q")};o.append(c.p,c.q);let d=p=>{if(p.button)return;let{left:u,width:f,top:m,height:g}=o.
getBoundingClientRect(),x=p.target.closest(".lt-handle");if(!x&&p.pointerType==="touch")return;let w=p.clientX<u+f/2?"p":
"q",k=x?.dataset.of||w,v=c[k],$=x?m+g*(1-this.state[k][e])-p.clientY:0,S=q=>r(k,Math.round(100*(1-(q.clientY+$-m)/g))/100),
T=()=>{v.removeEventListener("pointermove",S)};p.preventDefault(),v.setPointerCapture(p.pointerId),v.addEventListener("p\
ointermove",S),v.addEventListener("lostpointercapture",T,{once:!0}),v.focus({preventScroll:!0}),x||S(p)};return{root:h("\
div",{class:"lt-word"},o,h("div",{class:"lt-name"},t),i),parts:s,handles:c,numbers:i}}newEnd(t){let e=Object.fromEntries(
["kept","surplus","p"].map(o=>[o,h("i",{"data-of":o})])),s=h("div",{class:"lt-values"});return{root:h("div",{class:"lt-w\
ord"},h("div",{class:"lt-col","aria-hidden":"true"},...Object.values(e)),h("div",{class:"lt-name"},t),s),parts:e,numbers:s}}span(t,e,s){
t.style.bottom=`${100*e}%`,t.style.height=`${100*Math.max(0,s-e)}%`}draw(){let{p:t,q:e}=this.state,s=_r(t,e,this.state.rule),
o=this.state.rule==="right",i=s.distance<1e-9;this.columns.forEach(({parts:d,handles:p,numbers:u},f)=>{let m=Math.min(t[f],
e[f]);this.span(d.kept,0,m),this.span(d.surplus,m,t[f]),this.span(d.rejected,m,e[f]),this.span(d.p,0,t[f]),this.span(d.q,
0,e[f]);for(let g of["p","q"]){let b=this.state[g][f];p[g].style.bottom=`${100*b}%`,p[g].ariaValueNow=String(Math.round(
100*b)),p[g].ariaValueText=cn(b)}A(u,h("span",{"data-of":"p"},`p ${ke(t[f])}`),h("span",{"data-of":"q"},`q ${ke(e[f])}`))}),
this.ends.forEach(({root:d,parts:p,numbers:u},f)=>{this.span(p.kept,0,s.kept[f]),this.span(p.surplus,s.kept[f],s.out[f]),
this.span(p.p,0,t[f]);let m=Math.abs(s.out[f]-t[f])>1e-9;d.toggleAttribute("data-off",m),A(u,h("span",{},ke(s.out[f])),h(
"span",{},`${m?"≠":"="} p ${ke(t[f])}`))});let a=this.given.rules.find(({name:d})=>d===this.state.rule)||this.given.rules[0];
M(this.caption,o?this.given.say.drag:this.given.say.drag_right),M(this.alpha,F(a.kept,{alpha:ke(s.alpha),percent:cn(s.alpha)}));
let[r,l]=[...this.share.children];r.style.width=`${100*s.alpha}%`,l.style.width=`${100*(1-s.alpha)}%`;let c=o?"same":i?"\
harmless":"broken";M(this.result,F(this.given.say[c],{percent:cn(s.alpha),rest:cn(1-s.alpha),distance:ke(s.distance)})),
this.result.toggleAttribute("data-off",!i),this.rule.value=this.state.rule,M(this.help,a.help),A(this.rows,...this.given.
words.map((d,p)=>h("tr",{},h("th",{scope:"row"},d),...[t[p],e[p],s.accept[p],s.kept[p],s.left[p],s.drawn[p],s.out[p]].map(
u=>h("td",{},u.toFixed(3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${Fs()}&pair=${encodeURIComponent(this.
pair())}`)}pair(){return JSON.stringify(Ur(this.state,this.given.words,this.given.first,this.given.note))}save(){let t=URL.
createObjectURL(new Blob([this.pair()],{type:"application/json"})),e=h("a",{href:t,download:"five-words.json"});document.
body.append(e),e.click(),e.remove(),URL.revokeObjectURL(t)}copy(){Qt(Xt({toy:Hr(this.state)}),this.given.say.copied,t=>M(
this.copied,t))}random(){return this.change({p:lo(this.given.words.length),q:lo(this.given.words.length)})}};function Kr(n){
new co(n)}function Vr(n){for(let t of n.querySelectorAll("button.upload-container"))t.removeAttribute("aria-label")}function nu(n,t,e){
n.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest(t):null;!(o instanceof HTMLAnchorElement)||
s.ctrlKey||s.metaKey||s.shiftKey||s.button||(s.preventDefault(),e(o))})}function Yr(n,t){nu(n,"a[data-trace]",s=>t("select",{name:s.dataset.trace}));let e=document.getElementById("import-files");
e&&(Vr(e),new MutationObserver(()=>Vr(e)).observe(e,{childList:!0,subtree:!0})),n.dataset.opens="here"}var Jt=256,Zt=420,ou=250,ho=46,iu=12,au=14,ru=206,Qr=62,po=20,hn=8,lu=40,uo=n=>({name:"free",title:n.free,kind:"free",source:n.
source_free,curve:Kt(1/0),known:null}),Jr=(n,t,{gamma:e,batch:s})=>({name:"own",title:n.own,kind:"computed",source:n.source_own,
curve:Kt(t>1?(e+1)*s/t:1/0),known:null}),dn=(n,{kind:t,known:e},s)=>n[t==="measured"&&s>(e??0)?"kind_extended":`kind_${t}`],
fo=(n,t,e)=>t.known!==null&&e>t.known?n.kind_dashed:dn(n,t,e);function Zr(n,{name:t,kind:e,source:s,known:o}){return t===
"free"||t==="own"?s:F(n[`source_${e}`],{source:s,known:o??""})}function Xr(n,t,e){let s=({name:i,title:a})=>h("option",{
value:i},a),o=i=>h("optgroup",{label:n[`${i}_group`]},...t.filter(a=>a.kind===i).map(s));return h("select",{"data-testid":"\
worth-machine",onchange:e},s({name:"free",title:n.free}),s({name:"own",title:n.own}),o("measured"),o("computed"))}function tl(n,{
alpha:t,gamma:e,cost:s},o){let i=Ka(t,e,s,o,Jt),[a]=i;if(!a)return F(n.pays_never,{most:Jt});if(a[0]===1&&a[1]===Jt)return F(
n.pays_all,{most:Jt});let r=i.map(([l,c])=>l===c?String(l):F(n.range,{first:l,last:c}));return F(n.pays_some,{ranges:r.join(
", "),most:Jt})}function el(n,t,e,{gamma:s,batch:o}){let{curve:i,known:a,kind:r}=e,l=o,c=(s+1)*o,d=i[i.length-1][0],p=Math.
ceil(Math.log2(Math.max(64,c,Number.isFinite(d)?d:0))),u=Array.from({length:8*p+1},(L,D)=>2**(D/8)),f=u.map(L=>[L,xt(i,L)]),
m=Math.max(2,...f.map(([,L])=>L))*1.08,g=[.5,1,2,5,10,20,50,100,200,500].find(L=>m/L<=5)??1e3,b=a===null?f.length:u.filter(
L=>L<=a).length,{x,y:w,grid:k,drawn:v}=Qn({left:ho,right:Zt-iu,top:au,base:ru},f,L=>Math.log2(L)/p,m,g,[1,8,64,512,4096].
filter(L=>L<=2**p),b),$=L=>y("circle",{class:"chosen",cx:x(L),cy:w(xt(i,L)),r:6}),S=x(c)>Zt/2,q=w(xt(i,l))-w(xt(i,c))<20&&
x(c)-x(l)<160,O=x(l)>ho+80;return n.setAttribute("aria-label",[[l,t.time_plain],[c,t.time_check]].map(([L,D])=>`${D}: ${L}\
, ${xt(i,Number(L)).toFixed(2)}`).join("; ")),A(n,...k,...v,...(r==="measured"?i:[]).map(([L,D])=>y("circle",{class:"dot",
cx:x(L),cy:w(D),r:3.5})),y("text",{x:(ho+Zt)/2,y:ou-4,"text-anchor":"middle"},t.time_axis),$(l),$(c),y("text",{x:x(l)+(O?
-8:4),y:w(xt(i,l))-(q?29:11),"text-anchor":O?"end":"start"},t.time_plain),y("text",{x:x(c)+(S?-10:0),y:w(xt(i,c))-11,"te\
xt-anchor":S?"end":"middle"},t.time_check)),F(t.time,{kind:fo(t,e,2**p)})}function sl(n,t,e,{alpha:s,gamma:o,cost:i},a){
let r=ct(s,o),l=o*i,c=a.map(w=>ht(o,w,e.curve)),d=Math.max(r,...c.map(w=>l+w)),p=w=>hn+w/d*(Zt-2*hn-40),u=p(r),f=u>Zt/2,
m=26+Qr*a.length,g=[],b=w=>(w<u+3&&w+lu>u?u:w)+6,x=a.flatMap((w,k)=>{let v=c[k],$=26+Qr*k,S=Et(s,o,i,v),T=Ps(s,i,w,e.curve),
q=F(S>1?t.row_pays:t.row_slower,{batch:w,speedup:S.toFixed(2),kind:dn(t,e,(o+1)*w)}),O=T===null?t.row_none:F(t.row_best,
{best:T});return g.push(`${q}, ${O}`),[y("text",{x:hn,y:$+16},q),y("text",{x:Zt-hn,y:$+16,"text-anchor":"end"},O),y("rec\
t",{class:"drafting",x:p(0),y:$+24,width:p(l)-p(0),height:po}),y("rect",{class:"checking",x:p(l),y:$+24,width:p(v)-p(0),
height:po}),y("text",{x:b(p(l+v)),y:$+40},(l+v).toFixed(2)),y("line",{class:"until",x1:u,x2:u,y1:$+21,y2:$+27+po})]});n.
setAttribute("viewBox",`0 0 ${Zt} ${m+4}`),n.setAttribute("aria-label",g.join("; ")),A(n,y("text",{x:u,y:15,"text-anchor":f?
"end":"start"},F(t.without,{tokens:r.toFixed(2)})),...x)}var cu=60,pn=(n,t,e)=>typeof n=="number"&&n>=t&&n<=e,nl=n=>Number.isInteger(n)&&pn(n,1,16),hu=n=>Array.isArray(n)&&n.length===
2&&nl(n[0])&&pn(n[1],1,n[0]+1);function ol(n){try{let{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}=JSON.parse(n);return typeof t==
"string"&&t.length<=cu&&pn(e,0,1)&&nl(s)&&Array.isArray(o)&&o.length>=1&&o.length<=16&&o.every(hu)&&typeof i=="boolean"&&
(a===null||pn(a,0,1))?{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}:null}catch{return null}}var il=({points:n},t)=>n.
map(([e,s])=>({gamma:e,value:t(e,s),name:"",cls:"imported"}));function al(n,{name:t,alpha:e,gamma:s,points:o}){let[,i]=o[o.
length-1],[a]=o[o.length-1];return F(n.imported_here,{name:t,gamma:a,tokens:i.toFixed(2),expected:ct(e,Math.min(s,a)).toFixed(
2)})}function rl(n,{name:t,points:e,measured:s},o,i){if(!s)return"";let r=e.map(([p,u])=>({gamma:p,value:o(p,u)})).reduce(
(p,u)=>u.value>p.value?u:p,{gamma:0,value:1}),l=e[e.length-1][0],c=i??0,d=r.gamma===c?n.imported_same:c>l?n.imported_longer:
n.imported_other;return F(r.gamma?n.imported_best:n.imported_none,{name:t,gamma:r.gamma,speedup:r.value.toFixed(2)})+" "+
F(d,{best:c,longest:l})}function ll(n,t,e){if(!e)return t?n.import_wrong:"";let s=F(e.measured?n.imported:n.imported_average,
{name:e.name});return e.cost===null?`${s} ${n.imported_cost}`:s}var Ft=420,mo=250,ve=46,hl=206,du=14,Xe=12,pu=7.4,cl=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];function uu(n,t,e,s){
return cl.find(([i,a])=>{let r=i>0?n+i:n+i-e,l=t+a+6,c=l-22,d=Array.from({length:Math.ceil(e/4)+1},(p,u)=>r+4*u);return r>=
ve&&r+e<=Ft-Xe&&c>=0&&l<=hl&&!d.some(p=>s.some(u=>u(p)>c&&u(p)<l))})??cl[0]}function go(n,t,e,s,o){let i=Array.from({length:16},
(w,k)=>k+1),a=Math.max(2,...i.map(e.y),...e.points.map(({value:w})=>w))*1.08,r=e.line<=a,l=[4,2,1].find(w=>a>2.2*w)??.5,
{x:c,y:d,grid:p,drawn:u}=_s({left:ve,right:Ft-Xe,top:du,base:hl},i.map(e.y),a,l,[1,4,8,12,16],2.5,e.known),f=[],m=[],g=w=>1+
(w-ve)/(Ft-ve-Xe)*15,b=[w=>d(e.y(g(w))),()=>d(e.line)];for(let{gamma:w,value:k,name:v,cls:$}of e.points){let S=c(Math.min(
16,Math.max(1,w))),T=d(k),q=pu*v.length;if(f.push(y("circle",{class:$,cx:S,cy:T,r:$==="imported"?4.5:7})),m.push(`${v||`\
γ ${w}`}: ${k.toFixed(2)}`),!v)continue;let[O,L]=uu(S,T,q,b),[D,G]=O>0?[S,S+O+q]:[S+O-q,S];b.push(V=>V>=D&&V<=G?T+L-5:NaN),
f.push(y("text",{x:S+O,y:T+L,"text-anchor":O<0?"end":"start"},v))}let x=e.y(s);n.setAttribute("aria-label",[`${e.label}:\
 ${x.toFixed(2)}, γ ${s}`,...m].join("; ")),A(n,...p,y("text",{x:(ve+Ft)/2,y:mo-4,"text-anchor":"middle"},t.axis),r&&y(
"line",{class:e.cls,x1:ve,x2:Ft-Xe,y1:d(e.line),y2:d(e.line)}),r&&y("text",{x:Ft-Xe-2,y:d(e.line)+(e.y(16)>e.line?18:-6),
"text-anchor":"end"},e.note),...u,o!==null&&o!==s&&y("text",{x:c(o),y:d(e.y(o))-8,"text-anchor":o<3||e.points.some(({cls:w})=>w===
"imported")?"start":"end"},t.best),y("circle",{class:"chosen",cx:c(s),cy:d(x),r:6}),...f)}var dl=n=>n.toFixed(Math.abs(n*100-Math.round(n*100))<1e-6?2:3),fu="10000px",bo=class{machine=uo({});known={runs:[],papers:[],
here:null};asked="";verdict=h("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=h("p");pays=h("p",{role:"\
status","data-testid":"worth-pays"});basis=h("p",{class:"lt-help","data-testid":"worth-basis"});here=h("p",{"data-testid":"\
worth-here"});own=h("p",{"data-testid":"worth-own"});list=h("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=h(
"tbody");wrong=h("p",{role:"alert"});imported=null;address="";said=h("p",{role:"status","data-testid":"worth-imported"});constructor(t){
this.element=t,this.root=t.querySelector("[data-worth]");let e=JSON.parse(this.root.dataset.worth||"");this.words=e.say,
this.machines=e.machines,this.batches=e.batches,this.alpha=this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=
this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.
slider("batch",this.words.batch,1,Jt,1,1),this.check=this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),
this.chosen=Xr(this.words,this.machines,()=>this.choose()),this.chosen.value=e.machine,this.tokens=this.figure(this.words.
tokens),this.speedup=this.figure(this.words.speedup),this.use=h("button",{type:"button",class:"lt-btn","data-testid":"wo\
rth-use",onclick:()=>this.take()},this.words.use),this.forget=h("button",{type:"button",class:"lt-btn",hidden:!0,"data-t\
estid":"worth-forget",onclick:()=>{$t({worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.
rounds=this.figure(F(this.words.same_run,{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-round\
s",this.rounds.box.append(h("p",{class:"lt-keys"},...["drafting","checking","without"].map(s=>h("span",{},h("i",{class:s}),
this.words[`key_${s}`])))),A(this.root,h("h2",{},this.words.title),this.said,this.forget,h("p",{},this.words.intro),h("d\
iv",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,h("label",{},this.words.
machine,this.chosen)),this.verdict,this.own,h("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,h("\
h3",{},this.words.batches),h("p",{},this.words.batches_intro),h("div",{class:"lt-charts"},this.time.box,this.rounds.box),
this.pays,this.basis,this.here,this.use,this.wrong,h("p",{class:"lt-help"},this.words.source),h("details",{open:!0},h("s\
ummary",{},this.words.runs),this.list,h("p",{class:"lt-help"},this.words.runs_note)),h("details",{},h("summary",{},this.
words.papers),h("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},h("table",{class:"lt\
-table words"},h("thead",{},h("tr",{},...this.words.papers_heads.split("|").map(s=>h("th",{scope:"col"},s)))),this.papers)))),
this.choose(),new IntersectionObserver(s=>{s.some(({isIntersecting:o})=>o)&&(this.import(),this.look())},{rootMargin:fu}).
observe(this.root),addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage\
:step",()=>{this.root.checkVisibility()&&this.look()})}slider(t,e,s,o,i,a,r=()=>this.draw()){let l=h("output",{for:`wort\
h-${t}`}),c=h("input",{type:"range",id:`worth-${t}`,min:s,max:o,step:i,value:a,oninput:r,"data-testid":`worth-${t}`});return{
input:c,output:l,box:h("label",{for:`worth-${t}`},e,l,c)}}figure(t){let e=y("svg",{class:"lt-plot",viewBox:`0 0 ${Ft} ${mo}`,
role:"img"}),s=h("figcaption",{},t);return{svg:e,caption:s,box:h("figure",{},s,e)}}values(){let[t,e,s,o]=[this.alpha,this.
gamma,this.cost,this.batch].map(i=>Number(i.input.value));return{alpha:t,gamma:e,cost:s,batch:o}}choose(){let t=this.chosen.
value;this.machine=t==="free"?uo(this.words):this.machines.find(e=>e.name===t)??Jr(this.words,Number(this.check.input.value),
this.values()),this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let t=this.values(),{alpha:e,gamma:s,
cost:o,batch:i}=t,{curve:a,known:r}=this.machine,l=ht(s,i,a),c=dn(this.words,this.machine,(s+1)*i);this.check.input.max=
String(s+1),this.check.input.value=String(l);for(let[f,m]of[[this.alpha,dl(e)],[this.gamma,String(s)],[this.cost,dl(o)],
[this.batch,String(i)],[this.check,`${l.toFixed(2)}, ${c}`]])M(f.output,m);let d=ct(e,s),p=Et(e,s,o,l),u=Ps(e,o,i,a);M(this.
verdict,F(p<1?this.words.slower:this.words.faster,{tokens:d.toFixed(2),price:(s*o+l).toFixed(2),speedup:p.toFixed(2)})),
M(this.limit,this.limits(t,l,u)),M(this.own,this.ownBest(u)),go(this.tokens.svg,this.words,{label:this.words.tokens,y:f=>ct(
e,f),line:1/(1-e),cls:"most",known:16,note:this.words.ceiling,points:this.points((f,m)=>m,[["tokens",this.words.here,"he\
re"]])},s,null),M(this.speedup.caption,F(this.words.speedup_at,{batch:i,kind:fo(this.words,this.machine,17*i)})),go(this.
speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.words.even,y:f=>Et(e,f,o,ht(f,i,a)),known:r===
null?16:Math.max(0,Math.floor(r/i)-1),points:this.points((f,m)=>m/(f*o+ht(f,i,a)),i>1?[]:[["speedup",this.words.here_speedup,
"here formula"],["clock",this.words.here_clock,"here"]])},s,u),this.drawBatches(t)}points(t,e){if(this.imported)return il(
this.imported,t);let s=this.known.here,o=s?.gamma??null;return!s?.chain||o===null?[]:e.flatMap(([i,a,r])=>{let l=s[i];return typeof l==
"number"?[{gamma:o,value:l,name:F(a,{name:s.name}),cls:r}]:[]})}limits({alpha:t,gamma:e},s,o){let i=Ga(t,e,s);return(t===
0?this.words.nothing_kept:i<=0?this.words.check_alone:F(this.words.limit,{limit:i.toFixed(2)}))+(o===null?this.words.none_pays:
F(this.words.best_is,{best:o}))}ownBest(t){if(!this.imported)return"";let{cost:e,batch:s}=this.values();return rl(this.words,
this.imported,(o,i)=>i/(o*e+ht(o,s,this.machine.curve)),t)}drawBatches(t){let{words:e,machine:s}=this;M(this.time.caption,
el(this.time.svg,e,s,t)),sl(this.rounds.svg,e,s,t,this.batches),M(this.pays,`${tl(e,t,s.curve)} ${e.batches_note}`),M(this.
basis,Zr(e,s))}take(){let t=this.known.here;if(this.imported)return this.setImported(this.imported);t?.alpha===null||t?.
gamma===null||t?.cost===null||!t||this.set(t.alpha,t.gamma,t.cost)}set(t,e,s){this.alpha.input.value=String(t),this.gamma.
input.value=String(Math.min(16,Math.max(1,Math.round(e)))),s!==null&&(this.cost.input.value=String(s)),this.draw()}import(){
let t=H().get("worth")??"";if(t===this.address)return;this.address=t;let e=this.imported=ol(t);this.forget.hidden=!e,M(this.
said,ll(this.words,t,e)),e?this.setImported(e):this.draw(),this.describe(),t&&this.root.scrollIntoView()}setImported(t){
this.batch.input.value="1",this.chosen.value="free",this.set(t.alpha,t.gamma,t.cost),this.choose()}describe(){let t=this.
known.here,e={name:t?.name??"",tokens:t?.tokens.toFixed(2)??""},s=t&&t.chain&&t.alpha!==null&&t.gamma!==null&&t.cost!==null,
o=this.imported&&al(this.words,this.imported);M(this.here,o||(t?s?F(this.words.measured,{...e,alpha:`${Math.round(100*(t.
alpha??0))}%`,gamma:(t.gamma??0).toFixed(1),cost:(t.cost??0).toFixed(2),expected:ct(t.alpha??0,t.gamma??0).toFixed(2)})+
(t.clock===null?"":` ${F(this.words.clock,{clock:t.clock.toFixed(2)})}`):F(this.words.measured_tree,e):this.words.unmeasured)),
this.use.hidden=!s&&!o,M(this.use,o?this.words.use_imported:this.words.use);let i=Math.max(1,...this.known.runs.map(({tokens:a})=>a));
A(this.list,...this.known.runs.map(({name:a,title:r,tokens:l})=>{let c=h("i",{"aria-hidden":"true"});return c.style.width=
`${100*l/i}%`,h("li",{title:r,"data-here":a===t?.name},h("b",{},a),c,h("span",{},l.toFixed(2)))})),A(this.papers,...this.
known.papers.map(a=>h("tr",{},h("th",{scope:"row"},a.paper),...[a.pair,a.method,a.tokens===null?`${a.speedup?.toFixed(2)}\
×`:`${a.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(r=>h("td",{},r)))))}async look(){let t=tt("#stage")[0]?.
stage.state().name??"";if(!(this.known.runs.length&&t===this.asked&&(this.known.here||!t))){this.asked=t;try{let e=await fetch(
`explorer/worth?run=${encodeURIComponent(t)}`);if(!e.ok)throw new Error(String(e.status));this.known=await e.json(),M(this.
wrong,"")}catch{M(this.wrong,this.words.wrong)}this.describe(),this.draw()}}};function pl(n){new bo(n)}function ts(n){if(Array.isArray(n))return n.map(ts);if(typeof n!="object"||n===null)return n;let{[""]:t,["?"]:e={},...s}=n;
if(!Number.isInteger(t))return Object.fromEntries(Object.entries(n).map(([i,a])=>[i,ts(a)]));let o=Array.from({length:t},
()=>({}));for(let[i,a]of Object.entries(s)){let r=ts(a);e[i]?e[i].forEach((l,c)=>{o[l][i]=r[c]}):o.forEach((l,c)=>{l[i]=
r[c]})}return o}var mu="explorer/",gu="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";function bu(n){
let t=Object.fromEntries([...gu].map((s,o)=>[s,o])),e=new DataView(new ArrayBuffer(4*Math.ceil(n.length/5)));for(let s=0;s<
n.length;s+=5){let o=n.slice(s,s+5).padEnd(5,"~");e.setUint32(4*(s/5),[...o].reduce((i,a)=>i*85+t[a],0))}return new Uint8Array(
e.buffer,0,Math.floor(n.length/5)*4+Math.max(0,n.length%5-1))}async function wu(n){let t=new Blob([bu(n)]).stream().pipeThrough(
new DecompressionStream("gzip")),e=(await new Response(t).text()).split(`
`);return new Map(e.flatMap((s,o)=>o%2?[]:[[s,e[o+1]]]))}function yu(n,t=new URL(".",document.baseURI)){return n.href.startsWith(
`${t.href}${mu}`)?decodeURIComponent(n.pathname.slice(t.pathname.length)+n.search):null}function xu(n){let[,t]=n.split(/[/?]/),
e=t==="code"?"No code is available for a run that was opened from a file.":`The link names a ${t==="race"?"comparison":"\
run or a lesson"} that this site does not have. Choose another one.`;return new Response(["code","race"].includes(t)?e:JSON.
stringify({type:"clear",text:e}),{status:404})}function ul(n){let t=new Map,e=new Map;Object.assign(window,{siteData:(a,r)=>{
t.set(a,r)}});let s=a=>new Promise((r,l)=>{let c=document.createElement("script");c.src=`data/${a}.js`,c.onload=r,c.onerror=
()=>l(new TypeError(`data/${a}.js did not load`)),document.head.append(c)});async function o(a){t.has(a)||await s(a);let r=await wu(
t.get(a)??"");return t.delete(a),r}let i=window.fetch.bind(window);window.fetch=async(a,...r)=>{let l=yu(new URL(a instanceof
Request?a.url:a,document.baseURI));if(l===null)return i(a,...r);let c=n[l];if(!c)return xu(l);let d=e.get(c)??o(c);e.set(
c,d);try{let p=JSON.stringify(ts(JSON.parse((await d).get(l)??"null")));return new Response(p,{headers:{"Content-Type":"\
application/json"}})}catch(p){throw e.delete(c),p}}}var ku='<script type="application/json" id="trace">',vu="<\/script>",$e={trace:"This page cannot draw a trace file itsel\
f. Run “python -m explorer export FILE --html page.html”, then open page.html here.",unknown:"This file is not an ex\
ported run. Make one with “python -m explorer export FILE --html page.html”.",large:"This file is larger than 64 MB.\
 Record fewer tokens, then export the run again."};async function $u(n){if(n.size>67108864)throw new Error($e.large);if(/\.jsonl(\.gz)?$|\.gz$/i.
test(n.name))throw new Error($e.trace);let t=await n.text();if(t.startsWith('{"kind":"header"'))throw new Error($e.trace);
let e=null;try{e=JSON.parse(t.split(ku,2)[1].split(vu,1)[0])}catch{}if(e?.type!=="open"||!Array.isArray(e.iterations)||!e.
header)throw new Error($e.unknown);return{...e,name:"",at:{it:1,phase:1}}}function fl(n,t,e){async function s(o){if(o){e(
"");try{t(await $u(o))}catch(i){e(i instanceof Error&&Object.values($e).includes(i.message)?i.message:$e.unknown)}}}n.addEventListener(
"change",async()=>{await s(n.files?.[0]),n.value=""}),n.labels?.[0]?.addEventListener("dragover",o=>o.preventDefault()),
n.labels?.[0]?.addEventListener("drop",o=>{o.preventDefault(),s(o.dataTransfer?.files[0])})}function ml(n,t){let e=[...n.querySelectorAll("[role=tab]")],s=c=>c.dataset.tab??"",o=s(e[0]);function i(c,d=null){vr(n.
closest("header")??n,d,n.dataset.wrong??"");for(let p of e){let u=s(p)===c;p.setAttribute("aria-selected",String(u));let f=document.
getElementById(p.getAttribute("aria-controls")??"");f&&(f.hidden=!u)}t(c)}function a(){let c=H();return c.get("tab")??(c.
has("toy")?"learn":c.has("comparison")&&!c.has("trace")?"compare":o)}function r(){let c=a(),d=e.some(p=>s(p)===c);i(d?c:
o,d?null:c)}function l(c){if(c===a())return i(c);$t({tab:c===o?null:c,toy:null,comparison:null},!0),i(c)}for(let c of e)
c.addEventListener("click",()=>l(s(c)));return addEventListener("popstate",r),kr(n),r(),{go:l}}function gl(){let n=matchMedia("(prefers-color-scheme: dark)"),t=H().get("__theme"),e=()=>document.body.classList.toggle(
"dark",t?t==="dark":n.matches);n.addEventListener("change",e),e()}var et=n=>document.getElementById(n),un=n=>document.getElementById(n),wo=()=>{};function bl(n){let t=document.getElementById(
`table-${n}`),e=et("compare-table");document.dispatchEvent(new Event("race:begun")),e.replaceChildren(t instanceof HTMLTemplateElement?
t.content.cloneNode(!0):h("div",{"data-comparison":n}));let s=e.querySelectorAll("tr[data-run]").length;document.querySelectorAll(
"#compare .slot").forEach((o,i)=>o.toggleAttribute("hidden",i>=s)),t&&(un("comparisons").value=n),Ar()}function Mu(n){let t=document.
querySelector(".slots template");t instanceof HTMLTemplateElement&&t.replaceWith(t.content),Cr(et("race"));for(let e of document.
querySelectorAll("#compare .slot"))no(e,wo,{url:!1,keys:!1,compact:!0,asks:!1},null);Sr(et("compare"),wo),un("comparison\
s").addEventListener("change",()=>bl(un("comparisons").value)),bl(ge()||n)}async function Su({start:n,race:t,files:e,comparison:s}){
gl();let o=H().get("embed")==="1";document.body.classList.toggle("embed",o),e&&ul(e);let i=et("stage"),a=un("runs"),r=new Set;
o||(Dr(et("bar")),await Ir(t)),no(i,wo,{value:n,asks:!1},null);let l=ml(et("tablist"),p=>{r.has(p)||(r.add(p),p==="learn"?
(Kr(et("learn-toy")),pl(et("learn-worth"))):p==="compare"&&Mu(s))});function c(p){l.go("explore"),tt("#stage")[0]?.stage.
receive(p)}let d=p=>c({type:"fetch",url:`explorer/open/${encodeURIComponent(p)}`,at:{it:1,phase:1},chosen:!0});a.addEventListener(
"change",()=>d(a.value)),addEventListener("popstate",()=>{let p=H().get("trace"),u=tt("#stage")[0]?.stage;p&&p!==u?.state().
name&&u?.receive({type:"start",trace:p,chosen:!0})}),i.addEventListener("stage:step",p=>{let{name:u,title:f}=p.detail,m=[
...a.options].some(({value:g,hidden:b})=>g===u&&!b);a.value=m?u:"",m||M(et("unlisted"),f||"Another run")});for(let p of document.
querySelectorAll("[data-lessons]"))p.addEventListener("click",()=>c({type:"lesson"}));et("present").addEventListener("cl\
ick",()=>tt("#stage")[0]?.stage.present()),Fr(et("reproduce")),Yr(et("traces"),(p,u)=>d(u.name)),fl(et("file"),c,p=>M(et(
"refused"),p)),o&&Au(et("whole"))}function Au(n){let t=()=>{let e=new URL(location.href),s=H();s.delete("embed"),e.hash=
"",e.search=s.toString(),n.href=e.href};for(let e of["pointerdown","focus"])n.addEventListener(e,t);t()}Su(JSON.parse(et(
"given").textContent??""));})();
