import { render } from 'preact';
import { routeNow } from '../ui/route.ts';
import { followTranslation } from '../ui/translation.ts';
import { waitBriefly } from '../ui/wait-briefly.ts';
import { searchPath } from './addresses.ts';
import { App } from './app.tsx';
import { firstRequests } from './first-requests.ts';
import { preload } from '../ui/live.ts';
import { typedSearchOf } from './queries.ts';
import { measureSticky } from './sticky-height.ts';
import { preloadSearch } from './use-search.ts';

const root = document.getElementById('app');
if (root) {
  followTranslation(root);
  void open(root);
}

async function open(page: HTMLElement): Promise<void> {
  await waitBriefly(firstAnswers());
  // What is above the page is on it already: measured later, it would style the whole view twice.
  const above = page.querySelector<HTMLElement>('.above');
  if (above) measureSticky(above);
  const anonymousMode = page.querySelector('.admin-banner') !== null;
  page.replaceChildren();
  render(<App anonymousMode={anonymousMode} />, page);
}

/** Resolves when the answers that the head has asked for are there, or its requests have failed. */
async function firstAnswers(): Promise<void> {
  const route = routeNow();
  const text = typedSearchOf(route.query).trim();
  await Promise.all(
    firstRequests(route).map((path) => (path === searchPath(text) ? preloadSearch(text) : preload(path))),
  );
}
