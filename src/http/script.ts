import { AppError } from '../domain/errors.ts';
import type { Asset, Assets } from '../ports.ts';

/**
 * Characters that may end a script or a line of it, even inside a string (ECMA-262 §12.3; HTML, script data
 * state).
 */
const UNSAFE = /[<\u2028\u2029]/g;

/** JSON that is safe inside a script and a `script` element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A script that calls a built file, which is one function, with a value. */
export async function appliedScript(assets: Assets, path: string, value: unknown): Promise<Asset> {
  const built = await assets.read(path);
  if (!built) throw new AppError('not-found');
  return await assets.make(`(${Buffer.from(built.bytes).toString()})(${scriptJson(value)});`);
}
