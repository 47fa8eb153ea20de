import type { AlertEvent } from '../event-content.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { cleanLine } from '../message/clean-text.ts'
import { describeFooter, findItem, summarizeEvent } from '../message/write-message.ts'

/** PagerDuty's limit; it refuses longer ones. */
const MAX_SUMMARY_CHARS = 1_024
/** Each episode is an alert of its own. The last one links to a list of those after it. */
const MAX_TRIGGERED = 10
/** PagerDuty accepts that an alert is resolved which was never triggered. */
const MAX_RESOLVED = 50

/**
 * The bodies for PagerDuty's Events API v2, one an episode: each triggers an alert or resolves it, by the episode as its `dedup_key`, so that
 * sent twice it is one alert.
 *
 * @see https://developer.pagerduty.com/docs/send-alert-event
 */
export function writePagerdutyEvents(message: AlertMessage, routingKey: string): object[] {
  const byEpisode = new Map(message.events.map(event => [event.episode, event]))
  const { resolved = [], others = [] } = Object.groupBy(byEpisode.values(), ({ what }) =>
    what === 'resolved' ? 'resolved' : 'others',
  )
  const triggered = others.slice(0, MAX_TRIGGERED)
  const left = others.length - triggered.length
  return [
    ...triggered.map((event, i) => triggerOf(event, { message, routingKey, left: i === MAX_TRIGGERED - 1 ? left : 0 })),
    ...resolved.slice(0, MAX_RESOLVED).map(({ episode }) => ({
      routing_key: routingKey,
      event_action: 'resolve',
      dedup_key: keyOf(episode),
    })),
  ]
}

interface TriggerOptions {
  readonly message: AlertMessage
  readonly routingKey: string
  /** Number of further episodes that it links to. */
  readonly left: number
}

function triggerOf(event: AlertEvent, { message, routingKey, left }: TriggerOptions): object {
  const { service, environment, release, operation, ruleName, beganMs } = event.content
  const item = findItem(message, event)
  return {
    routing_key: routingKey,
    event_action: 'trigger',
    dedup_key: keyOf(event.episode),
    client: 'Errata',
    client_url: item?.url ?? message.url,
    links: [
      ...(item?.links ?? []).map(({ text, url }) => ({ text, href: url })),
      ...(left > 0 ? [{ text: `and ${left} more`, href: message.url }] : []),
    ],
    payload: {
      summary: cleanLine(summarizeEvent(message, event), MAX_SUMMARY_CHARS - 1) || 'Errata',
      source: service || 'errata',
      severity: message.isTest ? 'info' : 'error',
      ...(beganMs > 0 && { timestamp: new Date(beganMs).toISOString() }),
      ...(operation !== '' && { component: operation }),
      ...(environment !== '' && { group: environment }),
      class: ruleName || 'alert',
      custom_details: {
        rule: ruleName,
        ...(release !== '' && { release }),
        ...Object.fromEntries((item?.facts ?? []).map(({ name, text }) => [name, text])),
        ...(item !== undefined && item.code !== '' && { code: item.code }),
        notes: describeFooter({ rules: [], notes: message.notes }),
      },
    },
  }
}

/** At most 255 characters. */
const keyOf = (episode: string) => `errata-${episode}`.slice(0, 255)
