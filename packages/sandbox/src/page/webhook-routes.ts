import { ConfigurationError } from '@org/core';
import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { type Route, route } from '../http/router.ts';
import type { WebhookAttempt } from '../mail/events/attempts.ts';
import type { NewMailWebhookTarget } from '../mail/events/targets.ts';
import type { WebhookTrigger } from '../mail/events/trigger.ts';
import type { MailService } from '../mail/service/service.ts';
import type { EventRule } from '../mail/store/event-rule.ts';
import type { MailEventKind } from '../mail-event-kind.ts';

type Body = Readonly<Record<string, unknown>>;

/** The routes of the webhooks view, also for other programs. */
export function webhookRoutes({ webhooks }: Pick<MailService, 'webhooks'>): readonly Route[] {
  return [
    route('GET', '/api/webhooks', () => {
      const { services, list } = webhooks.targets;
      return { status: 200, json: { services, targets: list() } };
    }),
    route('POST', '/api/webhooks', (request) =>
      answer(request, 201, (body) => ({
        targets: webhooks.targets.add(body as unknown as NewMailWebhookTarget),
      })),
    ),
    route('GET', '/api/webhooks/attempts', ({ query }) => {
      const { after, limit } = readRange(query);
      const all = webhooks.attempts();
      const start = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return { status: 200, json: { total: all.length, attempts: all.slice(start).slice(-limit).map(show) } };
    }),
    route('POST', '/api/webhooks/attempts/:id/resend', (request, { id = '' }) =>
      answer(request, 200, async () => ({ attempt: show(await webhooks.resend(id)) })),
    ),
    route('POST', '/api/webhooks/trigger', (request) =>
      answer(request, 200, async (body) => ({
        attempts: (await webhooks.trigger(body as unknown as WebhookTrigger)).map(show),
      })),
    ),
    route('POST', '/api/messages/:id/events', (request, { id = '' }) =>
      answer(request, 200, async ({ event, events = [event], recipient }) => {
        if (!Array.isArray(events)) throw new TypeError('events must be a list.');
        const attempts: WebhookAttempt[] = [];
        for (const each of events as readonly MailEventKind[]) {
          const to = typeof recipient === 'string' ? { recipient } : {};
          attempts.push(...(await webhooks.trigger({ event: each, message: id, ...to })));
        }
        return { attempts: attempts.map(show) };
      }),
    ),
    ...ruleRoutes(webhooks.rules),
    route('DELETE', '/api/webhooks/:id', (_, { id = '' }) => removed(webhooks.targets.remove(id), 'Target')),
  ];
}

function ruleRoutes(rules: MailService['webhooks']['rules']): readonly Route[] {
  return [
    route('GET', '/api/webhooks/rules', () => ({ status: 200, json: { rules: rules.list() } })),
    route('POST', '/api/webhooks/rules', (request) =>
      answer(request, 201, (body) => ({ id: rules.add(body as unknown as EventRule) })),
    ),
    route('DELETE', '/api/webhooks/rules', () => {
      rules.clear();
      return { status: 204 };
    }),
    route('DELETE', '/api/webhooks/rules/:id', (_, { id = '' }) => removed(rules.remove(id), 'Rule')),
  ];
}

/** The log in JSON: times are text. */
export type ShownAttempt = ReturnType<typeof show>;

function show(attempt: WebhookAttempt) {
  return { ...attempt, at: attempt.at.toISOString() };
}

function readRange(query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 500);
  return { after: query.get('after') ?? '', limit: limit >= 1 ? Math.trunc(limit) : 500 };
}

export const removed = (wasThere: boolean, what: string): SandboxResponse =>
  wasThere ? { status: 204 } : { status: 404, json: { error: `${what} not found` } };

/** A wrong request is a 400 with the words of the error. */
export async function answer(
  request: SandboxRequest,
  status: number,
  run: (body: Body) => object | Promise<object>,
): Promise<SandboxResponse> {
  const body: unknown = request.bytes.byteLength === 0 ? {} : request.json();
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { status: 400, json: { error: 'The body must be a JSON object.' } };
  try {
    return { status, json: await run(body as Body) };
  } catch (error) {
    const isWrong = error instanceof TypeError || error instanceof RangeError;
    if (!(isWrong || ConfigurationError.isInstance(error))) throw error;
    return { status: 400, json: { error: (error as Error).message } };
  }
}
