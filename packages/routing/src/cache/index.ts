// A cache of answers in memory.
export { type MemoryCache, memoryCache } from './memory-cache.ts';
export type { ResponseCache } from './response-cache.ts';
