import type { Store } from '../../../store/store.ts'
import { StoreError } from '../../../store/store-error.ts'
import { MINUTE_MS, MINUTE_NS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatElapsed } from '../../format/duration.ts'
import { formatUtcMinute } from '../../format/time.ts'
import { CHANNELS_PATH } from '../../url/alert-address.ts'
import type { KnownChannel } from '../channel.ts'
import { type AlertEvent, type EventContent, eventContentSchema } from '../event-content.ts'
import type { KnownRule } from '../rule.ts'
import { linkAll, linkAnswers, linkSubject, type PageLink } from './alert-links.ts'
import type { AlertMessage, AlertMessageItem } from './alert-message.ts'
import { EVENT_WORDS } from './bound-message.ts'
import { explainCount } from './explain-count.server.ts'
import { explainIssue } from './explain-issue.server.ts'
import { explainRequests } from './explain-requests.server.ts'
import { type Attempt, type Explanation, listFacts, NO_EXPLANATION } from './explanation.ts'

interface ComposedMessage {
  /** Equal in all attempts. */
  readonly id: string
  /** At least one; those with one subject are told as one, whichever rules told them. */
  readonly events: readonly AlertEvent[]
  /** Those of the events, as they are now; deleted ones are missing. */
  readonly rules: readonly KnownRule[]
  /** `config.desk.publicUrl` */
  readonly publicUrl: string
  readonly nowMs: number
  /** @default none */
  readonly notes?: readonly string[]
  readonly signal?: AbortSignal
  /** How long the telemetry is asked. @default 5,000 */
  readonly explainMs?: number
}

const MAX_ITEMS = 10
/** Each takes some ten queries; the others tell what their events say. */
const MAX_EXPLAINED = 3
const EXPLAIN_MS = 5_000

/**
 * Composes the message about some events. The telemetry is queried for at most `explainMs`; what is not answered by then is left out, down to
 * what the events say by themselves.
 */
export async function composeMessage(
  store: Store,
  { id, events, rules, publicUrl, nowMs, notes = [], signal, explainMs = EXPLAIN_MS }: ComposedMessage,
): Promise<AlertMessage> {
  const rulesById = new Map(rules.map(rule => [rule.id, rule]))
  const groups = [...Map.groupBy(events, subjectOf).values()]
  const attempt = attemptFor(explainMs, signal)
  const items = await Promise.all(
    groups.slice(0, MAX_ITEMS).map(async (group, at) => {
      const [event] = group
      if (event === undefined) return []
      const isExplained = at < MAX_EXPLAINED && event.what !== 'resolved'
      const explanation = isExplained ? await explain(store, { event, nowMs }, attempt) : NO_EXPLANATION
      return [composeItem(group, event, { rule: rulesById.get(event.rule), explanation, publicUrl, nowMs })]
    }),
  )
  const shown = items.flat()
  const [first] = shown
  const what = WHAT_FIRST.find(one => events.some(event => event.what === one)) ?? 'firing'
  const names = events.map(({ rule, content }) => rulesById.get(rule)?.name ?? content.ruleName)
  const ruleNames = [...new Set(names.filter(name => name !== ''))]
  const isOne = groups.length === 1 && first !== undefined
  return {
    ...{ id, what, rules: ruleNames, items: shown, notes, events },
    title: writeTitle(events, { what, ruleNames, subjects: groups.length }),
    more: groups.length - shown.length,
    url: isOne ? first.url : `${publicUrl}${linkAll(events)}`,
    beganMs: Math.min(...events.map(({ content, atNs }) => content.beganMs || Number(atNs / 1_000_000n))),
    isTest: false,
  }
}

/** The most urgent first: it names a message with several. */
const WHAT_FIRST = ['firing', 'reminder', 'flapping', 'resolved'] as const satisfies readonly AlertEvent['what'][]

const subjectOf = ({ content: { issue, service, operation, environment, label }, subject }: AlertEvent) =>
  issue === '' ? JSON.stringify([service, operation, environment, label || subject]) : issue

function explain(
  store: Store,
  of: { readonly event: AlertEvent; readonly nowMs: number },
  attempt: Attempt,
): Promise<Explanation> | Explanation {
  const { issue, service, kind } = of.event.content
  if (issue !== '') return explainIssue(store, of, attempt)
  if (kind === 'count') return explainCount(store, of, attempt)
  if (service !== '' && (kind === 'error rate' || kind === 'p95')) return explainRequests(store, of, attempt)
  return NO_EXPLANATION
}

/** Runs parts until a deadline. A database that does not answer leaves them out; a fault of ours too, and is reported. */
function attemptFor(timeoutMs: number, given: AbortSignal | undefined): Attempt {
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = given === undefined ? deadline : AbortSignal.any([given, deadline])
  const aborted = new Promise<undefined>(resolve => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  return part => {
    const answered = part(signal).catch(error => {
      if (!signal.aborted && !(error instanceof StoreError)) console.error(error)
      return undefined
    })
    return Promise.race([answered, aborted])
  }
}

interface ItemOptions {
  readonly rule: KnownRule | undefined
  readonly explanation: Explanation
  readonly publicUrl: string
  readonly nowMs: number
}

function composeItem(
  group: readonly AlertEvent[],
  event: AlertEvent,
  { rule, explanation, publicUrl, nowMs }: ItemOptions,
): AlertMessageItem {
  const { content } = event
  const links: [PageLink, ...PageLink[]] = [...linkSubject(event, rule), ...explanation.links, ...linkAnswers(event)]
  const [main] = links
  return {
    events: group.map(({ id }) => id),
    label: nameSubject(content),
    why: [...new Set(group.map(one => one.content.why).filter(Boolean))].join('; '),
    url: `${publicUrl}${main.path}`,
    facts: [
      ...explanation.facts,
      ...listFacts({
        Where: [content.service, content.environment, content.release].filter(Boolean).join(' · '),
        Operation: content.label.includes(content.operation) ? '' : content.operation,
        Began: content.beganMs > 0 ? describeBegin(event, nowMs) : '',
      }),
    ],
    code: explanation.code,
    links: links.map(({ text, path }) => ({ text, url: `${publicUrl}${path}` })),
  }
}

/** `2026-11-29 12:00 UTC, lasted 14 min` */
function describeBegin({ what, content: { beganMs }, atNs }: AlertEvent, nowMs: number): string {
  const at = formatUtcMinute(beganMs)
  const untilMs = what === 'resolved' ? Number(atNs / 1_000_000n) : nowMs
  const lastedNs = nsOfMs(untilMs - beganMs)
  if (lastedNs < MINUTE_NS) return at
  return what === 'resolved' ? `${at}, lasted ${formatElapsed(lastedNs)}` : `${at}, ${formatElapsed(lastedNs)} ago`
}

/** As people read it: an issue with its service, which its title does not name. */
function nameSubject({ label, service, issue, ruleName }: EventContent): string {
  if (label === '') return ruleName || 'An alert'
  return issue !== '' && service !== '' ? `${label} in ${service}` : label
}

interface TitleOptions {
  readonly what: AlertEvent['what']
  readonly ruleNames: readonly string[]
  readonly subjects: number
}

/** Characters of a name in a title that has more to say. */
const MAX_NAME_CHARS = 160

function writeTitle(events: readonly AlertEvent[], { what, ruleNames, subjects }: TitleOptions): string {
  const content = events.find(event => event.what === what)?.content ?? eventContentSchema.parse({})
  const name = clipName(nameSubject(content))
  const before = what === 'firing' ? '' : `${EVENT_WORDS[what]}: `
  if (subjects > 1) return `${before}${name} and ${subjects - 1} more (${ruleNames.join(', ')})`
  return `${before}${[name, content.why].filter(Boolean).join(': ')}${content.environment === '' ? '' : ` [${content.environment}]`}`
}

/** An issue's service stands at the end, and must not be what is cut. */
function clipName(name: string): string {
  if (name.length <= MAX_NAME_CHARS) return name
  const service = / in [\w.-]{1,60}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, MAX_NAME_CHARS - service.length).toWellFormed()}…${service}`
}

/** A message that shows whether a channel works, and how real ones look. It says that it is none. */
export function composeTestMessage(
  { id, name }: Pick<KnownChannel, 'id' | 'name'>,
  { publicUrl, nowMs, messageId }: { readonly publicUrl: string; readonly nowMs: number; readonly messageId: string },
): AlertMessage {
  const content = eventContentSchema.parse({
    ...{ ruleName: 'Test of a channel', kind: 'issue', label: 'TestError: nothing happened', why: 'this is a test' },
    ...{ service: 'checkout', environment: 'test', release: '1.2.3' },
    ...{ fromMs: nowMs - MINUTE_MS, toMs: nowMs, beganMs: nowMs },
  })
  const event: AlertEvent = {
    ...{ id: messageId, rule: 'test', revision: '', subject: id, episode: messageId, what: 'firing', desk: '' },
    ...{ atNs: nsOfMs(nowMs), content },
  }
  const url = `${publicUrl}${CHANNELS_PATH}`
  return {
    id: messageId,
    what: 'firing',
    title: `Test of the channel ${name}: nothing happened`,
    rules: [content.ruleName],
    items: [
      {
        events: [event.id],
        label: content.label,
        why: 'A sample, sent by the test button',
        url,
        facts: listFacts({
          'Since release': '1.2.3, first seen 2 min ago',
          Exceptions: '14 in 2 min',
          Affected: '9 users, 11 sessions',
          'In common': 'host.name pg-3 100 % (others 33 %)',
        }),
        code: 'src/checkout/pay.ts:12 in charge\n  const total = cart.items.length',
        links: [{ text: 'Channels', url }],
      },
    ],
    more: 0,
    url,
    beganMs: nowMs,
    notes: ['Nothing is wrong: somebody tried this channel.'],
    isTest: true,
    events: [event],
  }
}
