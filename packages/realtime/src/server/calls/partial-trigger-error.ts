import { OrgError, type OrgErrorFields } from '@org/core';

/**
 * A split call failed after a part of it was delivered. Nothing was repeated, and nothing was sent after the
 * failure. `cause` is the failure, with the `outcome` of its request. @public
 */
export class PartialTriggerError extends OrgError {
  static override readonly family: string = 'PartialTriggerError';
  declare readonly code: 'partial-trigger';
  /** Delivered: channel names for `trigger`, indexes of the list for `triggerBatch`. */
  declare readonly delivered: readonly (string | number)[];
  /** Sent, but without proof whether the service acted. */
  declare readonly unknown: readonly (string | number)[];
  /** Not delivered. */
  declare readonly notDelivered: readonly (string | number)[];

  constructor(
    fields: OrgErrorFields & {
      readonly delivered?: readonly (string | number)[];
      readonly unknown?: readonly (string | number)[];
      readonly notDelivered?: readonly (string | number)[];
    },
  ) {
    super(fields);
  }
}
