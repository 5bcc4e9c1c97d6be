/**
 * Aborts the controller when the signal aborts, at once if it is already aborted. Returns a function that
 * stops following.
 */
export function followSignal(
  signal: AbortSignal | undefined,
  controller: Pick<AbortController, 'abort'>,
): () => void {
  if (signal === undefined) return () => {};
  const follow = () => controller.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return () => signal.removeEventListener('abort', follow);
}
