import { propertyOf } from '../options/own.ts';

const placeholder = '[secret]';
const brand = Symbol.for('org.secret');

/**
 * A value that never prints: a template string, JSON, the console or an inspector shows `[secret]`. Only
 * `reveal()` returns the value. @public
 */
export class Secret {
  // Not a private field: that would make the Secrets of two copies of core two types.
  declare readonly reveal: () => string;

  constructor(value: string) {
    Object.defineProperties(this, { reveal: { value: () => value }, [brand]: { value: true } });
  }

  static isInstance(value: unknown): value is Secret {
    return propertyOf(value, brand) === true;
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
