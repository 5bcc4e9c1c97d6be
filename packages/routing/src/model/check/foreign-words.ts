import type { ForeignWords } from '@org/core/driver';

const places = 'waypoints|locations|origins|trace|line|position|start';
const avoid = 'pass `avoid`, such as { features: ["tolls"] }';
const line = 'leave it out: a result has the whole line as GeoJSON';
const units = 'leave it out: distances are metres, durations seconds';

/**
 * What the APIs and SDKs of engines call the fields of a request: Mapbox Directions v5, Google's Routes API
 * and DirectionsService, openrouteservice v2, GraphHopper, OSRM, Valhalla (their API references).
 */
export const foreignWords: ForeignWords = {
  coord: places,
  pointse: line,
  points: places,
  loc: places,
  places,
  stops: places,
  latlng: places,
  center: places,
  shape: 'trace|line',
  origin: `origins|${places}`,
  from: `origins|${places}`,
  source: 'origins',
  dest: `destinations|${places}`,
  toll: avoid,
  to: `destinations|${places}`,
  target: 'destinations',
  inter: 'waypoints',
  travel: 'profile',
  mode: 'profile',
  cost: 'profile',
  vehicle: 'profile',
  dep: 'departAt',
  date: 'departAt',
  arriv: 'arriveBy',
  provideroute: 'alternatives',
  compute: 'alternatives',
  optimize: 'optimizeOrder',
  avoid,
  exclude: avoid,
  routem: avoid,
  over: line,
  geom: line,
  poly: line,
  unit: units,
  instr: 'steps',
  annot: 'metrics|attributes',
  out: 'metrics',
  extra: 'attributes',
  range: 'ranges',
  contour: 'ranges',
  time: 'ranges',
  radius: 'radiusMeters|snapRadiusMeters',
  bear: 'pass it with its waypoint: { position, bearing }',
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
  mapboxc: 'cycling',
  racing: 'cycling-road',
  mtb: 'cycling-mountain',
  ebike: 'cycling-electric',
  twow: 'motorcycle',
};
