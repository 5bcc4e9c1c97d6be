import type { Engine } from '@org/routing/embedded';
import type { SandboxRequest } from '../../../http/exchange.ts';
import { type Position, roundTo } from '../../engine/position.ts';
import { badFormat, badValue, type ErrorBase, missing, unknownParameter } from './errors.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** A request to an endpoint of the engine's profiles, with its body. */
export interface OrsCall {
  readonly engine: Engine;
  readonly costing: string;
  readonly request: SandboxRequest;
  readonly body: Parameters;
}

/** openrouteservice refuses unknown parameters. */
export function refuseUnknown(base: ErrorBase, body: Parameters, known: readonly string[]): void {
  for (const name of Object.keys(body)) if (!known.includes(name)) throw unknownParameter(base, name);
}

/** A required list of [lon, lat]: exactly two numbers each, on the globe. */
export function readPositions(base: ErrorBase, body: Parameters, name: string, least: number): Position[] {
  const value = body[name];
  if (value === undefined || value === null) throw missing(base, name);
  if (!Array.isArray(value)) throw badFormat(base, name);
  if (value.length < least) throw badValue(base, name, JSON.stringify(value));
  return value.map((position: unknown) => {
    if (!Array.isArray(position) || !position.every((part) => typeof part === 'number'))
      throw badFormat(base, name);
    const [longitude, latitude] = position as number[];
    if (position.length !== 2 || longitude === undefined || latitude === undefined)
      throw badValue(base, name, position);
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) throw badValue(base, name, position);
    return [longitude, latitude];
  });
}

/** One of the given words. */
export function readChoice<T extends string>(
  base: ErrorBase,
  body: Parameters,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const value = body[name];
  if (value === undefined || value === null) return choices[0];
  if (typeof value !== 'string') throw badFormat(base, name);
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw badValue(base, name, value);
  return choice;
}

/** A list of the given words. */
export function readChoices<T extends string>(
  base: ErrorBase,
  body: Parameters,
  name: string,
  choices: readonly T[],
): T[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value)) throw badFormat(base, name);
  return value.map((word) => {
    const choice = choices.find((known) => known === word);
    if (choice === undefined) throw badValue(base, name, word);
    return choice;
  });
}

export function readBoolean(base: ErrorBase, body: Parameters, name: string, otherwise: boolean): boolean {
  const value = body[name] ?? otherwise;
  if (typeof value !== 'boolean') throw badFormat(base, name);
  return value;
}

/** Metres, kilometres or miles, rounded as by the service. */
export function convertMeters(meters: number, units: 'm' | 'km' | 'mi', decimals: number): number {
  if (units === 'm') return roundTo(meters, decimals);
  return roundTo(units === 'km' ? meters / 1000 : meters / 1609.344, 3);
}
