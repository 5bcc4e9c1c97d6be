export type { BodyContent, BodyFactory } from './body-source.ts';
export type { GzipOptions } from './gzip.ts';
export { gzip } from './gzip.ts';
export type { FormPart } from './multipart.ts';
export { multipart } from './multipart.ts';
export type { BodySource } from './pieces.ts';
export type { StreamBodyOptions } from './stream-body.ts';
export { streamBody } from './stream-body.ts';
