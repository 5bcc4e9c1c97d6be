export { type ChunkedOptions, chunkedCodec } from './chunked-codec.ts';
export type { Codec, CodecPort, CodecSession, CodedEvent, TextLimit } from './codec.ts';
export { CodecError } from './codec-error.ts';
export { type CodecFunctions, defineCodec } from './define-codec.ts';
export { type GzipOptions, gzipCodec } from './gzip-codec.ts';
export { base64Codec, jsonCodec, textCodec } from './plain-codecs.ts';
