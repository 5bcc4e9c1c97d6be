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
export type { RoutingCallOptions } from './calls/sender.ts';
export type {
  DirectionsMethods,
  IsochronesMethods,
  MatrixMethod,
  MatrixMethods,
  MatrixSignature,
  MatrixStream,
  RawRequestMethods,
  RoutingClient,
  RoutingClientBase,
  RoutingClientOptions,
  SnapMethods,
} from './client.ts';
export { createRoutingClient } from './client.ts';
export type { OfferedNames, RoutingDriver, RoutingOperation, RoutingOperations } from './driver.ts';
export { defineRoutingDriver } from './driver.ts';
export {
  InvalidPolylineError,
  LimitExceededError,
  NoRouteError,
  PointNotFoundError,
} from './errors.ts';
export type { Avoid, AvoidFeature, Vehicle, VehicleField } from './model/avoid.ts';
export type {
  AvoidFeatureOf,
  OptionSupport,
  ProfileOf,
  RequestCaps,
  RoutingCapabilities,
  SplitRules,
} from './model/capabilities.ts';
export type {
  DirectionsAnswer,
  DirectionsQuery,
  DirectionsRequest,
  DirectionsResult,
  Leg,
  Route,
  RoutePreference,
  Step,
  TwoOrMore,
  Waypoint,
} from './model/directions.ts';
export type {
  Isochrone,
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
} from './model/position.ts';
export type { PerProfile, Profile } from './model/profile.ts';
export { profiles } from './model/profile.ts';
export type {
  EngineAnswer,
  Quota,
  ResultMeta,
  RoutingResult,
  RoutingWarning,
  SnappedPoint,
} from './model/result.ts';
export type { SnapAnswer, SnapQuery, SnapRequest, SnapResult } from './model/snap.ts';
