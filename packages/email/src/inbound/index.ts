// Mail that arrived: the model, and functions for it. `@org/email/<driver>/inbound` receives it.
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
export { type ParseMailOptions, parseMail } from './parse-mail.ts';
export { parseSubaddress, type Subaddress } from './subaddress.ts';
export { visibleReply } from './visible-reply.ts';
