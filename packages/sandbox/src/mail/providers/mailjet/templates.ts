import {
  bySerial,
  type DoorContext,
  type Fields,
  fieldsOf,
  need,
  resource,
  route,
  type SandboxRequest,
  type Template,
  textOf,
} from '../../kit.ts';
import { dateOf, mailjetConventions, missing, notModified, requireText, wrap } from './wire.ts';

/** Templates, and their content, which is a resource of its own. */
export function templateRoutes({ store: { templates } }: DoorContext) {
  const path = '/v3/REST/template';
  const find = (id = ''): Template => need(bySerial(templates, id), missing);
  const write = (request: SandboxRequest, id: string | undefined, status: number) => {
    const row = find(id);
    templates.update(row.id, readContent(fieldsOf(request.json()), row));
    return wrap([contentOf(find(id))], status);
  };
  return [
    ...resource(mailjetConventions, path, templates, {
      view,
      read: ({ Name, ...own }) => ({ name: requireText({ Name }, 'Name'), own }),
      change: ({ Name, ...given }, { name, own }) => {
        const isSame = Object.entries(given).every(([key, value]) => own[key] === value);
        if (isSame && (Name ?? name) === name) throw notModified();
        return { name: textOf(Name) ?? name, own: { ...own, ...given } };
      },
    }),
    route('GET', `${path}/:id/detailcontent`, (_request, { id }) => wrap([contentOf(find(id))])),
    route('PUT', `${path}/:id/detailcontent`, (request, { id }) => write(request, id, 200)),
    route('POST', `${path}/:id/detailcontent`, (request, { id }) => write(request, id, 201)),
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
