// What a wire may use: the wires of mail services import nothing else of the sandbox.
export { BadJson, type SandboxHandler, type SandboxRequest, type SandboxResponse } from '../http/exchange.ts';
export { createRouter, type Route, route } from '../http/router.ts';
export { type SelfSignedCertificate, signCertificate } from '../http/self-signed-certificate.ts';
export type { MailEventKind } from '../mail-event-kind.ts';
export { createTable, type Row } from '../table.ts';
export { client, type MailEvent, type WebhookContext, type WebhookForm } from './events/mail-event.ts';
export {
  basicLogin,
  bearerLogin,
  sharedSecretOf,
  standardHeaders,
  standardSecretOf,
} from './events/shared-secret.ts';
export { headerLines, headerOfMail, type InboundForm } from './inbound/inbound-form.ts';
export { addAll } from './kit/add-all.ts';
export { addressesOf, addressOf, isAddress, mailboxesOf, mailboxOf } from './kit/addresses.ts';
export { dateOf, noContent, ok } from './kit/answers.ts';
export { joinWords, renderTags } from './kit/block-tags.ts';
export { parseCsv, readCsv } from './kit/csv.ts';
export {
  type AbsentOperation,
  accept,
  acceptAll,
  type Door,
  type DoorContext,
  endPart,
  fill,
  need,
  Problem,
  readBasic,
  readBearer,
} from './kit/door.ts';
export type { ExpressionLanguage } from './kit/expressions.ts';
export {
  decodeBase64,
  type Fields,
  fieldsOf,
  flagOf,
  instantOf,
  itemsOf,
  listOf,
  parseText,
  primitiveOf,
  textFieldsOf,
  textOf,
  textsOf,
  wordsOf,
} from './kit/fields.ts';
export { type Form, type FormFile, readForm } from './kit/form.ts';
export { handlebarsError, renderHandlebars } from './kit/handlebars.ts';
export { type Helpers, notKnown } from './kit/handlebars-values.ts';
export { keptResource, nestedRoutes } from './kit/kept-resource.ts';
export {
  fileOf,
  fillTemplate,
  headerOf,
  newMailId,
  pairsOf,
  recipientId,
  trackingOf,
} from './kit/mail-parts.ts';
export { nextNumber, withPresets } from './kit/preset-rows.ts';
export { refuseRemoteFile } from './kit/remote-file.ts';
export { bySerial, type Conventions, neverAdded, resource } from './kit/resource.ts';
export { type ComposedAttachment, composeMessage } from './message/compose-message.ts';
export { convertHtmlToText } from './message/html-to-text.ts';
export { mailAsText } from './message/mime/mail-as-text.ts';
export type { MailAddress, MailAttachment } from './message/parse-message.ts';
export type { ReceivedMessage } from './message/received-message.ts';
export { contactBook, type SuppressionFilter, suppressionBook, webhooksOf } from './store/books.ts';
export { issueKey } from './store/issued-keys.ts';
export type {
  Campaign,
  Contact,
  ContactFields,
  EntryFields,
  List,
  MailStore,
  Message,
  Suppression,
  SuppressionKind,
  Template,
  TemplateFields,
  Webhook,
  WebhookFields,
} from './store/mail-store.ts';
export type { Submission } from './store/outbox.ts';
export { namedOutcomes, type Outcome, outcomesOf } from './store/outcomes.ts';
export { ownRows } from './store/own-rows.ts';
export { ownTable } from './store/own-table.ts';
export { suppresses } from './store/suppress.ts';
export { type Rows, typedRows } from './store/typed-rows.ts';
