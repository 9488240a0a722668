function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...kept(children)),node}var kept=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children),s=(tag,attributes={},...children)=>fill(document.createElementNS("http:\
//www.w3.org/2000/svg",tag),attributes,children),put=(node,...children)=>node.replaceChildren(...kept(children));function setText(node,text){let held=node.firstChild;node.textContent!==text&&(held instanceof Text&&held===node.lastChild?
held.data=text:node.textContent=text)}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));var WAIT=2500,fading=0;async function copyLink(href,copied,tell){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),tell(copied),fading=setTimeout(()=>tell(""),WAIT)}catch{tell(href)}}var COMPARISON="comparison",named=()=>new URLSearchParams(location.search).get(COMPARISON)??"";var SPEEDS=[.1,.25,.5,1,2,4],WIDTH=1e3,STEPS=1e3,SLOW=4;function cameBy(frames,time){let low=0,high=frames.length;for(;low<
high;){let middle=low+high>>1;frames[middle][0]<=time?low=middle+1:high=middle}return low}function textsOf(frames){let texts=[
""];for(let[,,,kept2,added]of frames)texts.push(texts[texts.length-1].slice(0,kept2)+added);return texts}var RaceTab=class{clock=0;end=0;speed=1;playing=0;last=0;asked="";lanes=[];known=null;play=h(
"button",{type:"button",class:"lt-btn","data-testid":"race-play",onclick:()=>this.toggle()});restart=h("button",{type:"b\
utton",class:"lt-btn","data-testid":"race-restart",onclick:()=>{this.clock=0,this.playing||this.toggle()}});scrub=h("inp\
ut",{type:"range",id:"race-clock",min:0,max:STEPS,value:0,step:1,"data-testid":"race-clock",oninput:()=>{this.clock=Number(
this.scrub.value)/STEPS*this.end,this.stop()}});pace=h("select",{id:"race-speed","data-testid":"race-speed",onchange:()=>{
this.speed=Number(this.pace.value)}});told=h("p",{class:"lt-big race-end",role:"status","data-testid":"race-end"});now=h(
"output",{for:"race-clock"});copied=h("p",{role:"status",class:"race-copied"});seen=new IntersectionObserver(entries=>{entries.
some(one=>one.isIntersecting)&&(this.seen.disconnect(),!named()&&(this.ask(),this.rows().forEach((name,place)=>{let stage=holders(
"#compare .slot")[place]?.stage;stage&&!stage.state().name&&stage.receive({type:"fetch",url:`explorer/open/${name}`,at:{
it:1}})})))});constructor(element){this.element=element,this.root=element.querySelector("[data-race]"),document.addEventListener(
"race:begun",()=>{element.isConnected&&this.clear()}),document.addEventListener("race:runs",()=>{element.isConnected&&this.
rows().length>1&&this.ask()}),this.seen.observe(element)}stop(){cancelAnimationFrame(this.playing),this.playing=0,this.draw()}toggle(){
if(this.playing)return this.stop();this.clock>=this.end&&(this.clock=0),this.last=performance.now(),this.playing=requestAnimationFrame(
time=>this.tick(time)),this.draw()}tick(time){if(this.element.isConnected){if(this.clock=Math.min(this.end,this.clock+Math.
max(0,(time-this.last)/1e3*this.speed)),this.last=time,this.clock>=this.end)return this.stop();this.draw(),this.playing=
requestAnimationFrame(time2=>this.tick(time2))}}draw(){if(!this.known)return;for(let lane of this.lanes)lane.draw(this.clock);
this.scrub.value=String(this.end?Math.round(this.clock/this.end*STEPS):0);let shown=`${this.seconds(this.clock)} s`;setText(
this.now,shown),this.scrub.ariaValueText=shown,setText(this.play,this.known.say[this.playing?"pause":this.clock>=this.end?
"again":"play"]),setText(this.told,this.clock>=this.end?this.known.sentence:"")}seconds(value){return this.end<.1?value.
toFixed(4):value.toFixed(2)}newLane(track,words){let x=time=>+(WIDTH*time/this.end).toFixed(2),texts=textsOf(track.frames),
text=h("span"),counts=h("span",{class:"race-counts"}),cursor=s("rect",{class:"race-now",x:0,y:0,width:3,height:20}),later=s(
"rect",{class:"race-later",x:0,y:0,width:WIDTH,height:20}),strip=s("svg",{class:"race-strip",viewBox:`0 0 ${WIDTH} 20`,preserveAspectRatio:"\
none","aria-hidden":"true"},...["draft","target"].map(model=>s("path",{"data-of":model,d:track.passes.filter(one=>one[0]===
model).map(([,from,to])=>`M${x(from)} 2H${x(to)}V18H${x(from)}Z`).join("")})),later,cursor),box=h("div",{class:"race-tex\
t",tabindex:"0",role:"region","aria-label":track.title},h("span",{"aria-hidden":"true",class:"race-room"},texts[texts.length-
1]||" "),text),shown=-1,draw=time=>{let came=cameBy(track.frames,time),over=time>=track.total,at=x(Math.min(time,track.total));
if(cursor.setAttribute("x",String(Math.min(at,WIDTH-3))),later.setAttribute("x",String(at)),later.setAttribute("width",String(
Math.max(0,WIDTH-at))),came===shown&&!over)return;shown=came,setText(text,texts[came]),box.scrollTop=text.offsetHeight-box.
clientHeight;let[,tokens,passes]=came?track.frames[came-1]:[0,0,0],done=over?[say(words.done,{seconds:this.seconds(track.
total)}),track.speed]:[];setText(counts,[say(words.lane,{tokens,passes}),...done].filter(Boolean).join(" · ")),root.toggleAttribute(
"data-done",over)},root=h("section",{class:"race-lane","data-testid":"race-lane","data-run":track.name},h("h2",{},track.
title," ",h("small",{},track.settings)),counts,strip,box);return{root,draw}}open(made){cancelAnimationFrame(this.playing),
this.playing=0,this.known=made;let words=made.say;this.end=Math.max(...made.tracks.map(track=>track.total)),this.clock=this.
end;let built=made.tracks.map(track=>this.newLane(track,words));this.lanes=built,this.speed=this.end<SLOW/10?this.end/SLOW:
1,put(this.pace,...SPEEDS.map(times=>h("option",{value:times*this.speed,selected:times===1},`${times}×`))),setText(this.
restart,words.restart);let link=this.comparison()!==""&&h("button",{type:"button",class:"lt-btn","data-testid":"race-lin\
k",onclick:()=>copyLink(location.href,words.copied,text=>setText(this.copied,text))},words.link);put(this.root,this.told,
h("div",{class:"lt-tools"},this.play,this.restart,link,h("label",{class:"race-clock",for:"race-clock"},`${words.clock} `,
this.now,this.scrub),h("label",{},`${words.speed} `,this.pace)),h("div",{class:"race-lanes"},...built.map(lane=>lane.root)),
h("p",{class:"race-keys"},...["target","draft"].map(of=>h("span",{},h("i",{"data-of":of}),words[of])),words.intro),this.
copied),this.draw()}async ask(){let kept2=this.comparison(),wanted=kept2?`comparison=${encodeURIComponent(kept2)}`:`runs\
=${encodeURIComponent(this.rows().join(","))}`;if(wanted!==this.asked){this.asked=wanted;try{let answer=await fetch(`exp\
lorer/race?${wanted}`),made=answer.ok?await answer.json():await answer.text();if(this.asked!==wanted)return;answer.ok?this.
open(made):this.refuse(made)}catch{if(this.asked!==wanted)return;this.asked="",this.refuse(this.root.dataset.race||"")}}}refuse(why){
this.known=null,this.stop(),put(this.root,h("p",{role:"alert"},why))}clear(){this.known=null,this.asked="",this.stop(),put(
this.root)}comparison(){return document.querySelector("#compare-table [data-comparison]")?.dataset.comparison??""}rows(){
return[...document.querySelectorAll("#compare-table tr[data-run]")].map(row=>row.dataset.run)}};function race(element){new RaceTab(
element)}export{cameBy,race,textsOf};
