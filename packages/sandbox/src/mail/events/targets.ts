import { type MailEventKind, mailEventKinds } from '../../mail-event-kind.ts';
import { assertLoopbackTarget } from '../../realtime/webhooks/target.ts';
import { requireKind } from '../store/event-rule.ts';
import type { MailStore, Webhook } from '../store/mail-store.ts';
import type { WebhookForm } from './mail-event.ts';

/** A URL that gets the events of one service. */
export interface MailWebhookTarget {
  readonly id: string;
  readonly service: string;
  readonly url: string;
  /** Those that it gets, of those that the service tells. */
  readonly events: readonly MailEventKind[];
  /** The secret that the receiver checks: the `webhookSecret` of the driver. */
  readonly secret: string | undefined;
}

/** A target to add. */
export interface NewMailWebhookTarget {
  /** On this machine. */
  readonly url: string;
  /** @default all */
  readonly service?: string;
  /** @default all */
  readonly events?: readonly MailEventKind[];
}

/** The URLs that services registered, and those that were added here. */
export interface MailWebhookTargets {
  /** The services that send webhooks. */
  readonly services: readonly string[];
  list(): readonly MailWebhookTarget[];
  /** Adds one for each service. @throws {TypeError} for a URL elsewhere, or an unknown service */
  add(target: NewMailWebhookTarget): readonly MailWebhookTarget[];
  /** Whether the target was there. */
  remove(id: string): boolean;
}

interface TargetParts {
  readonly forms: ReadonlyMap<string, WebhookForm>;
  readonly seed: Uint8Array;
}

export function createTargets(
  { webhooks }: Pick<MailStore, 'webhooks'>,
  { forms, seed }: TargetParts,
): MailWebhookTargets {
  const view = ({ id, service, url, events }: Webhook): MailWebhookTarget => {
    const { names = {}, secretOf } = forms.get(service) ?? {};
    const told = mailEventKinds.filter((kind) => isWanted(events, names[kind]));
    return { id, service, url, events: told, secret: secretOf?.(seed) };
  };
  const known = [...forms.keys()];
  return {
    services: known,
    list: () => webhooks.all().map(view),
    add: ({ url, service, events = [] }) => {
      if (typeof url !== 'string') throw new TypeError('A target needs a url.');
      assertLoopbackTarget({ url });
      const kinds = events.map(requireKind);
      const services = service === undefined ? known : [service];
      return services.map((name) => {
        const form = forms.get(name);
        if (form === undefined)
          throw new TypeError(`${name} has no webhooks here. There are: ${known.join(', ')}.`);
        const names = kinds.flatMap((kind) => form.names[kind] ?? []);
        // A list without a name of the service gets nothing, and an empty one all.
        const wanted = kinds.length > 0 && names.length === 0 ? ['none'] : names;
        return view(webhooks.add({ service: name, url, events: wanted, own: form.defaults ?? {} }));
      });
    },
    remove: webhooks.delete,
  };
}

/** A webhook without a list of events gets all. */
export function isWanted(events: readonly string[], name: string | undefined): boolean {
  return name !== undefined && (events.length === 0 || events.includes(name));
}
