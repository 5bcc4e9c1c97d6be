import { type RefObject, useRef } from 'react';
import { useInsertionEffect } from './react.ts';

/** A reference to the value of the last render that was committed. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
