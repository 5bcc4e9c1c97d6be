import { type Classify, classifyStatus } from '@org/core';
import { textAt } from '@org/core/driver';
import { redactAddresses } from '../../driver.ts';
import { isMissing } from './wire.ts';

/** The OpenAPI document describes no errors: the status decides, and `Error` has the words. */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const json = response.json();
  const words = textAt(json, 'Error') ?? textAt(json, 'error') ?? textAt(json, 'message');
  return { ...failure, words, redact: redactAddresses, details: undefined };
};

/** A 404 means that there is nothing. For operations that look something up or take it away. */
export const classifyMissing: Classify = (response, context) =>
  isMissing(response) ? undefined : classify(response, context);
