import { createHash } from 'node:crypto';
import type { OpenFaultList } from '../../faults/fault-list.ts';
import { createMailWebhooks, type OpenMailWebhooks } from '../events/webhooks.ts';
import { createMailInbound, type OpenMailInbound } from '../inbound/mail-inbound.ts';
import type { Door } from '../kit/door.ts';
import type { MailStore } from '../store/mail-store.ts';

/** The parts of the mail service for the events of all services. */
export interface EventParts {
  readonly wires: readonly Door[];
  readonly faults: OpenFaultList;
  /** URLs by the name of the service. */
  readonly webhooks: Readonly<Record<string, string>>;
  readonly origin: () => string;
}

/**
 * The events of all services, and the mail that they post to programs.
 *
 * @throws {TypeError} for a URL elsewhere, or an unknown service
 */
export function openEvents(
  store: MailStore,
  { wires, faults, webhooks, origin }: EventParts,
): OpenMailWebhooks & { readonly inbound: OpenMailInbound } {
  const forms = new Map(wires.flatMap(({ name, events }) => (events ? [[name, events] as const] : [])));
  // The same at each start: a receiver keeps its secret.
  const seed = createHash('sha256').update('@org/sandbox webhooks').digest();
  const opened = createMailWebhooks({ store, forms, faults, seed, origin });
  const addOwn = (): void => {
    for (const [service, url] of Object.entries(webhooks)) {
      // A folder may have kept it.
      const isKept = store.webhooks.find((hook) => hook.service === service && hook.url === url);
      if (!isKept) opened.targets.add({ service, url });
    }
  };
  addOwn();
  const posts = new Map(wires.flatMap(({ name, inbound }) => (inbound ? [[name, inbound] as const] : [])));
  const inbound = createMailInbound({
    store,
    forms: posts,
    seed,
    secretOf: opened.secretOf,
    isFinal: (service, status) => forms.get(service)?.isFinal?.(status) === true,
    origin,
    onChange: opened.announce,
  });
  return {
    ...opened,
    inbound,
    reset: () => {
      inbound.reset();
      opened.reset();
      addOwn();
    },
    close: () => {
      inbound.close();
      opened.close();
    },
  };
}
