// What a client is doing now, for the console of a developer.
export { type InspectedChannel, type InspectedFrame, type Inspection, inspect } from './inspect.ts';
