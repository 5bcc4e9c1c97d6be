import * as operations from './operations.ts';

// The code of calls, loaded with the first one.
export { sign } from '../signing/sign-request.ts';
export { operations };
