import type { AuthTarget } from '../auth/auth.ts';
import { isMade } from '../http/request-body.ts';
import { createHeaders, type RequestHeaders } from '../http/request-headers.ts';
import type { ReadyRequest } from './http-request.ts';

/** One sending of a request, for the credential to be placed in: what it changes here, the request does not see. */
export class SendTarget implements AuthTarget {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly body: string | Uint8Array | undefined;
  readonly nowMs: number;
  readonly #given: URL;
  #url: URL | undefined;

  constructor(request: ReadyRequest, url: URL, nowMs: number) {
    this.method = request.method;
    this.headers = createHeaders(request.headers);
    this.body = knownBody(request);
    this.nowMs = nowMs;
    this.#given = url;
  }

  /** A copy, made when somebody asks for it: most credentials go into a header. */
  get url(): URL {
    this.#url ??= new URL(this.#given);
    return this.#url;
  }

  get href(): string {
    return (this.#url ?? this.#given).href;
  }
}

/** What can be shown and signed. */
export function knownBody({ body }: ReadyRequest): string | Uint8Array | undefined {
  return isMade(body) ? undefined : body;
}
