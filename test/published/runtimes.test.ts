import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

const run = promisify(execFile);

/** Where the other runtimes are; nothing is downloaded for them. */
const { DENO_PATH: deno = '', BUN_PATH: bun = '', WORKERD_PATH: workerd = '' } = process.env;
const noteOf = (path: string, variable: string) => (path === '' ? ` (skipped: ${variable} is not set)` : '');

// Genuine, so that only its age is wrong.
const hookBody = '{"time_ms":1,"events":[]}';
const hookSignature = createHmac('sha256', '7ad3773142a6692b25b8').update(hookBody).digest('hex');

const work = `
  import { createServiceClient, noAuth } from '@org/core';
  import { createRealtimeServerClient } from '@org/realtime/server';
  async function work(baseUrl) {
    const client = createServiceClient({ name: 'acme', baseUrl, auth: noAuth() });
    const answer = await client.request({ method: 'POST', path: '/echo', json: { a: 1 } });
    await client.close();
    const unreachable = { name: 'nobody', baseUrl: 'http://127.0.0.1:47', auth: noAuth() };
    const nobody = createServiceClient(unreachable, { retry: false });
    const error = await nobody.request({ method: 'POST', path: '/', json: {} }).catch((error) => error);
    return JSON.stringify([answer.json(), error.code, error.outcome, await realtime(baseUrl)]);
  }
  async function realtime(baseUrl) {
    const { hostname: host, port } = new URL(baseUrl);
    const app = { appId: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
    const server = createRealtimeServerClient({ ...app, host, port: Number(port) });
    const token = await server.authorizeChannel({ socketId: '1234.1234', channelName: 'private-foobar' });
    const headers = { 'x-pusher-key': app.key, 'x-pusher-signature': '${hookSignature}' };
    const forged = { ...headers, 'x-pusher-signature': 'a'.repeat(64) };
    const refusal = await server.webhooks.parse({ headers: forged, body: '{}' }).catch((error) => error.code);
    const old = await server.webhooks.parse({ headers, body: '${hookBody}' }).catch((error) => error.message);
    await server.trigger('orders', 'paid', { id: 7 });
    await server.close();
    return [token.auth, refusal, old];
  }`;
const realtimeResults = [
  '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  'webhook-signature',
  expect.stringContaining('too old'),
];

describe('a call with the published package on other runtimes', () => {
  let folder: string;
  let baseUrl: string;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/echo') request.pipe(response);
    else request.resume().on('end', () => response.end('{}'));
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'org-runtimes-'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const bundled = async (name: string, ending: string) => {
    const outfile = join(folder, name);
    const stdin = { contents: `${work}\n${ending}`, resolveDir: `${root}examples` };
    await build({ stdin, bundle: true, format: 'esm', platform: 'neutral', outfile, logLevel: 'silent' });
    return outfile;
  };
  const printed = () => `console.log(await work('${baseUrl}'));`;

  it.skipIf(deno === '')(`Deno${noteOf(deno, 'DENO_PATH')}`, async () => {
    const { stdout } = await run(deno, ['run', '--allow-net', await bundled('deno.mjs', printed())]);
    expect(JSON.parse(stdout)).toEqual([{ a: 1 }, 'network', 'not-sent', realtimeResults]);
  });

  it.skipIf(bun === '')(`Bun${noteOf(bun, 'BUN_PATH')}`, async () => {
    const { stdout } = await run(bun, [await bundled('bun.mjs', printed())]);
    expect(JSON.parse(stdout)).toEqual([{ a: 1 }, 'network', 'not-sent', realtimeResults]);
  });

  it.skipIf(workerd === '')(
    `Cloudflare's workerd${noteOf(workerd, 'WORKERD_PATH')}`,
    async () => {
      const handler = `export default { fetch: async () => new Response(await work('${baseUrl}')) };`;
      await bundled('worker.js', handler);
      const port = await freePort();
      writeFileSync(join(folder, 'worker.capnp'), workerdConfig(port));
      const child = spawn(workerd, ['serve', join(folder, 'worker.capnp')], { stdio: 'ignore' });
      onTestFinished(() => void child.kill());
      const answer = await untilAnswered(`http://127.0.0.1:${port}/`);
      // workerd does not report whether bytes were sent.
      expect(JSON.parse(answer)).toEqual([{ a: 1 }, 'network', 'unknown', realtimeResults]);
    },
    30_000,
  );
});

function workerdConfig(port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2025-09-01",
);`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** workerd prints nothing when it is ready. */
async function untilAnswered(url: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
