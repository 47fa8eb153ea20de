import { data, redirect } from 'react-router'
import { findByDigest } from '../../../store/digests/find-by-digest.ts'
import { findByTraceId } from '../../../store/digests/find-by-trace-id.ts'
import { getDigestRecord } from '../../../store/digests/get-digest-record.ts'
import { hasArrived } from '../../../store/pipeline/has-arrived.ts'
import { listSignals } from '../../../store/pipeline/list-signals.ts'
import { listSessionHistory } from '../../../store/sessions/list-session-history.ts'
import { getTrace } from '../../../store/traces/get-trace.ts'
import { type Ns, parseTraceId, type TraceId } from '../../../store/units.ts'
import { askStore, settingsContext } from '../../ask-store.server.ts'
import { readLookUp } from '../../url/look-up.ts'
import { readTimeRange } from '../../url/time-range.ts'
import type { Route } from './+types/digest.ts'
import { DigestFinding } from './digest-finding.tsx'
import { NothingFound } from './nothing-found.tsx'
import { whenSpansExpired } from './tell-absence.ts'

const NEWEST = 10
const SESSION_STEPS = 50
const SESSION_BEFORE_NS = 3_600_000_000_000n
/** Of the trace that is shown with it; the trace's own page shows more. */
const MAX_SPANS = 200

/** Answers by digest or by trace id; 404 when nothing was found, with what that may mean. */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const asked = readLookUp(args.params.digest)
  const quoted = asked.kind === 'trace' ? asked.traceId : asked.kind === 'digest' ? asked.digest : args.params.digest
  const traceId = parseTraceId(quoted)
  const record = traceId === undefined ? await askStore(args, getDigestRecord, { digest: quoted }) : undefined
  // Where the newest exception most likely is: its surroundings are asked for beside it.
  const likely = traceId ?? parseTraceId(record?.latestTraceId ?? '')
  const [exceptions, ahead] = await Promise.all([
    traceId === undefined
      ? askStore(args, findByDigest, { digest: quoted, limit: NEWEST })
      : askStore(args, findByTraceId, { traceId, limit: NEWEST }),
    record === undefined ? undefined : surroundings(args, likely, record.lastSeenNs),
  ])

  const { retentionDays } = args.context.get(settingsContext)
  const [exception] = exceptions
  if (exception !== undefined) {
    const inTrace = parseTraceId(exception.traceId)
    const isAsExpected = ahead !== undefined && inTrace === likely && exception.atNs === record?.lastSeenNs
    const { trace, session } = isAsExpected ? ahead : await surroundings(args, inTrace, exception.atNs)
    const spansExpiredNs = trace ? undefined : whenSpansExpired({ nowMs, atNs: exception.atNs, retentionDays })
    return { found: true as const, nowMs, quoted, record, exceptions, exception, trace, spansExpiredNs, session }
  }

  if (traceId !== undefined) {
    const { spans, logs } = await askStore(args, hasArrived, { traceId })
    if (spans + logs > 0) throw redirect(`/traces/${traceId}`)
  }
  const signals = await askStore(args, listSignals, { range: readTimeRange(new URLSearchParams(), nowMs, '15m') })
  const newestStoredNs = signals.map(signal => signal.newestStoredNs).reduce(newer, 0n)
  const nothing = {
    found: false as const,
    nowMs,
    quoted,
    isTrace: traceId !== undefined,
    record,
    newestStoredNs,
    retentionDays,
  }
  return data(nothing, { status: record === undefined ? 404 : 200 })
}

/** The trace of an exception, and what the same session did in the hour before. */
async function surroundings(args: Route.LoaderArgs, traceId: TraceId | undefined, atNs: Ns) {
  if (traceId === undefined) return { trace: undefined, session: [] }
  const range = { from: atNs - SESSION_BEFORE_NS, to: atNs }
  const [trace, session] = await Promise.all([
    askStore(args, getTrace, { traceId, maxSpans: MAX_SPANS }),
    askStore(args, listSessionHistory, { traceId, range, limit: SESSION_STEPS }),
  ])
  return { trace, session }
}

const newer = (a: bigint, b: bigint) => (a > b ? a : b)

export default function DigestPage({ loaderData }: Route.ComponentProps) {
  return loaderData.found ? <DigestFinding {...loaderData} /> : <NothingFound {...loaderData} />
}
