import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { createSandboxHandler } from '../../src/mount/index.ts';
import { chromiumNote, hasChromium, launchChromium } from '../chromium.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

describe.skipIf(!hasChromium)(`in a browser${chromiumNote}`, () => {
  it('the recipe of the guide reads the code that the application mailed', async () => {
    const guide = readFileSync(`${root}packages/sandbox/docs/testing.md`, 'utf8');
    const [, program = ''] = /## Playwright[\s\S]*?```ts check\n([\s\S]*?)```/.exec(guide) ?? [];
    const file = `${root}examples/.playwright-recipe.ts`;
    writeFileSync(file, program);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@org/source', file], {
        env: { ...process.env, CHROMIUM_PATH: executablePath },
        timeout: 50_000,
      });
      expect(stdout).toBe('482913\n');
    } finally {
      rmSync(file);
    }
  });

  it('the page works on the origin of an application', async () => {
    await using sandbox = await startSandbox({ routing: false });
    const handler = createSandboxHandler(sandbox);
    const application = createServer(async (request, response) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      try {
        const chunks: Uint8Array[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const headers = request.headers as Record<string, string>;
        const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
        const init = { method: request.method ?? 'GET', headers, body, signal: gone.signal };
        const answer = await handler(new Request(`http://${request.headers.host}${request.url}`, init));
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        for await (const chunk of answer.body ?? []) response.write(chunk);
        response.end();
      } catch {
        // The browser closed the page, or misses the answer and says so in `complaints`.
        response.destroy();
      }
    });
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`http://127.0.0.1:${(application.address() as AddressInfo).port}/__sandbox`);
      await page.locator('[data-state=on]').waitFor();
      const { host, port } = sandbox.mail?.smtp ?? {};
      const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Mounted</p>' };
      await createTransport({ host, port }).sendMail(message);
      await page.locator('.row', { hasText: 'Hi' }).click();
      await page.frameLocator('iframe').getByText('Mounted').waitFor();
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await expect.poll(() => sandbox.mail?.mailbox.list()).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      application.close();
      application.closeAllConnections();
    }
  });
});
