import { RequestBodyError } from '../errors/transport-errors.ts';
import { createHeaders, isMade, type OpenBody, type RequestBody } from '../http/request.ts';
import { own } from '../options/own.ts';
import { type AttemptContext, AttemptFailure } from './executor.ts';
import type { PreparedRequest, ReadyRequest } from './http-request.ts';

/** Opens the body of this attempt, which must be closed after it. @throws AttemptFailure */
export async function openBody(
  request: PreparedRequest,
  body: RequestBody,
  attempt: AttemptContext,
): Promise<{ readonly request: ReadyRequest; readonly body: OpenBody }> {
  const { call, signal } = attempt;
  attempt.phase = 'request-body';
  const headers = createHeaders(request.headers);
  let open: OpenBody | undefined;
  try {
    open = await body.open({ signal, runtime: call.engine.runtime });
    for (const [name, value] of Object.entries(own(open, 'headers') ?? {})) headers.set(name, value);
  } catch (error) {
    open?.close?.();
    throw bodyFailed(false, error);
  }
  const lengthBytes = own(open, 'lengthBytes');
  if (isMade(open.content) && lengthBytes !== undefined) headers.set('content-length', `${lengthBytes}`);
  if (signal.aborted) {
    open.close?.();
    throw signal.reason;
  }
  const { content } = open;
  const knownBody = isMade(content) ? undefined : content;
  return { request: { ...request, headers, body: content, knownBody }, body: open };
}

/** A body that could not be opened, or that broke while it was sent. */
export function bodyFailed(underWay: boolean, cause: unknown): AttemptFailure {
  const what = underWay
    ? 'The request body broke off while it was sent'
    : 'The request body could not be made';
  return new AttemptFailure({
    type: RequestBodyError,
    message: `${what}: see the cause.`,
    outcome: underWay ? 'unknown' : 'not-sent',
    replay: 'never',
    cause,
  });
}
