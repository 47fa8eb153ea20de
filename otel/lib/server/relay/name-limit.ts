import { hash } from 'node:crypto'

/** A kind of name that browsers choose. `issue`: what an exception is grouped by; `name`: of a span or an event. */
export type NameKind = keyof typeof NEW_NAMES_PER_HOUR

/** Whether a client may use a name: a known one, or one of a limited number of new ones an hour. */
export type NameLimit = (client: string, kind: NameKind, name: string) => boolean

/** A client may be all visitors behind one address: the relay's rate lets through two hundred of them, who open a page a minute. */
export const NEW_NAMES_PER_HOUR = {
  type: 50,
  issue: 100,
  route: 50,
  user: 50,
  release: 50,
  environment: 50,
  name: 150, // A route has three: of its page load, its navigation and its requests.
  session: 1_000,
  trace: 20_000,
}

const HOUR_MS = 3_600_000
const MAX_CLIENTS = 10_000
/** Of each kind. Above this the least recently used one counts as new again. */
const MAX_NAMES = 10_000

interface ClientUsage {
  readonly sinceMs: number
  readonly used: Map<NameKind, number>
}

/** Bounded in memory, however many clients and names there are. */
export function limitNames(nowMs: () => number = () => performance.now()): NameLimit {
  const known = new Map<NameKind, Set<string>>()
  const allowances = new Map<string, ClientUsage>()

  return (client, kind, name) => {
    const names = known.get(kind) ?? new Set()
    known.set(kind, names)
    const key = name.length < 44 ? name : hash('sha256', name, 'base64')
    const isKnown = names.delete(key) // added again below, so that a Set's order is that of last use
    if (!isKnown && !spend(client, kind)) return false
    names.add(key)
    if (names.size > MAX_NAMES) forgetFirst(names)
    return true
  }

  function spend(client: string, kind: NameKind): boolean {
    const last = allowances.get(client)
    const isOver = last === undefined || nowMs() - last.sinceMs >= HOUR_MS
    const allowance = isOver ? { sinceMs: nowMs(), used: new Map<NameKind, number>() } : last
    const used = allowance.used.get(kind) ?? 0
    if (used >= NEW_NAMES_PER_HOUR[kind]) return false
    allowance.used.set(kind, used + 1)
    allowances.delete(client)
    allowances.set(client, allowance)
    if (allowances.size > MAX_CLIENTS) forgetFirst(allowances)
    return true
  }
}

function forgetFirst(entries: { keys(): Iterator<string>; delete(key: string): boolean }): void {
  const first = entries.keys().next()
  if (!first.done) entries.delete(first.value)
}
