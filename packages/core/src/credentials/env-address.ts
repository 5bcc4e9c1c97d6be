import { wrongOption } from '../errors/wrong-option.ts';
import { readSetting } from './setting.ts';

// Stricter than a URL parser, which reads more texts as an address of this machine.
const local = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){3}|\[?::1\]?)(?::\d+)?(?:\/|$)/i;

/**
 * A setting in the environment that is not secret, like `SMTP_PORT`; `undefined` when the variable is not
 * set.
 *
 * For an address to which the driver sends a key, `localFor` is the option that the variable stands for. The
 * address must then be on this machine: a variable alone could send the key anywhere (docs/decisions/0014).
 *
 * @throws ConfigurationError when the variable is blank, or is not an address of this machine
 * @public
 */
export function settingFromEnv(name: string, localFor?: string): string | undefined {
  const value = readSetting(name);
  if (value === undefined || localFor === undefined || local.test(value)) return value;
  throw wrongOption(
    `${name} may send a key to this machine only. ` +
      `For another one set, in code, ${localFor}: process.env.${name}.`,
  );
}
