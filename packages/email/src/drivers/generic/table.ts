import type { Auth, Constraint } from '@org/core';
import type {
  ContactMethod,
  EmailLimits,
  SuppressionMethod,
  SuppressionReason,
  TemplateMethod,
} from '../../driver.ts';

/**
 * Where a value is in a body: names and indexes with dots between them, `data.emails.0.id`. `''` is the body
 * itself. @public
 */
export type FieldPath = string;

/** A REST service as a table. @public */
export interface GenericService {
  /** In errors, events and `providerOptions`; `ACME_API_KEY` is the variable of the key for `acme`. */
  readonly name: string;
  readonly baseUrl: string;
  /** `headerKey('x-api-key')`, `queryKey('api_key')`, … @defaultValue bearer() */
  readonly auth?: Auth | undefined;
  /** @defaultValue [perMinute(1000)] */
  readonly limits?: readonly Constraint[] | undefined;
  /** The response header with the service's id of a request. @defaultValue 'x-request-id' */
  readonly requestIdHeader?: string | undefined;
  /** Of one message, checked before a request. */
  readonly maximums?: EmailLimits | undefined;
  readonly idempotency?: GenericIdempotency | undefined;
  readonly send: GenericSend;
  readonly templates?: GenericTemplates | undefined;
  readonly contacts?: GenericContacts | undefined;
  readonly suppressions?: GenericSuppressions | undefined;
  readonly errors?: GenericErrors | undefined;
}

/** The service honours an idempotency key; without this, a send is never repeated. @public */
export interface GenericIdempotency {
  /** @defaultValue 'idempotency-key' */
  readonly header?: string | undefined;
  /**
   * What a repeated key gets: the first response again (`replay`), a 409 (`refuse`), or a 2xx without a
   * second mail (`dedupe`).
   */
  readonly duplicate: 'replay' | 'refuse' | 'dedupe';
}

/** The proof that a 2xx response accepts a request: all that is given must hold. @public */
export interface Evidence {
  readonly statuses?: readonly number[] | undefined;
  /** A field that must have the value `equals`. */
  readonly field?: FieldPath | undefined;
  /** @defaultValue true */
  readonly equals?: string | number | boolean | undefined;
}

/** The request that sends a message. @public */
export interface GenericSend {
  /** `/v1/send` */
  readonly path: string;
  readonly fields: MessageFields;
  /** Where the response has the id of the mail. An id is evidence, too. */
  readonly id?: FieldPath | undefined;
  /** Required without `id`. */
  readonly accepted?: Evidence | undefined;
  /** The form of an address: `Ann <ann@acme.dev>`, or an object with these names. @defaultValue 'text' */
  readonly address?: 'text' | { readonly address: string; readonly name?: string | undefined } | undefined;
  /**
   * `list`: `to` is a list, whose members see each other. `single`: `to` is one address.
   *
   * @defaultValue 'list'
   */
  readonly recipients?: 'list' | 'single' | undefined;
  /** @defaultValue 'one' */
  readonly replyTo?: 'one' | 'many' | undefined;
  /** Can a message have a text without HTML? @defaultValue 'alone' */
  readonly text?: 'alone' | 'with-html' | undefined;
  /** @defaultValue 'iso' */
  readonly time?: 'iso' | 'seconds' | undefined;
  /** Each file of `attachments`. */
  readonly attachment?: AttachmentFields | undefined;
  /** Fields that every request has. */
  readonly constants?: Readonly<Record<string, unknown>> | undefined;
  /** The names in `providerOptions`, and their places in the body. */
  readonly options?: Readonly<Record<string, FieldPath>> | undefined;
}

/** The places of a message's fields in the body. The service lacks what is left out. @public */
export interface MessageFields {
  readonly from: FieldPath;
  readonly to: FieldPath;
  readonly subject: FieldPath;
  readonly html: FieldPath;
  readonly text?: FieldPath | undefined;
  readonly cc?: FieldPath | undefined;
  readonly bcc?: FieldPath | undefined;
  readonly replyTo?: FieldPath | undefined;
  /** An object of names and values. */
  readonly headers?: FieldPath | undefined;
  /** A list; needs `attachment`. */
  readonly attachments?: FieldPath | undefined;
  /** A list of texts: `name` or `name:value`. */
  readonly tags?: FieldPath | undefined;
  /** An object of texts. */
  readonly metadata?: FieldPath | undefined;
  readonly sendAt?: FieldPath | undefined;
  readonly stream?: FieldPath | undefined;
  /** `true` for a message that is only validated. */
  readonly sandbox?: FieldPath | undefined;
  readonly trackOpens?: FieldPath | undefined;
  readonly trackClicks?: FieldPath | undefined;
  /** The id of a template. */
  readonly template?: FieldPath | undefined;
  /** The values of a template, an object. */
  readonly variables?: FieldPath | undefined;
}

/** The names of an attachment's fields; the content is base64. @public */
export interface AttachmentFields {
  readonly filename: string;
  readonly content: string;
  readonly contentType: string;
  /** `attachment` or `inline`. */
  readonly disposition?: string | undefined;
  /** Without it, no file can be inline. */
  readonly contentId?: string | undefined;
}

/** How a list goes on. @public */
export type Paging =
  /** The response has the text for the next request. */
  | { readonly style: 'cursor'; readonly parameter: string; readonly next: FieldPath; readonly size?: string }
  /** Pages are counted; the last one is not full. */
  | { readonly style: 'page'; readonly parameter: string; readonly size: string; readonly first?: number }
  /** Items are counted; the last page is not full. */
  | { readonly style: 'offset'; readonly parameter: string; readonly size: string };

/** Items of one kind: `GET {path}`, `POST {path}`, `GET|PATCH|DELETE {path}/{id}`. @public */
export interface GenericStore<Fields, Method extends string> {
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
  readonly filters?: Readonly<Record<string, string>> | undefined;
  /** @defaultValue the usual methods of this part */
  readonly methods?: readonly Method[] | undefined;
}

/** Templates. @public */
export type GenericTemplates = GenericStore<TemplateFields, TemplateMethod & UsualTemplateMethod>;

type UsualTemplateMethod = 'create' | 'get' | 'list' | 'update' | 'delete';

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
export type GenericContacts = GenericStore<ContactFieldPaths, ContactMethod & UsualContactMethod>;

type UsualContactMethod = 'upsert' | 'get' | 'list' | 'update' | 'delete';

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
export interface GenericSuppressions extends GenericStore<SuppressionFields, SuppressionMethod> {
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

/** The kinds of errors that a code may mean. @public */
export type ErrorKind =
  | 'authentication'
  | 'permission'
  | 'bad-request'
  | 'not-found'
  | 'conflict'
  | 'rate-limit'
  | 'quota-exceeded'
  | 'sender-not-verified'
  | 'recipient-suppressed'
  | 'account-suspended'
  | 'message-rejected';

/** Where a failed response says why, and what its codes mean beyond the status. @public */
export interface GenericErrors {
  readonly code?: FieldPath | undefined;
  readonly message?: FieldPath | undefined;
  readonly kinds?: Readonly<Record<string, ErrorKind>> | undefined;
}
