import type { EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';

/** The first number of an endpoint's codes. The last two digits mean nearly the same for all. */
export type ErrorBase = 2000 | 3000 | 6000 | 7000 | 8000 | 9000;

/** An error of openrouteservice. */
export class OrsError extends Error {
  override readonly name = 'OrsError';
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  static isInstance(value: unknown): value is OrsError {
    return value instanceof Error && value.name === 'OrsError';
  }
}

export const missing = (base: ErrorBase, name: string) =>
  new OrsError(400, base + 1, `Parameter '${name}' is missing.`);

export const badFormat = (base: ErrorBase, name: string) =>
  new OrsError(400, base + 2, `Parameter '${name}' has incorrect value or format.`);

export const badValue = (base: ErrorBase, name: string, value: unknown) =>
  new OrsError(400, base + 3, `Parameter '${name}' has incorrect value of '${String(value)}'.`);

export const unknownParameter = (base: ErrorBase, name: string) =>
  new OrsError(400, base + (base === 2000 ? 12 : 11), `Unknown parameter '${name}'.`);

export const overLimit = (base: ErrorBase, detail: string) =>
  new OrsError(400, base + 4, `Request parameters exceed the server configuration limits. ${detail}`);

export function convertEngineError(base: ErrorBase, error: EngineError): OrsError {
  if (error.code === 170 || error.code === 442 || error.code === 441) {
    const message =
      base === 2000
        ? 'Route could not be found - Unable to find a route between the given points.'
        : error.text;
    return new OrsError(404, base + 9, message);
  }
  if (error.code === 171) return new OrsError(404, base + 10, notNear);
  if (limitCodes.includes(error.code)) return overLimit(base, error.text);
  return error.httpStatus === 400
    ? new OrsError(400, base + 3, error.text)
    : new OrsError(500, base + 99, error.text);
}

const notNear = 'Could not find routable point within a radius of 350.0 meters of a specified coordinate.';
const limitCodes = [150, 151, 152, 154, 157, 166, 167];

/** Errors of the routing engine: a code, a message, and the engine's name. */
export function renderOrsError(error: OrsError): SandboxResponse {
  const info = { engine: { version: 'sandbox' }, timestamp: Date.now() };
  return { status: error.status, json: { error: { code: error.code, message: error.message }, info } };
}

/** Errors of the gateway before it: one string. */
export function renderGatewayError(status: number, error: string): SandboxResponse {
  return { status, json: { error } };
}
