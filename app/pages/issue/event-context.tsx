import { useSearchParams } from 'react-router'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import type { NearLog } from '../../parts/event-context/describe-nearest-logs.server.ts'
import type { loadTraceExcerpt } from '../../parts/event-context/load-trace-excerpt.server.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { DistinctColours, ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { scopeParams } from '../../url/scope.ts'
import { readTraceView, spanRef, tracePath } from '../../url/trace-view.ts'
import { Breadcrumbs, SpansExpired } from './breadcrumbs.tsx'
import { ExcerptWaterfall } from './event/excerpt-waterfall.tsx'
import type { IssuePageData } from './load-issue.server.ts'

interface EventContextProps {
  readonly excerpt: NonNullable<Awaited<ReturnType<typeof loadTraceExcerpt>>>
  readonly summary: ExceptionSummary
  readonly shown: Pick<IssuePageData, 'spansExpiredNs' | 'nowMs'>
}

/** The part of the trace around an event, and the breadcrumbs of its session. */
export function EventContext({
  excerpt: { excerpt, repeated, answers, attempts, logs, steps, hasMoreSteps },
  summary,
  shown,
}: EventContextProps) {
  const [params] = useSearchParams()
  const { nowMs } = shown
  const spansExpiredNs = excerpt === undefined ? shown.spansExpiredNs : undefined
  const span = summary.spanId === '' ? undefined : spanRef({ ...summary, sharesId: true })
  return (
    <DistinctColours of={excerpt?.services ?? NONE}>
      {summary.traceId !== '' && (
        <section className="section" aria-labelledby="trace">
          <div className="page-head">
            <h2 id="trace">Trace</h2>
            {excerpt !== undefined && (
              <>
                <p className="muted small">
                  {excerpt.spans.length < excerpt.totalSpans && `${formatCount(excerpt.spans.length)} of `}
                  {pluralize(excerpt.totalSpans, 'span')}
                </p>
                {answers !== '' && <p>{answers}</p>}
                {attempts > 1 && <p>{pluralize(attempts, 'attempt')}</p>}
                <ScopedLink to={tracePath(summary)}>View trace</ScopedLink>
              </>
            )}
          </div>
          {excerpt !== undefined ? (
            <ExcerptWaterfall
              excerpt={excerpt}
              repeated={repeated}
              exceptions={[summary]}
              view={{ ...readTraceView(scopeParams(params)), span }}
              page={`/traces/${summary.traceId}`}
            />
          ) : (
            <p className="muted">
              {spansExpiredNs === undefined ? (
                'No spans of this trace have been received yet.'
              ) : (
                <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
              )}
            </p>
          )}
        </section>
      )}
      {logs.length > 0 && <NearLogs logs={logs} />}
      <Breadcrumbs
        steps={steps}
        hasMore={hasMoreSteps}
        exception={summary}
        nowMs={nowMs}
        spansExpiredNs={spansExpiredNs}
      />
    </DistinctColours>
  )
}

const NONE = [] as const

/** The records that services logged in the trace, nearest to the exception. */
function NearLogs({ logs }: { readonly logs: readonly NearLog[] }) {
  return (
    <section className="section" aria-labelledby="logs">
      <h2 id="logs">Logs</h2>
      <div className="panel">
        <DataTable
          className="wraps"
          caption="Log records of the trace around the exception, oldest first"
          columns={LOG_COLUMNS}
          rows={logs}
          keyOf={({ id }) => id}
        />
      </div>
    </section>
  )
}

const LOG_COLUMNS: readonly Column<NearLog>[] = [
  { name: 'Time', isNumber: true, width: 'col-service', look: 'muted', cell: ({ when }) => when },
  {
    name: 'Record',
    namesRow: true,
    look: 'mono break',
    title: ({ text }) => text,
    cell: ({ severity, className, text, service }) => (
      <>
        <span className={`mark ${className}`}>{severity}</span> {text}
        <div className="narrow-only small">
          <ServiceName name={service} />
        </div>
      </>
    ),
  },
  { name: 'Service', shown: 'wide', width: 'col-wide', cell: ({ service }) => <ServiceName name={service} /> },
]
