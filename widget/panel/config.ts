import type { PostToPage } from '../frame/embedder.ts';
import { safeLink } from '../safe-link.ts';
import { shortText, type Options } from '../stub/config.ts';

/** The options of the panel, from the script tag or of a registered widget. */
export interface Config {
  /** The base URL of the service's endpoints, with a slash at the end. */
  base: string;
  title: string;
  /** Empty: the default greeting in the visitor's language. */
  greeting: string;
  suggestions: readonly string[];
  /** Empty: no link. */
  privacyUrl: string;
  /** Whether visitors can send files. */
  files: boolean;
  /** The id of a registered widget. */
  id?: string;
  /** Posts a message to the page around a registered widget's frame. */
  tell?: PostToPage;
  /** Of a registered widget: the page has room for a wider panel. */
  room?: boolean;
  /** A signed-in visitor's name and verified address, which no form asks for. */
  known?: { name: string; email: string };
  /** The token of an e-mail's link that led to this page, until it is exchanged. */
  link?: string | undefined;
}

/** Reads the panel's options from those of the script tag. Invalid values are ignored. */
export const readPanelOptions = (data: Options) => {
  const { greeting, suggestions = '', privacyUrl = '', attachments } = data;
  return {
    greeting: shortText(greeting),
    suggestions: suggestions.split('|').map(shortText).filter(Boolean).slice(0, 3),
    privacyUrl: safeLink(privacyUrl) ?? '',
    files: attachments === 'true',
  };
};
