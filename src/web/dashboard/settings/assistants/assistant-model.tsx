import type { Editor } from '../../parts/draft.ts';
import type { AssistantDraft, TypedPrices } from './assistant-edit.ts';
import { emptyToUndefined } from '../widgets/widget-edit.ts';
import { TextField } from '../../../ui/field.tsx';
import { Section } from '../../parts/section.tsx';

/** The model of an assistant and its prices. */
export function AssistantModel({ edit, change }: Pick<Editor<AssistantDraft>, 'edit' | 'change'>) {
  const { model, prices } = edit;
  return (
    <Section id="assistant-model" title="Model">
      <TextField
        path="model"
        label="Model deployment"
        most={100}
        code
        hint="Leave empty to use the configured model."
        value={model}
        onChange={(value) => change({ model: emptyToUndefined(value) })}
      />
      {model !== undefined && (
        <ModelPriceFields prices={prices} onChange={(typed) => change({ prices: typed })} />
      )}
    </Section>
  );
}

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

function ModelPriceFields({ prices, onChange }: ModelPriceFieldsProps) {
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
