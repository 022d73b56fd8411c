import { render } from 'preact';
import { followTranslation } from '../ui/translation.ts';
import { App } from './app.tsx';
import { measureSticky } from './sticky-height.ts';

const root = document.getElementById('app');
if (root) {
  followTranslation(root);
  // Measured before the first render, because a later measurement would style the whole view again.
  const above = root.querySelector<HTMLElement>('.above');
  if (above) measureSticky(above);
  const anonymousMode = root.querySelector('.admin-banner') !== null;
  root.replaceChildren();
  render(<App anonymousMode={anonymousMode} />, root);
}
