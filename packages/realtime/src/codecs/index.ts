export { bigintJsonCodec } from './bigint-json-codec.ts';
export { chunkedCodec } from './chunked-codec.ts';
export type { Codec, CodecSession } from './codec.ts';
export { CodecError } from './codec-error.ts';
export { defineCodec } from './define-codec.ts';
export { gzipCodec } from './gzip-codec.ts';
export { base64Codec, jsonCodec, textCodec } from './plain-codecs.ts';
