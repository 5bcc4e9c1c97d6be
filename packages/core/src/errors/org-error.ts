import type { Issue } from '../schema.ts';
import type { OrgErrorCode } from './error-code.ts';

/**
 * What is known about the effect of a failed operation.
 * - `not-sent`: the service surely did not act (never reached, or it refused).
 * - `unknown`: it may or may not have acted.
 * - `sent`: it acted; only its response was lost or unreadable.
 *
 * @public
 */
export type Outcome = 'not-sent' | 'unknown' | 'sent';

/**
 * Why the pipeline did not try again.
 * - `not-retryable`: the same again would fail again.
 * - `ambiguous`: the service may have acted, and the operation must not act twice.
 * - `body-consumed`: the request's body was a stream, which can be sent once.
 * - `attempts`: there were as many as there may be (`maxAttempts`).
 * - `quota`: retries have cost the client too much of late; see `RetryOptions.quota`.
 * - `deadline`: the wait would not have ended before the call's `deadlineMs`.
 * - `retry-after-too-long`: the service asks for a longer wait than `maxRetryAfterMs`; it is in
 *   `retryAfterMs`.
 * - `successor`: the next driver of a composition takes over, without a wait. @public
 */
export type RetryRefusal =
  | 'not-retryable'
  | 'ambiguous'
  | 'body-consumed'
  | 'attempts'
  | 'quota'
  | 'deadline'
  | 'retry-after-too-long'
  | 'successor';

/**
 * The fields of an {@link OrgError}. All of them are safe to log: no key, no URL query, no request. @public
 */
export type OrgErrorFields = {
  /** What failed, why, and what to do. */
  readonly message: string;
  /** The error behind this one, cleaned of secrets. */
  readonly cause?: unknown;
} & {
  readonly [Name in Exclude<keyof OrgError, keyof Error | 'code' | 'docsUrl' | 'toJSON'>]?:
    | OrgError[Name]
    | undefined;
};

const brand = Symbol.for('org.error');

/**
 * The base of every error thrown by `@org` packages. Recognise it with {@link OrgError.isInstance} (or a
 * subclass's), not with `instanceof`: a brand is compared, so errors of another installed copy are recognised
 * too. @public
 */
export class OrgError extends Error {
  /** Name of the family for the brand; every subclass declares its own. */
  static readonly family: string = 'OrgError';

  /**
   * The kind of failure: its family in lower case, `rate-limit` for a `RateLimitError`. Stable between
   * versions.
   */
  declare readonly code: OrgErrorCode;
  /** The service, or the driver for it. */
  declare readonly provider?: string;
  /** Name of the operation: `contact.upsert`. */
  declare readonly operation?: string;
  /** What is known about the effect; after `unknown` ask the service before a repetition. */
  declare readonly outcome?: Outcome;
  /** How many requests were made. */
  declare readonly attempts?: number;
  /** From the start of the call to its end. */
  declare readonly elapsedMs?: number;
  /** Our id of the call; the same on all its attempts. */
  declare readonly requestId?: string;
  /** The service's id of the request, for its support. */
  declare readonly providerRequestId?: string;
  /** HTTP method of the request. */
  declare readonly method?: string;
  /** Host of the service, with its port where it is not the usual one. */
  declare readonly host?: string;
  /**
   * Path with a name for each outside value, `/contacts/{id}`; the path itself where there is no template.
   */
  declare readonly pathTemplate?: string;
  /** HTTP status, or the status of the protocol in use. */
  declare readonly status?: number;
  /** The service's own error code, as it spells it. */
  declare readonly providerCode?: string;
  /** The service's own words about the failure, structured when it gave structure, cut to 64 KiB. */
  declare readonly details?: unknown;
  /** What is wrong, each with its path. */
  declare readonly issues?: readonly Issue[];
  /** Would the same call, made again later, have a chance without risk of acting twice? */
  declare readonly retryable: boolean;
  /** How long the service asks to wait, or how long until there is a chance. */
  declare readonly retryAfterMs?: number;
  /** Why there was no further attempt. */
  declare readonly retryRefusal?: RetryRefusal;

  constructor({ message, cause, ...fields }: OrgErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    const families = familiesOf(new.target);
    const shown = { code: codeOf(families[0]), ...fields, retryable: fields.retryable ?? false };
    for (const [name, value] of Object.entries(shown))
      if (value !== undefined)
        Object.defineProperty(this, name, { value, enumerable: true, configurable: true });
    Object.defineProperties(this, { name: { value: families[0] }, [brand]: { value: families } });
  }

  /** Address of the page about this code: what it means, and what to do. */
  get docsUrl(): string {
    return `https://org.github.io/org/errors/${this.code}`;
  }

  /**
   * Is it an error of this class, of any copy of the package? Call it as a method:
   * `RateLimitError.isInstance(error)`.
   */
  static isInstance<Class extends abstract new (...args: never) => unknown>(
    this: Class & { readonly family: string },
    value: unknown,
  ): value is InstanceType<Class> {
    if (typeof value !== 'object' || value === null) return false;
    const families: unknown = (value as Record<symbol, unknown>)[brand];
    return Array.isArray(families) && families.includes(this.family);
  }

  /** All that it carries, without its cause and stack: for logs. */
  toJSON(): Record<string, unknown> {
    const head: Record<string, unknown> = { name: this.name, code: this.code, message: this.message };
    return Object.assign(head, this);
  }

  // A name by a constant would make the errors of two copies of core two types.
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: number,
    options: object,
    inspect?: (value: unknown, options: object) => string,
  ): string {
    const { name, message, ...rest } = this.toJSON();
    const frames = this.stack?.match(/^ {4}at .*/gm) ?? [];
    const head = [`${name}: ${message}`, ...frames].join('\n');
    if (this.cause !== undefined) rest['cause'] = this.cause;
    return inspect === undefined ? head : `${head} ${inspect(rest, options)}`;
  }
}

/**
 * Is this an error of the `@org` packages, of any copy? @public
 *
 * @example
 * try {
 *   await client.request({ method: 'POST', path: '/orders', json: order });
 * } catch (error) {
 *   if (!isOrgError(error) || error.outcome !== 'unknown') throw error;
 *   console.warn('the order may exist:', error.message);
 * }
 */
export function isOrgError(value: unknown): value is OrgError {
  return OrgError.isInstance(value);
}

/** `rate-limit` of `RateLimitError`. */
function codeOf(family = ''): string {
  if (family === OrgError.family) return 'error';
  return family
    .replace(/Error$/, '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase();
}

function familiesOf(leaf: unknown): readonly string[] {
  const families: string[] = [];
  for (let level = leaf; level instanceof Function; level = Object.getPrototypeOf(level))
    if (Object.hasOwn(level, 'family')) families.push((level as unknown as typeof OrgError).family);
  return families;
}
