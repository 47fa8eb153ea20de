import { HOUR_MS } from '../../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'
import { ALERTS_PATH, alertRulePath, eventSilencePath } from '../../url/alert-address.ts'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { issuePath, issuesPath } from '../../url/issue-filters.ts'
import { logsPath } from '../../url/log-filters.ts'
import { dropRulePath, releasePath, servicePath } from '../../url/page-paths.ts'
import { type Scope, scopedPath, writeScope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { AlertEvent, EventContent } from '../event-content.ts'
import type { KnownRule } from '../rule.ts'

/** A page and what it shows. */
export interface PageLink {
  readonly text: string
  readonly path: string
}

/** What an event is about: from when it began until its evaluation; the hour before it if it tells neither. */
export function rangeOfEvent({ content: { fromMs, toMs, beganMs }, atNs }: AlertEvent): TimeRange {
  const endMs = toMs > 0 ? toMs : Number(atNs / 1_000_000n)
  const startMs = Math.min(...[fromMs, beganMs].filter(ms => ms > 0 && ms < endMs), endMs)
  return { from: nsOfMs(startMs < endMs ? startMs : endMs - HOUR_MS), to: nsOfMs(endMs) }
}

type LinkScope = Pick<Scope, 'service' | 'environment' | 'release' | 'from' | 'to'>

/** The scope of the pages that show exactly what an event is about. */
function scopeOfEvent(event: AlertEvent): LinkScope {
  const { service, environment, release } = event.content
  const { from, to } = rangeOfEvent(event)
  return { service, environment, release, from, to }
}

/** The pages about an event's subject, the first of which says most. */
export function linkSubject(event: AlertEvent, rule: KnownRule | undefined): [PageLink, ...PageLink[]] {
  const { content, subject } = event
  const scope = scopeOfEvent(event)
  const { issue, service, operation, release, kind } = content
  if (issue !== '') {
    return [
      { text: 'Issue', path: withScope(issuePath(issue), { ...scope, service: '' }) },
      { text: 'Exceptions', path: exceptionsPath({ ...scope, service: '', issue }) },
    ]
  }
  if (rule?.kind === 'search') return [{ text: 'Search', path: searchPath(rule, scope) }]
  if (kind === 'pipeline' || kind === 'disk') return [{ text: 'Status', path: '/status' }]
  if (kind === 'drop rule') return [{ text: 'Drop rule', path: subject === '' ? '/noise' : dropRulePath(subject) }]
  if (kind === 'crash-free sessions' && release !== '')
    return [{ text: 'Release', path: withScope(releasePath(release), scope) }]
  const failed = tracesPath({ ...scope, itsOperation: operation, itsFailed: kind === 'error rate', itsAny: true })
  const traces = { text: kind === 'error rate' ? 'Failed traces' : 'Traces', path: failed }
  const issues = { text: 'Issues', path: issuesPath({ ...scope, tab: 'all', sort: 'events' }) }
  if (kind === 'count') return [issues, ...linkService(content, scope)]
  return service === '' ? [traces, issues] : [...linkService(content, scope), traces, issues]
}

const linkService = ({ service }: EventContent, scope: LinkScope): [PageLink] | [] =>
  service === '' ? [] : [{ text: 'Service', path: servicePath(service, scope) }]

function searchPath({ watch }: KnownRule<'search'>, scope: LinkScope): string {
  const { page, search } = watch
  if (page === 'logs') return logsPath({ ...scope, search })
  return page === 'exceptions' ? exceptionsPath({ ...scope, search }) : tracesPath({ ...scope, search })
}

const withScope = (path: string, scope: Partial<Scope>) => scopedPath(path, new URLSearchParams(writeScope(scope)))

/** The pages with which people answer an event. */
export const linkAnswers = ({ id, rule }: Pick<AlertEvent, 'id' | 'rule'>): PageLink[] => [
  { text: 'Rule', path: alertRulePath(rule) },
  { text: 'Silence', path: eventSilencePath(id) },
]

/** A list of all that a message is about: a list of issues, if it is about issues only. */
export function linkAll(events: readonly AlertEvent[]): string {
  const times = events
    .map(rangeOfEvent)
    .flatMap(({ from, to }) => [from, to])
    .toSorted((a, b) => (a < b ? -1 : 1))
  const [first] = events
  if (first === undefined || events.some(({ content }) => content.issue === '')) return ALERTS_PATH
  const common = (field: 'service' | 'environment') =>
    events.every(({ content }) => content[field] === first.content[field]) ? first.content[field] : ''
  return issuesPath({
    ...{ tab: 'all', service: common('service'), environment: common('environment') },
    from: times[0],
    to: times.at(-1),
  })
}
