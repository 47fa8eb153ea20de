import { createHash } from 'node:crypto'
import type { AlertEvent } from '../event-content.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { describeFooter, findItem, summarizeEvent } from '../message/write-message.ts'

const MAX_ALERTS = 100
/** Receivers of Alertmanager take it for "not ended". */
const NOT_ENDED = '0001-01-01T00:00:00Z'

/**
 * The body of a webhook of Alertmanager, version 4, for receivers of it. Labels tell alerts apart, so that they hold what does not change
 * while an alert lasts; all else is in annotations.
 *
 * @see https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
 */
export function writeAlertmanagerMessage(message: AlertMessage, publicUrl: string): object {
  const alerts = message.events.slice(0, MAX_ALERTS).map(event => toAlert(event, message))
  const [first] = alerts
  const inAll = Object.entries(first?.labels ?? {}).filter(([name, value]) =>
    alerts.every(({ labels }) => labels[name] === value),
  )
  return {
    version: '4',
    groupKey: `errata:${message.events[0]?.rule ?? message.id}`,
    truncatedAlerts: Math.max(0, message.events.length - MAX_ALERTS),
    status: alerts.some(({ status }) => status === 'firing') ? 'firing' : 'resolved',
    receiver: 'errata',
    groupLabels: first === undefined ? {} : { alertname: first.labels['alertname'] },
    commonLabels: Object.fromEntries(inAll),
    commonAnnotations: {},
    externalURL: publicUrl,
    alerts,
  }
}

interface Alert {
  readonly status: 'firing' | 'resolved'
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly startsAt: string
  readonly endsAt: string
  readonly generatorURL: string
  readonly fingerprint: string
}

function toAlert(event: AlertEvent, message: AlertMessage): Alert {
  const { content, what, rule, subject, episode, atNs } = event
  const item = findItem(message, event)
  const { ruleName, service, environment, release, operation, issue, beganMs } = content
  const facts = (item?.facts ?? []).map(({ name, text }) => `${name}: ${text}`)
  return {
    status: what === 'resolved' ? 'resolved' : 'firing',
    labels: withoutEmpty({ alertname: ruleName, rule, subject, service, environment, operation, issue }),
    annotations: withoutEmpty({
      summary: summarizeEvent(message, event),
      description: [...facts, item?.code ?? '', ...describeFooter(message)].filter(Boolean).join('\n'),
      release,
      ...(message.isTest && { test: 'true' }),
    }),
    startsAt: isoOf(beganMs),
    endsAt: what === 'resolved' ? isoOf(Number(atNs / 1_000_000n)) : NOT_ENDED,
    generatorURL: item?.url ?? message.url,
    fingerprint: createHash('sha256').update(episode).digest('hex').slice(0, 16),
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

const withoutEmpty = (of: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== ''))
