import { createFakeTransport, type FakeHttpAnswer, type FakeRequest } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailersend } from '@org/email/mailersend';

export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
};

export const accepted = { status: 202, headers: { 'x-message-id': '5e42957d51f1d94a1070a733' } };

/** A client whose requests get these responses, in order; the last one again and again. */
export function answerWith(...answers: readonly FakeHttpAnswer[]) {
  let index = 0;
  const transport = createFakeTransport([
    {
      answer: () => {
        const answer = answers[Math.min(index, answers.length - 1)] ?? accepted;
        index += 1;
        return answer;
      },
    },
  ]);
  const driver = mailersend({ apiKey: 'mlsn.test', domainId: 'z3m5jgr' });
  const email = createEmailClient({ driver, transport, retry: false });
  return { email, requests: transport.requests };
}

/** `GET /v1/templates?limit=10`, and the body. */
export function wireOf({ method, url, body, json }: FakeRequest): unknown[] {
  const line = `${method} ${decodeURIComponent(url.pathname + url.search)}`;
  return body.length === 0 ? [line] : [line, json()];
}
