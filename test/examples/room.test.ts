import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@org/sandbox';
import { chromium } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { startRoom } from '../../examples/room.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const note = hasChromium ? '' : ` (skipped: no Chromium at ${executablePath}; set CHROMIUM_PATH)`;

it.skipIf(!hasChromium)(`examples/room: two windows see each other and talk${note}`, async () => {
  await using sandbox = await startSandbox({ routing: false, mail: false, page: false });
  for (const [name, value] of Object.entries(sandbox.env)) vi.stubEnv(name, value);
  const http = await startRoom(0);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    const [ann, bob] = [await browser.newPage(), await browser.newPage()];
    await ann.goto(`${url}?ann`);
    await ann.getByText('connected, 1 here: ann').waitFor();
    await bob.goto(`${url}?bob`);
    await bob.getByText('connected, 2 here: ann, bob').waitFor();
    await bob.getByLabel('Message').fill('Hello');
    await bob.getByRole('button', { name: 'Send' }).click();
    await ann.getByText('bob: Hello').waitFor();
    // StrictMode mounts twice, and each window subscribes once.
    expect(sandbox.realtime?.stats.subscriptionsAccepted).toBe(2);
    await bob.close();
    await ann.getByText('connected, 1 here: ann').waitFor();
  } finally {
    await browser.close();
    http.close();
    http.closeAllConnections();
    await once(http, 'close');
    vi.unstubAllEnvs();
  }
});
