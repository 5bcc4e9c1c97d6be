import { isOrgError, type OrgError, type OrgErrorFields } from '@org/core';
import type { FailureType } from '@org/core/driver';
import { type PointNotFoundError, restate } from '../errors.ts';
import type { MatrixQuery } from '../model/reach/matrix.ts';
import { placeTable } from '../wire/places.ts';

/** The index that a driver states. Only the client knows how many origins precede a destination. */
interface StatedIndex {
  readonly pointIndex?: number | undefined;
  /** Of a matrix whose engine takes the places of `placeTable`: each once. */
  readonly tableIndex?: number | undefined;
  /** Of a matrix: among its destinations. */
  readonly destinationIndex?: number | undefined;
}

/** Sends a part of a list of places. Its error has the indexes of the whole list. */
export async function sendPart<Answer>(offset: number, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (offset === 0 || !isOrgError(error)) throw error;
    const { pointIndex }: StatedIndex = error as OrgError & StatedIndex;
    const shifted = pointIndex === undefined ? {} : { pointIndex: pointIndex + offset };
    throw reworded(error, (text) => shiftNumbers(text, offset), shifted);
  }
}

/** The index of the place in a matrix, the origins first; -1 if it is not known. */
export function indexInMatrix(error: PointNotFoundError, query: MatrixQuery): number {
  const { pointIndex, tableIndex, destinationIndex }: StatedIndex = error;
  if (pointIndex !== undefined) return pointIndex;
  if (destinationIndex !== undefined) return query.origins.length + destinationIndex;
  if (tableIndex === undefined) return -1;
  const { origins, destinations } = placeTable(query.origins, query.destinations);
  return [...origins, ...destinations].indexOf(tableIndex);
}

/** The error with its index in the whole matrix; with `undefined` its words name no place. */
export function atPoint(error: PointNotFoundError, pointIndex: number | undefined): unknown {
  const { pointIndex: own, tableIndex = own }: StatedIndex = error;
  const reword = (text: string) => {
    const rest = text.replace(listOfIndexes, '');
    if (pointIndex === undefined || tableIndex === undefined) return rest.replace(placeNumber, '$1');
    return shiftNumbers(rest, pointIndex - tableIndex);
  };
  return reworded(error, reword, { pointIndex, tableIndex: undefined, destinationIndex: undefined });
}

function reworded(error: OrgError, reword: (text: string) => string, index: StatedIndex): OrgError {
  const { message, details } = error;
  const fields: Partial<OrgErrorFields> = {
    ...index,
    message: reword(message),
    // An object is of the client itself: the service's own body is a text by now.
    ...(typeof details === 'string' ? { details: reword(details) } : {}),
  };
  return restate(error.constructor as FailureType, error, fields);
}

// "coordinate 2", "between points 2 (… …) and 3 (… …)"; not "350.0".
const placeNumber =
  /(\b(?:coordinate|waypoint|points?) |(?<=points \d{1,6} \([^)]{0,99}\)) and )(\d+)(?!\.?\d)/gi;

// "Source point(s) [0, 2] out of bounds": each list counts by itself.
const listOfIndexes = /(?<=point\(s\)) \[[\d, ]*\]/g;

function shiftNumbers(text: string, offset: number): string {
  return text.replace(placeNumber, (_, before: string, index: string) => before + (Number(index) + offset));
}
