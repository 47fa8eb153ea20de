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
  ATTR_URL_TEMPLATE,
  ATTR_USER_ID,
} from '../../semconv.ts'
import type { NameKind, NameLimit } from './name-limit.ts'

/** The limits for the records of one post. */
export interface RecordBounds {
  /** Whether one more record is accepted; a span's event counts as one. */
  takesRecord(): boolean
  /** The name of a span or event, or its replacement. */
  nameOf(name: string): string
  /** As {@link textsOf}, for a resource; its release counts only if none of its records is old. */
  resourceTextsOf(attributes: readonly Attribute[], timesNs: readonly bigint[]): (string | undefined)[]
  /** Values of the attributes of a record or event, or their replacements, in order; undefined for omitted ones. */
  textsOf(attributes: readonly Attribute[]): (string | undefined)[]
  /** How many were omitted or renamed. */
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
  const bound = (kind: NameKind, name: string) => {
    if (name === '' || name === OTHER_NAME || mayUse(client, kind, name)) return name
    dropped.names++
    return OTHER_NAME
  }
  const textOf = ({ key, text }: Attribute) => {
    if (key === ATTR_SERVICE_VERSION) {
      if (releases.size === 0) return bound('release', text)
      return text === '' || releases.has(text) ? text : UNKNOWN_RELEASE
    }
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
    nameOf: name => bound('name', name),
    resourceTextsOf(attributes, timesNs) {
      const isPast = timesNs.some(timeNs => timeNs < BigInt(nowMs()) * 1_000_000n - MAX_AGE_NS)
      return attributes.map(one => (one.key === ATTR_SERVICE_VERSION && isPast ? UNKNOWN_RELEASE : textOf(one)))
    },
    textsOf(attributes) {
      const issue = issueOf(attributes)
      if (issue === undefined || bound('issue', issue) !== OTHER_NAME) return attributes.map(textOf)
      return attributes.map(attribute => {
        if (GROUPING_ATTRIBUTES.has(attribute.key)) return undefined
        const isOfIssue = attribute.key === ATTR_EXCEPTION_TYPE || attribute.key === ATTR_EXCEPTION_MESSAGE
        return isOfIssue ? OTHER_NAME : textOf(attribute)
      })
    },
  }
}

/** What distinguishes an exception, roughly as issues are grouped: without what varies between occurrences. */
function issueOf(attributes: readonly Attribute[]): string | undefined {
  const all = (key: string) => attributes.filter(one => one.key === key).map(({ text }) => text)
  const types = all(ATTR_EXCEPTION_TYPE)
  const messages = all(ATTR_EXCEPTION_MESSAGE)
  const stacks = all(ATTR_EXCEPTION_STACKTRACE).join('\n').slice(0, 20_000).split('\n')
  if (types.length + messages.length === 0 && stacks.join('') === '') return undefined
  const frames = stacks.filter(line => /^\s*at |@/.test(line)).slice(0, 20)
  const framesOrMessages =
    frames.length > 0 ? frames : messages.map(text => text.slice(0, 512).replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, ''))
  const causes = all(ATTR_ERRATA_EXCEPTION_CAUSES).flatMap(
    text => text.match(/"type"\s*:\s*"[^"]{1,200}"/g)?.slice(0, 8) ?? [],
  )
  return [...types, ...causes, ...framesOrMessages].join('\n').replaceAll(/\w*\d\w*/g, '#')
}
