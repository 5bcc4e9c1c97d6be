/** A program as users of other libraries write it, and the words of the first line of its error. */
export interface Mistake {
  readonly wrong: string;
  readonly right: string;
  readonly field: string;
  readonly cure: string;
}
