import { z } from 'zod'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { describeEvent } from './describe-event.ts'

const isVital = ({ kind, name }: SessionEvent) => kind === 'log' && name === 'browser.web_vital'
const RATINGS = ['poor', 'needs-improvement']

/** The web vitals of each page as one event, at the time of the last report, with the worst rating. */
export function mergeVitals(steps: readonly SessionEvent[]): SessionEvent[] {
  const byPage = Map.groupBy(steps.filter(isVital), pageOf)
  return steps.flatMap(step => {
    if (!isVital(step)) return step
    const all = byPage.get(pageOf(step)) ?? []
    if (all.length < 2) return step
    if (all.at(-1) !== step) return []
    const rating = RATINGS.find(name => all.some(of => of.attributes['browser.web_vital.rating'] === name))
    const title = all.map(of => describeEvent(of).title).join(', ')
    return { ...step, attributes: { 'browser.web_vital.title': title, 'browser.web_vital.rating': rating ?? 'good' } }
  })
}

const pageOf = ({ traceId, route }: SessionEvent) => `${traceId} ${route}`

const actionSchema = z.object({ type: z.string(), target: z.string(), secondsBefore: z.number().min(0) })

/** With the visitor's actions before each exception as events of their own, from the first event on. */
export function addUserActions<Step extends SessionEvent>(steps: readonly Step[]): Step[] {
  const [first] = steps
  const actions = steps
    .filter(({ kind }) => kind === 'exception')
    .flatMap(step => readUserActions(step.attributes['errata.user_actions']).map(of => eventOf(step, of)))
    .filter(({ atNs }) => first !== undefined && atNs >= first.atNs)
  // The same action is told with each exception after it.
  const once = new Map(actions.map(of => [`${of.atNs / 100_000_000n} ${of.attributes['body']}`, of]))
  return [...once.values(), ...steps].toSorted((a, b) => (a.atNs < b.atNs ? -1 : a.atNs > b.atNs ? 1 : 0))
}

function eventOf<Step extends SessionEvent>(
  step: Step,
  { type, target, secondsBefore }: z.output<typeof actionSchema>,
): Step {
  const atNs = step.atNs - BigInt(Math.round(secondsBefore * 1_000)) * 1_000_000n
  const body = `${type.replace(/^./, letter => letter.toUpperCase())} on ${target}`
  const nothing = { name: '', traceId: '', spanId: '', failed: false }
  return { ...step, ...nothing, id: `${step.id} ${body}`, atNs, kind: 'log' as const, attributes: { body } }
}

/** Any sender may have written them, and they may have been cut. */
function readUserActions(json = '[]') {
  try {
    return z.array(actionSchema).safeParse(JSON.parse(json)).data ?? []
  } catch {
    return []
  }
}
