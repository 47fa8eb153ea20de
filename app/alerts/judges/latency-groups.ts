import {
  type LatencyGroup,
  type LatencySelector,
  listLatenciesInWindows,
  type TargetLatency,
} from '../../../store/alerts/list-latencies-in-windows.ts'
import { withoutBrowsers } from '../../../store/services/without-browsers.ts'
import type { Store } from '../../../store/store.ts'
import type { JudgeSettings } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { askOnce } from './ask-once.ts'
import { watchesService } from './judge-rules.ts'
import { usualWindows, windowOf } from './usual-windows.ts'

type LatencyRule = KnownRule<'error rate' | 'p95'>

/** The transactions to read for a service or an operation in all windows. A window of a third of the longest still has hundreds. */
const MOST_TRANSACTIONS = {
  now: { service: 8_192, operation: 2_048 },
  usual: { service: 8_192, operation: 1_024 },
} as const

interface LatencyQuery<Rule extends LatencyRule> extends JudgeSettings {
  readonly rules: readonly Rule[]
  readonly slotsMs: readonly number[]
  isAgainstUsual(rule: Rule): boolean
}

/** Returns the transactions that a rule watches at a slot, or the usual ones. */
export type FindLatencies<Rule> = (rule: Rule, slotMs: number, part: 'now' | 'usual') => readonly TargetLatency[]

/**
 * Reads the transactions that rules watch: one query for services and one for operations, and as many for what is usual, which stays the same
 * for five minutes.
 *
 * @throws {StoreError} Any kind.
 */
export async function readLatencies<Rule extends LatencyRule>(
  store: Store,
  { rules, slotsMs, isAgainstUsual, ...settings }: LatencyQuery<Rule>,
  signal?: AbortSignal,
): Promise<FindLatencies<Rule>> {
  const found = await Promise.all(
    (['service', 'operation'] as const).flatMap(by =>
      (['now', 'usual'] as const).map(async part => {
        const of = rules.filter(rule => byOf(rule) === by && (part === 'now' || isAgainstUsual(rule)))
        const groups = groupRules(of, { slotsMs, part })
        const query = { groups, by, hidden: settings.ownServices, most: MOST_TRANSACTIONS[part][by] }
        const rows = await askOnce(store, {
          key: ['latencies', query],
          isKept: part === 'usual',
          ask: () => listLatenciesInWindows(store, query, signal),
        })
        const places = Map.groupBy(rows, row => placeOf(groups[row.group], row.target, row.selector))
        return [`${part} ${by}`, places] as const
      }),
    ),
  )
  const byPlace = new Map(found)
  const slotAt = new Map(slotsMs.map((slotMs, at) => [slotMs, at]))
  return (rule, slotMs, part) => {
    const place = `${rule.watch.windowMinutes} ${slotAt.get(slotMs)} ${JSON.stringify(selectorOf(rule))}`
    return serversFirst(byPlace.get(`${part} ${byOf(rule)}`)?.get(place) ?? []).filter(({ service }) =>
      watchesService(rule, service, settings),
    )
  }
}

/** A filter by an operation makes a rule about operations. */
export const byOf = ({ watch, operation }: LatencyRule) => (operation === '' ? watch.by : 'operation')

const selectorOf = ({ service, environment, release, operation }: LatencyRule): LatencySelector => ({
  service,
  environment,
  release,
  operation,
})

interface Group extends LatencyGroup {
  readonly minutes: number
}

const placeOf = (group: Group | undefined, target: number, selector: number) =>
  `${group?.minutes} ${target} ${JSON.stringify(group?.selectors[selector])}`

/** By length of the window. */
function groupRules(
  rules: readonly LatencyRule[],
  { slotsMs, part }: { readonly slotsMs: readonly number[]; readonly part: 'now' | 'usual' },
): Group[] {
  return [...Map.groupBy(rules, ({ watch }) => watch.windowMinutes)].map(([minutes, same]) => ({
    minutes,
    selectors: uniqueSelectors(same),
    targets: slotsMs.map(slotMs => (part === 'now' ? [windowOf(slotMs, minutes)] : usualWindows(slotMs, minutes))),
  }))
}

const uniqueSelectors = (rules: readonly LatencyRule[]): LatencySelector[] => [
  ...new Map(rules.map(rule => [JSON.stringify(selectorOf(rule)), selectorOf(rule)])).values(),
]

/** Keeps for each service and operation the requests that it answered, or those that browsers sent if it answered none. */
export function serversFirst<
  Row extends { readonly service: string; readonly operation: string; readonly isBrowser: boolean },
>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ service, operation }) => JSON.stringify([service, operation])).values()].flatMap(
    withoutBrowsers,
  )
}
