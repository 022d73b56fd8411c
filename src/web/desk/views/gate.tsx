import type { ComponentChildren } from 'preact';

interface GateProps {
  busy?: boolean;
  problem?: string | undefined;
  children?: ComponentChildren;
}

/** Shown instead of the desk before sign-in. */
export function Gate({ busy = false, problem, children }: GateProps) {
  return (
    <main class="gate" aria-busy={busy}>
      <div class="gate-card">
        <h1>Agent desk</h1>
        {problem !== undefined && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        {children}
      </div>
    </main>
  );
}
