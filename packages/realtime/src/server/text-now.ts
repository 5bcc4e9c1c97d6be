import { isRecord } from '../internal/json.ts';

// The caller may change its objects while the code of the first call loads. A definition's schema takes the
// data itself.

/** The arguments of `trigger` and `sendToUser`, with the data as text. */
export function eventNow([target, event, data, options]: readonly [
  target: unknown,
  event: unknown,
  data: unknown,
  options?: object,
]) {
  const own = Array.isArray(target) ? [...target] : target;
  return [own, event, isRecord(target) ? data : textNow(data), options] as const;
}

/** The arguments of `triggerBatch`, with the data as text. */
export function batchNow<Event>([events, options]: readonly [events: readonly Event[], options?: object]) {
  const own = (event: Event): Event =>
    isRecord(event) && !isRecord(event['channel']) ? { ...event, data: textNow(event['data']) } : event;
  return [Array.isArray(events) ? events.map(own) : events, options] as const;
}

/** What cannot be JSON stays as it is: the encoding refuses it, with the reason. */
export function textNow(data: unknown): unknown {
  try {
    return typeof data === 'string' ? data : (JSON.stringify(data) ?? data);
  } catch {
    return data;
  }
}
