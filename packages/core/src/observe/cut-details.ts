import { utf8 } from '../encoding/encoding.ts';
import { propertyOf } from '../options/own.ts';
import type { Redact } from './redact.ts';

const maxDepth = 10;

/**
 * A service's account of a failure, fit for an error: a copy of plain data without secrets and prototypes, of
 * bounded depth, and not larger than `maxBytes` as JSON. The rest is cut off at the end.
 */
export function cutDetails(value: unknown, redact: Redact, maxBytes = 64 * 1024): unknown {
  return value === undefined ? undefined : new Copier(redact, maxBytes).copy(value, maxDepth);
}

/** Copies until the bytes of the JSON text are used up. */
class Copier {
  readonly #redact: Redact;
  #remainingBytes: number;

  constructor(redact: Redact, maxBytes: number) {
    this.#redact = redact;
    this.#remainingBytes = maxBytes;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'bigint') return this.#text(String(value));
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
      const plain = typeof value === 'number' && !Number.isFinite(value) ? null : value;
      return this.#take(sizeOf(plain)) ? plain : undefined;
    }
    if (typeof value !== 'object') return undefined;
    if (value instanceof Date) return this.#text(value.toJSON() ?? '');
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
      const copied = this.copy(propertyOf(object, key), depth - 1);
      if (copied !== undefined) copy[name] = copied;
    }
    return copy;
  }

  /** Cleaned first and cut afterwards: a secret cut in two would not be recognised. */
  #text(text: string): string | undefined {
    let fitting = this.#redact(text);
    if (this.#take(sizeOf(fitting))) return fitting;
    // As JSON, with the quotation marks and the three bytes of the ellipsis.
    const tooLong = (part: string) => sizeOf(part) + 3 > this.#remainingBytes;
    while (fitting && tooLong(fitting)) fitting = fitting.slice(0, fitting.length * 0.9);
    if (fitting === '') return undefined;
    fitting = `${fitting.replace(/[\ud800-\udbff]$/, '')}…`;
    this.#take(sizeOf(fitting));
    return fitting;
  }

  #take(bytes: number): boolean {
    if (bytes > this.#remainingBytes) return false;
    this.#remainingBytes -= bytes;
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
