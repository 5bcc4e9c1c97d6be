// The receiver is smtp-server itself, not the sandbox.
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Browser } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { chromiumNote, hasChromium, launchChromium } from './chromium.ts';

describe.skipIf(!hasChromium)(`releasing mail on the page${chromiumNote}`, () => {
  const released: string[] = [];
  const receiver = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(new Error('No such user')) : done(),
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        released.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `smtp://user:secret@127.0.0.1:${(receiver.server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise<void>((resolve) => receiver.close(resolve));
  });

  async function openMessage(sandbox: Sandbox) {
    const { host, port, user, password: pass } = sandbox.mail?.smtp ?? {};
    const transport = createTransport({ host, port, auth: { user, pass }, ignoreTLS: true });
    await transport.sendMail({
      from: 'ann@acme.dev',
      to: 'bob@example.com',
      bcc: 'eve@example.com',
      subject: 'Code',
      text: '42',
    });
    transport.close();
    const page = await browser.newPage();
    await page.goto(`${sandbox.page?.url}#/inbox`);
    await page.locator('.reader h2', { hasText: 'Code' }).waitFor();
    return page;
  }

  it('sends it to its recipients or to others, and says why it was not sent', async () => {
    await using sandbox = await startSandbox({ routing: false, realtime: false, mail: { relay: url } });
    const page = await openMessage(sandbox);
    await page.getByText('Release through').click();
    expect(await page.locator('.message-events').textContent()).not.toContain('secret');
    const to = page.getByLabel('Release to');
    expect(await to.inputValue()).toBe('bob@example.com, eve@example.com');
    const release = page.getByRole('button', { name: 'Release' });
    await release.click();
    await page.getByText('Released to bob@example.com, eve@example.com').waitFor();
    expect(released).toEqual(['bob@example.com', 'eve@example.com']);
    await to.fill('nobody@example.com');
    await release.click();
    await page.locator('.toast', { hasText: 'No such user' }).waitFor();
    expect(released).toHaveLength(2);
    await page.close();
  });

  it('is not offered without a relay', async () => {
    await using sandbox = await startSandbox({ routing: false, realtime: false });
    const page = await openMessage(sandbox);
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Release through').count()).toBe(0);
    await page.close();
  });
});
