import { expect, test } from 'vitest'
import type { DeliveryStep } from '../../../store/alerts/list-alert-deliveries.ts'
import { type AlertEvent, eventContentSchema } from '../../alerts/event-content.ts'
import { describeTold } from './describe-told.ts'

const SECOND_NS = 1_000_000_000n
const AT_NS = 1_700_000_000n * SECOND_NS
const AT_MS = 1_700_000_000_000

const event = (content: object = {}): AlertEvent => ({
  ...{ id: 'e', atNs: AT_NS, rule: 'r', revision: '1', subject: 'shop', episode: 'p', what: 'firing', desk: 'd' },
  content: eventContentSchema.parse({ channels: ['c'], service: 'shop', ...content }),
})

const step = (state: DeliveryStep['state'], fields: Partial<DeliveryStep> = {}): DeliveryStep => ({
  ...{ event: 'e', channel: 'c', attempt: 1, desk: 'd', state, message: 'm', status: 0, durationMs: 80, retryMs: 0 },
  ...{ reason: '', atNs: AT_NS + 18n * SECOND_NS },
  ...fields,
})

const slack = {
  id: 'c',
  kind: 'slack',
  name: 'Slack',
  isEnabled: true,
  isBrief: false,
  to: { url: 'https://a.example' },
} as const
const silence = {
  ...{ id: 's', rule: '', environment: '', release: '', operation: '', issue: '', why: '' },
  ...{ service: 'shop', fromMs: AT_MS - 60_000, untilMs: AT_MS + 600_000 },
}

type Facts = Parameters<typeof describeTold>[1]

const told = (
  content: object,
  facts: { steps?: DeliveryStep[]; settings?: Partial<Facts['settings']>; endedMs?: number; nowMs?: number },
) =>
  describeTold(event(content), {
    steps: facts.steps ?? [],
    settings: { channels: [slack], lockedChannels: [], silences: [], ...facts.settings },
    endedMs: facts.endedMs,
    nowMs: facts.nowMs ?? AT_MS + 60_000,
  }).map(({ channel, text }) => `${channel} ${text}`.trim())

test('a sent event says in how long', () => {
  expect(told({}, { steps: [step('claimed'), step('sent')] })).toEqual(['Slack in 18 s'])
})

test('a failed one says why, and when it is tried again', () => {
  const failed = step('failed', { reason: 'status 429', atNs: AT_NS + 50n * SECOND_NS, retryMs: 40_000 })
  expect(told({}, { steps: [step('claimed'), failed] })).toEqual(['Slack failed: status 429; tried again in 30 s'])
})

test('what is over is told no later than a day', () => {
  const later = { nowMs: AT_MS + 86_400_001 }
  expect(told({}, { ...later, endedMs: AT_MS + 60_000 })).toEqual(['Slack not told within a day'])
  expect(told({ kind: 'issue' }, later)).toEqual(['Slack not told within a day'])
  expect(told({}, later)).toEqual(['Slack not yet'])
})

test('one that was given up says why', () => {
  expect(told({}, { steps: [step('given up', { status: 410 })] })).toEqual(['Slack given up: status 410'])
})

test('without a channel nobody is told', () => {
  expect(told({ channels: [] }, {})).toEqual(['nobody: the rule had no channel'])
})

test('while a silence lasts, what is silenced says until when', () => {
  expect(told({}, { settings: { silences: [silence] } })).toEqual(['Slack silenced, told in 9 min if it lasts'])
})

test('what ended under a silence stays silenced', () => {
  const facts = { settings: { silences: [{ ...silence, untilMs: AT_MS + 30_000 }] }, endedMs: AT_MS + 20_000 }
  expect(told({}, facts)).toEqual(['Slack silenced'])
})

test('a silence of something else changes nothing', () => {
  expect(told({}, { settings: { silences: [{ ...silence, service: 'mail' }] } })).toEqual(['Slack not yet'])
})

test('a channel that is off, locked or deleted is named', () => {
  expect(told({}, { settings: { channels: [{ ...slack, isEnabled: false }] } })).toEqual([
    'Slack not told: the channel is off',
  ])
  const locked = [{ id: 'c', name: 'Slack', kind: 'slack' as const }]
  expect(told({}, { settings: { channels: [], lockedChannels: locked } })).toEqual([
    'Slack not told: written with another secret key',
  ])
  expect(told({}, { settings: { channels: [] } })).toEqual(['a deleted channel not told'])
})
