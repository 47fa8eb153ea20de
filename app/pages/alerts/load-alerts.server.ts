import { listAlertEvents } from '../../../store/alerts/list-alert-events.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { type AlertEvent, readEvent } from '../../alerts/event-content.ts'
import { findFiring } from '../../alerts/firing.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { isAbout } from '../../alerts/watching-rules.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { lowPriority, query, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { SILENCE_FIELDS, SILENCE_PARAM, type SilenceField } from '../../url/alert-address.ts'
import { readScope } from '../../url/scope.ts'
import { SILENCE_LENGTHS } from './change-silences.server.ts'
import { describeLateness } from './describe-health.ts'
import { activeSilences, describeSilence } from './describe-silence.ts'
import { queryRuleStates } from './rule-states.server.ts'
import { showEvents } from './show-events.server.ts'

type LoadArgs = Parameters<typeof query>[0] & { readonly url: URL }

const MAX_EVENTS = 200
/** Read, so that those of other services do not crowd out the scope's. */
const MAX_READ = 5_000

/** Everything that the page of alerts shows. */
export async function loadAlerts(args: LoadArgs) {
  const { nowMs, filters, range } = readPage(args, readScope)
  const alerts = args.context.get(alertsContext)
  const [settings, events] = await Promise.all([
    query(args, () => alerts.log.read(), {}),
    query(args, () => alerts.readEvents(), {}),
  ])
  const firing = findFiring(events, nowMs)
  const shown = { settings, among: events, nowMs }
  const all = [...firing.lasting, ...firing.oneOff]
  const [current, rules] = await Promise.all([
    query(args, (store, of: readonly AlertEvent[], signal) => showEvents(store, of, shown, signal), all),
    query(args, queryRuleStates, {
      rules: settings.rules,
      settings,
      firing: firing.lasting,
      health: alerts.health(),
      nowMs,
    }),
  ])
  const lasting = current.slice(0, firing.lasting.length)
  const { history } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    history: tryQuery(
      args,
      async (store, about: Parameters<typeof isAbout>[1], signal) => {
        const found = await listAlertEvents(store, { range, limit: MAX_READ }, signal)
        const own = found.map(readEvent).filter(event => isAbout(event, about))
        const rows = await showEvents(store, own.slice(0, MAX_EVENTS), { settings, among: own, nowMs }, signal)
        return { rows, more: own.length - rows.length, isCut: found.length === MAX_READ }
      },
      { ...filters, issue: '' },
      lowPriority,
    ),
  })
  const ruleNames = new Map(settings.rules.map(({ id, name }) => [id, name]))
  return {
    nowMs,
    filters,
    lasting,
    /** The header must not contradict the page. */
    firingCount: lasting.length,
    oneOff: current.slice(lasting.length),
    rules,
    history,
    hasChannels: settings.channels.length + settings.lockedChannels.length > 0,
    late: describeLateness(alerts.health(), nowMs),
    silences: activeSilences(settings.silences, nowMs).map(silence => ({
      ...{ id: silence.id, why: silence.why, untilMs: silence.untilMs },
      matches: describeSilence(silence, { ruleName: ruleNames.get(silence.rule) ?? '' }),
    })),
    newSilence: {
      isOpen: args.url.searchParams.has(SILENCE_PARAM),
      fields: await prefillSilence(args, events),
      rules: settings.rules.map(({ id, name }) => ({ id, name })),
      lengths: Object.entries(SILENCE_LENGTHS).map(([value, [label]]) => ({ value, label })),
    },
  }
}

/** The fields of a new silence, for what the address names: an event, or what to match. */
async function prefillSilence(
  args: LoadArgs,
  events: readonly AlertEvent[],
): Promise<Partial<Record<SilenceField, string>>> {
  const { searchParams } = args.url
  const id = searchParams.get(SILENCE_PARAM) ?? ''
  if (id !== '' && id !== 'new') {
    const event = events.find(of => of.id === id) ?? (await findEvent(args, id))
    if (event === undefined) return {}
    const { issue, service, environment, operation } = event.content
    return issue === '' ? { rule: event.rule, service, environment, operation } : { issue }
  }
  const names = Object.entries(SILENCE_FIELDS) as [SilenceField, string][]
  return Object.fromEntries(names.map(([field, param]) => [field, searchParams.get(param)?.slice(0, 300) ?? '']))
}

async function findEvent(args: LoadArgs, id: string): Promise<AlertEvent | undefined> {
  const range = { from: 0n, to: nsOfMs(Date.now() + DAY_MS) }
  const [found] = await query(args, listAlertEvents, { range, ids: [id], limit: 1 })
  return found && readEvent(found)
}
