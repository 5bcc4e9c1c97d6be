import type { EngineOptions } from '@org/core/driver';
import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { elasticemail } from '@org/email/elasticemail';

/** A client whose service gives these responses in turn, and the last one from then on. */
export function createClient(answers: readonly FakeHttpAnswer[], more: Pick<EngineOptions, 'retry'> = {}) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: answers.at(-1) ?? 'never' },
  ]);
  const runtime = createManualRuntime();
  const driver = elasticemail({ apiKey: 'ee-good' });
  const engine = { transport, limiter: false, runtime, ...more } as const;
  return {
    email: createEmailClient({ driver, ...engine }),
    session: driver.open(engine),
    driver,
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

export const transaction = '9ea3e3f6-1b2c-4d5e-8f90-abcdefabcdef';
export const accepted: FakeHttpAnswer = {
  json: { TransactionID: transaction, MessageID: 'GruPGipsdsy31TIhv3CArg2' },
};
