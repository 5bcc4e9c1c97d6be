import { routingOperation } from '../../driver.ts';
import { decodeMatrix, decodeNearest, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { decodeMatch } from './decode-match.ts';
import { encodeDirections, encodeMatch, encodeMatrix, encodeNearest, encodeSnap } from './encode.ts';
import { classifyMatrix, classifyWithIndex } from './errors.ts';
import type { OsrmSettings } from './request.ts';
import { type Instructions, loadInstructions } from './write-instructions.ts';

export { classify } from './errors.ts';

/** The operations, with the package that writes instructions if the settings name it. */
export async function loadOperations(settings: OsrmSettings) {
  const isWriting = settings.instructions === 'osrm-text-instructions';
  const instructions = isWriting ? await loadInstructions() : undefined;
  return {
    directions: directionsOf(settings, instructions),
    matrix: matrixOf(settings),
    snap: snapOf(settings),
    nearest: nearestOf(settings),
    match: matchOf(settings, instructions),
  };
}

// All of them only compute: repeating a POST is as safe as repeating a GET.

export const directionsOf = (settings: OsrmSettings, instructions?: Instructions) =>
  routingOperation('directions', {
    encode: (query) => encodeDirections(settings, query),
    decode: (response, query) => decodeDirections(response.json(), query, instructions),
    classify: classifyWithIndex,
    limitGroup: 'directions',
  });

export const matrixOf = (settings: OsrmSettings) =>
  routingOperation('matrix', {
    encode: (query) => encodeMatrix(settings, query),
    decode: (response, query) => decodeMatrix(response.json(), query),
    classify: classifyMatrix,
    limitGroup: 'matrix',
  });

export const snapOf = (settings: OsrmSettings) =>
  routingOperation('snap', {
    encode: (query) => encodeSnap(settings, query),
    decode: (response, query) => decodeSnap(response.json(), query),
    limitGroup: 'snap',
  });

export const nearestOf = (settings: OsrmSettings) =>
  routingOperation('nearest', {
    encode: (query) => encodeNearest(settings, query),
    decode: (response, query) => decodeNearest(response.json(), query),
    limitGroup: 'nearest',
  });

export const matchOf = (settings: OsrmSettings, instructions?: Instructions) =>
  routingOperation('match', {
    encode: (query) => encodeMatch(settings, query),
    decode: (response, query) => decodeMatch(response.json(), query, instructions),
    classify: classifyWithIndex,
    limitGroup: 'match',
  });
