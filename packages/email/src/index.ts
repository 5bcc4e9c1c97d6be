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
export type {
  EmailClient,
  EmailClientOptions,
  EmailSendClient,
  RawRequestClient,
} from './client.ts';
export { createEmailClient } from './client.ts';
export type { ContactClient } from './contact-client.ts';
export type {
  ContactOperations,
  EmailDriver,
  EmailOperations,
  SendOperations,
  TemplateOperations,
} from './driver.ts';
export { defineEmailDriver } from './driver.ts';
export type { AddressInput, EmailAddress } from './model/address.ts';
export { formatAddress, parseAddress } from './model/address.ts';
export type { Attachment, AttachmentInput } from './model/attachment.ts';
export type { EmailCapabilities, EmailLimits, MessageCapabilities } from './model/capabilities.ts';
export type {
  Contact,
  ContactChanges,
  ContactFields,
  ContactFilter,
  ContactInput,
  UpsertedContact,
} from './model/contact.ts';
export {
  AccountSuspendedError,
  IdempotencyConflictError,
  IncompleteSendError,
  MessageRejectedError,
  RecipientRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from './model/errors.ts';
export type { LossyMapping, OnLossy } from './model/fit-message.ts';
export type { MessageHeader } from './model/headers.ts';
export type {
  AddressesInput,
  ContentMessage,
  EmailMessage,
  EmailTemplateMessage,
  HtmlMessage,
  ListUnsubscribe,
  PreparedMessage,
  RecipientVisibility,
  TextMessage,
} from './model/message.ts';
export type { Page } from './model/page.ts';
export type { RecipientOutcome, RecipientStatus, SendReceipt, SendResult } from './model/send-result.ts';
export type {
  Template,
  TemplateChanges,
  TemplateFilter,
  TemplateInput,
  TemplateKind,
  TemplateReference,
  TemplateVariables,
} from './model/template.ts';
export type { SendEachOptions, SendEachOutcome, SendEachOutcomes } from './send-each.ts';
export type { SendOptions } from './send-options.ts';
export type { TemplateClient } from './template-client.ts';
