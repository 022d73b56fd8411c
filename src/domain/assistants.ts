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
  handover: Handover;
  createdAt: string;
  updatedAt: string;
}

/** The AI agent that the settings describe. It is always there, and the global default unless another one is chosen. */
export const BUILT_IN_ASSISTANT = 'default';
