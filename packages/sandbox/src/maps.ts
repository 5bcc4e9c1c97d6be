// Maps for the routing service: a made-up town, and files of OpenStreetMap.
export { type PreparedMap, type PrepareOptions, prepareOsm, prepareTown } from './map/prepare.ts';
export { createTown, type Town } from './map/town.ts';
export type { TownMapLayers } from './page/town/town-layers.ts';
export { renderTownMap, type TownMapOptions } from './page/town/town-svg.ts';
