import type { DropsBreakdown, DropsByName, DropsOfKind } from '../../../store/noise/list-drops-by.ts'
import { formatAmount } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

interface BreakdownProps {
  readonly breakdown: DropsBreakdown
  /** By browser, if samples tell. */
  readonly browsers?: readonly DropsByName[]
  readonly className?: string
}

/** Where the drops came from: a table of each dimension with several values, the others in one line. Nothing if nothing was dropped. */
export function DropBreakdown({ breakdown, browsers = [], className }: BreakdownProps) {
  const dimensions = [
    { by: 'service', without: 'unnamed', ...breakdown.service },
    { by: 'route', without: 'no route', ...breakdown.route },
    { by: 'release', without: 'no release', ...breakdown.release },
    { by: 'environment', without: 'no environment', ...breakdown.environment },
    { by: 'browser', without: 'unknown', rows: browsers, others: { names: 0, removed: 0 } },
  ].filter(({ rows }) => rows.some(({ name }) => name !== ''))
  const single = dimensions.filter(({ rows }) => rows.length === 1)
  const several = dimensions.filter(({ rows }) => rows.length > 1)
  if (dimensions.length === 0) return null
  return (
    <section className={className} aria-labelledby="sources">
      <h2 className="break">
        <span id="sources">Sources</span>{' '}
        <span className="muted small">
          {single.length > 0 && `all from ${single.map(({ by, rows }) => `${by} ${rows[0]?.name}`).join(', ')}`}
        </span>
      </h2>
      <div className="breakdowns">
        {several.map(({ by, ...of }) => (
          <BreakdownTable key={by} by={by} {...of} />
        ))}
      </div>
      {several.some(({ by }) => by === 'browser') && (
        <p className="muted small note">Browsers are those of a random sample of the last 24 h.</p>
      )}
    </section>
  )
}

interface BreakdownTableProps extends DropsOfKind {
  /** `service`, as in "By service". */
  readonly by: string
  /** Text for rows without a value. */
  readonly without: string
}

/** So many rows of each table are in sight: three tables of all would fill a narrow screen. */
const MAX_UNFOLDED = 3

/** Bars are relative to the longest. */
function BreakdownTable({ by, without, rows, others }: BreakdownTableProps) {
  const most = Math.max(1, others.removed, rows[0]?.removed ?? 0)
  const shown = [
    ...rows.map(({ name, removed }) => ({ name, removed, text: name || <span className="muted">{without}</span> })),
    ...(others.names > 0
      ? [
          {
            name: `${by} others`,
            removed: others.removed,
            text: <span className="muted">{pluralize(others.names, 'other')}</span>,
          },
        ]
      : []),
  ]
  const columns: readonly Column<(typeof shown)[number]>[] = [
    { name: `By ${by}`, namesRow: true, title: ({ name }) => name, cell: ({ text }) => text },
    {
      name: 'Share',
      head: <span className="visually-hidden">Share</span>,
      width: 'col-text',
      cell: ({ removed }) => (
        <svg className="length" aria-hidden="true">
          <rect width={`${Math.max(1, Math.round((100 * removed) / most))}%`} height="100%" rx="2" />
        </svg>
      ),
    },
    { name: 'Dropped', isNumber: true, width: 'col-small', cell: ({ removed }) => formatAmount(removed) },
  ]
  // One row takes as much room as what unfolds it.
  const unfolded = shown.length === MAX_UNFOLDED + 1 ? shown.length : MAX_UNFOLDED
  const folded = shown.slice(unfolded)
  return (
    <div className="panel">
      <DataTable columns={columns} rows={shown.slice(0, unfolded)} keyOf={({ name }) => name} />
      {folded.length > 0 && (
        <details>
          <summary className="padded muted small">{rows.length + others.names - MAX_UNFOLDED} more</summary>
          <DataTable
            isContinued
            caption={`More, by ${by}`}
            columns={columns}
            rows={folded}
            keyOf={({ name }) => name}
          />
        </details>
      )}
    </div>
  )
}
