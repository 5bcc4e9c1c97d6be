import { PayloadTooLargeError } from '@org/core';
import { meantOption } from '@org/core/driver';
import { isRecord } from '../../internal/json.ts';
import { readOptions } from '../../internal/read-options.ts';
import { notSent, wrongInput } from '../../internal/wrong-input.ts';

/** The member of a presence channel. @public */
export interface PresenceMember {
  /** At most 128 characters. Several connections of one user share it. */
  readonly userId: string;
  /** Shown to the other members; at most `maxMemberBytes` as JSON. */
  readonly userInfo?: Readonly<Record<string, unknown>> | undefined;
}

const defaults = { userId: undefined, userInfo: undefined };

/** The `channel_data` of a member. @throws InvalidInputError, PayloadTooLargeError */
export function memberData(member: PresenceMember, maxMemberBytes: number): string {
  if (!isRecord(member as unknown)) throw wrongInput('member', 'member must be an object, like { userId }.');
  const { userId, userInfo } = readOptions('member', member, defaults, meantOption);
  const id = requireUserId('member.userId', userId);
  const data = stringify('member.userInfo', { user_id: id, user_info: requireInfo('member', userInfo) });
  // Only the info counts, but it is no longer than the whole.
  if (data.length * 3 > maxMemberBytes) requireSmall(userInfo, maxMemberBytes);
  return data;
}

function requireSmall(userInfo: unknown, maxMemberBytes: number): void {
  const bytes = new TextEncoder().encode(JSON.stringify(userInfo) ?? '').length;
  if (bytes <= maxMemberBytes) return;
  throw new PayloadTooLargeError({
    ...notSent,
    message:
      `member.userInfo has ${bytes} bytes as JSON, more than maxMemberBytes (${maxMemberBytes}). ` +
      'Sign an id, and let clients fetch the rest; or raise maxMemberBytes if your server allows more.',
  });
}

/** @throws InvalidInputError */
export function requireInfo(path: string, userInfo: unknown): unknown {
  if (userInfo === undefined || isRecord(userInfo)) return userInfo;
  throw wrongInput(`${path}.userInfo`, `${path}.userInfo must be an object.`);
}

export function stringify(path: string, data: object): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    throw wrongInput(path, 'userInfo cannot be JSON: it has a cycle or a BigInt.', cause);
  }
}

export function requireUserId(path: string, userId: unknown): string {
  if (typeof userId === 'string' && userId !== '' && userId.length <= 128) return userId;
  const given = typeof userId === 'string' ? `one of ${userId.length}` : typeof userId;
  throw wrongInput(path, `${path} must be a text of 1 to 128 characters, not ${given}.`);
}
