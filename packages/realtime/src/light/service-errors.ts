import { type ErrorsGate, noResponse } from '../channels/subscription/load-service-errors.ts';
import { ServiceErrors, type ServiceErrorsPort } from '../channels/subscription/service-errors.ts';

/** Errors of the service, with code that is in the program. */
export function openServiceErrors(port: ServiceErrorsPort): ErrorsGate {
  const errors = new ServiceErrors(port);
  const { clear, expect, settle, takeRepeated } = errors.lateAnswers;
  return {
    take: (frame) => errors.take(frame, port.connection.socketId),
    timedOut(subscription) {
      expect(subscription.name, port.settings.runtime.now());
      return noResponse(subscription, port.settings);
    },
    subscribed: settle,
    repeated: takeRepeated,
    clear,
  };
}
