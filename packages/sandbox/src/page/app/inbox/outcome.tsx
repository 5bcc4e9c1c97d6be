import type { MessageDetail, MessageSummary } from '../../inbox-routes.ts';
import { plural } from '../format.ts';
import { Time } from '../ui.tsx';

type State = MessageDetail['outcomes'][number]['state'];

/** Why it is as it is: the colour of a state. */
const tones: Readonly<Record<State, 'good' | 'bad' | 'waiting'>> = {
  accepted: 'waiting',
  delivered: 'good',
  deferred: 'waiting',
  bounced: 'bad',
  complained: 'bad',
  suppressed: 'bad',
  scheduled: 'waiting',
  cancelled: 'waiting',
  failed: 'bad',
};

/** The end of a mail at a recipient, in a word. */
export function OutcomeTag({ state, text = state }: { state: State; text?: string }) {
  return <span class={`outcome ${tones[state]}`}>{text}</span>;
}

/** The recipients of a row with their outcomes; a count of each where there are many. */
export function RowOutcomes({ message }: { message: MessageSummary }) {
  const { to, recipients, outcomes, states } = message;
  const known = Object.values(states).reduce((sum, count) => sum + count, 0);
  // The envelope is without the suppressed ones.
  const all = Math.max(recipients, known);
  if (known > 0 && known <= outcomes.length)
    return (
      <span class="to">
        {outcomes.map(({ recipient, state }) => (
          <span key={recipient} class="recipient">
            <span class="address">{recipient}</span> <OutcomeTag state={state} />
          </span>
        ))}
      </span>
    );
  return (
    <span class="to">
      <span class="recipient">
        <span class="address">
          {to[0] ?? '(no recipient)'}
          {all > 1 && ` and ${all - 1} more`}
        </span>{' '}
        {Object.entries(states).map(([state, count]) => (
          <OutcomeTag key={state} state={state as State} text={`${count} ${state}`} />
        ))}
      </span>
    </span>
  );
}

const maxListed = 5;

/** Each recipient with its outcome, those with a reason first. */
export function Outcomes({ outcomes }: Pick<MessageDetail, 'outcomes'>) {
  const sorted = [...outcomes.filter(({ reason }) => reason), ...outcomes.filter(({ reason }) => !reason)];
  const list = (shown: MessageDetail['outcomes']) => (
    <ul class="outcomes" aria-label="Outcome at each recipient">
      {shown.map(({ recipient, state, reason, at }) => (
        <li key={recipient}>
          <OutcomeTag state={state} /> <span class="address">{recipient}</span>{' '}
          <span class="hint">
            {reason} <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {list(sorted.slice(0, maxListed))}
      {sorted.length > maxListed && (
        <details class="message-events">
          <summary>{plural(sorted.length - maxListed, 'more recipient')}</summary>
          {list(sorted.slice(maxListed))}
        </details>
      )}
    </>
  );
}
