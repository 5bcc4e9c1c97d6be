import { createRealtimeClient, httpAuthorizer } from '@org/realtime';
import { RealtimeProvider, useConnectionState, useEvent, usePresence } from '@org/realtime/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const name = location.search.slice(1) || 'somebody';
const { key, host, port } = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}');
const authorize = httpAuthorizer({ endpoint: '/auth', headers: { 'x-name': name } });
const createClient = () => createRealtimeClient({ key, host, port, authorize });

function Room() {
  const connection = useConnectionState();
  const room = usePresence('presence-room');
  const [lines, setLines] = useState<readonly string[]>([]);
  const show = (line: string) => setLines((shown) => [...shown, line]);
  useEvent(room, 'client-line', ({ userId, data }) => show(`${userId}: ${data}`));

  const send = (form: FormData) => {
    const line = `${form.get('line')}`;
    room.channel?.trigger('client-line', line);
    show(`${name}: ${line}`); // the sender does not receive its own event
  };

  return (
    <>
      <p role="status">
        {connection}, {room.count} here: {[...room.members.keys()].sort().join(', ')}
      </p>
      {room.error && <p role="alert">{room.error.message}</p>}
      <ol>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added
          <li key={at}>{line}</li>
        ))}
      </ol>
      <form action={send}>
        <input name="line" aria-label="Message" required />
        <button type="submit" disabled={room.state !== 'subscribed'}>
          Send
        </button>
      </form>
    </>
  );
}

createRoot(document.querySelector('main') ?? document.body).render(
  <StrictMode>
    <RealtimeProvider client={createClient}>
      <Room />
    </RealtimeProvider>
  </StrictMode>,
);
