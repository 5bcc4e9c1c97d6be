// What a test of both entries needs in any runtime: this file has no module of Node.

/** A service that gives its responses in order, and the last one again. Status 0 ends the connection. */
export interface ScriptedService {
  readonly url: string;
  received(): Promise<readonly unknown[]>;
  close(): Promise<unknown>;
}

/** A message of an error; the transports of Node have codes of their own for a lost connection. */
export const withoutSystemCode = (message: string) =>
  message.replace(/ \((?:UND_ERR_SOCKET|ECONNRESET)\)/, '');
