import { TABLES } from '../store/schema/tables/table-names.ts'
import type { BindParameter } from './bind.ts'
import type { Clause, SearchExpression, SpanRelation } from './search.ts'
import { listClauses } from './search.ts'
import { TRACE_DURATION_SQL } from './trace-duration.ts'
import { writeConditions } from './write-conditions.ts'
import { writeDurationTest, writeStatusTest, writeTextTest } from './write-test.ts'

const HOUR_NS = 3_600_000_000_000n

/** Where to look for the spans of a trace: an hour around the listed time. */
export interface SpanConditionScope {
  /** Unix nanoseconds, half-open. */
  readonly range: { readonly from: bigint; readonly to: bigint }
  readonly bind: BindParameter
}

/**
 * Translates a search to a condition on the column TraceId. Conditions on one span must hold for one span of the trace; so must each `[…]`,
 * and the conditions outside of brackets for another span.
 */
export function writeTraceConditions(search: SearchExpression | undefined, scope: SpanConditionScope): string {
  if (search === undefined) return '1'
  if (isSingleSpanSearch(search)) return writeSpanExists(search, scope)
  switch (search.is) {
    case 'all':
    case 'any': {
      const ofSpan = search.of.filter(isSingleSpanSearch)
      const others = search.of.filter(one => !isSingleSpanSearch(one)).map(one => writeTraceConditions(one, scope))
      const [first, ...rest] = ofSpan
      const parts =
        first === undefined
          ? others
          : [writeSpanExists(rest.length === 0 ? first : { ...search, of: ofSpan }, scope), ...others]
      return `(${parts.join(search.is === 'all' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return `NOT ${writeTraceConditions(search.of, scope)}`
    case 'span':
      return writeSpanExists(search.of, scope)
    case 'relation':
      return writeRelation(search, scope)
    case 'clause':
      return writePartsCondition(scope, { having: writeRootTest(search, scope.bind) })
    case 'text':
      return writeSpanExists(search, scope)
  }
}

/**
 * Translates a search to a condition on a row of otel_traces: which spans to show. Those that match the conditions outside of brackets; if
 * there are none, those that match one of the brackets.
 */
export function writeSpanConditions(search: SearchExpression | undefined, scope: SpanConditionScope): string {
  if (search === undefined || isSingleSpanSearch(search)) return writeConditions(search, 'spans', scope.bind)
  if (search.is === 'any') return `(${search.of.map(one => writeSpanConditions(one, scope)).join(' OR ')})`
  const parts = search.is === 'all' ? search.of : [search]
  const ofSpan = parts.filter(isSingleSpanSearch)
  const others = parts.filter(one => !isSingleSpanSearch(one))
  const shown = ofSpan.length > 0 ? ofSpan : others.flatMap(listSpanBrackets)
  const join = ofSpan.length > 0 ? ' AND ' : ' OR '
  const chosen = shown.length === 0 ? '1' : shown.map(one => writeConditions(one, 'spans', scope.bind)).join(join)
  return `((${chosen}) AND ${others.map(one => writeTraceConditions(one, scope)).join(' AND ')})`
}

/** Whether a query needs more than a look at a single span. */
export function isSingleSpanSearch(search: SearchExpression): boolean {
  return !hasBrackets(search) && !listClauses(search).some(isAboutTrace)
}

const isAboutTrace = ({ key }: Clause) => key.is === 'field' && key.name.startsWith('trace.')

function hasBrackets(search: SearchExpression): boolean {
  if (search.is === 'all' || search.is === 'any') return search.of.some(hasBrackets)
  return search.is === 'not' ? hasBrackets(search.of) : search.is === 'span' || search.is === 'relation'
}

/** What the brackets of a query say, but for those that must not be there. */
function listSpanBrackets(search: SearchExpression): SearchExpression[] {
  switch (search.is) {
    case 'all':
    case 'any':
      return search.of.flatMap(listSpanBrackets)
    case 'span':
      return search.of === undefined ? [] : [search.of]
    case 'relation':
      return [search.left, search.right].flatMap(listSpanBrackets)
    default:
      return []
  }
}

function widenRange({ range, bind }: SpanConditionScope): { readonly from: string; readonly to: string } {
  const fromNs = range.from > HOUR_NS ? range.from - HOUR_NS : 0n
  return {
    from: `fromUnixTimestamp64Nano(${bind(fromNs, 'Int64')})`,
    to: `fromUnixTimestamp64Nano(${bind(range.to + HOUR_NS, 'Int64')})`,
  }
}

function spansAround(scope: SpanConditionScope): string {
  const { from, to } = widenRange(scope)
  return `${TABLES.spans} WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(${from}) AND Timestamp >= ${from} AND Timestamp < ${to}`
}

function writeSpanExists(search: SearchExpression | undefined, scope: SpanConditionScope): string {
  const conditions = writeConditions(search, 'spans', scope.bind)
  return `TraceId GLOBAL IN (SELECT TraceId FROM ${spansAround(scope)} AND ${conditions})`
}

/**
 * A condition on a trace by its rows in trace_parts, an hour around the range. Each knows only its own candidate for the root, so they are
 * combined first.
 */
export function writePartsCondition(
  scope: SpanConditionScope,
  { by = 'TraceId', where = '1', having }: { readonly by?: string; readonly where?: string; readonly having: string },
): string {
  const { from, to } = widenRange(scope)
  return `${by} GLOBAL IN (SELECT ${by} FROM ${TABLES.traceParts}
    WHERE Bucket >= toStartOfFiveMinutes(${from}) AND Bucket < ${to} AND ${where}
    GROUP BY ${by} HAVING min(Root.Rank) < 255 AND (${having}))`
}

const ROOT_TEXTS: Readonly<Record<string, string>> = {
  'trace.name': 'min(Root).Name',
  'trace.service': 'min(Root).Service',
  'trace.operation': 'min(Root).Operation',
  'trace.route': 'min(Root).Route',
  'trace.environment': 'min(Root).Environment',
  'trace.release': 'min(Root).Release',
}

function writeRootTest({ key, test }: Clause, bind: BindParameter): string {
  const text = ROOT_TEXTS[key.name]
  if (text !== undefined) return writeTextTest(text, test, bind)
  switch (key.name) {
    case 'trace.duration':
      return test.is === 'present' ? '1' : writeDurationTest(TRACE_DURATION_SQL, test, bind)
    case 'trace.status':
      return writeStatusTest({ http: 'min(Root).Status' }, test, bind)
    case 'trace.is':
      return 'max(Failed) = 1'
    default:
      throw new TypeError(`${key.name} is no key of a trace.`)
  }
}

function writeRelation({ sign, left, right }: SpanRelation, scope: SpanConditionScope): string {
  const spans = spansAround(scope)
  const a = writeConditions(left.of, 'spans', scope.bind)
  const b = writeConditions(right.of, 'spans', scope.bind)
  const both = `SELECT TraceId FROM ${spans} AND (${a} OR ${b}) GROUP BY TraceId HAVING max(${a}) = 1 AND max(${b}) = 1`
  switch (sign) {
    case '>':
      return `TraceId GLOBAL IN (${both} AND notEmpty(arrayIntersect(groupUniqArrayIf(SpanId, ${a}), groupUniqArrayIf(ParentSpanId, ${b}))))`
    case '~':
      return `TraceId GLOBAL IN (SELECT TraceId FROM ${spans} AND ParentSpanId != '' AND (${a} OR ${b})
        GROUP BY TraceId, ParentSpanId HAVING max(${a}) = 1 AND max(${b}) = 1 AND uniqExact(SpanId, ServiceName) > 1)`
    case '>>':
      return `TraceId GLOBAL IN (${writeDescendantTest(`SELECT TraceId, cityHash64(SpanId) AS id, max(cityHash64(ParentSpanId)) AS parent,
        max(toUInt8(${a})) AS isAncestor, max(toUInt8(${b})) AS isWanted
        FROM ${spans} AND TraceId GLOBAL IN (${both}) GROUP BY TraceId, id`)})`
  }
}

const MAX_DOUBLINGS = 7

/**
 * The traces in which a wanted span has a wanted ancestor, at most 128 levels up.
 *
 * Spans of a trace are numbered from 1. Of each, `state` is twice the number of an ancestor (0 is none), plus 1 where the span or one below that
 * ancestor is such an ancestor as is looked for. A level doubles the distance, so ids that form a ring end like all others. The state of the
 * ancestor is looked up by a sort of states and look-ups together: a lambda that refers to an array copies it once for each element, which takes
 * gigabytes for a trace of 20,000 spans. The levels are subqueries, for aliases of one SELECT would be written out into each other.
 *
 * @param spans one row a span: TraceId, id, parent, isAncestor, isWanted
 */
function writeDescendantTest(spans: string): string {
  const traces = `SELECT TraceId, groupArray(isAncestor) AS ancestors, groupArray(isWanted) AS wanted,
    arrayEnumerateDense(arrayConcat(groupArray(id), groupArray(parent))) AS numbers FROM (${spans}) GROUP BY TraceId`
  const parents = `SELECT TraceId, ancestors, wanted,
    arrayMap((number, size) -> if(number > size, 0, number), arraySlice(numbers, length(wanted) + 1), arrayWithConstant(length(wanted), length(wanted))) AS parents
    FROM (${traces})`
  let states = `SELECT TraceId, wanted, parents,
    arrayMap((parent, hit) -> toUInt64(parent) * 2 + hit, parents, ancestors) AS state FROM (${parents})`
  for (let level = 0; level < MAX_DOUBLINGS; level++) states = nearestAncestorByDoubling(states)
  return `SELECT TraceId FROM (${states}) WHERE notEmpty(arrayIntersect(
    arrayFilter((parent, hit) -> hit, parents, wanted), arrayFilter((at, one) -> bitTest(one, 0), arrayEnumerate(state), state)))`
}

/** States sort by number first (bits 33 and above), each before the look-ups of its number (bit 32), which then take the state before them. */
function nearestAncestorByDoubling(states: string): string {
  const sorted = `SELECT TraceId, wanted, parents, state, arraySort(arrayConcat([0::UInt64],
    arrayMap((one, at) -> bitShiftLeft(toUInt64(at), 33) + one, state, arrayEnumerate(state)),
    arrayMap((one, at) -> bitShiftLeft(intDiv(one, 2), 33) + 4294967296 + at, state, arrayEnumerate(state)))) AS entries FROM (${states})`
  const found = `SELECT TraceId, wanted, parents, state,
    arraySort(arrayFilter((pair, one) -> bitTest(one, 32),
      arrayMap((one, last) -> bitShiftLeft(bitAnd(one, 4294967295), 32) + bitAnd(last, 4294967295), entries, arrayFill(one -> NOT bitTest(one, 32), entries)),
      entries)) AS pairs FROM (${sorted})`
  return `SELECT TraceId, wanted, parents,
    arrayMap((one, pair) -> bitOr(bitAnd(pair, 4294967295), bitAnd(one, 1)), state, pairs) AS state FROM (${found})`
}
