import type { CannedVariable } from '../../../domain/canned-variables.ts';

/** Labels of the variables of canned replies. */
const NAMES: Record<CannedVariable, string> = {
  'visitor.name': 'the visitor’s name',
  'agent.name': 'your name',
  'business.hours': 'business hours',
};

/** Variables as a list for a sentence. */
export const variableNames = (variables: readonly CannedVariable[]): string =>
  new Intl.ListFormat('en').format(variables.map((variable) => NAMES[variable]));
