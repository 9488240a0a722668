function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children);var put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function linkWith(values){let url=new URL(location.href);url.search=url.hash="";for(let[key,value]of Object.entries(values))
value!==null&&url.searchParams.set(key,String(value));return url.href}var NAME="speculative-decoding-explorer";var own="";function visitor(){try{own=own||sessionStorage.getItem(NAME)||""}catch{}if(own)return own;own=Array.from({length:4},
()=>Math.random().toString(36).slice(2,8)).join("");try{sessionStorage.setItem(NAME,own)}catch{}return own}var say=(text,values)=>text.replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));function download(href,name=""){let link=h(
"a",{href,download:name});document.body.append(link),link.click(),link.remove()}var WAIT=2500,fading=0;async function copyLink(href,copied,notify){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{notify(href)}}var sum=values=>values.reduce((whole,value)=>whole+value,0),normal=values=>{let whole=sum(values);return whole>0?values.
map(value=>value/whole):values.map(()=>0)},ratio=(p,q)=>q>0?Math.min(1,p/q):1,surplus=(p,q)=>p.map((value,i)=>Math.max(0,
value-q[i])),RULES={right:{accept:ratio,left:surplus},"inverse-ratio":{accept:(p,q)=>p>0?Math.min(1,q/p):1,left:surplus},
"residual-p":{accept:ratio,left:p=>p},"no-max":{accept:ratio,left:(p,q)=>p.map((value,i)=>Math.abs(value-q[i]))},"double\
-subtraction":{accept:ratio,left(p,q){let rest=p.map((value,i)=>Math.max(0,value-2*q[i]));return sum(rest)>0?rest:p}}};function outcome(p,q,rule="\
right"){let broken=RULES[rule],accept=p.map((value,i)=>broken.accept(value,q[i])),kept=q.map((value,i)=>value*accept[i]),
left=normal(broken.left(p,q)),rejected=sum(q.map((value,i)=>value*(1-accept[i]))),drawn=left.map(value=>value*rejected),
out=kept.map((value,i)=>value+drawn[i]);return{accept,kept,alpha:1-rejected,left,drawn,out,distance:sum(out.map((value,i)=>Math.
abs(value-p[i])))/2}}function setOne(values,at,value){let set=Math.min(1,Math.max(0,value)),others=values.map((each,i)=>i===
at?0:each);return(sum(others)>0?normal(others):normal(values.map((_,i)=>i===at?0:1))).map((share,i)=>i===at?set:share*(1-
set))}function encode({p,q,rule}){return[...[p,q].map(values=>values.map(value=>Math.round(value*1e4)).join(".")),...rule===
"right"?[]:[rule]].join("~")}function decode(text,size){let parts=text.split("~"),rule=parts[2]??"right",laws=parts.slice(
0,2).map(part=>/^\d{1,5}(\.\d{1,5})*$/.test(part)?part.split(".").map(Number):[]);return laws.length===2&&laws.every(law=>law.
length===size&&sum(law)>0)&&parts.length<4&&Object.hasOwn(RULES,rule)?{p:normal(laws[0]),q:normal(laws[1]),rule}:null}var anyLaw=(size,random=Math.
random)=>normal(Array.from({length:size},()=>-Math.log(1-random()))),toPair=(toy2,words,first,note)=>({note,run:{method:"\
spd",prompt:first,tokens:12,seed:0,settings:{gamma:4}},vocab:[first,...words],eos:null,target:{"":[0,...toy2.p]},draft:{
"":[0,...toy2.q]}});var STEP=.01,LEAP=.1,short=value=>value.toFixed(2),percent=value=>`${Math.round(100*value)}%`,ToyTab=class{alpha=h("p",{
class:"lt-big","data-testid":"toy-alpha"});result=h("p",{class:"lt-say",role:"status","data-testid":"toy-say"});share=h(
"div",{class:"lt-share","aria-hidden":"true"},h("i",{"data-of":"kept"}),h("i",{"data-of":"rejected"}));caption=h("figcap\
tion");rows=h("tbody");help=h("span",{class:"lt-help"});copied=h("span",{role:"status",class:"lt-help"});constructor(element){
this.element=element,this.root=element.querySelector("[data-toy]"),this.given=JSON.parse(this.root.dataset.toy||"");let named=parameters().
get("toy")||"",known=decode(named,this.given.words.length);this.state=known||this.first(),this.columns=this.given.words.
map((word,at)=>this.newColumn(word,at)),this.ends=this.given.words.map(word=>this.newEnd(word)),this.rule=h("select",{id:"\
toy-rule","data-testid":"toy-rule",onchange:()=>this.change({rule:this.rule.value})},...this.given.rules.map(({name,title})=>h(
"option",{value:name},title))),this.run=h("form",{method:"post",class:"lt-form"},h("button",{type:"submit",class:"lt-btn",
"data-testid":"toy-run"},this.given.say.run)),this.heads=this.given.say.heads.split("|"),put(this.root,h("h2",{},this.given.
say.title),named&&!known&&h("p",{role:"alert"},this.given.say.wrong),h("p",{},this.given.say.intro),h("div",{class:"lt-c\
harts"},h("figure",{"data-testid":"toy-drag"},this.caption,h("div",{class:"lt-cols"},...this.columns.map(({root})=>root)),
h("p",{class:"lt-keys"},...["kept","surplus","rejected"].map(of=>h("span",{},h("i",{"data-of":of}),this.given.say[`key_${of}`])))),
h("figure",{"data-testid":"toy-out"},h("figcaption",{},this.given.say.out),h("div",{class:"lt-cols"},...this.ends.map(({
root})=>root)),h("p",{class:"lt-keys"},h("span",{},h("i",{"data-of":"p"}),this.given.say.key_p)))),this.alpha,this.share,
this.result,h("div",{class:"lt-tools"},h("label",{for:"toy-rule"},this.given.say.rule),this.rule,this.help),h("div",{class:"\
lt-tools"},this.button("reset",()=>this.change(this.first())),this.button("random",()=>this.random()),this.button("copy",
()=>this.copy()),this.button("save",()=>this.save()),this.given.say.run&&this.run,this.copied),h("details",{},h("summary",
{},this.given.say.exact),h("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.given.say.exact},h("tab\
le",{class:"lt-table"},h("thead",{},h("tr",{},...this.heads.map(head=>h("th",{scope:"col"},head)))),this.rows)),h("p",{},
this.given.say.formula))),this.draw()}first(){return{p:this.given.p,q:this.given.q,rule:"right"}}button(name,onclick){return h(
"button",{type:"button",class:"lt-btn","data-testid":`toy-${name}`,onclick},this.given.say[name])}change(next){this.state=
{...this.state,...next},this.draw()}newColumn(word,at){let parts=Object.fromEntries(["kept","surplus","rejected","p","q"].
map(of=>[of,h("i",{"data-of":of})])),box=h("div",{class:"lt-col",onpointerdown:event=>take(event)},...Object.values(parts)),
numbers=h("div",{class:"lt-values","aria-hidden":"true"}),newHandle=side=>h("div",{class:"lt-handle",role:"slider",tabindex:"\
0","data-of":side,"aria-orientation":"vertical","aria-valuemin":"0","aria-valuemax":"100","aria-label":say(this.given.say[`${side}\
_of`],{word}),"data-testid":`toy-${side}-${at}`,onkeydown:event=>key(event,side)},h("b",{},side)),set=(side,value)=>this.
change({[side]:setOne(this.state[side],at,value)}),key=(event,side)=>{let now=this.state[side][at],to={ArrowUp:now+STEP,
ArrowRight:now+STEP,ArrowDown:now-STEP,ArrowLeft:now-STEP,PageUp:now+LEAP,PageDown:now-LEAP,Home:0,End:1}[event.key];to===
void 0||event.ctrlKey||event.metaKey||event.altKey||(event.preventDefault(),event.stopPropagation(),set(side,Math.round(
100*to)/100))},handles={p:newHandle("p"),q:newHandle("q")};box.append(handles.p,handles.q);let take=event=>{if(event.button)
return;let{left,width,top,height}=box.getBoundingClientRect(),grabbed=event.target.closest(".lt-handle");if(!grabbed&&event.
pointerType==="touch")return;let half=event.clientX<left+width/2?"p":"q",side=grabbed?.dataset.of||half,handle=handles[side],
grip=grabbed?top+height*(1-this.state[side][at])-event.clientY:0,move=moved=>set(side,Math.round(100*(1-(moved.clientY+grip-
top)/height))/100),done=()=>{handle.removeEventListener("pointermove",move)};event.preventDefault(),handle.setPointerCapture(
event.pointerId),handle.addEventListener("pointermove",move),handle.addEventListener("lostpointercapture",done,{once:!0}),
handle.focus({preventScroll:!0}),grabbed||move(event)};return{root:h("div",{class:"lt-word"},box,h("div",{class:"lt-name"},
word),numbers),parts,handles,numbers}}newEnd(word){let parts=Object.fromEntries(["kept","surplus","p"].map(of=>[of,h("i",
{"data-of":of})])),numbers=h("div",{class:"lt-values"});return{root:h("div",{class:"lt-word"},h("div",{class:"lt-col","a\
ria-hidden":"true"},...Object.values(parts)),h("div",{class:"lt-name"},word),numbers),parts,numbers}}span(part,from,to){
part.style.bottom=`${100*from}%`,part.style.height=`${100*Math.max(0,to-from)}%`}draw(){let{p,q}=this.state,result=outcome(
p,q,this.state.rule),right=this.state.rule==="right",same=result.distance<1e-9;this.columns.forEach(({parts,handles,numbers},i)=>{
let both=Math.min(p[i],q[i]);this.span(parts.kept,0,both),this.span(parts.surplus,both,p[i]),this.span(parts.rejected,both,
q[i]),this.span(parts.p,0,p[i]),this.span(parts.q,0,q[i]);for(let side of["p","q"]){let value=this.state[side][i];handles[side].
style.bottom=`${100*value}%`,handles[side].ariaValueNow=String(Math.round(100*value)),handles[side].ariaValueText=percent(
value)}put(numbers,h("span",{"data-of":"p"},`p ${short(p[i])}`),h("span",{"data-of":"q"},`q ${short(q[i])}`))}),this.ends.
forEach(({root:end,parts,numbers},i)=>{this.span(parts.kept,0,result.kept[i]),this.span(parts.surplus,result.kept[i],result.
out[i]),this.span(parts.p,0,p[i]);let off=Math.abs(result.out[i]-p[i])>1e-9;end.toggleAttribute("data-off",off),put(numbers,
h("span",{},short(result.out[i])),h("span",{},`${off?"≠":"="} p ${short(p[i])}`))});let chosen=this.given.rules.find(({
name})=>name===this.state.rule)||this.given.rules[0];setText(this.caption,right?this.given.say.drag:this.given.say.drag_right),
setText(this.alpha,say(chosen.kept,{alpha:short(result.alpha),percent:percent(result.alpha)}));let[kept,rejected]=[...this.
share.children];kept.style.width=`${100*result.alpha}%`,rejected.style.width=`${100*(1-result.alpha)}%`;let sentence=right?
"same":same?"harmless":"broken";setText(this.result,say(this.given.say[sentence],{percent:percent(result.alpha),rest:percent(
1-result.alpha),distance:short(result.distance)})),this.result.toggleAttribute("data-off",!same),this.rule.value=this.state.
rule,setText(this.help,chosen.help),put(this.rows,...this.given.words.map((word,i)=>h("tr",{},h("th",{scope:"row"},word),
...[p[i],q[i],result.accept[i],result.kept[i],result.left[i],result.drawn[i],result.out[i]].map(value=>h("td",{},value.toFixed(
3)))))),this.run.setAttribute("action",`explorer/toy?visitor=${visitor()}&pair=${encodeURIComponent(this.pair())}`)}pair(){
return JSON.stringify(toPair(this.state,this.given.words,this.given.first,this.given.note))}save(){let url=URL.createObjectURL(
new Blob([this.pair()],{type:"application/json"}));download(url,"five-words.json"),URL.revokeObjectURL(url)}copy(){copyLink(
linkWith({toy:encode(this.state)}),this.given.say.copied,text=>setText(this.copied,text))}random(){return this.change({p:anyLaw(
this.given.words.length),q:anyLaw(this.given.words.length)})}};function toy(element){new ToyTab(element)}function openToy({
tab}){if(!parameters().has("toy"))return;[...document.querySelectorAll("#tabs [role=tab]")].find(one=>one.textContent?.trim()===
tab)?.click()}export{openToy,toy};
