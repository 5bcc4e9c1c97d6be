/** The addresses of mailboxes, as a server reads them: a comma in quotation marks is text. */
export function addressesIn(list: string | readonly string[] = ''): string[] {
  const mailboxes = String(list).match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? [];
  return mailboxes.flatMap((mailbox) => {
    const address = /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
    return address.includes('@') ? [address] : [];
  });
}
