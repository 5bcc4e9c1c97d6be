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
export type { CallOptions } from './call-options.ts';
export type { ServiceClient } from './client.ts';
export { createServiceClient } from './client.ts';
export { bucket } from './constraints/bucket.ts';
export { concurrency } from './constraints/concurrency.ts';
export type { Constraint } from './constraints/constraint.ts';
export type { RateObservation, RateReport, WaitReason } from './constraints/usage.ts';
export { perMinute, perSecond, window } from './constraints/window.ts';
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
export type { Driver, DriverSession, OperationTypes } from './driver.ts';
export type { EngineOptions } from './engine-options.ts';
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
export type { RateHeaderNames } from './feedback/named-rates.ts';
export { readNamedRate } from './feedback/named-rates.ts';
export { readRateHeaders } from './feedback/rate-limit-headers.ts';
export type { ResetUnit } from './feedback/reset-time.ts';
export type { HookAdditions, HookContext, HookRequest, Hooks } from './hooks.ts';
export { createAnswer } from './http/read-answer.ts';
export type { HttpRequest, QueryValue, RawRequest } from './http/request.ts';
export type { Compress, OpenBody, RequestBody } from './http/request-body.ts';
export type { RequestHeaders } from './http/request-headers.ts';
export type { HttpAnswer } from './http/response.ts';
export type { Transport, TransportRequest } from './http/transport.ts';
export type {
  HttpDriverDefinition,
  OperationModule,
  OperationTable,
  OperationTypesOf,
} from './http-driver.ts';
export { httpDriver } from './http-driver.ts';
export { combineLimiters } from './limiter/combine-limiters.ts';
export type { LimiterOptions } from './limiter/create-limiter.ts';
export { createLimiter } from './limiter/create-limiter.ts';
export type { CallPriority, Limiter, LimitWait, Permit, PermitRequest } from './limiter/limiter.ts';
export type { MemoryLimiter } from './limiter/memory-limiter.ts';
export type { LimiterSnapshot, LimitSetSnapshot, LimitSnapshot } from './limiter/snapshot.ts';
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
export type { Classify, HedgeRule, Operation, ServiceDefinition } from './operation.ts';
export { defineOperation, defineService, pathSegment } from './operation.ts';
export type { OperationContext } from './operation-context.ts';
export { classifyStatus } from './retry/classify.ts';
export type { Failure, FailureType } from './retry/failure.ts';
export type { RetryOptions, RetryQuotaOptions } from './retry/options.ts';
export { legacyRetry } from './retry/options.ts';
export type { AnswerHeaders } from './retry/retry-after.ts';
export { parseHttpDate, parseRetryAfter, readRetryAfter } from './retry/retry-after.ts';
export type { Safety } from './safety.ts';
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
export type { Runtime } from './time/runtime.ts';
export { createRuntime } from './time/runtime.ts';
export type { WithResponse } from './with-response.ts';
export { withResponse } from './with-response.ts';
