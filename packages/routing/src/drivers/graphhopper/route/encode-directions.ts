import { type HttpRequest, UnsupportedError } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import { type DirectionsQuery, withoutElevation } from '../../../driver.ts';
import { nameOfProfile } from '../service/profiles.ts';
import type { ServerSettings } from '../service/settings.ts';
import { detailsOf } from './attributes.ts';
import { customModelOf } from './custom-model.ts';
import { convertToLocale } from './language.ts';

/** Six decimal digits of a degree, a decimetre: the service's own are five, a metre. */
export const pointsMultiplier = 1e6;

const joinedLists = ['details', 'custom_model.priority'];

/** Source: GraphHopper Directions API, "POST Route Endpoint". The service ignores unknown fields. */
export function encodeDirections(query: DirectionsQuery, settings: ServerSettings): HttpRequest {
  const { waypoints, elevation, attributes, continueStraight, optimizeOrder } = query;
  const body = {
    profile: nameOfProfile(query.profile, settings.profileNames),
    points: waypoints.map(({ position }) => withoutElevation(position)),
    // Stated, so that `providerOptions` cannot turn it off: the result is read from the line.
    calc_points: true,
    points_encoded: true,
    points_encoded_multiplier: pointsMultiplier,
    elevation,
    // The legs of a route are known from its instructions only.
    instructions: query.steps || waypoints.length > 2,
    locale: convertToLocale(query.language),
    ...(attributes.length === 0 ? {} : { details: detailsOf(attributes) }),
    ...(optimizeOrder ? { optimize: 'true' } : {}),
    ...(continueStraight ? { pass_through: true } : {}),
    ...headingsOf(query),
    ...curbsidesOf(query, settings),
    ...algorithmOf(query),
    ...customModelFields(query),
  };
  const needsFlexibleMode = ['pass_through', 'headings', 'custom_model', 'algorithm'].some(
    (name) => name in body,
  );
  const flexible = settings.flexibleMode || needsFlexibleMode ? { 'ch.disable': true } : {};
  const json = mergeProviderOptions({ ...body, ...flexible }, query.providerOptions, joinedLists);
  return { method: 'POST', path: '/route', json };
}

function customModelFields(query: DirectionsQuery) {
  const model = customModelOf(query);
  return model === undefined ? {} : { custom_model: model };
}

// One for the start, or one for each point, below 360. The service reads "NaN" as no heading, and fails with
// null.
function headingsOf({ waypoints }: DirectionsQuery) {
  const headings = waypoints.map(({ bearing }) => bearing && Math.round(bearing.degrees) % 360);
  if (headings.every((heading) => heading === undefined)) return {};
  const isOnlyStart = headings.slice(1).every((heading) => heading === undefined);
  return { headings: isOnlyStart ? headings.slice(0, 1) : headings.map((heading) => heading ?? 'NaN') };
}

const otherSide = { right: 'left', left: 'right' } as const;

function curbsidesOf({ waypoints, continueStraight }: DirectionsQuery, { drivingSide }: ServerSettings) {
  const sides = waypoints.map(({ side }) => side);
  if (sides.every((side) => side === 'any')) return {};
  if (continueStraight || waypoints.some(({ bearing }) => bearing !== undefined)) throw sideAlone();
  const names = { any: 'any', same: drivingSide, opposite: otherSide[drivingSide] } as const;
  return { curbsides: sides.map((side) => names[side]) };
}

function sideAlone(): UnsupportedError {
  const message =
    'graphhopper does not support side of a waypoint together with bearing or continueStraight. ' +
    'Leave one of them out.';
  return new UnsupportedError({ message, outcome: 'not-sent' });
}

// Dots are part of the names.
function algorithmOf({ alternatives, roundTrip }: DirectionsQuery) {
  if (roundTrip !== undefined) {
    return {
      algorithm: 'round_trip',
      'round_trip.distance': Math.round(roundTrip.lengthMeters),
      ...(roundTrip.seed === undefined ? {} : { 'round_trip.seed': roundTrip.seed }),
    };
  }
  // The service counts all routes, the best one included.
  return alternatives === 0
    ? {}
    : { algorithm: 'alternative_route', 'alternative_route.max_paths': alternatives + 1 };
}
