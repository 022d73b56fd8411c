import type { Usage } from '../domain/records/token-usage.ts';
import type { DocumentSection } from './documents.ts';

/** The questions that a model wrote; empty if it refused, or if its output contains no question. */
export interface WrittenQuestions {
  questions: readonly string[];
  model: string;
  usage: Usage;
}

/** Asks a model once for questions that a section answers. Failure is a ModelFailure. */
export interface QuestionWriter {
  write(section: DocumentSection, signal: AbortSignal): Promise<WrittenQuestions>;
}

/** The questions that are known of sections, for the index. */
export interface SectionQuestions {
  /** Resolves once this instance has read them, or could not. */
  ready(): Promise<void>;
  /** Changes with the questions that are known. */
  version(): number;
  /** The questions of the section with a text; empty until they are written. */
  of(text: string): readonly string[];
}
