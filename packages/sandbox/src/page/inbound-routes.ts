import { type Route, route } from '../http/router.ts';
import type { InboundRoute } from '../mail/inbound/inbound-routes.ts';
import type { IncomingMail } from '../mail/inbound/mail-inbound.ts';
import type { MailService } from '../mail/service/service.ts';
import { answer, removed } from './webhook-routes.ts';

/** Mail that arrives for programs: its routes, its posts, and a mail by hand. */
export function inboundRoutes({ inbound }: Pick<MailService, 'inbound'>): readonly Route[] {
  const { routes } = inbound;
  return [
    route('GET', '/api/inbound', () => ({
      status: 200,
      json: { routes: routes.list(), attempts: inbound.attempts().map(show) },
    })),
    route('POST', '/api/inbound/routes', (request) =>
      answer(request, 201, (body) => ({ route: routes.add(body as unknown as InboundRoute) })),
    ),
    route('DELETE', '/api/inbound/routes/:id', (_, { id = '' }) => removed(routes.remove(id), 'Route')),
    route('POST', '/api/inbound/mails', (request) =>
      answer(request, 200, async (body) => ({
        attempts: (await inbound.receive(body as unknown as IncomingMail)).map(show),
      })),
    ),
  ];
}

type Attempt = ReturnType<MailService['inbound']['attempts']>[number];

const show = ({ at, ...attempt }: Attempt) => ({ ...attempt, at: at.toISOString() });
