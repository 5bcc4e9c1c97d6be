import type { MailEventKind } from '../mail-event-kind.ts';
import type { CloseAction, FrameAction } from './frame-action.ts';

/** The parts of the sandbox that can fail; `smtp` is the mail service's relay. */
export type FaultService = 'mail' | 'smtp' | 'routing' | 'realtime';

/** How often and how likely a fault happens. */
export interface FaultChance {
  /** How many requests, commands, connections or frames it affects. @default 1 */
  readonly count?: number | 'always';
  /** The first match that is affected, counted from 1. @default 1 */
  readonly nth?: number;
  /** The probability for each match, above 0 and at most 1. @default 1 */
  readonly probability?: number;
  /** The seed of the probability: the same seed gives the same sequence. @default 1 */
  readonly seed?: number;
}

/** A failure to inject into HTTP requests. Without status, drop, and throttle they are only delayed. */
export interface Fault extends FaultChance {
  readonly on?: 'request';
  /** @default the service on which it is set; for the whole sandbox, any */
  readonly service?: FaultService;
  /**
   * The requests that fail: those that match all given properties. A `path` string must be equal, without the
   * query; `*` in it stands for any text.
   */
  readonly match?: { readonly method?: string; readonly path?: string | RegExp };
  /**
   * Where it happens: `before` the service works; `after` its work is done, so that only the response is
   * lost, as on a network; or in the middle of the `body` of the service's response.
   *
   * @default 'before'
   */
  readonly where?: 'before' | 'after' | 'body';
  /** The delay, there: before the service works, after it, or in the middle of the body. */
  readonly delayMs?: number;
  /** The status of the response. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The body of the response. A string is sent unchanged, other values as JSON.
   *
   * @default the service's error body for the status
   */
  readonly body?: unknown;
  /** Cuts the connection without a response, or resets it (TCP RST). */
  readonly drop?: boolean | 'reset';
  /** Throttles as the service does, with its own headers. A window of a day is a quota. */
  readonly throttle?: { readonly limit: number; readonly windowMs: number };
}

/** The steps of an SMTP conversation. */
export type SmtpCommand = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';

/** A failure to inject into SMTP commands. Without code and drop they are only delayed. */
export interface SmtpFault extends FaultChance {
  readonly on: 'smtp';
  readonly service?: 'smtp';
  /** `address` is that of MAIL or RCPT; `*` in it stands for any text. @default any command */
  readonly match?: { readonly command?: SmtpCommand; readonly address?: string };
  /** Of `data`: `after` the message is stored, so that only the reply is lost. @default 'before' */
  readonly where?: 'before' | 'after';
  /** The delay, there. */
  readonly delayMs?: number;
  /** The reply code, 400 to 599. */
  readonly code?: number;
  readonly message?: string;
  /** Cuts the connection without a reply. */
  readonly drop?: boolean;
}

/** A failure to inject into the sockets of the realtime service. */
export type SocketFault = FaultChance & { readonly service?: 'realtime' } & (
    | {
        /** A connection that fails before its handshake: a close code, an HTTP status, or a reset. */
        readonly on: 'connection';
        readonly refuse: number | { readonly status: number } | 'reset';
        readonly reason?: string;
      }
    | {
        /** A connection that ends some time after its handshake. */
        readonly on: 'connected';
        readonly afterMs: number;
        readonly action: 'cut' | 'stop-answering' | CloseAction;
      }
    | {
        /** A subscribe frame that gets an error with this status, or no response. */
        readonly on: 'subscribe';
        readonly channel?: string;
        readonly status?: number;
        readonly message?: string;
      }
    | {
        /** A frame, by its sender, event and channel. */
        readonly on: 'frame';
        readonly from?: 'service' | 'client';
        readonly event?: string;
        readonly channel?: string;
        readonly action: FrameAction;
      }
    | {
        /** All sockets, until it is removed: half-open, not reading, or with every frame delayed. */
        readonly on: 'sockets';
        readonly effect: 'silent' | 'deaf' | 'slow';
        readonly delayMs?: number;
      }
  );

/** A webhook of the mail services that comes twice, or late. */
export interface WebhookFault extends FaultChance {
  readonly on: 'webhook';
  readonly service?: 'mail';
  /** `service` is that of the mail: `resend`. `*` in a pattern stands for any text. @default any webhook */
  readonly match?: { readonly service?: string; readonly event?: MailEventKind; readonly recipient?: string };
  /** Up to 10 minutes. */
  readonly delayMs?: number;
  readonly duplicate?: boolean;
}

/** Anything that can go wrong on purpose. */
export type AnyFault = Fault | SmtpFault | SocketFault | WebhookFault;

/** A fault in the list. */
export interface ActiveFault {
  /** `f1`, `f2` and so on. */
  readonly id: string;
  readonly fault: AnyFault;
  /** What it affected. */
  readonly hits: number;
}
