import type { CallOptions } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import type { WebhookOperations } from '../driver/operations.ts';
import { readObject } from '../model/reader.ts';
import { type ListFilter, pageReaders } from '../model/resources/list.ts';
import {
  type WebhookEndpoint,
  type WebhookEndpointInput,
  webhookEndpointReaders,
} from '../model/resources/webhook-endpoint.ts';
import { listAll } from './list-all.ts';

/** The webhooks that the service keeps. @public */
export interface WebhookEndpointClient {
  /** Asks the service to send events to an address of yours. */
  create(webhook: WebhookEndpointInput, options?: CallOptions): Promise<WebhookEndpoint>;
  /** All webhooks, page by page during the iteration. */
  list(filter?: ListFilter, options?: CallOptions): PagedList<WebhookEndpoint>;
  /** @throws NotFoundError when the service has no such endpoint */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export function createEndpointClient(session: DriverSession<WebhookOperations>): WebhookEndpointClient {
  return {
    create: async (webhook, options) =>
      session.execute(
        'webhook.create',
        readObject('webhook', webhook, webhookEndpointReaders, ['url', 'events']),
        options,
      ),
    list: (filter = {}, options) =>
      listAll(
        () => readObject('filter', filter, pageReaders),
        options,
        (page, own) => session.execute('webhook.list', page, own),
      ),
    delete: (id, options) => session.execute('webhook.delete', id, options),
  };
}
