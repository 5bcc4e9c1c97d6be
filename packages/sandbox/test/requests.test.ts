import { createLimiter, maxConcurrency } from '@org/core';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { createRequestLog } from '../src/requests/request-log.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ routing: false });
});
afterEach(() => sandbox.close());

const page = (path: string, init: RequestInit = {}) =>
  fetch(`${sandbox.page?.url}${path}`, { ...init, headers: { 'x-sandbox-page': 'yes', ...init.headers } });
const get = async (path: string) => (await page(path)).json();

async function send(subject: string, init: { readonly key?: string; readonly path?: string } = {}) {
  const { apiUrl = '', apiKey = '' } = sandbox.mail ?? {};
  return fetch(`${apiUrl}/v1/send${init.path ?? ''}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${init.key ?? apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ann@acme.dev', to: 'bob@example.com', subject, body: '<p>hi</p>' }),
  });
}

/** `curl` as a shell function that prints its arguments. */
const printArguments = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }`;

describe('the request log', () => {
  it('has method, target, bodies, status and time of a request, and its mail', async () => {
    await send('One');
    const request = sandbox.requests.last('mail');
    expect(request).toMatchObject({ id: 'r1', method: 'POST', target: '/plunk/v1/send', status: 200 });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ subject: 'One' });
    expect(JSON.parse(request?.responseBody ?? '')).toMatchObject({ success: true });
    expect(request?.durationMs).toBeGreaterThan(0);
    expect(request?.messageIds).toEqual(sandbox.mail?.mailbox.list().map(({ id }) => id));
  });

  it('hides secrets wherever they are: headers, query, bodies, in any form', async () => {
    const { apiKey = '' } = sandbox.mail ?? {};
    await send('One', { path: `?api_key=unknown-key-1234&x=${encodeURIComponent(apiKey)}` });
    await fetch(`${sandbox.mail?.apiUrl}/v1/track`, {
      method: 'POST',
      headers: { 'x-custom': apiKey, 'x-api-key': 'another-key-5678', 'partner-key': 'partners-key-9' },
      body: JSON.stringify({
        event: apiKey,
        password: 'hunter2-hunter2',
        url: 'http://ann:url-password@127.0.0.1:9/hook',
      }),
    });
    await fetch(`${sandbox.realtime?.url}/apps/1/channels?auth_key=sandbox-key&auth_signature=feedface1234`);
    const text = JSON.stringify(await Promise.all(['r1', 'r2', 'r3'].map((id) => get(`api/requests/${id}`))));
    expect(text).toContain('[redacted]');
    const given = ['another-key-5678', 'partners-key-9', 'hunter2', 'url-password', 'feedface1234'];
    for (const secret of [apiKey, 'unknown-key-1234', ...given]) expect(text).not.toContain(secret);
    expect(text).toContain('http://ann:[redacted]@127.0.0.1:9/hook');
  });

  it('has requests that no handler saw: a foreign host, a body that is too large', async () => {
    await fetch(`${sandbox.mail?.apiUrl}/v1/send`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    });
    await fetch(`${sandbox.realtime?.url}/apps/1/events`, { method: 'POST', body: 'x'.repeat(1_500_000) });
    expect(sandbox.requests.list().map(({ service, status }) => [service, status])).toEqual([
      ['mail', 403],
      ['realtime', 413],
    ]);
  });

  it('is served to the page only, and filtered by service', async () => {
    await send('One');
    await fetch(`${sandbox.realtime?.url}/apps/1/channels`);
    expect(await get('api/requests')).toMatchObject({ total: 2, requests: [{ id: 'r2' }, { id: 'r1' }] });
    expect((await get('api/requests?of=mail')).requests).toMatchObject([{ id: 'r1' }]);
    const foreign = await page('api/requests', { headers: { origin: 'http://127.0.0.1:1' } });
    expect(foreign.status).toBe(403);
    expect((await fetch(`${sandbox.page?.url}api/requests`, { method: 'DELETE' })).status).toBe(403);
    expect((await page('api/requests', { method: 'DELETE' })).status).toBe(204);
    expect(sandbox.requests.list()).toEqual([]);
  });

  it('gives a curl command without secrets, which repeats the request in a shell', async () => {
    const { spawnSync } = await import('node:child_process');
    await send('It\'s $HOME `id` "quoted"');
    const command = sandbox.requests.curl('r1') ?? '';
    expect(command).not.toContain(sandbox.mail?.apiKey);
    expect(command).toContain('"$PLUNK_API_KEY"');
    const script = `${printArguments}\n${command}`;
    const { stdout } = spawnSync('sh', ['-c', script], {
      env: { ...sandbox.env, PATH: process.env['PATH'] },
    });
    const words = String(stdout).split('\0');
    expect(words).toContain(`authorization: Bearer ${sandbox.mail?.apiKey}`);
    expect(words).toContain(`${sandbox.mail?.apiUrl}/v1/send`);
    const body = words[words.indexOf('--data-raw') + 1] ?? '';
    expect(JSON.parse(body)).toMatchObject({ subject: 'It\'s $HOME `id` "quoted"' });
  });

  it('gives no shell anything to run, whatever a request has', async () => {
    const { spawnSync } = await import('node:child_process');
    const nasty = "\u007f(echo pwned)\u007f \u007fPATH\u007f '; echo pwned #\n`echo pwned` $(echo pwned)";
    await fetch(`${sandbox.mail?.apiUrl}/v1/track?a='$(echo%20pwned)`, { method: 'POST', body: nasty });
    const script = `${printArguments}\n${sandbox.requests.curl('r1')}`;
    const { stdout } = spawnSync('sh', ['-c', script], { env: { PATH: process.env['PATH'] } });
    const words = String(stdout).split('\0');
    expect(words[words.indexOf('--data-raw') + 1]).toBe(nasty);
  });

  it('does not print a key that it does not know', async () => {
    await send('One', { key: 'sk_of_somebody_else' });
    expect(sandbox.requests.curl('r1')).not.toContain('sk_of_somebody_else');
  });

  it('replays a request, and fails the next like it', async () => {
    await send('One');
    const replayed = await (await page('api/requests/r1/replay', { method: 'POST' })).json();
    expect(replayed).toMatchObject({ id: 'r2', replayOf: 'r1', status: 200 });
    expect(sandbox.mail?.mailbox.list()).toHaveLength(2);
    expect((await page('api/requests/r1/fail-next', { method: 'POST' })).status).toBe(201);
    expect((await fetch(`${sandbox.mail?.apiUrl}/contacts`)).status).toBe(401);
    expect((await send('Two')).status).toBe(503);
    expect(sandbox.requests.last()).toMatchObject({ status: 503, faultId: 'f1' });
    expect((await send('Three')).status).toBe(200);
  });

  it('shows the attempts of a retry, one entry each', async () => {
    const { apiKey = '', apiUrl = '' } = sandbox.mail ?? {};
    sandbox.mail?.failNext({ status: 503, headers: { 'retry-after': '0' } });
    await using email = createEmailClient({ driver: plunk({ apiKey, baseUrl: apiUrl }) });
    await email.send({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Retry', html: '<p>x</p>' });
    const logged = sandbox.requests.list('mail').map(({ status, client }) => ({ status, client }));
    expect(logged).toEqual([
      { status: 503, client: undefined },
      // The limiter may hold it back after a 503.
      { status: 200, client: expect.stringMatching(/^attempt 2(?:, waited \d+ ms for its limiter)?$/) },
    ]);
  });

  it('shows how long the limiter of a client held a request back', async () => {
    const { apiKey = '', apiUrl = '' } = sandbox.mail ?? {};
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await using email = createEmailClient({ driver: plunk({ apiKey, baseUrl: apiUrl }), limiter });
    sandbox.faults.add({ service: 'mail', delayMs: 50, count: 1 });
    const mail = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Wait', html: '<p>x</p>' };
    await Promise.all([email.send(mail), email.send(mail)]);
    const [first, second] = sandbox.requests.list('mail').map(({ client }) => client);
    expect(first).toBeUndefined();
    expect(second).toMatch(/^attempt 1, waited \d{2,} ms for its limiter$/);
  });

  it('hides the secret key of Mailjet, and no word of a mail', async () => {
    const { MAILJET_API_KEY: key = '', MAILJET_SECRET_KEY: secret = '' } = sandbox.mail?.env ?? {};
    const From = { Email: 'a@acme.dev' };
    const TextPart = `A secret, and the key ${secret}`;
    const mail = { From, To: [{ Email: 'b@example.com' }], Subject: 'Hi', TextPart };
    await fetch(`${sandbox.mail?.services['mailjet']?.url}/v3.1/send`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` },
      body: JSON.stringify({ Messages: [mail] }),
    });
    const { body = '', status } = sandbox.requests.last('mailjet') ?? {};
    expect(status).toBe(200);
    expect(body).toContain('A secret, and the key ');
    expect(body).not.toContain(secret);
  });

  it('reports changes, and reset() clears it with mail and faults', async () => {
    let changes = 0;
    const end = sandbox.requests.subscribe(() => {
      changes += 1;
    });
    await send('One');
    expect(changes).toBe(1);
    end();
    sandbox.faults.add({ status: 500, count: 'always' });
    sandbox.reset();
    expect(sandbox.requests.list()).toEqual([]);
    expect(sandbox.faults.list()).toEqual([]);
    expect(sandbox.mail?.mailbox.list()).toEqual([]);
  });
});

describe('the bounds of the log', () => {
  const serve = async (log: ReturnType<typeof createRequestLog>, size: number) => {
    const request = { method: 'POST', target: '/', headers: {}, bytes: new Uint8Array(size) };
    const respond = async () => ({ status: 200 });
    await log.observer('mail').observe(request, respond, respond);
  };

  it('S4: it keeps the newest entries, in number and in bytes', async () => {
    const few = createRequestLog({ maxEntries: 3 });
    for (let index = 0; index < 10; index += 1) await serve(few, 1);
    expect(few.list().map(({ id }) => id)).toEqual(['r8', 'r9', 'r10']);
    const small = createRequestLog({ maxBytes: 100_000 });
    for (let index = 0; index < 10; index += 1) await serve(small, 40_000);
    expect(small.list()).toHaveLength(2);
    small.clear();
    await serve(small, 500_000);
    expect(small.list()).toHaveLength(1);
  });
});
