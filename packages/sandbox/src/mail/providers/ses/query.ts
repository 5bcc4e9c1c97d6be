// The AWS Query protocol: a form as the request, XML as the response (SES API Reference, 2010-12-01).
import { randomUUID } from 'node:crypto';
import { type Fields, fieldsOf, type SandboxRequest, type SandboxResponse, textOf } from '../../kit.ts';
import { errorOf } from './wire.ts';

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

/** A request of the Query protocol: its action is in a form, and its path is `/`. */
export function isQuery({ method, path, headers }: SandboxRequest): boolean {
  const type = headers['content-type'] ?? '';
  return method === 'POST' && path === '/' && type.startsWith('application/x-www-form-urlencoded');
}

/** The members of a form as an object: `Tags.member.1.Name` is the `Name` of the first of `Tags`. */
export function readQuery(request: SandboxRequest): Fields {
  const root = new Map<string, Branch>();
  for (const [path, value] of new URLSearchParams(request.text())) {
    const names = path.split('.', maxDepth);
    let branch: Branch = root;
    for (const name of names.slice(0, -1)) {
      const next: Branch | string | undefined = branch.get(name);
      const inner: Branch = next instanceof Map ? next : new Map();
      branch.set(name, inner);
      branch = inner;
    }
    branch.set(names.at(-1) ?? '', value);
  }
  return fieldsOf(toValue(root));
}

const maxDepth = 16;

type Branch = Map<string, Branch | string>;

function toValue(branch: Branch | string | undefined): unknown {
  if (!(branch instanceof Map)) return branch;
  const members = branch.get('member');
  if (members instanceof Map) {
    const places = [...members].sort(([one], [other]) => Number(one) - Number(other));
    return places.map(([, each]) => toValue(each));
  }
  // A list without members is sent as an empty text.
  return Object.fromEntries([...branch].map(([name, each]) => [name, toValue(each)]));
}

/** The response of an action. A list has its rows in `member`, a `Map` in `entry`. */
export function writeResult(action: string, result: object | undefined) {
  const content = result === undefined ? '' : element(`${action}Result`, result);
  const meta = element('ResponseMetadata', { RequestId: randomUUID() });
  return xml(200, `<${action}Response xmlns="${namespace}">${content}${meta}</${action}Response>`);
}

/** The words of the API of 2010 for the errors of the API v2 that have others. */
const codes: Readonly<Record<string, string>> = {
  BadRequestException: 'InvalidParameterValue',
  MailFromDomainNotVerifiedException: 'MessageRejected',
  AlreadyExistsException: 'AlreadyExists',
  TooManyRequestsException: 'Throttling',
  InvalidSignatureException: 'SignatureDoesNotMatch',
  InternalServiceErrorException: 'InternalFailure',
  SendingPausedException: 'AccountSendingPausedException',
  LimitExceededException: 'LimitExceeded',
};

/** An error of the door as XML; what is XML already stays. */
export function writeError(response: SandboxResponse, action: string) {
  const { status, headers = {}, json } = response;
  if (json === undefined) return response;
  const named = headers['x-amzn-errortype'] ?? errorOf(status);
  const Code = named === 'NotFoundException' ? missingOf(action) : (codes[named] ?? named);
  const isOurs = status >= 500 && status !== 501;
  const Message = textOf(fieldsOf(json)['message']);
  const content = element('Error', { Type: isOurs ? 'Receiver' : 'Sender', Code, Message });
  const id = element('RequestId', randomUUID());
  const body = `<ErrorResponse xmlns="${namespace}">${content}${id}</ErrorResponse>`;
  const changed = status === 404 || status === 429 ? 400 : status;
  const { 'x-amzn-errortype': _, ...others } = headers;
  return xml(changed, body, others);
}

function missingOf(action: string): string {
  if (/CustomVerification/.test(action)) return 'CustomVerificationEmailTemplateDoesNotExist';
  if (/Template/.test(action)) return 'TemplateDoesNotExist';
  if (/EventDestination$/.test(action)) return 'EventDestinationDoesNotExist';
  return /ConfigurationSet/.test(action) ? 'ConfigurationSetDoesNotExist' : 'InvalidParameterValue';
}

function xml(status: number, body: string, others: Readonly<Record<string, string>> = {}) {
  return { status, headers: { ...others, 'content-type': 'text/xml' }, body };
}

function element(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  return `<${name}>${contentOf(value)}</${name}>`;
}

/** Members that a program sent may have any name: those that no element has are left out. */
function contentOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => element('member', each)).join('');
  if (value instanceof Map)
    return [...value].map(([key, each]) => element('entry', { key, value: each })).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => (/^[A-Za-z]\w*$/.test(name) ? element(name, each) : ''))
      .join('');
  return escapeXml(String(value));
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 does not have become U+FFFD; a carriage return is kept by its number. */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
    .replace(/\r/g, '&#13;')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) => (isInXml(character) ? character : '\ufffd'));
}

const isInXml = (character: string): boolean =>
  ['\t', '\n'].includes(character) || (character >= '\x7f' && character < '\ufffe');
