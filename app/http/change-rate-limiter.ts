import { HOUR_MS } from '../../store/time-units.ts'

/** Limits how much a reader may change or send, so that no form can fill a log or trouble others. Counted by this process, since its start. */
export interface ChangeRateLimiter {
  /** True if the reader may make so many more changes now. */
  allows(reader: string, count: number): boolean
  /** Counts the changes of an action. */
  spend(reader: string, done: { readonly batch: string; readonly count: number }): void
  /** Undone changes no longer count, whoever undid them. */
  giveBack(batch: string): void
}

/** Above this the least recently seen client is forgotten. */
const MAX_CLIENTS = 10_000

interface BudgetOptions {
  /** Changes of one reader within the time, without undone ones. */
  readonly most: number
  /** @default an hour */
  readonly withinMs?: number
  readonly nowMs?: () => number
}

export function createChangeRateLimiter({
  most,
  withinMs = HOUR_MS,
  nowMs = () => performance.now(),
}: BudgetOptions): ChangeRateLimiter {
  const clicks = new Map<string, { atMs: number; batch: string; count: number }[]>()
  const recent = (reader: string) => clicks.get(reader)?.filter(({ atMs }) => nowMs() - atMs < withinMs) ?? []
  return {
    allows(reader, count) {
      return recent(reader).reduce((sum, click) => sum + click.count, count) <= most
    },
    spend(reader, { batch, count }) {
      const all = [...recent(reader), { atMs: nowMs(), batch, count }]
      clicks.delete(reader) // set again, so that a Map's order is that of last use
      const [oldest] = clicks.keys()
      if (clicks.size >= MAX_CLIENTS && oldest !== undefined) clicks.delete(oldest)
      clicks.set(reader, all)
    },
    giveBack(batch) {
      for (const done of clicks.values()) for (const click of done) if (click.batch === batch) click.count = 0
    },
  }
}
