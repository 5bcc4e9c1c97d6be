import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';

/** A client whose service gives these responses in turn, and the last one from then on. */
export function createClient(...answers: readonly FakeHttpAnswer[]) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: answers.at(-1) ?? 'never' },
  ]);
  const runtime = createManualRuntime();
  const driver = resend({ apiKey: 're_good' });
  const options = { transport, limiter: false, runtime } as const;
  return {
    email: createEmailClient({ driver, ...options }),
    session: driver.open(options),
    transport,
    runtime,
  };
}

export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
} as const;

export const accepted = { json: { id: '49a3999c' } };
