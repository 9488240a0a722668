function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function write(values,entry=!1){let query=parameters(),
url=new URL(location.href),before=query.toString();for(let[key,value]of Object.entries(values))value===null||value===""?
query.delete(key):query.set(key,String(value));if(query.toString()!==before){url.search=query.toString(),inHash()&&(url.
hash="");try{entry?history.pushState(history.state,"",url):history.replaceState(history.state,"",url)}catch{history.replaceState(
history.state,"",`#${query}`)}}}var expectedTokens=(alpha,gamma)=>alpha<1?(1-alpha**(gamma+1))/(1-alpha):gamma+1,roofline=(idle=160)=>[[1,1],[idle,1],[2*
idle,2]];function passTime(curve,positions){let at=Math.max(0,curve.slice(0,-1).findLastIndex(([x])=>x<=positions)),[[x0,
y0],[x1,y1]]=curve.slice(at);return y0+(y1-y0)*(positions-x0)/(x1-x0)}var checkTime=(gamma,batch,curve)=>passTime(curve,
(gamma+1)*batch)/passTime(curve,batch),expectedSpeedup=(alpha,gamma,cost,check=1)=>expectedTokens(alpha,gamma)/(gamma*cost+
check);function bestGamma(alpha,cost,batch=1,curve=roofline(1/0)){let speed=gamma=>expectedSpeedup(alpha,gamma,cost,checkTime(
gamma,batch,curve)),best=0;for(let gamma=1;gamma<=16;gamma+=1)speed(gamma)>speed(best)&&(best=gamma);return best||null}var breakEven=(alpha,gamma,check=1)=>(expectedTokens(
alpha,gamma)-check)/gamma;function paysAt(alpha,gamma,cost,curve,most){let ranges=[];for(let batch=1;batch<=most;batch+=
1){if(expectedSpeedup(alpha,gamma,cost,checkTime(gamma,batch,curve))<=1)continue;let last=ranges.at(-1);last?.[1]===batch-
1?last[1]=batch:ranges.push([batch,batch])}return ranges}function plotted({left,right,top,base},points,share,highest,every,labels,known=points.length){let x=value=>left+share(value)*
(right-left),y=value=>base-value/highest*(base-top),grid=[...Array.from({length:Math.floor(highest/every)+1},(_,k)=>k*every).
flatMap(value=>[s("line",{class:"grid",x1:left,x2:right,y1:y(value),y2:y(value)}),s("text",{x:left-8,y:y(value)+5,"text-\
anchor":"end"},String(value))]),...labels.map(value=>s("text",{x:x(value),y:base+20,"text-anchor":"middle"},String(value))),
s("path",{class:"axis",d:`M${left} ${top}V${base}H${right}`})],through=part=>`M${part.map(([a,b])=>`${x(a)} ${y(b)}`).join(
"L")}`,drawn=[["curve",points.slice(0,known)],["curve beyond",points.slice(Math.max(0,known-1))]].filter(([,part])=>part.
length>1).map(([name,part])=>s("path",{class:name,d:through(part)}));return{x,y,grid,drawn}}function overGamma(box,curve,highest,every,gammas,dot,known){
let{x,y,grid,drawn}=plotted(box,curve.map((value,k)=>[k+1,value]),gamma=>(gamma-1)/15,highest,every,gammas,known),dots=curve.
map((value,k)=>s("circle",{class:"dot",cx:x(k+1),cy:y(value),r:dot}));return{x,y,grid,drawn:[...drawn,...dots]}}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));var MOST_BATCH=256,W=420,H=250,LEFT=46,RIGHT=12,TOP=14,BASE=206,ROW=62,BAR=20,SIDE=8,NUMBER=40,freeMachine=words=>({name:"\
free",title:words.free,kind:"free",source:words.source_free,curve:roofline(1/0),known:null}),ownMachine=(words,check,{gamma,
batch})=>({name:"own",title:words.own,kind:"computed",source:words.source_own,curve:roofline(check>1?(gamma+1)*batch/check:
1/0),known:null}),kindOf=(words,{kind,known},tokens)=>words[kind==="measured"&&tokens>(known??0)?"kind_extended":`kind_${kind}`],
kindUpTo=(words,machine,tokens)=>machine.known!==null&&tokens>machine.known?words.kind_dashed:kindOf(words,machine,tokens);
function sourceOf(words,{name,kind,source,known}){return name==="free"||name==="own"?source:say(words[`source_${kind}`],
{source,known:known??""})}function machineSelect(words,machines,changed){let option=({name,title})=>h("option",{value:name},
title),group=kind=>h("optgroup",{label:words[`${kind}_group`]},...machines.filter(one=>one.kind===kind).map(option));return h(
"select",{"data-testid":"worth-machine",onchange:changed},option({name:"free",title:words.free}),option({name:"own",title:words.
own}),group("measured"),group("computed"))}function paysWhere(words,{alpha,gamma,cost},curve){let ranges=paysAt(alpha,gamma,
cost,curve,MOST_BATCH),[first]=ranges;if(!first)return say(words.pays_never,{most:MOST_BATCH});if(first[0]===1&&first[1]===
MOST_BATCH)return say(words.pays_all,{most:MOST_BATCH});let named=ranges.map(([from,to])=>from===to?String(from):say(words.
range,{first:from,last:to}));return say(words.pays_some,{ranges:named.join(", "),most:MOST_BATCH})}function drawTime(svg,words,machine,{
gamma,batch}){let{curve,known,kind}=machine,plain=batch,check=(gamma+1)*batch,reach=curve[curve.length-1][0],last=Math.ceil(
Math.log2(Math.max(64,check,Number.isFinite(reach)?reach:0))),steps=Array.from({length:8*last+1},(_,i)=>2**(i/8)),points=steps.
map(n=>[n,passTime(curve,n)]),highest=Math.max(2,...points.map(([,time])=>time))*1.08,every=[.5,1,2,5,10,20,50,100,200,500].
find(step=>highest/step<=5)??1e3,within2=known===null?points.length:steps.filter(n=>n<=known).length,{x,y,grid,drawn}=plotted(
{left:LEFT,right:W-RIGHT,top:TOP,base:BASE},points,n=>Math.log2(n)/last,highest,every,[1,8,64,512,4096].filter(n=>n<=2**
last),within2),mark=n=>s("circle",{class:"chosen",cx:x(n),cy:y(passTime(curve,n)),r:6}),right=x(check)>W/2,close=y(passTime(
curve,plain))-y(passTime(curve,check))<20&&x(check)-x(plain)<160,ahead=x(plain)>LEFT+80;return svg.setAttribute("aria-la\
bel",[[plain,words.time_plain],[check,words.time_check]].map(([n,name])=>`${name}: ${n}, ${passTime(curve,Number(n)).toFixed(
2)}`).join("; ")),put(svg,...grid,...drawn,...(kind==="measured"?curve:[]).map(([n,time])=>s("circle",{class:"dot",cx:x(
n),cy:y(time),r:3.5})),s("text",{x:(LEFT+W)/2,y:H-4,"text-anchor":"middle"},words.time_axis),mark(plain),mark(check),s("\
text",{x:x(plain)+(ahead?-8:4),y:y(passTime(curve,plain))-(close?29:11),"text-anchor":ahead?"end":"start"},words.time_plain),
s("text",{x:x(check)+(right?-10:0),y:y(passTime(curve,check))-11,"text-anchor":right?"end":"middle"},words.time_check)),
say(words.time,{kind:kindUpTo(words,machine,2**last)})}function drawRounds(svg,words,machine,{alpha,gamma,cost},batches){
let tokens=expectedTokens(alpha,gamma),drafting=gamma*cost,checks=batches.map(batch=>checkTime(gamma,batch,machine.curve)),
longest=Math.max(tokens,...checks.map(check=>drafting+check)),x=passes=>SIDE+passes/longest*(W-2*SIDE-40),end=x(tokens),
right=end>W/2,bottom=26+ROW*batches.length,said=[],after=from=>(from<end+3&&from+NUMBER>end?end:from)+6,rows=batches.flatMap(
(batch,i)=>{let check=checks[i],top=26+ROW*i,speedup=expectedSpeedup(alpha,gamma,cost,check),best=bestGamma(alpha,cost,batch,
machine.curve),text=say(speedup>1?words.row_pays:words.row_slower,{batch,speedup:speedup.toFixed(2),kind:kindOf(words,machine,
(gamma+1)*batch)}),choice=best===null?words.row_none:say(words.row_best,{best});return said.push(`${text}, ${choice}`),[
s("text",{x:SIDE,y:top+16},text),s("text",{x:W-SIDE,y:top+16,"text-anchor":"end"},choice),s("rect",{class:"drafting",x:x(
0),y:top+24,width:x(drafting)-x(0),height:BAR}),s("rect",{class:"checking",x:x(drafting),y:top+24,width:x(check)-x(0),height:BAR}),
s("text",{x:after(x(drafting+check)),y:top+40},(drafting+check).toFixed(2)),s("line",{class:"until",x1:end,x2:end,y1:top+
21,y2:top+27+BAR})]});svg.setAttribute("viewBox",`0 0 ${W} ${bottom+4}`),svg.setAttribute("aria-label",said.join("; ")),
put(svg,s("text",{x:end,y:15,"text-anchor":right?"end":"start"},say(words.without,{tokens:tokens.toFixed(2)})),...rows)}var MOST_NAME=60,within=(value,low,high)=>typeof value=="number"&&value>=low&&value<=high,isGamma=value=>Number.isInteger(
value)&&within(value,1,16),isPoint=value=>Array.isArray(value)&&value.length===2&&isGamma(value[0])&&within(value[1],1,value[0]+
1);function decode(text){try{let{name,alpha,gamma,points,measured,cost}=JSON.parse(text);return typeof name=="string"&&name.
length<=MOST_NAME&&within(alpha,0,1)&&isGamma(gamma)&&Array.isArray(points)&&points.length>=1&&points.length<=16&&points.
every(isPoint)&&typeof measured=="boolean"&&(cost===null||within(cost,0,1))?{name,alpha,gamma,points,measured,cost}:null}catch{
return null}}var pointsOf=({points},height)=>points.map(([gamma,tokens])=>({gamma,value:height(gamma,tokens),name:"",cls:"\
imported"}));function compared(words,{name,alpha,gamma,points}){let[,tokens]=points[points.length-1],[length]=points[points.
length-1];return say(words.imported_here,{name,gamma:length,tokens:tokens.toFixed(2),expected:expectedTokens(alpha,Math.
min(gamma,length)).toFixed(2)})}function ownBest(words,{name,points,measured},speedup,best){if(!measured)return"";let top=points.
map(([gamma,tokens])=>({gamma,value:speedup(gamma,tokens)})).reduce((one,two)=>two.value>one.value?two:one,{gamma:0,value:1}),
longest=points[points.length-1][0],formula=best??0,why=top.gamma===formula?words.imported_same:formula>longest?words.imported_longer:
words.imported_other;return say(top.gamma?words.imported_best:words.imported_none,{name,gamma:top.gamma,speedup:top.value.
toFixed(2)})+" "+say(why,{best:formula,longest})}function described(words,text,run){if(!run)return text?words.import_wrong:
"";let set=say(run.measured?words.imported:words.imported_average,{name:run.name});return run.cost===null?`${set} ${words.
imported_cost}`:set}var W2=420,H2=250,LEFT2=46,BASE2=206,TOP2=14,RIGHT2=12,LETTER=7.4,SIDES=[[12,5],[-12,5],[12,22],[-12,22],[12,-12],[-12,-12]];
function sideOf(cx,cy,wide,lines){return SIDES.find(([dx,dy])=>{let from=dx>0?cx+dx:cx+dx-wide,bottom=cy+dy+6,top=bottom-
22,at=Array.from({length:Math.ceil(wide/4)+1},(_,i)=>from+4*i);return from>=LEFT2&&from+wide<=W2-RIGHT2&&top>=0&&bottom<=
BASE2&&!at.some(x=>lines.some(line=>line(x)>top&&line(x)<bottom))})??SIDES[0]}function plot(svg,words,what,chosen,best){
let all=Array.from({length:16},(_,i)=>i+1),top=Math.max(2,...all.map(what.y),...what.points.map(({value})=>value))*1.08,
inside=what.line<=top,every=[4,2,1].find(step=>top>2.2*step)??.5,{x,y,grid,drawn}=overGamma({left:LEFT2,right:W2-RIGHT2,
top:TOP2,base:BASE2},all.map(what.y),top,every,[1,4,8,12,16],2.5,what.known),mark=[],values=[],gammaAt=px=>1+(px-LEFT2)/
(W2-LEFT2-RIGHT2)*15,lines=[px=>y(what.y(gammaAt(px))),()=>y(what.line)];for(let{gamma,value,name,cls}of what.points){let cx=x(
Math.min(16,Math.max(1,gamma))),cy=y(value),wide=LETTER*name.length;if(mark.push(s("circle",{class:cls,cx,cy,r:cls==="im\
ported"?4.5:7})),values.push(`${name||`γ ${gamma}`}: ${value.toFixed(2)}`),!name)continue;let[dx,dy]=sideOf(cx,cy,wide,
lines),[from,to]=dx>0?[cx,cx+dx+wide]:[cx+dx-wide,cx];lines.push(px=>px>=from&&px<=to?cy+dy-5:NaN),mark.push(s("text",{x:cx+
dx,y:cy+dy,"text-anchor":dx<0?"end":"start"},name))}let at=what.y(chosen);svg.setAttribute("aria-label",[`${what.label}:\
 ${at.toFixed(2)}, γ ${chosen}`,...values].join("; ")),put(svg,...grid,s("text",{x:(LEFT2+W2)/2,y:H2-4,"text-anchor":"m\
iddle"},words.axis),inside&&s("line",{class:what.cls,x1:LEFT2,x2:W2-RIGHT2,y1:y(what.line),y2:y(what.line)}),inside&&s("\
text",{x:W2-RIGHT2-2,y:y(what.line)+(what.y(16)>what.line?18:-6),"text-anchor":"end"},what.note),...drawn,best!==null&&best!==
chosen&&s("text",{x:x(best),y:y(what.y(best))-8,"text-anchor":best<3||what.points.some(({cls})=>cls==="imported")?"start":
"end"},words.best),s("circle",{class:"chosen",cx:x(chosen),cy:y(at),r:6}),...mark)}var fine=value=>value.toFixed(Math.abs(value*100-Math.round(value*100))<1e-6?2:3),FAR="10000px",WorthTab=class{machine=freeMachine(
{});known={runs:[],papers:[],here:null};asked="";verdict=h("p",{class:"lt-big",role:"status","data-testid":"worth-say"});limit=h(
"p");pays=h("p",{role:"status","data-testid":"worth-pays"});basis=h("p",{class:"lt-help","data-testid":"worth-basis"});here=h(
"p",{"data-testid":"worth-here"});own=h("p",{"data-testid":"worth-own"});list=h("ul",{class:"lt-runs","data-testid":"wor\
th-runs"});papers=h("tbody");wrong=h("p",{role:"alert"});imported=null;address="";said=h("p",{role:"status","data-testid":"\
worth-imported"});constructor(element){this.element=element,this.root=element.querySelector("[data-worth]");let given=JSON.
parse(this.root.dataset.worth||"");this.words=given.say,this.machines=given.machines,this.batches=given.batches,this.alpha=
this.slider("alpha",this.words.alpha,0,.99,.001,.7),this.gamma=this.slider("gamma",this.words.gamma,1,16,1,4),this.cost=
this.slider("cost",this.words.cost,0,1,.001,.1),this.batch=this.slider("batch",this.words.batch,1,MOST_BATCH,1,1),this.check=
this.slider("check",this.words.check,1,17,.01,1,()=>this.ownCheck()),this.chosen=machineSelect(this.words,this.machines,
()=>this.choose()),this.chosen.value=given.machine,this.tokens=this.figure(this.words.tokens),this.speedup=this.figure(this.
words.speedup),this.use=h("button",{type:"button",class:"lt-btn","data-testid":"worth-use",onclick:()=>this.take()},this.
words.use),this.forget=h("button",{type:"button",class:"lt-btn",hidden:!0,"data-testid":"worth-forget",onclick:()=>{write(
{worth:null},!0),this.import()}},this.words.forget),this.time=this.figure(""),this.rounds=this.figure(say(this.words.same_run,
{batches:this.batches.join(", ")})),this.rounds.svg.dataset.testid="worth-rounds",this.rounds.box.append(h("p",{class:"l\
t-keys"},...["drafting","checking","without"].map(part=>h("span",{},h("i",{class:part}),this.words[`key_${part}`])))),put(
this.root,h("h2",{},this.words.title),this.said,this.forget,h("p",{},this.words.intro),h("div",{class:"lt-sliders"},this.
alpha.box,this.gamma.box,this.cost.box,this.batch.box,this.check.box,h("label",{},this.words.machine,this.chosen)),this.
verdict,this.own,h("div",{class:"lt-charts"},this.tokens.box,this.speedup.box),this.limit,h("h3",{},this.words.batches),
h("p",{},this.words.batches_intro),h("div",{class:"lt-charts"},this.time.box,this.rounds.box),this.pays,this.basis,this.
here,this.use,this.wrong,h("p",{class:"lt-help"},this.words.source),h("details",{open:!0},h("summary",{},this.words.runs),
this.list,h("p",{class:"lt-help"},this.words.runs_note)),h("details",{},h("summary",{},this.words.papers),h("div",{class:"\
lt-scroll",tabindex:"0",role:"region","aria-label":this.words.papers},h("table",{class:"lt-table words"},h("thead",{},h(
"tr",{},...this.words.papers_heads.split("|").map(head=>h("th",{scope:"col"},head)))),this.papers)))),this.choose(),new IntersectionObserver(
seen=>{seen.some(({isIntersecting})=>isIntersecting)&&(this.import(),this.look())},{rootMargin:FAR}).observe(this.root),
addEventListener("popstate",()=>{this.root.checkVisibility()&&this.import()}),addEventListener("stage:step",()=>{this.root.
checkVisibility()&&this.look()})}slider(name,label,low,high,step,value,moved=()=>this.draw()){let output=h("output",{for:`\
worth-${name}`}),input=h("input",{type:"range",id:`worth-${name}`,min:low,max:high,step,value,oninput:moved,"data-testid":`\
worth-${name}`});return{input,output,box:h("label",{for:`worth-${name}`},label,output,input)}}figure(label){let svg=s("s\
vg",{class:"lt-plot",viewBox:`0 0 ${W2} ${H2}`,role:"img"}),caption=h("figcaption",{},label);return{svg,caption,box:h("f\
igure",{},caption,svg)}}values(){let[alpha,gamma,cost,batch]=[this.alpha,this.gamma,this.cost,this.batch].map(one=>Number(
one.input.value));return{alpha,gamma,cost,batch}}choose(){let name=this.chosen.value;this.machine=name==="free"?freeMachine(
this.words):this.machines.find(one=>one.name===name)??ownMachine(this.words,Number(this.check.input.value),this.values()),
this.draw()}ownCheck(){this.chosen.value="own",this.choose()}draw(){let at=this.values(),{alpha:a,gamma:g,cost:c,batch}=at,
{curve,known}=this.machine,check=checkTime(g,batch,curve),kind=kindOf(this.words,this.machine,(g+1)*batch);this.check.input.
max=String(g+1),this.check.input.value=String(check);for(let[slider,text]of[[this.alpha,fine(a)],[this.gamma,String(g)],
[this.cost,fine(c)],[this.batch,String(batch)],[this.check,`${check.toFixed(2)}, ${kind}`]])setText(slider.output,text);
let many=expectedTokens(a,g),fast=expectedSpeedup(a,g,c,check),best=bestGamma(a,c,batch,curve);setText(this.verdict,say(
fast<1?this.words.slower:this.words.faster,{tokens:many.toFixed(2),price:(g*c+check).toFixed(2),speedup:fast.toFixed(2)})),
setText(this.limit,this.limits(at,check,best)),setText(this.own,this.ownBest(best)),plot(this.tokens.svg,this.words,{label:this.
words.tokens,y:x=>expectedTokens(a,x),line:1/(1-a),cls:"most",known:16,note:this.words.ceiling,points:this.points((_,tokens)=>tokens,
[["tokens",this.words.here,"here"]])},g,null),setText(this.speedup.caption,say(this.words.speedup_at,{batch,kind:kindUpTo(
this.words,this.machine,17*batch)})),plot(this.speedup.svg,this.words,{label:this.words.speedup,line:1,cls:"even",note:this.
words.even,y:x=>expectedSpeedup(a,x,c,checkTime(x,batch,curve)),known:known===null?16:Math.max(0,Math.floor(known/batch)-
1),points:this.points((x,tokens)=>tokens/(x*c+checkTime(x,batch,curve)),batch>1?[]:[["speedup",this.words.here_speedup,"\
here formula"],["clock",this.words.here_clock,"here"]])},g,best),this.drawBatches(at)}points(height,kinds){if(this.imported)
return pointsOf(this.imported,height);let run=this.known.here,gamma=run?.gamma??null;return!run?.chain||gamma===null?[]:
kinds.flatMap(([key,named,cls])=>{let value=run[key];return typeof value=="number"?[{gamma,value,name:say(named,{name:run.
name}),cls}]:[]})}limits({alpha,gamma},check,best){let limit=breakEven(alpha,gamma,check);return(alpha===0?this.words.nothing_kept:
limit<=0?this.words.check_alone:say(this.words.limit,{limit:limit.toFixed(2)}))+(best===null?this.words.none_pays:say(this.
words.best_is,{best}))}ownBest(best){if(!this.imported)return"";let{cost,batch}=this.values();return ownBest(this.words,
this.imported,(gamma,tokens)=>tokens/(gamma*cost+checkTime(gamma,batch,this.machine.curve)),best)}drawBatches(at){let{words,
machine}=this;setText(this.time.caption,drawTime(this.time.svg,words,machine,at)),drawRounds(this.rounds.svg,words,machine,
at,this.batches),setText(this.pays,`${paysWhere(words,at,machine.curve)} ${words.batches_note}`),setText(this.basis,sourceOf(
words,machine))}take(){let run=this.known.here;if(this.imported)return this.setImported(this.imported);run?.alpha===null||
run?.gamma===null||run?.cost===null||!run||this.set(run.alpha,run.gamma,run.cost)}set(alpha,gamma,cost){this.alpha.input.
value=String(alpha),this.gamma.input.value=String(Math.min(16,Math.max(1,Math.round(gamma)))),cost!==null&&(this.cost.input.
value=String(cost)),this.draw()}import(){let text=parameters().get("worth")??"";if(text===this.address)return;this.address=
text;let run=this.imported=decode(text);this.forget.hidden=!run,setText(this.said,described(this.words,text,run)),run?this.
setImported(run):this.draw(),this.describe(),text&&this.root.scrollIntoView()}setImported(run){this.batch.input.value="1",
this.chosen.value="free",this.set(run.alpha,run.gamma,run.cost),this.choose()}describe(){let run=this.known.here,several={
name:run?.name??"",tokens:run?.tokens.toFixed(2)??""},full=run&&run.chain&&run.alpha!==null&&run.gamma!==null&&run.cost!==
null,imported=this.imported&&compared(this.words,this.imported);setText(this.here,imported||(run?full?say(this.words.measured,
{...several,alpha:`${Math.round(100*(run.alpha??0))}%`,gamma:(run.gamma??0).toFixed(1),cost:(run.cost??0).toFixed(2),expected:expectedTokens(
run.alpha??0,run.gamma??0).toFixed(2)})+(run.clock===null?"":` ${say(this.words.clock,{clock:run.clock.toFixed(2)})}`):say(
this.words.measured_tree,several):this.words.unmeasured)),this.use.hidden=!full&&!imported,setText(this.use,imported?this.
words.use_imported:this.words.use);let most=Math.max(1,...this.known.runs.map(({tokens})=>tokens));put(this.list,...this.
known.runs.map(({name,title,tokens})=>{let line=h("i",{"aria-hidden":"true"});return line.style.width=`${100*tokens/most}\
%`,h("li",{title,"data-here":name===run?.name},h("b",{},name),line,h("span",{},tokens.toFixed(2)))})),put(this.papers,...this.
known.papers.map(row=>h("tr",{},h("th",{scope:"row"},row.paper),...[row.pair,row.method,row.tokens===null?`${row.speedup?.
toFixed(2)}×`:`${row.tokens.toFixed(2)} ${this.words.tokens.toLowerCase()}`].map(cell=>h("td",{},cell)))))}async look(){
let name=holders("#stage")[0]?.stage.state().name??"";if(!(this.known.runs.length&&name===this.asked&&(this.known.here||
!name))){this.asked=name;try{let answer=await fetch(`explorer/worth?run=${encodeURIComponent(name)}`);if(!answer.ok)throw new Error(
String(answer.status));this.known=await answer.json(),setText(this.wrong,"")}catch{setText(this.wrong,this.words.wrong)}
this.describe(),this.draw()}}};function worth(element){new WorthTab(element)}export{worth};
