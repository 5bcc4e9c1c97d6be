import { wrongInput } from '../internal/wrong-input.ts';
import type { Codec } from './codec.ts';
import { SubscriberCodec } from './subscriber-codec.ts';

/** The functions of a codec. @public */
export interface CodecFunctions<Data> {
  /** For error messages. */
  readonly name: string;
  /** Returns the text of the data, or throws. */
  encode(data: Data): string | Promise<string>;
  /** Returns the data of a text, or throws. */
  decode(text: string): Data | Promise<Data>;
}

/**
 * Makes a codec from two functions. They must be pure: several channels may share a codec. @public
 *
 * @example
 * const dates = defineCodec<Date>({
 *   name: 'dates',
 *   encode: (date) => date.toISOString(),
 *   decode: (text) => new Date(text),
 * });
 *
 * @throws InvalidInputError for missing functions
 */
export function defineCodec<Data>(functions: CodecFunctions<Data>): Codec<Data> {
  const { name, encode, decode } = functions ?? {};
  if (typeof name !== 'string' || typeof encode !== 'function' || typeof decode !== 'function')
    throw wrongInput('codec', 'defineCodec needs { name, encode, decode }.');
  const codec: Codec<Data> = {
    name,
    encode: (data) => encode(data),
    decode: (text) => decode(text),
    toTexts: (data) => after(codec.encode(data), (text) => [requireText(name, text)]),
    open: (port) => new SubscriberCodec(codec, port),
  };
  return codec;
}

export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
) {
  return value instanceof Promise ? value.then(next) : next(value);
}

export function requireText(codec: string, text: unknown): string {
  if (typeof text === 'string') return text;
  throw wrongInput('data', `The codec ${codec} did not return text from encode.`);
}
