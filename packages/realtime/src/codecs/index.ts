export type { ChunkedOptions } from './chunked-codec.ts';
export { chunkedCodec } from './chunked-codec.ts';
export type { Codec } from './codec.ts';
export { CodecError } from './codec-error.ts';
export type { CodecFunctions } from './define-codec.ts';
export { defineCodec } from './define-codec.ts';
export type { GzipOptions } from './gzip-codec.ts';
export { gzipCodec } from './gzip-codec.ts';
export { base64Codec, jsonCodec, textCodec } from './plain-codecs.ts';
