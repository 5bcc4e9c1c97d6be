import { createEmailClient } from '@org/email';
import { elasticemail } from '@org/email/elasticemail';
import { describe, expectTypeOf, it } from 'vitest';

const email = createEmailClient({ driver: elasticemail() });
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' } as const;

describe('a client of Elastic Email', () => {
  it('has the methods that Elastic Email has, and no others', () => {
    expectTypeOf(email.contacts).toHaveProperty('list');
    expectTypeOf(email.contacts).not.toHaveProperty('import');
    expectTypeOf(email.lists).toHaveProperty('members');
    expectTypeOf(email.messages).not.toHaveProperty('cancel');
    expectTypeOf(email.webhooks).not.toHaveProperty('create');
  });

  it('knows its own options, and refuses a misspelt one', () => {
    expectTypeOf(email.send).toBeCallableWith({
      ...message,
      providerOptions: { elasticemail: { poolName: 'news' } },
    });
    // @ts-expect-error: the option is called poolName
    void (() => email.send({ ...message, providerOptions: { elasticemail: { pool: 'news' } } }));
  });
});
