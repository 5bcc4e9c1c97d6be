import { describe, expect, it } from 'vitest';
import { multipart, streamBody } from '../src/bodies/index.ts';
import { basicAuth, ConfigurationError } from '../src/index.ts';
import { paginate } from '../src/paging/index.ts';
import { followJob, poll } from '../src/polling/index.ts';

/** A program without types may pass anything. */
const untyped = (work: unknown) => work as (...input: unknown[]) => unknown;

describe('wrong input of a function is a ConfigurationError that says what to pass', () => {
  it.each<[string, (...input: unknown[]) => unknown, unknown[], string]>([
    ['a form as an object', untyped(multipart), [{ a: '1' }], 'a list like [{ name, content }]'],
    ['no form', untyped(multipart), [], 'a list like [{ name, content }]'],
    ['a form as a text', untyped(multipart), ['a=1'], 'a list like [{ name, content }]'],
    ['pairs', untyped(multipart), [new URLSearchParams({ a: '1' })], 'must be { name, content }'],
    ['a part without content', untyped(multipart), [[{ name: 'a' }]], 'content of a body must be text'],
    [
      'a number as content',
      untyped(multipart),
      [[{ name: 'a', content: 5 }]],
      'content of a body must be text',
    ],
    [
      'a filename',
      untyped(multipart),
      [[{ name: 'a', content: 'b', filename: 5 }]],
      'texts as name and filename',
    ],
    ['no body', untyped(streamBody), [], 'content of a body must be text'],
    ['an object as body', untyped(streamBody), [{ a: '1' }], 'content of a body must be text'],
    ['basicAuth() without user', untyped(basicAuth), [], 'user must be a string'],
    ['no fetchPage', untyped(paginate), [{}], 'fetchPage must be a function'],
    ['no check', untyped(poll), [{}], 'check must be a function'],
    ['no client', untyped(followJob), [{}], 'client must be an object with a method request'],
  ])('%s', async (_what, work, input, message) => {
    const error = await new Promise((resolve) => resolve(work(...input))).catch((thrown: unknown) => thrown);
    expect(ConfigurationError.isInstance(error)).toBe(true);
    expect(String(error)).toContain(message);
  });
});
