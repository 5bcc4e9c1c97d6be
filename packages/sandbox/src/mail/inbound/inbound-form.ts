import type { ParsedMessage } from '../message/parse-message.ts';

/** A mail for one of the addresses that a service receives. */
export interface InboundPost {
  readonly id: string;
  /** The address of the envelope. */
  readonly recipient: string;
  /** Of the envelope; empty for a report. */
  readonly sender: string;
  readonly raw: Uint8Array;
  readonly parsed: ParsedMessage;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The route asks for the mail as it was sent, where the service has both forms. */
  readonly isRaw: boolean;
}

/** What a form may use besides the mail. */
export interface InboundContext {
  /** The secret of the service's webhooks; empty where it has none. */
  readonly secret: string;
  /** 32 random bytes, of which secrets are made. */
  readonly seed: Uint8Array;
  /** Epoch milliseconds of the attempt. */
  readonly now: number;
  /** The origin of the mail services: `http://127.0.0.1:8025`. */
  readonly origin: string;
}

/** A post of a mail, with its proof. */
export interface InboundRequest {
  readonly body: string | FormData | Uint8Array<ArrayBuffer>;
  /** @default `content-type: application/json`, and that of a form */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a service posts mail that it received. */
export interface InboundForm {
  /** It can post mail as it was sent, too: `raw` of a route. @default false */
  readonly hasRaw?: boolean;
  write(post: InboundPost, context: InboundContext): InboundRequest | Promise<InboundRequest>;
}

/** The first value of a header as it was written; `undefined` without one. */
export function headerOfMail({ headers }: ParsedMessage, wanted: string): string | undefined {
  return headers.find(({ name }) => name === wanted)?.value;
}

/** The lines of the headers, with names as mail programs write them. */
export function headerLines({ headers }: ParsedMessage): [name: string, value: string][] {
  return headers.map(({ name, value }) => [
    name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ]);
}
