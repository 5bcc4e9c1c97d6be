import type { EngineAction } from './engine-config.ts';
import { EngineError } from './engine-error.ts';

/** The actions with the methods of the native actor. */
export const methodsByAction: readonly (readonly [action: EngineAction, method: string])[] = [
  ['route', 'route'],
  ['sources_to_targets', 'matrix'],
  ['isochrone', 'isochrone'],
  ['locate', 'locate'],
  ['height', 'height'],
  ['trace_route', 'traceRoute'],
  ['trace_attributes', 'traceAttributes'],
  ['optimized_route', 'optimizedRoute'],
  ['status', 'status'],
  ['centroid', 'centroid'],
  ['expansion', 'expansion'],
  ['transit_available', 'transitAvailable'],
];

/** The native form of a request. Throws `EngineError` for what the engine would refuse, or not survive. */
export function toNativeRequest(action: EngineAction, body: object) {
  const method = methodsByAction.find(([name]) => name === action)?.[1];
  if (method === undefined) {
    const known = methodsByAction.map(([name]) => `'/${name}'`).join(' ');
    throw new EngineError(106, `Try any of: ${known}`);
  }
  refuseRunaway(body);
  return { method, text: serialize(body) };
}

// The engine samples elevations at any interval: one of a millionth of a metre took a minute and a half and
// all memory.
function refuseRunaway(body: object): void {
  const { elevation_interval: interval } = body as { elevation_interval?: unknown };
  if (typeof interval === 'number' && interval > 0 && interval < 1) {
    throw new EngineError(
      100,
      'Failed to parse json request: elevation_interval must be 0 or at least 1 metre',
    );
  }
}

function serialize(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new EngineError(100, 'Failed to parse json request', { cause });
  }
}

/** The engine's response: an object, or text for GPX. */
export function parseAnswer(text: string, body: object): unknown {
  if ((body as { format?: unknown }).format === 'gpx') return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EngineError(599, 'Unknown serialization error', { cause });
  }
}

/** Rejects with `signal.reason` on abort; the work continues, and its result is dropped. */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
