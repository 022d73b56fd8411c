/** An agent's activity in a conversation, as other agents get it. */
export type AgentActivity = 'viewing' | 'writing' | 'left';
