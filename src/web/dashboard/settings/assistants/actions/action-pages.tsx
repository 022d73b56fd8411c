import { ActionView } from './action-editor.tsx';
import { ActionList } from './action-list.tsx';
import { FromOpenApi } from './from-openapi.tsx';

interface ActionPagesProps {
  assistantId: string;
  /** `openapi`, `new` or an action's id; undefined for the list. */
  page: string | undefined;
}

/** The pages for an assistant's actions. */
export function ActionPages({ assistantId, page }: ActionPagesProps) {
  if (page === undefined) return <ActionList assistantId={assistantId} />;
  if (page === 'openapi') return <FromOpenApi assistantId={assistantId} />;
  return <ActionView key={page} assistantId={assistantId} actionId={page} />;
}
