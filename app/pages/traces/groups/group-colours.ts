import { lacksKeys } from '../../../parts/span-groups/group-values.ts'
import type { ChartColour } from '../../../ui/charts/chart-model.ts'

/** Lines of more could not be told apart. */
const MAX_DRAWN = 6

/** The groups that are drawn, in their order, each with the colour of its place; never those without the keys. */
export function colourGroups(values: readonly string[]): ReadonlyMap<string, ChartColour> {
  const drawn = values.filter(value => !lacksKeys(value)).slice(0, MAX_DRAWN)
  return new Map(drawn.map((value, place) => [value, `series-${place}`]))
}
