import type { TreeRow } from '../../../trace/choose-rows.ts'
import { shiftOf } from '../../../trace/clock-skew.ts'
import type { TimeAxis } from '../../../trace/time-axis.ts'
import { at, endOf, hasFlag, operationOf, type TraceTree } from '../../../trace/trace-tree.ts'

/** The minimap is a grid: a column is a few pixels, a line stands for as many rows as there must be. */
export const COLUMNS = 300
const MAX_LINES = 40

interface MinimapOptions {
  readonly tree: TraceTree
  readonly axis: TimeAxis
  readonly rows: readonly TreeRow[]
  readonly shifts: Float64Array | undefined
}

/** The cells of each service in a grid of `COLUMNS` by `lines`, as a path; and those with failed spans. */
export interface MinimapDrawing {
  readonly lines: number
  readonly services: readonly { readonly service: string; readonly path: string }[]
  readonly failed: string
}

/** Draws all rows of a trace small. A cell has the colour of the last span in it; what failed is drawn over the others. */
export function drawMinimap({ tree, axis, rows, shifts }: MinimapOptions): MinimapDrawing {
  const lines = Math.min(MAX_LINES, Math.max(1, rows.length))
  const services = [...new Set(tree.operations.map(({ service }) => service))]
  // From 1: 0 is an empty cell.
  const numbers = new Map(services.map((service, i) => [service, i + 1]))
  const cells = new Uint16Array(COLUMNS * lines)
  const failed = new Uint8Array(COLUMNS * lines)
  for (const [number, { kind, index, repeated }] of rows.entries()) {
    if (kind === 'missing') continue
    const shift = shiftOf(shifts, index)
    const left = columnOf(axis.place(at(tree.starts, index) + shift))
    const right = columnOf(axis.place((repeated?.end ?? endOf(tree, index)) + shift))
    const line = Math.floor((number * lines) / rows.length) * COLUMNS
    const service = numbers.get(operationOf(tree, index).service) ?? 0
    cells.fill(service, line + left, line + right + 1)
    if (hasFlag(tree, index, 'failed')) failed.fill(1, line + left, line + right + 1)
  }
  return {
    lines,
    services: services
      .map((service, i) => ({ service, path: drawCells(cells, lines, i + 1) }))
      .filter(({ path }) => path !== ''),
    failed: drawCells(failed, lines, 1),
  }
}

const columnOf = (place: number) => Math.max(0, Math.min(COLUMNS - 1, Math.floor(place * COLUMNS)))

/** Cells beside each other are one rectangle. */
function drawCells(cells: Uint8Array | Uint16Array, lines: number, value: number): string {
  let path = ''
  for (let line = 0; line < lines; line++) {
    const from = line * COLUMNS
    for (let column = 0; column < COLUMNS; column++) {
      if (cells[from + column] !== value) continue
      const left = column
      while (column + 1 < COLUMNS && cells[from + column + 1] === value) column++
      path += `M${left} ${line}H${column + 1}v1H${left}z`
    }
  }
  return path
}
