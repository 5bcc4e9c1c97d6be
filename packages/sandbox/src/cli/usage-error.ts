const usageErrorBrand = Symbol.for('@org/sandbox/usage');
const commandErrorBrand = Symbol.for('@org/sandbox/command');

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
  readonly [usageErrorBrand] = true;

  static isInstance(value: unknown): value is UsageError {
    return typeof value === 'object' && value !== null && usageErrorBrand in value;
  }
}

/** A command that could not do its work. The message is for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'command';
  readonly [commandErrorBrand] = true;

  static isInstance(value: unknown): value is CommandError {
    return typeof value === 'object' && value !== null && commandErrorBrand in value;
  }
}
