const usageErrorBrand = Symbol.for('@org/sandbox/usage');

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
  readonly [usageErrorBrand] = true;

  static isInstance(value: unknown): value is UsageError {
    return typeof value === 'object' && value !== null && usageErrorBrand in value;
  }
}
