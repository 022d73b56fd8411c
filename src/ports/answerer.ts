import type { AnswerResult } from '../domain/answer-result.ts';
import type { HandoffRule } from '../domain/assistants.ts';
import type { Availability } from '../domain/availability.ts';
import type { CitableSection } from '../domain/cited-passage.ts';
import type { Message } from '../domain/records/message.ts';

export type { AnswerResult };

/**
 * The source of answers: a folder below the knowledge folder (`''` is all of it) with its added documents, or
 * only documents.
 */
export type KnowledgeSource = { kind: 'folder'; folder: string; added?: StoredDocuments } | StoredDocuments;

/** Documents are loaded only where the index of their key is not in memory; the key changes with them. */
export interface StoredDocuments {
  kind: 'documents';
  key: string;
  /**
   * The same for all versions of one knowledge: an earlier version answers while the index of a later one is
   * built. Without it no other version does.
   */
  series?: string;
  documents(): Promise<readonly KnowledgeDocument[]>;
}

export interface KnowledgeDocument {
  /** A file name. */
  name: string;
  markdown: string;
}

/** An action of the business that a model may call in an answer. */
export interface CallableAction {
  /** The name of its tool. */
  name: string;
  purpose: string;
  /** A JSON schema of its arguments. */
  parameters: Record<string, unknown>;
}

export interface AnswerActions {
  callable: readonly CallableAction[];
  /**
   * Runs a lookup, or proposes a change to the visitor, and returns the text for the model. Whatever the
   * model wrote is answered: an unknown name, wrong arguments, a limit. It throws only the signal's reason.
   */
  call(name: string, argumentsText: string, signal: AbortSignal): Promise<string>;
}

export interface AnswerRequest {
  /** Oldest first, ending with the visitor's message to answer. */
  history: readonly Pick<Message, 'role' | 'content' | 'attachments' | 'resultOf'>[];
  /** The visitor's browser language (BCP 47), if known. */
  locale?: string;
  /** A fixed prefix, so that the provider can cache it. */
  instructions: string;
  assistantName: string;
  /**
   * `draft`: an agent reads the text first. It has no tool, no citations and no offer of an agent, and counts
   * as answered where it has text.
   */
  purpose?: 'draft';
  /** Default: the whole knowledge folder. */
  knowledge?: KnowledgeSource;
  /** The requested model or deployment; default: the server's own. */
  model?: string;
  /**
   * Default `when-unsure`. With `never` the assistant neither requests nor offers an agent; with `when-asked`
   * it does not offer one.
   */
  handoff?: HandoffRule;
  /** Absent if the assistant has no action for this visitor; an answer without a model cannot call any. */
  actions?: AnswerActions;
  /** An action is a button under the answer, which helps where nothing else is found. */
  offersAction?: boolean;
  /** Whether people answer now, if known, so that an absent person is never promised. */
  availability?: Availability | undefined;
}

/**
 * Takes a piece of a text in the event that brought it. It is never called with an empty piece, nor after an
 * abort, and must not throw.
 */
export type OnText = (piece: string) => void;

/** The usage of calls of the model. */
export type AnswerUsage = Pick<AnswerResult, 'usage' | 'model' | 'embeddingTokens'>;

/** Gets the usage of finished calls if another call follows them or the answer fails. It must not throw. */
export type OnUsage = (used: AnswerUsage) => void;

/**
 * Answers a visitor. The text is pushed to `onText` as it arrives; the result follows the last piece. Its
 * usage is what was used since the last `onUsed`, so that the tokens of all calls are known once. Failure
 * is `assistant-unavailable`, before the first piece or after any; `details.reason` is a code of a fixed list
 * (`timeout`, `rate-limited`, …). An abort throws the signal's reason.
 */
export interface Answerer {
  answer(request: AnswerRequest, signal: AbortSignal, onText: OnText, onUsed: OnUsage): Promise<AnswerResult>;
}

/** The sections of a knowledge source, in order. */
export type CitableSections = (source: KnowledgeSource) => Promise<readonly CitableSection[]>;

/** The folders that an assistant's knowledge can be limited to. */
export interface KnowledgeFolders {
  /** The paths of Markdown files in the knowledge folder that cannot be read, sorted. */
  unreadable(): Promise<string[]>;
  /** Paths below the knowledge folder, such as `shop/returns`, sorted. */
  list(): Promise<string[]>;
}
