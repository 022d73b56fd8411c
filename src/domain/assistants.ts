import type { Prices } from './cost.ts';

/** When an AI agent hands a conversation over to a person. */
export const HANDOVERS = ['never', 'when-asked', 'when-unsure'] as const;
export type Handover = (typeof HANDOVERS)[number];

/** Where an AI agent looks answers up: a folder of the deployment's own, or documents that an admin has uploaded. */
export type KnowledgeChoice = { kind: 'folder'; folder: string } | { kind: 'documents' };

/** An AI agent: who answers, how, and from what. */
export interface AssistantProfile {
  id: string;
  name: string;
  instructions: string;
  /** What the chat opens with; empty for the widget's own words. */
  greeting: string;
  /** `folder: ''` is the whole knowledge folder. */
  knowledge: KnowledgeChoice;
  /** A deployment of the connected model service; without one, the deployment's own. */
  model?: string | undefined;
  /** What the named model costs; the table of known models fills in what is not given. */
  prices?: Partial<Prices> | undefined;
  handover: Handover;
  createdAt: string;
  updatedAt: string;
}

/** What an admin chooses of an AI agent. */
export type AssistantEdit = Omit<AssistantProfile, 'id' | 'createdAt' | 'updatedAt'>;

/** So many documents an AI agent has at most; all of them together are one index in memory. */
export const MAX_DOCUMENTS = 50;

const FOLDER = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}(\/[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}){0,5}$/u;

/** Whether a folder below the knowledge folder can be chosen; hidden ones cannot, nor any outside of it. */
export function isKnowledgeFolder(folder: string): boolean {
  return folder === '' || FOLDER.test(folder);
}

/** The AI agent that the settings describe. It is always there, and the global default unless another one is chosen. */
export const BUILT_IN_ASSISTANT = 'default';
