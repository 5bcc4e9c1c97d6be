// Names of core for options and errors, so that a program needs this package alone (decision 11).
export type {
  CallOptions,
  ClientEvent,
  CredentialInput,
  Outcome,
  RetryOptions,
  WithResponse,
} from '@org/core';
export {
  AbortedError,
  AuthenticationError,
  BadRequestError,
  CircuitOpenError,
  ClosedError,
  ConfigurationError,
  ConflictError,
  CredentialError,
  HookError,
  InvalidInputError,
  isOrgError,
  NetworkError,
  NotFoundError,
  OrgError,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  RedirectError,
  RequestBodyError,
  ResponseFormatError,
  ResponseTooLargeError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
  UnsupportedError,
  withResponse,
} from '@org/core';
export type { ResponseCache } from './cache/response-cache.ts';
export type { Checkpoint, PartialOptions, RoutingCallOptions, RoutingProgress } from './call-options.ts';
export type { IsochronesFailure, MatrixFailure, PartialResults, PlacesFailure } from './calls/partial.ts';
export { partialOf } from './calls/partial.ts';
export type { RoutingClient, RoutingClientOptions } from './client.ts';
export { createRoutingClient } from './client.ts';
export type { RoutingDriver } from './driver/routing-driver.ts';
export { defineRoutingDriver } from './driver/routing-driver.ts';
export { InvalidPolylineError, LimitExceededError, NoRouteError, PointNotFoundError } from './errors.ts';
export type { RequestEstimate } from './estimates.ts';
export type {
  DirectionsMethods,
  IsochronesMethods,
  MatrixMethods,
  MatrixSignature,
  MatrixStream,
} from './methods.ts';
export type {
  Avoid,
  AvoidOf,
  GeocodeOption,
  RangeType,
  RoutingCapabilities,
  RoutingMethods,
  WaypointSide,
} from './model/engine/capabilities.ts';
export type { RequestRate } from './model/engine/request-caps.ts';
export type {
  BoundingBox,
  Coordinate,
  LineString,
  MultiPolygon,
  Polygon,
  Position,
  PositionLike,
} from './model/geometry/position.ts';
export type { ElevationRequest, ElevationResult } from './model/places/elevation.ts';
export type {
  AddressParts,
  GeocodedPlace,
  GeocodeRequest,
  GeocodeResult,
  ReverseGeocodeRequest,
} from './model/places/geocode.ts';
export type { NearestRequest, NearestResult } from './model/places/nearest.ts';
export type { Poi, PoisRequest, PoisResult } from './model/places/pois.ts';
export type { SnapRequest, SnapResult } from './model/places/snap.ts';
export { decodePolyline, encodePolyline } from './model/polyline/polyline.ts';
export type {
  ExpandedEdge,
  ExpansionRequest,
  ExpansionResult,
  Isochrone,
  IsochronesRequest,
  IsochronesResult,
} from './model/reach/isochrones.ts';
export type {
  MatrixMetric,
  MatrixPart,
  MatrixRequest,
  MatrixResult,
  MatrixTable,
  MatrixTables,
  TableName,
} from './model/reach/matrix.ts';
export type {
  OptimizeBreak,
  OptimizeJob,
  OptimizeRequest,
  OptimizeResult,
  OptimizeShipment,
  OptimizeSolution,
  OptimizeStop,
  OptimizeVehicle,
  PlannedRoute,
  PlannedStop,
  TimeWindow,
  Unassigned,
} from './model/reach/optimize.ts';
export type { Quota, ResultMeta, RoutingResult, RoutingWarning, SnappedPoint } from './model/result.ts';
export type { DirectionsRequest, DirectionsResult, ElevationOf } from './model/routes/directions.ts';
export type {
  AttributesRequest,
  AttributesResult,
  MatchedPoint,
  MatchedRoute,
  MatchRequest,
  MatchResult,
  TracePoint,
} from './model/routes/match.ts';
export type { RoundTripRequest } from './model/routes/round-trip.ts';
export type { Leg, Maneuver, ManeuverDirection, ManeuverKind, Route, Step } from './model/routes/route.ts';
export type { StepSign } from './model/routes/step-sign.ts';
export type { Bearing, RoundTripShape, Waypoint } from './model/routes/waypoint.ts';
export type { ExportGraphRequest, ExportGraphResult, RoutingGraph } from './model/server/graph.ts';
export type { EngineStatus, StatusRequest, StatusResult } from './model/server/status.ts';
export type { AvoidAreas, AvoidFeature } from './model/travel/avoid.ts';
export type { Profile, RoutePreference } from './model/travel/profile.ts';
export { routingProfiles } from './model/travel/profiles.ts';
export type {
  AttributeName,
  AttributeRun,
  AttributeRuns,
  AttributeValues,
  IsochroneAttribute,
} from './model/travel/road-attributes.ts';
export type { Vehicle, VehicleField } from './model/travel/vehicle.ts';
export type { DailyCapInput, DailyCapOptions } from './quota/daily-cap.ts';
export type { EngineUsage } from './usage.ts';
export type { RoutingCallDefaults } from './with-options.ts';
