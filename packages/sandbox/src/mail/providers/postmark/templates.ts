import { type Route, route } from '../../../http/router.ts';
import type { Template } from '../../store/mail-store.ts';
import { type DoorContext, fill, need } from '../door.ts';
import { type Fields, fieldsOf, textOf } from '../fields.ts';
import { done, ok, slice, stop } from './wire.ts';

const placeholder = /\{\{\{?\s*(\w+)\s*\}\}\}?/g;

function find({ store: { templates } }: DoorContext, idOrAlias: unknown): Template {
  const name = String(idOrAlias);
  return need(
    templates.find(({ serial, own }) => `${serial}` === name || own['Alias'] === name),
    () => stop(1101, 'The TemplateId or Alias is not valid, or was not found.'),
  );
}

/** The content of a message with a template. @throws {Problem} for an unknown template */
export function fillTemplate(context: DoorContext, mail: Fields): Fields {
  const name = mail['TemplateId'] ?? mail['TemplateAlias'];
  if (name === undefined || name === null) return {};
  const { subject, html, text } = find(context, name);
  const model = fieldsOf(mail['TemplateModel']);
  const parts = { Subject: subject, HtmlBody: html, TextBody: text };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, words]) =>
      words === undefined ? [] : [[part, fill(words, placeholder, model)]],
    ),
  );
}

export function templateRoutes(context: DoorContext): readonly Route[] {
  const { templates } = context.store;
  return [
    route('GET', '/templates', (request) => {
      const all = templates.all();
      return ok({ TotalCount: all.length, Templates: slice(request, all).map(brief) });
    }),
    route('POST', '/templates', (request) => ok(brief(templates.add(read(fieldsOf(request.json())))))),
    route('POST', '/templates/validate', (request) => ok(validate(fieldsOf(request.json())))),
    route('GET', '/templates/:id', (_request, { id }) => ok(show(find(context, id)))),
    route('PUT', '/templates/:id', (request, { id }) => {
      const old = find(context, id);
      templates.update(old.id, read(fieldsOf(request.json()), old));
      return ok(brief(find(context, id)));
    }),
    route('DELETE', '/templates/:id', (_request, { id }) => {
      templates.delete(find(context, id).id);
      return ok(done);
    }),
  ];
}

function read({ Name, Subject, HtmlBody, TextBody, ...own }: Fields, old?: Template) {
  return {
    name: textOf(Name) ?? old?.name ?? '',
    subject: textOf(Subject) ?? old?.subject,
    html: textOf(HtmlBody) ?? old?.html,
    text: textOf(TextBody) ?? old?.text,
    own: { ...old?.own, ...own },
  };
}

function brief({ serial, name, own }: Template) {
  return {
    TemplateId: serial,
    Name: name,
    Active: true,
    Alias: own['Alias'] ?? null,
    TemplateType: 'Standard',
  };
}

function show(template: Template) {
  const { subject = null, html = null, text = null } = template;
  return { ...brief(template), Subject: subject, HtmlBody: html, TextBody: text, AssociatedServerId: 1 };
}

function validate({ Subject, HtmlBody, TextBody, TestRenderModel }: Fields) {
  const section = (text: unknown) =>
    textOf(text) === undefined
      ? null
      : {
          ContentIsValid: true,
          ValidationErrors: [],
          RenderedContent: fill(textOf(text), placeholder, fieldsOf(TestRenderModel)),
        };
  const sections = { Subject: section(Subject), HtmlBody: section(HtmlBody), TextBody: section(TextBody) };
  return { AllContentIsValid: true, ...sections };
}
