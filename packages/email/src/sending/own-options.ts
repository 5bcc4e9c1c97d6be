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

/** A copy in which an option that is not given is `undefined`, even with a polluted `Object.prototype`. */
export function ownOptions<Options extends object>(options: Options | undefined): Options {
  return { ...unset, ...options } as Options;
}

/** The same for `sendEach` and `sendBatch`. */
export function ownRunOptions<Options extends object>(options: Options | undefined): Options {
  return { ...unsetInRuns, ...options } as Options;
}
