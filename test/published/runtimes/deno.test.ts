import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRealtimeService } from '@org/sandbox/realtime';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../../scripts/package-entries.ts';

const path = process.env['DENO_PATH'] ?? '';
const note = path === '' ? ' (skipped: DENO_PATH is not set)' : '';

const program = (address: string) => `
import { createRealtimeClient } from '@org/realtime';
import { Pusher } from '@org/realtime/pusher-compat';
const realtime = createRealtimeClient(${address});
const orders = realtime.subscribe('orders');
await orders.subscribed();
console.log(realtime.state);
await realtime.close();
const { host: wsHost, port: wsPort, key } = ${address};
const pusher = new Pusher(key, { wsHost, wsPort, forceTLS: false });
await new Promise((resolve) => pusher.connection.bind('connected', resolve));
console.log(pusher.connection.state);
pusher.disconnect();
`;

it.skipIf(path === '')(`a realtime client on Deno needs --allow-net alone${note}`, async () => {
  await using service = await startRealtimeService();
  const folder = mkdtempSync(join(tmpdir(), 'org-deno-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules/@org'), { recursive: true });
  symlinkSync(`${root}packages/realtime`, join(folder, 'node_modules/@org/realtime'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { host, port, app } = service;
  writeFileSync(join(folder, 'app.mjs'), program(JSON.stringify({ host, port, key: app.key })));
  const run = promisify(execFile);
  const options = { cwd: folder, timeout: 20_000, env: { ...process.env, NO_COLOR: '1' } };
  const { stdout } = await run(path, ['run', '--no-prompt', '--allow-net', 'app.mjs'], options);
  expect(stdout.trim()).toBe('connected\nconnected');
});
