import { z } from 'zod'
import { cursorOfException } from '../../../store/exceptions/cursor-of-exception.ts'
import type { ExceptionSummary } from '../../../store/exceptions/exception-summary.ts'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { listExceptions } from '../../../store/exceptions/list-exceptions.ts'
import { mapException } from '../../data/stack-maps/map-exception.ts'
import { EXCEPTION_SORTS, exceptionCodecs, toExceptionOrder } from '../../url/exception-filters.ts'
import { exceptionPath, formatEvent, parseExceptionAddress } from '../../url/exception-path.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation } from '../define/operation.ts'
import { choiceOf, parameterOf, readSearch, scopeOf, scopeShape, searchShape, side } from '../define/parameters.ts'
import { Problem } from '../define/problem.ts'
import { attributes, isBrowser, numberedPosition, page, positionAt, time, writeTime } from '../define/values.ts'
import { stackSections, writeStackSections } from './stack-sections.ts'

const tag = 'Exceptions'

const basics = {
  id: z.string().meta({ description: 'Time in Unix nanoseconds and 16 hex digits.' }),
  page,
  time,
  issue: z.string(),
  type: z.string(),
  message: z.string().meta({ description: 'At most 2,048 characters.' }),
  service: z.string(),
  route: z.string(),
  release: z.string(),
  digest: z.string(),
  trace_id: z.string().meta({ description: 'Empty outside of a trace.' }),
  span_id: z.string(),
  session_id: z.string(),
}

const writeBasics = (exception: ExceptionSummary) => ({
  id: formatEvent(exception),
  page: exceptionPath(exception),
  time: writeTime(exception.atNs),
  issue: exception.issue,
  type: exception.type,
  message: exception.message,
  service: exception.service,
  route: exception.route,
  release: exception.release,
  digest: exception.digest,
  trace_id: exception.traceId,
  span_id: exception.spanId,
  session_id: exception.sessionId,
})

/** The sorted text is part of the position where the list is sorted by one. */
const position = z.union([numberedPosition, z.tuple([...numberedPosition.def.items, z.string().max(400)])])
type Position = z.output<typeof position>

export const listExceptionsOperation = defineList({
  id: 'listExceptions',
  path: '/exceptions',
  tag,
  summary: 'Lists exceptions',
  query: {
    ...scopeShape,
    ...searchShape,
    issue: parameterOf(exceptionCodecs.issue, 'Only those of this issue.'),
    route: parameterOf(exceptionCodecs.route, 'Only those on this route.'),
    side,
    sort: choiceOf(EXCEPTION_SORTS, 'The order: `-when` is newest first.'),
  },
  item: z
    .object({
      ...basics,
      function: z.string().meta({ description: 'The innermost function of the app, with its file.' }),
    })
    .meta({ id: 'Exception' }),
  position,
  read(asked, { query: { issue, route, side, sort, q, ...scope }, range, after, limit }) {
    return asked.ask(listExceptions, {
      ...scopeOf(asked, scope),
      ...{ range, issue, route, side, limit },
      search: readSearch(q, 'exceptions'),
      order: toExceptionOrder(sort),
      after: after && { atNs: BigInt(after[0]), id: after[1], ...(after[2] !== undefined && { text: after[2] }) },
    })
  },
  positionOf(exception, { sort }): Position {
    const cursor = cursorOfException(exception, toExceptionOrder(sort))
    return cursor.text === undefined ? positionAt(cursor) : [...positionAt(cursor), cursor.text.toWellFormed()]
  },
  write: exception => ({ ...writeBasics(exception), function: exception.function ?? '' }),
})

const cause = z.object({ type: z.string(), message: z.string(), stacktrace: z.string() })

export const getExceptionOperation = defineOperation({
  ...{ id: 'getException', method: 'GET', path: '/exceptions/{exception}', permission: 'viewer', tag },
  summary: 'Reads an exception',
  description: 'Its stack traces are mapped by source maps, those of its causes too.',
  params: z.object({ exception: z.string().meta({ description: 'Id of the exception.' }) }),
  query: z.strictObject({}),
  hasEtag: true,
  answer: z
    .object({
      ...basics,
      is_browser: isBrowser,
      environment: z.string(),
      user_id: z.string(),
      stacktrace: z.string(),
      stack: stackSections,
      causes: z.array(cause).meta({ description: 'Outermost first.' }),
      causes_are_cut: z.boolean(),
      attributes,
      resource: attributes,
    })
    .meta({ id: 'WholeException' }),
  async run(asked, { params }) {
    const address = parseExceptionAddress(params.exception)
    const stored = address && (await asked.ask(getException, address))
    if (stored === undefined) throw new Problem('not-found', 'There is no such exception, or it has expired.')
    const exception = await asked.ask(mapException, stored)
    return {
      ...writeBasics(exception),
      is_browser: exception.isBrowser,
      environment: exception.environment,
      user_id: exception.userId,
      stacktrace: exception.stacktrace,
      stack: writeStackSections(exception),
      causes: exception.causes.map(({ type, message, stacktrace }) => ({ type, message, stacktrace })),
      causes_are_cut: exception.causesAreCut,
      attributes: { ...exception.attributes },
      resource: { ...exception.resource },
    }
  },
})
