import { type Route, route } from '../http/router.ts';
import { fieldsOf, textsOf } from '../mail/kit/fields.ts';
import { parseRelay } from '../mail/mailpit/relay.ts';
import { releaseMessage } from '../mail/mailpit/release.ts';
import type { MailService } from '../mail/service/service.ts';

/** The routes that send a message on to the server of `--relay`. */
export function releaseRoutes({ mailbox, relay: url }: MailService): readonly Route[] {
  const relay = url === undefined ? undefined : parseRelay(url);
  return [
    route('GET', '/api/relay', () => ({
      status: 200,
      json: { relay: relay && `${relay.host}:${relay.port}` },
    })),
    route('POST', '/api/messages/:id/release', async (request, { id = '' }) => {
      const message = mailbox.get(id);
      if (message === undefined) return { status: 404, json: { error: 'Message not found' } };
      const error = await releaseMessage(message, textsOf(fieldsOf(request.json())['to']), relay);
      return error === undefined ? { status: 204 } : { status: 400, json: { error } };
    }),
  ];
}
