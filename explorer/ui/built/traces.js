function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children);var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function write(values,entry=!1){let query=parameters(),
url=new URL(location.href),before=query.toString();for(let[key,value]of Object.entries(values))value===null||value===""?
query.delete(key):query.set(key,String(value));if(query.toString()!==before){url.search=query.toString(),inHash()&&(url.
hash="");try{entry?history.pushState(history.state,"",url):history.replaceState(history.state,"",url)}catch{history.replaceState(
history.state,"",`#${query}`)}}}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}function download(href,name=""){let link=h("a",{href,download:name});document.body.append(link),link.click(),link.remove()}var WAIT=2500,fading=0;async function copyLink(href,copied,notify){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{notify(href)}}function save({kind}){let name=holders("#stage")[0]?.stage.state().name;name&&download(`explorer/${kind}/${encodeURIComponent(
name)}`)}function copy({copied}){let places=document.querySelectorAll("[data-copied]");copyLink(location.href,copied,text=>{
for(let place of places)place.textContent=text})}function nameUpload(upload){for(let button of upload.querySelectorAll("\
button.upload-container"))button.removeAttribute("aria-label"),button.setAttribute("title",upload.querySelector("label")?.
textContent?.trim()??"")}function inPlace(element,links,act){element.addEventListener("click",event=>{let link=event.target instanceof
Element?event.target.closest(links):null;!(link instanceof HTMLAnchorElement)||event.ctrlKey||event.metaKey||event.shiftKey||
event.button||(event.preventDefault(),act(link))})}function showArrived(element){let waiting=!1,drawn=null,open=new Set,
folded=()=>[...element.querySelectorAll("details")];document.addEventListener("import:files",()=>{waiting=!0,open.clear()}),
element.addEventListener("click",({target})=>{let details=target instanceof Element?target.closest("summary")?.parentElement:
null;if(!(details instanceof HTMLDetailsElement))return;let at=folded().indexOf(details);details.open?open.delete(at):open.
add(at)}),new MutationObserver(()=>{let report=element.querySelector(".imported");if(!(!report||report===drawn)){drawn=report;
for(let[at,details]of folded().entries())open.has(at)&&(details.open=!0);waiting&&report.scrollIntoView({block:"start"}),
waiting=!1}}).observe(element,{childList:!0,subtree:!0})}function openImported(element,trigger){inPlace(element,"a[data-\
trace]",link=>trigger("select",{name:link.dataset.trace})),toTab(element,trigger),showArrived(element),inPlace(element,"\
a[data-field]",link=>{let place=document.querySelector(link.hash);place?.querySelector("details")?.setAttribute("open","");
let field=place?.querySelector("textarea, input:not([type=file]), button, summary");field instanceof HTMLElement&&field.
focus()})}function toTab(element,trigger){inPlace(element,"a[data-worth], a[data-tab]",link=>{document.getElementById("c\
lose-form")?.click(),write(Object.fromEntries(new URL(link.href).searchParams),!0),trigger("click")})}function openCards(element,trigger){
inPlace(element,"a[data-trace]",card=>trigger("select",{name:card.dataset.trace}));for(let upload of document.querySelectorAll(
"#import-files, #import-field-6"))nameUpload(upload),new MutationObserver(()=>nameUpload(upload)).observe(upload,{childList:!0,
subtree:!0});element.dataset.opens="here"}export{copy,openCards,openImported,save,toTab};
