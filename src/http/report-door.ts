import { AppError } from '../domain/errors.ts';
import type { ReportSender } from '../ports.ts';
import type { ControlPlaneServices } from '../services/reports/control-plane.ts';
import { bearerOf } from './bearer.ts';
import type { HttpRequest } from './request.ts';

/**
 * Authenticates a report: by the token of the managed identity that sends it, where an issuer is configured.
 */
export async function admitReport(
  request: HttpRequest,
  { reportSenders }: ControlPlaneServices,
): Promise<{ caller: { sender: ReportSender | undefined } }> {
  if (!reportSenders) return { caller: { sender: undefined } };
  const token = bearerOf(request);
  if (token === undefined) throw new AppError('unauthorized');
  return { caller: { sender: await reportSenders.verify(token) } };
}
