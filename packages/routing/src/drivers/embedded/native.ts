// The engine and the builder of its maps.
export { converters, mapRefusal } from '../valhalla/converters.ts';
export { loadEngine } from './engine/engine.ts';
export { startEngine } from './engine/start-engine.ts';
export { hasTiles } from './engine/tile-directory.ts';
export { buildMap } from './map/build-map.ts';
export { removeOldBuilds } from './map/remove-old-builds.ts';
export { buildTiles } from './map/tile-builder.ts';
