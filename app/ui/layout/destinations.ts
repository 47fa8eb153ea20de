import { writeSearch } from '../../../search/write-search.ts'
import { formatIssueTitle, type IssueTitle } from '../../format/issue-title.ts'
import { exceptionCodecs } from '../../url/exception-filters.ts'
import { changeParams } from '../../url/filter-links.ts'
import { issueCodecs, issuePath } from '../../url/issue-filters.ts'
import { parseLookUp } from '../../url/look-up.ts'
import { releasePath, servicePath } from '../../url/page-paths.ts'
import { scopeCodecs, scopeParams } from '../../url/scope.ts'
import { facetClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'

/** A target of the command palette. */
export interface Destination {
  /** Also distinguishes it from the others. */
  readonly label: string
  readonly to: string
  /** What kind of place it is. */
  readonly kind: 'look up' | 'trace' | 'search' | 'page' | 'service' | 'release' | 'issue' | 'action'
  /** Other words that find it. */
  readonly keywords?: string
  /** An action instead of a navigation: chooses a theme, or shows the shortcuts. */
  readonly does?: 'system' | 'light' | 'dark' | 'keys'
}

/** An issue that a text finds. */
export interface FoundIssue {
  readonly issue: string
  readonly title: IssueTitle
}

/** Suggestions besides pages: recent names, and the issues that {@link issueSearchPath} found. */
interface Suggestions {
  readonly services: readonly string[]
  readonly releases: readonly string[]
  readonly issues: readonly FoundIssue[]
  /** Whether the current page can compare with the previous period. */
  readonly canCompare: boolean
}

const PAGES = [
  ['Overview', '/'],
  ['Issues', '/issues'],
  ['Alerts', '/alerts'],
  ['Traces', '/traces'],
  ['Logs', '/logs'],
  ['Services', '/services'],
  ['Releases', '/releases'],
  ['Exceptions', '/exceptions'],
  ['Sessions', '/sessions'],
  ['Web vitals', '/vitals'],
  ['Noise', '/noise'],
  ['Pipeline', '/status'],
  ['Grouping rules', '/grouping'],
  ['New alert rule', '/alerts/rules/new'],
  ['Alert channels', '/alerts/channels'],
] as const

const MAX_RESULTS = 13
const MAX_ISSUES = 5
/** Keeps the search suggestions visible. */
const MAX_PREFIX_MATCHES = 6
/** Shorter texts are not searched. */
const SHORTEST_TEXT = 3

/** Actions of any page: change the scope or the theme, or show the shortcuts. */
function paletteActions(params: URLSearchParams, canCompare: boolean): readonly Destination[] {
  const { last, compare, own } = scopeCodecs
  const change = (label: string, changes: Readonly<Record<string, string>>, keywords = ''): Destination => ({
    label,
    keywords,
    to: changeParams(params, changes),
    kind: 'action',
  })
  const timeRangeAction = (value: string, label: string) =>
    change(`Show ${label}`, { [last.param]: value, from: '', to: '' })
  const does = (label: string, what: NonNullable<Destination['does']>, keywords = ''): Destination => ({
    label,
    keywords,
    to: '',
    kind: 'action',
    does: what,
  })
  const comparison = params.has(compare.param)
    ? change('Stop comparing', { [compare.param]: '' }, 'compare')
    : change('Compare with previous period', { [compare.param]: '1' })
  return [
    timeRangeAction('1h', 'last hour'),
    timeRangeAction('24h', 'last 24 hours'),
    timeRangeAction('7d', 'last 7 days'),
    ...(canCompare ? [comparison] : []),
    params.has(own.param)
      ? change('Hide Errata’s own telemetry', { [own.param]: '' })
      : change('Show Errata’s own telemetry', { [own.param]: '1' }),
    does('Dark theme', 'dark'),
    does('Light theme', 'light'),
    does('System theme', 'system'),
    does('Keyboard shortcuts', 'keys', 'keys'),
  ]
}

/**
 * Suggestions for a text, the likeliest first: pages, services and releases with that prefix, actions, look-ups (a digest, a trace, a
 * session, a user), searches of lists, names that contain it, and issues.
 *
 * @param params of the URL: the scope is kept
 */
export function findDestinations(
  typed: string,
  params: URLSearchParams,
  { services, releases, issues, canCompare }: Suggestions,
): readonly Destination[] {
  const text = typed.trim()
  const scope = scopeParams(params)
  const scopedTo = (path: string, changes: Readonly<Record<string, string>> = {}) => pathWithin(scope, path, changes)
  const matchesLabel = (name: string) => name.toLowerCase().includes(text.toLowerCase())
  const pages = PAGES.filter(([label]) => matchesLabel(label)).map(
    ([label, path]): Destination => ({ label, to: scopedTo(path), kind: 'page' }),
  )
  if (text === '') return [...pages, ...paletteActions(params, canCompare)].slice(0, MAX_RESULTS)
  const isRoute = text.startsWith('/')
  const exceptionSearch = isRoute ? { [exceptionCodecs.route.param]: text } : { [SEARCH_PARAM]: writeTextSearch(text) }
  const traceSearch = { [SEARCH_PARAM]: isRoute ? facetClause('route', text, 'spans') : writeTextSearch(text) }
  const how = isRoute ? 'of route' : 'with'
  const searches: Destination[] = [
    ...(isRoute ? [] : [{ label: `Issues with ${text}`, to: issuesWith(text, scope), kind: 'search' } as const]),
    { label: `Exceptions ${how} ${text}`, to: scopedTo('/exceptions', exceptionSearch), kind: 'search' },
    { label: `Traces ${how} ${text}`, to: scopedTo('/traces', traceSearch), kind: 'search' },
  ]
  const lookUp: Destination = { label: `Look up ${text}`, to: scopedTo('/find', { q: text }), kind: 'look up' }
  const otherScope = new URLSearchParams([...scope].filter(([name]) => name !== scopeCodecs.service.param))
  const ofServices = services.filter(matchesLabel).map(
    (service): Destination => ({
      label: service,
      to: pathWithin(otherScope, servicePath(service), {}),
      kind: 'service',
    }),
  )
  const ofReleases = releases
    .filter(matchesLabel)
    .map((release): Destination => ({ label: release, to: scopedTo(releasePath(release)), kind: 'release' }))
  // Last: they come when the others are there already, and must not move what somebody is about to choose.
  const issueMatches = issues.slice(0, MAX_ISSUES).map(
    ({ issue, title }): Destination => ({
      label: formatIssueTitle(title),
      to: scopedTo(issuePath(issue)),
      kind: 'issue',
    }),
  )
  const { traceId } = parseLookUp(text)
  if (traceId !== undefined) return [{ label: traceId, to: scopedTo(`/traces/${traceId}`), kind: 'trace' }, lookUp]
  const actions = paletteActions(params, canCompare).filter(
    ({ label, keywords = '' }) => matchesLabel(label) || matchesLabel(keywords),
  )
  if (isRoute) return [...searches, lookUp, ...[...ofServices, ...ofReleases].slice(0, MAX_RESULTS)]
  const startsWithText = ({ label }: Destination) => label.toLowerCase().startsWith(text.toLowerCase())
  const isExactMatch = ({ label }: Destination) => label.length === text.length
  const named = [...pages, ...ofServices, ...ofReleases]
  const prefixMatches = named.filter(startsWithText)
  const matches = [
    ...prefixMatches.filter(isExactMatch),
    ...prefixMatches.filter(one => !isExactMatch(one)).slice(0, MAX_PREFIX_MATCHES),
    ...actions.slice(0, 3),
    lookUp,
    ...searches,
  ]
  const others = named.filter(one => !matches.includes(one))
  return [...[...matches, ...others].slice(0, MAX_RESULTS), ...issueMatches]
}

/** @returns where the issues that match a text are loaded from; `undefined` if it is too short or cannot match */
export function issueSearchPath(typed: string, params: URLSearchParams): string | undefined {
  const text = typed.trim()
  if (text.length < SHORTEST_TEXT || text.startsWith('/') || parseLookUp(text).traceId !== undefined) return undefined
  return issuesWith(text, scopeParams(params), '/found-issues')
}

const issuesWith = (text: string, scope: URLSearchParams, path: '/issues' | '/found-issues' = '/issues') =>
  pathWithin(scope, path, { [issueCodecs.tab.param]: 'all', [SEARCH_PARAM]: writeTextSearch(text) })

/** A search for the text as it stands. */
const writeTextSearch = (text: string) => writeSearch({ is: 'text', text, at: 0, end: 0 })

function pathWithin(scope: URLSearchParams, path: string, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams([...scope, ...Object.entries(changes)])
  return next.size === 0 ? path : `${path}?${next}`
}
