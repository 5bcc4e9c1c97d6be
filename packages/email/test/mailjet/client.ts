import type { FakeHttpAnswer } from '@org/core/testing';
import { mailjet } from '@org/email/mailjet';
import { answering } from '../support/answering.ts';

export { message } from '../support/answering.ts';

/** A client of the service that gives these responses. */
export const createClient = (...answers: readonly FakeHttpAnswer[]) =>
  answering(mailjet({ apiKey: 'key', secretKey: 'secret' }), answers);

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
