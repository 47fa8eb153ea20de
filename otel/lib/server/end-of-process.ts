import type { Telemetry } from './start-telemetry.ts'

/**
 * Sends what is queued before the process ends: at SIGTERM and SIGINT, and when nothing is left to do. If the app listens to the signal itself, it
 * decides when to end; otherwise the process ends by the signal, as Node would end it.
 *
 * @param deadlineMs For how long in all an unavailable Collector may delay the end.
 */
export function sendBeforeEnd(telemetry: Pick<Telemetry, 'flush' | 'shutdown'>, deadlineMs = 5_000): void {
  let leftMs = deadlineMs
  const within = async (send: (deadlineMs: number) => Promise<void>) => {
    const startMs = performance.now()
    await send(leftMs)
    leftMs = Math.max(0, leftMs - (performance.now() - startMs))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const isAppListening = process.listenerCount(signal) > 0
      if (isAppListening) void within(telemetry.flush)
      else void within(telemetry.shutdown).then(() => process.kill(process.pid, signal))
    })
  }
  process.once('beforeExit', () => void within(telemetry.shutdown))
}
