import { createEmailClient } from '@org/email';
import { sendgrid } from '@org/email/sendgrid';
import { describe, expectTypeOf, it } from 'vitest';

const email = createEmailClient({ driver: sendgrid() });
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' } as const;

describe('a client of SendGrid', () => {
  it('has the methods that SendGrid has, and no others', () => {
    expectTypeOf(email.contacts).toHaveProperty('upsert');
    expectTypeOf(email.contacts).not.toHaveProperty('list');
    expectTypeOf(email.lists).not.toHaveProperty('members');
    expectTypeOf(email.messages).toHaveProperty('cancel');
    expectTypeOf(email.messages).not.toHaveProperty('reschedule');
    expectTypeOf(email.webhooks).toHaveProperty('create');
  });

  it('knows its own options, and refuses a misspelt one', () => {
    expectTypeOf(email.send).toBeCallableWith({
      ...message,
      providerOptions: { sendgrid: { ipPoolName: 'news', footer: false } },
    });
    // @ts-expect-error: the option is called ipPoolName
    void (() => email.send({ ...message, providerOptions: { sendgrid: { ipPool: 'news' } } }));
  });
});
