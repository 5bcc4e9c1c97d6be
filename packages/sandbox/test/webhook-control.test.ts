import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../src/cli/run.ts';
import { type Sandbox, startSandbox } from '../src/sandbox.ts';
import {
  createParser,
  services,
  startReceiver,
  type WebhookReceiver,
} from './mail-doors/webhook-receiver.ts';

let sandbox: Sandbox;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ routing: false, realtime: false });
});
afterEach(async () => {
  await sandbox.close();
  receiver.close();
});

interface Shown {
  readonly id: string;
  readonly status: number;
  readonly answer: string;
  readonly events: readonly { readonly kind: string; readonly recipient: string }[];
  readonly resendOf?: string;
}

const ask = async (method: string, path: string, json?: object) => {
  const headers = { 'x-sandbox-page': 'yes', 'content-type': 'application/json' };
  const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
  const response = await fetch(`${sandbox.page?.url}api${path}`, init);
  return { status: response.status, json: response.status === 204 ? {} : await response.json() };
};

const mailOf = ({ mail }: Sandbox) => {
  if (mail === undefined) throw new Error('The mail service is not running.');
  return mail;
};

const content = { from: 'ann@acme.dev', subject: 'Hi', html: '<p>Hi</p>' };

async function send(service: string, to: string, subject = 'Hi'): Promise<string> {
  const email = createParser(mailOf(sandbox), service);
  const { outcomes } = await email.send({ ...content, subject, to });
  await email.close();
  return outcomes[0]?.messageId ?? '';
}

const received = async (count: number) =>
  vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), 10_000);

describe('webhooks over HTTP', () => {
  it('adds, lists and removes targets on this machine, with their secrets', async () => {
    const { status, json } = await ask('POST', '/webhooks', { url: receiver.url, service: 'resend' });
    const [target] = json.targets;
    expect([status, target.secret]).toEqual([201, sandbox.env['RESEND_WEBHOOK_SECRET']]);
    expect((await ask('GET', '/webhooks')).json.targets).toEqual([target]);
    expect((await ask('DELETE', `/webhooks/${target.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/webhooks/${target.id}`)).status).toBe(404);
    expect((await ask('POST', '/webhooks', { url: receiver.url })).json.targets).toHaveLength(
      services.length,
    );
    for (const wrong of [{}, { url: 'http://hooks.example.com/' }, { url: receiver.url, service: 'fax' }])
      expect((await ask('POST', '/webhooks', wrong)).status).toBe(400);
  });

  it('triggers an event, logs the answer, and sends it again', async () => {
    expect((await ask('POST', '/webhooks/trigger', { event: 'bounced' })).json.error).toMatch(/no target/);
    await ask('POST', '/webhooks', { url: receiver.url, service: 'postmark' });
    receiver.statuses.push(403);
    const { json } = await ask('POST', '/webhooks/trigger', { event: 'bounced' });
    const [first]: readonly Shown[] = json.attempts;
    expect(first).toMatchObject({ status: 403, answer: 'answer 403', events: [{ kind: 'bounced' }] });
    const again = await ask('POST', `/webhooks/attempts/${first?.id}/resend`);
    expect(again.json.attempt).toMatchObject({ status: 200, resendOf: first?.id });
    const log = await ask('GET', `/webhooks/attempts?after=${first?.id}`);
    expect(log.json.attempts.map(({ id }: Shown) => id)).toEqual([again.json.attempt.id]);
    expect((await ask('POST', '/webhooks/attempts/w999/resend')).status).toBe(400);
    expect((await ask('POST', '/webhooks/trigger', { event: 'exploded' })).status).toBe(400);
    // A 403 is Postmark's sign to stop: nothing but the two.
    expect(mailOf(sandbox).webhooks.attempts()).toHaveLength(2);
  });

  it('makes events of a message happen', async () => {
    await ask('POST', '/webhooks', { url: receiver.url, service: 'mailgun' });
    await send('mailgun', 'bob@example.com');
    const message = sandbox.mail?.mailbox.list()[0]?.id ?? '';
    await received(1);
    const path = `/messages/${encodeURIComponent(message)}/events`;
    const { json } = await ask('POST', path, { events: ['opened', 'unsubscribed'] });
    expect(json.attempts.map(({ events }: Shown) => events[0]?.kind)).toEqual(['opened', 'unsubscribed']);
    expect((await ask('POST', '/messages/none/events', { event: 'opened' })).status).toBe(400);
  });
});

describe('rules', () => {
  it('decide instead of the address, are listed, and go with a reset', async () => {
    const { webhooks } = mailOf(sandbox);
    webhooks.targets.add({
      url: receiver.url,
      service: 'brevo',
      events: ['bounced', 'deferred', 'delivered'],
    });
    const match = { subject: 'late*', recipient: '*@EXAMPLE.com' };
    const { json } = await ask('POST', '/webhooks/rules', { match, events: ['deferred', 'bounced'] });
    expect((await ask('GET', '/webhooks/rules')).json.rules).toMatchObject([{ id: json.id, match }]);
    await send('brevo', 'bob@example.com', 'Late again');
    await send('brevo', 'eve@other.example', 'Late again');
    const kinds = () => webhooks.attempts().map(({ events }) => events[0]?.kind);
    // An attempt is in the list once its answer was read.
    await vi.waitFor(() => expect(kinds().sort()).toEqual(['bounced', 'deferred', 'delivered']), 10_000);
    expect((await ask('POST', '/webhooks/rules', { match: { subjct: 'x' }, events: [] })).status).toBe(400);
    sandbox.reset();
    expect([webhooks.rules.list(), webhooks.attempts(), webhooks.targets.list()]).toEqual([[], [], []]);
  });
});

describe('suppressions', () => {
  it.each([
    ['bounce@example.com', 'bounced'],
    ['complaint@example.com', 'complained'],
    ['unsubscribe@example.com', 'unsubscribed'],
  ])('%s: a later mail is answered as Postmark answers, until a reset', async (to) => {
    const email = createParser(mailOf(sandbox), 'postmark');
    await email.send({ ...content, to });
    const refused = () => email.send({ ...content, to }).then(({ outcomes }) => outcomes[0]?.status);
    await vi.waitFor(async () => {
      await expect(refused()).rejects.toMatchObject({ code: 'recipient-suppressed' });
    }, 10_000);
    sandbox.reset();
    expect(await refused()).toBe('accepted');
    await email.close();
  });
});

describe('faults', () => {
  it('send a webhook twice, or late', async () => {
    const { webhooks } = mailOf(sandbox);
    webhooks.targets.add({ url: receiver.url, service: 'resend' });
    sandbox.faults.add({ on: 'webhook', match: { event: 'bounced' }, duplicate: true });
    sandbox.faults.add({ on: 'webhook', match: { service: 'resend', event: 'opened' }, delayMs: 150 });
    await webhooks.trigger({ event: 'bounced' });
    expect(receiver.received).toHaveLength(2);
    const ids = receiver.received.map(({ headers }) => headers.get('svix-id'));
    expect(ids[0]).toBe(ids[1]);
    const startedAt = Date.now();
    expect(await webhooks.trigger({ event: 'opened' })).toEqual([]);
    await received(3);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(150);
    expect(sandbox.faults.list()).toEqual([]);
    expect(() => sandbox.faults.add({ on: 'webhook' })).toThrow(/delayMs or duplicate/);
  });
});

describe('commands', () => {
  /** Runs a command against the sandbox. */
  function run(signal: AbortSignal, ...args: string[]) {
    return runAt(sandbox.page?.url ?? '', signal, ...args);
  }

  function runAt(url: string, signal: AbortSignal, ...args: string[]) {
    const texts = { stdout: '', stderr: '' };
    const sink = (name: keyof typeof texts) => ({
      write: (text: string) => {
        texts[name] += text;
      },
    });
    const [stdout, stderr] = [sink('stdout'), sink('stderr')];
    const code = runProgram({ args: [...args, '--url', url], stdout, stderr, version: '1.2.3', signal });
    return { code, texts };
  }
  const { signal: never } = new AbortController();

  it('listen prints each delivery, and removes its targets at the end', async () => {
    const { targets } = mailOf(sandbox).webhooks;
    const ending = new AbortController();
    const listening = run(ending.signal, 'webhook', 'listen', '--forward-to', receiver.url);
    await vi.waitFor(() => expect(targets.list()).toHaveLength(services.length), 10_000);
    await send('sendgrid', 'bounce@example.com');
    await vi.waitFor(() => {
      expect(listening.texts.stdout).toMatch(/w1 {2}sendgrid bounced bounce@example\.com: 200 in \d+ ms\n/);
    }, 10_000);
    receiver.statuses.push(406);
    const failed = run(never, 'webhook', 'trigger', 'opened', '--service', 'mailgun');
    expect(await failed.code).toBe(1);
    expect(failed.texts.stdout).toMatch(/mailgun opened bob@example\.com: 406/);
    const again = run(never, 'webhook', 'resend', 'w2', '--json');
    expect(await again.code).toBe(0);
    expect(JSON.parse(again.texts.stdout).attempt).toMatchObject({ status: 200, resendOf: 'w2' });
    ending.abort('SIGINT');
    expect(await listening.code).toBe(0);
    expect(targets.list()).toEqual([]);
  });

  it('listen waits for each of its removals, and not for long', async () => {
    const removed: string[] = [];
    const page = createServer(({ method, url = '' }, response) => {
      const id = url.split('/').at(-1) ?? '';
      if (method === 'POST')
        response.end(JSON.stringify({ targets: [{ id: 't1' }, { id: 't2' }, { id: 't3' }] }));
      else if (id === 'live') response.write('event: open\n\n');
      else if (method === 'GET') response.end(JSON.stringify({ attempts: [] }));
      else if (id === 't1') response.writeHead(500).end();
      else if (id === 't2') setTimeout(() => response.writeHead(204).end(() => removed.push(id)), 300);
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const { port } = page.address() as AddressInfo;
    const ending = new AbortController();
    const args = ['webhook', 'listen', '--forward-to', receiver.url];
    const listening = runAt(`http://127.0.0.1:${port}/`, ending.signal, ...args);
    await vi.waitFor(() => expect(listening.texts.stdout).toContain('go to'), 10_000);
    const start = performance.now();
    ending.abort('SIGINT');
    expect(await listening.code).toBe(0);
    expect(removed).toEqual(['t2']);
    expect(performance.now() - start).toBeLessThan(7_000);
    page.closeAllConnections();
    page.close();
  });

  it('refuse a URL elsewhere, an unknown event and a missing URL', async () => {
    expect(await run(never, 'webhook', 'listen').code).toBe(2);
    expect(await run(never, 'webhook', 'listen', '--forward-to', 'http://acme.dev/').code).toBe(1);
    const unknown = run(never, 'webhook', 'trigger', 'exploded');
    expect(await unknown.code).toBe(1);
    expect(unknown.texts.stderr).toMatch(/must be one of deferred, delivered/);
  });
});
