import { z } from 'zod'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import type { EventRow } from './describe-event.ts'

const isVital = ({ kind, name }: SessionEvent) => kind === 'log' && name === 'browser.web_vital'

const KINDS = ['bad', 'warn', '']

/** The web vitals of each page as one event, at the time of the last report, the worst first. */
export function mergeVitals<Row extends EventRow>(rows: readonly Row[]): Row[] {
  const byPage = Map.groupBy(rows.filter(isVital), pageOf)
  return rows.flatMap(row => {
    if (!isVital(row)) return row
    const all = byPage.get(pageOf(row)) ?? []
    // Where they have no room, the good ones are cut.
    const facts = all.flatMap(of => of.facts ?? []).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    return all.at(-1) === row ? { ...row, facts } : []
  })
}

const pageOf = ({ traceId, route }: SessionEvent) => `${traceId} ${route}`

/** Name of an event that only exceptions tell of. */
export const USER_ACTION = 'user action'

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
  const nothing = { name: USER_ACTION, traceId: '', spanId: '', failed: false }
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
