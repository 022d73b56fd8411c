import {
  knowledgeBase,
  type Knowledge,
  type KnowledgeOptions,
} from '../../../src/adapters/knowledge/knowledge-base.ts';
import { background } from '../../../src/platform/background.ts';
import { recordingTelemetry } from '../../support/ports/recording-telemetry.ts';

/** The indexes of a knowledge folder and of documents. */
export function knowledgeIn(
  knowledgeDir: string,
  more: Partial<Omit<KnowledgeOptions, 'knowledgeDir'>> = {},
): Knowledge {
  return knowledgeBase({ knowledgeDir, background: background(recordingTelemetry()), ...more });
}
