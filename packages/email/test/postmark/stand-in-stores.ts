import { randomUUID } from 'node:crypto';
import type { StandInRequest } from '../support/stand-in-server.ts';
import { type PostmarkMail, type Route, refuse } from './stand-in-wire.ts';

interface StoredTemplate {
  readonly TemplateId: number;
  readonly Name: string;
  readonly Subject?: string;
  readonly HtmlBody?: string | null;
  readonly TextBody?: string | null;
  readonly Active: boolean;
  readonly Alias: null;
  readonly TemplateType: 'Standard';
}

const json = ({ body }: StandInRequest) => JSON.parse(String(body));
const ok = { ErrorCode: 0, Message: 'OK' };
const at = '2026-02-14T11:12:54.8054242-05:00';

/** What Postmark keeps beside mails. */
export function createStores() {
  const templates = createTemplates();
  const suppressions = createSuppressions();
  const messages = new Map<string, object>();
  const webhooks = new Map<string, object>();
  const routes: Readonly<Record<string, Route>> = {
    ...templates.routes,
    ...suppressions.routes,
    'GET /messages/outbound': ({ query }) => {
      const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))];
      const all = [...messages.values()];
      return [200, { TotalCount: all.length, Messages: all.slice(offset, offset + count) }];
    },
    'GET /messages/outbound/*/details': (_request, id = '') => {
      const message = messages.get(id);
      return message === undefined ? refuse(701, 'This message does not exist.') : [200, message];
    },
    'GET /webhooks': () => [200, { Webhooks: [...webhooks.values()] }],
    'POST /webhooks': (request) => {
      const ID = 1_234_567 + webhooks.size;
      webhooks.set(String(ID), { MessageStream: 'outbound', ...json(request), ID });
      return [200, webhooks.get(String(ID))];
    },
    'DELETE /webhooks/*': (_request, id = '') =>
      webhooks.delete(id) ? [200, ok] : refuse(1_400, 'This webhook does not exist.'),
  };
  return {
    routes,
    render: templates.render,
    isSuppressed: suppressions.has,
    keepMessage(
      Subject: string,
      Recipients: readonly string[],
      { MessageStream, Tag }: PostmarkMail,
    ): string {
      const MessageID = randomUUID();
      const MessageEvents = Recipients.map((Recipient) => ({
        Recipient,
        Type: 'Delivered',
        ReceivedAt: at,
        Details: { DeliveryMessage: 'smtp;250 2.0.0 OK', DestinationServer: 'mx.example.com' },
      }));
      const message = { MessageID, Subject, Recipients, MessageStream, Tag, ReceivedAt: at, Status: 'Sent' };
      messages.set(MessageID, { ...message, MessageEvents });
      return MessageID;
    },
  };
}

function createTemplates() {
  const templates = new Map<string, StoredTemplate>();
  const missing = refuse(1_101, 'The TemplateId or Alias is not valid, or was not found.');
  const shortOf = ({ Subject: _s, HtmlBody: _h, TextBody: _t, ...short }: StoredTemplate) => short;
  const fill = (text: string | null | undefined, model: Readonly<Record<string, unknown>> = {}) =>
    text?.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(model[name] ?? ''));
  const routes: Readonly<Record<string, Route>> = {
    'GET /templates': ({ query }) => {
      const all = [...templates.values()].map(shortOf);
      const offset = Number(query.get('Offset'));
      return [
        200,
        { TotalCount: all.length, Templates: all.slice(offset, offset + Number(query.get('Count'))) },
      ];
    },
    'POST /templates': (request) => {
      const TemplateId = 1_000 + templates.size;
      const created = { Active: true, Alias: null, TemplateType: 'Standard', ...json(request), TemplateId };
      templates.set(String(TemplateId), created);
      return [200, shortOf(created)];
    },
    'POST /templates/validate': (request) => {
      const { Subject, HtmlBody, TextBody, TestRenderModel } = json(request);
      const section = (text: string | undefined) =>
        text === undefined
          ? null
          : { ContentIsValid: true, ValidationErrors: [], RenderedContent: fill(text, TestRenderModel) };
      const sections = {
        Subject: section(Subject),
        HtmlBody: section(HtmlBody),
        TextBody: section(TextBody),
      };
      return [200, { AllContentIsValid: true, ...sections }];
    },
    'GET /templates/*': (_request, id = '') => {
      const found = templates.get(id);
      return found === undefined ? missing : [200, found];
    },
    'PUT /templates/*': (request, id = '') => {
      const found = templates.get(id);
      if (found === undefined) return missing;
      const changed = { ...found, ...json(request) };
      templates.set(id, changed);
      return [200, shortOf(changed)];
    },
    'DELETE /templates/*': (_request, id = '') => (templates.delete(id) ? [200, ok] : missing),
  };
  return {
    routes,
    render({ TemplateId, TemplateModel }: PostmarkMail): Partial<PostmarkMail> {
      const found = templates.get(String(TemplateId));
      if (found === undefined) return {};
      const [Subject, HtmlBody, TextBody] = [found.Subject, found.HtmlBody, found.TextBody].map((text) =>
        fill(text, TemplateModel),
      );
      return {
        ...(Subject === undefined ? {} : { Subject }),
        ...(HtmlBody === undefined ? {} : { HtmlBody }),
        ...(TextBody === undefined ? {} : { TextBody }),
      };
    },
  };
}

function createSuppressions() {
  const suppressed = new Map<string, { readonly stream: string; readonly reason: string }>();
  const keyOf = (stream: string, address: string) => `${stream} ${address.toLowerCase()}`;
  const each = (request: StandInRequest, run: (address: string) => object): [number, object] => {
    const { Suppressions } = json(request) as { Suppressions: { EmailAddress: string }[] };
    return [
      200,
      { Suppressions: Suppressions.map(({ EmailAddress }) => ({ EmailAddress, ...run(EmailAddress) })) },
    ];
  };
  const routes: Readonly<Record<string, Route>> = {
    'GET /message-streams': () => {
      const kinds = { inbound: 'Inbound', outbound: 'Transactional', news: 'Broadcasts' };
      const streams = Object.entries(kinds).map(([ID, MessageStreamType]) => ({ ID, MessageStreamType }));
      return [200, { TotalCount: streams.length, MessageStreams: streams }];
    },
    'GET /message-streams/*/suppressions/dump': ({ query }, stream = '') => {
      const wanted = query.get('EmailAddress');
      const found = [...suppressed].filter(
        ([key, item]) => item.stream === stream && (wanted === null || key === keyOf(stream, wanted)),
      );
      const Suppressions = found.map(([key, { reason }]) => ({
        EmailAddress: key.slice(stream.length + 1),
        SuppressionReason: reason,
        Origin: 'Customer',
        CreatedAt: '2026-12-17T08:58:33-05:00',
      }));
      return [200, { Suppressions }];
    },
    'POST /message-streams/*/suppressions': (request, stream = '') =>
      each(request, (address) => {
        suppressed.set(keyOf(stream, address), { stream, reason: 'ManualSuppression' });
        return { Status: 'Suppressed', Message: null };
      }),
    'POST /message-streams/*/suppressions/delete': (request, stream = '') =>
      each(request, (address) => {
        suppressed.delete(keyOf(stream, address));
        return { Status: 'Deleted', Message: null };
      }),
  };
  return {
    routes,
    has: (address: string, stream = 'outbound') => suppressed.has(keyOf(stream, address)),
  };
}
