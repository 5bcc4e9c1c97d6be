import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createEmailClient } from '@org/email';
import { brevo } from '@org/email/brevo';
import { inbound as brevoInbound } from '@org/email/brevo/inbound';
import type { InboundMail } from '@org/email/inbound';
import { mailersend } from '@org/email/mailersend';
import { inbound as mailersendInbound } from '@org/email/mailersend/inbound';
import { mailgun } from '@org/email/mailgun';
import { inbound as mailgunInbound } from '@org/email/mailgun/inbound';
import { mailjet } from '@org/email/mailjet';
import { inbound as mailjetInbound } from '@org/email/mailjet/inbound';
import { toNodeHandler } from '@org/email/node-handler';
import { postmark } from '@org/email/postmark';
import { inbound as postmarkInbound } from '@org/email/postmark/inbound';
import { resend } from '@org/email/resend';
import { inbound as resendInbound } from '@org/email/resend/inbound';
import { sendgrid } from '@org/email/sendgrid';
import { inbound as sendgridInbound } from '@org/email/sendgrid/inbound';
import { ses } from '@org/email/ses';
import { inbound as sesInbound } from '@org/email/ses/inbound';
import { smtp } from '@org/email/smtp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../src/mail/service/service.ts';

type Handler = (request: Request) => Promise<Response>;
type Save = (mail: InboundMail) => unknown;

const { publicKey: anotherKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** Of another account. */
const another = {
  sendgrid: anotherKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  resend: `whsec_${Buffer.alloc(32).toString('base64')}`,
};

const account = ({ services }: MailService, name: string) => {
  const { url: baseUrl = '', apiKey = '' } = services[name] ?? {};
  return { baseUrl, apiKey };
};

const receiveFromSendGrid = (webhookSecret: string, save: Save) =>
  createEmailClient({ driver: sendgrid({ webhookSecret }) }).webhooks.handler({
    inbound: sendgridInbound(save),
  });

/** The handler of a program, for each service. */
const programs: Readonly<
  Record<string, (webhookSecret: string, save: Save, service: MailService) => Handler>
> = {
  mailersend: (webhookSecret, save) =>
    createEmailClient({ driver: mailersend({ webhookSecret }) }).webhooks.handler({
      inbound: mailersendInbound(save),
    }),
  mailjet: (webhookSecret, save) =>
    createEmailClient({ driver: mailjet({ webhookSecret }) }).webhooks.handler({
      inbound: mailjetInbound(save),
    }),
  ses: (webhookSecret, save, service) => {
    // The topic proves, not a secret.
    const topicArn = webhookSecret === 'another secret' ? 'arn:aws:sns:us-east-1:1:other' : sandboxTopic;
    const driver = ses({ region: 'us-east-1', baseUrl: account(service, 'ses').baseUrl, topicArn });
    return createEmailClient({ driver }).webhooks.handler({ inbound: sesInbound(save) });
  },
  postmark: (webhookSecret, save) =>
    createEmailClient({ driver: postmark({ webhookSecret }) }).webhooks.handler({
      inbound: postmarkInbound(save),
    }),
  sendgrid: receiveFromSendGrid,
  'sendgrid raw': receiveFromSendGrid,
  resend: (webhookSecret, save, service) =>
    createEmailClient({ driver: resend({ ...account(service, 'resend'), webhookSecret }) }).webhooks.handler({
      inbound: resendInbound(save),
    }),
  brevo: (webhookSecret, save, service) =>
    createEmailClient({ driver: brevo({ ...account(service, 'brevo'), webhookSecret }) }).webhooks.handler({
      inbound: brevoInbound(save),
    }),
  mailgun: (webhookSecret, save) =>
    createEmailClient({ driver: mailgun({ domain: 'acme.dev', webhookSecret }) }).webhooks.handler({
      inbound: mailgunInbound(save),
    }),
};

const sandboxTopic = 'arn:aws:sns:us-east-1:000000000000:sandbox';

describe('mail that arrives in the sandbox', () => {
  let service: MailService;
  let handle: Handler = async () => new Response(null, { status: 500 });
  const server = createServer(toNodeHandler((request) => handle(request)));
  let url = '';
  const mails: InboundMail[] = [];

  beforeAll(async () => {
    service = await startMailService();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/inbound`;
  });
  afterAll(async () => {
    server.close();
    await service?.close();
  });
  beforeEach(() => {
    service.reset();
    mails.length = 0;
  });

  const listen = (name: string) => {
    const [provider = '', form] = name.split(' ');
    const raw = form === 'raw';
    const route = service.inbound.routes.add({ address: 'in*@acme.dev', service: provider, url, raw });
    handle = programs[name]?.(route.secret ?? '', (mail) => mails.push(mail), service) as Handler;
    return provider;
  };

  it.each(Object.keys(programs))('%s posts a mail that came over SMTP', async (name) => {
    const provider = listen(name);
    const { host, port, user, password } = service.smtp;
    const driver = smtp({ host, port, user, password });
    await using email = createEmailClient({ driver });
    await email.send({
      from: 'Ann <ann@example.com>',
      to: 'in+t1@acme.dev',
      subject: 'Re: Grüße',
      text: 'Thanks ☀',
      html: '<p>Thanks ☀ <img src="cid:logo@1" alt=""></p>',
      headers: { 'In-Reply-To': '<sent@acme.dev>' },
      attachments: [
        { filename: 'été.bin', content: Uint8Array.of(0, 128, 255), contentType: 'application/x-data' },
        { filename: 'logo.png', content: Uint8Array.of(1), contentType: 'image/png', contentId: 'logo@1' },
      ],
    });
    await expect
      .poll(() => service.inbound.attempts())
      .toMatchObject([{ service: provider, status: 200, attempt: 1 }]);
    expect(mails).toMatchObject([
      {
        provider,
        // Resend names no sender of the envelope.
        envelope: { ...(name !== 'resend' && { from: 'ann@example.com' }), to: ['in+t1@acme.dev'] },
        from: { address: 'ann@example.com', name: 'Ann' },
        to: [{ address: 'in+t1@acme.dev' }],
        subject: 'Re: Grüße',
        inReplyTo: 'sent@acme.dev',
      },
    ]);
    expect(mails[0]?.text?.trim()).toBe('Thanks ☀');
    const file = (name: string) => mails[0]?.attachments.find(({ filename }) => filename === name);
    expect(file('logo.png')).toMatchObject({
      contentId: 'logo@1',
      contentType: 'image/png',
      disposition: 'inline',
    });
    expect([...((await file('été.bin')?.bytes()) ?? [])]).toEqual([0, 128, 255]);
  });

  it.each(Object.keys(programs))('%s posts a mail that the program sent by an API', async (name) => {
    const provider = listen(name);
    await using email = createEmailClient({ driver: resend(account(service, 'resend')) });
    await email.send({
      from: 'help@acme.dev',
      to: 'in@acme.dev',
      subject: 'Order 8',
      text: 'ship it',
      attachments: [{ filename: 'a.bin', content: Uint8Array.of(0, 255), contentType: 'application/x-data' }],
    });
    const attempts = () => service.inbound.attempts();
    await expect.poll(attempts).toMatchObject([{ service: provider, status: 200, attempt: 1 }]);
    expect(mails).toMatchObject([{ subject: 'Order 8', text: expect.stringContaining('ship it') }]);
    expect([...((await mails[0]?.attachments[0]?.bytes()) ?? [])]).toEqual([0, 255]);
  });

  it.each(Object.keys(programs))(
    '%s posts a mail that was made by hand, and its secret proves it',
    async (name) => {
      const provider = listen(name);
      const mail = { to: 'in@acme.dev', subject: 'Order 7', text: 'ship it', inReplyTo: 'sent@acme.dev' };
      expect(await service.inbound.receive(mail)).toMatchObject([{ service: provider, status: 200 }]);
      expect(mails).toMatchObject([{ subject: 'Order 7', references: ['sent@acme.dev'] }]);
      const wrong = another[provider as 'resend'] ?? 'another secret';
      handle = programs[name]?.(wrong, (given) => mails.push(given), service) as Handler;
      const [refused] = await service.inbound.receive(mail);
      expect([refused?.status, mails.length]).toEqual([name === 'mailgun' ? 406 : 401, 1]);
    },
  );

  it.each(Object.keys(programs))('%s posts the text of a mail in any character set', async (name) => {
    listen(name);
    const raw = Buffer.from('Content-Type: text/plain; charset=iso-8859-1\r\n\r\nGrüße\r\n', 'latin1');
    expect(await service.inbound.receive({ to: 'in@acme.dev', raw })).toMatchObject([{ status: 200 }]);
    expect(mails).toMatchObject([{ text: expect.stringContaining('Grüße') }]);
  });

  it('posts again after a failure', async () => {
    listen('postmark');
    const works = handle;
    handle = async () => new Response(null, { status: 503 });
    expect(await service.inbound.receive({ to: 'in@acme.dev' })).toMatchObject([{ status: 503 }]);
    handle = works;
    const statuses = () => service.inbound.attempts().map(({ status }) => status);
    await expect.poll(statuses).toEqual([503, 200]);
    expect(mails).toHaveLength(1);
  });

  it('posts a mail that nobody can read as it is', async () => {
    listen('mailgun');
    const raw = `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n'.repeat(20_000)}`;
    expect(await service.inbound.receive({ to: 'in@acme.dev', raw })).toMatchObject([{ status: 200 }]);
  });

  it.each<[string, () => unknown, string]>([
    [
      'of another machine',
      () => service.inbound.routes.add({ address: 'a@b.c', service: 'postmark', url: 'http://example.com/' }),
      'loopback',
    ],
    [
      'of a service without mail',
      () => service.inbound.routes.add({ address: 'a@b.c', service: 'plunk', url }),
      'There are: ',
    ],
    [
      'of a raw form that the service has not',
      () => service.inbound.routes.add({ address: 'a@b.c', service: 'resend', url, raw: true }),
      'one form',
    ],
    [
      'without an address',
      () => service.inbound.routes.add({ address: 'all', service: 'postmark', url }),
      'address',
    ],
  ])('a route %s is refused', (_what, add, words) => {
    expect(add).toThrow(words);
  });

  it('a route that was removed gets nothing, and mail without a route is an error', async () => {
    const { id } = service.inbound.routes.add({ address: 'in@acme.dev', service: 'postmark', url });
    expect(service.inbound.routes.remove(id)).toBe(true);
    await expect(service.inbound.receive({ to: 'in@acme.dev' })).rejects.toThrow('inbound.routes.add()');
    expect(service.inbound.attempts()).toEqual([]);
  });
});
