import type { ForeignWords } from '@org/core/driver';

const places = 'waypoints|locations|origins|trace|line|position|start';
const avoid = 'pass `avoid`, such as { features: ["tolls"] }';
const line = 'leave it out: a result has the whole line as GeoJSON';
const options = 'pass `avoid` or `vehicle`; the rest goes in `providerOptions`';
const bearing = 'pass it with its waypoint: { position, bearing }';
const units = 'leave it out: distances are metres, durations seconds';

/**
 * What engines call the fields of a request. The names, and where they were read, are in the test:
 * openrouteservice, Mapbox, Google, GraphHopper, OSRM and Valhalla.
 */
const words: ForeignWords = {
  areaunit: units,
  coord: places,
  pointse: line,
  point: places,
  locationt: 'direction',
  locale: 'language',
  lang: 'language',
  loc: places,
  latlng: places,
  waypoint: places,
  start: places,
  end: places,
  shape: 'trace|line',
  origin: `origins|${places}`,
  from: `origins|${places}`,
  source: 'origins',
  dest: 'destinations|waypoints',
  to: 'destinations|waypoints',
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
  vehicletype: 'vehicle',
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

// A program in one file has been compiled: its errors list the known names.
declare const __ONE_FILE__: true | undefined;
export const foreignWords: ForeignWords = typeof __ONE_FILE__ === 'boolean' ? {} : words;

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
