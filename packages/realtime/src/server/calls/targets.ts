import { wrongInput } from '../../internal/wrong-input.ts';

// The service's own channels begin with "#": only this prefix may be triggered.
const userPrefix = '#server-to-user-';

/** The channel of a signed-in user. @throws InvalidInputError */
export function userChannel(userId: unknown): string {
  return `${userPrefix}${requirePathId(userId)}`;
}

/** A user id in a path or a channel name: the servers do not decode paths. @throws InvalidInputError */
export function requirePathId(userId: unknown): string {
  if (typeof userId !== 'string' || !/^[\w=@,.;-]{1,128}$/.test(userId) || /^\.{1,2}$/.test(userId))
    throw wrongInput(
      'userId',
      'userId must have 1 to 128 letters, digits and _ = @ , . ; - here: it is in a path or a channel name.',
    );
  return userId;
}
