import type { Timer } from '../../src/http/timer.ts';
import { assistantCleanup } from './assistant-cleanup.ts';
import { deployStatus } from './deploy-status.ts';
import { embedSections } from './embed-sections.ts';
import { expiredUploads } from './expired-uploads.ts';
import { lostChanges } from './lost-changes.ts';
import { modelRetirement } from './model-retirement.ts';
import { notices } from './notices.ts';
import { retention } from './retention.ts';
import { seatReport } from './seat-report.ts';
import { websites } from './websites.ts';

export const timers: readonly Timer[] = [
  seatReport,
  deployStatus,
  modelRetirement,
  retention,
  expiredUploads,
  notices,
  lostChanges,
  embedSections,
  websites,
  assistantCleanup,
];
