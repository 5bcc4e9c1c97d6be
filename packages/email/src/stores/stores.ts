// Loaded with the first call of a part.
import type { DriverSession } from '@org/core/driver';
import type { AllOperations } from '../driver/operations.ts';
import { type ContactClient, createContactClient } from './contact-client.ts';
import { createListClient, type ListClient } from './list-client.ts';
import { createMessageClient, type MessageClient } from './message-client.ts';
import { createSuppressionClient, type SuppressionClient } from './suppression-client.ts';
import { createTemplateClient, type TemplateClient } from './template-client.ts';
import { createEndpointClient, type WebhookEndpointClient } from './webhook-endpoint-client.ts';

/** The parts of a client besides sending. */
export interface Stores {
  /** The templates that the service stores. */
  readonly templates: TemplateClient;
  /** The service's address book. */
  readonly contacts: ContactClient;
  /** The service's lists of contacts. */
  readonly lists: ListClient;
  /** The addresses that the service does not send to. */
  readonly suppressions: SuppressionClient;
  /** Messages that the service accepted. */
  readonly messages: MessageClient;
  /** The service's webhooks, where its API manages them. */
  readonly webhooks: WebhookEndpointClient;
}

export function createLoadedStores(session: DriverSession<AllOperations>): Stores {
  return {
    templates: createTemplateClient(session),
    contacts: createContactClient(session),
    lists: createListClient(session),
    suppressions: createSuppressionClient(session),
    messages: createMessageClient(session),
    webhooks: createEndpointClient(session),
  };
}
