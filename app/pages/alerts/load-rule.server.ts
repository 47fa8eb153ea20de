import { nameAuthor } from '../../../store/accounts/name-author.ts'
import { listAlertEvaluations } from '../../../store/alerts/list-alert-evaluations.ts'
import { listAlertEvents } from '../../../store/alerts/list-alert-events.ts'
import { nsOfMs } from '../../../store/units.ts'
import { accessContext } from '../../access/access.server.ts'
import { describeRule, RULE_KIND_LABELS } from '../../alerts/describe-rule.ts'
import { readEvent } from '../../alerts/event-content.ts'
import { findFiring } from '../../alerts/firing.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { loadPageHeader } from '../../data/header.ts'
import { lowPriority, query, tryQuery } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { alertRulePath } from '../../url/alert-address.ts'
import { notFound } from '../../url/not-found.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { readScope } from '../../url/scope.ts'
import { readStoredRule } from './change-rule.server.ts'
import { layoutRuleChart } from './rule-chart.server.ts'
import { layoutRuleForm, listRuleChannels, writeRuleFields } from './rule-fields.server.ts'
import { queryRuleStates } from './rule-states.server.ts'
import { showEvents } from './show-events.server.ts'

type LoadArgs = Parameters<typeof query>[0] & { readonly url: URL; readonly params: { readonly rule: string } }

const MAX_EVALUATIONS = 100_000
const MAX_EVENTS = 5_000
const MAX_SHOWN = 100

/** A rule, how it stands, what it found, whom it told, and its revisions. @throws 404 for one that never was */
export async function loadRule(args: LoadArgs) {
  const { nowMs, filters, range } = readPage(args, readScope)
  const alerts = args.context.get(alertsContext)
  const access = args.context.get(accessContext)
  const id = decodePathSegment(args.params.rule)
  const [settings, revisions, events, header] = await Promise.all([
    query(args, () => alerts.log.read(), {}),
    query(args, () => alerts.log.listRevisions(id), {}),
    query(args, () => alerts.readEvents(), {}),
    loadPageHeader(args, nowMs),
  ])
  const rule = settings.rules.find(of => of.id === id)
  const last = revisions.map(({ value }) => readStoredRule(value)).find(of => of !== undefined)
  const known = rule ?? last
  if (known === undefined) throw notFound('There is no such rule.')
  const firing = findFiring(events, nowMs).lasting.filter(event => event.rule === id)
  const shown = { rules: rule === undefined ? [] : [rule], settings, firing, nowMs }
  const [state] = await query(args, queryRuleStates, { ...shown, health: alerts.health() })
  const { found } = await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
    found: tryQuery(
      args,
      async (store, _: object, signal) => {
        const [evaluations, stored] = await Promise.all([
          listAlertEvaluations(store, { range, rule: id, limit: MAX_EVALUATIONS }, signal),
          listAlertEvents(store, { range, rule: id, limit: MAX_EVENTS }, signal),
        ])
        const own = stored.map(readEvent)
        // Those that began before the range and go on are part of the chart.
        const all = [...own, ...firing.filter(event => own.every(of => of.id !== event.id))]
        return {
          chart: layoutRuleChart(known, { evaluations, events: all, range, nowMs }),
          events: await showEvents(store, own.slice(0, MAX_SHOWN), { settings, among: own, nowMs }, signal),
          more: Math.max(0, own.length - MAX_SHOWN),
        }
      },
      {},
      lowPriority,
    ),
  })
  const { services, environments, releases } = header
  return {
    nowMs,
    filters,
    id,
    name: known.name,
    kind: RULE_KIND_LABELS[known.kind],
    watches: describeRule(known),
    isDeleted: rule === undefined,
    state: state && { state: state.state, why: state.why },
    found,
    form: layoutRuleForm(writeRuleFields(known), { channels: listRuleChannels(settings) }),
    action: `${alertRulePath(id)}${args.url.search}`,
    completions: { service: services, environment: environments, release: releases },
    revisions: revisions.map(revision => {
      const value = readStoredRule(revision.value)
      return {
        ...{ id: revision.id, atNs: nsOfMs(revision.atMs), isCurrent: revision.id === rule?.revision },
        who: nameAuthor(access, revision.who) || (revision.id.startsWith('default-') ? 'Errata' : 'somebody'),
        text:
          revision.value === ''
            ? 'deleted'
            : value === undefined
              ? 'cannot be read'
              : `${value.name}: ${describeRule(value)}`,
        isRule: value !== undefined,
      }
    }),
  }
}
