import { setTimeout as wait } from 'node:timers/promises'
import type { RouterContextProvider } from 'react-router'
import { hasNoScripts } from '../http/no-scripts-cookie.ts'
import { WAIT_FOR_ALL } from '../url/filter-links.ts'
import { storeContext } from './query.ts'

type Settled<Parts> = { readonly [Name in keyof Parts]: Awaited<Parts[Name]> | Promise<Awaited<Parts[Name]>> }

/** Once its rows are ready, a page waits for deferred parts only until this long after its request. */
const PAGE_MS = 40
/** Minimum wait: cached results are ready at once. */
const MIN_WAIT_MS = 5
/** How much later a part may be shown because of the one above it. */
const AFTER_MS = 100
/** Without scripts, deferred parts would never be shown. */
const NO_SCRIPTS_MS = 1_000

interface PageRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly url: URL
  readonly request: Request
  /** When the request arrived, Unix milliseconds. */
  readonly nowMs: number
}

/** How long a page waits for its deferred parts before it is sent: longer without scripts, and with `?whole` until all are ready. */
export async function deferredWaitMs({ context, url, request, nowMs }: PageRequest): Promise<number> {
  if (url.searchParams.has(WAIT_FOR_ALL)) return context.get(storeContext).timeoutMs + AFTER_MS
  const untilMs = nowMs + ((await hasNoScripts(request)) ? NO_SCRIPTS_MS : PAGE_MS)
  return Math.max(MIN_WAIT_MS, untilMs - Date.now())
}

/**
 * Waits a limited time for the deferred parts of a page. Parts that are ready become values, which the page is rendered with; the others
 * stay promises, which are streamed.
 *
 * @throws What a part threw in that time.
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
  // The type of fromEntries cannot express that each name has its own part or value.
  return Object.fromEntries(awaited) as Settled<Parts>
}

/** A part that waits a moment for the one that stands above it, which would move it down. */
export async function afterPart<Part>(part: Promise<Part>, above: Promise<unknown>): Promise<Part> {
  const value = await part
  await Promise.race([above, wait(AFTER_MS)])
  return value
}
