import { RouterContextProvider } from 'react-router'
import type { Config } from '../config.ts'
import type { CanarySender } from '../store/pipeline/get-pipeline-health.ts'
import { readFurtherNames } from '../store/schema/read-further-names.ts'
import { openStore } from '../store/store.ts'
import { readConfiguredDropRules } from './data/drop-rules.ts'
import { storeContext } from './data/query.ts'
import { withQueryCache } from './data/query-cache.ts'
import { changeRateLimiterContext, settingsContext } from './data/settings.ts'
import { createChangeRateLimiter } from './http/change-rate-limiter.ts'
import { inTimeZoneOf } from './http/time-zone.server.ts'
import { CANARY_SERVICES } from './url/scope.ts'

/** Changes of one reader within an hour, without undone ones. */
const MAX_CHANGES = 5_000

/** The app as server.ts uses it. */
export interface App {
  /** The context of loaders, actions and middleware of a request. */
  getLoadContext(request: Request): RouterContextProvider
  /** Answers a request with times in its reader's zone. */
  inTimeZoneOf<Answer>(request: Request, answer: () => Promise<Answer>): Promise<Answer>
  /** Closes the database connections; running queries fail. */
  close(): Promise<void>
}

/** Creates what the app needs, once for each process. Connects to nothing yet. */
export function createApp(config: Config, canary: CanarySender | undefined): App {
  const { url, user, password, querySeconds } = config.clickhouse
  const store = openStore({
    url,
    user,
    password,
    timeoutMs: querySeconds * 1000,
    furtherNames: readFurtherNames(config.conventions),
  })
  const cache = withQueryCache(store)
  const settings = {
    release: config.service.version,
    // The app itself, the trace of each start (supervisor/start-trace.ts), and canaries and probes (server/canary/).
    ownServices: [config.service.name, `${config.service.name}-browser`, 'errata-stack', ...CANARY_SERVICES],
    canary,
    dropRules: readConfiguredDropRules(config.otelcol.config),
    visitorPages: config.visitorPages,
    lab: { enabled: config.lab.enabled, otherOrigin: `http://127.0.0.1:${config.lab.originPort}` },
    retentionDays: config.retentionDays,
  }
  const budget = createChangeRateLimiter({ perHour: MAX_CHANGES })
  return {
    getLoadContext() {
      const context = new RouterContextProvider()
      context.set(storeContext, cache)
      context.set(settingsContext, settings)
      context.set(changeRateLimiterContext, budget)
      return context
    },
    inTimeZoneOf,
    close: () => store.close(),
  }
}
