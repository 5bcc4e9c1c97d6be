// The light entry of each driver beside its full entry, in any runtime: this file has no module of Node.
import { type EmailMessage, isOrgError, type SendOptions } from '@org/email';
import type { TestFramework } from '@org/email/testing';
import { type Acceptance, key, type Pair, pairs } from './drivers.ts';
import { type ScriptedService, withoutSystemCode } from './scripted.ts';

type Start = (responses: readonly Acceptance[]) => Promise<ScriptedService>;

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
  const runtime = { randomUUID, now: () => Date.UTC(2026, 0, 1), random: () => 0 };
  const retry = { baseMs: 1, throttledBaseMs: 1 };
  return { runtime, retry, limiter: false, dangerouslyAllowBrowser: true } as const;
}

/** How a send ends, without what differs between two runs. */
async function endOf(sending: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await sending };
  } catch (error) {
    if (!isOrgError(error)) return { thrown: String(error) };
    const { name, code, outcome, provider, operation, attempts, retryable, status } = error;
    const message = withoutSystemCode(error.message);
    const showsKey = `${message} ${JSON.stringify(error)}`.includes(key);
    return { name, code, message, outcome, provider, operation, attempts, retryable, status, showsKey };
  }
}

async function runAll(
  start: Start,
  open: Pair['full'],
  responses: readonly Acceptance[],
  given: EmailMessage,
  call?: SendOptions,
) {
  const service = await start(responses);
  try {
    const email = open(service.url, options());
    const end = await endOf(email.send(given, call));
    await email.close();
    const received = await service.received();
    // The signatures of SES and Azure cover the port.
    const ports = new RegExp(`${new URL(service.url).port}|(?<=Signature=)[\\w+/=]+`, 'g');
    return JSON.parse(JSON.stringify({ end, received }).replace(ports, 'PORT'));
  } finally {
    await service.close();
  }
}

const failures: Readonly<Record<string, readonly Acceptance[]>> = {
  'a refused key': [{ status: 401, json: { message: `the key ${key} is wrong`, name: 'x' } }],
  'an invalid request': [{ status: 422, json: { message: 'the subject is wrong' } }],
  'an exhausted rate': [{ status: 429, headers: { 'retry-after': '7200' }, json: {} }],
  'a broken service': [{ status: 500, json: {} }],
  'a page instead of JSON': [{ status: 200, headers: { 'content-type': 'text/html' } }],
  'a redirect to another host': [{ status: 307, headers: { location: 'https://other.example/' } }],
  'a lost response': [{ status: 0 }],
};

const wrong: Readonly<Record<string, readonly [message: EmailMessage, call?: object]>> = {
  'a message that no service could send': [{ ...message, to: 'nobody' }],
  'an option that no send has': [message, { idempotencykey: 'order-77' }],
  'a field of another SDK': [{ ...message, reply_to: 'ann@acme.dev' } as unknown as EmailMessage],
};

/** Each send runs through both entries. `start` starts the service, in this process or another one. */
export function testSameSends(
  { describe, it, expect }: TestFramework,
  start: Start,
  isTested: (at: number) => boolean = () => true,
): void {
  for (const [name, pair] of Object.entries(pairs).filter((_, at) => isTested(at)))
    describe(`${name}: the light entry sends as the full one`, () => {
      const both = async (responses: readonly Acceptance[], given: EmailMessage, call?: SendOptions) => {
        const full = await runAll(start, pair.full, responses, given, call);
        const light = await runAll(start, pair.light, responses, given, call);
        return { full, light };
      };

      it('a message: the same request, the same result', async () => {
        const { full, light } = await both([pair.acceptance], message);
        expect(full.end.result.outcomes).toMatchObject([{ status: 'accepted' }]);
        expect(light).toEqual(full);
      });

      it('with a key of the caller', async () => {
        const call = { idempotencyKey: 'order-77', onLossy: 'allow' } as const;
        const { full, light } = await both([pair.acceptance], message, call);
        expect(light).toEqual(full);
      });

      for (const status of [429, 503])
        it(`after ${status}: the same attempts`, async () => {
          const headers = { 'retry-after': '0' };
          const { full, light } = await both([{ status, headers, json: {} }, pair.acceptance], message);
          expect(light).toEqual(full);
        });

      it('a separate mail for each recipient', async () => {
        const { full, light } = await both([pair.acceptance], several);
        expect([full.received.length, light.received.length]).toEqual([2, 2]);
        expect(light.end.result?.outcomes).toEqual(full.end.result?.outcomes);
      });

      for (const [what, responses] of Object.entries(failures))
        it(`${what}: the same error`, async () => {
          const { full, light } = await both(responses, message);
          expect([typeof full.end.code, full.end.showsKey]).toEqual(['string', false]);
          expect(light).toEqual(full);
        });

      for (const [what, [given, call]] of Object.entries(wrong))
        it(`${what}: the same error, and no request`, async () => {
          const { full, light } = await both([], given, call);
          expect(full).toMatchObject({ end: { outcome: 'not-sent' }, received: [] });
          expect(light).toEqual(full);
        });
    });
}
