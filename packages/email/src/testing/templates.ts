import type { TemplateInput } from '../model/resources/template.ts';
import {
  codeOf,
  collect,
  type DriverTest,
  message,
  methodCheck,
  resumed,
  type Scene,
} from './scene/scene.ts';

export const templateTests: readonly DriverTest[] = [
  [
    'creates, reads, lists, changes and deletes templates',
    async (scene) => {
      const { expect, email } = scene;
      const can = methodCheck(scene, 'templates');
      if (!can('create')) return;
      const { id } = await email.templates.create(templateOf(scene, 'welcome', 'Hello'));
      const stored = { id, name: 'welcome', subject: 'Hello', html: '<p>Hello</p>' };
      if (can('get')) expect(await email.templates.get(id)).toMatchObject(stored);
      await email.templates.create(templateOf(scene, 'second', 'Hello'));
      if (can('list')) {
        const listed = await collect(email.templates.list({ pageSize: 1 }));
        expect(listed.map(({ name }) => name).sort()).toEqual(['second', 'welcome']);
        expect(await resumed((cursor) => email.templates.list({ pageSize: 1, cursor }))).toEqual(listed);
      }
      if (can('update')) {
        const changed = await email.templates.update(id, { subject: 'Hi' });
        expect(changed).toMatchObject({ ...stored, id: changed.id, subject: 'Hi' });
      }
      if (can('delete')) {
        await email.templates.delete(id);
        if (can('get')) expect(await codeOf(() => email.templates.get(id))).toBe('not-found');
      }
    },
  ],
  [
    'copies a template, and says what uses it',
    async (scene) => {
      const { expect, email } = scene;
      const can = methodCheck(scene, 'templates');
      if (!can('create')) return;
      const { id } = await email.templates.create(templateOf(scene, 'welcome', 'Hello'));
      if (can('duplicate')) {
        const copy = await email.templates.duplicate(id);
        expect([copy.id === id, (await email.templates.get(copy.id)).html]).toEqual([false, '<p>Hello</p>']);
      }
      if (can('usage')) expect((await email.templates.usage(id)).count).toBe(0);
    },
  ],
  [
    'sends from a template with variables',
    async (scene) => {
      const { expect, email, received, placeholder, capabilities } = scene;
      if (!methodCheck(scene, 'templates')('create') || !capabilities.message.template) return;
      const { id } = await email.templates.create(
        templateOf(scene, 'welcome', `Hello ${placeholder('name')}`),
      );
      const template = { id, variables: { name: 'Bob' } };
      await email.send({ template, from: message.from, to: 'bob@example.com' });
      expect(received().map(({ subject, html }) => [subject, html?.includes('<p>Hello Bob</p>')])).toEqual([
        ['Hello Bob', true],
      ]);
    },
  ],
  [
    'renders a template without sending',
    async (scene) => {
      const { expect, email, received, placeholder } = scene;
      const can = methodCheck(scene, 'templates');
      if (!can('create') || !can('render')) return;
      const { id } = await email.templates.create(
        templateOf(scene, 'welcome', `Hello ${placeholder('name')}`),
      );
      const { html } = await email.templates.render(id, { name: 'Bob' });
      expect([html?.includes('<p>Hello Bob</p>'), received().length]).toEqual([true, 0]);
    },
  ],
];

function templateOf({ template }: Scene, name: string, words: string): TemplateInput {
  return { name, subject: words, html: `<p>${words}</p>`, ...template };
}
