import { type Route, route } from '../../../http/router.ts';
import { composeMessage } from '../../compose-message.ts';
import type { Template, TemplateFields } from '../../store/mail-store.ts';
import { type DoorContext, fill, need } from '../door.ts';
import { type Fields, fieldsOf, parseText, textOf } from '../fields.ts';
import { missing, ok, pageOf, secondsOf, stop } from './wire.ts';

/** A template by name. @throws {Problem} 404 */
export function findTemplate({ store: { templates } }: DoorContext, name: unknown): Template {
  return need(
    templates.find((row) => row.name === name),
    missing,
  );
}

/** The content, with the values in a text of JSON. */
export function render({ subject, html, text }: Omit<TemplateFields, 'name' | 'own'>, data: unknown) {
  const values = fieldsOf(parseText(textOf(data)));
  const write = (words: string | undefined) => fill(words, /\{\{\{?\s*(\w+)\s*\}\}\}?/g, values);
  return { subject: write(subject) ?? '', html: write(html), text: write(text) };
}

function read({ Subject, Html, Text }: Fields) {
  return { subject: textOf(Subject), html: textOf(Html), text: textOf(Text) };
}

export function templateRoutes(context: DoorContext): readonly Route[] {
  const { templates, maxMessageBytes, now } = context.store;
  const path = '/v2/email/templates';
  return [
    route('POST', path, (request) => {
      const { TemplateName, TemplateContent } = fieldsOf(request.json());
      if (templates.find(({ name }) => name === TemplateName) !== undefined)
        throw stop('AlreadyExistsException', 'The template exists.');
      templates.add({ name: textOf(TemplateName) ?? '', ...read(fieldsOf(TemplateContent)), own: {} });
      return ok();
    }),
    route('GET', path, ({ query }) => {
      const { items, NextToken } = pageOf(templates.all(), query.get('PageSize'), query.get('NextToken'));
      const TemplatesMetadata = items.map(({ name, createdAt }) => ({
        TemplateName: name,
        CreatedTimestamp: secondsOf(createdAt),
      }));
      return ok({ TemplatesMetadata, NextToken });
    }),
    route('GET', `${path}/:name`, (_request, { name }) => {
      const { subject, html, text } = findTemplate(context, name);
      return ok({ TemplateName: name, TemplateContent: { Subject: subject, Html: html, Text: text } });
    }),
    route('PUT', `${path}/:name`, (request, { name }) => {
      const { id } = findTemplate(context, name);
      templates.update(id, read(fieldsOf(fieldsOf(request.json())['TemplateContent'])));
      return ok();
    }),
    route('DELETE', `${path}/:name`, (_request, { name }) => {
      templates.delete(findTemplate(context, name).id);
      return ok();
    }),
    route('POST', `${path}/:name/render`, async (request, { name }) => {
      const content = render(findTemplate(context, name), fieldsOf(request.json())['TemplateData']);
      const nobody = { name: '', address: 'sandbox@localhost' };
      const message = { id: 'rendered', from: nobody, to: [nobody], headers: [], attachments: [] };
      const mime = await composeMessage({ ...message, ...content, date: new Date(now()) }, maxMessageBytes);
      return ok({ RenderedTemplate: new TextDecoder().decode(mime) });
    }),
  ];
}
