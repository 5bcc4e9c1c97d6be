// What every entry for mail that arrives has, besides its function.
export type { InboundPart } from '../driver/inbound-part.ts';
export type {
  InboundAttachment,
  InboundAuthentication,
  InboundCheck,
  InboundEnvelope,
  InboundHeader,
  InboundMail,
  InboundSpam,
} from './inbound-mail.ts';
export type { InboundHandler, InboundOptions } from './inbound-options.ts';
