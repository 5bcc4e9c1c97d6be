import { useState } from 'preact/hooks';
import type { EndpointOutcome } from '../../../realtime/authorization/test-endpoint.ts';
import { ask, useAnswer } from '../server.ts';
import { Code } from '../ui.tsx';
import { useForm } from '../use-form.ts';

const empty = {
  socketId: '',
  channel: '',
  userId: '',
  userData: '',
  key: '',
  secret: '',
  auth: '',
  url: '',
  headers: '',
};

const fields: readonly {
  name: keyof typeof empty;
  label: string;
  hint: string;
  of: 'token' | 'endpoint' | 'both';
}[] = [
  { name: 'socketId', label: 'Socket id', hint: '123.456', of: 'both' },
  { name: 'channel', label: 'Channel', hint: 'private-orders', of: 'both' },
  { name: 'userId', label: 'User id', hint: 'of a presence channel', of: 'token' },
  { name: 'userData', label: 'User data', hint: '{"id":"ann"}, of a sign-in', of: 'token' },
  { name: 'key', label: 'Key', hint: "the app's", of: 'token' },
  { name: 'secret', label: 'Secret', hint: "the app's", of: 'token' },
  { name: 'auth', label: 'Token', hint: 'signed here if empty', of: 'token' },
  { name: 'url', label: 'URL', hint: 'http://127.0.0.1:3000/pusher/auth', of: 'endpoint' },
  { name: 'headers', label: 'Cookie', hint: 'session=…', of: 'endpoint' },
];

/** Tests a token, or the endpoint of the user's own application. */
export function Authorization() {
  const { answer } = useAnswer<{ sockets: readonly { socketId: string }[] }>('/api/frames', 'channels');
  const [kind, setKind] = useState<'token' | 'endpoint'>('token');
  const { wish, field } = useForm('authorization', empty);
  const [outcome, setOutcome] = useState<Partial<EndpointOutcome>>();
  const test = (submitted: Event) => {
    submitted.preventDefault();
    const { headers, ...texts } = Object.fromEntries(
      fields.flatMap(({ name, of }) =>
        (of === 'both' || of === kind) && wish[name].trim() !== '' ? [[name, wish[name].trim()]] : [],
      ),
    );
    const json = { ...texts, ...(headers !== undefined && { headers: { cookie: headers } }) };
    const path = kind === 'token' ? '/api/authorizations' : '/api/authorizations/endpoint';
    ask<EndpointOutcome>(path, { method: 'POST', json }).then(setOutcome, (error: Error) =>
      setOutcome({ isAccepted: false, reason: error.message }),
    );
  };
  return (
    <form class="publish" onSubmit={test}>
      <div class="fields">
        <label for="authorization-kind">Test</label>
        <select
          id="authorization-kind"
          value={kind}
          onInput={(event) => {
            setKind(event.currentTarget.value === 'token' ? 'token' : 'endpoint');
            setOutcome(undefined);
          }}
        >
          <option value="token">a token</option>
          <option value="endpoint">my application's endpoint</option>
        </select>
        {fields
          .filter(({ of }) => of === 'both' || of === kind)
          .flatMap(({ name, label, hint }) => [
            <label key={`label-${name}`} for={`authorization-${name}`}>
              {label}
            </label>,
            <input
              key={name}
              {...field(name)}
              placeholder={hint}
              autocomplete="off"
              spellcheck={false}
              required={name === 'socketId' || name === 'url'}
              list={name === 'socketId' ? 'socket-ids' : undefined}
            />,
          ])}
        <datalist id="socket-ids">
          {answer?.sockets.map(({ socketId }) => (
            <option key={socketId} value={socketId} />
          ))}
        </datalist>
      </div>
      <div class="bar">
        <button type="submit">Test</button>
        <p class={`outcome${outcome?.isAccepted === false ? ' bad' : ''}`} role="status">
          {outcome && (outcome.isAccepted ? 'The service accepts it.' : outcome.reason)}
        </p>
      </div>
      {outcome && <Outcome outcome={outcome} />}
    </form>
  );
}

function Outcome({ outcome }: { outcome: Partial<EndpointOutcome> }) {
  const { auth, channelData, signedText, isConnected, status, body } = outcome;
  return (
    <>
      {isConnected === false && <p class="hint">This socket is not open: its token serves no other.</p>}
      {status !== undefined && <Code label="Response of the endpoint" text={`${status}\n${body}`} />}
      {auth !== undefined && (
        <Code label="Token" text={JSON.stringify({ auth, channel_data: channelData, signedText }, null, 2)} />
      )}
    </>
  );
}
