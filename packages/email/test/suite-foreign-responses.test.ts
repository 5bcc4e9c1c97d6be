// The test of the contract suite finds a driver that takes every 404 for "not suppressed".
import { NotFoundError } from '@org/core';
import { generic } from '@org/email/generic';
import { expect, it } from 'vitest';
import { createEmailClient } from '../src/client.ts';
import type { EmailDriver } from '../src/driver.ts';
import { evidenceTests } from '../src/testing/evidence.ts';
import { openClient, type Scene } from '../src/testing/scene/scene.ts';
import { acme } from './generic/acme.ts';

const good = generic(acme, { apiKey: 'key' }) as EmailDriver;
const credulous: EmailDriver = {
  ...good,
  open(options) {
    const session = good.open(options);
    const execute = (name: never, input: never, callOptions: never) =>
      session.execute(name, input, callOptions).catch((error: unknown) => {
        if (name === 'suppression.check' && NotFoundError.isInstance(error)) return [];
        throw error;
      });
    return { ...session, execute } as never;
  },
};

it.each([
  ['passes', good, ''],
  ['fails', credulous, '`suppressions.check` got HTML with status 404'],
])('%s', async (_name, driver, words) => {
  const [, run] = evidenceTests.find(([title]) => title.startsWith('takes the page')) ?? expect.fail();
  const { capabilities } = driver;
  const open = (options: object) => openClient(createEmailClient, options);
  const end = await run({ driver, capabilities, open } as Scene).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(end.startsWith(words) && (words !== '' || end === '')).toBe(true);
});
