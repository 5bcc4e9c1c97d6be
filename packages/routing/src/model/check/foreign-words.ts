import type { ForeignWords } from '@org/core/driver';

const places = 'waypoints|locations|origins|trace|line|position|start';
const profile = 'profile';
const avoid = 'pass `avoid`, such as { features: ["tolls"] }';
const whole = 'leave it out: a result has the whole line as GeoJSON';
const units = 'leave it out: distances are metres, durations seconds';
const ofCall = 'pass it as an option, beside the request';
const ofDriver = 'the key is an option of the driver';

/**
 * What the APIs and SDKs of engines call the fields of a request: Mapbox Directions v5, Google's Routes API
 * and DirectionsService, openrouteservice v2, GraphHopper, OSRM, Valhalla (their API references).
 */
export const foreignWords: ForeignWords = {
  coordinates: places,
  points: places,
  locations: places,
  places,
  stops: places,
  shape: 'trace|line',
  origin: 'origins|waypoints|start|position',
  destination: 'destinations|waypoints',
  from: 'origins|waypoints|start|position',
  to: 'destinations|waypoints',
  intermediates: 'waypoints',
  sources: 'origins',
  frompoints: 'origins',
  targets: 'destinations',
  topoints: 'destinations',
  location: 'position|waypoints|locations',
  latlng: 'position|waypoints|locations',
  center: 'position|locations',
  travelmode: profile,
  mode: profile,
  costing: profile,
  transportmode: profile,
  vehicle: profile,
  departuretime: 'departAt',
  datetime: 'departAt',
  arrivaltime: 'arriveBy',
  provideroutealternatives: 'alternatives',
  computealternativeroutes: 'alternatives',
  optimizewaypoints: 'optimizeOrder',
  optimizewaypointorder: 'optimizeOrder',
  languagecode: 'language',
  avoidtolls: avoid,
  avoidhighways: avoid,
  avoidferries: avoid,
  avoidfeatures: avoid,
  avoidpolygons: avoid,
  exclude: avoid,
  routemodifiers: avoid,
  overview: whole,
  geometries: whole,
  geometryformat: whole,
  pointsencoded: whole,
  polylinequality: whole,
  units,
  unitsystem: units,
  instructions: 'steps',
  annotations: 'metrics|attributes',
  outarrays: 'metrics',
  extrainfo: 'attributes',
  range: 'ranges',
  contours: 'ranges',
  contoursminutes: 'ranges',
  timelimit: 'ranges',
  radiuses: 'snapRadiusMeters',
  radius: 'radiusMeters|snapRadiusMeters',
  bearings: 'pass it with its waypoint: { position, bearing }',
  query: 'text',
  q: 'text',
  tolls: avoid,
  apikey: ofDriver,
  key: ofDriver,
  accesstoken: ofDriver,
  signal: ofCall,
  timeoutms: ofCall,
};

const driving = 'driving';
const walking = 'walking';
const cycling = 'cycling';

/** What they call our profiles. */
export const foreignProfiles: ForeignWords = {
  car: driving,
  auto: driving,
  drive: driving,
  drivingcar: driving,
  drivingtraffic: driving,
  mapboxdriving: driving,
  mapboxdrivingtraffic: driving,
  drivinghgv: 'truck',
  hgv: 'truck',
  foot: walking,
  walk: walking,
  pedestrian: walking,
  footwalking: walking,
  mapboxwalking: walking,
  foothiking: 'hiking',
  hike: 'hiking',
  bike: cycling,
  bicycle: cycling,
  bicycling: cycling,
  cyclingregular: cycling,
  mapboxcycling: cycling,
  racingbike: 'cycling-road',
  mtb: 'cycling-mountain',
  ebike: 'cycling-electric',
  motorscooter: 'moped',
  twowheeler: 'motorcycle',
};
