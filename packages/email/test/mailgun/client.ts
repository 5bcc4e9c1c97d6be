import { type Answer, createFakeTransport, type FakeRequest } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import { type MailgunOptions, mailgun } from '@org/email/mailgun';
import { readForm } from './stand-in-form.ts';

export const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
} as const satisfies EmailMessage;

/** The response of the documentation. */
export const sent = { id: '<20111114174239.25659.5817@samples.mailgun.org>', message: 'Queued. Thank you.' };

/** A client whose requests get these responses in turn, the last one repeatedly. */
export function clientWith(answers: readonly Answer[] = [], options: MailgunOptions = {}) {
  let next = 0;
  const transport = createFakeTransport([
    { answer: () => answers[Math.min(next++, answers.length - 1)] ?? { json: sent } },
  ]);
  const driver = mailgun({
    apiKey: 'key',
    domain: 'mg.acme.dev',
    webhookSecret: 'key-test-signing',
    ...options,
  });
  const retry = { baseMs: 1, throttledBaseMs: 1 };
  const email = createEmailClient({ driver, transport, limiter: false, retry });
  const lines = () =>
    transport.requests.map(({ method, url }) => `${method} ${url.pathname}${decodeURIComponent(url.search)}`);
  return { email, driver, transport, lines, forms: () => transport.requests.map(valuesOf) };
}

/** The form of a request: a single value, or all of a repeated name. */
export function valuesOf(request: FakeRequest): Readonly<Record<string, string | readonly string[]>> {
  const { values } = formOf(request);
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}

export function formOf({ headers, body }: FakeRequest) {
  const contentType = headers.get('content-type') ?? '';
  return readForm({ headers: { 'content-type': contentType }, body: Buffer.from(body) });
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
