import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import type { Ns } from '../../../store/units.ts'
import { formatDuration, formatElapsed } from '../../format/duration.ts'
import { addUserActions, mergeVitals } from './arrange-steps.ts'
import { describeEvent } from './describe-event.ts'

/** An event of a session with its times as text. */
export interface TimedStep extends SessionEvent {
  /** Since the start of the session. */
  readonly elapsed: string
  /** How long nothing happened before it, from a second; '' if less. */
  readonly wait: string
}

const MIN_WAIT_NS = 1_000_000_000n

interface Steps {
  readonly steps: readonly TimedStep[]
  /** See `namesRoutes`. */
  readonly namesRoutes: boolean
  /** Whether these are not all. */
  readonly isShort: boolean
}

/**
 * Adds times and the visitor's actions, and drops what rows would repeat. For loaders: the result needs no code.
 *
 * @param isShown which of them to list, if there are any such.
 */
export function describeSteps(
  found: readonly SessionEvent[],
  firstNs: Ns,
  isShown: (step: SessionEvent) => boolean = () => true,
): Steps {
  const all = mergeVitals(addUserActions(dropSharedHost(found)))
  const some = all.filter(isShown)
  const shown = some.length > 0 ? some : all
  let untilNs = shown[0]?.atNs ?? 0n
  const steps = shown.map((step): TimedStep => {
    const waitNs = step.atNs - untilNs
    const endNs = step.atNs + step.durationNs
    if (endNs > untilNs) untilNs = endNs
    const wait = waitNs < MIN_WAIT_NS ? '' : `${formatDuration(waitNs)} later`
    return { ...step, elapsed: formatElapsed(step.atNs - firstNs), wait }
  })
  return { steps, namesRoutes: namesRoutes(all), isShort: shown.length < all.length }
}

/** Without the host of URLs if it is that of all requests: `/cart` for `https://shop.example/cart`. */
export function dropSharedHost<Step extends SessionEvent>(steps: readonly Step[]): readonly Step[] {
  const urls = steps.flatMap(({ kind, attributes }) => (kind === 'span' && attributes['url.full']) || [])
  const origins = new Set(urls.map(url => (URL.canParse(url) ? new URL(url).origin : url)))
  const [origin = ''] = origins
  if (origins.size !== 1 || !URL.canParse(origin)) return steps
  return steps.map(step => {
    const url = step.attributes['url.full'] ?? ''
    if (step.kind !== 'span' || !url.startsWith(origin)) return step
    return { ...step, attributes: { ...step.attributes, 'url.full': url.slice(origin.length) || '/' } }
  })
}

/** Whether the first event, and each page and navigation after it, names its route: a column of routes would repeat it. */
function namesRoutes(steps: readonly SessionEvent[]): boolean {
  return steps.every((step, index) => (step.isRoot ? describeEvent(step).title.includes(step.route) : index > 0))
}
