import { lazy } from '../src/lib/caching.ts';
import type { Endpoint } from '../src/http/endpoint.ts';
import { withErrorPage } from '../src/http/error-page.ts';
import { adminErrorPage } from './error-pages.ts';

/**
 * The runtime's endpoints in groups. In the cloud a group is loaded with the first request for it, so that
 * visitors do not wait for the dashboard's schemas.
 */
const GROUPS: Readonly<Record<string, () => Promise<readonly Endpoint[]>>> = {
  visitor: async () => (await import('./visitor/routes.ts')).visitorRoutes,
  files: async () => (await import('./visitor/file-routes.ts')).fileRoutes,
  widget: async () => (await import('./widget/routes.ts')).widgetRoutes,
  admin: async () => (await import('./admin/routes.ts')).adminRoutes,
  registry: async () => (await import('./registry/routes.ts')).registryRoutes,
  actions: async () => (await import('./actions/routes.ts')).actionRoutes,
  websites: async () => (await import('./websites/routes.ts')).websiteRoutes,
  notifications: async () => (await import('./notifications/routes.ts')).notificationRoutes,
  agent: async () => (await import('./agent/routes.ts')).agentRoutes,
  email: async () => (await import('./email/routes.ts')).emailRoutes,
  attachments: async () => (await import('./attachments/routes.ts')).attachmentRoutes,
  staff: async () => [(await import('./staff/closed-chats.ts')).closedChats],
  meta: async () => (await import('./meta/routes.ts')).metaRoutes,
};

const withPage = (endpoint: Endpoint) =>
  withErrorPage(endpoint, endpoint.gate === 'admin' ? adminErrorPage : undefined);

const LOADED = new Map(
  Object.entries(GROUPS).map(([name, load]) => [name, lazy(async () => (await load()).map(withPage))]),
);

export const groupNames: readonly string[] = [...LOADED.keys()];

/** The endpoints of a group; empty if it is unknown. */
export async function routesOf(group: string): Promise<readonly Endpoint[]> {
  return (await LOADED.get(group)?.()) ?? [];
}

export async function everyRoute(): Promise<readonly Endpoint[]> {
  return (await Promise.all(groupNames.map(routesOf))).flat();
}
