import type { EmailCapabilities, MessageCapabilities } from '../model/capabilities.ts';

/** The unit of the services' limits. @public */
export const mebibyte = 1024 * 1024;

/** What nearly all services carry, for the capabilities of a driver. @public */
export const usualMessage = {
  cc: true,
  bcc: true,
  text: 'alone',
  headers: true,
  attachments: true,
  inlineAttachments: true,
  visibility: 'shared',
  internationalLocalPart: false,
} as const satisfies Partial<MessageCapabilities>;

/** A service that sends, without stores and without idempotency keys. @public */
export const plainService = {
  templates: false,
  contacts: false,
  request: true,
  idempotency: 'none',
} as const satisfies Partial<EmailCapabilities>;
