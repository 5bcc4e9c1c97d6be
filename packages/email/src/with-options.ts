import type { CallDefaults } from '@org/core';
import { type DriverSession, readCallDefaults, withCallDefaults } from '@org/core/driver';
import type { AllOperations } from './driver/operations.ts';
import type { Sender } from './sending/open-sender.ts';

/** A client whose calls can have common options. @public */
export interface ScopedClient {
  /**
   * The same client with options that its calls do not need to repeat: a shorter deadline, a tenant, the
   * signal of a request that is being answered. It shares all, so closing one closes both.
   *
   * @throws ConfigurationError for an unknown or wrong option
   */
  withOptions(defaults: CallDefaults): this;
}

/** The calls of a client that is not ours to close. */
export interface Calls {
  readonly session: DriverSession<AllOperations>;
  readonly sender: Sender;
}

/** The same calls with options that each need not repeat. Stores, `verify` and `request` use the session. */
export function withOptions({ session, sender }: Calls, given: CallDefaults): Calls {
  const defaults = readCallDefaults(given);
  const { compose, request } = session;
  return {
    session: {
      ...session,
      execute: (name, input, options) => session.execute(name, input, withCallDefaults(defaults, options)),
      compose: compose && ((call, options, run) => compose(call, withCallDefaults(defaults, options), run)),
      request: request && ((raw, options) => request(raw, withCallDefaults(defaults, options))),
    },
    sender: {
      send: (message, options) => sender.send(message, withCallDefaults(defaults, options)),
      sendBatch: (messages, options) => sender.sendBatch(messages, withCallDefaults(defaults, options)),
      sendEach: (messages, options) => sender.sendEach(messages, withCallDefaults(defaults, options)),
      preview: (message, options) => sender.preview(message, withCallDefaults(defaults, options)),
    },
  };
}
