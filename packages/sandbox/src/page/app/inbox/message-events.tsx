import type { ShownAttempt } from '../../webhook-routes.ts';
import { ask } from '../server.ts';
import { complain, notify } from '../toast.tsx';
import { eventKinds, sayAnswers } from '../views/webhook-words.ts';

/** Buttons that make an event of the message happen, and tell its webhooks. */
export function MessageEvents({ id }: { id: string }) {
  const happen = (event: string) =>
    ask<{ attempts: readonly ShownAttempt[] }>(`/api/messages/${encodeURIComponent(id)}/events`, {
      method: 'POST',
      json: { event },
    }).then(({ attempts }) => notify({ text: sayAnswers(event, attempts) }), complain);
  return (
    <details class="message-events">
      <summary>Make an event happen</summary>
      <div class="buttons">
        {eventKinds.map((kind) => (
          <button key={kind} type="button" class="quiet" onClick={() => happen(kind)}>
            {kind}
          </button>
        ))}
      </div>
    </details>
  );
}
