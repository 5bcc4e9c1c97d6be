import { mergeProviderOptions } from '@org/core/driver';
import type { CheckedWaypoint, DirectionsQuery } from '../../driver.ts';
import { convertToCosting } from './costing.ts';
import { convertToLocation, exclusions, joinedLists, type ValhallaRequest } from './locations.ts';

/** The elevation data that the engine uses has a point every 30 m. */
const elevationIntervalMeters = 30;

/** Source: valhalla/valhalla docs, "Turn-by-turn API" and "Optimized Route API". */
export function encodeDirections(query: DirectionsQuery): ValhallaRequest {
  const { waypoints, alternatives } = query;
  const body = {
    locations: waypoints.map((waypoint, index) => convertToStop(waypoint, index, query)),
    ...convertToCosting(query),
    ...exclusions(query.avoid),
    units: 'km',
    // Stated, so that `providerOptions` cannot change them: the result is read from this form.
    format: 'json',
    shape_format: 'polyline6',
    language: convertToLanguage(query.language),
    directions_type: query.steps ? 'instructions' : 'none',
    ...(alternatives > 0 ? { alternates: alternatives } : {}),
    ...convertToTime(query),
    ...(query.elevation ? { elevation_interval: elevationIntervalMeters } : {}),
  };
  const action = query.optimizeOrder ? 'optimized_route' : 'route';
  return { action, body: mergeProviderOptions(body, query.providerOptions, joinedLists) };
}

function convertToStop(waypoint: CheckedWaypoint, index: number, query: DirectionsQuery) {
  const { position, snapRadiusMeters = query.snapRadiusMeters, bearing, side } = waypoint;
  const { degrees, toleranceDegrees } = bearing ?? {};
  return {
    ...convertToLocation(position, snapRadiusMeters),
    type: typeOf(waypoint, index, query),
    ...(degrees === undefined ? {} : { heading: Math.round(degrees) }),
    ...(toleranceDegrees === undefined ? {} : { heading_tolerance: Math.round(toleranceDegrees) }),
    ...(side === 'any' ? {} : { preferred_side: side }),
  };
}

// `break` and `break_through` end a leg, `via` and `through` do not. Those with `through` forbid a U-turn.
function typeOf({ role }: CheckedWaypoint, index: number, query: DirectionsQuery): string {
  if (index === 0 || index === query.waypoints.length - 1) return 'break';
  if (role === 'via') return query.continueStraight ? 'through' : 'via';
  return query.continueStraight ? 'break_through' : 'break';
}

function convertToTime({ departAt, arriveBy }: DirectionsQuery) {
  if (departAt !== undefined) return { date_time: { type: 1, value: departAt } };
  return arriveBy === undefined ? {} : { date_time: { type: 2, value: arriveBy } };
}

// Source: valhalla/valhalla locales/, and measured: versions 3.6.1 and 3.9.1 answer in these languages, 3.6.1
// not in Hebrew. A language without a region means the first of its entries.
const languages = (
  'ar-SA bg-BG ca-ES cs-CZ da-DK de-DE el-GR en-US en-GB en-AU en-US-x-pirate es-ES et-EE ' +
  'fi-FI fr-FR he-IL hi-IN hu-HU it-IT ja-JP ko-KR mn-MN nb-NO nl-NL pl-PL pt-PT pt-BR ro-RO ' +
  'ru-RU sk-SK sl-SI sv-SE tr-TR uk-UA vi-VN'
).split(' ');

/** The engine's name of a language. An unknown language stays as it is: newer engines may have it. */
export function convertToLanguage(tag: string): string {
  const wanted = tag.replaceAll('_', '-').toLowerCase();
  const [subtag = ''] = wanted.split('-');
  const primary = subtag === 'no' ? 'nb' : subtag;
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  return exact ?? languages.find((language) => language.startsWith(`${primary}-`)) ?? tag;
}
