// What a client is doing now, for the console of a developer.
export {
  type InspectedChannel,
  type InspectedFrame,
  type Inspection,
  type InspectOptions,
  inspect,
} from './inspect.ts';
