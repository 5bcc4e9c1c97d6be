/** The parts that the tests use: the package has no types. */
declare module 'sns-validator' {
  export default class MessageValidator {
    validate(message: string, callback: (error: Error | null) => void): void;
  }
}
