import { type CallOptions, ConfigurationError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { callOptionNames, deepCopy, isRecord, meantOption, requireSignal } from '@org/core/driver';
import type { SendBatchOptions } from '../send-batch.ts';
import type { SendEachOptions } from '../send-each.ts';
import type { SendOptions } from '../send-options.ts';

/** Every option is there, whatever an `Object.prototype` has. */
type Complete<Options> = { readonly [Name in keyof Required<Options>]: Options[Name & keyof Options] };

/** The options of a call of `send` or `preview`. */
export type ReadSendOptions = Complete<SendOptions>;

const unset: Record<string, undefined> = {
  ...Object.fromEntries(Object.keys(callOptionNames).map((name) => [name, undefined])),
  onLossy: undefined,
};
const unsetInRuns = {
  ...unset,
  concurrency: undefined,
  ordered: undefined,
  firstIndex: undefined,
  journal: undefined,
};

/** Without a message, its shape is the mistake: the options are not looked at. */
export function readSendOptions(message: unknown, options: CallOptions | undefined): ReadSendOptions {
  const isAsked = options !== undefined && isRecord(message);
  return (isAsked ? read(options, unset, 'send()') : unset) as ReadSendOptions;
}

/** The same for `sendEach` and `sendBatch`. */
export function readRunOptions<Options extends SendEachOptions | SendBatchOptions>(
  options: Options | undefined,
): Options {
  return (options === undefined ? unsetInRuns : read(options, unsetInRuns, runs)) as Options;
}

const runs = 'sendEach() or sendBatch()';

/** A copy. @throws ConfigurationError for an unknown option */
function read(options: object, names: Readonly<Record<string, undefined>>, of: string): object {
  refuseUnknown(options, names, of, meantOption);
  const given: CallOptions & SendOptions = { ...names, ...options };
  requireOnLossy(given.onLossy);
  if (given.signal !== undefined) requireSignal(given.signal);
  return { ...given, headers: deepCopy(given.headers), hooks: deepCopy(given.hooks) };
}

/** The client's answer to a loss, or that of a call. @throws ConfigurationError */
export function requireOnLossy(onLossy: unknown): void {
  if (onLossy === undefined || ['error', 'warn', 'allow'].includes(String(onLossy))) return;
  throw new ConfigurationError({
    message: "onLossy must be 'error', 'warn' or 'allow'.",
    outcome: 'not-sent',
  });
}

/** What makes the text of each message. @throws ConfigurationError */
export function requireText(text: unknown): void {
  if (text === undefined || text === 'from-html') return;
  throw new ConfigurationError({ message: "text of createEmailClient() must be 'from-html'." });
}
