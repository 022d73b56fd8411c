import { AppError, DEFAULT_RETRY_AFTER_SECONDS, STATUS_OF, type ErrorCode } from '../domain/errors.ts';
import { json, type HttpReply } from './request.ts';

/** An error as a JSON response, with its sentence. */
export interface ErrorReply {
  reply: HttpReply;
  code: ErrorCode;
  sentence: string;
}

/** Maps everything that is thrown to a response. Anything but an AppError is a bug and reveals nothing. */
export function errorReply(error: unknown): ErrorReply {
  const { code, details, message } = error instanceof AppError ? error : new AppError('internal-error');
  const { reason: _internal, ...shown } = details;
  const status = STATUS_OF[code];
  const retryAfter =
    details.retryAfterSeconds ??
    (status === 503 && code !== 'misconfigured' ? DEFAULT_RETRY_AFTER_SECONDS : undefined);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  return { reply: json(status, { error: code, message, ...shown }, headers), code, sentence: message };
}

/** The body of a stream's `error` event: the same code and sentence as the JSON error. */
export function errorEvent(error: unknown): { error: ErrorCode; message: string } {
  const { code, message } = error instanceof AppError ? error : new AppError('internal-error');
  return { error: code, message };
}
