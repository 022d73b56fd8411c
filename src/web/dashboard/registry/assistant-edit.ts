import type { Assistant, AssistantEdit } from '../../../wire/assistants.ts';
import type { Saved } from '../draft.ts';

/** An assistant that nobody has filled in. */
export const BLANK_ASSISTANT: Saved<AssistantEdit> = {
  edit: {
    name: '',
    instructions: '',
    greeting: '',
    knowledge: { kind: 'folder', folder: '' },
    handover: 'when-unsure',
    isDefault: false,
  },
};

/** What of an assistant can be edited. */
export function assistantSaved(assistant: Assistant): Saved<AssistantEdit> {
  const { name, instructions, greeting, knowledge, model, prices, handover, isDefault, etag } = assistant;
  return { edit: { name, instructions, greeting, knowledge, model, prices, handover, isDefault }, etag };
}
