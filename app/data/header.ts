import { getScopeChoices } from '../../store/services/get-scope-choices.ts'
import { DAY_MS, HOUR_MS } from '../../store/time-units.ts'
import { nsOfMs } from '../../store/units.ts'
import type { IngestStatus } from '../ui/layout/header-data.ts'
import { CANARY_SERVICES } from '../url/scope.ts'
import { CACHE_TTL_MS } from '../url/time-range.ts'
import { describeIngest } from './describe-ingest.ts'
import { tryQuery } from './query.ts'
import { settingsContext } from './settings.ts'

/** The data of the header and footer of every page. */
export interface PageHeaderData {
  /** Choices seen in the last seven days; empty if the database cannot answer. */
  readonly services: readonly string[]
  readonly ownServices: readonly string[]
  readonly environments: readonly string[]
  readonly releases: readonly string[]
  /** `undefined` if no canaries are sent. */
  readonly ingest: IngestStatus | undefined
}

const BUCKET_MS = 3 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
const NO_CHOICES = { services: [], environments: [], releases: [] }

/** Only the first page after a pause waits for its header, at most two seconds. */
const HEADER_QUERY_POLICY = { maxAgeMs: CACHE_TTL_MS, staleWhileRevalidateMs: CACHE_TTL_MS, timeoutMs: 2_000 }

export async function loadPageHeader(args: Parameters<typeof tryQuery>[0], nowMs: number): Promise<PageHeaderData> {
  // In whole buckets, so that requests within a bucket share a query.
  const toMs = Math.ceil(nowMs / BUCKET_MS) * BUCKET_MS
  const range = { from: nsOfMs(toMs - WEEK_MS), to: nsOfMs(toMs) }
  const result = await tryQuery(args, getScopeChoices, { range }, HEADER_QUERY_POLICY)
  const { canary, ownServices } = args.context.get(settingsContext)
  if ('outage' in result) return { ...NO_CHOICES, ownServices, ingest: describeIngest(result) }
  const { services, environments, releases, newestCanaryNs, reportedNs, asOfNs } = result.answer
  return {
    services: services.filter(name => !CANARY_SERVICES.includes(name)),
    ownServices,
    environments,
    releases: releases.toReversed(),
    ingest: canary ? describeIngest({ newestNs: newestCanaryNs, reportedNs, asOfNs }) : undefined,
  }
}
