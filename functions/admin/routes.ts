import type { Endpoint } from '../../src/http/endpoint.ts';
import { dashboard } from './dashboard.ts';
import { overviewEndpoints } from './overview.ts';
import { sessionEndpoints } from './sessions.ts';
import { settingsFileEndpoints } from './settings-file.ts';
import { peopleEndpoints } from './people.ts';
import { questionEndpoints } from './questions.ts';
import { seats } from './seats.ts';
import { reportEndpoints } from './reports.ts';
import { modelCheck } from './model-check.ts';
import { businessHoursEndpoints } from './business-hours.ts';
import { serviceSettingEndpoints } from './service-settings.ts';
import { switchEndpoints } from './switches.ts';
import { tagEndpoints } from './tags.ts';
import { collabEndpoints } from './collab.ts';
import { widgetPreview } from './widget-preview.ts';
import { adminKeyEndpoints } from './admin-key.ts';
import { uploadEndpoints } from './uploads.ts';
import { deadLetterEndpoints } from '../notifications/dead-letters.ts';

/** The admin surface: the dashboard, its figures and settings, and uploads. */
export const adminRoutes: readonly Endpoint[] = [
  dashboard,
  ...overviewEndpoints,
  ...sessionEndpoints,
  ...settingsFileEndpoints,
  ...peopleEndpoints,
  ...questionEndpoints,
  seats,
  ...reportEndpoints,
  modelCheck,
  ...businessHoursEndpoints,
  ...serviceSettingEndpoints,
  ...switchEndpoints,
  ...tagEndpoints,
  ...collabEndpoints,
  widgetPreview,
  ...adminKeyEndpoints,
  ...uploadEndpoints,
  ...deadLetterEndpoints,
];
