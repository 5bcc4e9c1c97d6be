import { useEffect, useRef, useState } from 'preact/hooks';

/** What the server announces. */
export type Topic = 'inbox' | 'channels' | 'requests' | 'faults' | 'webhooks';
export type LiveState = 'connecting' | 'on' | 'off';

/** The path of the page where an application serves it: `/__sandbox`. */
export const basePath = document.documentElement.dataset['base'] ?? '';

/** Asks the page's own server. @throws an error with the text of the response */
export async function ask<Answer = unknown>(
  path: string,
  { method = 'GET', json, signal }: { method?: string; json?: unknown; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(basePath + path, {
    method,
    headers: {
      'x-sandbox-page': 'yes',
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal && { signal }),
  });
  if (response.status === 204) return undefined as Answer;
  const answer = (await response.json()) as Answer & { readonly error?: string };
  if (!response.ok) throw new Error(answer.error ?? `The sandbox responded with status ${response.status}`);
  return answer;
}

const topics: readonly Topic[] = ['inbox', 'channels', 'requests', 'faults', 'webhooks'];
const listeners = new Map<Topic, Set<() => void>>(topics.map((topic) => [topic, new Set()]));

/** Opens the live connection of the page. */
export function connect(onState: (state: LiveState) => void): void {
  const updates = new EventSource(`${basePath}/api/live`);
  const announce = (topic: Topic) => {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener();
  };
  updates.onopen = () => {
    onState('on');
    for (const topic of topics) announce(topic);
  };
  updates.onerror = () => onState('off');
  for (const topic of topics) updates.addEventListener(topic, () => announce(topic));
}

/** Calls the listener whenever the server announces the topic. */
export function useTopic(topic: Topic, listener: () => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const call = () => latest.current();
    listeners.get(topic)?.add(call);
    return () => void listeners.get(topic)?.delete(call);
  }, [topic]);
}

/** The answer to a GET, renewed with each announcement. The last one stays until then. */
export function useAnswer<Answer>(path: string | undefined, topic: Topic) {
  const [state, setState] = useState<{ path?: string; answer?: Answer; problem?: string }>({});
  const turn = useRef(0);
  const refresh = async () => {
    turn.current += 1;
    const mine = turn.current;
    if (path === undefined) return setState({});
    try {
      const answer = await ask<Answer>(path);
      if (mine === turn.current) setState({ path, answer });
    } catch (error) {
      if (mine === turn.current) setState({ path, problem: (error as Error).message });
    }
  };
  useEffect(() => void refresh(), [path]);
  useTopic(topic, refresh);
  return { ...state, refresh };
}
