import {
  acceptAll,
  addressesOf,
  addressOf,
  type DoorContext,
  type Fields,
  fieldsOf,
  fileOf,
  fill,
  flagOf,
  itemsOf,
  listOf,
  ok,
  ownTable,
  Problem,
  renderHandlebars,
  route,
  type Submission,
  textFieldsOf,
  textOf,
  textsOf,
  trackingOf,
} from '../../kit.ts';
import { checkMail } from './check-mail.ts';
import { helpers } from './template-helpers.ts';
import { activeVersion } from './templates.ts';
import { makeId, missing, refuse } from './wire.ts';

/** Sending, and the ids of batches. */
export function mailRoutes(context: DoorContext) {
  const batches = ownTable(context.store, 'sendgrid batches');
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
  ];
}

async function send(context: DoorContext, mail: Fields) {
  checkMail(mail, context.store.now());
  const requestId = makeId();
  const personalizations = itemsOf(mail['personalizations']);
  const submissions = personalizations.map((one, index) =>
    readMail(context, mail, one, index, `${requestId}.filter-${index}`),
  );
  if (fieldsOf(fieldsOf(mail['mail_settings'])['sandbox_mode'])['enable'] === true) return { status: 200 };
  acceptAll(context, refuse, submissions);
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
  const render = (text: unknown, isHtml = false) => renderHandlebars(textOf(text), data, isHtml, helpers);
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
    replyTo: addressesOf(replies, () => badAddress('reply_to')),
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
