import type { AlertEvent } from '../event-content.ts'
import { eventContentSchema } from '../event-content.ts'
import type { AlertMessage, AlertMessageItem } from './alert-message.ts'

export const BEGAN_MS = Date.UTC(2026, 10, 29, 12)

export function makeEvent({
  content,
  ...event
}: Partial<Omit<AlertEvent, 'content'>> & { content?: object } = {}): AlertEvent {
  return {
    id: 'event-1',
    atNs: BigInt(BEGAN_MS) * 1_000_000n + 60_000_000_000n,
    rule: 'rule-1',
    revision: 'revision-1',
    subject: '5a1c0f2e9b7d3c46',
    episode: 'episode-1',
    what: 'firing',
    desk: 'desk-1',
    content: eventContentSchema.parse({
      ruleName: 'New issue in production',
      kind: 'issue',
      label: 'TypeError: x is undefined',
      why: 'new in 2.4.1',
      service: 'checkout',
      environment: 'production',
      release: '2.4.1',
      issue: '5a1c0f2e9b7d3c46',
      fromMs: BEGAN_MS - 60_000,
      toMs: BEGAN_MS,
      beganMs: BEGAN_MS,
      ...content,
    }),
    ...event,
  }
}

export const makeItem = (item: Partial<AlertMessageItem> = {}): AlertMessageItem => ({
  events: ['event-1'],
  label: 'TypeError: x is undefined',
  why: 'new in 2.4.1',
  url: 'https://errata.example/issues/5a1c0f2e9b7d3c46?from=1',
  facts: [
    { name: 'Exceptions', text: '14' },
    { name: 'In common', text: 'host pg-3 100 % (others 33 %)' },
  ],
  code: 'pay.ts:12 in charge\n  card.number.trim()',
  links: [
    { text: 'Issue', url: 'https://errata.example/issues/5a1c0f2e9b7d3c46?from=1' },
    { text: 'Trace', url: 'https://errata.example/traces/aa?span=bb' },
  ],
  ...item,
})

export const makeMessage = (message: Partial<AlertMessage> = {}): AlertMessage => ({
  id: 'message-1',
  what: 'firing',
  title: 'TypeError: x is undefined in checkout: new in 2.4.1',
  rules: ['New issue in production'],
  items: [makeItem()],
  more: 0,
  url: 'https://errata.example/alerts',
  beganMs: BEGAN_MS,
  notes: [],
  isTest: false,
  events: [makeEvent()],
  ...message,
})
