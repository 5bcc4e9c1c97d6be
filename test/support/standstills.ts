/** A time in which a process did not run, by the clock that all processes of the machine share. */
export interface Standstill {
  readonly fromMs: number;
  readonly toMs: number;
}

const tickMs = 10;
const leastMs = 20;

/** The monotonic clock of the machine: equal in all processes. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const ownWorkMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Notes when the machine does not let this process run. What the process itself computes is not a standstill.
 * Returns the standstills since the last call.
 */
export function noteStandstills(): () => Standstill[] {
  let noted: Standstill[] = [];
  let [atMs, workMs] = [machineMs(), ownWorkMs()];
  const tick = () => {
    const [toMs, nowWorkMs] = [machineMs(), ownWorkMs()];
    const stoodMs = toMs - atMs - tickMs - (nowWorkMs - workMs);
    if (stoodMs > leastMs) noted.push({ fromMs: toMs - stoodMs, toMs });
    [atMs, workMs] = [toMs, nowWorkMs];
  };
  setInterval(tick, tickMs).unref();
  return () => {
    tick();
    const since = noted;
    noted = [];
    return since;
  };
}

export const lengthOf = (standstills: readonly Standstill[]): number =>
  standstills.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** The same time, without the overlaps of several processes. */
export function mergeStandstills(standstills: readonly Standstill[]): Standstill[] {
  const merged: Standstill[] = [];
  for (const next of standstills.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = merged.at(-1);
    if (last === undefined || last.toMs < next.fromMs) merged.push(next);
    else merged[merged.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, next.toMs) };
  }
  return merged;
}
