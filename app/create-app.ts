import { RouterContextProvider } from 'react-router'
import type { Config } from '../config.ts'
import type { CanarySender } from '../store/pipeline/get-pipeline-health.ts'
import { readFurtherNames } from '../store/schema/read-further-names.ts'
import { openStore } from '../store/store.ts'
import { type Access, accessContext, createAccess } from './access/access.server.ts'
import { createOwnerCommands, type OwnerCommands } from './access/owner-commands.server.ts'
import { prepareAccounts } from './access/prepare-accounts.server.ts'
import { readSecretKeys } from './access/read-secret-keys.server.ts'
import type { SecretKeys } from './access/seal.server.ts'
import { createSender } from './alerts/channels/create-sender.server.ts'
import { createEmergency } from './alerts/emergency/emergency.server.ts'
import { JUDGES } from './alerts/judges/judges.ts'
import { alertsContext, createAlerts } from './alerts/run/alerts.server.ts'
import { apiRateLimiterContext, createRateLimiter } from './api/rate-limiter.ts'
import { readConfiguredDropRules } from './data/drop-rules.ts'
import { storeContext } from './data/query.ts'
import { withQueryCache } from './data/query-cache.ts'
import { changeRateLimiterContext, settingsContext, testMessageLimiterContext } from './data/settings.ts'
import { createChangeRateLimiter } from './http/change-rate-limiter.ts'
import { inTimeZoneOf } from './http/time-zone.server.ts'
import { CANARY_SERVICES } from './url/scope.ts'

/** Changes of one reader within an hour, without undone ones. */
const MAX_CHANGES = 5_000

/** Test messages of one reader within a minute. */
const MAX_TEST_MESSAGES = 5
/** Requests to the API of one reader, by each desk. */
const MAX_API_REQUESTS_PER_MINUTE = 600

/** The app as server.ts uses it. */
export interface App {
  /** The context of loaders, actions and middleware of a request. */
  getLoadContext(request: Request): RouterContextProvider
  /** Answers a request with times in its reader's zone. */
  inTimeZoneOf<Answer>(request: Request, answer: () => Promise<Answer>): Promise<Answer>
  /**
   * Prepares accounts, once, where readers sign in: makes the configured administrator, or prints a link that makes the first one.
   *
   * @throws {SecretKeyError} If the accounts were written with another secret key: this desk must not run.
   */
  prepareAccounts(): Promise<void>
  /** Begins to evaluate alert rules, and to send what they tell. */
  startAlerts(): void
  readonly owner: OwnerCommands
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
    personName: id => access.personName(id),
  })
  const cache = withQueryCache(store)
  const settings = {
    release: config.service.version,
    // The app itself, the trace of each start (supervisor/start-trace.ts), and canaries and probes (server/canary/).
    ownServices: [config.service.name, `${config.service.name}-browser`, 'errata-stack', ...CANARY_SERVICES],
    canary,
    dropRules: readConfiguredDropRules(config.otelcol.config),
    visitorPages: config.visitorPages,
    agents: { url: config.desk.publicUrl, mayWrite: config.agentsMayWrite },
    trackerUrl: config.trackerUrl,
    lab: { enabled: config.lab.enabled, otherOrigin: `http://127.0.0.1:${config.lab.originPort}` },
    retentionDays: config.retentionDays,
  }
  const closing = new AbortController()
  const access: Access = createAccess({ config, store })
  const { publicUrl } = config.desk
  let secretKeys: SecretKeys | undefined
  const alerts = createAlerts({
    store,
    keys: () => {
      secretKeys ??= readSecretKeys(config).keys
      return secretKeys
    },
    sender: createSender({ ...config.alerts, publicUrl }),
    judges: JUDGES,
    emergency: desk => createEmergency({ config: config.alerts, publicUrl, desk }),
    ...{ ownServices: settings.ownServices, canary, publicUrl, isCluster: config.clickhouse.cluster !== '' },
  })
  const budget = createChangeRateLimiter({ most: MAX_CHANGES })
  const testMessages = createChangeRateLimiter({ most: MAX_TEST_MESSAGES, withinMs: 60_000 })
  const apiRate = createRateLimiter({ perMinute: MAX_API_REQUESTS_PER_MINUTE })
  return {
    getLoadContext() {
      const context = new RouterContextProvider()
      context.set(storeContext, cache)
      context.set(settingsContext, settings)
      context.set(changeRateLimiterContext, budget)
      context.set(testMessageLimiterContext, testMessages)
      context.set(accessContext, access)
      context.set(alertsContext, alerts)
      context.set(apiRateLimiterContext, apiRate)
      return context
    },
    inTimeZoneOf,
    prepareAccounts: () => prepareAccounts(access, closing.signal),
    startAlerts() {
      if (config.alerts.isOn) alerts.start()
    },
    owner: createOwnerCommands({ access, clickhouse: config.clickhouse }),
    async close() {
      closing.abort()
      await alerts.close()
      await store.close()
    },
  }
}
