import type { CallOptions } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import type { ListOperations } from '../driver/operations.ts';
import { listOf, readInput, readObject } from '../model/reader.ts';
import type { Contact } from '../model/resources/contact.ts';
import {
  type ContactList,
  type ListChanges,
  type ListFilter,
  type ListInput,
  listReaders,
  type MemberFilter,
  pageReaders,
  readEmail,
  type WriteReceipt,
} from '../model/resources/list.ts';
import { listAll } from './list-all.ts';

/** The service's lists of contacts. @public */
export interface ListClient {
  /** @throws InvalidInputError for a missing, unknown or invalid field; nothing was sent */
  create(list: ListInput, options?: CallOptions): Promise<ContactList>;
  /** @throws NotFoundError when the service has no such list */
  get(id: string, options?: CallOptions): Promise<ContactList>;
  /** All lists, page by page during the iteration. */
  list(filter?: ListFilter, options?: CallOptions): PagedList<ContactList>;
  /**
   * Changes the given fields and keeps the others.
   *
   * @throws NotFoundError when the service has no such list
   */
  update(id: string, changes: ListChanges, options?: CallOptions): Promise<ContactList>;
  /** Deletes the list; its contacts stay. @throws NotFoundError when the service has no such list */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** The contacts of a list, page by page during the iteration. */
  members(id: string, filter?: MemberFilter, options?: CallOptions): PagedList<Contact>;
  /**
   * Adds contacts to the list, by their addresses. `pending`: the service adds them later. Adding a member
   * again changes nothing.
   *
   * @throws InvalidInputError for an invalid address, or without one; nothing was sent
   */
  addMembers(id: string, emails: readonly string[], options?: CallOptions): Promise<WriteReceipt>;
  /** Removes contacts from the list; they stay in the address book. Another address is no error. */
  removeMembers(id: string, emails: readonly string[], options?: CallOptions): Promise<WriteReceipt>;
}

export function createListClient(session: DriverSession<ListOperations>): ListClient {
  const read = (filter: ListFilter | MemberFilter) => readObject('filter', filter, pageReaders);
  return {
    create: async (list, options) =>
      session.execute('list.create', readObject('list', list, listReaders, ['name']), options),
    get: (id, options) => session.execute('list.get', id, options),
    list: (filter = {}, options) =>
      listAll(
        () => read(filter),
        options,
        (page, own) => session.execute('list.list', page, own),
      ),
    update: async (id, changes, options) =>
      session.execute(
        'list.update',
        { id, changes: readObject('change of the list', changes, listReaders) },
        options,
      ),
    delete: (id, options) => session.execute('list.delete', id, options),
    members: (id, filter = {}, options) =>
      listAll(
        () => read(filter),
        options,
        (page, own) => session.execute('list.members', Object.assign(page, { id }), own),
      ),
    addMembers: async (id, emails, options) =>
      session.execute('list.addMembers', { id, emails: readEmails(emails) }, options),
    removeMembers: async (id, emails, options) =>
      session.execute('list.removeMembers', { id, emails: readEmails(emails) }, options),
  };
}

/** Each address once. @throws InvalidInputError */
function readEmails(emails: readonly string[]): readonly string[] {
  return readInput('The members are not valid', (report) => {
    const read = listOf(readEmail)(emails, 'emails', report) ?? [];
    if (read.length === 0) report('emails', 'must have at least one address');
    return [...new Set(read)];
  });
}
