import type { ServiceResponse } from './http/response.ts';
import type { OperationContext } from './operation-context.ts';

/** The request of one attempt: complete, but for the credential. @public */
export interface HookRequest {
  /** HTTP method. */
  readonly method: string;
  /** With its query. A key that goes into the query is not there yet. */
  readonly url: string;
  /** Headers by name, without the credential. */
  readonly headers: { get(name: string): string | null };
  /** What will be sent, unless it is a stream. */
  readonly body?: string | Uint8Array | undefined;
}

/** Which call and which attempt a hook runs in. @public */
export interface HookContext extends OperationContext {
  /** Name of the service. */
  readonly provider: string;
  /** Name of the operation. */
  readonly operation: string;
  /** Aborts for the caller's abort, the attempt's limit and the deadline alike. */
  readonly signal: AbortSignal;
}

/** What `beforeRequest` adds to the request. @public */
export interface HookAdditions {
  /** Set on this attempt's request. Must not name the header that carries the credential, nor one of the transport's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Code of yours inside each attempt of an HTTP call. Give hooks to a client, to a call, or to both (`hooks: mine` or `hooks: [first, second]`).
 * On the way out the client's run first, then the call's; on the way back the call's run first. Each sees what those before it added.
 *
 * In order: permit of the limiter, credential, `beforeRequest`, signature, request, answer, `afterResponse`, decision. Hooks never see the credential.
 * What a hook throws ends the call with a {@link HookError}, without a further attempt.
 *
 * To watch, use `onEvent`: hooks are for what must be inside the attempt. A driver that does not speak HTTP runs none.
 *
 * @public
 */
export interface Hooks {
  /** Runs on every attempt, also those after a retry; its time counts against `timeoutMs`. What it returns is added to the request. */
  readonly beforeRequest?:
    | ((
        request: HookRequest,
        context: HookContext,
        // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
      ) => HookAdditions | undefined | void | Promise<HookAdditions | undefined | void>)
    | undefined;
  /** Sees every complete answer, also those that are failures, before it is judged. Not waited for: must not be async. */
  readonly afterResponse?: ((answer: ServiceResponse, context: HookContext) => void) | undefined;
}
