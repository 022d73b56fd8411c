import { AppError, DEFAULT_RETRY_AFTER_SECONDS, type ErrorCode, STATUS_OF } from '../core/errors.ts';
import { type HttpReply, json } from './request.ts';

/**
 * Maps a thrown value to a response. Anything other than an AppError is a bug and becomes `internal-error`.
 * `fields`: further fields of the body.
 */
export function errorReply(error: unknown, fields: object = {}): { reply: HttpReply; code: ErrorCode } {
  const { code, details, message } = error instanceof AppError ? error : new AppError('internal-error');
  const { reason: _internal, ...shown } = details;
  const status = STATUS_OF[code];
  const retryAfter =
    details.retryAfterSeconds ??
    (status === 503 && code !== 'misconfigured' ? DEFAULT_RETRY_AFTER_SECONDS : undefined);
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  const reply = { ...json(status, { ...fields, error: code, message, ...shown }, headers), error: code };
  return { reply, code };
}

/** The body of a stream's `error` event: the same code and sentence as the JSON error. */
export function errorEvent(error: unknown): { error: ErrorCode; message: string } {
  const { code, message } = error instanceof AppError ? error : new AppError('internal-error');
  return { error: code, message };
}

/** The telemetry event of a bug: the error's class, code and stack location, never its message. */
export function bug(thrown: unknown, requestId: string, endpointName: string) {
  const frames =
    thrown instanceof Error ? (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return {
    type: 'bug',
    requestId,
    endpoint: endpointName,
    errorName: thrown instanceof Error ? thrown.constructor.name : typeof thrown,
    ...codeOf(thrown),
    frames: frames.slice(0, 8).map((line) => line.trim()),
  } as const;
}

/** The error's code, such as `ERR_MODULE_NOT_FOUND`; free text is left out. */
function codeOf(thrown: unknown): { code?: string } {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') return {};
  return /^[A-Za-z][A-Za-z_-]{1,63}$/.test(thrown.code) ? { code: thrown.code } : {};
}
