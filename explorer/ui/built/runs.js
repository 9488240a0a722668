function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children);var put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text2){let first=node.firstChild;node.textContent!==text2&&(first instanceof Text&&first===node.lastChild?
first.data=text2:node.textContent=text2)}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var update=properties=>({__type__:"update",...properties});function catchUp(stage2,{dataset:{run,iterations}},more={}){let shown2=stage2.
state();run&&(shown2.name!==run||shown2.iterations<Number(iterations))&&stage2.receive({type:"fetch",url:`explorer/open/${run}`,
...more})}var whole=(text2,key)=>(key==="node"?/^n?\d+$/:/^0*[1-9]\d*$/).test(text2??"")?Number(text2.replace("n","")):null;var KEY="speculative-decoding-explorer-runs";var STATES=["running","finished","stopped","failed","gone"],memory="[]",text=(value,most=400)=>typeof value=="string"?value.
slice(0,most):"";function entryOf(given){if(typeof given!="object"||given===null)return null;let fields=given,name=text(
fields.name),when=Number(fields.when);if(!/^run-[\w-]{22}$/.test(name)||!Number.isFinite(when))return null;let state=STATES.
find(each=>each===fields.state)??"running";return{name,when,state,key:text(fields.key),method:text(fields.method),title:text(
fields.title),pair:text(fields.pair),prompt:text(fields.prompt),label:text(fields.label,80),why:text(fields.why)}}function entriesOf(stored){
let given=null;try{given=JSON.parse(stored)}catch{}return Array.isArray(given)?given.slice(0,200).map(entryOf).filter(entry=>entry!==
null):[]}function read(){try{return entriesOf(localStorage.getItem(KEY)??memory)}catch{return entriesOf(memory)}}function write(entries){
memory=JSON.stringify(entries.slice(0,200));try{localStorage.setItem(KEY,memory)}catch{}}function add(given){let entry=entryOf(
given);return entry&&write([entry,...read().filter(({name})=>name!==entry.name)]),entry}function change(name,changes){write(
read().map(entry=>entry.name===name?entryOf({...entry,...changes})??entry:entry))}var remove=name=>write(read().filter(entry=>entry.
name!==name));function onChange(act){addEventListener("storage",({key})=>{(key===KEY||key===null)&&act()})}function span(seconds){return seconds<10?`${Math.max(1,Math.round(seconds))} s`:seconds<90?`${5*Math.round(seconds/5)} s`:
`${Math.round(seconds/60)} min`}function left({left:left2,spent,expected,steps},ago){let over2=expected===null?0:spent+ago-
expected;return expected!==null&&over2>Math.max(3,expected/4)?`longer than last time (${span(expected)})`:left2!==null?left2-
ago<.5?"almost ready":`about ${span(left2-ago)} left`:steps.length?"time left unknown (first run here)":""}var elapsed=({
elapsed:elapsed2},ago)=>`${Math.floor(elapsed2+ago)} s so far`;function done({left:left2,elapsed:elapsed2,share,step,steps},ago){
let now=elapsed2+ago;return left2!==null&&now+left2>0?Math.min(.98,now/(elapsed2+left2)):share>0&&share<1&&steps.length?
(step-1+share)/steps.length:null}function brief(loading,tokens,wanted){return loading?loading.steps.length?`step ${loading.
step} of ${loading.steps.length}: ${loading.doing}`:loading.doing:`${tokens} of ${wanted} tokens`}function since(when,now=new Date){
let date=new Date(when),time=date.toLocaleTimeString([],{hour:"2-digit",minute:"2-digit"});return date.toDateString()===
now.toDateString()?time:`${date.toLocaleDateString([],{day:"numeric",month:"short"})}, ${time}`}var EMPTY="You have not run anything here yet. Press “Run your own” in the Explore tab to start.",ABOUT="The list is\
 stored in this browser, so only you see it. A run continues while you view something else.",SURE=4e3,called=({label,prompt,
title})=>label||prompt||title;function stateOf({state,why},going){return state==="running"?going?.wanted?`running, ${brief(
going.loading,going.tokens,going.wanted)}`:"running":state==="gone"?"no longer stored by the app":why?`${state}: ${why}`:
state}var button=(name,label,act)=>h("button",{type:"button",class:"own-button","aria-label":label,onclick:act},name);function deleteButton(label,act){
let control=button("Delete",label,()=>{if(control.dataset.sure)return act();control.dataset.sure="1",control.textContent=
"Really delete?",setTimeout(()=>{delete control.dataset.sure,control.textContent="Delete"},SURE)});return control}function rename(entry,row,acts2){
let field=h("input",{type:"text",maxlength:80,value:called(entry).slice(0,80),"aria-label":"Run name"}),over2=!1,end=keep=>{
over2||(over2=!0,acts2.rename(entry.name,keep?field.value.trim():entry.label))};field.addEventListener("keydown",event=>{
if(event.key!=="Enter"&&event.key!=="Escape")return;event.preventDefault(),event.stopPropagation();let list=row.closest(
".own-list");end(event.key==="Enter"),list?.querySelector(`[data-run="${entry.name}"] .own-acts button`)?.focus()}),field.
addEventListener("blur",()=>end(!0)),row.querySelector(".own-open")?.replaceWith(field),field.focus(),field.select()}function rowOf(entry,shown2,going,acts2){
let name=called(entry),state=stateOf(entry,going),running=entry.state==="running",open=h("button",{type:"button",class:"\
own-open",onclick:()=>acts2.open(entry.name),"aria-current":entry.name===shown2&&"true"},h("b",{},name),h("small",{},`${entry.
title} · ${entry.pair} · `,h("time",{datetime:new Date(entry.when).toISOString()},since(entry.when))),h("small",{class:"\
own-state","data-state":entry.state},state)),row=h("li",{"data-run":entry.name},open);return row.append(h("span",{class:"\
own-acts"},button("Rename",`Rename the run ${name}`,()=>rename(entry,row,acts2)),running?button("Stop",`Stop the run ${name}`,
()=>acts2.stop(entry.name)):deleteButton(`Delete the run ${name}`,()=>acts2.delete(entry.name)))),row}var drawn=new WeakMap;
function drawStates(place,entries,goings){place.querySelectorAll(".own-state").forEach((line2,i)=>{setText(line2,stateOf(
entries[i],goings.get(entries[i].name)))})}function draw(place,entries,shown2,goings,acts2){let same=JSON.stringify([shown2,
entries]);if(place.querySelector("input, [data-sure]"))return;if(place.firstChild&&drawn.get(place)===same)return drawStates(
place,entries,goings);drawn.set(place,same);let here=place.contains(document.activeElement)?document.activeElement:null,
at=here?[...place.querySelectorAll("button")].indexOf(here):-1,rows=entries.map(entry=>rowOf(entry,shown2,goings.get(entry.
name),acts2));put(place,h("p",{class:"own-about"},rows.length?ABOUT:EMPTY),rows.length>0&&h("ul",{},...rows));let buttons=place.
querySelectorAll("button");at>=0&&buttons[Math.min(at,buttons.length-1)]?.focus({preventScroll:!0})}var MARKS=["done","now","next"];function newPanel(place){let title=h("h2"),prompt=h("q"),steps=h("ol"),doing=h("b",{role:"\
status"}),time=h("span",{class:"own-time"}),bar=h("progress",{max:"1","aria-label":"Loading progress"}),panel2=h("sectio\
n",{class:"own-loading","data-testid":"own-loading",hidden:!0},h("p",{class:"own-kicker"},"Your run is being prepared"),
title,prompt,bar,h("p",{class:"own-doing"},doing,time),steps),timer=0,at=0,shown2=null;place.append(panel2);function tick(){
if(!shown2)return;let ago=(performance.now()-at)/1e3,part=done(shown2,ago);part===null?bar.removeAttribute("value"):bar.
value=part,setText(time,[elapsed(shown2,ago),left(shown2,ago)].filter(Boolean).join(" · "))}return{show(about,loading){
[shown2,at]=[loading,performance.now()],setText(title,`${about.title} · ${about.pair}`),setText(prompt,about.prompt);let{
step,steps:names}=loading;setText(doing,names.length&&step?`Step ${step} of ${names.length}: ${loading.doing}`:loading.doing),
put(steps,...names.map((name,i)=>h("li",{"data-state":MARKS[Math.sign(i+1-step)+1],"aria-current":i+1===step&&"step"},name))),
panel2.hidden=!1,tick(),timer||=setInterval(tick,500)},hide(){panel2.hidden=!0,shown2=null,clearInterval(timer),timer=0}}}
function newLine(place){let message=h("span"),button2=h("button",{type:"button",class:"own-button"}),line2=h("p",{class:"\
own-line","data-testid":"own-line",role:"status",hidden:!0},message,button2),acts2;return button2.addEventListener("clic\
k",()=>acts2?.()),place.append(line2),(text2,name="",act=void 0)=>{line2.hidden=!text2,acts2=act,text2!==message.textContent&&
setText(message,text2),button2.hidden=!act,setText(button2,name)}}var PAUSE=200,RETRY=[500,1e3,2e3,4e3,8e3],DONE=15e3,send=null,looks=new Map,places=[],have=new Map,opener=null,count=null,
panel_=null,line=null,looping=!1,failures=0,checked=!1,wake=()=>{},cut=new AbortController,news={html:"",running:!1},wrong="",
ended=null,heading="",stage=()=>holders("#stage")[0]?.stage,shown=()=>stage()?.state().name??"",own=name=>read().find(entry=>entry.
name===name);async function post(route,body,signal){let address=new URL(`explorer/runs/${route}`,document.baseURI),reply=await fetch(
address,{method:"POST",body:JSON.stringify(body),signal,headers:{"Content-Type":"application/json"}});if(!reply.ok)throw new Error(
String(reply.status));return reply.json()}function asked(){let name=shown(),runs={};for(let entry of read().filter(({state})=>state===
"running"))runs[entry.name]=[entry.key,looks.get(entry.name)?.version??0];let phase=looks.get(name)?.state??own(name)?.state??
"running",follow=name.startsWith("run-")&&phase==="running"?name:"";follow&&!(follow in runs)&&(runs[follow]=[own(follow)?.
key??"",looks.get(follow)?.version??0]);let kept=checked?[]:read().filter(({state})=>state!=="running").map(entry=>entry.
name);return{runs,follow,have:have.get(follow)??0,kept}}async function loop(){if(!looping){for(looping=!0;;){let question=asked();
if(!Object.keys(question.runs).length&&!question.kept.length)break;cut=new AbortController;try{take(await post("look",question,
cut.signal)),[failures,checked]=[0,!0]}catch(error){error instanceof DOMException||(failures+=1)}render();let pause=failures?
RETRY[Math.min(failures,RETRY.length)-1]:PAUSE;await new Promise(done2=>{let timer=setTimeout(()=>done2(0),pause);wake=()=>{
clearTimeout(timer),done2(0)}})}looping=!1,render()}}function again(){cut.abort(),wake(),loop()}function take({runs,gone,
follow}){for(let name of gone)change(name,{state:"gone"});let continues=name=>(looks.get(name)?.state??"running")==="run\
ning";follow&&follow.name===shown()&&!heading&&continues(follow.name)&&deliver(follow,runs[follow.name].state==="running");
for(let[name,look]of Object.entries(runs)){if(!continues(name))continue;let before2=looks.get(name);"version"in look&&looks.
set(name,look),name===shown()&&"version"in look&&look.version!==before2?.version&&report(name,look),look.state!=="runnin\
g"&&over(name,look)}}function deliver({name,messages,have:now,lacks},live){let on=stage();if(lacks)on?.receive({type:"fe\
tch",url:`explorer/open/${name}`,live});else for(let message of messages)on?.receive(JSON.parse(message));have.set(name,
now)}function report(name,look){let running=look.state==="running"&&!!own(name);(look.html||running!==news.running)&&(news=
{html:look.html||(running?void 0:""),running},send?.("news"))}var finish=name=>stage()?.receive({type:"finish",name,iterations:[],
texts:{},summary:null,incomplete:"it was stopped"});function over(name,look){let entry=own(name),was=entry?.state;if(looks.
set(name,{...look,loading:null}),was==="running"&&change(name,{state:look.state,why:look.error??""}),name!==shown()){entry&&
was==="running"&&(ended={entry:{...entry,state:look.state},until:Date.now()+DONE}),ended&&setTimeout(render,DONE+100);return}
let on=stage(),{iterations}=look;look.state!=="finished"?finish(name):on&&iterations&&catchUp(on,{dataset:{run:name,iterations:String(
iterations)}}),look.state==="failed"&&entry&&(wrong=look.error,send?.("failed"))}function render(){let entries=read(),name=shown(),
look=looks.get(name);for(let place of places)place.closest("[hidden]")||draw(place,entries,name,looks,acts);let running=entries.
filter(({state})=>state==="running");opener&&count&&(opener.hidden=!entries.length,setText(count,String(entries.length)),
opener.toggleAttribute("data-running",running.length>0)),look?.loading&&look.state==="running"?panel_?.show(look.about,look.
loading):panel_?.hide();let other=running.find(entry=>entry.name!==name);if(failures)line?.("The connection is lost. You\
r runs continue, and this page tries to connect again.");else if(other){let going=looks.get(other.name),far=going?.wanted?
brief(going.loading,going.tokens,going.wanted):"starting";line?.(`Your run “${cutShort(called(other))}” continues: ${far}`,
"Show run",()=>acts.open(other.name))}else if(ended&&ended.until>Date.now()&&ended.entry.name!==name){let{entry}=ended;line?.(
`Your run “${cutShort(called(entry))}” ${entry.state==="finished"?"has finished":`ended: ${entry.state}`}.`,"Show ru\
n",()=>acts.open(entry.name))}else line?.("")}var cutShort=text2=>text2.length>40?`${text2.slice(0,39)}…`:text2,acts={
open(name){setOpen(!1),have.delete(name),send?.("select",{name})},rename(name,label){change(name,{label});for(let place of places)
place.replaceChildren();render()},stop(name){let entry=own(name);if(!entry)return;change(name,{state:"stopped"});let look=looks.
get(name);look&&looks.set(name,{...look,state:"stopped",loading:null}),post("stop",{name,key:entry.key}).catch(()=>{change(
name,{state:"running"}),looks.delete(name)}).finally(again),name===shown()&&finish(name),render()},delete(name){let entry=own(
name);remove(name),looks.delete(name);for(let button2 of document.querySelectorAll(".own-list [data-sure]"))button2.removeAttribute(
"data-sure");entry&&post("delete",{name,key:entry.key}).catch(()=>{}),render(),!read().length&&(setOpen(!1),document.activeElement===
document.body&&document.getElementById("open-form")?.focus())}};function setOpen(open){let list=document.getElementById(
"own-pop");!list||!opener||list.hidden===!open||(list.hidden=!open,opener.setAttribute("aria-expanded",String(open)),render(),
open?list.querySelector("button")?.focus({preventScroll:!0}):(document.activeElement===document.body||list.contains(document.
activeElement))&&opener.focus())}function mount(element,trigger){send=trigger,count=h("span",{class:"own-count"}),opener=
h("button",{type:"button",id:"open-runs",class:"own-opener",hidden:!0,"aria-expanded":"false","aria-controls":"own-pop",
onclick:()=>setOpen(document.getElementById("own-pop")?.hidden===!0)},"Your runs ",count);let list=h("div",{class:"own-l\
ist"}),pop=h("div",{id:"own-pop",role:"dialog","aria-label":"Your runs",hidden:!0},h("h2",{},"Your runs"),list);places.push(
list),element.append(opener,pop),document.addEventListener("keydown",event=>{event.key==="Escape"&&!pop.hidden&&setOpen(
!1)}),document.addEventListener("pointerdown",({target})=>{target instanceof Node&&!element.contains(target)&&setOpen(!1)}),
document.addEventListener("stage:step",({target})=>{target instanceof Element&&target.closest("#stage")&&moved()}),addEventListener(
"popstate",()=>{let query=new URLSearchParams(location.search),name=query.get("trace");if(heading=name&&name!==shown()&&
!query.has("lesson")?name:"",!heading)return;let at=Object.fromEntries(["it","phase","part","node"].flatMap(key=>{let value=whole(
query.get(key),key);return value===null?[]:[[key,value]]}));have.delete(heading),trigger("restore",{name:heading,...at})}),
onChange(again),addEventListener("online",again),document.addEventListener("visibilitychange",()=>{document.hidden||again()}),
render(),loop()}function finished(_,_trigger,props,watch){let listed=new Set;watch("value",()=>{for(let entry of props.value?
JSON.parse(props.value):[])listed.has(entry.name)||(listed.add(entry.name),add({...entry,label:"",state:"finished",why:""}));
render()})}var before="";function moved(){let name=shown();if(name===before)return;have.delete(before),[before,heading]=
[name,""];let look=looks.get(name);look?.state==="running"?report(name,look):news.running&&!asked().follow&&(news={html:void 0,
running:!1},send?.("news")),again(),render()}function section(element){let list=h("div",{class:"own-list"});element.append(
h("h2",{},"Your runs"),list),places.push(list),render()}function panel(element){panel_=newPanel(element),line=newLine(element),
render()}function begin(_,answer){let given=answer?JSON.parse(answer):null,entry=add({...given,label:"",state:"running",
why:""});return entry?(looks.set(entry.name,{state:"running",version:0,tokens:0,wanted:0,iterations:0,html:"",error:"",loading:null,
about:entry}),stage()?.receive({type:"begin",name:entry.name,asked:given.asked}),news={html:"",running:!0},[before,heading]=
[shown(),""],again(),render(),before===entry.name?["",update({interactive:!0}),null]:[void 0,void 0,void 0]):[void 0,void 0,
void 0]}var told=()=>[news.html,update({interactive:news.running})],failure=()=>[h("p",{class:"wrong",role:"alert"},wrong).
outerHTML,update({interactive:!1})];function stop({words}){let name=shown();return news={html:"",running:!1},acts.stop(name),
[words,update({interactive:!1})]}export{begin,failure,finished,mount,panel,section,stop,told};
