/** Aborts the controller with the signal, at once if that is aborted already. Returns what ends it. @internal */
export function followSignal(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (signal === undefined) return () => {};
  const follow = () => controller.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return () => signal.removeEventListener('abort', follow);
}
