import { createContext } from 'react-router'
import type { CanarySender } from '../../store/pipeline/get-pipeline-health.ts'
import type { ChangeRateLimiter } from '../http/change-rate-limiter.ts'
import type { ConditionsByDropRule } from './drop-rules.ts'

/** The settings that pages need. */
export interface AppSettings {
  readonly release: string
  /** Errata's own services: pages hide their telemetry by default. */
  readonly ownServices: readonly string[]
  /** State of the canaries that this process sends; `undefined` if it sends none. */
  readonly canary: CanarySender | undefined
  /** Drop rules of the Collector's configuration file, as it was when the app started. */
  readonly dropRules: ConditionsByDropRule
  /** Whether error screens link to the visitor's page. */
  readonly visitorPages: boolean
  readonly agents: {
    /** The address of the desk for readers, without a final slash. */
    readonly url: string
    /** True if agents may change issues, with a token that may. */
    readonly mayWrite: boolean
  }
  /** Address of a page that makes a ticket, with `{title}` and so on; '' for none. */
  readonly trackerUrl: string
  readonly lab: {
    readonly enabled: boolean
    /** Origin of the second server, for the script that throws: `http://127.0.0.1:3001`. */
    readonly otherOrigin: string
  }
  readonly retentionDays: {
    readonly traces: number
    readonly logs: number
    readonly metrics: number
    readonly exceptions: number
    readonly digests: number
  }
}

export const settingsContext = createContext<AppSettings>()
/** How much each reader may still change. */
export const changeRateLimiterContext = createContext<ChangeRateLimiter>()
/** Limits the test messages of each reader. */
export const testMessageLimiterContext = createContext<ChangeRateLimiter>()
