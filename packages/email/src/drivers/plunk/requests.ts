import { activityOperations } from './activity.ts';
import { contactOperations } from './contacts.ts';
import { sendRequest } from './send-request.ts';
import { suppressionOperations } from './suppressions.ts';
import { templateOperations } from './templates.ts';

export const requests = {
  send: sendRequest,
  ...templateOperations,
  ...contactOperations,
  ...suppressionOperations,
  ...activityOperations,
};
