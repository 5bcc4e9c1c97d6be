import { randomBytes } from 'node:crypto';
import {
  accept,
  type DoorContext,
  type Message,
  mailboxesOf,
  mailboxOf,
  need,
  noContent,
  ok,
  readForm,
  route,
} from '../../kit.ts';
import { problem, stop } from './wire.ts';

/** The address of a stored message, as events tell it. */
export const storageOf = ({ id }: Message, origin: string) => {
  const [, domain = ''] = id.split('@');
  return { key: id, url: `${origin}/v3/domains/${domain}/messages/${encodeURIComponent(id)}` };
};

const badAddress = () => stop(400, "'to' parameter is not a valid address. please check documentation");

/** Messages as they were sent, which may be sent again, and the state of the queues: they are empty. */
export function storedRoutes(context: DoorContext) {
  const { store } = context;
  const find = (key = '') => need(store.mailbox.get(key), () => stop(404, 'Message not found'));
  const queue = { is_disabled: false, disabled: { until: '', reason: '' } };
  const path = '/v3/domains/:domain/messages/:key';
  return [
    route('GET', path, (_request, { key }) => ok(view(context, find(key)))),
    route('GET', `${path}/attachments/:at`, (_request, { key, at }) => {
      const { contentType, content } = need(find(key).parsed.attachments[Number(at)], () =>
        stop(404, 'Attachment not found'),
      );
      return { status: 200, headers: { 'content-type': contentType }, body: content };
    }),
    route('POST', path, async (request, { key, domain }) => {
      const { raw, parsed, labels } = find(key);
      const { values } = await readForm(request);
      const to = mailboxesOf(values.get('to'), badAddress);
      if (to.length === 0) throw stop(400, 'to parameter is missing');
      const id = `${store.now()}.${randomBytes(8).toString('hex')}@${domain}`;
      await accept(context, problem, {
        id,
        from: need(parsed.from ?? mailboxOf(`postmaster@${domain}`, badAddress), badAddress),
        to,
        raw,
        subject: parsed.subject ?? '',
        labels: { ...labels, service: 'mailgun' },
        own: { request: id },
      });
      return ok({ id: `<${id}>`, message: 'Queued. Thank you.' });
    }),
    route('GET', '/v3/domains/:domain/sending_queues', () => ok({ regular: queue, scheduled: queue })),
    route('DELETE', '/v3/:domain/envelopes', () => noContent),
  ];
}

type Mail = NonNullable<ReturnType<DoorContext['store']['mailbox']['get']>>;

function view({ url }: DoorContext, { id, envelope, parsed, labels }: Mail) {
  const headers = parsed.headers.map(({ name, value }) => [name, value] as const);
  const { text = '', html, subject = '', attachments } = parsed;
  const written = (name: string) =>
    parsed.headers.find((each) => each.name.toLowerCase() === name)?.value ?? '';
  return {
    'Message-Id': written('message-id'),
    From: written('from'),
    To: written('to'),
    Subject: subject,
    from: written('from'),
    sender: envelope.from,
    recipients: envelope.to.join(', '),
    subject,
    'body-plain': text,
    'stripped-text': text,
    'stripped-signature': '',
    ...(html !== undefined && { 'body-html': html, 'stripped-html': html }),
    'message-headers': headers,
    'X-Mailgun-Tag': labels?.tags ?? [],
    attachments: attachments.map(({ filename, contentType, content }, at) => ({
      name: filename,
      'content-type': contentType,
      size: content.byteLength,
      url: `${url()}/v3/domains/${id.split('@')[1]}/messages/${encodeURIComponent(id)}/attachments/${at}`,
    })),
  };
}
