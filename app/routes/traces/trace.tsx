import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { listTraceExceptions } from '../../../store/exceptions/list-trace-exceptions.ts'
import { getTrace } from '../../../store/traces/get-trace.ts'
import { listTraceLogs } from '../../../store/traces/list-trace-logs.ts'
import { parseTraceId } from '../../../store/units.ts'
import { askStore } from '../../ask-store.server.ts'
import { ExceptionTable } from '../../ui/exception-table.tsx'
import { notFound } from '../../url/not-found.ts'
import { readTraceView } from '../../url/trace-view.ts'
import type { Route } from './+types/trace.ts'
import { SpanDetails } from './span-details.tsx'
import { TraceHead } from './trace-head.tsx'
import { TraceLogs } from './trace-logs.tsx'
import { Waterfall } from './waterfall.tsx'

/** Answers 404 for what is no trace id and for a trace of which the store has nothing. */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  if (traceId === undefined) throw notFound('This is no trace id: one has 32 hexadecimal digits.')
  const [trace, exceptions, logs] = await Promise.all([
    askStore(args, getTrace, { traceId }),
    askStore(args, listTraceExceptions, { traceId }),
    askStore(args, listTraceLogs, { traceId, limit: MAX_LOGS }),
  ])
  if (trace === undefined && exceptions.length === 0 && logs.length === 0) throw notFound(NO_TRACE)
  return { nowMs: Date.now(), traceId, trace, exceptions, logs }
}

const MAX_LOGS = 500

const NO_TRACE =
  'The store has nothing of this trace. It may still be on its way (a few seconds), have been dropped by a rule, have expired, or never have been sent.'

/** Opening a span and folding rows change the address, but not what was read. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

export default function TracePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, traceId, trace, exceptions, logs } = loaderData
  const [params] = useSearchParams()
  const view = readTraceView(params)
  const spans = trace?.spans ?? []
  const chosen = spans.find(span => span.spanId === view.span)
  return (
    <>
      <TraceHead traceId={traceId} spans={spans} totalSpans={trace?.totalSpans ?? 0} nowMs={nowMs} />
      {trace === undefined ? (
        <p className="notice">
          The spans of this trace are not in the store: dropped by a rule, expired, or still on their way. What was
          logged in it is below.
        </p>
      ) : (
        <div className={chosen === undefined ? 'trace-body' : 'trace-body with-details'}>
          <Waterfall spans={spans} exceptions={exceptions} view={view} />
          {chosen !== undefined && (
            <SpanDetails span={chosen} spans={spans} exceptions={exceptions} logs={logs} view={view} />
          )}
        </div>
      )}
      {view.span !== undefined && chosen === undefined && trace !== undefined && (
        <p className="notice">
          Span <code>{view.span}</code> is not among those shown. It may be dropped, expired or still on its way.
        </p>
      )}
      {exceptions.length > 0 && (
        <section className="section" aria-labelledby="exceptions">
          <h2 id="exceptions">Exceptions in this trace</h2>
          <ExceptionTable
            exceptions={exceptions}
            nowMs={nowMs}
            caption="Exceptions in this trace, oldest first"
            brief
          />
        </section>
      )}
      <TraceLogs logs={logs} startNs={spans[0]?.startNs} maxLogs={MAX_LOGS} />
      <p className="section small muted">
        <Link to="/traces">All traces</Link>
      </p>
    </>
  )
}
