import { expect, it } from 'vitest';
import { textAt } from './text-at.ts';

it.each([
  [{ error: { code: 'E1' } }, 'E1'],
  [{ error: { code: 5 } }, undefined],
  [{ error: { code: { deep: 'E1' } } }, undefined],
  [{ error: 'E1' }, undefined],
  [{ error: null }, undefined],
  [[], undefined],
  ['E1', undefined],
  [undefined, undefined],
])('the text at error.code of %j is %j', (body, expected) => {
  expect(textAt(body, 'error', 'code')).toBe(expected);
});

it('a name of the prototype is not a field', () => {
  expect(textAt('E1', 'constructor', 'name')).toBeUndefined();
  expect(textAt({}, 'constructor', 'name')).toBeUndefined();
});

it('P6: a text of a megabyte is cut', () => {
  expect(textAt({ message: 'x'.repeat(2 ** 20) }, 'message')).toHaveLength(8_192);
});
