import type { Schema } from '@org/core';

/** Schemas of a channel's events, by name: zod, valibot, arktype, or any other Standard Schema. @public */
export type EventSchemas = Readonly<Record<string, Schema<unknown>>>;

/** The data of each event by its name. @public */
export interface EventTypes {
  readonly [event: string]: unknown;
}

/** The outputs of the schemas. @public */
export type EventTypesOf<Schemas extends EventSchemas> = {
  readonly [Event in keyof Schemas]: Schemas[Event] extends Schema<infer Data> ? Data : never;
};

/** The inputs of the schemas, for publishers; the output of a schema that declares no input. @public */
export type EventInputsOf<Schemas extends EventSchemas> = {
  readonly [Event in keyof Schemas]: NonNullable<Schemas[Event]['~standard']['types']> extends {
    readonly input: infer Input;
  }
    ? Input
    : EventTypesOf<Schemas>[Event];
};
