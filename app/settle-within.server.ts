import { setTimeout as wait } from 'node:timers/promises'
import { WHOLE } from './ui/part.tsx'

type Settled<Parts> = { readonly [Name in keyof Parts]: Awaited<Parts[Name]> | Promise<Awaited<Parts[Name]>> }

/** A page begins so long after it was asked for, when its rows are there. */
const PAGE_MS = 40
/** So long it waits in any case: what others have asked a moment ago is there at once. */
const LEAST_MS = 5
const WAIT_FOR_ALL_MS = 9_000

/**
 * Settles what a page counts, which is asked when its rows are there: as {@link settleWithin}, for as long as a page may take to begin. What
 * takes longer comes after the page, where scripts run; where none do, a link asks for all of it at once.
 *
 * @param page.nowMs when the page was asked for, Unix milliseconds
 * @throws what a part that was there in time threw
 */
export function settleInTime<Parts extends Readonly<Record<string, Promise<unknown>>>>(
  { url, nowMs }: { readonly url: URL; readonly nowMs: number },
  parts: Parts,
): Promise<Settled<Parts>> {
  const isWhole = url.searchParams.has(WHOLE)
  return settleWithin(isWhole ? WAIT_FOR_ALL_MS : Math.max(LEAST_MS, nowMs + PAGE_MS - Date.now()), parts)
}

/**
 * Waits a moment for the parts of a page. What is there by then stands in the page for everybody; the rest stays a promise, which comes
 * later where scripts run.
 *
 * @throws what a part that was there in time threw
 */
export async function settleWithin<Parts extends Readonly<Record<string, Promise<unknown>>>>(
  ms: number,
  parts: Parts,
): Promise<Settled<Parts>> {
  const values = new Map<string, unknown>()
  const faults: unknown[] = []
  const all = Object.entries(parts).map(([name, part]) =>
    part.then(
      value => values.set(name, value),
      error => faults.push(error),
    ),
  )
  const enough = new AbortController()
  await Promise.race([
    Promise.all(all).finally(() => enough.abort()),
    wait(ms, undefined, { signal: enough.signal }).catch(() => undefined),
  ])
  if (faults.length > 0) throw faults[0]
  const settled = Object.entries(parts).map(([name, part]) => [name, values.has(name) ? values.get(name) : part])
  // Each name has its own part or what that came to, which the type of fromEntries cannot say.
  return Object.fromEntries(settled) as Settled<Parts>
}
