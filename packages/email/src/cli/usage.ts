export const usage = `Usage: npx @org/email <command> [options]

Commands
  doctor       are the keys and settings there, and does the service accept them? Sends no mail
  adapters     the drivers, what they can do, and the variables of their keys
  send         sends one message; with --dry-run shows what it would lose, and the requests
  preview      prints a message as its recipients would see it

Driver
  -d, --driver <names>    resend, smtp, …, separated by commas; by default those that the environment
                          configures: RESEND_API_KEY, SMTP_HOST, …
  -o, --option name=value an option of the driver as in code, such as region=eu; never a key, and not
                          with several drivers
  --json                  JSON on stdout

Message (send, preview)
  -f, --file <file>       a JSON object with the fields of send(), or - for stdin
  --from, --to, --cc, --bcc, --reply-to, --subject, --text, --html
                          instead of the fields of the file; addresses may be repeated
  --dry-run               send: nothing leaves, and no key is read
  --format <name>         preview: eml (default), html, text, json

Keys are read from the environment, never from arguments. Exit codes: 0 done; 1 failed, or a message
would lose something; 2 wrong command line.

  --version, -h, --help
`;
