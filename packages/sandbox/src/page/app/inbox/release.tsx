import { useEffect, useState } from 'preact/hooks';
import { ask } from '../server.ts';
import { complain, notify } from '../toast.tsx';

interface ReleaseProps {
  readonly id: string;
  readonly recipients: readonly string[];
}

/** Sends the message on to the server of `--relay`; nothing without one. */
export function Release({ id, recipients }: ReleaseProps) {
  const [relay, setRelay] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    ask<{ readonly relay?: string }>('/api/relay').then(
      (answer) => setRelay(answer.relay),
      () => {},
    );
  }, []);
  if (relay === undefined) return null;
  const release = (event: SubmitEvent) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get('to'));
    const to = text.split(/[\s,;]+/).filter((address) => address !== '');
    setBusy(true);
    ask(`/api/messages/${encodeURIComponent(id)}/release`, { method: 'POST', json: { to } })
      .then(() => notify({ text: `Released to ${to.join(', ')} through ${relay}` }), complain)
      .finally(() => setBusy(false));
  };
  return (
    <details class="message-events">
      <summary>Release through {relay}</summary>
      <form class="buttons" onSubmit={release}>
        <input name="to" aria-label="Release to" required value={recipients.join(', ')} />
        <button type="submit" class="quiet" disabled={isBusy}>
          Release
        </button>
      </form>
    </details>
  );
}
