import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';

let sandbox: Sandbox;
let port: number;
let messageId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ routing: false });
  port = Number(new URL(sandbox.page?.url ?? '').port);
  await fetch(`${sandbox.mail?.apiUrl}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.mail?.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: 'ann@acme.dev',
      to: 'bob@example.com',
      subject: 'Secret',
      body: '<p>secret-in-mail</p>',
    }),
  });
  messageId = sandbox.mail?.mailbox.list()[0]?.id ?? '';
});
afterAll(() => sandbox.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Headers exactly as given, which `fetch` would not allow. */
function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** A request target as it stands: a client library would tidy it up. */
function askRaw(lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

const own = { 'x-sandbox-page': 'yes' };
const event = JSON.stringify({ channel: 'orders', event: 'paid', data: '{}' });
const intact = () => ({
  messages: sandbox.mail?.mailbox.list().length,
  events: sandbox.realtime?.recentEvents.filter(({ kind }) => kind === 'event').length,
});

describe('S1: a foreign page gets nothing from the page server', () => {
  const hosts = [
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '192.168.0.1',
    '10.0.0.1:80',
    '0.0.0.0',
    '[::]',
    '[::ffff:8.8.8.8]',
    '127.0.0.1@evil.example',
    'user@127.0.0.1',
    '127.0.0.256',
    '2130706433',
    '0x7f000001',
  ];
  it.each(hosts)('with the Host "%s" (DNS rebinding)', async (host) => {
    const { status, body } = await ask('GET', '/api/messages', { host });
    expect(status).toBe(403);
    expect(body).not.toContain('Secret');
  });

  it.each([['Host: '], [], ['Host: 127.0.0.1', 'Host: evil.example']])(
    'with the Host lines %j',
    async (...lines) => {
      const answer = await askRaw(['GET /api/messages HTTP/1.1', ...lines, 'Connection: close']);
      expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(answer).not.toContain('Secret');
    },
  );

  const origins = [
    'http://evil.example',
    'https://evil.example',
    'null',
    'file://',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://localhost:1',
    'http://127.0.0.1:1',
    'http://127.0.0.2',
    'https://localhost',
    'http://[::1]',
    'chrome-extension://abcdefghijklmnop',
  ];
  it.each(origins)('from the origin %s, reading', async (origin) => {
    const { status, body, headers } = await ask('GET', '/api/messages', { origin });
    expect(status).toBe(403);
    expect(body).not.toContain('Secret');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
  it.each(origins)('from the origin %s, deleting', async (origin) => {
    const before = intact();
    const { status } = await ask('DELETE', '/api/messages', { ...own, origin });
    expect(status).toBe(403);
    expect(intact()).toEqual(before);
  });

  const fetches = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'nonsense', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  ];
  it.each(fetches)('fetched as %o', async (headers) => {
    for (const path of [
      '/api/messages',
      '/api/live',
      `/messages/${messageId}/html`,
      `/messages/${messageId}/source`,
    ]) {
      const { status, body } = await ask('GET', path, headers);
      expect(status, path).toBe(403);
      expect(body).not.toContain('ecret');
    }
  });

  it('may be followed by a link to the start page, and by nothing else', async () => {
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask('GET', '/', link)).status).toBe(200);
    expect((await ask('GET', '/', { ...link, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await ask('POST', '/', link)).status).toBe(403);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    "%s without the page's header changes nothing",
    async (method) => {
      const before = intact();
      for (const path of ['/api/messages', '/api/events', '/api/ways']) {
        const { status } = await ask(
          method,
          path,
          { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(event.length) },
          event,
        );
        expect(status, path).toBe(403);
      }
      expect(intact()).toEqual(before);
    },
  );

  it.each(['no', '', 'yes, yes', 'true'])(
    'the header with the value "%s" is not the page\'s',
    async (value) => {
      const before = intact();
      expect((await ask('POST', '/api/events', { 'x-sandbox-page': value }, event)).status).toBe(403);
      expect(intact()).toEqual(before);
    },
  );

  it('a preflight is never granted', async () => {
    const { status, headers } = await ask('OPTIONS', '/api/events', {
      origin: 'http://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-sandbox-page',
    });
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('S1: no path leads out of the page', () => {
  const targets = [
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00app.js',
    '/assets/app.js%00.css',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets/%',
    '/assets/__proto__',
    '/assets/constructor',
    '/assets/toString',
    '/assets//etc/passwd',
    '//etc/passwd',
    '/../../../../etc/passwd',
    '/messages/../../etc/passwd/html',
    '/messages/__proto__/html',
    '/messages/constructor/source',
    '/messages/%2e%2e/source',
    '/api/messages/__proto__',
    '/api/messages/%2e%2e%2f%2e%2e',
    'http://evil.example/',
    'http://127.0.0.1/api/messages',
    '*',
  ];
  it.each(targets)('%s', async (target) => {
    const answer = await askRaw([`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/root:|"name": "@org|secret/);
  });

  it.each(['-1', '1', '1e3', '0x0', '00000', '__proto__', 'length', '%30%30%30%30%30'])(
    'attachment "%s" of a message without attachments',
    async (index) => {
      expect((await ask('GET', `/messages/${messageId}/attachments/${index}`)).status).toBe(404);
    },
  );
});

describe('S1: what the page server does answer', () => {
  it('every answer, good or bad, carries a policy and the protecting headers', async () => {
    for (const path of ['/', '/assets/app.js', '/api/messages', `/messages/${messageId}/html`, '/nowhere']) {
      const { headers } = await ask('GET', path);
      expect(headers['content-security-policy'], path).toContain("default-src 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    }
  });

  it('the page allows its own scripts by a nonce that is new each time, and nothing inline', async () => {
    const nonces = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const { headers, body } = await ask('GET', '/');
      const policy = String(headers['content-security-policy']);
      const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(body).toContain(`nonce="${nonce}"`);
      expect(body).not.toMatch(
        /\son[a-z]+=|javascript:|<style|<script(?![^>]* nonce=)|(?:src|href)="(?:https?:)?\/\//i,
      );
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('the policy of mail allows neither scripts nor requests, also in a tab of its own', async () => {
    const { headers } = await ask('GET', `/messages/${messageId}/html`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/(^|; )sandbox($|;)/);
    expect(policy).not.toMatch(/allow-|script-src|connect-src|https?:|'self'(?!$|; sandbox)/);
  });

  it('a hostile file name stays a file name', async () => {
    const boundary = 'b';
    const raw = [
      'From: a@example.com',
      'To: b@example.com',
      'Subject: x',
      'MIME-Version: 1.0',
      `Content-Type: multipart/mixed; boundary=${boundary}`,
      '',
      `--${boundary}`,
      'Content-Type: text/html',
      "Content-Disposition: attachment; filename*=UTF-8''..%2F..%2Fevil%0D%0AX-Injected%3A%20yes%22.html",
      '',
      '<script>1</script>',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    await sendRaw(raw);
    const message = await sandbox.mail?.mailbox.waitFor(({ parsed }) => parsed.subject === 'x');
    const { status, headers } = await ask('GET', `/messages/${message?.id}/attachments/0`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9._%-]+$/);
    expect(headers['content-disposition']).not.toMatch(/\.\.|%2F/i);
    expect(headers['x-injected']).toBeUndefined();
  });

  it('a body larger than an event can be is refused', async () => {
    const body = JSON.stringify({ channel: 'orders', event: 'paid', data: 'x'.repeat(100_000) });
    expect((await ask('POST', '/api/events', own, body)).status).toBe(413);
  });

  it.each([
    ['{"id":7}', '{"id":7}'],
    [{ id: 7 }, '{"id":7}'],
    [[7], '[7]'],
    [7, '7'],
    [null, 'null'],
  ])('an event with the data %j has %s', async (data, text) => {
    const body = JSON.stringify({ channel: 'orders', event: 'paid', data });
    expect((await ask('POST', '/api/events', own, body)).status).toBe(202);
    const { kind, event, preview } = sandbox.realtime?.recentEvents.at(-1) ?? {};
    expect({ kind, event, preview }).toEqual({ kind: 'event', event: 'paid', preview: text });
  });

  it.each([
    '{"channel":"orders","event":"x"}',
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{"channel":1}',
    '{"channel":"a b","event":"x","data":"1"}',
    '{"channel":"orders","event":"pusher:x","data":"1"}',
  ])('the body %s publishes nothing and is answered with a reason', async (body) => {
    const before = intact();
    const { status, body: answer } = await ask('POST', '/api/events', own, body);
    expect(status).toBe(400);
    expect(JSON.parse(answer)).toHaveProperty('error');
    expect(intact()).toEqual(before);
  });
});

async function sendRaw(raw: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const {
    host,
    port: smtpPort,
    user,
    password,
  } = sandbox.mail?.smtp ?? { host: '', port: 0, user: '', password: '' };
  const transport = createTransport({
    host,
    port: smtpPort,
    auth: { user, pass: password },
    ignoreTLS: true,
  });
  await transport.sendMail({ envelope: { from: 'a@example.com', to: 'b@example.com' }, raw });
  transport.close();
}
