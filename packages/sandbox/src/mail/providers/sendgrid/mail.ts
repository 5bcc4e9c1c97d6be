import {
  accept,
  addressesOf,
  addressOf,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  fileOf,
  fill,
  flagOf,
  itemsOf,
  listOf,
  type Message,
  namedOutcomes,
  ok,
  ownTable,
  Problem,
  type Route,
  renderHandlebars,
  route,
  type SandboxRequest,
  type SandboxResponse,
  type Submission,
  textFieldsOf,
  textOf,
  textsOf,
  trackingOf,
} from '../../kit.ts';
import { checkMail } from './check-mail.ts';
import { activeVersion } from './templates.ts';
import { makeId, missing, refuse } from './wire.ts';

/** Sending, scheduled sends, and the activity of messages. */
export function mailRoutes(context: DoorContext): readonly Route[] {
  const { store, outbox } = context;
  const batches = ownTable(store, 'sendgrid batches');
  const stop = (batchId: string): void => {
    for (const { id, own } of store.messages.all()) if (own['batch'] === batchId) outbox.cancel(id);
  };
  return [
    route('POST', '/v3/mail/send', (request) => {
      const mail = fieldsOf(request.json());
      const batch = textOf(mail['batch_id']);
      if (batch !== undefined && batches.get(batch) === undefined)
        throw new Problem(refuse(400, 'The batch id is unknown.', 'batch_id'));
      return send(context, mail);
    }),
    route('POST', '/v3/mail/batch', () => ok({ batch_id: batches.add({}, makeId()) }, 201)),
    route('GET', '/v3/mail/batch/:id', (_request, { id = '' }) => {
      if (batches.get(id) === undefined) throw missing('batch id');
      return ok({ batch_id: id });
    }),
    route('POST', '/v3/user/scheduled_sends', (request) => {
      const change = fieldsOf(request.json());
      const batch = textOf(change['batch_id']) ?? '';
      if (batches.get(batch) === undefined) throw new Problem(refuse(400, 'batch id not found', 'batch_id'));
      stop(batch);
      return ok(change, 201);
    }),
    ...activityRoutes(context),
  ];
}

async function send(context: DoorContext, mail: Fields): Promise<SandboxResponse> {
  checkMail(mail, context.store.now());
  const requestId = makeId();
  const personalizations = itemsOf(mail['personalizations']);
  const submissions = personalizations.map((one, index) =>
    readMail(context, mail, one, index, `${requestId}.filter-${index}`),
  );
  if (fieldsOf(fieldsOf(mail['mail_settings'])['sandbox_mode'])['enable'] === true) return { status: 200 };
  for (const submission of submissions) await accept(context, refuse, submission);
  return { status: 202, headers: { 'x-message-id': requestId } };
}

/** @throws {Problem} 400 */
function readMail({ store }: DoorContext, mail: Fields, one: Fields, index: number, id: string): Submission {
  const from = addressOf(one['from'] ?? mail['from'], () => badAddress('from'));
  const [to = [], cc, bcc] = ['to', 'cc', 'bcc'].map((name) =>
    addressesOf(one[name], (_text, at) => badAddress(`personalizations.${index}.${name}.${at}`)),
  );
  const replies = [...listOf(mail['reply_to_list']), ...[mail['reply_to'] ?? []].flat()];
  if (from === undefined || to.length === 0)
    throw new Problem(refuse(400, 'The to array is required.', `personalizations.${index}.to`));
  const content = itemsOf(mail['content']);
  const part = (type: string) => textOf(content.find((each) => each['type'] === type)?.['value']);
  const stored = activeVersion(store.templates.get(textOf(mail['template_id']) ?? ''));
  if (mail['template_id'] !== undefined && stored === undefined)
    throw new Problem(refuse(400, 'The template_id must be a valid GUID.', 'template_id'));
  const data = fieldsOf(one['dynamic_template_data']);
  const render = (text: unknown, isHtml = false) => renderHandlebars(textOf(text), data, isHtml);
  const substitute = substituting(textFieldsOf(one['substitutions']));
  const args = { ...textFieldsOf(mail['custom_args']), ...textFieldsOf(one['custom_args']) };
  const { org_message_id: _, ...metadata } = args;
  const sendAt = Number(one['send_at'] ?? mail['send_at']) * 1000;
  const tracking = fieldsOf(mail['tracking_settings']);
  const isOn = (name: string) => flagOf(fieldsOf(tracking[`${name}_tracking`])['enable']);
  const group = fieldsOf(mail['asm'])['group_id'];
  return {
    id,
    from,
    to,
    cc,
    bcc,
    replyTo: addressesOf(replies, () => badAddress('reply_to')).map(({ address }) => address),
    subject: render(stored?.['subject']) ?? substitute(textOf(one['subject'] ?? mail['subject'])) ?? '',
    html: render(stored?.['html_content'], true) ?? substitute(part('text/html')),
    text: render(stored?.['plain_content']) ?? substitute(part('text/plain')),
    alternatives: content.flatMap(({ type, value }) => {
      const contentType = textOf(type) ?? '';
      return /^text\/(?:plain|html)$/.test(contentType)
        ? []
        : [{ contentType, content: textOf(value) ?? '' }];
    }),
    headers: Object.entries({ ...textFieldsOf(mail['headers']), ...textFieldsOf(one['headers']) }),
    attachments: itemsOf(mail['attachments']).map(readAttachment),
    sendAt: Number.isFinite(sendAt) ? sendAt : undefined,
    own: { args, batch: mail['batch_id'] },
    labels: {
      service: 'sendgrid',
      tags: textsOf(mail['categories']),
      metadata,
      tracking: trackingOf(isOn('open'), isOn('click')),
      stream: group === undefined ? undefined : String(group),
    },
  };
}

/** Replaces texts by others, as they are written. */
function substituting(pairs: Readonly<Record<string, string>>) {
  const keys = Object.keys(pairs).filter((key) => key !== '');
  const words = keys.map((key) => key.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(${words.join('|')})`, 'g');
  return (text: string | undefined) => (keys.length === 0 ? text : fill(text, pattern, pairs));
}

const badAddress = (path: string): Problem =>
  new Problem(refuse(400, 'Does not contain a valid address.', `${path}.email`));

function readAttachment({ content, filename, type, disposition, content_id }: Fields) {
  return fileOf(filename, content, type, disposition === 'inline' ? content_id : undefined);
}

const eventNames = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'spam_report',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribe',
  suppressed: 'dropped',
};

function activityRoutes({ store }: DoorContext): readonly Route[] {
  const own = () =>
    store.messages.all().filter(({ service, state }) => service === 'sendgrid' && state === 'sent');
  const eventsOf = (message: Message) => {
    const [first] = message.recipients;
    return namedOutcomes(message, eventNames).filter(({ recipient }) => recipient === first);
  };
  const view = (message: Message) => {
    const { id, recipients, from, subject, createdAt } = message;
    const events = eventsOf(message);
    const count = (wanted: string) => events.filter(({ kind }) => kind === wanted).length;
    return {
      msg_id: id,
      to_email: recipients[0] ?? '',
      from_email: from,
      subject,
      status: count('bounced') + count('suppressed') > 0 ? 'not_delivered' : 'delivered',
      opens_count: count('opened'),
      clicks_count: count('clicked'),
      last_event_time: dateOf(events.at(-1)?.at ?? createdAt),
    };
  };
  return [
    route('GET', '/v3/messages', ({ query }: SandboxRequest) => {
      // `unique_args['name']="value"`, of SendGrid's query language.
      const [, asked = ''] = (query.get('query') ?? '').split("unique_args['");
      const [name = '', , value = ''] = asked.split(/['"]/);
      const found = own().filter(
        (message) => name === '' || textFieldsOf(message.own['args'])[name] === value,
      );
      return ok({ messages: found.slice(0, Number(query.get('limit') ?? 10)).map(view) });
    }),
    route('GET', '/v3/messages/:id', (_request, { id = '' }) => {
      const found = own().find((message) => message.id === id);
      if (found === undefined) throw missing('message');
      const first = { event_name: 'processed', processed: dateOf(found.createdAt) };
      const later = eventsOf(found).map(({ name: event_name, kind, at }) => ({
        ...{ event_name, processed: dateOf(at) },
        ...(kind === 'bounced' && { bounce_type: 'hard', reason: '550 5.1.1 The mailbox does not exist' }),
      }));
      return ok({ ...view(found), events: [first, ...later] });
    }),
  ];
}
