import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../server.ts';

export interface Publication {
  readonly channel: string;
  readonly event: string;
  readonly data: string;
}

/** Publishes an event as the application's server does. */
export function Publish({
  wish,
  onChange,
  channels,
  eventInput,
}: {
  wish: Publication;
  onChange: (wish: Publication) => void;
  channels: readonly string[];
  eventInput: RefObject<HTMLInputElement | null>;
}) {
  const [outcome, setOutcome] = useState<{ text: string; isBad: boolean }>();
  const field = (name: keyof Publication) => ({
    id: `event-${name}`,
    value: wish[name],
    spellcheck: false,
    onInput: (event: { currentTarget: { value: string } }) =>
      onChange({ ...wish, [name]: event.currentTarget.value }),
  });
  const publish = (submitted: Event) => {
    submitted.preventDefault();
    const json = { channel: wish.channel.trim(), event: wish.event.trim(), data: wish.data };
    ask('/api/events', { method: 'POST', json }).then(
      () => setOutcome({ text: 'Published.', isBad: false }),
      (error: Error) => setOutcome({ text: error.message, isBad: true }),
    );
  };
  return (
    <form class="publish" onSubmit={publish}>
      <h2>Publish an event</h2>
      <div class="fields">
        <label for="event-channel">Channel</label>
        <input
          {...field('channel')}
          required
          autocomplete="off"
          maxLength={200}
          list="channel-names"
          placeholder="orders"
        />
        <datalist id="channel-names">
          {channels.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label for="event-event">Event</label>
        <input
          {...field('event')}
          ref={eventInput}
          required
          autocomplete="off"
          maxLength={200}
          placeholder="paid"
        />
        <label for="event-data">Data</label>
        <textarea {...field('data')} rows={3} maxLength={10_240} />
      </div>
      <div class="bar">
        <button type="submit">Publish</button>
        <p class={`outcome${outcome?.isBad ? ' bad' : ''}`} role="status">
          {outcome?.text}
        </p>
      </div>
    </form>
  );
}
