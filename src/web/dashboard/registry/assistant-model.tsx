import type { Editor } from '../draft.ts';
import { TextField } from '../../ui/field.tsx';
import type { AssistantDraft } from './assistant-edit.ts';
import { ModelPriceFields } from './model-prices.tsx';
import { orNone } from './widget-edit.ts';

/** The model of an assistant, and its prices. */
export function AssistantModel({ edit, change }: Pick<Editor<AssistantDraft>, 'edit' | 'change'>) {
  const { model, prices } = edit;
  return (
    <section class="card part" aria-labelledby="assistant-model">
      <h2 id="assistant-model">Model</h2>
      <TextField
        path="model"
        label="Model deployment"
        most={100}
        code
        hint="Leave empty to use the configured model."
        value={model}
        onChange={(value) => change({ model: orNone(value) })}
      />
      {model !== undefined && (
        <ModelPriceFields prices={prices} onChange={(typed) => change({ prices: typed })} />
      )}
    </section>
  );
}
