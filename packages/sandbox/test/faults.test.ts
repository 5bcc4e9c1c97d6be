import { request as httpRequest } from 'node:http';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFaultList } from '../src/faults/fault-list.ts';
import { matchesPattern } from '../src/faults/pattern.ts';
import { type AnyFault, type Fault, type Sandbox, startSandbox } from '../src/index.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ routing: false });
});
afterEach(() => sandbox.close());

const page = (path: string, init: RequestInit = {}) =>
  fetch(`${sandbox.page?.url}${path}`, { ...init, headers: { 'x-sandbox-page': 'yes' } });

function send(subject = 'x'): Promise<Response> {
  const { apiUrl = '', apiKey = '' } = sandbox.mail ?? {};
  return fetch(`${apiUrl}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ann@acme.dev', to: 'bob@example.com', subject, body: '<p>hi</p>' }),
  });
}

async function sendSmtp(to = 'bob@example.com'): Promise<void> {
  const { host = '', port = 0, user = '', password = '' } = sandbox.mail?.smtp ?? {};
  const transport = createTransport({ host, port, auth: { user, pass: password }, ignoreTLS: true });
  await transport
    .sendMail({ from: 'ann@acme.dev', to, subject: 'x', text: 'x' })
    .finally(() => transport.close());
}

const received = () => sandbox.mail?.mailbox.list().length;

describe('one list of faults', () => {
  it('has HTTP, SMTP and socket faults, from every door, and removes each', async () => {
    sandbox.mail?.failNext({ status: 500 });
    sandbox.realtime?.faults.dropNextFrame();
    sandbox.realtime?.faults.stopReading();
    sandbox.faults.add({ on: 'smtp', code: 451 });
    const { faults } = await (await page('api/faults')).json();
    expect(faults).toMatchObject([
      { id: 'f1', hits: 0, fault: { service: 'mail', status: 500 } },
      { id: 'f2', fault: { on: 'frame', action: 'drop' } },
      { id: 'f3', fault: { on: 'sockets', effect: 'deaf' } },
      { id: 'f4', fault: { on: 'smtp', code: 451 } },
    ]);
    expect((await page('api/faults/f1', { method: 'DELETE' })).status).toBe(204);
    expect((await page('api/faults/f1', { method: 'DELETE' })).status).toBe(404);
    expect((await send()).status).toBe(200);
    expect((await page('api/faults', { method: 'DELETE' })).status).toBe(204);
    expect(sandbox.faults.list()).toEqual([]);
  });

  it('takes faults by HTTP, for its own page and other programs only', async () => {
    const body = JSON.stringify({ status: 429, match: { path: '/v1/*' }, headers: { 'retry-after': '7' } });
    expect((await page('api/faults', { method: 'POST', body })).status).toBe(201);
    const bare = await fetch(`${sandbox.page?.url}api/faults`, { method: 'POST', body });
    expect(bare.status).toBe(403);
    const throttled = await send();
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '7']);
    expect(sandbox.faults.list()).toEqual([]);
  });

  it.each<[string, object]>([
    ['no count', { count: 0 }],
    ['a misspelled option', { stauts: 500 }],
    ['an unknown kind', { on: '__proto__' }],
    ['an unknown service', { service: 'fax' }],
    ['a probability above 1', { probability: 1.5 }],
    ['a status that HTTP does not have', { status: 99 }],
    ['a body fault of SMTP', { on: 'smtp', where: 'body' }],
    ['an SMTP code that is not a failure', { on: 'smtp', code: 250 }],
    ['a frame without an action', { on: 'frame' }],
    ['a close code that is never sent', { on: 'connection', refuse: 1006 }],
    ['a throttle without a window', { throttle: { limit: 1, windowMs: 0 } }],
  ])('refuses %s, in process and by HTTP', async (_, fault) => {
    expect(() => sandbox.faults.add(fault as AnyFault)).toThrow();
    const response = await page('api/faults', { method: 'POST', body: JSON.stringify(fault) });
    expect(response.status).toBe(400);
    expect(sandbox.faults.list()).toEqual([]);
  });

  it('repeats the sequence of a seed', () => {
    const draw = (seed: number) => {
      const list = createFaultList();
      list.add({ status: 500, probability: 0.3, seed, count: 'always' });
      return Array.from(
        { length: 200 },
        () => list.take((fault): fault is Fault => fault.on === undefined).length,
      );
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const hits = draw(7).reduce((sum, one) => sum + one, 0);
    expect(hits).toBeGreaterThan(40);
    expect(hits).toBeLessThan(80);
  });

  it('a pattern with stars is linear, and stands for any text', () => {
    expect(['/v1/send', '/v1/', '/v1'].map((path) => matchesPattern('/v1/*', path))).toEqual([
      true,
      true,
      false,
    ]);
    expect(matchesPattern('a*b*a', 'aba')).toBe(true);
    expect(matchesPattern('ab*ba', 'aba')).toBe(false);
    const before = process.threadCpuUsage();
    matchesPattern('*a'.repeat(2_000), 'a'.repeat(8_000));
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('HTTP faults', () => {
  it('latency applies together with other faults', async () => {
    sandbox.faults.add({ service: 'mail', delayMs: 60, count: 'always' });
    sandbox.faults.add({ service: 'mail', status: 500 });
    const startedAt = performance.now();
    expect((await send()).status).toBe(500);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    expect((await send()).status).toBe(200);
    expect(sandbox.faults.list()).toMatchObject([{ hits: 2 }]);
  });

  it('after: the work is done and the response is lost; before: it is not done', async () => {
    sandbox.faults.add({ drop: true, where: 'after' });
    await expect(send()).rejects.toThrow();
    expect(received()).toBe(1);
    sandbox.faults.add({ drop: 'reset' });
    await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(received()).toBe(1);
  });

  it.each([{}, { drop: true }, { status: 503 }, { count: 'always' }] as const)(
    'after, with a delay: the work is done before it (%j)',
    async (fault) => {
      sandbox.faults.add({ ...fault, where: 'after', delayMs: 60_000 });
      const lost = expect(send()).rejects.toThrow();
      await expect.poll(received).toBe(1);
      await sandbox.close();
      await lost;
    },
  );

  it('in the middle of the body: half arrives, then the rest later, or nothing more', async () => {
    const read = (): Promise<{ readonly chunks: readonly string[]; readonly isComplete: boolean }> =>
      new Promise((resolve, reject) => {
        const { host } = new URL(sandbox.mail?.apiUrl ?? '');
        const [hostname = '', port = ''] = host.split(':');
        const sent = httpRequest({ hostname, port, path: '/plunk/contacts', agent: false }, (response) => {
          const chunks: string[] = [];
          response.on('data', (chunk) => chunks.push(String(chunk)));
          response.on('error', () => {});
          response.on('close', () => resolve({ chunks, isComplete: response.complete }));
        });
        sent.on('error', reject);
        sent.end();
      });
    sandbox.faults.add({ where: 'body', delayMs: 80 });
    const slow = await read();
    expect(slow.isComplete).toBe(true);
    expect(slow.chunks).toHaveLength(2);
    JSON.parse(slow.chunks.join(''));
    sandbox.faults.add({ where: 'body', drop: true });
    const cut = await read();
    expect(cut.isComplete).toBe(false);
    expect(cut.chunks).toHaveLength(1);
  });

  it('throttles with the headers of the service, until it is removed; a day is a quota', async () => {
    const id = sandbox.faults.add({ service: 'mail', throttle: { limit: 2, windowMs: 60_000 } });
    const statuses = [await send(), await send(), await send()];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(statuses[1]?.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await statuses[2]?.json()).toMatchObject({ error: { statusCode: 429 } });
    expect(sandbox.faults.list()).toMatchObject([{ id, hits: 3 }]);
    sandbox.faults.remove(id);
    expect((await send()).status).toBe(200);
    sandbox.faults.add({ service: 'realtime', throttle: { limit: 1, windowMs: 86_400_000 } });
    const channels = () => fetch(`${sandbox.realtime?.url}/apps/1/channels`);
    expect([(await channels()).status, (await channels()).status]).toEqual([401, 429]);
  });
});

describe('SMTP faults', () => {
  it('refuse one command with a code, for one address', async () => {
    sandbox.faults.add({ on: 'smtp', match: { command: 'rcpt', address: '*@blocked.example' }, code: 550 });
    await sendSmtp();
    await expect(sendSmtp('ann@blocked.example')).rejects.toMatchObject({ responseCode: 550 });
    expect(received()).toBe(1);
  });

  it.each(['connect', 'auth', 'mail', 'rcpt', 'data'] as const)('refuse %s', async (command) => {
    sandbox.faults.add({ on: 'smtp', match: { command }, code: 454, message: 'Not now' });
    await expect(sendSmtp()).rejects.toThrow(/454|Not now/);
    expect(received()).toBe(0);
    await sendSmtp();
    expect(received()).toBe(1);
  });

  it('lose the reply after the message is stored', async () => {
    sandbox.faults.add({ on: 'smtp', match: { command: 'data' }, where: 'after', drop: true });
    await expect(sendSmtp()).rejects.toThrow();
    expect(received()).toBe(1);
  });

  it('refuse a sign-in after it is checked, or reply to it late', async () => {
    const match = { command: 'auth' } as const;
    sandbox.faults.add({ on: 'smtp', match, where: 'after', code: 454, message: 'Not now' });
    await expect(sendSmtp()).rejects.toThrow('Not now');
    sandbox.faults.add({ on: 'smtp', match, where: 'after', delayMs: 60 });
    const startedAt = performance.now();
    await sendSmtp();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    expect(received()).toBe(1);
  });

  it.each([{}, { drop: true }, { code: 451 }, { count: 'always' }] as const)(
    'after, with a delay: the message is stored before it (%j)',
    async (fault) => {
      const match = { command: 'data' } as const;
      sandbox.faults.add({ ...fault, on: 'smtp', match, where: 'after', delayMs: 60_000 });
      const lost = expect(sendSmtp()).rejects.toThrow();
      await expect.poll(received).toBe(1);
      await sandbox.close();
      await lost;
    },
  );

  it('delay a command', async () => {
    sandbox.faults.add({ on: 'smtp', match: { command: 'data' }, delayMs: 60 });
    const startedAt = performance.now();
    await sendSmtp();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    expect(received()).toBe(1);
    expect(sandbox.mail?.mailbox.list()[0]?.parsed.text, 'what came during the delay').toBe('x');
  });
});
