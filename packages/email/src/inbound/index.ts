// Mail that arrived: the model, and functions for it. `@org/email/<driver>/inbound` receives it.
export type * from './names.ts';
export { type ParseMailOptions, parseMail } from './parse-mail.ts';
export { parseSubaddress, type Subaddress } from './subaddress.ts';
export { visibleReply } from './visible-reply.ts';
