import { Link, useSearchParams } from 'react-router'
import { getPipelineStatus, type Loss } from '../../../store/pipeline/get-pipeline-status.ts'
import type { Queue } from '../../../store/pipeline/list-queues.ts'
import { askStore } from '../../ask-store.server.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount } from '../../format/count.ts'
import { DropTable } from '../../ui/drop-table.tsx'
import { SignalStrip } from '../../ui/signal-strip.tsx'
import { rangeInWords } from '../../ui/time-range-fields.tsx'
import { readTimeRange } from '../../url/time-range.ts'
import type { Route } from './+types/status.ts'

/** Answers 400 for a time range that cannot be read; store failures as `askStore` maps them. */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const range = readTimeRange(args.url.searchParams, nowMs, '24h')
  return { nowMs, range, pipeline: await askStore(args, getPipelineStatus, { range }) }
}

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, range, pipeline } = loaderData
  const [params] = useSearchParams()
  const inWords = rangeInWords(range, params)
  return (
    <>
      <title>Pipeline · Errata</title>
      <div className="page-head">
        <h1>Pipeline</h1>
        <p className="muted small">
          Counts: {inWords}. {range.last !== '1h' && <Link to="?last=1h">Last hour</Link>}{' '}
          {range.last !== '24h' && <Link to="?">Last 24 hours</Link>}{' '}
          {range.last !== '14d' && <Link to="?last=14d">Last 14 days</Link>}
        </p>
      </div>
      <SignalStrip signals={pipeline.signals} nowMs={nowMs} />

      <section className="section" aria-labelledby="dropped">
        <h2 id="dropped">Dropped by rule</h2>
        <DropTable drops={pipeline.drops} nowMs={nowMs} range={inWords} />
        <p className="pager">
          As the Collectors count it and report it every few seconds. Span events that a rule removes are not counted; a
          Collector that ends takes its last seconds of counting along.
        </p>
      </section>

      <section className="section" aria-labelledby="lost">
        <h2 id="lost">Lost on the way</h2>
        <Losses losses={pipeline.losses} range={inWords} />
      </section>

      <section className="section" aria-labelledby="queues">
        <h2 id="queues">Waiting in queues</h2>
        <Queues queues={pipeline.queues} />
      </section>
    </>
  )
}

const HOW = {
  'given-up': 'given up after all retries: lost',
  refused: 'refused because the queue was full: the sender was told',
} as const

function Losses({ losses, range }: { readonly losses: readonly Loss[]; readonly range: string }) {
  if (losses.length === 0) return <p className="muted">No Collector reported a loss, {range}.</p>
  return (
    <div className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Exporter</th>
            <th scope="col">What</th>
            <th scope="col">How</th>
            <th scope="col" className="number">
              Items
            </th>
          </tr>
        </thead>
        <tbody>
          {losses.map(({ exporter, signal, how, items }) => (
            <tr key={`${exporter} ${signal} ${how}`}>
              <th scope="row">{exporter}</th>
              <td>{signal}</td>
              <td>{HOW[how]}</td>
              <td className="number bad">{formatCount(items)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Queues({ queues }: { readonly queues: readonly Queue[] }) {
  if (queues.length === 0) {
    return (
      <p className="muted">
        No Collector reported its queues in this time. Their own metrics arrive through the same pipeline: if nothing
        else is fresh either, look whether the Collector runs.
      </p>
    )
  }
  return (
    <div className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Exporter</th>
            <th scope="col">Of</th>
            <th scope="col" className="number">
              Waiting
            </th>
            <th scope="col" className="number">
              Room for
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ collector, exporter, data, size, capacity }) => (
            <tr key={`${collector} ${exporter} ${data}`}>
              <th scope="row">
                {exporter}
                <div className="under">Collector {collector.slice(0, 8)}</div>
              </th>
              <td>{data}</td>
              <td className="number">{formatBytes(size)}</td>
              <td className="number">{formatBytes(capacity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
