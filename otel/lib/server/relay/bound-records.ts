import {
  ATTR_ERROR_TYPE,
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions'
import {
  ATTR_DEPLOYMENT_ENVIRONMENT_NAME,
  ATTR_ERRATA_COMPONENT_STACK,
  ATTR_ERRATA_EXCEPTION_CAUSES,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_SESSION_ID,
  ATTR_SESSION_PREVIOUS_ID,
  ATTR_URL_TEMPLATE,
  ATTR_USER_ID,
} from '../../semconv.ts'
import type { NameKind, NameLimit } from './name-limit.ts'

/** The limits for the records of one post. */
export interface RecordBounds {
  /** Whether one more record is accepted; a span's event counts as one. */
  takesRecord(): boolean
  /** Whether a span or a log record may name a trace. */
  takesTrace(record: 'span' | 'log', traceId: string): boolean
  /** The name of a span or event, or its replacement. */
  nameOf(name: string): string
  /** As {@link textsOf}, for a resource; its release counts only if none of its records is old. */
  resourceTextsOf(attributes: readonly Attribute[], timesNs: readonly bigint[]): (string | undefined)[]
  /** Values of the attributes of a record or event, or their replacements, in order; undefined for omitted ones. */
  textsOf(attributes: readonly Attribute[]): (string | undefined)[]
  /** How many were omitted or renamed; a log record that loses its trace and a record that loses its session count as renamed. */
  readonly dropped: { records: number; names: number }
}

export interface Attribute {
  readonly key: string
  /** For values other than text, what distinguishes it from others. */
  readonly text: string
}

/** Larger than any batch of our own, which has 40. */
const MAX_RECORDS = 200
export const OTHER_NAME = 'other'
const UNKNOWN_RELEASE = 'unknown'

const NAME_KIND_BY_ATTRIBUTE = new Map<string, NameKind>([
  [ATTR_EXCEPTION_TYPE, 'type'],
  [ATTR_ERROR_TYPE, 'type'],
  [ATTR_ERRATA_TRANSACTION_ROUTE, 'route'],
  [ATTR_HTTP_ROUTE, 'route'],
  [ATTR_URL_TEMPLATE, 'route'],
  [ATTR_USER_ID, 'user'],
  [ATTR_DEPLOYMENT_ENVIRONMENT_NAME, 'environment'],
  ['deployment.environment', 'environment'],
  ['event.name', 'name'],
])
/** Omitted above the limit: an id in its place would be a session too. */
const SESSION_ATTRIBUTES = new Set([ATTR_SESSION_ID, ATTR_SESSION_PREVIOUS_ID])
/** What an exception is grouped by besides its type: omitted from new issues above the limit. */
const GROUPING_ATTRIBUTES = new Set<string>([
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_ERRATA_COMPONENT_STACK,
  ATTR_ERRATA_EXCEPTION_CAUSES,
])

/** Releases are ordered by when they were first seen: no browser's clock may change that order. */
const MAX_AGE_NS = 3_600_000_000_000n

interface BoundOptions {
  readonly client: string
  readonly mayUse: NameLimit
  /** Releases that this server has served; if it knows none, they are limited like other names. */
  readonly releases: ReadonlySet<string>
  readonly nowMs?: () => number
}

/**
 * Limits what one post can add: records, and names that are stored for long or listed. What exceeds the limits is omitted, or named
 * `other`; a release that this server never served is `unknown`.
 */
export function boundRecords({ client, mayUse, releases, nowMs = Date.now }: BoundOptions): RecordBounds {
  const dropped = { records: 0, names: 0 }
  let records = 0
  const takes = (kind: NameKind, name: string, what: keyof typeof dropped = 'names') => {
    if (name === '' || name === OTHER_NAME || mayUse(client, kind, name)) return true
    dropped[what]++
    return false
  }
  const bound = (kind: NameKind, name: string) => (takes(kind, name) ? name : OTHER_NAME)
  const textOf = ({ key, text }: Attribute) => {
    if (key === ATTR_SERVICE_VERSION) {
      if (releases.size === 0) return bound('release', text)
      return text === '' || releases.has(text) ? text : UNKNOWN_RELEASE
    }
    if (SESSION_ATTRIBUTES.has(key)) return takes('session', text) ? text : undefined
    const kind = NAME_KIND_BY_ATTRIBUTE.get(key)
    return kind === undefined ? text : bound(kind, text)
  }
  return {
    dropped,
    takesRecord() {
      records++
      if (records > MAX_RECORDS) dropped.records++
      return records <= MAX_RECORDS
    },
    takesTrace: (record, traceId) => takes('trace', traceId, record === 'span' ? 'records' : 'names'),
    nameOf: name => bound('name', name),
    resourceTextsOf(attributes, timesNs) {
      const isPast = timesNs.some(timeNs => timeNs < BigInt(nowMs()) * 1_000_000n - MAX_AGE_NS)
      return attributes.map(one => (one.key === ATTR_SERVICE_VERSION && isPast ? UNKNOWN_RELEASE : textOf(one)))
    },
    textsOf(attributes) {
      const issue = issueOf(attributes)
      if (issue === undefined || takes('issue', issue)) return attributes.map(textOf)
      return attributes.map(attribute => {
        if (GROUPING_ATTRIBUTES.has(attribute.key)) return undefined
        const isOfIssue = attribute.key === ATTR_EXCEPTION_TYPE || attribute.key === ATTR_EXCEPTION_MESSAGE
        return isOfIssue ? OTHER_NAME : textOf(attribute)
      })
    },
  }
}

/**
 * What an exception is grouped by, as it was sent. Whatever the receiver's rule makes of it, two issues are two names here:
 * test/store/relayed-issues.test.ts. A counter in a message is the exception, as otherwise one error could use a client's whole allowance.
 */
function issueOf(attributes: readonly Attribute[]): string | undefined {
  const all = (key: string) => attributes.filter(one => one.key === key).map(({ text }) => text)
  const [types, messages, stacks, causes] = [
    all(ATTR_EXCEPTION_TYPE),
    all(ATTR_EXCEPTION_MESSAGE),
    all(ATTR_EXCEPTION_STACKTRACE),
    all(ATTR_ERRATA_EXCEPTION_CAUSES),
  ]
  if ([...types, ...messages, ...stacks].join('') === '') return undefined
  const [type = '', message = '', stack = ''] = [types[0], messages[0], stacks[0]]
  if (
    types.length > 1 ||
    messages.length > 1 ||
    stacks.length > 1 ||
    !PLAIN_TYPE.test(type) ||
    !PLAIN_MESSAGE.test(message)
  )
    return JSON.stringify([types, messages, stacks, causes])
  const head = `${type}: ${message}`
  const isHeaded = stack === head || stack.startsWith(`${head}\n`)
  return JSON.stringify([type, withoutNumbers(message), isHeaded, isHeaded ? stack.slice(head.length) : stack, causes])
}

/** Types and messages of which no part can be read as a frame of a stack, where a number would tell functions and files apart. */
const PLAIN_TYPE = /^[A-Za-z_$][\w$.]*$/
const PLAIN_MESSAGE = /^[\p{L}\d ,.!?]{1,400}$/u

/** Of the same length: dates are recognised by it. */
const withoutNumbers = (message: string) =>
  message.replaceAll(/(?<![^ ])\d+(?![^ ])/g, digits => '0'.repeat(digits.length))
