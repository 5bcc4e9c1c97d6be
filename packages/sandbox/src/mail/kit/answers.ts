// The responses and dates that most services have in the same form.
import type { SandboxResponse } from '../../http/exchange.ts';

export const ok = (json: unknown, status = 200): SandboxResponse => ({ status, json });

export const noContent: SandboxResponse = { status: 204 };

/** `2030-01-02T03:04:05.000Z`. */
export const dateOf = (instant: number): string => new Date(instant).toISOString();
