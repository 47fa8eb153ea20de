import { RouterContextProvider } from 'react-router'
import type { Config } from '../config.ts'
import type { CanarySender } from '../store/pipeline/get-pipeline-health.ts'
import { shareAnswers } from '../store/share-answers.ts'
import { openStore } from '../store/store.ts'
import { budgetContext, countingContext, settingsContext, storeContext } from './ask-store.server.ts'
import { barContext, openBar } from './bar.server.ts'
import { readDropRules } from './drop-rules.server.ts'
import { openChangeBudget } from './routes/issues/change-budget.ts'
import { PROBES } from './url/scope.ts'
import { BEAT_MS } from './url/time-range.ts'

/** Of one reader in an hour, without those that were taken back. */
const MOST_CHANGES = 5_000

/** The app as server.ts sees it. */
export interface Desk {
  /** What loaders, actions and middleware of one request find in their context. */
  getLoadContext(request: Request): RouterContextProvider
  /** Closes the store's connections; questions still open fail. */
  close(): Promise<void>
}

/** Opens what the app needs, once for a process. Connects to nothing yet. */
export function openDesk(config: Config, canary: CanarySender | undefined): Desk {
  const { url, user, password, querySeconds } = config.clickhouse
  const store = openStore({ url, user, password, deadlineMs: querySeconds * 1000 })
  const counting = shareAnswers(store, { keptMs: BEAT_MS })
  // What is told through it ends what either of them shares: the next page knows what its reader has just said.
  const fresh = shareAnswers({ ...store, tell: counting.tell }, { keptMs: 0 })
  const settings = {
    release: config.service.version,
    // A trace of each start (stack/start-trace.ts), and what is sent to see what becomes of it (server/canary/).
    ownServices: [config.service.name, `${config.service.name}-browser`, 'errata-stack', ...PROBES],
    canary,
    dropRules: readDropRules(config.otelcol.config),
    visitorPages: config.visitorPages,
    lab: { enabled: config.lab.enabled, otherOrigin: `http://127.0.0.1:${config.lab.originPort}` },
    retentionDays: config.retentionDays,
  }
  const bar = openBar(fresh, settings)
  const budget = openChangeBudget({ perHour: MOST_CHANGES })
  return {
    getLoadContext() {
      const context = new RouterContextProvider()
      context.set(storeContext, fresh)
      context.set(countingContext, counting)
      context.set(barContext, bar)
      context.set(settingsContext, settings)
      context.set(budgetContext, budget)
      return context
    },
    close: () => store.close(),
  }
}
