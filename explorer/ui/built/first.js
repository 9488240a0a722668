function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);var VISIBLE={" ":"␣","\n":"↵","	":"⇥","\r":"␍"," ":"⟨nbsp⟩"},CODE=/^⟨([0-9A-F]{2}( [0-9A-F]{2})*|id \d+)⟩$/,
HIDDEN="\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}",BLANK="\\u034f|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u2800|\\u3164|\\uffa0",UNSEEN=new RegExp(
`(?!(?<=.)[\\u200c\\u200d](?=.))(?:[${HIDDEN}]|${BLANK})`,"gsu"),ISOLATE="⁨",END="⁩",RIGHT_TO_LEFT=/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
coded=text=>text.replace(UNSEEN,c=>c===" "||c===`
`?c:`⟨U+${(c.codePointAt(0)||0).toString(16).toUpperCase().padStart(4,"0")}⟩`);function visible(text){if(CODE.test(text))
return text;let signs=coded(text.replace(/[ \n\t\r\u00a0]/g,c=>VISIBLE[c]));return RIGHT_TO_LEFT.test(signs)?ISOLATE+signs+
END:signs}var quoted=text=>`“${visible(text.trim()||text)}”`;var utf8=new TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0});function inner(text){let within=text.startsWith(ISOLATE)&&text.endsWith(END);return[Array.from(within?text.slice(1,-1):text),
cut=>within?ISOLATE+cut+END:cut]}function clip(text,size){let[signs,around]=inner(text);return signs.length>size?around(
signs.slice(0,size-1).join("")+"…"):text}function cameBy(frames,time){let low=0,high=frames.length;for(;low<high;){let middle=low+high>>1;frames[middle][0]<=time?
low=middle+1:high=middle}return low}var blocks=(passes,scale,high,gap=0)=>["draft","target"].map(model=>{let x=time=>+(scale*time).toFixed(2),top=model==="d\
raft"?+(high*.3).toFixed(2):0,of=passes.filter(([which])=>which===model);return s("path",{"data-of":model,d:of.map(([,from,
to])=>`M${x(from)} ${top}H${Math.max(x(from)+.8,x(to)-gap).toFixed(2)}V${high}H${x(from)}Z`).join("")})}),Clock=class{time=0;end=0;speed=1;playing=0;last=0;constructor(draw,alive,most=1/0){
this.draw=draw,this.alive=alive,this.most=most}open(end,speed){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,
end,speed,time:end})}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.
stop();this.time>=this.end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(now=>this.tick(
now)),this.draw()}tick(now){if(!this.alive())return;let passed=Math.min(this.most,Math.max(0,(now-this.last)/1e3));if(this.
time=Math.min(this.end,this.time+passed*this.speed),this.last=now,this.time>=this.end)return this.stop();this.draw(),this.
playing=requestAnimationFrame(next=>this.tick(next))}};function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root2=>{let holder=root2;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name2)=>String(values[name2]));var WIDTH=1e3,HIGH=24,GAP=1.3,WORK=2,SIGNS={accepted:"",rejected:"✕ ",unused:"○ "},FATES=["accepted","rejected","unu\
sed"],MOST_GUESSES=4,PROMPT=80,ROOM=.85,MOST=.25,still=()=>matchMedia("(prefers-reduced-motion: reduce)").matches,inLine=text=>text.
replace(/\n+/g,"↵ ");function newRow(row,{total,say:words,prompt}){let x=time=>WIDTH*time/total,between=row.work.filter(
([from,to])=>x(to-from)>WORK),track=s("svg",{viewBox:`0 0 ${WIDTH} ${HIGH}`,preserveAspectRatio:"none","aria-hidden":"tr\
ue"},...blocks(row.passes,WIDTH/total,HIGH,GAP),s("path",{"data-of":"work",d:between.map(([from,to])=>`M${x(from).toFixed(
2)} ${.72*HIGH}H${(x(to)-GAP).toFixed(2)}V${HIGH}H${x(from).toFixed(2)}Z`).join("")})),passes=row.frames.map(([,,,pieces])=>{
let lead=/^ */.exec(pieces[0]?.[0]??"")?.[0]??"",parts=pieces.map(([text2,by],k)=>h("span",{"data-by":by},inLine(k?text2:
text2.slice(lead.length))));return[h("span",{class:"op-lead"},inLine(lead)),h("span",{class:"op-pass"},...parts)]}),text=h(
"div",{class:"op-text",tabindex:"0",role:"region","aria-label":`Text: ${labelOf(row)}`},h("span",{class:"op-prompt"},clip(
prompt.replace(/\s+/g," "),PROMPT))," ",...passes.flat()),end=h("span",{class:"op-end","aria-hidden":"true"},row.total<ROOM*
total&&words.finished);end.style.left=`${100*row.total/total}%`;let result=row.result&&h("p",{class:"op-result","data-te\
stid":"opening-result"},h("b",{},row.result[0])," ",h("span",{},row.result[1])),count=h("b",{},"0"),noun=h("span"),clock=h(
"span"),size=h("span",{class:"op-size"}),root2=h("div",{class:"op-row","data-testid":"opening-row"},h("div",{class:"op-w\
ho"},h("span",{},...row.who.map(([part,of])=>of?h("span",{},h("i",{"data-of":of,"aria-hidden":"true"}),part):part)),h("s\
mall",{},row.about)),h("div",{class:"op-mid"},h("div",{class:"op-track"},track,end),text),h("div",{class:"op-count"},count,
" ",noun,h("small",{},clock,size),result)),shown=0;function draw(time){let came=cameBy(row.frames,time),over=time>=row.total;
for(track.style.clipPath=over?"":`inset(0 ${(100-100*time/total).toFixed(2)}% 0 0)`;shown<came;shown++)for(let part of passes[shown])
part.classList.add("on");for(;shown>came;)for(let part of passes[--shown])part.classList.remove("on");let made=came?row.
frames[came-1][2]:0;setText(count,String(made)),setText(noun,made===1?words.once:words.passes);let written=over?row.tokens:
came?row.frames[came-1][1]:0,tokens=say(words.tokens,{tokens:written}),timed=row.seconds!==null,seconds=Math.min(time,row.
total).toFixed(total<1?3:2);setText(clock,timed?say(words.seconds,{seconds}):""),setText(size,`${timed?" · ":""}${tokens}`),
root2.toggleAttribute("data-done",over);let last=passes[came-1]?.[1];text.scrollTop=over||!last?0:last.offsetTop+last.offsetHeight-
text.clientHeight}return{root:root2,draw}}var labelOf=row=>row.who.map(([part])=>part).join("");function newColumns({rows:[
alone,run],guessed,sum,say:words}){let word=text=>visible(text.trim()||text),cell=(text,by,sign="")=>h("span",{"data-by":by,
title:word(text)},sign,word(text)),drafted=([,,,pieces])=>pieces.filter(([,by])=>by==="draft"),own=([,,,pieces])=>pieces.
filter(([,by])=>by!=="draft"),column=(pass,guesses,frame)=>h("div",{class:"op-column"},h("div",{},...guesses),h("i",{},String(
pass)),h("div",{},...own(frame).map(([text])=>cell(text,"target"))),h("strong",{},String(frame[3].length))),columns=run.
frames.map((frame,place)=>{let[missed,count]=guessed[place],accepted=drafted(frame).slice(0,MOST_GUESSES),others=count-accepted.
length-missed.length,cells=[...accepted.map(([text])=>cell(text,"accepted")),...missed.map(([text,fate])=>cell(text,fate,
SIGNS[fate]))];return column(place+1,others?[...cells,h("small",{},`+ ${others}`)]:cells,frame)}),single=h("div",{class:"\
op-single"}),line=h("p",{"data-testid":"opening-line"}),region={class:"op-columns",tabindex:"0",role:"region","aria-labe\
l":labelOf(run)},strip=h("div",region,...columns),keys=FATES.map(fate=>h("span",{"data-by":fate},SIGNS[fate],words[fate])),
names=[words.guesses,words.reads,words.writes,words.sum].map(name2=>h("span",{},name2)),root2=h("div",{class:"op-why","d\
ata-testid":"opening-why"},h("b",{},labelOf(alone)),h("div",{class:"op-fates"},h("b",{},labelOf(run)),...keys),h("div",{
class:"op-names"},...names),single,strip,line),most=Math.max(...columns.map(({firstChild})=>firstChild?.childNodes.length??
0));root2.style.setProperty("--most",String(most));let result=h("span",{"data-testid":"opening-gain"},...sum.map(([text,
of])=>of?h("b",{"data-of":of},text):text)),last=-1,lastAlone=-1;function happened(place){let frame=run.frames[place],guesses=guessed[place][1],
count=frame[3].length,tokens=own(frame).map(([text])=>quoted(text)).join(" "),what={pass:place+1,accepted:drafted(frame).
length,guesses,own:tokens,count};return[guesses?words.now:words.now_none,tokens&&words.own,count===1?words.adds_one:words.
adds].map(text=>say(text,what)).join("")}function draw(time,over){let came=cameBy(run.frames,time),pass=Math.max(1,cameBy(
alone.frames,time));if(pass!==lastAlone){let frame=alone.frames[pass-1];put(single,column(pass,[h("small",{},words.no_guess)],
frame)),lastAlone=pass}let now=over?columns.length+1:came;if(now===last)return;last=now,columns.forEach((each,place)=>{each.
classList.toggle("on",place<came),each.classList.toggle("now",!over&&place===came-1)}),put(line,over?result:came?happened(
came-1):" ");let at=columns[came-1];strip.scrollLeft=over||!at?0:at.offsetLeft+at.offsetWidth-strip.clientWidth}return{
root:root2,draw}}function opening(root2,message,stage2){let{say:words,name:run}=message,rows=message.rows.map(row=>newRow(
row,message)),columns=newColumns(message),clock=new Clock(draw,()=>root2.isConnected,MOST),replay=h("button",{type:"butt\
on",class:"op-btn","data-testid":"opening-play",onclick:again}),step=h("button",{type:"button",class:"op-btn op-main","d\
ata-testid":"opening-step",onclick:through},words.step,h("span",{"aria-hidden":"true"}," ▸")),{badge}=message,keys=["g\
uess","pass",...message.rows.some(({work})=>work.length)?["work"]:[],"draft","target"],alt=message.rows.map(row=>row.alt).
join(" ");function show2(look){root2.dataset.opening=look,draw()}function draw(){let{time,end,playing}=clock,small=root2.
dataset.opening==="line";for(let row of rows)row.draw(time);columns.draw(time,time>=end),root2.toggleAttribute("data-pla\
ying",playing>0);let label=playing?words.pause:time>=end||small?words.replay:words.play;setText(replay,label),replay.hidden=
!small&&still()}function play(){still()||clock.playing||clock.toggle()}function again(){if(root2.dataset.opening==="race")
return clock.toggle();clock.time=still()?clock.end:0,show2("race"),stage2()?.goto({it:1,phase:1}),play()}function through(){
clock.time=clock.end,clock.stop(),show2("line"),stage2()?.goto({it:1,phase:1}),scrollTo({top:0});let next=document.querySelector(
"[data-testid='next-phase']");next instanceof HTMLElement&&next.focus({preventScroll:!0})}function stepped(event){let{name:name2,
it,phase}=event.detail;root2.dataset.opening!=="race"||name2!==run||it===1&&phase===1||(clock.time=clock.end,clock.stop(),
show2("line"))}return put(root2,h("p",{class:"op-lede"},...message.lede.map(([text,of])=>of?h("b",{"data-of":of},text):text)),
h("figure",{class:"op-race","data-testid":"opening","aria-label":alt},h("div",{class:"op-rows"},...rows.map(row=>row.root)),
h("div",{class:"op-foot"},h("p",{class:"op-keys"},...keys.map(key=>h("span",{},h("i",{"data-key":key}),words[key]))),h("\
div",{class:"op-acts"},replay,step),h("figcaption",{class:"op-facts"},h("p",{class:"op-claim","data-testid":"opening-cla\
im"},message.exact),h("p",{},h("span",{class:"op-badge","data-testid":"opening-badge","data-kind":badge.kind},h("b",{},badge.
name)," ",badge.about))))),columns.root,h("h2",{class:"op-round"},words.why)),clock.open(message.total,message.total/message.
seconds),still()||(clock.time=0),show2("race"),play(),document.addEventListener("stage:step",stepped),()=>{document.removeEventListener(
"stage:step",stepped),clock.stop(),put(root2),delete root2.dataset.opening}}var STEP=["it","phase","node","lesson"],stage=()=>holders("#stage")[0]?.stage,root=document.createElement("section");root.
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
