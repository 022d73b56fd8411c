import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useId, useRef } from 'preact/hooks';
import type { Issue } from './request.ts';

/** The validation issues of the last save. */
interface FieldIssues {
  issues: readonly Issue[];
  /** The number of saves. */
  saves: number;
  /** Called when a refused value is changed. */
  onCorrected(path: string): void;
}

export const Issues = createContext<FieldIssues>({ issues: [], saves: 0, onCorrected: () => undefined });

/** Whether an issue concerns a field or a part of it. */
export const isAbout = (issue: Issue, path: string): boolean =>
  issue.path === path || issue.path.startsWith(`${path}.`);

/** The issues of a field, until its value changes. */
function useIssues(path: string, value: unknown): readonly Issue[] {
  const { issues, saves, onCorrected } = useContext(Issues);
  const sent = useRef({ saves, value });
  if (sent.current.saves !== saves) sent.current = { saves, value };
  const isRefused = sent.current.value === value;
  const own = issues.filter((issue) => isAbout(issue, path));
  const isCorrected = own.length > 0 && !isRefused;
  useEffect(() => {
    if (isCorrected) onCorrected(path);
  }, [isCorrected, issues]);
  return isRefused ? own : [];
}

interface LabeledProps {
  /** The field's path in the request body, for example `branding.title`. */
  path: string;
  label: string;
  hint?: ComponentChildren;
}

/** Attributes that connect a control with its label, hint and issues. */
interface ControlAttributes {
  id: string;
  'aria-invalid': 'true' | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends LabeledProps {
  value: unknown;
  /** Replaces the service's text for an issue. */
  say?: (issue: Issue) => string;
  children: (attributes: ControlAttributes) => ComponentChildren;
}

/** A label with its control, issues and hint. */
export function Field({ path, label, hint, value, say, children }: FieldProps) {
  const id = useId();
  const issues = useIssues(path, value);
  const described = [issues.length > 0 && `${id}-issue`, hint !== undefined && `${id}-hint`];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': issues.length > 0 ? 'true' : undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {issues.length > 0 && (
        <p class="bad" id={`${id}-issue`}>
          {issues.map((issue) => (say ? say(issue) : sentence(issue.message))).join(' ')}
        </p>
      )}
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Turns the service's text, which follows a field's name, into a sentence. */
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

export interface TextProps extends LabeledProps {
  value: string | undefined;
  onChange: (value: string) => void;
  /** The most characters. */
  most: number;
  placeholder?: string | undefined;
  /** The number of lines. Default: 1. */
  rows?: number;
  /** Turns off spell check for code. */
  code?: boolean;
  /** Shows a decimal keyboard on phones. A number field would drop invalid input. */
  decimal?: boolean;
}

/** A text field with one or more lines. */
export function TextField(props: TextProps) {
  const { value = '', onChange, most, placeholder, rows, code, decimal, ...labelled } = props;
  const shared = { value, maxLength: most, placeholder, ...(code && { spellcheck: false, class: 'code' }) };
  return (
    <Field {...labelled} value={value}>
      {(attributes) =>
        rows === undefined ? (
          <input
            {...attributes}
            {...shared}
            type="text"
            {...(decimal && { inputMode: 'decimal' as const })}
            autocomplete="off"
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <textarea
            {...attributes}
            {...shared}
            rows={rows}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

/**
 * The attributes of a text field for a property of an edited value: its path, its value and its change.
 * `under` is the path of that value in the request body.
 */
export function fieldsFor<K extends string>(
  edit: Readonly<Partial<Record<K, string | undefined>>>,
  change: (part: Partial<Record<K, string>>) => void,
  under?: string,
) {
  return (name: K, path: string = name): Pick<TextProps, 'path' | 'value' | 'onChange'> => ({
    path: under === undefined ? path : `${under}.${path}`,
    value: edit[name],
    onChange(value) {
      const part: Partial<Record<K, string>> = {};
      part[name] = value;
      change(part);
    },
  });
}

interface LinesProps extends LabeledProps {
  values: readonly string[] | undefined;
  onChange: (values: string[]) => void;
  rows: number;
  placeholder?: string;
  code?: boolean;
}

/** A text area with one value per line. Empty lines are kept while typing; `linesOf` removes them. */
export function LinesField({ values = [], onChange, rows, placeholder, code, ...labelled }: LinesProps) {
  const text = values.join('\n');
  const say = ({ path, message }: Issue) => {
    const line = linesOf(values)[Number(path.slice(labelled.path.length + 1))];
    return path === labelled.path || line === undefined ? sentence(message) : `“${line}” ${message}.`;
  };
  return (
    <Field {...labelled} value={text} say={say}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...(code && { spellcheck: false, class: 'code' })}
          rows={rows}
          placeholder={placeholder}
          value={text}
          onInput={({ currentTarget }) => {
            const { value } = currentTarget;
            onChange(value === '' ? [] : value.split('\n'));
          }}
        />
      )}
    </Field>
  );
}

/** The values of a LinesField without empty lines. */
export const linesOf = (values: readonly string[]): string[] =>
  values.map((line) => line.trim()).filter((line) => line !== '');

interface SelectProps extends LabeledProps {
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

export function SelectField({ value, options, onChange, ...labelled }: SelectProps) {
  return (
    <Field {...labelled} value={value}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its label before it, as in a menu. */
export function Switch({ label, checked, onChange }: Omit<CheckProps, 'disabled'>) {
  return (
    <label class="menu-row">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

export function Check({ label, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />{' '}
      {label}
    </label>
  );
}
