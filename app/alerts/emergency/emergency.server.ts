import { MINUTE_MS } from '../../../store/time-units.ts'
import { formatUtcMinute } from '../../format/time.ts'
import {
  createGuardedFetch,
  GuardedFetchError,
  type GuardedRequest,
  postJson,
} from '../channels/guarded-fetch.server.ts'
import { escapeSlack } from '../channels/slack.server.ts'
import { cleanLine } from '../message/clean-text.ts'

/** How alerts themselves do. */
export interface Wellbeing {
  /** The last evaluation of rules was stored, and the canary is fresh. */
  readonly isWell: boolean
  /** Why not, as a sentence; '' if it is. */
  readonly why: string
}

/** The alarm that needs no database. */
export interface Emergency {
  /** Told after each evaluation. It returns at once. */
  report(wellbeing: Wellbeing): void
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>
  /** Sends nothing more. */
  close(): Promise<void>
}

interface EmergencyOptions {
  /** `config.alerts` */
  readonly config: { readonly emergencyUrl: string; readonly heartbeatUrl: string }
  /** Of the desk, for the link to its status. */
  readonly publicUrl: string
  /** Tells desks apart that tell the same. */
  readonly desk: string
  /** @default Date.now */
  readonly nowMs?: () => number
}

const EMERGENCY_AFTER_MS = 3 * MINUTE_MS
const HEARTBEAT_MS = MINUTE_MS
/** How often it is checked what is due: evaluations may hang, and then report nothing. */
const CHECK_MS = 5_000
/** A message that could not be sent is tried again after so long. */
const RETRY_MS = 30_000
const MAX_WHY_CHARS = 500

/**
 * Tells `ERRATA_ALERT_URL` once when Errata has not been well for three minutes, or has not evaluated for as long, and once when it is well
 * again; requests `ERRATA_ALERT_HEARTBEAT_URL` each minute while it is well. It keeps what it knows in this process: each desk tells for
 * itself. Without settings it does nothing.
 *
 * The body is `{"text": "…"}` and nothing else: Slack, Mattermost, Rocket.Chat and Google Chat take that, the last no other field beside it.
 */
export function createEmergency({ config, publicUrl, desk, nowMs = Date.now }: EmergencyOptions): Emergency {
  const { emergencyUrl, heartbeatUrl } = config
  // Addresses of the operator's own settings may be private.
  const guarded = createGuardedFetch({ allowed: 'everything' })
  const startedMs = nowMs()
  let reported: { readonly atMs: number; readonly wellbeing: Wellbeing } | undefined
  /** Since when it is not well; `undefined` while it is. What never reported is not well since the start. */
  let troubleMs: number | undefined = startedMs
  let toldTroubleMs: number | undefined
  let heartbeatMs = Number.NEGATIVE_INFINITY
  let triedMs = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined

  function report(wellbeing: Wellbeing): void {
    reported = { atMs: nowMs(), wellbeing }
    troubleMs = wellbeing.isWell ? undefined : (troubleMs ?? nowMs())
    check()
  }

  function check(): void {
    const now = nowMs()
    const lastMs = reported?.atMs ?? startedMs
    if (now - lastMs >= EMERGENCY_AFTER_MS) troubleMs ??= lastMs
    if (sending !== undefined) return
    const due = chooseDue(now)
    if (due === undefined) return
    sending = due()
      .catch(error => console.error(error))
      .finally(() => {
        sending = undefined
      })
  }

  function chooseDue(now: number): (() => Promise<void>) | undefined {
    const isAlarm = troubleMs !== undefined && now - troubleMs >= EMERGENCY_AFTER_MS && toldTroubleMs === undefined
    const isBack = troubleMs === undefined && toldTroubleMs !== undefined
    if (emergencyUrl !== '' && (isAlarm || isBack) && now - triedMs >= RETRY_MS) {
      triedMs = now
      return isAlarm ? () => tellTrouble(troubleMs ?? now) : () => tellBack(toldTroubleMs ?? now, now)
    }
    const isAlive = reported?.wellbeing.isWell === true && now - reported.atMs < EMERGENCY_AFTER_MS
    if (heartbeatUrl !== '' && isAlive && troubleMs === undefined && now - heartbeatMs >= HEARTBEAT_MS) {
      heartbeatMs = now
      return () => request('ERRATA_ALERT_HEARTBEAT_URL', { url: heartbeatUrl, method: 'GET' }).then(() => {})
    }
    return undefined
  }

  async function tellTrouble(sinceMs: number): Promise<void> {
    const isSilent = reported === undefined || nowMs() - reported.atMs >= EMERGENCY_AFTER_MS
    const why = isSilent ? 'No rule has been evaluated.' : (reported?.wellbeing.why ?? '')
    if (await tell(`Errata cannot alert since ${formatUtcMinute(sinceMs)}: ${cleanLine(why, MAX_WHY_CHARS)}`))
      toldTroubleMs = sinceMs
  }

  async function tellBack(sinceMs: number, now: number): Promise<void> {
    const minutes = Math.max(1, Math.round((now - sinceMs) / MINUTE_MS))
    if (await tell(`Errata alerts again, after ${minutes} min.`)) {
      toldTroubleMs = undefined
      // What begins next must not wait.
      triedMs = Number.NEGATIVE_INFINITY
    }
  }

  const tell = (what: string) => {
    const text = escapeSlack(`${what} ${publicUrl}/status (desk ${desk})`)
    return request('ERRATA_ALERT_URL', postJson(emergencyUrl, JSON.stringify({ text })))
  }

  /** @returns Whether it was accepted. */
  async function request(setting: string, sent: GuardedRequest): Promise<boolean> {
    try {
      const { status } = await guarded.send(sent)
      if (status >= 200 && status < 300) return true
      console.warn(`${setting} answered ${status}.`)
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error
      console.warn(`${setting}: ${error.message}`)
    }
    return false
  }

  const isUsed = emergencyUrl !== '' || heartbeatUrl !== ''
  const timer = isUsed ? setInterval(check, CHECK_MS) : undefined
  timer?.unref()
  return {
    report: wellbeing => {
      if (isUsed) report(wellbeing)
    },
    async settled() {
      await sending
    },
    async close() {
      clearInterval(timer)
      await guarded.close()
      await sending
    },
  }
}
