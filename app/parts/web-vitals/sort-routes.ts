import type { RouteWebVital } from '../../../store/vitals/list-route-vitals.ts'
import type { WebVital } from '../../../store/vitals/list-vitals.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { rateVital, WEB_VITALS } from '../../ui/numbers/web-vital.tsx'
import type { VitalSort } from '../../url/vital-filters.ts'

/** Web vitals of one route. */
export interface RouteVitals {
  readonly route: string
  readonly vitals: Readonly<Partial<Record<WebVital['vital'], WebVital>>>
}

/** A row for each route, sorted; routes without the sorted vital come last. `worst` is by ratings, then by the vital furthest above its bound; routes with few samples follow. */
export function sortRoutes(vitals: readonly RouteWebVital[], sort: VitalSort): RouteVitals[] {
  const isRising = !sort.startsWith('-')
  const column = isRising ? sort : sort.slice(1)
  const byName = (a: RouteVitals, b: RouteVitals) => (a.route < b.route ? -1 : a.route > b.route ? 1 : 0)
  const valueIn = ({ vitals }: RouteVitals) => Object.values(vitals).find(({ vital }) => vital === column)?.now
  const routes = [...Map.groupBy(vitals, ({ route }) => route)].map(([route, of]) => ({
    route,
    vitals: Object.fromEntries(of.map(vital => [vital.vital, vital])),
  }))
  if (sort === 'worst') return routes.toSorted((a, b) => compareNumbers(badnessOf(b), badnessOf(a)) || byName(a, b))
  return routes.toSorted((a, b) => {
    if (column === 'route') return isRising ? byName(a, b) : byName(b, a)
    const [one, other] = [valueIn(a), valueIn(b)]
    if (one === other) return byName(a, b)
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return one < other === isRising ? -1 : 1
  })
}

/** Whether it has enough samples; of the vitals with enough the poor ones, those that need work, and the highest ratio to what is good. */
function badnessOf({ vitals }: RouteVitals): readonly number[] {
  const rated = WEB_VITALS.flatMap(bounds => {
    const { now: value = 0, samples = 0 } = vitals[bounds.vital] ?? {}
    return samples < MIN_COUNT_FOR_PERCENTAGE
      ? []
      : [{ rating: rateVital({ value, bounds }), ratio: value / bounds.good }]
  })
  const count = (of: number) => rated.filter(({ rating }) => rating === of).length
  return [Math.sign(rated.length), count(2), count(1), Math.max(0, ...rated.map(({ ratio }) => ratio))]
}

/** Compares the first numbers that differ. */
function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const [difference = 0] = a.map((number, i) => number - (b[i] ?? 0)).filter(of => of !== 0)
  return difference
}
