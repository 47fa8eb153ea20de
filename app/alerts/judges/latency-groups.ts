import type { LatencyGroup, LatencySelector } from '../../../store/alerts/list-latencies-in-windows.ts'
import { withoutBrowsers } from '../../../store/services/without-browsers.ts'
import type { KnownRule } from '../rule.ts'
import { usualWindows, windowOf } from './usual-windows.ts'

type LatencyRule = KnownRule<'error rate' | 'p95'>

/** Of each service, in all windows: enough for a percentile of each of eleven windows. */
export const MOST_TRANSACTIONS = 50_000

/** The question of rules about transactions, and where the answer of each is. */
export function latencyGroups<Rule extends LatencyRule>(
  rules: readonly Rule[],
  slotsMs: readonly number[],
  isAgainstUsual: (rule: Rule) => boolean,
) {
  const byWindow = Map.groupBy(rules, rule => `${rule.watch.windowMinutes} ${isAgainstUsual(rule)}`)
  const selectorOf = ({ service, environment, release, operation, watch }: Rule): LatencySelector => ({
    ...{ service, environment, release, operation },
    byOperation: watch.by === 'operation' || operation !== '',
  })
  const groups = [...byWindow.values()].map(same => {
    const [first] = same
    const minutes = first?.watch.windowMinutes ?? 1
    const parts = slotsMs.flatMap(slotMs => [
      [windowOf(slotMs, minutes)],
      ...(first !== undefined && isAgainstUsual(first) ? [usualWindows(slotMs, minutes)] : []),
    ])
    const selectors = [...new Map(same.map(rule => [JSON.stringify(selectorOf(rule)), selectorOf(rule)])).values()]
    return { minutes, hasUsual: first !== undefined && isAgainstUsual(first), selectors, targets: parts }
  })
  const slotAt = new Map(slotsMs.map((slotMs, at) => [slotMs, at]))
  const keys = groups.map(({ selectors }) => new Map(selectors.map((selector, at) => [JSON.stringify(selector), at])))
  return {
    groups: groups satisfies readonly LatencyGroup[],
    /** Where the answers of a rule are: the positions of a group, a target and a selector. */
    placeOf(rule: Rule, slotMs: number, part: 'now' | 'usual'): string {
      const group = groups.findIndex(
        ({ minutes, hasUsual }) => minutes === rule.watch.windowMinutes && hasUsual === isAgainstUsual(rule),
      )
      const hasUsual = groups[group]?.hasUsual ?? false
      if (part === 'usual' && !hasUsual) return ''
      const target = (slotAt.get(slotMs) ?? 0) * (hasUsual ? 2 : 1) + (part === 'usual' ? 1 : 0)
      return `${group} ${target} ${keys[group]?.get(JSON.stringify(selectorOf(rule)))}`
    },
  }
}

/** Of each service and operation the requests that it answered; those that browsers sent where it answered none. */
export function serversFirst<
  Row extends { readonly service: string; readonly operation: string; readonly isBrowser: boolean },
>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ service, operation }) => JSON.stringify([service, operation])).values()].flatMap(
    withoutBrowsers,
  )
}
