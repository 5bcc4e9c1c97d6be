import { useState } from 'preact/hooks';
import type { EventRule } from '../../../mail/store/event-rule.ts';
import { ask, useAnswer } from '../server.ts';
import { notify } from '../toast.tsx';
import { eventKinds } from './webhook-words.ts';

const start = { recipient: '', subject: '', event: 'bounced' };

/** The rules for the events of mail, and a new one. */
export function WebhookRules() {
  const { answer } = useAnswer<{ rules: readonly (EventRule & { id: string })[] }>(
    '/api/webhooks/rules',
    'webhooks',
  );
  const [wish, setWish] = useState(start);
  const field = (name: keyof typeof start) => ({
    id: `rule-${name}`,
    value: wish[name],
    onInput: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setWish((before) => ({ ...before, [name]: value }));
    },
  });
  const submit = (event: Event) => {
    event.preventDefault();
    const { recipient, subject } = wish;
    const match = { ...(recipient && { recipient }), ...(subject && { subject }) };
    ask('/api/webhooks/rules', { method: 'POST', json: { match, events: [wish.event] } }).catch(
      (error: Error) => notify({ text: error.message }),
    );
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2 class="small">A rule for mail to come</h2>
      <div class="fields">
        <label for="rule-recipient">Recipient</label>
        <input {...field('recipient')} placeholder="any, or *@example.com" />
        <label for="rule-subject">Subject</label>
        <input {...field('subject')} placeholder="any, or Welcome*" />
        <label for="rule-event">Event</label>
        <select {...field('event')}>
          {eventKinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </div>
      <button type="submit">Add rule</button>
      <ul class="active-faults" aria-label="Rules">
        {(answer?.rules ?? []).map(({ id, match = {}, events }) => (
          <li key={id}>
            <code>
              {Object.entries(match)
                .map((pair) => pair.join(': '))
                .join(', ') || 'any mail'}
              {` → ${events.join(', ')}`}
            </code>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove rule ${id}`}
              onClick={() => void ask(`/api/webhooks/rules/${id}`, { method: 'DELETE' })}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
