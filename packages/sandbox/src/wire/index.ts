// The words of a mail service of your own: `defineWire`, and what the built-in ones are made of.
export type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
export { type Route, type RouteHandler, type RouteParams, route } from '../http/router.ts';
export type {
  EventMessage,
  MailEvent,
  WebhookContext,
  WebhookForm,
  WebhookRequest,
} from '../mail/events/mail-event.ts';
export { basicLogin, bearerLogin, sharedSecretOf } from '../mail/events/shared-secret.ts';
export {
  headerLines,
  type InboundContext,
  type InboundForm,
  type InboundPost,
  type InboundRequest,
} from '../mail/inbound/inbound-form.ts';
export { addressesOf, addressOf, isAddress, mailboxesOf, mailboxOf } from '../mail/kit/addresses.ts';
export { dateOf, noContent, ok } from '../mail/kit/answers.ts';
export { defineWire } from '../mail/kit/define-wire.ts';
export {
  type AbsentOperation,
  accept,
  type Door as MailWire,
  type DoorContext as WireAccount,
  fill,
  need,
  Problem,
  type RateHeaders,
  readBasic,
  readBearer,
} from '../mail/kit/door.ts';
export {
  decodeBase64,
  type Fields,
  fieldsOf,
  flagOf,
  instantOf,
  itemsOf,
  listOf,
  textFieldsOf,
  textOf,
  textsOf,
} from '../mail/kit/fields.ts';
export { type Form, type FormFile, readForm } from '../mail/kit/form.ts';
export { fileOf, headerOf, pairsOf } from '../mail/kit/mail-parts.ts';
export type { RemoteFiles } from '../mail/kit/remote-file-places.ts';
export { type Conventions, type Resource, resource, type Verb } from '../mail/kit/resource.ts';
export type { ComposedAttachment } from '../mail/message/compose-message.ts';
export type { MessageLabels } from '../mail/message/received-message.ts';
export { contactBook, suppressionBook } from '../mail/store/books.ts';
export type {
  Contact,
  EntryFields,
  MailStore,
  Message,
  OwnFields,
  Suppression,
  SuppressionFields,
  SuppressionKind,
} from '../mail/store/mail-store.ts';
export type { Submission } from '../mail/store/outbox.ts';
export { ownRows } from '../mail/store/own-rows.ts';
export type { MailEventKind } from '../mail-event-kind.ts';
export type { Row, Table } from '../table.ts';
