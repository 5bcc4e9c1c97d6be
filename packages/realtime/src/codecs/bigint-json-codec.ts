import { wrongInput } from '../internal/wrong-input.ts';
import { quoteIntegers } from '../protocol/exact-ids.ts';
import type { Codec } from './codec.ts';
import { defineCodec } from './define-codec.ts';

/**
 * JSON whose integers of sixteen digits or more are BigInt, in both directions: ids of 64 bits, as databases
 * and Laravel have them, arrive unrounded. Other numbers stay numbers. @public
 *
 * @example
 * const text = bigintJsonCodec.encode({ id: 9007199254740993n });
 */
export const bigintJsonCodec: Codec = /* @__PURE__ */ defineCodec<unknown>({
  name: 'bigint-json',
  encode(data) {
    const mark = createMark();
    try {
      const text: string | undefined = JSON.stringify(data, (_name, value) =>
        typeof value === 'bigint' ? `${mark}${value}` : value,
      );
      if (text !== undefined) return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
    } catch {
      // A cycle.
    }
    throw wrongInput('data', 'data must be a JSON value, without cycles. It may have BigInt.');
  },
  decode(text) {
    JSON.parse(text); // the marks are set in JSON only
    const mark = createMark();
    return JSON.parse(quoteIntegers(text, mark), (_name, value) =>
      typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
    );
  },
});

/** What no text of the data begins with. React Native and pages without TLS have no `randomUUID`. */
const createMark = (): string => `bigint ${Math.random()} `;
