import { useState } from 'preact/hooks';
import type { ActiveFault, AnyFault, Fault } from '../../../faults/fault.ts';
import type { ViewProps } from '../context.ts';
import { ask, useAnswer } from '../server.ts';
import { FaultForm } from './fault-form.tsx';

interface Switch {
  readonly label: string;
  readonly hint: string;
  readonly fault: AnyFault;
}

const always = { count: 'always' } as const;

/** The switches, by what they touch. A switch is on while its fault is in the list. */
const groups: readonly {
  readonly title: string;
  readonly view: 'inbox' | 'map' | 'channels' | 'any';
  readonly switches: readonly Switch[];
}[] = [
  {
    title: 'All HTTP services',
    view: 'any',
    switches: [
      { label: 'Slow network', hint: 'Each request takes 800 ms longer', fault: { ...always, delayMs: 800 } },
      {
        label: 'Unreliable',
        hint: 'One request of four fails with 503',
        fault: { ...always, status: 503, probability: 0.25 },
      },
      {
        label: 'Lost responses',
        hint: 'The work is done, and one response of four is lost',
        fault: { ...always, where: 'after', drop: true, probability: 0.25 },
      },
      {
        label: 'Broken bodies',
        hint: 'One response of four ends in the middle of its body',
        fault: { ...always, where: 'body', drop: true, probability: 0.25 },
      },
    ],
  },
  {
    title: 'Mail',
    view: 'inbox',
    switches: [
      {
        label: 'Throttled',
        hint: '10 requests a minute, with the headers of the service',
        fault: { service: 'mail', throttle: { limit: 10, windowMs: 60_000 } },
      },
      {
        label: 'Duplicate webhooks',
        hint: 'Each webhook comes twice',
        fault: { on: 'webhook', ...always, duplicate: true },
      },
      {
        label: 'Late webhooks',
        hint: 'Each webhook comes 10 seconds later',
        fault: { on: 'webhook', ...always, delayMs: 10_000 },
      },
      {
        label: 'Greylisting',
        hint: 'SMTP refuses every recipient with 451',
        fault: {
          on: 'smtp',
          ...always,
          match: { command: 'rcpt' },
          code: 451,
          message: 'Greylisted, try again later',
        },
      },
    ],
  },
  {
    title: 'Routing',
    view: 'map',
    switches: [
      {
        label: 'Throttled',
        hint: '10 requests a minute, as the public servers do',
        fault: { service: 'routing', throttle: { limit: 10, windowMs: 60_000 } },
      },
      {
        label: 'Daily quota',
        hint: '100 requests a day',
        fault: { service: 'routing', throttle: { limit: 100, windowMs: 86_400_000 } },
      },
    ],
  },
  {
    title: 'Channels',
    view: 'channels',
    switches: [
      {
        label: 'Half-open',
        hint: 'Sockets stay open, and nothing is read or sent',
        fault: { on: 'sockets', ...always, effect: 'silent' },
      },
      {
        label: 'Slow frames',
        hint: 'Each frame arrives 500 ms later',
        fault: { on: 'sockets', ...always, effect: 'slow', delayMs: 500 },
      },
      {
        label: 'No connections',
        hint: 'The upgrade is refused with 503',
        fault: { on: 'connection', ...always, refuse: { status: 503 } },
      },
    ],
  },
];

// A server may give the service that a fault belongs to.
const keyOf = ({ service: _, ...fault }: Partial<AnyFault>): string =>
  JSON.stringify(Object.entries(fault).sort(([a], [b]) => (a < b ? -1 : 1)));
const isSame = (one: AnyFault, other: AnyFault) =>
  keyOf(one) === keyOf(other) && (one.service ?? other.service) === (other.service ?? one.service);

/** Faults and limits: switches, one of your own, and all that are in force. */
export function Faults({ info }: ViewProps) {
  const { answer, refresh } = useAnswer<{ faults: readonly ActiveFault[] }>('/api/faults', 'faults');
  const [problem, setProblem] = useState<string>();
  const faults = answer?.faults ?? [];
  const change = (request: Promise<unknown>) =>
    void request.then(
      () => {
        setProblem(undefined);
        void refresh();
      },
      (error: Error) => setProblem(error.message),
    );
  const add = (fault: AnyFault) => change(ask('/api/faults', { method: 'POST', json: fault }));
  const remove = (id: string) => change(ask(`/api/faults/${id}`, { method: 'DELETE' }));
  const isOffered = (view: (typeof groups)[number]['view']) =>
    view === 'any' || (view === 'map' ? info.views.map !== 'off' : info.views[view]);
  return (
    <div class="sheet">
      <p class="lead">Make the services fail, and see what your program does about it.</p>
      <div class="cards">
        {groups
          .filter(({ view }) => isOffered(view))
          .map(({ title, switches }) => (
            <fieldset class="card" key={title}>
              <legend>{title}</legend>
              {switches.map((each) => {
                const active = faults.find(({ fault }) => isSame(fault, each.fault));
                return (
                  <label class="switch" key={each.label}>
                    <input
                      type="checkbox"
                      role="switch"
                      aria-checked={active !== undefined}
                      checked={active !== undefined}
                      onChange={() => (active ? remove(active.id) : add(each.fault))}
                    />
                    <span>
                      {each.label}
                      <span class="hint">{each.hint}</span>
                    </span>
                  </label>
                );
              })}
            </fieldset>
          ))}
        <FaultForm onAdd={add} problem={problem} />
      </div>
      <Active
        faults={faults}
        onRemove={remove}
        onClear={() => change(ask('/api/faults', { method: 'DELETE' }))}
      />
    </div>
  );
}

function Active({
  faults,
  onRemove,
  onClear,
}: {
  faults: readonly ActiveFault[];
  onRemove: (id: string) => void;
  onClear: () => void;
}) {
  if (faults.length === 0) return <p class="hint">No faults are in force.</p>;
  return (
    <section>
      <div class="bar">
        <h2>In force</h2>
        <button type="button" class="quiet" onClick={onClear}>
          Remove all
        </button>
      </div>
      <ul class="active-faults" aria-label="Faults in force">
        {faults.map(({ id, fault, hits }) => (
          <li key={id}>
            <span class="tag">{fault.service ?? fault.on ?? 'all'}</span>
            <code>{describe(fault)}</code>
            <span class="hint">{hits} hits</span>
            <button
              type="button"
              class="quiet"
              onClick={() => onRemove(id)}
              aria-label={`Remove fault ${id}`}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe(fault: AnyFault): string {
  const { service: _, ...rest } = fault as Fault;
  return JSON.stringify(rest).slice(1, -1).replaceAll('"', '').replaceAll(',', ', ').replaceAll(':', ': ');
}
