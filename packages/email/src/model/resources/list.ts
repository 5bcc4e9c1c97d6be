import { deepCopy } from '@org/core/driver';
import { readAddressSpec } from '../address-spec.ts';
import { mapOf, parsedBy, type Reader, readPageSize } from '../reader.ts';
import { readFilledText, readText } from '../text.ts';
import type { ContactFilter } from './contact.ts';

/** A list of contacts: a list, an audience, a static segment or a topic, as the service calls it. @public */
export interface ContactList {
  /** The service's id: a number, a name or an address, as text. */
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** How many contacts it has, where the service says so. */
  readonly memberCount?: number | undefined;
  /** When it was created. */
  readonly createdAt?: Date | undefined;
  /** When it was changed last. */
  readonly updatedAt?: Date | undefined;
}

/** A list to create. @public */
export interface ListInput {
  readonly name: string;
  readonly description?: string | undefined;
  /** Options of one driver, under its name: the folder of Brevo, the address of Mailgun. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** The fields to change; the others stay. @public */
export type ListChanges = Partial<ListInput>;

/** Which lists. @public */
export interface ListFilter {
  /** The number of lists of one request; the iteration continues with the next page. */
  readonly pageSize?: number | undefined;
  /** Starts here: the `nextCursor` of the last processed page. */
  readonly cursor?: string | undefined;
}

/** Which members of a list. @public */
export type MemberFilter = Pick<ContactFilter, 'pageSize' | 'cursor'>;

/** The answer to a write that the service may finish later. @public */
export interface WriteReceipt {
  /** `pending`: the service works on it. */
  readonly state: 'done' | 'pending';
  /** The service's id of the work, for `importStatus`. */
  readonly jobId?: string | undefined;
}

/** The options of drivers, under their names; each driver checks its own. */
export const readProviderOptions: Reader<Readonly<Record<string, unknown>>> = (value, path, report) => {
  const options = mapOf((item) => deepCopy(item))(value, path, report);
  return options && Object.fromEntries(options);
};

export const listReaders = {
  name: readFilledText,
  description: readText,
  providerOptions: readProviderOptions,
};

export const pageReaders = { pageSize: readPageSize, cursor: readFilledText };

/** The addresses of members, each once. */
export const readEmail = parsedBy(readAddressSpec);
