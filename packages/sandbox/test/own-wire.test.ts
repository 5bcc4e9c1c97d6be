import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createEmailClient } from '@org/email';
import { generic } from '@org/email/generic';
import { defineWire, type MailWire } from '@org/sandbox/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergeConfig, readConfig } from '../src/cli/config-file.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { doors } from '../src/mail/providers/all.ts';
import { acme } from './acme-wire.ts';

const parts = { routing: false, realtime: false } as const;
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ ...parts, mail: { wires: [acme], strict: true } });
});
afterEach(() => sandbox.close());

function client({ apiKey = sandbox.env['ACME_API_KEY'] ?? '' } = {}) {
  return createEmailClient({
    driver: generic(
      {
        name: 'acme',
        baseUrl: sandbox.env['ACME_BASE_URL'] ?? '',
        send: {
          path: '/v1/send',
          fields: {
            from: 'from',
            to: 'to',
            subject: 'content.subject',
            html: 'content.html',
            text: 'content.text',
          },
          id: 'data.id',
        },
        contacts: { path: '/v1/contacts', fields: { id: 'id', email: 'email', subscribed: 'opt_in' } },
        errors: { message: 'error.message' },
      },
      { apiKey },
    ),
    limiter: false,
    retry: false,
  });
}
const message = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

async function startReceiver() {
  const received: { readonly authorization: string | undefined; readonly json: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers;
    received.push({ authorization, json: JSON.parse(await text(request)) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return { url: `http://127.0.0.1:${port}/hook`, received, [Symbol.dispose]: () => void server.close() };
}

describe('a service of defineWire()', () => {
  it('has the address, the key and the secret of its name, and takes mail of generic()', async () => {
    expect(sandbox.mail?.services['acme']).toEqual({
      url: sandbox.env['ACME_BASE_URL'],
      apiKey: sandbox.env['ACME_API_KEY'],
    });
    expect(sandbox.env['ACME_API_KEY']).toMatch(/^acme_/);
    await using email = client();
    const { outcomes } = await email.send({ ...message, to: ['bob@example.com', 'carol@example.com'] });
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const [received, other] = sandbox.mail?.mailbox.list() ?? [];
    expect(received?.envelope).toEqual({ from: 'ann@acme.dev', to: ['bob@example.com'] });
    expect(other?.envelope.to).toEqual(['carol@example.com']);
    expect(received?.parsed).toMatchObject({ subject: 'Hi', html: '<p>Hi</p>' });
    expect(received?.labels).toEqual({ service: 'acme' });
    await expect(email.send({ ...message, to: '"@"@example.com' })).rejects.toThrow();
    await using wrong = client({ apiKey: 'wrong' });
    await expect(wrong.send(message)).rejects.toMatchObject({ status: 401 });
  });

  it('shares contacts, and is in the log, with 404, 405 and 501 in its own shape', async () => {
    await using email = client();
    await email.contacts.upsert({ email: 'carol@example.com', subscribed: false });
    expect(sandbox.mail?.project().contacts).toMatchObject([
      { email: 'carol@example.com', subscribed: false },
    ]);
    const ask = async (method: string, path: string) => {
      const url = `${sandbox.env['ACME_BASE_URL']}${path}`;
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${sandbox.env['ACME_API_KEY']}` },
      });
      return [response.status, await response.json()];
    };
    const error = { message: expect.any(String) };
    expect(await ask('GET', '/nowhere')).toEqual([404, { error }]);
    expect(await ask('PUT', '/v1/send')).toEqual([405, { error }]);
    expect(await ask('GET', '/v1/stats')).toEqual([
      501,
      { error: { message: expect.stringContaining('stats.get') } },
    ]);
    expect(sandbox.requests.list('acme').map(({ method, status }) => [method, status])).toEqual([
      ['POST', 201],
      ['GET', 404],
      ['PUT', 405],
      ['GET', 501],
    ]);
  });

  it('tells its events to its webhooks, with its secret, also those of a trigger', async () => {
    using receiver = await startReceiver();
    sandbox.mail?.webhooks.targets.add({ url: receiver.url, service: 'acme' });
    await using email = client();
    await email.send({ ...message, to: ['bob@example.com', 'bounce@example.com'] });
    await expect.poll(() => receiver.received).toHaveLength(2);
    const authorization = `Bearer ${sandbox.env['ACME_WEBHOOK_SECRET']}`;
    const bodies = ['delivered', 'bounced'].map((event) => ({
      authorization,
      json: expect.objectContaining({ event, id: expect.stringMatching(/^acme_/) }),
    }));
    expect(receiver.received).toEqual(expect.arrayContaining(bodies));
    await sandbox.mail?.webhooks.trigger({ event: 'bounced', service: 'acme' });
    expect(receiver.received).toHaveLength(3);
    await expect(email.send({ ...message, to: 'bounce@example.com' })).resolves.toBeDefined();
    expect(sandbox.mail?.mailbox.list()).toHaveLength(2); // the bounce suppressed the third
  });

  it('has faults, and the limit that it publishes', async () => {
    await using email = client();
    sandbox.faults.add({ service: 'mail', match: { path: '/acme/v1/send' }, status: 503 });
    await expect(email.send(message)).rejects.toMatchObject({ status: 503 });
    await email.send(message);
    const response = await fetch(`${sandbox.env['ACME_BASE_URL']}/v1/contacts`, {
      headers: { authorization: `Bearer ${sandbox.env['ACME_API_KEY']}` },
    });
    expect(response.headers.get('ratelimit-limit')).toBe('1000');
    sandbox.faults.add({ service: 'mail', throttle: { limit: 1, windowMs: 60_000 } });
    await email.send(message);
    await expect(email.send(message)).rejects.toMatchObject({ status: 429 });
  });

  it('is in a configuration file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-wire-'));
    const file = join(folder, 'sandbox.config.ts');
    const wire = new URL('acme-wire.ts', import.meta.url).href;
    writeFileSync(file, `import { acme } from '${wire}';\nexport default { mail: { wires: [acme] } };\n`);
    const { mail } = mergeConfig(await readConfig({ config: file }), { mail: {} });
    rmSync(folder, { recursive: true, force: true });
    await using configured = await startSandbox({
      ...parts,
      page: false,
      ...(mail !== undefined && { mail }),
    });
    expect(configured.env['ACME_BASE_URL']).toMatch(/\/acme$/);
  });
});

describe('defineWire()', () => {
  it('has a guide with every field that our wires have', () => {
    const guide = readFileSync(new URL('../docs/own-wire.md', import.meta.url), 'utf8');
    const cells = guide.split('\n').map((line) => (line.startsWith('| `') ? (line.split('|')[1] ?? '') : ''));
    for (const name of new Set(doors.flatMap((door) => Object.keys(door))))
      expect(
        cells.some((cell) => cell.includes(`\`${name}\``)),
        name,
      ).toBe(true);
  });

  it.each(doors.map((door) => [door.name, door] as const))('takes the wire of %s', (_, door) => {
    expect(defineWire(door)).toBe(door);
  });

  const broken: Readonly<Record<string, Partial<Record<keyof MailWire | 'route', unknown>>>> = {
    '`name`': { name: 'Acme Mail' },
    '`basePath`': { basePath: 'v3/' },
    '`readKey`': { readKey: 'bearer' },
    '`problem`': { problem: undefined },
    '`routes`': { routes: [] },
    '`events.write`': { events: { names: {} } },
    '`events.names`': { events: { write: () => ({ body: '' }) } },
    routes: { route: [] },
  };
  it.each(Object.entries(broken))('names %s that is wrong', (named, change) => {
    const wire = { ...acme, ...change } as MailWire;
    expect(() => defineWire(wire)).toThrow(named);
  });

  it.each(['resend', 'sns', 'acme'])(
    'refuses a second service with the name %s at the start',
    async (name) => {
      const wires = [acme, { ...acme, name }];
      await expect(startSandbox({ ...parts, mail: { wires } })).rejects.toThrow(`two with the name ${name}`);
    },
  );
});
