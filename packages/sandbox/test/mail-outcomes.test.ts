import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailOutcome } from '../src/index.ts';
import { type Sandbox, startSandbox } from '../src/sandbox.ts';
import { messageFor, stored } from './mail-doors/drivers.ts';
import { createParser, services } from './mail-doors/webhook-receiver.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ routing: false, realtime: false, seed: stored });
});
afterEach(() => {
  vi.useRealTimers();
  return sandbox.close();
});

/** Delays end while `becomes` waits, and not before, however slow the machine is. */
const holdDelays = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

const mailOf = ({ mail }: Sandbox) => {
  if (mail === undefined) throw new Error('The mail service is not running.');
  return mail;
};

const ask = async (method: string, path: string, json?: object) => {
  const headers = { 'x-sandbox-page': 'yes', 'content-type': 'application/json' };
  const init = { method, headers, ...(json && { body: JSON.stringify(json) }) };
  const response = await fetch(`${sandbox.page?.url}${path}`, init);
  return { status: response.status, json: response.status === 204 ? {} : await response.json() };
};

/** Sends by the API of a service. Returns the id in the sandbox; `undefined` where the service refuses. */
async function send(service: string, to: string, { sendAt, cc }: { sendAt?: Date; cc?: string } = {}) {
  const email = createParser(mailOf(sandbox), service);
  const known = new Set(allIds());
  const content = { from: 'ann@acme.dev', subject: `Hi ${service}`, html: '<p>Hello</p>' };
  try {
    await email.send(messageFor(service, { ...content, to, ...(cc && { cc }), ...(sendAt && { sendAt }) }));
  } catch (error) {
    expect(error).toMatchObject({ code: 'recipient-suppressed' });
  } finally {
    await email.close();
  }
  return allIds().find((id) => !known.has(id));
}

const inAnHour = () => new Date(Date.now() + 3_600_000);
const allIds = (): string[] => {
  const { mailbox, outcomes } = mailOf(sandbox);
  return [...mailbox.list(), ...outcomes.undelivered()].map(({ id }) => id);
};
const statesOf = (id = '') =>
  mailOf(sandbox)
    .outcomes.of(id)
    .map(({ state }) => state);
const becomes = (id: string | undefined, states: readonly MailOutcome['state'][]) =>
  vi.waitFor(() => expect(statesOf(id)).toEqual(states), 5000);

/** The ids that each reader of delivered mail sees. */
async function deliveredIds() {
  const { messages, total, unread } = (await ask('GET', 'api/v1/messages')).json;
  const page = (await ask('GET', 'api/messages')).json;
  expect([page.total, page.matches, page.unread]).toEqual([total, total, unread]);
  const listed = mailOf(sandbox)
    .mailbox.list()
    .map(({ id }) => id);
  expect(messages.map(({ ID }: { ID: string }) => ID).sort()).toEqual([...listed].sort());
  expect(page.messages.map(({ id }: { id: string }) => id).sort()).toEqual([...listed].sort());
  return listed;
}

describe.each(services)('%s', (service) => {
  it('mail after a bounce is accepted, not delivered, and listed with its reason', async () => {
    const first = await send(service, 'bounce@example.com');
    await becomes(first, ['bounced']);
    const second = await send(service, 'bounce@example.com');
    const { mailbox, outcomes } = mailOf(sandbox);
    if (service === 'plunk') {
      // A bounce unsubscribes its contact, and suppresses no transactional mail.
      await becomes(second, ['bounced']);
      expect(await deliveredIds()).toEqual([first, second]);
      return;
    }
    expect(await deliveredIds()).toEqual([first]);
    const other = mailbox.waitFor(({ id }) => id !== first, { timeoutMs: 1 });
    const message = await other.catch((error: Error) => error.message);
    expect(message).toContain('arrived within');
    if (second !== undefined) expect(message).toContain('not delivered: 1\n  to bounce@example.com: Hi');
    // Some services refuse it: then nothing was accepted.
    expect(outcomes.undelivered().map(({ id }) => id)).toEqual(second === undefined ? [] : [second]);
    if (second === undefined) return;
    expect(outcomes.of(second)).toMatchObject([
      { recipient: 'bounce@example.com', state: 'suppressed', reason: expect.stringContaining('bounced') },
    ]);
    const { json } = await ask('GET', 'api/messages?undelivered=yes&query=outcome:suppressed');
    expect(json).toMatchObject({ total: 1, undelivered: 1, matches: 1 });
    expect(json.messages[0]).toMatchObject({
      id: second,
      states: { suppressed: 1 },
      to: ['bounce@example.com'],
    });
    const detail = (await ask('GET', `api/messages/${encodeURIComponent(second)}`)).json;
    expect(detail).toMatchObject({ subject: `Hi ${service}`, hasHtml: true });
    expect(detail.outcomes).toHaveLength(1);
  });
});

describe('the outcome at each recipient', () => {
  it.each<[to: string, state: MailOutcome['state'], reason: RegExp | undefined]>([
    ['bob@example.com', 'delivered', undefined],
    ['bounce@example.com', 'bounced', /The word "bounce"/],
    ['complaint@example.com', 'complained', /spam/],
    ['defer@example.com', 'delivered', undefined],
    ['open+click@example.com', 'delivered', undefined],
    ['unsubscribe@example.com', 'delivered', undefined],
  ])('%s: %s', async (to, state, reason) => {
    // Events happen in the order of the recipients: the first has all of its own when the last bounces.
    const id = (await send('resend', to, { cc: 'bounce+last@example.com' })) ?? '';
    await vi.waitFor(() => expect(statesOf(id)[1]).toBe('bounced'), 5000);
    const [found] = mailOf(sandbox).outcomes.of(id);
    expect(found?.state).toBe(state);
    if (reason === undefined) expect(found).not.toHaveProperty('reason');
    else expect(found?.reason).toMatch(reason);
  });

  it('is kept for each of many recipients', async () => {
    const to = Array.from({ length: 130 }, (_each, index) => ({ email: `bounce+${index}@example.com` }));
    const { url, apiKey } = mailOf(sandbox).services['sendgrid'] ?? {};
    const content = [{ type: 'text/plain', value: 'Hi' }];
    const response = await fetch(`${url}/v3/mail/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ from: { email: 'ann@acme.dev' }, subject: 'Hi', content },
        personalizations: [{ to }],
      }),
    });
    expect(response.status).toBe(202);
    await becomes(
      allIds()[0],
      to.map(() => 'bounced'),
    );
  });

  it.each([
    ['bounce+delay-300ms@example.com', 'bounced'],
    ['defer+delay-300ms@example.com', 'delivered'],
    ['bob+delay-300ms@example.com', 'delivered'],
  ] as const)('of %s is accepted until its events happen, for each reader', async (to, end) => {
    holdDelays();
    const id = (await send('postmark', to)) ?? '';
    expect(mailOf(sandbox).outcomes.of(id)).toMatchObject([
      { recipient: to, state: 'accepted', reason: expect.stringContaining('planned events') },
    ]);
    const { json } = await ask('GET', 'api/messages?query=outcome:accepted');
    expect(json.messages.map((row: object) => 'states' in row && row.states)).toEqual([{ accepted: 1 }]);
    const { url, apiKey = '' } = mailOf(sandbox).services['postmark'] ?? {};
    const headers = { 'x-postmark-server-token': apiKey, accept: 'application/json' };
    const eventsOf = async () => {
      const response = await fetch(`${url}/messages/outbound/${id}/details`, { headers });
      return (await response.json()).MessageEvents;
    };
    expect(await eventsOf()).toEqual([]);
    await becomes(id, [end]);
    expect((await eventsOf()).length).toBeGreaterThan(0);
  });

  it('is accepted at once where a bounce follows, and of a state until its events happen again', async () => {
    holdDelays();
    const id = await send('resend', 'bounce+delay-500ms@example.com');
    const state = sandbox.save();
    const second = await startSandbox({ routing: false, realtime: false, page: false });
    try {
      await second.load(state);
      const states = () => second.mail?.outcomes.of(id ?? '').map((outcome) => outcome.state);
      expect(states()).toEqual(['accepted']);
      await vi.waitFor(() => expect(states()).toEqual(['bounced']), 5000);
    } finally {
      await second.close();
    }
  });

  it('is deferred until the delivery', async () => {
    const { webhooks } = mailOf(sandbox);
    webhooks.rules.add({ events: ['deferred'] });
    const id = await send('brevo', 'bob@example.com');
    await becomes(id, ['deferred']);
    await webhooks.trigger({ event: 'delivered', message: id ?? '' });
    await becomes(id, ['delivered']);
  });

  it('of mail over SMTP and of a test is delivered; of an unknown id there is none', async () => {
    const { mailbox, outcomes } = mailOf(sandbox);
    const envelope = { from: 'ann@acme.dev', to: ['bob@example.com', 'bounce@example.com'] };
    await mailbox.deliver({ id: 'x', via: 'smtp', envelope, raw: Buffer.from('Subject: Hi\r\n\r\nHi') });
    expect([outcomes.of('x').length, statesOf('x'), statesOf('none')]).toEqual([
      2,
      ['delivered', 'delivered'],
      [],
    ]);
  });

  it('differs between the recipients of one mail', async () => {
    await becomes(await send('mailgun', 'bounce@example.com'), ['bounced']);
    const id = await send('mailgun', 'bob@example.com', { cc: 'bounce@example.com' });
    await becomes(id, ['delivered', 'suppressed']);
    expect(mailOf(sandbox).outcomes.undelivered()).toEqual([]);
    expect(mailOf(sandbox).mailbox.get(id ?? '')?.envelope.to).toEqual(['bob@example.com']);
  });
});

describe('undelivered mail', () => {
  it('is scheduled until its time, or cancelled', async () => {
    const sendAt = inAnHour();
    const id = (await send('resend', 'bob@example.com', { sendAt })) ?? '';
    const { services: urls, outcomes } = mailOf(sandbox);
    expect(outcomes.of(id)).toMatchObject([
      { state: 'scheduled', reason: expect.stringContaining(sendAt.toISOString().slice(0, 16)) },
    ]);
    expect(await deliveredIds()).toEqual([]);
    expect((await ask('DELETE', `api/messages/${id}`)).status).toBe(404);
    const { url, apiKey } = urls['resend'] ?? {};
    const headers = { authorization: `Bearer ${apiKey}` };
    const cancelled = await fetch(`${url}/emails/${id}/cancel`, { method: 'POST', headers });
    expect(cancelled.status).toBe(200);
    expect(statesOf(id)).toEqual(['cancelled']);
    expect(outcomes.undelivered().map(({ parsed }) => parsed.html)).toEqual(['<p>Hello</p>']);
  });

  it('of a time that has come without a recipient to deliver to stays undelivered', async () => {
    await becomes(await send('resend', 'bounce@example.com'), ['bounced']);
    const id = await send('resend', 'bounce@example.com', { sendAt: new Date(Date.now() + 300) });
    await vi.waitFor(() => expect(mailOf(sandbox).save().tables.scheduled).toEqual([]), 5000);
    expect(statesOf(id)).toEqual(['suppressed']);
    expect(mailOf(sandbox).outcomes.undelivered()).toHaveLength(1);
  });

  it('is deleted with the mail, comes back on undo, and goes with a reset', async () => {
    const delivered = await send('resend', 'bob@example.com');
    await becomes(await send('resend', 'bounce@example.com'), ['bounced']);
    const held = (await send('resend', 'bounce@example.com')) ?? '';
    const later = await send('resend', 'bob@example.com', { sendAt: inAnHour() });
    const before = (await ask('GET', 'api/messages?undelivered=yes')).json;
    const { json } = await ask('DELETE', 'api/messages');
    expect(json.count).toBe(3);
    expect(allIds()).toEqual([later]);
    expect((await ask('POST', `api/deletions/${json.deletion}/undo`)).status).toBe(204);
    expect((await ask('GET', 'api/messages?undelivered=yes')).json).toEqual(before);
    expect(allIds()).toContain(delivered);
    expect((await ask('DELETE', `api/messages/${held}`)).json.count).toBe(1);
    sandbox.reset();
    expect(allIds()).toEqual([]);
  });

  it('is kept by a state and by a data folder', async () => {
    await becomes(await send('resend', 'bounce@example.com'), ['bounced']);
    const id = (await send('resend', 'bounce@example.com')) ?? '';
    const state = sandbox.save();
    const folder = await mkdtemp(join(tmpdir(), 'outcomes-'));
    const start = () =>
      startSandbox({ mail: { data: folder }, routing: false, realtime: false, page: false });
    try {
      const second = await start();
      await second.load(state);
      await second.close();
      const third = await start();
      expect(third.mail?.outcomes.undelivered().map((message) => message.id)).toEqual([id]);
      expect(third.mail?.outcomes.of(id)).toEqual(mailOf(sandbox).outcomes.of(id));
      await third.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
