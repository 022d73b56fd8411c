import type { AssistantsReply } from '../../../wire/assistants.ts';
import { visible } from '../visible.ts';

/** Who answers where an AI agent is chosen or none is; empty while they are on their way. */
export function agentName(agents: AssistantsReply | undefined, assistantId: string | undefined): string {
  if (!agents) return '';
  const { assistants } = agents;
  const chosen = assistants.find(({ id }) => id === assistantId);
  if (chosen) return visible(chosen.name);
  const fallback = assistants.find(({ isDefault }) => isDefault);
  return `Default${fallback ? `: ${visible(fallback.name)}` : ''}`;
}
