import { randomInt } from 'node:crypto';

/** Two dot-separated decimal numbers. Every signature of a connection contains this text. */
export function isSocketId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 40 && socketIdPattern.test(value);
}

// `$` without the `m` flag is the end of the text, so a trailing newline does not match.
const socketIdPattern = /^\d+\.\d+$/;

const largestPart = 2_147_483_647;

export function randomSocketId(): string {
  return `${randomInt(1, largestPart)}.${randomInt(1, largestPart)}`;
}
