import { routingOperation } from '../../driver.ts';
import { decodeMatrix, decodeNearest, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { decodeMatch } from './decode-match.ts';
import { encodeDirections, encodeMatch, encodeMatrix, encodeNearest, encodeSnap } from './encode.ts';
import { classifyWithIndex } from './errors.ts';
import type { OsrmSettings } from './request.ts';

export { classify } from './errors.ts';

/** All of them only compute: repeating a POST is as safe as repeating a GET. */
export function createOperations(settings: OsrmSettings) {
  return {
    directions: routingOperation('directions', {
      encode: (query) => encodeDirections(settings, query),
      decode: (response, query) => decodeDirections(response.json(), query),
      classify: classifyWithIndex,
      limitGroup: 'directions',
    }),
    matrix: routingOperation('matrix', {
      encode: (query) => encodeMatrix(settings, query),
      decode: (response, query) => decodeMatrix(response.json(), query),
      limitGroup: 'matrix',
    }),
    snap: routingOperation('snap', {
      encode: (query) => encodeSnap(settings, query),
      decode: (response, query) => decodeSnap(response.json(), query),
      limitGroup: 'snap',
    }),
    nearest: routingOperation('nearest', {
      encode: (query) => encodeNearest(settings, query),
      decode: (response, query) => decodeNearest(response.json(), query),
      limitGroup: 'nearest',
    }),
    match: routingOperation('match', {
      encode: (query) => encodeMatch(settings, query),
      decode: (response, query) => decodeMatch(response.json(), query),
      classify: classifyWithIndex,
      limitGroup: 'match',
    }),
  };
}
