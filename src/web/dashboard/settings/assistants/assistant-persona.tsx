import type { AssistantChange } from '../../../../assistants/wire/assistants.ts';
import type { Editor } from '../../parts/draft.ts';
import { Choice } from '../../../ui/choice.tsx';
import { Check, fieldsFor, TextField } from '../../../ui/field.tsx';
import type { AssistantDraft } from './assistant-edit.ts';
import { Section } from '../../parts/section.tsx';

const HANDOFF_RULES = [
  ['never', 'Never'],
  ['when-asked', 'When asked'],
  ['when-unsure', 'When unsure'],
] as const;
const MEANINGS: Record<AssistantChange['handoff'], string> = {
  never: 'The assistant never offers an agent. Visitors can still use the button in the chat.',
  'when-asked': 'Only when the visitor asks for a person.',
  'when-unsure': 'When the visitor asks for a person, or when the assistant has no answer.',
};

interface AssistantPersonaProps extends Pick<Editor<AssistantDraft>, 'edit' | 'change'> {
  isDefault: boolean;
}

/** The name, instructions and handoff rule of an assistant. */
export function AssistantPersona({ edit, change, isDefault }: AssistantPersonaProps) {
  const { handoff } = edit;
  const field = fieldsFor<'name' | 'instructions' | 'greeting'>(edit, change);
  return (
    <Section id="assistant-persona" title="Profile">
      <TextField {...field('name')} label="Name" most={60} hint="Shown to visitors." />
      <TextField
        {...field('instructions')}
        label="Instructions"
        most={20_000}
        rows={10}
        placeholder="You answer for the Oak & Linen shop. You are friendly and brief. You never promise a delivery date."
        hint="Tasks, tone and limits. Not shown to visitors."
      />
      <TextField
        {...field('greeting')}
        label="Greeting"
        most={300}
        rows={2}
        hint="First message of the chat, unless the widget has its own."
      />
      <div class="field">
        <span>Handoff</span>
        <Choice
          label="Handoff"
          options={HANDOFF_RULES}
          value={handoff}
          onChoose={(value) => change({ handoff: value })}
        />
        <p class="quiet">{MEANINGS[handoff]}</p>
      </div>
      {isDefault ? (
        <p class="quiet">This is the default assistant. To change it, set another one as the default.</p>
      ) : (
        <Check
          label="Set as default"
          checked={edit.isDefault}
          onChange={(checked) => change({ isDefault: checked })}
        />
      )}
    </Section>
  );
}
