import { exactNumber, isExactNumber } from '../../lib/exact-json.ts';
import type { ActionEdit, ActionParameter } from '../records/action.ts';
import type { LabeledValue } from '../../conversations/records/tried-action.ts';
import { isDotted } from './action-rules.ts';
import { checkValue, isInputParameter, type ActionValues } from './parameter-values.ts';
import {
  addressTemplate,
  bodyTemplate,
  fill,
  onlyPlaceholder,
  placeholders,
  type JsonTemplate,
} from './templates.ts';
import type { VisitorClaims } from './visitor-claims.ts';
import { shownValue } from './shown-value.ts';

type Template = Pick<ActionEdit, 'url' | 'body' | 'parameters'>;
type Values = ReadonlyMap<string, string | number>;

/** `body` is JSON text. */
interface BuiltRequest {
  url: string;
  body?: string;
}

/** Why no request was built; `not-verified`: a required fact about the visitor is unknown. */
interface RequestProblems {
  problems: string[];
  reason: 'wrong-values' | 'not-verified';
}

/**
 * Characters that a path value must not contain. Some servers decode a path before they split it, or decode
 * it twice, so an encoded delimiter could add a segment.
 */
const NOT_IN_PATH = /[/\\%\p{Cc}]/u;

/**
 * Builds a request from a template. Values in the URL are percent-encoded (RFC 3986 §2.1), values in the body
 * are JSON strings, so no value can change the host, another path segment or another query parameter.
 */
export function buildRequest(
  template: Template,
  asked: ActionValues,
  claims: VisitorClaims,
): { request: BuiltRequest } | RequestProblems {
  const { values, problems } = allValues(template.parameters, asked, claims);
  if (problems.length > 0) return { problems, reason: reasonOf(template, claims) };
  const url = addressOf(template, values);
  if (typeof url !== 'string') return { ...url, reason: 'wrong-values' };
  const body = template.body === undefined ? undefined : bodyOf(template.body, values, template.parameters);
  return { request: { url, ...(body !== undefined && { body }) } };
}

/** The values with the labels of their parameters, in their order, as people read them in a language. */
export function labeledValues(
  parameters: readonly ActionParameter[],
  values: ActionValues,
  locale: string | undefined,
): LabeledValue[] {
  return parameters.filter(isInputParameter).flatMap(({ name, label }) => {
    const value = values[name];
    return value === undefined ? [] : [{ label, value: shownValue(String(value), locale) }];
  });
}

/** The text that asks the visitor to confirm a change, with the values in its placeholders. */
export function fillQuestion(confirmation: string, values: ActionValues, locale: string | undefined): string {
  return fill(confirmation, (name) => shownValue(String(values[name] ?? '–'), locale));
}

/** Adds the values from the visitor's claims and the fixed values. */
function allValues(
  parameters: readonly ActionParameter[],
  asked: ActionValues,
  claims: VisitorClaims,
): { values: Values; problems: string[] } {
  const values = new Map<string, string | number>();
  const problems: string[] = [];
  for (const parameter of parameters) {
    const value = valueFor(parameter, asked, claims);
    if (value === undefined) {
      if (parameter.required) problems.push(missing(parameter));
      continue;
    }
    const checked = checkValue(parameter.type, value);
    if ('problem' in checked) problems.push(`${parameter.label} ${checked.problem}.`);
    else values.set(parameter.name, checked.value);
  }
  return { values, problems };
}

function reasonOf({ parameters }: Template, claims: VisitorClaims): RequestProblems['reason'] {
  const isUnknown = parameters.some(
    ({ source, required }) => required && source.from === 'visitor' && !Object.hasOwn(claims, source.claim),
  );
  return isUnknown ? 'not-verified' : 'wrong-values';
}

function valueFor({ name, source }: ActionParameter, asked: ActionValues, claims: VisitorClaims) {
  switch (source.from) {
    case 'model':
      return Object.hasOwn(asked, name) ? asked[name] : undefined;
    case 'visitor':
      return Object.hasOwn(claims, source.claim) ? claims[source.claim] : undefined;
    case 'fixed':
      return source.value;
  }
}

function missing({ label, source }: ActionParameter): string {
  return source.from === 'visitor' ? `${label} is not known of this visitor.` : `${label} is missing.`;
}

function addressOf({ url, parameters }: Template, values: Values): string | { problems: string[] } {
  const address = addressTemplate(url);
  if (!address) return { problems: ['The address is not valid.'] };
  const { origin, path, query } = address;
  const problems = parameters
    .filter(({ name }) => placeholders(path).includes(name))
    .filter(({ name }) => NOT_IN_PATH.test(String(values.get(name) ?? '')))
    .map(({ label }) => `${label} has characters that are not allowed.`);
  if (problems.length > 0) return { problems };
  const filledPath = fill(path, (name) => encode(values, name));
  if (isDotted(filledPath)) return { problems: ['A value is not allowed.'] };
  const pairs = query
    .filter(({ value }) => {
      const name = onlyPlaceholder(value);
      return name === undefined || values.has(name);
    })
    .map(({ name, value }) => `${name}=${fill(value, (parameter) => encode(values, parameter))}`);
  return `${origin}${filledPath}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function encode(values: Values, name: string): string {
  return encodeURIComponent(String(values.get(name) ?? ''));
}

function bodyOf(body: string, values: Values, parameters: readonly ActionParameter[]): string {
  const template = bodyTemplate(body);
  const valueOf = (name: string) => {
    const value = values.get(name);
    const isNumber = parameters.some((one) => one.name === name && one.type.kind === 'number');
    return isNumber && typeof value === 'string' ? exactNumber(value) : value;
  };
  const filled = template === undefined ? undefined : fillTemplate(template, { values, valueOf });
  return JSON.stringify(filled ?? null);
}

interface BodyValues {
  values: Values;
  /** The value of a text that is only a placeholder: a long number is written as a number. */
  valueOf: (name: string) => JsonTemplate | undefined;
}

/** Fills in a JSON template; undefined for a text that is only an optional parameter without a value. */
function fillTemplate(template: JsonTemplate, given: BodyValues): JsonTemplate | undefined {
  if (typeof template === 'string') {
    const name = onlyPlaceholder(template);
    return name === undefined
      ? fill(template, (part) => String(given.values.get(part) ?? ''))
      : given.valueOf(name);
  }
  if (typeof template !== 'object' || template === null || isExactNumber(template)) return template;
  if (isList(template)) {
    return template.map((item) => fillTemplate(item, given)).filter((item) => item !== undefined);
  }
  const entries = Object.entries(template).map(
    ([name, value]) => [name, fillTemplate(value, given)] as const,
  );
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, JsonTemplate] => entry[1] !== undefined),
  );
}

function isList(template: JsonTemplate): template is readonly JsonTemplate[] {
  return Array.isArray(template);
}
