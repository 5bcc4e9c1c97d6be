export type {
  BodyGuard,
  GuardedResponse,
  IsStreamed,
  ResponseStream,
} from '../http/response-stream.ts';
export type { BodyContent, BodyFactory } from './body-source.ts';
export { type GzipOptions, gzip } from './gzip.ts';
export { type FormPart, multipart } from './multipart.ts';
export type { BodySource } from './pieces.ts';
export { responseStream } from './response-stream.ts';
export { type StreamBodyOptions, streamBody } from './stream-body.ts';
