import { codeOf, collect, type DriverTest, methodCheck, resumed } from './scene/scene.ts';

export const suppressionTests: readonly DriverTest[] = [
  [
    'adds, finds, lists and removes suppressions',
    async (scene) => {
      const { expect, email, suppression, removal = suppression } = scene;
      const can = methodCheck(scene, 'suppressions');
      const checked = async (address: string) =>
        (await email.suppressions.check(address)).map(({ email: found }) => found);
      if (can('check')) expect(await checked('bob@example.com')).toEqual([]);
      if (!can('add')) return;
      const emails = ['bob@example.com', 'cat@example.com'];
      for (const address of emails) await email.suppressions.add({ email: address, ...suppression });
      if (can('check')) {
        expect(await checked('bob@example.com')).toEqual(['bob@example.com']);
        expect(await checked('dan@example.com')).toEqual([]);
      }
      if (can('list')) {
        const filter = { pageSize: 1, scopeId: suppression?.scopeId };
        const listed = await collect(email.suppressions.list(filter));
        expect(listed.map(({ email: address }) => address).sort()).toEqual(emails);
        expect(await resumed((cursor) => email.suppressions.list({ ...filter, cursor }))).toEqual(listed);
      }
      if (!can('remove')) return;
      await email.suppressions.remove({ email: 'bob@example.com', ...removal });
      if (can('check')) expect(await checked('bob@example.com')).toEqual([]);
      const again = () => email.suppressions.remove({ email: 'bob@example.com', ...removal });
      expect(await codeOf(again)).toBe('no error');
    },
  ],
];
