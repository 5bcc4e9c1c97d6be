// The contract suite of each driver of @org/email, against the sandbox by base URL and key alone.
import type { EmailDriver } from '@org/email';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';
import { drivers } from './drivers.ts';
import { readMailbox } from './read-mailbox.ts';

/** The services' own limits, of one request a second or so, would make the suites slow. */
function unlimited(driver: EmailDriver): EmailDriver {
  return { ...driver, open: (options) => driver.open({ ...options, limiter: false }) };
}

for (const [name, { create, prepare, seed, ...needs }] of Object.entries(drivers))
  testEmailDriver({ describe, it, expect }, `${name} on the sandbox`, async () => {
    const service = await startMailService({ strict: true, ...(seed && { seed }) });
    const { url: baseUrl, apiKey } = service.services[name] ?? { url: '', apiKey: '' };
    await prepare?.({ apiKey, baseUrl });
    return {
      driver: unlimited(create({ apiKey, baseUrl })),
      driverWithWrongCredential: unlimited(create({ apiKey: `${apiKey}0`, baseUrl })),
      received: () => readMailbox(service),
      close: () => service.close(),
      ...needs,
    };
  });
