declare const reason: unique symbol;

/** The type of a value that the engine does not honour: nothing fits, and the text says why. @public */
export interface NotHonoured<Sentence extends string> {
  readonly [reason]: Sentence;
}

/** Says that the engine does not honour an option. @public */
export type NoSuchOption<Name extends string> =
  `The engine of this driver has no \`${Name}\`: leave it out, or use another driver.`;
