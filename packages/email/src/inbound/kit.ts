// What the readers of mail that arrived are made of.
export type { InboundRequests } from '../driver/inbound-part.ts';
export { toAttachment } from './attachment.ts';
export { callApi, download, isSafeAddress, loadFile } from './download.ts';
export { type MailForm, readMailForm } from './form.ts';
export type { InboundAttachment, InboundCheck, InboundHeader } from './inbound-mail.ts';
export type { InboundOptions } from './inbound-options.ts';
export { type InboundReader, inboundOf } from './inbound-part.ts';
export { readLoadedMail } from './loaded-mail.ts';
export type { ReceivedMail } from './received-mail.ts';
export {
  checkOf,
  digestOf,
  headersOfList,
  headersOfObject,
  headersOfText,
  headerValue,
  jsonOf,
  linesOfService,
  listOf,
  mailboxOf,
  notMail,
  parameterOf,
  smtpAddress,
  soleCheck,
  spamOf,
  textsOf,
  wholeText,
} from './wire.ts';
