import { isRecord } from '../internal/json.ts';

const idFields = new Set(['id', 'ids', 'user_id', 'user_ids']);

/** The application's own values: their numbers are read as everywhere else. */
const ownFields: ReadonlySet<string> = new Set(['hash', 'user_info']);

/** An id as text: backends write numbers too. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * A value of the protocol, parsed from `text`, with integers of sixteen digits or more as text where they are
 * ids: a number would name another user. Backends in PHP, Ruby and Python write ids of 64 bits as integers.
 */
export function exactIds(value: unknown, text: string, except: ReadonlySet<string> = ownFields): unknown {
  if (typeof value !== 'object' || value === null || !/\d{16}/.test(text)) return value;
  try {
    return withIds(value, JSON.parse(quoteIntegers(text)), except);
  } catch {
    return value; // nested or long beyond the stack: ids are as numbers hold them
  }
}

/** JSON whose integers of sixteen digits or more are text, each after `mark`. */
export function quoteIntegers(text: string, mark = ''): string {
  return text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[-+.\dEe]+/gs, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${mark}${token}"` : token,
  );
}

function withIds(value: unknown, exact: unknown, except: ReadonlySet<string>): unknown {
  if (Array.isArray(value) && Array.isArray(exact))
    return value.map((each, index) => withIds(each, exact[index], except));
  if (!isRecord(value) || !isRecord(exact)) return value;
  const fields = Object.entries(value).map(([name, each]) => {
    if (idFields.has(name)) return [name, exact[name]];
    return [name, except.has(name) ? each : withIds(each, exact[name], except)];
  });
  return Object.fromEntries(fields);
}
