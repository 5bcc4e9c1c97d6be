// Templates and values that nobody means well: each is filled, or refused, and never a fault of the sandbox.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const [from, to] = ['ann@acme.dev', 'bob@example.com'];
type Send = (template: string, values: object) => Promise<readonly [status: number, answer: unknown]>;
let serial = 0;

const handlebars: Readonly<Record<string, Send>> = {
  sendgrid: async (html_content, dynamic_template_data) => {
    const [, answer] = await postMail(service, 'sendgrid', '/v3/templates', {
      name: 'T',
      generation: 'dynamic',
    });
    const { id } = answer as { readonly id: string };
    const version = { name: 'v', subject: 'x', html_content, active: 1 };
    await postMail(service, 'sendgrid', `/v3/templates/${id}/versions`, version);
    const personalizations = [{ to: [{ email: to }], dynamic_template_data }];
    const mail = { from: { email: from }, template_id: id, personalizations };
    return postMail(service, 'sendgrid', '/v3/mail/send', mail);
  },
  ses: async (Html, values) => {
    serial += 1;
    const TemplateName = `hostile-${serial}`;
    await postMail(service, 'ses', '/v2/email/templates', {
      TemplateName,
      TemplateContent: { Subject: 'x', Html },
    });
    const Template = { TemplateName, TemplateData: JSON.stringify(values) };
    const mail = { FromEmailAddress: from, Destination: { ToAddresses: [to] }, Content: { Template } };
    return postMail(service, 'ses', '/v2/email/outbound-emails', mail);
  },
  mailgun: async (template, values) => {
    serial += 1;
    const name = `hostile-${serial}`;
    await postMail(service, 'mailgun', '/v3/acme.dev/templates', new URLSearchParams({ name, template }));
    const mail = { from, to, subject: 'x', template: name, 't:variables': JSON.stringify(values) };
    return postMail(service, 'mailgun', '/v3/acme.dev/messages', new URLSearchParams(mail));
  },
  postmark: async (HtmlBody, TemplateModel) => {
    serial += 1;
    const Alias = `hostile-${serial}`;
    await postMail(service, 'postmark', '/templates', { Name: 'P', Alias, Subject: 'x', HtmlBody });
    const mail = { From: from, To: to, TemplateAlias: Alias, TemplateModel };
    return postMail(service, 'postmark', '/email/withTemplate', mail);
  },
};

const brevo: Send = (htmlContent, params) => {
  const mail = { sender: { email: from }, to: [{ email: to }], subject: 'x', htmlContent, params };
  return postMail(service, 'brevo', '/smtp/email', mail);
};
const mailjet: Send = (HTMLPart, Variables) => {
  const mail = { From: { Email: from }, To: [{ Email: to }], Subject: 'x', HTMLPart, Variables };
  return postMail(service, 'mailjet', '/v3.1/send', { Messages: [{ ...mail, TemplateLanguage: true }] });
};
const mailersend: Send = (html, data) => {
  const mail = { from: { email: from }, to: [{ email: to }], subject: 'x', html };
  return postMail(service, 'mailersend', '/email', { ...mail, personalization: [{ email: to, data }] });
};

async function htmlOf(name: string, send: Send, template: string, values: object) {
  const [status] = await send(template, values);
  expect(status).toBeLessThan(300);
  return service.mailbox.list().findLast(({ labels }) => labels?.service === name)?.parsed.html;
}

describe.each(Object.entries(handlebars))('a template of %s', (name, send) => {
  it('may have the inverse of a block alone', async () => {
    const template = '[{{^items}}none{{/items}}{{^each items}}none{{/each}}{{^with one}}none{{/with}}]';
    expect(await htmlOf(name, send, template, { items: [1], one: { a: 1 } })).toBe('[]');
    expect(await htmlOf(name, send, template, { items: [] })).toBe('[nonenonenone]');
  });

  it('may have values whose `toString` is data', async () => {
    const a = { toString: 1, valueOf: 1 };
    const template = '{{a}} {{list}} {{lookup o a}}|';
    const values = { a, list: [a, 'x'], o: {} };
    expect(await htmlOf(name, send, template, values)).toBe('[object Object] [object Object],x |');
  });
});

it('the helpers of SendGrid take values whose `toString` is data', async () => {
  const a = { toString: 1, valueOf: 1 };
  const template =
    '{{#equals a "x"}}e{{/equals}}{{#greaterThan a 1}}g{{/greaterThan}}{{formatDate a "YY"}}{{insert a}}|';
  const [status] = await (handlebars['sendgrid'] as Send)(template, { a });
  expect(status).toBe(202);
});

describe.each([
  ['brevo', brevo, 'params.'],
  ['mailjet', mailjet, 'var:'],
] as const)('a template with blocks, of %s', (name, send, prefix) => {
  it('may take pairs of members that are none', async () => {
    const template = `{% for a, b in ${prefix}list %}{{ a }}-{{ b }},{% endfor %}`;
    const list = [null, ['x', 'y'], 7, {}];
    expect(await htmlOf(name, send, template, { list })).toBe('-,x-y,-,-,');
  });

  it.each(['==', '!=', '>', '<', '>=', '<=', 'in', 'not in'])('may compare any values: %s', async (sign) => {
    const values = { a: { toString: 1, valueOf: 1 }, b: [{ toString: 1 }], c: null, d: 'x', e: 1 };
    const pairs = Object.keys(values).flatMap((one) =>
      Object.keys(values).map((other) => [prefix + one, prefix + other]),
    );
    const blocks = pairs.map(([one, other]) => `{% if ${one} ${sign} ${other} %}{% endif %}{{ -${one} }}`);
    expect((await send(blocks.join(''), values))[0]).toBeLessThan(300);
  });
});

const languages = {
  brevo: [
    ...['default', 'default_if_none', 'lower', 'upper', 'title', 'capfirst', 'capitalize', 'length', 'first'],
    ...[
      'last',
      'join',
      'add',
      'cut',
      'floatformat',
      'truncatechars',
      'striptags',
      'urlencode',
      'escape',
      'safe',
    ],
  ],
  mailjet: ['Defined', 'Lower', 'Upper', 'Capitalize', 'Trim', 'Length', 'Contains', 'Replace'],
};
const hostile = { a: { toString: 1, valueOf: 1 }, b: [{ toString: 1 }, null], c: null };

it.each(languages.brevo)("Brevo's filter %s takes any value", async (filter) => {
  const calls = Object.keys(hostile).map((one) => `{{ params.${one}|${filter}:params.a }}`);
  expect((await brevo(calls.join(''), hostile))[0]).toBe(201);
});

it.each(languages.mailjet)("Mailjet's function %s takes any value", async (name) => {
  const calls = Object.keys(hostile).map((one) => `{{ ${name}(var:${one}, var:a, var:b) }}`);
  expect((await mailjet(calls.join(''), hostile))[0]).toBe(200);
});

it('placeholders of MailerSend may have values whose `toString` is data', async () => {
  expect(await htmlOf('mailersend', mailersend, '{{ a }}', hostile)).toBe('[object Object]');
});

describe('what a template makes is bounded before it is made', () => {
  const text = 'x'.repeat(1_000_000);
  it.each([
    ['brevo', brevo, `{% set a = "0123456789" %}${'{% set a = a|join:a %}'.repeat(3)}`],
    ['brevo', brevo, `{% for x in params.list %}${'{% set a = params.text|upper %}'.repeat(20)}{% endfor %}`],
    ['brevo', brevo, `{{ params.text|join:params.text|length }}`],
    ['mailjet', mailjet, `{% set a = "xx" %}${'{% set a = Replace(a, "x", a) %}'.repeat(6)}`],
    ['mailjet', mailjet, '{{ Replace(Replace(var:text, "x", var:text), "", var:text) }}'],
    ['mailjet', mailjet, '{% if Defined(Replace(var:text, "", var:text)) %}x{% endif %}'],
  ])('%s', async (name, send, template) => {
    const [status, answer] = await send(template, { text, list: [1, 2] });
    // Mailjet has a result for each mail, and 400 where none is accepted.
    const refused = name === 'mailjet' ? 400 : 422;
    expect([status, JSON.stringify(answer)]).toEqual([refused, expect.stringContaining('too large')]);
  });

  it('and the empty text is replaced around each letter', async () => {
    expect(await htmlOf('mailjet', mailjet, '{{ Replace("ab", "", "-") }}', {})).toBe('-a-b-');
  });
});
