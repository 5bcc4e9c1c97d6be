import { codeOf, collect, type DriverTest, methodCheck, resumed } from './scene/scene.ts';

export const listTests: readonly DriverTest[] = [
  [
    'creates, reads, lists, changes and deletes lists',
    async (scene) => {
      const { expect, email, list = (name) => ({ name }) } = scene;
      const can = methodCheck(scene, 'lists');
      if (!can('create')) return;
      const { id } = await email.lists.create(list('News'));
      if (can('get')) expect(await email.lists.get(id)).toMatchObject({ id, name: 'News' });
      await email.lists.create(list('Club'));
      if (can('list')) {
        const listed = await collect(email.lists.list({ pageSize: 1 }));
        expect(listed.map(({ name }) => name).sort()).toEqual(['Club', 'News']);
        expect(await resumed((cursor) => email.lists.list({ pageSize: 1, cursor }))).toEqual(listed);
      }
      let changedId = id;
      if (can('update')) {
        const changed = await email.lists.update(id, { name: 'Letters' });
        expect(changed.name).toBe('Letters');
        changedId = changed.id;
      }
      if (!can('delete')) return;
      await email.lists.delete(changedId);
      if (can('get')) expect(await codeOf(() => email.lists.get(changedId))).toBe('not-found');
    },
  ],
  [
    'adds members to a list, reads and removes them',
    async (scene) => {
      const { expect, email, list = (name) => ({ name }) } = scene;
      const can = methodCheck(scene, 'lists');
      if (!['create', 'addMembers', 'members'].every(can)) return;
      const emails = ['bob@example.com', 'cat@example.com'];
      if (methodCheck(scene, 'contacts')('upsert'))
        for (const address of emails) await email.contacts.upsert({ email: address });
      const { id } = await email.lists.create(list('News'));
      if ((await email.lists.addMembers(id, emails)).state === 'pending') return;
      await email.lists.addMembers(id, [...emails]); // again
      const members = await collect(email.lists.members(id, { pageSize: 1 }));
      expect(members.map(({ email: address }) => address).sort()).toEqual(emails);
      expect(await resumed((cursor) => email.lists.members(id, { pageSize: 1, cursor }))).toEqual(members);
      if (!can('removeMembers')) return;
      await email.lists.removeMembers(id, ['bob@example.com']);
      // Of no member, and of nobody that the service knows.
      for (const absent of ['bob@example.com', 'dan@example.com'])
        await email.lists.removeMembers(id, [absent]);
      const left = await collect(email.lists.members(id));
      expect(left.map(({ email: address }) => address)).toEqual(['cat@example.com']);
    },
  ],
];
