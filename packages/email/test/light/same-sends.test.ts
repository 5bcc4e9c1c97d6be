import { type EmailMessage, isOrgError, type SendOptions } from '@org/email';
import { describe, expect, it } from 'vitest';
import { type Acceptance, key, type Pair, pairs } from './drivers.ts';
import { startScriptedService } from './scripted-service.ts';

const message: EmailMessage = {
  // Azure sets the name of the sender.
  from: 'ann@acme.dev',
  to: 'Bob <bob@example.com>',
  subject: 'Grüße',
  html: '<p>Hi</p>',
};
const several = {
  ...message,
  to: ['bob@example.com', 'cat@example.com'],
  recipientVisibility: 'individual',
} as const;

/** The same ids and instants in both clients, and back-offs without length. */
function options() {
  let uuids = 0;
  const randomUUID = () => {
    uuids += 1;
    return `00000000-0000-4000-8000-${`${uuids}`.padStart(12, '0')}`;
  };
  const runtime = { randomUUID, now: () => Date.UTC(2026, 0, 1) };
  return { runtime, retry: { baseMs: 1, throttledBaseMs: 1 }, limiter: false } as const;
}

/** How a send ends, without what differs between two runs. */
async function endOf(sending: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await sending };
  } catch (error) {
    if (!isOrgError(error)) return { thrown: String(error) };
    const { name, code, message, outcome, provider, operation, attempts, retryable, status } = error;
    expect(`${message} ${JSON.stringify(error)}`).not.toContain(key);
    return { name, code, message, outcome, provider, operation, attempts, retryable, status };
  }
}

async function runAll(
  open: Pair['full'],
  responses: readonly Acceptance[],
  given: EmailMessage,
  call?: SendOptions,
) {
  await using service = await startScriptedService(responses);
  const email = open(service.url, options());
  const end = await endOf(email.send(given, call));
  await email.close();
  // The signatures of SES and Azure cover the port.
  const ports = new RegExp(`${new URL(service.url).port}|(?<=Signature=)[\\w+/=]+`, 'g');
  return JSON.parse(JSON.stringify({ end, received: service.received }).replace(ports, 'PORT'));
}

const failures: Readonly<Record<string, readonly Acceptance[]>> = {
  'a refused key': [{ status: 401, json: { message: `the key ${key} is wrong`, name: 'x' } }],
  'an invalid request': [{ status: 422, json: { message: 'the subject is wrong' } }],
  'an exhausted rate': [{ status: 429, headers: { 'retry-after': '7200' }, json: {} }],
  'a broken service': [{ status: 500, json: {} }],
  'a page instead of JSON': [{ status: 200, headers: { 'content-type': 'text/html' } }],
  'a redirect to another host': [{ status: 307, headers: { location: 'https://other.example/' } }],
};

describe.each(Object.entries(pairs))('%s: the light entry sends as the full one', (_name, pair) => {
  it('a message: the same request, the same result', async () => {
    const full = await runAll(pair.full, [pair.acceptance], message);
    expect(full.end.result.outcomes).toMatchObject([{ status: 'accepted' }]);
    expect(await runAll(pair.light, [pair.acceptance], message)).toEqual(full);
  });

  it('with a key of the caller', async () => {
    const call = { idempotencyKey: 'order-77', onLossy: 'allow' } as const;
    const full = await runAll(pair.full, [pair.acceptance], message, call);
    expect(await runAll(pair.light, [pair.acceptance], message, call)).toEqual(full);
  });

  it('after an outage: the same attempts', async () => {
    const responses = [{ status: 503, json: {} }, pair.acceptance];
    const full = await runAll(pair.full, responses, message);
    expect(await runAll(pair.light, responses, message)).toEqual(full);
  });

  it('a separate mail for each recipient', async () => {
    const full = await runAll(pair.full, [pair.acceptance], several);
    const light = await runAll(pair.light, [pair.acceptance], several);
    expect(full.received).toHaveLength(2);
    expect(light.received).toHaveLength(2);
    expect(light.end.result?.outcomes).toEqual(full.end.result?.outcomes);
  });

  it.each(Object.entries(failures))('%s: the same error', async (_what, responses) => {
    const full = await runAll(pair.full, responses, message);
    expect(full.end.code).toBeDefined();
    expect(await runAll(pair.light, responses, message)).toEqual(full);
  });

  it('a message that no service could send: the same error, and no request', async () => {
    const wrong = { ...message, to: 'nobody' };
    const full = await runAll(pair.full, [], wrong);
    const light = await runAll(pair.light, [], wrong);
    expect(light).toEqual(full);
    expect(light.received).toEqual([]);
  });
});
