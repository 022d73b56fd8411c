import type { ComponentType } from 'preact';
import { Dialog } from './dialog.tsx';
import { lazyPart } from './lazy-part.ts';
import { ErrorNotice } from './notice.tsx';
import { useLoaded } from './use-loaded.ts';

interface LazyComponent<Props> {
  Component: ComponentType<Props>;
  /** Loads the code in advance. A failure is shown when the component is rendered. */
  preload: () => void;
}

/**
 * Code splitting: a component whose code is loaded on first render. It renders nothing while loading, and
 * shows a failure in its place.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const { useCode, preload } = lazyCode(load);
  const Component = (props: Props) => {
    const { Code, problem } = useCode();
    return Code ? <Code {...props} /> : <ErrorNotice sentence={problem} />;
  };
  return { Component, preload };
}

/** Like `lazyComponent`, for a dialog. A failure is shown in a dialog. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const { useCode, preload } = lazyCode(load);
  const Component = (props: Props) => {
    const { Code, problem } = useCode();
    if (Code) return <Code {...props} />;
    if (problem === undefined) return null;
    return (
      <Dialog title="Not loaded" onClose={props.onClose}>
        <ErrorNotice sentence={problem} />
      </Dialog>
    );
  };
  return { Component, preload };
}

/** The code of a component, loaded on first use or by `preload`. */
export function lazyCode<Props>(load: () => Promise<ComponentType<Props>>) {
  /** Kept from the first load, so that later renders are synchronous. */
  let loaded: ComponentType<Props> | undefined;
  const keep = (code: ComponentType<Props>) => (loaded = code);
  return {
    useCode() {
      const { problem } = useLoaded(async () => loaded ?? keep(await lazyPart(load)));
      return { Code: loaded, problem };
    },
    preload() {
      // A module that failed to load fails again when it is used (HTML Living Standard, module map).
      load().then(keep, () => undefined);
    },
  };
}
