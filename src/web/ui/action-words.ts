import type { ActionReason, TriedAction } from '../../conversations/records/tried-action.ts';

/** Texts for the reasons why an action was refused or failed. */
export const REASON_WORDS: Record<ActionReason, string> = {
  status: 'The API answered with an error.',
  timeout: 'The API did not answer within 5 seconds.',
  'too-long': 'The answer is longer than 64 KB.',
  'not-json': 'The answer is not JSON.',
  redirect: 'The API answered with a redirect, which is not followed.',
  'address-refused': 'The host has an internal address that is not allowed.',
  connection: 'The API could not be reached.',
  'secrets-unavailable': 'A secret header could not be read from the vault.',
  'circuit-open': 'Calls to this host are paused after several failures.',
  limit: 'The limit of actions was reached.',
  'not-found': 'The action does not exist or is switched off.',
  'not-verified': 'The visitor is not verified.',
  'wrong-values': 'The values do not fit the parameters.',
  changed: 'The action was changed after it was proposed.',
  expired: 'The proposal expired.',
};

const OUTCOMES: Record<TriedAction['outcome'], string> = {
  answered: 'Answered',
  refused: 'Refused',
  failed: 'Failed',
};

/** The outcome of an action with its HTTP status and duration: `Answered · 200 · 134 ms`. */
export const outcomeText = ({ outcome, status, durationMs }: TriedAction): string =>
  [OUTCOMES[outcome], status, `${durationMs} ms`].filter((part) => part !== undefined).join(' · ');
