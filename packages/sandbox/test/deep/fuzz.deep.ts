import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { anyKey } from '../mail-doors/post-mail.ts';
import { createInputs, type Inputs } from './fuzz-inputs.ts';
import { type FuzzRoute, routes } from './fuzz-routes.ts';

/** Others: `FUZZ_SEEDS=7,8`. A failure names its seed. */
const seeds = (process.env['FUZZ_SEEDS'] ?? '1,2,3').split(',').map(Number);
const roundMs = Number(process.env['FUZZ_MS'] ?? 5000);
const rounds = 2;

const folder = mkdtempSync(join(tmpdir(), 'sandbox-fuzz-'));
const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const children = new Set<ChildProcess>();

/** Receivers of webhooks: one never answers, one resets, one answers garbage. */
const receivers: Server[] = [];
const receiverUrls: string[] = [];
beforeAll(async () => {
  const behaviours: readonly Parameters<typeof createServer>[1][] = [
    () => {},
    (request) => request.socket.resetAndDestroy(),
    (request) => request.socket.end('HTTP/1.1 999 \u0000\r\nx: y\r\n\r\n'),
  ];
  for (const behave of behaviours) {
    const server = createServer(behave as never).listen(0, '127.0.0.1');
    await once(server, 'listening');
    receivers.push(server);
    receiverUrls.push(`http://127.0.0.1:${(server.address() as { port: number }).port}/hook`);
  }
});
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(() => {
  for (const server of receivers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  children.delete(child);
}

type Running = Awaited<ReturnType<typeof up>>;

/** `sandbox up --data folder` in a process. */
async function up(data: string) {
  const ports = ['page', 'mail', 'smtp', 'routing', 'realtime'].map((name) => `--${name}-port=0`);
  const env = { ...process.env, NODE_OPTIONS: '', XDG_RUNTIME_DIR: folder };
  const args = ['--conditions=@org/source', '--disable-warning=ExperimentalWarning', bin, 'up', '--json'];
  const child = spawn(process.execPath, [...args, '--no-config', '--data', data, ...ports], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors = (errors + String(text)).slice(-20_000);
  });
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => Promise.reject(new Error(`It did not start: ${errors}`))),
  ]);
  const { page, mail, routing, realtime } = JSON.parse(line);
  const bases = {
    mail: new URL(mail.apiUrl).origin,
    page: page.url.slice(0, -1),
    routing: routing.url,
    realtime: realtime.url,
  };
  return { child, bases, smtpPort: mail.smtp.port as number, realtime, errors: () => errors };
}

const headers = { ...anyKey(''), 'x-sandbox-page': 'yes' };

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(url: string, init: RequestInit = {}): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new Error(`${url}: no answer in 30 s`);
    return undefined; // a fault cut it
  }
}

async function page(running: Running, path: string, method = 'GET', json?: unknown) {
  const init = json === undefined ? { method, headers } : { method, headers, body: JSON.stringify(json) };
  const answer = await ask(`${running.bases.page}/api${path}`, init);
  if (answer === undefined) throw new Error(`${path} does not answer: ${running.errors()}`);
  return answer.text === '' ? undefined : JSON.parse(answer.text);
}

/** What the fuzz saw. */
interface Seen {
  readonly ids: string[];
  readonly problems: Set<string>;
  readonly broken: Set<string>;
  readonly statuses: Map<number, number>;
  requests: number;
}

function pathOf({ path }: FuzzRoute, inputs: Inputs, { ids }: Seen): string {
  const fill = () => {
    const id = ids.length > 0 && inputs.chance(0.8) ? inputs.pick(ids) : inputs.text().slice(0, 300);
    return encodeURIComponent(id.replaceAll('\ud800', '')) || 'x';
  };
  const filled = path.replaceAll(/:\w+/g, fill);
  if (!inputs.chance(0.3)) return filled;
  const query = new URLSearchParams([
    [inputs.pick(['limit', 'page', 'query', 'after', 'of']), inputs.text().slice(0, 500)],
  ]);
  return `${filled}?${query}`;
}

/** One request to any route of any door. */
async function request(running: Running, inputs: Inputs, seen: Seen): Promise<void> {
  const route = inputs.pick(routes);
  const { body, type } = inputs.body();
  const isBare = route.method === 'GET' || (route.method === 'DELETE' && inputs.chance(0.5));
  const init: RequestInit = {
    method: inputs.chance(0.03) ? inputs.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS']) : route.method,
    headers: {
      ...headers,
      ...anyKey(route.door?.name ?? ''),
      ...(type !== '' && { 'content-type': type }),
      ...(inputs.chance(0.2) && { 'idempotency-key': inputs.pick(['a', 'b', '__proto__']) }),
    },
    ...(isBare ? {} : { body }),
  };
  const path = pathOf(route, inputs, seen);
  const answer = await ask(running.bases[route.server] + path, init);
  seen.requests += 1;
  if (answer === undefined) return;
  seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
  for (const [, id = ''] of answer.text.matchAll(
    /"(?:id|ID|Id|MessageID|MessageId|messageId)":\s*"?([^",}]{1,80})/g,
  ))
    if (seen.ids.length < 500 || inputs.chance(0.1)) seen.ids[inputs.below(500)] = id;
  seen.ids.splice(0, seen.ids.length, ...seen.ids.filter((id) => id !== undefined));
  const problems = new Set<string>();
  judge(route, init, answer, { ...seen, problems });
  // A planned fault may have a body of any shape.
  if (problems.size > 0 && !(await isPlanned(running, path)))
    for (const told of problems) seen.problems.add(told);
}

/** Whether a request of this path met a planned fault, or left the log. */
async function isPlanned(running: Running, path: string): Promise<boolean> {
  const { requests } = await page(running, '/requests');
  const same = requests.filter((row: { target: string }) => row.target === path);
  return same.length === 0 || same.some((row: { faultId?: string }) => row.faultId !== undefined);
}

/** Errors whose shape is not that of the service's other errors. */
const ownErrors: Readonly<Record<string, string>> = { '/mailjet/v3.1/send': 'Messages' };

/** Below 600, in the shape of the service, and no failure without a row. */
function judge(route: FuzzRoute, { method, body }: RequestInit, { status, text }: Answer, seen: Seen): void {
  const told = typeof body === 'string' ? body.slice(0, 300) : String(body);
  const say = (problem: string) =>
    seen.problems.add(`${method} ${route.path}: ${status} ${problem} ${text.slice(0, 200)}\n    ${told}`);
  if (status >= 600) say('is no status');
  if (/The sandbox failed: /.test(text))
    seen.broken.add(`${method} ${route.path}\n    ${text.slice(0, 200)}\n    ${told}`);
  const { door } = route;
  if (door === undefined || status < 400 || status === 413 || status === 415 || text === '') return;
  // The API of SES of 2010 is one address, in XML.
  if (door.name === 'ses' && route.path.endsWith('/ses/')) {
    if (status !== 405 && !/^<ErrorResponse xmlns=/.test(text)) say('is no error in XML:');
    return;
  }
  const shape = door.problem(status, '').json;
  if (typeof shape !== 'object' || shape === null) return;
  try {
    const found = Object.keys(JSON.parse(text) as object);
    const known = [...Object.keys(shape), ownErrors[route.path]];
    if (!known.some((name) => name !== undefined && found.includes(name))) say('has another shape:');
  } catch {
    if (shape !== undefined) say('is not JSON:');
  }
}

/** A conversation with the relay that may break every rule. */
async function talkSmtp({ smtpPort }: Running, inputs: Inputs): Promise<void> {
  const socket = connect(smtpPort, '127.0.0.1');
  socket.on('error', () => {});
  // A client that talks before the banner is refused.
  const wait = new Promise((resolve) => setTimeout(resolve, 500));
  await Promise.race([once(socket, 'data'), once(socket, 'close'), wait]).catch(() => {});
  socket.resume();
  const commands = [
    'EHLO a',
    'MAIL FROM:<ann@acme.dev>',
    'RCPT TO:<bob@example.com>',
    'DATA',
    'AUTH PLAIN AGEAYg==',
  ];
  for (let at = 0; at < 8 && !socket.destroyed; at += 1) {
    const line = inputs.chance(0.7)
      ? (commands[at % 4] as string)
      : inputs.pick([...commands, inputs.text()]);
    if (!socket.destroyed) socket.write(`${line}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  if (inputs.chance(0.5))
    socket.write(`Subject: ${inputs.text().slice(0, 500)}\r\n\r\n${inputs.text()}\r\n.\r\nQUIT\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
}

/** Frames of any form on a socket of the realtime service. */
async function talkFrames({ bases, realtime }: Running, inputs: Inputs): Promise<void> {
  const protocol = inputs.pick([7, 5, 4, 'x']);
  const url = `${bases.realtime.replace('http', 'ws')}/app/${realtime.app.key}?protocol=${protocol}`;
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'close'),
    new Promise((end) => setTimeout(end, 500)),
  ]);
  const events = [
    'pusher:subscribe',
    'pusher:unsubscribe',
    'pusher:signin',
    'pusher:ping',
    'client-a',
    '__proto__',
  ];
  for (let at = 0; at < 10 && socket.readyState === socket.OPEN; at += 1) {
    const data = inputs.chance(0.5)
      ? { channel: inputs.pick(['a', 'presence-b', 'cache-c', '#x']) }
      : inputs.value();
    const frame = { event: inputs.pick(events), channel: inputs.pick(['a', 'presence-b', undefined]), data };
    socket.send(inputs.chance(0.8) ? JSON.stringify(frame) : inputs.text());
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  socket.terminate();
}

/** The state with one field changed, and written back. */
async function spoilState(running: Running, inputs: Inputs): Promise<void> {
  const state = await page(running, '/state');
  await page(running, '/state', 'PUT', inputs.mutate(state, 1 + inputs.below(3)));
}

async function addReceivers(running: Running, inputs: Inputs): Promise<void> {
  for (const url of receiverUrls) await page(running, '/webhooks', 'POST', { url });
  await page(running, '/faults', 'POST', inputs.mutate({ service: 'mail', status: 503, count: 2 }));
}

/** A mail that was acknowledged, by its subject. */
async function sendMail({ bases }: Running, subject: string): Promise<string | undefined> {
  const body = JSON.stringify({ from: 'ann@acme.dev', to: 'bob@example.com', subject, text: 'Hi' });
  const answer = await ask(`${bases.mail}/resend/emails`, { method: 'POST', headers, body });
  return answer?.status === 200 ? subject : undefined;
}

it.each(seeds)(
  'any requests, mails and frames leave a sandbox that lives and keeps its mail (seed %i)',
  async (seed) => {
    const inputs = createInputs(seed);
    const seen: Seen = { ids: [], problems: new Set(), broken: new Set(), statuses: new Map(), requests: 0 };
    const data = join(folder, `data-${seed}`);
    for (let round = 1; round <= rounds; round += 1) {
      const running = await up(data);
      const until = performance.now() + roundMs;
      await addReceivers(running, inputs);
      const work = async (): Promise<void> => {
        while (performance.now() < until && running.child.exitCode === null) {
          const turn = inputs.random();
          if (turn < 0.03) await page(running, '/faults', 'DELETE');
          else if (turn < 0.06) await talkSmtp(running, inputs);
          else if (turn < 0.09) await talkFrames(running, inputs);
          else if (turn < 0.1) await spoilState(running, inputs);
          else if (turn < 0.11) await addReceivers(running, inputs);
          else await request(running, inputs, seen);
        }
      };
      await Promise.all(Array.from({ length: 6 }, work));
      expect(running.child.exitCode, running.errors()).toBeNull();
      await page(running, '/faults', 'DELETE');
      expect((await page(running, '/sandbox')).pid).toBe(running.child.pid);
      const { failures } = await page(running, '/failures');
      const tasks = failures.map(({ task, message }: Record<string, string>) => `${task}: ${message}`);
      expect([...seen.broken, ...tasks], `seed ${seed}`).toEqual([]);
      expect([...seen.problems], `seed ${seed}`).toEqual([]);

      await page(running, '/reset', 'POST');
      const acknowledged: string[] = [];
      const sent = Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          await new Promise((resolve) => setTimeout(resolve, at * 2));
          const subject = await sendMail(running, `Round ${round}, mail ${at}`);
          if (subject !== undefined) acknowledged.push(subject);
        }),
      );
      while (acknowledged.length < 20 && running.child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await kill(running.child);
      await sent;
      const again = await up(data);
      const { messages } = await page(again, '/messages?limit=500');
      const kept = messages.map(({ subject }: { subject: string }) => subject);
      expect(acknowledged.filter((subject) => !kept.includes(subject))).toEqual([]);
      await kill(again.child);
    }
    expect(seen.requests).toBeGreaterThan(0);
    console.log(`seed ${seed}: ${seen.requests} requests`, Object.fromEntries(seen.statuses));
  },
);
