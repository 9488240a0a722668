var update=properties=>({__type__:"update",...properties});var noted=()=>window,chose=()=>noted().explorerChose===!0;function taken({list},option,...rest){let given=noted().explorerGiven??=
{},choice=noted().explorerChoices??0;return!chose()||given[list]===choice?[null,...rest]:(given[list]=choice,[option,...rest])}var PROMPT=2,page=()=>window;function mine(first=[]){return page().explorerControls??={asked:0,notes:new Map,now:first,filled:[
...first],stage:0,pair:first[0]}}var same=(a,b)=>JSON.stringify(a)===JSON.stringify(b);function note({first},...now){let known=page().
explorerControls;mine(first).now=known?now:first}function ask({trace,first},_,...given){let my=mine(first),[earlier]=my.
notes.values(),before=earlier?[...earlier.before]:my.now,passed=!trace&&same(given[0],my.pair);trace||(my.pair=before[0]=
my.now[0]),passed||close(my,noted2=>trace||!noted2.trace);let done=(()=>{}),put=new Promise(resolve=>{done=resolve});return my.
notes.set(++my.asked,{trace,before,put,close:done}),[my.asked,...passed?[null,...given.slice(1)]:given]}function close(my,which){
for(let[number,noted2]of my.notes)which(noted2)&&(my.notes.delete(number),noted2.close([]))}async function run({first},_,...given){
let my=mine(first),number=my.stage=++my.asked;close(my,noted2=>noted2.trace);let[pair]=my.notes.values(),put=pair?await pair.
put:[];return[number,...given.map((value,i)=>put[i]===void 0?value:put[i])]}var lost=()=>close(mine(),()=>!0);function fill({
settings},answer,...now){let my=mine(),[number,shown,wanted]=JSON.parse(answer),noted2=my.notes.get(number);if(!noted2)return;
my.notes.delete(number),noted2.trace&&typeof shown[0]=="string"&&(my.stage=number);let theirs=now.map((value,i)=>!same(value,
noted2.before[i])&&!same(value,my.filled[i])),kept=i=>theirs[i]||i===PROMPT&&theirs[0]||i>=settings&&theirs[1],own=noted2.
before.map((value,i)=>!same(value,my.filled[i])),put=now.map(()=>{}),replaced=!1;return wanted.forEach((value,i)=>{!value.
length||kept(i)||(my.filled[i]=value[0],!same(value[0],now[i])&&(put[i]=value[0],i===0&&(my.pair=value[0]),replaced||=own[i]))}),
replaced&&(my.undo=noted2.before),noted2.close(put),[...shown,...put,replaced?update({visible:!0}):void 0]}function back(_,...now){
let was=mine().undo||now,put=now.map((value,i)=>same(value,was[i])?void 0:was[i]);return mine().pair=was[0],[...put,update(
{visible:!1})]}function chosen(_,...now){taken({list:"settings"},!0)[0]&&(mine().settings=now)}function settle(_,answer,method,...now){
let[asked,values]=answer?JSON.parse(answer):[],before=mine().settings;return!answer||asked!==method||!before?now.map(()=>{}):
now.map((value,i)=>values[i].length&&same(value,before[i])&&!same(value,values[i][0])?values[i][0]:void 0)}export{ask,back,chosen,fill,lost,mine,note,run,settle};
