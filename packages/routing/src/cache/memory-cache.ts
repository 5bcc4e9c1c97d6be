import { createRuntime, type Runtime } from '@org/core';
import { type OptionNames, requireOptions } from '@org/core/basics';
import { positiveOption, wholeNumberOption } from '@org/core/driver';
import type { ResponseCache } from './response-cache.ts';

const memoryCacheNames: OptionNames<MemoryCacheOptions> = {
  maxEntries: 0,
  ttlMs: 0,
  maxBytes: 0,
  runtime: 0,
};

/** The options of `memoryCache()`. @public */
export interface MemoryCacheOptions {
  /** The largest number of answers. The least recently used one is removed. */
  readonly maxEntries: number;
  /** How long an answer is kept, in milliseconds. */
  readonly ttlMs: number;
  /** The largest size of all answers together, in bytes. @defaultValue 64 MiB */
  readonly maxBytes?: number | undefined;
  /** Replaces the clock. */
  readonly runtime?: Pick<Runtime, 'monotonic'> | undefined;
}

/** A cache in the memory of this process. @public */
export interface MemoryCache extends ResponseCache {
  /** The number of answers. */
  readonly size: number;
  /** The size of all answers and their keys, in bytes. */
  readonly bytes: number;
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  /** Forgets all answers. */
  clear(): void;
}

interface Entry {
  readonly text: string;
  readonly endsAtMs: number;
}

/**
 * A cache in the memory of this process that drops the least recently used answers. @public
 *
 * @example
 * const cache = memoryCache({ maxEntries: 1000, ttlMs: 3_600_000 });
 * const routing = createRoutingClient({ driver: openrouteservice(), cache });
 * @throws ConfigurationError for an invalid option
 */
export function memoryCache(options: MemoryCacheOptions): MemoryCache {
  requireOptions(options, memoryCacheNames, 'memoryCache()');
  const maxEntries = wholeNumberOption('maxEntries', options.maxEntries, undefined, 1);
  const ttlMs = positiveOption('ttlMs', options.ttlMs);
  const maxBytes = positiveOption('maxBytes', options.maxBytes, 64 * 2 ** 20);
  const { monotonic } = createRuntime(options.runtime);
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const remove = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined || !entries.delete(key)) return;
    bytes -= sizeOf(key, entry.text);
  };
  return {
    get size() {
      return entries.size;
    },
    get bytes() {
      return bytes;
    },
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (monotonic() >= entry.endsAtMs) {
        remove(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.text;
    },
    set(key, text) {
      remove(key);
      if (sizeOf(key, text) > maxBytes) return;
      entries.set(key, { text, endsAtMs: monotonic() + ttlMs });
      bytes += sizeOf(key, text);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}

// JavaScript engines keep one or two bytes for a character.
function sizeOf(key: string, text: string): number {
  return 2 * (key.length + text.length);
}
