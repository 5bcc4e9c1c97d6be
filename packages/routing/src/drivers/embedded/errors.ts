import { ConfigurationError, type Failure } from '@org/core';
import { mapValhallaRefusal } from '../../engines/valhalla/failure.ts';
import { EngineError } from './engine-errors.ts';

/**
 * What the engine or its loader threw, as a failure; `undefined` for what is neither: an abort, or a mistake
 * of ours.
 */
export function mapEngineFailure(thrown: unknown): Failure | undefined {
  if (EngineError.isInstance(thrown)) {
    const { code, httpStatus: status, text } = thrown;
    return mapValhallaRefusal({ code, status, text });
  }
  if (thrown instanceof Error && isLoaderCode(Reflect.get(thrown, 'code'))) {
    return {
      type: ConfigurationError,
      message: thrown.message,
      outcome: 'not-sent',
      replay: 'never',
      providerCode: String(Reflect.get(thrown, 'code')),
      cause: thrown,
    };
  }
  return undefined;
}

const loaderCodes: readonly unknown[] = [
  'engine-package-missing',
  'engine-platform-unsupported',
  'engine-tiles-missing',
];

function isLoaderCode(code: unknown): boolean {
  return loaderCodes.includes(code);
}
