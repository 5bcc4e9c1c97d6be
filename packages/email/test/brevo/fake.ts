import { createRuntime } from '@org/core';
import { createFakeTransport, type FakeHttpAnswer, type FakeRequest } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { brevo } from '@org/email/brevo';

export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
};

export const accepted = { status: 201, json: { messageId: '<a.1@smtp-relay.mailin.fr>' } };

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
  const runtime = { randomUUID: () => '6f1c2a52-8f0e-4c5b-9d64-1b1f7d3a9e10' };
  const driver = brevo({ apiKey: 'xkeysib-test' });
  const email = createEmailClient({ driver, transport, runtime, retry: false });
  const session = driver.open({ transport, runtime: createRuntime(runtime), retry: false });
  return { email, session, requests: transport.requests };
}

/** `GET /v3/contacts?limit=1`, and the body. */
export function wireOf({ method, url, body, json }: FakeRequest): unknown[] {
  const line = `${method} ${decodeURIComponent(url.pathname + url.search)}`;
  return body.length === 0 ? [line] : [line, json()];
}
