function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function linkWith(values){let url=new URL(location.href);url.search=url.hash="";for(let[key,value]of Object.entries(values))
value!==null&&url.searchParams.set(key,String(value));return url.href}function embedCode(link,title,height=640){let url=new URL(
link);return url.searchParams.set("embed","1"),h("iframe",{src:url.href,title,width:"100%",height,loading:"lazy",frameborder:0,
allow:"fullscreen; clipboard-write"}).outerHTML}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));var WAIT=2500,fading=0;async function copyLink(href,copied,notify){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{notify(href)}}var COMPARISON="comparison",named=()=>parameters().get(COMPARISON)??"";var SPEEDS=[.1,.25,.5,1,2,4],WIDTH=1e3,STEPS=1e3,SLOW=4;function cameBy(frames,time){let low=0,high=frames.length;for(;low<
high;){let middle=low+high>>1;frames[middle][0]<=time?low=middle+1:high=middle}return low}function textsOf(frames){let texts=[
""];for(let[,,,kept,added]of frames)texts.push(texts[texts.length-1].slice(0,kept)+added);return texts}var RaceTab=class{clock=0;end=0;speed=1;playing=0;last=0;asked="";lanes=[];race=null;play=h(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.toggle()});restart=h("button",{type:"b\
utton",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock=0,this.playing||this.toggle()}});scrub=h("inp\
ut",{type:"range",id:"race-clock",min:0,max:STEPS,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock=Number(
this.scrub.value)/STEPS*this.end,this.stop()}});pace=h("select",{id:"race-speed","data-testid":"race-speed",onchange:()=>{
this.speed=Number(this.pace.value)}});result=h("p",{class:"lt-big race-end",role:"status","data-testid":"race-end"});now=h(
"output",{for:"race-clock"});copied=h("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(entries=>{entries.
some(({isIntersecting})=>isIntersecting)&&(this.seen.disconnect(),!named()&&(this.ask(),this.rows().forEach((name,place)=>{
let stage=holders("#compare .slot")[place]?.stage;stage&&!stage.state().name&&stage.receive({type:"fetch",url:`explorer/\
open/${name}`,at:{it:1}})})))});constructor(element){this.element=element,this.root=element.querySelector("[data-race]"),
document.addEventListener("race:begun",()=>{element.isConnected&&this.clear()}),document.addEventListener("race:runs",()=>{
element.isConnected&&(this.comparison()||this.rows().length>1)&&this.ask()}),this.seen.observe(element)}stop(){cancelAnimationFrame(
this.playing),this.playing=0,this.draw()}toggle(){if(this.playing)return this.stop();this.clock>=this.end&&(this.clock=0),
this.last=performance.now(),this.playing=requestAnimationFrame(time=>this.tick(time)),this.draw()}tick(time){if(this.element.
isConnected){if(this.clock=Math.min(this.end,this.clock+Math.max(0,(time-this.last)/1e3*this.speed)),this.last=time,this.
clock>=this.end)return this.stop();this.draw(),this.playing=requestAnimationFrame(time2=>this.tick(time2))}}draw(){if(!this.
race)return;for(let lane of this.lanes)lane.draw(this.clock);this.scrub.value=String(this.end?Math.round(this.clock/this.
end*STEPS):0);let shown=`${this.seconds(this.clock)} s`;setText(this.now,shown),this.scrub.ariaValueText=shown,setText(this.
play,this.race.say[this.playing?"pause":this.clock>=this.end?"again":"play"]),setText(this.result,this.clock>=this.end?this.
race.sentence:"")}seconds(value){return this.end<.1?value.toFixed(4):value.toFixed(2)}newLane(track,words){let x=time=>+(WIDTH*
time/this.end).toFixed(2),texts=textsOf(track.frames),text=h("span"),counts=h("span",{class:"race-counts"}),cursor=s("re\
ct",{class:"race-now",x:0,y:0,width:3,height:20}),later=s("rect",{class:"race-later",x:0,y:0,width:WIDTH,height:20}),strip=s(
"svg",{class:"race-strip",viewBox:`0 0 ${WIDTH} 20`,preserveAspectRatio:"none","aria-hidden":"true"},...["draft","target"].
map(model=>s("path",{"data-of":model,d:track.passes.filter(([which])=>which===model).map(([,from,to])=>`M${x(from)} 2H${x(
to)}V18H${x(from)}Z`).join("")})),later,cursor),box=h("div",{class:"race-text",tabindex:"0",role:"region","aria-label":track.
title},h("span",{"aria-hidden":"true",class:"race-room"},texts[texts.length-1]||" "),text),shown=-1,draw=time=>{let came=cameBy(
track.frames,time),over=time>=track.total,at=x(Math.min(time,track.total));if(cursor.setAttribute("x",String(Math.min(at,
WIDTH-3))),later.setAttribute("x",String(at)),later.setAttribute("width",String(Math.max(0,WIDTH-at))),came===shown&&!over)
return;shown=came,setText(text,texts[came]),box.scrollTop=text.offsetHeight-box.clientHeight;let[,tokens,passes]=came?track.
frames[came-1]:[0,0,0],done=over?[say(words.done,{seconds:this.seconds(track.total)}),track.speed]:[];setText(counts,[say(
words.lane,{tokens,passes}),...done].filter(Boolean).join(" · ")),root.toggleAttribute("data-done",over)},root=h("secti\
on",{class:"race-lane","data-testid":"race-lane","data-run":track.name},h("h2",{},track.title," ",h("small",{},track.settings)),
counts,strip,box);return{root,draw}}open(race2){cancelAnimationFrame(this.playing),this.playing=0,this.race=race2;let words=race2.
say;this.end=Math.max(...race2.tracks.map(track=>track.total)),this.clock=this.end;let lanes=race2.tracks.map(track=>this.
newLane(track,words));this.lanes=lanes,this.speed=this.end<SLOW/10?this.end/SLOW:1,put(this.pace,...SPEEDS.map(times=>h(
"option",{value:times*this.speed,selected:times===1},`${times}×`))),setText(this.restart,words.restart);let link=this.comparison()!==
""&&shared()&&this.copying("link",words.link,words.copied,href=>href),embed=link&&this.copying("embed",words.embed,words.
embedded,href=>embedCode(href,words.title));put(this.root,this.result,h("div",{class:"lt-tools"},this.play,this.restart,
link,embed,h("label",{class:"race-clock",for:"race-clock"},`${words.clock} `,this.now,this.scrub),h("label",{},`${words.
speed} `,this.pace)),h("div",{class:"race-lanes"},...lanes.map(lane=>lane.root)),h("p",{class:"race-keys"},...["target",
"draft"].map(of=>h("span",{},h("i",{"data-of":of}),words[of])),words.intro),this.copied),this.draw()}copying(id,label,copied,made){
let text=()=>made(linkWith({tab:"compare",comparison:this.comparison()}));return h("button",{type:"button",class:"lt-btn",
"data-testid":`race-${id}`,onclick:()=>copyLink(text(),copied,said=>setText(this.copied,said))},label)}async ask(){let stored=this.
comparison(),query=stored?`comparison=${encodeURIComponent(stored)}`:`runs=${encodeURIComponent(this.rows().join(","))}`;
if(query!==this.asked){this.asked=query;try{let answer=await fetch(`explorer/race?${query}`),content=answer.ok?await answer.
json():await answer.text();if(this.asked!==query)return;answer.ok?this.open(content):this.refuse(content)}catch{if(this.
asked!==query)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(why){this.race=null,this.stop(),put(
this.root,h("p",{role:"alert"},why))}clear(){this.race=null,this.asked="",this.stop(),put(this.root)}comparison(){return document.
querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){return[...document.querySelectorAll("#c\
ompare-table tr[data-run]")].map(row=>row.dataset.run)}};function race(element){new RaceTab(element)}export{cameBy,race,textsOf};
