import { setImmediate as nextTurn } from 'node:timers/promises';

/** The resources that keep the process alive, opened since a count began. @public */
export interface OpenResources {
  /**
   * Resources that were opened since the count began and keep the process alive, by Node's names: `Timeout`,
   * `TCPSocketWrap` …
   */
  added(): readonly string[];
  /**
   * Waits until no resource is added, for at most `maxTurns` (1000) of the event loop; resolves with the
   * remaining ones.
   */
  settled(maxTurns?: number): Promise<readonly string[]>;
}

/** Starts to count the resources that keep the process alive. @public */
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
      // The turn that we wait for is itself an `Immediate`, but has ended when we count.
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
