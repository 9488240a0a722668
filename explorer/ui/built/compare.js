var shared=()=>/^https?:$/.test(location.protocol),inHash=()=>location.hash.includes("=")&&(!location.search||!shared()),
parameters=()=>new URLSearchParams(inHash()?location.hash.slice(1):location.search);function write(values,entry=!1){let query=parameters(),
url=new URL(location.href),before=query.toString();for(let[key,value]of Object.entries(values))value===null||value===""?
query.delete(key):query.set(key,String(value));if(query.toString()!==before){url.search=query.toString(),inHash()&&(url.
hash="");try{entry?history.pushState(history.state,"",url):history.replaceState(history.state,"",url)}catch{history.replaceState(
history.state,"",`#${query}`)}}}function holders(place){return[...document.querySelectorAll(`${place} [data-testid="stage"]`)].map(root=>{let holder=root;
for(;holder&&!holder.stage;)holder=holder.parentElement;return holder}).filter(holder=>holder?.stage)}function catchUp(stage,{dataset:{run:run2,iterations}},more={}){let shown=stage.state();run2&&(shown.name!==run2||shown.
iterations<Number(iterations))&&stage.receive({type:"fetch",url:`explorer/open/${run2}`,...more})}var noted=()=>window,chose=()=>noted().explorerChose===!0;var SLOTS="#compare .slot",BLOCKS="#compare .slot.block",LOOKS=50,PATIENCE=5e3,COMPARISON="comparison",named=()=>parameters().
get(COMPARISON)??"";function lockStep(element,trigger){named()&&trigger("select",{name:named()});let moving=!1;document.
addEventListener("stage:step",event=>{let from=event,target=from.target;if(!element.isConnected||moving||!target.closest(
"#compare"))return;moving=!0;let{it}=from.detail;for(let holder of holders(SLOTS))!holder.contains(target)&&holder.stage.
state().it!==it&&holder.stage.goto({it});moving=!1})}var PROMPT=2,coming=null;function chosen(_,pair){if(!chose())return;
if(coming)return void(coming.pair=pair);let close=(()=>{});coming={pair,prompt:new Promise(done=>{close=done}),close}}function brought(_,answer,pair,prompt){
let[asked,before,own]=answer?JSON.parse(answer):[];if(!answer||asked!==pair)return;let put=prompt===before?own:prompt;return coming&&
coming.pair===pair&&(coming.close(put),coming=null),put}async function run(_,...given){let late=coming&&Promise.race([coming.
prompt,new Promise(done=>setTimeout(done,PATIENCE))]),prompt=late?await late:void 0;return coming=null,document.dispatchEvent(
new Event("race:begun")),prompt===void 0?given:given.map((value,i)=>i===PROMPT?prompt:value)}function afterRuns(){let stages=holders(
SLOTS),stored=document.querySelector("#compare-table [data-comparison]"),rows=document.querySelectorAll("#compare-table \
tr[data-run]"),slots=document.querySelectorAll(BLOCKS);rows.forEach((row,place)=>{stages[place]&&catchUp(stages[place].stage,
row,{at:{it:1}})}),slots.forEach((slot,place)=>{let called=rows[place]?.dataset.called;called?slot.dataset.called=called:
delete slot.dataset.called}),write({[COMPARISON]:stored instanceof HTMLElement?stored.dataset.comparison??"":""}),document.
dispatchEvent(new Event("race:runs"))}async function press(){if(!document.querySelector("#status .wrong"))for(let looks=0;looks<
LOOKS;looks++){let button=document.getElementById("compare-run");if(button?.checkVisibility())return button.click();await new Promise(
done=>setTimeout(done,100))}}export{afterRuns,brought,chosen,lockStep,named,press,run};
