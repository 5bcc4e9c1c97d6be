import { createEmailClient } from '../client.ts';
import { absentMethodTests } from './absent-methods.ts';
import { batchTests } from './batch.ts';
import { contactTests } from './contacts.ts';
import { evidenceTests } from './evidence.ts';
import { fieldTests } from './fields.ts';
import { fileTests } from './files.ts';
import { listTests } from './lists.ts';
import { lostAnswerTests } from './lost-answers.ts';
import { mailboxTests } from './mailboxes.ts';
import { messageTests } from './messages.ts';
import { redactionTests } from './redaction.ts';
import { refusalTests } from './refusals.ts';
import type { EmailDriverHarness, TestFramework } from './scene/harness.ts';
import { openClient } from './scene/scene.ts';
import { sendingTests } from './sending.ts';
import { suppressionTests } from './suppressions.ts';
import { templateTests } from './templates.ts';
import { webhookItemTests } from './webhook-items.ts';
import { webhookTests } from './webhooks.ts';

const allTests = [
  ...sendingTests,
  ...batchTests,
  ...fieldTests,
  ...refusalTests,
  ...evidenceTests,
  ...lostAnswerTests,
  ...fileTests,
  ...mailboxTests,
  ...redactionTests,
  ...absentMethodTests,
  ...templateTests,
  ...contactTests,
  ...listTests,
  ...suppressionTests,
  ...messageTests,
  ...webhookTests,
  ...webhookItemTests,
];

/**
 * The contract of email drivers, whichever service they use. `start` starts the service, real or faithful,
 * for each test. @public
 *
 * @example
 * const create = async () => ({ driver, received: () => received, close: stop });
 * testEmailDriver({ describe, it, expect }, 'my-driver', create);
 */
export function testEmailDriver(
  framework: TestFramework,
  name: string,
  start: () => Promise<EmailDriverHarness>,
): void {
  testClients(framework, name, start, createEmailClient);
}

/** The same tests of clients that another function creates. They skip what its clients do not have. */
export function testClients(
  { describe, it, expect }: TestFramework,
  name: string,
  start: () => Promise<EmailDriverHarness>,
  create: (options: never) => object,
): void {
  const open = (options: object) => openClient(create, options);
  describe(`${name}: the contract of email drivers`, () => {
    for (const [title, run, needs] of allTests)
      it(title, async () => {
        const harness = await start();
        const { driver, runtime, placeholder = (word) => `{{${word}}}` } = harness;
        const email = open({ driver, retry: false, runtime });
        const { capabilities } = driver;
        try {
          if (needs === undefined || Object.keys(email).includes(needs))
            await run({ ...harness, placeholder, expect, email, capabilities, open });
        } finally {
          await email.close();
          await harness.close();
        }
      });
  });
}
