import { classifyTransportError as classify, openTransport as open } from '#transport';
import type { HttpCode } from './own-transport.ts';

export { readRateHeaders as readUsual } from '../limits/headers/rate-limit-headers.ts';
/** The code of HTTP calls. It loads with the first one: an import of the package does not wait for it. */
export { execute } from './execute.ts';
export { httpExecutor } from './http-executor.ts';
export { runComposite } from './run-composite.ts';

// Declared here: the declarations of a package cannot name a file that depends on the platform.
export const classifyTransportError: HttpCode['classifyTransportError'] = classify;
export const openTransport: HttpCode['openTransport'] = open;
