import { readAddressSpec } from '../address-spec.ts';
import { memberPath } from '../member-path.ts';
import {
  listOf,
  oneOf,
  parsedBy,
  type Reader,
  type Reading,
  readBoolean,
  readFields,
  readPageSize,
  requireFields,
} from '../reader.ts';
import { readFilledText, readText } from '../text.ts';

/** The stored fields of a person, without the address. @public */
export type ContactFields = Readonly<Record<string, unknown>>;

/** A person in the service's address book. @public */
export interface Contact {
  /** The service's id. */
  readonly id: string;
  /** The person's address. */
  readonly email: string;
  /** Does the person receive marketing mail? `undefined` when the service does not say. */
  readonly subscribed?: boolean | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** The further fields, by name. */
  readonly fields: ContactFields;
  /** The lists with this contact, where the service says so. */
  readonly listIds?: readonly string[] | undefined;
  /** When it was created. */
  readonly createdAt?: Date | undefined;
  /** When it was changed last. */
  readonly updatedAt?: Date | undefined;
}

/** A contact to create, or to change when the address is known. @public */
export interface ContactInput {
  /** The address; it identifies the contact. */
  readonly email: string;
  /** @defaultValue the stored value; for a new contact, the service's default */
  readonly subscribed?: boolean | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** Merged into the stored fields; `null` removes a field. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** The fields to change; the others stay. @public */
export type ContactChanges = Partial<ContactInput>;

/** The contact as it is now. @public */
export interface UpsertedContact {
  /** The contact with all its fields; `undefined` when the service writes it later. */
  readonly contact?: Contact | undefined;
  /** `pending`: the service writes it later. @defaultValue 'done' */
  readonly state?: 'done' | 'pending' | undefined;
  /** The service's id of the pending work. */
  readonly jobId?: string | undefined;
  /** Was it new? `undefined` when the service does not say. */
  readonly created?: boolean | undefined;
}

/** Contacts to import in one piece of work of the service. @public */
export interface ContactImport {
  readonly contacts: readonly ContactInput[];
  /** Also adds them to these lists. */
  readonly listIds?: readonly string[] | undefined;
}

/** The progress of an import. @public */
export interface ImportStatus {
  readonly jobId: string;
  readonly state: 'pending' | 'done' | 'failed';
  readonly created?: number | undefined;
  readonly updated?: number | undefined;
  readonly failed?: number | undefined;
  /** In the service's words. */
  readonly description?: string | undefined;
}

/** The type of a contact's field. @public */
export type FieldType = 'text' | 'number' | 'boolean' | 'date';

/** A field that contacts may have. @public */
export interface ContactField {
  /** What `fields` of a contact calls it. */
  readonly name: string;
  readonly type?: FieldType | undefined;
  /** The service's id, where it has one. */
  readonly id?: string | undefined;
}

/** Which contacts to list. @public */
export interface ContactFilter {
  /** Matches part of the address. */
  readonly search?: string | undefined;
  /** Only contacts that receive marketing mail, or only those that do not. */
  readonly subscribed?: boolean | undefined;
  /** The number of contacts of one request; the iteration continues with the next page. */
  readonly pageSize?: number | undefined;
  /** Starts here: the `nextCursor` of the last processed page. */
  readonly cursor?: string | undefined;
}

/** How each field is read. */
export const contactReaders = {
  email: parsedBy(readAddressSpec),
  subscribed: readBoolean,
  firstName: readText,
  lastName: readText,
  fields: parsedBy(parseFields) as Reader<ContactInput['fields']>,
};

export const fieldReaders = {
  name: readFilledText,
  id: readFilledText,
  type: oneOf('text', 'number', 'boolean', 'date'),
};

const readContact: Reader<ContactInput> = (input, path, report) => {
  requireFields(input, ['email'], path, report);
  return readFields(input, contactReaders, path, report) as ContactInput;
};
export const importReaders = { contacts: listOf(readContact), listIds: listOf(readFilledText) };

export const contactFilterReaders = {
  search: readText,
  subscribed: readBoolean,
  pageSize: readPageSize,
  cursor: readFilledText,
};

/** Plain values by name. JSON turns `NaN` into `null`, which would remove the field. */
function parseFields(value: unknown): Reading<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'must be an object' };
  for (const [name, item] of Object.entries(value)) {
    const isPlain = item === undefined || item === null || ['string', 'boolean'].includes(typeof item);
    if (!isPlain && !Number.isFinite(item))
      return {
        problem: `has a value other than text, finite number, boolean or null: ${memberPath('fields', name)}`,
      };
  }
  return { value: { ...value } };
}
