import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailjet } from '@org/email/mailjet';

/** A client whose service gives these responses in turn, and the last one from then on. */
export function createClient(...answers: readonly FakeHttpAnswer[]) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: answers.at(-1) ?? 'never' },
  ]);
  const runtime = createManualRuntime();
  const driver = mailjet({ apiKey: 'key', secretKey: 'secret' });
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

/** The id is beyond 2^53, so it is not a number of JSON.stringify. */
export const messageId = '576460752303423489';

/** The documented response of a send, to these recipients. */
export function sent(...emails: readonly string[]) {
  const to = emails.map(
    (email, index) =>
      `{"Email":"${email}","MessageUUID":"uuid-${index}","MessageID":${messageId},"MessageHref":"https://…"}`,
  );
  return `{"Status":"success","CustomID":"","To":[${to.join(',')}],"Cc":[],"Bcc":[]}`;
}

export const accepted = { body: `{"Messages":[${sent('bob@example.com')}]}` };

export function failed(ErrorCode: string, StatusCode: number, ErrorMessage = 'Not for bob@example.com') {
  const item = { ErrorIdentifier: 'f987008f', ErrorCode, StatusCode, ErrorMessage, ErrorRelatedTo: ['From'] };
  return JSON.stringify({ Status: 'error', Errors: [item] });
}
