import type { PagedList } from '@org/core/paging';
import { methodsOf } from '../model/capabilities.ts';
import type { DriverTest } from './scene.ts';

/** Templates and contacts where the driver has them; an UnsupportedError for every method that it lacks. */
export const storeTests: readonly DriverTest[] = [
  [
    'creates, reads, lists, changes and deletes templates, or rejects with UnsupportedError',
    async ({ expect, email, capabilities }) => {
      const methods = methodsOf(capabilities, 'templates');
      if (methods.length === 0) {
        expect(await codeOf(() => email.templates.get('x'))).toBe('unsupported');
        expect(await codeOf(() => collect(email.templates.list()))).toBe('unsupported');
        expect(await codeOf(() => collect(email.templates.list().pages()))).toBe('unsupported');
        return;
      }
      const input = { name: 'Welcome', subject: 'Hello', html: '<p>Hello</p>', from: 'Ann <ann@acme.dev>' };
      const { id } = await email.templates.create(input);
      expect(await email.templates.get(id)).toMatchObject({ id, name: 'Welcome', html: '<p>Hello</p>' });
      await email.templates.create({ ...input, name: 'Second' });
      const listed = await collect(email.templates.list({ pageSize: 1 }));
      expect(listed.map(({ name }) => name).sort()).toEqual(['Second', 'Welcome']);
      expect(await resumed((cursor) => email.templates.list({ pageSize: 1, cursor }))).toEqual(listed);
      expect(await email.templates.update(id, { subject: 'Hi' })).toMatchObject({
        subject: 'Hi',
        name: 'Welcome',
      });
      await email.templates.delete(id);
      expect(await codeOf(() => email.templates.get(id))).toBe('not-found');
    },
  ],
  [
    'sends from a template with variables',
    async ({ expect, email, received, capabilities, placeholder = (name) => `{{${name}}}` }) => {
      if (!methodsOf(capabilities, 'templates').includes('create') || !capabilities.message.template) return;
      const { id } = await email.templates.create({
        name: 'Welcome',
        subject: `Hello ${placeholder('name')}`,
        html: `<p>Hello ${placeholder('name')}</p>`,
        from: 'Ann <ann@acme.dev>',
      });
      await email.send({ template: { id, variables: { name: 'Bob' } }, to: 'bob@example.com' });
      expect(received()[0]?.subject).toBe('Hello Bob');
    },
  ],
  [
    'creates, reads, lists, changes and deletes contacts, or rejects with UnsupportedError',
    async ({ expect, email, capabilities, contactField = 'plan' }) => {
      const methods = methodsOf(capabilities, 'contacts');
      if (methods.length === 0) {
        expect(await codeOf(() => email.contacts.get('x'))).toBe('unsupported');
        expect(await codeOf(() => collect(email.contacts.list()))).toBe('unsupported');
        expect(await codeOf(() => collect(email.contacts.list().pages()))).toBe('unsupported');
        return;
      }
      if (!['upsert', 'get', 'list', 'update', 'delete'].every((name) => methods.includes(name))) return;
      const first = await email.contacts.upsert({
        email: 'bob@example.com',
        fields: { [contactField]: 'free' },
      });
      if (first.state === 'pending') return;
      await email.contacts.upsert({ email: 'bob@example.com', subscribed: false });
      await email.contacts.upsert({ email: 'cat@example.com' });
      const listed = await collect(email.contacts.list({ pageSize: 1 }));
      expect(listed.map(({ email: address }) => address).sort()).toEqual([
        'bob@example.com',
        'cat@example.com',
      ]);
      expect(await resumed((cursor) => email.contacts.list({ pageSize: 1, cursor }))).toEqual(listed);
      const { id = '' } = listed.find(({ email: address }) => address === 'bob@example.com') ?? {};
      expect(await email.contacts.get(id)).toMatchObject({
        id,
        subscribed: false,
        fields: { [contactField]: 'free' },
      });
      const changed = await email.contacts.update(id, { subscribed: true });
      expect(changed.subscribed).toBe(true);
      await email.contacts.delete(id);
      expect(await codeOf(() => email.contacts.get(id))).toBe('not-found');
    },
  ],
];

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Reads the first page, and then the rest from its cursor. */
async function resumed<Item>(list: (cursor: string | undefined) => PagedList<Item>): Promise<Item[]> {
  for await (const { items, nextCursor } of list(undefined).pages()) {
    return nextCursor === undefined ? [...items] : [...items, ...(await collect(list(nextCursor)))];
  }
  return [];
}

async function codeOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : error;
  }
  return 'no error';
}
