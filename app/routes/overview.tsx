import { Link } from 'react-router'
import { listExceptions } from '../../store/exceptions/list-exceptions.ts'
import { listSignals } from '../../store/pipeline/list-signals.ts'
import { listTraces } from '../../store/traces/list-traces.ts'
import { askStore } from '../ask-store.server.ts'
import { Empty } from '../ui/empty.tsx'
import { ExceptionTable } from '../ui/exception-table.tsx'
import { SignalStrip } from '../ui/signal-strip.tsx'
import { TraceTable } from '../ui/trace-table.tsx'
import { readTimeRange } from '../url/time-range.ts'
import type { Route } from './+types/overview.ts'

const ROWS = 12

/** Store failures as `askStore` maps them. */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const range = readTimeRange(args.url.searchParams, nowMs, '24h')
  const [exceptions, traces, signals] = await Promise.all([
    askStore(args, listExceptions, { range, limit: ROWS }),
    askStore(args, listTraces, { range, limit: ROWS }),
    askStore(args, listSignals, { range }),
  ])
  return { nowMs, exceptions, traces, signals }
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, exceptions, traces, signals } = loaderData
  return (
    <>
      <title>Overview · Errata</title>
      <div className="page-head">
        <h1>Overview</h1>
        <p className="muted small">Last 24 hours</p>
      </div>
      <SignalStrip signals={signals} nowMs={nowMs} />
      <div className="section side-by-side">
        <section aria-labelledby="exceptions">
          <div className="page-head">
            <h2 id="exceptions">Latest exceptions</h2>
            <Link to="/exceptions">All exceptions</Link>
          </div>
          {exceptions.length === 0 ? (
            <Empty title="No exceptions in the last 24 hours">
              <p>That is good news if spans and logs keep arriving.</p>
            </Empty>
          ) : (
            <ExceptionTable exceptions={exceptions} nowMs={nowMs} caption="Latest exceptions" brief />
          )}
        </section>
        <section aria-labelledby="traces">
          <div className="page-head">
            <h2 id="traces">Latest traces</h2>
            <Link to="/traces">All traces</Link>
          </div>
          {traces.length === 0 ? (
            <Empty title="No traces in the last 24 hours">
              <p>
                Open a few pages of this desk, or point a service at the OTLP port. The{' '}
                <Link to="/status">pipeline page</Link> says what has arrived.
              </p>
            </Empty>
          ) : (
            <TraceTable traces={traces} nowMs={nowMs} caption="Latest traces" brief />
          )}
        </section>
      </div>
    </>
  )
}
