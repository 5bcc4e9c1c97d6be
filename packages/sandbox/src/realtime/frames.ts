/** One text frame ready to send, with the name that fault injection matches. */
export interface Frame {
  readonly event: string;
  readonly text: string;
}

/** What a client said, `data` already free of its optional second encoding. */
export interface ClientFrame {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

/** An event frame whose `data` is the given text, in the hosted service's order of keys. */
export function encodeEvent(event: string, data: string, channel?: string, userId?: string): Frame {
  return { event, text: JSON.stringify({ event, data, channel, user_id: userId }) };
}

/** An event frame whose `data` is JSON inside a string, as all answers of the service are. */
export function encodeJsonEvent(event: string, value: unknown, channel?: string): Frame {
  return encodeEvent(event, JSON.stringify(value), channel);
}

/** A frame whose `data` stays an object, or is left out. */
export function encodeObjectEvent(event: string, data: unknown, channel?: string): Frame {
  return { event, text: JSON.stringify({ event, data, channel }) };
}

export function encodeError(code: number | null, message: string): Frame {
  return encodeObjectEvent('pusher:error', { code, message });
}

/** Reads a client's text; `undefined` when it is no frame at all. */
export function decodeClientFrame(text: string): ClientFrame | undefined {
  const frame = parseJson(text);
  if (!isRecord(frame) || typeof frame['event'] !== 'string' || frame['event'] === '') return undefined;
  const channel = frame['channel'];
  if (channel !== undefined && channel !== null && typeof channel !== 'string') return undefined;
  return { event: frame['event'], data: frame['data'], ...(typeof channel === 'string' && { channel }) };
}

/** Control frames carry an object; some clients send it as JSON text. */
export function readCommandData(data: unknown): Record<string, unknown> {
  const value = typeof data === 'string' ? parseJson(data) : data;
  return isRecord(value) ? value : {};
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
