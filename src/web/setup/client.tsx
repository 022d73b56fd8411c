import { render } from 'preact';
import type { SignIn } from '../../access/records/agent-application.ts';
import { followTranslation } from '../ui/translation.ts';
import { App } from './app.tsx';

const root = document.getElementById('setup');
if (root) {
  const { origin = location.origin, signIn } = root.dataset;
  root.replaceChildren();
  followTranslation(root);
  render(
    <App origin={origin} signIn={signIn === undefined ? undefined : (JSON.parse(signIn) as SignIn)} />,
    root,
  );
}
