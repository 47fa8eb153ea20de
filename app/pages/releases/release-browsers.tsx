import { formatAmount, formatShare } from '../../format/amount.ts'
import type { Change, ShareOfTotal } from '../../insights/change.ts'
import type { BrowserSessions } from '../../parts/release-comparison/order-regressions.ts'
import { ShareOfCount } from '../../ui/numbers/share.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

interface ReleaseBrowsersProps {
  readonly browsers: readonly BrowserSessions[]
  /** What the release is compared with. */
  readonly baseline: string
}

/** The share of sessions without a crash by browser, compared with an earlier release. */
export function ReleaseBrowsers({ browsers, baseline }: ReleaseBrowsersProps) {
  if (browsers.length === 0) return null
  return (
    <section className="section" aria-labelledby="by-browser">
      <h2 id="by-browser">Crash-free sessions by browser</h2>
      <div className="panel">
        <DataTable className="fit" columns={columnsOf(baseline)} rows={browsers} keyOf={({ browser }) => browser} />
      </div>
    </section>
  )
}

const columnsOf = (baseline: string): readonly Column<BrowserSessions>[] => [
  { name: 'Browser', namesRow: true, title: ({ browser }) => browser, cell: ({ browser }) => browser },
  {
    name: 'Crash-free',
    isNumber: true,
    cell: ({ crashFree, crashFreeBefore }) => (
      <>
        <ShareOfCount {...crashFree} none="–" />
        {crashFreeBefore.whole > 0 && (
          <p className="narrow-only">
            <span className="muted small">
              {baseline}: {formatShare(crashFreeBefore.part, crashFreeBefore.whole)}
            </span>
          </p>
        )}
      </>
    ),
  },
  {
    name: 'Previous',
    head: `In ${baseline}`,
    isNumber: true,
    shown: 'wide',
    look: 'muted',
    cell: ({ crashFreeBefore }) => <ShareOfCount {...crashFreeBefore} none="–" />,
  },
  {
    name: 'Change',
    isNumber: true,
    cell: ({ crashFree, crashFreeBefore, compared }) => (
      <span className={compared.direction === 'less' ? 'bad' : 'muted'}>
        {changeOf(crashFree, crashFreeBefore, compared)}
      </span>
    ),
  },
]

function changeOf(now: ShareOfTotal, before: ShareOfTotal, { isClear }: Change): string {
  if (before.whole === 0) return 'new'
  if (isClear === undefined) return '–'
  if (!isClear) return 'no clear change'
  const points = (now.part / now.whole - before.part / before.whole) * 100
  if (Math.abs(points) < 0.05) return 'no change'
  return `${points < 0 ? 'down' : 'up'} ${formatAmount(Math.round(Math.abs(points) * 10) / 10)} pts`
}
