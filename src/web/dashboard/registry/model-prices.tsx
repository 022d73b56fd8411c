import { TextField } from '../../ui/field.tsx';
import type { TypedPrices } from './assistant-edit.ts';

const NAMES = [
  ['input', 'Input price'],
  ['output', 'Output price'],
  ['cachedInput', 'Cached input price'],
  ['cacheWrite', 'Cache write price'],
] as const;

interface ModelPriceFieldsProps {
  prices: TypedPrices;
  onChange: (prices: TypedPrices) => void;
}

/** The prices of the named model. */
export function ModelPriceFields({ prices, onChange }: ModelPriceFieldsProps) {
  return (
    <>
      <div class="pair">
        {NAMES.map(([name, label]) => (
          <TextField
            key={name}
            path={`prices.${name}`}
            label={label}
            most={20}
            decimal
            value={prices[name]}
            onChange={(typed) => onChange({ ...prices, [name]: typed })}
          />
        ))}
      </div>
      <p class="quiet">US dollars per million tokens. An empty field uses the list price of a known model.</p>
    </>
  );
}
