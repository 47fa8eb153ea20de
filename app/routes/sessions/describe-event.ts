import type { SessionStep } from '../../../store/sessions/list-session-steps.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { exceptionTitle } from '../../format/exception-title.ts'

/** A step of a session in words. */
export interface EventDescription {
  readonly words: string
  /** Said behind the words, more quietly. */
  readonly beside?: string | undefined
  /** What kind of trouble it is. */
  readonly mark?: { readonly words: string; readonly kind: 'bad' | 'warn' } | undefined
}

type Tell = (told: SessionStep['told'], step: SessionStep) => EventDescription

/** Says what a visitor did, or what happened to them, in a few words. */
export function describeEvent(step: SessionStep): EventDescription {
  if (step.kind === 'exception') return describeException(step.told, step)
  if (step.kind === 'span') return describeSpan(step.told, step)
  const tell = EVENTS.get(step.name)
  return tell === undefined ? { words: step.told['body'] || step.name || 'Empty log record' } : tell(step.told, step)
}

const describeException: Tell = (told, { name, failed }) => ({
  words: exceptionTitle({ message: told['message'] ?? '', type: name }),
  beside: afterWhat(told['errata.user_actions']),
  mark: failed ? { words: 'exception', kind: 'bad' } : { words: 'handled', kind: 'warn' },
})

const describeSpan: Tell = (told, { name, isRoot, failed }) => {
  const status = told['http.response.status_code'] ?? ''
  const url = told['url.full'] ?? ''
  const words = isRoot || url === '' ? name : `${told['http.request.method'] ?? ''} ${url}`.trim()
  const reason = Number(status) >= 400 ? status : (told['error.type'] ?? '')
  const incomplete = told['errata.incomplete'] === 'true' ? 'incomplete' : undefined
  return {
    words: words || 'unnamed span',
    beside: incomplete,
    mark: failed ? { words: `failed ${reason}`.trim(), kind: 'bad' } : undefined,
  }
}

const EVENTS: ReadonlyMap<string, Tell> = new Map<string, Tell>([
  ['browser.web_vital', describeVital],
  [
    'browser.user_action.click',
    told => ({
      words: `Click on ${told['errata.click.target'] || 'unknown element'}`,
      mark: { words: `${told['errata.click.kind'] || 'frustrated'} click`, kind: 'warn' },
    }),
  ],
  [
    'errata.page.visibility',
    told => ({ words: told['errata.page.visibility'] === 'hidden' ? 'Page hidden' : 'Page shown' }),
  ],
  ['session.start', () => ({ words: 'Session started' })],
  ['session.end', () => ({ words: 'Session ended' })],
  [
    'errata.long_animation_frame',
    told => ({
      words: `Long frame, ${milliseconds(told['errata.long_animation_frame.duration'])}`,
      beside: told['errata.long_animation_frame.function'],
    }),
  ],
  ['errata.telemetry.dropped', describeLost],
  [
    'errata.telemetry.unstamped',
    told => ({ words: `${pluralize(Number(told['errata.telemetry.count'] ?? 0), 'span')} sent without a route` }),
  ],
])

const RATINGS: Readonly<Record<string, EventDescription['mark']>> = {
  'needs-improvement': { words: 'needs work', kind: 'warn' },
  poor: { words: 'poor', kind: 'bad' },
}

function describeVital(told: SessionStep['told']): EventDescription {
  const name = told['browser.web_vital.name'] ?? ''
  const value = told['browser.web_vital.value'] ?? ''
  const amount = name === 'cls' ? Number(value).toFixed(3) : milliseconds(value)
  return { words: `${name.toUpperCase()} ${amount}`, mark: RATINGS[told['browser.web_vital.rating'] ?? ''] }
}

function describeLost(told: SessionStep['told']): EventDescription {
  return {
    words: `${pluralize(Number(told['errata.telemetry.count'] ?? 0), 'record')} lost by the browser`,
    beside: told['errata.telemetry.reason']?.replaceAll('_', ' '),
    mark: { words: 'lost', kind: 'warn' },
  }
}

/** @param text of milliseconds, in whatever form a sender wrote it */
function milliseconds(text: string | undefined): string {
  const ms = Number(text)
  return Number.isFinite(ms) && Math.abs(ms) < 1e12 ? formatDuration(BigInt(Math.round(ms * 1e6))) : `${text} ms`
}

/** The last thing that the visitor did before an exception; `undefined` where nothing is known. */
function afterWhat(json: string | undefined): string | undefined {
  if (json === undefined) return undefined
  const last: unknown = lastOf(json)
  if (typeof last !== 'object' || last === null) return undefined
  const { type, target, secondsBefore } = last as Readonly<Record<string, unknown>>
  if (typeof type !== 'string' || typeof target !== 'string' || typeof secondsBefore !== 'number') return undefined
  return `${secondsBefore} s after ${type} on ${target}`
}

/** Any sender may have written it, and it may have been cut. */
function lastOf(json: string): unknown {
  try {
    const actions: unknown = JSON.parse(json)
    return Array.isArray(actions) ? actions.at(-1) : undefined
  } catch {
    return undefined
  }
}
