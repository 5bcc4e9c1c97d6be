import { classifyByCodes } from '../../tables/index.ts';

/** transactional.openapi.json: the names of errors. */
export const kinds = {
  Invalid_Key: 'authentication',
  Unknown_Subaccount: 'not-found',
  Unknown_Template: 'not-found',
  ValidationError: 'bad-request',
  RequestLimitExceeded: 'rate-limit',
} as const;

/** What an unsuccessful response means. Earlier, refusals had a 500, too: the status decides. */
export const classify = classifyByCodes({ code: 'name', message: 'message', kinds });
