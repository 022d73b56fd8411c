import type { Usage } from '../domain/records/token-usage.ts';
import type { DocumentSection } from './documents.ts';

/** The questions that a model wrote; empty if it refused, or if its output contains no question. */
export interface WrittenQuestions {
  questions: readonly string[];
  model: string;
  usage: Usage;
}

/** Generates questions that a section answers, with one model call. Failure is a ModelFailure. */
export interface QuestionWriter {
  write(section: DocumentSection, signal: AbortSignal): Promise<WrittenQuestions>;
}

/** The generated questions of sections, for the index. */
export interface SectionQuestions {
  /** Resolves once this instance has loaded them, also if loading failed. */
  ready(): Promise<void>;
  /** Increases whenever the loaded questions change. */
  version(): number;
  /** The questions of the section with this text; empty until they are generated. */
  of(text: string): readonly string[];
}
