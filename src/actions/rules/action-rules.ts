import { isHost, isUsualLoopbackHost } from '../../lib/hosts.ts';
import type { ActionEdit, ActionParameter } from '../records/action.ts';
import { checkValue, isInputParameter } from './parameter-values.ts';
import { patternProblem } from './patterns.ts';
import { addressTemplate, bodyTemplate, onlyPlaceholder, placeholders, textsOf } from './templates.ts';

/** A validation error; the `path` of a nested field has dots. */
interface ActionIssue {
  path: string;
  message: string;
}

/** Headers that the HTTP client or the service sets itself (RFC 9110 §7, §5.1). */
const OWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-chat-visitor',
]);

/** Reserved: the names of the built-in tools (`adapters/model/tools.ts`). */
const OTHER_TOOLS = ['request_human', 'search_documents'];

/** Whether a header with a secret may have this name. */
export function mayBeSecretHeader(name: string): boolean {
  return !OWN_HEADERS.has(name.toLowerCase());
}

/** Whether the visitor has to confirm the action: every method except GET changes something. */
export function changesSomething({ method }: Pick<ActionEdit, 'method'>): boolean {
  return method !== 'GET';
}

/** The host of the action's URL, with its port if it has one; the audience of its tokens. */
export function hostOf({ url }: Pick<ActionEdit, 'url'>): string {
  return new URL(addressTemplate(url)?.origin ?? url).host;
}

/** Whether two URLs have the same origin, so that stored secrets may be sent to it. */
export function isSameServer(one: Pick<ActionEdit, 'url'>, other: Pick<ActionEdit, 'url'>): boolean {
  return addressTemplate(one.url)?.origin.toLowerCase() === addressTemplate(other.url)?.origin.toLowerCase();
}

/** Validates the rules between fields of an action; the schema validates each field. */
export function actionIssues(edit: ActionEdit): ActionIssue[] {
  return [
    ...(OTHER_TOOLS.includes(edit.name) ? [{ path: 'name', message: 'is the name of another tool' }] : []),
    ...addressIssues(edit),
    ...bodyIssues(edit),
    ...parameterIssues(edit),
    ...confirmationIssues(edit),
    ...statusIssues(edit),
  ];
}

function addressIssues({ url, parameters }: ActionEdit): ActionIssue[] {
  const issue = (message: string) => ({ path: 'url', message });
  const address = addressTemplate(url);
  if (!address) return [issue('must be an https:// address without a fragment')];
  const { origin, path, query } = address;
  if (placeholders(origin).length > 0) return [issue('must have a written host, without a parameter')];
  if (!isCallable(origin)) return [issue('must begin with https:// and the name of a host')];
  if (query.some(({ name }) => /[{}]/.test(name))) {
    return [issue('must have parameters in the values of the query only')];
  }
  const literal = fillAll(path + query.map(({ name, value }) => `${name}=${value}`).join('&'));
  if (/[^\x21-\x7e]/.test(literal)) return [issue('must be percent-encoded, without spaces')];
  if (/[{}\\]/.test(literal)) return [issue('must have the name of a parameter in each pair of braces')];
  if (isDotted(path)) return [issue('must not have a segment . or ..')];
  const required = placeholders(path).filter((name) => !isAlwaysThere(parameters, name));
  const optional = query
    .filter(({ value }) => onlyPlaceholder(value) === undefined)
    .flatMap(({ value }) => placeholders(value))
    .filter((name) => !isAlwaysThere(parameters, name));
  return [
    ...unknown(
      'url',
      [...placeholders(path), ...query.flatMap(({ value }) => placeholders(value))],
      parameters,
    ),
    ...required
      .filter((name) => isKnown(parameters, name))
      .map((name) => issue(`must have a required parameter in its path: {${name}}`)),
    ...optional
      .filter((name) => isKnown(parameters, name))
      .map((name) => issue(`must have an optional parameter as a whole value: {${name}}`)),
  ];
}

/** Plain http is valid only for this machine; the connection decides whether that host may be called. */
function isCallable(origin: string): boolean {
  const [, scheme = '', host = ''] = /^(https?):\/\/(.*)$/i.exec(origin) ?? [];
  if (!isHost(host) || !URL.canParse(origin)) return false;
  return scheme.toLowerCase() === 'https' || isUsualLoopbackHost(new URL(origin).hostname);
}

const fillAll = (text: string) => text.replaceAll(/\{[A-Za-z]\w{0,49}\}/g, 'x');

/** Whether a path has dot segments, which a URL parser resolves (WHATWG URL §4.1). */
export function isDotted(path: string): boolean {
  return path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

function bodyIssues({ method, body, parameters }: ActionEdit): ActionIssue[] {
  const issue = (message: string) => ({ path: 'body', message });
  if (body === undefined) return [];
  if (method === 'GET') return [issue('must be absent with GET')];
  const template = bodyTemplate(body);
  if (template === undefined) return [issue('must be JSON')];
  const { values, names } = textsOf(template);
  if (names.some((name) => placeholders(name).length > 0)) {
    return [issue('must have parameters in its values only')];
  }
  const embedded = values
    .filter((value) => onlyPlaceholder(value) === undefined)
    .flatMap(placeholders)
    .filter((name) => isKnown(parameters, name) && !isAlwaysThere(parameters, name));
  return [
    ...unknown('body', values.flatMap(placeholders), parameters),
    ...embedded.map((name) => issue(`must have an optional parameter as a whole text: {${name}}`)),
  ];
}

function parameterIssues({ url, body, parameters, audience }: ActionEdit): ActionIssue[] {
  const used = new Set([...placeholders(url), ...placeholders(body ?? '')]);
  return parameters.flatMap(({ name, type, source }, index) => {
    const path = `parameters.${index}`;
    const issues: ActionIssue[] = [];
    if (parameters.findIndex((other) => other.name === name) < index) {
      issues.push({ path: `${path}.name`, message: 'is the name of another parameter' });
    }
    if (!used.has(name)) {
      issues.push({ path: `${path}.name`, message: 'must be used in the address or the body' });
    }
    if (source.from === 'visitor' && audience !== 'verified') {
      issues.push({ path: `${path}.source`, message: 'is for actions of verified visitors only' });
    }
    if (type.kind === 'text' && type.pattern !== undefined) {
      const problem = patternProblem(type.pattern);
      if (problem !== undefined) issues.push({ path: `${path}.type.pattern`, message: problem });
    }
    if (source.from === 'fixed') {
      const checked = checkValue(type, source.value);
      if ('problem' in checked) {
        issues.push({ path: `${path}.source.value`, message: checked.problem });
      }
    }
    if (type.kind === 'number' && (type.minimum ?? -Infinity) > (type.maximum ?? Infinity)) {
      issues.push({ path: `${path}.type.minimum`, message: 'must not be above the maximum' });
    }
    return issues;
  });
}

function confirmationIssues(edit: ActionEdit): ActionIssue[] {
  const { confirmation, parameters } = edit;
  const path = 'confirmation';
  if (!changesSomething(edit)) {
    return confirmation === undefined ? [] : [{ path, message: 'is for actions that change something' }];
  }
  if (confirmation === undefined) {
    return [{ path, message: 'must be given: the visitor confirms each change' }];
  }
  return unknown(path, placeholders(confirmation), parameters.filter(isInputParameter));
}

function statusIssues({ statuses }: ActionEdit): ActionIssue[] {
  return statuses.flatMap(({ status }, index) =>
    statuses.findIndex((other) => other.status === status) < index
      ? [{ path: `statuses.${index}.status`, message: 'is named twice' }]
      : [],
  );
}

function unknown(
  path: string,
  names: readonly string[],
  parameters: readonly ActionParameter[],
): ActionIssue[] {
  const missing = new Set(names.filter((name) => !isKnown(parameters, name)));
  return Array.from(missing, (name) => ({
    path,
    message: `names {${name}}, which is not a parameter for it`,
  }));
}

function isKnown(parameters: readonly ActionParameter[], name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

/** Whether a parameter has a value in every request. */
function isAlwaysThere(parameters: readonly ActionParameter[], name: string): boolean {
  return parameters.some(
    (parameter) => parameter.name === name && (parameter.required || parameter.source.from === 'fixed'),
  );
}
