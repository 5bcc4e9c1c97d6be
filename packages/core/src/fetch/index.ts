export { createFetch, type FetchOptions, type ServiceFetch } from './create-fetch.ts';
