import type { Window } from '../../admin/wire/admin.ts';
import type { ListWindow } from '../../platform/wire/query-fields.ts';
import type { ReportDays } from '../../admin/wire/team-report.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import type { Query } from '../ui/query.ts';
import { readerFormat } from '../ui/format.ts';
import { apiPath } from '../ui/request.ts';

// The API paths that the views request, by the service's names.

export const OVERVIEW_PATH = apiPath('overview');
export const overviewPath = (window: Window): string => apiPath('overview', { window });
/** The data next to every view: waiting conversations and the version. */
export const RAIL_PATH = overviewPath('24h');

export const HEALTH_PATH = apiPath('health');
export const AVAILABILITY_PATH = apiPath('availability');
export const DEFAULT_WIDGET_PATH = apiPath('default-widget');
export const SERVICE_SETTINGS_PATH = apiPath('service-settings');
export const TEST_EMAIL_PATH = apiPath('service-settings/test-email');
export const TAGS_PATH = apiPath('tags');
export const SETTINGS_PATH = apiPath('settings');
export const SETTINGS_PREVIEW_PATH = apiPath('settings', { preview: 'true' });
export const tagPath = (id: string): string => `${TAGS_PATH}/${encodeURIComponent(id)}`;
export const PLAN_PATH = apiPath('plan');
export const SEATS_PATH = apiPath('seats');
export const ADDED_ANSWERS_PATH = apiPath('answers');
export const ASSISTANTS_PATH = apiPath('assistants');
export const assistantPath = (id: string): string => apiPath(`assistants/${encodeURIComponent(id)}`);
export const answersPath = (assistantId: string): string => `${assistantPath(assistantId)}/answers`;
export const sourcesPath = (assistantId: string): string => `${assistantPath(assistantId)}/sources`;
export const actionsPath = (assistantId: string): string => `${assistantPath(assistantId)}/actions`;
export const testsPath = (assistantId: string): string => `${assistantPath(assistantId)}/tests`;
export const costPath = (window: Window): string => apiPath('cost', { window });

/** The sort order of the top sessions. */
export type TopOrder = 'recent' | 'cost';
export const TOP_SESSIONS = 10;
export const topSessionsPath = (sortBy: TopOrder): string =>
  apiPath('sessions', { sortBy, window: '24h', limit: TOP_SESSIONS });

const SESSIONS = 50;
/** The first waiting conversations in the agents' order. */
export const WAITING_PATH = apiPath('sessions', {
  sortBy: 'waiting',
  window: 'all',
  status: 'human_requested',
  limit: SESSIONS,
});

export const sessionPath = (sessionId: string, part: 'transcript' | 'attachments'): string =>
  apiPath(`sessions/${encodeURIComponent(sessionId)}/${part}`);

/** The team report in the reader's time zone. */
export const teamReportPath = (days: ReportDays, format: 'json' | 'csv'): string =>
  apiPath('reports/team', { days, ...readerFormat(), format });

export const listPath = (query: Query): string => apiPath('sessions', { limit: SESSIONS, ...query });
export const FILTER_OPTIONS_PATH = apiPath('sessions/filters');
export const peoplePath = (q: string): string => apiPath('people', { q });
export const ERASURES_PATH = apiPath('erasures');

const RESULTS = 30;
export const searchPath = (query: Query): string => apiPath('sessions/search', { limit: RESULTS, ...query });

export const questionsPath = (window: ListWindow): string => apiPath('questions', { window, limit: 100 });
export const questionPath = (sessionId: string, messageId: string): string =>
  apiPath(`questions/${encodeURIComponent(sessionId)}/${encodeURIComponent(messageId)}`);

const WEBSITES_PATH = apiPath('knowledge/sources');
export const websitesPath = (assistantId: string): string => apiPath('knowledge/sources', { assistantId });
export const websitePath = (id: string): string => `${WEBSITES_PATH}/${encodeURIComponent(id)}`;
export const websitePagePath = (id: string, pageId: string): string =>
  `${websitePath(id)}/pages/${encodeURIComponent(pageId)}`;

export interface WebsitePageQuery {
  section?: string;
  q?: string;
  changed?: 'true';
  leftOut?: 'true' | 'false';
  reason?: SkipReason;
}
const WEBSITE_PAGES = 100;
export const websitePagesPath = (id: string, query: WebsitePageQuery, cursor?: string): string =>
  apiPath(`knowledge/sources/${encodeURIComponent(id)}/pages`, { ...query, limit: WEBSITE_PAGES, cursor });
