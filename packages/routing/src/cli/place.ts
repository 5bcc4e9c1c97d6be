import { type Position, positionProblem } from '../model/geometry/position.ts';
import { CliError } from './cli-error.ts';

export interface Place {
  readonly position: Position;
  readonly name?: string | undefined;
  /** Where it is in the input: `shops.csv, line 271`. */
  readonly where: string;
}

/** A row without a place, whose results are blank. */
export interface BlankPlace {
  readonly position: null;
  readonly name?: string | undefined;
  readonly where: string;
}

export function withoutBlank(places: readonly (Place | BlankPlace)[]): Place[] {
  return places.filter((place): place is Place => place.position !== null);
}

/** @throws CliError that says where the place is in the input, and not what it is */
export function checkedPlace(position: unknown, name: unknown, where: string, exitCode: 1 | 2 = 1): Place {
  const problem = positionProblem(position);
  if (problem !== undefined) throw new CliError(`${where} ${problem}.`, exitCode);
  const text = typeof name === 'string' || typeof name === 'number' ? String(name).trim() : '';
  return { position: position as Position, where, ...(text === '' ? {} : { name: text }) };
}

/** Runs a call, whose error then says where its place is in the input. */
export async function withPlaces<Value>(places: readonly Place[], run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const { pointIndex, message } = Object(error) as {
      readonly pointIndex?: unknown;
      readonly message?: string;
    };
    const place = typeof pointIndex === 'number' ? places[pointIndex] : undefined;
    throw place === undefined ? error : new CliError(`${place.where}: ${message}`, 1);
  }
}

/** The names of places, by default their indexes. */
export function namesOf(places: readonly (Place | BlankPlace)[]): string[] {
  return places.map(({ name }, index) => name ?? String(index));
}

/** The names of places for a picture, if there are any. */
export function labelsOf(places: readonly Place[]): { labels?: string[] } {
  return places.some(({ name }) => name !== undefined) ? { labels: places.map(({ name = '' }) => name) } : {};
}

export function positionsOf(places: readonly Place[]): Position[] {
  return places.map(({ position }) => position);
}
