import { createContext, type RouterContextProvider } from 'react-router'
import { getSchemaNumber, NEWEST_SCHEMA } from '../../store/pipeline/get-schema-number.ts'
import { type QueryPolicy, type Store, withQueryPolicy } from '../../store/store.ts'
import { StoreError, type StoreErrorKind } from '../../store/store-error.ts'
import { createOutageResponse, outageOf } from '../http/outage-response.ts'
import { OUTAGES } from '../http/outages.ts'
import type { QueryResult } from '../ui/feedback/outage.ts'
import { CACHE_TTL_MS } from '../url/time-range.ts'

/** The store of all requests. Queries with `maxAgeMs`, and simultaneous ones, share results. */
export const storeContext = createContext<Store>()

interface RequestArgs {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/**
 * Policy for counts, which may be as old as the footer of every page says. Not for the newest rows, nor for what the reader has just
 * changed.
 */
export const cached: QueryPolicy = { maxAgeMs: CACHE_TTL_MS }
/** Policy for secondary content of a page. */
export const lowPriority: QueryPolicy = { priority: 'low' }

/** One function of store/. */
type StoreQuery<Params, Answer> = (store: Store, params: Params, signal?: AbortSignal) => Promise<Answer>

/** So that an outage tells since when. */
let lastAnswerMs: number | undefined

/**
 * Runs a query for a request, and cancels it when the client disconnects.
 *
 * @param policy Cache, priority and timeout, if they are not the default.
 * @throws A response of 503, 504 or 507 if the database cannot answer. An error of our own stays an exception.
 */
export async function query<Params, Answer>(
  { context, request }: RequestArgs,
  run: StoreQuery<Params, Answer>,
  params: Params,
  policy: QueryPolicy = {},
): Promise<Answer> {
  try {
    const answer = await run(withQueryPolicy(context.get(storeContext), policy), params, request.signal)
    lastAnswerMs = Date.now()
    return answer
  } catch (error) {
    const outage = outageOf(error)
    throw outage === undefined ? error : createOutageResponse({ ...outage, lastAnswerMs })
  }
}

/**
 * Runs a query for a part that the page can do without, for no longer than one query may take, however many it is.
 *
 * @param policy As for {@link query}.
 * @param withinMs Milliseconds. @default the timeout of one query
 * @returns The answer, or the outage. An error of our own stays an exception.
 */
export async function tryQuery<Params, Answer>(
  { context, request }: RequestArgs,
  run: StoreQuery<Params, Answer>,
  params: Params,
  policy: QueryPolicy = {},
  withinMs?: number,
): Promise<QueryResult<Answer>> {
  const store = withQueryPolicy(context.get(storeContext), policy)
  const deadline = AbortSignal.timeout(withinMs ?? store.timeoutMs)
  const signal = AbortSignal.any([request.signal, deadline])
  try {
    return { answer: await run(store, params, signal) }
  } catch (error) {
    const outage = deadline.aborted && !request.signal.aborted ? OUTAGES.timeout : outageOf(error)
    if (outage === undefined) throw error
    return { outage }
  }
}

/**
 * Queries the schema version.
 *
 * @param withinMs Milliseconds. @default the timeout of a query
 * @returns Why the database cannot answer, or `undefined` if it can answer every page.
 */
export async function findOutage(
  { context, request }: RequestArgs,
  withinMs?: number,
): Promise<StoreErrorKind | undefined> {
  const store = context.get(storeContext)
  const deadline = AbortSignal.timeout(withinMs ?? store.timeoutMs)
  try {
    const number = await getSchemaNumber(store, {}, AbortSignal.any([request.signal, deadline]))
    return number < NEWEST_SCHEMA ? 'unprepared' : undefined
  } catch (error) {
    if (deadline.aborted && !request.signal.aborted) return 'timeout'
    if (error instanceof StoreError) return error.kind
    throw error
  }
}
