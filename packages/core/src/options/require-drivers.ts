import { wrongOption } from '../errors/wrong-option.ts';
import { wrongKind } from './kind-of.ts';

/**
 * Checks the drivers of a composition. @public
 *
 * @param of - the composition, for the error: `failover`
 * @param capability - one that every driver of the product states
 * @throws ConfigurationError for what is not a list of drivers, or of objects with a `driver`
 */
export function requireDrivers(of: string, entries: unknown, capability: string): void {
  if (!Array.isArray(entries))
    throw wrongOption(`${of}() takes a list of drivers: ${of}([first(), second()]), not ${drawn(entries)}.`);
  for (const [at, entry] of entries.entries()) {
    const driver = isDriver(entry) ? entry : entry?.driver;
    if (isDriver(driver) && Object.hasOwn(Object(driver.capabilities), capability)) continue;
    const found = isDriver(driver) ? 'a driver of another package' : drawn(driver ?? entry);
    throw wrongOption(`${of}() takes a list of drivers, and entry ${at} is ${found}.`);
  }
}

const isDriver = (value: unknown) => typeof (value as { open?: unknown } | null)?.open === 'function';

function drawn(value: unknown): string {
  if (isDriver(value)) return 'a driver';
  return wrongKind(value);
}
