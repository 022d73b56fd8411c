/** An example agent for development on one machine. */
export interface LocalAgent {
  oid: string;
  name: string;
  /** Also the agent's e-mail address; its domain is reserved for examples (RFC 2606). */
  username: string;
  /** Shown on the sign-in page, and sent as app role in the agent's tokens. */
  role: string;
}

/** The agents that the local identity provider offers. */
export const LOCAL_AGENTS: readonly LocalAgent[] = [
  agent(1, 'Mia Berg', 'mia.berg', 'Customer support'),
  agent(2, 'Lee Okafor', 'lee.okafor', 'Customer support'),
  agent(3, 'Ana Souza', 'ana.souza', 'Sales'),
  agent(4, 'Jonas Keller', 'jonas.keller', 'Technical support'),
  agent(5, 'Priya Nair', 'priya.nair', 'Orders and returns'),
];

/** The agent with an oid; undefined if unknown. */
export function localAgent(oid: string): LocalAgent | undefined {
  return LOCAL_AGENTS.find((candidate) => candidate.oid === oid);
}

function agent(number: number, name: string, mailbox: string, role: string): LocalAgent {
  return {
    oid: `10ca1000-0000-4000-8000-0000000a6e${number.toString(16).padStart(2, '0')}`,
    name,
    username: `${mailbox}@business.example`,
    role,
  };
}
