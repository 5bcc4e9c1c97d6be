/** The content in one further form. @public */
export interface Alternative {
  /** With its parameters: `text/calendar; method=REQUEST`. */
  readonly contentType: string;
  readonly content: string;
}

/** A label with a value, where the service has pairs; elsewhere `name:value` is one label. @public */
export interface Tag {
  readonly name: string;
  readonly value?: string | undefined;
}

/** Labels for statistics; the compiler prints the form in its error for another one. @public */
export interface TagList<_Form extends string> extends ReadonlyArray<string | Tag> {}

/** What the service counts. A switch that is left out stays as the service has it. @public */
export interface Tracking {
  readonly opens?: boolean | undefined;
  readonly clicks?: boolean | undefined;
}

/** The tag for a service whose tags are single texts: `name` or `name:value`. @public */
export function tagText({ name, value }: Tag): string {
  return value === undefined ? name : `${name}:${value}`;
}
