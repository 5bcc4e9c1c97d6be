import type { CallOptions } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import type { ContactOperations } from '../driver/operations.ts';
import { readObject } from '../model/reader.ts';
import {
  type Contact,
  type ContactChanges,
  type ContactField,
  type ContactFilter,
  type ContactImport,
  type ContactInput,
  contactFilterReaders,
  contactReaders,
  fieldReaders,
  type ImportStatus,
  importReaders,
  type UpsertedContact,
} from '../model/resources/contact.ts';
import type { WriteReceipt } from '../model/resources/list.ts';
import { listAll } from './list-all.ts';

/** The service's address book. @public */
export interface ContactClient {
  /**
   * Creates the contact, or changes the one with this address.
   *
   * @throws InvalidInputError for a missing, unknown or invalid field; nothing was sent
   */
  upsert(contact: ContactInput, options?: CallOptions): Promise<UpsertedContact>;
  /** @throws NotFoundError when the service has no such contact */
  get(id: string, options?: CallOptions): Promise<Contact>;
  /**
   * All contacts, page by page during the iteration. `pages()` yields whole pages with their cursors. Each
   * page is a call with these options. `await Array.fromAsync(email.contacts.list())` is an array of all.
   *
   * @example
   * for await (const contact of email.contacts.list()) console.log(contact.email);
   */
  list(filter?: ContactFilter, options?: CallOptions): PagedList<Contact>;
  /**
   * Changes the given fields and keeps the others.
   *
   * @throws NotFoundError when the service has no such contact
   * @throws ConflictError when another contact has the address
   */
  update(id: string, changes: ContactChanges, options?: CallOptions): Promise<Contact>;
  /** @throws NotFoundError when the service has no such contact */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Creates or changes many contacts in one piece of work of the service; `importStatus` has its progress.
   *
   * @throws InvalidInputError when a contact of the import is invalid; nothing was sent
   */
  import(contacts: ContactImport, options?: CallOptions): Promise<WriteReceipt>;
  /** @throws NotFoundError when the service has no such contact */
  importStatus(jobId: string, options?: CallOptions): Promise<ImportStatus>;
  /** The fields that contacts may have. */
  fields(options?: CallOptions): Promise<readonly ContactField[]>;
  /** @throws ConflictError when there is a field with this name */
  createField(field: ContactField, options?: CallOptions): Promise<ContactField>;
  /**
   * Deletes the field, and its value in every contact.
   *
   * @throws NotFoundError when the service has no such field
   */
  deleteField(name: string, options?: CallOptions): Promise<void>;
}

export function createContactClient(session: DriverSession<ContactOperations>): ContactClient {
  return {
    upsert: async (contact, options) =>
      session.execute('contact.upsert', readObject('contact', contact, contactReaders, ['email']), options),
    get: (id, options) => session.execute('contact.get', id, options),
    list: (filter = {}, options) =>
      listAll(
        () => readObject('filter of contacts', filter, contactFilterReaders),
        options,
        (page, own) => session.execute('contact.list', page, own),
      ),
    update: async (id, changes, options) =>
      session.execute(
        'contact.update',
        { id, changes: readObject('change of the contact', changes, contactReaders) },
        options,
      ),
    delete: (id, options) => session.execute('contact.delete', id, options),
    import: async (contacts, options) =>
      session.execute('contact.import', readObject('import', contacts, importReaders, ['contacts']), options),
    importStatus: (jobId, options) => session.execute('contact.importStatus', jobId, options),
    fields: (options) => session.execute('contact.fields', undefined, options),
    createField: async (field, options) =>
      session.execute(
        'contact.createField',
        readObject('field', field, fieldReaders, ['name', 'type']),
        options,
      ),
    deleteField: (name, options) => session.execute('contact.deleteField', name, options),
  };
}
