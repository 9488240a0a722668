function add(_,picked){let root=document.querySelector("#stage [data-name]"),name=root instanceof HTMLElement?root.dataset.
name:"";return!name||picked.includes(name)?picked:[...picked,name]}export{add};
