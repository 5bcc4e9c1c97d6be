import { type Door, type DoorContext, type Fields, resource, type Template, textOf } from '../../kit.ts';
// Elastic Email's REST API v4: its OpenAPI document of March 2026.
import { absent } from './absent.ts';
import { accountRoutes } from './account.ts';
import { bookRoutes } from './book.ts';
import { campaignRoutes } from './campaigns.ts';
import { elasticemailEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { webhookRoutes } from './webhooks.ts';
import { byName, dateOf, elasticemailConventions, partOf, problem, refuse } from './wire.ts';

export const elasticemail: Door = {
  name: 'elasticemail',
  absent: absent.map(([method, pattern, name]) => [method, `/v4${pattern}`, name]),
  events: elasticemailEvents,
  basePath: '/v4',
  keyPrefix: '',
  readKey: ({ headers }) => headers['x-elasticemail-apikey'],
  rateHeaders: {},
  problem,
  routes: (context) =>
    [
      ...mailRoutes(context),
      ...templateRoutes(context),
      ...bookRoutes(context),
      ...campaignRoutes(context),
      ...accountRoutes(context),
      ...webhookRoutes(context),
    ].map(({ pattern, ...rest }) => ({ ...rest, pattern: `/v4${pattern}` })),
};

function templateRoutes({ store: { templates } }: DoorContext) {
  return resource(elasticemailConventions, '/templates', templates, {
    find: byName,
    view: show,
    read: (body, old) => {
      const content = read(body);
      if (!old && byName(templates, content.name)) throw refuse('Template with this name already exists.');
      return content;
    },
  });
}

function read({ Name, Subject, Body, ...own }: Fields) {
  const [html, text] = [partOf(Body, 'HTML'), partOf(Body, 'PlainText')];
  return { name: textOf(Name) ?? '', subject: textOf(Subject), html, text, own };
}

function show({ name, subject, html, text, own, createdAt }: Template) {
  const part = (ContentType: string, Content: string | undefined) =>
    Content === undefined ? [] : [{ ContentType, Content, Charset: 'utf-8' }];
  const Body = [...part('HTML', html), ...part('PlainText', text)];
  return { ...own, Name: name, Subject: subject, Body, DateAdded: dateOf(createdAt) };
}
