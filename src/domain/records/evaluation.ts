import * as z from 'zod/mini';
import { factIn, factText, MAX_FACT_LENGTH, MAX_FACTS, wordingsOf } from '../expected-facts.ts';
import { codePointLength } from '../text.ts';
import { AssistantEdit } from './assistant.ts';
import { count, fieldsOf, named, text, time, trusted } from './fields.ts';

/** The most turns of a question's conversation. */
export const MAX_TURNS = 6;

/** What an answer must say: a text, or one of its alternatives. */
export const Fact = z.object({
  text: text(MAX_FACT_LENGTH),
  alternatives: z._default(z.array(text(MAX_FACT_LENGTH)).check(z.maxLength(MAX_FACTS)), []),
});
export type Fact = z.output<typeof Fact>;

/** A fact and its alternatives on one line, as `factIn` reads them. */
const WrittenFact = text((MAX_FACTS + 1) * (MAX_FACT_LENGTH + 3)).check(
  z.refine((written) => wordingsOf(written).length > 0, 'must not be empty'),
  z.refine(
    (written) => wordingsOf(written).length <= MAX_FACTS + 1,
    `must have at most ${MAX_FACTS} alternatives`,
  ),
  z.refine(
    (written) => wordingsOf(written).every((wording) => codePointLength(wording) <= MAX_FACT_LENGTH),
    `must be at most ${MAX_FACT_LENGTH} characters`,
  ),
);

/** A question as a person writes it: a line of a `.jsonl` file. */
export const QuestionLine = z
  .object({
    /** A single question, in place of `turns`. */
    question: z.exactOptional(text()),
    /** What the visitor says, one message after the other; the answer to the last one is judged. */
    turns: z.exactOptional(z.array(text()).check(z.minLength(1), z.maxLength(MAX_TURNS))),
    /**
     * What the answer must say: each a text in which `|` separates alternatives and `\|` is that character,
     * or an object whose texts are taken as they are.
     */
    facts: z.exactOptional(
      z.array(z.union([WrittenFact, Fact])).check(z.minLength(1), z.maxLength(MAX_FACTS)),
    ),
    /** The documents do not hold an answer, so the assistant must not give one. */
    refuse: z.exactOptional(z.literal(true)),
  })
  .check(
    z.refine((line) => (line.question === undefined) !== (line.turns === undefined), {
      path: ['question'],
      error: 'must be given, or turns in its place',
    }),
    z.refine((line) => (line.facts === undefined) !== (line.refuse === undefined), {
      path: ['facts'],
      error: 'must be given, or refuse: true in their place',
    }),
  )
  .register(
    z.globalRegistry,
    named('QuestionLine', 'A question of a set, and what is expected of its answer.'),
  );
export type QuestionLine = z.output<typeof QuestionLine>;

/** A question as it is stored. Without facts the assistant is expected to refuse. */
export const EvaluationQuestion = z.object({
  turns: z.array(z.string()),
  facts: z.array(trusted(Fact)),
});
export type EvaluationQuestion = z.output<typeof EvaluationQuestion>;

/** A question in its stored form. */
export function questionOf({ question, turns, facts = [] }: QuestionLine): EvaluationQuestion {
  return {
    turns: turns ?? (question === undefined ? [] : [question]),
    facts: facts.map((fact) => (typeof fact === 'string' ? factIn(fact) : fact)),
  };
}

/** A stored question as a line of a file. */
export function lineOf({ turns, facts }: EvaluationQuestion): QuestionLine {
  const [first] = turns;
  return {
    ...(turns.length === 1 && first !== undefined ? { question: first } : { turns }),
    ...(facts.length === 0 ? { refuse: true as const } : { facts: facts.map(factText) }),
  };
}

/** `refused`: the assistant gave no answer where one was expected. `failed`: it could not be reached. */
export const VERDICTS = ['right', 'wrong', 'refused', 'failed'] as const;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.output<typeof Verdict>;

/**
 * A judged answer to a question. The latency is that of the last turn; tokens and cost are those of all
 * turns.
 */
export const EvaluationAnswer = z.object({
  /** The question's number in its set. */
  number: count(),
  ...EvaluationQuestion.shape,
  content: z.string(),
  /** The titles of the cited sections. */
  sources: z.array(z.string()),
  /** Whether the assistant gave no answer. */
  refused: z.boolean(),
  verdict: Verdict,
  /** The expected facts that it does not say. */
  missing: z.array(z.string()),
  inputTokens: count(),
  outputTokens: count(),
  /** US dollars; null where the model has no price. */
  cost: z.nullable(z.number()),
  latencyMs: count(),
  model: z.string(),
});
export type EvaluationAnswer = z.output<typeof EvaluationAnswer>;

/** The figures of a run. */
export const EvaluationFigures = z.object({
  answers: count(),
  right: count(),
  wrong: count(),
  refused: count(),
  failed: count(),
  /** Answers with at least one source. */
  cited: count(),
  inputTokens: count(),
  outputTokens: count(),
  /** US dollars, without the answers that have no price; `unpricedCalls` says how many those are. */
  cost: z.number(),
  unpricedCalls: count(),
  /** The median in milliseconds; null without answers. */
  medianLatencyMs: z.nullable(count()),
});
export type EvaluationFigures = z.output<typeof EvaluationFigures>;

/** A question set, without its questions. */
export const QuestionSet = z.object({
  name: text(60),
  /** How many questions it has. */
  questions: count(),
  /** The number of the next question; numbers are not used again. */
  next: count(),
  createdAt: time(),
  updatedAt: time(),
});
export type QuestionSet = z.output<typeof QuestionSet>;

/** What admins see of a question set. */
export const PublicQuestionSet = z.pick(QuestionSet, {
  name: true,
  questions: true,
  createdAt: true,
  updatedAt: true,
});
export type PublicQuestionSet = z.output<typeof PublicQuestionSet>;
export const publicQuestionSet: (set: QuestionSet) => PublicQuestionSet = fieldsOf(PublicQuestionSet);

/**
 * `stopped`: what the run tests was changed before it ended, or the assistant could not be reached for
 * several answers in a row.
 */
const RUN_STATES = ['running', 'done', 'canceled', 'stopped'] as const;
const STOP_REASONS = ['changed', 'assistant-unavailable'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A run of a question set against an assistant. */
export const EvaluationRun = z.object({
  assistantId: z.string(),
  /** `candidate`: changes that visitors do not get yet. */
  subject: z.enum(['live', 'candidate']),
  /** The assistant as it was tested. */
  edit: trusted(AssistantEdit),
  state: z.enum(RUN_STATES),
  stopReason: z.exactOptional(z.enum(STOP_REASONS)),
  /** The daily budget is used up: the run continues on the next UTC day. */
  waitsForBudget: z.exactOptional(z.literal(true)),
  /** How many questions it asks. */
  total: count(),
  figures: EvaluationFigures,
  startedAt: time(),
  endedAt: z.exactOptional(time()),
});
export type EvaluationRun = z.output<typeof EvaluationRun>;
/** A run without what no admin needs to see. */
export const publicRun: (run: EvaluationRun) => EvaluationRun = fieldsOf(EvaluationRun);

/** A run as it is stored, with what no admin needs to see. */
export const StoredRun = z.object({
  ...EvaluationRun.shape,
  /** The numbers of the questions that it asks. */
  numbers: z.array(count()),
  /** Identifies what is tested: it changes with the assistant and with its documents. */
  fingerprint: z.string(),
  /** The instance that works on it, and until when no other one may. */
  lease: z.exactOptional(z.object({ owner: z.string(), until: time() })),
});
export type StoredRun = z.output<typeof StoredRun>;
