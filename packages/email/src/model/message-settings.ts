import { memberPath, reportUnknownFields } from './known-fields.ts';
import type { PreparedMessage } from './message.ts';
import type { Own, Report } from './report.ts';
import { findUnsafeText } from './unsafe-text.ts';

type Settings = Pick<PreparedMessage, 'template' | 'tags' | 'metadata' | 'sendAt' | 'providerOptions'>;

/** Everything about a message that is neither address nor content. */
export function readSettings(own: Own, report: Report): Settings {
  const sendAt = own('sendAt');
  const isDate = sendAt instanceof Date && !Number.isNaN(sendAt.getTime());
  if (sendAt !== undefined && !isDate) report('sendAt', 'must be a valid Date');
  return {
    template: readTemplate(own('template'), report),
    tags: readTags(own('tags'), report),
    metadata: readEntries('metadata', own('metadata'), isSafeString, 'must be a string of one line', report),
    providerOptions: readEntries('providerOptions', own('providerOptions'), (value) => value, '', report),
    ...(isDate ? { sendAt } : {}),
  };
}

function readTemplate(input: unknown, report: Report): PreparedMessage['template'] {
  if (input === undefined) return undefined;
  if (typeof input !== 'object' || input === null) {
    report('template', 'must be an object with an `id`');
    return undefined;
  }
  reportUnknownFields(input, ['id', 'variables'], 'template', report);
  const id = Object.hasOwn(input, 'id') ? Reflect.get(input, 'id') : undefined;
  const variables = Object.hasOwn(input, 'variables') ? Reflect.get(input, 'variables') : undefined;
  if (typeof id !== 'string' || id === '') report('template.id', 'must be a non-empty string');
  return {
    id: String(id),
    variables: readEntries(
      'template.variables',
      variables,
      isPrimitive,
      'must be a string, a finite number or a boolean',
      report,
    ),
  };
}

function readTags(input: unknown, report: Report): string[] {
  if (input === undefined) return [];
  if (!Array.isArray(input)) {
    report('tags', 'must be an array');
    return [];
  }
  return input.filter((tag, index): tag is string => {
    const ok = isSafeString(tag) !== undefined;
    if (!ok) report(`tags[${index}]`, 'must be a string of one line');
    return ok;
  });
}

function readEntries<Value>(
  path: string,
  input: unknown,
  read: (value: unknown) => Value | undefined,
  expectation: string,
  report: Report,
): Map<string, Value> {
  const entries = new Map<string, Value>();
  if (input === undefined) return entries;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    report(path, 'must be an object');
    return entries;
  }
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const accepted = read(value);
    if (accepted === undefined) report(memberPath(path, key), expectation);
    else entries.set(key, accepted);
  }
  return entries;
}

function isSafeString(value: unknown): string | undefined {
  return typeof value === 'string' && findUnsafeText(value) === undefined ? value : undefined;
}

function isPrimitive(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}
