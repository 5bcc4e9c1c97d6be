import type { ForeignWords } from '@org/core/driver';

const places = 'waypoints|locations|origins|trace|line|position|start';
const avoid = 'pass `avoid`, such as { features: ["tolls"] }';
const line = 'leave it out: a result has the whole line as GeoJSON';
const options = 'pass `avoid` or `vehicle`; the rest goes in `providerOptions`';
const bearing = 'pass it with its waypoint: { position, bearing }';
const units = 'leave it out: distances are metres, durations seconds';

/**
 * What engines call the fields of a request. Read in: openrouteservice's OpenAPI description of v2;
 * mapbox-sdk-js, services/directions.js, isochrone.js and matrix.js; google.maps.routing.v2
 * (googleapis, google/maps/routing/v2) and the DirectionsRequest of @types/google.maps; GraphHopper's OpenAPI
 * description; OSRM's docs/http.md; Valhalla's docs/api and OpenAPI description.
 */
export const foreignWords: ForeignWords = {
  areaunit: units,
  coord: places,
  pointse: line,
  points: places,
  locationt: 'direction',
  locale: 'language',
  loc: places,
  latlng: places,
  waypoint: places,
  start: places,
  end: places,
  shape: 'trace|line',
  origin: `origins|${places}`,
  from: `origins|${places}`,
  source: 'origins',
  dest: `destinations|${places}`,
  to: `destinations|${places}`,
  target: 'destinations',
  interval: 'ranges',
  inter: 'waypoints',
  travel: 'profile',
  transit: 'leave it out: there are no timetables',
  mode: 'profile',
  costingo: options,
  cost: 'profile',
  options,
  profilep: options,
  vehicletype: 'vehicle|profile',
  vehicle: 'profile',
  dep: 'departAt',
  date: 'departAt',
  arriv: 'arriveBy',
  alternat: 'alternatives',
  provideroute: 'alternatives',
  compute: 'alternatives',
  drivingo: 'departAt',
  optimize: 'optimizeOrder',
  avoid,
  exclude: avoid,
  routem: avoid,
  routingp: 'preference',
  over: line,
  format: line,
  calcp: line,
  geom: line,
  polygon: 'areas',
  poly: line,
  unit: units,
  instr: 'steps',
  annot: 'metrics|attributes',
  out: 'metrics',
  detail: 'attributes',
  directionst: 'steps',
  extra: 'attributes',
  range: 'ranges',
  buckets: 'ranges',
  contour: 'ranges',
  distancel: 'ranges',
  reversef: 'direction',
  minutes: 'ranges',
  time: 'ranges',
  radius: 'radiusMeters|snapRadiusMeters',
  bear: bearing,
  heading: bearing,
  q: 'text',
  key: 'the key is an option of the driver',
  api: 'the key is an option of the driver',
  signal: 'pass it as an option, beside the request',
};

/** What they call our profiles. */
export const foreignProfiles: ForeignWords = {
  car: 'driving',
  auto: 'driving',
  drivinghgv: 'truck',
  driv: 'driving',
  mapboxdr: 'driving',
  hgv: 'truck',
  foothik: 'hiking',
  foot: 'walking',
  walk: 'walking',
  ped: 'walking',
  mapboxw: 'walking',
  bi: 'cycling',
  cyclingreg: 'cycling',
  mapboxc: 'cycling',
  racing: 'cycling-road',
  mtb: 'cycling-mountain',
  ebike: 'cycling-electric',
  twow: 'motorcycle',
};
