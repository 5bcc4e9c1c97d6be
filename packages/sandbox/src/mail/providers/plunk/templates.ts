import { type Route, route } from '../../../http/router.ts';
import type { MailStore, Template } from '../../store/mail-store.ts';
import { type DoorContext, need } from '../door.ts';
import type { Fields } from '../fields.ts';
import { failure, shortFailure } from './failure.ts';
import { email, nullable, oneOf, readBody, readShape, text } from './fields.ts';
import { datesOf, isFound, noContent, ok, pageOf, sortBy } from './wire.ts';

export const contentTypes = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;

/** The fields of a template that a campaign has too. */
export const contentShape = {
  name: text(1, 100),
  description: text(0, 500),
  subject: text(1),
  body: text(1),
  from: email,
  fromName: nullable(text(0, 100)),
  replyTo: nullable(email),
  type: oneOf(contentTypes),
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

/** `/templates` and below. */
export function templateRoutes({ store }: DoorContext): readonly Route[] {
  const { templates } = store;
  const find = (id: string): Template => need(templates.get(id), () => failure(404, 'Template not found'));
  const read = (given: Fields, old?: Template) => {
    const { name, subject, body, ...own } = readShape(given, contentShape);
    requireVerified(store, own.from);
    return {
      name: name ?? old?.name ?? '',
      subject: subject ?? old?.subject,
      html: body ?? old?.html,
      own: { ...(old?.own ?? emptyContent), ...own },
    };
  };
  return [
    route('GET', '/templates', ({ query }) => {
      const type = query.get('type') || undefined;
      const found = sortBy(templates.all(), query, ['name', 'updatedAt'])
        .map(viewTemplate)
        .filter((each) => type === undefined || each.type === type)
        .filter(({ name, description, subject }) => isFound(query, [name, description, subject]));
      return ok(pageOf(found, query));
    }),
    route('POST', '/templates', (request) => {
      const body = readBody(request);
      const missing = Object.entries(required).find(([name]) => !body[name]);
      if (missing) return shortFailure(400, `${missing[1]} is required`);
      return ok(viewTemplate(templates.add(read(body))), 201);
    }),
    route('GET', '/templates/:id', (_request, { id = '' }) => ok(viewTemplate(find(id)))),
    route('PATCH', '/templates/:id', (request, { id = '' }) => {
      templates.update(id, read(readBody(request), find(id)));
      return ok(viewTemplate(find(id)));
    }),
    route('DELETE', '/templates/:id', (_request, { id = '' }) => {
      templates.delete(find(id).id);
      return noContent;
    }),
    route('POST', '/templates/:id/duplicate', (_request, { id = '' }) => {
      const { name, subject, html, text: plain, own } = find(id);
      const copy = templates.add({ name: `${name} (Copy)`, subject, html, text: plain, own });
      return ok(viewTemplate(copy), 201);
    }),
    route('GET', '/templates/:id/usage', (_request, { id = '' }) => {
      const { id: templateId } = find(id);
      const sent = store.messages.all().filter(({ own }) => own['templateId'] === templateId);
      return ok({ workflowSteps: 0, emailsSent: sent.length });
    }),
  ];
}
