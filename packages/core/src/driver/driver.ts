import type { CallOptions } from '../call-options.ts';
import type { CompositeContext, CompositeDefinition, RequestOptions } from '../composite.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { RawRequest } from '../http/request.ts';
import type { ServiceResponse } from '../http/response.ts';

/** Names of operations with what they take and give. @public */
export type OperationTypes = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

/** The operations of a session, as requests of one call. @public */
export interface ComposedContext<Operations extends OperationTypes>
  extends Omit<CompositeContext, 'request'> {
  execute<Name extends keyof Operations & string>(
    name: Name,
    input: Operations[Name]['input'],
    options?: RequestOptions,
  ): Promise<Operations[Name]['output']>;
}

/** What a call of several operations is. @public */
export type ComposedCall = Pick<CompositeDefinition<unknown, unknown>, 'name' | 'safety' | 'deadlineMs'>;

/** A driver at work: opened by one client, with that client's options. @public */
export interface DriverSession<Operations extends OperationTypes> {
  execute<Name extends keyof Operations & string>(
    name: Name,
    input: Operations[Name]['input'],
    options?: CallOptions,
  ): Promise<Operations[Name]['output']>;
  /** Runs several operations as one call. Absent in a session whose operations are separate calls. */
  readonly compose?:
    | (<Output>(
        call: ComposedCall,
        options: CallOptions,
        run: (context: ComposedContext<Operations>) => Promise<Output>,
      ) => Promise<Output>)
    | undefined;
  /** Loads what calls need, before the first one; a failure shows with the call. */
  readonly preload?: (() => void) | undefined;
  /** Any endpoint of the service, through the same pipeline; absent where the service is not HTTP. */
  readonly request?: ((request: RawRequest, options?: CallOptions) => Promise<ServiceResponse>) | undefined;
  /** Lets work in flight end (bounded), then frees what is open. May be called twice. */
  close(): Promise<void>;
}

/** The one seam between a client and a provider. Data and pure functions until it is opened. @public */
export interface Driver<Operations extends OperationTypes, Capabilities> {
  /** Version of this interface. */
  readonly specVersion: 1;
  /** Name of the service in errors and events. */
  readonly name: string;
  /** What the driver can do. */
  readonly capabilities: Capabilities;
  /** Opens the driver for one client; does no I/O. */
  open(options: EngineOptions): DriverSession<Operations>;
}
