/** Position of an entry in its file, in bytes, without the line break. @public */
export interface EntryPlace {
  readonly start: number;
  readonly length: number;
}
