import { type Route, route } from '../http/router.ts';
import type { InboundRoute } from '../mail/inbound/inbound-routes.ts';
import type { IncomingMail } from '../mail/inbound/mail-inbound.ts';
import { decodeBase64 } from '../mail/kit/fields.ts';
import type { MailService } from '../mail/service/service.ts';
import { answer, removed } from './webhook-routes.ts';

/** Mail that arrives for programs: its routes, its posts, and a mail by hand. */
export function inboundRoutes({ inbound }: Pick<MailService, 'inbound'>): readonly Route[] {
  const { routes } = inbound;
  return [
    route('GET', '/api/inbound', () => ({
      status: 200,
      json: { forms: routes.forms, routes: routes.list(), attempts: inbound.attempts().map(show) },
    })),
    route('POST', '/api/inbound/routes', (request) =>
      answer(request, 201, (body) => ({ route: routes.add(body as unknown as InboundRoute) })),
    ),
    route('DELETE', '/api/inbound/routes/:id', (_, { id = '' }) => removed(routes.remove(id), 'Route')),
    route('POST', '/api/inbound/mails', (request) =>
      answer(request, 200, async (body) => ({
        attempts: (await inbound.receive(readMail(body))).map(show),
      })),
    ),
  ];
}

/** Bytes are base64: those of files, and of the whole mail as `eml`. The rest is checked where it is used. */
function readMail({ eml, attachments, ...mail }: Readonly<Record<string, unknown>>): IncomingMail {
  const files = Array.isArray(attachments)
    ? attachments.map((file) => ({ ...Object(file), content: decodeBase64(Object(file).content) }))
    : attachments;
  return {
    ...mail,
    ...(files !== undefined && { attachments: files }),
    ...(eml !== undefined && { raw: decodeBase64(eml) }),
  } as unknown as IncomingMail;
}

/** A post in JSON: times are text. */
export type ShownPost = ReturnType<typeof show>;

type Attempt = ReturnType<MailService['inbound']['attempts']>[number];

const show = ({ at, ...attempt }: Attempt) => ({ ...attempt, at: at.toISOString() });
