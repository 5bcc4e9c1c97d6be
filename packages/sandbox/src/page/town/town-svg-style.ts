const light = `
--map-land:#f3f0e8;--map-casing:#ddd5c4;--map-street:#ffffff;--map-main:#fdeec2;--map-ring:#f8d99a;
--map-ring-casing:#dcb469;
--map-path:#a98f68;--map-cycle:#5f86ad;--map-water:#bfdbe8;--map-water-text:#4b7c95;--map-park:#d2e4c3;
--map-park-text:#5c7f49;
--map-text:#5d5546;--map-halo:#ffffff;--map-place:#3d3a33;--map-route:#2b5fd0;--map-route-casing:#ffffff;
--map-reach:#7a4fc0;
--map-start:#1d8a53;--map-end:#c5383a;--map-via:#2b5fd0;`;

const dark = `
--map-land:#1c1f24;--map-casing:#101216;--map-street:#383d46;--map-main:#574d35;--map-ring:#6d5833;
--map-ring-casing:#15130f;
--map-path:#8d7b5e;--map-cycle:#6f93b8;--map-water:#1d3a4b;--map-water-text:#82b3cc;--map-park:#243526;
--map-park-text:#8fb37e;
--map-text:#aeb0b5;--map-halo:#1a1d21;--map-place:#e6e4df;--map-route:#7ba6ff;--map-route-casing:#0d1117;
--map-reach:#b596f0;
--map-start:#4cc487;--map-end:#ff7b78;--map-via:#7ba6ff;`;

const shapes = `
.town-map{
  display:block;width:100%;height:auto;
  font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif
}
.town-map .land{fill:var(--map-land)}
.town-map .river{fill:var(--map-water)}
.town-map .park{fill:var(--map-park)}
.town-map .island{fill:var(--map-park)}
.town-map path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.town-map .casing.street{stroke:var(--map-casing);stroke-width:12.5}
.town-map .casing.ring-road{stroke:var(--map-ring-casing);stroke-width:19}
.town-map .casing.main-road,.town-map .casing.roundabout{stroke:var(--map-ring-casing);stroke-width:16}
.town-map .casing.bridge{stroke:var(--map-text);stroke-width:15;stroke-linecap:butt}
.town-map .street{stroke:var(--map-street);stroke-width:10}
.town-map .ring-road{stroke:var(--map-ring);stroke-width:15}
.town-map .main-road,.town-map .roundabout{stroke:var(--map-main);stroke-width:12.5}
.town-map .bridge{stroke:var(--map-street);stroke-width:11}
.town-map .footpath{stroke:var(--map-path);stroke-width:3;stroke-dasharray:1 6}
.town-map .cycleway{stroke:var(--map-cycle);stroke-width:3;stroke-dasharray:9 6}
.town-map .steps{stroke:var(--map-path);stroke-width:9;stroke-dasharray:2.5 3;stroke-linecap:butt}
.town-map .arrow{fill:var(--map-text);opacity:.55}
.town-map text{
  fill:var(--map-text);font-size:10px;text-anchor:middle;
  paint-order:stroke;stroke:var(--map-halo);stroke-width:3px;stroke-linejoin:round
}
.town-map .area-name{font-size:13px;font-style:italic;letter-spacing:.06em;stroke:none}
.town-map .area-name.river{fill:var(--map-water-text)}
.town-map .area-name.park,.town-map .area-name.island{fill:var(--map-park-text)}
.town-map .place circle{fill:var(--map-place);stroke:var(--map-halo);stroke-width:2}
.town-map .place text{fill:var(--map-place);font-size:13px;font-weight:600;stroke-width:4px}
.town-map .sign text{font-size:11px}
.town-map .reach{
  fill:var(--map-reach);fill-opacity:.16;stroke:var(--map-reach);stroke-opacity:.75;stroke-width:2
}
.town-map .route-casing{stroke:var(--map-route-casing);stroke-width:13}
.town-map .route{stroke:var(--map-route);stroke-width:7.5}
.town-map .route.alternative{stroke-opacity:.45}
.town-map .point circle{fill:var(--map-via);stroke:var(--map-route-casing);stroke-width:3.5}
.town-map .point.start circle{fill:var(--map-start)}
.town-map .point.end circle{fill:var(--map-end)}
.town-map .point text{fill:var(--map-route-casing);font-size:13px;font-weight:700;stroke:none}
.town-map .point .beside{fill:var(--map-place);stroke:var(--map-halo);stroke-width:4px}
.town-map .start{text-anchor:start}
.town-map .end{text-anchor:end}
.town-map .point text{text-anchor:middle}
/* A map of kilometres: lines as on paper. */
.town-map.wide .street{stroke-width:1;stroke:var(--map-path);stroke-opacity:.6}
.town-map.wide .main-road{stroke-width:2;stroke:var(--map-ring)}
.town-map.wide .ring-road{stroke-width:4;stroke:var(--map-ring)}
.town-map.wide .footpath,.town-map.wide .cycleway,.town-map.wide .steps{stroke-width:.6;stroke-dasharray:none}
.town-map.wide .route-casing{stroke-width:8}
.town-map.wide .route{stroke-width:5}
.town-map.wide .place circle{r:3}
.town-map.wide .place text{font-size:11px}
@media (max-width:640px){
  .town-map .street-name,.town-map .arrow{display:none}
  .town-map .place text{font-size:18px;stroke-width:5px}
  .town-map .sign text{font-size:16px}
  .town-map .area-name{font-size:19px}
}`;

/** The style of a town map, for one color scheme or for the system's. */
export function renderTownMapStyle(scheme: 'auto' | 'light' | 'dark'): string {
  const fixed = `.town-map{${scheme === 'dark' ? dark : light}}`;
  const preferred = scheme === 'auto' ? `@media (prefers-color-scheme:dark){.town-map{${dark}}}` : '';
  return `${fixed}${preferred}${shapes}`;
}
