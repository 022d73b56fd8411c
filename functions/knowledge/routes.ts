import type { Endpoint } from '../../src/http/endpoint.ts';
import { changeSource } from './change-source.ts';
import { createSource } from './create-source.ts';
import { leaveOutHeadings } from './leave-out-headings.ts';
import { publishSource } from './publish-source.ts';
import { removeSource } from './remove-source.ts';
import { sourcePage } from './source-page.ts';
import { sourcePages } from './source-pages.ts';
import { websiteSource } from './source.ts';
import { websiteSources } from './sources.ts';
import { startSource } from './start-source.ts';
import { stopSource } from './stop-source.ts';

/** Admin endpoints for websites as knowledge sources. */
export const knowledgeRoutes: readonly Endpoint[] = [
  websiteSources,
  createSource,
  websiteSource,
  changeSource,
  removeSource,
  startSource,
  stopSource,
  publishSource,
  sourcePages,
  sourcePage,
  leaveOutHeadings,
];
