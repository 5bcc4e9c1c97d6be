import type { OrgError, Runtime } from '@org/core';

/** Maps the data of events to text and back. `defineCodec` makes one from two functions. @public */
export interface Codec<Data = unknown> {
  /** For error messages. */
  readonly name: string;
  /** Returns the text that the service delivers. @throws InvalidInputError for data of another type */
  encode(data: Data): string | Promise<string>;
  /** Returns the data of a text. @throws for a text of another form */
  decode(text: string): Data | Promise<Data>;
  /** The codec splits large events. */
  readonly splits?: true;
  /** Returns the texts of one event: several if the codec splits. */
  toTexts(data: Data, limit: TextLimit): readonly string[] | Promise<readonly string[]>;
  /** Starts to decode the events of one subscriber. */
  open(port: CodecPort): CodecSession;
}

/** The parts of a channel's event that a codec keeps or reads. @public */
export interface CodedEvent {
  readonly name: string;
  readonly channel: string;
  readonly data: unknown;
  readonly raw?: string;
  readonly userId?: string;
  readonly receivedAt: Date;
}

/** The limit of one text of an event. @public */
export interface TextLimit {
  readonly maxBytes: number;
  /** The limit counts the bytes of the text as a JSON string. */
  readonly isJsonString: boolean;
  /** Unique for each event. */
  createId(): string;
}

/** The channel of a session. @public */
export interface CodecPort {
  readonly runtime: Runtime;
  readonly maxEventBytes: number;
  deliver(event: CodedEvent): void;
  report(error: OrgError): void;
  /** Sends a client event, and checks its limits. */
  send(event: string, text: string): void;
}

/** The codec of one subscriber. @public */
export interface CodecSession {
  receive(event: CodedEvent): void;
  /** Throws if the codec is synchronous; reports otherwise. */
  send(event: string, data: unknown): void;
  /** The subscription ended. Returns when the first part of an incomplete event arrived: it is lost. */
  interrupt(): number | undefined;
  stop(): void;
}
