/** What an agent does in a conversation, as other agents are told. */
export type AgentActivity = 'viewing' | 'writing' | 'left';
