import { z } from 'zod'
import { newestFirst, type Page } from '../newest-first.ts'
import type { Store } from '../store.ts'
import { int64, type Ns } from '../units.ts'
import sql from './list-exceptions.sql?raw'
import { listLoggedEvents } from './list-logged-events.ts'

/** One exception in a list. */
export interface ExceptionSummary {
  /** Of the record, 16 hex digits; {@link getException} takes it together with `atNs`. */
  readonly id: string
  readonly atNs: Ns
  /** 'log': a log record. 'event': a span event, where no log record told of it as well. */
  readonly shape: 'log' | 'event'
  readonly issue: string
  /** '' where the sender gave none. */
  readonly type: string
  /** At most 2048 characters. '' where the sender gave none. */
  readonly message: string
  readonly service: string
  readonly route: string
  /** service.version, '' where there is none. */
  readonly release: string
  /** '' for an exception of a browser, or of a service that makes none. */
  readonly digest: string
  /** '' for an exception outside any trace. */
  readonly traceId: string
  readonly spanId: string
  readonly sessionId: string
}

export interface ExceptionQuery extends Page {
  /** '' for every service. */
  readonly service?: string
  /** Services whose exceptions are left out. */
  readonly hidden?: readonly string[]
  /** deployment.environment.name; '' for every one. */
  readonly environment?: string
  /** service.version; '' for every one. */
  readonly release?: string
  /** '' for every issue. */
  readonly issue?: string
  /** '' for every route. */
  readonly route?: string
  /** Part of type or message, in any case. '' for everything. */
  readonly text?: string
}

/**
 * Lists the newest exceptions of a range, each once, however often and in whichever shapes it was delivered. Its place is its time and
 * its id.
 *
 * @returns At most `limit`, newest first, then by id; an empty array when nothing matched.
 * @throws {StoreError} Any kind. `rejected` means that our SQL is at fault, not the caller.
 * @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ for `exception.*`
 */
export function listExceptions(store: Store, query: ExceptionQuery, signal?: AbortSignal): Promise<ExceptionSummary[]> {
  const { range, after, limit, service = '', hidden = [], environment = '', release = '' } = query
  const { issue = '', route = '', text = '' } = query
  const filters = { service, hidden, environment, release, issue, route, text }
  return newestFirst(
    { range, after, limit },
    window =>
      store.ask(
        { name: 'list-exceptions', sql, params: { ...window, ...filters }, decode: shapedException.parse },
        signal,
      ),
    async exceptions => {
      const events = exceptions.filter(({ shape }) => shape === 'event')
      const logged = await listLoggedEvents(store, { events }, signal)
      const isLogged = new Set(logged.map(({ atNs, same }) => `${atNs} ${same}`))
      return exceptions
        .filter(({ shape, atNs, same }) => shape === 'log' || !isLogged.has(`${atNs} ${same}`))
        .map(({ same, ...exception }) => exception)
    },
  )
}

/** Decodes the columns that every list of exceptions answers. */
export const exceptionSummary = z.object({
  id: z.string(),
  atNs: int64,
  shape: z.enum(['log', 'event']),
  issue: z.string(),
  type: z.string(),
  message: z.string(),
  service: z.string(),
  route: z.string(),
  release: z.string(),
  digest: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  sessionId: z.string(),
})

const shapedException = exceptionSummary.extend({ same: int64 })
