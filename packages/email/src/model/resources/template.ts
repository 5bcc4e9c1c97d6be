import { deepCopy, isRecord, wrongKind } from '@org/core/driver';
import { type AddressInput, type EmailAddress, readMailbox } from '../address.ts';
import {
  mapOf,
  oneOf,
  parsedBy,
  type Reader,
  type Reading,
  readFields,
  readPageSize,
  requireFields,
} from '../reader.ts';
import { readContent, readFilledLine, readFilledText, readText } from '../text.ts';

/** A value for a placeholder: plain, or a list or an object for templates with loops. @public */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | readonly TemplateValue[]
  | { readonly [name: string]: TemplateValue };

/** Values for a template's placeholders. @public */
export type TemplateVariables = Readonly<Record<string, TemplateValue>>;

/** The stored template of a message, and its values. @public */
export interface TemplateReference {
  /** The service's id of the template. */
  readonly id: string;
  /** Values for its placeholders, by name. */
  readonly variables?: TemplateVariables | undefined;
}

/** A stored template. The syntax of its placeholders is the service's own and is never translated. @public */
export interface Template {
  /** The service's id, for `template: { id }` in a message. */
  readonly id: string;
  /** Its name in the service. */
  readonly name: string;
  /** A note for people who manage templates. */
  readonly description?: string | undefined;
  /** The subject line, with placeholders. */
  readonly subject?: string | undefined;
  /** The content, with placeholders. */
  readonly html?: string | undefined;
  /** The content as plain text, where the service stores one. */
  readonly text?: string | undefined;
  /** Sender for messages without `from`. */
  readonly from?: EmailAddress | undefined;
  /** Where replies go. */
  readonly replyTo?: string | undefined;
  /** `transactional` reaches every recipient, `marketing` only subscribed contacts. */
  readonly kind?: TemplateKind | undefined;
  /** Whether messages can use it; `undefined` where the service has no such state. */
  readonly status?: TemplateStatus | undefined;
  /** The service's id of the version, where templates have versions. */
  readonly version?: string | undefined;
  /** When it was created. */
  readonly createdAt?: Date | undefined;
  /** When it was changed last. */
  readonly updatedAt?: Date | undefined;
}

/** `headless` is the service's own word for a template without its frame. @public */
export type TemplateKind = 'transactional' | 'marketing' | 'headless';

/** `draft`: saved and not yet published. `inactive`: switched off. @public */
export type TemplateStatus = 'draft' | 'active' | 'inactive';

/** A template to create. @public */
export interface TemplateInput {
  /** Its name in the service. */
  readonly name: string;
  /** The subject line, with placeholders in the service's syntax. */
  readonly subject: string;
  /** The content, with placeholders in the service's syntax. */
  readonly html: string;
  /** The content as plain text, where the service stores one. */
  readonly text?: string | undefined;
  /** Sender for messages without `from`; some services require it. */
  readonly from?: AddressInput | undefined;
  /** Where replies go. @defaultValue the sender */
  readonly replyTo?: AddressInput | undefined;
  /** A note for people who manage templates. */
  readonly description?: string | undefined;
  /** @defaultValue 'transactional' */
  readonly kind?: TemplateKind | undefined;
}

/** The fields to change; the others stay. @public */
export type TemplateChanges = Partial<TemplateInput>;

/** A template with its placeholders filled. @public */
export interface RenderedTemplate {
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/** What uses a template. @public */
export interface TemplateUsage {
  /** How many automations and campaigns use it. */
  readonly count: number;
  /** The service's answer, as parsed JSON. */
  readonly raw: unknown;
}

/** Which templates to list. @public */
export interface TemplateFilter {
  /** Matches name, subject or description. */
  readonly search?: string | undefined;
  /** Only templates of this kind. */
  readonly kind?: TemplateKind | undefined;
  /** The number of templates of one request; the iteration continues with the next page. */
  readonly pageSize?: number | undefined;
  /** Starts here: the `nextCursor` of the last processed page. */
  readonly cursor?: string | undefined;
}

const readKind = oneOf('transactional', 'marketing', 'headless');

/** How each field is read. Subject and name become header lines of each mail of the template. */
export const templateReaders = {
  name: readFilledLine,
  subject: readFilledLine,
  html: readFilledText,
  text: readFilledText,
  from: readMailbox,
  replyTo: readMailbox,
  description: readText,
  kind: readKind,
};

export const templateFilterReaders = {
  search: readText,
  kind: readKind,
  pageSize: readPageSize,
  cursor: readFilledText,
};

const readValue = parsedBy((value): Reading<TemplateValue> => {
  if (isTemplateValue(value)) return { value: deepCopy(value) };
  return { problem: 'must be a string, a finite number, a boolean, or JSON of these' };
});

export const readVariables = mapOf(readValue);

const referenceReaders = {
  id: readContent,
  variables: readVariables,
};

const maxDepth = 20;

function isTemplateValue(value: unknown, depth: unknown = 0): value is TemplateValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || Number(depth) > maxDepth) return false;
  const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
  return isPlain && Object.values(value).every((item) => isTemplateValue(item, Number(depth) + 1));
}

/** A {@link TemplateReference} of a message. */
export const readTemplateReference: Reader<{
  readonly id: string;
  readonly variables: ReadonlyMap<string, TemplateValue>;
}> = (input, path, report) => {
  if (!isRecord(input)) {
    report(path, `must be an object, { id, variables }, not ${wrongKind(input)}`);
    return undefined;
  }
  requireFields(input, ['id'], path, report);
  const { id = '', variables = new Map() } = readFields(input, referenceReaders, path, report);
  return { id, variables };
};
