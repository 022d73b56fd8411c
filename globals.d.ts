import type { EndpointDeclaration } from './src/hosts/azure.ts';
import type { Timer } from './src/http/timer.ts';

declare global {
  /** The version in package.json, inserted by the build. */
  const __VERSION__: string;

  /**
   * The path of the widget's release below the service's endpoints, inserted by its build: `widget/` and the
   * version, with a slash at the end.
   */
  const WIDGET_RELEASE: string;

  /**
   * What the entries register; the build collects it from `functions/`, so that an entry need not load the
   * endpoints.
   */
  const __PLACES__: {
    runtime: EndpointDeclaration[];
    timers: Pick<Timer, 'name' | 'everyMinutes'>[];
    controlPlane: EndpointDeclaration[];
  };
}
