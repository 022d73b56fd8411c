import type { Assistant, AssistantChange } from '../../../../assistants/wire/assistants.ts';
import type { ModelPrices } from '../../../../assistants/records/assistant.ts';
import type { SavedState } from '../../parts/draft.ts';

/** Prices as text; empty if there is no price. */
export type TypedPrices = Record<keyof ModelPrices, string>;

const NO_PRICES: TypedPrices = { input: '', cachedInput: '', cacheWrite: '', output: '' };

/** The form values of an assistant. */
export type AssistantDraft = Omit<AssistantChange, 'prices'> & { prices: TypedPrices };

export const BLANK_ASSISTANT: SavedState<AssistantDraft> = {
  edit: {
    name: '',
    instructions: '',
    greeting: '',
    knowledge: { kind: 'documents' },
    prices: NO_PRICES,
    handoff: 'when-unsure',
    isDefault: false,
  },
};

/** The form values of a stored assistant. */
export function savedAssistant(assistant: Assistant): SavedState<AssistantDraft> {
  const { name, instructions, greeting, knowledge, model, prices = {}, handoff, isDefault, etag } = assistant;
  const typed = Object.fromEntries(Object.entries(prices).map(([price, value]) => [price, String(value)]));
  return {
    edit: {
      ...{ name, instructions, greeting, knowledge, model, handoff, isDefault },
      prices: { ...NO_PRICES, ...typed },
    },
    etag,
  };
}

const DECIMAL = /^-?(\d+(\.\d*)?|\.\d+)(e-?\d+)?$/;

/**
 * The request body. Text that is not a number is sent unchanged, so that the service refuses it with the
 * field's name.
 */
export function assistantRequest({ prices, ...edit }: AssistantDraft): object {
  const given = Object.entries(prices).flatMap(([price, typed]) => {
    const text = typed.trim();
    return text === '' ? [] : [[price, DECIMAL.test(text) ? Number(text) : text] as const];
  });
  if (edit.model === undefined || given.length === 0) return edit;
  return { ...edit, prices: Object.fromEntries(given) };
}
