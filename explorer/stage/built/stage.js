function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag2,attributes={},...children)=>fill(
document.createElement(tag2),attributes,children),s=(tag2,attributes={},...children)=>fill(document.createElementNS("htt\
p://www.w3.org/2000/svg",tag2),attributes,children),put=(node,...children)=>node.replaceChildren(...present(children));function arrange(node,children){
let staying=new Set(children);for(let child of[...node.children])staying.has(child)||child.remove();let next=node.firstElementChild;
for(let child of children)child===next?next=next.nextElementSibling:node.insertBefore(child,next)}function set(node,attributes){
for(let[key,value]of Object.entries(attributes))node.getAttribute(key)!==String(value)&&node.setAttribute(key,String(value))}
function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var afterPaint=act=>requestAnimationFrame(()=>setTimeout(act)),widths=new Map,canvas=null;
function onFont(root,act){let arrived=()=>{widths.clear(),root.isConnected?act():document.fonts.removeEventListener("loa\
dingdone",arrived)};document.fonts.addEventListener("loadingdone",arrived)}function measure(text,font){let key=`${font}\0${text}`,
cached=widths.get(key);if(cached!==void 0)return cached;if(canvas??=document.createElement("canvas").getContext("2d"),!canvas)
return 0;canvas.font=font;let{width}=canvas.measureText(text);return widths.set(key,width),width}var pointer=(()=>{let at2=event=>`${event.
screenX} ${event.screenY}`,last="",before="";return{watch(root){let note=event=>{if(!root.isConnected)return document.removeEventListener(
"mousemove",note,!0);before=last,last=at2(event)};document.addEventListener("mousemove",note,{capture:!0,passive:!0})},moved:event=>at2(
event)!==(event.type==="mousemove"?before:last)}})();var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function write(values,entry=!1){let query=parameters(),
url=new URL(location.href),before=query.toString();for(let[key,value]of Object.entries(values))value===null||value===""?
query.delete(key):query.set(key,String(value));if(query.toString()!==before){url.search=query.toString(),inHash()&&(url.
hash="");try{entry?history.pushState(history.state,"",url):history.replaceState(history.state,"",url)}catch{history.replaceState(
history.state,"",`#${query}`)}}}function linkWith(values){let url=new URL(location.href);url.search=url.hash="";for(let[
key,value]of Object.entries(values))value!==null&&url.searchParams.set(key,String(value));return url.href}function embedCode(link,title,height=640){
let url=new URL(link);return url.searchParams.set("embed","1"),h("iframe",{src:url.href,title,width:"100%",height,loading:"\
lazy",frameborder:0,allow:"fullscreen; clipboard-write"}).outerHTML}var whole=(text,key)=>(key==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).
test(text??"")?Number(text.replace("n","")):null;var VISIBLE={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},CODE=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,
HIDDEN="\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",BLANK="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",UNSEEN=new RegExp(
`(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${HIDDEN}]|${BLANK})`,"gsu"),ISOLATE="⁨",END="⁩",RIGHT_TO_LEFT=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
coded=text=>text.replace(UNSEEN,c=>c===" "||c===`
`?c:`⟨U+${(c.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function visible(text){if(CODE.test(text))
return text;let signs=coded(text.replace(/[ \n\t\r\u00a0]/g,c=>VISIBLE[c]));return RIGHT_TO_LEFT.test(signs)?ISOLATE+signs+
END:signs}var quoted=text=>`“${visible(text.trim()||text)}”`,BYTES=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,utf8=new TextDecoder(
"utf-8",{fatal:!0,ignoreBOM:!0}),widthOf=lead=>lead<128?1:lead>=240?4:lead>=224?3:2;function characters(bytes){let parts2=[];
for(let at2=0;at2<bytes.length;){let wide=widthOf(bytes[at2]);try{parts2.push([utf8.decode(Uint8Array.from(bytes.slice(at2,
at2+wide))),at2]),at2+=wide}catch{parts2.push([`⟨${bytes[at2].toString(16).toUpperCase().padStart(2,"0")}⟩`,at2]),at2+=
1}}return parts2}function pieces(texts){let found=[],bytes=[],from=[],flush=()=>{found.push(...characters(bytes).map(([text,
at2])=>({text,index:from[at2]}))),bytes=[],from=[]};return texts.forEach((text,index)=>{let part=BYTES.exec(text)?.[1].split(
" ").map(byte=>parseInt(byte,16));if(part){bytes.push(...part),from.push(...part.map(()=>index));return}flush(),found.push(
{text,index})}),flush(),found}function inner(text){let within=text.startsWith(ISOLATE)&&text.endsWith(END);return[Array.
from(within?text.slice(1,-1):text),cut=>within?ISOLATE+cut+END:cut]}function clip(text,size){let[signs,around2]=inner(text);
return signs.length>size?around2(signs.slice(0,size-1).join("")+"…"):text}function tail(text,size){let[signs,around2]=inner(
text);return signs.length>size?around2("…"+signs.slice(1-size).join("")):text}var NOISE=1e-12;function num(value,digits=2){
if(value==null)return"–";if(value===0||value===1)return String(value);if(Number.isInteger(value)&&Math.abs(value)<1e7)
return value.toLocaleString("en");let size=Math.abs(value);return size<NOISE?"0":size<1e-4||size>=1e5?value.toExponential(
1).replace("e+","e"):size<1&&size>=.995?String(Math.min(+value.toFixed(5),.99999)).slice(0,6):size<.1?String(+value.toPrecision(
digits)):size<1?value.toFixed(digits).replace(/(\.\d\d+?)0+$/,"$1"):String(+value.toPrecision(4))}function ratioText(value,two=!1){
let text=value>=1e-4&&value<.0995?value.toPrecision(2):num(value);return two||Math.abs(Number(text)-value)<=.0039*value?
text:String(+value.toPrecision(3))}var short=value=>num(value).replace(/^0\./,".");function percent(value){if(value==null)
return"–";if(value<NOISE)return"0%";if(value>=.995&&value<1)return">99%";let whole2=Math.abs(100*value-Math.round(100*
value))<1e-7;return value>=95e-5?`${(100*value).toFixed(value>=.0995||whole2?0:1)}%`:value>=1e-6?`${+(100*value).toPrecision(
1)}%`:"≈0%"}var probability=(voice,value,decimal=num)=>voice==="plain"?percent(value):decimal(value),rounded=(voice,value,places2)=>voice===
"plain"?`${+(100*value).toFixed(places2)}%`:String(+value.toFixed(places2+2));function padded(voice,value,places2){let decimal=value.
toFixed(places2+2);return voice==="plain"?`${(100*Number(decimal)).toFixed(places2)}%`:decimal}var fixed=(voice,value,places2)=>value<
NOISE||value===1?probability(voice,value<NOISE?0:1):padded(voice,value,places2);function seconds(value){return value>=1?
value.toFixed(value<10?2:1)+" s":value>=.001?(value*1e3).toFixed(value<.01?1:0)+" ms":(value*1e6).toFixed(0)+" µs"}var plural=(count,word,many=`${word}\
s`)=>`${count.toLocaleString("en")} ${count===1?word:many}`;var states_default={colours:{ink:{light:"#1b2430",dark:"#eef1f5",tint:{light:"#eef1f4",dark:"#222a33"}},grey:{light:"#7d\
8894",dark:"#8d99a6",tint:{light:"#eef1f4",dark:"#222a33"}},mute:{light:"#55606d",dark:"#a9b4c1"},line:{light:"#d5dbe2",
dark:"#343e4a"},yes:{light:"#009e73",dark:"#10b98a",tint:{light:"#dcf2ea",dark:"#0e3a2e"}},no:{light:"#d55e00",dark:"#f0\
803a",tint:{light:"#fbe6d9",dark:"#43250f"}},blue:{light:"#0072b2",dark:"#3f9fdc",tint:{light:"#dfeef8",dark:"#10314a"}},
pink:{light:"#a0527d",dark:"#e6a3c8",tint:{light:"#f8e6f0",dark:"#44233a"}},sky:{light:"#56b4e9",dark:"#56b4e9",tint:{light:"\
#e3f2fb",dark:"#173646"}},amber:{light:"#e69f00",dark:"#f0b13c",tint:{light:"#fdf0d5",dark:"#3a2c0d"}},"amber-edge":{light:"\
#a86c00",dark:"#f0b13c"}},glyphs:{square:"M-.9 -.9H.9V.9H-.9Z",disc:"M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",half:"M0 -1A1 1\
 0 0 0 0 1ZM1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0",tick:"M-.95 .05L-.3 .75L.95 -.75",cross:"M-.85 -.85L.85 .85M.85 -.85L-.85 \
.85",bar:"M-.8 0H.8",slash:"M-.6 .9L.6 -.9",wedge:"M-1 -.75H1L0 1Z",diamond:"M0 -1.15L1.15 0L0 1.15L-1.15 0Z",star:"M0 -\
1.12L.27 -.372L1.065 -.346L.437 .142L.658 .906L0 .46L-.658 .906L-.437 .142L-1.065 -.346L-.27 -.372Z",triangle:"M0 -1.1L1\
.05 .8H-1.05Z",hexagon:"M1.05 0L.52 .92H-.52L-1.05 0L-.52 -.92H.52Z"},states:[{name:"input",label:"input",plain:"start",
sign:"■",look:"",glyph:"square",filled:!0,strength:0,colour:"ink",tint:!0,dash:"",help:"This round starts here, at the\
 end of the text so far."},{name:"pending",label:"not decided yet",sign:"◌",look:"orange, dashed edge",glyph:"disc",filled:!1,
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
 beam (fill-in)",colour:"blue",tint:"blue",line:"dashed"}]};var STATES=new Map(states_default.states.map(state=>[state.name,state])),ORIGINS=new Map(states_default.origins.map(origin=>[
origin.name,origin])),SHAPES=states_default.glyphs;function stateOf(name){let state=STATES.get(name);if(!state)throw new Error(
`states.json has no state ${name}`);return state}function labelOf(name,voice){let{label,plain}=stateOf(name);return voice===
"plain"&&plain?plain:label}var strongest=states=>states.reduce((one,other)=>stateOf(other).strength>stateOf(one).strength?
other:one),PHASES=new Map(states_default.phases.map(phase=>[phase.name,phase])),phaseOf=name=>PHASES.get(name)??{name,label:name.
replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},GROUPS=new Map(states_default.groups.map(({name,label})=>[
name,label])),groupOf=name=>GROUPS.get(name)??name;function calledOf(name,voice){let{label,plain,group}=phaseOf(name);return voice===
"exact"?label:plain??groupOf(group)}var shapeOf=state=>SHAPES[stateOf(state).glyph],glyph=(state,r)=>s("path",{d:shapeOf(
state),class:"st-g","data-kind":state,transform:`scale(${r})`}),glyphIcon=state=>s("svg",{viewBox:"-8 -8 16 16",width:16,
height:16,class:"st-icon","aria-hidden":"true"},glyph(state,5.4));var SIZES=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:15,font:12,chars:12},{upTo:120,cell:13,font:12,chars:11},{
upTo:1/0,cell:5,font:0,chars:0}],LAST=SIZES[SIZES.length-1],MASK={rows:[],sees:[],cached:[],starts:[]},Attention=class{info=h(
"span",{class:"st-quiet","data-testid":"mask-size"});order=h("select",{class:"st-speed st-small","data-testid":"mask-ord\
er","aria-label":"Row order",onchange:()=>this.redo()},h("option",{value:"pass"},"as in the pass"),h("option",{value:"de\
pth"},"depth first, tree by tree"));box=h("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"group"});say=h(
"p",{class:"st-mask-say","data-testid":"mask-say","aria-live":"polite"});keys=h("div",{class:"st-mask-keys","aria-hidden":"\
true"},h("span",{"data-of":"on"},"may attend"),h("span",{"data-of":"itself"},"itself"),h("span",{"data-of":"off"},"maske\
d (another branch)"));pin=h("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","aria-pressed":"fal\
se",title:"Show the mask directly below the graph",onclick:()=>this.togglePin()},"Pin below the graph");why=h("p",{class:"\
st-quiet st-mask-why"});root=h("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.
redo()},h("summary",{},"Attention mask of the target pass"),h("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.
pin,this.keys),h("div",{class:"st-mask-body"},this.box,h("div",{class:"st-mask-words"},this.say,this.why)));paths=s("g");ring=s(
"path",{class:"st-mask-ring"});across=s("rect",{visibility:"hidden",x:0});down=s("rect",{visibility:"hidden",y:0});it=void 0;mask=MASK;phase=0;rows=[];sees=[];rowOf=new Map;columns=[];labels=[];svg=null;size=LAST;top=0;left=0;heads=0;drawn="";shown=-1;pointed=-1;pinned=!1;constructor(model,on){
this.model=model,this.on=on,this.box.addEventListener("mousemove",event=>{this.svg&&pointer.moved(event)&&on.hover(this.
at(event))}),this.box.addEventListener("mouseleave",event=>{pointer.moved(event)&&on.hover(-1)}),this.box.addEventListener(
"click",event=>{this.at(event)>=0&&on.pick(this.at(event))}),this.box.addEventListener("blur",()=>on.hover(-1)),this.box.
addEventListener("keydown",event=>{let by=event.key==="ArrowDown"?1:event.key==="ArrowUp"?-1:0;if(event.key==="Enter"&&this.
pointed>=0)on.pick(this.rows[this.pointed]);else if(by&&this.svg){let r=this.pointed<0&&by<0?this.rows.length:this.pointed;
do r+=by;while(r>=0&&r<this.rows.length&&this.it.born[this.rows[r]]>this.phase);r>=0&&r<this.rows.length&&(on.hover(this.
rows[r]),this.reveal(r))}else return;event.preventDefault(),event.stopPropagation()})}togglePin(){this.pinned=!this.pinned,
this.pin.setAttribute("aria-pressed",this.pinned?"true":"false"),this.on.pin(this.pinned)}arrange(){let from=this.mask.rows.
map((_,k)=>k);if(this.order.value==="depth"){let outline=new Map(this.it.lay.at.map((place,k)=>[place,this.it.lay.row[k]]));
from.sort((a,b)=>(outline.get(this.mask.rows[a])??0)-(outline.get(this.mask.rows[b])??0))}this.heads=this.mask.cached.length;
let to=new Map(from.map((old,k)=>[old+this.heads,k+this.heads]));this.rows=from.map(old=>this.mask.rows[old]),this.sees=
from.map(old=>this.mask.sees[old].map(column=>to.get(column)??column)),this.rowOf=new Map(this.rows.map((place,k)=>[place,
k]))}word(place){return this.model.wordAt(this.it,place)}cachedTokens(){return this.mask.cached.reduce((sum2,run)=>sum2+
run.size,0)}cachedText(run){return run.end===null?coded(this.model.header.prompt||"the prompt"):this.model.phrase(this.model.
path(null,run.end).slice(-run.size).map(({token})=>token))}build(){this.size=SIZES.find(each=>this.rows.length<=each.upTo)||
LAST;let{cell,font,chars}=this.size,named=font>0,wordy=named&&cell>=14,words2=this.rows.map(place=>named?clip(this.word(
place),chars):""),wide=text=>measure(text,`${font}px sans-serif`),widest=Math.max(0,...words2.map(wide)),caps=this.mask.
cached.map((run,c)=>`${run.end===null?"prompt":this.sees.every(seen2=>seen2.includes(c))?"text":"own"} · ${run.size}`);
this.left=named?Math.ceil(widest)+cell+14:8,this.top=wordy?Math.ceil(.87*Math.max(widest,...caps.map(wide))+16):20;let x=this.
left;this.columns=[...this.mask.cached.map(run=>({tokens:run.size,x:0,wide:Math.max(cell,26)})),...this.rows.map(()=>({tokens:1,
x:0,wide:cell}))],this.columns.forEach((column,c)=>{c===this.heads&&(x+=6),column.x=x,x+=column.wide});let width=Math.ceil(
x+(wordy?this.top*.5:8)),height=this.top+this.rows.length*cell+8;this.svg=s("svg",{width,height,viewBox:`0 0 ${width} ${height}`,
class:`st-mask-svg${cell<11?" small":""}`,"aria-hidden":"true"},...this.plane(x)),this.labels=this.rows.map((place,r)=>named?
this.label(place,r,words2[r],wordy):null),this.svg.append(...this.labels.flatMap(each=>each?[each.side,...each.head?[each.
head]:[]]:[]),...this.mask.cached.map((run,c)=>this.cap(run,this.columns[c],caps[c],wordy))),put(this.box,this.svg),this.
drawn="",this.pointed=-1;let passes=this.mask.starts.length,cached=this.cachedTokens();setText(this.info,`${plural(this.
rows.length,"row")} × ${plural(cached+this.rows.length,"key")} (${cached} cached), ${passes===1?"one pass":`${passes} p\
asses`}`),this.box.setAttribute("aria-label",`Attention mask: ${plural(this.rows.length,"token")} scored by the target a\
fter ${plural(cached,"cached token")}. Use ↑ and ↓ to change rows and Enter to select the node.`),this.explain()}plane(last){
let{cell}=this.size,high=this.rows.length*cell,first=this.columns[0].x,line2=r=>`${this.top+r*cell}H${last}`;this.across.
setAttribute("height",String(cell)),this.across.setAttribute("width",String(last)),this.down.setAttribute("width",String(
cell)),this.down.setAttribute("height",String(this.top+high));for(let each of[this.across,this.down])each.setAttribute("\
visibility","hidden");this.ring.setAttribute("d",""),put(this.paths);let grid2=cell<11?[]:[...Array(this.rows.length+1).
keys()].map(r=>`M${first} ${line2(r)}`).concat(this.columns.map(({x,wide})=>`M${x} ${this.top}v${high}M${x+wide} ${this.
top}v${high}`)),cuts=this.order.value==="pass"?this.mask.starts.slice(1).map(r=>`M${first-4} ${line2(r)}`):[];return[s("\
rect",{class:"st-mask-frame",x:first,y:this.top,width:last-first,height:high}),s("path",{class:"st-mask-grid",d:grid2.join(
"")}),s("g",{class:"st-mask-band"},this.across,this.down),this.paths,s("path",{class:"st-mask-cut",d:cuts.join("")}),this.
ring]}label(place,r,text,wordy){let{cell,font}=this.size,y=cell/2+font*.35,title=()=>s("title",{},this.word(place)),mark2=s(
"path",{class:"st-g",transform:`translate(${this.left-cell/2-2} ${cell/2}) scale(${cell*.26})`}),side=s("g",{class:"st-m\
ask-row",transform:`translate(0 ${this.top+r*cell})`,"data-row":this.it.n.id[place]},title(),s("text",{x:this.left-cell-
4,y,"text-anchor":"end","font-size":font},text),mark2),way=`translate(${this.columns[this.heads+r].x+cell*.7} ${this.top-
5}) rotate(-60)`;return{side,mark:mark2,head:wordy?s("text",{class:"st-mask-head",transform:way,"font-size":font},title(),
text):null}}cap(run,{x,wide},text,wordy){let title=s("title",{},`${plural(run.size,"token")}: ${clip(this.cachedText(run),
300)}`),look="st-mask-head cached";return wordy?s("text",{class:look,transform:`translate(${x+wide*.65} ${this.top-5}) r\
otate(-60)`,"font-size":this.size.font},title,text):s("text",{class:look,x:x+wide/2,y:this.top-6,"text-anchor":"middle",
"font-size":12},title,String(run.size))}explain(){let mode=this.model.header.tree_mode?.target,trees=new Set(this.mask.sees.
map(seen2=>seen2.find(c=>c>=this.heads))).size,passes=this.mask.starts.length>1?"in a few passes":"in one pass",apart2=this.
mask.cached.length>2?" Where beams differ, each has its own columns.":trees>1?" Separate blocks are separate trees.":"",
text=this.rows.length===1?"The target reads one token. It may attend to everything before it, so nothing is masked.":`Ea\
ch row may attend to the text so far, its own ancestors and itself, but not to other branches. So ${this.rows.length} to\
kens are scored ${passes} as if each branch were alone.${apart2}`;setText(this.why,!mode||mode==="tree"?text:`${text} Th\
is model does not support tree masks (${mode}), so its paths are run separately with the same result.`)}paint(){let{cell}=this.
size,gap=cell>=11?1:0,high=cell-gap,fates=this.rows.map(place=>this.it.born[place]<=this.phase?this.model.fate(this.it,place,
this.phase):null),key=fates.map(fate=>fate?fate.state:"").join();if(key===this.drawn)return;this.drawn=key;let cells2=new Map;
fates.forEach((fate,r)=>{let view=this.labels[r];if(view&&this.dress(view,fate),!fate)return;let y=this.top+r*cell+gap/2,
way=cells2.get(fate.state)||{others:"",own:""};for(let c of this.sees[r])if(c!==this.heads+r){let{x,wide}=this.columns[c];
way.others+=`M${x+gap/2} ${y}h${wide-gap}v${high}h${gap-wide}z`}way.own+=`M${this.columns[this.heads+r].x+gap/2} ${y}h${high}\
v${high}h${-high}z`,cells2.set(fate.state,way)}),put(this.paths,...[...cells2].map(([state,{others}])=>s("path",{class:"\
st-cell","data-state":state,d:others})),...[...cells2].map(([state,{own:own2}])=>s("path",{class:"st-cell self","data-st\
ate":state,d:own2})))}dress({side,mark:mark2,head},fate){for(let part of[side,head])part?.setAttribute("visibility",fate?
"visible":"hidden");if(fate){mark2.setAttribute("d",shapeOf(fate.state)),mark2.setAttribute("data-kind",fate.state);for(let part of[
side,head])part?.setAttribute("data-state",fate.state)}}point(place){if(!this.it||!this.root.open||this.root.hidden)return;
let r=place>=0&&this.it.born[place]<=this.phase?this.rowOf.get(place)??-1:-1,{cell}=this.size;if(r===this.pointed)return;
this.labels[this.pointed]?.side.classList.remove("on"),this.pointed=r;for(let each of[this.across,this.down])each.setAttribute(
"visibility",r>=0?"visible":"hidden");let seen2=r<0?[]:this.sees[r].map(c=>this.columns[c]),y=this.top+r*cell;this.ring.
setAttribute("d",seen2.map(({x,wide})=>`M${x} ${y}h${wide}v${cell}h${-wide}z`).join("")),r>=0&&(this.across.setAttribute(
"y",String(y)),this.down.setAttribute("x",String(this.columns[this.heads+r].x)),this.labels[r]?.side.classList.add("on")),
this.describe()}reveal(r){let{cell}=this.size,y=this.top+r*cell,{x}=this.columns[this.heads+r];y<this.box.scrollTop+4?this.
box.scrollTop=y-20:y+cell>this.box.scrollTop+this.box.clientHeight&&(this.box.scrollTop=y+cell-this.box.clientHeight+20),
x<this.box.scrollLeft?this.box.scrollLeft=x-40:x+cell>this.box.scrollLeft+this.box.clientWidth&&(this.box.scrollLeft=x+cell-
this.box.clientWidth+20)}describe(){if(this.pointed<0)return setText(this.say,this.phase<this.it.seen?"The pass comes la\
ter in this round; the mask grows with the draft.":"Point at a row to see what it may attend to.");let place=this.rows[this.
pointed],seen2=this.sees[this.pointed],own2=seen2.filter(c=>c>=this.heads&&c!==this.heads+this.pointed).map(c=>this.rows[c-
this.heads]).sort((a,b)=>this.it.n.depth[a]-this.it.n.depth[b]),before=seen2.filter(c=>c<this.heads).reduce((sum2,c)=>sum2+
this.columns[c].tokens,0),names=[own2.length>12&&`${plural(own2.length-12,"ancestor")} not shown`,...own2.slice(-12).map(
each=>`“${this.word(each)}”`)].filter(Boolean).join(", "),parts2=[before?`${plural(before,"cached token")}, `:"",own2.
length?`${names} and `:""].join("");setText(this.say,`Row ${this.pointed+1}, “${this.word(place)}” (${this.model.called(
this.model.fate(this.it,place,this.phase))}), may attend to ${parts2}itself: ${before+own2.length+1} of ${this.cachedTokens()+
this.rows.length} keys.`)}at(event){if(!this.svg)return-1;let rect=this.svg.getBoundingClientRect(),x=event.clientX-rect.
left,r=Math.floor((event.clientY-rect.top-this.top)/this.size.cell),c=this.columns.findIndex(column=>x>=column.x&&x<column.
x+column.wide),place=this.rows[r]??(r<0&&c>=this.heads?this.rows[c-this.heads]:-1);return place>=0&&this.it.born[place]<=
this.phase?place:-1}redo(){if(!this.it||!this.root.open||this.root.hidden)return;let was=this.rows[this.pointed]??-1;this.
arrange(),this.build(),this.shown=this.it.i,this.paint(),this.describe(),this.point(was)}show(iteration,step){if(this.it=
iteration,this.mask=this.it.mask||MASK,this.phase=step,this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)
this.shown=-1;else if(this.shown!==this.it.i)this.redo();else{let was=this.rows[this.pointed]??-1;this.paint(),this.point(
-1),this.point(was),this.describe()}}reset(){this.it=void 0,this.shown=this.pointed=-1,this.rows=[],this.svg=null,put(this.
box),setText(this.say,""),this.root.hidden=!0}};var DRAFTERS={medusa:"Heads",lookup:"Lookup",suffix:"Suffix tree"},ENDED=-2,shareAt=(it,place,phase)=>it.n.shares?.[place]?.
findLast(([from])=>from<=phase);function prepare(packed){let{n}=packed,size=n.id.length,place=new Map(n.id.map((id,at2)=>[
id,at2])),stepOf=new Array(packed.verdicts.length).fill(packed.steps.length-1);packed.steps.forEach((step,k)=>step.verdicts.
forEach(v=>stepOf[v]=k));let judged3=n.id.map(()=>[]),children=n.id.map(()=>[]);packed.verdicts.forEach((verdict,v)=>judged3[verdict.
place].push(v));for(let list of judged3)list.sort((a,b)=>stepOf[a]-stepOf[b]);n.parent.forEach((id,at2)=>{let up=place.get(
id);up!==void 0&&children[up].push(at2)});let onPath=new Array(size).fill(!1);for(let at2 of packed.path)onPath[at2]=!0;
let fates=n.fates.map(list=>list.map(([step,state,verdict,second,times,told,plain])=>({step,state,verdict,second,times,told,
plain}))),replicas=n.origin?n.origin.filter((origin,at2)=>origin!==null&&origin!==n.id[at2]).length:0,scored2=!packed.shares&&
n.role.every((role,at2)=>role!=="draft"||judged3[at2].some(v=>packed.verdicts[v].p!==void 0||packed.verdicts[v].state===
"not_sent")),reached=0,deepest=packed.steps.map(({phase,verdicts,layer})=>reached=Math.max(reached,verdicts.length||phase===
"layer"?layer??0:0));return{...packed,size,place,fates,children,judged:judged3,stepOf,deepest,onPath,replicas,scored:scored2}}
function judgedIn(it){let panel=it.panels.find(({kind})=>kind==="judged");return panel?.kind==="judged"?panel:void 0}var Model=class{name="";header={
method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="plain";lineage=new Map;starts=[
0];columns=0;calculates=!1;open(message){let header=message.header||{method:"",deciding:{},rejection:""};Object.assign(this,
{name:message.name||"",header,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.columns=0,this.calculates=
!1,this.live=!!message.live,this.add(message)}add(message){Object.assign(this.texts,message.texts||{});for(let packed of message.
iterations||[])if(!(packed.i<this.its.length)){if(packed.i>this.its.length)return packed.i-this.its.length;this.its.push(
prepare(packed)),this.columns=Math.max(this.columns,packed.lay.cols),this.calculates||=packed.verdicts.some(({a})=>a!==void 0)||
packed.panels.some(({kind})=>kind==="judged"||kind==="prefixes"),this.starts.push(this.starts[packed.i]+packed.steps.length);
for(let[node,parent,token,origin,step]of packed.made)this.lineage.set(node,{node,parent,token,it:packed.i,origin,step})}
return message.summary&&(this.summary=message.summary),message.incomplete!==void 0&&(this.incomplete=message.incomplete),
0}get(it,field,place){return it.n[field]?.[place]??null}copied(it,place){let origin=this.get(it,"origin",place);return origin!==
null&&origin!==it.n.id[place]}up(it,place){return it.place.get(it.n.parent[place])??-1}gram(it,place,n){let line2=[];for(let at2=place;at2>=
0&&line2.length<n;at2=this.up(it,at2))line2.push(at2);return line2}drafted(it,place,phase){let share=shareAt(it,place,phase);
return share?share[1]:this.get(it,"q",place)}wanted(it,place,phase){if(phase<it.seen||this.fate(it,place,phase).state===
"not_sent")return null;let share=shareAt(it,place,phase);if(share)return share[2];let judged3=it.scored?it.judged[place]:
this.decided(it,place,phase);for(let v of judged3)if(it.verdicts[v].p!==void 0)return it.verdicts[v].p??null;return this.
get(it,"p",place)}nth(it,place){let up=this.up(it,place);if(up<0||it.n.role[place]!=="draft")return null;let drafts2=it.
children[up].filter(at2=>it.n.role[at2]==="draft");return drafts2.length>1?drafts2.indexOf(place)+1:null}toy(){return String(
this.header.pair||"").startsWith("toy:")}drafter(){return DRAFTERS[this.header.method]??"Draft"}guessed(){return this.header.
q_name??"draft"}unweighed(it,place){return(this.header.copies_text||it.panels.some(({kind})=>kind==="written"))&&it.n.role[place]===
"draft"&&this.get(it,"q",place)===1}text(token){return token===ENDED?"itself (finished)":this.texts[token]??(token<0?"st\
art":"#"+token)}word(token){return visible(this.text(token))||"∅"}wordAt(it,place){return it.n.parent[place]<0&&it.n.role[place]===
"input"?"start":this.word(it.n.token[place])}fate(it,place,phase){return it.fates[place].findLast(fate=>fate.step<=phase)||
it.fates[place][0]}missing(it,token){return it.lacking?.includes(token)?this.header.not_in_draft??null:null}decided(it,place,phase){
return it.judged[place].filter(v=>it.stepOf[v]<=phase)}marks(it,phase){let counts=new Map,count=state=>counts.set(state,
(counts.get(state)??0)+1);for(let place of this.bornBy(it,phase)){let{state}=this.fate(it,place,phase);count(state);let unused=this.
decided(it,place,phase).some(v=>it.verdicts[v].state==="unused");state==="merged"&&unused&&count("unused")}return counts}drawsOf(it,state,phase){
return state!=="accepted"&&state!=="rejected"?0:it.verdicts.filter((verdict,v)=>verdict.state===state&&it.stepOf[v]<=phase).
length}drawnOften(it,phase){let often=this.bornBy(it,phase).map(place=>this.fate(it,place,phase)).filter(({times})=>times),
tells=({state,times,told})=>state==="input"?-1/0:new Set(times).size>1&&(!times.startsWith("×")||times.includes(" "))?times.
length:-told.length;return often.sort((a,b)=>tells(b)-tells(a))[0]??null}bornBy(it,phase){return it.born.flatMap((step,place)=>step<=
phase?[place]:[])}called(fate){return labelOf(fate.state,this.voice)}path(it,id){let path=[],node=id;for(;node>0;){let place=it?.
place.get(node),committed=this.lineage.get(node);if(it&&place!==void 0&&!(committed&&it.n.role[place]==="input"))path.push(
{node,parent:it.n.parent[place],token:it.n.token[place],it:it.i,origin:null,step:0}),node=it.n.parent[place];else if(committed)
path.push(committed),node=committed.parent;else break}return path.reverse()}second(fate){return this.voice==="plain"?fate.
plain:fate.second}unit(){return this.voice==="plain"&&this.header.unit||"token"}at(place){let it=0;for(;it+1<this.its.length&&
this.starts[it+1]<=place;)it++;return[it,place-this.starts[it]]}joiner(){return this.toy()?" ":""}phrase(tokens){return coded(
pieces(tokens.map(token=>this.text(token))).map(({text})=>text).join(this.joiner()))}added(it){return this.phrase(this.its[it].
made.map(([,,token])=>token))}written(){let last=this.its.at(-1),best=last?.beams.find(beam=>beam.best)??last?.beams[0];
return best&&this.multi()?this.path(null,best.node):this.its.flatMap(({made:made2})=>made2.flatMap(([node])=>this.lineage.
get(node)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.some(it=>it.beams.length>1)}beamsOf(it){
let groups=new Map;return it.beams.forEach((beam,slot)=>{let group=groups.get(beam.node);group?group.slots.push(slot):groups.
set(beam.node,{beam,slots:[slot]})}),[...groups.values()]}},FAILED=new Set(["rejected","fails"]),statesAt=(it,k)=>it.steps[k].
now.flatMap(place=>it.fates[place].filter(({step})=>step===k)).map(({state})=>state);function failedAt(it,k){let states=statesAt(
it,k);return states.length>0&&states.every(state=>FAILED.has(state))}function decidedAt(it,k){let own2=it.steps[k].verdicts.
map(v=>it.verdicts[v].state),states=new Set(own2.length?own2:statesAt(it,k)),[state]=states;return states.size===1?state:
null}var NEAR=3,SIGNS={up:"↑",down:"↓",left:"←",right:"→"};function sidesOf({scrollLeft:x,scrollTop:y,scrollWidth,scrollHeight,
clientWidth,clientHeight},until={w:1/0,h:1/0}){return[["up",y],["down",Math.min(scrollHeight,until.h)-clientHeight-y],["\
left",x],["right",Math.min(scrollWidth,until.w)-clientWidth-x]].filter(([,hidden])=>hidden>NEAR).map(([side])=>side)}var Sides=class{sign=h(
"span",{class:"st-more-sign","aria-hidden":"true","data-testid":"more-sign"});constructor(box2,until=()=>{}){this.box=box2,
this.until=until,box2.classList.add("st-sides"),box2.addEventListener("scroll",()=>this.look(),{passive:!0}),new ResizeObserver(
()=>this.look()).observe(box2)}look(){let sides=sidesOf(this.box,this.until());set(this.box,{"data-more":sides.join(" ")}),
setText(this.sign,sides.length?`${sides.map(side=>SIGNS[side]).join(" ")} more`:"")}};var menus=0;function newMore(entries){let list=h("div",{class:"st-menu",hidden:!0,id:`st-menu-${++menus}`,"data-testid":"\
more-menu"},...entries.map(({id,label,key,act})=>h("button",{type:"button",class:"st-menu-entry","data-testid":id,onclick(){
close(),act()}},h("span",{},label),key&&h("kbd",{"aria-hidden":"true"},key)))),button=h("button",{type:"button",class:"s\
t-btn","data-testid":"more","aria-expanded":"false","aria-controls":list.id,title:"Jumps, search, pictures, keys",onclick:()=>list.
hidden?open():close()},"More"),items=[...list.children];function outside(event){let on=event.target;!list.contains(on)&&
!button.contains(on)&&close()}function open(){list.hidden=!1,button.setAttribute("aria-expanded","true"),document.addEventListener(
"pointerdown",outside,!0),items[0]?.focus()}function close(){if(list.hidden)return;let focused=list.contains(document.activeElement);
list.hidden=!0,button.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",outside,!0),focused&&
button.focus()}return list.addEventListener("keydown",event=>{let{key}=event,at2=items.findIndex(item=>item===document.activeElement),
{length}=items;if(key==="Escape")close();else if(key==="ArrowDown")items[(at2+1)%length].focus();else if(key==="ArrowUp")
items[(at2-1+length)%length].focus();else if(key==="Home")items[0].focus();else if(key==="End")items[length-1].focus();else
return;event.preventDefault(),event.stopPropagation()}),list.addEventListener("focusout",event=>{event.relatedTarget instanceof
Node&&!list.contains(event.relatedTarget)&&close()}),{button,list}}var ICONS={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M\
7 4l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M\
5 5l10 7-10 7z"},icon=name=>s("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},s("path",
{d:ICONS[name]})),NOTICE=6e3,SPEEDS={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},KEYS={"← →":"previous, next step",
"Page Up, Page Down":"previous, next step (presenter remote)","Shift + ← →":"end of the previous round, end of this \
or the next round",Space:"play, pause",F:"full screen",R:"first rejection",A:"next fully accepted round","/":"find in th\
e text",S:"share this step","Home, End":"first, last step","↑ ↓":"move between nodes, words or underlined terms",Enter:"\
select the focused node",Esc:"clear the selection","?":"this list"},Controls=class{play=this.button("play","play","Play \
(Space)",()=>this.act.play());scrub=h("input",{type:"range",class:"st-scrub","data-testid":"scrubber",min:0,max:0,value:0,
step:1,"aria-label":"Step",oninput:()=>this.act.seek(Number(this.scrub.value))});speed=h("select",{class:"st-speed","dat\
a-testid":"speed","aria-label":"Playback speed"},...Object.entries(SPEEDS).map(([value,label])=>h("option",{value,selected:value===
"1"},label)));where=h("output",{class:"st-where","data-testid":"position"});strip=h("div",{class:"st-strip",role:"group",
"aria-label":"Steps of this round","data-testid":"phases"});help=h("dialog",{class:"st-help","data-testid":"help-dialog",
"aria-label":"Keys"},h("h2",{},"Keys"),h("dl",{},...Object.entries(KEYS).map(([key,what])=>h("div",{},h("dt",{},h("kbd",
{},key)),h("dd",{},what)))),h("button",{type:"button",class:"st-btn st-wide",onclick:()=>this.help.close()},"Close"));next=h(
"button",{type:"button",class:"st-btn st-next","data-testid":"next-phase",title:"Next step (→)",onclick:()=>this.act.phase(
1)},h("span",{},"Next"),icon("next"));menu=newMore([{id:"to-rejection",label:"First rejection",key:"R",act:()=>this.act.
rejection()},{id:"to-accepted",label:"Next fully accepted round",key:"A",act:()=>this.act.accepted()},{id:"open-find",label:"\
Find in the text",key:"/",act:()=>this.act.find()},{id:"save-svg",label:"Save picture as SVG",act:()=>this.act.picture("\
svg")},{id:"save-png",label:"Save picture as PNG",act:()=>this.act.picture("png")},{id:"open-share",label:"Share this st\
ep",key:"S",act:()=>this.act.share()},{id:"help",label:"Show all keys",key:"?",act:()=>this.act.help()}]);notice=h("p",{
class:"st-told",role:"status","data-testid":"told"});run=h("div",{class:"st-of-run"},this.button("first","first","First \
step (Home)",()=>this.act.seek(0)),this.button("prev-iteration","back2","End of the previous round (Shift ←)",()=>this.
act.iteration(-1)),h("div",{class:"st-place"},this.where,this.scrub),this.button("next-iteration","next2","End of this r\
ound, then of the next (Shift →)",()=>this.act.iteration(1)),this.button("last","last","Last step (End)",()=>this.act.
seek(1/0)),this.speed,this.menu.button);more=h("button",{type:"button",class:"st-btn st-more-controls","data-testid":"mo\
re-controls",title:"More controls","aria-label":"More controls","aria-expanded":"false",onclick:()=>this.unfold()},"⋯");root=h(
"section",{class:"st-controls","aria-label":"Playback"},h("div",{class:"st-row"},this.next,this.button("prev-phase","bac\
k","Previous step (←)",()=>this.act.phase(-1)),this.play,this.strip,this.run,this.more),this.menu.list,this.notice,this.
help);sides=new Sides(this.strip);striped=null;cells=[];lit=-1;voice="";part="";reached=-1;fading=0;constructor(model,act){
this.model=model,this.act=act,this.voice=model.voice,this.strip.addEventListener("click",event=>{let target=event.target instanceof
Element?event.target.closest("[data-to]"):null;target&&act.to(Number(target.getAttribute("data-to")))})}button(id,name,title,run){
return h("button",{type:"button",class:"st-btn","data-testid":id,title,"aria-label":title,onclick:run},icon(name))}notify(text){
clearTimeout(this.fading),setText(this.notice,text),text&&(this.fading=setTimeout(()=>this.notify(""),NOTICE))}unfold(){
let open=this.root.classList.toggle("all");this.more.setAttribute("aria-expanded",open?"true":"false"),open&&this.settle()}show(it,phase,part="",reached=phase){
this.model.live||this.notify(""),(this.part!==part||this.reached!==reached)&&(this.lit=-1),this.part=part,this.reached=reached;
let title=reached<phase?it.steps[phase].ahead:this.titleOf(it,phase),round=`Round ${it.i+1} of ${this.model.its.length}`;
this.scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.starts[it.i]+phase),setText(this.where,round);
let end=this.model.starts[it.i]+phase===this.model.total()-1;this.next.setAttribute("aria-disabled",String(end)),this.scrub.
setAttribute("aria-valuetext",`${round}, step ${phase+1}: ${part?`${title}, ${part}`:title}`),this.striped!==it&&this.fillStrip(
it),this.voice!==this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let k=Math.max(0,Math.min(this.lit,phase));k<=
Math.min(this.cells.length-1,Math.max(this.lit,phase));k++)this.reach(it,k,phase);this.lit<0&&this.cells.forEach((_,k)=>this.
reach(it,k,phase)),this.lit=phase}titleOf(it,k){return this.model.voice==="plain"?it.steps[k].called:it.steps[k].title}reach(it,k,phase){
let cell=this.cells[k],title=this.titleOf(it,k),{ahead}=it.steps[k],done=k<=this.reached;cell.classList.toggle("done",done),
cell.toggleAttribute("data-failed",done&&failedAt(it,k)),k===phase?cell.setAttribute("aria-current","step"):cell.removeAttribute(
"aria-current");let state=decidedAt(it,k),sign=cell.dataset.group!=="decide"?"":done?state?stateOf(state).sign:"●":"?";
setText(cell,k===phase?this.part||title:sign);let label=`Step ${k+1}: ${done?title:ahead}`;set(cell,{title:label,"aria-l\
abel":label})}fillStrip(it){this.striped=it,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(
document.activeElement)&&document.activeElement.blur();let runs=[],widths3=it.panels.some(({kind})=>kind==="width"),groups=it.
steps.map(({phase})=>phase==="layer"&&widths3?"width":phaseOf(phase).group),drafts2=groups.some((group,k)=>group==="draf\
t"&&it.steps[k].phase!=="input");groups.forEach((own2,k)=>{let group=own2==="draft"&&!drafts2?"check":own2;runs.at(-1)?.
group!==group&&runs.push({group,steps:[]}),runs[runs.length-1].steps.push(k)});let before=[...this.strip.children],boxes=runs.
map((_,i)=>before[i]??h("div",{class:"st-phases"},h("span",{class:"st-group"})));this.cells=[],runs.forEach(({group,steps},i)=>{
let[name,...old]=[...boxes[i].children];set(boxes[i],{"data-group":group}),setText(name,group==="width"?"Width":groupOf(
group));let mine=steps.map((_,j)=>old[j]??h("button",{type:"button",class:"st-ph",tabindex:"-1"}));steps.forEach((k,j)=>set(
mine[j],{"data-phase":it.steps[k].phase,"data-group":group,"data-to":k})),arrange(boxes[i],[name,...mine]),this.cells.push(
...mine)}),this.strip.classList.toggle("many",this.cells.length>12),arrange(this.strip,boxes)}settle(){let current=this.
cells[this.lit],room=this.strip.clientWidth,name=current?.parentElement?.querySelector(".st-group");if(!current||!name)return;
let box2=current.getBoundingClientRect(),frame=this.strip.getBoundingClientRect(),left=box2.left-frame.left+this.strip.scrollLeft;
this.strip.scrollLeft=centred(left,box2.width,room,name.getBoundingClientRect().width);let edge2=frame.left+4;for(let group of this.
strip.children){let{left:start2,right}=group.getBoundingClientRect(),title=group.firstElementChild,seen2=!title||start2>=
edge2-1||right-edge2>=title.getBoundingClientRect().width;group.classList.toggle("cut",!seen2)}this.sides.look()}playing(on){
put(this.play,icon(on?"pause":"play")),this.play.title=on?"Pause (Space)":"Play (Space)",this.play.setAttribute("aria-la\
bel",this.play.title),this.play.setAttribute("aria-pressed",on?"true":"false")}reset(){this.striped=null,this.cells=[],this.
lit=-1,put(this.strip),setText(this.where,""),this.scrub.max="0"}focus(){return this.next.focus({preventScroll:!0})}rate(){
return Number(this.speed.value)}},centred=(left,wide,room,name)=>Math.max(0,left+wide/2-(room+name)/2);function roundFrom({
it,phase},by,steps){if(by>0&&phase<steps[it]-1)return{it,phase:steps[it]-1};if(by<0&&it===0)return{it,phase:0};let to=Math.
min(steps.length-1,it+by);return{it:to,phase:steps[to]-1}}var READING=45;function waitAfter(phase,before,length){let reading=300+
READING*length,{group}=phaseOf(phase);return group==="draft"?length>60?reading:before===phase?1100:2e3:Math.max(phase===
"verify"||phase==="unused"?4e3:4200,reading)}var TYPING="input:not([type=range]):not([type=checkbox]):not([type=radio]):\
not([type=button]), textarea, select, [contenteditable=''], [contenteditable=true]",WIDGETS="[role=tablist],[role=slider\
],[role=listbox]",SLIDE=["ArrowLeft","ArrowRight","Home","End","PageUp","PageDown"],LETTERS=new Map([["f","present"],["r",
"rejection"],["a","accepted"],["/","find"],["s","share"],["?","help"]]),presenting=root=>root.classList.contains("presen\
t");function listen(root,act,taken){function onKey(event){if(!root.isConnected)return document.removeEventListener("keyd\
own",onKey);if(event.defaultPrevented||event.ctrlKey||event.metaKey||event.altKey||!root.checkVisibility())return;let at2=event.
target instanceof Element?event.target:document.body,{key,shiftKey}=event;if(at2.closest(TYPING)||document.querySelector(
"dialog[open]")||at2.closest(WIDGETS)||!root.contains(at2)&&at2.closest("input, button, a, summary")&&[" ","Home","End"].
includes(key)||SLIDE.includes(key)&&at2.matches("input[type=range]")&&!at2.closest(".st-controls")||taken(event))return;
let by=key==="ArrowRight"||key==="PageDown"?1:-1;if(key==="ArrowRight"||key==="ArrowLeft")act[shiftKey?"iteration":"phas\
e"](by);else if(presenting(root)&&(key==="PageDown"||key==="PageUp"))act.phase(by);else if(LETTERS.has(key.toLowerCase()))
act[LETTERS.get(key.toLowerCase())??"help"]();else if(key===" "&&!(at2.closest("button, summary")&&root.contains(at2)))act.
play();else if(key==="Home")act.seek(0);else if(key==="End")act.seek(1/0);else if(key==="Escape")act.release();else return;
event.preventDefault()}document.addEventListener("keydown",onKey)}function readAddress(){let query=parameters(),place=key=>whole(
query.get(key),key);return{trace:query.get("trace"),it:place("it"),phase:query.has("phase")?place("phase")??1:null,part:place(
"part"),node:place("node")}}var PARTS={it:"round",phase:"step",node:"node"};function wrongPart(query,its){for(let[key,noun]of Object.
entries(PARTS)){let named=query.get(key),value=whole(named,key),it=its[(whole(query.get("it"),"it")??1)-1],late=value!==
null&&(key==="it"&&value>its.length||key==="phase"&&value>(it??its[its.length-1]).steps.length),gone=key==="node"&&value!==
null&&!its.some(({place})=>place.has(value));if(named!==null&&(late||gone||value===null))return`There is no ${noun} “${named.
slice(0,40)}”, so ${key==="node"?"none is selected":`this is the ${late?"last":"first"} one`}.`}return""}var opens=()=>document.
querySelector("[data-opening='race']")!==null;function addressWriter(may=()=>!0){let waiting=0,delay=0,next={};function write4(){
if(waiting=0,!may())return;let before=parameters(),after2={lesson:before.get("lesson"),trace:before.get("trace"),...next},
another=before.has("trace")&&![null,"",before.get("trace")].includes(after2.trace);write(next,another&&!after2.lesson)}return values=>{
next=values,waiting||=setTimeout(write4,delay),delay=120}}var UNSENT="not_sent",drafts=it=>judged(it).length>0,judged=it=>it.n.role.flatMap((role,place)=>role==="draft"&&it.fates[place].
at(-1)?.state!==UNSENT?[place]:[]);function accepted(it){let places2=judged(it),deepest=Math.max(...places2.map(place=>it.
n.depth[place]));return places2.some(place=>it.n.depth[place]===deepest&&it.onPath[place])}function without(model,none){
return model.its.some(drafts)?model.live?`${none} so far.`:`${none}.`:"Nothing is drafted in this run."}function firstRejection(model){
for(let it of model.its){let phase=it.steps.findIndex(({verdicts})=>verdicts.some(v=>it.verdicts[v].state==="rejected")),
verdict=it.steps[phase]?.verdicts.find(v=>it.verdicts[v].state==="rejected");if(verdict!==void 0)return{it:it.i,phase,node:it.
n.id[it.verdicts[verdict].place]}}return without(model,"This run has no rejection")}function nextAccepted(model,it){let next=model.
its.slice(it+1).find(accepted);if(next)return{it:next.i,phase:next.steps.length-1,node:null};let any=model.its.some(accepted);
return without(model,any?"No later round is fully accepted":"No round is fully accepted")}function hits(tokens,words2,text,joiner){
let query=words2.toLowerCase();if(!query.trim())return[];let parts2=pieces(tokens.map(({token})=>text(token))),starts=[],
whole2="";for(let part of parts2)starts.push(whole2.length),whole2+=part.text.toLowerCase()+joiner;let matches=[];for(let at2=whole2.
indexOf(query);at2>=0;at2=whole2.indexOf(query,at2+query.length)){let first=at2+(query.length-query.trimStart().length),
token=tokens[parts2[starts.findLastIndex(start2=>start2<=first)].index];matches.at(-1)!==token&&matches.push(token)}return matches}function newFind(model,on){let count=h("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),field=h("in\
put",{type:"text",class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"\
Find in the text",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>search2()}),button=(id,sign,title,act)=>h(
"button",{type:"button",class:"st-btn st-small","data-testid":id,title,"aria-label":title,onclick:act},sign),root=h("div",
{role:"search",class:"st-find",hidden:!0,"data-testid":"find"},field,count,button("find-previous","↑","Previous match \
(Shift + Enter)",()=>step(-1)),button("find-next","↓","Next match (Enter)",()=>step(1)),button("find-close","✕","Clo\
se search (Esc)",()=>close())),list=[],here=-1,from=0;function search2(){list=hits(model.written(),field.value,token=>model.
text(token),model.joiner()),on.mark(new Set(list.map(({node})=>node))),here=list.findIndex(({it})=>it>=from),here<0&&(here=
list.length-1),show2()}function show2(){let match=list[here],any=field.value.trim()!=="";match&&on.goto(match.it,match.step,
match.node),setText(count,match?`${here+1} of ${list.length}`:any?"No match in this run":"")}function step(by){list.length&&
(here=(here+by+list.length)%list.length,show2())}function open(){root.hidden&&(from=on.at()),root.hidden=!1,field.focus(),
field.select(),field.value&&search2()}function close(){root.hidden||(root.hidden=!0,list=[],on.mark(new Set),on.left())}
return field.addEventListener("keydown",event=>{if(event.key==="Enter")step(event.shiftKey?-1:1);else if(event.key==="Ar\
rowDown"||event.key==="ArrowUp")step(event.key==="ArrowDown"?1:-1);else return;event.preventDefault(),event.stopPropagation()}),
root.addEventListener("keydown",event=>{event.key==="Escape"&&(close(),event.preventDefault(),event.stopPropagation())}),
{root,open,reset(){root.hidden=!0,field.value="",setText(count,""),list=[],here=-1,on.mark(new Set)}}}var glossary_default=[{term:"target",also:["target model","target models"],methods:[],name:"target model",help:"The larg\
e model whose output we want. It is slow, so each of its passes should produce as many tokens as possible.",paper:""},{term:"\
draft",also:["draft model","draft models"],methods:[],name:"draft model",help:"The small, fast model that guesses ahead.\
 The target checks its guesses.",paper:""},{term:"draft token",also:["draft tokens","drafted tokens","drafts","guess","g\
uesses"],methods:[],name:"draft token (guess)",help:"A token proposed before the target has checked it. The target accep\
ts or rejects it.",paper:"Leviathan, Kalman and Matias 2023"},{term:"token",also:["tokens"],methods:[],name:"token",help:"\
The unit a language model reads and writes: a word, part of a word, or a punctuation mark.",paper:""},{term:"probability",
also:["probabilities","chance"],methods:[],name:"probability",help:"How likely an event is: 0% is impossible, 100% is ce\
rtain, 25% is one time in four.",paper:""},{term:"distribution",also:["distributions","next-token distribution"],methods:[],
name:"distribution",help:"A model’s probabilities for every possible next token. Together they add up to 100%.",paper:""},
{term:"output distribution",also:["output distributions","output probabilities"],methods:[],name:"output distribution",help:"\
How likely each possible output text is. A lossless method has the same one as the target alone.",paper:""},{term:"total\
 variation",also:[],methods:[],name:"total variation",help:"How different two distributions are: 0 if they are equal, 1 \
if they have nothing in common.",paper:""},{term:"perplexity",also:["perplexities"],methods:[],name:"perplexity",help:"H\
ow surprised the target is by a text, on average. 1 means not at all; likelier texts have lower values.",paper:""},{term:"\
p",also:["p(x)","target probability"],methods:[],name:"p: target probability",help:"The target’s probability of a token,\
 after the sampling settings have been applied, unless marked “before warping”.",paper:""},{term:"q",also:["q(x)","d\
raft probability"],methods:[],name:"q: draft probability",help:"The draft’s probability of a token, after the sampling s\
ettings have been applied, unless marked “before warping”.",paper:""},{term:"max q",also:[],methods:[],name:"max q",
help:"The probability of the draft’s most likely token: how sure the draft is.",paper:""},{term:"p′",also:["p_j"],methods:[],
name:"p′: current target distribution",help:"The target distribution that the next candidate is tested against. It is \
p at first and the leftover distribution (residual) after each rejection. In DSBD it is p again after an acceptance.",paper:"\
Leviathan, Kalman and Matias 2023"},{term:"p_beam",also:[],methods:[],name:"p_beam: target over beams",help:"The target’\
s joint probability of a beam and its next token. Over all beams and tokens it adds up to 100%.",paper:"Qin et al. 2024 \
(DSBD)"},{term:"q_beam",also:[],methods:[],name:"q_beam: draft over beams",help:"The draft’s joint probability of a beam\
 and its next token. Over all beams and tokens it adds up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"share of the \
total probability",also:["shares of the total probability","draft’s share","target’s share","shares of all beams","o\
f all beams","over all beams","probability over all beams","probabilities over all beams"],methods:[],name:"share of the\
 total probability (of all beams)",help:"The probability of one beam together with one next token. Over all beams and al\
l next tokens these shares add up to 100%.",paper:"Qin et al. 2024 (DSBD)"},{term:"p/q",also:["ratio","p′/q","p_beam/q\
_beam","p′/q_beam"],methods:[],name:"ratio p/q",help:"How many times as likely the target finds a token as the draft d\
oes. At 1 or more, the token is always accepted.",paper:"Leviathan, Kalman and Matias 2023"},{term:"joint ratio",also:["\
∏ p/q"],methods:["mtad","mtjd"],name:"joint ratio",help:"The target’s joint probability of the first few draft tokens \
divided by the draft’s. MTAD compares it with its threshold.",paper:"Qin et al. 2025 (MTAD)"},{term:"p/ρ",also:["p/(ρ\
q)","p/ρq"],methods:["spectr"],name:"p over ρ",help:"The target’s probability divided by SpecTr’s correction ρ, becaus\
e several drafts compete for one position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"u",also:["random number"],methods:[],
name:"u: random number",help:"A new random number between 0 and 1 for every test. The draft token is accepted if u is be\
low the threshold.",paper:"Leviathan, Kalman and Matias 2023"},{term:"a",also:["min(1, p/q)","acceptance probability"],methods:[],
name:"a: acceptance probability",help:"The probability that this draft token is accepted: target divided by draft, at mo\
st 1. It is the threshold for the random number.",paper:"Leviathan, Kalman and Matias 2023"},{term:"threshold",also:["th\
resholds"],methods:[],name:"threshold",help:"The value that a number is compared with. A random number must be below it;\
 a probability or a ratio must be above it.",paper:""},{term:"residual",also:["norm(max(p − q, 0))","leftover target p\
robability","leftover probability","leftover probabilities","leftover shares","leftover target","leftover"],methods:[],name:"\
leftover target probability (residual)",help:"The amounts by which the target’s probabilities exceed the draft’s, rescal\
ed to add up to 100%. Papers call them the residual. The replacement of a rejected token is sampled from them.",paper:"L\
eviathan, Kalman and Matias 2023"},{term:"bonus",also:["bonus token","bonus tokens"],methods:[],name:"bonus token",help:"\
An extra token that the target samples when every draft token was accepted. It needs no extra pass because the same pass\
 already gave its probability.",paper:"Leviathan, Kalman and Matias 2023"},{term:"fill",also:["fill-in beam","fill-in be\
ams","fill-in","extra beam"],methods:["dsbd"],name:"fill-in beam (extra beam)",help:"A beam that the target samples itse\
lf because too few draft beams of the layer were accepted.",paper:"Qin et al. 2024 (DSBD)"},{term:"γ",also:["gamma","dr\
aft length"],methods:[],name:"γ: draft length",help:"How many tokens, or tree levels, are drafted before the target che\
cks them.",paper:"Leviathan, Kalman and Matias 2023"},{term:"α",also:["acceptance rate"],methods:[],name:"α: acceptance\
 rate",help:"The probability that a draft token is accepted. For a run, it is the percentage of tested draft tokens that\
 were accepted.",paper:"Leviathan, Kalman and Matias 2023"},{term:"speed-up",also:["speed-ups","speedup"],methods:[],name:"\
speed-up",help:"The tokens per second, divided by those of the comparison run. 1× means no gain.",paper:""},{term:"γ̄",
also:["gamma_bar","tokens per target pass","tokens per iteration","block efficiency"],methods:[],name:"tokens per target\
 pass",help:"How many tokens one target pass adds on average, the target’s own token included.",paper:"Qin et al. 2025\
 (MTAD)"},{term:"forward pass",also:["forward passes","target pass","target passes","target-model pass","target-model pa\
sses","draft pass","draft passes","one pass"],methods:[],name:"forward pass",help:"One run of a model over its input. It\
 gives next-token probabilities at every input position, and takes most of the time.",paper:""},{term:"top-k",also:["top\
_k"],methods:[],name:"top-k",help:"Only the k most likely tokens can be sampled; all others get probability 0.",paper:""},
{term:"top-p",also:["top_p"],methods:[],name:"top-p",help:"Keeps the smallest set of most likely tokens whose probabilit\
ies add up to the top-p value. The p in its name is not the target’s p.",paper:""},{term:"temperature",also:[],methods:[],
name:"temperature",help:"Below 1 it makes likely tokens likelier; above 1 it evens the probabilities out. At 0 the most \
likely token is always chosen.",paper:""},{term:"𝒯",also:["sampling settings","warping","warped"],methods:[],name:"𝒯\
: sampling settings (warping)",help:"Temperature, top-k and top-p together. They turn a model’s raw probabilities into t\
hose that tokens are sampled from.",paper:""},{term:"sampling",also:["sample","samples","sampled","draws"],methods:[],name:"\
sampling",help:"Choosing at random by probability: a token with 30% is chosen about 3 times in 10.",paper:""},{term:"gre\
edy",also:["argmax","greedy decoding","greedy choice","most likely token"],methods:[],name:"greedy",help:"Always choosin\
g the most likely token. Nothing is random.",paper:""},{term:"accepted",also:["accept","accepts"],methods:[],name:"accep\
ted",help:"The draft token passed its test.",paper:""},{term:"rejected",also:["reject","rejects","rejection","rejections"],
methods:[],name:"rejected",help:"The draft token failed its test. The next candidate is tested, or the target writes a t\
oken of its own.",paper:""},{term:"unused",also:["not tested"],methods:[],name:"unused (not tested)",help:"Drafted but n\
ot tested, because an earlier decision made the test unnecessary.",paper:""},{term:"orphaned",also:["orphan","orphans","\
discarded with its parent"],methods:[],name:"orphaned (discarded with its parent)",help:"A draft beam whose parent was n\
ot accepted. It continues a text that will not be written.",paper:"Qin et al. 2024 (DSBD)"},{term:"merged",also:["merge",
"merging"],methods:[],name:"merged",help:"This n-gram already appears elsewhere in the draft, so its continuation is reu\
sed instead of being drafted again.",paper:"Gong et al. 2024 (GSD)"},{term:"replica",also:["replicas","unmerge","unmerge\
d","unmerging"],methods:[],name:"replica (copy)",help:"A copy of draft tokens below a merged node. The target needs ever\
y path written out, so shared continuations are copied before the check.",paper:"Gong et al. 2024 (GSD)"},{term:"copy",also:[
"copies"],methods:["gsd"],name:"copy (replica)",help:"A copy of draft tokens below a merged node. The target needs every\
 path written out, so shared continuations are copied before the check.",paper:"Gong et al. 2024 (GSD)"},{term:"pruned",
also:["leaf","leaves","not extended"],methods:[],name:"pruned (not extended)",help:"Too unlikely to be extended, or beyo\
nd the node budget. It stays in the draft and is checked like the others.",paper:"Gong et al. 2024 (GSD)"},{term:"not se\
nt",also:["not sent to the target"],methods:[],name:"not sent",help:"Drafted but not sent to the target. EAGLE-2 sends o\
nly the guesses with the highest confidence, MTAD only its likeliest beam.",paper:""},{term:"dropped",also:["not on the \
chosen path"],methods:[],name:"dropped (not on the chosen path)",help:"It passed its test, or was added by the target, b\
ut another path was chosen.",paper:""},{term:"sampled by the target",also:["sampled from p","the target’s own"],methods:[],
name:"the target’s own token",help:"Written by the target itself, according to its own probabilities.",paper:""},{term:"\
commit",also:["committed"],methods:[],name:"commit",help:"Make tokens a permanent part of the text.",paper:""},{term:"ca\
ndidate",also:["candidates"],methods:[],name:"candidate",help:"A draft token or beam that is tested. Several candidates \
for one position are tested in order.",paper:""},{term:"m",also:[],methods:["dsbd"],name:"m: candidates",help:"How many \
candidates a layer has after the orphans are removed.",paper:"Qin et al. 2024 (DSBD) Algorithm 1"},{term:"node",also:["n\
odes"],methods:[],name:"node",help:"One dot in the graph: a token together with all tokens before it.",paper:""},{term:"\
node budget",also:["node_budget","size limit"],methods:[],name:"node budget",help:"The largest number of draft nodes tha\
t the target checks in one pass.",paper:""},{term:"level",also:["levels"],methods:[],name:"level",help:"All nodes of a t\
ree that are equally far from its start.",paper:""},{term:"layer",also:["layers"],methods:["dsbd"],name:"layer",help:"Al\
l draft beams that are the same number of tokens ahead of the input beams.",paper:"Qin et al. 2024 (DSBD)"},{term:"beam",
also:["beams","input beam","input beams","live beam","live beams"],methods:[],name:"beam",help:"One of several versions \
of the text that are written side by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"duplicates",also:["duplicate","×2","\
multiplicity"],methods:[],name:"duplicates",help:"The same token or beam sampled more than once. Each one is tested sepa\
rately.",paper:""},{term:"forest",also:["draft forest"],methods:[],name:"draft forest",help:"The draft trees below all i\
nput beams, one tree per beam.",paper:"Qin et al. 2024 (DSBD)"},{term:"beam weight",also:["beam weights"],methods:["dsbd"],
name:"beam weight",help:"How often the draft samples below a beam. Likelier beams get more samples.",paper:"Qin et al. 2\
024 (DSBD)"},{term:"round",also:["rounds","iteration","iterations"],methods:[],name:"round (iteration)",help:"One cycle:\
 draft, check with the target, accept or reject, and add the result to the text.",paper:""},{term:"lossless",also:["exac\
t"],methods:[],name:"lossless",help:"The output has the same probabilities as if the target had written it alone. Two te\
xts can still differ, because both are samples.",paper:"Leviathan, Kalman and Matias 2023"},{term:"lossy",also:["not exa\
ct"],methods:[],name:"lossy",help:"The output’s probabilities differ from those of the target writing alone.",paper:""},
{term:"reference method",also:["oracle"],methods:[],name:"reference method (oracle)",help:"The method whose output distr\
ibution this method must reproduce exactly.",paper:""},{term:"KV",also:["KV cache","KV tokens"],methods:[],name:"KV cach\
e",help:"The data that a model stores about tokens it has read (keys and values), so that it does not have to read them \
again.",paper:""},{term:"log p",also:["log q","Σ log p","Σ log q"],methods:[],name:"log p",help:"The logarithm of the \
target’s probability: 0 for a certain token, more negative for less likely ones. Probabilities multiply, so their logari\
thms add up.",paper:""},{term:"−log p",also:["surprise"],methods:[],name:"−log p: surprise",help:"How surprising a t\
oken is to the target: 0 for a certain token, larger for less likely ones.",paper:"Kim et al. 2023 (BiLD)"},{term:"H",also:[
"entropy"],methods:[],name:"H: entropy",help:"How uncertain a model is about the next token: 0 if one token is certain, \
larger if more tokens are likely.",paper:""},{term:"W",also:["width"],methods:[],name:"W: width",help:"How many beams co\
ntinue side by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_S",also:["draft_width","draft width"],methods:["dsbd"],name:"\
W_S: draft width",help:"How many beams the draft samples in each layer.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_L",also:[
"target width"],methods:["dsbd"],name:"W_L: target width",help:"How many beams this layer aims for. It is fixed before t\
he drafted tokens are looked at, which keeps the layer exact.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W̃_L",also:[
"W̃"],methods:["dsbd"],name:"W̃_L: width before the minimum",help:"The largest number of beams that is reached with pr\
obability t or more.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W_min",also:["min_width","minimum width"],methods:["d\
sbd"],name:"W_min: minimum width",help:"The smallest number of beams that a layer may aim for.",paper:"Qin et al. 2024 (\
DSBD) §3.2"},{term:"t",also:["required probability"],methods:["dsbd"],name:"t: required probability",help:"How likely a\
 layer must be to reach its target width. A lower t gives wider layers.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"α_\
j",also:[],methods:["dsbd"],name:"α_j: acceptance of candidate j",help:"The probability that a candidate is accepted af\
ter j − 1 rejections in a row.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"P(m, k)",also:["P(m,k)"],methods:["dsbd"],
name:"P(m, k)",help:"The probability that exactly k of the first m candidates are accepted.",paper:"Qin et al. 2024 (DSB\
D) §3.2"},{term:"P(at least K)",also:[],methods:["dsbd"],name:"P(at least K)",help:"The probability that K or more cand\
idates are accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"β",also:["beta"],methods:["dsbd"],name:"β (DSBD): pr\
obability of W_min",help:"The probability that at least the minimum width is accepted.",paper:"Qin et al. 2024 (DSBD) §3\
.2"},{term:"β",also:["beta"],methods:["spectr"],name:"β (SpecTr): acceptance of one draft",help:"The probability that \
one draft token is accepted at this position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"ρ",also:["rho","SpecTr’s correc\
tion","correction"],methods:["spectr"],name:"ρ: SpecTr’s correction",help:"The ratio is divided by ρ if several draft\
s compete for one position. This keeps the output exact.",paper:"Sun et al. 2023 (SpecTr)"},{term:"K",also:[],methods:["\
dsbd"],name:"K (DSBD): number of beams",help:"A possible layer width. The layer aims for the largest number of beams tha\
t is likely enough to be accepted.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"K",also:["k"],methods:["spectr"],name:"\
K (SpecTr): drafts",help:"How many drafts compete for this position.",paper:"Sun et al. 2023 (SpecTr)"},{term:"K",also:[],
methods:["mtjd"],name:"K (MTJD): block length",help:"How many tokens are chosen together.",paper:"Qin et al. 2025 (MTAD)"},
{term:"k",also:[],methods:["tsd","gsd","typical","eagle2"],name:"k: children per node",help:"How many of the draft’s mos\
t likely tokens are added below each node.",paper:"Gong et al. 2024 (GSD)"},{term:"τ",also:["tau"],methods:["mtad"],name:"\
τ (MTAD): threshold",help:"The joint ratio of a prefix must be above τ; a ratio above 1 counts as 1. A larger value is \
stricter.",paper:"Qin et al. 2025 (MTAD)"},{term:"τ",also:["tau"],methods:["gsd"],name:"τ (GSD): n-gram length",help:"\
How many tokens in a row must repeat before two nodes are merged. A larger value merges less.",paper:"Gong et al. 2024 (\
GSD)"},{term:"τ₁",also:["fallback threshold","fallback"],methods:[],name:"τ₁: fallback threshold",help:"The draft \
hands over to the target when its most likely token has less than this probability.",paper:"Kim et al. 2023 (BiLD)"},{term:"\
τ₂",also:["rollback","rollback threshold"],methods:["bild"],name:"τ₂: rollback threshold",help:"The target goes ba\
ck to the first token whose −log p is above τ₂. A larger value accepts more.",paper:"Kim et al. 2023 (BiLD)"},{term:"\
ε",also:["epsilon"],methods:["typical","medusa"],name:"ε (typical acceptance): upper limit",help:"The highest value th\
at the threshold of typical acceptance can take.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"ε",also:["epsilon"],
methods:["mtad"],name:"ε (MTAD): beam sampling error",help:"How much worse the sampled draft is than the best possible \
one. It is taken as 0 here.",paper:"Qin et al. 2025 (MTAD)"},{term:"δ",also:["delta"],methods:["typical","medusa"],name:"\
δ: slope",help:"Scales the threshold of typical acceptance: threshold = δ·e^−H, at most ε. A larger value is stricter.",
paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"min(ε, δ·e^−H)",also:["min(ε, δ·exp(−H))"],methods:["typical",
"medusa"],name:"threshold of typical acceptance",help:"A token’s target probability must be above this threshold. The mo\
re certain the target is, the higher the threshold.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"θ_prob",also:["pr\
ob_threshold"],methods:[],name:"θ_prob: minimum probability",help:"A draft token with a lower draft probability is not \
extended.",paper:"Gong et al. 2024 (GSD) §4.2"},{term:"θ_sib",also:["sibling_threshold"],methods:[],name:"θ_sib: minim\
um relative to its sibling",help:"A draft token below this fraction of its likeliest sibling’s probability is not extend\
ed.",paper:"Gong et al. 2024 (GSD) §4.2"},{term:"n-gram",also:["n-grams","τ-gram","repeated n-gram","repeated n-grams",
"1-gram","2-gram","3-gram"],methods:[],name:"n-gram",help:"n tokens in a row: a 2-gram is two tokens.",paper:"Gong et al\
. 2024 (GSD)"},{term:"graph success",also:["accepted from a copy"],methods:["gsd"],name:"graph success",help:"Whether an\
 accepted token came from a copy that merging made possible.",paper:"Gong et al. 2024 (GSD)"},{term:"∏ q",also:["confi\
dence","Π q"],methods:[],name:"∏ q: confidence",help:"The draft’s probabilities multiplied along the path: how sure t\
he draft is of the whole path.",paper:"Li et al. 2024 (EAGLE-2)"},{term:"q left",also:["q_left","draft remaining"],methods:[],
name:"q left",help:"When drafts are sampled without replacement, each sampled token is removed from q. This is the proba\
bility that remains.",paper:"Yang et al. 2024 (MCSS)"},{term:"joint likelihood",also:["joint likelihoods","joint probabi\
lity","joint probabilities","∏ p"],methods:[],name:"joint probability (likelihood)",help:"The probability of several t\
okens together: their probabilities multiplied.",paper:"Qin et al. 2025 (MTAD)"},{term:"prefix",also:["prefixes"],methods:[],
name:"prefix",help:"The first few tokens of a draft, taken together.",paper:"Qin et al. 2025 (MTAD)"},{term:"U",also:[],
methods:["mtad"],name:"U: largest gap",help:"The largest difference between log p and log q of the draft tokens examined\
.",paper:"Qin et al. 2025 (MTAD)"},{term:"exit threshold",also:[],methods:["self-ssd"],name:"exit threshold",help:"Draft\
ing stops when the draft’s most likely token has less than this probability.",paper:"Zhang et al. 2024 (Draft & Verify\
)"},{term:"AR",also:["recent acceptance rate"],methods:["self-ssd"],name:"AR: recent acceptance rate",help:"A moving ave\
rage of how many draft tokens were accepted. The draft’s exit threshold follows it.",paper:"Zhang et al. 2024 (Draft &\
 Verify)"},{term:"head",also:["heads","extra head","extra heads"],methods:["medusa"],name:"head (Medusa)",help:"A small \
extra output layer on the target that guesses a token further ahead.",paper:"Cai et al. 2024 (Medusa)"},{term:"P",also:[
"running ratio"],methods:["block"],name:"P: running ratio",help:"The product of the first tokens’ ratios p/q, capped at \
1 after each one. A likely token makes up for an unlikely one before it.",paper:"Sun et al. 2025"},{term:"h",also:[],methods:[
"block"],name:"h: threshold of a prefix",help:"A prefix passes if its random number is below h. For the whole chain, h i\
s the running ratio P.",paper:"Sun et al. 2025"},{term:"R",also:[],methods:["block"],name:"R: total leftover probability",
help:"How far P times the target’s probabilities exceed the draft’s after a prefix, added up over all tokens: the sum of\
 max(P·p − q, 0).",paper:"Sun et al. 2025"},{term:"norm(max(P·p − q, 0))",also:[],methods:["block"],name:"residual\
 of a block",help:"The distribution of the next token after the accepted prefix. It takes the running ratio P into accou\
nt.",paper:"Sun et al. 2025"},{term:"α",also:["so far","α above"],methods:["traversal"],name:"α: threshold of a leaf",
help:"A leaf is accepted if its random number is below α. It starts as min(α above · p/q, 1) and changes when leaves bel\
ow it are deleted.",paper:"Weng et al. 2025"},{term:"S",also:[],methods:["traversal"],name:"S: total leftover probabilit\
y",help:"How far α times the target’s probabilities exceed the draft’s after a deletion, added up over all tokens: the s\
um of max(α·p′ − q, 0).",paper:"Weng et al. 2025"},{term:"leaf",also:["leaves"],methods:["traversal"],name:"leaf",
help:"A guess that has not been deleted and has no remaining guess after it.",paper:"Weng et al. 2025"},{term:"deleted",
also:["deletion","deletions"],methods:["traversal"],name:"deleted leaf",help:"A rejected leaf is removed from the tree. \
Then the next leaf is tested.",paper:"Weng et al. 2025"}];var TERMS=new Map;for(let entry of glossary_default)for(let word of[entry.term,...entry.also])TERMS.set(word,[...TERMS.get(
word)??[],entry]);var LETTER="[\\p{L}\\p{N}_′̃’]",escaped=word=>word.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),spelled=word=>/^\p{Ll}{2}/u.
test(word)?`[${word[0]}${word[0].toUpperCase()}]${escaped(word.slice(1))}`:escaped(word),LONGEST_FIRST=[...TERMS.keys()].
sort((a,b)=>b.length-a.length),ANY=new RegExp(`(?<!${LETTER})(${LONGEST_FIRST.map(spelled).join("|")})(?![\\p{L}\\p{N}_′̃]\
)`,"gu");function senseOf(word,method){let senses=TERMS.get(word)??TERMS.get(word[0].toLowerCase()+word.slice(1))??[];return senses.
find(({methods})=>methods.includes(method))??senses.find(({methods})=>!methods.length)??null}function termsIn(text,method="",seen2=new Set){
let parts2=[],from=0;for(let match of outsideQuotes(text)){let entry=senseOf(match[0],method);!entry||seen2.has(entry)||
(seen2.add(entry),parts2.push({text:text.slice(from,match.index),entry:null},{text:match[0],entry}),from=match.index+match[0].
length)}return[...parts2,{text:text.slice(from),entry:null}].filter(part=>part.text)}var outsideQuotes=text=>[...text.matchAll(
ANY)].filter(({index})=>text.lastIndexOf("“",index)<=text.lastIndexOf("”",index)&&!/^a \p{L}/u.test(text.slice(index,
index+3))),glossaries=0;function newGlossary(stage,method){glossaries+=1;let root=h("div",{class:"st-gloss",role:"toolti\
p",id:`st-gloss-${glossaries}`,hidden:!0,"data-testid":"glossary"}),at2=null;function show2(term,entry){at2=term,put(root,
h("b",{},entry.name),h("p",{},entry.help),entry.paper?h("small",{},entry.paper):null),root.hidden=!1;let box2=term.getBoundingClientRect(),
frame=stage.getBoundingClientRect(),wide=root.offsetWidth,left=Math.max(0,Math.min(box2.left-frame.left,frame.width-wide)),
above3=box2.top-root.offsetHeight-6;root.style.left=`${left}px`,root.style.top=`${(above3>0?above3:box2.bottom+6)-frame.
top}px`,term.setAttribute("aria-describedby",root.id)}function hide(){at2?.removeAttribute("aria-describedby"),at2=null,
root.hidden=!0}stage.addEventListener("keydown",event=>{if(event.key==="ArrowDown"||event.key==="ArrowUp")return walk(event,
event.key==="ArrowDown"?1:-1);event.key!=="Escape"||root.hidden||(hide(),event.stopPropagation())});function walk(event,by){
let here=event.target;if(!(here instanceof HTMLElement)||here.localName!=="dfn")return;let terms=[...here.closest("p, dt\
, dd, li, span")?.querySelectorAll("dfn")??[]];terms[Math.min(terms.length-1,Math.max(0,terms.indexOf(here)+by))].focus(),
event.preventDefault(),event.stopPropagation()}let marker=(stop=!0)=>{let seen2=new Set,stops=stop;return text=>termsIn(
text,method(),seen2).map(part=>{let first=stops&&part.entry!==null;return first&&(stops=!1),marked2(part,first)})},explained=(text,stop=!0)=>marker(
stop)(text);function marked2({text:words2,entry},stop){if(!entry)return words2;let term=h("dfn",{tabindex:stop?"0":"-1",
"data-term":entry.term},words2),open=()=>show2(term,entry);for(let event of["focus","click"])term.addEventListener(event,
open);return term.addEventListener("mouseenter",event=>{pointer.moved(event)&&open()}),term.addEventListener("blur",hide),
term.addEventListener("mouseleave",()=>{term.matches(":focus")||hide()}),term}return{root,explained,marker,gone:()=>{at2&&
!at2.isConnected&&hide()}}}var MODES=[{name:"rich",upTo:26,row:72,high:58,low:50,apart:7,wide:190,gap:36,font:17,small:14.5,r:6.5,text:!0,least:.93},
{name:"duo",upTo:64,row:50,high:40,low:33,apart:4,wide:250,gap:30,font:17,small:15.5,r:5.4,text:!0,least:.8},{name:"chip",
upTo:64,row:36,high:30,low:26,apart:4,wide:250,gap:30,font:17,small:15.5,r:5,text:!0,least:.8},{name:"line",upTo:160,row:25,
high:21,low:19,apart:2,wide:230,gap:30,font:15,small:15.5,r:4.6,text:!0,least:.8},{name:"dots",upTo:1/0,row:15,high:13,low:13,
apart:2,wide:14,gap:34,font:12,small:12,r:4.2,text:!1,least:1}],CARD={name:"card",upTo:1/0,row:0,high:92,low:60,apart:0,
wide:178,gap:0,font:18,small:13,r:7,text:!0,least:.93},BACK_ROW={card:1.13,rich:1.39,duo:1.17,chip:1.17,line:1.2,dots:1.5},
modeNamed=name=>MODES.find(mode=>mode.name===name)??MODES[0],NUMBER=3.3,LONGEST=60,SHORTEST=16,BADGE=7,NAME=4,NAMES=13,numberRoom=size=>Math.
ceil(NUMBER*size),timesRoom=({small:small2},fates)=>Math.ceil(small2*(fates?5.2:2.75))+4,ratioRoom=({name,small:small2})=>Math.
ceil(small2*(name==="rich"?4.1:3.4))+9,copyRoom=({name,small:small2},{numbers})=>name==="line"&&numbers===1?0:Math.ceil(
small2*2.8)+4,nameRoom=size=>Math.ceil(NAME*size),PAD=16,LANE=34,SLAB=30,KEY=10,FINGER=44,LARGER=1.6,edgeOf=narrow=>narrow?
PAD-6:PAD-4,together=({name},narrow)=>narrow||name==="line"||name==="dots",docks=(mode,{kind},narrow)=>kind==="tree"&&!together(
mode,narrow),rowsOf=(mode,lay,narrow)=>lay.rows-(docks(mode,lay,narrow)?1:0),BELOW=9,slabRow=(mode,lay)=>docks(mode,lay,
!1)?Math.max(SLAB,mode.high)+BELOW:SLAB,footOf=(mode,lay)=>together(mode,!1)?KEY:slabRow(mode,lay)+(docks(mode,lay,!1)?10:
8),slabMiddle=(mode,lay,h2)=>h2-edgeOf(!1)-slabRow(mode,lay)+(docks(mode,lay,!1)?Math.max(SLAB,mode.high):SLAB)/2,around=(mode,lay,narrow)=>2*
edgeOf(narrow)+LANE+(narrow?0:footOf(mode,lay));var SCALE=88,ROOMY=142,BIG=112,LEAST=66,SLIM=98,MANY=8,BELOW2={slab:28,low:22,gap:6,end:3};function cardOf(lay,room,narrow,flat,prefixes4){
let{cols}=lay,small2=room.big?16:CARD.small;if(narrow){let least2=room.touched?FINGER:FINGER-6,row3=Math.max(least2,Math.
min(54,Math.floor((room.h-2*edgeOf(!0)-LANE)/cols)));return{...CARD,row:row3,high:row3-6,wide:Math.min(420,Math.max(200,
room.w-2*PAD-SCALE-14)),gap:0,font:16,small:small2,least:1}}let high=flat?60:room.big?CARD.high-10:CARD.high,tall=heightOf(
high,flat,cols>2,prefixes4),gap=flat||cols>MANY?8:Math.max(12,Math.min(22,Math.floor(room.w*.018))),gaps=2*PAD+gap*(cols-
1),across=cols*(room.big?BIG:ROOMY)+gaps,least=flat?.8:room.big?BACK_ROW.card:CARD.least,large=Math.max(room.big?least:1,
Math.min(LARGER,(room.h-barAbove(room))/tall,room.w/across)),fits=scale=>Math.floor((room.w/scale-gaps)/cols),wide=Math.
max(LEAST,Math.min(CARD.wide,fits(large)),Math.min(BIG,fits(least)));return{...CARD,high,wide,gap,font:flat?16:CARD.font,
small:flat&&!room.big?15.5:small2,least}}var barAbove=({bar:bar3,touched})=>touched?bar3:0,LINE=18,underOf=(flat,prefixes4=0)=>flat?
33:Math.max(48,prefixes4&&16+LINE*prefixes4),slabOf=flat=>flat?BELOW2.low:BELOW2.slab,dropOf=(high,flat,prefixes4)=>high+
underOf(flat,prefixes4)+slabOf(flat)+BELOW2.gap,heightOf=(high,flat,drafts2,prefixes4)=>edgeOf(!1)+LANE+high+(drafts2?underOf(
flat)+dropOf(high,flat,prefixes4)+BELOW2.end:underOf(flat,prefixes4)+slabOf(flat)+PAD);function cardForm(mode,narrow){if(narrow)
return rowForm(mode);let{high,wide,r,small:small2}=mode,low=high<80,top=-high/2,end=wide-9,number=numberRoom(small2),name=nameRoom(
small2),slim=wide<SLIM,line2=top+(low?21:27),scale={x:0,y:-top+(low?5:12),wide,high:low?8:12,says:{x:wide/2,y:-top+(low?
29:40)}},rows=low?[33,48]:[48,68],named=wide>=10+name+4+20+6+number+9,bars2=low?inLine(mode,named,top+rows[0],top+rows[1]):
above(mode,top);return{glyph:{x:slim?13:18,y:top+(low?15:21),r},word:{x:slim?24:32,y:line2,end:slim?wide-4:end},scale,sure:null,
bars:bars2,second:wide<(low?128:118)?null:{x:10,y:top+(low?39:52),end:!1},times:{x:end,y:line2-1}}}function inLine({wide,
small:small2,high},named,q,p){let end=wide-9,x=named?14+nameRoom(small2):10,text=small2*.34,bar3=end-numberRoom(small2)-
6-x;return{x:{q:x,p:x},wide:bar3<SHORTEST?0:bar3,high:high<80?7:9,q,p,name:named?10:null,long:named,one:!1,numbers:{q:end,
p:end},texts:{q:text,p:text}}}function above({wide,small:small2},top){let end=wide-9,named=10+nameRoom(small2)+4+numberRoom(
small2)<=end,q=top+50,p=top+74;return{x:{q:10,p:10},wide:wide-20,high:5,q,p,name:10,long:named,one:!1,numbers:{q:end,p:end},
texts:{q:-7,p:-7}}}function rowForm({high,wide,r,small:small2}){let number=numberRoom(small2),end=wide-8,from=end-number,
name=from-nameRoom(small2)-4,named=name-4>120,far=Math.min(22,(high-2)/2),first=-far+small2*.73+.5,under2=3.8,q=first+under2,
p=first+far+under2,left=named?name:from;return{glyph:{x:18,y:0,r},word:{x:32,y:6,end:left-6},second:{x:end,y:5,end:!0},sure:null,
times:{x:left-4,y:5},bars:{x:{q:from,p:from},wide:number,high:2.6,q,p,name:named?name:null,long:named,one:!1,numbers:{q:end,
p:end},texts:{q:-under2,p:-under2}},scale:{x:wide+10,y:-8,wide:SCALE,high:10,says:{x:wide+10+SCALE/2,y:16}}}}function curve({narrow,mode,chain},a,b){let from=a.x+a.wide,turn=a.edge+4,mid=(turn+b.x)/2,half=mode.high/2;if(narrow&&chain)
return`M${a.x+18} ${a.cy+half}V${b.cy-half}`;if(narrow){let x=a.x+mode.r+7;return`M${x} ${a.cy+half}V${b.cy-6}Q${x} ${b.
cy} ${x+6} ${b.cy}H${b.x}`}return`M${from} ${a.cy}H${turn}C${mid} ${a.cy} ${mid} ${b.cy} ${b.x} ${b.cy}`}function arcOf({
narrow},a,b){let side=Math.max(a.x+a.wide,b.x+b.wide)+(narrow?22:30);return`M${a.x+a.wide} ${a.cy}C${side} ${a.cy} ${side}\
 ${b.cy} ${b.x+b.wide+1} ${b.cy}`}var moved=item=>item.makes?{...item,cy:item.cy+item.makes}:item,at=({room},item,step)=>step>=
room?moved(item):item,wireAt=({room},item,step)=>step>=room?item.late:item.wire;var READABLE=44;function beginOf({name,r},{nth}){let glyph2=(nth?BADGE:0)+(name==="rich"?9:name==="dots"?3:7)+r;return{glyph:glyph2,
word:glyph2+r+(name==="rich"?7:6)}}function formOf(mode,has,narrow){let{name,high,wide,font,r}=mode,key=[`${name}${narrow?
"-":""}${wide}x${high}`,has.numbers,+has.sure,+has.nth,+has.ratio].join("."),{small:small2}=mode;if(name==="card")return{
key,small:small2,...cardForm(mode,narrow)};let begin=beginOf(mode,has),half=high/2;if(name==="rich")return{key,small:small2,
...richForm(mode,has,begin)};let bars2=name==="dots"||has.numbers<1?null:name==="duo"?stacked(mode):beside(mode,has),left=bars2?
Math.min(bars2.x.q,(bars2.numbers.q??wide)-numberRoom(mode.small)):wide,y=Math.min(font*.36,half-font*.25),free=left-(has.
ratio&&bars2?besideNumbers(mode,has):0);return{key,small:small2,glyph:{x:begin.glyph,y:0,r},word:{x:begin.word,y,end:free-
5},second:null,sure:null,times:{x:free-4,y},bars:bars2,ratio:has.ratio&&bars2?{x:(bars2.one?wide:left)-5,y:0}:void 0,scale:name!==
"chip"&&name!=="duo"?null:{x:0,y:half+under(mode,3.5),wide,high:3.5,says:null}}}var besideNumbers=(mode,has)=>has.numbers>
1||mode.name==="duo"?ratioRoom(mode)+6:8;function richForm(mode,has,begin){let{high,wide,r,small:small2}=mode,{sure}=has,
half=high/2,top=(high>55?18:16.5)-half,p=half-10.5,q=p-(high>55?15.5:13.5),begins=10+(has.nth?BADGE:0),number=numberRoom(
small2),end=wide-8,named=begins+nameRoom(NAMES),from=wide-named-number-18>=READABLE?named+4:begins,room=end-number-6-from,
y={q:small2*.34,p:small2*.34},free=has.ratio?end-ratioRoom(mode)-4:end;return{glyph:{x:begin.glyph,y:top-6,r},word:{x:begin.
word,y:top,end:sure?end-number-6:free},second:{x:end,y:top,end:!0},start:{x:10,y:15},sure:sure?{x:end,y:top}:null,times:{
x:free,y:top},ratio:has.ratio?{x:end,y:top-5}:void 0,bars:{x:{q:from,p:from},wide:room<READABLE?0:room,high:6,q,p,name:from>
begins?begins:null,long:from>begins,one:!1,numbers:{q:end,p:end},texts:y},scale:{x:0,y:half+under(mode,4),wide,high:4,says:null}}}
var under=({row:row3,high},tall)=>Math.min(2,row3-high-1.5*tall-1.75);function stacked({high,wide,small:small2,bar:bar3=0}){
let far=high*.23,end=wide-8,number=end-numberRoom(small2)-6,y=small2*.36,x=number-bar3;return{x:{q:x,p:x},wide:bar3,high:6,
q:-far-.5,p:far-1,name:null,long:!1,one:!1,numbers:{q:end,p:end},texts:{q:y,p:y}}}function beside({name,high,wide,small:small2},{
numbers}){let end=wide-7,number=numberRoom(small2),first=numbers>1?end-number-8:end,slim=name==="line",y=slim?0:3.6-high/
2,base=slim?small2*.36:high/2-8.5;return{x:{q:first-number+3,p:end-number+3},wide:number-3,high:slim?0:2.6,q:y,p:y,name:null,
long:!1,one:numbers<2,numbers:{q:first,p:end},texts:{q:base-y,p:base-y}}}var barredFor=({name,small:small2},{numbers,nth})=>name===
"rich"&&numbers?10+(nth?BADGE:0)+READABLE+6+numberRoom(small2)+9:0,startFor=(mode,has,word)=>Math.ceil(beginOf(mode,has).
word+word+8);function widthFor(mode,has,word,times,long=!1){let{name,small:small2}=mode,begin=beginOf(mode,has).word,number=numberRoom(
small2),first=begin+word+times+8+(has.ratio?besideNumbers(mode,has):0);return!mode.text||has.numbers<1?Math.ceil(first):
Math.ceil(name==="rich"?Math.max(first+(has.sure?number+6:0),long?10+nameRoom(NAMES)+4+LONGEST+6+number+8:10+SHORTEST+6+
number+8):name==="duo"?first+number+11+(long?LONGEST:0):first+number+(has.numbers>1?number+8:0)+4)}var MARK=22;function repeatsOf(it){let repeats2=new Map;return it.n.merge?.forEach((id,place)=>{let merged2=it.fates[place].
find(({state})=>state==="merged");id!==null&&merged2&&repeats2.set(id,[...repeats2.get(id)??[],merged2.step])}),repeats2}
function joinAll(frame){let{model,it,items,spot,narrow,form,mode}=frame;if(items.some(({place})=>model.copied(it,place)))
return;let into=new Map;for(let item of narrow?[]:items){let other=spot.get(it.place.get(model.get(it,"merge",item.place)??
-1)??-1);other&&other!==item&&other.col>=item.col&&into.set(other,[...into.get(other)??[],item])}for(let[item,merged2]of into)
item.shared=merged2,merged2.forEach((each,k)=>{let y=item.cy+mode.high/(merged2.length+2)*(k+1-(merged2.length-1)/2),above3=spot.
get(model.up(it,each.place)),gap=above3?item.x-above3.edge:0,half=gap<2*MARK;each.into={item,x:item.x-(half?gap/2:MARK)-
form.glyph.x,y:(half&&above3?(y+above3.cy)/2:y)-form.glyph.y,wire:above3?curve(frame,above3,{...item,cy:y}):""}});it.n.id.
forEach((_,place)=>{let own2=spot.get(place),first=own2??spot.get(it.place.get(model.get(it,"origin",place)??-1)??-1),item=first?.
into?.item??first;!item||item===own2||(item.stands.push(place),own2||spot.set(place,item))})}function joinedBy({it},{place,
into},step){let from=it.fates[place].find(fate=>fate.state==="merged")?.step??1/0;return into&&from<=step?into:null}var BLOCK=78,BESIDE=130,WORDS=170,BUTTONS=240;function modelsOf({mode,narrow,chain,items,top,w,h:h2,bar:bar3,scale},lay,room,flat,prefixes4){
let aside=Math.max(0,(room.w/scale-w)/2),freeOf=buttons2=>narrow||bar3||!room.bar?1/0:(room.w-(buttons2??BUTTONS))/scale-
aside-8,free=freeOf(room.buttons),buttons=room.bar?room.buttons??BUTTONS:0,shared2=together(mode,narrow),y=edgeOf(narrow)-
2,x=Math.min(...items.map(item=>item.x)),drafts2=Math.max(0,lay.cols-(lay.kind==="free"?1:2)),lane={x,y,w:BLOCK,h:LANE-10},
right=Math.max(...narrow?items.map(item=>item.x+item.wide):items.filter(({col:col2})=>col2<=drafts2).map(item=>item.x+item.
wide)),bottom=chain&&!narrow?top+mode.high+underOf(flat,prefixes4):slabMiddle(mode,lay,h2)-SLAB/2+2,[least,most]=narrow?
[160,460]:[120,300],beside2=Math.min(right-x,free-x-WORDS)-BESIDE,slab=shared2?{x:x+BESIDE,y,w:Math.max(least,Math.min(beside2,
most)),h:LANE-10}:{x,y:bottom,w:right-x,h:chain?slabOf(flat):SLAB},end=shared2?h2-edgeOf(narrow)-(narrow?0:KEY)+4:bottom,
area={x:x-5,y:shared2?slab.y+slab.h:top-6,w:right-x+10,h:end-(shared2?slab.y+slab.h:top-6)},col=lay.cols-1,half=mode.high/
2,bonus=chain?narrow?{x,y:top+half+col*mode.row,w:mode.wide,h:mode.high}:{x:PAD+col*(mode.wide+mode.gap),y:top+half,w:mode.
wide,h:mode.high}:null;return{lane,most:Math.max(x,freeOf(room.zooms??room.buttons)-BLOCK),until:narrow?room.w-8-buttons:
Math.min(w,free),slab:{...slab,w:Math.min(slab.w,w-slab.x-8)},docks:docks(mode,lay,narrow),below:!shared2,area,bonus,head:top-
6}}function placeOf(model,it,lay,items){let own2=items.find(({place})=>it.n.role[place]==="target"),above3=own2&&items.find(
({place})=>place===model.up(it,own2.place));if(lay.kind!=="tree"||!own2||!above3)return null;let others=items.filter(item=>item!==
own2),column=others.filter(({col})=>col===own2.col),first=column.filter(({place})=>model.up(it,place)===above3.place).at(
-1)??above3,branch2=new Set([first.place]);for(let{place}of others)branch2.has(model.up(it,place))&&branch2.add(place);let below=others.
filter(item=>item.row>first.row&&!branch2.has(item.place)),last=Math.max(-1,...column.filter(item=>item.row<=first.row).
map(({y:y2})=>y2)),next=Math.min(1/0,...column.filter(item=>below.includes(item)).map(({y:y2})=>y2)),y=first===above3?Math.
max(last+1,Math.min(above3.y,next)):last+1;return{own:own2,others,branch:branch2,below,y,next}}function makeRoom(model,it,lay,items,row3,narrow){
let found=placeOf(model,it,lay,items);if(!found)return 1/0;let{own:own2,others,branch:branch2,below,y,next}=found;if(narrow){
let end=Math.max(...others.filter(({place})=>branch2.has(place)).map(item=>item.row))+1;for(let item of below)item.makes=
row3;return own2.cy+=(end-own2.row)*row3,own2.row=end,it.born[own2.place]}if(next<y+.99)for(let item of below)item.makes=
row3;return own2.cy+=(y-own2.y)*row3,own2.y=y,it.born[own2.place]}function placeOwn(model,it,lay,items,{row:row3,rows,last}){
let found=placeOf(model,it,lay,items);if(!found)return;let{own:own2,y,next}=found,free=next>=y+.99&&y<=rows-1;own2.cy=free?
own2.cy+(y-own2.y)*row3:last,own2.y=y}var EDGES=44,PLATE=30,ARCS=26,APART=96,WORD=3,WHOLE=7,NAMED=96,inRoom=(mode,{big})=>big?{...mode,least:BACK_ROW[mode.name]}:
mode,hasOf=({name,text},numbers,{sure,nth,ratio},{big})=>({numbers:text?numbers:0,sure:sure&&name==="rich",big:!!big,fates:!1,
ratio:ratio&&text&&numbers>0,nth:nth&&text&&(name!=="line"||numbers>1)}),TRIES=[["rich",2],["duo",2],["chip",2],["line",
2],["duo",1],["chip",1],["line",1],["line",0]];function treeOf(lay,room,bar3,content){let high=room.h-bar3,made2=TRIES.filter(
([name])=>lay.at.length<=modeNamed(name).upTo).map(([name,numbers])=>{let mode=inRoom(modeNamed(name),room);return{mode,
has:hasOf(mode,numbers,content,room)}}),low=({mode})=>mode.least*heightOf2(mode,lay,mode.low+mode.apart)<=high,slim=({mode,
has},cols2=lay.cols)=>mode.least*widthOf2(mode,has,{...lay,cols:cols2},content,leastOf(mode,has,content))<=room.w-4,shorter=lay.
kind==="tree"?lay.cols-1:lay.cols,first=list=>list.find(each=>slim(each))??list.find(each=>slim(each,shorter)),best=list=>first(
list.filter(({mode,has})=>has.numbers===2&&mode.name!=="line"))??first(list.filter(({has})=>has.numbers===2))??first(list.
filter(({has})=>has.numbers===1))??first(list),lines2=made2.filter(({mode})=>mode.name==="line"),found=best(made2.filter(
low))??(room.big?made2.find(low):void 0)??best(lines2)??lines2.at(-2)??{mode:inRoom(modeNamed("dots"),room),has:hasOf(modeNamed(
"dots"),0,content,room)},cols=slim(found)?lay.cols:shorter;return{...spread({...lay,cols},room,high,content,found.mode,found.
has),fits:slim(found,cols)}}function heightOf2(mode,lay,row3){let high=Math.min(mode.high,row3-mode.apart);return(rowsOf(
mode,lay,!1)-1)*row3+high+around({...mode,high},lay,!1)}var leastOf=(mode,has,content)=>mode.text?widthFor(mode,has,Math.
min(content.word(mode.font),WORD*mode.font),duplicates(mode,has,content)):mode.wide,duplicates=(mode,has,{often,copied:copied2},fates=!1)=>often?
timesRoom(mode,fates):copied2?copyRoom(mode,has):0,closest=(mode,has,{joins})=>joins?EDGES:has.nth&&mode.name!=="rich"?PLATE:
mode.gap*.6,marginsOf=({name},{arcs})=>2*PAD+(arcs||name==="line"||name==="dots"?ARCS:0),columnOf=(mode,wide)=>mode.text?
wide:wide+NAMED,widthOf2=(mode,has,{cols},content,wide)=>columnOf(mode,firstOf(mode,has,content,wide))+(cols-1)*(columnOf(
mode,wide)+closest(mode,has,content))+marginsOf(mode,content),firstOf=(mode,has,{root},wide)=>root&&mode.text?Math.min(wide,
startFor(mode,has,root(mode.font))):wide;function spread(lay,room,high,content,mode,has){let{cols}=lay,{least,apart:apart2,
low}=mode,word=content.word(mode.font),comfort=low+apart2+.4*(mode.row-low-apart2),w=room.w-4,most=Math.min(word,WHOLE*mode.
font),whole2=mode.text?Math.max(barredFor(mode,has),widthFor(mode,has,most,duplicates(mode,has,content))):mode.wide,scale=Math.
max(least,Math.min(LARGER,high/heightOf2(mode,lay,comfort),w/widthOf2(mode,has,lay,content,whole2))),fits=row4=>heightOf2(
mode,lay,row4)<=high/scale,row3=Math.floor(low+apart2);for(;row3<mode.row&&fits(row3+1);)row3++;let margins=marginsOf(mode,
content),gap=closest(mode,has,content),boxes=w/scale-margins-(cols-1)*gap,start2=firstOf(mode,has,content,1/0),share=Math.
max(boxes/cols,(boxes-start2)/Math.max(1,cols-1)),wide=mode.text?Math.floor(Math.max(leastOf(mode,has,content),Math.min(
mode.wide,share,widthFor(mode,has,word,duplicates(mode,has,content,content.fates),!0)))):mode.wide,first=firstOf(mode,has,
content,wide),free=(w/scale-margins-columnOf(mode,first))/Math.max(1,cols-1)-columnOf(mode,wide),fates=content.fates&&wide>=
leastOf(mode,has,content)+timesRoom(mode,!0)-timesRoom(mode,!1);return{mode:{...mode,wide,row:row3,high:Math.min(mode.high,
row3-apart2),bar:barOf(mode,has,content,wide)},has:{...has,fates},first,gap:Math.floor(Math.max(gap,Math.min(APART,free)))}}
function outlineOf(lay,room,content){let rows=lay.at.length,free=bar3=>(room.h-bar3-around(MODES[0],lay,!0))/rows,pitch=Math.
floor(room.touched?Math.max(free(room.bar),Math.min(FINGER,free(0))):free(room.bar)),{name}=MODES.filter(({upTo})=>rows<=
upTo).find(({low,apart:apart3,text})=>text&&low+apart3<=pitch)??(rows<=modeNamed("line").upTo?modeNamed("line"):modeNamed(
"dots")),mode={...modeNamed(name),small:13,font:Math.min(modeNamed(name).font,16),least:1},most=Math.max(120,room.w-marginsOf(
mode,content)-(lay.cols-1)*indentOf(mode)),both=hasOf(mode,2,content,room),has=leastOf(mode,both,content)<=most?both:hasOf(
mode,1,content,room),beside2=duplicates(mode,has,content),wide=mode.text?Math.min(most,widthFor(mode,has,content.word(mode.
font),beside2,!0)):mode.wide,row3=Math.max(mode.low+1,Math.min(pitch,mode.row)),apart2=Math.min(mode.apart,row3-mode.low);
return{mode:{...mode,wide,row:row3,high:Math.min(mode.high,row3-apart2),bar:barOf(mode,has,content,wide)},has,gap:0,first:wide,
fits:!0}}function barOf(mode,has,content,wide){let word=Math.min(content.word(mode.font),WHOLE*mode.font),bar3=Math.min(
LONGEST,wide-widthFor(mode,has,word,duplicates(mode,has,content)));return bar3<SHORTEST?0:bar3}var indentOf=({name})=>name===
"rich"||name==="duo"||name==="chip"?22:14;var emOf=text=>Array.from(text).reduce((sum2,sign)=>sum2+(WIDTHS.find(([of])=>of.test(sign))?.[1]??.66),0),WIDTHS=[[/[%mMW@]/,
.99],[/[w<>=≥≤≈+×÷]/,.84],[/[ .,:;|'’!ijl]/,.34],[/[ftr()·-]/,.42]],fitting=(room,...texts)=>texts.find(text=>emOf(
text)<=room)??texts[texts.length-1],wordWide=(word,font,{width,typeface})=>width(word,`700 ${font}px ${typeface}`);function fitted(word,font,room,wideAt,smallest=12){
let least=Math.max(Math.min(smallest,font),font*.7),wide=wideAt(font)(word);if(wide<=room)return{word,font};let size=Math.
max(least,Math.floor(font*room/wide)),at2=wideAt(size),shown=word;for(let n=Array.from(word).length;n>2&&at2(shown)>room;n--)
shown=clip(word,n-1);return{word:shown,font:size}}var NARROW=560,HALF=700,LOW=280,FLAT=1.6,LOW_CHAIN=334,ROOMY2=170,FEW=5,KEYED=520,SCROLLED=1.7;function contentOf(model,it,lay,room,narrow){
let often=lay.at.some(place=>(model.get(it,"count",place)??1)>1),merging=!!it.n.merge,copied2=lay.at.some(place=>model.copied(
it,place)),words2=lay.at.filter(place=>it.n.role[place]!=="target").map(place=>model.wordAt(it,place)),whole2=it.panels.
some(({kind})=>kind==="prefixes"),ordered=it.panels.some(({kind})=>kind==="width"||kind==="judged"),roots=lay.at.filter(
(_,k)=>lay.col[k]===0),[root]=roots;return{word:font=>Math.max(0,...words2.map(word=>wordWide(word,font,room))),root:narrow||
roots.length>1||it.fates[root].some(({times})=>times)?null:font=>wordWide(model.wordAt(it,root),font,room),often,copied:copied2&&
!narrow,fates:often,sure:!!it.n.sure,arcs:merging||it.replicas>0,nth:!narrow&&!merging&&!whole2&&(ordered||lay.at.some(place=>model.
nth(it,place)!==null)),joins:merging&&!copied2,ratio:!!judgedIn(it)?.ratios}}function itemOf(model,it,lay,k,{mode,has,first},form,room){
let place=lay.at[k],copies=it.fates[place].some(fate=>fate.times),whole2=model.wordAt(it,place),named=mode.text||it.onPath[place],
beside2=copies?timesRoom(mode,has.fates):model.copied(it,place)?copyRoom(mode,has):0,wide=lay.col[k]?mode.wide:first,end=it.
n.role[place]==="input"&&(form.start||!form.second?.end)?wide-8:form.word.end-mode.wide+wide,space=mode.text?end-form.word.
x-beside2:1/0,{word,font}=fitted(whole2,mode.font,space,size=>text=>wordWide(text,size,room),(room.big?18:12)/mode.least),
kind=[form.key,copies,named,it.n.role[place]==="input"].join();return{place,kind,key:"",word,whole:whole2,font,copies,named,
wide,nth:has.nth?model.nth(it,place):null,col:lay.col[k],row:lay.row[k],y:lay.y[k],x:0,cy:0,edge:0,up:-1,wire:"",makes:0,
late:"",stands:[place],into:null,shared:[]}}function wayOf(model,it,lay,room){let isChain=lay.kind==="chain",wide=room.w>
FLAT*room.h,side=room.h<LOW&&wide,above3=barAbove(room),tall=isChain?CARD.least*heightOf(CARD.high,!1,lay.cols>2,0)+above3:
0,flat=side||room.h<tall&&wide,low=flat||!room.big&&room.h<LOW_CHAIN&&wide,prefixes4=isChain&&!low?prefixesOf(it):0,line2=modeNamed(
"line"),graph=!!it.n.merge&&line2.least*(lay.rows*line2.row+around(line2,lay,!1))<SCROLLED*room.h&&lay.at.length<=modeNamed(
"chip").upTo,cards=narrow2=>isChain&&(!narrow2||room.touched||lay.cols*(FINGER-6)+around(CARD,lay,!0)<=room.h),sizes=narrow2=>{
if(!cards(narrow2)){let content=contentOf(model,it,lay,room,narrow2);return{...narrow2?outlineOf(lay,room,content):treeOf(
lay,room,above3,content),content}}let mode=cardOf(lay,room,narrow2,low,prefixes4),least=lay.cols*(mode.wide+mode.gap*.6)+
2*PAD;return{mode,gap:mode.gap,first:mode.wide,content:contentOf(model,it,lay,room,narrow2),fits:mode.least*least<=room.
w,has:{numbers:2,sure:!1,nth:!1,big:!!room.big,ratio:!1,fates:!!it.shares&&mode.wide>ROOMY2}}},narrow=room.w>0&&room.w<NARROW&&
!flat&&!graph,made2=sizes(narrow),chain=cards(narrow);return!narrow&&!graph&&!(side&&chain)&&room.w<HALF&&!made2.fits&&(made2=
sizes(narrow=!0)),{...made2,narrow,chain:cards(narrow),low,prefixes:prefixes4,bar:narrow?room.bar:above3}}var isUnmerged=it=>!!it.
core&&it.replicas>0&&it.size<=modeNamed("line").upTo;function laidOut(model,it,room,whole2){let{lay:all2,core}=it,part=core&&
!whole2?core:all2,way=wayOf(model,it,isUnmerged(it)?all2:part,room);if(part===all2||!isUnmerged(it)||way.narrow)return[part,
part===all2?way:wayOf(model,it,part,room)];let kept=part.at.map(place=>all2.at.indexOf(place)),of=column=>kept.map(k=>column[k]);
return[{...all2,at:part.at,col:of(all2.col),y:of(all2.y),row:of(all2.row)},way]}function frameOf(model,it,room,whole2){let[
lay,way]=laidOut(model,it,room,whole2),{mode,has,narrow,chain,low,prefixes:prefixes4,bar:bar3}=way,form=formOf(mode,has,
narrow),top=edgeOf(narrow)+LANE,items=lay.at.map((_,k)=>itemOf(model,it,lay,k,way,form,room));stand(items,way,top);let apart2=docks(
mode,lay,narrow),drop=chain&&!narrow?dropOf(mode.high,low,prefixes4):0;for(let item of items)drop&&besideDraft(model,it,
items,item)&&(item.cy+=drop);let frame={model,it,mode,form,has,narrow,chain,whole:whole2,bar:bar3,scale:1,items,top,drop,
lines:prefixes4&&!narrow?LINE:0,aside:chain&&narrow?12:0,room:chain||apart2?1/0:makeRoom(model,it,lay,items,mode.row,narrow),
repeats:repeatsOf(it),tests:it.panels.some(({kind})=>kind==="width")?testsOf(it):null,spot:new Map(items.map(item=>[item.
place,item])),view:null,w:0,h:0};return frame.w=widthOf3(items,way,lay,room),frame.h=chain&&!narrow?heightOf(mode.high,low,
lay.cols>2,prefixes4):top+(narrow?chain?lay.cols:lay.at.length:rowsOf(mode,lay,narrow))*mode.row-mode.row+mode.high+edgeOf(
narrow)+(narrow?room.bar:footOf(mode,lay)),apart2&&placeOwn(model,it,lay,items,{row:mode.row,rows:rowsOf(mode,lay,narrow),
last:slabMiddle(mode,lay,frame.h)}),frame.scale=scaleOf(frame,room),joinAll(frame),wire(frame),{...frame,models:modelsOf(
frame,lay,room,low,prefixes4)}}function prefixesOf(it){let count=judgedIn(it)?.rows.length??0;return count<=FEW?count:0}
function besideDraft(model,it,items,{place,col}){let drafts2=items.filter(item=>item.col<=col&&it.n.role[item.place]==="\
draft");return it.n.role[place]==="target"&&drafts2.some(item=>item.col===col)&&drafts2.every(item=>model.fate(it,item.place,
it.born[place]).state!=="rejected")}function scaleOf({w,h:h2,narrow,mode,bar:bar3},room){let wide=(room.w-4)/w,high=narrow?
1:(room.h-bar3)/h2;return Math.max(mode.least,Math.min(narrow?1:LARGER,wide,high))}function wire(frame){let{model,it,items}=frame,
count={};for(let item of items){let holder=frame.spot.get(model.up(it,item.place)),nth=count[item.kind]??0,above3=item.into||
it.n.role[item.place]!=="target"?holder:holder?.into?.item??holder;item.key=`${item.kind}#${nth}`,count[item.kind]=nth+1,
above3&&Object.assign(item,{up:above3.place,wire:curve(frame,above3,item),late:curve(frame,moved(above3),moved(item))})}}
function widthOf3(items,{mode,gap,first,narrow,chain,content},{cols},room){let last=Math.max(...items.map(item=>item.x+item.
wide));if(narrow)return last+PAD+(chain?SCALE+10:26);let margins=chain?2*PAD:marginsOf(mode,content),columns=columnOf(mode,
first)+(cols-1)*(columnOf(mode,mode.wide)+gap)+margins;return Math.max(last+PAD,columns,Math.min(KEYED,(room.w-4)/LARGER))}
function stand(items,{mode,gap,first,narrow,chain},top){let column=columnOf(mode,mode.wide),before=columnOf(mode,first)-
column,indent=chain?0:indentOf(mode);for(let item of items){let left=PAD+item.col*(column+gap)+(item.col?before:0);item.
x=narrow?PAD+item.col*indent-(chain?4:0):left,item.cy=top+mode.high/2+(narrow?item.row:item.y)*mode.row,item.edge=left+(item.
col?column:column+before)}}function testsOf(it){let tests=new Map,counts=new Map;return it.steps.forEach(({verdicts},step)=>verdicts.
forEach(v=>{let{layer,state,place}=it.verdicts[v];if(layer===void 0||state!=="accepted"&&state!=="rejected")return;let nth=(counts.
get(layer)??0)+1;counts.set(layer,nth),tests.set(place,[...tests.get(place)??[],{step,nth}])})),tests}var WHAT_IF="what if";function fateAt({model,it},place,step,{supposed}){if(it.born[place]>step)return null;let fate=model.
fate(it,place,step);return supposed?.place===place?{...fate,state:supposed.state,second:WHAT_IF,plain:WHAT_IF}:fate}function cutOf({
model,it,items,chain},step){let rejected=place=>{let{state}=model.fate(it,place,step);return state==="rejected"||state===
"fill"&&it.fates[place].some(fate=>fate.state==="rejected"&&fate.step<=step)},fell=chain?items.filter(({place})=>it.n.role[place]===
"draft"&&it.born[place]<=step&&rejected(place)):[];return Math.min(1/0,...fell.map(({col})=>col))}function lostAt({model,
it,chain},place,step){if(chain||it.n.merge&&step<it.seen)return!1;for(let up=model.up(it,place);up>=0&&it.n.role[up]==="\
draft";up=model.up(it,up))if(LOST.has(model.fate(it,up,step).state)&&model.decided(it,up,step).length>=(model.get(it,"co\
unt",up)??1))return!0;return!1}var LOST=new Set(["rejected","unused","orphaned"]);function sharedAt({it,repeats:repeats2},{
place},step){return(repeats2.get(it.n.id[place])??[]).some(from=>from<=step)}function standing({model,it},{place,stands},step){
if(stands.length<2||step<it.seen)return place;let strength=at2=>it.born[at2]>step||!model.decided(it,at2,step).length?-1:
stateOf(model.fate(it,at2,step).state).strength;return stands.reduce((best,at2)=>strength(at2)>strength(best)?at2:best,place)}var TARGET=/^(target|leftover target|p\b)/,DRAFT=/^(draft(, scaled)?$|q\b)/,CLOSE=1e-9,ratioOf=value=>num(value>1?+value.
toPrecision(2):value);function quotient(top,below,voice,told=""){let plain=voice==="plain",places2=(told.split(".")[1]??
"").length,fits=told&&(top/below).toFixed(places2)===told,write4=value=>fits?value.toFixed(places2):ratioOf(value),written2=[
top,below].map(plain?percent:value=>num(value));for(let size=plain?2:3;size<12&&top>=1e-6&&below>=1e-6;size++){let[a,b]=written2.
map(parseFloat);if(a&&b&&write4(a/b)===write4(top/below))break;written2=[significant(top,size,plain),significant(below,size,
plain)]}return written2}var significant=(value,size,plain)=>plain?`${+(100*value).toPrecision(size)}%`:String(+value.toPrecision(
size));function apart(top,below,voice){let write4=places2=>[top,below].map(each=>places2<1?probability(voice,each):fixed(
voice,each,voice==="plain"?places2:places2-1)),found=[0,1,2,3,4,5,6].map(write4).find(([a,b])=>a!==b)??write4(6);return[
found[0],found[1]]}var tested=(top,below,voice)=>(top/below>1+CLOSE?apart:quotient)(top,below,voice),TOPS={p:"target",p_beam:"\
target","p′":"leftover target","p/ρ":"target ÷ ρ"};function threshold({tiles,q,a},voice,scaled=!1){let top=tiles.findLast(
([name2])=>name2 in TOPS);if(a===void 0||!top||typeof top[1]!="number"||!q)return null;let plain=voice==="plain",ratio=top[1]/
q,larger=ratio>1+CLOSE,[p,below]=tested(top[1],q,voice),name=plain?scaled?"draft, scaled":"draft":"q",result=plain?"thre\
shold":"a";return[[p,plain?TOPS[top[0]]:top[0]],plain?"÷":"/",[below,name],...larger?["> 1","→"]:["="],larger?["1",`${result}\
, at most 1`]:[ratioOf(Math.min(1,ratio)),result]]}function numbersIn(terms){let of=name=>terms?.flatMap(term=>typeof term!=
"string"&&name.test(term[1])?[term[0]]:[])[0];return{p:of(TARGET),q:of(DRAFT)}}var TINY=.001,NIL=1e-12,TOPS2=16,TOP_FEW=4,SERIES=["q","p","r"],NAMES2={plain:{q:"draft",p:"target",r:"leftover target"},
exact:{q:"q",p:"p",r:"residual p′"}},HEADS={plain:{q:"draft",p:"target",r:"leftover"},exact:{q:"q",p:"p",r:"p′"}},JOINT={
plain:NAMES2.plain,exact:{q:"q_beam",p:"p_beam",r:"residual p′"}};function compared(it,place,verdict,phase){let dists=(verdict?.
dists??[]).map(k=>it.dists[k]),at2=dists.findIndex(({series})=>series==="q");if(at2>=0){let[p]=dists.slice(0,at2),left2=dists.
slice(at2+1).find(({series})=>series==="r");return{q:dists[at2],p,left:left2,residual:p?.series==="r"}}if(verdict?.state===
"residual"&&dists[0]?.series==="r"){let last2=lastRejected(it,place,phase),before=last2?compared(it,last2.place,last2,phase):
null;return before?.left?{...before,left:dists[0]}:{q:void 0,p:dists[0],left:void 0,residual:!0}}let after2=lawsAt(it,place,
verdict,phase),last=lastRejected(it,place,phase),left=last&&last.place!==place?compared(it,last.place,last,phase).left:void 0;
return{q:after2.get("q"),p:left??after2.get("p"),left:void 0,residual:left!==void 0}}function choice(it,verdict){let p=verdict?.
greedy&&verdict.dists.map(k=>it.dists[k]).find(({series,raw})=>series==="p"&&raw),tested2=verdict?.state==="accepted"||verdict?.
state==="rejected";return p?{q:void 0,p,left:void 0,residual:!1,greedy:tested2}:null}var lastRejected=(it,place,phase)=>it.
verdicts.findLast((each,v)=>each.state==="rejected"&&it.stepOf[v]<=phase&&it.n.parent[each.place]===it.n.parent[place]&&
each.dists.some(k=>it.dists[k].series==="q"));function partsOf({q,p,left},own2,next){let parts2=new Map;for(let[key,dist]of[
["q",q],["p",p],["left",left]])dist?.t.forEach((token,k)=>{let part=parts2.get(token)??{token,q:0,p:0,left:0};part[key]=
dist.v[k],parts2.set(token,part)});let height=part=>Math.max(part.q,part.p);return[...parts2.values()].sort((a,b)=>b.left-
a.left||height(b)-height(a)).filter(({token},k)=>k<TOP_FEW||token===own2||token===next)}function surplusOf({q,p,left}){if(!q||
!p||!left||q.rest>1e-6||p.rest>1e-6)return null;let drafted=new Map(q.t.map((token,k)=>[token,q.v[k]])),extra=new Map(p.
t.map((token,k)=>[token,Math.max(0,p.v[k]-(drafted.get(token)??0))])),sum2=[...extra.values()].reduce((all2,one)=>all2+one,
0),fits=left.t.every((token,k)=>Math.abs((extra.get(token)??0)/sum2-left.v[k])<.02);return sum2>1e-9&&fits?sum2:null}function bar(of,from,size){
let part=h("i",{"data-of":of});return Object.assign(part.style,{left:`${100*from}%`,width:`${100*size}%`}),part}function overlap(model,explained,it,place,verdict,phase,summed,tested2=!1){
let found=choice(it,verdict)??compared(it,place,verdict,phase),shown=tested2?{...found,left:void 0}:found,{q,p,left}=shown,
own2=it.n.token[place],all2=[q,p,left].filter(dist=>dist!==void 0);if(!all2.length||all2.some(dist=>dist.beam||dist.raw&&
shown.greedy===void 0))return null;let plain=model.voice==="plain",value=each=>plain?percent(each):num(each),sum2=left?surplusOf(
shown):null,moved2=left!==void 0,told=verdict&&!moved2&&it.steps[phase].verdicts.some(v=>it.verdicts[v]===verdict)?numbersIn(
threshold(verdict,model.voice)):{},next=moved2?nextOf(model,it,place,phase):void 0,alone2=!p&&q&&!moved2?model.wanted(it,
place,phase):null,parts2=partsOf(shown,own2,next),rows=parts2.map(part=>{let both=q?Math.min(part.p,part.q):0,more=Math.
max(0,part.p-both),blue=moved2?bar("p",0,part.left):bar("p",both,more);moved2&&Object.assign(blue.dataset,{from:both,size:sum2===
null?part.left:more});let numbers=moved2?[["r",part.left]]:[...q?[["q",part.q]]:[],...p?[["p",part.p]]:[],...alone2!==null&&
part.token===own2?[["p",alone2]]:[]],title=`${plain?"draft ":"q = "}${value(part.q)}, ${plain?"target ":"p = "}${value(part.
p)}`;return h("div",{class:part.token===own2?"own":"",title},h("span",{},clip(model.word(part.token),12)),h("span",{class:"\
st-both"},bar("both",0,both),bar("q",both,Math.max(0,part.q-both)),blue),h("span",{class:"st-both-n"},...numbers.map(([of,
each])=>h("b",{"data-of":of},part.token===own2&&told[of]||(plain&&each>NIL&&each<TINY?`<${percent(TINY)}`:value(each))))))});
return h("div",{class:"st-overlap","data-testid":"inspector-overlap","data-part":moved2?"residual":"overlap","data-alone":!p,
"data-scaled":moved2&&sum2===null?"no":null},h("div",{class:"st-keys"},...keysOf(shown,plain,alone2!==null).map(([of,name])=>h(
"span",{"data-of":of},...explained(name)))),h("div",{class:"st-both-axis","aria-hidden":"true"},h("span"),h("span",{},...(plain?
["0","50%","100%"]:["0",".5","1"]).map(at2=>h("small",{},at2)))),...rows,othersOf(moved2?{r:left}:{q,p},parts2,value),summed||
sum2===null||plain&&sum2>.995?null:h("p",{class:"st-quiet","data-part":"sum"},plain?`Before they were scaled to 100%, th\
e blue parts added up to ${percent(sum2)}.`:`∑ max(${shown.residual?"p′":"p"} − q, 0) = ${num(sum2)}; divided by i\
t, the residual sums to 1.`))}function nextOf(model,it,place,phase){let next=(it.children[model.up(it,place)]??[]).find(
at2=>it.n.role[at2]==="draft"&&it.born[at2]<=phase&&!model.decided(it,at2,phase).length);return next===void 0?void 0:it.
n.token[next]}function othersOf(dists,parts2,value){let rests=Object.entries(dists).flatMap(([of,dist])=>dist?[{of,rest:dist.
rest+dist.v.reduce((sum2,each,k)=>sum2+(parts2.some(({token})=>token===dist.t[k])?0:each),0)}]:[]);return rests.every(({
rest})=>rest<.005)?null:h("div",{"data-testid":"overlap-others"},h("span",{class:"st-quiet"},"others"),h("span"),h("span",
{class:"st-both-n"},...rests.map(({of,rest})=>h("b",{"data-of":of},value(Math.max(0,rest))))))}function keysOf({q,p,left,
residual,greedy},plain,alone2){if(greedy)return[["p",plain?"target: only the most likely can pass":"p; argmax passes"]];
let target=residual?plain?"leftover target":"p′":plain?"target":"p";return left?[["r",plain?"leftover target probabili\
ty":"residual p′"]]:q?p?[["both",plain?"shared":`min(${target}, q)`],["more",plain?"draft gives more":`q > ${target}`],
["p",plain?`${target} gives more`:`${target} > q`]]:[["q",plain?"draft":"q"],...alone2?[["p",`${target}, recorded for th\
is token only`]]:[]]:[["p",residual&&plain?"leftover target probability":target]]}function laws(model,it,place,verdict,phase){
let chosen=lawsAt(it,place,verdict,phase),order=SERIES.filter(series=>chosen.has(series));if(!order.length)return null;let ends=[
...chosen.values()].find(dist=>dist.beam)?.ends??null,parents=ends?beamNames(model,it,ends):null,ranked=rowsOf2(chosen),
own2=it.n.token[place],mine=verdict?.mine,isMine=row3=>(row3.beam===null||!mine||mine.includes(row3.beam))&&(row3.token===
own2||row3.token===-2&&row3.beam!==null&&!!mine&&ends?.[row3.beam]===it.n.id[place]),shown=ranked.filter((row3,k)=>k<TOPS2||
isMine(row3)),top=Math.max(1e-12,...shown.map(highest)),names=(ends?JOINT:NAMES2)[model.voice],raws=order.filter(series=>chosen.
get(series)?.raw).map(series=>names[series]),when=model.voice==="plain"?"before the sampling settings":"before warping 𝒯",
raw=raws.length&&(raws.length===order.length?` ${when}`:` (${raws.join(" and ")} ${when})`),lines2=together2(shown,order,
ends),box2=h("div",{class:"st-laws"+(ends?" st-laws-joint":""),"data-testid":"inspector-dist"},h("h2",{},titleOf(model,!!ends),
raw?h("small",{},raw):null),h("div",{class:"st-law st-law-h"},h("div",{class:"st-keys"},...order.map(series=>h("span",{"\
data-of":series},names[series]))),h("span",{class:"st-law-v"},...order.map(series=>h("b",{},HEADS[model.voice][series])))),
...lines2.map(row3=>lawLine(model,it,row3,order,top,isMine(row3),parents,ends)));return ends&&box2.append(h("p",{class:"\
st-quiet","data-testid":"inspector-sum"},lawSum(model,lines2,order))),box2.append(h("p",{class:"st-quiet"},restOf(model,
names,chosen,order,ranked,shown))),box2}function lawsAt(it,place,verdict,phase){let chosen=new Map,after2=it.dists.filter(
dist=>dist.at===it.n.parent[place]&&dist.series!=="r"&&!dist.beam);for(let dist of[...(verdict?.dists||[]).map(k=>it.dists[k]),
...after2])!chosen.has(dist.series)&&(dist.series==="q"||phase>=it.seen)&&chosen.set(dist.series,dist);return chosen}function highest(row3){
return Math.max(row3.values.p??0,row3.values.q??0,row3.values.r??0)}function rowsOf2(chosen){let rows=new Map;for(let[series,
dist]of chosen)dist.t.forEach((token,k)=>{let beam=dist.beam?dist.beam[k]:null,key=`${beam}:${token}`,row3=rows.get(key)||
{token,beam,beams:beam===null?[]:[beam+1],values:{}};row3.values[series]=dist.v[k],rows.set(key,row3)});return[...rows.values()].
sort((a,b)=>highest(b)-highest(a))}function lawLine(model,it,row3,order,top,own2,parents,ends){let parent=row3.beam!==null&&
ends&&parents&&parents.get(ends[row3.beam])||"",word=model.word(row3.token),times=row3.beams.length>1?`${row3.beams.length}\
×`:"",missing=model.missing(it,row3.token);return h("div",{class:"st-law"+(own2?" own":"")},h("span",{class:"st-law-w",
title:(parent&&`${parent} › `)+word},row3.beam===null?"":h("small",{},`${tail(parent,9)} › `),clip(word,12)),h("span",
{class:"st-bars"},...order.map(series=>{let value=row3.values[series]??0,line2=h("i",{"data-of":series});return line2.style.
width=`${Math.max(value>0?1:0,100*value/top)}%`,line2})),h("span",{class:"st-law-v"},...order.map(series=>{let value=row3.
values[series];return h("span",{},value===void 0?"·":(value?times:"")+probability(model.voice,value,short))})),missing?
h("small",{class:"st-lacks"},missing.mark[model.voice]):null)}function together2(rows,order,ends){let joined=new Map;for(let row3 of rows){
let end=row3.beam===null||!ends?row3.beam:ends[row3.beam],key=[row3.token,end,...order.map(series=>row3.values[series])].
join("|"),same2=joined.get(key);same2?same2.beams.push(...row3.beams):joined.set(key,{...row3,beams:[...row3.beams]})}return[
...joined.values()]}function titleOf(model,joint2){return model.voice==="exact"?joint2?"Joint distributions over (beam, \
token)":"Next-token distributions after the parent":joint2?"Shares of all beams":`Probabilities of the next ${model.unit()}`}
function lawSum(model,lines2,order){let{voice}=model,unit=model.unit(),several=lines2.some(row3=>row3.beams.length>1),sums=order.
map(series=>{let sum2=lines2.reduce((whole2,row3)=>whole2+(row3.values[series]??0)*row3.beams.length,0);return`${JOINT[voice][series]}\
 ${probability(voice,+sum2.toFixed(3))}`});return`Before “›” is the last ${unit} of the parent beam. Each number i\
s the share of one beam with one ${unit}.${several?" 2× means two duplicates with that share each.":""} These rows add \
up to: ${sums.join(", ")}.`}function restOf(model,names,chosen,order,ranked,shown){let out=ranked.filter(row3=>!shown.includes(
row3)),sizes=[...chosen.values()].map(dist=>dist.size),left=Math.max(0,Math.max(ranked.length,...sizes)-shown.length),unit=model.
unit(),rest=order.map(series=>{let mass=(chosen.get(series)?.rest??0)+out.reduce((sum2,row3)=>sum2+(row3.values[series]??
0),0);return`${names[series]} ${probability(model.voice,mass<1e-9?0:mass)}`});return left?`${plural(left,unit)} not show\
n, together ${rest.join(", ")}.`:`These are all ${unit}s with nonzero probability.`}var NAME2=12;function beamNames(model,it,ends){
let nodes=[...new Set(ends)],paths2=new Map(nodes.map(node=>[node,model.path(it,node).map(({token})=>model.word(token))])),
words2=(node,size2)=>paths2.get(node)?.slice(-size2).join(model.joiner())||"start",apart2=[1,2,3,4].find(each=>new Set(nodes.
map(node=>words2(node,each))).size===nodes.length)??4,added2=Math.max(...nodes.map(node=>model.gram(it,it.place.get(node)??
-1,1/0).filter(at2=>it.n.role[at2]!=="input").length)),whole2=Math.max(apart2,added2),size=nodes.every(node=>words2(node,
whole2).length<=NAME2)?whole2:apart2,alike=node=>nodes.some(other=>other!==node&&words2(other,size)===words2(node,size));
return new Map(nodes.map(node=>[node,alike(node)?`${words2(node,1)} (node ${node})`:words2(node,size)]))}var SAME=5e-4;function calculation(terms,name="calculation"){let of=(named,before)=>TARGET.test(named)?"p":DRAFT.test(named)?
"q":before==="="||before==="→"?"result":null,parts2=terms.map((term,k)=>typeof term=="string"?h("i",{},term):h("span",
{"data-of":of(term[1],terms[k-1])},h("b",{},term[0])," ",h("small",{},term[1]))),end=terms.findIndex(term=>term==="="||term===
"> 1"),apart2=some=>some.flatMap(part=>[part," "]);return h("p",{class:"st-sum","data-testid":`inspector-${name}`},...apart2(
end<0?parts2:parts2.slice(0,end)),end<0?null:h("span",{class:"st-sum-end"},...apart2(parts2.slice(end))))}function throughSums(model,{
rows,places:places2}){let{voice}=model,plain=voice==="plain",all2=rows.slice(0,-1),[first]=all2,sum2=rows.at(-1)?.[4]??0,
write4=value=>String(plain?value:+(value/100).toFixed((places2??3)+2)),word=token2=>token2===null?"others":clip(model.word(
token2),9),[token,,drafted,ratio,accepted2]=first,own2=ratio===null?[]:[calculation([[write4(drafted),plain?"drafted":"q"],
plain?"×":"·",[ratio,plain?"running ratio":"a"],"=",[write4(accepted2),`accepted with ${word(token)}`]],"through")],terms=all2.
flatMap((row3,k)=>[...k?["+"]:[],[write4(row3[4]),word(row3[0])]]);return[...own2,...all2.length>1?[calculation([...terms,
"=",[write4(sum2),"accepted"]],"through-all")]:[]]}var writtenIn=terms=>terms.flatMap(term=>typeof term=="string"?[]:[term[0]]);
function leftoverTerms(voice,{p,q,sum:sum2,left},[top,draft,all2,own2]){let first=[p,q,sum2].map(each=>probability(voice,
each,value=>num(value))),more=[0,1,2,3].flatMap(places2=>[0,places2].map(some=>[p,q].map(each=>rounded(voice,each,places2)).
concat(rounded(voice,sum2,some)))),tries2=[first,...more],parts2=tries2.find(written2=>{let[a,b,c]=written2.map(parseFloat);
return percent((a-b)/c)===percent(left)})??tries2[0];return["(",[parts2[0],top],"−",[parts2[1],draft],")",voice==="pla\
in"?"÷":"/",[parts2[2],all2],"=",[probability(voice,left,each=>num(each)),own2]]}var valueOf=(dist,token)=>dist?.v[dist.
t.indexOf(token)]??0;function leftover(model,found,token,named,ratio=1){let plain=model.voice==="plain",scaled=ratio<1-1e-9,
{p:whole2}=found,shown=!scaled||!whole2?found:{...found,p:{...whole2,v:whole2.v.map(value=>ratio*value),rest:ratio*whole2.
rest}},{left:rest}=shown,target=scaled?plain?"ratio × target":"P·p":plain?"target":"p";if(!rest||rest.beam||shown.p?.beam)
return null;let[p,q,left]=[shown.p,shown.q,rest].map(dist=>valueOf(dist,token)),sum2=surplusOf(shown)??divisorOf(shown,(p-
q)/left);return p<=q||!left||sum2===null||sum2>.995?null:leftoverTerms(model.voice,{p,q,sum:sum2,left},[shown.residual?plain?
"leftover target":"p′":target,plain?"draft":"q",plain?"all such parts":`∑ max(${target} − q, 0)`,named])}function ratioAtEnd(model,it,place,phase){
let panel=judgedIn(it),above3=model.up(it,place);return panel?.ratios?panel.ratios.findLast(each=>each.step<=phase&&!each.
fell&&each.place===above3)?.ratio??1:panel?.rows.findLast(({chosen})=>chosen)?.ratio??1}function divisorOf({p,q,left},sum2){
if(!p||!q||!left||!(sum2>0)||!Number.isFinite(sum2))return null;let more=token=>Math.max(0,valueOf(p,token)-valueOf(q,token)),
both=p.t.filter(token=>q.t.includes(token)&&(left.t.includes(token)||!more(token)));return both.every(token=>Math.abs(more(
token)/sum2-valueOf(left,token))<.01)&&both.length>1?sum2:null}function leftoverOf(model,it,place,phase){let last=lastRejected(
it,place,phase-1),token=it.n.token[place],name=`${model.voice==="plain"?"leftover":"p′"} of ${clip(model.word(token),9)}`,
terms=last&&last.place!==place?leftover(model,compared(it,last.place,last,phase-1),token,name):null;return terms&&calculation(
terms,"leftover")}function usedSum(model,it,verdict,phase){let used=verdict?.tiles.findLast(([name])=>name in TOPS)?.[0]===
"p′";return verdict&&used&&verdict.state!=="residual"?leftoverOf(model,it,verdict.place,phase):null}function sumAt(model,it,place,verdict,phase){
let{voice}=model,whole2=judgedIn(it)!==void 0,row3=rowAt(it,place,phase),drafted=verdict&&model.drafted(it,verdict.place,
phase),q=verdict?.q??drafted??0,first=(verdict&&it.n.shares?.[verdict.place]?.[0]?.[1])??drafted??q,terms=row3?asCompared(
it,row3,voice,phase):verdict&&((whole2?null:threshold(verdict,voice,Math.abs(first-q)>SAME))??(verdict.state==="residual"?
leftover(model,compared(it,verdict.place,verdict,phase),it.n.token[verdict.place],voice==="plain"?"leftover":"residual",
ratioAtEnd(model,it,place,phase)):null));if(!terms)return null;let bar3=it.panels.find(({kind})=>kind==="prefixes"),against=bar3?.
kind==="prefixes"&&row3?[row3.passed?">":"≤",[num(bar3.bar),voice==="plain"?"threshold":"τ"]]:[];return calculation([
...terms,...against])}function asCompared(it,{work,place},voice,phase){let terms=work?.[voice]??null;if(!judgedIn(it)?.compared?.
some(each=>each.place===place&&each.step<phase))return terms;let names={target:"leftover target",draft:"draft, scaled",p:"\
p′",q:"q′"};return terms&&terms.map(term=>typeof term=="string"?term:[term[0],names[term[1]]??term[1]])}function originOfRow(it,place,phase){
let row3=rowAt(it,place,phase);return row3&&"origin"in row3?row3.origin:void 0}function originAt(model,it,place,phase){let panel=judgedIn(
it),path=model.gram(it,place,1/0);return panel?.ratios===void 0?originOfRow(it,place,phase):rowAt(it,place,phase)&&panel.
rows.findLast(each=>each.step<phase&&each.origin&&path.includes(model.up(it,each.place)))?.origin}function wholeOf(model,it,place,verdict,phase){
let{voice}=model,plain=voice==="plain",shown=compared(it,place,verdict,phase),token=it.n.token[place],word=clip(model.word(
token),9),[p,q,left]=[shown.p,shown.q,shown.left].map(dist=>valueOf(dist,token)),sum2=surplusOf(shown)??divisorOf(shown,
(p-q)/left);if(judgedIn(it)||shown.residual||!left||sum2===null||p<=q)return null;let rare=!shown.q?.t.includes(token),say=value=>probability(
voice,value),none=plain?"≈0%":"≈0",some=[1,2,3],found=[...some.map(places2=>[say(q),fixed(voice,sum2,places2),say(left),
say(p)]),...some.map(places2=>[q,sum2,left,p].map(value=>fixed(voice,value,places2)))].find(([drafted,rejected,rest,whole2])=>{
let[a,b,c]=[drafted,rejected,rest].map(parseFloat),after2=/\.(\d+)/.exec(whole2)?.[1].length??0;return plain?`${(a+b*c/100).
toFixed(after2)}%`===whole2:(a+b*c).toFixed(after2)===whole2}),named=quoted(model.text(token));return found?{word,named,
terms:[rare?none:found[0],...found.slice(1)]}:null}function wholeSum({voice},whole2){if(!whole2)return null;let{word,terms:[
drafted,rejected,rest,all2]}=whole2,plain=voice==="plain";return calculation([["",`all ways to write ${word}:`],[drafted,
plain?"drafted, accepted":"min(p, q)"],"+",[rejected,plain?"rejected":"∑ max(p − q, 0)"],plain?"×":"·",[rest,plain?
"leftover":"p′"],"=",[all2,plain?`target’s ${word}`:"p"]],"whole")}function wholeSays({voice},whole2){if(!whole2)return null;
let{named,terms:[drafted,rejected,rest,all2]}=whole2,said=voice==="plain"?`${named} is written if the draft guesses it a\
nd it is accepted (${drafted}), or if the guess is rejected (${rejected}) and the leftover gives it (${rest}). Together \
that is ${all2}, exactly the target’s probability. The same holds for every other token.`:`P(${named}) = min(p, q) + ∑\
 max(p − q, 0) · p′ = min(p, q) + max(p − q, 0) = p, and so for all tokens.`;return h("p",{"data-testid":"inspect\
or-lossless"},h("b",{},"Why it is lossless: "),said)}function ratioBefore(model,it,place,phase){let above3=model.up(it,place),
{voice}=model,{ratios=[],compared:changes=[]}=judgedIn(it)??{},first=ratios.find(each=>each.place===above3),row3=rowAt(it,
place,phase),plain=voice==="plain",changed=changes.findLast(each=>each.place===above3&&each.step<phase),[own2,wanted2]=above3<
0?[null,null]:[model.drafted(it,above3,phase),model.wanted(it,above3,phase)],q=changed?.q??own2,p=changed?changed.p:wanted2;
if(!row3?.work||first?.step!==phase||!q||p===null||Math.abs(Math.min(1,p/q)-first.ratio)>.001||it.n.role[model.up(it,above3)]===
"draft")return null;let told=p>=q?"1":digitsOf(row3,num(first.ratio)),value=num(+(p/q).toPrecision(3)),[top,below]=quotient(
p,q,voice,p>=q?value:told),[target,draft]=plain?changed?["leftover target","draft, scaled"]:["target","draft"]:["p","q"].
map(name=>`${name}${changed?"′":""}`);return calculation([[top,target],plain?"÷":"/",[below,draft],"=",...p>q&&value!==
"1"?[value,"→"]:[],[told,`${plain?"ratio":"α"} of ${clip(model.word(it.n.token[above3]),9)}`]],"ratio-before")}var digitsOf=({
work},otherwise)=>{let[first]=work?.plain??[];return typeof first=="object"&&first[1]==="so far"?first[0]:otherwise};function changedFor(model,it,place,phase){
let{rows,compared:changes=[]}=judgedIn(it)??{rows:[]},path=model.gram(it,place,1/0);return rowAt(it,place,phase)?changes.
filter((each,k)=>each.step<phase&&path.includes(each.place)&&changes.findLastIndex(other=>other.place===each.place&&other.
step<phase)===k&&!rows.some(row3=>row3.step>each.step&&row3.step<phase&&model.gram(it,row3.place,1/0).includes(each.place))):
[]}function rowAt(it,place,phase){for(let panel of it.panels){let row3=(panel.kind==="judged"?panel.rows:panel.kind==="p\
refixes"?panel.prefixes:[]).find(each=>each.step===phase&&each.place===place);if(row3)return row3}}var TESTED=["accepted","rejected"];function rejectionAt(it,phase){let[number,...others]=it.steps[phase]?.verdicts??[],verdict=it.
verdicts[number];if(verdict?.state!=="rejected"||others.length)return;let dists=verdict.dists.map(k=>it.dists[k]),at2=dists.
findIndex(({series})=>series==="q"),q=dists[at2],p=at2>0?dists[0]:void 0,left=at2<0?void 0:dists.slice(at2+1).find(({series})=>series===
"r");return p&&!dists.some(({raw})=>raw)?{verdict,q,p,left}:void 0}function leftFor(it,place,step){let layer=it.panels.find(
each=>each.kind==="width"&&each.layer&&it.judged[place].some(v=>it.verdicts[v].layer===each.layer))?.layer,last=it.verdicts.
flatMap((each,v)=>it.stepOf[v]<=step&&TESTED.includes(each.state)&&(layer?each.layer===layer:it.n.parent[each.place]===it.
n.parent[place])?[v]:[]).sort((a,b)=>it.stepOf[a]-it.stepOf[b]).at(-1),found=last===void 0?void 0:rejectionAt(it,it.stepOf[last]);
if(!found?.left)return null;let{left}=found,ends=left.ends??[],at2=left.t.findIndex((token,k)=>token===it.n.token[place]&&
(!left.beam||ends[left.beam[k]]===it.n.parent[place]));return at2>=0?left.v[at2]:left.rest<1e-6?0:null}var SHOWN=5,CERTAIN=1-1e-9,RARE=5e-4,SERIES2=["p","q","left"];function nextUse(it,phase,verdict,pairs){let same2=each=>pairs?
each.layer===verdict.layer:it.n.parent[each.place]===it.n.parent[verdict.place];return it.verdicts.flatMap((each,v)=>it.
stepOf[v]>phase&&same2(each)&&(each.a!==void 0||each.state==="residual")?[{each,step:it.stepOf[v]}]:[]).sort((a,b)=>a.step-
b.step)[0]?.each}function leftAt(model,it,phase){let found=rejectionAt(it,phase),panel=judgedIn(it);if(!found||panel&&panel.
ratios===void 0)return null;let{verdict,q,p,left}=found,pairs=!!p.beam,above3=panel?.ratios?.findLast(each=>each.step<=phase&&
!each.fell&&each.place===model.up(it,verdict.place)),ratio=panel?above3?.ratio??1:1,rows=rowsOf3(p,q,left,ratio),origin=panel?
originOfRow(it,verdict.place,phase):void 0,use=panel?void 0:nextUse(it,phase,verdict,pairs),changed=panel?.compared?.find(
({step})=>step===phase);if(!use&&!origin&&!changed||verdict.tiles.some(([name])=>name==="p/ρ")||left&&!isSurplus(rows))
return null;let sum2=sumOf(rows,p,q);if(!left&&sum2!==null)for(let row3 of rows)row3.left=row3.more/sum2;if(left&&sum2!==
null)for(let row3 of rows){let q2=row3.p-row3.left*sum2;row3.left&&row3.lacks.has("q")&&q2>RARE&&row3.lacks.delete("q")&&
Object.assign(row3,{q:q2,more:row3.p-q2})}return{of:panel?"leaf":pairs?"pairs":"tokens",verdict,again:p.series==="r",ratio,
next:changed?.place??(use&&use.state!=="residual"?use.place:-1),rows,sum:sum2,origin}}function rowsOf3(p,q,left,ratio){let rows=new Map,
dists=[["p",p],["q",q],["left",left]];for(let[name,dist]of dists)dist?.t.forEach((token,k)=>{let beam=dist.beam?.[k]??null,
key=`${beam}:${token}`,row3=rows.get(key)??{key,token,beam,q:0,p:0,more:0,left:0,lacks:new Set(SERIES2)};row3[name]=dist.
v[k]*(name==="p"?ratio:1),row3.lacks.delete(name),row3.more=Math.max(0,row3.p-row3.q),rows.set(key,row3)});return[...rows.
values()].sort((a,b)=>b.left-a.left||Math.max(b.p,b.q)-Math.max(a.p,a.q))}function isSurplus(rows){let known=rows.filter(
({lacks})=>!lacks.has("p")&&!lacks.has("left")),[left,more]=[known.reduce((all2,row3)=>all2+row3.left,0),known.reduce((all2,row3)=>all2+
row3.more,0)];return known.every(row3=>Math.abs(row3.more*(more?left/more:0)-row3.left)<.02)}function sumOf(rows,p,q){let sum2=rows.
reduce((all3,{more})=>all3+more,0),known=rows.filter(({lacks})=>!lacks.has("p")&&!lacks.has("left")),[first,...others]=known.
filter(({more,left})=>Math.min(more,left)>1e-6).sort((a,b)=>a.lacks.size-b.lacks.size||b.left-a.left),fits=all3=>all3>1e-9&&
known.every(({more,left,lacks})=>Math.abs(more/all3-left)<(lacks.size?.03:.01));if(p.rest<1e-6&&q.rest<1e-6)return fits(
sum2)?sum2:null;let all2=first&&others.length?first.more/first.left:0;return fits(all2)?all2:null}function namesOf(model,it,found,size){
let ends=found.verdict.dists.map(k=>it.dists[k].ends??[]).find(({length})=>length)??[],names=beamNames(model,it,ends);return({
token,beam})=>(beam===null||names.size<2?"":`${tail(names.get(ends[beam])??"start",8)} › `)+clip(model.word(token),size)}
function rowFor(it,{rows,verdict},place){let ends=verdict.dists.map(k=>it.dists[k].ends??[]).find(({length})=>length)??[];
return rows.find(({token,beam})=>token===it.n.token[place]&&(beam===null||ends[beam]===it.n.parent[place]))}var exampleOf=(it,found)=>{
let next=found.next<0?void 0:rowFor(it,found,found.next);return next&&next.left>0?next:found.rows[0]},DIGITS=[1,2,3].flatMap(
left=>[1,2,3].map(places2=>({places:places2,left})));function digitsOf2(it,found){let{sum:sum2,rows:all2}=found,example=exampleOf(
it,found),rows=shownOf(it,found),written2=(value,digits)=>+value.toFixed(digits+2),hidden=rows.length<all2.length||all2.
some(({lacks})=>lacks.size>0),fits=units=>({places:places2,left})=>{let added2=(values,whole2,digits)=>{let over=values.
reduce((one2,other)=>one2+other,0)-whole2,most=units*10**(-digits-2)+1e-9;return over<most&&(hidden||over>-most)},more=rows.
map(({p,q})=>Math.max(0,written2(p,places2)-written2(q,places2))),one=example&&sum2!==null?(written2(example.p,places2)-
written2(example.q,places2))/written2(sum2,places2):null;return(one===null||written2(one,left)===written2(example.left,left))&&
added2(rows.map(row3=>written2(row3.left,left)),1,left)&&(sum2===null||added2(more,written2(sum2,places2),places2))};return DIGITS.
find(fits(0))??DIGITS.find(fits(1))??{places:2,left:1}}function leftDigits(model,it,phase,place){let found=leftAt(model,
it,phase),{voice}=model;if(!found||found.of!=="tokens"||![found.verdict.place,found.next].includes(place))return null;let row3=rowFor(
it,found,place),{places:places2,left:after2}=digitsOf2(it,found),left=place===found.next&&row3?fixed(voice,row3.left,after2):
null;return row3&&{q:fixed(voice,row3.q,places2),p:fixed(voice,row3.p,places2),left}}function shownOf(it,found){let[own2,
next]=[found.verdict.place,found.next].map(place=>place<0?void 0:rowFor(it,found,place)?.key);return found.rows.filter(({
key},k)=>k<SHOWN||key===own2||key===next)}function headsOf({voice},{of,again,ratio}){let scaled=ratio<CERTAIN,beams3=of===
"pairs"?"_beam":"";return voice==="exact"?[scaled?"α·p′":again?"p′":`p${beams3}`,`q${beams3}`,"p − q",again?"new\
 p′":"p′"]:[scaled?"ratio × target":again?"leftover":"target","draft","more",again?"new leftover":"leftover"]}function leftPanel(model,it,found){
let rows=shownOf(it,found),name=namesOf(model,it,found,12),plain=model.voice==="plain",{sum:sum2}=found,{places:places2,
left:after2}=digitsOf2(it,found),own2=rowFor(it,found,found.of==="leaf"?found.next:found.verdict.place),write4=value=>fixed(
model.voice,value,places2),say=value=>fixed(model.voice,value,after2),numbers=some=>["p","q","more","r"].map((of,k)=>h("\
b",{"data-of":of},some[k]??"")),written2=value=>+value.toFixed(places2+2),differ=({p,q})=>written2(p)-written2(q),lines2=rows.
map(row3=>{let both=Math.min(row3.p,row3.q),blue=bar("p",0,row3.left);Object.assign(blue.dataset,{from:both,size:sum2===
null?row3.left:row3.more});let rare=of=>row3.lacks.has(of)?plain?"≈0%":"≈0":write4(row3[of]);return h("div",{class:row3===
own2?"own":""},h("span",{title:name(row3)},name(row3)),h("span",{class:"st-both"},bar("both",0,both),bar("q",both,Math.max(
0,row3.q-both)),blue),...numbers([rare("p"),rare("q"),row3.more?write4(differ(row3)):plain?"0%":"0",say(row3.left)]))}),
rest=1-rows.reduce((all2,{left})=>all2+ +left.toFixed(after2+2),0),more=sum2===null?null:written2(sum2)-rows.reduce((all2,row3)=>all2+
(row3.more?differ(row3):0),0),others=rest<1e-9&&(more??0)<1e-9?null:h("div",{"data-testid":"leftover-others"},h("span",{
class:"st-quiet"},"others"),h("span"),...numbers(["","",more===null?"":write4(Math.max(0,more)),say(rest)]));return h("f\
igure",{class:"st-left-over st-overlap","data-testid":"inspector-left","data-part":"residual","data-scaled":sum2===null?
"no":null},h("div",{class:"st-left-h","aria-hidden":"true"},h("span"),h("span",{},...(plain?["0","50%","100%"]:["0",".5",
"1"]).map(at2=>h("small",{},at2))),...numbers(headsOf(model,found))),...lines2,others,h("div",{class:"sum"},h("span",{},
"sum"),h("span"),...numbers(["","",sum2===null?"":write4(sum2),plain?"100%":"1"])))}function leftSums(model,it,found){let{
voice}=model,plain=voice==="plain",{sum:sum2}=found,row3=exampleOf(it,found),sums=[],gone=found.of==="leaf"&&found.next>=
0&&row3!==rowFor(it,found,found.next);if(row3&&row3.more&&sum2!==null&&sum2<.995&&!gone){let{places:places2,left:after2}=digitsOf2(
it,found),[target,draft,,left]=headsOf(model,found),write4=value=>fixed(voice,value,places2),q=row3.lacks.has("q")?plain?
"≈0%":"≈0":write4(row3.q);sums.push(calculation(["(",[write4(row3.p),target],"−",[q,draft],")",plain?"÷":"/",[write4(
sum2),plain?found.of==="leaf"?"missing":"sum of “more”":"sum"],"=",[fixed(voice,row3.left,after2),`${left} of ${namesOf(
model,it,found,9)(row3)}`]],"leftover"))}return sums}function leftSays(model,it,found){let{voice}=model,next=found.next<
0?void 0:rowFor(it,found,found.next),word=place=>quoted(model.text(it.n.token[place])),share=next===void 0?null:fixed(voice,
next.left,digitsOf2(it,found).left),each=found.of==="pairs"?`pair of a beam and a ${model.unit()}`:model.unit();if(voice===
"exact"){let[p,q]=headsOf(model,found),pairs=found.of==="pairs"?" over all (beam, token) pairs":"",then2=found.next<0?"T\
he target’s own token is sampled from p′.":`The next candidate ${word(found.next)} is tested against ${share===null?
"p′":`p′ = ${share}`}.`;return`The rejection replaces ${p} with the residual p′ = norm(max(${p} − ${q}, 0))${pairs}\
. ${then2}`}let from=found.again?"the leftover gives":"the target gives",then=found.next<0?`The target samples its own ${model.
unit()} from it.`:share===null?`The next candidate, ${word(found.next)}, is tested against it.`:`The next candidate ${word(
found.next)} has ${share} of it.`;return`After ${found.again?"another":"the"} rejection, each ${each} keeps what ${from}\
 it beyond the draft’s probability, scaled to 100%. This is the leftover. ${then}`}function leftPart(model,it,phase){let found=leftAt(
model,it,phase),plain=model.voice==="plain",own2=quoted(model.text(it.n.token[found.verdict.place]));return{name:plain?"\
Leftover":"Residual",title:plain?`What the rejection of ${own2} leaves`:`The residual after ${own2}`,says:leftSays(model,
it,found),sums:leftSums(model,it,found),panel:[leftPanel(model,it,found),draftNote(model,it,found)]}}function draftNote(model,it,{
of,next}){let test=it.verdicts.find(({place,a})=>place===next&&a!==void 0),q=next<0?null:model.get(it,"q",next);return of!==
"tokens"||q===null||typeof test?.q!="number"||Math.abs(test.q-q)>5e-4?null:h("p",{class:"st-quiet","data-testid":"left-d\
raft"},model.voice==="plain"?`The draft’s probabilities stay the same, because it sampled ${quoted(model.text(it.n.token[next]))}\
 independently of the rejected guess.`:"q stays the same, because the candidates are sampled independently.")}function secondOf({model,it,form,mode,chain,spot},place,fate){let text=model.second(fate),{second,start:start2}=form;if(!(it.
n.role[place]==="input"))return form.bars&&(text!==WHAT_IF||chain)?"":text;let wide=spot.get(place)?.wide??mode.wide,room=start2?
wide-start2.x:second&&!second.end?wide-second.x:1/0;return emOf(text)*SECOND+6<=room?text:""}var SECOND=13;function numbersOf(model,it,place,step){
let input=it.n.role[place]==="input",write4=model.voice==="plain"?percent:short;return{q:input||model.unweighed(it,place)?
null:model.drafted(it,place,step),p:input?null:model.wanted(it,place,step),say:value=>value===null?"":write4(value)}}function compact(model,value){
if(value===null)return"";let text=model.voice==="plain"?percent(value):short(value);return text.length<6?text:value>.5?"\
>.99":model.voice==="plain"?"≈0%":"≈0"}var leftUntil=({view},step)=>view==="test"||view==="deleted"?step-1:step;function comparedAt(frame,place,step,fate){
let{model,it,chain,view}=frame,panel=chain||it.n.role[place]!=="draft"?void 0:judgedIn(it);if(panel){let found2=panel.compared?.
findLast(each=>each.place===place&&each.step<=leftUntil(frame,step)),now=view!=="unscaled"?found2:panel.compared?.findLast(
each=>each.place===place&&each.step<step),drawn=model.get(it,"q",place),scaled=now&&drawn!==null&&Math.abs(now.q-drawn)>
SAME2;return{left:found2?.p??null,rescaled:scaled?now.q:null}}let here=it.steps[step].verdicts.find(v=>it.verdicts[v].place===
place)??fate.verdict,found=here===null?null:it.verdicts[here],own2=model.drafted(it,place,step),over=it.shares&&found?.layer!==
void 0&&it.deepest[step]>found.layer,{tiles=[],u,q}=over?{}:found??{},left=view!==null&&fate.state==="pending"&&step>=it.
seen?leftFor(it,place,leftUntil(frame,step)):tiles.find(([name])=>name==="p′")?.[1],first=it.n.shares?.[place]?.[0]?.[1]??
own2,used=u===void 0?own2:q??own2,rescaled=used!==null&&first!==null&&Math.abs(used-first)>SAME2;return{left:typeof left==
"number"?left:null,rescaled:rescaled?used:null}}var SAME2=5e-4,BOLD=1.15;function barsOf(frame,item,step,fate){if(untested(
frame,fate))return{q:0,p:null,left:!1,qName:frame.model.voice==="plain"?"not tested":"unused",pName:"",qText:"",pText:""};
let{it,model,form,view}=frame,{place}=item,now=barsAt(frame,item,step,fate);if(!form.bars?.long||!fate||it.born[place]>=
step)return now;let before=(view==="left"||view==="unscaled")&&it.steps[step].verdicts.length?barsAt({...frame,view:view===
"left"&&isTree(frame)?"unscaled":"test"},item,step,fate):barsAt({...frame,view:view&&"left"},item,step-1,model.fate(it,place,
step-1)),both=(of,old,text)=>{let{[of]:end}=form.bars?.numbers??{q:null,p:null},room=(end??0)-(form.bars?.x[of]??0);return old&&
text&&old!==text&&emOf(`${old} → ${text}`)*BOLD*form.small<=room?`${old} → ${text}`:text},back={q:now.qName===model.
guessed()&&before.qName!==now.qName,p:before.left&&!now.left},told=view==="left"&&leftAsTold(frame,place,step)||toldAt(frame,
place,step),written2=of=>{let text=now[`${of}Text`],shown=back[of]?text:both(of,before[`${of}Text`],text);return text&&(shown===
text||view==="left")&&told[of]?.length>text.length?told[of]:shown};return{...now,qText:written2("q"),pText:written2("p")}}
var untested=({it,form,chain},fate)=>fate?.state==="unused"&&!chain&&!it.shares&&!!form.bars?.long&&form.bars.name!==null;
function toldAt({model:{voice},it,form},place,step){let tested2=it.steps[step].verdicts.map(v=>it.verdicts[v]).find(each=>each.
place===place&&each.u!==void 0),row3=judgedIn(it)?.rows.find(each=>each.step===step&&each.place===place),terms=row3?row3.
work?.[voice]:tested2&&threshold(tested2,voice);return thatFit(form,voice,numbersIn(terms))}function thatFit({bars:bars2,
small:small2},voice,written2){if(!bars2)return{};let before=of=>bars2.texts[of]>=0?bars2.x[of]+bars2.wide:bars2.name===null?
0:bars2.name+nameRoom(small2);return Object.fromEntries(["p","q"].flatMap(of=>{let text=(voice==="plain"?written2[of]:written2[of]?.
replace(/^0\./,"."))??"";return text&&emOf(text)*small2<(bars2.numbers[of]??0)-before(of)?[[of,text]]:[]}))}function leftAsTold({
model,it,form},place,step){let found=leftDigits(model,it,step,place),{voice}=model;if(!found)return null;let{q,p,left}=found,
both=`${p} → ${left}`,{bars:bars2,small:small2}=form,room=bars2?(bars2.numbers.p??0)-bars2.x.p:0,change=left&&bars2?.texts.
p&&bars2.texts.p>=0&&emOf(both)*BOLD*small2<=room?both:left;return{...thatFit(form,voice,{q,p:left??p}),...change===both?
{p:both}:{}}}function barsAt(frame,{place},step,fate){let{model,it,form}=frame,{bars:bars2}=form;if(!fate||!bars2||bars2.
one&&ratioSaid(frame,place,step))return{q:null,p:null,left:!1,qName:"",pName:"",qText:"",pText:""};let{q:own2,p}=numbersOf(
model,it,place,step),{left,rescaled}=comparedAt(frame,place,step,fate),write4=value=>compact(model,value),path=!form.sure&&
bars2.name===null&&it.n.sure?model.get(it,"sure",place):null,shown=bars2.one&&path!==null?null:left??p,q=bars2.one&&shown!==
null?null:path??(own2===null?null:rescaled??own2),plain=model.voice==="plain",beam=it.shares&&bars2.long?"_beam":"",named=(word,sign2)=>plain?
bars2.long?word:"":sign2,name=left!==null?named("leftover","p′"):named("target",`p${beam}`),drafts2=rescaled!==null&&path===
null?"scaled":model.guessed(),sign=rescaled!==null&&isTree(frame)?"q′":`q${beam}`;return{q,p:shown,left:left!==null&&shown!==
null,qName:q===null?"":named(drafts2,sign),qText:write4(q),pText:write4(shown),pName:shown===null?"":name}}var isTree=({
it,chain})=>!chain&&judgedIn(it)!==void 0;function ratioAt(frame,place,step){let{it,chain}=frame,until=frame.view==="tes\
t"?step-1:step,known=chain?[]:judgedIn(it)?.ratios?.filter(each=>each.place===place&&each.step<=(each.fell?until:step))??
[],found=known.at(-1);return found?{...found,fell:found.fell&&found.step===step,before:known.at(-2)?.ratio}:null}function ratioSaid(frame,place,step){
let found=frame.form.ratio?ratioAt(frame,place,step):null;if(!found)return"";let{model,mode,it}=frame,{ratio,fell,before,
uncapped}=found,ends=!it.children[place].some(at2=>it.n.role[at2]==="draft"),full=ratioText(ratio,ends),fits=text2=>ratioWide(
text2,mode.small)<=ratioRoom(mode);if(uncapped!==void 0)for(let size of[3,2]){let text2=uncapped<99?String(+uncapped.toPrecision(
size)):">99";if(text2!=="1"&&fits(`${text2}→1`))return`${text2}→1`}let text=model.voice==="plain"&&fits(`${fell?"↓":
""}${full}`)?full:full.replace(/^0\./,"."),said=text.length>6?"≈0":text,from=`${short(before)}↓${text}`;return fell?
before!==void 0&&fits(from)?from:`↓${said}`:said}var ratioWide=(text,small2)=>Math.ceil(emOf(text)*small2*1.06)+(/[→↓]/.
test(text)?12:8);function sureOf({model,it},place){let value=model.get(it,"sure",place);return value===null?"":model.voice===
"plain"?percent(value):short(value)}var GROUP_COLOURS=7,letterOf=k=>(k>=26?letterOf(Math.floor(k/26)-1):"")+String.fromCharCode(65+k%26),recurrenceOf=(it,n)=>({
n,groups:(it.recurring?.groups??[]).filter(([size])=>size===n).map(([,ends])=>ends).sort((a,b)=>a[0]-b[0])});function tagsOf({
mode,spot},recurrence){let roomy=mode.name==="card"||mode.name==="rich";return new Map((recurrence?.groups??[]).flatMap(
(ends,k)=>ends.flatMap((place,nth)=>{let item=spot.get(place),letter=letterOf(k),wide=tagWidth(letter);return item?[[place,
{letter,hue:k%GROUP_COLOURS,first:nth===0,tagX:roomy?item.wide-wide+6:item.wide+1,tagY:roomy?-mode.high/2-9:-9}]]:[]})))}
var tagWidth=letter=>8+10.5*letter.length;function bandsOf(frame,step,recurrence){let{model,it,spot}=frame;return(recurrence?.
groups??[]).flatMap((ends,k)=>ends.flatMap(end=>(spot.has(end)?model.gram(it,end,recurrence?.n??1).slice(0,-1):[]).flatMap(
at2=>{let item=spot.get(at2),d=item&&(joinedBy(frame,item,step)?.wire??wireAt(frame,item,step));return d?[{key:`${k}.${end}\
.${at2}`,d,hue:k%GROUP_COLOURS,end,visible:it.born[end]<=step}]:[]})))}function membersOf({model,it},recurrence,pointed){
let group=recurrence?.groups.findLast(ends=>ends.includes(pointed));return new Set(group?.flatMap(end=>model.gram(it,end,
recurrence?.n??1)))}function recurrenceSaid(model,it,{n,groups},step,outline=!1){let merged2=it.fates.some(fates=>fates.
some(fate=>fate.state==="merged"&&fate.step<=step));return[saidOf(model,it,{n,groups},step),outline&&merged2?MERGED:""].
filter(Boolean).join(" ")}var MERGED="◆ is merged: it goes on like the node at the other end of its pink line.";function saidOf(model,it,{
n,groups},step){let born=place=>it.born[place]<=step,drafted=it.n.role.filter((role,place)=>role==="draft"&&born(place)&&
!model.copied(it,place)).length,again=groups.reduce((sum2,ends)=>sum2+Math.max(0,ends.filter(born).length-1),0),unit=model.
unit(),equal=n===1?unit:plural(n,unit);if(!drafted)return"Nothing is drafted yet.";let inside=it.recurring?.share.find(([
size])=>size===n)?.[1]??0,share=again&&drafted===it.recurring?.drafted&&model.voice==="exact"?` ${percent(inside/drafted)}\
 of the draft lies inside repeated ${n}-grams.`:"";if(!again)return n===1?`No ${unit} is repeated.`:`No ${n}-gram is rep\
eated.`;let gram=n===1?`a ${unit}`:`a ${n}-gram`;return`${again} of ${plural(drafted,"guess","guesses")} ${again===1?"re\
peats":"repeat"} ${gram} that is already in the draft (same letter = same ${equal}, hollow = first occurrence).${share}`}var Keyed=class{drawn=new Map;roots=[];constructor(group,make,dress2){this.group=group,this.make=make,this.dress=dress2}patch(list){
let before=this.drawn;this.drawn=new Map(list.map(item=>{let{parts:parts2,was}=before.get(item.key)??{parts:this.make(item),
was:null};return(!was||!same(item,was))&&this.dress(parts2,item,was),[item.key,{parts:parts2,was:item}]}));let roots=[...this.
drawn.values()].map(({parts:parts2})=>parts2.root),shown=this.roots;roots.length===shown.length&&roots.every((root,k)=>root===
shown[k])||arrange(this.group,this.roots=roots)}};function same(a,b){for(let key in a)if(a[key]!==b[key])return!1;return!0}
function attribute(node,name,value){value===null?node.removeAttribute(name):set(node,{[name]:value})}var seen=yes=>yes?"\
visible":"hidden",textAt=(look,{x,y},anchor="start")=>s("text",{class:look,x,y,"text-anchor":anchor});function barOf2(of,{
x:from,wide,high,name,numbers,texts,[of]:y}){let size={x:from[of],y:y-high/2,height:high,rx:2},line2=s("rect",{class:high<
4?"st-bar thin":"st-bar",...size}),called=name===null?null:textAt("st-bar-name",{x:name,y:y+texts[of]}),at2=numbers[of],
written2=at2===null?null:textAt("st-bar-n",{x:at2,y:y+texts[of]},"end"),drawn=wide>0&&high>0;return{root:s("g",{class:"s\
t-pr","data-of":of,"data-part":"bars","aria-hidden":"true"},drawn&&s("rect",{class:"st-track",...size,width:wide}),drawn&&
line2,called,written2&&" ",written2),line:line2,name:called,number:written2}}function ratioMark({x,y}){let plate=s("rect",
{}),number=s("text",{"text-anchor":"end",x:x-5});return{root:s("g",{class:"st-ratio","data-part":"ratio","aria-hidden":"\
true",transform:`translate(0 ${y})`},plate,number),plate,number}}function dressRatio({root,plate,number},text,{ratio,small:small2}){
let high=Math.ceil(small2*1.15),wide=ratioWide(text,small2);set(root,{visibility:text?"inherit":"hidden"}),set(plate,{x:(ratio?.
x??0)-wide,y:-high/2,width:wide,height:high,rx:4}),set(number,{y:small2*.36}),setText(number,text)}function numberPlate(){
let plate=s("rect",{}),number=s("text",{"text-anchor":"middle"});return{root:s("g",{class:"st-nth","aria-hidden":"true"},
plate,number),plate,number}}function dressPlate({root,plate,number},nth,{small:small2}){let high=Math.ceil(small2*1.1)+1,
wide=Math.max(high,Math.ceil(nth.length*small2*.7)+6);set(root,{visibility:nth?"inherit":"hidden"}),set(plate,{x:BADGE-wide,
y:-high/2,width:wide,height:high,rx:high/2}),set(number,{x:BADGE-wide/2,y:small2*.36}),setText(number,nth)}function partsOf2({
kind},mode,form){let[copies,named,start2]=kind.split(",").slice(1).map(word=>word==="true"),{high,name:way}=mode,rx=way===
"dots"?high/2:Math.min(10,high/2),under2=copies?s("rect",{class:"st-under",x:4,y:-high/2-4,height:high,rx}):null,box2=s(
"rect",{class:"st-box",x:0,y:-high/2,height:high,rx}),{x,y,r}=form.glyph,glyph2=s("path",{class:"st-g",transform:`transl\
ate(${x} ${y}) scale(${r})`}),name=named?textAt("st-w",form.word):null,times=named&&copies?textAt("st-x",form.times,"end"):
null,told=times&&s("title"),sure=named&&form.sure?textAt("st-v",form.sure,"end"):null,{second:line2}=form,place=line2&&(start2&&
form.start?{...form.start,end:!1}:line2),second=named&&place?textAt("st-s",place,place.end?"end":"start"):null,[q,p]=form.
bars?[barOf2("q",form.bars),barOf2("p",form.bars)]:[null,null],nth=way==="dots"?null:numberPlate(),ratio=named&&form.ratio?
ratioMark(form.ratio):null;return{root:s("g",{role:"button"},under2,box2,glyph2,name,times&&" ",times,sure&&" ",sure,ratio&&
" ",ratio?.root,second&&" ",second,q&&" ",q?.root,p&&" ",p?.root,nth&&" ",nth?.root,told&&" ",told),box:box2,under:under2,
q,p,scale:null,glyph:glyph2,ask:null,name,second,times,told,nth,sure,ratio,tag:null,copy:null}}function dressNode(parts2,node,was,mode,form){
let{root,box:box2,under:under2,name,q,p}=parts2,changed=(...keys)=>!was||keys.some(key=>node[key]!==was[key]);changed("c\
lasses")&&set(root,{class:node.classes}),changed("tab")&&set(root,{tabindex:node.tab}),changed("id","x","y")&&set(root,{
"data-node":node.id,transform:`translate(${node.x} ${node.y})`}),changed("letter")&&attribute(root,"data-group",node.letter),
changed("gram")&&attribute(root,"data-hue",node.gram===null?null:String(node.gram)),changed("copy")&&copyTag(parts2,node,
form),changed("wide")&&set(box2,{width:node.wide}),name&&changed("font")&&set(name,{"font-size":node.font}),under2&&changed(
"wide","repeated")&&(set(under2,{width:node.wide}),under2.classList.toggle("none",!node.repeated)),q&&changed("q","qName",
"qText")&&dressBar(q,node.q,node.qName,node.qText,form),p&&changed("p","pName","pText")&&dressBar(p,node.p,node.pName,node.
pText,form),changed("from","cut","coin","side","test","span")&&dressScale(parts2,node,form),parts2.sure&&changed("sure")&&
setText(parts2.sure,node.sure),parts2.ratio&&changed("ratio")&&dressRatio(parts2.ratio,node.ratio,form),parts2.nth&&changed(
"nth")&&dressPlate(parts2.nth,node.nth,form),changed("state","visible","label","word","second","times","told")&&write2(parts2,
node),changed("ask")&&ask(parts2,node,mode),changed("letter","hue","first","tagX","tagY")&&tag(parts2,node)}function dressBar({
root,line:line2,name,number},value,called,written2,{bars:bars2}){set(root,{visibility:value===null?"hidden":"inherit"}),
set(line2,{width:value===null?0:Math.max(value>0?1:0,value*(bars2?.wide??0)).toFixed(1)}),root.classList.toggle("st-chan\
ged",written2.includes("→")),name&&setText(name,called),number&&setText(number,written2)}function dressScale(parts2,{from,
cut,coin,side,test,span},form){let none=!form.scale||cut===null||coin===null,of=span&&`${span.before},${span.line}`;if((none||
parts2.scale&&parts2.scale.span!==of)&&(parts2.scale?.root.remove(),parts2.scale=null),!form.scale||cut===null||coin===null)
return;let{x,y,wide,high,says:says2}=span?spanned(form.scale,span):form.scale,at2=value=>x+value*wide;if(!parts2.scale){
let size={x,y,height:high,rx:Math.min(3,high/2)},view2={yes:s("rect",{class:"st-scale-yes",...size}),cut:s("path",{class:"\
st-scale-cut"}),coin:s("circle",{class:"st-coin",cy:y+high/2,r:high>6?6.5:high}),says:says2&&textAt("st-scale-says",says2,
span&&span.line!==null?"start":"middle")},root=s("g",{class:"st-scale","data-part":"scale","aria-hidden":"true"}," ",s("\
rect",{class:"st-scale-no",...size,width:wide}),s("path",{class:"st-scale-hatch",d:hatch({x,y,wide,high})}),view2.yes,view2.
cut,view2.coin,nameOf(span,x,says2)," ",view2.says," ");parts2.scale={root,span:of,...view2},parts2.root.insertBefore(root,
parts2.nth?.root??parts2.told)}let view=parts2.scale,start2=Math.max(0,from),ratio=side==="above";view.root.toggleAttribute(
"data-own",side==="own"),view.root.toggleAttribute("data-ratio",ratio),view.root.toggleAttribute("data-under",ratio&&coin<=
from);let[left,right]=ratio?[0,Math.min(1,coin)]:[start2,cut];set(view.yes,{x:at2(left).toFixed(1),width:Math.max(1,(right-
left)*wide).toFixed(1)});let line2=ratio?from:side==="below"&&cut<1?cut:null,over=high>6?3:2.5;set(view.cut,{d:line2===null?
"":`M${at2(line2).toFixed(1)} ${y-over}v${high+2*over}`}),set(view.coin,{cx:at2(coin).toFixed(1)}),view.says&&setText(view.
says,test)}function nameOf(span,x,says2){if(!span?.name||!says2)return null;let name=textAt("st-scale-says",{x:x-8,y:says2.
y},"end");return setText(name,span.name),name}function spanned({x,y,wide,high,says:says2},{before,after:after2,line:line2}){
let below=says2&&{...says2,x:says2.x+(after2-before)/2},down=line2??0;return{x:x-before,y:y+down,wide:wide+before+after2,
high,says:says2&&line2!==null?{x:x+wide+after2+8,y:y+down+high-1}:below}}function hatch({x,y,wide,high}){let lines2=[];for(let at2=x+
3;at2+high<x+wide;at2+=7)lines2.push(`M${at2} ${y+high}l${high} ${-high}`);return lines2.join("")}function write2({root,
glyph:glyph2,name,second,times,told},node){let{state}=node;set(root,{visibility:seen(node.visible),"data-shown":state?"1":
"0"}),attribute(root,"aria-hidden",state?null:"true"),attribute(root,"aria-label",state&&node.label),attribute(root,"dat\
a-state",state),attribute(glyph2,"data-kind",state),state&&set(glyph2,{d:shapeOf(state)}),name&&setText(name,node.word),
second&&setText(second,node.second),times&&setText(times,node.times),told&&setText(told,node.told)}function ask(parts2,node,{
font}){if(node.ask===null)return parts2.ask?.remove();parts2.ask??=s("text",{class:"st-ask",y:font*.36,"font-size":font},
"?"),set(parts2.ask,{x:node.ask}),parts2.ask.parentNode||parts2.name?.before(parts2.ask)}function tag(parts2,{letter,hue,
first,tagX,tagY}){if(parts2.tag?.remove(),!letter)return;let wide=tagWidth(letter);parts2.tag=s("g",{class:"st-rec"+(first?
" first":""),"data-hue":hue,transform:`translate(${tagX} ${tagY})`}," ",s("rect",{width:wide,height:18,rx:4}),s("text",{
x:wide/2,y:14.5,"text-anchor":"middle"},letter)),parts2.root.append(parts2.tag)}function copyTag(parts2,{copy},form){parts2.
copy?.remove(),parts2.copy=copy?textAt("st-copy",form.times,"end"):null,parts2.copy&&(setText(parts2.copy,copy),attribute(
parts2.copy,"aria-hidden","true"),parts2.root.append(parts2.copy))}function dressEdge({root},{d,state,made:made2,visible:visible2,
classes}){set(root,{d,class:classes,visibility:seen(visible2)}),attribute(root,"data-state",state),root.toggleAttribute(
"data-made",made2)}function show(group,parts2,on){set(group,{visibility:seen(on)}),on!==group.hasChildNodes()&&put(group,
...on?parts2:[])}function tipOf({x,y,w},at2){return at2<=x+w-4?`M${at2-6} ${y}h12l-6 7z`:`M${x+8} ${y}h8v2.5H${at2+1.5}v\
1h4.5l-6 6.5l-6 -6.5h4.5v-0.5H${x+8}z`}var ModelBlock=class{box=s("rect",{rx:7});name=s("tspan",{class:"st-model-name"});says=s(
"tspan",{class:"st-model-says",dx:8});words=s("text",{},this.name);aside=s("text",{class:"st-model-says"});constructor(of){
this.tip=of==="draft"?s("path",{class:"st-model-tip"}):null,this.root=s("g",{class:"st-model","data-of":of,"data-part":"\
pass","aria-hidden":"true"}),this.parts=this.tip?[this.tip,this.box,this.words,this.aside]:[this.box,this.words],this.tip||
this.words.append(this.says)}draw(block){if(show(this.root,this.parts,block!==null),!block)return;let{x,y,w,h:h2,on,name,
says:says2,tip=x+w/2,start:start2=!1}=block;this.root.toggleAttribute("data-on",on),set(this.box,{x,y,width:w,height:h2}),
this.tip&&set(this.tip,{d:tipOf({x,y:y+h2-1,w},tip)}),setText(this.name,name),setText(this.tip?this.aside:this.says,says2),
set(this.words,{x:start2?x+14:x+w/2,y:y+h2/2+5,"text-anchor":start2?"start":"middle"}),set(this.aside,{x:x+w+9,y:y+h2/2+
5})}},PassPicture=class{area=s("rect",{class:"st-pass",rx:10,"data-part":"pass","aria-hidden":"true"});sent=s("path",{class:"\
st-pass","data-part":"sent","aria-hidden":"true"});rays=s("path",{class:"st-rays","aria-hidden":"true"});draft=new ModelBlock(
"draft");target=new ModelBlock("target");bonusBox=s("rect",{rx:10});star=s("path",{class:"st-g","data-kind":"bonus",d:shapeOf(
"bonus")});word=s("text",{class:"st-bonus-w"});says=[s("text",{class:"st-bonus-s"}),s("text",{class:"st-bonus-s"})];bonus=s(
"g",{class:"st-bonus","aria-hidden":"true"},this.bonusBox,this.star,this.word,...this.says);band=s("rect",{class:"st-ban\
d","aria-hidden":"true",x:-400,y:0});label=s("tspan");whose={q:s("tspan",{"data-of":"q"}),p:s("tspan",{"data-of":"p"})};key=s(
"text",{class:"st-key","aria-hidden":"true"},this.label,this.whose.q,this.whose.p);stick(y){for(let root of[this.band,this.
draft.root,this.target.root,this.key])set(root,{transform:`translate(0 ${y.toFixed(1)})`})}draw({draft,target,area,sent,
rays,bonus,key,head}){if(set(this.band,{width:4e3,height:head}),set(this.key,{visibility:seen(key!==null),x:key?.x??0,y:key?.
y??0}),setText(this.label,key?.label??""),setText(this.whose.q,key?.q?` ${key.q}`:""),setText(this.whose.p,key?.p?`${key.
q?",":""} ${key.p}`:""),this.draft.draw(draft),this.target.draw(target),this.area.classList.toggle("above",!area.below),
set(this.area,{x:area.x,y:area.y,width:area.w,height:area.h,visibility:seen(area.on)}),set(this.sent,{d:sent.map(({x:x2,
y:y2,w:w2,h:h3})=>`M${x2} ${y2}h${w2}v${h3}h${-w2}Z`).join(""),visibility:seen(sent.length>0)}),set(this.rays,{d:rays,visibility:seen(
rays!=="")}),set(this.bonus,{visibility:seen(!!bonus?.visible)}),!bonus)return;let{x,y,w,h:h2,name,says:says2}=bonus,row3=h2<
56,top=row3?y:y-h2/2+(h2<80?16:22);set(this.bonusBox,{x,y:y-h2/2,width:w,height:h2}),set(this.star,{transform:`translate\
(${x+17} ${top}) scale(6.5)`}),setText(this.word,name),set(this.word,{x:x+31,y:top+5.5}),this.says.forEach((line2,k)=>{setText(
line2,says2[k]??""),set(line2,{x:row3?x+92:x+10,y:row3?y+4.4:top+(h2<80?17:24)+16*k})})}},pictures=0,Picture=class{arrow=`\
st-arrow-${++pictures}`;svg=s("svg",{class:"st-svg",preserveAspectRatio:"xMidYMin",role:"group","aria-label":"Graph of t\
his round"});floatBox=s("rect",{rx:4,height:20});floatWord=s("text",{y:14,x:6});float=s("g",{class:"st-float",visibility:"\
hidden","aria-hidden":"true"});mode=null;form=null;pass=new PassPicture;nodes=new Keyed(s("g",{class:"st-nodes","data-pa\
rt":"nodes"}),node=>partsOf2(node,this.mode,this.form),(parts2,node,was)=>dressNode(parts2,node,was,this.mode,this.form));edges=new Keyed(
s("g",{class:"st-edges"}),()=>({root:s("path")}),dressEdge);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-l\
inks","st-origin");bands=new Keyed(s("g",{class:"st-rec-bands","aria-hidden":"true"}),({hue,end})=>({root:s("path",{class:"\
st-rec-band","data-hue":hue,"data-end":end})}),({root},{d,visible:visible2})=>set(root,{d,visibility:seen(visible2)}));arcs(group,look){
return new Keyed(s("g",{class:group,"aria-hidden":group==="st-links"&&"true"}),()=>({root:s("path",{class:look,"marker-e\
nd":`url(#${this.arrow})`})}),({root},{d,visible:visible2,solid=!1,bold=!1})=>{set(root,{d,visibility:seen(visible2)}),root.
classList.toggle("solid",solid),root.classList.toggle("bold",bold)})}draw(scene2,typeface){this.mode=scene2.mode,set(this.
svg,{"data-mode":scene2.mode.name}),this.svg.style.setProperty("--small",`${scene2.form.small}px`),this.form=scene2.form,
this.svg.firstChild||put(this.svg,s("defs",{},s("marker",{id:this.arrow,viewBox:"0 0 8 8",refX:7,refY:4,markerUnits:"use\
rSpaceOnUse",markerWidth:10,markerHeight:10,orient:"auto"},s("path",{d:"M0 0L8 4L0 8Z",class:"st-arrow"}))),this.pass.rays,
this.bands.group,this.edges.group,this.merges.group,this.links.group,this.pass.bonus,this.nodes.group,this.pass.area,this.
pass.sent,this.pass.band,this.pass.draft.root,this.pass.target.root,this.pass.key,this.float),this.pass.draw(scene2.pass);
let{root}=this.pass.target,over=scene2.pass.area.below?this.bands.group:this.pass.key;root.nextSibling!==over&&over.before(
root);for(let part of["bands","edges","merges","links","nodes"])this[part].patch(scene2[part]);show(this.float,[this.floatBox,
this.floatWord],scene2.float!==null),scene2.float&&(setText(this.floatWord,scene2.float.word),set(this.floatBox,{width:measure(
scene2.float.word,`13px ${typeface}`)+14}),set(this.float,{transform:`translate(${scene2.float.x} ${scene2.float.y})`}))}elementOf(node){
return this.partsOf(node)?.root}partsOf(node){return node&&this.nodes.drawn.get(node.key)?.parts}edgeOf({key}){return this.
edges.drawn.get(key)?.parts.root}clear(){put(this.svg)}};var NEAR2=16;function placeOf2({frame},event){let node=event.target instanceof Element?event.target.closest("[data-node]"):
null;return node&&frame?frame.it.place.get(Number(node.getAttribute("data-node")))??-1:-1}function nearest(graph,event){
let{scene:scene2,zoom}=graph,place=-1,least=NEAR2;for(let node of scene2?.nodes??[]){if(!scene2||node.state===null)continue;
let away=zoom.away(event,node,scene2.mode.high);away<=least&&([place,least]=[node.place,away])}return place}function move(graph,by){
let list=(graph.frame?.items??[]).filter(({place})=>graph.shows(place)).sort((a,b)=>a.row-b.row),at2=list.findIndex(({place})=>place===
graph.selection.roving),to=list[Math.min(list.length-1,Math.max(0,at2+by))];to&&(graph.rove(to.place),graph.focus({preventScroll:!0}),
graph.reveal([to.place]))}function listenTo(graph){let{svg,on}=graph,take=place=>{place<0||(graph.rove(place),on.pick(place))},
point=place=>{graph.float(place),on.hover(place)};svg.addEventListener("click",event=>{let place=placeOf2(graph,event);take(
place<0&&graph.touched.matches?nearest(graph,event):place)}),svg.addEventListener("mouseover",event=>{pointer.moved(event)&&
point(placeOf2(graph,event))}),svg.addEventListener("mouseleave",event=>{pointer.moved(event)&&point(-1)}),svg.addEventListener(
"focusin",event=>{placeOf2(graph,event)>=0&&point(placeOf2(graph,event))}),svg.addEventListener("focusout",()=>point(-1)),
svg.addEventListener("keydown",event=>{if(event.key==="Enter")take(placeOf2(graph,event));else if(event.key==="ArrowDown")
move(graph,1);else if(event.key==="ArrowUp")move(graph,-1);else return;event.preventDefault(),event.stopPropagation()})}var Recurring=class{toggle=h("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-p\
ressed":"false",title:"Mark tokens, and n-grams of up to 4 tokens, that were guessed more than once",onclick:()=>{this.set(
!this.on),this.redraw()}},"Mark repeats");sizes=h("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,
"aria-label":"n-gram length",onchange:()=>{this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(size=>h("opt\
ion",{value:size},`${size}-grams`)));say=h("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;n=0;shown=null;constructor(model,redraw){
this.model=model,this.redraw=redraw}set(value){this.on=value,this.toggle.setAttribute("aria-pressed",value?"true":"false"),
this.sizes.hidden=this.say.hidden=!value}open(it){let{recurring}=it;if(this.toggle.hidden=!recurring?.groups.length,this.
toggle.toggleAttribute("data-merges",!!it.n.merge),this.shown=null,!recurring?.drafted||!this.on)return setText(this.say,
"");this.n||=Math.min(4,recurring.tau),this.sizes.value=String(this.n),this.shown=recurrenceOf(it,this.n)}describe(it,step,outline){
this.shown&&setText(this.say,recurrenceSaid(this.model,it,this.shown,step,outline))}reset(){this.n=0,this.shown=null,this.
toggle.hidden=!0,setText(this.say,"")}};function labelled(frame,item,fate,copied2,step,drawn){let{model,it,form}=frame,paths2=1+item.shared.filter(each=>joinedBy(
frame,each,step)).length,{place,word,whole:whole2,named,copies,nth}=item,{second,qName,qText,pName,pText,test}=drawn,{q,
p,say}=numbersOf(model,it,place,step),{name=null,numbers={q:null,p:null}}=form.bars??{},bar3=(of,called,value)=>[name!==
null&&called,numbers[of]!==null&&value].filter(Boolean).join(" "),read2=name!==null&&numbers.q!==null,says2=model.second(
fate),sure=form.sure?sureOf(frame,place):"",ratio=ratioAt(frame,place,step),seen2=[word,named&&copies&&drawn.times,sure,
drawn.ratio,form.second&&second,bar3("q",qName,qText),bar3("p",pName,pText),drawn.span?.name,test,numberSaid(nth,drawn.letter),
drawn.copy];return[...seen2,sure&&`confidence ${sure}`,named&&copies&&fate.told,!seen2.includes(model.called(fate))&&model.
called(fate),fate.state==="pending"&&lostAt(frame,place,step)&&"below a draft that was not accepted",!seen2.includes(says2)&&
says2,q!==null&&!(read2&&qName&&qText===say(q))&&`draft ${say(q)}`,p!==null&&!(read2&&pName&&pText===say(p))&&`target ${say(
p)}`,ratio&&`running ratio ${num(ratio.ratio)}`,paths2>1&&`shared by ${paths2} paths`,copied2&&`copy of node ${model.get(
it,"origin",place)}`,word!==whole2&&whole2].filter(Boolean).join(", ")}function numberSaid(nth,letter){return nth===null?
letter&&`${letter}, letter of its n-gram`:letter?`${nth} ${letter}: number among the candidates, letter of its n-gram`:`${nth}\
 among the candidates`}function marksOf(frame,step,{picked,pointed,supposed},recurrence){let{model,it,spot}=frame,{now}=it.steps[step],marks=new Map,
mark2=(place,name)=>{marks.set(place,(marks.get(place)??new Set).add(name))};for(let place of now)mark2(place,"now");picked>=
0&&mark2(picked,"picked"),supposed&&mark2(supposed.place,"supposed");for(let at2=pointed;at2>=0;at2=model.up(it,at2)){let here=spot.
has(at2)?at2:it.place.get(model.get(it,"origin",at2)??-1)??-1;mark2(here,at2===pointed?"lit-end":"lit")}for(let place of membersOf(
frame,recurrence,pointed))mark2(place,"rec-lit");return marks}var HUES=[2,5,6,4,3,1,0],FEW2=6,mergesAt=({steps},step)=>steps[step].phase==="merge"?steps[step].now:steps[step].phase===
"draft"&&steps[step+1]?.phase==="merge"?steps[step+1].now:[],repeated=(model,it,at2)=>it.place.get(model.get(it,"merge",
at2)??-1)??-1;function gramsAt(model,it,step){let ends=new Map;for(let place of mergesAt(it,step)){let first=repeated(model,
it,place);first>=0&&ends.set(first,[...ends.get(first)??[first],place])}return ends.size?{n:it.recurring?.tau??1,groups:[
...ends.values()]}:null}var hueOf=k=>HUES[k%HUES.length],gramBands=(frame,step,grams)=>bandsOf(frame,step,grams).map(band=>({
...band,hue:hueOf(grams?.groups.findIndex(ends=>ends.includes(band.end))??0)})),coloured=(model,it,grams)=>new Map((grams?.
groups??[]).flatMap((ends,k)=>ends.flatMap(end=>model.gram(it,end,grams?.n??1).map(place=>[place,hueOf(k)]))));function mergesOf(frame,step,pointed){
let{model,it,items,spot}=frame,{phase,now}=it.steps[step],here=new Set(phase==="merge"?now:[]),whole2=items.some(({place})=>model.
copied(it,place)),own2=item=>item.shared.some(each=>joinedBy(frame,each,step))&&item.wire!=="";return items.flatMap(item=>{
let arcs=own2(item)?[{key:`${item.place}-own`,d:item.wire,visible:!0,solid:!0,bold:item.shared.some(({place})=>here.has(
place))}]:[],target=spot.get(repeated(model,it,item.place));if(!target)return arcs;let from=it.fates[item.place].find(fate=>fate.
state==="merged")?.step??it.born[item.place],d=item.into?.wire||arcOf(frame,at(frame,item,step),at(frame,target,step));return[
...arcs,{key:String(item.place),d,solid:item.into!==null,bold:here.has(item.place),visible:from<=step&&(!whole2||[item.place,
target.place].includes(pointed))}]})}function linksOf(frame,step,pointed){let{model,it,items,spot}=frame,{phase,now}=it.
steps[step];if(!it.replicas)return[];let first=place=>spot.get(it.place.get(model.get(it,"origin",place)??-1)??-1),own2=spot.
has(pointed)?first(pointed)?.place??pointed:-1,all2=phase==="unmerge"&&now.length<=FEW2,shown=place=>all2&&now.includes(
place)||(model.copied(it,pointed)?place===pointed:own2>=0&&first(place)?.place===own2);return items.filter(({place})=>model.
copied(it,place)&&it.born[place]<=step&&shown(place)).flatMap(end=>{let to=first(end.place);return to?[{key:String(end.place),
visible:!0,d:arcOf(frame,at(frame,to,step),at(frame,end,step))}]:[]})}var copyMark=({model,it,mode,narrow,has},{place,named},fate)=>fate&&
copyRoom(mode,has)&&mode.text&&!narrow&&named&&model.copied(it,place)?"copy":"";function quietAt({model,it,mode},place,step){
if(!it.n.merge||step<it.seen||mode.name==="rich")return!1;let tested2=at2=>it.onPath[at2]||model.decided(it,at2,step).some(
v=>["accepted","rejected"].includes(it.verdicts[v].state));return model.decided(it,place,step).some(v=>it.verdicts[v].state===
"unused")&&!tested2(place)&&!copiesOf(model,it,place).some(tested2)}var copiesOf=(model,it,place)=>(it.n.origin??[]).flatMap(
(id,at2)=>id===it.n.id[place]&&model.copied(it,at2)?[at2]:[]);var OWN=new Set(["residual","bonus","fill","drawn"]),TARGET2=78,SAYS=15.5,GLOW=7,GAP=8,RAY=16,LETTER2=7.6,ROW=226,ROOM=118;
function passOf(frame,step){let{model,it,items,models,chain,narrow,mode}=frame,{phase,now}=it.steps[step],guesses3=it.steps.
flatMap((each,k)=>DRAFTING.has(each.phase)?[k]:[]),drafts2=it.n.role.some(role=>role==="draft")||guesses3.length>0,checked2=step>=
it.seen,{lane,slab,area,below}=models,on=DRAFTING.has(phase),lasted=value=>value>=5e-4&&!model.toy()?` · ${seconds(value)}`:
"",at2=on?items.filter(({place})=>now.includes(place)):[],first=at2.length?Math.min(...at2.map(({x:x2})=>x2)):lane.x,x=!below||
!at2.length?lane.x:mode.text?first+(mode.wide-lane.w)/2:first,name=model.drafter(),w=Math.max(lane.w,Math.ceil(name.length*
LETTER2)+24),home=Math.max(lane.x,Math.min(x,models.most)),middle=mode.text?mode.wide/2:mode.wide,draft=drafts2?{...lane,
x:home,on,name,w,tip:at2.length&&!narrow?first+middle:home+w/2,says:checked2&&below?`${plural(guesses3.length,"step")}${lasted(
it.bar.draft)}`:""}:null,positions=it.steps[it.seen]?.nodes.length??0,passes=it.mask?.starts.length||1,here=phase==="tar\
get"&&frame.view!=="early"&&frame.view!=="plan",part=here&&below&&!chain?sentOf(frame,step):[],passed=passes===1?"one pa\
ss":plural(passes,"pass","passes"),over=here?`${passed} over ${plural(positions,"position")}`:passed,time=lasted(it.bar.
target),did=checked2?[`${over}${time}`,over,`${passed}${time}`,passed]:["waits"],own2=models.docks?items.find(({place,cy})=>it.
n.role[place]==="target"&&it.born[place]<=step&&cy+mode.high/2>slab.y):null,room=own2?own2.x-slab.x:slab.w,target={...slab,
w:own2?Math.max(TARGET2,room-GAP):slab.w,on:here,name:"Target",says:fitting((room-TARGET2)/SAYS,...did,""),start:models.
docks};return{draft,target:it.steps.some(each=>each.phase==="target")?target:null,area:{...area,on:here&&!part.length,below},
sent:part,bonus:bonusOf(frame,step),head:below?0:models.head,key:on?null:here&&raysSaid(frame)||keyOf(frame,step,draft,target),
rays:narrow?"":here&&chain?raysOf(frame):sampledFrom(frame,step)}}function raysSaid({model,chain,narrow,form,w,h:h2,models:{
slab}}){let y=slab.y+slab.h+18,label=model.voice==="exact"?"Dotted: each position gives p of the next token.":`Dotted: e\
ach position gives the target’s probabilities of the next ${model.unit()}.`,fits=emOf(label)*form.small<=w-slab.x&&y+6<=
h2;return chain&&!narrow&&fits?{x:slab.x,y,label,q:"",p:""}:null}function keyOf(frame,step,draft,target){let{model,it,form,
narrow,models,h:h2}=frame,{bars:bars2}=form,plain=model.voice==="plain",path=!form.sure&&it.n.sure&&bars2?.name===null;if(!bars2||
bars2.long||bars2.name!==null&&!plain)return null;let after2=draft&&draft.says?emOf(draft.says)*SAYS+24:12,x=models.below?
draft?draft.x+draft.w+after2:target.x:target.x+target.w+12,checked2=step>=it.seen,both=checked2&&!(bars2.one&&path),label=narrow?
"":"numbers:",own2=plain?"target":"p",q=bars2.one&&checked2&&!path?"":path?"path confidence":plain?"draft":"q",pale=both&&
leavesAt(frame,step)?[`${own2} (pale: ${plain?"leftover":"p′"})`]:[],fits=p=>x+emOf(`${label} ${q}, ${p}`)*form.small<=
models.until;for(let p of both?[...pale,own2]:[""])if(fits(p))return{x,y:models.lane.y+models.lane.h/2+5,label,q,p};let under2={
x:models.lane.x,y:h2-4,label,q,p:both?pale[0]??own2:""};return narrow||models.below?null:under2}var leavesAt=(frame,step)=>frame.
items.some(item=>frame.it.born[item.place]<=step&&barsOf(frame,item,step,frame.model.fate(frame.it,item.place,step)).left),
DRAFTING=new Set(["draft","exit"]);function sentOf({it,items,mode},step){let read2=new Set(it.steps[step].nodes),drafts2=items.
filter(({place})=>it.born[place]<=step);return drafts2.every(({place})=>read2.has(place))?[]:drafts2.filter(({place})=>read2.
has(place)).map(({x,cy,wide})=>({x:x-GLOW,y:cy-mode.high/2-GLOW,w:wide+2*GLOW,h:mode.high+2*GLOW}))}function sampledFrom({
it,items,spot,models,mode,chain},step){let{phase,now}=it.steps[step],{slab,below}=models;return chain||!below||it.shares||
!OWN.has(phase)?"":now.flatMap(place=>spot.get(place)??[]).flatMap(({x,cy,wide})=>{let middle=x+wide/2,under2=cy+mode.high/
2,above3=middle>slab.x&&middle<slab.x+slab.w,free=items.every(item=>item.x>middle||item.x+item.wide<middle||item.cy+item.
makes<=cy);return above3&&free&&slab.y-under2>=RAY?[`M${middle} ${slab.y}V${under2}`]:[]}).join("")}function raysOf({items,
models,mode,it,top}){let{slab,bonus}=models,drafts2=items.filter(({place})=>it.n.role[place]!=="target"),ends=[...drafts2.
slice(1),...bonus?[bonus]:[]],half=mode.wide/2,under2=top+mode.high+3;return ends.map((end,k)=>`M${drafts2[k].x+half} ${slab.
y}L${end.x+half} ${under2}`).join("")}function bonusOf(frame,step){let{it,items,models,narrow}=frame,own2=items.find(({place})=>it.
n.role[place]==="target"&&it.born[place]<=step);if(!models.bonus)return null;let drafts2=items.filter(({place})=>it.n.role[place]===
"draft").length,words2=drafts2<1||models.bonus.w<(narrow?ROW:ROOM)?[]:narrow?[`if ${drafts2===1?"it is":"all are"} accep\
ted`]:drafts2===1?["only if the guess","is accepted"]:[`only if all ${drafts2}`,"are accepted"],visible2=!own2&&step<it.
commit&&!Number.isFinite(cutOf(frame,step));return{...models.bonus,visible:visible2,name:drafts2?"bonus":"?",says:!narrow&&
models.bonus.h<80?[]:words2}}var NEXT=24,SAYS2=2;function judgedAt(it,place,step){let panel=judgedIn(it),nth=panel?.rows.findLastIndex(row3=>row3.place===
place&&row3.step<=step)??-1;return!panel||nth<0?void 0:{...panel.rows[nth],nth:nth+1}}function numberOf({it,chain,mode,narrow,
tests,view},{place,nth},step){if(tests)return narrow?null:tests.get(place)?.findLast(test=>test.step<=step)?.nth??null;if(chain||
!judgedIn(it))return nth;if(!mode.text||narrow)return null;let{order}=judgedIn(it)??{};return order?step<it.seen||view===
"check"?null:order.indexOf(place)+1||null:judgedAt(it,place,step)?.nth??null}function wholeAt({it,chain,narrow,spot,lines:lines2,
drop},place,step,fallen){let panel=judgedIn(it);if(!chain||!panel||it.n.role[place]!=="draft")return;let now=panel.rows.
findIndex(row4=>step>=panel.told?row4.chosen:row4.step===step),known=panel.rows.findIndex(row4=>row4.place===place&&row4.
step<=step),nth=lines2||narrow?known:now,row3=panel.rows[nth],[from,to,end]=[panel.rows[0]?.place,place,panel.rows.at(-1)?.
place].map(at2=>spot.get(at2??-1)?.x??0);return row3?.place!==place?null:{...row3,nth:nth+1,before:narrow?0:to-from,after:narrow?
0:end-to,line:lines2?lines2*nth-(fallen?drop:0):null}}function testOf(frame,{place},step,fate,fallen=!1){let{model,it,form,
chain,mode}=frame,none={from:-1,cut:null,coin:null,side:"below",test:"",span:null};if(!fate||!form.scale)return none;let prefix=prefixAt(
it,place,step);if(prefix&&(chain||prefix.step===step))return{...ratioTest(prefix,form),span:null};let whole2=wholeAt(frame,
place,step,fallen);if(whole2===null||whole2?.line===null&&fallen)return none;if(whole2)return wholeTest(whole2,form,model.
voice);if(frame.lines&&it.n.role[place]==="target")return none;let stays=chain||mode.name==="rich",tests=model.decided(it,
place,step).filter(v=>stays||it.stepOf[v]===step),verdict=it.verdicts[tests.at(-1)??-1];if(verdict?.strip)return{...drawnFrom(
verdict.strip,form,model.voice),span:null};if(verdict?.u===void 0||verdict.a===void 0)return none;let{u,a,layer}=verdict;
return it.shares&&layer!==void 0&&it.deepest[step]>layer?none:{...none,cut:Math.min(1,a),coin:u,test:comparison(form,model.
voice,u,a,"accepted",verdict)}}function wholeTest({cut,u,nth,before,after:after2,line:line2},form,voice){let name=line2===
null?"":`prefix ${nth}`,none={from:-1,cut:null,coin:null,side:"below",test:"",span:{before,after:after2,line:line2,name}};
if(u===null||!form.scale)return none;let wide={...form,scale:{...form.scale,wide:form.scale.wide+(line2===null?before+after2:
NEXT)}},words2=comparison(wide,voice,u,cut,"passes"),named=line2===null?`prefix ${nth}${cut>0&&cut<1?":":""} ${words2}`:
words2;return{...none,cut:Math.min(1,cut),coin:u,test:words2&&says(wide,named,words2)}}function prefixAt(it,place,step){
let panel=it.panels.find(({kind})=>kind==="prefixes");if(panel?.kind!=="prefixes")return null;let found=panel.prefixes.find(
row3=>row3.place===place&&row3.step<=step);return found?{...found,bar:panel.bar}:null}function ratioTest({ratio,product,
passed,bar:bar3},form){let value=product===null?"∞":num(product),test=`${value} ${passed?">":"≤"} ${num(bar3)}`,word=passed?
" passes":" fails";return{from:Math.min(1,bar3),cut:1,coin:ratio,side:"above",test:says(form,`joint ${test}${word}`,`${test}${word}`,
test)}}var says=({scale,small:small2},...texts)=>scale?.says?fitting((scale.wide+SAYS2)/small2,...texts):"";function comparison(form,voice,u,a,passes,ratio={}){
let sign=u<a?"<":"≥",plain=voice==="plain",{p,q}=ratio;if(a>0&&a<1)return plain?says(form,`${num(u)} ${sign} ${num(a)}`,
`${short(u)} ${sign} ${short(a)}`):says(form,`u = ${short(u)} ${sign} ${short(a)}`,`${short(u)} ${sign} ${short(a)}`);let certain=a>=
1?"always":"never",rest=[`${certain} ${passes}`,certain];return a>=1&&typeof p=="number"&&typeof q=="number"&&p>=q?says(
form,plain?`${certain}: ${percent(p)} ≥ ${percent(q)}`:`${certain}: p ≥ q`,...rest):a<=0&&p===0?says(form,plain?`${certain}\
: target 0%`:`${certain}: p = 0`,...rest):says(form,...rest)}function drawnFrom({u,parts:parts2,own:own2},form,voice){let upto=k=>parts2.
slice(0,k).reduce((sum2,[,,value])=>sum2+value,0),all2=upto(parts2.length),from=upto(own2)/all2,cut=upto(own2+1)/all2,within=write4=>`${write4(
from)} ≤ ${write4(u)} < ${write4(cut)}`,test=voice==="exact"?says(form,within(value=>num(value)),within(short),`u = ${short(
u)}`):says(form,`${num(u)} in its part`,num(u));return{from,cut,coin:u,side:"own",test}}var MADE=8,DECIDED=6,NOTHING={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function scene(frame,step,selection=NOTHING,recurrence=null){
let{model,it,items,spot}=frame,marked2=marksOf(frame,step,selection,recurrence),tags=tagsOf(frame,recurrence),grams=gramsAt(
model,it,step),hues=coloured(model,it,grams),nodes=[],edges=[];for(let item of items){let marks=item.stands.flatMap(place=>[
...marked2.get(place)??[]]),node={...nodeOf(frame,item,step,selection,marks,tags.get(item.place)),gram:hues.get(item.place)??
null};node.gram!==null&&(node.classes+=" tail"),nodes.push(node),item.up>=0&&edges.push(edgeOf2(wireAt(frame,item,step),
node))}let{mode,form}=frame;return{mode,form,pass:passOf(frame,step),nodes,edges:[...edges.filter(({raised})=>!raised),...edges.
filter(({raised})=>raised)],merges:mergesOf(frame,step,selection.pointed),links:linksOf(frame,step,selection.pointed),bands:recurrence?
bandsOf(frame,step,recurrence):gramBands(frame,step,grams),float:floatOf(frame,step,selection),hidden:it.born.filter((born,place)=>born<=
step&&spot.get(place)?.place!==place).length}}function nodeOf(frame,item,step,selection,marked2,tag2){let{model,it,mode}=frame,
{named}=item,place=standing(frame,item,step),fate=fateAt(frame,place,step,selection),joined=joinedBy(frame,item,step),done=step>=
it.commit,added2=item.stands.some(each=>it.onPath[each]),path=done&&fate!==null&&!joined&&added2,copied2=model.copied(it,
place)&&item.place===place,draft=it.n.role[place]==="draft",cut=cutOf(frame,step),hole=!fate&&!draft&&item.col>=cut,open=hole||
!fate&&draft&&!copied2,fallen=draft&&item.col>=cut&&fate!==null,dots=mode.name==="dots",long=dots&&named&&path,wide=long?
Math.ceil(item.wide+12+7*item.word.length):item.wide,classes="st-n";copied2&&(classes+=" replica"),fate||(classes+=" gho\
st"),hole&&(classes+=" hole"),fallen&&(classes+=" fallen"),path&&(classes+=" path"),fate?.state==="input"&&done&&!path&&
(classes+=" gone");let quiet=!path&&quietAt(frame,place,step);quiet&&(classes+=" quiet"),it.n.merge&&fate?.state==="prun\
ed"&&(classes+=" leaf");let lost=(fate?.state==="pending"||fate?.state==="merged")&&lostAt(frame,place,step);lost&&(classes+=
" lost"),joined?classes+=" joined":!quiet&&!lost&&sharedAt(frame,item,step)&&(!fate||fate.state!=="unused"&&stateOf(fate.
state).strength<DECIDED)&&(classes+=" shared");let bars2=barsOf(frame,{...item,place},step,fate),ratio=fate?ratioSaid(frame,
place,step):"",deleted=isTree(frame)&&fate?.state==="rejected";bars2.left&&(classes+=" left"),deleted&&(classes+=" delet\
ed"),untested(frame,fate)&&(classes+=" untested");for(let name of new Set(marked2))classes+=` ${name}`;let here=place===
item.place?item:{...item,place},number=numberOf(frame,here,step),shown=number===item.nth?here:{...here,nth:number},{x,y}=joined??
placed(frame,item,fallen,step),test=testOf(frame,shown,step,fate,fallen),second=fate?secondOf(frame,place,fate):"",times=fate?
timesOf(frame,fate):"",copy=copyMark(frame,item,fate);return{key:item.key,kind:item.kind,place,id:it.n.id[place],x,y,wide:joined?
2*frame.form.glyph.x:wide,joined:joined!==null,onto:joined&&{x:joined.item.x,y:joined.item.cy},font:item.font,word:fate&&
named&&(long||!dots)?item.word:"",state:fate?.state??null,visible:fate!==null||open,ask:open&&named&&!dots?item.wide/2:null,
...bars2,...test,nth:fate&&number!==null?String(number):"",sure:fate&&frame.form.sure?sureOf(frame,place):"",ratio,second,
gram:null,copy,times,told:fate?.told??"",repeated:!!fate?.times,label:fate?labelled(frame,shown,fate,copied2,step,{...bars2,
...test,second,times,copy,ratio,letter:joined?null:tag2?.letter??null}):"",classes,path,fallen,tab:[place,item.place].includes(
selection.roving)?"0":"-1",letter:tag2?.letter??null,hue:tag2?.hue??0,first:tag2?.first??!1,tagX:tag2?.tagX??0,tagY:tag2?.
tagY??0}}function timesOf({mode,has},{times}){if(!times.startsWith("×"))return times;let room=(timesRoom(mode,has.fates)-
4)/mode.small,[often,...marks]=times.split(" "),alone2=marks.reduce((sum2,mark2)=>sum2+parseInt(mark2,10),0)===Number(often.
slice(1))&&marks.length>0&&(marks.length>1||!marks[0].endsWith("✕"));return fitting(room,times,...alone2?[marks.join("")]:
[],often)}var placed=({drop,aside,room},{x,cy,makes},fallen,step)=>({x:fallen?x+aside:x,y:(fallen?cy+drop:cy)+(step>=room?
makes:0)});function edgeOf2(d,{key,state,visible:visible2,path,fallen,joined,classes}){let made2=state!==null&&stateOf(state).
strength>=MADE;return{key,d,state,made:made2,raised:made2||path,visible:visible2&&!fallen&&!joined,classes:state===null?
"st-e ghost":path?"st-e path":/ quiet\b/.test(classes)?"st-e quiet":/ lost\b/.test(classes)?"st-e lost":"st-e"}}function floatOf({
it,spot},step,{floated}){let item=spot.get(floated);return!item||item.named||it.born[floated]>step?null:{word:item.word,
x:item.x+item.wide+2,y:item.cy-10}}var Zoom=class{value=1;chosen=0;constructor(scroll,svg){this.scroll=scroll,this.svg=svg}fit(frame,room){let{w,h:h2}=frame;
this.value=Math.min(4,Math.max(.15,this.chosen||scaleOf(frame,room))),this.svg.setAttribute("width",String(Math.ceil(w*this.
value))),this.svg.setAttribute("height",String(Math.ceil(h2*this.value+this.slack(frame,room))))}slack({narrow,mode,h:h2,
top},room){let unit=this.value*mode.row,beyond=h2*this.value-room.h-this.value*(top+mode.high/2)+unit/2;return narrow&&beyond>
0?(unit-beyond%unit)%unit:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(items,frame,room){if(!items.length)
return;let{scroll,value}=this,{mode,narrow,models}=frame,margin=12,{w}=room,head=narrow||models.below?0:value*models.head,
x0=value*Math.min(...items.map(({x})=>x)),y0=value*Math.min(...items.map(({cy})=>cy-mode.high)),x1=value*Math.max(...items.
map(({x,wide})=>x+wide)),y1=value*Math.max(...items.map(({cy})=>cy+mode.high)),high=room.h-(narrow?room.bar:0),{scrollLeft:sx,
scrollTop:sy}=scroll;x1-x0>w?scroll.scrollLeft=x1-w+margin:x1>sx+w?scroll.scrollLeft=Math.min(x0-margin,x1-w+margin):x0<
sx&&(scroll.scrollLeft=x0-margin);let outside=y1>sy+high||y0<sy+head;narrow&&outside?scroll.scrollTop=this.between(items,
frame,high):y1>sy+high?scroll.scrollTop=Math.min(y0-head-margin,y1-high+margin):y0<sy+head&&(scroll.scrollTop=y0-head-margin)}between(items,{
mode,spot,top:before},high){let rows=items.map(({row:row3})=>row3),first=Math.min(...rows),unit=this.value*mode.row,over=this.
value*(before+mode.high/2)-unit/2,least=Math.ceil(((Math.max(...rows)+1)*unit+over-high)/unit),above3=items.some(({row:row3,
up})=>row3===first&&spot.get(up)?.row===first-1),top=least<=first?Math.max(0,Math.min(first,Math.max(least,0))):first-(above3?
1:0);return top>0?over+top*unit:0}away(event,{x,wide,y},high){let frame=this.svg.getBoundingClientRect(),far=(from,to,at2)=>Math.
max(from*this.value-at2,at2-to*this.value,0);return Math.hypot(far(x,x+wide,event.clientX-frame.left),far(y-high/2,y+high/
2,event.clientY-frame.top))}};var LARGE=300,ZOOM=142,MARKS=114,LENGTH=86,ALL=190,BAR=40,Graph=class{touched=matchMedia("(pointer: coarse)");picture=new Picture;svg=this.
picture.svg;scroll=h("div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new Zoom(this.scroll,this.
svg);sides=new Sides(this.scroll,()=>this.until());hidden=h("span",{class:"st-hidden","data-testid":"hidden-count"});all=h(
"button",{type:"button",class:"st-btn st-small","data-testid":"show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=NOTHING;step=-1;seen=null;room={
w:800,h:300,bar:BAR,touched:!1,typeface:"sans-serif",width:measure};looked=!1;drawn=this.room;reveals=null;folded=new Set;expanded=new Set;constructor(model,on){
this.model=model,this.on=on,this.recurring=new Recurring(model,()=>this.again()),this.zooms=h("div",{class:"st-zoom"},this.
recurring.toggle,this.recurring.sizes,h("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zo\
om out",()=>this.zoom.value/1.25),this.button("fit","zoom-fit","Fit to panel",()=>0),this.button("1:1","zoom-one","Zoom \
to 1:1",()=>1),this.button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=h("div",{class:"st-graph"},this.
scroll,this.recurring.say,this.zooms,this.sides.sign),listenTo(this),onFont(this.root,()=>this.again()),this.scroll.addEventListener(
"scroll",()=>this.stick(),{passive:!0})}until(){let{value}=this.zoom,seen2=this.scene?.nodes.filter(({visible:visible2})=>visible2)??
[],high=this.frame?this.frame.mode.high/2:0;return{w:value*Math.max(0,...seen2.map(({x,wide})=>x+wide)),h:value*Math.max(
0,...seen2.map(({y})=>y+high))}}stick(){let below=this.frame?.models.below??!0;this.picture.pass.stick(below?0:this.scroll.
scrollTop/this.zoom.value)}button(label,id,title,size){return h("button",{type:"button",class:"st-btn st-small","data-te\
stid":id,"aria-label":title,title,onclick:()=>{this.zoom.chosen=size(),this.frame&&this.zoom.fit(this.frame,this.room),this.
sides.look()}},label)}open(it){this.frame?.it!==it&&(this.frame&&this.zoom.top(),this.build(it))}build(it){this.leave();
let{on}=this.recurring;this.recurring.open(it),(!this.looked||on!==this.recurring.on)&&this.look(),this.looked=!0,this.drawn=
this.room;let{toggle,sizes}=this.recurring;this.room={...this.room,buttons:ZOOM+(toggle.hidden?0:MARKS)+(sizes.hidden?0:
LENGTH)+(it.core?ALL:0),zooms:ZOOM+(sizes.hidden?0:MARKS+LENGTH)},this.frame=frameOf(this.model,it,this.room,this.expanded.
has(it.i));let{w,h:high,whole:whole2,items}=this.frame,partly=it.core&&!whole2;this.all.hidden=!it.core,it.replicas&&items.
length<=LARGE?setText(this.all,partly?`Show tree with copies (${it.replicas})`:"Show merged graph"):setText(this.all,partly?
`Show all ${it.size} nodes`:"Show result path and siblings"),this.svg.setAttribute("viewBox",`0 0 ${w} ${high}`),this.zoom.
fit(this.frame,this.room)}leave(){document.activeElement instanceof SVGElement&&this.svg.contains(document.activeElement)&&
document.activeElement.blur(),this.selection=NOTHING,this.step=-1}again(){this.frame&&(this.looked=!1,this.build(this.frame.
it),this.on.redraw())}look(){let{position,display}=getComputedStyle(this.zooms),big=this.root.closest(".present")!==null,
bar3=position==="absolute"&&display!=="none"?BAR+(this.touched.matches?12:0):0;this.room={w:this.scroll.clientWidth,h:this.
scroll.clientHeight,bar:bar3,big,touched:this.touched.matches,typeface:getComputedStyle(this.root).fontFamily||"sans-ser\
if",width:measure}}toggleAll(){if(!this.frame)return;let{i}=this.frame.it;this.folded.add(i),this.expanded.delete(i)||this.
expanded.add(i),this.again()}unmerge(it,step){let from=it.steps.findIndex(({phase})=>phase==="unmerge"),whole2=from>=0&&
step>=from;!isUnmerged(it)||this.folded.has(it.i)||whole2===this.expanded.has(it.i)||(whole2?this.expanded.add(it.i):this.
expanded.delete(it.i),this.build(it))}show(step,view,picked,pointed=this.selection.pointed){if(!this.frame)return;this.seen=
view;let{it}=this.frame;this.unmerge(it,step);let{spot,items}=this.frame,{roving}=this.selection,free=roving<0||it.born[roving]>
step||!spot.has(roving),first=Math.min(...items.map(({place})=>it.born[place]<=step?place:1/0));this.render({...this.selection,
picked,pointed,roving:free?spot.has(picked)?picked:Number.isFinite(first)?first:-1:roving},step),step!==this.step&&(this.
reveals=picked>=0?[picked]:it.steps[step].now),this.step=step,this.recurring.describe(it,step,this.frame.narrow);let count=this.
scene?.hidden;setText(this.hidden,count?`${plural(count,"node")} not shown`:""),this.all.style.visibility=count||this.expanded.
has(it.i)?"":"hidden",this.recurring.toggle.style.visibility=step<it.seen&&!this.recurring.on?"hidden":""}render(selection,step=this.
step){this.selection=selection,!(!this.frame||step<0)&&(this.scene=scene({...this.frame,view:this.seen},step,selection,this.
recurring.shown),this.picture.draw(this.scene,this.room.typeface))}light(pointed){pointed!==this.selection.pointed&&this.
render({...this.selection,pointed})}float(floated){floated!==this.selection.floated&&this.render({...this.selection,floated})}suppose(place,state){
let supposed=state&&this.draws(place)?{place,state}:null;(supposed||this.selection.supposed)&&this.render({...this.selection,
supposed})}rove(roving){this.render({...this.selection,roving})}draws(place){return this.frame?.spot.has(place)??!1}shows(place){
return this.draws(place)&&(this.frame?.it.born[place]??1/0)<=this.step}view(){let{left,top}=this.svg.getBoundingClientRect();
return this.frame&&this.scene?{frame:this.frame,scene:this.scene,left,top,zoom:this.zoom.value}:null}focus(how){let{roving}=this.
selection,own2=this.frame?.spot.get(roving)?.key,node=this.scene?.nodes.find(({place,key})=>place===roving||key===own2);
this.picture.elementOf(node)?.focus(how)}reveal(places2){this.frame&&this.zoom.reveal(places2.flatMap(place=>this.frame?.
spot.get(place)??[]),this.frame,this.room)}settle(){this.reveals&&this.reveal(this.reveals),this.reveals=null,this.stick(),
this.sides.look()}reset(){this.look(),this.looked=this.room.w>0,this.zoom.top(),this.leave(),this.frame=this.scene=null,
this.recurring.reset(),this.expanded.clear(),this.folded.clear(),this.picture.clear()}resized(){this.look(),this.frame&&
(Math.abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.fit(this.frame,this.room))}};var AGAIN={plain:"A replay computes the models’ probabilities again. On another engine or in another precision, they and\
 the thresholds can differ in the third digit.",exact:"A replay computes p and q again. With another engine or precision\
, p, q and the thresholds can differ in the third digit."};function whatIf(voice,{key,label,value,most,step=.01,say,draw},query,ask2,...more){
let effect=h("p",{class:"st-whatif-said",role:"status"}),go=h("button",{type:"button",class:"st-btn st-small st-wide","d\
ata-testid":"whatif-go",disabled:!0,onclick:()=>ask2({...query,[key]:slider.value})},"Replay this round"),slider=h("inpu\
t",{type:"range",class:"st-scrub",min:step<1?0:1,max:most,step,"aria-label":label,"data-testid":`whatif-${key}`,oninput:()=>move2(
Number(slider.value))});slider.value=String(value);function move2(now){let moved2=now!==value;draw(now);let sentence=say(
now);setText(effect,moved2?`${sentence} Faded parts still show the recorded run.`:sentence);let detail={sentence:moved2?
sentence:""};box2.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail})),go.disabled=!moved2,box2.closest(
"[data-testid=inspector]")?.toggleAttribute("data-moved",moved2)}let box2=h("details",{class:"st-whatif-box","data-testi\
d":"whatif"},h("summary",{},"What if?"),h("label",{},label,slider),effect,h("div",{class:"st-row"},go,...more),h("p",{class:"\
st-quiet","data-testid":"whatif-again"},AGAIN[voice]));return box2}var flip=(verdict,ask2)=>h("button",{type:"button",class:"\
st-btn st-small st-wide","data-testid":"whatif-flip",onclick:()=>ask2({verdict,flip:1})},"Reverse this decision");function newChanged(back){
let root=h("div",{class:"st-changed",role:"status","data-testid":"changed",hidden:!0});return{root,show(change,outcomes2,returns){
root.hidden=!change,put(root,h("b",{},change),outcomes2&&h("span",{},"Recorded: ",h("q",{dir:"auto"},outcomes2.recorded)),
outcomes2&&h("span",{},"What if: ",h("q",{dir:"auto"},outcomes2.now)),returns&&h("button",{type:"button",class:"st-btn s\
t-small st-wide",onclick:back},"Back to the recorded run"))},wait(){root.hidden=!1,put(root,h("span",{},"Replaying this \
round. Models that are not in memory are loaded first."))},refuse(why){root.hidden=!1,put(root,h("span",{role:"alert"},why),
h("button",{type:"button",class:"st-btn st-small",onclick:()=>{root.hidden=!0}},"Close"))}}}var MOST=25,WAYS=5;function widthPanel(voice,panel,phase,facts,ask2,overlap2=[],odds=[]){let{why,came,good,tails,alpha,table:table2,
cut,names,least}=panel,chart=h("div",{},tails.length?tailChart(voice,panel,overlap2&&odds):null),reached=t=>Math.max(0,tails.
findLastIndex(chance=>chance>=t)),widthAt=t=>Math.max(least,reached(t)),say=t=>{let with_=voice==="plain"?`With a requir\
ed probability of ${percent(t)}`:`With t = ${num(t)}`,width=widthAt(t),at2=probability(voice,tails[width]);return reached(
t)<least?`${with_}, the width is the minimum, ${least}.`:`${with_}, the width is ${width}: at least ${width} are accepte\
d with probability ${at2}.`},more=[alpha.length?alphaChart(panel):null,table2.length?heatMap(panel):null].filter(each=>each!==
null),move2=t=>put(chart,tailChart(voice,{...panel,cut:t,width:widthAt(t)},overlap2&&odds));return h("section",{class:"s\
t-panel","data-testid":"layer-panel"},h("h2",{},panel.title),...overlap2??[],chart,why?h("p",{class:"st-reason"},why):null,
ask2&&cut!==null&&tails.length?whatIf(voice,{key:"threshold",label:names[2],value:cut,most:1,say,draw:move2},{},ask2):null,
came&&phase>=panel.told?h("p",{class:"st-reason"},`${good?"●":"✕"} ${came}`):null,...overlap2||!more.length?more:[h(
"details",{},h("summary",{},"α_j and P(m, k)"),...more)],...facts)}function waysTo(odds,candidates,least){let ways=[{marks:[],
parts:[],since:0}];for(let k=0;k<candidates;k++)ways=ways.flatMap(({marks,parts:parts2,since})=>[{marks:[...marks,"accep\
ted"],parts:[...parts2,odds[since]??0],since:0},{marks:[...marks,"rejected"],parts:[...parts2,1-(odds[since]??0)],since:since+
1}]);return ways.filter(({marks})=>marks.filter(mark2=>mark2==="accepted").length>=least).map(({marks,parts:parts2})=>({
marks,parts:parts2,value:parts2.reduce((all2,part)=>all2*part,1)}))}function waysList(voice,{candidates,tails,width},odds){
let ways=candidates>4||candidates>odds.length||width<1?[]:waysTo(odds,candidates,width),sum2=ways.reduce((all2,{value})=>all2+
value,0),say=value=>probability(voice,value,short);if(!ways.length||ways.length>WAYS||Math.abs(sum2-(tails[width]??-1))>
.001)return null;let write4=factorsOf(voice,ways,say),sign=voice==="plain"?" × ":" · ";return h("ul",{class:"st-ways",
"data-testid":"layer-ways","aria-label":`Orders of outcomes with at least ${plural(width,"acceptance")}`},...ways.map(({
marks,parts:parts2,value})=>h("li",{title:parts2.map(write4).join(sign)},h("span",{},...marks.map(mark2=>glyphIcon(mark2))),
h("small",{},parts2.length>3?"":parts2.map(write4).join(sign)),h("b",{},say(value)))),ways.length>1?h("li",{class:"sum"},
h("span"),h("small",{},"sum"),h("b",{},say(sum2))):null)}function factorsOf(voice,ways,say){let tries2=[say,...[0,1,2].map(
places2=>value=>rounded(voice,value,places2))],of=text=>parseFloat(text)/(text.endsWith("%")?100:1);return tries2.find(write4=>ways.
every(({parts:parts2,value})=>say(parts2.reduce((all2,part)=>all2*of(write4(part)),1))===say(value)))??tries2[3]}var omitted=(count,shown,what)=>count>
shown?` (${what?plural(count-shown,what):count-shown} not shown)`:"";function above2(voice,value,wide){return wide<=29?"":
voice==="plain"?value>0&&value<.005?"<1%":`${Math.round(100*value)}%`:value<.005?value?"<.01":"0":short(+value.toFixed(2))}
var exactlyAs=(voice,value)=>voice==="plain"?`${(100*value).toFixed(1)}%`:short(+value.toFixed(3));function tailChart(voice,panel,odds){
let{tails,tails_head,overlap_say,tails_say,cut,width,names}=panel,shown=tails.slice(0,MOST),w=300,left=4,room=66,high=56,
exactly=tails.map((value,k)=>Math.max(0,value-(tails[k+1]??0))),step=Math.min(54,(w-left-room)/shown.length),y=v=>15+high-
v*high,values=shown.map(value=>probability(voice,value)).join(", "),line_=cut===null?"":` Required: ${names[1]}${probability(
voice,cut)}.`,svg=s("svg",{viewBox:`0 0 ${w} ${high+66}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tai\
ls","aria-label":`${tails_head}. ${tails_say} From 0: ${values}. Exactly: ${exactly.map(value=>probability(voice,value)).
join(", ")}.${line_} Target width ${width}.`});shown.forEach((value,k)=>{let x=left+k*step,mid=x+(step-3)/2,mine=k===width,
reaches=cut===null?mine:value>=cut;svg.append(s("rect",{class:`${reaches?"on":"off"}${mine?" mine":""}`,x,y:y(value),width:step-
3,height:Math.max(.5,value*high)}));let text=cut!==null&&value<cut&&above2(voice,value,99)===above2(voice,cut,99)&&step>
29?exactlyAs(voice,value):above2(voice,value,mine?99:step),name=mine?"mine":"",line2=y(cut??-1),foot=y(value)-3,struck=cut!==
null&&line2<foot+3&&line2>foot-11;text&&svg.append(s("text",{class:name,x:mid,y:struck?line2-3:foot,"text-anchor":"middl\
e"},text)),(step>16||k%4===0||mine)&&svg.append(s("text",{class:name||"end",x:mid,y:high+28,"text-anchor":"middle"},String(
k)));let part=above2(voice,exactly[k],step);part&&svg.append(s("text",{class:"end",x:mid,y:high+43,"text-anchor":"middle"},
part)),mine&&svg.append(s("path",{class:"point",d:`M${mid} ${high+46}l4 6h-8Z`}),s("text",{class:"mine",x:Math.max(14,mid),
y:high+62,"text-anchor":"middle"},`${names[0]} ${k}`))});let plain=voice==="plain",side=(text,at2,name="end")=>s("text",
{class:name,x:w-room+3,y:at2},text);return svg.append(side(plain?"accepted":"K",high+28)),step>29&&svg.append(side(plain?
"exactly":"P(K)",high+43)),cut!==null&&svg.append(s("path",{class:"cut",d:`M0 ${y(cut)}H${w-room}`}),side(`${names[1]}${probability(
voice,cut,short)}`,y(cut)+3.5,"t"),plain?side("required",y(cut)>36?y(cut)-10:y(cut)+17):""),h("figure",{"data-testid":"l\
ayer-width"},h("p",{class:"st-tails-head"},tails_head,odds&&overlap_say?`. ${overlap_say}`:"",omitted(tails.length,shown.
length)),h("div",{class:"st-widths"},svg,odds&&waysList(voice,panel,odds)),width<tails.length&&plain?h("p",{class:"st-ru\
le","data-testid":"layer-rule"},ruleOf(tails,cut,width)):null,h("figcaption",{class:"st-when"},tails_say))}function ruleOf(tails,cut,width){
return cut===null?`The settings fix the width at ${width}.`:tails[width]>=cut?`${width} is the largest number whose bar \
reaches the required ${percent(cut)}.`:`The bar of ${width} does not reach the required ${percent(cut)}, but the setting\
s allow no fewer.`}function alphaChart({alpha,alpha_say}){let shown=alpha.slice(0,MOST-1),w=300,step=Math.min(36,(w-4)/shown.
length),high=40,svg=s("svg",{viewBox:`0 0 ${w} ${high+30}`,class:"st-columns",role:"img","aria-label":`α_j of the candid\
ates from 1: ${shown.map(v=>num(v)).join(", ")}`});return shown.forEach((value,k)=>{let mid=2+k*step+(step-3)/2,y=13+high-
value*high,text=above2("exact",value,step);svg.append(s("rect",{x:2+k*step,y,width:step-3,height:Math.max(.5,value*high)})),
text&&svg.append(s("text",{x:mid,y:y-3,"text-anchor":"middle"},text)),(step>16||k%4===0)&&svg.append(s("text",{class:"en\
d",x:mid,y:high+26,"text-anchor":"middle"},String(k+1)))}),h("figure",{},h("figcaption",{},alpha_say,omitted(alpha.length,
shown.length)),svg)}function heatMap({table:table2,table_say,candidates:m}){let size=Math.min(17,table2.length),left=42,
cell=Math.min(30,(300-left)/size),w=left+size*cell,high=size*cell,middle={"text-anchor":"middle"},svg=s("svg",{viewBox:`\
0 0 ${w} ${high+30}`,class:"st-heat",role:"img","data-testid":"layer-heat","aria-label":`P(m, k), last row: ${table2[table2.
length-1].map(v=>num(v)).join(", ")}`});svg.style.maxWidth=`${w}px`,table2.slice(0,size).forEach((row3,i)=>{let y=i*cell,
name=i===m?"mine":"end";svg.append(s("text",{class:name,x:left-6,y:y+cell/2+4,"text-anchor":"end"},String(i))),row3.slice(
0,size).forEach((value,k)=>{let text=value>=.995?"1":value>=.01?value.toFixed(2).slice(1):value>0?"~0":"";svg.append(s("\
rect",{x:left+k*cell,y,width:cell-1,height:cell-1,"fill-opacity":(.06+.94*value).toFixed(3)},s("title",{},`P(${i}, ${k})\
 = ${num(value,3)}`))),cell>=26&&text&&svg.append(s("text",{class:value>.85?"in":"",x:left+k*cell+(cell-1)/2,y:y+cell/2+
3.5,...middle},text))})}),m<size&&svg.append(s("rect",{class:"frame",x:left-1,y:m*cell-1,width:(m+1)*cell+1,height:cell+
1}));for(let k=0;k<size;k++)svg.append(s("text",{class:"end",x:left+k*cell+(cell-1)/2,y:high+12,...middle},String(k)));return svg.
append(s("text",{class:"end",x:2,y:cell/2+4},"m ↓"),s("text",{class:"end",x:left,y:high+26},"k →")),h("figure",{},h(
"figcaption",{},table_say,omitted(table2.length,size,"row")),svg)}function axis(voice,a,u){let x=v=>8+v*284,anchor=a<.14?"start":a>.86?"end":"middle",middle={"text-anchor":"middle"},plain=voice===
"plain",close=u!==void 0&&num(u)===num(a)&&u!==a,written2=value=>close?num(value,3):num(value),described=u===void 0?`Thr\
eshold ${num(a)}.`:`Random number ${num(u)}; accepted below ${num(a)}, rejected from ${num(a)} on.`,svg=s("svg",{viewBox:"\
0 -12 300 78",class:"st-axis",role:"img","aria-label":described},s("rect",{class:"yes",x:x(0),y:24,width:x(a)-x(0),height:16}),
s("rect",{class:"no",x:x(a),y:24,width:x(1)-x(a),height:16}));if(a>.22&&svg.append(s("text",{class:"in",x:x(a/2),y:36,...middle},
"accept")),a<.78&&svg.append(s("text",{class:"in",x:x((1+a)/2),y:36,...middle},"reject")),svg.append(s("path",{class:"cu\
t",d:`M${x(a)} 20V44`}),s("text",{x:x(a),y:58,"text-anchor":anchor},`threshold ${written2(a)}`)),u!==void 0){let half=plain?
86:38,at2=Math.min(300-half,Math.max(half,x(u)));svg.append(s("path",{class:"coin",d:`M${x(u)} 42V18l-5 -7h10l-5 7`}),s(
"text",{class:"u",x:at2,y:4,...middle},`${plain?"random number":"u ="} ${written2(u)}`))}return a>.2&&svg.append(s("text",
{class:"end",x:x(0),y:58,"text-anchor":"start"},"0")),a<.8&&svg.append(s("text",{class:"end",x:x(1),y:58,"text-anchor":"\
end"},"1")),svg}function shortAxis(voice,a,u,told=""){let x=v=>6+v*288,plain=voice==="plain",close=u!==void 0&&num(u)===
num(a)&&u!==a,digits=close?3:2,named=`threshold ${told||num(a,digits)}`,below=u!==void 0&&u<a,svg=s("svg",{viewBox:"0 0 \
300 22",class:"st-axis","aria-hidden":"true"},s("rect",{class:"yes",x:x(0),y:8,width:x(a)-x(0),height:11}),s("rect",{class:"\
no",x:x(a),y:8,width:x(1)-x(a),height:11}),s("path",{class:"cut",d:`M${x(a)} 5V22`}));if(u===void 0)return h("div",{},svg,
h("p",{class:"st-axis-say"},named));svg.append(s("path",{class:"coin",d:`M${x(u)} 19V7l-4 -6h8l-4 6`}));let compared2=plain?
below?"is below":"is not below":below?"<":"≥";return h("div",{},svg,h("p",{class:"st-axis-say"},h("b",{},`${plain?"ran\
dom number":"u ="} ${num(u,digits)}`),` ${compared2} ${named}`))}var LOST2=3,WIDE=34;function partsOf3(model,upto){let last=new Map,below=new Map;for(let it of model.its.slice(0,upto+1))
for(let{node}of it.beams)for(let made2 of model.path(null,node))last.has(made2.node)||below.set(made2.parent,[...below.get(
made2.parent)??[],made2.node]),last.set(made2.node,it.i);let ends=[...last.keys()].filter(node=>!below.has(node)&&last.get(
node)!==upto),shown=new Set(ends.sort((a,b)=>(last.get(b)??0)-(last.get(a)??0)||b-a).slice(0,LOST2)),live=new Map(model.
beamsOf(model.its[upto]).map(({beam,slots})=>[beam.node,{beam,slots}])),kept=node=>last.get(node)===upto||shown.has(node)||
(below.get(node)??[]).some(kept),part=node=>{let nodes=[node],next=at3=>(below.get(at3)??[]).filter(kept),at2=node;for(let[
one,...others]=next(at2);one!==void 0&&!others.length&&!live.has(at2)&&last.get(one)===upto==(last.get(at2)===upto);[one,
...others]=next(at2))nodes.push(at2=one);let end=live.get(at2);return{nodes,last:last.get(node)??0,below:next(at2).map(part),
copies:end?.slots.length??0,beam:end?.beam??null}};return[...last.keys()].filter(node=>!last.has(model.lineage.get(node)?.
parent??-1)).filter(kept).map(part)}function beamTree(model,upto){if(upto<0||!model.its.slice(0,upto+1).some(({beams:beams3})=>beams3.
length>1))return null;let parts2=partsOf3(model,upto),plain=model.voice==="plain",joint2=logp=>logp===null?"":plain?percent(
Math.exp(logp)):num(logp),item=({nodes,below,last,copies,beam})=>{let tokens=nodes.map(node=>model.lineage.get(node)?.token??
-1),lost=last<upto,notes=[copies>1?`×${copies}`:"",beam?joint2(beam.logp):"",beam?.best?"likeliest":"",lost&&!below.length?
`✕ not continued after round ${last+1}`:""].filter(Boolean).join(" · ");return h("li",{"data-of":lost?"lost":beam?"en\
d":"trunk"},h("span",{},h("b",{},tail(model.phrase(tokens).replace(/\n/g,"⏎").trim(),WIDE)),notes?h("small",{},notes):
null),below.length?h("ul",{},...below.map(item)):null)};return h("section",{class:"st-tree","data-testid":"inspector-bea\
mtree"},h("h2",{},`Beams so far, with their ${plain?"probability":"Σ log p"}`),h("ul",{},...parts2.map(item)))}function factors(voice,first,second,product){for(let places2 of[0,1,2]){let[a,b]=[first,second].map(value=>rounded(voice,
value,places2)),both=parseFloat(a)*parseFloat(b)/(voice==="plain"?1e4:1);if(probability(voice,both)===probability(voice,
product))return[a,b]}return[first,second].map(value=>rounded(voice,value,2))}var read=(voice,text)=>parseFloat(text)/(voice===
"plain"?100:1);function added(voice,products){let sum2=probability(voice,products.reduce((all2,{value})=>all2+value,0)),
places2=[0,1,2,3].find(each=>probability(voice,products.reduce((all2,{value})=>all2+read(voice,padded(voice,value,each)),
0))===sum2)??3,terms=products.map(({value})=>padded(voice,value,places2)),product=(parts2,each)=>parts2.reduce((all2,part)=>all2*
read(voice,rounded(voice,part,each)),1),digits=[0,1,2,3,4].find(each=>products.every(({parts:parts2},k)=>padded(voice,product(
parts2,each),places2)===terms[k]))??4;return{terms,sum:sum2,write:part=>rounded(voice,part,digits)}}function gauge(value,cut,top=1,look="p"){let mark2=v=>`${(100*Math.min(1,Math.max(0,v/top))).toFixed(1)}%`,line2=h("i"),
stroke=h("b");return line2.style.width=mark2(value??1/0),cut!==null&&(stroke.style.left=mark2(cut)),h("span",{class:"st-\
meter","data-of":look},line2,cut!==null&&cut<top?stroke:null)}var table=(heads,rows,label)=>h("table",{class:"st-table st-tight","aria-label":label},h("thead",{},h("tr",{},...heads.map(
head=>h("th",{scope:"col"},head)))),h("tbody",{},...rows)),cells=(...cells2)=>cells2.map(cell=>h("td",{},...[cell].flat()));
function grid(id,heads,rows,groups=[]){let above3=groups.length?h("tr",{},...groups.map(([name,colspan])=>h("th",{scope:"\
colgroup",colspan:String(colspan)},name))):null;return h("table",{class:"st-shares","data-testid":`inspector-${id}`},h("\
thead",{},above3,h("tr",{},...heads.map(head=>h("th",{scope:"col"},head)))),h("tbody",{},...rows.map(row3=>h("tr",{class:row3[0]===
"sum"?"sum":""},...row3.map(cell=>h("td",{},...[cell].flat()))))))}var ROWS=6,LONG=26,draftsBeams=(it,phase)=>it.steps[phase]?.phase==="draft"&&(!!it.shares||it.panels.some(({kind})=>kind===
"beams")),pathTo=(model,it,place)=>model.gram(it,place,1/0).filter(at2=>it.n.role[at2]==="draft").reverse();function beamShare(model,it,place,layer,share){
let drafted=it.dists.filter(({series,beam})=>series==="q"&&beam)[layer-1];if(!drafted||drafted.rest>1e-6)return null;let sums=drafted.
v.flatMap((value,k)=>drafted.t[k]===it.n.token[place]&&Math.abs(value-share)<1e-4?[drafted.beam?.[k]??0]:[]).map(slot=>drafted.
v.reduce((sum2,value,k)=>sum2+(drafted.beam?.[k]===slot?value:0),0)),of=at2=>it.n.shares?.[at2]?.[0]?.[1]??0,up=model.up(
it,place),together3=it.n.depth.reduce((all2,depth,at2)=>all2+(it.n.role[at2]==="draft"&&depth===it.n.depth[up]?of(at2):0),
0),own2=of(up)/together3;return sums.find(sum2=>Math.abs(sum2-own2)<.001||sums.every(other=>Math.abs(other-sum2)<1e-4))??
null}function guesses(model,it,phase){let{now,layer}=it.steps[phase],{voice}=model,plain=voice==="plain",forest=!!it.shares,
say=value=>probability(voice,value,short),rows=now.map(place=>{let path=pathTo(model,it,place),parts2=path.map(at2=>model.
get(it,"q",at2)??0),share=it.n.shares?.[place]?.[0]?.[1]??0,beam=forest&&(layer??1)>1?beamShare(model,it,place,layer??1,
share):null,written2=forest?beam?factors(voice,beam,share/beam,share):[]:parts2.length<2||parts2.length>4?[]:parts2.map(
say);return{place,words:path.map(at2=>model.wordAt(it,at2)),value:forest?share:parts2.reduce((all2,part)=>all2*part,1),work:written2.
join(plain?" × ":" · ")}}).sort((a,b)=>b.value-a.value),title=forest?plain?`Guesses of layer ${layer} with their share\
s`:`q_beam of the drafts in layer ${layer}`:plain?"Beams so far with their joint probability":"∏ q of the beams so far",
times=place=>(model.get(it,"count",place)??1)>1?` ×${model.get(it,"count",place)}`:"";return h("section",{"data-testid":"\
inspector-guesses"},h("h2",{},title),h("table",{class:"st-table st-tight st-ends","aria-label":title},h("tbody",{},...rows.
slice(0,ROWS).map(({place,words:words2,value,work})=>h("tr",{},...cells([glyphIcon("pending")," ",words2.length>1&&forest?
h("span",{class:"st-quiet"},`${tail(words2.slice(0,-1).join(model.joiner()),LONG)} › `):null,h("b",{},forest?clip(words2.
at(-1)??"",12):tail(words2.join(model.joiner()),LONG)),times(place),h("small",{},work)],h("span",{class:"st-sure"},h("sp\
an",{},say(value)),gauge(value,null,rows[0].value,"q"))))))),rows.length>ROWS?h("p",{class:"st-quiet"},`${plural(rows.length-
ROWS,"beam")} not shown`):null)}var LETTER3=7.3,EDGE=4,ROOM2={panel:460,beside:520,line:1220},FRAME=74,roomOf=where=>Math.max(260,Math.min(ROOM2[where],
(globalThis.innerWidth||1280)-FRAME)),fitting2=(name,share,wide)=>[`${name} ${share}`,name,share].find(text=>text.length*
LETTER3+EDGE<=wide)??"";function parts(voice,pieces2,where){let all2=pieces2.reduce((sum2,{share})=>sum2+share,0),room=roomOf(
where),unnamed=0;return{boxes:pieces2.map(({beam,word,share,own:own2})=>{let said=probability(voice,share,short),text=fitting2(
word,said,room*share/all2);text||unnamed++;let box2=h("span",{class:own2?"own":"",title:`${beam?`${beam} › `:""}${word}\
 ${said}`},text);return box2.style.width=`${100*share/all2}%`,box2}),unnamed}}function beamsAbove(voice,pieces2,where){let groups=[],
room=roomOf(where);for(let{beam,share,own:own2}of pieces2){let last=groups.at(-1);last?.beam===beam?Object.assign(last,{
share:last.share+share,own:last.own||own2}):groups.push({beam,word:"",share,own:own2})}let all2=groups.reduce((sum2,{share})=>sum2+
share,0);return groups.length<2?null:h("div",{class:"st-nest-beams"},...groups.map(({beam,share,own:own2})=>{let said=probability(
voice,share,short),box2=h("span",{class:own2?"own":"",title:`${beam} ${said}`},fitting2(beam,said,room*share/all2));return box2.
style.width=`${100*share/all2}%`,box2}))}var unnamedSay=(unnamed,all2)=>unnamed?`${unnamed} of ${all2} parts too small f\
or a label`:"";function nested(voice,pieces2,label){let{boxes,unnamed}=parts(voice,pieces2,"panel");return h("figure",{class:"\
st-nest","data-testid":"inspector-nested",role:"img","aria-label":label},beamsAbove(voice,pieces2,"panel"),h("div",{class:"\
st-nest-words"},...boxes),unnamed?h("small",{},unnamedSay(unnamed,boxes.length)):null)}var TERMS2=6,MOST2=6,ORDER=["q","p","used","left"],OWN2=["residual","bonus","fill","drawn"],PLAIN={q:"draft",p:"target",
used:"leftover",left:"after"},EXACT={q:"q_beam",p:"p_beam",used:"p′",left:"new p′"},ENDED2=-2;function jointOf(it,verdict){
let dists=verdict.dists.map(k=>it.dists[k]).filter(({beam})=>beam),at2=dists.findIndex(({series})=>series==="q"),[first]=dists,
all2=it.verdicts.filter(({layer})=>layer===verdict.layer).flatMap(each=>each.dists.map(k=>it.dists[k]));if(verdict.state===
"unused"&&verdict.p!==void 0)return{q:all2.find(({series,beam})=>series==="q"&&beam),p:all2.find(({series,beam})=>series===
"p"&&beam)};let of=name=>all2.find(({series,beam})=>series===name&&beam),joint2={q:at2<0?void 0:dists[at2],p:of("p"),used:first?.
series==="r"?first:void 0,left:at2<0?void 0:dists[at2+1]};return Object.fromEntries(Object.entries(joint2).filter(([,dist])=>dist))}
function overlapSums(model,it,layer,phase){let panel=it.panels.find(each=>each.kind==="width"&&each.layer===layer&&phase>=
each.known),first=it.verdicts.find(verdict=>verdict.layer===layer&&verdict.dists.some(k=>it.dists[k].beam)),{q,p}=first?
jointOf(it,first):{};if(panel?.kind!=="width"||!q?.beam||!p?.beam||q.rest>1e-6||p.rest>1e-6)return[];let key=(dist,k)=>`${dist.
beam?.[k]}:${dist.t[k]}`,drafted=new Map(q.v.map((value,k)=>[key(q,k),value])),ends=p.ends??[],names=beamNames(model,it,
ends),beam=k=>tail(names.get(ends[p.beam?.[k]??0])??"start",6),named=k=>(names.size>1?`${beam(k)} › `:"")+clip(model.word(
p.t[k]),9),pairs=p.v.map((value,k)=>({name:named(k),p:value,q:drafted.get(key(p,k))??0})),all2=pairs.reduce((sum2,each)=>sum2+
Math.max(0,each.p-each.q),0),after2=pairs.map(each=>({...each,p:all2?Math.max(0,each.p-each.q)/all2:0})),plain=model.voice===
"plain";return[overlapSum(model,pairs,panel.alpha[0],plain?"overlap":"α_1"),overlapSum(model,after2,panel.alpha[1],plain?
"overlap after a rejection":"α_2")].filter(sum2=>sum2!==null)}function overlapSum(model,pairs,alpha,called){let smaller=pairs.
map(each=>({...each,value:Math.min(each.p,each.q)})).filter(({value})=>value>5e-4).sort((a,b)=>b.value-a.value),sum2=smaller.
reduce((all2,{value})=>all2+value,0);if(alpha===void 0||!smaller.length||smaller.length>TERMS2||Math.abs(sum2-alpha)>.001)
return null;let total=probability(model.voice,sum2),written2=[smaller.map(({value})=>probability(model.voice,value)),...[
0,1,2].map(places2=>smaller.map(({value})=>rounded(model.voice,value,places2)))],adds=some=>some.reduce((all2,each)=>all2+
parseFloat(each),0)/(model.voice==="plain"?100:1),terms=written2.find(some=>probability(model.voice,adds(some))===total)??
written2[3];return calculation([...terms.flatMap((each,k)=>[...k?["+"]:[],[each,smaller[k].name]]),"=",[total,called]],"\
overlap-sum")}function shareLeft(model,it,verdict,phase){let last=(verdict?jointOf(it,verdict).used:void 0)&&it.verdicts.
findLast((each,v)=>each.layer===verdict?.layer&&each.state==="rejected"&&it.stepOf[v]<phase);if(!verdict||!last)return null;
let{q,p,used:first,left}=jointOf(it,last),token=it.n.token[verdict.place],{mine=[]}=verdict,of=dist=>dist?.v.find((_,k)=>dist.
t[k]===token&&(!mine.length||mine.includes(dist.beam?.[k]??0)))??0,[before,drafted,after2]=[of(first??p),of(q),of(left)],
plain=model.voice==="plain",target=plain?first?"leftover target":"target":first?"p′":"p_beam";return before<=drafted||
!after2?null:calculation(leftoverTerms(model.voice,{p:before,q:drafted,sum:(before-drafted)/after2,left:after2},[target,
plain?"draft":"q_beam",plain?"all such parts":"∑ max(p − q, 0)",`${plain?"leftover":"p′"} of ${clip(model.word(token),
9)}`]),"leftover")}function rowsOf4(joint2,own2,ends){let rows=new Map;for(let series of ORDER)joint2[series]?.t.forEach(
(token,k)=>{let dist=joint2[series],beam=dist.beam?.[k]??0,key=`${beam}:${token}`,row3=rows.get(key)??{beams:[beam],token,
shares:{}};row3.shares[series]=dist.v[k],rows.set(key,row3)});let joined=new Map;for(let row3 of rows.values()){let key=[
ends[row3.beams[0]]??`beam ${row3.beams[0]}`,row3.token,...ORDER.map(each=>row3.shares[each])].join(),same2=joined.get(key);
same2?same2.beams.push(...row3.beams):joined.set(key,row3)}let size=({shares:{q=0,p=0}}={})=>Math.max(q,p);return[...joined.
values()].sort((a,b)=>size(b)-size(a)).filter((row3,k)=>k<MOST2||own2(row3)).sort((a,b)=>a.beams[0]-b.beams[0]||size(b)-
size(a))}function countOf(model,it,layer,phase){let panel=it.panels.find(each=>each.kind==="width"&&each.layer===layer&&
phase>=each.known);if(panel?.kind!=="width")return null;let made2=it.verdicts.filter((each,v)=>each.layer===layer&&it.stepOf[v]<=
phase),count=(...states)=>made2.filter(({state})=>states.includes(state)).length,accepted2=count("accepted"),left=panel.
candidates-accepted2-count("rejected"),nodes=made2.flatMap(({state,place})=>state==="accepted"||OWN2.includes(state)?[place]:
[]),names=[...new Set(nodes)].map(place=>[model.word(it.n.token[place]),nodes.filter(each=>each===place).length]);return{
width:panel.width,accepted:accepted2,own:count(...OWN2),candidates:panel.candidates,left,names}}function counter(model,it,layer,phase){
let count=layer===null||!["layer","orphaned","verify","unused","residual","bonus","fill"].includes(it.steps[phase].phase)?
null:countOf(model,it,layer,phase);if(!count)return null;let{width,accepted:accepted2,own:own2,names}=count,open=Math.max(
0,width-accepted2-own2),dots=[...Array(accepted2).fill("accepted"),...Array(own2).fill("fill")].map(state=>glyphIcon(state));
return h("p",{class:"st-count","data-testid":"layer-count"},h("span",{"aria-hidden":"true"},...dots,...Array.from({length:open},
()=>h("i"))),h("b",{},`beams found for layer ${layer}: ${accepted2+own2} of ${width}`),names.some(([,times])=>times>1)?h(
"em",{"data-testid":"layer-beams"},...names.flatMap(([name,times],k)=>[k?", ":"",name,times>1?h("b",{},` ×${times}`):""])):
null,h("small",{},nextOf2(count,open)))}function nextOf2({accepted:accepted2,own:own2,candidates,left},open){return own2?
candidates?`${accepted2} accepted, ${own2} sampled by the target`:`${own2} sampled by the target`:candidates?open?left?`${plural(
left,"candidate")} left to test`:`No candidate is left, so the target samples the ${open===1?"missing beam":`${open} mis\
sing beams`}.`:left?`The layer is full, so ${plural(left,"candidate")} ${left===1?"is":"are"} not tested.`:"The layer is\
 full.":`The target samples ${open===1?"this beam":"these beams"}.`}function jointBars(model,it,place,verdict,tested2=!1,split=!1){
let{left:after2,...compared2}=verdict?jointOf(it,verdict):{},joint2=tested2||!after2?compared2:{...compared2,left:after2};
if(!verdict||!joint2.p||verdict.state!=="unused"&&!verdict.dists.some(k=>it.dists[k].beam))return null;let against=joint2.
used?"used":"p",plain=model.voice==="plain",series=ORDER.filter(each=>joint2[each]&&(each!=="p"||against==="p")),ends=series.
map(each=>joint2[each]?.ends??[]).find(({length})=>length)??[],names=beamNames(model,it,ends),{mine=[]}=verdict,id=it.n.
id[place],own2=({token,beams:beams3})=>beams3.some(beam=>!mine.length||mine.includes(beam))&&(token===it.n.token[place]||
token===ENDED2&&beams3.some(beam=>ends[beam]===id)),rows=rowsOf4(joint2,own2,ends),copied2=rows.some(({beams:beams3})=>beams3.
length>1),top=Math.max(1e-9,...rows.flatMap(({shares})=>series.map(each=>shares[each]??0))),say=value=>probability(model.
voice,value??0,short),lines2=rows.map(row3=>line(row3,series,top,own2(row3),[names.size>1?tail(names.get(ends[row3.beams[0]])??
"start",10):"",clip(model.word(row3.token),12)],series.map(each=>say(row3.shares[each])))),unit=model.unit();return h("f\
igure",{class:"st-joints","data-testid":"inspector-joint","data-scale":String(series.length),"data-voice":model.voice,"d\
ata-left":joint2.left?"":null},h("h2",{},plain?`Shares of all (beam, ${unit}) pairs`:"Joint distributions over (beam, to\
ken)"),h("div",{class:"st-joint-h","aria-hidden":"true"},h("span",{},copied2?h("small",{},"2×: identical beams"):""),h(
"span",{},h("small",{},"0"),h("small",{},say(top))),h("span",{},...series.map(each=>h("b",{"data-of":each},(plain?PLAIN:
EXACT)[each])))),...lines2,copied2?null:othersOf2(joint2,series,rows,say),verdict.made&&!split?h("figcaption",{"data-tes\
tid":"share-made"},verdict.made[model.voice]):null,split&&(tested2||!joint2.q)?null:h("figcaption",{},captionOf(model,joint2,
verdict)))}function scored(model,it,phase){let first=it.verdicts.find(({layer,dists})=>layer===1&&dists.some(k=>it.dists[k].
beam));if(it.shares)return first?jointBars(model,it,-1,{...first,mine:[-1]},!0,!0):null;let plain=model.voice==="plain",
say=value=>probability(model.voice,value,short),rows=it.steps[phase].nodes.filter(place=>it.n.role[place]==="draft").map(
place=>({place,shares:{q:model.get(it,"q",place)??0,p:model.wanted(it,place,phase)??0}})),series=["q","p"],unit=model.unit();
return rows.length?h("figure",{class:"st-joints","data-testid":"inspector-scored","data-scale":"2","data-voice":model.voice},
h("h2",{},plain?`Each ${unit} after the ones before it`:"q and p of every draft token"),h("div",{class:"st-joint-h","ari\
a-hidden":"true"},h("span"),h("span",{},h("small",{},"0"),h("small",{},say(1))),h("span",{},...series.map(each=>h("b",{"\
data-of":each},plain?PLAIN[each]:each)))),...rows.slice(0,MOST2).map(({place,shares})=>line({beams:[0],token:it.n.token[place],
shares},series,1,!1,["",clip(model.wordAt(it,place),12)],series.map(each=>say(shares[each]))))):null}function othersOf2(joint2,series,rows,say){
let rests=series.map(each=>{let{v=[],rest=0}=joint2[each]??{};return v.reduce((sum2,value)=>sum2+value,rest)-rows.reduce(
(sum2,{shares})=>sum2+(shares[each]??0),0)});return rests.every(rest=>rest<.005)?null:h("div",{class:"st-joint","data-te\
stid":"joint-others"},h("span",{},h("small",{},"others")),h("span"),h("span",{class:"st-joint-n"},...rests.map((rest,k)=>h(
"b",{"data-of":series[k]},say(Math.max(0,rest))))))}function line({beams:beams3,shares},series,top,own2,[beam,word],numbers){
let bars2=series.map(each=>{let bar3=h("i",{"data-of":each}),value=shares[each]??0,{used=shares.p??0,q=0}=shares,wide=share=>`${100*
share/top}%`;return bar3.style.width=value?`max(1px, ${wide(value)})`:"0",each==="left"&&Object.assign(bar3.dataset,{from:wide(
used),mid:wide(Math.max(0,used-q))}),bar3});return h("div",{class:own2?"st-joint own":"st-joint"},h("span",{title:beam?`${beam}\
 › ${word}`:word},h("span",{},beam?h("small",{},`${beam} › `):"",word),beams3.length>1?h("small",{},`${beams3.length}\
×`):null),h("span",{class:"st-joint-bars"},...bars2),h("span",{class:"st-joint-n"},...numbers.map((each,k)=>h("b",{"dat\
a-of":series[k]},each))))}function captionOf(model,{q,used,left},{state}){let plain=model.voice==="plain";return!q&&used?
plain?"The target samples one pair from the leftover. It makes up for the rejections.":"One pair is sampled from p′, the\
 residual of the rejections.":q?left?plain?"The rejection changes all shares: the draft’s are subtracted, and what is le\
ft is scaled to 100%. Outlines show the shares before.":"p′ ← norm(max(p′ − q_beam, 0)), over all pairs. Outlined: befor\
e.":state==="accepted"&&used?plain?"After this acceptance, the target’s own shares count again, because an accepted beam\
 is a complete sample.":"After this acceptance, p′ ← p_beam.":state==="unused"?plain?"These are the shares before th\
e first test of this layer.":"":state!=="accepted"?"":plain?"An acceptance leaves the target’s shares as they are.":"A\
fter an acceptance, p′ = p_beam.":`The target samples one pair from ${plain?"its full shares":"p_beam"}.`}function strip(model,it,verdict,where){
let{strip:drawn}=verdict??{};if(!verdict||!drawn)return null;let plain=model.voice==="plain",ends=verdict.dists.map(k=>it.
dists[k].ends??[]).find(({length})=>length)??[],names=beamNames(model,it,ends),pieces2=drawn.parts.map(([token,beam2,share],k)=>({
word:model.word(token),share,own:k===drawn.own,beam:beam2===null||names.size<2?"":names.get(ends[beam2])??"start"})),{beam,
word}=pieces2[drawn.own],own2=beam?`${beam} › ${word}`:word,{boxes,unnamed}=parts(model.voice,pieces2,where),right=drawn.
u<.6,coin=h("i",{"data-part":"coin"}),number=h("b",{},`${plain?"random number":"u ="} ${num(drawn.u)} → ${own2}`);coin.
style.left=`${100*drawn.u}%`;let before=pieces2.slice(0,drawn.own).reduce((sum2,{share})=>sum2+share,0);boxes[drawn.own].
style.textAlign=drawn.u-before>pieces2[drawn.own].share/2?"left":"right";let half=Math.ceil(4.4*(number.textContent??"").
length);number.style.left=`clamp(${half}px, ${100*drawn.u}%, calc(100% - ${half}px))`;let what=drawn.of==="r"?plain?"lef\
tover target probability":"p′":plain?"target probability":"p";return h("figure",{class:"st-draw","data-testid":"inspec\
tor-draw"},h("div",{class:"st-draw-u"},number,unnamed?h("small",{"data-at":right?"end":"start"},unnamedSay(unnamed,boxes.
length)):null),beamsAbove(model.voice,pieces2,where),h("div",{class:"st-draw-bar",role:"img","aria-label":`${plural(boxes.
length,"part")} from 0 to 1; the random number ${num(drawn.u)} falls into the part of ${own2}.`},...boxes,coin),h("div",
{class:"st-draw-ends","aria-hidden":"true"},h("small",{},"0"),h("small",{},"1")),h("figcaption",{},plain?`${ends.length?
"":`Each part is as wide as its ${what}. `}The random number falls into “${own2}”.`:`Cumulative ${what} in the order\
 of token ids; u selects the part that contains it.`))}var NAME3="speculative-decoding-explorer";function all(){try{return JSON.parse(localStorage.getItem(NAME3)||"{}")}catch{
return{}}}var recall=key=>all()[key]||"";function keep(key,value){try{localStorage.setItem(NAME3,JSON.stringify({...all(),
[key]:value}))}catch{}}var own="";function visitor(){try{own=own||sessionStorage.getItem(NAME3)||""}catch{}if(own)return own;
own=Array.from({length:4},()=>Math.random().toString(36).slice(2,8)).join("");try{sessionStorage.setItem(NAME3,own)}catch{}
return own}function remember(root){for(let box2 of root.querySelectorAll("details[data-testid]")){if(!(box2 instanceof HTMLDetailsElement))
continue;let name=`open-${box2.dataset.testid}`;box2.open=recall(name)==="1",box2.addEventListener("toggle",()=>keep(name,
box2.open?"1":""))}}var early=part=>part==="ratio"||part==="longer"||part==="threshold"||part==="sampling",ROWS2=7;function judged2(model,it,panel,phase,place,part=null){
let rows=panel.ratios?paths(model,it,panel,phase,place):prefixes(model,it,panel,phase,place,part);return rows.length?h("\
figure",{class:"st-judged","data-testid":"inspector-judged"},table(panel.heads,rows,panel.title),h("figcaption",{},panel.
caption)):null}var nowIn=(it,rows,phase,place)=>rows.findLastIndex(row3=>it.steps[phase].phase==="prefix"||row3.step===phase?
row3.step===phase:row3.place===place&&row3.step<=phase),thresholdOf=(it,{place,cut,ratio})=>ratioText(cut,it.lay.kind===
"chain"?cut!==ratio:!it.children[place].some(at2=>it.n.role[at2]==="draft"));function prefixes(model,it,{rows,told},phase,place,part){
if(phase<rows[0]?.step)return[];let longest=phase>=told?rows.findLastIndex(({chosen})=>chosen):-1,now=nowIn(it,rows,phase,
place);return rows.map((row3,k)=>{let{place:at2,ratio,u,passed,chosen,step}=row3,open=step>phase?0:step<phase||!early(part)?
3:part==="ratio"?1:2,good=passed||chosen,word=h("b",{},clip(model.word(it.n.token[at2]),9));return h("tr",{class:`${open<
3?"":good?"yes":"no"}${k<=longest?" own":""}${k===now?" now":""}`},...cells([`${k+1} `,k?"… ":"",word],open>0?ratioText(
ratio):"",open>1?thresholdOf(it,row3):"",open>2&&u!==null?num(u):"",open>2?good?"passes":"fails":"waits"))})}function paths(model,it,{
rows,order},phase,place){let shown=rows.filter(row3=>row3.step<=phase),now=nowIn(it,rows,phase,place);if(!shown.length)return[];
let ends=order??shown.map(row3=>row3.place),end=shown.findIndex(({passed})=>passed),within=end<0?[]:model.gram(it,shown[end].
place,1/0),from=Math.max(0,Math.min(now-3,ends.length-ROWS2));return ends.slice(from,from+ROWS2).map((at2,j)=>{let k=from+
j,row3=shown[k],line2=model.gram(it,at2,1/0).filter(up=>it.n.role[up]==="draft"),[last,...before]=line2.map(up=>clip(model.
word(it.n.token[up]),8)),test=row3&&row3.u!==null?`${num(row3.u)} ${row3.passed?"<":"≥"} ${thresholdOf(it,row3)}`:"",result=row3?
row3.passed?"accepted":"rejected":within.includes(at2)?`in path ${end+1}`:end<0?"waits":"not tested";return h("tr",{class:`${row3?
row3.passed?"yes":"no":""}${within.includes(at2)?" own":""}${k===now?" now":""}`},...cells([`${k+1} `,before.reverse().join(
" ")," ",h(row3&&!row3.passed?"s":"b",{},last)],test,result))})}function originPanel(model,it,panel,phase,place,apart2){
let origin=originOfRow(it,place,phase),changes=changesOf(model,it,panel,phase,place);return origin||changes?h("div",{class:"\
st-judged","data-testid":"inspector-origins"},changes,origin?originOf(model,panel,origin,apart2):null):null}function changesOf(model,it,{
compared:compared2=[]},phase,tested2){let plain=model.voice==="plain",say=value=>probability(model.voice,value),rows=changedFor(
model,it,tested2,phase).flatMap(({place,q,p,step})=>{let before=compared2.findLast(each=>each.place===place&&each.step<step),
first={q:model.get(it,"q",place),p:model.wanted(it,place,phase)},[drafted,wanted2]=[before?.q??first.q,before?.p??first.
p],ratio=it.n.role[model.up(it,place)]!=="draft"&&q>0&&p!==null?`${num(p/q)}${p>q?" → 1":""}`:"",word=clip(model.word(
it.n.token[place]),10);return p===null?[]:[h("tr",{},...cells(h("b",{},word),`${say(drafted)} → ${say(q)}`,`${say(wanted2)}\
 → ${say(p)}`,ratio))]}),heads=plain?["","draft → scaled","target → leftover","ratio"]:["","q → q′","p → p′",
"α"];return rows.length?h("section",{"data-testid":"inspector-changes"},h("h3",{},plain?"Changed by deletions":"After d\
eletions"),table(heads,rows,"Changed by deletions")):null}function counted({voice},{places:places2},value){let plain=voice===
"plain";return places2===null?(plain?String:short)(+((plain?1:.01)*value).toPrecision(3)):plain?String(+value.toFixed(places2)):
value===100?"1":(value/100).toFixed(places2+2).slice(1)}function portion(value,look){let bar3=h("i",{class:look});return bar3.
style.width=`${100*value}%`,bar3}var ORIGIN={class:"st-origin","data-testid":"inspector-origin"};function originOf(model,panel,origin,apart2){
let{voice}=model;return h("section",ORIGIN,continuedOf(model,panel,origin),bars(model,origin),apart2?null:calculation(origin.
work[voice],"origin-sum"))}function continuedOf(model,{names},origin){let{voice}=model,{rows,again,title}=origin,plain=voice===
"plain";if(!rows.length)return null;let write4=value=>counted(model,origin,value),name=([token],size=10)=>token===null?"\
others":clip(model.word(token),size),all2=rows.slice(0,-1),sum2=rows[rows.length-1],room=drafted=>Math.floor(drafted/2),
hundred=all2.map(row3=>{let[,,drafted,,accepted2]=row3,word=name(row3,99);return h("span",{},h("small",{},word.length<=room(
drafted)?word:""),h("b",{},portion(drafted?accepted2/drafted:0,"taken")))});hundred.forEach((cell,k)=>{cell.style.width=
`${all2[k][2]}%`});let line2=row3=>{let[,target,drafted,ratio,accepted2]=row3,last=row3===sum2;return h("tr",{class:last?
"sum":""},...cells(last?"sum":name(row3),target===null?"":plain?`${write4(target)}%`:write4(target),last?[h("i",{class:"\
drafted"}),write4(drafted)]:write4(drafted),ratio===null?"":plain?`× ${ratio}`:ratio.replace(/^0\./,"."),last?[h("i",{class:"\
taken"}),write4(accepted2)]:plain&&ratio!==null?`= ${write4(accepted2)}`:write4(accepted2)))},heads=again&&plain?names.map(
each=>({target:"leftover",draft:"draft, scaled"})[each]??each):names;return h("div",{class:"st-continued","data-testid":"\
inspector-continued"},h("h3",{},title[voice]),h("div",{class:"st-hundred","aria-hidden":"true"},...hundred),table(heads,
[...all2,sum2].map(line2),title[voice]),h("p",{class:"st-quiet"},origin.rule[voice]))}function bars({voice},{lines:lines2,
taken,missing,title}){let whole2=Math.min(1,taken+missing),parts2=[[portion(whole2,"whole")],[portion(taken,"taken"),portion(
1-taken,"rest")],[portion(taken,"none"),portion(missing,"missing"),portion(1-whole2,"rest")]];return h("div",{class:"st-\
hundreds","data-testid":"inspector-hundreds"},h("h3",{},title[voice]),...parts2.map((each,k)=>h("div",{"data-of":["whole",
"taken","missing"][k]},h("p",{},lines2[k][voice]),h("div",{"aria-hidden":"true"},...each))),h("p",{class:"st-ends","aria\
-hidden":"true"},...[0,.5,1].map(at2=>h("small",{},voice==="plain"?String(100*at2):short(at2)))))}var NTH=["st","nd","rd","th"],ROWS3=6,NEAR3=1e-6,SAME3=1e-4;function layerAt(it,phase){let{phase:name,layer}=it.steps[phase]??
{},panel=it.panels.find(each=>each.kind==="width"&&each.layer===layer),first=it.verdicts.find(each=>each.layer===layer&&
each.dists.some(k=>it.dists[k].beam)),{p,q}=name==="layer"&&first?jointOf(it,first):{};return!p||!q||!layer||panel?.kind!==
"width"||!panel.tails.length?void 0:{p,q,ends:p.ends??[],layer,panel}}function widthParts(it,phase){let at2=layerAt(it,phase);
if(!at2)return[];let parts2=candidatesOf(it,at2).length?["shares"]:[];at2.panel.alpha.length&&parts2.push("overlap");let{
alpha,candidates,width}=at2.panel;return waysTo(alpha,candidates,width).length>1&&waysList("plain",at2.panel,alpha)&&parts2.
push("ways"),parts2.length?[...parts2,"width"]:[]}function candidatesOf(it,{p,q,ends,layer}){if(new Set(ends).size<2||new Set(
ends).size<ends.length||p.rest>NEAR3)return[];let beams3=ends.map(end=>beamShare2({p,ends},end));return[...new Set(it.verdicts.
filter(each=>each.layer===layer&&it.n.role[each.place]==="draft").map(({place})=>place))].flatMap(place=>{let slot=ends.
indexOf(it.n.parent[place]),token=it.n.token[place];if(slot<0||!beams3[slot])return[];let share=valueOf2(p,slot,token),now=valueOf2(
q,slot,token);return[{place,beam:beams3[slot],after:share/beams3[slot],p:share,q:now,first:it.n.shares?.[place]?.[0]?.[1]??
now}]}).sort((a,b)=>b.p-a.p)}var valueOf2=(dist,slot,token)=>dist.v.find((_,k)=>dist.t[k]===token&&(dist.beam?.[k]??0)===
slot)??0;function namesOf2(model,it,ends){let names=beamNames(model,it,ends),beam=end=>tail(names.get(end)??"start",12),
several=names.size>1;return{several,beam,pair:(end,token)=>(several?`${beam(end)} › `:"")+clip(model.word(token),11)}}
function barOf3(model,it,{p,ends,layer}){let{beam}=namesOf2(model,it,ends),pieces2=p.v.map((share,k)=>({slot:p.beam?.[k]??
0,token:p.t[k],share})).sort((a,b)=>a.slot-b.slot||a.token-b.token).map(({slot,token,share})=>({beam:beam(ends[slot]),word:model.
word(token),share,own:!1}));return nested(model.voice,pieces2,`The target’s shares in layer ${layer}: ${pieces2.map(each=>`${each.
beam} › ${each.word} ${probability(model.voice,each.share)}`).join(", ")}`)}function beamSum(model,it,at2,end){let{voice}=model,
plain=voice==="plain",mine=beamShare2(at2,end),entered=at2.ends.map(each=>shareOf(it,it.place.get(each)??-1)),all2=entered.
reduce((sum2,each)=>sum2+(each??0),0),own2=shareOf(it,it.place.get(end)??-1),[share,whole2]=quotient(own2??0,all2,voice);
return own2===null||entered.some(each=>each===null)||Math.abs(own2/all2-mine)>=SAME3?[]:[calculation([[share,namesOf2(model,
it,at2.ends).beam(end)],plain?"÷":"/",[whole2,plain?"all beams":"∑ p"],"=",[probability(voice,mine),plain?"beam’s sha\
re":"w"]],"beam-sum")]}function shareSum(voice,[beam,next],share,name){let plain=voice==="plain";return calculation([[beam,
plain?"beam":"w"],plain?"×":"·",[next,"target"],"=",[probability(voice,share),name]],"share-sum")}function beamsSay(model,it,at2){
let{beam}=namesOf2(model,it,at2.ends);return at2.ends.map(end=>({end,share:beamShare2(at2,end)})).sort((a,b)=>b.share-a.
share).slice(0,3).map(({end,share})=>`“${beam(end)}” ${probability(model.voice,share).replace(">","over ")}`).join("\
, ")}function sampledAt(it,phase){let{phase:name,verdicts=[],layer}=it.steps[phase]??{},verdict=it.verdicts[verdicts[0]];
if(name!=="bonus"||!layer||!it.shares||it.verdicts.some((each,v)=>each.layer===layer&&it.stepOf[v]<phase))return null;let{
p}=jointOf(it,verdict),ends=p?.ends??[];return p&&p.rest<=NEAR3&&ends.length>1&&new Set(ends).size===ends.length?{p,ends,
layer}:null}function samplingPart(model,it,phase){let at2=sampledAt(it,phase),{p,ends,layer}=at2,{voice}=model,plain=voice===
"plain",say=value=>probability(voice,value),{pair}=namesOf2(model,it,ends),rows=p.v.map((share,k)=>({end:ends[p.beam?.[k]??
0],token:p.t[k],share})).map(each=>({...each,beam:beamShare2(at2,each.end)})).sort((a,b)=>b.share-a.share),work=each=>factors(
voice,each.beam,each.share/each.beam,each.share),table2=grid("sampling",plain?["beam › next","beam",`next ${model.unit()}`,
"share"]:["(beam, x)","w","p(x)","p_beam"],rows.slice(0,ROWS3).map(each=>[pair(each.end,each.token),...withSign(work(each),
plain),h("b",{"data-of":"p"},say(each.share))])),example=rows.find(each=>each.share<each.beam-SAME3)??rows[0],sums=[...beamSum(
model,it,at2,example.end),shareSum(voice,work(example),example.share,pair(example.end,example.token))],named=beamsSay(model,
it,at2),says2=plain?`No layer failed, so the target samples layer ${layer} itself, from numbers of the same pass. The be\
ams divide 100%: ${named}. Each share is multiplied by the probability of the next ${model.unit()}.`:`No layer failed, s\
o layer ${layer} is sampled from p_beam(b, x) = w_b · p(x | b), with w: ${named}.`,title=plain?`Shares of layer ${layer}`:
`p_beam in layer ${layer}`;return{name:plain?"Shares":"p_beam",title,sums,panel:[barOf3(model,it,at2),table2],says:says2,
alone:!0}}function sharesPart(model,it,phase){let at2=layerAt(it,phase),rows=candidatesOf(it,at2),{voice}=model,plain=voice===
"plain",say=value=>probability(voice,value),{pair}=namesOf2(model,it,at2.ends),parent=each=>it.n.parent[each.place],heads=plain?
["candidate","beam",`next ${model.unit()}`,"target’s share","draft’s share"]:["(beam, x)","w","p(x)","p_beam","q_bea\
m"],table2=grid("shares",heads,rows.slice(0,ROWS3).map(each=>[pair(parent(each),it.n.token[each.place]),...withSign(factors(
voice,each.beam,each.after,each.p),plain),h("b",{"data-of":"p"},say(each.p)),h("b",{"data-of":"q"},each.first===each.q?say(
each.q):`${say(each.first)} → ${say(each.q)}`)])),[first]=rows,sums=beamSum(model,it,at2,parent(first));sums.push(shareSum(
voice,factors(voice,first.beam,first.after,first.p),first.p,pair(parent(first),it.n.token[first.place])));let scaled=first.
q-first.first>5e-4;if(scaled){let[before,rest]=quotient(first.first,first.first/first.q,voice);sums.push(calculation([[before,
plain?"draft":"q_beam"],plain?"÷":"/",[rest,plain?"beams that are left":"left"],"=",[say(first.q),plain?"draft, scaled":
"new q_beam"]],"scaled"))}let named=beamsSay(model,it,at2),says2=plain?`The beams divide 100% in proportion to their own\
 target probabilities: ${named}. A candidate’s share is that of its beam times the probability of its next ${model.unit()}\
.${scaled?" The draft’s are scaled, too.":""}`:`p_beam(b, x) = w_b · p(x | b) with w: ${named}. q_beam is renormalise\
d over the beams that are left.`;return{name:plain?"Shares":"Joint p, q",title:plain?`Shares of layer ${at2.layer}`:`p_b\
eam and q_beam in layer ${at2.layer}`,sums,panel:[barOf3(model,it,at2),table2],says:says2}}var withSign=([first,second],plain)=>[
first,`${plain?"×":"·"} ${second}`],beamShare2=({p,ends},end)=>p.v.reduce((all2,value,k)=>all2+(ends[p.beam?.[k]??0]===
end?value:0),0),shareOf=(it,place)=>it.n.shares?.[place]?.at(-1)?.[2]??null;function overlapPart(model,it,phase){let at2=layerAt(
it,phase),{p,q,ends,layer,panel}=at2,{voice}=model,plain=voice==="plain",say=value=>probability(voice,value),{pair}=namesOf2(
model,it,ends),[first,second]=panel.alpha,drafted=new Map(q.v.map((value,k)=>[`${q.beam?.[k]}:${q.t[k]}`,value])),pairs=p.
v.map((value,k)=>({p:value,q:drafted.get(`${p.beam?.[k]}:${p.t[k]}`)??0,name:pair(ends[p.beam?.[k]??0],p.t[k])})).map(each2=>({
...each2,both:Math.min(each2.p,each2.q)})).sort((a,b)=>b.both-a.both),shown=pairs.slice(0,ROWS3),rest=first-shown.reduce(
(all3,{both:both2})=>all3+both2,0),most=Math.max(...pairs.map(one=>Math.max(one.p,one.q))),bars2=each2=>h("span",{class:"\
st-both"},bar("both",0,each2.both/most),bar("q",each2.both/most,(each2.q-each2.both)/most),bar("p",each2.both/most,(each2.
p-each2.both)/most)),all2=pairs.reduce((sum2,each2)=>sum2+Math.max(0,each2.p-each2.q),0),then=each2=>Math.max(0,each2.p-
each2.q)/all2,again=pairs.reduce((sum2,each2)=>sum2+Math.min(then(each2),each2.q),0),left=second!==void 0&&all2>0&&p.rest<
NEAR3&&Math.abs(again-second)<.001,heads=[ends.length>1?plain?"pair":"(beam, x)":plain?model.unit():"x","",plain?"target":
"p_beam",plain?"draft":"q_beam",plain?"smaller":"min",...left?plain?["more","leftover","smaller"]:["p − q","p′","min"]:
[]],both=text=>h("b",{"data-of":"both"},text),table2=grid("shared",heads,[...shown.map(each2=>[each2.name,bars2(each2),h(
"b",{"data-of":"p"},say(each2.p)),h("b",{"data-of":"q"},say(each2.q)),both(say(each2.both)),...left?[say(Math.max(0,each2.
p-each2.q)),h("b",{"data-of":"p"},say(then(each2))),both(say(Math.min(then(each2),each2.q)))]:[]]),...rest>5e-4?[["other\
s","","","",both(say(rest)),...left?["","",""]:[]]]:[],["sum","","","",both(say(first)),...left?[say(all2),say(1),both(say(
second??0))]:[]]],left?[["",2],["at first",3],["after a rejection",3]]:[]),each=ends.length>1?plain?`every (beam, ${model.
unit()}) pair`:"every (beam, token) pair":`every ${model.unit()}`,after2=second===void 0?"":plain?` After a rejection, t\
he leftover counts (what the target gives more, scaled to 100%), and the overlap is ${say(second)}.`:` After a rejection\
, α_2 = ∑ min(p′, q_beam) = ${num(second)}.`,says2=plain?`A candidate is accepted with probability ${say(first)}, t\
he models’ overlap: the smaller share of ${each}, added up.${after2}`:`α_1 = ∑ min(p_beam, q_beam) = ${num(first)},\
 over ${each}.${after2}`;return{name:"Overlap",title:plain?`What target and draft share in layer ${layer}`:`The overlap \
in layer ${layer}`,sums:overlapSums(model,it,layer,phase),panel:[table2],says:says2}}function waysPart(model,it,phase){let{
panel}=layerAt(it,phase),{voice}=model,plain=voice==="plain",{alpha,candidates,width}=panel,ways=waysTo(alpha,candidates,
width),{terms,sum:total,write:write4}=added(voice,ways),sign=plain?"×":"·",name=plain?`at least ${width}`:`P(K ≥ ${width}\
)`,sums=[calculation([...terms.flatMap((each,k)=>[...k?["+"]:[],[each,`sequence ${k+1}`]]),"=",[total,name]],"ways-sum")],
used=Math.max(...ways.flatMap(({marks})=>marks.map((_,k)=>sinceOf(marks,k)))),odds=alpha.slice(0,used+1).map((value,since)=>[
sinceSay(voice,since),marked("accepted",write4(value)),marked("rejected",write4(1-value))]),table2=grid("odds",plain?["t\
he next candidate is","accepted","rejected"]:["","α_j","1 − α_j"],odds),rows=ways.map(({marks,parts:parts2},n)=>[`${n+
1}`,...marks.map((mark2,k)=>[h("span",{class:"st-way"},k?`${sign} `:"",glyphIcon(mark2),` ${write4(parts2[k])}`)]),h("b",
{},terms[n])]),places2=Array.from({length:candidates},(_,k)=>`${k+1}${NTH[Math.min(k,3)]}`),orders=grid("ways",[plain?"s\
equence":"",...places2,plain?"product":"∏"],rows),says2=plain?`At least ${width} of the ${candidates} candidates are a\
ccepted with probability ${total}: the sum over all sequences with so many acceptances. The probabilities of each candid\
ate depend on the outcome before it.`:`P(K ≥ ${width}) = ${total} is the sum over the sequences with at least ${width}\
 acceptances. After j − 1 rejections in a row, the probability of an acceptance is α_j.`;return{name:plain?"Sequences":
"P(K)",title:`All sequences with at least ${plural(width,"acceptance")}`,sums,panel:[table2,orders],says:says2}}var sinceOf=(marks,at2)=>at2-
1-marks.slice(0,at2).findLastIndex(mark2=>mark2==="accepted"),sinceSay=(voice,since)=>voice==="exact"?`α_${since+1}`:since===
0?"at first, or after an acceptance":since===1?"after a rejection":`after ${since} rejections in a row`,marked=(state,text)=>h(
"span",{class:"st-way"},glyphIcon(state),` ${text}`);function widthSums(model,it,phase){let{tails,cut,width,alpha,candidates}=layerAt(
it,phase).panel,{voice}=model;if(cut===null)return[];let plain=voice==="plain",say=value=>probability(voice,value),shows=k=>calculation(
[[exactEnough(say,tails[k],cut),plain?`at least ${k}`:`P(K ≥ ${k})`],tails[k]>=cut?"≥":"<",[say(cut),plain?"required":
"t"]],"width-sum"),ways=alpha.length<width||candidates>width?[]:waysTo(alpha,candidates,width),[all2]=ways,write4=factorsOf(
voice,ways,say);return[...!all2||all2.parts.length>4?[]:[calculation([...all2.parts.flatMap((part,k)=>[...k?[plain?"×":
"·"]:[],[write4(part),plain?`${k+1}${NTH[k]}`:"α_1"]]),"=",[say(tails[width]),plain?`all ${width}`:`P(K ≥ ${width})`]],
"product")],...[width,width+1].filter(k=>tails[k]!==void 0&&k>0).map(shows)]}var exactEnough=(say,value,cut)=>say(value)===
say(cut)&&value!==cut?say(value).endsWith("%")?`${(100*value).toFixed(1)}%`:value.toFixed(3):say(value);function tries(model,it,panel,phase){let shown=panel.tries.filter(each=>each.step<=phase),last=model.voice==="plain"?num:
short,told=numbers=>{let[q,p,a]=numbers.slice(-3);return q&&p&&a&&Math.abs(Math.min(1,p/q)-a)<.001?tested(p,q,model.voice).
reverse():[]},rows=shown.map(({place,state,numbers},k)=>h("tr",{class:state==="accepted"?"yes":"no"},...cells([`${k+1} `,
h("b",{},clip(model.word(it.n.token[place]),10))],...numbers.map((value,n)=>[told(numbers)[n-numbers.length+3]??(n<numbers.
length-1?probability(model.voice,value,short):last(value)),panel.left&&n===0?gauge(value,null,1,"q"):null]),[glyphIcon(state),
h("span",{class:"st-hear"},labelOf(state,model.voice))])));return rows.length?h("figure",{"data-testid":"inspector-tries"},
table(["token",...panel.heads,""],rows,"Candidates at this position"),h("figcaption",{},panel.caption)):null}function bar2(model,it,panel,phase,place){
let{entropy,epsilon,delta}=panel,high=Math.max(3,Math.ceil(entropy+.5)),log=Math.log(1e-4),x=v=>42+v/high*250,y=v=>10+Math.
log(Math.min(1,Math.max(1e-4,v)))/log*114,at2=v=>Math.min(epsilon,delta*Math.exp(-v)),knee=Math.log(delta/epsilon),curve2=[
0,...knee>0&&knee<high?[knee]:[],high].map(v=>`${x(v)} ${y(at2(v))}`).join("L"),shown=panel.candidates.filter(each=>each.
step<=phase),word=each=>model.word(it.n.token[each.place]),[name,before]=panel.names,{voice}=model,simple=voice==="plain",
p=value=>probability(voice,value,short),cut=probability(voice,panel.bar),here=simple?"the uncertainty is ":before,described=`${panel.
caption} Here ${here}${num(entropy)} and the threshold is ${cut}.`,svg=s("svg",{viewBox:"0 0 300 154",class:"st-bar-curv\
e",role:"img","aria-label":`${described} ${shown.map(each=>`${word(each)} ${name} ${p(each.p)}`).join(", ")}`},s("path",
{class:"yes",d:`M${x(0)} 10L${curve2}L${x(high)} 10Z`}),s("path",{class:"no",d:`M${x(0)} 130L${curve2}L${x(high)} 130Z`}),
s("path",{class:"cut",d:`M${curve2}`}),s("path",{class:"here",d:`M${x(entropy)} 10V130`}));for(let value of[1,.1,.01,.001])
svg.append(s("text",{class:"end",x:38,y:y(value)+4,"text-anchor":"end"},simple?`${100*value}%`:String(value)));let mid=Math.
min(266,Math.max(66,x(entropy)));svg.append(s("text",{class:"end",x:2,y:134},name.length>1?"":name),s("text",{x:mid,y:148,
"text-anchor":"middle"},`${before}${num(entropy)}`)),mid>82&&svg.append(s("text",{class:"end",x:42,y:148},"0")),mid<240&&
svg.append(s("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(high)));let right=x(entropy)<300/2,edge2=y(at2(
right?high:0)),groups=labelled2(shown,y,130),clear=at3=>groups.every(({label})=>Math.abs(label+4-at3)>15),below=[edge2+16,
(edge2+130)/2+6,125].find(clear)??edge2+16;for(let[down,text]of[[24,"passes"],[below,"fails"]])svg.append(s("text",{x:right?
290:48,y:down,"text-anchor":right?"end":"start"},text));for(let group of groups){let cx=x(entropy),way=right?1:-1,first=group.
all[0],[most,least]=[p(first.p),p(group.all[group.all.length-1].p)],which=group.all.length>1?plural(group.all.length,model.
unit()):clip(word(first),10);svg.append(s("path",{class:"lead",d:`M${cx+6*way} ${group.y}L${cx+15*way} ${group.label}`}),
s("path",{class:"st-g","data-kind":first.state,d:shapeOf(first.state),transform:`translate(${cx} ${group.y}) scale(5)`}),
s("text",{class:"w",x:cx+18*way,y:group.label+4,"text-anchor":right?"start":"end"},`${which}: ${name} ${most===least?most:
`${least} to ${most}`}`))}let rows=shown.slice(0,12).map(each=>h("tr",{class:each.own?"":each.p>panel.bar?"yes":"no"},...cells(
h("b",{},clip(word(each),14)),p(each.p),each.own?"":`${each.p>panel.bar?">":"≤"} ${p(panel.bar)}`,`${stateOf(each.state).
sign} ${each.end}`)));return shown.slice(0,12).forEach((each,k)=>rows[k].classList.toggle("own",each.place===place)),h("\
figure",{"data-testid":"inspector-bar"},h("figcaption",{},panel.caption),svg,table(panel.heads,rows,"Candidates and thre\
shold"),shown.length>rows.length?h("p",{class:"st-quiet"},`${shown.length-rows.length} not shown`):null)}function labelled2(shown,y,base){
let groups=[];for(let each of[...shown].sort((a,b)=>b.p-a.p)){let last=groups[groups.length-1];last&&last.all[0].state===
each.state&&y(each.p)-last.y<13?last.all.push(each):groups.push({y:y(each.p),label:0,all:[each]})}groups.forEach((group,k)=>{
group.label=Math.max(group.y,k?groups[k-1].label+13:0)});for(let k=groups.length-1,most=base-6;k>=0;k--)groups[k].label=
Math.min(groups[k].label,most),most=groups[k].label-13;return groups}function doubts(model,it,panel,phase){let sure=({value,
bar:cut,good}={})=>{let[now,least]=[value,cut].map(each=>probability(model.voice,each,short));return[`${now} ${good?"≥":
"<"} ${least}`,gauge(value,cut,1,good?"p":"no")]},unlikely=({value,bar:cut,good}={})=>[`${short(value)} ${good?"≤":">"}\
 ${short(cut)}`,gauge(value,cut,2*cut,good?"p":"no")],rows=panel.doubts.filter(each=>each.exit.step<=phase).map(({layer,
place,exit,back})=>{let seen2=back&&back.step<=phase?back:null,name=place===null?"stops":clip(model.word(it.n.token[place]),
11);return h("tr",{class:place===null?"no":"yes"},...cells([`${layer} `,h("b",{},name)],sure(exit),...panel.heads.length<
3?[]:[seen2?[...unlikely(seen2),seen2.good?null:h("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return rows.length?
h("figure",{"data-testid":"inspector-doubts"},h("h2",{},panel.title),h("figcaption",{},panel.caption),table(panel.heads,
rows,panel.title)):null}function skipped(panel){let rows=[["attention",panel.attention],["MLP",panel.mlp]],count=panel.of_layers,
W2=300,left=58,cell=Math.min(16,(W2-left-2)/Math.max(1,count)),high=18,svg=s("svg",{viewBox:`0 0 ${W2} ${2*high+18}`,class:"\
st-skips",role:"img","aria-label":panel.caption});rows.forEach(([name,out],r)=>{svg.append(s("text",{x:left-6,y:r*high+13,
"text-anchor":"end"},name));for(let k=0;k<count;k++){let x=left+k*cell,y=r*high,gone=out.includes(k);svg.append(s("rect",
{class:gone?"out":"in",x:x+.75,y:y+1,width:cell-1.5,height:high-3},s("title",{},`${name} of layer ${k}: ${gone?"skipped":
"computed"}`)));let[x0,x1,y0,y1]=[x+2,x+cell-2,y+3,y+high-4];gone&&svg.append(s("path",{class:"strike",d:`M${x0} ${y0}L${x1}\
 ${y1}M${x1} ${y0}L${x0} ${y1}`}))}});for(let k=0;k<count;k+=5)svg.append(s("text",{class:"end",x:left+(k+.5)*cell,y:2*high+
12,"text-anchor":"middle"},String(k)));return h("figure",{"data-testid":"inspector-skips"},h("figcaption",{},panel.caption),
svg)}function level(model,it,panel,phase,place){let{sent,places:places2,values,ups,owns,grown,grows}=panel,products=ups.
some(up=>up!==null),most=sent===null?8:sent+3,say=value2=>probability(model.voice,value2,short),shown=places2.map((_,k)=>k).
filter(k=>k<most||places2[k]===place),rows=shown.map(k=>{let at2=places2[k],up=model.up(it,at2),fate=model.fate(it,at2,phase),
out=fate.state==="not_sent",mark2=sent!==null||out?glyphIcon(fate.state):phase>=grows&&grown.includes(at2)?"extended":"",
before=ups[k]===null?"":`${tail(model.wordAt(it,up),7)} › `,product=ups[k]===null||owns[k]===null?"":`${say(ups[k])} ×\
 ${say(owns[k])}`;return h("tr",{class:(at2===place?"own":"")+(k===sent?" cut":"")},...cells([before?h("small",{},before):
null,h("b",{},clip(model.word(it.n.token[at2]),12))],...products?[product]:[],h("span",{class:"st-sure"},h("span",{},say(
values[k])),gauge(values[k],null,values[0],"q")),[mark2,out?h("span",{class:"st-hear"},model.called(fate)):null]))}),[node,
value,last]=panel.heads,first=model.voice==="plain"?"before × own":"∏ before × q",left=places2.length-shown.length;return h(
"figure",{class:"st-levels","data-testid":"inspector-levels"},h("figcaption",{},panel.caption,sent===null?"":` The line \
is below the ${plural(sent,"node")} that are sent.`,left?` (${left} not shown)`:""),table([node,...products?[first]:[],value,
last],rows,panel.title))}function beams(model,it,{facts,places:places2,values,of,title},phase){let rows=facts.map(([name,
value],k)=>h("tr",{class:k?"":"own"},...cells([glyphIcon(model.fate(it,places2[k],phase).state)," ",h("b",{},name),h("sm\
all",{},productOf(model,it,places2[k],values[k]))],h("span",{class:"st-sure"},h("span",{},value),gauge(values[k],null,values[0],
of)))));return h("figure",{"data-testid":"inspector-beams"},h("table",{class:"st-table st-tight st-ends","aria-label":title},
h("tbody",{},...rows)))}function productOf(model,it,place,value){let parts2=model.gram(it,place,1/0).filter(at2=>it.n.role[at2]===
"draft").reverse().map(at2=>model.get(it,"q",at2)??NaN),all2=parts2.reduce((sum2,part)=>sum2*part,1),plain=model.voice===
"plain";return Math.abs(all2-value)>.001||parts2.length>4?"":parts2.map(part=>probability(model.voice,part,short)).join(
plain?" × ":" · ")}function payoff(panel,phase){let most=Math.max(1,...panel.bars.map(({count})=>count)),told=panel.bars.
filter(({step})=>step<=phase),rows=[...new Map(told.map(bar3=>[bar3.name,bar3])).values()].map(({name,count})=>h("tr",{},
h("th",{scope:"row"},name),...cells(String(count),gauge(count,null,most,"count"))));return h("figure",{"data-testid":"in\
spector-payoff"},h("table",{class:"st-table st-tight","aria-label":panel.title},h("tbody",{},...rows)))}function prefixes2(model,it,panel,phase,ask2){
let shown=panel.prefixes.filter(prefix=>prefix.step<=phase),{voice}=model,plain=voice==="plain";if(!shown.length)return null;
let chosen=phase>=panel.told,here=it.steps[phase].phase==="prefix",longest=shown.reduce((best,prefix)=>prefix.passed?prefix.
j:best,0),ratio=value=>value===null?"∞":value>0&&value<1e-4?"≈ 0":value<.001?String(+value.toPrecision(2)):num(value),
log=value=>value===null?"−∞":value.toFixed(2),rows=shown.map(({j,place,product,logp,logq,passed,step})=>{let[p,q]=[logp,
logq].map(value=>value===null?0:Math.exp(value)),[top,below]=quotient(p,q,voice,product===null?"":num(product)),looks2=(passed?
"yes":"no")+(j===longest?" own":"")+(here&&step===phase?" now":"");return h("tr",{class:looks2,title:plain?"":`Σ log p =\
 ${log(logp)}, Σ log q = ${log(logq)}`},...cells([`${j} `,j>1?"… ":"",h("b",{},clip(model.word(it.n.token[place]),9))],
h("span",{"data-of":"p"},top),h("span",{"data-of":"q"},below),[ratio(product),gauge(product,panel.bar,1,passed?"yes":"no")],
passed?chosen&&j===longest?"longest":"passes":"fails"))}),longestAt=tau=>panel.prefixes.reduce((best,{j,ratio:each})=>each>
tau?j:best,0),say=tau=>longestAt(tau)?`With threshold ${num(tau)}, prefix ${longestAt(tau)} is the longest that passes.`:
`With threshold ${num(tau)}, no prefix passes.`,all2=ask2&&shown.length===panel.prefixes.length,[before,label]=panel.names,
moved2={key:"threshold",label,value:panel.bar,most:1,say,draw:()=>{}};return h("figure",{"data-testid":"inspector-prefix\
es"},table(panel.heads,rows,"Prefixes"),h("figcaption",{},`Each row is about all ${model.unit()}s up to the named one. A\
 bar shows the ratio (at most 1), and the line is the threshold, ${before}${num(panel.bar)}. `+(longest?`Longest passing\
 prefix${chosen?"":" so far"}: ${longest} (shaded).`:`No prefix passes${chosen?"":" so far"}.`)),all2?whatIf(voice,moved2,
{},ask2):null)}function wholeRatio(model,it,phase){let panel=it.panels.find(({kind})=>kind==="prefixes"),plain=model.voice===
"plain";if(panel?.kind!=="prefixes"||it.steps[phase].phase!=="verify")return null;let found=panel.prefixes.findLast(({passed})=>passed);
if(!found||found.logp===null||found.logq===null||found.product===null)return null;let written2=num(found.product),name=`${plain?
"target":"∏ p"}`,of=`${plain?"draft":"∏ q"}`,[top,below]=quotient(Math.exp(found.logp),Math.exp(found.logq),model.voice,
written2);return calculation([[top,name],plain?"÷":"/",[below,of],"=",[written2,plain?"ratio of the prefix":"∏ p/q"],
">",[num(panel.bar),plain?"threshold":"τ"]],"whole-ratio")}function places({rows,more,end},title){let line2=text=>coded(
text).replace(/\n/g,"↵"),row3=({before,match,after:after2},next,look="")=>h("tr",{class:look},...cells([tail(line2(match.
length>18?"":before),8),h("mark",{class:"st-same"},tail(line2(match),20))],next||clip(line2(after2),24)));return h("figu\
re",{"data-testid":"inspector-found"},h("h2",{},title),h("table",{class:"st-table st-found","aria-label":title},h("tbody",
{},...rows.map(each=>row3(each,"")),row3(end,"?","end"))),more?h("figcaption",{},`${plural(more,"earlier place")} not sh\
own`):null)}function written(model,it,panel,phase){let box2=(text,more,look="")=>{let part=h("li",{"data-of":look},h("b",
{},text),...more);return part.style.flexGrow=String(Math.max(1,text.length)),part},row3=(name,boxes)=>boxes.length?h("di\
v",{},h("span",{class:"st-quiet"},name),h("ol",{},...boxes)):null,mark2=place=>glyphIcon(model.fate(it,place,phase).state);
return h("figure",{class:"st-written-text","data-testid":"inspector-written-text"},h("figcaption",{},panel.caption),row3(
panel.heads[0],panel.pieces.map(({text,q})=>box2(text,[h("small",{},probability(model.voice,q,short))],"q"))),row3(panel.
heads[1],panel.places.map(place=>box2(visible(model.text(it.n.token[place])),[mark2(place)]))))}var twinsOf=(it,place,phase)=>it.twins?.find(each=>each.place===place&&each.known<=phase);function amount(of,name,said,value){
return h("span",{class:"st-twin-n","data-of":of},h("small",{},name),gauge(value??0,null,1,of),h("b",{},said))}function row(model,it,twin,own2,phase,go){
let plain=model.voice==="plain",here=twin.place===own2,name=twin[model.voice],say=value=>value===null?"–":probability(
model.voice,value,short),named=model.copied(it,twin.place)?plain?"copied":"q copied":plain?"draft":"q",q=model.get(it,"q",
twin.place),p=model.wanted(it,twin.place,phase);return h("li",{class:here?"own":""},here?h("span",{class:"st-twin-name"},
name):h("button",{type:"button",class:"st-twin-name",title:"Show this node",onclick:()=>go(twin.place)},name),h("div",{},
amount("q",named,say(q),q),phase>=it.seen?amount("p",plain?"target":"p",say(p),p):null))}function twins(model,explained,it,place,phase,go){
let found=twinsOf(it,place,phase);if(!found)return null;let lines2=found.lines.filter(({step,until=1/0})=>step<=phase&&phase<
until);return h("section",{class:"st-twins","data-testid":"inspector-twins","data-part":"twins"},h("ul",{},...found.rows.
map(twin=>row(model,it,twin,place,phase,go))),...lines2.map(line2=>h("p",{},...explained(line2[model.voice]))))}var hint=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it was accepted or rejected.":"Point at a no\
de, or press Tab to reach it, to see why it was accepted or rejected.",FIRST=new Set(["tries","bar","doubts","prefixes",
"judged","written"]),WHOLE2=new Set(["prefix","verify","unused"]),WROTE=new Set(["residual","bonus","drawn","greedy"]),ADDED=new Set(
["residual","bonus"]),PICTURES=":scope > :not(.st-tiers) :is(figure, table, .st-axis), :scope > :is(figure, .st-overlap,\
 .st-twins)",COUNTED=new Set(["draft","merge","unmerge","commit"]),TESTED2=new Set(["passes","fails"]),isTried=(it,place)=>it.
panels.some(({kind,nodes})=>kind==="tries"&&nodes?.includes(place)),Inspector=class{root=h("aside",{class:"st-inspector",
"data-testid":"inspector","aria-label":"Inspector"});decision=h("div",{class:"st-decision","data-testid":"decision",role:"\
group","aria-label":"Calculation"});apart=!1;part=null;constructor(model,explained,ask2,suppose,go,visit){this.model=model,
this.explained=explained,this.ask=ask2,this.suppose=suppose,this.go=go,this.visit=visit}show(it,place,phase,subject=place,part=null){
if(part&&place===subject)return this.showPart(it,place,phase,part);let step=it.steps[phase],outside=this.apart&&place===
subject;if(this.apart&&!(outside&&place>=0)&&put(this.decision,...this.calculated(it,subject,phase).parts),this.root.removeAttribute(
"data-moved"),this.suppose(-1,null),place<0||it.born[place]>phase)return put(this.root,...step.phase==="commit"?[this.written(
it,phase),beamTree(this.model,it.i),this.others(it)]:step.phase==="layer"?[]:[counter(this.model,it,step.layer,phase)],this.
layers(it,-1,step.layer,phase,!0)??h("p",{class:"st-quiet"},hint()),this.tiers(this.tier("all","All details",()=>[this.layers(
it,-1,step.layer,phase,!1)],!0)));let starts=step.phase==="input"&&it.n.role[place]==="input",{fate,shown,verdict,state}=this.
decided(it,place,phase),layer=verdict?.layer??step.layer,own2=this.layers(it,place,layer,phase,!0),whole2=WHOLE2.has(step.
phase)&&judgedIn(it)!==void 0,tried2=verdict!==null&&isTried(it,place),{parts:parts2,change}=this.calculated(it,place,phase);
outside&&put(this.decision,...parts2);let tested2=this.part==="test"&&place===subject,bars2=()=>[overlap(this.model,this.
explained,it,place,verdict,phase,outside,tested2),jointBars(this.model,it,place,verdict,tested2,this.part!==null)],together3=this.
part!==null&&place===subject?this.aboutAll(it,phase):null,why=starts&&it.n.parent[place]<0?[]:together3!==null?[together3]:
[this.head(it,place,state),this.found(it,phase)??this.reason(it,place,fate,verdict,phase),...outside?[]:parts2,...tried2?
[own2]:[],...whole2?[]:bars2(),this.part&&verdict?.state==="residual"&&it.lay.kind==="chain"?wholeSays(this.model,wholeOf(
this.model,it,place,verdict,phase)):null,twins(this.model,this.explained,it,place,phase,this.go)];put(this.root,...starts?
[beamTree(this.model,it.i-1),this.round()]:step.phase==="layer"?[]:[counter(this.model,it,layer,phase)],...step.phase===
"layer"?[own2,...why]:tried2?why:[...why,own2],this.tiers(starts?null:change,this.tier("numbers","Numbers",()=>[...whole2?
bars2():[],this.pathLine(it,place),this.tiles(it,place,verdict,phase),this.shares(it,verdict),laws(this.model,it,place,verdict,
phase)],starts),this.tier("all","All details",()=>[this.whereLine(it,place,fate),this.copies(it,place,shown,phase),this.
layers(it,place,layer,phase,!1),this.moreDrafts()],starts))),this.fit(),!starts&&!this.root.querySelector(PICTURES)&&this.
root.lastElementChild?.before(this.rule(step))}showPart(it,place,phase,{title,sums,panel,alone:alone2}){let{layer}=it.steps[phase],
seen2=early(this.part)?phase-1:phase;this.root.removeAttribute("data-moved"),this.suppose(-1,null),this.apart&&put(this.
decision,...sums),put(this.root,...place<0||alone2?[]:[counter(this.model,it,layer,phase),this.head(it,place,this.decided(
it,place,seen2).state)],...this.apart?[]:sums,title&&h("h2",{class:"st-part"},title),...panel)}aboutAll(it,phase){let{phase:name}=it.
steps[phase],has=kind=>it.panels.some(panel=>panel.kind===kind);return draftsBeams(it,phase)?guesses(this.model,it,phase):
name==="target"&&(it.shares||has("prefixes"))?scored(this.model,it,phase):name==="verify"&&has("prefixes")||name==="sele\
ct"&&has("beams")?"":null}decided(it,place,phase){let fate=this.model.fate(it,place,phase),here=it.steps[phase].verdicts.
find(v=>it.verdicts[v].place===place),shown=here??fate.verdict;return{fate,shown,verdict:shown===null?null:it.verdicts[shown],
state:here===void 0?fate.state:it.verdicts[here].state}}rule({phase}){let name=groupOf(phaseOf(phase).group),line2=this.
model.header.round?.find(({label})=>label===name);return line2?h("section",{class:"st-round","data-testid":"inspector-ru\
le"},h("h2",{},`“${name}” in every round`),h("p",{},...this.explained(line2[this.model.voice]))):""}written(it,phase){
let several=it.beams.length>1,grown=node=>{let line2=[],at2=it.place.get(node)??-1;for(;at2>=0&&it.n.role[at2]!=="input";at2=
this.model.up(it,at2))line2.push(at2);return line2.reverse()},fate=place=>this.model.fate(it,place,phase),token=place=>[
glyphIcon(fate(place).state),h("b",{},this.model.wordAt(it,place))," "],rows=this.model.beamsOf(it).flatMap(({beam,slots})=>{
let line2=grown(beam.node),start2=line2.length?it.n.parent[line2[0]]:beam.node;if(!several)return line2.map(place=>h("li",
{},...token(place),this.model.called(fate(place)),this.model.voice==="plain"&&ADDED.has(fate(place).state)?", written by\
 the target":null));let before=clip(this.model.path(it,start2).map(made2=>this.model.word(made2.token)).at(-1)??"start",
9);return[h("li",{},h("span",{class:"st-quiet"},`${before} › `),...line2.length?line2.flatMap(token):["finished "],slots.
length>1?`×${slots.length} `:"",beam.best?h("span",{class:"st-quiet"},"likeliest"):null)]});return rows.length?h("secti\
on",{class:"st-written","data-testid":"inspector-written"},h("h2",{},several?"Beams that continue":"Added to the text"),
h("ul",{},...rows)):null}others(it){let earlier=this.model.its.slice(0,it.i+1),next=it.lay.kind==="chain"&&!earlier.some(
accepted)?nextAccepted(this.model,it.i):"";return typeof next=="string"?null:h("button",{type:"button",class:"st-btn st-\
wide st-see","data-testid":"see-accepted",onclick:()=>this.visit(next.it)},`See round ${next.it+1}: all guesses accepted`)}moreDrafts(){
let{gamma}=this.model.header.deciding;if(!this.ask||typeof gamma!="number")return null;let moved2={key:"gamma",label:"dr\
aft length (γ)",value:gamma,most:16,step:1,say:value=>`With draft length ${value}, the draft guesses up to ${plural(value,
this.model.unit())} ahead in this round.`,draw:()=>{}};return whatIf(this.model.voice,moved2,{},this.ask)}round(){let{round:lines2=[]}=this.
model.header,groups=[...new Set(lines2.map(({label})=>label))].map(name=>[name,lines2.filter(({label})=>label===name)]);
return lines2.length?h("section",{class:"st-round","data-testid":"inspector-round","data-size":"large"},h("h2",{},"How a\
 round works"),h("dl",{},...groups.flatMap(([label,parts2])=>[h("dt",{},label,...parts2.flatMap(({marks})=>marks).map(state=>this.
mark(state))),...parts2.map(line2=>h("dd",{},...this.explained(line2[this.model.voice])))]))):null}fit(){let round=this.
root.querySelector(".st-round[data-size]"),panel=this.root.parentElement;if(!(!round||!panel)){for(let size of["large","\
medium","small"])if(round.dataset.size=size,panel.scrollHeight<=panel.clientHeight)return}}mark(state){return h("span",{
class:"st-legend-k","data-kind":state,title:stateOf(state).help},glyphIcon(state),labelOf(state,this.model.voice))}tier(name,label,make,maybe){
let open=recall(`tier-${name}`)==="1",inside=h("div",{class:"st-tier"}),fillIn=()=>{inside.firstChild||put(inside,...make())};
if((open||maybe)&&fillIn(),maybe&&!inside.firstChild)return null;let box2=h("details",{open,"data-testid":`inspector-${name}`,
ontoggle:()=>{box2.open&&fillIn(),box2.open!==(recall(`tier-${name}`)==="1")&&keep(`tier-${name}`,box2.open?"1":"")}},h(
"summary",{},label),inside);return box2}tiers(...parts2){return parts2.some(part=>part)?h("div",{class:"st-tiers"},...parts2):
null}head(it,place,state){return h("div",{class:"st-head","data-state":state},h("div",{class:"st-token"},glyphIcon(state),
this.beamBefore(it,place),h("b",{},this.model.wordAt(it,place)),h("span",{class:"st-tag"},labelOf(state,this.model.voice))))}beamBefore(it,place){
let up=this.model.up(it,place),beam=this.model.gram(it,up,1/0).filter(at2=>it.n.role[at2]!=="input").reverse();return(it.
shares||it.panels.some(({kind})=>kind==="prefixes"))&&beam.length?h("small",{},`${tail(beam.map(at2=>this.model.word(it.
n.token[at2])).join(this.model.joiner()),22)} › `):null}whereLine(it,place,fate){if(it.n.parent[place]<0)return null;let merge=this.
model.get(it,"merge",place),above3=this.aboveAll(it,place),more=[`node ${it.n.id[place]}`,`depth ${it.n.depth[place]}`,it.
n.about?.[place],above3&&`under input beam “${above3}”`,merge!==null&&fate.state==="merged"&&`merged with node ${merge}`];
return h("p",{class:"st-quiet"},more.filter(Boolean).join(" · "))}pathLine(it,place){let path=this.model.path(it,it.n.id[place]),
shown=path.slice(-24),cut=path.length-shown.length;if(!path.length)return null;let before=cut?`(${plural(cut,this.model.
unit())} before) … `:"prompt → ";return h("p",{class:"st-path","data-testid":"inspector-path"},h("span",{class:"st-q\
uiet"},before),...shown.flatMap(({token},k)=>[h(k===shown.length-1?"mark":"span",{},visible(this.model.text(token)).replace(
/␣/g," ")),this.model.joiner()]))}tiles(it,place,verdict,phase){let q=this.model.drafted(it,place,phase),p=phase<it.seen?
null:it.n.shares?.[place]?.length?this.model.wanted(it,place,phase):this.model.get(it,"p",place),own2=it.heads.map(([name,
exact,plain],k)=>[name,(k?p:q)??"",exact,plain]),shown=verdict?.tiles.length?verdict.tiles:own2.filter(([,value])=>value!==
"");if(!shown.length)return null;let simple=this.model.voice==="plain",number=(name,value)=>simple&&!name.includes("/")?
percent(value):num(value,3);return h("dl",{class:"st-tiles"},...shown.map(([name,value,exact,plain])=>h("div",{"data-of":name.
replace("_beam","")},h("dt",{},...this.explained(simple?plain:name),simple?null:h("small",{},` ${exact}`)),h("dd",{},typeof value==
"string"?value:number(name,value)))))}shares(it,verdict){let shares=verdict?.shares??it.shares;return shares?h("p",{class:"\
st-quiet","data-testid":"inspector-shares"},shares[this.model.voice]):null}calculated(it,place,phase){let{layer}=it.steps[phase],
{model}=this;if(place<0)return{parts:this.apart?this.part==="width"?widthSums(model,it,phase):overlapSums(model,it,layer,
phase):[],change:null};let{verdict,shown}=this.decided(it,place,phase),[scale,change]=this.scale(it,place,phase,verdict,
shown),row3=rowAt(it,place,phase),origin=this.apart?originAt(model,it,place,phase):void 0,from=origin&&calculation(origin.
work[model.voice],"origin-sum"),test=from&&row3?.work?.[model.voice][1]==="→"?null:sumAt(model,it,place,verdict,phase),
chain=it.lay.kind==="chain",whole2=wholeRatio(model,it,phase),drawnBeside=(...sums)=>[...sums,scale,strip(model,it,verdict,
this.apart?sums.some(sum2=>sum2)?"beside":"line":"panel")];if(whole2)return{parts:[whole2],change};if(this.part&&!chain)
return{parts:drawnBeside(row3?ratioBefore(model,it,place,phase):null,sumAt(model,it,place,verdict,phase)),change};if(this.
part&&verdict?.state==="residual")return{parts:drawnBeside(wholeSum(model,wholeOf(model,it,place,verdict,phase))??test),
change};let left=row3?changedFor(model,it,place,phase).map(each=>leftoverOf(model,it,each.place,phase)):[shareLeft(model,
it,verdict,phase)??usedSum(model,it,verdict,phase)];return{parts:drawnBeside(...left,...chain?[test,from]:[from,test]),change}}scale(it,place,phase,verdict,number){
let row3=rowAt(it,place,phase);if(!verdict&&row3&&"cut"in row3&&row3.u!==null&&row3.cut>0&&row3.cut<=1)return[h("div",{"\
data-testid":"inspector-axis"},shortAxis(this.model.voice,row3.cut,row3.u)),null];if(!verdict?.a||verdict.a>1)return[null,
null];let{a,u}=verdict,look={"data-testid":"inspector-axis","data-part":"scale"},told=row3&&"cut"in row3?thresholdOf(it,
row3):"",draws=this.apart||jointOf(it,verdict).p||row3||isTried(it,place)?shortAxis:axis,box2=h("div",look,draws(this.model.
voice,a,u,told));if(!this.ask||u===void 0||number===null)return[box2,null];let outcome=value=>value<a?"accepted":"reject\
ed",others=this.model.decided(it,place,phase).filter(v=>v!==number).map(v=>it.verdicts[v].state),word=this.model.word(it.
n.token[place]),moved2={key:"u",label:"random number (u)",value:u,most:.99,draw:value=>{put(box2,draws(this.model.voice,
a,value,told)),this.suppose(place,value===u?null:strongest([outcome(value),...others]))},say:value=>`With random number ${num(
value)}, “${word}” would be ${outcome(value)}.`},other=a<1?[flip(number,this.ask)]:[];return[box2,whatIf(this.model.
voice,moved2,{verdict:number},this.ask,...other)]}reason(it,place,fate,verdict,phase){let{help}=stateOf(fate.state),meaning=TESTED2.
has(fate.state)?it.steps[fate.step][this.model.voice]:help,copied2=fate.state==="pending"&&twinsOf(it,place,phase)!==void 0,
missing=it.n.role[place]==="target"?this.model.missing(it,it.n.token[place]):null,why=verdict?verdict[this.model.voice]:
meaning,tests=judgedIn(it)?.ratios&&rowAt(it,place,phase),said=!missing&&(copied2||tests!==void 0||it.steps[phase][this.
model.voice].startsWith(why));return h("p",{class:"st-reason","data-testid":"inspector-reason",hidden:said},...this.explained(
why),missing?h("span",{"data-testid":"inspector-lacks"},` ${missing.reason[this.model.voice]}`):null)}copies(it,place,now,phase){
let seen2=this.model.decided(it,place,phase);return seen2.length<2?null:h("details",{class:"st-more"},h("summary",{},`Al\
l ${seen2.length} decisions about this node`),h("ol",{},...seen2.map(v=>{let{state,slot,[this.model.voice]:why}=it.verdicts[v],
where=slot===void 0?"":`, beam ${slot}`;return h("li",{class:v===now?"now":""},glyphIcon(state),`${labelOf(state,this.model.
voice)}${where}: ${why}`)})))}found(it,phase){let same2=this.model.voice==="plain"?"The same text before":"Occurrences o\
f the pattern";return it.found&&it.steps[phase].phase==="draft"?places(it.found,same2):null}aboveAll(it,place){let roots=it.
n.id.filter((_,k)=>it.n.role[k]==="input"),at2=place;for(let up=at2;up>=0;up=this.model.up(it,up))at2=up;return roots.length>
1&&at2!==place?beamNames(this.model,it,roots).get(it.n.id[at2]):null}layers(it,place,layer,phase,deciding){let ready=it.
panels.filter(panel=>phase>=panel.known),asking=it.steps[phase].phase==="layer",now=it.steps[phase].phase,summing=COUNTED.
has(now),choosing=now==="select",here=ready.filter(panel=>panel.layer&&(panel.nodes?panel.nodes.includes(place):panel.layer===
layer)),shown=[...ready.filter(panel=>panel.kind==="doubts"),...here,...ready.filter(panel=>!panel.layer&&panel.kind!=="\
doubts")],first=panel=>FIRST.has(panel.kind)||panel.kind==="width"&&asking||panel.kind==="level"&&(now==="draft"||!panel.
layer&&now==="select")||panel.kind==="payoff"&&summing||panel.kind==="beams"&&choosing,boxes=shown.filter(panel=>first(panel)===
deciding).map(panel=>this.panelBox(it,panel,place,phase)).filter(box2=>box2!==null);return boxes.length?h("div",{class:"\
st-layer","data-testid":"inspector-layer"},...boxes):null}inVoice(panel){return this.model.voice==="plain"?{...panel,...panel.
plain}:panel}panelBox(it,given,place,phase){let panel=this.inVoice(given),rows=[...panel.facts,...phase>=panel.told?panel.
outcome:[]],facts=rows.length?[h("dl",{class:"st-facts"},...rows.map(([name,value])=>h("div",{},h("dt",{},name),h("dd",{},
value))))]:[],section=picture=>h("section",{},h("h2",{},panel.title),picture,...facts),folded=(picture,open=!1)=>rows.length||
picture?h("details",{open},h("summary",{},panel.title),picture,...facts):null,now=it.steps[phase].phase;switch(panel.kind){case"\
width":{let shown=it.steps[phase].phase==="layer"?{...panel,why:""}:panel,outside=this.apart&&it.steps[phase].phase==="l\
ayer",sums=this.part==="width"?null:outside?[]:overlapSums(this.model,it,panel.layer,phase);return widthPanel(this.model.
voice,shown,phase,facts,this.ask,sums,given.alpha)}case"tries":{let tests=tries(this.model,it,panel,phase);return tests&&
section(tests)}case"bar":return section(bar2(this.model,it,panel,phase,place));case"level":return section(level(this.model,
it,panel,phase,place));case"skipped":return section(skipped(panel));case"payoff":return section(payoff(panel,phase));case"\
prefixes":{let picture=prefixes2(this.model,it,panel,phase,this.ask),open=this.part===null||!WROTE.has(now)&&now!=="comm\
it";return this.part===null||!facts.length||!picture?folded(picture,open):h("details",{open},h("summary",{},panel.title),
picture,h("details",{},h("summary",{},"Settings and bounds"),...facts))}case"written":return folded(written(this.model,it,
panel,phase),!0);case"judged":{let origin=this.part!==null&&panel.ratios!==void 0?null:originPanel(this.model,it,panel,phase,
place,this.apart),both=!this.apart||!origin?.querySelector(".st-origin"),open=!WROTE.has(now)&&both,box2=folded(judged2(
this.model,it,panel,phase,place),open);return origin&&box2?h("div",{},...this.apart?[origin,box2]:[box2,origin]):box2}case"\
doubts":return doubts(this.model,it,panel,phase);case"beams":return h("section",{},h("h2",{},panel.title),beams(this.model,
it,panel,phase));case"plain":return panel.layer?section(null):folded(panel.caption?h("p",{class:"st-quiet"},panel.caption):
null)}}leave(){let focused=document.activeElement;focused instanceof HTMLElement&&this.root.contains(focused)&&focused.blur()}};var WIDE2=226,FIRST2=8,GAP2=13,HIGH=20,APART2=5,TINY2={wide:130,high:90},MOST3=7,LETTER4=6.6,SIGNS2={fail:"✕ ",lost:"○\
 ",pass:"● ",next:"? "},plansAt=({header},it,phase)=>header.plan!==void 0&&it.i===0&&phase===it.seen&&it.steps[phase].
phase==="target"&&it.n.role.includes("draft"),after=(it,place)=>it.n.parent.flatMap((parent,at2)=>parent===it.n.id[place]&&
it.n.role[at2]==="draft"?[at2]:[]),branch=(it,place)=>[place,...after(it,place).flatMap(next=>branch(it,next))];function looks(model,it,kind){
let[first,second]=after(it,it.n.role.indexOf("input")),below=first===void 0?[]:branch(it,first),all2=(places2,look)=>places2.
map(place=>[place,look]),fails=new Map([...all2(below,"lost"),...all2([first],"fail")]);if(below.length<2)return null;if(kind===
"block")return[fails,new Map];if(kind==="siblings")return second===void 0?null:[new Map([...fails,...all2([second],"next")]),
new Map([...all2(it.n.role.flatMap((role,at2)=>role==="draft"&&!below.includes(at2)?[at2]:[]),"lost"),...all2([first],"p\
ass"),...all2(after(it,first).slice(0,1),"next")])];let[leaf,then]=judgedIn(it)?.order??[],path=to=>model.gram(it,to,1/0).
filter(at2=>it.n.role[at2]==="draft");return then===void 0?null:[fails,new Map([...all2(path(then),"next"),...all2([leaf],
"fail")])]}function outcomes(model,it,root,leaves){let drafts2=it.n.role.flatMap((role,at2)=>role==="draft"?[at2]:[]),last=leaves[leaves.
length-1],tested2=tests=>tests.map(([at2,passed])=>[at2,passed?"pass":"fail"]),kept=last?.[1]?model.gram(it,last[0],1/0).
filter(at2=>it.n.role[at2]==="draft"):[],unused=drafts2.map(at2=>[at2,"lost"]);return[[...unused,...tested2(root)],[...unused,
...tested2(leaves),...kept.map(at2=>[at2,"pass"])]].map(looked=>small(model,it,new Map(looked),!1))}function small(model,it,looked,lines2){
let spots=it.lay.at.flatMap((place,k)=>it.n.role[place]==="draft"?[{place,col:it.lay.col[k],y:it.lay.y[k]}]:[]),ys=spots.
map(({y})=>y),least=Math.min(...ys),rows=Math.max(...ys)-least+1,tiny=rows>MOST3,whole2=tiny?TINY2.wide:WIDE2,cols=Math.
max(...spots.map(({col})=>col)),step=(whole2-FIRST2)/cols,wide=step-GAP2,row3=tiny?TINY2.high/rows:HIGH+APART2,high=Math.
min(HIGH,row3-2),at2=new Map(spots.map(({place,col,y})=>[place,{x:FIRST2+(col-1)*step+GAP2,y:(y-least+.5)*row3}])),roots=[
...at2].filter(([place])=>it.n.role[model.up(it,place)]!=="draft").map(([,{y}])=>y),start2={x:FIRST2-wide,y:(Math.min(...roots)+
Math.max(...roots))/2},size=Math.floor((wide-8)/LETTER4),chars=high<HIGH?0:size,parts2=[...at2].flatMap(([place,{x,y}])=>{
let up=at2.get(model.up(it,place))??start2,look=looked.get(place),sign=look?SIGNS2[look]:"",room=chars-sign.length,word=chars<
1?"":sign+(room>0?clip(model.word(it.n.token[place]),room):"");return[s("path",{d:`M${up.x+wide} ${up.y}L${x} ${y}`,class:look===
"lost"?"lost":null}),s("g",{class:look??null},s("rect",{x,y:y-high/2,width:wide,height:high,rx:4}),s("text",{x:x+4,y:y+4},
word))]}),below=lines2?[...at2.values()].map(({x},k)=>s("path",{class:"line",d:`M${FIRST2+GAP2} ${rows*row3+4+6*k}H${x+wide}`})):
[],tall=rows*row3+6*below.length;return s("svg",{width:whole2,height:tall,viewBox:`0 0 ${whole2} ${tall}`,"aria-hidden":"\
true",class:tiny&&"tiny"},s("circle",{cx:FIRST2-4,cy:start2.y,r:4}),...parts2,...below)}function planPart(model,it){let{
kind,title,says:says2,first,second,rule,lossless}=model.header.plan,found=looks(model,it,kind),captions=[first,second],pictures2=(found??
[]).map((looked,k)=>h("figure",{},small(model,it,looked,kind==="block"&&k>0),h("figcaption",{},captions[k])));return{name:"\
Plan",title:"",says:says2,sums:[],alone:!0,panel:[h("section",{class:"st-plan","data-testid":"inspector-plan"},h("h2",{class:"\
st-part"},title),h("div",{},...pictures2),...[rule,lossless].map(text=>h("p",{},h("b",{},text.slice(0,text.indexOf(":")+
1)),text.slice(text.indexOf(":")+1))))]}}var SAME4=5e-4,ROWS4=5;function changeOf(model,it,phase,{next}){let{compared:compared2=[]}=judgedIn(it)??{},change=compared2.
find(each=>each.step===phase&&each.place===next),before=change&&(compared2.findLast(each=>each.step<phase&&each.place===
next)?.q??model.get(it,"q",next));return change&&before&&Math.abs(change.q-before)>SAME4?{before,after:change.q}:void 0}
function leafParts(model,it,phase){let found=leftAt(model,it,phase);if(found?.of!=="leaf")return judgedIn(it)?.root?.step===
phase?["test","root"]:[];let parts2=["test"];return found.origin?.rows.length&&parts2.push("through"),found.origin&&parts2.
push("deleted"),found.next>=0&&parts2.push("left"),changeOf(model,it,phase,found)&&parts2.push("scaled"),parts2}function leafPart(model,it,phase,part,panel){
if(part==="root")return rootPart(model,it,panel);let found=leftAt(model,it,phase);return part==="test"||!found?null:part===
"left"?leafLeft(model,it,found):part==="scaled"?scaledPart(model,it,phase,found):found.origin?part==="through"?throughPart(
model,it,found,found.origin,panel):deletedPart(model,it,found,found.origin):null}var wordOf=(model,it,place)=>quoted(model.
text(it.n.token[place])),whereOf=(model,it,{verdict})=>it.n.role[model.up(it,verdict.place)]==="draft"?` after ${wordOf(
model,it,model.up(it,verdict.place))}`:"";function throughPart(model,it,found,origin,panel){let{rows,taken,places:places2}=origin,
[[token,,drafted,ratio,accepted2]]=rows,plain=model.voice==="plain",word=token===null?"":quoted(model.text(token)),all2=+(100*
taken).toFixed(places2??1),before=wordOf(model,it,model.up(it,found.verdict.place)),says2=plain?`${before} may still be \
accepted, but how often? In ${drafted} of 100 rounds, the guess after it is ${word}, and ${accepted2||"none"} of these a\
re accepted (running ratio ${ratio}). Over all possible guesses, ${all2} rounds accept the guess.`:`The child x ~ q is a\
ccepted with probability a = min(1, α·p′/q), in all with ∑ q·a = ∑ min(α·p′, q) = ${num(taken)}.`;return{name:plain?
"Next guess":"Child",title:"",says:says2,sums:throughSums(model,origin),alone:!0,panel:[h("section",ORIGIN,continuedOf(model,
panel,origin))]}}function deletedPart(model,it,{verdict},origin){let{work,places:places2,taken,missing}=origin,{voice}=model,
[left,others]=writtenIn(work.plain),word=wordOf(model,it,model.up(it,verdict.place)),result=writtenIn(work[voice]).at(-1),
hundred=value=>+(100*value).toFixed(places2??1),says2=voice==="plain"?`${word} must be accepted in ${hundred(taken+missing)}\
 of 100 rounds, because of its running ratio. In ${places2===null?"nearly all":hundred(taken)}, the guess after it is ac\
cepted, but here it failed. So ${word} needs the missing ${left} in the other ${others}: its new running ratio is ${result}\
.`:`S = ∑ max(α·p′ − q, 0) = ${num(missing)}. Then α ← S/(S + 1 − α) = ${result} for ${word}.`;return{name:voice===
"plain"?"New ratio":"Deletion",title:"",says:says2,alone:!0,sums:[calculation(work[voice],"origin-sum")],panel:[h("secti\
on",ORIGIN,bars(model,origin))]}}function leafLeft(model,it,found){let plain=model.voice==="plain",where=whereOf(model,it,
found),next=rowFor(it,found,found.next),{sum:sum2,ratio,again}=found,word=wordOf(model,it,found.next),share=next&&probability(
model.voice,next.left),target=again?"leftover":"target",times=ratio<1-1e-9?`${ratioText(ratio)} × ${target}`:`the ${target}`,
exact=`p′ ← norm(max(α·p′ − q, 0))${where}.${share?` Then p′ = ${share} for ${word}.`:""}`,missing=sum2===null||
sum2>=.995?"What is missing":`The missing ${probability("plain",sum2)}`,says2=plain?`${missing} must now come from words\
 to which ${times} gives more than the draft. This is the target’s leftover${where}, scaled to 100%.${share?` ${word} \
has ${share} of it.`:""}`:exact;return{name:plain?"Leftover":"Residual",title:plain?`The target’s leftover${where}`:`p\
′${where}`,says:says2,alone:!0,sums:leftSums(model,it,found),panel:[leftPanel(model,it,found)]}}function scaledPart(model,it,phase,found){
let{voice}=model,plain=voice==="plain",gone=wordOf(model,it,found.verdict.place),{before,after:after2}=changeOf(model,it,
phase,found),[first,rest]=quotient(before,before/after2,voice),result=probability(voice,after2),word=wordOf(model,it,found.
next),where=whereOf(model,it,found),says2=plain?`The draft samples no ${model.unit()} twice at one position. So it chose\
 ${word} from the ${rest} that were left without ${gone}. Scaled to 100%, the draft’s probability of ${word} is ${first}\
 ÷ ${rest}, which is ${result}.`:`Children are sampled without replacement, so q′ = q/(1 − q(${gone}))${where}. For\
 ${word}, q′ = ${result}.`,own2=clip(model.word(it.n.token[found.verdict.place]),9);return{name:plain?"Draft, scaled":
"Draft, rescaled",title:plain?`The draft’s probabilities${where}`:`q′${where}`,says:says2,alone:!0,sums:[calculation(
[[first,plain?"draft":"q"],plain?"÷":"/",[rest,`without ${own2}`],"=",[result,plain?"draft, scaled":"q′"]],"scaled")],
panel:[scaledTable(model,it,found,before/after2,first)]}}function scaledTable(model,it,{verdict,next,rows},rest,told){let{
voice}=model,plain=voice==="plain",own2=it.n.token[verdict.place],turn=token=>token===own2?0:token===it.n.token[next]?1:
2,shown=[...rows].filter(({q})=>q>1e-6).sort((a,b)=>turn(a.token)-turn(b.token)||b.q-a.q).slice(0,ROWS4),places2=shown.every(
({q})=>Math.abs(100*q-Math.round(100*q))<.05)?0:1,write4=value=>rounded(voice,value,places2),ink=(of,text)=>h("b",{"data\
-of":of},text),lines2=shown.map(({token,q})=>[clip(model.word(token),12),ink("q",token===it.n.token[next]?told:write4(q)),
token===own2?h("s",{},plain?"left out":"0"):ink("q",probability(voice,q/rest)),h("span",{class:"st-both"},bar("q",0,token===
own2?0:q/rest))]),others=1-shown.reduce((sum2,{q})=>sum2+q,0);others>.005&&lines2.push(["others",ink("q",write4(others)),
ink("q",probability(voice,others/rest)),""]);let word=clip(model.word(own2),9);return grid("scaled-rows",plain?["next gu\
ess","draft","draft, scaled",""]:["x","q","q′",""],[...lines2,["sum",write4(1),plain?"100%":"1",""],[`sum without ${word}`,
write4(rest),"",""]])}function rootPart(model,it,{root,rows}){let{voice}=model,plain=voice==="plain";if(!root)return null;
let leaves=rows.map(({place,passed})=>[place,passed]),pictures2=outcomes(model,it,root.tests,leaves);return{name:"From t\
he root",title:"",says:root.says[voice],sums:[],alone:!0,panel:[h("section",{class:"st-plan","data-testid":"inspector-ro\
ot"},h("h2",{class:"st-part"},plain?"The same random numbers, in both orders":"The same u, in both orders"),h("div",{},...pictures2.
map((picture,k)=>h("figure",{},picture,h("figcaption",{},[root.root,root.leaves][k][voice])))))]}}function testAt(it,phase){let panel=judgedIn(it),at2=panel?.rows.findIndex(({step})=>step===phase)??-1,row3=panel?.rows[at2];
return it.steps[phase]?.phase==="prefix"&&row3?.work&&row3.u!==null?{row:row3,nth:at2+1}:void 0}function prefixParts(it,phase){
let at2=testAt(it,phase),{origin}=at2?.row??{};return at2?origin?origin.rows.length?["ratio","longer","threshold","outco\
me"]:["ratio","threshold","outcome"]:["ratio","outcome"]:[]}var guesses2=count=>count===1?"the first guess":`the first ${count}\
 guesses`;function prefixPart(model,it,phase,part,panel){let{row:row3,nth}=testAt(it,phase),{voice}=model,plain=voice===
"plain",{origin,place}=row3;if(part==="ratio")return{name:"Running ratio",title:panel.title,says:ratioSays(model,it,row3,
nth,panel.rows.length),sums:row3.work?[calculation(row3.work[voice])]:[],panel:[judged2(model,it,panel,phase,place,part)]};
if(part==="longer"&&origin)return{name:"Longer prefixes",title:"",says:longerSays(model,it,row3,nth),sums:throughSums(model,
origin),alone:!0,panel:[h("section",ORIGIN,continuedOf(model,panel,origin))]};if(part==="threshold"&&origin)return{name:"\
Threshold",title:"",says:thresholdSays(voice,row3,nth),sums:[calculation(origin.work[voice],"origin-sum")],alone:!0,panel:[
h("section",ORIGIN,bars(model,origin))]};let{u,cut,passed,ratio}=row3,same2=!origin&&Math.abs(cut-ratio)<1e-9,close=num(
u)===num(cut)?3:2,number=num(u,close),bar3=close>2?num(cut,close):thresholdOf(it,row3),chosen=passed?"passes":"fails",called=`\
prefix ${nth} of ${panel.rows.length}`,says2=plain?`${same2?"No longer prefix follows, so the threshold is the running r\
atio itself. ":""}The random number ${number} is ${passed?"below":"not below"} the threshold ${bar3}, so ${called} ${chosen}\
.`:`u = ${number} ${passed?"<":"≥"} h_${nth} = ${bar3}${same2?` = P_${nth}`:""}, so the prefix of length ${nth} ${chosen}\
.`,axis2=()=>h("div",{"data-testid":"inspector-axis"},shortAxis(voice,cut,u,bar3));return{name:"",title:panel.title,says:says2,
sums:cut>0&&cut<=1?[axis2()]:[],panel:[judged2(model,it,panel,phase,place)]}}function ratioSays(model,it,{work,place},nth,of){
let terms=writtenIn(work?.[model.voice]??[]),word=quoted(model.text(it.n.token[place])),result=terms.at(-1)??"";if(model.
voice==="exact")return`P_${nth} = min(1, ${nth===1?"p/q":`P_${nth-1} · p/q`}) = ${result} is the probability with which\
 ${guesses2(nth)} should be accepted.`;let how=nth===1?`the running ratio of ${word} is target ${terms[0]} ÷ draft ${terms[1]}\
, which is ${result}.`:`${word} multiplies the running ratio ${terms[0]} by target ${terms[1]} ÷ draft ${terms[2]}, whi\
ch makes it ${result}.`;return`Prefix ${nth} of ${of}: ${how} With this probability, ${nth===1?"it":guesses2(nth)} must \
be accepted, by ${nth===1?"its":"their"} own test or within a longer prefix.`}function longerSays(model,it,{origin,place},nth){
let{rows=[],taken=0,places:places2=0}=origin??{},[[token,,drafted,ratio,accepted2]]=rows;if(model.voice==="exact")return`\
Given prefix ${nth}, x ~ q comes next, and the longer prefix is accepted with probability a = min(1, P_${nth}·p/q). In a\
ll: ∑ q·a = ∑ min(P_${nth}·p, q) = ${num(taken)}.`;let before=model.gram(it,place,1/0).filter(at2=>it.n.role[at2]===
"draft").reverse(),words2=(tokens2,otherwise)=>{let text=quoted(model.phrase(tokens2)).replaceAll("␣"," ");return text.
length>LONG2?otherwise:text},tokens=before.map(at2=>it.n.token[at2]),word=token===null?"":quoted(model.text(token));return`\
How often is a longer prefix accepted? Of 100 drafts with ${words2(tokens,`prefix ${nth}`)}, ${drafted} continue with ${word}\
. ${accepted2||"None"} of these are accepted, because the running ratio of ${words2(token===null?tokens:[...tokens,token],
"the longer prefix")} is ${ratio}. Over all next guesses, ${+(100*taken).toFixed(places2??1)} are accepted.`}var LONG2=32;
function thresholdSays(voice,{origin,cut},nth){if(!origin)return"";if(voice==="exact")return`Longer prefixes contribute \
∑ min(P·p, q) to P_${nth}. R = ∑ max(P·p − q, 0) = ${num(origin.missing)} is missing, so h_${nth} = R/(R + 1 − P\
_${nth}) = ${num(cut)}.`;let[left,others]=writtenIn(origin.work.plain),taken=+(100-Number(others)).toFixed(4),whole2=+(taken+
Number(left)).toFixed(4),[cases,longer]=origin.places!==null?[whole2,`In ${taken} of them, a longer prefix is accepted`]:
[`about ${taken}`,"In nearly all of them, a longer prefix is accepted"];return`Of 100 drafts with this prefix, ${cases} \
must be accepted at least up to its end, because of its running ratio. ${longer}. The missing ${left} must pass by the p\
refix’s own test in the other ${others}.`}var AIMS=["aim1","aim2","aim3"],WIDE3=480,HIGH2=110;function purposeParts(model,it,phase){let{purpose}=model.header;return!purpose||
it.i>0||phase>0||it.steps[0]?.phase!=="input"?[]:[...AIMS.slice(0,purpose.aims.length),"start"]}var aimOf=part=>AIMS.findIndex(
each=>each===part);function purposePart(model,part){let aim=model.header.purpose?.aims[aimOf(part)];return aim?{name:aim.
name,title:"",says:aim[model.voice],sums:[],panel:[]}:null}var PurposePicture=class{root=h("div",{class:"st-purpose","da\
ta-testid":"purpose",hidden:!0});drawn=null;show(purpose,upTo){this.root.hidden=!purpose||upTo<0,!(!purpose||upTo<0)&&(this.
drawn!==purpose&&put(this.root,...purpose.aims.map((aim,k)=>row2(purpose.picture,aim,k))),this.drawn=purpose,[...this.root.
children].forEach((each,k)=>{each.classList.toggle("later",k>upTo),each.classList.toggle("now",k===upTo)}))}};function row2(picture,{
head,labels:[note,...labels]},k){let drawing2=s("svg",{viewBox:`0 0 ${WIDE3} ${HIGH2}`,role:"img","aria-label":[head,note,
...labels].join(". ")},...PICTURES2[picture]?.[k]?.(labels)??[]);return h("section",{class:"st-aim"},h("div",{},h("h2",{},
head),h("p",{},note)),drawing2)}var box=(of,x,y,text="",wide=62)=>s("g",{"data-of":of},s("rect",{class:"box",x:x-wide/2,
y:y-9,width:wide,height:18,rx:5}),text?s("text",{class:"word",x,y:y+4.5},text):null),start=y=>box("input",34,y,"",48),pass=(of,x,y,wide,text)=>s(
"g",{"data-of":of},s("rect",{class:"pass",x,y,width:wide,height:17,rx:8}),s("text",{class:"on",x:x+wide/2,y:y+12.8},text)),
edge=(x,y,to,end,of="")=>s("path",{class:"edge","data-of":of,d:`M${x} ${y} C${(x+to)/2} ${y} ${(x+to)/2} ${end} ${to} ${end}`}),
words=(x,y,text,of="")=>s("text",{class:"say","data-of":of,x,y},text);function mark(state,x,y){let icon2=glyphIcon(state),
at2={x:x-8,y:y-8,width:16,height:16};for(let[key,value]of Object.entries(at2))icon2.setAttribute(key,String(value));return icon2}
var COLUMNS=[120,240,360],ROWS5=[34,57,80],HALF2=31,ABOVE=[0,0,2],endOf=column=>column<0?58:COLUMNS[column]+HALF2;function beams2(look,best){
let cells2=COLUMNS.flatMap((x,column)=>ROWS5.map((y,row3)=>({x,y,column,row:row3,strong:best&&row3===0})));return[...cells2.
map(({x,y,column,row:row3,strong})=>edge(endOf(column-1),column?ROWS5[ABOVE[row3]]:ROWS5[1],x-HALF2,y,strong?"best":"")),
start(ROWS5[1]),...cells2.map(({x,y,column,row:row3,strong})=>box(look(column,row3)+(strong?" best":""),x,y))]}var alone=([
own2,best])=>[...COLUMNS.map((x,k)=>pass("p",x-HALF2,4,2*HALF2,`${own2} ${k+1}`)),...beams2(()=>"p",!0),words(WIDE3-4,ROWS5[0]+
4.5,best,"end")],checked=([drafts2,once])=>[pass("q",COLUMNS[0]-HALF2,4,COLUMNS[1]-COLUMNS[0]+2*HALF2,drafts2),...beams2(
column=>column<2?"q":"p",!1),...COLUMNS.slice(0,2).flatMap(x=>ROWS5.map((y,k)=>mark(k===1?"rejected":"accepted",x,y))),pass(
"p",10,89,endOf(2)-10,once)],widths2=([given,fits,wide,slim])=>[words(0,14,`${given}:`),...[slim,fits,wide].map((text,k)=>{
let slots=[...Array(k+1).keys()].map(n=>({x:62+46*n,found:n<2}));return s("g",{transform:`translate(0 ${26+27*k})`},s("t\
ext",{class:"count",x:12,y:14},String(k+1)),...slots.flatMap(({x,found})=>[box(found?"yes":"none",x,10,"",40),found?mark(
"accepted",x,10):null]),words(190,14.5,text,k===1?"strong":""))})],joint=([one,other,p,q,less,more])=>[...[24,82].flatMap(
(y,k)=>[edge(58,53,97,y,k?"best":""),edge(159,y,217,y,k?"best":""),box(k?"p best":"p",128,y,k?`${other}  ${q}`:`${one}  ${p}`,
76),box(k?"p best":"p",248,y),words(292,y+4.5,k?more:less,k?"strong":"")]),start(53)],search=([several,best,once])=>[pass(
"q",COLUMNS[0]-HALF2,4,endOf(2)-COLUMNS[0]+HALF2,several),...beams2((_,k)=>k?"gone":"q",!0),words(WIDE3-4,ROWS5[0]+4.5,best,
"end"),pass("p",10,89,endOf(2)-10,once)],prefixes3=texts=>[start(16),...COLUMNS.map((x,k)=>edge(endOf(k-1),16,x-HALF2,16)),
...COLUMNS.map(x=>box("yes",x,16)),...texts.flatMap((text,k)=>[s("rect",{class:"reach","data-of":k<2?"no":"yes",x:endOf(
0)-2*HALF2,y:36+23*k,width:endOf(k)-endOf(0)+2*HALF2,height:18,rx:4}),mark(k<2?"fails":"passes",102,45+23*k),words(k?117:
endOf(0)+8,49.5+23*k,text,k<2?"":"strong")])],PATHS=["axyc","bxyc"],forked=look=>[...PATHS.flatMap((path,k)=>[...path].flatMap(
(name,n)=>{let x=110+80*n,y=22+40*k,of=look(k,n);return[edge(n?x-56:58,n?y:42,x-24,y,of.includes("best")?"best":""),box(
of,x,y,name,48)]})),start(42)],tree=([own2,once])=>[...forked(k=>k?"q best":"q"),words(WIDE3-4,66.5,own2,"end"),pass("p",
10,86,370,once)],repeats=([again])=>[...forked((_,n)=>n===1||n===2?"pink":"q"),words(200,102,again,"pink")],merged=([name,
once,copies])=>[edge(58,46,72,26),edge(58,46,72,66),edge(120,26,144,26),edge(120,66,144,66),edge(192,26,226,26),edge(192,
66,226,26,"pink"),edge(274,26,308,26),edge(356,34,402,66,"dash"),start(46),...[..."ab"].map((text,k)=>box("q",96,26+40*k,
text,48)),...[26,66].map(y=>box("pink",168,y,"x",48)),box("pink",250,26,"y",48),box("q",332,26,"c",48),box("copy",426,66,
"c",48),words(142,98,name,"pink"),words(292,12,once),words(WIDE3-4,98,copies,"end pink")],PICTURES2={beams:[alone,checked,
widths2],joint:[joint,search,prefixes3],graph:[tree,repeats,merged]};var ROWS6=6;function resetAt(it,phase){let[number,...others]=it.steps[phase]?.verdicts??[],verdict=it.verdicts[number];if(verdict?.
state!=="accepted"||others.length)return null;let{used,p}=jointOf(it,verdict),later=it.verdicts.flatMap((each,v)=>each.layer===
verdict.layer&&each.a!==void 0&&it.stepOf[v]>phase?[{each,step:it.stepOf[v]}]:[]).sort((a,b)=>a.step-b.step);return used&&
p&&later.length?{verdict,next:later[0].each,used,p}:null}function resetPart(model,it,phase){let{verdict,next,used,p}=resetAt(
it,phase),{voice}=model,plain=voice==="plain",ends=p.ends??[],{several,pair}=namesOf2(model,it,ends),rows=p.v.map((value,k)=>({
token:p.t[k],beam:p.beam?.[k]??0,p:value})).map(each=>({...each,used:valueOf2(used,each.beam,each.token)})).sort((a,b)=>b.
p-a.p),say=value=>probability(voice,value),most=Math.max(...rows.flatMap(each=>[each.p,each.used])),named=({token,beam})=>pair(
ends[beam],token),mine=rows.find(({token,beam})=>token===it.n.token[next.place]&&(!next.mine?.length||next.mine.includes(
beam))),[first,before,after2]=plain?["pair","leftover","target"]:["(beam, x)","p′","p_beam"],table2=grid("reset",[several?
first:model.unit(),"",before,after2],rows.filter((each,k)=>k<ROWS6||each===mine).map(each=>[named(each),h("span",{class:"\
st-two"},h("span",{class:"st-both"},bar("r",0,each.used/most)),h("span",{class:"st-both"},bar("p",0,each.p/most))),h("b",
{"data-of":"r"},say(each.used)),h("b",{"data-of":"p"},say(each.p))])),[word,other]=[verdict,next].map(({place})=>quoted(
model.text(it.n.token[place]))),sums=mine?[calculation([[say(mine.used),plain?`leftover of ${named(mine)}`:"p′"],"→",
[say(mine.p),plain?"target’s own share":"p_beam"]],"reset")]:[],again=mine&&say(mine.p)!==say(mine.used)?` ${other} ha\
s ${say(mine.p)} again, not ${say(mine.used)}.`:"",says2=plain?`With ${word}, one sample of the target is complete, and \
the leftover has made up for the rejections before it. The next candidate starts a new sample, so the target’s own share\
s count.${again}`:`After an acceptance, p′ ← p_beam, because every accepted beam is a new sample from p_beam. The next c\
andidate ${other} is tested with p_beam${mine?` = ${say(mine.p)}`:""}.`;return{name:plain?"New start":"p′ ← p_beam",
title:plain?`What counts after ${word} is accepted`:"p′ before and after the acceptance",sums,panel:[table2],says:says2}}function partsOf4(model,it,phase){if(plansAt(model,it,phase))return["check","plan"];let leaf=leafParts(model,it,phase);if(leaf.
length)return leaf;if(leftAt(model,it,phase))return["test","left"];if(resetAt(it,phase))return["test","reset"];if(sampledAt(
it,phase))return["sampling","sampled"];let parts2=widthParts(it,phase),aims=purposeParts(model,it,phase);return aims.length?
aims:parts2.length?parts2:prefixParts(it,phase)}var mainPart=parts2=>["test","check","aim1"].includes(parts2[0])?0:Math.
max(0,parts2.length-1);function partOf(model,it,phase,part,inVoice){if(aimOf(part)>=0)return purposePart(model,part);if(part===
"plan")return planPart(model,it);if(part==="reset")return resetPart(model,it,phase);if(part==="sampling")return samplingPart(
model,it,phase);if(part==="shares")return sharesPart(model,it,phase);if(part==="overlap")return overlapPart(model,it,phase);
if(part==="ways")return waysPart(model,it,phase);let panel=judgedIn(it);return panel&&(part==="ratio"||part==="longer"||
part==="threshold"||part==="outcome")?prefixPart(model,it,phase,part,inVoice(panel)):panel?.ratios&&LEAF.has(part??"")?leafPart(
model,it,phase,part,inVoice(panel)):part==="left"?leftPart(model,it,phase):null}var LEAF=new Set(["test","through","dele\
ted","left","scaled","root"]);function newLegend(model){let counts=new Map([...STATES.keys()].map(name=>[name,h("b")])),labels=new Map([...STATES.keys()].
map(name=>[name,h("span")])),draws=new Map([...STATES.keys()].map(name=>[name,h("small")])),items=new Map([...STATES.values()].
map(({name,help})=>[name,h("li",{"data-kind":name,title:help,class:"st-legend-k"},glyphIcon(name),labels.get(name),counts.
get(name),draws.get(name))])),sign=h("span",{class:"st-x-key","aria-hidden":"true"}),words2=h("span"),copies=h("li",{"da\
ta-kind":"copies",title:"A token that was sampled several times is one node. Every draw has a mark; of many draws, the n\
umbers before the marks say how many."},sign,words2),paths2=h("b"),copied2=h("li",{"data-kind":"copy",title:"A guess tha\
t was copied below a merged one, so that each path has its own."},h("i",{class:"st-legend-copy","aria-hidden":"true"}),"\
copies, included: ",paths2),meant=h("span"),ratio=h("li",{"data-testid":"legend-ratio",title:"A leaf passes if its rando\
m number is below its running ratio."},h("i",{class:"st-legend-ratio","aria-hidden":"true"}),meant),scope=h("li",{class:"\
st-legend-of"}),root=h("ul",{class:"st-legend","data-testid":"legend","aria-label":"Legend"},scope,...items.values(),ratio,
copied2,copies),known={it:null,since:new Map};function sinceOf2(it){if(known.it===it)return known.since;let since=new Map;
return it.steps.forEach((_,k)=>{let marks=model.marks(it,k);for(let name of items.keys())marks.has(name)&&!since.has(name)&&
since.set(name,k)}),known={it,since},arrange(root,[scope,...[...since.keys()].map(name=>items.get(name)),...[...items].filter(
([name])=>!since.has(name)).map(([,item])=>item),ratio,copied2,copies]),since}return{root,rejection:rule=>items.get("rej\
ected")?.setAttribute("title",rule||stateOf("rejected").help),show(it,phase){let marks=model.marks(it,phase),often=model.
drawnOften(it,phase);setText(scope,model.its.length>1?"This round:":""),scope.hidden=model.its.length<2,copies.hidden=!often;
let repeated2=model.bornBy(it,phase).filter(place=>model.copied(it,place)).length;copied2.hidden=!repeated2,setText(paths2,
String(repeated2)),ratio.hidden=it.lay.kind==="chain"||!it.panels.some(panel=>panel.kind==="judged"&&panel.ratios?.some(
({step})=>step<=phase)),setText(meant,model.voice==="plain"?"running ratio: target ÷ draft, multiplied along the path, a\
t most 1":"running ratio α = min(α·p′/q, 1) along the path"),setText(sign,often?.times??""),setText(words2,often?.told??
"");let since=sinceOf2(it);for(let[name,item]of items)item.hidden=(since.get(name)??1/0)>phase,item.classList.toggle("no\
ne",!marks.has(name));for(let[name,label]of labels)setText(label,labelOf(name,model.voice));for(let[name,count]of counts){
let nodes=marks.get(name)??0,of=model.drawsOf(it,name,phase),more=draws.get(name);setText(count,String(nodes)),more&&setText(
more,nodes&&of>nodes?`(${of} draws)`:"")}}}}var HEADS2=["node","parent","depth","token","state"],JUDGED=["u","threshold",
"reason"];function newTable(model,opened){let summary=h("p",{"data-testid":"graph-summary"}),table2=h("table",{class:"st\
-table st-stacked","data-testid":"graph-table"}),root=h("details",{class:"st-card st-details","data-testid":"table",ontoggle:opened},
h("summary",{},"This step as a table"),summary,h("div",{class:"st-wrap",tabindex:"0",role:"group","aria-label":"This ste\
p as a table"},table2));function row3(it,place,phase){let verdict=it.verdicts[model.decided(it,place,phase).at(-1)??-1],
up=it.n.parent[place],of=series=>probability(model.voice,verdict?.[series]??model.get(it,series,place),value=>num(value,
3));return[it.n.id[place],up<0?"–":up,it.n.depth[place],model.word(it.n.token[place]),model.called(model.fate(it,place,
phase)),of("q"),of("p"),num(verdict?.u,3),num(verdict?.a,3),verdict?.[model.voice]??""]}return{root,show(it,phase){if(!root.
open)return;let says2=phase>=it.commit?`${it.says} `:"";setText(summary,`${says2}${it.steps[phase][model.voice]}`);let rows=model.
bornBy(it,phase).map(place=>row3(it,place,phase)),series=it.heads.map(([name,,plain])=>model.voice==="plain"?plain:name),
heads=[...HEADS2,...series,...JUDGED];put(table2,h("thead",{},h("tr",{},...heads.map(head=>h("th",{scope:"col"},head)))),
h("tbody",{},...rows.map(cells2=>h("tr",{},...cells2.map((cell,k)=>h("td",{"data-head":heads[k]},String(cell)))))))}}}var expectedTokens=(alpha,gamma)=>alpha<1?(1-alpha**(gamma+1))/(1-alpha):gamma+1,roofline=(idle=160)=>[[1,1],[idle,1],[2*
idle,2]];function passTime(curve2,positions){let at2=Math.max(0,curve2.slice(0,-1).findLastIndex(([x])=>x<=positions)),[
[x0,y0],[x1,y1]]=curve2.slice(at2);return y0+(y1-y0)*(positions-x0)/(x1-x0)}var checkTime=(gamma,batch,curve2)=>passTime(
curve2,(gamma+1)*batch)/passTime(curve2,batch),expectedSpeedup=(alpha,gamma,cost,check=1)=>expectedTokens(alpha,gamma)/(gamma*
cost+check);function plotted({left,right,top,base},points,share,highest2,every,labels,known=points.length){let x=value=>left+share(value)*
(right-left),y=value=>base-value/highest2*(base-top),grid2=[...Array.from({length:Math.floor(highest2/every)+1},(_,k)=>k*
every).flatMap(value=>[s("line",{class:"grid",x1:left,x2:right,y1:y(value),y2:y(value)}),s("text",{x:left-8,y:y(value)+5,
"text-anchor":"end"},String(value))]),...labels.map(value=>s("text",{x:x(value),y:base+20,"text-anchor":"middle"},String(
value))),s("path",{class:"axis",d:`M${left} ${top}V${base}H${right}`})],through=part=>`M${part.map(([a,b])=>`${x(a)} ${y(
b)}`).join("L")}`,drawn=[["curve",points.slice(0,known)],["curve beyond",points.slice(Math.max(0,known-1))]].filter(([,part])=>part.
length>1).map(([name,part])=>s("path",{class:name,d:through(part)}));return{x,y,grid:grid2,drawn}}function overGamma(box2,curve2,highest2,every,gammas,dot,known){
let{x,y,grid:grid2,drawn}=plotted(box2,curve2.map((value,k)=>[k+1,value]),gamma=>(gamma-1)/15,highest2,every,gammas,known),
dots=curve2.map((value,k)=>s("circle",{class:"dot",cx:x(k+1),cy:y(value),r:dot}));return{x,y,grid:grid2,drawn:[...drawn,
...dots]}}var W=640,H=260,LEFT=44,RIGHT=14,TOP=14,BASE=214,MODEL="Model: tokens = (1 − α^(γ+1)) / (1 − α), speed-up = tokens / (γ·\
c + check). c and check are in target passes. check = max(1, (γ+1)·batch / limit) / max(1, batch / limit). With as many \
positions as the idle limit, calculating takes as long as reading the weights.",curveOf=({alpha,c,batch,idle})=>Array.from(
{length:16},(_,i)=>expectedSpeedup(alpha,i+1,c,checkTime(i+1,batch,roofline(idle)))),EVEN_WIDE=216,SIDES=[[10,-12],[-10,
-12],[10,24],[-10,24]];function roomBy(curve2,y){let height=at2=>{let gamma=Math.min(16,Math.max(1,1+(at2-LEFT)/(W-RIGHT-
LEFT)*15)),k=Math.min(15,Math.floor(gamma));return y(curve2[k-1]+(gamma-k)*(curve2[k]-curve2[k-1]))},free=(wide,[left,base])=>left>=
LEFT&&Array.from({length:Math.ceil(wide/4)+1},(_,k)=>height(left+4*k)).every(line2=>line2<base-15||line2>base+6);return(wide,places2)=>places2.
find(place=>free(wide,place))??places2[0]}var made=0,SpeedupChart=class{id=`st-speedup-${made+=1}`;alpha=this.slider("al\
pha","Acceptance rate α",0,.99,.01,2);gamma=this.slider("gamma","Draft tokens γ",1,16,1,0);c=this.slider("c","Cost of \
a draft pass c",0,1,.01,2);batch=this.slider("batch","Batch (users)",1,256,1,0);idle=this.slider("idle","Idle limit (pos\
itions)",32,512,16,0);svg=s("svg",{viewBox:`0 0 ${W} ${H}`,role:"img","data-testid":"speedup-chart"});says=h("p",{class:"\
st-speedup-says",role:"status","data-testid":"speedup-says"});root=h("section",{class:"st-speedup st-card","aria-label":"\
Speed-up chart",hidden:!0,"data-testid":"speedup"},this.svg,this.says,h("div",{class:"st-speedup-sliders"},this.alpha.box,
this.gamma.box,this.c.box,this.batch.box,this.idle.box),h("p",{class:"st-quiet"},MODEL));slider(name,label,min,max,step,places2){
let id=`${this.id}-${name}`,output=h("output",{for:id}),input=h("input",{type:"range",id,min,max,step,"data-testid":`spe\
edup-${name}`,oninput:()=>this.draw()});return{input,output,places:places2,box:h("label",{for:id},h("span",{},label," ",
output),input)}}show(values){this.root.hidden=!values,values&&(this.alpha.input.value=String(values.alpha),this.gamma.input.
value=String(values.gamma),this.c.input.value=String(values.c),this.batch.input.value=String(values.batch),this.idle.input.
value=String(160),this.draw())}draw(){let value=({input,output,places:places2})=>(setText(output,Number(input.value).toFixed(
places2)),Number(input.value)),[alpha,gamma,c,batch,idle]=[this.alpha,this.gamma,this.c,this.batch,this.idle].map(value),
curve2=curveOf({alpha,c,batch,idle}),speed=curve2[gamma-1],text=`With γ = ${gamma}: ${expectedTokens(alpha,gamma).toFixed(
2)} tokens per target pass, a check takes ${checkTime(gamma,batch,roofline(idle)).toFixed(2)} passes, speed-up ${speed.toFixed(
2)}${speed<1?" (slower)":""}.`;setText(this.says,text),this.svg.setAttribute("aria-label",`Speed-up over γ, from 1 to ${16}\
. ${text}`),this.plot(curve2,gamma)}plot(curve2,gamma){let top=Math.max(2,...curve2)*1.08,every=top>8?2:top>4?1:.5,{x,y,
grid:grid2,drawn}=overGamma({left:LEFT,right:W-RIGHT,top:TOP,base:BASE},curve2,top,every,[1,2,4,6,8,10,12,14,16],3),at2=curve2[gamma-
1],room=roomBy(curve2,y),[vx,vy]=room(50,SIDES.map(([dx,dy])=>[x(gamma)+dx-(dx<0?50:0),y(at2)+dy])),[ex,ey]=room(EVEN_WIDE,
[W-RIGHT-EVEN_WIDE-2,LEFT+8].flatMap(left=>[[left,y(1)+17],[left,y(1)-7]]));put(this.svg,...grid2,s("text",{x:(LEFT+W-RIGHT)/
2,y:H-8,"text-anchor":"middle"},"draft tokens per round, γ"),s("line",{class:"even",x1:LEFT,x2:W-RIGHT,y1:y(1),y2:y(1)}),
s("text",{x:ex,y:ey},"as fast as without a draft model"),...drawn,s("circle",{class:"chosen",cx:x(gamma),cy:y(at2),r:7}),
s("text",{class:"value",x:vx+(vx<x(gamma)?50:0),y:vy,"text-anchor":vx<x(gamma)?"end":"start"},at2.toFixed(2)))}};var STORED="lessons-2",TAGS={em:"em",strong:"strong",code:"code"},LIST="explorer/lessons",cardUrl=slug=>`${lessonUrl(slug)}\
/card.html`,lessonUrl=slug=>`explorer/lesson/${encodeURIComponent(slug)}`;function readProgress(text){let progress={},stored;
try{stored=JSON.parse(text||"{}")}catch{return progress}let numbers=list=>Array.isArray(list)?list.filter(each=>Number.isInteger(
each)&&each>=0):[];for(let[slug,done]of Object.entries(stored&&typeof stored=="object"?stored:{})){let answers=Object.entries(
done?.answers||{}).map(([step,given])=>[step,numbers(given)]);progress[slug]={seen:numbers(done?.seen),answers:Object.fromEntries(
answers)}}return progress}var doneIn=(progress,slug)=>Object.hasOwn(progress,slug)?progress[slug]:{seen:[],answers:{}},seenOf=(progress,card)=>new Set(
doneIn(progress,card.slug).seen.filter(step=>step<card.steps)).size;function withSeen(progress,slug,step){let done=doneIn(
progress,slug);return done.seen.includes(step)?progress:{...progress,[slug]:{...done,seen:[...done.seen,step]}}}function withAnswers(progress,slug,step,given){
let done=doneIn(progress,slug);return{...progress,[slug]:{...done,answers:{...done.answers,[step]:given}}}}function tried(answers,given){
let known=given.filter(k=>k<answers.length);return{given:known,over:known.some(k=>answers[k].right||answers.length<3)}}var leadsTo=(moved2,step)=>moved2[step-
1]??{slug:moved2[0].slug,step:1},lookAt=lights=>lights.length?`Look at: ${[...new Set(lights.map(({label})=>label))].join(
", ")}.`:"",placed2=(step,steps)=>Math.min(steps-1,Math.max(0,(Math.trunc(Number(step))||1)-1));function wanted(search2){
let query=new URLSearchParams(search2),slug=query.get("lesson");return slug?{slug,step:Number(query.get("step"))||1}:null}
function linkTo(href,slug,step){let url=new URL(href);return url.search=url.hash="",url.searchParams.set("lesson",slug),
url.searchParams.set("step",String(step+1)),url.href}function litStyle(lights){let list=inside=>`.teaching :is(${lights.
map(({selector})=>selector+inside).join(", ")})`;return`${list("")}:not(g) { outline: 3px solid var(--amber); outline-of\
fset: 2px; border-radius: 6px; }
    ${list(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${list("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`}function lookStyle(look){let at2=look.map(({selector})=>selector).join(", ");return at2?`.teaching .st-why :not(:\
is(${at2}), :is(${at2}) *, :has(${at2})) { display: none !important; }`:".teaching .st-why { display: none; }"}var styled=(pieces2,marked2=text=>[
text])=>pieces2.flatMap(({text,style})=>style==="plain"?marked2(text):[h(TAGS[style],{},...marked2(text))]),Lessons=class{lesson=null;step=0;asked=0;progress=this.
stored();method="";chart=new SpeedupChart;lit=new CSSStyleSheet;looks=new CSSStyleSheet;name=h("h2",{"data-testid":"less\
on-title"});count=h("span",{class:"st-quiet","data-testid":"lesson-count"});said=h("div",{class:"st-lesson-said","data-t\
estid":"lesson-text","aria-live":"polite"});quiz=h("div",{class:"st-lesson-quiz"});list=h("ol",{class:"st-lesson-list","\
data-testid":"lesson-list",hidden:!0});note=h("p",{class:"st-quiet",role:"status","data-testid":"lesson-note"});back=this.
button("back","Back",()=>this.turn(-1),"Back in the lesson (Page Up)");next=this.button("next","Next",()=>this.turn(1),"\
Next in the lesson (Page Down)");all=this.button("all","All lessons",()=>{this.showList()});link=this.button("link","Cop\
y link",()=>{this.copy()},"Copy the link to this step");again=this.button("show","Back to this step’s picture",()=>this.
stand(),"The picture was moved");print=h("a",{class:"st-lesson-print",target:"_blank","data-testid":"lesson-print"},"Pri\
nt teacher card");foot=h("p",{},this.print);shut=h("button",{type:"button",class:"st-btn","data-testid":"lesson-close",title:"\
Close lesson","aria-label":"Close lesson",onclick:()=>this.close()},"✕");turns=h("div",{class:"st-lesson-turns"},this.
back,this.next);page=h("div",{class:"st-lesson-page"},this.said,this.quiz);root=h("section",{class:"st-card st-lesson","\
data-testid":"lesson","aria-label":"Lesson",hidden:!0},h("header",{class:"st-lesson-head"},h("div",{},this.name,this.count),
this.link,this.all,this.shut),this.again,this.page,this.list,this.foot,this.turns,this.note);away=!1;own=!1;constructor(on){
this.on=on,this.all.setAttribute("aria-expanded","false"),document.adoptedStyleSheets.push(this.lit,this.looks)}button(id,label,run,title){
return h("button",{type:"button",class:"st-btn st-wide","data-testid":`lesson-${id}`,title,onclick:run},label)}stored(){
try{return readProgress(localStorage.getItem(STORED))}catch{return{}}}latest(){let now=this.stored();return Object.keys(
now).length?now:this.progress}keep(changed){this.progress=changed;try{localStorage.setItem(STORED,JSON.stringify(this.progress))}catch{}}unfold(open){
this.root.hidden=!open,this.on.shown(open),open&&requestAnimationFrame(()=>this.reach())}reach(){this.measure();let{top}=this.
root.getBoundingClientRect();(top<0||top>innerHeight-160)&&this.root.scrollIntoView({block:"start"})}open(opened,at2=1){
this.asked+=1,this.lesson=opened,this.unfold(!0),this.listed(!1),setText(this.name,opened.title),this.show(placed2(at2,opened.
steps.length)),this.on.soon(opened.steps.flatMap(({at:first,question})=>[first.trace,question?.reveal?.trace??first.trace]))}async load(url,at2=1){
let reply=await this.got(url,"Loading the lesson …",["steps","moved"]);if(reply&&"moved"in reply){let{slug,step}=leadsTo(
reply.moved,at2);return this.load(lessonUrl(slug),step)}if(reply)return this.open(reply,at2);let mine=this.asked,why=this.
note.textContent||"";!this.lesson&&why&&await this.showList(),mine+1===this.asked&&!this.list.hidden&&setText(this.name,
why)}async got(url,waiting,fields){let mine=++this.asked;this.unfold(!0),setText(this.note,waiting);let reply=null;try{reply=
await(await fetch(new URL(url,document.baseURI))).json()}catch{}if(mine!==this.asked)return null;let good=reply!==null&&
fields.some(field=>Array.isArray(reply[field]));return setText(this.note,good?"":reply?.text||"This could not be loaded.\
 Reload the page to try again."),good?reply:null}show(at2){if(!this.lesson)return;this.step=at2,this.away=!1;let now=this.
lesson.steps[at2],last=this.lesson.steps.length-1;this.keep(withSeen(this.latest(),this.lesson.slug,this.step)),setText(
this.count,`Step ${this.step+1} of ${last+1}`),setText(this.note,""),this.write(),this.chart.show(now.chart),this.print.
href=cardUrl(this.lesson.slug),this.foot.hidden=at2!==0&&at2!==last,this.ask(now),this.again.hidden=!0,this.back.disabled=
this.step===0,setText(this.next,this.step===last?"Finish":"Next"),this.root.dataset.step=String(this.step+1),this.root.scrollTop=
0,this.on.changed(this.lesson.slug,this.step+1),this.stand()}write(){if(!this.lesson)return;let now=this.lesson.steps[this.
step];this.method=this.on.method(),put(this.said,h("h3",{},now.title),...now.paragraphs.map(pieces2=>h("p",{},...styled(
pieces2,this.on.marker()))))}turn(by){if(this.lesson){if(this.step+by===this.lesson.steps.length)return void this.showList();
this.step+by>=0&&this.show(this.step+by)}}stand(){let at2=this.place();at2&&this.on.goto(at2.trace,{it:at2.it,phase:at2.
phase,node:at2.node})}place(){if(!this.lesson)return null;let{at:at2,question}=this.lesson.steps[this.step];return question&&
tried(question.answers,this.given()).over&&question.reveal||at2}stands({name:trace,it,phase,node}){let at2=this.place();
this.lesson&&this.method!==this.on.method()&&this.write(),this.away=at2!==null&&(at2.trace!==trace||at2.it!==it||at2.phase!==
phase),this.again.hidden=!this.away||!this.list.hidden,this.own=!this.away&&at2?.node===node,this.narrow()}narrow(){let now=this.
lesson?.steps[this.step],look=this.list.hidden?now&&this.own?now.look:null:[];this.looks.replaceSync(look?lookStyle(look):
""),this.root.toggleAttribute("data-looks",look!==null),this.measure()}measure(){let stage=this.root.closest(".st"),{top}=this.
root.getBoundingClientRect();if(!(stage instanceof HTMLElement)||this.root.hidden)return;let above3=top+(stage.classList.
contains("present")?stage.scrollTop:scrollY);stage.style.setProperty("--above",`${Math.round(above3)}px`)}given(){return this.
lesson?doneIn(this.progress,this.lesson.slug).answers[this.step]||[]:[]}ask({question}){put(this.quiz),this.quiz.hidden=
!question,question&&put(this.quiz,h("p",{class:"st-lesson-ask",id:"st-lesson-ask"},...styled(question.words,this.on.marker())),
h("div",{class:"st-lesson-answers",role:"group","aria-labelledby":"st-lesson-ask"},...question.answers.map((answer,k)=>h(
"button",{type:"button",class:"st-lesson-answer","data-testid":"lesson-answer",onclick:()=>this.choose(question,k)},h("b",
{"aria-hidden":"true"}),h("span",{},...styled(answer.words))))),h("p",{class:"st-lesson-feedback","data-testid":"lesson-\
feedback",role:"status"}),this.button("again","Try again",()=>this.forget(question))),question&&this.mark(question)}forget(question){
this.lesson&&(this.keep(withAnswers(this.latest(),this.lesson.slug,this.step,[])),this.mark(question),this.stand())}mark({
answers}){let{given:chosen,over}=tried(answers,this.given()),last=chosen.at(-1),[feedback,again_]=[this.quiz.querySelector(
".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];this.quiz.querySelectorAll(".st-lesson-answer").forEach((view,k)=>{
let{right}=answers[k],pressed=chosen.includes(k),shown=pressed||over&&right;view.setAttribute("aria-pressed",String(pressed)),
view.setAttribute("aria-disabled",String(over||pressed)),view.classList.toggle("right",shown&&right),view.classList.toggle(
"wrong",shown&&!right),view.classList.toggle("left",over&&!shown);let sign=view.querySelector("b");sign&&setText(sign,shown?
right?"✓":"✕":"○")});let answer=last===void 0?null:answers[last];feedback&&put(feedback,...answer?this.reply(answer,
over):[]),again_ instanceof HTMLElement&&(again_.hidden=!over),this.light(answer?.lights??[])}reply({right,feedback,lights},over){
let sign=h("b",{role:"img","aria-label":right?"Right":"Wrong"},right?"✓":"✕"),words2=styled(feedback,this.on.marker());
return over?[sign," ",...words2]:[sign," Not this one. ",...words2,h("span",{class:"st-lesson-look"},` ${lookAt(this.seen(
lights))} Then choose again.`)]}seen(lights){let stage=this.root.closest(".st");return lights.filter(({selector})=>stage?.
querySelector(selector)?.checkVisibility())}light(lights){if(this.lit.replaceSync(lights.length?litStyle(lights):""),!!lights.
length)for(let{selector}of this.seen(lights))this.root.closest(".st")?.querySelector(selector)?.scrollIntoView({block:"n\
earest",inline:"nearest"})}choose(question,k){!this.lesson||this.given().includes(k)||tried(question.answers,this.given()).
over||(this.keep(withAnswers(this.latest(),this.lesson.slug,this.step,[...this.given(),k])),this.mark(question),this.quiz.
querySelector(".st-lesson-feedback")?.scrollIntoView({block:"nearest"}),tried(question.answers,this.given()).over&&this.
stand())}listed(on_){this.list.hidden=!on_,this.page.hidden=this.turns.hidden=this.link.hidden=on_||!this.lesson,this.foot.
hidden=this.page.hidden||this.step>0&&this.step+1<(this.lesson?.steps.length??0),this.again.hidden=this.page.hidden||!this.
away,this.all.setAttribute("aria-expanded",String(on_)),setText(this.all,on_&&this.lesson?"Back to the lesson":"All less\
ons"),this.count.hidden=on_,setText(this.name,on_?"Lessons":this.lesson?.title||""),this.narrow()}async showList(){if(!this.
list.hidden&&this.lesson)return this.listed(!1);let reply=await this.got(LIST,"Loading the lessons …",["lessons"]);reply&&
(this.listed(!0),this.root.scrollTop=0,put(this.list,...reply.lessons.map(card=>{let seen2=seenOf(this.progress,card),whole2=seen2===
card.steps,size=`${plural(card.steps,"step")}, ${card.minutes} min`,how=whole2?"✓ Done":seen2?`${seen2} of ${card.steps}\
 steps`:size;return h("li",{},h("button",{type:"button","data-testid":"lesson-card","data-lesson":card.slug,class:whole2?
"done":"",onclick:()=>{this.load(lessonUrl(card.slug))}},h("b",{},card.title),h("span",{},card.summary),h("small",{},how)))})))}async copy(){
if(!this.lesson)return;let href=linkTo(location.href,this.lesson.slug,this.step);try{await navigator.clipboard.writeText(
href),setText(this.note,"Link to this step copied.")}catch{setText(this.note,href)}}close(){this.asked+=1,this.lesson=null,
this.chart.show(null),this.light([]),this.looks.replaceSync(""),this.unfold(!1),delete this.root.dataset.step,this.on.changed(
null,0),this.on.close()}key(event){if(!this.lesson||this.root.hidden||!this.list.hidden)return!1;let answers=this.quiz.querySelectorAll(
".st-lesson-answer"),digit=/^[1-9]$/.test(event.key)?Number(event.key):0;if(event.key==="PageDown")this.turn(1);else if(event.
key==="PageUp")this.turn(-1);else if(digit&&digit<=answers.length)answers[digit-1].click();else return!1;return event.preventDefault(),
!0}moved(trace){this.lesson&&!this.lesson.steps.some(({at:at2})=>at2.trace===trace)&&this.close()}};function describeRun(stage,recorded){let{model,root,glossary,full}=stage,{header,summary,incomplete}=model,{title,about,
pair_name:pair,draft_notes:notes,observed,seed,prompt,deciding,rejection,whatif=""}=header;if(stage.legend.rejection(rejection),
setText(stage.worth,summary?.worth||title||""),stage.top.hidden=!stage.worth.textContent,!full){let number=[...document.
querySelectorAll(".st.compact")].indexOf(root)+1;root.setAttribute("aria-label",`Run ${number}: ${title||"none"}, step b\
y step`),stage.controls.root.setAttribute("aria-label",`Step through run ${number}`)}let exact=[about?.law,about?.rounding].
filter(Boolean).join(" "),what=full?[about?.line,about?.law,about?.rules].filter(Boolean).join(" "):title||"",cut=incomplete?
`This run is incomplete: ${incomplete}. `:"",name=full&&summary?.worth&&title?`${title.split(":")[0]}${model.toy()?" (to\
y)":""}: `:"";put(stage.about,h("span",{class:"st-warn"},cut),h("b",{},name),...glossary.explained(what,!1));let rows=[[
"Method",title],["Paper",about?.paper],["Output distribution",exact],["Models",pair],["Draft",notes],["Recorded from",observed],
["Model’s own rules",about?.rules],["Prompt",prompt],["Seed",seed?.toString()],...Object.entries(deciding).map(([key,value])=>[
key.replace(/_/g," "),String(value)])];stage.changed.show(whatif,whatif&&recorded?{recorded:recorded.text,now:model.added(
model.its.length-1)}:null,stage.options.asks&&!!header.recorded?.name);let row3=([name2,value])=>h("div",{},h("dt",{},...glossary.
explained(name2)),h("dd",{},value));put(stage.facts,...rows.filter(([,value])=>value).map(row3));let rounds=model.its.length;
put(stage.end,h("h2",{},rounds>1?`Summary of all ${rounds} rounds`:"Summary"),h("dl",{class:"st-facts"},...(summary?.card??
[]).map(row3)),h("button",{type:"button",class:"st-btn st-wide",onclick:()=>stage.stepTo(0)},"Start again"))}var PICTURE=100,SLOW=400,TYPES=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),Messages=class{opening=0;newest=0;recorded=null;constructor(stage){
this.stage=stage,this.begun=!stage.full}receive(value){let message=value;if(typeof value=="string")try{message=JSON.parse(
value)}catch{return this.clear({type:"clear",text:"The app sent a message that cannot be read. Reload the page."})}if(message.
asked!==void 0&&message.asked<this.newest)return;this.newest=message.asked??this.newest,TYPES.has(message.type)&&this[message.
type](message);let lesson=this.begun||!this.stage.options.url?null:wanted(parameters());this.begun=!0,lesson&&this.stage.
lesson.load(lessonUrl(lesson.slug),lesson.step)}fill(message){let{stage}=this;Object.assign(stage,{at:{it:0,phase:0},picked:null,
hovered:-1}),stage.model.open(message),this.recorded?.name!==stage.model.name&&(this.recorded=null),stage.text.reset(),stage.
find.reset(),describeRun(stage,this.recorded)}open(message){let{stage}=this,{model}=stage;this.reset(),this.fill(message);
let{name}=model;if(stage.lesson.moved(model.header.recorded?.name??name),setTimeout(()=>stage.trigger("opened",{name}),PICTURE),
stage.follow=model.live,this.shown(),model.live)return stage.openAt({it:model.its.length});let address=stage.options.url?
readAddress():null;stage.chosen=message.chosen===!0,stage.openAt(message.at||(address&&[name,null].includes(address.trace)?
stage.reached(address):null)),stage.chosen=!1,address&&[name,null].includes(address.trace)&&stage.answer(wrongPart(parameters(),
model.its))}append(message){let{stage}=this,{name,its}=stage.model;if(message.name&&message.name!==name)return;let missing=stage.
model.add(message);missing&&stage.trigger("gap",{name,have:its.length,want:its.length+missing}),this.shown(),stage.follow&&
!stage.timer?stage.goto(its.length-1,1/0,null):stage.refresh()}finish(message){let{stage}=this,there=stage.follow;message.
name&&message.name!==stage.model.name||stage.model.live&&(this.append(message),stage.model.live=stage.follow=!1,stage.root.
dataset.live="0",this.shown(),describeRun(stage,this.recorded),there&&message.at&&stage.openAt(message.at))}begin({name=""}){
let{stage}=this;this.reset(),this.recorded=null,this.fill({type:"open",name,incomplete:null,live:!0}),stage.lesson.moved(
name),stage.follow=!0,Object.assign(stage.root.dataset,{begun:"1",name,live:"1",iterations:"0"}),this.shown(),stage.options.
url&&stage.setAddress({trace:name,it:null,phase:null,node:null}),setTimeout(()=>stage.trigger("opened",{name}),PICTURE),
stage.moved()}start({trace:first,text:none,chosen=!1}){let{trace:named,it,phase,node}=readAddress(),name=named||first;if(!name)
return this.clear({type:"clear",text:none});let url=`explorer/open/${encodeURIComponent(name)}`;this.fetch(it||phase||node!==
null?{type:"fetch",url}:{type:"fetch",url,at:{it:1,phase:1},chosen})}lesson({url}){url?this.stage.lesson.load(url):this.
stage.lesson.showList()}async fetch(message){let mine=++this.opening,{note,root,model,early:early2}=this.stage;this.stage.
pause(),setText(note,"Opening the recorded run …"),root.removeAttribute("data-empty"),note.hidden=model.its.length>0,root.
setAttribute("aria-busy","true");try{let answer=JSON.parse(await early2.get(message.url||"")),live=message.live&&answer.
type==="open"?{live:!0,summary:null,incomplete:null}:{};mine===this.opening&&this.receive({...answer,...live,...message.
at?{at:message.at}:{},...message.chosen?{chosen:!0}:{}})}catch{mine===this.opening&&this.clear({type:"clear",text:"The t\
race could not be loaded. Reload the page to try again."})}}clear(message){this.reset(),this.stage.root.dataset.empty="1",
this.fill({type:"open"}),this.shown(),setText(this.stage.note,message.text||"Choose a recorded run above, or press “Run \
your own”.")}async change(query){let{at:{it,phase},model,changed}=this.stage,mine=++this.opening,asked=new URLSearchParams(
{visitor:visitor(),it:String(it+1)});for(let[key,value]of Object.entries(query))asked.set(key,String(value));let from={of:model.
name,at:{it:it+1,phase:phase+1},text:model.added(it)},waiting=setTimeout(()=>mine===this.opening&&changed.wait(),SLOW);try{
let reply=await fetch(new URL(`explorer/whatif/${from.of}?${asked}`,document.baseURI),{method:"POST"}),answer=await reply.
json();if(mine!==this.opening)return;if(!reply.ok)return changed.refuse(answer.text);this.recorded={...this.recorded??from,
name:answer.name},this.receive(answer)}catch{mine===this.opening&&changed.refuse("The app does not respond. Check that i\
t is still running, then try again.")}finally{clearTimeout(waiting)}}back(){let{name="",at:at2}=this.stage.model.header.
recorded??{},{of,at:to}=this.recorded??{of:name,at:at2};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(
of)}`,at:to})}reset(){let{stage}=this,{graph,timeline,attention,trace,controls}=stage;this.opening+=1,stage.away=!1,delete stage.
root.dataset.begun,delete stage.root.dataset.empty,stage.inspector.leave();for(let part of[graph,timeline,attention,trace,
controls])part.reset();stage.pause(),stage.root.removeAttribute("aria-busy"),delete stage.pictures.dataset.step}shown(){
let{root,body,note,model}=this.stage,any=model.its.length>0;body.hidden=!any,note.hidden=any,root.style.setProperty("--c\
olumns",String(model.columns)),model.live||delete root.dataset.begun,root.toggleAttribute("data-empty",!any&&!model.live),
any||setText(note,model.live?"Waiting for the first round …":model.incomplete?"The run ended before its first round.":
"This trace contains no rounds.")}};var EASE="cubic-bezier(.2,.7,.2,1)",GRAVITY="cubic-bezier(.5,0,.9,.6)",LANDING="cubic-bezier(.3,1.35,.5,1)",LANDED=520,FLIES=600,
FALLS=900,EMPTY=1150,SCORED=420,MERGE=700,SPLIT=900,DRAFTED=["draft","exit"],OWN3=new Set(["residual","bonus","drawn","g\
reedy","own"]);function movesTo(before,after2,phase){let moves=[],was=new Map(before.nodes.map(node=>[node.key,node])),add=(name,node,at2=0)=>moves.
push({name,node:node&&node.key,at:at2}),fell=node=>node.coin!==null&&node.side!=="above"&&was.get(node.key)?.coin!==node.
coin&&!(phase==="verify"&&node.span!==null),thrown=after2.nodes.some(fell),late=at2=>thrown?at2:Math.max(0,at2-LANDED);DRAFTED.
includes(phase)&&before.pass.draft&&after2.pass.draft&&add("hop",null),after2.pass.area.on&&!before.pass.area.on&&add("c\
heck",null),after2.pass.rays&&after2.pass.rays!==before.pass.rays&&!after2.pass.area.on&&add("ray",null),thrown&&add("wa\
it",null);for(let node of after2.nodes){let old=was.get(node.key);if(!old)continue;let drops=fell(node);if(old.state===null&&
node.state!==null){let own2=OWN3.has(node.state)&&drops;add("pop",node,DRAFTED.includes(phase)?180:own2?LANDED:150)}old.
p===null&&node.p!==null&&old.state!==null&&add("score",node,after2.pass.area.on?SCORED:0),drops&&add("coin",node),old.y!==
node.y&&!node.fallen&&!node.joined&&old.state!==null&&add("room",node),node.joined&&!old.joined?add("merge",node):old.state!==
null&&node.state!==old.state?(add("verdict",node,late(LANDED)),node.state==="accepted"&&add("fly",node,late(FLIES)),node.
state==="rejected"&&add("residual",node,late(FALLS))):drops&&node.state==="rejected"&&add("residual",node,late(FALLS)),OWN3.
has(node.state??"")&&old.state===null&&add("fly",node,drops?LANDED+340:480),node.fallen&&!old.fallen&&add("fall",node,late(
FALLS)),/\bhole\b/.test(node.classes)&&!/\bhole\b/.test(old.classes)&&add("hole",node,late(EMPTY))}return before.pass.bonus?.
visible&&!after2.pass.bonus?.visible&&phase!=="commit"&&add("bonus",null,late(FALLS)),moves}var Motion=class{reduced=matchMedia(
"(prefers-reduced-motion: reduce)");running=[];flying=[];rate=1;constructor(root,picture,tokenOf){this.root=root,this.picture=
picture,this.tokenOf=tokenOf}stop(){for(let each of this.running)each.cancel();for(let each of this.flying)each.remove();
this.running=[],this.flying=[]}play(before,after2,phase,rate){if(this.reduced.matches)return;this.rate=Math.max(1,rate);
let nodes=new Map(after2.nodes.map(node=>[node.key,node])),old=new Map(before.nodes.map(node=>[node.key,node]));for(let{
name,node,at:at2}of movesTo(before,after2,phase)){let to=node===null?void 0:nodes.get(node),from=node===null?void 0:old.
get(node);to&&from?this.moveNode(name,at2,from,to,after2):this.movePass(name,at2,before,after2)}}leftover(rate){this.reduced.
matches||(this.rate=Math.max(1,rate),this.shrink(0))}move(element,name,frames,ms,delay=0,easing=EASE){if(!element)return;
let each=element.animate(frames,{duration:ms,delay,easing,fill:"backwards",id:`st-${name}`});each.playbackRate=this.rate,
this.running.push(each)}split(before,after2,rate){if(!this.reduced.matches){this.rate=Math.max(1,rate);for(let node of after2.
scene.nodes){let item=before.frame.spot.get(node.place),from=item?.into?.item??item;if(!from||node.state===null)continue;
let x=(before.left+from.x*before.zoom-after2.left)/after2.zoom,y=(before.top+from.cy*before.zoom-after2.top)/after2.zoom;
this.move(this.picture.elementOf(node),"split",[{transform:`translate(${x}px, ${y}px)`},{transform:`translate(${node.x}p\
x, ${node.y}px)`}],SPLIT,0,"cubic-bezier(.5,0,.3,1)")}for(let{group}of[this.picture.edges,this.picture.merges,this.picture.
bands])this.move(group,"split",[{opacity:0},{opacity:0,offset:.8},{opacity:1}],SPLIT)}}movePass(name,at2,before,after2){
let{pass:pass2}=this.picture,hidden=[{opacity:0},{opacity:0,offset:.85},{opacity:1}];if(name==="hop"&&before.pass.draft&&
after2.pass.draft){let dx=before.pass.draft.x-after2.pass.draft.x;this.move(pass2.draft.root,name,[{transform:`translate\
(${dx}px, 0)`},{transform:`translate(${dx/2}px, -13px)`},{transform:"translate(0, 0)"}],320)}if(name==="check"&&(this.move(
pass2.area,name,[{transform:"scaleY(0)",fillOpacity:.4},{transform:"scaleY(1)",fillOpacity:.4,offset:.62},{transform:"sc\
aleY(1)",fillOpacity:.13}],760,0,"cubic-bezier(.3,.1,.3,1)"),this.move(pass2.rays,name,[{opacity:0},{opacity:1}],260,SCORED)),
name==="ray"&&this.move(pass2.rays,name,[{opacity:0},{opacity:1}],300),name==="bonus"&&this.move(pass2.bonus,name,[{visibility:"\
visible"},{visibility:"visible"}],Math.max(1,at2)),name==="wait")for(let element of this.root.querySelectorAll(".st-say,\
 .st-inspector > :not(.st-overlap), .st-legend"))this.move(element,name,hidden,LANDED+80)}moveNode(name,at2,from,to,after2){
let parts2=this.picture.partsOf(to),here=`translate(${to.x}px, ${to.y}px)`;if(!parts2)return;let appear=[{opacity:0},{opacity:1}];
if(name==="pop"&&at2<LANDED)this.move(parts2.root,name,[{transform:`translate(${to.x}px, ${to.y-16}px) scale(.9)`,opacity:0},
{transform:here,opacity:1}],260,at2,LANDING);else if(name==="pop")for(let part of[parts2.box,parts2.glyph,parts2.name,parts2.
second,parts2.p?.root])this.move(part,name,appear,220,at2);name==="score"&&(this.move(parts2.p?.root,name,appear,120,at2),
this.move(parts2.p?.line,name,[{transform:"scaleX(0)"},{transform:"scaleX(1)"}],320,at2)),name==="coin"&&(this.move(parts2.
scale?.root,name,appear,120),this.move(parts2.scale?.coin,name,[{transform:"translateY(-110px)",opacity:.4,easing:"cubic\
-bezier(.55,0,.8,.75)"},{transform:"translateY(0)",opacity:1,offset:.65,easing:"ease-out"},{transform:"translateY(-6px)",
offset:.8,easing:"ease-in"},{transform:"translateY(0)"}],LANDED,0,"linear"),this.move(parts2.scale?.says,name,appear,120,
400)),name==="verdict"&&(this.move(parts2.box,name,[{fill:"var(--card)",stroke:"var(--amber-edge)",strokeDasharray:"3 3",
strokeWidth:"1.5px"},{}],180,at2),this.move(parts2.glyph,name,[{d:`path("${shapeOf(from.state??"pending")}")`,fill:"none",
stroke:"var(--amber-edge)",strokeDasharray:"2.2 2.2",strokeWidth:"1.5px"},{}],160,at2),this.move(this.picture.edgeOf(to),
name,[{stroke:"var(--grey)",strokeWidth:"1.5px",strokeDasharray:"none",visibility:"visible"},{}],180,at2)),name==="room"&&
(this.move(parts2.root,name,[{transform:`translate(${from.x}px, ${from.y}px)`},{transform:here}],320),this.move(this.picture.
edgeOf(to),name,appear,320)),name==="merge"&&this.merge(parts2,from,to),name==="fall"&&(this.move(parts2.root,name,[{transform:`\
translate(${from.x}px, ${from.y}px)`},{transform:`translate(${(from.x+to.x)/2}px, ${(from.y+2*to.y)/3}px) rotate(1.6deg)`,
offset:.7},{transform:here}],380,at2,GRAVITY),this.move(this.picture.edgeOf(to),name,[{visibility:"visible"},{visibility:"\
visible"}],Math.max(1,at2))),name==="hole"&&(this.move(parts2.root,name,appear,200,at2),this.move(this.picture.edgeOf(to),
name,appear,200,at2)),name==="residual"&&this.shrink(at2),name==="fly"&&this.fly(to,at2,parts2.name,after2)}merge(parts2,from,to){
let onto=`translate(${to.onto?.x??to.x}px, ${to.onto?.y??to.y}px)`;this.move(parts2.root,"merge",[{transform:`translate(${from.
x}px, ${from.y}px)`},{transform:onto,offset:.7,easing:EASE},{transform:`translate(${to.x}px, ${to.y}px)`}],MERGE);for(let part of[
parts2.box,parts2.name,parts2.q?.root,parts2.second])this.move(part,"merge",[{opacity:1},{opacity:1,offset:.6},{opacity:0}],
MERGE);this.move(parts2.box,"merge",[{width:`${from.wide}px`},{width:`${from.wide}px`}],MERGE),this.move(this.picture.edgeOf(
to),"merge",[{visibility:"visible"},{visibility:"visible"}],MERGE*.6),this.move(this.picture.merges.drawn.get(String(to.
place))?.parts.root,"merge",[{opacity:0},{opacity:0,offset:.6},{opacity:1}],MERGE)}shrink(at2){for(let part of this.root.
querySelectorAll(".st-joint-bars i[data-of='left']")){let{from="0%",mid="0%"}=part.dataset;this.move(part,"residual",[{width:from},
{width:mid,offset:.45,easing:EASE},{width:part.style.width}],940,at2,"ease-in-out")}let box2=this.root.querySelector(".s\
t-overlap[data-part='residual']");if(box2){for(let part of box2.querySelectorAll(".st-both i")){let{of,from="0",size="0"}=part.
dataset,{width}=part.style;of!=="p"?this.move(part,"residual",[{opacity:1},{opacity:.16}],320,at2):box2.hasAttribute("da\
ta-scaled")?this.move(part,"residual",[{opacity:0},{opacity:1}],420,at2+320):this.move(part,"residual",[{left:`${100*Number(
from)}%`,width:`${100*Number(size)}%`},{left:"0%",width:`${100*Number(size)}%`,offset:.45,easing:EASE},{left:"0%",width}],
940,at2+320,"ease-in-out")}for(let part of box2.querySelectorAll(".st-both-n, [data-part='sum'], .st-keys, b[data-of='r'\
]"))this.move(part,"residual",[{opacity:0},{opacity:1}],200,at2+1180)}}fly({id,state},at2,word,after2){let view=this.tokenOf(
id);if(!view||!word||!view.checkVisibility()||after2.mode.name==="dots")return;let a=word.getBoundingClientRect(),b=view.
getBoundingClientRect(),ms=420,copy=h("span",{class:"st-fly","data-state":state,"aria-hidden":"true"},view.textContent);
Object.assign(copy.style,{left:`${a.left}px`,top:`${a.top}px`,fontSize:getComputedStyle(view).fontSize}),this.root.append(
copy),this.flying.push(copy);let dx=b.left-a.left,dy=b.top-a.top,flight=[{transform:"none",opacity:0},{transform:"none",
opacity:1,offset:.01},{transform:`translate(${dx/2}px, ${dy*.8}px) scale(1.08)`,offset:.55},{transform:`translate(${dx}p\
x, ${dy}px)`,opacity:1}];this.move(copy,"fly",flight,ms,at2,"cubic-bezier(.3,.1,.2,1)"),this.running.at(-1)?.finished.then(
()=>copy.remove(),()=>{}),this.move(view,"fly",[{opacity:0},{opacity:0}],at2+ms)}};var EDGE2=20,LINE2=21,LEAST2=560,DOUBLE=2,SIDE=16e3,AREA=24e7,STROKE=["stroke-linecap","stroke-linejoin","marker-end","p\
aint-order"],FONT=["font-family","font-size","font-weight","font-style","text-anchor"],USUAL=new Set(["butt","miter","no\
ne","normal","start"]),UNWRITTEN=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;function colour(value){let mixed=/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.
exec(value);if(mixed)return colour(`rgba(${[1,2,3].map(k=>255*Number(mixed[k])).join(", ")}, ${mixed[4]??1})`);let parts2=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.
exec(value);return parts2?{paint:`#${parts2.slice(1,4).map(part=>Math.round(Number(part)).toString(16).padStart(2,"0")).
join("")}`,opacity:parts2[4]===void 0?1:Number(parts2[4])}:{paint:value,opacity:1}}function scaleOf2(from,look,zoom){if(look.
getPropertyValue("vector-effect")!=="non-scaling-stroke")return 1;let to=from.getCTM();return to&&Math.sqrt(Math.abs(to.
a*to.d-to.b*to.c))/zoom||1}function dress(from,to,zoom){let look=getComputedStyle(from),value=name=>look.getPropertyValue(
name);for(let{name}of[...to.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.test(name)&&
to.removeAttribute(name);if(value("display")==="none"||value("visibility")==="hidden")return!1;let scale=scaleOf2(from,look,
zoom),set2=(name,text)=>{text&&!USUAL.has(text)&&to.setAttribute(name,text)};if(value("opacity")!=="1"&&set2("opacity",value(
"opacity")),from instanceof SVGGElement)return!0;for(let name of["fill","stroke"]){let{paint,opacity}=colour(value(name)),
all2=opacity*Number(value(`${name}-opacity`));to.setAttribute(name,paint),all2<1&&paint!=="none"&&to.setAttribute(`${name}\
-opacity`,String(all2))}if(value("stroke")!=="none"){let units=text=>text.replace(/[\d.]+(px)?/g,part=>String(parseFloat(
part)/scale));set2("stroke-width",units(value("stroke-width"))),value("stroke-dasharray")!=="none"&&set2("stroke-dasharr\
ay",units(value("stroke-dasharray")));for(let name of STROKE)set2(name,value(name).replace(/url\("?[^#"]*(#[^")]+)"?\)/,
"url($1)"))}return from instanceof SVGTextElement&&write3(from,to,look),!0}function write3(from,to,look){for(let name of FONT)
to.setAttribute(name,look.getPropertyValue(name));let line2=look.getPropertyValue("text-decoration-line");line2!=="none"&&
to.setAttribute("text-decoration",line2),to.setAttribute("xml:space","preserve");let length=from.getComputedTextLength();
length>0&&to.setAttribute("textLength",length.toFixed(2)),to.setAttribute("lengthAdjust","spacingAndGlyphs")}function copied(svg){
let{width,height}=svg.viewBox.baseVal,zoom=svg.width.baseVal.value/width||1,copy=svg.cloneNode(!0),pairs=[...svg.querySelectorAll(
"*")].map((from,k)=>[from,copy.querySelectorAll("*")[k]]),hidden=[];for(let[from,to]of pairs)from instanceof SVGGraphicsElement&&
to instanceof SVGElement&&!from.closest("defs")?!dress(from,to,zoom)&&!(from instanceof SVGGElement)&&hidden.push(to):from.
closest("marker")&&from instanceof SVGPathElement&&(to.setAttribute("fill",colour(getComputedStyle(from).fill).paint),to.
removeAttribute("class"));for(let each of hidden)each.remove();return{width,height,parts:[...copy.childNodes]}}function wrap(text,width,font){
let lines2=[""];for(let word of text.split(/\s+/)){let longer=lines2[lines2.length-1]?`${lines2[lines2.length-1]} ${word}`:
word;measure(longer,font)<=width?lines2[lines2.length-1]=longer:lines2.push(word)}return lines2.filter(Boolean)}function drawing({
stage,graph,legend,title,sentence}){let look=getComputedStyle(stage),family=look.fontFamily||"sans-serif",ink=colour(look.
color).paint,drawn=copied(graph),wide=Math.max(LEAST2,drawn.width),inner2=wide-2*EDGE2,parts2=[],y=EDGE2,lines2=(text,size,weight)=>{
for(let line2 of wrap(text,inner2,`${weight} ${size}px ${family}`))y+=LINE2,parts2.push(s("text",{x:EDGE2,y:y-5,"font-fa\
mily":family,"font-size":size,"font-weight":weight,fill:ink,"xml:space":"preserve"},line2))};lines2(title,17,700),parts2.
push(s("g",{transform:`translate(${(wide-drawn.width)/2} ${y})`},...drawn.parts)),y+=drawn.height,lines2(sentence,15,400),
y+=6;let x=EDGE2;for(let item of legend.querySelectorAll("li")){let icon2=item.querySelector("svg"),words2=(item.innerText??
"").trim().replace(/\s+/g," ");if(!words2||!item.checkVisibility())continue;let room=measure(words2,`13px ${family}`)+42;
x>EDGE2&&x+room>wide-EDGE2&&([x,y]=[EDGE2,y+LINE2]),icon2&&parts2.push(s("g",{transform:`translate(${x+8} ${y+11})`},...copied(
icon2).parts)),parts2.push(s("text",{x:x+(icon2?21:0),y:y+15,"font-family":family,"font-size":13,fill:ink},words2)),x+=room}
let height=Math.ceil(y+LINE2+EDGE2),width=Math.ceil(wide),under2=colour(getComputedStyle(graph.closest(".st-graph")??stage).
backgroundColor).paint,file=s("svg",{xmlns:"http://www.w3.org/2000/svg",width,height,viewBox:`0 0 ${width} ${height}`},s(
"title",{},title),s("rect",{width,height,fill:under2}),...parts2);return{text:new XMLSerializer().serializeToString(file).
replace(UNWRITTEN,"�"),width,height}}function saveAs(file,name){let link=h("a",{href:URL.createObjectURL(file),download:name});
document.body.append(link),link.click(),link.remove(),setTimeout(()=>URL.revokeObjectURL(link.href),6e4)}var saveSvg=({text},name)=>saveAs(
new Blob([text],{type:"image/svg+xml"}),`${name}.svg`);async function savePng({text,width,height},name){let scale=Math.min(
DOUBLE,SIDE/width,SIDE/height,Math.sqrt(AREA/(width*height))),image=new Image,canvas2=h("canvas",{width:Math.round(width*
scale),height:Math.round(height*scale)});try{image.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,await image.
decode(),canvas2.getContext("2d")?.drawImage(image,0,0,canvas2.width,canvas2.height)}catch{return!1}let file=await new Promise(
done=>canvas2.toBlob(done,"image/png"));return file&&saveAs(file,`${name}.png`),file!==null}var pictureName=(method,round)=>`${method.
toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${round}`;var LONGEST2=2e3,NEAR4=3,ENDS=[14,10],INSIDE=[12,24],RunText=class{body=h("div",{class:"st-text","data-testid":"text"});keys=h(
"div",{class:"st-origins","aria-hidden":"true"});list=h("ol",{class:"st-beams","data-testid":"beams"});beams=h("details",
{class:"st-card st-details","data-testid":"live-beams",hidden:!0},h("summary",{},"Beams as text"),this.list);end=h("butt\
on",{type:"button",class:"st-btn st-small","data-testid":"show-end","aria-pressed":"false",title:"Also show text that is\
 not written yet at this step",onclick:()=>this.reveal(!this.root.classList.contains("all"))},"Show full text");root=h("\
section",{class:"st-sofar","aria-label":"Text so far","data-part":"text"},this.body,this.keys,this.end);tokens=[];count=0;shownFor="";originsFor="";settledFor=null;prompt=h(
"span",{class:"st-prompt",title:"prompt",dir:"auto"});sameFor=null;matches=new Set;constructor(model,on){this.model=model,
this.on=on;for(let box2 of[this.root,this.beams])box2.addEventListener("click",event=>this.open(event)),box2.addEventListener(
"keydown",event=>{let all2=[...box2.querySelectorAll("[data-token]")],at2=all2.findIndex(view=>view===document.activeElement),
by=event.key==="ArrowDown"?1:-1;at2<0||!["Enter"," ","ArrowUp","ArrowDown"].includes(event.key)||(event.key==="Enter"||event.
key===" "?this.open(event):all2[Math.min(all2.length-1,Math.max(0,at2+by))].focus(),event.preventDefault(),event.stopPropagation())})}reset(){
this.tokens=[],this.count=0,this.shownFor=this.originsFor="",put(this.list),put(this.keys),this.reveal(!1),put(this.body,
...this.startOf()),this.beams.hidden=!0}startOf(){let text=this.model.header.prompt||"";return put(this.prompt,coded(tail(
text,LONGEST2))),this.sameFor=null,text?[this.prompt," "]:[]}reveal(all2){this.root.classList.toggle("all",all2),this.settledFor=
null,this.end.setAttribute("aria-pressed",all2?"true":"false"),this.end.textContent=all2?"Hide full text":"Show full tex\
t"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[node]of this.model.its[this.count].made){let made2=this.
model.lineage.get(node);if(!made2)continue;let view=this.tokenView(made2,this.tokens.length);this.body.append(view,this.
model.joiner()),this.tokens.push({view,made:made2,when:""})}}tokenView(made2,index){let text=this.model.text(made2.token),
origin=made2.origin||"",apart2=this.model.joiner()?{dir:"auto"}:{},title=`${visible(text)} · ${ORIGINS.get(origin)?.label||
origin} · round ${made2.it+1}`,look=this.matches.has(made2.node)?"st-t hit":"st-t";return h("span",{role:"button",class:look,
"data-token":index,"data-origin":origin,"data-it":made2.it+1,"data-made":made2.node,tabindex:index?"-1":"0",title,...apart2},
coded(text).replace(/\n/g,"↵")||"∅")}show(it,phase){if(this.model.multi())return this.showBeams(it,phase);this.grow();
for(let token of this.tokens){let{made:made2}=token,when=made2.it<it.i||made2.it===it.i&&made2.step<=phase?made2.it===it.
i?"now":"past":"later";when!==token.when&&(token.view.dataset.when=token.when=when)}this.same(it,phase);let written2=this.
tokens.filter(({when})=>when!=="later"),key=String(written2.length);this.shownFor!==key&&(this.shownFor=key,this.origins(
new Set(written2.map(({made:made2})=>made2.origin))))}same(it,phase){let found=it.steps.findIndex(step=>step.phase==="dr\
aft")<=phase?it.found:void 0,key=found?String(it.i):"";if(key===this.sameFor)return;this.sameFor=key,this.settledFor=null;
let prompt=this.model.header.prompt||"";put(this.prompt,...found?parted(prompt,found.prompt,!found.made.length):[coded(tail(
prompt,LONGEST2))]);let spans=found?.made??[],last=spans.at(-1)?.[0]??0;this.tokens.forEach(({view},k)=>{view.classList.
toggle("same",spans.some(([from,to])=>from<=k&&k<to)),view.classList.toggle("far",spans.length>0&&k<last&&!spans.some(([
from,to])=>from-NEAR4<=k&&k<to+NEAR4))})}viewOf(id){return this.tokens.find(({made:made2})=>made2.node===id)?.view}settle(){
this.settledFor===this.shownFor||this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.body.scrollLeft=
this.body.scrollWidth,this.body.classList.toggle("cut",this.body.scrollLeft>0))}origins(present2){let kinds=[...ORIGINS.
values()].filter(({name})=>present2.has(name)),key=kinds.map(({name})=>name).join();key!==this.originsFor&&(this.originsFor=
key,put(this.keys,...kinds.map(({name,label})=>h("span",{class:"st-t","data-origin":name},label))))}showBeams(it,phase){
let from=phase>=it.commit?it:this.model.its[it.i-1],key=from?String(from.i):"none";if(key===this.shownFor)return;if(this.
shownFor=key,this.beams.hidden=!1,this.body.replaceChildren(...this.startOf()),!from)return put(this.list,h("li",{class:"\
st-quiet"},"There are no beams yet; the prompt is the only input."));let groups=this.model.beamsOf(from),best=groups.find(
({beam})=>beam.best)||groups[0],line2=this.model.path(null,best.beam.node).flatMap((made2,k)=>[this.tokenOf(made2,k,from),
this.model.joiner()]);this.body.append(h("span",{class:"st-quiet"},from.beams.length>1?`best of ${plural(from.beams.length,
"beam")}: `:""),...line2),this.origins(new Set(this.model.path(null,best.beam.node).map(({origin})=>origin))),put(this.list,
...groups.map(group=>this.beamRow(group,from)))}tokenOf(made2,index,from){let view=this.tokenView(made2,index);return view.
dataset.when=made2.it===from.i?"now":"past",view}beamRow({beam,slots},from){let path=this.model.path(null,beam.node),shown=beam.
best?path:path.slice(-32),cut=path.length-shown.length,name=slots.length>1?`Beams ${slots.map(slot=>slot+1).join(", ")}`:
`Beam ${slots[0]+1}`,numbers=` log p ${beam.logp?.toFixed(2)??"–"} · per token ${beam.mean?.toFixed(3)??"–"}`;return h(
"li",{class:beam.best?"best":""},h("div",{class:"st-beam-n"},h("b",{},name),slots.length>1?" (duplicates)":"",numbers,beam.
best?" · best":"",beam.done?" · finished":""),h("div",{class:"st-text"},cut?h("span",{class:"st-quiet"},`${plural(cut,
this.model.unit())} not shown … `):null,...shown.flatMap((made2,k)=>[this.tokenOf(made2,k,from),this.model.joiner()])))}mark(nodes){
this.matches=nodes;for(let view of[...this.body.children,...this.list.querySelectorAll("[data-made]")])view instanceof HTMLElement&&
view.classList.toggle("hit",this.matches.has(Number(view.dataset.made??NaN)))}open(event){let view=event.target.closest(
"[data-token]"),made2=view instanceof HTMLElement?this.model.lineage.get(Number(view.dataset.made)):void 0;made2&&this.on.
goto(made2.it,made2.step,made2.node)}resized(){this.settledFor=null,this.settle()}};function parted(text,spans,ends){let cut=(part,[
head,end])=>{if(part.length<=head+end+8)return[lines(part)];let last=part.length-end;return[lines(part.slice(0,head)),h(
"span",{class:"st-dots"},"…"),h("span",{class:"st-far"},coded(part.slice(head,last))),lines(part.slice(last))]},at2=0;
return[...spans.flatMap(([from,to],k)=>{let before=cut(text.slice(at2,from),[k?ENDS[0]:0,ENDS[1]]);return at2=to,[...before,
h("mark",{class:"st-same"},...cut(text.slice(from,to),INSIDE))]}),...cut(text.slice(at2),ends&&!spans.length?[0,2*ENDS[0]]:
[ENDS[0],ENDS[1]])]}var lines=text=>coded(text).replace(/\n/g,"↵");var SHARES=["target","draft","other"],UNDRAFTED=new Set(["extra","final"]),wall=({bar:bar3})=>bar3.draft+bar3.target+bar3.
other,computed=({bar:bar3})=>bar3.modelled?bar3.modelled.draft+bar3.modelled.target:0,joules=value=>value>=1?`${num(value)}\
 J`:`${num(value*1e3)} mJ`,sum=(its,of)=>its.reduce((all2,it)=>all2+of(it),0),Timeline=class{names=h("div",{class:"st-tl\
-names"});track=h("div",{class:"st-tl-track",tabindex:"-1"});info=h("span",{class:"st-quiet st-tl-info"});keys=h("div",{
class:"st-tl-keys"});root=h("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.redraw()},h(
"summary",{},"Timeline"),h("header",{class:"st-bar"},this.info,this.keys),h("div",{class:"st-tl"},this.names,this.track));cursor=s(
"rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[{key:"tokens",label:"t\
okens per round",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:bar3})=>bar3.emitted),note:top=>`${this.model.multi()?
"best beam, ":""}up to ${top}`,paint:(g,{bar:{kept,emitted}},y,high,top)=>this.pile(g,y+high,high/top,[["kept",kept],["o\
wn",emitted-kept]])},{key:"drafted",label:"draft tokens, unused ones marked",high:()=>34,shown:()=>this.drafts(),top:()=>this.
most(({bar:bar3})=>bar3.drafted),note:top=>`nodes, up to ${top}`,paint:(g,{bar:{used,wasted}},y,high,top)=>this.pile(g,y+
high,high/top,[["kept",used],["waste",wasted]])},{key:"widths",label:"width per layer",shown:()=>this.layers()>0,high:()=>Math.
max(this.layers()*13+2,(this.narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:bar3})=>Math.max(0,...bar3.widths.
map(([,wide])=>wide))),note:()=>this.drafts()?`target width; dashed: fewer accepted${this.alone()?"; blue: sampled by th\
e target":""}`:"active beams",paint:(g,it,y,_high,top)=>this.widths(g,it,y,top)},{key:"time",label:"time: draft, target,\
 other",high:()=>34,shown:()=>this.model.its.some(it=>wall(it)>0),top:()=>this.slowest(),note:top=>`up to ${seconds(top)}`,
paint:(g,it,y,high,top)=>{let over=wall(it)>top*1.001;this.pile(g,y+high,high/(over?wall(it):top),this.shares(it)),over&&
g.append(s("path",{class:"st-tl-over",d:`M0 ${y+5}L${this.step} ${y+1}M0 ${y+9}L${this.step} ${y+5}`}))}},{key:"joules",
label:"measured energy",high:()=>50,shown:()=>this.spent()>0,top:()=>this.most(it=>this.measured(it),1e-12),note:top=>this.
upTo(top,it=>this.measured(it),this.band(),this.model.header.energy?.method),joules:it=>this.measured(it),paint:(g,it,y,high,top)=>this.
pile(g,y+high,high/top*this.perSecond(),this.shares(it))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.
model.its.some(({bar:bar3})=>bar3.modelled!==void 0),top:()=>this.most(computed,1e-12),joules:computed,note:top=>this.upTo(
top,computed,0,this.model.header.energy?.model),paint:(g,{bar:{modelled}},y,high,top)=>this.pile(g,y+high,high/top,modelled?
[["modelled-target",modelled.target],["modelled-draft",modelled.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.
model.its.some(({bar:bar3})=>bar3.kv>0),top:()=>this.most(({bar:bar3})=>bar3.kv),note:top=>`up to ${top}`,paint:(g,{bar:bar3},y,high,top)=>this.
pile(g,y+high,high/top,[["kv",bar3.kv]])}];constructor(model,on){this.model=model,this.on=on,this.root.addEventListener(
"click",event=>{let g=event.target instanceof Element?event.target.closest("[data-bar]"):null;g&&on.goto(Number(g.getAttribute(
"data-bar"))-1,1/0,null)})}most(of,least=1){return Math.max(least,...this.model.its.map(of))}drafts(){return this.model.
its.some(({bar:bar3})=>bar3.drafted>0)}layers(){return this.most(({bar:bar3})=>bar3.widths.length,0)}alone(){return this.
model.its.some(({bar:bar3})=>bar3.widths.some(([,,,outcome])=>UNDRAFTED.has(outcome||"")))}spent(){return this.model.summary?.
joules||0}band(){return this.model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.
energy.seconds||0,sum(this.model.its,wall),1e-12)}measured(it){return wall(it)*this.perSecond()}upTo(top,of,about,how){return`\
bars up to ${joules(top)}, line up to ${joules(sum(this.model.its,of))}`+(about?` ± ${joules(about)}`:"")+(this.narrow?
"":`, ${how}`)}shares({bar:bar3}){return SHARES.map(name=>[name==="other"?"rest":name,bar3[name]])}pile(g,base,unit,parts2){
let y=base;for(let[kind,value]of parts2){let tall=value*unit;y-=tall,tall>.2&&g.append(s("rect",{class:"st-b","data-of":kind,
x:1.5,y,width:this.step-3,height:tall}))}}widths(g,it,y,top){it.bar.widths.forEach(([,wide,accepted2,outcome],k)=>{let alone_=UNDRAFTED.
has(outcome||""),low=!alone_&&accepted2!==null&&accepted2<wide,opacity=low?1:alone_?.3:(.15+.5*wide/top).toFixed(2);g.append(
s("rect",{class:`st-w${low?" low":alone_?" drawn":""}`,x:1.5,y:y+k*13+.5,width:this.step-3,height:11,"fill-opacity":opacity})),
this.step>=11&&g.append(s("text",{class:`st-tl-t${low?" low":""}`,x:this.step/2,y:y+k*13+9.5,"text-anchor":"middle"},String(
wide)))})}slowest(){let[first=0,second=0,...more]=this.model.its.map(it=>it.seconds).sort((a,b)=>b-a);return Math.max(1e-9,
more.length>1&&first>3*second?second:first)}stamp(){return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its}=this.
model;this.width=this.track.clientWidth||600,this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,
Math.floor((this.width-8)/Math.max(1,its.length))));let rows=this.ROWS.filter(row3=>row3.shown()),whole2=rows.reduce((all2,row3)=>all2+
row3.high()+16,0),svg=s("svg",{width:its.length*this.step+8,height:whole2,class:"st-tl-svg",role:"group","aria-label":"R\
ounds"});this.cursor.setAttribute("width",String(this.step)),this.cursor.setAttribute("height",String(whole2)),svg.append(
this.cursor);let columns=its.map(it=>s("g",{"data-bar":it.i+1,transform:`translate(${4+it.i*this.step} 0)`,class:"st-tl-\
it"})),curves=s("g",{class:"st-tl-curves"}),y=8;put(this.names);for(let row3 of rows){let tall=row3.high(),top=row3.top(),
words2=h("div",{class:"st-tl-name"},row3.label,h("small",{},row3.note(top)));words2.style.height=`${tall+16}px`,this.names.
append(words2),svg.append(s("path",{class:"st-tl-base",d:`M0 ${y+tall+.5}H${its.length*this.step+8}`})),its.forEach((it,k)=>row3.
paint(columns[k],it,y,tall,top)),row3.joules&&curves.append(...this.curve(row3.key,row3.joules,y,tall)),y+=tall+16}its.forEach(
(it,k)=>columns[k].append(s("rect",{class:"st-tl-hit",x:0,y:0,width:this.step,height:whole2},s("title",{},this.describe(
it))))),svg.append(...columns,curves),put(this.track,svg),this.sayKeys(rows),this.drawn=this.stamp(),this.current=-1}sayKeys(rows){
let modelled=rows.some(row3=>row3.key==="modelled"),any=this.drafts(),shown=[["kept","accepted draft tokens",any],["own",
"target’s own",!0],["waste","unused draft tokens",any],["draft","draft time",any],["target","target time",!0],["rest",
"other time",!0],["modelled-target","target (modelled)",modelled],["modelled-draft","draft (modelled)",modelled&&any],["\
sum","total so far",rows.some(row3=>row3.joules)]];put(this.keys,...shown.map(([kind,label,here])=>here&&h("span",{"data\
-of":kind},label)))}curve(key,of,y,high){let about=key==="joules"?this.band():0,unit=high/Math.max(1e-12,sum(this.model.
its,of)+about),points=[{x:4,value:0}];this.model.its.forEach((it,k)=>points.push({x:4+(k+1)*this.step,value:points[k].value+
of(it)}));let way=(list,off)=>list.map(({x,value})=>`${x} ${y+high-Math.min(high,Math.max(0,(value+off)*unit))}`).join("\
L"),line2=s("path",{class:"st-tl-sum","data-of":key,d:`M${way(points,0)}`});return about?[s("path",{class:"st-tl-band",d:`\
M${way(points,about)}L${way([...points].reverse(),-about)}Z`}),line2]:[line2]}energy(it){let its=this.model.its.slice(0,
it.i+1),tokens=sum(its,({bar:bar3})=>bar3.emitted),{method,model:by}=this.model.header.energy||{},say=(kind,all2,how)=>`\
 ${kind} so far: ${joules(all2)} (${how}), ${tokens?joules(all2/tokens):"–"} per token.`,about=this.band()?`, ± ${joules(
this.band())}`:"";return(this.spent()?say("Measured",sum(its,each=>this.measured(each)),`${method}, divided by time${about}`):
"")+(it.bar.modelled?say("Modelled",sum(its,computed),String(by)):"")}describe(it){let{emitted,used,drafted,draws,draft,
target,other,kv}=it.bar,copies=draws===drafted?"":` (${plural(draws,"draw")})`,drafts2=drafted?` ${used} of ${plural(drafted,
"draft token")}${copies} used.`:"",said=`Round ${it.i+1}: ${plural(emitted,"token")}.${drafts2}`;if(!wall(it)&&!kv)return`${said}\
 Times and KV tokens were not recorded.`;let spent=drafted?`Draft ${seconds(draft)}, target`:"Target";return`${said} ${spent}\
 ${seconds(target)}, other ${seconds(other)}. ${plural(kv,"KV token")}.${this.energy(it)}`}show(it){this.last=it,this.root.
open&&(this.drawn!==this.stamp()&&this.draw(),it.i!==this.current&&(this.current=it.i,this.cursor.setAttribute("x",String(
4+it.i*this.step)),setText(this.info,this.describe(it))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.
settle())}settle(){let x=this.current*this.step,left=this.track.scrollLeft;(x<left||x+this.step*2>left+this.width)&&(this.
track.scrollLeft=x-this.width/2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||
(this.drawn=-1,this.show(this.model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let part of[
this.track,this.names,this.keys])put(part);setText(this.info,"")}};var LANE2=26,GUTTER=78,TOP2=20,CHART=84,KINDS=["dropped","alive","best"],RANK={best:0,alive:1,dropped:2},BeamTrace=class{info=h(
"p",{class:"st-mask-say","data-testid":"trace-say","aria-live":"polite"});wordy=h("button",{type:"button",class:"st-btn \
st-small","data-testid":"trace-words","aria-pressed":"false",title:"Show the tokens along the lanes",onclick:()=>this.toggle()},
"Show tokens");named={best:"best beam",alive:"still active at the end",dropped:"✕ not continued"};keys=h("div",{class:"\
st-mask-keys st-trace-keys"},...Object.entries(this.named).map(([kind,label])=>h("span",{},s("svg",{width:26,height:10,"\
aria-hidden":"true"},s("path",{class:"st-tr-e","data-of":kind,d:"M1 5H25"})),label)),h("span",{},"number: duplicates"));box=h(
"div",{class:"st-trace","data-testid":"trace",tabindex:"0",role:"group"});root=h("details",{class:"st-card st-details",hidden:!0,
"data-testid":"beam-trace",ontoggle:()=>this.redo()},h("summary",{},"Beams over the whole run"),h("div",{class:"st-bar s\
t-mask-bar"},this.wordy,this.keys),this.box,this.info);cursor=s("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(model,on){
this.model=model,this.on=on,this.box.addEventListener("click",event=>{if(!this.box.firstElementChild)return;let rect=this.
box.firstElementChild.getBoundingClientRect(),x=event.clientX-rect.left,y=event.clientY-rect.top,dot=this.dots.find(each=>Math.
hypot(each.x-x,each.y-y)<8),k=this.bands.findIndex(({from,to})=>x>=from&&x<to);dot?on.goto(dot.it,1/0,dot.id):k>=0&&on.goto(
k,1/0,null)}),this.box.addEventListener("keydown",event=>{event.key!=="ArrowDown"&&event.key!=="ArrowUp"||(on.goto(this.
lastShown+(event.key==="ArrowDown"?1:-1),1/0,null),event.preventDefault(),event.stopPropagation())})}toggle(){this.words=
!this.words,this.wordy.setAttribute("aria-pressed",this.words?"true":"false"),this.redo()}wanted(){return["beams","fores\
t"].includes(this.model.header.view||"")&&this.model.its.length>0}grow(){let nodes=new Map;for(let made2 of this.model.lineage.
values()){let up=nodes.get(made2.parent)||null,depth=up?up.depth+1:1,node={...made2,depth,up,below:[],kind:"dropped",reach:depth,
lane:0};nodes.set(made2.node,node),up?.below.push(node)}for(let node of[...nodes.values()].reverse())node.up&&(node.up.reach=
Math.max(node.up.reach,node.reach));let last=[...this.model.its[this.model.its.length-1].beams].sort((a,b)=>Number(a.best)-
Number(b.best));for(let beam of last)for(let node=nodes.get(beam.node)||null;node;node=node.up)node.kind=beam.best?"best":
"alive";return nodes}lanes(nodes){let heir=list=>list.reduce((a,b)=>(RANK[b.kind]-RANK[a.kind]||a.reach-b.reach)<0?b:a),
chains=[],heads=[...nodes.values()].filter(node=>!node.up),waiting=[];heads.length&&waiting.push(heir(heads),...heads.filter(
node=>node!==heir(heads)));for(let head=waiting.shift();head;head=waiting.shift()){let chain=[head];for(let node=head;node.
below.length;node=chain[chain.length-1]){let next=heir(node.below);waiting.push(...node.below.filter(other=>other!==next)),
chain.push(next)}chains.push(chain)}let late=chain=>chain[0].kind==="best"?-1:chain[0].depth;chains.sort((a,b)=>late(a)-
late(b));let taken=[];for(let chain of chains){let from=chain[0].depth-1,lane=chain[0].kind==="best"?0:1;for(;taken[lane]!==
void 0&&taken[lane]>from;)lane++;taken[lane]=chain[chain.length-1].depth+.5;for(let node of chain)node.lane=lane}return Math.
max(1,taken.length)}lives(nodes){let depths=[],found=[];return this.model.its.forEach((it,k)=>{let next=this.model.its[k+
1],before=found[k-1]||[],groups=this.model.beamsOf(it).map(({beam,slots})=>{let from=it.from[slots[0]],up=before.find(old=>from!==
null&&old.slots.includes(from))||null,kept=!next||slots.some(slot=>next.from.includes(slot));return{it:k,node:nodes.get(
beam.node),beam,slots,kept,up}});found.push(groups),depths.push(Math.max(depths[k-1]||0,...groups.map(life=>life.node?.depth||
0)))}),{found,depths}}draw(){let nodes=this.grow(),count=this.lanes(nodes),{found,depths}=this.lives(nodes),deep=Math.max(
1,depths[depths.length-1]);this.room=this.box.clientWidth||700;let fit=Math.floor((this.room-GUTTER-130)/deep),col=this.
words?74:Math.max(13,Math.min(64,fit)),spelt=this.words||col>=56,lane=spelt?LANE2+14:LANE2,x=depth=>GUTTER+(depth-.5)*col,
y=row3=>TOP2+8+(row3+.5)*lane,high=TOP2+12+count*lane,width=GUTTER+deep*col+124,total=high+CHART+22,svg=s("svg",{width,height:total,
viewBox:`0 0 ${width} ${total}`,class:"st-tr",role:"img","aria-label":`${plural(this.model.its.length,"round")}, ${plural(
count,"lane")}`});if(this.cursor.setAttribute("height",String(total)),this.bands=depths.map((depth,k)=>{let from=GUTTER+
(k?depths[k-1]:0)*col;return{from,to:Math.max(GUTTER+depth*col,from+3)}}),this.rulers(svg,total,y(0),high),this.edges(svg,
nodes,x,y),this.marks(svg,found,x,y),spelt)for(let node of nodes.values())svg.append(s("text",{class:"st-tr-w","data-of":node.
kind,x:x(node.depth),y:y(node.lane)-11,"text-anchor":"middle"},s("title",{},this.model.word(node.token)),clip(this.model.
word(node.token),Math.floor(col/8.2))));this.chart(svg,found,x,high+10,GUTTER+deep*col),put(this.box,svg);let dropped=found.
flat().filter(life=>!life.kept).length,forks=[...nodes.values()].filter(node=>node.below.length>1).length;Object.assign(
this.root.dataset,{lanes:count,dropped,forks,iterations:this.model.its.length}),this.box.setAttribute("aria-label",`Beam\
s over ${plural(this.model.its.length,"round")}: ${plural(forks,"fork")}, ${plural(dropped,"beam")} not continued. Use ↑\
 and ↓ to change rounds.`),this.drawn=this.model.its.length,this.current=-1}rulers(svg,total,first,high){let striped=this.
bands.map(({from,to},k)=>k%2?`M${from} 0H${to}V${total}H${from}Z`:"").join("");svg.append(s("path",{class:"st-tr-stripe",
d:striped}),this.cursor);let wide=this.bands.reduce((sum2,{from,to})=>sum2+to-from,0)/this.bands.length,every=Math.max(1,
Math.ceil(26/wide));this.bands.forEach(({from,to},k)=>{k%every===0&&svg.append(s("text",{class:"st-tr-n",x:(from+to)/2,y:12,
"text-anchor":"middle"},String(k+1)))});let rows=[[12,"round"],[first+4,"best beam"],[high+20,"log p minus"],[high+33,"t\
he best"]];for(let[y,text]of rows)svg.append(s("text",{class:"st-tr-n",x:2,y},text))}edges(svg,nodes,x,y){let d={dropped:"",
alive:"",best:""};for(let node of nodes.values()){let x0=node.up?x(node.up.depth):x(.55),y0=y(node.up?node.up.lane:0),x1=x(
node.depth),y1=y(node.lane),mid=(x0+x1)/2;d[node.kind]+=y0===y1?`M${x0} ${y0}H${x1}`:`M${x0} ${y0}C${mid} ${y0} ${mid} ${y1}\
 ${x1} ${y1}`}for(let kind of KINDS)svg.append(s("path",{class:"st-tr-e","data-of":kind,d:d[kind]}));svg.append(s("path",
{class:"st-g","data-kind":"input",d:shapeOf("input"),transform:`translate(${x(.55)} ${y(0)}) scale(4)`}))}marks(svg,found,x,y){
let all2=found.flat(),few=all2.length<=900,plain="",cross="";this.dots=[];for(let{node,it,kept,slots}of all2){if(!node)continue;
let cx=x(node.depth),cy=y(node.lane),numbered=slots.length>1&&few,r=numbered?8:3.6;this.dots.push({x:cx,y:cy,it,id:node.
node}),kept?numbered?svg.append(s("circle",{class:"st-tr-d","data-of":node.kind,cx,cy,r}),s("text",{class:"st-tr-c","dat\
a-of":node.kind,x:cx,y:cy+4.2,"text-anchor":"middle"},String(slots.length))):plain+=`M${cx-r} ${cy}a${r} ${r} 0 1 0 ${2*
r} 0a${r} ${r} 0 1 0 ${-2*r} 0`:cross+=`M${cx-4} ${cy-4}l8 8m0 -8l-8 8`}svg.append(s("path",{class:"st-tr-d",d:plain}),s(
"path",{class:"st-tr-x",d:cross}));for(let{node,beam}of found[found.length-1])node&&svg.append(s("text",{class:"st-tr-l"+
(beam.best?" best":""),x:x(node.depth)+12,y:y(node.lane)+4},`log p ${beam.logp?.toFixed(1)??"–"}${beam.best?" · best":
""}`))}chart(svg,found,x,y0,right){let lead=found.map(group=>Math.max(...group.map(({beam})=>beam.logp??-1/0))),all2=found.
flat().flatMap(({node,beam,it,up})=>node&&beam.logp!==null?[{node,up,behind:beam.logp-lead[it]}]:[]);if(!all2.length)return;
let sorted=all2.map(({behind})=>behind).sort((a,b)=>a-b),low=Math.min(-.5,sorted[Math.floor(sorted.length*.03)]),y=behind=>(y0+
6+Math.max(low,behind)/low*(CHART-12)).toFixed(1),d={dropped:"",alive:"",best:""},points={dropped:"",alive:"",best:""};for(let{
node,up,behind}of all2)up?.node&&up.beam.logp!==null&&up.node!==node&&(d[node.kind]+=`M${x(up.node.depth)} ${y(up.beam.logp-
lead[up.it])}L${x(node.depth)} ${y(behind)}`),points[node.kind]+=`M${x(node.depth)-2} ${y(behind)}a2 2 0 1 0 4 0a2 2 0 1\
 0 -4 0`;svg.append(s("path",{class:"st-tl-base",d:`M${GUTTER} ${y0-4}H${right}`}),s("text",{class:"st-tr-n",x:right+6,y:y0+
10},"0: the best"),s("text",{class:"st-tr-n",x:right+6,y:y0+CHART-3},`${low.toFixed(1)} or less`));for(let kind of KINDS)
svg.append(s("path",{class:"st-tr-e thin","data-of":kind,d:d[kind]}));for(let kind of KINDS)svg.append(s("path",{class:"\
st-tr-p","data-of":kind,d:points[kind]}))}describe(it){let next=this.model.its[it.i+1],beams3=this.model.beamsOf(it).map(
({beam,slots})=>{let from=new Set(slots.map(slot=>it.from[slot])),gone=next&&!slots.some(slot=>next.from.includes(slot)),
parents=[...from].map(slot=>slot===null?"the start":`beam ${slot+1}`).join(", "),numbers=slots.map(slot=>slot+1).join(",\
 ");return`${slots.length>1?`beams ${numbers} (duplicates)`:`beam ${numbers}`} from ${parents}, log p ${beam.logp?.toFixed(
2)??"–"}${gone?", not continued":""}`});return`Round ${it.i+1}: ${beams3.slice(0,8).join("; ")}${beams3.length>8?`; ${beams3.
length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(this.model.its[this.lastShown]),this.settle()}show(it){
if(this.root.hidden=!this.wanted(),this.root.hidden||!it||(this.lastShown=it.i,!this.root.open)||(this.drawn!==this.model.
its.length&&this.draw(),this.current===it.i))return;this.current=it.i;let{from,to}=this.bands[it.i];this.cursor.setAttribute(
"x",String(from)),this.cursor.setAttribute("width",String(to-from)),setText(this.info,(this.model.multi()?"":"Every roun\
d ended with one beam. ")+this.describe(it))}settle(){let band=this.bands[this.current];!band||this.root.hidden||!this.root.
open||(band.from<this.box.scrollLeft+GUTTER||band.to>this.box.scrollLeft+this.room)&&(this.box.scrollLeft=band.from-this.
room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.box.clientWidth)>30&&this.redo()}reset(){this.
drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],put(this.box),setText(this.info,""),this.root.hidden=!0}};function newEarly(){let asked=new Map,ask2=async url=>(await fetch(new URL(url,document.baseURI))).text();return{get:url=>asked.
get(url)??ask2(url),soon(url){if(asked.has(url))return;let answer=ask2(url);asked.set(url,answer),answer.catch(()=>asked.
delete(url))},clear:()=>asked.clear()}}var OWN4=/^run-/,WORDS2={file:"This page was not opened from a web address, so it has no link that others can open.",opened:"\
This run was opened from a file, so it has no link. Send the file instead.",kept:"The link works as long as the app stor\
es this run. Save the trace so that you do not lose it.",copied:"Copied.",refused:"The browser did not allow copying. Th\
e text is selected, so you can copy it yourself."},Share=class{said=h("p",{class:"st-quiet",role:"status","data-testid":"\
share-said"});place=h("div",{class:"st-share-parts"});title=h("h2",{},"Share this step");root=h("dialog",{class:"st-help\
 st-share","data-testid":"share-dialog","aria-label":"Share"},this.title,this.place,this.said,h("button",{type:"button",
class:"st-btn st-wide",onclick:()=>this.root.close()},"Close"));asked="";constructor(stage){this.stage=stage}open(){let{
stage}=this,{lesson}=stage.lesson;setText(this.title,lesson?"Share this step of the lesson":"Share this step"),setText(this.
said,"");let command=h("div",{hidden:!0});put(this.place,...this.links(),h("div",{class:"st-share-row"},h("span",{},"Pic\
ture"),this.button("share-svg","Save SVG",()=>stage.act.picture("svg")),this.button("share-png","Save PNG",()=>stage.act.
picture("png"))),command),this.root.showModal(),this.fill(command)}links(){let{stage}=this,{lesson,step}=stage.lesson,{name}=stage.
model,why=!stage.options.url||!shared()?WORDS2.file:!lesson&&!name?WORDS2.opened:"";if(why)return[h("p",{"data-testid":"\
share-why"},why)];let at2=stage.where(),{title}=stage.model.header,link=linkWith(lesson?{lesson:lesson.slug,step:step+1}:
{trace:name,it:at2.it,phase:at2.phase,part:at2.part,node:at2.node}),called=lesson?`Lesson: ${lesson.title}`:`${title||"S\
peculative decoding"}, round ${at2.it}`;return[...this.field("link","Link",link),...this.field("embed","Embed code",embedCode(
link,called)),...!lesson&&OWN4.test(name)?[h("p",{class:"st-quiet"},WORDS2.kept)]:[]]}async fill(place){let command=await this.
command();command&&(put(place,...this.field("command","Command that records this run again",command)),place.hidden=!1)}async command(){
let{options:{command},model:{name}}=this.stage;if(command!==void 0||!name)return command??"";try{let answer=await fetch(
new URL(`explorer/code/${encodeURIComponent(name)}`,document.baseURI)),{snippets}=await answer.json();return snippets.find(
({kind})=>kind==="shell")?.code??""}catch{return""}}field(id,label,text){let box2=h("textarea",{readonly:!0,rows:Math.min(
6,Math.ceil(text.length/60)),id:`st-share-${id}`,spellcheck:"false","data-testid":`share-${id}`,onfocus:()=>box2.select()},
text);return[h("label",{class:"st-share-row",for:box2.id},h("span",{},label),box2,this.button(`share-copy-${id}`,"Copy",
()=>{this.copy(box2)}))]}button(id,label,onclick){return h("button",{type:"button",class:"st-btn st-wide","data-testid":id,
onclick},label)}async copy(box2){try{await navigator.clipboard.writeText(box2.value),setText(this.said,WORDS2.copied)}catch{
box2.focus(),box2.select(),setText(this.said,WORDS2.refused)}}};var VOICES=[{name:"plain",label:"Plain",help:"Everyday words"},{name:"exact",label:"Exact",help:"Symbols and formulas of\
 the papers"}],KEYLINE="← → step · ? all keys",leaveScreen=()=>{document.exitFullscreen?.().catch(()=>{})},QUICK=220,
Stage=class{model=new Model;at={it:0,phase:0,part:0};hovered=-1;picked=null;follow=!1;away=!1;chosen=!1;timer=0;late=0;stepped=0;sentence="";last={
it:null,phase:-1,parts:[]};setAddress=addressWriter(()=>!this.away);setLesson=addressWriter();early=newEarly();act={phase:by=>{
let{it,phase,part}=this.at,next=part+by;if(next>=0&&next<this.parts().length)return this.goto(it,phase,null,{forward:by===
1,part:next});let[to,step]=this.model.at(this.within(this.model.starts[it]+phase+by));this.goto(to,step,null,{forward:by===
1,part:by===1?0:1/0})},iteration:by=>{if(!this.model.its.length)return;let{it,phase}=roundFrom(this.at,by,this.model.its.
map(({steps})=>steps.length));this.goto(it,phase,null)},seek:place=>{this.stepTo(place)},to:phase=>{this.goto(this.at.it,
phase,null)},play:()=>{this.timer?this.pause():this.start()},help:()=>{this.controls.help.open?this.controls.help.close():
this.controls.help.showModal()},present:()=>{this.root.classList.toggle("present")?this.root.requestFullscreen?.().catch(
()=>{}):leaveScreen(),this.placeDecision(),this.resized()},rejection:()=>{this.jump(firstRejection(this.model))},accepted:()=>{
this.jump(nextAccepted(this.model,this.at.it))},share:()=>{this.full&&this.model.its.length&&this.share.open()},find:()=>{
this.full&&this.model.its.length&&this.find.open()},picture:kind=>{this.savePicture(kind)},release:()=>{this.picked=null,
this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(it,phase,node)=>this.goto(it,phase,node)};linked={pick:place=>{
this.picked=this.model.its[this.at.it].n.id[place],this.hovered=-1,this.refresh(),this.announce()},hover:place=>{place!==
this.hovered&&(this.hovered=place,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:below=>{below?this.graph.root.
after(this.attention.root):this.pictures.append(this.attention.root)}};pictures=h("div",{class:"st-pictures"});graph=new Graph(
this.model,this.linked);purpose=new PurposePicture;attention=new Attention(this.model,this.linked);trace=new BeamTrace(this.
model,this.moves);text=new RunText(this.model,this.moves);find=newFind(this.model,{...this.moves,at:()=>this.at.it,mark:nodes=>this.
text.mark(nodes),left:()=>this.controls.focus()});timeline=new Timeline(this.model,this.moves);controls=new Controls(this.
model,this.act);legend=newLegend(this.model);table=newTable(this.model,()=>this.refresh());lesson=this.newLessons();share=new Share(
this);badge=h("span",{class:"st-badge"});say=h("span",{class:"st-say"});said=h("div",{class:"st-said","data-testid":"nar\
ration","aria-live":"polite","aria-atomic":"true"},this.badge,this.say);narration=h("div",{class:"st-narration"},this.said);worth=h(
"b",{class:"st-worth","data-testid":"worth"});about=h("span",{class:"st-about"});voices=VOICES.map(({name,label,help})=>h(
"button",{type:"button",class:"st-btn st-small","data-testid":`voice-${name}`,title:help,onclick:()=>{keep("voice",name),
this.speak(name)}},label));note=h("div",{class:"st-message","data-testid":"message",role:"status"},"Opening the recorded\
 run …");wrong=h("p",{class:"st-message","data-testid":"wrong-step",role:"alert",hidden:!0});end=h("section",{class:"s\
t-end","data-testid":"end-card",hidden:!0});asks=h("summary");serves=h("p",{class:"st-serves","data-testid":"serves"});facts=h(
"dl",{class:"st-facts"});run=h("details",{class:"st-card st-details","data-testid":"run"},h("summary",{},"About this run"),
this.facts);changed=newChanged(()=>this.messages.back());tools=h("div",{class:"st-tools"});phone=matchMedia("(max-width:\
 640px)");wide=matchMedia("(min-width: 1200px)");roomy=matchMedia("(min-width: 901px)");tall=matchMedia("(min-height: 80\
1px)");constructor(element,trigger,props,watch){this.element=element,this.trigger=trigger,this.root=element.querySelector(
".st")||element,this.options={url:props.url!==!1,keys:props.keys!==!1,asks:props.asks!==!1,command:props.command},this.full=
props.compact!==!0,this.messages=new Messages(this),this.glossary=newGlossary(this.root,()=>this.model.header.method),this.
inspector=new Inspector(this.model,this.glossary.explained,this.options.asks?query=>{this.messages.change(query)}:null,(place,state)=>this.
graph.suppose(place,state),place=>this.linked.pick(place),it=>this.goto(it,0,null)),this.motion=new Motion(this.root,this.
graph.picture,id=>this.text.viewOf(id)),put(this.tools,h("div",{class:"st-voices",role:"group","aria-label":"Level of de\
tail"},...this.voices),this.full&&h("button",{type:"button",class:"st-btn st-small st-share-open","data-testid":"share",
title:"Share this step (S)",onclick:()=>this.act.share()},"Share")),this.top=h("header",{class:"st-top",hidden:!0},h("di\
v",{class:"st-what"},this.worth,this.about),this.full&&h("button",{type:"button",class:"st-btn st-small st-leave","data-\
testid":"leave",onclick:()=>this.act.present()},"Exit (F)")),this.why=h("details",{class:"st-why",open:!0},this.asks,this.
serves,this.end,this.inspector.root),this.whySides=new Sides(this.why),this.body=this.layOut(),this.root.classList.toggle(
"compact",!this.full),put(this.root,this.top,this.changed.root,this.note,this.wrong,this.body,this.glossary.root,this.share.
root),remember(this.body),this.listen(),this.speak(recall("voice")),Object.assign(element,{stage:{focus:()=>this.graph.focus(),
present:()=>this.act.present(),state:()=>this.where(),goto:to=>this.openAt(to),receive:value=>this.messages.receive(value)}}),
watch?.("value",()=>{props.value&&this.messages.receive(props.value)}),props.value&&this.messages.receive(props.value)}layOut(){
let{full,graph,controls,text,timeline,trace,attention}=this;text.root.append(this.find.root);let left=h("div",{class:"st\
-left",id:full&&"picture",tabindex:"-1"},this.lesson.chart.root,this.purpose.root,graph.root),body=h("div",{class:"st-bo\
dy",hidden:!0},controls.root,full&&text.root,h("div",{class:"st-main"},left,full&&h("div",{class:"st-right"},this.lesson.
root,this.why,this.whySides.sign)),this.narration,h("div",{class:"st-foot"},this.legend.root,full&&this.options.keys&&h(
"p",{class:"st-quiet st-keyline"},KEYLINE)));return full&&body.append(timeline.root,fill(this.pictures,{},[trace.root,attention.
root]),text.beams,this.table.root,this.run),body}listen(){let{root,options}=this;this.phone.addEventListener("change",()=>this.
fold()),this.wide.addEventListener("change",()=>this.placeTools()),this.placeTools();for(let size of[this.roomy,this.tall])
size.addEventListener("change",()=>this.placeDecision());this.placeDecision(),this.why.addEventListener("toggle",()=>this.
inspect()),this.fold(),root.addEventListener("stage:supposed",event=>{let{sentence}=event.detail;if(this.badge.toggleAttribute(
"data-supposed",sentence!==""),!sentence)return this.refresh();setText(this.badge,"What if?"),put(this.say,this.sentence=
sentence)}),options.url&&addEventListener("popstate",()=>{let{trace}=readAddress();this.away=trace!==null&&trace!==this.
model.name,this.away&&this.pause()}),pointer.watch(root),options.keys&&listen(root,this.act,event=>this.lesson.key(event)),
root.addEventListener("fullscreenchange",()=>{root.classList.contains("present")?document.fullscreenElement||this.act.present():
leaveScreen()});let sizes=new ResizeObserver(()=>this.resized());sizes.observe(root),sizes.observe(this.graph.root)}newLessons(){
return new Lessons({goto:(name,at2)=>name===this.model.name&&this.model.its.length?this.openAt(at2):void this.messages.fetch(
{type:"fetch",url:`explorer/open/${name}`,at:at2}),close:()=>{this.early.clear(),this.refresh()},shown:open=>{this.root.
classList.toggle("teaching",open),this.at.part=mainPart(this.parts()),this.fold(),this.placeDecision()},soon:traces=>{for(let name of traces)
name!==this.model.name&&this.early.soon(`explorer/open/${name}`)},method:()=>this.model.header.method,marker:()=>this.glossary.
marker(),changed:(slug,step)=>{this.options.url&&this.setLesson({lesson:slug,step:slug&&step})}})}placeTools(){this.full&&
this.wide.matches&&parameters().get("embed")!=="1"?this.text.root.append(this.tools):this.top.insertBefore(this.tools,this.
top.querySelector(".st-leave"))}placeDecision(){let{inspector,narration,root}=this,below=this.full&&this.roomy.matches&&
!root.classList.contains("teaching")&&(this.tall.matches||!root.classList.contains("present"));inspector.apart=below,below?
narration.append(inspector.decision):inspector.decision.remove(),this.refresh()}fold(){this.why.open=!this.phone.matches||
this.root.classList.contains("teaching")}speak(name){this.model.voice=name==="exact"?"exact":"plain",this.voices.forEach(
(button,k)=>button.setAttribute("aria-pressed",String(VOICES[k].name===this.model.voice))),this.refresh()}splits(){return this.
full&&!this.root.classList.contains("teaching")}parts(){let it=this.model.its[this.at.it],{phase}=this.at,{last}=this;return!it||
!this.splits()?[]:((last.it!==it||last.phase!==phase)&&(this.last={it,phase,parts:partsOf4(this.model,it,phase)}),this.last.
parts)}shown(){let it=this.model.its[this.at.it];return partOf(this.model,it,this.at.phase,this.parts()[this.at.part],panel=>this.
inspector.inVoice(panel))}goto(it,phase,node,{forward=!1,part=null}={}){if(!this.model.its.length)return;let{scene:scene2,
frame}=this.graph,before={...this.at,drawn:this.graph.step};this.motion.stop();let unmerges=this.model.its[it]?.steps[phase]?.
phase==="unmerge",view=forward&&unmerges?this.graph.view():null,last=this.model.its.length-1,to=Math.min(last,Math.max(0,
it)),end=this.model.its[to].steps.length-1;this.at={it:to,phase:Math.min(end,Math.max(0,phase)),part:0};let parts2=this.
parts();this.at.part=Math.min(part??mainPart(parts2),Math.max(0,parts2.length-1)),this.follow=this.model.live&&to===last&&
this.at.phase===end,this.picked=node,this.hovered=-1,this.answer(""),this.refresh();let now=performance.now(),calm=now-this.
stepped>QUICK,after2=this.graph.scene;this.stepped=now;let next=forward&&calm&&this.at.it===before.it;next&&this.at.phase===
before.phase&&parts2[this.at.part]==="left"?this.motion.leftover(this.rate()):next&&this.drawn()===before.drawn+1&&scene2&&
after2&&this.move(scene2,after2,this.graph.frame===frame,view),this.announce()}move(scene2,after2,same2,view){let{phase}=this.
model.its[this.at.it].steps[this.at.phase],rate=this.rate();if(same2)return this.motion.play(scene2,after2,phase,rate);let drawn=view&&
this.graph.view();view&&drawn&&this.motion.split(view,drawn,rate)}rate(){return this.timer?this.controls.rate():1}within(place){
return Math.min(this.model.total()-1,Math.max(0,place))}stepTo(place){if(!this.model.its.length)return;let[it,phase]=this.
model.at(this.within(place));this.goto(it,phase,null)}jump(place){this.model.its.length&&(typeof place=="string"?this.controls.
notify(place):this.goto(place.it,place.phase,place.node))}async savePicture(kind){if(!this.model.its.length)return;this.
motion.stop();let{title="",method}=this.model.header,name=pictureName(method,this.at.it+1),step=this.model.its[this.at.it].
steps[this.at.phase],part=this.shown(),called=(this.model.voice==="plain"?step.called:step.title)+(part?.name?`, ${part.
name.toLowerCase()}`:""),picture=drawing({stage:this.root,graph:this.graph.svg,legend:this.legend.root,sentence:this.say.
textContent,title:`${title||method} · round ${this.at.it+1} of ${this.model.its.length} · ${called}`});kind==="svg"?saveSvg(
picture,name):await savePng(picture,name)||this.controls.notify("This browser could not draw the PNG. Save the picture a\
s SVG instead.")}pointed(){return this.hovered>=0?this.hovered:this.picked===null?-1:this.model.its[this.at.it].place.get(
this.picked)??-1}refresh(){let it=this.model.its[this.at.it];if(!it)return;this.graph.open(it);let step=it.steps[this.at.
phase],part=this.shown(),says2=part?.says??step[this.model.voice],drawn=this.drawn(),next=drawn<this.at.phase?this.subject(
it):-1;this.graph.show(drawn,this.view(),this.picked===null?next:it.place.get(this.picked)??-1,this.full?this.pointed():
void 0),this.narration.dataset.phase=early(this.parts()[this.at.part])?"target":step.phase,this.narration.toggleAttribute(
"data-failed",drawn===this.at.phase&&failedAt(it,drawn)),setText(this.asks,step.phase==="input"&&this.model.header.round?.
length?"How a round works":"Why?"),setText(this.badge,part?.name||calledOf(step.phase,this.model.voice)),this.purpose.show(
this.model.header.purpose,aimOf(this.parts()[this.at.part])),this.serve(step.phase),this.sentence!==says2&&put(this.say,
...this.glossary.explained(this.sentence=says2)),this.controls.show(it,this.at.phase,part?.name,drawn),this.legend.show(
it,drawn),this.full&&(this.inspect(part),this.text.show(it,drawn),this.timeline.show(it),this.late||=afterPaint(()=>this.
drawPictures()),this.point(),this.table.show(it,drawn)),this.root.toggleAttribute("data-calculates",this.inspector.apart&&
this.model.calculates),Object.assign(this.root.dataset,{it:this.at.it+1,phase:this.at.phase+1,shows:this.parts()[this.at.
part]??"",iterations:this.model.its.length,name:this.model.name,live:this.model.live?"1":"0"}),this.graph.settle(),this.
controls.settle(),this.glossary.gone(),this.full&&(this.timeline.settle(),this.text.settle(),this.whySides.look())}serve(phase){
let serves=this.splits()?this.model.header.purpose?.serves:void 0,part=this.parts()[this.at.part],says2=serves?.[part??""]??
serves?.[phase]??"";this.serves.hidden=!says2,put(this.serves,h("b",{},"What for?")," ",...this.glossary.explained(says2))}drawPictures(){
this.late=0;let it=this.model.its[this.at.it];it&&(this.attention.show(it,this.drawn()),this.trace.show(it),this.point(),
this.trace.settle(),this.pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.graph.light(this.pointed()),
this.full&&!this.late&&this.attention.point(this.pointed())}inspect(part){let it=this.model.its[this.at.it];if(!it||!this.
full||!this.why.open)return;let over=this.ended()&&this.picked===null;this.end.hidden=!over,this.inspector.root.hidden=over&&
this.hovered<0;let subject=this.subject(it),place=this.pointed();this.inspector.part=this.splits()?this.parts()[this.at.
part]??"whole":null;let other=place>=0&&place!==subject;this.inspector.show(it,other?place:subject,other?this.drawn():this.
at.phase,subject,aimOf(this.parts()[this.at.part])>=0?null:part===void 0?this.shown():part),this.glossary.gone()}subject(it){
let{now,phase,layer,about}=it.steps[this.at.phase],drawn=now.filter(place=>this.graph.draws(place)),widens=phase==="laye\
r"&&it.panels.some(panel=>panel.kind==="width"&&panel.layer===layer);if(phase==="commit"||widens)return-1;if(about!==void 0&&
this.graph.draws(about))return about;let grown=drawn.filter(place=>it.n.role[place]!=="input");return(grown.length?grown:
drawn)[0]??now[0]??-1}start(){this.model.its.length&&(this.atEnd()&&this.stepTo(0),this.controls.playing(!0),this.tick())}ended(){
return this.atEnd()&&!this.model.live&&!!this.model.summary}atEnd(){return this.model.starts[this.at.it]+this.at.phase>=
this.model.total()-1}tick(){let{steps}=this.model.its[this.at.it],{phase}=this.at,wait=waitAfter(steps[phase].phase,steps[phase-
1]?.phase,this.sentence.length);this.timer=setTimeout(()=>{if(!this.root.isConnected||this.atEnd()&&!this.model.live)return this.
pause();this.act.phase(1),this.tick()},wait/this.controls.rate())}pause(){clearTimeout(this.timer),this.timer=0,this.controls.
playing(!1)}named(){return this.at.part===mainPart(this.parts())?null:this.at.part+1}drawn(){return this.at.phase-(early(
this.parts()[this.at.part])?1:0)}view(){let part=this.parts()[this.at.part],leaf=part==="left"&&judgedIn(this.model.its[this.
at.it])?.ratios!==void 0;return this.splits()?early(part)?"early":part==="through"?"test":leaf?"unscaled":part==="test"||
part==="deleted"||part==="check"||part==="plan"?part:"left":null}where(){return{name:this.model.name,it:this.at.it+1,phase:this.
at.phase+1,part:this.named(),node:this.picked,iterations:this.model.its.length}}announce(){this.lesson.stands(this.where()),
this.moved();let{it,phase,part,node}=this.where(),place=opens()?{it:null,phase:null,part:null,node:null}:{it,phase,part,
node};this.options.url&&this.model.its.length&&!this.away&&this.setAddress({trace:this.model.name||null,...place})}moved(){
let detail={...this.where(),title:this.model.header.title??"",chosen:this.chosen};this.root.dispatchEvent(new CustomEvent(
"stage:step",{bubbles:!0,detail}))}reached({it,phase,part,node}){if(it??phase)return{it:it??1,phase,part,node};if(node===
null)return null;let first=this.model.its.findIndex(each=>each.place.has(node));return first<0?{it:1}:{it:first+1,phase,
node}}answer(text){setText(this.wrong,text),this.wrong.hidden=!text}openAt(target){if(!this.model.its.length)return;let number=Math.
min(this.model.its.length,Math.max(1,target?.it||1))-1,it=this.model.its[number],named=target?.node??-1,node=this.model.
its.some(each=>each.place.has(named))?named:null,place=node===null?void 0:it.place.get(node);if(target?.phase)return this.
goto(number,target.phase-1,node,{part:target.part&&target.part-1});if(place!==void 0)return this.goto(number,it.fates[place].
at(-1)?.step??0,node);this.goto(number,target?.it?1/0:0,node)}resized(){if(!this.model.its.length||!this.root.checkVisibility())
return;let{frame}=this.graph;this.lesson.measure(),this.graph.resized(),this.graph.frame!==frame&&this.motion.stop(),this.
full&&(this.inspector.fit(),this.timeline.resized(),this.text.resized(),this.trace.resized())}};function mount(...given){
new Stage(...given)}export{Stage,mount};
