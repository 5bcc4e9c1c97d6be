import type { MessageCapabilities } from '../model/capabilities.ts';

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
} as const satisfies Partial<MessageCapabilities>;
