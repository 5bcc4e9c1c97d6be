// Responses of the services that have no content of their own: a success without a body, or an empty list.

/** Answers to requests, `204 nothing` to `DELETE /v3/contacts/1`, and who documents or has seen them. */
export type Documented = readonly [request: RegExp, answers: readonly string[], source: string];

const noContent = ['204 nothing'];
const emptyList = ['200 []', '201 []'];
const swagger = 'github.com/getbrevo/brevo-go, api/swagger.yaml: ';
const elastic = 'github.com/ElasticEmail/elasticemail-go, api/openapi.yaml: ';
const sendgridSpec = 'github.com/twilio/sendgrid-oai, spec/json: ';
const cassettes = 'github.com/mailersend/mailersend-python, tests/fixtures/cassettes: ';
const plunkSource = 'github.com/useplunk/plunk, apps/wiki/openapi.json: ';
const table = 'docs/drivers of generic(): 204 is a success without a result';

export const documented: Readonly<Record<string, readonly Documented[]>> = {
  brevo: [
    [/^(?:PUT|DELETE) /, noContent, `${swagger}204 of updates and deletions`],
    [/^POST \S+\/contacts$/, noContent, `${swagger}createContact, 204 "Contact updated"`],
    [/^POST \S+\/attributes\//, ['201 nothing', '201 {}'], `${swagger}createAttribute has no schema`],
    [
      /^GET \S+\/(?:templates|events|blockedContacts|contacts\/lists)$/,
      ['200 {}', '201 {}', '202 {}'],
      `${swagger}neither items nor count are required`,
    ],
  ],
  mandrill: [[/^POST \S+\/rejects\/list$/, emptyList, 'mailchimp.com/developer, rejects/list: an array']],
  elasticemail: [
    [/^DELETE /, ['200 nothing'], `${elastic}deletions, 200 without content`],
    [/^POST \S+\/contacts\/remove$/, ['200 nothing'], `${elastic}listsByNameContactsRemovePost`],
    [/^GET \S+\/(?:templates|contacts|lists|suppressions\/\w+)$/, emptyList, `${elastic}bare arrays`],
    [/^GET \S+\/events(?:\/[\w-]+)?$/, emptyList, `${elastic}bare arrays`],
  ],
  generic: [
    [/^(?:POST \/v1\/blocked|DELETE .*)$/, noContent, table],
    [/^GET \/v1\/blocked$/, emptyList, 'the table of the test: `items` is the body itself'],
  ],
  mailersend: [
    [/^DELETE \S+\/suppressions\//, ['200 {}'], 'developers.mailersend.com, Recipients: not recorded'],
    [/^DELETE /, ['200 nothing', '204 nothing'], `${cassettes}domains_delete_success.yaml, 204`],
  ],
  mailjet: [[/^DELETE /, noContent, 'dev.mailjet.com, REST API, "Status codes": 204']],
  plunk: [
    [/^DELETE \S*\/(?:templates|contacts)\/[^/]+$/, noContent, `${plunkSource}204`],
    [/^GET \S*\/suppressions$/, emptyList, `${plunkSource}bare arrays`],
  ],
  sendgrid: [
    [/^POST \S+\/mail\/send$/, ['202 nothing'], `${sendgridSpec}tsg_mail_v3.json`],
    [/^DELETE /, noContent, `${sendgridSpec}204 of deletions`],
    [/^GET \S+\/v3\/(?:suppression|asm)\/\S+$/, emptyList, `${sendgridSpec}tsg_suppressions_v3.json, arrays`],
    [
      /^GET \S+\/asm\/suppressions\/global\//,
      ['200 {}', '201 {}', '202 {}'],
      'github.com/sendgrid/docs, asm, global suppressions: `{}` for an address that is not suppressed',
    ],
  ],
};

export function isDocumented(service: string, request: string, what: string): boolean {
  return (documented[service] ?? []).some(([of, answers]) => of.test(request) && answers.includes(what));
}

/** Requests that change nothing although they are a `POST`: the call did not act yet. */
export const changesNothing =
  /^GET |^POST \S+\/(?:mail\/batch|search\/emails|preview|render|contacts\/list)$/;
