import * as z from 'zod/mini';
import { Attachment } from './attachment.ts';
import { FAILURE_REASONS } from '../../spending/rules/model-failure.ts';
import { TriedAction } from './tried-action.ts';
import { count, fieldsOf, named, time, uuid } from '../../lib/fields.ts';
import { OfferedAction } from './offered-action.ts';
import { Proposal, StoredProposal } from './proposal.ts';

export const Role = z.enum(['visitor', 'assistant', 'agent', 'system']);
export type Role = z.output<typeof Role>;

export const Rating = z.enum(['up', 'down']);
export type Rating = z.output<typeof Rating>;

/** A section that an answer cites. */
export const Source = z.object({ title: z.string(), url: z.exactOptional(z.string()) });
export type Source = z.output<typeof Source>;

/** Why no model wrote an answer. */
const NO_MODEL_REASONS = [...FAILURE_REASONS, 'daily-budget'] as const;

/** A section in the prompt or the search results of an answer; without its text. */
export const BasisSection = z.object({
  /** The headings from the outermost to its own, joined by ` › `. */
  heading: z.string(),
  /** How much of the question the section covers, 0 to 1; absent if there was no search. */
  fit: z.exactOptional(z.number()),
  cited: z.exactOptional(z.boolean()),
});
export type BasisSection = z.output<typeof BasisSection>;

/** The searches, sections, actions and cost of an answer, for admins and agents. */
export const AnswerBasis = z
  .object({
    /** The search queries that the model wrote. */
    queries: z.readonly(z.array(z.string())),
    /** In the order of their numbers in the prompt. */
    sections: z.readonly(z.array(BasisSection)),
    /** The number of all sections, if the prompt contained the whole knowledge. */
    whole: z.exactOptional(count()),
    /** The actions that it called, in order. */
    actions: z.exactOptional(z.readonly(z.array(TriedAction))),
    /** Only of an answer without a model: whether it quotes a section of the documents. */
    quoted: z.exactOptional(z.boolean()),
    /** Why a connected model did not answer: its failure, or a spent daily budget. */
    failure: z.exactOptional(z.enum(NO_MODEL_REASONS)),
    model: z.string(),
    inputTokens: count(),
    outputTokens: count(),
    /** US dollars; null if the price is unknown. */
    cost: z.nullable(z.number()),
  })
  .register(
    z.globalRegistry,
    named('AnswerBasis', 'How an answer came about: searches, found and cited sections, and usage.'),
  );
export type AnswerBasis = z.output<typeof AnswerBasis>;
/** The part of `AnswerBasis` that the answerer returns. */
export type SearchBasis = Pick<AnswerBasis, 'queries' | 'sections' | 'whole' | 'quoted' | 'failure'>;

/** An agent's text before its translation, and its language (ISO 639). */
export const Original = z.object({ content: z.string(), language: z.string() });
export type Original = z.output<typeof Original>;

/** The answer that an agent suggests instead of the assistant's. Content. */
export const Correction = z
  .object({
    content: z.string(),
    agent: z.object({ oid: z.string(), name: z.string() }),
    at: time(),
  })
  .register(z.globalRegistry, named('Correction', 'The answer that an agent suggests instead.'));
export type Correction = z.output<typeof Correction>;

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
    /** The answer is incomplete; `content` is the part that the visitor saw. */
    interrupted: z.exactOptional(z.boolean()),
    sources: z.exactOptional(z.readonly(z.array(Source))),
    /** On an assistant's message: its URLs that are in the documents. No other URL becomes a link. */
    links: z.exactOptional(z.readonly(z.array(z.string()))),
    /** Messages that the visitor may send next; each is an item of a list in the content. */
    suggestions: z.exactOptional(z.readonly(z.array(z.string()))),
    rating: z.exactOptional(Rating),
    ratedAt: z.exactOptional(time()),
    /** The visitor's words about the rating. Content. */
    ratingComment: z.exactOptional(z.string()),
    /** On an assistant's message: an agent's suggestion; visitors never get it. */
    correction: z.exactOptional(Correction),
    /** On an assistant's message: the actions that are buttons under it. */
    offers: z.exactOptional(z.readonly(z.array(OfferedAction))),
    /** The change that the visitor can confirm. */
    proposal: z.exactOptional(StoredProposal),
    /**
     * The message is the result of the action with this title; for the model it is data, not instructions.
     */
    resultOf: z.exactOptional(z.string()),
    /** Its files; without a text, `content` is their names. */
    attachments: z.exactOptional(z.readonly(z.array(Attachment))),
    /**
     * Translations by a model, by ISO 639 code; only for agents. An empty text means that the message is
     * already in that language.
     */
    translations: z.exactOptional(z.readonly(z.record(z.string(), z.string()))),
    /** On an agent's message: the text that the agent wrote. `content` is its translation for the visitor. */
    original: z.exactOptional(Original),
    /** On a system message: its kind, so that clients can show it in the visitor's language. */
    event: z.exactOptional(z.enum(['human-requested', 'continued'])),
    /** On `continued`: when the session before it was closed. */
    closedAt: z.exactOptional(time()),
    /** On an assistant's message: the visitor's message that it answers. */
    replyTo: z.exactOptional(uuid()),
    /** On a visitor's message: it is for the claiming agent, not for the assistant. */
    queued: z.exactOptional(z.boolean()),
    /** On an assistant's message: it found no answer, or handed off. */
    unanswered: z.exactOptional(z.boolean()),
    /** On an assistant's message; visitors never get it. */
    basis: z.exactOptional(AnswerBasis),
  })
  .register(z.globalRegistry, named('Message', 'A message as admins and agents see it.'));
export type Message = z.output<typeof Message>;

/** A message that is not yet added to a conversation. */
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
  closedAt: true,
});

/** A message in visitors' answers (docs/api.md, Records). */
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
/** The fields of a proposal for its visitor: without the request. */
export const shownProposal = fieldsOf(Proposal);

export function forVisitor(message: Message): VisitorMessage {
  const { agent, proposal } = message;
  return {
    ...publicFields(message),
    ...(agent && { agent: { name: agent.name } }),
    ...(proposal && { proposal: shownProposal(proposal) }),
  };
}
