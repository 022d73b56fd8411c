import { buildFrame, buildLoader, buildWidget } from '../../../widget/build.ts';

const built = new Map<unknown, Promise<string>>();

/** A script, bundled once for each test file. */
function codeOf(build: () => Promise<{ code: string }>): Promise<string> {
  const code = built.get(build) ?? build().then(({ code }) => code);
  built.set(build, code);
  return code;
}

/** The widget as pages load it. */
export const widgetCode = () => codeOf(buildWidget);

/** The function that the service calls with what a registered widget shows. */
export const loaderCode = () => codeOf(buildLoader);

/** The script of the page in its frame. */
export const frameCode = () => codeOf(buildFrame);
