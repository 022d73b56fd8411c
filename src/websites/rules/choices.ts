import type { StoredWebsiteSource, WebsitePage } from '../records/website-source.ts';
import { isChosenLanguage } from './languages.ts';
import { isChosen } from './page-rules.ts';
import type { SkipReason } from './skip-reasons.ts';

/** The choices of an admin that also hold for pages that are already read. */
export type Choices = Pick<
  StoredWebsiteSource,
  'rules' | 'languages' | 'subdomains' | 'files' | 'address' | 'startUrl'
>;

/** Why a page is left out by rules, hosts, kinds or languages that an admin chose; undefined if it is not. */
export function choiceAgainst(page: WebsitePage, choices: Choices): SkipReason | undefined {
  const { rules, languages, subdomains, files, address, startUrl = address } = choices;
  if (!isChosen(page.url, rules)) return 'not-chosen';
  if (!files && page.isFile === true) return 'file';
  if (!subdomains && new URL(page.url).host !== new URL(startUrl).host) return 'not-chosen';
  return isChosenLanguage(page.language, languages) ? undefined : 'language';
}
