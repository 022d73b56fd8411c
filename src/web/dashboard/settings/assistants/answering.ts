import type { Assistant, AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import { showControlCharacters } from '../../../ui/visible.ts';

type Agents = AssistantsReply | undefined;

/** The selected assistant, or the default one if none was selected or it was deleted. */
export const answeringAssistant = (agents: Agents, assistantId: string | undefined): Assistant | undefined =>
  agents?.assistants.find(({ id }) => id === assistantId) ??
  agents?.assistants.find(({ isDefault }) => isDefault);

/** The assistant's name, marked as the default if none was selected. Empty while loading. */
export function agentName(agents: Agents, assistantId: string | undefined): string {
  const agent = answeringAssistant(agents, assistantId);
  if (!agent) return '';
  return agent.id === assistantId
    ? showControlCharacters(agent.name)
    : `Default: ${showControlCharacters(agent.name)}`;
}
