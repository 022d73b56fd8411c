import type {
  ActionEdit,
  ActionParameter,
  AnswerField,
  ParameterSource,
  ParameterType,
} from '../../../../../actions/records/action.ts';
import type { ListedAction } from '../../../../../actions/wire/actions.ts';
import { linesOf } from '../../../../ui/field.tsx';
import type { SavedState } from '../../../parts/draft.ts';

/** The limits in src/actions/records/action.ts. */
export const MAX_ACTIONS = 20;
export const MAX_PARAMETERS = 15;
export const MAX_FIELDS = 20;
export const MAX_STATUSES = 20;

/** The form values of a parameter: those of all types and sources, with numbers as text. */
export interface ParameterDraft extends Pick<ActionParameter, 'name' | 'label' | 'description' | 'required'> {
  /** The key of the list item on the page. */
  key: string;
  kind: ParameterType['kind'];
  pattern: string;
  maxLength: string;
  minimum: string;
  maximum: string;
  whole: boolean;
  options: readonly string[];
  from: ParameterSource['from'];
  claim: string;
  value: string;
}

export type FieldDraft = Pick<AnswerField, 'path' | 'label'> & { maxLength: string };
export interface StatusDraft {
  status: string;
  sentence: string;
}

/** The form values of an action. */
export interface ActionDraft extends Pick<
  ActionEdit,
  'name' | 'title' | 'purpose' | 'method' | 'url' | 'audience' | 'forAgents' | 'enabled'
> {
  /** Undefined for all widgets. */
  widgets: readonly string[] | undefined;
  progress: string;
  body: string;
  confirmation: string;
  parameters: readonly ParameterDraft[];
  fields: readonly FieldDraft[];
  statuses: readonly StatusDraft[];
  offeredFor: readonly string[];
}

export const BLANK_FIELD: FieldDraft = { path: '', label: '', maxLength: '200' };
export const BLANK_STATUS: StatusDraft = { status: '', sentence: '' };

/** A new parameter. Its label is made from the name: `orderNumber` becomes `Order number`. */
export function newParameter(name = ''): ParameterDraft {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return {
    ...draftOf({
      name,
      label: words.charAt(0).toUpperCase() + words.slice(1).toLowerCase(),
      description: '',
      type: { kind: 'text' },
      source: { from: 'model' },
      required: true,
    }),
    key: crypto.randomUUID(),
  };
}

export const BLANK_ACTION: SavedState<ActionDraft> = {
  edit: {
    name: '',
    title: '',
    purpose: '',
    progress: '',
    method: 'GET',
    url: '',
    body: '',
    confirmation: '',
    parameters: [],
    audience: 'verified',
    widgets: undefined,
    fields: [],
    statuses: [],
    offeredFor: [],
    forAgents: true,
    enabled: false,
  },
};

/** The form values of a stored action. */
export function savedAction(action: ListedAction): SavedState<ActionDraft> {
  const { name, title, purpose, method, url, audience, widgets, forAgents, enabled, etag } = action;
  const { progress = '', body = '', confirmation = '', offeredFor } = action;
  return {
    edit: {
      ...{ name, title, purpose, progress, method, url, body, confirmation },
      parameters: action.parameters.map((parameter, index) => ({
        ...draftOf(parameter),
        key: String(index),
      })),
      ...{ audience, widgets },
      fields: action.fields.map(({ path, label, maxLength }) => ({
        path,
        label,
        maxLength: String(maxLength),
      })),
      statuses: action.statuses.map(({ status, sentence }) => ({ status: String(status), sentence })),
      ...{ offeredFor, forAgents, enabled },
    },
    etag,
  };
}

function draftOf({ type, source, ...named }: ActionParameter): Omit<ParameterDraft, 'key'> {
  const number = type.kind === 'number' ? type : { minimum: undefined, maximum: undefined };
  const text = type.kind === 'text' ? type : { pattern: undefined, maxLength: undefined };
  return {
    ...named,
    kind: type.kind,
    pattern: text.pattern ?? '',
    maxLength: numberText(text.maxLength),
    minimum: numberText(number.minimum),
    maximum: numberText(number.maximum),
    whole: type.kind === 'number' && type.whole === true,
    options: type.kind === 'choice' ? type.options : [],
    from: source.from,
    claim: source.from === 'visitor' ? source.claim : 'id',
    value: source.from === 'fixed' ? source.value : '',
  };
}

const numberText = (number: number | undefined): string => (number === undefined ? '' : String(number));

/**
 * The request body. Text that is not a number is sent unchanged, so that the service refuses it with the
 * field's name. Fields that the method does not use are omitted.
 */
export function actionRequest(draft: ActionDraft): object {
  const { progress, body, confirmation, parameters, fields, statuses, offeredFor, widgets, ...rest } = draft;
  const changes = draft.method !== 'GET';
  return {
    ...rest,
    ...nonEmptyField('progress', progress),
    ...(changes && { ...nonEmptyField('body', body), ...nonEmptyField('confirmation', confirmation) }),
    parameters: parameters.map(parameterRequest),
    ...(widgets && { widgets }),
    fields: fields.map(({ maxLength, ...field }) => ({ ...field, maxLength: numberIn(maxLength) })),
    statuses: statuses.map(({ status, sentence }) => ({ status: numberIn(status), sentence })),
    offeredFor: linesOf(offeredFor),
  };
}

function parameterRequest(parameter: ParameterDraft): object {
  const { name, label, description, required } = parameter;
  return {
    name,
    label,
    description,
    required,
    type: typeRequest(parameter),
    source: sourceRequest(parameter),
  };
}

function typeRequest({ kind, pattern, maxLength, minimum, maximum, whole, options }: ParameterDraft): object {
  switch (kind) {
    case 'text':
      return { kind, ...nonEmptyField('pattern', pattern), ...numberField('maxLength', maxLength) };
    case 'number':
      return {
        kind,
        ...numberField('minimum', minimum),
        ...numberField('maximum', maximum),
        ...(whole && { whole }),
      };
    case 'choice':
      return { kind, options: linesOf(options) };
    case 'date':
      return { kind };
  }
}

function sourceRequest({ from, claim, value }: ParameterDraft): object {
  if (from === 'visitor') return { from, claim };
  return from === 'fixed' ? { from, value } : { from };
}

const nonEmptyField = (name: string, text: string): object => (text.trim() === '' ? {} : { [name]: text });
const numberField = (name: string, text: string): object =>
  text.trim() === '' ? {} : { [name]: numberIn(text) };

/** The number in a text; other text is returned unchanged. */
function numberIn(text: string): number | string {
  const typed = text.trim();
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
}

/** The names in braces without a parameter. */
export function missingParameters({ url, body, method, parameters }: ActionDraft): string[] {
  const named = `${url} ${method === 'GET' ? '' : body}`.matchAll(/\{([A-Za-z]\w{0,49})\}/g);
  const names = new Set(Array.from(named, ([, name = '']) => name));
  return [...names].filter((name) => !parameters.some((parameter) => parameter.name === name));
}
