// The parts of a driver. The built-in drivers import nothing beneath this entry, `@org/routing/driver`.
export { type HttpRoutingOptions, httpRoutingRules, httpRoutingService } from './driver/http-service.ts';
export type {
  CreditsOf,
  RoutingDriver,
  RoutingOperation,
  RoutingOperations,
} from './driver/routing-driver.ts';
export { routingOperation } from './driver/routing-driver.ts';
export { LimitExceededError, NoRouteError, PointNotFoundError } from './errors.ts';
export type { OptionSupport, RoutingCapabilities, RoutingMethods } from './model/engine/capabilities.ts';
export { noCaps, noOptions } from './model/engine/no-capabilities.ts';
export type { NoSuchOption, NotHonoured } from './model/engine/not-honoured.ts';
export type { RequestCaps, SplitRules } from './model/engine/request-caps.ts';
export { boxAround, distanceToBox } from './model/geometry/box.ts';
export { asLine, joinLines } from './model/geometry/line.ts';
export {
  type BoundingBox,
  type Coordinate,
  closeRing,
  distanceBetween,
  isCoordinate,
  isSamePlace,
  type LineString,
  type MultiPolygon,
  type Polygon,
  type Position,
  withoutElevation,
} from './model/geometry/position.ts';
export { nearestOnSegment } from './model/geometry/segment.ts';
export { areaOf } from './model/geometry/sphere.ts';
export type { ElevationAnswer, ElevationQuery } from './model/places/elevation.ts';
export type {
  CheckedAddress,
  GeocodeAnswer,
  GeocodedPlace,
  GeocodeQuery,
  ReverseGeocodeQuery,
} from './model/places/geocode.ts';
export type { NearestAnswer, NearestQuery } from './model/places/nearest.ts';
export type { Poi, PoisAnswer, PoisQuery } from './model/places/pois.ts';
export type { SnapAnswer, SnapQuery } from './model/places/snap.ts';
export { defaultSnapRadiusMeters } from './model/places/snap-radius.ts';
export { encodePolyline } from './model/polyline/polyline.ts';
export type {
  ExpansionAnswer,
  ExpansionQuery,
  Isochrone,
  IsochronesAnswer,
  IsochronesQuery,
} from './model/reach/isochrones.ts';
export type { MatrixAnswer, MatrixQuery, MatrixTable } from './model/reach/matrix.ts';
export type {
  OptimizeAnswer,
  OptimizeJob,
  OptimizeQuery,
  OptimizeShipment,
  OptimizeStop,
  OptimizeVehicle,
  PlannedRoute,
  PlannedStop,
  TimeWindow,
  Unassigned,
} from './model/reach/optimize.ts';
export type { EngineAnswer, Quota, RoutingWarning, SnappedPoint } from './model/result.ts';
export type { DirectionsAnswer, DirectionsQuery } from './model/routes/directions.ts';
export type {
  AttributesAnswer,
  AttributesQuery,
  CheckedTracePoint,
  MatchAnswer,
  MatchedPoint,
  MatchedRoute,
  MatchQuery,
} from './model/routes/match.ts';
export type { Leg, Maneuver, ManeuverDirection, ManeuverKind, Route, Step } from './model/routes/route.ts';
export type { StepSign } from './model/routes/step-sign.ts';
export type { CheckedBearing, CheckedWaypoint, RoundTripShape } from './model/routes/waypoint.ts';
export type { ExportGraphAnswer, ExportGraphQuery, ExportGraphRequest } from './model/server/graph.ts';
export type { StatusAnswer } from './model/server/status.ts';
export type { AvoidFeature, CheckedAvoid } from './model/travel/avoid.ts';
export type { OwnFields, PerProfile, Profile, RoutePreference } from './model/travel/profile.ts';
export { forProfile, isFootProfile, isMotorProfile } from './model/travel/profile.ts';
export { routingProfiles } from './model/travel/profiles.ts';
export type {
  AttributeName,
  AttributeRun,
  AttributeRuns,
  AttributeValues,
} from './model/travel/road-attributes.ts';
export {
  type CheckedVehicle,
  type Vehicle,
  type VehicleField,
  vehicleFields,
} from './model/travel/vehicle.ts';
export { matchRange, readArea } from './wire/isochrones.ts';
export { placeTable, readTable, requireEach, requirePlausible } from './wire/places.ts';
export { requireMatrixUnits, requireUnits } from './wire/plausible.ts';
export { userAgentProduct } from './wire/product.ts';
export { readIfFits, readWire } from './wire/read.ts';
export { redactDetails, withoutCoordinates } from './wire/redact.ts';
export { unexpectedResponse } from './wire/response-format.ts';
export { readLine, requirePlausibleRoute } from './wire/route.ts';
export { signOf } from './wire/sign.ts';
