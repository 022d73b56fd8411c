import * as z from 'zod/mini';
import { named, time, uuid } from './fields.ts';

/** The verdict of an LLM-as-a-judge on an answer. */
export const Verdict = z.enum(['grounded', 'not-grounded', 'should-hand-off']);
export type Verdict = z.output<typeof Verdict>;

/** An answer of the assistant that a model doubts, with the model's reason. The model may be wrong. */
export const DoubtfulAnswer = z
  .object({
    sessionId: uuid(),
    /** The assistant's message. */
    messageId: uuid(),
    seq: z.int().check(z.minimum(1)),
    /** The visitor's message, cut after 300 characters; absent in records of an earlier release. */
    question: z.exactOptional(z.string()),
    verdict: Verdict,
    /** The explanation that the model wrote. */
    reason: z.string(),
    /** The model that judged, by the server's name. */
    model: z.string(),
    at: time(),
  })
  .register(z.globalRegistry, named('Judgment', 'A model’s doubt about an answer: an opinion, not a fact.'));
export type DoubtfulAnswer = z.output<typeof DoubtfulAnswer>;
