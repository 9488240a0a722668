function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children);var put=(node,...children)=>node.replaceChildren(...present(children));function setText(node,text){let first=node.firstChild;node.textContent!==text&&(first instanceof Text&&first===node.lastChild?
first.data=text:node.textContent=text)}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}var WAIT=2500,fading=0;async function copyLink(href,copied,notify){clearTimeout(fading);try{await navigator.clipboard.writeText(
href),notify(copied),fading=setTimeout(()=>notify(""),WAIT)}catch{notify(href)}}function tabAfter(key,at,count){if(key==="Home")return 0;if(key==="End")return count-1;let by=key==="ArrowRight"?1:key===
"ArrowLeft"?-1:0;return by&&count?(at+by+count)%count:null}function roving(list,hints={}){let tabs=()=>[...list.querySelectorAll(
"[role=tab]")],set=()=>{for(let tab of tabs()){tab.tabIndex=tab.getAttribute("aria-selected")==="true"?0:-1;let hint=hints[tab.
textContent?.trim()??""];hint&&(tab.title=hint)}};new MutationObserver(set).observe(list,{subtree:!0,childList:!0,attributeFilter:[
"aria-selected"]}),set(),list.addEventListener("keydown",event=>{let seen=tabs().filter(tab=>tab.checkVisibility()),at=seen.
findIndex(tab=>tab===event.target),to=at<0?null:tabAfter(event.key,at,seen.length);to!==null&&(event.preventDefault(),seen[to].
click(),seen[to].focus())})}function reproduce(element){let root=element.querySelector("[data-code]"),words=JSON.parse(root.dataset.code||"{}"),asked="",
kind="",seen=!1,refuse=why=>put(root,h("p",{role:"status","data-testid":"code-why"},why));function show(snippets){let note=h(
"p",{"data-testid":"code-note"}),copied=h("span",{role:"status"}),code=h("pre",{tabindex:"0",role:"tabpanel","data-testi\
d":"code"}),copy=h("button",{type:"button",class:"lt-btn","data-testid":"code-copy",onclick:()=>copyLink(code.textContent??
"",words.copied,text=>setText(copied,text))},words.copy),tabs=snippets.map(each=>h("button",{type:"button",role:"tab",class:"\
lt-btn","data-kind":each.kind,onclick:()=>choose(each.kind)},each.title));function choose(chosen){let at=Math.max(0,snippets.
findIndex(each=>each.kind===chosen));kind=snippets[at].kind,tabs.forEach((tab,place)=>tab.setAttribute("aria-selected",String(
place===at))),setText(code,snippets[at].code),code.setAttribute("aria-label",snippets[at].title),setText(note,snippets[at].
note),setText(copied,"")}let list=h("div",{role:"tablist","aria-label":words.kinds},...tabs);choose(kind),roving(list),put(
root,list,code,h("div",{class:"code-foot"},copy,copied,note))}async function look(){let name=holders("#stage")[0]?.stage.
state().name??"";if(!name)return refuse(words.nothing);if(name!==asked){asked=name;try{let answer=await fetch(`explorer/\
code/${encodeURIComponent(name)}`),content=answer.ok?(await answer.json()).snippets:await answer.text();if(asked!==name)
return;if(answer.ok)return show(content);refuse(content)}catch{asked===name&&refuse(words.unanswered)}asked=""}}new IntersectionObserver(
entries=>{seen=entries.some(({isIntersecting})=>isIntersecting),seen&&look()}).observe(root),document.addEventListener("\
stage:step",({target})=>{seen&&element.isConnected&&target instanceof Element&&target.closest("#stage")&&look()})}export{reproduce};
