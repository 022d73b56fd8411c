import { AppError, type ErrorCode } from '../../src/core/errors.ts';

/** The code of the AppError with which a promise rejects. Any other outcome fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<ErrorCode> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  throw new Error('It was not refused.');
}

/** The response to a refused call, for `toMatchObject`. */
export const refusedWith = (status: number, error: ErrorCode) => ({ status, body: { error } });
