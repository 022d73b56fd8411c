import type { Endpoint } from '../../src/http/endpoint.ts';
import { answerEndpoints } from './answers.ts';
import { assistantEndpoints } from './assistants.ts';
import { draftEndpoints } from './draft.ts';
import { versionEndpoints } from './versions.ts';
import { defaultWidgetEndpoints } from './default-widget.ts';
import { documentEndpoints } from './documents.ts';
import { testEndpoints } from './tests.ts';
import { widgetEndpoints } from './widgets.ts';

/** Admin endpoints for registered widgets and assistants (docs/rules.md, Widget registry). */
export const registryRoutes: readonly Endpoint[] = [
  ...widgetEndpoints,
  ...defaultWidgetEndpoints,
  ...assistantEndpoints,
  ...documentEndpoints,
  ...draftEndpoints,
  ...versionEndpoints,
  ...testEndpoints,
  ...answerEndpoints,
];
