import { refuseUnknown } from '@org/core/basics';
import { callOptionNames, meantOption } from '@org/core/driver';

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
export function ownOptions<Options extends object>(options: Options | undefined): Options {
  refuseUnknown(options, callNames, 'send()', meantOption);
  return { ...unset, ...options } as Options;
}

/** The same for `sendEach` and `sendBatch`. */
export function ownRunOptions<Options extends object>(options: Options | undefined): Options {
  refuseUnknown(options, runNames, 'sendEach() or sendBatch()', meantOption);
  return { ...unsetInRuns, ...options } as Options;
}
