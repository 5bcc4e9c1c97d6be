import { type Route, route } from '../../../http/router.ts';
import type { Template } from '../../store/mail-store.ts';
import { type DoorContext, need } from '../door.ts';
import { type Fields, fieldsOf, textOf } from '../fields.ts';
import { dateOf, missing, pageOf, stop, wrap } from './wire.ts';

/** Templates, and their content, which is a resource of its own. */
export function templateRoutes({ store: { templates } }: DoorContext): readonly Route[] {
  const path = '/v3/REST/template';
  const find = (id = ''): Template =>
    need(
      templates.find(({ serial }) => `${serial}` === id),
      missing,
    );
  return [
    route('GET', path, (request) => pageOf(request, templates.all().map(view))),
    route('POST', path, (request) => {
      const { Name, ...own } = fieldsOf(request.json());
      if (textOf(Name) === undefined) throw stop(400, '"Name" is missing');
      return wrap([view(templates.add({ name: `${Name}`, own }))], 201);
    }),
    route('GET', `${path}/:id`, (_request, { id }) => wrap([view(find(id))])),
    route('PUT', `${path}/:id`, (request, { id }) => {
      const { Name, ...change } = fieldsOf(request.json());
      const { id: rowId, name, own } = find(id);
      const isSame =
        (Name ?? name) === name && Object.entries(change).every(([key, value]) => own[key] === value);
      if (isSame) return { status: 304 };
      templates.update(rowId, { name: textOf(Name) ?? name, own: { ...own, ...change } });
      return wrap([view(find(id))]);
    }),
    route('DELETE', `${path}/:id`, (_request, { id }) => {
      templates.delete(find(id).id);
      return { status: 204 };
    }),
    route('GET', `${path}/:id/detailcontent`, (_request, { id }) => wrap([contentOf(find(id))])),
    route('PUT', `${path}/:id/detailcontent`, (request, { id }) => {
      const row = find(id);
      templates.update(row.id, readContent(fieldsOf(request.json()), row));
      return wrap([contentOf(find(id))]);
    }),
    route('POST', `${path}/:id/detailcontent`, (request, { id }) => {
      const row = find(id);
      templates.update(row.id, readContent(fieldsOf(request.json()), row));
      return wrap([contentOf(find(id))], 201);
    }),
  ];
}

function view({ serial, name, own, createdAt, updatedAt }: Template) {
  const times = { CreatedAt: dateOf(createdAt), LastUpdatedAt: dateOf(updatedAt) };
  return { ...own, ...times, ID: serial, Name: name };
}

function readContent({ Headers, ...parts }: Fields, old: Template) {
  const headers = { ...fieldsOf(old.own['headers']), ...fieldsOf(Headers) };
  return {
    subject: textOf(headers['Subject']) ?? old.subject,
    html: textOf(parts['Html-part']) ?? old.html,
    text: textOf(parts['Text-part']) ?? old.text,
    own: { ...old.own, headers },
  };
}

function contentOf({ subject, html = '', text = '', own }: Template) {
  const Headers = { ...fieldsOf(own['headers']), ...(subject !== undefined && { Subject: subject }) };
  return { 'Html-part': html, 'Text-part': text, Headers };
}
