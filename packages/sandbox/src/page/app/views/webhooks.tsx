import { useState } from 'preact/hooks';
import type { MailWebhookTarget, MailWebhookTargets } from '../../../mail/events/targets.ts';
import type { ShownAttempt } from '../../webhook-routes.ts';
import { ask, useAnswer } from '../server.ts';
import { complain, notify } from '../toast.tsx';
import { Copy, Remove, Time } from '../ui.tsx';
import { WebhookRules } from './webhook-rules.tsx';
import { eventKinds, sayAnswers } from './webhook-words.ts';

/** The targets with their secrets, an event by hand, the rules, and the log with the answers. */
export function Webhooks() {
  const { answer } = useAnswer<
    Pick<MailWebhookTargets, 'services'> & { targets: readonly MailWebhookTarget[] }
  >('/api/webhooks', 'webhooks');
  const { answer: log } = useAnswer<{ attempts: readonly ShownAttempt[] }>(
    '/api/webhooks/attempts?limit=100',
    'webhooks',
  );
  return (
    <div class="sheet">
      <div class="cards">
        <TargetForm services={answer?.services ?? []} />
        <Trigger />
        <WebhookRules />
      </div>
      <TargetList targets={answer?.targets ?? []} />
      <Log attempts={(log?.attempts ?? []).toReversed()} />
    </div>
  );
}

function TargetForm({ services }: Pick<MailWebhookTargets, 'services'>) {
  const [url, setUrl] = useState('http://127.0.0.1:3000/webhooks');
  const [service, setService] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const json = { url, ...(service !== '' && { service }) };
    ask('/api/webhooks', { method: 'POST', json }).catch(complain);
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2 class="small">A target on this machine</h2>
      <div class="fields">
        <label for="target-url">URL</label>
        <input id="target-url" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
        <label for="target-service">Service</label>
        <select
          id="target-service"
          value={service}
          onChange={(event) => setService(event.currentTarget.value)}
        >
          <option value="">all</option>
          {services.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <button type="submit">Add target</button>
    </form>
  );
}

function Trigger() {
  const trigger = async (event: string) => {
    const { attempts } = await ask<{ attempts: readonly ShownAttempt[] }>('/api/webhooks/trigger', {
      method: 'POST',
      json: { event },
    });
    notify({ text: sayAnswers(event, attempts) });
  };
  return (
    <section class="card">
      <h2 class="small">Trigger an event</h2>
      <p class="hint">Of a message that is made up, to each target.</p>
      <div class="buttons">
        {eventKinds.map((kind) => (
          <button key={kind} type="button" class="quiet" onClick={() => trigger(kind).catch(complain)}>
            {kind}
          </button>
        ))}
      </div>
    </section>
  );
}

function TargetList({ targets }: { targets: readonly MailWebhookTarget[] }) {
  if (targets.length === 0)
    return <p class="hint">No targets. Add one here, or by the API of a service as your program does.</p>;
  return (
    <section>
      <h2>Targets</h2>
      <ul class="active-faults" aria-label="Targets">
        {targets.map(({ id, service, url, secret }) => (
          <li key={id}>
            <span class="tag">{service}</span>
            <code>{url}</code>
            {secret !== undefined && <Copy text={secret} label="Copy secret" />}
            <Remove what={`the target ${url} of ${service}`} path={`/api/webhooks/${id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Log({ attempts }: { attempts: readonly ShownAttempt[] }) {
  if (attempts.length === 0)
    return <p class="hint">No webhooks were sent yet. Send a mail, or trigger an event above.</p>;
  return (
    <section>
      <h2>Log</h2>
      <ul class="webhook-log" aria-label="Webhooks, newest first">
        {attempts.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    </section>
  );
}

function Attempt({ attempt }: { attempt: ShownAttempt }) {
  const { id, at, service, url, events, status, problem, durationMs, headers, body, answer } = attempt;
  const isTaken = status !== undefined && status < 300;
  const names = events.map(({ kind, recipient }) => `${kind} ${recipient}`);
  return (
    <li>
      <details>
        <summary>
          <span class={isTaken ? 'tag' : 'tag bad'}>{status ?? 'no answer'}</span> {service}{' '}
          {names.join(', ') || 'confirmation'}{' '}
          <span class="hint">
            <Time at={at} /> · {durationMs} ms · attempt {attempt.attempt}
            {attempt.resendOf && ` · repeats ${attempt.resendOf}`}
          </span>
        </summary>
        <p class="hint">POST {url}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
        <pre tabIndex={0}>
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          {`\n\n${body}`}
        </pre>
        <p>
          Answer: <code>{problem ?? (answer || '(empty)')}</code>
        </p>
        <button
          type="button"
          class="quiet"
          onClick={() => ask(`/api/webhooks/attempts/${id}/resend`, { method: 'POST' }).catch(complain)}
        >
          Send again
        </button>
      </details>
    </li>
  );
}
