import { useState } from 'preact/hooks';
import type { AddedInboundRoute, InboundRouteForm } from '../../../mail/inbound/inbound-routes.ts';
import type { ShownPost } from '../../inbound-routes.ts';
import { ask, useAnswer } from '../server.ts';
import { complain } from '../toast.tsx';
import { Copy, Remove, Time } from '../ui.tsx';
import { useForm } from '../use-form.ts';
import { InboundMail } from './inbound-mail.tsx';

interface Inbound {
  readonly forms: readonly InboundRouteForm[];
  readonly routes: readonly AddedInboundRoute[];
  readonly attempts: readonly ShownPost[];
}

const none: Inbound = { forms: [], routes: [], attempts: [] };
const nameOf = ({ service, raw }: InboundRouteForm) => (raw ? `${service}, raw` : service);

/** The routes with their secrets, a mail by hand, and what the programs answered. */
export function Inbound() {
  const { answer: { forms, routes, attempts } = none } = useAnswer<Inbound>('/api/inbound', 'webhooks');
  return (
    <div class="sheet">
      <div class="cards">
        <RouteForm forms={forms} />
        <InboundMail addresses={routes.map(({ address }) => address)} />
      </div>
      <RouteList routes={routes} />
      <Posts attempts={attempts.toReversed()} />
    </div>
  );
}

function RouteForm({ forms }: Pick<Inbound, 'forms'>) {
  const { wish, field } = useForm('route', {
    address: '*@in.acme.dev',
    url: 'http://127.0.0.1:3000/inbound',
  });
  const [form, setForm] = useState('postmark');
  const submit = (event: Event) => {
    event.preventDefault();
    const json = { ...wish, ...forms.find((each) => nameOf(each) === form) };
    ask('/api/inbound/routes', { method: 'POST', json }).catch(complain);
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2 class="small">A program that receives mail</h2>
      <div class="fields">
        <label for="route-address">Address</label>
        <input {...field('address')} spellcheck={false} />
        <label for="route-form">In the form of</label>
        <select id="route-form" value={form} onChange={(event) => setForm(event.currentTarget.value)}>
          {forms.map((each) => (
            <option key={nameOf(each)}>{nameOf(each)}</option>
          ))}
        </select>
        <label for="route-url">URL</label>
        <input {...field('url')} spellcheck={false} />
      </div>
      <button type="submit">Add route</button>
    </form>
  );
}

function RouteList({ routes }: Pick<Inbound, 'routes'>) {
  if (routes.length === 0)
    return <p class="hint">No routes. Add the address and the URL of a program, then send it a mail.</p>;
  return (
    <section>
      <h2>Routes</h2>
      <ul class="active-faults" aria-label="Routes">
        {routes.map(({ id, address, url, secret, ...form }) => (
          <li key={id}>
            <span class="tag">{nameOf(form)}</span>
            <code>{`${address} → ${url}`}</code>
            {secret !== undefined && <Copy text={secret} label="Copy secret" />}
            <Remove what={`the route of ${address} to ${url}`} path={`/api/inbound/routes/${id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A program refuses a mail whose proof is wrong: 401 and 403, and 406 to Mailgun. */
function verdictOf({ status }: ShownPost): string {
  if (status === undefined) return 'no answer';
  if (status < 300) return `${status} verified`;
  return `${status} ${[401, 403, 406].includes(status) ? 'refused' : 'failed'}`;
}

function Posts({ attempts }: Pick<Inbound, 'attempts'>) {
  if (attempts.length === 0) return <p class="hint">No mail was posted to a program yet.</p>;
  return (
    <section>
      <h2>Posts</h2>
      <ul class="webhook-log" aria-label="Posts of mail, newest first">
        {attempts.map((post, index) => (
          <li key={attempts.length - index}>
            <span class={post.status !== undefined && post.status < 300 ? 'tag' : 'tag bad'}>
              {verdictOf(post)}
            </span>{' '}
            {post.service}{' '}
            <a href={`#/inbox/${encodeURIComponent(post.messageId)}`}>mail to {post.recipient}</a>{' '}
            <span class="hint">
              <Time at={post.at} /> · attempt {post.attempt} · {post.url}
            </span>
            <p>
              Answer: <code>{post.problem ?? (post.answer || '(empty)')}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
