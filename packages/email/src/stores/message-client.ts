import type { CallOptions } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import type { MessageOperations } from '../driver/operations.ts';
import type { DeliveryEvent } from '../model/delivery-event.ts';
import { readInput, readObject } from '../model/reader.ts';
import { type EventFilter, eventFilterReaders, type SentMessage } from '../model/resources/sent-message.ts';
import { readDate } from '../model/resources/suppression.ts';
import { listAll } from './list-all.ts';

/** Messages that the service accepted. @public */
export interface MessageClient {
  /** @throws NotFoundError when the service has no such message */
  get(id: string, options?: CallOptions): Promise<SentMessage>;
  /** What happened to mails, page by page during the iteration. */
  events(filter?: EventFilter, options?: CallOptions): PagedList<DeliveryEvent>;
  /**
   * Cancels a scheduled message.
   *
   * @throws NotFoundError when the service has no such message
   * @throws ConflictError when it is out already
   */
  cancel(id: string, options?: CallOptions): Promise<void>;
  /**
   * Sends a scheduled message at another time.
   *
   * @throws InvalidInputError for an invalid date; nothing was sent
   * @throws NotFoundError when the service has no such message
   * @throws ConflictError when it is out already
   */
  reschedule(id: string, sendAt: Date, options?: CallOptions): Promise<void>;
}

export function createMessageClient(session: DriverSession<MessageOperations>): MessageClient {
  return {
    get: (id, options) => session.execute('message.get', id, options),
    events: (filter = {}, options) =>
      listAll(
        () => readObject('filter of events', filter, eventFilterReaders),
        options,
        (page, own) => session.execute('message.events', page, own),
      ),
    cancel: (id, options) => session.execute('message.cancel', id, options),
    reschedule: async (id, sendAt, options) => {
      const read = readInput('The message cannot be rescheduled', (report) =>
        readDate(sendAt, 'sendAt', report),
      );
      return session.execute('message.reschedule', { id, sendAt: read ?? sendAt }, options);
    },
  };
}
