import { isOrgError } from '@org/core';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The test runner writes stacks without the mark of asynchronous frames.
const { prepareStackTrace } = Error;
beforeAll(() => {
  Reflect.set(Error, 'prepareStackTrace', undefined);
});
afterAll(() => {
  Error.prepareStackTrace = prepareStackTrace;
});

const apiKey = { description: 'the store', load: async () => undefined };
const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: 'Hi' };
const overHttp = createEmailClient({ driver: plunk({ apiKey }) });
const overSmtp = createEmailClient({ driver: smtp({ host: '127.0.0.1', user: 'ann', password: apiKey }) });

it.each<[string, () => Promise<unknown>]>([
  ['a mail over HTTP', () => overHttp.send(mail)],
  ['a mail over SMTP', () => overSmtp.send(mail)],
  ['a contact', () => overHttp.contacts.upsert({ email: 'bob@example.com' })],
])('a missing credential of %s names the line of the program that made the call', async (_what, call) => {
  async function lineOfTheProgram() {
    await call();
  }
  const error = await lineOfTheProgram().catch((thrown: unknown) => thrown);
  if (!isOrgError(error)) throw error;
  expect(error.code).toBe('credential');
  expect(error.stack).toContain('lineOfTheProgram');
});
