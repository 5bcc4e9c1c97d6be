import {
  type DoorContext,
  type Fields,
  fieldsOf,
  need,
  ok,
  type Route,
  renderHandlebars,
  resource,
  route,
  type Template,
  textOf,
} from '../../kit.ts';
import { postmarkConventions } from './wire.ts';

function find({ store: { templates } }: DoorContext, idOrAlias: unknown): Template {
  const name = String(idOrAlias);
  const found = templates.find(({ serial, own }) => `${serial}` === name || own['Alias'] === name);
  return need(found, () => postmarkConventions.missing('template'));
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
      words === undefined ? [] : [[part, renderHandlebars(words, model, part === 'HtmlBody')]],
    ),
  );
}

export function templateRoutes(context: DoorContext): readonly Route[] {
  return [
    route('POST', '/templates/validate', (request) => ok(validate(fieldsOf(request.json())))),
    ...resource(postmarkConventions, '/templates', context.store.templates, {
      name: 'Templates',
      find: (_table, name) => find(context, name),
      view: brief,
      read,
      shown: ({ row }) => ok(show(row)),
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

function brief({ serial: TemplateId, name: Name, own: { Alias = null } }: Template) {
  return { TemplateId, Name, Active: true, Alias, TemplateType: 'Standard' };
}

function show(template: Template) {
  const { subject = null, html = null, text = null } = template;
  return { ...brief(template), Subject: subject, HtmlBody: html, TextBody: text, AssociatedServerId: 1 };
}

function validate({ Subject, HtmlBody, TextBody, TestRenderModel }: Fields) {
  const section = (given: unknown, isHtml = false) => {
    const RenderedContent = renderHandlebars(textOf(given), fieldsOf(TestRenderModel), isHtml);
    return RenderedContent === undefined
      ? null
      : { ContentIsValid: true, ValidationErrors: [], RenderedContent };
  };
  const sections = {
    Subject: section(Subject),
    HtmlBody: section(HtmlBody, true),
    TextBody: section(TextBody),
  };
  return { AllContentIsValid: true, ...sections };
}
