import type { NodemailerConnection } from './nodemailer.ts';

/** Runs the steps of a conversation, one at a time. A step ends with its callback, or with whatever ends the connection before that. */
export type Steps = <Value>(
  start: (done: (error?: Error | null, value?: Value) => void) => void,
) => Promise<Value | undefined>;

export function createSteps(connection: NodemailerConnection): Steps {
  let fail: ((error: Error) => void) | undefined;
  // One listener for the life of the connection: without it an error between two messages would end the process.
  connection.on('error', (error) => fail?.(error));
  // The reason, where there is one, follows in the same turn.
  connection.once('end', () =>
    queueMicrotask(() => fail?.(Object.assign(new Error('closed'), { code: 'ECONNECTION' }))),
  );
  return (start) =>
    new Promise((resolve, reject) => {
      fail = reject;
      start((error, value) => {
        if (error) reject(error);
        else resolve(value);
      });
    });
}
