export type { Auth, AuthTarget } from './auth/auth.ts';
export { basicAuth } from './auth/basic.ts';
export { bearerAuth } from './auth/bearer.ts';
export { bodyKey } from './auth/body-key.ts';
export { headerKey } from './auth/header-key.ts';
export { noAuth } from './auth/no-auth.ts';
export { queryKey } from './auth/query-key.ts';
export { requestSigner } from './auth/signer.ts';
export type { CallDefaults } from './call-defaults.ts';
export type { CallOptions } from './call-options.ts';
export { createServiceClient, type ServiceClient } from './client.ts';
export type { RequestOptions } from './composite.ts';
export { defineComposite } from './composite.ts';
export { cachedCredential } from './credentials/cached.ts';
export { credentialChain } from './credentials/chain.ts';
export type { CachedCredentialSource } from './credentials/credential-cache.ts';
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
export type { EngineOptions } from './engine-options.ts';
export {
  AbortedError,
  ClosedError,
  ConfigurationError,
  CredentialError,
  HookError,
  InvalidInputError,
  UnsupportedError,
} from './errors/caller-errors.ts';
export type { OrgErrorCode } from './errors/error-code.ts';
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
  Compress,
  HttpRequest,
  QueryValue,
  RawRequest,
  RequestBody,
  RequestHeaders,
} from './http/request.ts';
export type { ServiceResponse } from './http/response.ts';
export type { Transport, TransportRequest } from './http/transport.ts';
export { createServiceResponse } from './http/transport-response.ts';
export { combineLimiters } from './limits/combine-limiters.ts';
export { createLimiter, type LimiterOptions } from './limits/create-limiter.ts';
export { tokenBucket } from './limits/kinds/bucket.ts';
export { maxConcurrency } from './limits/kinds/concurrency.ts';
export type { Constraint } from './limits/kinds/constraint.ts';
export { perMinute, perSecond, perWindow } from './limits/kinds/window.ts';
export type { CallPriority, Limiter, LimitWait } from './limits/limiter.ts';
export type { MemoryLimiter } from './limits/memory-limiter.ts';
export type { LimiterSnapshot, LimitSnapshot } from './limits/snapshot.ts';
export type { ClientEvent, EventListener } from './observe/events.ts';
export type { Classify, Operation, ServiceDefinition } from './operation.ts';
export { defineOperation, defineService } from './operation.ts';
export type { OperationContext } from './operation-context.ts';
export { pathSegment } from './pipeline/http-request.ts';
export type { WaitReason } from './rates.ts';
export { classifyStatus } from './retry/classify.ts';
export type { Failure } from './retry/failure.ts';
export type { RetryOptions, RetryQuotaOptions } from './retry/options.ts';
export type { Safety } from './safety.ts';
export type { Issue, Schema, SchemaIssue, SchemaResult } from './schema.ts';
export { createRuntime, type Runtime } from './time/runtime.ts';
export { type WithResponse, withResponse } from './with-response.ts';
