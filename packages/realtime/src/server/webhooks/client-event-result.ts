import type { Issue } from '@org/core';
import type { EventSchemas, EventTypesOf } from '../../channels/event-types.ts';

/** A client event of a definition: its data, or why the schema does not accept it. @public */
export type ClientEventResult<Event extends string, Data> = {
  /** The event's name. */
  readonly event: Event;
  /** The connection that sent it. */
  readonly socketId?: string | undefined;
  /** The member that sent it, on a presence channel. */
  readonly userId?: string | undefined;
} & ({ readonly ok: true; readonly data: Data } | { readonly ok: false; readonly issues: readonly Issue[] });

/** The result for any event of a definition. */
export type ClientEventOf<Schemas extends EventSchemas> = {
  [Event in keyof Schemas & string]: ClientEventResult<Event, EventTypesOf<Schemas>[Event]>;
}[keyof Schemas & string];
