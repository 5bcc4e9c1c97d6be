export type { Auth, AuthTarget } from './auth/auth.ts';
export type { BasicOptions } from './auth/basic.ts';
export { basic } from './auth/basic.ts';
export { bearer } from './auth/bearer.ts';
export type { HeaderKeyOptions } from './auth/header-key.ts';
export { headerKey } from './auth/header-key.ts';
export { noAuth } from './auth/no-auth.ts';
export { queryKey } from './auth/query-key.ts';
export type { SignerOptions } from './auth/signer.ts';
export { signer } from './auth/signer.ts';
export type { CallOptions, CallPriority } from './call-options.ts';
export type { ServiceClient } from './client.ts';
export { createServiceClient } from './client.ts';
export type { CachedCredentialSource, CachedOptions } from './credentials/cached.ts';
export { cached } from './credentials/cached.ts';
export { chain } from './credentials/chain.ts';
export { fromEnv } from './credentials/env.ts';
export { settingFromEnv } from './credentials/env-address.ts';
export { fromFile } from './credentials/file.ts';
export { credentialFrom } from './credentials/input.ts';
export { Secret } from './credentials/secret.ts';
export type {
  Credential,
  CredentialContext,
  CredentialInput,
  CredentialSource,
} from './credentials/source.ts';
export { fromValue } from './credentials/value.ts';
export type { Driver, DriverSession, EngineOptions, OperationTypes, RawRequest } from './driver.ts';
export {
  ClosedError,
  ConfigurationError,
  CredentialError,
  HookError,
  InvalidInputError,
  UnsupportedError,
} from './errors/caller-errors.ts';
export type { FamilyCode, OrgErrorCode } from './errors/error-code.ts';
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
  CircuitOpenError,
  NetworkError,
  RedirectError,
  RequestBodyError,
  ResponseFormatError,
  ResponseTooLargeError,
  ThrottleRejectedError,
  TimeoutError,
} from './errors/transport-errors.ts';
export type { HookAdditions, HookContext, HookRequest, Hooks } from './hooks.ts';
export type {
  HttpDriverDefinition,
  OperationModule,
  OperationTable,
  OperationTypesOf,
} from './http-driver.ts';
export { httpDriver } from './http-driver.ts';
export { mergeProviderOptions } from './merge-provider-options.ts';
export type { ChannelOf } from './observe/channels.ts';
export { channelNames } from './observe/channels.ts';
export type {
  AttemptEndEvent,
  AttemptStartEvent,
  ChannelEvents,
  ClientEvent,
  CredentialRefreshedEvent,
  EventListener,
  LimitWaitEndEvent,
  LimitWaitStartEvent,
  OperationEndEvent,
  OperationStartEvent,
  QuotaReportedEvent,
  RetryScheduledEvent,
} from './observe/events.ts';
export type { Instrumentation, OperationObserver } from './observe/instrumentation.ts';
export type {
  Classify,
  Failure,
  FailureType,
  HedgeRule,
  HttpAnswer,
  HttpRequest,
  Operation,
  OperationContext,
  QueryValue,
  Safety,
  ServiceDefinition,
} from './operation.ts';
export { defineOperation, defineService, pathSegment } from './operation.ts';
export type { Hedge, HedgeOptions, HedgeRace } from './pipeline/hedge.ts';
export { hedge } from './pipeline/hedge.ts';
export { createAnswer } from './pipeline/read-answer.ts';
export type { RequestHeaders } from './pipeline/request-headers.ts';
export type { Transport, TransportRequest } from './pipeline/transport.ts';
export type { Compress, OpenBody, RequestBody } from './request-body.ts';
export { classifyStatus } from './retry/classify.ts';
export type { RetryOptions, RetryQuotaOptions } from './retry/options.ts';
export { legacyRetry } from './retry/options.ts';
export type { AnswerHeaders } from './retry/retry-after.ts';
export { parseHttpDate, parseRetryAfter, readRetryAfter } from './retry/retry-after.ts';
export type { Runtime } from './runtime.ts';
export { createRuntime } from './runtime.ts';
export type { Issue, Schema, SchemaIssue, SchemaResult } from './schema.ts';
export { toIssue, validate } from './schema.ts';
export type {
  TaskContext,
  TaskDriverDefinition,
  TaskOperation,
  TaskResult,
  TaskSession,
  TaskStep,
} from './task.ts';
export type { TaskTable, TaskTypesOf } from './task-driver.ts';
export { taskDriver } from './task-driver.ts';
export type { AimdOptions } from './throttle/aimd.ts';
export { aimd } from './throttle/aimd.ts';
export type { Breaker, BreakerChange, BreakerOptions, BreakerSnapshot } from './throttle/breaker.ts';
export { createBreaker } from './throttle/breaker.ts';
export type { CircuitState } from './throttle/circuit.ts';
export { combineLimiters } from './throttle/combine-limiters.ts';
export type { ConcurrencyPolicy, ConcurrencySample } from './throttle/concurrency-policy.ts';
export type { Constraint } from './throttle/constraint.ts';
export { bucket, concurrency, perMinute, perSecond, window } from './throttle/constraint.ts';
export type { LimiterOptions, MemoryLimiter } from './throttle/create-limiter.ts';
export { createLimiter } from './throttle/create-limiter.ts';
export type { DeficitRoundRobinOptions } from './throttle/deficit-round-robin.ts';
export { deficitRoundRobin } from './throttle/deficit-round-robin.ts';
export type { Fairness, TenantSchedule } from './throttle/fairness.ts';
export type {
  Limiter,
  LimitWait,
  Permit,
  PermitRequest,
  RateObservation,
  RateReport,
  WaitReason,
} from './throttle/limiter.ts';
export type { RateHeaderNames } from './throttle/named-rates.ts';
export { readNamedRate } from './throttle/named-rates.ts';
export { readRateHeaders } from './throttle/rate-limit-headers.ts';
export type { ResetUnit } from './throttle/reset-time.ts';
export type { GateSnapshot, LimiterSnapshot, LimitSnapshot } from './throttle/snapshot.ts';
export type { WithResponse } from './with-response.ts';
export { withResponse } from './with-response.ts';
