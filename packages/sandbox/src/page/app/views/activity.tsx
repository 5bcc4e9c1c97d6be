import type { ActivityKind, RealtimeActivity } from '../../../realtime/journal.ts';
import { Time } from '../ui.tsx';

const labels: Partial<Record<ActivityKind, string>> = {
  refused: 'connection refused',
  'subscription-refused': 'subscription refused',
  'signed-in': 'signed in',
  'client-event': 'client event',
  'request-refused': 'request refused',
  'webhook-failed': 'webhook failed',
  'protocol-error': 'protocol error',
};

/** What happened on the channels, newest first. */
export function Activity({ activity }: { activity: readonly RealtimeActivity[] }) {
  if (activity.length === 0)
    return <p class="hint">No activity yet. Publish an event here, or connect a client.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard
    <ol class="log" tabIndex={0} aria-label="Activity, newest first">
      {activity.map((entry) => (
        <li key={entry.sequence} class={`kind-${entry.kind}`}>
          <span class="when">
            <Time at={String(entry.at)} />
          </span>
          <span class="what">{labels[entry.kind] ?? entry.kind}</span>
          <span class="which">
            {entry.channel && <span class="name">{entry.channel}</span>}
            {entry.event && <span class="event-name">{entry.event}</span>}
            {entry.userId && <span class="user">{entry.userId}</span>}
            {entry.socketId && <span class="hint">{entry.socketId}</span>}
            {entry.detail && <span class="hint">{entry.detail}</span>}
            <Encryption entry={entry} />
          </span>
          {entry.preview && <code class="preview">{entry.preview.slice(0, 400)}</code>}
        </li>
      ))}
    </ol>
  );
}

// The service has no key: what it shows of an encrypted channel is what it received.
function Encryption({ entry: { channel = '', preview } }: { entry: RealtimeActivity }) {
  if (!preview || !channel.startsWith('private-encrypted-')) return null;
  return preview.includes('"ciphertext":"') ? (
    <span class="tag encrypted">encrypted</span>
  ) : (
    <span class="tag">not encrypted</span>
  );
}
