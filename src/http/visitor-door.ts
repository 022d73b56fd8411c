import type { WidgetVisitor } from '../domain/widgets.ts';
import type { Services } from '../services/services.ts';
import { bearerOf } from './bearer.ts';
import type { HttpRequest } from './request.ts';

/** The gate of the visitor surface: the plain chat comes without a token, a registered widget's visitor with theirs. */
export async function admitVisitor(
  request: HttpRequest,
  services: Services,
): Promise<{ caller: { pass: WidgetVisitor | undefined } }> {
  const token = bearerOf(request);
  return { caller: { pass: token === undefined ? undefined : await services.widgetDoor.admit(token) } };
}
