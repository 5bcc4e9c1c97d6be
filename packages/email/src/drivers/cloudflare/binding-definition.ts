import { ConfigurationError } from '@org/core';
import type { TaskOperation } from '@org/core/driver';
import type { PreparedMessage, SendReceipt } from '../../driver.ts';
import type { CloudflareBinding, sendThrough } from './binding.ts';
import { cloudflareBindingCapabilities as capabilities } from './limits.ts';

/**
 * The driver of a binding as data.
 *
 * @throws ConfigurationError for a value without `send`
 */
export function bindingDefinition(binding: CloudflareBinding, load: () => Promise<typeof sendThrough>) {
  if (typeof Object(binding).send !== 'function')
    throw new ConfigurationError({
      message:
        'cloudflareBinding() needs a binding `send_email`: does the configuration of the Worker name it?',
    });
  const send: TaskOperation<PreparedMessage, SendReceipt> = {
    name: 'send',
    safety: 'unsafe',
    async run(message, context) {
      context.enter({ waitingFor: 'the code of the driver', outcome: 'not-sent' });
      return (await load())(binding, message, context);
    },
  };
  return { name: 'cloudflare', capabilities, open: () => ({ operations: { send } }) };
}
