import { Check, LinesField, SelectField, TextField } from '../../ui/field.tsx';
import type { ParameterDraft } from './action-edit.ts';

const KINDS = [
  ['text', 'Text'],
  ['number', 'Number'],
  ['choice', 'Choice'],
  ['date', 'Date'],
] as const;

const SOURCES = [
  ['model', 'The conversation'],
  ['visitor', 'The visitor’s verified identity'],
  ['fixed', 'A fixed value'],
] as const;

/** The type and source of a parameter in a few words. */
export function parameterFacts({ kind, from, claim, required }: ParameterDraft): string {
  const type = KINDS.find(([known]) => known === kind)?.[1];
  const source = from === 'visitor' ? `Visitor’s ${claim}` : SOURCES.find(([known]) => known === from)?.[1];
  return [type, source, required ? 'Required' : 'Optional'].join(' · ');
}

interface ParameterFieldsProps {
  parameter: ParameterDraft;
  index: number;
  onChange: (part: Partial<ParameterDraft>) => void;
}

export function ParameterFields({ parameter, index, onChange }: ParameterFieldsProps) {
  const { name, label, description, required, kind, from, claim, value } = parameter;
  const path = `parameters.${index}`;
  return (
    <>
      <div class="pair">
        <TextField
          path={`${path}.name`}
          label="Parameter name"
          most={50}
          code
          placeholder="orderNumber"
          value={name}
          onChange={(text) => onChange({ name: text })}
        />
        <TextField
          path={`${path}.label`}
          label="Label"
          most={60}
          placeholder="Order number"
          value={label}
          onChange={(text) => onChange({ label: text })}
        />
        <SelectField
          path={`${path}.source`}
          label="Comes from"
          value={from}
          options={SOURCES}
          onChange={(chosen) =>
            onChange({ from: SOURCES.find(([known]) => known === chosen)?.[0] ?? 'model' })
          }
        />
        <SelectField
          path={`${path}.type`}
          label="Type"
          value={kind}
          options={KINDS}
          onChange={(chosen) => onChange({ kind: KINDS.find(([known]) => known === chosen)?.[0] ?? 'text' })}
        />
        {from === 'visitor' && (
          <TextField
            path={`${path}.source.claim`}
            label="Claim"
            most={50}
            code
            hint={
              <>
                <code>id</code>, <code>email</code>, or a claim that the widget keeps under “Verified
                identity”.
              </>
            }
            value={claim}
            onChange={(text) => onChange({ claim: text })}
          />
        )}
        {from === 'fixed' && (
          <TextField
            path={`${path}.source.value`}
            label="Value"
            most={1000}
            value={value}
            onChange={(text) => onChange({ value: text })}
          />
        )}
        <TypeFields {...{ parameter, path, onChange }} />
      </div>
      {from === 'model' && (
        <TextField
          path={`${path}.description`}
          label="Description"
          most={300}
          hint="The model reads it."
          value={description}
          onChange={(text) => onChange({ description: text })}
        />
      )}
      <Check
        label="Required"
        checked={required}
        onChange={(isRequired) => onChange({ required: isRequired })}
      />
    </>
  );
}

interface TypeFieldsProps extends Pick<ParameterFieldsProps, 'parameter' | 'onChange'> {
  path: string;
}

/** The limits of a parameter's type. */
function TypeFields({ parameter, path, onChange }: TypeFieldsProps) {
  const { kind, pattern, maxLength, minimum, maximum, whole, options } = parameter;
  switch (kind) {
    case 'text':
      return (
        <>
          <TextField
            path={`${path}.type.pattern`}
            label="Pattern"
            most={200}
            code
            placeholder="\d{5}"
            hint="A regular expression for the whole value."
            value={pattern}
            onChange={(text) => onChange({ pattern: text })}
          />
          <TextField
            path={`${path}.type.maxLength`}
            label="Maximum length"
            most={4}
            decimal
            value={maxLength}
            onChange={(text) => onChange({ maxLength: text })}
          />
        </>
      );
    case 'number':
      return (
        <>
          <TextField
            path={`${path}.type.minimum`}
            label="Minimum"
            most={20}
            decimal
            value={minimum}
            onChange={(text) => onChange({ minimum: text })}
          />
          <TextField
            path={`${path}.type.maximum`}
            label="Maximum"
            most={20}
            decimal
            value={maximum}
            onChange={(text) => onChange({ maximum: text })}
          />
          <Check
            label="Whole numbers only"
            checked={whole}
            onChange={(isWhole) => onChange({ whole: isWhole })}
          />
        </>
      );
    case 'choice':
      return (
        <LinesField
          path={`${path}.type.options`}
          label="Options"
          rows={3}
          hint="One per line."
          values={options}
          onChange={(lines) => onChange({ options: lines })}
        />
      );
    case 'date':
      return null;
  }
}
