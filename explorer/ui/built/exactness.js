function fill(node,attributes,children){for(let[key,value]of Object.entries(attributes))value==null||value===!1||(typeof value==
"function"?node.addEventListener(key.slice(2),value):node.setAttribute(key,value===!0?"":String(value)));return node.append(
...present(children)),node}var present=children=>children.filter(child=>child!=null&&child!==!1),h=(tag,attributes={},...children)=>fill(
document.createElement(tag),attributes,children);var put=(node,...children)=>node.replaceChildren(...present(children));var update=properties=>({__type__:"update",...properties});var MODELS=[["target","p"],["draft","q"]],PLACES=6,EXACT=10**PLACES;function moved(row,i,share){let others=row.reduce((sum,p,j)=>j===
i?sum:sum+p,0),rest=1-share,equal=row.length>1?rest/(row.length-1):0,changed2=row.map((p,j)=>j===i?share:others>0?p*rest/
others:equal).map(p=>Math.round(p*EXACT)/EXACT),most=changed2.reduce((best,p,j)=>j!==i&&(best<0||p>changed2[best])?j:best,
-1);if(most<0)return[1];let remainder=1-changed2.reduce((sum,p)=>sum+p,0);return changed2[most]=Math.max(0,Math.round((changed2[most]+
remainder)*EXACT)/EXACT),changed2}function rowOf(table,context){for(let words=context?context.split(" "):[];;words=words.
slice(1)){let row=table[words.join(" ")];if(row||!words.length)return row||[]}}function written(toy){let line=value=>JSON.
stringify(value).replaceAll(",",", "),table=rows=>`{
${Object.entries(rows).map(([key,row])=>`    ${JSON.stringify(key)}: ${line(row)}`).join(`,
`)}
  }`,part=([key,value])=>{let rows=key==="target"||key==="draft";return`  ${JSON.stringify(key)}: ${rows?table(value):JSON.
stringify(value)}`};return`{
${Object.entries(toy).map(part).join(`,
`)}
}
`}function parsed(text){try{let{vocab,target,draft}=JSON.parse(text),shown=[target,draft].every(rows=>rows&&Array.isArray(
rows[""])&&Object.values(rows).every(row=>row?.length===vocab.length));return Array.isArray(vocab)&&shown?JSON.parse(text):
null}catch{return null}}var percent=p=>`${Math.round(p*1e3)/10}%`;function pairBars(element,trigger,props,watch){let home=element.
querySelector(".pair-bars")||element,toy=parsed(props.value),own=props.value,context=toy&&Object.keys(toy.target).find(key=>key)||
"";function bar([side,letter],i,redraw){let pair=toy,word=pair.vocab[i],slider=h("input",{type:"range",min:"0",max:"100",
step:"1",class:side,"aria-label":`${side} probability of “${word}”${context?` after “${context}”`:""}`}),value=h(
"output"),show=()=>{let p=rowOf(pair[side],context)[i];slider.value=String(p*100),slider.setAttribute("aria-valuetext",percent(
p)),value.textContent=percent(p)};return slider.addEventListener("input",()=>{pair[side][context]=moved(rowOf(pair[side],
context),i,Number(slider.value)/100),redraw()}),slider.addEventListener("change",()=>{own=props.value=written(pair),trigger(
"input")}),show(),{part:h("span",{class:"bar"},h("small",{},`${side} ${letter}`),slider,value),show}}function draw(){if(!toy){
put(home,h("p",{},"These values cannot be shown as bars. Correct them below."));return}let shows=[],redraw=()=>shows.forEach(
show=>show()),keys=[...new Set([...Object.keys(toy.target),...Object.keys(toy.draft)])];keys.includes(context)||(context=
keys.find(key=>key)||"");let select=h("select",{},...keys.map(key=>h("option",{value:key,selected:key===context},key||"(\
any other context)")));select.addEventListener("change",()=>{context=select.value,draw(),home.querySelector("select")?.focus()});
let rows=toy.vocab.map((word,i)=>h("li",{},h("b",{},word),...MODELS.map(model=>{let{part,show}=bar(model,i,redraw);return shows.
push(show),part})));put(home,h("label",{},"Next word after ",select),h("ul",{},...rows))}watch("value",()=>{props.value!==
own&&(own=props.value,toy=parsed(own),draw())}),draw()}var verdict=()=>document.getElementById("law-verdict");function opened(){
let{dataset}=verdict();dataset.about||dataset.cleared||(dataset.unasked="1",document.getElementById("enumerate")?.click())}
var pressed=({shown})=>[update({interactive:!1}),shown,update({interactive:!1})];function asked(_,...values){let{dataset}=verdict();
dataset.about=JSON.stringify(values),dataset.runs="1",dataset.asked=String(Number(dataset.asked||0)+1),delete dataset.cleared;
let unasked=dataset.unasked==="1";delete dataset.unasked;let status=unasked?null:document.getElementById("law-status");return status&&
status.getBoundingClientRect().bottom>window.innerHeight*.8&&status.scrollIntoView(),values}function changed({shown,every},...values){
let{dataset}=verdict();if(!dataset.about||dataset.about===JSON.stringify(values))return shown.map(()=>{});if(delete dataset.
about,dataset.cleared="1",!dataset.runs)return shown;let{asked:number}=dataset;return setTimeout(()=>end(every,number),every),
[...shown.slice(0,-2),void 0,void 0]}function end(every,number){let{dataset}=verdict(),stop=document.getElementById("law\
-stop");!dataset.runs||!dataset.cleared||dataset.asked!==number||(stop?.disabled?setTimeout(()=>end(every,number),every):
document.getElementById("law-outdated")?.click())}async function ended({shown,wait}){let{dataset}=verdict(),{asked:number}=dataset;
return delete dataset.runs,dataset.cleared?(await new Promise(done=>setTimeout(done,wait)),dataset.cleared&&dataset.asked===
number?shown:shown.map(()=>{})):shown.map(()=>{})}export{asked,changed,ended,moved,opened,pairBars,pressed,rowOf,written};
