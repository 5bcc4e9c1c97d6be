// What both entries of a driver are made of.
export { runComposite } from '@org/core/light';
export { attributesCall } from '../calls/attributes.ts';
export { directionsCall } from '../calls/directions.ts';
export { isochronesCall } from '../calls/isochrones.ts';
export { matrixCall } from '../calls/matrix.ts';
export { snapCall } from '../calls/snap.ts';
export { type OpenService, openLater } from '../driver/open-service.ts';
export { lightDriver } from './light-driver.ts';
export { routingPart } from './part.ts';
