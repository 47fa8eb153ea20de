import type { ReactNode } from 'react'
import { data } from 'react-router'
import { getPipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { getPipelineStatus } from '../../../store/pipeline/get-pipeline-status.ts'
import { type BrowserLoss, listBrowserLosses } from '../../../store/pipeline/list-browser-losses.ts'
import { listDamagedQueues } from '../../../store/pipeline/list-damaged-queues.ts'
import { type Loss, listLosses } from '../../../store/pipeline/list-losses.ts'
import { listMasked, type Masked } from '../../../store/pipeline/list-masked.ts'
import { listRestarts } from '../../../store/pipeline/list-restarts.ts'
import { getFileAccess } from '../../../store/storage/get-file-access.ts'
import { getStorage } from '../../../store/storage/get-storage.ts'
import { listBytesByDay } from '../../../store/storage/list-bytes-by-day.ts'
import { listLogVolume } from '../../../store/storage/list-log-volume.ts'
import { listPointVolume } from '../../../store/storage/list-point-volume.ts'
import { listSpanVolume } from '../../../store/storage/list-span-volume.ts'
import { listStoredByService } from '../../../store/storage/list-stored-by-service.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { rangeEndingAt } from '../../../store/units.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { DropTable } from '../../parts/drop-counts/drop-table.tsx'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import type { IngestStatus } from '../../ui/layout/header-data.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { readScope } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import type { Route } from './+types/status.ts'
import { countTooLarge } from './describe-refused-requests.ts'
import { describeRelayedRecords } from './describe-relayed.ts'
import { describeStorage, describeStored, type ShownServices, type ShownStorage } from './describe-stored.server.ts'
import { describeVolume, type ShownVolume } from './describe-volume.server.ts'
import { HealthSummary } from './health-summary.tsx'
import { LossTable } from './losses.tsx'
import { MaskedTable } from './masked-table.tsx'
import { CollectorQueues } from './queues.tsx'
import { RestartsTable } from './restarts.tsx'
import { StoredByService } from './stored-by-service.tsx'
import { StoredVolume } from './stored-volume.tsx'
import { summarizeReceived } from './summarize-received.server.ts'
import { type StatusVerdict, summarizeStatus } from './summarize-status.server.ts'

/** Answers 400 without a query if the time range is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readScope(args.url.searchParams, nowMs)
  const asOf = { nowMs: floorToInterval(nowMs) }
  const { canary, retentionDays, lab } = args.context.get(settingsContext)
  const askHealth = () => query(args, getPipelineHealth, { ...asOf, canary }, cached)
  if (filterErrors.length > 0) {
    const health = await askHealth()
    const verdict = summarizeStatus({
      health,
      restarts: [],
      damagedQueues: [],
      lost: 0,
      tooLarge: 0,
      timeText: '',
      nowMs,
    })
    const nothing = {
      hasLab: lab.enabled,
      pipeline: undefined,
      restarts: [],
      lost: undefined,
      browserLosses: undefined,
      masked: undefined,
      received: undefined,
      services: undefined,
      storage: undefined,
      volume: undefined,
    }
    return data(
      { nowMs, filters, filterErrors, health, verdict, ingest: ingestOf(verdict), ...nothing },
      { status: 400 },
    )
  }
  const [health, pipeline, lost, restarts, damagedQueues] = await Promise.all([
    askHealth(),
    query(args, getPipelineStatus, { range }, cached),
    query(args, listLosses, { range }, cached),
    query(args, listRestarts, { range }, cached),
    query(args, listDamagedQueues, { range }, cached),
  ])
  const deferred = { ...cached, ...lowPriority }
  const lastDay = { range: rangeEndingAt(asOf.nowMs, DAY_MS) }
  const byDay = tryQuery(args, listBytesByDay, {}, deferred)
  const { browserLosses, masked, received, services, storage, volume } = await awaitUpTo(
    await deferredWaitMs({ ...args, nowMs }),
    {
      browserLosses: tryQuery(args, listBrowserLosses, { range }, deferred).then(readCounted),
      masked: tryQuery(args, listMasked, { range }, deferred).then(readCounted),
      received: tryQuery(args, summarizeReceived, { range, ...asOf }, deferred),
      services: tryQuery(args, listStoredByService, { range, ...asOf }, deferred).then(describeStored),
      storage: Promise.all([
        tryQuery(args, getStorage, {}, deferred),
        byDay,
        tryQuery(args, getFileAccess, {}, deferred),
      ]).then(([told, byDay, access]) => describeStorage({ told, byDay, access }, retentionDays, nowMs)),
      volume: Promise.all([
        tryQuery(args, listSpanVolume, lastDay, deferred),
        tryQuery(args, listLogVolume, lastDay, deferred),
        tryQuery(args, listPointVolume, lastDay, deferred),
        byDay,
      ]).then(([spans, logs, points, byDay]) => describeVolume({ spans, logs, points, byDay }, retentionDays, nowMs)),
    },
  )
  const verdict = summarizeStatus({
    health,
    restarts,
    damagedQueues,
    lost: countGivenUp(lost.losses),
    tooLarge: countTooLarge(lost.refusedRequests),
    timeText: describeTimeRange(filters),
    nowMs,
  })
  const shown = {
    hasLab: lab.enabled,
    health,
    pipeline,
    restarts,
    lost,
    browserLosses,
    masked,
    received,
    services,
    storage,
    volume,
  }
  return { nowMs, filters, filterErrors, verdict, ingest: ingestOf(verdict), ...shown }
}

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, filters, filterErrors, health, pipeline, restarts, verdict } = loaderData
  const { lost, browserLosses, masked, received, services, storage, volume, hasLab } = loaderData
  const inWords = describeTimeRange(filters)
  const head = (
    <>
      <title>Pipeline · Errata</title>
      <div className="page-head">
        <h1>Pipeline</h1>
        <p className="muted fixed-scope">{filterErrors.length === 0 && `By time received, ${inWords}`}</p>
      </div>
      <HealthSummary verdict={verdict} newestNs={health.newestNs} signals={pipeline?.signals} nowMs={nowMs} />
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
          {lost !== undefined && browserLosses !== undefined && (
            <section aria-labelledby="lost">
              <SectionHeading id="lost" time={`reported, ${inWords}`}>
                Losses
              </SectionHeading>
              <DeferredSection<Counted<BrowserLoss>> result={browserLosses} name="Losses" holds="table">
                {browsers => (
                  <LossTable
                    losses={lost.losses}
                    refusedRequests={lost.refusedRequests}
                    browsers={browsers}
                    relayed={describeRelayedRecords(lost.relayed)}
                  />
                )}
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
                Collectors report these counts; Errata’s own telemetry is included.{' '}
                <ScopedLink to="/noise">Noise</ScopedLink> counts by the timestamps of the records.
              </span>
            </p>
          </section>

          {masked !== undefined && (
            <section className="section" aria-labelledby="masked">
              <SectionHeading id="masked" time={inWords}>
                Masked
              </SectionHeading>
              <DeferredSection<Counted<Masked>> result={masked} name="Masked" holds="table">
                {answer => <MaskedTable masked={answer} />}
              </DeferredSection>
            </section>
          )}

          <section className="section" aria-labelledby="storage">
            <SectionHeading id="storage" time="now">
              Storage
            </SectionHeading>
            {storage !== undefined && (
              <DeferredSection<ShownStorage> result={storage} name="Storage">
                {({ used, full, readsFiles }) => (
                  <>
                    {full !== '' && <p className="bad">{full}</p>}
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
      {volume !== undefined && (
        <section className="section" aria-labelledby="volume">
          <SectionHeading id="volume" time="a day, from the last 24 h">
            Volume
          </SectionHeading>
          <DeferredSection<ShownVolume> result={volume} name="Volume" holds="table">
            {answer => <StoredVolume volume={answer} />}
          </DeferredSection>
        </section>
      )}
      {hasLab && (
        <p className="section muted">
          The <ScopedLink to="/lab">lab</ScopedLink> causes failures of every kind, to see how they arrive.
        </p>
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

/** For the header, whose own data may be a minute older and knows less. */
const ingestOf = ({ colour, label, title }: StatusVerdict): IngestStatus => ({
  level: colour,
  status: label,
  details: title,
})

type Counted<Row> = readonly Row[] | 'too much'

/** A range that is too large to count is not an outage. */
function readCounted<Row>(told: QueryResult<readonly Row[]>): QueryResult<Counted<Row>> {
  return 'outage' in told && told.outage.kind === 'timeout' ? { answer: 'too much' } : told
}

/** Without what was refused: its senders were told, and may have sent it again. */
const countGivenUp = (losses: readonly Loss[]) =>
  losses.reduce((sum, { kind, spans, logs, points }) => (kind === 'given-up' ? sum + spans + logs + points : sum), 0)
