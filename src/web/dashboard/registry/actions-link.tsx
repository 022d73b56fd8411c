import { href } from '../../ui/router.ts';
import { Section } from '../parts/section.tsx';

/** A link to an assistant's actions. */
export function ActionsLink({ id }: { id: string }) {
  return (
    <Section id="actions-link" title="Actions">
      <p>An action looks something up at your own API, or changes it after the visitor has confirmed.</p>
      <div class="row">
        <a class="button" href={href(['settings', 'assistants', id, 'actions'])}>
          Open actions
        </a>
      </div>
    </Section>
  );
}
