// SendGrid's versions of templates, and contacts with other identifiers than an address.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

const ask = async (method: string, path: string, body?: object) => {
  const [status, answer] = await postMail(service, 'sendgrid', path, body, method);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any form
  return { status, body: answer as any };
};

it('has one active version, which only an active one replaces', async () => {
  const { id } = (await ask('POST', '/v3/templates', { name: 'T' })).body;
  const path = `/v3/templates/${id}/versions`;
  const active = async () =>
    (await ask('GET', `/v3/templates/${id}`)).body.versions.flatMap((one: Record<string, unknown>) =>
      one['active'] === 1 ? [one['name']] : [],
    );
  const add = async (name: string, more: object = {}) =>
    (await ask('POST', path, { name, subject: name, ...more })).body.id;
  const change = (version: string, name: string, more: object) =>
    ask('PATCH', `${path}/${version}`, { name, subject: name, ...more });
  const first = await add('first');
  expect(await active()).toEqual(['first']);
  const second = await add('second', { active: 0 });
  expect(await active()).toEqual(['first']);
  await add('third');
  expect(await active()).toEqual(['third']);
  await change(second, 'second', { active: 1 });
  expect(await active()).toEqual(['second']);
  await change(first, 'first', { html_content: '<p>x</p>' });
  expect(await active()).toEqual(['second']);
  await change(second, 'second', { active: 0 });
  expect(await active()).toEqual([]);
});

it.each(['external_id', 'phone_number_id', 'anonymous_id'])(
  'finds a contact without an address by its %s',
  async (kind) => {
    const put = (...contacts: readonly object[]) => ask('PUT', '/v3/marketing/contacts', { contacts });
    expect((await put({ [kind]: '1', first_name: 'Ann' }, { [kind]: '2', first_name: 'Bob' })).status).toBe(
      202,
    );
    await put({ [kind]: '1', last_name: 'Lee' });
    const { result } = (await ask('GET', '/v3/marketing/contacts')).body;
    expect(result).toMatchObject([
      { [kind]: '1', first_name: 'Ann', last_name: 'Lee' },
      { [kind]: '2', first_name: 'Bob' },
    ]);
    await put({ [kind]: '3', email: 'cy@example.com' });
    await put({ [kind]: '3', first_name: 'Cy' });
    expect((await ask('GET', '/v3/marketing/contacts')).body.result[2]).toMatchObject({
      email: 'cy@example.com',
      first_name: 'Cy',
    });
  },
);

it('adds no contact without an identifier', async () => {
  await ask('PUT', '/v3/marketing/contacts', { contacts: [{ first_name: 'Ann' }, { first_name: 'Bob' }] });
  expect((await ask('GET', '/v3/marketing/contacts')).body.contact_count).toBe(0);
});
