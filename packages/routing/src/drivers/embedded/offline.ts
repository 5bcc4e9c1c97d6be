// All that runs the engine and builds maps: loaded with the first call that needs it.
export { converters, mapRefusal } from '../valhalla/converters.ts';
export { loadEngine } from './engine/engine.ts';
export { startEngine } from './engine/start-engine.ts';
export { buildMap } from './map/build-map.ts';
export { removeOldBuilds } from './map/remove-old-builds.ts';
export { buildTiles } from './map/tile-builder.ts';
