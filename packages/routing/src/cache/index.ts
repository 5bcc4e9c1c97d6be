// The cache of answers for programs without one of their own.
export type { MemoryCache, MemoryCacheOptions } from './memory-cache.ts';
export { memoryCache } from './memory-cache.ts';
export type { ResponseCache } from './response-cache.ts';
