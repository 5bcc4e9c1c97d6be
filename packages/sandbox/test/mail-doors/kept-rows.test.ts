// What a program writes through a door is read back as it was written, survives a saved state, and a reset
// takes it away.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

interface Kept {
  readonly path: string;
  readonly content: object;
  /** The field of the id, and the part of the answer that has it. */
  readonly id?: string;
  readonly within?: string;
  readonly change?: readonly [method: string, body: object];
}

const patch = (body: object) => ['PATCH', body] as const;
const put = (body: object) => ['PUT', body] as const;

const kept: Readonly<Record<string, readonly Kept[]>> = {
  resend: [
    { path: '/domains', content: { name: 'acme.dev' }, change: patch({ open_tracking: true }) },
    {
      path: '/topics',
      content: { name: 'T', default_subscription: 'opt_in' },
      change: patch({ description: 'D' }),
    },
    { path: '/events', content: { name: 'paid' }, change: patch({ schema: { sum: 'number' } }) },
  ],
  sendgrid: [
    { path: '/v3/asm/groups', content: { name: 'G', description: 'D' }, change: patch({ name: 'H' }) },
    { path: '/v3/senders', content: { nickname: 'N' }, change: patch({ nickname: 'M' }) },
    { path: '/v3/whitelabel/domains', content: { domain: 'acme.dev' }, change: patch({ default: true }) },
  ],
  postmark: [
    { path: '/servers', id: 'ID', content: { Name: 'S' }, change: put({ Color: 'red' }) },
    {
      path: '/domains',
      id: 'ID',
      content: { Name: 'acme.dev' },
      change: put({ ReturnPathDomain: 'p.acme.dev' }),
    },
    {
      path: '/senders',
      id: 'ID',
      content: { Name: 'A', FromEmail: 'a@acme.dev' },
      change: put({ Name: 'B' }),
    },
  ],
  mailersend: [
    { path: '/domains', within: 'data', content: { name: 'acme.dev' } },
    { path: '/identities', within: 'data', content: { email: 'a@acme.dev' }, change: put({ name: 'Ann' }) },
    {
      path: '/token',
      within: 'data',
      content: { name: 'K', domain_id: 'd', scopes: ['email_full'] },
      change: put({ name: 'L' }),
    },
  ],
  brevo: [
    { path: '/contacts/folders', content: { name: 'F' }, change: put({ name: 'G' }) },
    {
      path: '/smtp/templates',
      content: {
        templateName: 'T',
        subject: 'S',
        htmlContent: '<p>long enough</p>',
        sender: { email: 's@acme.dev' },
      },
      change: put({ subject: 'R' }),
    },
  ],
  elasticemail: [
    { path: '/segments', id: 'Name', content: { Name: 'S', Rule: 'A = 1' }, change: put({ Rule: 'B = 2' }) },
    { path: '/domains', id: 'Domain', content: { Domain: 'acme.dev' } },
    {
      path: '/campaigns',
      id: 'Name',
      content: { Name: 'C', Status: 'Draft', Recipients: { ListNames: ['L'] } },
      change: put({ Status: 'Draft', Recipients: { ListNames: ['M'] } }),
    },
  ],
  mailgun: [
    {
      path: '/v3/routes',
      within: 'route',
      content: { expression: 'catch_all()', description: 'D' },
      change: put({ description: 'E' }),
    },
    {
      path: '/v3/acme.dev/templates',
      id: 'name',
      within: 'template',
      content: { name: 'first', description: 'D' },
      change: put({ description: 'E' }),
    },
  ],
  mailjet: [
    {
      path: '/v3/REST/contactslist',
      id: 'ID',
      within: 'Data',
      content: { Name: 'L' },
      change: put({ Name: 'M' }),
    },
    {
      path: '/v3/REST/template',
      id: 'ID',
      within: 'Data',
      content: { Name: 'T' },
      change: put({ Author: 'A' }),
    },
    {
      path: '/v3/REST/sender',
      id: 'ID',
      within: 'Data',
      content: { Email: 's@acme.dev' },
      change: put({ Name: 'S' }),
    },
    {
      path: '/v3/REST/contactfilter',
      id: 'ID',
      within: 'Data',
      content: { Name: 'F', Expression: 'age>1' },
      change: put({ Status: 'used' }),
    },
  ],
  ses: [
    {
      path: '/v2/email/templates',
      id: 'TemplateName',
      content: { TemplateName: 'T', TemplateContent: { Subject: 'S', Text: 'x' } },
      change: put({ TemplateContent: { Subject: 'R', Text: 'y' } }),
    },
    {
      path: '/v2/email/configuration-sets',
      id: 'ConfigurationSetName',
      content: { ConfigurationSetName: 'C', SendingOptions: { SendingEnabled: false } },
    },
    {
      path: '/v2/email/contact-lists',
      id: 'ContactListName',
      content: { ContactListName: 'A', Description: 'D' },
      change: put({ Description: 'E' }),
    },
  ],
};

const rows = Object.entries(kept).flatMap(([door, all]) =>
  all.map((each) => [door, each.path, each] as const),
);

/** Postmark hides the given address behind another name, and Brevo the name of a template. */
const shownOf = ({
  FromEmail: _,
  templateName: _name,
  domain_id: _domain,
  ...content
}: Readonly<Record<string, unknown>>) => content;

describe.each(rows)('%s %s', (door, path, { content, id = 'id', within, change }) => {
  const ask = async (method: string, at: string, body?: object) => {
    // Mailgun takes forms; Mailjet answers with a list of one.
    const sent = door === 'mailgun' && body !== undefined ? new URLSearchParams({ ...body }) : body;
    const [status, answer] = await postMail(service, door, at, sent, method);
    // biome-ignore lint/suspicious/noExplicitAny: answers of any form
    const inner = (within === undefined ? answer : (answer as any)?.[within]) as any;
    return { status, body: Array.isArray(inner) ? inner[0] : inner };
  };

  it('is read, changed, saved, removed and reset', async () => {
    // A name that the client gives is not always told again.
    const made = (await ask('POST', path, content)).body?.[id] ?? (content as Record<string, unknown>)[id];
    const shown = { ...shownOf({ ...content }), [id]: made };
    expect(await ask('GET', `${path}/${made}`)).toMatchObject({ status: 200, body: shown });
    if (change !== undefined)
      expect((await ask(change[0], `${path}/${made}`, change[1])).status).toBeLessThan(300);
    const changed = { ...shown, ...change?.[1] };
    expect((await ask('GET', `${path}/${made}`)).body).toMatchObject(changed);
    const saved = service.save();
    expect((await ask('DELETE', `${path}/${made}`)).status).toBeLessThan(300);
    expect((await ask('GET', `${path}/${made}`)).status).toBeGreaterThanOrEqual(400);
    await service.load(saved);
    expect((await ask('GET', `${path}/${made}`)).body).toMatchObject(changed);
    service.reset();
    expect((await ask('GET', `${path}/${made}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('is refused without what it needs', async () => {
    expect((await ask('POST', path, {})).status).toBeGreaterThanOrEqual(400);
  });
});

it('a row that every account has can be changed and removed', async () => {
  const ask = (method: string, body?: object) =>
    postMail(service, 'sendgrid', '/v3/asm/groups/1', body, method);
  expect(await ask('GET')).toMatchObject([200, { id: 1, name: 'Group 1' }]);
  await ask('PATCH', { name: 'News' });
  expect(await ask('GET')).toMatchObject([200, { id: 1, name: 'News', description: '' }]);
  expect((await ask('DELETE'))[0]).toBe(204);
  expect((await ask('GET'))[0]).toBe(404);
  service.reset();
  expect(await ask('GET')).toMatchObject([200, { name: 'Group 1' }]);
});
