import type { AnyFault, Fault } from '../../../faults/fault.ts';
import { useForm } from '../use-form.ts';

const services = ['', 'mail', 'routing', 'realtime'] as const;
const effects = [
  { value: 'status', label: 'responds with a status' },
  { value: 'cut', label: 'cuts the connection' },
  { value: 'reset', label: 'resets the connection' },
  { value: 'delay', label: 'is only delayed' },
] as const;
const places = [
  { value: 'before', label: 'before the service works' },
  { value: 'after', label: 'after its work is done' },
  { value: 'body', label: 'in the middle of the body' },
] as const;

const start = {
  service: '',
  path: '',
  effect: 'status',
  status: '500',
  where: 'before',
  delayMs: '0',
  count: '1',
  percent: '100',
};

function toFault(wish: typeof start): AnyFault {
  const { service, path, effect, status, where, delayMs, count, percent } = wish;
  return {
    ...(service !== '' && { service: service as 'mail' }),
    ...(path !== '' && { match: { path } }),
    ...(effect === 'status' && { status: Number(status) }),
    ...(effect === 'cut' && { drop: true }),
    ...(effect === 'reset' && { drop: 'reset' as const }),
    ...(where !== 'before' && { where: where as NonNullable<Fault['where']> }),
    ...(delayMs !== '0' && { delayMs: Number(delayMs) }),
    ...(count === 'always' ? { count: 'always' as const } : { count: Number(count) }),
    ...(percent !== '100' && { probability: Number(percent) / 100 }),
  };
}

/** A fault of the reader's own. */
export function FaultForm({
  onAdd,
  problem,
}: {
  onAdd: (fault: AnyFault) => void;
  problem: string | undefined;
}) {
  const { wish, field } = useForm('fault', start);
  const submit = (event: Event) => {
    event.preventDefault();
    onAdd(toFault(wish));
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2 class="small">A fault of your own</h2>
      <div class="fields">
        <label for="fault-service">Service</label>
        <select {...field('service')}>
          {services.map((name) => (
            <option key={name} value={name}>
              {name || 'any'}
            </option>
          ))}
        </select>
        <label for="fault-path">Path</label>
        <input {...field('path')} placeholder="any, or /v1/*" spellcheck={false} />
        <label for="fault-effect">The request</label>
        <select {...field('effect')}>
          {effects.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {wish.effect === 'status' && (
          <>
            <label for="fault-status">Status</label>
            <input {...field('status')} type="number" min="200" max="599" />
          </>
        )}
        <label for="fault-where">Where</label>
        <select {...field('where')}>
          {places.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <label for="fault-delayMs">Delay, ms</label>
        <input {...field('delayMs')} type="number" min="0" />
        <label for="fault-count">How often</label>
        <select {...field('count')}>
          {['1', '2', '5', '10', 'always'].map((count) => (
            <option key={count} value={count}>
              {count === '1' ? 'once' : count === 'always' ? 'always' : `${count} times`}
            </option>
          ))}
        </select>
        <label for="fault-percent">Probability, %</label>
        <input {...field('percent')} type="number" min="1" max="100" />
      </div>
      {problem && <p class="problem">{problem}</p>}
      <button type="submit">Add fault</button>
    </form>
  );
}
