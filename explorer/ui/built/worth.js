function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...kept(children)),node}var kept=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...kept(children));function setText(node,text){let held=node.firstChild;node.textContent!==text&&(held instanceof Text&&held===node.lastChild?
held.data=text:node.textContent=text)}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));var MOST=16,W=420,H=250,LEFT=46,BASE=206,TOP=14,RIGHT=12,LETTER=7.4,expectedTokens=(alpha,gamma)=>alpha<1?(1-alpha**(gamma+
1))/(1-alpha):gamma+1,expectedSpeedup=(alpha,gamma,cost)=>expectedTokens(alpha,gamma)/(1+gamma*cost);function bestGamma(alpha,cost){
let best=0;for(let gamma=1;gamma<=MOST;gamma+=1)expectedSpeedup(alpha,gamma,cost)>expectedSpeedup(alpha,best,cost)&&(best=
gamma);return best||null}var breakEven=(alpha,gamma)=>(expectedTokens(alpha,gamma)-1)/gamma,SIDES=[[12,5],[-12,5],[12,22],
[-12,22],[12,-12],[-12,-12]];function sideOf(cx,cy,wide,lines){return SIDES.find(([dx,dy])=>{let from=dx>0?cx+dx:cx+dx-wide,
bottom=cy+dy+6,top=bottom-22,at=Array.from({length:Math.ceil(wide/4)+1},(_,i)=>from+4*i);return from>=LEFT&&from+wide<=W-
RIGHT&&top>=0&&bottom<=BASE&&!at.some(x=>lines.some(line=>line(x)>top&&line(x)<bottom))})??SIDES[0]}var WorthTab=class{known={
runs:[],papers:[],here:null};asked="";verdict=h("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=h("p");here=h(
"p",{"data-testid":"worth-here"});list=h("ul",{class:"lt-runs","data-testid":"worth-runs"});papers=h("tbody");wrong=h("p",
{role:"alert"});constructor(element){this.element=element,this.root=element.querySelector("[data-worth]"),this.words=JSON.
parse(this.root.dataset.worth||""),this.alpha=this.slider("alpha",this.words.alpha,0,.99,.01,.7),this.gamma=this.slider(
"gamma",this.words.gamma,1,MOST,1,4),this.cost=this.slider("cost",this.words.cost,0,1,.01,.1),this.tokens=this.figure(this.
words.tokens),this.speedup=this.figure(this.words.speedup),this.use=h("button",{type:"button",class:"lt-btn","data-testi\
d":"worth-use",onclick:()=>this.take()},this.words.use),put(this.root,h("h2",{},this.words.title),h("p",{},this.words.intro),
h("div",{class:"lt-sliders"},this.alpha.box,this.gamma.box,this.cost.box),this.verdict,h("div",{class:"lt-charts"},this.
tokens.box,this.speedup.box),this.limit,this.here,this.use,this.wrong,h("p",{class:"lt-help"},this.words.source),h("deta\
ils",{open:!0},h("summary",{},this.words.runs),this.list,h("p",{class:"lt-help"},this.words.runs_note)),h("details",{},h(
"summary",{},this.words.papers),h("div",{class:"lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},h(
"table",{class:"lt-table words"},h("thead",{},h("tr",{},...this.words.papers_heads.split("|").map(head=>h("th",{scope:"c\
ol"},head)))),this.papers)))),this.draw(),new IntersectionObserver(seen=>{seen.some(one=>one.isIntersecting)&&this.look()}).
observe(this.root)}slider(name,label,low,high,step,value){let output=h("output",{for:`worth-${name}`}),input=h("input",{
type:"range",id:`worth-${name}`,min:low,max:high,step,value,oninput:()=>this.draw(),"data-testid":`worth-${name}`});return{
input,output,box:h("label",{for:`worth-${name}`},label,output,input)}}figure(label){let svg=s("svg",{class:"lt-plot",viewBox:`\
0 0 ${W} ${H}`,role:"img"});return{svg,box:h("figure",{},h("figcaption",{},label),svg)}}draw(){let a=Number(this.alpha.input.
value),g=Number(this.gamma.input.value),c=Number(this.cost.input.value);setText(this.alpha.output,a.toFixed(2)),setText(
this.gamma.output,String(g)),setText(this.cost.output,c.toFixed(2));let many=expectedTokens(a,g),fast=expectedSpeedup(a,
g,c),best=bestGamma(a,c);setText(this.verdict,say(fast<1?this.words.slower:this.words.faster,{tokens:many.toFixed(2),price:(1+
g*c).toFixed(2),speedup:fast.toFixed(2)}));let pays=best===null?this.words.none_pays:say(this.words.best_is,{best});setText(
this.limit,a===0?this.words.nothing_kept:say(this.words.limit,{limit:breakEven(a,g).toFixed(2)})+pays),this.plot(this.tokens.
svg,{label:this.words.tokens,y:x=>expectedTokens(a,x),line:1/(1-a),cls:"most",note:this.words.ceiling,points:[[this.known.
here?.tokens,this.words.here]]},g,null),this.plot(this.speedup.svg,{label:this.words.speedup,y:x=>expectedSpeedup(a,x,c),
line:1,cls:"even",note:this.words.even,points:[[this.known.here?.speedup,this.words.here_speedup],[this.known.here?.clock,
this.words.here_clock]]},g,best)}plot(svg,what,chosen,best){let all=Array.from({length:MOST},(_,i)=>i+1),x0=this.known.here?.
gamma??null,top=Math.max(2,...all.map(what.y),...what.points.map(([v])=>v??0))*1.08,inside=what.line<=top,x=v=>LEFT+(v-1)/
(MOST-1)*(W-LEFT-RIGHT),y=v=>BASE-v/top*(BASE-TOP),every=[4,2,1].find(step=>top>2.2*step)??.5,marks=Array.from({length:Math.
floor(top/every)+1},(_,i)=>i*every),mark=[],told=[],gammaAt=px=>1+(px-LEFT)/(W-LEFT-RIGHT)*(MOST-1),lines=[px=>y(what.y(
gammaAt(px))),()=>y(what.line)];for(let[value,named]of this.known.here?.chain&&x0!==null?what.points:[]){if(typeof value!=
"number")continue;let cx=x(Math.min(MOST,Math.max(1,x0??1))),cy=y(value),name=say(named,{name:this.known.here?.name??""}),
wide=LETTER*name.length,[dx,dy]=sideOf(cx,cy,wide,lines),[from,to]=dx>0?[cx,cx+dx+wide]:[cx+dx-wide,cx];lines.push(px=>px>=
from&&px<=to?cy+dy-5:NaN),mark.push(s("circle",{class:named===this.words.here_speedup?"here formula":"here",cx,cy,r:7}),
s("text",{x:cx+dx,y:cy+dy,"text-anchor":dx<0?"end":"start"},name)),told.push(`${name}: ${value.toFixed(2)}`)}let at=what.
y(chosen);svg.setAttribute("aria-label",[`${what.label}: ${at.toFixed(2)}, γ ${chosen}`,...told].join("; ")),put(svg,...marks.
flatMap(v=>[s("line",{class:"grid",x1:LEFT,x2:W-RIGHT,y1:y(v),y2:y(v)}),s("text",{x:LEFT-8,y:y(v)+5,"text-anchor":"end"},
String(v))]),...[1,4,8,12,16].map(v=>s("text",{x:x(v),y:BASE+20,"text-anchor":"middle"},String(v))),s("text",{x:(LEFT+W)/
2,y:H-4,"text-anchor":"middle"},this.words.axis),s("path",{class:"axis",d:`M${LEFT} ${TOP}V${BASE}H${W-RIGHT}`}),inside&&
s("line",{class:what.cls,x1:LEFT,x2:W-RIGHT,y1:y(what.line),y2:y(what.line)}),inside&&s("text",{x:W-RIGHT-2,y:y(what.line)+
(what.cls==="even"?18:-6),"text-anchor":"end"},what.note),s("path",{class:"curve",d:`M${all.map(v=>`${x(v)} ${y(what.y(v))}`).
join("L")}`}),...all.map(v=>s("circle",{class:"dot",cx:x(v),cy:y(what.y(v)),r:2.5})),best!==null&&best!==chosen&&s("text",
{x:x(best),y:y(what.y(best))-8,"text-anchor":best>MOST-3?"end":"middle"},this.words.best),s("circle",{class:"chosen",cx:x(
chosen),cy:y(at),r:6}),...mark)}take(){let run=this.known.here;run?.alpha===null||run?.gamma===null||run?.cost===null||!run||
(this.alpha.input.value=String(run.alpha),this.gamma.input.value=String(Math.min(MOST,Math.max(1,Math.round(run.gamma)))),
this.cost.input.value=String(run.cost),this.draw())}tell(){let run=this.known.here,several={name:run?.name??"",tokens:run?.
tokens.toFixed(2)??""},full=run&&run.chain&&run.alpha!==null&&run.gamma!==null&&run.cost!==null;setText(this.here,run?full?
say(this.words.measured,{...several,alpha:`${Math.round(100*(run.alpha??0))} %`,gamma:(run.gamma??0).toFixed(1),cost:(run.
cost??0).toFixed(2),expected:expectedTokens(run.alpha??0,run.gamma??0).toFixed(2)})+(run.clock===null?"":` ${say(this.words.
clock,{clock:run.clock.toFixed(2)})}`):say(this.words.measured_tree,several):this.words.unmeasured),this.use.hidden=!full;
let most=Math.max(1,...this.known.runs.map(one=>one.tokens));put(this.list,...this.known.runs.map(one=>{let line=h("i",{
"aria-hidden":"true"});return line.style.width=`${100*one.tokens/most}%`,h("li",{title:one.title,"data-here":one.name===
run?.name},h("b",{},one.name),line,h("span",{},one.tokens.toFixed(2)))})),put(this.papers,...this.known.papers.map(row=>h(
"tr",{},h("th",{scope:"row"},row.paper),...[row.pair,row.method,row.tokens===null?`${row.speedup?.toFixed(2)}×`:`${row.
tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(cell=>h("td",{},cell)))))}async look(){let name=holders("#st\
age")[0]?.stage.state().name??"";if(!(this.known.runs.length&&name===this.asked&&(this.known.here||!name))){this.asked=name;
try{let answer=await fetch(`explorer/worth?run=${encodeURIComponent(name)}`);if(!answer.ok)throw new Error(String(answer.
status));this.known=await answer.json(),setText(this.wrong,"")}catch{setText(this.wrong,this.words.wrong)}this.tell(),this.
draw()}}};function worth(element){new WorthTab(element)}export{bestGamma,breakEven,expectedSpeedup,expectedTokens,sideOf,worth};
