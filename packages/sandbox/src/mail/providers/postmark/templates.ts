import {
  type DoorContext,
  type Fields,
  fieldsOf,
  handlebarsError,
  need,
  ok,
  renderHandlebars,
  resource,
  route,
  type Template,
  textOf,
} from '../../kit.ts';
import { postmarkConventions, queryOf, stop } from './wire.ts';

function find({ store: { templates } }: DoorContext, idOrAlias: unknown): Template {
  const name = String(idOrAlias);
  const found = templates.find(({ serial, own }) => `${serial}` === name || own['Alias'] === name);
  return need(found, () => postmarkConventions.missing('template'));
}

/** A part of a mail with the values of a model. */
export const render = (text: unknown, model: Fields, isHtml: boolean): string | undefined =>
  renderHandlebars(textOf(text), model, isHtml);

/** A layout has the place of its content: `{{{ @content }}}`. */
const withLayout = (layout: string | undefined, content: string | undefined): string | undefined =>
  layout && content !== undefined ? layout.replace(/\{\{\{\s*@content\s*\}\}\}/, () => content) : content;

/** The content of a message with a template. @throws {Problem} for an unknown template */
export function fillTemplate(context: DoorContext, mail: Fields): Fields {
  const name = mail['TemplateId'] ?? mail['TemplateAlias'];
  if (name === undefined || name === null) return {};
  const { subject, html, text, own } = find(context, name);
  if (own['TemplateType'] === 'Layout') throw stop(1125, 'A layout cannot be sent.');
  const layout = own['LayoutTemplate'] ? find(context, own['LayoutTemplate']) : undefined;
  const parts = {
    Subject: subject,
    HtmlBody: withLayout(layout?.html, html),
    TextBody: withLayout(layout?.text, text),
  };
  const model = fieldsOf(mail['TemplateModel']);
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, words]) =>
      words === undefined ? [] : [[part, render(words, model, part === 'HtmlBody')]],
    ),
  );
}

export function templateRoutes(context: DoorContext) {
  const { templates } = context.store;
  return [
    route('POST', '/templates/validate', (request) => ok(validate(fieldsOf(request.json())))),
    // All servers of the sandbox have the same templates.
    route('PUT', '/templates/push', () => {
      const Templates = templates
        .all()
        .map(brief)
        .filter(({ Alias }) => Alias !== null)
        .map(({ TemplateId, Alias, Name, TemplateType }) => {
          return { Action: 'Edit', TemplateId, Alias, Name, TemplateType };
        });
      return ok({ TotalCount: Templates.length, Templates });
    }),
    ...resource(postmarkConventions, '/templates', templates, {
      name: 'Templates',
      find: (_table, name) => find(context, name),
      rows: (request) => {
        const read = queryOf(request);
        const [type = 'All', layout] = [read('templatetype'), read('layouttemplate')];
        return templates.all().filter((row) => {
          const { TemplateType, LayoutTemplate } = brief(row);
          return (
            (type === 'All' || TemplateType === type) && (layout === undefined || LayoutTemplate === layout)
          );
        });
      },
      view: brief,
      read: (body, old) => {
        if (old === undefined && !body['Name']) throw stop(1120, "The template must have a 'Name'.");
        return read(body, old);
      },
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

function brief({ serial: TemplateId, name: Name, own }: Template) {
  const { Alias = null, TemplateType = 'Standard', LayoutTemplate = null } = own;
  return { TemplateId, Name, Active: true, Alias, TemplateType, LayoutTemplate };
}

function show(template: Template) {
  const { subject = null, html = null, text = null } = template;
  return { ...brief(template), Subject: subject, HtmlBody: html, TextBody: text, AssociatedServerId: 1 };
}

function validate({ TestRenderModel, ...content }: Fields) {
  const sections = Object.fromEntries(
    ['Subject', 'HtmlBody', 'TextBody'].map((part) => {
      const given = textOf(content[part]);
      if (given === undefined) return [part, null];
      const error = handlebarsError(given);
      const ValidationErrors =
        error === undefined ? [] : [{ Message: error, Line: null, CharacterPosition: null }];
      const RenderedContent =
        error === undefined ? render(given, fieldsOf(TestRenderModel), part === 'HtmlBody') : null;
      return [part, { ContentIsValid: error === undefined, ValidationErrors, RenderedContent }];
    }),
  );
  const AllContentIsValid = Object.values(sections).every((part) => part?.ContentIsValid !== false);
  return { AllContentIsValid, ...sections, SuggestedTemplateModel: suggest(Object.values(content)) };
}

/** A model with a value for each name: `{ user: { id: 'id_Value' } }`. */
function suggest(texts: readonly unknown[]): object {
  const names = texts.flatMap((text) => [...(textOf(text) ?? '').matchAll(/\{\{\{?\s*([\w.]+)\s*\}?\}\}/g)]);
  const model: Record<string, unknown> = Object.create(null);
  for (const [, path = ''] of names) {
    const parts = path.split('.');
    const last = parts.pop() ?? '';
    let at = model;
    for (const part of parts) {
      if (typeof at[part] !== 'object') at[part] = Object.create(null);
      at = at[part] as Record<string, unknown>;
    }
    at[last] ??= `${last}_Value`;
  }
  return model;
}
