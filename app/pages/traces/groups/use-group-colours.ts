import type { ChartColour } from '../../../ui/charts/chart-model.ts'
import { useSeriesClasses } from '../../../ui/links/service-name.tsx'
import { colourGroups } from './group-colours.ts'

/** The colours of the groups that are drawn; services have those that they have everywhere. */
export function useGroupColours(by: string, values: readonly string[]): ReadonlyMap<string, ChartColour> {
  const colourOf = useSeriesClasses()
  const colours = colourGroups(values)
  return by === 'service' ? new Map([...colours.keys()].map(value => [value, colourOf(value)])) : colours
}
