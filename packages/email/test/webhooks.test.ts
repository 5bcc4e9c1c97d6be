import { createManualRuntime } from '@org/core/testing';
import { signHmac, verifyHmac, type WebhookRequest } from '@org/core/webhooks';
import {
  memoryReplayStore,
  type ReplayStore,
  type WebhookOptions,
  WebhookReplayedError,
  WebhookSignatureError,
} from '@org/email';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebhookScheme } from '../src/driver/webhook-scheme.ts';
import type { DeliveryEvent } from '../src/model/delivery-event.ts';
import {
  type EventsHandler,
  readWebhookOptions,
  type WebhookHandlerOptions,
} from '../src/webhooks/options.ts';
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
  const { parse, respond } = createReceiver({
    scheme: { ...scheme, ...given.scheme },
    secrets,
    provider: 'acme',
    runtime,
    options: readWebhookOptions(options),
  });
  return {
    parse,
    respond: (request: Request, events: EventsHandler, handlerOptions?: WebhookHandlerOptions) =>
      respond(request, { events }, handlerOptions),
  };
}

async function eventsOf(given: Pick<ReturnType<typeof receiver>, 'parse'>, request: WebhookRequest) {
  return (await given.parse(request)).events;
}

async function signed(secret = 'current', headers: Record<string, string> = {}): Promise<Request> {
  const context = { secret, nowMs: startMs };
  const own = (await scheme.sign(body, context)).headers;
  return new Request('https://acme.dev/hook', { method: 'POST', headers: { ...own, ...headers }, body });
}

const refused = { code: 'webhook-signature', provider: 'acme' };

describe('security: what a receiver accepts', () => {
  it('is a genuine webhook, as a Request or as its raw parts', async () => {
    expect(await eventsOf(receiver(), await signed())).toEqual([{ ...event, raw: { type: 'delivered' } }]);
    const { headers } = await signed();
    expect(await eventsOf(receiver(), { headers, body })).toHaveLength(1);
    expect(await eventsOf(receiver(), { headers: Object.fromEntries(headers), body })).toHaveLength(1);
    expect(await eventsOf(receiver(), { headers, body: new TextEncoder().encode(body) })).toHaveLength(1);
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
    expect(await eventsOf(during, await signed('current'))).toHaveLength(1);
    expect(await eventsOf(during, await signed('previous'))).toHaveLength(1);
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
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const response = await broken.respond(await signed(), (events) => handled.push(events), { onError });
    expect([response.status, errors, handled]).toEqual([500, [failure], []]);
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
    if (isAccepted) expect((await parsed).events).toHaveLength(1);
    else await expect(parsed).rejects.toMatchObject(refused);
  });

  it('has the tolerance of the scheme, and that of the caller before it', async () => {
    const late = { nowMs: startMs + 400_000 };
    const patient = { scheme: { toleranceMs: 600_000 } };
    expect(await eventsOf(receiver({ ...late, ...patient }), await signed())).toHaveLength(1);
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
  ])('is refused with a replay store, when the first is settled: %s', async (_what, headers) => {
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    const parse = async () => once.parse(await signed('current', headers));
    const first = await parse();
    expect(first.events).toHaveLength(1);
    await expect(parse()).rejects.toMatchObject({ code: 'webhook-running', responseStatus: 503 });
    await first.release();
    const second = await parse();
    expect(second.id).toBe(first.id);
    await second.settle();
    await expect(parse()).rejects.toMatchObject({ code: 'webhook-replayed', responseStatus: 200 });
  });

  it('without a body is told apart by the parameters, but not by the token among them', async () => {
    const verify = async () => ({ genuine: true }) as const;
    const read = () => [event];
    const once = receiver({ options: { replayStore: memoryReplayStore() }, scheme: { verify, read } });
    const get = async (query: string) => once.parse({ headers: {}, body: '', url: `/hook?${query}` });
    await (await get('status=Sent&token=current')).settle();
    await (await get('status=Opened&token=current')).settle();
    await expect(get('status=Sent&token=previous')).rejects.toMatchObject({ code: 'webhook-replayed' });
  });

  it('security: is refused with other parameters, which no signature covers', async () => {
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    const { headers } = await signed();
    const parse = async (query: string) => once.parse({ headers, body, url: `/hook?${query}` });
    await (await parse('a=1')).settle();
    for (const query of ['a=2', 'a=1&b=1', ''])
      await expect(parse(query)).rejects.toMatchObject({ code: 'webhook-replayed' });
  });

  it('is remembered as long as it is accepted', async () => {
    const ttls: number[] = [];
    const settle = (_id: string, _owner: string, ms: number) => void ttls.push(ms);
    const replayStore: ReplayStore = { ...memoryReplayStore(), claim: () => 'claimed', settle };
    const day = 86_400_000;
    for (const toleranceMs of [1, 3 * day, 3 * day + 0.1])
      await (await receiver({ options: { replayStore, toleranceMs } }).parse(await signed())).settle();
    expect(ttls).toEqual([4 * day, 6 * day, 6 * day + 1]);
  });

  it('is accepted without a replay store, and with another id', async () => {
    const plain = receiver();
    expect(await eventsOf(plain, await signed())).toEqual(await eventsOf(plain, await signed()));
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    await (await once.parse(await signed('current', { 'x-id': 'w1' }))).settle();
    expect(await eventsOf(once, await signed('current', { 'x-id': 'w2' }))).toHaveLength(1);
  });

  it('claims no id for a forged webhook', async () => {
    const claims: string[] = [];
    const replayStore: ReplayStore = {
      ...memoryReplayStore(),
      claim(id) {
        claims.push(id);
        return 'claimed';
      },
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
    expect(await eventsOf(receiver({ options }), await signed())).toHaveLength(1);
  });
});

describe('a handler', () => {
  const failure = new Error('the database is down');
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  beforeEach(() => void errors.splice(0));

  it('responds with 200 after the events were handled', async () => {
    const handled: unknown[] = [];
    const request = await signed();
    const response = await receiver().respond(request, (events, given) => {
      handled.push(events.length, given === request);
    });
    expect([response.status, await response.json(), handled]).toEqual([200, {}, [1, true]]);
  });

  it('responds with 401 to a forged webhook, and does not handle it', async () => {
    const handled: unknown[] = [];
    const response = await receiver().respond(await signed('other'), (events) => handled.push(events));
    const error = 'The webhook was refused: its signature is wrong.';
    expect([response.status, await response.json(), handled]).toEqual([401, { error }, []]);
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
    const first = once.respond(
      await signed(),
      () => {
        begin();
        return handling;
      },
      { onError },
    );
    await begun;
    const handled: unknown[] = [];
    const repeat = async () => once.respond(await signed(), (events) => handled.push(events));
    expect((await repeat()).status).toBe(503);
    await expect(once.parse(await signed())).rejects.toMatchObject({ code: 'webhook-running' });
    expect(handled).toEqual([]);
    fail(failure);
    expect((await first).status).toBe(500);
    expect([(await repeat()).status, handled.length, errors]).toEqual([200, 1, [failure]]);
  });

  it('responds with 500 to an error of the caller, and takes the repeated webhook', async () => {
    const once = receiver({ options: { replayStore: memoryReplayStore() } });
    const failing = await once.respond(await signed(), () => Promise.reject(failure), { onError });
    expect([failing.status, await failing.text(), errors]).toEqual([
      500,
      expect.not.stringContaining('database'),
      [failure],
    ]);
    const handled: unknown[] = [];
    const response = await once.respond(await signed(), (events) => handled.push(events));
    expect([response.status, handled.length]).toEqual([200, 1]);
  });

  it('an error of the caller is never a refusal, whatever its kind', async () => {
    const refusals = [
      new WebhookSignatureError({ message: 'of another webhook' }),
      new WebhookReplayedError({ message: 'of another webhook' }),
    ];
    for (const refusal of refusals) {
      const response = await receiver().respond(await signed(), () => Promise.reject(refusal), { onError });
      expect(response.status).toBe(500);
    }
    expect(errors).toEqual(refusals);
  });

  it('reports both errors where the store fails after the caller', async () => {
    const broken = new Error('no store');
    const release = () => Promise.reject(broken);
    const once = receiver({ options: { replayStore: { ...memoryReplayStore(), release } } });
    const response = await once.respond(await signed(), () => Promise.reject(failure), { onError });
    expect([response.status, errors]).toEqual([500, [broken, failure]]);
  });

  it('responds with 200 where the store fails after the events were handled', async () => {
    const settle = () => Promise.reject(failure);
    const once = receiver({ options: { replayStore: { ...memoryReplayStore(), settle } } });
    const response = await once.respond(await signed(), () => {}, { onError });
    expect([response.status, errors]).toEqual([200, [failure]]);
  });

  it('says how to serve it with Express', async () => {
    const express = { method: 'POST', headers: {}, body: '{}' };
    const response = await receiver().respond(express as never, () => {}, { onError });
    expect(response.status).toBe(500);
    expect(String(errors)).toContain('toNodeHandler(handler) of @org/email/node-handler');
  });
});

describe('certificates of a scheme', () => {
  const getting = (fetch: typeof globalThis.fetch) => {
    const runtime = createManualRuntime({ startAt: new Date(startMs), fetch });
    const texts: string[] = [];
    const parts = { secrets: ['current'], provider: 'acme', runtime, options: readWebhookOptions() };
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
