import { RouterContextProvider } from 'react-router'
import type { Config } from '../config.ts'
import { openStore } from '../store/store.ts'
import { settingsContext, storeContext } from './ask-store.server.ts'
import { readDropRules } from './drop-rules.server.ts'

/** The app as server.ts sees it. */
export interface Desk {
  /** What loaders, actions and middleware of one request find in their context. */
  getLoadContext(request: Request): RouterContextProvider
  /** Closes the store's connections; questions still open fail. */
  close(): Promise<void>
}

/** Opens what the app needs, once for a process. Connects to nothing yet. */
export function openDesk(config: Config): Desk {
  const { url, user, password } = config.clickhouse
  const store = openStore({ url, user, password })
  const settings = {
    release: config.service.version,
    // The last one sends a trace of each start (stack/start-trace.ts).
    ownServices: [config.service.name, `${config.service.name}-browser`, 'errata-stack'],
    dropRules: readDropRules(config.otelcol.config),
    lab: { enabled: config.lab.enabled, otherOrigin: `http://127.0.0.1:${config.lab.originPort}` },
    retentionDays: config.retentionDays,
  }
  return {
    getLoadContext() {
      const context = new RouterContextProvider()
      context.set(storeContext, store)
      context.set(settingsContext, settings)
      return context
    },
    close: () => store.close(),
  }
}
