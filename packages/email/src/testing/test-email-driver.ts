import { createEmailClient } from '../client.ts';
import { fieldTests } from './fields.ts';
import type { EmailDriverHarness, TestFramework } from './harness.ts';
import { refusalTests } from './refusals.ts';
import type { AnyClient } from './scene.ts';
import { sendingTests } from './sending.ts';
import { storeTests } from './stores.ts';

/**
 * The contract of email drivers, whichever service they use. `start` starts the service, real or faithful,
 * for each test.
 *
 * @example
 * testEmailDriver({ describe, it, expect }, 'my-driver', async () => ({ driver, received, close }));
 *
 * @public
 */
export function testEmailDriver(
  { describe, it, expect }: TestFramework,
  name: string,
  start: () => Promise<EmailDriverHarness>,
): void {
  describe(`${name}: the contract of email drivers`, () => {
    for (const [title, run] of [...sendingTests, ...fieldTests, ...refusalTests, ...storeTests])
      it(title, async () => {
        const harness = await start();
        const { driver } = harness;
        const email = createEmailClient({ driver, retry: false }) as unknown as AnyClient;
        try {
          await run({ ...harness, expect, email, capabilities: driver.capabilities });
        } finally {
          await email.close();
          await harness.close();
        }
      });
  });
}
