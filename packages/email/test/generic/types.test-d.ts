import { createEmailClient } from '@org/email';
import { type GenericService, generic } from '@org/email/generic';
import { expectTypeOf, test } from 'vitest';
import { acme } from './acme.ts';

const message = { from: 'a@b.dev', to: 'c@d.dev', subject: 'e', html: 'f' };
const { templates, contacts: _contacts, suppressions: _suppressions, ...least } = acme;

test('a client has the parts of the table, and no others', () => {
  const full = createEmailClient({ driver: generic(acme) });
  expectTypeOf(full.templates.create).toBeFunction();
  expectTypeOf(full.suppressions.check).toBeFunction();
  // @ts-expect-error: the table has no lists
  void full.lists.list;

  const small = createEmailClient({ driver: generic(least) });
  // @ts-expect-error: the table has no templates
  void small.templates.get;
  // @ts-expect-error: the table has no contacts
  void small.contacts.get;
  expectTypeOf(small.request).toBeFunction();
});

test('a part has the methods of the table, and no others', () => {
  const readOnly = { ...least, templates: { ...templates, methods: ['get', 'list'] } } as const;
  const email = createEmailClient({ driver: generic(readOnly) });
  expectTypeOf(email.templates.get).toBeFunction();
  // @ts-expect-error: the table has no such method
  void email.templates.create;
});

test('the options of the table have their names', () => {
  const email = createEmailClient({ driver: generic(acme) });
  void email.send({ ...message, providerOptions: { acme: { ipPool: 'warm' } } });
  // @ts-expect-error: misspelt
  void email.send({ ...message, providerOptions: { acme: { ippool: 'warm' } } });
});

test('a table has the paths that every service needs', () => {
  // @ts-expect-error: `html` is missing
  const fields: GenericService['send']['fields'] = { from: 'a', to: 'b', subject: 'c' };
  void fields;
});

test('a table has no names of its own', () => {
  const { send } = least;
  void generic(least);
  // @ts-expect-error: misspelt
  void generic({ ...least, idempotencey: { duplicate: 'replay' } });
  // @ts-expect-error: misspelt
  void generic({ ...least, send: { ...send, recipient: 'list' } });
  // @ts-expect-error: the field is `replyTo`
  void generic({ ...least, send: { ...send, fields: { ...send.fields, reply_to: 'reply_to' } } });
  // @ts-expect-error: the field is `address`
  void generic({ ...least, send: { ...send, addresses: { to: { address: 'a', email: 'a' } } } });
  // @ts-expect-error: contacts have no such filter
  void generic({ ...acme, contacts: { ...acme.contacts, filters: { plan: 'plan' } } });
  // @ts-expect-error: the places are of fields of a template
  void generic({ ...acme, templates: { ...templates, fields: { ...templates.fields, body: 'body' } } });
  // @ts-expect-error: the field is `equals`
  void generic({ ...acme, errors: { refusal: { field: 'success', value: false } } });
  // Names of the service are free.
  void generic({
    ...acme,
    send: { ...send, constants: { any: { name: 1 } }, options: { anyName: 'any_name' } },
  });
});
