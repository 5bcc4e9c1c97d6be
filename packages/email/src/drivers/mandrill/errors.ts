import type { SuppressionReason } from '../../resources.ts';
import { classifyByCodes, type ErrorKind } from '../../tables/index.ts';

/** transactional.openapi.json: the names of errors. */
export const kinds = {
  Invalid_Key: 'authentication',
  PaymentRequired: 'quota-exceeded',
  Unknown_Subaccount: 'not-found',
  Unknown_Template: 'not-found',
  ValidationError: 'bad-request',
  RequestLimitExceeded: 'rate-limit',
} as const;

/** What an unsuccessful response means. A refusal may have a 500, too: its name decides. */
export const classify = classifyByCodes({ code: 'name', message: 'message', kinds }, { 500: 'by-code' });

/** Why an address is on the denylist: in its entries, and in the refusal of a recipient. */
export const deniedReasons: Readonly<Record<string, SuppressionReason>> = {
  'hard-bounce': 'hard-bounce',
  'soft-bounce': 'block',
  spam: 'complaint',
  unsub: 'unsubscribe',
  custom: 'manual',
};

/** The other reasons of such a refusal. */
export const refusals: Readonly<Record<string, ErrorKind>> = {
  'invalid-sender': 'sender-not-verified',
  unsigned: 'sender-not-verified',
  'test-mode-limit': 'quota-exceeded',
  rule: 'message-rejected',
};
