import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

async function connect(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=@org/source', bin, 'mcp', ...args],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any result
type Json = any;

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await connect(['--url', sandbox.page?.url ?? '']);
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await client.close();
  await sandbox.close();
});

async function callWith(caller: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError, structuredContent } = await caller.callTool({ name, arguments: given });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (!isError) expect(structuredContent).toEqual(JSON.parse(text));
  return { isError: isError === true, text, json: structuredContent as Json };
}
const call = (name: string, given?: Record<string, unknown>) => callWith(client, name, given);

async function send(to: string, subject: string, html: string) {
  const { host, port } = sandbox.mail?.smtp ?? {};
  await createTransport({ host, port }).sendMail({ from: 'ann@acme.dev', to, subject, html });
}

it('describes its tools, with those that only read', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['list_mail', 'read_mail', 'read_mail_html', 'wait_for_mail', 'open_link'],
    ...['list_requests', 'read_request', 'list_faults', 'add_fault', 'remove_faults'],
    ...['add_webhook', 'trigger_webhook', 'list_webhook_attempts', 'receive_mail', 'watch_channel'],
    ...['list_places', 'route', 'reset'],
  ]);
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(writing.map(({ name }) => name)).toEqual([
    ...['open_link', 'add_fault', 'remove_faults', 'add_webhook', 'trigger_webhook', 'receive_mail', 'reset'],
  ]);
  expect(client.getInstructions()).toContain('wait_for_mail');
});

it('posts a mail to a program, in the form of a service', async () => {
  const bodies: { readonly Subject: string; readonly TextBody: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbound`;
  const mail = { to: 'in@acme.dev', subject: 'Order', text: 'ship it' };
  const { json } = await call('receive_mail', { ...mail, url });
  server.close();
  expect(json).toMatchObject({ attempts: [{ service: 'postmark', status: 200, recipient: 'in@acme.dev' }] });
  expect(bodies).toMatchObject([{ Subject: 'Order', TextBody: 'ship it' }]);
  expect((await call('receive_mail', { to: 'x@acme.dev' })).text).toContain('No route has the address');
});

it('lists, searches and reads mail, with codes and links', async () => {
  await send('bob@example.com', 'Sign in', '<p>Your code: <b>482 913</b> <a href="https://acme.dev/v">x</a>');
  await send('eve@example.com', 'Hello', '<p>Hi</p>');
  expect((await call('list_mail')).json).toMatchObject({ total: 2, messages: [{ subject: 'Hello' }, {}] });
  const { json } = await call('list_mail', { query: 'to:bob subject:"sign in"' });
  expect(json).toMatchObject({ matches: 1, messages: [{ subject: 'Sign in' }] });
  expect((await call('read_mail', { id: json.messages[0].id })).json).toMatchObject({
    from: 'ann@acme.dev',
    codes: ['482913'],
    links: ['https://acme.dev/v'],
    text: expect.stringContaining('482 913'),
  });
  expect((await call('read_mail', { id: 'latest' })).json).toMatchObject({ subject: 'Hello' });
});

it('waits for mail, and says what did arrive', async () => {
  expect((await call('read_mail', { id: 'latest' })).text).toBe('The mailbox is empty.');
  await send('eve@example.com', 'Hello', '<p>Hi</p>');
  const missing = await call('wait_for_mail', { query: 'to:bob@example.com', timeoutMs: 0 });
  expect(missing).toMatchObject({ isError: true });
  expect(missing.text).toContain('The newest of 1 messages:\n  to eve@example.com: Hello');
  const waiting = call('wait_for_mail', { query: 'to:bob@example.com' });
  await send('bob@example.com', 'Later', '<p>Hi</p>');
  expect((await waiting).json).toMatchObject({ subject: 'Later' });
});

it('waits for mail since an instant, not for older mail', async () => {
  await send('bob@example.com', 'Old', '<p>Hi</p>');
  const query = 'to:bob@example.com';
  expect((await call('wait_for_mail', { query, timeoutMs: 0 })).json).toMatchObject({ subject: 'Old' });
  const since = new Date(Date.now() + 1).toISOString();
  const old = await call('wait_for_mail', { query, since, timeoutMs: 0 });
  expect(old).toMatchObject({ isError: true, text: expect.stringContaining('bob@example.com: Old (2') });
  const waiting = call('wait_for_mail', { since });
  await send('eve@example.com', 'New', '<p>Hi</p>');
  expect((await waiting).json).toMatchObject({ subject: 'New' });
  expect((await call('wait_for_mail')).text).toContain('needs a query');
  expect((await call('wait_for_mail', { since: 'soon' })).text).toContain('not an instant');
});

it('reads the HTML of a message', async () => {
  await send('bob@example.com', 'Hi', '<p class="x">Hi</p>');
  expect((await call('read_mail_html', { id: 'latest' })).json).toMatchObject({
    html: '<p class="x">Hi</p>',
    isCut: false,
  });
});

it('watches a channel', async () => {
  const publish = () => sandbox.realtime?.publish({ channel: 'orders', event: 'paid', data: '{"id":1}' });
  publish();
  const since = new Date(Date.now() + 60_000).toISOString();
  const later = await call('watch_channel', { channel: 'orders', since, timeoutMs: 0 });
  expect(later.json).toEqual({ channel: 'orders', subscribed: null, events: [] });
  const all = await call('watch_channel', { channel: 'orders', since: '2020-01-01T00:00:00Z' });
  expect(all.json.events).toMatchObject([{ event: 'paid', preview: '{"id":1}' }]);
  const next = call('watch_channel', { channel: 'orders', event: 'paid' });
  const timer = setInterval(publish, 20);
  expect((await next).json.events[0]).toMatchObject({ event: 'paid' });
  clearInterval(timer);
});

it('an agent finds out whether the sign-up mail arrived, and whether its link works', async () => {
  // The program under development: it mails a link, which it confirms once.
  const tokens = new Set<string>();
  const program = createServer((request, response) => {
    const isKnown = tokens.delete(new URL(`http://x${request.url}`).searchParams.get('token') ?? '');
    response.writeHead(isKnown ? 200 : 410, { 'content-type': 'text/plain' });
    response.end(isKnown ? 'Your address is confirmed.' : 'This link has expired.');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  const signUp = async (address: string, token: string) => {
    tokens.add(token);
    const html = `<p>Confirm: <a href="${origin}/confirm?token=${token}&amp;a=1">here</a></p>`;
    await send(address, 'Confirm your address', html);
  };
  /** It knows the tools by their descriptions, and decides by their results only. */
  const ask = async (address: string, since: string) => {
    const mail = await call('wait_for_mail', {
      query: `to:${address} subject:confirm`,
      since,
      timeoutMs: 300,
    });
    if (mail.isError) return `No mail: ${mail.text.split('\n')[0]}`;
    const [url] = mail.json.links;
    const page = await call('open_link', { url });
    return page.isError ? `The link fails: ${page.text}` : `${page.json.status} ${page.json.text}`;
  };
  const since = new Date().toISOString();
  await signUp('bob@example.com', 't1');
  expect(await ask('bob@example.com', since)).toBe('200 Your address is confirmed.');
  expect(await ask('bob@example.com', since)).toBe('410 This link has expired.');
  expect(await ask('eve@example.com', since)).toMatch(/^No mail: No message matched to:eve@example.com/);
  await signUp('carl@example.com', 't2');
  program.close();
  program.closeAllConnections();
  expect(await ask('carl@example.com', since)).toMatch(/^The link fails: .*did not answer: /);
  expect((await call('open_link', { url: 'http://192.0.2.1/' })).text).toContain('is not this machine');
  expect((await call('open_link', { url: 'file:///etc/passwd' })).text).toContain('not a web address');
});

it('shows requests, and adds and removes faults', async () => {
  const { json: added } = await call('add_fault', { fault: { service: 'mail', status: 503 } });
  expect((await call('list_faults')).json.faults).toMatchObject([{ id: added.id, fault: { status: 503 } }]);
  await fetch(`${sandbox.mail?.services['resend']?.url}/emails`, { method: 'POST' });
  const { json } = await call('list_requests', { of: 'resend' });
  expect(json).toMatchObject({ total: 1, requests: [{ status: 503, faultId: added.id }] });
  const request = await call('read_request', { id: json.requests[0].id });
  expect(request.json).toMatchObject({ method: 'POST', curl: expect.stringContaining('curl') });
  expect((await call('add_fault', { fault: { status: 99 } })).isError).toBe(true);
  await call('add_fault', { fault: { delayMs: 5, count: 'always' } });
  expect((await call('remove_faults')).json).toEqual({ faults: [] });
  expect(sandbox.faults.list()).toEqual([]);
});

it('triggers a webhook, signed for a service, and shows its deliveries', async () => {
  const received: string[] = [];
  const hook = createServer((request, response) => {
    received.push(String(request.headers['svix-signature'] ?? ''));
    response.end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  expect(await call('trigger_webhook', { event: 'bounced', service: 'resend' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('There is no target'),
  });
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  const { json: added } = await call('add_webhook', { url, service: 'resend' });
  expect(added.targets).toMatchObject([{ url, service: 'resend' }]);
  expect((await call('add_webhook', { url: 'http://example.com/' })).isError).toBe(true);
  const { json } = await call('trigger_webhook', { event: 'bounced', service: 'resend' });
  expect(json.attempts).toMatchObject([{ service: 'resend', url, status: 200 }]);
  expect(received).toEqual([expect.stringMatching(/^v1,/)]);
  expect((await call('list_webhook_attempts', { limit: 1 })).json.attempts).toEqual(json.attempts);
  expect((await call('trigger_webhook', { event: 'unknown' })).isError).toBe(true);
  hook.close();
  hook.closeAllConnections();
});

it('routes between places, by name and by position', async () => {
  const { json } = await call('list_places');
  const [from, to] = json.places;
  const { json: route } = await call('route', { from: from.name, to: to.position.join(',') });
  expect(route).toMatchObject({ distanceMeters: expect.any(Number), steps: expect.any(Array) });
  expect((await call('route', { from: 'Nowhere', to: to.name })).text).toContain(from.name);
});

it('says that there is no map when there is none', async () => {
  await using other = await startSandbox({ routing: false, realtime: false, mail: false });
  const own = await connect(['--url', other.page?.url ?? '']);
  const refusal = { isError: true, text: expect.stringContaining('without its routing service') };
  expect(await callWith(own, 'list_places')).toMatchObject(refusal);
  expect(await callWith(own, 'route', { from: 'a', to: 'b' })).toMatchObject(refusal);
  await own.close();
});

it('resets the sandbox', async () => {
  const empty = sandbox.save();
  await send('bob@example.com', 'Gone', '<p>Hi</p>');
  await call('add_fault', { fault: { status: 503 } });
  expect((await call('reset')).json).toEqual({ faults: [] });
  expect(sandbox.save()).toEqual(empty);
});

it('checks arguments against the schema', async () => {
  const outcome = await call('read_mail', { id: 7 }).catch((error: Error) => ({
    isError: true,
    text: error.message,
  }));
  expect(outcome.isError).toBe(true);
  const other = await call('list_mail', { limit: 0 }).catch(() => ({ isError: true }));
  expect(other.isError).toBe(true);
});

it('says so when the sandbox is gone', async () => {
  await using other = await startSandbox({ mail: false, routing: false, realtime: false });
  const caller = await connect(['--url', other.page?.url ?? '']);
  await other.close();
  expect(await callWith(caller, 'list_faults')).toMatchObject({
    isError: true,
    text: expect.stringContaining('sandbox up'),
  });
  await caller.close();
});

it('starts a sandbox of its own where none runs, and ends it with the agent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-mcp-'));
  const notes = () => readdirSync(join(folder, 'org-sandbox'));
  const caller = await connect([], { XDG_RUNTIME_DIR: folder });
  expect((await callWith(caller, 'list_mail')).json).toMatchObject({ total: 0 });
  expect(notes()).toHaveLength(1);
  await caller.close();
  expect(notes()).toEqual([]);
  rmSync(folder, { recursive: true });
});
