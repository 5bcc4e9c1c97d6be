import type { RequestCall } from '../../driver.ts';
import { mailOperations } from './mail.ts';
import { activityOperations } from './stores/activity.ts';
import { contactOperations } from './stores/contacts.ts';
import { endpointOperations } from './stores/endpoints.ts';
import { fieldOperations } from './stores/fields.ts';
import { listOperations } from './stores/lists.ts';
import { suppressionListOperations } from './stores/suppression-list.ts';
import { suppressionOperations } from './stores/suppressions.ts';
import { templateOperations } from './stores/templates.ts';

export const requests = {
  ...mailOperations,
  ...templateOperations,
  ...contactOperations,
  ...fieldOperations,
  ...listOperations,
  ...suppressionOperations,
  ...suppressionListOperations,
  ...activityOperations,
  ...endpointOperations,
};

export type Call = RequestCall<typeof requests>;
