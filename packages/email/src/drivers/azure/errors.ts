import { classifyByCodes } from '../../tables/index.ts';

/** Codes of requests and of operations; the full list is not published (azure-sdk-for-js issue 27148). */
export const kinds = {
  EmailDropped: 'recipient-rejected',
  EmailDroppedAllRecipientsSuppressed: 'recipient-suppressed',
  InvalidEmailAddress: 'bad-request',
} as const;

export const classify = classifyByCodes({ code: 'error.code', message: 'error.message', kinds });
