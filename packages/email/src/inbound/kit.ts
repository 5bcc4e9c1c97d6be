// What the readers of mail that arrived are made of.
export type { InboundPart, InboundRequests } from '../driver/inbound-part.ts';
export { toAttachment } from './attachment.ts';
export { type MailForm, readMailForm } from './form.ts';
export type { InboundAttachment, InboundHeader } from './inbound-mail.ts';
export type { InboundHandler, InboundOptions } from './inbound-options.ts';
export { type InboundReader, inboundPart } from './inbound-part.ts';
export { notMail } from './not-mail.ts';
export type { PendingMail, ReceivedMail } from './received-mail.ts';
export {
  checkOf,
  digestOf,
  headersOfList,
  headersOfObject,
  headerValue,
  jsonOf,
  listOf,
  mailboxOf,
  smtpAddress,
  spamOf,
  wholeText,
} from './wire.ts';
