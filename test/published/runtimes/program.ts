// Runs in every runtime, bundled from the published packages: it imports no module of Node.
import {
  bearerAuth,
  type Constraint,
  createLimiter,
  createServiceClient,
  isOrgError,
  maxConcurrency,
  noAuth,
  perWindow,
  type RawRequest,
} from '@org/core';
import { createServiceClient as createLightClient } from '@org/core/light';
import { createNodeTransport } from '@org/core/node';
import { createEmailClient } from '@org/email';
import { mailgun } from '@org/email/mailgun';
import { createEmailClient as createResend, resend, webhooks } from '@org/email/resend/send';
import { sendgrid } from '@org/email/sendgrid';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient, matrix, openrouteservice } from '@org/routing/openrouteservice/directions';

/** The end of a call, as its caller sees it. */
export type Ending =
  | { readonly value: unknown }
  | { readonly thrown: string }
  | {
      readonly code: string;
      readonly outcome: string | undefined;
      readonly attempts: number | undefined;
      readonly status?: number | undefined;
    };

/** The services on loopback, and a signed webhook that is too old. */
export interface Surroundings {
  readonly baseUrl: string;
  readonly otherUrl: string;
  /** Nothing listens here. */
  readonly closedUrl: string;
  readonly hookBody: string;
  readonly hookSignature: string;
}

/** The window of a limit that the program keeps. */
export const windowMs = 300;

type Create = typeof createLightClient;
type Options = Parameters<Create>[1];
const clientAt = (baseUrl: string, options: Options = {}) =>
  createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, options);
const post = (path: string): RawRequest => ({ method: 'POST', path, json: { a: 1 } });
const get = (path: string): RawRequest => ({ method: 'GET', path });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function endingOf(call: Promise<unknown>): Promise<Ending> {
  try {
    return { value: await call };
  } catch (error) {
    if (!isOrgError(error)) return { thrown: String(error) };
    const { code, outcome, attempts, status } = error;
    return { code, outcome, attempts, status };
  }
}

const browser = { dangerouslyAllowBrowser: true };
const file = { filename: 'a.txt', content: new Uint8Array([104, 105]) };
const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

function realtimeAt(baseUrl: string) {
  const { hostname: host, port } = new URL(baseUrl);
  const app = { appId: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
  return createRealtimeServerClient({ ...app, ...browser, host, port: Number(port) });
}

/** Calls that act once more when their request arrives once more, by the path of the request. */
function unsafeCalls(baseUrl: string): Readonly<Record<string, () => Promise<unknown>>> {
  const client = clientAt(baseUrl);
  const byKey = sendgrid({ apiKey: 'SG.1', baseUrl: `${baseUrl}/once` });
  const sendGrid = createEmailClient({ driver: byKey, ...browser });
  const byDomain = mailgun({ apiKey: 'k', domain: 'acme.dev', baseUrl: `${baseUrl}/once` });
  const mailGun = createEmailClient({ driver: byDomain, ...browser });
  const byForm = mailgun({ apiKey: 'k', domain: 'files.acme.dev', baseUrl: `${baseUrl}/once` });
  const mailGunForms = createEmailClient({ driver: byForm, ...browser });
  const realtime = realtimeAt(baseUrl);
  return {
    '/once/request': () => client.request(post('/once/request')),
    '/once/without-body': () => client.request({ method: 'POST', path: '/once/without-body' }),
    '/once/v3/mail/send': () => sendGrid.send(mail),
    '/once/v3/acme.dev/messages': () => mailGun.send(mail),
    '/once/v3/files.acme.dev/messages': () => mailGunForms.send({ ...mail, attachments: [file] }),
    '/apps/3/events': () => realtime.trigger('orders', 'paid', { id: 7 }),
  };
}

/** The service answers the first call, and ends the connection of the second one before its answer. */
async function secondEnding(call: () => Promise<unknown>): Promise<Ending> {
  await endingOf(call());
  // The connection returns to its pool.
  await pause(30);
  const ending = await endingOf(call());
  return 'value' in ending ? { value: 'a result' } : ending;
}

/** A light client: its mails, their errors, and the limit that the service publishes. */
async function callLight({ baseUrl, closedUrl }: Surroundings) {
  const at = (url: string) => {
    const driver = resend({ apiKey: 're_1', baseUrl: url, webhookSecret: 'whsec_c2VjcmV0' });
    return createResend({ driver, use: webhooks, ...browser, retry: false });
  };
  const email = at(`${baseUrl}/light`);
  const signal = AbortSignal.abort(new Error('enough'));
  const endings = {
    accepted: await endingOf(email.send(mail).then(({ messageId }) => messageId)),
    refused: await endingOf(at(`${baseUrl}/light/refused`).send(mail)),
    unreachable: await endingOf(at(closedUrl).send(mail)),
    lost: await endingOf(at(`${baseUrl}/light/lost`).send(mail)),
    abort: await endingOf(email.send(mail, { signal })),
    forged: await endingOf(email.webhooks.parse({ headers: { 'svix-id': 'm' }, body: '{}' })),
  };
  await Promise.all([email.send(mail), email.send(mail), email.send(mail)]);
  return endings;
}

/** A light client of routing: its routes and matrices, and their errors. */
async function routeLight({ baseUrl, closedUrl }: Surroundings) {
  const at = (url: string) => {
    const driver = openrouteservice({ apiKey: 'k', baseUrl: url });
    return createRoutingClient({ driver, use: matrix, ...browser, retry: false });
  };
  const places = [
    [8.681495, 49.41461],
    [8.687872, 49.420318],
  ] as const;
  const route = (url: string, signal?: AbortSignal) =>
    endingOf(
      at(url)
        .directions({ profile: 'driving', waypoints: places }, { signal })
        .then(({ routes }) => routes[0].distanceMeters),
    );
  const table = at(`${baseUrl}/maps`).matrix({ profile: 'driving', origins: places });
  return {
    found: await route(`${baseUrl}/maps`),
    refused: await route(`${baseUrl}/maps/refused`),
    unreachable: await route(closedUrl),
    lost: await route(`${baseUrl}/maps/lost`),
    abort: await route(`${baseUrl}/maps`, AbortSignal.abort(new Error('enough'))),
    table: await endingOf(table.then(({ durationsSeconds }) => durationsSeconds)),
  };
}

const key = 'key-7f3a9c51e2';

/** Calls of a client of one service, by either entry of core. */
async function endCalls(create: Create, { baseUrl, otherUrl, closedUrl }: Surroundings) {
  const at = (url: string, options: Options = {}) =>
    create({ name: 'acme', baseUrl: url, auth: bearerAuth(), credential: key }, { ...browser, ...options });
  const client = at(baseUrl, { retry: false });
  const read = (path: string) =>
    endingOf(client.request(get(path)).then((response) => response.text().length));
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 50);
  const refused = await client.request(get('/refused')).catch((error) => `${error} ${JSON.stringify(error)}`);
  return {
    unreachable: await endingOf(at(closedUrl, { retry: false }).request(post('/'))),
    timeLimit: await endingOf(at(baseUrl, { timeoutMs: 100 }).request(post('/silent'))),
    deadline: await endingOf(at(baseUrl, { deadlineMs: 300 }).request(post('/silent'))),
    abort: await endingOf(at(baseUrl).request(post('/silent'), { signal: controller.signal })),
    paused: await endingOf(
      at(baseUrl)
        .request(get('/paused'))
        .then(({ status }) => status),
    ),
    unknownOption: await endingOf(client.request(get('/ok'), { timeoutms: 1 } as never)),
    refused: await read('/refused'),
    showsKey: String(refused).includes(key),
    whole: await read('/whole'),
    cutLength: await read('/cut/length'),
    cutChunks: await read('/cut/chunked'),
    cutGzip: await read('/cut/gzip'),
    redirectedRead: await read('/redirect/read'),
    redirectedWrite: await endingOf(client.request(post('/redirect/write'))),
    redirectedAway: await read(`/redirect/to/${new URL(otherUrl).port}`),
  };
}

/** Six calls at the same time, under a limit. */
async function callSixTimes(baseUrl: string, path: string, limit: Constraint): Promise<void> {
  const client = clientAt(baseUrl, { limiter: createLimiter({ limits: [limit] }) });
  await Promise.all(Array.from({ length: 6 }, () => client.request(post(path))));
}

async function checkedOnServer({ baseUrl, hookBody, hookSignature }: Surroundings) {
  const server = realtimeAt(baseUrl);
  const token = await server.authorizeChannel({ socketId: '1234.1234', channelName: 'private-foobar' });
  const headers = { 'x-pusher-key': '278d425bdf160c739803', 'x-pusher-signature': hookSignature };
  const forged = { ...headers, 'x-pusher-signature': 'a'.repeat(64) };
  const refusal = await endingOf(server.webhooks.parse({ headers: forged, body: hookBody }));
  const old = await server.webhooks.parse({ headers, body: hookBody }).catch((error) => error.message);
  return { token: token.auth, refusal, old: String(old) };
}

/** All calls of one runtime. They close no client: the process ends all the same. */
export async function callAll(surroundings: Surroundings) {
  const { baseUrl } = surroundings;
  const once: Record<string, Ending> = {};
  for (const [path, call] of Object.entries(unsafeCalls(baseUrl))) once[path] = await secondEnding(call);
  const endings = await endCalls(createServiceClient, surroundings);
  const lightEndings = await endCalls(createLightClient, surroundings);
  await callSixTimes(baseUrl, '/two-at-once', maxConcurrency(2));
  await callSixTimes(baseUrl, '/two-a-window', perWindow(2, windowMs));
  const light = await callLight(surroundings);
  const routing = await routeLight(surroundings);
  return { once, endings, lightEndings, light, routing, server: await checkedOnServer(surroundings) };
}

/** A time limit on a reused connection of `createNodeTransport()`. */
export async function timeOutOnNodeTransport({ baseUrl }: Surroundings): Promise<Ending> {
  const client = clientAt(baseUrl, { transport: createNodeTransport(), retry: false });
  await client.request(post('/ok'));
  return endingOf(client.request(post('/silent'), { timeoutMs: 100 }));
}
