import { parseStack } from '@errata/otel/stacks'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { readStackContext } from '../../data/stack-maps/read-context.ts'
import { clipLine, clipText } from '../../format/clip.ts'
import { isoTimestamp } from '../../format/time.ts'
import { CAUSES_CUT_NOTE, getUnmappedStack, parseStackSections } from './show-exception.ts'
import type { StackTextFormat } from './stack-view.ts'

const maxHeadChars = 4_000
const maxStackChars = 64_000

/** An exception as text to paste. `raw` and `message` are complete; the others cut long texts and say so. */
export function writeException(exception: Exception, form: StackTextFormat): string {
  switch (form) {
    case 'message':
      return exception.message
    case 'raw':
      return getUnmappedStack(exception)
    case 'text':
      return `${stackText(exception)}\n`
    case 'markdown':
      return inMarkdown(exception)
  }
}

/** The stack and those of the causes, with long messages cut, because readers want the frames. */
function stackText({ type, message, stacktrace, causes, causesAreCut }: Exception): string {
  const own = stacktrace === '' ? `${type || 'Exception'}: ${cutHead(message)}` : shortStack(stacktrace)
  const caused = causes.map(cause => {
    const head = `${cause.type || 'Error'}: ${cutHead(cause.message)}`
    return `Caused by: ${cause.stacktrace === '' ? head : shortStack(cause.stacktrace)}`
  })
  return [own, ...caused, ...(causesAreCut ? [CAUSES_CUT_NOTE] : [])].join('\n')
}

function shortStack(stack: string): string {
  const heads = parseStack(stack)
    .sections.filter(({ headStart, headEnd }) => headEnd - headStart > maxHeadChars)
    .toSorted((a, b) => a.headStart - b.headStart)
  let text = ''
  let at = 0
  for (const { headStart, headEnd } of heads) {
    text += stack.slice(at, headStart) + cutHead(stack.slice(headStart, headEnd))
    at = headEnd
  }
  return cut(text + stack.slice(at), maxStackChars).trimEnd()
}

const cutHead = (text: string) => cut(text, maxHeadChars)

function cut(whole: string, maxChars: number): string {
  const { text, total } = clipText(whole, maxChars)
  return text.length < total ? `${text}… (${total} characters)` : text
}

function inMarkdown(exception: Exception): string {
  const { type, message, service, release, environment, route, digest, traceId, atNs } = exception
  const firstLine = clipLine(message.split('\n', 1)[0] ?? '', 300)
  const facts = [
    ['Service', [service, release, environment].filter(Boolean).join(' · ')],
    ['Route', route],
    ['When', isoTimestamp(atNs)],
    ['Digest', digest],
    ['Trace', traceId],
  ].filter(([, value]) => value !== '')
  return [
    `### ${escapeMarkdown([type, firstLine].filter(Boolean).join(': ') || 'Exception')}`,
    facts.map(([name, value]) => `- ${name}: ${markdownCode(value ?? '')}`).join('\n'),
    ...sourceOfInAppFrame(exception),
    markdownCodeBlock(stackText(exception)),
  ]
    .join('\n\n')
    .concat('\n')
}

/** The source lines around the first in-app place, if known. */
function sourceOfInAppFrame(exception: Exception): string[] {
  const contextOf = readStackContext(exception.attributes)
  for (const frame of parseStackSections(exception)[0]?.frames ?? []) {
    const context = frame.library ? undefined : contextOf(frame)
    if (context === undefined || frame.line === undefined || frame.file === undefined) continue
    const { before, line, after } = context
    const from = frame.line - before.length
    const lines = [...before, line, ...after].map((text, i) => {
      const number = from + i
      return `${number === frame.line ? '>' : ' '} ${String(number).padStart(5)} | ${clipLine(text, 400)}`
    })
    return [
      `${markdownCode(`${frame.file}:${frame.line}`)}${frame.function ? ` in ${markdownCode(frame.function)}` : ''}`,
      markdownCodeBlock(lines.join('\n')),
    ]
  }
  return []
}

/** A fence must be longer than any run of backticks within. */
function markdownCodeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return `${fence}\n${text}\n${fence}`
}

function markdownCode(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${text.replaceAll('\n', ' ')}${pad}${ticks}`
}

const longestTicks = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(ticks => ticks.length))

/** Escapes links, emphasis, mentions and markup in what senders wrote. */
export const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#|~@!&]/g, '\\$&')
