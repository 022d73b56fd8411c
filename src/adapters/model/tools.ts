import * as z from 'zod/mini';
import type { HandoffRule } from '../../assistants/rules/assistants.ts';
import type { AnswerActions, ModelTool, ModelToolCall } from '../../ports.ts';
import { jsonIn } from './fields.ts';

/** The tool by which the model requests an agent. */
export const REQUEST_HUMAN = 'request_human';
/** The tool by which the model searches the documents. */
export const SEARCH_DOCUMENTS = 'search_documents';

/** The most searches of one answer. */
export const MAX_SEARCHES = 3;
/** The longest reason, in code points. Agents see it as a note. */
const MAX_REASON_LENGTH = 200;
/** The longest query, in code points. */
const MAX_QUERY_LENGTH = 400;

/**
 * The tool for requesting an agent: if the visitor asks for one or, depending on `handoff`, if the model
 * cannot help.
 */
export function requestHumanTool(handoff: HandoffRule = 'when-unsure'): ModelTool {
  const when =
    handoff === 'when-unsure'
      ? 'when the visitor wants a person, or when you cannot help with something that matters to them'
      : 'only when the visitor wants a person';
  return {
    name: REQUEST_HUMAN,
    description: `Asks a person of the team to join this conversation. Call it ${when}.`,
    parameters: {
      type: 'object',
      properties: {
        reason: { type: 'string', description: 'What it is about, for the team, in a few words.' },
      },
      required: [],
    },
  };
}

export const SEARCH_TOOL: ModelTool = {
  name: SEARCH_DOCUMENTS,
  description: `Searches all documents of the business. Call it first unless a document that you have plainly holds the answer, with the words that a document about it would use, in the language of the documents; at most ${MAX_SEARCHES} times.`,
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'A few words that say what to look for.' } },
    required: ['query'],
  },
};

/** The business's actions as tools. They cannot replace the service's own tools. */
export function actionTools({ callable }: AnswerActions): ModelTool[] {
  return callable
    .filter(({ name }) => name !== REQUEST_HUMAN && name !== SEARCH_DOCUMENTS)
    .map(({ name, purpose, parameters }) => ({ name, description: purpose, parameters }));
}

// The model writes the arguments, so they are not trusted.
const Reason = z.object({ reason: z.string() });
const Query = z.object({ query: z.string() });

/** The first valid reason in calls of the tool; undefined if the tool was not called. */
export function requestHumanIn(calls: readonly ModelToolCall[]): { reason?: string } | undefined {
  const own = calls.filter(({ name }) => name === REQUEST_HUMAN);
  if (own.length === 0) return undefined;
  const reason = own.map((call) => reasonIn(call.arguments)).find((text) => text !== undefined);
  return reason === undefined ? {} : { reason };
}

/** The query of a search call; undefined if the arguments contain no query. */
export function queryIn(argumentsText: string): string | undefined {
  const { data } = z.safeParse(Query, jsonIn(argumentsText));
  return data && truncate(data.query, MAX_QUERY_LENGTH);
}

function reasonIn(argumentsText: string): string | undefined {
  const { data } = z.safeParse(Reason, jsonIn(argumentsText));
  return data && truncate(data.reason, MAX_REASON_LENGTH);
}

function truncate(text: string, limit: number): string | undefined {
  return Array.from(text.toWellFormed().trim()).slice(0, limit).join('') || undefined;
}
