import { utf8 } from '../encoding/encoding.ts';
import { readProperty } from './read-property.ts';
import type { Redact } from './redact-text.ts';

const maxDepth = 10;
const cut = '…';

/**
 * What a service said about a failure, fit to be kept in an error: a copy of plain data without secrets, without prototypes, of bounded depth, and
 * not larger than `maxBytes` as JSON. What does not fit is cut off at its end.
 *
 * @internal
 */
export function cutDetails(value: unknown, redact: Redact, maxBytes = 64 * 1024): unknown {
  return value === undefined ? undefined : new Copier(redact, maxBytes).copy(value, maxDepth);
}

/** Copies until the room is used up. The room is counted in bytes of the JSON text. */
class Copier {
  readonly #redact: Redact;
  #room: number;

  constructor(redact: Redact, room: number) {
    this.#redact = redact;
    this.#room = room;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'bigint') return this.#text(String(value));
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
      const plain = typeof value === 'number' && !Number.isFinite(value) ? null : value;
      return this.#take(sizeOf(plain)) ? plain : undefined;
    }
    if (typeof value !== 'object') return undefined;
    if (value instanceof Date) return this.#text(Number.isNaN(value.getTime()) ? '' : value.toISOString());
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return this.#text('[binary]');
    if (depth === 0) return this.#text('[too deep]');
    return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
  }

  #array(array: readonly unknown[], depth: number): unknown {
    if (!this.#take(2)) return undefined;
    const copy: unknown[] = [];
    for (const item of array) {
      if (!this.#take(1)) break;
      const copied = this.copy(item, depth - 1);
      // A hole would be written as null.
      if (copied === undefined && !this.#take(4)) break;
      copy.push(copied ?? null);
    }
    return copy;
  }

  #object(object: object, depth: number): unknown {
    if (!this.#take(2)) return undefined;
    const copy: Record<string, unknown> = Object.create(null);
    for (const key of keysOf(object)) {
      const name = this.#redact(key);
      if (!this.#take(sizeOf(name) + 2)) break;
      const copied = this.copy(readProperty(object, key), depth - 1);
      if (copied !== undefined) copy[name] = copied;
    }
    return copy;
  }

  /** Cleaned first and cut afterwards: a secret cut in two would not be recognised. */
  #text(text: string): string | undefined {
    let fitting = this.#redact(text);
    if (this.#take(sizeOf(fitting))) return fitting;
    const room = this.#room - 2 - utf8(cut).length;
    if (room <= 0) return undefined;
    fitting = fitting.slice(0, room);
    while (sizeOf(fitting) - 2 > room) {
      // Towards the limit from above, at least one character at a time.
      fitting = fitting.slice(0, Math.min(fitting.length - 1, (fitting.length * room) / sizeOf(fitting)));
    }
    fitting = `${fitting.replace(/[\ud800-\udbff]$/, '')}${cut}`;
    this.#take(sizeOf(fitting));
    return fitting;
  }

  #take(bytes: number): boolean {
    if (bytes > this.#room) return false;
    this.#room -= bytes;
    return true;
  }
}

function sizeOf(value: string | number | boolean | null): number {
  return utf8(JSON.stringify(value)).length;
}

function keysOf(object: object): readonly string[] {
  try {
    return Object.keys(object);
  } catch {
    return [];
  }
}
