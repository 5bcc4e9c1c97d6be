import { afterEach, describe, expect, it } from 'vitest';
import { createApiBenches, mail } from './mail-api-bench.ts';

const { start, stop } = createApiBenches();
afterEach(stop);

describe('keys', () => {
  it.each([
    [undefined, 'MISSING_AUTH'],
    ['sk_wrong', 'INVALID_CREDENTIALS'],
    ['bearer KEY', 'INVALID_CREDENTIALS'],
    ['Bearer  KEY', 'INVALID_CREDENTIALS'],
    ['Bearer KEY x', 'INVALID_CREDENTIALS'],
    ['Bearer sk_wrong', 'INVALID_API_KEY'],
    ['Bearer KEYx', 'INVALID_API_KEY'],
    ['Bearer PUBLIC', 'INVALID_API_KEY'],
  ])('responds 401 to %s', async (given, code) => {
    const { service } = await start({ strict: true });
    const authorization = given?.replace('KEY', service.apiKey).replace('PUBLIC', service.publicKey);
    const response = await fetch(
      `${service.apiUrl}/contacts`,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ success: false, error: { code } });
  });

  it('takes the public key for tracking, and the secret one for nothing but the rest', async () => {
    const { service, call } = await start({ strict: true });
    const event = { event: 'signup', email: 'bob@example.com', data: { plan: 'pro' } };
    expect((await call('POST', '/v1/track', event)).status).toBe(401);
    const key = { authorization: `Bearer ${service.publicKey}` };
    expect((await call('POST', '/v1/track', event, key)).status).toBe(200);
    const { json } = await call('GET', '/contacts');
    expect(json.data).toMatchObject([{ email: 'bob@example.com', subscribed: true, data: { plan: 'pro' } }]);
    const reserved = await call('POST', '/v1/track', { ...event, event: 'email.sent' }, key);
    expect(reserved).toMatchObject({
      status: 422,
      json: { error: { errors: [{ code: 'reserved_event' }] } },
    });
  });
});

describe('idempotency', () => {
  it('runs a key once and then refuses it, for any payload, without the ids', async () => {
    const { service, send } = await start();
    const key = { 'idempotency-key': 'order 1' };
    expect((await send(mail, key)).status).toBe(200);
    for (const body of [mail, { ...mail, subject: 'Other' }]) {
      const { status, json } = await send(body, key);
      expect(status).toBe(409);
      expect(json.error).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        details: { key: 'order 1', originalRequest: 'POST /v1/send', originalStatusCode: 200 },
      });
    }
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('performs one of many simultaneous requests with one key', async () => {
    const { service, send } = await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(mail, { 'idempotency-key': 'k' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('frees the key after a request that was wrong, and after a day', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { send } = await start({ now: () => now });
    const key = { 'idempotency-key': 'k' };
    expect((await send({ ...mail, to: 'wrong' }, key)).status).toBe(422);
    expect((await send(mail, key)).status).toBe(200);
    now += 24 * 3_600_000 - 1;
    expect((await send(mail, key)).status).toBe(409);
    now += 1;
    expect((await send(mail, key)).status).toBe(200);
  });

  it('responds 400 to a key that is too long', async () => {
    const { send } = await start();
    expect((await send(mail, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
    expect((await send(mail, { 'idempotency-key': 'é' })).status).toBe(400);
  });
});

describe('limits and bad requests', () => {
  it('responds 429 with the delay in header and body, and counts it', async () => {
    const { service, call } = await start({ rateLimit: { limit: 2, windowMs: 60_000 } });
    const first = await call('GET', '/contacts');
    expect([
      first.headers.get('ratelimit-limit'),
      first.headers.get('ratelimit-remaining'),
      first.headers.get('ratelimit-reset'),
    ]).toEqual(['2', '1', '60']);
    expect((await call('GET', '/contacts/none')).headers.get('ratelimit-remaining')).toBe('0');
    const { status, headers, json } = await call('GET', '/contacts');
    expect(status).toBe(429);
    expect(json.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retryAfter: Number(headers.get('retry-after')) },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(service.stats).toMatchObject({ requests: 3, refused: 1, messages: 0 });
  });

  it('has no limit and no headers with rateLimit: false', async () => {
    const { call } = await start({ rateLimit: false });
    expect((await call('GET', '/contacts')).headers.get('ratelimit-limit')).toBeNull();
  });

  it.each(['{', '"text"', '5', 'null', '{"a":}', '\uFFFD', '['.repeat(100_000)])(
    'answers 400 to malformed JSON %#',
    async (body) => {
      const { call } = await start();
      expect(await call('POST', '/v1/send', body)).toMatchObject({
        status: 400,
        json: { error: { code: 'VALIDATION_ERROR' } },
      });
    },
  );

  it('responds 422 to a body without a JSON type, and 413 to one that is too large', async () => {
    const { call } = await start({ maxMessageBytes: 10_000 });
    expect((await call('POST', '/v1/send', mail, { 'content-type': 'text/plain' })).status).toBe(422);
    expect((await call('POST', '/v1/send', { ...mail, body: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await call('POST', '/v1/send', { ...mail, body: 'x'.repeat(2_000_000) })).status).toBe(413);
  });

  it.each([
    '/',
    '/v1/send/',
    '/V1/send',
    '/v1//send',
    '/v1/../v1/send',
    '/v1/%2e%2e/send',
    '/contacts/%00',
    '/contacts/..%2f..%2fetc',
    '/v2/send',
    '//v1/send',
  ])('S1: responds 404 at %s', async (path) => {
    const { service } = await start();
    // fetch would tidy the path up, so the request is written by hand
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.apiUrl);
      request(
        { hostname, port, path, method: 'POST', headers: { authorization: `Bearer ${service.apiKey}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});
