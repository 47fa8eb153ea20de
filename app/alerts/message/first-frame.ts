import { parseStack, type StackFrame } from '@errata/otel/stacks'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { readStackContext } from '../../data/stack-maps/read-context.ts'

/**
 * The first frame of the app's own code, with its line of source if that is known: of the exception itself, else of a cause.
 *
 * @returns `pay.ts:12 in charge` and a second line with the source; '' if there is none.
 */
export function describeFirstFrame({
  stacktrace,
  causes,
  attributes,
}: Pick<Exception, 'stacktrace' | 'causes' | 'attributes'>): string {
  const contextOf = readStackContext(attributes)
  const stacks = [stacktrace, ...causes.map(cause => cause.stacktrace)]
  const frame = stacks
    .flatMap(stack => parseStack(stack).sections)
    .flatMap(({ frames }) => frames)
    .find(({ library, file, function: name }) => !library && (file !== undefined || name !== undefined))
  if (frame === undefined) return ''
  const source = contextOf(frame)?.line.trim() ?? ''
  return source === '' ? placeOf(frame) : `${placeOf(frame)}\n  ${source}`
}

function placeOf({ file = '', line, function: name = '' }: StackFrame): string {
  const place = line === undefined ? file : `${file}:${line}`
  return place === '' ? name : name === '' ? place : `${place} in ${name}`
}
