import type { TelemetryClient } from 'applicationinsights';
import type { TelemetryEvent } from '../../ports.ts';

/**
 * Maps an event to Application Insights: replies to requests, calls to dependencies, others to custom events.
 */
export function trackEvent(client: TelemetryClient, event: TelemetryEvent, at: Date): void {
  switch (event.type) {
    case 'request': {
      const { endpoint, method, status, durationMs, requestId, error } = event;
      client.trackRequest({
        name: `${method} ${endpoint}`,
        // Only the route is recorded; the requested URL is unknown here.
        url: '',
        time: startedAt(at, durationMs),
        duration: durationMs,
        resultCode: String(status),
        success: status < 500,
        properties: {
          // Shown as the result of the request.
          'http.method': method,
          'http.route': endpoint,
          requestId,
          ...(error !== undefined && { error }),
        },
      });
      return;
    }
    case 'dependency': {
      const { durationMs, ok, code, charge } = event;
      const call = dependencyOf(event);
      client.trackDependency({
        name: call,
        dependencyTypeName: 'HTTP',
        target: call.split('.')[0] ?? call,
        data: '',
        time: startedAt(at, durationMs),
        duration: durationMs,
        resultCode: code ?? (ok ? '0' : '1'),
        success: ok,
        properties: {
          // Required by the SDK, which otherwise drops target and result. The actual method is unknown here.
          'http.method': '_OTHER',
          ...(charge !== undefined && { requestCharge: String(charge) }),
        },
      });
      return;
    }
    default: {
      const { type, ...fields } = event;
      const properties: Record<string, string> = {};
      const measurements: Record<string, number> = {};
      for (const [key, value] of Object.entries(fields)) {
        if (typeof value === 'number') measurements[key] = value;
        else properties[key] = typeof value === 'string' ? value : JSON.stringify(value);
      }
      client.trackEvent({ name: type, time: at, properties, measurements });
    }
  }
}

function startedAt(ended: Date, durationMs: number): Date {
  return new Date(ended.getTime() - durationMs);
}

/** The name of a dependency call, from a fixed list: component and operation. */
function dependencyOf(event: Extract<TelemetryEvent, { type: 'dependency' }>): string {
  return event.name;
}
