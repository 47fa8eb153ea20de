import type { Telemetry } from './start-telemetry.ts'

/**
 * Sends what is queued before the process ends: at SIGTERM and SIGINT, and when nothing is left to do. If the app listens to the signal
 * itself, it decides when to end; otherwise the process ends by the signal, as in Node.
 *
 * @param deadlineMs How long an unresponsive Collector may delay the end.
 */
export function sendBeforeEnd(telemetry: Telemetry, deadlineMs = 5_000): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const isAppListening = process.listenerCount(signal) > 0
      if (isAppListening) void telemetry.flush(deadlineMs)
      else void telemetry.shutdown(deadlineMs).then(() => process.kill(process.pid, signal))
    })
  }
  process.once('beforeExit', () => void telemetry.shutdown(deadlineMs))
}
