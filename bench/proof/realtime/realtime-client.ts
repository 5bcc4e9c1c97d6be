/** One peer, connected to one server. */
export interface RealtimeClient {
  /** Resolves when the channel is subscribed, rejects when the client reports that it is not. */
  subscribe(channel: string, listener: (data: unknown) => void): Promise<unknown>;
  /** Adds a listener to a subscribed channel. */
  listen(channel: string, listener: (data: unknown) => void): void;
  /** Calls the listener when the client reports that events may be missing. */
  readonly onGap?: (listener: () => void) => void;
  /** Makes another client with options as a program without a compiler passes them. */
  create(extra: object): { close(): unknown };
  close(): unknown;
}

/** A server that counts connections and subscriptions. */
export interface RealtimeServer extends AsyncDisposable {
  readonly origin: string;
  readonly connections: number;
  readonly subscriptions: number;
  /** The statuses of the next requests to the endpoint that authorizes channels; later ones are 200. */
  authStatuses: number[];
  /** Sends an event to all that are connected, and stores it where the service has a history. */
  publish(data: unknown): void;
  /** Sends a frame as it is. */
  sendRaw(frame: string): void;
  /** Loses all connections, without a closing handshake. */
  cut(): void;
  /** Closes all connections with a code. */
  closeAll(code: number): void;
  /** Refuses new connections, and loses all, until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export const appKey = 'proof-key';
export const event = 'paid';
export const privateChannel = 'private-orders';
