/** A table without names of its own: the value of a name that `Known` does not have is `never`. @public */
export type OnlyKnown<Given, Known> = {
  readonly [Name in keyof Given]: Name extends KeysOf<Known>
    ? Checked<Given[Name], ValueOf<Known, Name>>
    : never;
};

type Checked<Given, Known> = Given extends object
  ? Given extends readonly unknown[] | ((...values: never) => unknown)
    ? Given
    : string extends KeysOf<Known>
      ? Given
      : OnlyKnown<Given, Known>
  : Given;

/** The keys of any member of a union. */
type KeysOf<Known> = Known extends object ? keyof Known : never;

type ValueOf<Known, Name> = Known extends object ? (Name extends keyof Known ? Known[Name] : never) : never;
