import { render } from 'preact';
import { followTranslation } from '../ui/translation.ts';
import { App } from './app.tsx';
import { measureSticky } from './sticky-height.ts';

const root = document.getElementById('app');
if (root) {
  followTranslation(root);
  // The parts above the page are on it already: measured later, they would style the whole view twice.
  const above = root.querySelector<HTMLElement>('.above');
  if (above) measureSticky(above);
  const anonymousMode = root.querySelector('.admin-banner') !== null;
  root.replaceChildren();
  render(<App anonymousMode={anonymousMode} />, root);
}
