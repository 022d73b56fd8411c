import { loose, text } from '../second-file/first-file-parts.ts';

/**
 * The state of a proposal, as the service names it. It is read by a text, since the build shortens the
 * property `state` of the widget's own objects.
 */
export const stateOf = (proposal: unknown): string =>
  text(new Map(Object.entries(loose(proposal))).get('state'));
