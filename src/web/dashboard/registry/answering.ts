import type { Assistant, AssistantsReply } from '../../../wire/assistants.ts';
import { visible } from '../../ui/visible.ts';

type Agents = AssistantsReply | undefined;

/** Who answers where an assistant is chosen, or the default where none is or it is gone. */
export const answering = (agents: Agents, assistantId: string | undefined): Assistant | undefined =>
  agents?.assistants.find(({ id }) => id === assistantId) ??
  agents?.assistants.find(({ isDefault }) => isDefault);

/** The name of who answers, and that it is the default where nobody was chosen; empty while they are on their way. */
export function agentName(agents: Agents, assistantId: string | undefined): string {
  const agent = answering(agents, assistantId);
  if (!agent) return '';
  return agent.id === assistantId ? visible(agent.name) : `Default: ${visible(agent.name)}`;
}
