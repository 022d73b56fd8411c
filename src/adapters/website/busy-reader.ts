import { AppError, type ErrorCode } from '../../core/errors.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import type { Clock } from '../../ports.ts';

const REASONS: Partial<Record<ErrorCode, SkipReason>> = {
  'file-too-large': 'too-large',
  'file-text-too-long': 'too-large',
  'file-too-many-pages': 'too-large',
  'file-without-text': 'empty',
  'file-type-unsupported': 'wrong-type',
  'file-encrypted': 'unreadable',
  'file-damaged': 'unreadable',
  'file-encoding-unknown': 'unreadable',
  'file-too-complex': 'unreadable',
};

/** The reason for leaving out what the document reader refused; undefined for other errors. */
export function unreadableReason(error: unknown): SkipReason | undefined {
  return error instanceof AppError ? REASONS[error.code] : undefined;
}

/** How often a busy reader is asked again. */
const MAX_TRIES = 10;

/** Reads a file; while the document reader is busy, it is asked again. */
export async function retryWhileBusy<T>(
  clock: Clock,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate-limited' || tries === MAX_TRIES) throw error;
      await clock.sleep((error.details.retryAfterSeconds ?? 1) * 1_000, signal);
      signal.throwIfAborted();
    }
  }
}
