/**
 * The audiences of agent tokens: the application's id, `api://{id}`, and `api://{host}/{id}`, the form that
 * Teams requires, with each host name of the service (docs/rules.md, Agent tokens).
 */
export function agentAudiences(clientId: string, hosts: readonly string[]): ReadonlySet<string> {
  return new Set([clientId, `api://${clientId}`, ...hosts.map((host) => `api://${host}/${clientId}`)]);
}
