/** An agent's activity in a conversation, shown to other agents. */
export type AgentActivity = 'viewing' | 'writing' | 'left';
