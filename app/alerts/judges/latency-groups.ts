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
import { watchesService } from './judge-rules.ts'
import { usualWindows, windowOf } from './usual-windows.ts'

type LatencyRule = KnownRule<'error rate' | 'p95'>

/** Of a service, or of an operation, in all windows: some hundreds in each. */
const MOST_TRANSACTIONS = { service: 20_000, operation: 4_000 } as const

interface LatencyQuery<Rule extends LatencyRule> extends JudgeSettings {
  readonly rules: readonly Rule[]
  readonly slotsMs: readonly number[]
  isAgainstUsual(rule: Rule): boolean
}

/** What a rule watches at a slot, or what is usual for it. */
export type FindLatencies<Rule> = (rule: Rule, slotMs: number, part: 'now' | 'usual') => readonly TargetLatency[]

/**
 * Reads the transactions that rules watch: of services, and of operations, one query each.
 *
 * @throws {StoreError} Any kind.
 */
export async function readLatencies<Rule extends LatencyRule>(
  store: Store,
  { rules, slotsMs, isAgainstUsual, ...settings }: LatencyQuery<Rule>,
  signal?: AbortSignal,
): Promise<FindLatencies<Rule>> {
  const found = await Promise.all(
    (['service', 'operation'] as const).map(async by => {
      const asked = groupRules(
        rules.filter(rule => byOf(rule) === by),
        { slotsMs, isAgainstUsual },
      )
      const query = { groups: asked, by, hidden: settings.ownServices, most: MOST_TRANSACTIONS[by] }
      const rows = await listLatenciesInWindows(store, query, signal)
      return [by, Map.groupBy(rows, ({ group, target, selector }) => placeOf(asked[group], target, selector))] as const
    }),
  )
  const byPlace = new Map(found)
  const slotAt = new Map(slotsMs.map((slotMs, at) => [slotMs, at]))
  return (rule, slotMs, part) => {
    const place = `${part} ${rule.watch.windowMinutes} ${slotAt.get(slotMs)} ${JSON.stringify(selectorOf(rule))}`
    return serversFirst(byPlace.get(byOf(rule))?.get(place) ?? []).filter(({ service }) =>
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
  readonly name: string
}

const placeOf = (group: Group | undefined, target: number, selector: number) =>
  `${group?.name} ${target} ${JSON.stringify(group?.selectors[selector])}`

/** By length of the window: what is now for all rules, what is usual for those that compare with it. */
function groupRules<Rule extends LatencyRule>(
  rules: readonly Rule[],
  { slotsMs, isAgainstUsual }: Pick<LatencyQuery<Rule>, 'slotsMs' | 'isAgainstUsual'>,
): Group[] {
  return [...Map.groupBy(rules, ({ watch }) => watch.windowMinutes)].flatMap(([minutes, same]) => {
    const group = (name: string, of: readonly Rule[], targets: LatencyGroup['targets']) =>
      of.length === 0 ? [] : [{ name: `${name} ${minutes}`, selectors: uniqueSelectors(of), targets }]
    return [
      ...group(
        'now',
        same,
        slotsMs.map(slotMs => [windowOf(slotMs, minutes)]),
      ),
      ...group(
        'usual',
        same.filter(isAgainstUsual),
        slotsMs.map(slotMs => usualWindows(slotMs, minutes)),
      ),
    ]
  })
}

const uniqueSelectors = (rules: readonly LatencyRule[]): LatencySelector[] => [
  ...new Map(rules.map(rule => [JSON.stringify(selectorOf(rule)), selectorOf(rule)])).values(),
]

/** Of each service and operation the requests that it answered; those that browsers sent where it answered none. */
export function serversFirst<
  Row extends { readonly service: string; readonly operation: string; readonly isBrowser: boolean },
>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ service, operation }) => JSON.stringify([service, operation])).values()].flatMap(
    withoutBrowsers,
  )
}
