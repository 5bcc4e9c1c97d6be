// Operations that the contract suite does not reach with a driver: it needs more than they have.
import type { AnyClient } from '../../src/testing/scene/scene.ts';

type Further = (email: AnyClient) => Promise<unknown>;

const bob = { email: 'bob@example.com' };

export const furtherCalls: Readonly<Record<string, Further>> = {
  async elasticemail(email) {
    const { contact } = await email.contacts.upsert(bob);
    await email.contacts.update(contact?.id ?? '', { firstName: 'Bob' });
  },
  // Its lists are batches.
  async mailtrap(email) {
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' });
  },
  async mailersend(email) {
    const { data } = (
      await email.request({ method: 'POST', path: '/templates', json: { name: 'Hi', html: '<p>Hi</p>' } })
    ).json() as { readonly data: { readonly id: string } };
    await email.templates.get(data.id);
    for await (const _ of email.templates.list()) break;
    await email.templates.delete(data.id);
  },
  async mailjet(email) {
    const { id } = await email.lists.create({ name: 'News' });
    for await (const _ of email.lists.members(id)) break;
    await email.lists.removeMembers(id, [bob.email]);
  },
  async sendgrid(email) {
    const { id } = await email.lists.create({ name: 'News' });
    await email.contacts.upsert(bob);
    await email.lists.addMembers(id, [bob.email]);
    await email.lists.removeMembers(id, [bob.email, 'none@example.com']);
    await email.contacts.get(bob.email);
    await email.contacts.delete(bob.email);
  },
};
