import type { CallOptions } from './call-options.ts';
import { callRules, checkOptions, isSignal } from './option-rules.ts';
import { isRecord } from './options/kind-of.ts';
import { meantOption } from './options/meant-option.ts';
import { deepCopy, ownCopy } from './options/own.ts';
import { requireOptions } from './options/refuse-unknown.ts';
import { anySignal } from './time/any-signal.ts';

/** Options that all calls of a client may share: those of any call, without its key. @public */
export type CallDefaults = Omit<CallOptions, 'hedge' | 'idempotencyKey' | 'onAborted'>;

/**
 * The options of `withOptions()`, read once: the caller may change its objects afterwards. @public
 *
 * @param more - the names of further options that the client's calls take
 * @throws ConfigurationError for the first option that is unknown or wrong
 */
export function readCallDefaults<Defaults extends CallDefaults>(
  given: Defaults,
  more: Readonly<Record<string, undefined>> = {},
): Defaults {
  const { hedge: _hedge, idempotencyKey: _key, onAborted: _onAborted, ...ofCalls } = callRules;
  const rules = { ...ofCalls, ...more };
  requireOptions(given, rules, 'withOptions()', meantOption);
  checkOptions<object>(rules, given, 'withOptions()');
  const { signal } = given;
  return { ...deepCopy({ ...given, signal: undefined }), ...(signal && { signal }) };
}

/**
 * The options of a call, with defaults. Headers and hooks of both apply, and either signal ends the call.
 * @public
 */
export function withCallDefaults<Options extends object>(
  defaults: CallDefaults,
  options: Options | undefined,
): Options {
  if (options !== undefined && !isRecord(options)) return options; // which the call refuses
  const all: Record<string, unknown> = ownCopy({ ...options });
  for (const [name, value] of Object.entries(defaults)) all[name] = combine(name, value, all[name]);
  return all as Options;
}

function combine(name: string, usual: unknown, own: unknown): unknown {
  if (own === undefined || usual === undefined) return own ?? usual;
  if (name === 'headers' && isRecord(own)) return { ...(usual as object), ...own };
  if (name === 'hooks' && typeof own === 'object' && own !== null) return [usual, own].flat();
  if (name === 'signal' && isSignal(own)) return anySignal(usual as AbortSignal, own);
  return own;
}
