import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration, parseMilliseconds } from '../../format/duration.ts'
import { formatIssueTitle, issueTitle, shortType } from '../../format/issue-title.ts'

/** Text for an event of a session. */
export interface EventDescription {
  readonly title: string
  /** Shown after the title, muted. */
  readonly detail?: string | undefined
  /** A badge. */
  readonly mark?: EventMark | undefined
  /** Values, each with its rating. */
  readonly facts?: readonly EventMark[]
}

interface EventMark {
  readonly label: string
  /** '' for what is neither good nor bad. */
  readonly kind: 'bad' | 'warn' | ''
}

/** An event as a row of a table: for loaders, so that the browser needs no code for it. */
export const describeRow = <Step extends SessionEvent>(step: Step) => ({ ...step, ...describeEvent(step) })

/** See {@link describeRow}. */
export interface EventRow extends SessionEvent, EventDescription {}

type Describe = (attributes: SessionEvent['attributes'], step: SessionEvent) => EventDescription

/** Describes an event of a visitor's session in a few words. */
export function describeEvent(step: SessionEvent): EventDescription {
  if (step.kind === 'exception') return describeException(step.attributes, step)
  if (step.kind === 'span') return describeSpan(step.attributes, step)
  const describe = DESCRIBE_BY_EVENT_NAME.get(step.name)
  return describe === undefined
    ? { title: step.attributes['body'] || step.name || 'Empty log record' }
    : describe(step.attributes, step)
}

const describeException: Describe = (attributes, { name, failed }) => ({
  title:
    formatIssueTitle(issueTitle({ message: attributes['message'] ?? '', type: shortType(name) }, '')).trim() ||
    'Exception without a type',
  detail: describeLastUserAction(attributes['errata.user_actions']),
  mark: failed ? { label: 'exception', kind: 'bad' } : { label: 'handled', kind: 'warn' },
})

const describeSpan: Describe = (attributes, { name, isRoot, failed }) => {
  const status = attributes['http.response.status_code'] ?? ''
  const url = attributes['url.full'] ?? ''
  const address = url.replace(/^https?:\/\//, '')
  const title = isRoot || url === '' ? name : `${attributes['http.request.method'] ?? ''} ${address}`.trim()
  const reason = Number(status) >= 400 ? status : (attributes['error.type'] ?? '')
  const incomplete = attributes['errata.incomplete'] === 'true' ? 'incomplete' : undefined
  return {
    title: title || 'unnamed span',
    detail: incomplete ?? (failed || isRoot || status === '' ? undefined : status),
    mark: failed ? { label: `failed ${reason}`.trim(), kind: 'bad' } : undefined,
  }
}

const DESCRIBE_BY_EVENT_NAME: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ['browser.web_vital', describeVital],
  [
    'browser.user_action.click',
    attributes => ({
      title: `Click on ${attributes['errata.click.target'] || 'unknown element'}`,
      mark: { label: `${attributes['errata.click.kind'] || 'frustrated'} click`, kind: 'warn' },
    }),
  ],
  [
    'errata.page.visibility',
    attributes => ({ title: attributes['errata.page.visibility'] === 'hidden' ? 'Page hidden' : 'Page shown' }),
  ],
  ['session.start', () => ({ title: 'Session started' })],
  ['session.end', () => ({ title: 'Session ended' })],
  [
    'errata.long_animation_frame',
    attributes => ({
      title: `Long frame, ${formatMilliseconds(attributes['errata.long_animation_frame.duration'])}`,
      detail: attributes['errata.long_animation_frame.function'],
    }),
  ],
  ['errata.telemetry.dropped', describeLost],
  [
    'errata.telemetry.unstamped',
    attributes => ({
      title: `${pluralize(Number(attributes['errata.telemetry.count'] ?? 0), 'span')} sent without a route`,
    }),
  ],
])

const RATINGS: Readonly<Record<string, EventMark>> = {
  'needs-improvement': { label: ' needs improvement', kind: 'warn' },
  poor: { label: ' poor', kind: 'bad' },
}

function describeVital(attributes: SessionEvent['attributes']): EventDescription {
  const name = attributes['browser.web_vital.name'] ?? ''
  const value = attributes['browser.web_vital.value'] ?? ''
  const amount = name === 'cls' ? Number(value).toFixed(3) : formatMilliseconds(value)
  const { label, kind } = RATINGS[attributes['browser.web_vital.rating'] ?? ''] ?? { label: '', kind: '' }
  // At the time of the report: when the browser measured it is not known.
  return { title: 'Web vitals', facts: [{ label: `${name.toUpperCase()} ${amount}${label}`, kind }] }
}

function describeLost(attributes: SessionEvent['attributes']): EventDescription {
  return {
    title: `${pluralize(Number(attributes['errata.telemetry.count'] ?? 0), 'record')} lost by the browser`,
    detail: attributes['errata.telemetry.reason']?.replaceAll('_', ' '),
    mark: { label: 'lost', kind: 'warn' },
  }
}

/** @param text milliseconds, in whatever form a sender wrote them */
function formatMilliseconds(text: string | undefined): string {
  const ns = parseMilliseconds(text)
  return ns === undefined ? `${text} ms` : formatDuration(ns)
}

/** The visitor's last action before an exception; `undefined` if unknown. */
function describeLastUserAction(json: string | undefined): string | undefined {
  if (json === undefined) return undefined
  const last: unknown = readLastUserAction(json)
  if (typeof last !== 'object' || last === null) return undefined
  const { type, target, secondsBefore } = last as Readonly<Record<string, unknown>>
  if (typeof type !== 'string' || typeof target !== 'string' || typeof secondsBefore !== 'number') return undefined
  return `${secondsBefore} s after ${type} on ${target}`
}

/** Any sender may have written it, and it may have been cut. */
function readLastUserAction(json: string): unknown {
  try {
    const actions: unknown = JSON.parse(json)
    return Array.isArray(actions) ? actions.at(-1) : undefined
  } catch {
    return undefined
  }
}
