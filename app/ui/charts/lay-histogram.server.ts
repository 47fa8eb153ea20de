import type { ChartModel, Colour } from './chart-model.ts'
import { layBars, layYAxis, percent, SLOT_UNITS, xTick } from './lay-axes.server.ts'

interface HistogramOptions {
  readonly name: string
  readonly colour: Colour
  /** Rising, one more than `counts`: where each bin begins, and where the last ends. */
  readonly edges: readonly number[]
  readonly counts: readonly number[]
  readonly formatEdge: (edge: number) => string
  readonly formatCount: (count: number) => string
}

/** Lays out how often values fell into bins, which stand side by side however wide they are: right for bins on a log scale. */
export function layHistogram({ name, colour, edges, counts, formatEdge, formatCount }: HistogramOptions): ChartModel {
  if (edges.length !== counts.length + 1) throw new RangeError('A histogram has one edge more than bins')
  const axis = layYAxis(counts, { format: formatCount, whole: true })
  const bins = counts.map((_, i) => `${formatEdge(edges[i] ?? 0)} to ${formatEdge(edges[i + 1] ?? 0)}`)
  const every = Math.max(1, Math.ceil(counts.length / 6))
  return {
    slots: counts.map((count, i) => ({
      x: percent(i, counts.length),
      width: percent(1, counts.length),
      title: `${bins[i]}\n${name}: ${formatCount(count)}`,
    })),
    bars: layBars([{ name, colour, values: counts }], axis.place),
    lines: [],
    boxWidth: Math.max(1, counts.length * SLOT_UNITS),
    xTicks: edges.flatMap((edge, i) =>
      counts.length > 0 && i % every === 0 ? [xTick(i / counts.length, formatEdge(edge))] : [],
    ),
    yTicks: axis.ticks,
    marks: [],
    table: { head: ['From and to', name], rows: counts.map((count, i) => [bins[i] ?? '', formatCount(count)]) },
  }
}
