import { useState } from 'preact/hooks';
import type { RequestDetail } from '../../request-routes.ts';
import { formatBytes, prettify } from '../format.ts';
import { ask, useAnswer } from '../server.ts';
import { complain, notify } from '../toast.tsx';
import { Code, Copy, Time } from '../ui.tsx';
import { Status } from './status.tsx';

/** One request and its response. */
export function RequestView({ id }: { id: string }) {
  const { answer, problem } = useAnswer<RequestDetail>(`/api/requests/${id}`, 'faults');
  const [isBusy, setBusy] = useState(false);
  if (problem) return <p class="empty">This request is no longer in the log.</p>;
  if (answer === undefined) return null;
  const act = async (what: string, told: (answer: { id: string }) => void) => {
    setBusy(true);
    await ask<{ id: string }>(`/api/requests/${id}/${what}`, { method: 'POST' }).then(told, complain);
    setBusy(false);
  };
  return (
    <div class="request-view">
      <header class="head">
        <h2>
          <Status status={answer.status} /> <b>{answer.method}</b> <span class="target">{answer.target}</span>
        </h2>
        <Facts request={answer} />
        <div class="actions">
          <Copy text={answer.curl ?? ''} label="Copy as curl" />
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              act('replay', (again) => {
                location.hash = `#/requests/${again.id}`;
              })
            }
          >
            Replay
          </button>
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              act('fail-next', () => notify({ text: 'The next request like this fails with 503' }))
            }
          >
            Fail the next like this
          </button>
        </div>
      </header>
      <div class="parts">
        <Part title="Request" headers={answer.headers} body={answer.body} size={answer.bodyBytes} />
        <Part title="Response" headers={answer.responseHeaders} body={answer.responseBody} />
      </div>
    </div>
  );
}

function Facts({ request }: { request: RequestDetail }) {
  const { messageIds, faultId, client, replayOf } = request;
  return (
    <p class="facts">
      <Time at={request.at} /> · {request.service} · {request.durationMs} ms
      {client && ` · ${client}`}
      {faultId && <span class="tag bad">changed by fault {faultId}</span>}
      {replayOf && (
        <span>
          {' · repeats '}
          <a href={`#/requests/${replayOf}`}>{replayOf}</a>
        </span>
      )}
      {messageIds.slice(0, 3).map((message) => (
        <span key={message}>
          {' · '}
          <a href={`#/inbox/${encodeURIComponent(message)}`}>its mail</a>
        </span>
      ))}
    </p>
  );
}

function Part({
  title,
  headers,
  body,
  size,
}: {
  title: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  size?: number;
}) {
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <tbody>
          {Object.entries(headers).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {body !== '' && <Code text={prettify(body)} label={`${title} body`} />}
      {size !== undefined && size > 7000 && (
        <p class="hint">The body has {formatBytes(size)}; its beginning is shown.</p>
      )}
    </section>
  );
}
