/** One receiver of webhooks. */
export interface WebhookTarget {
  /** `http` or `https` on loopback: `localhost`, `127.0.0.0/8` or `[::1]`. */
  readonly url: string;
  /** @default all */
  readonly events?: readonly WebhookEventName[];
  /** Only channels with this prefix. @default all */
  readonly channelPrefix?: string;
}

export type WebhookEventName =
  | 'channel_occupied'
  | 'channel_vacated'
  | 'member_added'
  | 'member_removed'
  | 'client_event'
  | 'cache_miss'
  | 'subscription_count';

/** One event, with the keys of the wire. */
export interface WebhookEvent {
  readonly name: WebhookEventName;
  readonly channel: string;
  readonly user_id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly socket_id?: string;
  readonly subscription_count?: number;
}

/** @throws {TypeError} for a URL that is not loopback */
export function assertLoopbackTarget({ url }: WebhookTarget): void {
  if (!URL.canParse(url)) throw new TypeError('A webhook URL is not a valid URL');
  const { protocol, hostname } = new URL(url);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  if (isHttp && loopbackPattern.test(hostname)) return;
  throw new TypeError(`The sandbox posts webhooks to loopback only, not to ${protocol}//${hostname}`);
}

// `URL` normalizes other spellings of an IPv4 address to this one.
const loopbackPattern = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

export function isWanted(target: WebhookTarget, event: WebhookEvent): boolean {
  return (
    (target.events === undefined || target.events.includes(event.name)) &&
    event.channel.startsWith(target.channelPrefix ?? '')
  );
}
