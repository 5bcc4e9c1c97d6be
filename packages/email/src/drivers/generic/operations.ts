import { tableStores } from '../../tables/index.ts';
import { createSend, proves } from './send-operation.ts';
import type { GenericService } from './table.ts';

export function createOperations(service: GenericService) {
  const { accepted } = service.send;
  const { send, classify } = createSend(service);
  const stores = tableStores(service, classify, (response) => proves(response, accepted ?? {}));
  return { operations: { send, ...stores }, classify };
}
