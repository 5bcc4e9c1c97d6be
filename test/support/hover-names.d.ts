// Names of the reader's program in the examples of hovers, and packages that are not installed.

declare const baseUrl: string;
declare const tokenUrl: string;
declare const path: string;
declare const size: number;
declare const id: string;
declare const seconds: string;
declare const body: Uint8Array;
declare const bytes: Uint8Array;
declare const signature: string;
declare const secret: string;
declare const text: string;
declare const from: string;
declare const features: unknown;
declare const saved: string | undefined;
declare const options: { readonly apiKey?: string; readonly webhookSecret?: string };
declare const order: { readonly id: string };
declare const request: Request;
declare const handler: (request: Request) => Promise<Response>;
declare function save(value: unknown): Promise<void>;
declare function use(value: unknown): void;
declare function fetchToken(): Promise<string>;
declare function reload(channel?: string): Promise<[]>;

declare const createClient: typeof import('openapi-fetch').default;
declare interface paths {
  readonly [path: string]: object;
}
declare const createReadStream: typeof import('node:fs').createReadStream;
declare const createServer: typeof import('node:http').createServer;
declare const openAsBlob: typeof import('node:fs').openAsBlob;
declare const readFile: typeof import('node:fs/promises').readFile;
declare const writeFile: typeof import('node:fs/promises').writeFile;
declare const describe: typeof import('vitest').describe;
declare const expect: typeof import('vitest').expect;
declare const it: typeof import('vitest').it;
declare const createApp: typeof import('vue').createApp;
declare const ky: typeof import('ky').default;
declare const ref: typeof import('vue').ref;
declare const Orders: import('vue').Component;
declare const useState: typeof import('react').useState;
declare const content: import('react').ReactNode;
declare const AppState: typeof import('react-native').AppState;
declare const NetInfo: typeof import('@react-native-community/netinfo').default;
declare const nodemailer: typeof import('nodemailer');
declare function pino(): import('@org/core/log').Logger;
declare const Redis: typeof import('ioredis').Redis;
declare const SecretsManager: typeof import('@aws-sdk/client-secrets-manager').SecretsManager;
declare const SecretClient: typeof import('@azure/keyvault-secrets').SecretClient;
declare const DefaultAzureCredential: typeof import('@azure/identity').DefaultAzureCredential;
type GoogleSecrets = typeof import('@google-cloud/secret-manager');
declare const SecretManagerServiceClient: GoogleSecrets['SecretManagerServiceClient'];

declare const client: import('@org/core').ServiceClient;
declare const response: import('@org/core').ServiceResponse;
declare const limiter: import('@org/core').Limiter;
declare const fleetLimiter: import('@org/core').Limiter;
declare const store: import('@org/core/webhooks').ReplayStore;
declare const secrets: import('@org/core/webhooks').LiveSecrets;
declare const meanings: ReadonlyMap<number, Partial<import('@org/core').Failure>>;
declare const getThing: import('@org/core/driver').RequestDefinition<string, { readonly name: string }>;
declare function getThings(
  filter: { readonly cursor: string | undefined },
  options: object,
): Promise<{ readonly items: readonly string[]; readonly nextCursor: string | undefined }>;
declare const createDraft: import('@org/core').Operation<
  import('@org/email/resources').TemplateInput,
  string
>;
declare const publish: import('@org/core').Operation<string, undefined>;
declare const getTemplate: import('@org/core').Operation<string, import('@org/email/resources').Template>;
declare const jobs: {
  get(id: string, options: object): Promise<{ finished: boolean; report: string; percent: number }>;
};

declare const email: import('@org/email').EmailClient<import('@org/email/plunk').PlunkCapabilities>;
declare const message: import('@org/email').HtmlMessage;
declare const messages: readonly import('@org/email').HtmlMessage[];
declare const prepared: import('@org/email/driver').PreparedMessage;
declare const list: import('@org/email/resources').ListInput;
declare const driver: import('@org/email').EmailDriver<import('@org/email').EmailCapabilities>;
declare const sendMail: import('@org/core/driver').RequestDefinition<
  import('@org/email/driver').PreparedMessage,
  import('@org/email/driver').SendReceipt
>;
declare const mailCapabilities: {
  readonly templates: false;
  readonly contacts: false;
  readonly request: true;
  readonly message: import('@org/email/driver').MessageCapabilities;
  readonly idempotency: 'none';
  readonly limits: object;
};
declare const webhookScheme: import('@org/email/driver').WebhookScheme;
declare const readEvent: import('@org/email/driver').WebhookItemReader['read'];
declare const received: readonly import('@org/email/testing').ReceivedMail[];
declare function stop(): Promise<void>;
declare function saveEvents(events: readonly import('@org/email').DeliveryEvent[]): Promise<void>;
declare const draft: import('@org/core/driver').RequestDefinition<
  import('@org/email/resources').TemplateInput,
  string
>;
declare const get: import('@org/core/driver').RequestDefinition<
  string,
  import('@org/email/resources').Template
>;

declare const server: import('@org/realtime/server').RealtimeServerClient;
declare const webhook: import('@org/realtime/server').Webhook;
declare const room: import('@org/realtime/server').ChannelDefinition<
  'presence-room',
  { 'client-typing': import('@org/realtime').Schema<{ readonly isTyping: boolean }> }
>;
declare function userOf(request: Request): Promise<User | undefined>;

declare const routing: import('@org/routing').RoutingClient<
  import('@org/routing/openrouteservice').OpenrouteserviceCapabilities
>;
declare const waypoints: readonly [[number, number], [number, number]];
declare const origins: readonly [number, number][];
declare const destinations: readonly [number, number][];
declare const places: {
  readonly profile: 'driving';
  readonly origins: typeof origins;
  readonly destinations: typeof destinations;
};
declare const towns: import('@org/routing/testing').ContractPlaces;
declare function readSnapAnswer(json: unknown): import('@org/routing/driver').SnapAnswer;
declare const capabilities: import('@org/routing').RoutingCapabilities;
declare const session: ReturnType<import('@org/routing').RoutingDriver['open']>;

declare const sandbox: import('@org/sandbox/testing').WorkerSandbox;

declare const env: { readonly EMAIL: import('@org/email/cloudflare').CloudflareBinding };
