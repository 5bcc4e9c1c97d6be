import { classifyByCodes } from '../../tables/index.ts';

/** developers.sparkpost.com, "Transmissions" and "Errors". */
export const kinds = { '7001': 'sender-not-verified' } as const;

/** What an unsuccessful response means. A sending limit has a status of its own, 420. */
export const classify = classifyByCodes(
  { code: 'errors.0.code', message: 'errors', kinds },
  { 420: 'quota-exceeded' },
);
