import {
  type Door,
  type DoorContext,
  type Fields,
  neverChanged,
  noContent,
  ok,
  type Route,
  resource,
  type Template,
  textOf,
  textsOf,
  webhooksOf,
} from '../../kit.ts';
// Brevo's API v3: developers.brevo.com, and its API description of February 2025.
import { addFirstAttributes, contactRoutes } from './contacts.ts';
import { brevoEvents } from './events.ts';
import { listRoutes } from './lists.ts';
import { mailRoutes } from './mail.ts';
import { brevoConventions, isActive, problem, refuse, stampsOf } from './wire.ts';

export const brevo: Door = {
  name: 'brevo',
  remoteFiles: { list: 'attachment', url: 'url', content: 'content', name: 'name' },
  events: brevoEvents,
  basePath: '/v3',
  keyPrefix: 'xkeysib-',
  fill: addFirstAttributes,
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

function webhookRoutes({ store }: DoorContext): readonly Route[] {
  return resource(brevoConventions, '/webhooks', webhooksOf(store, 'brevo'), {
    verbs: neverChanged,
    list: (views) => ok({ webhooks: views.toReversed() }),
    view: ({ url, events, own, ...row }) => ({ description: '', ...own, url, events, ...stampsOf(row) }),
    read: ({ url, events, ...own }) => ({
      service: 'brevo',
      url: textOf(url) ?? '',
      events: textsOf(events),
      own,
    }),
  });
}
