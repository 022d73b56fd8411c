import type { AssistantEdit } from '../../../wire/assistants.ts';
import type { Editor } from '../draft.ts';
import { Choice } from '../parts/choice.tsx';
import { Check, TextField } from '../parts/field.tsx';

const HANDOVERS = [
  ['never', 'Never'],
  ['when-asked', 'When asked'],
  ['when-unsure', 'When unsure'],
] as const;
const MEANINGS: Record<AssistantEdit['handover'], string> = {
  never: 'It never offers a person. Visitors still have the chat’s own button.',
  'when-asked': 'Only when the visitor asks for a person.',
  'when-unsure': 'When the visitor asks for a person, and when it does not know the answer.',
};

interface AssistantPersonaProps extends Pick<Editor<AssistantEdit>, 'edit' | 'change'> {
  /** Whether it is the default now. */
  isDefault: boolean;
}

/** Who an AI agent is, how it speaks, and when it leaves the conversation to a person. */
export function AssistantPersona({ edit, change, isDefault }: AssistantPersonaProps) {
  const { name, instructions, greeting, handover } = edit;
  return (
    <section class="card part" aria-labelledby="assistant-persona">
      <h2 id="assistant-persona">Who it is</h2>
      <TextField
        path="name"
        label="Name"
        most={60}
        hint="What it calls itself when it answers."
        value={name}
        onChange={(value) => change({ name: value })}
      />
      <TextField
        path="instructions"
        label="Instructions"
        most={20_000}
        rows={10}
        placeholder="You answer for the Oak & Linen shop. You are friendly and brief. You never promise a delivery date."
        hint="What it does, how it speaks, and what it leaves alone. Visitors do not see them."
        value={instructions}
        onChange={(value) => change({ instructions: value })}
      />
      <TextField
        path="greeting"
        label="Greeting"
        most={300}
        rows={2}
        hint="What the chat opens with, unless the widget has words of its own."
        value={greeting}
        onChange={(value) => change({ greeting: value })}
      />
      <div class="field">
        <span>Hands over to a person</span>
        <Choice
          label="Hands over to a person"
          options={HANDOVERS}
          value={handover}
          onChoose={(value) => change({ handover: value })}
        />
        <p class="quiet">{MEANINGS[handover]}</p>
      </div>
      {isDefault ? (
        <p class="quiet">
          It is the default: it answers wherever no other AI agent is chosen. To change that, make another one
          the default.
        </p>
      ) : (
        <Check
          label="Make it the default, for every conversation without an AI agent of its own"
          checked={edit.isDefault}
          onChange={(checked) => change({ isDefault: checked })}
        />
      )}
    </section>
  );
}
