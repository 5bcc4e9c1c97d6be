/**
 * Returns a code that a closing frame may carry: 1000-1003, 1007-1014, or 3000-4999 (RFC 6455 section 7.4).
 *
 * @throws {RangeError} for any other number
 */
export function checkCloseCode(code: number): number {
  const isStandard = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014);
  if (Number.isInteger(code) && (isStandard || (code >= 3000 && code <= 4999))) return code;
  throw new RangeError(`${code} is not a close code that a WebSocket may send`);
}
