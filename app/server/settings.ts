import { createContext } from 'react-router'
import type { CanarySender } from '../../store/pipeline/get-pipeline-health.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { DropRules } from './drop-rules.ts'

/** What pages need to know of the settings. */
export interface Settings {
  readonly release: string
  /** The app's own services, server and browser: pages leave out what they send unless asked for it. */
  readonly ownServices: readonly string[]
  /** State of the canaries that this process sends; `undefined` where it sends none. */
  readonly canary: CanarySender | undefined
  /** Of the file that the Collector runs with, as it was when the app started. */
  readonly dropRules: DropRules
  /** Whether error screens link to the visitor's page. */
  readonly visitorPages: boolean
  readonly lab: {
    readonly enabled: boolean
    /** Origin of the second server, for the script that throws: `http://127.0.0.1:3001`. */
    readonly otherOrigin: string
  }
  readonly retentionDays: {
    readonly traces: number
    readonly logs: number
    readonly exceptions: number
    readonly digests: number
  }
}

export const settingsContext = createContext<Settings>()
/** How much each reader may still change. */
export const changeBudgetContext = createContext<ChangeBudget>()
