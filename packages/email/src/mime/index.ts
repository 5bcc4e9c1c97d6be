/**
 * Mail as bytes, for drivers of services that take a whole message.
 *
 * @packageDocumentation
 */

export { completeRaw } from './complete-raw.ts';
export { type MailIdentity, type WrittenMail, writeMail } from './write-mail.ts';
