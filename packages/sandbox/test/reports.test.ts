// Public reports of tools like the sandbox, tried here: `reports.md` names each, with its source.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService, startSandbox } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
async function sendTo({ smtp }: MailService, more = {}, pool = false): Promise<void> {
  const transport = createTransport({ host: smtp.host, port: smtp.port, ignoreTLS: true, pool });
  await transport.sendMail({ ...message, ...more }).finally(() => transport.close());
}

/** Lines to the relay, and its replies until it has closed the connection. */
async function talk({ smtp }: MailService, ...lines: readonly string[]): Promise<string> {
  const socket = connect(smtp.port, smtp.host);
  socket.once('data', () => socket.write([...lines, 'QUIT', ''].join('\r\n'))); // not before the banner
  return text(socket);
}

describe('a mail', () => {
  it('whose content id has a slash arrives, with its file (maildev #430)', async () => {
    await using sandbox = await startSandbox({ routing: false, realtime: false });
    const file = { filename: '../image/a.png', content: 'PNG', cid: 'folder/../image' };
    if (sandbox.mail)
      await sendTo(sandbox.mail, { attachments: [file], html: '<img src="cid:folder/../image">' });
    const { id = '', parsed } = (await sandbox.mail?.mailbox.waitFor({ subject: 'Hi' })) ?? {};
    expect(parsed?.attachments).toMatchObject([{ contentId: 'folder/../image' }]);
    const response = await fetch(`${sandbox.page?.url}api/v1/message/${id}`);
    expect(response.status).toBe(200);
    expect(sandbox.failures.list()).toEqual([]);
  });

  it('without DATA, or in another order, does not end the relay (mailslurper #36)', async () => {
    const mail = await startMailService();
    for (const lines of [
      ['DATA'],
      ['EHLO a', 'MAIL FROM:<a@b.dev>', 'RCPT TO:<c@d.dev>'],
      ['EHLO a', 'RCPT TO:<c@d.dev>', 'DATA', '.'],
      ['\u0000', 'EHLO', 'MAIL FROM', 'RCPT TO:<>', 'BDAT 9', 'RSET', 'VRFY x'],
    ])
      expect(await talk(mail, ...lines)).toMatch(/^220 /);
    await sendTo(mail);
    expect(mail.mailbox.list()).toHaveLength(1);
    await mail.close();
  });

  it('of a pooled client arrives each time (mailpit #273)', async () => {
    const mail = await startMailService();
    for (let at = 0; at < 5; at += 1) await sendTo(mail, { subject: `${at}` }, true);
    expect(mail.mailbox.list()).toHaveLength(5);
    await mail.close();
  });
});

describe('a data folder', () => {
  it('with other files and folders in it shows all mail (MailHog #369, #242)', async () => {
    const data = join(folder, 'others');
    mkdirSync(join(data, 'lost+found'), { recursive: true });
    writeFileSync(join(data, 'note.eml'), 'not a mail');
    const first = await startMailService({ data });
    await sendTo(first);
    await first.close();
    const second = await startMailService({ data });
    expect(second.mailbox.list()).toHaveLength(1);
    await second.close();
  });

  it('that cannot be written fails at the start, with the reason (MailHog #255)', async () => {
    const data = join(folder, 'a-file');
    writeFileSync(data, '');
    await expect(startMailService({ data })).rejects.toThrow(/data folder .*a-file cannot be used/);
  });

  it('takes mail after all was removed, and no removed mail again (MailHog #94)', async () => {
    const data = join(folder, 'removed');
    const first = await startMailService({ data });
    await sendTo(first, { subject: 'Old' });
    first.mailbox.clear();
    await sendTo(first, { subject: 'New' });
    await first.close();
    const second = await startMailService({ data });
    expect(second.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['New']);
    await second.close();
  });
});
