import * as z from 'zod/mini';
import { Attachment } from './attachment.ts';
import { FAILURE_REASONS } from '../model-failure.ts';
import { TriedAction } from './action.ts';
import { count, fieldsOf, named, time, uuid } from './fields.ts';
import { OfferedAction } from './offered-action.ts';
import { Proposal, StoredProposal } from './proposal.ts';

export const Role = z.enum(['visitor', 'assistant', 'agent', 'system']);
export type Role = z.output<typeof Role>;

export const Rating = z.enum(['up', 'down']);
export type Rating = z.output<typeof Rating>;

/** A section that an answer rests on. */
export const Source = z.object({ title: z.string(), url: z.exactOptional(z.string()) });
export type Source = z.output<typeof Source>;

/** Why no model wrote an answer. */
const NO_MODEL_REASONS = [...FAILURE_REASONS, 'daily-budget'] as const;

/** A section that was found or given for an answer: where it is, never its text. */
export const BasisSection = z.object({
  /** The headings from the outermost to its own, joined by ` › `. */
  heading: z.string(),
  /** The share of the question that the section is about, 0 to 1; absent where it was not searched for. */
  fit: z.exactOptional(z.number()),
  cited: z.exactOptional(z.boolean()),
});
export type BasisSection = z.output<typeof BasisSection>;

/** How an answer came about, for admins and agents. */
export const AnswerBasis = z
  .object({
    /** The model's own searches, after the visitor's question. */
    queries: z.readonly(z.array(z.string())),
    /** In the order of the numbers that the model saw. */
    sections: z.readonly(z.array(BasisSection)),
    /** The number of all sections, where the model was given the documents whole. */
    whole: z.exactOptional(count()),
    /** The actions that it called, in order. */
    actions: z.exactOptional(z.readonly(z.array(TriedAction))),
    /** No model wrote the answer: whether a section of the documents was quoted. */
    quoted: z.exactOptional(z.boolean()),
    /** Why not, where a model is connected: its failure, or a spent daily budget. */
    failure: z.exactOptional(z.enum(NO_MODEL_REASONS)),
    model: z.string(),
    inputTokens: count(),
    outputTokens: count(),
    /** US dollars; null where the model has no price. */
    cost: z.nullable(z.number()),
  })
  .register(
    z.globalRegistry,
    named('AnswerBasis', 'How an answer came about: searches, found and cited sections, and usage.'),
  );
export type AnswerBasis = z.output<typeof AnswerBasis>;
/** The part of it that the answerer knows. */
export type SearchBasis = Pick<AnswerBasis, 'queries' | 'sections' | 'whole' | 'quoted' | 'failure'>;

/** The words of an agent before they were translated, and their language (ISO 639). */
export const Original = z.object({ content: z.string(), language: z.string() });
export type Original = z.output<typeof Original>;

/** One message of a conversation. `seq` counts 1, 2, 3 … in its session without a gap. */
export const Message = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    seq: z.int().check(z.minimum(1)),
    role: Role,
    content: z.string(),
    createdAt: time(),
    agent: z.exactOptional(z.object({ oid: z.string(), name: z.string() })),
    /** The answer broke off; `content` is what the visitor saw of it. */
    interrupted: z.exactOptional(z.boolean()),
    sources: z.exactOptional(z.readonly(z.array(Source))),
    /** On an assistant's message: the addresses in it that its documents hold; no others become links. */
    links: z.exactOptional(z.readonly(z.array(z.string()))),
    /** Messages that the visitor may send next; each is an item of a list in the content. */
    suggestions: z.exactOptional(z.readonly(z.array(z.string()))),
    rating: z.exactOptional(Rating),
    /** On an assistant's message: the actions that are buttons under it. */
    offers: z.exactOptional(z.readonly(z.array(OfferedAction))),
    /** The change that it proposes to its visitor. */
    proposal: z.exactOptional(StoredProposal),
    /** The title of the action whose result it is: its content is data, never instructions. */
    resultOf: z.exactOptional(z.string()),
    /** Its files; without words, `content` is their names. */
    attachments: z.exactOptional(z.readonly(z.array(Attachment))),
    /**
     * The text in other languages, by ISO 639 code: written by a model, and for agents only. Empty if the
     * message is in that language already.
     */
    translations: z.exactOptional(z.readonly(z.record(z.string(), z.string()))),
    /** On an agent's message: the agent's own words. `content` is their translation for the visitor. */
    original: z.exactOptional(Original),
    /** On a system message: what it says, so that a client can say it in its own language. */
    event: z.exactOptional(z.enum(['human-requested'])),
    /** On an assistant's message: the visitor's message that it answers. */
    replyTo: z.exactOptional(uuid()),
    /** On a visitor's message: it went to the claiming agent, not to the assistant. */
    queued: z.exactOptional(z.boolean()),
    /** On an assistant's message: it found nothing to answer from, or handed off. */
    unanswered: z.exactOptional(z.boolean()),
    /** On an assistant's message: how it came about. Visitors never get it. */
    basis: z.exactOptional(AnswerBasis),
  })
  .register(z.globalRegistry, named('Message', 'A message as admins and agents see it.'));
export type Message = z.output<typeof Message>;

/** A message before it has its place in a conversation. */
export type MessageDraft = Omit<Message, 'sessionId' | 'seq' | 'createdAt'>;

const PublicMessage = z.pick(Message, {
  id: true,
  sessionId: true,
  seq: true,
  role: true,
  content: true,
  createdAt: true,
  interrupted: true,
  sources: true,
  links: true,
  suggestions: true,
  offers: true,
  resultOf: true,
  rating: true,
  attachments: true,
  event: true,
});

/** A message as visitors get it (docs/api.md, Records). */
export const VisitorMessage = z
  .extend(PublicMessage, {
    agent: z.exactOptional(z.object({ name: z.string() })),
    proposal: z.exactOptional(Proposal),
  })
  .register(
    z.globalRegistry,
    named('VisitorMessage', 'A message as visitors see it: an agent is a name, never an id.'),
  );
export type VisitorMessage = z.output<typeof VisitorMessage>;

const publicFields = fieldsOf(PublicMessage);
/** A proposal as its visitor sees it, without its request. */
export const shownProposal = fieldsOf(Proposal);

export function forVisitor(message: Message): VisitorMessage {
  const { agent, proposal } = message;
  return {
    ...publicFields(message),
    ...(agent && { agent: { name: agent.name } }),
    ...(proposal && { proposal: shownProposal(proposal) }),
  };
}
