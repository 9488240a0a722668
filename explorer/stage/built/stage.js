function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...kept(children)),node}var kept=children=>children.filter(child=>child!=null&&child!==!1),h=(tag2,attributes={},...children)=>fill(
document.createElement(tag2),attributes,children),s=(tag2,attributes={},...children)=>fill(document.createElementNS("htt\
p://www.w3.org/2000/svg",tag2),attributes,children),put=(node,...children)=>node.replaceChildren(...kept(children));function arrange(node,children){
let kept_=new Set(children);for(let child of[...node.children])kept_.has(child)||child.remove();let next=node.firstElementChild;
for(let child of children)child===next?next=next.nextElementSibling:node.insertBefore(child,next)}function set(node,attributes){
for(let[key,value]of Object.entries(attributes))node.getAttribute(key)!==String(value)&&node.setAttribute(key,String(value))}
function setText(node,text){let held=node.firstChild;node.textContent!==text&&(held instanceof Text&&held===node.lastChild?
held.data=text:node.textContent=text)}var afterPaint=act=>requestAnimationFrame(()=>setTimeout(act)),widths=new Map,canvas=null;
function measure(text,font){let key=`${font}\0${text}`,known=widths.get(key);if(known!==void 0)return known;if(canvas??=
document.createElement("canvas").getContext("2d"),!canvas)return 0;canvas.font=font;let{width}=canvas.measureText(text);
return widths.set(key,width),width}var pointer=(()=>{let at=event=>`${event.screenX} ${event.screenY}`,last="",before="";
return{watch(root){let note=event=>{if(!root.isConnected)return document.removeEventListener("mousemove",note,!0);before=
last,last=at(event)};document.addEventListener("mousemove",note,{capture:!0,passive:!0})},moved:event=>at(event)!==(event.
type==="mousemove"?before:last)}})();var VISIBLE={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},CODE=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,
HIDDEN="\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",BLANK="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",UNSEEN=new RegExp(
`(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${HIDDEN}]|${BLANK})`,"gsu"),ISOLATE="⁨",END="⁩",RIGHT_TO_LEFT=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
coded=text=>text.replace(UNSEEN,c=>c===" "||c===`
`?c:`⟨U+${(c.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function visible(text){if(CODE.test(text))
return text;let signs=coded(text.replace(/[ \n\t\r\u00a0]/g,c=>VISIBLE[c]));return RIGHT_TO_LEFT.test(signs)?ISOLATE+signs+
END:signs}var BYTES=/^⟨([0-9A-F]{2}(?: [0-9A-F]{2})*)⟩$/,utf8=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0}),widthOf=lead=>lead<
128?1:lead>=240?4:lead>=224?3:2;function characters(bytes){let found=[];for(let at=0;at<bytes.length;){let wide=widthOf(
bytes[at]);try{found.push([utf8.decode(Uint8Array.from(bytes.slice(at,at+wide))),at]),at+=wide}catch{found.push([`⟨${bytes[at].
toString(16).toUpperCase().padStart(2,"0")}⟩`,at]),at+=1}}return found}function pieces(texts){let found=[],bytes=[],from=[],
flush=()=>{found.push(...characters(bytes).map(([text,at])=>({text,index:from[at]}))),bytes=[],from=[]};return texts.forEach(
(text,index)=>{let part=BYTES.exec(text)?.[1].split(" ").map(byte=>parseInt(byte,16));if(part){bytes.push(...part),from.
push(...part.map(()=>index));return}flush(),found.push({text,index})}),flush(),found}function inner(text){let within=text.
startsWith(ISOLATE)&&text.endsWith(END);return[Array.from(within?text.slice(1,-1):text),cut=>within?ISOLATE+cut+END:cut]}
function clip(text,size){let[signs,around]=inner(text);return signs.length>size?around(signs.slice(0,size-1).join("")+"…"):
text}function tail(text,size){let[signs,around]=inner(text);return signs.length>size?around("…"+signs.slice(1-size).join(
"")):text}var NOISE=1e-12;function num(value,digits=2){if(value==null)return"–";if(value===0||value===1)return String(
value);if(Number.isInteger(value)&&Math.abs(value)<1e7)return value.toLocaleString("en");let size=Math.abs(value);return size<
NOISE?"0":size<.001||size>=1e5?value.toExponential(1).replace("e+","e"):size<1&&size>=.995?String(Math.min(+value.toFixed(
5),.99999)).slice(0,6):size<.1?String(+value.toPrecision(digits)):size<1?value.toFixed(digits).replace(/(\.\d\d+?)0+$/,"\
$1"):String(+value.toPrecision(4))}var short=value=>num(value).replace(/^0\./,"."),percent=value=>(value*100).toFixed(value<
.1?1:0)+" %";function seconds(value){return value>=1?value.toFixed(value<10?2:1)+" s":value>=.001?(value*1e3).toFixed(value<
.01?1:0)+" ms":(value*1e6).toFixed(0)+" µs"}var plural=(count,word)=>`${count} ${word}${count===1?"":"s"}`;var states_default={colours:{ink:{light:"#1f2937",dark:"#f3f4f6",tint:{light:"#eceff2",dark:"#29313b"}},grey:{light:"#7d\
8894",dark:"#8d99a6",tint:{light:"#eceff2",dark:"#29313b"}},mute:{light:"#59636f",dark:"#a6b0bd"},line:{light:"#d6dbe2",
dark:"#3b4451"},yes:{light:"#009e73",dark:"#10b98a",tint:{light:"#dff3ec",dark:"#0e3a2e"}},no:{light:"#d55e00",dark:"#f0\
803a",tint:{light:"#fbe9dd",dark:"#43250f"}},blue:{light:"#0072b2",dark:"#3f9fdc",tint:{light:"#dcecf7",dark:"#10344d"}},
pink:{light:"#cc79a7",dark:"#d98fb8",tint:{light:"#f8e6f0",dark:"#44233a"}},sky:{light:"#56b4e9",dark:"#56b4e9",tint:{light:"\
#e3f2fb",dark:"#173646"}},amber:{light:"#e69f00",dark:"#e69f00"}},glyphs:{square:"M-.9 -.9H.9V.9H-.9Z",disc:"M1 0A1 1 0 \
1 1 -1 0A1 1 0 1 1 1 0Z",half:"M0 -1A1 1 0 0 0 0 1ZM1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0",cross:"M-.85 -.85L.85 .85M.85 -.85\
L-.85 .85",bar:"M-.8 0H.8",wedge:"M-1 -.75H1L0 1Z",diamond:"M0 -1.15L1.15 0L0 1.15L-1.15 0Z",star:"M0 -1.12L.27 -.372L1.\
065 -.346L.437 .142L.658 .906L0 .46L-.658 .906L-.437 .142L-1.065 -.346L-.27 -.372Z",triangle:"M0 -1.1L1.05 .8H-1.05Z",hexagon:"\
M1.05 0L.52 .92H-.52L-1.05 0L-.52 -.92H.52Z"},states:[{name:"input",label:"input beam",plain:"start",sign:"■",look:"",
glyph:"square",filled:!0,strength:0,colour:"ink",tint:!0,dash:"",help:"where this round starts: the end of the text so f\
ar, or of one of the beams"},{name:"pending",label:"not judged yet",sign:"◌",look:"dashed",glyph:"disc",filled:!1,strength:0,
colour:"ink",tint:!1,dash:"3 3",help:"guessed by the draft model; nothing is decided about it yet"},{name:"passes",label:"\
prefix passes",sign:"●",look:"green edge",glyph:"disc",filled:!1,strength:0,colour:"yes",tint:!1,dash:"3 3",help:"MTAD\
: up to here the draft is likely enough to the target as a whole; the longest such prefix is kept"},{name:"fails",label:"\
prefix fails",sign:"✕",look:"vermilion edge",glyph:"disc",filled:!1,strength:0,colour:"no",tint:!1,dash:"3 3",help:"MT\
AD: up to here the draft is not likely enough to the target as a whole; a longer prefix may still pass"},{name:"accepted",
label:"accepted",plain:"kept",sign:"●",look:"green",glyph:"disc",filled:!0,strength:10,colour:"yes",tint:!0,dash:"",help:"\
a draft that passed its test: its dice fell below the bar, or the target wanted the same token"},{name:"rejected",label:"\
rejected",sign:"✕",look:"vermilion, dashed edge",glyph:"cross",filled:!1,strength:6,colour:"no",tint:!0,dash:"5 3",help:"\
a draft that did not pass its test: its dice fell too high, or the target wanted another token"},{name:"unused",label:"u\
nused",sign:"○",look:"grey",glyph:"disc",filled:!1,strength:2,colour:"grey",tint:!1,dash:"",help:"drafted but never te\
sted: testing ended before it, or went another way"},{name:"orphaned",label:"orphaned",sign:"▽",look:"hollow",glyph:"w\
edge",filled:!1,strength:3,colour:"mute",tint:!1,dash:"1.5 3",help:"its layer was checked, but without it: its parent wa\
s not kept"},{name:"merged",label:"merged",sign:"◆",look:"purple, dotted edge",glyph:"diamond",filled:!0,strength:4,colour:"\
pink",tint:!0,dash:"",help:"this n-gram stands elsewhere in the draft and is not drafted twice: the dotted edge leads to\
 what stands in for it"},{name:"pruned",label:"pruned leaf",sign:"□",look:"hollow",glyph:"square",filled:!1,strength:1,
colour:"mute",tint:!1,dash:"3 3",help:"a leaf by pruning: too improbable to be expanded, or beyond the node budget"},{name:"\
not_sent",label:"not sent",sign:"–",look:"pale",glyph:"bar",filled:!1,strength:5,colour:"line",tint:!1,dash:"",help:"d\
rafted, but not sent to the target: EAGLE-2 keeps its most confident nodes, MTAD its likeliest beam"},{name:"dropped",label:"\
dropped",sign:"◐",look:"green",glyph:"half",filled:!1,strength:7,colour:"yes",tint:!1,dash:"2 4",help:"it passed its t\
est or was grown by the target, and another path was preferred"},{name:"residual",label:"residual",sign:"★",look:"blue",
glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"written by the target, from what the rejected draf\
ts left of the target’s chances"},{name:"bonus",label:"bonus",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,
colour:"blue",tint:!0,dash:"",help:"written by the target, one token more, behind drafts that were all kept"},{name:"fil\
l",label:"fill",sign:"★",look:"blue",glyph:"star",filled:!0,strength:8,colour:"blue",tint:!0,dash:"",help:"drawn by th\
e target, to complete a layer in which too few drafts were kept"},{name:"drawn",label:"drawn by the target",sign:"▲",look:"\
black",glyph:"triangle",filled:!0,strength:8,colour:"ink",tint:!0,dash:"",help:"drawn by the target's own chances: no dr\
aft stood here, or none that stood here was kept"},{name:"greedy",label:"greedy choice",sign:"⬢",look:"black",glyph:"h\
exagon",filled:!0,strength:8,colour:"ink",tint:!0,dash:"",help:"the target's most probable token: nothing is left to cha\
nce"},{name:"chosen",label:"chosen by the target",sign:"●",look:"black",glyph:"disc",filled:!0,strength:9,colour:"ink",
tint:!0,dash:"",help:"the continuation that the target finds likeliest: a beam of beam search, MTJD's best beam"}],groups:[
{name:"draft",label:"Draft"},{name:"check",label:"Check"},{name:"decide",label:"Decide"},{name:"commit",label:"Write"}],
phases:[{name:"input",label:"input",plain:"start",group:"draft",colour:"grey"},{name:"draft",label:"draft",group:"draft",
colour:"amber"},{name:"exit",label:"exit",group:"draft",colour:"amber"},{name:"merge",label:"merge",group:"draft",colour:"\
pink"},{name:"unmerge",label:"unmerge",group:"draft",colour:"pink"},{name:"select",label:"select",group:"draft",colour:"\
amber"},{name:"target",label:"target pass",group:"check",colour:"sky"},{name:"layer",label:"layer",group:"check",colour:"\
yes"},{name:"prefix",label:"prefix",group:"check",colour:"yes"},{name:"verify",label:"verify",group:"decide",colour:"yes"},
{name:"orphaned",label:"orphaned",group:"decide",colour:"mute"},{name:"unused",label:"unused",group:"decide",colour:"gre\
y"},{name:"residual",label:"residual",group:"decide",colour:"blue"},{name:"bonus",label:"bonus",group:"decide",colour:"b\
lue"},{name:"fill",label:"fill",group:"decide",colour:"blue"},{name:"drawn",label:"drawn",group:"decide",colour:"ink"},{
name:"greedy",label:"greedy",group:"decide",colour:"ink"},{name:"chosen",label:"chosen",group:"decide",colour:"ink"},{name:"\
commit",label:"commit",group:"commit",colour:"ink"}],origins:[{name:"chosen",label:"chosen by the target",colour:"grey",
tint:"grey",line:"solid"},{name:"drawn",label:"drawn by the target",colour:"ink",tint:"grey",line:"solid"},{name:"greedy",
label:"greedy choice",colour:"ink",tint:"grey",line:"dotted"},{name:"draft",label:"draft, kept",colour:"yes",tint:"yes",
line:"solid"},{name:"merged",label:"kept through a merged node",colour:"pink",tint:"pink",line:"dotted"},{name:"residual",
label:"residual",colour:"blue",tint:"blue",line:"solid"},{name:"bonus",label:"bonus",colour:"blue",tint:"blue",line:"dou\
ble"},{name:"fill",label:"fill",colour:"blue",tint:"sky",line:"dashed"}]};var STATES=new Map(states_default.states.map(state=>[state.name,state])),ORIGINS=new Map(states_default.origins.map(origin=>[
origin.name,origin])),SHAPES=states_default.glyphs;function stateOf(name){let state=STATES.get(name);if(!state)throw new Error(
`states.json has no state ${name}`);return state}function labelOf(name,voice){let{label,plain}=stateOf(name);return voice===
"plain"&&plain?plain:label}var strongest=states=>states.reduce((one,other)=>stateOf(other).strength>stateOf(one).strength?
other:one),PHASES=new Map(states_default.phases.map(phase=>[phase.name,phase])),phaseOf=name=>PHASES.get(name)??{name,label:name.
replaceAll("_"," "),plain:void 0,group:"decide",colour:"ink"},GROUPS=new Map(states_default.groups.map(({name,label})=>[
name,label])),groupOf=name=>GROUPS.get(name)??name;function calledOf(name,voice){let{label,plain,group}=phaseOf(name);return voice===
"exact"?label:plain??groupOf(group)}var shapeOf=state=>SHAPES[stateOf(state).glyph],glyph=(state,r)=>s("path",{d:shapeOf(
state),class:"st-g","data-kind":state,transform:`scale(${r})`}),glyphIcon=state=>s("svg",{viewBox:"-8 -8 16 16",width:16,
height:16,class:"st-icon","aria-hidden":"true"},glyph(state,5.4));var SIZES=[{upTo:26,cell:20,font:12.5,chars:13},{upTo:60,cell:14,font:11,chars:12},{upTo:120,cell:11,font:9.5,chars:11},
{upTo:1/0,cell:5,font:0,chars:0}],LAST=SIZES[SIZES.length-1],MASK={rows:[],sees:[],cached:[],starts:[]},Attention=class{info=h(
"span",{class:"st-quiet","data-testid":"mask-size"});order=h("select",{class:"st-speed st-small","data-testid":"mask-ord\
er","aria-label":"Order of the rows",onchange:()=>this.redo()},h("option",{value:"pass"},"in the order of the pass"),h("\
option",{value:"depth"},"depth first, tree by tree"));box=h("div",{class:"st-mask","data-testid":"mask",tabindex:"0",role:"\
group"});say=h("p",{class:"st-mask-say","data-testid":"mask-say","aria-live":"polite"});keys=h("div",{class:"st-mask-key\
s","aria-hidden":"true"},h("span",{"data-of":"on"},"may attend"),h("span",{"data-of":"itself"},"itself"),h("span",{"data\
-of":"off"},"masked: another branch"));pin=h("button",{type:"button",class:"st-btn st-small","data-testid":"mask-pin","a\
ria-pressed":"false",title:"Show the mask right below the graph",onclick:()=>this.togglePin()},"Next to the graph");why=h(
"p",{class:"st-quiet st-mask-why"});root=h("details",{class:"st-card st-details",hidden:!0,"data-testid":"attention",ontoggle:()=>this.
redo()},h("summary",{},"Attention in the target pass"),h("div",{class:"st-bar st-mask-bar"},this.info,this.order,this.pin,
this.keys),h("div",{class:"st-mask-body"},this.box,h("div",{class:"st-mask-words"},this.say,this.why)));paths=s("g");ring=s(
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
LAST;let{cell,font,chars}=this.size,named=font>0,wordy=named&&cell>=14,words=this.rows.map(place=>named?clip(this.word(place),
chars):""),wide=text=>measure(text,`${font}px sans-serif`),widest=Math.max(0,...words.map(wide)),caps=this.mask.cached.map(
(run,c)=>`${run.end===null?"prompt":this.sees.every(seen2=>seen2.includes(c))?"text":"own"} · ${run.size}`);this.left=named?
Math.ceil(widest)+cell+14:8,this.top=wordy?Math.ceil(.87*Math.max(widest,...caps.map(wide))+16):20;let x=this.left;this.
columns=[...this.mask.cached.map(run=>({tokens:run.size,x:0,wide:Math.max(cell,26)})),...this.rows.map(()=>({tokens:1,x:0,
wide:cell}))],this.columns.forEach((column,c)=>{c===this.heads&&(x+=6),column.x=x,x+=column.wide});let width=Math.ceil(x+
(wordy?this.top*.5:8)),height=this.top+this.rows.length*cell+8;this.svg=s("svg",{width,height,viewBox:`0 0 ${width} ${height}`,
class:`st-mask-svg${cell<11?" small":""}`,"aria-hidden":"true"},...this.plane(x)),this.labels=this.rows.map((place,r)=>named?
this.label(place,r,words[r],wordy):null),this.svg.append(...this.labels.flatMap(each=>each?[each.side,...each.head?[each.
head]:[]]:[]),...this.mask.cached.map((run,c)=>this.cap(run,this.columns[c],caps[c],wordy))),put(this.box,this.svg),this.
drawn="",this.pointed=-1;let passes=this.mask.starts.length,cached=this.cachedTokens();setText(this.info,`${plural(this.
rows.length,"row")} × (${cached} cached + ${this.rows.length}) keys, ${passes===1?"one pass":`${passes} passes`}`),this.
box.setAttribute("aria-label",`Attention mask: ${this.rows.length} tokens that the target scores, ${cached} cached token\
s before them. ↑ and ↓ go from row to row, Enter chooses the node.`),this.explain()}plane(last){let{cell}=this.size,
high=this.rows.length*cell,first=this.columns[0].x,line=r=>`${this.top+r*cell}H${last}`;this.across.setAttribute("height",
String(cell)),this.across.setAttribute("width",String(last)),this.down.setAttribute("width",String(cell)),this.down.setAttribute(
"height",String(this.top+high));for(let each of[this.across,this.down])each.setAttribute("visibility","hidden");this.ring.
setAttribute("d",""),put(this.paths);let grid=cell<11?[]:[...Array(this.rows.length+1).keys()].map(r=>`M${first} ${line(
r)}`).concat(this.columns.map(({x,wide})=>`M${x} ${this.top}v${high}M${x+wide} ${this.top}v${high}`)),cuts=this.order.value===
"pass"?this.mask.starts.slice(1).map(r=>`M${first-4} ${line(r)}`):[];return[s("rect",{class:"st-mask-frame",x:first,y:this.
top,width:last-first,height:high}),s("path",{class:"st-mask-grid",d:grid.join("")}),s("g",{class:"st-mask-band"},this.across,
this.down),this.paths,s("path",{class:"st-mask-cut",d:cuts.join("")}),this.ring]}label(place,r,text,wordy){let{cell,font}=this.
size,y=cell/2+font*.35,title=()=>s("title",{},this.word(place)),mark=s("path",{class:"st-g",transform:`translate(${this.
left-cell/2-2} ${cell/2}) scale(${cell*.26})`}),side=s("g",{class:"st-mask-row",transform:`translate(0 ${this.top+r*cell}\
)`,"data-row":this.it.n.id[place]},title(),s("text",{x:this.left-cell-4,y,"text-anchor":"end","font-size":font},text),mark),
way=`translate(${this.columns[this.heads+r].x+cell*.7} ${this.top-5}) rotate(-60)`;return{side,mark,head:wordy?s("text",
{class:"st-mask-head",transform:way,"font-size":font},title(),text):null}}cap(run,{x,wide},text,wordy){let title=s("titl\
e",{},`${plural(run.size,"token")}: ${clip(this.cachedText(run),300)}`),look="st-mask-head cached";return wordy?s("text",
{class:look,transform:`translate(${x+wide*.65} ${this.top-5}) rotate(-60)`,"font-size":this.size.font},title,text):s("te\
xt",{class:look,x:x+wide/2,y:this.top-6,"text-anchor":"middle","font-size":10},title,String(run.size))}explain(){let mode=this.
model.header.tree_mode?.target,trees=new Set(this.mask.sees.map(seen2=>seen2.find(c=>c>=this.heads))).size,passes=this.mask.
starts.length>1?"in few passes":"in one pass",apart=this.mask.cached.length>2?" Where the beams differ, what is their ow\
n has columns of its own.":trees>1?" Blocks that do not touch are separate trees.":"",text=this.rows.length===1?"One tok\
en goes through the target: it may attend to everything before it, so there is nothing to mask.":`A row may attend to th\
e text so far, to its own ancestors and to itself, never to another branch: so ${this.rows.length} tokens are scored ${passes}\
, each as if its branch stood alone.${apart}`;setText(this.why,!mode||mode==="tree"?text:`${text} This model cannot take\
 such a mask (${mode}); its paths are run one by one, to the same effect.`)}paint(){let{cell}=this.size,gap=cell>=11?1:0,
high=cell-gap,fates=this.rows.map(place=>this.it.born[place]<=this.phase?this.model.fate(this.it,place,this.phase):null),
key=fates.map(fate=>fate?fate.state:"").join();if(key===this.drawn)return;this.drawn=key;let cells2=new Map;fates.forEach(
(fate,r)=>{let view=this.labels[r];if(view&&this.dress(view,fate),!fate)return;let y=this.top+r*cell+gap/2,found=cells2.
get(fate.state)||{others:"",own:""};for(let c of this.sees[r])if(c!==this.heads+r){let{x,wide}=this.columns[c];found.others+=
`M${x+gap/2} ${y}h${wide-gap}v${high}h${gap-wide}z`}found.own+=`M${this.columns[this.heads+r].x+gap/2} ${y}h${high}v${high}\
h${-high}z`,cells2.set(fate.state,found)}),put(this.paths,...[...cells2].map(([state,{others}])=>s("path",{class:"st-cel\
l","data-state":state,d:others})),...[...cells2].map(([state,{own:own2}])=>s("path",{class:"st-cell self","data-state":state,
d:own2})))}dress({side,mark,head},fate){for(let part of[side,head])part?.setAttribute("visibility",fate?"visible":"hidde\
n");if(fate){mark.setAttribute("d",shapeOf(fate.state)),mark.setAttribute("data-kind",fate.state);for(let part of[side,head])
part?.setAttribute("data-state",fate.state)}}point(place){if(!this.it||!this.root.open||this.root.hidden)return;let r=place>=
0&&this.it.born[place]<=this.phase?this.rowOf.get(place)??-1:-1,{cell}=this.size;if(r===this.pointed)return;this.labels[this.
pointed]?.side.classList.remove("on"),this.pointed=r;for(let each of[this.across,this.down])each.setAttribute("visibilit\
y",r>=0?"visible":"hidden");let seen2=r<0?[]:this.sees[r].map(c=>this.columns[c]),y=this.top+r*cell;this.ring.setAttribute(
"d",seen2.map(({x,wide})=>`M${x} ${y}h${wide}v${cell}h${-wide}z`).join("")),r>=0&&(this.across.setAttribute("y",String(y)),
this.down.setAttribute("x",String(this.columns[this.heads+r].x)),this.labels[r]?.side.classList.add("on")),this.tell()}reveal(r){
let{cell}=this.size,y=this.top+r*cell,{x}=this.columns[this.heads+r];y<this.box.scrollTop+4?this.box.scrollTop=y-20:y+cell>
this.box.scrollTop+this.box.clientHeight&&(this.box.scrollTop=y+cell-this.box.clientHeight+20),x<this.box.scrollLeft?this.
box.scrollLeft=x-40:x+cell>this.box.scrollLeft+this.box.clientWidth&&(this.box.scrollLeft=x+cell-this.box.clientWidth+20)}tell(){
if(this.pointed<0)return setText(this.say,this.phase<this.it.seen?"The pass comes later in this iteration: the mask grow\
s with the draft.":"Hover or choose a row to see what it may attend to.");let place=this.rows[this.pointed],seen2=this.sees[this.
pointed],own2=seen2.filter(c=>c>=this.heads&&c!==this.heads+this.pointed).map(c=>this.rows[c-this.heads]).sort((a,b)=>this.
it.n.depth[a]-this.it.n.depth[b]),before=seen2.filter(c=>c<this.heads).reduce((sum2,c)=>sum2+this.columns[c].tokens,0),names=[
own2.length>12&&`${own2.length-12} hidden`,...own2.slice(-12).map(each=>`“${this.word(each)}”`)].filter(Boolean).join(
", "),parts=[before?`${plural(before,"cached token")}, `:"",own2.length?`${names} and `:""].join("");setText(this.say,`R\
ow ${this.pointed+1}, “${this.word(place)}” (${this.model.called(this.model.fate(this.it,place,this.phase))}), may a\
ttend to ${parts}itself: ${before+own2.length+1} of ${this.cachedTokens()+this.rows.length} keys.`)}at(event){if(!this.svg)
return-1;let rect=this.svg.getBoundingClientRect(),x=event.clientX-rect.left,r=Math.floor((event.clientY-rect.top-this.top)/
this.size.cell),c=this.columns.findIndex(column=>x>=column.x&&x<column.x+column.wide),place=this.rows[r]??(r<0&&c>=this.
heads?this.rows[c-this.heads]:-1);return place>=0&&this.it.born[place]<=this.phase?place:-1}redo(){if(!this.it||!this.root.
open||this.root.hidden)return;let was=this.rows[this.pointed]??-1;this.arrange(),this.build(),this.shown=this.it.i,this.
paint(),this.tell(),this.point(was)}show(iteration,step){if(this.it=iteration,this.mask=this.it.mask||MASK,this.phase=step,
this.root.hidden=!this.it.mask,this.root.hidden||!this.root.open)this.shown=-1;else if(this.shown!==this.it.i)this.redo();else{
let was=this.rows[this.pointed]??-1;this.paint(),this.point(-1),this.point(was),this.tell()}}reset(){this.it=void 0,this.
shown=this.pointed=-1,this.rows=[],this.svg=null,put(this.box),setText(this.say,""),this.root.hidden=!0}};var menus=0;function newMore(entries){let list=h("div",{class:"st-menu",hidden:!0,id:`st-menu-${++menus}`,"data-testid":"\
more-menu"},...entries.map(({id,label,key,act})=>h("button",{type:"button",class:"st-menu-entry","data-testid":id,onclick(){
close(),act()}},h("span",{},label),key&&h("kbd",{"aria-hidden":"true"},key)))),button=h("button",{type:"button",class:"s\
t-btn","data-testid":"more","aria-expanded":"false","aria-controls":list.id,title:"Jump, find, save a picture, keys",onclick:()=>list.
hidden?open():close()},"More"),items=[...list.children];function outside(event){let on=event.target;!list.contains(on)&&
!button.contains(on)&&close()}function open(){list.hidden=!1,button.setAttribute("aria-expanded","true"),document.addEventListener(
"pointerdown",outside,!0),items[0]?.focus()}function close(){if(list.hidden)return;let held=list.contains(document.activeElement);
list.hidden=!0,button.setAttribute("aria-expanded","false"),document.removeEventListener("pointerdown",outside,!0),held&&
button.focus()}return list.addEventListener("keydown",event=>{let{key}=event,at=items.findIndex(item=>item===document.activeElement),
{length}=items;if(key==="Escape")close();else if(key==="ArrowDown")items[(at+1)%length].focus();else if(key==="ArrowUp")
items[(at-1+length)%length].focus();else if(key==="Home")items[0].focus();else if(key==="End")items[length-1].focus();else
return;event.preventDefault(),event.stopPropagation()}),list.addEventListener("focusout",event=>{event.relatedTarget instanceof
Node&&!list.contains(event.relatedTarget)&&close()}),{button,list}}var ICONS={first:"M5 5v14M19 5l-10 7 10 7z",back2:"M12 5l-8 7 8 7zM20 5l-8 7 8 7z",back:"M20 12H5M11 6l-6 6 6 6",play:"M\
7 4l12 8-12 8z",pause:"M7 5v14M16 5v14",next:"M4 12h15M13 6l6 6-6 6",next2:"M4 5l8 7-8 7zM12 5l8 7-8 7z",last:"M19 5v14M\
5 5l10 7-10 7z"},icon=name=>s("svg",{viewBox:"0 0 24 24",width:18,height:18,"aria-hidden":"true",class:"st-ico"},s("path",
{d:ICONS[name]})),TOLD=6e3,SPEEDS={.5:"½×",1:"1×",2:"2×",4:"4×",10:"10×"},KEYS={"← →":"previous, next step","P\
age Up, Page Down":"the same, from a clicker","Shift + ← →":"end of the previous round; of this one, then of the nex\
t",Space:"play, pause",F:"present: fill the screen",R:"first rejection",A:"next round whose whole draft is accepted","/":"\
find in the text","Home, End":"first, last step","↑ ↓":"move between nodes, words of the text, or underlined words, \
when one has the focus",Enter:"choose the focused node",Esc:"let go of the chosen node","?":"this list"},Controls=class{play=this.
button("play","play","Play (Space)",()=>this.act.play());scrub=h("input",{type:"range",class:"st-scrub","data-testid":"s\
crubber",min:0,max:0,value:0,step:1,"aria-label":"Step of the run",oninput:()=>this.act.seek(Number(this.scrub.value))});speed=h(
"select",{class:"st-speed","data-testid":"speed","aria-label":"Speed of playback"},...Object.entries(SPEEDS).map(([value,
label])=>h("option",{value,selected:value==="1"},label)));where=h("output",{class:"st-where","data-testid":"position"});strip=h(
"div",{class:"st-strip",role:"group","aria-label":"Phases of this round","data-testid":"phases"});help=h("dialog",{class:"\
st-help","data-testid":"help-dialog","aria-label":"Keys"},h("h2",{},"Keys"),h("dl",{},...Object.entries(KEYS).map(([key,
what])=>h("div",{},h("dt",{},h("kbd",{},key)),h("dd",{},what)))),h("button",{type:"button",class:"st-btn st-wide",onclick:()=>this.
help.close()},"Close"));next=h("button",{type:"button",class:"st-btn st-next","data-testid":"next-phase",title:"Next pha\
se (→)",onclick:()=>this.act.phase(1)},h("span",{},"Next"),icon("next"));menu=newMore([{id:"to-rejection",label:"First\
 rejection",key:"R",act:()=>this.act.rejection()},{id:"to-accepted",label:"Next fully accepted round",key:"A",act:()=>this.
act.accepted()},{id:"open-find",label:"Find in the text",key:"/",act:()=>this.act.find()},{id:"save-svg",label:"Save the\
 picture as SVG",act:()=>this.act.picture("svg")},{id:"save-png",label:"Save the picture as PNG",act:()=>this.act.picture(
"png")},{id:"help",label:"Show all keys",key:"?",act:()=>this.act.help()}]);told=h("p",{class:"st-told",role:"status","d\
ata-testid":"told"});run=h("div",{class:"st-of-run"},this.button("first","first","First step (Home)",()=>this.act.seek(0)),
this.button("prev-iteration","back2","End of the previous round (Shift ←)",()=>this.act.iteration(-1)),this.where,this.
button("next-iteration","next2","End of this round, then of the next (Shift →)",()=>this.act.iteration(1)),this.button(
"last","last","Last step (End)",()=>this.act.seek(1/0)),this.speed,this.menu.button);more=h("button",{type:"button",class:"\
st-btn st-more-controls","data-testid":"more-controls",title:"Further controls","aria-label":"Further controls","aria-ex\
panded":"false",onclick:()=>this.unfold()},"⋯");root=h("section",{class:"st-controls","aria-label":"Step through the r\
un"},h("div",{class:"st-row"},this.next,this.button("prev-phase","back","Previous phase (←)",()=>this.act.phase(-1)),this.
play,this.strip,this.run,this.more),this.scrub,this.menu.list,this.told,this.help);striped=null;cells=[];lit=-1;voice="";fading=0;constructor(model,act){
this.model=model,this.act=act,this.voice=model.voice,this.strip.addEventListener("click",event=>{let target=event.target instanceof
Element?event.target.closest("[data-to]"):null;target&&act.to(Number(target.getAttribute("data-to")))})}button(id,name,title,run){
return h("button",{type:"button",class:"st-btn","data-testid":id,title,"aria-label":title,onclick:run},icon(name))}tell(text){
clearTimeout(this.fading),setText(this.told,text),text&&(this.fading=setTimeout(()=>this.tell(""),TOLD))}unfold(){let open=this.
root.classList.toggle("all");this.more.setAttribute("aria-expanded",open?"true":"false"),open&&this.settle()}show(it,phase){
this.model.live||this.tell("");let title=this.titleOf(it,phase),round=`Round ${it.i+1} of ${this.model.its.length}`;this.
scrub.max=String(this.model.total()-1),this.scrub.value=String(this.model.starts[it.i]+phase),setText(this.where,round);
let end=this.model.starts[it.i]+phase===this.model.total()-1;this.next.setAttribute("aria-disabled",String(end)),this.scrub.
setAttribute("aria-valuetext",`${round}, step ${phase+1}: ${title}`),this.striped!==it&&this.fillStrip(it),this.voice!==
this.model.voice&&(this.lit=-1),this.voice=this.model.voice;for(let k=Math.max(0,Math.min(this.lit,phase));k<=Math.min(this.
cells.length-1,Math.max(this.lit,phase));k++)this.reach(it,k,phase);this.lit<0&&this.cells.forEach((_,k)=>this.reach(it,
k,phase)),this.lit=phase}titleOf(it,k){return this.model.voice==="plain"?it.steps[k].called:it.steps[k].title}reach(it,k,phase){
let cell=this.cells[k],title=this.titleOf(it,k),{ahead,verdicts}=it.steps[k],done=k<=phase;cell.classList.toggle("done",
done),k===phase?cell.setAttribute("aria-current","step"):cell.removeAttribute("aria-current");let states=new Set(verdicts.
map(v=>it.verdicts[v].state)),[state]=states,sign=cell.dataset.group!=="decide"?"":done?states.size===1?stateOf(state).sign:
"●":"?";setText(cell,k===phase?title:sign);let told2=`Step ${k+1}: ${done?title:ahead}`;set(cell,{title:told2,"aria-la\
bel":told2})}fillStrip(it){this.striped=it,this.lit=-1,document.activeElement instanceof HTMLElement&&this.strip.contains(
document.activeElement)&&document.activeElement.blur();let runs=[],groups=it.steps.map(({phase})=>phaseOf(phase).group),
drafts2=groups.some((group,k)=>group==="draft"&&it.steps[k].phase!=="input");groups.forEach((own2,k)=>{let group=own2===
"draft"&&!drafts2?"check":own2;runs.at(-1)?.group!==group&&runs.push({group,steps:[]}),runs[runs.length-1].steps.push(k)});
let before=[...this.strip.children],boxes=runs.map((_,i)=>before[i]??h("div",{class:"st-phases"},h("span",{class:"st-gro\
up"})));this.cells=[],runs.forEach(({group,steps},i)=>{let[name,...old]=[...boxes[i].children];set(boxes[i],{"data-group":group}),
setText(name,groupOf(group));let mine=steps.map((_,j)=>old[j]??h("button",{type:"button",class:"st-ph",tabindex:"-1"}));
steps.forEach((k,j)=>set(mine[j],{"data-phase":it.steps[k].phase,"data-group":group,"data-to":k})),arrange(boxes[i],[name,
...mine]),this.cells.push(...mine)}),this.strip.classList.toggle("many",this.cells.length>16),arrange(this.strip,boxes)}settle(){
let current=this.cells[this.lit],room=this.strip.clientWidth;if(!current)return;let box=current.getBoundingClientRect(),
frame=this.strip.getBoundingClientRect(),left=box.left-frame.left+this.strip.scrollLeft;this.strip.scrollLeft=Math.max(0,
left+box.width/2-room/2)}playing(on){put(this.play,icon(on?"pause":"play")),this.play.title=on?"Pause (Space)":"Play (Sp\
ace)",this.play.setAttribute("aria-label",this.play.title),this.play.setAttribute("aria-pressed",on?"true":"false")}reset(){
this.striped=null,this.cells=[],this.lit=-1,put(this.strip),setText(this.where,""),this.scrub.max="0"}focus(){return this.
next.focus({preventScroll:!0})}rate(){return Number(this.speed.value)}};function roundFrom({it,phase},by,steps){if(by>0&&
phase<steps[it]-1)return{it,phase:steps[it]-1};if(by<0&&it===0)return{it,phase:0};let to=Math.min(steps.length-1,it+by);
return{it:to,phase:steps[to]-1}}var TYPING="input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=but\
ton]), textarea, select, [contenteditable=''], [contenteditable=true]",WIDGETS="[role=tablist],[role=slider],[role=listb\
ox]",SLIDE=["ArrowLeft","ArrowRight","Home","End","PageUp","PageDown"],LETTERS=new Map([["f","present"],["r","rejection"],
["a","accepted"],["/","find"],["?","help"]]),presenting=root=>root.classList.contains("present");function listen(root,act,taken){
function onKey(event){if(!root.isConnected)return document.removeEventListener("keydown",onKey);if(event.defaultPrevented||
event.ctrlKey||event.metaKey||event.altKey||!root.checkVisibility())return;let at=event.target instanceof Element?event.
target:document.body,{key,shiftKey}=event;if(at.closest(TYPING)||document.querySelector("dialog[open]")||at.closest(WIDGETS)||
!root.contains(at)&&at.closest("input, button, a, summary")&&[" ","Home","End"].includes(key)||SLIDE.includes(key)&&at.matches(
"input[type=range]")&&!at.closest(".st-controls")||taken(event))return;let by=key==="ArrowRight"||key==="PageDown"?1:-1;
if(key==="ArrowRight"||key==="ArrowLeft")act[shiftKey?"iteration":"phase"](by);else if(presenting(root)&&(key==="PageDow\
n"||key==="PageUp"))act.phase(by);else if(LETTERS.has(key.toLowerCase()))act[LETTERS.get(key.toLowerCase())??"help"]();else if(key===
" "&&!(at.closest("button, summary")&&root.contains(at)))act.play();else if(key==="Home")act.seek(0);else if(key==="End")
act.seek(1/0);else if(key==="Escape")act.release();else return;event.preventDefault()}document.addEventListener("keydown",
onKey)}function readAddress(){let query=new URLSearchParams(location.search||location.hash.replace("#","?")),whole=key=>{
let value=parseInt((query.get(key)||"").replace(/^n/,""),10);return Number.isFinite(value)?value:null};return{trace:query.
get("trace"),it:whole("it"),phase:whole("phase"),node:whole("node")}}function addressWriter(may=()=>!0){let waiting=0,next={};
function write2(){if(waiting=0,!may())return;let url=new URL(location.href),before=url.searchParams.get("trace");for(let[
key,value]of Object.entries(next))value===null||value===""?url.searchParams.delete(key):url.searchParams.set(key,String(
value));if(url.href===location.href)return;let another=before!==null&&![null,before].includes(url.searchParams.get("trac\
e"));try{another&&!url.searchParams.has("lesson")?history.pushState(history.state,"",url):history.replaceState(history.state,
"",url)}catch{history.replaceState(history.state,"",`#${url.searchParams}`)}}return values=>{next=values,waiting||=setTimeout(
write2,120)}}var UNSENT="not_sent",drafts=it=>judged(it).length>0,judged=it=>it.n.role.flatMap((role,place)=>role==="draft"&&it.fates[place].
at(-1)?.state!==UNSENT?[place]:[]);function accepted(it){let places=judged(it),deepest=Math.max(...places.map(place=>it.
n.depth[place]));return places.some(place=>it.n.depth[place]===deepest&&it.onPath[place])}function without(model,none){return model.
its.some(drafts)?model.live?`${none} so far.`:`${none}.`:"Nothing is drafted in this run."}function firstRejection(model){
for(let it of model.its){let phase=it.steps.findIndex(({verdicts})=>verdicts.some(v=>it.verdicts[v].state==="rejected")),
verdict=it.steps[phase]?.verdicts.find(v=>it.verdicts[v].state==="rejected");if(verdict!==void 0)return{it:it.i,phase,node:it.
n.id[it.verdicts[verdict].place]}}return without(model,"This run has no rejection")}function nextAccepted(model,it){let found=model.
its.slice(it+1).find(accepted);if(found)return{it:found.i,phase:found.steps.length-1,node:null};let any=model.its.some(accepted);
return without(model,any?"No later round is fully accepted":"No round is fully accepted")}function hits(tokens,words,text,joiner){
let wanted2=words.toLowerCase();if(!wanted2.trim())return[];let parts=pieces(tokens.map(({token})=>text(token))),starts=[],
whole="";for(let part of parts)starts.push(whole.length),whole+=part.text.toLowerCase()+joiner;let found=[];for(let at=whole.
indexOf(wanted2);at>=0;at=whole.indexOf(wanted2,at+wanted2.length)){let first=at+(wanted2.length-wanted2.trimStart().length),
made2=tokens[parts[starts.findLastIndex(start=>start<=first)].index];found.at(-1)!==made2&&found.push(made2)}return found}function newFind(model,on){let said=h("output",{class:"st-quiet","data-testid":"find-count",role:"status"}),field=h("inp\
ut",{type:"text",class:"st-find-field","data-testid":"find-field","aria-label":"Find in the text of this run",placeholder:"\
Find in the text",maxlength:200,autocomplete:"off",spellcheck:"false",enterkeyhint:"search",oninput:()=>search()}),button=(id,sign,title,act)=>h(
"button",{type:"button",class:"st-btn st-small","data-testid":id,title,"aria-label":title,onclick:act},sign),root=h("div",
{role:"search",class:"st-find",hidden:!0,"data-testid":"find"},field,said,button("find-previous","↑","Previous hit (Sh\
ift + Enter)",()=>step(-1)),button("find-next","↓","Next hit (Enter)",()=>step(1)),button("find-close","✕","Close th\
e search (Esc)",()=>close())),list=[],here=-1,from=0;function search(){list=hits(model.written(),field.value,token=>model.
text(token),model.joiner()),on.mark(new Set(list.map(({node})=>node))),here=list.findIndex(({it})=>it>=from),here<0&&(here=
list.length-1),show()}function show(){let made2=list[here],any=field.value.trim()!=="";made2&&on.goto(made2.it,made2.step,
made2.node),setText(said,made2?`${here+1} of ${list.length}`:any?"No hit in this run":"")}function step(by){list.length&&
(here=(here+by+list.length)%list.length,show())}function open(){root.hidden&&(from=on.at()),root.hidden=!1,field.focus(),
field.select(),field.value&&search()}function close(){root.hidden||(root.hidden=!0,list=[],on.mark(new Set),on.left())}return field.
addEventListener("keydown",event=>{if(event.key==="Enter")step(event.shiftKey?-1:1);else if(event.key==="ArrowDown"||event.
key==="ArrowUp")step(event.key==="ArrowDown"?1:-1);else return;event.preventDefault(),event.stopPropagation()}),root.addEventListener(
"keydown",event=>{event.key==="Escape"&&(close(),event.preventDefault(),event.stopPropagation())}),{root,open,reset(){root.
hidden=!0,field.value="",setText(said,""),list=[],here=-1,on.mark(new Set)}}}var glossary_default=[{term:"target",also:["target model","big model","big-model"],name:"target model",help:"The big mod\
el whose text is wanted. It is slow, so each of its passes should settle as many tokens as possible.",paper:""},{term:"d\
raft",also:["draft model","drafts","small model","small-model","guess","guesses"],name:"draft model",help:"The small, fa\
st model that guesses ahead. What it guesses is called a draft too, and the target checks it.",paper:""},{term:"token",also:[
"tokens"],name:"token",help:"The unit that a language model reads and writes: a word, a part of one, or a sign.",paper:""},
{term:"chance",also:["chances","probability"],name:"chance",help:"How likely a model finds something: 0 is never, 1 is c\
ertain, 0.25 one time in four.",paper:""},{term:"p",also:["target p","p(x)"],name:"target p",help:"The chance that the t\
arget gives to a token, after top-k, top-p and temperature.",paper:""},{term:"q",also:["draft q","q(x)","max q"],name:"d\
raft q",help:"The chance that the draft gave to a token when it guessed it.",paper:""},{term:"p′",also:["residual p′"],
name:"what is left of p",help:"What the target’s chances become after rejections: what the draft offered is taken off, a\
nd the rest is scaled up to 1.",paper:"Leviathan, Kalman and Matias 2023"},{term:"p_beam",also:["target p_beam"],name:"p\
 over beams",help:"The target’s chances of every beam together with every next token; over all of them they sum to 1.",
paper:"Qin et al. 2024 (DSBD)"},{term:"q_beam",also:["draft q_beam"],name:"q over beams",help:"The draft’s chances of ev\
ery beam together with every next token; over all of them they sum to 1.",paper:"Qin et al. 2024 (DSBD)"},{term:"p/q",also:[
"ratio","p′/q","joint ratio"],name:"ratio",help:"How much likelier the target finds something than the draft did. Abov\
e 1 it is kept for certain.",paper:"Leviathan, Kalman and Matias 2023"},{term:"p/ρ",also:["p/(ρq)"],name:"p over ρ",help:"\
The target’s chance divided by ρ, so that several drafts at one place share it.",paper:"Sun et al. 2023 (SpecTr)"},{term:"\
u",also:["dice","die","coin"],name:"dice",help:"A random number between 0 and 1, thrown fresh for every decision. The dr\
aft is kept if it falls below the bar.",paper:"Leviathan, Kalman and Matias 2023"},{term:"a",also:["min(1, p/q)"],name:"\
chance of being kept",help:"The bar that the dice must fall below: target p over draft q, and never more than 1.",paper:"\
Leviathan, Kalman and Matias 2023"},{term:"residual",also:["norm(max(p − q, 0))"],name:"residual",help:"What is left o\
f the target’s chances after the draft’s share is taken off. From it the target writes in place of a rejected draft.",
paper:"Leviathan, Kalman and Matias 2023"},{term:"bonus",also:["bonus token"],name:"bonus",help:"One token more that the\
 target adds behind drafts that were all kept: its pass has told its chances there too.",paper:"Leviathan, Kalman and Ma\
tias 2023"},{term:"fill",also:["fills"],name:"fill",help:"A beam that the target draws itself to complete a layer in whi\
ch too few drafts were kept.",paper:"Qin et al. 2024 (DSBD)"},{term:"γ",also:["gamma","draft depth"],name:"draft depth",
help:"How many tokens, or levels of a tree, are drafted before the target checks.",paper:"Leviathan, Kalman and Matias 2\
023"},{term:"top-k",also:["top_k"],name:"top-k",help:"Only the k most probable tokens keep a chance; all others get 0.",
paper:""},{term:"top-p",also:["top_p"],name:"top-p",help:"Only the most probable tokens that together reach the chance p\
 keep one; all others get 0.",paper:""},{term:"temperature",also:[],name:"temperature",help:"Below 1 it sharpens the cha\
nces, above 1 it flattens them. At 0 the most probable token is certain.",paper:""},{term:"𝒯",also:["warping","warped",
"cut"],name:"warping",help:"Temperature, top-k and top-p together: what turns a model’s raw chances into those that are \
drawn from.",paper:""},{term:"accepted",also:["kept"],name:"accepted",help:"A draft that passed its test and is kept.",paper:""},
{term:"rejected",also:[],name:"rejected",help:"A draft that did not pass its test. The target writes something else in i\
ts place.",paper:""},{term:"unused",also:[],name:"unused",help:"A draft that was never tested, as the check ended before\
 it or went another way.",paper:""},{term:"orphaned",also:["orphan","orphans"],name:"orphaned",help:"A draft whose paren\
t was not kept: it continues a text that will not be written.",paper:"Qin et al. 2024 (DSBD)"},{term:"merged",also:["mer\
ge"],name:"merged",help:"A node whose last words were drafted before at another place, so that what follows is not draft\
ed twice.",paper:"Gong et al. 2024 (GSD)"},{term:"replica",also:["replicas","unmerge"],name:"replica",help:"A copy of dr\
afted nodes below a merged one, made so that the target can score every path by itself. Its frame is pink and dotted.",paper:"\
Gong et al. 2024 (GSD)"},{term:"pruned",also:["leaf"],name:"pruned",help:"A node that is too improbable to be continued;\
 it stays and is checked like the others.",paper:"Gong et al. 2024 (GSD)"},{term:"not sent",also:[],name:"not sent",help:"\
Drafted, but left out before the target looked: only the most confident guesses, or the likeliest beam, go on.",paper:""},
{term:"dropped",also:[],name:"dropped",help:"It passed its test, but another path was preferred.",paper:""},{term:"drawn",
also:["draw","draws"],name:"drawn",help:"Chosen at random by the chances: what has chance 0.3 comes up 3 times in 10.",paper:""},
{term:"greedy",also:["argmax","first choice"],name:"greedy",help:"Always the most probable token: nothing is left to cha\
nce.",paper:""},{term:"chosen",also:[],name:"chosen",help:"The likeliest of several beams, picked by the target.",paper:""},
{term:"candidate",also:["candidates","m","try","tries"],name:"candidate",help:"A draft that is up for its test.",paper:""},
{term:"node",also:["nodes"],name:"node",help:"One mark in the graph: a token with everything that stands before it.",paper:""},
{term:"level",also:["levels"],name:"level",help:"All nodes of a tree that are equally far from its start.",paper:""},{term:"\
layer",also:["layers"],name:"layer",help:"All drafts that are equally many tokens ahead of the input beams.",paper:"Qin \
et al. 2024 (DSBD)"},{term:"beam",also:["beams","input beam","input beams"],name:"beam",help:"One of several versions of\
 the text that are written side by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"copies",also:["copy","×2"],name:"copie\
s",help:"The same words more than once: a beam that was drawn several times, each tested by itself; or, in a merged draf\
t, what is put back below a merged word.",paper:""},{term:"forest",also:["draft forest"],name:"draft forest",help:"The d\
rafts below several input beams, one tree below each.",paper:"Qin et al. 2024 (DSBD)"},{term:"W",also:["width","wanted"],
name:"width",help:"How many beams are kept side by side.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_S",also:["draft_width"],
name:"draft width",help:"How many beams the draft draws in each layer.",paper:"Qin et al. 2024 (DSBD)"},{term:"W_L",also:[],
name:"target width",help:"How many beams the target wants of a layer. It is chosen before any draft’s identity is looked\
 at.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W̃_L",also:["W̃"],name:"width that t allows",help:"The largest numb\
er of beams that enough drafts reach with a chance of at least t.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"W_min",also:[
"min_width"],name:"smallest width",help:"The least number of beams that a layer may want.",paper:"Qin et al. 2024 (DSBD)\
 §3.2"},{term:"t",also:["threshold"],name:"width threshold",help:"The chance of success that is asked for when a layer’\
s width is chosen: a lower t gives more beams.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"α_j",also:["α","p_j"],name:"\
chance of the j-th try",help:"The chance that a draft is kept after j − 1 rejections in a row. It is the overlap of what\
 is left of p with q.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"P(m, k)",also:["P(m,k)","P(at least K)"],name:"chanc\
e of k of m",help:"The chance that exactly k of m candidates are kept.",paper:"Qin et al. 2024 (DSBD) §3.2"},{term:"β",
also:["beta"],name:"chance of success",help:"DSBD: the chance that at least the smallest width is kept. SpecTr: the chan\
ce that one draft is kept.",paper:"Qin et al. 2024 (DSBD) §3.2; Sun et al. 2023 (SpecTr)"},{term:"τ",also:["tau"],name:"\
threshold τ",help:"MTAD: what the product of ratios must exceed. GSD: how many tokens in a row must recur to be merged.",
paper:"Qin et al. 2025 (MTAD); Gong et al. 2024 (GSD)"},{term:"τ₁",also:["exit threshold","fallback"],name:"fallback \
threshold",help:"The draft hands over to the target where its best guess has less than this chance.",paper:"Kim et al. 2\
023 (BiLD)"},{term:"τ₂",also:["rollback"],name:"rollback threshold",help:"The target goes back to the first token tha\
t surprises it more than this.",paper:"Kim et al. 2023 (BiLD)"},{term:"ρ",also:["rho"],name:"SpecTr’s correction",help:"\
The number that the target’s chances are divided by, so that several drafts together keep the text exact.",paper:"Sun \
et al. 2023 (SpecTr)"},{term:"K",also:["k"],name:"a number of drafts",help:"DSBD: how many beams are asked for. SpecTr: \
how many drafts share a place.",paper:"Qin et al. 2024 (DSBD); Sun et al. 2023 (SpecTr)"},{term:"H",also:["entropy"],name:"\
entropy",help:"How unsure a model is: 0 if one token is certain, larger the more tokens are possible.",paper:""},{term:"\
ε",also:["epsilon"],name:"epsilon",help:"The highest that the bar of typical acceptance can be.",paper:"Cai et al. 2024\
 (Medusa) §2.3.1"},{term:"δ",also:["delta"],name:"delta",help:"How quickly the bar of typical acceptance falls as the \
target gets less sure.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"bar",also:[],name:"bar",help:"What a number is \
held against: the dice must fall below it, a chance or a product must lie above it.",paper:""},{term:"min(ε, δ·e^−H)",
also:["min(ε, δ·exp(−H))"],name:"bar of typical acceptance",help:"What the target must give a token for it to pass.\
 The surer the target, the higher the bar.",paper:"Cai et al. 2024 (Medusa) §2.3.1"},{term:"θ_prob",also:["prob_thresh\
old"],name:"probability threshold",help:"A node below this chance of the draft is not continued.",paper:"Gong et al. 202\
4 (GSD) §4.2"},{term:"θ_sib",also:["sibling_threshold"],name:"sibling threshold",help:"A node with less than this shar\
e of its likeliest sibling’s chance is not continued.",paper:"Gong et al. 2024 (GSD) §4.2"},{term:"n-gram",also:["τ-g\
ram","recurring n-gram","1-gram","2-gram","3-gram"],name:"n-gram",help:"So many tokens in a row: a 2-gram is two.",paper:"\
Gong et al. 2024 (GSD)"},{term:"KV",also:["KV cache","KV tokens"],name:"KV cache",help:"What a model remembers of the to\
kens that it has read, so that it need not read them again.",paper:""},{term:"log p",also:["log q","−log p","Σ log p",
"Σ log q"],name:"log p",help:"The logarithm of the target’s chance: 0 for what is certain, more negative the less likel\
y. Chances multiply, so these add up.",paper:""},{term:"∏ q",also:["confidence","Π q"],name:"confidence",help:"The dr\
aft’s chances multiplied down to a node: how sure it is of the whole path.",paper:"Li et al. 2024 (EAGLE-2)"},{term:"q\
 left",also:["q_left"],name:"what is left of q",help:"Drawing without replacement, what was drawn leaves the draft’s cha\
nces; this is what stays.",paper:"Yang et al. 2024 (MCSS)"},{term:"joint likelihood",also:["joint","product"],name:"join\
t likelihood",help:"The chance of several tokens together: their chances multiplied.",paper:"Qin et al. 2025 (MTAD)"},{term:"\
prefix",also:["prefixes"],name:"prefix",help:"The first few tokens of a draft, taken together.",paper:"Qin et al. 2025 (\
MTAD)"},{term:"lossless",also:["exact"],name:"lossless",help:"The text has exactly the chances that the target alone wou\
ld give it.",paper:"Leviathan, Kalman and Matias 2023"},{term:"lossy",also:["not exact"],name:"lossy",help:"The text has\
 other chances than the target alone would give it.",paper:""},{term:"pass",also:["passes","forward pass","target pass"],
name:"pass",help:"One reading of everything by a model. It is what takes time, so fewer passes of the target mean a fast\
er text.",paper:""},{term:"round",also:["iteration","rounds"],name:"round",help:"Drafting, one check by the target, and \
what is kept of it; then it starts again.",paper:""},{term:"weight",also:["weights","weigh","share"],name:"weight of a b\
eam",help:"How much of the next draws falls below a beam: likelier beams weigh more.",paper:"Qin et al. 2024 (DSBD)"},{term:"\
drawn by the target",also:["the target’s own"],name:"the target’s own",help:"Written by the target itself, by its ow\
n chances.",paper:""},{term:"oracle",also:[],name:"oracle",help:"The method whose chances another must reproduce exactly\
.",paper:""},{term:"γ̄",also:["gamma_bar"],name:"tokens a pass",help:"How many tokens an iteration adds on average, th\
e target’s own included.",paper:"Qin et al. 2025 (MTAD)"},{term:"U",also:[],name:"largest gap",help:"The largest diffe\
rence between log p and log q that was seen.",paper:"Qin et al. 2025 (MTAD)"},{term:"AR",also:["acceptance rate"],name:"\
acceptance rate",help:"The share of drafts that were kept lately; the draft’s exit threshold follows it.",paper:"Zhang\
 et al. 2024 (Draft & Verify)"},{term:"commit",also:["committed"],name:"commit",help:"What is now final and joins the te\
xt.",paper:""}];var TERMS=new Map(glossary_default.flatMap(entry=>[entry.term,...entry.also].map(word=>[word,entry]))),LETTER="[\\p{L}\\p{\
N}_′̃]",escaped=word=>word.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),ANY=new RegExp(`(?<!${LETTER})(${[...TERMS.keys()].sort(
(a,b)=>b.length-a.length).map(escaped).join("|")})(?!${LETTER})`,"gu");function termsIn(text){let parts=[],seen2=new Set,
from=0;for(let found of outsideQuotes(text)){let entry=TERMS.get(found[0]);!entry||seen2.has(entry)||(seen2.add(entry),parts.
push({text:text.slice(from,found.index),entry:null},{text:found[0],entry}),from=found.index+found[0].length)}return[...parts,
{text:text.slice(from),entry:null}].filter(part=>part.text)}var outsideQuotes=text=>[...text.matchAll(ANY)].filter(({index})=>text.
lastIndexOf("“",index)<=text.lastIndexOf("”",index)&&!/^a \p{L}/u.test(text.slice(index,index+3))),made=0;function newGlossary(stage){
made+=1;let root=h("div",{class:"st-gloss",role:"tooltip",id:`st-gloss-${made}`,hidden:!0,"data-testid":"glossary"}),at=null;
function show(term,entry){at=term,put(root,h("b",{},entry.name),h("p",{},entry.help),entry.paper?h("small",{},entry.paper):
null),root.hidden=!1;let box=term.getBoundingClientRect(),frame=stage.getBoundingClientRect(),wide=root.offsetWidth,left=Math.
max(0,Math.min(box.left-frame.left,frame.width-wide)),above2=box.top-root.offsetHeight-6;root.style.left=`${left}px`,root.
style.top=`${(above2>0?above2:box.bottom+6)-frame.top}px`,term.setAttribute("aria-describedby",root.id)}function hide(){
at?.removeAttribute("aria-describedby"),at=null,root.hidden=!0}stage.addEventListener("keydown",event=>{if(event.key==="\
ArrowDown"||event.key==="ArrowUp")return walk(event,event.key==="ArrowDown"?1:-1);event.key!=="Escape"||root.hidden||(hide(),
event.stopPropagation())});function walk(event,by){let here=event.target;if(!(here instanceof HTMLElement)||here.localName!==
"dfn")return;let terms=[...here.parentElement?.querySelectorAll("dfn")??[]];terms[Math.min(terms.length-1,Math.max(0,terms.
indexOf(here)+by))].focus(),event.preventDefault(),event.stopPropagation()}let explained=(text,stop=!0)=>{let parts=termsIn(
text),first=stop?parts.findIndex(part=>part.entry):-1;return parts.map((part,k)=>marked(part,k===first))};function marked({
text:words,entry},stop){if(!entry)return words;let term=h("dfn",{tabindex:stop?"0":"-1","data-term":entry.term},words),open=()=>show(
term,entry);for(let event of["mouseenter","focus","click"])term.addEventListener(event,open);for(let event of["mouseleav\
e","blur"])term.addEventListener(event,hide);return term}return{root,explained,gone:()=>{at&&!at.isConnected&&hide()}}}var MODES=[{name:"rich",upTo:26,row:56,high:46,gap:50,font:17,chars:16,r:6.5,text:!0,ring:!0,least:.62},{name:"chip",upTo:64,
row:31,high:26,gap:40,font:16.5,chars:14,r:5,text:!0,ring:!0,least:.62},{name:"line",upTo:160,row:21,high:18,gap:34,font:12,
chars:14,r:4.2,text:!0,ring:!1,least:.85},{name:"dots",upTo:1/0,row:15,high:13,gap:34,font:12,chars:14,r:4.2,text:!1,ring:!1,
least:.62}],PAD=16,NARROW=560,HALF=700,LOW=280,FLAT=1.6,FINGER=44,LARGER=1.3,edgeOf=narrow=>narrow?PAD-4:PAD;function modeOf(lay,room,narrow){
let able=MODES.filter(mode=>lay.at.length<=mode.upTo&&mode.text),rows=narrow?lay.at.length:lay.rows;return able.find(({row})=>rows*
row+2*edgeOf(narrow)<=room.h)??able.at(-1)??MODES[MODES.length-1]}function roomy(usual,rows,room){let fits=Math.floor((room.
h-2*edgeOf(!0)-usual.high)/Math.max(1,rows-1));return{...usual,row:Math.max(usual.row,Math.min(FINGER,fits))}}function itemOf(model,it,lay,k,mode,{
typeface,width}){let place=lay.at[k],fates=it.fates[place],widest=texts=>Math.max(...texts.map(text=>width(text,`13px ${typeface}`))),
whole=model.wordAt(it,place),word=clip(whole,mode.chars),copies=fates.some(fate=>fate.times),named=mode.text||it.onPath[place],
wordy=width(word,`700 ${mode.font}px ${typeface}`),short2=mode.r*2+14+(named?6+wordy:0),second=mode.name==="rich"?40+widest(
fates.map(fate=>fate.second)):0,long=named&&copies?short2+widest(fates.map(fate=>fate.times))+8:short2,boxed=line=>Math.
ceil(Math.max(line,second)+(mode.name==="dots"?2:10)),chance=mode.ring?model.get(it,"q",place)??model.get(it,"p",place):
null;return{place,kind:[mode.name,copies,named,chance!==null].join(),key:"",word,whole,copies,named,chance,wide:boxed(long),
early:boxed(fates[0].times?long:short2),timesX:mode.r*2+26+wordy,col:lay.col[k],row:lay.row[k],y:lay.y[k],x:0,cy:0,edge:0,
up:-1,wire:""}}function columns(model,it,lay,room,narrow,way=modeOf(lay,room,narrow)){let mode=narrow&&room.touched?roomy(
way,lay.at.length,room):way,widths2=new Array(lay.cols).fill(0),items=lay.at.map((_,k)=>itemOf(model,it,lay,k,mode,room));
for(let item of items)widths2[item.col]=Math.max(widths2[item.col],item.wide);return{mode,items,widths:widths2,taken:widths2.
reduce((sum2,w)=>sum2+w,0)+2*PAD+26}}function curve({narrow,mode},a,b){let from=narrow?a.x+mode.r+7:a.x+a.early,turn=a.edge+
4,mid=(turn+b.x)/2;return narrow?`M${from} ${a.cy+mode.high/2}V${b.cy-6}Q${from} ${b.cy} ${from+6} ${b.cy}H${b.x}`:`M${from}\
 ${a.cy}H${turn}C${mid} ${a.cy} ${mid} ${b.cy} ${b.x} ${b.cy}`}function arcOf({narrow},a,b){let side=Math.max(a.x+a.wide,
b.x+b.wide)+(narrow?22:30);return`M${a.x+a.wide} ${a.cy}C${side} ${a.cy} ${side} ${b.cy} ${b.x+b.wide+1} ${b.cy}`}function frameOf(model,it,room,whole){
let flat=room.h<LOW&&room.w>FLAT*room.h,lay=it.core&&!whole?it.core:it.lay,narrow=room.w>0&&room.w<NARROW&&!flat,drawn=columns(
model,it,lay,room,narrow),cut=()=>!narrow&&room.w<HALF&&drawn.mode.least*(drawn.taken+(lay.cols-1)*drawn.mode.gap*.6)>room.
w;cut()&&flat&&lay.at.length<=MODES[1].upTo&&(drawn=columns(model,it,lay,room,narrow,MODES[1])),cut()&&(narrow=!0,drawn=
columns(model,it,lay,room,narrow));let{mode,items}=drawn;stand(drawn,lay,room,narrow);let frame={model,it,mode,narrow,whole,
items,spot:new Map(items.map(item=>[item.place,item])),w:Math.max(...items.map(item=>item.x+item.wide))+PAD+26,h:Math.max(
...items.map(item=>item.cy))+mode.high/2+edgeOf(narrow)+(narrow?room.bar:0)},count={};for(let item of items){let above2=frame.
spot.get(model.up(it,item.place)),nth=count[item.kind]??0;item.key=`${item.kind}#${nth}`,count[item.kind]=nth+1,above2&&
Object.assign(item,{up:above2.place,wire:curve(frame,above2,item)})}return frame}function stand({mode,items,widths:widths2,
taken},lay,room,narrow){let larger=narrow?1:Math.max(1,Math.min(LARGER,(room.h-room.bar)/(lay.rows*mode.row+2*PAD))),spare=Math.
floor((room.w/larger-taken)/Math.max(1,lay.cols-1)),gap=Math.max(mode.gap*.6,Math.min(96,spare)),left=[PAD],indent=mode.
name==="rich"||mode.name==="chip"?22:14;for(let c=0;c<lay.cols;c++)left.push(left[c]+widths2[c]+gap);for(let item of items)
item.x=narrow?PAD+item.col*indent:left[item.col],item.cy=edgeOf(narrow)+mode.high/2+(narrow?item.row:item.y)*mode.row,item.
edge=left[item.col]+widths2[item.col]}var GROUP_COLOURS=7,letterOf=k=>(k>=26?letterOf(Math.floor(k/26)-1):"")+String.fromCharCode(65+k%26),recurrenceOf=(it,n)=>({
n,groups:(it.recurring?.groups??[]).filter(([size])=>size===n).map(([,ends])=>ends).sort((a,b)=>a[0]-b[0])});function tagsOf({
mode,spot},recurrence){let roomy2=mode.high>=28;return new Map((recurrence?.groups??[]).flatMap((ends,k)=>ends.flatMap((place,nth)=>{
let item=spot.get(place),letter=letterOf(k),wide=tagWidth(letter);return item?[[place,{letter,hue:k%GROUP_COLOURS,first:nth===
0,tagX:roomy2?item.wide-wide+6:item.wide+1,tagY:roomy2?-mode.high/2-7:-7}]]:[]})))}var tagWidth=letter=>8+7.5*letter.length;
function bandsOf({model,it,spot},step,recurrence){return(recurrence?.groups??[]).flatMap((ends,k)=>ends.flatMap(end=>(spot.
has(end)?model.gram(it,end,recurrence?.n??1).slice(0,-1):[]).flatMap(at=>{let d=spot.get(at)?.wire;return d?[{key:`${k}.${end}\
.${at}`,d,hue:k%GROUP_COLOURS,end,visible:it.born[end]<=step}]:[]})))}function membersOf({model,it},recurrence,pointed){
let group=recurrence?.groups.findLast(ends=>ends.includes(pointed));return new Set(group?.flatMap(end=>model.gram(it,end,
recurrence?.n??1)))}var same=n=>`Same letter, same ${n===1?"token":`${n} tokens`}`;function recurrenceSaid(model,it,{n,groups},step,asked){
let born=place=>it.born[place]<=step,drafted=it.n.role.filter((role,place)=>role==="draft"&&born(place)&&!model.copied(it,
place)).length,again=groups.reduce((sum2,ends)=>sum2+Math.max(0,ends.filter(born).length-1),0),unmerged=it.steps.findIndex(
({phase})=>phase==="unmerge");if(!asked&&unmerged>=0&&step>unmerged)return again?`${same(n)}.`:"";if(!drafted)return"Not\
hing is drafted yet.";let inside=it.recurring?.share.find(([size])=>size===n)?.[1]??0,share=again&&drafted===it.recurring?.
drafted&&model.voice==="exact"?` ${percent(inside/drafted)} of the draft lies inside a recurring ${n}-gram.`:"",key=again?
` (${same(n).toLowerCase()}; hollow: the first)`:"",what=`${again===1?"repeats":"repeat"} ${n===1?"a token":`a ${n}-gram`}\
 that is already in the tree`;return`${again} of ${drafted} ${drafted===1?"guess":"guesses"} ${what}${key}.${share}`}var Keyed=class{held=new Map;roots=[];constructor(group,make,dress2){this.group=group,this.make=make,this.dress=dress2}patch(list){
let before=this.held;this.held=new Map(list.map(one=>{let{parts,was}=before.get(one.key)??{parts:this.make(one),was:null};
return(!was||!same2(one,was))&&this.dress(parts,one,was),[one.key,{parts,was:one}]}));let roots=[...this.held.values()].
map(({parts})=>parts.root),shown=this.roots;roots.length===shown.length&&roots.every((root,k)=>root===shown[k])||arrange(
this.group,this.roots=roots)}};function same2(a,b){for(let key in a)if(a[key]!==b[key])return!1;return!0}function attribute(node,name,value){
value===null?node.removeAttribute(name):set(node,{[name]:value})}var seen=yes=>yes?"visible":"hidden";function partsOf({
kind},mode){let[,copies,named,ringed]=kind.split(",").map(word=>word==="true"),{high,r,font,name:way}=mode,cx=r+9,tx=r*2+
20,y=way==="rich"?-4:font*.36,rx=way==="dots"?high/2:Math.min(9,high/2),under=copies?s("rect",{class:"st-under",x:4,y:-high/
2-4,height:high,rx}):null,box=s("rect",{class:"st-box",x:0,y:-high/2,height:high,rx}),track=ringed?s("circle",{class:"st\
-track",cx,r:r+4}):null,ring=track&&s("circle",{class:"st-ring",r:r+4,transform:`translate(${cx} 0) rotate(-90)`}),glyph2=s(
"path",{class:"st-g",transform:`translate(${cx} 0) scale(${r})`}),name=named?s("text",{class:"st-w",x:tx,y,"font-size":font}):
null,times=named&&copies?s("text",{class:"st-x",y}):null,told2=times&&s("title"),second=named&&way==="rich"?s("text",{class:"\
st-s",x:tx,y:15}):null;return{root:s("g",{role:"button"},under,box,track,ring,glyph2,name,times&&" ",times,told2&&" ",told2,
second&&" ",second),box,under,ring,glyph:glyph2,ask:null,name,second,times,told:told2,tag:null}}function dressNode(parts,node,was,mode){
let{root,box,under,ring,times}=parts,{chance}=node,changed=(...keys)=>!was||keys.some(key=>node[key]!==was[key]);if(changed(
"classes")&&set(root,{class:node.classes}),changed("tab")&&set(root,{tabindex:node.tab}),changed("id","x","y")&&set(root,
{"data-node":node.id,transform:`translate(${node.x} ${node.y})`}),changed("letter")&&attribute(root,"data-group",node.letter),
changed("wide")&&set(box,{width:node.wide}),under&&changed("under","repeated")&&(set(under,{width:node.under}),under.classList.
toggle("none",!node.repeated)),ring&&chance!==null&&changed("chance")){let full=2*Math.PI*(mode.r+4);set(ring,{"stroke-d\
asharray":`${(chance*full).toFixed(1)} ${full.toFixed(1)}`})}times&&changed("timesX")&&set(times,{x:node.timesX}),changed(
"state","visible","label","word","second","times","told")&&tell(parts,node),changed("ask")&&ask(parts,node,mode),changed(
"letter","hue","first","tagX","tagY")&&tag(parts,node)}function tell({root,glyph:glyph2,name,second,times,told:told2},node){
let{state}=node;set(root,{visibility:seen(node.visible),"data-shown":state?"1":"0"}),attribute(root,"aria-hidden",state?
null:"true"),attribute(root,"aria-label",state&&node.label),attribute(root,"data-state",state),attribute(glyph2,"data-ki\
nd",state),state&&set(glyph2,{d:shapeOf(state)}),name&&setText(name,node.word),second&&setText(second,node.second),times&&
setText(times,node.times),told2&&setText(told2,node.told)}function ask(parts,node,{font}){if(node.ask===null)return parts.
ask?.remove();parts.ask??=s("text",{class:"st-ask",y:font*.36,"font-size":font},"?"),set(parts.ask,{x:node.ask}),parts.ask.
parentNode||parts.name?.before(parts.ask)}function tag(parts,{letter,hue,first,tagX,tagY}){if(parts.tag?.remove(),!letter)
return;let wide=tagWidth(letter);parts.tag=s("g",{class:"st-rec"+(first?" first":""),"data-hue":hue,transform:`translate\
(${tagX} ${tagY})`},s("rect",{width:wide,height:14,rx:3.5}),s("text",{x:wide/2,y:11,"text-anchor":"middle"},letter)),parts.
root.append(parts.tag)}function dressEdge({root},{d,state,made:made2,visible:visible2,classes}){set(root,{d,class:classes,
visibility:seen(visible2)}),attribute(root,"data-state",state),root.toggleAttribute("data-made",made2)}var pictures=0,Picture=class{arrow=`\
st-arrow-${++pictures}`;svg=s("svg",{class:"st-svg",preserveAspectRatio:"xMidYMin",role:"group","aria-label":"Graph of t\
his iteration"});floatBox=s("rect",{rx:4,height:20});floatWord=s("text",{y:14,x:6});float=s("g",{class:"st-float",visibility:"\
hidden","aria-hidden":"true"},this.floatBox,this.floatWord);mode=null;nodes=new Keyed(s("g",{class:"st-nodes"}),node=>partsOf(
node,this.mode),(parts,node,was)=>dressNode(parts,node,was,this.mode));edges=new Keyed(s("g",{class:"st-edges"}),()=>({root:s(
"path")}),dressEdge);merges=this.arcs("st-arcs","st-merge");links=this.arcs("st-links","st-origin");bands=new Keyed(s("g",
{class:"st-rec-bands","aria-hidden":"true"}),({hue,end})=>({root:s("path",{class:"st-rec-band","data-hue":hue,"data-end":end})}),
({root},{d,visible:visible2})=>set(root,{d,visibility:seen(visible2)}));arcs(group,look){return new Keyed(s("g",{class:group,
"aria-hidden":group==="st-links"&&"true"}),()=>({root:s("path",{class:look,"marker-end":`url(#${this.arrow})`})}),({root},{
d,visible:visible2})=>set(root,{d,visibility:seen(visible2)}))}draw(scene2,typeface){this.mode=scene2.mode,this.svg.firstChild||
put(this.svg,s("defs",{},s("marker",{id:this.arrow,viewBox:"0 0 8 8",refX:7,refY:4,markerUnits:"userSpaceOnUse",markerWidth:10,
markerHeight:10,orient:"auto"},s("path",{d:"M0 0L8 4L0 8Z",class:"st-arrow"}))),this.bands.group,this.edges.group,this.merges.
group,this.links.group,this.nodes.group,this.float);for(let part of["bands","edges","merges","links","nodes"])this[part].
patch(scene2[part]);set(this.float,{visibility:seen(scene2.float!==null)}),scene2.float&&(setText(this.floatWord,scene2.
float.word),set(this.floatBox,{width:measure(scene2.float.word,`13px ${typeface}`)+14}),set(this.float,{transform:`trans\
late(${scene2.float.x} ${scene2.float.y})`}))}elementOf(node){return node&&this.nodes.held.get(node.key)?.parts.root}clear(){
put(this.svg)}};var NEAR=16;function placeOf({frame},event){let node=event.target instanceof Element?event.target.closest("[data-node]"):
null;return node&&frame?frame.it.place.get(Number(node.getAttribute("data-node")))??-1:-1}function nearest(graph,event){
let{frame,zoom}=graph,place=-1,least=NEAR;for(let item of frame?.items??[]){if(!frame||!graph.shows(item.place))continue;
let away=zoom.away(event,item,frame.mode.high);away<=least&&([place,least]=[item.place,away])}return place}function move(graph,by){
let list=(graph.frame?.items??[]).filter(({place})=>graph.shows(place)).sort((a,b)=>a.row-b.row),at=list.findIndex(({place})=>place===
graph.selection.roving),to=list[Math.min(list.length-1,Math.max(0,at+by))];to&&(graph.rove(to.place),graph.focus({preventScroll:!0}),
graph.reveal([to.place]))}function listenTo(graph){let{svg,on}=graph,take=place=>{place<0||(graph.rove(place),on.pick(place))},
point=place=>{graph.float(place),on.hover(place)};svg.addEventListener("click",event=>{let place=placeOf(graph,event);take(
place<0&&graph.touched.matches?nearest(graph,event):place)}),svg.addEventListener("mouseover",event=>{pointer.moved(event)&&
point(placeOf(graph,event))}),svg.addEventListener("mouseleave",event=>{pointer.moved(event)&&point(-1)}),svg.addEventListener(
"focusin",event=>{placeOf(graph,event)>=0&&point(placeOf(graph,event))}),svg.addEventListener("focusout",()=>point(-1)),
svg.addEventListener("keydown",event=>{if(event.key==="Enter")take(placeOf(graph,event));else if(event.key==="ArrowDown")
move(graph,1);else if(event.key==="ArrowUp")move(graph,-1);else return;event.preventDefault(),event.stopPropagation()})}var Recurring=class{toggle=h("button",{type:"button",class:"st-btn st-small","data-testid":"recurring",hidden:!0,"aria-p\
ressed":"false",title:"Mark n-grams that were drafted more than once",onclick:()=>{this.chosen=!0,this.set(!this.on),this.
redraw()}},"Recurring");sizes=h("select",{class:"st-speed st-small","data-testid":"recurring-n",hidden:!0,"aria-label":"\
Length n of the n-grams",onchange:()=>{this.chosen=!0,this.n=Number(this.sizes.value),this.redraw()}},...[1,2,3,4].map(size=>h(
"option",{value:size},`${size}-grams`)));say=h("p",{class:"st-rec-say","data-testid":"recurring-count",role:"status",hidden:!0});on=!1;chosen=!1;n=0;shown=null;constructor(model,redraw){
this.model=model,this.redraw=redraw}set(value){this.on=value,this.toggle.setAttribute("aria-pressed",value?"true":"false"),
this.sizes.hidden=this.say.hidden=!value}open(it){let known=it.recurring;if(this.chosen||this.set(it.steps.some(({phase})=>phase===
"merge")),this.toggle.hidden=!known?.drafted,this.shown=null,!known?.drafted||!this.on)return setText(this.say,"");this.
n||=Math.min(4,known.tau),this.sizes.value=String(this.n),this.shown=recurrenceOf(it,this.n)}tell(it,step){this.shown&&setText(
this.say,recurrenceSaid(this.model,it,this.shown,step,this.chosen))}reset(){this.n=0,this.shown=null,this.toggle.hidden=
!0,setText(this.say,"")}};var MADE=8,NOTHING={picked:-1,pointed:-1,floated:-1,roving:-1,supposed:null};function scene(frame,step,selection=NOTHING,recurrence=null){
let{it,items,spot}=frame,marked=marksOf(frame,step,selection,recurrence),tags=tagsOf(frame,recurrence),nodes=[],edges=[];
for(let item of items){let{place}=item,node=nodeOf(frame,item,step,selection,marked.get(place),tags.get(place));nodes.push(
node),item.up>=0&&edges.push(edgeOf2(item,node))}return{mode:frame.mode,nodes,edges:[...edges.filter(({raised})=>!raised),
...edges.filter(({raised})=>raised)],merges:mergesOf(frame,step),bands:bandsOf(frame,step,recurrence),links:linksOf(frame,
step,selection),float:floatOf(frame,step,selection),hidden:it.born.filter((born,place)=>born<=step&&!spot.has(place)).length}}
function fateAt({model,it},place,step,{supposed}){if(it.born[place]>step)return null;let fate=model.fate(it,place,step);
return supposed?.place===place?{...fate,state:supposed.state,second:"what if"}:fate}function nodeOf(frame,item,step,selection,marked,tag2){
let{model,it}=frame,{place,word,named}=item,fate=fateAt(frame,place,step,selection),done=step>=it.commit,path=done&&fate!==
null&&it.onPath[place],copied2=model.copied(it,place),open=!fate&&it.n.role[place]==="draft"&&!copied2,classes="st-n";copied2&&
(classes+=" replica"),fate||(classes+=" ghost"),path&&(classes+=" path"),fate?.state==="input"&&done&&!path&&(classes+="\
 gone");for(let name of marked??[])classes+=` ${name}`;return{key:item.key,kind:item.kind,place,id:it.n.id[place],x:item.
x,y:item.cy,under:item.wide,wide:fate?.times?item.wide:item.early,chance:item.chance,word:named?word:"",timesX:item.timesX,
state:fate?.state??null,visible:fate!==null||open,ask:open&&named?item.wide/2:null,second:fate?.second??"",times:fate?.times??
"",told:fate?.told??"",repeated:!!fate?.times,label:fate?labelled(frame,item,fate,copied2):"",classes,path,tab:place===selection.
roving?"0":"-1",letter:tag2?.letter??null,hue:tag2?.hue??0,first:tag2?.first??!1,tagX:tag2?.tagX??0,tagY:tag2?.tagY??0}}
function labelled({model,it},{place,word,whole,named,copies},fate,copied2){let times=named&&copies;return[word,times&&fate.
times,times&&fate.told,fate.second,model.called(fate),copied2&&`copy of node ${model.get(it,"origin",place)}`,word!==whole&&
whole].filter(Boolean).join(", ")}function edgeOf2(item,{key,state,visible:visible2,path}){let made2=state!==null&&stateOf(
state).strength>=MADE;return{key,d:item.wire,state,made:made2,raised:made2||path,visible:visible2,classes:state===null?"\
st-e ghost":path?"st-e path":"st-e"}}function marksOf(frame,step,{picked,pointed,supposed},recurrence){let{model,it,spot}=frame,
{now,phase}=it.steps[step],found=new Map,mark=(place,name)=>{found.set(place,(found.get(place)??new Set).add(name))};for(let place of now)
mark(place,"now");if(phase==="merge")for(let place of now.flatMap(at=>tailsOf(frame,at)))mark(place,"tail");picked>=0&&mark(
picked,"picked"),supposed&&mark(supposed.place,"supposed");for(let at=pointed;at>=0;at=model.up(it,at)){let here=spot.has(
at)?at:it.place.get(model.get(it,"origin",at)??-1)??-1;mark(here,at===pointed?"lit-end":"lit")}for(let place of membersOf(
frame,recurrence,pointed))mark(place,"rec-lit");return found}function tailsOf({model,it},place){let target=it.place.get(
model.get(it,"merge",place)??-1)??-1;return target<0?[]:[place,target].flatMap(end=>model.gram(it,end,it.recurring?.tau??
1))}function mergesOf(frame,step){let{model,it,items,spot}=frame;return items.flatMap(item=>{let target=spot.get(it.place.
get(model.get(it,"merge",item.place)??-1)??-1);if(!target)return[];let from=it.fates[item.place].find(fate=>fate.state===
"merged")?.step??it.born[item.place];return[{key:String(item.place),d:arcOf(frame,item,target),visible:from<=step}]})}function linksOf(frame,step,{
pointed}){let{model,it,items,spot}=frame;if(!it.replicas||!spot.has(pointed))return[];let own2=model.get(it,"origin",pointed)??
it.n.id[pointed],first=spot.get(it.place.get(own2)??-1),repeats=at=>model.copied(it,at)&&model.get(it,"origin",at)===own2,
ends=items.filter(({place})=>model.copied(it,pointed)?place===pointed:repeats(place));return first?ends.filter(({place})=>it.
born[place]<=step).map(end=>({key:String(end.place),d:arcOf(frame,end,first),visible:!0})):[]}function floatOf({it,spot},step,{
floated}){let item=spot.get(floated);return!item||item.named||it.born[floated]>step?null:{word:item.word,x:item.x+item.wide+
2,y:item.cy-10}}var BIGGEST=1.5,Zoom=class{value=1;chosen=0;constructor(scroll,svg){this.scroll=scroll,this.svg=svg}fit(frame,room){let{
w,h:h2,narrow,mode}=frame,wide=(room.w-4)/w,high=narrow?1:(room.h-room.bar)/h2,fit=Math.max(mode.least,Math.min(narrow?1:
BIGGEST,wide,high));this.value=Math.min(4,Math.max(.15,this.chosen||fit)),this.svg.setAttribute("width",String(Math.ceil(
w*this.value))),this.svg.setAttribute("height",String(Math.ceil(h2*this.value+this.slack(frame,room))))}slack({narrow,mode,
h:h2},room){let unit=this.value*mode.row,beyond=h2*this.value-room.h-this.value*(edgeOf(narrow)+mode.high/2)+unit/2;return narrow&&
beyond>0?(unit-beyond%unit)%unit:0}top(){this.scroll.scrollLeft=this.scroll.scrollTop=0}reveal(items,frame,room){if(!items.
length)return;let{scroll,value}=this,{mode,narrow}=frame,margin=12,{w}=room,x0=value*Math.min(...items.map(({x})=>x)),y0=value*
Math.min(...items.map(({cy})=>cy-mode.high)),x1=value*Math.max(...items.map(({x,wide})=>x+wide)),y1=value*Math.max(...items.
map(({cy})=>cy+mode.high)),high=room.h-(narrow?room.bar:0),{scrollLeft:sx,scrollTop:sy}=scroll;x1-x0>w?scroll.scrollLeft=
x1-w+margin:x1>sx+w?scroll.scrollLeft=Math.min(x0-margin,x1-w+margin):x0<sx&&(scroll.scrollLeft=x0-margin);let outside=y1>
sy+high||y0<sy;narrow&&outside?scroll.scrollTop=this.between(items,frame,high):y1>sy+high?scroll.scrollTop=Math.min(y0-margin,
y1-high+margin):y0<sy&&(scroll.scrollTop=y0-margin)}between(items,{mode,spot},high){let rows=items.map(({row})=>row),first=Math.
min(...rows),unit=this.value*mode.row,over=this.value*(edgeOf(!0)+mode.high/2)-unit/2,least=Math.ceil(((Math.max(...rows)+
1)*unit+over-high)/unit),above2=items.some(({row,up})=>row===first&&spot.get(up)?.row===first-1),top=least<=first?Math.max(
0,Math.min(first,Math.max(least,0))):first-(above2?1:0);return top>0?over+top*unit:0}away(event,{x,wide,cy},high){let frame=this.
svg.getBoundingClientRect(),far=(from,to,at)=>Math.max(from*this.value-at,at-to*this.value,0);return Math.hypot(far(x,x+
wide,event.clientX-frame.left),far(cy-high/2,cy+high/2,event.clientY-frame.top))}};var LARGE=300,BAR=40,Graph=class{touched=matchMedia("(pointer: coarse)");picture=new Picture;svg=this.picture.svg;scroll=h(
"div",{class:"st-scroll","data-testid":"graph",tabindex:"-1"},this.svg);zoom=new Zoom(this.scroll,this.svg);hidden=h("sp\
an",{class:"st-hidden","data-testid":"hidden-count"});all=h("button",{type:"button",class:"st-btn st-small","data-testid":"\
show-all",hidden:!0,onclick:()=>this.toggleAll()});frame=null;scene=null;selection=NOTHING;step=-1;room={w:800,h:300,bar:BAR,
touched:!1,typeface:"sans-serif",width:measure};looked=!1;drawn=this.room;wanted=null;folded=new Set;expanded=new Set;constructor(model,on){
this.model=model,this.on=on,this.recurring=new Recurring(model,()=>this.again()),this.zooms=h("div",{class:"st-zoom"},this.
recurring.toggle,this.recurring.sizes,h("span",{class:"st-space"}),this.hidden,this.all,this.button("−","zoom-out","Zo\
om out",()=>this.zoom.value/1.25),this.button("fit","zoom-fit","Fit the graph into the panel",()=>0),this.button("1:1","\
zoom-one","Zoom to 1:1",()=>1),this.button("+","zoom-in","Zoom in",()=>this.zoom.value*1.25)),this.root=h("div",{class:"\
st-graph"},this.scroll,this.recurring.say,this.zooms),listenTo(this)}button(label,id,title,size){return h("button",{type:"\
button",class:"st-btn st-small","data-testid":id,"aria-label":title,title,onclick:()=>{this.zoom.chosen=size(),this.frame&&
this.zoom.fit(this.frame,this.room)}},label)}open(it){this.frame?.it!==it&&(this.frame&&this.zoom.top(),this.build(it))}build(it){
this.leave(),this.looked||this.look(),this.looked=!0,this.drawn=this.room,this.frame=frameOf(this.model,it,this.room,this.
expanded.has(it.i)),this.recurring.open(it);let{w,h:high,whole,items}=this.frame,partly=it.core&&!whole;this.all.hidden=
!it.core,it.replicas&&items.length<=LARGE?setText(this.all,partly?`Unmerged tree (${it.replicas} copies)`:"Merged graph"):
setText(this.all,partly?`Show all ${it.size}`:"Committed path and siblings only"),this.svg.setAttribute("viewBox",`0 0 ${w}\
 ${high}`),this.zoom.fit(this.frame,this.room)}leave(){document.activeElement instanceof SVGElement&&this.svg.contains(document.
activeElement)&&document.activeElement.blur(),this.selection=NOTHING,this.step=-1}again(){this.frame&&(this.build(this.frame.
it),this.on.redraw())}look(){let bar2=getComputedStyle(this.zooms).position==="absolute"?BAR+(this.touched.matches?12:0):
0;this.room={w:this.scroll.clientWidth,h:this.scroll.clientHeight,bar:bar2,touched:this.touched.matches,typeface:getComputedStyle(
this.root).fontFamily||"sans-serif",width:measure}}toggleAll(){if(!this.frame)return;let{i}=this.frame.it;this.folded.add(
i),this.expanded.delete(i)||this.expanded.add(i),this.again()}unmerge(it,step){let from=it.steps.findIndex(({phase})=>phase===
"unmerge"),whole=from>=0&&step>=from;!it.core||it.size>MODES[2].upTo||this.folded.has(it.i)||whole===this.expanded.has(it.
i)||(whole?this.expanded.add(it.i):this.expanded.delete(it.i),this.build(it))}show(step,picked,pointed=this.selection.pointed){
if(!this.frame)return;let{it}=this.frame;this.unmerge(it,step);let{spot,items}=this.frame,{roving}=this.selection,free=roving<
0||it.born[roving]>step||!spot.has(roving),first=Math.min(...items.map(({place})=>it.born[place]<=step?place:1/0));this.
render({...this.selection,picked,pointed,roving:free?spot.has(picked)?picked:Number.isFinite(first)?first:-1:roving},step),
step!==this.step&&(this.wanted=picked>=0?[picked]:it.steps[step].now),this.step=step,this.recurring.tell(it,step);let count=this.
scene?.hidden;setText(this.hidden,count?`${count} hidden`:""),this.all.style.visibility=count||this.expanded.has(it.i)?"":
"hidden"}render(selection,step=this.step){this.selection=selection,!(!this.frame||step<0)&&(this.scene=scene(this.frame,
step,selection,this.recurring.shown),this.picture.draw(this.scene,this.room.typeface))}light(pointed){pointed!==this.selection.
pointed&&this.render({...this.selection,pointed})}float(floated){floated!==this.selection.floated&&this.render({...this.
selection,floated})}suppose(place,state){let supposed=state&&this.draws(place)?{place,state}:null;(supposed||this.selection.
supposed)&&this.render({...this.selection,supposed})}rove(roving){this.render({...this.selection,roving})}draws(place){return this.
frame?.spot.has(place)??!1}shows(place){return this.draws(place)&&(this.frame?.it.born[place]??1/0)<=this.step}focus(how){
let node=this.scene?.nodes.find(({place})=>place===this.selection.roving);this.picture.elementOf(node)?.focus(how)}reveal(places){
this.frame&&this.zoom.reveal(places.flatMap(place=>this.frame?.spot.get(place)??[]),this.frame,this.room)}settle(){this.
wanted&&this.reveal(this.wanted),this.wanted=null}reset(){this.look(),this.looked=this.room.w>0,this.zoom.top(),this.leave(),
this.frame=this.scene=null,this.recurring.reset(),this.expanded.clear(),this.folded.clear(),this.picture.clear()}resized(){
this.look(),this.frame&&(Math.abs(this.room.w-this.drawn.w)+Math.abs(this.room.h-this.drawn.h)>24?this.again():this.zoom.
fit(this.frame,this.room))}};function whatIf({key,label,value,most,step=.01,told:told2,draw},query,ask2,...more){let said=h("p",{class:"st-whatif-sai\
d",role:"status"}),go=h("button",{type:"button",class:"st-btn st-small st-wide","data-testid":"whatif-go",disabled:!0,onclick:()=>ask2(
{...query,[key]:slider.value})},"Replay this round"),slider=h("input",{type:"range",class:"st-scrub",min:step<1?0:1,max:most,
step,"aria-label":label,"data-testid":`whatif-${key}`,oninput:()=>move2(Number(slider.value))});slider.value=String(value);
function move2(now){let moved=now!==value;draw(now);let sentence=`${label} ${num(now)}: ${told2(now)}`;setText(said,`${sentence}${moved?
". What is faded is still as recorded.":""}`),box.dispatchEvent(new CustomEvent("stage:supposed",{bubbles:!0,detail:{told:moved?
`${sentence}.`:""}})),go.disabled=!moved,box.closest("[data-testid=inspector]")?.toggleAttribute("data-moved",moved)}let box=h(
"details",{class:"st-whatif-box","data-testid":"whatif"},h("summary",{},"What if?"),h("label",{},label,slider),said,h("d\
iv",{class:"st-row"},go,...more));return box}var flip=(verdict,ask2)=>h("button",{type:"button",class:"st-btn st-small s\
t-wide","data-testid":"whatif-flip",onclick:()=>ask2({verdict,flip:1})},"Let it fall the other way");function newChanged(back){
let root=h("div",{class:"st-changed",role:"status","data-testid":"changed",hidden:!0});return{root,show(said,outcomes,returns){
root.hidden=!said,put(root,h("b",{},said),outcomes&&h("span",{},"Recorded: ",h("q",{dir:"auto"},outcomes.recorded)),outcomes&&
h("span",{},"Now: ",h("q",{dir:"auto"},outcomes.now)),returns&&h("button",{type:"button",class:"st-btn st-small st-wide",
onclick:back},"Back to the recorded run"))},wait(){root.hidden=!1,put(root,h("span",{},"This round is replayed… models t\
hat are not in memory are loaded first."))},refuse(why){root.hidden=!1,put(root,h("span",{role:"alert"},why),h("button",
{type:"button",class:"st-btn st-small",onclick:()=>{root.hidden=!0}},"Close"))}}}var MOST=25;function widthPanel(panel,phase,facts,ask2){let{why,came,good,tails,alpha,table:table2,cut,names,least}=panel,
chart=h("div",{},tails.length?tailChart(panel):null),reached=t=>Math.max(0,tails.findLastIndex(chance=>chance>=t)),wanted2=t=>Math.
max(least,reached(t)),told2=t=>`${reached(t)} or more have that chance${reached(t)<least?`, and no layer asks for fewer \
than ${least}`:""}: ${names[0]} ${wanted2(t)}`,move2=t=>put(chart,tailChart({...panel,cut:t,width:wanted2(t)}));return h(
"section",{class:"st-panel","data-testid":"layer-panel"},h("h2",{},panel.title),h("p",{class:"st-reason"},why),chart,ask2&&
cut!==null&&tails.length?whatIf({key:"threshold",label:names[2],value:cut,most:1,told:told2,draw:move2},{},ask2):null,came&&
phase>=panel.told?h("p",{class:"st-reason"},`${good?"●":"✕"} ${came}.`):null,alpha.length?alphaChart(panel):null,table2.
length?heatMap(panel):null,...facts)}var hidden=(count,shown,what="")=>count>shown?` (${count-shown}${what} hidden)`:"",
above=(value,wide)=>wide<=22?"":value<.005?value?"<.01":"0":short(+value.toFixed(2));function tailChart({tails,tails_say,
cut,width,names}){let shown=tails.slice(0,MOST),w=300,left=4,room=46,high=70,step=Math.min(36,(w-left-room)/shown.length),
y=v=>28+high-v*high,told2=`${tails_say}, from 0: ${shown.map(v=>num(v)).join(", ")}`,svg=s("svg",{viewBox:`0 0 ${w} ${high+
66}`,class:"st-columns st-tails",role:"img","data-testid":"layer-tails","aria-label":`${told2}${cut===null?"":`; ${names[1]}${num(
cut)}`}; ${names[0]} ${width}`});return shown.forEach((value,k)=>{let x=left+k*step,mid=x+(step-3)/2,mine=k===width,reaches=cut===
null?mine:value>=cut;svg.append(s("rect",{class:`${reaches?"on":"off"}${mine?" mine":""}`,x,y:y(value),width:step-3,height:Math.
max(.5,value*high)}));let text=above(value,mine?99:step),name=mine?"mine":"",line=y(cut??-1),foot=y(value)-3,struck=cut!==
null&&line<foot+3&&line>foot-11;text&&svg.append(s("text",{class:name,x:mid,y:struck?line-3:foot,"text-anchor":"middle"},
text)),(step>12||k%4===0||mine)&&svg.append(s("text",{class:name||"end",x:mid,y:high+41,"text-anchor":"middle"},String(k))),
mine&&svg.append(s("path",{class:"point",d:`M${mid} ${high+44}l4 6h-8Z`}),s("text",{class:"mine",x:Math.max(14,mid),y:high+
59,"text-anchor":"middle"},names[0]))}),cut!==null&&svg.append(s("path",{class:"cut",d:`M0 ${y(cut)}H${w-room}`}),s("tex\
t",{class:"t",x:w-room+3,y:y(cut)+3.5},`${names[1]}${short(cut)}`)),h("figure",{},h("figcaption",{},tails_say,hidden(tails.
length,shown.length)),svg)}function alphaChart({alpha,alpha_say}){let shown=alpha.slice(0,MOST-1),w=300,step=Math.min(36,
(w-4)/shown.length),high=40,svg=s("svg",{viewBox:`0 0 ${w} ${high+30}`,class:"st-columns",role:"img","aria-label":`α_j o\
f the candidates from 1: ${shown.map(v=>num(v)).join(", ")}`});return shown.forEach((value,k)=>{let mid=2+k*step+(step-3)/
2,y=13+high-value*high,text=above(value,step);svg.append(s("rect",{x:2+k*step,y,width:step-3,height:Math.max(.5,value*high)})),
text&&svg.append(s("text",{x:mid,y:y-3,"text-anchor":"middle"},text)),(step>12||k%4===0)&&svg.append(s("text",{class:"en\
d",x:mid,y:high+26,"text-anchor":"middle"},String(k+1)))}),h("figure",{},h("figcaption",{},alpha_say,hidden(alpha.length,
shown.length)),svg)}function heatMap({table:table2,table_say,candidates:m}){let size=Math.min(17,table2.length),left=42,
cell=Math.min(30,(300-left)/size),w=left+size*cell,high=size*cell,middle={"text-anchor":"middle"},svg=s("svg",{viewBox:`\
0 0 ${w} ${high+30}`,class:"st-heat",style:`max-width:${w}px`,role:"img","data-testid":"layer-heat","aria-label":`P(m, k\
), last row: ${table2[table2.length-1].map(v=>num(v)).join(", ")}`});table2.slice(0,size).forEach((row,i)=>{let y=i*cell,
name=i===m?"mine":"end";svg.append(s("text",{class:name,x:left-6,y:y+cell/2+4,"text-anchor":"end"},String(i))),row.slice(
0,size).forEach((value,k)=>{let text=value>=.995?"1":value>=.01?value.toFixed(2).slice(1):value>0?"~0":"";svg.append(s("\
rect",{x:left+k*cell,y,width:cell-1,height:cell-1,"fill-opacity":(.06+.94*value).toFixed(3)},s("title",{},`P(${i}, ${k})\
 = ${num(value,3)}`))),cell>=22&&text&&svg.append(s("text",{class:value>.85?"in":"",x:left+k*cell+(cell-1)/2,y:y+cell/2+
3.5,...middle},text))})}),m<size&&svg.append(s("rect",{class:"frame",x:left-1,y:m*cell-1,width:(m+1)*cell+1,height:cell+
1}));for(let k=0;k<size;k++)svg.append(s("text",{class:"end",x:left+k*cell+(cell-1)/2,y:high+12,...middle},String(k)));return svg.
append(s("text",{class:"end",x:2,y:cell/2+4},"m ↓"),s("text",{class:"end",x:left,y:high+26},"k →")),h("figure",{},h(
"figcaption",{},table_say,hidden(table2.length,size," rows")),svg)}function axis(voice,a,u){let x=v=>8+v*284,plain=voice==="plain",word=plain?"bar":"threshold",anchor=a<.14?"start":a>.86?
"end":"middle",middle={"text-anchor":"middle"},told2=u===void 0?`${word} ${num(a)}`:`u ${num(u)} on an axis from 0 to 1,\
 ${labelOf("accepted",voice)} below ${num(a)}`,svg=s("svg",{viewBox:"0 0 300 66",class:"st-axis",role:"img","aria-label":told2},
s("rect",{class:"yes",x:x(0),y:24,width:x(a)-x(0),height:16}),s("rect",{class:"no",x:x(a),y:24,width:x(1)-x(a),height:16}));
if(a>.22&&svg.append(s("text",{class:"in",x:x(a/2),y:36,...middle},plain?"keep":"accept")),a<.78&&svg.append(s("text",{class:"\
in",x:x((1+a)/2),y:36,...middle},"reject")),svg.append(s("path",{class:"cut",d:`M${x(a)} 20V44`}),s("text",{x:x(a),y:58,
"text-anchor":anchor},`${word} ${num(a)}`)),u!==void 0){let left=u<.14||u<.5&&u<=.86;svg.append(s("path",{class:"coin",d:`\
M${x(u)} 42V18l-5 -7h10l-5 7`}),s("text",{class:"u",x:x(u)+(left?9:-9),y:14,"text-anchor":left?"start":"end"},plain?`dic\
e ${num(u)}`:`u = ${num(u)}`))}return a>.2&&svg.append(s("text",{class:"end",x:x(0),y:58,"text-anchor":"start"},"0")),a<
.8&&svg.append(s("text",{class:"end",x:x(1),y:58,"text-anchor":"end"},"1")),svg}var TOPS=16,TOP_FEW=5,SERIES=["q","p","r"],NAMES={q:"q",p:"p",r:"residual"},LAWS={plain:["The next token, after its pare\
nt","Shares of all beams"],exact:["Next-token laws after its parent","Joint laws of (beam, token): shares of all beams"]};
function overlap(model,explained,it,place,verdict,phase){let chosen=lawsAt(it,place,verdict,phase);chosen.delete("r");let order=SERIES.
filter(one=>chosen.has(one)),own2=it.n.token[place];if(!order.length||[...chosen.values()].some(dist=>dist.beam||dist.raw))
return null;let ranked=rowsOf(chosen),top=Math.max(1e-12,...ranked.map(highest)),rows=ranked.filter((row,k)=>k<TOP_FEW||
row.token===own2),names=[order.includes("q")&&["q","draft q"],order.includes("p")&&["p","target p"],order.length>1&&["bo\
th",verdict?.a===void 0?"overlap":"overlap: kept"]].filter(one=>one!==!1),bar2=(of,from,to)=>{let part=h("i",{"data-of":of});
return Object.assign(part.style,{left:`${100*from/top}%`,width:`${100*(to-from)/top}%`}),part};return h("div",{class:"st\
-overlap","data-testid":"inspector-overlap"},h("div",{class:"st-keys"},...names.map(([of,name])=>h("span",{"data-of":of},
...explained(name)))),...rows.map(({token,values:{p=0,q=0}})=>h("div",{class:token===own2?"own":"",title:`draft q ${num(
q)}, target p ${num(p)}`},h("span",{},clip(model.word(token),12)),h("span",{class:"st-both"},bar2("both",0,Math.min(p,q)),
p>q?bar2("p",q,p):bar2("q",p,q)))))}function laws(model,it,place,verdict,phase){let chosen=lawsAt(it,place,verdict,phase),
order=SERIES.filter(one=>chosen.has(one));if(!order.length)return null;let ends=[...chosen.values()].find(dist=>dist.beam)?.
ends??null,parents=ends?beamNames(model,it,ends):null,ranked=rowsOf(chosen),own2=it.n.token[place],mine=verdict?.mine,isMine=row=>(row.
beam===null||!mine||mine.includes(row.beam))&&(row.token===own2||row.token===-2&&row.beam!==null&&!!mine&&ends?.[row.beam]===
it.n.id[place]),shown=ranked.filter((row,k)=>k<TOPS||isMine(row)),top=Math.max(1e-12,...shown.map(highest)),raws=order.filter(
one=>chosen.get(one)?.raw).map(one=>NAMES[one]),raw=raws.length&&(raws.length===order.length?" before warping":` (${raws.
join(" and ")} before warping)`),lines=together(shown,order,ends),box=h("div",{class:"st-laws"+(ends?" st-joint":""),"da\
ta-testid":"inspector-dist"},h("h2",{},LAWS[model.voice][ends?1:0],raw?h("small",{},raw):null),h("div",{class:"st-law st\
-law-h"},h("div",{class:"st-keys"},...order.map(one=>h("span",{"data-of":one},ends&&one!=="r"?`${one}_beam`:NAMES[one]))),
h("span",{class:"st-law-v"},...order.map(one=>h("b",{},one)))),...lines.map(row=>lawLine(model,row,order,top,isMine(row),
parents,ends)));return ends&&box.append(h("p",{class:"st-quiet","data-testid":"inspector-sum"},lawSum(lines,order))),box.
append(h("p",{class:"st-quiet"},restOf(chosen,order,ranked,shown))),box}function lawsAt(it,place,verdict,phase){let chosen=new Map,
beside=it.dists.filter(dist=>dist.at===it.n.parent[place]&&dist.series!=="r"&&!dist.beam);for(let dist of[...(verdict?.dists||
[]).map(k=>it.dists[k]),...beside])!chosen.has(dist.series)&&(dist.series==="q"||phase>=it.seen)&&chosen.set(dist.series,
dist);return chosen}function highest(row){return Math.max(row.values.p??0,row.values.q??0,row.values.r??0)}function rowsOf(chosen){
let rows=new Map;for(let[series,dist]of chosen)dist.t.forEach((token,k)=>{let beam=dist.beam?dist.beam[k]:null,key=`${beam}\
:${token}`,row=rows.get(key)||{token,beam,beams:beam===null?[]:[beam+1],values:{}};row.values[series]=dist.v[k],rows.set(
key,row)});return[...rows.values()].sort((a,b)=>highest(b)-highest(a))}function lawLine(model,row,order,top,own2,parents,ends){
let parent=row.beam!==null&&ends&&parents&&parents.get(ends[row.beam])||"",word=model.word(row.token),times=row.beams.length>
1?`${row.beams.length}×`:"";return h("div",{class:"st-law"+(own2?" own":"")},h("span",{class:"st-law-w",title:(parent&&
`${parent} › `)+word},row.beam===null?"":h("small",{},`${tail(parent,9)} › `),clip(word,12)),h("span",{class:"st-bar\
s"},...order.map(one=>{let value=row.values[one]??0,line=h("i",{"data-of":one});return line.style.width=`${Math.max(value>
0?1:0,100*value/top)}%`,line})),h("span",{class:"st-law-v"},...order.map(one=>{let value=row.values[one];return h("span",
{},value===void 0?"·":(value?times:"")+short(value))})))}function together(rows,order,ends){let found=new Map;for(let row of rows){
let end=row.beam===null||!ends?row.beam:ends[row.beam],key=[row.token,end,...order.map(one=>row.values[one])].join("|"),
known=found.get(key);known?known.beams.push(...row.beams):found.set(key,{...row,beams:[...row.beams]})}return[...found.values()]}
function lawSum(lines,order){let names={q:"q_beam",p:"p_beam",r:"the residual"},several=lines.some(row=>row.beams.length>
1),sums=order.map(one=>{let sum2=lines.reduce((whole,row)=>whole+(row.values[one]??0)*row.beams.length,0);return`${names[one]}\
 ${num(+sum2.toFixed(3))}`});return`Before the ›: the last token of the parent beam. Every figure is the share of one be\
am with one token${several?"; 2× stands for two copies of a beam, each with that share":""}. These rows together: ${sums.
join(", ")}.`}function restOf(chosen,order,ranked,shown){let out=ranked.filter(row=>!shown.includes(row)),sizes=[...chosen.
values()].map(dist=>dist.size),hid=Math.max(0,Math.max(ranked.length,...sizes)-shown.length),rest=order.map(one=>{let mass=(chosen.
get(one)?.rest??0)+out.reduce((sum2,row)=>sum2+(row.values[one]??0),0);return`${NAMES[one]} ${num(mass<1e-9?0:mass)}`});
return hid?`${hid.toLocaleString("en")} ${hid===1?"token":"tokens"} hidden, with ${rest.join(", ")} in all`:"These are a\
ll tokens with any chance."}function beamNames(model,it,ends){let nodes=[...new Set(ends)],paths=new Map(nodes.map(node=>[
node,model.path(it,node).map(one=>model.word(one.token))])),words=(node,size)=>paths.get(node)?.slice(-size).join("")||"\
start";return new Map(nodes.map(node=>{let alike=size2=>nodes.some(other=>other!==node&&words(other,size2)===words(node,
size2)),size=[1,2,3,4].find(each=>!alike(each));return[node,size?words(node,size):`${words(node,1)} (node ${node})`]}))}var NAME="speculative-decoding-explorer";function all(){try{return JSON.parse(localStorage.getItem(NAME)||"{}")}catch{return{}}}
var recall=key=>all()[key]||"";function keep(key,value){try{localStorage.setItem(NAME,JSON.stringify({...all(),[key]:value}))}catch{}}
var own="";function visitor(){try{own=own||sessionStorage.getItem(NAME)||""}catch{}if(own)return own;own=Array.from({length:4},
()=>Math.random().toString(36).slice(2,8)).join("");try{sessionStorage.setItem(NAME,own)}catch{}return own}function remember(root){
for(let box of root.querySelectorAll("details[data-testid]")){if(!(box instanceof HTMLDetailsElement))continue;let name=`\
open-${box.dataset.testid}`;box.open=recall(name)==="1",box.addEventListener("toggle",()=>keep(name,box.open?"1":""))}}var table=(heads,rows,label)=>h("table",{class:"st-table st-tight","aria-label":label},h("thead",{},h("tr",{},...heads.map(
head=>h("th",{scope:"col"},head)))),h("tbody",{},...rows)),cells=(...cells2)=>cells2.map(cell=>h("td",{},...[cell].flat()));
function gauge(value,cut,top=1,look="p"){let mark=v=>`${(100*Math.min(1,Math.max(0,v/top))).toFixed(1)}%`,line=h("i"),stroke=h(
"b");return line.style.width=mark(value??1/0),cut!==null&&(stroke.style.left=mark(cut)),h("span",{class:"st-meter","data\
-of":look},line,cut!==null&&cut<top?stroke:null)}var FARTHEST=10;function factor(value,cut,look="p"){let far=Math.log((value??
1/0)/Math.max(cut,.001))/Math.log(FARTHEST),to=Math.max(-1,Math.min(1,far)),line=h("i"),stroke=h("b");return line.style.
marginLeft=`${(50+50*Math.min(0,to)).toFixed(1)}%`,line.style.width=`${(50*Math.abs(to)).toFixed(1)}%`,stroke.style.left=
"50%",h("span",{class:"st-meter st-factor","data-of":look},line,stroke)}function tries(model,it,panel,phase){let shown=panel.
tries.filter(each=>each.step<=phase),more=panel.of-shown.length,rows=shown.map(({place,state,numbers},k)=>h("tr",{class:state===
"accepted"?"yes":"no"},...cells([`${k+1} `,h("b",{},clip(model.word(it.n.token[place]),10))],...numbers.map((value,n)=>[
short(value),panel.left&&n===0?gauge(value,null):null]),[glyphIcon(state),h("span",{class:"st-hear"},labelOf(state,model.
voice))])));return h("figure",{"data-testid":"inspector-tries"},h("figcaption",{},panel.caption),table(["try",...panel.heads,
""],rows,"Tries at this node"),more?h("p",{class:"st-quiet"},`${more===1?"1 try":`${more} tries`} to come, or not tested\
.`):null)}function bar(model,it,panel,phase,place){let{entropy,epsilon,delta}=panel,high=Math.max(3,Math.ceil(entropy+.5)),
log=Math.log(1e-4),x=v=>34+v/high*258,y=v=>10+Math.log(Math.min(1,Math.max(1e-4,v)))/log*114,at=v=>Math.min(epsilon,delta*
Math.exp(-v)),knee=Math.log(delta/epsilon),curve2=[0,...knee>0&&knee<high?[knee]:[],high].map(v=>`${x(v)} ${y(at(v))}`).
join("L"),shown=panel.candidates.filter(each=>each.step<=phase),word=each=>model.word(it.n.token[each.place]),[name,before]=panel.
names,told2=`${panel.caption}; here ${before}${num(entropy)} and the bar is ${num(panel.bar)}.`,svg=s("svg",{viewBox:"0 \
0 300 154",class:"st-bar-curve",role:"img","aria-label":`${told2} ${shown.map(each=>`${word(each)} ${name} ${num(each.p)}`).
join(", ")}`},s("path",{class:"yes",d:`M${x(0)} 10L${curve2}L${x(high)} 10Z`}),s("path",{class:"no",d:`M${x(0)} 130L${curve2}\
L${x(high)} 130Z`}),s("path",{class:"cut",d:`M${curve2}`}),s("path",{class:"here",d:`M${x(entropy)} 10V130`}));for(let[value,
text]of[[1,"1"],[.1,"0.1"],[.01,"0.01"],[.001,"0.001"]])svg.append(s("text",{class:"end",x:30,y:y(value)+4,"text-anchor":"\
end"},text));let mid=Math.min(266,Math.max(58,x(entropy)));svg.append(s("text",{class:"end",x:2,y:134},name.length>1?"":
name),s("text",{x:mid,y:148,"text-anchor":"middle"},`${before}${num(entropy)}`)),mid>74&&svg.append(s("text",{class:"end",
x:34,y:148},"0")),mid<240&&svg.append(s("text",{class:"end",x:292,y:148,"text-anchor":"end"},String(high)));let right=x(
entropy)<300/2,edge=y(at(right?high:0));for(let[down,text]of[[24,"passes"],[edge+16,"fails"]])svg.append(s("text",{x:right?
290:40,y:down,"text-anchor":right?"end":"start"},text));for(let group of labelled2(shown,y,130)){let cx=x(entropy),way=right?
1:-1,first=group.all[0],[most,least]=[short(first.p),short(group.all[group.all.length-1].p)],which=group.all.length>1?`${group.
all.length} tokens`:clip(word(first),10);svg.append(s("path",{class:"lead",d:`M${cx+6*way} ${group.y}L${cx+15*way} ${group.
label}`}),s("path",{class:"st-g","data-kind":first.state,d:shapeOf(first.state),transform:`translate(${cx} ${group.y}) s\
cale(5)`}),s("text",{class:"w",x:cx+18*way,y:group.label+4,"text-anchor":right?"start":"end"},`${which}: ${name} ${most===
least?most:`${least} to ${most}`}`))}let rows=shown.slice(0,12).map(each=>h("tr",{class:each.own?"":each.p>panel.bar?"ye\
s":"no"},...cells(h("b",{},clip(word(each),14)),short(each.p),each.own?"":`${each.p>panel.bar?">":"≤"} ${short(panel.bar)}`,
`${stateOf(each.state).sign} ${each.end}`)));return shown.slice(0,12).forEach((each,k)=>rows[k].classList.toggle("own",each.
place===place)),h("figure",{"data-testid":"inspector-bar"},h("figcaption",{},panel.caption),svg,table(panel.heads,rows,"\
Candidates against the bar"),shown.length>rows.length?h("p",{class:"st-quiet"},`${shown.length-rows.length} hidden`):null)}
function labelled2(shown,y,base){let groups=[];for(let each of[...shown].sort((a,b)=>b.p-a.p)){let last=groups[groups.length-
1];last&&last.all[0].state===each.state&&y(each.p)-last.y<13?last.all.push(each):groups.push({y:y(each.p),label:0,all:[each]})}
groups.forEach((group,k)=>{group.label=Math.max(group.y,k?groups[k-1].label+13:0)});for(let k=groups.length-1,most=base-
6;k>=0;k--)groups[k].label=Math.min(groups[k].label,most),most=groups[k].label-13;return groups}function doubts(model,it,panel,phase){
let held=(one,signs,top)=>[`${short(one.value)} ${signs[one.good?0:1]} ${short(one.bar)}`,gauge(one.value,one.bar,top,one.
good?"p":"no")],rows=panel.doubts.filter(each=>each.exit.step<=phase).map(({layer,place,exit,back})=>{let seen2=back&&back.
step<=phase?back:null,name=place===null?"stops":clip(model.word(it.n.token[place]),11);return h("tr",{class:place===null?
"no":"yes"},...cells([`${layer} `,h("b",{},name)],held(exit,["≥","<"],1),...panel.heads.length<3?[]:[seen2?[...held(seen2,
["≤",">"],2*seen2.bar),seen2.good?null:h("span",{class:"st-bad"},"✕ goes back")]:"·"]))});return rows.length?h("fig\
ure",{"data-testid":"inspector-doubts"},h("h2",{},panel.title),h("figcaption",{},panel.caption),table(panel.heads,rows,panel.
title)):null}function skipped(panel){let rows=[["attention",panel.attention],["MLP",panel.mlp]],count=panel.of_layers,W=300,
left=58,cell=Math.min(16,(W-left-2)/Math.max(1,count)),high=18,svg=s("svg",{viewBox:`0 0 ${W} ${2*high+18}`,class:"st-sk\
ips",role:"img","aria-label":panel.caption});rows.forEach(([name,out],r)=>{svg.append(s("text",{x:left-6,y:r*high+13,"te\
xt-anchor":"end"},name));for(let k=0;k<count;k++){let x=left+k*cell,y=r*high,gone=out.includes(k);svg.append(s("rect",{class:gone?
"out":"in",x:x+.75,y:y+1,width:cell-1.5,height:high-3},s("title",{},`${name} of layer ${k}: ${gone?"skipped by the draft":
"computed"}`)));let[x0,x1,y0,y1]=[x+2,x+cell-2,y+3,y+high-4];gone&&svg.append(s("path",{class:"strike",d:`M${x0} ${y0}L${x1}\
 ${y1}M${x1} ${y0}L${x0} ${y1}`}))}});for(let k=0;k<count;k+=5)svg.append(s("text",{class:"end",x:left+(k+.5)*cell,y:2*high+
12,"text-anchor":"middle"},String(k)));return h("figure",{"data-testid":"inspector-skips"},h("figcaption",{},`${panel.caption}\
.`),svg)}function level(model,it,panel,phase,place){let pairs=panel.places.map((each,k)=>({each,value:panel.values[k]})),
shown=pairs.filter((pair,k)=>k<8||pair.each===place),rows=shown.map(({each,value})=>{let fate=model.fate(it,each,phase),
gone=fate.state==="not_sent"?model.called(fate):"";return h("tr",{class:each===place?"own":""},...cells(h("b",{},clip(model.
word(it.n.token[each]),12)),[short(value),gauge(value,null,panel.values[0])],gone))});return h("figure",{"data-testid":"\
inspector-levels"},h("figcaption",{},panel.caption,pairs.length>shown.length?` (${pairs.length-shown.length} hidden)`:""),
table(panel.heads,rows,"Confidence on this level"))}function payoff(panel,phase){let most=Math.max(1,...panel.bars.map(({
count})=>count)),rows=panel.bars.filter(({step})=>step<=phase).map(({name,count})=>h("tr",{},h("th",{scope:"row"},name),
...cells(String(count),gauge(count,null,most))));return h("figure",{"data-testid":"inspector-payoff"},h("table",{class:"\
st-table st-tight","aria-label":panel.title},h("tbody",{},...rows)))}function prefixes(model,it,panel,phase,ask2){let shown=panel.
prefixes.filter(prefix=>prefix.step<=phase);if(!shown.length)return null;let longest=shown.reduce((best,prefix)=>prefix.
passed?prefix.j:best,0),none=value=>model.voice==="plain"&&value!==null&&value<1e-4,times=value=>none(value)?"≈ 0":`×${value===
null?"∞":short(value)}`,log=value=>value===null?"−∞":value.toFixed(2),rows=shown.map(({j,place,own:own2,product,logp,
logq,passed})=>h("tr",{class:(passed?"yes":"no")+(j===longest?" own":""),title:model.voice==="plain"?"":`Σ log p = ${log(
logp)}, Σ log q = ${log(logq)}`},...cells([`${j} `,h("b",{},clip(model.word(it.n.token[place]),10))],times(own2),[times(
product),factor(product,panel.bar,passed?"yes":"no")],passed?"● passes":"✕ fails"))),longestAt=tau=>panel.prefixes.reduce(
(best,{j,ratio})=>ratio>tau?j:best,0),told2=tau=>longestAt(tau)?`prefix ${longestAt(tau)} is the longest that passes`:"n\
o prefix passes",all2=ask2&&shown.length===panel.prefixes.length,[before,bar2]=panel.names,moved={key:"threshold",label:bar2,
value:panel.bar,most:1,told:told2,draw:()=>{}};return h("figure",{"data-testid":"inspector-prefixes"},table(panel.heads,
rows,"Prefixes"),h("figcaption",{},`For each word: ${panel.heads[1]}, and all of them multiplied. The stroke is the bar,\
 ${before}${num(panel.bar)}: right of it the product is larger, up to ${FARTHEST} times, left of it smaller. The longest\
 prefix that passes${longest?` so far is ${longest} (shaded)`:": none yet"}.`),all2?whatIf(moved,{},ask2):null)}var hint=()=>matchMedia("(pointer: coarse)").matches?"Tap a node to see why it is what it is.":"Point at a node, or reac\
h it with Tab, to see why it is what it is.",FIRST=new Set(["tries","bar","doubts","prefixes"]),TESTED=new Set(["passes",
"fails"]),Inspector=class{root=h("aside",{class:"st-inspector","data-testid":"inspector","aria-label":"Inspector"});constructor(model,explained,ask2,suppose){
this.model=model,this.explained=explained,this.ask=ask2,this.suppose=suppose}show(it,place,phase){let step=it.steps[phase];
if(this.root.removeAttribute("data-moved"),this.suppose(-1,null),place<0||it.born[place]>phase)return put(this.root,step.
phase==="commit"?this.written(it,phase):null,this.layers(it,-1,step.layer,phase,!0),h("p",{class:"st-quiet"},hint()),this.
tier("all","Everything",()=>[this.layers(it,-1,step.layer,phase,!1)],!0));let fate=this.model.fate(it,place,phase),starts=step.
phase==="input"&&it.n.role[place]==="input",here=step.verdicts.find(v=>it.verdicts[v].place===place),shown=here??fate.verdict,
verdict=shown===null?null:it.verdicts[shown],layer=verdict?.layer??step.layer,own2=this.layers(it,place,layer,phase,!0),
state=here===void 0?fate.state:it.verdicts[here].state,why=starts&&it.n.parent[place]<0?[]:[this.head(it,place,state),this.
reason(it,place,fate,verdict),this.axis(it,phase,verdict,shown),overlap(this.model,this.explained,it,place,verdict,phase)];
put(this.root,starts?this.round():null,...step.phase==="layer"?[own2,...why]:[...why,own2],this.tier("numbers","The numb\
ers",()=>[this.pathLine(it,place),this.tiles(it,place,verdict,phase),this.shares(verdict),laws(this.model,it,place,verdict,
phase)],starts),this.tier("all","Everything",()=>[this.whereLine(it,place,fate),this.copies(it,place,shown,phase),this.layers(
it,place,layer,phase,!1),this.moreDrafts()],starts))}written(it,phase){let several=it.beams.length>1,grown=node=>{let line=[],
at=it.place.get(node)??-1;for(;at>=0&&it.n.role[at]!=="input";at=this.model.up(it,at))line.push(at);return line.reverse()},
fate=place=>this.model.fate(it,place,phase),token=place=>[glyphIcon(fate(place).state),h("b",{},this.model.wordAt(it,place)),
" "],rows=this.model.beamsOf(it).flatMap(({beam,slots})=>{let line=grown(beam.node),start=line.length?it.n.parent[line[0]]:
beam.node;if(!several)return line.map(place=>h("li",{},...token(place),this.model.called(fate(place))));let before=clip(
this.model.path(it,start).map(one=>this.model.word(one.token)).at(-1)??"start",9);return[h("li",{},h("span",{class:"st-q\
uiet"},`${before} › `),...line.length?line.flatMap(token):["has ended, and stays "],slots.length>1?`×${slots.length} `:
"",beam.best?h("span",{class:"st-quiet"},"the likeliest"):null)]});return rows.length?h("section",{class:"st-written","d\
ata-testid":"inspector-written"},h("h2",{},several?"The beams that go on":"What joins the text"),h("ul",{},...rows)):null}moreDrafts(){
let{gamma}=this.model.header.deciding;return!this.ask||typeof gamma!="number"?null:whatIf({key:"gamma",label:"the depth \
γ",value:gamma,most:16,step:1,told:value=>`the draft guesses up to ${value} deep in this round`,draw:()=>{}},{},this.ask)}round(){
let{round:told2=[]}=this.model.header;return told2.length?h("section",{class:"st-round","data-testid":"inspector-round"},
h("h2",{},"How a round goes"),h("dl",{},...told2.flatMap(line=>[h("dt",{},line.label,...line.marks.map(state=>this.mark(
state))),h("dd",{},...this.explained(line[this.model.voice]))]))):null}mark(state){return h("span",{class:"st-legend-k",
"data-kind":state,title:stateOf(state).help},glyphIcon(state),labelOf(state,this.model.voice))}tier(name,label,make,maybe){
let open=recall(`tier-${name}`)==="1",inside=h("div",{class:"st-tier"}),fillIn=()=>{inside.firstChild||put(inside,...make())};
if((open||maybe)&&fillIn(),maybe&&!inside.firstChild)return null;let box=h("details",{open,"data-testid":`inspector-${name}`,
ontoggle:()=>{box.open&&fillIn(),box.open!==(recall(`tier-${name}`)==="1")&&keep(`tier-${name}`,box.open?"1":"")}},h("su\
mmary",{},label),inside);return box}head(it,place,state){return h("div",{class:"st-head","data-state":state},h("div",{class:"\
st-token"},glyphIcon(state),h("b",{},this.model.wordAt(it,place)),h("span",{class:"st-tag"},labelOf(state,this.model.voice))))}whereLine(it,place,fate){
if(it.n.parent[place]<0)return null;let merge=this.model.get(it,"merge",place),above2=this.aboveAll(it,place),more=[`nod\
e ${it.n.id[place]}`,`depth ${it.n.depth[place]}`,it.n.about?.[place],above2&&`below input beam “${above2}”`,merge!==
null&&fate.state==="merged"&&`merged into node ${merge}`];return h("p",{class:"st-quiet"},more.filter(Boolean).join(" · "))}pathLine(it,place){
let path=this.model.path(it,it.n.id[place]),shown=path.slice(-24),cut=path.length-shown.length;if(!path.length)return null;
let before=cut?`(${cut} tokens) … `:"prompt → ";return h("p",{class:"st-path","data-testid":"inspector-path"},h("spa\
n",{class:"st-quiet"},before),...shown.flatMap(({token},k)=>[h(k===shown.length-1?"mark":"span",{},visible(this.model.text(
token)).replace(/␣/g," ")),this.model.joiner()]))}tiles(it,place,verdict,phase){let q=this.model.get(it,"q",place),p=phase<
it.seen?null:this.model.get(it,"p",place),plain=it.heads.map(([name,what],k)=>[name,k?p:q,what]),shown=verdict?.tiles.length?
verdict.tiles:plain.filter(([,value])=>value!==null);return shown.length?h("dl",{class:"st-tiles"},...shown.map(([name,value,
what])=>h("div",{"data-of":name.replace("_beam","")},h("dt",{},...this.explained(name)," ",h("small",{},what)),h("dd",{},
typeof value=="string"?value:num(value,3))))):null}shares(verdict){return verdict?.shares?h("p",{class:"st-quiet","data-\
testid":"inspector-shares"},verdict.shares):null}axis(it,phase,verdict,number){if(!verdict?.a||verdict.a>1)return null;let{
a,u,place}=verdict,box=h("div",{"data-testid":"inspector-axis"},axis(this.model.voice,a,u));if(!this.ask||u===void 0||number===
null)return box;let falls=value=>value<a?"accepted":"rejected",others=this.model.decided(it,place,phase).filter(v=>v!==number).
map(v=>it.verdicts[v].state),word=this.model.word(it.n.token[place]),moved={key:"u",label:"the dice u",value:u,most:.99,
draw:value=>{put(box,axis(this.model.voice,a,value)),this.suppose(place,value===u?null:strongest([falls(value),...others]))},
told:value=>`“${word}” is ${labelOf(falls(value),this.model.voice)}`},other=a<1?[flip(number,this.ask)]:[];return h(
"div",{},box,whatIf(moved,{verdict:number},this.ask,...other))}reason(it,place,fate,verdict){let{help}=stateOf(fate.state),
tested=TESTED.has(fate.state),copied2=fate.state==="pending"?it.n.copied?.[place]:null,meaning=tested?it.steps[fate.step][this.
model.voice]:copied2?`${copied2}.`:`${help.charAt(0).toUpperCase()}${help.slice(1)}.`;return h("p",{class:"st-reason","d\
ata-testid":"inspector-reason"},...this.explained(verdict?verdict[this.model.voice]:meaning))}copies(it,place,now,phase){
let seen2=this.model.decided(it,place,phase);return seen2.length<2?null:h("details",{class:"st-more"},h("summary",{},`Al\
l ${seen2.length} decisions about this node`),h("ol",{},...seen2.map(v=>{let{state,slot,[this.model.voice]:why}=it.verdicts[v],
where=slot===void 0?"":`, slot ${slot}`;return h("li",{class:v===now?"now":""},glyphIcon(state),`${labelOf(state,this.model.
voice)}${where}: ${why}`)})))}aboveAll(it,place){let roots=it.n.id.filter((_,k)=>it.n.role[k]==="input"),at=place;for(let up=at;up>=
0;up=this.model.up(it,up))at=up;return roots.length>1&&at!==place?beamNames(this.model,it,roots).get(it.n.id[at]):null}layers(it,place,layer,phase,deciding){
let known=it.panels.filter(panel=>phase>=panel.known),asking=it.steps[phase].phase==="layer",now=it.steps[phase].phase,summing=[
"unmerge","commit"].includes(now),choosing=now==="select",here=known.filter(panel=>panel.layer&&(panel.nodes?panel.nodes.
includes(place):panel.layer===layer)),shown=[...known.filter(panel=>panel.kind==="doubts"),...here,...known.filter(panel=>!panel.
layer&&panel.kind!=="doubts")],first=panel=>FIRST.has(panel.kind)||panel.kind==="width"&&asking||panel.kind==="payoff"&&
summing||panel.kind==="plain"&&panel.open&&choosing,boxes=shown.filter(panel=>first(panel)===deciding).map(panel=>this.panelBox(
it,panel,place,phase)).filter(box=>box!==null);return boxes.length?h("div",{class:"st-layer","data-testid":"inspector-la\
yer"},...boxes):null}panelBox(it,given,place,phase){let panel=this.model.voice==="plain"?{...given,...given.plain}:given,
rows=[...panel.facts,...phase>=panel.told?panel.outcome:[]],facts=rows.length?[h("dl",{class:"st-facts"},...rows.map(([name,
value])=>h("div",{},h("dt",{},name),h("dd",{},value))))]:[],section=picture=>h("section",{},h("h2",{},panel.title),picture,
...facts),folded=(picture,open=!1)=>rows.length||picture?h("details",{open},h("summary",{},panel.title),picture,...facts):
null;switch(panel.kind){case"width":return widthPanel(panel,phase,facts,this.ask);case"tries":return section(tries(this.
model,it,panel,phase));case"bar":return section(bar(this.model,it,panel,phase,place));case"level":return section(level(this.
model,it,panel,phase,place));case"skipped":return section(skipped(panel));case"payoff":return section(payoff(panel,phase));case"\
prefixes":return folded(prefixes(this.model,it,panel,phase,this.ask),!0);case"doubts":return doubts(this.model,it,panel,
phase);case"plain":return panel.layer||panel.open?section(null):folded(panel.caption?h("p",{class:"st-quiet"},`${panel.caption}\
.`):null)}}leave(){let held=document.activeElement;held instanceof HTMLElement&&this.root.contains(held)&&held.blur()}};function newLegend(model){let counts=new Map([...STATES.keys()].map(name=>[name,h("b")])),labels=new Map([...STATES.keys()].
map(name=>[name,h("span")])),items=new Map([...STATES.values()].map(({name,help})=>[name,h("li",{"data-kind":name,title:help,
class:"st-legend-k"},glyphIcon(name),labels.get(name),counts.get(name))])),sign=h("span",{class:"st-x-key","aria-hidden":"\
true"}),told2=h("span"),copies=h("li",{"data-kind":"copies",title:"A token that was drawn several times is one node. Whe\
re its draws fared differently, the numbers before the signs say how many."},sign,told2);return{root:h("ul",{class:"st-l\
egend","data-testid":"legend","aria-label":"Marks used here"},...items.values(),copies),rejection:words=>items.get("reje\
cted")?.setAttribute("title",words||stateOf("rejected").help),show(it,phase){let found=model.marks(it,phase),often=model.
drawnOften(it,phase);copies.hidden=!often,setText(sign,often?.times??""),setText(told2,often?.told??"");for(let[name,item]of items)
item.hidden=!found.has(name);for(let[name,label]of labels)setText(label,labelOf(name,model.voice));for(let[name,count]of counts)
setText(count,String(found.get(name)??""))}}}var HEADS=["node","parent","depth","token","state"],JUDGED=["u","threshold",
"reason"];function newTable(model,opened){let summary=h("p",{"data-testid":"graph-summary"}),table2=h("table",{class:"st\
-table st-stacked","data-testid":"graph-table"}),root=h("details",{class:"st-card st-details","data-testid":"table",ontoggle:opened},
h("summary",{},"This step as a table"),summary,h("div",{class:"st-wrap",tabindex:"0",role:"group","aria-label":"This ste\
p as a table"},table2));function row(it,place,phase){let verdict=it.verdicts[model.decided(it,place,phase).at(-1)??-1],up=it.
n.parent[place];return[it.n.id[place],up<0?"–":up,it.n.depth[place],model.word(it.n.token[place]),model.called(model.fate(
it,place,phase)),num(verdict?.q??model.get(it,"q",place),3),num(verdict?.p??model.get(it,"p",place),3),num(verdict?.u,3),
num(verdict?.a,3),verdict?.exact??""]}return{root,show(it,phase){if(!root.open)return;setText(summary,`${phase>=it.commit?
`${it.says} `:""}${it.steps[phase].exact}.`);let rows=model.bornBy(it,phase).map(place=>row(it,place,phase)),heads=[...HEADS,
...it.heads.map(([name])=>name),...JUDGED];put(table2,h("thead",{},h("tr",{},...heads.map(head=>h("th",{scope:"col"},head)))),
h("tbody",{},...rows.map(cells2=>h("tr",{},...cells2.map((cell,k)=>h("td",{"data-head":heads[k]},String(cell)))))))}}}var KEPT="lessons",NEXT="Next in the lesson",ONCE_MORE="Not this one. Look at the picture and the numbers again, and try\
 once more.",TAGS={em:"em",strong:"strong",code:"code"},LIST="explorer/lessons",lessonUrl=slug=>`explorer/lesson/${encodeURIComponent(
slug)}`;function readProgress(text){let found={},kept2;try{kept2=JSON.parse(text||"{}")}catch{return found}let numbers=list=>Array.
isArray(list)?list.filter(each=>Number.isInteger(each)&&each>=0):[];for(let[slug,done]of Object.entries(kept2&&typeof kept2==
"object"?kept2:{})){let answers=Object.entries(done?.answers||{}).map(([step,given])=>[step,numbers(given)]);found[slug]=
{seen:numbers(done?.seen),answers:Object.fromEntries(answers)}}return found}var doneIn=(progress,slug)=>Object.hasOwn(progress,
slug)?progress[slug]:{seen:[],answers:{}},seenOf=(progress,card)=>new Set(doneIn(progress,card.slug).seen.filter(step=>step<
card.steps)).size;function withSeen(progress,slug,step){let done=doneIn(progress,slug);return done.seen.includes(step)?progress:
{...progress,[slug]:{...done,seen:[...done.seen,step]}}}function withAnswers(progress,slug,step,given){let done=doneIn(progress,
slug);return{...progress,[slug]:{...done,answers:{...done.answers,[step]:given}}}}function tried(answers,given){let known=given.
filter(k=>k<answers.length);return{given:known,over:known.length>1||known.some(k=>answers[k].right)}}var placed=(step,steps)=>Math.
min(steps-1,Math.max(0,(Math.trunc(Number(step))||1)-1));function wanted(search){let query=new URLSearchParams(search),slug=query.
get("lesson");return slug?{slug,step:Number(query.get("step"))||1}:null}function linkTo(href,slug,step){let url=new URL(
href);return url.search=url.hash="",url.searchParams.set("lesson",slug),url.searchParams.set("step",String(step+1)),url.
href}var told=pieces2=>pieces2.map(({text,style})=>style==="plain"?text:h(TAGS[style],{},text)),Lessons=class{lesson=null;step=0;asked=0;progress=this.
kept();name=h("h2",{"data-testid":"lesson-title"});count=h("span",{class:"st-quiet","data-testid":"lesson-count"});said=h(
"div",{class:"st-lesson-said","data-testid":"lesson-text","aria-live":"polite"});quiz=h("div",{class:"st-lesson-quiz"});list=h(
"ol",{class:"st-lesson-list","data-testid":"lesson-list",hidden:!0});note=h("p",{class:"st-quiet",role:"status","data-te\
stid":"lesson-note"});back=this.button("back","Back",()=>this.turn(-1),"Page Up");next=this.button("next",NEXT,()=>this.
turn(1),"Page Down");all=this.button("all","All lessons",()=>{this.showList()});link=this.button("link","Copy link",()=>{
this.copy()},"A link to this step");again=this.button("show","Back to this step’s picture",()=>this.stand(),"The stage\
 has been moved since");shut=h("button",{type:"button",class:"st-btn","data-testid":"lesson-close",title:"Close the less\
on","aria-label":"Close the lesson",onclick:()=>this.close()},"✕");turns=h("div",{class:"st-lesson-turns"},this.back,this.
next);page=h("div",{class:"st-lesson-page"},this.said,this.quiz);root=h("section",{class:"st-card st-lesson","data-testi\
d":"lesson","aria-label":"Lesson",hidden:!0},h("header",{class:"st-lesson-head"},h("div",{},this.name,this.count),this.link,
this.all,this.shut),this.again,this.page,this.list,this.turns,this.note);away=!1;constructor(on){this.on=on,this.all.setAttribute(
"aria-expanded","false")}button(id,label,run,title){return h("button",{type:"button",class:"st-btn st-wide","data-testid":`\
lesson-${id}`,title,onclick:run},label)}kept(){try{return readProgress(localStorage.getItem(KEPT))}catch{return{}}}latest(){
let now=this.kept();return Object.keys(now).length?now:this.progress}keep(changed){this.progress=changed;try{localStorage.
setItem(KEPT,JSON.stringify(this.progress))}catch{}}unfold(open){this.root.hidden=!open,this.on.shown(open),open&&requestAnimationFrame(
()=>this.reach())}reach(){let{top}=this.root.getBoundingClientRect();(top<0||top>innerHeight-160)&&this.root.scrollIntoView(
{block:"start"})}open(opened,at=1){this.asked+=1,this.lesson=opened,this.unfold(!0),this.listed(!1),setText(this.name,opened.
title),this.show(placed(at,opened.steps.length)),this.on.soon(opened.steps.flatMap(({at:first,question})=>[first.trace,question?.
reveal?.trace??first.trace]))}async load(url,at=1){let found=await this.got(url,"Loading the lesson …","steps");if(found)
return this.open(found,at);let mine=this.asked,why=this.note.textContent||"";!this.lesson&&why&&await this.showList(),mine+
1===this.asked&&!this.list.hidden&&setText(this.name,why)}async got(url,waiting,field){let mine=++this.asked;this.unfold(
!0),setText(this.note,waiting);let found=null;try{found=await(await fetch(new URL(url,document.baseURI))).json()}catch{}
if(mine!==this.asked)return null;let good=found!==null&&Array.isArray(found[field]);return setText(this.note,good?"":found?.
text||"This could not be loaded; reload the page to try again."),good?found:null}show(at){if(!this.lesson)return;this.step=
at,this.away=!1;let now=this.lesson.steps[this.step],last=this.lesson.steps.length-1;this.keep(withSeen(this.latest(),this.
lesson.slug,this.step)),setText(this.count,`step ${this.step+1} of ${last+1}`),setText(this.note,""),put(this.said,h("h3",
{},now.title),...now.paragraphs.map(pieces2=>h("p",{},...told(pieces2)))),this.ask(now),this.again.hidden=!0,this.back.disabled=
this.step===0,setText(this.next,this.step===last?"Finish the lesson":NEXT),this.root.dataset.step=String(this.step+1),this.
root.parentElement&&(this.root.parentElement.scrollTop=0),this.on.changed(this.lesson.slug,this.step+1),this.stand()}turn(by){
if(this.lesson){if(this.step+by===this.lesson.steps.length)return void this.showList();this.step+by>=0&&this.show(this.step+
by)}}stand(){let at=this.place();at&&this.on.goto(at.trace,{it:at.it,phase:at.phase,node:at.node})}place(){if(!this.lesson)
return null;let{at,question}=this.lesson.steps[this.step];return question&&tried(question.answers,this.given()).over&&question.
reveal||at}stands({name:trace,it,phase}){let at=this.place();this.away=at!==null&&(at.trace!==trace||at.it!==it||at.phase!==
phase),this.again.hidden=!this.away||!this.list.hidden}given(){return this.lesson?doneIn(this.progress,this.lesson.slug).
answers[this.step]||[]:[]}ask({question}){put(this.quiz),this.quiz.hidden=!question,question&&put(this.quiz,h("p",{class:"\
st-lesson-ask",id:"st-lesson-ask"},...told(question.words)),h("div",{class:"st-lesson-answers",role:"group","aria-labell\
edby":"st-lesson-ask"},...question.answers.map((answer,k)=>h("button",{type:"button",class:"st-lesson-answer","data-test\
id":"lesson-answer",onclick:()=>this.choose(question,k)},h("b",{"aria-hidden":"true"}),h("span",{},...told(answer.words))))),
h("p",{class:"st-lesson-feedback","data-testid":"lesson-feedback",role:"status"}),this.button("again","Ask me again",()=>this.
forget(question))),question&&this.mark(question)}forget(question){this.lesson&&(this.keep(withAnswers(this.latest(),this.
lesson.slug,this.step,[])),this.mark(question),this.stand())}mark({answers}){let{given:chosen,over}=tried(answers,this.given()),
last=chosen.at(-1),[feedback,again_]=[this.quiz.querySelector(".st-lesson-feedback"),this.quiz.querySelector(".st-btn")];
this.quiz.querySelectorAll(".st-lesson-answer").forEach((view,k)=>{let{right}=answers[k],pressed=chosen.includes(k),shown=pressed||
over&&right;view.setAttribute("aria-pressed",String(pressed)),view.setAttribute("aria-disabled",String(over||pressed)),view.
classList.toggle("right",shown&&right),view.classList.toggle("wrong",shown&&!right),view.classList.toggle("left",over&&!shown);
let sign=view.querySelector("b");sign&&setText(sign,shown?right?"✓":"✕":"○")}),feedback&&put(feedback,...last===void 0?
[]:[h("b",{},answers[last].right?"✓ ":"✕ "),...over?told(answers[last].feedback):[ONCE_MORE]]),again_ instanceof HTMLElement&&
(again_.hidden=!over)}choose(question,k){!this.lesson||this.given().includes(k)||tried(question.answers,this.given()).over||
(this.keep(withAnswers(this.latest(),this.lesson.slug,this.step,[...this.given(),k])),this.mark(question),this.quiz.querySelector(
".st-lesson-feedback")?.scrollIntoView({block:"nearest"}),tried(question.answers,this.given()).over&&this.stand())}listed(on_){
this.list.hidden=!on_,this.page.hidden=this.turns.hidden=this.link.hidden=on_||!this.lesson,this.again.hidden=this.page.
hidden||!this.away,this.all.setAttribute("aria-expanded",String(on_)),setText(this.all,on_&&this.lesson?"Back to the les\
son":"All lessons"),this.count.hidden=on_,setText(this.name,on_?"Lessons":this.lesson?.title||"")}async showList(){if(!this.
list.hidden&&this.lesson)return this.listed(!1);let found=await this.got(LIST,"Loading the lessons …","lessons");found&&
(this.listed(!0),this.root.parentElement&&(this.root.parentElement.scrollTop=0),put(this.list,...found.lessons.map(card=>{
let seen2=seenOf(this.progress,card),whole=seen2===card.steps,size=`${plural(card.steps,"step")}, ${card.minutes} min`,how=whole?
"✓ done":seen2?`${seen2} of ${card.steps} steps`:size;return h("li",{},h("button",{type:"button","data-testid":"lesson\
-card","data-lesson":card.slug,class:whole?"done":"",onclick:()=>{this.load(lessonUrl(card.slug))}},h("b",{},card.title),
h("span",{},card.summary),h("small",{},how)))})))}async copy(){if(!this.lesson)return;let href=linkTo(location.href,this.
lesson.slug,this.step);try{await navigator.clipboard.writeText(href),setText(this.note,"The link to this step is copied.")}catch{
setText(this.note,href)}}close(){this.asked+=1,this.lesson=null,this.unfold(!1),delete this.root.dataset.step,this.on.changed(
null,0),this.on.close()}key(event){if(!this.lesson||this.root.hidden||!this.list.hidden)return!1;let answers=this.quiz.querySelectorAll(
".st-lesson-answer"),digit=/^[1-9]$/.test(event.key)?Number(event.key):0;if(event.key==="PageDown")this.turn(1);else if(event.
key==="PageUp")this.turn(-1);else if(digit&&digit<=answers.length)answers[digit-1].click();else return!1;return event.preventDefault(),
!0}moved(trace){this.lesson&&!this.lesson.steps.some(({at})=>at.trace===trace)&&this.close()}};var ENDED=-2;function prepare(packed){let{n}=packed,size=n.id.length,place=new Map(n.id.map((id,at)=>[id,at])),stepOf=new Array(
packed.verdicts.length).fill(packed.steps.length-1);packed.steps.forEach((step,k)=>step.verdicts.forEach(v=>stepOf[v]=k));
let judged2=n.id.map(()=>[]),children=n.id.map(()=>[]);packed.verdicts.forEach((verdict,v)=>judged2[verdict.place].push(
v));for(let list of judged2)list.sort((a,b)=>stepOf[a]-stepOf[b]);n.parent.forEach((id,at)=>{let up=place.get(id);up!==void 0&&
children[up].push(at)});let onPath=new Array(size).fill(!1);for(let at of packed.path)onPath[at]=!0;let fates=n.fates.map(
list=>list.map(([step,state,verdict,second,times,told2])=>({step,state,verdict,second,times,told:told2}))),replicas=n.origin?
n.origin.filter((origin,at)=>origin!==null&&origin!==n.id[at]).length:0;return{...packed,size,place,fates,children,judged:judged2,
stepOf,onPath,replicas}}var Model=class{name="";header={method:"",deciding:{},rejection:""};texts={};its=[];summary=null;incomplete=null;live=!1;voice="\
plain";lineage=new Map;starts=[0];open(message){let header=message.header||{method:"",deciding:{},rejection:""};Object.assign(
this,{name:message.name||"",header,texts:{},its:[],summary:null}),this.lineage.clear(),this.starts=[0],this.live=!!message.
live,this.add(message)}add(message){Object.assign(this.texts,message.texts||{});for(let packed of message.iterations||[])
if(!(packed.i<this.its.length)){if(packed.i>this.its.length)return packed.i-this.its.length;this.its.push(prepare(packed)),
this.starts.push(this.starts[packed.i]+packed.steps.length);for(let[node,parent,token,origin,step]of packed.made)this.lineage.
set(node,{node,parent,token,it:packed.i,origin,step})}return message.summary&&(this.summary=message.summary),message.incomplete!==
void 0&&(this.incomplete=message.incomplete),0}get(it,field,place){return it.n[field]?.[place]??null}copied(it,place){let origin=this.
get(it,"origin",place);return origin!==null&&origin!==it.n.id[place]}up(it,place){return it.place.get(it.n.parent[place])??
-1}gram(it,place,n){let found=[];for(let at=place;at>=0&&found.length<n;at=this.up(it,at))found.push(at);return found}text(token){
return token===ENDED?"itself (ended)":this.texts[token]??(token<0?"start":"#"+token)}word(token){return visible(this.text(
token))||"∅"}wordAt(it,place){return it.n.parent[place]<0&&it.n.role[place]==="input"?"start":this.word(it.n.token[place])}fate(it,place,phase){
return it.fates[place].findLast(fate=>fate.step<=phase)||it.fates[place][0]}decided(it,place,phase){return it.judged[place].
filter(v=>it.stepOf[v]<=phase)}marks(it,phase){let found=new Map,count=state=>found.set(state,(found.get(state)??0)+1);for(let place of this.
bornBy(it,phase)){let{state}=this.fate(it,place,phase);count(state);let unused=this.decided(it,place,phase).some(v=>it.verdicts[v].
state==="unused");state==="merged"&&unused&&count("unused")}return found}drawnOften(it,phase){let often=this.bornBy(it,phase).
map(place=>this.fate(it,place,phase)).filter(({times})=>times),tells=({state,times,told:told2})=>state==="input"?-1/0:times.
includes(" ")?times.length:-told2.length;return often.sort((a,b)=>tells(b)-tells(a))[0]??null}bornBy(it,phase){return it.
born.flatMap((step,place)=>step<=phase?[place]:[])}called(fate){return labelOf(fate.state,this.voice)}path(it,id){let found=[],
node=id;for(;node>0;){let place=it?.place.get(node),kept2=this.lineage.get(node);if(it&&place!==void 0&&!(kept2&&it.n.role[place]===
"input"))found.push({node,parent:it.n.parent[place],token:it.n.token[place],it:it.i,origin:null,step:0}),node=it.n.parent[place];else if(kept2)
found.push(kept2),node=kept2.parent;else break}return found.reverse()}at(place){let it=0;for(;it+1<this.its.length&&this.
starts[it+1]<=place;)it++;return[it,place-this.starts[it]]}joiner(){return String(this.header.pair||"").startsWith("toy:")?
" ":""}phrase(tokens){return coded(pieces(tokens.map(token=>this.text(token))).map(({text})=>text).join(this.joiner()))}added(it){
return this.phrase(this.its[it].made.map(([,,token])=>token))}written(){let last=this.its.at(-1),best=last?.beams.find(beam=>beam.
best)??last?.beams[0];return best&&this.multi()?this.path(null,best.node):this.its.flatMap(({made:made2})=>made2.flatMap(
([node])=>this.lineage.get(node)??[]))}total(){return this.starts[this.its.length]}multi(){return this.its.some(it=>it.beams.
length>1)}beamsOf(it){let groups=new Map;return it.beams.forEach((beam,slot)=>{let known=groups.get(beam.node);known?known.
slots.push(slot):groups.set(beam.node,{beam,slots:[slot]})}),[...groups.values()]}};function describeRun(stage,recorded){let{model,root,glossary,full}=stage,{header,summary,incomplete}=model,{title,about:said,
pair_name:pair,draft_notes:noted,seed,prompt,deciding,rejection,whatif=""}=header;if(stage.legend.rejection(rejection),setText(
stage.worth,summary?.worth||title||""),stage.top.hidden=!stage.worth.textContent,!full){let number=[...document.querySelectorAll(
".st.compact")].indexOf(root)+1;root.setAttribute("aria-label",`Run ${number}: ${title||"none"}, step by step`),stage.controls.
root.setAttribute("aria-label",`Step through run ${number}`)}let exact=[said?.law,said?.rounding].filter(Boolean).join("\
 "),what=full?[said?.line,said?.law,said?.rules].filter(Boolean).join(" "):title||"",cut=incomplete?`This run is incompl\
ete: ${incomplete}. `:"";put(stage.about,h("span",{class:"st-warn"},cut),...glossary.explained(what,!1));let rows=[["Met\
hod",title],["Paper",said?.paper],["Law of the output",exact],["Models",pair],["Draft",noted],["Model’s own rules",said?.
rules],["Prompt",prompt],["Seed",seed?.toString()],...Object.entries(deciding).map(([key,value])=>[key.replace(/_/g," "),
String(value)])];stage.changed.show(whatif,whatif&&recorded?{recorded:recorded.text,now:model.added(model.its.length-1)}:
null,stage.options.asks&&!!header.recorded?.name);let row=([name,value])=>h("div",{},h("dt",{},...glossary.explained(name)),
h("dd",{},value));put(stage.facts,...rows.filter(([,value])=>value).map(row)),put(stage.end,h("h2",{},"The whole run"),h(
"p",{class:"st-worth"},summary?.worth||""),h("dl",{class:"st-facts"},...(summary?.card??[]).map(row)),h("button",{type:"\
button",class:"st-btn st-wide",onclick:()=>stage.stepTo(0)},"Start again"))}var PICTURE=100,SLOW=400,TYPES=new Set(["open","append","finish","begin","start","lesson","fetch","clear"]),Messages=class{opening=0;newest=0;recorded=null;constructor(stage){
this.stage=stage,this.begun=!stage.full}receive(value){let message=value;if(typeof value=="string")try{message=JSON.parse(
value)}catch{return this.clear({type:"clear",text:"The stage got a message that is not JSON."})}if(message.asked!==void 0&&
message.asked<this.newest)return;this.newest=message.asked??this.newest,TYPES.has(message.type)&&this[message.type](message);
let taught=this.begun||!this.stage.options.url?null:wanted(location.search);this.begun=!0,taught&&this.stage.lesson.load(
lessonUrl(taught.slug),taught.step)}fill(message){let{stage}=this;Object.assign(stage,{at:{it:0,phase:0},picked:null,hovered:-1}),
stage.model.open(message),this.recorded?.name!==stage.model.name&&(this.recorded=null),stage.text.reset(),stage.find.reset(),
describeRun(stage,this.recorded)}open(message){let{stage}=this,{model}=stage;this.reset(),this.fill(message);let{name}=model;
if(stage.lesson.moved(model.header.recorded?.name??name),setTimeout(()=>stage.trigger("opened",{name}),PICTURE),stage.follow=
model.live,this.shown(),model.live)return stage.openAt({it:model.its.length});let address=stage.options.url?readAddress():
null;stage.openAt(message.at||(address&&[name,null].includes(address.trace)?stage.reached(address):null))}append(message){
let{stage}=this,{name,its}=stage.model;if(message.name&&message.name!==name)return;let missing=stage.model.add(message);
missing&&stage.trigger("gap",{name,have:its.length,want:its.length+missing}),this.shown(),stage.follow&&!stage.timer?stage.
goto(its.length-1,1/0,null):stage.refresh()}finish(message){let{stage}=this,there=stage.follow;message.name&&message.name!==
stage.model.name||stage.model.live&&(this.append(message),stage.model.live=stage.follow=!1,stage.root.dataset.live="0",this.
shown(),describeRun(stage,this.recorded),there&&message.at&&stage.openAt(message.at))}begin({name=""}){let{stage}=this;this.
reset(),this.recorded=null,this.fill({type:"open",name,incomplete:null,live:!0}),stage.lesson.moved(name),stage.follow=!0,
Object.assign(stage.root.dataset,{begun:"1",name,live:"1",iterations:"0"}),this.shown(),stage.options.url&&stage.setAddress(
{trace:name,it:null,phase:null,node:null}),setTimeout(()=>stage.trigger("opened",{name}),PICTURE),stage.moved()}start({trace:first,
text:none}){let{trace:named,it,node}=readAddress(),name=named||first,at={it:1,phase:1};if(!name)return this.clear({type:"\
clear",text:none});let url=`explorer/open/${encodeURIComponent(name)}`;this.fetch(it||node!==null?{type:"fetch",url}:{type:"\
fetch",url,at})}lesson({url}){url?this.stage.lesson.load(url):this.stage.lesson.showList()}async fetch(message){let mine=++this.
opening,{note,root,model,early}=this.stage;this.stage.pause(),setText(note,"Opening the recorded run …"),root.removeAttribute(
"data-empty"),note.hidden=model.its.length>0,root.setAttribute("aria-busy","true");try{let found=JSON.parse(await early.
get(message.url||"")),live=message.live&&found.type==="open"?{live:!0,summary:null,incomplete:null}:{};mine===this.opening&&
this.receive({...found,...live,...message.at?{at:message.at}:{}})}catch{mine===this.opening&&this.clear({type:"clear",text:"\
The trace could not be loaded; reload the page to try again."})}}clear(message){this.reset(),this.stage.root.dataset.empty=
"1",this.fill({type:"open"}),this.shown(),setText(this.stage.note,message.text||"Choose a recorded run above, or press “\
Run yours”.")}async change(query){let{at:{it,phase},model,changed}=this.stage,mine=++this.opening,asked=new URLSearchParams(
{visitor:visitor(),it:String(it+1)});for(let[key,value]of Object.entries(query))asked.set(key,String(value));let from={of:model.
name,at:{it:it+1,phase:phase+1},text:model.added(it)},waiting=setTimeout(()=>mine===this.opening&&changed.wait(),SLOW);try{
let reply=await fetch(new URL(`explorer/whatif/${from.of}?${asked}`,document.baseURI),{method:"POST"}),found=await reply.
json();if(mine!==this.opening)return;if(!reply.ok)return changed.refuse(found.text);this.recorded={...this.recorded??from,
name:found.name},this.receive(found)}catch{mine===this.opening&&changed.refuse("The app does not answer; look whether it\
 still runs, then try again.")}finally{clearTimeout(waiting)}}back(){let{name="",at}=this.stage.model.header.recorded??{},
{of,at:to}=this.recorded??{of:name,at};this.fetch({type:"fetch",url:`explorer/open/${encodeURIComponent(of)}`,at:to})}reset(){
let{stage}=this,{graph,timeline,attention,trace,controls}=stage;this.opening+=1,stage.away=!1,delete stage.root.dataset.
begun,delete stage.root.dataset.empty,stage.inspector.leave();for(let part of[graph,timeline,attention,trace,controls])part.
reset();stage.pause(),stage.root.removeAttribute("aria-busy"),delete stage.pictures.dataset.step}shown(){let{root,body,note,
model}=this.stage,any=model.its.length>0;body.hidden=!any,note.hidden=any,model.live||delete root.dataset.begun,root.toggleAttribute(
"data-empty",!any&&!model.live),any||setText(note,model.live?"Waiting for the first iteration …":model.incomplete?"The\
 run ended before its first iteration.":"This trace has no iterations.")}};var EDGE=20,LINE=21,LEAST=560,DOUBLE=2,SIDE=16e3,AREA=24e7,STROKE=["stroke-linecap","stroke-linejoin","marker-end","pain\
t-order"],FONT=["font-family","font-size","font-weight","font-style","text-anchor"],USUAL=new Set(["butt","miter","none",
"normal","start"]),UNWRITTEN=/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;function colour(value){let parts=/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.
exec(value);return parts?{paint:`#${parts.slice(1,4).map(part=>Math.round(Number(part)).toString(16).padStart(2,"0")).join(
"")}`,opacity:parts[4]===void 0?1:Number(parts[4])}:{paint:value,opacity:1}}function scaleOf(from,look,zoom){if(look.getPropertyValue(
"vector-effect")!=="non-scaling-stroke")return 1;let to=from.getCTM();return to&&Math.sqrt(Math.abs(to.a*to.d-to.b*to.c))/
zoom||1}function dress(from,to,zoom){let look=getComputedStyle(from),value=name=>look.getPropertyValue(name);for(let{name}of[
...to.attributes])/^(class|style|role|tabindex|visibility|vector-effect|data-.*|aria-.*)$/.test(name)&&to.removeAttribute(
name);if(value("display")==="none"||value("visibility")==="hidden")return!1;let scale=scaleOf(from,look,zoom),set2=(name,text)=>{
text&&!USUAL.has(text)&&to.setAttribute(name,text)};if(value("opacity")!=="1"&&set2("opacity",value("opacity")),from instanceof
SVGGElement)return!0;for(let name of["fill","stroke"]){let{paint,opacity}=colour(value(name)),all2=opacity*Number(value(
`${name}-opacity`));to.setAttribute(name,paint),all2<1&&paint!=="none"&&to.setAttribute(`${name}-opacity`,String(all2))}
if(value("stroke")!=="none"){let units=text=>text.replace(/[\d.]+(px)?/g,part=>String(parseFloat(part)/scale));set2("str\
oke-width",units(value("stroke-width"))),value("stroke-dasharray")!=="none"&&set2("stroke-dasharray",units(value("stroke\
-dasharray")));for(let name of STROKE)set2(name,value(name).replace(/url\("?[^#"]*(#[^")]+)"?\)/,"url($1)"))}return from instanceof
SVGTextElement&&write(from,to,look),!0}function write(from,to,look){for(let name of FONT)to.setAttribute(name,look.getPropertyValue(
name));let line=look.getPropertyValue("text-decoration-line");line!=="none"&&to.setAttribute("text-decoration",line),to.
setAttribute("xml:space","preserve");let length=from.getComputedTextLength();length>0&&to.setAttribute("textLength",length.
toFixed(2)),to.setAttribute("lengthAdjust","spacingAndGlyphs")}function copied(svg){let{width,height}=svg.viewBox.baseVal,
zoom=svg.width.baseVal.value/width||1,copy=svg.cloneNode(!0),pairs=[...svg.querySelectorAll("*")].map((from,k)=>[from,copy.
querySelectorAll("*")[k]]),hidden2=[];for(let[from,to]of pairs)from instanceof SVGGraphicsElement&&to instanceof SVGElement&&
!from.closest("defs")?!dress(from,to,zoom)&&!(from instanceof SVGGElement)&&hidden2.push(to):from.closest("marker")&&from instanceof
SVGPathElement&&(to.setAttribute("fill",colour(getComputedStyle(from).fill).paint),to.removeAttribute("class"));for(let each of hidden2)
each.remove();return{width,height,parts:[...copy.childNodes]}}function wrap(text,width,font){let lines=[""];for(let word of text.
split(/\s+/)){let longer=lines[lines.length-1]?`${lines[lines.length-1]} ${word}`:word;measure(longer,font)<=width?lines[lines.
length-1]=longer:lines.push(word)}return lines.filter(Boolean)}function drawing({stage,graph,legend,title,sentence}){let look=getComputedStyle(
stage),family=look.fontFamily||"sans-serif",ink=colour(look.color).paint,drawn=copied(graph),wide=Math.max(LEAST,drawn.width),
inner2=wide-2*EDGE,parts=[],y=EDGE,lines=(text,size,weight)=>{for(let line of wrap(text,inner2,`${weight} ${size}px ${family}`))
y+=LINE,parts.push(s("text",{x:EDGE,y:y-5,"font-family":family,"font-size":size,"font-weight":weight,fill:ink,"xml:space":"\
preserve"},line))};lines(title,17,700),parts.push(s("g",{transform:`translate(${(wide-drawn.width)/2} ${y})`},...drawn.parts)),
y+=drawn.height,lines(sentence,15,400),y+=6;let x=EDGE;for(let item of legend.querySelectorAll("li")){let icon2=item.querySelector(
"svg"),words=(item.innerText??"").trim().replace(/\s+/g," ");if(!words||!item.checkVisibility())continue;let room=measure(
words,`13px ${family}`)+42;x>EDGE&&x+room>wide-EDGE&&([x,y]=[EDGE,y+LINE]),icon2&&parts.push(s("g",{transform:`translate\
(${x+8} ${y+11})`},...copied(icon2).parts)),parts.push(s("text",{x:x+(icon2?21:0),y:y+15,"font-family":family,"font-size":13,
fill:ink},words)),x+=room}let height=Math.ceil(y+LINE+EDGE),width=Math.ceil(wide),under=colour(getComputedStyle(graph.closest(
".st-graph")??stage).backgroundColor).paint,file=s("svg",{xmlns:"http://www.w3.org/2000/svg",width,height,viewBox:`0 0 ${width}\
 ${height}`},s("title",{},title),s("rect",{width,height,fill:under}),...parts);return{text:new XMLSerializer().serializeToString(
file).replace(UNWRITTEN,"�"),width,height}}function saveAs(file,name){let link=h("a",{href:URL.createObjectURL(file),download:name});
document.body.append(link),link.click(),link.remove(),setTimeout(()=>URL.revokeObjectURL(link.href),6e4)}var saveSvg=({text},name)=>saveAs(
new Blob([text],{type:"image/svg+xml"}),`${name}.svg`);async function savePng({text,width,height},name){let scale=Math.min(
DOUBLE,SIDE/width,SIDE/height,Math.sqrt(AREA/(width*height))),image=new Image,canvas2=h("canvas",{width:Math.round(width*
scale),height:Math.round(height*scale)});try{image.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`,await image.
decode(),canvas2.getContext("2d")?.drawImage(image,0,0,canvas2.width,canvas2.height)}catch{return!1}let file=await new Promise(
done=>canvas2.toBlob(done,"image/png"));return file&&saveAs(file,`${name}.png`),file!==null}var pictureName=(method,round)=>`${method.
toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-+|-+$/g,"")||"run"}-round-${round}`;var RunText=class{body=h("div",{class:"st-text","data-testid":"text"});keys=h("div",{class:"st-origins","aria-hidden":"t\
rue"});list=h("ol",{class:"st-beams","data-testid":"beams"});beams=h("details",{class:"st-card st-details","data-testid":"\
live-beams",hidden:!0},h("summary",{},"The live beams in words"),this.list);end=h("button",{type:"button",class:"st-btn \
st-small","data-testid":"show-end","aria-pressed":"false",title:"Also the text that this run has not written yet",onclick:()=>this.
reveal(!this.root.classList.contains("all"))},"Show the end");root=h("section",{class:"st-sofar","aria-label":"The text \
so far"},this.body,this.keys,this.end);tokens=[];count=0;shownFor="";originsFor="";settledFor=null;found=new Set;constructor(model,on){
this.model=model,this.on=on;for(let box of[this.root,this.beams])box.addEventListener("click",event=>this.open(event)),box.
addEventListener("keydown",event=>{let all2=[...box.querySelectorAll("[data-token]")],at=all2.findIndex(view=>view===document.
activeElement),by=event.key==="ArrowDown"?1:-1;at<0||!["Enter"," ","ArrowUp","ArrowDown"].includes(event.key)||(event.key===
"Enter"||event.key===" "?this.open(event):all2[Math.min(all2.length-1,Math.max(0,at+by))].focus(),event.preventDefault(),
event.stopPropagation())})}reset(){this.tokens=[],this.count=0,this.shownFor=this.originsFor="",put(this.list),put(this.
keys),this.reveal(!1),put(this.body,...this.startOf()),this.beams.hidden=!0}startOf(){let{prompt}=this.model.header,text=coded(
clip(prompt||"",400));return text?[h("span",{class:"st-prompt",title:"the prompt",dir:"auto"},text)," "]:[]}reveal(all2){
this.root.classList.toggle("all",all2),this.settledFor=null,this.end.setAttribute("aria-pressed",all2?"true":"false"),this.
end.textContent=all2?"Hide the end":"Show the end"}grow(){for(;this.count<this.model.its.length;this.count++)for(let[node]of this.
model.its[this.count].made){let made2=this.model.lineage.get(node);if(!made2)continue;let view=this.tokenView(made2,this.
tokens.length);this.body.append(view,this.model.joiner()),this.tokens.push({view,made:made2,when:""})}}tokenView(made2,index){
let text=this.model.text(made2.token),origin=made2.origin||"",apart=this.model.joiner()?{dir:"auto"}:{},told2=`${visible(
text)} · ${ORIGINS.get(origin)?.label||origin} · iteration ${made2.it+1}`,look=this.found.has(made2.node)?"st-t hit":"\
st-t";return h("span",{role:"button",class:look,"data-token":index,"data-origin":origin,"data-it":made2.it+1,"data-made":made2.
node,tabindex:index?"-1":"0",title:told2,...apart},coded(text).replace(/\n/g,"↵")||"∅")}show(it,phase){if(this.model.
multi())return this.showBeams(it,phase);this.grow();for(let token of this.tokens){let{made:made2}=token,when=made2.it<it.
i||made2.it===it.i&&made2.step<=phase?made2.it===it.i?"now":"past":"later";when!==token.when&&(token.view.dataset.when=token.
when=when)}let written=this.tokens.filter(({when})=>when!=="later"),key=String(written.length);this.shownFor!==key&&(this.
shownFor=key,this.origins(new Set(written.map(({made:made2})=>made2.origin))))}settle(){this.settledFor===this.shownFor||
this.root.classList.contains("all")||(this.settledFor=this.shownFor,this.body.scrollLeft=this.body.scrollWidth)}origins(present){
let kinds=[...ORIGINS.values()].filter(({name})=>present.has(name)),key=kinds.map(({name})=>name).join();key!==this.originsFor&&
(this.originsFor=key,put(this.keys,...kinds.map(({name,label})=>h("span",{class:"st-t","data-origin":name},label))))}showBeams(it,phase){
let from=phase>=it.commit?it:this.model.its[it.i-1],key=from?String(from.i):"none";if(key===this.shownFor)return;if(this.
shownFor=key,this.beams.hidden=!1,this.body.replaceChildren(...this.startOf()),!from)return put(this.list,h("li",{class:"\
st-quiet"},"No beam yet: the prompt is the only input."));let groups=this.model.beamsOf(from),best=groups.find(({beam})=>beam.
best)||groups[0],line=this.model.path(null,best.beam.node).flatMap((made2,k)=>[this.tokenOf(made2,k,from),this.model.joiner()]);
this.body.append(h("span",{class:"st-quiet"},from.beams.length>1?`best of ${from.beams.length} beams: `:""),...line),this.
origins(new Set(this.model.path(null,best.beam.node).map(({origin})=>origin))),put(this.list,...groups.map(group=>this.beamRow(
group,from)))}tokenOf(made2,index,from){let view=this.tokenView(made2,index);return view.dataset.when=made2.it===from.i?
"now":"past",view}beamRow({beam,slots},from){let path=this.model.path(null,beam.node),shown=beam.best?path:path.slice(-32),
cut=path.length-shown.length,name=slots.length>1?`Beams ${slots.map(slot=>slot+1).join(", ")}`:`Beam ${slots[0]+1}`,numbers=`\
 log p ${beam.logp?.toFixed(2)??"–"} · per token ${beam.mean?.toFixed(3)??"–"}`;return h("li",{class:beam.best?"bes\
t":""},h("div",{class:"st-beam-n"},h("b",{},name),slots.length>1?" (copies)":"",numbers,beam.best?" · best":"",beam.done?
" · ended":""),h("div",{class:"st-text"},cut?h("span",{class:"st-quiet"},`${cut} tokens hidden … `):null,...shown.flatMap(
(made2,k)=>[this.tokenOf(made2,k,from),this.model.joiner()])))}mark(nodes){this.found=nodes;for(let view of[...this.body.
children,...this.list.querySelectorAll("[data-made]")])view instanceof HTMLElement&&view.classList.toggle("hit",this.found.
has(Number(view.dataset.made??NaN)))}open(event){let view=event.target.closest("[data-token]"),made2=view instanceof HTMLElement?
this.model.lineage.get(Number(view.dataset.made)):void 0;made2&&this.on.goto(made2.it,made2.step,made2.node)}resized(){this.
settledFor=null,this.settle()}};var SHARES=["target","draft","other"],UNDRAFTED=new Set(["extra","final"]),wall=({bar:bar2})=>bar2.draft+bar2.target+bar2.
other,computed=({bar:bar2})=>bar2.modelled?bar2.modelled.draft+bar2.modelled.target:0,joules=value=>value>=1?`${num(value)}\
 J`:`${num(value*1e3)} mJ`,sum=(its,of)=>its.reduce((all2,it)=>all2+of(it),0),Timeline=class{names=h("div",{class:"st-tl\
-names"});track=h("div",{class:"st-tl-track",tabindex:"-1"});info=h("span",{class:"st-quiet st-tl-info"});keys=h("div",{
class:"st-tl-keys"});root=h("details",{class:"st-card st-details","data-testid":"timeline",ontoggle:()=>this.redraw()},h(
"summary",{},"Timeline of the passes"),h("header",{class:"st-bar"},this.info,this.keys),h("div",{class:"st-tl"},this.names,
this.track));cursor=s("rect",{class:"st-tl-now",y:0,rx:3});drawn=0;current=-1;step=16;width=0;narrow=!1;last=null;ROWS=[
{key:"tokens",label:"tokens per iteration",high:()=>40,shown:()=>!0,top:()=>this.most(({bar:bar2})=>bar2.emitted),note:top=>`${this.
model.multi()?"best beam, ":""}to ${top}`,paint:(g,{bar:{kept:kept2,emitted}},y,high,top)=>this.pile(g,y+high,high/top,[
["kept",kept2],["own",emitted-kept2]])},{key:"drafted",label:"drafted, of which wasted",high:()=>34,shown:()=>this.drafts(),
top:()=>this.most(({bar:bar2})=>bar2.drafted),note:top=>`nodes, to ${top}`,paint:(g,{bar:{used,wasted}},y,high,top)=>this.
pile(g,y+high,high/top,[["kept",used],["waste",wasted]])},{key:"widths",label:"width by layer",shown:()=>this.layers()>0,
high:()=>Math.max(this.layers()*13+2,(this.narrow?50:28)+(this.alone()?18:0)),top:()=>this.most(({bar:bar2})=>Math.max(0,
...bar2.widths.map(([,wide])=>wide))),note:()=>this.drafts()?`W_L; dashed: fewer were accepted${this.alone()?"; blue: dr\
awn from p alone":""}`:"live beams",paint:(g,it,y,_high,top)=>this.widths(g,it,y,top)},{key:"time",label:"time: draft, t\
arget, rest",high:()=>34,shown:()=>!0,top:()=>this.slowest(),note:top=>`to ${seconds(top)}`,paint:(g,it,y,high,top)=>{let over=wall(
it)>top*1.001;this.pile(g,y+high,high/(over?wall(it):top),this.shares(it)),over&&g.append(s("path",{class:"st-tl-over",d:`\
M0 ${y+5}L${this.step} ${y+1}M0 ${y+9}L${this.step} ${y+5}`}))}},{key:"joules",label:"measured energy",high:()=>50,shown:()=>this.
spent()>0,top:()=>this.most(it=>this.measured(it),1e-12),note:top=>this.upTo(top,it=>this.measured(it),this.band(),this.
model.header.energy?.method),joules:it=>this.measured(it),paint:(g,it,y,high,top)=>this.pile(g,y+high,high/top*this.perSecond(),
this.shares(it))},{key:"modelled",label:"modelled energy",high:()=>50,shown:()=>this.model.its.some(({bar:bar2})=>bar2.modelled!==
void 0),top:()=>this.most(computed,1e-12),joules:computed,note:top=>this.upTo(top,computed,0,this.model.header.energy?.model),
paint:(g,{bar:{modelled}},y,high,top)=>this.pile(g,y+high,high/top,modelled?[["modelled-target",modelled.target],["model\
led-draft",modelled.draft]]:[])},{key:"kv",label:"KV tokens",high:()=>22,shown:()=>this.model.its.some(({bar:bar2})=>bar2.
kv>0),top:()=>this.most(({bar:bar2})=>bar2.kv),note:top=>`to ${top}`,paint:(g,{bar:bar2},y,high,top)=>this.pile(g,y+high,
high/top,[["kv",bar2.kv]])}];constructor(model,on){this.model=model,this.on=on,this.root.addEventListener("click",event=>{
let g=event.target instanceof Element?event.target.closest("[data-bar]"):null;g&&on.goto(Number(g.getAttribute("data-bar"))-
1,1/0,null)})}most(of,least=1){return Math.max(least,...this.model.its.map(of))}drafts(){return this.model.its.some(({bar:bar2})=>bar2.
drafted>0)}layers(){return this.most(({bar:bar2})=>bar2.widths.length,0)}alone(){return this.model.its.some(({bar:bar2})=>bar2.
widths.some(([,,,outcome])=>UNDRAFTED.has(outcome||"")))}spent(){return this.model.summary?.joules||0}band(){return this.
model.summary?.energy.band||0}perSecond(){return this.spent()/Math.max(this.model.summary?.energy.seconds||0,sum(this.model.
its,wall),1e-12)}measured(it){return wall(it)*this.perSecond()}upTo(top,of,about,how){return`bars to ${joules(top)}, lin\
e to ${joules(sum(this.model.its,of))}`+(about?` ± ${joules(about)}`:"")+(this.narrow?"":`, ${how}`)}shares({bar:bar2}){
return SHARES.map(name=>[name==="other"?"rest":name,bar2[name]])}pile(g,base,unit,parts){let y=base;for(let[kind,value]of parts){
let tall=value*unit;y-=tall,tall>.2&&g.append(s("rect",{class:"st-b","data-of":kind,x:1.5,y,width:this.step-3,height:tall}))}}widths(g,it,y,top){
it.bar.widths.forEach(([,wide,accepted2,outcome],k)=>{let alone_=UNDRAFTED.has(outcome||""),low=!alone_&&accepted2!==null&&
accepted2<wide,opacity=low?1:alone_?.3:(.15+.5*wide/top).toFixed(2);g.append(s("rect",{class:`st-w${low?" low":alone_?" \
drawn":""}`,x:1.5,y:y+k*13+.5,width:this.step-3,height:11,"fill-opacity":opacity})),this.step>=11&&g.append(s("text",{class:`\
st-tl-t${low?" low":""}`,x:this.step/2,y:y+k*13+9.5,"text-anchor":"middle"},String(wide)))})}slowest(){let[first=0,second=0,
...more]=this.model.its.map(it=>it.seconds).sort((a,b)=>b-a);return Math.max(1e-9,more.length>1&&first>3*second?second:first)}stamp(){
return this.model.its.length+(this.model.summary?.5:0)}draw(){let{its}=this.model;this.width=this.track.clientWidth||600,
this.narrow=this.width<360,this.step=Math.max(this.layers()?12:9,Math.min(30,Math.floor((this.width-8)/Math.max(1,its.length))));
let rows=this.ROWS.filter(row=>row.shown()),whole=rows.reduce((all2,row)=>all2+row.high()+16,0),svg=s("svg",{width:its.length*
this.step+8,height:whole,class:"st-tl-svg",role:"group","aria-label":"Iterations"});this.cursor.setAttribute("width",String(
this.step)),this.cursor.setAttribute("height",String(whole)),svg.append(this.cursor);let columns2=its.map(it=>s("g",{"da\
ta-bar":it.i+1,transform:`translate(${4+it.i*this.step} 0)`,class:"st-tl-it"})),curves=s("g",{class:"st-tl-curves"}),y=8;
put(this.names);for(let row of rows){let tall=row.high(),top=row.top(),words=h("div",{class:"st-tl-name"},row.label,h("s\
mall",{},row.note(top)));words.style.height=`${tall+16}px`,this.names.append(words),svg.append(s("path",{class:"st-tl-ba\
se",d:`M0 ${y+tall+.5}H${its.length*this.step+8}`})),its.forEach((it,k)=>row.paint(columns2[k],it,y,tall,top)),row.joules&&
curves.append(...this.curve(row.key,row.joules,y,tall)),y+=tall+16}its.forEach((it,k)=>columns2[k].append(s("rect",{class:"\
st-tl-hit",x:0,y:0,width:this.step,height:whole},s("title",{},this.describe(it))))),svg.append(...columns2,curves),put(this.
track,svg),this.sayKeys(rows),this.drawn=this.stamp(),this.current=-1}sayKeys(rows){let modelled=rows.some(row=>row.key===
"modelled"),any=this.drafts(),shown=[["kept","accepted drafts",any],["own","target's own",!0],["waste","wasted",any],["d\
raft","draft time",any],["target","target time",!0],["rest","rest",!0],["modelled-target","target, modelled",modelled],[
"modelled-draft","draft, modelled",modelled&&any],["sum","joules so far",rows.some(row=>row.joules)]];put(this.keys,...shown.
map(([kind,label,here])=>here&&h("span",{"data-of":kind},label)))}curve(key,of,y,high){let about=key==="joules"?this.band():
0,unit=high/Math.max(1e-12,sum(this.model.its,of)+about),points=[{x:4,value:0}];this.model.its.forEach((it,k)=>points.push(
{x:4+(k+1)*this.step,value:points[k].value+of(it)}));let way=(list,off)=>list.map(({x,value})=>`${x} ${y+high-Math.min(high,
Math.max(0,(value+off)*unit))}`).join("L"),line=s("path",{class:"st-tl-sum","data-of":key,d:`M${way(points,0)}`});return about?
[s("path",{class:"st-tl-band",d:`M${way(points,about)}L${way([...points].reverse(),-about)}Z`}),line]:[line]}energy(it){
let its=this.model.its.slice(0,it.i+1),tokens=sum(its,({bar:bar2})=>bar2.emitted),{method,model:by}=this.model.header.energy||
{},say=(all2,how)=>`; ${joules(all2)} ${how}, ${tokens?joules(all2/tokens):"–"} per token`;return(this.spent()?say(sum(
its,it2=>this.measured(it2)),`measured so far (${method}, by time${this.band()?`, ± ${joules(this.band())}`:""})`):"")+
(it.bar.modelled?say(sum(its,computed),`modelled so far (${by})`):"")}describe(it){let{emitted,used,drafted,draws,wasted,
draft,target,other,kv}=it.bar,copies=draws===drafted?"":` (${draws} draws)`;return`Iteration ${it.i+1}: ${plural(emitted,
"token")}, ${used} of ${plural(drafted,"drafted node")}${copies} used, ${wasted} wasted; draft ${seconds(draft)}, target\
 ${seconds(target)}, rest ${seconds(other)}; ${kv} KV tokens${this.energy(it)}`}show(it){this.last=it,this.root.open&&(this.
drawn!==this.stamp()&&this.draw(),it.i!==this.current&&(this.current=it.i,this.cursor.setAttribute("x",String(4+it.i*this.
step)),setText(this.info,this.describe(it))))}redraw(){!this.last||!this.root.open||(this.show(this.last),this.settle())}settle(){
let x=this.current*this.step,left=this.track.scrollLeft;(x<left||x+this.step*2>left+this.width)&&(this.track.scrollLeft=
x-this.width/2)}resized(){!this.drawn||!this.root.open||Math.abs(this.width-this.track.clientWidth)<=30||(this.drawn=-1,
this.show(this.model.its[this.current]))}reset(){this.drawn=0,this.current=-1,this.last=null;for(let part of[this.track,
this.names,this.keys])put(part);setText(this.info,"")}};var LANE=26,GUTTER=78,TOP=20,CHART=84,KINDS=["dropped","alive","best"],RANK={best:0,alive:1,dropped:2},BeamTrace=class{info=h(
"p",{class:"st-mask-say","data-testid":"trace-say","aria-live":"polite"});wordy=h("button",{type:"button",class:"st-btn \
st-small","data-testid":"trace-words","aria-pressed":"false",title:"Write the tokens at the lanes",onclick:()=>this.toggle()},
"Words");named={best:"best beam",alive:"alive at the end",dropped:"dropped: no beam goes on from ✕"};keys=h("div",{class:"\
st-mask-keys st-trace-keys"},...Object.entries(this.named).map(([kind,label])=>h("span",{},s("svg",{width:26,height:10,"\
aria-hidden":"true"},s("path",{class:"st-tr-e","data-of":kind,d:"M1 5H25"})),label)),h("span",{},"number: copies of a be\
am"));box=h("div",{class:"st-trace","data-testid":"trace",tabindex:"0",role:"group"});root=h("details",{class:"st-card s\
t-details",hidden:!0,"data-testid":"beam-trace",ontoggle:()=>this.redo()},h("summary",{},"Beams over the whole run"),h("\
div",{class:"st-bar st-mask-bar"},this.wordy,this.keys),this.box,this.info);cursor=s("rect",{class:"st-tl-now",y:0,rx:3});drawn=-1;current=-1;lastShown=0;room=0;words=!1;bands=[];dots=[];constructor(model,on){
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
null&&old.slots.includes(from))||null,kept2=!next||slots.some(slot=>next.from.includes(slot));return{it:k,node:nodes.get(
beam.node),beam,slots,kept:kept2,up}});found.push(groups),depths.push(Math.max(depths[k-1]||0,...groups.map(life=>life.node?.
depth||0)))}),{found,depths}}draw(){let nodes=this.grow(),count=this.lanes(nodes),{found,depths}=this.lives(nodes),deep=Math.
max(1,depths[depths.length-1]);this.room=this.box.clientWidth||700;let fit=Math.floor((this.room-GUTTER-118)/deep),col=this.
words?74:Math.max(13,Math.min(64,fit)),spelt=this.words||col>=56,lane=spelt?LANE+14:LANE,x=depth=>GUTTER+(depth-.5)*col,
y=row=>TOP+8+(row+.5)*lane,high=TOP+12+count*lane,width=GUTTER+deep*col+112,total=high+CHART+22,svg=s("svg",{width,height:total,
viewBox:`0 0 ${width} ${total}`,class:"st-tr",role:"img","aria-label":`${plural(this.model.its.length,"iteration")}, ${count}\
 lanes`});if(this.cursor.setAttribute("height",String(total)),this.bands=depths.map((depth,k)=>{let from=GUTTER+(k?depths[k-
1]:0)*col;return{from,to:Math.max(GUTTER+depth*col,from+3)}}),this.rulers(svg,total,y(0),high),this.edges(svg,nodes,x,y),
this.marks(svg,found,x,y),spelt)for(let node of nodes.values())svg.append(s("text",{class:"st-tr-w","data-of":node.kind,
x:x(node.depth),y:y(node.lane)-11,"text-anchor":"middle"},s("title",{},this.model.word(node.token)),clip(this.model.word(
node.token),Math.floor(col/8.2))));this.chart(svg,found,x,high+10,GUTTER+deep*col),put(this.box,svg);let dropped=found.flat().
filter(life=>!life.kept).length,forks=[...nodes.values()].filter(node=>node.below.length>1).length;Object.assign(this.root.
dataset,{lanes:count,dropped,forks,iterations:this.model.its.length}),this.box.setAttribute("aria-label",`Beam trace ove\
r ${plural(this.model.its.length,"iteration")}: ${plural(forks,"fork")}, ${plural(dropped,"beam")} dropped. ↑ and ↓ go t\
o the previous and the next iteration.`),this.drawn=this.model.its.length,this.current=-1}rulers(svg,total,first,high){let striped=this.
bands.map(({from,to},k)=>k%2?`M${from} 0H${to}V${total}H${from}Z`:"").join("");svg.append(s("path",{class:"st-tr-stripe",
d:striped}),this.cursor);let wide=this.bands.reduce((sum2,{from,to})=>sum2+to-from,0)/this.bands.length,every=Math.max(1,
Math.ceil(22/wide));this.bands.forEach(({from,to},k)=>{k%every===0&&svg.append(s("text",{class:"st-tr-n",x:(from+to)/2,y:12,
"text-anchor":"middle"},String(k+1)))});let rows=[[12,"iteration"],[first+4,"best beam"],[high+20,"log p behind"],[high+
33,"the leader"]];for(let[y,text]of rows)svg.append(s("text",{class:"st-tr-n",x:2,y},text))}edges(svg,nodes,x,y){let d={
dropped:"",alive:"",best:""};for(let node of nodes.values()){let x0=node.up?x(node.up.depth):x(.55),y0=y(node.up?node.up.
lane:0),x1=x(node.depth),y1=y(node.lane),mid=(x0+x1)/2;d[node.kind]+=y0===y1?`M${x0} ${y0}H${x1}`:`M${x0} ${y0}C${mid} ${y0}\
 ${mid} ${y1} ${x1} ${y1}`}for(let kind of KINDS)svg.append(s("path",{class:"st-tr-e","data-of":kind,d:d[kind]}));svg.append(
s("path",{class:"st-g","data-kind":"input",d:shapeOf("input"),transform:`translate(${x(.55)} ${y(0)}) scale(4)`}))}marks(svg,found,x,y){
let all2=found.flat(),few=all2.length<=900,plain="",cross="";this.dots=[];for(let{node,it,kept:kept2,slots}of all2){if(!node)
continue;let cx=x(node.depth),cy=y(node.lane),numbered=slots.length>1&&few,r=numbered?6.5:3.6;this.dots.push({x:cx,y:cy,
it,id:node.node}),kept2?numbered?svg.append(s("circle",{class:"st-tr-d","data-of":node.kind,cx,cy,r}),s("text",{class:"s\
t-tr-c","data-of":node.kind,x:cx,y:cy+3.4,"text-anchor":"middle"},String(slots.length))):plain+=`M${cx-r} ${cy}a${r} ${r}\
 0 1 0 ${2*r} 0a${r} ${r} 0 1 0 ${-2*r} 0`:cross+=`M${cx-4} ${cy-4}l8 8m0 -8l-8 8`}svg.append(s("path",{class:"st-tr-d",
d:plain}),s("path",{class:"st-tr-x",d:cross}));for(let{node,beam}of found[found.length-1])node&&svg.append(s("text",{class:"\
st-tr-l"+(beam.best?" best":""),x:x(node.depth)+12,y:y(node.lane)+4},`log p ${beam.logp?.toFixed(1)??"–"}${beam.best?"\
 · best":""}`))}chart(svg,found,x,y0,right){let lead=found.map(group=>Math.max(...group.map(({beam})=>beam.logp??-1/0))),
all2=found.flat().flatMap(({node,beam,it,up})=>node&&beam.logp!==null?[{node,up,behind:beam.logp-lead[it]}]:[]);if(!all2.
length)return;let sorted=all2.map(({behind})=>behind).sort((a,b)=>a-b),low=Math.min(-.5,sorted[Math.floor(sorted.length*
.03)]),y=behind=>(y0+6+Math.max(low,behind)/low*(CHART-12)).toFixed(1),d={dropped:"",alive:"",best:""},points={dropped:"",
alive:"",best:""};for(let{node,up,behind}of all2)up?.node&&up.beam.logp!==null&&up.node!==node&&(d[node.kind]+=`M${x(up.
node.depth)} ${y(up.beam.logp-lead[up.it])}L${x(node.depth)} ${y(behind)}`),points[node.kind]+=`M${x(node.depth)-2} ${y(
behind)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`;svg.append(s("path",{class:"st-tl-base",d:`M${GUTTER} ${y0-4}H${right}`}),s("text",
{class:"st-tr-n",x:right+6,y:y0+10},"0: the leader"),s("text",{class:"st-tr-n",x:right+6,y:y0+CHART-3},`${low.toFixed(1)}\
 or less`));for(let kind of KINDS)svg.append(s("path",{class:"st-tr-e thin","data-of":kind,d:d[kind]}));for(let kind of KINDS)
svg.append(s("path",{class:"st-tr-p","data-of":kind,d:points[kind]}))}describe(it){let next=this.model.its[it.i+1],beams=this.
model.beamsOf(it).map(({beam,slots})=>{let from=new Set(slots.map(slot=>it.from[slot])),gone=next&&!slots.some(slot=>next.
from.includes(slot)),parents=[...from].map(slot=>slot===null?"the start":`beam ${slot+1}`).join(", "),numbers=slots.map(
slot=>slot+1).join(", ");return`${slots.length>1?`beams ${numbers} (copies)`:`beam ${numbers}`} from ${parents}, log p ${beam.
logp?.toFixed(2)??"–"}${gone?", dropped next":""}`});return`Iteration ${it.i+1}: ${beams.slice(0,8).join("; ")}${beams.
length>8?`; ${beams.length-8} more`:""}.`}redo(){this.drawn=-1,this.wanted()&&this.show(this.model.its[this.lastShown]),
this.settle()}show(it){if(this.root.hidden=!this.wanted(),this.root.hidden||!it||(this.lastShown=it.i,!this.root.open)||
(this.drawn!==this.model.its.length&&this.draw(),this.current===it.i))return;this.current=it.i;let{from,to}=this.bands[it.
i];this.cursor.setAttribute("x",String(from)),this.cursor.setAttribute("width",String(to-from)),setText(this.info,(this.
model.multi()?"":"No more than one beam was alive at the end of any iteration. ")+this.describe(it))}settle(){let band=this.
bands[this.current];!band||this.root.hidden||!this.root.open||(band.from<this.box.scrollLeft+GUTTER||band.to>this.box.scrollLeft+
this.room)&&(this.box.scrollLeft=band.from-this.room/2)}resized(){this.drawn>0&&!this.root.hidden&&Math.abs(this.room-this.
box.clientWidth)>30&&this.redo()}reset(){this.drawn=this.current=-1,this.lastShown=0,this.bands=[],this.dots=[],put(this.
box),setText(this.info,""),this.root.hidden=!0}};function newEarly(){let asked=new Map,ask2=async url=>(await fetch(new URL(url,document.baseURI))).text();return{get:url=>asked.
get(url)??ask2(url),soon(url){if(asked.has(url))return;let answer=ask2(url);asked.set(url,answer),answer.catch(()=>asked.
delete(url))},clear:()=>asked.clear()}}var VOICES=[{name:"plain",label:"Plain",help:"In everyday words"},{name:"exact",label:"Exact",help:"With the papers’ sym\
bols and the formula’s numbers"}],KEYLINE="Keys: ← → step · ↑ ↓ go between nodes · ? all",READING=45,Stage=class{model=new Model;at={
it:0,phase:0};hovered=-1;picked=null;follow=!1;away=!1;timer=0;late=0;sentence="";setAddress=addressWriter(()=>!this.away);setLesson=addressWriter();early=newEarly();act={
phase:by=>{this.stepTo(this.model.starts[this.at.it]+this.at.phase+by)},iteration:by=>{if(!this.model.its.length)return;
let{it,phase}=roundFrom(this.at,by,this.model.its.map(({steps})=>steps.length));this.goto(it,phase,null)},seek:place=>{this.
stepTo(place)},to:phase=>{this.goto(this.at.it,phase,null)},play:()=>{this.timer?this.pause():this.start()},help:()=>{this.
controls.help.open?this.controls.help.close():this.controls.help.showModal()},present:()=>{this.root.classList.toggle("p\
resent")?this.root.requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen(),this.resized()},
rejection:()=>{this.jump(firstRejection(this.model))},accepted:()=>{this.jump(nextAccepted(this.model,this.at.it))},find:()=>{
this.full&&this.model.its.length&&this.find.open()},picture:kind=>{this.savePicture(kind)},release:()=>{this.picked=null,
this.hovered=-1,this.refresh(),this.announce()}};moves={goto:(it,phase,node)=>this.goto(it,phase,node)};linked={pick:place=>{
this.picked=this.model.its[this.at.it].n.id[place],this.hovered=-1,this.refresh(),this.announce()},hover:place=>{place!==
this.hovered&&(this.hovered=place,this.inspect(),this.point())},redraw:()=>this.refresh(),pin:beside=>{beside?this.graph.
root.after(this.attention.root):this.pictures.append(this.attention.root)}};pictures=h("div",{class:"st-pictures"});graph=new Graph(
this.model,this.linked);attention=new Attention(this.model,this.linked);trace=new BeamTrace(this.model,this.moves);text=new RunText(
this.model,this.moves);find=newFind(this.model,{...this.moves,at:()=>this.at.it,mark:nodes=>this.text.mark(nodes),left:()=>this.
controls.focus()});timeline=new Timeline(this.model,this.moves);controls=new Controls(this.model,this.act);legend=newLegend(
this.model);table=newTable(this.model,()=>this.refresh());lesson=this.newLessons();badge=h("span",{class:"st-badge"});say=h(
"span",{class:"st-say"});narration=h("div",{class:"st-narration","data-testid":"narration","aria-live":"polite","aria-at\
omic":"true"},this.badge,this.say);worth=h("b",{class:"st-worth","data-testid":"worth"});about=h("span",{class:"st-about"});voices=VOICES.
map(({name,label,help})=>h("button",{type:"button",class:"st-btn st-small","data-testid":`voice-${name}`,title:help,onclick:()=>{
keep("voice",name),this.speak(name)}},label));note=h("div",{class:"st-message","data-testid":"message",role:"status"},"O\
pening the recorded run …");end=h("section",{class:"st-end","data-testid":"end-card",hidden:!0});asks=h("summary");facts=h(
"dl",{class:"st-facts"});run=h("details",{class:"st-card st-details","data-testid":"run"},h("summary",{},"About this run"),
this.facts);changed=newChanged(()=>this.messages.back());phone=matchMedia("(max-width: 640px)");constructor(element,trigger,props,watch){
this.element=element,this.trigger=trigger,this.root=element.querySelector(".st")||element,this.options={url:props.url!==
!1,keys:props.keys!==!1,asks:props.asks!==!1},this.full=props.compact!==!0,this.messages=new Messages(this),this.glossary=
newGlossary(this.root),this.inspector=new Inspector(this.model,this.glossary.explained,this.options.asks?query=>{this.messages.
change(query)}:null,(place,state)=>this.graph.suppose(place,state)),this.top=h("header",{class:"st-top",hidden:!0},h("di\
v",{class:"st-what"},this.worth,this.about),h("div",{class:"st-voices",role:"group","aria-label":"How it is told"},...this.
voices),this.full&&h("button",{type:"button",class:"st-btn st-small st-leave","data-testid":"leave",onclick:()=>this.act.
present()},"Leave (F)")),this.why=h("details",{class:"st-why",open:!0},this.asks,this.end,this.inspector.root),this.body=
this.layOut(),this.root.classList.toggle("compact",!this.full),put(this.root,this.top,this.changed.root,this.note,this.body,
this.glossary.root),remember(this.body),this.listen(),this.speak(recall("voice")),Object.assign(element,{stage:{focus:()=>this.
graph.focus(),present:()=>this.act.present(),state:()=>this.where(),goto:to=>this.openAt(to),receive:value=>this.messages.
receive(value)}}),watch?.("value",()=>{props.value&&this.messages.receive(props.value)}),props.value&&this.messages.receive(
props.value)}layOut(){let{full,graph,controls,text,timeline,trace,attention}=this;text.root.append(this.find.root);let left=h(
"div",{class:"st-left",id:full&&"picture",tabindex:"-1"},graph.root),body=h("div",{class:"st-body",hidden:!0},controls.root,
full&&text.root,h("div",{class:"st-main"},left,full&&h("div",{class:"st-right"},this.lesson.root,this.why)),this.narration,
h("div",{class:"st-foot"},this.legend.root,full&&this.options.keys&&h("p",{class:"st-quiet st-keyline"},KEYLINE)));return full&&
body.append(timeline.root,fill(this.pictures,{},[trace.root,attention.root]),text.beams,this.table.root,this.run),body}listen(){
let{root,options}=this;this.phone.addEventListener("change",()=>this.fold()),this.why.addEventListener("toggle",()=>this.
inspect()),this.fold(),root.addEventListener("stage:supposed",event=>{let{told:told2}=event.detail;if(this.badge.toggleAttribute(
"data-supposed",told2!==""),!told2)return this.refresh();setText(this.badge,"What if?"),put(this.say,this.sentence=told2)}),
options.url&&addEventListener("popstate",()=>{let{trace}=readAddress();this.away=trace!==null&&trace!==this.model.name,this.
away&&this.pause()}),pointer.watch(root),options.keys&&listen(root,this.act,event=>this.lesson.key(event)),root.addEventListener(
"fullscreenchange",()=>{!document.fullscreenElement&&root.classList.contains("present")&&this.act.present()});let sizes=new ResizeObserver(
()=>this.resized());sizes.observe(root),sizes.observe(this.graph.root)}newLessons(){return new Lessons({goto:(name,at)=>name===
this.model.name&&this.model.its.length?this.openAt(at):void this.messages.fetch({type:"fetch",url:`explorer/open/${name}`,
at}),close:()=>{this.early.clear(),this.refresh()},shown:open=>{this.root.classList.toggle("teaching",open),this.fold()},
soon:traces=>{for(let name of traces)name!==this.model.name&&this.early.soon(`explorer/open/${name}`)},changed:(slug,step)=>{
this.options.url&&this.setLesson({lesson:slug,step:slug&&step})}})}fold(){this.why.open=!this.phone.matches||this.root.classList.
contains("teaching")}speak(name){this.model.voice=name==="exact"?"exact":"plain",this.voices.forEach((button,k)=>button.
setAttribute("aria-pressed",String(VOICES[k].name===this.model.voice))),this.refresh()}goto(it,phase,node){if(!this.model.
its.length)return;let last=this.model.its.length-1,to=Math.min(last,Math.max(0,it)),end=this.model.its[to].steps.length-
1;this.at={it:to,phase:Math.min(end,Math.max(0,phase))},this.follow=this.model.live&&to===last&&this.at.phase===end,this.
picked=node,this.hovered=-1,this.refresh(),this.announce()}stepTo(place){if(!this.model.its.length)return;let[it,phase]=this.
model.at(Math.min(this.model.total()-1,Math.max(0,place)));this.goto(it,phase,null)}jump(place){this.model.its.length&&(typeof place==
"string"?this.controls.tell(place):this.goto(place.it,place.phase,place.node))}async savePicture(kind){if(!this.model.its.
length)return;let{title="",method}=this.model.header,name=pictureName(method,this.at.it+1),step=this.model.its[this.at.it].
steps[this.at.phase],called=this.model.voice==="plain"?step.called:step.title,picture=drawing({stage:this.root,graph:this.
graph.svg,legend:this.legend.root,sentence:this.say.textContent,title:`${title||method} · round ${this.at.it+1} of ${this.
model.its.length} · ${called}`});kind==="svg"?saveSvg(picture,name):await savePng(picture,name)||this.controls.tell("Th\
is browser could not draw the PNG. Save it as SVG.")}pointed(){return this.hovered>=0?this.hovered:this.picked===null?-1:
this.model.its[this.at.it].place.get(this.picked)??-1}refresh(){let it=this.model.its[this.at.it];if(!it)return;this.graph.
open(it),this.graph.show(this.at.phase,this.picked===null?-1:it.place.get(this.picked)??-1,this.full?this.pointed():void 0);
let step=it.steps[this.at.phase];this.badge.dataset.phase=step.phase,setText(this.asks,step.phase==="input"&&this.model.
header.round?.length?"How a round goes":"Why?"),setText(this.badge,calledOf(step.phase,this.model.voice)),this.sentence!==
step[this.model.voice]&&put(this.say,...this.glossary.explained(this.sentence=step[this.model.voice])),this.controls.show(
it,this.at.phase),this.legend.show(it,this.at.phase),this.full&&(this.inspect(),this.text.show(it,this.at.phase),this.timeline.
show(it),this.late||=afterPaint(()=>this.drawPictures()),this.point(),this.table.show(it,this.at.phase)),Object.assign(this.
root.dataset,{it:this.at.it+1,phase:this.at.phase+1,iterations:this.model.its.length,name:this.model.name,live:this.model.
live?"1":"0"}),this.graph.settle(),this.controls.settle(),this.glossary.gone(),this.full&&(this.timeline.settle(),this.text.
settle())}drawPictures(){this.late=0;let it=this.model.its[this.at.it];it&&(this.attention.show(it,this.at.phase),this.trace.
show(it),this.point(),this.trace.settle(),this.pictures.dataset.step=`${this.at.it+1}.${this.at.phase+1}`)}point(){this.
graph.light(this.pointed()),this.full&&!this.late&&this.attention.point(this.pointed())}inspect(){let it=this.model.its[this.
at.it];if(!it||!this.full||!this.why.open)return;let over=this.ended()&&this.picked===null;this.end.hidden=!over,this.inspector.
root.hidden=over&&this.hovered<0,this.inspector.show(it,this.pointed()>=0?this.pointed():this.subject(it),this.at.phase),
this.glossary.gone()}subject(it){let{now,phase,layer}=it.steps[this.at.phase],drawn=now.filter(place=>this.graph.draws(place)),
widens=phase==="layer"&&it.panels.some(panel=>panel.kind==="width"&&panel.layer===layer);if(phase==="commit"||widens)return-1;
let grown=drawn.filter(place=>it.n.role[place]!=="input");return(grown.length?grown:drawn)[0]??now[0]??-1}start(){this.model.
its.length&&(this.atEnd()&&this.stepTo(0),this.controls.playing(!0),this.tick())}ended(){return this.atEnd()&&!this.model.
live&&!!this.model.summary}atEnd(){return this.model.starts[this.at.it]+this.at.phase>=this.model.total()-1}tick(){let wait=Math.
max(900,300+READING*this.model.its[this.at.it].steps[this.at.phase][this.model.voice].length);this.timer=setTimeout(()=>{
if(!this.root.isConnected||this.atEnd()&&!this.model.live)return this.pause();this.act.phase(1),this.tick()},wait/this.controls.
rate())}pause(){clearTimeout(this.timer),this.timer=0,this.controls.playing(!1)}where(){return{name:this.model.name,it:this.
at.it+1,phase:this.at.phase+1,node:this.picked,iterations:this.model.its.length}}announce(){this.options.url&&this.model.
its.length&&!this.away&&this.setAddress({trace:this.model.name||null,it:this.at.it+1,phase:this.at.phase+1,node:this.picked}),
this.lesson.stands(this.where()),this.moved()}moved(){this.root.dispatchEvent(new CustomEvent("stage:step",{bubbles:!0,detail:this.
where()}))}reached({it,phase,node}){if(it)return{it,phase,node};if(node===null)return null;let first=this.model.its.findIndex(
each=>each.place.has(node));return first<0?{it:1}:{it:first+1,phase,node}}openAt(target){if(!this.model.its.length)return;
let number=Math.min(this.model.its.length,Math.max(1,target?.it||1))-1,it=this.model.its[number],node=target?.node??null,
place=node===null?void 0:it.place.get(node);if(target?.phase)return this.goto(number,target.phase-1,node);if(place!==void 0)
return this.goto(number,it.fates[place].at(-1)?.step??0,node);this.goto(number,target?.it?1/0:0,node)}resized(){!this.model.
its.length||!this.root.checkVisibility()||(this.graph.resized(),this.full&&(this.timeline.resized(),this.text.resized(),
this.trace.resized()))}};function mount(...given){new Stage(...given)}export{Stage,mount};
