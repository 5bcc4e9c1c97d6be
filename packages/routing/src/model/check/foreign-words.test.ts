import { fieldHint, meantOption } from '@org/core/driver';
import { describe, expect, it } from 'vitest';
import { routingProfiles } from '../travel/profiles.ts';
import { foreignProfiles, foreignWords } from './foreign-words.ts';

const common = [
  'profile',
  'avoid',
  'vehicle',
  'attributes',
  'language',
  'snapRadiusMeters',
  'providerOptions',
];
const directions = [
  ...[...common, 'waypoints', 'preference', 'steps', 'elevation', 'alternatives', 'continueStraight'],
  ...['departAt', 'arriveBy', 'optimizeOrder', 'approximate'],
];
const isochrones = [...common, 'locations', 'ranges', 'rangeType', 'direction', 'smoothing'];
const matrix = ['profile', 'origins', 'destinations', 'metrics', 'avoid', 'departAt', 'providerOptions'];
const match = ['profile', 'trace', 'radiusMeters', 'attributes', 'providerOptions'];
const avoid = ['features', 'areas', 'countries'];
const geocode = ['text', 'language', 'near', 'limit'];

/** Names of engines, by the word that their hint must have. */
type Names = Readonly<Record<string, readonly string[]>>;

const rows = [
  // openrouteservice's OpenAPI description of v2: Directions, Isochrones, Matrix; openrouteservice-js.
  ...rowsOf('openrouteservice', directions, {
    waypoints: ['coordinates', 'start', 'end'],
    avoid: ['avoid_features', 'avoid_polygons', 'avoidables', 'options', 'profile_params'],
    vehicle: ['options', 'vehicle_type'],
    alternatives: ['alternative_routes'],
    'whole line': ['geometry', 'geometry_simplify', 'format'],
    metres: ['units'],
    attributes: ['extra_info'],
    snapRadiusMeters: ['radiuses'],
    bearing: ['bearings'],
    steps: ['instructions', 'instructions_format'],
    driver: ['api_key'],
  }),
  ...rowsOf('openrouteservice', isochrones, {
    ranges: ['range', 'interval'],
    metres: ['area_units'],
    direction: ['location_type'],
  }),
  ...rowsOf('openrouteservice', matrix, { origins: ['sources'] }),
  ...rowsOf('openrouteservice', avoid, { areas: ['polygons'] }),
  // mapbox-sdk-js, services/directions.js, isochrone.js, matrix.js and geocoding-v6.js; the Directions API.
  ...rowsOf('mapbox', directions, {
    waypoints: ['coordinates'],
    avoid: ['exclude'],
    'whole line': ['geometries', 'overview'],
    attributes: ['annotations'],
    departAt: ['depart_at'],
    arriveBy: ['arrive_by'],
    bearing: ['bearings'],
  }),
  ...rowsOf('mapbox', isochrones, { ranges: ['minutes', 'contours_minutes', 'contours_meters'] }),
  ...rowsOf('mapbox', matrix, { origins: ['points', 'sources'], metrics: ['annotations'] }),
  ...rowsOf('mapbox', geocode, { text: ['q'] }),
  // google/maps/routing/v2: ComputeRoutesRequest; DirectionsRequest of the Maps JavaScript API.
  ...rowsOf('google', directions, {
    waypoints: ['origin', 'destination', 'intermediates'],
    profile: ['travelMode', 'travel_mode', 'mode'],
    preference: ['routingPreference', 'routing_preference'],
    departAt: ['departureTime', 'departure_time', 'drivingOptions'],
    arriveBy: ['arrivalTime', 'arrival_time'],
    alternatives: ['computeAlternativeRoutes', 'provideRouteAlternatives'],
    avoid: ['routeModifiers', 'route_modifiers', 'avoidTolls', 'avoidHighways', 'avoidFerries'],
    language: ['languageCode'],
    metres: ['units', 'unitSystem'],
    optimizeOrder: ['optimizeWaypoints', 'optimizeWaypointOrder'],
    'whole line': ['polylineQuality', 'polylineEncoding'],
    attributes: ['extraComputations'],
    timetables: ['transitPreferences', 'transitOptions'],
    driver: ['key'],
  }),
  // GraphHopper's OpenAPI description: Route, Isochrone, Matrix, Geocode.
  ...rowsOf('graphhopper', directions, {
    waypoints: ['points', 'point'],
    language: ['locale'],
    'whole line': ['points_encoded', 'calc_points'],
    attributes: ['details'],
    steps: ['instructions'],
    optimizeOrder: ['optimize'],
    bearing: ['headings', 'heading'],
  }),
  ...rowsOf('graphhopper', isochrones, {
    ranges: ['time_limit', 'distance_limit', 'buckets'],
    direction: ['reverse_flow'],
  }),
  ...rowsOf('graphhopper', matrix, {
    origins: ['from_points', 'from_point'],
    destinations: ['to_points', 'to_point'],
    metrics: ['out_arrays', 'out_array'],
  }),
  // Valhalla's OpenAPI description: route, isochrone, sources_to_targets, trace_route.
  ...rowsOf('valhalla', directions, {
    waypoints: ['locations'],
    profile: ['costing'],
    avoid: ['costing_options', 'exclude_polygons', 'exclude_locations'],
    departAt: ['date_time'],
    alternatives: ['alternates'],
    steps: ['directions_type'],
  }),
  ...rowsOf('valhalla', isochrones, { ranges: ['contours'] }),
  ...rowsOf('valhalla', matrix, { origins: ['sources'], destinations: ['targets'] }),
  ...rowsOf('valhalla', match, { trace: ['shape'] }),
  // OSRM, docs/http.md: the options of route, table and match.
  ...rowsOf('osrm', directions, { waypoints: ['coordinates'], avoid: ['exclude'], bearing: ['bearings'] }),
  ...rowsOf('osrm', match, { trace: ['coordinates'], radiusMeters: ['radiuses'] }),
  // What people write: a field of our other methods, a place of a map library, and the option of a call.
  ...rowsOf('people', isochrones, { locations: ['waypoints'] }),
  ...rowsOf('people', directions, { waypoints: ['latlngs'], option: ['signal'] }),
];

// openrouteservice, Mapbox, Google, GraphHopper, Valhalla, OSRM's example profiles.
const profiles: Names = {
  driving: ['driving-car', 'mapbox/driving-traffic', 'driving-traffic', 'DRIVE', 'DRIVING', 'car', 'auto'],
  truck: ['driving-hgv', 'hgv'],
  cycling: ['cycling-regular', 'mapbox/cycling', 'BICYCLE', 'BICYCLING', 'bike', 'bicycle'],
  'cycling-road': ['cycling-road', 'racingbike'],
  'cycling-mountain': ['cycling-mountain', 'mtb'],
  'cycling-electric': ['cycling-electric', 'ebike'],
  walking: ['foot-walking', 'mapbox/walking', 'WALK', 'WALKING', 'foot', 'pedestrian'],
  hiking: ['foot-hiking'],
  motorcycle: ['TWO_WHEELER'],
};
const profileRows = Object.entries(profiles).flatMap(([ours, names]) =>
  names.map((name) => ({ name, ours })),
);

describe('names of engines', () => {
  it.each(rows)('$engine: $name is $ours', ({ name, ours, known }) => {
    expect(fieldHint(name, known, foreignWords)).toMatch(new RegExp(`\\b${ours}\\b`));
    expect(fieldHint(name, known, foreignWords)).not.toContain('known are');
  });

  it.each(profileRows)('the profile $name is $ours', ({ name, ours }) => {
    expect(meantOption(name, routingProfiles, foreignProfiles)).toBe(ours);
  });

  it.each([
    ['fields', foreignWords, rows],
    ['profiles', foreignProfiles, profileRows],
  ] as const)('no word of the %s is without a name that somebody uses', (_, words, used) => {
    const names = used.map(({ name }) => name.toLowerCase().replace(/[^a-z\d]/g, ''));
    expect(Object.keys(words).filter((word) => !names.some((name) => name.startsWith(word)))).toEqual([]);
  });
});

function rowsOf(engine: string, known: readonly string[], words: Names) {
  return Object.entries(words).flatMap(([ours, names]) =>
    names.map((name) => ({ engine, name, ours, known })),
  );
}
