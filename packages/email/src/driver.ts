// What a driver is made of. The built-in drivers import nothing beneath this entry.
export { type BatchReceipts, batchReceipts } from './driver/batch-receipts.ts';
export type {
  BatchKey,
  EmailDriver,
  EmailDriverExtras,
  EmailWebhooks,
} from './driver/email-driver.ts';
export { defineEmailDriver } from './driver/email-driver.ts';
export type { HttpEmailOptions, WebhookSecretOptions } from './driver/http-service.ts';
export { emailWebhooks, httpEmailService, refuseUnknownOptions } from './driver/http-service.ts';
export type { AllOperations, Change, ListMembers, OperationType, PagedFilter } from './driver/operations.ts';
export { userAgentProduct } from './driver/product.ts';
export { mebibyte, plainService, usualMessage } from './driver/usual-message.ts';
export type {
  ReceivedWebhook,
  SignContext,
  SignedWebhook,
  Verdict,
  VerifyContext,
  WebhookModule,
  WebhookScheme,
} from './driver/webhook-scheme.ts';
export { type AddressInput, type EmailAddress, formatMailbox, readAddress } from './model/address.ts';
export { readAddressSpec } from './model/address-spec.ts';
export type { Attachment } from './model/attachment.ts';
export { decodeBase64, encodeBase64 } from './model/base64.ts';
export type {
  ContactMethod,
  EmailCapabilities,
  EmailLimits,
  ListMethod,
  MessageCapabilities,
  MessageMethod,
  Methods,
  SuppressionMethod,
  TemplateMethod,
  WebhookMethod,
} from './model/capabilities.ts';
export type {
  Bounce,
  DeliveryEvent,
  DeliveryEventType,
  EventClient,
  RejectReason,
} from './model/delivery-event.ts';
export {
  AccountSuspendedError,
  IdempotencyConflictError,
  MessageRejectedError,
  RecipientRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from './model/errors.ts';
export type { MessageHeader } from './model/headers.ts';
export { memberPath } from './model/member-path.ts';
export type { RawMail } from './model/message/raw-mail.ts';
export { headersOf, type PreparedMessage, recipientsOf } from './model/message.ts';
export { type Tag, tagText } from './model/message-parts.ts';
export type { Reader, Reading, Report } from './model/reader.ts';
export {
  listOf,
  oneOf,
  ownValue,
  parsedBy,
  readBoolean,
  readerOf,
  readFields,
  readInput,
  requireFields,
} from './model/reader.ts';
export { oneLine, quotableWords, redactAddresses } from './model/redact-addresses.ts';
export { readEmail } from './model/resources/list.ts';
export type { Page, Paging } from './model/resources/page.ts';
export { readDate } from './model/resources/suppression.ts';
export { readVariables } from './model/resources/template.ts';
export type { RecipientOutcome, SendReceipt } from './model/send-result.ts';
export { allAccepted, allRejected, statusOf } from './model/send-result.ts';
export { findUnsafeText, readFilledText, readLine, readText, textWithout, utf8Length } from './model/text.ts';
export type { VerifiedConnection } from './model/verified-connection.ts';
export { type PostedForm, postedForm, readShortFields } from './webhooks/posted-form.ts';
export { signWithToken, verifySharedSecret } from './webhooks/shared-secret.ts';
export { standardWebhooks } from './webhooks/standard-webhooks.ts';
export { deleteItem, getItem, type ItemPath, itemRequest } from './wire/by-id.ts';
export { collectPages } from './wire/collect-pages.ts';
export { composites, type RequestCall } from './wire/composites.ts';
export {
  type EncodedRecipients,
  encodeFiles,
  encodeFilesApart,
  encodeRecipients,
  encodeTags,
  formatMailboxes,
  isoSeconds,
} from './wire/encode-parts.ts';
export { encodeWords } from './wire/encoded-word.ts';
export { makeEventId } from './wire/event-id.ts';
export { readExactJson, readUnverifiedJson } from './wire/exact-json.ts';
export { listIn, undefinedIfBare, undefinedIfEmpty } from './wire/filled.ts';
export { inGroup } from './wire/in-group.ts';
export { fromHeaderDate, fromSeconds, isWithin, toDate } from './wire/instant.ts';
export { jsonSchema, type Parser, readJson, readResponse } from './wire/json-schema.ts';
export { lookUp, wordFor } from './wire/look-up.ts';
export { type MeaningsByWords, meaningByWords } from './wire/meaning-by-words.ts';
export { nextOffset, offsetOf } from './wire/offset.ts';
export { type RecipientAnswer, receiptByAddress, receiptOfEach } from './wire/receipt-of-each.ts';
export {
  cannotCarry,
  invalidOption,
  messageOptions,
  refuseBesideTemplate,
  refuseFields,
  refuseOtherType,
} from './wire/refusals.ts';
export { smtpReplyIn } from './wire/smtp-words.ts';
export { subscriptionNames } from './wire/subscriptions.ts';
export { type EventFacts, eventOf, metadataIn, namedEvent, tagsIn } from './wire/to-event.ts';
export { readWebhookBody, readWebhookItems, type WebhookItemReader } from './wire/webhook-events.ts';
