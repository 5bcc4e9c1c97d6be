import type { EmailDriver } from '@org/email';
import type { EmailDriverHarness } from '@org/email/testing';

/**
 * A driver as its contract suite uses it, and what the suite needs beyond the usual input. It is for both
 * entries of the driver and imports no module of Node: other runtimes run the suite, too.
 */
export type Harness<Factory, Extra = unknown> = (
  create: Factory,
  service: { readonly url: string } & Extra,
) => Omit<EmailDriverHarness, 'received' | 'close'>;

/** Limits of one request a second or so would make the suite slow. */
export function unlimited<Driver extends Pick<EmailDriver, 'open'>>(driver: Driver): Driver {
  return { ...driver, open: (options) => driver.open({ ...options, limiter: false }) };
}
