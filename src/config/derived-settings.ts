import type { Config } from './config.ts';
import type { AssistantEdit } from '../assistants/records/assistant.ts';
import type { ServiceSettings } from '../email/records/service-settings.ts';
import type { ShownSettings } from '../admin/records/shown-settings.ts';

/** The settings that the dashboard shows, without the sign-in of agents, which may change. */
export function shownSettings(config: Config): Omit<ShownSettings, 'identity'> {
  const { allowlist, assistant, planId, seatWindowDays, prices, rateLimits } = config;
  return {
    allowedOrigins: [...(allowlist.any ? ['*'] : []), ...allowlist.origins],
    assistantName: assistant.name,
    model: config.model.kind,
    publisher: config.publisher.kind,
    planId,
    seatWindowDays,
    dailyTokenBudget: assistant.dailyTokenBudget,
    prices: prices === 'unknown' ? {} : prices,
    limits: rateLimits,
  };
}

/** The settings that the environment decides; without them they are open for admins. */
export function settingsOfEnvironment({
  retentionDays,
  email: { replyTo, businessName },
}: Pick<Config, 'retentionDays' | 'email'>): ServiceSettings {
  return {
    ...(retentionDays > 0 && { retentionDays }),
    ...(replyTo !== undefined && { emailReplyTo: replyTo }),
    ...(businessName !== undefined && { emailBusinessName: businessName }),
  };
}

/** The starting values of the first assistant. */
export function firstAssistant({ assistant }: Pick<Config, 'assistant'>): AssistantEdit {
  const { name, instructions, knowledgeDir } = assistant;
  return {
    name,
    instructions,
    greeting: '',
    knowledge: knowledgeDir === '' ? { kind: 'documents' } : { kind: 'folder', folder: '' },
    handoff: 'when-unsure',
  };
}
