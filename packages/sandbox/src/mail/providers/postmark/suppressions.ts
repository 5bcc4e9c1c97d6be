import {
  type DoorContext,
  dateOf,
  fieldsOf,
  isAddress,
  itemsOf,
  ok,
  route,
  type SandboxRequest,
  type Suppression,
  suppressionBook,
  textOf,
} from '../../kit.ts';
import { isWithinDates, queryOf } from './wire.ts';

const reasons: Readonly<Record<Suppression['reason'], string>> = {
  bounce: 'HardBounce',
  complaint: 'SpamComplaint',
  unsubscribe: 'ManualSuppression',
  manual: 'ManualSuppression',
};

/** The suppressed addresses of each stream. */
export function suppressionRoutes({ store }: DoorContext) {
  const book = suppressionBook(store);
  const each = (request: SandboxRequest, Status: string, run: (email: string) => void) => {
    const emails = itemsOf(fieldsOf(request.json())['Suppressions']).map(
      ({ EmailAddress }) => textOf(EmailAddress) ?? '',
    );
    const Message = 'An invalid email address was provided.';
    const results = emails.map((EmailAddress) => {
      if (!isAddress(EmailAddress)) return { EmailAddress, Status: 'Failed', Message };
      run(EmailAddress);
      return { EmailAddress, Status, Message: null };
    });
    return ok({ Suppressions: results });
  };
  const view = ({ email, reason, createdAt }: Suppression) => ({
    EmailAddress: email,
    SuppressionReason: reasons[reason],
    Origin: reason === 'manual' ? 'Customer' : 'Recipient',
    CreatedAt: dateOf(createdAt),
  });
  const path = '/message-streams/:scope/suppressions';
  return [
    route('GET', `${path}/dump`, (request, { scope }) => {
      const read = queryOf(request);
      const rows = book
        .list({ scope, email: read('emailaddress') })
        .filter((row) => isWithinDates(request, row.createdAt));
      const isWanted = (each: Readonly<Record<string, unknown>>) =>
        each['SuppressionReason'] === (read('suppressionreason') ?? each['SuppressionReason']) &&
        each['Origin'] === (read('origin') ?? each['Origin']);
      return ok({ Suppressions: rows.map(view).filter(isWanted) });
    }),
    route('POST', path, (request, { scope }) =>
      each(request, 'Suppressed', (email) => void book.add(email, 'manual', scope)),
    ),
    route('POST', `${path}/delete`, (request, { scope }) =>
      each(request, 'Deleted', (email) => void book.remove({ email, scope })),
    ),
  ];
}
