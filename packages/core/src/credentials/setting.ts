import { wrongOption } from '../errors/wrong-option.ts';
import { readEnvironment } from './platform.ts';

/**
 * A setting in the environment that is not secret; `undefined` when the variable is not set. @public
 *
 * @throws ConfigurationError when the variable is blank
 */
export function readSetting(name: string): string | undefined {
  const value = readEnvironment(name)?.trim();
  if (value === '') throw wrongOption(`${name} is blank.`);
  return value;
}
