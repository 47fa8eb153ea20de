/** A clock that moves only when nothing else is to be done: hours pass in milliseconds. */
export interface VirtualTime {
  nowMs(): number
  wait(ms: number): Promise<void>
  /** Lets everything happen that is due before `untilMs`. */
  runUntil(untilMs: number): Promise<void>
}

export function createVirtualTime(startMs = 0): VirtualTime {
  let nowMs = startMs
  let waiting: { readonly atMs: number; readonly go: () => void }[] = []
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    nowMs: () => nowMs,
    wait: ms =>
      new Promise(go => {
        waiting.push({ atMs: nowMs + Math.max(0, Math.round(ms)), go })
      }),
    async runUntil(untilMs) {
      for (;;) {
        await settle()
        const next = waiting.reduce<(typeof waiting)[number] | undefined>(
          (first, each) => (first === undefined || each.atMs < first.atMs ? each : first),
          undefined,
        )
        if (next === undefined || next.atMs >= untilMs) break
        waiting = waiting.filter(each => each !== next)
        nowMs = next.atMs
        next.go()
      }
      nowMs = untilMs
    },
  }
}
