export type { Auth, AuthTarget } from './auth/auth.ts';
export type { CallOptions, CallPriority } from './call-options.ts';
export { Secret } from './credentials/secret.ts';
export type {
  Credential,
  CredentialContext,
  CredentialInput,
  CredentialSource,
} from './credentials/source.ts';
export type { Driver, DriverSession, EngineOptions, OperationTypes, RawRequest } from './driver.ts';
export {
  ClosedError,
  ConfigurationError,
  CredentialError,
  InvalidInputError,
  UnsupportedError,
} from './errors/caller-errors.ts';
export type { OrgErrorFields, Outcome, RetryRefusal } from './errors/org-error.ts';
export { isOrgError, OrgError } from './errors/org-error.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from './errors/service-errors.ts';
export type { TimeoutPhase } from './errors/transport-errors.ts';
export {
  NetworkError,
  RedirectError,
  ResponseFormatError,
  ResponseTooLargeError,
  ThrottleRejectedError,
  TimeoutError,
} from './errors/transport-errors.ts';
export type {
  AttemptEndEvent,
  AttemptStartEvent,
  ClientEvent,
  CredentialRefreshedEvent,
  EventListener,
  LimitWaitEvent,
  OperationEndEvent,
  OperationStartEvent,
  RetryScheduledEvent,
} from './observe/events.ts';
export type {
  Classify,
  Failure,
  FailureType,
  HttpAnswer,
  HttpRequest,
  Operation,
  OperationContext,
  QueryValue,
  Safety,
  ServiceDefinition,
} from './operation.ts';
export { defineOperation, defineService, pathSegment } from './operation.ts';
export type { Transport, TransportRequest } from './pipeline/transport.ts';
export type { RetryOptions, RetryQuotaOptions } from './retry/options.ts';
export { legacyRetry } from './retry/options.ts';
export type { Runtime } from './runtime.ts';
export { createRuntime } from './runtime.ts';
export type { Issue, Schema, SchemaIssue, SchemaResult } from './schema.ts';
export { validate } from './schema.ts';
export type { TaskContext, TaskDriverDefinition, TaskOperation, TaskResult, TaskSession } from './task.ts';
export type { Constraint } from './throttle/constraint.ts';
export { bucket, concurrency, perMinute, perSecond, window } from './throttle/constraint.ts';
export type { Limiter, Permit, PermitRequest, RateObservation, RateReport } from './throttle/limiter.ts';
