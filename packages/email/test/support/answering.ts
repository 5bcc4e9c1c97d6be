import type { EngineOptions } from '@org/core/driver';
import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient, type EmailCapabilities, type EmailDriver } from '@org/email';

/** A mail that every service takes. */
export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
} as const;

/** A client whose service gives these responses in turn, and the last one from then on. */
export function answering<const Capabilities extends EmailCapabilities>(
  driver: EmailDriver<Capabilities>,
  answers: readonly FakeHttpAnswer[],
  more: Pick<EngineOptions, 'retry'> = {},
) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: answers.at(-1) ?? 'never' },
  ]);
  const runtime = createManualRuntime();
  const engine = { transport, limiter: false, runtime, ...more } as const;
  return {
    email: createEmailClient({ driver, ...engine }),
    session: driver.open(engine),
    driver,
    transport,
    runtime,
  };
}
