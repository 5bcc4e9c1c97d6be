import type { PresenceChannel } from '@org/realtime';
import type { InspectedChannel, InspectedFrame, Inspection } from '@org/realtime/inspect';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Time } from '../ui.tsx';
import { type InspectedClient, loadClient } from './load-client.ts';

/** A client of `@org/realtime` in this page, with its `inspect()`. It closes with the tab. */
export function PageClient({ env }: { env: Readonly<Record<string, string>> }) {
  const client = useRef<InspectedClient | undefined>(undefined);
  const joined = useRef(new Map<string, PresenceChannel>()).current;
  const [shown, setShown] = useState<Inspection>();
  const [problem, setProblem] = useState('');
  const [showData, setShowData] = useState(false);
  const wantsData = useRef(showData);
  const show = () => setShown(client.current?.inspect(wantsData.current));

  useEffect(() => {
    let isGone = false;
    loadClient(env, show).then(
      (loaded) => {
        if (isGone) return void loaded.realtime.close();
        client.current = loaded;
        show();
      },
      (error: Error) => setProblem(error.message),
    );
    return () => {
      isGone = true;
      void client.current?.realtime.close();
    };
  }, []);
  // At once: the client keeps data from this call on.
  const chooseData = (wanted: boolean) => {
    wantsData.current = wanted;
    setShowData(wanted);
    show();
  };
  const join = (name: string) => {
    try {
      const channel = client.current?.realtime.subscribe(name);
      if (channel === undefined) return;
      joined.get(name)?.unsubscribe();
      joined.set(name, channel);
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message);
    }
    show();
  };
  const leave = (name: string) => {
    joined.get(name)?.unsubscribe();
    joined.delete(name);
    show();
  };
  return (
    <>
      <JoinBar onJoin={join} showData={showData} onShowData={chooseData} />
      {problem !== '' && (
        <p class="hint bad" role="alert">
          {problem}
        </p>
      )}
      {shown && (
        <>
          <p class="hint" role="status">
            {`Client of this page: ${shown.state}`}
            {shown.socketId && `, socket ${shown.socketId}`}
            {shown.lastError && `. Last failure: ${shown.lastError}`}
          </p>
          <Joined channels={shown.channels} onRetry={(name) => joined.get(name)?.retry()} onLeave={leave} />
          <Messages frames={shown.frames} />
        </>
      )}
    </>
  );
}

function JoinBar({
  onJoin,
  showData,
  onShowData,
}: {
  onJoin: (name: string) => void;
  showData: boolean;
  onShowData: (wanted: boolean) => void;
}) {
  const [name, setName] = useState('');
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    if (name.trim() !== '') onJoin(name.trim());
  };
  return (
    <form class="bar frame-bar" onSubmit={submit}>
      <label for="client-channel">Subscribe to</label>
      <input
        id="client-channel"
        value={name}
        required
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder="orders, private-orders, presence-room"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" class="quiet">
        Subscribe
      </button>
      <label>
        <input
          type="checkbox"
          checked={showData}
          onInput={(event) => onShowData(event.currentTarget.checked)}
        />{' '}
        Keep and show data
      </label>
    </form>
  );
}

function Joined({
  channels,
  onRetry,
  onLeave,
}: {
  channels: readonly InspectedChannel[];
  onRetry: (name: string) => void;
  onLeave: (name: string) => void;
}) {
  return (
    <ul class="client-channels" aria-label="Channels of this page’s client">
      {channels.map(({ attempt, error, name, retryInMs, state }) => (
        <li key={name}>
          <span class="name">{name}</span> <span class="tag">{state}</span>
          {attempt !== undefined && (
            <span class="hint">{` attempt ${attempt} after ${Math.round(retryInMs ?? 0)} ms`}</span>
          )}
          {error !== undefined && <span class="hint">{` ${error}`}</span>}
          {error !== undefined && (
            <button type="button" class="quiet" onClick={() => onRetry(name)}>
              Retry
            </button>
          )}
          <button type="button" class="quiet" onClick={() => onLeave(name)}>
            Unsubscribe
          </button>
        </li>
      ))}
    </ul>
  );
}

const arrows: Record<InspectedFrame['kind'], string> = { received: '↓', sent: '↑', state: '•' };

function Messages({ frames }: { frames: readonly InspectedFrame[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard
    <ol class="frames" tabIndex={0} aria-label="Messages of this page’s client, newest first">
      {frames.toReversed().map((frame, index) => (
        <li key={frames.length - index} class={frame.kind}>
          <span class="when">
            <Time at={frame.at.toISOString()} />
          </span>
          <span class="what">{`${arrows[frame.kind]} ${frame.name}`}</span>
          <span class="hint">
            {frame.channel}
            {frame.length !== undefined && ` ${frame.length} characters`}
            {frame.error}
          </span>
          {'data' in frame && <pre>{JSON.stringify(frame.data, null, 2)}</pre>}
        </li>
      ))}
    </ol>
  );
}
