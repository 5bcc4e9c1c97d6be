import type { SandboxResponse } from '../../http/exchange.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeError } from '../frames.ts';
import { answerJson } from './answer.ts';

const reason = 'You got disconnected by the app.';

/** `POST /users/{id}/terminate_connections`: ends what is signed in as this user; it may come back. */
export function terminateUser({ users, options }: RealtimeContext, userId: string): SandboxResponse {
  for (const connection of users.connectionsOf(userId)) {
    connection.send(encodeError(options.terminateCloseCode, reason));
    connection.close(options.terminateCloseCode, reason);
  }
  return answerJson({});
}
