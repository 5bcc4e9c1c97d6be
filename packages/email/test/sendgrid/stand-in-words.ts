import type { Reply } from '../support/json-service.ts';

/** An error as SendGrid words it. */
export function refuse(status: number, message: string, field: string | null = null): Reply {
  return [status, { errors: [{ message, field, help: null }] }];
}
