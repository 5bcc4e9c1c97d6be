import type { EngineOptions } from '@org/core/driver';
import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type SendGridOptions, sendgrid } from '@org/email/sendgrid';

/** A client whose service gives these responses in turn, and the last one from then on. */
export function createClient(
  answers: readonly FakeHttpAnswer[],
  options: SendGridOptions = {},
  more: Pick<EngineOptions, 'retry'> = {},
) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: answers.at(-1) ?? 'never' },
  ]);
  const runtime = createManualRuntime();
  const driver = sendgrid({ apiKey: 'SG.good', ...options });
  const engine = { transport, limiter: false, runtime, ...more } as const;
  return {
    email: createEmailClient({ driver, ...engine }),
    session: driver.open(engine),
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

export const accepted: FakeHttpAnswer = { status: 202, headers: { 'x-message-id': '14c5d75ce93' } };
