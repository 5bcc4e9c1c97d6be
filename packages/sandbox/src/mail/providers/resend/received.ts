import { createHash } from 'node:crypto';
import {
  type DoorContext,
  dateOf,
  headerLines,
  headerOfMail,
  type InboundForm,
  need,
  ok,
  type ReceivedMessage,
  route,
  standardHeaders,
} from '../../kit.ts';
import { attachmentRoutes, fileResponse, fileView, linkTo } from './attachments.ts';
import { missing, resendConventions } from './wire.ts';

const path = '/emails/receiving';

/** The fields of a mail in its event and in its views. */
function headOf(parsed: ReceivedMessage['parsed'], to: readonly string[]) {
  const addresses = (all: ReceivedMessage['parsed']['to']) => all.map(({ address }) => address);
  return {
    from: headerOfMail(parsed, 'from') ?? '',
    to,
    cc: addresses(parsed.cc),
    bcc: [],
    subject: parsed.subject ?? null,
    message_id: headerOfMail(parsed, 'message-id') ?? '',
    attachments: parsed.attachments.map(fileView),
  };
}

/** resend.com/docs, "Receiving emails": an event without content, signed as the others are. */
export const resendInbound: InboundForm = {
  write: ({ id, recipient, parsed, at }, context) => {
    const time = dateOf(at);
    const data = { email_id: id, created_at: time, ...headOf(parsed, [recipient]) };
    const body = JSON.stringify({ type: 'email.received', created_at: time, data });
    const own = createHash('sha256').update(`${id} ${recipient}`).digest('hex').slice(0, 27);
    return { body, headers: standardHeaders({ id: `msg_${own}`, body, prefix: 'svix' }, context) };
  },
};

/** "Retrieve received email": the mail that this service received. */
export function receivedRoutes(context: DoorContext) {
  const { store, isIncoming } = context;
  const find = (id = '') => store.mailbox.list().find((each) => each.id === id && isIncoming(each));
  const known = (id = '') => need(find(id), missing);
  const view = ({ id, receivedAt, envelope, parsed }: ReceivedMessage) => ({
    id,
    created_at: dateOf(receivedAt.getTime()),
    ...headOf(parsed, envelope.to),
    reply_to: parsed.replyTo.map(({ address }) => address),
  });
  return [
    route('GET', path, (request) =>
      resendConventions.list(
        store.mailbox.list().filter(isIncoming).map(view).toReversed(),
        request,
        'email',
      ),
    ),
    route('GET', `${path}/:id`, (_request, { id }) => {
      const message = known(id);
      const { html = null, text = null } = message.parsed;
      const headers = Object.fromEntries(headerLines(message.parsed));
      const raw = linkTo(`${path}/${message.id}/raw`, context);
      return ok({ object: 'email', ...view(message), html, text, headers, raw });
    }),
    route('GET', `${path}/:id/raw`, (_request, { id }) => fileResponse(known(id).raw)),
    ...attachmentRoutes(context, path, (id) => find(id)?.parsed.attachments),
  ];
}
