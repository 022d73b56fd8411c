import type { FailureReason } from '../domain/model-failure.ts';

/** Vectors of texts, in the order of the texts, and what they cost. */
export interface EmbeddedTexts {
  /** All of the same length, finite and not zero. */
  vectors: readonly Float32Array[];
  tokens: number;
}

export interface EmbedOptions {
  /** A visitor waits: one try, without retries. */
  urgent: boolean;
  signal: AbortSignal;
}

/** Turns texts into vectors: the more alike two texts are in meaning, the smaller the angle between them. */
export interface Embedder {
  /** The model, and the length of its vectors where one is asked for: only vectors of one space compare. */
  readonly space: string;
  /** Any number of texts, none of them empty. Failure is a ModelFailure; an abort throws its reason. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<EmbeddedTexts>;
  /** Why the latest call failed; undefined where it did not. */
  problem(): FailureReason | undefined;
}

/** A question of a conversation, and how much it counts beside the others. */
export interface WeightedQuestion {
  question: string;
  weight: number;
}

/** The sections that are nearest to questions in meaning. */
export interface NearSections {
  /** Their numbers, nearest first; none where the vectors are not known, or not known in time. */
  sections: readonly number[];
  /** What the questions cost. */
  tokens: number;
}

/** Finds those of some sections that are nearest to questions in meaning. It is never the last to answer. */
export type FindNear = (questions: readonly WeightedQuestion[]) => Promise<NearSections>;

/** Prepares the search among sections with these texts; it returns at once. */
export type OpenMeanings = (texts: readonly string[]) => FindNear;
