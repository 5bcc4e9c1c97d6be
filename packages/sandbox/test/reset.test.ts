import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runProgram } from '../src/cli/run.ts';
import { type Sandbox, type SandboxState, startSandbox } from '../src/index.ts';

let sandbox: Sandbox;
let initial: SandboxState;

beforeAll(async () => {
  sandbox = await startSandbox({
    routing: false,
    mail: { webhooks: { resend: 'http://127.0.0.1:9/own' } },
    seed: {
      mails: [{ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Seed' }],
      contacts: [{ email: 'carol@example.com' }],
      templates: [{ name: 'welcome', subject: 'Welcome' }],
      faults: [{ service: 'routing', status: 503 }],
    },
  });
  initial = withoutTimes(sandbox.save());
});
afterAll(() => sandbox.close());

/** Ids and times of what the start makes anew. */
function withoutTimes({ mail, tables, ...rest }: SandboxState): SandboxState {
  const plain = ({ createdAt: _, updatedAt: __, id: ___, ...row }: (typeof tables.faults)[number]) => row;
  const anew = { webhooks: tables.webhooks.map(plain), faults: tables.faults.map(plain) };
  return { ...rest, mail, tables: { ...tables, ...anew } } as unknown as SandboxState;
}

beforeEach(async () => {
  const { mail, faults, realtime } = sandbox;
  faults.clear();
  const post = async (name: string, path: string, json: object) => {
    const key = { 'idempotency-key': `of ${path}` }; // free again after a reset
    const headers = { authorization: 'Bearer any', 'api-key': 'any', ...key };
    const url = `${mail?.services[name]?.url}${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
    expect(await response.text()).toMatch(/id/i);
  };
  const content = { from: 'ann@acme.dev', to: 'bounce@example.com', subject: 'New', text: 'Hi' };
  await post('resend', '/emails', content);
  await expect.poll(() => sandbox.save().tables.suppressions).toHaveLength(1);
  await post('resend', '/emails/batch', [{ ...content, to: 'a@example.com' }]);
  await post('brevo', '/contacts', { email: 'new@example.com' });
  mail?.webhooks.targets.add({ url: 'http://127.0.0.1:9/hook' });
  mail?.webhooks.rules.add({ events: [] });
  faults.add({ service: 'mail', status: 503 });
  realtime?.publish({ channel: 'cache-a', event: 'e', data: '{}' });
});

const url = () => sandbox.page?.url ?? '';
const doors = {
  'in process': () => sandbox.reset(),
  HTTP: () => fetch(`${url()}api/reset`, { method: 'POST', headers: { 'x-sandbox-page': 'yes' } }),
  'the command line': () =>
    runProgram({
      args: ['reset', '--url', url()],
      stdout: { write() {} },
      stderr: process.stderr,
      version: '',
      signal: new AbortController().signal,
    }),
};

it.each(Object.entries(doors))('%s: reset puts the start back, with its seed', async (_name, reset) => {
  await reset();
  expect(withoutTimes(sandbox.save())).toEqual(initial);
  expect(sandbox.mail?.webhooks.attempts()).toEqual([]);
  expect(sandbox.requests.list()).toEqual([]);
  expect(sandbox.realtime?.recentEvents).toEqual([]);
});

it('makes a deletion before it final', async () => {
  const ask = async (method: string, path: string) =>
    fetch(`${url()}api${path}`, { method, headers: { 'x-sandbox-page': 'yes' } });
  const { deletion } = (await (await ask('DELETE', '/messages')).json()) as { deletion: string };
  sandbox.reset();
  expect((await ask('POST', `/deletions/${deletion}/undo`)).status).toBe(404);
  expect(sandbox.mail?.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['Seed']);
});

it('of the mail service alone keeps the faults', () => {
  sandbox.mail?.reset();
  expect(sandbox.mail?.mailbox.list()).toHaveLength(1);
  expect(sandbox.faults.list()).toMatchObject([{ fault: { service: 'mail' } }]);
});
