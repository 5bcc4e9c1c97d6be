// Each service fills templates in its own language: values, paths and blocks, escaped in HTML.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const [from, to] = ['ann@acme.dev', 'bob@example.com'];
const values = { name: 'A & <B>', vip: true, items: ['x', 'y'], order: { id: 7 } };
const blocks =
  '{{name}} {{{name}}} {{#if vip}}V{{else}}N{{/if}} {{#each items}}[{{this}}]{{/each}} {{order.id}}';
const filled = 'A &amp; &lt;B&gt; A & <B> V [x][y] 7';

async function ask(name: string, path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const [status, answer] = await postMail(service, name, path, body);
  expect(status).toBeLessThan(300);
  return (answer ?? {}) as Readonly<Record<string, unknown>>;
}

function latest(name: string) {
  const mail = service.mailbox.list().findLast(({ labels }) => labels?.service === name);
  const { subject, html, text } = mail?.parsed ?? {};
  return { subject, html, text };
}

describe('a template of', () => {
  it('SendGrid', async () => {
    const { id } = await ask('sendgrid', '/v3/templates', { name: 'T', generation: 'dynamic' });
    const version = {
      name: 'v',
      subject: 'Hi {{order.id}}',
      html_content: blocks,
      plain_content: '{{name}}',
    };
    await ask('sendgrid', `/v3/templates/${id}/versions`, { ...version, active: 1 });
    const personalizations = [{ to: [{ email: to }], dynamic_template_data: values }];
    await ask('sendgrid', '/v3/mail/send', { from: { email: from }, template_id: id, personalizations });
    expect(latest('sendgrid')).toEqual({ subject: 'Hi 7', html: filled, text: 'A & <B>' });
  });

  // "Using Handlebars" of SendGrid's documentation (github.com/sendgrid/docs), and its issue 6395 of a date
  // without a time, read on 29 November 2026.
  it("SendGrid, with the service's own helpers", async () => {
    const rows: readonly (readonly [template: string, filled: string])[] = [
      ['{{#equals plan "pro"}}P{{else}}N{{/equals}}{{#notEquals plan "pro"}}x{{/notEquals}}', 'P'],
      ['{{#greaterThan count 2}}many{{/greaterThan}} {{#lessThan count 2}}a{{else}}b{{/lessThan}}', 'many b'],
      ['{{#greaterThan (length items) 1}}{{length items}}{{/greaterThan}}', '2'],
      ['{{#and vip plan}}both{{/and}}{{#and vip none}}no{{else}} not both{{/and}}', 'both not both'],
      ['{{#or none vip}}one{{/or}}{{#or none empty}}x{{else}} none{{/or}}', 'one none'],
      ['{{insert name "default=you"}} {{insert nick "default=friend"}} {{insert nick}}.', 'Ann friend .'],
      ['{{formatDate at "dddd, MMMM DD, YYYY h:mm:ss A" zone}}', 'Wednesday, January 01, 2020 3:05:09 PM'],
      ['{{formatDate at "YY-M-D HH:mm Z"}}', '20-1-1 23:05 +00:00'],
      ['{{formatDate at "a"}} {{formatDate day "YYYY"}}', 'a {{formatDate day "YYYY"}}'],
      ['{{#equals count "3"}}coerced{{/equals}} {{length name}} {{length count}}', 'coerced 3 0'],
      ['{{#and vip zero}}x{{else}}zero{{/and}} {{insert zone2 "your zone"}}', 'zero your zone'],
      ['{{#each items}}{{this}}{{@root.plan}}{{#equals this "y"}}!{{/equals}}{{/each}}', 'xproypro!'],
      ['{{#equals plan "a"}}a{{else equals plan "pro"}}p{{/equals}}', 'p'],
      ['{{shout name}}', '{{shout name}}'],
    ];
    const at = '2020-01-01T23:05:09.000Z';
    const data = {
      plan: 'pro',
      count: 3,
      items: ['x', 'y'],
      vip: true,
      none: [],
      empty: '',
      name: 'Ann',
      ...{ at, day: '2020-01-01', zero: 0 },
    };
    const { id } = await ask('sendgrid', '/v3/templates', { name: 'T', generation: 'dynamic' });
    const html_content = rows.map(([template]) => template).join('\n');
    const version = { name: 'v', subject: 'Hi', html_content, active: 1 };
    await ask('sendgrid', `/v3/templates/${id}/versions`, version);
    const personalizations = [{ to: [{ email: to }], dynamic_template_data: { ...data, zone: '-0800' } }];
    await ask('sendgrid', '/v3/mail/send', { from: { email: from }, template_id: id, personalizations });
    expect(latest('sendgrid').html?.split('\n')).toEqual(rows.map(([, text]) => text));
  });

  it('SendGrid, with substitutions in the message itself', async () => {
    const personalizations = [{ to: [{ email: to }], substitutions: { '-name-': 'Bob', '{{x}}': '$&' } }];
    const content = [{ type: 'text/plain', value: 'Hi -name-: {{x}}' }];
    const mail = { from: { email: from }, subject: 'For -name-', content, personalizations };
    await ask('sendgrid', '/v3/mail/send', mail);
    expect(latest('sendgrid')).toMatchObject({ subject: 'For Bob', text: 'Hi Bob: $&' });
  });

  it('Amazon SES', async () => {
    const TemplateContent = { Subject: 'Hi {{order.id}}', Html: blocks, Text: '{{name}}' };
    await ask('ses', '/v2/email/templates', { TemplateName: 'ses', TemplateContent });
    const Template = { TemplateName: 'ses', TemplateData: JSON.stringify(values) };
    const mail = { FromEmailAddress: from, Destination: { ToAddresses: [to] }, Content: { Template } };
    await ask('ses', '/v2/email/outbound-emails', mail);
    expect(latest('ses')).toEqual({ subject: 'Hi 7', html: filled, text: 'A & <B>' });
  });

  it('Mailgun', async () => {
    const form = (fields: Record<string, string>) => new URLSearchParams(fields);
    await ask('mailgun', '/v3/acme.dev/templates', form({ name: 'mailgun', template: blocks }));
    const mail = { from, to, subject: 'Hi', template: 'mailgun', 't:variables': JSON.stringify(values) };
    await ask('mailgun', '/v3/acme.dev/messages', form(mail));
    expect(latest('mailgun')).toMatchObject({ html: filled });
  });

  it('Postmark', async () => {
    const HtmlBody = `${blocks} {{#order}}{{id}}{{/order}}{{^none}}-{{/none}}`;
    await ask('postmark', '/templates', { Name: 'P', Alias: 'p', Subject: 'Hi {{name}}', HtmlBody });
    const mail = { From: from, To: to, TemplateAlias: 'p', TemplateModel: values };
    await ask('postmark', '/email/withTemplate', mail);
    expect(latest('postmark')).toMatchObject({ subject: 'Hi A & <B>', html: `${filled} 7-` });
  });

  it('Mailjet, in the message itself and with a default', async () => {
    const parts = { Subject: 'Hi {{var:name}}', HTMLPart: '{{var:order.id}} {{var:none:"a friend"}}' };
    const mail = { From: { Email: from }, To: [{ Email: to }], ...parts, Variables: values };
    await ask('mailjet', '/v3.1/send', { Messages: [{ ...mail, TemplateLanguage: true }] });
    expect(latest('mailjet')).toMatchObject({ subject: 'Hi A & <B>', html: '7 a friend' });
    await ask('mailjet', '/v3.1/send', { Messages: [mail] });
    expect(latest('mailjet')).toMatchObject({ subject: 'Hi {{var:name}}' });
  });

  it('Brevo and MailerSend, with paths', async () => {
    const people = { to: [{ email: to }], subject: 'Hi' };
    const brevo = { ...people, sender: { email: from }, htmlContent: '{{params.order.id}}', params: values };
    await ask('brevo', '/smtp/email', brevo);
    expect(latest('brevo')).toMatchObject({ html: '7' });
    const personalization = [{ email: to, data: values }];
    const mail = { ...people, from: { email: from }, html: '{{ order.id }}', personalization };
    await ask('mailersend', '/email', mail);
    expect(latest('mailersend')).toMatchObject({ html: '7' });
  });

  it('Resend, by its alias and with a fallback', async () => {
    const variables = [{ key: 'NAME', type: 'string', fallback_value: 'a friend' }];
    const template = { name: 'R', alias: 'welcome', subject: 'Hi {{{NAME}}}', html: '{{{NAME}}}', variables };
    const { id } = await ask('resend', '/templates', template);
    await ask('resend', `/templates/${id}/publish`, {});
    await ask('resend', '/emails', { from, to, template: { id: 'welcome' } });
    expect(latest('resend')).toMatchObject({ subject: 'Hi a friend', html: 'a friend' });
    await ask('resend', '/emails', { from, to, template: { id, variables: { NAME: 'Bob' } } });
    expect(latest('resend')).toMatchObject({ subject: 'Hi Bob', html: 'Bob' });
  });
});

describe("the blocks of Brevo's language", () => {
  const params = {
    name: 'Bob',
    vip: true,
    count: 2,
    items: [{ n: 'a' }, { n: 'b' }],
    none: [],
    sizes: { s: 1, m: 2 },
  };
  const cases: Readonly<Record<string, string>> = {
    '{{ params.name }} {{params.missing}}|{{ unsubscribe }}': 'Bob |{{ unsubscribe }}',
    '{{ params.missing|default:"friend" }} {{ params.name|upper }}': 'friend BOB',
    '{% if params.vip and params.count > 1 %}A{% elif params.name %}B{% else %}C{% endif %}': 'A',
    '{% if not params.vip or params.name == "Eve" %}A{% elif params.count == 2 %}B{% else %}C{% endif %}':
      'B',
    '{% for one in params.items %}{{ loop.index }}{{ one.n }}{% if not loop.last %},{% endif %}{% endfor %}':
      '1a,2b',
    '{% for one in params.items %}{{ forloop.counter }}{% endfor %}': '12',
    '{% for item in params.none %}x{% empty %}nothing{% endfor %}': 'nothing',
    '{% for key, value in params.sizes.items %}{{ key }}={{ value }};{% endfor %}': 's=1;m=2;',
    '{{ contact.FIRSTNAME }} at {{ contact.EMAIL }}': 'Robert at blocks@example.com',
    '{# a remark #}{% unknown %}{{ params.name|unknown }}{% endif %}':
      '{% unknown %}{{ params.name|unknown }}{% endif %}',
    '{% if params.vip %}open': 'open',
    '{{ params.constructor }}{{ params.__proto__ }}{{ params.items.length }}': '2',
    '{{': '{{',
  };

  it.each(Object.entries(cases))('%s', async (htmlContent, written) => {
    const email = 'blocks@example.com';
    await ask('brevo', '/contacts', { email, attributes: { FIRSTNAME: 'Robert' }, updateEnabled: true });
    const mail = { sender: { email: from }, to: [{ email }], subject: 'Blocks', htmlContent, params };
    await ask('brevo', '/smtp/email', mail);
    expect(latest('brevo').html).toBe(written);
  });

  it('ends where a template repeats its blocks without end', async () => {
    const loop = '{% for a in params.list %}';
    const htmlContent = `${loop.repeat(6)}${'{% endfor %}'.repeat(6)}`;
    const list = Array.from({ length: 50 }, () => 1);
    const mail = {
      sender: { email: from },
      to: [{ email: to }],
      subject: 'x',
      htmlContent,
      params: { list },
    };
    expect((await postMail(service, 'brevo', '/smtp/email', mail))[0]).toBe(422);
  });
});

describe("the blocks of Mailjet's language", () => {
  const Variables = { name: 'Bob', age: 20, list: [{ n: 'a' }, { n: 'b' }] };
  const cases: Readonly<Record<string, string>> = {
    '{{var:name}} {{var:none:"a friend"}} {{var:none:my friend}} {{var:none}}|': 'Bob a friend my friend |',
    '{% if var:age >= 18 and var:name = "Bob" %}A{% elseif var:age %}B{% else %}C{% endif %}': 'A',
    '{% if Defined(var:none) %}A{% else %}B{% endif %}{{ Upper(var:name) }}': 'BBOB',
    '{% for item in var:list %}{{item.n}}{% if not loop.last %}, {% endif %}{% endfor %}': 'a, b',
    '{% set greeting = "Hi" %}{{greeting}} {{data:plan:"none"}}': 'Hi pro',
    '{{ unsubscribe }}': '{{ unsubscribe }}',
  };

  it.each(Object.entries(cases))('%s', async (HTMLPart, written) => {
    const rest = '/v3/REST/contact';
    await postMail(service, 'mailjet', '/v3/REST/contactmetadata', { Name: 'plan', Datatype: 'str' });
    await postMail(service, 'mailjet', rest, { Email: 'data@example.com' });
    const Data = [{ Name: 'plan', Value: 'pro' }];
    await postMail(service, 'mailjet', '/v3/REST/contactdata/data@example.com', { Data }, 'PUT');
    const mail = { From: { Email: from }, To: [{ Email: 'data@example.com' }], Subject: 'Blocks', HTMLPart };
    await ask('mailjet', '/v3.1/send', { Messages: [{ ...mail, TemplateLanguage: true, Variables }] });
    expect(latest('mailjet').html).toBe(written);
    await ask('mailjet', '/v3.1/send', { Messages: [{ ...mail, Variables }] });
    expect(latest('mailjet').html).toBe(HTMLPart);
  });
});
