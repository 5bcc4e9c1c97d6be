import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { startSandbox } from '../../src/index.ts';
import { createSandboxHandler } from '../../src/mount/index.ts';
import { installHono, installJest } from './support/application-tools.ts';

const hono = await obtain('Hono', installHono);
const jest = await obtain('Jest', installJest);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const isBuilt = existsSync(`${root}packages/sandbox/dist/testing/jest.js`);

describe.skipIf(hono === undefined)('an application with Hono', () => {
  it('serves the page of the sandbox on its own origin', async () => {
    await using sandbox = await startSandbox({ routing: false });
    const app = hono?.createApp();
    const handler = createSandboxHandler(sandbox);
    app.get('/', (context: { text(body: string): Response }) => context.text('My application'));
    for (const path of ['/__sandbox', '/__sandbox/*'])
      app.all(path, ({ req }: { req: { raw: Request } }) => handler(req.raw));
    const server: Server = await new Promise((resolve) => {
      const started = hono?.serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
        resolve(started),
      );
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await (await fetch(origin)).text()).toBe('My application');
      expect(await (await fetch(`${origin}/__sandbox`)).text()).toContain('data-base="/__sandbox"');
      const change = { method: 'POST', headers: { 'x-sandbox-page': 'yes', origin }, body: '{"status":503}' };
      expect((await fetch(`${origin}/__sandbox/api/faults`, change)).status).toBe(201);
      expect(sandbox.faults.list()).toHaveLength(1);
      const foreign = { ...change, headers: { ...change.headers, origin: 'http://127.0.0.1:1' } };
      expect((await fetch(`${origin}/__sandbox/api/faults`, foreign)).status).toBe(403);
    } finally {
      server.close();
    }
  });
});

const note = isBuilt ? '' : ' (skipped: build the packages first)';
describe.skipIf(jest === undefined || !isBuilt)(`a project with Jest${note}`, () => {
  it('has the matcher, and one sandbox for each file', async () => {
    const project = mkdtempSync(join(root, 'examples', '.jest-'));
    try {
      writeFileSync(join(project, 'package.json'), '{"type":"module"}');
      writeFileSync(
        join(project, 'jest.config.js'),
        "export default { setupFilesAfterEnv: ['./setup.js'], testMatch: ['**/*.test.js'], transform: {} };",
      );
      writeFileSync(
        join(project, 'setup.js'),
        "import { matchers } from '@org/sandbox/jest';\nexpect.extend(matchers);\n",
      );
      writeFileSync(join(project, 'mail.test.js'), program);
      const args = ['--experimental-vm-modules', jest ?? '', '--runInBand'];
      const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: project });
      expect(stderr).toContain('2 passed, 2 total');
      expect(stderr).not.toContain('did not exit');
    } finally {
      rmSync(project, { recursive: true });
    }
  });
});

const program = `
import { sandboxForWorker } from '@org/sandbox/testing';
test('receives', async () => {
  const sandbox = await sandboxForWorker();
  const { url, apiKey } = sandbox.mail.services.resend;
  const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Welcome', text: 'Hi' };
  const headers = { authorization: 'Bearer ' + apiKey, 'content-type': 'application/json' };
  await fetch(url + '/emails', { method: 'POST', headers, body: JSON.stringify(mail) });
  expect(sandbox).toHaveReceived({ to: 'bob@example.com', subject: 'Welcome' });
  expect(sandbox).not.toHaveReceived({ subject: 'Other' });
});
test('shows what differs', async () => {
  const sandbox = await sandboxForWorker();
  expect(() => expect(sandbox).toHaveReceived({ subject: 'Other' })).toThrow('+ subject "Welcome"');
});
`;
