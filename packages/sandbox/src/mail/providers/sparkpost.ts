// SparkPost's Transmissions API: its documentation of June 2026 (developers.sparkpost.com 88f24dc).
import { randomInt } from 'node:crypto';
import {
  acceptAll,
  addressOf,
  basicLogin,
  client,
  type Door,
  type DoorContext,
  type Fields,
  fieldsOf,
  fileOf,
  fillTemplate,
  flagOf,
  instantOf,
  isAddress,
  itemsOf,
  type MailAddress,
  type MailEvent,
  mailboxesOf,
  need,
  ok,
  Problem,
  readBasic,
  route,
  type Submission,
  sharedSecretOf,
  textFieldsOf,
  textOf,
  textsOf,
  trackingOf,
} from '../kit.ts';

const fail = (status: number, code: string | undefined, message: string, description?: string) => ({
  status,
  json: { errors: [{ message, ...(description !== undefined && { description }), ...(code && { code }) }] },
});

function problem(status: number, message: string) {
  if (status === 403)
    return fail(400, '7001', 'Invalid domain', 'Unconfigured or unverified sending domain.');
  return fail(status, status === 404 ? '1600' : undefined, message);
}

const refuse = (description: string): Problem =>
  new Problem(fail(422, '1400', 'required field is missing', description));
const secretOf = sharedSecretOf('sparkpost');

const names = {
  deferred: 'delay',
  delivered: 'delivery',
  bounced: 'bounce',
  complained: 'spam_complaint',
  opened: 'open',
  clicked: 'click',
  unsubscribed: 'list_unsubscribe',
} as const;

export const sparkpost: Door = {
  name: 'sparkpost',
  basePath: '/api/v1',
  keyPrefix: '',
  // The bare key, or a login without a password.
  readKey: (request) => readBasic(request)?.replace(/:$/, '') ?? request.headers['authorization'],
  refuseKey: () => problem(401, 'Unauthorized.'),
  rateHeaders: {},
  problem,
  routes: (context) => [
    route('POST', '/api/v1/transmissions', (request) => transmit(context, fieldsOf(request.json()))),
  ],
  absent: [
    ['DELETE', '/api/v1/transmissions', 'transmissions.delete'],
    ['GET', '/api/v1/suppression-list', 'suppressionList.list'],
    ['PUT', '/api/v1/suppression-list', 'suppressionList.upsert'],
    ['GET', '/api/v1/suppression-list/:recipient', 'suppressionList.get'],
    ['DELETE', '/api/v1/suppression-list/:recipient', 'suppressionList.delete'],
  ],
  events: {
    names,
    secretOf,
    batchOf: () => 1000,
    write: (events, { seed }) => ({
      body: JSON.stringify(events.map(toWire)),
      headers: { ...basicLogin(secretOf(seed)), 'x-messagesystems-batch-id': events[0].id },
    }),
  },
};

/** Sends to all recipients with an address. The others are a number in the success. */
function transmit(context: DoorContext, body: Fields) {
  const wanted = itemsOf(body['recipients']);
  const valid = wanted.filter((each) => isAddress(emailOf(each)));
  const rejected = wanted.length - valid.length;
  const description = 'address.email is required for each recipient';
  if (valid.length === 0) throw refuse(description);
  const id = `11${String(randomInt(2 ** 47)).padStart(15, '0')}`; // above 2^53
  // Those who see the same recipients, with the same data, get the same mail.
  const groups = new Map<string, Fields[]>();
  for (const each of valid) {
    const { address: _, ...own } = each; // also its tags and metadata, which are labels of a mail
    const key = JSON.stringify([shownOf(each), own]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const mails = [...groups.values()].map((group, place) =>
    readMail(context, body, group, { id: place === 0 ? id : `${id}-${place}`, transmission: id }),
  );
  acceptAll(context, problem, mails);
  const errors = [{ message: 'transmission created, but with validation errors', code: '2000' }];
  const rcpt_to_errors = [{ message: 'required field is missing', description, code: '1400' }];
  const results = { total_rejected_recipients: rejected, total_accepted_recipients: valid.length, id };
  return ok(rejected === 0 ? { results } : { errors, results: { ...results, rcpt_to_errors } });
}

/** An address is a text, or a part of an object. */
const emailOf = ({ address }: Fields): string => textOf(address) ?? textOf(fieldsOf(address)['email']) ?? '';

/** The visible recipient: that of a copy is another one. */
function shownOf({ address }: Fields): string | MailAddress {
  const { name, header_to } = fieldsOf(address);
  return textOf(header_to) ?? { address: emailOf({ address }), name: textOf(name) ?? '' };
}

/** @throws {Problem} 422 */
function readMail(
  { store }: DoorContext,
  { content, options, metadata, substitution_data, return_path, campaign_id }: Fields,
  group: readonly Fields[],
  { id, transmission }: Readonly<Record<'id' | 'transmission', string>>,
): Submission {
  const [first = {}] = group;
  const given = fieldsOf(content);
  const name = textOf(given['template_id']);
  const unknown = () =>
    new Problem(fail(422, '1603', 'Subresource not found', `template '${name}' does not exist`));
  const stored = name === undefined ? undefined : need(store.templates.get(name), unknown);
  const own = { subject: textOf(given['subject']), html: textOf(given['html']), text: textOf(given['text']) };
  const values = { ...fieldsOf(substitution_data), ...fieldsOf(first['substitution_data']) };
  const filled = fillTemplate(stored ?? own, values);
  const { perform_substitutions, start_time, open_tracking, click_tracking } = fieldsOf(options);
  // Headers are evaluated always.
  const { subject, html, text } =
    perform_substitutions === false ? { ...own, subject: filled.subject } : filled;
  const sender = textOf(given['from']) ?? textOf(stored?.own['from']) ?? 'sandbox@sparkpostbox.com';
  const wrong = () => refuse('content.from must be an address');
  const from =
    typeof given['from'] === 'object' ? addressOf(given['from'], wrong) : mailboxesOf(sender, wrong)[0];
  const headers = Object.entries(textFieldsOf(given['headers']));
  const isCopy = ([header]: readonly [string, string]) => header.toLowerCase() === 'cc';
  const shown = shownOf(first);
  if (stored === undefined && !html && !text) throw refuse('content object or template_id required');
  return {
    ...{ id, html, text, returnPath: textOf(return_path) },
    from: need(from, wrong),
    to: typeof shown === 'string' ? mailboxesOf(shown, wrong) : [shown],
    cc: headers.filter(isCopy).flatMap(([, copies]) => mailboxesOf(copies, wrong)),
    recipients: group.map(emailOf),
    subject: need(subject || undefined, () => refuse('content.subject is required')),
    replyTo: textOf(given['reply_to']) === undefined ? [] : [`${given['reply_to']}`],
    headers: headers.filter((header) => !isCopy(header)),
    attachments: [
      ...itemsOf(given['attachments']).map((file) => fileOf(file['name'], file['data'], file['type'])),
      // The name of an image is its content id.
      ...itemsOf(given['inline_images']).map((file) =>
        fileOf(file['name'], file['data'], file['type'], file['name']),
      ),
    ],
    sendAt: instantOf(start_time),
    own: { transmission, campaign: campaign_id },
    labels: {
      service: 'sparkpost',
      tags: textsOf(first['tags']),
      metadata: { ...textFieldsOf(metadata), ...textFieldsOf(first['metadata']) },
      tracking: trackingOf(flagOf(open_tracking), flagOf(click_tracking)),
    },
  };
}

const kinds = { opened: 'track_event', clicked: 'track_event', unsubscribed: 'unsubscribe_event' } as const;
const reasons = { deferred: '454 4.4.4 Try again later', bounced: '550 5.1.1 No such user' } as const;
const facts = {
  deferred: { bounce_class: '21', error_code: '454', num_retries: '1', raw_reason: reasons.deferred },
  bounced: { bounce_class: '10', error_code: '550', raw_reason: reasons.bounced },
  opened: { user_agent: client.userAgent },
  clicked: { user_agent: client.userAgent, target_link_url: client.link },
} as const;

function toWire({ kind, id, message, recipient, at }: MailEvent) {
  const { own, labels, subject } = message;
  const event = {
    ...{ type: names[kind], event_id: id, message_id: message.id, transmission_id: own['transmission'] },
    ...{ rcpt_to: recipient, raw_rcpt_to: recipient, timestamp: String(Math.floor(at / 1000)), subject },
    ...{ rcpt_meta: labels.metadata ?? {}, rcpt_tags: labels.tags ?? [], campaign_id: own['campaign'] },
    ...facts[kind as keyof typeof facts],
  };
  return { msys: { [kinds[kind as keyof typeof kinds] ?? 'message_event']: event } };
}
