import { z } from 'zod'
import type { AnswerOf } from '../../app/api/operation-types.ts'
import { suggestCall } from '../answer/call.ts'
import type { Limits } from '../answer/limits.ts'
import { fromSender, isObject, type Json, type JsonObject } from '../answer/sources.ts'
import type { LeaveOut } from '../answer/write-answer.ts'
import type { AskedDesk } from '../ask/desk.ts'
import { issueHandle, sessionHandle } from '../names/handles.ts'
import { EXCEPTION_ID, readAddress } from '../names/read-address.ts'
import { draftPart, partShape, tellAttributes } from './read-part.ts'
import { resolveIssue } from './resolve-issue.ts'
import { describeLeftOut, tellStack } from './told-stack.ts'
import { defineTool, reference, ToolError } from './tool.ts'

const WHICH = ['recommended', 'newest', 'oldest', 'other'] as const

export const getException = defineTool({
  name: 'get_exception',
  title: 'Get an exception',
  description:
    'One exception with its stack and those of its causes (mapped by source maps, with source lines), its request and its resource.',
  input: {
    exception: reference.optional().describe('An id, or an address of its page.'),
    issue: reference.optional().describe('Instead of it, an issue.'),
    which: z
      .enum(WHICH)
      .default('recommended')
      .describe('Of an issue, within 90 days. other: one of another release or session.'),
    frames: z.enum(['own', 'all']).default('own').describe('all: frames of libraries too.'),
    context_lines: z.number().int().min(0).max(10).optional(),
    ...partShape,
  },
  async run(desk, { exception: typed, issue, which, frames, context_lines: contextLines, part, from }) {
    const id = await findException(desk, { typed, issue, which })
    const exception = await desk.ask('getException', { exception: id })
    if (part !== undefined) {
      const parts = {
        isBrowser: exception.is_browser,
        texts: { message: exception.message, stacktrace: exception.stacktrace },
        ...{ attributes: exception.attributes, resource: exception.resource },
      }
      return draftPart(parts, {
        part,
        from,
        more: at => `${suggestCall('get_exception', { exception: id, from: at })} and the same part`,
      })
    }
    return {
      next: [
        suggestCall('get_steps', { exception: id }),
        ...(exception.trace_id === ''
          ? []
          : [
              suggestCall('get_trace', {
                trace: exception.trace_id,
                ...(exception.span_id !== '' && { around: exception.span_id }),
              }),
            ]),
      ],
      write: (limits, leaveOut) =>
        writeException(exception, { limits, leaveOut, isWhole: frames === 'all', contextLines, isAlone: true }),
    }
  },
})

interface AskedException {
  readonly typed: string | undefined
  readonly issue: string | undefined
  readonly which: (typeof WHICH)[number]
}

async function findException(desk: AskedDesk, { typed, issue, which }: AskedException): Promise<string> {
  if (typed !== undefined) {
    const address = readAddress(typed)
    const id = address.exception ?? address.id
    if (EXCEPTION_ID.test(id)) return id
    throw new ToolError('This is no id of an exception, and no address of one: use look_up.')
  }
  if (issue === undefined) throw new ToolError('Give an exception, or an issue.')
  const { id, exception } = await resolveIssue(desk, issue)
  if (exception !== undefined && which === 'recommended') return exception
  const { exceptions, recommended_exception: recommended } = await desk.ask('getIssue', { issue: id, last: '90d' })
  const first = exceptions.find(each => each.id === recommended)
  const found = {
    recommended,
    newest: exceptions[0]?.id,
    oldest: exceptions.at(-1)?.id,
    other: (
      exceptions.find(each => each.release !== first?.release) ?? exceptions.find(each => each.id !== recommended)
    )?.id,
  }[which]
  if (found === undefined || found === null)
    throw new ToolError('No such exception of this issue is stored any longer.')
  return found
}

interface ExceptionOptions {
  readonly limits: Limits
  readonly leaveOut: LeaveOut
  readonly isWhole?: boolean
  readonly contextLines?: number | undefined
  /** True if the answer has nothing else. */
  readonly isAlone?: boolean
}

/** An exception in an answer. */
export function writeException(
  exception: AnswerOf<'getException'>,
  { limits, leaveOut, isWhole = false, contextLines, isAlone = false }: ExceptionOptions,
): JsonObject {
  const { id, is_browser: isBrowser } = exception
  const { sections, leftOut } = tellStack(exception.stack, { limits, isWhole, contextLines })
  const whole = suggestCall('get_exception', { exception: id, frames: 'all', max_characters: 40_000 })
  const told = fromSender(
    isBrowser,
    {
      type: exception.type,
      message: exception.message,
      service: exception.service,
      route: exception.route,
      release: exception.release,
      environment: exception.environment,
      digest: exception.digest,
      stack: sections,
      ...(sections.every(({ frames }) => Array.isArray(frames) && frames.length === 0) && {
        stacktrace: exception.stacktrace,
      }),
    },
    limits.text,
  )
  const fields = Object.values(told)[0]
  const cut = isObject(fields) ? CUT_PARTS.filter(name => isCut(fields[name])) : []
  const missing = describeLeftOut(leftOut)
  const attributes = {
    limits,
    leaveOut,
    isBrowser,
    more: suggestCall('get_exception', { exception: id, max_characters: 40_000 }),
  }
  return {
    from_desk: {
      exception: id,
      ...(isAlone && { issue: issueHandle(exception.issue) }),
      time: exception.time,
      ...(exception.trace_id !== '' && { trace: exception.trace_id }),
      ...(exception.span_id !== '' && { span: exception.span_id }),
      ...(exception.session_id !== '' && { session: sessionHandle(exception.session_id) }),
      ...(exception.causes_are_cut && { more_causes_were_too_large_to_store: true }),
    },
    ...told,
    ...(missing !== '' && leaveOut(missing, whole)),
    ...(cut.length > 0 && {
      cut: cut.map(part => leaveOut(`the rest of ${part}`, suggestCall('get_exception', { exception: id, part }))),
    }),
    ...(isAlone && {
      attributes: tellAttributes(exception.attributes, { ...attributes, name: 'attributes' }),
      resource: tellAttributes(exception.resource, { ...attributes, name: 'resource' }),
    }),
  }
}

const CUT_PARTS = ['message', 'stacktrace'] as const
const isCut = (value: Json | undefined) => isObject(value) && 'beginning' in value
