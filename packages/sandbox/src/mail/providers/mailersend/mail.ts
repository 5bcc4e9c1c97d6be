import {
  accept,
  addressesOf,
  addressOf,
  type DoorContext,
  dateOf,
  endPart,
  type Fields,
  fieldsOf,
  fileOf,
  fill,
  flagOf,
  itemsOf,
  need,
  ok,
  ownTable,
  pairsOf,
  route,
  type Submission,
  textOf,
  textsOf,
  trackingOf,
} from '../../kit.ts';
import { badAddress, found, invalid, makeId, missing, problem } from './wire.ts';

const most = { bulk: 500, scheduleHours: 72 };

export function mailRoutes(context: DoorContext) {
  const bulks = ownTable<Bulk>(context.store, 'mailersend bulks');
  return [
    route('POST', '/v1/email', async (request) => {
      const { id, warnings } = await send(context, fieldsOf(request.json()));
      const json = warnings && { message: 'There are some warnings for your request.', warnings };
      return { status: 202, ...(id && { headers: { 'x-message-id': id } }), ...(json && { json }) };
    }),
    route('POST', '/v1/bulk-email', async (request) => {
      const bulk_email_id = bulks.add(await sendBulk(context, itemsOf(request.json())), makeId());
      return { status: 202, json: { message: 'The bulk email is being processed.', bulk_email_id } };
    }),
    route('GET', '/v1/bulk-email/:id', (_request, { id = '' }) => {
      const { total, suppressed = 0, errors = {}, messages_id, createdAt } = need(bulks.get(id), missing);
      const validation_errors_count = Object.keys(errors).length;
      const counts = {
        total_recipients_count: total,
        suppressed_recipients_count: suppressed,
        validation_errors_count,
        validation_errors: validation_errors_count === 0 ? null : errors,
      };
      const created_at = dateOf(createdAt);
      return found({ id, state: 'completed', ...counts, messages_id, created_at, updated_at: created_at });
    }),
  ];
}

interface Bulk {
  readonly total: number;
  readonly messages_id: readonly string[];
  readonly suppressed?: number;
  readonly errors?: Fields;
}

/** Sends the valid mails. The errors of the others are known by the bulk's id only. */
async function sendBulk(context: DoorContext, mails: readonly Fields[]): Promise<Bulk> {
  if (mails.length > most.bulk) throw invalid('messages', `At most ${most.bulk} messages.`);
  const [messages_id, errors]: [string[], Record<string, unknown>] = [[], {}];
  let suppressed = 0;
  for (const [index, mail] of mails.entries()) {
    const { status, json } = await endPart(context, problem, async () => ok(await send(context, mail)));
    const { id, errors: wrong, message } = fieldsOf(json);
    if (status !== 200) errors[`message.${index}`] = wrong ?? message;
    else if (id === undefined) suppressed += 1;
    else messages_id.push(`${id}`);
  }
  return { total: mails.length, messages_id, suppressed, errors };
}

async function send(context: DoorContext, mail: Fields) {
  const submission = readMail(context, mail);
  const { message } = await accept(context, problem, submission);
  const { suppressed } = message;
  if (suppressed.length === 0) return { id: message.id };
  const isAll = suppressed.length === message.recipients.length;
  const recipients = suppressed.map((email) => ({ email, name: '', reasons: ['hard_bounced'] }));
  const warnings = [{ type: isAll ? 'ALL_SUPPRESSED' : 'SOME_SUPPRESSED', recipients }];
  return { id: isAll ? undefined : message.id, warnings };
}

/** @throws {Problem} 422 */
function readMail({ store }: DoorContext, mail: Fields): Submission {
  const templateId = textOf(mail['template_id']);
  const template = templateId === undefined ? undefined : store.templates.get(templateId);
  const from = addressOf(mail['from'], () => badAddress('from.email'));
  const [to = [], cc = [], bcc = []] = ['to', 'cc', 'bcc'].map((name) =>
    addressesOf(mail[name], (_text, index) => badAddress(`${name}.${index}.email`)),
  );
  const replyTo = addressesOf([mail['reply_to'] ?? []].flat(), () => badAddress('reply_to.email'));
  if (from === undefined) throw invalid('from.email', 'The from.email field is required. #MS42207');
  if (to.length === 0) throw invalid('to', 'The to field is required. #MS42209');
  if (templateId !== undefined && template === undefined)
    throw invalid('template_id', 'The template_id is invalid. #MS42212');
  if (template === undefined && !mail['html'] && !mail['text'])
    throw invalid('text', 'The text field is required. #MS42211');
  const lists = [
    ['to', to, 50],
    ['cc', cc, 10],
    ['bcc', bcc, 10],
  ] as const;
  for (const [name, list, maximum] of lists)
    if (list.length > maximum) throw invalid(name, `The ${name} may not have more than ${maximum} items.`);
  if (template === undefined && !mail['subject']) throw invalid('subject', 'The subject field is required.');
  const sendAt = typeof mail['send_at'] === 'number' ? mail['send_at'] * 1000 : undefined;
  if (sendAt !== undefined && sendAt > store.now() + most.scheduleHours * 3_600_000)
    throw invalid('send_at', `The send_at must be within ${most.scheduleHours} hours.`);
  const everyone = [...to, ...cc, ...bcc].map(({ address }) => address);
  const personal = itemsOf(mail['personalization']);
  if (personal.some(({ email }) => !everyone.includes(textOf(email) ?? '')))
    throw invalid('personalization.0.email', 'The email must be a recipient. #MS42217');
  const data = fieldsOf(personal[0]?.['data']);
  const render = (text: unknown) => fill(textOf(text), /\{\{\s*([\w.]+)\s*\}\}/g, data);
  const { track_opens, track_clicks } = fieldsOf(mail['settings']);
  const listUnsubscribe = textOf(mail['list_unsubscribe']);
  const headers = pairsOf(mail['headers']);
  return {
    id: makeId(),
    from,
    to,
    cc,
    bcc,
    replyTo,
    subject: render(mail['subject'] ?? template?.subject) ?? '',
    html: render(mail['html'] ?? template?.html),
    text: render(mail['text']),
    headers: listUnsubscribe ? [...headers, ['List-Unsubscribe', listUnsubscribe]] : headers,
    attachments: itemsOf(mail['attachments']).map(readAttachment),
    sendAt,
    own: { template_id: templateId ?? null },
    labels: {
      service: 'mailersend',
      tags: textsOf(mail['tags']),
      tracking: trackingOf(flagOf(track_opens), flagOf(track_clicks)),
    },
  };
}

function readAttachment({ content, filename, disposition, id }: Fields) {
  return fileOf(filename, content, '', disposition === 'inline' ? id : undefined);
}
