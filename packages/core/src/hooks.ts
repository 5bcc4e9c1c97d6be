import type { ServiceResponse } from './http/response.ts';
import type { OperationContext } from './operation-context.ts';

/** The request of one attempt: complete, except for the credential. @public */
export interface HookRequest {
  /** HTTP method. */
  readonly method: string;
  /** With its query, but without a key that goes into the query. */
  readonly url: string;
  /** Headers by name, without the credential. */
  readonly headers: { get(name: string): string | null };
  /** The body, unless it is a stream. */
  readonly body?: string | Uint8Array | undefined;
}

/** The call and the attempt that a hook runs in. @public */
export interface HookContext extends OperationContext {
  /** Name of the service. */
  readonly provider: string;
  /** Name of the operation. */
  readonly operation: string;
  /** Aborts for the caller's abort, the attempt timeout and the deadline alike. */
  readonly signal: AbortSignal;
}

/** What `beforeRequest` adds to the request. @public */
export interface HookAdditions {
  /**
   * Set on the request of this attempt. Must name neither the header of the credential nor one of the
   * transport.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Your code inside each attempt of an HTTP call. Give hooks to a client, to a call, or to both (`hooks: mine`
 * or
 * `hooks: [first, second]`). The client's `beforeRequest` runs before the call's; `afterResponse` runs in
 * reverse order. Each hook sees the headers that those before it added.
 *
 * In order: credential, permit of the limiter, `beforeRequest`, signature, request, response,
 * `afterResponse`, decision. Hooks never see the credential. An error in a hook ends the call with a {@link
 * HookError}, without a further attempt.
 *
 * To watch calls, use `onEvent`. A driver that does not speak HTTP runs no hooks. @public
 */
export interface Hooks {
  /** Runs on every attempt; its time counts against `timeoutMs`. The result is added to the request. */
  readonly beforeRequest?:
    | ((
        request: HookRequest,
        context: HookContext,
        // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
      ) => HookAdditions | undefined | void | Promise<HookAdditions | undefined | void>)
    | undefined;
  /** Sees every complete response, also failures, before classification. Not awaited: must not be async. */
  readonly afterResponse?: ((response: ServiceResponse, context: HookContext) => void) | undefined;
}
