import type { Runtime } from '@org/core';

/** A connection's id as the client has it, two numbers: the halves of the service's UUID. */
export function toSocketId(connection: string, runtime: Runtime): string {
  const hex = connection.replaceAll('-', '');
  if (/^[\da-f]{32}$/i.test(hex)) return `${BigInt(`0x${hex.slice(0, 16)}`)}.${BigInt(`0x${hex.slice(16)}`)}`;
  const number = () => Math.floor(runtime.random() * 2 ** 50);
  return `${number()}.${number()}`;
}
