/** The telemetry of a bug: the error's class and where it was thrown, never its text. */
export function bug(thrown: unknown, requestId: string, endpointName: string) {
  const frames =
    thrown instanceof Error ? (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return {
    type: 'bug',
    requestId,
    endpoint: endpointName,
    errorName: thrown instanceof Error ? thrown.constructor.name : typeof thrown,
    frames: frames.slice(0, 8).map((line) => line.trim()),
  } as const;
}
