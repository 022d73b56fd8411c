import type { ShownSettings } from '../../../domain/records/shown-settings.ts';

/** The link to the setup of Teams. */
export function Teams({ identity }: { identity: ShownSettings['identity'] }) {
  return (
    <>
      <p>
        {identity === 'entra'
          ? 'The setup wizard checks each step and creates the app package for your team.'
          : 'The setup wizard shows which steps are left.'}
      </p>
      <div class="row">
        <a class="button primary" href="/api/collab-setup">
          Open setup
        </a>
        <a class="button" href="/api/collab-tab">
          Open agent desk
        </a>
      </div>
    </>
  );
}
