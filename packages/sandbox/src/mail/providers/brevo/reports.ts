import {
  acceptAll,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  type Message,
  need,
  noContent,
  ok,
  outcomesOf,
  route,
  suppressionBook,
  textOf,
  textsOf,
} from '../../kit.ts';
import { bare, eventsOf, readMails } from './mail.ts';
import { findBySerial, missing, problem, refuse } from './wire.ts';

const counted = {
  deferred: 'softBounces',
  delivered: 'delivered',
  bounced: 'hardBounces',
  complained: 'spamReports',
  opened: 'opens',
  clicked: 'clicks',
  unsubscribed: 'unsubscribed',
  suppressed: 'blocked',
} as const;

function countsOf(messages: readonly Message[]) {
  const outcomes = messages.flatMap(outcomesOf);
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const unique = (kind: string) =>
    messages.filter((one) => outcomesOf(one).some((each) => each.kind === kind)).length;
  return {
    requests: messages.reduce((sum, { recipients }) => sum + recipients.length, 0),
    ...Object.fromEntries(Object.entries(counted).map(([kind, name]) => [name, count(kind)])),
    uniqueClicks: unique('clicked'),
    uniqueOpens: unique('opened'),
    invalid: 0,
  };
}

const dayOf = (instant: number): string => dateOf(instant).slice(0, 10);

/** Reports of sent mail, its content, tests of templates, and what is blocked. */
export function reportRoutes(context: DoorContext) {
  const { store, outbox } = context;
  const inRange = (query: URLSearchParams) => {
    const [tag, start, end] = [query.get('tag'), query.get('startDate'), query.get('endDate')];
    return store.messages
      .all()
      .filter(({ service, state }) => service === 'brevo' && state === 'sent')
      .filter(({ labels }) => tag === null || labels.tags?.includes(tag))
      .filter(({ createdAt }) => start === null || dayOf(createdAt) >= start)
      .filter(({ createdAt }) => end === null || dayOf(createdAt) <= end);
  };
  return [
    route('GET', '/smtp/statistics/aggregatedReport', ({ query }) => {
      const today = dayOf(store.now());
      const range = `${query.get('startDate') ?? today}|${query.get('endDate') ?? today}`;
      return ok({ range, ...countsOf(inRange(query)) });
    }),
    route('GET', '/smtp/statistics/reports', (request) => {
      const messages = inRange(request.query);
      const days = [...new Set(messages.map(({ createdAt }) => dayOf(createdAt)))];
      const reports = days.map((date) => ({
        date,
        ...countsOf(messages.filter(({ createdAt }) => dayOf(createdAt) === date)),
      }));
      const limit = Number(request.query.get('limit') ?? 10);
      const offset = Number(request.query.get('offset') ?? 0);
      return ok({ reports: reports.toReversed().slice(offset, offset + limit) });
    }),
    route('GET', '/smtp/emails/:id', (_request, { id = '' }) => {
      const message = need(store.messages.get(id), missing);
      const { parsed } = store.mailbox.get(id) ?? {};
      const events = eventsOf(message).map(({ event: name, date: time }) => ({ name, time }));
      return ok({
        email: message.recipients[0],
        subject: message.subject,
        date: dateOf(message.createdAt),
        ...(typeof message.own['templateId'] === 'number' && { templateId: message.own['templateId'] }),
        events,
        body: parsed?.html ?? parsed?.text ?? '',
        attachmentCount: parsed?.attachments.length ?? 0,
      });
    }),
    route('DELETE', '/smtp/log/:id', (_request, { id = '' }) => {
      const found = store.messages
        .all()
        .filter(({ service }) => service === 'brevo')
        .filter((one) => one.id === bare(id) || one.recipients.includes(id));
      if (found.length === 0) throw missing();
      for (const message of found) {
        outbox.cancel(message.id);
        store.messages.delete(message.id);
      }
      return noContent;
    }),
    ...templateTests(context),
    ...blockRoutes(context),
  ];
}

const maxTests = 20;

function templateTests(context: DoorContext) {
  const { store } = context;
  const nobody = { sender: { email: 'sandbox@localhost.localdomain' } };
  const find = (id: unknown) => findBySerial(store.templates.all(), id);
  return [
    route('POST', '/smtp/templates/:id/sendTest', async (request, { id }) => {
      const { serial, own } = find(id);
      const emails = textsOf(fieldsOf(request.json())['emailTo']);
      if (emails.length === 0) throw refuse('missing_parameter', 'emailTo is missing');
      if (emails.length > maxTests)
        throw refuse('invalid_parameter', `emailTo has at most ${maxTests} addresses`);
      const mail = { ...(own['sender'] === undefined && nobody), to: emails.map((email) => ({ email })) };
      acceptAll(context, problem, readMails(context, { ...mail, templateId: serial }, true));
      return noContent;
    }),
    route('POST', '/smtp/template/preview', (request) => {
      const { templateId, email, params } = fieldsOf(request.json());
      const { serial, own } = find(templateId);
      const to = [{ email: textOf(email) ?? 'sandbox@localhost.localdomain' }];
      const mail: Fields = { ...(own['sender'] === undefined && nobody), to, params, templateId: serial };
      const [{ subject, html, from, replyTo } = {}] = readMails(context, mail, true);
      const [reply] = replyTo ?? [];
      return ok({
        templateId: serial,
        subject,
        html,
        fromEmail: from?.address,
        fromName: from?.name,
        replyTo: typeof reply === 'object' ? reply.address : reply,
      });
    }),
  ];
}

/** Domains that get no mail, and the bounces of addresses. */
function blockRoutes({ store }: DoorContext) {
  const { suppressions } = store;
  const domains = () => suppressions.all().filter(({ kind }) => kind === 'domain');
  const path = '/smtp/blockedDomains';
  return [
    route('GET', path, () => ok({ domains: domains().map(({ email }) => email) })),
    route('POST', path, (request) => {
      const domain = textOf(fieldsOf(request.json())['domain'])?.toLowerCase();
      if (domain === undefined) throw refuse('missing_parameter', 'domain is missing');
      if (domains().some(({ email }) => email === domain))
        throw refuse('duplicate_parameter', 'Domain is already blocked');
      suppressions.add({ email: domain, kind: 'domain', reason: 'manual', own: {} });
      return { status: 201 };
    }),
    route('DELETE', `${path}/:domain`, (_request, { domain }) => {
      const found = domains().find(({ email }) => email === domain);
      suppressions.delete(need(found, missing).id);
      return noContent;
    }),
    route('POST', '/smtp/deleteHardbounces', (request) => {
      const { contactEmail } = request.bytes.byteLength === 0 ? {} : fieldsOf(request.json());
      suppressionBook(store).remove({ reason: 'bounce', email: textOf(contactEmail) });
      return noContent;
    }),
  ];
}

export const accountRoutes = ({ key }: DoorContext) => [
  route('GET', '/account', () =>
    ok({
      email: 'sandbox@localhost.localdomain',
      firstName: 'Sandbox',
      lastName: 'Account',
      companyName: 'Sandbox',
      address: { street: '', city: '', zipCode: '', country: '' },
      plan: [{ type: 'free', creditsType: 'sendLimit', credits: 300 }],
      relay: { enabled: true, data: { userName: 'sandbox@localhost', relay: 'localhost', port: 0 } },
      marketingAutomation: { enabled: false, key: key.slice(0, 8) },
    }),
  ),
];
