import { type AttributeName, CONVENTIONS, type Convention, type Meaning } from '../../../store/schema/conventions.ts'
import type { LogShape } from '../../../store/services/list-log-shapes.ts'
import type { SpanShape } from '../../../store/services/list-span-shapes.ts'
import { readSampledShare } from '../../../store/services/read-sampled-share.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import {
  correlateLogsLine,
  endSpanLine,
  isOldSdk,
  nameLanguage,
  recordExceptionLine,
  SETUP,
  setAttributeLine,
  setResourceLine,
  updateLine,
} from './telemetry-setup.ts'

/** A report on what a service sends, as far as a sample tells. */
export interface TelemetryReport {
  /** The senders as phrases, the most frequent first. */
  readonly senders: readonly string[]
  /** The older names in use, the most frequent first. */
  readonly olderNames: readonly OlderName[]
  /** The line by which SDKs that know both send the new ones. */
  readonly newNames: string
  /** Changes that would make pages tell more, the most important first. */
  readonly improvements: readonly Improvement[]
  readonly spans: number
  readonly records: number
}

/** An older name of an attribute, which is read like the newest. */
export interface OlderName {
  readonly name: string
  readonly newest: string
  /** The version of the semantic conventions that brought the newest name. */
  readonly since: string
  readonly spans: number
}

export interface Improvement {
  /** The fact that is missing or odd. */
  readonly what: string
  /** The share of spans or records, such as `3 of 12`; '' where no number tells. */
  readonly howMany: string
  /** A sentence on what pages cannot tell because of it, or what they do about it. */
  readonly why: string
  /** The line of set-up that mends it. */
  readonly setup: string
}

/** The names of attributes that the report looks for. */
export const SOUGHT_NAMES: readonly string[] = [
  ...new Set(Object.values<Convention>(CONVENTIONS).flatMap(({ names }) => names.map(({ name }) => name))),
].toSorted()

/** The result depends on what the shapes count, not on their order. */
export function describeTelemetry(spanShapes: readonly SpanShape[], logShapes: readonly LogShape[]): TelemetryReport {
  const items = [
    ...spanShapes.map(({ spans, ...of }) => ({ ...of, count: spans })),
    ...logShapes.map(({ records, ...of }) => ({ ...of, count: records })),
  ]
  const language = mostFrequent(items, ({ language }) => language) ?? ''
  return {
    senders: describeSenders(items, spanShapes),
    olderNames: listOlderNames(spanShapes),
    newNames: SETUP.newNames,
    improvements: [
      ...improveContext(spanShapes),
      ...improveSpans(spanShapes, language),
      ...improveLogs(logShapes, language),
      ...improveResource(items, language),
      ...improveTimes(spanShapes, language),
      ...improveSdk(items),
    ],
    spans: countOf(spanShapes),
    records: countOf(logShapes),
  }
}

interface Sent {
  readonly resourceNames: readonly string[]
  readonly language: string
  readonly sdkVersion: string
  readonly count: number
}

type Shape = { readonly spans: number } | { readonly records: number } | { readonly count: number }

const countOne = (shape: Shape) => ('spans' in shape ? shape.spans : 'records' in shape ? shape.records : shape.count)

function countOf<Counted extends Shape>(shapes: readonly Counted[], counts: (shape: Counted) => boolean = () => true) {
  return shapes.reduce((sum, shape) => sum + (counts(shape) ? countOne(shape) : 0), 0)
}

/** Counts the shapes of each value, the most frequent first, then by text. */
function countBy<Counted extends Shape>(shapes: readonly Counted[], keyOf: (shape: Counted) => string) {
  const counts = [...Map.groupBy(shapes, keyOf)].map(([value, of]) => ({ value, count: countOf(of) }))
  return counts.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

const mostFrequent = (shapes: readonly Sent[], keyOf: (shape: Sent) => string) =>
  countBy(
    shapes.filter(shape => keyOf(shape) !== ''),
    keyOf,
  )[0]?.value

function describeSenders(items: readonly Sent[], spanShapes: readonly SpanShape[]): string[] {
  const sdks = countBy(items, ({ language, sdkVersion }) =>
    language === '' ? '' : `OpenTelemetry for ${nameLanguage(language)} ${sdkVersion}`.trim(),
  )
  const sampled = countBy(spanShapes, ({ threshold }) => threshold)
  return [
    ...sdks.flatMap(({ value }) => (value === '' ? [] : [value])),
    ...sampled.flatMap(({ value }) => (value === '' ? [] : [`sends one trace in ${formatOneIn(value)}`])),
  ]
}

const formatOneIn = (threshold: string) => formatCount(Math.round(1 / readSampledShare(threshold)))

function listOlderNames(shapes: readonly SpanShape[]): OlderName[] {
  const found = Object.values<Convention>(CONVENTIONS).flatMap(({ names }) => {
    const [newest] = names
    const { since } = newest ?? {}
    if (newest === undefined || since === undefined) return []
    const isOlder = (name: AttributeName) => name.since !== since
    return names.filter(isOlder).flatMap(({ name, of }) => {
      const spans = countOf(shapes, shape => readName(names, shape) === `${of}:${name}`)
      return spans > 0 ? [{ name, newest: newest.name, since, spans }] : []
    })
  })
  return found.toSorted((a, b) => b.spans - a.spans || (a.name < b.name ? -1 : 1))
}

/** The name by which a span tells something, with its place. */
function readName(names: readonly AttributeName[], shape: SpanShape): string | undefined {
  const read = names.find(({ name, of }) => (of === 'resource' ? shape.resourceNames : shape.names).includes(name))
  return read && `${read.of}:${read.name}`
}

const namesOf = (meaning: Meaning): readonly AttributeName[] => (CONVENTIONS[meaning] as Convention).names
const tells = (meaning: Meaning) => (shape: SpanShape) => readName(namesOf(meaning), shape) !== undefined

/** @param count at 0 there is nothing to improve */
function improve(count: number, improvement: Improvement): Improvement[] {
  return count > 0 ? [improvement] : []
}

const share = (count: number, all: number, noun: string) =>
  count === all
    ? all === 1
      ? `the only ${noun}`
      : `all ${pluralize(all, noun)}`
    : `${formatCount(count)} of ${pluralize(all, noun)}`

const isRequest = ({ kind }: SpanShape) => kind === 'Server' || kind === 'Consumer'

function improveContext(shapes: readonly SpanShape[]): Improvement[] {
  const requests = shapes.filter(isRequest)
  const others = shapes.filter(shape => !isRequest(shape))
  const isLost = ({ parent }: SpanShape) => parent === 'missing'
  const [lost, lostInside] = [countOf(requests, isLost), countOf(others, isLost)]
  const callers = countBy(requests.filter(isLost), ({ caller }) => caller).filter(({ value }) => value !== '')
  const from = callers.slice(0, 3).map(({ value, count }) => `${value} (${formatCount(count)})`)
  return [
    ...improve(lost, {
      what: 'Requests whose caller did not arrive',
      howMany: share(lost, countOf(requests), 'request'),
      why: `They continue the trace of a span that nobody sent${from.length > 0 ? `, called by ${from.join(', ')}` : ''}. The caller passes its context on and has to send its spans to the same place.`,
      setup: SETUP.endpoint,
    }),
    ...improve(lostInside, {
      what: 'Spans whose parent in this service did not arrive',
      howMany: share(lostInside, countOf(others), 'span'),
      why: 'Spans were lost on the way, or their process ended before it had sent them.',
      setup: SETUP.queue,
    }),
  ]
}

function improveSpans(shapes: readonly SpanShape[], language: string): Improvement[] {
  const httpRequests = shapes.filter(shape => shape.kind === 'Server' && tells('method')(shape))
  const withoutRoute = countOf(httpRequests, shape => !shape.isNotFound && !tells('route')(shape))
  const isOperation = ({ names }: SpanShape) => tellsOperation.some(name => names.includes(name))
  const fieldErrors = countOf(shapes, shape => isFailedField(shape) && !isOperation(shape))
  const failedOperations = countOf(shapes, shape => shape.isGraphql && shape.failed && isOperation(shape))
  const withoutStack = countOf(shapes, ({ lacksStack }) => lacksStack)
  const withoutUser = shapes.some(tells('user'))
    ? 0
    : countOf(shapes, shape => isRequest(shape) || shape.language === 'webjs')
  return [
    ...improve(withoutRoute, {
      what: 'Requests without a route',
      howMany: share(withoutRoute, countOf(httpRequests), 'request'),
      why: 'They are told apart by method alone, so that slow and failing pages are not found.',
      setup: setAttributeLine(language, 'http.route', '/orders/:id'),
    }),
    ...improve(fieldErrors - failedOperations, {
      what: 'GraphQL errors without a failed operation',
      howMany: `${pluralize(fieldErrors, 'error')}, ${pluralize(failedOperations, 'failed operation')}`,
      why: 'An operation whose answer has errors counts as successful until its span has the status.',
      setup: SETUP.graphql,
    }),
    ...improve(withoutStack, {
      what: 'Exceptions of spans without a stack trace',
      howMany: pluralize(withoutStack, 'span'),
      why: 'They are grouped by their message, and lead to no line of code.',
      setup: recordExceptionLine(language),
    }),
    ...improve(withoutUser, {
      what: 'No user id',
      howMany: '',
      why: 'How many users an issue affects is not known, and nobody is found by their id.',
      setup: setAttributeLine(language, 'user.id', 'ada'),
    }),
  ]
}

/** A part of a GraphQL operation, such as a resolver. */
const isFailedField = ({ isGraphql, failed, hasException }: SpanShape) => isGraphql && (failed || hasException)
const tellsOperation = namesOf('graphqlType').map(({ name }) => name)

function improveLogs(shapes: readonly LogShape[], language: string): Improvement[] {
  const all = countOf(shapes)
  const withoutSeverity = countOf(shapes, ({ hasSeverity }) => !hasSeverity)
  const withoutTrace = countOf(shapes, ({ hasTrace }) => !hasTrace)
  const withoutStack = countOf(shapes, ({ lacksStack }) => lacksStack)
  const isJson = shapes.some(({ hasSeverity, isJson }) => !hasSeverity && isJson)
  return [
    ...improve(withoutSeverity, {
      what: 'Logs without severity',
      howMany: share(withoutSeverity, all, 'log record'),
      why: 'Errors among them are not found by their severity.',
      setup: isJson ? SETUP.jsonParser : SETUP.logsExporter,
    }),
    ...improve(withoutTrace, {
      what: 'Logs outside of a trace',
      howMany: share(withoutTrace, all, 'log record'),
      why: 'They are not shown with the request that wrote them.',
      setup: correlateLogsLine(language),
    }),
    ...improve(withoutStack, {
      what: 'Exceptions of logs without a stack trace',
      howMany: pluralize(withoutStack, 'log record'),
      why: 'They are grouped by their message, and lead to no line of code.',
      setup: recordExceptionLine(language),
    }),
  ]
}

/** Attributes that one variable sets are one improvement: a second line of it would replace the first. */
function improveResource(items: readonly Sent[], language: string): Improvement[] {
  const all = countOf(items)
  const without = RESOURCE.filter(({ meaning }) => language !== 'webjs' || meaning !== 'instance').flatMap(of => {
    const names = namesOf(of.meaning).map(({ name }) => name)
    const count = countOf(items, ({ resourceNames }) => !names.some(name => resourceNames.includes(name)))
    return count > 0 ? [{ ...of, name: names[0] ?? '', count }] : []
  })
  const some = without.filter(({ count }) => count < all)
  return improve(without.length, {
    what: `No ${formatList(without.map(({ name }) => name))}`,
    howMany: some.map(({ name, count }) => `${name} in ${share(count, all, 'item')}`).join(', '),
    why: without.map(({ why }) => why).join(' '),
    setup: setResourceLine(language, without),
  })
}

/** The facts that a resource should tell. A browser has no instance. */
const RESOURCE = [
  { meaning: 'release', value: '1.2.3', why: 'Releases cannot be told apart.' },
  { meaning: 'environment', value: 'production', why: 'Production and tests are counted together.' },
  { meaning: 'instance', value: '$HOSTNAME', why: 'One bad instance cannot be told from the others.' },
] as const

const formatList = (words: readonly string[]) => new Intl.ListFormat('en').format(words)

function improveTimes(shapes: readonly SpanShape[], language: string): Improvement[] {
  const all = countOf(shapes)
  // The load of a page begins before the request that it is told as a part of.
  const early = countOf(shapes, ({ isEarly, language }) => isEarly && language !== 'webjs')
  const backwards = countOf(shapes, ({ timing }) => timing === 'backwards')
  const zero = countOf(shapes, ({ timing }) => timing === 'zero')
  return [
    ...improve(early, {
      what: 'Spans that start before what called them',
      howMany: share(early, all, 'span'),
      why: 'The clocks of two machines differ. The waterfall shows both as they were sent.',
      setup: SETUP.clock,
    }),
    ...improve(backwards, {
      what: 'Spans that end before they start',
      howMany: share(backwards, all, 'span'),
      why: 'The clock was set meanwhile. Their duration counts as 0.',
      setup: SETUP.clock,
    }),
    ...improve(zero * MANY_ZEROS > all ? zero : 0, {
      what: 'Spans with a duration of 0',
      howMany: share(zero, all, 'span'),
      why: 'Percentiles are lower than what users waited, if their work took any time.',
      setup: endSpanLine(language),
    }),
  ]
}

/** One in so many spans may have no duration: a coarse clock has them. */
const MANY_ZEROS = 20

function improveSdk(items: readonly Sent[]): Improvement[] {
  const sdks = countBy(items, ({ language, sdkVersion }) => `${language} ${sdkVersion}`)
  const unknown = countOf(items, ({ language }) => language === '')
  const old = sdks.flatMap(({ value }) => {
    const [language = '', version = ''] = value.split(' ')
    return isOldSdk(language, version) ? [{ language, version }] : []
  })
  return [
    ...old.map(({ language, version }) => ({
      what: 'An SDK of 2024 or before',
      howMany: `${nameLanguage(language)} ${version}`,
      why: 'Newer ones send more, by the names of today.',
      setup: updateLine(language),
    })),
    ...improve(unknown, {
      what: 'No telemetry.sdk.language',
      howMany: unknown === countOf(items) ? '' : share(unknown, countOf(items), 'item'),
      why: 'Whether a browser or a server sent it is not known: it counts as of a server.',
      setup: SETUP.sdk,
    }),
  ]
}
