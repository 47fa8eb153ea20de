import { data, redirect } from 'react-router'
import { findByDigest } from '../../../store/digests/find-by-digest.ts'
import { listTraceExceptions } from '../../../store/exceptions/list-trace-exceptions.ts'
import { findDrop } from '../../../store/noise/find-drop.ts'
import { countIngested } from '../../../store/pipeline/count-ingested.ts'
import { listSignals } from '../../../store/pipeline/list-signals.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { findEventPath } from '../../parts/event/event-path.server.ts'
import { findStalestSignal } from '../../parts/event/find-not-found-reason.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { parseLookUp } from '../../url/look-up.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import type { Route } from './+types/digest.ts'
import { findDigestRecord } from './find-digest-record.ts'
import { NotFound } from './not-found.tsx'

/**
 * Redirects to the issue of a digest or trace id, with the latest exception selected. Answers 404 with the possible reasons if there is
 * none.
 */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const typed = decodePathSegment(args.params.digest)
  const asked = parseLookUp(typed)
  const maybeTrace = parseTraceId(asked.traceId ?? '')
  const [maybeRecord, ofTrace] = await Promise.all([
    findDigestRecord(args, asked.digests),
    maybeTrace === undefined ? [] : query(args, listTraceExceptions, { traceId: maybeTrace }),
  ])
  // A digest of another sender may look like a trace id.
  const traceId = ofTrace.length > 0 || maybeRecord === undefined ? maybeTrace : undefined
  const record = traceId === undefined ? maybeRecord : undefined
  const digests = record === undefined ? asked.digests : [record.digest]
  const exception = traceId === undefined ? await findException(args, digests) : ofTrace.at(-1)
  if (exception !== undefined) throw redirect(await findEventPath(args, exception))

  if (traceId !== undefined) {
    const { spans, logs } = await query(args, countIngested, { traceId })
    if (spans + logs > 0) throw redirect(`/traces/${traceId}`)
  }
  const subjects = traceId === undefined ? asked.digests : [traceId]
  const [stalest, ...drops] = await Promise.all([
    query(args, listSignals, {}).then(findStalestSignal),
    ...subjects.map(subject => query(args, findDrop, { subject })),
  ])
  const nothing = {
    nowMs,
    quoted: traceId ?? record?.digest ?? typed,
    isTrace: traceId !== undefined,
    record,
    stalest,
    drop: drops.flat()[0],
    retentionDays: args.context.get(settingsContext).retentionDays,
  }
  return data(nothing, { status: record === undefined ? 404 : 200 })
}

/** The newest exception of the first of these spellings that has any: their records may have expired earlier. */
async function findException(args: Route.LoaderArgs, digests: readonly string[]) {
  const found = await Promise.all(digests.map(digest => query(args, findByDigest, { digest })))
  return found.find(exception => exception !== undefined)
}

export default function DigestPage({ loaderData }: Route.ComponentProps) {
  return <NotFound {...loaderData} />
}
