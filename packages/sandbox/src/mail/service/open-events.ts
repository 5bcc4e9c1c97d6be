import type { OpenFaultList } from '../../faults/fault-list.ts';
import { createMailWebhooks, type OpenMailWebhooks } from '../events/webhooks.ts';
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

/** The events of all services. @throws {TypeError} for a URL elsewhere, or an unknown service */
export function openEvents(
  store: MailStore,
  { wires, faults, webhooks, origin }: EventParts,
): OpenMailWebhooks {
  const forms = new Map(wires.map(({ name, events }) => [name, events]));
  const opened = createMailWebhooks({ store, forms, faults, origin });
  const addOwn = (): void => {
    for (const [service, url] of Object.entries(webhooks)) {
      // A folder may have kept it.
      const isKept = store.webhooks.find((hook) => hook.service === service && hook.url === url);
      if (!isKept) opened.targets.add({ service, url });
    }
  };
  addOwn();
  return {
    ...opened,
    reset: () => {
      opened.reset();
      addOwn();
    },
  };
}
