import { type Answer, createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import { postmark } from '@org/email/postmark';

export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
} as const satisfies EmailMessage;

/** The response of the documentation. */
export const sent = {
  To: 'receiver@example.com',
  SubmittedAt: '2014-02-17T07:25:01.4178645-05:00',
  MessageID: '0a129aee-e1cd-480d-b08d-4f48548ff48d',
  ErrorCode: 0,
  Message: 'OK',
};

/** A client whose requests get these responses in turn, the last one repeatedly. */
export function clientWith(...answers: readonly Answer[]) {
  let next = 0;
  const transport = createFakeTransport([
    { answer: () => answers[Math.min(next++, answers.length - 1)] ?? { json: sent } },
  ]);
  const driver = postmark({ apiKey: 'a-server-token', webhookSecret: 'hook-secret' });
  const email = createEmailClient({
    driver,
    transport,
    limiter: false,
    retry: { baseMs: 1, throttledBaseMs: 1 },
  });
  // Of every request with a body.
  const bodies = () =>
    transport.requests.filter(({ body }) => body.length > 0).map((request) => request.json());
  return { email, driver, transport, bodies };
}
