// A cache of answers in memory.
export type { MemoryCache, MemoryCacheOptions } from './memory-cache.ts';
export { memoryCache } from './memory-cache.ts';
export type { ResponseCache } from './response-cache.ts';
