import { createEmailClient, type EmailDriver } from '@org/email';
import { azure } from '@org/email/azure';
import { brevo } from '@org/email/brevo';
import { cloudflare } from '@org/email/cloudflare';
import { elasticemail } from '@org/email/elasticemail';
import { loops } from '@org/email/loops';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { mailtrap } from '@org/email/mailtrap';
import { mandrill } from '@org/email/mandrill';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { scaleway } from '@org/email/scaleway';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { smtp } from '@org/email/smtp';
import { sparkpost } from '@org/email/sparkpost';
import { zeptomail } from '@org/email/zeptomail';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doors } from '../../src/mail/providers/all.ts';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { messageFor, stored } from './drivers.ts';
import { anyKey, keyed } from './post-mail.ts';

let service: MailService;

beforeEach(async () => {
  service = await startMailService({ seed: stored });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

/** A request with a key that nobody printed, in the place of the service. */
function call(name: string, path: string, method = 'GET', body?: unknown): Promise<Response> {
  const url = new URL(service.apiUrl).origin;
  const init = { method, headers: { 'content-type': 'application/json', ...anyKey(name) } };
  const hasBody = body !== undefined && method !== 'GET';
  return fetch(
    `${url}/${name}${path}`,
    hasBody ? { ...init, body: JSON.stringify(keyed(name, body)) } : init,
  );
}

describe('the printed environment', () => {
  const drivers: readonly (readonly [name: string, create: () => EmailDriver])[] = [
    ['azure', azure],
    ['brevo', brevo],
    ['cloudflare', cloudflare],
    ['elasticemail', elasticemail],
    ['loops', loops],
    ['mailersend', mailersend],
    ['mailgun', mailgun],
    ['mailjet', mailjet],
    ['mailtrap', mailtrap],
    ['mandrill', mandrill],
    ['plunk', plunk],
    ['postmark', postmark],
    ['resend', resend],
    ['scaleway', scaleway],
    ['sendgrid', sendgrid],
    ['ses', ses],
    ['sparkpost', sparkpost],
    ['zeptomail', zeptomail],
    ['smtp', smtp],
  ] as const;

  it.each(drivers)('is all that the driver %s needs', async (name, create) => {
    for (const [variable, value] of Object.entries(service.env)) vi.stubEnv(variable, value);
    const email = createEmailClient({ driver: create() });
    await email.send(messageFor(name, message));
    await email.close();
    const [mail] = service.mailbox.list();
    expect([mail?.labels?.service ?? name, mail?.via]).toEqual([name, name === 'smtp' ? 'smtp' : 'api']);
  });
});

describe('one store', () => {
  it('a contact of one service is a contact of the others', async () => {
    await call('resend', '/contacts', 'POST', { email: 'bob@example.com', first_name: 'Bob' });
    const found = await Promise.all([
      call('brevo', '/v3/contacts/bob@example.com'),
      call('elasticemail', '/v4/contacts/bob@example.com'),
      call('mailjet', '/v3/REST/contact/bob@example.com'),
      call('sendgrid', '/v3/marketing/contacts/search/emails', 'POST', { emails: ['bob@example.com'] }),
      call('ses', '/v2/email/contact-lists/any/contacts/bob@example.com'),
      call('plunk', '/contacts/lookup', 'POST', { emails: ['bob@example.com'] }),
    ]);
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await found.at(-1)?.json()).toMatchObject({ found: ['bob@example.com'] });
    expect(service.project().contacts).toMatchObject([{ email: 'bob@example.com', subscribed: true }]);
  });

  it('a template of one service can be used by another', async () => {
    const created = await call('postmark', '/templates', 'POST', {
      Name: 'A',
      Subject: 'S',
      HtmlBody: '{{name}}',
    });
    const { TemplateId } = await created.json();
    await call('brevo', '/v3/smtp/email', 'POST', {
      sender: { email: 'ann@acme.dev' },
      to: [{ email: 'bob@example.com' }],
      templateId: TemplateId,
    });
    expect(service.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['S']);
  });

  it('a recipient of Plunk is a contact of the others, and its segments are their lists', async () => {
    const mail = { to: 'bob@example.com', from: 'ann@acme.dev', subject: 'Hi', body: '<p>Hi</p>' };
    await call('plunk', '/v1/send', 'POST', { ...mail, data: { plan: 'pro' } });
    expect(await (await call('brevo', '/v3/contacts/bob@example.com')).json()).toMatchObject({
      emailBlacklisted: true,
      attributes: { plan: 'pro' },
    });
    await call('resend', '/segments', 'POST', { name: 'Beta' });
    const [segment] = await (await call('plunk', '/segments')).json();
    const members = { emails: ['bob@example.com'] };
    await call('plunk', `/segments/${segment.id}/members`, 'POST', members);
    const contacts = await call('resend', `/contacts?segment_id=${segment.id}`);
    expect(await contacts.json()).toMatchObject({ data: [{ email: 'bob@example.com', unsubscribed: true }] });
    expect(service.project().lists).toMatchObject([{ name: 'Beta', memberCount: 1 }]);
  });

  it('a rule of Plunk holds for each service, and a suppression of each is a rule', async () => {
    await call('plunk', '/suppressions', 'POST', { name: 'QA', kind: 'WILDCARD', pattern: '*@*.test' });
    await call('resend', '/suppressions', 'POST', { email: 'bob@example.com' });
    for (const to of ['eve@qa.test', 'bob@example.com', 'cat@example.com'])
      await call('resend', '/emails', 'POST', { ...message, to });
    expect(service.mailbox.list().flatMap(({ envelope }) => envelope.to)).toEqual(['cat@example.com']);
    const rules = await (await call('plunk', '/suppressions')).json();
    expect(rules).toMatchObject([{ pattern: '*@*.test' }, { kind: 'ADDRESS', pattern: 'bob@example.com' }]);
    const { data } = await (await call('resend', '/suppressions')).json();
    expect(data).toMatchObject([{ email: 'bob@example.com' }]);
  });

  it('an address that one service suppresses gets no mail from the others', async () => {
    await call('mailersend', '/v1/suppressions/blocklist', 'POST', { recipients: ['bob@example.com'] });
    const { from, to, subject, html } = message;
    const sent = await call('postmark', '/email', 'POST', {
      From: from,
      To: to,
      Subject: subject,
      HtmlBody: html,
    });
    expect([sent.status, await sent.json()]).toMatchObject([422, { ErrorCode: 406 }]);
    expect((await call('resend', '/emails', 'POST', message)).status).toBe(200);
    expect(service.mailbox.list()).toEqual([]);
  });

  it('delivers mail for later when its time comes, unless it is cancelled', async () => {
    const send = async (scheduledAt: number): Promise<string> => {
      const body = { ...message, scheduled_at: new Date(scheduledAt).toISOString() };
      return (await (await call('resend', '/emails', 'POST', body)).json()).id;
    };
    const soon = Date.now() + 200;
    const ids = [await send(soon), await send(soon + 3_600_000)];
    await call('resend', `/emails/${ids[1]}/cancel`, 'POST');
    const mail = await service.mailbox.waitFor(({ id }) => id === ids[0]);
    expect(mail.receivedAt.getTime()).toBeGreaterThanOrEqual(soon);
    expect(await (await call('resend', `/emails/${ids[1]}`)).json()).toMatchObject({
      last_event: 'canceled',
    });
  });
});

describe('a door', () => {
  it.each(doors.map(({ name }) => [name] as const))('%s refuses a request without a key', async (name) => {
    const { origin } = new URL(service.apiUrl);
    const response = await fetch(`${origin}/${name}/anything`, { method: 'POST' });
    expect([401, 403]).toContain(response.status);
  });

  /** A value without words. */
  const noText = { toString: 1 };
  const hostile: readonly unknown[] = [
    null,
    5,
    [],
    [null, 1],
    {},
    {
      to: 5,
      from: [],
      subject: {},
      email: {},
      contacts: 'x',
      personalizations: [null],
      events: 3,
      Headers: 1,
    },
    {
      to: [{ email: 'b@c.dev' }],
      from: { email: 'a@b.dev' },
      Messages: [{}],
      recipients: [{}],
      Recipients: [5],
    },
    {
      message: {
        from_email: 'a@b.dev',
        to: [{ email: 'b@c.dev', name: noText }],
        global_merge_vars: [{ name: noText, content: noText }],
        merge_vars: [{ rcpt: noText, vars: [{ name: noText }] }],
      },
      template_name: noText,
      ...{ project_id: 'p', from: { email: 'a@b.dev' }, to: [{ email: 'b@c.dev' }], subject: 's', text: 't' },
      additional_headers: [{ key: noText, value: noText }],
    },
  ];
  /** All others have more than ten. */
  const withFewRoutes = [
    ...['azure', 'cloudflare', 'loops', 'mailtrap', 'mandrill', 'scaleway', 'sparkpost', 'zeptomail'],
  ];

  it.each(doors.map(({ name }) => [name] as const))(
    '%s answers any JSON without a failure',
    async (name) => {
      const door = doors.find((each) => each.name === name);
      const context = { store: openStore(), outbox: {}, key: '', url: () => '' } as never;
      const statuses = [];
      for (const { method, pattern } of door?.routes(context) ?? []) {
        const path = pattern.replaceAll(/(?<=\/):\w+/g, 'x');
        for (const body of hostile) statuses.push((await call(name, path, method, body)).status);
      }
      expect(statuses.length).toBeGreaterThanOrEqual(withFewRoutes.includes(name) ? hostile.length : 80);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    },
    60_000,
  );
});

/** Tables whose rows nobody reads: only the patterns of the routes are used. */
function openStore() {
  const table = { find: () => undefined, add: () => undefined };
  return { properties: table, now: Date.now };
}
