import { classifyByTable } from '@org/core/tables';
import { redactAddresses } from '../../driver.ts';
import { emailFailureKinds } from '../../tables/index.ts';

/** developers.sparkpost.com, "Transmissions" and "Errors". A sending limit has the status 420. */
export const kinds = {
  '7001': 'sender-not-verified',
  '2101': 'quota-exceeded',
  '2103': 'quota-exceeded',
} as const;

/** What an unsuccessful response means. */
export const classify = classifyByTable(
  { code: 'errors.0.code', message: 'errors', kinds },
  emailFailureKinds,
  redactAddresses,
);
