import { findFiring } from '../../alerts/firing.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { findWatchingRules, type Watched } from '../../alerts/watching-rules.ts'
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
