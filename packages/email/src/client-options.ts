import { ConfigurationError } from '@org/core';
import { wrongKind } from '@org/core/basics';
import { meantOption } from '@org/core/driver';

/** Options of a transport of nodemailer, and fields of its messages, belong elsewhere. */
export const meantByClients: typeof meantOption = (name, known) => {
  if (/^(auth|host|pool|port|secure|service|tls)/.test(name))
    return 'A driver takes that: { driver: smtp({ host, user, password }) }.';
  if (/^(defaults?|from|replyTo|sender|to)$/.test(name)) return 'Pass it with each message.';
  return meantOption(name, known);
};

/** @throws ConfigurationError for what is not a driver */
export function requireDriver(driver: unknown): void {
  if (typeof (driver as { open?: unknown } | null | undefined)?.open === 'function') return;
  const needs = 'createEmailClient() needs a driver: { driver: plunk() }';
  const isSlip = driver === undefined || typeof driver === 'function';
  throw new ConfigurationError({
    message: `${needs}, ${isSlip ? 'with the parentheses' : `not ${wrongKind(driver)}`}.`,
  });
}
