import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageSummary } from '../../inbox-routes.ts';
import { ask, useTopic } from '../server.ts';

interface Window {
  readonly total: number;
  readonly matches: number;
  readonly start: number;
  readonly messages: readonly MessageSummary[];
}

const pageSize = 100;

/** The messages of a search, newest first. Only the part in sight is fetched; the rest are `undefined`. */
export function useMessages(query: string) {
  const [list, setList] = useState<readonly (MessageSummary | undefined)[]>([]);
  const [isLoaded, setLoaded] = useState(false);
  const range = useRef({ first: 0, last: pageSize - 1 });
  const turn = useRef(0);

  /** Fetches the pages of the range. `isFresh`: what is known is out of date. */
  const load = async (isFresh: boolean) => {
    turn.current += 1;
    const mine = turn.current;
    const start = Math.floor(range.current.first / pageSize) * pageSize;
    const limit = Math.min(500, (Math.floor(range.current.last / pageSize) + 1) * pageSize - start);
    const asked = new URLSearchParams({ undelivered: 'yes', start: `${start}`, limit: `${limit}`, query });
    const path = `/api/messages?${asked}`;
    const found = await ask<Window>(path).catch(() => undefined);
    if (found === undefined || mine !== turn.current) return;
    setLoaded(true);
    setList((known) => {
      const next = Array.from({ length: found.matches }, (_, index) => (isFresh ? undefined : known[index]));
      found.messages.forEach((message, index) => {
        next[start + index] = message;
      });
      return next;
    });
  };

  useEffect(() => {
    range.current = { first: 0, last: pageSize - 1 };
    void load(true);
  }, [query]);
  useTopic('inbox', () => void load(true));
  return {
    list,
    isLoaded,
    at: (index: number): MessageSummary | undefined => list[index],
    show(first: number, last: number): void {
      range.current = { first: Math.max(0, first), last: Math.max(last, first) };
      const shown = list.slice(range.current.first, range.current.last + 1);
      if (shown.includes(undefined)) void load(false);
    },
  };
}
