/**
 * Keeps answers as text: the memory of this process, a Redis, a file. A failure of it, or no reply within
 * half a second, never fails a call. @public
 */
export interface ResponseCache {
  /** The text that `set` was last called with for this key; anything else is a miss. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** Keeps a text, for as long as the cache decides. It is not awaited. */
  set(key: string, text: string): unknown;
}
