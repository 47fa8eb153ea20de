import { writeClause } from '../../../search/write-search.ts'
import type { ServiceCall, ServiceNode } from '../../../store/services/list-calls.ts'
import type { WebVitalCause } from '../../../store/services/list-vital-causes.ts'
import type { Ns } from '../../../store/units.ts'
import { logsPath } from '../../url/log-filters.ts'
import type { Scope } from '../../url/scope.ts'
import { facetClause } from '../../url/search-links.ts'
import { traceCodecs, tracesPath } from '../../url/trace-filters.ts'

/** A search cannot be longer. */
const MAX_TEXT_CHARS = 500

/** The traces with a call between two services, or the spans with which a service calls something that sends no spans. */
export function callTracesPath({ caller, callee }: Pick<ServiceCall, 'caller' | 'callee'>, scope: Scope): string {
  const service = ({ name }: ServiceNode) => facetClause('service', name, 'spans')
  const rest = { ...scope, service: '', release: '', environment: '' }
  if (caller.kind === 'service' && callee.kind === 'service') {
    return tracesPath({ ...rest, search: `[${service(caller)}] > [${service(callee)}]` })
  }
  const [node, of] = caller.kind === 'service' ? [callee, caller] : [caller, callee]
  return tracesPath({ ...rest, show: 'spans', search: `${service(of)} ${clausesOf(node)}` })
}

/** The slowest transactions of an operation compared with its others. */
export function slowestTransactionsPath(operation: string, p95: Ns, { service, ...scope }: Scope): string {
  const clauses = [facetClause('service', service, 'spans'), facetClause('operation', operation, 'spans'), 'is:entry']
  // Three digits, rounded down: nothing may be as slow as more.
  const unit = 10n ** BigInt(Math.max(0, String(p95).length - 3))
  const selection = `duration:>=${traceCodecs.minDurationNs.format(p95 - (p95 % unit))}`
  return tracesPath({ ...scope, service: '', show: 'compare', search: clauses.join(' '), selection })
}

/** The failed GraphQL operations and fields of a service, by operation. */
export function graphqlErrorsPath({ service, ...scope }: Scope): string {
  const search = `${facetClause('service', service, 'spans')} is:error (has:@graphql.operation.type OR has:@graphql.operation.name OR has:@graphql.field.path)`
  return tracesPath({ ...scope, service: '', show: 'groups', by: 'operation', search })
}

/** The spans that call what sends none. */
export function nodeSpansPath(node: ServiceNode, scope: Scope): string {
  return tracesPath({ ...scope, service: '', release: '', environment: '', show: 'spans', search: clausesOf(node) })
}

/** The spans of a service with a name; those that call a host, if it is given. */
export function namedSpansPath(name: string, host: string, scope: Scope): string {
  const called = host === '' ? '' : ` ${facetClause('@server.address', host, 'spans')}`
  return spansOfService(facetClause('name', name, 'spans') + called, scope)
}

/**
 * The spans of a service with a database statement. Its literals are question marks: the search is the longest text between two of them.
 */
export function statementSpansPath(statement: string, scope: Scope): string {
  const [text = ''] = statement.split(/\?(?:\.\.)?/).toSorted((a, b) => b.length - a.length)
  const clause = writeClause({
    key: { is: 'field', name: 'statement' },
    test: { is: 'contains', value: { text: text.trim().slice(0, MAX_TEXT_CHARS), quoted: true } },
  })
  return spansOfService(clause, scope)
}

/** The measurements of a web vital that have a cause. */
export function vitalCauseLogsPath({ vital, route, target, url }: WebVitalCause, { service, ...scope }: Scope): string {
  const clause = (key: string, value: string) => facetClause(key, value, 'logs')
  const attribute = { lcp: 'target', inp: 'interaction_target', cls: 'largest_shift_target' }[vital]
  const search = [
    clause('service', service),
    clause('@browser.web_vital.name', vital),
    clause('route', route),
    clause(`@errata.web_vital.${attribute}`, target),
    ...(vital === 'lcp' ? [clause('@errata.web_vital.url', url)] : []),
  ].join(' ')
  return logsPath({ ...scope, service: '', search })
}

function spansOfService(clause: string, { service, ...scope }: Scope): string {
  const search = `${facetClause('service', service, 'spans')} ${clause}`
  return tracesPath({ ...scope, service: '', show: 'spans', search })
}

/** A database or a queue is called by its system and what it holds: `postgresql orders`. */
function clausesOf({ kind, name }: ServiceNode): string {
  const [system = '', ...rest] = name.split(' ')
  const holds = rest.join(' ')
  const clause = (key: string, value: string) => facetClause(key, value, 'spans')
  switch (kind) {
    case 'database':
      return clause('db', system)
    case 'queue':
      return [clause('@messaging.system', system), holds !== '' && clause('queue', holds)].filter(Boolean).join(' ')
    default:
      return `(${clause('host', name)} OR ${clause('peer', name)})`
  }
}
