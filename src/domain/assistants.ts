import type { Prices } from './cost.ts';

/** When an assistant hands a conversation off to an agent. */
export const HANDOVERS = ['never', 'when-asked', 'when-unsure'] as const;
export type Handover = (typeof HANDOVERS)[number];

/** Where an assistant finds answers: a folder of the deployment, or documents that an admin uploaded. */
export type KnowledgeChoice = { kind: 'folder'; folder: string } | { kind: 'documents' };

/** An assistant: its name, instructions and knowledge. */
export interface AssistantProfile {
  id: string;
  name: string;
  instructions: string;
  /** The first message of the chat; empty for the widget's default. */
  greeting: string;
  /** `folder: ''` is the whole knowledge folder. */
  knowledge: KnowledgeChoice;
  /** A deployment of the connected model service; default: the service's own. */
  model?: string | undefined;
  /** Prices of the named model; the table of known models fills in the missing ones. */
  prices?: Partial<Prices> | undefined;
  handover: Handover;
  createdAt: string;
  updatedAt: string;
}

/** The fields of an assistant that admins edit. */
export type AssistantEdit = Omit<AssistantProfile, 'id' | 'createdAt' | 'updatedAt'>;

/** The maximum number of documents per assistant; their index is in memory. */
export const MAX_DOCUMENTS = 50;

const FOLDER = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}(\/[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}){0,5}$/u;

/** Whether a folder below the knowledge folder can be chosen; hidden folders and folders outside cannot. */
export function isKnowledgeFolder(folder: string): boolean {
  return folder === '' || FOLDER.test(folder);
}

/**
 * The assistant of the settings. It always exists, and is the global default unless another one is chosen.
 */
export const BUILT_IN_ASSISTANT = 'default';
