// A cache of answers in memory.
export { type MemoryCache, type MemoryCacheOptions, memoryCache } from './memory-cache.ts';
export type { ResponseCache } from './response-cache.ts';
