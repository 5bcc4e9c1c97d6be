import type { Auth, Constraint } from '@org/core';
import type { EmailLimits } from '../../driver.ts';
import type { FieldPath } from './paths.ts';
import type { GenericContacts, GenericSuppressions, GenericTemplates } from './store-table.ts';

/** A REST service as a table. @public */
export interface GenericService {
  /** In errors, events and `providerOptions`; `ACME_API_KEY` is the variable of the key for `acme`. */
  readonly name: string;
  readonly baseUrl: string;
  /** `headerKey('x-api-key')`, `queryKey('api_key')`, … @defaultValue bearerAuth() */
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
  /** The form of an address. @defaultValue 'text' */
  readonly address?: AddressForm | undefined;
  /** The form in single fields, where it differs from `address`: `{ replyTo: 'text' }`. */
  readonly addresses?: { readonly [Field in AddressField]?: AddressForm | undefined } | undefined;
  /**
   * `list`: `to` is a list, whose members see each other. `separate`: `to` is a list, and each member gets a
   * mail of its own. `single`: `to` is one address. Of the last two, a request has one recipient.
   *
   * @defaultValue 'list'
   */
  readonly recipients?: 'list' | 'separate' | 'single' | undefined;
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

/** The fields of a message that have addresses. @public */
export type AddressField = 'from' | 'to' | 'cc' | 'bcc' | 'replyTo';

/**
 * `text`: `Ann <ann@acme.dev>`. `address`: `ann@acme.dev`. Or an object with its places: `{ address: 'email',
 * name: 'name' }`. An address with a name is refused where the form has none. @public
 */
export type AddressForm = 'text' | 'address' | AddressPaths;

/** The places of an address in its object. @public */
export interface AddressPaths {
  /** `email`, or `address.email` */
  readonly address: FieldPath;
  readonly name?: FieldPath | undefined;
  /**
   * Fields of every object: `{ type: 'cc' }`. Where they differ, `to`, `cc` and `bcc` may be one list at one
   * place.
   */
  readonly constants?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The places of a message's fields in the body. The service lacks what is left out. No place may be another
 * one, or around it. @public
 */
export interface MessageFields {
  /** `''` for an object whose fields are those of the body: `from_email`, `from_name`. */
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
  /**
   * The service's words: a text, or a list of texts.
   *
   * @defaultValue the first text of `message`, `error.message`, `error`, `errors.0.message`, `errors` and
   * `detail`
   */
  readonly message?: FieldPath | undefined;
  /**
   * What a 2xx response says when the service refuses.
   *
   * @defaultValue `false` in the field that `send.accepted` expects to be `true`, or in `success`
   */
  readonly refusal?: Refusal | undefined;
  readonly kinds?: Readonly<Record<string, ErrorKind>> | undefined;
}

/** A field of a 2xx response that refuses. @public */
export interface Refusal {
  readonly field: FieldPath;
  /** @defaultValue false */
  readonly equals?: string | number | boolean | undefined;
}
