import { NetworkError, type OrgError, type OrgErrorFields, realWork } from '@org/core/basics';

/** Makes an error, with the fields that its message does not say. */
export type Failure = (message: string, more: Omit<OrgErrorFields, 'message'>) => OrgError;

/** Loads code with its first use. The next call retries a failed load. `part`: for the message. */
export function loadCode<Code>(part: string, load: () => Promise<Code>, failure: Failure): Promise<Code> {
  return realWork.run(load).catch((cause: unknown) => {
    throw failure(`The code ${part} did not load.`, { retryable: true, cause });
  });
}

export const networkFailure: Failure = (message, more) =>
  new NetworkError({ message, provider: 'realtime', ...more });
