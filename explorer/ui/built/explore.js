function set(node,attributes){for(let[key,value]of Object.entries(attributes))node.getAttribute(key)!==String(value)&&node.
setAttribute(key,String(value))}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var update=properties=>({__type__:"update",...properties});var noted=()=>window,chose=()=>noted().explorerChose===!0;function ran(){let status=document.querySelector("#status [data-run]");return[status instanceof HTMLElement?status.dataset.
run:""]}var free=()=>[update({interactive:!0}),update({interactive:!1})],stop=({shown})=>shown;async function sayAgain({
start,words,wait}){let pressed=!1,button=document.getElementById(start),press=()=>{pressed=!0};return button?.addEventListener(
"click",press),await new Promise(done=>setTimeout(done,wait)),button?.removeEventListener("click",press),pressed?void 0:
words}var form=()=>document.getElementById("form");function setForm(open){let drawer=form(),opener=document.getElementById(
"open-form");if(!drawer||drawer.classList.contains("open")===open)return;drawer.classList.toggle("open",open),opener?.setAttribute(
"aria-expanded",open?"true":"false");let finger=matchMedia("(pointer: coarse)").matches,first=drawer.querySelector(finger?
"#close-form":"textarea");open&&first instanceof HTMLElement?first.focus({preventScroll:!0}):drawer.contains(document.activeElement)&&
opener?.focus({preventScroll:!0})}var REACHED="a[href], button, input, select, textarea, summary, [tabindex]",stops=drawer=>[
...drawer.querySelectorAll(REACHED)].filter(stop2=>stop2.tabIndex>=0&&!stop2.matches(":disabled, ul")&&stop2.checkVisibility(
{visibilityProperty:!0}));function roundTab(at,count,back){return at<0?back?count-1:0:back?at===0?count-1:null:at===count-
1?0:null}function keepKeys(event){let drawer=form(),here=document.activeElement;if(!drawer?.classList.contains("open")||
!drawer.contains(here)||(event.key==="Escape"&&!drawer.querySelector("ul[role=listbox]")&&setForm(!1),event.key!=="Tab"))
return;let all=stops(drawer),to=roundTab(all.indexOf(here),all.length,event.shiftKey);to===null||!all.length||(event.preventDefault(),
all[to].focus())}function openForm(){let drawer=form();drawer&&!drawer.dataset.wired&&(drawer.dataset.wired="1",drawer.setAttribute(
"role","dialog"),drawer.setAttribute("aria-labelledby","form-title"),document.getElementById("close-form")?.addEventListener(
"click",()=>setForm(!1)),document.addEventListener("keydown",keepKeys,{capture:!0})),setForm(!drawer?.classList.contains(
"open"))}var started=()=>"";function answered(){document.querySelector("#wrong .wrong")?refused():setForm(!1)}function refused(){
let wrong=document.querySelector("#wrong .wrong");wrong&&(setForm(!0),wrong.scrollIntoView({block:"nearest"}))}var exampled=(_,text)=>chose()?
text:void 0,outdated=({shown},now)=>now?shown:void 0;function onward(){setTimeout(()=>{let next=document.querySelector("\
#stage [data-testid='next-phase']");document.activeElement===document.body&&next instanceof HTMLElement&&next.focus({preventScroll:!0})})}
function named({listed,lessons:hidden}){let name=holders("#stage")[0]?.stage.state().name??"",list=document.querySelector(
"#bar input");list&&set(list,{placeholder:"Recorded runs"});let ended=document.querySelector("#status [data-compares]");
return ended instanceof HTMLElement&&(ended.hidden=ended.dataset.run!==name),[listed.includes(name)?name:hidden.includes(
name)?null:void 0,name]}var learn=()=>holders("#stage")[0]?.stage.receive({type:"lesson"});function lessons(){return learn(),
[update({selected:"explore"})]}var present=()=>holders("#stage")[0]?.stage.present();export{answered,exampled,free,learn,lessons,named,onward,openForm,outdated,present,ran,refused,roundTab,sayAgain,started,
stop};
