import type { EmailCapabilities } from '../capabilities.ts';

declare const reason: unique symbol;

/** A field that the driver's service cannot carry: nothing fits, and the text says why. @public */
export interface NotCarried<Sentence extends string> {
  readonly [reason]?: Sentence;
}

/** Marks a field of a message for any driver, which is checked when the message is sent. @public */
export interface CheckedWhenSent {
  readonly [reason]?: never;
}

/** The fields without which it would be another message, so that `onLossy` cannot leave them out. */
interface Sentences {
  readonly attachments: 'The service carries no `attachments`: leave them out, or use another driver.';
  readonly raw: 'The service takes no `raw` message: use `html` or `text`, or another driver.';
  readonly sandbox: 'The service has no `sandbox` and would send the mail: use a driver that has one.';
  readonly sendAt: 'The service does not send later: leave out `sendAt`, or use another driver.';
  readonly stream: 'The service has no streams: leave out `stream`, or use another driver.';
  readonly template: 'The service stores no templates: use `html` or `text` instead of `template`.';
}

/**
 * The type of a field for a driver that carries it. A driver that does not carry it accepts no value, so the
 * compiler refuses the field. A driver whose capabilities are known only at run time accepts the field, and
 * checks it when the message is sent; such a message fits every client. @public
 */
export type FieldOf<
  Capabilities extends EmailCapabilities,
  Name extends keyof Sentences,
  Value,
> = Name extends keyof Capabilities['message']
  ? boolean extends Capabilities['message'][Name]
    ? Value & CheckedWhenSent
    : [Capabilities['message'][Name]] extends [true]
      ? Value
      : NotCarried<Sentences[Name]>
  : NotCarried<Sentences[Name]>;
