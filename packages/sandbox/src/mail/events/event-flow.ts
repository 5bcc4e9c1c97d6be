import { randomUUID } from 'node:crypto';
import type { MailStore, Webhook } from '../store/mail-store.ts';
import type { EventPlan } from '../store/plan-events.ts';
import type { Batches } from './batches.ts';
import type { EventMessage, MailEvent, WebhookForm } from './mail-event.ts';
import type { OpenEventRules } from './rules.ts';
import type { Suppressor } from './suppress.ts';
import { isWanted } from './targets.ts';
import type { Timers } from './timers.ts';

/** The parts between a sent message and the webhooks of its events. */
export interface EventFlowParts {
  readonly store: Pick<MailStore, 'messages' | 'webhooks' | 'inBackground' | 'now'>;
  readonly forms: ReadonlyMap<string, WebhookForm>;
  readonly rules: Pick<OpenEventRules, 'plan'>;
  readonly suppressor: Pick<Suppressor, 'apply'>;
  readonly batches: Batches;
  readonly timers: Timers;
  readonly closing: AbortSignal;
}

/** Of a message, in its row: room for some of each recipient, or the first bounces would go for the last. */
const maxEvents = (recipients: number): number => Math.max(100, 4 * recipients);

interface RecipientPlan extends EventPlan {
  readonly recipient: string;
}

/** A delivery at once needs no note: the message is in the mailbox, and nothing else will happen to it. */
function isPlanned({ kinds, delayMs }: EventPlan): boolean {
  return kinds.some((kind) => delayMs > 0 || kind !== 'delivered');
}

/** Makes the events of messages happen. */
export function createEventFlow(parts: EventFlowParts) {
  const { store, forms, rules, suppressor, batches, timers, closing } = parts;

  const happen = (event: MailEvent): void => {
    const form = forms.get(event.message.service);
    if (form !== undefined) suppressor.apply(event, form);
    record(event);
  };

  /** For look-ups. A delivery is the usual case, and needs no entry, unless the recipient deferred it. */
  const record = ({ kind, message: { id }, recipient, at }: MailEvent): void => {
    const found = store.messages.get(id);
    if (found === undefined) return;
    const { events: known = [] } = found;
    const isDeferred = known.some((event) => event.kind === 'deferred' && event.recipient === recipient);
    if (kind === 'delivered' && !isDeferred) return;
    const events = [...known, { kind, recipient, at }];
    store.messages.update(id, { events: events.slice(-maxEvents(found.recipients.length)) });
  };

  const wanting = ({ message, kind }: MailEvent): readonly Webhook[] => {
    const name = forms.get(message.service)?.names[kind];
    return store.webhooks
      .all()
      .filter(({ service, events }) => service === message.service && isWanted(events, name));
  };

  const tell = (event: MailEvent): void => {
    happen(event);
    for (const hook of wanting(event))
      batches.add(hook, event, forms.get(hook.service)?.batchOf?.(hook) ?? 1);
  };

  const settle = (id: string, recipient: string): void => {
    const { planned = [] } = store.messages.get(id) ?? {};
    if (planned.includes(recipient))
      store.messages.update(id, { planned: planned.filter((each) => each !== recipient) });
  };

  const plan = (message: EventMessage, each: RecipientPlan): void => {
    const { recipient, kinds, delayMs } = each;
    const run = (): void => {
      if (closing.aborted) return;
      // Another flow that knows the message, such as that of a loaded state, was first.
      if (isPlanned(each) && !(store.messages.get(message.id)?.planned?.includes(recipient) ?? true)) return;
      try {
        for (const kind of kinds) tell({ kind, id: randomUUID(), message, recipient, at: store.now() });
      } finally {
        settle(message.id, recipient);
      }
    };
    // After the response to the request that sent the message.
    if (delayMs === 0) setImmediate(store.inBackground, 'An event of mail', run);
    else if (!timers.later(delayMs, run)) {
      process.emitWarning('1000 events of mail wait already.');
      settle(message.id, recipient);
    }
  };

  return {
    /** Changes the lists of the service. */
    happen,
    /** The webhooks that an event goes to. */
    wanting,
    /** Plans the events of a message that was sent to these recipients. */
    onSent: (message: EventMessage, recipients: readonly string[]) => {
      const plans = recipients.map((recipient) => ({ recipient, ...rules.plan(message, recipient) }));
      const planned = plans.filter(isPlanned).map(({ recipient }) => recipient);
      if (planned.length > 0) store.messages.update(message.id, { planned });
      for (const each of plans) plan(message, each);
    },
  };
}
