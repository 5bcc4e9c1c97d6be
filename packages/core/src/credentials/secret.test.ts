import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from './secret.ts';

describe('security: Secret', () => {
  const canary = 'canary-51d0e2';
  const secret = new Secret(canary);

  it.each([
    ['a template', () => `${secret}`],
    ['concatenation', () => `key ${String(secret)}`],
    ['JSON', () => JSON.stringify({ secret })],
    ['the inspector', () => inspect({ secret }, { showHidden: true, depth: 9 })],
    [
      'the inspector without custom printing',
      () => inspect(secret, { showHidden: true, customInspect: false }),
    ],
    ['a copy', () => JSON.stringify([structuredClone(secret), { ...secret }, Object.assign({}, secret)])],
    [
      'its properties',
      () =>
        Reflect.ownKeys(secret)
          .map((key) => String(Reflect.get(secret, key)))
          .join(),
    ],
  ])('C13: does not show in %s', (_name, show) => {
    expect(show()).not.toContain(canary);
  });

  it('reveals its value', () => {
    expect(secret.reveal()).toBe(canary);
  });

  it('recognises a Secret of another copy of core by its brand', () => {
    const other = Object.defineProperty({ reveal: () => canary }, Symbol.for('org.secret'), { value: true });
    expect([secret, other].every((value) => Secret.isInstance(value))).toBe(true);
    expect([undefined, null, canary, {}, () => canary].some((value) => Secret.isInstance(value))).toBe(false);
  });
});
