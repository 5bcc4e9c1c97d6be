import { type Route, route } from '../http/router.ts';
import { type MessageQuery, messageQueryNames } from '../mail/mailbox/message-query.ts';
import type { MailService } from '../mail/service/service.ts';
import { summarize } from './inbox/message-json.ts';

/** The longest wait of one request. A client that waits longer repeats it. */
const maxWaitMs = 20_000;
const maxWaiting = 100;

/**
 * `GET /api/messages/wait?to=&from=&subject=&text=&service=&timeoutMs=`: the first message that meets the
 * conditions of `MessageQuery`, now or later; without any, the first of all.
 */
export function waitRoutes({
  mailbox,
  outcomes,
}: Pick<MailService, 'mailbox' | 'outcomes'>): readonly Route[] {
  let waiting = 0;
  return [
    route('GET', '/api/messages/wait', async ({ query, signal }) => {
      if (waiting >= maxWaiting)
        return { status: 503, json: { error: `Not more than ${maxWaiting} requests can wait at once.` } };
      const asked = Number(query.get('timeoutMs') ?? maxWaitMs);
      const timeoutMs = asked >= 0 && asked <= maxWaitMs ? asked : maxWaitMs;
      waiting += 1;
      try {
        const found = await mailbox.waitFor(readConditions(query), { signal, timeoutMs });
        return { status: 200, json: summarize(found, outcomes.of(found.id)) };
      } catch (error) {
        return { status: 404, json: { error: error instanceof Error ? error.message : String(error) } };
      } finally {
        waiting -= 1;
      }
    }),
  ];
}

function readConditions(query: URLSearchParams): MessageQuery | (() => boolean) {
  const given = Object.keys(messageQueryNames).flatMap((name) => {
    const value = query.get(name) ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return given.length === 0 ? () => true : (Object.fromEntries(given) as MessageQuery);
}
