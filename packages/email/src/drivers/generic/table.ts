import type { Auth, Constraint } from '@org/core';
import { type ErrorTable, type FieldPath, type FieldPaths, namesIn } from '@org/core/tables';
import type { EmailLimits } from '../../driver.ts';
import type { ErrorKind, StoreTables } from '../../tables/index.ts';

/** A REST service as a table. @public */
export interface GenericService extends StoreTables {
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
  /** `refusal`: by default `false` in `success`, or in the field of which `send.accepted` expects `true`. */
  readonly errors?: ErrorTable<ErrorKind> | undefined;
}

/** The service honours an idempotency key; without this, a send is never repeated. @public */
export interface GenericIdempotency {
  /** @defaultValue 'idempotency-key' */
  readonly header?: string | undefined;
  /** What a repeated key gets: the first response, a 409, or a 2xx without a second mail. */
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
  /** The names of a file's fields; the content is base64. Without `contentId`, no file can be inline. */
  readonly attachment?: FieldPaths<'filename' | 'content' | 'contentType', 'disposition' | 'contentId'>;
  /** Fields that every request has. */
  readonly constants?: Readonly<Record<string, unknown>> | undefined;
  /** The names in `providerOptions`, and their places in the body. */
  readonly options?: Readonly<Record<string, FieldPath>> | undefined;
}

export const addressFields = namesIn('from to cc bcc replyTo');
/** The fields of a message that have addresses. @public */
export type AddressField = keyof typeof addressFields;

/** The form of a field's addresses. */
export const formOf = ({ address = 'text', addresses = {} }: GenericSend, field: string): AddressForm =>
  addresses[field as AddressField] ?? address;

/** Does the field have a list of addresses? */
export function hasList({ recipients, replyTo }: GenericSend, field: string): boolean {
  if (field === 'replyTo') return replyTo === 'many';
  return field === 'to' ? recipients !== 'single' : field !== 'from';
}

/**
 * `text`: `Ann <ann@acme.dev>`. `address`: `ann@acme.dev`. Or an object with its places: `{ address: 'email',
 * name: 'name' }`. An address with a name is refused where the form has none. @public
 */
export type AddressForm = 'text' | 'address' | AddressPaths;

/** The places of an address in its object: `email`, or `address.email`. @public */
export type AddressPaths = FieldPaths<'address', 'name'> & {
  /** Fields of every object: `{ type: 'cc' }`. Where they differ, recipients may be one list at one place. */
  readonly constants?: Readonly<Record<string, unknown>> | undefined;
};

const leastFields = namesIn('from to subject html');
const contentFields = namesIn('cc bcc replyTo text headers attachments tags metadata template variables');
const deliveryFields = namesIn('sendAt stream sandbox trackOpens trackClicks');
export const messageFields = { ...leastFields, ...contentFields, ...deliveryFields };
/**
 * The places of a message's fields in the body. The service lacks what is left out. No place may be another
 * one, or around it. `from` may be `''`: its object's fields are those of the body. @public
 */
export type MessageFields = FieldPaths<
  keyof typeof leastFields,
  keyof typeof contentFields | keyof typeof deliveryFields
>;
