/**
 * Mail as bytes, for drivers of services that take a whole message.
 *
 * @packageDocumentation
 */

export { completeRaw } from './complete-raw.ts';
export { encodeMime } from './encode-mime.ts';
export { needsMime } from './needs-mime.ts';
export {
  type ComposedMail,
  composeMail,
  type MailIdentity,
  type WrittenMail,
  writeMail,
} from './write-mail.ts';
