function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var WAIT=2500,fading=0;async function copyLink(href,copied,notify){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{notify(href)}}function save({kind}){let name=holders("#stage")[0]?.stage.state().name;if(!name)return;let link=document.createElement(
"a");link.href=`explorer/${kind}/${encodeURIComponent(name)}`,link.download="",document.body.append(link),link.click(),link.
remove()}function copy({copied}){let places=document.querySelectorAll("[data-copied]");copyLink(location.href,copied,text=>{
for(let place of places)place.textContent=text})}function nameUpload(upload){for(let button of upload.querySelectorAll("\
button.upload-container"))button.removeAttribute("aria-label")}function openCards(element,trigger){element.addEventListener(
"click",event=>{let card=event.target instanceof Element?event.target.closest("a[data-trace]"):null;!(card instanceof HTMLElement)||
event.ctrlKey||event.metaKey||event.shiftKey||event.button||(event.preventDefault(),trigger("select",{name:card.dataset.
trace}))});for(let id of["open-trace","import-files"]){let upload=document.getElementById(id);upload&&(nameUpload(upload),
new MutationObserver(()=>nameUpload(upload)).observe(upload,{childList:!0,subtree:!0}))}element.dataset.opens="here"}export{copy,openCards,save};
