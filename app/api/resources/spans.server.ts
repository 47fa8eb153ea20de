import { z } from 'zod'
import { GROUP_ORDERS } from '../../../search/groups.ts'
import { cursorOfSpan } from '../../../store/spans/cursor-of-span.ts'
import { findSpans } from '../../../store/spans/find-spans.ts'
import { groupSpans } from '../../../store/spans/group-spans.ts'
import { splitKeys, splitValues } from '../../parts/span-groups/group-values.ts'
import { readGroups } from '../../parts/span-groups/read-groups.server.ts'
import { addClauses, scopeToClauses } from '../../url/search-scope.ts'
import { toSpanOrder, traceCodecs } from '../../url/trace-filters.ts'
import { tracePath } from '../../url/trace-view.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation } from '../define/operation.ts'
import {
  choiceOf,
  invalidParameters,
  parameterOf,
  rangeShape,
  readSearch,
  resolveRange,
  scopeOf,
  scopeShape,
  searchShape,
  wholeNumber,
} from '../define/parameters.ts'
import {
  count,
  durationMs,
  numberedPosition,
  page,
  positionAt,
  readPosition,
  time,
  writeMs,
  writeTime,
} from '../define/values.ts'

const tag = 'Spans'
const SPAN_SORTS = ['-began', 'began', '-duration', 'duration'] as const

interface SpanFilters {
  readonly q: string
  readonly env: string
  readonly service: string
  readonly release: string
}

/** Joins what is typed and the scope. */
const searchOf = ({ q, env: environment, service, release }: SpanFilters) =>
  addClauses(readSearch(q, 'spans'), scopeToClauses({ environment, service, release }))

export const listSpansOperation = defineList({
  id: 'listSpans',
  path: '/spans',
  tag,
  summary: 'Lists spans that match a search',
  query: { ...scopeShape, ...searchShape, sort: choiceOf(SPAN_SORTS, 'The order: `-began` is newest first.') },
  item: z
    .object({
      id: z.string().meta({ description: '16 hex digits.' }),
      trace_id: z.string(),
      page,
      start: time,
      duration_ms: durationMs,
      service: z.string(),
      name: z.string(),
      kind: z.string(),
      failed: z.boolean(),
      status_message: z.string(),
      route: z.string(),
      http_status: z.number().int().meta({ description: '0 if it has none.' }),
      detail: z.string().meta({ description: 'Its statement, URL or destination of messages.' }),
    })
    .meta({ id: 'FoundSpan' }),
  position: numberedPosition,
  read: (asked, { query, range, after, limit }) =>
    asked.ask(findSpans, {
      ...{ range, limit },
      search: searchOf(query),
      hidden: scopeOf(asked, query).hidden,
      order: toSpanOrder(query.sort),
      after: readPosition(after),
    }),
  positionOf: (span, { sort }) => positionAt(cursorOfSpan(span, toSpanOrder(sort).by)),
  write: span => ({
    id: span.spanId,
    trace_id: span.traceId,
    page: tracePath(span),
    start: writeTime(span.startNs),
    duration_ms: writeMs(span.durationNs),
    service: span.service,
    name: span.name,
    kind: span.kind,
    failed: span.failed,
    status_message: span.statusMessage,
    route: span.route,
    http_status: span.httpStatus,
    detail: span.detail,
  }),
})

const MAX_GROUPS = 500

export const groupSpansOperation = defineOperation({
  ...{ id: 'groupSpans', method: 'GET', path: '/spans/groups', permission: 'viewer', tag },
  summary: 'Counts and measures the spans of a search by any keys',
  description: 'Of very many spans one trace in `one_in` is read: counts are then estimates.',
  params: z.object({}),
  query: z.strictObject({
    ...rangeShape,
    ...scopeShape,
    ...searchShape,
    by: parameterOf(traceCodecs.by, 'One to four keys, apart by commas: `service,@tier`.'),
    measure: parameterOf(traceCodecs.measure, '`duration`, or an attribute whose numbers are summed up: `@app.items`.'),
    order: choiceOf(GROUP_ORDERS, 'Greatest first.'),
    limit: wholeNumber({
      ...{ name: 'limit', least: 1, most: MAX_GROUPS, byDefault: 100 },
      description: 'The most groups to answer.',
    }),
  }),
  answer: z
    .object({
      from: time,
      to: time,
      by: z.array(z.string()),
      groups: z.array(
        z.object({
          values: z.array(z.string()).meta({ description: 'One for each key; empty where spans lack it.' }),
          count,
          failed: count,
          p50_ms: durationMs,
          p95_ms: durationMs,
          p99_ms: durationMs,
          total_ms: durationMs,
          measured: z
            .object({
              count,
              sum: z.number(),
              average: z.number(),
              least: z.number(),
              most: z.number(),
              p50: z.number(),
              p95: z.number(),
              p99: z.number(),
            })
            .nullable(),
        }),
      ),
      total: count.meta({ description: 'How many groups there are; `groups` has the first.' }),
      is_exact: z.boolean(),
      one_in: count,
    })
    .meta({ id: 'SpanGroups' }),
  async run(asked, { query }) {
    const { by, measure, order, limit } = query
    const grouped = readGroups({ by, measure })
    if (grouped.errors.length > 0) {
      throw invalidParameters(grouped.errors.map(({ param, message }) => [param, message]))
    }
    const range = resolveRange(query, asked.nowMs)
    const { groups, total, oneIn } = await asked.ask(groupSpans, {
      ...{ range, by: grouped.by, measure: grouped.measure, order, limit },
      search: searchOf(query),
      hidden: scopeOf(asked, query).hidden,
    })
    return {
      from: writeTime(range.from),
      to: writeTime(range.to),
      by: [...splitKeys(by)],
      groups: groups.map(({ value, measured, ...group }) => ({
        values: [...splitValues(value)],
        count: group.count,
        failed: group.failed,
        p50_ms: writeMs(group.p50),
        p95_ms: writeMs(group.p95),
        p99_ms: writeMs(group.p99),
        total_ms: writeMs(group.totalNs),
        measured: measured ?? null,
      })),
      total,
      is_exact: oneIn === 1,
      one_in: oneIn,
    }
  },
})
