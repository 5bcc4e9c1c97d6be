/** What the work below takes on the machine on which the limits were set, in milliseconds. */
const referenceMs = 10;
const rounds = 5;
const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, name: `item ${at}` })));

/**
 * How many times slower than that machine this one computes, at least 1: by work of the platform, in CPU time
 * of this thread. A limit of time is multiplied by it: a slow machine then fails no test, and code that takes
 * too long fails everywhere.
 */
export function machinePace(): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.threadCpuUsage();
    JSON.stringify(JSON.parse(text)).replaceAll(/[a-z]+ (\d+)/g, '$1');
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...times) / referenceMs);
}
