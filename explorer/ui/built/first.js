function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);var HIDDEN="\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",BLANK="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",
UNSEEN=new RegExp(`(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${HIDDEN}]|${BLANK})`,"gsu"),ISOLATE="⁨",END="⁩";var utf8=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0});function inner(text){let within=text.startsWith(ISOLATE)&&text.endsWith(END);return[Array.from(within?text.slice(1,-1):text),
cut=>within?ISOLATE+cut+END:cut]}function clip(text,size){let[signs,around]=inner(text);return signs.length>size?around(
signs.slice(0,size-1).join("")+"…"):text}function cameBy(frames,time){let low=0,high=frames.length;for(;low<high;){let middle=low+high>>1;frames[middle][0]<=time?
low=middle+1:high=middle}return low}var blocks=(passes,scale,high,gap=0)=>["draft","target"].map(model=>{let x=time=>+(scale*time).toFixed(2),top=model==="d\
raft"?+(high*.46).toFixed(2):0,of=passes.filter(([which])=>which===model);return s("path",{"data-of":model,d:of.map(([,from,
to])=>`M${x(from)} ${top}H${Math.max(x(from)+.8,x(to)-gap).toFixed(2)}V${high}H${x(from)}Z`).join("")})}),Clock=class{time=0;end=0;speed=1;playing=0;last=0;constructor(draw,alive,most=1/0){
this.draw=draw,this.alive=alive,this.most=most}open(end,speed){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,
end,speed,time:end})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.
stop();this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(now=>this.tick(
now)),this.draw()}tick(now){if(!this.alive())return;let passed=Math.min(this.most,Math.max(0,(now-this.last)/1e3));if(this.
time=Math.min(this.end,this.time+passed*this.speed),this.last=now,this.time>=this.end)return this.stop();this.draw(),this.
playing=requestAnimationFrame(next=>this.tick(next))}};var WIDTH=1e3,HIGH=24,GAP=1.3,WORK=2,SIGNS={accepted:"●",rejected:"✕",unused:"○"},PROMPT=80,ROOM=.85,MOST=.25,still=()=>matchMedia(
"(prefers-reduced-motion: reduce)").matches,inLine=text=>text.replace(/\n+/g,"↵ ");function newRow(row,{total,say,prompt}){
let x=time=>WIDTH*time/total,between=row.work.filter(([from,to])=>x(to-from)>WORK),track=s("svg",{viewBox:`0 0 ${WIDTH} ${HIGH}`,
preserveAspectRatio:"none","aria-hidden":"true"},...blocks(row.passes,WIDTH/total,HIGH,GAP),s("path",{"data-of":"work",d:between.
map(([from,to])=>`M${x(from).toFixed(2)} ${.72*HIGH}H${(x(to)-GAP).toFixed(2)}V${HIGH}H${x(from).toFixed(2)}Z`).join("")})),
passes=row.frames.map(([,,,pieces])=>{let lead=/^ */.exec(pieces[0]?.[0]??"")?.[0]??"",words=pieces.map(([text2,by],k)=>h(
"span",{"data-by":by},inLine(k?text2:text2.slice(lead.length))));return[h("span",{class:"op-lead"},inLine(lead)),h("span",
{class:"op-pass"},...words)]}),text=h("div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${labelOf(row)}`},
h("span",{class:"op-prompt"},clip(prompt.replace(/\s+/g," "),PROMPT))," ",...passes.flat()),end=h("span",{class:"op-end",
"aria-hidden":"true"},row.total<ROOM*total&&say.finished);end.style.left=`${100*row.total/total}%`;let result=row.result&&
h("p",{class:"op-result","data-testid":"opening-result"},h("b",{},row.result[0])," ",h("span",{},row.result[1])),count=h(
"b",{},"0"),noun=h("span"),clock=h("span"),size=h("span",{class:"op-size"}),root2=h("div",{class:"op-row","data-testid":"\
opening-row"},h("div",{class:"op-who"},h("span",{},...row.who.map(([part,of])=>of?h("span",{},h("i",{"data-of":of,"aria-\
hidden":"true"}),part):part)),h("small",{},row.about)),h("div",{class:"op-mid"},h("div",{class:"op-track"},track,end),text),
h("div",{class:"op-count"},count," ",noun,h("small",{},clock,size),result)),shown=0;function draw(time){let came=cameBy(
row.frames,time),over=time>=row.total;for(track.style.clipPath=over?"":`inset(0 ${(100-100*time/total).toFixed(2)}% 0 0)`;shown<
came;shown++)for(let part of passes[shown])part.classList.add("on");for(;shown>came;)for(let part of passes[--shown])part.
classList.remove("on");let made=came?row.frames[came-1][2]:0;setText(count,String(made)),setText(noun,made===1?say.once:
say.passes);let written=over?row.tokens:came?row.frames[came-1][1]:0,tokens=say.tokens.replace("{tokens}",String(written)),
timed=row.seconds!==null;setText(clock,timed?say.seconds.replace("{seconds}",Math.min(time,row.total).toFixed(total<1?3:
2)):""),setText(size,`${timed?" · ":""}${tokens}`),root2.toggleAttribute("data-done",over);let last=passes[came-1]?.[1];
text.scrollTop=over||!last?0:last.offsetTop+last.offsetHeight-text.clientHeight}return{root:root2,draw}}var labelOf=row=>row.
who.map(([part])=>part).join("");function newExample({rows,example,say}){let{at,adds,guesses,others,says}=example,cell=(text,by,about)=>h(
"span",{"data-by":by},h("span",{},text),h("small",{},about)),word=text=>inLine(text.trim()||text),lanes=rows.map((row,place)=>h(
"section",{},h("b",{},labelOf(row)),h("div",{},...place?[...guesses.map(([text,fate])=>cell(`${SIGNS[fate]} ${word(text)}`,
fate,say[fate])),others&&h("em",{},others)]:[say.no_guess]),h("i",{},say.one_pass),h("div",{},...row.frames[at][3].map(([
text,by])=>cell(word(text),by,by==="draft"?say.draft:say.target))),h("strong",{},adds[place])));return h("div",{class:"o\
p-why","data-testid":"opening-why"},h("section",{},h("b"),...[say.guesses,say.reads,say.writes].map(name2=>h("span",{},name2)),
h("strong")),...lanes,h("p",{},says))}function opening(root2,message,stage2){let{say,name:run}=message,rows=message.rows.
map(row=>newRow(row,message)),clock=new Clock(draw,()=>root2.isConnected,MOST),replay=h("button",{type:"button",class:"o\
p-btn","data-testid":"opening-play",onclick:again}),step=h("button",{type:"button",class:"op-btn op-main","data-testid":"\
opening-step",onclick:through},say.step,h("span",{"aria-hidden":"true"}," ▸")),{badge}=message,keys=["guess","pass",...message.
rows.some(({work})=>work.length)?["work"]:[],"draft","target"],alt=message.rows.map(row=>row.alt).join(" ");function show2(look){
root2.dataset.opening=look,draw()}function draw(){let{time,end,playing}=clock,small=root2.dataset.opening==="line";for(let row of rows)
row.draw(time);root2.toggleAttribute("data-playing",playing>0);let words=playing?say.pause:time>=end||small?say.replay:say.
play;setText(replay,words),replay.hidden=!small&&still()}function play(){still()||clock.playing||clock.toggle()}function again(){
if(root2.dataset.opening==="race")return clock.toggle();clock.time=still()?clock.end:0,show2("race"),stage2()?.goto({it:1,
phase:1}),play()}function through(){clock.time=clock.end,clock.stop(),show2("line"),stage2()?.goto({it:1,phase:1}),scrollTo(
{top:0});let next=document.querySelector("[data-testid='next-phase']");next instanceof HTMLElement&&next.focus({preventScroll:!0})}
function stepped(event){let{name:name2,it,phase}=event.detail;root2.dataset.opening!=="race"||name2!==run||it===1&&phase===
1||(clock.time=clock.end,clock.stop(),show2("line"))}return put(root2,h("p",{class:"op-lede"},...message.lede.map(([text,
of])=>of?h("b",{"data-of":of},text):text)),h("figure",{class:"op-race","data-testid":"opening","aria-label":alt},h("div",
{class:"op-rows"},...rows.map(row=>row.root)),h("div",{class:"op-foot"},h("p",{class:"op-keys"},...keys.map(key=>h("span",
{},h("i",{"data-key":key}),say[key]))),h("div",{class:"op-acts"},replay,step),h("figcaption",{class:"op-facts"},h("p",{class:"\
op-claim","data-testid":"opening-claim"},message.exact),h("p",{},h("span",{class:"op-badge","data-testid":"opening-badge",
"data-kind":badge.kind},h("b",{},badge.name)," ",badge.about)," ",h("span",{class:"op-gain","data-testid":"opening-gain"},
message.gain))))),newExample(message),h("h2",{class:"op-round"},say.why)),clock.open(message.total,message.total/message.
seconds),still()||(clock.time=0),show2("race"),play(),document.addEventListener("stage:step",stepped),()=>{document.removeEventListener(
"stage:step",stepped),clock.stop(),put(root2),delete root2.dataset.opening}}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root2=>{let holder=root2;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var STEP=["it","phase","node","lesson"],stage=()=>holders("#stage")[0]?.stage,root=document.createElement("section");root.
className="op";root.setAttribute("aria-label","Race of the target alone against draft and target");var name=null,close=()=>{};
function show(message){if(close(),close=message?opening(root,message,stage):()=>{},!message)return;({name}=message);let now=stage()?.
state();now?.name===name&&now.iterations&&now.it===1&&now.phase===1&&stage()?.goto({it:1,phase:1})}async function early(){
let data=document.getElementById("opening-data");if(!data?.textContent)return;for(;!document.body;)await new Promise(done=>setTimeout(
done,10));let asked=new URLSearchParams(location.search).get("__theme"),dark=asked==="dark"||asked!=="light"&&matchMedia(
"(prefers-color-scheme: dark)").matches;document.body.classList.toggle("dark",dark),document.body.prepend(root),show(JSON.
parse(data.textContent))}async function begin(message){let query=parameters(),named=query.get("trace");STEP.some(key=>query.
has(key))||(query.get("tab")??"explore")!=="explore"||show(named&&named!==message?.name?await raceOf(named):message)}async function raceOf(run){
try{let answer=await fetch(new URL(`explorer/opening/${encodeURIComponent(run)}`,document.baseURI));return answer.ok?await answer.
json():null}catch{return null}}function adopt(element){let bar=element.closest("#bar")??element;bar.prepend(root),new ResizeObserver(
()=>document.documentElement.style.setProperty("--bar",`${bar.clientHeight}px`)).observe(bar),document.addEventListener(
"stage:step",event=>{follow(event)})}async function follow(event){let{detail,target}=event;if(!(target instanceof Element)||
!target.closest("#stage")||detail.name===name)return;let mine=detail.name;if(name=mine,show(null),!detail.chosen||target.
classList.contains("teaching"))return;let message=await raceOf(mine);mine===name&&show(message)}export{adopt,begin,early};
