import { readAddressSpec } from '../address-spec.ts';
import { oneOf, parsedBy, readPageSize } from '../reader.ts';
import { readFilledText } from '../text.ts';

/** Why the service does not send to an address. `block` is the receiver's temporary refusal. @public */
export type SuppressionReason =
  | 'hard-bounce'
  | 'complaint'
  | 'unsubscribe'
  | 'invalid'
  | 'block'
  | 'manual'
  | 'other';

/** Where a suppression holds. `sender`: only for mail from one address. @public */
export type SuppressionScope = 'account' | 'domain' | 'stream' | 'group' | 'project' | 'sender';

/** An address that the service does not send to. @public */
export interface Suppression {
  /** The address, or the pattern of addresses. */
  readonly email: string;
  readonly reason: SuppressionReason;
  readonly scope: SuppressionScope;
  /** The id of the stream or group, the domain, or the sender's address. */
  readonly scopeId?: string | undefined;
  /** The service's own words. */
  readonly description?: string | undefined;
  readonly createdAt?: Date | undefined;
  /** Can it be removed through the service's API? */
  readonly removable: boolean;
}

/** A suppression to add or to remove. @public */
export interface SuppressionInput {
  readonly email: string;
  /** @defaultValue the service's usual one; when removing, all reasons */
  readonly reason?: SuppressionReason | undefined;
  /** The stream, group, domain or sender, where the service has several. */
  readonly scopeId?: string | undefined;
}

/** Which suppressions. @public */
export interface SuppressionFilter {
  /** Only suppressions with this reason. */
  readonly reason?: SuppressionReason | undefined;
  /** The stream, group, domain or sender, where the service has several. */
  readonly scopeId?: string | undefined;
  /** Created at this time or later, where the service can filter. */
  readonly from?: Date | undefined;
  /** Created before this time, where the service can filter. */
  readonly to?: Date | undefined;
  /** The number of suppressions of one request; the iteration continues with the next page. */
  readonly pageSize?: number | undefined;
  /** Starts here: the `nextCursor` of the last processed page. */
  readonly cursor?: string | undefined;
}

export const readDate = parsedBy((value) =>
  value instanceof Date && !Number.isNaN(value.getTime())
    ? { value: new Date(value.getTime()) }
    : { problem: 'must be a valid Date' },
);
const readReason = oneOf('hard-bounce', 'complaint', 'unsubscribe', 'invalid', 'block', 'manual', 'other');

export const suppressionReaders = {
  email: parsedBy(readAddressSpec),
  reason: readReason,
  scopeId: readFilledText,
};

export const suppressionFilterReaders = {
  reason: readReason,
  scopeId: readFilledText,
  from: readDate,
  to: readDate,
  pageSize: readPageSize,
  cursor: readFilledText,
};
