// Maps for the routing service: a made-up town, and files of OpenStreetMap.
export { type PreparedMap, type PrepareOptions, prepareOsm, prepareTown } from './map/prepare.ts';
export { createTown, type Town, type TownPosition } from './map/town.ts';
export type { StreetKind } from './map/town-plan.ts';
export type { TownLine, TownMapLayers } from './page/town/town-layers.ts';
export { renderTownMap, type TownMapOptions } from './page/town/town-svg.ts';
