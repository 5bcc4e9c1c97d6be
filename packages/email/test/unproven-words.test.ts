import { type Answer, createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { describe, expect, it } from 'vitest';
import { httpDriver, httpDriverNames } from './support/drivers.ts';
import { fitContent } from './support/stored-message.ts';

const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: 'Hi' };

const words = 'Mail to bob@example.com is on its way';
const answers: readonly Answer[] = [{ json: { words, to: ['bob@example.com'] } }, { body: words }];

describe.each(httpDriverNames)('security: %s', (name) => {
  const driver = httpDriver(name, { apiKey: 'sk_key' });

  it.each(answers)('shows no address of a response that proves nothing: %j', async (answer) => {
    const email = createEmailClient({ driver, transport: createFakeTransport([{ answer }]), limiter: false });
    const sending = email.send(fitContent(driver, mail));
    const error: unknown = await sending.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'response-format', outcome: 'unknown' });
    const { message, details } = error as { readonly message: string; readonly details: unknown };
    expect(JSON.stringify([message, details])).toContain('[address]');
    expect(JSON.stringify([message, details])).not.toContain('bob@example.com');
  });
});
