import { setImmediate as nextTurn } from 'node:timers/promises';

/** What has come to keep the process alive since a count began. @public */
export interface OpenResources {
  /** What keeps this process alive now and did not when the count began, by Node's own names: `Timeout`, `TCPSocketWrap` … */
  added(): readonly string[];
  /** Waits, turn by turn of the event loop, until nothing is added; resolves with what still is after `maxTurns` (1000). */
  settled(maxTurns?: number): Promise<readonly string[]>;
}

/** Counts what keeps the process alive, from now on. @public */
export function openResources(): OpenResources {
  const before = countByName(process.getActiveResourcesInfo());
  const added = () => {
    const names: string[] = [];
    for (const [name, count] of countByName(process.getActiveResourcesInfo())) {
      for (let extra = count - (before.get(name) ?? 0); extra > 0; extra--) names.push(name);
    }
    return names;
  };
  return {
    added,
    async settled(maxTurns = 1000) {
      // The turn that we wait with is itself an `Immediate`, but over when we look.
      for (let turn = 0; turn < maxTurns && added().length > 0; turn++) await nextTurn();
      return added();
    },
  };
}

function countByName(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
