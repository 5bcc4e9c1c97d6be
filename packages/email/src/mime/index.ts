/**
 * Mail as bytes, for drivers of services that take a whole message.
 *
 * @packageDocumentation
 */

export { asMime } from './as-mime.ts';
export { completeRaw } from './complete-raw.ts';
export { needsMime } from './needs-mime.ts';
export {
  type ComposedMail,
  composeMail,
  type MailIdentity,
  type WrittenMail,
  writeMail,
} from './write-mail.ts';
