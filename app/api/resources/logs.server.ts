import { z } from 'zod'
import { type FoundLog, findLogs } from '../../../store/logs/find-logs.ts'
import { getLog, type LogRecord } from '../../../store/logs/get-log.ts'
import { readLogSearch } from '../../parts/log-search/read-log-search.server.ts'
import { formatEvent, parseExceptionAddress } from '../../url/exception-path.ts'
import { logsAroundPath } from '../../url/log-filters.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation } from '../define/operation.ts'
import { choiceOf, flag, invalidParameters, scopeOf, scopeShape, searchShape } from '../define/parameters.ts'
import { Problem } from '../define/problem.ts'
import {
  attributes,
  isBrowser,
  numberedPosition,
  page,
  positionAt,
  readPosition,
  time,
  writeTime,
} from '../define/values.ts'

const tag = 'Logs'

const basics = {
  id: z.string().meta({ description: 'Time in Unix nanoseconds and 16 hex digits.' }),
  page,
  time,
  severity: z.number().int().meta({ description: '1 to 24, as in OpenTelemetry; 0 if the sender set none.' }),
  service: z.string(),
  is_browser: isBrowser,
  event: z.string().meta({ description: 'Name of the event; empty for none.' }),
  trace_id: z.string().meta({ description: 'Empty outside of a trace.' }),
  span_id: z.string(),
}

const writeBasics = (record: FoundLog | LogRecord) => ({
  id: formatEvent(record),
  page: logsAroundPath(record),
  time: writeTime(record.atNs),
  severity: record.severityNumber,
  service: record.service,
  is_browser: record.isBrowser,
  event: record.eventName,
  trace_id: record.traceId,
  span_id: record.spanId,
})

export const listLogsOperation = defineList({
  id: 'listLogs',
  path: '/logs',
  tag,
  summary: 'Lists log records that match a search',
  query: {
    ...scopeShape,
    ...searchShape,
    vitals: flag('1 includes web vitals, which a list without a search for them leaves out.'),
    sort: choiceOf(['-time', 'time'], 'The order: `-time` is newest first.'),
  },
  item: z
    .object({
      ...basics,
      body: z.string().meta({
        description: 'The body, else the message of the exception, else the attributes. At most 500 characters.',
      }),
      exception_type: z.string(),
      session_id: z.string(),
      user_id: z.string(),
    })
    .meta({ id: 'LogRecord' }),
  position: numberedPosition,
  read(asked, { query: { q, vitals, sort, ...scope }, range, after, limit }) {
    const { environment, service, release, hidden } = scopeOf(asked, scope)
    const { search, mistakes } = readLogSearch({ search: q, vitals, environment, service, release })
    if (mistakes.length > 0) throw invalidParameters(mistakes.map(({ message }) => ['q', message]))
    const page = { range, limit, hidden, search, after: readPosition(after), oldestFirst: sort === 'time' }
    return asked.ask(findLogs, page)
  },
  positionOf: (record: FoundLog) => positionAt(record),
  write: (record: FoundLog) => ({
    ...writeBasics(record),
    body: record.body,
    exception_type: record.exceptionType,
    session_id: record.sessionId,
    user_id: record.user,
  }),
})

export const getLogOperation = defineOperation({
  ...{ id: 'getLog', method: 'GET', path: '/logs/{record}', permission: 'viewer', tag },
  summary: 'Reads a log record with everything that was sent',
  description: 'The body and each attribute have at most 20,000 characters.',
  params: z.object({ record: z.string().meta({ description: 'Id of the record.' }) }),
  query: z.strictObject({}),
  hasEtag: true,
  answer: z
    .object({
      ...basics,
      severity_text: z.string(),
      scope: z.string(),
      body: z.string(),
      attributes,
      resource: attributes,
    })
    .meta({ id: 'WholeLogRecord' }),
  async run(asked, { params }) {
    const address = parseExceptionAddress(params.record)
    const record = address && (await asked.ask(getLog, address))
    if (record === undefined) throw new Problem('not-found', 'There is no such log record, or it has expired.')
    return {
      ...writeBasics(record),
      severity_text: record.severityText,
      scope: record.scope,
      body: record.body,
      attributes: { ...record.attributes },
      resource: { ...record.resource },
    }
  },
})
