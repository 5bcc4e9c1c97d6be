// What the drivers of light entries are made of.
export { runComposite } from '@org/core/light';
export { attributesCall } from '../calls/attributes.ts';
export { directionsCall } from '../calls/directions.ts';
export { isochronesCall } from '../calls/isochrones.ts';
export { matrixCall } from '../calls/matrix.ts';
export { snapCall } from '../calls/snap.ts';
export { lightDriver, type OpenService } from './light-driver.ts';
export { routingPart } from './part.ts';
