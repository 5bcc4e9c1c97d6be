import type { Server } from 'node:net';
import { releaseProcess } from './background.ts';

const portInUseBrand = Symbol.for('@org/sandbox/port-in-use');

/** The port is in use by another program. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly code = 'port-in-use';
  readonly port: number;
  readonly [portInUseBrand] = true;

  constructor(port: number, options?: ErrorOptions & { readonly host?: string }) {
    super(
      `Port ${port} of ${options?.host ?? '127.0.0.1'} is in use by another program. Stop that program, ` +
        'choose another port, or omit the port to use a free one.',
      options,
    );
    this.port = port;
  }

  static isInstance(value: unknown): value is PortInUseError {
    return typeof value === 'object' && value !== null && portInUseBrand in value;
  }
}

/**
 * Makes a server listen, by default on 127.0.0.1 only. Resolves with its port.
 *
 * @throws {PortInUseError} when the port is in use
 */
export async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port, { cause: error, host }) : error);
    };
    server.once('error', onError);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', onError);
      resolve();
    });
  });
  // Such as too many open files at a new connection. Without a listener it would end the process.
  server.on('error', () => {});
  releaseProcess(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no TCP port.');
  return address.port;
}
