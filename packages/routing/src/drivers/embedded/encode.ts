// The words are the engine's own, shared with the HTTP driver; in the process they travel as they are.
export {
  convertToValhallaIsochrone as encodeIsochrones,
  convertToValhallaLocate as encodeSnap,
  convertToValhallaMatrix as encodeMatrix,
  convertToValhallaRoute as encodeDirections,
} from '../../engines/valhalla/request.ts';
