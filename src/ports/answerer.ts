import type { AnswerResult } from '../conversations/rules/answer-result.ts';
import type { HandoffRule } from '../assistants/rules/assistants.ts';
import type { Availability } from '../chat/rules/availability.ts';
import type { CitableSection } from '../knowledge/rules/cited-passage.ts';
import type { Message } from '../conversations/records/message.ts';

export type { AnswerResult };

/**
 * The source of answers: a folder below the knowledge folder (`''` is all of it) with its added documents, or
 * only documents.
 */
export type KnowledgeSource = { kind: 'folder'; folder: string; added?: StoredDocuments } | StoredDocuments;

/** Documents are loaded only if the index for `key` is not in memory; the key changes with the documents. */
export interface StoredDocuments {
  kind: 'documents';
  key: string;
  /**
   * Groups the versions of one knowledge source: the index of an earlier version is used until the index of
   * the requested one is built. Absent: only the requested version is used.
   */
  series?: string;
  /**
   * `onReplaced` is called if the documents of `key` were replaced and deleted, and newer ones are returned.
   * They must not be kept under this key, which can become that of the documents again.
   */
  documents(onReplaced?: () => void): Promise<readonly KnowledgeDocument[]>;
}

export interface KnowledgeDocument {
  /** A file name. */
  name: string;
  markdown: string;
}

/** An action of the business that a model may call in an answer. */
interface CallableAction {
  /** The name of its tool. */
  name: string;
  purpose: string;
  /** A JSON schema of its arguments. */
  parameters: Record<string, unknown>;
}

export interface AnswerActions {
  callable: readonly CallableAction[];
  /**
   * Runs a lookup, or proposes a change to the visitor, and returns the text for the model. An unknown name,
   * wrong arguments and an exceeded limit are returned as texts, too. It throws only the signal's reason.
   */
  call(name: string, argumentsText: string, signal: AbortSignal): Promise<string>;
}

export interface AnswerRequest {
  /** Oldest first, ending with the visitor's message to answer. */
  history: readonly Pick<Message, 'role' | 'content' | 'attachments' | 'resultOf'>[];
  /** The visitor's browser language (BCP 47), if known. */
  locale?: string;
  /** The date in the business's time zone (`YYYY-MM-DD`). A model gets the date in UTC without it. */
  today?: string;
  /** A fixed prefix, so that the provider can cache it. */
  instructions: string;
  assistantName: string;
  /**
   * `draft`: an agent reads the text first. A draft has no tools, no citations and no offer of an agent; any
   * text is an answer.
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
  /** An action is offered as a button under the answer, also if no knowledge is found. */
  offersAction?: boolean;
  /** Whether agents answer now. Undefined if unknown: then the answer promises no agent. */
  availability?: Availability | undefined;
}

/**
 * Receives each piece of a text in the event in which it arrives. It is never called with an empty piece or
 * after an abort, and must not throw.
 */
export type OnText = (piece: string) => void;

export type AnswerUsage = Pick<AnswerResult, 'usage' | 'model' | 'embeddingTokens'>;

/** Gets the usage of finished calls if another call follows them or the answer fails. It must not throw. */
type OnUsage = (used: AnswerUsage) => void;

/**
 * Answers a visitor. The text is pushed to `onText` as it arrives; the result follows the last piece. The
 * usage in the result counts only the calls after the last `onUsed`. Failure is `assistant-unavailable`,
 * before the first piece or after any; `details.reason` is a code of a fixed list (`timeout`, `rate-limited`,
 * …). An abort throws the signal's reason.
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
