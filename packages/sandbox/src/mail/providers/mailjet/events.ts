import type { WebhookForm } from '../../events/mail-event.ts';
import { fieldsOf, textOf } from '../fields.ts';

const names = { delivered: 'sent', bounced: 'bounce', complained: 'spam' } as const;

/** Mailjet signs nothing: the URL has a token. */
export const mailjetEvents: WebhookForm = {
  names,
  write: ({ kind, message, recipient, at }) => {
    const id = textOf(fieldsOf(message.own['ids'])[recipient]) ?? message.id;
    const body = {
      event: names[kind],
      time: Math.floor(at / 1000),
      MessageID: id,
      mj_message_id: id,
      email: recipient,
      CustomID: '',
      Payload: '',
      ...(kind === 'bounced' && { hard_bounce: true, error_related_to: 'recipient', error: 'user unknown' }),
      ...(kind === 'complained' && { source: 'JMRPP' }),
    };
    return { body: JSON.stringify(body).replace(/"MessageID":"(\d{17,19})"/, '"MessageID":$1') };
  },
};
