import {
  type Door,
  type DoorContext,
  type Fields,
  noContent,
  ok,
  resource,
  type Template,
  textOf,
  textsOf,
  type Webhook,
  webhooksOf,
} from '../../kit.ts';
// Brevo's API v3: developers.brevo.com, and its API description of February 2025.
import { absent } from './absent.ts';
import { addFirstAttributes, contactRoutes } from './contacts.ts';
import { brevoEvents } from './events.ts';
import { addFirstFolder } from './folders.ts';
import { brevoInbound, inboundRoutes } from './inbound.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { accountRoutes, reportRoutes } from './reports.ts';
import { senderRoutes } from './senders.ts';
import { brevoConventions, isActive, problem, refuse, stampsOf } from './wire.ts';

export const brevo: Door = {
  name: 'brevo',
  remoteFiles: { list: 'attachment', url: 'url', content: 'content', name: 'name' },
  events: brevoEvents,
  inbound: brevoInbound,
  basePath: '/v3',
  keyPrefix: 'xkeysib-',
  fill: (store) => {
    addFirstAttributes(store);
    addFirstFolder(store);
  },
  absent: absent.map(([method, pattern, name]) => [method, `/v3${pattern}`, name]),
  readKey: ({ headers }) => headers['api-key'],
  refuseKey: (_request, isGiven) =>
    problem(401, isGiven ? 'Key not found' : 'authentication not found in headers'),
  rateHeaders: { prefix: 'x-sib-ratelimit-' },
  problem,
  routes: (context) =>
    [
      ...mailRoutes(context),
      ...reportRoutes(context),
      ...senderRoutes(context),
      ...accountRoutes(context),
      ...templateRoutes(context),
      ...listRoutes(context),
      ...contactRoutes(context),
      ...webhookRoutes(context),
      ...inboundRoutes(context),
    ].map(({ pattern, ...rest }) => ({ ...rest, pattern: `/v3${pattern}` })),
};

function templateRoutes({ store: { templates } }: DoorContext) {
  return resource(brevoConventions, '/smtp/templates', templates, {
    view: show,
    read,
    removed: ({ row: { own } }) => {
      if (own['isActive'] === true) throw refuse('invalid_parameter', 'Active template can not be deleted');
      return noContent;
    },
  });
}

function read({ templateName, subject, htmlContent, ...own }: Fields, old?: Template) {
  if (!old && !textOf(templateName)) throw refuse('missing_parameter', 'templateName is missing');
  return {
    name: textOf(templateName) ?? old?.name ?? '',
    subject: textOf(subject) ?? old?.subject,
    html: textOf(htmlContent) ?? old?.html,
    own: { ...old?.own, ...own },
  };
}

function show(template: Template) {
  const { name, subject = '', html: htmlContent = '', own } = template;
  const usual = { testSent: false, toField: '', tag: '', replyTo: '' };
  const content = { name, subject, htmlContent, isActive: isActive(template) };
  return { ...usual, ...own, ...content, ...stampsOf(template) };
}

function webhookRoutes({ store }: DoorContext) {
  const read = ({ url, events, ...own }: Fields, old?: Webhook) => ({
    service: 'brevo',
    url: textOf(url) ?? old?.url ?? '',
    events: events === undefined ? (old?.events ?? []) : textsOf(events),
    own: { ...old?.own, ...own },
  });
  return resource(brevoConventions, '/webhooks', webhooksOf(store, 'brevo'), {
    list: (views) => ok({ webhooks: views.toReversed() }),
    view: ({ url, events, own, ...row }) => ({
      description: '',
      type: 'transactional',
      ...own,
      url,
      events,
      ...stampsOf(row),
    }),
    read: (body) => read(body),
    change: read,
  });
}
