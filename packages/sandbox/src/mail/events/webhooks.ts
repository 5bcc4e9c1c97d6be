import { randomUUID } from 'node:crypto';
import type { OpenFaultList } from '../../faults/fault-list.ts';
import type { MailStore, Webhook } from '../store/mail-store.ts';
import { type AttemptLog, createAttemptLog, type WebhookAttempt } from './attempts.ts';
import { createBatches } from './batches.ts';
import { createEventFlow } from './event-flow.ts';
import type { EventMessage, WebhookForm } from './mail-event.ts';
import { createEventRules, type EventRules, type OpenEventRules } from './rules.ts';
import { createSender, type SenderParts } from './sender.ts';
import { createSuppressor } from './suppress.ts';
import { createTargets, type MailWebhookTargets } from './targets.ts';
import { createTimers } from './timers.ts';
import { planTrigger, type WebhookTrigger } from './trigger.ts';

/** The events of mail, and the webhooks that tell them. */
export interface MailWebhooks {
  readonly targets: MailWebhookTargets;
  readonly rules: EventRules;
  /** The last 500, oldest first. */
  attempts(): readonly WebhookAttempt[];
  /** Sends the events of an attempt again. @throws {TypeError} for an unknown attempt or target */
  resend(id: string): Promise<WebhookAttempt>;
  /**
   * Makes an event happen. Resolves with the first attempt for each target that wants it.
   *
   * @throws {TypeError} for an unknown event, message or service
   */
  trigger(trigger: WebhookTrigger): Promise<readonly WebhookAttempt[]>;
  /** Calls the listener after each change. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

/** The webhooks, as the mail service uses them. */
export interface OpenMailWebhooks extends MailWebhooks {
  /** Calls the listeners. */
  announce(): void;
  /** The secret of a service for its receivers; `undefined` where it has none. */
  secretOf(service: string): string | undefined;
  /** Plans the events of a message that was sent to these recipients. */
  onSent(message: EventMessage, recipients: readonly string[]): void;
  /** Plans the events of stored messages that have not happened: after a start, or another state. */
  resume(): void;
  /** Removes waiting and logged deliveries. */
  reset(): void;
  close(): void;
}

/** The parts of the mail service for the events. */
export interface MailWebhooksOptions {
  readonly store: Pick<
    MailStore,
    'messages' | 'webhooks' | 'rules' | 'suppressions' | 'contacts' | 'inBackground' | 'now'
  >;
  readonly forms: ReadonlyMap<string, WebhookForm>;
  readonly faults: Pick<OpenFaultList, 'take'>;
  /** 32 random bytes, of which secrets are made. */
  readonly seed: Uint8Array;
  /** The origin of the mail services. */
  readonly origin: () => string;
}

export function createMailWebhooks(options: MailWebhooksOptions): OpenMailWebhooks {
  const { store, forms, seed } = options;
  const [log, listeners] = [createAttemptLog(), new Set<() => void>()];
  const announce = (): void => {
    for (const listener of [...listeners]) listener();
  };
  for (const table of [store.rules, store.webhooks]) table.watch(announce);
  const rules = createEventRules(store.rules);
  const targets = createTargets(store, { forms, seed });
  const contextOf = (hook: Webhook) => ({ seed, hook, now: store.now(), origin: options.origin() });
  const start = () => startFlow(options, rules, { forms, log, faults: options.faults, contextOf, announce });
  let current = start();

  const reset = (): void => {
    current.end();
    current = start();
    log.clear();
    announce();
  };

  return {
    targets,
    rules,
    announce,
    secretOf: (service) => forms.get(service)?.secretOf?.(seed),
    onSent: (message, recipients) => current.flow.onSent(message, recipients),
    attempts: log.list,
    resend: async (id) => {
      const { hook, events } = findDelivery(id, log, store.webhooks);
      return current.sender.resend(hook, events, id);
    },
    trigger: async (trigger) => {
      const made = planTrigger(trigger, {
        forms,
        messages: store.messages,
        hooks: store.webhooks.all(),
        now: store.now(),
      });
      const { sender, flow } = current;
      const sent = made.flatMap(({ isReal, ...planned }) => {
        const event = { ...planned, id: randomUUID(), at: store.now() };
        if (isReal) flow.happen(event);
        return flow.wanting(event).map((hook) => sender.send(hook, [event]));
      });
      return (await Promise.all(sent)).filter((attempt) => attempt !== undefined);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resume: () => {
      for (const message of store.messages.all())
        if (message.planned?.length) current.flow.onSent(message, message.planned);
    },
    reset,
    close: () => {
      current.end();
      listeners.clear();
    },
  };
}

/** All that is on its way. What began before a reset ends with it, and changes nothing afterwards. */
function startFlow(
  options: MailWebhooksOptions,
  rules: OpenEventRules,
  parts: Omit<SenderParts, 'timers' | 'closing'>,
) {
  const { inBackground } = options.store;
  const closing = new AbortController();
  const timers = createTimers(inBackground);
  const ways = { timers, closing: closing.signal };
  const sender = createSender({ ...parts, ...ways });
  const batches = createBatches(timers, (hook, events) =>
    inBackground(`A webhook of ${hook.service}`, () => sender.send(hook, events)),
  );
  const suppressor = createSuppressor(options.store);
  const flow = createEventFlow({ ...options, rules, suppressor, batches, ...ways });
  const end = (): void => {
    closing.abort();
    timers.close();
  };
  return { sender, flow, end };
}

/** @throws {TypeError} */
function findDelivery(id: string, log: AttemptLog, webhooks: MailStore['webhooks']) {
  const delivery = log.deliveryOf(id);
  if (delivery === undefined) throw new TypeError(`There is no attempt ${id}.`);
  const hook = webhooks.get(delivery.hookId);
  if (hook === undefined) throw new TypeError(`The target of attempt ${id} was removed.`);
  return { hook, events: delivery.events };
}
