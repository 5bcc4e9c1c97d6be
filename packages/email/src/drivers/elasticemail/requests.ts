import { mailOperations } from './mail.ts';
import { contactOperations } from './stores/contacts.ts';
import { listOperations } from './stores/lists.ts';
import { messageOperations } from './stores/messages.ts';
import { suppressionOperations } from './stores/suppressions.ts';
import { templateOperations } from './stores/templates.ts';

export const requests = {
  ...mailOperations,
  ...templateOperations,
  ...contactOperations,
  ...listOperations,
  ...suppressionOperations,
  ...messageOperations,
};
