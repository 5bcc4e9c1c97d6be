export type {
  BodyGuard,
  GuardedResponse,
  IsStreamed,
  ResponseStream,
} from '../http/response-stream.ts';
export type { BodyFactory } from './body-source.ts';
export { gzip } from './gzip.ts';
export { multipart } from './multipart.ts';
export type { BodySource } from './pieces.ts';
export { responseStream } from './response-stream.ts';
export { streamBody } from './stream-body.ts';
