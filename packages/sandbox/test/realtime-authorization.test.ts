import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';

let sandbox: Sandbox;
let url: string;
let respond: (form: URLSearchParams, cookie: string | undefined) => { status?: number; body: unknown };
const seen: string[] = [];

// The endpoint of the user's application.
const application = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push(request.url ?? '');
  const { status = 200, body: answer } = respond(new URLSearchParams(body), request.headers.cookie);
  const location = status === 302 ? { location: '/elsewhere' } : {};
  response.writeHead(status, location).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
});

beforeAll(async () => {
  sandbox = await startSandbox({ mail: false, routing: false });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(application.address() as AddressInfo).port}/pusher/auth`;
});
afterAll(async () => {
  application.close();
  application.closeAllConnections();
  await sandbox.close();
});

const realtime = () => {
  if (!sandbox.realtime) throw new Error('The realtime service is not running.');
  return sandbox.realtime;
};
const sign = (text: string) => {
  const { key, secret } = realtime().app;
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;
};
const socketId = '123.456';

async function post(path: string, json: unknown) {
  const response = await fetch(`${sandbox.page?.url}api/authorizations${path}`, {
    method: 'POST',
    headers: { 'x-sandbox-page': 'yes' },
    body: JSON.stringify(json),
  });
  return { status: response.status, json: await response.json() };
}

it('makes the token of a private channel, which the service accepts', async () => {
  const wish = { socketId, channel: 'private-orders' };
  const expected = {
    isAccepted: true,
    auth: sign('123.456:private-orders'),
    signedText: '123.456:private-orders',
    isConnected: false,
  };
  expect(realtime().testAuthorization(wish)).toEqual(expected);
  expect(await post('', wish)).toEqual({ status: 200, json: expected });
});

it('makes the token and the data of a presence channel, and of a sign-in', () => {
  const channelData = '{"user_id":"ann"}';
  expect(realtime().testAuthorization({ socketId, channel: 'presence-room', userId: 'ann' })).toMatchObject({
    isAccepted: true,
    channelData,
    auth: sign(`123.456:presence-room:${channelData}`),
  });
  const userData = '{"id":"ann"}';
  expect(realtime().testAuthorization({ socketId, userData })).toMatchObject({
    isAccepted: true,
    auth: sign(`123.456::user::${userData}`),
  });
});

it('gives the reason of a refusal, as a client receives it', () => {
  const test = (wish: object) =>
    realtime().testAuthorization({ socketId, channel: 'private-orders', ...wish }).reason;
  expect(test({ secret: 'other' })).toContain('Expected HMAC SHA256 hex digest of 123.456:private-orders');
  expect(test({ key: 'other' })).toContain('Invalid key');
  expect(test({ auth: sign('123.457:private-orders') })).toContain('Invalid signature');
  expect(test({ channel: 'presence-room' })).toContain('Missing or invalid user_id');
  expect(test({ channel: 'not a name' })).toContain('Invalid channel name');
  expect(realtime().testAuthorization({ socketId, userData: '{}', secret: 'other' }).reason).toBe(
    'Connection not authorized: wrong signature.',
  );
});

it('tells whether the socket is open', async () => {
  const { port, app } = realtime();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${app.key}?protocol=7`);
  const { data } = await new Promise<MessageEvent>((resolve) => {
    socket.onmessage = resolve;
  });
  const { socket_id: id } = JSON.parse(JSON.parse(data).data);
  expect(realtime().testAuthorization({ socketId: id, channel: 'private-a' }).isConnected).toBe(true);
  socket.close();
});

it('asks the endpoint of the application as a client does, and checks its token', async () => {
  respond = (form, cookie) => ({
    body:
      cookie === 'session=1' ? { auth: sign(`${form.get('socket_id')}:${form.get('channel_name')}`) } : {},
  });
  const wish = { url, socketId, channel: 'private-orders', headers: { cookie: 'session=1' } };
  expect(await realtime().testAuthEndpoint(wish)).toMatchObject({ isAccepted: true, status: 200 });
  expect(await post('/endpoint', wish)).toMatchObject({ json: { isAccepted: true, status: 200 } });
  expect(await realtime().testAuthEndpoint({ url, socketId, channel: 'private-orders' })).toMatchObject({
    isAccepted: false,
    reason: expect.stringContaining('`auth`'),
  });
});

it.each([
  ['another secret', { body: { auth: `sandbox-key:${'0'.repeat(64)}` } }, 'Invalid'],
  ['another status', { status: 403, body: 'Forbidden' }, 'status 403'],
  ['a redirect, which is not followed', { status: 302, body: '' }, 'status 302'],
  ['a page instead of JSON', { body: '<html>' }, '`auth`'],
  ['channel_data that is not text', { body: { auth: 'a:b', channel_data: { user_id: 1 } } }, 'must be text'],
])('names what is wrong with an endpoint: %s', async (_, answer, reason) => {
  respond = () => answer;
  seen.length = 0;
  const outcome = await realtime().testAuthEndpoint({ url, socketId, channel: 'private-orders' });
  expect(outcome).toMatchObject({ isAccepted: false, reason: expect.stringContaining(reason) });
  expect(seen).toEqual(['/pusher/auth']);
});

it('needs user data in the response to a sign-in', async () => {
  respond = () => ({ body: { auth: sign('123.456::user::{"id":"ann"}'), user_data: '{"id":"ann"}' } });
  expect(await realtime().testAuthEndpoint({ url, socketId })).toMatchObject({ isAccepted: true });
  respond = () => ({ body: { auth: sign('123.456::user::{"id":"ann"}') } });
  expect((await realtime().testAuthEndpoint({ url, socketId })).reason).toContain('`user_data`');
});

it('asks only this machine, and says so', async () => {
  const channel = 'private-orders';
  for (const elsewhere of [
    'http://acme.example/auth',
    'http://127.0.0.1.acme.example/',
    'file:///etc/passwd',
  ])
    expect(await post('/endpoint', { url: elsewhere, socketId, channel })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('on this machine') },
    });
  const refused = { url: 'http://127.0.0.1:9/', socketId, channel };
  expect((await realtime().testAuthEndpoint(refused)).reason).toContain('No response');
});

it('refuses wrong requests with the words of the error', async () => {
  expect((await post('', { socketId: 'x', channel: 'a' })).json.error).toContain('such as 123.456');
  expect((await post('', { socketId })).json.error).toContain('channel is missing');
  expect((await post('', { socketId, chanel: 'a' })).json.error).toContain('chanel');
  expect((await post('', { socketId, channel: 7 })).status).toBe(400);
  expect((await post('', [])).status).toBe(400);
});
