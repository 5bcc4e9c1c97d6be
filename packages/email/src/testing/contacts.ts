import { codeOf, collect, type DriverTest, methodCheck, resumed } from './scene/scene.ts';

export const contactTests: readonly DriverTest[] = [
  [
    'creates, reads, lists, changes and deletes contacts',
    async (scene) => {
      const { expect, email, contactField = 'plan', contactSubscription = true } = scene;
      const can = methodCheck(scene, 'contacts');
      if (!['upsert', 'get', 'list', 'update', 'delete'].every(can)) return;
      const fields = { [contactField]: 'free' };
      const subscription = contactSubscription ? { subscribed: false } : {};
      const first = await email.contacts.upsert({ email: 'bob@example.com', fields });
      if (first.state === 'pending') return;
      await email.contacts.upsert({ email: 'bob@example.com', ...subscription });
      await email.contacts.upsert({ email: 'cat@example.com' });
      const listed = await collect(email.contacts.list({ pageSize: 1 }));
      expect(listed.map(({ email: address }) => address).sort()).toEqual([
        'bob@example.com',
        'cat@example.com',
      ]);
      expect(await resumed((cursor) => email.contacts.list({ pageSize: 1, cursor }))).toEqual(listed);
      const { id = '' } = listed.find(({ email: address }) => address === 'bob@example.com') ?? {};
      expect(await email.contacts.get(id)).toMatchObject({ id, fields, ...subscription });
      if (contactSubscription) {
        const changed = await email.contacts.update(id, { subscribed: true });
        expect(changed).toMatchObject({ id, fields, subscribed: true });
      }
      await email.contacts.delete(id);
      expect(await codeOf(() => email.contacts.get(id))).toBe('not-found');
    },
  ],
  [
    'imports contacts, and says when the service is done',
    async (scene) => {
      const { expect, email, contactImport } = scene;
      const can = methodCheck(scene, 'contacts');
      if (!can('import')) return;
      const emails = ['bob@example.com', 'cat@example.com'];
      const { state, jobId = '' } = await email.contacts.import({
        contacts: emails.map((address) => ({ email: address })),
        ...contactImport,
      });
      if (state === 'pending' && can('importStatus')) {
        const states: string[] = [];
        while (states.length < 50 && states.at(-1) !== 'done')
          states.push((await email.contacts.importStatus(jobId)).state);
        expect(states.at(-1)).toBe('done');
      }
      if (!can('list')) return;
      const listed = await collect(email.contacts.list());
      expect(listed.map(({ email: address }) => address).sort()).toEqual(emails);
    },
  ],
  [
    'creates, lists and deletes fields of contacts',
    async (scene) => {
      const { expect, email } = scene;
      const can = methodCheck(scene, 'contacts');
      if (!can('fields')) return;
      const names = async () => (await email.contacts.fields()).map(({ name }) => name);
      if (can('createField')) {
        expect(await email.contacts.createField({ name: 'TIER', type: 'text' })).toMatchObject({
          name: 'TIER',
        });
      } else await email.contacts.upsert({ email: 'bob@example.com', fields: { TIER: 'gold' } });
      expect((await names()).includes('TIER')).toBe(true);
      if (!can('deleteField')) return;
      await email.contacts.deleteField('TIER');
      expect((await names()).includes('TIER')).toBe(false);
    },
  ],
];
