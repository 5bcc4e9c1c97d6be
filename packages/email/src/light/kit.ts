// What the drivers of light entries are made of.
export { sendInTurn } from '../sending/send-in-turn.ts';
export { webhookPart } from './part.ts';
export { readRates } from './rates.ts';
export { composedSendDriver, sendCapabilities, sendDriver } from './send-driver.ts';
