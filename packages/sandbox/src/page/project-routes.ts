import { type Route, route } from '../http/router.ts';
import type { MailService } from '../mail/service/service.ts';

const maxItems = 200;

export function projectRoutes(mail: MailService): readonly Route[] {
  return [
    route('GET', '/api/project', () => {
      const { contacts, lists, campaigns, suppressions } = mail.project();
      return {
        status: 200,
        json: {
          contacts: { items: contacts.slice(-maxItems).reverse(), total: contacts.length },
          lists: lists.slice(-maxItems),
          campaigns: campaigns.slice(-maxItems).reverse(),
          suppressions: suppressions.slice(-maxItems),
        },
      };
    }),
  ];
}
