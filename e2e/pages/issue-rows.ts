import { exceptionRow, type InsertedRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

const MINUTE_MS = 60_000

interface Thrown {
  readonly minutesAgo: number
  readonly issue: string
  readonly release?: string
  readonly session?: string
  readonly message?: string
  /** Trace and span ids. */
  readonly within?: { readonly traceId: string; readonly spanId: string }
}

/** An exception whose issue is determined by its function. */
export const exceptionOfIssueRow = ({
  minutesAgo,
  issue,
  release = '2.4.0',
  session = 's1',
  message = `no ${issue}`,
  within,
}: Thrown): InsertedRow =>
  exceptionRow({
    ...within,
    at: minutesAgo * MINUTE_MS,
    type: 'CartError',
    message,
    stacktrace: `CartError: m\n    at ${issue} (app/${issue}.ts:1:2)`,
    resource: { 'service.version': release },
    attributes: { 'session.id': session, 'user.id': `user of ${session}`, 'http.route': `/${issue}` },
  })
export const servedRequestRow = (minutesAgo: number, release: string) =>
  spanRow({ at: minutesAgo * MINUTE_MS, resource: { 'service.version': release } })

const traceId = randomHexId(16)
const [page, request, query] = [randomHexId(8), randomHexId(8), randomHexId(8)]
/** What preceded the newest exception of `known`: a page that called the shop, which queried its database. */
const visited: InsertedRow[] = [
  spanRow({
    at: 91 * MINUTE_MS,
    traceId,
    spanId: page,
    service: 'shop-browser',
    kind: 'Internal',
    name: 'pageload /known',
    attributes: { 'session.id': 's1' },
    resource: { 'user_agent.original': 'Mozilla/5.0 (Macintosh) Version/17.4 Safari/605' },
  }),
  spanRow({ at: 90.5 * MINUTE_MS, traceId, spanId: request, parentSpanId: page, name: 'GET /known' }),
  spanRow({ at: 90.4 * MINUTE_MS, traceId, parentSpanId: request, name: 'SELECT stock', kind: 'Client' }),
  spanRow({
    at: 90.2 * MINUTE_MS,
    traceId,
    spanId: query,
    parentSpanId: request,
    name: 'SELECT known',
    status: 'Error',
  }),
]

/** Events of a day and a half: one issue is older than the release, the others are new. */
export function issueRows(): InsertedRow[] {
  return [
    servedRequestRow(40 * 60, '2.3.0'),
    servedRequestRow(30 * 60, '2.4.0'),
    exceptionOfIssueRow({ minutesAgo: 35 * 60, issue: 'known', release: '2.3.0' }),
    ...visited,
    exceptionOfIssueRow({ minutesAgo: 90, issue: 'known', within: { traceId, spanId: query } }),
    exceptionOfIssueRow({ minutesAgo: 80, issue: 'fresh', session: 's2' }),
    exceptionOfIssueRow({ minutesAgo: 70, issue: 'price' }),
    exceptionOfIssueRow({ minutesAgo: 60, issue: 'stock' }),
    exceptionOfIssueRow({ minutesAgo: 59, issue: 'stock', session: 's2' }),
  ]
}
