import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmailClient } from '@org/email';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { runProgram } from '../src/cli/run.ts';
import { addressedAs } from '../src/description.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { createSandboxHandler } from '../src/mount/index.ts';
import { drivers, messageFor, stored } from './mail-doors/drivers.ts';

const token = 'token-of-this-test';
let sandbox: Sandbox;
beforeAll(async () => {
  const options = { host: '0.0.0.0', allowedHosts: ['Sandbox', 'mail.test'], token, routing: false } as const;
  sandbox = await startSandbox({ ...options, mail: { strict: true }, seed: stored });
});
afterAll(() => sandbox.close());

/** The ports of all HTTP servers: page, mail, realtime. */
const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);
const ports = () => ({
  page: portOf(sandbox.page?.url),
  mail: portOf(sandbox.mail?.apiUrl),
  realtime: portOf(sandbox.realtime?.url),
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Headers as given, also `Host`. */
function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += String(chunk);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const healthChecks = ['/livez', '/readyz'];

/** Method and path of each guarded route in the source of the page and of Mailpit's API. */
function listRoutes(): (readonly [method: string, path: string])[] {
  const source = fileURLToPath(new URL('../src/', import.meta.url));
  const files = ['page', 'mail/mailpit'].flatMap((folder) =>
    readdirSync(join(source, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(source, folder, name), 'utf8')),
  );
  const found = files.flatMap((text) => [...text.matchAll(/route\(\s*'([A-Z]+)',\s*'([^']+)'/g)]);
  const paths = found.map(([, method = '', path = '']) => [method, path.replaceAll(/:\w+/g, 'x')] as const);
  const guarded = paths.filter(([, path]) => !healthChecks.includes(path));
  return [...guarded, ['GET', '/assets/app.js'], ['GET', '/nothing'], ['DELETE', '/api/nothing']];
}

describe('a sandbox that other machines can reach', () => {
  it('answers health checks without the token, for any name, and with nothing else', async () => {
    const { page } = ports();
    for (const path of healthChecks) {
      expect(await ask(page, path, { host: `sandbox:${page}` })).toMatchObject({ status: 200, body: '' });
      for (const method of ['GET', 'HEAD'])
        expect((await ask(page, path, { host: 'other.example' }, method)).status).toBe(200);
      expect((await ask(page, path, { host: 'other.example' }, 'POST')).status).toBe(403);
      expect((await ask(page, `${path}/`, { host: 'other.example' })).status).toBe(403);
      expect((await ask(page, path, { host: 'a.example', origin: 'http://a.example' })).status).toBe(403);
      const ofPage = { host: `sandbox:${page}`, 'x-sandbox-page': 'yes' };
      expect((await ask(page, path, ofPage, 'POST')).status).toBe(401);
      expect((await ask(page, `${path}/`, { host: `sandbox:${page}` })).status).toBe(401);
    }
  });

  it('answers health checks on each port of HTTP, and logs none', async () => {
    const { page: _, ...services } = ports();
    sandbox.requests.clear();
    for (const port of Object.values(services))
      expect((await ask(port, '/livez', { host: 'other.example' })).status).toBe(200);
    expect(sandbox.requests.list()).toEqual([]);
  });

  it('answers no request to the page, its interface and Mailpit’s API without the token', async () => {
    const routes = listRoutes();
    expect(routes.length).toBeGreaterThan(50);
    const host = `sandbox:${ports().page}`;
    const before = sandbox.save();
    for (const [method, path] of routes)
      for (const wrong of [{}, { authorization: 'Bearer other-token' }, { cookie: `sandbox_x=${token}` }]) {
        const answer = await ask(ports().page, path, { host, 'x-sandbox-page': 'yes', ...wrong }, method);
        expect([method, path, answer.status]).toEqual([method, path, 401]);
        if (method !== 'HEAD') expect(JSON.parse(answer.body).error).toContain('SANDBOX_TOKEN');
      }
    expect(sandbox.save()).toEqual(before);
  });

  it.each([
    ['a program', { authorization: `Bearer ${token}` }],
    ['a client of Mailpit', { authorization: `Basic ${btoa(`any:${token}`)}` }],
  ])('answers %s with it', async (_name, headers) => {
    const host = `sandbox:${ports().page}`;
    for (const path of ['/', '/api/sandbox', '/api/v1/messages', '/assets/app.js'])
      expect((await ask(ports().page, path, { host, ...headers })).status).toBe(200);
  });

  it('gives a browser a cookie for it, and takes the cookie', async () => {
    const host = `sandbox:${ports().page}`;
    const { status, headers } = await ask(ports().page, `/?token=${token}`, { host });
    expect([status, headers.location]).toEqual([303, '/']);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const [pair = ''] = cookie.split(';');
    const page = await ask(ports().page, '/', { host, cookie: `other=1; ${pair}` });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<title>Sandbox</title>')]);
    // The page's own script reaches the sockets on the host of its URL.
    expect(page.headers['content-security-policy']).toContain(`ws://sandbox:${ports().realtime}`);
    const foreign = { host, cookie: pair, origin: 'http://evil.example' };
    expect((await ask(ports().page, '/api/messages', foreign)).status).toBe(403);
    expect((await ask(ports().page, '/?token=other-token', { host })).status).toBe(401);
  });

  it('opens the events of Mailpit with it only', async () => {
    const open = async (headers: Readonly<Record<string, string>>) => {
      const socket = new WebSocket(`ws://127.0.0.1:${ports().page}/api/events`, { headers });
      const outcome = await Promise.race([
        once(socket, 'open').then(() => 'open'),
        once(socket, 'error').then(() => 'refused'),
      ]).catch(() => 'refused');
      socket.on('error', () => {});
      socket.terminate();
      return outcome;
    };
    expect(await open({})).toBe('refused');
    expect(await open({ authorization: `Bearer ${token}` })).toBe('open');
  });

  it.each(['page', 'mail', 'realtime'] as const)('refuses hosts that are not its own: %s', async (part) => {
    const port = ports()[part];
    const login = { authorization: `Bearer ${token}` };
    const statusOf = async (host: string, more = {}) =>
      (await ask(port, '/nothing', { ...login, host, ...more })).status;
    for (const host of ['evil.example', `evil.example:${port}`, 'sandbox.evil.example', 'xsandbox', 'a b'])
      expect([host, await statusOf(host)]).toEqual([host, 403]);
    for (const host of [
      'sandbox',
      `SANDBOX:${port}`,
      `mail.test:${port}`,
      'localhost',
      '172.17.0.2',
      '[fe80::1]',
    ])
      expect([host, await statusOf(host)]).not.toEqual([host, 403]);
    for (const origin of ['http://evil.example', 'http://172.17.0.9', 'null'])
      expect(await statusOf(`sandbox:${port}`, { origin })).toBe(403);
  });

  it('gives its first name away, and the name of a caller to that caller', async () => {
    expect(sandbox.page?.url).toBe(`http://sandbox:${ports().page}/`);
    expect(sandbox.env['RESEND_BASE_URL']).toBe(`http://sandbox:${ports().mail}/resend/`);
    const login = { authorization: `Bearer ${token}` };
    for (const name of ['sandbox', 'localhost', '10.0.0.7']) {
      const { body } = await ask(ports().page, '/api/sandbox', { ...login, host: `${name}:1` });
      const { env, mail, realtime } = JSON.parse(body);
      expect(env).toMatchObject({
        RESEND_BASE_URL: `http://${name}:${ports().mail}/resend/`,
        SMTP_HOST: name,
        REALTIME_HOST: name,
        PUSHER_URL: expect.stringContaining(`@${name}:`),
        SMTP_USER: 'plunk',
      });
      expect([mail.smtp.host, realtime.host]).toEqual([name, name]);
    }
  });
});

describe('the services need their own credentials only', () => {
  const here = () => addressedAs(sandbox.mail?.services ?? {}, 'sandbox', '127.0.0.1');

  it.each(Object.keys(drivers))('%s', async (name) => {
    const { url: baseUrl = '', apiKey = '' } = here()[name] ?? {};
    const send = async (key: string) => {
      const driver = drivers[name]?.create({ apiKey: key, baseUrl });
      if (driver === undefined) throw new Error('no driver');
      await using email = createEmailClient({ driver });
      const from = 'ann@sandbox.localhost';
      const mail = { from, to: `${name}@example.com`, subject: 'Hi', html: '<p>Hi</p>' };
      await email.send(messageFor(name, mail));
    };
    await expect(send(`${apiKey}x`)).rejects.toThrow();
    await send(apiKey);
    const sent = sandbox.mail?.mailbox
      .list()
      .filter(({ envelope }) => envelope.to.includes(`${name}@example.com`));
    expect(sent).toHaveLength(1);
  });

  it('SMTP', async () => {
    const { port, user, password: pass } = sandbox.mail?.smtp ?? { port: 0, user: '', password: '' };
    const send = (auth: object) =>
      createTransport({ host: '127.0.0.1', port, auth }).sendMail({
        from: 'ann@acme.dev',
        to: 'smtp@example.com',
        subject: 'Hi',
        text: 'Hi',
      });
    await expect(send({ user, pass: 'other' })).rejects.toThrow('535');
    expect((await send({ user, pass })).accepted).toEqual(['smtp@example.com']);
  });

  it('channels', async () => {
    const { app, port = 0 } = sandbox.realtime ?? {};
    const { id: appId = '', key = '', secret = '' } = app ?? {};
    await using server = createRealtimeServerClient({ appId, key, secret, host: '127.0.0.1', port });
    await server.trigger('orders', 'paid', { id: 7 });
    const published = expect.objectContaining({ channel: 'orders', event: 'paid' });
    expect(sandbox.realtime?.recentEvents).toContainEqual(published);
  });
});

describe('commands, and an application that serves the page', () => {
  async function sandboxCommand(...args: string[]) {
    const texts = { stdout: '', stderr: '' };
    const sink = (name: keyof typeof texts) => ({
      write: (text: string) => {
        texts[name] += text;
      },
    });
    const { signal } = new AbortController();
    const code = await runProgram({
      args,
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      version: '1',
      signal,
    });
    return { code, ...texts };
  }
  afterAll(() => vi.unstubAllEnvs());

  it('take the token from the printed URL or SANDBOX_TOKEN, and say so without it', async () => {
    const url = `http://127.0.0.1:${ports().page}/`;
    vi.stubEnv('SANDBOX_TOKEN', undefined);
    const refused = await sandboxCommand('status', '--url', url);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('SANDBOX_TOKEN')]);
    const printed = await sandboxCommand('status', '--url', `${url}?token=${token}`);
    expect([printed.code, printed.stdout]).toEqual([0, expect.stringContaining(`${url}?token=${token}`)]);
    vi.stubEnv('SANDBOX_TOKEN', token);
    const { code, stdout } = await sandboxCommand('env', '--url', url);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`export SANDBOX_TOKEN=${token}\n`)]);
    expect(stdout).toContain(`export SANDBOX_URL=${url}\n`);
  });

  it('have it beside the sandbox object, and in the URL', async () => {
    const url = `http://127.0.0.1:${ports().page}/`;
    for (const mounted of [`${url}?token=${token}`, { page: { url, token } }]) {
      const response = await createSandboxHandler(mounted)(
        new Request('http://localhost:3000/__sandbox/api/messages', { headers: { host: 'localhost:3000' } }),
      );
      expect(response.status).toBe(200);
    }
  });
});

describe('on loopback', () => {
  it('no token is needed, and one that is set is', async () => {
    await using plain = await startSandbox({ mail: false, routing: false });
    expect([plain.page?.token, plain.page?.url]).toEqual([
      undefined,
      expect.stringContaining('//127.0.0.1:'),
    ]);
    expect((await fetch(`${plain.page?.url}api/sandbox`)).status).toBe(200);
    await using locked = await startSandbox({ mail: false, routing: false, token });
    expect((await fetch(`${locked.page?.url}api/sandbox`)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${locked.page?.url}api/sandbox`, { headers })).status).toBe(200);
  });

  it('an address or a name of the container is no host of a loopback sandbox', async () => {
    await using plain = await startSandbox({ mail: false, routing: false });
    for (const host of ['172.17.0.2', 'sandbox'])
      expect((await ask(portOf(plain.page?.url), '/', { host })).status).toBe(403);
  });

  it('another address makes a token of its own, anew each time', async () => {
    await using first = await startSandbox({ mail: false, routing: false, host: '0.0.0.0' });
    await using second = await startSandbox({ mail: false, routing: false, host: '0.0.0.0' });
    expect(first.page?.token).toMatch(/^[\w-]{24}$/);
    expect(first.page?.token).not.toBe(second.page?.token);
  });
});

describe('invalid values', () => {
  it.each([
    [{ host: '' }, 'host'],
    [{ host: 'http://0.0.0.0' }, 'host'],
    [{ allowedHosts: ['http://sandbox'] }, 'allowedHosts'],
    [{ allowedHosts: ['sandbox:8025'] }, 'allowedHosts'],
    [{ allowedHosts: ['*'] }, 'allowedHosts'],
    [{ token: 'short' }, 'token'],
    [{ token: 'with spaces; and more' }, 'token'],
  ])('%o are refused by their name', async (options, name) => {
    await expect(startSandbox({ ...options, mail: false, routing: false })).rejects.toThrow(`${name} must`);
  });
});
