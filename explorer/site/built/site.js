"use strict";(()=>{function vs(n,t,e){for(let[s,o]of Object.entries(t))o==null||o===!1||(typeof o=="function"?n.addEventListener(s.slice(2),
o):n.setAttribute(s,o===!0?"":String(o)));return n.append(...ni(e)),n}var ni=n=>n.filter(t=>t!=null&&t!==!1),p=(n,t={},...e)=>vs(
document.createElement(n),t,e),v=(n,t={},...e)=>vs(document.createElementNS("http://www.w3.org/2000/svg",n),t,e),L=(n,...t)=>n.
replaceChildren(...ni(t));function Re(n,t){let e=new Set(t);for(let o of[...n.children])e.has(o)||o.remove();let s=n.firstElementChild;
for(let o of t)o===s?s=s.nextElementSibling:n.insertBefore(o,s)}function D(n,t){for(let[e,s]of Object.entries(t))n.getAttribute(
e)!==String(s)&&n.setAttribute(e,String(s))}function S(n,t){let e=n.firstChild;n.textContent!==t&&(e instanceof Text&&e===
n.lastChild?e.data=t:n.textContent=t)}var oi=n=>requestAnimationFrame(()=>setTimeout(n)),si=new Map,xs=null;function yt(n,t){
let e=`${t}\0${n}`,s=si.get(e);if(s!==void 0)return s;if(xs??=document.createElement("canvas").getContext("2d"),!xs)return 0;
xs.font=t;let{width:o}=xs.measureText(n);return si.set(e,o),o}var xt=(()=>{let n=s=>`${s.screenX} ${s.screenY}`,t="",e="";
return{watch(s){let o=i=>{if(!s.isConnected)return document.removeEventListener("mousemove",o,!0);e=t,t=n(i)};document.addEventListener(
"mousemove",o,{capture:!0,passive:!0})},moved:s=>n(s)!==(s.type==="mousemove"?e:t)}})();var Ne=()=>/^https?:$/.test(location.protocol),ii=()=>location.hash.includes("=")&&(!location.search||!Ne()),V=()=>new URLSearchParams(
ii()?location.hash.slice(1):location.search);function Tt(n,t=!1){let e=V(),s=new URL(location.href),o=e.toString();for(let[
i,a]of Object.entries(n))a===null||a===""?e.delete(i):e.set(i,String(a));if(e.toString()!==o){s.search=e.toString(),ii()&&
(s.hash="");try{t?history.pushState(history.state,"",s):history.replaceState(history.state,"",s)}catch{history.replaceState(
history.state,"",`#${e}`)}}}function ae(n){let t=new URL(location.href);t.search=t.hash="";for(let[e,s]of Object.entries(
n))s!==null&&t.searchParams.set(e,String(s));return t.href}function ks(n,t,e=640){let s=new URL(n);return s.searchParams.
set("embed","1"),p("iframe",{src:s.href,title:t,width:"100%",height:e,loading:"lazy",frameborder:0,allow:"fullscreen; cl\
ipboard-write"}).outerHTML}var $s=(n,t)=>(t==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).test(n??"")?Number(n.replace("n","")):null;var Nc={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},Dc=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,Pc="\
\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",Cc="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",Fc=new RegExp(`\
(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${Pc}]|${Cc})`,"gsu"),zn="⁨",Hn="⁩",_c=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
lt=n=>n.replace(Fc,t=>t===" "||t===`
`?t:`⟨U+${(t.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function Ot(n){if(Dc.test(n))return n;
let t=lt(n.replace(/[ \n\t\r\u00a0]/g,e=>Nc[e]));return _c.test(t)?zn+t+Hn:t}var Nt=n=>`“${Ot(n.trim()||n)}”`,Bc=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,
zc=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),Hc=n=>n<128?1:n>=240?4:n>=224?3:2;function Wc(n){let t=[];for(let e=0;e<
n.length;){let s=Hc(n[e]);try{t.push([zc.decode(Uint8Array.from(n.slice(e,e+s))),e]),e+=s}catch{t.push([`⟨${n[e].toString(
16).toUpperCase().padStart(2,"0")}⟩`,e]),e+=1}}return t}function Ms(n){let t=[],e=[],s=[],o=()=>{t.push(...Wc(e).map(([
i,a])=>({text:i,index:s[a]}))),e=[],s=[]};return n.forEach((i,a)=>{let r=Bc.exec(i)?.[1].split(" ").map(l=>parseInt(l,16));
if(r){e.push(...r),s.push(...r.map(()=>a));return}o(),t.push({text:i,index:a})}),o(),t}function ai(n){let t=n.startsWith(
zn)&&n.endsWith(Hn);return[Array.from(t?n.slice(1,-1):n),e=>t?zn+e+Hn:e]}function F(n,t){let[e,s]=ai(n);return e.length>
t?s(e.slice(0,t-1).join("")+"…"):n}function J(n,t){let[e,s]=ai(n);return e.length>t?s("…"+e.slice(1-t).join("")):n}var ri=1e-12;
function q(n,t=2){if(n==null)return"–";if(n===0||n===1)return String(n);if(Number.isInteger(n)&&Math.abs(n)<1e7)return n.
toLocaleString("en");let e=Math.abs(n);return e<ri?"0":e<1e-4||e>=1e5?n.toExponential(1).replace("e+","e"):e<1&&e>=.995?
String(Math.min(+n.toFixed(5),.99999)).slice(0,6):e<.1?String(+n.toPrecision(t)):e<1?n.toFixed(t).replace(/(\.\d\d+?)0+$/,
"$1"):String(+n.toPrecision(4))}function De(n,t=!1){let e=n>=1e-4&&n<.0995?n.toPrecision(2):q(n);return t||Math.abs(Number(
e)-n)<=.0039*n?e:String(+n.toPrecision(3))}var _=n=>q(n).replace(/^0\./,".");function U(n){return n==null?"–":n<ri?"0%":
n>=.995&&n<1?">99%":n>=95e-5?`${(100*n).toFixed(n>=.0995?0:1)}%`:n>=1e-6?`${+(100*n).toPrecision(1)}%`:"≈0%"}var P=(n,t,e=q)=>n===
"plain"?U(t):e(t),et=(n,t,e)=>n==="plain"?`${+(100*t).toFixed(e)}%`:String(+t.toFixed(e+2));function Kt(n){return n>=1?n.
toFixed(n<10?2:1)+" s":n>=.001?(n*1e3).toFixed(n<.01?1:0)+" ms":(n*1e6).toFixed(0)+" µs"}var R=(n,t,e=`${t}s`)=>`${n.toLocaleString(
"en")} ${n===1?t:e}`;var re={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d8894",dark:"\
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
ut another path was chosen."},{name:"residual",label:"residual",plain:"leftover",sign:"★",look:"blue",glyph:"star",filled:!0,
strength:8,colour:"blue",tint:!0,dash:"",help:"The target sampled it after a rejection from the leftover target probabil\
ity: the amount by which the target’s probability exceeds the draft’s."},{name:"bonus",label:"bonus",sign:"★",look:"\
blue",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"The target adds one extra token because ever\
y draft token on its path was accepted."},{name:"fill",label:"fill-in beam",plain:"extra beam",sign:"★",look:"blue",glyph:"\
star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"The target sampled this beam because too few draft beams \
of the layer were accepted."},{name:"drawn",label:"sampled from p",plain:"sampled by the target",sign:"★",look:"black",
glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"The target sampled it from its own probabilities b\
ecause there was no draft token here, or none was accepted."},{name:"greedy",label:"greedy choice",plain:"most likely to\
ken",sign:"★",look:"black",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"It is the target’s mo\
st likely token. Nothing is random."},{name:"chosen",label:"chosen",sign:"●",look:"black",glyph:"disc",filled:!0,strength:9,
colour:"ink",tint:!0,dash:"",help:"The target chose it as one of the likeliest continuations: a beam of beam search, or \
MTJD’s best beam."},{name:"own",label:"target’s token",sign:"☆",look:"hollow",glyph:"star",filled:!1,strength:8,colour:"\
ink",tint:!1,dash:"1.5 3",help:"The target wrote it. The other program’s file does not say how the target chose it."}],
groups:[{name:"draft",label:"Draft"},{name:"check",label:"Check"},{name:"decide",label:"Decide"},{name:"commit",label:"W\
rite"}],phases:[{name:"input",label:"input",plain:"start",group:"draft",colour:"grey"},{name:"draft",label:"draft",group:"\
draft",colour:"amber"},{name:"exit",label:"exit",group:"draft",colour:"amber"},{name:"merge",label:"merge",group:"draft",
colour:"pink"},{name:"unmerge",label:"unmerge",group:"draft",colour:"pink"},{name:"select",label:"select",group:"draft",
colour:"amber"},{name:"target",label:"target pass",group:"check",colour:"blue"},{name:"layer",label:"layer width",group:"\
check",colour:"blue"},{name:"prefix",label:"prefix test",group:"decide",colour:"yes"},{name:"verify",label:"test",group:"\
decide",colour:"yes"},{name:"orphaned",label:"orphaned",group:"decide",colour:"mute"},{name:"unused",label:"unused",group:"\
decide",colour:"grey"},{name:"residual",label:"residual",group:"decide",colour:"blue"},{name:"bonus",label:"bonus",group:"\
decide",colour:"blue"},{name:"fill",label:"fill-in beam",group:"decide",colour:"blue"},{name:"drawn",label:"sampled from\
 p",group:"decide",colour:"blue"},{name:"greedy",label:"greedy choice",group:"decide",colour:"blue"},{name:"chosen",label:"\
chosen",group:"decide",colour:"ink"},{name:"own",label:"target’s token",group:"decide",colour:"ink"},{name:"commit",label:"\
commit",group:"commit",colour:"ink"}],origins:[{name:"chosen",label:"chosen by the target",colour:"grey",tint:"grey",line:"\
solid"},{name:"drawn",label:"sampled by the target",colour:"blue",tint:"grey",line:"solid"},{name:"greedy",label:"greedy\
 choice",colour:"blue",tint:"grey",line:"dotted"},{name:"own",label:"target’s token",colour:"ink",tint:"grey",line:"da\
shed"},{name:"draft",label:"accepted draft token",colour:"yes",tint:"yes",line:"solid"},{name:"merged",label:"accepted t\
hrough a merged node",colour:"pink",tint:"pink",line:"dotted"},{name:"residual",label:"residual token",colour:"blue",tint:"\
blue",line:"solid"},{name:"bonus",label:"bonus token",colour:"blue",tint:"blue",line:"double"},{name:"fill",label:"extra\
 beam (fill-in)",colour:"blue",tint:"blue",line:"dashed"}]};var le=new Map(re.states.map(n=>[n.name,n])),Wn=new Map(re.origins.map(n=>[n.name,n])),Gc=re.glyphs;function Z(n){let t=le.
get(n);if(!t)throw new Error(`states.json has no state ${n}`);return t}function vt(n,t){let{label:e,plain:s}=Z(n);return t===
"plain"&&s?s:e}var li=n=>n.reduce((t,e)=>Z(e).strength>Z(t).strength?e:t),Kc=new Map(re.phases.map(n=>[n.name,n])),ce=n=>Kc.
get(n)??{name:n,label:n.replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},Vc=new Map(re.groups.map(({name:n,
label:t})=>[n,t])),Pe=n=>Vc.get(n)??n;function ci(n,t){let{label:e,plain:s,group:o}=ce(n);return t==="exact"?e:s??Pe(o)}
var ht=n=>Gc[Z(n).glyph],Yc=(n,t)=>v("path",{d:ht(n),class:"st-g","data-kind":n,transform:`scale(${t})`}),st=n=>v("svg",
{viewBox:"-8 -8 16 16",width:16,height:16,class:"st-icon","aria-hidden":"true"},Yc(n,5.4));var Un=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{upTo:1/0,
cell:5,font:0,chars:0}],hi=Un[Un.length-1],di={rows:[],sees:[],cached:[],starts:[]},Ss=class{info=p("span",{class:"st-qu\
iet","data-testid":"mask-size"});order=p("select",{class:"st-speed st-small","data-testid":"mask-order","aria-label":"Ro\
w order",onchange:()=>this.redo()},p("option",{value:"pass"},"as in the pass"),p("option",{value:"depth"},"depth first, \
tree by tree"));box=p("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=p("p",{class:"st-mask-\
say","data-testid":"mask-say","aria-live":"polite"});keys=p("div",{class:"st-mask-keys","aria-hidden":"true"},p("span",{
"data-of":"on"},"may attend"),p("span",{"data-of":"itself"},"itself"),p("span",{"data-of":"off"},"masked (another branch\
)"));pin=p("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"false",title:"Show t\
he mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=p("p",{class:"st-quiet st-mas\
k-why"});root=p("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.redo()},p("s\
ummary",{},"Attention mask of the target pass"),p("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,this.
keys),p("div",{class:"st-mask-body"},this.box,p("div",{class:"st-mask-words"},this.say,this.why)));paths=v("g");ring=v("\
path",{class:"st-mask-ring"});across=v("rect",{visibility:"hidden",x:0});down=v("rect",{visibility:"hidden",y:0});it=void 0;mask=di;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=hi;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("mousemove",s=>{this.svg&&xt.moved(s)&&e.hover(this.at(s))}),this.box.addEventListener(
"mouseleave",s=>{xt.moved(s)&&e.hover(-1)}),this.box.addEventListener("click",s=>{this.at(s)>=0&&e.pick(this.at(s))}),this.
box.addEventListener("blur",()=>e.hover(-1)),this.box.addEventListener("keydown",s=>{let o=s.key==="ArrowDown"?1:s.key===
"ArrowUp"?-1:0;if(s.key==="Enter"&&this.pointed>=0)e.pick(this.rows[this.pointed]);else if(o&&this.svg){let i=this.pointed<
0&&o<0?this.rows.length:this.pointed;do i+=o;while(i>=0&&i<this.rows.length&&this.it.born[this.rows[i]]>this.phase);i>=0&&
i<this.rows.length&&(e.hover(this.rows[i]),this.reveal(i))}else return;s.preventDefault(),s.stopPropagation()})}togglePin(){
this.pinned=!this.pinned,this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){
let t=this.mask.rows.map((s,o)=>o);if(this.order.value==="depth"){let s=new Map(this.it.lay.at.map((o,i)=>[o,this.it.lay.
row[i]]));t.sort((o,i)=>(s.get(this.mask.rows[o])??0)-(s.get(this.mask.rows[i])??0))}this.heads=this.mask.cached.length;
let e=new Map(t.map((s,o)=>[s+this.heads,o+this.heads]));this.rows=t.map(s=>this.mask.rows[s]),this.sees=t.map(s=>this.mask.
sees[s].map(o=>e.get(o)??o)),this.rowOf=new Map(this.rows.map((s,o)=>[s,o]))}word(t){return this.model.wordAt(this.it,t)}cachedTokens(){
return this.mask.cached.reduce((t,e)=>t+e.size,0)}cachedText(t){return t.end===null?lt(this.model.header.prompt||"the pr\
ompt"):this.model.phrase(this.model.path(null,t.end).slice(-t.size).map(({token:e})=>e))}build(){this.size=Un.find(g=>this.
rows.length<=g.upTo)||hi;let{cell:t,font:e,chars:s}=this.size,o=e>0,i=o&&t>=14,a=this.rows.map(g=>o?F(this.word(g),s):""),
r=g=>yt(g,`${e}px sans-serif`),l=Math.max(0,...a.map(r)),c=this.mask.cached.map((g,b)=>`${g.end===null?"prompt":this.sees.
every(w=>w.includes(b))?"text":"own"} · ${g.size}`);this.left=o?Math.ceil(l)+t+14:8,this.top=i?Math.ceil(.87*Math.max(l,
...c.map(r))+16):20;let h=this.left;this.columns=[...this.mask.cached.map(g=>({tokens:g.size,x:0,wide:Math.max(t,26)})),
...this.rows.map(()=>({tokens:1,x:0,wide:t}))],this.columns.forEach((g,b)=>{b===this.heads&&(h+=6),g.x=h,h+=g.wide});let d=Math.
ceil(h+(i?this.top*.5:8)),u=this.top+this.rows.length*t+8;this.svg=v("svg",{width:d,height:u,viewBox:`0 0 ${d} ${u}`,class:`\
st-mask-svg${t<11?" small":""}`,"aria-hidden":"true"},...this.plane(h)),this.labels=this.rows.map((g,b)=>o?this.label(g,
b,a[b],i):null),this.svg.append(...this.labels.flatMap(g=>g?[g.side,...g.head?[g.head]:[]]:[]),...this.mask.cached.map((g,b)=>this.
cap(g,this.columns[b],c[b],i))),L(this.box,this.svg),this.drawn="",this.pointed=-1;let f=this.mask.starts.length,m=this.
cachedTokens();S(this.info,`${R(this.rows.length,"row")} × ${R(m+this.rows.length,"key")} (${m} cached), ${f===1?"one p\
ass":`${f} passes`}`),this.box.setAttribute("aria-label",`Attention mask: ${R(this.rows.length,"token")} scored by the t\
arget after ${R(m,"cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`),this.explain()}plane(t){
let{cell:e}=this.size,s=this.rows.length*e,o=this.columns[0].x,i=l=>`${this.top+l*e}H${t}`;this.across.setAttribute("hei\
ght",String(e)),this.across.setAttribute("width",String(t)),this.down.setAttribute("width",String(e)),this.down.setAttribute(
"height",String(this.top+s));for(let l of[this.across,this.down])l.setAttribute("visibility","hidden");this.ring.setAttribute(
"d",""),L(this.paths);let a=e<11?[]:[...Array(this.rows.length+1).keys()].map(l=>`M${o} ${i(l)}`).concat(this.columns.map(
({x:l,wide:c})=>`M${l} ${this.top}v${s}M${l+c} ${this.top}v${s}`)),r=this.order.value==="pass"?this.mask.starts.slice(1).
map(l=>`M${o-4} ${i(l)}`):[];return[v("rect",{class:"st-mask-frame",x:o,y:this.top,width:t-o,height:s}),v("path",{class:"\
st-mask-grid",d:a.join("")}),v("g",{class:"st-mask-band"},this.across,this.down),this.paths,v("path",{class:"st-mask-cut",
d:r.join("")}),this.ring]}label(t,e,s,o){let{cell:i,font:a}=this.size,r=i/2+a*.35,l=()=>v("title",{},this.word(t)),c=v("\
path",{class:"st-g",transform:`translate(${this.left-i/2-2} ${i/2}) scale(${i*.26})`}),h=v("g",{class:"st-mask-row",transform:`\
translate(0 ${this.top+e*i})`,"data-row":this.it.n.id[t]},l(),v("text",{x:this.left-i-4,y:r,"text-anchor":"end","font-si\
ze":a},s),c),d=`translate(${this.columns[this.heads+e].x+i*.7} ${this.top-5}) rotate(-60)`;return{side:h,mark:c,head:o?v(
"text",{class:"st-mask-head",transform:d,"font-size":a},l(),s):null}}cap(t,{x:e,wide:s},o,i){let a=v("title",{},`${R(t.size,
"token")}: ${F(this.cachedText(t),300)}`),r="st-mask-head cached";return i?v("text",{class:r,transform:`translate(${e+s*
.65} ${this.top-5}) rotate(-60)`,"font-size":this.size.font},a,o):v("text",{class:r,x:e+s/2,y:this.top-6,"text-anchor":"\
middle","font-size":12},a,String(t.size))}explain(){let t=this.model.header.tree_mode?.target,e=new Set(this.mask.sees.map(
a=>a.find(r=>r>=this.heads))).size,s=this.mask.starts.length>1?"in a few passes":"in one pass",o=this.mask.cached.length>
2?" Where beams differ, each has its own columns.":e>1?" Separate blocks are separate trees.":"",i=this.rows.length===1?
"The target reads one token. It may attend to everything before it, so nothing is masked.":`Each row may attend to the t\
ext so far, its own ancestors and itself, but not to other branches. So ${this.rows.length} tokens are scored ${s} as if\
 each branch were alone.${o}`;S(this.why,!t||t==="tree"?i:`${i} This model does not support tree masks (${t}), so its pa\
ths are run separately with the same result.`)}paint(){let{cell:t}=this.size,e=t>=11?1:0,s=t-e,o=this.rows.map(r=>this.it.
born[r]<=this.phase?this.model.fate(this.it,r,this.phase):null),i=o.map(r=>r?r.state:"").join();if(i===this.drawn)return;
this.drawn=i;let a=new Map;o.forEach((r,l)=>{let c=this.labels[l];if(c&&this.dress(c,r),!r)return;let h=this.top+l*t+e/2,
d=a.get(r.state)||{others:"",own:""};for(let u of this.sees[l])if(u!==this.heads+l){let{x:f,wide:m}=this.columns[u];d.others+=
`M${f+e/2} ${h}h${m-e}v${s}h${e-m}z`}d.own+=`M${this.columns[this.heads+l].x+e/2} ${h}h${s}v${s}h${-s}z`,a.set(r.state,d)}),
L(this.paths,...[...a].map(([r,{others:l}])=>v("path",{class:"st-cell","data-state":r,d:l})),...[...a].map(([r,{own:l}])=>v(
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
box.scrollLeft+this.box.clientWidth&&(this.box.scrollLeft=o+e-this.box.clientWidth+20)}describe(){if(this.pointed<0)return S(
this.say,this.phase<this.it.seen?"The pass comes later in this round; the mask grows with the draft.":"Point at a row to\
 see what it may attend to.");let t=this.rows[this.pointed],e=this.sees[this.pointed],s=e.filter(r=>r>=this.heads&&r!==this.
heads+this.pointed).map(r=>this.rows[r-this.heads]).sort((r,l)=>this.it.n.depth[r]-this.it.n.depth[l]),o=e.filter(r=>r<this.
heads).reduce((r,l)=>r+this.columns[l].tokens,0),i=[s.length>12&&`${R(s.length-12,"ancestor")} not shown`,...s.slice(-12).
map(r=>`“${this.word(r)}”`)].filter(Boolean).join(", "),a=[o?`${R(o,"cached token")}, `:"",s.length?`${i} and `:""].
join("");S(this.say,`Row ${this.pointed+1}, “${this.word(t)}” (${this.model.called(this.model.fate(this.it,t,this.phase))}\
), may attend to ${a}itself: ${o+s.length+1} of ${this.cachedTokens()+this.rows.length} keys.`)}at(t){if(!this.svg)return-1;
let e=this.svg.getBoundingClientRect(),s=t.clientX-e.left,o=Math.floor((t.clientY-e.top-this.top)/this.size.cell),i=this.
columns.findIndex(r=>s>=r.x&&s<r.x+r.wide),a=this.rows[o]??(o<0&&i>=this.heads?this.rows[i-this.heads]:-1);return a>=0&&
this.it.born[a]<=this.phase?a:-1}redo(){if(!this.it||!this.root.open||this.root.hidden)return;let t=this.rows[this.pointed]??
-1;this.arrange(),this.build(),this.shown=this.it.i,this.paint(),this.describe(),this.point(t)}show(t,e){if(this.it=t,this.
mask=this.it.mask||di,this.phase=e,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.
shown!==this.it.i)this.redo();else{let s=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(s),this.describe()}}reset(){
this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,L(this.box),S(this.say,""),this.root.hidden=!0}};var Qc={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},Jc=-2,pi=(n,t,e)=>n.n.shares?.[t]?.findLast(([s])=>s<=e);function Zc(n){
let{n:t}=n,e=t.id.length,s=new Map(t.id.map((f,m)=>[f,m])),o=new Array(n.verdicts.length).fill(n.steps.length-1);n.steps.
forEach((f,m)=>f.verdicts.forEach(g=>o[g]=m));let i=t.id.map(()=>[]),a=t.id.map(()=>[]);n.verdicts.forEach((f,m)=>i[f.place].
push(m));for(let f of i)f.sort((m,g)=>o[m]-o[g]);t.parent.forEach((f,m)=>{let g=s.get(f);g!==void 0&&a[g].push(m)});let r=new Array(
e).fill(!1);for(let f of n.path)r[f]=!0;let l=t.fates.map(f=>f.map(([m,g,b,y,w,x,k])=>({step:m,state:g,verdict:b,second:y,
times:w,told:x,plain:k}))),c=t.origin?t.origin.filter((f,m)=>f!==null&&f!==t.id[m]).length:0,h=!n.shares&&t.role.every((f,m)=>f!==
"draft"||i[m].some(g=>n.verdicts[g].p!==void 0||n.verdicts[g].state==="not_sent")),d=0,u=n.steps.map(({phase:f,verdicts:m,
layer:g})=>d=Math.max(d,m.length||f==="layer"?g??0:0));return{...n,size:e,place:s,fates:l,children:a,judged:i,stepOf:o,deepest:u,
onPath:r,replicas:c,scored:h}}function B(n){let t=n.panels.find(({kind:e})=>e==="judged");return t?.kind==="judged"?t:void 0}
var As=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];columns=0;calculates=!1;open(t){let e=t.header||{method:"",deciding:{},rejection:""};Object.
assign(this,{name:t.name||"",header:e,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.columns=0,
this.calculates=!1,this.live=!!t.live,this.add(t)}add(t){Object.assign(this.texts,t.texts||{});for(let e of t.iterations||
[])if(!(e.i<this.its.length)){if(e.i>this.its.length)return e.i-this.its.length;this.its.push(Zc(e)),this.columns=Math.max(
this.columns,e.lay.cols),this.calculates||=e.verdicts.some(({a:s})=>s!==void 0)||e.panels.some(({kind:s})=>s==="judged"||
s==="prefixes"),this.starts.push(this.starts[e.i]+e.steps.length);for(let[s,o,i,a,r]of e.made)this.lineage.set(s,{node:s,
parent:o,token:i,it:e.i,origin:a,step:r})}return t.summary&&(this.summary=t.summary),t.incomplete!==void 0&&(this.incomplete=
t.incomplete),0}get(t,e,s){return t.n[e]?.[s]??null}copied(t,e){let s=this.get(t,"origin",e);return s!==null&&s!==t.n.id[e]}up(t,e){
return t.place.get(t.n.parent[e])??-1}gram(t,e,s){let o=[];for(let i=e;i>=0&&o.length<s;i=this.up(t,i))o.push(i);return o}drafted(t,e,s){
let o=pi(t,e,s);return o?o[1]:this.get(t,"q",e)}wanted(t,e,s){if(s<t.seen||this.fate(t,e,s).state==="not_sent")return null;
let o=pi(t,e,s);if(o)return o[2];let i=t.scored?t.judged[e]:this.decided(t,e,s);for(let a of i)if(t.verdicts[a].p!==void 0)
return t.verdicts[a].p??null;return this.get(t,"p",e)}nth(t,e){let s=this.up(t,e);if(s<0||t.n.role[e]!=="draft")return null;
let o=t.children[s].filter(i=>t.n.role[i]==="draft");return o.length>1?o.indexOf(e)+1:null}toy(){return String(this.header.
pair||"").startsWith("toy:")}drafter(){return Qc[this.header.method]??"Draft"}guessed(){return this.header.q_name??"draf\
t"}unweighed(t,e){return(this.header.copies_text||t.panels.some(({kind:o})=>o==="written"))&&t.n.role[e]==="draft"&&this.
get(t,"q",e)===1}text(t){return t===Jc?"itself (finished)":this.texts[t]??(t<0?"start":"#"+t)}word(t){return Ot(this.text(
t))||"∅"}wordAt(t,e){return t.n.parent[e]<0&&t.n.role[e]==="input"?"start":this.word(t.n.token[e])}fate(t,e,s){return t.
fates[e].findLast(o=>o.step<=s)||t.fates[e][0]}missing(t,e){return t.lacking?.includes(e)?this.header.not_in_draft??null:
null}decided(t,e,s){return t.judged[e].filter(o=>t.stepOf[o]<=s)}marks(t,e){let s=new Map,o=i=>s.set(i,(s.get(i)??0)+1);
for(let i of this.bornBy(t,e)){let{state:a}=this.fate(t,i,e);o(a);let r=this.decided(t,i,e).some(l=>t.verdicts[l].state===
"unused");a==="merged"&&r&&o("unused")}return s}drawsOf(t,e,s){return e!=="accepted"&&e!=="rejected"?0:t.verdicts.filter(
(o,i)=>o.state===e&&t.stepOf[i]<=s).length}drawnOften(t,e){let s=this.bornBy(t,e).map(i=>this.fate(t,i,e)).filter(({times:i})=>i),
o=({state:i,times:a,told:r})=>i==="input"?-1/0:new Set(a).size>1&&(!a.startsWith("×")||a.includes(" "))?a.length:-r.length;
return s.sort((i,a)=>o(a)-o(i))[0]??null}bornBy(t,e){return t.born.flatMap((s,o)=>s<=e?[o]:[])}called(t){return vt(t.state,
this.voice)}path(t,e){let s=[],o=e;for(;o>0;){let i=t?.place.get(o),a=this.lineage.get(o);if(t&&i!==void 0&&!(a&&t.n.role[i]===
"input"))s.push({node:o,parent:t.n.parent[i],token:t.n.token[i],it:t.i,origin:null,step:0}),o=t.n.parent[i];else if(a)s.
push(a),o=a.parent;else break}return s.reverse()}second(t){return this.voice==="plain"?t.plain:t.second}unit(){return this.
voice==="plain"&&this.header.unit||"token"}at(t){let e=0;for(;e+1<this.its.length&&this.starts[e+1]<=t;)e++;return[e,t-this.
starts[e]]}joiner(){return this.toy()?" ":""}phrase(t){return lt(Ms(t.map(e=>this.text(e))).map(({text:e})=>e).join(this.
joiner()))}added(t){return this.phrase(this.its[t].made.map(([,,e])=>e))}written(){let t=this.its.at(-1),e=t?.beams.find(
s=>s.best)??t?.beams[0];return e&&this.multi()?this.path(null,e.node):this.its.flatMap(({made:s})=>s.flatMap(([o])=>this.
lineage.get(o)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.some(t=>t.beams.length>1)}beamsOf(t){
let e=new Map;return t.beams.forEach((s,o)=>{let i=e.get(s.node);i?i.slots.push(o):e.set(s.node,{beam:s,slots:[o]})}),[...e.
values()]}},Xc=new Set(["rejected","fails"]),ui=(n,t)=>n.steps[t].now.flatMap(e=>n.fates[e].filter(({step:s})=>s===t)).map(
({state:e})=>e);function Ts(n,t){let e=ui(n,t);return e.length>0&&e.every(s=>Xc.has(s))}function fi(n,t){let e=n.steps[t].
verdicts.map(i=>n.verdicts[i].state),s=new Set(e.length?e:ui(n,t)),[o]=s;return s.size===1?o:null}var th=3,eh={up:"↑",down:"↓",left:"←",right:"→"};function sh({scrollLeft:n,scrollTop:t,scrollWidth:e,scrollHeight:s,
clientWidth:o,clientHeight:i},a={w:1/0,h:1/0}){return[["up",t],["down",Math.min(s,a.h)-i-t],["left",n],["right",Math.min(
e,a.w)-o-n]].filter(([,l])=>l>th).map(([l])=>l)}var Dt=class{sign=p("span",{class:"st-more-sign","aria-hidden":"true","d\
ata-testid":"more-sign"});constructor(t,e=()=>{}){this.box=t,this.until=e,t.classList.add("st-sides"),t.addEventListener(
"scroll",()=>this.look(),{passive:!0}),new ResizeObserver(()=>this.look()).observe(t)}look(){let t=sh(this.box,this.until());
D(this.box,{"data-more":t.join(" ")}),S(this.sign,t.length?`${t.map(e=>eh[e]).join(" ")} more`:"")}};var nh=0;function mi(n){let t=p("div",{class:"st-menu",hidden:!0,id:`st-menu-${++nh}`,"data-testid":"more-menu"},...n.map(
({id:r,label:l,key:c,act:h})=>p("button",{type:"button",class:"st-menu-entry","data-testid":r,onclick(){a(),h()}},p("spa\
n",{},l),c&&p("kbd",{"aria-hidden":"true"},c)))),e=p("button",{type:"button",class:"st-btn","data-testid":"more","aria-e\
xpanded":"false","aria-controls":t.id,title:"Jumps, search, pictures, keys",onclick:()=>t.hidden?i():a()},"More"),s=[...t.
children];function o(r){let l=r.target;!t.contains(l)&&!e.contains(l)&&a()}function i(){t.hidden=!1,e.setAttribute("aria\
-expanded","true"),document.addEventListener("pointerdown",o,!0),s[0]?.focus()}function a(){if(t.hidden)return;let r=t.contains(
document.activeElement);t.hidden=!0,e.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",o,
!0),r&&e.focus()}return t.addEventListener("keydown",r=>{let{key:l}=r,c=s.findIndex(d=>d===document.activeElement),{length:h}=s;
if(l==="Escape")a();else if(l==="ArrowDown")s[(c+1)%h].focus();else if(l==="ArrowUp")s[(c-1+h)%h].focus();else if(l==="H\
ome")s[0].focus();else if(l==="End")s[h-1].focus();else return;r.preventDefault(),r.stopPropagation()}),t.addEventListener(
"focusout",r=>{r.relatedTarget instanceof Node&&!t.contains(r.relatedTarget)&&a()}),{button:e,list:t}}var oh={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M7 4\
l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M5 5\
l10 7-10 7z"},Gn=n=>v("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},v("path",{d:oh[n]})),
ih=6e3,ah={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},rh={"← →":"previous, next step","Page Up, Page Down":"previo\
us, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this or the next round",Space:"pl\
ay, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in the text",S:"share this step",
"Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"select the focused node",
Esc:"clear the selection","?":"this list"},Os=class{play=this.button("play","play","Play (Space)",()=>this.act.play());scrub=p(
"input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,step:1,"aria-label":"Step",oninput:()=>this.
act.seek(Number(this.scrub.value))});speed=p("select",{class:"st-speed","data-testid":"speed","aria-label":"Playback spe\
ed"},...Object.entries(ah).map(([t,e])=>p("option",{value:t,selected:t==="1"},e)));where=p("output",{class:"st-where","d\
ata-testid":"position"});strip=p("div",{class:"st-strip",role:"group","aria-label":"Steps of this round","data-testid":"\
phases"});help=p("dialog",{class:"st-help","data-testid":"help-dialog","aria-label":"Keys"},p("h2",{},"Keys"),p("dl",{},
...Object.entries(rh).map(([t,e])=>p("div",{},p("dt",{},p("kbd",{},t)),p("dd",{},e)))),p("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=p("button",{type:"button",class:"st-btn st-next","data-tes\
tid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(1)},p("span",{},"Next"),Gn("next"));menu=mi([{id:"t\
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
run,this.more),this.menu.list,this.notice,this.help);sides=new Dt(this.strip);striped=null;cells=[];lit=-1;voice="";part="";reached=-1;fading=0;constructor(t,e){
this.model=t,this.act=e,this.voice=t.voice,this.strip.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.
closest("[data-to]"):null;o&&e.to(Number(o.getAttribute("data-to")))})}button(t,e,s,o){return p("button",{type:"button",
class:"st-btn","data-testid":t,title:s,"aria-label":s,onclick:o},Gn(e))}notify(t){clearTimeout(this.fading),S(this.notice,
t),t&&(this.fading=setTimeout(()=>this.notify(""),ih))}unfold(){let t=this.root.classList.toggle("all");this.more.setAttribute(
"aria-expanded",t?"true":"false"),t&&this.settle()}show(t,e,s="",o=e){this.model.live||this.notify(""),(this.part!==s||this.
reached!==o)&&(this.lit=-1),this.part=s,this.reached=o;let i=o<e?t.steps[e].ahead:this.titleOf(t,e),a=`Round ${t.i+1} of\
 ${this.model.its.length}`;this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.starts[t.i]+e),
S(this.where,a);let r=this.model.starts[t.i]+e===this.model.total()-1;this.next.setAttribute("aria-disabled",String(r)),
this.scrub.setAttribute("aria-valuetext",`${a}, step ${e+1}: ${s?`${i}, ${s}`:i}`),this.striped!==t&&this.fillStrip(t),this.
voice!==this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let l=Math.max(0,Math.min(this.lit,e));l<=Math.min(
this.cells.length-1,Math.max(this.lit,e));l++)this.reach(t,l,e);this.lit<0&&this.cells.forEach((l,c)=>this.reach(t,c,e)),
this.lit=e}titleOf(t,e){return this.model.voice==="plain"?t.steps[e].called:t.steps[e].title}reach(t,e,s){let o=this.cells[e],
i=this.titleOf(t,e),{ahead:a}=t.steps[e],r=e<=this.reached;o.classList.toggle("done",r),o.toggleAttribute("data-failed",
r&&Ts(t,e)),e===s?o.setAttribute("aria-current","step"):o.removeAttribute("aria-current");let l=fi(t,e),c=o.dataset.group!==
"decide"?"":r?l?Z(l).sign:"●":"?";S(o,e===s?this.part||i:c);let h=`Step ${e+1}: ${r?i:a}`;D(o,{title:h,"aria-label":h})}fillStrip(t){
this.striped=t,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(document.activeElement)&&document.
activeElement.blur();let e=[],s=t.panels.some(({kind:l})=>l==="width"),o=t.steps.map(({phase:l})=>l==="layer"&&s?"width":
ce(l).group),i=o.some((l,c)=>l==="draft"&&t.steps[c].phase!=="input");o.forEach((l,c)=>{let h=l==="draft"&&!i?"check":l;
e.at(-1)?.group!==h&&e.push({group:h,steps:[]}),e[e.length-1].steps.push(c)});let a=[...this.strip.children],r=e.map((l,c)=>a[c]??
p("div",{class:"st-phases"},p("span",{class:"st-group"})));this.cells=[],e.forEach(({group:l,steps:c},h)=>{let[d,...u]=[
...r[h].children];D(r[h],{"data-group":l}),S(d,l==="width"?"Width":Pe(l));let f=c.map((m,g)=>u[g]??p("button",{type:"but\
ton",class:"st-ph",tabindex:"-1"}));c.forEach((m,g)=>D(f[g],{"data-phase":t.steps[m].phase,"data-group":l,"data-to":m})),
Re(r[h],[d,...f]),this.cells.push(...f)}),this.strip.classList.toggle("many",this.cells.length>12),Re(this.strip,r)}settle(){
let t=this.cells[this.lit],e=this.strip.clientWidth,s=t?.parentElement?.querySelector(".st-group");if(!t||!s)return;let o=t.
getBoundingClientRect(),i=this.strip.getBoundingClientRect(),a=o.left-i.left+this.strip.scrollLeft;this.strip.scrollLeft=
lh(a,o.width,e,s.getBoundingClientRect().width);let r=i.left+4;for(let l of this.strip.children){let{left:c,right:h}=l.getBoundingClientRect(),
d=l.firstElementChild,u=!d||c>=r-1||h-r>=d.getBoundingClientRect().width;l.classList.toggle("cut",!u)}this.sides.look()}playing(t){
L(this.play,Gn(t?"pause":"play")),this.play.title=t?"Pause (Space)":"Play (Space)",this.play.setAttribute("aria-label",this.
play.title),this.play.setAttribute("aria-pressed",t?"true":"false")}reset(){this.striped=null,this.cells=[],this.lit=-1,
L(this.strip),S(this.where,""),this.scrub.max="0"}focus(){return this.next.focus({preventScroll:!0})}rate(){return Number(
this.speed.value)}},lh=(n,t,e,s)=>Math.max(0,n+t/2-(e+s)/2);function bi({it:n,phase:t},e,s){if(e>0&&t<s[n]-1)return{it:n,
phase:s[n]-1};if(e<0&&n===0)return{it:n,phase:0};let o=Math.min(s.length-1,n+e);return{it:o,phase:s[o]-1}}var ch=45;function wi(n,t,e){
let s=300+ch*e,{group:o}=ce(n);return o==="draft"?e>60?s:t===n?1100:2e3:Math.max(n==="verify"||n==="unused"?4e3:4200,s)}
var hh="input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contentedi\
table=''], [contenteditable=true]",dh="[role=tablist],[role=slider],[role=listbox]",ph=["ArrowLeft","ArrowRight","Home",
"End","PageUp","PageDown"],gi=new Map([["f","present"],["r","rejection"],["a","accepted"],["/","find"],["s","share"],["?",
"help"]]),uh=n=>n.classList.contains("present");function yi(n,t,e){function s(o){if(!n.isConnected)return document.removeEventListener(
"keydown",s);if(o.defaultPrevented||o.ctrlKey||o.metaKey||o.altKey||!n.checkVisibility())return;let i=o.target instanceof
Element?o.target:document.body,{key:a,shiftKey:r}=o;if(i.closest(hh)||document.querySelector("dialog[open]")||i.closest(
dh)||!n.contains(i)&&i.closest("input, button, a, summary")&&[" ","Home","End"].includes(a)||ph.includes(a)&&i.matches("\
input[type=range]")&&!i.closest(".st-controls")||e(o))return;let l=a==="ArrowRight"||a==="PageDown"?1:-1;if(a==="ArrowRi\
ght"||a==="ArrowLeft")t[r?"iteration":"phase"](l);else if(uh(n)&&(a==="PageDown"||a==="PageUp"))t.phase(l);else if(gi.has(
a.toLowerCase()))t[gi.get(a.toLowerCase())??"help"]();else if(a===" "&&!(i.closest("button, summary")&&n.contains(i)))t.
play();else if(a==="Home")t.seek(0);else if(a==="End")t.seek(1/0);else if(a==="Escape")t.release();else return;o.preventDefault()}
document.addEventListener("keydown",s)}function Ce(){let n=V(),t=e=>$s(n.get(e),e);return{trace:n.get("trace"),it:t("it"),
phase:t("phase"),part:t("part"),node:t("node")}}var fh={it:"round",phase:"step",node:"node"};function xi(n,t){for(let[e,
s]of Object.entries(fh)){let o=n.get(e),i=$s(o,e),a=t[($s(n.get("it"),"it")??1)-1],r=i!==null&&(e==="it"&&i>t.length||e===
"phase"&&i>(a??t[t.length-1]).steps.length),l=e==="node"&&i!==null&&!t.some(({place:c})=>c.has(i));if(o!==null&&(r||l||i===
null))return`There is no ${s} “${o.slice(0,40)}”, so ${e==="node"?"none is selected":`this is the ${r?"last":"first"}\
 one`}.`}return""}var Es=()=>document.querySelector("[data-opening='race']")!==null;function Kn(n=()=>!0){let t=0,e=0,s={};
function o(){if(t=0,!n())return;let i=V(),a={lesson:i.get("lesson"),trace:i.get("trace"),...s},r=i.has("trace")&&![null,
"",i.get("trace")].includes(a.trace);Tt(s,r&&!a.lesson)}return i=>{s=i,t||=setTimeout(o,e),e=120}}var mh="not_sent",gh=n=>vi(n).length>0,vi=n=>n.n.role.flatMap((t,e)=>t==="draft"&&n.fates[e].at(-1)?.state!==mh?[e]:[]);
function Ls(n){let t=vi(n),e=Math.max(...t.map(s=>n.n.depth[s]));return t.some(s=>n.n.depth[s]===e&&n.onPath[s])}function ki(n,t){
return n.its.some(gh)?n.live?`${t} so far.`:`${t}.`:"Nothing is drafted in this run."}function $i(n){for(let t of n.its){
let e=t.steps.findIndex(({verdicts:o})=>o.some(i=>t.verdicts[i].state==="rejected")),s=t.steps[e]?.verdicts.find(o=>t.verdicts[o].
state==="rejected");if(s!==void 0)return{it:t.i,phase:e,node:t.n.id[t.verdicts[s].place]}}return ki(n,"This run has no r\
ejection")}function qs(n,t){let e=n.its.slice(t+1).find(Ls);if(e)return{it:e.i,phase:e.steps.length-1,node:null};let s=n.
its.some(Ls);return ki(n,s?"No later round is fully accepted":"No round is fully accepted")}function Mi(n,t,e,s){let o=t.
toLowerCase();if(!o.trim())return[];let i=Ms(n.map(({token:c})=>e(c))),a=[],r="";for(let c of i)a.push(r.length),r+=c.text.
toLowerCase()+s;let l=[];for(let c=r.indexOf(o);c>=0;c=r.indexOf(o,c+o.length)){let h=c+(o.length-o.trimStart().length),
d=n[i[a.findLastIndex(u=>u<=h)].index];l.at(-1)!==d&&l.push(d)}return l}function Si(n,t){let e=p("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),s=p("input",{type:"text",
class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"Find in the te\
xt",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>c()}),o=(m,g,b,y)=>p("button",
{type:"button",class:"st-btn st-small","data-testid":m,title:b,"aria-label":b,onclick:y},g),i=p("div",{role:"search",class:"\
st-find",hidden:!0,"data-testid":"find"},s,e,o("find-previous","↑","Previous match (Shift + Enter)",()=>d(-1)),o("find\
-next","↓","Next match (Enter)",()=>d(1)),o("find-close","✕","Close search (Esc)",()=>f())),a=[],r=-1,l=0;function c(){
a=Mi(n.written(),s.value,m=>n.text(m),n.joiner()),t.mark(new Set(a.map(({node:m})=>m))),r=a.findIndex(({it:m})=>m>=l),r<
0&&(r=a.length-1),h()}function h(){let m=a[r],g=s.value.trim()!=="";m&&t.goto(m.it,m.step,m.node),S(e,m?`${r+1} of ${a.length}`:
g?"No match in this run":"")}function d(m){a.length&&(r=(r+m+a.length)%a.length,h())}function u(){i.hidden&&(l=t.at()),i.
hidden=!1,s.focus(),s.select(),s.value&&c()}function f(){i.hidden||(i.hidden=!0,a=[],t.mark(new Set),t.left())}return s.
addEventListener("keydown",m=>{if(m.key==="Enter")d(m.shiftKey?-1:1);else if(m.key==="ArrowDown"||m.key==="ArrowUp")d(m.
key==="ArrowDown"?1:-1);else return;m.preventDefault(),m.stopPropagation()}),i.addEventListener("keydown",m=>{m.key==="E\
scape"&&(f(),m.preventDefault(),m.stopPropagation())}),{root:i,open:u,reset(){i.hidden=!0,s.value="",S(e,""),a=[],r=-1,t.
mark(new Set)}}}var Ai=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The large model whose \
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
l",also:["norm(max(p − q, 0))","leftover target probability","leftover probability","leftover target","leftover"],methods:[],
name:"residual (leftover target probability)",help:"The amount by which the target’s probability exceeds the draft’s, ov\
er all tokens, rescaled to 100%. The replacement of a rejected token is sampled from it.",paper:"Leviathan, Kalman and M\
atias 2023"},{term:"bonus",also:["bonus token","bonus tokens"],methods:[],name:"bonus token",help:"An extra token that t\
he target samples when every draft token was accepted. It needs no extra pass because the same pass already gave its pro\
bability.",paper:"Leviathan, Kalman and Matias 2023"},{term:"fill",also:["fill-in beam","fill-in beams","fill-in","extra\
 beam"],methods:["dsbd"],name:"fill-in beam (extra beam)",help:"A beam that the target samples itself because too few dr\
aft beams of the layer were accepted.",paper:"Qin et al. 2024 (DSBD)"},{term:"γ",also:["gamma","draft length"],methods:[],
name:"γ: draft length",help:"How many tokens, or tree levels, are drafted before the target checks them.",paper:"Leviat\
han, Kalman and Matias 2023"},{term:"α",also:["acceptance rate"],methods:[],name:"α: acceptance rate",help:"The probab\
ility that a draft token is accepted. For a run, it is the percentage of tested draft tokens that were accepted.",paper:"\
Leviathan, Kalman and Matias 2023"},{term:"speed-up",also:["speed-ups","speedup"],methods:[],name:"speed-up",help:"The t\
okens per second, divided by those of the comparison run. 1× means no gain.",paper:""},{term:"γ̄",also:["gamma_bar","\
tokens per target pass","tokens per iteration","block efficiency"],methods:[],name:"tokens per target pass",help:"How ma\
ny tokens one target pass adds on average, the target’s own token included.",paper:"Qin et al. 2025 (MTAD)"},{term:"fo\
rward pass",also:["forward passes","target pass","target passes","target-model pass","target-model passes","draft pass",
"draft passes","one pass"],methods:[],name:"forward pass",help:"One run of a model over its input. It gives next-token p\
robabilities at every input position, and takes most of the time.",paper:""},{term:"top-k",also:["top_k"],methods:[],name:"\
top-k",help:"Only the k most likely tokens can be sampled; all others get probability 0.",paper:""},{term:"top-p",also:[
"top_p"],methods:[],name:"top-p",help:"Keeps the smallest set of most likely tokens whose probabilities add up to the to\
p-p value. The p in its name is not the target’s p.",paper:""},{term:"temperature",also:[],methods:[],name:"temperatur\
e",help:"Below 1 it makes likely tokens likelier; above 1 it evens the probabilities out. At 0 the most likely token is \
always chosen.",paper:""},{term:"𝒯",also:["sampling settings","warping","warped"],methods:[],name:"𝒯: sampling setti\
ngs (warping)",help:"Temperature, top-k and top-p together. They turn a model’s raw probabilities into those that tokens\
 are sampled from.",paper:""},{term:"sampling",also:["sample","samples","sampled","draws"],methods:[],name:"sampling",help:"\
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
ree. Then the next leaf is tested.",paper:"Weng et al. 2025"}];var Fe=new Map;for(let n of Ai)for(let t of[n.term,...n.also])Fe.set(t,[...Fe.get(t)??[],n]);var wh="[\\p{L}\\p{N}_′̃’]",
Ti=n=>n.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),yh=n=>/^\p{Ll}{2}/u.test(n)?`[${n[0]}${n[0].toUpperCase()}]${Ti(n.slice(1))}`:
Ti(n),xh=[...Fe.keys()].sort((n,t)=>t.length-n.length),vh=new RegExp(`(?<!${wh})(${xh.map(yh).join("|")})(?![\\p{L}\\p{N}_\
′̃])`,"gu");function kh(n,t){let e=Fe.get(n)??Fe.get(n[0].toLowerCase()+n.slice(1))??[];return e.find(({methods:o})=>o.
includes(t))??e.find(({methods:o})=>!o.length)??null}function $h(n,t="",e=new Set){let s=[],o=0;for(let i of Mh(n)){let a=kh(
i[0],t);!a||e.has(a)||(e.add(a),s.push({text:n.slice(o,i.index),entry:null},{text:i[0],entry:a}),o=i.index+i[0].length)}
return[...s,{text:n.slice(o),entry:null}].filter(i=>i.text)}var Mh=n=>[...n.matchAll(vh)].filter(({index:t})=>n.lastIndexOf(
"“",t)<=n.lastIndexOf("”",t)&&!/^a \p{L}/u.test(n.slice(t,t+3))),Oi=0;function Ei(n,t){Oi+=1;let e=p("div",{class:"s\
t-gloss",role:"tooltip",id:`st-gloss-${Oi}`,hidden:!0,"data-testid":"glossary"}),s=null;function o(d,u){s=d,L(e,p("b",{},
u.name),p("p",{},u.help),u.paper?p("small",{},u.paper):null),e.hidden=!1;let f=d.getBoundingClientRect(),m=n.getBoundingClientRect(),
g=e.offsetWidth,b=Math.max(0,Math.min(f.left-m.left,m.width-g)),y=f.top-e.offsetHeight-6;e.style.left=`${b}px`,e.style.top=
`${(y>0?y:f.bottom+6)-m.top}px`,d.setAttribute("aria-describedby",e.id)}function i(){s?.removeAttribute("aria-describedb\
y"),s=null,e.hidden=!0}n.addEventListener("keydown",d=>{if(d.key==="ArrowDown"||d.key==="ArrowUp")return a(d,d.key==="Ar\
rowDown"?1:-1);d.key!=="Escape"||e.hidden||(i(),d.stopPropagation())});function a(d,u){let f=d.target;if(!(f instanceof HTMLElement)||
f.localName!=="dfn")return;let g=[...f.closest("p, dt, dd, li, span")?.querySelectorAll("dfn")??[]];g[Math.min(g.length-
1,Math.max(0,g.indexOf(f)+u))].focus(),d.preventDefault(),d.stopPropagation()}let r=(d=!0)=>{let u=new Set,f=d;return m=>$h(
m,t(),u).map(g=>{let b=f&&g.entry!==null;return b&&(f=!1),c(g,b)})},l=(d,u=!0)=>r(u)(d);function c({text:d,entry:u},f){if(!u)
return d;let m=p("dfn",{tabindex:f?"0":"-1","data-term":u.term},d),g=()=>o(m,u);for(let b of["focus","click"])m.addEventListener(
b,g);return m.addEventListener("mouseenter",b=>{xt.moved(b)&&g()}),m.addEventListener("blur",i),m.addEventListener("mous\
eleave",()=>{m.matches(":focus")||i()}),m}return{root:e,explained:l,marker:r,gone:()=>{s&&!s.isConnected&&i()}}}var _e=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:7,wide:190,gap:36,font:17,small:13,r:6.5,text:!0,least:.93},{name:"\
duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",upTo:64,
row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,high:21,
low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,apart:2,
wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],ct={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,wide:178,gap:0,
font:18,small:13,r:7,text:!0,least:.93},js={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},it=n=>_e.find(t=>t.
name===n)??_e[0],Sh=3.3,Be=60,Vt=16,ze=7,Ah=4,gt=n=>Math.ceil(Sh*n),Pt=({small:n},t)=>Math.ceil(n*(t?5.2:2.75))+4,He=({name:n,
small:t})=>Math.ceil(t*(n==="rich"?4.1:3.4))+9,he=({name:n,small:t},{numbers:e})=>n==="line"&&e===1?0:Math.ceil(t*2.8)+4,
Ct=n=>Math.ceil(Ah*n),tt=16,Et=34,de=30,Vn=10,Yt=44,pe=1.6,dt=n=>n?tt-6:tt-4,Is=({name:n},t)=>t||n==="line"||n==="dots",
Rs=(n,{kind:t},e)=>t==="tree"&&!Is(n,e),We=(n,t,e)=>t.rows-(Rs(n,t,e)?1:0),Yn=(n,t)=>Is(n,!1)?Vn:de+8+(Rs(n,t,!1)?n.high+
Qn+4:0),Qn=9,ue=(n,t,e)=>2*dt(e)+Et+(e?0:Yn(n,t));var Ue=88,Th=142,Li=112,Oh=66,Eh=98,Lh=8,Ns={slab:28,low:22,gap:6,end:3};function qi(n,t,e,s,o){let{cols:i}=n,a=t.big?16:
ct.small;if(e){let b=t.touched?Yt:Yt-6,y=Math.max(b,Math.min(54,Math.floor((t.h-2*dt(!0)-Et)/i)));return{...ct,row:y,high:y-
6,wide:Math.min(420,Math.max(200,t.w-2*tt-Ue-14)),gap:0,font:16,small:a,least:1}}let r=s?60:t.big?ct.high-10:ct.high,l=Ps(
r,s,i>2,o),c=s||i>Lh?8:Math.max(12,Math.min(22,Math.floor(t.w*.018))),h=2*tt+c*(i-1),d=i*(t.big?Li:Th)+h,u=s?.8:t.big?js.
card:ct.least,f=Math.max(t.big?u:1,Math.min(pe,(t.h-Jn(t))/l,t.w/d)),m=b=>Math.floor((t.w/b-h)/i),g=Math.max(Oh,Math.min(
ct.wide,m(f)),Math.min(Li,m(u)));return{...ct,high:r,wide:g,gap:c,font:s?16:ct.font,small:s&&!t.big?15.5:a,least:u}}var Jn=({
bar:n,touched:t})=>t?n:0,Zn=18,Ge=(n,t=0)=>n?33:Math.max(48,t&&16+Zn*t),Ds=n=>n?Ns.low:Ns.slab,Xn=(n,t,e)=>n+Ge(t,e)+Ds(
t)+Ns.gap,Ps=(n,t,e,s)=>dt(!1)+Et+n+(e?Ge(t)+Xn(n,t,s)+Ns.end:Ge(t,s)+Ds(t)+tt);function ji(n,t){if(t)return Ih(n);let{high:e,
wide:s,r:o,small:i}=n,a=e<80,r=-e/2,l=s-9,c=gt(i),h=Ct(i),d=s<Eh,u=r+(a?21:27),f={x:0,y:-r+(a?5:12),wide:s,high:a?8:12,says:{
x:s/2,y:-r+(a?29:40)}},m=a?[33,48]:[48,68],g=s>=10+h+4+20+6+c+9,b=a?qh(n,g,r+m[0],r+m[1]):jh(n,r);return{glyph:{x:d?13:18,
y:r+(a?15:21),r:o},word:{x:d?24:32,y:u,end:d?s-4:l},scale:f,sure:null,bars:b,second:s<(a?128:118)?null:{x:10,y:r+(a?39:52),
end:!1},times:{x:l,y:u-1}}}function qh({wide:n,small:t,high:e},s,o,i){let a=n-9,r=s?14+Ct(t):10,l=t*.34,c=a-gt(t)-6-r;return{
x:{q:r,p:r},wide:c<Vt?0:c,high:e<80?7:9,q:o,p:i,name:s?10:null,long:s,one:!1,numbers:{q:a,p:a},texts:{q:l,p:l}}}function jh({
wide:n,small:t},e){let s=n-9,o=10+Ct(t)+4+gt(t)<=s,i=e+50,a=e+74;return{x:{q:10,p:10},wide:n-20,high:5,q:i,p:a,name:10,long:o,
one:!1,numbers:{q:s,p:s},texts:{q:-7,p:-7}}}function Ih({high:n,wide:t,r:e,small:s}){let o=gt(s),i=t-8,a=i-o,r=a-Ct(s)-4,
l=r-4>120,c=Math.min(22,(n-2)/2),h=-c+s*.73+.5,d=3.8,u=h+d,f=h+c+d,m=l?r:a;return{glyph:{x:18,y:0,r:e},word:{x:32,y:6,end:m-
6},second:{x:i,y:5,end:!0},sure:null,times:{x:m-4,y:5},bars:{x:{q:a,p:a},wide:o,high:2.6,q:u,p:f,name:l?r:null,long:l,one:!1,
numbers:{q:i,p:i},texts:{q:-d,p:-d}},scale:{x:t+10,y:-8,wide:Ue,high:10,says:{x:t+10+Ue/2,y:16}}}}function Ke({narrow:n,mode:t,chain:e},s,o){let i=s.x+s.wide,a=s.edge+4,r=(a+o.x)/2,l=t.high/2;if(n&&e)return`M${s.x+18} ${s.
cy+l}V${o.cy-l}`;if(n){let c=s.x+t.r+7;return`M${c} ${s.cy+l}V${o.cy-6}Q${c} ${o.cy} ${c+6} ${o.cy}H${o.x}`}return`M${i}\
 ${s.cy}H${a}C${r} ${s.cy} ${r} ${o.cy} ${o.x} ${o.cy}`}function to({narrow:n},t,e){let s=Math.max(t.x+t.wide,e.x+e.wide)+
(n?22:30);return`M${t.x+t.wide} ${t.cy}C${s} ${t.cy} ${s} ${e.cy} ${e.x+e.wide+1} ${e.cy}`}var Cs=n=>n.makes?{...n,cy:n.
cy+n.makes}:n,Ve=({room:n},t,e)=>e>=n?Cs(t):t,Fs=({room:n},t,e)=>e>=n?t.late:t.wire;var Rh=44;function Ii({name:n,r:t},{nth:e}){let i=(e?ze:0)+(n==="rich"?9:n==="dots"?3:7)+t;return{glyph:i,word:i+t+(n===
"rich"?7:6)}}function Ri(n,t,e){let{name:s,high:o,wide:i,font:a,r}=n,l=[`${s}${e?"-":""}${i}x${o}`,t.numbers,+t.sure,+t.
nth,+t.ratio].join("."),{small:c}=n;if(s==="card")return{key:l,small:c,...ji(n,e)};let h=Ii(n,t),d=o/2;if(s==="rich")return{
key:l,small:c,...Nh(n,t,h)};let u=s==="dots"||t.numbers<1?null:s==="duo"?Dh(n):Ph(n,t),f=u?Math.min(u.x.q,(u.numbers.q??
i)-gt(n.small)):i,m=Math.min(a*.36,d-a*.25),g=f-(t.ratio&&u?Ni(n,t):0);return{key:l,small:c,glyph:{x:h.glyph,y:0,r},word:{
x:h.word,y:m,end:g-5},second:null,sure:null,times:{x:g-4,y:m},bars:u,ratio:t.ratio&&u?{x:(u.one?i:f)-5,y:0}:void 0,scale:s!==
"chip"&&s!=="duo"?null:{x:0,y:d+Di(n,3.5),wide:i,high:3.5,says:null}}}var Ni=(n,t)=>t.numbers>1||n.name==="duo"?He(n)+6:
8;function Nh(n,t,e){let{high:s,wide:o,r:i,small:a}=n,{sure:r}=t,l=s/2,c=(s>55?19:17)-l,h=l-11,d=h-12.5,u=gt(a),f=o-8,m=10+
Ct(a),g=o-m-u-18>=Vt?m+4:10,b=f-u-6-g,y={q:a*.34,p:a*.34},w=t.ratio?f-He(n)-4:f;return{glyph:{x:e.glyph,y:c-6,r:i},word:{
x:e.word,y:c,end:r?f-u-6:w},second:{x:f,y:c,end:!0},start:{x:e.word,y:15},sure:r?{x:f,y:c}:null,times:{x:w,y:c},ratio:t.
ratio?{x:f,y:c-5}:void 0,bars:{x:{q:g,p:g},wide:b<Rh?0:b,high:6,q:d,p:h,name:g>10?10:null,long:g>10,one:!1,numbers:{q:f,
p:f},texts:y},scale:{x:0,y:l+Di(n,4),wide:o,high:4,says:null}}}var Di=({row:n,high:t},e)=>Math.min(2,n-t-1.5*e-1.75);function Dh({
high:n,wide:t,small:e,bar:s=0}){let o=n*.23,i=t-8,a=i-gt(e)-6,r=e*.36,l=a-s;return{x:{q:l,p:l},wide:s,high:6,q:-o-.5,p:o-
1,name:null,long:!1,one:!1,numbers:{q:i,p:i},texts:{q:r,p:r}}}function Ph({name:n,high:t,wide:e,small:s},{numbers:o}){let i=e-
7,a=gt(s),r=o>1?i-a-8:i,l=n==="line",c=l?0:3.6-t/2,h=l?s*.36:t/2-8.5;return{x:{q:r-a+3,p:i-a+3},wide:a-3,high:l?0:2.6,q:c,
p:c,name:null,long:!1,one:o<2,numbers:{q:r,p:i},texts:{q:h-c,p:h-c}}}function fe(n,t,e,s,o=!1){let{name:i,small:a}=n,r=Ii(
n,t).word,l=gt(a),c=r+e+s+8+(t.ratio?Ni(n,t):0);return!n.text||t.numbers<1?Math.ceil(c):Math.ceil(i==="rich"?Math.max(c+
(t.sure?l+6:0),o?10+Ct(a)+4+Be+6+l+8:10+Vt+6+l+8):i==="duo"?c+l+11+(o?Be:0):c+l+(t.numbers>1?l+8:0)+4)}var Pi=22;function Ci(n){let t=new Map;return n.n.merge?.forEach((e,s)=>{let o=n.fates[s].find(({state:i})=>i==="merged");
e!==null&&o&&t.set(e,[...t.get(e)??[],o.step])}),t}function Fi(n){let{model:t,it:e,items:s,spot:o,narrow:i,form:a,mode:r}=n;
if(s.some(({place:c})=>t.copied(e,c)))return;let l=new Map;for(let c of i?[]:s){let h=o.get(e.place.get(t.get(e,"merge",
c.place)??-1)??-1);h&&h!==c&&h.col>=c.col&&l.set(h,[...l.get(h)??[],c])}for(let[c,h]of l)c.shared=h,h.forEach((d,u)=>{let f=c.
cy+r.high/(h.length+2)*(u+1-(h.length-1)/2),m=o.get(t.up(e,d.place)),g=m?c.x-m.edge:0,b=g<2*Pi;d.into={item:c,x:c.x-(b?g/
2:Pi)-a.glyph.x,y:(b&&m?(f+m.cy)/2:f)-a.glyph.y,wire:m?Ke(n,m,{...c,cy:f}):""}});e.n.id.forEach((c,h)=>{let d=o.get(h),u=d??
o.get(e.place.get(t.get(e,"origin",h)??-1)??-1),f=u?.into?.item??u;!f||f===d||(f.stands.push(h),d||o.set(h,f))})}function Ft({
it:n},{place:t,into:e},s){let o=n.fates[t].find(i=>i.state==="merged")?.step??1/0;return e&&o<=s?e:null}var _i=78,Bi=130,Ch=170,zi=240;function Hi({mode:n,narrow:t,chain:e,items:s,top:o,w:i,h:a,bar:r,scale:l},c,h,d,u){let f=Math.
max(0,(h.w/l-i)/2),m=W=>t||r||!h.bar?1/0:(h.w-(W??zi))/l-f-8,g=m(h.buttons),b=h.bar?h.buttons??zi:0,y=Is(n,t),w=dt(t)-2,
x=Math.min(...s.map(W=>W.x)),k=Math.max(0,c.cols-(c.kind==="free"?1:2)),$={x,y:w,w:_i,h:Et-10},M=Math.max(...t?s.map(W=>W.
x+W.wide):s.filter(({col:W})=>W<=k).map(W=>W.x+W.wide)),A=e&&!t?o+n.high+Ge(d,u):a-dt(t)-de+2,[E,O]=t?[160,460]:[120,300],
T=Math.min(M-x,g-x-Ch)-Bi,I=y?{x:x+Bi,y:w,w:Math.max(E,Math.min(T,O)),h:Et-10}:{x,y:A,w:M-x,h:e?Ds(d):de},G=y?a-dt(t)-(t?
0:Vn)+4:A,K={x:x-5,y:y?I.y+I.h:o-6,w:M-x+10,h:G-(y?I.y+I.h:o-6)},H=c.cols-1,j=n.high/2,C=e?t?{x,y:o+j+H*n.row,w:n.wide,h:n.
high}:{x:tt+H*(n.wide+n.gap),y:o+j,w:n.wide,h:n.high}:null;return{lane:$,most:Math.max(x,m(h.zooms??h.buttons)-_i),until:t?
h.w-8-b:Math.min(i,g),slab:{...I,w:Math.min(I.w,i-I.x-8)},below:!y,area:K,bonus:C,head:o-6}}function Wi(n,t,e,s){let o=s.find(({place:m})=>t.n.role[m]==="target"),i=o&&s.find(({place:m})=>m===n.up(t,o.place));if(e.
kind!=="tree"||!o||!i)return null;let a=s.filter(m=>m!==o),r=a.filter(({col:m})=>m===o.col),l=r.filter(({place:m})=>n.up(
t,m)===i.place).at(-1)??i,c=new Set([l.place]);for(let{place:m}of a)c.has(n.up(t,m))&&c.add(m);let h=a.filter(m=>m.row>l.
row&&!c.has(m.place)),d=Math.max(-1,...r.filter(m=>m.row<=l.row).map(({y:m})=>m)),u=Math.min(1/0,...r.filter(m=>h.includes(
m)).map(({y:m})=>m)),f=l===i?Math.max(d+1,Math.min(i.y,u)):d+1;return{own:o,others:a,branch:c,below:h,y:f,next:u}}function Ui(n,t,e,s,o,i){
let a=Wi(n,t,e,s);if(!a)return 1/0;let{own:r,others:l,branch:c,below:h,y:d,next:u}=a;if(i){let f=Math.max(...l.filter(({
place:m})=>c.has(m)).map(m=>m.row))+1;for(let m of h)m.makes=o;return r.cy+=(f-r.row)*o,r.row=f,t.born[r.place]}if(u<d+.99)
for(let f of h)f.makes=o;return r.cy+=(d-r.y)*o,r.y=d,t.born[r.place]}function Gi(n,t,e,s,{row:o,rows:i,last:a}){let r=Wi(
n,t,e,s);if(!r)return;let{own:l,y:c,next:h}=r,d=h>=c+.99&&c<=i-1;l.cy=d?l.cy+(c-l.y)*o:a,l.y=c}var Fh=44,_h=30,Bh=26,zh=96,Hh=3,Vi=7,Wh=96,Ki=(n,{big:t})=>t?{...n,least:js[n.name]}:n,_s=({name:n,text:t},e,{sure:s,nth:o,
ratio:i},{big:a})=>({numbers:t?e:0,sure:s&&n==="rich",big:!!a,fates:!1,ratio:i&&t&&e>0,nth:o&&t&&(n!=="line"||e>1)}),Uh=[
["rich",2],["duo",2],["chip",2],["line",2],["duo",1],["chip",1],["line",1],["line",0]];function Yi(n,t,e,s){let o=t.h-e,
a=Uh.filter(([g])=>n.at.length<=it(g).upTo).map(([g,b])=>{let y=Ki(it(g),t);return{mode:y,has:_s(y,b,s,t)}}),r=({mode:g})=>g.
least*eo(g,n,g.low+g.apart)<=o,l=({mode:g,has:b},y=n.cols)=>g.least*Ji(g,b,{...n,cols:y},s,Bs(g,b,s))<=t.w-4,c=n.kind===
"tree"?n.cols-1:n.cols,h=g=>g.find(b=>l(b))??g.find(b=>l(b,c)),d=g=>h(g.filter(({mode:b,has:y})=>y.numbers===2&&b.name!==
"line"))??h(g.filter(({has:b})=>b.numbers===2))??h(g.filter(({has:b})=>b.numbers===1))??h(g),u=a.filter(({mode:g})=>g.name===
"line"),f=d(a.filter(r))??(t.big?a.find(r):void 0)??d(u)??u.at(-2)??{mode:Ki(it("dots"),t),has:_s(it("dots"),0,s,t)},m=l(
f)?n.cols:c;return{...Gh({...n,cols:m},t,o,s,f.mode,f.has),fits:l(f,m)}}function eo(n,t,e){let s=Math.min(n.high,e-n.apart);
return(We(n,t,!1)-1)*e+s+ue({...n,high:s},t,!1)}var Bs=(n,t,e)=>n.text?fe(n,t,Math.min(e.word(n.font),Hh*n.font),Ye(n,t,
e)):n.wide,Ye=(n,t,{often:e,copied:s},o=!1)=>e?Pt(n,o):s?he(n,t):0,Qi=(n,t,{joins:e})=>e?Fh:t.nth&&n.name!=="rich"?_h:n.
gap*.6,Qe=({name:n},{arcs:t})=>2*tt+(t||n==="line"||n==="dots"?Bh:0),Je=(n,t)=>n.text?t:t+Wh,Ji=(n,t,{cols:e},s,o)=>e*Je(
n,o)+(e-1)*Qi(n,t,s)+Qe(n,s);function Gh(n,t,e,s,o,i){let{cols:a}=n,{least:r,apart:l,low:c}=o,h=s.word(o.font),d=c+l+.4*
(o.row-c-l),u=t.w-4,f=Math.min(h,Vi*o.font),m=o.text?fe(o,i,f,Ye(o,i,s)):o.wide,g=Math.max(r,Math.min(pe,e/eo(o,n,d),u/Ji(
o,i,n,s,m))),b=E=>eo(o,n,E)<=e/g,y=Math.floor(c+l);for(;y<o.row&&b(y+1);)y++;let w=Qe(o,s),x=Qi(o,i,s),k=(u/g-w-(a-1)*x)/
a,$=o.text?Math.floor(Math.max(Bs(o,i,s),Math.min(o.wide,k,fe(o,i,h,Ye(o,i,s,s.fates),!0)))):o.wide,M=(u/g-w-a*Je(o,$))/
Math.max(1,a-1),A=s.fates&&$>=Bs(o,i,s)+Pt(o,!0)-Pt(o,!1);return{mode:{...o,wide:$,row:y,high:Math.min(o.high,y-l),bar:Xi(
o,i,s,$)},has:{...i,fates:A},gap:Math.floor(Math.max(x,Math.min(zh,M)))}}function Zi(n,t,e){let s=n.at.length,o=g=>(t.h-
g-ue(_e[0],n,!0))/s,i=Math.floor(t.touched?Math.max(o(t.bar),Math.min(Yt,o(0))):o(t.bar)),{name:a}=_e.filter(({upTo:g})=>s<=
g).find(({low:g,apart:b,text:y})=>y&&g+b<=i)??(s<=it("line").upTo?it("line"):it("dots")),r={...it(a),small:13,font:Math.
min(it(a).font,16),least:1},l=Math.max(120,t.w-Qe(r,e)-(n.cols-1)*so(r)),c=_s(r,2,e,t),h=Bs(r,c,e)<=l?c:_s(r,1,e,t),d=Ye(
r,h,e),u=r.text?Math.min(l,fe(r,h,e.word(r.font),d,!0)):r.wide,f=Math.max(r.low+1,Math.min(i,r.row)),m=Math.min(r.apart,
f-r.low);return{mode:{...r,wide:u,row:f,high:Math.min(r.high,f-m),bar:Xi(r,h,e,u)},has:h,gap:0,fits:!0}}function Xi(n,t,e,s){
let o=Math.min(e.word(n.font),Vi*n.font),i=Math.min(Be,s-fe(n,t,o,Ye(n,t,e)));return i<Vt?0:i}var so=({name:n})=>n==="ri\
ch"||n==="duo"||n==="chip"?22:14;var Lt=n=>Array.from(n).reduce((t,e)=>t+(Kh.find(([s])=>s.test(e))?.[1]??.66),0),Kh=[[/[%mMW@]/,.99],[/[w<>=≥≤≈+×÷]/,
.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],me=(n,...t)=>t.find(e=>Lt(e)<=n)??t[t.length-1],no=(n,t,{width:e,typeface:s})=>e(
n,`700 ${t}px ${s}`);function ta(n,t,e,s,o=12){let i=Math.max(Math.min(o,t),t*.7),a=s(t)(n);if(a<=e)return{word:n,font:t};
let r=Math.max(i,Math.floor(t*e/a)),l=s(r),c=n;for(let h=Array.from(n).length;h>2&&l(c)>e;h--)c=F(n,h-1);return{word:c,font:r}}var Vh=560,Yh=700,Qh=280,Jh=1.6,Zh=334,Xh=170,td=5,ed=1.7;function ea(n,t,e,s,o){let i=e.at.some(d=>(n.get(t,"count",d)??
1)>1),a=!!t.n.merge,r=e.at.some(d=>n.copied(t,d)),l=e.at.filter(d=>t.n.role[d]!=="target").map(d=>n.wordAt(t,d)),c=t.panels.
some(({kind:d})=>d==="prefixes"),h=t.panels.some(({kind:d})=>d==="width"||d==="judged");return{word:d=>Math.max(0,...l.map(
u=>no(u,d,s))),often:i,copied:r&&!o,fates:i,sure:!!t.n.sure,arcs:a||t.replicas>0,nth:!o&&!a&&!c&&(h||e.at.some(d=>n.nth(
t,d)!==null)),joins:a&&!r,ratio:!!B(t)?.ratios}}function sd(n,t,e,s,{mode:o,has:i},a,r){let l=e.at[s],c=t.fates[l].some(
y=>y.times),h=n.wordAt(t,l),d=o.text||t.onPath[l],u=c?Pt(o,i.fates):n.copied(t,l)?he(o,i):0,f=o.text?a.word.end-a.word.x-
u:1/0,{word:m,font:g}=ta(h,o.font,f,y=>w=>no(w,y,r),(r.big?18:12)/o.least),b=[a.key,c,d,t.n.role[l]==="input"].join();return{
place:l,kind:b,key:"",word:m,whole:h,font:g,copies:c,named:d,wide:o.wide,nth:i.nth?n.nth(t,l):null,col:e.col[s],row:e.row[s],
y:e.y[s],x:0,cy:0,edge:0,up:-1,wire:"",makes:0,late:"",stands:[l],into:null,shared:[]}}function nd(n,t,e,s){let o=e.kind===
"chain",i=s.w>Jh*s.h,a=s.h<Qh&&i,r=Jn(s),l=o?ct.least*Ps(ct.high,!1,e.cols>2,0)+r:0,c=a||s.h<l&&i,h=c||!s.big&&s.h<Zh&&i,
d=o&&!h?od(t):0,u=it("line"),f=!!t.n.merge&&u.least*(e.rows*u.row+ue(u,e,!1))<ed*s.h&&e.at.length<=it("chip").upTo,m=x=>o&&
(!x||s.touched||e.cols*(Yt-6)+ue(ct,e,!0)<=s.h),g=x=>{if(!m(x)){let M=ea(n,t,e,s,x);return{...x?Zi(e,s,M):Yi(e,s,r,M),content:M}}
let k=qi(e,s,x,h,d),$=e.cols*(k.wide+k.gap*.6)+2*tt;return{mode:k,gap:k.gap,content:ea(n,t,e,s,x),fits:k.least*$<=s.w,has:{
numbers:2,sure:!1,nth:!1,big:!!s.big,ratio:!1,fates:!!t.shares&&k.wide>Xh}}},b=s.w>0&&s.w<Vh&&!c&&!f,y=g(b),w=m(b);return!b&&
!f&&!(a&&w)&&s.w<Yh&&!y.fits&&(y=g(b=!0)),{...y,narrow:b,chain:m(b),low:h,prefixes:d,bar:b?s.bar:r}}function sa(n,t,e,s){
let o=t.core&&!s?t.core:t.lay,i=nd(n,t,o,e),{mode:a,has:r,narrow:l,chain:c,low:h,prefixes:d,bar:u}=i,f=Ri(a,r,l),m=dt(l)+
Et,g=o.at.map((x,k)=>sd(n,t,o,k,i,f,e));ld(g,i,m);let b=Rs(a,o,l),y=c&&!l?Xn(a.high,h,d):0;for(let x of g)y&&id(n,t,g,x)&&
(x.cy+=y);let w={model:n,it:t,mode:a,form:f,has:r,narrow:l,chain:c,whole:s,bar:u,scale:1,items:g,top:m,drop:y,lines:d&&!l?
Zn:0,aside:c&&l?12:0,room:c||b?1/0:Ui(n,t,o,g,a.row,l),repeats:Ci(t),tests:t.panels.some(({kind:x})=>x==="width")?cd(t):
null,spot:new Map(g.map(x=>[x.place,x])),view:null,w:0,h:0};return w.w=rd(g,i,o),w.h=c&&!l?Ps(a.high,h,o.cols>2,d):m+(l?
c?o.cols:o.at.length:We(a,o,l))*a.row-a.row+a.high+dt(l)+(l?e.bar:Yn(a,o)),b&&Gi(n,t,o,g,{row:a.row,rows:We(a,o,l),last:w.
h-dt(l)-de-Qn-a.high/2}),w.scale=oo(w,e),Fi(w),ad(w),{...w,models:Hi(w,o,e,h,d)}}function od(n){let t=B(n)?.rows.length??
0;return t<=td?t:0}function id(n,t,e,{place:s,col:o}){let i=e.filter(a=>a.col<=o&&t.n.role[a.place]==="draft");return t.
n.role[s]==="target"&&i.some(a=>a.col===o)&&i.every(a=>n.fate(t,a.place,t.born[s]).state!=="rejected")}function oo({w:n,
h:t,narrow:e,mode:s,bar:o},i){let a=(i.w-4)/n,r=e?1:(i.h-o)/t;return Math.max(s.least,Math.min(e?1:pe,a,r))}function ad(n){
let{model:t,it:e,items:s}=n,o={};for(let i of s){let a=n.spot.get(t.up(e,i.place)),r=o[i.kind]??0,l=i.into||e.n.role[i.place]!==
"target"?a:a?.into?.item??a;i.key=`${i.kind}#${r}`,o[i.kind]=r+1,l&&Object.assign(i,{up:l.place,wire:Ke(n,l,i),late:Ke(n,
Cs(l),Cs(i))})}}function rd(n,{mode:t,gap:e,narrow:s,chain:o,content:i},{cols:a}){let r=Math.max(...n.map(c=>c.x+c.wide));
if(s)return r+tt+(o?Ue+10:26);let l=o?2*tt:Qe(t,i);return Math.max(r+tt,a*Je(t,t.wide)+(a-1)*e+l)}function ld(n,{mode:t,
gap:e,narrow:s,chain:o},i){let a=Je(t,t.wide),r=o?0:so(t);for(let l of n){let c=tt+l.col*(a+e);l.x=s?tt+l.col*r-(o?4:0):
c,l.cy=i+t.high/2+(s?l.row:l.y)*t.row,l.edge=c+a}}function cd(n){let t=new Map,e=new Map;return n.steps.forEach(({verdicts:s},o)=>s.
forEach(i=>{let{layer:a,state:r,place:l}=n.verdicts[i];if(a===void 0||r!=="accepted"&&r!=="rejected")return;let c=(e.get(
a)??0)+1;e.set(a,c),t.set(l,[...t.get(l)??[],{step:o,nth:c}])})),t}var zs="what if";function na({model:n,it:t},e,s,{supposed:o}){if(t.born[e]>s)return null;let i=n.fate(t,e,s);return o?.place===
e?{...i,state:o.state,second:zs,plain:zs}:i}function Hs({model:n,it:t,items:e,chain:s},o){let i=r=>{let{state:l}=n.fate(
t,r,o);return l==="rejected"||l==="fill"&&t.fates[r].some(c=>c.state==="rejected"&&c.step<=o)},a=s?e.filter(({place:r})=>t.
n.role[r]==="draft"&&t.born[r]<=o&&i(r)):[];return Math.min(1/0,...a.map(({col:r})=>r))}function Ws({model:n,it:t,chain:e},s,o){
if(e||t.n.merge&&o<t.seen)return!1;for(let i=n.up(t,s);i>=0&&t.n.role[i]==="draft";i=n.up(t,i))if(hd.has(n.fate(t,i,o).state)&&
n.decided(t,i,o).length>=(n.get(t,"count",i)??1))return!0;return!1}var hd=new Set(["rejected","unused","orphaned"]);function oa({
it:n,repeats:t},{place:e},s){return(t.get(n.n.id[e])??[]).some(o=>o<=s)}function ia({model:n,it:t},{place:e,stands:s},o){
if(s.length<2||o<t.seen)return e;let i=a=>t.born[a]>o||!n.decided(t,a,o).length?-1:Z(n.fate(t,a,o).state).strength;return s.
reduce((a,r)=>i(r)>i(a)?r:a,e)}var io=/^(target|leftover target|p\b)/,ao=/^(draft(, scaled)?$|q\b)/,ra=n=>q(n>1?+n.toPrecision(2):n);function kt(n,t,e,s=""){
let o=e==="plain",i=(s.split(".")[1]??"").length,a=s&&(n/t).toFixed(i)===s,r=c=>a?c.toFixed(i):ra(c),l=[n,t].map(o?U:c=>q(
c));for(let c=o?2:3;c<12&&n>=1e-6&&t>=1e-6;c++){let[h,d]=l.map(parseFloat);if(h&&d&&r(h/d)===r(n/t))break;l=[aa(n,c,o),aa(
t,c,o)]}return l}var aa=(n,t,e)=>e?`${+(100*n).toPrecision(t)}%`:String(+n.toPrecision(t)),Us={p:"target",p_beam:"target",
"p′":"leftover target","p/ρ":"target ÷ ρ"};function ge({tiles:n,q:t,a:e},s,o=!1){let i=n.findLast(([u])=>u in Us);if(e===
void 0||!i||typeof i[1]!="number"||!t)return null;let a=s==="plain",r=i[1]/t,l=ra(r),[c,h]=kt(i[1],t,s),d=a?o?"draft, sc\
aled":"draft":"q";return[[c,a?Us[i[0]]:i[0]],a?"÷":"/",[h,d],"=",...r>1&&l!=="1"?[l,"→"]:[],[r>=1?"1":l,a?"threshold":
"a"]]}function Gs(n){let t=e=>n?.flatMap(s=>typeof s!="string"&&e.test(s[1])?[s[0]]:[])[0];return{p:t(io),q:t(ao)}}var dd=["accepted","rejected"];function ro(n,t){let[e,...s]=n.steps[t]?.verdicts??[],o=n.verdicts[e];if(o?.state!=="reje\
cted"||s.length)return;let i=o.dists.map(h=>n.dists[h]),a=i.findIndex(({series:h})=>h==="q"),r=i[a],l=a>0?i[0]:void 0,c=a<
0?void 0:i.slice(a+1).find(({series:h})=>h==="r");return l&&!i.some(({raw:h})=>h)?{verdict:o,q:r,p:l,left:c}:void 0}function la(n,t,e){
let s=n.panels.find(h=>h.kind==="width"&&h.layer&&n.judged[t].some(d=>n.verdicts[d].layer===h.layer))?.layer,i=n.verdicts.
flatMap((h,d)=>n.stepOf[d]<=e&&dd.includes(h.state)&&(s?h.layer===s:n.n.parent[h.place]===n.n.parent[t])?[d]:[]).sort((h,d)=>n.
stepOf[h]-n.stepOf[d]).at(-1),a=i===void 0?void 0:ro(n,n.stepOf[i]);if(!a?.left)return null;let{left:r}=a,l=r.ends??[],c=r.
t.findIndex((h,d)=>h===n.n.token[t]&&(!r.beam||l[r.beam[d]]===n.n.parent[t]));return c>=0?r.v[c]:r.rest<1e-6?0:null}function da({model:n,it:t,form:e,mode:s,chain:o},i,a){let r=n.second(a),{second:l,start:c}=e;if(!(t.n.role[i]==="input"))
return e.bars&&(r!==zs||o)?"":r;let d=c?s.wide-c.x:l&&!l.end?s.wide-l.x:1/0;return Lt(r)*pd+6<=d?r:""}var pd=13;function co(n,t,e,s){
let o=t.n.role[e]==="input",i=n.voice==="plain"?U:_;return{q:o||n.unweighed(t,e)?null:n.drafted(t,e,s),p:o?null:n.wanted(
t,e,s),say:a=>a===null?"":i(a)}}function ud(n,t){if(t===null)return"";let e=n.voice==="plain"?U(t):_(t);return e.length<
6?e:t>.5?">.99":n.voice==="plain"?"≈0%":"≈0"}var ca=({view:n},t)=>n==="test"||n==="deleted"?t-1:t;function fd(n,t,e,s){
let{model:o,it:i,chain:a,view:r}=n,l=a||i.n.role[t]!=="draft"?void 0:B(i);if(l){let $=l.compared?.findLast(E=>E.place===
t&&E.step<=ca(n,e)),M=o.get(i,"q",t),A=$&&M!==null&&Math.abs($.q-M)>ha;return{left:$?.p??null,rescaled:A?$.q:null}}let c=i.
steps[e].verdicts.find($=>i.verdicts[$].place===t)??s.verdict,h=c===null?null:i.verdicts[c],d=o.drafted(i,t,e),u=i.shares&&
h?.layer!==void 0&&i.deepest[e]>h.layer,{tiles:f=[],u:m,q:g}=u?{}:h??{},y=r!==null&&s.state==="pending"&&e>=i.seen?la(i,
t,ca(n,e)):f.find(([$])=>$==="p′")?.[1],w=i.n.shares?.[t]?.[0]?.[1]??d,x=m===void 0?d:g??d,k=x!==null&&w!==null&&Math.
abs(x-w)>ha;return{left:typeof y=="number"?y:null,rescaled:k?x:null}}var ha=5e-4,md=1.15;function Ks(n,t,e,s){if(ho(n,s))
return{q:0,p:null,left:!1,qName:n.model.voice==="plain"?"not tested":"unused",pName:"",qText:"",pText:""};let{it:o,model:i,
form:a,view:r}=n,{place:l}=t,c=lo(n,t,e,s);if(!a.bars?.long||!s||o.born[l]>=e)return c;let h=r==="left"&&o.steps[e].verdicts.
length?lo({...n,view:"test"},t,e,s):lo({...n,view:r&&"left"},t,e-1,i.fate(o,l,e-1)),d=(g,b,y)=>{let{[g]:w}=a.bars?.numbers??
{q:null,p:null},x=(w??0)-(a.bars?.x[g]??0);return b&&y&&b!==y&&Lt(`${b} → ${y}`)*md*a.small<=x?`${b} → ${y}`:y},u={q:c.
qName===i.guessed()&&h.qName!==c.qName,p:h.left&&!c.left},f=gd(n,l,e),m=g=>{let b=c[`${g}Text`],y=u[g]?b:d(g,h[`${g}Text`],
b);return b&&y===b&&f[g]?.length>b.length?f[g]:y};return{...c,qText:m("q"),pText:m("p")}}var ho=({it:n,form:t,chain:e},s)=>s?.
state==="unused"&&!e&&!n.shares&&!!t.bars?.long&&t.bars.name!==null;function gd({model:{voice:n},it:t,form:e},s,o){let i=t.
steps[o].verdicts.map(f=>t.verdicts[f]).find(f=>f.place===s&&f.u!==void 0),a=B(t)?.rows.find(f=>f.step===o&&f.place===s),
r=a?a.work?.[n]:i&&ge(i,n),{x:l,wide:c=0,numbers:h}=e.bars??{},d=Gs(r),u=["p","q"].flatMap(f=>{let m=(n==="plain"?d[f]:d[f]?.
replace(/^0\./,"."))??"";return l&&h&&m&&Lt(m)*e.small<(h[f]??0)-l[f]-c?[[f,m]]:[]});return Object.fromEntries(u)}function lo(n,{
place:t},e,s){let{model:o,it:i,form:a}=n,{bars:r}=a;if(!s||!r||r.one&&fo(n,t,e))return{q:null,p:null,left:!1,qName:"",pName:"",
qText:"",pText:""};let{q:l,p:c}=co(o,i,t,e),{left:h,rescaled:d}=fd(n,t,e,s),u=M=>ud(o,M),f=!a.sure&&r.name===null&&i.n.sure?
o.get(i,"sure",t):null,m=r.one&&f!==null?null:h??c,g=r.one&&m!==null?null:f??(l===null?null:d??l),b=o.voice==="plain",y=i.
shares&&r.long?"_beam":"",w=(M,A)=>b?r.long?M:"":A,x=h!==null?w("leftover","p′"):w("target",`p${y}`),k=d!==null&&f===null?
"scaled":o.guessed(),$=d!==null&&po(n)?"q′":`q${y}`;return{q:g,p:m,left:h!==null&&m!==null,qName:g===null?"":w(k,$),qText:u(
g),pText:u(m),pName:m===null?"":x}}var po=({it:n,chain:t})=>!t&&B(n)!==void 0;function uo(n,t,e){let{it:s,chain:o}=n,i=n.
view==="test"?e-1:e,a=o?[]:B(s)?.ratios?.filter(l=>l.place===t&&l.step<=(l.fell?i:e))??[],r=a.at(-1);return r?{...r,fell:r.
fell&&r.step===e,before:a.at(-2)?.ratio}:null}function fo(n,t,e){let s=n.form.ratio?uo(n,t,e):null;if(!s)return"";let{model:o,
mode:i,it:a}=n,{ratio:r,fell:l,before:c,uncapped:h}=s,d=!a.children[t].some(y=>a.n.role[y]==="draft"),u=De(r,d),f=y=>mo(
y,i.small)<=He(i);if(h!==void 0)for(let y of[3,2]){let w=h<99?String(+h.toPrecision(y)):">99";if(w!=="1"&&f(`${w}→1`))
return`${w}→1`}let m=o.voice==="plain"&&f(`${l?"↓":""}${u}`)?u:u.replace(/^0\./,"."),g=m.length>6?"≈0":m,b=`${_(c)}\
↓${m}`;return l?c!==void 0&&f(b)?b:`↓${g}`:g}var mo=(n,t)=>Math.ceil(Lt(n)*t*1.06)+(/[→↓]/.test(n)?12:8);function Vs({
model:n,it:t},e){let s=n.get(t,"sure",e);return s===null?"":n.voice==="plain"?U(s):_(s)}var pa=7,ua=n=>(n>=26?ua(Math.floor(n/26)-1):"")+String.fromCharCode(65+n%26),fa=(n,t)=>({n:t,groups:(n.recurring?.groups??
[]).filter(([e])=>e===t).map(([,e])=>e).sort((e,s)=>e[0]-s[0])});function ma({mode:n,spot:t},e){let s=n.name==="card"||n.
name==="rich";return new Map((e?.groups??[]).flatMap((o,i)=>o.flatMap((a,r)=>{let l=t.get(a),c=ua(i),h=go(c);return l?[[
a,{letter:c,hue:i%pa,first:r===0,tagX:s?l.wide-h+6:l.wide+1,tagY:s?-n.high/2-9:-9}]]:[]})))}var go=n=>8+10.5*n.length;function Ys(n,t,e){
let{model:s,it:o,spot:i}=n;return(e?.groups??[]).flatMap((a,r)=>a.flatMap(l=>(i.has(l)?s.gram(o,l,e?.n??1).slice(0,-1):[]).
flatMap(c=>{let h=i.get(c),d=h&&(Ft(n,h,t)?.wire??Fs(n,h,t));return d?[{key:`${r}.${l}.${c}`,d,hue:r%pa,end:l,visible:o.
born[l]<=t}]:[]})))}function ga({model:n,it:t},e,s){let o=e?.groups.findLast(i=>i.includes(s));return new Set(o?.flatMap(
i=>n.gram(t,i,e?.n??1)))}function ba(n,t,{n:e,groups:s},o,i=!1){let a=t.fates.some(r=>r.some(l=>l.state==="merged"&&l.step<=
o));return[wd(n,t,{n:e,groups:s},o),i&&a?bd:""].filter(Boolean).join(" ")}var bd="◆ is merged: it goes on like the node \
at the other end of its pink line.";function wd(n,t,{n:e,groups:s},o){let i=f=>t.born[f]<=o,a=t.n.role.filter((f,m)=>f===
"draft"&&i(m)&&!n.copied(t,m)).length,r=s.reduce((f,m)=>f+Math.max(0,m.filter(i).length-1),0),l=n.unit(),c=e===1?l:R(e,l);
if(!a)return"Nothing is drafted yet.";let h=t.recurring?.share.find(([f])=>f===e)?.[1]??0,d=r&&a===t.recurring?.drafted&&
n.voice==="exact"?` ${U(h/a)} of the draft lies inside repeated ${e}-grams.`:"";if(!r)return e===1?`No ${l} is repeated.`:
`No ${e}-gram is repeated.`;let u=e===1?`a ${l}`:`a ${e}-gram`;return`${r} of ${R(a,"guess","guesses")} ${r===1?"repeats":
"repeat"} ${u} that is already in the draft (same letter = same ${c}, hollow = first occurrence).${d}`}var be=class{drawn=new Map;roots=[];constructor(t,e,s){this.group=t,this.make=e,this.dress=s}patch(t){let e=this.drawn;this.
drawn=new Map(t.map(i=>{let{parts:a,was:r}=e.get(i.key)??{parts:this.make(i),was:null};return(!r||!yd(i,r))&&this.dress(
a,i,r),[i.key,{parts:a,was:i}]}));let s=[...this.drawn.values()].map(({parts:i})=>i.root),o=this.roots;s.length===o.length&&
s.every((i,a)=>i===o[a])||Re(this.group,this.roots=s)}};function yd(n,t){for(let e in n)if(n[e]!==t[e])return!1;return!0}
function _t(n,t,e){e===null?n.removeAttribute(t):D(n,{[t]:e})}var qt=n=>n?"visible":"hidden",Bt=(n,{x:t,y:e},s="start")=>v(
"text",{class:n,x:t,y:e,"text-anchor":s});function wa(n,{x:t,wide:e,high:s,name:o,numbers:i,texts:a,[n]:r}){let l={x:t[n],
y:r-s/2,height:s,rx:2},c=v("rect",{class:s<4?"st-bar thin":"st-bar",...l}),h=o===null?null:Bt("st-bar-name",{x:o,y:r+a[n]}),
d=i[n],u=d===null?null:Bt("st-bar-n",{x:d,y:r+a[n]},"end"),f=e>0&&s>0;return{root:v("g",{class:"st-pr","data-of":n,"data\
-part":"bars","aria-hidden":"true"},f&&v("rect",{class:"st-track",...l,width:e}),f&&c,h,u&&" ",u),line:c,name:h,number:u}}
function xd({x:n,y:t}){let e=v("rect",{}),s=v("text",{"text-anchor":"end",x:n-5});return{root:v("g",{class:"st-ratio","d\
ata-part":"ratio","aria-hidden":"true",transform:`translate(0 ${t})`},e,s),plate:e,number:s}}function vd({root:n,plate:t,
number:e},s,{ratio:o,small:i}){let a=Math.ceil(i*1.15),r=mo(s,i);D(n,{visibility:s?"inherit":"hidden"}),D(t,{x:(o?.x??0)-
r,y:-a/2,width:r,height:a,rx:4}),D(e,{y:i*.36}),S(e,s)}function kd(){let n=v("rect",{}),t=v("text",{"text-anchor":"middl\
e"});return{root:v("g",{class:"st-nth","aria-hidden":"true"},n,t),plate:n,number:t}}function $d({root:n,plate:t,number:e},s,{
small:o}){let i=Math.ceil(o*1.1)+1,a=Math.max(i,Math.ceil(s.length*o*.7)+6);D(n,{visibility:s?"inherit":"hidden"}),D(t,{
x:ze-a,y:-i/2,width:a,height:i,rx:i/2}),D(e,{x:ze-a/2,y:o*.36}),S(e,s)}function Md({kind:n},t,e){let[s,o,i]=n.split(",").
slice(1).map(I=>I==="true"),{high:a,name:r}=t,l=r==="dots"?a/2:Math.min(10,a/2),c=s?v("rect",{class:"st-under",x:4,y:-a/
2-4,height:a,rx:l}):null,h=v("rect",{class:"st-box",x:0,y:-a/2,height:a,rx:l}),{x:d,y:u,r:f}=e.glyph,m=v("path",{class:"\
st-g",transform:`translate(${d} ${u}) scale(${f})`}),g=o?Bt("st-w",e.word):null,b=o&&s?Bt("st-x",e.times,"end"):null,y=b&&
v("title"),w=o&&e.sure?Bt("st-v",e.sure,"end"):null,{second:x}=e,k=x&&(i&&e.start?{...e.start,end:!1}:x),$=o&&k?Bt("st-s",
k,k.end?"end":"start"):null,[M,A]=e.bars?[wa("q",e.bars),wa("p",e.bars)]:[null,null],E=r==="dots"?null:kd(),O=o&&e.ratio?
xd(e.ratio):null;return{root:v("g",{role:"button"},c,h,m,g,b&&" ",b,w&&" ",w,O&&" ",O?.root,$&&" ",$,M&&" ",M?.root,A&&"\
 ",A?.root,E&&" ",E?.root,y&&" ",y),box:h,under:c,q:M,p:A,scale:null,glyph:m,ask:null,name:g,second:$,times:b,told:y,nth:E,
sure:w,ratio:O,tag:null,copy:null}}function Sd(n,t,e,s,o){let{root:i,box:a,under:r,name:l,q:c,p:h}=n,d=(...u)=>!e||u.some(
f=>t[f]!==e[f]);d("classes")&&D(i,{class:t.classes}),d("tab")&&D(i,{tabindex:t.tab}),d("id","x","y")&&D(i,{"data-node":t.
id,transform:`translate(${t.x} ${t.y})`}),d("letter")&&_t(i,"data-group",t.letter),d("gram")&&_t(i,"data-hue",t.gram===null?
null:String(t.gram)),d("copy")&&jd(n,t,o),d("wide")&&D(a,{width:t.wide}),l&&d("font")&&D(l,{"font-size":t.font}),r&&d("w\
ide","repeated")&&(D(r,{width:t.wide}),r.classList.toggle("none",!t.repeated)),c&&d("q","qName","qText")&&ya(c,t.q,t.qName,
t.qText,o),h&&d("p","pName","pText")&&ya(h,t.p,t.pName,t.pText,o),d("from","cut","coin","side","test","span")&&Ad(n,t,o),
n.sure&&d("sure")&&S(n.sure,t.sure),n.ratio&&d("ratio")&&vd(n.ratio,t.ratio,o),n.nth&&d("nth")&&$d(n.nth,t.nth,o),d("sta\
te","visible","label","word","second","times","told")&&Ed(n,t),d("ask")&&Ld(n,t,s),d("letter","hue","first","tagX","tagY")&&
qd(n,t)}function ya({root:n,line:t,name:e,number:s},o,i,a,{bars:r}){D(n,{visibility:o===null?"hidden":"inherit"}),D(t,{width:o===
null?0:Math.max(o>0?1:0,o*(r?.wide??0)).toFixed(1)}),n.classList.toggle("st-changed",a.includes("→")),e&&S(e,i),s&&S(s,
a)}function Ad(n,{from:t,cut:e,coin:s,side:o,test:i,span:a},r){let l=!r.scale||e===null||s===null,c=a&&`${a.before},${a.
line}`;if((l||n.scale&&n.scale.span!==c)&&(n.scale?.root.remove(),n.scale=null),!r.scale||e===null||s===null)return;let{
x:h,y:d,wide:u,high:f,says:m}=a?Td(r.scale,a):r.scale,g=A=>h+A*u;if(!n.scale){let A={x:h,y:d,height:f,rx:Math.min(3,f/2)},
E={yes:v("rect",{class:"st-scale-yes",...A}),cut:v("path",{class:"st-scale-cut"}),coin:v("circle",{class:"st-coin",cy:d+
f/2,r:f>6?6.5:f}),says:m&&Bt("st-scale-says",m,a&&a.line!==null?"start":"middle")},O=v("g",{class:"st-scale","data-part":"\
scale","aria-hidden":"true"}," ",v("rect",{class:"st-scale-no",...A,width:u}),v("path",{class:"st-scale-hatch",d:Od({x:h,
y:d,wide:u,high:f})}),E.yes,E.cut,E.coin,E.says," ");n.scale={root:O,span:c,...E},n.root.insertBefore(O,n.nth?.root??n.told)}
let b=n.scale,y=Math.max(0,t),w=o==="above";b.root.toggleAttribute("data-own",o==="own"),b.root.toggleAttribute("data-ra\
tio",w),b.root.toggleAttribute("data-under",w&&s<=t);let[x,k]=w?[0,Math.min(1,s)]:[y,e];D(b.yes,{x:g(x).toFixed(1),width:Math.
max(1,(k-x)*u).toFixed(1)});let $=w?t:o==="below"&&e<1?e:null,M=f>6?3:2.5;D(b.cut,{d:$===null?"":`M${g($).toFixed(1)} ${d-
M}v${f+2*M}`}),D(b.coin,{cx:g(s).toFixed(1)}),b.says&&S(b.says,i)}function Td({x:n,y:t,wide:e,high:s,says:o},{before:i,after:a,
line:r}){let l=o&&{...o,x:o.x+(a-i)/2},c=r??0;return{x:n-i,y:t+c,wide:e+i+a,high:s,says:o&&r!==null?{x:n+e+a+8,y:t+c+s-1}:
l}}function Od({x:n,y:t,wide:e,high:s}){let o=[];for(let i=n+3;i+s<n+e;i+=7)o.push(`M${i} ${t+s}l${s} ${-s}`);return o.join(
"")}function Ed({root:n,glyph:t,name:e,second:s,times:o,told:i},a){let{state:r}=a;D(n,{visibility:qt(a.visible),"data-sh\
own":r?"1":"0"}),_t(n,"aria-hidden",r?null:"true"),_t(n,"aria-label",r&&a.label),_t(n,"data-state",r),_t(t,"data-kind",r),
r&&D(t,{d:ht(r)}),e&&S(e,a.word),s&&S(s,a.second),o&&S(o,a.times),i&&S(i,a.told)}function Ld(n,t,{font:e}){if(t.ask===null)
return n.ask?.remove();n.ask??=v("text",{class:"st-ask",y:e*.36,"font-size":e},"?"),D(n.ask,{x:t.ask}),n.ask.parentNode||
n.name?.before(n.ask)}function qd(n,{letter:t,hue:e,first:s,tagX:o,tagY:i}){if(n.tag?.remove(),!t)return;let a=go(t);n.tag=
v("g",{class:"st-rec"+(s?" first":""),"data-hue":e,transform:`translate(${o} ${i})`}," ",v("rect",{width:a,height:18,rx:4}),
v("text",{x:a/2,y:14.5,"text-anchor":"middle"},t)),n.root.append(n.tag)}function jd(n,{copy:t},e){n.copy?.remove(),n.copy=
t?Bt("st-copy",e.times,"end"):null,n.copy&&(S(n.copy,t),_t(n.copy,"aria-hidden","true"),n.root.append(n.copy))}function Id({
root:n},{d:t,state:e,made:s,visible:o,classes:i}){D(n,{d:t,class:i,visibility:qt(o)}),_t(n,"data-state",e),n.toggleAttribute(
"data-made",s)}function xa(n,t,e){D(n,{visibility:qt(e)}),e!==n.hasChildNodes()&&L(n,...e?t:[])}function Rd({x:n,y:t,w:e},s){
return s<=n+e-4?`M${s-6} ${t}h12l-6 7z`:`M${n+8} ${t}h8v2.5H${s+1.5}v1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${n+8}z`}var Qs=class{box=v(
"rect",{rx:7});name=v("tspan",{class:"st-model-name"});says=v("tspan",{class:"st-model-says",dx:8});words=v("text",{"tex\
t-anchor":"middle"},this.name);aside=v("text",{class:"st-model-says"});constructor(t){this.tip=t==="draft"?v("path",{class:"\
st-model-tip"}):null,this.root=v("g",{class:"st-model","data-of":t,"data-part":"pass","aria-hidden":"true"}),this.parts=
this.tip?[this.tip,this.box,this.words,this.aside]:[this.box,this.words],this.tip||this.words.append(this.says)}draw(t){
if(xa(this.root,this.parts,t!==null),!t)return;let{x:e,y:s,w:o,h:i,on:a,name:r,says:l,tip:c=e+o/2}=t;this.root.toggleAttribute(
"data-on",a),D(this.box,{x:e,y:s,width:o,height:i}),this.tip&&D(this.tip,{d:Rd({x:e,y:s+i-1,w:o},c)}),S(this.name,r),S(this.
tip?this.aside:this.says,l),D(this.words,{x:e+o/2,y:s+i/2+5}),D(this.aside,{x:e+o+9,y:s+i/2+5})}},bo=class{area=v("rect",
{class:"st-pass",rx:10,"data-part":"pass","aria-hidden":"true"});rays=v("path",{class:"st-rays","aria-hidden":"true"});draft=new Qs(
"draft");target=new Qs("target");bonusBox=v("rect",{rx:10});star=v("path",{class:"st-g","data-kind":"bonus",d:ht("bonus")});word=v(
"text",{class:"st-bonus-w"});says=[v("text",{class:"st-bonus-s"}),v("text",{class:"st-bonus-s"})];bonus=v("g",{class:"st\
-bonus","aria-hidden":"true"},this.bonusBox,this.star,this.word,...this.says);band=v("rect",{class:"st-band","aria-hidde\
n":"true",x:-400,y:0});label=v("tspan");whose={q:v("tspan",{"data-of":"q"}),p:v("tspan",{"data-of":"p"})};key=v("text",{
class:"st-key","aria-hidden":"true"},this.label,this.whose.q,this.whose.p);stick(t){for(let e of[this.band,this.draft.root,
this.target.root,this.key])D(e,{transform:`translate(0 ${t.toFixed(1)})`})}draw({draft:t,target:e,area:s,rays:o,bonus:i,
key:a,head:r}){if(D(this.band,{width:4e3,height:r}),D(this.key,{visibility:qt(a!==null),x:a?.x??0,y:a?.y??0}),S(this.label,
a?.label??""),S(this.whose.q,a?.q?` ${a.q}`:""),S(this.whose.p,a?.p?`${a.q?",":""} ${a.p}`:""),this.draft.draw(t),this.target.
draw(e),this.area.classList.toggle("above",!s.below),D(this.area,{x:s.x,y:s.y,width:s.w,height:s.h,visibility:qt(s.on)}),
D(this.rays,{d:o,visibility:qt(o!=="")}),D(this.bonus,{visibility:qt(!!i?.visible)}),!i)return;let{x:l,y:c,w:h,h:d,name:u,
says:f}=i,m=d<56,g=m?c:c-d/2+(d<80?16:22);D(this.bonusBox,{x:l,y:c-d/2,width:h,height:d}),D(this.star,{transform:`transl\
ate(${l+17} ${g}) scale(6.5)`}),S(this.word,u),D(this.word,{x:l+31,y:g+5.5}),this.says.forEach((b,y)=>{S(b,f[y]??""),D(b,
{x:m?l+92:l+10,y:m?c+4.4:g+(d<80?17:24)+16*y})})}},Nd=0,Js=class{arrow=`st-arrow-${++Nd}`;svg=v("svg",{class:"st-svg",preserveAspectRatio:"\
xMidYMin",role:"group","aria-label":"Graph of this round"});floatBox=v("rect",{rx:4,height:20});floatWord=v("text",{y:14,
x:6});float=v("g",{class:"st-float",visibility:"hidden","aria-hidden":"true"});mode=null;form=null;pass=new bo;nodes=new be(
v("g",{class:"st-nodes","data-part":"nodes"}),t=>Md(t,this.mode,this.form),(t,e,s)=>Sd(t,e,s,this.mode,this.form));edges=new be(
v("g",{class:"st-edges"}),()=>({root:v("path")}),Id);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","\
st-origin");bands=new be(v("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue:t,end:e})=>({root:v("path",{class:"st-\
rec-band","data-hue":t,"data-end":e})}),({root:t},{d:e,visible:s})=>D(t,{d:e,visibility:qt(s)}));arcs(t,e){return new be(
v("g",{class:t,"aria-hidden":t==="st-links"&&"true"}),()=>({root:v("path",{class:e,"marker-end":`url(#${this.arrow})`})}),
({root:s},{d:o,visible:i,solid:a=!1,bold:r=!1})=>{D(s,{d:o,visibility:qt(i)}),s.classList.toggle("solid",a),s.classList.
toggle("bold",r)})}draw(t,e){this.mode=t.mode,D(this.svg,{"data-mode":t.mode.name}),this.svg.style.setProperty("--small",
`${t.form.small}px`),this.form=t.form,this.svg.firstChild||L(this.svg,v("defs",{},v("marker",{id:this.arrow,viewBox:"0 0\
 8 8",refX:7,refY:4,markerUnits:"userSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},v("path",{d:"M0 0L8 4L0 8\
Z",class:"st-arrow"}))),this.pass.rays,this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,
this.nodes.group,this.pass.area,this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.
pass.draw(t.pass);for(let s of["bands","edges","merges","links","nodes"])this[s].patch(t[s]);xa(this.float,[this.floatBox,
this.floatWord],t.float!==null),t.float&&(S(this.floatWord,t.float.word),D(this.floatBox,{width:yt(t.float.word,`13px ${e}`)+
14}),D(this.float,{transform:`translate(${t.float.x} ${t.float.y})`}))}elementOf(t){return this.partsOf(t)?.root}partsOf(t){
return t&&this.nodes.drawn.get(t.key)?.parts}edgeOf({key:t}){return this.edges.drawn.get(t)?.parts.root}clear(){L(this.svg)}};var Dd=16;function Ze({frame:n},t){let e=t.target instanceof Element?t.target.closest("[data-node]"):null;return e&&n?n.
it.place.get(Number(e.getAttribute("data-node")))??-1:-1}function Pd(n,t){let{scene:e,zoom:s}=n,o=-1,i=Dd;for(let a of e?.
nodes??[]){if(!e||a.state===null)continue;let r=s.away(t,a,e.mode.high);r<=i&&([o,i]=[a.place,r])}return o}function va(n,t){
let e=(n.frame?.items??[]).filter(({place:i})=>n.shows(i)).sort((i,a)=>i.row-a.row),s=e.findIndex(({place:i})=>i===n.selection.
roving),o=e[Math.min(e.length-1,Math.max(0,s+t))];o&&(n.rove(o.place),n.focus({preventScroll:!0}),n.reveal([o.place]))}function ka(n){
let{svg:t,on:e}=n,s=i=>{i<0||(n.rove(i),e.pick(i))},o=i=>{n.float(i),e.hover(i)};t.addEventListener("click",i=>{let a=Ze(
n,i);s(a<0&&n.touched.matches?Pd(n,i):a)}),t.addEventListener("mouseover",i=>{xt.moved(i)&&o(Ze(n,i))}),t.addEventListener(
"mouseleave",i=>{xt.moved(i)&&o(-1)}),t.addEventListener("focusin",i=>{Ze(n,i)>=0&&o(Ze(n,i))}),t.addEventListener("focu\
sout",()=>o(-1)),t.addEventListener("keydown",i=>{if(i.key==="Enter")s(Ze(n,i));else if(i.key==="ArrowDown")va(n,1);else if(i.
key==="ArrowUp")va(n,-1);else return;i.preventDefault(),i.stopPropagation()})}var Zs=class{toggle=p("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-pressed":"\
false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(!this.
on),this.redraw()}},"Mark repeats");sizes=p("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"a\
ria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(t=>p("option",
{value:t},`${t}-grams`)));say=p("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(t,e){
this.model=t,this.redraw=e}set(t){this.on=t,this.toggle.setAttribute("aria-pressed",t?"true":"false"),this.sizes.hidden=
this.say.hidden=!t}open(t){let{recurring:e}=t;if(this.toggle.hidden=!e?.groups.length,this.toggle.toggleAttribute("data-\
merges",!!t.n.merge),this.shown=null,!e?.drafted||!this.on)return S(this.say,"");this.n||=Math.min(4,e.tau),this.sizes.value=
String(this.n),this.shown=fa(t,this.n)}describe(t,e,s){this.shown&&S(this.say,ba(this.model,t,this.shown,e,s))}reset(){this.
n=0,this.shown=null,this.toggle.hidden=!0,S(this.say,"")}};function $a(n,t,e,s,o,i){let{model:a,it:r,form:l}=n,c=1+t.shared.filter(W=>Ft(n,W,o)).length,{place:h,word:d,whole:u,named:f,
copies:m,nth:g}=t,{second:b,qName:y,qText:w,pName:x,pText:k,test:$}=i,{q:M,p:A,say:E}=co(a,r,h,o),{name:O=null,numbers:T={
q:null,p:null}}=l.bars??{},I=(W,wt,mt)=>[O!==null&&wt,T[W]!==null&&mt].filter(Boolean).join(" "),G=O!==null&&T.q!==null,
K=a.second(e),H=l.sure?Vs(n,h):"",j=uo(n,h,o),C=[d,f&&m&&i.times,H,i.ratio,l.second&&b,I("q",y,w),I("p",x,k),$,Cd(g,i.letter),
i.copy];return[...C,H&&`confidence ${H}`,f&&m&&e.told,!C.includes(a.called(e))&&a.called(e),e.state==="pending"&&Ws(n,h,
o)&&"below a draft that was not accepted",!C.includes(K)&&K,M!==null&&!(G&&y&&w===E(M))&&`draft ${E(M)}`,A!==null&&!(G&&
x&&k===E(A))&&`target ${E(A)}`,j&&`running ratio ${q(j.ratio)}`,c>1&&`shared by ${c} paths`,s&&`copy of node ${a.get(r,"\
origin",h)}`,d!==u&&u].filter(Boolean).join(", ")}function Cd(n,t){return n===null?t&&`${t}, letter of its n-gram`:t?`${n}\
 ${t}: number among the candidates, letter of its n-gram`:`${n} among the candidates`}function Ma(n,t,{picked:e,pointed:s,supposed:o},i){let{model:a,it:r,spot:l}=n,{now:c}=r.steps[t],h=new Map,d=(u,f)=>{h.set(
u,(h.get(u)??new Set).add(f))};for(let u of c)d(u,"now");e>=0&&d(e,"picked"),o&&d(o.place,"supposed");for(let u=s;u>=0;u=
a.up(r,u)){let f=l.has(u)?u:r.place.get(a.get(r,"origin",u)??-1)??-1;d(f,u===s?"lit-end":"lit")}for(let u of ga(n,i,s))d(
u,"rec-lit");return h}var Sa=[2,5,6,4,3,1,0],Fd=6,_d=({steps:n},t)=>n[t].phase==="merge"?n[t].now:n[t].phase==="draft"&&n[t+1]?.phase==="merge"?
n[t+1].now:[],Aa=(n,t,e)=>t.place.get(n.get(t,"merge",e)??-1)??-1;function Ta(n,t,e){let s=new Map;for(let o of _d(t,e)){
let i=Aa(n,t,o);i>=0&&s.set(i,[...s.get(i)??[i],o])}return s.size?{n:t.recurring?.tau??1,groups:[...s.values()]}:null}var Oa=n=>Sa[n%
Sa.length],Ea=(n,t,e)=>Ys(n,t,e).map(s=>({...s,hue:Oa(e?.groups.findIndex(o=>o.includes(s.end))??0)})),La=(n,t,e)=>new Map(
(e?.groups??[]).flatMap((s,o)=>s.flatMap(i=>n.gram(t,i,e?.n??1).map(a=>[a,Oa(o)]))));function qa(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t],c=new Set(r==="merge"?l:[]),h=i.some(({place:u})=>s.copied(o,u)),d=u=>u.shared.
some(f=>Ft(n,f,t))&&u.wire!=="";return i.flatMap(u=>{let f=d(u)?[{key:`${u.place}-own`,d:u.wire,visible:!0,solid:!0,bold:u.
shared.some(({place:y})=>c.has(y))}]:[],m=a.get(Aa(s,o,u.place));if(!m)return f;let g=o.fates[u.place].find(y=>y.state===
"merged")?.step??o.born[u.place],b=u.into?.wire||to(n,Ve(n,u,t),Ve(n,m,t));return[...f,{key:String(u.place),d:b,solid:u.
into!==null,bold:c.has(u.place),visible:g<=t&&(!h||[u.place,m.place].includes(e))}]})}function ja(n,t,e){let{model:s,it:o,
items:i,spot:a}=n,{phase:r,now:l}=o.steps[t];if(!o.replicas)return[];let c=m=>a.get(o.place.get(s.get(o,"origin",m)??-1)??
-1),h=a.has(e)?c(e)?.place??e:-1,d=r==="unmerge"&&l.length<=Fd,u=m=>d&&l.includes(m)||(s.copied(o,e)?m===e:h>=0&&c(m)?.place===
h);return i.filter(({place:m})=>s.copied(o,m)&&o.born[m]<=t&&u(m)).flatMap(m=>{let g=c(m.place);return g?[{key:String(m.
place),visible:!0,d:to(n,Ve(n,g,t),Ve(n,m,t))}]:[]})}var Ia=({model:n,it:t,mode:e,narrow:s,has:o},{place:i,named:a},r)=>r&&
he(e,o)&&e.text&&!s&&a&&n.copied(t,i)?"copy":"";function Ra({model:n,it:t,mode:e},s,o){if(!t.n.merge||o<t.seen||e.name===
"rich")return!1;let i=r=>t.onPath[r]||n.decided(t,r,o).some(l=>["accepted","rejected"].includes(t.verdicts[l].state));return n.
decided(t,s,o).some(r=>t.verdicts[r].state==="unused")&&!i(s)&&!Bd(n,t,s).some(i)}var Bd=(n,t,e)=>(t.n.origin??[]).flatMap(
(s,o)=>s===t.n.id[e]&&n.copied(t,o)?[o]:[]);var zd=new Set(["residual","bonus","fill","drawn"]),Hd=78,Da=15.5,Wd=16,Ud=7.6,Gd=226,Kd=118;function Pa(n,t){let{model:e,
it:s,items:o,models:i,chain:a,narrow:r,mode:l}=n,{phase:c,now:h}=s.steps[t],d=s.steps.flatMap((X,At)=>Na.has(X.phase)?[At]:
[]),u=s.n.role.some(X=>X==="draft")||d.length>0,f=t>=s.seen,{lane:m,slab:g,area:b,below:y}=i,w=Na.has(c),x=X=>X>=5e-4&&!e.
toy()?` · ${Kt(X)}`:"",k=w?o.filter(({place:X})=>h.includes(X)):[],$=k.length?Math.min(...k.map(({x:X})=>X)):m.x,M=!y||
!k.length?m.x:l.text?$+(l.wide-m.w)/2:$,A=e.drafter(),E=Math.max(m.w,Math.ceil(A.length*Ud)+24),O=Math.max(m.x,Math.min(
M,i.most)),T=l.text?l.wide/2:l.wide,I=u?{...m,x:O,on:w,name:A,w:E,tip:k.length&&!r?$+T:O+E/2,says:f&&y?`${R(d.length,"st\
ep")}${x(s.bar.draft)}`:""}:null,G=s.steps[s.seen]?.nodes.length??0,K=s.mask?.starts.length||1,H=c==="target"&&n.view!==
"early"&&n.view!=="plan",j=K===1?"one pass":R(K,"pass","passes"),C=H?`${j} over ${R(G,"position")}`:j,W=x(s.bar.target),
wt=f?[`${C}${W}`,C,`${j}${W}`,j]:["waits"],mt={...g,on:H,name:"Target",says:me((g.w-Hd)/Da,...wt,"")};return{draft:I,target:s.
steps.some(X=>X.phase==="target")?mt:null,area:{...b,on:H,below:y},bonus:Zd(n,t),head:y?0:i.head,key:w?null:Vd(n,t,I,mt),
rays:r?"":H&&a?Jd(n):Qd(n,t)}}function Vd(n,t,e,s){let{model:o,it:i,form:a,narrow:r,models:l,h:c}=n,{bars:h}=a,d=o.voice===
"plain",u=!a.sure&&i.n.sure&&h?.name===null;if(!h||h.long||h.name!==null&&!d)return null;let f=e&&e.says?Lt(e.says)*Da+24:
12,m=l.below?e?e.x+e.w+f:s.x:s.x+s.w+12,g=t>=i.seen,b=g&&!(h.one&&u),y=r?"":"numbers:",w=d?"target":"p",x=h.one&&g&&!u?"":
u?"path confidence":d?"draft":"q",k=b&&Yd(n,t)?[`${w} (pale: ${d?"leftover":"p′"})`]:[],$=A=>m+Lt(`${y} ${x}, ${A}`)*a.
small<=l.until;for(let A of b?[...k,w]:[""])if($(A))return{x:m,y:l.lane.y+l.lane.h/2+5,label:y,q:x,p:A};let M={x:l.lane.
x,y:c-4,label:y,q:x,p:b?k[0]??w:""};return r||l.below?null:M}var Yd=(n,t)=>n.items.some(e=>n.it.born[e.place]<=t&&Ks(n,e,
t,n.model.fate(n.it,e.place,t)).left),Na=new Set(["draft","exit"]);function Qd({it:n,items:t,spot:e,models:s,mode:o,chain:i},a){
let{phase:r,now:l}=n.steps[a],{slab:c,below:h}=s;return i||!h||n.shares||!zd.has(r)?"":l.flatMap(d=>e.get(d)??[]).flatMap(
({x:d,cy:u,wide:f})=>{let m=d+f/2,g=u+o.high/2,b=m>c.x&&m<c.x+c.w,y=t.every(w=>w.x>m||w.x+w.wide<m||w.cy+w.makes<=u);return b&&
y&&c.y-g>=Wd?[`M${m} ${c.y}V${g}`]:[]}).join("")}function Jd({items:n,models:t,mode:e,it:s,top:o}){let{slab:i,bonus:a}=t,
r=n.filter(({place:d})=>s.n.role[d]!=="target"),l=[...r.slice(1),...a?[a]:[]],c=e.wide/2,h=o+e.high+3;return l.map((d,u)=>`\
M${r[u].x+c} ${i.y}L${d.x+c} ${h}`).join("")}function Zd(n,t){let{it:e,items:s,models:o,narrow:i}=n,a=s.find(({place:h})=>e.
n.role[h]==="target"&&e.born[h]<=t);if(!o.bonus)return null;let r=s.filter(({place:h})=>e.n.role[h]==="draft").length,l=r<
1||o.bonus.w<(i?Gd:Kd)?[]:i?[`if ${r===1?"it is":"all are"} accepted`]:r===1?["only if the guess","is accepted"]:[`only \
if all ${r}`,"are accepted"],c=!a&&t<e.commit&&!Number.isFinite(Hs(n,t));return{...o.bonus,visible:c,name:r?"bonus":"?",
says:!i&&o.bonus.h<80?[]:l}}var Xd=24,tp=2;function ep(n,t,e){let s=B(n),o=s?.rows.findLastIndex(i=>i.place===t&&i.step<=e)??-1;return!s||o<0?void 0:
{...s.rows[o],nth:o+1}}function Ca({it:n,chain:t,mode:e,narrow:s,tests:o,view:i},{place:a,nth:r},l){if(o)return s?null:o.
get(a)?.findLast(h=>h.step<=l)?.nth??null;if(t||!B(n))return r;if(!e.text||s)return null;let{order:c}=B(n)??{};return c?
l<n.seen||i==="check"?null:c.indexOf(a)+1||null:ep(n,a,l)?.nth??null}function sp({it:n,chain:t,narrow:e,spot:s,lines:o},i,a){
let r=B(n);if(!t||!r||n.n.role[i]!=="draft")return;let l=r.rows.findIndex(g=>a>=r.told?g.chosen:g.step===a),c=r.rows.findIndex(
g=>g.place===i&&g.step<=a),h=o||e?c:l,d=r.rows[h],[u,f,m]=[r.rows[0]?.place,i,r.rows.at(-1)?.place].map(g=>s.get(g??-1)?.
x??0);return d?.place!==i?null:{...d,nth:h+1,before:e?0:f-u,after:e||o?0:m-f,line:o?o*h:null}}function Fa(n,{place:t},e,s,o=!1){
let{model:i,it:a,form:r,chain:l,mode:c}=n,h={from:-1,cut:null,coin:null,side:"below",test:"",span:null};if(!s||!r.scale)
return h;let d=op(a,t,e);if(d&&(l||d.step===e))return{...ip(d,r),span:null};let u=sp(n,t,e);if(u===null||u&&o)return h;if(u){
let x=!a.n.role.some(($,M)=>$==="target"&&a.born[M]<=e),k=np(u,r,i.voice);return x||u.line===null?k:{...k,test:""}}let f=l||
c.name==="rich",m=i.decided(a,t,e).filter(x=>f||a.stepOf[x]===e),g=a.verdicts[m.at(-1)??-1];if(g?.strip)return{...ap(g.strip,
r,i.voice),span:null};if(g?.u===void 0||g.a===void 0)return h;let{u:b,a:y,layer:w}=g;return a.shares&&w!==void 0&&a.deepest[e]>
w?h:{...h,cut:Math.min(1,y),coin:b,test:_a(r,i.voice,b,y,"accepted",g)}}function np({cut:n,u:t,nth:e,before:s,after:o,line:i},a,r){
let c={from:-1,cut:null,coin:null,side:"below",test:"",span:{before:s,after:o,line:i}};if(t===null||!a.scale)return c;let h={
...a,scale:{...a.scale,wide:a.scale.wide+(i===null?s+o:Xd)}},d=_a(h,r,t,n,"passes"),u=`prefix ${e}${n>0&&n<1?":":""} ${d}`;
return{...c,cut:Math.min(1,n),coin:t,test:d&&jt(h,u,d)}}function op(n,t,e){let s=n.panels.find(({kind:i})=>i==="prefixes");
if(s?.kind!=="prefixes")return null;let o=s.prefixes.find(i=>i.place===t&&i.step<=e);return o?{...o,bar:s.bar}:null}function ip({
ratio:n,product:t,passed:e,bar:s},o){let i=t===null?"∞":q(t),a=`${i} ${e?">":"≤"} ${q(s)}`,r=e?" passes":" fails";return{
from:Math.min(1,s),cut:1,coin:n,side:"above",test:jt(o,`joint ${a}${r}`,`${a}${r}`,a)}}var jt=({scale:n,small:t},...e)=>n?.
says?me((n.wide+tp)/t,...e):"";function _a(n,t,e,s,o,i={}){let a=e<s?"<":"≥",r=t==="plain",{p:l,q:c}=i;if(s>0&&s<1)return r?
jt(n,`${q(e)} ${a} ${q(s)}`,`${_(e)} ${a} ${_(s)}`):jt(n,`u = ${_(e)} ${a} ${_(s)}`,`${_(e)} ${a} ${_(s)}`);let h=s>=1?"\
always":"never",d=[`${h} ${o}`,h];return s>=1&&typeof l=="number"&&typeof c=="number"&&l>=c?jt(n,r?`${h}: ${U(l)} ≥ ${U(
c)}`:`${h}: p ≥ q`,...d):s<=0&&l===0?jt(n,r?`${h}: target 0%`:`${h}: p = 0`,...d):jt(n,...d)}function ap({u:n,parts:t,
own:e},s,o){let i=d=>t.slice(0,d).reduce((u,[,,f])=>u+f,0),a=i(t.length),r=i(e)/a,l=i(e+1)/a,c=d=>`${d(r)} ≤ ${d(n)} <\
 ${d(l)}`,h=o==="exact"?jt(s,c(d=>q(d)),c(_),`u = ${_(n)}`):jt(s,`${q(n)} in its part`,q(n));return{from:r,cut:l,coin:n,
side:"own",test:h}}var rp=8,lp=6,Xs={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function Ba(n,t,e=Xs,s=null){let{model:o,it:i,
items:a,spot:r}=n,l=Ma(n,t,e,s),c=ma(n,s),h=Ta(o,i,t),d=La(o,i,h),u=[],f=[];for(let b of a){let y=b.stands.flatMap(x=>[...l.
get(x)??[]]),w={...cp(n,b,t,e,y,c.get(b.place)),gram:d.get(b.place)??null};w.gram!==null&&(w.classes+=" tail"),u.push(w),
b.up>=0&&f.push(pp(Fs(n,b,t),w))}let{mode:m,form:g}=n;return{mode:m,form:g,pass:Pa(n,t),nodes:u,edges:[...f.filter(({raised:b})=>!b),
...f.filter(({raised:b})=>b)],merges:qa(n,t,e.pointed),links:ja(n,t,e.pointed),bands:s?Ys(n,t,s):Ea(n,t,h),float:up(n,t,
e),hidden:i.born.filter((b,y)=>b<=t&&r.get(y)?.place!==y).length}}function cp(n,t,e,s,o,i){let{model:a,it:r,mode:l}=n,{named:c}=t,
h=ia(n,t,e),d=na(n,h,e,s),u=Ft(n,t,e),f=e>=r.commit,m=t.stands.some(Gt=>r.onPath[Gt]),g=f&&d!==null&&!u&&m,b=a.copied(r,
h)&&t.place===h,y=r.n.role[h]==="draft",w=Hs(n,e),x=!d&&!y&&t.col>=w,k=x||!d&&y&&!b,$=y&&t.col>=w&&d!==null,M=l.name==="\
dots",A=M&&c&&g,E=A?Math.ceil(t.wide+12+7*t.word.length):t.wide,O="st-n";b&&(O+=" replica"),d||(O+=" ghost"),x&&(O+=" ho\
le"),$&&(O+=" fallen"),g&&(O+=" path"),d?.state==="input"&&f&&!g&&(O+=" gone");let T=!g&&Ra(n,h,e);T&&(O+=" quiet"),r.n.
merge&&d?.state==="pruned"&&(O+=" leaf");let I=(d?.state==="pending"||d?.state==="merged")&&Ws(n,h,e);I&&(O+=" lost"),u?
O+=" joined":!T&&!I&&oa(n,t,e)&&(!d||Z(d.state).strength<lp)&&(O+=" shared");let G=Ks(n,{...t,place:h},e,d),K=d?fo(n,h,e):
"",H=po(n)&&d?.state==="rejected";G.left&&(O+=" left"),H&&(O+=" deleted"),ho(n,d)&&(O+=" untested");for(let Gt of new Set(
o))O+=` ${Gt}`;let j=h===t.place?t:{...t,place:h},C=Ca(n,j,e),W=C===t.nth?j:{...j,nth:C},{x:wt,y:mt}=u??dp(n,t,$,e),X=Fa(
n,W,e,d,$),At=d?da(n,h,d):"",N=d?hp(n,d):"",rt=Ia(n,t,d);return{key:t.key,kind:t.kind,place:h,id:r.n.id[h],x:wt,y:mt,wide:u?
2*n.form.glyph.x:E,joined:u!==null,onto:u&&{x:u.item.x,y:u.item.cy},font:t.font,word:d&&c&&(A||!M)?t.word:"",state:d?.state??
null,visible:d!==null||k,ask:k&&c&&!M?t.wide/2:null,...G,...X,nth:d&&C!==null?String(C):"",sure:d&&n.form.sure?Vs(n,h):"",
ratio:K,second:At,gram:null,copy:rt,times:N,told:d?.told??"",repeated:!!d?.times,label:d?$a(n,W,d,b,e,{...G,...X,second:At,
times:N,copy:rt,ratio:K,letter:u?null:i?.letter??null}):"",classes:O,path:g,fallen:$,tab:[h,t.place].includes(s.roving)?
"0":"-1",letter:i?.letter??null,hue:i?.hue??0,first:i?.first??!1,tagX:i?.tagX??0,tagY:i?.tagY??0}}function hp({mode:n,has:t},{
times:e}){if(!e.startsWith("×"))return e;let s=(Pt(n,t.fates)-4)/n.small,[o,...i]=e.split(" "),r=i.reduce((l,c)=>l+parseInt(
c,10),0)===Number(o.slice(1))&&i.length>0&&(i.length>1||!i[0].endsWith("✕"));return me(s,e,...r?[i.join("")]:[],o)}var dp=({
drop:n,aside:t,room:e},{x:s,cy:o,makes:i},a,r)=>({x:a?s+t:s,y:(a?o+n:o)+(r>=e?i:0)});function pp(n,{key:t,state:e,visible:s,
path:o,fallen:i,joined:a,classes:r}){let l=e!==null&&Z(e).strength>=rp;return{key:t,d:n,state:e,made:l,raised:l||o,visible:s&&
!i&&!a,classes:e===null?"st-e ghost":o?"st-e path":/ quiet\b/.test(r)?"st-e quiet":/ lost\b/.test(r)?"st-e lost":"st-e"}}
function up({it:n,spot:t},e,{floated:s}){let o=t.get(s);return!o||o.named||n.born[s]>e?null:{word:o.word,x:o.x+o.wide+2,
y:o.cy-10}}var tn=class{value=1;chosen=0;constructor(t,e){this.scroll=t,this.svg=e}fit(t,e){let{w:s,h:o}=t;this.value=Math.min(4,Math.
max(.15,this.chosen||oo(t,e))),this.svg.setAttribute("width",String(Math.ceil(s*this.value))),this.svg.setAttribute("hei\
ght",String(Math.ceil(o*this.value+this.slack(t,e))))}slack({narrow:t,mode:e,h:s,top:o},i){let a=this.value*e.row,r=s*this.
value-i.h-this.value*(o+e.high/2)+a/2;return t&&r>0?(a-r%a)%a:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(t,e,s){
if(!t.length)return;let{scroll:o,value:i}=this,{mode:a,narrow:r,models:l}=e,c=12,{w:h}=s,d=r||l.below?0:i*l.head,u=i*Math.
min(...t.map(({x:k})=>k)),f=i*Math.min(...t.map(({cy:k})=>k-a.high)),m=i*Math.max(...t.map(({x:k,wide:$})=>k+$)),g=i*Math.
max(...t.map(({cy:k})=>k+a.high)),b=s.h-(r?s.bar:0),{scrollLeft:y,scrollTop:w}=o;m-u>h?o.scrollLeft=m-h+c:m>y+h?o.scrollLeft=
Math.min(u-c,m-h+c):u<y&&(o.scrollLeft=u-c);let x=g>w+b||f<w+d;r&&x?o.scrollTop=this.between(t,e,b):g>w+b?o.scrollTop=Math.
min(f-d-c,g-b+c):f<w+d&&(o.scrollTop=f-d-c)}between(t,{mode:e,spot:s,top:o},i){let a=t.map(({row:f})=>f),r=Math.min(...a),
l=this.value*e.row,c=this.value*(o+e.high/2)-l/2,h=Math.ceil(((Math.max(...a)+1)*l+c-i)/l),d=t.some(({row:f,up:m})=>f===
r&&s.get(m)?.row===r-1),u=h<=r?Math.max(0,Math.min(r,Math.max(h,0))):r-(d?1:0);return u>0?c+u*l:0}away(t,{x:e,wide:s,y:o},i){
let a=this.svg.getBoundingClientRect(),r=(l,c,h)=>Math.max(l*this.value-h,h-c*this.value,0);return Math.hypot(r(e,e+s,t.
clientX-a.left),r(o-i/2,o+i/2,t.clientY-a.top))}};var fp=300,za=142,Ha=114,Wa=86,mp=190,Ua=40,en=class{touched=matchMedia("(pointer: coarse)");picture=new Js;svg=this.picture.
svg;scroll=p("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new tn(this.scroll,this.svg);sides=new Dt(
this.scroll,()=>this.until());hidden=p("span",{class:"st-hidden","data-testid":"hidden-count"});all=p("button",{type:"bu\
tton",class:"st-btn st-small","data-testid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=Xs;step=-1;seen=null;room={
w:800,h:300,bar:Ua,touched:!1,typeface:"sans-serif",width:yt};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(t,e){
this.model=t,this.on=e,this.recurring=new Zs(t,()=>this.again()),this.zooms=p("div",{class:"st-zoom"},this.recurring.toggle,
this.recurring.sizes,p("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zoom out",()=>this.
zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom to 1:1",()=>1),this.
button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=p("div",{class:"st-graph"},this.scroll,this.recurring.
say,this.zooms,this.sides.sign),ka(this),this.scroll.addEventListener("scroll",()=>this.stick(),{passive:!0})}until(){let{
value:t}=this.zoom,e=this.scene?.nodes.filter(({visible:o})=>o)??[],s=this.frame?this.frame.mode.high/2:0;return{w:t*Math.
max(0,...e.map(({x:o,wide:i})=>o+i)),h:t*Math.max(0,...e.map(({y:o})=>o+s))}}stick(){let t=this.frame?.models.below??!0;
this.picture.pass.stick(t?0:this.scroll.scrollTop/this.zoom.value)}button(t,e,s,o){return p("button",{type:"button",class:"\
st-btn st-small","data-testid":e,"aria-label":s,title:s,onclick:()=>{this.zoom.chosen=o(),this.frame&&this.zoom.fit(this.
frame,this.room),this.sides.look()}},t)}open(t){this.frame?.it!==t&&(this.frame&&this.zoom.top(),this.build(t))}build(t){
this.leave();let{on:e}=this.recurring;this.recurring.open(t),(!this.looked||e!==this.recurring.on)&&this.look(),this.looked=
!0,this.drawn=this.room;let{toggle:s,sizes:o}=this.recurring;this.room={...this.room,buttons:za+(s.hidden?0:Ha)+(o.hidden?
0:Wa)+(t.core?mp:0),zooms:za+(o.hidden?0:Ha+Wa)},this.frame=sa(this.model,t,this.room,this.expanded.has(t.i));let{w:i,h:a,
whole:r,items:l}=this.frame,c=t.core&&!r;this.all.hidden=!t.core,t.replicas&&l.length<=fp?S(this.all,c?`Show tree with c\
opies (${t.replicas})`:"Show merged graph"):S(this.all,c?`Show all ${t.size} nodes`:"Show result path and siblings"),this.
svg.setAttribute("viewBox",`0 0 ${i} ${a}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof
SVGElement&&this.svg.contains(document.activeElement)&&document.activeElement.blur(),this.selection=Xs,this.step=-1}again(){
this.frame&&(this.looked=!1,this.build(this.frame.it),this.on.redraw())}look(){let{position:t,display:e}=getComputedStyle(
this.zooms),s=this.root.closest(".present")!==null,o=t==="absolute"&&e!=="none"?Ua+(this.touched.matches?12:0):0;this.room=
{w:this.scroll.clientWidth,h:this.scroll.clientHeight,bar:o,big:s,touched:this.touched.matches,typeface:getComputedStyle(
this.root).fontFamily||"sans-serif",width:yt}}toggleAll(){if(!this.frame)return;let{i:t}=this.frame.it;this.folded.add(t),
this.expanded.delete(t)||this.expanded.add(t),this.again()}unmerge(t,e){let s=t.steps.findIndex(({phase:a})=>a==="unmerg\
e"),o=s>=0&&e>=s,i=t.size<=it("line").upTo;!t.core||!i||this.folded.has(t.i)||o===this.expanded.has(t.i)||(o?this.expanded.
add(t.i):this.expanded.delete(t.i),this.build(t))}show(t,e,s,o=this.selection.pointed){if(!this.frame)return;this.seen=e;
let{it:i}=this.frame;this.unmerge(i,t);let{spot:a,items:r}=this.frame,{roving:l}=this.selection,c=l<0||i.born[l]>t||!a.has(
l),h=Math.min(...r.map(({place:u})=>i.born[u]<=t?u:1/0));this.render({...this.selection,picked:s,pointed:o,roving:c?a.has(
s)?s:Number.isFinite(h)?h:-1:l},t),t!==this.step&&(this.reveals=s>=0?[s]:i.steps[t].now),this.step=t,this.recurring.describe(
i,t,this.frame.narrow);let d=this.scene?.hidden;S(this.hidden,d?`${R(d,"node")} not shown`:""),this.all.style.visibility=
d||this.expanded.has(i.i)?"":"hidden",this.recurring.toggle.style.visibility=t<i.seen&&!this.recurring.on?"hidden":""}render(t,e=this.
step){this.selection=t,!(!this.frame||e<0)&&(this.scene=Ba({...this.frame,view:this.seen},e,t,this.recurring.shown),this.
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
abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var gp={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and th\
e thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision, p\
, q and the thresholds can differ in the third digit."};function Qt(n,{key:t,label:e,value:s,most:o,step:i=.01,say:a,draw:r},l,c,...h){
let d=p("p",{class:"st-whatif-said",role:"status"}),u=p("button",{type:"button",class:"st-btn st-small st-wide","data-te\
stid":"whatif-go",disabled:!0,onclick:()=>c({...l,[t]:f.value})},"Replay this round"),f=p("input",{type:"range",class:"s\
t-scrub",min:i<1?0:1,max:o,step:i,"aria-label":e,"data-testid":`whatif-${t}`,oninput:()=>m(Number(f.value))});f.value=String(
s);function m(b){let y=b!==s;r(b);let w=a(b);S(d,y?`${w} Faded parts still show the recorded run.`:w);let x={sentence:y?
w:""};g.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:x})),u.disabled=!y,g.closest("[data-testid=ins\
pector]")?.toggleAttribute("data-moved",y)}let g=p("details",{class:"st-whatif-box","data-testid":"whatif"},p("summary",
{},"What if?"),p("label",{},e,f),d,p("div",{class:"st-row"},u,...h),p("p",{class:"st-quiet","data-testid":"whatif-again"},
gp[n]));return g}var Ga=(n,t)=>p("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>t(
{verdict:n,flip:1})},"Reverse this decision");function Ka(n){let t=p("div",{class:"st-changed",role:"status","data-testi\
d":"changed",hidden:!0});return{root:t,show(e,s,o){t.hidden=!e,L(t,p("b",{},e),s&&p("span",{},"Recorded: ",p("q",{dir:"a\
uto"},s.recorded)),s&&p("span",{},"What if: ",p("q",{dir:"auto"},s.now)),o&&p("button",{type:"button",class:"st-btn st-s\
mall st-wide",onclick:n},"Back to the recorded run"))},wait(){t.hidden=!1,L(t,p("span",{},"Replaying this round. Models \
that are not in memory are loaded first."))},refuse(e){t.hidden=!1,L(t,p("span",{role:"alert"},e),p("button",{type:"butt\
on",class:"st-btn st-small",onclick:()=>{t.hidden=!0}},"Close"))}}}var Ya=25,bp=5;function Qa(n,t,e,s,o,i=[],a=[]){let{why:r,came:l,good:c,tails:h,alpha:d,table:u,cut:f,names:m,least:g}=t,
b=p("div",{},h.length?Va(n,t,i&&a):null),y=$=>Math.max(0,h.findLastIndex(M=>M>=$)),w=$=>Math.max(g,y($)),x=$=>{let M=n===
"plain"?`With a required probability of ${U($)}`:`With t = ${q($)}`,A=w($),E=P(n,h[A]);return y($)<g?`${M}, the width is\
 the minimum, ${g}.`:`${M}, the width is ${A}: at least ${A} are accepted with probability ${E}.`},k=$=>L(b,Va(n,{...t,cut:$,
width:w($)},i&&a));return p("section",{class:"st-panel","data-testid":"layer-panel"},p("h2",{},t.title),...i??[],b,r?p("\
p",{class:"st-reason"},r):null,o&&f!==null&&h.length?Qt(n,{key:"threshold",label:m[2],value:f,most:1,say:x,draw:k},{},o):
null,l&&e>=t.told?p("p",{class:"st-reason"},`${c?"●":"✕"} ${l}`):null,d.length?xp(t):null,u.length?vp(t):null,...s)}
function ts(n,t,e){let s=[{marks:[],parts:[],since:0}];for(let o=0;o<t;o++)s=s.flatMap(({marks:i,parts:a,since:r})=>[{marks:[
...i,"accepted"],parts:[...a,n[r]??0],since:0},{marks:[...i,"rejected"],parts:[...a,1-(n[r]??0)],since:r+1}]);return s.filter(
({marks:o})=>o.filter(i=>i==="accepted").length>=e).map(({marks:o,parts:i})=>({marks:o,parts:i,value:i.reduce((a,r)=>a*r,
1)}))}function sn(n,{candidates:t,tails:e,width:s},o){let i=t>4||t>o.length||s<1?[]:ts(o,t,s),a=i.reduce((c,{value:h})=>c+
h,0),r=c=>P(n,c,_);if(!i.length||i.length>bp||Math.abs(a-(e[s]??-1))>.001)return null;let l=wo(n,i,r);return p("ul",{class:"\
st-ways","data-testid":"layer-ways","aria-label":`Orders of outcomes with at least ${R(s,"acceptance")}`},...i.map(({marks:c,
parts:h,value:d})=>p("li",{title:h.map(l).join(" · ")},p("span",{},...c.map(u=>st(u))),p("small",{},h.length>3?"":h.map(
l).join(" · ")),p("b",{},r(d)))),i.length>1?p("li",{class:"sum"},p("span"),p("small",{},"sum"),p("b",{},r(a))):null)}function wo(n,t,e){
let s=[e,...[0,1,2].map(i=>a=>et(n,a,i))],o=i=>parseFloat(i)/(i.endsWith("%")?100:1);return s.find(i=>t.every(({parts:a,
value:r})=>e(a.reduce((l,c)=>l*o(i(c)),1))===e(r)))??s[3]}var yo=(n,t,e)=>n>t?` (${e?R(n-t,e):n-t} not shown)`:"";function Xe(n,t,e){
return e<=29?"":n==="plain"?t>0&&t<.005?"<1%":`${Math.round(100*t)}%`:t<.005?t?"<.01":"0":_(+t.toFixed(2))}var wp=(n,t)=>n===
"plain"?`${(100*t).toFixed(1)}%`:_(+t.toFixed(3));function Va(n,t,e){let{tails:s,tails_head:o,overlap_say:i,tails_say:a,
cut:r,width:l,names:c}=t,h=s.slice(0,Ya),d=300,u=4,f=66,m=56,g=s.map((A,E)=>Math.max(0,A-(s[E+1]??0))),b=Math.min(54,(d-
u-f)/h.length),y=A=>15+m-A*m,w=h.map(A=>P(n,A)).join(", "),x=r===null?"":` Required: ${c[1]}${P(n,r)}.`,k=v("svg",{viewBox:`\
0 0 ${d} ${m+66}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tails","aria-label":`${o}. ${a} From 0: ${w}\
. Exactly: ${g.map(A=>P(n,A)).join(", ")}.${x} Target width ${l}.`});h.forEach((A,E)=>{let O=u+E*b,T=O+(b-3)/2,I=E===l,G=r===
null?I:A>=r;k.append(v("rect",{class:`${G?"on":"off"}${I?" mine":""}`,x:O,y:y(A),width:b-3,height:Math.max(.5,A*m)}));let H=r!==
null&&A<r&&Xe(n,A,99)===Xe(n,r,99)&&b>29?wp(n,A):Xe(n,A,I?99:b),j=I?"mine":"",C=y(r??-1),W=y(A)-3,wt=r!==null&&C<W+3&&C>
W-11;H&&k.append(v("text",{class:j,x:T,y:wt?C-3:W,"text-anchor":"middle"},H)),(b>16||E%4===0||I)&&k.append(v("text",{class:j||
"end",x:T,y:m+28,"text-anchor":"middle"},String(E)));let mt=Xe(n,g[E],b);mt&&k.append(v("text",{class:"end",x:T,y:m+43,"\
text-anchor":"middle"},mt)),I&&k.append(v("path",{class:"point",d:`M${T} ${m+46}l4 6h-8Z`}),v("text",{class:"mine",x:Math.
max(14,T),y:m+62,"text-anchor":"middle"},`${c[0]} ${E}`))});let $=n==="plain",M=(A,E,O="end")=>v("text",{class:O,x:d-f+3,
y:E},A);return k.append(M($?"accepted":"K",m+28)),b>29&&k.append(M($?"exactly":"P(K)",m+43)),r!==null&&k.append(v("path",
{class:"cut",d:`M0 ${y(r)}H${d-f}`}),M(`${c[1]}${P(n,r,_)}`,y(r)+3.5,"t"),$?M("required",y(r)>36?y(r)-10:y(r)+17):""),p(
"figure",{"data-testid":"layer-width"},p("p",{class:"st-tails-head"},o,e&&i?`. ${i}`:"",yo(s.length,h.length)),p("div",{
class:"st-widths"},k,e&&sn(n,t,e)),l<s.length&&$?p("p",{class:"st-rule","data-testid":"layer-rule"},yp(s,r,l)):null,p("f\
igcaption",{class:"st-when"},a))}function yp(n,t,e){return t===null?`The settings fix the width at ${e}.`:n[e]>=t?`${e} \
is the largest number whose bar reaches the required ${U(t)}.`:`The bar of ${e} does not reach the required ${U(t)}, but\
 the settings allow no fewer.`}function xp({alpha:n,alpha_say:t}){let e=n.slice(0,Ya-1),s=300,o=Math.min(36,(s-4)/e.length),
i=40,a=v("svg",{viewBox:`0 0 ${s} ${i+30}`,class:"st-columns",role:"img","aria-label":`α_j of the candidates from 1: ${e.
map(r=>q(r)).join(", ")}`});return e.forEach((r,l)=>{let c=2+l*o+(o-3)/2,h=13+i-r*i,d=Xe("exact",r,o);a.append(v("rect",
{x:2+l*o,y:h,width:o-3,height:Math.max(.5,r*i)})),d&&a.append(v("text",{x:c,y:h-3,"text-anchor":"middle"},d)),(o>16||l%4===
0)&&a.append(v("text",{class:"end",x:c,y:i+26,"text-anchor":"middle"},String(l+1)))}),p("figure",{},p("figcaption",{},t,
yo(n.length,e.length)),a)}function vp({table:n,table_say:t,candidates:e}){let s=Math.min(17,n.length),o=42,i=Math.min(30,
(300-o)/s),a=o+s*i,r=s*i,l={"text-anchor":"middle"},c=v("svg",{viewBox:`0 0 ${a} ${r+30}`,class:"st-heat",role:"img","da\
ta-testid":"layer-heat","aria-label":`P(m, k), last row: ${n[n.length-1].map(h=>q(h)).join(", ")}`});c.style.maxWidth=`${a}\
px`,n.slice(0,s).forEach((h,d)=>{let u=d*i,f=d===e?"mine":"end";c.append(v("text",{class:f,x:o-6,y:u+i/2+4,"text-anchor":"\
end"},String(d))),h.slice(0,s).forEach((m,g)=>{let b=m>=.995?"1":m>=.01?m.toFixed(2).slice(1):m>0?"~0":"";c.append(v("re\
ct",{x:o+g*i,y:u,width:i-1,height:i-1,"fill-opacity":(.06+.94*m).toFixed(3)},v("title",{},`P(${d}, ${g}) = ${q(m,3)}`))),
i>=26&&b&&c.append(v("text",{class:m>.85?"in":"",x:o+g*i+(i-1)/2,y:u+i/2+3.5,...l},b))})}),e<s&&c.append(v("rect",{class:"\
frame",x:o-1,y:e*i-1,width:(e+1)*i+1,height:i+1}));for(let h=0;h<s;h++)c.append(v("text",{class:"end",x:o+h*i+(i-1)/2,y:r+
12,...l},String(h)));return c.append(v("text",{class:"end",x:2,y:i/2+4},"m ↓"),v("text",{class:"end",x:o,y:r+26},"k →")),
p("figure",{},p("figcaption",{},t,yo(n.length,s,"row")),c)}function Ja(n,t,e){let o=u=>8+u*284,i=t<.14?"start":t>.86?"end":"middle",a={"text-anchor":"middle"},r=n==="plain",l=e!==
void 0&&q(e)===q(t)&&e!==t,c=u=>l?q(u,3):q(u),h=e===void 0?`Threshold ${q(t)}.`:`Random number ${q(e)}; accepted below ${q(
t)}, rejected from ${q(t)} on.`,d=v("svg",{viewBox:"0 -12 300 78",class:"st-axis",role:"img","aria-label":h},v("rect",{class:"\
yes",x:o(0),y:24,width:o(t)-o(0),height:16}),v("rect",{class:"no",x:o(t),y:24,width:o(1)-o(t),height:16}));if(t>.22&&d.append(
v("text",{class:"in",x:o(t/2),y:36,...a},"accept")),t<.78&&d.append(v("text",{class:"in",x:o((1+t)/2),y:36,...a},"reject")),
d.append(v("path",{class:"cut",d:`M${o(t)} 20V44`}),v("text",{x:o(t),y:58,"text-anchor":i},`threshold ${c(t)}`)),e!==void 0){
let u=r?86:38,f=Math.min(300-u,Math.max(u,o(e)));d.append(v("path",{class:"coin",d:`M${o(e)} 42V18l-5 -7h10l-5 7`}),v("t\
ext",{class:"u",x:f,y:4,...a},`${r?"random number":"u ="} ${c(e)}`))}return t>.2&&d.append(v("text",{class:"end",x:o(0),
y:58,"text-anchor":"start"},"0")),t<.8&&d.append(v("text",{class:"end",x:o(1),y:58,"text-anchor":"end"},"1")),d}function es(n,t,e,s=""){
let i=f=>6+f*288,a=n==="plain",r=e!==void 0&&q(e)===q(t)&&e!==t,l=r?3:2,c=`threshold ${s||q(t,l)}`,h=e!==void 0&&e<t,d=v(
"svg",{viewBox:"0 0 300 22",class:"st-axis","aria-hidden":"true"},v("rect",{class:"yes",x:i(0),y:8,width:i(t)-i(0),height:11}),
v("rect",{class:"no",x:i(t),y:8,width:i(1)-i(t),height:11}),v("path",{class:"cut",d:`M${i(t)} 5V22`}));if(e===void 0)return p(
"div",{},d,p("p",{class:"st-axis-say"},c));d.append(v("path",{class:"coin",d:`M${i(e)} 19V7l-4 -6h8l-4 6`}));let u=a?h?"\
is below":"is not below":h?"<":"≥";return p("div",{},d,p("p",{class:"st-axis-say"},p("b",{},`${a?"random number":"u ="}\
 ${q(e,l)}`),` ${u} ${c}`))}var Za=.001,kp=1e-12,$p=16,Mp=4,Sp=["q","p","r"],Xa={plain:{q:"draft",p:"target",r:"leftover target"},exact:{q:"q",p:"p",
r:"residual p′"}},Ap={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},tr={plain:Xa.plain,exact:{
q:"q_beam",p:"p_beam",r:"residual p′"}};function Jt(n,t,e,s){let o=(e?.dists??[]).map(c=>n.dists[c]),i=o.findIndex(({series:c})=>c===
"q");if(i>=0){let[c]=o.slice(0,i),h=o.slice(i+1).find(({series:d})=>d==="r");return{q:o[i],p:c,left:h,residual:c?.series===
"r"}}if(e?.state==="residual"&&o[0]?.series==="r"){let c=nn(n,t,s),h=c?Jt(n,c.place,c,s):null;return h?.left?{...h,left:o[0]}:
{q:void 0,p:o[0],left:void 0,residual:!0}}let a=nr(n,t,e,s),r=nn(n,t,s),l=r&&r.place!==t?Jt(n,r.place,r,s).left:void 0;return{
q:a.get("q"),p:l??a.get("p"),left:void 0,residual:l!==void 0}}function Tp(n,t){let e=t?.greedy&&t.dists.map(o=>n.dists[o]).
find(({series:o,raw:i})=>o==="p"&&i),s=t?.state==="accepted"||t?.state==="rejected";return e?{q:void 0,p:e,left:void 0,residual:!1,
greedy:s}:null}var nn=(n,t,e)=>n.verdicts.findLast((s,o)=>s.state==="rejected"&&n.stepOf[o]<=e&&n.n.parent[s.place]===n.
n.parent[t]&&s.dists.some(i=>n.dists[i].series==="q"));function Op({q:n,p:t,left:e},s,o){let i=new Map;for(let[r,l]of[["\
q",n],["p",t],["left",e]])l?.t.forEach((c,h)=>{let d=i.get(c)??{token:c,q:0,p:0,left:0};d[r]=l.v[h],i.set(c,d)});let a=r=>Math.
max(r.q,r.p);return[...i.values()].sort((r,l)=>l.left-r.left||a(l)-a(r)).filter(({token:r},l)=>l<Mp||r===s||r===o)}function on({
q:n,p:t,left:e}){if(!n||!t||!e||n.rest>1e-6||t.rest>1e-6)return null;let s=new Map(n.t.map((r,l)=>[r,n.v[l]])),o=new Map(
t.t.map((r,l)=>[r,Math.max(0,t.v[l]-(s.get(r)??0))])),i=[...o.values()].reduce((r,l)=>r+l,0),a=e.t.every((r,l)=>Math.abs(
(o.get(r)??0)/i-e.v[l])<.02);return i>1e-9&&a?i:null}function pt(n,t,e){let s=p("i",{"data-of":n});return Object.assign(
s.style,{left:`${100*t}%`,width:`${100*e}%`}),s}function er(n,t,e,s,o,i,a,r=!1){let l=Tp(e,o)??Jt(e,s,o,i),c=r?{...l,left:void 0}:
l,{q:h,p:d,left:u}=c,f=e.n.token[s],m=[h,d,u].filter(O=>O!==void 0);if(!m.length||m.some(O=>O.beam||O.raw&&c.greedy===void 0))
return null;let g=n.voice==="plain",b=O=>g?U(O):q(O),y=u?on(c):null,w=u!==void 0,k=o&&!w&&e.steps[i].verdicts.some(O=>e.
verdicts[O]===o)?Gs(ge(o,n.voice)):{},$=w?Ep(n,e,s,i):void 0,M=!d&&h&&!w?n.wanted(e,s,i):null,A=Op(c,f,$),E=A.map(O=>{let T=h?
Math.min(O.p,O.q):0,I=Math.max(0,O.p-T),G=w?pt("p",0,O.left):pt("p",T,I);w&&Object.assign(G.dataset,{from:T,size:y===null?
O.left:I});let K=w?[["r",O.left]]:[...h?[["q",O.q]]:[],...d?[["p",O.p]]:[],...M!==null&&O.token===f?[["p",M]]:[]],H=`${g?
"draft ":"q = "}${b(O.q)}, ${g?"target ":"p = "}${b(O.p)}`;return p("div",{class:O.token===f?"own":"",title:H},p("span",
{},F(n.word(O.token),12)),p("span",{class:"st-both"},pt("both",0,T),pt("q",T,Math.max(0,O.q-T)),G),p("span",{class:"st-b\
oth-n"},...K.map(([j,C])=>p("b",{"data-of":j},O.token===f&&k[j]||(g&&C>kp&&C<Za?`<${U(Za)}`:b(C))))))});return p("div",{
class:"st-overlap","data-testid":"inspector-overlap","data-part":w?"residual":"overlap","data-alone":!d,"data-scaled":w&&
y===null?"no":null},p("div",{class:"st-keys"},...qp(c,g,M!==null).map(([O,T])=>p("span",{"data-of":O},...t(T)))),p("div",
{class:"st-both-axis","aria-hidden":"true"},p("span"),p("span",{},...(g?["0","50%","100%"]:["0",".5","1"]).map(O=>p("sma\
ll",{},O)))),...E,Lp(w?{r:u}:{q:h,p:d},A,b),a||y===null||g&&y>.995?null:p("p",{class:"st-quiet","data-part":"sum"},g?`Be\
fore they were scaled to 100%, the blue parts added up to ${U(y)}.`:`∑ max(${c.residual?"p′":"p"} − q, 0) = ${q(y)}\
; divided by it, the residual sums to 1.`))}function Ep(n,t,e,s){let i=(t.children[n.up(t,e)]??[]).find(a=>t.n.role[a]===
"draft"&&t.born[a]<=s&&!n.decided(t,a,s).length);return i===void 0?void 0:t.n.token[i]}function Lp(n,t,e){let s=Object.entries(
n).flatMap(([o,i])=>i?[{of:o,rest:i.rest+i.v.reduce((a,r,l)=>a+(t.some(({token:c})=>c===i.t[l])?0:r),0)}]:[]);return s.every(
({rest:o})=>o<.005)?null:p("div",{"data-testid":"overlap-others"},p("span",{class:"st-quiet"},"others"),p("span"),p("spa\
n",{class:"st-both-n"},...s.map(({of:o,rest:i})=>p("b",{"data-of":o},e(Math.max(0,i))))))}function qp({q:n,p:t,left:e,residual:s,
greedy:o},i,a){if(o)return[["p",i?"target: only the most likely can pass":"p; argmax passes"]];let r=s?i?"leftover targe\
t":"p′":i?"target":"p";return e?[["r",i?"leftover target probability":"residual p′"]]:n?t?[["both",i?"shared":`min(${r}\
, q)`],["more",i?"draft gives more":`q > ${r}`],["p",i?`${r} gives more`:`${r} > q`]]:[["q",i?"draft":"q"],...a?[["p",`${r}\
, recorded for this token only`]]:[]]:[["p",s&&i?"leftover target probability":r]]}function sr(n,t,e,s,o){let i=nr(t,e,s,
o),a=Sp.filter($=>i.has($));if(!a.length)return null;let r=[...i.values()].find($=>$.beam)?.ends??null,l=r?bt(n,t,r):null,
c=jp(i),h=t.n.token[e],d=s?.mine,u=$=>($.beam===null||!d||d.includes($.beam))&&($.token===h||$.token===-2&&$.beam!==null&&
!!d&&r?.[$.beam]===t.n.id[e]),f=c.filter(($,M)=>M<$p||u($)),m=Math.max(1e-12,...f.map(xo)),g=(r?tr:Xa)[n.voice],b=a.filter(
$=>i.get($)?.raw).map($=>g[$]),y=n.voice==="plain"?"before the sampling settings":"before warping 𝒯",w=b.length&&(b.length===
a.length?` ${y}`:` (${b.join(" and ")} ${y})`),x=Rp(f,a,r),k=p("div",{class:"st-laws"+(r?" st-laws-joint":""),"data-test\
id":"inspector-dist"},p("h2",{},Np(n,!!r),w?p("small",{},w):null),p("div",{class:"st-law st-law-h"},p("div",{class:"st-k\
eys"},...a.map($=>p("span",{"data-of":$},g[$]))),p("span",{class:"st-law-v"},...a.map($=>p("b",{},Ap[n.voice][$])))),...x.
map($=>Ip(n,t,$,a,m,u($),l,r)));return r&&k.append(p("p",{class:"st-quiet","data-testid":"inspector-sum"},Dp(n,x,a))),k.
append(p("p",{class:"st-quiet"},Pp(n,g,i,a,c,f))),k}function nr(n,t,e,s){let o=new Map,i=n.dists.filter(a=>a.at===n.n.parent[t]&&
a.series!=="r"&&!a.beam);for(let a of[...(e?.dists||[]).map(r=>n.dists[r]),...i])!o.has(a.series)&&(a.series==="q"||s>=n.
seen)&&o.set(a.series,a);return o}function xo(n){return Math.max(n.values.p??0,n.values.q??0,n.values.r??0)}function jp(n){
let t=new Map;for(let[e,s]of n)s.t.forEach((o,i)=>{let a=s.beam?s.beam[i]:null,r=`${a}:${o}`,l=t.get(r)||{token:o,beam:a,
beams:a===null?[]:[a+1],values:{}};l.values[e]=s.v[i],t.set(r,l)});return[...t.values()].sort((e,s)=>xo(s)-xo(e))}function Ip(n,t,e,s,o,i,a,r){
let l=e.beam!==null&&r&&a&&a.get(r[e.beam])||"",c=n.word(e.token),h=e.beams.length>1?`${e.beams.length}×`:"",d=n.missing(
t,e.token);return p("div",{class:"st-law"+(i?" own":"")},p("span",{class:"st-law-w",title:(l&&`${l} › `)+c},e.beam===null?
"":p("small",{},`${J(l,9)} › `),F(c,12)),p("span",{class:"st-bars"},...s.map(u=>{let f=e.values[u]??0,m=p("i",{"data-o\
f":u});return m.style.width=`${Math.max(f>0?1:0,100*f/o)}%`,m})),p("span",{class:"st-law-v"},...s.map(u=>{let f=e.values[u];
return p("span",{},f===void 0?"·":(f?h:"")+P(n.voice,f,_))})),d?p("small",{class:"st-lacks"},d.mark[n.voice]):null)}function Rp(n,t,e){
let s=new Map;for(let o of n){let i=o.beam===null||!e?o.beam:e[o.beam],a=[o.token,i,...t.map(l=>o.values[l])].join("|"),
r=s.get(a);r?r.beams.push(...o.beams):s.set(a,{...o,beams:[...o.beams]})}return[...s.values()]}function Np(n,t){return n.
voice==="exact"?t?"Joint distributions over (beam, token)":"Next-token distributions after the parent":t?"Shares of all \
beams":`Probabilities of the next ${n.unit()}`}function Dp(n,t,e){let{voice:s}=n,o=n.unit(),i=t.some(l=>l.beams.length>1),
a=e.map(l=>{let c=t.reduce((h,d)=>h+(d.values[l]??0)*d.beams.length,0);return`${tr[s][l]} ${P(s,+c.toFixed(3))}`});return`\
Before “›” is the last ${o} of the parent beam. Each number is the share of one beam with one ${o}.${i?" 2× means \
two duplicates with that share each.":""} These rows add up to: ${a.join(", ")}.`}function Pp(n,t,e,s,o,i){let a=o.filter(
d=>!i.includes(d)),r=[...e.values()].map(d=>d.size),l=Math.max(0,Math.max(o.length,...r)-i.length),c=n.unit(),h=s.map(d=>{
let u=(e.get(d)?.rest??0)+a.reduce((f,m)=>f+(m.values[d]??0),0);return`${t[d]} ${P(n.voice,u<1e-9?0:u)}`});return l?`${R(
l,c)} not shown, together ${h.join(", ")}.`:`These are all ${c}s with nonzero probability.`}function bt(n,t,e){let s=[...new Set(
e)],o=new Map(s.map(a=>[a,n.path(t,a).map(({token:r})=>n.word(r))])),i=(a,r)=>o.get(a)?.slice(-r).join(n.joiner())||"sta\
rt";return new Map(s.map(a=>{let r=c=>s.some(h=>h!==a&&i(h,c)===i(a,c)),l=[1,2,3,4].find(c=>!r(c));return[a,l?i(a,l):`${i(
a,1)} (node ${a})`]}))}var Cp=5e-4;function Y(n,t="calculation"){let e=(a,r)=>io.test(a)?"p":ao.test(a)?"q":r==="="||r==="→"?"result":null,s=n.
map((a,r)=>typeof a=="string"?p("i",{},a):p("span",{"data-of":e(a[1],n[r-1])},p("b",{},a[0])," ",p("small",{},a[1]))),o=n.
indexOf("="),i=a=>a.flatMap(r=>[r," "]);return p("p",{class:"st-sum","data-testid":`inspector-${t}`},...i(o<0?s:s.slice(
0,o)),o<0?null:p("span",{class:"st-sum-end"},...i(s.slice(o))))}var we=n=>n.flatMap(t=>typeof t=="string"?[]:[t[0]]);function vo(n,{
p:t,q:e,sum:s,left:o},[i,a,r,l]){let c=[t,e,s].map(f=>P(n,f,m=>q(m))),h=[0,1,2,3].flatMap(f=>[0,f].map(m=>[t,e].map(g=>et(
n,g,f)).concat(et(n,s,m)))),d=[c,...h],u=d.find(f=>{let[m,g,b]=f.map(parseFloat);return U((m-g)/b)===U(o)})??d[0];return[
"(",[u[0],i],"−",[u[1],a],")",n==="plain"?"÷":"/",[u[2],r],"=",[P(n,o,f=>q(f)),l]]}var ss=(n,t)=>n?.v[n.t.indexOf(t)]??
0;function or(n,t,e,s,o=1){let i=n.voice==="plain",a=o<1-1e-9,{p:r}=t,l=!a||!r?t:{...t,p:{...r,v:r.v.map(g=>o*g),rest:o*
r.rest}},{left:c}=l,h=a?i?"ratio × target":"P·p":i?"target":"p";if(!c||c.beam||l.p?.beam)return null;let[d,u,f]=[l.p,l.
q,c].map(g=>ss(g,e)),m=on(l)??ir(l,(d-u)/f);return d<=u||!f||m===null||m>.995?null:vo(n.voice,{p:d,q:u,sum:m,left:f},[l.
residual?i?"leftover target":"p′":h,i?"draft":"q",i?"all such parts":`∑ max(${h} − q, 0)`,s])}function Fp(n,t,e,s){
let o=B(t),i=n.up(t,e);return o?.ratios?o.ratios.findLast(a=>a.step<=s&&!a.fell&&a.place===i)?.ratio??1:o?.rows.findLast(
({chosen:a})=>a)?.ratio??1}function ir({p:n,q:t,left:e},s){if(!n||!t||!e||!(s>0)||!Number.isFinite(s))return null;let o=r=>Math.
max(0,ss(n,r)-ss(t,r)),i=n.t.filter(r=>t.t.includes(r)&&(e.t.includes(r)||!o(r)));return i.every(r=>Math.abs(o(r)/s-ss(e,
r))<.01)&&i.length>1?s:null}function ko(n,t,e,s){let o=nn(t,e,s-1),i=t.n.token[e],a=`${n.voice==="plain"?"leftover":"p′"}\
 of ${F(n.word(i),9)}`,r=o&&o.place!==e?or(n,Jt(t,o.place,o,s-1),i,a):null;return r&&Y(r,"leftover")}function ar(n,t,e,s){
let o=e?.tiles.findLast(([i])=>i in Us)?.[0]==="p′";return e&&o&&e.state!=="residual"?ko(n,t,e.place,s):null}function $o(n,t,e,s,o){
let{voice:i}=n,a=B(t)!==void 0,r=It(t,e,o),l=s&&n.drafted(t,s.place,o),c=s?.q??l??0,h=(s&&t.n.shares?.[s.place]?.[0]?.[1])??
l??c,d=r?_p(t,r,i,o):s&&((a?null:ge(s,i,Math.abs(h-c)>Cp))??(s.state==="residual"?or(n,Jt(t,s.place,s,o),t.n.token[s.place],
i==="plain"?"leftover":"residual",Fp(n,t,e,o)):null));if(!d)return null;let u=t.panels.find(({kind:m})=>m==="prefixes"),
f=u?.kind==="prefixes"&&r?[r.passed?">":"≤",[q(u.bar),i==="plain"?"a setting":"τ"]]:[];return Y([...d,...f])}function _p(n,{
work:t,place:e},s,o){let i=t?.[s]??null;if(!B(n)?.compared?.some(r=>r.place===e&&r.step<o))return i;let a={target:"lefto\
ver target",draft:"draft, scaled",p:"p′",q:"q′"};return i&&i.map(r=>typeof r=="string"?r:[r[0],a[r[1]]??r[1]])}function ns(n,t,e){
let s=It(n,t,e);return s&&"origin"in s?s.origin:void 0}function rr(n,t,e,s){let o=B(t),i=n.gram(t,e,1/0);return o?.ratios===
void 0?ns(t,e,s):It(t,e,s)&&o.rows.findLast(a=>a.step<s&&a.origin&&i.includes(n.up(t,a.place)))?.origin}function lr(n,t,e,s,o){
let{voice:i}=n,a=i==="plain",r=Jt(t,e,s,o),l=t.n.token[e],c=F(n.word(l),9),[h,d,u]=[r.p,r.q,r.left].map(m=>ss(m,l)),f=on(
r)??ir(r,(h-d)/u);if(B(t)||r.residual||!u||f===null||h<=d)return null;for(let m of[0,1,2,3]){let[g,b,y,w]=[d,f,u,h].map(
k=>et(i,k,m)),x=k=>parseFloat(k)/(a?100:1);if(et(i,x(g)+x(b)*x(y),m)===w)return Y([["",`all ways to write ${c}:`],[g,a?"\
drafted, accepted":"min(p, q)"],"+",[b,a?"rejected":"∑ max(p − q, 0)"],a?"×":"·",[y,a?"leftover":"p′"],"=",[w,a?
`target’s ${c}`:"p"]],"whole")}return null}function cr(n,t,e,s){let o=n.up(t,e),{voice:i}=n,{ratios:a=[],compared:r=[]}=B(
t)??{},l=a.find(M=>M.place===o),c=It(t,e,s),h=i==="plain",d=r.findLast(M=>M.place===o&&M.step<s),[u,f]=o<0?[null,null]:[
n.drafted(t,o,s),n.wanted(t,o,s)],m=d?.q??u,g=d?d.p:f;if(!c?.work||l?.step!==s||!m||g===null||Math.abs(Math.min(1,g/m)-l.
ratio)>.001||t.n.role[n.up(t,o)]==="draft")return null;let b=g>=m?"1":Bp(c,q(l.ratio)),y=q(+(g/m).toPrecision(3)),[w,x]=kt(
g,m,i,g>=m?y:b),[k,$]=h?d?["leftover target","draft, scaled"]:["target","draft"]:["p","q"].map(M=>`${M}${d?"′":""}`);return Y(
[[w,k],h?"÷":"/",[x,$],"=",...g>m&&y!=="1"?[y,"→"]:[],[b,`${h?"ratio":"α"} of ${F(n.word(t.n.token[o]),9)}`]],"ratio\
-before")}var Bp=({work:n},t)=>{let[e]=n?.plain??[];return typeof e=="object"&&e[1]==="so far"?e[0]:t};function an(n,t,e,s){
let{rows:o,compared:i=[]}=B(t)??{rows:[]},a=n.gram(t,e,1/0);return It(t,e,s)?i.filter((r,l)=>r.step<s&&a.includes(r.place)&&
i.findLastIndex(c=>c.place===r.place&&c.step<s)===l&&!o.some(c=>c.step>r.step&&c.step<s&&n.gram(t,c.place,1/0).includes(
r.place))):[]}function It(n,t,e){for(let s of n.panels){let i=(s.kind==="judged"?s.rows:s.kind==="prefixes"?s.prefixes:[]).
find(a=>a.step===e&&a.place===t);if(i)return i}}var zp=3,Hp=34;function Wp(n,t){let e=new Map,s=new Map;for(let h of n.its.slice(0,t+1))for(let{node:d}of h.beams)for(let u of n.
path(null,d))e.has(u.node)||s.set(u.parent,[...s.get(u.parent)??[],u.node]),e.set(u.node,h.i);let o=[...e.keys()].filter(
h=>!s.has(h)&&e.get(h)!==t),i=new Set(o.sort((h,d)=>(e.get(d)??0)-(e.get(h)??0)||d-h).slice(0,zp)),a=new Map(n.beamsOf(n.
its[t]).map(({beam:h,slots:d})=>[h.node,{beam:h,slots:d}])),r=h=>e.get(h)===t||i.has(h)||(s.get(h)??[]).some(r),l=h=>{let d=[
h],u=g=>(s.get(g)??[]).filter(r),f=h;for(let[g,...b]=u(f);g!==void 0&&!b.length&&!a.has(f)&&e.get(g)===t==(e.get(f)===t);[
g,...b]=u(f))d.push(f=g);let m=a.get(f);return{nodes:d,last:e.get(h)??0,below:u(f).map(l),copies:m?.slots.length??0,beam:m?.
beam??null}};return[...e.keys()].filter(h=>!e.has(n.lineage.get(h)?.parent??-1)).filter(r).map(l)}function Mo(n,t){if(t<
0||!n.its.slice(0,t+1).some(({beams:a})=>a.length>1))return null;let e=Wp(n,t),s=n.voice==="plain",o=a=>a===null?"":s?U(
Math.exp(a)):q(a),i=({nodes:a,below:r,last:l,copies:c,beam:h})=>{let d=a.map(m=>n.lineage.get(m)?.token??-1),u=l<t,f=[c>
1?`×${c}`:"",h?o(h.logp):"",h?.best?"likeliest":"",u&&!r.length?`✕ not continued after round ${l+1}`:""].filter(Boolean).
join(" · ");return p("li",{"data-of":u?"lost":h?"end":"trunk"},p("span",{},p("b",{},J(n.phrase(d).replace(/\n/g,"⏎").
trim(),Hp)),f?p("small",{},f):null),r.length?p("ul",{},...r.map(i)):null)};return p("section",{class:"st-tree","data-tes\
tid":"inspector-beamtree"},p("h2",{},`Beams so far, with their ${s?"probability":"Σ log p"}`),p("ul",{},...e.map(i)))}var Up=6,Gp=6,So=["q","p","used","left"],hr=["residual","bonus","fill","drawn"],Kp={q:"draft",p:"target",used:"leftover",
left:"after"},Vp={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},Yp=-2;function zt(n,t){let e=t.dists.map(l=>n.dists[l]).
filter(({beam:l})=>l),s=e.findIndex(({series:l})=>l==="q"),[o]=e,i=n.verdicts.filter(({layer:l})=>l===t.layer).flatMap(l=>l.
dists.map(c=>n.dists[c]));if(t.state==="unused"&&t.p!==void 0)return{q:i.find(({series:l,beam:c})=>l==="q"&&c),p:i.find(
({series:l,beam:c})=>l==="p"&&c)};let a=l=>i.find(({series:c,beam:h})=>c===l&&h),r={q:s<0?void 0:e[s],p:a("p"),used:o?.series===
"r"?o:void 0,left:s<0?void 0:e[s+1]};return Object.fromEntries(Object.entries(r).filter(([,l])=>l))}function os(n,t,e,s){
let o=t.panels.find(x=>x.kind==="width"&&x.layer===e&&s>=x.known),i=t.verdicts.find(x=>x.layer===e&&x.dists.some(k=>t.dists[k].
beam)),{q:a,p:r}=i?zt(t,i):{};if(o?.kind!=="width"||!a?.beam||!r?.beam||a.rest>1e-6||r.rest>1e-6)return[];let l=(x,k)=>`${x.
beam?.[k]}:${x.t[k]}`,c=new Map(a.v.map((x,k)=>[l(a,k),x])),h=r.ends??[],d=bt(n,t,h),u=x=>J(d.get(h[r.beam?.[x]??0])??"s\
tart",6),f=x=>(d.size>1?`${u(x)} › `:"")+F(n.word(r.t[x]),9),m=r.v.map((x,k)=>({name:f(k),p:x,q:c.get(l(r,k))??0})),g=m.
reduce((x,k)=>x+Math.max(0,k.p-k.q),0),b=m.map(x=>({...x,p:g?Math.max(0,x.p-x.q)/g:0})),y=n.voice==="plain";return[dr(n,
m,o.alpha[0],y?"overlap":"α_1"),dr(n,b,o.alpha[1],y?"overlap after a rejection":"α_2")].filter(x=>x!==null)}function dr(n,t,e,s){
let o=t.map(h=>({...h,value:Math.min(h.p,h.q)})).filter(({value:h})=>h>5e-4).sort((h,d)=>d.value-h.value),i=o.reduce((h,{
value:d})=>h+d,0);if(e===void 0||!o.length||o.length>Up||Math.abs(i-e)>.001)return null;let a=P(n.voice,i),r=[0,1,2].map(
h=>o.map(({value:d})=>et(n.voice,d,h))),l=h=>h.reduce((d,u)=>d+parseFloat(u),0)/(n.voice==="plain"?100:1),c=r.find(h=>P(
n.voice,l(h))===a)??r[2];return Y([...c.flatMap((h,d)=>[...d?["+"]:[],[h,o[d].name]]),"=",[a,s]],"overlap-sum")}function pr(n,t,e,s){
let i=(e?zt(t,e).used:void 0)&&t.verdicts.findLast((w,x)=>w.layer===e?.layer&&w.state==="rejected"&&t.stepOf[x]<s);if(!e||
!i)return null;let{q:a,p:r,used:l,left:c}=zt(t,i),h=t.n.token[e.place],{mine:d=[]}=e,u=w=>w?.v.find((x,k)=>w.t[k]===h&&(!d.
length||d.includes(w.beam?.[k]??0)))??0,[f,m,g]=[u(l??r),u(a),u(c)],b=n.voice==="plain",y=b?l?"leftover target":"target":
l?"p′":"p_beam";return f<=m||!g?null:Y(vo(n.voice,{p:f,q:m,sum:(f-m)/g,left:g},[y,b?"draft":"q_beam",b?"all such parts":
"∑ max(p − q, 0)",`${b?"leftover":"p′"} of ${F(n.word(h),9)}`]),"leftover")}function Qp(n,t,e){let s=new Map;for(let a of So)
n[a]?.t.forEach((r,l)=>{let c=n[a],h=c.beam?.[l]??0,d=`${h}:${r}`,u=s.get(d)??{beams:[h],token:r,shares:{}};u.shares[a]=
c.v[l],s.set(d,u)});let o=new Map;for(let a of s.values()){let r=[e[a.beams[0]]??`beam ${a.beams[0]}`,a.token,...So.map(
c=>a.shares[c])].join(),l=o.get(r);l?l.beams.push(...a.beams):o.set(r,a)}let i=({shares:{q:a=0,p:r=0}}={})=>Math.max(a,r);
return[...o.values()].sort((a,r)=>i(r)-i(a)).filter((a,r)=>r<Gp||t(a)).sort((a,r)=>a.beams[0]-r.beams[0]||i(r)-i(a))}function Jp(n,t,e,s){
let o=t.panels.find(d=>d.kind==="width"&&d.layer===e&&s>=d.known);if(o?.kind!=="width")return null;let i=t.verdicts.filter(
(d,u)=>d.layer===e&&t.stepOf[u]<=s),a=(...d)=>i.filter(({state:u})=>d.includes(u)).length,r=a("accepted"),l=o.candidates-
r-a("rejected"),c=i.flatMap(({state:d,place:u})=>d==="accepted"||hr.includes(d)?[u]:[]),h=[...new Set(c)].map(d=>[n.word(
t.n.token[d]),c.filter(u=>u===d).length]);return{width:o.width,accepted:r,own:a(...hr),candidates:o.candidates,left:l,names:h}}
function rn(n,t,e,s){let o=e===null||!["layer","orphaned","verify","unused","residual","bonus","fill"].includes(t.steps[s].
phase)?null:Jp(n,t,e,s);if(!o)return null;let{width:i,accepted:a,own:r,names:l}=o,c=Math.max(0,i-a-r),h=[...Array(a).fill(
"accepted"),...Array(r).fill("fill")].map(d=>st(d));return p("p",{class:"st-count","data-testid":"layer-count"},p("span",
{"aria-hidden":"true"},...h,...Array.from({length:c},()=>p("i"))),p("b",{},`beams found for layer ${e}: ${a+r} of ${i}`),
l.some(([,d])=>d>1)?p("em",{"data-testid":"layer-beams"},...l.flatMap(([d,u],f)=>[f?", ":"",d,u>1?p("b",{},` ×${u}`):""])):
null,p("small",{},Zp(o,c)))}function Zp({accepted:n,own:t,candidates:e,left:s},o){return t?`${n} accepted, ${t} sampled \
by the target`:e?o?s?`${R(s,"candidate")} left to test`:`No candidate is left, so the target samples the ${o===1?"missin\
g beam":`${o} missing beams`}.`:s?`The layer is full, so ${R(s,"candidate")} ${s===1?"is":"are"} not tested.`:"The layer\
 is full.":`The target samples ${o===1?"this beam":"these beams"}.`}function ur(n,t,e,s,o=!1){let{left:i,...a}=s?zt(t,s):
{},r=o||!i?a:{...a,left:i};if(!s||!r.p||s.state!=="unused"&&!s.dists.some(M=>t.dists[M].beam))return null;let l=r.used?"\
used":"p",c=n.voice==="plain",h=So.filter(M=>r[M]&&(M!=="p"||l==="p")),d=h.map(M=>r[M]?.ends??[]).find(({length:M})=>M)??
[],u=bt(n,t,d),{mine:f=[]}=s,m=t.n.id[e],g=({token:M,beams:A})=>A.some(E=>!f.length||f.includes(E))&&(M===t.n.token[e]||
M===Yp&&A.some(E=>d[E]===m)),b=Qp(r,g,d),y=b.some(({beams:M})=>M.length>1),w=Math.max(1e-9,...b.flatMap(({shares:M})=>h.
map(A=>M[A]??0))),x=M=>P(n.voice,M??0,_),k=b.map(M=>tu(M,h,w,g(M),[u.size>1?J(u.get(d[M.beams[0]])??"start",9):"",F(n.word(
M.token),12)],h.map(A=>x(M.shares[A])))),$=n.unit();return p("figure",{class:"st-joints","data-testid":"inspector-joint",
"data-scale":String(h.length),"data-voice":n.voice,"data-left":r.left?"":null},p("h2",{},c?`Shares of all (beam, ${$}) p\
airs`:"Joint distributions over (beam, token)"),p("div",{class:"st-joint-h","aria-hidden":"true"},p("span",{},y?p("small",
{},"2×: identical beams"):""),p("span",{},p("small",{},"0"),p("small",{},x(w))),p("span",{},...h.map(M=>p("b",{"data-of":M},
(c?Kp:Vp)[M])))),...k,y?null:Xp(r,h,b,x),s.made?p("figcaption",{"data-testid":"share-made"},s.made[n.voice]):null,p("fig\
caption",{},eu(n,r,s)))}function Xp(n,t,e,s){let o=t.map(i=>{let{v:a=[],rest:r=0}=n[i]??{};return a.reduce((l,c)=>l+c,r)-
e.reduce((l,{shares:c})=>l+(c[i]??0),0)});return o.every(i=>i<.005)?null:p("div",{class:"st-joint","data-testid":"joint-\
others"},p("span",{},p("small",{},"others")),p("span"),p("span",{class:"st-joint-n"},...o.map((i,a)=>p("b",{"data-of":t[a]},
s(Math.max(0,i))))))}function tu({beams:n,shares:t},e,s,o,[i,a],r){let l=e.map(c=>{let h=p("i",{"data-of":c}),d=t[c]??0,
{used:u=t.p??0,q:f=0}=t,m=g=>`${100*g/s}%`;return h.style.width=d?`max(1px, ${m(d)})`:"0",c==="left"&&Object.assign(h.dataset,
{from:m(u),mid:m(Math.max(0,u-f))}),h});return p("div",{class:o?"st-joint own":"st-joint"},p("span",{title:i?`${i} › ${a}`:
a},p("span",{},i?p("small",{},`${i} › `):"",a),n.length>1?p("small",{},`${n.length}×`):null),p("span",{class:"st-join\
t-bars"},...l),p("span",{class:"st-joint-n"},...r.map((c,h)=>p("b",{"data-of":e[h]},c))))}function eu(n,{q:t,used:e,left:s},{
state:o}){let i=n.voice==="plain";return!t&&e?i?"The target samples one pair from the leftover. It makes up for the reje\
ctions.":"One pair is sampled from p′, the residual of the rejections.":t?s?i?"The rejection changes all shares: the d\
raft’s are subtracted, and what is left is scaled to 100%. Outlines show the shares before.":"p′ ← norm(max(p′ − q_bea\
m, 0)), over all pairs. Outlined: before.":o==="accepted"&&e?i?"After this acceptance, the target’s full shares apply ag\
ain.":"After this acceptance, p′ ← p_beam.":o==="unused"?i?"These are the shares before the first test of this layer\
.":"":o!=="accepted"?"":i?"An acceptance leaves the target’s shares as they are.":"After an acceptance, p′ = p_beam.":
`The target samples one pair from ${i?"its full shares":"p_beam"}.`}function ln(n,t,e){let{strip:s}=e??{};if(!e||!s)return null;
let o=n.voice==="plain",i=s.parts.reduce((g,[,,b])=>g+b,0),a=e.dists.map(g=>t.dists[g].ends??[]).find(({length:g})=>g)??
[],r=bt(n,t,a),l=([g,b])=>(b===null||r.size<2?"":`${r.get(a[b])??"start"} › `)+n.word(g),c=l(s.parts[s.own]),h=s.parts.
map((g,b)=>{let y=100*g[2]/i,w=`${l(g)} ${U(g[2])}`,x=Math.floor(y/2.2),k=F(n.word(g[0]),Math.max(2,x)),$=l(g).length<=x?
l(g):k,M=p("span",{class:b===s.own?"own":"",title:w},y>4&&x>1?$:"");return M.style.width=`${y}%`,M}),d=p("i",{"data-part":"\
coin"}),u=p("b",{},`${o?"random number":"u ="} ${q(s.u)} → ${c}`);d.style.left=`${100*s.u}%`;let f=Math.ceil(4.4*(u.textContent??
"").length);u.style.left=`clamp(${f}px, ${100*s.u}%, calc(100% - ${f}px))`;let m=s.of==="r"?o?"leftover target probabili\
ty":"p′":o?"target probability":"p";return p("figure",{class:"st-draw","data-testid":"inspector-draw"},p("div",{class:"\
st-draw-u"},u),p("div",{class:"st-draw-bar",role:"img","aria-label":`${R(h.length,"part")} from 0 to 1; the random numbe\
r ${q(s.u)} falls into the part of ${c}.`},...h,d),p("div",{class:"st-draw-ends","aria-hidden":"true"},p("small",{},"0"),
p("small",{},"1")),p("figcaption",{},o?`${a.length?"":`Each part is as wide as its ${m}. `}The random number falls into \
“${c}”.`:`Cumulative ${m} in the order of token ids; u selects the part that contains it.`))}var cn="speculative-decoding-explorer";function fr(){try{return JSON.parse(localStorage.getItem(cn)||"{}")}catch{return{}}}
var ye=n=>fr()[n]||"";function is(n,t){try{localStorage.setItem(cn,JSON.stringify({...fr(),[n]:t}))}catch{}}var Zt="";function hn(){
try{Zt=Zt||sessionStorage.getItem(cn)||""}catch{}if(Zt)return Zt;Zt=Array.from({length:4},()=>Math.random().toString(36).
slice(2,8)).join("");try{sessionStorage.setItem(cn,Zt)}catch{}return Zt}function mr(n){for(let t of n.querySelectorAll("\
details[data-testid]")){if(!(t instanceof HTMLDetailsElement))continue;let e=`open-${t.dataset.testid}`;t.open=ye(e)==="\
1",t.addEventListener("toggle",()=>is(e,t.open?"1":""))}}var $t=(n,t,e)=>p("table",{class:"st-table st-tight","aria-label":e},p("thead",{},p("tr",{},...n.map(s=>p("th",{scope:"c\
ol"},s)))),p("tbody",{},...t)),at=(...n)=>n.map(t=>p("td",{},...[t].flat()));function Ao(n,t,e,s=[]){let o=s.length?p("t\
r",{},...s.map(([i,a])=>p("th",{scope:"colgroup",colspan:String(a)},i))):null;return p("table",{class:"st-shares","data-\
testid":`inspector-${n}`},p("thead",{},o,p("tr",{},...t.map(i=>p("th",{scope:"col"},i)))),p("tbody",{},...e.map(i=>p("tr",
{class:i[0]==="sum"?"sum":""},...i.map(a=>p("td",{},...[a].flat()))))))}var Xt=n=>n==="ratio"||n==="threshold",gr=7;function as(n,t,e,s,o,i=null){let a=e.ratios?nu(n,t,e,s,o):su(n,t,e,s,o,i);return a.
length?p("figure",{class:"st-judged","data-testid":"inspector-judged"},$t(e.heads,a,e.title),p("figcaption",{},e.caption)):
null}var br=(n,t,e,s)=>t.findLastIndex(o=>n.steps[e].phase==="prefix"||o.step===e?o.step===e:o.place===s&&o.step<=e),xe=(n,{
place:t,cut:e,ratio:s})=>De(e,n.lay.kind==="chain"?e!==s:!n.children[t].some(o=>n.n.role[o]==="draft"));function su(n,t,{
rows:e,told:s},o,i,a){if(o<e[0]?.step)return[];let r=o>=s?e.findLastIndex(({chosen:c})=>c):-1,l=br(t,e,o,i);return e.map(
(c,h)=>{let{place:d,ratio:u,u:f,passed:m,chosen:g,step:b}=c,y=b>o?0:b<o||!Xt(a)?3:a==="ratio"?1:2,w=m||g,x=p("b",{},F(n.
word(t.n.token[d]),9));return p("tr",{class:`${y<3?"":w?"yes":"no"}${h<=r?" own":""}${h===l?" now":""}`},...at([`${h+1} `,
h?"… ":"",x],y>0?De(u):"",y>1?xe(t,c):"",y>2&&f!==null?q(f):"",y>2?w?"passes":"fails":"waits"))})}function nu(n,t,{rows:e,
order:s},o,i){let a=e.filter(u=>u.step<=o),r=br(t,e,o,i);if(!a.length)return[];let l=s??a.map(u=>u.place),c=a.findIndex(
({passed:u})=>u),h=c<0?[]:n.gram(t,a[c].place,1/0),d=Math.max(0,Math.min(r-3,l.length-gr));return l.slice(d,d+gr).map((u,f)=>{
let m=d+f,g=a[m],b=n.gram(t,u,1/0).filter($=>t.n.role[$]==="draft"),[y,...w]=b.map($=>F(n.word(t.n.token[$]),8)),x=g&&g.
u!==null?`${q(g.u)} ${g.passed?"<":"≥"} ${xe(t,g)}`:"",k=g?g.passed?"accepted":"rejected":h.includes(u)?`in path ${c+1}`:
c<0?"waits":"not tested";return p("tr",{class:`${g?g.passed?"yes":"no":""}${h.includes(u)?" own":""}${m===r?" now":""}`},
...at([`${m+1} `,w.reverse().join(" ")," ",p(g&&!g.passed?"s":"b",{},y)],x,k))})}function ve(n,t,e,s,o,i){let a=ns(t,o,s),
r=ou(n,t,e,s,o);return a||r?p("div",{class:"st-judged","data-testid":"inspector-origins"},r,a?au(n,e,a,i):null):null}function ou(n,t,{
compared:e=[]},s,o){let i=n.voice==="plain",a=c=>P(n.voice,c),r=an(n,t,o,s).flatMap(({place:c,q:h,p:d,step:u})=>{let f=e.
findLast(k=>k.place===c&&k.step<u),m={q:n.get(t,"q",c),p:n.wanted(t,c,s)},[g,b]=[f?.q??m.q,f?.p??m.p],w=t.n.role[n.up(t,
c)]!=="draft"&&h>0&&d!==null?`${q(d/h)}${d>h?" → 1":""}`:"",x=F(n.word(t.n.token[c]),10);return d===null?[]:[p("tr",{},
...at(p("b",{},x),`${a(g)} → ${a(h)}`,`${a(b)} → ${a(d)}`,w))]}),l=i?["","draft → scaled","target → leftover","r\
atio"]:["","q → q′","p → p′","α"];return r.length?p("section",{"data-testid":"inspector-changes"},p("h3",{},i?"\
Changed by deletions":"After deletions"),$t(l,r,"Changed by deletions")):null}var iu=["whole","taken","missing"];function au(n,{
names:t,after:e},s,o){let{voice:i}=n,{title:a,lines:r,work:l,taken:c,missing:h,rows:d}=s,u=[[c,"taken"],[h,"missing"],[1-
c-h,"rest"]].map(([f,m])=>{let g=p("i",{class:String(m)});return g.style.flexGrow=String(f),g});return p("section",{class:"\
st-origin","data-testid":"inspector-origin"},p("h3",{},a[i]),p("div",{"aria-hidden":"true"},...u),p("ol",{},...r.map((f,m)=>p(
"li",{},p("i",{class:iu[m]}),p("span",{},f[i])))),o?null:Y(l[i],"origin-sum"),d.length?$t(t,ru(n,s),a[i]):null,e&&d.length?
p("p",{class:"st-quiet"},e[i]):null)}function ru(n,{rows:t,places:e}){let s=n.voice==="plain",o=i=>e===null?(s?String:_)(
+((s?1:.01)*i).toPrecision(3)):s?String(+i.toFixed(e)):_(+(i/100).toFixed(e+2));return t.map(([i,a,r,l],c)=>{let h=c===t.
length-1,d=i===null?h?"sum":"others, summed":F(n.word(i),10),u=h?["","",p("i",{class:"taken"}),p("i",{class:"missing"})]:
[];return p("tr",{class:h?"sum":""},...at(d,...[a,r,a-l,l].map((f,m)=>[u[m]??null,o(f)])))})}var lu=["st","nd","rd","th"],yr=6,xr=1e-6,cu=1e-4;function rs(n,t){let{phase:e,layer:s}=n.steps[t]??{},o=n.panels.find(l=>l.
kind==="width"&&l.layer===s),i=n.verdicts.find(l=>l.layer===s&&l.dists.some(c=>n.dists[c].beam)),{p:a,q:r}=e==="layer"&&
i?zt(n,i):{};return!a||!r||!s||o?.kind!=="width"||!o.tails.length?void 0:{p:a,q:r,ends:a.ends??[],layer:s,panel:o}}function vr(n,t){
let e=rs(n,t);if(!e)return[];let s=kr(n,e).length?["shares"]:[];e.panel.alpha.length&&s.push("overlap");let{alpha:o,candidates:i,
width:a}=e.panel;return ts(o,i,a).length>1&&sn("plain",e.panel,o)&&s.push("ways"),s.length?[...s,"width"]:[]}function kr(n,{
p:t,q:e,ends:s,layer:o}){if(new Set(s).size<2||new Set(s).size<s.length||t.rest>xr)return[];let i=s.map(l=>Sr({p:t,ends:s},
l)),a=(l,c,h)=>l.v.find((d,u)=>l.t[u]===h&&l.beam?.[u]===c)??0;return[...new Set(n.verdicts.filter(l=>l.layer===o&&n.n.role[l.
place]==="draft").map(({place:l})=>l))].flatMap(l=>{let c=s.indexOf(n.n.parent[l]),h=n.n.token[l];if(c<0||!i[c])return[];
let d=a(t,c,h),u=a(e,c,h);return[{place:l,beam:i[c],after:d/i[c],p:d,q:u,first:n.n.shares?.[l]?.[0]?.[1]??u}]}).sort((l,c)=>c.
p-l.p)}function $r(n,t,e){let s=bt(n,t,e),o=i=>J(s.get(i)??"start",8);return{beam:o,pair:(i,a)=>(s.size>1?`${o(i)} › `:
"")+F(n.word(a),11)}}function Mr(n,t,e){let s=rs(t,e),o=kr(t,s),{voice:i}=n,a=i==="plain",r=T=>P(i,T),{beam:l,pair:c}=$r(
n,t,s.ends),h=T=>t.n.parent[T.place],d=a?["candidate","beam",`next ${n.unit()}`,"target’s share","draft’s share"]:["\
(beam, x)","w","p(x)","p_beam","q_beam"],u=Ao("shares",d,o.slice(0,yr).map(T=>[c(h(T),t.n.token[T.place]),r(T.beam),`× ${r(
T.after)}`,p("b",{"data-of":"p"},r(T.p)),p("b",{"data-of":"q"},T.first===T.q?r(T.q):`${r(T.first)} → ${r(T.q)}`)])),[f]=o,
m=s.ends.map(T=>wr(t,t.place.get(T)??-1)),g=[],b=m.reduce((T,I)=>T+(I??0),0),y=wr(t,t.place.get(h(f))??-1),[w,x]=kt(y??0,
b,i);y!==null&&m.every(T=>T!==null)&&Math.abs(y/b-f.beam)<cu&&g.push(Y([[w,l(h(f))],a?"÷":"/",[x,a?"all beams":"∑ p"],
"=",[r(f.beam),a?"beam’s share":"w"]],"beam-sum"));let[k,$]=hu(i,f);g.push(Y([[k,a?"beam":"w"],a?"×":"·",[$,"target"],
"=",[r(f.p),c(h(f),t.n.token[f.place])]],"share-sum"));let M=f.q-f.first>5e-4;if(M){let[T,I]=kt(f.first,f.first/f.q,i);g.
push(Y([[T,a?"draft":"q_beam"],a?"÷":"/",[I,a?"beams that are left":"left"],"=",[r(f.q),a?"draft, scaled":"new q_beam"]],
"scaled"))}let E=s.ends.map(T=>({end:T,share:Sr(s,T)})).sort((T,I)=>I.share-T.share).slice(0,3).map(T=>`“${l(T.end)}” ${r(
T.share).replace(">","over ")}`).join(", "),O=a?`The beams divide 100% in proportion to their own target probabilities: ${E}\
. A candidate’s share is that of its beam times the probability of its next ${n.unit()}.${M?" The draft’s are scaled, \
too.":""}`:`p_beam(b, x) = w_b · p(x | b) with w: ${E}. q_beam is renormalised over the beams that are left.`;return{name:a?
"Shares":"Joint p, q",title:a?`Shares of the candidates in layer ${s.layer}`:`p_beam and q_beam in layer ${s.layer}`,sums:g,
panel:[u],says:O}}function hu(n,{beam:t,after:e,p:s}){for(let o of[0,1,2]){let[i,a]=[t,e].map(l=>et(n,l,o)),r=parseFloat(
i)*parseFloat(a)/(n==="plain"?1e4:1);if(P(n,r)===P(n,s))return[i,a]}return[t,e].map(o=>et(n,o,2))}var Sr=({p:n,ends:t},e)=>n.
v.reduce((s,o,i)=>s+(t[n.beam?.[i]??0]===e?o:0),0),wr=(n,t)=>n.n.shares?.[t]?.at(-1)?.[2]??null;function Ar(n,t,e){let s=rs(
t,e),{p:o,q:i,ends:a,layer:r,panel:l}=s,{voice:c}=n,h=c==="plain",d=j=>P(c,j),{pair:u}=$r(n,t,a),[f,m]=l.alpha,g=new Map(
i.v.map((j,C)=>[`${i.beam?.[C]}:${i.t[C]}`,j])),b=o.v.map((j,C)=>({p:j,q:g.get(`${o.beam?.[C]}:${o.t[C]}`)??0,name:u(a[o.
beam?.[C]??0],o.t[C])})).map(j=>({...j,both:Math.min(j.p,j.q)})).sort((j,C)=>C.both-j.both),y=b.slice(0,yr),w=f-y.reduce(
(j,{both:C})=>j+C,0),x=Math.max(...b.map(j=>Math.max(j.p,j.q))),k=j=>p("span",{class:"st-both"},pt("both",0,j.both/x),pt(
"q",j.both/x,(j.q-j.both)/x),pt("p",j.both/x,(j.p-j.both)/x)),$=b.reduce((j,C)=>j+Math.max(0,C.p-C.q),0),M=j=>Math.max(0,
j.p-j.q)/$,A=b.reduce((j,C)=>j+Math.min(M(C),C.q),0),E=m!==void 0&&$>0&&o.rest<xr&&Math.abs(A-m)<.001,O=[a.length>1?h?"p\
air":"(beam, x)":h?n.unit():"x","",h?"target":"p_beam",h?"draft":"q_beam",h?"smaller":"min",...E?h?["leftover","smaller"]:
["p′","min"]:[]],T=j=>p("b",{"data-of":"both"},j),I=Ao("shared",O,[...y.map(j=>[j.name,k(j),p("b",{"data-of":"p"},d(j.
p)),p("b",{"data-of":"q"},d(j.q)),T(d(j.both)),...E?[p("b",{"data-of":"p"},d(M(j))),T(d(Math.min(M(j),j.q)))]:[]]),...w>
5e-4?[["others","","","",T(d(w)),...E?["",""]:[]]]:[],["sum","","","",T(d(f)),...E?["",T(d(m??0))]:[]]],E?[["",2],["at f\
irst",3],["after a rejection",2]]:[]),G=a.length>1?`every pair of a beam and a ${n.unit()}`:`every ${n.unit()}`,K=m===void 0?
"":h?` After a rejection, the target’s leftover takes its place, and it is ${d(m)}.`:` After a rejection, α_2 = ∑ min(\
p′, q_beam) = ${q(m)}.`,H=h?`How many candidates will be accepted? Each is with probability ${d(f)}, the overlap of th\
e two models: the smaller share of ${G}, added up.${K}`:`α_1 = ∑ min(p_beam, q_beam) = ${q(f)}, over ${G}.${K}`;return{
name:"Overlap",title:h?`What target and draft share in layer ${r}`:`The overlap in layer ${r}`,sums:os(n,t,r,e),panel:[I],
says:H}}function Tr(n,t,e){let{panel:s}=rs(t,e),{voice:o}=n,i=o==="plain",{alpha:a,candidates:r,width:l,tails:c}=s,h=ts(
a,r,l),d=A=>P(o,A),u=d(c[l]),f=[h.map(({value:A})=>d(A)),...[0,1,2].map(A=>h.map(({value:E})=>et(o,E,A)))],m=f.find(A=>d(
A.reduce((E,O)=>E+parseFloat(O),0)/(i?100:1))===u)??f[3],g=i?`at least ${l}`:`P(K ≥ ${l})`,b=m.flatMap((A,E)=>[...E?["\
+"]:[],[A,`sequence ${E+1}`]]),y=[Y([...b,"=",[u,g]],"ways-sum")],[w,x]=a,k=h.some(({marks:A})=>A.includes("rejected")),
$=x===void 0||!k?"":i?` An acceptance has probability ${d(w)} at first and after each acceptance, but ${d(x)} after a re\
jection.`:` An acceptance has probability α_1 = ${q(w)}, or α_2 = ${q(x)} after a rejection.`,M=i?`At least ${l} of th\
e ${r} candidates are accepted with probability ${u}, which is the sum over all sequences of outcomes with so many accep\
tances.${$}`:`P(K ≥ ${l}) = ${q(c[l])} is the sum over the sequences with at least ${l} acceptances.${$}`;return{name:i?
"Sequences":"P(K)",title:`All sequences with at least ${R(l,"acceptance")}`,sums:y,panel:[p("div",{class:"st-big-ways"},
sn(o,s,a))],says:M}}function Or(n,t,e){let{tails:s,cut:o,width:i,alpha:a,candidates:r}=rs(t,e).panel,{voice:l}=n;if(o===
null)return[];let c=l==="plain",h=b=>P(l,b),d=b=>Y([[du(h,s[b],o),c?`at least ${b}`:`P(K ≥ ${b})`],s[b]>=o?"≥":"<",[
h(o),c?"required":"t"]],"width-sum"),u=a.length<i||r>i?[]:ts(a,r,i),[f]=u,m=wo(l,u,h);return[...!f||f.parts.length>4?[]:
[Y([...f.parts.flatMap((b,y)=>[...y?[c?"×":"·"]:[],[m(b),c?`${y+1}${lu[y]}`:"α_1"]]),"=",[h(s[i]),c?`all ${i}`:`P(K ≥\
 ${i})`]],"product")],...[i,i+1].filter(b=>s[b]!==void 0&&b>0).map(d)]}var du=(n,t,e)=>n(t)===n(e)&&t!==e?n(t).endsWith(
"%")?`${(100*t).toFixed(1)}%`:t.toFixed(3):n(t);function Mt(n,t,e=1,s="p"){let o=r=>`${(100*Math.min(1,Math.max(0,r/e))).toFixed(1)}%`,i=p("i"),a=p("b");return i.style.
width=o(n??1/0),t!==null&&(a.style.left=o(t)),p("span",{class:"st-meter","data-of":s},i,t!==null&&t<e?a:null)}function Er(n,t,e,s){let o=e.tries.filter(l=>l.step<=s),i=n.voice==="plain"?q:_,a=l=>{let[c,h,d]=l.slice(-3);return c&&h&&
d&&Math.abs(Math.min(1,h/c)-d)<.001?kt(h,c,n.voice).reverse():[]},r=o.map(({place:l,state:c,numbers:h},d)=>p("tr",{class:c===
"accepted"?"yes":"no"},...at([`${d+1} `,p("b",{},F(n.word(t.n.token[l]),10))],...h.map((u,f)=>[a(h)[f-h.length+3]??(f<h.
length-1?P(n.voice,u,_):i(u)),e.left&&f===0?Mt(u,null,1,"q"):null]),[st(c),p("span",{class:"st-hear"},vt(c,n.voice))])));
return r.length?p("figure",{"data-testid":"inspector-tries"},$t(["token",...e.heads,""],r,"Candidates at this position"),
p("figcaption",{},e.caption)):null}function Lr(n,t,e,s,o){let{entropy:h,epsilon:d,delta:u}=e,f=Math.max(3,Math.ceil(h+.5)),
m=Math.log(1e-4),g=N=>42+N/f*250,b=N=>10+Math.log(Math.min(1,Math.max(1e-4,N)))/m*114,y=N=>Math.min(d,u*Math.exp(-N)),w=Math.
log(u/d),x=[0,...w>0&&w<f?[w]:[],f].map(N=>`${g(N)} ${b(y(N))}`).join("L"),k=e.candidates.filter(N=>N.step<=s),$=N=>n.word(
t.n.token[N.place]),[M,A]=e.names,{voice:E}=n,O=E==="plain",T=N=>P(E,N,_),I=P(E,e.bar),G=O?"the uncertainty is ":A,K=`${e.
caption} Here ${G}${q(h)} and the threshold is ${I}.`,H=v("svg",{viewBox:"0 0 300 154",class:"st-bar-curve",role:"img","\
aria-label":`${K} ${k.map(N=>`${$(N)} ${M} ${T(N.p)}`).join(", ")}`},v("path",{class:"yes",d:`M${g(0)} 10L${x}L${g(f)} 1\
0Z`}),v("path",{class:"no",d:`M${g(0)} 130L${x}L${g(f)} 130Z`}),v("path",{class:"cut",d:`M${x}`}),v("path",{class:"here",
d:`M${g(h)} 10V130`}));for(let N of[1,.1,.01,.001])H.append(v("text",{class:"end",x:38,y:b(N)+4,"text-anchor":"end"},O?`${100*
N}%`:String(N)));let j=Math.min(266,Math.max(66,g(h)));H.append(v("text",{class:"end",x:2,y:134},M.length>1?"":M),v("tex\
t",{x:j,y:148,"text-anchor":"middle"},`${A}${q(h)}`)),j>82&&H.append(v("text",{class:"end",x:42,y:148},"0")),j<240&&H.append(
v("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(f)));let C=g(h)<300/2,W=b(y(C?f:0)),wt=pu(k,b,130),mt=N=>wt.
every(({label:rt})=>Math.abs(rt+4-N)>15),X=[W+16,(W+130)/2+6,125].find(mt)??W+16;for(let[N,rt]of[[24,"passes"],[X,"fails"]])
H.append(v("text",{x:C?290:48,y:N,"text-anchor":C?"end":"start"},rt));for(let N of wt){let rt=g(h),Gt=C?1:-1,ys=N.all[0],
[Bn,ei]=[T(ys.p),T(N.all[N.all.length-1].p)],Rc=N.all.length>1?R(N.all.length,n.unit()):F($(ys),10);H.append(v("path",{class:"\
lead",d:`M${rt+6*Gt} ${N.y}L${rt+15*Gt} ${N.label}`}),v("path",{class:"st-g","data-kind":ys.state,d:ht(ys.state),transform:`\
translate(${rt} ${N.y}) scale(5)`}),v("text",{class:"w",x:rt+18*Gt,y:N.label+4,"text-anchor":C?"start":"end"},`${Rc}: ${M}\
 ${Bn===ei?Bn:`${ei} to ${Bn}`}`))}let At=k.slice(0,12).map(N=>p("tr",{class:N.own?"":N.p>e.bar?"yes":"no"},...at(p("b",
{},F($(N),14)),T(N.p),N.own?"":`${N.p>e.bar?">":"≤"} ${T(e.bar)}`,`${Z(N.state).sign} ${N.end}`)));return k.slice(0,12).
forEach((N,rt)=>At[rt].classList.toggle("own",N.place===o)),p("figure",{"data-testid":"inspector-bar"},p("figcaption",{},
e.caption),H,$t(e.heads,At,"Candidates and threshold"),k.length>At.length?p("p",{class:"st-quiet"},`${k.length-At.length}\
 not shown`):null)}function pu(n,t,e){let o=[];for(let i of[...n].sort((a,r)=>r.p-a.p)){let a=o[o.length-1];a&&a.all[0].
state===i.state&&t(i.p)-a.y<13?a.all.push(i):o.push({y:t(i.p),label:0,all:[i]})}o.forEach((i,a)=>{i.label=Math.max(i.y,a?
o[a-1].label+13:0)});for(let i=o.length-1,a=e-6;i>=0;i--)o[i].label=Math.min(o[i].label,a),a=o[i].label-13;return o}function qr(n,t,e,s){
let o=({value:r,bar:l,good:c}={})=>{let[h,d]=[r,l].map(u=>P(n.voice,u,_));return[`${h} ${c?"≥":"<"} ${d}`,Mt(r,l,1,c?"\
p":"no")]},i=({value:r,bar:l,good:c}={})=>[`${_(r)} ${c?"≤":">"} ${_(l)}`,Mt(r,l,2*l,c?"p":"no")],a=e.doubts.filter(r=>r.
exit.step<=s).map(({layer:r,place:l,exit:c,back:h})=>{let d=h&&h.step<=s?h:null,u=l===null?"stops":F(n.word(t.n.token[l]),
11);return p("tr",{class:l===null?"no":"yes"},...at([`${r} `,p("b",{},u)],o(c),...e.heads.length<3?[]:[d?[...i(d),d.good?
null:p("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return a.length?p("figure",{"data-testid":"inspector-doubts"},
p("h2",{},e.title),p("figcaption",{},e.caption),$t(e.heads,a,e.title)):null}function jr(n){let t=[["attention",n.attention],
["MLP",n.mlp]],e=n.of_layers,s=300,o=58,i=Math.min(16,(s-o-2)/Math.max(1,e)),a=18,r=v("svg",{viewBox:`0 0 ${s} ${2*a+18}`,
class:"st-skips",role:"img","aria-label":n.caption});t.forEach(([l,c],h)=>{r.append(v("text",{x:o-6,y:h*a+13,"text-ancho\
r":"end"},l));for(let d=0;d<e;d++){let u=o+d*i,f=h*a,m=c.includes(d);r.append(v("rect",{class:m?"out":"in",x:u+.75,y:f+1,
width:i-1.5,height:a-3},v("title",{},`${l} of layer ${d}: ${m?"skipped":"computed"}`)));let[g,b,y,w]=[u+2,u+i-2,f+3,f+a-
4];m&&r.append(v("path",{class:"strike",d:`M${g} ${y}L${b} ${w}M${b} ${y}L${g} ${w}`}))}});for(let l=0;l<e;l+=5)r.append(
v("text",{class:"end",x:o+(l+.5)*i,y:2*a+12,"text-anchor":"middle"},String(l)));return p("figure",{"data-testid":"inspec\
tor-skips"},p("figcaption",{},n.caption),r)}function Ir(n,t,e,s,o){let{sent:i,places:a,values:r,ups:l,owns:c,grown:h,grows:d}=e,
u=l.some(M=>M!==null),f=i===null?8:i+3,m=M=>P(n.voice,M,_),g=a.map((M,A)=>A).filter(M=>M<f||a[M]===o),b=g.map(M=>{let A=a[M],
E=n.up(t,A),O=n.fate(t,A,s),T=O.state==="not_sent",I=i!==null||T?st(O.state):s>=d&&h.includes(A)?"extended":"",G=l[M]===
null?"":`${J(n.wordAt(t,E),7)} › `,K=l[M]===null||c[M]===null?"":`${m(l[M])} × ${m(c[M])}`;return p("tr",{class:(A===
o?"own":"")+(M===i?" cut":"")},...at([G?p("small",{},G):null,p("b",{},F(n.word(t.n.token[A]),12))],...u?[K]:[],p("span",
{class:"st-sure"},p("span",{},m(r[M])),Mt(r[M],null,r[0],"q")),[I,T?p("span",{class:"st-hear"},n.called(O)):null]))}),[y,
w,x]=e.heads,k=n.voice==="plain"?"before × own":"∏ before × q",$=a.length-g.length;return p("figure",{class:"st-leve\
ls","data-testid":"inspector-levels"},p("figcaption",{},e.caption,i===null?"":` The line is below the ${R(i,"node")} tha\
t are sent.`,$?` (${$} not shown)`:""),$t([y,...u?[k]:[],w,x],b,e.title))}function Rr(n,t,{facts:e,places:s,values:o,of:i,
title:a},r){let l=e.map(([c,h],d)=>p("tr",{class:d?"":"own"},...at([st(n.fate(t,s[d],r).state)," ",p("b",{},c),p("small",
{},uu(n,t,s[d],o[d]))],p("span",{class:"st-sure"},p("span",{},h),Mt(o[d],null,o[0],i)))));return p("figure",{"data-testi\
d":"inspector-beams"},p("table",{class:"st-table st-tight st-ends","aria-label":a},p("tbody",{},...l)))}function uu(n,t,e,s){
let i=n.gram(t,e,1/0).filter(l=>t.n.role[l]==="draft").reverse().map(l=>n.get(t,"q",l)??NaN),a=i.reduce((l,c)=>l*c,1),r=n.
voice==="plain";return Math.abs(a-s)>.001||i.length>4?"":i.map(l=>P(n.voice,l,_)).join(r?" × ":" · ")}function Nr(n,t){
let e=Math.max(1,...n.bars.map(({count:a})=>a)),s=n.bars.filter(({step:a})=>a<=t),i=[...new Map(s.map(a=>[a.name,a])).values()].
map(({name:a,count:r})=>p("tr",{},p("th",{scope:"row"},a),...at(String(r),Mt(r,null,e,"count"))));return p("figure",{"da\
ta-testid":"inspector-payoff"},p("table",{class:"st-table st-tight","aria-label":n.title},p("tbody",{},...i)))}function Dr(n,t,e,s,o){
let i=e.prefixes.filter(k=>k.step<=s);if(!i.length)return null;let a=s>=e.told,r=t.steps[s].phase==="prefix",l=i.reduce(
(k,$)=>$.passed?$.j:k,0),c=k=>k===null?"×∞":n.voice==="exact"||k>=.001?`×${q(k)}`:k<1e-4?"≈ 0":`×${+k.toPrecision(
2)}`,h=k=>k===null?"−∞":k.toFixed(2),d=i.map(({j:k,place:$,own:M,product:A,logp:E,logq:O,passed:T,step:I})=>p("tr",{
class:(T?"yes":"no")+(k===l?" own":"")+(r&&I===s?" now":""),title:n.voice==="plain"?"":`Σ log p = ${h(E)}, Σ log q = ${h(
O)}`},...at([`${k} `,p("b",{},F(n.word(t.n.token[$]),10))],c(M),[c(A),Mt(A,e.bar,1,T?"yes":"no")],T?a&&k===l?"longest":"\
passes":"fails"))),u=k=>e.prefixes.reduce(($,{j:M,ratio:A})=>A>k?M:$,0),f=k=>u(k)?`With threshold ${q(k)}, prefix ${u(k)}\
 is the longest that passes.`:`With threshold ${q(k)}, no prefix passes.`,m=o&&i.length===e.prefixes.length,[g,b]=e.names,
y=n.unit(),w={key:"threshold",label:b,value:e.bar,most:1,say:f,draw:()=>{}},x=n.voice==="plain"?"The ratio target ÷ draf\
t":"The ratio p/q";return p("figure",{"data-testid":"inspector-prefixes"},$t(e.heads,d,"Prefixes"),p("figcaption",{},`${x}\
 of each ${y}, and the product so far, the joint ratio. A bar shows it (at most 1), and the line is the threshold, ${g}${q(
e.bar)}. `+(l?`Longest passing prefix${a?"":" so far"}: ${l} (shaded).`:`No prefix passes${a?"":" so far"}.`)),m?Qt(n.voice,
w,{},o):null)}function Pr({rows:n,more:t,end:e},s){let o=a=>lt(a).replace(/\n/g,"↵"),i=({before:a,match:r,after:l},c,h="")=>p(
"tr",{class:h},...at([J(o(r.length>18?"":a),8),p("mark",{class:"st-same"},J(o(r),20))],c||F(o(l),24)));return p("figure",
{"data-testid":"inspector-found"},p("h2",{},s),p("table",{class:"st-table st-found","aria-label":s},p("tbody",{},...n.map(
a=>i(a,"")),i(e,"?","end"))),t?p("figcaption",{},`${R(t,"earlier place")} not shown`):null)}function Cr(n,t,e,s){let o=(r,l,c="")=>{
let h=p("li",{"data-of":c},p("b",{},r),...l);return h.style.flexGrow=String(Math.max(1,r.length)),h},i=(r,l)=>l.length?p(
"div",{},p("span",{class:"st-quiet"},r),p("ol",{},...l)):null,a=r=>st(n.fate(t,r,s).state);return p("figure",{class:"st-\
written-text","data-testid":"inspector-written-text"},p("figcaption",{},e.caption),i(e.heads[0],e.pieces.map(({text:r,q:l})=>o(
r,[p("small",{},P(n.voice,l,_))],"q"))),i(e.heads[1],e.places.map(r=>o(Ot(n.text(t.n.token[r])),[a(r)]))))}var To=(n,t,e)=>n.twins?.find(s=>s.place===t&&s.known<=e);function Fr(n,t,e,s){return p("span",{class:"st-twin-n","data-\
of":n},p("small",{},t),Mt(s??0,null,1,n),p("b",{},e))}function fu(n,t,e,s,o,i){let a=n.voice==="plain",r=e.place===s,l=e[n.
voice],c=u=>u===null?"–":P(n.voice,u,_),h=n.get(t,"q",e.place),d=n.wanted(t,e.place,o);return p("li",{class:r?"own":""},
r?p("span",{class:"st-twin-name"},l):p("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>i(
e.place)},l),p("div",{},Fr("q",a?"draft":"q",`${c(h)}${n.copied(t,e.place)?" copied":""}`,h),o>=t.seen?Fr("p",a?"target":
"p",c(d),d):null))}function _r(n,t,e,s,o,i){let a=To(e,s,o);if(!a)return null;let r=a.lines.filter(({step:l,until:c=1/0})=>l<=
o&&o<c);return p("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},p("ul",{},...a.rows.map(
l=>fu(n,e,l,s,o,i))),...r.map(l=>p("p",{},...t(l[n.voice]))))}var mu=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a node\
, or press Tab to reach it, to see why it was accepted or rejected.",gu=new Set(["tries","bar","doubts","prefixes","judg\
ed","written"]),bu=new Set(["prefix","verify","unused"]),wu=new Set(["residual","bonus","drawn"]),yu=new Set(["residual",
"bonus"]),xu=":scope > :not(.st-tiers) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap, .st-twins)",vu=new Set(
["draft","merge","unmerge","commit"]),ku=new Set(["passes","fails"]),Br=(n,t)=>n.panels.some(({kind:e,nodes:s})=>e==="tr\
ies"&&s?.includes(t)),dn=class{root=p("aside",{class:"st-inspector","data-testid":"inspector","aria-label":"Inspector"});decision=p(
"div",{class:"st-decision","data-testid":"decision",role:"group","aria-label":"Calculation"});apart=!1;part=null;constructor(t,e,s,o,i,a){
this.model=t,this.explained=e,this.ask=s,this.suppose=o,this.go=i,this.visit=a}show(t,e,s,o=e,i=null){if(i&&e===o)return this.
showPart(t,e,s,i);let a=t.steps[s],r=this.apart&&e===o;if(this.apart&&!(r&&e>=0)&&L(this.decision,...this.calculated(t,o,
s).parts),this.root.removeAttribute("data-moved"),this.suppose(-1,null),e<0||t.born[e]>s)return L(this.root,...a.phase===
"commit"?[this.written(t,s),Mo(this.model,t.i),this.others(t)]:a.phase==="layer"?[]:[rn(this.model,t,a.layer,s)],this.layers(
t,-1,a.layer,s,!0)??p("p",{class:"st-quiet"},mu()),this.tiers(this.tier("all","All details",()=>[this.layers(t,-1,a.layer,
s,!1)],!0)));let l=a.phase==="input"&&t.n.role[e]==="input",{fate:c,shown:h,verdict:d,state:u}=this.decided(t,e,s),f=d?.
layer??a.layer,m=this.layers(t,e,f,s,!0),g=bu.has(a.phase)&&B(t)!==void 0,b=d!==null&&Br(t,e),{parts:y,change:w}=this.calculated(
t,e,s);r&&L(this.decision,...y);let x=this.part==="test"&&e===o,k=()=>[er(this.model,this.explained,t,e,d,s,r,x),ur(this.
model,t,e,d,x)],$=l&&t.n.parent[e]<0?[]:[this.head(t,e,u),this.found(t,s)??this.reason(t,e,c,d,s),...r?[]:y,w,...b?[m]:[],
...g?[]:k(),_r(this.model,this.explained,t,e,s,this.go)];L(this.root,...l?[Mo(this.model,t.i-1),this.round()]:a.phase===
"layer"?[]:[rn(this.model,t,f,s)],...a.phase==="layer"?[m,...$]:b?$:[...$,m],this.tiers(this.tier("numbers","Numbers",()=>[
...g?k():[],this.pathLine(t,e),this.tiles(t,e,d,s),this.shares(t,d),sr(this.model,t,e,d,s)],l),this.tier("all","All deta\
ils",()=>[this.whereLine(t,e,c),this.copies(t,e,h,s),this.layers(t,e,f,s,!1),this.moreDrafts()],l))),!l&&!this.root.querySelector(
xu)&&this.root.lastElementChild?.before(this.rule(a))}showPart(t,e,s,{title:o,sums:i,panel:a,alone:r}){let{layer:l}=t.steps[s],
c=Xt(this.part)?s-1:s;this.root.removeAttribute("data-moved"),this.suppose(-1,null),this.apart&&L(this.decision,...i),L(
this.root,...e<0||r?[]:[rn(this.model,t,l,s),this.head(t,e,this.decided(t,e,c).state)],...this.apart?[]:i,o&&p("h2",{class:"\
st-part"},o),...a)}decided(t,e,s){let o=this.model.fate(t,e,s),i=t.steps[s].verdicts.find(r=>t.verdicts[r].place===e),a=i??
o.verdict;return{fate:o,shown:a,verdict:a===null?null:t.verdicts[a],state:i===void 0?o.state:t.verdicts[i].state}}rule({
phase:t}){let e=Pe(ce(t).group),s=this.model.header.round?.find(({label:o})=>o===e);return s?p("section",{class:"st-roun\
d","data-testid":"inspector-rule"},p("h2",{},`“${e}” in every round`),p("p",{},...this.explained(s[this.model.voice]))):
""}written(t,e){let s=t.beams.length>1,o=l=>{let c=[],h=t.place.get(l)??-1;for(;h>=0&&t.n.role[h]!=="input";h=this.model.
up(t,h))c.push(h);return c.reverse()},i=l=>this.model.fate(t,l,e),a=l=>[st(i(l).state),p("b",{},this.model.wordAt(t,l)),
" "],r=this.model.beamsOf(t).flatMap(({beam:l,slots:c})=>{let h=o(l.node),d=h.length?t.n.parent[h[0]]:l.node;if(!s)return h.
map(f=>p("li",{},...a(f),this.model.called(i(f)),this.model.voice==="plain"&&yu.has(i(f).state)?", written by the target":
null));let u=F(this.model.path(t,d).map(f=>this.model.word(f.token)).at(-1)??"start",9);return[p("li",{},p("span",{class:"\
st-quiet"},`${u} › `),...h.length?h.flatMap(a):["finished "],c.length>1?`×${c.length} `:"",l.best?p("span",{class:"st\
-quiet"},"likeliest"):null)]});return r.length?p("section",{class:"st-written","data-testid":"inspector-written"},p("h2",
{},s?"Beams that continue":"Added to the text"),p("ul",{},...r)):null}others(t){let e=this.model.its.slice(0,t.i+1),s=t.
lay.kind==="chain"&&!e.some(Ls)?qs(this.model,t.i):"";return typeof s=="string"?null:p("button",{type:"button",class:"st\
-btn st-wide st-see","data-testid":"see-accepted",onclick:()=>this.visit(s.it)},`See round ${s.it+1}: all guesses accept\
ed`)}moreDrafts(){let{gamma:t}=this.model.header.deciding;if(!this.ask||typeof t!="number")return null;let s={key:"gamma",
label:"draft length (γ)",value:t,most:16,step:1,say:o=>`With draft length ${o}, the draft guesses up to ${R(o,this.model.
unit())} ahead in this round.`,draw:()=>{}};return Qt(this.model.voice,s,{},this.ask)}round(){let{round:t=[]}=this.model.
header,s=[...new Set(t.map(({label:o})=>o))].map(o=>[o,t.filter(({label:i})=>i===o)]);return t.length?p("section",{class:"\
st-round","data-testid":"inspector-round"},p("h2",{},"How a round works"),p("dl",{},...s.flatMap(([o,i])=>[p("dt",{},o,...i.
flatMap(({marks:a})=>a).map(a=>this.mark(a))),...i.map(a=>p("dd",{},...this.explained(a[this.model.voice])))]))):null}mark(t){
return p("span",{class:"st-legend-k","data-kind":t,title:Z(t).help},st(t),vt(t,this.model.voice))}tier(t,e,s,o){let i=ye(
`tier-${t}`)==="1",a=p("div",{class:"st-tier"}),r=()=>{a.firstChild||L(a,...s())};if((i||o)&&r(),o&&!a.firstChild)return null;
let l=p("details",{open:i,"data-testid":`inspector-${t}`,ontoggle:()=>{l.open&&r(),l.open!==(ye(`tier-${t}`)==="1")&&is(
`tier-${t}`,l.open?"1":"")}},p("summary",{},e),a);return l}tiers(...t){return t.some(e=>e)?p("div",{class:"st-tiers"},...t):
null}head(t,e,s){return p("div",{class:"st-head","data-state":s},p("div",{class:"st-token"},st(s),this.beamBefore(t,e),p(
"b",{},this.model.wordAt(t,e)),p("span",{class:"st-tag"},vt(s,this.model.voice))))}beamBefore(t,e){let s=this.model.up(t,
e);return t.shares&&s>=0&&t.n.role[s]!=="input"?p("small",{},`${F(this.model.word(t.n.token[s]),10)} › `):null}whereLine(t,e,s){
if(t.n.parent[e]<0)return null;let o=this.model.get(t,"merge",e),i=this.aboveAll(t,e),a=[`node ${t.n.id[e]}`,`depth ${t.
n.depth[e]}`,t.n.about?.[e],i&&`under input beam “${i}”`,o!==null&&s.state==="merged"&&`merged with node ${o}`];return p(
"p",{class:"st-quiet"},a.filter(Boolean).join(" · "))}pathLine(t,e){let s=this.model.path(t,t.n.id[e]),o=s.slice(-24),i=s.
length-o.length;if(!s.length)return null;let a=i?`(${R(i,this.model.unit())} before) … `:"prompt → ";return p("p",{class:"\
st-path","data-testid":"inspector-path"},p("span",{class:"st-quiet"},a),...o.flatMap(({token:r},l)=>[p(l===o.length-1?"m\
ark":"span",{},Ot(this.model.text(r)).replace(/␣/g," ")),this.model.joiner()]))}tiles(t,e,s,o){let i=this.model.drafted(
t,e,o),a=o<t.seen?null:t.n.shares?.[e]?.length?this.model.wanted(t,e,o):this.model.get(t,"p",e),r=t.heads.map(([d,u,f],m)=>[
d,(m?a:i)??"",u,f]),l=s?.tiles.length?s.tiles:r.filter(([,d])=>d!=="");if(!l.length)return null;let c=this.model.voice===
"plain",h=(d,u)=>c&&!d.includes("/")?U(u):q(u,3);return p("dl",{class:"st-tiles"},...l.map(([d,u,f,m])=>p("div",{"data-o\
f":d.replace("_beam","")},p("dt",{},...this.explained(c?m:d),c?null:p("small",{},` ${f}`)),p("dd",{},typeof u=="string"?
u:h(d,u)))))}shares(t,e){let s=e?.shares??t.shares;return s?p("p",{class:"st-quiet","data-testid":"inspector-shares"},s[this.
model.voice]):null}calculated(t,e,s){let{layer:o}=t.steps[s],{model:i}=this;if(e<0)return{parts:this.apart?this.part==="\
width"?Or(i,t,s):os(i,t,o,s):[],change:null};let{verdict:a,shown:r}=this.decided(t,e,s),[l,c]=this.scale(t,e,s,a,r),h=It(
t,e,s),d=this.apart?rr(i,t,e,s):void 0,u=d&&Y(d.work[i.voice],"origin-sum"),m=u&&h?.work?.[i.voice][1]==="→"?null:$o(i,
t,e,a,s),g=t.lay.kind==="chain";return this.part&&!g?{parts:[h?cr(i,t,e,s):null,$o(i,t,e,a,s),l,ln(i,t,a)],change:c}:this.
part&&a?.state==="residual"?{parts:[lr(i,t,e,a,s)??m,l,ln(i,t,a)],change:c}:{parts:[...h?an(i,t,e,s).map(y=>ko(i,t,y.place,
s)):[pr(i,t,a,s)??ar(i,t,a,s)],...g?[m,u]:[u,m],l,ln(i,t,a)],change:c}}scale(t,e,s,o,i){let a=It(t,e,s);if(!o&&a&&"cut"in
a&&a.u!==null&&a.cut>0&&a.cut<=1)return[p("div",{"data-testid":"inspector-axis"},es(this.model.voice,a.cut,a.u)),null];if(!o?.
a||o.a>1)return[null,null];let{a:r,u:l}=o,c={"data-testid":"inspector-axis","data-part":"scale"},h=a&&"cut"in a?xe(t,a):
"",d=this.apart||zt(t,o).p||a||Br(t,e)?es:Ja,u=p("div",c,d(this.model.voice,r,l,h));if(!this.ask||l===void 0||i===null)return[
u,null];let f=x=>x<r?"accepted":"rejected",m=this.model.decided(t,e,s).filter(x=>x!==i).map(x=>t.verdicts[x].state),g=this.
model.word(t.n.token[e]),y={key:"u",label:"random number (u)",value:l,most:.99,draw:x=>{L(u,d(this.model.voice,r,x,h)),this.
suppose(e,x===l?null:li([f(x),...m]))},say:x=>`With random number ${q(x)}, “${g}” would be ${f(x)}.`},w=r<1?[Ga(i,this.
ask)]:[];return[u,Qt(this.model.voice,y,{verdict:i},this.ask,...w)]}reason(t,e,s,o,i){let{help:a}=Z(s.state),l=ku.has(s.
state)?t.steps[s.step][this.model.voice]:a,c=s.state==="pending"&&To(t,e,i)!==void 0,h=t.n.role[e]==="target"?this.model.
missing(t,t.n.token[e]):null,d=o?o[this.model.voice]:l,u=B(t)?.ratios&&It(t,e,i),f=!h&&(c||u!==void 0||t.steps[i][this.model.
voice].startsWith(d));return p("p",{class:"st-reason","data-testid":"inspector-reason",hidden:f},...this.explained(d),h?
p("span",{"data-testid":"inspector-lacks"},` ${h.reason[this.model.voice]}`):null)}copies(t,e,s,o){let i=this.model.decided(
t,e,o);return i.length<2?null:p("details",{class:"st-more"},p("summary",{},`All ${i.length} decisions about this node`),
p("ol",{},...i.map(a=>{let{state:r,slot:l,[this.model.voice]:c}=t.verdicts[a],h=l===void 0?"":`, beam ${l}`;return p("li",
{class:a===s?"now":""},st(r),`${vt(r,this.model.voice)}${h}: ${c}`)})))}found(t,e){let s=this.model.voice==="plain"?"The\
 same text before":"Occurrences of the pattern";return t.found&&t.steps[e].phase==="draft"?Pr(t.found,s):null}aboveAll(t,e){
let s=t.n.id.filter((i,a)=>t.n.role[a]==="input"),o=e;for(let i=o;i>=0;i=this.model.up(t,i))o=i;return s.length>1&&o!==e?
bt(this.model,t,s).get(t.n.id[o]):null}layers(t,e,s,o,i){let a=t.panels.filter(g=>o>=g.known),r=t.steps[o].phase==="laye\
r",l=t.steps[o].phase,c=vu.has(l),h=l==="select",d=a.filter(g=>g.layer&&(g.nodes?g.nodes.includes(e):g.layer===s)),u=[...a.
filter(g=>g.kind==="doubts"),...d,...a.filter(g=>!g.layer&&g.kind!=="doubts")],f=g=>gu.has(g.kind)||g.kind==="width"&&r||
g.kind==="level"&&(l==="draft"||!g.layer&&l==="select")||g.kind==="payoff"&&c||g.kind==="beams"&&h,m=u.filter(g=>f(g)===
i).map(g=>this.panelBox(t,g,e,o)).filter(g=>g!==null);return m.length?p("div",{class:"st-layer","data-testid":"inspector\
-layer"},...m):null}inVoice(t){return this.model.voice==="plain"?{...t,...t.plain}:t}panelBox(t,e,s,o){let i=this.inVoice(
e),a=[...i.facts,...o>=i.told?i.outcome:[]],r=a.length?[p("dl",{class:"st-facts"},...a.map(([d,u])=>p("div",{},p("dt",{},
d),p("dd",{},u))))]:[],l=d=>p("section",{},p("h2",{},i.title),d,...r),c=(d,u=!1)=>a.length||d?p("details",{open:u},p("su\
mmary",{},i.title),d,...r):null,h=t.steps[o].phase;switch(i.kind){case"width":{let d=t.steps[o].phase==="layer"?{...i,why:""}:
i,u=this.apart&&t.steps[o].phase==="layer",f=this.part==="width"?null:u?[]:os(this.model,t,i.layer,o);return Qa(this.model.
voice,d,o,r,this.ask,f,e.alpha)}case"tries":{let d=Er(this.model,t,i,o);return d&&l(d)}case"bar":return l(Lr(this.model,
t,i,o,s));case"level":return l(Ir(this.model,t,i,o,s));case"skipped":return l(jr(i));case"payoff":return l(Nr(i,o));case"\
prefixes":return c(Dr(this.model,t,i,o,this.ask),!0);case"written":return c(Cr(this.model,t,i,o),!0);case"judged":{let u=this.
part!==null&&i.ratios!==void 0?null:ve(this.model,t,i,o,s,this.apart),f=!this.apart||!u?.querySelector(".st-origin"),m=!wu.
has(h)&&f,g=c(as(this.model,t,i,o,s),m);return u&&g?p("div",{},...this.apart?[u,g]:[g,u]):g}case"doubts":return qr(this.
model,t,i,o);case"beams":return p("section",{},p("h2",{},i.title),Rr(this.model,t,i,o));case"plain":return i.layer?l(null):
c(i.caption?p("p",{class:"st-quiet"},i.caption):null)}}leave(){let t=document.activeElement;t instanceof HTMLElement&&this.
root.contains(t)&&t.blur()}};var $u=5,zr=1-1e-9,Mu=["p","q","left"];function Su(n,t,e,s){let o=a=>s?a.layer===e.layer:n.n.parent[a.place]===n.n.parent[e.
place];return n.verdicts.flatMap((a,r)=>n.stepOf[r]>t&&o(a)&&(a.a!==void 0||a.state==="residual")?[{each:a,step:n.stepOf[r]}]:
[]).sort((a,r)=>a.step-r.step)[0]?.each}function pn(n,t,e){let s=ro(t,e),o=B(t);if(!s||o&&o.ratios===void 0)return null;
let{verdict:i,q:a,p:r,left:l}=s,c=!!r.beam,h=o?.ratios?.findLast(y=>y.step<=e&&!y.fell&&y.place===n.up(t,i.place)),d=o?h?.
ratio??1:1,u=Au(r,a,l,d),f=o?ns(t,i.place,e):void 0,m=o?void 0:Su(t,e,i,c),g=o?.compared?.find(({step:y})=>y===e);if(!m&&
!f&&!g||i.tiles.some(([y])=>y==="p/ρ")||l&&!Tu(u))return null;let b=Ou(u,r,a);if(!l&&b!==null)for(let y of u)y.left=y.more/
b;return{of:o?"leaf":c?"pairs":"tokens",verdict:i,again:r.series==="r",ratio:d,next:g?.place??(m&&m.state!=="residual"?m.
place:-1),rows:u,sum:b,origin:f}}function Au(n,t,e,s){let o=new Map,i=[["p",n],["q",t],["left",e]];for(let[a,r]of i)r?.t.
forEach((l,c)=>{let h=r.beam?.[c]??null,d=`${h}:${l}`,u=o.get(d)??{key:d,token:l,beam:h,q:0,p:0,more:0,left:0,lacks:new Set(
Mu)};u[a]=r.v[c]*(a==="p"?s:1),u.lacks.delete(a),u.more=Math.max(0,u.p-u.q),o.set(d,u)});return[...o.values()].sort((a,r)=>r.
left-a.left||Math.max(r.p,r.q)-Math.max(a.p,a.q))}function Tu(n){let t=n.filter(({lacks:o})=>!o.has("p")&&!o.has("left")),
[e,s]=[t.reduce((o,i)=>o+i.left,0),t.reduce((o,i)=>o+i.more,0)];return t.every(o=>Math.abs(o.more*(s?e/s:0)-o.left)<.02)}
function Ou(n,t,e){let s=n.reduce((c,{more:h})=>c+h,0),o=n.filter(({lacks:c})=>!c.has("p")&&!c.has("left")),[i,...a]=o.filter(
({more:c,left:h})=>Math.min(c,h)>1e-6).sort((c,h)=>c.lacks.size-h.lacks.size||h.left-c.left),r=c=>c>1e-9&&o.every(({more:h,
left:d,lacks:u})=>Math.abs(h/c-d)<(u.size?.03:.01));if(t.rest<1e-6&&e.rest<1e-6)return r(s)?s:null;let l=i&&a.length?i.more/
i.left:0;return r(l)?l:null}function Hr(n,t,e,s){let o=e.verdict.dists.map(a=>t.dists[a].ends??[]).find(({length:a})=>a)??
[],i=bt(n,t,o);return({token:a,beam:r})=>(r===null||i.size<2?"":`${J(i.get(o[r])??"start",8)} › `)+F(n.word(a),s)}function ls(n,{
rows:t,verdict:e},s){let o=e.dists.map(i=>n.dists[i].ends??[]).find(({length:i})=>i)??[];return t.find(({token:i,beam:a})=>i===
n.n.token[s]&&(a===null||o[a]===n.n.parent[s]))}var Wr=(n,t)=>{let e=t.next<0?void 0:ls(n,t,t.next);return e&&e.left>0?e:
t.rows[0]};function Ur(n,t,e){let s=(i,a)=>+i.toFixed(a+2),o=i=>{if(!t||e===null)return!0;let a=s(t.p,i)-s(t.q,i);return P(
n,a/s(e,i))===P(n,t.left)};return[0,1,2,3].find(o)??2}function Eu(n,t){let[e,s]=[t.verdict.place,t.next].map(o=>o<0?void 0:
ls(n,t,o)?.key);return t.rows.filter(({key:o},i)=>i<$u||o===e||o===s)}function Oo({voice:n},{of:t,again:e,ratio:s}){let o=s<
zr,i=t==="pairs"?"_beam":"";return n==="exact"?[o?"α·p′":e?"p′":`p${i}`,`q${i}`,"p − q",e?"new p′":"p′"]:[o?
"ratio × target":e?"leftover":"target","draft","more",e?"new leftover":"leftover"]}function Lu(n,t,e){let s=Eu(t,e),o=Hr(
n,t,e,12),i=n.voice==="plain",{sum:a}=e,r=Ur(n.voice,Wr(t,e),a),l=ls(t,e,e.verdict.place),c=w=>et(n.voice,w,r),h=w=>P(n.
voice,w),d=w=>["p","q","more","r"].map((x,k)=>p("b",{"data-of":x},w[k]??"")),u=w=>+w.toFixed(r+2),f=({p:w,q:x})=>u(w)-u(
x),m=s.map(w=>{let x=Math.min(w.p,w.q),k=pt("p",0,w.left);Object.assign(k.dataset,{from:x,size:a===null?w.left:w.more});
let $=M=>w.lacks.has(M)?i?"≈0%":"≈0":c(w[M]);return p("div",{class:w===l?"own":""},p("span",{title:o(w)},o(w)),p("sp\
an",{class:"st-both"},pt("both",0,x),pt("q",x,Math.max(0,w.q-x)),k),...d([$("p"),$("q"),w.more?c(f(w)):i?"0%":"0",h(w.left)]))}),
g=1-s.reduce((w,{left:x})=>w+x,0),b=a===null?null:a-s.reduce((w,x)=>w+x.more,0),y=g<.005?null:p("div",{"data-testid":"le\
ftover-others"},p("span",{class:"st-quiet"},"others"),p("span"),...d(["","",b===null?"":c(Math.max(0,b)),h(g)]));return p(
"figure",{class:"st-left-over st-overlap","data-testid":"inspector-left","data-part":"residual","data-scaled":a===null?"\
no":null},p("div",{class:"st-left-h","aria-hidden":"true"},p("span"),p("span",{},...(i?["0","50%","100%"]:["0",".5","1"]).
map(w=>p("small",{},w))),...d(Oo(n,e))),...m,y,p("div",{class:"sum"},p("span",{},"sum"),p("span"),...d(["","",a===null?"":
c(a),i?"100%":"1"])))}function qu(n,t,e,s){let{voice:o}=n,i=o==="plain",{sum:a}=s,r=Wr(t,s),l=[],c=s.of==="leaf"&&s.next>=
0&&r!==ls(t,s,s.next);if(r&&r.more&&a!==null&&a<.995&&!c){let b=Ur(o,r,a),[y,w,,x]=Oo(n,s),k=M=>et(o,M,b),$=r.lacks.has(
"q")?i?"≈0%":"≈0":k(r.q);l.push(Y(["(",[k(r.p),y],"−",[$,w],")",i?"÷":"/",[k(a),i?"sum of “more”":"sum"],"=",
[P(o,r.left),`${x} of ${Hr(n,t,s,9)(r)}`]],"leftover"))}let{compared:h=[]}=B(t)??{},d=h.find(b=>b.step===e&&b.place===s.
next),u=d&&(h.findLast(b=>b.step<e&&b.place===d.place)?.q??n.get(t,"q",d.place)),[f,m]=d&&u?kt(u,u/d.q,o):[],g=F(n.word(
t.n.token[s.verdict.place]),9);return d&&u&&f&&m&&Math.abs(d.q-u)>5e-4&&l.push(Y([[f,i?"draft":"q"],i?"÷":"/",[m,`witho\
ut ${g}`],"=",[P(o,d.q),i?"draft, scaled":"q′"]],"scaled")),l}function ju(n,t,e){let{voice:s}=n,o=e.next<0?void 0:ls(t,
e,e.next),i=h=>Nt(n.text(t.n.token[h])),a=o===void 0?null:P(s,o.left);if(e.of==="leaf")return Iu(n,t,e,i,a);let r=e.of===
"pairs"?`pair of a beam and a ${n.unit()}`:n.unit();if(s==="exact"){let[h,d]=Oo(n,e),u=e.of==="pairs"?" over all (beam, \
token) pairs":"",f=e.next<0?"The target’s own token is sampled from p′.":`The next candidate ${i(e.next)} is tested \
against ${a===null?"p′":`p′ = ${a}`}.`;return`The rejection replaces ${h} with the residual p′ = norm(max(${h} − ${d}\
, 0))${u}. ${f}`}let l=e.again?"the leftover gives":"the target gives",c=e.next<0?`The target samples its own ${n.unit()}\
 from it.`:a===null?`The next candidate, ${i(e.next)}, is tested against it.`:`The next candidate ${i(e.next)} has ${a} \
of it.`;return`After ${e.again?"another":"the"} rejection, each ${r} keeps what ${l} it beyond the draft’s probability, \
scaled to 100%. This is the leftover. ${c}`}function Iu(n,t,{verdict:e,next:s,ratio:o},i,a){let r=n.up(t,e.place),l=i(e.
place),c=t.n.role[r]==="draft"?` after ${i(r)}`:"",h=s>=0&&a!==null;if(n.voice==="exact")return`p′ ← norm(max(α·p′ − q, \
0))${c}.${h?` Then p′ = ${a} for ${i(s)}.`:""} Without ${l}, q is rescaled.`;let d=o<zr?`, multiplied by ${q(o)},`:"";
return`For the next path, the draft’s probabilities${c} are scaled to 100% without ${l}. Of the target’s${d} only wh\
at exceeds the draft’s is left, scaled to 100%${h?`: ${a} for ${i(s)}`:""}.`}function Gr(n,t,e){let s=pn(n,t,e),o=n.voice===
"plain",i=Nt(n.text(t.n.token[s.verdict.place])),a=s.of==="leaf";return{name:a?o?"New probabilities":"p′, q′":o?"Lef\
tover":"Residual",title:a?`Probabilities without ${i}`:o?`What the rejection of ${i} leaves`:`The residual after ${i}`,says:ju(
n,t,s),sums:qu(n,t,e,s),panel:[Lu(n,t,s),Ru(n,t,s)]}}function Ru(n,t,{of:e,next:s}){let o=t.verdicts.find(({place:a,a:r})=>a===
s&&r!==void 0),i=s<0?null:n.get(t,"q",s);return e!=="tokens"||i===null||typeof o?.q!="number"||Math.abs(o.q-i)>5e-4?null:
p("p",{class:"st-quiet","data-testid":"left-draft"},n.voice==="plain"?`The draft’s probabilities stay the same, because \
it sampled ${Nt(n.text(t.n.token[s]))} independently of the rejected guess.`:"q stays the same, because the candidates a\
re sampled independently.")}function Kr(n,t,e,s){let{verdict:o,origin:i}=pn(n,t,e),{voice:a}=n,{work:r,places:l,taken:c,
missing:h}=i,[d,u]=we(r.plain),f=Nt(n.text(t.n.token[n.up(t,o.place)])),m=we(r[a]).at(-1),g=w=>+(100*w).toFixed(l??1),b=Nt(
n.text(t.n.token[o.place]));return{name:"Deletion",title:"",says:a==="plain"?`Without ${b}, ${f} gets a new running rati\
o. Of 100 cases, ${g(c+h)} must be accepted through ${f}. In ${l===null?"nearly all":g(c)}, a guess after it passes. The\
 one here failed, so ${f} still needs ${d} in the other ${u}: its running ratio is now ${m}.`:`S = ∑ max(α·p′ − q, 0) = ${q(
h)}. Then α ← S/(S + 1 − α) = ${m} for ${f}.`,sums:[Y(r[a],"origin-sum")],panel:[s(o.place)]}}var Nu=226,cs=8,Eo=13,Lo=20,Du=5,Vr={wide:130,high:90},Pu=7,Cu=6.6,Fu={fail:"✕ ",lost:"○ ",pass:"● ",next:"? "},Yr=({
header:n},t,e)=>n.plan!==void 0&&t.i===0&&e===t.seen&&t.steps[e].phase==="target"&&t.n.role.includes("draft"),qo=(n,t)=>n.
n.parent.flatMap((e,s)=>e===n.n.id[t]&&n.n.role[s]==="draft"?[s]:[]),Qr=(n,t)=>[t,...qo(n,t).flatMap(e=>Qr(n,e))];function _u(n,t,e){
let[s,o]=qo(t,t.n.role.indexOf("input")),i=s===void 0?[]:Qr(t,s),a=(d,u)=>d.map(f=>[f,u]),r=new Map([...a(i,"lost"),...a(
[s],"fail")]);if(i.length<2)return null;if(e==="block")return[r,new Map];if(e==="siblings")return o===void 0?null:[new Map(
[...r,...a([o],"next")]),new Map([...a(t.n.role.flatMap((d,u)=>d==="draft"&&!i.includes(u)?[u]:[]),"lost"),...a([s],"pas\
s"),...a(qo(t,s).slice(0,1),"next")])];let[l,c]=B(t)?.order??[],h=d=>n.gram(t,d,1/0).filter(u=>t.n.role[u]==="draft");return c===
void 0?null:[r,new Map([...a(h(c),"next"),...a([l],"fail")])]}function Bu(n,t,e,s){let o=t.lay.at.flatMap((A,E)=>t.n.role[A]===
"draft"?[{place:A,col:t.lay.col[E],y:t.lay.y[E]}]:[]),i=o.map(({y:A})=>A),a=Math.min(...i),r=Math.max(...i)-a+1,l=r>Pu,c=l?
Vr.wide:Nu,h=Math.max(...o.map(({col:A})=>A)),d=(c-cs)/h,u=d-Eo,f=l?Vr.high/r:Lo+Du,m=Math.min(Lo,f-2),g=new Map(o.map(({
place:A,col:E,y:O})=>[A,{x:cs+(E-1)*d+Eo,y:(O-a+.5)*f}])),b=[...g].filter(([A])=>t.n.role[n.up(t,A)]!=="draft").map(([,{
y:A}])=>A),y={x:cs-u,y:(Math.min(...b)+Math.max(...b))/2},w=Math.floor((u-8)/Cu),x=m<Lo?0:w,k=[...g].flatMap(([A,{x:E,y:O}])=>{
let T=g.get(n.up(t,A))??y,I=e.get(A),G=I?Fu[I]:"",K=x-G.length,H=x<1?"":G+(K>0?F(n.word(t.n.token[A]),K):"");return[v("p\
ath",{d:`M${T.x+u} ${T.y}L${E} ${O}`,class:I==="lost"?"lost":null}),v("g",{class:I??null},v("rect",{x:E,y:O-m/2,width:u,
height:m,rx:4}),v("text",{x:E+4,y:O+4},H))]}),$=s?[...g.values()].map(({x:A},E)=>v("path",{class:"line",d:`M${cs+Eo} ${r*
f+4+6*E}H${A+u}`})):[],M=r*f+6*$.length;return v("svg",{width:c,height:M,viewBox:`0 0 ${c} ${M}`,"aria-hidden":"true",class:l&&
"tiny"},v("circle",{cx:cs-4,cy:y.y,r:4}),...k,...$)}function Jr(n,t){let{kind:e,title:s,says:o,first:i,second:a,rule:r,lossless:l}=n.
header.plan,c=_u(n,t,e),h=[i,a],d=(c??[]).map((u,f)=>p("figure",{},Bu(n,t,u,e==="block"&&f>0),p("figcaption",{},h[f])));
return{name:"Plan",title:"",says:o,sums:[],alone:!0,panel:[p("section",{class:"st-plan","data-testid":"inspector-plan"},
p("h2",{class:"st-part"},s),p("div",{},...d),...[r,l].map(u=>p("p",{},p("b",{},u.slice(0,u.indexOf(":")+1)),u.slice(u.indexOf(
":")+1))))]}}function Xr(n,t){let e=B(n),s=e?.rows.findIndex(({step:i})=>i===t)??-1,o=e?.rows[s];return n.steps[t]?.phase==="prefix"&&
o?.work&&o.u!==null?{row:o,nth:s+1}:void 0}function tl(n,t){let e=Xr(n,t);return e?e.row.origin?["ratio","threshold","ou\
tcome"]:["ratio","outcome"]:[]}var Zr=n=>n===1?"the first guess":`the first ${n} guesses`;function el(n,t,e,s,o){let{row:i,
nth:a}=Xr(t,e),{voice:r}=n,l=r==="plain",{origin:c,place:h}=i;if(s==="ratio")return{name:l?"Running ratio":`P_${a}`,title:o.
title,says:zu(n,t,i,a,o.rows.length),sums:i.work?[Y(i.work[r])]:[],panel:[as(n,t,o,e,h,s)]};if(s==="threshold"&&c)return{
name:l?"Threshold":`h_${a}`,title:"",says:Hu(r,i,a,o.rows.length),sums:[Y(c.work[r],"origin-sum")],panel:[ve(n,t,o,e,h,!0)]};
let{u:d,cut:u,passed:f,ratio:m}=i,g=!c&&Math.abs(u-m)<1e-9,b=q(d)===q(u)?3:2,y=q(d,b),w=b>2?q(u,b):xe(t,i),x=f?"passes":
"fails",k=`prefix ${a} of ${o.rows.length}`,$=l?`${g?"No longer prefix follows, so the threshold is the running ratio it\
self. ":""}The random number ${y} is ${f?"below":"not below"} the threshold ${w}, so ${k} ${x}.`:`u = ${y} ${f?"<":"≥"}\
 h_${a} = ${w}${g?` = P_${a}`:""}, so the prefix of length ${a} ${x}.`,M=()=>p("div",{"data-testid":"inspector-axis"},es(
r,u,d,w));return{name:"",title:o.title,says:$,sums:u>0&&u<=1?[M()]:[],panel:[as(n,t,o,e,h)]}}function zu(n,t,{work:e,place:s},o,i){
let a=we(e?.[n.voice]??[]),r=Nt(n.text(t.n.token[s])),l=a.at(-1)??"";if(n.voice==="exact")return`P_${o} = min(1, ${o===1?
"p/q":`P_${o-1} · p/q`}) = ${l} is the probability with which ${Zr(o)} should be accepted.`;let c=o===1?`the running ra\
tio of ${r} is target ${a[0]} ÷ draft ${a[1]}, which is ${l}.`:`${r} multiplies the running ratio ${a[0]} by target ${a[1]}\
 ÷ draft ${a[2]}, which makes it ${l}.`;return`Prefix ${o} of ${i}: ${c} With this probability, ${o===1?"it":Zr(o)} mus\
t be accepted, by ${o===1?"its":"their"} own test or within a longer prefix.`}function Hu(n,{origin:t,cut:e},s,o){if(!t)
return"";if(n==="exact")return`Longer prefixes contribute ∑ min(P·p, q) to P_${s}. R = ∑ max(P·p − q, 0) = ${q(t.
missing)} is missing, so h_${s} = R/(R + 1 − P_${s}) = ${q(e)}.`;let[i,a]=we(t.work.plain),r=+(100-Number(a)).toFixed(
4),l=+(r+Number(i)).toFixed(4),[c,h]=t.places!==null?[l,`In ${r}, a longer prefix passes`]:[`about ${r}`,"In nearly all \
of them, a longer prefix passes"];return`Of 100 drafts with prefix ${s} of ${o}, ${c} must be accepted at least up to it\
s end. ${h} and includes it. Its own test must add the missing ${i} in the other ${a}.`}function sl(n,t,e){if(Yr(n,t,e))return["check","plan"];let s=pn(n,t,e);if(s)return s.origin?s.next<0?["test","deleted"]:
["test","deleted","left"]:["test","left"];let o=vr(t,e);return o.length?o:tl(t,e)}var un=n=>n[0]==="test"||n[0]==="check"?
0:Math.max(0,n.length-1);function nl(n,t,e,s,o){if(s==="plan")return Jr(n,t);if(s==="shares")return Mr(n,t,e);if(s==="ov\
erlap")return Ar(n,t,e);if(s==="ways")return Tr(n,t,e);let i=B(t);return i&&(s==="ratio"||s==="threshold"||s==="outcome")?
el(n,t,e,s,o(i)):i&&s==="deleted"?Kr(n,t,e,a=>ve(n,t,o(i),e,a,!0)):s==="left"?Gr(n,t,e):null}function ol(n){let t=new Map([...le.keys()].map(m=>[m,p("b")])),e=new Map([...le.keys()].map(m=>[m,p("span")])),s=new Map(
[...le.keys()].map(m=>[m,p("small")])),o=new Map([...le.values()].map(({name:m,help:g})=>[m,p("li",{"data-kind":m,title:g,
class:"st-legend-k"},st(m),e.get(m),t.get(m),s.get(m))])),i=p("span",{class:"st-x-key","aria-hidden":"true"}),a=p("span"),
r=p("li",{"data-kind":"copies",title:"A token that was sampled several times is one node. Every draw has a mark; of many\
 draws, the numbers before the marks say how many."},i,a),l=p("b"),c=p("li",{"data-kind":"copy",title:"A guess that was \
copied below a merged one, so that each path has its own."},p("i",{class:"st-legend-copy","aria-hidden":"true"}),"copies\
, included: ",l),h=p("span"),d=p("li",{"data-testid":"legend-ratio",title:"A leaf passes if its random number is below i\
ts running ratio."},p("i",{class:"st-legend-ratio","aria-hidden":"true"}),h),u=p("li",{class:"st-legend-of"});return{root:p(
"ul",{class:"st-legend","data-testid":"legend","aria-label":"Legend"},u,...o.values(),d,c,r),rejection:m=>o.get("rejecte\
d")?.setAttribute("title",m||Z("rejected").help),show(m,g){let b=n.marks(m,g),y=n.drawnOften(m,g);S(u,n.its.length>1?"Th\
is round:":""),u.hidden=n.its.length<2,r.hidden=!y;let w=n.bornBy(m,g).filter(x=>n.copied(m,x)).length;c.hidden=!w,S(l,String(
w)),d.hidden=m.lay.kind==="chain"||!m.panels.some(x=>x.kind==="judged"&&x.ratios?.some(({step:k})=>k<=g)),S(h,n.voice===
"plain"?"running ratio: target ÷ draft, multiplied along the path, at most 1":"running ratio α = min(α·p′/q, 1) along t\
he path"),S(i,y?.times??""),S(a,y?.told??"");for(let[x,k]of o)k.hidden=!b.has(x);for(let[x,k]of e)S(k,vt(x,n.voice));for(let[
x,k]of t){let $=b.get(x)??0,M=n.drawsOf(m,x,g),A=s.get(x);S(k,String($||"")),A&&S(A,$&&M>$?`(${M} draws)`:"")}}}}var Wu=[
"node","parent","depth","token","state"],Uu=["u","threshold","reason"];function il(n,t){let e=p("p",{"data-testid":"grap\
h-summary"}),s=p("table",{class:"st-table st-stacked","data-testid":"graph-table"}),o=p("details",{class:"st-card st-det\
ails","data-testid":"table",ontoggle:t},p("summary",{},"This step as a table"),e,p("div",{class:"st-wrap",tabindex:"0",role:"\
group","aria-label":"This step as a table"},s));function i(a,r,l){let c=a.verdicts[n.decided(a,r,l).at(-1)??-1],h=a.n.parent[r],
d=u=>P(n.voice,c?.[u]??n.get(a,u,r),f=>q(f,3));return[a.n.id[r],h<0?"–":h,a.n.depth[r],n.word(a.n.token[r]),n.called(n.
fate(a,r,l)),d("q"),d("p"),q(c?.u,3),q(c?.a,3),c?.[n.voice]??""]}return{root:o,show(a,r){if(!o.open)return;let l=r>=a.commit?
`${a.says} `:"";S(e,`${l}${a.steps[r][n.voice]}`);let c=n.bornBy(a,r).map(u=>i(a,u,r)),h=a.heads.map(([u,,f])=>n.voice===
"plain"?f:u),d=[...Wu,...h,...Uu];L(s,p("thead",{},p("tr",{},...d.map(u=>p("th",{scope:"col"},u)))),p("tbody",{},...c.map(
u=>p("tr",{},...u.map((f,m)=>p("td",{"data-head":d[m]},String(f)))))))}}}var ut=(n,t)=>n<1?(1-n**(t+1))/(1-n):t+1,te=(n=160)=>[[1,1],[n,1],[2*n,2]];function St(n,t){let e=Math.max(0,n.slice(0,-1).
findLastIndex(([r])=>r<=t)),[[s,o],[i,a]]=n.slice(e);return o+(a-o)*(t-s)/(i-s)}var ft=(n,t,e)=>St(e,(n+1)*t)/St(e,t),Rt=(n,t,e,s=1)=>ut(
n,t)/(t*e+s);function fn(n,t,e=1,s=te(1/0)){let o=a=>Rt(n,a,t,ft(a,e,s)),i=0;for(let a=1;a<=16;a+=1)o(a)>o(i)&&(i=a);return i||
null}var al=(n,t,e=1)=>(ut(n,t)-e)/t;function rl(n,t,e,s,o){let i=[];for(let a=1;a<=o;a+=1){if(Rt(n,t,e,ft(t,a,s))<=1)continue;
let r=i.at(-1);r?.[1]===a-1?r[1]=a:i.push([a,a])}return i}function jo({left:n,right:t,top:e,base:s},o,i,a,r,l,c=o.length){let h=y=>n+i(y)*(t-n),d=y=>s-y/a*(s-e),f=[...Array.from(
{length:Math.floor(a/r)+1},(y,w)=>w*r).flatMap(y=>[v("line",{class:"grid",x1:n,x2:t,y1:d(y),y2:d(y)}),v("text",{x:n-8,y:d(
y)+5,"text-anchor":"end"},String(y))]),...l.map(y=>v("text",{x:h(y),y:s+20,"text-anchor":"middle"},String(y))),v("path",
{class:"axis",d:`M${n} ${e}V${s}H${t}`})],m=y=>`M${y.map(([w,x])=>`${h(w)} ${d(x)}`).join("L")}`,b=[["curve",o.slice(0,c)],
["curve beyond",o.slice(Math.max(0,c-1))]].filter(([,y])=>y.length>1).map(([y,w])=>v("path",{class:y,d:m(w)}));return{x:h,
y:d,grid:f,drawn:b}}function mn(n,t,e,s,o,i,a){let{x:r,y:l,grid:c,drawn:h}=jo(n,t.map((u,f)=>[f+1,u]),u=>(u-1)/15,e,s,o,
a),d=t.map((u,f)=>v("circle",{class:"dot",cx:r(f+1),cy:l(u),r:i}));return{x:r,y:l,grid:c,drawn:[...h,...d]}}var ke=640,ll=260,ee=44,hs=14,Ku=14,Vu=214,Yu="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·c + check\
). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many positions\
 as the idle limit, calculating takes as long as reading the weights.",Qu=({alpha:n,c:t,batch:e,idle:s})=>Array.from({length:16},
(o,i)=>Rt(n,i+1,t,ft(i+1,e,te(s)))),cl=216,Ju=[[10,-12],[-10,-12],[10,24],[-10,24]];function Zu(n,t){let e=o=>{let i=Math.
min(16,Math.max(1,1+(o-ee)/(ke-hs-ee)*15)),a=Math.min(15,Math.floor(i));return t(n[a-1]+(i-a)*(n[a]-n[a-1]))},s=(o,[i,a])=>i>=
ee&&Array.from({length:Math.ceil(o/4)+1},(r,l)=>e(i+4*l)).every(r=>r<a-15||r>a+6);return(o,i)=>i.find(a=>s(o,a))??i[0]}var Xu=0,
gn=class{id=`st-speedup-${Xu+=1}`;alpha=this.slider("alpha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma",
"Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (user\
s)",1,256,1,0);idle=this.slider("idle","Idle limit (positions)",32,512,16,0);svg=v("svg",{viewBox:`0 0 ${ke} ${ll}`,role:"\
img","data-testid":"speedup-chart"});says=p("p",{class:"st-speedup-says",role:"status","data-testid":"speedup-says"});root=p(
"section",{class:"st-speedup st-card","aria-label":"Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,
p("div",{class:"st-speedup-sliders"},this.alpha.box,this.gamma.box,this.c.box,this.batch.box,this.idle.box),p("p",{class:"\
st-quiet"},Yu));slider(t,e,s,o,i,a){let r=`${this.id}-${t}`,l=p("output",{for:r}),c=p("input",{type:"range",id:r,min:s,max:o,
step:i,"data-testid":`speedup-${t}`,oninput:()=>this.draw()});return{input:c,output:l,places:a,box:p("label",{for:r},p("\
span",{},e," ",l),c)}}show(t){this.root.hidden=!t,t&&(this.alpha.input.value=String(t.alpha),this.gamma.input.value=String(
t.gamma),this.c.input.value=String(t.c),this.batch.input.value=String(t.batch),this.idle.input.value=String(160),this.draw())}draw(){
let t=({input:h,output:d,places:u})=>(S(d,Number(h.value).toFixed(u)),Number(h.value)),[e,s,o,i,a]=[this.alpha,this.gamma,
this.c,this.batch,this.idle].map(t),r=Qu({alpha:e,c:o,batch:i,idle:a}),l=r[s-1],c=`With γ = ${s}: ${ut(e,s).toFixed(2)}\
 tokens per target pass, a check takes ${ft(s,i,te(a)).toFixed(2)} passes, speed-up ${l.toFixed(2)}${l<1?" (slower)":""}\
.`;S(this.says,c),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}. ${c}`),this.plot(r,s)}plot(t,e){
let s=Math.max(2,...t)*1.08,o=s>8?2:s>4?1:.5,{x:i,y:a,grid:r,drawn:l}=mn({left:ee,right:ke-hs,top:Ku,base:Vu},t,s,o,[1,2,
4,6,8,10,12,14,16],3),c=t[e-1],h=Zu(t,a),[d,u]=h(50,Ju.map(([g,b])=>[i(e)+g-(g<0?50:0),a(c)+b])),[f,m]=h(cl,[ke-hs-cl-2,
ee+8].flatMap(g=>[[g,a(1)+17],[g,a(1)-7]]));L(this.svg,...r,v("text",{x:(ee+ke-hs)/2,y:ll-8,"text-anchor":"middle"},"dra\
ft tokens per round, γ"),v("line",{class:"even",x1:ee,x2:ke-hs,y1:a(1),y2:a(1)}),v("text",{x:f,y:m},"as fast as without\
 a draft model"),...l,v("circle",{class:"chosen",cx:i(e),cy:a(c),r:7}),v("text",{class:"value",x:d+(d<i(e)?50:0),y:u,"te\
xt-anchor":d<i(e)?"end":"start"},c.toFixed(2)))}};var hl="lessons-2",tf={em:"em",strong:"strong",code:"code"},ef="explorer/lessons",sf=n=>`${ds(n)}/card.html`,ds=n=>`expl\
orer/lesson/${encodeURIComponent(n)}`;function nf(n){let t={},e;try{e=JSON.parse(n||"{}")}catch{return t}let s=o=>Array.
isArray(o)?o.filter(i=>Number.isInteger(i)&&i>=0):[];for(let[o,i]of Object.entries(e&&typeof e=="object"?e:{})){let a=Object.
entries(i?.answers||{}).map(([r,l])=>[r,s(l)]);t[o]={seen:s(i?.seen),answers:Object.fromEntries(a)}}return t}var xn=(n,t)=>Object.
hasOwn(n,t)?n[t]:{seen:[],answers:{}},of=(n,t)=>new Set(xn(n,t.slug).seen.filter(e=>e<t.steps)).size;function af(n,t,e){
let s=xn(n,t);return s.seen.includes(e)?n:{...n,[t]:{...s,seen:[...s.seen,e]}}}function dl(n,t,e,s){let o=xn(n,t);return{
...n,[t]:{...o,answers:{...o.answers,[e]:s}}}}function bn(n,t){let e=t.filter(s=>s<n.length);return{given:e,over:e.some(
s=>n[s].right||n.length<3)}}var rf=(n,t)=>n[t-1]??{slug:n[0].slug,step:1},lf=n=>n.length?`Look at: ${[...new Set(n.map(({
label:t})=>t))].join(", ")}.`:"",cf=(n,t)=>Math.min(t-1,Math.max(0,(Math.trunc(Number(n))||1)-1));function pl(n){let t=new URLSearchParams(
n),e=t.get("lesson");return e?{slug:e,step:Number(t.get("step"))||1}:null}function hf(n,t,e){let s=new URL(n);return s.search=
s.hash="",s.searchParams.set("lesson",t),s.searchParams.set("step",String(e+1)),s.href}function df(n){let t=e=>`.teachin\
g :is(${n.map(({selector:s})=>s+e).join(", ")})`;return`${t("")}:not(g) { outline: 3px solid var(--amber); outline-offse\
t: 2px; border-radius: 6px; }
    ${t(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${t("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function pf(n){let t=n.map(({selector:e})=>e).join(", ");return t?`.teaching .st-why :not(:is(${t}), :is(${t}) *,\
 :has(${t})) { display: none !important; }`:".teaching .st-why { display: none; }"}var wn=(n,t=e=>[e])=>n.flatMap(({text:e,
style:s})=>s==="plain"?t(e):[p(tf[s],{},...t(e))]),yn=class{lesson=null;step=0;asked=0;progress=this.stored();method="";chart=new gn;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=p(
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
return p("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${t}`,title:o,onclick:s},e)}stored(){try{return nf(
localStorage.getItem(hl))}catch{return{}}}latest(){let t=this.stored();return Object.keys(t).length?t:this.progress}keep(t){
this.progress=t;try{localStorage.setItem(hl,JSON.stringify(this.progress))}catch{}}unfold(t){this.root.hidden=!t,this.on.
shown(t),t&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top:t}=this.root.getBoundingClientRect();
(t<0||t>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(t,e=1){this.asked+=1,this.lesson=t,this.unfold(
!0),this.listed(!1),S(this.name,t.title),this.show(cf(e,t.steps.length)),this.on.soon(t.steps.flatMap(({at:s,question:o})=>[
s.trace,o?.reveal?.trace??s.trace]))}async load(t,e=1){let s=await this.got(t,"Loading the lesson …",["steps","moved"]);
if(s&&"moved"in s){let{slug:a,step:r}=rf(s.moved,e);return this.load(ds(a),r)}if(s)return this.open(s,e);let o=this.asked,
i=this.note.textContent||"";!this.lesson&&i&&await this.showList(),o+1===this.asked&&!this.list.hidden&&S(this.name,i)}async got(t,e,s){
let o=++this.asked;this.unfold(!0),S(this.note,e);let i=null;try{i=await(await fetch(new URL(t,document.baseURI))).json()}catch{}
if(o!==this.asked)return null;let a=i!==null&&s.some(r=>Array.isArray(i[r]));return S(this.note,a?"":i?.text||"This coul\
d not be loaded. Reload the page to try again."),a?i:null}show(t){if(!this.lesson)return;this.step=t,this.away=!1;let e=this.
lesson.steps[t],s=this.lesson.steps.length-1;this.keep(af(this.latest(),this.lesson.slug,this.step)),S(this.count,`Step ${this.
step+1} of ${s+1}`),S(this.note,""),this.write(),this.chart.show(e.chart),this.print.href=sf(this.lesson.slug),this.foot.
hidden=t!==0&&t!==s,this.ask(e),this.again.hidden=!0,this.back.disabled=this.step===0,S(this.next,this.step===s?"Finish":
"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=0,this.on.changed(this.lesson.slug,this.step+1),this.
stand()}write(){if(!this.lesson)return;let t=this.lesson.steps[this.step];this.method=this.on.method(),L(this.said,p("h3",
{},t.title),...t.paragraphs.map(e=>p("p",{},...wn(e,this.on.marker()))))}turn(t){if(this.lesson){if(this.step+t===this.lesson.
steps.length)return void this.showList();this.step+t>=0&&this.show(this.step+t)}}stand(){let t=this.place();t&&this.on.goto(
t.trace,{it:t.it,phase:t.phase,node:t.node})}place(){if(!this.lesson)return null;let{at:t,question:e}=this.lesson.steps[this.
step];return e&&bn(e.answers,this.given()).over&&e.reveal||t}stands({name:t,it:e,phase:s,node:o}){let i=this.place();this.
lesson&&this.method!==this.on.method()&&this.write(),this.away=i!==null&&(i.trace!==t||i.it!==e||i.phase!==s),this.again.
hidden=!this.away||!this.list.hidden,this.own=!this.away&&i?.node===o,this.narrow()}narrow(){let t=this.lesson?.steps[this.
step],e=this.list.hidden?t&&this.own?t.look:null:[];this.looks.replaceSync(e?pf(e):""),this.root.toggleAttribute("data-l\
ooks",e!==null),this.measure()}measure(){let t=this.root.closest(".st"),{top:e}=this.root.getBoundingClientRect();if(!(t instanceof
HTMLElement)||this.root.hidden)return;let s=e+(t.classList.contains("present")?t.scrollTop:scrollY);t.style.setProperty(
"--above",`${Math.round(s)}px`)}given(){return this.lesson?xn(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({
question:t}){L(this.quiz),this.quiz.hidden=!t,t&&L(this.quiz,p("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...wn(t.words,
this.on.marker())),p("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...t.answers.map((e,s)=>p(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(t,s)},p("b",{"ari\
a-hidden":"true"}),p("span",{},...wn(e.words))))),p("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"\
status"}),this.button("again","Try again",()=>this.forget(t))),t&&this.mark(t)}forget(t){this.lesson&&(this.keep(dl(this.
latest(),this.lesson.slug,this.step,[])),this.mark(t),this.stand())}mark({answers:t}){let{given:e,over:s}=bn(t,this.given()),
o=e.at(-1),[i,a]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(
".st-lesson-answer").forEach((l,c)=>{let{right:h}=t[c],d=e.includes(c),u=d||s&&h;l.setAttribute("aria-pressed",String(d)),
l.setAttribute("aria-disabled",String(s||d)),l.classList.toggle("right",u&&h),l.classList.toggle("wrong",u&&!h),l.classList.
toggle("left",s&&!u);let f=l.querySelector("b");f&&S(f,u?h?"✓":"✕":"○")});let r=o===void 0?null:t[o];i&&L(i,...r?this.
reply(r,s):[]),a instanceof HTMLElement&&(a.hidden=!s),this.light(r?.lights??[])}reply({right:t,feedback:e,lights:s},o){
let i=p("b",{role:"img","aria-label":t?"Right":"Wrong"},t?"✓":"✕"),a=wn(e,this.on.marker());return o?[i," ",...a]:[i,
" Not this one. ",...a,p("span",{class:"st-lesson-look"},` ${lf(this.seen(s))} Then choose again.`)]}seen(t){let e=this.
root.closest(".st");return t.filter(({selector:s})=>e?.querySelector(s)?.checkVisibility())}light(t){if(this.lit.replaceSync(
t.length?df(t):""),!!t.length)for(let{selector:e}of this.seen(t))this.root.closest(".st")?.querySelector(e)?.scrollIntoView(
{block:"nearest",inline:"nearest"})}choose(t,e){!this.lesson||this.given().includes(e)||bn(t.answers,this.given()).over||
(this.keep(dl(this.latest(),this.lesson.slug,this.step,[...this.given(),e])),this.mark(t),this.quiz.querySelector(".st-l\
esson-feedback")?.scrollIntoView({block:"nearest"}),bn(t.answers,this.given()).over&&this.stand())}listed(t){this.list.hidden=
!t,this.page.hidden=this.turns.hidden=this.link.hidden=t||!this.lesson,this.foot.hidden=this.page.hidden||this.step>0&&this.
step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.away,this.all.setAttribute("aria-expande\
d",String(t)),S(this.all,t&&this.lesson?"Back to the lesson":"All lessons"),this.count.hidden=t,S(this.name,t?"Lessons":
this.lesson?.title||""),this.narrow()}async showList(){if(!this.list.hidden&&this.lesson)return this.listed(!1);let t=await this.
got(ef,"Loading the lessons …",["lessons"]);t&&(this.listed(!0),this.root.scrollTop=0,L(this.list,...t.lessons.map(e=>{
let s=of(this.progress,e),o=s===e.steps,i=`${R(e.steps,"step")}, ${e.minutes} min`,a=o?"✓ Done":s?`${s} of ${e.steps} \
steps`:i;return p("li",{},p("button",{type:"button","data-testid":"lesson-card","data-lesson":e.slug,class:o?"done":"",onclick:()=>{
this.load(ds(e.slug))}},p("b",{},e.title),p("span",{},e.summary),p("small",{},a)))})))}async copy(){if(!this.lesson)return;
let t=hf(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(t),S(this.note,"Link to this \
step copied.")}catch{S(this.note,t)}}close(){this.asked+=1,this.lesson=null,this.chart.show(null),this.light([]),this.looks.
replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(null,0),this.on.close()}key(t){if(!this.lesson||
this.root.hidden||!this.list.hidden)return!1;let e=this.quiz.querySelectorAll(".st-lesson-answer"),s=/^[1-9]$/.test(t.key)?
Number(t.key):0;if(t.key==="PageDown")this.turn(1);else if(t.key==="PageUp")this.turn(-1);else if(s&&s<=e.length)e[s-1].
click();else return!1;return t.preventDefault(),!0}moved(t){this.lesson&&!this.lesson.steps.some(({at:e})=>e.trace===t)&&
this.close()}};function Io(n,t){let{model:e,root:s,glossary:o,full:i}=n,{header:a,summary:r,incomplete:l}=e,{title:c,about:h,pair_name:d,
draft_notes:u,observed:f,seed:m,prompt:g,deciding:b,rejection:y,whatif:w=""}=a;if(n.legend.rejection(y),S(n.worth,r?.worth||
c||""),n.top.hidden=!n.worth.textContent,!i){let T=[...document.querySelectorAll(".st.compact")].indexOf(s)+1;s.setAttribute(
"aria-label",`Run ${T}: ${c||"none"}, step by step`),n.controls.root.setAttribute("aria-label",`Step through run ${T}`)}
let x=[h?.law,h?.rounding].filter(Boolean).join(" "),k=i?[h?.line,h?.law,h?.rules].filter(Boolean).join(" "):c||"",$=l?`\
This run is incomplete: ${l}. `:"",M=i&&r?.worth&&c?`${c.split(":")[0]}${e.toy()?" (toy)":""}: `:"";L(n.about,p("span",{
class:"st-warn"},$),p("b",{},M),...o.explained(k,!1));let A=[["Method",c],["Paper",h?.paper],["Output distribution",x],[
"Models",d],["Draft",u],["Recorded from",f],["Model’s own rules",h?.rules],["Prompt",g],["Seed",m?.toString()],...Object.
entries(b).map(([T,I])=>[T.replace(/_/g," "),String(I)])];n.changed.show(w,w&&t?{recorded:t.text,now:e.added(e.its.length-
1)}:null,n.options.asks&&!!a.recorded?.name);let E=([T,I])=>p("div",{},p("dt",{},...o.explained(T)),p("dd",{},I));L(n.facts,
...A.filter(([,T])=>T).map(E));let O=e.its.length;L(n.end,p("h2",{},O>1?`Summary of all ${O} rounds`:"Summary"),p("dl",{
class:"st-facts"},...(r?.card??[]).map(E)),p("button",{type:"button",class:"st-btn st-wide",onclick:()=>n.stepTo(0)},"St\
art again"))}var ul=100,uf=400,ff=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),vn=class{opening=0;newest=0;recorded=null;constructor(t){
this.stage=t,this.begun=!t.full}receive(t){let e=t;if(typeof t=="string")try{e=JSON.parse(t)}catch{return this.clear({type:"\
clear",text:"The app sent a message that cannot be read. Reload the page."})}if(e.asked!==void 0&&e.asked<this.newest)return;
this.newest=e.asked??this.newest,ff.has(e.type)&&this[e.type](e);let s=this.begun||!this.stage.options.url?null:pl(V());
this.begun=!0,s&&this.stage.lesson.load(ds(s.slug),s.step)}fill(t){let{stage:e}=this;Object.assign(e,{at:{it:0,phase:0},
picked:null,hovered:-1}),e.model.open(t),this.recorded?.name!==e.model.name&&(this.recorded=null),e.text.reset(),e.find.
reset(),Io(e,this.recorded)}open(t){let{stage:e}=this,{model:s}=e;this.reset(),this.fill(t);let{name:o}=s;if(e.lesson.moved(
s.header.recorded?.name??o),setTimeout(()=>e.trigger("opened",{name:o}),ul),e.follow=s.live,this.shown(),s.live)return e.
openAt({it:s.its.length});let i=e.options.url?Ce():null;e.chosen=t.chosen===!0,e.openAt(t.at||(i&&[o,null].includes(i.trace)?
e.reached(i):null)),e.chosen=!1,i&&[o,null].includes(i.trace)&&e.answer(xi(V(),s.its))}append(t){let{stage:e}=this,{name:s,
its:o}=e.model;if(t.name&&t.name!==s)return;let i=e.model.add(t);i&&e.trigger("gap",{name:s,have:o.length,want:o.length+
i}),this.shown(),e.follow&&!e.timer?e.goto(o.length-1,1/0,null):e.refresh()}finish(t){let{stage:e}=this,s=e.follow;t.name&&
t.name!==e.model.name||e.model.live&&(this.append(t),e.model.live=e.follow=!1,e.root.dataset.live="0",this.shown(),Io(e,
this.recorded),s&&t.at&&e.openAt(t.at))}begin({name:t=""}){let{stage:e}=this;this.reset(),this.recorded=null,this.fill({
type:"open",name:t,incomplete:null,live:!0}),e.lesson.moved(t),e.follow=!0,Object.assign(e.root.dataset,{begun:"1",name:t,
live:"1",iterations:"0"}),this.shown(),e.options.url&&e.setAddress({trace:t,it:null,phase:null,node:null}),setTimeout(()=>e.
trigger("opened",{name:t}),ul),e.moved()}start({trace:t,text:e,chosen:s=!1}){let{trace:o,it:i,phase:a,node:r}=Ce(),l=o||
t,c=Es()?{it:1}:{it:1,phase:1};if(!l)return this.clear({type:"clear",text:e});let h=`explorer/open/${encodeURIComponent(
l)}`;this.fetch(i||a||r!==null?{type:"fetch",url:h}:{type:"fetch",url:h,at:c,chosen:s})}lesson({url:t}){t?this.stage.lesson.
load(t):this.stage.lesson.showList()}async fetch(t){let e=++this.opening,{note:s,root:o,model:i,early:a}=this.stage;this.
stage.pause(),S(s,"Opening the recorded run …"),o.removeAttribute("data-empty"),s.hidden=i.its.length>0,o.setAttribute(
"aria-busy","true");try{let r=JSON.parse(await a.get(t.url||"")),l=t.live&&r.type==="open"?{live:!0,summary:null,incomplete:null}:
{};e===this.opening&&this.receive({...r,...l,...t.at?{at:t.at}:{},...t.chosen?{chosen:!0}:{}})}catch{e===this.opening&&this.
clear({type:"clear",text:"The trace could not be loaded. Reload the page to try again."})}}clear(t){this.reset(),this.stage.
root.dataset.empty="1",this.fill({type:"open"}),this.shown(),S(this.stage.note,t.text||"Choose a recorded run above, or \
press “Run your own”.")}async change(t){let{at:{it:e,phase:s},model:o,changed:i}=this.stage,a=++this.opening,r=new URLSearchParams(
{visitor:hn(),it:String(e+1)});for(let[h,d]of Object.entries(t))r.set(h,String(d));let l={of:o.name,at:{it:e+1,phase:s+1},
text:o.added(e)},c=setTimeout(()=>a===this.opening&&i.wait(),uf);try{let h=await fetch(new URL(`explorer/whatif/${l.of}?${r}`,
document.baseURI),{method:"POST"}),d=await h.json();if(a!==this.opening)return;if(!h.ok)return i.refuse(d.text);this.recorded=
{...this.recorded??l,name:d.name},this.receive(d)}catch{a===this.opening&&i.refuse("The app does not respond. Check that\
 it is still running, then try again.")}finally{clearTimeout(c)}}back(){let{name:t="",at:e}=this.stage.model.header.recorded??
{},{of:s,at:o}=this.recorded??{of:t,at:e};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(s)}`,at:o})}reset(){
let{stage:t}=this,{graph:e,timeline:s,attention:o,trace:i,controls:a}=t;this.opening+=1,t.away=!1,delete t.root.dataset.
begun,delete t.root.dataset.empty,t.inspector.leave();for(let r of[e,s,o,i,a])r.reset();t.pause(),t.root.removeAttribute(
"aria-busy"),delete t.pictures.dataset.step}shown(){let{root:t,body:e,note:s,model:o}=this.stage,i=o.its.length>0;e.hidden=
!i,s.hidden=i,t.style.setProperty("--columns",String(o.columns)),o.live||delete t.dataset.begun,t.toggleAttribute("data-\
empty",!i&&!o.live),i||S(s,o.live?"Waiting for the first round …":o.incomplete?"The run ended before its first round.":
"This trace contains no rounds.")}};var kn="cubic-bezier(.2,.7,.2,1)",mf="cubic-bezier(.5,0,.9,.6)",gf="cubic-bezier(.3,1.35,.5,1)",se=520,bf=600,$n=900,wf=1150,
bl=420,ps=700,fl=900,ml=["draft","exit"],gl=new Set(["residual","bonus","drawn","greedy","own"]);function yf(n,t,e){let s=[],
o=new Map(n.nodes.map(c=>[c.key,c])),i=(c,h,d=0)=>s.push({name:c,node:h&&h.key,at:d}),a=c=>c.coin!==null&&c.side!=="abov\
e"&&o.get(c.key)?.coin!==c.coin&&!(e==="verify"&&c.span!==null),r=t.nodes.some(a),l=c=>r?c:Math.max(0,c-se);ml.includes(
e)&&n.pass.draft&&t.pass.draft&&i("hop",null),t.pass.area.on&&!n.pass.area.on&&i("check",null),t.pass.rays&&t.pass.rays!==
n.pass.rays&&!t.pass.area.on&&i("ray",null),r&&i("wait",null);for(let c of t.nodes){let h=o.get(c.key);if(!h)continue;let d=a(
c);if(h.state===null&&c.state!==null){let u=gl.has(c.state)&&d;i("pop",c,ml.includes(e)?180:u?se:150)}h.p===null&&c.p!==
null&&h.state!==null&&i("score",c,t.pass.area.on?bl:0),d&&i("coin",c),h.y!==c.y&&!c.fallen&&!c.joined&&h.state!==null&&i(
"room",c),c.joined&&!h.joined?i("merge",c):h.state!==null&&c.state!==h.state?(i("verdict",c,l(se)),c.state==="accepted"&&
i("fly",c,l(bf)),c.state==="rejected"&&i("residual",c,l($n))):d&&c.state==="rejected"&&i("residual",c,l($n)),gl.has(c.state??
"")&&h.state===null&&i("fly",c,d?se+340:480),c.fallen&&!h.fallen&&i("fall",c,l($n)),/\bhole\b/.test(c.classes)&&!/\bhole\b/.
test(h.classes)&&i("hole",c,l(wf))}return n.pass.bonus?.visible&&!t.pass.bonus?.visible&&e!=="commit"&&i("bonus",null,l(
$n)),s}var Mn=class{reduced=matchMedia("(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(t,e,s){
this.root=t,this.picture=e,this.tokenOf=s}stop(){for(let t of this.running)t.cancel();for(let t of this.flying)t.remove();
this.running=[],this.flying=[]}play(t,e,s,o){if(this.reduced.matches)return;this.rate=Math.max(1,o);let i=new Map(e.nodes.
map(r=>[r.key,r])),a=new Map(t.nodes.map(r=>[r.key,r]));for(let{name:r,node:l,at:c}of yf(t,e,s)){let h=l===null?void 0:i.
get(l),d=l===null?void 0:a.get(l);h&&d?this.moveNode(r,c,d,h,e):this.movePass(r,c,t,e)}}leftover(t){this.reduced.matches||
(this.rate=Math.max(1,t),this.shrink(0))}move(t,e,s,o,i=0,a=kn){if(!t)return;let r=t.animate(s,{duration:o,delay:i,easing:a,
fill:"backwards",id:`st-${e}`});r.playbackRate=this.rate,this.running.push(r)}split(t,e,s){if(!this.reduced.matches){this.
rate=Math.max(1,s);for(let o of e.scene.nodes){let i=t.frame.spot.get(o.place),a=i?.into?.item??i;if(!a||o.state===null)
continue;let r=(t.left+a.x*t.zoom-e.left)/e.zoom,l=(t.top+a.cy*t.zoom-e.top)/e.zoom;this.move(this.picture.elementOf(o),
"split",[{transform:`translate(${r}px, ${l}px)`},{transform:`translate(${o.x}px, ${o.y}px)`}],fl,0,"cubic-bezier(.5,0,.3\
,1)")}for(let{group:o}of[this.picture.edges,this.picture.merges,this.picture.bands])this.move(o,"split",[{opacity:0},{opacity:0,
offset:.8},{opacity:1}],fl)}}movePass(t,e,s,o){let{pass:i}=this.picture,a=[{opacity:0},{opacity:0,offset:.85},{opacity:1}];
if(t==="hop"&&s.pass.draft&&o.pass.draft){let r=s.pass.draft.x-o.pass.draft.x;this.move(i.draft.root,t,[{transform:`tran\
slate(${r}px, 0)`},{transform:`translate(${r/2}px, -13px)`},{transform:"translate(0, 0)"}],320)}if(t==="check"&&(this.move(
i.area,t,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,offset:.62},{transform:"scaleY(1)",
fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(i.rays,t,[{opacity:0},{opacity:1}],260,bl)),t==="ray"&&this.
move(i.rays,t,[{opacity:0},{opacity:1}],300),t==="bonus"&&this.move(i.bonus,t,[{visibility:"visible"},{visibility:"visib\
le"}],Math.max(1,e)),t==="wait")for(let r of this.root.querySelectorAll(".st-say, .st-inspector > :not(.st-overlap), .st\
-legend"))this.move(r,t,a,se+80)}moveNode(t,e,s,o,i){let a=this.picture.partsOf(o),r=`translate(${o.x}px, ${o.y}px)`;if(!a)
return;let l=[{opacity:0},{opacity:1}];if(t==="pop"&&e<se)this.move(a.root,t,[{transform:`translate(${o.x}px, ${o.y-16}p\
x) scale(.9)`,opacity:0},{transform:r,opacity:1}],260,e,gf);else if(t==="pop")for(let c of[a.box,a.glyph,a.name,a.second,
a.p?.root])this.move(c,t,l,220,e);t==="score"&&(this.move(a.p?.root,t,l,120,e),this.move(a.p?.line,t,[{transform:"scaleX\
(0)"},{transform:"scaleX(1)"}],320,e)),t==="coin"&&(this.move(a.scale?.root,t,l,120),this.move(a.scale?.coin,t,[{transform:"\
translateY(-110px)",opacity:.4,easing:"cubic-bezier(.55,0,.8,.75)"},{transform:"translateY(0)",opacity:1,offset:.65,easing:"\
ease-out"},{transform:"translateY(-6px)",offset:.8,easing:"ease-in"},{transform:"translateY(0)"}],se,0,"linear"),this.move(
a.scale?.says,t,l,120,400)),t==="verdict"&&(this.move(a.box,t,[{fill:"var(--card)",stroke:"var(--amber-edge)",strokeDasharray:"\
3 3",strokeWidth:"1.5px"},{}],180,e),this.move(a.glyph,t,[{d:`path("${ht(s.state??"pending")}")`,fill:"none",stroke:"var\
(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,e),this.move(this.picture.edgeOf(o),t,[{stroke:"v\
ar(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,e)),t==="room"&&(this.move(a.root,t,
[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:r}],320),this.move(this.picture.edgeOf(o),t,l,320)),t==="merge"&&
this.merge(a,s,o),t==="fall"&&(this.move(a.root,t,[{transform:`translate(${s.x}px, ${s.y}px)`},{transform:`translate(${(s.
x+o.x)/2}px, ${(s.y+2*o.y)/3}px) rotate(1.6deg)`,offset:.7},{transform:r}],380,e,mf),this.move(this.picture.edgeOf(o),t,
[{visibility:"visible"},{visibility:"visible"}],Math.max(1,e))),t==="hole"&&(this.move(a.root,t,l,200,e),this.move(this.
picture.edgeOf(o),t,l,200,e)),t==="residual"&&this.shrink(e),t==="fly"&&this.fly(o,e,a.name,i)}merge(t,e,s){let o=`trans\
late(${s.onto?.x??s.x}px, ${s.onto?.y??s.y}px)`;this.move(t.root,"merge",[{transform:`translate(${e.x}px, ${e.y}px)`},{transform:o,
offset:.7,easing:kn},{transform:`translate(${s.x}px, ${s.y}px)`}],ps);for(let i of[t.box,t.name,t.q?.root,t.second])this.
move(i,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],ps);this.move(t.box,"merge",[{width:`${e.wide}px`},{width:`${e.
wide}px`}],ps),this.move(this.picture.edgeOf(s),"merge",[{visibility:"visible"},{visibility:"visible"}],ps*.6),this.move(
this.picture.merges.drawn.get(String(s.place))?.parts.root,"merge",[{opacity:0},{opacity:0,offset:.6},{opacity:1}],ps)}shrink(t){
for(let s of this.root.querySelectorAll(".st-joint-bars i[data-of='left']")){let{from:o="0%",mid:i="0%"}=s.dataset;this.
move(s,"residual",[{width:o},{width:i,offset:.45,easing:kn},{width:s.style.width}],940,t,"ease-in-out")}let e=this.root.
querySelector(".st-overlap[data-part='residual']");if(e){for(let s of e.querySelectorAll(".st-both i")){let{of:o,from:i="\
0",size:a="0"}=s.dataset,{width:r}=s.style;o!=="p"?this.move(s,"residual",[{opacity:1},{opacity:.16}],320,t):e.hasAttribute(
"data-scaled")?this.move(s,"residual",[{opacity:0},{opacity:1}],420,t+320):this.move(s,"residual",[{left:`${100*Number(i)}\
%`,width:`${100*Number(a)}%`},{left:"0%",width:`${100*Number(a)}%`,offset:.45,easing:kn},{left:"0%",width:r}],940,t+320,
"ease-in-out")}for(let s of e.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys, b[data-of='r']"))this.move(s,"r\
esidual",[{opacity:0},{opacity:1}],200,t+1180)}}fly({id:t,state:e},s,o,i){let a=this.tokenOf(t);if(!a||!o||!a.checkVisibility()||
i.mode.name==="dots")return;let r=o.getBoundingClientRect(),l=a.getBoundingClientRect(),c=420,h=p("span",{class:"st-fly",
"data-state":e,"aria-hidden":"true"},a.textContent);Object.assign(h.style,{left:`${r.left}px`,top:`${r.top}px`,fontSize:getComputedStyle(
a).fontSize}),this.root.append(h),this.flying.push(h);let d=l.left-r.left,u=l.top-r.top,f=[{transform:"none",opacity:0},
{transform:"none",opacity:1,offset:.01},{transform:`translate(${d/2}px, ${u*.8}px) scale(1.08)`,offset:.55},{transform:`\
translate(${d}px, ${u}px)`,opacity:1}];this.move(h,"fly",f,c,s,"cubic-bezier(.3,.1,.2,1)"),this.running.at(-1)?.finished.
then(()=>h.remove(),()=>{}),this.move(a,"fly",[{opacity:0},{opacity:0}],s+c)}};var Ht=20,Ro=21,xf=560,vf=2,wl=16e3,kf=24e7,$f=["stroke-linecap","stroke-linejoin","marker-end","paint-order"],Mf=["font\
-family","font-size","font-weight","font-style","text-anchor"],Sf=new Set(["butt","miter","none","normal","start"]),Af=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
function us(n){let t=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(n);if(t)return us(`rgba(${[1,2,3].
map(o=>255*Number(t[o])).join(", ")}, ${t[4]??1})`);let e=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(
n);return e?{paint:`#${e.slice(1,4).map(o=>Math.round(Number(o)).toString(16).padStart(2,"0")).join("")}`,opacity:e[4]===
void 0?1:Number(e[4])}:{paint:n,opacity:1}}function Tf(n,t,e){if(t.getPropertyValue("vector-effect")!=="non-scaling-stro\
ke")return 1;let s=n.getCTM();return s&&Math.sqrt(Math.abs(s.a*s.d-s.b*s.c))/e||1}function Of(n,t,e){let s=getComputedStyle(
n),o=r=>s.getPropertyValue(r);for(let{name:r}of[...t.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.
test(r)&&t.removeAttribute(r);if(o("display")==="none"||o("visibility")==="hidden")return!1;let i=Tf(n,s,e),a=(r,l)=>{l&&
!Sf.has(l)&&t.setAttribute(r,l)};if(o("opacity")!=="1"&&a("opacity",o("opacity")),n instanceof SVGGElement)return!0;for(let r of[
"fill","stroke"]){let{paint:l,opacity:c}=us(o(r)),h=c*Number(o(`${r}-opacity`));t.setAttribute(r,l),h<1&&l!=="none"&&t.setAttribute(
`${r}-opacity`,String(h))}if(o("stroke")!=="none"){let r=l=>l.replace(/[\d.]+(px)?/g,c=>String(parseFloat(c)/i));a("stro\
ke-width",r(o("stroke-width"))),o("stroke-dasharray")!=="none"&&a("stroke-dasharray",r(o("stroke-dasharray")));for(let l of $f)
a(l,o(l).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return n instanceof SVGTextElement&&Ef(n,t,s),!0}function Ef(n,t,e){
for(let i of Mf)t.setAttribute(i,e.getPropertyValue(i));let s=e.getPropertyValue("text-decoration-line");s!=="none"&&t.setAttribute(
"text-decoration",s),t.setAttribute("xml:space","preserve");let o=n.getComputedTextLength();o>0&&t.setAttribute("textLen\
gth",o.toFixed(2)),t.setAttribute("lengthAdjust","spacingAndGlyphs")}function yl(n){let{width:t,height:e}=n.viewBox.baseVal,
s=n.width.baseVal.value/t||1,o=n.cloneNode(!0),i=[...n.querySelectorAll("*")].map((r,l)=>[r,o.querySelectorAll("*")[l]]),
a=[];for(let[r,l]of i)r instanceof SVGGraphicsElement&&l instanceof SVGElement&&!r.closest("defs")?!Of(r,l,s)&&!(r instanceof
SVGGElement)&&a.push(l):r.closest("marker")&&r instanceof SVGPathElement&&(l.setAttribute("fill",us(getComputedStyle(r).
fill).paint),l.removeAttribute("class"));for(let r of a)r.remove();return{width:t,height:e,parts:[...o.childNodes]}}function Lf(n,t,e){
let s=[""];for(let o of n.split(/\s+/)){let i=s[s.length-1]?`${s[s.length-1]} ${o}`:o;yt(i,e)<=t?s[s.length-1]=i:s.push(
o)}return s.filter(Boolean)}function xl({stage:n,graph:t,legend:e,title:s,sentence:o}){let i=getComputedStyle(n),a=i.fontFamily||
"sans-serif",r=us(i.color).paint,l=yl(t),c=Math.max(xf,l.width),h=c-2*Ht,d=[],u=Ht,f=(x,k,$)=>{for(let M of Lf(x,h,`${$}\
 ${k}px ${a}`))u+=Ro,d.push(v("text",{x:Ht,y:u-5,"font-family":a,"font-size":k,"font-weight":$,fill:r,"xml:space":"prese\
rve"},M))};f(s,17,700),d.push(v("g",{transform:`translate(${(c-l.width)/2} ${u})`},...l.parts)),u+=l.height,f(o,15,400),
u+=6;let m=Ht;for(let x of e.querySelectorAll("li")){let k=x.querySelector("svg"),$=(x.innerText??"").trim().replace(/\s+/g,
" ");if(!$||!x.checkVisibility())continue;let M=yt($,`13px ${a}`)+42;m>Ht&&m+M>c-Ht&&([m,u]=[Ht,u+Ro]),k&&d.push(v("g",{
transform:`translate(${m+8} ${u+11})`},...yl(k).parts)),d.push(v("text",{x:m+(k?21:0),y:u+15,"font-family":a,"font-size":13,
fill:r},$)),m+=M}let g=Math.ceil(u+Ro+Ht),b=Math.ceil(c),y=us(getComputedStyle(t.closest(".st-graph")??n).backgroundColor).
paint,w=v("svg",{xmlns:"http://www.w3.org/2000/svg",width:b,height:g,viewBox:`0 0 ${b} ${g}`},v("title",{},s),v("rect",{
width:b,height:g,fill:y}),...d);return{text:new XMLSerializer().serializeToString(w).replace(Af,"�"),width:b,height:g}}
function vl(n,t){let e=p("a",{href:URL.createObjectURL(n),download:t});document.body.append(e),e.click(),e.remove(),setTimeout(
()=>URL.revokeObjectURL(e.href),6e4)}var kl=({text:n},t)=>vl(new Blob([n],{type:"image/svg+xml"}),`${t}.svg`);async function $l({
text:n,width:t,height:e},s){let o=Math.min(vf,wl/t,wl/e,Math.sqrt(kf/(t*e))),i=new Image,a=p("canvas",{width:Math.round(
t*o),height:Math.round(e*o)});try{i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode(),a.getContext(
"2d")?.drawImage(i,0,0,a.width,a.height)}catch{return!1}let r=await new Promise(l=>a.toBlob(l,"image/png"));return r&&vl(
r,`${s}.png`),r!==null}var Ml=(n,t)=>`${n.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${t}`;var Sl=2e3,Al=3,fs=[14,10],qf=[12,24],Sn=class{body=p("div",{class:"st-text","data-testid":"text"});keys=p("div",{class:"\
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
"",L(this.list),L(this.keys),this.reveal(!1),L(this.body,...this.startOf()),this.beams.hidden=!0}startOf(){let t=this.model.
header.prompt||"";return L(this.prompt,lt(J(t,Sl))),this.sameFor=null,t?[this.prompt," "]:[]}reveal(t){this.root.classList.
toggle("all",t),this.settledFor=null,this.end.setAttribute("aria-pressed",t?"true":"false"),this.end.textContent=t?"Hide\
 full text":"Show full text"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[t]of this.model.its[this.
count].made){let e=this.model.lineage.get(t);if(!e)continue;let s=this.tokenView(e,this.tokens.length);this.body.append(
s,this.model.joiner()),this.tokens.push({view:s,made:e,when:""})}}tokenView(t,e){let s=this.model.text(t.token),o=t.origin||
"",i=this.model.joiner()?{dir:"auto"}:{},a=`${Ot(s)} · ${Wn.get(o)?.label||o} · round ${t.it+1}`,r=this.matches.has(t.
node)?"st-t hit":"st-t";return p("span",{role:"button",class:r,"data-token":e,"data-origin":o,"data-it":t.it+1,"data-mad\
e":t.node,tabindex:e?"-1":"0",title:a,...i},lt(s).replace(/\n/g,"↵")||"∅")}show(t,e){if(this.model.multi())return this.
showBeams(t,e);this.grow();for(let i of this.tokens){let{made:a}=i,l=a.it<t.i||a.it===t.i&&a.step<=e?a.it===t.i?"now":"p\
ast":"later";l!==i.when&&(i.view.dataset.when=i.when=l)}this.same(t,e);let s=this.tokens.filter(({when:i})=>i!=="later"),
o=String(s.length);this.shownFor!==o&&(this.shownFor=o,this.origins(new Set(s.map(({made:i})=>i.origin))))}same(t,e){let s=t.
steps.findIndex(l=>l.phase==="draft")<=e?t.found:void 0,o=s?String(t.i):"";if(o===this.sameFor)return;this.sameFor=o,this.
settledFor=null;let i=this.model.header.prompt||"";L(this.prompt,...s?jf(i,s.prompt,!s.made.length):[lt(J(i,Sl))]);let a=s?.
made??[],r=a.at(-1)?.[0]??0;this.tokens.forEach(({view:l},c)=>{l.classList.toggle("same",a.some(([h,d])=>h<=c&&c<d)),l.classList.
toggle("far",a.length>0&&c<r&&!a.some(([h,d])=>h-Al<=c&&c<d+Al))})}viewOf(t){return this.tokens.find(({made:e})=>e.node===
t)?.view}settle(){this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.
body.scrollLeft=this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(t){let e=[...Wn.
values()].filter(({name:o})=>t.has(o)),s=e.map(({name:o})=>o).join();s!==this.originsFor&&(this.originsFor=s,L(this.keys,
...e.map(({name:o,label:i})=>p("span",{class:"st-t","data-origin":o},i))))}showBeams(t,e){let s=e>=t.commit?t:this.model.
its[t.i-1],o=s?String(s.i):"none";if(o===this.shownFor)return;if(this.shownFor=o,this.beams.hidden=!1,this.body.replaceChildren(
...this.startOf()),!s)return L(this.list,p("li",{class:"st-quiet"},"There are no beams yet; the prompt is the only input\
."));let i=this.model.beamsOf(s),a=i.find(({beam:l})=>l.best)||i[0],r=this.model.path(null,a.beam.node).flatMap((l,c)=>[
this.tokenOf(l,c,s),this.model.joiner()]);this.body.append(p("span",{class:"st-quiet"},s.beams.length>1?`best of ${R(s.beams.
length,"beam")}: `:""),...r),this.origins(new Set(this.model.path(null,a.beam.node).map(({origin:l})=>l))),L(this.list,...i.
map(l=>this.beamRow(l,s)))}tokenOf(t,e,s){let o=this.tokenView(t,e);return o.dataset.when=t.it===s.i?"now":"past",o}beamRow({
beam:t,slots:e},s){let o=this.model.path(null,t.node),i=t.best?o:o.slice(-32),a=o.length-i.length,r=e.length>1?`Beams ${e.
map(c=>c+1).join(", ")}`:`Beam ${e[0]+1}`,l=` log p ${t.logp?.toFixed(2)??"–"} · per token ${t.mean?.toFixed(3)??"–"}`;
return p("li",{class:t.best?"best":""},p("div",{class:"st-beam-n"},p("b",{},r),e.length>1?" (duplicates)":"",l,t.best?" \
· best":"",t.done?" · finished":""),p("div",{class:"st-text"},a?p("span",{class:"st-quiet"},`${R(a,this.model.unit())}\
 not shown … `):null,...i.flatMap((c,h)=>[this.tokenOf(c,h,s),this.model.joiner()])))}mark(t){this.matches=t;for(let e of[
...this.body.children,...this.list.querySelectorAll("[data-made]")])e instanceof HTMLElement&&e.classList.toggle("hit",this.
matches.has(Number(e.dataset.made??NaN)))}open(t){let e=t.target.closest("[data-token]"),s=e instanceof HTMLElement?this.
model.lineage.get(Number(e.dataset.made)):void 0;s&&this.on.goto(s.it,s.step,s.node)}resized(){this.settledFor=null,this.
settle()}};function jf(n,t,e){let s=(a,[r,l])=>{if(a.length<=r+l+8)return[No(a)];let c=a.length-l;return[No(a.slice(0,r)),
p("span",{class:"st-dots"},"…"),p("span",{class:"st-far"},lt(a.slice(r,c))),No(a.slice(c))]},o=0;return[...t.flatMap(([
a,r],l)=>{let c=s(n.slice(o,a),[l?fs[0]:0,fs[1]]);return o=r,[...c,p("mark",{class:"st-same"},...s(n.slice(a,r),qf))]}),
...s(n.slice(o),e&&!t.length?[0,2*fs[0]]:[fs[0],fs[1]])]}var No=n=>lt(n).replace(/\n/g,"↵");var If=["target","draft","other"],Tl=new Set(["extra","final"]),$e=({bar:n})=>n.draft+n.target+n.other,An=({bar:n})=>n.modelled?
n.modelled.draft+n.modelled.target:0,Me=n=>n>=1?`${q(n)} J`:`${q(n*1e3)} mJ`,Se=(n,t)=>n.reduce((e,s)=>e+t(s),0),Tn=class{names=p(
"div",{class:"st-tl-names"});track=p("div",{class:"st-tl-track",tabindex:"-1"});info=p("span",{class:"st-quiet st-tl-inf\
o"});keys=p("div",{class:"st-tl-keys"});root=p("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.
redraw()},p("summary",{},"Timeline"),p("header",{class:"st-bar"},this.info,this.keys),p("div",{class:"st-tl"},this.names,
this.track));cursor=v("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:t})=>t.emitted),note:t=>`${this.
model.multi()?"best beam, ":""}up to ${t}`,paint:(t,{bar:{kept:e,emitted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",e],["o\
wn",s-e]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.most(
({bar:t})=>t.drafted),note:t=>`nodes, up to ${t}`,paint:(t,{bar:{used:e,wasted:s}},o,i,a)=>this.pile(t,o+i,i/a,[["kept",
e],["waste",s]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.max(this.layers()*13+2,(this.
narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:t})=>Math.max(0,...t.widths.map(([,e])=>e))),note:()=>this.drafts()?
`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by the target":""}`:"active beams",paint:(t,e,s,o,i)=>this.
widths(t,e,s,i)},{key:"time",label:"time: draft, target, other",high:()=>34,shown:()=>this.model.its.some(t=>$e(t)>0),top:()=>this.
slowest(),note:t=>`up to ${Kt(t)}`,paint:(t,e,s,o,i)=>{let a=$e(e)>i*1.001;this.pile(t,s+o,o/(a?$e(e):i),this.shares(e)),
a&&t.append(v("path",{class:"st-tl-over",d:`M0 ${s+5}L${this.step} ${s+1}M0 ${s+9}L${this.step} ${s+5}`}))}},{key:"joule\
s",label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(t=>this.measured(t),1e-12),note:t=>this.
upTo(t,e=>this.measured(e),this.band(),this.model.header.energy?.method),joules:t=>this.measured(t),paint:(t,e,s,o,i)=>this.
pile(t,s+o,o/i*this.perSecond(),this.shares(e))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.
its.some(({bar:t})=>t.modelled!==void 0),top:()=>this.most(An,1e-12),joules:An,note:t=>this.upTo(t,An,0,this.model.header.
energy?.model),paint:(t,{bar:{modelled:e}},s,o,i)=>this.pile(t,s+o,o/i,e?[["modelled-target",e.target],["modelled-draft",
e.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:t})=>t.kv>0),top:()=>this.most(
({bar:t})=>t.kv),note:t=>`up to ${t}`,paint:(t,{bar:e},s,o,i)=>this.pile(t,s+o,o/i,[["kv",e.kv]])}];constructor(t,e){this.
model=t,this.on=e,this.root.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest("[data-bar]"):
null;o&&e.goto(Number(o.getAttribute("data-bar"))-1,1/0,null)})}most(t,e=1){return Math.max(e,...this.model.its.map(t))}drafts(){
return this.model.its.some(({bar:t})=>t.drafted>0)}layers(){return this.most(({bar:t})=>t.widths.length,0)}alone(){return this.
model.its.some(({bar:t})=>t.widths.some(([,,,e])=>Tl.has(e||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,Se(this.model.
its,$e),1e-12)}measured(t){return $e(t)*this.perSecond()}upTo(t,e,s,o){return`bars up to ${Me(t)}, line up to ${Me(Se(this.
model.its,e))}`+(s?` ± ${Me(s)}`:"")+(this.narrow?"":`, ${o}`)}shares({bar:t}){return If.map(e=>[e==="other"?"rest":e,t[e]])}pile(t,e,s,o){
let i=e;for(let[a,r]of o){let l=r*s;i-=l,l>.2&&t.append(v("rect",{class:"st-b","data-of":a,x:1.5,y:i,width:this.step-3,height:l}))}}widths(t,e,s,o){
e.bar.widths.forEach(([,i,a,r],l)=>{let c=Tl.has(r||""),h=!c&&a!==null&&a<i,d=h?1:c?.3:(.15+.5*i/o).toFixed(2);t.append(
v("rect",{class:`st-w${h?" low":c?" drawn":""}`,x:1.5,y:s+l*13+.5,width:this.step-3,height:11,"fill-opacity":d})),this.step>=
11&&t.append(v("text",{class:`st-tl-t${h?" low":""}`,x:this.step/2,y:s+l*13+9.5,"text-anchor":"middle"},String(i)))})}slowest(){
let[t=0,e=0,...s]=this.model.its.map(o=>o.seconds).sort((o,i)=>i-o);return Math.max(1e-9,s.length>1&&t>3*e?e:t)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its:t}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,t.length))));
let e=this.ROWS.filter(l=>l.shown()),s=e.reduce((l,c)=>l+c.high()+16,0),o=v("svg",{width:t.length*this.step+8,height:s,class:"\
st-tl-svg",role:"group","aria-label":"Rounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute(
"height",String(s)),o.append(this.cursor);let i=t.map(l=>v("g",{"data-bar":l.i+1,transform:`translate(${4+l.i*this.step}\
 0)`,class:"st-tl-it"})),a=v("g",{class:"st-tl-curves"}),r=8;L(this.names);for(let l of e){let c=l.high(),h=l.top(),d=p(
"div",{class:"st-tl-name"},l.label,p("small",{},l.note(h)));d.style.height=`${c+16}px`,this.names.append(d),o.append(v("\
path",{class:"st-tl-base",d:`M0 ${r+c+.5}H${t.length*this.step+8}`})),t.forEach((u,f)=>l.paint(i[f],u,r,c,h)),l.joules&&
a.append(...this.curve(l.key,l.joules,r,c)),r+=c+16}t.forEach((l,c)=>i[c].append(v("rect",{class:"st-tl-hit",x:0,y:0,width:this.
step,height:s},v("title",{},this.describe(l))))),o.append(...i,a),L(this.track,o),this.sayKeys(e),this.drawn=this.stamp(),
this.current=-1}sayKeys(t){let e=t.some(i=>i.key==="modelled"),s=this.drafts(),o=[["kept","accepted draft tokens",s],["o\
wn","target’s own",!0],["waste","unused draft tokens",s],["draft","draft time",s],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",e],["modelled-draft","draft (modelled)",e&&s],["sum","total so f\
ar",t.some(i=>i.joules)]];L(this.keys,...o.map(([i,a,r])=>r&&p("span",{"data-of":i},a)))}curve(t,e,s,o){let i=t==="joule\
s"?this.band():0,a=o/Math.max(1e-12,Se(this.model.its,e)+i),r=[{x:4,value:0}];this.model.its.forEach((h,d)=>r.push({x:4+
(d+1)*this.step,value:r[d].value+e(h)}));let l=(h,d)=>h.map(({x:u,value:f})=>`${u} ${s+o-Math.min(o,Math.max(0,(f+d)*a))}`).
join("L"),c=v("path",{class:"st-tl-sum","data-of":t,d:`M${l(r,0)}`});return i?[v("path",{class:"st-tl-band",d:`M${l(r,i)}\
L${l([...r].reverse(),-i)}Z`}),c]:[c]}energy(t){let e=this.model.its.slice(0,t.i+1),s=Se(e,({bar:c})=>c.emitted),{method:o,
model:i}=this.model.header.energy||{},a=(c,h,d)=>` ${c} so far: ${Me(h)} (${d}), ${s?Me(h/s):"–"} per token.`,r=this.band()?
`, ± ${Me(this.band())}`:"";return(this.spent()?a("Measured",Se(e,c=>this.measured(c)),`${o}, divided by time${r}`):"")+
(t.bar.modelled?a("Modelled",Se(e,An),String(i)):"")}describe(t){let{emitted:e,used:s,drafted:o,draws:i,draft:a,target:r,
other:l,kv:c}=t.bar,h=i===o?"":` (${R(i,"draw")})`,d=o?` ${s} of ${R(o,"draft token")}${h} used.`:"",u=`Round ${t.i+1}: ${R(
e,"token")}.${d}`;if(!$e(t)&&!c)return`${u} Times and KV tokens were not recorded.`;let f=o?`Draft ${Kt(a)}, target`:"Ta\
rget";return`${u} ${f} ${Kt(r)}, other ${Kt(l)}. ${R(c,"KV token")}.${this.energy(t)}`}show(t){this.last=t,this.root.open&&
(this.drawn!==this.stamp()&&this.draw(),t.i!==this.current&&(this.current=t.i,this.cursor.setAttribute("x",String(4+t.i*
this.step)),S(this.info,this.describe(t))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let t=this.current*this.step,e=this.track.scrollLeft;(t<e||t+this.step*2>e+this.width)&&(this.track.scrollLeft=t-this.width/
2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,this.show(this.
model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let t of[this.track,this.names,this.keys])
L(t);S(this.info,"")}};var Ol=26,Wt=78,El=20,Do=84,Po=["dropped","alive","best"],Ll={best:0,alive:1,dropped:2},On=class{info=p("p",{class:"st-m\
ask-say","data-testid":"trace-say","aria-live":"polite"});wordy=p("button",{type:"button",class:"st-btn st-small","data-\
testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},"Show to\
kens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=p("div",{class:"st-mask\
-keys st-trace-keys"},...Object.entries(this.named).map(([t,e])=>p("span",{},v("svg",{width:26,height:10,"aria-hidden":"\
true"},v("path",{class:"st-tr-e","data-of":t,d:"M1 5H25"})),e)),p("span",{},"number: duplicates"));box=p("div",{class:"s\
t-trace","data-testid":"trace",tabindex:"0",role:"group"});root=p("details",{class:"st-card st-details",hidden:!0,"data-\
testid":"beam-trace",ontoggle:()=>this.redo()},p("summary",{},"Beams over the whole run"),p("div",{class:"st-bar st-mask\
-bar"},this.wordy,this.keys),this.box,this.info);cursor=v("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(t,e){
this.model=t,this.on=e,this.box.addEventListener("click",s=>{if(!this.box.firstElementChild)return;let o=this.box.firstElementChild.
getBoundingClientRect(),i=s.clientX-o.left,a=s.clientY-o.top,r=this.dots.find(c=>Math.hypot(c.x-i,c.y-a)<8),l=this.bands.
findIndex(({from:c,to:h})=>i>=c&&i<h);r?e.goto(r.it,1/0,r.id):l>=0&&e.goto(l,1/0,null)}),this.box.addEventListener("keyd\
own",s=>{s.key!=="ArrowDown"&&s.key!=="ArrowUp"||(e.goto(this.lastShown+(s.key==="ArrowDown"?1:-1),1/0,null),s.preventDefault(),
s.stopPropagation())})}toggle(){this.words=!this.words,this.wordy.setAttribute("aria-pressed",this.words?"true":"false"),
this.redo()}wanted(){return["beams","forest"].includes(this.model.header.view||"")&&this.model.its.length>0}grow(){let t=new Map;
for(let o of this.model.lineage.values()){let i=t.get(o.parent)||null,a=i?i.depth+1:1,r={...o,depth:a,up:i,below:[],kind:"\
dropped",reach:a,lane:0};t.set(o.node,r),i?.below.push(r)}for(let o of[...t.values()].reverse())o.up&&(o.up.reach=Math.max(
o.up.reach,o.reach));let s=[...this.model.its[this.model.its.length-1].beams].sort((o,i)=>Number(o.best)-Number(i.best));
for(let o of s)for(let i=t.get(o.node)||null;i;i=i.up)i.kind=o.best?"best":"alive";return t}lanes(t){let e=l=>l.reduce((c,h)=>(Ll[h.
kind]-Ll[c.kind]||c.reach-h.reach)<0?h:c),s=[],o=[...t.values()].filter(l=>!l.up),i=[];o.length&&i.push(e(o),...o.filter(
l=>l!==e(o)));for(let l=i.shift();l;l=i.shift()){let c=[l];for(let h=l;h.below.length;h=c[c.length-1]){let d=e(h.below);
i.push(...h.below.filter(u=>u!==d)),c.push(d)}s.push(c)}let a=l=>l[0].kind==="best"?-1:l[0].depth;s.sort((l,c)=>a(l)-a(c));
let r=[];for(let l of s){let c=l[0].depth-1,h=l[0].kind==="best"?0:1;for(;r[h]!==void 0&&r[h]>c;)h++;r[h]=l[l.length-1].
depth+.5;for(let d of l)d.lane=h}return Math.max(1,r.length)}lives(t){let e=[],s=[];return this.model.its.forEach((o,i)=>{
let a=this.model.its[i+1],r=s[i-1]||[],l=this.model.beamsOf(o).map(({beam:c,slots:h})=>{let d=o.from[h[0]],u=r.find(m=>d!==
null&&m.slots.includes(d))||null,f=!a||h.some(m=>a.from.includes(m));return{it:i,node:t.get(c.node),beam:c,slots:h,kept:f,
up:u}});s.push(l),e.push(Math.max(e[i-1]||0,...l.map(c=>c.node?.depth||0)))}),{found:s,depths:e}}draw(){let t=this.grow(),
e=this.lanes(t),{found:s,depths:o}=this.lives(t),i=Math.max(1,o[o.length-1]);this.room=this.box.clientWidth||700;let a=Math.
floor((this.room-Wt-130)/i),r=this.words?74:Math.max(13,Math.min(64,a)),l=this.words||r>=56,c=l?Ol+14:Ol,h=w=>Wt+(w-.5)*
r,d=w=>El+8+(w+.5)*c,u=El+12+e*c,f=Wt+i*r+124,m=u+Do+22,g=v("svg",{width:f,height:m,viewBox:`0 0 ${f} ${m}`,class:"st-tr",
role:"img","aria-label":`${R(this.model.its.length,"round")}, ${R(e,"lane")}`});if(this.cursor.setAttribute("height",String(
m)),this.bands=o.map((w,x)=>{let k=Wt+(x?o[x-1]:0)*r;return{from:k,to:Math.max(Wt+w*r,k+3)}}),this.rulers(g,m,d(0),u),this.
edges(g,t,h,d),this.marks(g,s,h,d),l)for(let w of t.values())g.append(v("text",{class:"st-tr-w","data-of":w.kind,x:h(w.depth),
y:d(w.lane)-11,"text-anchor":"middle"},v("title",{},this.model.word(w.token)),F(this.model.word(w.token),Math.floor(r/8.2))));
this.chart(g,s,h,u+10,Wt+i*r),L(this.box,g);let b=s.flat().filter(w=>!w.kept).length,y=[...t.values()].filter(w=>w.below.
length>1).length;Object.assign(this.root.dataset,{lanes:e,dropped:b,forks:y,iterations:this.model.its.length}),this.box.
setAttribute("aria-label",`Beams over ${R(this.model.its.length,"round")}: ${R(y,"fork")}, ${R(b,"beam")} not continued.\
 Use ↑ and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(t,e,s,o){let i=this.bands.map(
({from:c,to:h},d)=>d%2?`M${c} 0H${h}V${e}H${c}Z`:"").join("");t.append(v("path",{class:"st-tr-stripe",d:i}),this.cursor);
let a=this.bands.reduce((c,{from:h,to:d})=>c+d-h,0)/this.bands.length,r=Math.max(1,Math.ceil(26/a));this.bands.forEach(({
from:c,to:h},d)=>{d%r===0&&t.append(v("text",{class:"st-tr-n",x:(c+h)/2,y:12,"text-anchor":"middle"},String(d+1)))});let l=[
[12,"round"],[s+4,"best beam"],[o+20,"log p minus"],[o+33,"the best"]];for(let[c,h]of l)t.append(v("text",{class:"st-tr-\
n",x:2,y:c},h))}edges(t,e,s,o){let i={dropped:"",alive:"",best:""};for(let a of e.values()){let r=a.up?s(a.up.depth):s(.55),
l=o(a.up?a.up.lane:0),c=s(a.depth),h=o(a.lane),d=(r+c)/2;i[a.kind]+=l===h?`M${r} ${l}H${c}`:`M${r} ${l}C${d} ${l} ${d} ${h}\
 ${c} ${h}`}for(let a of Po)t.append(v("path",{class:"st-tr-e","data-of":a,d:i[a]}));t.append(v("path",{class:"st-g","da\
ta-kind":"input",d:ht("input"),transform:`translate(${s(.55)} ${o(0)}) scale(4)`}))}marks(t,e,s,o){let i=e.flat(),a=i.length<=
900,r="",l="";this.dots=[];for(let{node:c,it:h,kept:d,slots:u}of i){if(!c)continue;let f=s(c.depth),m=o(c.lane),g=u.length>
1&&a,b=g?8:3.6;this.dots.push({x:f,y:m,it:h,id:c.node}),d?g?t.append(v("circle",{class:"st-tr-d","data-of":c.kind,cx:f,cy:m,
r:b}),v("text",{class:"st-tr-c","data-of":c.kind,x:f,y:m+4.2,"text-anchor":"middle"},String(u.length))):r+=`M${f-b} ${m}\
a${b} ${b} 0 1 0 ${2*b} 0a${b} ${b} 0 1 0 ${-2*b} 0`:l+=`M${f-4} ${m-4}l8 8m0 -8l-8 8`}t.append(v("path",{class:"st-tr-d",
d:r}),v("path",{class:"st-tr-x",d:l}));for(let{node:c,beam:h}of e[e.length-1])c&&t.append(v("text",{class:"st-tr-l"+(h.best?
" best":""),x:s(c.depth)+12,y:o(c.lane)+4},`log p ${h.logp?.toFixed(1)??"–"}${h.best?" · best":""}`))}chart(t,e,s,o,i){
let a=e.map(f=>Math.max(...f.map(({beam:m})=>m.logp??-1/0))),r=e.flat().flatMap(({node:f,beam:m,it:g,up:b})=>f&&m.logp!==
null?[{node:f,up:b,behind:m.logp-a[g]}]:[]);if(!r.length)return;let l=r.map(({behind:f})=>f).sort((f,m)=>f-m),c=Math.min(
-.5,l[Math.floor(l.length*.03)]),h=f=>(o+6+Math.max(c,f)/c*(Do-12)).toFixed(1),d={dropped:"",alive:"",best:""},u={dropped:"",
alive:"",best:""};for(let{node:f,up:m,behind:g}of r)m?.node&&m.beam.logp!==null&&m.node!==f&&(d[f.kind]+=`M${s(m.node.depth)}\
 ${h(m.beam.logp-a[m.it])}L${s(f.depth)} ${h(g)}`),u[f.kind]+=`M${s(f.depth)-2} ${h(g)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;t.
append(v("path",{class:"st-tl-base",d:`M${Wt} ${o-4}H${i}`}),v("text",{class:"st-tr-n",x:i+6,y:o+10},"0: the best"),v("t\
ext",{class:"st-tr-n",x:i+6,y:o+Do-3},`${c.toFixed(1)} or less`));for(let f of Po)t.append(v("path",{class:"st-tr-e thin",
"data-of":f,d:d[f]}));for(let f of Po)t.append(v("path",{class:"st-tr-p","data-of":f,d:u[f]}))}describe(t){let e=this.model.
its[t.i+1],s=this.model.beamsOf(t).map(({beam:o,slots:i})=>{let a=new Set(i.map(h=>t.from[h])),r=e&&!i.some(h=>e.from.includes(
h)),l=[...a].map(h=>h===null?"the start":`beam ${h+1}`).join(", "),c=i.map(h=>h+1).join(", ");return`${i.length>1?`beams\
 ${c} (duplicates)`:`beam ${c}`} from ${l}, log p ${o.logp?.toFixed(2)??"–"}${r?", not continued":""}`});return`Round ${t.
i+1}: ${s.slice(0,8).join("; ")}${s.length>8?`; ${s.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(
this.model.its[this.lastShown]),this.settle()}show(t){if(this.root.hidden=!this.wanted(),this.root.hidden||!t||(this.lastShown=
t.i,!this.root.open)||(this.drawn!==this.model.its.length&&this.draw(),this.current===t.i))return;this.current=t.i;let{from:e,
to:s}=this.bands[t.i];this.cursor.setAttribute("x",String(e)),this.cursor.setAttribute("width",String(s-e)),S(this.info,
(this.model.multi()?"":"Every round ended with one beam. ")+this.describe(t))}settle(){let t=this.bands[this.current];!t||
this.root.hidden||!this.root.open||(t.from<this.box.scrollLeft+Wt||t.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=
t.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){
this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],L(this.box),S(this.info,""),this.root.hidden=!0}};function ql(){let n=new Map,t=async e=>(await fetch(new URL(e,document.baseURI))).text();return{get:e=>n.get(e)??t(e),soon(e){
if(n.has(e))return;let s=t(e);n.set(e,s),s.catch(()=>n.delete(e))},clear:()=>n.clear()}}var Rf=/^run-/,ms={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"T\
his run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app store\
s this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. The\
 text is selected, so you can copy it yourself."},En=class{said=p("p",{class:"st-quiet",role:"status","data-testid":"sha\
re-said"});place=p("div",{class:"st-share-parts"});title=p("h2",{},"Share this step");root=p("dialog",{class:"st-help st\
-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,p("button",{type:"button",class:"\
st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(t){this.stage=t}open(){let{stage:t}=this,{
lesson:e}=t.lesson;S(this.title,e?"Share this step of the lesson":"Share this step"),S(this.said,"");let s=p("div",{hidden:!0});
L(this.place,...this.links(),p("div",{class:"st-share-row"},p("span",{},"Picture"),this.button("share-svg","Save SVG",()=>t.
act.picture("svg")),this.button("share-png","Save PNG",()=>t.act.picture("png"))),s),this.root.showModal(),this.fill(s)}links(){
let{stage:t}=this,{lesson:e,step:s}=t.lesson,{name:o}=t.model,i=!t.options.url||!Ne()?ms.file:!e&&!o?ms.opened:"";if(i)return[
p("p",{"data-testid":"share-why"},i)];let a=t.where(),{title:r}=t.model.header,l=ae(e?{lesson:e.slug,step:s+1}:{trace:o,
it:a.it,phase:a.phase,part:a.part,node:a.node}),c=e?`Lesson: ${e.title}`:`${r||"Speculative decoding"}, round ${a.it}`;return[
...this.field("link","Link",l),...this.field("embed","Embed code",ks(l,c)),...!e&&Rf.test(o)?[p("p",{class:"st-quiet"},ms.
kept)]:[]]}async fill(t){let e=await this.command();e&&(L(t,...this.field("command","Command that records this run again",
e)),t.hidden=!1)}async command(){let{options:{command:t},model:{name:e}}=this.stage;if(t!==void 0||!e)return t??"";try{let s=await fetch(
new URL(`explorer/code/${encodeURIComponent(e)}`,document.baseURI)),{snippets:o}=await s.json();return o.find(({kind:i})=>i===
"shell")?.code??""}catch{return""}}field(t,e,s){let o=p("textarea",{readonly:!0,rows:Math.min(6,Math.ceil(s.length/60)),
id:`st-share-${t}`,spellcheck:"false","data-testid":`share-${t}`,onfocus:()=>o.select()},s);return[p("label",{class:"st-\
share-row",for:o.id},p("span",{},e),o,this.button(`share-copy-${t}`,"Copy",()=>{this.copy(o)}))]}button(t,e,s){return p(
"button",{type:"button",class:"st-btn st-wide","data-testid":t,onclick:s},e)}async copy(t){try{await navigator.clipboard.
writeText(t.value),S(this.said,ms.copied)}catch{t.focus(),t.select(),S(this.said,ms.refused)}}};var jl=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of the\
 papers"}],Nf="← → step · ? all keys",Df=220,Co=class{model=new As;at={it:0,phase:0,part:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";last={
it:null,phase:-1,parts:[]};setAddress=Kn(()=>!this.away);setLesson=Kn();early=ql();act={phase:t=>{let{it:e,phase:s,part:o}=this.
at,i=o+t;if(i>=0&&i<this.parts().length)return this.goto(e,s,null,{forward:t===1,part:i});let[a,r]=this.model.at(this.within(
this.model.starts[e]+s+t));this.goto(a,r,null,{forward:t===1,part:t===1?0:1/0})},iteration:t=>{if(!this.model.its.length)
return;let{it:e,phase:s}=bi(this.at,t,this.model.its.map(({steps:o})=>o.length));this.goto(e,s,null)},seek:t=>{this.stepTo(
t)},to:t=>{this.goto(this.at.it,t,null)},play:()=>{this.timer?this.pause():this.start()},help:()=>{this.controls.help.open?
this.controls.help.close():this.controls.help.showModal()},present:()=>{this.root.classList.toggle("present")?this.root.
requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen(),this.placeDecision(),this.resized()},
rejection:()=>{this.jump($i(this.model))},accepted:()=>{this.jump(qs(this.model,this.at.it))},share:()=>{this.full&&this.
model.its.length&&this.share.open()},find:()=>{this.full&&this.model.its.length&&this.find.open()},picture:t=>{this.savePicture(
t)},release:()=>{this.picked=null,this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(t,e,s)=>this.goto(t,e,s)};linked={
pick:t=>{this.picked=this.model.its[this.at.it].n.id[t],this.hovered=-1,this.refresh(),this.announce()},hover:t=>{t!==this.
hovered&&(this.hovered=t,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:t=>{t?this.graph.root.after(this.attention.
root):this.pictures.append(this.attention.root)}};pictures=p("div",{class:"st-pictures"});graph=new en(this.model,this.linked);attention=new Ss(
this.model,this.linked);trace=new On(this.model,this.moves);text=new Sn(this.model,this.moves);find=Si(this.model,{...this.
moves,at:()=>this.at.it,mark:t=>this.text.mark(t),left:()=>this.controls.focus()});timeline=new Tn(this.model,this.moves);controls=new Os(
this.model,this.act);legend=ol(this.model);table=il(this.model,()=>this.refresh());lesson=this.newLessons();share=new En(
this);badge=p("span",{class:"st-badge"});say=p("span",{class:"st-say"});said=p("div",{class:"st-said","data-testid":"nar\
ration","aria-live":"polite","aria-atomic":"true"},this.badge,this.say);narration=p("div",{class:"st-narration"},this.said);worth=p(
"b",{class:"st-worth","data-testid":"worth"});about=p("span",{class:"st-about"});voices=jl.map(({name:t,label:e,help:s})=>p(
"button",{type:"button",class:"st-btn st-small","data-testid":`voice-${t}`,title:s,onclick:()=>{is("voice",t),this.speak(
t)}},e));note=p("div",{class:"st-message","data-testid":"message",role:"status"},"Opening the recorded run …");wrong=p(
"p",{class:"st-message","data-testid":"wrong-step",role:"alert",hidden:!0});end=p("section",{class:"st-end","data-testid":"\
end-card",hidden:!0});asks=p("summary");facts=p("dl",{class:"st-facts"});run=p("details",{class:"st-card st-details","da\
ta-testid":"run"},p("summary",{},"About this run"),this.facts);changed=Ka(()=>this.messages.back());tools=p("div",{class:"\
st-tools"});phone=matchMedia("(max-width: 640px)");wide=matchMedia("(min-width: 1200px)");roomy=matchMedia("(min-width: \
901px)");tall=matchMedia("(min-height: 801px)");constructor(t,e,s,o){this.element=t,this.trigger=e,this.root=t.querySelector(
".st")||t,this.options={url:s.url!==!1,keys:s.keys!==!1,asks:s.asks!==!1,command:s.command},this.full=s.compact!==!0,this.
messages=new vn(this),this.glossary=Ei(this.root,()=>this.model.header.method),this.inspector=new dn(this.model,this.glossary.
explained,this.options.asks?a=>{this.messages.change(a)}:null,(a,r)=>this.graph.suppose(a,r),a=>this.linked.pick(a),a=>this.
goto(a,0,null)),this.motion=new Mn(this.root,this.graph.picture,a=>this.text.viewOf(a)),L(this.tools,p("div",{class:"st-\
voices",role:"group","aria-label":"Level of detail"},...this.voices),this.full&&p("button",{type:"button",class:"st-btn \
st-small st-share-open","data-testid":"share",title:"Share this step (S)",onclick:()=>this.act.share()},"Share")),this.top=
p("header",{class:"st-top",hidden:!0},p("div",{class:"st-what"},this.worth,this.about),this.full&&p("button",{type:"butt\
on",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.act.present()},"Exit (F)")),this.why=p("deta\
ils",{class:"st-why",open:!0},this.asks,this.end,this.inspector.root),this.whySides=new Dt(this.why),this.body=this.layOut(),
this.root.classList.toggle("compact",!this.full),L(this.root,this.top,this.changed.root,this.note,this.wrong,this.body,this.
glossary.root,this.share.root),mr(this.body),this.listen(),this.speak(ye("voice")),Object.assign(t,{stage:{focus:()=>this.
graph.focus(),present:()=>this.act.present(),state:()=>this.where(),goto:a=>this.openAt(a),receive:a=>this.messages.receive(
a)}}),o?.("value",()=>{s.value&&this.messages.receive(s.value)}),s.value&&this.messages.receive(s.value)}layOut(){let{full:t,
graph:e,controls:s,text:o,timeline:i,trace:a,attention:r}=this;o.root.append(this.find.root);let l=p("div",{class:"st-le\
ft",id:t&&"picture",tabindex:"-1"},this.lesson.chart.root,e.root),c=p("div",{class:"st-body",hidden:!0},s.root,t&&o.root,
p("div",{class:"st-main"},l,t&&p("div",{class:"st-right"},this.lesson.root,this.why,this.whySides.sign)),this.narration,
p("div",{class:"st-foot"},this.legend.root,t&&this.options.keys&&p("p",{class:"st-quiet st-keyline"},Nf)));return t&&c.append(
i.root,vs(this.pictures,{},[a.root,r.root]),o.beams,this.table.root,this.run),c}listen(){let{root:t,options:e}=this;this.
phone.addEventListener("change",()=>this.fold()),this.wide.addEventListener("change",()=>this.placeTools()),this.placeTools();
for(let o of[this.roomy,this.tall])o.addEventListener("change",()=>this.placeDecision());this.placeDecision(),this.why.addEventListener(
"toggle",()=>this.inspect()),this.fold(),t.addEventListener("stage:supposed",o=>{let{sentence:i}=o.detail;if(this.badge.
toggleAttribute("data-supposed",i!==""),!i)return this.refresh();S(this.badge,"What if?"),L(this.say,this.sentence=i)}),
e.url&&addEventListener("popstate",()=>{let{trace:o}=Ce();this.away=o!==null&&o!==this.model.name,this.away&&this.pause()}),
xt.watch(t),e.keys&&yi(t,this.act,o=>this.lesson.key(o)),t.addEventListener("fullscreenchange",()=>{!document.fullscreenElement&&
t.classList.contains("present")&&this.act.present()});let s=new ResizeObserver(()=>this.resized());s.observe(t),s.observe(
this.graph.root)}newLessons(){return new yn({goto:(t,e)=>t===this.model.name&&this.model.its.length?this.openAt(e):void this.
messages.fetch({type:"fetch",url:`explorer/open/${t}`,at:e}),close:()=>{this.early.clear(),this.refresh()},shown:t=>{this.
root.classList.toggle("teaching",t),this.at.part=un(this.parts()),this.fold(),this.placeDecision()},soon:t=>{for(let e of t)
e!==this.model.name&&this.early.soon(`explorer/open/${e}`)},method:()=>this.model.header.method,marker:()=>this.glossary.
marker(),changed:(t,e)=>{this.options.url&&this.setLesson({lesson:t,step:t&&e})}})}placeTools(){this.full&&this.wide.matches&&
V().get("embed")!=="1"?this.text.root.append(this.tools):this.top.insertBefore(this.tools,this.top.querySelector(".st-le\
ave"))}placeDecision(){let{inspector:t,narration:e,root:s}=this,o=this.full&&this.roomy.matches&&!s.classList.contains("\
teaching")&&(this.tall.matches||!s.classList.contains("present"));t.apart=o,o?e.append(t.decision):t.decision.remove(),this.
refresh()}fold(){this.why.open=!this.phone.matches||this.root.classList.contains("teaching")}speak(t){this.model.voice=t===
"exact"?"exact":"plain",this.voices.forEach((e,s)=>e.setAttribute("aria-pressed",String(jl[s].name===this.model.voice))),
this.refresh()}splits(){return this.full&&!this.root.classList.contains("teaching")}parts(){let t=this.model.its[this.at.
it],{phase:e}=this.at,{last:s}=this;return!t||!this.splits()?[]:((s.it!==t||s.phase!==e)&&(this.last={it:t,phase:e,parts:sl(
this.model,t,e)}),this.last.parts)}shown(){let t=this.model.its[this.at.it];return nl(this.model,t,this.at.phase,this.parts()[this.
at.part],e=>this.inspector.inVoice(e))}goto(t,e,s,{forward:o=!1,part:i=null}={}){if(!this.model.its.length)return;let{scene:a,
frame:r}=this.graph,l={...this.at,drawn:this.graph.step};this.motion.stop();let c=this.model.its[t]?.steps[e]?.phase==="\
unmerge",h=o&&c?this.graph.view():null,d=this.model.its.length-1,u=Math.min(d,Math.max(0,t)),f=this.model.its[u].steps.length-
1;this.at={it:u,phase:Math.min(f,Math.max(0,e)),part:0};let m=this.parts();this.at.part=Math.min(i??un(m),Math.max(0,m.length-
1)),this.follow=this.model.live&&u===d&&this.at.phase===f,this.picked=s,this.hovered=-1,this.answer(""),this.refresh();let g=performance.
now(),b=g-this.stepped>Df,y=this.graph.scene;this.stepped=g;let w=o&&b&&this.at.it===l.it;w&&this.at.phase===l.phase&&m[this.
at.part]==="left"?this.motion.leftover(this.rate()):w&&this.drawn()===l.drawn+1&&a&&y&&this.move(a,y,this.graph.frame===
r,h),this.announce()}move(t,e,s,o){let{phase:i}=this.model.its[this.at.it].steps[this.at.phase],a=this.rate();if(s)return this.
motion.play(t,e,i,a);let r=o&&this.graph.view();o&&r&&this.motion.split(o,r,a)}rate(){return this.timer?this.controls.rate():
1}within(t){return Math.min(this.model.total()-1,Math.max(0,t))}stepTo(t){if(!this.model.its.length)return;let[e,s]=this.
model.at(this.within(t));this.goto(e,s,null)}jump(t){this.model.its.length&&(typeof t=="string"?this.controls.notify(t):
this.goto(t.it,t.phase,t.node))}async savePicture(t){if(!this.model.its.length)return;this.motion.stop();let{title:e="",
method:s}=this.model.header,o=Ml(s,this.at.it+1),i=this.model.its[this.at.it].steps[this.at.phase],a=this.shown(),r=(this.
model.voice==="plain"?i.called:i.title)+(a?.name?`, ${a.name.toLowerCase()}`:""),l=xl({stage:this.root,graph:this.graph.
svg,legend:this.legend.root,sentence:this.say.textContent,title:`${e||s} · round ${this.at.it+1} of ${this.model.its.length}\
 · ${r}`});t==="svg"?kl(l,o):await $l(l,o)||this.controls.notify("This browser could not draw the PNG. Save the picture\
 as SVG instead.")}pointed(){return this.hovered>=0?this.hovered:this.picked===null?-1:this.model.its[this.at.it].place.
get(this.picked)??-1}refresh(){let t=this.model.its[this.at.it];if(!t)return;this.graph.open(t);let e=t.steps[this.at.phase],
s=this.shown(),o=s?.says??e[this.model.voice],i=this.drawn(),a=i<this.at.phase?this.subject(t):-1;this.graph.show(i,this.
view(),this.picked===null?a:t.place.get(this.picked)??-1,this.full?this.pointed():void 0),this.badge.dataset.phase=Xt(this.
parts()[this.at.part])?"target":e.phase,this.badge.toggleAttribute("data-failed",i===this.at.phase&&Ts(t,i)),S(this.asks,
e.phase==="input"&&this.model.header.round?.length?"How a round works":"Why?"),S(this.badge,s?.name||ci(e.phase,this.model.
voice)),this.sentence!==o&&L(this.say,...this.glossary.explained(this.sentence=o)),this.controls.show(t,this.at.phase,s?.
name,i),this.legend.show(t,i),this.full&&(this.inspect(s),this.text.show(t,i),this.timeline.show(t),this.late||=oi(()=>this.
drawPictures()),this.point(),this.table.show(t,i)),this.root.toggleAttribute("data-calculates",this.inspector.apart&&this.
model.calculates),Object.assign(this.root.dataset,{it:this.at.it+1,phase:this.at.phase+1,shows:this.parts()[this.at.part]??
"",iterations:this.model.its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.graph.settle(),this.controls.
settle(),this.glossary.gone(),this.full&&(this.timeline.settle(),this.text.settle(),this.whySides.look())}drawPictures(){
this.late=0;let t=this.model.its[this.at.it];t&&(this.attention.show(t,this.drawn()),this.trace.show(t),this.point(),this.
trace.settle(),this.pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.light(this.pointed()),
this.full&&!this.late&&this.attention.point(this.pointed())}inspect(t){let e=this.model.its[this.at.it];if(!e||!this.full||
!this.why.open)return;let s=this.ended()&&this.picked===null;this.end.hidden=!s,this.inspector.root.hidden=s&&this.hovered<
0;let o=this.subject(e),i=this.pointed();this.inspector.part=this.splits()?this.parts()[this.at.part]??"whole":null;let a=i>=
0&&i!==o;this.inspector.show(e,a?i:o,a?this.drawn():this.at.phase,o,t===void 0?this.shown():t),this.glossary.gone()}subject(t){
let{now:e,phase:s,layer:o,about:i}=t.steps[this.at.phase],a=e.filter(h=>this.graph.draws(h)),r=s==="layer"&&t.panels.some(
h=>h.kind==="width"&&h.layer===o);if(s==="commit"||r)return-1;if(i!==void 0&&this.graph.draws(i))return i;let l=a.filter(
h=>t.n.role[h]!=="input");return(l.length?l:a)[0]??e[0]??-1}start(){this.model.its.length&&(this.atEnd()&&this.stepTo(0),
this.controls.playing(!0),this.tick())}ended(){return this.atEnd()&&!this.model.live&&!!this.model.summary}atEnd(){return this.
model.starts[this.at.it]+this.at.phase>=this.model.total()-1}tick(){let{steps:t}=this.model.its[this.at.it],{phase:e}=this.
at,s=wi(t[e].phase,t[e-1]?.phase,this.sentence.length);this.timer=setTimeout(()=>{if(!this.root.isConnected||this.atEnd()&&
!this.model.live)return this.pause();this.act.phase(1),this.tick()},s/this.controls.rate())}pause(){clearTimeout(this.timer),
this.timer=0,this.controls.playing(!1)}named(){return this.at.part===un(this.parts())?null:this.at.part+1}drawn(){return this.
at.phase-(Xt(this.parts()[this.at.part])?1:0)}view(){let t=this.parts()[this.at.part];return this.splits()?Xt(t)?"early":
t==="test"||t==="deleted"||t==="check"||t==="plan"?t:"left":null}where(){return{name:this.model.name,it:this.at.it+1,phase:this.
at.phase+1,part:this.named(),node:this.picked,iterations:this.model.its.length}}announce(){this.lesson.stands(this.where()),
this.moved();let{it:t,phase:e,part:s,node:o}=this.where(),i=Es()?{it:null,phase:null,part:null,node:null}:{it:t,phase:e,
part:s,node:o};this.options.url&&this.model.its.length&&!this.away&&this.setAddress({trace:this.model.name||null,...i})}moved(){
let t={...this.where(),title:this.model.header.title??"",chosen:this.chosen};this.root.dispatchEvent(new CustomEvent("st\
age:step",{bubbles:!0,detail:t}))}reached({it:t,phase:e,part:s,node:o}){if(t??e)return{it:t??1,phase:e,part:s,node:o};if(o===
null)return null;let i=this.model.its.findIndex(a=>a.place.has(o));return i<0?{it:1}:{it:i+1,phase:e,node:o}}answer(t){S(
this.wrong,t),this.wrong.hidden=!t}openAt(t){if(!this.model.its.length)return;let e=Math.min(this.model.its.length,Math.
max(1,t?.it||1))-1,s=this.model.its[e],o=t?.node??-1,i=this.model.its.some(r=>r.place.has(o))?o:null,a=i===null?void 0:s.
place.get(i);if(t?.phase)return this.goto(e,t.phase-1,i,{part:t.part&&t.part-1});if(a!==void 0)return this.goto(e,s.fates[a].
at(-1)?.step??0,i);this.goto(e,t?.it?1/0:0,i)}resized(){if(!this.model.its.length||!this.root.checkVisibility())return;let{
frame:t}=this.graph;this.lesson.measure(),this.graph.resized(),this.graph.frame!==t&&this.motion.stop(),this.full&&(this.
timeline.resized(),this.text.resized(),this.trace.resized())}};function Fo(...n){new Co(...n)}var Pf=40;function nt(n){return[...document.querySelectorAll(`${n} [data-testid="stage"]`)].map(e=>{let s=e;for(;s&&!s.stage;)
s=s.parentElement;return s}).filter(e=>e?.stage)}var z=(n,t)=>n.replace(/\{(\w+)\}/g,(e,s)=>String(t[s]));function Rl(n,{dataset:{run:t,iterations:e}},s={}){let o=n.state();t&&(o.name!==t||o.iterations<Number(e))&&n.receive({type:"\
fetch",url:`explorer/open/${t}`,...s})}var Cf=2500,Il=0;async function ne(n,t,e){clearTimeout(Il);try{await navigator.clipboard.
writeText(n),e(t),Il=setTimeout(()=>e(""),Cf)}catch{e(n)}}function Nl(n,t={}){let e=()=>[...n.querySelectorAll("[role=tab]")],s=()=>{for(let o of e()){o.tabIndex=o.getAttribute("\
aria-selected")==="true"?0:-1;let i=t[o.textContent?.trim()??""];i&&(o.title=i)}};new MutationObserver(s).observe(n,{subtree:!0,
childList:!0,attributeFilter:["aria-selected"]}),s(),n.addEventListener("keydown",({key:o,target:i})=>{let a=o==="ArrowR\
ight"?1:o==="ArrowLeft"?-1:0,r=e().filter(h=>h.checkVisibility()),l=r.findIndex(h=>h===i);if(!a||l<0)return;let c=r[(l+a+
r.length)%r.length];c.click(),c.focus()})}function Dl(n,t,e){document.getElementById("wrong-tab")?.remove(),t!==null&&n?.after(p("p",{id:"wrong-tab",class:"wrong",
role:"alert"},z(e,{tab:t.slice(0,Pf)})))}var Pl="#compare .slot",Ff="#compare .slot.block";var Cl="comparison",Ae=()=>V().get(Cl)??"";function Fl(n,t){Ae()&&t("select",{name:Ae()});let e=!1;document.addEventListener(
"stage:step",s=>{let o=s,i=o.target;if(!n.isConnected||e||!i.closest("#compare"))return;e=!0;let{it:a}=o.detail;for(let r of nt(
Pl))!r.contains(i)&&r.stage.state().it!==a&&r.stage.goto({it:a});e=!1})}function _l(){let n=nt(Pl),t=document.querySelector("#compare-table [data-comparison]"),e=document.querySelectorAll("#co\
mpare-table tr[data-run]"),s=document.querySelectorAll(Ff);e.forEach((o,i)=>{n[i]&&Rl(n[i].stage,o,{at:{it:1}})}),s.forEach(
(o,i)=>{let a=e[i]?.dataset.called;a?o.dataset.called=a:delete o.dataset.called}),Tt({[Cl]:t instanceof HTMLElement?t.dataset.
comparison??"":""}),document.dispatchEvent(new Event("race:runs"))}function Ln(n,t){let e=0,s=n.length;for(;e<s;){let o=e+s>>1;n[o][0]<=t?e=o+1:s=o}return e}function Bl(n){let t=[""];for(let[
,,,e,s]of n)t.push(t[t.length-1].slice(0,e)+s);return t}var qn=(n,t,e,s=0)=>["draft","target"].map(o=>{let i=l=>+(t*l).toFixed(
2),a=o==="draft"?+(e*.46).toFixed(2):0,r=n.filter(([l])=>l===o);return v("path",{"data-of":o,d:r.map(([,l,c])=>`M${i(l)}\
 ${a}H${Math.max(i(l)+.8,i(c)-s).toFixed(2)}V${e}H${i(l)}Z`).join("")})}),Te=class{time=0;end=0;speed=1;playing=0;last=0;constructor(t,e,s=1/0){
this.draw=t,this.alive=e,this.most=s}open(t,e){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end:t,speed:e,
time:t})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();
this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(t=>this.tick(t)),this.
draw()}tick(t){if(!this.alive())return;let e=Math.min(this.most,Math.max(0,(t-this.last)/1e3));if(this.time=Math.min(this.
end,this.time+e*this.speed),this.last=t,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
s=>this.tick(s))}};var zl=1e3,Hl=24,_f=1.3,Bf=80,zf=.85,Hf=.25,jn=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,Wl=n=>n.replace(
/\n+/g,"↵ ");function Wf(n,t,{total:e,say:s,prompt:o}){let i=v("svg",{viewBox:`0 0 ${zl} ${Hl}`,preserveAspectRatio:"n\
one","aria-hidden":"true"},...qn(n.passes,zl/e,Hl,_f)),a=n.frames.map(([,,,y])=>{let w=/^ */.exec(y[0]?.[0]??"")?.[0]??"",
x=y.map(([k,$],M)=>p("span",{"data-by":$},Wl(M?k:k.slice(w.length))));return[p("span",{class:"op-lead"},Wl(w)),p("span",
{class:"op-pass"},...x)]}),r=p("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${n.label}`},p("spa\
n",{class:"op-prompt"},F(o.replace(/\s+/g," "),Bf))," ",...a.flat()),l=p("span",{class:"op-end","aria-hidden":"true"},n.
total<zf*e&&s.finished);l.style.left=`${100*n.total/e}%`;let c=n.result&&p("p",{class:"op-result","data-testid":"opening\
-result"},p("b",{},n.result[0])," ",p("span",{},n.result[1])),h=p("b",{},"0"),d=p("span"),u=p("span"),f=p("span",{class:"\
op-size"}),m=p("div",{class:"op-row","data-testid":"opening-row"},p("div",{class:"op-who"},p("span",{class:"op-pict","ar\
ia-hidden":"true"},t>0&&p("i",{"data-of":"draft"}),p("i",{"data-of":"target"})),p("span",{},n.label,p("small",{},n.about))),
p("div",{class:"op-mid"},p("div",{class:"op-track"},i,l),r),p("div",{class:"op-count"},h," ",d,p("small",{},u,f),c)),g=0;
function b(y){let w=Ln(n.frames,y),x=y>=n.total;for(i.style.clipPath=x?"":`inset(0 ${(100-100*y/e).toFixed(2)}% 0 0)`;g<
w;g++)for(let O of a[g])O.classList.add("on");for(;g>w;)for(let O of a[--g])O.classList.remove("on");let k=w?n.frames[w-
1][2]:0;S(h,String(k)),S(d,k===1?s.once:s.passes);let $=x?n.tokens:w?n.frames[w-1][1]:0,M=s.tokens.replace("{tokens}",String(
$)),A=n.seconds!==null;S(u,A?s.seconds.replace("{seconds}",Math.min(y,n.total).toFixed(e<1?3:2)):""),S(f,`${A?" · ":""}${M}`),
m.toggleAttribute("data-done",x);let E=a[w-1]?.[1];r.scrollTop=x||!E?0:E.offsetTop+E.offsetHeight-r.clientHeight}return{
root:m,draw:b}}var _o=class{moves=!1;waits=!1;constructor(t,e){this.name=t,this.stage=e}follow(t,e){let s=t&&e;if(s===this.
waits)return;let o=this.stage(),i=o?.state();i?.name!==this.name||!i.iterations||(this.waits=s,this.moves=!0,t&&o?.goto(
s?{it:1,phase:1}:{it:1}),this.moves=!1)}};function Ul(n,t,e){let{say:s,name:o}=t,i=new _o(o,e),a=t.rows.map((x,k)=>Wf(x,
k,t)),r=new Te(m,()=>n.isConnected,Hf),l=p("button",{type:"button",class:"op-btn","data-testid":"opening-play",onclick:b}),
c=p("button",{type:"button",class:"op-btn op-main","data-testid":"opening-step",onclick:y},s.step,p("span",{"aria-hidden":"\
true"}," ▸")),h=["guess","pass","draft","target"],{badge:d}=t,u=t.rows.map(x=>x.alt).join(" ");function f(x){n.dataset.
opening=x,m()}function m(){i.follow(n.dataset.opening==="race",r.playing>0);let{time:x,end:k,playing:$}=r,M=n.dataset.opening===
"line";for(let E of a)E.draw(x);n.toggleAttribute("data-playing",$>0);let A=$?s.pause:x>=k||M?s.replay:s.play;S(l,A),l.hidden=
!M&&jn()}function g(){jn()||r.playing||r.toggle()}function b(){if(n.dataset.opening==="race")return r.toggle();r.time=jn()?
r.end:0,f("race"),e()?.goto({it:1}),g()}function y(){r.time=r.end,r.stop(),f("line"),e()?.goto({it:1,phase:1}),scrollTo(
{top:0});let x=document.querySelector("[data-testid='next-phase']");x instanceof HTMLElement&&x.focus({preventScroll:!0})}
function w(x){let{name:k,it:$,phase:M}=x.detail;i.moves||n.dataset.opening!=="race"||k!==o||$===1&&M===t.steps||(r.time=
r.end,r.stop(),f("line"))}return L(n,p("p",{class:"op-lede"},...t.lede.map(([x,k])=>k?p("b",{"data-of":k},x):x)),p("figu\
re",{class:"op-race","data-testid":"opening","aria-label":u},p("div",{class:"op-rows"},...a.map(x=>x.root)),p("div",{class:"\
op-foot"},p("p",{class:"op-keys"},...h.map(x=>p("span",{},p("i",{"data-key":x}),s[x]))),p("div",{class:"op-acts"},l,c),p(
"figcaption",{class:"op-facts"},p("p",{class:"op-claim","data-testid":"opening-claim"},t.exact),p("p",{},p("span",{class:"\
op-badge","data-testid":"opening-badge","data-kind":d.kind},p("b",{},d.name)," ",d.about)," ",p("span",{class:"op-gain",
"data-testid":"opening-gain"},t.gain))))),p("h2",{class:"op-round"},p("span",{class:"op-soon"},s.soon),p("span",{},t.round))),
r.open(t.total,t.total/t.seconds),jn()||(r.time=0),f("race"),g(),document.addEventListener("stage:step",w),()=>{document.
removeEventListener("stage:step",w),r.stop(),L(n),delete n.dataset.opening}}var Uf=["it","phase","node","lesson"],Bo=()=>nt("#stage")[0]?.stage,In=document.createElement("section");In.className="o\
p";In.setAttribute("aria-label","Race of the target alone against draft and target");var gs=null,Gl=()=>{};function zo(n){
if(Gl(),Gl=n?Ul(In,n,Bo):()=>{},!n)return;({name:gs}=n);let t=Bo()?.state();t?.name===gs&&t.iterations&&t.it===1&&t.phase===
1&&Bo()?.goto({it:1})}async function Kl(n){let t=V(),e=t.get("trace");Uf.some(s=>t.has(s))||(t.get("tab")??"explore")!=="explore"||zo(e&&e!==n?.
name?await Vl(e):n)}async function Vl(n){try{let t=await fetch(new URL(`explorer/opening/${encodeURIComponent(n)}`,document.
baseURI));return t.ok?await t.json():null}catch{return null}}function Yl(n){let t=n.closest("#bar")??n;t.prepend(In),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${t.clientHeight}px`)).observe(t),document.addEventListener("sta\
ge:step",e=>{Gf(e)})}async function Gf(n){let{detail:t,target:e}=n;if(!(e instanceof Element)||!e.closest("#stage")||t.name===
gs)return;let s=t.name;if(gs=s,zo(null),!t.chosen||e.classList.contains("teaching"))return;let o=await Vl(s);s===gs&&zo(
o)}var Kf=[.1,.25,.5,1,2,4],Oe=1e3,Ho=1e3,Ql=4,Wo=class{asked="";clock=new Te(()=>this.draw(),()=>this.element.isConnected);lanes=[];race=null;play=p(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.clock.toggle()});restart=p("button",{type:"\
button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=0,this.clock.playing||this.clock.toggle()}});scrub=p(
"input",{type:"range",id:"race-clock",min:0,max:Ho,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock.time=
Number(this.scrub.value)/Ho*this.clock.end,this.clock.stop()}});pace=p("select",{id:"race-speed","data-testid":"race-spe\
ed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=p("p",{class:"lt-big race-end",role:"status","data-\
testid":"race-end"});now=p("output",{for:"race-clock"});copied=p("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(
t=>{t.some(({isIntersecting:e})=>e)&&(this.seen.disconnect(),!Ae()&&(this.ask(),this.rows().forEach((e,s)=>{let o=nt("#c\
ompare .slot")[s]?.stage;o&&!o.state().name&&o.receive({type:"fetch",url:`explorer/open/${e}`,at:{it:1}})})))});constructor(t){
this.element=t,this.root=t.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{t.isConnected&&this.
clear()}),document.addEventListener("race:runs",()=>{t.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),
this.seen.observe(t)}draw(){if(!this.race)return;let{time:t,end:e,playing:s}=this.clock,o=t>=e;for(let a of this.lanes)a.
draw(t);this.scrub.value=String(e?Math.round(t/e*Ho):0);let i=`${this.seconds(t)} s`;S(this.now,i),this.scrub.ariaValueText=
i,S(this.play,this.race.say[s?"pause":o?"again":"play"]),S(this.result,o?this.race.sentence:"")}seconds(t){return this.clock.
end<.1?t.toFixed(4):t.toFixed(2)}newLane(t,e){let{end:s}=this.clock,o=g=>+(Oe*g/s).toFixed(2),i=Bl(t.frames),a=p("span"),
r=p("span",{class:"race-counts"}),l=v("rect",{class:"race-now",x:0,y:0,width:3,height:20}),c=v("rect",{class:"race-later",
x:0,y:0,width:Oe,height:20}),h=v("svg",{class:"race-strip",viewBox:`0 0 ${Oe} 20`,preserveAspectRatio:"none","aria-hidde\
n":"true"},...qn(t.passes,Oe/s,20),c,l),d=p("div",{class:"race-text",tabindex:"0",role:"region","aria-label":t.title},p(
"span",{"aria-hidden":"true",class:"race-room"},i[i.length-1]||" "),a),u=-1,f=g=>{let b=Ln(t.frames,g),y=g>=t.total,w=o(
Math.min(g,t.total));if(l.setAttribute("x",String(Math.min(w,Oe-3))),c.setAttribute("x",String(w)),c.setAttribute("width",
String(Math.max(0,Oe-w))),b===u&&!y)return;u=b,S(a,i[b]),d.scrollTop=a.offsetHeight-d.clientHeight;let[,x,k]=b?t.frames[b-
1]:[0,0,0],$=y?[z(e.done,{seconds:this.seconds(t.total)}),t.speed]:[];S(r,[z(e.lane,{tokens:x,passes:k}),...$].filter(Boolean).
join(" · ")),m.toggleAttribute("data-done",y)},m=p("section",{class:"race-lane","data-testid":"race-lane","data-run":t.
name},p("h2",{},t.title," ",p("small",{},t.settings)),r,h,d);return{root:m,draw:f}}open(t){let e=t.say,{clock:s}=this,o=Math.
max(...t.tracks.map(l=>l.total));s.open(o,o<Ql/10?o/Ql:1),this.race=t;let i=t.tracks.map(l=>this.newLane(l,e));this.lanes=
i,L(this.pace,...Kf.map(l=>p("option",{value:l*s.speed,selected:l===1},`${l}×`))),S(this.restart,e.restart);let a=this.
comparison()!==""&&Ne()&&this.copying("link",e.link,e.copied,l=>l),r=a&&this.copying("embed",e.embed,e.embedded,l=>ks(l,
e.title));L(this.root,this.result,p("div",{class:"lt-tools"},this.play,this.restart,a,r,p("label",{class:"race-clock",for:"\
race-clock"},`${e.clock} `,this.now,this.scrub),p("label",{},`${e.speed} `,this.pace)),p("div",{class:"race-lanes"},...i.
map(l=>l.root)),p("p",{class:"race-keys"},...["target","draft"].map(l=>p("span",{},p("i",{"data-of":l}),e[l])),e.intro),
this.copied),this.draw()}copying(t,e,s,o){let i=()=>o(ae({tab:"compare",comparison:this.comparison()}));return p("button",
{type:"button",class:"lt-btn","data-testid":`race-${t}`,onclick:()=>ne(i(),s,a=>S(this.copied,a))},e)}async ask(){let t=this.
comparison(),e=t?`comparison=${encodeURIComponent(t)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(e!==this.asked){
this.asked=e;try{let s=await fetch(`explorer/race?${e}`),o=s.ok?await s.json():await s.text();if(this.asked!==e)return;s.
ok?this.open(o):this.refuse(o)}catch{if(this.asked!==e)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(t){
this.race=null,this.clock.stop(),L(this.root,p("p",{role:"alert"},t))}clear(){this.race=null,this.asked="",this.clock.stop(),
L(this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(t=>t.dataset.run)}};function Jl(n){new Wo(n)}function Vf(n,t,e){if(n==="Home")return 0;if(n==="End")return e-1;let s=n==="ArrowRight"?1:n==="ArrowLeft"?-1:0;return s&&
e?(t+s+e)%e:null}function Zl(n){let t=n.querySelector("[data-code]"),e=JSON.parse(t.dataset.code||"{}"),s="",o="",i=!1,a=c=>L(
t,p("p",{role:"status","data-testid":"code-why"},c));function r(c){let h=p("p",{"data-testid":"code-note"}),d=p("span",{
role:"status"}),u=p("pre",{tabindex:"0",role:"tabpanel","data-testid":"code"}),f=p("button",{type:"button",class:"lt-btn",
"data-testid":"code-copy",onclick:()=>ne(u.textContent??"",e.copied,w=>S(d,w))},e.copy),m=c.map(w=>p("button",{type:"but\
ton",role:"tab",class:"lt-btn","data-kind":w.kind,onclick:()=>g(w.kind)},w.title));function g(w){let x=Math.max(0,c.findIndex(
k=>k.kind===w));o=c[x].kind,m.forEach((k,$)=>{k.setAttribute("aria-selected",String($===x)),k.tabIndex=$===x?0:-1}),S(u,
c[x].code),u.setAttribute("aria-label",c[x].title),S(h,c[x].note),S(d,"")}function b(w){let x=Vf(w.key,m.findIndex(k=>k===
w.target),m.length);x!==null&&(w.preventDefault(),m[x].click(),m[x].focus())}let y=p("div",{role:"tablist","aria-label":e.
kinds,onkeydown:b},...m);g(o),L(t,y,u,p("div",{class:"code-foot"},f,d,h))}async function l(){let c=nt("#stage")[0]?.stage.
state().name??"";if(!c)return a(e.nothing);if(c!==s){s=c;try{let h=await fetch(`explorer/code/${encodeURIComponent(c)}`),
d=h.ok?(await h.json()).snippets:await h.text();if(s!==c)return;if(h.ok)return r(d);a(d)}catch{s===c&&a(e.unanswered)}s=
""}}new IntersectionObserver(c=>{i=c.some(({isIntersecting:h})=>h),i&&l()}).observe(t),document.addEventListener("stage:\
step",({target:c})=>{i&&n.isConnected&&c instanceof Element&&c.closest("#stage")&&l()})}var Ee=n=>n.reduce((t,e)=>t+e,0),Le=n=>{let t=Ee(n);return t>0?n.map(e=>e/t):n.map(()=>0)},Rn=(n,t)=>t>0?Math.min(1,n/t):
1,Xl=(n,t)=>n.map((e,s)=>Math.max(0,e-t[s])),tc={right:{accept:Rn,left:Xl},"inverse-ratio":{accept:(n,t)=>n>0?Math.min(1,
t/n):1,left:Xl},"residual-p":{accept:Rn,left:n=>n},"no-max":{accept:Rn,left:(n,t)=>n.map((e,s)=>Math.abs(e-t[s]))},"doub\
le-subtraction":{accept:Rn,left(n,t){let e=n.map((s,o)=>Math.max(0,s-2*t[o]));return Ee(e)>0?e:n}}};function ec(n,t,e="r\
ight"){let s=tc[e],o=n.map((h,d)=>s.accept(h,t[d])),i=t.map((h,d)=>h*o[d]),a=Le(s.left(n,t)),r=Ee(t.map((h,d)=>h*(1-o[d]))),
l=a.map(h=>h*r),c=i.map((h,d)=>h+l[d]);return{accept:o,kept:i,alpha:1-r,left:a,drawn:l,out:c,distance:Ee(c.map((h,d)=>Math.
abs(h-n[d])))/2}}function sc(n,t,e){let s=Math.min(1,Math.max(0,e)),o=n.map((a,r)=>r===t?0:a);return(Ee(o)>0?Le(o):Le(n.
map((a,r)=>r===t?0:1))).map((a,r)=>r===t?s:a*(1-s))}function nc({p:n,q:t,rule:e}){return[...[n,t].map(o=>o.map(i=>Math.round(
i*1e4)).join(".")),...e==="right"?[]:[e]].join("~")}function oc(n,t){let e=n.split("~"),s=e[2]??"right",o=e.slice(0,2).map(
a=>/^\d{1,5}(\.\d{1,5})*$/.test(a)?a.split(".").map(Number):[]);return o.length===2&&o.every(a=>a.length===t&&Ee(a)>0)&&
e.length<4&&Object.hasOwn(tc,s)?{p:Le(o[0]),q:Le(o[1]),rule:s}:null}var Uo=(n,t=Math.random)=>Le(Array.from({length:n},()=>-Math.
log(1-t()))),ic=(n,t,e,s)=>({note:s,run:{method:"spd",prompt:e,tokens:12,seed:0,settings:{gamma:4}},vocab:[e,...t],eos:null,
target:{"":[0,...n.p]},draft:{"":[0,...n.q]}});var Nn=.01,ac=.1,qe=n=>n.toFixed(2),Dn=n=>`${Math.round(100*n)}%`,Go=class{alpha=p("p",{class:"lt-big","data-testid":"to\
y-alpha"});result=p("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=p("div",{class:"lt-share","aria-hi\
dden":"true"},p("i",{"data-of":"kept"}),p("i",{"data-of":"rejected"}));caption=p("figcaption");rows=p("tbody");help=p("s\
pan",{class:"lt-help"});copied=p("span",{role:"status",class:"lt-help"});constructor(t){this.element=t,this.root=t.querySelector(
"[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let e=V().get("toy")||"",s=oc(e,this.given.words.length);
this.state=s||this.first(),this.columns=this.given.words.map((o,i)=>this.newColumn(o,i)),this.ends=this.given.words.map(
o=>this.newEnd(o)),this.rule=p("select",{id:"toy-rule","data-testid":"toy-rule",onchange:()=>this.change({rule:this.rule.
value})},...this.given.rules.map(({name:o,title:i})=>p("option",{value:o},i))),this.run=p("form",{method:"post",class:"l\
t-form"},p("button",{type:"submit",class:"lt-btn","data-testid":"toy-run"},this.given.say.run)),this.heads=this.given.say.
heads.split("|"),L(this.root,p("h2",{},this.given.say.title),e&&!s&&p("p",{role:"alert"},this.given.say.wrong),p("p",{},
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
-of":d,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":z(this.given.say[`${d}_of`],
{word:t}),"data-testid":`toy-${d}-${e}`,onkeydown:u=>l(u,d)},p("b",{},d)),r=(d,u)=>this.change({[d]:sc(this.state[d],e,u)}),
l=(d,u)=>{let f=this.state[u][e],m={ArrowUp:f+Nn,ArrowRight:f+Nn,ArrowDown:f-Nn,ArrowLeft:f-Nn,PageUp:f+ac,PageDown:f-ac,
Home:0,End:1}[d.key];m===void 0||d.ctrlKey||d.metaKey||d.altKey||(d.preventDefault(),d.stopPropagation(),r(u,Math.round(
100*m)/100))},c={p:a("p"),q:a("q")};o.append(c.p,c.q);let h=d=>{if(d.button)return;let{left:u,width:f,top:m,height:g}=o.
getBoundingClientRect(),y=d.target.closest(".lt-handle");if(!y&&d.pointerType==="touch")return;let w=d.clientX<u+f/2?"p":
"q",x=y?.dataset.of||w,k=c[x],$=y?m+g*(1-this.state[x][e])-d.clientY:0,M=E=>r(x,Math.round(100*(1-(E.clientY+$-m)/g))/100),
A=()=>{k.removeEventListener("pointermove",M)};d.preventDefault(),k.setPointerCapture(d.pointerId),k.addEventListener("p\
ointermove",M),k.addEventListener("lostpointercapture",A,{once:!0}),k.focus({preventScroll:!0}),y||M(d)};return{root:p("\
div",{class:"lt-word"},o,p("div",{class:"lt-name"},t),i),parts:s,handles:c,numbers:i}}newEnd(t){let e=Object.fromEntries(
["kept","surplus","p"].map(o=>[o,p("i",{"data-of":o})])),s=p("div",{class:"lt-values"});return{root:p("div",{class:"lt-w\
ord"},p("div",{class:"lt-col","aria-hidden":"true"},...Object.values(e)),p("div",{class:"lt-name"},t),s),parts:e,numbers:s}}span(t,e,s){
t.style.bottom=`${100*e}%`,t.style.height=`${100*Math.max(0,s-e)}%`}draw(){let{p:t,q:e}=this.state,s=ec(t,e,this.state.rule),
o=this.state.rule==="right",i=s.distance<1e-9;this.columns.forEach(({parts:h,handles:d,numbers:u},f)=>{let m=Math.min(t[f],
e[f]);this.span(h.kept,0,m),this.span(h.surplus,m,t[f]),this.span(h.rejected,m,e[f]),this.span(h.p,0,t[f]),this.span(h.q,
0,e[f]);for(let g of["p","q"]){let b=this.state[g][f];d[g].style.bottom=`${100*b}%`,d[g].ariaValueNow=String(Math.round(
100*b)),d[g].ariaValueText=Dn(b)}L(u,p("span",{"data-of":"p"},`p ${qe(t[f])}`),p("span",{"data-of":"q"},`q ${qe(e[f])}`))}),
this.ends.forEach(({root:h,parts:d,numbers:u},f)=>{this.span(d.kept,0,s.kept[f]),this.span(d.surplus,s.kept[f],s.out[f]),
this.span(d.p,0,t[f]);let m=Math.abs(s.out[f]-t[f])>1e-9;h.toggleAttribute("data-off",m),L(u,p("span",{},qe(s.out[f])),p(
"span",{},`${m?"≠":"="} p ${qe(t[f])}`))});let a=this.given.rules.find(({name:h})=>h===this.state.rule)||this.given.rules[0];
S(this.caption,o?this.given.say.drag:this.given.say.drag_right),S(this.alpha,z(a.kept,{alpha:qe(s.alpha),percent:Dn(s.alpha)}));
let[r,l]=[...this.share.children];r.style.width=`${100*s.alpha}%`,l.style.width=`${100*(1-s.alpha)}%`;let c=o?"same":i?"\
harmless":"broken";S(this.result,z(this.given.say[c],{percent:Dn(s.alpha),rest:Dn(1-s.alpha),distance:qe(s.distance)})),
this.result.toggleAttribute("data-off",!i),this.rule.value=this.state.rule,S(this.help,a.help),L(this.rows,...this.given.
words.map((h,d)=>p("tr",{},p("th",{scope:"row"},h),...[t[d],e[d],s.accept[d],s.kept[d],s.left[d],s.drawn[d],s.out[d]].map(
u=>p("td",{},u.toFixed(3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${hn()}&pair=${encodeURIComponent(this.
pair())}`)}pair(){return JSON.stringify(ic(this.state,this.given.words,this.given.first,this.given.note))}save(){let t=URL.
createObjectURL(new Blob([this.pair()],{type:"application/json"})),e=p("a",{href:t,download:"five-words.json"});document.
body.append(e),e.click(),e.remove(),URL.revokeObjectURL(t)}copy(){ne(ae({toy:nc(this.state)}),this.given.say.copied,t=>S(
this.copied,t))}random(){return this.change({p:Uo(this.given.words.length),q:Uo(this.given.words.length)})}};function rc(n){
new Go(n)}function lc(n){for(let t of n.querySelectorAll("button.upload-container"))t.removeAttribute("aria-label")}function Yf(n,t,e){
n.addEventListener("click",s=>{let o=s.target instanceof Element?s.target.closest(t):null;!(o instanceof HTMLAnchorElement)||
s.ctrlKey||s.metaKey||s.shiftKey||s.button||(s.preventDefault(),e(o))})}function cc(n,t){Yf(n,"a[data-trace]",s=>t("select",{name:s.dataset.trace}));let e=document.getElementById("import-files");
e&&(lc(e),new MutationObserver(()=>lc(e)).observe(e,{childList:!0,subtree:!0})),n.dataset.opens="here"}var oe=256,ie=420,Qf=250,Ko=46,Jf=12,Zf=14,Xf=206,hc=62,Vo=20,Pn=8,tm=40,Yo=n=>({name:"free",title:n.free,kind:"free",source:n.
source_free,curve:te(1/0),known:null}),dc=(n,t,{gamma:e,batch:s})=>({name:"own",title:n.own,kind:"computed",source:n.source_own,
curve:te(t>1?(e+1)*s/t:1/0),known:null}),Cn=(n,{kind:t,known:e},s)=>n[t==="measured"&&s>(e??0)?"kind_extended":`kind_${t}`],
Qo=(n,t,e)=>t.known!==null&&e>t.known?n.kind_dashed:Cn(n,t,e);function pc(n,{name:t,kind:e,source:s,known:o}){return t===
"free"||t==="own"?s:z(n[`source_${e}`],{source:s,known:o??""})}function uc(n,t,e){let s=({name:i,title:a})=>p("option",{
value:i},a),o=i=>p("optgroup",{label:n[`${i}_group`]},...t.filter(a=>a.kind===i).map(s));return p("select",{"data-testid":"\
worth-machine",onchange:e},s({name:"free",title:n.free}),s({name:"own",title:n.own}),o("measured"),o("computed"))}function fc(n,{
alpha:t,gamma:e,cost:s},o){let i=rl(t,e,s,o,oe),[a]=i;if(!a)return z(n.pays_never,{most:oe});if(a[0]===1&&a[1]===oe)return z(
n.pays_all,{most:oe});let r=i.map(([l,c])=>l===c?String(l):z(n.range,{first:l,last:c}));return z(n.pays_some,{ranges:r.join(
", "),most:oe})}function mc(n,t,e,{gamma:s,batch:o}){let{curve:i,known:a,kind:r}=e,l=o,c=(s+1)*o,h=i[i.length-1][0],d=Math.
ceil(Math.log2(Math.max(64,c,Number.isFinite(h)?h:0))),u=Array.from({length:8*d+1},(T,I)=>2**(I/8)),f=u.map(T=>[T,St(i,T)]),
m=Math.max(2,...f.map(([,T])=>T))*1.08,g=[.5,1,2,5,10,20,50,100,200,500].find(T=>m/T<=5)??1e3,b=a===null?f.length:u.filter(
T=>T<=a).length,{x:y,y:w,grid:x,drawn:k}=jo({left:Ko,right:ie-Jf,top:Zf,base:Xf},f,T=>Math.log2(T)/d,m,g,[1,8,64,512,4096].
filter(T=>T<=2**d),b),$=T=>v("circle",{class:"chosen",cx:y(T),cy:w(St(i,T)),r:6}),M=y(c)>ie/2,E=w(St(i,l))-w(St(i,c))<20&&
y(c)-y(l)<160,O=y(l)>Ko+80;return n.setAttribute("aria-label",[[l,t.time_plain],[c,t.time_check]].map(([T,I])=>`${I}: ${T}\
, ${St(i,Number(T)).toFixed(2)}`).join("; ")),L(n,...x,...k,...(r==="measured"?i:[]).map(([T,I])=>v("circle",{class:"dot",
cx:y(T),cy:w(I),r:3.5})),v("text",{x:(Ko+ie)/2,y:Qf-4,"text-anchor":"middle"},t.time_axis),$(l),$(c),v("text",{x:y(l)+(O?
-8:4),y:w(St(i,l))-(E?29:11),"text-anchor":O?"end":"start"},t.time_plain),v("text",{x:y(c)+(M?-10:0),y:w(St(i,c))-11,"te\
xt-anchor":M?"end":"middle"},t.time_check)),z(t.time,{kind:Qo(t,e,2**d)})}function gc(n,t,e,{alpha:s,gamma:o,cost:i},a){
let r=ut(s,o),l=o*i,c=a.map(w=>ft(o,w,e.curve)),h=Math.max(r,...c.map(w=>l+w)),d=w=>Pn+w/h*(ie-2*Pn-40),u=d(r),f=u>ie/2,
m=26+hc*a.length,g=[],b=w=>(w<u+3&&w+tm>u?u:w)+6,y=a.flatMap((w,x)=>{let k=c[x],$=26+hc*x,M=Rt(s,o,i,k),A=fn(s,i,w,e.curve),
E=z(M>1?t.row_pays:t.row_slower,{batch:w,speedup:M.toFixed(2),kind:Cn(t,e,(o+1)*w)}),O=A===null?t.row_none:z(t.row_best,
{best:A});return g.push(`${E}, ${O}`),[v("text",{x:Pn,y:$+16},E),v("text",{x:ie-Pn,y:$+16,"text-anchor":"end"},O),v("rec\
t",{class:"drafting",x:d(0),y:$+24,width:d(l)-d(0),height:Vo}),v("rect",{class:"checking",x:d(l),y:$+24,width:d(k)-d(0),
height:Vo}),v("text",{x:b(d(l+k)),y:$+40},(l+k).toFixed(2)),v("line",{class:"until",x1:u,x2:u,y1:$+21,y2:$+27+Vo})]});n.
setAttribute("viewBox",`0 0 ${ie} ${m+4}`),n.setAttribute("aria-label",g.join("; ")),L(n,v("text",{x:u,y:15,"text-anchor":f?
"end":"start"},z(t.without,{tokens:r.toFixed(2)})),...y)}var em=60,Fn=(n,t,e)=>typeof n=="number"&&n>=t&&n<=e,bc=n=>Number.isInteger(n)&&Fn(n,1,16),sm=n=>Array.isArray(n)&&n.length===
2&&bc(n[0])&&Fn(n[1],1,n[0]+1);function wc(n){try{let{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}=JSON.parse(n);return typeof t==
"string"&&t.length<=em&&Fn(e,0,1)&&bc(s)&&Array.isArray(o)&&o.length>=1&&o.length<=16&&o.every(sm)&&typeof i=="boolean"&&
(a===null||Fn(a,0,1))?{name:t,alpha:e,gamma:s,points:o,measured:i,cost:a}:null}catch{return null}}var yc=({points:n},t)=>n.
map(([e,s])=>({gamma:e,value:t(e,s),name:"",cls:"imported"}));function xc(n,{name:t,alpha:e,gamma:s,points:o}){let[,i]=o[o.
length-1],[a]=o[o.length-1];return z(n.imported_here,{name:t,gamma:a,tokens:i.toFixed(2),expected:ut(e,Math.min(s,a)).toFixed(
2)})}function vc(n,{name:t,points:e,measured:s},o,i){if(!s)return"";let r=e.map(([d,u])=>({gamma:d,value:o(d,u)})).reduce(
(d,u)=>u.value>d.value?u:d,{gamma:0,value:1}),l=e[e.length-1][0],c=i??0,h=r.gamma===c?n.imported_same:c>l?n.imported_longer:
n.imported_other;return z(r.gamma?n.imported_best:n.imported_none,{name:t,gamma:r.gamma,speedup:r.value.toFixed(2)})+" "+
z(h,{best:c,longest:l})}function kc(n,t,e){if(!e)return t?n.import_wrong:"";let s=z(e.measured?n.imported:n.imported_average,
{name:e.name});return e.cost===null?`${s} ${n.imported_cost}`:s}var Ut=420,Jo=250,je=46,Mc=206,nm=14,bs=12,om=7.4,$c=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];function im(n,t,e,s){
return $c.find(([i,a])=>{let r=i>0?n+i:n+i-e,l=t+a+6,c=l-22,h=Array.from({length:Math.ceil(e/4)+1},(d,u)=>r+4*u);return r>=
je&&r+e<=Ut-bs&&c>=0&&l<=Mc&&!h.some(d=>s.some(u=>u(d)>c&&u(d)<l))})??$c[0]}function Zo(n,t,e,s,o){let i=Array.from({length:16},
(w,x)=>x+1),a=Math.max(2,...i.map(e.y),...e.points.map(({value:w})=>w))*1.08,r=e.line<=a,l=[4,2,1].find(w=>a>2.2*w)??.5,
{x:c,y:h,grid:d,drawn:u}=mn({left:je,right:Ut-bs,top:nm,base:Mc},i.map(e.y),a,l,[1,4,8,12,16],2.5,e.known),f=[],m=[],g=w=>1+
(w-je)/(Ut-je-bs)*15,b=[w=>h(e.y(g(w))),()=>h(e.line)];for(let{gamma:w,value:x,name:k,cls:$}of e.points){let M=c(Math.min(
16,Math.max(1,w))),A=h(x),E=om*k.length;if(f.push(v("circle",{class:$,cx:M,cy:A,r:$==="imported"?4.5:7})),m.push(`${k||`\
γ ${w}`}: ${x.toFixed(2)}`),!k)continue;let[O,T]=im(M,A,E,b),[I,G]=O>0?[M,M+O+E]:[M+O-E,M];b.push(K=>K>=I&&K<=G?A+T-5:NaN),
f.push(v("text",{x:M+O,y:A+T,"text-anchor":O<0?"end":"start"},k))}let y=e.y(s);n.setAttribute("aria-label",[`${e.label}:\
 ${y.toFixed(2)}, γ ${s}`,...m].join("; ")),L(n,...d,v("text",{x:(je+Ut)/2,y:Jo-4,"text-anchor":"middle"},t.axis),r&&v(
"line",{class:e.cls,x1:je,x2:Ut-bs,y1:h(e.line),y2:h(e.line)}),r&&v("text",{x:Ut-bs-2,y:h(e.line)+(e.y(16)>e.line?18:-6),
"text-anchor":"end"},e.note),...u,o!==null&&o!==s&&v("text",{x:c(o),y:h(e.y(o))-8,"text-anchor":o<3||e.points.some(({cls:w})=>w===
"imported")?"start":"end"},t.best),v("circle",{class:"chosen",cx:c(s),cy:h(y),r:6}),...f)}var Sc=n=>n.toFixed(Math.abs(n*100-Math.round(n*100))<1e-6?2:3),am="10000px",Xo=class{machine=Yo({});known={runs:[],papers:[],
here:null};asked="";verdict=p("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=p("p");pays=p("p",{role:"\
status","data-testid":"worth-pays"});basis=p("p",{class:"lt-help","data-testid":"worth-basis"});here=p("p",{"data-testid":"\
worth-here"});own=p("p",{"data-testid":"worth-own"});list=p("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=p(
"tbody");wrong=p("p",{role:"alert"});imported=null;address="";said=p("p",{role:"status","data-testid":"worth-imported"});constructor(t){
this.element=t,this.root=t.querySelector("[data-worth]");let e=JSON.parse(this.root.dataset.worth||"");this.words=e.say,
this.machines=e.machines,this.batches=e.batches,this.alpha=this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=
this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.
slider("batch",this.words.batch,1,oe,1,1),this.check=this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),
this.chosen=uc(this.words,this.machines,()=>this.choose()),this.chosen.value=e.machine,this.tokens=this.figure(this.words.
tokens),this.speedup=this.figure(this.words.speedup),this.use=p("button",{type:"button",class:"lt-btn","data-testid":"wo\
rth-use",onclick:()=>this.take()},this.words.use),this.forget=p("button",{type:"button",class:"lt-btn",hidden:!0,"data-t\
estid":"worth-forget",onclick:()=>{Tt({worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.
rounds=this.figure(z(this.words.same_run,{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-round\
s",this.rounds.box.append(p("p",{class:"lt-keys"},...["drafting","checking","without"].map(s=>p("span",{},p("i",{class:s}),
this.words[`key_${s}`])))),L(this.root,p("h2",{},this.words.title),this.said,this.forget,p("p",{},this.words.intro),p("d\
iv",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,p("label",{},this.words.
machine,this.chosen)),this.verdict,this.own,p("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,p("\
h3",{},this.words.batches),p("p",{},this.words.batches_intro),p("div",{class:"lt-charts"},this.time.box,this.rounds.box),
this.pays,this.basis,this.here,this.use,this.wrong,p("p",{class:"lt-help"},this.words.source),p("details",{open:!0},p("s\
ummary",{},this.words.runs),this.list,p("p",{class:"lt-help"},this.words.runs_note)),p("details",{},p("summary",{},this.
words.papers),p("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},p("table",{class:"lt\
-table words"},p("thead",{},p("tr",{},...this.words.papers_heads.split("|").map(s=>p("th",{scope:"col"},s)))),this.papers)))),
this.choose(),new IntersectionObserver(s=>{s.some(({isIntersecting:o})=>o)&&(this.import(),this.look())},{rootMargin:am}).
observe(this.root),addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage\
:step",()=>{this.root.checkVisibility()&&this.look()})}slider(t,e,s,o,i,a,r=()=>this.draw()){let l=p("output",{for:`wort\
h-${t}`}),c=p("input",{type:"range",id:`worth-${t}`,min:s,max:o,step:i,value:a,oninput:r,"data-testid":`worth-${t}`});return{
input:c,output:l,box:p("label",{for:`worth-${t}`},e,l,c)}}figure(t){let e=v("svg",{class:"lt-plot",viewBox:`0 0 ${Ut} ${Jo}`,
role:"img"}),s=p("figcaption",{},t);return{svg:e,caption:s,box:p("figure",{},s,e)}}values(){let[t,e,s,o]=[this.alpha,this.
gamma,this.cost,this.batch].map(i=>Number(i.input.value));return{alpha:t,gamma:e,cost:s,batch:o}}choose(){let t=this.chosen.
value;this.machine=t==="free"?Yo(this.words):this.machines.find(e=>e.name===t)??dc(this.words,Number(this.check.input.value),
this.values()),this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let t=this.values(),{alpha:e,gamma:s,
cost:o,batch:i}=t,{curve:a,known:r}=this.machine,l=ft(s,i,a),c=Cn(this.words,this.machine,(s+1)*i);this.check.input.max=
String(s+1),this.check.input.value=String(l);for(let[f,m]of[[this.alpha,Sc(e)],[this.gamma,String(s)],[this.cost,Sc(o)],
[this.batch,String(i)],[this.check,`${l.toFixed(2)}, ${c}`]])S(f.output,m);let h=ut(e,s),d=Rt(e,s,o,l),u=fn(e,o,i,a);S(this.
verdict,z(d<1?this.words.slower:this.words.faster,{tokens:h.toFixed(2),price:(s*o+l).toFixed(2),speedup:d.toFixed(2)})),
S(this.limit,this.limits(t,l,u)),S(this.own,this.ownBest(u)),Zo(this.tokens.svg,this.words,{label:this.words.tokens,y:f=>ut(
e,f),line:1/(1-e),cls:"most",known:16,note:this.words.ceiling,points:this.points((f,m)=>m,[["tokens",this.words.here,"he\
re"]])},s,null),S(this.speedup.caption,z(this.words.speedup_at,{batch:i,kind:Qo(this.words,this.machine,17*i)})),Zo(this.
speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.words.even,y:f=>Rt(e,f,o,ft(f,i,a)),known:r===
null?16:Math.max(0,Math.floor(r/i)-1),points:this.points((f,m)=>m/(f*o+ft(f,i,a)),i>1?[]:[["speedup",this.words.here_speedup,
"here formula"],["clock",this.words.here_clock,"here"]])},s,u),this.drawBatches(t)}points(t,e){if(this.imported)return yc(
this.imported,t);let s=this.known.here,o=s?.gamma??null;return!s?.chain||o===null?[]:e.flatMap(([i,a,r])=>{let l=s[i];return typeof l==
"number"?[{gamma:o,value:l,name:z(a,{name:s.name}),cls:r}]:[]})}limits({alpha:t,gamma:e},s,o){let i=al(t,e,s);return(t===
0?this.words.nothing_kept:i<=0?this.words.check_alone:z(this.words.limit,{limit:i.toFixed(2)}))+(o===null?this.words.none_pays:
z(this.words.best_is,{best:o}))}ownBest(t){if(!this.imported)return"";let{cost:e,batch:s}=this.values();return vc(this.words,
this.imported,(o,i)=>i/(o*e+ft(o,s,this.machine.curve)),t)}drawBatches(t){let{words:e,machine:s}=this;S(this.time.caption,
mc(this.time.svg,e,s,t)),gc(this.rounds.svg,e,s,t,this.batches),S(this.pays,`${fc(e,t,s.curve)} ${e.batches_note}`),S(this.
basis,pc(e,s))}take(){let t=this.known.here;if(this.imported)return this.setImported(this.imported);t?.alpha===null||t?.
gamma===null||t?.cost===null||!t||this.set(t.alpha,t.gamma,t.cost)}set(t,e,s){this.alpha.input.value=String(t),this.gamma.
input.value=String(Math.min(16,Math.max(1,Math.round(e)))),s!==null&&(this.cost.input.value=String(s)),this.draw()}import(){
let t=V().get("worth")??"";if(t===this.address)return;this.address=t;let e=this.imported=wc(t);this.forget.hidden=!e,S(this.
said,kc(this.words,t,e)),e?this.setImported(e):this.draw(),this.describe(),t&&this.root.scrollIntoView()}setImported(t){
this.batch.input.value="1",this.chosen.value="free",this.set(t.alpha,t.gamma,t.cost),this.choose()}describe(){let t=this.
known.here,e={name:t?.name??"",tokens:t?.tokens.toFixed(2)??""},s=t&&t.chain&&t.alpha!==null&&t.gamma!==null&&t.cost!==null,
o=this.imported&&xc(this.words,this.imported);S(this.here,o||(t?s?z(this.words.measured,{...e,alpha:`${Math.round(100*(t.
alpha??0))}%`,gamma:(t.gamma??0).toFixed(1),cost:(t.cost??0).toFixed(2),expected:ut(t.alpha??0,t.gamma??0).toFixed(2)})+
(t.clock===null?"":` ${z(this.words.clock,{clock:t.clock.toFixed(2)})}`):z(this.words.measured_tree,e):this.words.unmeasured)),
this.use.hidden=!s&&!o,S(this.use,o?this.words.use_imported:this.words.use);let i=Math.max(1,...this.known.runs.map(({tokens:a})=>a));
L(this.list,...this.known.runs.map(({name:a,title:r,tokens:l})=>{let c=p("i",{"aria-hidden":"true"});return c.style.width=
`${100*l/i}%`,p("li",{title:r,"data-here":a===t?.name},p("b",{},a),c,p("span",{},l.toFixed(2)))})),L(this.papers,...this.
known.papers.map(a=>p("tr",{},p("th",{scope:"row"},a.paper),...[a.pair,a.method,a.tokens===null?`${a.speedup?.toFixed(2)}\
×`:`${a.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(r=>p("td",{},r)))))}async look(){let t=nt("#stage")[0]?.
stage.state().name??"";if(!(this.known.runs.length&&t===this.asked&&(this.known.here||!t))){this.asked=t;try{let e=await fetch(
`explorer/worth?run=${encodeURIComponent(t)}`);if(!e.ok)throw new Error(String(e.status));this.known=await e.json(),S(this.
wrong,"")}catch{S(this.wrong,this.words.wrong)}this.describe(),this.draw()}}};function Ac(n){new Xo(n)}function ws(n){if(Array.isArray(n))return n.map(ws);if(typeof n!="object"||n===null)return n;let{[""]:t,["?"]:e={},...s}=n;
if(!Number.isInteger(t))return Object.fromEntries(Object.entries(n).map(([i,a])=>[i,ws(a)]));let o=Array.from({length:t},
()=>({}));for(let[i,a]of Object.entries(s)){let r=ws(a);e[i]?e[i].forEach((l,c)=>{o[l][i]=r[c]}):o.forEach((l,c)=>{l[i]=
r[c]})}return o}var rm="explorer/",Tc="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;<=>?@[]^_`{|}~-",Oc=Tc.
length,lm=Oc**2-2**13;function cm(n){let t=new Map([...Tc].map((a,r)=>[a,r])),e=[],s=a=>t.get(n[a])??0,o=0,i=0;for(let a=0;a<
n.length;a+=2){let r=s(a)+Oc*s(a+1);for(o|=r<<i,i+=a+1>=n.length?7:(r&8191)>=lm?13:14;i>=8;i-=8)e.push(o&255),o>>>=8}return new Uint8Array(
e)}async function hm(n){let t=new Blob([cm(n)]).stream().pipeThrough(new DecompressionStream("gzip")),e=(await new Response(
t).text()).split(`
`);return new Map(e.flatMap((s,o)=>o%2?[]:[[s,e[o+1]]]))}function dm(n,t=new URL(".",document.baseURI)){return n.href.startsWith(
`${t.href}${rm}`)?decodeURIComponent(n.pathname.slice(t.pathname.length)+n.search):null}function pm(n){let[,t]=n.split(/[/?]/),
e=t==="code"?"No code is available for a run that was opened from a file.":`The link names a ${t==="race"?"comparison":"\
run or a lesson"} that this site does not have. Choose another one.`;return new Response(["code","race"].includes(t)?e:JSON.
stringify({type:"clear",text:e}),{status:404})}function Ec(n){let t=new Map,e=new Map;Object.assign(window,{siteData:(a,r)=>{
t.set(a,r)}});let s=a=>new Promise((r,l)=>{let c=document.createElement("script");c.src=`data/${a}.js`,c.onload=r,c.onerror=
()=>l(new TypeError(`data/${a}.js did not load`)),document.head.append(c)});async function o(a){t.has(a)||await s(a);let r=await hm(
t.get(a)??"");return t.delete(a),r}let i=window.fetch.bind(window);window.fetch=async(a,...r)=>{let l=dm(new URL(a instanceof
Request?a.url:a,document.baseURI));if(l===null)return i(a,...r);let c=n[l];if(!c)return pm(l);let h=e.get(c)??o(c);e.set(
c,h);try{let d=JSON.stringify(ws(JSON.parse((await h).get(l)??"null")));return new Response(d,{headers:{"Content-Type":"\
application/json"}})}catch(d){throw e.delete(c),d}}}var um='<script type="application/json" id="trace">',fm="<\/script>",Ie={trace:"This page cannot draw a trace file itsel\
f. Run “python -m explorer export FILE --html page.html”, then open page.html here.",unknown:"This file is not an ex\
ported run. Make one with “python -m explorer export FILE --html page.html”.",large:"This file is larger than 64 MB.\
 Record fewer tokens, then export the run again."};async function mm(n){if(n.size>67108864)throw new Error(Ie.large);if(/\.jsonl(\.gz)?$|\.gz$/i.
test(n.name))throw new Error(Ie.trace);let t=await n.text();if(t.startsWith('{"kind":"header"'))throw new Error(Ie.trace);
let e=null;try{e=JSON.parse(t.split(um,2)[1].split(fm,1)[0])}catch{}if(e?.type!=="open"||!Array.isArray(e.iterations)||!e.
header)throw new Error(Ie.unknown);return{...e,name:"",at:{it:1,phase:1}}}function Lc(n,t,e){async function s(o){if(o){e(
"");try{t(await mm(o))}catch(i){e(i instanceof Error&&Object.values(Ie).includes(i.message)?i.message:Ie.unknown)}}}n.addEventListener(
"change",async()=>{await s(n.files?.[0]),n.value=""}),n.labels?.[0]?.addEventListener("dragover",o=>o.preventDefault()),
n.labels?.[0]?.addEventListener("drop",o=>{o.preventDefault(),s(o.dataTransfer?.files[0])})}function qc(n,t){let e=[...n.querySelectorAll("[role=tab]")],s=c=>c.dataset.tab??"",o=s(e[0]);function i(c,h=null){Dl(n.
closest("header")??n,h,n.dataset.wrong??"");for(let d of e){let u=s(d)===c;d.setAttribute("aria-selected",String(u));let f=document.
getElementById(d.getAttribute("aria-controls")??"");f&&(f.hidden=!u)}t(c)}function a(){let c=V();return c.get("tab")??(c.
has("toy")?"learn":c.has("comparison")&&!c.has("trace")?"compare":o)}function r(){let c=a(),h=e.some(d=>s(d)===c);i(h?c:
o,h?null:c)}function l(c){if(c===a())return i(c);Tt({tab:c===o?null:c,toy:null,comparison:null},!0),i(c)}for(let c of e)
c.addEventListener("click",()=>l(s(c)));return addEventListener("popstate",r),Nl(n),r(),{go:l}}function jc(){let n=matchMedia("(prefers-color-scheme: dark)"),t=V().get("__theme"),e=()=>document.body.classList.toggle(
"dark",t?t==="dark":n.matches);n.addEventListener("change",e),e()}var ot=n=>document.getElementById(n),_n=n=>document.getElementById(n),ti=()=>{};function Ic(n){let t=document.getElementById(
`table-${n}`),e=ot("compare-table");document.dispatchEvent(new Event("race:begun")),e.replaceChildren(t instanceof HTMLTemplateElement?
t.content.cloneNode(!0):p("div",{"data-comparison":n}));let s=e.querySelectorAll("tr[data-run]").length;document.querySelectorAll(
"#compare .slot").forEach((o,i)=>o.toggleAttribute("hidden",i>=s)),t&&(_n("comparisons").value=n),_l()}function gm(n){let t=document.
querySelector(".slots template");t instanceof HTMLTemplateElement&&t.replaceWith(t.content),Jl(ot("race"));for(let e of document.
querySelectorAll("#compare .slot"))Fo(e,ti,{url:!1,keys:!1,compact:!0,asks:!1},null);Fl(ot("compare"),ti),_n("comparison\
s").addEventListener("change",()=>Ic(_n("comparisons").value)),Ic(Ae()||n)}async function bm({start:n,race:t,files:e,comparison:s}){
jc();let o=V().get("embed")==="1";document.body.classList.toggle("embed",o),e&&Ec(e);let i=ot("stage"),a=_n("runs"),r=new Set;
o||(Yl(ot("bar")),await Kl(t)),Fo(i,ti,{value:n,asks:!1},null);let l=qc(ot("tablist"),d=>{r.has(d)||(r.add(d),d==="learn"?
(rc(ot("learn-toy")),Ac(ot("learn-worth"))):d==="compare"&&gm(s))});function c(d){l.go("explore"),nt("#stage")[0]?.stage.
receive(d)}let h=d=>c({type:"fetch",url:`explorer/open/${encodeURIComponent(d)}`,at:{it:1,phase:1},chosen:!0});a.addEventListener(
"change",()=>h(a.value)),addEventListener("popstate",()=>{let d=V().get("trace"),u=nt("#stage")[0]?.stage;d&&d!==u?.state().
name&&u?.receive({type:"start",trace:d,chosen:!0})}),i.addEventListener("stage:step",d=>{let{name:u,title:f}=d.detail,m=[
...a.options].some(({value:g,hidden:b})=>g===u&&!b);a.value=m?u:"",m||S(ot("unlisted"),f||"Another run")});for(let d of document.
querySelectorAll("[data-lessons]"))d.addEventListener("click",()=>c({type:"lesson"}));ot("present").addEventListener("cl\
ick",()=>nt("#stage")[0]?.stage.present()),Zl(ot("reproduce")),cc(ot("traces"),(d,u)=>h(u.name)),Lc(ot("file"),c,d=>S(ot(
"refused"),d)),o&&wm(ot("whole"))}function wm(n){let t=()=>{let e=new URL(location.href),s=V();s.delete("embed"),e.hash=
"",e.search=s.toString(),n.href=e.href};for(let e of["pointerdown","focus"])n.addEventListener(e,t);t()}bm(JSON.parse(ot(
"given").textContent??""));})();
