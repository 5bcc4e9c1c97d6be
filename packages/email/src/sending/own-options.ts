import { refuseUnknown } from '@org/core/basics';
import { callOptionNames, meantOption, requireSignal } from '@org/core/driver';

const unset = {
  signal: undefined,
  deadlineMs: undefined,
  idempotencyKey: undefined,
  onLossy: undefined,
};
const unsetInRuns = {
  ...unset,
  concurrency: undefined,
  ordered: undefined,
  firstIndex: undefined,
  journal: undefined,
};

const callNames = { ...callOptionNames, ...unset };
const runNames = { ...callNames, ...unsetInRuns };

/** A copy in which an option that is not given is `undefined`, even with a polluted `Object.prototype`. */
export function ownOptions<Options extends { readonly signal?: AbortSignal | undefined }>(
  options: Options | undefined,
): Options {
  refuseUnknown(options, callNames, 'send()', meantOption);
  // It is read here before the pipeline checks it.
  if (options?.signal !== undefined) requireSignal(options.signal);
  return { ...unset, ...options } as unknown as Options;
}

/** The same for `sendEach` and `sendBatch`. */
export function ownRunOptions<Options extends { readonly signal?: AbortSignal | undefined }>(
  options: Options | undefined,
): Options {
  refuseUnknown(options, runNames, 'sendEach() or sendBatch()', meantOption);
  if (options?.signal !== undefined) requireSignal(options.signal);
  return { ...unsetInRuns, ...options } as unknown as Options;
}
