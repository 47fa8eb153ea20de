import { z } from 'zod'
import { listCalls, type ServiceNode } from '../../../store/services/list-calls.ts'
import { type ComparedLatency, listLatencies } from '../../../store/services/list-latencies.ts'
import { comparedPeriods } from '../../parts/request-summary/query-summary.server.ts'
import { servicePath } from '../../url/page-paths.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { defineOperation, type RunContext } from '../define/operation.ts'
import { nameInPath, rangeShape, resolveRange, scopeOf, scopeShape } from '../define/parameters.ts'
import { count, durationMs, page, time, writeMs, writeTime } from '../define/values.ts'

const tag = 'Services'

const transactions = z
  .object({ requests: count, failed: count, p50_ms: durationMs, p95_ms: durationMs, p99_ms: durationMs })
  .meta({ id: 'Transactions', description: 'Percentiles are 0 without transactions.' })

const sampled = {
  now: transactions,
  before: transactions.meta({ description: 'Of the same time before.' }),
  client_errors: count.meta({ description: 'Failed ones of now that callers caused: HTTP status 400 to 499.' }),
  is_exact: z.boolean(),
  one_in: count.meta({ description: 'One transaction in so many was read; counts are then estimates.' }),
}

const writeTransactions = ({ requests, failed, p50, p95, p99 }: ComparedLatency['now']) => ({
  ...{ requests, failed },
  p50_ms: writeMs(p50),
  p95_ms: writeMs(p95),
  p99_ms: writeMs(p99),
})

const writeLatency = ({ now, before, clientErrors, oneIn }: ComparedLatency) => ({
  now: writeTransactions(now),
  before: writeTransactions(before),
  client_errors: clientErrors,
  is_exact: oneIn === 1,
  one_in: oneIn,
})

const times = { from: time, to: time }
const MAX_SERVICES = 1_000
const MAX_OPERATIONS = 200
const MAX_CALLS = 1_000

type TimeQuery = Parameters<typeof resolveRange>[0]

/** The time, as pages round it, so that both have the same numbers. */
function periodsOf(asked: RunContext, query: TimeQuery) {
  const nowMs = floorToInterval(asked.nowMs)
  const range = resolveRange(query, nowMs)
  return {
    range,
    comparison: comparedPeriods({ range, nowMs }),
    written: { from: writeTime(range.from), to: writeTime(range.to) },
  }
}

export const listServicesOperation = defineOperation({
  ...{ id: 'listServices', method: 'GET', path: '/services', permission: 'viewer', tag },
  summary: 'Lists services with their transactions, most first',
  params: z.object({}),
  query: z.strictObject({ ...rangeShape, ...scopeShape }),
  answer: z
    .object({
      ...times,
      services: z.array(z.object({ service: z.string(), page, is_browser: z.boolean(), ...sampled })),
    })
    .meta({ id: 'Services' }),
  async run(asked, { query }) {
    const { comparison, written } = periodsOf(asked, query)
    const services = await asked.ask(listLatencies, {
      ...{ comparison, by: 'service', limit: MAX_SERVICES },
      ...scopeOf(asked, query),
    })
    return {
      ...written,
      services: services.map(latency => ({
        service: latency.service,
        page: servicePath(latency.service),
        is_browser: latency.isBrowser,
        ...writeLatency(latency),
      })),
    }
  },
})

export const listOperationsOperation = defineOperation({
  ...{ id: 'listOperations', method: 'GET', path: '/services/{service}/operations', permission: 'viewer', tag },
  summary: 'Lists the operations of a service, most transactions first',
  params: z.object({ service: nameInPath('Name of the service, escaped as in `page`.') }),
  query: z.strictObject({ ...rangeShape, env: scopeShape.env, release: scopeShape.release }),
  answer: z
    .object({
      ...times,
      operations: z.array(
        z.object({
          operation: z.string(),
          others: count.meta({ description: 'How many operations this row sums up: the rest of them. Else 0.' }),
          ...sampled,
        }),
      ),
    })
    .meta({ id: 'Operations' }),
  async run(asked, { params: { service }, query }) {
    const { comparison, written } = periodsOf(asked, query)
    const operations = await asked.ask(listLatencies, {
      ...{ comparison, by: 'operation', limit: MAX_OPERATIONS },
      ...{ service, environment: query.env, release: query.release },
    })
    return {
      ...written,
      operations: operations.map(latency => ({
        operation: latency.operation,
        others: latency.others,
        ...writeLatency(latency),
      })),
    }
  },
})

const node = z
  .object({
    kind: z.string().meta({ description: 'service, database, queue or host; more may come.' }),
    name: z.string(),
  })
  .meta({ id: 'CallNode' })
const writeNode = ({ kind, name }: ServiceNode) => ({ kind, name })

export const listCallsOperation = defineOperation({
  ...{ id: 'listCalls', method: 'GET', path: '/calls', permission: 'viewer', tag },
  summary: 'Lists who calls whom, most calls first',
  params: z.object({}),
  query: z.strictObject({ ...rangeShape, ...scopeShape }),
  answer: z
    .object({
      ...times,
      calls: z.array(
        z.object({
          caller: node,
          callee: node,
          calls: count,
          per_trace: z.number(),
          failed: count,
          failed_for_caller: count.meta({ description: 'Further ones that failed for the caller alone.' }),
          p50_ms: durationMs.meta({ description: 'What the caller waited.' }),
          p95_ms: durationMs,
        }),
      ),
      total: count.meta({ description: 'How many pairs there are; `calls` has the first.' }),
      is_exact: z.boolean(),
      one_in: z.number(),
    })
    .meta({ id: 'Calls' }),
  async run(asked, { query }) {
    const { range, written } = periodsOf(asked, query)
    const { calls, total, sample } = await asked.ask(listCalls, { range, limit: MAX_CALLS, ...scopeOf(asked, query) })
    return {
      ...written,
      calls: calls.map(call => ({
        caller: writeNode(call.caller),
        callee: writeNode(call.callee),
        calls: call.calls,
        per_trace: call.perTrace,
        failed: call.failed,
        failed_for_caller: call.failedForCaller,
        p50_ms: writeMs(call.p50),
        p95_ms: writeMs(call.p95),
      })),
      total,
      is_exact: sample.oneIn === 1,
      one_in: sample.oneIn,
    }
  },
})
