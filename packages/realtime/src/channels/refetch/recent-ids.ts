export interface RecentIds {
  /**
   * Returns false for a known id. An event without an id is never known. `mayForget`: the oldest ids may go.
   */
  add(id: unknown, mayForget: boolean): boolean;
}

// More than the events that overlap when a program asks from a little before the gap.
const maxIds = 10_000;

export function createRecentIds(): RecentIds {
  const ids = new Set<unknown>();
  return {
    add(id, mayForget) {
      if (id === undefined) return true;
      if (ids.has(id)) return false;
      ids.add(id);
      if (mayForget && ids.size > maxIds) forgetOldest(ids, ids.size - maxIds);
      return true;
    },
  };
}

function forgetOldest(ids: Set<unknown>, count: number): void {
  let left = count;
  for (const id of ids) {
    if (left === 0) return;
    ids.delete(id);
    left -= 1;
  }
}
