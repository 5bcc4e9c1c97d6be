import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type SandboxState, startSandbox } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-kept-'));
const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const children = new Set<ChildProcess>();

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  children.delete(child);
}
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `sandbox up --data folder` in a process. */
async function up(data: string) {
  const options = ['--json', '--no-config', '--no-routing', '--no-realtime', '--data', join(folder, data)];
  const ports = ['--page-port=0', '--mail-port=0', '--smtp-port=0'];
  const env = { ...process.env, NODE_OPTIONS: '', XDG_RUNTIME_DIR: folder };
  const args = ['--conditions=@org/source', '--disable-warning=ExperimentalWarning', bin, 'up'];
  const child = spawn(process.execPath, [...args, ...options, ...ports], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { page, mail } = JSON.parse(line);
  const headers = { authorization: 'Bearer any', 'x-sandbox-page': 'yes', 'x-postmark-server-token': 'any' };
  const ask = async (url: string, method = 'GET', json?: unknown, more = {}) => {
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await fetch(url, { method, headers: { ...headers, ...more }, body });
    return response.status === 204 ? undefined : response.json();
  };
  return {
    child,
    page: (path: string, method?: string, json?: unknown) => ask(`${page.url}api${path}`, method, json),
    service: (name: string, path: string, method?: string, json?: unknown, more?: object) =>
      ask(`${mail.services[name].url}${path}`, method, json, more),
  };
}

type Running = Awaited<ReturnType<typeof up>>;

const mail = (subject: string, more = {}) => ({
  ...{ from: 'ann@acme.dev', to: 'bob@example.com', subject, text: 'Hi' },
  ...more,
});
const subjects = async ({ page }: Running): Promise<string[]> =>
  (await page('/messages')).messages.map(({ subject }: { subject: string }) => subject);
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a data folder, after kill -9', () => {
  it('has all that was set up: faults with their count, rules, targets, tags, lists and keys', async () => {
    const first = await up('set-up');
    const key = { 'idempotency-key': 'k1' };
    const { id } = await first.service('resend', '/emails', 'POST', mail('One'), key);
    await first.page(`/messages/${id}`, 'PUT', { tags: ['kept'] });
    await first.service('brevo', '/contacts/lists', 'POST', { name: 'News', folderId: 1 });
    await first.page('/webhooks', 'POST', { url: 'http://127.0.0.1:9/hook', service: 'resend' });
    await first.page('/webhooks/rules', 'POST', { match: { subject: 'One*' }, events: ['bounced'] });
    await first.service('postmark', '/message-streams/outbound/suppressions', 'POST', {
      Suppressions: [{ EmailAddress: 'gone@example.com' }],
    });
    await first.page('/faults', 'POST', {
      service: 'mail',
      match: { path: '/emails/*' },
      status: 503,
      count: 2,
    });
    await first.service('resend', `/emails/${id}`);
    const before = await first.page('/state');
    expect(before.tables.faults).toMatchObject([{ id: 'f1', hits: 1, left: 1 }]);
    await kill(first.child);

    const second = await up('set-up');
    expect(await second.page('/state')).toEqual(before);
    expect((await second.page(`/messages/${id}`)).tags).toEqual(['kept']);
    expect((await second.page('/webhooks')).targets).toMatchObject([{ url: 'http://127.0.0.1:9/hook' }]);
    expect((await second.page('/webhooks/rules')).rules).toMatchObject([{ id: 'r1', events: ['bounced'] }]);
    expect(await second.service('resend', '/emails', 'POST', mail('One'), key)).toEqual({ id });
    // The second of two hits.
    expect(await second.service('resend', `/emails/${id}`)).toMatchObject({ statusCode: 503 });
    expect(await second.service('resend', `/emails/${id}`)).toMatchObject({ id });
    expect((await second.page('/faults')).faults).toEqual([]);
    expect(await subjects(second)).toEqual(['One']);
  });

  it('delivers scheduled mail whose time passed, once', async () => {
    const first = await up('scheduled');
    const schedule = (subject: string, ms: number) =>
      first.service('resend', '/emails', 'POST', mail(subject, { scheduled_at: inMs(ms) }));
    const { id: soon } = await schedule('Soon', 86_400_000);
    const { id } = await schedule('Tomorrow', 86_400_000);
    await schedule('Passed', 500);
    await kill(first.child);
    await new Promise((resolve) => setTimeout(resolve, 600));

    const second = await up('scheduled');
    await expect.poll(() => subjects(second)).toEqual(['Passed']);
    expect((await second.page('/state')).tables.scheduled).toHaveLength(2);
    expect(await second.service('resend', `/emails/${id}/cancel`, 'POST')).toMatchObject({ id });
    await second.service('resend', `/emails/${soon}`, 'PATCH', { scheduled_at: inMs(300) });
    await kill(second.child);

    const third = await up('scheduled');
    await expect.poll(() => subjects(third)).toEqual(['Soon', 'Passed']);
    const { tables } = await third.page('/state');
    expect(tables.scheduled).toEqual([]);
    const states = tables.messages.map(({ subject, state }: Record<string, string>) => [subject, state]);
    expect(states).toEqual([
      ['Soon', 'sent'],
      ['Tomorrow', 'cancelled'],
      ['Passed', 'sent'],
    ]);
  });

  it('stays empty after a reset, and does not fill itself from the seed again', async () => {
    const data = join(folder, 'seeded');
    const seed = { contacts: [{ email: 'carol@example.com' }], faults: [{ status: 503 }] };
    const options = { routing: false, realtime: false, page: false, mail: { data }, seed } as const;
    const emails = (state: SandboxState) => [state.tables.contacts.length, state.tables.faults.length];
    {
      await using sandbox = await startSandbox(options);
      expect(emails(sandbox.save())).toEqual([1, 1]);
      await sandbox.load({ ...sandbox.save(), mail: [], tables: {} as SandboxState['tables'] });
    }
    await using sandbox = await startSandbox(options);
    expect(emails(sandbox.save())).toEqual([0, 0]);
    sandbox.reset();
    expect(emails(sandbox.save())).toEqual([1, 1]);
  });
});

describe('save and load', () => {
  const options = { routing: false, realtime: false, page: false } as const;
  const send = (url: string | undefined, json: object) =>
    fetch(`${url}/emails`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: JSON.stringify(json),
    });

  it('carry scheduled mail, rules and faults with their random sequence', async () => {
    await using first = await startSandbox(options);
    await using second = await startSandbox(options);
    first.faults.add({
      match: { path: /^\/EMAILS/i },
      status: 503,
      probability: 0.5,
      count: 'always',
      seed: 7,
    });
    first.mail?.webhooks.rules.add({ events: [] });
    const statuses = async (sandbox: typeof first, times: number) => {
      const found = [];
      for (let at = 0; at < times; at += 1)
        found.push((await send(sandbox.mail?.services['resend']?.url, mail('Chance'))).status);
      return found;
    };
    await statuses(first, 3);
    const state = JSON.parse(JSON.stringify(first.save()));
    await second.load(state);
    expect(JSON.parse(JSON.stringify(second.save()))).toEqual(state);
    expect(second.faults.list()).toEqual(first.faults.list());
    expect(second.mail?.webhooks.rules.list()).toEqual([{ id: 'r1', events: [] }]);
    const [one, other] = [await statuses(first, 12), await statuses(second, 12)];
    expect(other).toEqual(one);
    expect(new Set(one).size).toBe(2);

    first.faults.clear();
    const scheduled = mail('Later', { scheduled_at: inMs(300) });
    expect((await send(first.mail?.services['resend']?.url, scheduled)).ok).toBe(true);
    await second.load(first.save());
    expect((await second.mail?.mailbox.waitFor({ subject: 'Later' }))?.envelope.to).toEqual([
      'bob@example.com',
    ]);
    await expect.poll(() => second.save().tables.scheduled).toEqual([]);
  });

  it('refuse a state with a fault or a rule that could never happen, and change nothing', async () => {
    await using sandbox = await startSandbox(options);
    sandbox.faults.add({ status: 503 });
    sandbox.mail?.webhooks.rules.add({ events: [] });
    const state = JSON.parse(JSON.stringify(sandbox.save()));
    const [fault] = state.tables.faults;
    const [rule] = state.tables.rules;
    const bad = [
      { faults: [{ ...fault, fault: { status: 1 } }] },
      { faults: [{ ...fault, fault: { statsu: 503 } }] },
      { rules: [{ ...rule, rule: { events: ['opend'] } }] },
      { scheduled: [{ ...rule, raw: 7 }] },
    ];
    for (const tables of bad) {
      const broken = { ...state, tables: { ...state.tables, contacts: [], ...tables } };
      await expect(sandbox.load(broken)).rejects.toThrow();
      expect(JSON.parse(JSON.stringify(sandbox.save()))).toEqual(state);
    }
  });
});
