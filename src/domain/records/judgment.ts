import * as z from 'zod/mini';
import { named, time, uuid } from './fields.ts';

/** A model's verdict on an answer. */
export const Verdict = z.enum(['grounded', 'not-grounded', 'should-hand-off']);
export type Verdict = z.output<typeof Verdict>;

/** A model's doubt about one answer of the assistant: an opinion, not a fact. */
export const Judgment = z
  .object({
    sessionId: uuid(),
    /** The assistant's message. */
    messageId: uuid(),
    seq: z.int().check(z.minimum(1)),
    /** The visitor's message, cut after 300 characters; absent in what an earlier release stored. */
    question: z.exactOptional(z.string()),
    verdict: Verdict,
    /** Why, in the words of the model. */
    reason: z.string(),
    /** The model that judged, by the server's name. */
    model: z.string(),
    at: time(),
  })
  .register(z.globalRegistry, named('Judgment', 'A model’s doubt about an answer: an opinion, not a fact.'));
export type Judgment = z.output<typeof Judgment>;
