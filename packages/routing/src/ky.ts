// Sends with the ky instance of the program.
export { type KyInstance, kyTransport } from '@org/core/ky';
