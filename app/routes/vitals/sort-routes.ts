import type { RouteWebVital } from '../../../store/overview/list-route-vitals.ts'
import type { WebVital } from '../../../store/overview/list-vitals.ts'
import type { VitalSort } from '../../url/vital-filters.ts'

/** Web vitals of one route. */
export interface RouteVitals {
  readonly route: string
  readonly vitals: Readonly<Partial<Record<WebVital['vital'], WebVital>>>
}

/** A row for each route, sorted; routes without the sorted vital come last. */
export function sortRoutes(vitals: readonly RouteWebVital[], sort: VitalSort): RouteVitals[] {
  const isRising = !sort.startsWith('-')
  const column = isRising ? sort : sort.slice(1)
  const byName = (a: RouteVitals, b: RouteVitals) => (a.route < b.route ? -1 : a.route > b.route ? 1 : 0)
  const valueIn = ({ vitals }: RouteVitals) => Object.values(vitals).find(({ vital }) => vital === column)?.now
  const routes = [...Map.groupBy(vitals, ({ route }) => route)].map(([route, of]) => ({
    route,
    vitals: Object.fromEntries(of.map(vital => [vital.vital, vital])),
  }))
  return routes.toSorted((a, b) => {
    if (column === 'route') return isRising ? byName(a, b) : byName(b, a)
    const [one, other] = [valueIn(a), valueIn(b)]
    if (one === other) return byName(a, b)
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return one < other === isRising ? -1 : 1
  })
}
