import { ConfigurationError } from '@org/core';
import { wrongKind } from '@org/core/basics';

/** @throws ConfigurationError for what is not a driver */
export function requireDriver(driver: unknown): void {
  if (typeof (driver as { open?: unknown } | null | undefined)?.open === 'function') return;
  const needs = 'createRoutingClient() needs a driver: { driver: openrouteservice() }';
  const isSlip = driver === undefined || typeof driver === 'function';
  throw refuse(`${needs}, ${isSlip ? 'with the parentheses' : `not ${wrongKind(driver)}`}.`);
}

export function refuse(message: string): ConfigurationError {
  return new ConfigurationError({ message, outcome: 'not-sent' });
}
