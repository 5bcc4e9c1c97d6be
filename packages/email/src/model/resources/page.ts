/** One part of a longer list. @public */
export interface Page<Item> {
  /** The items of this part. */
  readonly items: readonly Item[];
  /** Where the next part begins, in the driver's own words; `undefined` at the end. */
  readonly nextCursor?: string | undefined;
}

/** Where a part of a list begins, and its length. @public */
export interface Paging {
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}
