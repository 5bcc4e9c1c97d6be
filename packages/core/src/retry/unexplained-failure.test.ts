import { expect, it } from 'vitest';
import { classifyTransportError as onNode } from './transport-errors.ts';
import { classifyTransportError } from './unexplained-failure.ts';

it('an error without a reason means the same on each platform', () => {
  for (const error of [new TypeError('Failed to fetch'), new Error('Network connection lost.'), 'x', null])
    expect(classifyTransportError(error)).toEqual({ ...onNode(error), providerCode: undefined });
});

it('no code is believed where the platform gives none: nobody knows whether the service acted', () => {
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(classifyTransportError(error)).toMatchObject({
    outcome: 'unknown',
    replay: 'if-safe',
    cause: error,
  });
});
