/** Runs at most `count` at the same time; the others wait, in order, up to `maxWaiting`. */
export interface Slots {
  /** Resolves with `undefined`, without a run, when too many wait. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

export function createSlots(count: number, maxWaiting: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    run: async (work) => {
      if (free > 0) free -= 1;
      else if (waiting.length >= maxWaiting) return undefined;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return work().finally(release);
    },
  };
}
