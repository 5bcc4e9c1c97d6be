// A message that is deleted while parts of it load: the server answers 404, and the browser complains.

const loads = new Set<Promise<void>>();
const deleted = new Set<string>();
const [longestMs, announcedMs] = [1000, 5000];

/** All messages, in place of an id. */
export const all = 'all';

/** A load of a message, for which its deletion waits. */
export function keepLoad<Part>(load: Promise<Part>): Promise<Part> {
  const ended: Promise<void> = load.then(
    () => void loads.delete(ended),
    () => void loads.delete(ended),
  );
  loads.add(ended);
  return load;
}

/** Whether the message was deleted a moment ago, or is about to be. */
export const isDeleted = (id: string): boolean => deleted.has(id) || deleted.has(all);

/** No load of the message begins any more. Resolves when the earlier ones have ended, or are slow. */
export async function beforeDeletion(id: string): Promise<void> {
  deleted.add(id);
  setTimeout(() => deleted.delete(id), announcedMs);
  const slow = new Promise((resolve) => setTimeout(resolve, longestMs));
  await Promise.race([Promise.all(loads), slow]);
}

/** The message stays, or is back. */
export function afterUndo(id: string): void {
  deleted.delete(id);
}
