import type { RoutingOperation } from '../../driver.ts';
import { eachOperation, type OperationName } from './capabilities.ts';
import { converters } from './converters.ts';
import { defineRead, type ValhallaSettings } from './service/define-read.ts';

export { classify } from './errors.ts';

type Operations = { readonly [Name in OperationName]: RoutingOperation<Name> };

export function operationsOf(settings: ValhallaSettings = {}): Operations {
  return eachOperation<Operations>((name) => defineRead(name, converters[name] as never)(settings));
}
