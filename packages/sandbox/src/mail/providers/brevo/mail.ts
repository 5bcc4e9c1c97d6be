import { randomBytes } from 'node:crypto';
import {
  acceptAll,
  addressesOf,
  addressOf,
  type Contact,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  fileOf,
  instantOf,
  itemsOf,
  type Message,
  namedOutcomes,
  noContent,
  ok,
  ownTable,
  parseText,
  refuseRemoteFile,
  renderTags,
  route,
  type Submission,
  textFieldsOf,
  textOf,
  textsOf,
} from '../../kit.ts';
import { brevoLanguage } from './language.ts';
import { findBySerial, isActive, missing, pages, problem, refuse } from './wire.ts';

const most = { recipients: 2000, ofVersion: 99 };
const keyForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const keyMs = 15 * 60_000;

/** Sending, scheduled messages, and events. */
export function mailRoutes(context: DoorContext) {
  const { store, outbox } = context;
  const keys = ownTable(store, 'brevo keys');
  const own = () => store.messages.all().filter(({ service }) => service === 'brevo');

  const takeKey = (key: string | undefined): void => {
    if (key === undefined) return;
    if (!keyForm.test(key)) throw refuse('invalid_parameter', 'idempotencyKey is not a valid UUID');
    if ((keys.get(key)?.createdAt ?? Number.NEGATIVE_INFINITY) > store.now() - keyMs)
      throw refuse('duplicate_parameter', 'idempotencyKey was used before');
    keys.add({}, key);
  };

  return [
    route('POST', '/smtp/email', async (request) => {
      const mail = fieldsOf(request.json());
      const submissions = readMails(context, mail);
      takeKey(textOf(fieldsOf(mail['headers'])['idempotencyKey']));
      const isDropped = fieldsOf(mail['headers'])['X-Sib-Sandbox'] === 'drop';
      acceptAll(context, problem, isDropped ? [] : submissions);
      const ids = submissions.map(({ id }) => `<${id}>`);
      const status = submissions[0]?.sendAt === undefined ? 201 : 202;
      return ok(mail['messageVersions'] === undefined ? { messageId: ids[0] } : { messageIds: ids }, status);
    }),
    route('GET', '/smtp/statistics/events', ({ query }) => {
      const wanted = bare(query.get('messageId') ?? '');
      const sent = own().filter(({ id, state }) => state === 'sent' && (wanted === '' || id === wanted));
      const [email, event] = [query.get('email'), query.get('event')];
      const events = sent
        .flatMap(eventsOf)
        .filter((one) => (email === null || one.email === email) && (event === null || one.event === event))
        .slice(0, Number(query.get('limit') ?? 2500));
      return ok(events.length === 0 ? {} : { events });
    }),
    route('GET', '/smtp/emailStatus/:id', (_request, { id = '' }) => {
      const message = store.messages.get(bare(id));
      if (message?.state !== 'scheduled') throw missing();
      const { sendAt = 0, createdAt } = message;
      return ok({ scheduledAt: dateOf(sendAt), createdAt: dateOf(createdAt), status: 'queued' });
    }),
    route('DELETE', '/smtp/email/:id', (_request, { id = '' }) => {
      if (outbox.cancel(bare(id)) === undefined) throw missing();
      return noContent;
    }),
    route('GET', '/smtp/emails', (request) => {
      const [email, messageId] = [request.query.get('email'), request.query.get('messageId')];
      const found = own()
        .filter(({ recipients }) => email === null || recipients.includes(email))
        .filter(({ id }) => messageId === null || id === bare(messageId));
      return pages(1000)(found.map(brief), request, 'transactionalEmails');
    }),
  ];
}

export const bare = (id: string): string => id.replace(/^<|>$/g, '');

const eventNames = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'hardBounces',
  complained: 'spam',
  opened: 'opened',
  clicked: 'clicks',
  unsubscribed: 'unsubscribed',
  suppressed: 'blocked',
};

/** The newest of each recipient first. */
export function eventsOf(message: Message) {
  const { id, recipients, subject, from, createdAt } = message;
  const common = { messageId: `<${id}>`, subject, from };
  const outcomes = namedOutcomes(message, eventNames).toReversed();
  return recipients.flatMap((email) => [
    ...outcomes
      .filter(({ recipient }) => recipient === email)
      .map(({ name: event, at }) => ({ ...common, date: dateOf(at), email, event })),
    { ...common, date: dateOf(createdAt), email, event: 'requests' },
  ]);
}

function brief({ id, recipients, subject, from, createdAt }: Message) {
  return { email: recipients[0], subject, messageId: `<${id}>`, uuid: id, date: dateOf(createdAt), from };
}

/** One for each version, or the message itself. @throws {Problem} 400 */
export function readMails(context: DoorContext, mail: Fields, isTest = false): readonly Submission[] {
  const { templateId } = mail;
  const { templates } = context.store;
  const template = templateId === undefined ? undefined : findBySerial(templates.all(), templateId);
  if (template !== undefined && !isTest && !isActive(template))
    throw refuse('invalid_parameter', 'Template is not active');
  const versions = mail['messageVersions'] === undefined ? [{}] : itemsOf(mail['messageVersions']);
  const own = template?.own ?? {};
  const stored: Fields = {
    sender: own['sender'],
    subject: template?.subject,
    replyTo: own['replyTo'] ? { email: own['replyTo'] } : undefined,
  };
  const submissions = versions.map((version) =>
    readMail(context, { ...withoutEmpty(stored), ...mail, ...withoutEmpty(version) }, template?.html),
  );
  const counts = submissions.map(({ to, cc = [], bcc = [] }) => to.length + cc.length + bcc.length);
  if (counts.some((count) => count > most.ofVersion))
    throw refuse('invalid_parameter', `to, cc and bcc have at most ${most.ofVersion} recipients`);
  if (counts.reduce((sum, count) => sum + count, 0) > most.recipients)
    throw refuse('invalid_parameter', `messageVersions have at most ${most.recipients} recipients`);
  return submissions;
}

const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const instructions = ['idempotencykey', 'sender.ip', 'x-sib-sandbox'];

function readMail({ store }: DoorContext, mail: Fields, templateHtml: string | undefined): Submission {
  const wrong = (field: string) => () => refuse('invalid_parameter', `email is not valid in ${field}`);
  const from = addressOf(mail['sender'], () => refuse('invalid_parameter', 'valid sender email required'));
  const [to = [], cc, bcc] = ['to', 'cc', 'bcc'].map((field) => addressesOf(mail[field], wrong(field)));
  const replyTo = addressOf(mail['replyTo'], wrong('replyTo'));
  if (from === undefined) throw refuse('missing_parameter', 'sender is missing');
  if (to.length === 0) throw refuse('missing_parameter', 'to is missing');
  const subject = textOf(mail['subject']);
  if (!subject) throw refuse('missing_parameter', 'subject is missing');
  const sendAt = instantOf(mail['scheduledAt']);
  if (mail['scheduledAt'] !== undefined && sendAt === undefined)
    throw refuse('invalid_parameter', 'scheduledAt is not a valid date');
  const contact = contactBook(store).findByEmail(to[0]?.address ?? '');
  const values = {
    params: fieldsOf(mail['params']),
    contact: { ...(contact && valuesOf(contact)), EMAIL: to[0]?.address },
  };
  const render = (text: unknown) => renderTags(textOf(text), values, brevoLanguage);
  const html = render(templateHtml ?? mail['htmlContent']);
  const text = templateHtml === undefined ? render(mail['textContent']) : undefined;
  if (html === undefined && text === undefined) throw refuse('missing_parameter', 'htmlContent is missing');
  const headers = Object.entries(textFieldsOf(mail['headers'])).filter(
    ([name]) => !instructions.includes(name.toLowerCase()),
  );
  const custom = headers.find(([name]) => name.toLowerCase() === 'x-mailin-custom')?.[1];
  return {
    id: `${Date.now()}.${randomBytes(6).toString('hex')}@smtp-relay.mailin.fr`,
    from,
    to,
    cc,
    bcc,
    replyTo: replyTo && [replyTo],
    subject: render(subject) ?? '',
    html,
    text,
    headers,
    attachments: itemsOf(mail['attachment']).map(readFile),
    own: typeof mail['templateId'] === 'number' ? { templateId: mail['templateId'] } : {},
    sendAt,
    labels: {
      service: 'brevo',
      tags: textsOf(mail['tags']),
      metadata: custom === undefined ? undefined : textFieldsOf(parseText(custom)),
    },
  };
}

function readFile({ name, content, url }: Fields) {
  refuseRemoteFile(url, 'attachment.url', (message) => refuse('invalid_parameter', message));
  return fileOf(name, content);
}

/** The attributes of a contact, as templates name them. */
function valuesOf({ fields, firstName: FIRSTNAME, lastName: LASTNAME }: Contact) {
  return { ...fields, FIRSTNAME, LASTNAME };
}
