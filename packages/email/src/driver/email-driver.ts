import type { CredentialInput } from '@org/core';
import type { Driver } from '@org/core/driver';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { OnLossy } from '../model/fit/lossy.ts';
import type { PreparedMessage } from '../model/message.ts';
import type { EmailOperations } from './operations.ts';
import type { WebhookModule } from './webhook-scheme.ts';

/**
 * A mail service as a client sees it. Its capabilities are part of its type, and decide which operations it
 * must have. The second parameter is a text that the compiler prints in its error. @public
 */
export type EmailDriver<
  Capabilities extends EmailCapabilities = EmailCapabilities,
  _Form extends string = string,
> = Driver<EmailOperations<Capabilities>, Capabilities> & EmailDriverExtras;

/** The fields of a driver besides its operations. @public */
export interface EmailDriverExtras {
  /** Required with `batch`. */
  readonly batchKey?: BatchKey | undefined;
  /**
   * Of a driver made of several: the capabilities that a message must fit, by the answer to losses. Each
   * service then loses what it does not carry itself, and its receipt lists that.
   *
   * @defaultValue `capabilities`
   */
  readonly fits?: Readonly<Record<OnLossy, EmailCapabilities>> | undefined;
  /** Required with `webhooks`. */
  readonly webhooks?: EmailWebhooks | undefined;
}

/** Messages with one key may go in one request; `undefined` for a message that goes alone. @public */
export type BatchKey = (message: PreparedMessage) => string | undefined;

/** How a driver's webhooks are verified and read. @public */
export interface EmailWebhooks {
  /** Every secret that is valid now: two during a rotation. */
  readonly secrets: readonly CredentialInput[];
  readonly load: () => Promise<WebhookModule>;
}

/**
 * Checks that a driver has exactly what its capabilities promise, and keeps its precise type. Make the driver
 * itself with `httpDriver` or `taskDriver` of `@org/core/driver`. @public
 *
 * @example
 * const driver = httpDriver({ service, operations: { send: sendMail }, capabilities: mailCapabilities });
 * const email = createEmailClient({ driver: defineEmailDriver(driver) });
 */
export function defineEmailDriver<const Capabilities extends EmailCapabilities>(
  driver: Driver<EmailOperations<Capabilities>, Capabilities>,
  extras: EmailDriverExtras = {},
): EmailDriver<Capabilities> {
  return { ...driver, ...extras };
}
