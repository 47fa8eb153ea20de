import { RouterContextProvider } from 'react-router'
import { readConfig } from '../../config.ts'
import type { Store } from '../../store/store.ts'
import { accessContext, createAccess } from '../access/access.server.ts'
import { readSecretKeys } from '../access/read-secret-keys.server.ts'
import type { Role } from '../access/roles.ts'
import { newPerson } from '../access/sign-in.server.ts'
import type { TokenScope } from '../access/token-scopes.ts'
import { createToken } from '../access/tokens.server.ts'
import { createAlertLog } from '../alerts/alert-log.server.ts'
import { createEventCache } from '../alerts/event-cache.ts'
import { type Alerts, alertsContext } from '../alerts/run/alerts.server.ts'
import { storeContext } from '../data/query.ts'
import { withQueryCache } from '../data/query-cache.ts'
import { TEST_SETTINGS } from '../data/settings.test-data.ts'
import { changeRateLimiterContext, settingsContext } from '../data/settings.ts'
import { createChangeRateLimiter } from '../http/change-rate-limiter.ts'
import { answerApi } from './answer.server.ts'
import { apiRateLimiterContext, createRateLimiter } from './rate-limiter.ts'

const SIGNED_IN = { ERRATA_LOGIN: 'password', ERRATA_SECRET_KEY: 'a secret that is long enough for this' }

interface ApiOptions {
  /** True if readers need a token. @default false */
  readonly hasAccounts?: boolean
  /** @default more than any test sends */
  readonly perMinute?: number
  /** @default false */
  readonly agentsMayWrite?: boolean
}

interface CallOptions {
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The API of a desk on a store, with everything that a request meets behind the guards. */
export function openApi(
  store: Store,
  { hasAccounts = false, perMinute = 1e9, agentsMayWrite = false }: ApiOptions = {},
) {
  const config = readConfig(hasAccounts ? SIGNED_IN : {})
  const access = createAccess({ config, store })
  const { keys } = readSecretKeys(readConfig(SIGNED_IN))
  const events = createEventCache(store, Date.now)
  const alerts = { log: createAlertLog({ store, keys }), readEvents: () => events.read() }
  const limiter = createRateLimiter({ perMinute })
  const changes = createChangeRateLimiter({ most: 5_000 })
  const cache = withQueryCache(store)

  function createContext(): RouterContextProvider {
    const context = new RouterContextProvider()
    context.set(storeContext, cache)
    context.set(settingsContext, { ...TEST_SETTINGS, agents: { ...TEST_SETTINGS.agents, mayWrite: agentsMayWrite } })
    context.set(accessContext, access)
    context.set(apiRateLimiterContext, limiter)
    context.set(changeRateLimiterContext, changes)
    // The background work of alerts is not part of a request.
    context.set(alertsContext, alerts as unknown as Alerts)
    return context
  }

  /** @param path below `/api/v1`, with its query */
  async function call(path: string, { method = 'GET', body, token, headers, signal }: CallOptions = {}) {
    const context = createContext()
    const url = new URL(`http://desk/api/v1${path}`)
    const request = new Request(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    })
    return answerApi({ request, context, url })
  }

  return {
    access,
    alerts,
    call,
    createContext,
    /** The JSON of an answer that must be one. */
    async read<Answer>(path: string, options?: CallOptions): Promise<Answer> {
      const response = await call(path, options)
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
      return JSON.parse(text)
    },
    /** A person with a token. @returns its text */
    async makeToken(role: Role, scope: TokenScope, id = `${role}-${scope}`): Promise<string> {
      if (access.mode === 'none') throw new Error('Nobody signs in.')
      await access.log.record(...newPerson({ id, name: id, email: `${id}@example.com`, by: '', role }))
      const made = { by: id, owner: id, name: 'ci', role, scopes: [scope], untilMs: Date.now() + 3_600_000 }
      return createToken(access.log, made)
    },
  }
}

export interface ListAnswer<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
  readonly from: string
  readonly to: string
}
