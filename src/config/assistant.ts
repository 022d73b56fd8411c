import * as z from 'zod/mini';
import { MODEL_NAMES } from './model.ts';
import { integer } from './values.ts';
import { promptTokensFor } from '../spending/rules/models.ts';

const DEFAULT_INSTRUCTIONS =
  'You are the assistant of this website. Answer briefly and kindly, in the language of the visitor, and only from what you were given. ' +
  'Where you do not know, say so and offer a person.';

/** The first assistant, and the limits of all. */
export const assistant = z.pipe(
  z.object({
    ...MODEL_NAMES,
    ASSISTANT_NAME: z._default(z.string().check(z.maxLength(60, 'at most 60 characters')), 'Assistant'),
    ASSISTANT_INSTRUCTIONS: z._default(z.string().check(z.maxLength(20_000)), DEFAULT_INSTRUCTIONS),
    KNOWLEDGE_DIR: z._default(z.string(), ''),
    KNOWLEDGE_PROMPT_TOKENS: z.optional(integer(0, 200_000)),
    DAILY_TOKEN_BUDGET: z._default(integer(0, 100_000_000_000), 0),
  }),
  z.transform((settings) => ({
    assistant: {
      name: settings.ASSISTANT_NAME,
      instructions: settings.ASSISTANT_INSTRUCTIONS,
      knowledgeDir: settings.KNOWLEDGE_DIR,
      /** Knowledge of up to this many estimated tokens goes whole into every prompt. */
      wholeKnowledgeTokens:
        settings.KNOWLEDGE_PROMPT_TOKENS ??
        promptTokensFor(settings.AZURE_OPENAI_DEPLOYMENT ?? settings.OPENAI_MODEL),
      dailyTokenBudget: settings.DAILY_TOKEN_BUDGET,
    },
  })),
);
