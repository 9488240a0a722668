"use strict";(()=>{function hs(n,t,e){for(let[s,o]of Object.entries(t))o==null||o===!1||(typeof o=="function"?n.addEventListener(s.slice(2),
o):n.setAttribute(s,o===!0?"":String(o)));return n.append(...Fo(e)),n}var Fo=n=>n.filter(t=>t!=null&&t!==!1),d=(n,t={},...e)=>hs(
document.createElement(n),t,e),x=(n,t={},...e)=>hs(document.createElementNS("http://www.w3.org/2000/svg",n),t,e),E=(n,...t)=>n.
replaceChildren(...Fo(t));function Te(n,t){let e=new Set(t);for(let o of[...n.children])e.has(o)||o.remove();let s=n.firstElementChild;
for(let o of t)o===s?s=s.nextElementSibling:n.insertBefore(o,s)}function I(n,t){for(let[e,s]of Object.entries(t))n.getAttribute(
e)!==String(s)&&n.setAttribute(e,String(s))}function A(n,t){let e=n.firstChild;n.textContent!==t&&(e instanceof Text&&e===
n.lastChild?e.data=t:n.textContent=t)}var _o=n=>requestAnimationFrame(()=>setTimeout(n)),Co=new Map,cs=null;function bt(n,t){
let e=`${t}\0${n}`,s=Co.get(e);if(s!==void 0)return s;if(cs??=document.createElement("canvas").getContext("2d"),!cs)return 0;
cs.font=t;let{width:o}=cs.measureText(n);return Co.set(e,o),o}var wt=(()=>{let n=s=>`${s.screenX} ${s.screenY}`,t="",e="";
return{watch(s){let o=i=>{if(!s.isConnected)return document.removeEventListener("mousemove",o,!0);e=t,t=n(i)};document.addEventListener(
"mousemove",o,{capture:!0,passive:!0})},moved:s=>n(s)!==(s.type==="mousemove"?e:t)}})();var Ee=()=>/^https?:$/.test(location.protocol),Bo=()=>location.hash.includes("=")&&(!location.search||!Ee()),U=()=>new URLSearchParams(
Bo()?location.hash.slice(1):location.search);function Mt(n,t=!1){let e=U(),s=new URL(location.href),o=e.toString();for(let[
i,a]of Object.entries(n))a===null||a===""?e.delete(i):e.set(i,String(a));if(e.toString()!==o){s.search=e.toString(),Bo()&&
(s.hash="");try{t?history.pushState(history.state,"",s):history.replaceState(history.state,"",s)}catch{history.replaceState(
history.state,"",`#${e}`)}}}function ee(n){let t=new URL(location.href);t.search=t.hash="";for(let[e,s]of Object.entries(
n))s!==null&&t.searchParams.set(e,String(s));return t.href}function ds(n,t,e=640){let s=new URL(n);return s.searchParams.
set("embed","1"),d("iframe",{src:s.href,title:t,width:"100%",height:e,loading:"lazy",frameborder:0,allow:"fullscreen; cl\
ipboard-write"}).outerHTML}var ps=(n,t)=>(t==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).test(n??"")?Number(n.replace("n","")):null;var Xl={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},tc=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,ec="\
\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",sc="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",nc=new RegExp(`\
(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${ec}]|${sc})`,"gsu"),Ln="⁨",qn="⁩",oc=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
at=n=>n.replace(nc,t=>t===" "||t===`
`?t:`⟨U+${(t.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function St(n){if(tc.test(n))return n;
let t=at(n.replace(/[ \n\t\r\u00a0]/g,e=>Xl[e]));return oc.test(t)?Ln+t+qn:t}var us=n=>`“${St(n.trim()||n)}”`,ic=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,
ac=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),rc=n=>n<128?1:n>=240?4:n>=224?3:2;function lc(n){let t=[];for(let e=0;e<
n.length;){let s=rc(n[e]);try{t.push([ac.decode(Uint8Array.from(n.slice(e,e+s))),e]),e+=s}catch{t.push([`⟨${n[e].toString(
16).toUpperCase().padStart(2,"0")}⟩`,e]),e+=1}}return t}function fs(n){let t=[],e=[],s=[],o=()=>{t.push(...lc(e).map(([
i,a])=>({text:i,index:s[a]}))),e=[],s=[]};return n.forEach((i,a)=>{let r=ic.exec(i)?.[1].split(" ").map(l=>parseInt(l,16));
if(r){e.push(...r),s.push(...r.map(()=>a));return}o(),t.push({text:i,index:a})}),o(),t}function zo(n){let t=n.startsWith(
Ln)&&n.endsWith(qn);return[Array.from(t?n.slice(1,-1):n),e=>t?Ln+e+qn:e]}function P(n,t){let[e,s]=zo(n);return e.length>
t?s(e.slice(0,t-1).join("")+"…"):n}function J(n,t){let[e,s]=zo(n);return e.length>t?s("…"+e.slice(1-t).join("")):n}var Ho=1e-12;
function q(n,t=2){if(n==null)return"–";if(n===0||n===1)return String(n);if(Number.isInteger(n)&&Math.abs(n)<1e7)return n.
toLocaleString("en");let e=Math.abs(n);return e<Ho?"0":e<1e-4||e>=1e5?n.toExponential(1).replace("e+","e"):e<1&&e>=.995?
String(Math.min(+n.toFixed(5),.99999)).slice(0,6):e<.1?String(+n.toPrecision(t)):e<1?n.toFixed(t).replace(/(\.\d\d+?)0+$/,
"$1"):String(+n.toPrecision(4))}var C=n=>q(n).replace(/^0\./,".");function B(n){return n==null?"–":n<Ho?"0%":n>=.995&&
n<1?">99%":n>=95e-5?`${(100*n).toFixed(n>=.0995?0:1)}%`:n>=1e-6?`${+(100*n).toPrecision(1)}%`:"≈0%"}var D=(n,t,e=q)=>n===
"plain"?B(t):e(t),At=(n,t,e)=>n==="plain"?`${+(100*t).toFixed(e)}%`:String(+t.toFixed(e+2));function zt(n){return n>=1?n.
toFixed(n<10?2:1)+" s":n>=.001?(n*1e3).toFixed(n<.01?1:0)+" ms":(n*1e6).toFixed(0)+" µs"}var R=(n,t,e=`${t}s`)=>`${n.toLocaleString(
"en")} ${n===1?t:e}`;var se={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d8894",dark:"\
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
blue",tint:"blue",line:"double"},{name:"fill",label:"extra beam (fill-in)",colour:"blue",tint:"blue",line:"dashed"}]};var ne=new Map(se.states.map(n=>[n.name,n])),jn=new Map(se.origins.map(n=>[n.name,n])),hc=se.glyphs;function Z(n){let t=ne.
get(n);if(!t)throw new Error(`states.json has no state ${n}`);return t}function yt(n,t){let{label:e,plain:s}=Z(n);return t===
"plain"&&s?s:e}var Wo=n=>n.reduce((t,e)=>Z(e).strength>Z(t).strength?e:t),dc=new Map(se.phases.map(n=>[n.name,n])),oe=n=>dc.
get(n)??{name:n,label:n.replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},pc=new Map(se.groups.map(({name:n,
label:t})=>[n,t])),Oe=n=>pc.get(n)??n;function Uo(n,t){let{label:e,plain:s,group:o}=oe(n);return t==="exact"?e:s??Oe(o)}
var ht=n=>hc[Z(n).glyph],uc=(n,t)=>x("path",{d:ht(n),class:"st-g","data-kind":n,transform:`scale(${t})`}),et=n=>x("svg",
{viewBox:"-8 -8 16 16",width:16,height:16,class:"st-icon","aria-hidden":"true"},uc(n,5.4));var In=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{upTo:1/0,
cell:5,font:0,chars:0}],Go=In[In.length-1],Ko={rows:[],sees:[],cached:[],starts:[]},ms=class{info=d("span",{class:"st-qu\
iet","data-testid":"mask-size"});order=d("select",{class:"st-speed st-small","data-testid":"mask-order","aria-label":"Ro\
w order",onchange:()=>this.redo()},d("option",{value:"pass"},"as in the pass"),d("option",{value:"depth"},"depth first, \
tree by tree"));box=d("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=d("p",{class:"st-mask-\
say","data-testid":"mask-say","aria-live":"polite"});keys=d("div",{class:"st-mask-keys","aria-hidden":"true"},d("span",{
"data-of":"on"},"may attend"),d("span",{"data-of":"itself"},"itself"),d("span",{"data-of":"off"},"masked (another branch\
)"));pin=d("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"false",title:"Show t\
he mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=d("p",{class:"st-quiet st-mas\
k-why"});root=d("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.redo()},d("s\
ummary",{},"Attention mask of the target pass"),d("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,this.
keys),d("div",{class:"st-mask-body"},this.box,d("div",{class:"st-mask-words"},this.say,this.why)));paths=x("g");ring=x("\
path",{class:"st-mask-ring"});across=x("rect",{visibility:"hidden",x:0});down=x("rect",{visibility:"hidden",y:0});it=void 0;mask=Ko;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=Go;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("mousemove",s=>{this.svg&&wt.moved(s)&&e.hover(this.at(s))}),this.box.addEventListener(
"mouseleave",s=>{wt.moved(s)&&e.hover(-1)}),this.box.addEventListener("click",s=>{this.at(s)>=0&&e.pick(this.at(s))}),this.
box.addEventListener("blur",()=>e.hover(-1)),this.box.addEventListener("keydown",s=>{let o=s.key==="ArrowDown"?1:s.key===
"ArrowUp"?-1:0;if(s.key==="Enter"&&this.pointed>=0)e.pick(this.rows[this.pointed]);else if(o&&this.svg){let i=this.pointed<
0&&o<0?this.rows.length:this.pointed;do i+=o;while(i>=0&&i<this.rows.length&&this.it.born[this.rows[i]]>this.phase);i>=0&&
i<this.rows.length&&(e.hover(this.rows[i]),this.reveal(i))}else return;s.preventDefault(),s.stopPropagation()})}togglePin(){
this.pinned=!this.pinned,this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){
let t=this.mask.rows.map((s,o)=>o);if(this.order.value==="depth"){let s=new Map(this.it.lay.at.map((o,i)=>[o,this.it.lay.
row[i]]));t.sort((o,i)=>(s.get(this.mask.rows[o])??0)-(s.get(this.mask.rows[i])??0))}this.heads=this.mask.cached.length;
let e=new Map(t.map((s,o)=>[s+this.heads,o+this.heads]));this.rows=t.map(s=>this.mask.rows[s]),this.sees=t.map(s=>this.mask.
sees[s].map(o=>e.get(o)??o)),this.rowOf=new Map(this.rows.map((s,o)=>[s,o]))}word(t){return this.model.wordAt(this.it,t)}cachedTokens(){
return this.mask.cached.reduce((t,e)=>t+e.size,0)}cachedText(t){return t.end===null?at(this.model.header.prompt||"the pr\
ompt"):this.model.phrase(this.model.path(null,t.end).slice(-t.size).map(({token:e})=>e))}build(){this.size=In.find(g=>this.
rows.length<=g.upTo)||Go;let{cell:t,font:e,chars:s}=this.size,o=e>0,i=o&&t>=14,a=this.rows.map(g=>o?P(this.word(g),s):""),
r=g=>bt(g,`${e}px sans-serif`),l=Math.max(0,...a.map(r)),c=this.mask.cached.map((g,b)=>`${g.end===null?"prompt":this.sees.
every(y=>y.includes(b))?"text":"own"} · ${g.size}`);this.left=o?Math.ceil(l)+t+14:8,this.top=i?Math.ceil(.87*Math.max(l,
...c.map(r))+16):20;let h=this.left;this.columns=[...this.mask.cached.map(g=>({tokens:g.size,x:0,wide:Math.max(t,26)})),
...this.rows.map(()=>({tokens:1,x:0,wide:t}))],this.columns.forEach((g,b)=>{b===this.heads&&(h+=6),g.x=h,h+=g.wide});let p=Math.
ceil(h+(i?this.top*.5:8)),u=this.top+this.rows.length*t+8;this.svg=x("svg",{width:p,height:u,viewBox:`0 0 ${p} ${u}`,class:`\
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
ze":a},s),c),p=`translate(${this.columns[this.heads+e].x+i*.7} ${this.top-5}) rotate(-60)`;return{side:h,mark:c,head:o?x(
"text",{class:"st-mask-head",transform:p,"font-size":a},l(),s):null}}cap(t,{x:e,wide:s},o,i){let a=x("title",{},`${R(t.size,
"token")}: ${P(this.cachedText(t),300)}`),r="st-mask-head cached";return i?x("text",{class:r,transform:`translate(${e+s*
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
p=a.get(r.state)||{others:"",own:""};for(let u of this.sees[l])if(u!==this.heads+l){let{x:f,wide:m}=this.columns[u];p.others+=
`M${f+e/2} ${h}h${m-e}v${s}h${e-m}z`}p.own+=`M${this.columns[this.heads+l].x+e/2} ${h}h${s}v${s}h${-s}z`,a.set(r.state,p)}),
E(this.paths,...[...a].map(([r,{others:l}])=>x("path",{class:"st-cell","data-state":r,d:l})),...[...a].map(([r,{own:l}])=>x(
"path",{class:"st-cell self","data-state":r,d:l})))}dress({side:t,mark:e,head:s},o){for(let i of[t,s])i?.setAttribute("v\
isibility",o?"visible":"hidden");if(o){e.setAttribute("d",ht(o.state)),e.setAttribute("data-kind",o.state);for(let i of[
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
mask=this.it.mask||Ko,this.phase=e,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.
shown!==this.it.i)this.redo();else{let s=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(s),this.describe()}}reset(){
this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,E(this.box),A(this.say,""),this.root.hidden=!0}};var fc={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},mc=-2,Vo=(n,t,e)=>n.n.shares?.[t]?.findLast(([s])=>s<=e);function gc(n){
let{n:t}=n,e=t.id.length,s=new Map(t.id.map((f,m)=>[f,m])),o=new Array(n.verdicts.length).fill(n.steps.length-1);n.steps.
forEach((f,m)=>f.verdicts.forEach(g=>o[g]=m));let i=t.id.map(()=>[]),a=t.id.map(()=>[]);n.verdicts.forEach((f,m)=>i[f.place].
push(m));for(let f of i)f.sort((m,g)=>o[m]-o[g]);t.parent.forEach((f,m)=>{let g=s.get(f);g!==void 0&&a[g].push(m)});let r=new Array(
e).fill(!1);for(let f of n.path)r[f]=!0;let l=t.fates.map(f=>f.map(([m,g,b,w,y,k,v])=>({step:m,state:g,verdict:b,second:w,
times:y,told:k,plain:v}))),c=t.origin?t.origin.filter((f,m)=>f!==null&&f!==t.id[m]).length:0,h=!n.shares&&t.role.every((f,m)=>f!==
"draft"||i[m].some(g=>n.verdicts[g].p!==void 0||n.verdicts[g].state==="not_sent")),p=0,u=n.steps.map(({phase:f,verdicts:m,
layer:g})=>p=Math.max(p,m.length||f==="layer"?g??0:0));return{...n,size:e,place:s,fates:l,children:a,judged:i,stepOf:o,deepest:u,
onPath:r,replicas:c,scored:h}}var gs=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];columns=0;calculates=!1;open(t){let e=t.header||{method:"",deciding:{},rejection:""};Object.
assign(this,{name:t.name||"",header:e,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.columns=0,
this.calculates=!1,this.live=!!t.live,this.add(t)}add(t){Object.assign(this.texts,t.texts||{});for(let e of t.iterations||
[])if(!(e.i<this.its.length)){if(e.i>this.its.length)return e.i-this.its.length;this.its.push(gc(e)),this.columns=Math.max(
this.columns,e.lay.cols),this.calculates||=e.verdicts.some(({a:s})=>s!==void 0)||e.panels.some(({kind:s})=>s==="judged"||
s==="prefixes"),this.starts.push(this.starts[e.i]+e.steps.length);for(let[s,o,i,a,r]of e.made)this.lineage.set(s,{node:s,
parent:o,token:i,it:e.i,origin:a,step:r})}return t.summary&&(this.summary=t.summary),t.incomplete!==void 0&&(this.incomplete=
t.incomplete),0}get(t,e,s){return t.n[e]?.[s]??null}copied(t,e){let s=this.get(t,"origin",e);return s!==null&&s!==t.n.id[e]}up(t,e){
return t.place.get(t.n.parent[e])??-1}gram(t,e,s){let o=[];for(let i=e;i>=0&&o.length<s;i=this.up(t,i))o.push(i);return o}drafted(t,e,s){
let o=Vo(t,e,s);return o?o[1]:this.get(t,"q",e)}wanted(t,e,s){if(s<t.seen||this.fate(t,e,s).state==="not_sent")return null;
let o=Vo(t,e,s);if(o)return o[2];let i=t.scored?t.judged[e]:this.decided(t,e,s);for(let a of i)if(t.verdicts[a].p!==void 0)
return t.verdicts[a].p??null;return this.get(t,"p",e)}nth(t,e){let s=this.up(t,e);if(s<0||t.n.role[e]!=="draft")return null;
let o=t.children[s].filter(i=>t.n.role[i]==="draft");return o.length>1?o.indexOf(e)+1:null}toy(){return String(this.header.
pair||"").startsWith("toy:")}drafter(){return fc[this.header.method]??"Draft"}guessed(){return this.header.q_name??"draf\
t"}unweighed(t,e){return(this.header.copies_text||t.panels.some(({kind:o})=>o==="written"))&&t.n.role[e]==="draft"&&this.
get(t,"q",e)===1}text(t){return t===mc?"itself (finished)":this.texts[t]??(t<0?"start":"#"+t)}word(t){return St(this.text(
t))||"∅"}wordAt(t,e){return t.n.parent[e]<0&&t.n.role[e]==="input"?"start":this.word(t.n.token[e])}fate(t,e,s){return t.
fates[e].findLast(o=>o.step<=s)||t.fates[e][0]}missing(t,e){return t.lacking?.includes(e)?this.header.not_in_draft??null:
null}decided(t,e,s){return t.judged[e].filter(o=>t.stepOf[o]<=s)}marks(t,e){let s=new Map,o=i=>s.set(i,(s.get(i)??0)+1);
for(let i of this.bornBy(t,e)){let{state:a}=this.fate(t,i,e);o(a);let r=this.decided(t,i,e).some(l=>t.verdicts[l].state===
"unused");a==="merged"&&r&&o("unused")}return s}drawsOf(t,e,s){return e!=="accepted"&&e!=="rejected"?0:t.verdicts.filter(
(o,i)=>o.state===e&&t.stepOf[i]<=s).length}drawnOften(t,e){let s=this.bornBy(t,e).map(i=>this.fate(t,i,e)).filter(({times:i})=>i),
o=({state:i,times:a,told:r})=>i==="input"?-1/0:new Set(a).size>1&&(!a.startsWith("×")||a.includes(" "))?a.length:-r.length;
return s.sort((i,a)=>o(a)-o(i))[0]??null}bornBy(t,e){return t.born.flatMap((s,o)=>s<=e?[o]:[])}called(t){return yt(t.state,
this.voice)}path(t,e){let s=[],o=e;for(;o>0;){let i=t?.place.get(o),a=this.lineage.get(o);if(t&&i!==void 0&&!(a&&t.n.role[i]===
"input"))s.push({node:o,parent:t.n.parent[i],token:t.n.token[i],it:t.i,origin:null,step:0}),o=t.n.parent[i];else if(a)s.
push(a),o=a.parent;else break}return s.reverse()}second(t){return this.voice==="plain"?t.plain:t.second}unit(){return this.
voice==="plain"&&this.header.unit||"token"}at(t){let e=0;for(;e+1<this.its.length&&this.starts[e+1]<=t;)e++;return[e,t-this.
starts[e]]}joiner(){return this.toy()?" ":""}phrase(t){return at(fs(t.map(e=>this.text(e))).map(({text:e})=>e).join(this.
joiner()))}added(t){return this.phrase(this.its[t].made.map(([,,e])=>e))}written(){let t=this.its.at(-1),e=t?.beams.find(
s=>s.best)??t?.beams[0];return e&&this.multi()?this.path(null,e.node):this.its.flatMap(({made:s})=>s.flatMap(([o])=>this.
lineage.get(o)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.some(t=>t.beams.length>1)}beamsOf(t){
let e=new Map;return t.beams.forEach((s,o)=>{let i=e.get(s.node);i?i.slots.push(o):e.set(s.node,{beam:s,slots:[o]})}),[...e.
values()]}},bc=new Set(["rejected","fails"]),Yo=(n,t)=>n.steps[t].now.flatMap(e=>n.fates[e].filter(({step:s})=>s===t)).map(
({state:e})=>e);function bs(n,t){let e=Yo(n,t);return e.length>0&&e.every(s=>bc.has(s))}function Qo(n,t){let e=n.steps[t].
verdicts.map(i=>n.verdicts[i].state),s=new Set(e.length?e:Yo(n,t)),[o]=s;return s.size===1?o:null}var wc=3,yc={up:"↑",down:"↓",left:"←",right:"→"};function xc({scrollLeft:n,scrollTop:t,scrollWidth:e,scrollHeight:s,
clientWidth:o,clientHeight:i},a={w:1/0,h:1/0}){return[["up",t],["down",Math.min(s,a.h)-i-t],["left",n],["right",Math.min(
e,a.w)-o-n]].filter(([,l])=>l>wc).map(([l])=>l)}var qt=class{sign=d("span",{class:"st-more-sign","aria-hidden":"true","d\
ata-testid":"more-sign"});constructor(t,e=()=>{}){this.box=t,this.until=e,t.classList.add("st-sides"),t.addEventListener(
"scroll",()=>this.look(),{passive:!0}),new ResizeObserver(()=>this.look()).observe(t)}look(){let t=xc(this.box,this.until());
I(this.box,{"data-more":t.join(" ")}),A(this.sign,t.length?`${t.map(e=>yc[e]).join(" ")} more`:"")}};var kc=0;function Jo(n){let t=d("div",{class:"st-menu",hidden:!0,id:`st-menu-${++kc}`,"data-testid":"more-menu"},...n.map(
({id:r,label:l,key:c,act:h})=>d("button",{type:"button",class:"st-menu-entry","data-testid":r,onclick(){a(),h()}},d("spa\
n",{},l),c&&d("kbd",{"aria-hidden":"true"},c)))),e=d("button",{type:"button",class:"st-btn","data-testid":"more","aria-e\
xpanded":"false","aria-controls":t.id,title:"Jumps, search, pictures, keys",onclick:()=>t.hidden?i():a()},"More"),s=[...t.
children];function o(r){let l=r.target;!t.contains(l)&&!e.contains(l)&&a()}function i(){t.hidden=!1,e.setAttribute("aria\
-expanded","true"),document.addEventListener("pointerdown",o,!0),s[0]?.focus()}function a(){if(t.hidden)return;let r=t.contains(
document.activeElement);t.hidden=!0,e.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",o,
!0),r&&e.focus()}return t.addEventListener("keydown",r=>{let{key:l}=r,c=s.findIndex(p=>p===document.activeElement),{length:h}=s;
if(l==="Escape")a();else if(l==="ArrowDown")s[(c+1)%h].focus();else if(l==="ArrowUp")s[(c-1+h)%h].focus();else if(l==="H\
ome")s[0].focus();else if(l==="End")s[h-1].focus();else return;r.preventDefault(),r.stopPropagation()}),t.addEventListener(
"focusout",r=>{r.relatedTarget instanceof Node&&!t.contains(r.relatedTarget)&&a()}),{button:e,list:t}}var vc={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M7 4\
l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M5 5\
l10 7-10 7z"},Rn=n=>x("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},x("path",{d:vc[n]})),
$c=6e3,Mc={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},Sc={"← →":"previous, next step","Page Up, Page Down":"previo\
us, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this or the next round",Space:"pl\
ay, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in the text",S:"share this step",
"Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"select the focused node",
Esc:"clear the selection","?":"this list"},ws=class{play=this.button("play","play","Play (Space)",()=>this.act.play());scrub=d(
"input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,step:1,"aria-label":"Step",oninput:()=>this.
act.seek(Number(this.scrub.value))});speed=d("select",{class:"st-speed","data-testid":"speed","aria-label":"Playback spe\
ed"},...Object.entries(Mc).map(([t,e])=>d("option",{value:t,selected:t==="1"},e)));where=d("output",{class:"st-where","d\
ata-testid":"position"});strip=d("div",{class:"st-strip",role:"group","aria-label":"Steps of this round","data-testid":"\
phases"});help=d("dialog",{class:"st-help","data-testid":"help-dialog","aria-label":"Keys"},d("h2",{},"Keys"),d("dl",{},
...Object.entries(Sc).map(([t,e])=>d("div",{},d("dt",{},d("kbd",{},t)),d("dd",{},e)))),d("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=d("button",{type:"button",class:"st-btn st-next","data-tes\
tid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(1)},d("span",{},"Next"),Rn("next"));menu=Jo([{id:"t\
o-rejection",label:"First rejection",key:"R",act:()=>this.act.rejection()},{id:"to-accepted",label:"Next fully accepted \
round",key:"A",act:()=>this.act.accepted()},{id:"open-find",label:"Find in the text",key:"/",act:()=>this.act.find()},{id:"\
save-svg",label:"Save picture as SVG",act:()=>this.act.picture("svg")},{id:"save-png",label:"Save picture as PNG",act:()=>this.
act.picture("png")},{id:"open-share",label:"Share this step",key:"S",act:()=>this.act.share()},{id:"help",label:"Show al\
l keys",key:"?",act:()=>this.act.help()}]);notice=d("p",{class:"st-told",role:"status","data-testid":"told"});run=d("div",
{class:"st-of-run"},this.button("first","first","First step (Home)",()=>this.act.seek(0)),this.button("prev-iteration","\
back2","End of the previous round (Shift ←)",()=>this.act.iteration(-1)),this.where,this.button("next-iteration","next\
2","End of this round, then of the next (Shift →)",()=>this.act.iteration(1)),this.button("last","last","Last step (En\
d)",()=>this.act.seek(1/0)),this.speed,this.menu.button);more=d("button",{type:"button",class:"st-btn st-more-controls",
"data-testid":"more-controls",title:"More controls","aria-label":"More controls","aria-expanded":"false",onclick:()=>this.
unfold()},"⋯");root=d("section",{class:"st-controls","aria-label":"Playback"},d("div",{class:"st-row"},this.next,this.
button("prev-phase","back","Previous step (←)",()=>this.act.phase(-1)),this.play,this.strip,this.run,this.more),this.scrub,
this.menu.list,this.notice,this.help);sides=new qt(this.strip);striped=null;cells=[];lit=-1;voice="";part="";reached=-1;fading=0;constructor(t,e){
this.model=t,this.act=e,this.voice=t.voice,this.strip.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.
closest("[data-to]"):null;o&&e.to(Number(o.getAttribute("data-to")))})}button(t,e,s,o){return d("button",{type:"button",
class:"st-btn","data-testid":t,title:s,"aria-label":s,onclick:o},Rn(e))}notify(t){clearTimeout(this.fading),A(this.notice,
t),t&&(this.fading=setTimeout(()=>this.notify(""),$c))}unfold(){let t=this.root.classList.toggle("all");this.more.setAttribute(
"aria-expanded",t?"true":"false"),t&&this.settle()}show(t,e,s="",o=e){this.model.live||this.notify(""),(this.part!==s||this.
reached!==o)&&(this.lit=-1),this.part=s,this.reached=o;let i=o<e?t.steps[e].ahead:this.titleOf(t,e),a=`Round ${t.i+1} of\
 ${this.model.its.length}`;this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.starts[t.i]+e),
A(this.where,a);let r=this.model.starts[t.i]+e===this.model.total()-1;this.next.setAttribute("aria-disabled",String(r)),
this.scrub.setAttribute("aria-valuetext",`${a}, step ${e+1}: ${s?`${i}, ${s}`:i}`),this.striped!==t&&this.fillStrip(t),this.
voice!==this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let l=Math.max(0,Math.min(this.lit,e));l<=Math.min(
this.cells.length-1,Math.max(this.lit,e));l++)this.reach(t,l,e);this.lit<0&&this.cells.forEach((l,c)=>this.reach(t,c,e)),
this.lit=e}titleOf(t,e){return this.model.voice==="plain"?t.steps[e].called:t.steps[e].title}reach(t,e,s){let o=this.cells[e],
i=this.titleOf(t,e),{ahead:a}=t.steps[e],r=e<=this.reached;o.classList.toggle("done",r),o.toggleAttribute("data-failed",
r&&bs(t,e)),e===s?o.setAttribute("aria-current","step"):o.removeAttribute("aria-current");let l=Qo(t,e),c=o.dataset.group!==
"decide"?"":r?l?Z(l).sign:"●":"?";A(o,e===s?this.part||i:c);let h=`Step ${e+1}: ${r?i:a}`;I(o,{title:h,"aria-label":h})}fillStrip(t){
this.striped=t,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(document.activeElement)&&document.
activeElement.blur();let e=[],s=t.steps.map(({phase:r})=>oe(r).group),o=s.some((r,l)=>r==="draft"&&t.steps[l].phase!=="i\
nput");s.forEach((r,l)=>{let c=r==="draft"&&!o?"check":r;e.at(-1)?.group!==c&&e.push({group:c,steps:[]}),e[e.length-1].steps.
push(l)});let i=[...this.strip.children],a=e.map((r,l)=>i[l]??d("div",{class:"st-phases"},d("span",{class:"st-group"})));
this.cells=[],e.forEach(({group:r,steps:l},c)=>{let[h,...p]=[...a[c].children];I(a[c],{"data-group":r}),A(h,Oe(r));let u=l.
map((f,m)=>p[m]??d("button",{type:"button",class:"st-ph",tabindex:"-1"}));l.forEach((f,m)=>I(u[m],{"data-phase":t.steps[f].
phase,"data-group":r,"data-to":f})),Te(a[c],[h,...u]),this.cells.push(...u)}),this.strip.classList.toggle("many",this.cells.
length>16),Te(this.strip,a)}settle(){let t=this.cells[this.lit],e=this.strip.clientWidth,s=t?.parentElement?.querySelector(
".st-group");if(!t||!s)return;let o=t.getBoundingClientRect(),i=this.strip.getBoundingClientRect(),a=o.left-i.left+this.
strip.scrollLeft;this.strip.scrollLeft=Ac(a,o.width,e,s.getBoundingClientRect().width);let r=i.left+4;for(let l of this.
strip.children){let{left:c,right:h}=l.getBoundingClientRect(),p=l.firstElementChild,u=!p||c>=r-1||h-r>=p.getBoundingClientRect().
width;l.classList.toggle("cut",!u)}this.sides.look()}playing(t){E(this.play,Rn(t?"pause":"play")),this.play.title=t?"Pau\
se (Space)":"Play (Space)",this.play.setAttribute("aria-label",this.play.title),this.play.setAttribute("aria-pressed",t?
"true":"false")}reset(){this.striped=null,this.cells=[],this.lit=-1,E(this.strip),A(this.where,""),this.scrub.max="0"}focus(){
return this.next.focus({preventScroll:!0})}rate(){return Number(this.speed.value)}},Ac=(n,t,e,s)=>Math.max(0,n+t/2-(e+s)/
2);function Xo({it:n,phase:t},e,s){if(e>0&&t<s[n]-1)return{it:n,phase:s[n]-1};if(e<0&&n===0)return{it:n,phase:0};let o=Math.
min(s.length-1,n+e);return{it:o,phase:s[o]-1}}var Tc=45;function ti(n,t,e){let s=300+Tc*e,{group:o}=oe(n);return o==="dr\
aft"?e>60?s:t===n?1100:2e3:Math.max(n==="verify"||n==="unused"?4e3:4200,s)}var Ec="input:not([type=range]):not([type=che\
ckbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=''], [contenteditable=true]",Oc="[role=\
tablist],[role=slider],[role=listbox]",Lc=["ArrowLeft","ArrowRight","Home","End","PageUp","PageDown"],Zo=new Map([["f","\
present"],["r","rejection"],["a","accepted"],["/","find"],["s","share"],["?","help"]]),qc=n=>n.classList.contains("prese\
nt");function ei(n,t,e){function s(o){if(!n.isConnected)return document.removeEventListener("keydown",s);if(o.defaultPrevented||
o.ctrlKey||o.metaKey||o.altKey||!n.checkVisibility())return;let i=o.target instanceof Element?o.target:document.body,{key:a,
shiftKey:r}=o;if(i.closest(Ec)||document.querySelector("dialog[open]")||i.closest(Oc)||!n.contains(i)&&i.closest("input,\
 button, a, summary")&&[" ","Home","End"].includes(a)||Lc.includes(a)&&i.matches("input[type=range]")&&!i.closest(".st-c\
ontrols")||e(o))return;let l=a==="ArrowRight"||a==="PageDown"?1:-1;if(a==="ArrowRight"||a==="ArrowLeft")t[r?"iteration":
"phase"](l);else if(qc(n)&&(a==="PageDown"||a==="PageUp"))t.phase(l);else if(Zo.has(a.toLowerCase()))t[Zo.get(a.toLowerCase())??
"help"]();else if(a===" "&&!(i.closest("button, summary")&&n.contains(i)))t.play();else if(a==="Home")t.seek(0);else if(a===
"End")t.seek(1/0);else if(a==="Escape")t.release();else return;o.preventDefault()}document.addEventListener("keydown",s)}
function Le(){let n=U(),t=e=>ps(n.get(e),e);return{trace:n.get("trace"),it:t("it"),phase:t("phase"),part:t("part"),node:t(
"node")}}var jc={it:"round",phase:"step",node:"node"};function si(n,t){for(let[e,s]of Object.entries(jc)){let o=n.get(e),
i=ps(o,e),a=t[(ps(n.get("it"),"it")??1)-1],r=i!==null&&(e==="it"&&i>t.length||e==="phase"&&i>(a??t[t.length-1]).steps.length),
l=e==="node"&&i!==null&&!t.some(({place:c})=>c.has(i));if(o!==null&&(r||l||i===null))return`There is no ${s} “${o.slice(
0,40)}”, so ${e==="node"?"none is selected":`this is the ${r?"last":"first"} one`}.`}return""}var ys=()=>document.querySelector(
"[data-opening='race']")!==null;function Nn(n=()=>!0){let t=0,e=0,s={};function o(){if(t=0,!n())return;let i=U(),a={lesson:i.
get("lesson"),trace:i.get("trace"),...s},r=i.has("trace")&&![null,"",i.get("trace")].includes(a.trace);Mt(s,r&&!a.lesson)}
return i=>{s=i,t||=setTimeout(o,e),e=120}}var Ic="not_sent",Rc=n=>ni(n).length>0,ni=n=>n.n.role.flatMap((t,e)=>t==="draft"&&n.fates[e].at(-1)?.state!==Ic?[e]:[]);
function xs(n){let t=ni(n),e=Math.max(...t.map(s=>n.n.depth[s]));return t.some(s=>n.n.depth[s]===e&&n.onPath[s])}function oi(n,t){
return n.its.some(Rc)?n.live?`${t} so far.`:`${t}.`:"Nothing is drafted in this run."}function ii(n){for(let t of n.its){
let e=t.steps.findIndex(({verdicts:o})=>o.some(i=>t.verdicts[i].state==="rejected")),s=t.steps[e]?.verdicts.find(o=>t.verdicts[o].
state==="rejected");if(s!==void 0)return{it:t.i,phase:e,node:t.n.id[t.verdicts[s].place]}}return oi(n,"This run has no r\
ejection")}function ks(n,t){let e=n.its.slice(t+1).find(xs);if(e)return{it:e.i,phase:e.steps.length-1,node:null};let s=n.
its.some(xs);return oi(n,s?"No later round is fully accepted":"No round is fully accepted")}function ai(n,t,e,s){let o=t.
toLowerCase();if(!o.trim())return[];let i=fs(n.map(({token:c})=>e(c))),a=[],r="";for(let c of i)a.push(r.length),r+=c.text.
toLowerCase()+s;let l=[];for(let c=r.indexOf(o);c>=0;c=r.indexOf(o,c+o.length)){let h=c+(o.length-o.trimStart().length),
p=n[i[a.findLastIndex(u=>u<=h)].index];l.at(-1)!==p&&l.push(p)}return l}function ri(n,t){let e=d("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),s=d("input",{type:"text",
class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"Find in the te\
xt",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>c()}),o=(m,g,b,w)=>d("button",
{type:"button",class:"st-btn st-small","data-testid":m,title:b,"aria-label":b,onclick:w},g),i=d("div",{role:"search",class:"\
st-find",hidden:!0,"data-testid":"find"},s,e,o("find-previous","↑","Previous match (Shift + Enter)",()=>p(-1)),o("find\
-next","↓","Next match (Enter)",()=>p(1)),o("find-close","✕","Close search (Esc)",()=>f())),a=[],r=-1,l=0;function c(){
a=ai(n.written(),s.value,m=>n.text(m),n.joiner()),t.mark(new Set(a.map(({node:m})=>m))),r=a.findIndex(({it:m})=>m>=l),r<
0&&(r=a.length-1),h()}function h(){let m=a[r],g=s.value.trim()!=="";m&&t.goto(m.it,m.step,m.node),A(e,m?`${r+1} of ${a.length}`:
g?"No match in this run":"")}function p(m){a.length&&(r=(r+m+a.length)%a.length,h())}function u(){i.hidden&&(l=t.at()),i.
hidden=!1,s.focus(),s.select(),s.value&&c()}function f(){i.hidden||(i.hidden=!0,a=[],t.mark(new Set),t.left())}return s.
addEventListener("keydown",m=>{if(m.key==="Enter")p(m.shiftKey?-1:1);else if(m.key==="ArrowDown"||m.key==="ArrowUp")p(m.
key==="ArrowDown"?1:-1);else return;m.preventDefault(),m.stopPropagation()}),i.addEventListener("keydown",m=>{m.key==="E\
scape"&&(f(),m.preventDefault(),m.stopPropagation())}),{root:i,open:u,reset(){i.hidden=!0,s.value="",A(e,""),a=[],r=-1,t.
mark(new Set)}}}var li=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The large model whose \
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
f the tree. Then the next leaf is tested.",paper:"Weng et al. 2025"}];var qe=new Map;for(let n of li)for(let t of[n.term,...n.also])qe.set(t,[...qe.get(t)??[],n]);var Dc="[\\p{L}\\p{N}_′̃’]",
ci=n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),Pc=n=>/^\p{Ll}{2}/u.test(n)?`[${n[0]}${n[0].toUpperCase()}]${ci(n.slice(1))}`:
ci(n),Cc=[...qe.keys()].sort((n,t)=>t.length-n.length),Fc=new RegExp(`(?<!${Dc})(${Cc.map(Pc).join("|")})(?![\\p{L}\\p{N}_\
′̃])`,"gu");function _c(n,t){let e=qe.get(n)??qe.get(n[0].toLowerCase()+n.slice(1))??[];return e.find(({methods:o})=>o.
includes(t))??e.find(({methods:o})=>!o.length)??null}function Bc(n,t="",e=new Set){let s=[],o=0;for(let i of zc(n)){let a=_c(
i[0],t);!a||e.has(a)||(e.add(a),s.push({text:n.slice(o,i.index),entry:null},{text:i[0],entry:a}),o=i.index+i[0].length)}
return[...s,{text:n.slice(o),entry:null}].filter(i=>i.text)}var zc=n=>[...n.matchAll(Fc)].filter(({index:t})=>n.lastIndexOf(
"“",t)<=n.lastIndexOf("”",t)&&!/^a \p{L}/u.test(n.slice(t,t+3))),hi=0;function di(n,t){hi+=1;let e=d("div",{class:"s\
t-gloss",role:"tooltip",id:`st-gloss-${hi}`,hidden:!0,"data-testid":"glossary"}),s=null;function o(p,u){s=p,E(e,d("b",{},
u.name),d("p",{},u.help),u.paper?d("small",{},u.paper):null),e.hidden=!1;let f=p.getBoundingClientRect(),m=n.getBoundingClientRect(),
g=e.offsetWidth,b=Math.max(0,Math.min(f.left-m.left,m.width-g)),w=f.top-e.offsetHeight-6;e.style.left=`${b}px`,e.style.top=
`${(w>0?w:f.bottom+6)-m.top}px`,p.setAttribute("aria-describedby",e.id)}function i(){s?.removeAttribute("aria-describedb\
y"),s=null,e.hidden=!0}n.addEventListener("keydown",p=>{if(p.key==="ArrowDown"||p.key==="ArrowUp")return a(p,p.key==="Ar\
rowDown"?1:-1);p.key!=="Escape"||e.hidden||(i(),p.stopPropagation())});function a(p,u){let f=p.target;if(!(f instanceof HTMLElement)||
f.localName!=="dfn")return;let g=[...f.closest("p, dt, dd, li, span")?.querySelectorAll("dfn")??[]];g[Math.min(g.length-
1,Math.max(0,g.indexOf(f)+u))].focus(),p.preventDefault(),p.stopPropagation()}let r=(p=!0)=>{let u=new Set,f=p;return m=>Bc(
m,t(),u).map(g=>{let b=f&&g.entry!==null;return b&&(f=!1),c(g,b)})},l=(p,u=!0)=>r(u)(p);function c({text:p,entry:u},f){if(!u)
return p;let m=d("dfn",{tabindex:f?"0":"-1","data-term":u.term},p),g=()=>o(m,u);for(let b of["focus","click"])m.addEventListener(
b,g);return m.addEventListener("mouseenter",b=>{wt.moved(b)&&g()}),m.addEventListener("blur",i),m.addEventListener("mous\
eleave",()=>{m.matches(":focus")||i()}),m}return{root:e,explained:l,marker:r,gone:()=>{s&&!s.isConnected&&i()}}}var je=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:7,wide:190,gap:36,font:17,small:13,r:6.5,text:!0,least:.93},{name:"\
duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",upTo:64,
row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,high:21,
low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,apart:2,
wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],rt={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,wide:178,gap:0,
font:18,small:13,r:7,text:!0,least:.93},vs={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},ot=n=>je.find(t=>t.
name===n)??je[0],Hc=3.3,Ie=60,Ht=16,Re=7,Wc=4,ut=n=>Math.ceil(Hc*n),jt=({small:n},t)=>Math.ceil(n*(t?5.2:2.75))+4,Ne=({name:n,
small:t})=>Math.ceil(t*(n==="rich"?4.1:3.4))+9,ie=({name:n,small:t},{numbers:e})=>n==="line"&&e===1?0:Math.ceil(t*2.8)+4,
It=n=>Math.ceil(Wc*n),tt=16,Tt=34,ae=30,De=10,Wt=44,re=1.6,ft=n=>n?tt-6:tt-4,Pe=({name:n},t)=>t||n==="line"||n==="dots",
Ut=(n,t)=>2*ft(t)+Tt+(t?0:Pe(n,t)?De:ae+8);var Ce=88,Uc=142,pi=112,Gc=66,Kc=98,Vc=8,$s={slab:28,low:22,gap:6,end:3};function ui(n,t,e,s,o){let{cols:i}=n,a=t.big?16:
rt.small;if(e){let b=t.touched?Wt:Wt-6,w=Math.max(b,Math.min(54,Math.floor((t.h-2*ft(!0)-Tt)/i)));return{...rt,row:w,high:w-
6,wide:Math.min(420,Math.max(200,t.w-2*tt-Ce-14)),gap:0,font:16,small:a,least:1}}let r=s?60:t.big?rt.high-10:rt.high,l=Ss(
r,s,i>2,o),c=s||i>Vc?8:Math.max(12,Math.min(22,Math.floor(t.w*.018))),h=2*tt+c*(i-1),p=i*(t.big?pi:Uc)+h,u=s?.8:t.big?vs.
card:rt.least,f=Math.max(t.big?u:1,Math.min(re,(t.h-Dn(t))/l,t.w/p)),m=b=>Math.floor((t.w/b-h)/i),g=Math.max(Gc,Math.min(
rt.wide,m(f)),Math.min(pi,m(u)));return{...rt,high:r,wide:g,gap:c,font:s?16:rt.font,small:s&&!t.big?15.5:a,least:u}}var Dn=({
bar:n,touched:t})=>t?n:0,Pn=18,Fe=(n,t=0)=>n?33:Math.max(48,t&&16+Pn*t),Ms=n=>n?$s.low:$s.slab,Cn=(n,t,e)=>n+Fe(t,e)+Ms(
t)+$s.gap,Ss=(n,t,e,s)=>ft(!1)+Tt+n+(e?Fe(t)+Cn(n,t,s)+$s.end:Fe(t,s)+Ms(t)+tt);function fi(n,t){if(t)return Jc(n);let{high:e,
wide:s,r:o,small:i}=n,a=e<80,r=-e/2,l=s-9,c=ut(i),h=It(i),p=s<Kc,u=r+(a?21:27),f={x:0,y:-r+(a?5:12),wide:s,high:a?8:12,says:{
x:s/2,y:-r+(a?29:40)}},m=a?[33,48]:[48,68],g=s>=10+h+4+20+6+c+9,b=a?Yc(n,g,r+m[0],r+m[1]):Qc(n,r);return{glyph:{x:p?13:18,
y:r+(a?15:21),r:o},word:{x:p?24:32,y:u,end:p?s-4:l},scale:f,sure:null,bars:b,second:s<(a?128:118)?null:{x:10,y:r+(a?39:52),
end:!1},times:{x:l,y:u-1}}}function Yc({wide:n,small:t,high:e},s,o,i){let a=n-9,r=s?14+It(t):10,l=t*.34,c=a-ut(t)-6-r;return{
x:{q:r,p:r},wide:c<Ht?0:c,high:e<80?7:9,q:o,p:i,name:s?10:null,long:s,one:!1,numbers:{q:a,p:a},texts:{q:l,p:l}}}function Qc({
wide:n,small:t},e){let s=n-9,o=10+It(t)+4+ut(t)<=s,i=e+50,a=e+74;return{x:{q:10,p:10},wide:n-20,high:5,q:i,p:a,name:10,long:o,
one:!1,numbers:{q:s,p:s},texts:{q:-7,p:-7}}}function Jc({high:n,wide:t,r:e,small:s}){let o=ut(s),i=t-8,a=i-o,r=a-It(s)-4,
l=r-4>120,c=Math.min(22,(n-2)/2),h=-c+s*.73+.5,p=3.8,u=h+p,f=h+c+p,m=l?r:a;return{glyph:{x:18,y:0,r:e},word:{x:32,y:6,end:m-
6},second:{x:i,y:5,end:!0},sure:null,times:{x:m-4,y:5},bars:{x:{q:a,p:a},wide:o,high:2.6,q:u,p:f,name:l?r:null,long:l,one:!1,
numbers:{q:i,p:i},texts:{q:-p,p:-p}},scale:{x:t+10,y:-8,wide:Ce,high:10,says:{x:t+10+Ce/2,y:16}}}}function _e({narrow:n,mode:t,chain:e},s,o){let i=s.x+s.wide,a=s.edge+4,r=(a+o.x)/2,l=t.high/2;if(n&&e)return`M${s.x+18} ${s.
cy+l}V${o.cy-l}`;if(n){let c=s.x+t.r+7;return`M${c} ${s.cy+l}V${o.cy-6}Q${c} ${o.cy} ${c+6} ${o.cy}H${o.x}`}return`M${i}\
 ${s.cy}H${a}C${r} ${s.cy} ${r} ${o.cy} ${o.x} ${o.cy}`}function Fn({narrow:n},t,e){let s=Math.max(t.x+t.wide,e.x+e.wide)+
(n?22:30);return`M${t.x+t.wide} ${t.cy}C${s} ${t.cy} ${s} ${e.cy} ${e.x+e.wide+1} ${e.cy}`}var As=n=>n.makes?{...n,cy:n.
cy+n.makes}:n,Be=({room:n},t,e)=>e>=n?As(t):t,Ts=({room:n},t,e)=>e>=n?t.late:t.wire;function mi({name:n,r:t},{nth:e}){let i=(e?Re:0)+(n==="rich"?9:n==="dots"?3:7)+t;return{glyph:i,word:i+t+(n==="rich"?7:6)}}
function gi(n,t,e){let{name:s,high:o,wide:i,font:a,r}=n,l=[`${s}${e?"-":""}${i}x${o}`,t.numbers,+t.sure,+t.nth,+t.ratio].
join("."),{small:c}=n;if(s==="card")return{key:l,small:c,...fi(n,e)};let h=mi(n,t),p=o/2;if(s==="rich")return{key:l,small:c,
...Zc(n,t,h)};let u=s==="dots"||t.numbers<1?null:s==="duo"?Xc(n):th(n,t),f=u?Math.min(u.x.q,(u.numbers.q??i)-ut(n.small)):
i,m=Math.min(a*.36,p-a*.25),g=f-(t.ratio&&u?bi(n,t):0);return{key:l,small:c,glyph:{x:h.glyph,y:0,r},word:{x:h.word,y:m,end:g-
5},second:null,sure:null,times:{x:g-4,y:m},bars:u,ratio:t.ratio&&u?{x:(u.one?i:f)-5,y:0}:void 0,scale:s!=="chip"&&s!=="d\
uo"?null:{x:0,y:p+wi(n,3.5),wide:i,high:3.5,says:null}}}var bi=(n,t)=>t.numbers>1||n.name==="duo"?Ne(n)+6:8;function Zc(n,t,e){
let{high:s,wide:o,r:i,small:a}=n,{sure:r}=t,l=s/2,c=(s>55?19:17)-l,h=l-11,p=h-12.5,u=ut(a),f=o-8,m=10+It(a),g=o-m-u-18>=
Ht?m+4:10,b={q:a*.34,p:a*.34},w=t.ratio?f-Ne(n)-4:f;return{glyph:{x:e.glyph,y:c-6,r:i},word:{x:e.word,y:c,end:r?f-u-6:w},
second:{x:f,y:c,end:!0},start:{x:e.word,y:15},sure:r?{x:f,y:c}:null,times:{x:w,y:c},ratio:t.ratio?{x:f,y:c-5}:void 0,bars:{
x:{q:g,p:g},wide:f-u-6-g,high:6,q:p,p:h,name:g>10?10:null,long:g>10,one:!1,numbers:{q:f,p:f},texts:b},scale:{x:0,y:l+wi(
n,4),wide:o,high:4,says:null}}}var wi=({row:n,high:t},e)=>Math.min(2,n-t-1.5*e-1.75);function Xc({high:n,wide:t,small:e,
bar:s=0}){let o=n*.23,i=t-8,a=i-ut(e)-6,r=e*.36,l=a-s;return{x:{q:l,p:l},wide:s,high:6,q:-o-.5,p:o-1,name:null,long:!1,one:!1,
numbers:{q:i,p:i},texts:{q:r,p:r}}}function th({name:n,high:t,wide:e,small:s},{numbers:o}){let i=e-7,a=ut(s),r=o>1?i-a-8:
i,l=n==="line",c=l?0:3.6-t/2,h=l?s*.36:t/2-8.5;return{x:{q:r-a+3,p:i-a+3},wide:a-3,high:l?0:2.6,q:c,p:c,name:null,long:!1,
one:o<2,numbers:{q:r,p:i},texts:{q:h-c,p:h-c}}}function le(n,t,e,s,o=!1){let{name:i,small:a}=n,r=mi(n,t).word,l=ut(a),c=r+
e+s+8+(t.ratio?bi(n,t):0);return!n.text||t.numbers<1?Math.ceil(c):Math.ceil(i==="rich"?Math.max(c+(t.sure?l+6:0),o?10+It(
a)+4+Ie+6+l+8:10+Ht+6+l+8):i==="duo"?c+l+11+(o?Ie:0):c+l+(t.numbers>1?l+8:0)+4)}var yi=22;function xi(n){let t=new Map;return n.n.merge?.forEach((e,s)=>{let o=n.fates[s].find(({state:i})=>i==="merged");
e!==null&&o&&t.set(e,[...t.get(e)??[],o.step])}),t}function ki(n){let{model:t,it:e,items:s,spot:o,narrow:i,form:a,mode:r}=n;
if(s.some(({place:c})=>t.copied(e,c)))return;let l=new Map;for(let c of i?[]:s){let h=o.get(e.place.get(t.get(e,"merge",
c.place)??-1)??-1);h&&h!==c&&h.col>=c.col&&l.set(h,[...l.get(h)??[],c])}for(let[c,h]of l)c.shared=h,h.forEach((p,u)=>{let f=c.
cy+r.high/(h.length+2)*(u+1-(h.length-1)/2),m=o.get(t.up(e,p.place)),g=m?c.x-m.edge:0,b=g<2*yi;p.into={item:c,x:c.x-(b?g/
2:yi)-a.glyph.x,y:(b&&m?(f+m.cy)/2:f)-a.glyph.y,wire:m?_e(n,m,{...c,cy:f}):""}});e.n.id.forEach((c,h)=>{let p=o.get(h),u=p??
o.get(e.place.get(t.get(e,"origin",h)??-1)??-1),f=u?.into?.item??u;!f||f===p||(f.stands.push(h),p||o.set(h,f))})}function Rt({
it:n},{place:t,into:e},s){let o=n.fates[t].find(i=>i.state==="merged")?.step??1/0;return e&&o<=s?e:null}var vi=78,$i=130,eh=170,Mi=240;function Si({mode:n,narrow:t,chain:e,items:s,top:o,w:i,h:a,bar:r,scale:l},c,h,p,u){let f=Math.
max(0,(h.w/l-i)/2),m=z=>t||r||!h.bar?1/0:(h.w-(z??Mi))/l-f-8,g=m(h.buttons),b=h.bar?h.buttons??Mi:0,w=Pe(n,t),y=ft(t)-2,
k=Math.min(...s.map(z=>z.x)),v=Math.max(0,c.cols-(c.kind==="free"?1:2)),$={x:k,y,w:vi,h:Tt-10},M=Math.max(...t?s.map(z=>z.
x+z.wide):s.filter(({col:z})=>z<=v).map(z=>z.x+z.wide)),S=e&&!t?o+n.high+Fe(p,u):a-ft(t)-ae+2,[O,T]=t?[160,460]:[120,300],
L=Math.min(M-k,g-k-eh)-$i,N=w?{x:k+$i,y,w:Math.max(O,Math.min(L,T)),h:Tt-10}:{x:k,y:S,w:M-k,h:e?Ms(p):ae},H=w?a-ft(t)-(t?
0:De)+4:S,Y={x:k-5,y:w?N.y+N.h:o-6,w:M-k+10,h:H-(w?N.y+N.h:o-6)},_=c.cols-1,W=n.high/2,Q=e?t?{x:k,y:o+W+_*n.row,w:n.wide,
h:n.high}:{x:tt+_*(n.wide+n.gap),y:o+W,w:n.wide,h:n.high}:null;return{lane:$,most:Math.max(k,m(h.zooms??h.buttons)-vi),until:t?
h.w-8-b:Math.min(i,g),slab:{...N,w:Math.min(N.w,i-N.x-8)},below:!w,area:Y,bonus:Q,head:o-6}}var Es="what if";function Ai({model:n,it:t},e,s,{supposed:o}){if(t.born[e]>s)return null;let i=n.fate(t,e,s);return o?.place===
e?{...i,state:o.state,second:Es,plain:Es}:i}function Os({model:n,it:t,items:e,chain:s},o){let i=r=>{let{state:l}=n.fate(
t,r,o);return l==="rejected"||l==="fill"&&t.fates[r].some(c=>c.state==="rejected"&&c.step<=o)},a=s?e.filter(({place:r})=>t.
n.role[r]==="draft"&&t.born[r]<=o&&i(r)):[];return Math.min(1/0,...a.map(({col:r})=>r))}function Ls({model:n,it:t,chain:e},s,o){
if(e||t.n.merge&&o<t.seen)return!1;for(let i=n.up(t,s);i>=0&&t.n.role[i]==="draft";i=n.up(t,i))if(sh.has(n.fate(t,i,o).state)&&
n.decided(t,i,o).length>=(n.get(t,"count",i)??1))return!0;return!1}var sh=new Set(["rejected","unused","orphaned"]);function Ti({
it:n,repeats:t},{place:e},s){return(t.get(n.n.id[e])??[]).some(o=>o<=s)}function Ei({model:n,it:t},{place:e,stands:s},o){
if(s.length<2||o<t.seen)return e;let i=a=>t.born[a]>o||!n.decided(t,a,o).length?-1:Z(n.fate(t,a,o).state).strength;return s.
reduce((a,r)=>i(r)>i(a)?r:a,e)}var nh=["accepted","rejected"];function _n(n,t){let[e,...s]=n.steps[t]?.verdicts??[],o=n.verdicts[e];if(o?.state!=="reje\
cted"||s.length)return;let i=o.dists.map(h=>n.dists[h]),a=i.findIndex(({series:h})=>h==="q"),r=i[a],l=a>0?i[0]:void 0,c=a<
0?void 0:i.slice(a+1).find(({series:h})=>h==="r");return l&&!i.some(({raw:h})=>h)?{verdict:o,q:r,p:l,left:c}:void 0}function Oi(n,t,e){
let s=n.panels.find(h=>h.kind==="width"&&h.layer&&n.judged[t].some(p=>n.verdicts[p].layer===h.layer))?.layer,i=n.verdicts.
flatMap((h,p)=>n.stepOf[p]<=e&&nh.includes(h.state)&&(s?h.layer===s:n.n.parent[h.place]===n.n.parent[t])?[p]:[]).sort((h,p)=>n.
stepOf[h]-n.stepOf[p]).at(-1),a=i===void 0?void 0:_n(n,n.stepOf[i]);if(!a?.left)return null;let{left:r}=a,l=r.ends??[],c=r.
t.findIndex((h,p)=>h===n.n.token[t]&&(!r.beam||l[r.beam[p]]===n.n.parent[t]));return c>=0?r.v[c]:r.rest<1e-6?0:null}var Nt=n=>Array.from(n).reduce((t,e)=>t+(oh.find(([s])=>s.test(e))?.[1]??.66),0),oh=[[/[%mMW@]/,.99],[/[w<>=≥≤≈+×÷]/,
.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],ce=(n,...t)=>t.find(e=>Nt(e)<=n)??t[t.length-1],Bn=(n,t,{width:e,typeface:s})=>e(
n,`700 ${t}px ${s}`);function Li(n,t,e,s,o=12){let i=Math.max(Math.min(o,t),t*.7),a=s(t)(n);if(a<=e)return{word:n,font:t};
let r=Math.max(i,Math.floor(t*e/a)),l=s(r),c=n;for(let h=Array.from(n).length;h>2&&l(c)>e;h--)c=P(n,h-1);return{word:c,font:r}}function ji({model:n,it:t,form:e,mode:s,chain:o},i,a){let r=n.second(a),{second:l,start:c}=e;if(!(t.n.role[i]==="input"))
return e.bars&&(r!==Es||o)?"":r;let p=c?s.wide-c.x:l&&!l.end?s.wide-l.x:1/0;return Nt(r)*ih+6<=p?r:""}var ih=13;function Wn(n,t,e,s){
let o=t.n.role[e]==="input",i=n.voice==="plain"?B:C;return{q:o||n.unweighed(t,e)?null:n.drafted(t,e,s),p:o?null:n.wanted(
t,e,s),say:a=>a===null?"":i(a)}}function ah(n,t){if(t===null)return"";let e=n.voice==="plain"?B(t):C(t);return e.length<
6?e:t>.5?">.99":n.voice==="plain"?"≈0%":"≈0"}var Hn=({view:n},t)=>n==="test"?t-1:t;function rh(n,t,e,s){let{model:o,
it:i,chain:a,view:r}=n,l=a||i.n.role[t]!=="draft"?void 0:G(i);if(l){let $=l.compared?.findLast(O=>O.place===t&&O.step<=Hn(
n,e)),M=o.get(i,"q",t),S=$&&M!==null&&Math.abs($.q-M)>qi;return{left:$?.p??null,rescaled:S?$.q:null}}let c=i.steps[e].verdicts.
find($=>i.verdicts[$].place===t)??s.verdict,h=c===null?null:i.verdicts[c],p=o.drafted(i,t,e),u=h?.layer!==void 0&&i.deepest[e]>
h.layer,{tiles:f=[],u:m,q:g}=u?{}:h??{},w=r!==null&&s.state==="pending"&&e>=i.seen?Oi(i,t,Hn(n,e)):f.find(([$])=>$==="p′")?.[1],
y=i.n.shares?.[t]?.[0]?.[1]??p,k=m===void 0?p:g??p,v=k!==null&&y!==null&&Math.abs(k-y)>qi;return{left:typeof w=="number"?
w:null,rescaled:v?k:null}}var qi=5e-4,lh=1.15;function qs(n,t,e,s){let o=zn(n,t,e,s),{it:i,model:a,form:r,view:l}=n,{place:c}=t;
if(!r.bars?.long||!s||i.born[c]>=e)return o;let h=l==="left"&&i.steps[e].verdicts.length?zn({...n,view:"test"},t,e,s):zn(
{...n,view:l&&"left"},t,e-1,a.fate(i,c,e-1)),p=(f,m,g)=>{let{[f]:b}=r.bars?.numbers??{q:null,p:null},w=(b??0)-(r.bars?.x[f]??
0);return m&&g&&m!==g&&Nt(`${m} → ${g}`)*lh*r.small<=w?`${m} → ${g}`:g},u={q:o.qName===a.guessed()&&h.qName!==o.qName,
p:h.left&&!o.left};return{...o,qText:u.q?o.qText:p("q",h.qText,o.qText),pText:u.p?o.pText:p("p",h.pText,o.pText)}}function zn(n,{
place:t},e,s){let{model:o,it:i,form:a}=n,{bars:r}=a;if(!s||!r||r.one&&Kn(n,t,e))return{q:null,p:null,left:!1,qName:"",pName:"",
qText:"",pText:""};let{q:l,p:c}=Wn(o,i,t,e),{left:h,rescaled:p}=rh(n,t,e,s),u=M=>ah(o,M),f=!a.sure&&r.name===null&&i.n.sure?
o.get(i,"sure",t):null,m=r.one&&f!==null?null:h??c,g=r.one&&m!==null?null:f??(l===null?null:p??l),b=o.voice==="plain",w=i.
shares&&r.long?"_beam":"",y=(M,S)=>b?r.long?M:"":S,k=h!==null?y("leftover","p′"):y("target",`p${w}`),v=p!==null&&f===null?
"scaled":o.guessed(),$=p!==null&&Un(n)?"q′":`q${w}`;return{q:g,p:m,left:h!==null&&m!==null,qName:g===null?"":y(v,$),qText:u(
g),pText:u(m),pName:m===null?"":k}}function G(n){let t=n.panels.find(({kind:e})=>e==="judged");return t?.kind==="judged"?
t:void 0}var Un=({it:n,chain:t})=>!t&&G(n)!==void 0;function Gn(n,t,e){let{it:s,chain:o}=n,i=Hn(n,e),a=o?[]:G(s)?.ratios?.
filter(l=>l.place===t&&l.step<=(l.fell?i:e))??[],r=a.at(-1);return r?{...r,fell:r.fell&&r.step===e,before:a.at(-2)?.ratio}:
null}function Kn(n,t,e){let s=n.form.ratio?Gn(n,t,e):null;if(!s)return"";let{model:o,mode:i}=n,{ratio:a,fell:r,before:l,
uncapped:c}=s,h=q(a),p=g=>Vn(g,i.small)<=Ne(i);if(c!==void 0)for(let g of[3,2]){let b=c<99?String(+c.toPrecision(g)):">9\
9";if(b!=="1"&&p(`${b}→1`))return`${b}→1`}let u=o.voice==="exact"||h.length>4?C(a):h,f=u.length>5?"≈0":u,m=`${C(l)}\
↓${C(a)}`;return r?l!==void 0&&p(m)?m:`↓${f}`:f}var Vn=(n,t)=>Math.ceil(Nt(n)*t*1.06)+(/[→↓]/.test(n)?12:8);function js({
model:n,it:t},e){let s=n.get(t,"sure",e);return s===null?"":n.voice==="plain"?B(s):C(s)}function Ii(n,t,e,s,o,i){let a=s.find(({place:b})=>t.n.role[b]==="target"),r=a&&s.find(({place:b})=>b===n.up(t,a.place));
if(e.kind!=="tree"||!a||!r)return 1/0;let l=s.filter(b=>b!==a),c=l.filter(({col:b})=>b===a.col),h=c.filter(({place:b})=>n.
up(t,b)===r.place).at(-1)??r,p=new Set([h.place]);for(let{place:b}of l)p.has(n.up(t,b))&&p.add(b);let u=l.filter(b=>b.row>
h.row&&!p.has(b.place));if(i){let b=Math.max(...l.filter(({place:w})=>p.has(w)).map(w=>w.row))+1;for(let w of u)w.makes=
o;return a.cy+=(b-a.row)*o,a.row=b,t.born[a.place]}let f=Math.max(-1,...c.filter(b=>b.row<=h.row).map(({y:b})=>b)),m=Math.
min(1/0,...c.filter(b=>u.includes(b)).map(({y:b})=>b)),g=h===r?Math.max(f+1,Math.min(r.y,m)):f+1;if(m<g+.99)for(let b of u)
b.makes=o;return a.cy+=(g-a.y)*o,a.y=g,t.born[a.place]}var ch=44,hh=30,dh=26,ph=96,uh=3,Ni=7,fh=96,Ri=(n,{big:t})=>t?{...n,least:vs[n.name]}:n,Is=({name:n,text:t},e,{sure:s,nth:o,
ratio:i},{big:a})=>({numbers:t?e:0,sure:s&&n==="rich",big:!!a,fates:!1,ratio:i&&t&&e>0,nth:o&&t&&(n!=="line"||e>1)}),mh=[
["rich",2],["duo",2],["chip",2],["line",2],["duo",1],["chip",1],["line",1],["line",0]];function Di(n,t,e,s){let o=t.h-e,
a=mh.filter(([g])=>n.at.length<=ot(g).upTo).map(([g,b])=>{let w=Ri(ot(g),t);return{mode:w,has:Is(w,b,s,t)}}),r=({mode:g})=>g.
least*Pi(g,n.rows,g.low+g.apart)<=o,l=({mode:g,has:b},w=n.cols)=>g.least*Fi(g,b,{...n,cols:w},s,Rs(g,b,s))<=t.w-4,c=n.kind===
"tree"?n.cols-1:n.cols,h=g=>g.find(b=>l(b))??g.find(b=>l(b,c)),p=g=>h(g.filter(({mode:b,has:w})=>w.numbers===2&&b.name!==
"line"))??h(g.filter(({has:b})=>b.numbers===2))??h(g.filter(({has:b})=>b.numbers===1))??h(g),u=a.filter(({mode:g})=>g.name===
"line"),f=p(a.filter(r))??(t.big?a.find(r):void 0)??p(u)??u.at(-2)??{mode:Ri(ot("dots"),t),has:Is(ot("dots"),0,s,t)},m=l(
f)?n.cols:c;return{...gh({...n,cols:m},t,o,s,f.mode,f.has),fits:l(f,m)}}var Pi=(n,t,e)=>(t-1)*e+Math.min(n.high,e-n.apart)+
Ut(n,!1),Rs=(n,t,e)=>n.text?le(n,t,Math.min(e.word(n.font),uh*n.font),ze(n,t,e)):n.wide,ze=(n,t,{often:e,copied:s},o=!1)=>e?
jt(n,o):s?ie(n,t):0,Ci=(n,t,{joins:e})=>e?ch:t.nth&&n.name!=="rich"?hh:n.gap*.6,He=({name:n},{arcs:t})=>2*tt+(t||n==="li\
ne"||n==="dots"?dh:0),We=(n,t)=>n.text?t:t+fh,Fi=(n,t,{cols:e},s,o)=>e*We(n,o)+(e-1)*Ci(n,t,s)+He(n,s);function gh(n,t,e,s,o,i){
let{rows:a,cols:r}=n,{least:l,apart:c,low:h}=o,p=s.word(o.font),u=h+c+.4*(o.row-h-c),f=t.w-4,m=Math.min(p,Ni*o.font),g=o.
text?le(o,i,m,ze(o,i,s)):o.wide,b=Math.max(l,Math.min(re,e/Pi(o,a,u),f/Fi(o,i,n,s,g))),w=(e/b-Ut(o,!1)+c)/a,y=Math.floor(
Math.max(h+c,Math.min(o.row,w))),k=He(o,s),v=Ci(o,i,s),$=(f/b-k-(r-1)*v)/r,M=o.text?Math.floor(Math.max(Rs(o,i,s),Math.min(
o.wide,$,le(o,i,p,ze(o,i,s,s.fates),!0)))):o.wide,S=(f/b-k-r*We(o,M))/Math.max(1,r-1),O=s.fates&&M>=Rs(o,i,s)+jt(o,!0)-jt(
o,!1);return{mode:{...o,wide:M,row:y,high:Math.min(o.high,y-c),bar:Bi(o,i,s,M)},has:{...i,fates:O},gap:Math.floor(Math.max(
v,Math.min(ph,S)))}}function _i(n,t,e){let s=n.at.length,o=g=>(t.h-g-Ut(je[0],!0))/s,i=Math.floor(t.touched?Math.max(o(t.
bar),Math.min(Wt,o(0))):o(t.bar)),{name:a}=je.filter(({upTo:g})=>s<=g).find(({low:g,apart:b,text:w})=>w&&g+b<=i)??(s<=ot(
"line").upTo?ot("line"):ot("dots")),r={...ot(a),small:13,font:Math.min(ot(a).font,16),least:1},l=Math.max(120,t.w-He(r,e)-
(n.cols-1)*Yn(r)),c=Is(r,2,e,t),h=Rs(r,c,e)<=l?c:Is(r,1,e,t),p=ze(r,h,e),u=r.text?Math.min(l,le(r,h,e.word(r.font),p,!0)):
r.wide,f=Math.max(r.low+1,Math.min(i,r.row)),m=Math.min(r.apart,f-r.low);return{mode:{...r,wide:u,row:f,high:Math.min(r.
high,f-m),bar:Bi(r,h,e,u)},has:h,gap:0,fits:!0}}function Bi(n,t,e,s){let o=Math.min(e.word(n.font),Ni*n.font),i=Math.min(
Ie,s-le(n,t,o,ze(n,t,e)));return i<Ht?0:i}var Yn=({name:n})=>n==="rich"||n==="duo"||n==="chip"?22:14;var bh=560,wh=700,yh=280,xh=1.6,kh=334,vh=170,$h=5,Mh=1.7;function zi(n,t,e,s,o){let i=e.at.some(h=>(n.get(t,"count",h)??
1)>1),a=!!t.n.merge,r=e.at.some(h=>n.copied(t,h)),l=e.at.filter(h=>t.n.role[h]!=="target").map(h=>n.wordAt(t,h)),c=t.panels.
some(({kind:h})=>h==="width"||h==="judged");return{word:h=>Math.max(0,...l.map(p=>Bn(p,h,s))),often:i,copied:r&&!o,fates:i,
sure:!!t.n.sure,arcs:a||t.replicas>0,nth:!o&&!a&&(c||e.at.some(h=>n.nth(t,h)!==null)),joins:a&&!r,ratio:!!G(t)?.ratios}}
function Sh(n,t,e,s,{mode:o,has:i},a,r){let l=e.at[s],c=t.fates[l].some(w=>w.times),h=n.wordAt(t,l),p=o.text||t.onPath[l],
u=c?jt(o,i.fates):n.copied(t,l)?ie(o,i):0,f=o.text?a.word.end-a.word.x-u:1/0,{word:m,font:g}=Li(h,o.font,f,w=>y=>Bn(y,w,
r),(r.big?18:12)/o.least),b=[a.key,c,p,t.n.role[l]==="input"].join();return{place:l,kind:b,key:"",word:m,whole:h,font:g,
copies:c,named:p,wide:o.wide,nth:i.nth?n.nth(t,l):null,col:e.col[s],row:e.row[s],y:e.y[s],x:0,cy:0,edge:0,up:-1,wire:"",
makes:0,late:"",stands:[l],into:null,shared:[]}}function Ah(n,t,e,s){let o=e.kind==="chain",i=s.w>xh*s.h,a=s.h<yh&&i,r=Dn(
s),l=o?rt.least*Ss(rt.high,!1,e.cols>2,0)+r:0,c=a||s.h<l&&i,h=c||!s.big&&s.h<kh&&i,p=o&&!h?Th(t):0,u=ot("line"),f=!!t.n.
merge&&u.least*(e.rows*u.row+Ut(u,!1))<Mh*s.h&&e.at.length<=ot("chip").upTo,m=k=>o&&(!k||s.touched||e.cols*(Wt-6)+Ut(rt,
!0)<=s.h),g=k=>{if(!m(k)){let M=zi(n,t,e,s,k);return{...k?_i(e,s,M):Di(e,s,r,M),content:M}}let v=ui(e,s,k,h,p),$=e.cols*
(v.wide+v.gap*.6)+2*tt;return{mode:v,gap:v.gap,content:zi(n,t,e,s,k),fits:v.least*$<=s.w,has:{numbers:2,sure:!1,nth:!1,big:!!s.
big,ratio:!1,fates:!!t.shares&&v.wide>vh}}},b=s.w>0&&s.w<bh&&!c&&!f,w=g(b),y=m(b);return!b&&!f&&!(a&&y)&&s.w<wh&&!w.fits&&
(w=g(b=!0)),{...w,narrow:b,chain:m(b),low:h,prefixes:p,bar:b?s.bar:r}}function Hi(n,t,e,s){let o=t.core&&!s?t.core:t.lay,
i=Ah(n,t,o,e),{mode:a,has:r,narrow:l,chain:c,low:h,prefixes:p,bar:u}=i,f=gi(a,r,l),m=ft(l)+Tt,g=o.at.map((y,k)=>Sh(n,t,o,
k,i,f,e));qh(g,i,m);let b=c&&!l?Cn(a.high,h,p):0;for(let y of g)b&&Eh(n,t,g,y)&&(y.cy+=b);let w={model:n,it:t,mode:a,form:f,
has:r,narrow:l,chain:c,whole:s,bar:u,scale:1,items:g,top:m,drop:b,lines:p&&!l?Pn:0,aside:c&&l?12:0,room:c?1/0:Ii(n,t,o,g,
a.row,l),repeats:xi(t),tests:t.panels.some(({kind:y})=>y==="width")?jh(t):null,spot:new Map(g.map(y=>[y.place,y])),view:null,
w:0,h:0};return w.w=Lh(g,i,o),w.h=c&&!l?Ss(a.high,h,o.cols>2,p):m+(l?(c?o.cols:o.at.length)-1:o.rows-1)*a.row+a.high+ft(
l)+(l?e.bar:Pe(a,l)?De:ae+8),w.scale=Qn(w,e),ki(w),Oh(w),{...w,models:Si(w,o,e,h,p)}}function Th(n){let t=G(n)?.rows.length??
0;return t<=$h?t:0}function Eh(n,t,e,{place:s,col:o}){let i=e.filter(a=>a.col<=o&&t.n.role[a.place]==="draft");return t.
n.role[s]==="target"&&i.some(a=>a.col===o)&&i.every(a=>n.fate(t,a.place,t.born[s]).state!=="rejected")}function Qn({w:n,
h:t,narrow:e,mode:s,bar:o},i){let a=(i.w-4)/n,r=e?1:(i.h-o)/t;return Math.max(s.least,Math.min(e?1:re,a,r))}function Oh(n){
let{model:t,it:e,items:s}=n,o={};for(let i of s){let a=n.spot.get(t.up(e,i.place)),r=o[i.kind]??0,l=i.into||e.n.role[i.place]!==
"target"?a:a?.into?.item??a;i.key=`${i.kind}#${r}`,o[i.kind]=r+1,l&&Object.assign(i,{up:l.place,wire:_e(n,l,i),late:_e(n,
As(l),As(i))})}}function Lh(n,{mode:t,gap:e,narrow:s,chain:o,content:i},{cols:a}){let r=Math.max(...n.map(c=>c.x+c.wide));
if(s)return r+tt+(o?Ce+10:26);let l=o?2*tt:He(t,i);return Math.max(r+tt,a*We(t,t.wide)+(a-1)*e+l)}function qh(n,{mode:t,
gap:e,narrow:s,chain:o},i){let a=We(t,t.wide),r=o?0:Yn(t);for(let l of n){let c=tt+l.col*(a+e);l.x=s?tt+l.col*r-(o?4:0):
c,l.cy=i+t.high/2+(s?l.row:l.y)*t.row,l.edge=c+a}}function jh(n){let t=new Map,e=new Map;return n.steps.forEach(({verdicts:s},o)=>s.
forEach(i=>{let{layer:a,state:r,place:l}=n.verdicts[i];if(a===void 0||r!=="accepted"&&r!=="rejected")return;let c=(e.get(
a)??0)+1;e.set(a,c),t.set(l,[...t.get(l)??[],{step:o,nth:c}])})),t}var Wi=7,Ui=n=>(n>=26?Ui(Math.floor(n/26)-1):"")+String.fromCharCode(65+n%26),Gi=(n,t)=>({n:t,groups:(n.recurring?.groups??
[]).filter(([e])=>e===t).map(([,e])=>e).sort((e,s)=>e[0]-s[0])});function Ki({mode:n,spot:t},e){let s=n.name==="card"||n.
name==="rich";return new Map((e?.groups??[]).flatMap((o,i)=>o.flatMap((a,r)=>{let l=t.get(a),c=Ui(i),h=Jn(c);return l?[[
a,{letter:c,hue:i%Wi,first:r===0,tagX:s?l.wide-h+6:l.wide+1,tagY:s?-n.high/2-9:-9}]]:[]})))}var Jn=n=>8+10.5*n.length;function Ns(n,t,e){
let{model:s,it:o,spot:i}=n;return(e?.groups??[]).flatMap((a,r)=>a.flatMap(l=>(i.has(l)?s.gram(o,l,e?.n??1).slice(0,-1):[]).
flatMap(c=>{let h=i.get(c),p=h&&(Rt(n,h,t)?.wire??Ts(n,h,t));return p?[{key:`${r}.${l}.${c}`,d:p,hue:r%Wi,end:l,visible:o.
born[l]<=t}]:[]})))}function Vi({model:n,it:t},e,s){let o=e?.groups.findLast(i=>i.includes(s));return new Set(o?.flatMap(
i=>n.gram(t,i,e?.n??1)))}function Yi(n,t,{n:e,groups:s},o,i=!1){let a=t.fates.some(r=>r.some(l=>l.state==="merged"&&l.step<=
o));return[Rh(n,t,{n:e,groups:s},o),i&&a?Ih:""].filter(Boolean).join(" ")}var Ih="◆ is merged: it goes on like the node \
at the other end of its pink line.";function Rh(n,t,{n:e,groups:s},o){let i=f=>t.born[f]<=o,a=t.n.role.filter((f,m)=>f===
"draft"&&i(m)&&!n.copied(t,m)).length,r=s.reduce((f,m)=>f+Math.max(0,m.filter(i).length-1),0),l=n.unit(),c=e===1?l:R(e,l);
if(!a)return"Nothing is drafted yet.";let h=t.recurring?.share.find(([f])=>f===e)?.[1]??0,p=r&&a===t.recurring?.drafted&&
n.voice==="exact"?` ${B(h/a)} of the draft lies inside repeated ${e}-grams.`:"";if(!r)return e===1?`No ${l} is repeated.`:
`No ${e}-gram is repeated.`;let u=e===1?`a ${l}`:`a ${e}-gram`;return`${r} of ${R(a,"guess","guesses")} ${r===1?"repeats":
"repeat"} ${u} that is already in the draft (same letter = same ${c}, hollow = first occurrence).${p}`}var he=class{drawn=new Map;roots=[];constructor(t,e,s){this.group=t,this.make=e,this.dress=s}patch(t){let e=this.drawn;this.
drawn=new Map(t.map(i=>{let{parts:a,was:r}=e.get(i.key)??{parts:this.make(i),was:null};return(!r||!Nh(i,r))&&this.dress(
a,i,r),[i.key,{parts:a,was:i}]}));let s=[...this.drawn.values()].map(({parts:i})=>i.root),o=this.roots;s.length===o.length&&
s.every((i,a)=>i===o[a])||Te(this.group,this.roots=s)}};function Nh(n,t){for(let e in n)if(n[e]!==t[e])return!1;return!0}
function Dt(n,t,e){e===null?n.removeAttribute(t):I(n,{[t]:e})}var Et=n=>n?"visible":"hidden",Pt=(n,{x:t,y:e},s="start")=>x(
"text",{class:n,x:t,y:e,"text-anchor":s});function Qi(n,{x:t,wide:e,high:s,name:o,numbers:i,texts:a,[n]:r}){let l={x:t[n],
y:r-s/2,height:s,rx:2},c=x("rect",{class:s<4?"st-bar thin":"st-bar",...l}),h=o===null?null:Pt("st-bar-name",{x:o,y:r+a[n]}),
p=i[n],u=p===null?null:Pt("st-bar-n",{x:p,y:r+a[n]},"end"),f=e>0&&s>0;return{root:x("g",{class:"st-pr","data-of":n,"data\
-part":"bars","aria-hidden":"true"},f&&x("rect",{class:"st-track",...l,width:e}),f&&c,h,u&&" ",u),line:c,name:h,number:u}}
function Dh({x:n,y:t}){let e=x("rect",{}),s=x("text",{"text-anchor":"end",x:n-5});return{root:x("g",{class:"st-ratio","d\
ata-part":"ratio","aria-hidden":"true",transform:`translate(0 ${t})`},e,s),plate:e,number:s}}function Ph({root:n,plate:t,
number:e},s,{ratio:o,small:i}){let a=Math.ceil(i*1.15),r=Vn(s,i);I(n,{visibility:s?"inherit":"hidden"}),I(t,{x:(o?.x??0)-
r,y:-a/2,width:r,height:a,rx:4}),I(e,{y:i*.36}),A(e,s)}function Ch(){let n=x("rect",{}),t=x("text",{"text-anchor":"middl\
e"});return{root:x("g",{class:"st-nth","aria-hidden":"true"},n,t),plate:n,number:t}}function Fh({root:n,plate:t,number:e},s,{
small:o}){let i=Math.ceil(o*1.1)+1,a=Math.max(i,Math.ceil(s.length*o*.7)+6);I(n,{visibility:s?"inherit":"hidden"}),I(t,{
x:Re-a,y:-i/2,width:a,height:i,rx:i/2}),I(e,{x:Re-a/2,y:o*.36}),A(e,s)}function _h({kind:n},t,e){let[s,o,i]=n.split(",").
slice(1).map(N=>N==="true"),{high:a,name:r}=t,l=r==="dots"?a/2:Math.min(10,a/2),c=s?x("rect",{class:"st-under",x:4,y:-a/
2-4,height:a,rx:l}):null,h=x("rect",{class:"st-box",x:0,y:-a/2,height:a,rx:l}),{x:p,y:u,r:f}=e.glyph,m=x("path",{class:"\
st-g",transform:`translate(${p} ${u}) scale(${f})`}),g=o?Pt("st-w",e.word):null,b=o&&s?Pt("st-x",e.times,"end"):null,w=b&&
x("title"),y=o&&e.sure?Pt("st-v",e.sure,"end"):null,{second:k}=e,v=k&&(i&&e.start?{...e.start,end:!1}:k),$=o&&v?Pt("st-s",
v,v.end?"end":"start"):null,[M,S]=e.bars?[Qi("q",e.bars),Qi("p",e.bars)]:[null,null],O=r==="dots"?null:Ch(),T=o&&e.ratio?
Dh(e.ratio):null;return{root:x("g",{role:"button"},c,h,m,g,b&&" ",b,y&&" ",y,T&&" ",T?.root,$&&" ",$,M&&" ",M?.root,S&&"\
 ",S?.root,O&&" ",O?.root,w&&" ",w),box:h,under:c,q:M,p:S,scale:null,glyph:m,ask:null,name:g,second:$,times:b,told:w,nth:O,
sure:y,ratio:T,tag:null,copy:null}}function Bh(n,t,e,s,o){let{root:i,box:a,under:r,name:l,q:c,p:h}=n,p=(...u)=>!e||u.some(
f=>t[f]!==e[f]);p("classes")&&I(i,{class:t.classes}),p("tab")&&I(i,{tabindex:t.tab}),p("id","x","y")&&I(i,{"data-node":t.
id,transform:`translate(${t.x} ${t.y})`}),p("letter")&&Dt(i,"data-group",t.letter),p("gram")&&Dt(i,"data-hue",t.gram===null?
null:String(t.gram)),p("copy")&&Vh(n,t,o),p("wide")&&I(a,{width:t.wide}),l&&p("font")&&I(l,{"font-size":t.font}),r&&p("w\
ide","repeated")&&(I(r,{width:t.wide}),r.classList.toggle("none",!t.repeated)),c&&p("q","qName","qText")&&Ji(c,t.q,t.qName,
t.qText,o),h&&p("p","pName","pText")&&Ji(h,t.p,t.pName,t.pText,o),p("from","cut","coin","side","test","span")&&zh(n,t,o),
n.sure&&p("sure")&&A(n.sure,t.sure),n.ratio&&p("ratio")&&Ph(n.ratio,t.ratio,o),n.nth&&p("nth")&&Fh(n.nth,t.nth,o),p("sta\
te","visible","label","word","second","times","told")&&Uh(n,t),p("ask")&&Gh(n,t,s),p("letter","hue","first","tagX","tagY")&&
Kh(n,t)}function Ji({root:n,line:t,name:e,number:s},o,i,a,{bars:r}){I(n,{visibility:o===null?"hidden":"inherit"}),I(t,{width:o===
null?0:Math.max(o>0?1:0,o*(r?.wide??0)).toFixed(1)}),n.classList.toggle("st-changed",a.includes("→")),e&&A(e,i),s&&A(s,
a)}function zh(n,{from:t,cut:e,coin:s,side:o,test:i,span:a},r){let l=!r.scale||e===null||s===null,c=a&&`${a.before},${a.
line}`;if((l||n.scale&&n.scale.span!==c)&&(n.scale?.root.remove(),n.scale=null),!r.scale||e===null||s===null)return;let{
x:h,y:p,wide:u,high:f,says:m}=a?Hh(r.scale,a):r.scale,g=S=>h+S*u;if(!n.scale){let S={x:h,y:p,height:f,rx:Math.min(3,f/2)},
O={yes:x("rect",{class:"st-scale-yes",...S}),cut:x("path",{class:"st-scale-cut"}),coin:x("circle",{class:"st-coin",cy:p+
f/2,r:f>6?6.5:f}),says:m&&Pt("st-scale-says",m,a&&a.line!==null?"start":"middle")},T=x("g",{class:"st-scale","data-part":"\
scale","aria-hidden":"true"}," ",x("rect",{class:"st-scale-no",...S,width:u}),x("path",{class:"st-scale-hatch",d:Wh({x:h,
y:p,wide:u,high:f})}),O.yes,O.cut,O.coin,O.says," ");n.scale={root:T,span:c,...O},n.root.insertBefore(T,n.nth?.root??n.told)}
let b=n.scale,w=Math.max(0,t),y=o==="above";b.root.toggleAttribute("data-own",o==="own"),b.root.toggleAttribute("data-ra\
tio",y),b.root.toggleAttribute("data-under",y&&s<=t);let[k,v]=y?[0,Math.min(1,s)]:[w,e];I(b.yes,{x:g(k).toFixed(1),width:Math.
max(1,(v-k)*u).toFixed(1)});let $=y?t:o==="below"&&e<1?e:null,M=f>6?3:2.5;I(b.cut,{d:$===null?"":`M${g($).toFixed(1)} ${p-
M}v${f+2*M}`}),I(b.coin,{cx:g(s).toFixed(1)}),b.says&&A(b.says,i)}function Hh({x:n,y:t,wide:e,high:s,says:o},{before:i,after:a,
line:r}){let l=o&&{...o,x:o.x+(a-i)/2},c=r??0;return{x:n-i,y:t+c,wide:e+i+a,high:s,says:o&&r!==null?{x:n+e+a+8,y:t+c+s-1}:
l}}function Wh({x:n,y:t,wide:e,high:s}){let o=[];for(let i=n+3;i+s<n+e;i+=7)o.push(`M${i} ${t+s}l${s} ${-s}`);return o.join(
"")}function Uh({root:n,glyph:t,name:e,second:s,times:o,told:i},a){let{state:r}=a;I(n,{visibility:Et(a.visible),"data-sh\
own":r?"1":"0"}),Dt(n,"aria-hidden",r?null:"true"),Dt(n,"aria-label",r&&a.label),Dt(n,"data-state",r),Dt(t,"data-kind",r),
r&&I(t,{d:ht(r)}),e&&A(e,a.word),s&&A(s,a.second),o&&A(o,a.times),i&&A(i,a.told)}function Gh(n,t,{font:e}){if(t.ask===null)
return n.ask?.remove();n.ask??=x("text",{class:"st-ask",y:e*.36,"font-size":e},"?"),I(n.ask,{x:t.ask}),n.ask.parentNode||
n.name?.before(n.ask)}function Kh(n,{letter:t,hue:e,first:s,tagX:o,tagY:i}){if(n.tag?.remove(),!t)return;let a=Jn(t);n.tag=
x("g",{class:"st-rec"+(s?" first":""),"data-hue":e,transform:`translate(${o} ${i})`}," ",x("rect",{width:a,height:18,rx:4}),
x("text",{x:a/2,y:14.5,"text-anchor":"middle"},t)),n.root.append(n.tag)}function Vh(n,{copy:t},e){n.copy?.remove(),n.copy=
t?Pt("st-copy",e.times,"end"):null,n.copy&&(A(n.copy,t),Dt(n.copy,"aria-hidden","true"),n.root.append(n.copy))}function Yh({
root:n},{d:t,state:e,made:s,visible:o,classes:i}){I(n,{d:t,class:i,visibility:Et(o)}),Dt(n,"data-state",e),n.toggleAttribute(
"data-made",s)}function Zi(n,t,e){I(n,{visibility:Et(e)}),e!==n.hasChildNodes()&&E(n,...e?t:[])}function Qh({x:n,y:t,w:e},s){
return s<=n+e-4?`M${s-6} ${t}h12l-6 7z`:`M${n+8} ${t}h8v2.5H${s+1.5}v1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${n+8}z`}var Ds=class{box=x(
"rect",{rx:7});name=x("tspan",{class:"st-model-name"});says=x("tspan",{class:"st-model-says",dx:8});words=x("text",{"tex\
t-anchor":"middle"},this.name);aside=x("text",{class:"st-model-says"});constructor(t){this.tip=t==="draft"?x("path",{class:"\
st-model-tip"}):null,this.root=x("g",{class:"st-model","data-of":t,"data-part":"pass","aria-hidden":"true"}),this.parts=
this.tip?[this.tip,this.box,this.words,this.aside]:[this.box,this.words],this.tip||this.words.append(this.says)}draw(t){
if(Zi(this.root,this.parts,t!==null),!t)return;let{x:e,y:s,w:o,h:i,on:a,name:r,says:l,tip:c=e+o/2}=t;this.root.toggleAttribute(
"data-on",a),I(this.box,{x:e,y:s,width:o,height:i}),this.tip&&I(this.tip,{d:Qh({x:e,y:s+i-1,w:o},c)}),A(this.name,r),A(this.
tip?this.aside:this.says,l),I(this.words,{x:e+o/2,y:s+i/2+5}),I(this.aside,{x:e+o+9,y:s+i/2+5})}},Zn=class{area=x("rect",
{class:"st-pass",rx:10,"data-part":"pass","aria-hidden":"true"});rays=x("path",{class:"st-rays","aria-hidden":"true"});draft=new Ds(
"draft");target=new Ds("target");bonusBox=x("rect",{rx:10});star=x("path",{class:"st-g","data-kind":"bonus",d:ht("bonus")});word=x(
"text",{class:"st-bonus-w"});says=[x("text",{class:"st-bonus-s"}),x("text",{class:"st-bonus-s"})];bonus=x("g",{class:"st\
-bonus","aria-hidden":"true"},this.bonusBox,this.star,this.word,...this.says);band=x("rect",{class:"st-band","aria-hidde\
n":"true",x:-400,y:0});label=x("tspan");whose={q:x("tspan",{"data-of":"q"}),p:x("tspan",{"data-of":"p"})};key=x("text",{
class:"st-key","aria-hidden":"true"},this.label,this.whose.q,this.whose.p);stick(t){for(let e of[this.band,this.draft.root,
this.target.root,this.key])I(e,{transform:`translate(0 ${t.toFixed(1)})`})}draw({draft:t,target:e,area:s,rays:o,bonus:i,
key:a,head:r}){if(I(this.band,{width:4e3,height:r}),I(this.key,{visibility:Et(a!==null),x:a?.x??0,y:a?.y??0}),A(this.label,
a?.label??""),A(this.whose.q,a?.q?` ${a.q}`:""),A(this.whose.p,a?.p?`${a.q?",":""} ${a.p}`:""),this.draft.draw(t),this.target.
draw(e),this.area.classList.toggle("above",!s.below),I(this.area,{x:s.x,y:s.y,width:s.w,height:s.h,visibility:Et(s.on)}),
I(this.rays,{d:o,visibility:Et(o!=="")}),I(this.bonus,{visibility:Et(!!i?.visible)}),!i)return;let{x:l,y:c,w:h,h:p,name:u,
says:f}=i,m=p<56,g=m?c:c-p/2+(p<80?16:22);I(this.bonusBox,{x:l,y:c-p/2,width:h,height:p}),I(this.star,{transform:`transl\
ate(${l+17} ${g}) scale(6.5)`}),A(this.word,u),I(this.word,{x:l+31,y:g+5.5}),this.says.forEach((b,w)=>{A(b,f[w]??""),I(b,
{x:m?l+92:l+10,y:m?c+4.4:g+(p<80?17:24)+16*w})})}},Jh=0,Ps=class{arrow=`st-arrow-${++Jh}`;svg=x("svg",{class:"st-svg",preserveAspectRatio:"\
xMidYMin",role:"group","aria-label":"Graph of this round"});floatBox=x("rect",{rx:4,height:20});floatWord=x("text",{y:14,
x:6});float=x("g",{class:"st-float",visibility:"hidden","aria-hidden":"true"});mode=null;form=null;pass=new Zn;nodes=new he(
x("g",{class:"st-nodes","data-part":"nodes"}),t=>_h(t,this.mode,this.form),(t,e,s)=>Bh(t,e,s,this.mode,this.form));edges=new he(
x("g",{class:"st-edges"}),()=>({root:x("path")}),Yh);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","\
st-origin");bands=new he(x("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue:t,end:e})=>({root:x("path",{class:"st-\
rec-band","data-hue":t,"data-end":e})}),({root:t},{d:e,visible:s})=>I(t,{d:e,visibility:Et(s)}));arcs(t,e){return new he(
x("g",{class:t,"aria-hidden":t==="st-links"&&"true"}),()=>({root:x("path",{class:e,"marker-end":`url(#${this.arrow})`})}),
({root:s},{d:o,visible:i,solid:a=!1,bold:r=!1})=>{I(s,{d:o,visibility:Et(i)}),s.classList.toggle("solid",a),s.classList.
toggle("bold",r)})}draw(t,e){this.mode=t.mode,I(this.svg,{"data-mode":t.mode.name}),this.svg.style.setProperty("--small",
`${t.form.small}px`),this.form=t.form,this.svg.firstChild||E(this.svg,x("defs",{},x("marker",{id:this.arrow,viewBox:"0 0\
 8 8",refX:7,refY:4,markerUnits:"userSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},x("path",{d:"M0 0L8 4L0 8\
Z",class:"st-arrow"}))),this.pass.rays,this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,
this.nodes.group,this.pass.area,this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.
pass.draw(t.pass);for(let s of["bands","edges","merges","links","nodes"])this[s].patch(t[s]);Zi(this.float,[this.floatBox,
this.floatWord],t.float!==null),t.float&&(A(this.floatWord,t.float.word),I(this.floatBox,{width:bt(t.float.word,`13px ${e}`)+
14}),I(this.float,{transform:`translate(${t.float.x} ${t.float.y})`}))}elementOf(t){return this.partsOf(t)?.root}partsOf(t){
return t&&this.nodes.drawn.get(t.key)?.parts}edgeOf({key:t}){return this.edges.drawn.get(t)?.parts.root}clear(){E(this.svg)}};var Zh=16;function Ue({frame:n},t){let e=t.target instanceof Element?t.target.closest("[data-node]"):null;return e&&n?n.
it.place.get(Number(e.getAttribute("data-node")))??-1:-1}function Xh(n,t){let{scene:e,zoom:s}=n,o=-1,i=Zh;for(let a of e?.
nodes??[]){if(!e||a.state===null)continue;let r=s.away(t,a,e.mode.high);r<=i&&([o,i]=[a.place,r])}return o}function Xi(n,t){
let e=(n.frame?.items??[]).filter(({place:i})=>n.shows(i)).sort((i,a)=>i.row-a.row),s=e.findIndex(({place:i})=>i===n.selection.
roving),o=e[Math.min(e.length-1,Math.max(0,s+t))];o&&(n.rove(o.place),n.focus({preventScroll:!0}),n.reveal([o.place]))}function ta(n){
let{svg:t,on:e}=n,s=i=>{i<0||(n.rove(i),e.pick(i))},o=i=>{n.float(i),e.hover(i)};t.addEventListener("click",i=>{let a=Ue(
n,i);s(a<0&&n.touched.matches?Xh(n,i):a)}),t.addEventListener("mouseover",i=>{wt.moved(i)&&o(Ue(n,i))}),t.addEventListener(
"mouseleave",i=>{wt.moved(i)&&o(-1)}),t.addEventListener("focusin",i=>{Ue(n,i)>=0&&o(Ue(n,i))}),t.addEventListener("focu\
sout",()=>o(-1)),t.addEventListener("keydown",i=>{if(i.key==="Enter")s(Ue(n,i));else if(i.key==="ArrowDown")Xi(n,1);else if(i.
key==="ArrowUp")Xi(n,-1);else return;i.preventDefault(),i.stopPropagation()})}var Cs=class{toggle=d("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-pressed":"\
false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(!this.
on),this.redraw()}},"Mark repeats");sizes=d("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"a\
ria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(t=>d("option",
{value:t},`${t}-grams`)));say=d("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(t,e){
this.model=t,this.redraw=e}set(t){this.on=t,this.toggle.setAttribute("aria-pressed",t?"true":"false"),this.sizes.hidden=
this.say.hidden=!t}open(t){let{recurring:e}=t;if(this.toggle.hidden=!e?.groups.length,this.shown=null,!e?.drafted||!this.
on)return A(this.say,"");this.n||=Math.min(4,e.tau),this.sizes.value=String(this.n),this.shown=Gi(t,this.n)}describe(t,e,s){
this.shown&&A(this.say,Yi(this.model,t,this.shown,e,s))}reset(){this.n=0,this.shown=null,this.toggle.hidden=!0,A(this.say,
"")}};function ea(n,t,e,s,o,i){let{model:a,it:r,form:l}=n,c=1+t.shared.filter(z=>Rt(n,z,o)).length,{place:h,word:p,whole:u,named:f,
copies:m,nth:g}=t,{second:b,qName:w,qText:y,pName:k,pText:v,test:$}=i,{q:M,p:S,say:O}=Wn(a,r,h,o),{name:T=null,numbers:L={
q:null,p:null}}=l.bars??{},N=(z,gt,ct)=>[T!==null&&gt,L[z]!==null&&ct].filter(Boolean).join(" "),H=T!==null&&L.q!==null,
Y=a.second(e),_=l.sure?js(n,h):"",W=Gn(n,h,o),Q=[p,f&&m&&i.times,_,i.ratio,l.second&&b,N("q",w,y),N("p",k,v),$,td(g,i.letter),
i.copy];return[...Q,_&&`confidence ${_}`,f&&m&&e.told,a.called(e),e.state==="pending"&&Ls(n,h,o)&&"below a draft that wa\
s not accepted",!Q.includes(Y)&&Y,M!==null&&!(H&&w&&y===O(M))&&`draft ${O(M)}`,S!==null&&!(H&&k&&v===O(S))&&`target ${O(
S)}`,W&&`running ratio ${q(W.ratio)}`,c>1&&`shared by ${c} paths`,s&&`copy of node ${a.get(r,"origin",h)}`,p!==u&&u].filter(
Boolean).join(", ")}function td(n,t){return n===null?t&&`${t}, letter of its n-gram`:t?`${n} ${t}: number among the cand\
idates, letter of its n-gram`:`${n} among the candidates`}function sa(n,t,{picked:e,pointed:s,supposed:o},i){let{model:a,it:r,spot:l}=n,{now:c}=r.steps[t],h=new Map,p=(u,f)=>{h.set(
u,(h.get(u)??new Set).add(f))};for(let u of c)p(u,"now");e>=0&&p(e,"picked"),o&&p(o.place,"supposed");for(let u=s;u>=0;u=
a.up(r,u)){let f=l.has(u)?u:r.place.get(a.get(r,"origin",u)??-1)??-1;p(f,u===s?"lit-end":"lit")}for(let u of Vi(n,i,s))p(
u,"rec-lit");return h}var na=[2,5,6,4,3,1,0],ed=6,sd=({steps:n},t)=>n[t].phase==="merge"?n[t].now:n[t].phase==="draft"&&n[t+1]?.phase==="merge"?
n[t+1].now:[],oa=(n,t,e)=>t.place.get(n.get(t,"merge",e)??-1)??-1;function ia(n,t,e){let s=new Map;for(let o of sd(t,e)){
let i=oa(n,t,o);i>=0&&s.set(i,[...s.get(i)??[i],o])}return s.size?{n:t.recurring?.tau??1,groups:[...s.values()]}:null}var aa=n=>na[n%
na.length],ra=(n,t,e)=>Ns(n,t,e).map(s=>({...s,hue:aa(e?.groups.findIndex(o=>o.includes(s.end))??0)})),la=(n,t,e)=>new Map(
(e?.groups??[]).flatMap((s,o)=>s.flatMap(i=>n.gram(t,i,e?.n??1).map(a=>[a,aa(o)]))));function ca(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t],c=new Set(r==="merge"?l:[]),h=i.some(({place:u})=>s.copied(o,u)),p=u=>u.shared.
some(f=>Rt(n,f,t))&&u.wire!=="";return i.flatMap(u=>{let f=p(u)?[{key:`${u.place}-own`,d:u.wire,visible:!0,solid:!0,bold:u.
shared.some(({place:w})=>c.has(w))}]:[],m=a.get(oa(s,o,u.place));if(!m)return f;let g=o.fates[u.place].find(w=>w.state===
"merged")?.step??o.born[u.place],b=u.into?.wire||Fn(n,Be(n,u,t),Be(n,m,t));return[...f,{key:String(u.place),d:b,solid:u.
into!==null,bold:c.has(u.place),visible:g<=t&&(!h||[u.place,m.place].includes(e))}]})}function ha(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t];if(!o.replicas)return[];let c=m=>a.get(o.place.get(s.get(o,"origin",m)??-1)??
-1),h=a.has(e)?c(e)?.place??e:-1,p=r==="unmerge"&&l.length<=ed,u=m=>p&&l.includes(m)||(s.copied(o,e)?m===e:h>=0&&c(m)?.place===
h);return i.filter(({place:m})=>s.copied(o,m)&&o.born[m]<=t&&u(m)).flatMap(m=>{let g=c(m.place);return g?[{key:String(m.
place),visible:!0,d:Fn(n,Be(n,g,t),Be(n,m,t))}]:[]})}var da=({model:n,it:t,mode:e,narrow:s,has:o},{place:i,named:a},r)=>r&&
ie(e,o)&&e.text&&!s&&a&&n.copied(t,i)?"copy":"";function pa({model:n,it:t},e,s){if(!t.n.merge||s<t.seen)return!1;let o=a=>t.
onPath[a]||n.decided(t,a,s).some(r=>["accepted","rejected"].includes(t.verdicts[r].state));return n.decided(t,e,s).some(
a=>t.verdicts[a].state==="unused")&&!o(e)&&!nd(n,t,e).some(o)}var nd=(n,t,e)=>(t.n.origin??[]).flatMap((s,o)=>s===t.n.id[e]&&
n.copied(t,o)?[o]:[]);var od=new Set(["residual","bonus","fill","drawn"]),id=78,fa=15.5,ad=16,rd=7.6,ld=226,cd=118;function ma(n,t){let{model:e,
it:s,items:o,models:i,chain:a,narrow:r,mode:l}=n,{phase:c,now:h}=s.steps[t],p=s.steps.flatMap((X,$t)=>ua.has(X.phase)?[$t]:
[]),u=s.n.role.some(X=>X==="draft")||p.length>0,f=t>=s.seen,{lane:m,slab:g,area:b,below:w}=i,y=ua.has(c),k=X=>X>=5e-4&&!e.
toy()?` · ${zt(X)}`:"",v=y?o.filter(({place:X})=>h.includes(X)):[],$=v.length?Math.min(...v.map(({x:X})=>X)):m.x,M=!w||
!v.length?m.x:l.text?$+(l.wide-m.w)/2:$,S=e.drafter(),O=Math.max(m.w,Math.ceil(S.length*rd)+24),T=Math.max(m.x,Math.min(
M,i.most)),L=l.text?l.wide/2:l.wide,N=u?{...m,x:T,on:y,name:S,w:O,tip:v.length&&!r?$+L:T+O/2,says:f&&w?`${R(p.length,"st\
ep")}${k(s.bar.draft)}`:""}:null,H=s.steps[s.seen]?.nodes.length??0,Y=s.mask?.starts.length||1,_=c==="target",W=Y===1?"o\
ne pass":R(Y,"pass","passes"),Q=_?`${W} over ${R(H,"position")}`:W,z=k(s.bar.target),gt=f?[`${Q}${z}`,Q,`${W}${z}`,W]:["\
waits"],ct={...g,on:_,name:"Target",says:ce((g.w-id)/fa,...gt,"")};return{draft:N,target:s.steps.some(X=>X.phase==="targ\
et")?ct:null,area:{...b,on:_,below:w},bonus:fd(n,t),head:w?0:i.head,key:y?null:hd(n,t,N,ct),rays:r?"":_&&a?ud(n):pd(n,t)}}
function hd(n,t,e,s){let{model:o,it:i,form:a,narrow:r,models:l,h:c}=n,{bars:h}=a,p=o.voice==="plain",u=!a.sure&&i.n.sure&&
h?.name===null;if(!h||h.long||h.name!==null&&!p)return null;let f=e&&e.says?Nt(e.says)*fa+24:12,m=l.below?e?e.x+e.w+f:s.
x:s.x+s.w+12,g=t>=i.seen,b=g&&!(h.one&&u),w=r?"":"numbers:",y=p?"target":"p",k=h.one&&g&&!u?"":u?"path confidence":p?"dr\
aft":"q",v=b&&dd(n,t)?[`${y} (pale: ${p?"leftover":"p′"})`]:[],$=S=>m+Nt(`${w} ${k}, ${S}`)*a.small<=l.until;for(let S of b?
[...v,y]:[""])if($(S))return{x:m,y:l.lane.y+l.lane.h/2+5,label:w,q:k,p:S};let M={x:l.lane.x,y:c-4,label:w,q:k,p:b?v[0]??
y:""};return r||l.below?null:M}var dd=(n,t)=>n.items.some(e=>n.it.born[e.place]<=t&&qs(n,e,t,n.model.fate(n.it,e.place,t)).
left),ua=new Set(["draft","exit"]);function pd({it:n,items:t,spot:e,models:s,mode:o,chain:i},a){let{phase:r,now:l}=n.steps[a],
{slab:c,below:h}=s;return i||!h||!od.has(r)?"":l.flatMap(p=>e.get(p)??[]).flatMap(({x:p,cy:u,wide:f})=>{let m=p+f/2,g=u+
o.high/2,b=m>c.x&&m<c.x+c.w,w=t.every(y=>y.x>m||y.x+y.wide<m||y.cy+y.makes<=u);return b&&w&&c.y-g>=ad?[`M${m} ${c.y}V${g}`]:
[]}).join("")}function ud({items:n,models:t,mode:e,it:s,top:o}){let{slab:i,bonus:a}=t,r=n.filter(({place:p})=>s.n.role[p]!==
"target"),l=[...r.slice(1),...a?[a]:[]],c=e.wide/2,h=o+e.high+3;return l.map((p,u)=>`M${r[u].x+c} ${i.y}L${p.x+c} ${h}`).
join("")}function fd(n,t){let{it:e,items:s,models:o,narrow:i}=n,a=s.find(({place:h})=>e.n.role[h]==="target"&&e.born[h]<=
t);if(!o.bonus)return null;let r=s.filter(({place:h})=>e.n.role[h]==="draft").length,l=r<1||o.bonus.w<(i?ld:cd)?[]:i?[`i\
f ${r===1?"it is":"all are"} accepted`]:r===1?["only if the guess","is accepted"]:[`only if all ${r}`,"are accepted"],c=!a&&
t<e.commit&&!Number.isFinite(Os(n,t));return{...o.bonus,visible:c,name:r?"bonus":"?",says:!i&&o.bonus.h<80?[]:l}}var md=24,gd=2;function bd(n,t,e){let s=G(n),o=s?.rows.findLastIndex(i=>i.place===t&&i.step<=e)??-1;return!s||o<0?void 0:
{...s.rows[o],nth:o+1}}function ga({it:n,chain:t,mode:e,narrow:s,tests:o},{place:i,nth:a},r){return o?s?null:o.get(i)?.findLast(
l=>l.step<=r)?.nth??null:t||!G(n)?a:e.text&&!s?bd(n,i,r)?.nth??null:null}function wd({it:n,chain:t,narrow:e,spot:s,lines:o},i,a){
let r=G(n);if(!t||!r||n.n.role[i]!=="draft")return;let l=r.rows.findIndex(g=>a>=r.told?g.chosen:g.step===a),c=r.rows.findIndex(
g=>g.place===i&&g.step<=a),h=o||e?c:l,p=r.rows[h],[u,f,m]=[r.rows[0]?.place,i,r.rows.at(-1)?.place].map(g=>s.get(g??-1)?.
x??0);return p?.place!==i?null:{...p,nth:h+1,before:e?0:f-u,after:e?0:m-f,line:o?o*h:null}}function ba(n,{place:t},e,s,o=!1){
let{model:i,it:a,form:r,chain:l}=n,c={from:-1,cut:null,coin:null,side:"below",test:"",span:null};if(!s||!r.scale)return c;
let h=xd(a,t,e);if(h&&(l||h.step===e))return{...kd(h,r),span:null};let p=wd(n,t,e);if(p===null||p&&o)return c;if(p){let b=!a.
n.role.some((y,k)=>y==="target"&&a.born[k]<=e),w=yd(p,r,i.voice);return b||p.line===null?w:{...w,test:""}}let u=i.decided(
a,t,e).filter(b=>l||a.stepOf[b]===e),f=a.verdicts[u.at(-1)??-1];if(f?.strip)return{...vd(f.strip,r,i.voice),span:null};if(f?.
u===void 0||f.a===void 0)return c;let{u:m,a:g}=f;return{...c,cut:Math.min(1,g),coin:m,test:wa(r,i.voice,m,g,"accepted",f)}}
function yd({cut:n,u:t,nth:e,before:s,after:o,line:i},a,r){let c={from:-1,cut:null,coin:null,side:"below",test:"",span:{
before:s,after:o,line:i}};if(t===null||!a.scale)return c;let h={...a,scale:{...a.scale,wide:a.scale.wide+(i===null?s+o:md)}},
p=wa(h,r,t,n,"passes"),u=`prefix ${e}${n>0&&n<1?":":""} ${p}`;return{...c,cut:Math.min(1,n),coin:t,test:p&&Ot(h,u,p)}}function xd(n,t,e){
let s=n.panels.find(({kind:i})=>i==="prefixes");if(s?.kind!=="prefixes")return null;let o=s.prefixes.find(i=>i.place===t&&
i.step<=e);return o?{...o,bar:s.bar}:null}function kd({ratio:n,product:t,passed:e,bar:s},o){let i=t===null?"∞":q(t),a=`${i}\
 ${e?">":"≤"} ${q(s)}`,r=e?" passes":" fails";return{from:Math.min(1,s),cut:1,coin:n,side:"above",test:Ot(o,`joint ${a}${r}`,
`${a}${r}`,a)}}var Ot=({scale:n,small:t},...e)=>n?.says?ce((n.wide+gd)/t,...e):"";function wa(n,t,e,s,o,i={}){let a=e<s?
"<":"≥",r=t==="plain",{p:l,q:c}=i;if(s>0&&s<1)return r?Ot(n,`${q(e)} ${a} ${q(s)}`,`${C(e)} ${a} ${C(s)}`):Ot(n,`u = ${C(
e)} ${a} ${C(s)}`,`${C(e)} ${a} ${C(s)}`);let h=s>=1?"always":"never",p=[`${h} ${o}`,h];return s>=1&&typeof l=="number"&&
typeof c=="number"&&l>=c?Ot(n,r?`${h}: ${B(l)} ≥ ${B(c)}`:`${h}: p ≥ q`,...p):s<=0&&l===0?Ot(n,r?`${h}: target 0%`:`${h}\
: p = 0`,...p):Ot(n,...p)}function vd({u:n,parts:t,own:e},s,o){let i=p=>t.slice(0,p).reduce((u,[,,f])=>u+f,0),a=i(t.length),
r=i(e)/a,l=i(e+1)/a,c=p=>`${p(r)} ≤ ${p(n)} < ${p(l)}`,h=o==="exact"?Ot(s,c(p=>q(p)),c(C),`u = ${C(n)}`):Ot(s,`${q(n)}\
 in its part`,q(n));return{from:r,cut:l,coin:n,side:"own",test:h}}var $d=8,Md=6,Fs={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function ya(n,t,e=Fs,s=null){let{model:o,it:i,
items:a,spot:r}=n,l=sa(n,t,e,s),c=Ki(n,s),h=ia(o,i,t),p=la(o,i,h),u=[],f=[];for(let b of a){let w=b.stands.flatMap(k=>[...l.
get(k)??[]]),y={...Sd(n,b,t,e,w,c.get(b.place)),gram:p.get(b.place)??null};y.gram!==null&&(y.classes+=" tail"),u.push(y),
b.up>=0&&f.push(Ed(Ts(n,b,t),y))}let{mode:m,form:g}=n;return{mode:m,form:g,pass:ma(n,t),nodes:u,edges:[...f.filter(({raised:b})=>!b),
...f.filter(({raised:b})=>b)],merges:ca(n,t,e.pointed),links:ha(n,t,e.pointed),bands:s?Ns(n,t,s):ra(n,t,h),float:Od(n,t,
e),hidden:i.born.filter((b,w)=>b<=t&&r.get(w)?.place!==w).length}}function Sd(n,t,e,s,o,i){let{model:a,it:r,mode:l}=n,{named:c}=t,
h=Ei(n,t,e),p=Ai(n,h,e,s),u=Rt(n,t,e),f=e>=r.commit,m=t.stands.some(it=>r.onPath[it]),g=f&&p!==null&&!u&&m,b=a.copied(r,
h)&&t.place===h,w=r.n.role[h]==="draft",y=Os(n,e),k=!p&&!w&&t.col>=y,v=k||!p&&w&&!b,$=w&&t.col>=y&&p!==null,M=l.name==="\
dots",S=M&&c&&g,O=S?Math.ceil(t.wide+12+7*t.word.length):t.wide,T="st-n";b&&(T+=" replica"),p||(T+=" ghost"),k&&(T+=" ho\
le"),$&&(T+=" fallen"),g&&(T+=" path"),p?.state==="input"&&f&&!g&&(T+=" gone");let L=!g&&pa(n,h,e);L&&(T+=" quiet"),r.n.
merge&&p?.state==="pruned"&&(T+=" leaf"),(p?.state==="pending"||p?.state==="merged")&&Ls(n,h,e)&&(T+=" lost"),u?T+=" joi\
ned":!L&&Ti(n,t,e)&&(!p||Z(p.state).strength<Md)&&(T+=" shared");let N=qs(n,{...t,place:h},e,p),H=p?Kn(n,h,e):"",Y=Un(n)&&
p?.state==="rejected";N.left&&(T+=" left"),Y&&(T+=" deleted");for(let it of new Set(o))T+=` ${it}`;let _=h===t.place?t:{
...t,place:h},W=ga(n,_,e),Q=W===t.nth?_:{..._,nth:W},{x:z,y:gt}=u??Td(n,t,$,e),ct=ba(n,Q,e,p,$),X=p?ji(n,h,p):"",$t=p?Ad(
n,p):"",j=da(n,t,p);return{key:t.key,kind:t.kind,place:h,id:r.n.id[h],x:z,y:gt,wide:u?2*n.form.glyph.x:O,joined:u!==null,
onto:u&&{x:u.item.x,y:u.item.cy},font:t.font,word:p&&c&&(S||!M)?t.word:"",state:p?.state??null,visible:p!==null||v,ask:v&&
c&&!M?t.wide/2:null,...N,...ct,nth:p&&W!==null?String(W):"",sure:p&&n.form.sure?js(n,h):"",ratio:H,second:X,gram:null,copy:j,
times:$t,told:p?.told??"",repeated:!!p?.times,label:p?ea(n,Q,p,b,e,{...N,...ct,second:X,times:$t,copy:j,ratio:H,letter:u?
null:i?.letter??null}):"",classes:T,path:g,fallen:$,tab:[h,t.place].includes(s.roving)?"0":"-1",letter:i?.letter??null,hue:i?.
hue??0,first:i?.first??!1,tagX:i?.tagX??0,tagY:i?.tagY??0}}function Ad({mode:n,has:t},{times:e}){if(!e.startsWith("×"))
return e;let s=(jt(n,t.fates)-4)/n.small,[o,...i]=e.split(" "),r=i.reduce((l,c)=>l+parseInt(c,10),0)===Number(o.slice(1))&&
i.length>0&&(i.length>1||!i[0].endsWith("✕"));return ce(s,e,...r?[i.join("")]:[],o)}var Td=({drop:n,aside:t,room:e},{x:s,
cy:o,makes:i},a,r)=>({x:a?s+t:s,y:(a?o+n:o)+(r>=e?i:0)});function Ed(n,{key:t,state:e,visible:s,path:o,fallen:i,joined:a,
classes:r}){let l=e!==null&&Z(e).strength>=$d;return{key:t,d:n,state:e,made:l,raised:l||o,visible:s&&!i&&!a,classes:e===
null?"st-e ghost":o?"st-e path":/ quiet\b/.test(r)?"st-e quiet":/ lost\b/.test(r)?"st-e lost":"st-e"}}function Od({it:n,
spot:t},e,{floated:s}){let o=t.get(s);return!o||o.named||n.born[s]>e?null:{word:o.word,x:o.x+o.wide+2,y:o.cy-10}}var _s=class{value=1;chosen=0;constructor(t,e){this.scroll=t,this.svg=e}fit(t,e){let{w:s,h:o}=t;this.value=Math.min(4,Math.
max(.15,this.chosen||Qn(t,e))),this.svg.setAttribute("width",String(Math.ceil(s*this.value))),this.svg.setAttribute("hei\
ght",String(Math.ceil(o*this.value+this.slack(t,e))))}slack({narrow:t,mode:e,h:s,top:o},i){let a=this.value*e.row,r=s*this.
value-i.h-this.value*(o+e.high/2)+a/2;return t&&r>0?(a-r%a)%a:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(t,e,s){
if(!t.length)return;let{scroll:o,value:i}=this,{mode:a,narrow:r,models:l}=e,c=12,{w:h}=s,p=r||l.below?0:i*l.head,u=i*Math.
min(...t.map(({x:v})=>v)),f=i*Math.min(...t.map(({cy:v})=>v-a.high)),m=i*Math.max(...t.map(({x:v,wide:$})=>v+$)),g=i*Math.
max(...t.map(({cy:v})=>v+a.high)),b=s.h-(r?s.bar:0),{scrollLeft:w,scrollTop:y}=o;m-u>h?o.scrollLeft=m-h+c:m>w+h?o.scrollLeft=
Math.min(u-c,m-h+c):u<w&&(o.scrollLeft=u-c);let k=g>y+b||f<y+p;r&&k?o.scrollTop=this.between(t,e,b):g>y+b?o.scrollTop=Math.
min(f-p-c,g-b+c):f<y+p&&(o.scrollTop=f-p-c)}between(t,{mode:e,spot:s,top:o},i){let a=t.map(({row:f})=>f),r=Math.min(...a),
l=this.value*e.row,c=this.value*(o+e.high/2)-l/2,h=Math.ceil(((Math.max(...a)+1)*l+c-i)/l),p=t.some(({row:f,up:m})=>f===
r&&s.get(m)?.row===r-1),u=h<=r?Math.max(0,Math.min(r,Math.max(h,0))):r-(p?1:0);return u>0?c+u*l:0}away(t,{x:e,wide:s,y:o},i){
let a=this.svg.getBoundingClientRect(),r=(l,c,h)=>Math.max(l*this.value-h,h-c*this.value,0);return Math.hypot(r(e,e+s,t.
clientX-a.left),r(o-i/2,o+i/2,t.clientY-a.top))}};var Ld=300,xa=142,ka=114,va=86,qd=190,$a=40,Bs=class{touched=matchMedia("(pointer: coarse)");picture=new Ps;svg=this.picture.
svg;scroll=d("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new _s(this.scroll,this.svg);sides=new qt(
this.scroll,()=>this.until());hidden=d("span",{class:"st-hidden","data-testid":"hidden-count"});all=d("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=Fs;step=-1;seen=null;room={
w:800,h:300,bar:$a,touched:!1,typeface:"sans-serif",width:bt};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(t,e){
this.model=t,this.on=e,this.recurring=new Cs(t,()=>this.again()),this.zooms=d("div",{class:"st-zoom"},this.recurring.toggle,
this.recurring.sizes,d("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zoom out",()=>this.
zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom to 1:1",()=>1),this.
button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=d("div",{class:"st-graph"},this.scroll,this.recurring.
say,this.zooms,this.sides.sign),ta(this),this.scroll.addEventListener("scroll",()=>this.stick(),{passive:!0})}until(){let{
value:t}=this.zoom,e=this.scene?.nodes.filter(({visible:o})=>o)??[],s=this.frame?this.frame.mode.high/2:0;return{w:t*Math.
max(0,...e.map(({x:o,wide:i})=>o+i)),h:t*Math.max(0,...e.map(({y:o})=>o+s))}}stick(){let t=this.frame?.models.below??!0;
this.picture.pass.stick(t?0:this.scroll.scrollTop/this.zoom.value)}button(t,e,s,o){return d("button",{type:"button",class:"\
st-btn st-small","data-testid":e,"aria-label":s,title:s,onclick:()=>{this.zoom.chosen=o(),this.frame&&this.zoom.fit(this.
frame,this.room),this.sides.look()}},t)}open(t){this.frame?.it!==t&&(this.frame&&this.zoom.top(),this.build(t))}build(t){
this.leave();let{on:e}=this.recurring;this.recurring.open(t),(!this.looked||e!==this.recurring.on)&&this.look(),this.looked=
!0,this.drawn=this.room;let{toggle:s,sizes:o}=this.recurring;this.room={...this.room,buttons:xa+(s.hidden?0:ka)+(o.hidden?
0:va)+(t.core?qd:0),zooms:xa+(o.hidden?0:ka+va)},this.frame=Hi(this.model,t,this.room,this.expanded.has(t.i));let{w:i,h:a,
whole:r,items:l}=this.frame,c=t.core&&!r;this.all.hidden=!t.core,t.replicas&&l.length<=Ld?A(this.all,c?`Show tree with c\
opies (${t.replicas})`:"Show merged graph"):A(this.all,c?`Show all ${t.size} nodes`:"Show result path and siblings"),this.
svg.setAttribute("viewBox",`0 0 ${i} ${a}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof
SVGElement&&this.svg.contains(document.activeElement)&&document.activeElement.blur(),this.selection=Fs,this.step=-1}again(){
this.frame&&(this.looked=!1,this.build(this.frame.it),this.on.redraw())}look(){let{position:t,display:e}=getComputedStyle(
this.zooms),s=this.root.closest(".present")!==null,o=t==="absolute"&&e!=="none"?$a+(this.touched.matches?12:0):0;this.room=
{w:this.scroll.clientWidth,h:this.scroll.clientHeight,bar:o,big:s,touched:this.touched.matches,typeface:getComputedStyle(
this.root).fontFamily||"sans-serif",width:bt}}toggleAll(){if(!this.frame)return;let{i:t}=this.frame.it;this.folded.add(t),
this.expanded.delete(t)||this.expanded.add(t),this.again()}unmerge(t,e){let s=t.steps.findIndex(({phase:a})=>a==="unmerg\
e"),o=s>=0&&e>=s,i=t.size<=ot("line").upTo;!t.core||!i||this.folded.has(t.i)||o===this.expanded.has(t.i)||(o?this.expanded.
add(t.i):this.expanded.delete(t.i),this.build(t))}show(t,e,s,o=this.selection.pointed){if(!this.frame)return;this.seen=e;
let{it:i}=this.frame;this.unmerge(i,t);let{spot:a,items:r}=this.frame,{roving:l}=this.selection,c=l<0||i.born[l]>t||!a.has(
l),h=Math.min(...r.map(({place:u})=>i.born[u]<=t?u:1/0));this.render({...this.selection,picked:s,pointed:o,roving:c?a.has(
s)?s:Number.isFinite(h)?h:-1:l},t),t!==this.step&&(this.reveals=s>=0?[s]:i.steps[t].now),this.step=t,this.recurring.describe(
i,t,this.frame.narrow);let p=this.scene?.hidden;A(this.hidden,p?`${R(p,"node")} not shown`:""),this.all.style.visibility=
p||this.expanded.has(i.i)?"":"hidden",this.recurring.toggle.style.visibility=t<i.seen&&!this.recurring.on?"hidden":""}render(t,e=this.
step){this.selection=t,!(!this.frame||e<0)&&(this.scene=ya({...this.frame,view:this.seen},e,t,this.recurring.shown),this.
picture.draw(this.scene,this.room.typeface))}light(t){t!==this.selection.pointed&&this.render({...this.selection,pointed:t})}float(t){
t!==this.selection.floated&&this.render({...this.selection,floated:t})}suppose(t,e){let s=e&&this.draws(t)?{place:t,state:e}:
null;(s||this.selection.supposed)&&this.render({...this.selection,supposed:s})}rove(t){this.render({...this.selection,roving:t})}draws(t){
return this.frame?.spot.has(t)??!1}shows(t){return this.draws(t)&&(this.frame?.it.born[t]??1/0)<=this.step}view(){let{left:t,
top:e}=this.svg.getBoundingClientRect();return this.frame&&this.scene?{frame:this.frame,scene:this.scene,left:t,top:e,zoom:this.
zoom.value}:null}focus(t){let{roving:e}=this.selection,s=this.frame?.spot.get(e)?.key,o=this.scene?.nodes.find(({place:i,
key:a})=>i===e||a===s);this.picture.elementOf(o)?.focus(t)}reveal(t){this.frame&&this.zoom.reveal(t.flatMap(e=>this.frame?.
spot.get(e)??[]),this.frame,this.room)}settle(){this.reveals&&this.reveal(this.reveals),this.reveals=null,this.stick(),this.
sides.look()}reset(){this.look(),this.looked=this.room.w>0,this.zoom.top(),this.leave(),this.frame=this.scene=null,this.
recurring.reset(),this.expanded.clear(),this.folded.clear(),this.picture.clear()}resized(){this.look(),this.frame&&(Math.
abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var jd={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and th\
e thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision, p\
, q and the thresholds can differ in the third digit."};function Gt(n,{key:t,label:e,value:s,most:o,step:i=.01,say:a,draw:r},l,c,...h){
let p=d("p",{class:"st-whatif-said",role:"status"}),u=d("button",{type:"button",class:"st-btn st-small st-wide","data-te\
stid":"whatif-go",disabled:!0,onclick:()=>c({...l,[t]:f.value})},"Replay this round"),f=d("input",{type:"range",class:"s\
t-scrub",min:i<1?0:1,max:o,step:i,"aria-label":e,"data-testid":`whatif-${t}`,oninput:()=>m(Number(f.value))});f.value=String(
s);function m(b){let w=b!==s;r(b);let y=a(b);A(p,w?`${y} Faded parts still show the recorded run.`:y);let k={sentence:w?
y:""};g.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:k})),u.disabled=!w,g.closest("[data-testid=ins\
pector]")?.toggleAttribute("data-moved",w)}let g=d("details",{class:"st-whatif-box","data-testid":"whatif"},d("summary",
{},"What if?"),d("label",{},e,f),p,d("div",{class:"st-row"},u,...h),d("p",{class:"st-quiet","data-testid":"whatif-again"},
jd[n]));return g}var Ma=(n,t)=>d("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>t(
{verdict:n,flip:1})},"Reverse this decision");function Sa(n){let t=d("div",{class:"st-changed",role:"status","data-testi\
d":"changed",hidden:!0});return{root:t,show(e,s,o){t.hidden=!e,E(t,d("b",{},e),s&&d("span",{},"Recorded: ",d("q",{dir:"a\
uto"},s.recorded)),s&&d("span",{},"What if: ",d("q",{dir:"auto"},s.now)),o&&d("button",{type:"button",class:"st-btn st-s\
mall st-wide",onclick:n},"Back to the recorded run"))},wait(){t.hidden=!1,E(t,d("span",{},"Replaying this round. Models \
that are not in memory are loaded first."))},refuse(e){t.hidden=!1,E(t,d("span",{role:"alert"},e),d("button",{type:"butt\
on",class:"st-btn st-small",onclick:()=>{t.hidden=!0}},"Close"))}}}var Ta=25,Id=5;function Ea(n,t,e,s,o,i=[],a=[]){let{why:r,came:l,good:c,tails:h,alpha:p,table:u,cut:f,names:m,least:g}=t,
b=d("div",{},h.length?Aa(n,t,i&&a):null),w=$=>Math.max(0,h.findLastIndex(M=>M>=$)),y=$=>Math.max(g,w($)),k=$=>{let M=n===
"plain"?`With a required probability of ${B($)}`:`With t = ${q($)}`,S=y($),O=D(n,h[S]);return w($)<g?`${M}, the width is\
 the minimum, ${g}.`:`${M}, the width is ${S}: at least ${S} are accepted with probability ${O}.`},v=$=>E(b,Aa(n,{...t,cut:$,
width:y($)},i&&a));return d("section",{class:"st-panel","data-testid":"layer-panel"},d("h2",{},t.title),...i??[],b,r?d("\
p",{class:"st-reason"},r):null,o&&f!==null&&h.length?Gt(n,{key:"threshold",label:m[2],value:f,most:1,say:k,draw:v},{},o):
null,l&&e>=t.told?d("p",{class:"st-reason"},`${c?"●":"✕"} ${l}`):null,p.length?Dd(t):null,u.length?Pd(t):null,...s)}
function Xn(n,t,e){let s=[{marks:[],parts:[],since:0}];for(let o=0;o<t;o++)s=s.flatMap(({marks:i,parts:a,since:r})=>[{marks:[
...i,"accepted"],parts:[...a,n[r]??0],since:0},{marks:[...i,"rejected"],parts:[...a,1-(n[r]??0)],since:r+1}]);return s.filter(
({marks:o})=>o.filter(i=>i==="accepted").length>=e).map(({marks:o,parts:i})=>({marks:o,parts:i,value:i.reduce((a,r)=>a*r,
1)}))}function zs(n,{candidates:t,tails:e,width:s},o){let i=t>4||t>o.length||s<1?[]:Xn(o,t,s),a=i.reduce((l,{value:c})=>l+
c,0),r=l=>D(n,l,C);return!i.length||i.length>Id||Math.abs(a-(e[s]??-1))>.001?null:d("ul",{class:"st-ways","data-testid":"\
layer-ways","aria-label":`Orders of outcomes with at least ${R(s,"acceptance")}`},...i.map(({marks:l,parts:c,value:h})=>d(
"li",{title:c.map(r).join(" · ")},d("span",{},...l.map(p=>et(p))),d("small",{},c.length>3?"":c.map(r).join(" · ")),d("\
b",{},r(h)))),i.length>1?d("li",{class:"sum"},d("span"),d("small",{},"sum"),d("b",{},r(a))):null)}var to=(n,t,e)=>n>t?` \
(${e?R(n-t,e):n-t} not shown)`:"";function Ge(n,t,e){return e<=29?"":n==="plain"?t>0&&t<.005?"<1%":`${Math.round(100*t)}\
%`:t<.005?t?"<.01":"0":C(+t.toFixed(2))}var Rd=(n,t)=>n==="plain"?`${(100*t).toFixed(1)}%`:C(+t.toFixed(3));function Aa(n,t,e){
let{tails:s,tails_head:o,overlap_say:i,tails_say:a,cut:r,width:l,names:c}=t,h=s.slice(0,Ta),p=300,u=4,f=66,m=56,g=s.map(
(S,O)=>Math.max(0,S-(s[O+1]??0))),b=Math.min(36,(p-u-f)/h.length),w=S=>15+m-S*m,y=h.map(S=>D(n,S)).join(", "),k=r===null?
"":` Required: ${c[1]}${D(n,r)}.`,v=x("svg",{viewBox:`0 0 ${p} ${m+66}`,class:"st-columns st-tails",role:"img","data-tes\
tid":"layer-tails","aria-label":`${o}. ${a} From 0: ${y}. Exactly: ${g.map(S=>D(n,S)).join(", ")}.${k} Target width ${l}\
.`});h.forEach((S,O)=>{let T=u+O*b,L=T+(b-3)/2,N=O===l,H=r===null?N:S>=r;v.append(x("rect",{class:`${H?"on":"off"}${N?" \
mine":""}`,x:T,y:w(S),width:b-3,height:Math.max(.5,S*m)}));let _=r!==null&&S<r&&Ge(n,S,99)===Ge(n,r,99)&&b>29?Rd(n,S):Ge(
n,S,N?99:b),W=N?"mine":"",Q=w(r??-1),z=w(S)-3,gt=r!==null&&Q<z+3&&Q>z-11;_&&v.append(x("text",{class:W,x:L,y:gt?Q-3:z,"t\
ext-anchor":"middle"},_)),(b>16||O%4===0||N)&&v.append(x("text",{class:W||"end",x:L,y:m+28,"text-anchor":"middle"},String(
O)));let ct=Ge(n,g[O],b);ct&&v.append(x("text",{class:"end",x:L,y:m+43,"text-anchor":"middle"},ct)),N&&v.append(x("path",
{class:"point",d:`M${L} ${m+46}l4 6h-8Z`}),x("text",{class:"mine",x:Math.max(14,L),y:m+62,"text-anchor":"middle"},`${c[0]}\
 ${O}`))});let $=n==="plain",M=(S,O,T="end")=>x("text",{class:T,x:p-f+3,y:O},S);return v.append(M($?"accepted":"K",m+28)),
b>29&&v.append(M($?"exactly":"P(K)",m+43)),r!==null&&v.append(x("path",{class:"cut",d:`M0 ${w(r)}H${p-f}`}),M(`${c[1]}${D(
n,r,C)}`,w(r)+3.5,"t"),$?M("required",w(r)>36?w(r)-10:w(r)+17):""),d("figure",{"data-testid":"layer-width"},d("p",{class:"\
st-tails-head"},o,e&&i?`. ${i}`:"",to(s.length,h.length)),d("div",{class:"st-widths"},v,e&&zs(n,t,e)),l<s.length&&$?d("p",
{class:"st-rule","data-testid":"layer-rule"},Nd(s,r,l)):null,d("figcaption",{class:"st-when"},a))}function Nd(n,t,e){return t===
null?`The settings fix the width at ${e}.`:n[e]>=t?`${e} is the largest number whose bar reaches the required ${B(t)}.`:
`The bar of ${e} does not reach the required ${B(t)}, but the settings allow no fewer.`}function Dd({alpha:n,alpha_say:t}){
let e=n.slice(0,Ta-1),s=300,o=Math.min(36,(s-4)/e.length),i=40,a=x("svg",{viewBox:`0 0 ${s} ${i+30}`,class:"st-columns",
role:"img","aria-label":`α_j of the candidates from 1: ${e.map(r=>q(r)).join(", ")}`});return e.forEach((r,l)=>{let c=2+
l*o+(o-3)/2,h=13+i-r*i,p=Ge("exact",r,o);a.append(x("rect",{x:2+l*o,y:h,width:o-3,height:Math.max(.5,r*i)})),p&&a.append(
x("text",{x:c,y:h-3,"text-anchor":"middle"},p)),(o>16||l%4===0)&&a.append(x("text",{class:"end",x:c,y:i+26,"text-anchor":"\
middle"},String(l+1)))}),d("figure",{},d("figcaption",{},t,to(n.length,e.length)),a)}function Pd({table:n,table_say:t,candidates:e}){
let s=Math.min(17,n.length),o=42,i=Math.min(30,(300-o)/s),a=o+s*i,r=s*i,l={"text-anchor":"middle"},c=x("svg",{viewBox:`0\
 0 ${a} ${r+30}`,class:"st-heat",role:"img","data-testid":"layer-heat","aria-label":`P(m, k), last row: ${n[n.length-1].
map(h=>q(h)).join(", ")}`});c.style.maxWidth=`${a}px`,n.slice(0,s).forEach((h,p)=>{let u=p*i,f=p===e?"mine":"end";c.append(
x("text",{class:f,x:o-6,y:u+i/2+4,"text-anchor":"end"},String(p))),h.slice(0,s).forEach((m,g)=>{let b=m>=.995?"1":m>=.01?
m.toFixed(2).slice(1):m>0?"~0":"";c.append(x("rect",{x:o+g*i,y:u,width:i-1,height:i-1,"fill-opacity":(.06+.94*m).toFixed(
3)},x("title",{},`P(${p}, ${g}) = ${q(m,3)}`))),i>=26&&b&&c.append(x("text",{class:m>.85?"in":"",x:o+g*i+(i-1)/2,y:u+i/2+
3.5,...l},b))})}),e<s&&c.append(x("rect",{class:"frame",x:o-1,y:e*i-1,width:(e+1)*i+1,height:i+1}));for(let h=0;h<s;h++)
c.append(x("text",{class:"end",x:o+h*i+(i-1)/2,y:r+12,...l},String(h)));return c.append(x("text",{class:"end",x:2,y:i/2+
4},"m ↓"),x("text",{class:"end",x:o,y:r+26},"k →")),d("figure",{},d("figcaption",{},t,to(n.length,s,"row")),c)}function Oa(n,t,e){let o=u=>8+u*284,i=t<.14?"start":t>.86?"end":"middle",a={"text-anchor":"middle"},r=n==="plain",l=e!==
void 0&&q(e)===q(t)&&e!==t,c=u=>l?q(u,3):q(u),h=e===void 0?`Threshold ${q(t)}.`:`Random number ${q(e)}; accepted below ${q(
t)}, rejected from ${q(t)} on.`,p=x("svg",{viewBox:"0 -12 300 78",class:"st-axis",role:"img","aria-label":h},x("rect",{class:"\
yes",x:o(0),y:24,width:o(t)-o(0),height:16}),x("rect",{class:"no",x:o(t),y:24,width:o(1)-o(t),height:16}));if(t>.22&&p.append(
x("text",{class:"in",x:o(t/2),y:36,...a},"accept")),t<.78&&p.append(x("text",{class:"in",x:o((1+t)/2),y:36,...a},"reject")),
p.append(x("path",{class:"cut",d:`M${o(t)} 20V44`}),x("text",{x:o(t),y:58,"text-anchor":i},`threshold ${c(t)}`)),e!==void 0){
let u=r?86:38,f=Math.min(300-u,Math.max(u,o(e)));p.append(x("path",{class:"coin",d:`M${o(e)} 42V18l-5 -7h10l-5 7`}),x("t\
ext",{class:"u",x:f,y:4,...a},`${r?"random number":"u ="} ${c(e)}`))}return t>.2&&p.append(x("text",{class:"end",x:o(0),
y:58,"text-anchor":"start"},"0")),t<.8&&p.append(x("text",{class:"end",x:o(1),y:58,"text-anchor":"end"},"1")),p}function Ke(n,t,e){
let o=u=>6+u*288,i=n==="plain",a=e!==void 0&&q(e)===q(t)&&e!==t,r=a?3:2,l=`threshold ${q(t,r)}`,c=e!==void 0&&e<t,h=x("s\
vg",{viewBox:"0 0 300 22",class:"st-axis","aria-hidden":"true"},x("rect",{class:"yes",x:o(0),y:8,width:o(t)-o(0),height:11}),
x("rect",{class:"no",x:o(t),y:8,width:o(1)-o(t),height:11}),x("path",{class:"cut",d:`M${o(t)} 5V22`}));if(e===void 0)return d(
"div",{},h,d("p",{class:"st-axis-say"},l));h.append(x("path",{class:"coin",d:`M${o(e)} 19V7l-4 -6h8l-4 6`}));let p=i?c?"\
is below":"is not below":c?"<":"≥";return d("div",{},h,d("p",{class:"st-axis-say"},d("b",{},`${i?"random number":"u ="}\
 ${q(e,r)}`),` ${p} ${l}`))}var La=.001,Cd=1e-12,Fd=16,_d=4,Bd=["q","p","r"],qa={plain:{q:"draft",p:"target",r:"leftover target"},exact:{q:"q",p:"p",
r:"residual p′"}},zd={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},ja={plain:qa.plain,exact:{
q:"q_beam",p:"p_beam",r:"residual p′"}};function de(n,t,e,s){let o=(e?.dists??[]).map(c=>n.dists[c]),i=o.findIndex(({series:c})=>c===
"q");if(i>=0){let[c]=o.slice(0,i),h=o.slice(i+1).find(({series:p})=>p==="r");return{q:o[i],p:c,left:h,residual:c?.series===
"r"}}if(e?.state==="residual"&&o[0]?.series==="r"){let c=Hs(n,t,s),h=c?de(n,c.place,c,s):null;return h?.left?{...h,left:o[0]}:
{q:void 0,p:o[0],left:void 0,residual:!0}}let a=Na(n,t,e,s),r=Hs(n,t,s),l=r&&r.place!==t?de(n,r.place,r,s).left:void 0;return{
q:a.get("q"),p:l??a.get("p"),left:void 0,residual:l!==void 0}}function Hd(n,t){let e=t?.greedy&&t.dists.map(o=>n.dists[o]).
find(({series:o,raw:i})=>o==="p"&&i),s=t?.state==="accepted"||t?.state==="rejected";return e?{q:void 0,p:e,left:void 0,residual:!1,
greedy:s}:null}var Hs=(n,t,e)=>n.verdicts.findLast((s,o)=>s.state==="rejected"&&n.stepOf[o]<=e&&n.n.parent[s.place]===n.
n.parent[t]&&s.dists.some(i=>n.dists[i].series==="q"));function Wd({q:n,p:t,left:e},s,o){let i=new Map;for(let[r,l]of[["\
q",n],["p",t],["left",e]])l?.t.forEach((c,h)=>{let p=i.get(c)??{token:c,q:0,p:0,left:0};p[r]=l.v[h],i.set(c,p)});let a=r=>Math.
max(r.q,r.p);return[...i.values()].sort((r,l)=>l.left-r.left||a(l)-a(r)).filter(({token:r},l)=>l<_d||r===s||r===o)}function so({
q:n,p:t,left:e}){if(!n||!t||!e||n.rest>1e-6||t.rest>1e-6)return null;let s=new Map(n.t.map((r,l)=>[r,n.v[l]])),o=new Map(
t.t.map((r,l)=>[r,Math.max(0,t.v[l]-(s.get(r)??0))])),i=[...o.values()].reduce((r,l)=>r+l,0),a=e.t.every((r,l)=>Math.abs(
(o.get(r)??0)/i-e.v[l])<.02);return i>1e-9&&a?i:null}function Ia(n,t,e,s,o,i,a,r=!1){let l=Hd(e,o)??de(e,s,o,i),c=r?{...l,
left:void 0}:l,{q:h,p,left:u}=c,f=e.n.token[s],m=[h,p,u].filter(S=>S!==void 0);if(!m.length||m.some(S=>S.beam||S.raw&&c.
greedy===void 0))return null;let g=n.voice==="plain",b=S=>g?B(S):q(S),w=u?so(c):null,y=u!==void 0,k=(S,O,T)=>{let L=d("i",
{"data-of":S});return Object.assign(L.style,{left:`${100*O}%`,width:`${100*T}%`}),L},v=y?Ud(n,e,s,i):void 0,$=Wd(c,f,v),
M=$.map(S=>{let O=h?Math.min(S.p,S.q):0,T=Math.max(0,S.p-O),L=y?k("p",0,S.left):k("p",O,T);y&&Object.assign(L.dataset,{from:O,
size:w===null?S.left:T});let N=y?[["r",S.left]]:[...h?[["q",S.q]]:[],...p?[["p",S.p]]:[]],H=`${g?"draft ":"q = "}${b(S.q)}\
, ${g?"target ":"p = "}${b(S.p)}`;return d("div",{class:S.token===f?"own":"",title:H},d("span",{},P(n.word(S.token),12)),
d("span",{class:"st-both"},k("both",0,O),k("q",O,Math.max(0,S.q-O)),L),d("span",{class:"st-both-n"},...N.map(([Y,_])=>d(
"b",{"data-of":Y},g&&_>Cd&&_<La?`<${B(La)}`:b(_)))))});return d("div",{class:"st-overlap","data-testid":"inspector-overl\
ap","data-part":y?"residual":"overlap","data-alone":!p,"data-scaled":y&&w===null?"no":null},d("div",{class:"st-keys"},...Kd(
c,g).map(([S,O])=>d("span",{"data-of":S},...t(O)))),d("div",{class:"st-both-axis","aria-hidden":"true"},d("span"),d("spa\
n",{},...(g?["0","50%","100%"]:["0",".5","1"]).map(S=>d("small",{},S)))),...M,y?Gd(u,$,b):null,a||w===null||g&&w>.995?null:
d("p",{class:"st-quiet","data-part":"sum"},g?`Before they were scaled to 100%, the blue parts added up to ${B(w)}.`:`∑ m\
ax(${c.residual?"p′":"p"} − q, 0) = ${q(w)}; divided by it, the residual sums to 1.`))}function Ud(n,t,e,s){let i=(t.
children[n.up(t,e)]??[]).find(a=>t.n.role[a]==="draft"&&t.born[a]<=s&&!n.decided(t,a,s).length);return i===void 0?void 0:
t.n.token[i]}function Gd(n,t,e){let o=n.rest+n.v.reduce((i,a)=>i+a,0)-t.reduce((i,a)=>i+a.left,0);return o<.005?null:d("\
div",{"data-testid":"overlap-others"},d("span",{class:"st-quiet"},"others"),d("span"),d("span",{class:"st-both-n"},d("b",
{"data-of":"r"},e(o))))}function Kd({q:n,p:t,left:e,residual:s,greedy:o},i){if(o)return[["p",i?"target: only the most li\
kely can pass":"p; argmax passes"]];let a=s?i?"leftover target":"p′":i?"target":"p";return e?[["r",i?"leftover target \
probability":"residual p′"]]:n?t?[["both",i?"shared":`min(${a}, q)`],["more",i?"draft gives more":`q > ${a}`],["p",i?`${a}\
 gives more`:`${a} > q`]]:[["q",i?"draft":"q"]]:[["p",s&&i?"leftover target probability":a]]}function Ra(n,t,e,s,o){let i=Na(
t,e,s,o),a=Bd.filter($=>i.has($));if(!a.length)return null;let r=[...i.values()].find($=>$.beam)?.ends??null,l=r?mt(n,t,
r):null,c=Vd(i),h=t.n.token[e],p=s?.mine,u=$=>($.beam===null||!p||p.includes($.beam))&&($.token===h||$.token===-2&&$.beam!==
null&&!!p&&r?.[$.beam]===t.n.id[e]),f=c.filter(($,M)=>M<Fd||u($)),m=Math.max(1e-12,...f.map(eo)),g=(r?ja:qa)[n.voice],b=a.
filter($=>i.get($)?.raw).map($=>g[$]),w=n.voice==="plain"?"before the sampling settings":"before warping 𝒯",y=b.length&&
(b.length===a.length?` ${w}`:` (${b.join(" and ")} ${w})`),k=Qd(f,a,r),v=d("div",{class:"st-laws"+(r?" st-laws-joint":""),
"data-testid":"inspector-dist"},d("h2",{},Jd(n,!!r),y?d("small",{},y):null),d("div",{class:"st-law st-law-h"},d("div",{class:"\
st-keys"},...a.map($=>d("span",{"data-of":$},g[$]))),d("span",{class:"st-law-v"},...a.map($=>d("b",{},zd[n.voice][$])))),
...k.map($=>Yd(n,t,$,a,m,u($),l,r)));return r&&v.append(d("p",{class:"st-quiet","data-testid":"inspector-sum"},Zd(n,k,a))),
v.append(d("p",{class:"st-quiet"},Xd(n,g,i,a,c,f))),v}function Na(n,t,e,s){let o=new Map,i=n.dists.filter(a=>a.at===n.n.
parent[t]&&a.series!=="r"&&!a.beam);for(let a of[...(e?.dists||[]).map(r=>n.dists[r]),...i])!o.has(a.series)&&(a.series===
"q"||s>=n.seen)&&o.set(a.series,a);return o}function eo(n){return Math.max(n.values.p??0,n.values.q??0,n.values.r??0)}function Vd(n){
let t=new Map;for(let[e,s]of n)s.t.forEach((o,i)=>{let a=s.beam?s.beam[i]:null,r=`${a}:${o}`,l=t.get(r)||{token:o,beam:a,
beams:a===null?[]:[a+1],values:{}};l.values[e]=s.v[i],t.set(r,l)});return[...t.values()].sort((e,s)=>eo(s)-eo(e))}function Yd(n,t,e,s,o,i,a,r){
let l=e.beam!==null&&r&&a&&a.get(r[e.beam])||"",c=n.word(e.token),h=e.beams.length>1?`${e.beams.length}×`:"",p=n.missing(
t,e.token);return d("div",{class:"st-law"+(i?" own":"")},d("span",{class:"st-law-w",title:(l&&`${l} › `)+c},e.beam===null?
"":d("small",{},`${J(l,9)} › `),P(c,12)),d("span",{class:"st-bars"},...s.map(u=>{let f=e.values[u]??0,m=d("i",{"data-o\
f":u});return m.style.width=`${Math.max(f>0?1:0,100*f/o)}%`,m})),d("span",{class:"st-law-v"},...s.map(u=>{let f=e.values[u];
return d("span",{},f===void 0?"·":(f?h:"")+D(n.voice,f,C))})),p?d("small",{class:"st-lacks"},p.mark[n.voice]):null)}function Qd(n,t,e){
let s=new Map;for(let o of n){let i=o.beam===null||!e?o.beam:e[o.beam],a=[o.token,i,...t.map(l=>o.values[l])].join("|"),
r=s.get(a);r?r.beams.push(...o.beams):s.set(a,{...o,beams:[...o.beams]})}return[...s.values()]}function Jd(n,t){return n.
voice==="exact"?t?"Joint distributions over (beam, token)":"Next-token distributions after the parent":t?"Shares of all \
beams":`Probabilities of the next ${n.unit()}`}function Zd(n,t,e){let{voice:s}=n,o=n.unit(),i=t.some(l=>l.beams.length>1),
a=e.map(l=>{let c=t.reduce((h,p)=>h+(p.values[l]??0)*p.beams.length,0);return`${ja[s][l]} ${D(s,+c.toFixed(3))}`});return`\
Before “›” is the last ${o} of the parent beam. Each number is the share of one beam with one ${o}.${i?" 2× means \
two duplicates with that share each.":""} These rows add up to: ${a.join(", ")}.`}function Xd(n,t,e,s,o,i){let a=o.filter(
p=>!i.includes(p)),r=[...e.values()].map(p=>p.size),l=Math.max(0,Math.max(o.length,...r)-i.length),c=n.unit(),h=s.map(p=>{
let u=(e.get(p)?.rest??0)+a.reduce((f,m)=>f+(m.values[p]??0),0);return`${t[p]} ${D(n.voice,u<1e-9?0:u)}`});return l?`${R(
l,c)} not shown, together ${h.join(", ")}.`:`These are all ${c}s with nonzero probability.`}function mt(n,t,e){let s=[...new Set(
e)],o=new Map(s.map(a=>[a,n.path(t,a).map(({token:r})=>n.word(r))])),i=(a,r)=>o.get(a)?.slice(-r).join(n.joiner())||"sta\
rt";return new Map(s.map(a=>{let r=c=>s.some(h=>h!==a&&i(h,c)===i(a,c)),l=[1,2,3,4].find(c=>!r(c));return[a,l?i(a,l):`${i(
a,1)} (node ${a})`]}))}var tp=/^(target|leftover target|p\b)/,ep=/^(draft(, scaled)?$|q\b)/,sp=5e-4;function V(n,t="calculation"){let e=(a,r)=>tp.
test(a)?"p":ep.test(a)?"q":r==="="||r==="→"?"result":null,s=n.map((a,r)=>typeof a=="string"?d("i",{},a):d("span",{"dat\
a-of":e(a[1],n[r-1])},d("b",{},a[0])," ",d("small",{},a[1]))),o=n.indexOf("="),i=a=>a.flatMap(r=>[r," "]);return d("p",{
class:"st-sum","data-testid":`inspector-${t}`},...i(o<0?s:s.slice(0,o)),o<0?null:d("span",{class:"st-sum-end"},...i(s.slice(
o))))}var no=n=>q(n>1?+n.toPrecision(2):n);function pe(n,t,e){let s=e==="plain",o=no(n/t),i=(r,l)=>s?`${+(100*r).toFixed(
l)}%`:String(+r.toPrecision(l+1)),a=s?[B(n),B(t)]:[q(n),q(t)];for(let r=s?1:2;r<9&&n>=1e-6&&t>=1e-6;r++){let[l,c]=a.map(
parseFloat);if(l&&c&&no(l/c)===o)break;a=[i(n,r),i(t,r)]}return a}var oo={p:"target",p_beam:"target","p′":"leftover ta\
rget","p/ρ":"target ÷ ρ"};function np({tiles:n,q:t,a:e},s,o=!1){let i=n.findLast(([u])=>u in oo);if(e===void 0||!i||typeof i[1]!=
"number"||!t)return null;let a=s==="plain",r=i[1]/t,l=no(r),[c,h]=pe(i[1],t,s),p=a?o?"draft, scaled":"draft":"q";return[
[c,a?oo[i[0]]:i[0]],a?"÷":"/",[h,p],"=",...r>1&&l!=="1"?[l,"→"]:[],[r>=1?"1":l,a?"threshold":"a"]]}function io(n,{p:t,
q:e,sum:s,left:o},[i,a,r,l]){let c=[t,e,s].map(f=>D(n,f,m=>q(m))),h=[0,1,2,3].flatMap(f=>[0,f].map(m=>[t,e].map(g=>At(n,
g,f)).concat(At(n,s,m)))),p=[c,...h],u=p.find(f=>{let[m,g,b]=f.map(parseFloat);return B((m-g)/b)===B(o)})??p[0];return["\
(",[u[0],i],"−",[u[1],a],")",n==="plain"?"÷":"/",[u[2],r],"=",[D(n,o,f=>q(f)),l]]}var Ws=(n,t)=>n?.v[n.t.indexOf(t)]??
0;function Da(n,t,e,s){let o=n.voice==="plain",{left:i}=t,a=o?"target":"p";if(!i||i.beam||t.p?.beam)return null;let[r,l,
c]=[t.p,t.q,i].map(p=>Ws(p,e)),h=so(t)??op(t,(r-l)/c);return r<=l||!c||h===null||h>.995?null:io(n.voice,{p:r,q:l,sum:h,left:c},
[t.residual?o?"leftover target":"p′":a,o?"draft":"q",o?"all such parts":"∑ max(p − q, 0)",s])}function op({p:n,q:t,
left:e},s){if(!n||!t||!e||!(s>0)||!Number.isFinite(s))return null;let o=r=>Math.max(0,Ws(n,r)-Ws(t,r)),i=n.t.filter(r=>t.
t.includes(r)&&(e.t.includes(r)||!o(r)));return i.every(r=>Math.abs(o(r)/s-Ws(e,r))<.01)&&i.length>1?s:null}function ao(n,t,e,s){
let o=Hs(t,e,s-1),i=t.n.token[e],a=`${n.voice==="plain"?"leftover":"p′"} of ${P(n.word(i),9)}`,r=o&&o.place!==e?Da(n,de(
t,o.place,o,s-1),i,a):null;return r&&V(r,"leftover")}function Pa(n,t,e,s){let o=e?.tiles.findLast(([i])=>i in oo)?.[0]===
"p′";return e&&o&&e.state!=="residual"?ao(n,t,e.place,s):null}function ro(n,t,e,s,o){let{voice:i}=n,a=G(t)!==void 0,r=Kt(
t,e,o),l=s&&n.drafted(t,s.place,o),c=s?.q??l??0,h=(s&&t.n.shares?.[s.place]?.[0]?.[1])??l??c,p=r?r.work?.[i]??null:s&&((a?
null:np(s,i,Math.abs(h-c)>sp))??(s.state==="residual"?Da(n,de(t,s.place,s,o),t.n.token[s.place],i==="plain"?"leftover":"\
residual"):null));if(!p)return null;let u=t.panels.find(({kind:m})=>m==="prefixes"),f=u?.kind==="prefixes"&&r?[r.passed?
">":"≤",[q(u.bar),i==="plain"?"threshold":"τ"]]:[];return V([...p,...f])}function Ve(n,t,e){let s=Kt(n,t,e);return s&&
"origin"in s?s.origin:void 0}function Ca(n,t,e,s){let o=G(t),i=n.gram(t,e,1/0);return o?.ratios===void 0?Ve(t,e,s):Kt(t,
e,s)&&o.rows.findLast(a=>a.step<s&&a.origin&&i.includes(n.up(t,a.place)))?.origin}function Us(n,t,e,s){let{rows:o,compared:i=[]}=G(
t)??{rows:[]},a=n.gram(t,e,1/0);return Kt(t,e,s)?i.filter((r,l)=>r.step<s&&a.includes(r.place)&&i.findLastIndex(c=>c.place===
r.place&&c.step<s)===l&&!o.some(c=>c.step>r.step&&c.step<s&&n.gram(t,c.place,1/0).includes(r.place))):[]}function Kt(n,t,e){
for(let s of n.panels){let i=(s.kind==="judged"?s.rows:s.kind==="prefixes"?s.prefixes:[]).find(a=>a.step===e&&a.place===
t);if(i)return i}}var ip=3,ap=34;function rp(n,t){let e=new Map,s=new Map;for(let h of n.its.slice(0,t+1))for(let{node:p}of h.beams)for(let u of n.
path(null,p))e.has(u.node)||s.set(u.parent,[...s.get(u.parent)??[],u.node]),e.set(u.node,h.i);let o=[...e.keys()].filter(
h=>!s.has(h)&&e.get(h)!==t),i=new Set(o.sort((h,p)=>(e.get(p)??0)-(e.get(h)??0)||p-h).slice(0,ip)),a=new Map(n.beamsOf(n.
its[t]).map(({beam:h,slots:p})=>[h.node,{beam:h,slots:p}])),r=h=>e.get(h)===t||i.has(h)||(s.get(h)??[]).some(r),l=h=>{let p=[
h],u=g=>(s.get(g)??[]).filter(r),f=h;for(let[g,...b]=u(f);g!==void 0&&!b.length&&!a.has(f)&&e.get(g)===t==(e.get(f)===t);[
g,...b]=u(f))p.push(f=g);let m=a.get(f);return{nodes:p,last:e.get(h)??0,below:u(f).map(l),copies:m?.slots.length??0,beam:m?.
beam??null}};return[...e.keys()].filter(h=>!e.has(n.lineage.get(h)?.parent??-1)).filter(r).map(l)}function lo(n,t){if(t<
0||!n.its.slice(0,t+1).some(({beams:a})=>a.length>1))return null;let e=rp(n,t),s=n.voice==="plain",o=a=>a===null?"":s?B(
Math.exp(a)):q(a),i=({nodes:a,below:r,last:l,copies:c,beam:h})=>{let p=a.map(m=>n.lineage.get(m)?.token??-1),u=l<t,f=[c>
1?`×${c}`:"",h?o(h.logp):"",h?.best?"likeliest":"",u&&!r.length?`✕ not continued after round ${l+1}`:""].filter(Boolean).
join(" · ");return d("li",{"data-of":u?"lost":h?"end":"trunk"},d("span",{},d("b",{},J(n.phrase(p).replace(/\n/g,"⏎").
trim(),ap)),f?d("small",{},f):null),r.length?d("ul",{},...r.map(i)):null)};return d("section",{class:"st-tree","data-tes\
tid":"inspector-beamtree"},d("h2",{},`Beams so far, with their ${s?"probability":"Σ log p"}`),d("ul",{},...e.map(i)))}var lp=6,cp=6,co=["q","p","used","left"],Fa=["residual","bonus","fill","drawn"],hp={q:"draft",p:"target",used:"leftover",
left:"after"},dp={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},pp=-2;function Ct(n,t){let e=t.dists.map(l=>n.dists[l]).
filter(({beam:l})=>l),s=e.findIndex(({series:l})=>l==="q"),[o]=e,i=n.verdicts.filter(({layer:l})=>l===t.layer).flatMap(l=>l.
dists.map(c=>n.dists[c]));if(t.state==="unused"&&t.p!==void 0)return{q:i.find(({series:l,beam:c})=>l==="q"&&c),p:i.find(
({series:l,beam:c})=>l==="p"&&c)};let a=l=>i.find(({series:c,beam:h})=>c===l&&h),r={q:s<0?void 0:e[s],p:a("p"),used:o?.series===
"r"?o:void 0,left:s<0?void 0:e[s+1]};return Object.fromEntries(Object.entries(r).filter(([,l])=>l))}function Ye(n,t,e,s){
let o=t.panels.find(k=>k.kind==="width"&&k.layer===e&&s>=k.known),i=t.verdicts.find(k=>k.layer===e&&k.dists.some(v=>t.dists[v].
beam)),{q:a,p:r}=i?Ct(t,i):{};if(o?.kind!=="width"||!a?.beam||!r?.beam||a.rest>1e-6||r.rest>1e-6)return[];let l=(k,v)=>`${k.
beam?.[v]}:${k.t[v]}`,c=new Map(a.v.map((k,v)=>[l(a,v),k])),h=r.ends??[],p=mt(n,t,h),u=k=>J(p.get(h[r.beam?.[k]??0])??"s\
tart",6),f=k=>(p.size>1?`${u(k)} › `:"")+P(n.word(r.t[k]),9),m=r.v.map((k,v)=>({name:f(v),p:k,q:c.get(l(r,v))??0})),g=m.
reduce((k,v)=>k+Math.max(0,v.p-v.q),0),b=m.map(k=>({...k,p:g?Math.max(0,k.p-k.q)/g:0})),w=n.voice==="plain";return[_a(n,
m,o.alpha[0],w?"overlap":"α_1"),_a(n,b,o.alpha[1],w?"overlap after a rejection":"α_2")].filter(k=>k!==null)}function _a(n,t,e,s){
let o=t.map(h=>({...h,value:Math.min(h.p,h.q)})).filter(({value:h})=>h>5e-4).sort((h,p)=>p.value-h.value),i=o.reduce((h,{
value:p})=>h+p,0);if(e===void 0||!o.length||o.length>lp||Math.abs(i-e)>.001)return null;let a=D(n.voice,i),r=[0,1,2].map(
h=>o.map(({value:p})=>At(n.voice,p,h))),l=h=>h.reduce((p,u)=>p+parseFloat(u),0)/(n.voice==="plain"?100:1),c=r.find(h=>D(
n.voice,l(h))===a)??r[2];return V([...c.flatMap((h,p)=>[...p?["+"]:[],[h,o[p].name]]),"=",[a,s]],"overlap-sum")}function Ba(n,t,e,s){
let i=(e?Ct(t,e).used:void 0)&&t.verdicts.findLast((y,k)=>y.layer===e?.layer&&y.state==="rejected"&&t.stepOf[k]<s);if(!e||
!i)return null;let{q:a,p:r,used:l,left:c}=Ct(t,i),h=t.n.token[e.place],{mine:p=[]}=e,u=y=>y?.v.find((k,v)=>y.t[v]===h&&(!p.
length||p.includes(y.beam?.[v]??0)))??0,[f,m,g]=[u(l??r),u(a),u(c)],b=n.voice==="plain",w=b?l?"leftover target":"target":
l?"p′":"p_beam";return f<=m||!g?null:V(io(n.voice,{p:f,q:m,sum:(f-m)/g,left:g},[w,b?"draft":"q_beam",b?"all such parts":
"∑ max(p − q, 0)",`${b?"leftover":"p′"} of ${P(n.word(h),9)}`]),"leftover")}function up(n,t,e){let s=new Map;for(let a of co)
n[a]?.t.forEach((r,l)=>{let c=n[a],h=c.beam?.[l]??0,p=`${h}:${r}`,u=s.get(p)??{beams:[h],token:r,shares:{}};u.shares[a]=
c.v[l],s.set(p,u)});let o=new Map;for(let a of s.values()){let r=[e[a.beams[0]]??`beam ${a.beams[0]}`,a.token,...co.map(
c=>a.shares[c])].join(),l=o.get(r);l?l.beams.push(...a.beams):o.set(r,a)}let i=({shares:{q:a=0,p:r=0}}={})=>Math.max(a,r);
return[...o.values()].sort((a,r)=>i(r)-i(a)).filter((a,r)=>r<cp||t(a)).sort((a,r)=>a.beams[0]-r.beams[0]||i(r)-i(a))}function fp(n,t,e,s){
let o=t.panels.find(p=>p.kind==="width"&&p.layer===e&&s>=p.known);if(o?.kind!=="width")return null;let i=t.verdicts.filter(
(p,u)=>p.layer===e&&t.stepOf[u]<=s),a=(...p)=>i.filter(({state:u})=>p.includes(u)).length,r=a("accepted"),l=o.candidates-
r-a("rejected"),c=i.flatMap(({state:p,place:u})=>p==="accepted"||Fa.includes(p)?[u]:[]),h=[...new Set(c)].map(p=>[n.word(
t.n.token[p]),c.filter(u=>u===p).length]);return{width:o.width,accepted:r,own:a(...Fa),candidates:o.candidates,left:l,names:h}}
function Gs(n,t,e,s){let o=e===null||!["layer","orphaned","verify","unused","residual","bonus","fill"].includes(t.steps[s].
phase)?null:fp(n,t,e,s);if(!o)return null;let{width:i,accepted:a,own:r,names:l}=o,c=Math.max(0,i-a-r),h=[...Array(a).fill(
"accepted"),...Array(r).fill("fill")].map(p=>et(p));return d("p",{class:"st-count","data-testid":"layer-count"},d("span",
{"aria-hidden":"true"},...h,...Array.from({length:c},()=>d("i"))),d("b",{},`beams found for layer ${e}: ${a+r} of ${i}`),
l.some(([,p])=>p>1)?d("em",{"data-testid":"layer-beams"},...l.flatMap(([p,u],f)=>[f?", ":"",p,u>1?d("b",{},` ×${u}`):""])):
null,d("small",{},mp(o,c)))}function mp({accepted:n,own:t,candidates:e,left:s},o){return t?`${n} accepted, ${t} sampled \
by the target`:e?o?s?`${R(s,"candidate")} left to test`:`No candidate is left, so the target samples the ${o===1?"missin\
g beam":`${o} missing beams`}.`:s?`The layer is full, so ${R(s,"candidate")} ${s===1?"is":"are"} not tested.`:"The layer\
 is full.":`The target samples ${o===1?"this beam":"these beams"}.`}function za(n,t,e,s,o=!1){let{left:i,...a}=s?Ct(t,s):
{},r=o||!i?a:{...a,left:i};if(!s||!r.p||s.state!=="unused"&&!s.dists.some(M=>t.dists[M].beam))return null;let l=r.used?"\
used":"p",c=n.voice==="plain",h=co.filter(M=>r[M]&&(M!=="p"||l==="p")),p=h.map(M=>r[M]?.ends??[]).find(({length:M})=>M)??
[],u=mt(n,t,p),{mine:f=[]}=s,m=t.n.id[e],g=({token:M,beams:S})=>S.some(O=>!f.length||f.includes(O))&&(M===t.n.token[e]||
M===pp&&S.some(O=>p[O]===m)),b=up(r,g,p),w=b.some(({beams:M})=>M.length>1),y=Math.max(1e-9,...b.flatMap(({shares:M})=>h.
map(S=>M[S]??0))),k=M=>D(n.voice,M??0,C),v=b.map(M=>gp(M,h,y,g(M),[u.size>1?J(u.get(p[M.beams[0]])??"start",9):"",P(n.word(
M.token),12)],h.map(S=>k(M.shares[S])))),$=n.unit();return d("figure",{class:"st-joints","data-testid":"inspector-joint",
"data-scale":String(h.length),"data-voice":n.voice,"data-left":r.left?"":null},d("h2",{},c?`Shares of all (beam, ${$}) p\
airs`:"Joint distributions over (beam, token)"),d("div",{class:"st-joint-h","aria-hidden":"true"},d("span",{},w?d("small",
{},"2×: equal beams"):""),d("span",{},d("small",{},"0"),d("small",{},k(y))),d("span",{},...h.map(M=>d("b",{"data-of":M},
(c?hp:dp)[M])))),...v,s.made?d("figcaption",{"data-testid":"share-made"},s.made[n.voice]):null,d("figcaption",{},bp(n,r,
s)))}function gp({beams:n,shares:t},e,s,o,[i,a],r){let l=e.map(c=>{let h=d("i",{"data-of":c}),p=t[c]??0,{used:u=t.p??0,q:f=0}=t,
m=g=>`${100*g/s}%`;return h.style.width=p?`max(1px, ${m(p)})`:"0",c==="left"&&Object.assign(h.dataset,{from:m(u),mid:m(Math.
max(0,u-f))}),h});return d("div",{class:o?"st-joint own":"st-joint"},d("span",{title:i?`${i} › ${a}`:a},d("span",{},i?
d("small",{},`${i} › `):"",a),n.length>1?d("small",{},`${n.length}×`):null),d("span",{class:"st-joint-bars"},...l),d(
"span",{class:"st-joint-n"},...r.map((c,h)=>d("b",{"data-of":e[h]},c))))}function bp(n,{q:t,used:e,left:s},{state:o}){let i=n.
voice==="plain";return!t&&e?i?"The target samples one pair from the leftover. It makes up for the rejections.":"One pair\
 is sampled from p′, the residual of the rejections.":t?s?i?"The rejection changes all shares: the draft’s are subtrac\
ted, and what is left is scaled to 100%. Outlines show the shares before.":"p′ ← norm(max(p′ − q_beam, 0)), over all pai\
rs. Outlined: before.":o==="accepted"&&e?i?"After this acceptance, the target’s full shares apply again.":"After this \
acceptance, p′ ← p_beam.":o==="unused"?i?"These are the shares before the first test of this layer.":"":o!=="accepte\
d"?"":i?"An acceptance leaves the target’s shares as they are.":"After an acceptance, p′ = p_beam.":`The target samp\
les one pair from ${i?"its full shares":"p_beam"}.`}function ho(n,t,e){let{strip:s}=e??{};if(!e||!s)return null;let o=n.
voice==="plain",i=s.parts.reduce((m,[,,g])=>m+g,0),a=e.dists.map(m=>t.dists[m].ends??[]).find(({length:m})=>m)??[],r=mt(
n,t,a),l=([m,g])=>(g===null||r.size<2?"":`${r.get(a[g])??"start"} › `)+n.word(m),c=l(s.parts[s.own]),h=s.parts.map((m,g)=>{
let b=100*m[2]/i,w=`${l(m)} ${B(m[2])}`,y=Math.floor(b/2.2),k=P(n.word(m[0]),Math.max(2,y)),v=l(m).length<=y?l(m):k,$=d(
"span",{class:g===s.own?"own":"",title:w},b>4||g===s.own?v:"");return $.style.width=`${b}%`,$}),p=d("i",{"data-part":"co\
in"}),u=d("b",{},`${o?"random number":"u ="} ${q(s.u)} → ${c}`);p.style.left=`${100*s.u}%`,u.style.left=`clamp(110px, ${100*
s.u}%, calc(100% - 110px))`;let f=s.of==="r"?o?"leftover target probability":"p′":o?"target probability":"p";return d(
"figure",{class:"st-draw","data-testid":"inspector-draw"},d("div",{class:"st-draw-u"},u),d("div",{class:"st-draw-bar",role:"\
img","aria-label":`${R(h.length,"part")} from 0 to 1; the random number ${q(s.u)} falls into the part of ${c}.`},...h,p),
d("div",{class:"st-draw-ends","aria-hidden":"true"},d("small",{},"0"),d("small",{},"1")),d("figcaption",{},o?`${a.length?
"":`Each part is as wide as its ${f}. `}The random number falls into “${c}”.`:`Cumulative ${f} in the order of token\
 ids; u selects the part that contains it.`))}var Ks="speculative-decoding-explorer";function Ha(){try{return JSON.parse(localStorage.getItem(Ks)||"{}")}catch{return{}}}
var ue=n=>Ha()[n]||"";function Qe(n,t){try{localStorage.setItem(Ks,JSON.stringify({...Ha(),[n]:t}))}catch{}}var Vt="";function Vs(){
try{Vt=Vt||sessionStorage.getItem(Ks)||""}catch{}if(Vt)return Vt;Vt=Array.from({length:4},()=>Math.random().toString(36).
slice(2,8)).join("");try{sessionStorage.setItem(Ks,Vt)}catch{}return Vt}function Wa(n){for(let t of n.querySelectorAll("\
details[data-testid]")){if(!(t instanceof HTMLDetailsElement))continue;let e=`open-${t.dataset.testid}`;t.open=ue(e)==="\
1",t.addEventListener("toggle",()=>Qe(e,t.open?"1":""))}}var xt=(n,t,e)=>d("table",{class:"st-table st-tight","aria-label":e},d("thead",{},d("tr",{},...n.map(s=>d("th",{scope:"c\
ol"},s)))),d("tbody",{},...t)),lt=(...n)=>n.map(t=>d("td",{},...[t].flat()));function Je(n,t,e){return d("table",{class:"\
st-shares","data-testid":`inspector-${n}`},d("thead",{},d("tr",{},...t.map(s=>d("th",{scope:"col"},s)))),d("tbody",{},...e.
map(s=>d("tr",{class:s[0]==="sum"?"sum":""},...s.map(o=>d("td",{},...[o].flat()))))))}function Ys(n,t,e,s,o){let i=e.rows.filter(h=>h.step<=s),a=e.ratios!==void 0;if(!i.length)return null;let r=s>=e.told||a?
i.findLastIndex(({chosen:h})=>h):-1,l=i.findLastIndex(h=>t.steps[s].phase==="prefix"||h.step===s?h.step===s:h.place===o),
c=i.map(({place:h,ratio:p,cut:u,u:f,passed:m,chosen:g},b)=>{let w=d(a&&!m?"s":"b",{},P(n.word(t.n.token[h]),9)),y=m||g,k=a?
b===r:b<=r;return d("tr",{class:`${y?"yes":"no"}${k?" own":""}${b===l?" now":""}`},...lt([`${b+1} `,w],...a?[]:[q(p)],f===
null?"":`${q(f)} ${m?"<":"≥"} ${q(u)}`,y?"yes":"no"))});return d("figure",{class:"st-judged","data-testid":"inspector-\
judged"},xt(e.heads,c,e.title),d("figcaption",{},e.caption))}function fe(n,t,e,s,o,i){let a=Ve(t,o,s),r=wp(n,t,e,s,o);return a||
r?d("div",{class:"st-judged","data-testid":"inspector-origins"},r,a?xp(n,e,a,i):null):null}function wp(n,t,{compared:e=[]},s,o){
let i=n.voice==="plain",a=c=>D(n.voice,c),r=Us(n,t,o,s).flatMap(({place:c,q:h,p,step:u})=>{let f=e.findLast(v=>v.place===
c&&v.step<u),m={q:n.get(t,"q",c),p:n.wanted(t,c,s)},[g,b]=[f?.q??m.q,f?.p??m.p],y=t.n.role[n.up(t,c)]!=="draft"&&h>0&&p!==
null?`${q(p/h)}${p>h?" → 1":""}`:"",k=P(n.word(t.n.token[c]),10);return p===null?[]:[d("tr",{},...lt(d("b",{},k),`${a(
g)} → ${a(h)}`,`${a(b)} → ${a(p)}`,y))]}),l=i?["","draft → scaled","target → leftover","ratio"]:["","q → q′",
"p → p′","α"];return r.length?d("section",{"data-testid":"inspector-changes"},d("h3",{},i?"Changed by deletions":"A\
fter deletions"),xt(l,r,"Changed by deletions")):null}var yp=["","taken","missing"];function xp(n,{names:t,after:e},s,o){
let{voice:i}=n,{title:a,lines:r,work:l,taken:c,missing:h,rows:p}=s,u=[[c,"taken"],[h,"missing"],[1-c-h,"rest"]].map(([f,
m])=>{let g=d("i",{class:String(m)});return g.style.flexGrow=String(f),g});return d("section",{class:"st-origin","data-t\
estid":"inspector-origin"},d("h3",{},a[i]),d("div",{"aria-hidden":"true"},...u),d("ol",{},...r.map((f,m)=>d("li",{},d("i",
{class:yp[m]}),d("span",{},f[i])))),o?null:V(l[i],"origin-sum"),p.length?xt(t,kp(n,s),a[i]):null,e&&p.length?d("p",{class:"\
st-quiet"},e[i]):null)}function kp(n,{rows:t,places:e}){let s=o=>n.voice==="plain"?String(+o.toFixed(e)):C(+(o/100).toFixed(
e+2));return t.map(([o,i,a,r],l)=>{let c=l===t.length-1,h=o===null?c?"sum":"others, added up":P(n.word(o),10),p=c?["","",
d("i",{class:"taken"}),d("i",{class:"missing"})]:[];return d("tr",{class:c?"sum":""},...lt(h,...[i,a,r,i-r].map((u,f)=>[
p[f]??null,s(u)])))})}var vp=5,Ua=1-1e-9,$p=["p","q","left"];function Mp(n,t,e,s){let o=a=>s?a.layer===e.layer:n.n.parent[a.place]===n.n.parent[e.
place];return n.verdicts.flatMap((a,r)=>n.stepOf[r]>t&&o(a)&&(a.a!==void 0||a.state==="residual")?[{each:a,step:n.stepOf[r]}]:
[]).sort((a,r)=>a.step-r.step)[0]?.each}function po(n,t,e){let s=_n(t,e),o=G(t);if(!s||o&&o.ratios===void 0)return null;
let{verdict:i,q:a,p:r,left:l}=s,c=!!r.beam,h=o?.ratios?.findLast(w=>w.step<=e&&!w.fell&&w.place===n.up(t,i.place)),p=o?h?.
ratio??1:1,u=Sp(r,a,l,p),f=o?Ve(t,i.place,e):void 0,m=o?void 0:Mp(t,e,i,c),g=o?.compared?.find(({step:w})=>w===e);if(!m&&
!f&&!g||i.tiles.some(([w])=>w==="p/ρ")||l&&!Ap(u))return null;let b=Tp(u,r,a);if(!l&&b!==null)for(let w of u)w.left=w.more/
b;return{of:o?"leaf":c?"pairs":"tokens",verdict:i,again:r.series==="r",ratio:p,next:g?.place??(m&&m.state!=="residual"?m.
place:-1),rows:u,sum:b,origin:f}}function Sp(n,t,e,s){let o=new Map,i=[["p",n],["q",t],["left",e]];for(let[a,r]of i)r?.t.
forEach((l,c)=>{let h=r.beam?.[c]??null,p=`${h}:${l}`,u=o.get(p)??{key:p,token:l,beam:h,q:0,p:0,more:0,left:0,lacks:new Set(
$p)};u[a]=r.v[c]*(a==="p"?s:1),u.lacks.delete(a),u.more=Math.max(0,u.p-u.q),o.set(p,u)});return[...o.values()].sort((a,r)=>r.
left-a.left||Math.max(r.p,r.q)-Math.max(a.p,a.q))}function Ap(n){let t=n.filter(({lacks:o})=>!o.has("p")&&!o.has("left")),
[e,s]=[t.reduce((o,i)=>o+i.left,0),t.reduce((o,i)=>o+i.more,0)];return t.every(o=>Math.abs(o.more*(s?e/s:0)-o.left)<.02)}
function Tp(n,t,e){let s=n.reduce((c,{more:h})=>c+h,0),o=n.filter(({lacks:c})=>!c.has("p")&&!c.has("left")),[i,...a]=o.filter(
({more:c,left:h})=>Math.min(c,h)>1e-6).sort((c,h)=>c.lacks.size-h.lacks.size||h.left-c.left),r=c=>c>1e-9&&o.every(({more:h,
left:p})=>Math.abs(h/c-p)<.01);if(t.rest<1e-6&&e.rest<1e-6)return r(s)?s:null;let l=i&&a.length?i.more/i.left:0;return r(
l)?l:null}function Ga(n,t,e,s){let o=e.verdict.dists.map(a=>t.dists[a].ends??[]).find(({length:a})=>a)??[],i=mt(n,t,o);return({
token:a,beam:r})=>(r===null||i.size<2?"":`${J(i.get(o[r])??"start",8)} › `)+P(n.word(a),s)}function Qs(n,{rows:t,verdict:e},s){
let o=e.dists.map(i=>n.dists[i].ends??[]).find(({length:i})=>i)??[];return t.find(({token:i,beam:a})=>i===n.n.token[s]&&
(a===null||o[a]===n.n.parent[s]))}var Ka=(n,t)=>{let e=t.next<0?void 0:Qs(n,t,t.next);return e&&e.left>0?e:t.rows[0]};function Va(n,t,e){
let s=(i,a)=>+i.toFixed(a+2),o=i=>{if(!t||e===null)return!0;let a=s(t.p,i)-s(t.q,i);return D(n,a/s(e,i))===D(n,t.left)};
return[0,1,2,3].find(o)??2}function Ep(n,t){let[e,s]=[t.verdict.place,t.next].map(o=>o<0?void 0:Qs(n,t,o)?.key);return t.
rows.filter(({key:o},i)=>i<vp||o===e||o===s)}var Op={plain:["target","draft","more","leftover"],exact:["p","q","p − q",
"p′"]};function uo({voice:n},{of:t,again:e,ratio:s}){let[o,...i]=Op[n],a=t==="pairs"?"_beam":"";return n==="exact"?[s<
Ua?"α·p′":e?"p′":`p${a}`,`q${a}`,i[1],e?"new p′":i[2]]:[s<Ua?"ratio × target":e?"leftover":o,i[0],i[1],e?"new l\
eftover":i[2]]}function Lp(n,t,e){let s=Ep(t,e),o=Ga(n,t,e,12),i=n.voice==="plain",{sum:a}=e,r=Va(n.voice,Ka(t,e),a),l=Qs(
t,e,e.verdict.place),c=k=>i?`${+(100*k).toFixed(r)}%`:String(+k.toFixed(r+2)),h=k=>D(n.voice,k),p=(k,v,$)=>{let M=d("i",
{"data-of":k});return Object.assign(M.style,{left:`${100*v}%`,width:`${100*$}%`}),M},u=k=>["p","q","more","r"].map((v,$)=>d(
"b",{"data-of":v},k[$]??"")),f=k=>+k.toFixed(r+2),m=({p:k,q:v})=>f(k)-f(v),g=s.map(k=>{let v=Math.min(k.p,k.q),$=p("p",0,
k.left);Object.assign($.dataset,{from:v,size:a===null?k.left:k.more});let M=S=>k.lacks.has(S)?i?"≈0%":"≈0":c(k[S]);return d(
"div",{class:k===l?"own":""},d("span",{title:o(k)},o(k)),d("span",{class:"st-both"},p("both",0,v),p("q",v,Math.max(0,k.q-
v)),$),...u([M("p"),M("q"),k.more?c(m(k)):i?"0%":"0",h(k.left)]))}),b=1-s.reduce((k,{left:v})=>k+v,0),w=a===null?null:a-
s.reduce((k,v)=>k+v.more,0),y=b<.005?null:d("div",{"data-testid":"leftover-others"},d("span",{class:"st-quiet"},"others"),
d("span"),...u(["","",w===null?"":c(Math.max(0,w)),h(b)]));return d("figure",{class:"st-left-over st-overlap","data-test\
id":"inspector-left","data-part":"residual","data-scaled":a===null?"no":null,"data-again":e.again?"":null},d("div",{class:"\
st-left-h","aria-hidden":"true"},d("span"),d("span"),...u(uo(n,e))),...g,y,d("div",{class:"sum"},d("span",{},"sum"),d("s\
pan"),...u(["","",a===null?"":c(a),i?"100%":"1"])))}function qp(n,t,e,s){let{voice:o}=n,i=o==="plain",{origin:a,sum:r}=s,
l=Ka(t,s);if(a)return[V(a.work[o],"origin-sum")];let c=[];if(l&&l.more&&r!==null&&r<.995){let g=Va(o,l,r),[b,w,,y]=uo(n,
s),k=v=>i?`${+(100*v).toFixed(g)}%`:String(+v.toFixed(g+2));c.push(V(["(",[k(l.p),b],"−",[k(l.q),w],")",i?"÷":"/",[k(
r),i?"sum of “more”":"sum"],"=",[D(o,l.left),`${y} of ${Ga(n,t,s,9)(l)}`]],"leftover"))}let{compared:h=[]}=G(t)??{},
p=h.find(g=>g.step===e&&g.place===s.next),u=p&&(h.findLast(g=>g.step<e&&g.place===p.place)?.q??n.get(t,"q",p.place)),[f,
m]=p&&u?pe(u,u/p.q,o):[];return p&&u&&f&&m&&Math.abs(p.q-u)>5e-4&&c.push(V([[f,i?"draft":"q"],i?"÷":"/",[m,`without ${P(
n.word(t.n.token[s.verdict.place]),9)}`],"=",[D(o,p.q),i?"draft, scaled":"q′"]],"scaled")),c}function jp(n,t,e){let{voice:s}=n,
o=e.next<0?void 0:Qs(t,e,e.next),i=h=>us(n.text(t.n.token[h])),a=o===void 0?null:D(s,o.left);if(e.of==="leaf")return Ip(
n,t,e,i,a);let r=e.of==="pairs"?`pair of a beam and a ${n.unit()}`:n.unit();if(s==="exact"){let[h,p]=uo(n,e),u=e.of==="p\
airs"?" over all (beam, token) pairs":"",f=e.next<0?"The target’s own token is sampled from p′.":`The next candidate\
 ${i(e.next)} is tested against ${a===null?"p′":`p′ = ${a}`}.`;return`The rejection replaces ${h} with the residual \
p′ = norm(max(${h} − ${p}, 0))${u}. ${f}`}let l=e.again?"the leftover gives":"the target gives",c=e.next<0?`The targ\
et samples its own ${n.unit()} from this leftover.`:a===null?`The next candidate, ${i(e.next)}, is tested against this l\
eftover.`:`Of this leftover, the next candidate ${i(e.next)} has ${a}.`;return`${e.again?"Another":"The"} rejection leav\
es only what ${l} each ${r} more than the draft does, scaled to 100%. ${c}`}function Ip(n,t,{verdict:e,origin:s,next:o},i,a){
let r=n.voice==="plain",l=n.up(t,e.place),c=i(e.place);if(s){let p=s.work[n.voice].map(b=>typeof b=="string"?"":b[0]),[u,
,f,,m]=p,g=b=>+(100*b).toFixed(s.places);return r?`${i(l)} should pass in ${g(s.taken+s.missing)} of 100 rounds. In ${g(
s.taken)} of them, a guess after it passes. Here it failed: ${u} of the other ${f} rounds are left, so its running ratio\
 is ${m}.`:`S = ∑ max(α·p′ − q, 0) = ${q(s.missing)}. Then α ← S/(S + 1 − α) = ${m} for ${i(l)}, and p′ ← \
norm(max(α·p′ − q, 0)) at its children.`}let h=t.n.role[l]==="draft"?` after ${i(l)}`:"";return r?`Without ${c}, b\
oth models’ probabilities${h} change. The target keeps what it gives each token more than the draft does, scaled to 10\
0%.${o<0||a===null?"":` ${i(o)} now has ${a}.`}`:`p′ ← norm(max(α·p′ − q, 0))${h}.${o<0||a===null?"":` Then p′\
 = ${a} for ${i(o)}.`} Without ${c}, q is rescaled.`}function Ya(n,t,e,s){let o=po(n,t,e);return{name:o.of==="leaf"?"Del\
etion":n.voice==="plain"?"Leftover":"Residual",says:jp(n,t,o),sums:qp(n,t,e,o),panel:[o.origin?s(o.verdict.place):Lp(n,t,
o)]}}function Ja(n,t){let e=G(n),s=e?.rows.findIndex(({step:i})=>i===t)??-1,o=e?.rows[s];return n.steps[t]?.phase==="prefix"&&
o?.work&&o.u!==null?{row:o,nth:s+1}:void 0}function Za(n,t){let e=Ja(n,t);return e?e.row.origin?["ratio","threshold","ou\
tcome"]:["ratio","outcome"]:[]}var Qa=n=>n===1?"the first guess":`the first ${n} guesses`;function Xa(n,t,e,s,o){let{row:i,
nth:a}=Ja(t,e),{voice:r}=n,l=r==="plain",{origin:c,place:h}=i;if(s==="ratio")return{name:l?"Running ratio":`P_${a}`,says:Np(
n,t,i,a),sums:i.work?[V(i.work[r])]:[],panel:[Rp(n,t,o.rows.slice(0,a))]};if(s==="threshold"&&c)return{name:l?"Threshold":
`h_${a}`,says:Dp(r,i,a),sums:[V(c.work[r],"origin-sum")],panel:[fe(n,t,o,e,h,!0)]};let{u:p,cut:u,passed:f,ratio:m}=i,g=!c&&
Math.abs(u-m)<1e-9,b=q(p)===q(u)?3:2,[w,y]=[p,u].map(M=>q(M,b)),k=f?"passes":"fails",v=a===1?"this prefix":`the prefix o\
f ${a} guesses`;return{name:"",says:l?`${g?"No longer prefix follows, so the threshold is the running ratio itself. ":""}\
The random number ${w} is ${f?"below":"not below"} the threshold ${y}, so ${v} ${k}.`:`u = ${w} ${f?"<":"≥"} h_${a} = ${y}${g?
` = P_${a}`:""}, so the prefix of length ${a} ${k}.`,sums:u>0&&u<=1?[d("div",{"data-testid":"inspector-axis"},Ke(r,u,p))]:
[],panel:[Ys(n,t,o,e,h)]}}function Rp(n,t,e){let s=n.voice==="plain",o=e.map(({work:i})=>(i?.[n.voice]??[]).flatMap(a=>typeof a==
"string"?[]:[a]));return Je("ratios",s?["guess","target","draft","running ratio"]:["x","p","q","P"],e.map(({place:i,ratio:a},r)=>{
let[l,c]=o[r].slice(r?1:0);return[P(n.word(t.n.token[i]),12),d("b",{"data-of":"p"},l?.[0]??""),d("b",{"data-of":"q"},c?.[0]??
""),d("b",{},q(a))]}))}function Np(n,t,{work:e,place:s},o){let i=(e?.[n.voice]??[]).map(c=>typeof c=="string"?"":c[0]).filter(
Boolean),a=us(n.text(t.n.token[s])),r=i.at(-1)??"";return n.voice==="exact"?`P_${o} = min(1, ${o===1?"p/q":`P_${o-1} · p\
/q`}) = ${r} is the probability with which ${Qa(o)} should be accepted.`:`${o===1?`The running ratio of ${a} is target ${i[0]}\
 ÷ draft ${i[1]}, which is ${r}.`:`${a} multiplies the running ratio ${i[0]} by target ${i[1]} ÷ draft ${i[2]}, which \
makes it ${r}.`} With this probability, ${Qa(o)} should be accepted.`}function Dp(n,{origin:t,ratio:e,cut:s},o){if(!t)return"";
if(n==="exact")return`Longer prefixes contribute ∑ min(P·p, q) to P_${o}. R = ∑ max(P·p − q, 0) = ${q(t.missing)}\
 is missing, so h_${o} = R/(R + 1 − P_${o}) = ${q(s)}.`;let[i,a]=t.work.plain.flatMap(h=>typeof h=="string"?[]:[h[0]]),
r=+(100-Number(a)).toFixed(4),l=t.rows.length?"":"about ",c=Number(i)===1?"is":"are";return`Of 100 such drafts, ${+(100*
e).toFixed(1)} should be accepted up to here. In ${l}${r}, a longer prefix passes. In the other ${a}, this prefix has to\
 pass by itself in the ${i} that ${c} missing.`}var er=6,Pp=1e-6,Cp=1e-4;function Ze(n,t){let{phase:e,layer:s}=n.steps[t]??{},o=n.panels.find(l=>l.kind==="width"&&l.layer===
s),i=n.verdicts.find(l=>l.layer===s&&l.dists.some(c=>n.dists[c].beam)),{p:a,q:r}=e==="layer"&&i?Ct(n,i):{};return!a||!r||
!s||o?.kind!=="width"||!o.tails.length?void 0:{p:a,q:r,ends:a.ends??[],layer:s,panel:o}}function sr(n,t){let e=Ze(n,t);if(!e)
return[];let s=nr(n,e).length?["shares"]:[];return e.panel.alpha.length&&s.push("overlap"),zs("plain",e.panel,e.panel.alpha)&&
s.push("ways"),s.length?[...s,"width"]:[]}function nr(n,{p:t,q:e,ends:s,layer:o}){if(new Set(s).size<2||new Set(s).size<
s.length||t.rest>Pp)return[];let i=s.map((l,c)=>t.v.reduce((h,p,u)=>h+(t.beam?.[u]===c?p:0),0)),a=(l,c,h)=>l.v.find((p,u)=>l.
t[u]===h&&l.beam?.[u]===c)??0;return[...new Set(n.verdicts.filter(l=>l.layer===o&&n.n.role[l.place]==="draft").map(({place:l})=>l))].
flatMap(l=>{let c=s.indexOf(n.n.parent[l]),h=n.n.token[l];if(c<0||!i[c])return[];let p=a(t,c,h),u=a(e,c,h);return[{place:l,
beam:i[c],after:p/i[c],p,q:u,first:n.n.shares?.[l]?.[0]?.[1]??u}]}).sort((l,c)=>c.p-l.p)}function or(n,t,e){let s=mt(n,t,
e),o=i=>J(s.get(i)??"start",8);return{beam:o,pair:(i,a)=>(s.size>1?`${o(i)} › `:"")+P(n.word(a),11)}}function ir(n,t,e){
let s=Ze(t,e),o=nr(t,s),{voice:i}=n,a=i==="plain",r=T=>D(i,T),{beam:l,pair:c}=or(n,t,s.ends),h=T=>t.n.parent[T.place],p=a?
["candidate","beam",`next ${n.unit()}`,"target’s share","draft’s share"]:["(beam, x)","w","p(x)","p_beam","q_beam"],
u=Je("shares",p,o.slice(0,er).map(T=>[c(h(T),t.n.token[T.place]),r(T.beam),`× ${r(T.after)}`,d("b",{"data-of":"p"},r(T.
p)),d("b",{"data-of":"q"},T.first===T.q?r(T.q):`${r(T.first)} → ${r(T.q)}`)])),[f]=o,m=s.ends.map(T=>tr(t,t.place.get(
T)??-1)),g=[],b=m.reduce((T,L)=>T+(L??0),0),w=tr(t,t.place.get(h(f))??-1),[y,k]=pe(w??0,b,i);w!==null&&m.every(T=>T!==null)&&
Math.abs(w/b-f.beam)<Cp&&g.push(V([[y,l(h(f))],a?"÷":"/",[k,a?"all beams":"∑ p"],"=",[r(f.beam),a?"beam’s share":"w"]],
"beam-sum"));let[v,$]=Fp(i,f);if(g.push(V([[v,a?"beam":"w"],a?"×":"·",[$,"target"],"=",[r(f.p),c(h(f),t.n.token[f.place])]],
"share-sum")),f.q-f.first>5e-4){let[T,L]=pe(f.first,f.first/f.q,i);g.push(V([[T,a?"draft":"q_beam"],a?"÷":"/",[L,a?"bea\
ms that are left":"left"],"=",[r(f.q),a?"draft, scaled":"new q_beam"]],"scaled"))}let S=s.ends.map(T=>({end:T,share:_p(s,
T)})).sort((T,L)=>L.share-T.share).slice(0,3).map(T=>`“${l(T.end)}” ${r(T.share).replace(">","over ")}`).join(", "),
O=a?`The beams divide 100% in proportion to their own target probabilities: ${S}. A candidate’s share is that of its bea\
m times the probability of its next ${n.unit()}.`:`p_beam(b, x) = w_b · p(x | b) with w: ${S}. q_beam is renormalised o\
ver the beams that are left.`;return{name:a?"Shares":"Joint p, q",sums:g,panel:[u],says:O}}function Fp(n,{beam:t,after:e,
p:s}){for(let o of[0,1,2]){let[i,a]=[t,e].map(l=>At(n,l,o)),r=parseFloat(i)*parseFloat(a)/(n==="plain"?1e4:1);if(D(n,r)===
D(n,s))return[i,a]}return[t,e].map(o=>At(n,o,2))}var _p=({p:n,ends:t},e)=>n.v.reduce((s,o,i)=>s+(t[n.beam?.[i]??0]===e?o:
0),0),tr=(n,t)=>n.n.shares?.[t]?.at(-1)?.[2]??null;function ar(n,t,e){let s=Ze(t,e),{p:o,q:i,ends:a,layer:r,panel:l}=s,{
voice:c}=n,h=c==="plain",p=T=>D(c,T),{pair:u}=or(n,t,a),[f,m]=l.alpha,g=new Map(i.v.map((T,L)=>[`${i.beam?.[L]}:${i.t[L]}`,
T])),b=o.v.map((T,L)=>({p:T,q:g.get(`${o.beam?.[L]}:${o.t[L]}`)??0,name:u(a[o.beam?.[L]??0],o.t[L])})).map(T=>({...T,both:Math.
min(T.p,T.q)})).sort((T,L)=>L.both-T.both),w=b.slice(0,er),y=f-w.reduce((T,{both:L})=>T+L,0),k=T=>{let L=Math.max(...b.map(
H=>Math.max(H.p,H.q))),N=[["both",0,T.both],["q",T.both,T.q-T.both],["p",T.both,T.p-T.both]];return d("span",{class:"st-\
both"},...N.map(([H,Y,_])=>{let W=d("i",{"data-of":H});return Object.assign(W.style,{left:`${100*Y/L}%`,width:`${100*Math.
max(0,_)/L}%`}),W}))},v=[a.length>1?h?"pair":"(beam, x)":h?n.unit():"x","",h?"target":"p_beam",h?"draft":"q_beam",h?"sma\
ller":"min"],$=Je("shared",v,[...w.map(T=>[T.name,k(T),d("b",{"data-of":"p"},p(T.p)),d("b",{"data-of":"q"},p(T.q)),d("b",
{"data-of":"both"},p(T.both))]),...y>5e-4?[["others","","","",d("b",{"data-of":"both"},p(y))]]:[],["sum","","","",d("b",
{"data-of":"both"},p(f))]]),M=a.length>1?`every pair of a beam and a ${n.unit()}`:`every ${n.unit()}`,S=m===void 0?"":h?
` After a rejection, only the leftover counts, and it is ${p(m)}.`:` After a rejection, α_2 = ∑ min(p′, q_beam) = ${q(
m)}.`,O=h?`A candidate is accepted with probability ${p(f)}, the overlap of the two models: the smaller share of ${M}, a\
dded up.${S}`:`α_1 = ∑ min(p_beam, q_beam) = ${q(f)}, over ${M}.${S}`;return{name:"Overlap",sums:Ye(n,t,r,e),panel:[$],
says:O}}function rr(n,t,e){let{panel:s}=Ze(t,e),{voice:o}=n,i=o==="plain",{alpha:a,candidates:r,width:l,tails:c}=s,h=Xn(
a,r,l),p=S=>D(o,S),u=p(c[l]),f=[h.map(({value:S})=>p(S)),...[0,1,2].map(S=>h.map(({value:O})=>At(o,O,S)))],m=f.find(S=>p(
S.reduce((O,T)=>O+parseFloat(T),0)/(i?100:1))===u)??f[3],g=i?`at least ${l}`:`P(K ≥ ${l})`,b=m.flatMap((S,O)=>[...O?["\
+"]:[],[S,`order ${O+1}`]]),w=h.length<2?[]:[V([...b,"=",[u,g]],"ways-sum")],[y,k]=a,v=h.some(({marks:S})=>S.includes("r\
ejected")),$=k===void 0||!v?"":i?` The probability of an acceptance is ${p(y)}, but ${p(k)} after a rejection.`:` An acc\
eptance has probability α_1 = ${q(y)}, or α_2 = ${q(k)} after a rejection.`,M=i?`Add up the orders of outcomes in whic\
h at least ${l} of the ${r} candidates are accepted: ${u}.${$}`:`P(K ≥ ${l}) = ${q(c[l])} is the sum over the orders w\
ith at least ${l} acceptances.${$}`;return{name:i?"Orders":"P(K)",sums:w,panel:[d("div",{class:"st-big-ways"},zs(o,s,a))],
says:M}}function lr(n,t,e,s){let{tails:o,cut:i,width:a}=Ze(t,s).panel,{voice:r}=n;if(i===null)return[];let l=r==="plain",
c=p=>D(r,p),h=p=>V([[Bp(c,o[p],i),l?`at least ${p}`:`P(K ≥ ${p})`],o[p]>=i?"≥":"<",[c(i),l?"required":"t"]],"width-s\
um");return[a,a+1].filter(p=>o[p]!==void 0&&p>0).map(h)}var Bp=(n,t,e)=>n(t)===n(e)&&t!==e?n(t).endsWith("%")?`${(100*t).
toFixed(1)}%`:t.toFixed(3):n(t);function cr(n,t,e){if(po(n,t,e))return["test","left"];let s=sr(t,e);return s.length?s:Za(t,e)}var Js=n=>n[0]==="test"?0:
Math.max(0,n.length-1),Zs=n=>n==="ratio"||n==="threshold";function hr(n,t,e,s,o){if(s==="shares")return ir(n,t,e);if(s===
"overlap")return ar(n,t,e);if(s==="ways")return rr(n,t,e);let i=G(t);return i&&(s==="ratio"||s==="threshold"||s==="outco\
me")?Xa(n,t,e,s,o(i)):s!=="left"?null:Ya(n,t,e,a=>i?fe(n,t,o(i),e,a,!0):null)}function kt(n,t,e=1,s="p"){let o=r=>`${(100*Math.min(1,Math.max(0,r/e))).toFixed(1)}%`,i=d("i"),a=d("b");return i.style.
width=o(n??1/0),t!==null&&(a.style.left=o(t)),d("span",{class:"st-meter","data-of":s},i,t!==null&&t<e?a:null)}function dr(n,t,e,s){let o=e.tries.filter(r=>r.step<=s),i=n.voice==="plain"?q:C,a=o.map(({place:r,state:l,numbers:c},h)=>d(
"tr",{class:l==="accepted"?"yes":"no"},...lt([`${h+1} `,d("b",{},P(n.word(t.n.token[r]),10))],...c.map((p,u)=>[u<c.length-
1?D(n.voice,p,C):i(p),e.left&&u===0?kt(p,null,1,"q"):null]),[et(l),d("span",{class:"st-hear"},yt(l,n.voice))])));return d(
"figure",{"data-testid":"inspector-tries"},a.length?xt(["token",...e.heads,""],a,"Candidates at this position"):null,d("\
figcaption",{},e.caption))}function pr(n,t,e,s,o){let{entropy:h,epsilon:p,delta:u}=e,f=Math.max(3,Math.ceil(h+.5)),m=Math.
log(1e-4),g=j=>42+j/f*250,b=j=>10+Math.log(Math.min(1,Math.max(1e-4,j)))/m*114,w=j=>Math.min(p,u*Math.exp(-j)),y=Math.log(
u/p),k=[0,...y>0&&y<f?[y]:[],f].map(j=>`${g(j)} ${b(w(j))}`).join("L"),v=e.candidates.filter(j=>j.step<=s),$=j=>n.word(t.
n.token[j.place]),[M,S]=e.names,{voice:O}=n,T=O==="plain",L=j=>D(O,j,C),N=D(O,e.bar),H=T?"the uncertainty is ":S,Y=`${e.
caption} Here ${H}${q(h)} and the threshold is ${N}.`,_=x("svg",{viewBox:"0 0 300 154",class:"st-bar-curve",role:"img","\
aria-label":`${Y} ${v.map(j=>`${$(j)} ${M} ${L(j.p)}`).join(", ")}`},x("path",{class:"yes",d:`M${g(0)} 10L${k}L${g(f)} 1\
0Z`}),x("path",{class:"no",d:`M${g(0)} 130L${k}L${g(f)} 130Z`}),x("path",{class:"cut",d:`M${k}`}),x("path",{class:"here",
d:`M${g(h)} 10V130`}));for(let j of[1,.1,.01,.001])_.append(x("text",{class:"end",x:38,y:b(j)+4,"text-anchor":"end"},T?`${100*
j}%`:String(j)));let W=Math.min(266,Math.max(66,g(h)));_.append(x("text",{class:"end",x:2,y:134},M.length>1?"":M),x("tex\
t",{x:W,y:148,"text-anchor":"middle"},`${S}${q(h)}`)),W>82&&_.append(x("text",{class:"end",x:42,y:148},"0")),W<240&&_.append(
x("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(f)));let Q=g(h)<300/2,z=b(w(Q?f:0)),gt=zp(v,b,130),ct=j=>gt.
every(({label:it})=>Math.abs(it+4-j)>15),X=[z+16,(z+130)/2+6,125].find(ct)??z+16;for(let[j,it]of[[24,"passes"],[X,"fails"]])
_.append(x("text",{x:Q?290:48,y:j,"text-anchor":Q?"end":"start"},it));for(let j of gt){let it=g(h),En=Q?1:-1,ls=j.all[0],
[On,Po]=[L(ls.p),L(j.all[j.all.length-1].p)],Zl=j.all.length>1?R(j.all.length,n.unit()):P($(ls),10);_.append(x("path",{class:"\
lead",d:`M${it+6*En} ${j.y}L${it+15*En} ${j.label}`}),x("path",{class:"st-g","data-kind":ls.state,d:ht(ls.state),transform:`\
translate(${it} ${j.y}) scale(5)`}),x("text",{class:"w",x:it+18*En,y:j.label+4,"text-anchor":Q?"start":"end"},`${Zl}: ${M}\
 ${On===Po?On:`${Po} to ${On}`}`))}let $t=v.slice(0,12).map(j=>d("tr",{class:j.own?"":j.p>e.bar?"yes":"no"},...lt(d("b",
{},P($(j),14)),L(j.p),j.own?"":`${j.p>e.bar?">":"≤"} ${L(e.bar)}`,`${Z(j.state).sign} ${j.end}`)));return v.slice(0,12).
forEach((j,it)=>$t[it].classList.toggle("own",j.place===o)),d("figure",{"data-testid":"inspector-bar"},d("figcaption",{},
e.caption),_,xt(e.heads,$t,"Candidates and threshold"),v.length>$t.length?d("p",{class:"st-quiet"},`${v.length-$t.length}\
 not shown`):null)}function zp(n,t,e){let o=[];for(let i of[...n].sort((a,r)=>r.p-a.p)){let a=o[o.length-1];a&&a.all[0].
state===i.state&&t(i.p)-a.y<13?a.all.push(i):o.push({y:t(i.p),label:0,all:[i]})}o.forEach((i,a)=>{i.label=Math.max(i.y,a?
o[a-1].label+13:0)});for(let i=o.length-1,a=e-6;i>=0;i--)o[i].label=Math.min(o[i].label,a),a=o[i].label-13;return o}function ur(n,t,e,s){
let o=({value:r,bar:l,good:c}={})=>{let[h,p]=[r,l].map(u=>D(n.voice,u,C));return[`${h} ${c?"≥":"<"} ${p}`,kt(r,l,1,c?"\
p":"no")]},i=({value:r,bar:l,good:c}={})=>[`${C(r)} ${c?"≤":">"} ${C(l)}`,kt(r,l,2*l,c?"p":"no")],a=e.doubts.filter(r=>r.
exit.step<=s).map(({layer:r,place:l,exit:c,back:h})=>{let p=h&&h.step<=s?h:null,u=l===null?"stops":P(n.word(t.n.token[l]),
11);return d("tr",{class:l===null?"no":"yes"},...lt([`${r} `,d("b",{},u)],o(c),...e.heads.length<3?[]:[p?[...i(p),p.good?
null:d("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return a.length?d("figure",{"data-testid":"inspector-doubts"},
d("h2",{},e.title),d("figcaption",{},e.caption),xt(e.heads,a,e.title)):null}function fr(n){let t=[["attention",n.attention],
["MLP",n.mlp]],e=n.of_layers,s=300,o=58,i=Math.min(16,(s-o-2)/Math.max(1,e)),a=18,r=x("svg",{viewBox:`0 0 ${s} ${2*a+18}`,
class:"st-skips",role:"img","aria-label":n.caption});t.forEach(([l,c],h)=>{r.append(x("text",{x:o-6,y:h*a+13,"text-ancho\
r":"end"},l));for(let p=0;p<e;p++){let u=o+p*i,f=h*a,m=c.includes(p);r.append(x("rect",{class:m?"out":"in",x:u+.75,y:f+1,
width:i-1.5,height:a-3},x("title",{},`${l} of layer ${p}: ${m?"skipped":"computed"}`)));let[g,b,w,y]=[u+2,u+i-2,f+3,f+a-
4];m&&r.append(x("path",{class:"strike",d:`M${g} ${w}L${b} ${y}M${b} ${w}L${g} ${y}`}))}});for(let l=0;l<e;l+=5)r.append(
x("text",{class:"end",x:o+(l+.5)*i,y:2*a+12,"text-anchor":"middle"},String(l)));return d("figure",{"data-testid":"inspec\
tor-skips"},d("figcaption",{},n.caption),r)}function mr(n,t,e,s,o){let{sent:i,places:a,values:r,ups:l,owns:c,grown:h,grows:p}=e,
u=l.some(M=>M!==null),f=i===null?8:i+3,m=M=>D(n.voice,M,C),g=a.map((M,S)=>S).filter(M=>M<f||a[M]===o),b=g.map(M=>{let S=a[M],
O=n.up(t,S),T=n.fate(t,S,s),L=T.state==="not_sent",N=i!==null||L?et(T.state):s>=p&&h.includes(S)?"extended":"",H=l[M]===
null?"":`${J(n.wordAt(t,O),7)} › `,Y=l[M]===null||c[M]===null?"":`${m(l[M])} × ${m(c[M])}`;return d("tr",{class:(S===
o?"own":"")+(M===i?" cut":"")},...lt([H?d("small",{},H):null,d("b",{},P(n.word(t.n.token[S]),12))],...u?[Y]:[],d("span",
{class:"st-sure"},d("span",{},m(r[M])),kt(r[M],null,r[0],"q")),[N,L?d("span",{class:"st-hear"},n.called(T)):null]))}),[w,
y,k]=e.heads,v=n.voice==="plain"?"before × own":"∏ before × q",$=a.length-g.length;return d("figure",{class:"st-leve\
ls","data-testid":"inspector-levels"},d("figcaption",{},e.caption,i===null?"":` The line is below the ${R(i,"node")} tha\
t are sent.`,$?` (${$} not shown)`:""),xt([w,...u?[v]:[],y,k],b,e.title))}function gr(n,t,{facts:e,places:s,values:o,of:i,
title:a},r){let l=e.map(([c,h],p)=>d("tr",{class:p?"":"own"},...lt([et(n.fate(t,s[p],r).state)," ",d("b",{},c)],d("span",
{class:"st-sure"},d("span",{},h),kt(o[p],null,o[0],i)))));return d("figure",{"data-testid":"inspector-beams"},d("table",
{class:"st-table st-tight st-ends","aria-label":a},d("tbody",{},...l)))}function br(n,t){let e=Math.max(1,...n.bars.map(
({count:a})=>a)),s=n.bars.filter(({step:a})=>a<=t),i=[...new Map(s.map(a=>[a.name,a])).values()].map(({name:a,count:r})=>d(
"tr",{},d("th",{scope:"row"},a),...lt(String(r),kt(r,null,e))));return d("figure",{"data-testid":"inspector-payoff"},d("\
table",{class:"st-table st-tight","aria-label":n.title},d("tbody",{},...i)))}function wr(n,t,e,s,o){let i=e.prefixes.filter(
v=>v.step<=s);if(!i.length)return null;let a=s>=e.told,r=t.steps[s].phase==="prefix",l=i.reduce((v,$)=>$.passed?$.j:v,0),
c=v=>v===null?"×∞":n.voice==="exact"||v>=.001?`×${q(v)}`:v<1e-4?"≈ 0":`×${+v.toPrecision(2)}`,h=v=>v===null?"−∞":
v.toFixed(2),p=i.map(({j:v,place:$,own:M,product:S,logp:O,logq:T,passed:L,step:N})=>d("tr",{class:(L?"yes":"no")+(v===l?
" own":"")+(r&&N===s?" now":""),title:n.voice==="plain"?"":`Σ log p = ${h(O)}, Σ log q = ${h(T)}`},...lt([`${v} `,d("b",
{},P(n.word(t.n.token[$]),10))],c(M),[c(S),kt(S,e.bar,1,L?"yes":"no")],L?a&&v===l?"longest":"passes":"fails"))),u=v=>e.prefixes.
reduce(($,{j:M,ratio:S})=>S>v?M:$,0),f=v=>u(v)?`With threshold ${q(v)}, prefix ${u(v)} is the longest that passes.`:`Wit\
h threshold ${q(v)}, no prefix passes.`,m=o&&i.length===e.prefixes.length,[g,b]=e.names,w=n.unit(),y={key:"threshold",label:b,
value:e.bar,most:1,say:f,draw:()=>{}},k=n.voice==="plain"?"The ratio target ÷ draft":"The ratio p/q";return d("figure",
{"data-testid":"inspector-prefixes"},xt(e.heads,p,"Prefixes"),d("figcaption",{},`${k} of each ${w}, and the product so f\
ar, the joint ratio. A bar shows it (at most 1), and the line is the threshold, ${g}${q(e.bar)}. `+(l?`Longest passing p\
refix${a?"":" so far"}: ${l} (shaded).`:`No prefix passes${a?"":" so far"}.`)),m?Gt(n.voice,y,{},o):null)}function yr({rows:n,
more:t,end:e},s){let o=a=>at(a).replace(/\n/g,"↵"),i=({before:a,match:r,after:l},c,h="")=>d("tr",{class:h},...lt([J(o(
r.length>18?"":a),8),d("mark",{class:"st-same"},J(o(r),20))],c||P(o(l),24)));return d("figure",{"data-testid":"inspector\
-found"},d("h2",{},s),d("table",{class:"st-table st-found","aria-label":s},d("tbody",{},...n.map(a=>i(a,"")),i(e,"?","en\
d"))),t?d("figcaption",{},`${R(t,"earlier place")} not shown`):null)}function xr(n,t,e,s){let o=(r,l,c="")=>{let h=d("li",
{"data-of":c},d("b",{},r),...l);return h.style.flexGrow=String(Math.max(1,r.length)),h},i=(r,l)=>l.length?d("div",{},d("\
span",{class:"st-quiet"},r),d("ol",{},...l)):null,a=r=>et(n.fate(t,r,s).state);return d("figure",{class:"st-written-text",
"data-testid":"inspector-written-text"},d("figcaption",{},e.caption),i(e.heads[0],e.pieces.map(({text:r,q:l})=>o(r,[d("s\
mall",{},D(n.voice,l,C))],"q"))),i(e.heads[1],e.places.map(r=>o(St(n.text(t.n.token[r])),[a(r)]))))}var fo=(n,t,e)=>n.twins?.find(s=>s.place===t&&s.known<=e);function kr(n,t,e,s){return d("span",{class:"st-twin-n","data-\
of":n},d("small",{},t),kt(s??0,null,1,n),d("b",{},e))}function Hp(n,t,e,s,o,i){let a=n.voice==="plain",r=e.place===s,l=e[n.
voice],c=u=>u===null?"–":D(n.voice,u,C),h=n.get(t,"q",e.place),p=n.wanted(t,e.place,o);return d("li",{class:r?"own":""},
r?d("span",{class:"st-twin-name"},l):d("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>i(
e.place)},l),d("div",{},kr("q",a?"draft":"q",`${c(h)}${n.copied(t,e.place)?" copied":""}`,h),o>=t.seen?kr("p",a?"target":
"p",c(p),p):null))}function vr(n,t,e,s,o,i){let a=fo(e,s,o);if(!a)return null;let r=a.lines.filter(({step:l,until:c=1/0})=>l<=
o&&o<c);return d("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},d("ul",{},...a.rows.map(
l=>Hp(n,e,l,s,o,i))),...r.map(l=>d("p",{},...t(l[n.voice]))))}var Wp=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a node\
, or press Tab to reach it, to see why it was accepted or rejected.",Up=new Set(["tries","bar","doubts","prefixes","judg\
ed","written"]),Gp=new Set(["prefix","verify","unused"]),Kp=new Set(["residual","bonus","drawn"]),Vp=new Set(["residual",
"bonus"]),Yp=":scope > :not(.st-tiers) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap, .st-twins)",Qp=new Set(
["draft","merge","unmerge","commit"]),Jp=new Set(["passes","fails"]),$r=(n,t)=>n.panels.some(({kind:e,nodes:s})=>e==="tr\
ies"&&s?.includes(t)),Xs=class{root=d("aside",{class:"st-inspector","data-testid":"inspector","aria-label":"Inspector"});decision=d(
"div",{class:"st-decision","data-testid":"decision",role:"group","aria-label":"Calculation"});apart=!1;part=null;constructor(t,e,s,o,i,a){
this.model=t,this.explained=e,this.ask=s,this.suppose=o,this.go=i,this.visit=a}show(t,e,s,o=e,i=null){if(i&&e===o)return this.
showPart(t,e,s,i);let a=t.steps[s],r=this.apart&&e===o;if(this.apart&&!(r&&e>=0)&&E(this.decision,...this.calculated(t,o,
s).parts),this.root.removeAttribute("data-moved"),this.suppose(-1,null),e<0||t.born[e]>s)return E(this.root,...a.phase===
"commit"?[this.written(t,s),lo(this.model,t.i),this.others(t)]:a.phase==="layer"?[]:[Gs(this.model,t,a.layer,s)],this.layers(
t,-1,a.layer,s,!0)??d("p",{class:"st-quiet"},Wp()),this.tiers(this.tier("all","All details",()=>[this.layers(t,-1,a.layer,
s,!1)],!0)));let l=a.phase==="input"&&t.n.role[e]==="input",{fate:c,shown:h,verdict:p,state:u}=this.decided(t,e,s),f=p?.
layer??a.layer,m=this.layers(t,e,f,s,!0),g=Gp.has(a.phase)&&G(t)!==void 0,b=p!==null&&$r(t,e),{parts:w,change:y}=this.calculated(
t,e,s);r&&E(this.decision,...w);let k=this.part==="test"&&e===o,v=()=>[Ia(this.model,this.explained,t,e,p,s,r,k),za(this.
model,t,e,p,k)],$=l&&t.n.parent[e]<0?[]:[this.head(t,e,u),this.found(t,s)??this.reason(t,e,c,p,s),...r?[]:w,y,...b?[m]:[],
...g?[]:v(),vr(this.model,this.explained,t,e,s,this.go)];E(this.root,...l?[lo(this.model,t.i-1),this.round()]:a.phase===
"layer"?[]:[Gs(this.model,t,f,s)],...a.phase==="layer"?[m,...$]:b?$:[...$,m],this.tiers(this.tier("numbers","Numbers",()=>[
...g?v():[],this.pathLine(t,e),this.tiles(t,e,p,s),this.shares(t,p),Ra(this.model,t,e,p,s)],l),this.tier("all","All deta\
ils",()=>[this.whereLine(t,e,c),this.copies(t,e,h,s),this.layers(t,e,f,s,!1),this.moreDrafts()],l))),!l&&!this.root.querySelector(
Yp)&&this.root.lastElementChild?.before(this.rule(a))}showPart(t,e,s,{sums:o,panel:i}){let{layer:a}=t.steps[s],r=Zs(this.
part)?s-1:s;this.root.removeAttribute("data-moved"),this.suppose(-1,null),this.apart&&E(this.decision,...o),E(this.root,
...e<0?[]:[Gs(this.model,t,a,s),this.head(t,e,this.decided(t,e,r).state)],...this.apart?[]:o,...i)}decided(t,e,s){let o=this.
model.fate(t,e,s),i=t.steps[s].verdicts.find(r=>t.verdicts[r].place===e),a=i??o.verdict;return{fate:o,shown:a,verdict:a===
null?null:t.verdicts[a],state:i===void 0?o.state:t.verdicts[i].state}}rule({phase:t}){let e=Oe(oe(t).group),s=this.model.
header.round?.find(({label:o})=>o===e);return s?d("section",{class:"st-round","data-testid":"inspector-rule"},d("h2",{},
`“${e}” in every round`),d("p",{},...this.explained(s[this.model.voice]))):""}written(t,e){let s=t.beams.length>1,o=l=>{
let c=[],h=t.place.get(l)??-1;for(;h>=0&&t.n.role[h]!=="input";h=this.model.up(t,h))c.push(h);return c.reverse()},i=l=>this.
model.fate(t,l,e),a=l=>[et(i(l).state),d("b",{},this.model.wordAt(t,l))," "],r=this.model.beamsOf(t).flatMap(({beam:l,slots:c})=>{
let h=o(l.node),p=h.length?t.n.parent[h[0]]:l.node;if(!s)return h.map(f=>d("li",{},...a(f),this.model.called(i(f)),this.
model.voice==="plain"&&Vp.has(i(f).state)?", written by the target":null));let u=P(this.model.path(t,p).map(f=>this.model.
word(f.token)).at(-1)??"start",9);return[d("li",{},d("span",{class:"st-quiet"},`${u} › `),...h.length?h.flatMap(a):["f\
inished "],c.length>1?`×${c.length} `:"",l.best?d("span",{class:"st-quiet"},"likeliest"):null)]});return r.length?d("se\
ction",{class:"st-written","data-testid":"inspector-written"},d("h2",{},s?"Beams that continue":"Added to the text"),d("\
ul",{},...r)):null}others(t){let e=this.model.its.slice(0,t.i+1),s=t.lay.kind==="chain"&&!e.some(xs)?ks(this.model,t.i):
"";return typeof s=="string"?null:d("button",{type:"button",class:"st-btn st-wide st-see","data-testid":"see-accepted",onclick:()=>this.
visit(s.it)},`See round ${s.it+1}: all guesses accepted`)}moreDrafts(){let{gamma:t}=this.model.header.deciding;if(!this.
ask||typeof t!="number")return null;let s={key:"gamma",label:"draft length (γ)",value:t,most:16,step:1,say:o=>`With dra\
ft length ${o}, the draft guesses up to ${R(o,this.model.unit())} ahead in this round.`,draw:()=>{}};return Gt(this.model.
voice,s,{},this.ask)}round(){let{round:t=[]}=this.model.header;return t.length?d("section",{class:"st-round","data-testi\
d":"inspector-round"},d("h2",{},"How a round works"),d("dl",{},...t.flatMap(e=>[d("dt",{},e.label,...e.marks.map(s=>this.
mark(s))),d("dd",{},...this.explained(e[this.model.voice]))]))):null}mark(t){return d("span",{class:"st-legend-k","data-\
kind":t,title:Z(t).help},et(t),yt(t,this.model.voice))}tier(t,e,s,o){let i=ue(`tier-${t}`)==="1",a=d("div",{class:"st-ti\
er"}),r=()=>{a.firstChild||E(a,...s())};if((i||o)&&r(),o&&!a.firstChild)return null;let l=d("details",{open:i,"data-test\
id":`inspector-${t}`,ontoggle:()=>{l.open&&r(),l.open!==(ue(`tier-${t}`)==="1")&&Qe(`tier-${t}`,l.open?"1":"")}},d("summ\
ary",{},e),a);return l}tiers(...t){return t.some(e=>e)?d("div",{class:"st-tiers"},...t):null}head(t,e,s){return d("div",
{class:"st-head","data-state":s},d("div",{class:"st-token"},et(s),d("b",{},this.model.wordAt(t,e)),d("span",{class:"st-t\
ag"},yt(s,this.model.voice))))}whereLine(t,e,s){if(t.n.parent[e]<0)return null;let o=this.model.get(t,"merge",e),i=this.
aboveAll(t,e),a=[`node ${t.n.id[e]}`,`depth ${t.n.depth[e]}`,t.n.about?.[e],i&&`under input beam “${i}”`,o!==null&&s.
state==="merged"&&`merged with node ${o}`];return d("p",{class:"st-quiet"},a.filter(Boolean).join(" · "))}pathLine(t,e){
let s=this.model.path(t,t.n.id[e]),o=s.slice(-24),i=s.length-o.length;if(!s.length)return null;let a=i?`(${R(i,this.model.
unit())} before) … `:"prompt → ";return d("p",{class:"st-path","data-testid":"inspector-path"},d("span",{class:"st-q\
uiet"},a),...o.flatMap(({token:r},l)=>[d(l===o.length-1?"mark":"span",{},St(this.model.text(r)).replace(/␣/g," ")),this.
model.joiner()]))}tiles(t,e,s,o){let i=this.model.drafted(t,e,o),a=o<t.seen?null:t.n.shares?.[e]?.length?this.model.wanted(
t,e,o):this.model.get(t,"p",e),r=t.heads.map(([p,u,f],m)=>[p,(m?a:i)??"",u,f]),l=s?.tiles.length?s.tiles:r.filter(([,p])=>p!==
"");if(!l.length)return null;let c=this.model.voice==="plain",h=(p,u)=>c&&!p.includes("/")?B(u):q(u,3);return d("dl",{class:"\
st-tiles"},...l.map(([p,u,f,m])=>d("div",{"data-of":p.replace("_beam","")},d("dt",{},...this.explained(c?m:p),c?null:d("\
small",{},` ${f}`)),d("dd",{},typeof u=="string"?u:h(p,u)))))}shares(t,e){let s=e?.shares??t.shares;return s?d("p",{class:"\
st-quiet","data-testid":"inspector-shares"},s[this.model.voice]):null}calculated(t,e,s){let{layer:o}=t.steps[s],{model:i}=this,
a=this.part==="width"?lr:Ye;if(e<0)return{parts:this.apart?a(i,t,o,s):[],change:null};let{verdict:r,shown:l}=this.decided(
t,e,s),[c,h]=this.scale(t,e,s,r,l),p=Kt(t,e,s),u=this.apart?Ca(i,t,e,s):void 0,f=u&&V(u.work[i.voice],"origin-sum"),g=f&&
p?.work?.[i.voice][1]==="→"?null:ro(i,t,e,r,s),b=t.lay.kind==="chain";return this.part&&!b?{parts:[ro(i,t,e,r,s),c,ho(
i,t,r)],change:h}:{parts:[...p?Us(i,t,e,s).map(y=>ao(i,t,y.place,s)):[Ba(i,t,r,s)??Pa(i,t,r,s)],...b?[g,f]:[f,g],c,ho(i,
t,r)],change:h}}scale(t,e,s,o,i){let a=Kt(t,e,s);if(!o&&a&&"cut"in a&&a.u!==null&&a.cut>0&&a.cut<=1)return[d("div",{"dat\
a-testid":"inspector-axis"},Ke(this.model.voice,a.cut,a.u)),null];if(!o?.a||o.a>1)return[null,null];let{a:r,u:l}=o,c={"d\
ata-testid":"inspector-axis","data-part":"scale"},h=this.apart||Ct(t,o).p||a||$r(t,e)?Ke:Oa,p=d("div",c,h(this.model.voice,
r,l));if(!this.ask||l===void 0||i===null)return[p,null];let u=y=>y<r?"accepted":"rejected",f=this.model.decided(t,e,s).filter(
y=>y!==i).map(y=>t.verdicts[y].state),m=this.model.word(t.n.token[e]),b={key:"u",label:"random number (u)",value:l,most:.99,
draw:y=>{E(p,h(this.model.voice,r,y)),this.suppose(e,y===l?null:Wo([u(y),...f]))},say:y=>`With random number ${q(y)}, “${m}\
” would be ${u(y)}.`},w=r<1?[Ma(i,this.ask)]:[];return[p,Gt(this.model.voice,b,{verdict:i},this.ask,...w)]}reason(t,e,s,o,i){
let{help:a}=Z(s.state),l=Jp.has(s.state)?t.steps[s.step][this.model.voice]:a,c=s.state==="pending"&&fo(t,e,i)!==void 0,h=t.
n.role[e]==="target"?this.model.missing(t,t.n.token[e]):null,p=o?o[this.model.voice]:l,u=!h&&(c||t.steps[i][this.model.voice].
startsWith(p));return d("p",{class:"st-reason","data-testid":"inspector-reason",hidden:u},...this.explained(p),h?d("span",
{"data-testid":"inspector-lacks"},` ${h.reason[this.model.voice]}`):null)}copies(t,e,s,o){let i=this.model.decided(t,e,o);
return i.length<2?null:d("details",{class:"st-more"},d("summary",{},`All ${i.length} decisions about this node`),d("ol",
{},...i.map(a=>{let{state:r,slot:l,[this.model.voice]:c}=t.verdicts[a],h=l===void 0?"":`, beam ${l}`;return d("li",{class:a===
s?"now":""},et(r),`${yt(r,this.model.voice)}${h}: ${c}`)})))}found(t,e){let s=this.model.voice==="plain"?"The same text \
before":"Occurrences of the pattern";return t.found&&t.steps[e].phase==="draft"?yr(t.found,s):null}aboveAll(t,e){let s=t.
n.id.filter((i,a)=>t.n.role[a]==="input"),o=e;for(let i=o;i>=0;i=this.model.up(t,i))o=i;return s.length>1&&o!==e?mt(this.
model,t,s).get(t.n.id[o]):null}layers(t,e,s,o,i){let a=t.panels.filter(g=>o>=g.known),r=t.steps[o].phase==="layer",l=t.steps[o].
phase,c=Qp.has(l),h=l==="select",p=a.filter(g=>g.layer&&(g.nodes?g.nodes.includes(e):g.layer===s)),u=[...a.filter(g=>g.kind===
"doubts"),...p,...a.filter(g=>!g.layer&&g.kind!=="doubts")],f=g=>Up.has(g.kind)||g.kind==="width"&&r||g.kind==="level"&&
(l==="draft"||!g.layer&&l==="select")||g.kind==="payoff"&&c||g.kind==="beams"&&h,m=u.filter(g=>f(g)===i).map(g=>this.panelBox(
t,g,e,o)).filter(g=>g!==null);return m.length?d("div",{class:"st-layer","data-testid":"inspector-layer"},...m):null}inVoice(t){
return this.model.voice==="plain"?{...t,...t.plain}:t}panelBox(t,e,s,o){let i=this.inVoice(e),a=[...i.facts,...o>=i.told?
i.outcome:[]],r=a.length?[d("dl",{class:"st-facts"},...a.map(([p,u])=>d("div",{},d("dt",{},p),d("dd",{},u))))]:[],l=p=>d(
"section",{},d("h2",{},i.title),p,...r),c=(p,u=!1)=>a.length||p?d("details",{open:u},d("summary",{},i.title),p,...r):null,
h=t.steps[o].phase;switch(i.kind){case"width":{let p=t.steps[o].phase==="layer"?{...i,why:""}:i,u=this.apart&&t.steps[o].
phase==="layer",f=this.part==="width"?null:u?[]:Ye(this.model,t,i.layer,o);return Ea(this.model.voice,p,o,r,this.ask,f,e.
alpha)}case"tries":return l(dr(this.model,t,i,o));case"bar":return l(pr(this.model,t,i,o,s));case"level":return l(mr(this.
model,t,i,o,s));case"skipped":return l(fr(i));case"payoff":return l(br(i,o));case"prefixes":return c(wr(this.model,t,i,o,
this.ask),!0);case"written":return c(xr(this.model,t,i,o),!0);case"judged":{let u=this.part!==null&&i.ratios!==void 0?null:
fe(this.model,t,i,o,s,this.apart),f=!this.apart||!u?.querySelector(".st-origin"),m=!Kp.has(h)&&f,g=c(Ys(this.model,t,i,o,
s),m);return u&&g?d("div",{},...this.apart?[u,g]:[g,u]):g}case"doubts":return ur(this.model,t,i,o);case"beams":return d(
"section",{},d("h2",{},i.title),gr(this.model,t,i,o));case"plain":return i.layer?l(null):c(i.caption?d("p",{class:"st-qu\
iet"},i.caption):null)}}leave(){let t=document.activeElement;t instanceof HTMLElement&&this.root.contains(t)&&t.blur()}};function Mr(n){let t=new Map([...ne.keys()].map(m=>[m,d("b")])),e=new Map([...ne.keys()].map(m=>[m,d("span")])),s=new Map(
[...ne.keys()].map(m=>[m,d("small")])),o=new Map([...ne.values()].map(({name:m,help:g})=>[m,d("li",{"data-kind":m,title:g,
class:"st-legend-k"},et(m),e.get(m),t.get(m),s.get(m))])),i=d("span",{class:"st-x-key","aria-hidden":"true"}),a=d("span"),
r=d("li",{"data-kind":"copies",title:"A token that was sampled several times is one node. Every draw has a mark; of many\
 draws, the numbers before the marks say how many."},i,a),l=d("b"),c=d("li",{"data-kind":"copy",title:"A guess that was \
copied below a merged one, so that each path has its own."},d("i",{class:"st-legend-copy","aria-hidden":"true"}),"copy ",
l),h=d("span"),p=d("li",{"data-testid":"legend-ratio",title:"A leaf passes if its random number is below its running rat\
io."},d("i",{class:"st-legend-ratio","aria-hidden":"true"}),h),u=d("li",{class:"st-legend-of"});return{root:d("ul",{class:"\
st-legend","data-testid":"legend","aria-label":"Legend"},u,...o.values(),p,c,r),rejection:m=>o.get("rejected")?.setAttribute(
"title",m||Z("rejected").help),show(m,g){let b=n.marks(m,g),w=n.drawnOften(m,g);A(u,n.its.length>1?"This round:":""),u.hidden=
n.its.length<2,r.hidden=!w;let y=n.bornBy(m,g).filter(k=>n.copied(m,k)).length;c.hidden=!y,A(l,String(y)),p.hidden=m.lay.
kind==="chain"||!m.panels.some(k=>k.kind==="judged"&&k.ratios?.some(({step:v})=>v<=g)),A(h,n.voice==="plain"?"running ra\
tio: target ÷ draft, multiplied along the path, at most 1":"running ratio α = min(α·p′/q, 1) along the path"),A(i,
w?.times??""),A(a,w?.told??"");for(let[k,v]of o)v.hidden=!b.has(k);for(let[k,v]of e)A(v,yt(k,n.voice));for(let[k,v]of t){
let $=b.get(k)??0,M=n.drawsOf(m,k,g),S=s.get(k);A(v,String($||"")),S&&A(S,$&&M>$?`(${M} draws)`:"")}}}}var Zp=["node","p\
arent","depth","token","state"],Xp=["u","threshold","reason"];function Sr(n,t){let e=d("p",{"data-testid":"graph-summary"}),
s=d("table",{class:"st-table st-stacked","data-testid":"graph-table"}),o=d("details",{class:"st-card st-details","data-t\
estid":"table",ontoggle:t},d("summary",{},"This step as a table"),e,d("div",{class:"st-wrap",tabindex:"0",role:"group","\
aria-label":"This step as a table"},s));function i(a,r,l){let c=a.verdicts[n.decided(a,r,l).at(-1)??-1],h=a.n.parent[r],
p=u=>D(n.voice,c?.[u]??n.get(a,u,r),f=>q(f,3));return[a.n.id[r],h<0?"–":h,a.n.depth[r],n.word(a.n.token[r]),n.called(n.
fate(a,r,l)),p("q"),p("p"),q(c?.u,3),q(c?.a,3),c?.[n.voice]??""]}return{root:o,show(a,r){if(!o.open)return;let l=r>=a.commit?
`${a.says} `:"";A(e,`${l}${a.steps[r][n.voice]}`);let c=n.bornBy(a,r).map(u=>i(a,u,r)),h=a.heads.map(([u,,f])=>n.voice===
"plain"?f:u),p=[...Zp,...h,...Xp];E(s,d("thead",{},d("tr",{},...p.map(u=>d("th",{scope:"col"},u)))),d("tbody",{},...c.map(
u=>d("tr",{},...u.map((f,m)=>d("td",{"data-head":p[m]},String(f)))))))}}}var dt=(n,t)=>n<1?(1-n**(t+1))/(1-n):t+1,Yt=(n=160)=>[[1,1],[n,1],[2*n,2]];function vt(n,t){let e=Math.max(0,n.slice(0,-1).
findLastIndex(([r])=>r<=t)),[[s,o],[i,a]]=n.slice(e);return o+(a-o)*(t-s)/(i-s)}var pt=(n,t,e)=>vt(e,(n+1)*t)/vt(e,t),Lt=(n,t,e,s=1)=>dt(
n,t)/(t*e+s);function tn(n,t,e=1,s=Yt(1/0)){let o=a=>Lt(n,a,t,pt(a,e,s)),i=0;for(let a=1;a<=16;a+=1)o(a)>o(i)&&(i=a);return i||
null}var Ar=(n,t,e=1)=>(dt(n,t)-e)/t;function Tr(n,t,e,s,o){let i=[];for(let a=1;a<=o;a+=1){if(Lt(n,t,e,pt(t,a,s))<=1)continue;
let r=i.at(-1);r?.[1]===a-1?r[1]=a:i.push([a,a])}return i}function mo({left:n,right:t,top:e,base:s},o,i,a,r,l,c=o.length){let h=w=>n+i(w)*(t-n),p=w=>s-w/a*(s-e),f=[...Array.from(
{length:Math.floor(a/r)+1},(w,y)=>y*r).flatMap(w=>[x("line",{class:"grid",x1:n,x2:t,y1:p(w),y2:p(w)}),x("text",{x:n-8,y:p(
w)+5,"text-anchor":"end"},String(w))]),...l.map(w=>x("text",{x:h(w),y:s+20,"text-anchor":"middle"},String(w))),x("path",
{class:"axis",d:`M${n} ${e}V${s}H${t}`})],m=w=>`M${w.map(([y,k])=>`${h(y)} ${p(k)}`).join("L")}`,b=[["curve",o.slice(0,c)],
["curve beyond",o.slice(Math.max(0,c-1))]].filter(([,w])=>w.length>1).map(([w,y])=>x("path",{class:w,d:m(y)}));return{x:h,
y:p,grid:f,drawn:b}}function en(n,t,e,s,o,i,a){let{x:r,y:l,grid:c,drawn:h}=mo(n,t.map((u,f)=>[f+1,u]),u=>(u-1)/15,e,s,o,
a),p=t.map((u,f)=>x("circle",{class:"dot",cx:r(f+1),cy:l(u),r:i}));return{x:r,y:l,grid:c,drawn:[...h,...p]}}var me=640,Er=260,Qt=44,Xe=14,eu=14,su=214,nu="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check\
). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many positions\
 as the idle limit, calculating takes as long as reading the weights.",ou=({alpha:n,c:t,batch:e,idle:s})=>Array.from({length:16},
(o,i)=>Lt(n,i+1,t,pt(i+1,e,Yt(s)))),Or=216,iu=[[10,-12],[-10,-12],[10,24],[-10,24]];function au(n,t){let e=o=>{let i=Math.
min(16,Math.max(1,1+(o-Qt)/(me-Xe-Qt)*15)),a=Math.min(15,Math.floor(i));return t(n[a-1]+(i-a)*(n[a]-n[a-1]))},s=(o,[i,a])=>i>=
Qt&&Array.from({length:Math.ceil(o/4)+1},(r,l)=>e(i+4*l)).every(r=>r<a-15||r>a+6);return(o,i)=>i.find(a=>s(o,a))??i[0]}var ru=0,
sn=class{id=`st-speedup-${ru+=1}`;alpha=this.slider("alpha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma",
"Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (user\
s)",1,256,1,0);idle=this.slider("idle","Idle limit (positions)",32,512,16,0);svg=x("svg",{viewBox:`0 0 ${me} ${Er}`,role:"\
img","data-testid":"speedup-chart"});says=d("p",{class:"st-speedup-says",role:"status","data-testid":"speedup-says"});root=d(
"section",{class:"st-speedup st-card","aria-label":"Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,
d("div",{class:"st-speedup-sliders"},this.alpha.box,this.gamma.box,this.c.box,this.batch.box,this.idle.box),d("p",{class:"\
st-quiet"},nu));slider(t,e,s,o,i,a){let r=`${this.id}-${t}`,l=d("output",{for:r}),c=d("input",{type:"range",id:r,min:s,max:o,
step:i,"data-testid":`speedup-${t}`,oninput:()=>this.draw()});return{input:c,output:l,places:a,box:d("label",{for:r},d("\
span",{},e," ",l),c)}}show(t){this.root.hidden=!t,t&&(this.alpha.input.value=String(t.alpha),this.gamma.input.value=String(
t.gamma),this.c.input.value=String(t.c),this.batch.input.value=String(t.batch),this.idle.input.value=String(160),this.draw())}draw(){
let t=({input:h,output:p,places:u})=>(A(p,Number(h.value).toFixed(u)),Number(h.value)),[e,s,o,i,a]=[this.alpha,this.gamma,
this.c,this.batch,this.idle].map(t),r=ou({alpha:e,c:o,batch:i,idle:a}),l=r[s-1],c=`With γ = ${s}: ${dt(e,s).toFixed(2)}\
 tokens per target pass, a check takes ${pt(s,i,Yt(a)).toFixed(2)} passes, speed-up ${l.toFixed(2)}${l<1?" (slower)":""}\
.`;A(this.says,c),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}. ${c}`),this.plot(r,s)}plot(t,e){
let s=Math.max(2,...t)*1.08,o=s>8?2:s>4?1:.5,{x:i,y:a,grid:r,drawn:l}=en({left:Qt,right:me-Xe,top:eu,base:su},t,s,o,[1,2,
4,6,8,10,12,14,16],3),c=t[e-1],h=au(t,a),[p,u]=h(50,iu.map(([g,b])=>[i(e)+g-(g<0?50:0),a(c)+b])),[f,m]=h(Or,[me-Xe-Or-2,
Qt+8].flatMap(g=>[[g,a(1)+17],[g,a(1)-7]]));E(this.svg,...r,x("text",{x:(Qt+me-Xe)/2,y:Er-8,"text-anchor":"middle"},"dra\
ft tokens per round, γ"),x("line",{class:"even",x1:Qt,x2:me-Xe,y1:a(1),y2:a(1)}),x("text",{x:f,y:m},"as fast as without\
 a draft model"),...l,x("circle",{class:"chosen",cx:i(e),cy:a(c),r:7}),x("text",{class:"value",x:p+(p<i(e)?50:0),y:u,"te\
xt-anchor":p<i(e)?"end":"start"},c.toFixed(2)))}};var Lr="lessons-2",lu={em:"em",strong:"strong",code:"code"},cu="explorer/lessons",hu=n=>`${ts(n)}/card.html`,ts=n=>`expl\
orer/lesson/${encodeURIComponent(n)}`;function du(n){let t={},e;try{e=JSON.parse(n||"{}")}catch{return t}let s=o=>Array.
isArray(o)?o.filter(i=>Number.isInteger(i)&&i>=0):[];for(let[o,i]of Object.entries(e&&typeof e=="object"?e:{})){let a=Object.
entries(i?.answers||{}).map(([r,l])=>[r,s(l)]);t[o]={seen:s(i?.seen),answers:Object.fromEntries(a)}}return t}var rn=(n,t)=>Object.
hasOwn(n,t)?n[t]:{seen:[],answers:{}},pu=(n,t)=>new Set(rn(n,t.slug).seen.filter(e=>e<t.steps)).size;function uu(n,t,e){
let s=rn(n,t);return s.seen.includes(e)?n:{...n,[t]:{...s,seen:[...s.seen,e]}}}function qr(n,t,e,s){let o=rn(n,t);return{
...n,[t]:{...o,answers:{...o.answers,[e]:s}}}}function nn(n,t){let e=t.filter(s=>s<n.length);return{given:e,over:e.some(
s=>n[s].right||n.length<3)}}var fu=(n,t)=>n[t-1]??{slug:n[0].slug,step:1},mu=n=>n.length?`Look at: ${[...new Set(n.map(({
label:t})=>t))].join(", ")}.`:"",gu=(n,t)=>Math.min(t-1,Math.max(0,(Math.trunc(Number(n))||1)-1));function jr(n){let t=new URLSearchParams(
n),e=t.get("lesson");return e?{slug:e,step:Number(t.get("step"))||1}:null}function bu(n,t,e){let s=new URL(n);return s.search=
s.hash="",s.searchParams.set("lesson",t),s.searchParams.set("step",String(e+1)),s.href}function wu(n){let t=e=>`.teachin\
g :is(${n.map(({selector:s})=>s+e).join(", ")})`;return`${t("")}:not(g) { outline: 3px solid var(--amber); outline-offse\
t: 2px; border-radius: 6px; }
    ${t(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${t("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function yu(n){let t=n.map(({selector:e})=>e).join(", ");return t?`.teaching .st-why :not(:is(${t}), :is(${t}) *,\
 :has(${t})) { display: none !important; }`:".teaching .st-why { display: none; }"}var on=(n,t=e=>[e])=>n.flatMap(({text:e,
style:s})=>s==="plain"?t(e):[d(lu[s],{},...t(e))]),an=class{lesson=null;step=0;asked=0;progress=this.stored();method="";chart=new sn;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=d(
"h2",{"data-testid":"lesson-title"});count=d("span",{class:"st-quiet","data-testid":"lesson-count"});said=d("div",{class:"\
st-lesson-said","data-testid":"lesson-text","aria-live":"polite"});quiz=d("div",{class:"st-lesson-quiz"});list=d("ol",{class:"\
st-lesson-list","data-testid":"lesson-list",hidden:!0});note=d("p",{class:"st-quiet",role:"status","data-testid":"lesson\
-note"});back=this.button("back","Back",()=>this.turn(-1),"Back in the lesson (Page Up)");next=this.button("next","Next",
()=>this.turn(1),"Next in the lesson (Page Down)");all=this.button("all","All lessons",()=>{this.showList()});link=this.
button("link","Copy link",()=>{this.copy()},"Copy the link to this step");again=this.button("show","Back to this step’s \
picture",()=>this.stand(),"The picture was moved");print=d("a",{class:"st-lesson-print",target:"_blank","data-testid":"l\
esson-print"},"Print teacher card");foot=d("p",{},this.print);shut=d("button",{type:"button",class:"st-btn","data-testid":"\
lesson-close",title:"Close lesson","aria-label":"Close lesson",onclick:()=>this.close()},"✕");turns=d("div",{class:"st\
-lesson-turns"},this.back,this.next);page=d("div",{class:"st-lesson-page"},this.said,this.quiz);root=d("section",{class:"\
st-card st-lesson","data-testid":"lesson","aria-label":"Lesson",hidden:!0},d("header",{class:"st-lesson-head"},d("div",{},
this.name,this.count),this.link,this.all,this.shut),this.again,this.page,this.list,this.foot,this.turns,this.note);away=!1;own=!1;constructor(t){
this.on=t,this.all.setAttribute("aria-expanded","false"),document.adoptedStyleSheets.push(this.lit,this.looks)}button(t,e,s,o){
return d("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${t}`,title:o,onclick:s},e)}stored(){try{return du(
localStorage.getItem(Lr))}catch{return{}}}latest(){let t=this.stored();return Object.keys(t).length?t:this.progress}keep(t){
this.progress=t;try{localStorage.setItem(Lr,JSON.stringify(this.progress))}catch{}}unfold(t){this.root.hidden=!t,this.on.
shown(t),t&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top:t}=this.root.getBoundingClientRect();
(t<0||t>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(t,e=1){this.asked+=1,this.lesson=t,this.unfold(
!0),this.listed(!1),A(this.name,t.title),this.show(gu(e,t.steps.length)),this.on.soon(t.steps.flatMap(({at:s,question:o})=>[
s.trace,o?.reveal?.trace??s.trace]))}async load(t,e=1){let s=await this.got(t,"Loading the lesson …",["steps","moved"]);
if(s&&"moved"in s){let{slug:a,step:r}=fu(s.moved,e);return this.load(ts(a),r)}if(s)return this.open(s,e);let o=this.asked,
i=this.note.textContent||"";!this.lesson&&i&&await this.showList(),o+1===this.asked&&!this.list.hidden&&A(this.name,i)}async got(t,e,s){
let o=++this.asked;this.unfold(!0),A(this.note,e);let i=null;try{i=await(await fetch(new URL(t,document.baseURI))).json()}catch{}
if(o!==this.asked)return null;let a=i!==null&&s.some(r=>Array.isArray(i[r]));return A(this.note,a?"":i?.text||"This coul\
d not be loaded. Reload the page to try again."),a?i:null}show(t){if(!this.lesson)return;this.step=t,this.away=!1;let e=this.
lesson.steps[t],s=this.lesson.steps.length-1;this.keep(uu(this.latest(),this.lesson.slug,this.step)),A(this.count,`Step ${this.
step+1} of ${s+1}`),A(this.note,""),this.write(),this.chart.show(e.chart),this.print.href=hu(this.lesson.slug),this.foot.
hidden=t!==0&&t!==s,this.ask(e),this.again.hidden=!0,this.back.disabled=this.step===0,A(this.next,this.step===s?"Finish":
"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=0,this.on.changed(this.lesson.slug,this.step+1),this.
stand()}write(){if(!this.lesson)return;let t=this.lesson.steps[this.step];this.method=this.on.method(),E(this.said,d("h3",
{},t.title),...t.paragraphs.map(e=>d("p",{},...on(e,this.on.marker()))))}turn(t){if(this.lesson){if(this.step+t===this.lesson.
steps.length)return void this.showList();this.step+t>=0&&this.show(this.step+t)}}stand(){let t=this.place();t&&this.on.goto(
t.trace,{it:t.it,phase:t.phase,node:t.node})}place(){if(!this.lesson)return null;let{at:t,question:e}=this.lesson.steps[this.
step];return e&&nn(e.answers,this.given()).over&&e.reveal||t}stands({name:t,it:e,phase:s,node:o}){let i=this.place();this.
lesson&&this.method!==this.on.method()&&this.write(),this.away=i!==null&&(i.trace!==t||i.it!==e||i.phase!==s),this.again.
hidden=!this.away||!this.list.hidden,this.own=!this.away&&i?.node===o,this.narrow()}narrow(){let t=this.lesson?.steps[this.
step],e=this.list.hidden?t&&this.own?t.look:null:[];this.looks.replaceSync(e?yu(e):""),this.root.toggleAttribute("data-l\
ooks",e!==null),this.measure()}measure(){let t=this.root.closest(".st"),{top:e}=this.root.getBoundingClientRect();if(!(t instanceof
HTMLElement)||this.root.hidden)return;let s=e+(t.classList.contains("present")?t.scrollTop:scrollY);t.style.setProperty(
"--above",`${Math.round(s)}px`)}given(){return this.lesson?rn(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({
question:t}){E(this.quiz),this.quiz.hidden=!t,t&&E(this.quiz,d("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...on(t.words,
this.on.marker())),d("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...t.answers.map((e,s)=>d(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(t,s)},d("b",{"ari\
a-hidden":"true"}),d("span",{},...on(e.words))))),d("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"\
status"}),this.button("again","Try again",()=>this.forget(t))),t&&this.mark(t)}forget(t){this.lesson&&(this.keep(qr(this.
latest(),this.lesson.slug,this.step,[])),this.mark(t),this.stand())}mark({answers:t}){let{given:e,over:s}=nn(t,this.given()),
o=e.at(-1),[i,a]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(
".st-lesson-answer").forEach((l,c)=>{let{right:h}=t[c],p=e.includes(c),u=p||s&&h;l.setAttribute("aria-pressed",String(p)),
l.setAttribute("aria-disabled",String(s||p)),l.classList.toggle("right",u&&h),l.classList.toggle("wrong",u&&!h),l.classList.
toggle("left",s&&!u);let f=l.querySelector("b");f&&A(f,u?h?"✓":"✕":"○")});let r=o===void 0?null:t[o];i&&E(i,...r?this.
reply(r,s):[]),a instanceof HTMLElement&&(a.hidden=!s),this.light(r?.lights??[])}reply({right:t,feedback:e,lights:s},o){
let i=d("b",{role:"img","aria-label":t?"Right":"Wrong"},t?"✓":"✕"),a=on(e,this.on.marker());return o?[i," ",...a]:[i,
" Not this one. ",...a,d("span",{class:"st-lesson-look"},` ${mu(this.seen(s))} Then choose again.`)]}seen(t){let e=this.
root.closest(".st");return t.filter(({selector:s})=>e?.querySelector(s)?.checkVisibility())}light(t){if(this.lit.replaceSync(
t.length?wu(t):""),!!t.length)for(let{selector:e}of this.seen(t))this.root.closest(".st")?.querySelector(e)?.scrollIntoView(
{block:"nearest",inline:"nearest"})}choose(t,e){!this.lesson||this.given().includes(e)||nn(t.answers,this.given()).over||
(this.keep(qr(this.latest(),this.lesson.slug,this.step,[...this.given(),e])),this.mark(t),this.quiz.querySelector(".st-l\
esson-feedback")?.scrollIntoView({block:"nearest"}),nn(t.answers,this.given()).over&&this.stand())}listed(t){this.list.hidden=
!t,this.page.hidden=this.turns.hidden=this.link.hidden=t||!this.lesson,this.foot.hidden=this.page.hidden||this.step>0&&this.
step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.away,this.all.setAttribute("aria-expande\
d",String(t)),A(this.all,t&&this.lesson?"Back to the lesson":"All lessons"),this.count.hidden=t,A(this.name,t?"Lessons":
this.lesson?.title||""),this.narrow()}async showList(){if(!this.list.hidden&&this.lesson)return this.listed(!1);let t=await this.
got(cu,"Loading the lessons …",["lessons"]);t&&(this.listed(!0),this.root.scrollTop=0,E(this.list,...t.lessons.map(e=>{
let s=pu(this.progress,e),o=s===e.steps,i=`${R(e.steps,"step")}, ${e.minutes} min`,a=o?"✓ Done":s?`${s} of ${e.steps} \
steps`:i;return d("li",{},d("button",{type:"button","data-testid":"lesson-card","data-lesson":e.slug,class:o?"done":"",onclick:()=>{
this.load(ts(e.slug))}},d("b",{},e.title),d("span",{},e.summary),d("small",{},a)))})))}async copy(){if(!this.lesson)return;
let t=bu(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(t),A(this.note,"Link to this \
step copied.")}catch{A(this.note,t)}}close(){this.asked+=1,this.lesson=null,this.chart.show(null),this.light([]),this.looks.
replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(null,0),this.on.close()}key(t){if(!this.lesson||
this.root.hidden||!this.list.hidden)return!1;let e=this.quiz.querySelectorAll(".st-lesson-answer"),s=/^[1-9]$/.test(t.key)?
Number(t.key):0;if(t.key==="PageDown")this.turn(1);else if(t.key==="PageUp")this.turn(-1);else if(s&&s<=e.length)e[s-1].
click();else return!1;return t.preventDefault(),!0}moved(t){this.lesson&&!this.lesson.steps.some(({at:e})=>e.trace===t)&&
this.close()}};function go(n,t){let{model:e,root:s,glossary:o,full:i}=n,{header:a,summary:r,incomplete:l}=e,{title:c,about:h,pair_name:p,
draft_notes:u,observed:f,seed:m,prompt:g,deciding:b,rejection:w,whatif:y=""}=a;if(n.legend.rejection(w),A(n.worth,r?.worth||
c||""),n.top.hidden=!n.worth.textContent,!i){let L=[...document.querySelectorAll(".st.compact")].indexOf(s)+1;s.setAttribute(
"aria-label",`Run ${L}: ${c||"none"}, step by step`),n.controls.root.setAttribute("aria-label",`Step through run ${L}`)}
let k=[h?.law,h?.rounding].filter(Boolean).join(" "),v=i?[h?.line,h?.law,h?.rules].filter(Boolean).join(" "):c||"",$=l?`\
This run is incomplete: ${l}. `:"",M=i&&r?.worth&&c?`${c.split(":")[0]}: `:"";E(n.about,d("span",{class:"st-warn"},$),d(
"b",{},M),...o.explained(v,!1));let S=[["Method",c],["Paper",h?.paper],["Output distribution",k],["Models",p],["Draft",u],
["Recorded from",f],["Model’s own rules",h?.rules],["Prompt",g],["Seed",m?.toString()],...Object.entries(b).map(([L,N])=>[
L.replace(/_/g," "),String(N)])];n.changed.show(y,y&&t?{recorded:t.text,now:e.added(e.its.length-1)}:null,n.options.asks&&
!!a.recorded?.name);let O=([L,N])=>d("div",{},d("dt",{},...o.explained(L)),d("dd",{},N));E(n.facts,...S.filter(([,L])=>L).
map(O));let T=e.its.length;E(n.end,d("h2",{},T>1?`Summary of all ${T} rounds`:"Summary"),d("dl",{class:"st-facts"},...(r?.
card??[]).map(O)),d("button",{type:"button",class:"st-btn st-wide",onclick:()=>n.stepTo(0)},"Start again"))}var Ir=100,xu=400,ku=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),ln=class{opening=0;newest=0;recorded=null;constructor(t){
this.stage=t,this.begun=!t.full}receive(t){let e=t;if(typeof t=="string")try{e=JSON.parse(t)}catch{return this.clear({type:"\
clear",text:"The app sent a message that cannot be read. Reload the page."})}if(e.asked!==void 0&&e.asked<this.newest)return;
this.newest=e.asked??this.newest,ku.has(e.type)&&this[e.type](e);let s=this.begun||!this.stage.options.url?null:jr(U());
this.begun=!0,s&&this.stage.lesson.load(ts(s.slug),s.step)}fill(t){let{stage:e}=this;Object.assign(e,{at:{it:0,phase:0},
picked:null,hovered:-1}),e.model.open(t),this.recorded?.name!==e.model.name&&(this.recorded=null),e.text.reset(),e.find.
reset(),go(e,this.recorded)}open(t){let{stage:e}=this,{model:s}=e;this.reset(),this.fill(t);let{name:o}=s;if(e.lesson.moved(
s.header.recorded?.name??o),setTimeout(()=>e.trigger("opened",{name:o}),Ir),e.follow=s.live,this.shown(),s.live)return e.
openAt({it:s.its.length});let i=e.options.url?Le():null;e.chosen=t.chosen===!0,e.openAt(t.at||(i&&[o,null].includes(i.trace)?
e.reached(i):null)),e.chosen=!1,i&&[o,null].includes(i.trace)&&e.answer(si(U(),s.its))}append(t){let{stage:e}=this,{name:s,
its:o}=e.model;if(t.name&&t.name!==s)return;let i=e.model.add(t);i&&e.trigger("gap",{name:s,have:o.length,want:o.length+
i}),this.shown(),e.follow&&!e.timer?e.goto(o.length-1,1/0,null):e.refresh()}finish(t){let{stage:e}=this,s=e.follow;t.name&&
t.name!==e.model.name||e.model.live&&(this.append(t),e.model.live=e.follow=!1,e.root.dataset.live="0",this.shown(),go(e,
this.recorded),s&&t.at&&e.openAt(t.at))}begin({name:t=""}){let{stage:e}=this;this.reset(),this.recorded=null,this.fill({
type:"open",name:t,incomplete:null,live:!0}),e.lesson.moved(t),e.follow=!0,Object.assign(e.root.dataset,{begun:"1",name:t,
live:"1",iterations:"0"}),this.shown(),e.options.url&&e.setAddress({trace:t,it:null,phase:null,node:null}),setTimeout(()=>e.
trigger("opened",{name:t}),Ir),e.moved()}start({trace:t,text:e,chosen:s=!1}){let{trace:o,it:i,phase:a,node:r}=Le(),l=o||
t,c=ys()?{it:1}:{it:1,phase:1};if(!l)return this.clear({type:"clear",text:e});let h=`explorer/open/${encodeURIComponent(
l)}`;this.fetch(i||a||r!==null?{type:"fetch",url:h}:{type:"fetch",url:h,at:c,chosen:s})}lesson({url:t}){t?this.stage.lesson.
load(t):this.stage.lesson.showList()}async fetch(t){let e=++this.opening,{note:s,root:o,model:i,early:a}=this.stage;this.
stage.pause(),A(s,"Opening the recorded run …"),o.removeAttribute("data-empty"),s.hidden=i.its.length>0,o.setAttribute(
"aria-busy","true");try{let r=JSON.parse(await a.get(t.url||"")),l=t.live&&r.type==="open"?{live:!0,summary:null,incomplete:null}:
{};e===this.opening&&this.receive({...r,...l,...t.at?{at:t.at}:{},...t.chosen?{chosen:!0}:{}})}catch{e===this.opening&&this.
clear({type:"clear",text:"The trace could not be loaded. Reload the page to try again."})}}clear(t){this.reset(),this.stage.
root.dataset.empty="1",this.fill({type:"open"}),this.shown(),A(this.stage.note,t.text||"Choose a recorded run above, or \
press “Run your own”.")}async change(t){let{at:{it:e,phase:s},model:o,changed:i}=this.stage,a=++this.opening,r=new URLSearchParams(
{visitor:Vs(),it:String(e+1)});for(let[h,p]of Object.entries(t))r.set(h,String(p));let l={of:o.name,at:{it:e+1,phase:s+1},
text:o.added(e)},c=setTimeout(()=>a===this.opening&&i.wait(),xu);try{let h=await fetch(new URL(`explorer/whatif/${l.of}?${r}`,
document.baseURI),{method:"POST"}),p=await h.json();if(a!==this.opening)return;if(!h.ok)return i.refuse(p.text);this.recorded=
{...this.recorded??l,name:p.name},this.receive(p)}catch{a===this.opening&&i.refuse("The app does not respond. Check that\
 it is still running, then try again.")}finally{clearTimeout(c)}}back(){let{name:t="",at:e}=this.stage.model.header.recorded??
{},{of:s,at:o}=this.recorded??{of:t,at:e};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(s)}`,at:o})}reset(){
let{stage:t}=this,{graph:e,timeline:s,attention:o,trace:i,controls:a}=t;this.opening+=1,t.away=!1,delete t.root.dataset.
begun,delete t.root.dataset.empty,t.inspector.leave();for(let r of[e,s,o,i,a])r.reset();t.pause(),t.root.removeAttribute(
"aria-busy"),delete t.pictures.dataset.step}shown(){let{root:t,body:e,note:s,model:o}=this.stage,i=o.its.length>0;e.hidden=
!i,s.hidden=i,t.style.setProperty("--columns",String(o.columns)),o.live||delete t.dataset.begun,t.toggleAttribute("data-\
empty",!i&&!o.live),i||A(s,o.live?"Waiting for the first round …":o.incomplete?"The run ended before its first round.":
"This trace contains no rounds.")}};var cn="cubic-bezier(.2,.7,.2,1)",vu="cubic-bezier(.5,0,.9,.6)",$u="cubic-bezier(.3,1.35,.5,1)",Jt=520,Mu=600,hn=900,Su=1150,
Pr=420,es=700,Rr=900,Nr=["draft","exit"],Dr=new Set(["residual","bonus","drawn","greedy","own"]);function Au(n,t,e){let s=[],
o=new Map(n.nodes.map(c=>[c.key,c])),i=(c,h,p=0)=>s.push({name:c,node:h&&h.key,at:p}),a=c=>c.coin!==null&&c.side!=="abov\
e"&&o.get(c.key)?.coin!==c.coin&&!(e==="verify"&&c.span!==null),r=t.nodes.some(a),l=c=>r?c:Math.max(0,c-Jt);Nr.includes(
e)&&n.pass.draft&&t.pass.draft&&i("hop",null),t.pass.area.on&&!n.pass.area.on&&i("check",null),t.pass.rays&&t.pass.rays!==
n.pass.rays&&!t.pass.area.on&&i("ray",null),r&&i("wait",null);for(let c of t.nodes){let h=o.get(c.key);if(!h)continue;let p=a(
c);if(h.state===null&&c.state!==null){let u=Dr.has(c.state)&&p;i("pop",c,Nr.includes(e)?180:u?Jt:150)}h.p===null&&c.p!==
null&&h.state!==null&&i("score",c,t.pass.area.on?Pr:0),p&&i("coin",c),h.y!==c.y&&!c.fallen&&!c.joined&&h.state!==null&&i(
"room",c),c.joined&&!h.joined?i("merge",c):h.state!==null&&c.state!==h.state?(i("verdict",c,l(Jt)),c.state==="accepted"&&
i("fly",c,l(Mu)),c.state==="rejected"&&i("residual",c,l(hn))):p&&c.state==="rejected"&&i("residual",c,l(hn)),Dr.has(c.state??
"")&&h.state===null&&i("fly",c,p?Jt+340:480),c.fallen&&!h.fallen&&i("fall",c,l(hn)),/\bhole\b/.test(c.classes)&&!/\bhole\b/.
test(h.classes)&&i("hole",c,l(Su))}return n.pass.bonus?.visible&&!t.pass.bonus?.visible&&e!=="commit"&&i("bonus",null,l(
hn)),s}var dn=class{reduced=matchMedia("(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(t,e,s){
this.root=t,this.picture=e,this.tokenOf=s}stop(){for(let t of this.running)t.cancel();for(let t of this.flying)t.remove();
this.running=[],this.flying=[]}play(t,e,s,o){if(this.reduced.matches)return;this.rate=Math.max(1,o);let i=new Map(e.nodes.
map(r=>[r.key,r])),a=new Map(t.nodes.map(r=>[r.key,r]));for(let{name:r,node:l,at:c}of Au(t,e,s)){let h=l===null?void 0:i.
get(l),p=l===null?void 0:a.get(l);h&&p?this.moveNode(r,c,p,h,e):this.movePass(r,c,t,e)}}leftover(t){this.reduced.matches||
(this.rate=Math.max(1,t),this.shrink(0))}move(t,e,s,o,i=0,a=cn){if(!t)return;let r=t.animate(s,{duration:o,delay:i,easing:a,
fill:"backwards",id:`st-${e}`});r.playbackRate=this.rate,this.running.push(r)}split(t,e,s){if(!this.reduced.matches){this.
rate=Math.max(1,s);for(let o of e.scene.nodes){let i=t.frame.spot.get(o.place),a=i?.into?.item??i;if(!a||o.state===null)
continue;let r=(t.left+a.x*t.zoom-e.left)/e.zoom,l=(t.top+a.cy*t.zoom-e.top)/e.zoom;this.move(this.picture.elementOf(o),
"split",[{transform:`translate(${r}px, ${l}px)`},{transform:`translate(${o.x}px, ${o.y}px)`}],Rr,0,"cubic-bezier(.5,0,.3\
,1)")}for(let{group:o}of[this.picture.edges,this.picture.merges,this.picture.bands])this.move(o,"split",[{opacity:0},{opacity:0,
offset:.8},{opacity:1}],Rr)}}movePass(t,e,s,o){let{pass:i}=this.picture,a=[{opacity:0},{opacity:0,offset:.85},{opacity:1}];
if(t==="hop"&&s.pass.draft&&o.pass.draft){let r=s.pass.draft.x-o.pass.draft.x;this.move(i.draft.root,t,[{transform:`tran\
slate(${r}px, 0)`},{transform:`translate(${r/2}px, -13px)`},{transform:"translate(0, 0)"}],320)}if(t==="check"&&(this.move(
i.area,t,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,offset:.62},{transform:"scaleY(1)",
fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(i.rays,t,[{opacity:0},{opacity:1}],260,Pr)),t==="ray"&&this.
move(i.rays,t,[{opacity:0},{opacity:1}],300),t==="bonus"&&this.move(i.bonus,t,[{visibility:"visible"},{visibility:"visib\
le"}],Math.max(1,e)),t==="wait")for(let r of this.root.querySelectorAll(".st-say, .st-inspector > :not(.st-overlap), .st\
-legend"))this.move(r,t,a,Jt+80)}moveNode(t,e,s,o,i){let a=this.picture.partsOf(o),r=`translate(${o.x}px, ${o.y}px)`;if(!a)
return;let l=[{opacity:0},{opacity:1}];if(t==="pop"&&e<Jt)this.move(a.root,t,[{transform:`translate(${o.x}px, ${o.y-16}p\
x) scale(.9)`,opacity:0},{transform:r,opacity:1}],260,e,$u);else if(t==="pop")for(let c of[a.box,a.glyph,a.name,a.second,
a.p?.root])this.move(c,t,l,220,e);t==="score"&&(this.move(a.p?.root,t,l,120,e),this.move(a.p?.line,t,[{transform:"scaleX\
(0)"},{transform:"scaleX(1)"}],320,e)),t==="coin"&&(this.move(a.scale?.root,t,l,120),this.move(a.scale?.coin,t,[{transform:"\
translateY(-110px)",opacity:.4,easing:"cubic-bezier(.55,0,.8,.75)"},{transform:"translateY(0)",opacity:1,offset:.65,easing:"\
ease-out"},{transform:"translateY(-6px)",offset:.8,easing:"ease-in"},{transform:"translateY(0)"}],Jt,0,"linear"),this.move(
a.scale?.says,t,l,120,400)),t==="verdict"&&(this.move(a.box,t,[{fill:"var(--card)",stroke:"var(--amber-edge)",strokeDasharray:"\
3 3",strokeWidth:"1.5px"},{}],180,e),this.move(a.glyph,t,[{d:`path("${ht(s.state??"pending")}")`,fill:"none",stroke:"var\
(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,e),this.move(this.picture.edgeOf(o),t,[{stroke:"v\
ar(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,e)),t==="room"&&(this.move(a.root,t,
[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:r}],320),this.move(this.picture.edgeOf(o),t,l,320)),t==="merge"&&
this.merge(a,s,o),t==="fall"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:`translate(${(s.
x+o.x)/2}px, ${(s.y+2*o.y)/3}px) rotate(1.6deg)`,offset:.7},{transform:r}],380,e,vu),this.move(this.picture.edgeOf(o),t,
[{visibility:"visible"},{visibility:"visible"}],Math.max(1,e))),t==="hole"&&(this.move(a.root,t,l,200,e),this.move(this.
picture.edgeOf(o),t,l,200,e)),t==="residual"&&this.shrink(e),t==="fly"&&this.fly(o,e,a.name,i)}merge(t,e,s){let o=`trans\
late(${s.onto?.x??s.x}px, ${s.onto?.y??s.y}px)`;this.move(t.root,"merge",[{transform:`translate(${e.x}px, ${e.y}px)`},{transform:o,
offset:.7,easing:cn},{transform:`translate(${s.x}px, ${s.y}px)`}],es);for(let i of[t.box,t.name,t.q?.root,t.second])this.
move(i,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],es);this.move(t.box,"merge",[{width:`${e.wide}px`},{width:`${e.
wide}px`}],es),this.move(this.picture.edgeOf(s),"merge",[{visibility:"visible"},{visibility:"visible"}],es*.6),this.move(
this.picture.merges.drawn.get(String(s.place))?.parts.root,"merge",[{opacity:0},{opacity:0,offset:.6},{opacity:1}],es)}shrink(t){
for(let s of this.root.querySelectorAll(".st-joint-bars i[data-of='left']")){let{from:o="0%",mid:i="0%"}=s.dataset;this.
move(s,"residual",[{width:o},{width:i,offset:.45,easing:cn},{width:s.style.width}],940,t,"ease-in-out")}let e=this.root.
querySelector(".st-overlap[data-part='residual']");if(e){for(let s of e.querySelectorAll(".st-both i")){let{of:o,from:i="\
0",size:a="0"}=s.dataset,{width:r}=s.style;o!=="p"?this.move(s,"residual",[{opacity:1},{opacity:.16}],320,t):e.hasAttribute(
"data-scaled")?this.move(s,"residual",[{opacity:0},{opacity:1}],420,t+320):this.move(s,"residual",[{left:`${100*Number(i)}\
%`,width:`${100*Number(a)}%`},{left:"0%",width:`${100*Number(a)}%`,offset:.45,easing:cn},{left:"0%",width:r}],940,t+320,
"ease-in-out")}for(let s of e.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys, b[data-of='r']"))this.move(s,"r\
esidual",[{opacity:0},{opacity:1}],200,t+1180)}}fly({id:t,state:e},s,o,i){let a=this.tokenOf(t);if(!a||!o||!a.checkVisibility()||
i.mode.name==="dots")return;let r=o.getBoundingClientRect(),l=a.getBoundingClientRect(),c=420,h=d("span",{class:"st-fly",
"data-state":e,"aria-hidden":"true"},a.textContent);Object.assign(h.style,{left:`${r.left}px`,top:`${r.top}px`,fontSize:getComputedStyle(
a).fontSize}),this.root.append(h),this.flying.push(h);let p=l.left-r.left,u=l.top-r.top,f=[{transform:"none",opacity:0},
{transform:"none",opacity:1,offset:.01},{transform:`translate(${p/2}px, ${u*.8}px) scale(1.08)`,offset:.55},{transform:`\
translate(${p}px, ${u}px)`,opacity:1}];this.move(h,"fly",f,c,s,"cubic-bezier(.3,.1,.2,1)"),this.running.at(-1)?.finished.
then(()=>h.remove(),()=>{}),this.move(a,"fly",[{opacity:0},{opacity:0}],s+c)}};var Ft=20,bo=21,Tu=560,Eu=2,Cr=16e3,Ou=24e7,Lu=["stroke-linecap","stroke-linejoin","marker-end","paint-order"],qu=["font\
-family","font-size","font-weight","font-style","text-anchor"],ju=new Set(["butt","miter","none","normal","start"]),Iu=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
function ss(n){let t=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(n);if(t)return ss(`rgba(${[1,2,3].
map(o=>255*Number(t[o])).join(", ")}, ${t[4]??1})`);let e=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(
n);return e?{paint:`#${e.slice(1,4).map(o=>Math.round(Number(o)).toString(16).padStart(2,"0")).join("")}`,opacity:e[4]===
void 0?1:Number(e[4])}:{paint:n,opacity:1}}function Ru(n,t,e){if(t.getPropertyValue("vector-effect")!=="non-scaling-stro\
ke")return 1;let s=n.getCTM();return s&&Math.sqrt(Math.abs(s.a*s.d-s.b*s.c))/e||1}function Nu(n,t,e){let s=getComputedStyle(
n),o=r=>s.getPropertyValue(r);for(let{name:r}of[...t.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.
test(r)&&t.removeAttribute(r);if(o("display")==="none"||o("visibility")==="hidden")return!1;let i=Ru(n,s,e),a=(r,l)=>{l&&
!ju.has(l)&&t.setAttribute(r,l)};if(o("opacity")!=="1"&&a("opacity",o("opacity")),n instanceof SVGGElement)return!0;for(let r of[
"fill","stroke"]){let{paint:l,opacity:c}=ss(o(r)),h=c*Number(o(`${r}-opacity`));t.setAttribute(r,l),h<1&&l!=="none"&&t.setAttribute(
`${r}-opacity`,String(h))}if(o("stroke")!=="none"){let r=l=>l.replace(/[\d.]+(px)?/g,c=>String(parseFloat(c)/i));a("stro\
ke-width",r(o("stroke-width"))),o("stroke-dasharray")!=="none"&&a("stroke-dasharray",r(o("stroke-dasharray")));for(let l of Lu)
a(l,o(l).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return n instanceof SVGTextElement&&Du(n,t,s),!0}function Du(n,t,e){
for(let i of qu)t.setAttribute(i,e.getPropertyValue(i));let s=e.getPropertyValue("text-decoration-line");s!=="none"&&t.setAttribute(
"text-decoration",s),t.setAttribute("xml:space","preserve");let o=n.getComputedTextLength();o>0&&t.setAttribute("textLen\
gth",o.toFixed(2)),t.setAttribute("lengthAdjust","spacingAndGlyphs")}function Fr(n){let{width:t,height:e}=n.viewBox.baseVal,
s=n.width.baseVal.value/t||1,o=n.cloneNode(!0),i=[...n.querySelectorAll("*")].map((r,l)=>[r,o.querySelectorAll("*")[l]]),
a=[];for(let[r,l]of i)r instanceof SVGGraphicsElement&&l instanceof SVGElement&&!r.closest("defs")?!Nu(r,l,s)&&!(r instanceof
SVGGElement)&&a.push(l):r.closest("marker")&&r instanceof SVGPathElement&&(l.setAttribute("fill",ss(getComputedStyle(r).
fill).paint),l.removeAttribute("class"));for(let r of a)r.remove();return{width:t,height:e,parts:[...o.childNodes]}}function Pu(n,t,e){
let s=[""];for(let o of n.split(/\s+/)){let i=s[s.length-1]?`${s[s.length-1]} ${o}`:o;bt(i,e)<=t?s[s.length-1]=i:s.push(
o)}return s.filter(Boolean)}function _r({stage:n,graph:t,legend:e,title:s,sentence:o}){let i=getComputedStyle(n),a=i.fontFamily||
"sans-serif",r=ss(i.color).paint,l=Fr(t),c=Math.max(Tu,l.width),h=c-2*Ft,p=[],u=Ft,f=(k,v,$)=>{for(let M of Pu(k,h,`${$}\
 ${v}px ${a}`))u+=bo,p.push(x("text",{x:Ft,y:u-5,"font-family":a,"font-size":v,"font-weight":$,fill:r,"xml:space":"prese\
rve"},M))};f(s,17,700),p.push(x("g",{transform:`translate(${(c-l.width)/2} ${u})`},...l.parts)),u+=l.height,f(o,15,400),
u+=6;let m=Ft;for(let k of e.querySelectorAll("li")){let v=k.querySelector("svg"),$=(k.innerText??"").trim().replace(/\s+/g,
" ");if(!$||!k.checkVisibility())continue;let M=bt($,`13px ${a}`)+42;m>Ft&&m+M>c-Ft&&([m,u]=[Ft,u+bo]),v&&p.push(x("g",{
transform:`translate(${m+8} ${u+11})`},...Fr(v).parts)),p.push(x("text",{x:m+(v?21:0),y:u+15,"font-family":a,"font-size":13,
fill:r},$)),m+=M}let g=Math.ceil(u+bo+Ft),b=Math.ceil(c),w=ss(getComputedStyle(t.closest(".st-graph")??n).backgroundColor).
paint,y=x("svg",{xmlns:"http://www.w3.org/2000/svg",width:b,height:g,viewBox:`0 0 ${b} ${g}`},x("title",{},s),x("rect",{
width:b,height:g,fill:w}),...p);return{text:new XMLSerializer().serializeToString(y).replace(Iu,"�"),width:b,height:g}}
function Br(n,t){let e=d("a",{href:URL.createObjectURL(n),download:t});document.body.append(e),e.click(),e.remove(),setTimeout(
()=>URL.revokeObjectURL(e.href),6e4)}var zr=({text:n},t)=>Br(new Blob([n],{type:"image/svg+xml"}),`${t}.svg`);async function Hr({
text:n,width:t,height:e},s){let o=Math.min(Eu,Cr/t,Cr/e,Math.sqrt(Ou/(t*e))),i=new Image,a=d("canvas",{width:Math.round(
t*o),height:Math.round(e*o)});try{i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode(),a.getContext(
"2d")?.drawImage(i,0,0,a.width,a.height)}catch{return!1}let r=await new Promise(l=>a.toBlob(l,"image/png"));return r&&Br(
r,`${s}.png`),r!==null}var Wr=(n,t)=>`${n.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${t}`;var Ur=2e3,Gr=3,ns=[14,10],Cu=[12,24],pn=class{body=d("div",{class:"st-text","data-testid":"text"});keys=d("div",{class:"\
st-origins","aria-hidden":"true"});list=d("ol",{class:"st-beams","data-testid":"beams"});beams=d("details",{class:"st-ca\
rd st-details","data-testid":"live-beams",hidden:!0},d("summary",{},"Beams as text"),this.list);end=d("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-end","aria-pressed":"false",title:"Also show text that is not written \
yet at this step",onclick:()=>this.reveal(!this.root.classList.contains("all"))},"Show full text");root=d("section",{class:"\
st-sofar","aria-label":"Text so far","data-part":"text"},this.body,this.keys,this.end);tokens=[];count=0;shownFor="";originsFor="";settledFor=null;prompt=d(
"span",{class:"st-prompt",title:"prompt",dir:"auto"});sameFor=null;matches=new Set;constructor(t,e){this.model=t,this.on=
e;for(let s of[this.root,this.beams])s.addEventListener("click",o=>this.open(o)),s.addEventListener("keydown",o=>{let i=[
...s.querySelectorAll("[data-token]")],a=i.findIndex(l=>l===document.activeElement),r=o.key==="ArrowDown"?1:-1;a<0||!["E\
nter"," ","ArrowUp","ArrowDown"].includes(o.key)||(o.key==="Enter"||o.key===" "?this.open(o):i[Math.min(i.length-1,Math.
max(0,a+r))].focus(),o.preventDefault(),o.stopPropagation())})}reset(){this.tokens=[],this.count=0,this.shownFor=this.originsFor=
"",E(this.list),E(this.keys),this.reveal(!1),E(this.body,...this.startOf()),this.beams.hidden=!0}startOf(){let t=this.model.
header.prompt||"";return E(this.prompt,at(J(t,Ur))),this.sameFor=null,t?[this.prompt," "]:[]}reveal(t){this.root.classList.
toggle("all",t),this.settledFor=null,this.end.setAttribute("aria-pressed",t?"true":"false"),this.end.textContent=t?"Hide\
 full text":"Show full text"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[t]of this.model.its[this.
count].made){let e=this.model.lineage.get(t);if(!e)continue;let s=this.tokenView(e,this.tokens.length);this.body.append(
s,this.model.joiner()),this.tokens.push({view:s,made:e,when:""})}}tokenView(t,e){let s=this.model.text(t.token),o=t.origin||
"",i=this.model.joiner()?{dir:"auto"}:{},a=`${St(s)} · ${jn.get(o)?.label||o} · round ${t.it+1}`,r=this.matches.has(t.
node)?"st-t hit":"st-t";return d("span",{role:"button",class:r,"data-token":e,"data-origin":o,"data-it":t.it+1,"data-mad\
e":t.node,tabindex:e?"-1":"0",title:a,...i},at(s).replace(/\n/g,"↵")||"∅")}show(t,e){if(this.model.multi())return this.
showBeams(t,e);this.grow();for(let i of this.tokens){let{made:a}=i,l=a.it<t.i||a.it===t.i&&a.step<=e?a.it===t.i?"now":"p\
ast":"later";l!==i.when&&(i.view.dataset.when=i.when=l)}this.same(t,e);let s=this.tokens.filter(({when:i})=>i!=="later"),
o=String(s.length);this.shownFor!==o&&(this.shownFor=o,this.origins(new Set(s.map(({made:i})=>i.origin))))}same(t,e){let s=t.
steps.findIndex(l=>l.phase==="draft")<=e?t.found:void 0,o=s?String(t.i):"";if(o===this.sameFor)return;this.sameFor=o,this.
settledFor=null;let i=this.model.header.prompt||"";E(this.prompt,...s?Fu(i,s.prompt,!s.made.length):[at(J(i,Ur))]);let a=s?.
made??[],r=a.at(-1)?.[0]??0;this.tokens.forEach(({view:l},c)=>{l.classList.toggle("same",a.some(([h,p])=>h<=c&&c<p)),l.classList.
toggle("far",a.length>0&&c<r&&!a.some(([h,p])=>h-Gr<=c&&c<p+Gr))})}viewOf(t){return this.tokens.find(({made:e})=>e.node===
t)?.view}settle(){this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.
body.scrollLeft=this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(t){let e=[...jn.
values()].filter(({name:o})=>t.has(o)),s=e.map(({name:o})=>o).join();s!==this.originsFor&&(this.originsFor=s,E(this.keys,
...e.map(({name:o,label:i})=>d("span",{class:"st-t","data-origin":o},i))))}showBeams(t,e){let s=e>=t.commit?t:this.model.
its[t.i-1],o=s?String(s.i):"none";if(o===this.shownFor)return;if(this.shownFor=o,this.beams.hidden=!1,this.body.replaceChildren(
...this.startOf()),!s)return E(this.list,d("li",{class:"st-quiet"},"There are no beams yet; the prompt is the only input\
."));let i=this.model.beamsOf(s),a=i.find(({beam:l})=>l.best)||i[0],r=this.model.path(null,a.beam.node).flatMap((l,c)=>[
this.tokenOf(l,c,s),this.model.joiner()]);this.body.append(d("span",{class:"st-quiet"},s.beams.length>1?`best of ${R(s.beams.
length,"beam")}: `:""),...r),this.origins(new Set(this.model.path(null,a.beam.node).map(({origin:l})=>l))),E(this.list,...i.
map(l=>this.beamRow(l,s)))}tokenOf(t,e,s){let o=this.tokenView(t,e);return o.dataset.when=t.it===s.i?"now":"past",o}beamRow({
beam:t,slots:e},s){let o=this.model.path(null,t.node),i=t.best?o:o.slice(-32),a=o.length-i.length,r=e.length>1?`Beams ${e.
map(c=>c+1).join(", ")}`:`Beam ${e[0]+1}`,l=` log p ${t.logp?.toFixed(2)??"–"} · per token ${t.mean?.toFixed(3)??"–"}`;
return d("li",{class:t.best?"best":""},d("div",{class:"st-beam-n"},d("b",{},r),e.length>1?" (duplicates)":"",l,t.best?" \
· best":"",t.done?" · finished":""),d("div",{class:"st-text"},a?d("span",{class:"st-quiet"},`${R(a,this.model.unit())}\
 not shown … `):null,...i.flatMap((c,h)=>[this.tokenOf(c,h,s),this.model.joiner()])))}mark(t){this.matches=t;for(let e of[
...this.body.children,...this.list.querySelectorAll("[data-made]")])e instanceof HTMLElement&&e.classList.toggle("hit",this.
matches.has(Number(e.dataset.made??NaN)))}open(t){let e=t.target.closest("[data-token]"),s=e instanceof HTMLElement?this.
model.lineage.get(Number(e.dataset.made)):void 0;s&&this.on.goto(s.it,s.step,s.node)}resized(){this.settledFor=null,this.
settle()}};function Fu(n,t,e){let s=(a,[r,l])=>{if(a.length<=r+l+8)return[wo(a)];let c=a.length-l;return[wo(a.slice(0,r)),
d("span",{class:"st-dots"},"…"),d("span",{class:"st-far"},at(a.slice(r,c))),wo(a.slice(c))]},o=0;return[...t.flatMap(([
a,r],l)=>{let c=s(n.slice(o,a),[l?ns[0]:0,ns[1]]);return o=r,[...c,d("mark",{class:"st-same"},...s(n.slice(a,r),Cu))]}),
...s(n.slice(o),e&&!t.length?[0,2*ns[0]]:[ns[0],ns[1]])]}var wo=n=>at(n).replace(/\n/g,"↵");var _u=["target","draft","other"],Kr=new Set(["extra","final"]),ge=({bar:n})=>n.draft+n.target+n.other,un=({bar:n})=>n.modelled?
n.modelled.draft+n.modelled.target:0,be=n=>n>=1?`${q(n)} J`:`${q(n*1e3)} mJ`,we=(n,t)=>n.reduce((e,s)=>e+t(s),0),fn=class{names=d(
"div",{class:"st-tl-names"});track=d("div",{class:"st-tl-track",tabindex:"-1"});info=d("span",{class:"st-quiet st-tl-inf\
o"});keys=d("div",{class:"st-tl-keys"});root=d("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.
redraw()},d("summary",{},"Timeline"),d("header",{class:"st-bar"},this.info,this.keys),d("div",{class:"st-tl"},this.names,
this.track));cursor=x("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:t})=>t.emitted),note:t=>`${this.
model.multi()?"best beam, ":""}up to ${t}`,paint:(t,{bar:{kept:e,emitted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",e],["o\
wn",s-e]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.most(
({bar:t})=>t.drafted),note:t=>`nodes, up to ${t}`,paint:(t,{bar:{used:e,wasted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",
e],["waste",s]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.max(this.layers()*13+2,(this.
narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:t})=>Math.max(0,...t.widths.map(([,e])=>e))),note:()=>this.drafts()?
`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by the target":""}`:"active beams",paint:(t,e,s,o,i)=>this.
widths(t,e,s,i)},{key:"time",label:"time: draft, target, other",high:()=>34,shown:()=>this.model.its.some(t=>ge(t)>0),top:()=>this.
slowest(),note:t=>`up to ${zt(t)}`,paint:(t,e,s,o,i)=>{let a=ge(e)>i*1.001;this.pile(t,s+o,o/(a?ge(e):i),this.shares(e)),
a&&t.append(x("path",{class:"st-tl-over",d:`M0 ${s+5}L${this.step} ${s+1}M0 ${s+9}L${this.step} ${s+5}`}))}},{key:"joule\
s",label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(t=>this.measured(t),1e-12),note:t=>this.
upTo(t,e=>this.measured(e),this.band(),this.model.header.energy?.method),joules:t=>this.measured(t),paint:(t,e,s,o,i)=>this.
pile(t,s+o,o/i*this.perSecond(),this.shares(e))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.
its.some(({bar:t})=>t.modelled!==void 0),top:()=>this.most(un,1e-12),joules:un,note:t=>this.upTo(t,un,0,this.model.header.
energy?.model),paint:(t,{bar:{modelled:e}},s,o,i)=>this.pile(t,s+o,o/i,e?[["modelled-target",e.target],["modelled-draft",
e.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:t})=>t.kv>0),top:()=>this.most(
({bar:t})=>t.kv),note:t=>`up to ${t}`,paint:(t,{bar:e},s,o,i)=>this.pile(t,s+o,o/i,[["kv",e.kv]])}];constructor(t,e){this.
model=t,this.on=e,this.root.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[data-bar]"):
null;o&&e.goto(Number(o.getAttribute("data-bar"))-1,1/0,null)})}most(t,e=1){return Math.max(e,...this.model.its.map(t))}drafts(){
return this.model.its.some(({bar:t})=>t.drafted>0)}layers(){return this.most(({bar:t})=>t.widths.length,0)}alone(){return this.
model.its.some(({bar:t})=>t.widths.some(([,,,e])=>Kr.has(e||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,we(this.model.
its,ge),1e-12)}measured(t){return ge(t)*this.perSecond()}upTo(t,e,s,o){return`bars up to ${be(t)}, line up to ${be(we(this.
model.its,e))}`+(s?` ± ${be(s)}`:"")+(this.narrow?"":`, ${o}`)}shares({bar:t}){return _u.map(e=>[e==="other"?"rest":e,t[e]])}pile(t,e,s,o){
let i=e;for(let[a,r]of o){let l=r*s;i-=l,l>.2&&t.append(x("rect",{class:"st-b","data-of":a,x:1.5,y:i,width:this.step-3,height:l}))}}widths(t,e,s,o){
e.bar.widths.forEach(([,i,a,r],l)=>{let c=Kr.has(r||""),h=!c&&a!==null&&a<i,p=h?1:c?.3:(.15+.5*i/o).toFixed(2);t.append(
x("rect",{class:`st-w${h?" low":c?" drawn":""}`,x:1.5,y:s+l*13+.5,width:this.step-3,height:11,"fill-opacity":p})),this.step>=
11&&t.append(x("text",{class:`st-tl-t${h?" low":""}`,x:this.step/2,y:s+l*13+9.5,"text-anchor":"middle"},String(i)))})}slowest(){
let[t=0,e=0,...s]=this.model.its.map(o=>o.seconds).sort((o,i)=>i-o);return Math.max(1e-9,s.length>1&&t>3*e?e:t)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its:t}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,t.length))));
let e=this.ROWS.filter(l=>l.shown()),s=e.reduce((l,c)=>l+c.high()+16,0),o=x("svg",{width:t.length*this.step+8,height:s,class:"\
st-tl-svg",role:"group","aria-label":"Rounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute(
"height",String(s)),o.append(this.cursor);let i=t.map(l=>x("g",{"data-bar":l.i+1,transform:`translate(${4+l.i*this.step}\
 0)`,class:"st-tl-it"})),a=x("g",{class:"st-tl-curves"}),r=8;E(this.names);for(let l of e){let c=l.high(),h=l.top(),p=d(
"div",{class:"st-tl-name"},l.label,d("small",{},l.note(h)));p.style.height=`${c+16}px`,this.names.append(p),o.append(x("\
path",{class:"st-tl-base",d:`M0 ${r+c+.5}H${t.length*this.step+8}`})),t.forEach((u,f)=>l.paint(i[f],u,r,c,h)),l.joules&&
a.append(...this.curve(l.key,l.joules,r,c)),r+=c+16}t.forEach((l,c)=>i[c].append(x("rect",{class:"st-tl-hit",x:0,y:0,width:this.
step,height:s},x("title",{},this.describe(l))))),o.append(...i,a),E(this.track,o),this.sayKeys(e),this.drawn=this.stamp(),
this.current=-1}sayKeys(t){let e=t.some(i=>i.key==="modelled"),s=this.drafts(),o=[["kept","accepted draft tokens",s],["o\
wn","target’s own",!0],["waste","unused draft tokens",s],["draft","draft time",s],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",e],["modelled-draft","draft (modelled)",e&&s],["sum","total so f\
ar",t.some(i=>i.joules)]];E(this.keys,...o.map(([i,a,r])=>r&&d("span",{"data-of":i},a)))}curve(t,e,s,o){let i=t==="joule\
s"?this.band():0,a=o/Math.max(1e-12,we(this.model.its,e)+i),r=[{x:4,value:0}];this.model.its.forEach((h,p)=>r.push({x:4+
(p+1)*this.step,value:r[p].value+e(h)}));let l=(h,p)=>h.map(({x:u,value:f})=>`${u} ${s+o-Math.min(o,Math.max(0,(f+p)*a))}`).
join("L"),c=x("path",{class:"st-tl-sum","data-of":t,d:`M${l(r,0)}`});return i?[x("path",{class:"st-tl-band",d:`M${l(r,i)}\
L${l([...r].reverse(),-i)}Z`}),c]:[c]}energy(t){let e=this.model.its.slice(0,t.i+1),s=we(e,({bar:c})=>c.emitted),{method:o,
model:i}=this.model.header.energy||{},a=(c,h,p)=>` ${c} so far: ${be(h)} (${p}), ${s?be(h/s):"–"} per token.`,r=this.band()?
`, ± ${be(this.band())}`:"";return(this.spent()?a("Measured",we(e,c=>this.measured(c)),`${o}, divided by time${r}`):"")+
(t.bar.modelled?a("Modelled",we(e,un),String(i)):"")}describe(t){let{emitted:e,used:s,drafted:o,draws:i,draft:a,target:r,
other:l,kv:c}=t.bar,h=i===o?"":` (${R(i,"draw")})`,p=o?` ${s} of ${R(o,"draft token")}${h} used.`:"",u=`Round ${t.i+1}: ${R(
e,"token")}.${p}`;if(!ge(t)&&!c)return`${u} Times and KV tokens were not recorded.`;let f=o?`Draft ${zt(a)}, target`:"Ta\
rget";return`${u} ${f} ${zt(r)}, other ${zt(l)}. ${R(c,"KV token")}.${this.energy(t)}`}show(t){this.last=t,this.root.open&&
(this.drawn!==this.stamp()&&this.draw(),t.i!==this.current&&(this.current=t.i,this.cursor.setAttribute("x",String(4+t.i*
this.step)),A(this.info,this.describe(t))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let t=this.current*this.step,e=this.track.scrollLeft;(t<e||t+this.step*2>e+this.width)&&(this.track.scrollLeft=t-this.width/
2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,this.show(this.
model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let t of[this.track,this.names,this.keys])
E(t);A(this.info,"")}};var Vr=26,_t=78,Yr=20,yo=84,xo=["dropped","alive","best"],Qr={best:0,alive:1,dropped:2},mn=class{info=d("p",{class:"st-m\
ask-say","data-testid":"trace-say","aria-live":"polite"});wordy=d("button",{type:"button",class:"st-btn st-small","data-\
testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},"Show to\
kens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=d("div",{class:"st-mask\
-keys st-trace-keys"},...Object.entries(this.named).map(([t,e])=>d("span",{},x("svg",{width:26,height:10,"aria-hidden":"\
true"},x("path",{class:"st-tr-e","data-of":t,d:"M1 5H25"})),e)),d("span",{},"number: duplicates"));box=d("div",{class:"s\
t-trace","data-testid":"trace",tabindex:"0",role:"group"});root=d("details",{class:"st-card st-details",hidden:!0,"data-\
testid":"beam-trace",ontoggle:()=>this.redo()},d("summary",{},"Beams over the whole run"),d("div",{class:"st-bar st-mask\
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
for(let o of s)for(let i=t.get(o.node)||null;i;i=i.up)i.kind=o.best?"best":"alive";return t}lanes(t){let e=l=>l.reduce((c,h)=>(Qr[h.
kind]-Qr[c.kind]||c.reach-h.reach)<0?h:c),s=[],o=[...t.values()].filter(l=>!l.up),i=[];o.length&&i.push(e(o),...o.filter(
l=>l!==e(o)));for(let l=i.shift();l;l=i.shift()){let c=[l];for(let h=l;h.below.length;h=c[c.length-1]){let p=e(h.below);
i.push(...h.below.filter(u=>u!==p)),c.push(p)}s.push(c)}let a=l=>l[0].kind==="best"?-1:l[0].depth;s.sort((l,c)=>a(l)-a(c));
let r=[];for(let l of s){let c=l[0].depth-1,h=l[0].kind==="best"?0:1;for(;r[h]!==void 0&&r[h]>c;)h++;r[h]=l[l.length-1].
depth+.5;for(let p of l)p.lane=h}return Math.max(1,r.length)}lives(t){let e=[],s=[];return this.model.its.forEach((o,i)=>{
let a=this.model.its[i+1],r=s[i-1]||[],l=this.model.beamsOf(o).map(({beam:c,slots:h})=>{let p=o.from[h[0]],u=r.find(m=>p!==
null&&m.slots.includes(p))||null,f=!a||h.some(m=>a.from.includes(m));return{it:i,node:t.get(c.node),beam:c,slots:h,kept:f,
up:u}});s.push(l),e.push(Math.max(e[i-1]||0,...l.map(c=>c.node?.depth||0)))}),{found:s,depths:e}}draw(){let t=this.grow(),
e=this.lanes(t),{found:s,depths:o}=this.lives(t),i=Math.max(1,o[o.length-1]);this.room=this.box.clientWidth||700;let a=Math.
floor((this.room-_t-130)/i),r=this.words?74:Math.max(13,Math.min(64,a)),l=this.words||r>=56,c=l?Vr+14:Vr,h=y=>_t+(y-.5)*
r,p=y=>Yr+8+(y+.5)*c,u=Yr+12+e*c,f=_t+i*r+124,m=u+yo+22,g=x("svg",{width:f,height:m,viewBox:`0 0 ${f} ${m}`,class:"st-tr",
role:"img","aria-label":`${R(this.model.its.length,"round")}, ${R(e,"lane")}`});if(this.cursor.setAttribute("height",String(
m)),this.bands=o.map((y,k)=>{let v=_t+(k?o[k-1]:0)*r;return{from:v,to:Math.max(_t+y*r,v+3)}}),this.rulers(g,m,p(0),u),this.
edges(g,t,h,p),this.marks(g,s,h,p),l)for(let y of t.values())g.append(x("text",{class:"st-tr-w","data-of":y.kind,x:h(y.depth),
y:p(y.lane)-11,"text-anchor":"middle"},x("title",{},this.model.word(y.token)),P(this.model.word(y.token),Math.floor(r/8.2))));
this.chart(g,s,h,u+10,_t+i*r),E(this.box,g);let b=s.flat().filter(y=>!y.kept).length,w=[...t.values()].filter(y=>y.below.
length>1).length;Object.assign(this.root.dataset,{lanes:e,dropped:b,forks:w,iterations:this.model.its.length}),this.box.
setAttribute("aria-label",`Beams over ${R(this.model.its.length,"round")}: ${R(w,"fork")}, ${R(b,"beam")} not continued.\
 Use ↑ and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(t,e,s,o){let i=this.bands.map(
({from:c,to:h},p)=>p%2?`M${c} 0H${h}V${e}H${c}Z`:"").join("");t.append(x("path",{class:"st-tr-stripe",d:i}),this.cursor);
let a=this.bands.reduce((c,{from:h,to:p})=>c+p-h,0)/this.bands.length,r=Math.max(1,Math.ceil(26/a));this.bands.forEach(({
from:c,to:h},p)=>{p%r===0&&t.append(x("text",{class:"st-tr-n",x:(c+h)/2,y:12,"text-anchor":"middle"},String(p+1)))});let l=[
[12,"round"],[s+4,"best beam"],[o+20,"log p minus"],[o+33,"the best"]];for(let[c,h]of l)t.append(x("text",{class:"st-tr-\
n",x:2,y:c},h))}edges(t,e,s,o){let i={dropped:"",alive:"",best:""};for(let a of e.values()){let r=a.up?s(a.up.depth):s(.55),
l=o(a.up?a.up.lane:0),c=s(a.depth),h=o(a.lane),p=(r+c)/2;i[a.kind]+=l===h?`M${r} ${l}H${c}`:`M${r} ${l}C${p} ${l} ${p} ${h}\
 ${c} ${h}`}for(let a of xo)t.append(x("path",{class:"st-tr-e","data-of":a,d:i[a]}));t.append(x("path",{class:"st-g","da\
ta-kind":"input",d:ht("input"),transform:`translate(${s(.55)} ${o(0)}) scale(4)`}))}marks(t,e,s,o){let i=e.flat(),a=i.length<=
900,r="",l="";this.dots=[];for(let{node:c,it:h,kept:p,slots:u}of i){if(!c)continue;let f=s(c.depth),m=o(c.lane),g=u.length>
1&&a,b=g?8:3.6;this.dots.push({x:f,y:m,it:h,id:c.node}),p?g?t.append(x("circle",{class:"st-tr-d","data-of":c.kind,cx:f,cy:m,
r:b}),x("text",{class:"st-tr-c","data-of":c.kind,x:f,y:m+4.2,"text-anchor":"middle"},String(u.length))):r+=`M${f-b} ${m}\
a${b} ${b} 0 1 0 ${2*b} 0a${b} ${b} 0 1 0 ${-2*b} 0`:l+=`M${f-4} ${m-4}l8 8m0 -8l-8 8`}t.append(x("path",{class:"st-tr-d",
d:r}),x("path",{class:"st-tr-x",d:l}));for(let{node:c,beam:h}of e[e.length-1])c&&t.append(x("text",{class:"st-tr-l"+(h.best?
" best":""),x:s(c.depth)+12,y:o(c.lane)+4},`log p ${h.logp?.toFixed(1)??"–"}${h.best?" · best":""}`))}chart(t,e,s,o,i){
let a=e.map(f=>Math.max(...f.map(({beam:m})=>m.logp??-1/0))),r=e.flat().flatMap(({node:f,beam:m,it:g,up:b})=>f&&m.logp!==
null?[{node:f,up:b,behind:m.logp-a[g]}]:[]);if(!r.length)return;let l=r.map(({behind:f})=>f).sort((f,m)=>f-m),c=Math.min(
-.5,l[Math.floor(l.length*.03)]),h=f=>(o+6+Math.max(c,f)/c*(yo-12)).toFixed(1),p={dropped:"",alive:"",best:""},u={dropped:"",
alive:"",best:""};for(let{node:f,up:m,behind:g}of r)m?.node&&m.beam.logp!==null&&m.node!==f&&(p[f.kind]+=`M${s(m.node.depth)}\
 ${h(m.beam.logp-a[m.it])}L${s(f.depth)} ${h(g)}`),u[f.kind]+=`M${s(f.depth)-2} ${h(g)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;t.
append(x("path",{class:"st-tl-base",d:`M${_t} ${o-4}H${i}`}),x("text",{class:"st-tr-n",x:i+6,y:o+10},"0: the best"),x("t\
ext",{class:"st-tr-n",x:i+6,y:o+yo-3},`${c.toFixed(1)} or less`));for(let f of xo)t.append(x("path",{class:"st-tr-e thin",
"data-of":f,d:p[f]}));for(let f of xo)t.append(x("path",{class:"st-tr-p","data-of":f,d:u[f]}))}describe(t){let e=this.model.
its[t.i+1],s=this.model.beamsOf(t).map(({beam:o,slots:i})=>{let a=new Set(i.map(h=>t.from[h])),r=e&&!i.some(h=>e.from.includes(
h)),l=[...a].map(h=>h===null?"the start":`beam ${h+1}`).join(", "),c=i.map(h=>h+1).join(", ");return`${i.length>1?`beams\
 ${c} (duplicates)`:`beam ${c}`} from ${l}, log p ${o.logp?.toFixed(2)??"–"}${r?", not continued":""}`});return`Round ${t.
i+1}: ${s.slice(0,8).join("; ")}${s.length>8?`; ${s.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(
this.model.its[this.lastShown]),this.settle()}show(t){if(this.root.hidden=!this.wanted(),this.root.hidden||!t||(this.lastShown=
t.i,!this.root.open)||(this.drawn!==this.model.its.length&&this.draw(),this.current===t.i))return;this.current=t.i;let{from:e,
to:s}=this.bands[t.i];this.cursor.setAttribute("x",String(e)),this.cursor.setAttribute("width",String(s-e)),A(this.info,
(this.model.multi()?"":"Every round ended with one beam. ")+this.describe(t))}settle(){let t=this.bands[this.current];!t||
this.root.hidden||!this.root.open||(t.from<this.box.scrollLeft+_t||t.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=
t.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){
this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],E(this.box),A(this.info,""),this.root.hidden=!0}};function Jr(){let n=new Map,t=async e=>(await fetch(new URL(e,document.baseURI))).text();return{get:e=>n.get(e)??t(e),soon(e){
if(n.has(e))return;let s=t(e);n.set(e,s),s.catch(()=>n.delete(e))},clear:()=>n.clear()}}var Bu=/^run-/,os={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"T\
his run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app store\
s this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. The\
 text is selected, so you can copy it yourself."},gn=class{said=d("p",{class:"st-quiet",role:"status","data-testid":"sha\
re-said"});place=d("div",{class:"st-share-parts"});title=d("h2",{},"Share this step");root=d("dialog",{class:"st-help st\
-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,d("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(t){this.stage=t}open(){let{stage:t}=this,{
lesson:e}=t.lesson;A(this.title,e?"Share this step of the lesson":"Share this step"),A(this.said,"");let s=d("div",{hidden:!0});
E(this.place,...this.links(),d("div",{class:"st-share-row"},d("span",{},"Picture"),this.button("share-svg","Save SVG",()=>t.
act.picture("svg")),this.button("share-png","Save PNG",()=>t.act.picture("png"))),s),this.root.showModal(),this.fill(s)}links(){
let{stage:t}=this,{lesson:e,step:s}=t.lesson,{name:o}=t.model,i=!t.options.url||!Ee()?os.file:!e&&!o?os.opened:"";if(i)return[
d("p",{"data-testid":"share-why"},i)];let a=t.where(),{title:r}=t.model.header,l=ee(e?{lesson:e.slug,step:s+1}:{trace:o,
it:a.it,phase:a.phase,part:a.part,node:a.node}),c=e?`Lesson: ${e.title}`:`${r||"Speculative decoding"}, round ${a.it}`;return[
...this.field("link","Link",l),...this.field("embed","Embed code",ds(l,c)),...!e&&Bu.test(o)?[d("p",{class:"st-quiet"},os.
kept)]:[]]}async fill(t){let e=await this.command();e&&(E(t,...this.field("command","Command that records this run again",
e)),t.hidden=!1)}async command(){let{options:{command:t},model:{name:e}}=this.stage;if(t!==void 0||!e)return t??"";try{let s=await fetch(
new URL(`explorer/code/${encodeURIComponent(e)}`,document.baseURI)),{snippets:o}=await s.json();return o.find(({kind:i})=>i===
"shell")?.code??""}catch{return""}}field(t,e,s){let o=d("textarea",{readonly:!0,rows:Math.min(6,Math.ceil(s.length/60)),
id:`st-share-${t}`,spellcheck:"false","data-testid":`share-${t}`,onfocus:()=>o.select()},s);return[d("label",{class:"st-\
share-row",for:o.id},d("span",{},e),o,this.button(`share-copy-${t}`,"Copy",()=>{this.copy(o)}))]}button(t,e,s){return d(
"button",{type:"button",class:"st-btn st-wide","data-testid":t,onclick:s},e)}async copy(t){try{await navigator.clipboard.
writeText(t.value),A(this.said,os.copied)}catch{t.focus(),t.select(),A(this.said,os.refused)}}};var Zr=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of the\
 papers"}],zu="← → step · ? all keys",Hu=220,ko=class{model=new gs;at={it:0,phase:0,part:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";setAddress=Nn(
()=>!this.away);setLesson=Nn();early=Jr();act={phase:t=>{let{it:e,phase:s,part:o}=this.at,i=o+t;if(i>=0&&i<this.parts().
length)return this.goto(e,s,null,{forward:t===1,part:i});let[a,r]=this.model.at(this.within(this.model.starts[e]+s+t));this.
goto(a,r,null,{forward:t===1,part:t===1?0:1/0})},iteration:t=>{if(!this.model.its.length)return;let{it:e,phase:s}=Xo(this.
at,t,this.model.its.map(({steps:o})=>o.length));this.goto(e,s,null)},seek:t=>{this.stepTo(t)},to:t=>{this.goto(this.at.it,
t,null)},play:()=>{this.timer?this.pause():this.start()},help:()=>{this.controls.help.open?this.controls.help.close():this.
controls.help.showModal()},present:()=>{this.root.classList.toggle("present")?this.root.requestFullscreen?.().catch(()=>{}):
document.fullscreenElement&&document.exitFullscreen(),this.placeDecision(),this.resized()},rejection:()=>{this.jump(ii(this.
model))},accepted:()=>{this.jump(ks(this.model,this.at.it))},share:()=>{this.full&&this.model.its.length&&this.share.open()},
find:()=>{this.full&&this.model.its.length&&this.find.open()},picture:t=>{this.savePicture(t)},release:()=>{this.picked=
null,this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(t,e,s)=>this.goto(t,e,s)};linked={pick:t=>{this.picked=
this.model.its[this.at.it].n.id[t],this.hovered=-1,this.refresh(),this.announce()},hover:t=>{t!==this.hovered&&(this.hovered=
t,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:t=>{t?this.graph.root.after(this.attention.root):this.pictures.
append(this.attention.root)}};pictures=d("div",{class:"st-pictures"});graph=new Bs(this.model,this.linked);attention=new ms(
this.model,this.linked);trace=new mn(this.model,this.moves);text=new pn(this.model,this.moves);find=ri(this.model,{...this.
moves,at:()=>this.at.it,mark:t=>this.text.mark(t),left:()=>this.controls.focus()});timeline=new fn(this.model,this.moves);controls=new ws(
this.model,this.act);legend=Mr(this.model);table=Sr(this.model,()=>this.refresh());lesson=this.newLessons();share=new gn(
this);badge=d("span",{class:"st-badge"});say=d("span",{class:"st-say"});said=d("div",{class:"st-said","data-testid":"nar\
ration","aria-live":"polite","aria-atomic":"true"},this.badge,this.say);narration=d("div",{class:"st-narration"},this.said);worth=d(
"b",{class:"st-worth","data-testid":"worth"});about=d("span",{class:"st-about"});voices=Zr.map(({name:t,label:e,help:s})=>d(
"button",{type:"button",class:"st-btn st-small","data-testid":`voice-${t}`,title:s,onclick:()=>{Qe("voice",t),this.speak(
t)}},e));note=d("div",{class:"st-message","data-testid":"message",role:"status"},"Opening the recorded run …");wrong=d(
"p",{class:"st-message","data-testid":"wrong-step",role:"alert",hidden:!0});end=d("section",{class:"st-end","data-testid":"\
end-card",hidden:!0});asks=d("summary");facts=d("dl",{class:"st-facts"});run=d("details",{class:"st-card st-details","da\
ta-testid":"run"},d("summary",{},"About this run"),this.facts);changed=Sa(()=>this.messages.back());tools=d("div",{class:"\
st-tools"});phone=matchMedia("(max-width: 640px)");wide=matchMedia("(min-width: 1200px)");roomy=matchMedia("(min-width: \
901px)");tall=matchMedia("(min-height: 801px)");constructor(t,e,s,o){this.element=t,this.trigger=e,this.root=t.querySelector(
".st")||t,this.options={url:s.url!==!1,keys:s.keys!==!1,asks:s.asks!==!1,command:s.command},this.full=s.compact!==!0,this.
messages=new ln(this),this.glossary=di(this.root,()=>this.model.header.method),this.inspector=new Xs(this.model,this.glossary.
explained,this.options.asks?a=>{this.messages.change(a)}:null,(a,r)=>this.graph.suppose(a,r),a=>this.linked.pick(a),a=>this.
goto(a,0,null)),this.motion=new dn(this.root,this.graph.picture,a=>this.text.viewOf(a)),E(this.tools,d("div",{class:"st-\
voices",role:"group","aria-label":"Level of detail"},...this.voices),this.full&&d("button",{type:"button",class:"st-btn \
st-small st-share-open","data-testid":"share",title:"Share this step (S)",onclick:()=>this.act.share()},"Share")),this.top=
d("header",{class:"st-top",hidden:!0},d("div",{class:"st-what"},this.worth,this.about),this.full&&d("button",{type:"butt\
on",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.act.present()},"Exit (F)")),this.why=d("deta\
ils",{class:"st-why",open:!0},this.asks,this.end,this.inspector.root),this.whySides=new qt(this.why),this.body=this.layOut(),
this.root.classList.toggle("compact",!this.full),E(this.root,this.top,this.changed.root,this.note,this.wrong,this.body,this.
glossary.root,this.share.root),Wa(this.body),this.listen(),this.speak(ue("voice")),Object.assign(t,{stage:{focus:()=>this.
graph.focus(),present:()=>this.act.present(),state:()=>this.where(),goto:a=>this.openAt(a),receive:a=>this.messages.receive(
a)}}),o?.("value",()=>{s.value&&this.messages.receive(s.value)}),s.value&&this.messages.receive(s.value)}layOut(){let{full:t,
graph:e,controls:s,text:o,timeline:i,trace:a,attention:r}=this;o.root.append(this.find.root);let l=d("div",{class:"st-le\
ft",id:t&&"picture",tabindex:"-1"},this.lesson.chart.root,e.root),c=d("div",{class:"st-body",hidden:!0},s.root,t&&o.root,
d("div",{class:"st-main"},l,t&&d("div",{class:"st-right"},this.lesson.root,this.why,this.whySides.sign)),this.narration,
d("div",{class:"st-foot"},this.legend.root,t&&this.options.keys&&d("p",{class:"st-quiet st-keyline"},zu)));return t&&c.append(
i.root,hs(this.pictures,{},[a.root,r.root]),o.beams,this.table.root,this.run),c}listen(){let{root:t,options:e}=this;this.
phone.addEventListener("change",()=>this.fold()),this.wide.addEventListener("change",()=>this.placeTools()),this.placeTools();
for(let o of[this.roomy,this.tall])o.addEventListener("change",()=>this.placeDecision());this.placeDecision(),this.why.addEventListener(
"toggle",()=>this.inspect()),this.fold(),t.addEventListener("stage:supposed",o=>{let{sentence:i}=o.detail;if(this.badge.
toggleAttribute("data-supposed",i!==""),!i)return this.refresh();A(this.badge,"What if?"),E(this.say,this.sentence=i)}),
e.url&&addEventListener("popstate",()=>{let{trace:o}=Le();this.away=o!==null&&o!==this.model.name,this.away&&this.pause()}),
wt.watch(t),e.keys&&ei(t,this.act,o=>this.lesson.key(o)),t.addEventListener("fullscreenchange",()=>{!document.fullscreenElement&&
t.classList.contains("present")&&this.act.present()});let s=new ResizeObserver(()=>this.resized());s.observe(t),s.observe(
this.graph.root)}newLessons(){return new an({goto:(t,e)=>t===this.model.name&&this.model.its.length?this.openAt(e):void this.
messages.fetch({type:"fetch",url:`explorer/open/${t}`,at:e}),close:()=>{this.early.clear(),this.refresh()},shown:t=>{this.
root.classList.toggle("teaching",t),this.at.part=Js(this.parts()),this.fold(),this.placeDecision()},soon:t=>{for(let e of t)
e!==this.model.name&&this.early.soon(`explorer/open/${e}`)},method:()=>this.model.header.method,marker:()=>this.glossary.
marker(),changed:(t,e)=>{this.options.url&&this.setLesson({lesson:t,step:t&&e})}})}placeTools(){this.full&&this.wide.matches&&
U().get("embed")!=="1"?this.text.root.append(this.tools):this.top.insertBefore(this.tools,this.top.querySelector(".st-le\
ave"))}placeDecision(){let{inspector:t,narration:e,root:s}=this,o=this.full&&this.roomy.matches&&!s.classList.contains("\
teaching")&&(this.tall.matches||!s.classList.contains("present"));t.apart=o,o?e.append(t.decision):t.decision.remove(),this.
refresh()}fold(){this.why.open=!this.phone.matches||this.root.classList.contains("teaching")}speak(t){this.model.voice=t===
"exact"?"exact":"plain",this.voices.forEach((e,s)=>e.setAttribute("aria-pressed",String(Zr[s].name===this.model.voice))),
this.refresh()}splits(){return this.full&&!this.root.classList.contains("teaching")}parts(){let t=this.model.its[this.at.
it];return t&&this.splits()?cr(this.model,t,this.at.phase):[]}shown(){let t=this.model.its[this.at.it];return hr(this.model,
t,this.at.phase,this.parts()[this.at.part],e=>this.inspector.inVoice(e))}goto(t,e,s,{forward:o=!1,part:i=null}={}){if(!this.
model.its.length)return;let{scene:a,frame:r}=this.graph,l={...this.at,drawn:this.graph.step};this.motion.stop();let c=this.
model.its[t]?.steps[e]?.phase==="unmerge",h=o&&c?this.graph.view():null,p=this.model.its.length-1,u=Math.min(p,Math.max(
0,t)),f=this.model.its[u].steps.length-1;this.at={it:u,phase:Math.min(f,Math.max(0,e)),part:0};let m=this.parts();this.at.
part=Math.min(i??Js(m),Math.max(0,m.length-1)),this.follow=this.model.live&&u===p&&this.at.phase===f,this.picked=s,this.
hovered=-1,this.answer(""),this.refresh();let g=performance.now(),b=g-this.stepped>Hu,w=this.graph.scene;this.stepped=g;
let y=o&&b&&this.at.it===l.it;y&&this.at.phase===l.phase&&m[this.at.part]==="left"?this.motion.leftover(this.rate()):y&&
this.drawn()===l.drawn+1&&a&&w&&this.move(a,w,this.graph.frame===r,h),this.announce()}move(t,e,s,o){let{phase:i}=this.model.
its[this.at.it].steps[this.at.phase],a=this.rate();if(s)return this.motion.play(t,e,i,a);let r=o&&this.graph.view();o&&r&&
this.motion.split(o,r,a)}rate(){return this.timer?this.controls.rate():1}within(t){return Math.min(this.model.total()-1,
Math.max(0,t))}stepTo(t){if(!this.model.its.length)return;let[e,s]=this.model.at(this.within(t));this.goto(e,s,null)}jump(t){
this.model.its.length&&(typeof t=="string"?this.controls.notify(t):this.goto(t.it,t.phase,t.node))}async savePicture(t){
if(!this.model.its.length)return;this.motion.stop();let{title:e="",method:s}=this.model.header,o=Wr(s,this.at.it+1),i=this.
model.its[this.at.it].steps[this.at.phase],a=this.shown(),r=(this.model.voice==="plain"?i.called:i.title)+(a?.name?`, ${a.
name.toLowerCase()}`:""),l=_r({stage:this.root,graph:this.graph.svg,legend:this.legend.root,sentence:this.say.textContent,
title:`${e||s} · round ${this.at.it+1} of ${this.model.its.length} · ${r}`});t==="svg"?zr(l,o):await Hr(l,o)||this.controls.
notify("This browser could not draw the PNG. Save the picture as SVG instead.")}pointed(){return this.hovered>=0?this.hovered:
this.picked===null?-1:this.model.its[this.at.it].place.get(this.picked)??-1}refresh(){let t=this.model.its[this.at.it];if(!t)
return;this.graph.open(t);let e=t.steps[this.at.phase],s=this.shown(),o=s?.says??e[this.model.voice],i=this.drawn(),a=i<
this.at.phase?this.subject(t):-1;this.graph.show(i,this.view(),this.picked===null?a:t.place.get(this.picked)??-1,this.full?
this.pointed():void 0),this.badge.dataset.phase=e.phase,this.badge.toggleAttribute("data-failed",i===this.at.phase&&bs(t,
i)),A(this.asks,e.phase==="input"&&this.model.header.round?.length?"How a round works":"Why?"),A(this.badge,s?.name||Uo(
e.phase,this.model.voice)),this.sentence!==o&&E(this.say,...this.glossary.explained(this.sentence=o)),this.controls.show(
t,this.at.phase,s?.name,i),this.legend.show(t,i),this.full&&(this.inspect(),this.text.show(t,i),this.timeline.show(t),this.
late||=_o(()=>this.drawPictures()),this.point(),this.table.show(t,i)),this.root.toggleAttribute("data-calculates",this.inspector.
apart&&this.model.calculates),Object.assign(this.root.dataset,{it:this.at.it+1,phase:this.at.phase+1,shows:this.parts()[this.
at.part]??"",iterations:this.model.its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.graph.settle(),this.
controls.settle(),this.glossary.gone(),this.full&&(this.timeline.settle(),this.text.settle(),this.whySides.look())}drawPictures(){
this.late=0;let t=this.model.its[this.at.it];t&&(this.attention.show(t,this.drawn()),this.trace.show(t),this.point(),this.
trace.settle(),this.pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.light(this.pointed()),
this.full&&!this.late&&this.attention.point(this.pointed())}inspect(){let t=this.model.its[this.at.it];if(!t||!this.full||
!this.why.open)return;let e=this.ended()&&this.picked===null;this.end.hidden=!e,this.inspector.root.hidden=e&&this.hovered<
0;let s=this.subject(t),o=this.pointed();this.inspector.part=this.splits()?this.parts()[this.at.part]??"whole":null;let i=o>=
0&&o!==s;this.inspector.show(t,i?o:s,i?this.drawn():this.at.phase,s,this.shown()),this.glossary.gone()}subject(t){let{now:e,
phase:s,layer:o,about:i}=t.steps[this.at.phase],a=e.filter(h=>this.graph.draws(h)),r=s==="layer"&&t.panels.some(h=>h.kind===
"width"&&h.layer===o);if(s==="commit"||r)return-1;if(i!==void 0&&this.graph.draws(i))return i;let l=a.filter(h=>t.n.role[h]!==
"input");return(l.length?l:a)[0]??e[0]??-1}start(){this.model.its.length&&(this.atEnd()&&this.stepTo(0),this.controls.playing(
!0),this.tick())}ended(){return this.atEnd()&&!this.model.live&&!!this.model.summary}atEnd(){return this.model.starts[this.
at.it]+this.at.phase>=this.model.total()-1}tick(){let{steps:t}=this.model.its[this.at.it],{phase:e}=this.at,s=ti(t[e].phase,
t[e-1]?.phase,this.sentence.length);this.timer=setTimeout(()=>{if(!this.root.isConnected||this.atEnd()&&!this.model.live)
return this.pause();this.act.phase(1),this.tick()},s/this.controls.rate())}pause(){clearTimeout(this.timer),this.timer=0,
this.controls.playing(!1)}named(){return this.at.part===Js(this.parts())?null:this.at.part+1}drawn(){return this.at.phase-
(Zs(this.parts()[this.at.part])?1:0)}view(){return this.splits()?this.parts()[this.at.part]==="test"?"test":"left":null}where(){
return{name:this.model.name,it:this.at.it+1,phase:this.at.phase+1,part:this.named(),node:this.picked,iterations:this.model.
its.length}}announce(){this.lesson.stands(this.where()),this.moved();let{it:t,phase:e,part:s,node:o}=this.where(),i=ys()?
{it:null,phase:null,part:null,node:null}:{it:t,phase:e,part:s,node:o};this.options.url&&this.model.its.length&&!this.away&&
this.setAddress({trace:this.model.name||null,...i})}moved(){let t={...this.where(),title:this.model.header.title??"",chosen:this.
chosen};this.root.dispatchEvent(new CustomEvent("stage:step",{bubbles:!0,detail:t}))}reached({it:t,phase:e,part:s,node:o}){
if(t??e)return{it:t??1,phase:e,part:s,node:o};if(o===null)return null;let i=this.model.its.findIndex(a=>a.place.has(o));
return i<0?{it:1}:{it:i+1,phase:e,node:o}}answer(t){A(this.wrong,t),this.wrong.hidden=!t}openAt(t){if(!this.model.its.length)
return;let e=Math.min(this.model.its.length,Math.max(1,t?.it||1))-1,s=this.model.its[e],o=t?.node??-1,i=this.model.its.some(
r=>r.place.has(o))?o:null,a=i===null?void 0:s.place.get(i);if(t?.phase)return this.goto(e,t.phase-1,i,{part:t.part&&t.part-
1});if(a!==void 0)return this.goto(e,s.fates[a].at(-1)?.step??0,i);this.goto(e,t?.it?1/0:0,i)}resized(){if(!this.model.its.
length||!this.root.checkVisibility())return;let{frame:t}=this.graph;this.lesson.measure(),this.graph.resized(),this.graph.
frame!==t&&this.motion.stop(),this.full&&(this.timeline.resized(),this.text.resized(),this.trace.resized())}};function vo(...n){
new ko(...n)}var Wu=40;function st(n){return[...document.querySelectorAll(`${n} [data-testid="stage"]`)].map(e=>{let s=e;for(;s&&!s.stage;)
s=s.parentElement;return s}).filter(e=>e?.stage)}var F=(n,t)=>n.replace(/\{(\w+)\}/g,(e,s)=>String(t[s]));function tl(n,{dataset:{run:t,iterations:e}},s={}){let o=n.state();t&&(o.name!==t||o.iterations<Number(e))&&n.receive({type:"\
fetch",url:`explorer/open/${t}`,...s})}var Uu=2500,Xr=0;async function Zt(n,t,e){clearTimeout(Xr);try{await navigator.clipboard.
writeText(n),e(t),Xr=setTimeout(()=>e(""),Uu)}catch{e(n)}}function el(n,t={}){let e=()=>[...n.querySelectorAll("[role=tab]")],s=()=>{for(let o of e()){o.tabIndex=o.getAttribute("\
aria-selected")==="true"?0:-1;let i=t[o.textContent?.trim()??""];i&&(o.title=i)}};new MutationObserver(s).observe(n,{subtree:!0,
childList:!0,attributeFilter:["aria-selected"]}),s(),n.addEventListener("keydown",({key:o,target:i})=>{let a=o==="ArrowR\
ight"?1:o==="ArrowLeft"?-1:0,r=e().filter(h=>h.checkVisibility()),l=r.findIndex(h=>h===i);if(!a||l<0)return;let c=r[(l+a+
r.length)%r.length];c.click(),c.focus()})}function sl(n,t,e){document.getElementById("wrong-tab")?.remove(),t!==null&&n?.after(d("p",{id:"wrong-tab",class:"wrong",
role:"alert"},F(e,{tab:t.slice(0,Wu)})))}var nl="#compare .slot",Gu="#compare .slot.block";var ol="comparison",ye=()=>U().get(ol)??"";function il(n,t){ye()&&t("select",{name:ye()});let e=!1;document.addEventListener(
"stage:step",s=>{let o=s,i=o.target;if(!n.isConnected||e||!i.closest("#compare"))return;e=!0;let{it:a}=o.detail;for(let r of st(
nl))!r.contains(i)&&r.stage.state().it!==a&&r.stage.goto({it:a});e=!1})}function al(){let n=st(nl),t=document.querySelector("#compare-table [data-comparison]"),e=document.querySelectorAll("#co\
mpare-table tr[data-run]"),s=document.querySelectorAll(Gu);e.forEach((o,i)=>{n[i]&&tl(n[i].stage,o,{at:{it:1}})}),s.forEach(
(o,i)=>{let a=e[i]?.dataset.called;a?o.dataset.called=a:delete o.dataset.called}),Mt({[ol]:t instanceof HTMLElement?t.dataset.
comparison??"":""}),document.dispatchEvent(new Event("race:runs"))}function bn(n,t){let e=0,s=n.length;for(;e<s;){let o=e+s>>1;n[o][0]<=t?e=o+1:s=o}return e}function rl(n){let t=[""];for(let[
,,,e,s]of n)t.push(t[t.length-1].slice(0,e)+s);return t}var wn=(n,t,e,s=0)=>["draft","target"].map(o=>{let i=l=>+(t*l).toFixed(
2),a=o==="draft"?+(e*.46).toFixed(2):0,r=n.filter(([l])=>l===o);return x("path",{"data-of":o,d:r.map(([,l,c])=>`M${i(l)}\
 ${a}H${Math.max(i(l)+.8,i(c)-s).toFixed(2)}V${e}H${i(l)}Z`).join("")})}),xe=class{time=0;end=0;speed=1;playing=0;last=0;constructor(t,e,s=1/0){
this.draw=t,this.alive=e,this.most=s}open(t,e){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end:t,speed:e,
time:t})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();
this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(t=>this.tick(t)),this.
draw()}tick(t){if(!this.alive())return;let e=Math.min(this.most,Math.max(0,(t-this.last)/1e3));if(this.time=Math.min(this.
end,this.time+e*this.speed),this.last=t,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
s=>this.tick(s))}};var ll=1e3,cl=24,Ku=1.3,Vu=80,Yu=.85,Qu=.25,yn=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,hl=n=>n.replace(
/\n+/g,"↵ ");function Ju(n,t,{total:e,say:s,prompt:o}){let i=x("svg",{viewBox:`0 0 ${ll} ${cl}`,preserveAspectRatio:"n\
one","aria-hidden":"true"},...wn(n.passes,ll/e,cl,Ku)),a=n.frames.map(([,,,w])=>{let y=/^ */.exec(w[0]?.[0]??"")?.[0]??"",
k=w.map(([v,$],M)=>d("span",{"data-by":$},hl(M?v:v.slice(y.length))));return[d("span",{class:"op-lead"},hl(y)),d("span",
{class:"op-pass"},...k)]}),r=d("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${n.label}`},d("spa\
n",{class:"op-prompt"},P(o.replace(/\s+/g," "),Vu))," ",...a.flat()),l=d("span",{class:"op-end","aria-hidden":"true"},n.
total<Yu*e&&s.finished);l.style.left=`${100*n.total/e}%`;let c=n.result&&d("p",{class:"op-result","data-testid":"opening\
-result"},d("b",{},n.result[0])," ",d("span",{},n.result[1])),h=d("b",{},"0"),p=d("span"),u=d("span"),f=d("span",{class:"\
op-size"}),m=d("div",{class:"op-row","data-testid":"opening-row"},d("div",{class:"op-who"},d("span",{class:"op-pict","ar\
ia-hidden":"true"},t>0&&d("i",{"data-of":"draft"}),d("i",{"data-of":"target"})),d("span",{},n.label,d("small",{},n.about))),
d("div",{class:"op-mid"},d("div",{class:"op-track"},i,l),r),d("div",{class:"op-count"},h," ",p,d("small",{},u,f),c)),g=0;
function b(w){let y=bn(n.frames,w),k=w>=n.total;for(i.style.clipPath=k?"":`inset(0 ${(100-100*w/e).toFixed(2)}% 0 0)`;g<
y;g++)for(let T of a[g])T.classList.add("on");for(;g>y;)for(let T of a[--g])T.classList.remove("on");let v=y?n.frames[y-
1][2]:0;A(h,String(v)),A(p,v===1?s.once:s.passes);let $=k?n.tokens:y?n.frames[y-1][1]:0,M=s.tokens.replace("{tokens}",String(
$)),S=n.seconds!==null;A(u,S?s.seconds.replace("{seconds}",Math.min(w,n.total).toFixed(e<1?3:2)):""),A(f,`${S?" · ":""}${M}`),
m.toggleAttribute("data-done",k);let O=a[y-1]?.[1];r.scrollTop=k||!O?0:O.offsetTop+O.offsetHeight-r.clientHeight}return{
root:m,draw:b}}function dl(n,t,e){let{say:s}=t,o=t.rows.map((w,y)=>Ju(w,y,t)),i=new xe(u,()=>n.isConnected,Qu),a=d("butt\
on",{type:"button",class:"op-btn","data-testid":"opening-play",onclick:m}),r=d("button",{type:"button",class:"op-btn op-\
main","data-testid":"opening-step",onclick:g},s.step,d("span",{"aria-hidden":"true"}," ▸")),l=["guess","pass","draft",
"target"],{badge:c}=t,h=t.rows.map(w=>w.alt).join(" ");function p(w){n.dataset.opening=w,u()}function u(){let{time:w,end:y,
playing:k}=i,v=n.dataset.opening==="line";for(let M of o)M.draw(w);n.toggleAttribute("data-playing",k>0);let $=k?s.pause:
w>=y||v?s.replay:s.play;A(a,$),a.hidden=!v&&yn()}function f(){yn()||i.playing||i.toggle()}function m(){if(n.dataset.opening===
"race")return i.toggle();i.time=yn()?i.end:0,p("race"),e()?.goto({it:1}),f()}function g(){i.time=i.end,i.stop(),p("line"),
e()?.goto({it:1,phase:1}),scrollTo({top:0});let w=document.querySelector("[data-testid='next-phase']");w instanceof HTMLElement&&
w.focus({preventScroll:!0})}function b(w){let{name:y,it:k,phase:v}=w.detail;n.dataset.opening!=="race"||y!==t.name||k===
1&&v===t.steps||(i.time=i.end,i.stop(),p("line"))}return E(n,d("p",{class:"op-lede"},...t.lede.map(([w,y])=>y?d("b",{"da\
ta-of":y},w):w)),d("figure",{class:"op-race","data-testid":"opening","aria-label":h},d("div",{class:"op-rows"},...o.map(
w=>w.root)),d("div",{class:"op-foot"},d("p",{class:"op-keys"},...l.map(w=>d("span",{},d("i",{"data-key":w}),s[w]))),d("d\
iv",{class:"op-acts"},a,r),d("figcaption",{class:"op-facts"},d("p",{class:"op-claim","data-testid":"opening-claim"},t.exact),
d("p",{},d("span",{class:"op-badge","data-testid":"opening-badge","data-kind":c.kind},d("b",{},c.name)," ",c.about)," ",
d("span",{class:"op-gain","data-testid":"opening-gain"},t.gain))))),d("h2",{class:"op-round"},d("span",{class:"op-soon"},
s.soon),d("span",{},t.round))),i.open(t.total,t.total/t.seconds),yn()||(i.time=0),p("race"),f(),document.addEventListener(
"stage:step",b),()=>{document.removeEventListener("stage:step",b),i.stop(),E(n),delete n.dataset.opening}}var Zu=["it","phase","node","lesson"],$o=()=>st("#stage")[0]?.stage,xn=document.createElement("section");xn.className="o\
p";xn.setAttribute("aria-label","Race of the target alone against draft and target");var is=null,pl=()=>{};function Mo(n){
if(pl(),pl=n?dl(xn,n,$o):()=>{},!n)return;({name:is}=n);let t=$o()?.state();t?.name===is&&t.iterations&&t.it===1&&t.phase===
1&&$o()?.goto({it:1})}async function ul(n){let t=U(),e=t.get("trace");Zu.some(s=>t.has(s))||(t.get("tab")??"explore")!=="explore"||Mo(e&&e!==n?.
name?await fl(e):n)}async function fl(n){try{let t=await fetch(new URL(`explorer/opening/${encodeURIComponent(n)}`,document.
baseURI));return t.ok?await t.json():null}catch{return null}}function ml(n){let t=n.closest("#bar")??n;t.prepend(xn),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${t.clientHeight}px`)).observe(t),document.addEventListener("sta\
ge:step",e=>{Xu(e)})}async function Xu(n){let{detail:t,target:e}=n;if(!(e instanceof Element)||!e.closest("#stage")||t.name===
is)return;let s=t.name;if(is=s,Mo(null),!t.chosen||e.classList.contains("teaching"))return;let o=await fl(s);s===is&&Mo(
o)}var tf=[.1,.25,.5,1,2,4],ke=1e3,So=1e3,gl=4,Ao=class{asked="";clock=new xe(()=>this.draw(),()=>this.element.isConnected);lanes=[];race=null;play=d(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.clock.toggle()});restart=d("button",{type:"\
button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=0,this.clock.playing||this.clock.toggle()}});scrub=d(
"input",{type:"range",id:"race-clock",min:0,max:So,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock.time=
Number(this.scrub.value)/So*this.clock.end,this.clock.stop()}});pace=d("select",{id:"race-speed","data-testid":"race-spe\
ed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=d("p",{class:"lt-big race-end",role:"status","data-\
testid":"race-end"});now=d("output",{for:"race-clock"});copied=d("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(
t=>{t.some(({isIntersecting:e})=>e)&&(this.seen.disconnect(),!ye()&&(this.ask(),this.rows().forEach((e,s)=>{let o=st("#c\
ompare .slot")[s]?.stage;o&&!o.state().name&&o.receive({type:"fetch",url:`explorer/open/${e}`,at:{it:1}})})))});constructor(t){
this.element=t,this.root=t.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{t.isConnected&&this.
clear()}),document.addEventListener("race:runs",()=>{t.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),
this.seen.observe(t)}draw(){if(!this.race)return;let{time:t,end:e,playing:s}=this.clock,o=t>=e;for(let a of this.lanes)a.
draw(t);this.scrub.value=String(e?Math.round(t/e*So):0);let i=`${this.seconds(t)} s`;A(this.now,i),this.scrub.ariaValueText=
i,A(this.play,this.race.say[s?"pause":o?"again":"play"]),A(this.result,o?this.race.sentence:"")}seconds(t){return this.clock.
end<.1?t.toFixed(4):t.toFixed(2)}newLane(t,e){let{end:s}=this.clock,o=g=>+(ke*g/s).toFixed(2),i=rl(t.frames),a=d("span"),
r=d("span",{class:"race-counts"}),l=x("rect",{class:"race-now",x:0,y:0,width:3,height:20}),c=x("rect",{class:"race-later",
x:0,y:0,width:ke,height:20}),h=x("svg",{class:"race-strip",viewBox:`0 0 ${ke} 20`,preserveAspectRatio:"none","aria-hidde\
n":"true"},...wn(t.passes,ke/s,20),c,l),p=d("div",{class:"race-text",tabindex:"0",role:"region","aria-label":t.title},d(
"span",{"aria-hidden":"true",class:"race-room"},i[i.length-1]||" "),a),u=-1,f=g=>{let b=bn(t.frames,g),w=g>=t.total,y=o(
Math.min(g,t.total));if(l.setAttribute("x",String(Math.min(y,ke-3))),c.setAttribute("x",String(y)),c.setAttribute("width",
String(Math.max(0,ke-y))),b===u&&!w)return;u=b,A(a,i[b]),p.scrollTop=a.offsetHeight-p.clientHeight;let[,k,v]=b?t.frames[b-
1]:[0,0,0],$=w?[F(e.done,{seconds:this.seconds(t.total)}),t.speed]:[];A(r,[F(e.lane,{tokens:k,passes:v}),...$].filter(Boolean).
join(" · ")),m.toggleAttribute("data-done",w)},m=d("section",{class:"race-lane","data-testid":"race-lane","data-run":t.
name},d("h2",{},t.title," ",d("small",{},t.settings)),r,h,p);return{root:m,draw:f}}open(t){let e=t.say,{clock:s}=this,o=Math.
max(...t.tracks.map(l=>l.total));s.open(o,o<gl/10?o/gl:1),this.race=t;let i=t.tracks.map(l=>this.newLane(l,e));this.lanes=
i,E(this.pace,...tf.map(l=>d("option",{value:l*s.speed,selected:l===1},`${l}×`))),A(this.restart,e.restart);let a=this.
comparison()!==""&&Ee()&&this.copying("link",e.link,e.copied,l=>l),r=a&&this.copying("embed",e.embed,e.embedded,l=>ds(l,
e.title));E(this.root,this.result,d("div",{class:"lt-tools"},this.play,this.restart,a,r,d("label",{class:"race-clock",for:"\
race-clock"},`${e.clock} `,this.now,this.scrub),d("label",{},`${e.speed} `,this.pace)),d("div",{class:"race-lanes"},...i.
map(l=>l.root)),d("p",{class:"race-keys"},...["target","draft"].map(l=>d("span",{},d("i",{"data-of":l}),e[l])),e.intro),
this.copied),this.draw()}copying(t,e,s,o){let i=()=>o(ee({tab:"compare",comparison:this.comparison()}));return d("button",
{type:"button",class:"lt-btn","data-testid":`race-${t}`,onclick:()=>Zt(i(),s,a=>A(this.copied,a))},e)}async ask(){let t=this.
comparison(),e=t?`comparison=${encodeURIComponent(t)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(e!==this.asked){
this.asked=e;try{let s=await fetch(`explorer/race?${e}`),o=s.ok?await s.json():await s.text();if(this.asked!==e)return;s.
ok?this.open(o):this.refuse(o)}catch{if(this.asked!==e)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(t){
this.race=null,this.clock.stop(),E(this.root,d("p",{role:"alert"},t))}clear(){this.race=null,this.asked="",this.clock.stop(),
E(this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(t=>t.dataset.run)}};function bl(n){new Ao(n)}function ef(n,t,e){if(n==="Home")return 0;if(n==="End")return e-1;let s=n==="ArrowRight"?1:n==="ArrowLeft"?-1:0;return s&&
e?(t+s+e)%e:null}function wl(n){let t=n.querySelector("[data-code]"),e=JSON.parse(t.dataset.code||"{}"),s="",o="",i=!1,a=c=>E(
t,d("p",{role:"status","data-testid":"code-why"},c));function r(c){let h=d("p",{"data-testid":"code-note"}),p=d("span",{
role:"status"}),u=d("pre",{tabindex:"0",role:"tabpanel","data-testid":"code"}),f=d("button",{type:"button",class:"lt-btn",
"data-testid":"code-copy",onclick:()=>Zt(u.textContent??"",e.copied,y=>A(p,y))},e.copy),m=c.map(y=>d("button",{type:"but\
ton",role:"tab",class:"lt-btn","data-kind":y.kind,onclick:()=>g(y.kind)},y.title));function g(y){let k=Math.max(0,c.findIndex(
v=>v.kind===y));o=c[k].kind,m.forEach((v,$)=>{v.setAttribute("aria-selected",String($===k)),v.tabIndex=$===k?0:-1}),A(u,
c[k].code),u.setAttribute("aria-label",c[k].title),A(h,c[k].note),A(p,"")}function b(y){let k=ef(y.key,m.findIndex(v=>v===
y.target),m.length);k!==null&&(y.preventDefault(),m[k].click(),m[k].focus())}let w=d("div",{role:"tablist","aria-label":e.
kinds,onkeydown:b},...m);g(o),E(t,w,u,d("div",{class:"code-foot"},f,p,h))}async function l(){let c=st("#stage")[0]?.stage.
state().name??"";if(!c)return a(e.nothing);if(c!==s){s=c;try{let h=await fetch(`explorer/code/${encodeURIComponent(c)}`),
p=h.ok?(await h.json()).snippets:await h.text();if(s!==c)return;if(h.ok)return r(p);a(p)}catch{s===c&&a(e.unanswered)}s=
""}}new IntersectionObserver(c=>{i=c.some(({isIntersecting:h})=>h),i&&l()}).observe(t),document.addEventListener("stage:\
step",({target:c})=>{i&&n.isConnected&&c instanceof Element&&c.closest("#stage")&&l()})}var ve=n=>n.reduce((t,e)=>t+e,0),$e=n=>{let t=ve(n);return t>0?n.map(e=>e/t):n.map(()=>0)},kn=(n,t)=>t>0?Math.min(1,n/t):
1,yl=(n,t)=>n.map((e,s)=>Math.max(0,e-t[s])),xl={right:{accept:kn,left:yl},"inverse-ratio":{accept:(n,t)=>n>0?Math.min(1,
t/n):1,left:yl},"residual-p":{accept:kn,left:n=>n},"no-max":{accept:kn,left:(n,t)=>n.map((e,s)=>Math.abs(e-t[s]))},"doub\
le-subtraction":{accept:kn,left(n,t){let e=n.map((s,o)=>Math.max(0,s-2*t[o]));return ve(e)>0?e:n}}};function kl(n,t,e="r\
ight"){let s=xl[e],o=n.map((h,p)=>s.accept(h,t[p])),i=t.map((h,p)=>h*o[p]),a=$e(s.left(n,t)),r=ve(t.map((h,p)=>h*(1-o[p]))),
l=a.map(h=>h*r),c=i.map((h,p)=>h+l[p]);return{accept:o,kept:i,alpha:1-r,left:a,drawn:l,out:c,distance:ve(c.map((h,p)=>Math.
abs(h-n[p])))/2}}function vl(n,t,e){let s=Math.min(1,Math.max(0,e)),o=n.map((a,r)=>r===t?0:a);return(ve(o)>0?$e(o):$e(n.
map((a,r)=>r===t?0:1))).map((a,r)=>r===t?s:a*(1-s))}function $l({p:n,q:t,rule:e}){return[...[n,t].map(o=>o.map(i=>Math.round(
i*1e4)).join(".")),...e==="right"?[]:[e]].join("~")}function Ml(n,t){let e=n.split("~"),s=e[2]??"right",o=e.slice(0,2).map(
a=>/^\d{1,5}(\.\d{1,5})*$/.test(a)?a.split(".").map(Number):[]);return o.length===2&&o.every(a=>a.length===t&&ve(a)>0)&&
e.length<4&&Object.hasOwn(xl,s)?{p:$e(o[0]),q:$e(o[1]),rule:s}:null}var To=(n,t=Math.random)=>$e(Array.from({length:n},()=>-Math.
log(1-t()))),Sl=(n,t,e,s)=>({note:s,run:{method:"spd",prompt:e,tokens:12,seed:0,settings:{gamma:4}},vocab:[e,...t],eos:null,
target:{"":[0,...n.p]},draft:{"":[0,...n.q]}});var vn=.01,Al=.1,Me=n=>n.toFixed(2),$n=n=>`${Math.round(100*n)}%`,Eo=class{alpha=d("p",{class:"lt-big","data-testid":"to\
y-alpha"});result=d("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=d("div",{class:"lt-share","aria-hi\
dden":"true"},d("i",{"data-of":"kept"}),d("i",{"data-of":"rejected"}));caption=d("figcaption");rows=d("tbody");help=d("s\
pan",{class:"lt-help"});copied=d("span",{role:"status",class:"lt-help"});constructor(t){this.element=t,this.root=t.querySelector(
"[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let e=U().get("toy")||"",s=Ml(e,this.given.words.length);
this.state=s||this.first(),this.columns=this.given.words.map((o,i)=>this.newColumn(o,i)),this.ends=this.given.words.map(
o=>this.newEnd(o)),this.rule=d("select",{id:"toy-rule","data-testid":"toy-rule",onchange:()=>this.change({rule:this.rule.
value})},...this.given.rules.map(({name:o,title:i})=>d("option",{value:o},i))),this.run=d("form",{method:"post",class:"l\
t-form"},d("button",{type:"submit",class:"lt-btn","data-testid":"toy-run"},this.given.say.run)),this.heads=this.given.say.
heads.split("|"),E(this.root,d("h2",{},this.given.say.title),e&&!s&&d("p",{role:"alert"},this.given.say.wrong),d("p",{},
this.given.say.intro),d("div",{class:"lt-charts"},d("figure",{"data-testid":"toy-drag"},this.caption,d("div",{class:"lt-\
cols"},...this.columns.map(({root:o})=>o)),d("p",{class:"lt-keys"},...["kept","surplus","rejected"].map(o=>d("span",{},d(
"i",{"data-of":o}),this.given.say[`key_${o}`])))),d("figure",{"data-testid":"toy-out"},d("figcaption",{},this.given.say.
out),d("div",{class:"lt-cols"},...this.ends.map(({root:o})=>o)),d("p",{class:"lt-keys"},d("span",{},d("i",{"data-of":"p"}),
this.given.say.key_p)))),this.alpha,this.share,this.result,d("div",{class:"lt-tools"},d("label",{for:"toy-rule"},this.given.
say.rule),this.rule,this.help),d("div",{class:"lt-tools"},this.button("reset",()=>this.change(this.first())),this.button(
"random",()=>this.random()),this.button("copy",()=>this.copy()),this.button("save",()=>this.save()),this.given.say.run&&
this.run,this.copied),d("details",{},d("summary",{},this.given.say.exact),d("div",{class:"lt-scroll",tabindex:"0",role:"\
region","aria-label":this.given.say.exact},d("table",{class:"lt-table"},d("thead",{},d("tr",{},...this.heads.map(o=>d("t\
h",{scope:"col"},o)))),this.rows)),d("p",{},this.given.say.formula))),this.draw()}first(){return{p:this.given.p,q:this.given.
q,rule:"right"}}button(t,e){return d("button",{type:"button",class:"lt-btn","data-testid":`toy-${t}`,onclick:e},this.given.
say[t])}change(t){this.state={...this.state,...t},this.draw()}newColumn(t,e){let s=Object.fromEntries(["kept","surplus",
"rejected","p","q"].map(p=>[p,d("i",{"data-of":p})])),o=d("div",{class:"lt-col",onpointerdown:p=>h(p)},...Object.values(
s)),i=d("div",{class:"lt-values","aria-hidden":"true"}),a=p=>d("div",{class:"lt-handle",role:"slider",tabindex:"0","data\
-of":p,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":F(this.given.say[`${p}_of`],
{word:t}),"data-testid":`toy-${p}-${e}`,onkeydown:u=>l(u,p)},d("b",{},p)),r=(p,u)=>this.change({[p]:vl(this.state[p],e,u)}),
l=(p,u)=>{let f=this.state[u][e],m={ArrowUp:f+vn,ArrowRight:f+vn,ArrowDown:f-vn,ArrowLeft:f-vn,PageUp:f+Al,PageDown:f-Al,
Home:0,End:1}[p.key];m===void 0||p.ctrlKey||p.metaKey||p.altKey||(p.preventDefault(),p.stopPropagation(),r(u,Math.round(
100*m)/100))},c={p:a("p"),q:a("q")};o.append(c.p,c.q);let h=p=>{if(p.button)return;let{left:u,width:f,top:m,height:g}=o.
getBoundingClientRect(),w=p.target.closest(".lt-handle");if(!w&&p.pointerType==="touch")return;let y=p.clientX<u+f/2?"p":
"q",k=w?.dataset.of||y,v=c[k],$=w?m+g*(1-this.state[k][e])-p.clientY:0,M=O=>r(k,Math.round(100*(1-(O.clientY+$-m)/g))/100),
S=()=>{v.removeEventListener("pointermove",M)};p.preventDefault(),v.setPointerCapture(p.pointerId),v.addEventListener("p\
ointermove",M),v.addEventListener("lostpointercapture",S,{once:!0}),v.focus({preventScroll:!0}),w||M(p)};return{root:d("\
div",{class:"lt-word"},o,d("div",{class:"lt-name"},t),i),parts:s,handles:c,numbers:i}}newEnd(t){let e=Object.fromEntries(
["kept","surplus","p"].map(o=>[o,d("i",{"data-of":o})])),s=d("div",{class:"lt-values"});return{root:d("div",{class:"lt-w\
ord"},d("div",{class:"lt-col","aria-hidden":"true"},...Object.values(e)),d("div",{class:"lt-name"},t),s),parts:e,numbers:s}}span(t,e,s){
t.style.bottom=`${100*e}%`,t.style.height=`${100*Math.max(0,s-e)}%`}draw(){let{p:t,q:e}=this.state,s=kl(t,e,this.state.rule),
o=this.state.rule==="right",i=s.distance<1e-9;this.columns.forEach(({parts:h,handles:p,numbers:u},f)=>{let m=Math.min(t[f],
e[f]);this.span(h.kept,0,m),this.span(h.surplus,m,t[f]),this.span(h.rejected,m,e[f]),this.span(h.p,0,t[f]),this.span(h.q,
0,e[f]);for(let g of["p","q"]){let b=this.state[g][f];p[g].style.bottom=`${100*b}%`,p[g].ariaValueNow=String(Math.round(
100*b)),p[g].ariaValueText=$n(b)}E(u,d("span",{"data-of":"p"},`p ${Me(t[f])}`),d("span",{"data-of":"q"},`q ${Me(e[f])}`))}),
this.ends.forEach(({root:h,parts:p,numbers:u},f)=>{this.span(p.kept,0,s.kept[f]),this.span(p.surplus,s.kept[f],s.out[f]),
this.span(p.p,0,t[f]);let m=Math.abs(s.out[f]-t[f])>1e-9;h.toggleAttribute("data-off",m),E(u,d("span",{},Me(s.out[f])),d(
"span",{},`${m?"≠":"="} p ${Me(t[f])}`))});let a=this.given.rules.find(({name:h})=>h===this.state.rule)||this.given.rules[0];
A(this.caption,o?this.given.say.drag:this.given.say.drag_right),A(this.alpha,F(a.kept,{alpha:Me(s.alpha),percent:$n(s.alpha)}));
let[r,l]=[...this.share.children];r.style.width=`${100*s.alpha}%`,l.style.width=`${100*(1-s.alpha)}%`;let c=o?"same":i?"\
harmless":"broken";A(this.result,F(this.given.say[c],{percent:$n(s.alpha),rest:$n(1-s.alpha),distance:Me(s.distance)})),
this.result.toggleAttribute("data-off",!i),this.rule.value=this.state.rule,A(this.help,a.help),E(this.rows,...this.given.
words.map((h,p)=>d("tr",{},d("th",{scope:"row"},h),...[t[p],e[p],s.accept[p],s.kept[p],s.left[p],s.drawn[p],s.out[p]].map(
u=>d("td",{},u.toFixed(3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${Vs()}&pair=${encodeURIComponent(this.
pair())}`)}pair(){return JSON.stringify(Sl(this.state,this.given.words,this.given.first,this.given.note))}save(){let t=URL.
createObjectURL(new Blob([this.pair()],{type:"application/json"})),e=d("a",{href:t,download:"five-words.json"});document.
body.append(e),e.click(),e.remove(),URL.revokeObjectURL(t)}copy(){Zt(ee({toy:$l(this.state)}),this.given.say.copied,t=>A(
this.copied,t))}random(){return this.change({p:To(this.given.words.length),q:To(this.given.words.length)})}};function Tl(n){
new Eo(n)}function El(n){for(let t of n.querySelectorAll("button.upload-container"))t.removeAttribute("aria-label")}function sf(n,t,e){
n.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest(t):null;!(o instanceof HTMLAnchorElement)||
s.ctrlKey||s.metaKey||s.shiftKey||s.button||(s.preventDefault(),e(o))})}function Ol(n,t){sf(n,"a[data-trace]",s=>t("select",{name:s.dataset.trace}));let e=document.getElementById("import-files");
e&&(El(e),new MutationObserver(()=>El(e)).observe(e,{childList:!0,subtree:!0})),n.dataset.opens="here"}var Xt=256,te=420,nf=250,Oo=46,of=12,af=14,rf=206,Ll=62,Lo=20,Mn=8,lf=40,qo=n=>({name:"free",title:n.free,kind:"free",source:n.
source_free,curve:Yt(1/0),known:null}),ql=(n,t,{gamma:e,batch:s})=>({name:"own",title:n.own,kind:"computed",source:n.source_own,
curve:Yt(t>1?(e+1)*s/t:1/0),known:null}),Sn=(n,{kind:t,known:e},s)=>n[t==="measured"&&s>(e??0)?"kind_extended":`kind_${t}`],
jo=(n,t,e)=>t.known!==null&&e>t.known?n.kind_dashed:Sn(n,t,e);function jl(n,{name:t,kind:e,source:s,known:o}){return t===
"free"||t==="own"?s:F(n[`source_${e}`],{source:s,known:o??""})}function Il(n,t,e){let s=({name:i,title:a})=>d("option",{
value:i},a),o=i=>d("optgroup",{label:n[`${i}_group`]},...t.filter(a=>a.kind===i).map(s));return d("select",{"data-testid":"\
worth-machine",onchange:e},s({name:"free",title:n.free}),s({name:"own",title:n.own}),o("measured"),o("computed"))}function Rl(n,{
alpha:t,gamma:e,cost:s},o){let i=Tr(t,e,s,o,Xt),[a]=i;if(!a)return F(n.pays_never,{most:Xt});if(a[0]===1&&a[1]===Xt)return F(
n.pays_all,{most:Xt});let r=i.map(([l,c])=>l===c?String(l):F(n.range,{first:l,last:c}));return F(n.pays_some,{ranges:r.join(
", "),most:Xt})}function Nl(n,t,e,{gamma:s,batch:o}){let{curve:i,known:a,kind:r}=e,l=o,c=(s+1)*o,h=i[i.length-1][0],p=Math.
ceil(Math.log2(Math.max(64,c,Number.isFinite(h)?h:0))),u=Array.from({length:8*p+1},(L,N)=>2**(N/8)),f=u.map(L=>[L,vt(i,L)]),
m=Math.max(2,...f.map(([,L])=>L))*1.08,g=[.5,1,2,5,10,20,50,100,200,500].find(L=>m/L<=5)??1e3,b=a===null?f.length:u.filter(
L=>L<=a).length,{x:w,y,grid:k,drawn:v}=mo({left:Oo,right:te-of,top:af,base:rf},f,L=>Math.log2(L)/p,m,g,[1,8,64,512,4096].
filter(L=>L<=2**p),b),$=L=>x("circle",{class:"chosen",cx:w(L),cy:y(vt(i,L)),r:6}),M=w(c)>te/2,O=y(vt(i,l))-y(vt(i,c))<20&&
w(c)-w(l)<160,T=w(l)>Oo+80;return n.setAttribute("aria-label",[[l,t.time_plain],[c,t.time_check]].map(([L,N])=>`${N}: ${L}\
, ${vt(i,Number(L)).toFixed(2)}`).join("; ")),E(n,...k,...v,...(r==="measured"?i:[]).map(([L,N])=>x("circle",{class:"dot",
cx:w(L),cy:y(N),r:3.5})),x("text",{x:(Oo+te)/2,y:nf-4,"text-anchor":"middle"},t.time_axis),$(l),$(c),x("text",{x:w(l)+(T?
-8:4),y:y(vt(i,l))-(O?29:11),"text-anchor":T?"end":"start"},t.time_plain),x("text",{x:w(c)+(M?-10:0),y:y(vt(i,c))-11,"te\
xt-anchor":M?"end":"middle"},t.time_check)),F(t.time,{kind:jo(t,e,2**p)})}function Dl(n,t,e,{alpha:s,gamma:o,cost:i},a){
let r=dt(s,o),l=o*i,c=a.map(y=>pt(o,y,e.curve)),h=Math.max(r,...c.map(y=>l+y)),p=y=>Mn+y/h*(te-2*Mn-40),u=p(r),f=u>te/2,
m=26+Ll*a.length,g=[],b=y=>(y<u+3&&y+lf>u?u:y)+6,w=a.flatMap((y,k)=>{let v=c[k],$=26+Ll*k,M=Lt(s,o,i,v),S=tn(s,i,y,e.curve),
O=F(M>1?t.row_pays:t.row_slower,{batch:y,speedup:M.toFixed(2),kind:Sn(t,e,(o+1)*y)}),T=S===null?t.row_none:F(t.row_best,
{best:S});return g.push(`${O}, ${T}`),[x("text",{x:Mn,y:$+16},O),x("text",{x:te-Mn,y:$+16,"text-anchor":"end"},T),x("rec\
t",{class:"drafting",x:p(0),y:$+24,width:p(l)-p(0),height:Lo}),x("rect",{class:"checking",x:p(l),y:$+24,width:p(v)-p(0),
height:Lo}),x("text",{x:b(p(l+v)),y:$+40},(l+v).toFixed(2)),x("line",{class:"until",x1:u,x2:u,y1:$+21,y2:$+27+Lo})]});n.
setAttribute("viewBox",`0 0 ${te} ${m+4}`),n.setAttribute("aria-label",g.join("; ")),E(n,x("text",{x:u,y:15,"text-anchor":f?
"end":"start"},F(t.without,{tokens:r.toFixed(2)})),...w)}var cf=60,An=(n,t,e)=>typeof n=="number"&&n>=t&&n<=e,Pl=n=>Number.isInteger(n)&&An(n,1,16),hf=n=>Array.isArray(n)&&n.length===
2&&Pl(n[0])&&An(n[1],1,n[0]+1);function Cl(n){try{let{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}=JSON.parse(n);return typeof t==
"string"&&t.length<=cf&&An(e,0,1)&&Pl(s)&&Array.isArray(o)&&o.length>=1&&o.length<=16&&o.every(hf)&&typeof i=="boolean"&&
(a===null||An(a,0,1))?{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}:null}catch{return null}}var Fl=({points:n},t)=>n.
map(([e,s])=>({gamma:e,value:t(e,s),name:"",cls:"imported"}));function _l(n,{name:t,alpha:e,gamma:s,points:o}){let[,i]=o[o.
length-1],[a]=o[o.length-1];return F(n.imported_here,{name:t,gamma:a,tokens:i.toFixed(2),expected:dt(e,Math.min(s,a)).toFixed(
2)})}function Bl(n,{name:t,points:e,measured:s},o,i){if(!s)return"";let r=e.map(([p,u])=>({gamma:p,value:o(p,u)})).reduce(
(p,u)=>u.value>p.value?u:p,{gamma:0,value:1}),l=e[e.length-1][0],c=i??0,h=r.gamma===c?n.imported_same:c>l?n.imported_longer:
n.imported_other;return F(r.gamma?n.imported_best:n.imported_none,{name:t,gamma:r.gamma,speedup:r.value.toFixed(2)})+" "+
F(h,{best:c,longest:l})}function zl(n,t,e){if(!e)return t?n.import_wrong:"";let s=F(e.measured?n.imported:n.imported_average,
{name:e.name});return e.cost===null?`${s} ${n.imported_cost}`:s}var Bt=420,Io=250,Se=46,Wl=206,df=14,as=12,pf=7.4,Hl=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];function uf(n,t,e,s){
return Hl.find(([i,a])=>{let r=i>0?n+i:n+i-e,l=t+a+6,c=l-22,h=Array.from({length:Math.ceil(e/4)+1},(p,u)=>r+4*u);return r>=
Se&&r+e<=Bt-as&&c>=0&&l<=Wl&&!h.some(p=>s.some(u=>u(p)>c&&u(p)<l))})??Hl[0]}function Ro(n,t,e,s,o){let i=Array.from({length:16},
(y,k)=>k+1),a=Math.max(2,...i.map(e.y),...e.points.map(({value:y})=>y))*1.08,r=e.line<=a,l=[4,2,1].find(y=>a>2.2*y)??.5,
{x:c,y:h,grid:p,drawn:u}=en({left:Se,right:Bt-as,top:df,base:Wl},i.map(e.y),a,l,[1,4,8,12,16],2.5,e.known),f=[],m=[],g=y=>1+
(y-Se)/(Bt-Se-as)*15,b=[y=>h(e.y(g(y))),()=>h(e.line)];for(let{gamma:y,value:k,name:v,cls:$}of e.points){let M=c(Math.min(
16,Math.max(1,y))),S=h(k),O=pf*v.length;if(f.push(x("circle",{class:$,cx:M,cy:S,r:$==="imported"?4.5:7})),m.push(`${v||`\
γ ${y}`}: ${k.toFixed(2)}`),!v)continue;let[T,L]=uf(M,S,O,b),[N,H]=T>0?[M,M+T+O]:[M+T-O,M];b.push(Y=>Y>=N&&Y<=H?S+L-5:NaN),
f.push(x("text",{x:M+T,y:S+L,"text-anchor":T<0?"end":"start"},v))}let w=e.y(s);n.setAttribute("aria-label",[`${e.label}:\
 ${w.toFixed(2)}, γ ${s}`,...m].join("; ")),E(n,...p,x("text",{x:(Se+Bt)/2,y:Io-4,"text-anchor":"middle"},t.axis),r&&x(
"line",{class:e.cls,x1:Se,x2:Bt-as,y1:h(e.line),y2:h(e.line)}),r&&x("text",{x:Bt-as-2,y:h(e.line)+(e.y(16)>e.line?18:-6),
"text-anchor":"end"},e.note),...u,o!==null&&o!==s&&x("text",{x:c(o),y:h(e.y(o))-8,"text-anchor":o<3||e.points.some(({cls:y})=>y===
"imported")?"start":"end"},t.best),x("circle",{class:"chosen",cx:c(s),cy:h(w),r:6}),...f)}var Ul=n=>n.toFixed(Math.abs(n*100-Math.round(n*100))<1e-6?2:3),ff="10000px",No=class{machine=qo({});known={runs:[],papers:[],
here:null};asked="";verdict=d("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=d("p");pays=d("p",{role:"\
status","data-testid":"worth-pays"});basis=d("p",{class:"lt-help","data-testid":"worth-basis"});here=d("p",{"data-testid":"\
worth-here"});own=d("p",{"data-testid":"worth-own"});list=d("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=d(
"tbody");wrong=d("p",{role:"alert"});imported=null;address="";said=d("p",{role:"status","data-testid":"worth-imported"});constructor(t){
this.element=t,this.root=t.querySelector("[data-worth]");let e=JSON.parse(this.root.dataset.worth||"");this.words=e.say,
this.machines=e.machines,this.batches=e.batches,this.alpha=this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=
this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.
slider("batch",this.words.batch,1,Xt,1,1),this.check=this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),
this.chosen=Il(this.words,this.machines,()=>this.choose()),this.chosen.value=e.machine,this.tokens=this.figure(this.words.
tokens),this.speedup=this.figure(this.words.speedup),this.use=d("button",{type:"button",class:"lt-btn","data-testid":"wo\
rth-use",onclick:()=>this.take()},this.words.use),this.forget=d("button",{type:"button",class:"lt-btn",hidden:!0,"data-t\
estid":"worth-forget",onclick:()=>{Mt({worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.
rounds=this.figure(F(this.words.same_run,{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-round\
s",this.rounds.box.append(d("p",{class:"lt-keys"},...["drafting","checking","without"].map(s=>d("span",{},d("i",{class:s}),
this.words[`key_${s}`])))),E(this.root,d("h2",{},this.words.title),this.said,this.forget,d("p",{},this.words.intro),d("d\
iv",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,d("label",{},this.words.
machine,this.chosen)),this.verdict,this.own,d("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,d("\
h3",{},this.words.batches),d("p",{},this.words.batches_intro),d("div",{class:"lt-charts"},this.time.box,this.rounds.box),
this.pays,this.basis,this.here,this.use,this.wrong,d("p",{class:"lt-help"},this.words.source),d("details",{open:!0},d("s\
ummary",{},this.words.runs),this.list,d("p",{class:"lt-help"},this.words.runs_note)),d("details",{},d("summary",{},this.
words.papers),d("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},d("table",{class:"lt\
-table words"},d("thead",{},d("tr",{},...this.words.papers_heads.split("|").map(s=>d("th",{scope:"col"},s)))),this.papers)))),
this.choose(),new IntersectionObserver(s=>{s.some(({isIntersecting:o})=>o)&&(this.import(),this.look())},{rootMargin:ff}).
observe(this.root),addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage\
:step",()=>{this.root.checkVisibility()&&this.look()})}slider(t,e,s,o,i,a,r=()=>this.draw()){let l=d("output",{for:`wort\
h-${t}`}),c=d("input",{type:"range",id:`worth-${t}`,min:s,max:o,step:i,value:a,oninput:r,"data-testid":`worth-${t}`});return{
input:c,output:l,box:d("label",{for:`worth-${t}`},e,l,c)}}figure(t){let e=x("svg",{class:"lt-plot",viewBox:`0 0 ${Bt} ${Io}`,
role:"img"}),s=d("figcaption",{},t);return{svg:e,caption:s,box:d("figure",{},s,e)}}values(){let[t,e,s,o]=[this.alpha,this.
gamma,this.cost,this.batch].map(i=>Number(i.input.value));return{alpha:t,gamma:e,cost:s,batch:o}}choose(){let t=this.chosen.
value;this.machine=t==="free"?qo(this.words):this.machines.find(e=>e.name===t)??ql(this.words,Number(this.check.input.value),
this.values()),this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let t=this.values(),{alpha:e,gamma:s,
cost:o,batch:i}=t,{curve:a,known:r}=this.machine,l=pt(s,i,a),c=Sn(this.words,this.machine,(s+1)*i);this.check.input.max=
String(s+1),this.check.input.value=String(l);for(let[f,m]of[[this.alpha,Ul(e)],[this.gamma,String(s)],[this.cost,Ul(o)],
[this.batch,String(i)],[this.check,`${l.toFixed(2)}, ${c}`]])A(f.output,m);let h=dt(e,s),p=Lt(e,s,o,l),u=tn(e,o,i,a);A(this.
verdict,F(p<1?this.words.slower:this.words.faster,{tokens:h.toFixed(2),price:(s*o+l).toFixed(2),speedup:p.toFixed(2)})),
A(this.limit,this.limits(t,l,u)),A(this.own,this.ownBest(u)),Ro(this.tokens.svg,this.words,{label:this.words.tokens,y:f=>dt(
e,f),line:1/(1-e),cls:"most",known:16,note:this.words.ceiling,points:this.points((f,m)=>m,[["tokens",this.words.here,"he\
re"]])},s,null),A(this.speedup.caption,F(this.words.speedup_at,{batch:i,kind:jo(this.words,this.machine,17*i)})),Ro(this.
speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.words.even,y:f=>Lt(e,f,o,pt(f,i,a)),known:r===
null?16:Math.max(0,Math.floor(r/i)-1),points:this.points((f,m)=>m/(f*o+pt(f,i,a)),i>1?[]:[["speedup",this.words.here_speedup,
"here formula"],["clock",this.words.here_clock,"here"]])},s,u),this.drawBatches(t)}points(t,e){if(this.imported)return Fl(
this.imported,t);let s=this.known.here,o=s?.gamma??null;return!s?.chain||o===null?[]:e.flatMap(([i,a,r])=>{let l=s[i];return typeof l==
"number"?[{gamma:o,value:l,name:F(a,{name:s.name}),cls:r}]:[]})}limits({alpha:t,gamma:e},s,o){let i=Ar(t,e,s);return(t===
0?this.words.nothing_kept:i<=0?this.words.check_alone:F(this.words.limit,{limit:i.toFixed(2)}))+(o===null?this.words.none_pays:
F(this.words.best_is,{best:o}))}ownBest(t){if(!this.imported)return"";let{cost:e,batch:s}=this.values();return Bl(this.words,
this.imported,(o,i)=>i/(o*e+pt(o,s,this.machine.curve)),t)}drawBatches(t){let{words:e,machine:s}=this;A(this.time.caption,
Nl(this.time.svg,e,s,t)),Dl(this.rounds.svg,e,s,t,this.batches),A(this.pays,`${Rl(e,t,s.curve)} ${e.batches_note}`),A(this.
basis,jl(e,s))}take(){let t=this.known.here;if(this.imported)return this.setImported(this.imported);t?.alpha===null||t?.
gamma===null||t?.cost===null||!t||this.set(t.alpha,t.gamma,t.cost)}set(t,e,s){this.alpha.input.value=String(t),this.gamma.
input.value=String(Math.min(16,Math.max(1,Math.round(e)))),s!==null&&(this.cost.input.value=String(s)),this.draw()}import(){
let t=U().get("worth")??"";if(t===this.address)return;this.address=t;let e=this.imported=Cl(t);this.forget.hidden=!e,A(this.
said,zl(this.words,t,e)),e?this.setImported(e):this.draw(),this.describe(),t&&this.root.scrollIntoView()}setImported(t){
this.batch.input.value="1",this.chosen.value="free",this.set(t.alpha,t.gamma,t.cost),this.choose()}describe(){let t=this.
known.here,e={name:t?.name??"",tokens:t?.tokens.toFixed(2)??""},s=t&&t.chain&&t.alpha!==null&&t.gamma!==null&&t.cost!==null,
o=this.imported&&_l(this.words,this.imported);A(this.here,o||(t?s?F(this.words.measured,{...e,alpha:`${Math.round(100*(t.
alpha??0))}%`,gamma:(t.gamma??0).toFixed(1),cost:(t.cost??0).toFixed(2),expected:dt(t.alpha??0,t.gamma??0).toFixed(2)})+
(t.clock===null?"":` ${F(this.words.clock,{clock:t.clock.toFixed(2)})}`):F(this.words.measured_tree,e):this.words.unmeasured)),
this.use.hidden=!s&&!o,A(this.use,o?this.words.use_imported:this.words.use);let i=Math.max(1,...this.known.runs.map(({tokens:a})=>a));
E(this.list,...this.known.runs.map(({name:a,title:r,tokens:l})=>{let c=d("i",{"aria-hidden":"true"});return c.style.width=
`${100*l/i}%`,d("li",{title:r,"data-here":a===t?.name},d("b",{},a),c,d("span",{},l.toFixed(2)))})),E(this.papers,...this.
known.papers.map(a=>d("tr",{},d("th",{scope:"row"},a.paper),...[a.pair,a.method,a.tokens===null?`${a.speedup?.toFixed(2)}\
×`:`${a.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(r=>d("td",{},r)))))}async look(){let t=st("#stage")[0]?.
stage.state().name??"";if(!(this.known.runs.length&&t===this.asked&&(this.known.here||!t))){this.asked=t;try{let e=await fetch(
`explorer/worth?run=${encodeURIComponent(t)}`);if(!e.ok)throw new Error(String(e.status));this.known=await e.json(),A(this.
wrong,"")}catch{A(this.wrong,this.words.wrong)}this.describe(),this.draw()}}};function Gl(n){new No(n)}function rs(n){if(Array.isArray(n))return n.map(rs);if(typeof n!="object"||n===null)return n;let{[""]:t,["?"]:e={},...s}=n;
if(!Number.isInteger(t))return Object.fromEntries(Object.entries(n).map(([i,a])=>[i,rs(a)]));let o=Array.from({length:t},
()=>({}));for(let[i,a]of Object.entries(s)){let r=rs(a);e[i]?e[i].forEach((l,c)=>{o[l][i]=r[c]}):o.forEach((l,c)=>{l[i]=
r[c]})}return o}var mf="explorer/",gf="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";function bf(n){
let t=Object.fromEntries([...gf].map((s,o)=>[s,o])),e=new DataView(new ArrayBuffer(4*Math.ceil(n.length/5)));for(let s=0;s<
n.length;s+=5){let o=n.slice(s,s+5).padEnd(5,"~");e.setUint32(4*(s/5),[...o].reduce((i,a)=>i*85+t[a],0))}return new Uint8Array(
e.buffer,0,Math.floor(n.length/5)*4+Math.max(0,n.length%5-1))}async function wf(n){let t=new Blob([bf(n)]).stream().pipeThrough(
new DecompressionStream("gzip")),e=(await new Response(t).text()).split(`
`);return new Map(e.flatMap((s,o)=>o%2?[]:[[s,e[o+1]]]))}function yf(n,t=new URL(".",document.baseURI)){return n.href.startsWith(
`${t.href}${mf}`)?decodeURIComponent(n.pathname.slice(t.pathname.length)+n.search):null}function xf(n){let[,t]=n.split(/[/?]/),
e=t==="code"?"No code is available for a run that was opened from a file.":`The link names a ${t==="race"?"comparison":"\
run or a lesson"} that this site does not have. Choose another one.`;return new Response(["code","race"].includes(t)?e:JSON.
stringify({type:"clear",text:e}),{status:404})}function Kl(n){let t=new Map,e=new Map;Object.assign(window,{siteData:(a,r)=>{
t.set(a,r)}});let s=a=>new Promise((r,l)=>{let c=document.createElement("script");c.src=`data/${a}.js`,c.onload=r,c.onerror=
()=>l(new TypeError(`data/${a}.js did not load`)),document.head.append(c)});async function o(a){t.has(a)||await s(a);let r=await wf(
t.get(a)??"");return t.delete(a),r}let i=window.fetch.bind(window);window.fetch=async(a,...r)=>{let l=yf(new URL(a instanceof
Request?a.url:a,document.baseURI));if(l===null)return i(a,...r);let c=n[l];if(!c)return xf(l);let h=e.get(c)??o(c);e.set(
c,h);try{let p=JSON.stringify(rs(JSON.parse((await h).get(l)??"null")));return new Response(p,{headers:{"Content-Type":"\
application/json"}})}catch(p){throw e.delete(c),p}}}var kf='<script type="application/json" id="trace">',vf="<\/script>",Ae={trace:"This page cannot draw a trace file itsel\
f. Run “python -m explorer export FILE --html page.html”, then open page.html here.",unknown:"This file is not an ex\
ported run. Make one with “python -m explorer export FILE --html page.html”.",large:"This file is larger than 64 MB.\
 Record fewer tokens, then export the run again."};async function $f(n){if(n.size>67108864)throw new Error(Ae.large);if(/\.jsonl(\.gz)?$|\.gz$/i.
test(n.name))throw new Error(Ae.trace);let t=await n.text();if(t.startsWith('{"kind":"header"'))throw new Error(Ae.trace);
let e=null;try{e=JSON.parse(t.split(kf,2)[1].split(vf,1)[0])}catch{}if(e?.type!=="open"||!Array.isArray(e.iterations)||!e.
header)throw new Error(Ae.unknown);return{...e,name:"",at:{it:1,phase:1}}}function Vl(n,t,e){async function s(o){if(o){e(
"");try{t(await $f(o))}catch(i){e(i instanceof Error&&Object.values(Ae).includes(i.message)?i.message:Ae.unknown)}}}n.addEventListener(
"change",async()=>{await s(n.files?.[0]),n.value=""}),n.labels?.[0]?.addEventListener("dragover",o=>o.preventDefault()),
n.labels?.[0]?.addEventListener("drop",o=>{o.preventDefault(),s(o.dataTransfer?.files[0])})}function Yl(n,t){let e=[...n.querySelectorAll("[role=tab]")],s=c=>c.dataset.tab??"",o=s(e[0]);function i(c,h=null){sl(n.
closest("header")??n,h,n.dataset.wrong??"");for(let p of e){let u=s(p)===c;p.setAttribute("aria-selected",String(u));let f=document.
getElementById(p.getAttribute("aria-controls")??"");f&&(f.hidden=!u)}t(c)}function a(){let c=U();return c.get("tab")??(c.
has("toy")?"learn":c.has("comparison")&&!c.has("trace")?"compare":o)}function r(){let c=a(),h=e.some(p=>s(p)===c);i(h?c:
o,h?null:c)}function l(c){if(c===a())return i(c);Mt({tab:c===o?null:c,toy:null,comparison:null},!0),i(c)}for(let c of e)
c.addEventListener("click",()=>l(s(c)));return addEventListener("popstate",r),el(n),r(),{go:l}}function Ql(){let n=matchMedia("(prefers-color-scheme: dark)"),t=U().get("__theme"),e=()=>document.body.classList.toggle(
"dark",t?t==="dark":n.matches);n.addEventListener("change",e),e()}var nt=n=>document.getElementById(n),Tn=n=>document.getElementById(n),Do=()=>{};function Jl(n){let t=document.getElementById(
`table-${n}`),e=nt("compare-table");document.dispatchEvent(new Event("race:begun")),e.replaceChildren(t instanceof HTMLTemplateElement?
t.content.cloneNode(!0):d("div",{"data-comparison":n}));let s=e.querySelectorAll("tr[data-run]").length;document.querySelectorAll(
"#compare .slot").forEach((o,i)=>o.toggleAttribute("hidden",i>=s)),t&&(Tn("comparisons").value=n),al()}function Mf(n){let t=document.
querySelector(".slots template");t instanceof HTMLTemplateElement&&t.replaceWith(t.content),bl(nt("race"));for(let e of document.
querySelectorAll("#compare .slot"))vo(e,Do,{url:!1,keys:!1,compact:!0,asks:!1},null);il(nt("compare"),Do),Tn("comparison\
s").addEventListener("change",()=>Jl(Tn("comparisons").value)),Jl(ye()||n)}async function Sf({start:n,race:t,files:e,comparison:s}){
Ql();let o=U().get("embed")==="1";document.body.classList.toggle("embed",o),e&&Kl(e);let i=nt("stage"),a=Tn("runs"),r=new Set;
o||(ml(nt("bar")),await ul(t)),vo(i,Do,{value:n,asks:!1},null);let l=Yl(nt("tablist"),p=>{r.has(p)||(r.add(p),p==="learn"?
(Tl(nt("learn-toy")),Gl(nt("learn-worth"))):p==="compare"&&Mf(s))});function c(p){l.go("explore"),st("#stage")[0]?.stage.
receive(p)}let h=p=>c({type:"fetch",url:`explorer/open/${encodeURIComponent(p)}`,at:{it:1,phase:1},chosen:!0});a.addEventListener(
"change",()=>h(a.value)),addEventListener("popstate",()=>{let p=U().get("trace"),u=st("#stage")[0]?.stage;p&&p!==u?.state().
name&&u?.receive({type:"start",trace:p,chosen:!0})}),i.addEventListener("stage:step",p=>{let{name:u,title:f}=p.detail,m=[
...a.options].some(({value:g,hidden:b})=>g===u&&!b);a.value=m?u:"",m||A(nt("unlisted"),f||"Another run")});for(let p of document.
querySelectorAll("[data-lessons]"))p.addEventListener("click",()=>c({type:"lesson"}));nt("present").addEventListener("cl\
ick",()=>st("#stage")[0]?.stage.present()),wl(nt("reproduce")),Ol(nt("traces"),(p,u)=>h(u.name)),Vl(nt("file"),c,p=>A(nt(
"refused"),p)),o&&Af(nt("whole"))}function Af(n){let t=()=>{let e=new URL(location.href),s=U();s.delete("embed"),e.hash=
"",e.search=s.toString(),n.href=e.href};for(let e of["pointerdown","focus"])n.addEventListener(e,t);t()}Sf(JSON.parse(nt(
"given").textContent??""));})();
