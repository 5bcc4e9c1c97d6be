import type { CallOptions } from './call-options.ts';
import type { EngineOptions } from './engine-options.ts';
import { wrongOption } from './errors/wrong-option.ts';
import { meantOption } from './options/meant-option.ts';
import { propertyOf } from './options/own.ts';
import { refuseUnknown } from './options/refuse-unknown.ts';

/** The rule of each option: text for the error message, and a check; none where another part checks it. */
type OptionRules<Options> = {
  readonly [Name in keyof Options]-?: readonly [must: string, is: (value: unknown) => boolean] | undefined;
};

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const has = (method: string) => (value: unknown) => isFunction(propertyOf(value, method));
const orFalse = (is: (value: unknown) => boolean) => (value: unknown) => value === false || is(value);

const hooks = ['an object with beforeRequest or afterResponse, or a list of them', isObject] as const;
const hedge = ['what hedge() gives, or false', /* @__PURE__ */ orFalse(isObject)] as const;

export const engineRules: OptionRules<EngineOptions> = {
  limiter: ['what createLimiter() gives, or false', /* @__PURE__ */ orFalse(/* @__PURE__ */ has('acquire'))],
  retry: ['an object, or false', /* @__PURE__ */ orFalse(isObject)],
  runtime: ['an object', isObject],
  onEvent: ['a function', isFunction],
  hooks,
  hedge,
  instrumentation: ['an object', isObject],
  compress: ['a function, or false', /* @__PURE__ */ orFalse(isFunction)],
  transport: ['a function', isFunction],
  timeoutMs: undefined,
  deadlineMs: undefined,
  maxResponseBytes: undefined,
  userAgent: undefined,
  dangerouslyAllowBrowser: ['true or false', (value) => typeof value === 'boolean'],
};

/** The names of the engine's options, for the clients that take them among others. @public */
export const engineOptionNames: Readonly<Record<keyof EngineOptions, unknown>> = engineRules;

/** The engine's own among the options of a client. @public */
export function engineOptionsOf(options: EngineOptions): EngineOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(engineRules, name)));
}

export const callRules: OptionRules<CallOptions> = {
  signal: ['an AbortSignal', /* @__PURE__ */ has('addEventListener')],
  headers: ['an object of texts', isObject],
  hooks,
  hedge,
  priority: ['"high", "normal" or "low"', (value) => ['high', 'normal', 'low'].includes(value as string)],
  tenant: ['a text', (value) => typeof value === 'string'],
  onAborted: ['a function', isFunction],
  timeoutMs: undefined,
  deadlineMs: undefined,
  idempotencyKey: undefined,
  maxAttempts: undefined,
};

/** The names of the options of a call, for methods that take further ones. @public */
export const callOptionNames: Readonly<Record<keyof CallOptions, unknown>> = callRules;

/** @throws ConfigurationError for the first option that is unknown, or breaks its rule */
export function checkOptions<Options extends object>(
  rules: OptionRules<Options>,
  options: Options,
  of: string,
): void {
  refuseUnknown(options, rules, of, meantOption);
  for (const name of Object.keys(options) as (keyof Options & string)[]) {
    const [must, is] = rules[name] ?? [];
    if (options[name] !== undefined && is?.(options[name]) === false)
      throw wrongOption(`${name} must be ${must}.`);
  }
}
