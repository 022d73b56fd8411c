import type { CannedVariable } from '../../../domain/canned-variables.ts';

/** The variables of canned replies, in words. */
const NAMES: Record<CannedVariable, string> = {
  'visitor.name': 'the visitor’s name',
  'agent.name': 'your name',
  'business.hours': 'business hours',
};

/** Variables as a list in words. */
export const variableNames = (variables: readonly CannedVariable[]): string =>
  new Intl.ListFormat('en').format(variables.map((variable) => NAMES[variable]));
