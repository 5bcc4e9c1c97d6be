import { type Route, route } from '../http/router.ts';
import type { Mailbox, ReceivedMessage } from '../mail/mailbox.ts';
import { summarize } from './inbox-routes.ts';

/** The longest wait of one request. A client that waits longer repeats it. */
const maxWaitMs = 20_000;
const maxWaiting = 100;

/** `GET /api/messages/wait?to=&subject=&timeoutMs=`: the first message that matches, now or later. */
export function waitRoutes(mailbox: Pick<Mailbox, 'waitFor'>): readonly Route[] {
  let waiting = 0;
  return [
    route('GET', '/api/messages/wait', async ({ query, signal }) => {
      if (waiting >= maxWaiting)
        return { status: 503, json: { error: `Not more than ${maxWaiting} requests can wait at once.` } };
      const asked = Number(query.get('timeoutMs') ?? maxWaitMs);
      const timeoutMs = asked >= 0 && asked <= maxWaitMs ? asked : maxWaitMs;
      waiting += 1;
      try {
        const isWanted = wantedBy(query);
        return { status: 200, json: summarize(await mailbox.waitFor(isWanted, { signal, timeoutMs })) };
      } catch (error) {
        return { status: 404, json: { error: error instanceof Error ? error.message : String(error) } };
      } finally {
        waiting -= 1;
      }
    }),
  ];
}

/** Part of an address of the envelope, and part of the subject, in any case. */
function wantedBy(query: URLSearchParams): (message: ReceivedMessage) => boolean {
  const to = query.get('to')?.toLowerCase() ?? '';
  const subject = query.get('subject')?.toLowerCase() ?? '';
  return ({ envelope, parsed }) =>
    (to === '' || envelope.to.some((address) => address.toLowerCase().includes(to))) &&
    (parsed.subject ?? '').toLowerCase().includes(subject);
}
