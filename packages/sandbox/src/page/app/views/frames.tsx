import { useState } from 'preact/hooks';
import type { LoggedFrame } from '../../../realtime/frame-log.ts';
import { prettify } from '../format.ts';
import { ask, useAnswer } from '../server.ts';
import { complain } from '../toast.tsx';
import { Time } from '../ui.tsx';

interface Answer {
  readonly sockets: readonly { readonly socketId: string; readonly channels: readonly string[] }[];
  readonly frames: readonly LoggedFrame[];
}

/** The frames of one socket, or of all, newest first. */
export function Frames() {
  const [socket, setSocket] = useState('');
  const query = socket === '' ? '' : `?socket=${encodeURIComponent(socket)}`;
  const { answer, refresh } = useAnswer<Answer>(`/api/frames${query}`, 'channels');
  if (answer === undefined) return null;
  const { sockets, frames } = answer;
  const isOpen = sockets.some(({ socketId }) => socketId === socket);
  return (
    <>
      <div class="bar frame-bar">
        <label for="frame-socket">Socket</label>
        <select id="frame-socket" value={socket} onInput={(event) => setSocket(event.currentTarget.value)}>
          <option value="">all</option>
          {sockets.map(({ socketId, channels }) => (
            <option key={socketId} value={socketId}>
              {socketId} {channels.join(', ')}
            </option>
          ))}
        </select>
        <button type="button" class="quiet" onClick={refresh}>
          Refresh
        </button>
        {isOpen && (
          <button
            type="button"
            class="quiet"
            onClick={() => ask(`/api/sockets/${socket}`, { method: 'DELETE' }).catch(complain)}
          >
            Disconnect
          </button>
        )}
      </div>
      {frames.length === 0 && (
        <p class="hint">No frames yet. Connect a client, or the one of this page in the tab Client.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard */}
      <ol class="frames" tabIndex={0} aria-label="Frames, newest first">
        {frames.map(({ sequence, at, socketId, from, text }) => (
          <li key={sequence} class={from}>
            <span class="when">
              <Time at={at} />
            </span>
            <span class="what">{from === 'client' ? '↑ client' : '↓ service'}</span>
            <span class="hint">{socketId}</span>
            <pre>{prettify(text)}</pre>
          </li>
        ))}
      </ol>
    </>
  );
}
