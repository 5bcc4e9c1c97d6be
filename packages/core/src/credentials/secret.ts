import { propertyOf } from '../options/own.ts';

const placeholder = '[secret]';
const brand = Symbol.for('org.secret');

/**
 * A value that never prints: a template string, JSON, the console or an inspector shows `[secret]`. Only
 * `reveal()` returns the value. @public
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.defineProperty(this, brand, { value: true });
  }

  static isInstance(value: unknown): value is Secret {
    return propertyOf(value, brand) === true;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return placeholder;
  }

  toJSON(): string {
    return placeholder;
  }

  [Symbol.toPrimitive](): string {
    return placeholder;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return placeholder;
  }
}
