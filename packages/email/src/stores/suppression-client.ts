import type { CallOptions } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import type { SuppressionOperations } from '../driver/operations.ts';
import { readInput, readObject } from '../model/reader.ts';
import { readEmail } from '../model/resources/list.ts';
import {
  type Suppression,
  type SuppressionFilter,
  type SuppressionInput,
  suppressionFilterReaders,
  suppressionReaders,
} from '../model/resources/suppression.ts';
import { listAll } from './list-all.ts';

/** The addresses that the service does not send to. @public */
export interface SuppressionClient {
  /** Why the service does not send to this address: one for each reason; none when it sends. */
  check(email: string, options?: CallOptions): Promise<readonly Suppression[]>;
  /** All suppressions, page by page during the iteration. */
  list(filter?: SuppressionFilter, options?: CallOptions): PagedList<Suppression>;
  /**
   * Stops mail to an address. Adding it again changes nothing.
   *
   * @throws UnsupportedError for a reason that the service does not accept from outside
   */
  add(suppression: SuppressionInput, options?: CallOptions): Promise<void>;
  /**
   * Allows mail to an address again. Without `reason`, every removable one; removing none is no error.
   *
   * @throws UnsupportedError for one that the service does not remove
   */
  remove(suppression: SuppressionInput, options?: CallOptions): Promise<void>;
}

export function createSuppressionClient(session: DriverSession<SuppressionOperations>): SuppressionClient {
  const read = (input: SuppressionInput) => readObject('suppression', input, suppressionReaders, ['email']);
  return {
    check: async (email, options) =>
      session.execute(
        'suppression.check',
        readInput('The address is not valid', (report) => readEmail(email, 'email', report) ?? ''),
        options,
      ),
    list: (filter = {}, options) =>
      listAll(
        () => readObject('filter of suppressions', filter, suppressionFilterReaders),
        options,
        (page, own) => session.execute('suppression.list', page, own),
      ),
    add: async (input, options) => session.execute('suppression.add', read(input), options),
    remove: async (input, options) => session.execute('suppression.remove', read(input), options),
  };
}
