import type { AlertEvent, EventContent } from '../event-content.ts'
import type { AlertMessage, AlertMessageItem } from './alert-message.ts'
import { cleanLine, cleanLines } from './clean-text.ts'

const [MAX_ITEMS, MAX_FACTS, MAX_LINKS, MAX_RULES, MAX_NOTES] = [10, 12, 8, 20, 5] as const
const [TITLE_CHARS, LABEL_CHARS, NAME_CHARS, SENTENCE_CHARS] = [400, 300, 100, 500] as const
const CODE = { maxLines: 12, maxChars: 1_500 } as const

/** A message whose texts are lines of a bounded length without control characters, as every channel sends them. */
export function boundMessage(message: AlertMessage): AlertMessage {
  const { title, rules, items, notes, events } = message
  return {
    ...message,
    title: cleanLine(title, TITLE_CHARS),
    rules: rules.slice(0, MAX_RULES).map(rule => cleanLine(rule, NAME_CHARS)),
    items: items.slice(0, MAX_ITEMS).map(boundItem),
    notes: notes.slice(0, MAX_NOTES).map(note => cleanLine(note, SENTENCE_CHARS)),
    events: events.map(event => ({ ...event, content: boundContent(event.content) })),
  }
}

const boundItem = ({ events, label, why, url, facts, code, links }: AlertMessageItem): AlertMessageItem => ({
  events,
  label: cleanLine(label, LABEL_CHARS),
  why: cleanLine(why, SENTENCE_CHARS),
  url,
  facts: facts
    .slice(0, MAX_FACTS)
    .map(({ name, text }) => ({ name: cleanLine(name, NAME_CHARS), text: cleanLine(text, LABEL_CHARS) })),
  code: cleanLines(code, CODE),
  links: links.slice(0, MAX_LINKS).map(({ text, url }) => ({ text: cleanLine(text, NAME_CHARS), url })),
})

const boundContent = (content: EventContent): EventContent => ({
  ...content,
  ruleName: cleanLine(content.ruleName, NAME_CHARS),
  label: cleanLine(content.label, LABEL_CHARS),
  why: cleanLine(content.why, SENTENCE_CHARS),
  service: cleanLine(content.service, LABEL_CHARS),
  environment: cleanLine(content.environment, LABEL_CHARS),
  release: cleanLine(content.release, LABEL_CHARS),
  operation: cleanLine(content.operation, LABEL_CHARS),
})

/** What happened, before what it happened to. */
export const EVENT_WORDS = {
  firing: 'Firing',
  resolved: 'Resolved',
  reminder: 'Still firing',
  flapping: 'Flapping',
} as const satisfies Record<AlertEvent['what'], string>

/** For channels that names and links alone may leave the house by: no messages, values or code. */
export function shortenToNames(message: AlertMessage): AlertMessage {
  const events = message.events.map(event => ({ ...event, content: nameContent(event.content) }))
  const labels = new Map(events.map(({ id, content }) => [id, content.label]))
  const [first = '', ...others] = new Set(labels.values())
  const subject = others.length > 0 ? `${first} and ${others.length} more` : first
  return {
    ...message,
    title: [EVENT_WORDS[message.what], [message.rules.join(', '), subject].filter(Boolean).join(' · ')].join(': '),
    items: message.items.map(item => ({
      ...item,
      label: labels.get(item.events[0] ?? '') ?? '',
      why: '',
      facts: [],
      code: '',
    })),
    events,
  }
}

const nameContent = (content: EventContent): EventContent => ({
  ...content,
  label: content.issue === '' ? content.label : nameIssue(content),
  why: '',
  value: 0,
  threshold: 0,
  unit: 'none',
})

/** Of a title as `TypeError: x is undefined` the type, with the service. */
function nameIssue({ label, service }: EventContent): string {
  const type = /^([\p{L}_$][\p{L}\p{N}_$.:\\/]{0,200}?)(?:: |$)/u.exec(label)?.[1] ?? 'Issue'
  return service === '' ? type : `${type} in ${service}`
}
