import type { CallOptions } from '../call-options.ts';
import type { EngineOptions } from '../driver.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { own } from './own.ts';

/** What an option must be, where anything else would only be noticed in the middle of a call. */
type Rules<Options> = {
  readonly [Name in keyof Options]?: readonly [must: string, is: (value: unknown) => boolean];
};

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const has = (method: string) => (value: unknown) =>
  isObject(value) && isFunction(Reflect.get(value as object, method));
const orFalse = (is: (value: unknown) => boolean) => (value: unknown) => value === false || is(value);

const hooks = ['an object with beforeRequest or afterAnswer, or a list of such', isObject] as const;
const hedge = ['what hedge() gives, or false', orFalse(isObject)] as const;

const engineRules: Rules<EngineOptions> = {
  limiter: ['a limiter, like the one that createLimiter() gives, or false', orFalse(has('acquire'))],
  retry: ['an object, or false', orFalse(isObject)],
  runtime: ['an object', isObject],
  onEvent: ['a function', isFunction],
  hooks,
  hedge,
  instrumentation: ['an object', isObject],
  compress: ['a function, or false', orFalse(isFunction)],
  transport: ['a function', isFunction],
};

const callRules: Rules<CallOptions> = {
  signal: ['an AbortSignal', has('addEventListener')],
  headers: ['an object of texts', isObject],
  hooks,
  hedge,
  priority: ['"high", "normal" or "low"', (value) => ['high', 'normal', 'low'].includes(value as string)],
  tenant: ['a text', (value) => typeof value === 'string'],
};

function check<Options extends object>(rules: Rules<Options>, options: Options): void {
  for (const name of Object.keys(options) as (keyof Options & string)[]) {
    const [must, is] = own(rules, name) ?? [];
    if (options[name] !== undefined && is?.(options[name]) === false)
      throw wrongOption(`${name} must be ${must}.`);
  }
}

/** @throws ConfigurationError for the first option that cannot work */
export const checkEngineOptions = (options: EngineOptions): void => check(engineRules, options);

/** @throws ConfigurationError for the first option that cannot work */
export const checkCallOptions = (options: CallOptions): void => check(callRules, options);
