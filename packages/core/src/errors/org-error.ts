import type { Issue } from '../schema.ts';

/**
 * What is known about the effect of a failed operation.
 * - `not-sent`: the service surely did not act (never reached, or it refused).
 * - `unknown`: it may or may not have acted.
 * - `sent`: it acted; only its answer was lost or unreadable.
 *
 * @public
 */
export type Outcome = 'not-sent' | 'unknown' | 'sent';

/** Why the pipeline did not try again. @public */
export type RetryRefusal =
  | 'not-retryable'
  | 'ambiguous'
  | 'body-consumed'
  | 'attempts'
  | 'quota'
  | 'deadline'
  | 'retry-after-too-long';

/** What every error of this SDK family may carry. All of it is safe to log: no key, no URL query, no request. @public */
export interface OrgErrorFields {
  readonly message: string;
  readonly provider?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: Outcome | undefined;
  /** How many requests were made. */
  readonly attempts?: number | undefined;
  readonly elapsedMs?: number | undefined;
  /** Our id of the call; the same on all its attempts. */
  readonly requestId?: string | undefined;
  /** The service's id of the request, for its support. */
  readonly providerRequestId?: string | undefined;
  /** HTTP status, or the status of the protocol in use. */
  readonly status?: number | undefined;
  /** The service's own error code, as it spells it. */
  readonly providerCode?: string | undefined;
  /** The service's own words about the failure, structured when it gave structure, cut to 64 KiB. */
  readonly details?: unknown;
  readonly issues?: readonly Issue[] | undefined;
  /** Would the same call, made again later, have a chance without risk of acting twice? */
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly retryRefusal?: RetryRefusal | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for('org.error');
const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

const fieldNames = [
  'provider',
  'operation',
  'outcome',
  'attempts',
  'elapsedMs',
  'requestId',
  'providerRequestId',
  'status',
  'providerCode',
  'details',
  'issues',
  'retryAfterMs',
  'retryRefusal',
] as const satisfies readonly (keyof OrgErrorFields)[];

/**
 * The base of every error thrown by `@org` packages. Recognise it with {@link OrgError.isInstance} (or a subclass's), not with
 * `instanceof`: a brand is compared, so errors of another installed copy are recognised too.
 *
 * @public
 */
export class OrgError extends Error {
  /** Name of the family for the brand; every subclass declares its own. */
  static readonly family: string = 'OrgError';

  readonly code: string = 'error';
  declare readonly provider?: string;
  declare readonly operation?: string;
  declare readonly outcome?: Outcome;
  declare readonly attempts?: number;
  declare readonly elapsedMs?: number;
  declare readonly requestId?: string;
  declare readonly providerRequestId?: string;
  declare readonly status?: number;
  declare readonly providerCode?: string;
  declare readonly details?: unknown;
  declare readonly issues?: readonly Issue[];
  readonly retryable: boolean;
  declare readonly retryAfterMs?: number;
  declare readonly retryRefusal?: RetryRefusal;

  constructor(fields: OrgErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    for (const name of fieldNames) {
      if (fields[name] !== undefined)
        Object.defineProperty(this, name, { value: fields[name], enumerable: true });
    }
    this.retryable = fields.retryable ?? false;
    const families = familiesOf(new.target);
    Object.defineProperty(this, 'name', { value: families[0] });
    Object.defineProperty(this, brand, { value: families });
  }

  static isInstance<Class extends abstract new (...args: never) => unknown>(
    this: Class & { readonly family: string },
    value: unknown,
  ): value is InstanceType<Class> {
    if (typeof value !== 'object' || value === null) return false;
    const families: unknown = Reflect.get(value, brand);
    return Array.isArray(families) && families.includes(this.family);
  }

  toJSON(): Record<string, unknown> {
    const json: Record<string, unknown> = { name: this.name, code: this.code, message: this.message };
    for (const name of fieldNames) if (this[name] !== undefined) json[name] = this[name];
    json['retryable'] = this.retryable;
    return json;
  }

  [inspectCustom](
    _depth: number,
    options: object,
    inspect?: (value: unknown, options: object) => string,
  ): string {
    const { name, message, ...rest } = this.toJSON();
    const frames = (this.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    const head = [`${name}: ${message}`, ...frames].join('\n');
    const cause = this.cause === undefined ? {} : { cause: this.cause };
    return inspect === undefined ? head : `${head} ${inspect({ ...rest, ...cause }, options)}`;
  }
}

/** Is this an error of the `@org` packages, of whichever copy? @public */
export function isOrgError(value: unknown): value is OrgError {
  return OrgError.isInstance(value);
}

function familiesOf(leaf: unknown): readonly string[] {
  const families: string[] = [];
  for (let level = leaf; typeof level === 'function'; level = Object.getPrototypeOf(level)) {
    if (Object.hasOwn(level, 'family')) families.push(String(Reflect.get(level, 'family')));
  }
  return families;
}
