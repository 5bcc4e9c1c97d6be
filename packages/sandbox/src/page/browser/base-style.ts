/** Colours, fonts, and the frame around the views. */
export const baseStyle = `
:root{
  color-scheme:light dark;
  --ground:#f6f5f2;--surface:#ffffff;--raised:#fbfaf8;--line:#e4e1da;--line-strong:#d2cec4;--text:#24262a;
  --muted:#6a6d72;
  --accent:#2f6f6a;--accent-soft:#e4efed;--accent-text:#ffffff;--bad:#a3292b;--bad-soft:#fbeaea;
  --public:#5d6167;--private:#7a5a12;--presence:#24618e;--encrypted:#6a3fa0;
  --sans:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;
  --mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,monospace;
  --radius:10px;
}
@media (prefers-color-scheme:dark){:root{
  --ground:#14161a;--surface:#1b1e23;--raised:#20242a;--line:#2c3138;--line-strong:#3c424b;--text:#e4e5e8;
  --muted:#9ba0a8;
  --accent:#6fbdb3;--accent-soft:#203533;--accent-text:#0e1a19;--bad:#ff9a97;--bad-soft:#3a2123;
  --public:#a9aeb6;--private:#dfb95f;--presence:#85bfe8;--encrypted:#c4a3f2;
}}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
html{height:100%;-webkit-text-size-adjust:100%}
body{
  margin:0;min-height:100%;background:var(--ground);color:var(--text);font:15px/1.55 var(--sans);display:flex;
  flex-direction:column
}
h2{font-size:17px;line-height:1.35;font-weight:650;letter-spacing:-.005em;margin:0}
p,dl,dd,ol,ul{margin:0;padding:0}
ol,ul{list-style:none}
pre,code{font-family:var(--mono);font-size:13px}
a{color:var(--accent)}
time{font-variant-numeric:tabular-nums}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
.skip{
  position:absolute;left:-999px;top:8px;background:var(--surface);padding:8px 12px;border-radius:8px;z-index:2
}
.skip:focus{left:8px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.hint{color:var(--muted);font-size:13px}
.tag{
  display:inline-block;font-size:11px;line-height:17px;font-weight:600;letter-spacing:.02em;padding:0 6px;
  border-radius:5px;border:1px solid var(--line-strong);color:var(--muted);margin-right:6px
}
.badge{
  display:inline-block;min-width:19px;padding:0 6px;margin-left:6px;border-radius:10px;
  background:var(--accent-soft);color:var(--accent);font-size:12px;line-height:19px;font-weight:600;
  text-align:center;font-variant-numeric:tabular-nums
}
.problem{
  background:var(--bad-soft);color:var(--bad);padding:10px 12px;border-radius:8px;overflow-wrap:anywhere
}
.problem code{display:block;opacity:.8;margin-top:2px}
button,select,input,textarea{font:inherit;color:inherit}
button{
  cursor:pointer;border:1px solid transparent;background:var(--accent);color:var(--accent-text);
  border-radius:8px;padding:6px 14px;font-weight:600
}
button:hover{filter:brightness(1.06)}
button.quiet{
  background:none;border-color:var(--line-strong);color:var(--text);font-weight:500;padding:3px 10px;
  font-size:13px
}
button.quiet:hover{background:var(--raised);filter:none}
button.plain{background:none;border:0;color:inherit;padding:0;font-weight:inherit;text-align:left}
select,input:not([type=radio]):not([type=checkbox]),textarea{
  width:100%;background:var(--surface);border:1px solid var(--line-strong);border-radius:8px;padding:7px 10px
}
textarea{resize:vertical;font-family:var(--mono);font-size:13px;display:block}
::placeholder{color:var(--muted);opacity:.7}

.top{
  display:flex;align-items:center;gap:4px 22px;padding:0 22px;height:56px;background:var(--surface);
  border-bottom:1px solid var(--line);flex:none
}
.brand{
  display:flex;align-items:center;gap:9px;color:var(--text);text-decoration:none;font-weight:680;
  letter-spacing:-.01em
}
.brand svg{width:22px;height:22px;fill:var(--accent)}
.top nav{display:flex;align-self:stretch;gap:2px}
.top nav a{
  display:flex;align-items:center;padding:2px 12px 0;color:var(--muted);text-decoration:none;font-weight:550;
  border-bottom:2px solid transparent
}
.top nav a:hover{color:var(--text)}
.top nav a[aria-current]{color:var(--text);border-color:var(--accent)}
.live{
  margin-left:auto;display:flex;align-items:center;gap:7px;color:var(--muted);font-size:13px;min-width:7.5em;
  justify-content:flex-end
}
.dot{width:8px;height:8px;border-radius:50%;background:var(--line-strong)}
.live[data-state=on] .dot{background:#3aa76d}
.live[data-state=off] .dot{background:var(--bad)}

main{flex:1;display:flex;flex-direction:column;min-height:0}
.view{flex:1;display:flex;flex-direction:column;min-height:0}
.columns{flex:1;display:grid;min-height:0}
.bar{display:flex;align-items:center;justify-content:space-between;gap:12px;min-height:44px}
.count{color:var(--muted);font-size:13px;font-variant-numeric:tabular-nums}
.empty{margin:auto;padding:48px 24px;max-width:560px;text-align:center;color:var(--muted)}
.empty h2{color:var(--text);margin-bottom:6px}
.copy{position:relative;margin-top:20px;text-align:left}
.copy pre{
  margin:0;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);
  padding:14px 16px;overflow:auto;color:var(--text)
}
.copy button{position:absolute;right:8px;top:8px;background:var(--surface)}

@media (min-width:760px){html,body{height:100%;overflow:hidden}}
@media (max-width:759px){
  .top{height:auto;flex-wrap:wrap;padding:10px 16px 0;position:sticky;top:0;z-index:1}
  .top nav{order:3;width:100%;margin:0 -8px;height:40px}
  .top nav a{padding:0 10px}
}
@media (prefers-reduced-motion:no-preference){
  .top nav a,button,.messages a{transition:background-color .12s,color .12s,border-color .12s}
}
`;
