import { useState } from 'preact/hooks';
import type { RequestSummary } from '../../request-routes.ts';
import type { SandboxInfo, ViewProps } from '../context.ts';
import { plural } from '../format.ts';
import { ask, useAnswer } from '../server.ts';
import { complain } from '../toast.tsx';
import { Choice, Empty, Time } from '../ui.tsx';
import { useFirst } from '../use-first.ts';
import { VirtualList } from '../virtual-list.tsx';
import { RequestView } from './request-view.tsx';
import { Status } from './status.tsx';

const services = [
  { value: '', label: 'All' },
  { value: 'mail', label: 'Mail' },
  { value: 'routing', label: 'Routing' },
  { value: 'realtime', label: 'Realtime' },
] as const;

const isMatch = ({ method, target, status, id }: RequestSummary, query: string) =>
  `${method} ${target} ${status} ${id}`.toLowerCase().includes(query.trim().toLowerCase());

/** A request to a service that runs. */
function exampleOf({ PLUNK_BASE_URL: mail, PLUNK_API_KEY: key, OSRM_BASE_URL: osrm }: SandboxInfo['env']) {
  if (mail !== undefined) return [`curl -H 'authorization: Bearer ${key}' ${mail}/contacts`];
  return osrm === undefined ? [] : [`curl ${osrm}/route/v1/driving/13.388,52.517;13.397,52.529`];
}

/** Every request of every service, and the chosen one. */
export function Requests({ info, path: [wanted] }: ViewProps) {
  const [service, setService] = useState<(typeof services)[number]['value']>('');
  const [query, setQuery] = useState('');
  const { answer } = useAnswer<{ total: number; requests: readonly RequestSummary[] }>(
    '/api/requests',
    'requests',
  );
  const shown = (answer?.requests ?? []).filter(
    (request) => (service === '' || request.service === service) && isMatch(request, query),
  );
  const first = useFirst(shown);
  if (answer === undefined) return null;
  if (answer.total === 0)
    return (
      <Empty title="No requests yet" lines={exampleOf(info.env)} label="A command that makes a request">
        Each HTTP request to the mail, routing and realtime services appears here, with its response. Make
        one:
      </Empty>
    );
  const id = wanted || (matchMedia('(min-width: 760px)').matches ? first : undefined);
  return (
    <div class={`columns${wanted ? ' reading' : ''}`}>
      <div class="side">
        <div class="bar">
          <input
            type="search"
            aria-label="Filter requests"
            placeholder="Filter by path, method or status"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <button
            type="button"
            class="quiet"
            onClick={() => ask('/api/requests', { method: 'DELETE' }).catch(complain)}
          >
            Clear
          </button>
        </div>
        <Choice
          legend="Service"
          name="request-service"
          options={services}
          value={service}
          onChange={setService}
        />
        <p class="count" role="status">
          {plural(shown.length, 'request')}
        </p>
        <VirtualList
          label="Requests, newest first"
          count={shown.length}
          rowHeight={62}
          selected={shown.findIndex((request) => request.id === id)}
          idOf={(index) => shown[index]?.id}
          render={(index) => {
            const request = shown[index];
            return request && <Row request={request} isOpen={request.id === id} />;
          }}
        />
      </div>
      <article class="reader" aria-label="Request">
        {id !== undefined && (
          <>
            <a class="back" href="#/requests">
              ← Requests
            </a>
            <RequestView key={id} id={id} />
          </>
        )}
      </article>
    </div>
  );
}

function Row({ request, isOpen }: { request: RequestSummary; isOpen: boolean }) {
  const { id, service, at, method, target, durationMs, client, faultId, replayOf } = request;
  return (
    <a class="row request" href={`#/requests/${id}`} aria-current={isOpen ? 'true' : undefined}>
      <Status status={request.status} />
      <span class="target">
        <b>{method}</b> {target}
      </span>
      <span class="hint">
        <Time at={at} /> · {service} · {durationMs} ms
        {client && ` · ${client}`}
        {replayOf && ` · repeats ${replayOf}`}
      </span>
      {faultId && <span class="tag bad">fault</span>}
    </a>
  );
}
