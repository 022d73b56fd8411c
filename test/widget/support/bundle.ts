import { buildWidget } from '../../../widget/build.ts';

let built: Promise<string> | undefined;

/** The widget as pages load it, bundled once for each test file. */
export function widgetCode(): Promise<string> {
  built ??= buildWidget().then(({ code }) => code);
  return built;
}
