import type { ReactNode } from 'react'
import { data } from 'react-router'
import { getIngestAccounting } from '../../../store/accounting/get-ingest-accounting.ts'
import { lastHourOf } from '../../../store/accounting/last-hour-of.ts'
import { getPipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { type ExporterLoss, getPipelineStatus } from '../../../store/pipeline/get-pipeline-status.ts'
import { listDamagedQueues } from '../../../store/pipeline/list-damaged-queues.ts'
import { listRestarts } from '../../../store/pipeline/list-restarts.ts'
import { getFileAccess } from '../../../store/storage/get-file-access.ts'
import { getStorage } from '../../../store/storage/get-storage.ts'
import { listStoredByService } from '../../../store/storage/list-stored-by-service.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { awaitUpTo, deferredWaitMs } from '../../server/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { DropTable } from '../../ui/table/drop-table.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { readScope } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/status.ts'
import { AccountingTable } from './accounting.tsx'
import { type AccountingAnswer, describeAccounting } from './describe-accounting.server.ts'
import {
  countServicesWithOldRecords,
  describeStorage,
  describeStored,
  type ShownServices,
  type ShownStorage,
} from './describe-stored.server.ts'
import { HealthSummary } from './health-summary.tsx'
import { CollectorQueues } from './queues.tsx'
import { RestartsTable } from './restarts.tsx'
import { StoredByService } from './stored-by-service.tsx'
import { summarizeReceived } from './summarize-received.server.ts'
import { type StatusVerdict, summarizeStatus } from './summarize-status.server.ts'

/** Answers 400 without a query if the time range is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readScope(args.url.searchParams, nowMs)
  const asOf = { nowMs: floorToInterval(nowMs) }
  const { canary, retentionDays } = args.context.get(settingsContext)
  const askHealth = () => query(args, getPipelineHealth, { ...asOf, canary }, cached)
  if (filterErrors.length > 0) {
    const health = await askHealth()
    const verdict = summarizeStatus({
      health,
      restarts: [],
      damagedQueues: [],
      lost: undefined,
      accounting: undefined,
      timeText: '',
      nowMs,
    })
    const nothing = {
      pipeline: undefined,
      restarts: [],
      accounting: undefined,
      received: undefined,
      services: undefined,
      storage: undefined,
    }
    return data({ nowMs, filters, filterErrors, health, verdict, ...nothing }, { status: 400 })
  }
  const [health, pipeline, restarts, damagedQueues] = await Promise.all([
    askHealth(),
    query(args, getPipelineStatus, { range }, cached),
    query(args, listRestarts, { range }, cached),
    query(args, listDamagedQueues, { range }, cached),
  ])
  const lost = countLost(pipeline.losses)
  const known = {
    health,
    restarts,
    damagedQueues,
    lost,
    accounting: undefined,
    timeText: describeTimeRange(filters),
    nowMs,
  }
  const hour = lastHourOf(range, nsOfMs(asOf.nowMs)) ?? range
  const byService = tryQuery(args, listStoredByService, { range: hour }, { ...cached, ...lowPriority })
  const { accounting, received, services, storage } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    accounting: Promise.all([
      tryQuery(args, getIngestAccounting, { range, ...asOf }, { ...cached, ...lowPriority }),
      byService,
    ]).then(([told, of]) => describeAccounting(told, { ...known, withOldRecords: countServicesWithOldRecords(of) })),
    received: tryQuery(args, summarizeReceived, { range, ...asOf }, { ...cached, ...lowPriority }),
    services: byService.then(describeStored),
    storage: Promise.all([
      tryQuery(args, getStorage, {}, { ...cached, ...lowPriority }),
      tryQuery(args, getFileAccess, {}, { ...cached, ...lowPriority }),
    ]).then(([told, access]) => describeStorage(told, access, retentionDays)),
  })
  const verdict = summarizeStatus(known)
  return { nowMs, filters, filterErrors, health, pipeline, restarts, verdict, accounting, received, services, storage }
}

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, health, pipeline, restarts, verdict, accounting, received, services, storage } =
    loaderData
  const inWords = describeTimeRange(filters)
  const summaryOf = (of: StatusVerdict) => (
    <HealthSummary verdict={of} newestNs={health.newestNs} signals={pipeline?.signals} nowMs={nowMs} />
  )
  const head = (
    <>
      <title>Pipeline · Errata</title>
      <div className="page-head">
        <h1>Pipeline</h1>
        <p className="muted fixed-scope">{filterErrors.length === 0 && `By time received, ${inWords}`}</p>
      </div>
      <DeferredValue<AccountingAnswer> result={accounting} fallback={summaryOf(verdict)}>
        {answer => summaryOf(answer.verdict)}
      </DeferredValue>
    </>
  )
  if (pipeline === undefined) {
    return (
      <>
        {head}
        <InvalidFilters filterErrors={filterErrors} />
      </>
    )
  }
  return (
    <>
      {head}
      {received !== undefined && (
        <DeferredSection result={received} name="Received" holds="chart">
          {charts => (
            <div className="section side-by-side thirds">
              {charts.map(chart => (
                <div className="panel padded slim" key={chart.title}>
                  <TimeSeries {...chart} />
                </div>
              ))}
            </div>
          )}
        </DeferredSection>
      )}

      {restarts.length > 0 && (
        <section className="section" aria-labelledby="restarts">
          <SectionHeading id="restarts" time={inWords}>
            Process restarts
          </SectionHeading>
          <RestartsTable restarts={restarts} nowMs={nowMs} />
        </section>
      )}

      <div className="section side-by-side of-tables">
        <div>
          {accounting !== undefined && (
            <section aria-labelledby="went">
              <SectionHeading id="went" time="latest hour of this range">
                Ingest accounting
              </SectionHeading>
              <DeferredSection<AccountingAnswer> result={accounting} name="Ingest accounting" holds="table">
                {({ shown }) => <AccountingTable accounting={shown} />}
              </DeferredSection>
            </section>
          )}
          <section className="section" aria-labelledby="queues">
            <SectionHeading id="queues" time="now">
              Queues
            </SectionHeading>
            <CollectorQueues queues={health.queues} />
          </section>
        </div>

        <div>
          <section aria-labelledby="dropped">
            <SectionHeading id="dropped" time={`received, ${inWords}`}>
              Dropped by rule
            </SectionHeading>
            <DropTable drops={pipeline.drops} nowMs={nowMs} range={inWords} />
            <p className="pager">
              <span>
                As Collectors report, with Errata’s own telemetry. <ScopedLink to="/noise">Noise</ScopedLink> counts by
                the timestamps of the records.
              </span>
            </p>
          </section>

          <section className="section" aria-labelledby="lost">
            <SectionHeading id="lost" time={inWords}>
              Losses
            </SectionHeading>
            <ExporterLosses losses={pipeline.losses} />
          </section>

          <section className="section" aria-labelledby="storage">
            <SectionHeading id="storage" time="now">
              Storage
            </SectionHeading>
            {storage !== undefined && (
              <DeferredSection<ShownStorage> result={storage} name="Storage">
                {({ used, readsFiles }) => (
                  <>
                    <p>{used}</p>
                    <p className={readsFiles ? 'bad' : undefined}>
                      {readsFiles
                        ? 'SQL users can read files of the machine that ClickHouse runs on: it is not confined to its folder (ERRATA_ENGINE_SANDBOX).'
                        : 'SQL users cannot read files of the machine that ClickHouse runs on.'}
                    </p>
                  </>
                )}
              </DeferredSection>
            )}
          </section>
        </div>
      </div>

      {services !== undefined && (
        <section className="section" aria-labelledby="services">
          <SectionHeading id="services" time="latest hour of this range">
            By service
          </SectionHeading>
          <DeferredSection<ShownServices> result={services} name="By service" holds="table">
            {answer => <StoredByService services={answer} nowMs={nowMs} />}
          </DeferredSection>
        </section>
      )}
    </>
  )
}

interface SectionHeadingProps {
  readonly id: string
  /** Says which time the section covers. */
  readonly time: string
  readonly children: ReactNode
}

function SectionHeading({ id, time, children }: SectionHeadingProps) {
  return (
    <h2>
      <span id={id}>{children}</span> <span className="muted small">{time}</span>
    </h2>
  )
}

/** Without what was refused: its senders were told, and may have sent it again. */
const countLost = (losses: readonly ExporterLoss[]) =>
  losses.reduce((sum, { how, items }) => sum + (how === 'given-up' ? items : 0), 0)

const LOSS_LABELS = {
  'given-up': 'lost after all retries',
  refused: 'refused, queue full; senders were notified',
} as const

function ExporterLosses({ losses }: { readonly losses: readonly ExporterLoss[] }) {
  if (losses.length === 0) return <p className="muted">No losses reported.</p>
  return (
    <div className="panel">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Exporter</th>
            <th scope="col">Signal</th>
            <th scope="col">Reason</th>
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
              <td>{LOSS_LABELS[how]}</td>
              <td className="number bad">{formatCount(items)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
