import { setTimeout as wait } from 'node:timers/promises'
import { WAIT_FOR_ALL } from '../ui/feedback/deferred-section.tsx'
import { hasNoScripts } from './no-scripts-cookie.ts'

type Settled<Parts> = { readonly [Name in keyof Parts]: Awaited<Parts[Name]> | Promise<Awaited<Parts[Name]>> }

/** A page begins this long after its request, when its rows are there. */
const PAGE_MS = 40
/** The least it waits: cached answers are there at once. */
const MIN_WAIT_MS = 5
const MAX_WAIT_MS = 9_000
/** Where no scripts run, what comes later is not shown. */
const NO_SCRIPTS_MS = 1_000

interface PageRequest {
  readonly url: URL
  readonly request: Request
  /** When it came, Unix milliseconds. */
  readonly nowMs: number
}

/** How long a page waits for its deferred parts before it begins: longer without scripts, and with `?whole` until all are there. */
export function deferredWaitMs({ url, request, nowMs }: PageRequest): number {
  if (url.searchParams.has(WAIT_FOR_ALL)) return MAX_WAIT_MS
  const untilMs = nowMs + (hasNoScripts(request) ? NO_SCRIPTS_MS : PAGE_MS)
  return Math.max(MIN_WAIT_MS, untilMs - Date.now())
}

/**
 * Awaits the deferred parts of a page. A part that is there in time becomes a value, which the page is rendered with; the others stay
 * promises, which are streamed.
 *
 * @throws What a part threw in time.
 */
export async function awaitUpTo<Parts extends Readonly<Record<string, Promise<unknown>>>>(
  ms: number,
  parts: Parts,
): Promise<Settled<Parts>> {
  const values = new Map<string, unknown>()
  const errors: unknown[] = []
  const all = Object.entries(parts).map(([name, part]) =>
    part.then(
      value => values.set(name, value),
      error => errors.push(error),
    ),
  )
  const done = new AbortController()
  await Promise.race([
    Promise.all(all).finally(() => done.abort()),
    wait(ms, undefined, { signal: done.signal }).catch(() => undefined),
  ])
  if (errors.length > 0) throw errors[0]
  const awaited = Object.entries(parts).map(([name, part]) => [name, values.has(name) ? values.get(name) : part])
  // Each name has its own part or its value, which the type of fromEntries cannot express.
  return Object.fromEntries(awaited) as Settled<Parts>
}
