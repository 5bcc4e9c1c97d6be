// A transport for nodemailer, for libraries that take one.
export type { NodemailerInfo } from './info-of.ts';
export { type NodemailerTransport, nodemailerTransport, type SendingClient } from './nodemailer-transport.ts';
