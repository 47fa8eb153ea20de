import { declareOutage } from '@errata/otel/react-router'
import { createContext, type RouterContextProvider } from 'react-router'
import { getSchemaNumber, NEWEST_SCHEMA } from '../../store/pipeline/get-schema-number.ts'
import { type QueryPolicy, type Store, withPolicy } from '../../store/store.ts'
import { StoreError, type StoreErrorKind } from '../../store/store-error.ts'
import { isOutage, type Outage, type QueryResult } from '../ui/feedback/outage.ts'
import { CACHE_TTL_MS } from '../url/time-range.ts'

/** The one store of all requests. What is asked with a `maxAgeMs`, or at the same moment, is shared between them. */
export const storeContext = createContext<Store>()

interface RequestArgs {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** For counts, which may be as old as the footer of every page says. Not for what is newest, nor for what this reader has just changed. */
export const cached: QueryPolicy = { maxAgeMs: CACHE_TTL_MS }
/** For what a page shows beside what it was opened for. */
export const lowPriority: QueryPolicy = { priority: 'low' }

/** One function of store/. */
type StoreQuery<Params, Answer> = (store: Store, params: Params, signal?: AbortSignal) => Promise<Answer>

const STATUS = { away: 503, denied: 503, unprepared: 503, overloaded: 503, full: 507, timeout: 504 } as const
const RETRY_AFTER_S = 5

/**
 * Queries the store on behalf of a request, and cancels the query when the client disconnects.
 *
 * @param policy How old the answer may be, how urgent it is and how long it may take, where that is not the default.
 * @throws A response of 503, 504 or 507 when the store cannot answer. A fault of our own stays an exception.
 */
export async function query<Params, Answer>(
  { context, request }: RequestArgs,
  run: StoreQuery<Params, Answer>,
  params: Params,
  policy: QueryPolicy = {},
): Promise<Answer> {
  try {
    return await run(withPolicy(context.get(storeContext), policy), params, request.signal)
  } catch (error) {
    const outage = outageOf(error)
    throw outage === undefined ? error : outageResponse(outage)
  }
}

/**
 * Queries the store for a part that the page can do without.
 *
 * @param policy As for {@link query}.
 * @returns The answer, or why the store has none. A fault of our own stays an exception.
 */
export async function tryQuery<Params, Answer>(
  { context, request }: RequestArgs,
  run: StoreQuery<Params, Answer>,
  params: Params,
  policy: QueryPolicy = {},
): Promise<QueryResult<Answer>> {
  try {
    return { answer: await run(withPolicy(context.get(storeContext), policy), params, request.signal) }
  } catch (error) {
    const outage = outageOf(error)
    if (outage === undefined) throw error
    return { outage }
  }
}

/** The response to throw where the store cannot answer. */
export const outageResponse = (outage: Outage) =>
  declareOutage({ outage }, { status: STATUS[outage], retryAfterSeconds: RETRY_AFTER_S })

function outageOf(error: unknown): Outage | undefined {
  return error instanceof StoreError && isOutage(error.kind) ? error.kind : undefined
}

/** Queries the schema's version. @returns Why the store cannot answer, or `undefined` where it answers every page. */
export async function findOutage({ context, request }: RequestArgs): Promise<StoreErrorKind | undefined> {
  try {
    const number = await getSchemaNumber(context.get(storeContext), {}, request.signal)
    return number < NEWEST_SCHEMA ? 'unprepared' : undefined
  } catch (error) {
    if (error instanceof StoreError) return error.kind
    throw error
  }
}
