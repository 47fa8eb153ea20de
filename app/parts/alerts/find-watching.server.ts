import type { RouterContextProvider } from 'react-router'
import { findFiring } from '../../alerts/firing.ts'
import { linkSubject } from '../../alerts/message/alert-links.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { findWatchingRules, isAbout, type Watched } from '../../alerts/watching-rules.ts'
import { type query, tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import type { QueryResult } from '../../ui/feedback/outage.ts'

/** A rule that watches what a page is about. */
export interface WatchingRule {
  readonly id: string
  readonly name: string
  readonly isFiring: boolean
}

/** The rules that watch what a page is about, what fires first. No query, unless this desk has not read its rules for ten seconds. */
export async function findWatching(
  args: Parameters<typeof query>[0],
  page: Parameters<typeof findWatchingRules>[1],
  about: Watched,
): Promise<QueryResult<readonly WatchingRule[]>> {
  const alerts = args.context.get(alertsContext)
  const { ownServices } = args.context.get(settingsContext)
  const settings = await tryQuery(args, () => alerts.log.read(), {})
  if ('outage' in settings) return settings
  const { lasting, oneOff } = findFiring(alerts.latestEvents() ?? [], Date.now())
  const firing = [...lasting, ...oneOff]
  const found = findWatchingRules(settings.answer.rules, page, { about, firing, ownServices })
  return { answer: found.map(({ rule: { id, name }, isFiring }) => ({ id, name, isFiring })) }
}

/** Something that fires, as the overview tells it. */
export interface FiringLine {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly why: string
  readonly rule: string
  readonly ruleName: string
  readonly atNs: bigint
}

/** What fires now in a scope, newest first, and in all; without a query. */
export function listFiringLines(
  context: Readonly<RouterContextProvider>,
  scope: Omit<Watched, 'issue'>,
): readonly FiringLine[] {
  const alerts = context.get(alertsContext)
  const { rules } = alerts.log.latest()
  const { lasting } = findFiring(alerts.latestEvents() ?? [], Date.now())
  return lasting
    .filter(event => isAbout(event, { ...scope, issue: '' }))
    .map(event => {
      const { id, rule, atNs, content } = event
      const known = rules.find(of => of.id === rule)
      return {
        ...{ id, rule, atNs, label: content.label || content.service || content.ruleName, why: content.why },
        ...{ ruleName: known?.name ?? content.ruleName, path: linkSubject(event, known)[0].path },
      }
    })
}

/** How many alerts last, as this desk last read them; `undefined` before it has. */
export function countFiring(context: Readonly<RouterContextProvider>): number | undefined {
  const events = context.get(alertsContext).latestEvents()
  return events && findFiring(events, Date.now()).lasting.length
}
