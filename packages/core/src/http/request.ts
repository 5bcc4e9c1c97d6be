import type { Safety } from '../safety.ts';
import type { RequestBody } from './request-body.ts';

/** A request in the words of HTTP, before base URL, credential and common headers. @public */
export interface HttpRequest {
  /** HTTP method; `GET` and `HEAD` have no body. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Path below the base URL, beginning with `/`; encode outside values with {@link pathSegment}. */
  readonly path: string;
  /** The path with a name for each outside value, `/contacts/{id}`: told in events instead of the path, which may hold anything. */
  readonly pathTemplate?: string | undefined;
  /** `undefined` values are left out, arrays repeat the name. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>> | undefined;
  /** Added to the headers of the service; the header of the credential is refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. At most one of `json`, `form` and `body`. */
  readonly json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Sent as it is; give its `content-type` in `headers`. Streams and forms with files: see `@org/core/bodies`. */
  readonly body?: string | Uint8Array | RequestBody | undefined;
}

/** What can stand in a query as it is. @public */
export type QueryValue = string | number | boolean;

/** A request to an endpoint we have no operation for. `safety` is read off the method when left out (GET, HEAD: read; PUT, DELETE: idempotent). @public */
export interface RawRequest extends HttpRequest {
  /** What repeating it means. @defaultValue by the method; `unsafe` for POST and PATCH */
  readonly safety?: Safety | undefined;
}
