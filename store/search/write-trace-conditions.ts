import type { TimeRange } from '../units.ts'
import type { Bind } from './bind.ts'
import type { Clause, Relation, Search } from './search.ts'
import { clausesOf } from './search.ts'
import { writeConditions } from './write-conditions.ts'
import { writeDurationTest, writeStatusTest, writeTextTest } from './write-test.ts'

const HOUR_NS = 3_600_000_000_000n

/** Where to look for the spans of a trace: an hour around the listed time. */
export interface TraceScope {
  readonly range: TimeRange
  readonly bind: Bind
}

/**
 * Translates a search to a condition on the column TraceId. Conditions on one span must hold for one span of the trace; so must each `[…]`,
 * and the conditions outside of brackets for another span.
 */
export function writeTraceConditions(query: Search | undefined, scope: TraceScope): string {
  if (query === undefined) return '1'
  if (isAboutOneSpan(query)) return hasSpan(query, scope)
  switch (query.is) {
    case 'all':
    case 'any': {
      const ofSpan = query.of.filter(isAboutOneSpan)
      const others = query.of.filter(one => !isAboutOneSpan(one)).map(one => writeTraceConditions(one, scope))
      const [first, ...rest] = ofSpan
      const parts =
        first === undefined ? others : [hasSpan(rest.length === 0 ? first : { ...query, of: ofSpan }, scope), ...others]
      return `(${parts.join(query.is === 'all' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return `NOT ${writeTraceConditions(query.of, scope)}`
    case 'span':
      return hasSpan(query.of, scope)
    case 'relation':
      return hasRelation(query, scope)
    case 'clause':
      return hasRoot(query, scope)
    case 'text':
      return hasSpan(query, scope)
  }
}

/**
 * Translates a search to a condition on a row of otel_traces: which spans to show. Those that match the conditions outside of brackets; if
 * there are none, those that match one of the brackets.
 */
export function writeSpanConditions(query: Search | undefined, scope: TraceScope): string {
  if (query === undefined || isAboutOneSpan(query)) return writeConditions(query, 'spans', scope.bind)
  if (query.is === 'any') return `(${query.of.map(one => writeSpanConditions(one, scope)).join(' OR ')})`
  const parts = query.is === 'all' ? query.of : [query]
  const ofSpan = parts.filter(isAboutOneSpan)
  const others = parts.filter(one => !isAboutOneSpan(one))
  const shown = ofSpan.length > 0 ? ofSpan : others.flatMap(bracketsOf)
  const join = ofSpan.length > 0 ? ' AND ' : ' OR '
  const chosen = shown.length === 0 ? '1' : shown.map(one => writeConditions(one, 'spans', scope.bind)).join(join)
  return `((${chosen}) AND ${others.map(one => writeTraceConditions(one, scope)).join(' AND ')})`
}

/** Whether a search needs more than a single span. */
export function isAboutOneSpan(query: Search): boolean {
  return !hasBrackets(query) && !clausesOf(query).some(isAboutTrace)
}

const isAboutTrace = ({ key }: Clause) => key.is === 'field' && key.name.startsWith('trace.')

function hasBrackets(query: Search): boolean {
  if (query.is === 'all' || query.is === 'any') return query.of.some(hasBrackets)
  return query.is === 'not' ? hasBrackets(query.of) : query.is === 'span' || query.is === 'relation'
}

/** The brackets of a search, except negated ones. */
function bracketsOf(query: Search): Search[] {
  switch (query.is) {
    case 'all':
    case 'any':
      return query.of.flatMap(bracketsOf)
    case 'span':
      return query.of === undefined ? [] : [query.of]
    case 'relation':
      return [query.left, query.right].flatMap(bracketsOf)
    default:
      return []
  }
}

function around({ range, bind }: TraceScope): { readonly from: string; readonly to: string } {
  const fromNs = range.from > HOUR_NS ? range.from - HOUR_NS : 0n
  return {
    from: `fromUnixTimestamp64Nano(${bind(fromNs, 'Int64')})`,
    to: `fromUnixTimestamp64Nano(${bind(range.to + HOUR_NS, 'Int64')})`,
  }
}

function spansAround(scope: TraceScope): string {
  const { from, to } = around(scope)
  return `otel_traces WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(${from}) AND Timestamp >= ${from} AND Timestamp < ${to}`
}

function hasSpan(query: Search | undefined, scope: TraceScope): string {
  const conditions = writeConditions(query, 'spans', scope.bind)
  return `TraceId GLOBAL IN (SELECT TraceId FROM ${spansAround(scope)} AND ${conditions})`
}

/** Each part of a trace knows only its own candidate for the root, so the parts are combined first. */
function hasRoot(clause: Clause, scope: TraceScope): string {
  const { from, to } = around(scope)
  const parts = `SELECT TraceId, min(Root) AS root, max(Failed) AS failed FROM trace_parts
    WHERE Bucket >= toStartOfFiveMinutes(${from}) AND Bucket < ${to} GROUP BY TraceId`
  return `TraceId GLOBAL IN (SELECT TraceId FROM (${parts}) WHERE root.Rank < 255 AND (${writeRootTest(clause, scope.bind)}))`
}

const ROOT_TEXTS: Readonly<Record<string, string>> = {
  'trace.name': 'root.Name',
  'trace.service': 'root.Service',
  'trace.route': 'root.Route',
  'trace.environment': 'root.Environment',
  'trace.release': 'root.Release',
}

function writeRootTest({ key, test }: Clause, bind: Bind): string {
  const text = ROOT_TEXTS[key.name]
  if (text !== undefined) return writeTextTest(text, test, bind)
  switch (key.name) {
    case 'trace.duration':
      return test.is === 'present' ? '1' : writeDurationTest('root.Duration', test, bind)
    case 'trace.status':
      return writeStatusTest({ http: 'root.Status' }, test, bind)
    case 'trace.is':
      return 'failed = 1'
    default:
      throw new TypeError(`${key.name} is no key of a trace.`)
  }
}

function hasRelation({ sign, left, right }: Relation, scope: TraceScope): string {
  const spans = spansAround(scope)
  const a = writeConditions(left.of, 'spans', scope.bind)
  const b = writeConditions(right.of, 'spans', scope.bind)
  const both = `SELECT TraceId FROM ${spans} AND (${a} OR ${b}) GROUP BY TraceId HAVING max(${a}) = 1 AND max(${b}) = 1`
  switch (sign) {
    case '>':
      return `TraceId GLOBAL IN (${both} AND hasAny(groupUniqArrayIf(SpanId, ${a}), groupUniqArrayIf(ParentSpanId, ${b})))`
    case '~':
      return `TraceId GLOBAL IN (SELECT TraceId FROM ${spans} AND ParentSpanId != '' AND (${a} OR ${b})
        GROUP BY TraceId, ParentSpanId HAVING max(${a}) = 1 AND max(${b}) = 1 AND uniqExact(SpanId, ServiceName) > 1)`
    case '>>':
      return `TraceId GLOBAL IN (${descends(`SELECT TraceId, groupArray(cityHash64(SpanId)) AS ids,
        groupArray(cityHash64(ParentSpanId)) AS parents, groupArray(toUInt8(${a})) AS isAncestor, groupArray(toUInt8(${b})) AS isWanted
        FROM ${spans} AND TraceId GLOBAL IN (${both}) GROUP BY TraceId`)})`
  }
}

const LEVELS = [0, 1, 2, 3, 4, 5, 6]

/**
 * The traces in which a matching span has a matching ancestor, at most 128 levels up. Each level doubles the distance to which a span's
 * pointer leads (0 is nowhere) and records whether a matching ancestor was met, so cycles of ids end too. The levels are subqueries,
 * because aliases of one SELECT would be expanded into each other.
 */
function descends(traces: string): string {
  const up = `SELECT *, arrayMap(parent -> toUInt32(indexOf(ids, parent)), parents) AS up0 FROM (${traces})`
  const met = `SELECT TraceId, isWanted, up0, arrayMap(at -> isAncestor[at], up0) AS met0 FROM (${up})`
  const levels = LEVELS.reduce(
    (from, at) => `SELECT TraceId, isWanted, arrayMap(at -> up${at}[at], up${at}) AS up${at + 1},
      arrayMap((met, at) -> met OR met${at}[at], met${at}, up${at}) AS met${at + 1} FROM (${from})`,
    met,
  )
  return `SELECT TraceId FROM (${levels}) WHERE arrayExists((met, wanted) -> met AND wanted, met${LEVELS.length}, isWanted)`
}
