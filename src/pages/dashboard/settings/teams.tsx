import type { ShownSettings } from '../../../wire/admin.ts';

/** The way to the set-up of Teams, where colleagues take over conversations. */
export function Teams({ identity }: { identity: ShownSettings['identity'] }) {
  return (
    <>
      <p>
        Your colleagues answer from Teams, with the accounts they have already.{' '}
        {identity === 'entra'
          ? 'The set-up checks each step and ends with the app package for your team.'
          : 'The set-up shows what is missing, step by step.'}
      </p>
      <div class="row">
        <a class="button" href="/api/collab-setup">
          Set up Teams
        </a>
      </div>
    </>
  );
}
