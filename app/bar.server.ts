import { createContext } from 'react-router'
import { listCanaries } from '../store/pipeline/list-canaries.ts'
import { listChoices } from '../store/services/list-choices.ts'
import { listServices } from '../store/services/list-services.ts'
import type { Store } from '../store/store.ts'
import { type Ns, nsOfMs } from '../store/units.ts'
import { type DeskSettings, toldOf } from './ask-store.server.ts'
import { keepLatest } from './keep-latest.server.ts'
import { PROBES } from './url/scope.ts'
import { lastRange } from './url/time-range.ts'

/** What stands round every page. */
export interface Bar {
  /** What came lately, to choose from; empty where the store cannot say. */
  readonly services: readonly string[]
  readonly environments: readonly string[]
  readonly releases: readonly string[]
  /** `undefined` where nobody sends canaries, or the store cannot say. */
  readonly pulse: Pulse | undefined
}

/** How fresh what is stored was at a moment. */
export interface Pulse {
  /** When the newest canary that was stored was sent; `undefined` where none of the last hour was. */
  readonly newestNs: Ns | undefined
  /** Unix milliseconds. */
  readonly atMs: number
}

/** As of a moment, Unix milliseconds. */
export const barContext = createContext<(nowMs: number) => Promise<Bar>>()

const HOUR_MS = 3_600_000
/** Another desk's clock may be a little ahead. */
const AHEAD_MS = 60_000

/** No page waits for it but the first after a pause: it is asked once a beat, and until it is answered the one before serves. */
export function openBar(store: Store, { canary }: Pick<DeskSettings, 'canary'>): (nowMs: number) => Promise<Bar> {
  const latest = keepLatest(
    atMs => askParts(store, { atMs, canary }),
    parts => Object.values(parts).every(part => part === undefined || 'answer' in part),
  )
  return async nowMs => barOf(await latest(nowMs))
}

type Parts = Awaited<ReturnType<typeof askParts>>

async function askParts(store: Store, { atMs, canary }: { atMs: number } & Pick<DeskSettings, 'canary'>) {
  const range = lastRange('7d', atMs)
  const [services, choices, pulse] = await Promise.all([
    toldOf(listServices(store, { range })),
    toldOf(listChoices(store, { range })),
    canary && toldOf(askPulse(store)),
  ])
  return { services, choices, pulse }
}

function barOf({ services, choices, pulse }: Parts): Bar {
  const named = 'answer' in choices ? choices.answer : []
  const namesOf = (kind: 'environment' | 'release') => named.filter(of => of.kind === kind).map(({ name }) => name)
  const senders = 'answer' in services ? services.answer.map(({ service }) => service) : []
  return {
    services: senders.filter(name => !PROBES.includes(name)),
    environments: namesOf('environment'),
    releases: namesOf('release').reverse(),
    pulse: pulse !== undefined && 'answer' in pulse ? pulse.answer : undefined,
  }
}

/** As of now: what was stored since the beat began is no less fresh. */
async function askPulse(store: Store): Promise<Pulse> {
  const atMs = Date.now()
  const range = { from: nsOfMs(atMs - HOUR_MS), to: nsOfMs(atMs + AHEAD_MS) }
  const canaries = await listCanaries(store, { range })
  return { newestNs: canaries.find(({ rule }) => rule === '')?.storedNs, atMs }
}
