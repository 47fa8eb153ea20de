import { declareOutage } from '@errata/otel/react-router'
import { createContext, type RouterContextProvider } from 'react-router'
import type { CanarySender } from '../store/pipeline/get-pipeline-health.ts'
import { getSchemaNumber, NEWEST_SCHEMA } from '../store/pipeline/get-schema-number.ts'
import { letGiveWay, type Store } from '../store/store.ts'
import { StoreError, type StoreErrorKind } from '../store/store-error.ts'
import type { DropRules } from './drop-rules.server.ts'
import type { ChangeBudget } from './routes/issues/change-budget.ts'
import { isOutage, type Outage, type Told } from './ui/outage.ts'

/** What pages need to know of the settings. */
export interface DeskSettings {
  readonly release: string
  /** Names of the desk's own services, server and browser: what they send is shown on demand alone. */
  readonly ownServices: readonly string[]
  /** How the canaries go that this desk sends; `undefined` where it sends none. */
  readonly canary: CanarySender | undefined
  /** Of the file that the Collector runs with, as it was when the desk started. */
  readonly dropRules: DropRules
  /** Whether error screens lead to the visitor's page. */
  readonly visitorPages: boolean
  readonly lab: {
    readonly enabled: boolean
    /** Origin of the second server, for the script that throws: `http://127.0.0.1:3001`. */
    readonly otherOrigin: string
  }
  readonly retentionDays: {
    readonly traces: number
    readonly logs: number
    readonly exceptions: number
    readonly digests: number
  }
}

export const storeContext = createContext<Store>()
/** The same store, whose answers serve all pages for as long as `BEAT_MS`. */
export const countingContext = createContext<Store>()
export const settingsContext = createContext<DeskSettings>()
/** How much each reader may still change. */
export const budgetContext = createContext<ChangeBudget>()

interface AskArgs {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  /** @default storeContext */
  readonly of?: typeof storeContext
  /** Whether others come first. @default false */
  readonly givesWay?: boolean
}

/** For what counts and may be some seconds old: not for what is newest, nor for what this reader has just said. */
export function counting<Args extends AskArgs>(args: Args): Args {
  return { ...args, of: countingContext }
}

/** For what a page shows beside what it is opened for: what some other page cannot begin without is answered first. */
export function givingWay<Args extends AskArgs>(args: Args): Args {
  return { ...args, givesWay: true }
}

const STATUS = { away: 503, denied: 503, unprepared: 503, overloaded: 503, full: 507, timeout: 504 } as const
const RETRY_AFTER_S = 5

/**
 * Asks the store a question on behalf of a request, and gives it up when the visitor leaves.
 *
 * @throws an answer of 503 or 504 with words of its own when the store cannot answer; what is our own fault stays an exception
 */
export async function askStore<Params, Answer>(
  args: AskArgs,
  question: (store: Store, params: Params, signal?: AbortSignal) => Promise<Answer>,
  params: Params,
): Promise<Answer> {
  try {
    return await question(storeOf(args), params, args.request.signal)
  } catch (error) {
    throw answerTo(error)
  }
}

/**
 * Asks for a part that its page can do without.
 *
 * @returns the answer, or why the store cannot give one; what is our own fault stays an exception
 */
export async function askStoreApart<Params, Answer>(
  args: AskArgs,
  question: (store: Store, params: Params, signal?: AbortSignal) => Promise<Answer>,
  params: Params,
): Promise<Told<Answer>> {
  return await toldOf(question(storeOf(args), params, args.request.signal))
}

/** @returns as {@link askStoreApart} */
export async function toldOf<Answer>(asked: Promise<Answer>): Promise<Told<Answer>> {
  try {
    return { answer: await asked }
  } catch (error) {
    const outage = outageOf(error)
    if (outage === undefined) throw error
    return { outage }
  }
}

function storeOf({ context, of = storeContext, givesWay = false }: AskArgs): Store {
  const store = context.get(of)
  return givesWay ? letGiveWay(store) : store
}

function answerTo(error: unknown): unknown {
  const outage = outageOf(error)
  return outage === undefined ? error : answerOutage(outage)
}

/** What is thrown where the store cannot answer. */
export const answerOutage = (outage: Outage) =>
  declareOutage({ outage }, { status: STATUS[outage], retryAfterSeconds: RETRY_AFTER_S })

function outageOf(error: unknown): Outage | undefined {
  return error instanceof StoreError && isOutage(error.kind) ? error.kind : undefined
}

/** Asks the store which schema it has. @returns why it does not answer, or `undefined` when every page can be answered */
export async function findOutage({ context, request }: AskArgs): Promise<StoreErrorKind | undefined> {
  try {
    const number = await getSchemaNumber(context.get(storeContext), {}, request.signal)
    return number < NEWEST_SCHEMA ? 'unprepared' : undefined
  } catch (error) {
    if (error instanceof StoreError) return error.kind
    throw error
  }
}
