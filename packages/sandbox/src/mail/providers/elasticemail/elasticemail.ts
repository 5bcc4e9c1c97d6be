// Elastic Email's REST API v4: its OpenAPI document of March 2026.
import { type Route, route } from '../../../http/router.ts';
import type { Template } from '../../store/mail-store.ts';
import { type Door, type DoorContext, need, Problem } from '../door.ts';
import { type Fields, fieldsOf, textOf } from '../fields.ts';
import { bookRoutes } from './book.ts';
import { elasticemailEvents } from './events.ts';
import { mailRoutes } from './mail.ts';
import { dateOf, missing, pageOf, partOf, problem } from './wire.ts';

export const elasticemail: Door = {
  name: 'elasticemail',
  events: elasticemailEvents,
  basePath: '/v4',
  keyPrefix: '',
  readKey: ({ headers }) => headers['x-elasticemail-apikey'],
  rateHeaders: {},
  problem,
  routes: (context) =>
    [...mailRoutes(context), ...templateRoutes(context), ...bookRoutes(context)].map(
      ({ pattern, ...rest }) => ({ ...rest, pattern: `/v4${pattern}` }),
    ),
};

/** Templates by name. */
function templateRoutes({ store: { templates } }: DoorContext): readonly Route[] {
  const find = (name: string): Template =>
    need(
      templates.find((row) => row.name === name),
      missing,
    );
  return [
    route('POST', '/templates', (request) => {
      const fields = read(fieldsOf(request.json()));
      if (templates.find(({ name }) => name === fields.name) !== undefined)
        throw new Problem(problem(400, 'Template with this name already exists.'));
      return { status: 201, json: show(templates.add(fields)) };
    }),
    route('GET', '/templates', (request) => pageOf(request, templates.all().map(show))),
    route('GET', '/templates/:name', (_request, { name = '' }) => ({ status: 200, json: show(find(name)) })),
    route('PUT', '/templates/:name', (request, { name = '' }) => {
      const { id } = find(name);
      templates.update(id, read(fieldsOf(request.json())));
      return { status: 200, json: show(templates.get(id) ?? find(name)) };
    }),
    route('DELETE', '/templates/:name', (_request, { name = '' }) => {
      templates.delete(find(name).id);
      return { status: 200 };
    }),
  ];
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
