import { randomUUID } from 'node:crypto';
import type { MailEventKind } from '../../mail-event-kind.ts';
import { requireKind } from '../store/event-rule.ts';
import type { MailStore, Webhook } from '../store/mail-store.ts';
import type { EventMessage, WebhookForm } from './mail-event.ts';

/** An event to make by hand. */
export interface WebhookTrigger {
  readonly event: MailEventKind;
  /** The id of a message. @default a message that is made up, which changes no suppression list */
  readonly message?: string;
  /** @default each recipient of the message */
  readonly recipient?: string;
  /** For a message that is made up. @default each service with a target */
  readonly service?: string;
}

interface Planned {
  readonly message: EventMessage;
  readonly kind: MailEventKind;
  readonly recipient: string;
  /** The mailbox has the message. */
  readonly isReal: boolean;
}

interface Parts {
  readonly forms: ReadonlyMap<string, WebhookForm>;
  readonly messages: Pick<MailStore['messages'], 'get'>;
  readonly hooks: readonly Pick<Webhook, 'service'>[];
  readonly now: number;
}

/** The events of a trigger. @throws {TypeError} */
export function planTrigger(trigger: WebhookTrigger, { forms, messages, hooks, now }: Parts): Planned[] {
  const kind = requireKind(trigger.event);
  const { message: id, recipient, service } = trigger;
  if (id !== undefined) {
    const message = messages.get(id);
    if (message === undefined)
      throw new TypeError(`There is no message ${id} of a service with webhooks. SMTP has none.`);
    const recipients = recipient === undefined ? message.recipients : [recipient];
    return recipients.map((each) => ({ message, kind, recipient: each, isReal: true }));
  }
  if (service !== undefined && !forms.has(service))
    throw new TypeError(`${service} has no webhooks here. There are: ${[...forms.keys()].join(', ')}.`);
  const services = service === undefined ? [...forms.keys()] : [service];
  const told = services.filter((name) => hooks.some((hook) => hook.service === name));
  if (told.length === 0) throw new TypeError('There is no target: add a URL on this machine first.');
  const to = recipient ?? 'bob@example.com';
  return told.map((name) => ({ message: makeUp(name, to, now), kind, recipient: to, isReal: false }));
}

function makeUp(service: string, recipient: string, createdAt: number): EventMessage {
  return {
    id: randomUUID(),
    serial: 1,
    service,
    from: 'ann@acme.dev',
    recipients: [recipient],
    subject: 'Triggered by hand',
    labels: { service },
    own: {},
    createdAt,
  };
}
