import type { Telemetry } from './start-telemetry.ts'

/**
 * Sends what is queued before the process ends: at SIGTERM and SIGINT, and when nothing is left to do. Where the app listens to the signal
 * itself, it decides when to end; else the process ends by the signal, as Node would end it.
 *
 * @param deadlineMs How long a Collector that does not answer may keep the process.
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
