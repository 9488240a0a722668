function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children);var LONGEST=40;function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{
let holder=root;for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var say=(text,values)=>text.
replace(/\{(\w+)\}/g,(_,name)=>String(values[name]));function download(href,name=""){let link=h("a",{href,download:name});
document.body.append(link),link.click(),link.remove()}var update=properties=>({__type__:"update",...properties});function catchUp(stage,{
dataset:{run,iterations}},more={}){let shown=stage.state();run&&(shown.name!==run||shown.iterations<Number(iterations))&&
stage.receive({type:"fetch",url:`explorer/open/${run}`,...more})}var WAIT=2500,fading=0;async function copyLink(href,copied,notify){
clearTimeout(fading);try{await navigator.clipboard.writeText(href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{
notify(href)}}var noted=()=>window,chose=()=>noted().explorerChose===!0;function taken({list},option,...rest){let given=noted().
explorerGiven??={},choice=noted().explorerChoices??0;return!chose()||given[list]===choice?[null,...rest]:(given[list]=choice,
[option,...rest])}function watchChoices(){let note=(kind,chosen)=>document.addEventListener(kind,event=>{let now=chosen(
event);now&&(noted().explorerChoices=(noted().explorerChoices??0)+1),noted().explorerChose=now??chose()},{capture:!0}),on=({
target},place)=>target instanceof Element&&target.closest(place)!==null;note("focusin",event=>on(event,"input[role=listb\
ox], input[role=combobox]")?!1:null),note("pointerdown",event=>on(event,"[role=option]")?!0:null),note("keydown",event=>event instanceof
KeyboardEvent&&event.key==="Enter"?!0:null)}function tabAfter(key,at,count){if(key==="Home")return 0;if(key==="End")return count-
1;let by=key==="ArrowRight"?1:key==="ArrowLeft"?-1:0;return by&&count?(at+by+count)%count:null}function roving(list,hints={}){
let tabs=()=>[...list.querySelectorAll("[role=tab]")],set=()=>{for(let tab of tabs()){tab.tabIndex=tab.getAttribute("ari\
a-selected")==="true"?0:-1;let hint=hints[tab.textContent?.trim()??""];hint&&(tab.title=hint)}};new MutationObserver(set).
observe(list,{subtree:!0,childList:!0,attributeFilter:["aria-selected"]}),set(),list.addEventListener("keydown",event=>{
let seen=tabs().filter(tab=>tab.checkVisibility()),at=seen.findIndex(tab=>tab===event.target),to=at<0?null:tabAfter(event.
key,at,seen.length);to!==null&&(event.preventDefault(),seen[to].click(),seen[to].focus())})}var figureName=title=>title.
replace(/<[^>]*>/g," ").toLowerCase().replace(/[^a-z0-9]+/g,"-").slice(0,60).replace(/^-+|-+$/g,"")||"figure";function nameFigures(){
document.addEventListener("click",({target})=>{let plot=target instanceof Element&&target.closest(".modebar")?target.closest(
".js-plotly-plot"):null,title=plot?.layout?.title?.text;plot&&Object.assign(plot,{fn:figureName(String(title??""))})},{capture:!0})}
function numberMeant(text){let plain=text.trim().replace("−","-");return/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)?
plain:/^[-+]?\d*,\d+$/.test(plain)&&!/,\d{3}$/.test(plain)?plain.replace(",","."):""}function outside({label,value,min,max,
step}){let number=Number(value);return value!==""&&max!==""&&number>Number(max)?`${label} cannot be ${value}. The maximu\
m is ${max}.`:value!==""&&min!==""&&number<Number(min)?`${label} cannot be ${value}. The minimum is ${min}.`:step==="1"&&
!Number.isInteger(number)?`${label} cannot be ${value}. Enter a whole number.`:""}var numberField=target=>target instanceof
HTMLInputElement&&target.type==="number"?target:null;function sayBelow(field,text){let block=field.closest(".block")??field.
parentElement,line=block?.querySelector(".number-said")??null;if(!text)return line?.remove();line||(line=h("p",{class:"n\
umber-said",role:"status"}),block?.append(line)),line.textContent=text}function watchNumbers(){document.addEventListener(
"beforeinput",event=>{let field=numberField(event.target),text=event.data??event.dataTransfer?.getData("text/plain")??"";
if(!field||!text.includes(","))return;event.preventDefault();let meant=text===","?".":numberMeant(text);if(!meant)return sayBelow(
field,`“${text}” is not a number. Use a point for decimals and no thousands separator.`);sayBelow(field,""),document.
execCommand("insertText",!1,meant)},{capture:!0}),document.addEventListener("input",event=>{numberField(event.target)?.validity.
badInput&&event.stopImmediatePropagation()},{capture:!0}),document.addEventListener("blur",({target})=>{let field=numberField(
target);if(!field)return;if(field.validity.badInput)return field.value="",field.dispatchEvent(new Event("input",{bubbles:!0})),
sayBelow(field,"This is not a number, so the field was emptied. Enter a number.");let{value,min,max,step}=field,label=(field.
getAttribute("aria-label")??field.labels?.[0]?.textContent??"").replace(/^number input for /,"").trim(),problem=outside(
{label,value,min,max,step});setTimeout(()=>{let now=field.value;sayBelow(field,problem&&now!==value?`${problem} It was s\
et to ${now}.`:problem)},50)},{capture:!0})}function watchDoing(){for(let[id,name]of[["doing","--doing"],["own-panel","-\
-behind"]]){let line=document.getElementById(id);line&&new ResizeObserver(()=>{let high=line.offsetHeight&&line.offsetHeight+
8;document.documentElement.style.setProperty(name,`${high}px`)}).observe(line)}}var STARTING=50;function watchStarts(){document.
addEventListener("click",async({target})=>{let button=target instanceof Element?target.closest("button[id$='-run']"):null,
line=button&&document.getElementById(button.id.replace(/run$/,"status"));if(line){for(let looks=0;looks<STARTING&&!line.
offsetHeight;looks++)await new Promise(done=>setTimeout(done,100));line.offsetHeight&&line.getBoundingClientRect().bottom>
innerHeight*.8&&line.scrollIntoView()}})}var tabOf=href=>new URL(href).searchParams.get("tab");function cameTo({tab,first}){
let url=new URL(location.href),opening=noted().explorerTab===void 0,named=noted().explorerNamed??[],at=named.indexOf(tab);
noted().explorerTab=tab,opening||noteTab(null,null,""),noted().explorerNamed=named.slice(at+1),!(at>=0||(tabOf(url.href)??
first)===tab||opening&&tab===first)&&(tab===first?url.searchParams.delete("tab"):url.searchParams.set("tab",tab),history.
pushState(history.state,"",url))}function noteTab(above,wrong,words){document.getElementById("wrong-tab")?.remove(),wrong!==
null&&above?.after(h("p",{id:"wrong-tab",class:"wrong",role:"alert"},say(words,{tab:wrong.slice(0,LONGEST)})))}function tabNamed({
tabs,first,wrong}){let named=tabOf(location.href)??first,unknown=named&&!tabs.includes(named)?named:null;if(wrong&&noteTab(
document.querySelector("#tabs > .tab-wrapper"),unknown,wrong),named===null||!tabs.includes(named))return;let awaited=noted().
explorerNamed??[];return named!==(awaited.at(-1)??noted().explorerTab)&&(noted().explorerNamed=[...awaited,named]),update(
{selected:named})}function skip(element,trigger){addEventListener("popstate",()=>trigger("click")),element.querySelector(
"#skip")?.addEventListener("click",event=>{event.preventDefault(),holders("#stage")[0]?.stage.focus()});let list=document.
querySelector("#tabs [role=tablist]"),hints=element.querySelector("h1")?.dataset.hints??"{}";list instanceof HTMLElement&&
roving(list,JSON.parse(hints)),watchChoices(),nameFigures(),watchNumbers(),watchDoing();for(let field of document.querySelectorAll(
"#bar input"))field.setAttribute("placeholder",field.getAttribute("aria-label")??"");watchStarts(),document.addEventListener(
"keydown",({key})=>{let open=key==="Tab"?document.querySelectorAll("ul[role=listbox]"):[];for(let options of open)options.
setAttribute("tabindex","-1")},{capture:!0})}export{cameTo,catchUp,chose,copyLink,download,figureName,holders,noteTab,numberMeant,outside,roving,say,skip,tabAfter,tabNamed,
taken,update};
