import { optionKinds, requireArgument } from '@org/core/basics';
import type { Leg } from '../model/routes/route.ts';
import { requireEach } from './require-result.ts';

/** The sums of legs. @public */
export interface LegTotal {
  /** The length. */
  readonly distanceMeters: number;
  /** The time. */
  readonly durationSeconds: number;
  /** All climbs; only if every leg states them. */
  readonly ascentMeters?: number | undefined;
  /** All descents; only if every leg states them. */
  readonly descentMeters?: number | undefined;
}

/**
 * The sums of legs: of a route, or of some of its legs. @public
 *
 * @throws InvalidInputError for a leg without its length or its time
 */
export function totalOf(legs: readonly Omit<Leg, 'steps' | 'geometryRange'>[]): LegTotal {
  requireEach('legs', legs, (name, leg) => {
    requireArgument(name, leg, optionKinds.object);
    for (const part of ['distanceMeters', 'durationSeconds'] as const)
      requireArgument(`${name}.${part}`, (leg as Leg)[part], optionKinds.number);
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const sumOfKnown = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length < values.length || known.length === 0 ? undefined : sum(known);
  };
  return {
    distanceMeters: sum(legs.map(({ distanceMeters }) => distanceMeters)),
    durationSeconds: sum(legs.map(({ durationSeconds }) => durationSeconds)),
    ascentMeters: sumOfKnown(legs.map(({ ascentMeters }) => ascentMeters)),
    descentMeters: sumOfKnown(legs.map(({ descentMeters }) => descentMeters)),
  };
}
