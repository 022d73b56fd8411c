import type { ActionEdit, ActionParameter } from '../records/action.ts';
import { changesSomething } from './action-rules.ts';
import { isInputParameter } from './parameter-values.ts';

/** A function that a model may call. */
interface ToolOfAction {
  name: string;
  purpose: string;
  /** A JSON schema of its arguments; parameters from claims and fixed ones are not included. */
  parameters: Record<string, unknown>;
}

export function toolOf(action: Pick<ActionEdit, 'name' | 'purpose' | 'parameters' | 'method'>): ToolOfAction {
  const asked = action.parameters.filter(isInputParameter);
  return {
    name: action.name,
    purpose: changesSomething(action)
      ? `${action.purpose} It only proposes the change; the visitor confirms it.`
      : action.purpose,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(asked.map((parameter) => [parameter.name, schemaOf(parameter)])),
      required: asked.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    },
  };
}

function schemaOf({ label, description, type }: ActionParameter): Record<string, unknown> {
  const says = (...more: string[]) => [label, description, ...more].filter((it) => it !== '').join('. ');
  switch (type.kind) {
    case 'text':
      return {
        type: 'string',
        description: says(...(type.pattern === undefined ? [] : [`Matches ${type.pattern}`])),
        ...(type.maxLength !== undefined && { maxLength: type.maxLength }),
      };
    case 'number':
      return {
        type: type.whole === true ? 'integer' : 'number',
        description: says(),
        ...(type.minimum !== undefined && { minimum: type.minimum }),
        ...(type.maximum !== undefined && { maximum: type.maximum }),
      };
    case 'choice':
      return { type: 'string', description: says(), enum: [...type.options] };
    case 'date':
      return { type: 'string', description: says('A date as YYYY-MM-DD') };
  }
}

interface FormField {
  name: string;
  label: string;
  type: 'text' | 'number' | 'choice' | 'date';
  options?: readonly string[];
  required: boolean;
}

/** The form fields of an action; parameters from claims and fixed ones are not included. */
export function formOf({ parameters }: Pick<ActionEdit, 'parameters'>): FormField[] {
  return parameters.filter(isInputParameter).map(({ name, label, type, required }) => ({
    name,
    label,
    type: type.kind,
    ...(type.kind === 'choice' && { options: type.options }),
    required,
  }));
}
