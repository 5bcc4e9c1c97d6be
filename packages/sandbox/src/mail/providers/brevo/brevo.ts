// Brevo's API v3: developers.brevo.com, and its API description of February 2025.
import { type Route, route } from '../../../http/router.ts';
import type { Template, Webhook } from '../../store/mail-store.ts';
import type { Door, DoorContext } from '../door.ts';
import { type Fields, fieldsOf, textOf, textsOf } from '../fields.ts';
import { contactRoutes } from './contacts.ts';
import { brevoEvents } from './events.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { dateOf, findBySerial, isActive, noContent, ok, pageOf, problem, refuse } from './wire.ts';

export const brevo: Door = {
  name: 'brevo',
  events: brevoEvents,
  basePath: '/v3',
  keyPrefix: 'xkeysib-',
  readKey: ({ headers }) => headers['api-key'],
  refuseKey: (_request, isGiven) =>
    problem(401, isGiven ? 'Key not found' : 'authentication not found in headers'),
  rateHeaders: { prefix: 'x-sib-ratelimit-' },
  problem,
  routes: (context) =>
    [
      ...mailRoutes(context),
      ...templateRoutes(context),
      ...listRoutes(context),
      ...contactRoutes(context),
      ...webhookRoutes(context),
    ].map(({ pattern, ...rest }) => ({ ...rest, pattern: `/v3${pattern}` })),
};

function templateRoutes({ store: { templates } }: DoorContext): readonly Route[] {
  const find = (id: unknown) => findBySerial(templates.all(), id);
  return [
    route('GET', '/smtp/templates', (request) =>
      pageOf(request, 'templates', templates.all().map(show), 1000),
    ),
    route('POST', '/smtp/templates', (request) =>
      ok({ id: templates.add(read(fieldsOf(request.json()))).serial }, 201),
    ),
    route('GET', '/smtp/templates/:id', (_request, { id }) => ok(show(find(id)))),
    route('PUT', '/smtp/templates/:id', (request, { id }) => {
      const old = find(id);
      templates.update(old.id, read(fieldsOf(request.json()), old));
      return noContent;
    }),
    route('DELETE', '/smtp/templates/:id', (_request, { id }) => {
      const { id: rowId, own } = find(id);
      if (own['isActive'] === true) throw refuse('invalid_parameter', 'Active template can not be deleted');
      templates.delete(rowId);
      return noContent;
    }),
  ];
}

function read({ templateName, subject, htmlContent, ...own }: Fields, old?: Template) {
  return {
    name: textOf(templateName) ?? old?.name ?? '',
    subject: textOf(subject) ?? old?.subject,
    html: textOf(htmlContent) ?? old?.html,
    own: { ...old?.own, ...own },
  };
}

function show(template: Template) {
  const { serial, name, subject = '', html = '', own, createdAt, updatedAt } = template;
  return {
    testSent: false,
    toField: '',
    tag: '',
    replyTo: '',
    ...own,
    id: serial,
    name,
    subject,
    htmlContent: html,
    isActive: isActive(template),
    createdAt: dateOf(createdAt),
    modifiedAt: dateOf(updatedAt),
  };
}

function webhookRoutes({ store: { webhooks } }: DoorContext): readonly Route[] {
  const all = () => webhooks.all().filter(({ service }) => service === 'brevo');
  const view = ({ serial, url, events, own, createdAt, updatedAt }: Webhook) => ({
    description: '',
    ...own,
    id: serial,
    url,
    events,
    createdAt: dateOf(createdAt),
    modifiedAt: dateOf(updatedAt),
  });
  return [
    route('POST', '/webhooks', (request) => {
      const { url, events, ...own } = fieldsOf(request.json());
      const fields = { service: 'brevo', url: textOf(url) ?? '', events: textsOf(events), own };
      return ok({ id: webhooks.add(fields).serial }, 201);
    }),
    route('GET', '/webhooks', () => ok({ webhooks: all().toReversed().map(view) })),
    route('DELETE', '/webhooks/:id', (_request, { id }) => {
      webhooks.delete(findBySerial(all(), id).id);
      return noContent;
    }),
  ];
}
