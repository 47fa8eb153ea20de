import { getWatermark } from '../../../store/alerts/get-watermark.ts'
import { listAlertEvaluations } from '../../../store/alerts/list-alert-evaluations.ts'
import { listAlertEvents } from '../../../store/alerts/list-alert-events.ts'
import { recordAlertEvaluations, recordAlertEvents } from '../../../store/alerts/record-alerts.ts'
import { type Store, withQueryPolicy } from '../../../store/store.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import type { EventCache } from '../event-cache.ts'
import type { Judge, JudgeSettings, Judges } from '../judge.ts'
import type { RuleKind } from '../rule.ts'
import type { EvaluationWorld } from './evaluate.ts'

interface EvaluationWorldOptions {
  /** Without a cache. */
  readonly store: Store
  readonly judges: Judges
  settings(): JudgeSettings
  readonly events: EventCache
  reportFailure(kind: RuleKind, error: unknown): void
  readonly signal?: AbortSignal
}

const MAX_EVALUATIONS = 1_000_000

/** The database, and the judges of all kinds, which leave pages the way. */
export function createEvaluationWorld(options: EvaluationWorldOptions): EvaluationWorld {
  const { store, signal, events, reportFailure } = options
  // The same one for all: judges ask it once for what several of them want to know.
  const judged = withQueryPolicy(store, { priority: 'low' })
  return {
    hasCanary: options.settings().canary !== undefined,
    watermark: () => getWatermark(store, {}, signal),
    listEvaluations({ fromMs, toMs }) {
      const range = { from: nsOfMs(fromMs), to: nsOfMs(toMs) }
      return listAlertEvaluations(store, { range, limit: MAX_EVALUATIONS }, signal)
    },
    async listEventIds(ids) {
      const range = { from: 0n, to: nsOfMs(Date.now() + 365 * DAY_MS) }
      if (ids.length === 0) return []
      const stored = await listAlertEvents(store, { range, ids, limit: ids.length }, signal)
      return stored.map(({ id }) => id)
    },
    listEvents: events.read,
    recordEvaluations: rows => recordAlertEvaluations(store, rows),
    recordEvents: rows => recordAlertEvents(store, rows),
    judge(kind, rules, slotsMs) {
      // The caller has grouped rules by kind, which the type of a table of judges cannot say.
      const judge = options.judges[kind] as Judge<RuleKind>
      return judge(judged, { rules, slotsMs, ...options.settings() }, signal)
    },
    reportFailure,
  }
}
