import { RouterContextProvider } from 'react-router'
import type { Config } from '../../config.ts'
import type { CanarySender } from '../../store/pipeline/get-pipeline-health.ts'
import { openStore } from '../../store/store.ts'
import { CANARY_SERVICES } from '../url/scope.ts'
import { openChangeBudget } from './change-budget.ts'
import { readDropRules } from './drop-rules.ts'
import { storeContext } from './query.ts'
import { cacheQueries } from './query-cache.ts'
import { changeBudgetContext, settingsContext } from './settings.ts'

/** Of one reader in an hour, without those that were taken back. */
const MAX_CHANGES = 5_000

/** The app as server.ts sees it. */
export interface App {
  /** What loaders, actions and middleware of one request find in their context. */
  getLoadContext(request: Request): RouterContextProvider
  /** Closes the store's connections; queries still open fail. */
  close(): Promise<void>
}

/** Opens what the app needs, once for a process. Connects to nothing yet. */
export function openApp(config: Config, canary: CanarySender | undefined): App {
  const { url, user, password, querySeconds } = config.clickhouse
  const store = openStore({ url, user, password, timeoutMs: querySeconds * 1000 })
  const cache = cacheQueries(store)
  const settings = {
    release: config.service.version,
    // A trace of each start (stack/start-trace.ts), and what is sent to see what becomes of it (server/canary/).
    ownServices: [config.service.name, `${config.service.name}-browser`, 'errata-stack', ...CANARY_SERVICES],
    canary,
    dropRules: readDropRules(config.otelcol.config),
    visitorPages: config.visitorPages,
    lab: { enabled: config.lab.enabled, otherOrigin: `http://127.0.0.1:${config.lab.originPort}` },
    retentionDays: config.retentionDays,
  }
  const budget = openChangeBudget({ perHour: MAX_CHANGES })
  return {
    getLoadContext() {
      const context = new RouterContextProvider()
      context.set(storeContext, cache)
      context.set(settingsContext, settings)
      context.set(changeBudgetContext, budget)
      return context
    },
    close: () => store.close(),
  }
}
