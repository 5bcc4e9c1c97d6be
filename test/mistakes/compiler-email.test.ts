import { beforeAll, describe, expect, it } from 'vitest';
import { compilePrograms } from '../support/compile-programs.ts';

const head = `import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
const email = createEmailClient({ driver: plunk() });
const relay = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
`;
const to = `to: 'bob@example.com'`;
const from = `from: 'ann@acme.dev'`;

const programs = {
  'no sender, HTML': `email.send({ ${to}, subject: 'Hi', html: '<p>Hi</p>' });`,
  'no sender, text': `email.send({ ${to}, subject: 'Hi', text: 'Hi' });`,
  'no sender, both': `email.send({ ${to}, subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' });`,
  'no subject, HTML': `email.send({ ${to}, ${from}, html: '<p>Hi</p>' });`,
  'no subject, text': `email.send({ ${to}, ${from}, text: 'Hi' });`,
  'no recipient': `email.send({ ${from}, subject: 'Hi', html: '<p>Hi</p>' });`,
  'no recipient, template': `email.send({ template: { id: 'x' } });`,
  'a client of plunk()': `export const shown: 7 = email;`,
  'a client of smtp()': `export const shown: 7 = relay;`,
  'a client without contacts': `relay.contacts;`,
};

let messages: ReadonlyMap<string, string>;

beforeAll(async () => {
  const withHead = Object.entries(programs).map(([name, program]) => [name, `${head}${program}`]);
  messages = await compilePrograms(Object.fromEntries(withHead));
});

describe('the compiler’s message for a mistake', () => {
  it.each([
    ['no sender, HTML', `Property 'from' is missing`],
    ['no sender, text', `Property 'from' is missing`],
    ['no sender, both', `Property 'from' is missing`],
    ['no subject, HTML', `Property 'subject' is missing`],
    ['no subject, text', `Property 'subject' is missing`],
    ['no recipient', `Property 'to' is missing`],
    ['no recipient, template', 'from, subject, to'],
    ['a client of plunk()', `Type 'EmailClient<PlunkCapabilities>'`],
    ['a client of smtp()', `Type 'EmailClient<SmtpCapabilities>'`],
    ['a client without contacts', `'contacts' does not exist on type 'EmailClient<SmtpCapabilities>'`],
  ])('%s: %s', (name, expected) => {
    expect(messages.get(name)).toContain(expected);
    expect(messages.get(name)).not.toContain(`'template' is missing`);
  });
});
