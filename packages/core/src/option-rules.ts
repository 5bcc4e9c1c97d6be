import { type CallOptions, type CallRecord, successorOption } from './call-options.ts';
import type { EngineOptions } from './engine-options.ts';
import { wrongOption } from './errors/wrong-option.ts';
import type { Hooks } from './hooks.ts';
import { meantOption } from './options/meant-option.ts';
import { timeLimit, wholeNumberOption } from './options/numbers.ts';
import type { OptionRule } from './options/option-kinds.ts';
import { ownCopy, propertyOf } from './options/own.ts';
import { refuseUnknown } from './options/refuse-unknown.ts';

/** A rule, or a check that throws; none where another part checks it. */
type Rule = OptionRule | ((name: string, value: unknown) => void) | undefined;

export type OptionRules<Options> = { readonly [Name in keyof Options]-?: Rule };

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const has = (method: string) => (value: unknown) => isFunction(propertyOf(value, method));
/** Also of another maker: a polyfill, another realm. */
export const isSignal = (value: unknown): value is AbortSignal =>
  typeof propertyOf(value, 'aborted') === 'boolean' && has('addEventListener')(value);
const orFalse = (is: (value: unknown) => boolean) => (value: unknown) => value === false || is(value);

const requireTimeLimit = (name: string, value: unknown) => timeLimit(name, value as number, Infinity);

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
  signal: ['an AbortSignal', isSignal],
  headers: ['an object of texts', isObject],
  hooks,
  hedge,
  priority: ['"high", "normal" or "low"', (value) => ['high', 'normal', 'low'].includes(value as string)],
  tenant: ['a text', (value) => typeof value === 'string'],
  onAborted: ['a function', isFunction],
  timeoutMs: requireTimeLimit,
  deadlineMs: requireTimeLimit,
  // Its error names the operation: the call checks it.
  idempotencyKey: undefined,
  maxAttempts: (name, value) => wholeNumberOption(name, value as number, undefined, 1),
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
    const rule: Rule = rules[name];
    if (typeof rule === 'function' && options[name] !== undefined) rule(name, options[name]);
  }
}

function checkOption(name: string, rule: Rule, value: unknown): void {
  if (rule === undefined || value === undefined) return;
  if (typeof rule === 'function') rule(name, value);
  else if (!rule[1](value)) throw wrongOption(`${name} must be ${rule[0]}.`);
}

/**
 * The operation and the options of a call as the caller gave them, read once. The caller may change its
 * objects from then on.
 *
 * @throws ConfigurationError for the first option that is unknown, or breaks its rule
 */
export function readCall<Operation extends { readonly name: string }>(
  given: Operation,
  options: CallOptions,
): { readonly operation: Operation; readonly options: CallRecord } {
  const { name: of } = given;
  // A plain object has fields; what else there may be is named by the check.
  if (!isPlain(options)) refuseUnknown(options, callRules, of, meantOption);
  const read: { -readonly [Name in keyof CallRecord]: CallRecord[Name] } = { ...noOptions };
  for (const name of Object.keys(options) as (keyof CallOptions)[]) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(callRules, name)) refuseUnknown(options, callRules, of, meantOption);
    checkOption(name, callRules[name], value);
    (read as Record<string, unknown>)[name] = value;
  }
  if (Object.hasOwn(options, successorOption))
    read.successor = (options as { readonly [successorOption]?: CallRecord['successor'] })[successorOption];
  if (read.headers !== undefined && !(Symbol.iterator in read.headers)) read.headers = ownCopy(read.headers);
  if (read.hooks !== noOptions.hooks) read.hooks = readHooks(read.hooks);
  return { operation: ownCopy(given), options: read };
}

const noOptions: CallRecord = {
  signal: undefined,
  onAborted: undefined,
  timeoutMs: undefined,
  deadlineMs: undefined,
  headers: undefined,
  idempotencyKey: undefined,
  hooks: [],
  hedge: undefined,
  priority: undefined,
  tenant: undefined,
  maxAttempts: undefined,
  successor: undefined,
};

function isPlain(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return false;
  const prototype: unknown = Object.getPrototypeOf(options);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The functions of hooks, in order; those of a class may be inherited. */
export function readHooks(given: EngineOptions['hooks']): readonly Hooks[] {
  return [given ?? []].flat().map((hooks) => (isPlain(hooks) ? ownCopy(hooks) : ofInstance(hooks)));
}

function ofInstance(hooks: Hooks): Hooks {
  const { afterResponse, beforeRequest } = hooks;
  return { afterResponse: afterResponse?.bind(hooks), beforeRequest: beforeRequest?.bind(hooks) };
}
