import { setTimeout as wait } from 'node:timers/promises'

type Settled<Parts> = { readonly [Name in keyof Parts]: Awaited<Parts[Name]> | Promise<Awaited<Parts[Name]>> }

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
