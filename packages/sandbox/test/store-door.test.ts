import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SandboxState, startMailService, startSandbox, type TableName } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-door-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Json = Readonly<Record<string, unknown>>;

/** A state with a row in each table. */
async function fill(): Promise<SandboxState> {
  await using sandbox = await startSandbox({ routing: false, page: false });
  const { mail } = sandbox;
  const ask = async (name: string, path: string, json: object) => {
    const keys = {
      authorization: 'Bearer any',
      'api-key': 'any',
      'idempotency-key': JSON.stringify(json).slice(0, 200),
    };
    const headers = { ...keys, 'content-type': 'application/json' };
    const url = `${mail?.services[name]?.url}${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
    expect([path, response.status < 300, response.ok || (await response.text())]).toEqual([path, true, true]);
  };
  const content = { from: 'ann@acme.dev', subject: 'Hi', text: 'Hi' };
  await ask('resend', '/emails', { ...content, to: 'bounce@example.com', tags: [{ name: 'a', value: 'b' }] });
  await ask('resend', '/emails', {
    ...content,
    to: 'bob@example.com',
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await ask('resend', '/templates', { name: 'welcome', html: '<p>Hi</p>' });
  await ask('resend', '/webhooks', { endpoint: 'http://127.0.0.1:9/hook', events: ['email.delivered'] });
  await ask('brevo', '/contacts', { email: 'carol@example.com' });
  await ask('brevo', '/contacts/lists', { name: 'News', folderId: 1 });
  await ask('plunk', '/campaigns', {
    ...{ name: 'C', subject: 'S', body: 'B', from: 'ann@acme.dev' },
    audienceType: 'ALL',
  });
  mail?.webhooks.rules.add({ events: [] });
  sandbox.faults.add({ service: 'routing', status: 503 });
  sandbox.realtime?.publish({ channel: 'cache-x', event: 'paid', data: '1' });
  await vi.waitFor(() => expect(sandbox.save().tables.suppressions).toHaveLength(1), 10_000);
  return JSON.parse(JSON.stringify(sandbox.save()));
}

let state: SandboxState;
beforeAll(async () => {
  state = await fill();
});

/** Values of the wrong type for a field that has this one. */
const wrong = (value: unknown): readonly unknown[] =>
  [null, 7e300, 'text', [7], { a: 1 }, true].filter(
    (each) => typeof each !== typeof value || Array.isArray(each) !== Array.isArray(value) || each === 7e300,
  );

/** Each field of a row, with a value that it cannot have. */
function* spoil(row: Json): Generator<readonly [name: string, row: Json]> {
  for (const [name, value] of Object.entries(row))
    for (const each of wrong(value)) yield [`${name} = ${JSON.stringify(each)}`, { ...row, [name]: each }];
}

const tables = [
  'messages',
  'templates',
  'contacts',
  'lists',
  'suppressions',
  'webhooks',
  'campaigns',
  'scheduled',
  'rules',
  'entries',
  'faults',
  'cachedEvents',
] as const satisfies readonly TableName[];

describe('the store', () => {
  it.each(tables)(
    'refuses rows of %s with a field of another type, and a state with them changes nothing',
    async (name) => {
      await using sandbox = await startSandbox({ routing: false, realtime: false, page: false });
      await sandbox.load(state);
      const rows = state.tables[name] as unknown as readonly Json[];
      expect(rows).not.toEqual([]);
      for (const [, bad] of rows.flatMap((row) => [...spoil(row)]).entries()) {
        const [what, row] = bad;
        const broken = { ...state, tables: { ...state.tables, [name]: [row] } } as unknown as SandboxState;
        const error = await sandbox.load(broken).catch((problem: unknown) => problem);
        expect([what, error]).toEqual([what, expect.any(Error)]);
      }
      expect(JSON.parse(JSON.stringify(sandbox.save()))).toEqual(state);
    },
  );

  it('leaves the rows out of a data folder, whatever is wrong with them, and starts', async () => {
    const data = join(folder, 'data');
    const first = await startMailService({ data });
    await first.load(state);
    await first.close();
    const database = new DatabaseSync(join(data, 'sandbox.sqlite'));
    database.exec(`UPDATE rows SET json = CASE rowid % 4 WHEN 0 THEN 'not JSON' WHEN 1 THEN 'null'
      WHEN 2 THEN '{}' ELSE '{"id":"x","serial":1,"createdAt":1,"updatedAt":1}' END`);
    const { count } = database.prepare('SELECT count(*) AS count FROM rows').get() ?? {};
    database.close();
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const second = await startMailService({ data });
    expect(warn.mock.calls.filter(([text]) => String(text).includes('is left out'))).toHaveLength(
      Number(count),
    );
    warn.mockRestore();
    expect(second.mailbox.list()).toEqual([]);
    const response = await fetch(`${second.services['resend']?.url}/emails`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: JSON.stringify({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', text: 'Hi' }),
    });
    expect(response.status).toBe(200);
    await second.close();
  });
});
