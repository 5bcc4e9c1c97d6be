import { LazyAuthorization, loadPrivateRoom } from './channels/private/load-private-channels.ts';
import { LazyRefetch, loadRefetcher } from './channels/refetch/lazy-refetch.ts';
import { LazyServiceErrors } from './channels/subscription/load-service-errors.ts';
import type { ClientParts } from './client-parts.ts';
import { loadAndDiagnose } from './diagnose/load-diagnose.ts';
import { LazyUser, loadUserRoom } from './user/load-user-room.ts';

/** A page loads the code of a part with its first use. */
export const laterParts: ClientParts = {
  authorization: (context) => new LazyAuthorization(context, loadPrivateRoom),
  user: (context) => new LazyUser(context, loadUserRoom),
  refetch: (parts) => new LazyRefetch(parts, loadRefetcher),
  serviceErrors: (port) => new LazyServiceErrors(port),
  diagnose: loadAndDiagnose,
};
