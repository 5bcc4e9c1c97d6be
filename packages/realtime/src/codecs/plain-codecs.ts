import { decodeBase64, encodeBase64 } from '@org/core/webhooks';
import { wrongInput } from '../internal/wrong-input.ts';
import type { Codec } from './codec.ts';
import { defineCodec } from './define-codec.ts';

/** JSON, as without a codec, but a text that is not JSON is an error. @public */
export const jsonCodec: Codec = /* @__PURE__ */ defineCodec<unknown>({
  name: 'json',
  encode: stringify,
  decode: (text) => JSON.parse(text),
});

function stringify(data: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(data);
    if (text !== undefined) return text;
  } catch {
    // A cycle, or a BigInt.
  }
  throw wrongInput('data', 'data must be a JSON value, without cycles and BigInt.');
}

/** Text as it is: `123` arrives as text and not as a number. @public */
export const textCodec: Codec<string> = /* @__PURE__ */ defineCodec<string>({
  name: 'text',
  encode: (data) => (typeof data === 'string' ? data : refuse('textCodec needs text')),
  decode: (text) => text,
});

/** Bytes, as standard base64. @public */
export const base64Codec: Codec<Uint8Array> = /* @__PURE__ */ defineCodec<Uint8Array>({
  name: 'base64',
  encode: (data) =>
    data instanceof Uint8Array ? encodeBase64(data) : refuse('base64Codec needs a Uint8Array'),
  decode: (text) => decodeBase64(text) ?? refuse('the text is not standard base64'),
});

function refuse(problem: string): never {
  throw wrongInput('data', `${problem}.`);
}
