import { useRef } from 'preact/hooks';

/**
 * The id that was first when the list came: what comes above it later does not replace what a person reads.
 * Items that are not loaded are `undefined`.
 */
export function useFirst(list: readonly ({ readonly id: string } | undefined)[]): string | undefined {
  const kept = useRef<string | undefined>(undefined);
  const isThere = kept.current && list.some((item) => item === undefined || item.id === kept.current);
  if (!isThere) kept.current = list[0]?.id;
  return kept.current;
}
