import type { RouterContextProvider } from 'react-router'
import { findFiring } from '../../alerts/firing.ts'
import { linkSubject } from '../../alerts/message/alert-links.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { isAbout, type Watched } from '../../alerts/watching-rules.ts'

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

/** What fires now in a scope, newest first; without a query. */
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
