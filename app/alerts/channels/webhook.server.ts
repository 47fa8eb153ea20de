import { createHmac } from 'node:crypto'
import type { AlertMessage } from '../message/alert-message.ts'
import { writeMessage } from '../message/write-message.ts'

const MAX_EVENTS = 100

/** The body of a webhook. Of `data.events` the last are left out if there are very many; `data.items` has what people read. */
export function writeWebhookMessage(message: AlertMessage): object {
  const { id, what, title, rules, items, more, url, beganMs, notes, isTest, events } = message
  const newestMs = events.reduce((newest, { atNs }) => Math.max(newest, msOf(atNs)), 0)
  return {
    type: isTest ? 'alert.test' : `alert.${what}`,
    timestamp: isoOf(newestMs || beganMs),
    data: {
      id,
      title,
      text: writeMessage(message),
      url,
      rules,
      began: isoOf(beganMs),
      isTest,
      notes,
      items,
      more,
      events: events.slice(0, MAX_EVENTS).map(({ id, what, atNs, rule, subject, episode, content: of }) => ({
        ...{ id, what, rule, subject, episode, at: isoOf(msOf(atNs)) },
        ...{ ruleName: of.ruleName, kind: of.kind, label: of.label, why: of.why },
        ...{ value: of.value, threshold: of.threshold, unit: of.unit },
        ...{ service: of.service, environment: of.environment, release: of.release, operation: of.operation },
        ...{ issue: of.issue, from: isoOf(of.fromMs), to: isoOf(of.toMs), began: isoOf(of.beganMs) },
      })),
    },
  }
}

const msOf = (ns: bigint) => Number(ns / 1_000_000n)
const isoOf = (ms: number) => new Date(ms).toISOString()

interface SignedContent {
  /** Of the message: equal in all attempts, so that receivers know it. */
  readonly id: string
  /** As it was generated: `whsec_` and base64. */
  readonly secret: string
  readonly body: string
  /** Of the attempt, Unix milliseconds. */
  readonly nowMs: number
}

/**
 * The headers that prove who sent a webhook.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook({ id, secret, body, nowMs }: SignedContent): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
