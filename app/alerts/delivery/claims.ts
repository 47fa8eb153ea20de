import type { DeliveryStep } from '../../../store/alerts/list-alert-deliveries.ts'

/** A step, and when this desk first saw it, by its own clock: a desk compares nobody with its clock. Unix milliseconds. */
export type SeenStep = DeliveryStep & {
  readonly seenMs: number
  /** When it happened, as far as this desk knows: what it read at its own start happened before. */
  readonly assumedMs: number
}

/** That a desk wants to send a message, or has: its steps in `alert_deliveries` taken together. */
export interface Claim {
  readonly message: string
  readonly attempt: number
  readonly desk: string
  /** Ids of the events that the message tells. */
  readonly events: readonly string[]
  /** By the database's clock. */
  readonly atNs: bigint
  readonly seenMs: number
  readonly assumedMs: number
  /** It came first for all its events: this desk sends. */
  readonly isAccepted: boolean
  readonly outcome: 'sent' | 'failed' | 'given up' | undefined
  /** When it failed, as far as this desk knows, and how long to wait then. */
  readonly failedMs: number
  readonly retryMs: number
}

/** It may still be on its way. */
export const isHeld = ({ outcome }: Claim): boolean => outcome === undefined

/**
 * The claims of one channel, in the order of the database's clock, then of desks. Of each attempt for an event the first one is accepted; one
 * for several events must come first for all of them. So all desks that see the same steps agree.
 *
 * @param steps Of one channel, by the database's clock.
 */
export function listClaims(steps: readonly SeenStep[]): Claim[] {
  const byClaim = Map.groupBy(steps, ({ message, attempt, desk }) => JSON.stringify([message, attempt, desk]))
  const drafts = [...byClaim.values()].flatMap(of => {
    const claimed = of.filter(({ state }) => state === 'claimed')
    const [first] = claimed
    if (first === undefined) return []
    const outcome = of.find(({ state }) => state !== 'claimed')
    const state = outcome?.state
    return {
      message: first.message,
      attempt: first.attempt,
      desk: first.desk,
      events: claimed.map(({ event }) => event),
      atNs: first.atNs,
      seenMs: Math.max(...claimed.map(({ seenMs }) => seenMs)),
      assumedMs: Math.max(...claimed.map(({ assumedMs }) => assumedMs)),
      outcome: state === 'claimed' ? undefined : state,
      failedMs: outcome?.assumedMs ?? 0,
      retryMs: outcome?.retryMs ?? 0,
    }
  })
  const taken = new Set<string>()
  return drafts
    .toSorted((a, b) => (a.atNs < b.atNs ? -1 : a.atNs > b.atNs ? 1 : a.desk < b.desk ? -1 : 1))
    .map(draft => {
      const keys = draft.events.map(event => `${draft.attempt} ${event}`)
      const isAccepted = keys.every(key => !taken.has(key))
      if (isAccepted) for (const key of keys) taken.add(key)
      return { ...draft, isAccepted }
    })
}
