// After any work and a reset, the sandbox is as a fresh one.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seededRandom } from '../../core/src/testing/seeded-random.ts';
import { createRealtimeServerClient } from '../../realtime/src/server/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts';
import { startReceiver } from './mail-doors/webhook-receiver.ts';

const options = (webhook: string): SandboxOptions => ({
  mail: { rateLimit: { limit: 500, windowMs: 3_600_000 }, webhooks: { resend: webhook } },
  routing: { rateLimit: { limit: 500, windowMs: 3_600_000 } },
  realtime: {
    rateLimit: { limit: 500, windowMs: 3_600_000 },
    webhooks: [{ url: webhook }],
    webhookDelayMs: 50,
  },
  seed: {
    mails: [{ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Seed', tags: ['a'] }],
    contacts: [{ email: 'carol@example.com' }],
    templates: [{ name: 'welcome', subject: 'Welcome' }],
    faults: [{ service: 'mail', match: { path: '/nowhere' }, status: 503, count: 3 }],
  },
});

const headers = {
  authorization: 'Bearer any',
  'api-key': 'any',
  'x-elasticemail-apikey': 'any',
  'x-postmark-server-token': 'any',
  'x-sandbox-page': 'yes',
  'content-type': 'application/json',
};
const ask = async (url: string, method = 'GET', json?: unknown, more = {}) => {
  const body = json === undefined ? null : JSON.stringify(json);
  const response = await fetch(url, { method, headers: { ...headers, ...more }, body });
  return { response, text: await response.text() };
};

/** Ids and times that each start makes anew, without addresses. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, each: unknown) =>
      [
        'id',
        'ID',
        'createdAt',
        'updatedAt',
        'receivedAt',
        'at',
        'raw',
        'random',
        'sequence',
        'Uptime',
      ].includes(name)
        ? undefined
        : each,
    ),
  );

/** All that a program can see, also what is left of each limit. */
async function observe(sandbox: Sandbox): Promise<unknown> {
  const { mail, routing, realtime, requests, faults, failures } = sandbox;
  const inProcess = plain({
    state: sandbox.save(),
    requests: requests.list(),
    faults: faults.list(),
    failures: failures.list(),
    mail: [mail?.stats, mail?.project(), mail?.webhooks.attempts(), mail?.webhooks.rules.list()],
    targets: mail?.webhooks.targets.list().map(({ service, url, events }) => [service, url, events]),
    routing: routing?.stats,
    realtime: [realtime?.stats, realtime?.recentEvents, realtime?.frames, realtime?.channels()],
  });
  const left = [];
  for (const [name, { url }] of Object.entries(mail?.services ?? {})) {
    const { response } = await ask(`${url}/nowhere-at-all`);
    left.push([
      name,
      response.headers.get('ratelimit-remaining') ?? response.headers.get('x-ratelimit-remaining'),
    ]);
  }
  const { text } = await ask(`${sandbox.page?.url}api/v1/info`);
  const { RuntimeStats } = JSON.parse(text) as { RuntimeStats: Record<string, number> };
  const { MessagesDeleted, SMTPAccepted, SMTPAcceptedSize } = RuntimeStats;
  return { inProcess, left, counts: [MessagesDeleted, SMTPAccepted, SMTPAcceptedSize] };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let fresh: unknown;
let sandbox: Sandbox;
beforeAll(async () => {
  receiver = await startReceiver();
  {
    await using first = await startSandbox(options(receiver.url));
    fresh = await observe(first);
  }
  sandbox = await startSandbox(options(receiver.url));
});
afterAll(async () => {
  await sandbox.close();
  receiver.close();
});

const mailOf = (to: string, more = {}) => ({
  ...{ from: 'ann@acme.dev', to, subject: 'Work', text: 'Hi' },
  ...more,
});

/** Each does something that a reset must undo. */
const work: readonly ((sandbox: Sandbox, random: () => number) => unknown)[] = [
  ({ mail }) => ask(`${mail?.services['resend']?.url}/emails`, 'POST', mailOf('bob@example.com')),
  ({ mail }) => ask(`${mail?.services['resend']?.url}/emails`, 'POST', mailOf('bounce@example.com')),
  ({ mail }) => ask(`${mail?.services['resend']?.url}/emails`, 'POST', mailOf('bounce+delay-100ms@a.dev')),
  ({ mail }) => ask(`${mail?.services['plunk']?.url}/v1/send`, 'POST', mailOf('c@a.dev', { body: 'Hi' })),
  ({ mail }) => ask(`${mail?.services['brevo']?.url}/contacts`, 'POST', { email: 'new@example.com' }),
  ({ mail }) => ask(`${mail?.services['brevo']?.url}/contacts/lists`, 'POST', { name: 'News', folderId: 1 }),
  ({ mail }) =>
    ask(
      `${mail?.services['resend']?.url}/emails`,
      'POST',
      mailOf('later@a.dev', { scheduled_at: 'in 1 hour' }),
    ),
  ({ mail }) =>
    ask(`${mail?.services['resend']?.url}/emails`, 'POST', mailOf('k@a.dev'), { 'idempotency-key': 'k' }),
  ({ mail }, random) =>
    mail?.webhooks.targets.add({ url: receiver.url, service: random() < 0.5 ? 'sendgrid' : 'ses' }),
  ({ mail }) => mail?.webhooks.trigger({ event: 'bounced' }),
  ({ mail }) => mail?.webhooks.rules.add({ events: [] }),
  ({ mail }) => mail?.mailbox.clear(),
  ({ faults }) => faults.add({ service: 'mail', status: 503 }),
  ({ faults }) => faults.clear(),
  ({ faults }) => faults.add({ on: 'sockets', effect: 'silent' }),
  ({ routing }) => ask(`${routing?.url}/status`),
  ({ routing }) => ask(`${routing?.url}/route`, 'POST', {}),
  ({ realtime }) => realtime?.publish({ channel: 'cache-a', event: 'e', data: '{}' }),
  async ({ realtime }) => {
    const { host = '', port = 0, app } = realtime ?? {};
    const credentials = { appId: app?.id ?? '', key: app?.key ?? '', secret: app?.secret ?? '' };
    await using server = createRealtimeServerClient({ ...credentials, host, port, useTls: false });
    await server.trigger('a', 'e', {}).catch(() => {});
  },
  ({ page }) => ask(`${page?.url}api/state`, 'PUT', { version: 1 }),
  ({ page }) => ask(`${page?.url}api/messages`, 'DELETE'),
];

it.each([1, 2, 3, 4])('any work and a reset leave a fresh sandbox (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  for (let at = 0; at < 30; at += 1) await work[Math.floor(random() * work.length)]?.(sandbox, random);
  sandbox.reset();
  // What was on its way has come to its end.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await observe(sandbox)).toEqual(fresh);
  sandbox.reset();
});

it('an event that was on its way at the reset changes nothing', async () => {
  const { mail } = sandbox;
  const delayMs = 1000;
  const suppressions = () => sandbox.save().tables.suppressions;
  const start = async () => {
    mail?.webhooks.targets.add({ url: receiver.url, service: 'resend' });
    mail?.webhooks.rules.add({ events: ['bounced'], delayMs });
    await ask(`${mail?.services['resend']?.url}/emails`, 'POST', mailOf('x@example.com'));
    expect(suppressions()).toEqual([]);
    return receiver.received.length;
  };
  const before = await start();
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), 10_000);
  expect(suppressions()).toHaveLength(1);
  await vi.waitFor(() => expect(mail?.webhooks.attempts()).toHaveLength(2), 10_000);
  sandbox.reset();
  const received = await start();
  sandbox.reset();
  await new Promise((resolve) => setTimeout(resolve, delayMs + 200));
  expect(suppressions()).toEqual([]);
  expect(mail?.webhooks.attempts()).toEqual([]);
  expect(receiver.received.length).toBe(received);
});
