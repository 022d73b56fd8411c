import type { ModelPrices } from '../../../wire/assistants.ts';
import { Field } from '../../ui/field.tsx';

const NAMES = [
  ['input', 'Input price'],
  ['cachedInput', 'Cached input price'],
  ['cacheWrite', 'Cache write price'],
  ['output', 'Output price'],
] as const;
const HINT = 'US dollars per million tokens. Empty is the list price of a known model.';

interface ModelPriceFieldsProps {
  prices: ModelPrices | undefined;
  onChange: (prices: ModelPrices | undefined) => void;
}

/** What the named model costs. */
export function ModelPriceFields({ prices = {}, onChange }: ModelPriceFieldsProps) {
  const set = (name: keyof ModelPrices, value: number) => {
    const { [name]: _before, ...others } = prices;
    const next = Number.isNaN(value) ? others : { ...others, [name]: value };
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <>
      {NAMES.map(([name, label]) => (
        <Field
          key={name}
          path={`prices.${name}`}
          label={label}
          value={prices[name]}
          {...(name === 'output' && { hint: HINT })}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              inputMode="decimal"
              min={0}
              step="any"
              value={prices[name] ?? ''}
              onInput={({ currentTarget }) => set(name, currentTarget.valueAsNumber)}
            />
          )}
        </Field>
      ))}
    </>
  );
}
