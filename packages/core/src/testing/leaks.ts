import { inspect } from 'node:util';
import { wrongOption } from '../errors/wrong-option.ts';
import { optionKinds, requireArgument } from '../options/option-kinds.ts';

/** One place where a planted secret was found. @public */
export interface Leak {
  readonly canary: string;
  /** The place: `message`, `cause.stack`, `JSON.stringify`, `util.inspect`, `headers[0].value` … */
  readonly where: string;
  readonly form: 'plain' | 'url-encoded' | 'base64' | 'base64url' | 'hex';
}

/**
 * Searches for planted secrets (canaries) in everything that could print a value: own properties at any depth
 * (hidden ones, symbols and getters included), entries of maps, sets, headers, URLs and byte arrays, and the
 * results of `String()`, `JSON.stringify` and `util.inspect`. @public
 *
 * @throws RangeError for a canary of less than 8 characters
 */
export function collectLeaks(value: unknown, canaries: readonly string[]): readonly Leak[] {
  requireArgument('canaries', canaries, optionKinds.list);
  const needles = canaries.flatMap(formsOf);
  const leaks: Leak[] = [];
  for (const [where, text] of textsOf(value)) {
    for (const { canary, form, needle } of needles) {
      if (text.includes(needle)) leaks.push({ canary, where, form });
    }
  }
  return leaks;
}

interface Needle {
  readonly canary: string;
  readonly form: Leak['form'];
  readonly needle: string;
}

function formsOf(canary: string): Needle[] {
  if (canary.length < 8)
    throw wrongOption('A canary needs at least 8 characters: a shorter one matches by chance.');
  const bytes = Buffer.from(canary);
  const needles: Needle[] = [
    { canary, form: 'plain', needle: canary },
    { canary, form: 'hex', needle: bytes.toString('hex') },
  ];
  if (encodeURIComponent(canary) !== canary) {
    needles.push({ canary, form: 'url-encoded', needle: encodeURIComponent(canary) });
  }
  for (const form of ['base64', 'base64url'] as const) {
    for (const needle of base64Cores(bytes, form)) needles.push({ canary, form, needle });
  }
  return needles;
}

/**
 * Base64 of bytes inside a longer text depends on their offset modulo 3. These parts do not depend on the
 * surrounding bytes.
 */
function base64Cores(bytes: Buffer, form: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const aligned = bytes.subarray((3 - offset) % 3);
    return aligned.subarray(0, aligned.length - (aligned.length % 3)).toString(form);
  });
}

function* textsOf(value: unknown): Generator<readonly [where: string, text: string]> {
  yield ['String', attempt(() => String(value))];
  yield ['JSON.stringify', attempt(() => JSON.stringify(value) ?? '')];
  yield ['util.inspect', inspectDeep(value, { showHidden: false })];
  yield ['util.inspect (hidden, getters)', inspectDeep(value, { showHidden: true, getters: true })];
  yield ['util.inspect (not customised)', inspectDeep(value, { showHidden: true, customInspect: false })];
  yield* walk(value, '', new Set());
}

function inspectDeep(value: unknown, options: object): string {
  return attempt(() =>
    inspect(value, { depth: 20, maxArrayLength: null, maxStringLength: null, breakLength: 120, ...options }),
  );
}

function* walk(
  value: unknown,
  path: string,
  seen: Set<unknown>,
): Generator<readonly [where: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Uint8Array) return void (yield [path, Buffer.from(value).toString('latin1')]);
  if (value instanceof URL) yield [path, value.href];
  if (isIterableStore(value)) {
    const entries = attemptValue(() => [...value]);
    yield* walk(entries, `${path}{entries}`, seen);
  }
  for (const key of Reflect.ownKeys(value)) {
    const name = typeof key === 'symbol' ? `[${String(key)}]` : /^\d+$/.test(key) ? `[${key}]` : `.${key}`;
    const where = path === '' && name.startsWith('.') ? name.slice(1) : path + name;
    if (typeof key === 'string') yield [`${where} (key)`, key];
    yield* walk(
      attemptValue(() => (value as Record<PropertyKey, unknown>)[key]),
      where,
      seen,
    );
  }
}

function isIterableStore(value: object): value is Iterable<unknown> {
  return [Map, Set, Headers, URLSearchParams, FormData].some((type) => value instanceof type);
}

function attempt(read: () => string): string {
  return String(attemptValue(read));
}

/** When a getter or a `toJSON` throws, its error is searched instead. */
function attemptValue(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}
