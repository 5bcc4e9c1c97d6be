// A transport for nodemailer, for libraries that take one.
export type { NodemailerInfo } from './info-of.ts';
export type { NodemailerMail } from './nodemailer-mail.ts';
export {
  type NodemailerTransport,
  type NodemailerTransportOptions,
  nodemailerTransport,
  type SendingClient,
} from './nodemailer-transport.ts';
