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
export type { ReplayClaim, ReplayStore, WebhookRequest } from '@org/core/webhooks';
export {
  memoryReplayStore,
  WebhookReplayedError,
  WebhookRunningError,
  WebhookSignatureError,
} from '@org/core/webhooks';
export type {
  EmailClient,
  EmailClientOptions,
  EmailSendClient,
  RawRequestClient,
  VerifyClient,
} from './client.ts';
export { createEmailClient } from './client.ts';
export type { Render } from './content/late-content.ts';
export type { InboundPart } from './driver/inbound-part.ts';
export type { ReceivedWebhook } from './driver/webhook-scheme.ts';
export type { EmailDriver } from './driver.ts';
export { defineEmailDriver } from './driver.ts';
export {
  type AddressInput,
  type AddressObject,
  type EmailAddress,
  formatAddress,
  parseAddress,
} from './model/address.ts';
export type { Attachment, AttachmentContent, AttachmentInput } from './model/attachment.ts';
export type {
  AnyProviderOptions,
  EmailCapabilities,
  EmailLimits,
  TemplateLanguage,
} from './model/capabilities.ts';
export type { Bounce, DeliveryEvent, DeliveryEventType, RejectReason } from './model/delivery-event.ts';
export {
  AccountSuspendedError,
  IdempotencyConflictError,
  IncompleteSendError,
  MessageRejectedError,
  RecipientRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from './model/errors.ts';
export type { OnLossy } from './model/fit/lossy.ts';
export type { ListUnsubscribe, MessageHeader, PreparedHeader } from './model/headers.ts';
export type { NotCarried } from './model/message/field-of.ts';
export type { AddressesInput, RecipientVisibility } from './model/message/message-base.ts';
export type { MessageToSend } from './model/message/message-to-send.ts';
export type {
  ContentMessage,
  EmailMessage,
  EmailTemplateMessage,
  EmlMessage,
  HtmlMessage,
  RenderedMessage,
  StoredMessage,
  TextMessage,
} from './model/message.ts';
export type { Alternative, Tag, TagList, Tracking } from './model/message-parts.ts';
export type { Page } from './model/resources/page.ts';
export type { RecipientOutcome, RecipientStatus, SendReceipt, SendResult } from './model/send-result.ts';
export type { VerifiedConnection } from './model/verified-connection.ts';
export type { AttachmentPreview, MessagePreview } from './preview/preview-message.ts';
export type { SendBatchOptions } from './send-batch.ts';
export type { SendEachOptions, SendEachOutcome, SendEachOutcomes } from './send-each.ts';
export type { SendJournal } from './send-journal.ts';
export type { SendOptions } from './send-options.ts';
export type {
  EventsHandler,
  WebhookHandlerOptions,
  WebhookHandlers,
  WebhookOptions,
} from './webhooks/options.ts';
export type { Webhook } from './webhooks/webhook.ts';
export type { WebhookClient, WebhookReceiverClient } from './webhooks/webhook-client.ts';
export type { ScopedClient } from './with-options.ts';
