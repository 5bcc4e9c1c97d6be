import { createManualRuntime } from '@org/core/testing';
import { signHmac, verifyHmac } from '@org/core/webhooks';
import { memoryReplayStore, type ReplayStore, type WebhookOptions } from '@org/email';
import { describe, expect, it } from 'vitest';
import type { WebhookScheme } from '../src/driver/webhook-scheme.ts';
import type { DeliveryEvent } from '../src/model/delivery-event.ts';
import { createReceiver } from '../src/webhooks/receiver.ts';

const startMs = 1_700_000_000_000;
const body = '{"type":"delivered"}';
const event: DeliveryEvent = {
  type: 'delivered',
  id: 'e1',
  provider: 'acme',
  timestamp: new Date(startMs),
  raw: {},
};

/** Signs time and body, as most services do. */
const scheme: WebhookScheme = {
  async verify({ header, bytes }, { secrets, nowMs, toleranceMs }) {
    const time = Number(header('x-time'));
    const signature = header('x-signature') ?? '';
    const signed = new Uint8Array([...new TextEncoder().encode(`${time}.`), ...bytes]);
    if (!(await verifyHmac({ secrets, bytes: signed, signature, encoding: 'hex' })))
      return { genuine: false, problem: 'its signature is wrong.' };
    if (!(Math.abs(nowMs - time) <= toleranceMs))
      return { genuine: false, problem: 'its signature is not recent.', stale: true };
    return { genuine: true, id: header('x-id') };
  },
  read: ({ text }) => [{ ...event, raw: JSON.parse(text) }],
  async sign(text, { secret, nowMs }) {
    const bytes = new TextEncoder().encode(`${nowMs}.${text}`);
    const signature = await signHmac({ secret, bytes, encoding: 'hex' });
    return { headers: { 'x-time': String(nowMs), 'x-signature': signature } };
  },
};

interface Given {
  readonly options?: WebhookOptions;
  readonly secrets?: readonly string[];
  readonly scheme?: Partial<WebhookScheme>;
  readonly nowMs?: number;
}

function receiver({ options = {}, secrets = ['current'], nowMs = startMs, ...given }: Given = {}) {
  const runtime = createManualRuntime({ startAt: new Date(nowMs) });
  return createReceiver({
    scheme: { ...scheme, ...given.scheme },
    secrets,
    provider: 'acme',
    runtime,
    options,
  });
}

async function signed(secret = 'current', headers: Record<string, string> = {}): Promise<Request> {
  const context = { secret, nowMs: startMs };
  const own = (await scheme.sign(body, context)).headers;
  return new Request('https://acme.dev/hook', { method: 'POST', headers: { ...own, ...headers }, body });
}

const refused = { code: 'webhook-signature', provider: 'acme' };

describe('security: what a receiver accepts', () => {
  it('is a genuine webhook, as a Request or as its raw parts', async () => {
    expect(await receiver().parse(await signed())).toEqual([{ ...event, raw: { type: 'delivered' } }]);
    const { headers } = await signed();
    expect(await receiver().parse({ headers, body })).toHaveLength(1);
    expect(await receiver().parse({ headers: Object.fromEntries(headers), body })).toHaveLength(1);
    expect(await receiver().parse({ headers, body: new TextEncoder().encode(body) })).toHaveLength(1);
  });

  it.each([
    ['a changed body', { body: `${body} ` }],
    ['a body written anew from its JSON', { body: JSON.stringify(JSON.parse(body), undefined, 1) }],
    ['no headers', { headers: {} }],
    ['a signature in upper case for another body', { body: body.toUpperCase() }],
  ])('is not %s', async (_what, change) => {
    const { headers } = await signed();
    await expect(receiver().parse({ headers, body, ...change })).rejects.toMatchObject(refused);
  });

  it('is not a webhook signed with another secret', async () => {
    await expect(receiver().parse(await signed('other'))).rejects.toMatchObject(refused);
  });

  it('is not a body of more than 10 MiB, whatever its signature', async () => {
    const { headers } = await signed();
    const tooLarge = new Uint8Array(10 * 1024 * 1024 + 1);
    await expect(receiver().parse({ headers, body: tooLarge })).rejects.toMatchObject({
      ...refused,
      message: 'The webhook is larger than 10 MiB.',
    });
    const request = new Request('https://acme.dev/hook', { method: 'POST', headers, body: tooLarge });
    await expect(receiver().parse(request)).rejects.toMatchObject(refused);
  });

  it('accepts the previous secret during a rotation, and no longer after it', async () => {
    const during = receiver({ secrets: ['current', 'previous'] });
    expect(await during.parse(await signed('current'))).toHaveLength(1);
    expect(await during.parse(await signed('previous'))).toHaveLength(1);
    await expect(receiver().parse(await signed('previous'))).rejects.toMatchObject(refused);
  });

  it('needs a secret', async () => {
    await expect(receiver({ secrets: [] }).parse(await signed())).rejects.toMatchObject({
      code: 'credential',
    });
  });

  it('fails closed when a scheme throws', async () => {
    const store = memoryReplayStore();
    const failure = new Error('a bug');
    const broken = receiver({
      options: { replayStore: store },
      scheme: { verify: () => Promise.reject(failure) },
    });
    await expect(broken.parse(await signed())).rejects.toBe(failure);
    const handled: unknown[] = [];
    await expect(broken.respond(await signed(), (events) => handled.push(events))).rejects.toBe(failure);
    expect(handled).toEqual([]);
  });
});

describe('security: the time of a signature', () => {
  it.each([
    [300_000, true],
    [300_001, false],
    [-300_000, true],
    [-300_001, false],
  ])('%i ms after signing: accepted is %s', async (afterMs, isAccepted) => {
    const parsed = receiver({ nowMs: startMs + afterMs }).parse(await signed());
    if (isAccepted) expect(await parsed).toHaveLength(1);
    else await expect(parsed).rejects.toMatchObject(refused);
  });

  it('has the tolerance of the scheme, and that of the caller before it', async () => {
    const late = { nowMs: startMs + 400_000 };
    const patient = { scheme: { toleranceMs: 600_000 } };
    expect(await receiver({ ...late, ...patient }).parse(await signed())).toHaveLength(1);
    const strict = receiver({ ...late, ...patient, options: { toleranceMs: 1_000 } });
    await expect(strict.parse(await signed())).rejects.toMatchObject(refused);
  });
});

describe('a request that is none', () => {
  it.each([
    ['nothing', undefined],
    ['a parsed body', { headers: {}, body: { type: 'delivered' } }],
    ['no headers', { body }],
  ])('is an error of the program: %s', async (_what, request) => {
    await expect(receiver().parse(request as never)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('is a Request whose body was read before', async () => {
    const request = await signed();
    await request.text();
    await expect(receiver().parse(request)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('a repeated webhook', () => {
  it.each([
    ['with the id of the service', { 'x-id': 'w1' }],
    ['without an id', undefined],
  ])('is refused with a replay store: %s', async (_what, headers) => {
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    expect(await once.parse(await signed('current', headers))).toHaveLength(1);
    await expect(once.parse(await signed('current', headers))).rejects.toMatchObject({
      code: 'webhook-replayed',
    });
  });

  it('is accepted without a replay store, and with another id', async () => {
    const plain = receiver();
    expect(await plain.parse(await signed())).toEqual(await plain.parse(await signed()));
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    await once.parse(await signed('current', { 'x-id': 'w1' }));
    expect(await once.parse(await signed('current', { 'x-id': 'w2' }))).toHaveLength(1);
  });

  it('claims no id for a forged webhook', async () => {
    const claims: string[] = [];
    const replayStore: ReplayStore = {
      claim(id) {
        claims.push(id);
        return 'claimed';
      },
      settle: async () => {},
      release: async () => {},
    };
    const once = receiver({ options: { replayStore } });
    await expect(once.parse(await signed('other', { 'x-id': 'w1' }))).rejects.toMatchObject(refused);
    expect(claims).toEqual([]);
    await once.parse(await signed('current', { 'x-id': 'w1' }));
    expect(claims).toEqual(['acme:w1']);
  });

  it('is accepted again after its events could not be read', async () => {
    const options = { replayStore: memoryReplayStore() };
    const failure = new Error('another form');
    const unreadable = receiver({
      options,
      scheme: {
        read: () => {
          throw failure;
        },
      },
    });
    await expect(unreadable.parse(await signed())).rejects.toBe(failure);
    expect(await receiver({ options }).parse(await signed())).toHaveLength(1);
  });
});

describe('a handler', () => {
  it('responds with 200 after the events were handled', async () => {
    const handled: unknown[] = [];
    const request = await signed();
    const response = await receiver().respond(request, (events, given) => {
      handled.push(events.length, given === request);
    });
    expect([response.status, await response.text(), handled]).toEqual([200, '', [1, true]]);
  });

  it('responds with 401 to a forged webhook, and does not handle it', async () => {
    const handled: unknown[] = [];
    const response = await receiver().respond(await signed('other'), (events) => handled.push(events));
    expect([response.status, await response.text(), handled]).toEqual([401, '', []]);
  });

  it('responds with 200 to a repeated webhook, and does not handle it again', async () => {
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    const handled: unknown[] = [];
    const statuses = [];
    for (const _ of [1, 2])
      statuses.push((await once.respond(await signed(), (events) => handled.push(events))).status);
    expect([statuses, handled.length]).toEqual([[200, 200], 1]);
  });

  it('responds with 503 to a webhook that is repeated while it is handled', async () => {
    const replayStore = memoryReplayStore();
    const once = receiver({ options: { replayStore } });
    let fail = (_: Error) => {};
    const handling = new Promise<void>((_, reject) => {
      fail = reject;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const first = once.respond(await signed(), () => {
      begin();
      return handling;
    });
    await begun;
    const handled: unknown[] = [];
    const repeat = async () => once.respond(await signed(), (events) => handled.push(events));
    expect((await repeat()).status).toBe(503);
    await expect(once.parse(await signed())).rejects.toMatchObject({ code: 'webhook-running' });
    expect(handled).toEqual([]);
    const failure = new Error('the database is down');
    fail(failure);
    await expect(first).rejects.toBe(failure);
    expect([(await repeat()).status, handled.length]).toEqual([200, 1]);
  });

  it('rejects with the error of the caller, also when the store fails after it', async () => {
    const release = () => Promise.reject(new Error('no store'));
    const once = receiver({ options: { replayStore: { ...memoryReplayStore(), release } } });
    const failure = new Error('the database is down');
    const failing = once.respond(await signed(), () => Promise.reject(failure));
    await expect(failing).rejects.toBe(failure);
  });

  it('rejects with the error of the caller, and takes the repeated webhook', async () => {
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    const failure = new Error('the database is down');
    const failing = once.respond(await signed(), async () => Promise.reject(failure));
    await expect(failing).rejects.toBe(failure);
    const handled: unknown[] = [];
    const response = await once.respond(await signed(), (events) => handled.push(events));
    expect([response.status, handled.length]).toEqual([200, 1]);
  });
});

describe('certificates of a scheme', () => {
  const getting = (fetch: typeof globalThis.fetch) => {
    const runtime = createManualRuntime({ startAt: new Date(startMs), fetch });
    const texts: string[] = [];
    const parts = { secrets: ['current'], provider: 'acme', runtime, options: {} };
    const verify: WebhookScheme['verify'] = async (_webhook, { getText }) => {
      texts.push(await getText('https://certs.example/a.pem'));
      return { genuine: true };
    };
    return { texts, receiver: createReceiver({ ...parts, scheme: { ...scheme, verify } }) };
  };

  it('load once for each address', async () => {
    let loads = 0;
    const { texts, receiver: own } = getting(async () => new Response(`certificate ${++loads}`));
    await own.parse(await signed());
    await own.parse(await signed());
    expect([texts, loads]).toEqual([['certificate 1', 'certificate 1'], 1]);
  });

  it('load again after a failure, and refuse the webhook meanwhile', async () => {
    const statuses = [500, 200];
    const { texts, receiver: own } = getting(
      async () => new Response('certificate', { status: statuses.shift() ?? 200 }),
    );
    await expect(own.parse(await signed())).rejects.toMatchObject({ code: 'network' });
    await own.parse(await signed());
    expect(texts).toEqual(['certificate']);
  });

  it('are at most 100 000 bytes', async () => {
    const { receiver: own } = getting(async () => new Response('x'.repeat(100_001)));
    await expect(own.parse(await signed())).rejects.toMatchObject({ code: 'network' });
  });
});
