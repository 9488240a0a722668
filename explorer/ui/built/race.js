function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function linkWith(values){let url=new URL(location.href);url.search=url.hash="";for(let[key,value]of Object.entries(values))
value!==null&&url.searchParams.set(key,String(value));return url.href}function embedCode(link,title,height=640){let url=new URL(
link);return url.searchParams.set("embed","1"),h("iframe",{src:url.href,title,width:"100%",height,loading:"lazy",frameborder:0,
allow:"fullscreen; clipboard-write"}).outerHTML}function cameBy(frames,time){let low=0,high=frames.length;for(;low<high;){let middle=low+high>>1;frames[middle][0]<=time?
low=middle+1:high=middle}return low}function textsOf(frames){let texts=[""];for(let[,,,kept,added]of frames)texts.push(texts[texts.
length-1].slice(0,kept)+added);return texts}var blocks=(passes,scale,high,gap=0)=>["draft","target"].map(model=>{let x=time=>+(scale*
time).toFixed(2),top=model==="draft"?+(high*.3).toFixed(2):0,of=passes.filter(([which])=>which===model);return s("path",
{"data-of":model,d:of.map(([,from,to])=>`M${x(from)} ${top}H${Math.max(x(from)+.8,x(to)-gap).toFixed(2)}V${high}H${x(from)}\
Z`).join("")})}),Clock=class{time=0;end=0;speed=1;playing=0;last=0;constructor(draw,alive,most=1/0){this.draw=draw,this.
alive=alive,this.most=most}open(end,speed){cancelAnimationFrame(this.playing),Object.assign(this,{playing:0,end,speed,time:end})}stop(){
cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();this.time>=this.
end&&(this.time=0),this.last=performance.now(),this.playing=requestAnimationFrame(now=>this.tick(now)),this.draw()}tick(now){
if(!this.alive())return;let passed=Math.min(this.most,Math.max(0,(now-this.last)/1e3));if(this.time=Math.min(this.end,this.
time+passed*this.speed),this.last=now,this.time>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(
next=>this.tick(next))}};function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));var WAIT=2500,fading=0;async function copyLink(href,copied,notify){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{notify(href)}}var COMPARISON="comparison",named=()=>parameters().get(COMPARISON)??"";var SPEEDS=[.1,.25,.5,1,2,4],WIDTH=1e3,STEPS=1e3,SLOW=4,RaceTab=class{asked="";clock=new Clock(()=>this.draw(),()=>this.
element.isConnected);lanes=[];race=null;play=h("button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.
clock.toggle()});restart=h("button",{type:"button",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock.time=
0,this.clock.playing||this.clock.toggle()}});scrub=h("input",{type:"range",id:"race-clock",min:0,max:STEPS,value:0,step:1,
"data-testid":"race-clock",oninput:()=>{this.clock.time=Number(this.scrub.value)/STEPS*this.clock.end,this.clock.stop()}});pace=h(
"select",{id:"race-speed","data-testid":"race-speed",onchange:()=>{this.clock.speed=Number(this.pace.value)}});result=h(
"p",{class:"lt-big race-end",role:"status","data-testid":"race-end"});now=h("output",{for:"race-clock"});copied=h("p",{role:"\
status",class:"race-copied"});seen=new IntersectionObserver(entries=>{entries.some(({isIntersecting})=>isIntersecting)&&
(this.seen.disconnect(),!named()&&(this.ask(),this.rows().forEach((name,place)=>{let stage=holders("#compare .slot")[place]?.
stage;stage&&!stage.state().name&&stage.receive({type:"fetch",url:`explorer/open/${name}`,at:{it:1}})})))});constructor(element){
this.element=element,this.root=element.querySelector("[data-race]"),document.addEventListener("race:begun",()=>{element.
isConnected&&this.clear()}),document.addEventListener("race:runs",()=>{element.isConnected&&(this.comparison()||this.rows().
length>1)&&this.ask()}),this.seen.observe(element)}draw(){if(!this.race)return;let{time,end,playing}=this.clock,over=time>=
end;for(let lane of this.lanes)lane.draw(time);this.scrub.value=String(end?Math.round(time/end*STEPS):0);let shown=`${this.
seconds(time)} s`;setText(this.now,shown),this.scrub.ariaValueText=shown,setText(this.play,this.race.say[playing?"pause":
over?"again":"play"]),setText(this.result,over?this.race.sentence:"")}seconds(value){return this.clock.end<.1?value.toFixed(
4):value.toFixed(2)}newLane(track,words){let{end}=this.clock,x=time=>+(WIDTH*time/end).toFixed(2),texts=textsOf(track.frames),
text=h("span"),counts=h("span",{class:"race-counts"}),cursor=s("rect",{class:"race-now",x:0,y:0,width:3,height:20}),later=s(
"rect",{class:"race-later",x:0,y:0,width:WIDTH,height:20}),strip=s("svg",{class:"race-strip",viewBox:`0 0 ${WIDTH} 20`,preserveAspectRatio:"\
none","aria-hidden":"true"},...blocks(track.passes,WIDTH/end,20),later,cursor),box=h("div",{class:"race-text",tabindex:"\
0",role:"region","aria-label":track.title},h("span",{"aria-hidden":"true",class:"race-room"},texts[texts.length-1]||" "),
text),shown=-1,draw=time=>{let came=cameBy(track.frames,time),over=time>=track.total,at=x(Math.min(time,track.total));if(cursor.
setAttribute("x",String(Math.min(at,WIDTH-3))),later.setAttribute("x",String(at)),later.setAttribute("width",String(Math.
max(0,WIDTH-at))),came===shown&&!over)return;shown=came,setText(text,texts[came]),box.scrollTop=text.offsetHeight-box.clientHeight;
let[,tokens,passes]=came?track.frames[came-1]:[0,0,0],done=over?[say(words.done,{seconds:this.seconds(track.total)}),track.
speed]:[];setText(counts,[say(words.lane,{tokens,passes}),...done].filter(Boolean).join(" · ")),root.toggleAttribute("d\
ata-done",over)},root=h("section",{class:"race-lane","data-testid":"race-lane","data-run":track.name},h("h2",{},track.title,
" ",h("small",{},track.settings)),counts,strip,box);return{root,draw}}open(race2){let words=race2.say,{clock}=this,end=Math.
max(...race2.tracks.map(track=>track.total));clock.open(end,end<SLOW/10?end/SLOW:1),this.race=race2;let lanes=race2.tracks.
map(track=>this.newLane(track,words));this.lanes=lanes,put(this.pace,...SPEEDS.map(times=>h("option",{value:times*clock.
speed,selected:times===1},`${times}×`))),setText(this.restart,words.restart);let link=this.comparison()!==""&&shared()&&
this.copying("link",words.link,words.copied,href=>href),embed=link&&this.copying("embed",words.embed,words.embedded,href=>embedCode(
href,words.title));put(this.root,this.result,h("div",{class:"lt-tools"},this.play,this.restart,link,embed,h("label",{class:"\
race-clock",for:"race-clock"},`${words.clock} `,this.now,this.scrub),h("label",{},`${words.speed} `,this.pace)),h("div",
{class:"race-lanes"},...lanes.map(lane=>lane.root)),h("p",{class:"race-keys"},...["target","draft"].map(of=>h("span",{},
h("i",{"data-of":of}),words[of])),words.intro),this.copied),this.draw()}copying(id,label,copied,made){let text=()=>made(
linkWith({tab:"compare",comparison:this.comparison()}));return h("button",{type:"button",class:"lt-btn","data-testid":`r\
ace-${id}`,onclick:()=>copyLink(text(),copied,said=>setText(this.copied,said))},label)}async ask(){let stored=this.comparison(),
query=stored?`comparison=${encodeURIComponent(stored)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;if(query!==this.
asked){this.asked=query;try{let answer=await fetch(`explorer/race?${query}`),content=answer.ok?await answer.json():await answer.
text();if(this.asked!==query)return;answer.ok?this.open(content):this.refuse(content)}catch{if(this.asked!==query)return;
this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(why){this.race=null,this.clock.stop(),put(this.root,h("p",
{role:"alert"},why))}clear(){this.race=null,this.asked="",this.clock.stop(),put(this.root)}comparison(){return document.
querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){return[...document.querySelectorAll("#c\
ompare-table tr[data-run]")].map(row=>row.dataset.run)}};function race(element){new RaceTab(element)}export{race};
