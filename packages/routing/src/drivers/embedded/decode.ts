// The answers are the HTTP service's, without the envelope.
export { mapValhallaRoute as decodeDirections } from '../../engines/valhalla/directions.ts';
export { mapValhallaIsochrone as decodeIsochrones } from '../../engines/valhalla/isochrones.ts';
export { mapValhallaLocate as decodeSnap } from '../../engines/valhalla/locate.ts';
export { mapValhallaMatrix as decodeMatrix } from '../../engines/valhalla/matrix.ts';
