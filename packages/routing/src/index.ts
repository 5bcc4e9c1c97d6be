// Names of core for options and errors, so that a program needs this package alone (decision 11).
export type {
  Auth,
  CallOptions,
  ClientEvent,
  Constraint,
  CredentialInput,
  CredentialSource,
  EventListener,
  Hooks,
  Limiter,
  MemoryLimiter,
  Outcome,
  RetryOptions,
  WithResponse,
} from '@org/core';
export {
  AbortedError,
  AuthenticationError,
  BadRequestError,
  basic,
  bearer,
  bucket,
  CircuitOpenError,
  ClosedError,
  ConfigurationError,
  ConflictError,
  CredentialError,
  cached,
  chain,
  combineLimiters,
  concurrency,
  createLimiter,
  fromEnv,
  fromFile,
  fromValue,
  HookError,
  headerKey,
  InvalidInputError,
  isOrgError,
  NetworkError,
  NotFoundError,
  noAuth,
  OrgError,
  PayloadTooLargeError,
  PermissionError,
  perMinute,
  perSecond,
  QuotaExceededError,
  queryKey,
  RateLimitError,
  RedirectError,
  RequestBodyError,
  ResponseFormatError,
  ResponseTooLargeError,
  Secret,
  ServerError,
  signer,
  ThrottleRejectedError,
  TimeoutError,
  UnsupportedError,
  window,
  withResponse,
} from '@org/core';
export type { ResponseCache } from './cache/response-cache.ts';
export type { RoutingCallOptions } from './calls/sender.ts';
export type { RoutingClient, RoutingClientBase, RoutingClientOptions } from './client.ts';
export { createRoutingClient } from './client.ts';
export type {
  CreditsOf,
  OfferedNames,
  RoutingDriver,
  RoutingOperation,
  RoutingOperations,
} from './driver.ts';
export { defineRoutingDriver } from './driver.ts';
export { InvalidPolylineError, LimitExceededError, NoRouteError, PointNotFoundError } from './errors.ts';
export type { EstimatedMethod, EstimateMethods, RequestEstimate, RequestsOf } from './estimates.ts';
export type {
  DirectionsMethods,
  IsochronesMethods,
  MatrixMethod,
  MatrixMethods,
  MatrixSignature,
  MatrixStream,
  RawRequestMethods,
  SnapMethods,
} from './methods.ts';
export type {
  AttributeName,
  AttributeRun,
  AttributeRuns,
  AttributeValues,
  IsochroneAttribute,
} from './model/attributes.ts';
export type { AvoidAreas, AvoidFeature, CheckedAvoid } from './model/avoid.ts';
export type {
  AttributeOf,
  Avoid,
  AvoidFeatureOf,
  AvoidOf,
  GeocodeOption,
  GeocodeOptionOf,
  OptionOf,
  OptionSupport,
  PreferenceOf,
  ProfileOf,
  RequestCaps,
  RequestRate,
  RoutingCapabilities,
  RoutingMethods,
  SplitRules,
  VehicleOf,
} from './model/capabilities.ts';
export type {
  DirectionsAnswer,
  DirectionsQuery,
  DirectionsRequest,
  DirectionsResult,
  ElevationOf,
  TwoOrMore,
} from './model/directions.ts';
export type {
  Isochrone,
  IsochroneAttributeOf,
  IsochronesAnswer,
  IsochronesQuery,
  IsochronesRequest,
  IsochronesResult,
  RangeType,
} from './model/isochrones.ts';
export type { Maneuver, ManeuverDirection, ManeuverKind } from './model/maneuver.ts';
export type {
  MatrixAnswer,
  MatrixMetric,
  MatrixPart,
  MatrixQuery,
  MatrixRequest,
  MatrixResult,
  MatrixTable,
  MatrixTables,
  TableName,
} from './model/matrix.ts';
export type { EncodePolylineOptions, PolylineOptions } from './model/polyline.ts';
export { decodePolyline, encodePolyline } from './model/polyline.ts';
export type {
  BoundingBox,
  Coordinate,
  LineString,
  MultiPolygon,
  Polygon,
  Position,
  PositionLike,
} from './model/position.ts';
export { type PerProfile, type Profile, profiles, type RoutePreference } from './model/profile.ts';
export type {
  EngineAnswer,
  Quota,
  ResultMeta,
  RoutingResult,
  RoutingWarning,
  SnappedPoint,
} from './model/result.ts';
export type { RoundTripRequest } from './model/round-trip.ts';
export type { Leg, Route, Step } from './model/route.ts';
export type {
  AttributesAnswer,
  AttributesQuery,
  AttributesRequest,
  AttributesResult,
} from './model/services/attributes.ts';
export type {
  ElevationAnswer,
  ElevationQuery,
  ElevationRequest,
  ElevationResult,
} from './model/services/elevation.ts';
export type {
  ExpandedEdge,
  ExpansionAnswer,
  ExpansionQuery,
  ExpansionRequest,
  ExpansionResult,
} from './model/services/expansion.ts';
export type {
  AddressParts,
  GeocodeAnswer,
  GeocodedPlace,
  GeocodeQuery,
  GeocodeRequest,
  GeocodeResult,
  ReverseGeocodeQuery,
  ReverseGeocodeRequest,
} from './model/services/geocode.ts';
export type {
  ExportGraphAnswer,
  ExportGraphRequest,
  ExportGraphResult,
  RoutingGraph,
} from './model/services/graph.ts';
export type {
  MatchAnswer,
  MatchedPoint,
  MatchedRoute,
  MatchQuery,
  MatchRequest,
  MatchResult,
  TracePoint,
} from './model/services/match.ts';
export type { NearestAnswer, NearestQuery, NearestRequest, NearestResult } from './model/services/nearest.ts';
export type {
  OptimizeAnswer,
  OptimizeBreak,
  OptimizeJob,
  OptimizeQuery,
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
} from './model/services/optimize.ts';
export type { Poi, PoisAnswer, PoisQuery, PoisRequest, PoisResult } from './model/services/pois.ts';
export type { EngineStatus, StatusAnswer, StatusRequest, StatusResult } from './model/services/status.ts';
export type { SnapAnswer, SnapQuery, SnapRequest, SnapResult } from './model/snap.ts';
export type { Vehicle, VehicleField } from './model/vehicle.ts';
export type { Bearing, CheckedWaypoint, RoundTripShape, Waypoint } from './model/waypoint.ts';
export type {
  AttributesMethods,
  ElevationMethods,
  ExpansionMethods,
  ExportGraphMethods,
  GeocodeMethods,
  MatchMethods,
  NearestMethods,
  OptimizeMethods,
  PoisMethods,
  ReverseGeocodeMethods,
  RoundTripMethods,
  StatusMethods,
} from './more-methods.ts';
export type { IsochronesFailure, MatrixFailure, PartialResults, PlacesFailure } from './partial.ts';
export { partialOf } from './partial.ts';
export type { Checkpoint, FailuresOf, PartialOptions, ProgressOptions, RoutingProgress } from './parts.ts';
export type { DailyCapInput, DailyCapOptions } from './quota/daily-cap.ts';
export type { EngineUsage, QuotaMethods } from './quota/usage.ts';
