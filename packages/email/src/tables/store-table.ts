import {
  type ErrorTable,
  type FieldPath,
  type FieldPaths,
  namesIn,
  type Place,
  placesOf,
} from '@org/core/tables';
import type { ContactMethod, SuppressionMethod, TemplateMethod } from '../model/capabilities.ts';
import type { SuppressionReason } from '../model/resources/suppression.ts';

/** How a list goes on. @public */
export type TablePaging =
  /** The response has the text for the next request. */
  | { readonly style: 'cursor'; readonly parameter: string; readonly next: FieldPath; readonly size?: string }
  /** Pages are counted; the last one is not full. */
  | { readonly style: 'page'; readonly parameter: string; readonly size: string; readonly first?: number }
  /** Items are counted; the last page is not full. */
  | { readonly style: 'offset'; readonly parameter: string; readonly size: string };

/** Items of one kind: `GET {path}`, `POST {path}`, `GET|PATCH|DELETE {path}/{id}`. @public */
export interface StoreTable<Fields, Method extends string, Filter extends string = string> {
  /** `/v1/templates` */
  readonly path: string;
  /** The places of the fields. */
  readonly fields: Fields;
  /** Where a response has one item. @defaultValue '' */
  readonly item?: FieldPath | undefined;
  /** Where a response has a list. @defaultValue 'data' */
  readonly items?: FieldPath | undefined;
  /** @defaultValue the whole list is one response */
  readonly paging?: TablePaging | undefined;
  /** It must keep the fields that a change leaves out. @defaultValue 'PATCH' */
  readonly update?: 'PATCH' | 'PUT' | 'POST' | undefined;
  /** Query parameters of a filter: `{ search: 'q' }`. */
  readonly filters?: { readonly [Name in Filter]?: string | undefined } | undefined;
  /** Where the service has only some. @defaultValue all methods above, as the part has them */
  readonly methods?: readonly Method[] | undefined;
}

const templateFields = namesIn('id name subject html text description createdAt updatedAt');
const contactFields = namesIn('id email subscribed firstName lastName fields createdAt updatedAt');
const suppressionFields = namesIn('email reason description createdAt');
const ofStore = {
  ...namesIn('path item items update methods'),
  paging: namesIn('style parameter size next first'),
};

/** What a service stores, as tables: the places of the fields, by part. @public */
export interface StoreTables {
  readonly templates?:
    | StoreTable<
        FieldPaths<
          'id' | 'name' | 'subject' | 'html',
          Exclude<keyof typeof templateFields, 'id' | 'name' | 'subject' | 'html'>
        >,
        Exclude<TemplateMethod, 'duplicate' | 'usage' | 'render'>,
        'search' | 'kind'
      >
    | undefined;
  /** The address book; `fields` is the place of an object with the further fields. */
  readonly contacts?:
    | StoreTable<
        FieldPaths<'id' | 'email', Exclude<keyof typeof contactFields, 'id' | 'email'>>,
        ContactMethod & ('upsert' | 'get' | 'list' | 'update' | 'delete'),
        'search' | 'subscribed'
      >
    | undefined;
  readonly suppressions?: SuppressionTable | undefined;
}

/** Addresses that the service does not send to: `GET|DELETE {path}/{email}`. @public */
export interface SuppressionTable
  extends StoreTable<
    FieldPaths<'email', Exclude<keyof typeof suppressionFields, 'email'>>,
    SuppressionMethod,
    'reason'
  > {
  /** The service's words for reasons; a reason without a word cannot be added. */
  readonly reasons?: { readonly [Reason in SuppressionReason]?: string } | undefined;
}

/** A service with tables of what it stores. @public */
export interface StoreService extends StoreTables {
  readonly name: string;
  /** A 404 means "not suppressed" only with an error: its `code`, or without one its words. */
  readonly errors?: Pick<ErrorTable, 'code' | 'message'> | undefined;
}

/** The names that the tables of a service's stores may have. @public */
export const storeNames = {
  templates: { ...ofStore, fields: templateFields, filters: namesIn('search kind') },
  contacts: { ...ofStore, fields: contactFields, filters: namesIn('search subscribed') },
  suppressions: {
    ...ofStore,
    fields: suppressionFields,
    filters: namesIn('reason'),
    reasons: namesIn('hard-bounce complaint unsubscribe invalid block manual other'),
  },
};

/** What the tables of a service's stores send; the other fields are in responses only. */
export const sentFields = {
  templates: ['name', 'subject', 'html', 'text', 'description'],
  contacts: ['email', 'subscribed', 'firstName', 'lastName', 'fields'],
  suppressions: ['email', 'reason'],
} as const;

/** The places of the fields that each part sends, for `refuseLoss`. @public */
export function storePlaces(tables: StoreTables): readonly (readonly Place[])[] {
  return (['templates', 'contacts', 'suppressions'] as const).map((part) => {
    const sent: readonly string[] = sentFields[part];
    const fields = Object.entries(tables[part]?.fields ?? {}).filter(([field]) => sent.includes(field));
    return placesOf(`${part}.fields`, Object.fromEntries(fields));
  });
}
