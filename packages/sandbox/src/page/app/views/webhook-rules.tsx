import type { EventRule } from '../../../mail/store/event-rule.ts';
import { ask, useAnswer } from '../server.ts';
import { complain } from '../toast.tsx';
import { Remove } from '../ui.tsx';
import { useForm } from '../use-form.ts';
import { eventKinds } from './webhook-words.ts';

const start = { recipient: '', subject: '', event: 'bounced' };

/** The rules for the events of mail, and a new one. */
export function WebhookRules() {
  const { answer } = useAnswer<{ rules: readonly (EventRule & { id: string })[] }>(
    '/api/webhooks/rules',
    'webhooks',
  );
  const { wish, field } = useForm('rule', start);
  const submit = (event: Event) => {
    event.preventDefault();
    const { recipient, subject } = wish;
    const match = { ...(recipient && { recipient }), ...(subject && { subject }) };
    ask('/api/webhooks/rules', { method: 'POST', json: { match, events: [wish.event] } }).catch(complain);
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
            <Remove what={`rule ${id}`} path={`/api/webhooks/rules/${id}`} />
          </li>
        ))}
      </ul>
    </form>
  );
}
