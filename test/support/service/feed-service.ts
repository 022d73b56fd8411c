import { startGraph, type GraphServer } from '../../fakes/graph-server.ts';
import { startAgentService, type AgentService, type TestAgent } from './agent-service.ts';
import type { ServiceOptions } from './service.ts';

/** A service whose agents have Microsoft 365. */
interface FeedService extends AgentService {
  graph: GraphServer;
  /** An agent who has used the desk and has the Teams app. */
  seen(name: string): Promise<TestAgent>;
  /** Saves the notification settings; undefined omits the switch. */
  switchOn(on: boolean | undefined): Promise<void>;
}

export async function startFeedService({ settings, ...options }: ServiceOptions = {}): Promise<FeedService> {
  const graph = await startGraph();
  const office = await startAgentService({
    ...options,
    exchangeToken: graph.assertion,
    settings: { MICROSOFT_GRAPH_ENDPOINT: graph.origin, ...settings },
  });
  const { issuer, service } = office;
  graph.tenantId = issuer.tenantId;
  graph.clientId = issuer.clientId;
  issuer.applicationSignIn = graph.listener;
  return {
    ...office,
    graph,
    async seen(name) {
      const agent = office.agent(name);
      graph.people.set(agent.oid, { apps: 1 });
      const stored = await agent.put('/api/agent/me/availability', { status: 'available' });
      if (stored.status !== 200) throw new Error(`The choice was refused with ${stored.status}.`);
      return agent;
    },
    async switchOn(on) {
      const saved = await fetch(`${service.origin}/api/notifications/teams`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          reminderMinutes: 5,
          escalationMinutes: 15,
          includeFirstQuestion: false,
          language: 'en',
          activityFeed: on,
        }),
      });
      if (saved.status !== 200) throw new Error(`The settings were refused with ${saved.status}.`);
      await saved.text();
    },
    async close() {
      await office.close();
      await graph.close();
    },
  };
}
