const brand = Symbol.for('@org/routing/cli-error');

/** An error of the program, as one line for the user. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** 1: the command failed; 2: the command line is wrong. */
  readonly exitCode: 1 | 2;
  readonly [brand] = true;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }

  // By brand: each command is a bundle with a separate class.
  static isInstance(value: unknown): value is CliError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

export function usageError(message: string): CliError {
  return new CliError(message, 2);
}
