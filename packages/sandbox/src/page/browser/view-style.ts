/** The styles of the three views. */
export const viewStyle = `
.inbox .columns{grid-template-columns:minmax(300px,380px) minmax(0,1fr)}
.inbox .side{
  display:flex;flex-direction:column;min-height:0;border-right:1px solid var(--line);background:var(--surface)
}
.inbox .bar{padding:0 16px;border-bottom:1px solid var(--line);flex:none}
.messages{overflow:auto;flex:1}
.messages a{
  display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:11px 16px 12px;
  border-bottom:1px solid var(--line);color:inherit;text-decoration:none
}
.messages a:hover{background:var(--raised)}
.messages a[aria-current]{background:var(--accent-soft)}
.messages a:focus-visible{outline-offset:-2px}
.messages span{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.messages .from{font-weight:600}
.messages .when{color:var(--muted);font-size:12.5px;line-height:23px}
.messages .subject,.messages .preview,.messages .tags{grid-column:1/-1}
.messages .preview{color:var(--muted);font-size:13.5px;min-height:1.5em}
.messages .tags{color:var(--muted);font-size:12.5px;margin-top:2px}
.messages .tag{vertical-align:baseline;overflow:visible}
.reader{display:flex;flex-direction:column;min-height:0;min-width:0;overflow:auto}
.reader .head{padding:20px 24px 14px;flex:none}
.reader h2{font-size:21px;overflow-wrap:anywhere}
.reader .back{display:none}
.reader dl{margin-top:10px;font-size:13.5px}
.reader dl div{display:flex;gap:12px}
.reader dt{color:var(--muted);flex:0 0 70px}
.reader dd{overflow-wrap:anywhere;min-width:0}
.reader .problem{margin-top:12px}
.attachments{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px}
.attachments a{
  display:flex;flex-direction:column;padding:7px 12px;border:1px solid var(--line-strong);border-radius:8px;
  background:var(--surface);text-decoration:none;color:inherit;max-width:300px
}
.attachments a:hover{border-color:var(--accent)}
.attachments .name{font-weight:550;font-size:13.5px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.attachments .hint{font-size:12px}
.tabs{display:flex;gap:2px;padding:0 16px;border-bottom:1px solid var(--line);flex:none;overflow-x:auto}
.tabs button{
  background:none;border:0;border-bottom:2px solid transparent;border-radius:0;color:var(--muted);
  padding:8px 10px;font-weight:550
}
.tabs button:hover{color:var(--text);filter:none}
.tabs button[aria-selected=true]{color:var(--text);border-color:var(--accent)}
.panel{flex:1;min-height:320px;display:flex;flex-direction:column;background:var(--surface)}
.panel iframe{flex:1;width:100%;min-height:320px;border:0;background:#fff;color-scheme:light}
.panel pre{margin:0;padding:18px 24px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.6}
.panel .hint{padding:14px 24px 0}
.panel .scroll{overflow:auto}
.panel table,.project-parts table{border-collapse:collapse;font-size:13px;width:100%}
.project{overflow:auto}
.project-parts{padding:8px 24px 24px}
.project-parts th,.project-parts td{text-align:left;vertical-align:top;padding:6px 12px 6px 0}
.project-parts td{overflow-wrap:anywhere;border-top:1px solid var(--line)}
.project-parts h2{margin:20px 0 6px;font-size:15px}
.panel th,.panel td{text-align:left;vertical-align:top;padding:6px 12px;border-bottom:1px solid var(--line)}
.panel th{padding-left:24px;font-weight:550;color:var(--muted);white-space:nowrap;width:1%}
.panel td{font-family:var(--mono);overflow-wrap:anywhere}
.links{padding:14px 24px}
.links li{padding:4px 0;overflow-wrap:anywhere;font-family:var(--mono);font-size:13px}

.map .columns{grid-template-columns:minmax(0,1fr) minmax(290px,350px)}
.map-frame{
  min-height:0;min-width:0;padding:20px;display:flex;align-items:center;justify-content:center;
  aspect-ratio:auto
}
.map-frame svg{
  max-height:100%;width:auto;height:100%;max-width:100%;border-radius:14px;border:1px solid var(--line);
  cursor:crosshair
}
.map-panel{
  padding:20px;border-left:1px solid var(--line);background:var(--surface);overflow:auto;display:flex;
  flex-direction:column;gap:16px
}
.choice{border:0;margin:0;padding:0;display:grid;grid-template-columns:repeat(4,1fr);min-width:0}
.choice legend{font-size:13px;color:var(--muted);padding:0;margin-bottom:6px}
.choice input{position:absolute;opacity:0;width:1px;height:1px}
.choice span{
  display:block;text-align:center;padding:6px 4px;font-size:13.5px;border:1px solid var(--line-strong);
  border-right-width:0;cursor:pointer;white-space:nowrap
}
.choice label:first-of-type span{border-radius:8px 0 0 8px}
.choice label:last-of-type span{border-radius:0 8px 8px 0;border-right-width:1px}
.choice input:checked+span{
  background:var(--accent);border-color:var(--accent);color:var(--accent-text);font-weight:600
}
.choice input:focus-visible+span{outline:2px solid var(--accent);outline-offset:2px}
.ends{display:grid;grid-template-columns:26px minmax(0,1fr);gap:8px 8px;align-items:center}
.ends .quiet{grid-column:2;justify-self:start}
.mark{
  display:inline-grid;place-items:center;width:24px;height:24px;border-radius:50%;font-size:12.5px;
  font-weight:700;color:#fff
}
.mark.start{background:#1d8a53}
.mark.end{background:#c5383a}
.check{display:flex;gap:8px;align-items:flex-start;cursor:pointer;font-size:14px}
.check input{margin:4px 0 0;accent-color:var(--accent)}
.result{
  border-top:1px solid var(--line);padding-top:16px;min-height:240px;display:flex;flex-direction:column;
  gap:12px
}
.loading .result{opacity:.6}
.summary{display:flex;align-items:baseline;gap:12px}
.summary strong{font-size:24px;font-weight:650;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.summary span{color:var(--muted)}
.reaches{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:13px;color:var(--muted)}
.steps{counter-reset:step}
.steps li{
  counter-increment:step;display:grid;grid-template-columns:24px minmax(0,1fr) auto;gap:4px;padding:7px 0;
  border-top:1px solid var(--line);font-size:14px;line-height:1.45
}
.steps li::before{content:counter(step);color:var(--muted);font-size:12.5px;font-variant-numeric:tabular-nums}

.channels .columns{grid-template-columns:minmax(300px,420px) minmax(0,1fr)}
.channels .side{
  display:flex;flex-direction:column;min-height:0;border-right:1px solid var(--line);
  background:var(--surface);padding:0 18px
}
.channel-list{
  flex:1;overflow:auto;min-height:120px;margin:0 -18px;padding:0 18px;border-top:1px solid var(--line)
}
.channel{padding:11px 0;border-bottom:1px solid var(--line)}
.channel button{display:flex;flex-wrap:wrap;align-items:center;gap:3px 8px;width:100%}
.channel .name,.log .name{font-family:var(--mono);font-size:13.5px;font-weight:600;overflow-wrap:anywhere}
.channel .tag{margin:0}
.channel .hint{margin-left:auto}
.channel p.hint{margin:3px 0 0}
.tag.private{color:var(--private);border-color:currentColor}
.tag.presence{color:var(--presence);border-color:currentColor}
.tag.encrypted{color:var(--encrypted);border-color:currentColor}
.users{display:flex;flex-wrap:wrap;gap:5px;margin-top:6px}
.user{
  font-size:12px;line-height:19px;padding:0 8px;border-radius:10px;background:var(--accent-soft);
  color:var(--accent);font-weight:550;overflow-wrap:anywhere
}
.channel-list .none{display:flex}
.channel-list .empty{padding:28px 0;max-width:100%}
.publish{flex:none;border-top:1px solid var(--line);margin:0 -18px;padding:16px 18px;background:var(--raised)}
.fields{
  display:grid;grid-template-columns:64px minmax(0,1fr);gap:8px 10px;margin:10px 0 2px;align-items:baseline
}
.fields label{color:var(--muted);font-size:13px}
.publish .bar{margin-top:8px}
.outcome{font-size:13px;color:var(--muted);flex:1}
.outcome.bad{color:var(--bad)}
.activity{display:flex;flex-direction:column;min-height:0;padding:0 24px}
.activity h2{line-height:44px;font-size:15px}
.log{overflow:auto;flex:1;border-top:1px solid var(--line);margin:0 -24px;padding:4px 24px 20px}
.log li{
  display:grid;grid-template-columns:62px 132px minmax(0,1fr);gap:0 12px;padding:6px 0;
  border-bottom:1px solid var(--line);align-items:baseline;font-size:13.5px
}
.log li.hint{display:block}
.log .when{color:var(--muted);font-size:12.5px}
.log .what{color:var(--muted)}
.log .kind-event .what,.log .kind-client-event .what{color:var(--accent);font-weight:600}
.log .kind-refused .what,.log .kind-subscription-refused .what,.log .kind-request-refused .what,
.log .kind-webhook-failed .what,.log .kind-protocol-error .what{
  color:var(--bad);font-weight:600
}
.log .which{display:flex;flex-wrap:wrap;gap:2px 10px;align-items:baseline;overflow-wrap:anywhere;min-width:0}
.log .event-name{font-family:var(--mono);font-size:13px}
.log .preview{grid-column:3;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}

@media (max-width:759px){
  .inbox .columns,.map .columns,.channels .columns{display:block}
  .inbox .side,.channels .side{border-right:0}
  .inbox .reader{display:none}
  .inbox.reading .side{display:none}
  .inbox.reading .reader{display:flex}
  .reader .back{display:inline-block;margin-bottom:10px;text-decoration:none;font-weight:550}
  .reader .head{padding:14px 16px}
  .tabs{padding:0 8px}
  .panel iframe{min-height:70vh}
  .panel pre{padding:14px 16px}
  .map-frame{padding:12px 12px 0}
  .map-frame svg{width:100%;height:auto}
  .map-panel{border-left:0;background:none;padding:16px}
  .channel-list{max-height:none}
  .activity{padding:0 18px}
  .log{margin:0 -18px;padding:4px 18px 20px}
  .log li{grid-template-columns:72px minmax(0,1fr)}
  .log .which,.log .preview{grid-column:1/-1}
}
`;
