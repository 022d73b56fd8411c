import type { Assistant, AssistantsReply } from '../../../wire/assistants.ts';
import { visible } from '../../ui/visible.ts';

type Agents = AssistantsReply | undefined;

/** The chosen assistant, or the default if none was chosen or it was deleted. */
export const answering = (agents: Agents, assistantId: string | undefined): Assistant | undefined =>
  agents?.assistants.find(({ id }) => id === assistantId) ??
  agents?.assistants.find(({ isDefault }) => isDefault);

/** The name of the assistant, marked as the default if none was chosen; empty while loading. */
export function agentName(agents: Agents, assistantId: string | undefined): string {
  const agent = answering(agents, assistantId);
  if (!agent) return '';
  return agent.id === assistantId ? visible(agent.name) : `Default: ${visible(agent.name)}`;
}
