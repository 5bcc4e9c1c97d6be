// Elastic Email's REST API v4 as its OpenAPI document (March 2026) describes it.
import { type JsonService, type Reply, type Routes, startJsonService } from '../support/json-service.ts';
import { createBookRoutes } from './stand-in-book.ts';
import { createMailRoutes, type ElasticMails } from './stand-in-mail.ts';

export interface ElasticEmailStandIn extends JsonService, ElasticMails {
  /** The address without the `/v4` that is in `url`. */
  readonly origin: string;
}

interface Template {
  readonly Name: string;
  readonly Subject?: string;
  readonly Body?: readonly { readonly ContentType: string; readonly Content: string }[];
}

const missing: Reply = [404, { Error: 'not found' }];

function createTemplateRoutes(templates: Map<string, Template>): Routes {
  return {
    'POST /templates': (request) => {
      const template = request.json<Template>();
      templates.set(template.Name, template);
      return [201, { ...template, DateAdded: '2030-01-02T03:04:05' }];
    },
    'GET /templates': ({ query }) => {
      const offset = Number(query.get('offset'));
      return [200, [...templates.values()].slice(offset, offset + Number(query.get('limit')))];
    },
    'GET /templates/*': (_request, name = '') => {
      const template = templates.get(name);
      return template === undefined ? missing : [200, template];
    },
    'PUT /templates/*': (request, name = '') => {
      const template = request.json<Template>();
      templates.delete(name);
      templates.set(template.Name, template);
      return [200, template];
    },
    'DELETE /templates/*': (_request, name = '') => (templates.delete(name) ? [200] : missing),
  };
}

export async function startElasticEmail(): Promise<ElasticEmailStandIn> {
  const templates = new Map<string, Template>();
  const mail = createMailRoutes((name) => {
    const { Subject = '', Body = [] } = templates.get(name) ?? {};
    return { subject: Subject, html: Body.find(({ ContentType }) => ContentType === 'HTML')?.Content };
  });
  const routes = { ...mail.routes, ...createTemplateRoutes(templates), ...createBookRoutes() };
  const service = await startJsonService(
    Object.fromEntries(Object.entries(routes).map(([line, run]) => [line.replace(' ', ' /v4'), run])),
    (headers) =>
      headers['x-elasticemail-apikey'] === 'ee-good' ? undefined : [401, { Error: 'APIKey Expired' }],
    missing,
  );
  const { url: origin } = service;
  return { ...service, origin, url: `${origin}/v4`, mails: mail.mails, requests: mail.requests };
}
