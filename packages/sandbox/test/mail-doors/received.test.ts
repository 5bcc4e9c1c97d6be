// Mail that arrived, by the APIs of the services that hand it out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';

describe('received mail', () => {
  let service: MailService;
  beforeAll(async () => {
    service = await startMailService();
    const part = 'Content-Type: text/html; name=a.html\r\nContent-Disposition: attachment\r\n\r\n<script>';
    const raw = `Subject: Hi\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${part}\r\n--x--\r\n`;
    const mail = (id: string) => ({
      id,
      envelope: { from: 'a@b.c', to: ['in@acme.dev'] },
      raw: Buffer.from(raw),
    });
    await service.mailbox.deliver({ ...mail('sent'), via: 'api', labels: { service: 'resend' } });
    await service.mailbox.deliver({ ...mail('arrived'), via: 'smtp' });
  });
  afterAll(() => service.close());

  const ask = (path: string) => {
    const { url = '', apiKey = '' } = service.services['resend'] ?? {};
    return fetch(path.startsWith('http') ? path : url + path, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
  };

  it('of Resend is listed without the mail that was sent, and has links to its files', async () => {
    const list = await (await ask('/emails/receiving')).json();
    expect(list).toMatchObject({
      object: 'list',
      data: [{ id: 'arrived', subject: 'Hi', to: ['in@acme.dev'] }],
    });
    expect((await ask('/emails/receiving/sent')).status).toBe(404);
    const file = await (await ask('/emails/receiving/arrived/attachments/1')).json();
    expect(file).toMatchObject({ object: 'attachment', filename: 'a.html', size: 9 });
    const content = await fetch(file.download_url);
    expect([content.headers.get('content-type'), (await content.text()).trim()]).toEqual([
      'application/octet-stream',
      '<script>',
    ]);
    expect((await ask('/emails/receiving/arrived/attachments/2')).status).toBe(404);
  });

  it.each([
    'x',
    '',
    Buffer.from('9 arrived').toString('base64url'),
    Buffer.from(' arrived').toString('base64url'),
  ])('of Brevo has no file for the token %j', async (token) => {
    const { url = '', apiKey = '' } = service.services['brevo'] ?? {};
    const answer = await fetch(`${url}/inbound/attachments/${token}`, { headers: { 'api-key': apiKey } });
    expect(answer.status).toBe(404);
  });
});
