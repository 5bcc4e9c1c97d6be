import { type HttpRequest, UnsupportedError } from '@org/core';
import { mergeProviderOptions } from '@org/core/driver';
import {
  type CheckedAvoid,
  type CheckedWaypoint,
  type DirectionsQuery,
  type IsochronesQuery,
  isMotorProfile,
  type MatrixQuery,
  type Position,
  type Profile,
} from '../../driver.ts';
import { modeOf } from './capabilities.ts';

/** The options of the driver that its requests depend on. */
export interface GoogleSettings {
  readonly traffic: boolean | 'optimal';
  /** Further fields of the responses. */
  readonly fields: readonly string[];
}

const joinedLists = ['extraComputations', 'requestedReferenceRoutes'];

/** Source: google/maps/routing/v2/routes_service.proto, `ComputeRoutesRequest`. */
export function encodeDirections(settings: GoogleSettings, query: DirectionsQuery): HttpRequest {
  const { waypoints, alternatives, profile } = query;
  requireOptimizable(settings, query);
  const stops = waypoints.map((waypoint, index) => convertToStop(waypoint, index, query));
  const sent = {
    origin: stops[0],
    destination: stops.at(-1),
    ...(stops.length > 2 ? { intermediates: stops.slice(1, -1) } : {}),
    ...travelOf(profile, settings.traffic),
    ...(query.avoid.features.length === 0 ? {} : { routeModifiers: modifiersOf(query.avoid) }),
    // Without it, lines are simplified.
    polylineQuality: 'HIGH_QUALITY',
    polylineEncoding: 'ENCODED_POLYLINE',
    ...(alternatives > 0 ? { computeAlternativeRoutes: true } : {}),
    ...(query.optimizeOrder ? { optimizeWaypointOrder: true } : {}),
    ...(query.steps ? { languageCode: query.language } : {}),
  };
  const json = mergeProviderOptions(sent, query.providerOptions, joinedLists);
  const fields = [...fieldsOf(query), ...computedFields(json), ...settings.fields.filter(isOfRoute)];
  return { method: 'POST', path: '/directions/v2:computeRoutes', headers: maskOf(fields), json };
}

// Source: developers.google.com/maps/documentation/routes/opt-way (2026-11).
function requireOptimizable({ traffic }: GoogleSettings, { optimizeOrder, profile }: DirectionsQuery): void {
  if (optimizeOrder && traffic === 'optimal' && isMotorProfile(profile))
    throw unsupported('optimizeOrder with traffic "optimal"');
}

function convertToStop(
  { position, bearing, side, role }: CheckedWaypoint,
  index: number,
  query: DirectionsQuery,
) {
  const isVia = role === 'via' && index > 0 && index < query.waypoints.length - 1;
  const lacks = [
    // Source: google/maps/routing/v2/location.proto and waypoint.proto.
    bearing !== undefined && !isMotorProfile(query.profile) && `bearing of a waypoint with ${query.profile}`,
    isVia && query.optimizeOrder && 'role "via" of a waypoint with optimizeOrder',
    isVia && side !== 'any' && 'side of a waypoint with role "via"',
  ].find(Boolean);
  if (lacks) throw unsupported(lacks);
  return {
    ...convertToWaypoint(position, bearing?.degrees),
    ...(isVia ? { via: true } : {}),
    ...(side === 'same' ? { sideOfRoad: true } : {}),
  };
}

function convertToWaypoint([longitude, latitude]: Position, degrees?: number) {
  const heading = degrees === undefined ? {} : { heading: Math.round(degrees) % 360 };
  return { location: { latLng: { latitude, longitude }, ...heading } };
}

/** Google takes a routing preference with motor vehicles alone. */
function travelOf(profile: Profile, traffic: GoogleSettings['traffic']) {
  const preference = traffic === 'optimal' ? 'TRAFFIC_AWARE_OPTIMAL' : 'TRAFFIC_AWARE';
  return {
    travelMode: modeOf(profile),
    ...(traffic !== false && isMotorProfile(profile) ? { routingPreference: preference } : {}),
  };
}

function modifiersOf({ features }: CheckedAvoid) {
  return {
    ...(features.includes('tolls') ? { avoidTolls: true } : {}),
    ...(features.includes('motorways') ? { avoidHighways: true } : {}),
    ...(features.includes('ferries') ? { avoidFerries: true } : {}),
  };
}

/** The fields of what the query asks for: Google sends no others. */
function fieldsOf({ steps, waypoints, optimizeOrder }: DirectionsQuery): string[] {
  const step = ['distanceMeters', 'staticDuration', 'polyline.encodedPolyline', 'navigationInstruction'];
  const routes = [
    'distanceMeters',
    'duration',
    // With `polylineQuality`, Google refuses a mask without a polyline (vivet/GoogleApi#414).
    'polyline.encodedPolyline',
    'warnings',
    'legs.distanceMeters',
    'legs.duration',
    ...(steps ? step.map((name) => `legs.steps.${name}`) : []),
    // A leg between equal places has no steps.
    ...(waypoints.length > 2 ? ['legs.polyline.encodedPolyline'] : []),
    ...(optimizeOrder ? ['optimizedIntermediateWaypointIndex'] : []),
  ];
  // Without a route, the geocoding results are all that there is.
  return ['geocodingResults', 'fallbackInfo', ...routes.map((name) => `routes.${name}`)];
}

/** The fields of each extra computation. */
const computed: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['TOLLS', ['routes.travelAdvisory.tollInfo', 'routes.legs.travelAdvisory.tollInfo']],
  ['FUEL_CONSUMPTION', ['routes.travelAdvisory.fuelConsumptionMicroliters']],
  ['TRAFFIC_ON_POLYLINE', ['routes.travelAdvisory.speedReadingIntervals']],
  ['FLYOVER_INFO_ON_POLYLINE', ['routes.polylineDetails']],
  ['NARROW_ROAD_INFO_ON_POLYLINE', ['routes.polylineDetails']],
]);

function computedFields(json: Readonly<Record<string, unknown>>): string[] {
  const { extraComputations, requestedReferenceRoutes } = json;
  const names: readonly unknown[] = Array.isArray(extraComputations) ? extraComputations : [];
  return [
    ...new Set(names.flatMap((name) => computed.get(name) ?? [])),
    ...(requestedReferenceRoutes === undefined ? [] : ['routes.routeLabels']),
  ];
}

/** The fields of a matrix have no prefix. */
function isOfRoute(name: string): boolean {
  return name.startsWith('routes.');
}

function maskOf(fields: readonly string[]) {
  return { 'x-goog-fieldmask': fields.join(',') };
}

/** Source: google/maps/routing/v2/routes_service.proto, `ComputeRouteMatrixRequest`. */
export function encodeMatrix(settings: GoogleSettings, query: MatrixQuery): HttpRequest {
  const { origins, destinations, metrics, avoid, profile } = query;
  const modifiers = avoid.features.length === 0 ? {} : { routeModifiers: modifiersOf(avoid) };
  const sent = {
    origins: origins.map((position) => ({ waypoint: convertToWaypoint(position), ...modifiers })),
    destinations: destinations.map((position) => ({ waypoint: convertToWaypoint(position) })),
    ...travelOf(profile, settings.traffic),
  };
  const json = mergeProviderOptions(sent, query.providerOptions, joinedLists);
  const { extraComputations } = json;
  const fields = [
    // Without `status` and `condition`, an element that failed looks like one of 0 m.
    ...['originIndex', 'destinationIndex', 'status', 'condition', 'fallbackInfo'],
    ...(metrics.includes('duration') ? ['duration'] : []),
    ...(metrics.includes('distance') ? ['distanceMeters'] : []),
    ...(Array.isArray(extraComputations) && extraComputations.includes('TOLLS')
      ? ['travelAdvisory.tollInfo']
      : []),
    ...settings.fields.filter((name) => !isOfRoute(name)),
  ];
  return { method: 'POST', path: '/distanceMatrix/v2:computeRouteMatrix', headers: maskOf(fields), json };
}

/** Source: developers.google.com/maps/documentation/isochrones, "Generate an isochrone" (2026-11). */
export function encodeIsochrones(settings: GoogleSettings, query: IsochronesQuery): HttpRequest {
  const { locations, ranges, direction, profile } = query;
  const [[longitude, latitude] = [0, 0]] = locations;
  const isTimed = settings.traffic !== false && isMotorProfile(profile);
  const sent = {
    location: { latitude, longitude },
    travelDuration: `${ranges[0]}s`,
    travelMode: modeOf(profile),
    travelDirection: direction === 'to' ? 'TO' : 'FROM',
    ...(isTimed ? { routingPreference: 'TRAFFIC_AWARE' } : {}),
  };
  const json = mergeProviderOptions(sent, query.providerOptions);
  const headers = maskOf(['isochrone.geoJson']);
  return { method: 'POST', path: '/v1/isochrones:generate', headers, json };
}

function unsupported(option: string): UnsupportedError {
  const message = `Google has no ${option}. Leave it out, or use another driver.`;
  return new UnsupportedError({ message, provider: 'google', outcome: 'not-sent' });
}
