import type { SandboxResponse } from '../../http/exchange.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeError } from '../frames.ts';
import { jsonResponse } from './response.ts';

const reason = 'You got disconnected by the app.';

/** `POST /users/{id}/terminate_connections`: closes the connections of a user. The user may reconnect. */
export function terminateUser({ users, options }: RealtimeContext, userId: string): SandboxResponse {
  for (const connection of users.connectionsOf(userId)) {
    connection.send(encodeError(options.terminateCloseCode, reason));
    connection.close(options.terminateCloseCode, reason);
  }
  return jsonResponse({});
}
