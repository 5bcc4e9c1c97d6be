import {
  composeMessage,
  type DoorContext,
  fieldsOf,
  need,
  parseText,
  renderHandlebars,
  resource,
  route,
  type Template,
  type TemplateFields,
  textOf,
} from '../../kit.ts';
import { tagBook } from './tags.ts';
import { missing, ok, secondsOf, sesConventions, stop } from './wire.ts';

/** A template by name. @throws {Problem} 404 */
export function findTemplate({ store: { templates } }: DoorContext, name: unknown): Template {
  const found = templates.find((row) => row.name === name);
  return need(found, missing);
}

/** The content, with the values in a text of JSON. */
export function render({ subject, html, text }: Omit<TemplateFields, 'name' | 'own'>, data: unknown) {
  const values = fieldsOf(
    need(data === undefined ? {} : parseText(textOf(data)), () =>
      stop('BadRequestException', 'TemplateData is not valid JSON.'),
    ),
  );
  const write = (words: string | undefined, isHtml: boolean) => renderHandlebars(words, values, isHtml);
  return { subject: write(subject, false) ?? '', html: write(html, true), text: write(text, false) };
}

export function templateRoutes(context: DoorContext) {
  const { templates } = context.store;
  const tags = tagBook(context.store);
  const path = '/v2/email/templates';
  return [
    ...resource(sesConventions, path, templates, {
      name: 'TemplatesMetadata',
      find: (_table, name) => findTemplate(context, name),
      view: ({ name, createdAt }) => ({ TemplateName: name, CreatedTimestamp: secondsOf(createdAt) }),
      read: ({ TemplateName, TemplateContent, Tags }, old) => {
        if (!old && !textOf(TemplateName)) throw stop('BadRequestException', 'TemplateName is missing');
        if (!old && templates.find(({ name }) => name === TemplateName) !== undefined)
          throw stop('AlreadyExistsException', 'The template exists.');
        if (!old) {
          tags.drop(`template/${TemplateName}`); // of one that another service removed
          tags.put(`template/${TemplateName}`, Tags);
        }
        const { Subject, Html, Text } = fieldsOf(TemplateContent);
        const content = { subject: textOf(Subject), html: textOf(Html), text: textOf(Text) };
        return { name: old?.name ?? textOf(TemplateName) ?? '', ...content, own: old?.own ?? {} };
      },
      shown: ({ row: { name, subject: Subject, html: Html, text: Text } }) => {
        const Tags = tags.get(`template/${name}`);
        return ok({ TemplateName: name, TemplateContent: { Subject, Html, Text }, Tags });
      },
      removed: ({ row: { name } }) => {
        tags.drop(`template/${name}`);
        return ok();
      },
    }),
    route('POST', `${path}/:name/render`, (request, { name }) => {
      const { TemplateData } = fieldsOf(request.json());
      return ok({ RenderedTemplate: renderWhole(context, name, TemplateData) });
    }),
  ];
}

/** The message that a template makes with the values, as it would be sent. */
export function renderWhole(context: DoorContext, name: unknown, data: unknown): string {
  const content = render(findTemplate(context, name), data);
  const nobody = { name: '', address: 'sandbox@localhost' };
  const message = { id: 'rendered', from: nobody, to: [nobody], headers: [], attachments: [] };
  const mime = composeMessage({ ...message, ...content, date: new Date(context.store.now()) });
  return new TextDecoder().decode(mime);
}
