import * as z from 'zod/mini';
import { named, time, uuid } from './fields.ts';

/** What a model says of an answer. */
export const Verdict = z.enum(['grounded', 'not-grounded', 'should-hand-off']);
export type Verdict = z.output<typeof Verdict>;

/** The opinion of a model on one answer of the assistant; never a fact. */
export const Judgment = z
  .object({
    sessionId: uuid(),
    /** The assistant's message. */
    messageId: uuid(),
    seq: z.int().check(z.minimum(1)),
    verdict: Verdict,
    /** Why, in the words of the model. */
    reason: z.string(),
    /** The model that judged, by the server's name. */
    model: z.string(),
    at: time(),
  })
  .register(z.globalRegistry, named('Judgment', 'The opinion of a model on one answer; never a fact.'));
export type Judgment = z.output<typeof Judgment>;
