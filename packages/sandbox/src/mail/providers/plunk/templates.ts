import { type DoorContext, type MailStore, need, ok, resource, route, type Template } from '../../kit.ts';
import { failure, shortFailure } from './failure.ts';
import { email, nullable, oneOf, readShape, text } from './fields.ts';
import { datesOf, isFound, plunkConventions, sortBy } from './wire.ts';

/** The fields of a template that a campaign has too. */
export const contentShape = {
  name: text(1, 100),
  description: text(0, 500),
  subject: text(1),
  body: text(1),
  from: email,
  fromName: nullable(text(0, 100)),
  replyTo: nullable(email),
  type: oneOf(['TRANSACTIONAL', 'MARKETING', 'HEADLESS']),
};

export const emptyContent = { description: null, fromName: null, replyTo: null, type: 'MARKETING' };

const required = { name: 'Name', subject: 'Subject', body: 'Body', from: 'From address' };

/** A template as Plunk has it, also one of another service. */
export function viewTemplate(template: Template) {
  const { id, name, subject = '', html: body = '', own } = template;
  const { description = null, from = '', fromName = null, replyTo = null, type = 'MARKETING' } = own;
  return { id, name, description, subject, body, from, fromName, replyTo, type, ...datesOf(template) };
}

/** Refuses a sender of a domain that is not verified. @throws {Problem} 403 */
export function requireVerified({ refuseSender }: MailStore, address: string | undefined): void {
  const refusal = address === undefined ? undefined : refuseSender(address);
  if (refusal !== undefined) throw failure(403, refusal);
}

export function templateRoutes({ store }: DoorContext) {
  const { templates, messages } = store;
  const find = (id = ''): Template => need(templates.get(id), () => plunkConventions.missing('Template'));
  return [
    ...resource(plunkConventions, '/templates', templates, {
      name: 'Template',
      view: viewTemplate,
      rows: ({ query }) =>
        sortBy(templates.all(), query, ['name', 'updatedAt']).filter((template) => {
          const { type, name, description, subject } = viewTemplate(template);
          return type === (query.get('type') || type) && isFound(query, [name, description, subject]);
        }),
      read: (given, old) => {
        const missing = old ? undefined : Object.entries(required).find(([name]) => !given[name]);
        if (missing) throw shortFailure(400, `${missing[1]} is required`);
        const { name = old?.name ?? '', subject = old?.subject, ...rest } = readShape(given, contentShape);
        const { body: html = old?.html, ...own } = rest;
        requireVerified(store, own.from);
        return { name, subject, html, own: { ...(old?.own ?? emptyContent), ...own } };
      },
    }),
    route('POST', '/templates/:id/duplicate', (_request, { id }) => {
      const { name, subject, html, text: plain, own } = find(id);
      const copy = templates.add({ name: `${name} (Copy)`, subject, html, text: plain, own });
      return ok(viewTemplate(copy), 201);
    }),
    route('GET', '/templates/:id/usage', (_request, { id }) => {
      const { id: templateId } = find(id);
      const sent = messages.all().filter(({ own }) => own['templateId'] === templateId);
      return ok({ workflowSteps: 0, emailsSent: sent.length });
    }),
  ];
}
