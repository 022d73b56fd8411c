import { render } from 'preact';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root) {
  const anonymousMode = root.querySelector('.admin-banner') !== null;
  root.replaceChildren();
  render(<App anonymousMode={anonymousMode} />, root);
}
