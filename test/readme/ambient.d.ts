// Names of the reader's program in blocks of the documentation, and packages that are not installed.

declare const service: import('@org/core').ServiceDefinition;
declare const cert: string;
declare const key: string;
declare const ca: string;
declare const signal: AbortSignal;

declare function readFromDoppler(name: string): Promise<string>;

interface BusReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array;
}
declare const bus: { request(message: object, options: object): Promise<BusReply> };

declare module '@google-cloud/secret-manager' {
  interface SecretVersion {
    readonly payload?: { readonly data?: Uint8Array | null } | null;
  }
  export class SecretManagerServiceClient {
    accessSecretVersion(request: { name: string }): Promise<[SecretVersion]>;
  }
}

declare module 'react-native' {
  interface AppState {
    readonly currentState: string;
    addEventListener(
      type: 'change' | 'memoryWarning' | 'blur' | 'focus',
      listener: (state: 'active' | 'background' | 'inactive' | 'unknown' | 'extension') => void,
    ): { remove(): void };
  }
  export const AppState: AppState;
}

declare module '@react-native-community/netinfo' {
  interface NetInfoState {
    readonly type: string;
    readonly isConnected: boolean | null;
    readonly isInternetReachable: boolean | null | undefined;
  }
  const netInfo: { addEventListener(listener: (state: NetInfoState) => void): () => void };
  export default netInfo;
}

declare module '@azure/identity' {
  interface AccessToken {
    readonly token: string;
    readonly expiresOnTimestamp: number;
  }
  export class DefaultAzureCredential {
    getToken(scopes: string | string[]): Promise<AccessToken | null>;
  }
}

interface User {
  readonly id: string;
  readonly name: string;
}
declare const user: User;
declare function userOf(request: Request): Promise<User>;
declare function mayJoin(user: User, channelName: string): boolean;
declare const input: HTMLInputElement;
declare function show(text: string): void;
declare function hide(userId: string): void;
declare const app: { post(path: string, handler: import('@org/realtime/node-handler').NodeHandler): void };
declare function refetch(channel: string, from: Date): void;

declare const realtime: import('@org/realtime').RealtimeClient;
declare const PaidSchema: import('@org/realtime').Schema<{ id: number }>;

declare function acme(options: { apiKey?: string; baseUrl?: string }): import('@org/email').EmailDriver;

interface OsrmOptions {
  readonly baseUrl: string;
  readonly profile: 'driving';
  readonly caps: Partial<import('@org/routing/driver').RequestCaps>;
}
declare function osrm(options: OsrmOptions): import('@org/routing').RoutingDriver;

declare module 'testcontainers' {
  interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
    stop(): Promise<unknown>;
  }
  interface WaitStrategy {
    readonly withStartupTimeout: unknown;
  }
  export const Wait: { forHealthCheck(): WaitStrategy };
  export class GenericContainer {
    constructor(image: string);
    withEnvironment(environment: Record<string, string>): this;
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
    start(): Promise<StartedTestContainer>;
  }
}

declare module '@react-email/render' {
  export function render(element: object): Promise<string>;
  export function toPlainText(html: string): string;
}

declare module 'mjml' {
  export default function mjml(
    text: string,
    options?: { validationLevel?: 'strict' },
  ): Promise<{ html: string }>;
}

declare module '@vue-email/render' {
  export function render(mail: object, props?: object, options?: { plainText?: boolean }): Promise<string>;
}
