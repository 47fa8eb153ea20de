import { z } from 'zod'
import type { AnswerOf } from '../../app/api/operation-types.ts'
import { suggestCall } from '../answer/call.ts'
import type { Limits } from '../answer/limits.ts'
import { plural } from '../answer/plural.ts'
import { fromSender, type JsonObject } from '../answer/sources.ts'
import type { LeaveOut } from '../answer/write-answer.ts'
import { sessionHandle } from '../names/handles.ts'
import { EXCEPTION_ID, readAddress } from '../names/read-address.ts'
import { defineTool, reference, ToolError } from './tool.ts'

export const getSteps = defineTool({
  name: 'get_steps',
  title: 'Get the steps before an error',
  description:
    'What a visitor and the app did before an exception (navigations, clicks, requests with status, log records), at most an hour; or everything that happened in a session.',
  input: {
    exception: reference.optional().describe('An id, or an address of its page.'),
    session: reference.optional().describe('Instead of it, a session.'),
    limit: z.number().int().min(1).max(50).default(30),
    cursor: z.string().max(4_000).optional().describe('Of the answer before, for a session.'),
  },
  async run(desk, { exception, session, limit, cursor }) {
    if (exception !== undefined) {
      const address = readAddress(exception)
      const id = address.exception ?? address.id
      if (!EXCEPTION_ID.test(id)) throw new ToolError('This is no id of an exception: use look_up.')
      const { steps, has_more_steps: hasMore } = await desk.ask('getExceptionContext', { exception: id })
      return {
        write: (limits, leaveOut) => ({
          from_desk: { exception: id, steps: steps.length },
          ...writeSteps(steps, {
            ...{ hasMore, leaveOut, more: 'get_steps with the session of get_exception' },
            limits: { ...limits, rows: Math.min(limits.rows, limit) },
          }),
        }),
      }
    }
    if (session === undefined) throw new ToolError('Give an exception, or a session.')
    const { id } = readAddress(session)
    const { items, next } = await desk.ask('listSessionEvents', { session: id, limit: String(limit), cursor })
    const handle = sessionHandle(id)
    return {
      write(limits, leaveOut) {
        const shown = items.slice(0, limits.rows)
        const rows = shown.map(({ time, kind, service, route, name, failed, duration_ms: duration, attributes }) => ({
          ...{ time, kind, service, route, name },
          ...(failed && { failed }),
          ...(duration > 0 && { duration_ms: duration }),
          ...attributes,
        }))
        return {
          from_desk: { session: handle, steps: items.length },
          ...fromSender(true, { steps: rows }, Math.min(limits.text, MAX_CHARS)),
          ...(shown.length < items.length &&
            leaveOut(
              plural(items.length - shown.length, 'step'),
              suggestCall('get_steps', { session: handle, limit: shown.length }),
            )),
          ...(next !== null && leaveOut('later steps', suggestCall('get_steps', { session: handle, cursor: next }))),
        }
      },
    }
  },
})

interface StepsOptions {
  readonly hasMore: boolean
  readonly limits: Limits
  readonly leaveOut: LeaveOut
  /** The call that has them all. */
  readonly more: string
}

const MAX_CHARS = 400

/** The last steps up to an exception, oldest first. All are what a browser's session has: anybody may have made it up. */
export function writeSteps(
  steps: AnswerOf<'getExceptionContext'>['steps'],
  { hasMore, limits, leaveOut, more }: StepsOptions,
): JsonObject {
  if (steps.length === 0) return {}
  const shown = steps.slice(-limits.rows)
  const rows = shown.map(({ time, kind, service, route, title, detail, failed, duration_ms: duration }) => ({
    ...{ time, kind, what: title, detail, service, route },
    ...(failed && { failed }),
    ...(duration > 0 && { duration_ms: duration }),
  }))
  const hidden = steps.length - shown.length
  return {
    steps: {
      ...((hidden > 0 || hasMore) && leaveOut(hidden > 0 ? plural(hidden, 'earlier step') : 'earlier steps', more)),
      ...fromSender(true, { steps: rows }, Math.min(limits.text, MAX_CHARS)),
    },
  }
}
