import { createEmailClient as createPlunk, plunk } from '@org/email/plunk/send';
import { createEmailClient, resend, webhooks } from '@org/email/resend/send';
import { expectTypeOf, it } from 'vitest';

const driver = resend();
const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', html: '<p>Hi</p>' } as const;

it('a part that a light client does not have is a compile error', () => {
  const email = createEmailClient({ driver });
  expectTypeOf(email).toHaveProperty('send');
  // @ts-expect-error a light client has no templates
  email.templates;
  // @ts-expect-error a light client sends one message
  email.sendBatch;
  // @ts-expect-error without `use: webhooks`
  email.webhooks;
  expectTypeOf(createEmailClient({ driver, use: webhooks }).webhooks.parse).toBeFunction();
  expectTypeOf(createEmailClient({ driver, use: [webhooks] }).webhooks.handler).toBeFunction();
});

it('options of the service are checked, as with the full driver', () => {
  const email = createPlunk({ driver: plunk() });
  void email.send(message);
  // @ts-expect-error not an option of Plunk
  void email.send({ ...message, providerOptions: { plunk: { nonsense: 1 } } });
});
