import { describe, expect, it } from 'vitest';
import { flag, isEmailAddress, listOf, oneOf, readShape, record, text, uuid } from './fields.ts';

describe('isEmailAddress', () => {
  it.each(['a@b.dev', "o'neil+tag_1-x.y@sub.do-main.example", 'A@B.CO', `${'a'.repeat(64)}@b.dev`])(
    'takes %s',
    (address) => {
      expect(isEmailAddress(address)).toBe(true);
    },
  );

  it.each([
    '',
    'a',
    '@b.dev',
    'a@',
    'a@b',
    'a@b.c',
    'a@b.c0m',
    'a@@b.dev',
    'a@b@c.dev',
    '.a@b.dev',
    'a.@b.dev',
    'a..b@c.dev',
    'a@.b.dev',
    'a@b..dev',
    'a@-b.dev',
    'a b@c.dev',
    '"a"@b.dev',
    'a@[127.0.0.1]',
    'ä@b.dev',
    'a@bücher.dev',
    'Ann <a@b.dev>',
    'a@b.dev,c@d.dev',
    'a@b.dev\r\n',
    'a@b.dev\u0000',
    `${'a'.repeat(400)}@b.dev`,
  ])('refuses %j', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  it('is fast for long hostile texts', () => {
    for (const piece of ['a.', 'a@', 'a-', '.']) expect(isEmailAddress(piece.repeat(500_000))).toBe(false);
  });
});

describe('readShape', () => {
  const shape = {
    name: text(2, 2),
    missing: text(),
    count: text(),
    short: text(1),
    flag,
    list: listOf(text(), 1),
    record,
    id: uuid,
    type: oneOf(['a', 'b']),
    absent: text(),
  };

  it('reads what is right, and nothing that is absent', () => {
    expect(readShape({ name: 'ok', flag: true, other: 1 }, shape)).toEqual({ name: 'ok', flag: true });
  });

  it('collects everything that is wrong, in the words of the service', () => {
    const given = { name: 'ok', count: 5, short: '', flag: 'true', list: [1, 2] };
    let failure: unknown;
    try {
      readShape({ ...given, record: [], id: 'no', type: 'c' }, shape, ['missing']);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({
      response: {
        status: 422,
        json: {
          error: {
            errors: [
              { field: 'missing', message: 'Required', code: 'invalid_type', received: 'undefined' },
              {
                field: 'count',
                message: 'Expected string, received number',
                code: 'invalid_type',
                received: 'number',
              },
              { field: 'short', message: 'String must contain at least 1 character(s)', code: 'too_small' },
              { field: 'flag', code: 'invalid_type', received: 'string' },
              { field: 'list', message: 'Array must contain at most 1 element(s)', code: 'too_big' },
              { field: 'record', code: 'invalid_type', received: 'array' },
              { field: 'id', message: 'Invalid uuid', code: 'invalid_string' },
              { field: 'type', code: 'invalid_enum_value' },
            ],
          },
        },
      },
    });
  });
});
