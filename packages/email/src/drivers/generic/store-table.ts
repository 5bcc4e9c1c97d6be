import type { ContactMethod, SuppressionMethod, SuppressionReason, TemplateMethod } from '../../driver.ts';
import type { FieldPath } from './paths.ts';

/** How a list goes on. @public */
export type Paging =
  /** The response has the text for the next request. */
  | { readonly style: 'cursor'; readonly parameter: string; readonly next: FieldPath; readonly size?: string }
  /** Pages are counted; the last one is not full. */
  | { readonly style: 'page'; readonly parameter: string; readonly size: string; readonly first?: number }
  /** Items are counted; the last page is not full. */
  | { readonly style: 'offset'; readonly parameter: string; readonly size: string };

/** Items of one kind: `GET {path}`, `POST {path}`, `GET|PATCH|DELETE {path}/{id}`. @public */
export interface GenericStore<Fields, Method extends string, Filter extends string = string> {
  /** `/v1/templates` */
  readonly path: string;
  readonly fields: Fields;
  /** Where a response has one item. @defaultValue '' */
  readonly item?: FieldPath | undefined;
  /** Where a response has a list. @defaultValue 'data' */
  readonly items?: FieldPath | undefined;
  /** @defaultValue the whole list is one response */
  readonly paging?: Paging | undefined;
  /** It must keep the fields that a change leaves out. @defaultValue 'PATCH' */
  readonly update?: 'PATCH' | 'PUT' | 'POST' | undefined;
  /** Query parameters of a filter: `{ search: 'q' }`. */
  readonly filters?: { readonly [Name in Filter]?: string | undefined } | undefined;
  /** Where the service has only some. @defaultValue all methods above, as the part has them */
  readonly methods?: readonly Method[] | undefined;
}

/** Templates. @public */
export type GenericTemplates = GenericStore<
  TemplateFields,
  TemplateMethod & ('create' | 'get' | 'list' | 'update' | 'delete'),
  'search' | 'kind'
>;

/** The places of a template's fields. @public */
export interface TemplateFields {
  readonly id: FieldPath;
  readonly name: FieldPath;
  readonly subject: FieldPath;
  readonly html: FieldPath;
  readonly text?: FieldPath | undefined;
  readonly description?: FieldPath | undefined;
  readonly createdAt?: FieldPath | undefined;
  readonly updatedAt?: FieldPath | undefined;
}

/** The address book. @public */
export type GenericContacts = GenericStore<
  ContactFieldPaths,
  ContactMethod & ('upsert' | 'get' | 'list' | 'update' | 'delete'),
  'search' | 'subscribed'
>;

/** The places of a contact's fields. @public */
export interface ContactFieldPaths {
  readonly id: FieldPath;
  readonly email: FieldPath;
  readonly subscribed?: FieldPath | undefined;
  readonly firstName?: FieldPath | undefined;
  readonly lastName?: FieldPath | undefined;
  /** An object with the further fields. */
  readonly fields?: FieldPath | undefined;
  readonly createdAt?: FieldPath | undefined;
  readonly updatedAt?: FieldPath | undefined;
}

/** Addresses that the service does not send to: `GET|DELETE {path}/{email}`. @public */
export interface GenericSuppressions extends GenericStore<SuppressionFields, SuppressionMethod, 'reason'> {
  /** The service's words for reasons; a reason without a word cannot be added. */
  readonly reasons?: { readonly [Reason in SuppressionReason]?: string } | undefined;
}

/** The places of a suppression's fields. @public */
export interface SuppressionFields {
  readonly email: FieldPath;
  readonly reason?: FieldPath | undefined;
  readonly description?: FieldPath | undefined;
  readonly createdAt?: FieldPath | undefined;
}
