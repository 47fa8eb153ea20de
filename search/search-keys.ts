import type { ClauseKey, SearchSubject } from './search.ts'

/** How the values of a key are written and compared. */
export type SearchValueKind = 'text' | 'number' | 'duration' | 'choice' | 'severity' | 'status'

export interface SearchKeyDefinition {
  readonly name: string
  readonly kind: SearchValueKind
  /** One line for the reader. */
  readonly description: string
  readonly example: string
  /** The values of a choice. */
  readonly choices?: readonly string[]
}

const textKey = (name: string, description: string, example: string): SearchKeyDefinition => ({
  name,
  kind: 'text',
  description,
  example,
})

const KEYS_OF_ALL_SUBJECTS = [
  textKey('service', 'Service name', 'service:checkout'),
  textKey('route', 'HTTP route, or page of a browser', 'route:/orders/:id'),
  textKey('environment', 'Deployment environment', 'environment:production'),
  textKey('release', 'Service version', 'release:3.2.*'),
  textKey('session', 'Browser session', 'session:s1'),
  textKey('user', 'User id', 'user:customer-1*'),
  textKey('trace', 'Trace id', 'trace:0af7651916cd43dd8448eb211c80319c'),
]

const SPAN_ID_KEY = textKey('span', 'Span id', 'span:b7ad6b7169203331')
const SCOPE_KEY = textKey('scope', 'Instrumentation scope', 'scope:@opentelemetry/instrumentation-pg')

const SPAN_KINDS = ['server', 'client', 'internal', 'producer', 'consumer', 'unspecified']

const SPAN_KEYS: readonly SearchKeyDefinition[] = [
  ...KEYS_OF_ALL_SUBJECTS,
  SPAN_ID_KEY,
  SCOPE_KEY,
  textKey(
    'operation',
    'What the span does: route, method of a gRPC service, queue, GraphQL operation, job',
    'operation:"process orders"',
  ),
  textKey('name', 'Span name', 'name:"GET /cart"'),
  { name: 'kind', kind: 'choice', choices: SPAN_KINDS, description: 'Span kind', example: 'kind:client' },
  { name: 'status', kind: 'status', description: 'HTTP status, or ok, error, unset', example: 'status:>=500' },
  { name: 'duration', kind: 'duration', description: 'Duration of the span', example: 'duration:>300ms' },
  textKey('method', 'HTTP method', 'method:POST'),
  textKey('url', 'URL or path', 'url:*/checkout*'),
  textKey('host', 'Host that is called', 'host:pay.example'),
  textKey('peer', 'Service that is called, by the name that the caller knows', 'peer:payments'),
  textKey('queue', 'Queue or topic', 'queue:orders'),
  textKey('db', 'Database system', 'db:postgresql'),
  textKey('statement', 'Database statement', 'statement:~select'),
  textKey('message', 'Status message', 'message:~timeout'),
  textKey('event', 'Name of a span event', 'event:exception'),
  textKey('parent', 'Span id of the parent', 'parent:b7ad6b7169203331'),
  {
    name: 'is',
    kind: 'choice',
    choices: ['error', 'root', 'entry'],
    description:
      'error: failed, by its status, HTTP status, gRPC code or GraphQL errors; root: has no parent; entry: first span of its service',
    example: 'is:error',
  },
]

const LOG_KEYS: readonly SearchKeyDefinition[] = [
  ...KEYS_OF_ALL_SUBJECTS,
  SPAN_ID_KEY,
  SCOPE_KEY,
  textKey('message', 'Log message: the body, or what a JSON body has as message', 'message:~timeout'),
  textKey('body', 'Body as it was sent', 'body:~timeout'),
  {
    name: 'severity',
    kind: 'severity',
    description: 'trace, debug, info, warn, error, fatal, or none',
    example: 'severity:>=warn',
  },
  textKey('event', 'Event name', 'event:exception'),
  {
    name: 'is',
    kind: 'choice',
    choices: ['error', 'exception'],
    description: 'error: severity error or fatal; exception: has an exception type',
    example: 'is:error',
  },
]

const EXCEPTION_KEYS: readonly SearchKeyDefinition[] = [
  ...KEYS_OF_ALL_SUBJECTS,
  SPAN_ID_KEY,
  textKey('type', 'Exception type', 'type:*Error'),
  textKey('message', 'Exception message', 'message:~undefined'),
  textKey('stack', 'Stack trace', 'stack:~checkout'),
  textKey('issue', 'Issue id', 'issue:5a1c0f2e9b7d3c46'),
  textKey('digest', 'Digest that the visitor was shown', 'digest:q7x2m9ktva'),
  {
    name: 'side',
    kind: 'choice',
    choices: ['browser', 'server'],
    description: 'Where it was',
    example: 'side:browser',
  },
  {
    name: 'is',
    kind: 'choice',
    choices: ['handled', 'unhandled'],
    description: 'unhandled: no code of the app handled it',
    example: 'is:unhandled',
  },
]

const ISSUE_KEYS: readonly SearchKeyDefinition[] = [...EXCEPTION_KEYS, textKey('owner', 'Assigned to', 'owner:ada')]

const SESSION_KEYS: readonly SearchKeyDefinition[] = [
  ...KEYS_OF_ALL_SUBJECTS,
  SPAN_ID_KEY,
  textKey('name', 'Span or event name', 'name:~navigation'),
  textKey('browser', 'User agent', 'browser:~firefox'),
  textKey('type', 'Type of an exception, also of one in the trace of the event', 'type:*Error'),
  {
    name: 'is',
    kind: 'choice',
    choices: ['error', 'exception', 'page'],
    description:
      'error: an exception or a failed request; exception: one, or part of a trace with one; page: a page load or navigation',
    example: 'is:error',
  },
]

const TRACE_KEYS: readonly SearchKeyDefinition[] = [
  {
    name: 'trace.duration',
    kind: 'duration',
    description: 'From the first start to the last end of the trace',
    example: 'trace.duration:>2s',
  },
  textKey('trace.name', 'Name of the root span', 'trace.name:"GET /cart"'),
  textKey('trace.service', 'Service of the root span', 'trace.service:web'),
  textKey('trace.operation', 'Operation of the root span', 'trace.operation:/cart'),
  textKey('trace.route', 'HTTP route of the root span', 'trace.route:/cart'),
  { name: 'trace.status', kind: 'status', description: 'HTTP status of the root', example: 'trace.status:500' },
  textKey('trace.environment', 'Environment of the root span', 'trace.environment:production'),
  textKey('trace.release', 'Release of the root span', 'trace.release:3.2.1'),
  {
    name: 'trace.is',
    kind: 'choice',
    choices: ['error'],
    description: 'error: a span failed or an exception was recorded',
    example: 'trace.is:error',
  },
]

const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** The lowest and highest severity number of a name, 0 for none; `undefined` for an unknown name. */
export function parseSeverityRange(name: string): readonly [number, number] | undefined {
  if (name.toLowerCase() === 'none') return [0, 0]
  const rank = SEVERITIES.indexOf(name.toLowerCase().replace(/^warning$/, 'warn'))
  return rank < 0 ? undefined : [rank * 4 + 1, rank * 4 + 4]
}

/** The keys that a search may use, except `has`. */
export function listSearchKeys(subject: SearchSubject): readonly SearchKeyDefinition[] {
  return KEYS_BY_SUBJECT[subject]
}

const KEYS_BY_SUBJECT: Readonly<Record<SearchSubject, readonly SearchKeyDefinition[]>> = {
  spans: [...SPAN_KEYS, ...TRACE_KEYS],
  logs: LOG_KEYS,
  exceptions: EXCEPTION_KEYS,
  issues: ISSUE_KEYS,
  sessions: SESSION_KEYS,
}

/** Whether a subject can be searched by any attribute: events of sessions are stored without most of theirs. */
export const hasAttributes = (subject: SearchSubject): boolean => subject !== 'sessions'

/** The key of a name; an attribute is a text that also compares as a number. */
export function findKey(name: string, subject: SearchSubject): SearchKeyDefinition | undefined {
  return listSearchKeys(subject).find(key => key.name === name)
}

/** The word for the attributes of a row where they are not those of its resource. */
export const rowPlace = (subject: SearchSubject): 'span' | 'record' => (subject === 'spans' ? 'span' : 'record')

/**
 * Resolves the text before the colon: `@name` and dotted names are attributes of the row or its resource; `span.` (of others `record.`),
 * `resource.` and `event.` tell where they are.
 *
 * @returns `undefined` if there is no such key
 */
export function resolveKey(written: string, subject: SearchSubject): ClauseKey | undefined {
  if (findKey(written, subject) !== undefined) return { is: 'field', name: written }
  if (!hasAttributes(subject)) return undefined
  if (written.startsWith('@')) return written === '@' ? undefined : attribute(written.slice(1))
  const [, of, name = ''] = /^(resource|event|span|record|trace)\.(.+)$/s.exec(written) ?? []
  if (of === 'resource' || of === rowPlace(subject)) return { is: 'attribute', of, name }
  if (of === 'event' && subject === 'spans') return { is: 'attribute', of, name }
  if (of === 'trace') return undefined
  return /^[^.]+\.[^.]/.test(written) ? attribute(written) : undefined
}

const attribute = (name: string): ClauseKey => ({ is: 'attribute', of: 'any', name })

/** The most similar key; `undefined` if none is similar. */
export function findNearestKey(written: string, subject: SearchSubject): string | undefined {
  const names = [...listSearchKeys(subject).map(({ name }) => name), 'has']
  const lower = written.toLowerCase()
  const synonym = SYNONYMS[lower]
  if (synonym !== undefined && names.includes(synonym)) return synonym
  const ranked = names.map(name => ({ name, distance: editDistance(lower, name) }))
  const [best] = ranked.toSorted((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
}

/** Names that other tools use for our keys. */
const SYNONYMS: Readonly<Record<string, string>> = {
  level: 'severity',
  env: 'environment',
  version: 'release',
  span_name: 'name',
  rootname: 'trace.name',
  resource: 'operation',
  transaction: 'operation',
  endpoint: 'operation',
  path: 'url',
  query: 'statement',
  sql: 'statement',
  logger: 'scope',
  latency: 'duration',
  error: 'type',
  exception: 'type',
  assigned: 'owner',
  assignee: 'owner',
  traceid: 'trace',
  trace_id: 'trace',
  spanid: 'span',
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? a.length
}
