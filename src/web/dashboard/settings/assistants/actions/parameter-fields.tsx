import { Check, fieldsFor, LinesField, SelectField, TextField } from '../../../../ui/field.tsx';
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
  const { required, kind, from } = parameter;
  const path = `parameters.${index}`;
  const field = fieldsFor<'name' | 'label' | 'description' | 'claim' | 'value'>(parameter, onChange, path);
  return (
    <>
      <div class="pair">
        <TextField {...field('name')} label="Parameter name" most={50} code placeholder="orderNumber" />
        <TextField {...field('label')} label="Label" most={60} placeholder="Order number" />
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
            {...field('claim', 'source.claim')}
            label="Claim"
            most={50}
            code
            hint={
              <>
                <code>id</code>, <code>email</code>, or a claim that the widget keeps under “Verified
                identity”.
              </>
            }
          />
        )}
        {from === 'fixed' && <TextField {...field('value', 'source.value')} label="Value" most={1000} />}
        <TypeFields {...{ parameter, path, onChange }} />
      </div>
      {from === 'model' && (
        <TextField {...field('description')} label="Description" most={300} hint="The model reads it." />
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
  const { kind, whole, options } = parameter;
  const field = fieldsFor<'pattern' | 'maxLength' | 'minimum' | 'maximum'>(parameter, onChange, path);
  switch (kind) {
    case 'text':
      return (
        <>
          <TextField
            {...field('pattern', 'type.pattern')}
            label="Pattern"
            most={200}
            code
            placeholder="\d{5}"
            hint="A regular expression for the whole value."
          />
          <TextField {...field('maxLength', 'type.maxLength')} label="Maximum length" most={4} decimal />
        </>
      );
    case 'number':
      return (
        <>
          <TextField {...field('minimum', 'type.minimum')} label="Minimum" most={20} decimal />
          <TextField {...field('maximum', 'type.maximum')} label="Maximum" most={20} decimal />
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
