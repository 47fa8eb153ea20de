import { type DeliveryStep, listAlertDeliveries } from '../../../store/alerts/list-alert-deliveries.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_MS, HOUR_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'

/** The steps of all deliveries that are kept: whatever is missing among them would be sent again. */
export interface StepCache {
  /** Reads what is new. @returns By the database's clock. @throws {StoreError} Any kind. */
  read(signal?: AbortSignal): Promise<readonly DeliveryStep[]>
}

/** The table keeps steps as long. */
const KEPT_MS = 90 * DAY_MS
/** Before the newest that is known: an insert may be read later than others that the database took after it. */
const READ_AGAIN_MS = HOUR_MS
const MAX_STEPS = 1_000_000

/** @param nowMs Unix milliseconds. What is new is read by the database's clock: this one may be wrong or have stood still. */
export function createStepCache(store: Store, nowMs: () => number): StepCache {
  let known = new Map<string, DeliveryStep>()
  let newestNs: bigint | undefined
  return {
    async read(signal) {
      const nowNs = nsOfMs(nowMs())
      const oldestNs = nowNs - nsOfMs(KEPT_MS)
      const fromNs = newestNs === undefined ? oldestNs : (newestNs < nowNs ? newestNs : nowNs) - nsOfMs(READ_AGAIN_MS)
      const steps = await listAlertDeliveries(store, { fromNs, limit: MAX_STEPS }, signal)
      for (const step of steps) {
        known.set(JSON.stringify([step.event, step.channel, step.attempt, step.desk, step.state]), step)
        if (newestNs === undefined || step.atNs > newestNs) newestNs = step.atNs
      }
      known = new Map([...known].filter(([, { atNs }]) => atNs >= oldestNs))
      return [...known.values()].toSorted((a, b) =>
        a.atNs < b.atNs ? -1 : a.atNs > b.atNs ? 1 : a.desk < b.desk ? -1 : 1,
      )
    },
  }
}
