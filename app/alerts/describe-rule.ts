import { formatAmount, formatShare } from '../format/amount.ts'
import { formatCount, pluralize } from '../format/count.ts'
import { formatDuration } from '../format/duration.ts'
import type { ValueUnit } from './event-content.ts'
import type { AlertRule, RuleKind } from './rule.ts'

/** Names of the kinds, as choices and in lists. */
export const RULE_KIND_LABELS: Readonly<Record<RuleKind, string>> = {
  issue: 'Issue',
  count: 'Count',
  'requests stopped': 'Requests stopped',
  'job missed': 'Job missed',
  'error rate': 'Error rate',
  p95: 'p95',
  'crash-free sessions': 'Crash-free sessions',
  'drop rule': 'Drop rule',
  pipeline: 'Pipeline',
  disk: 'Disk',
  search: 'Search',
}

/** When a rule of this kind fires, for those who choose one. */
export const RULE_KIND_HINTS: Readonly<Record<RuleKind, string>> = {
  issue: 'An issue is new, regressed, unmuted, escalating or still open.',
  count: 'So many exceptions, users or sessions within some minutes.',
  'requests stopped': 'A service gets no requests any more, or an operation is not called as usual.',
  'job missed': 'A job has not run by its own rhythm.',
  'error rate': 'The share of failed requests is above a limit, or above what is usual.',
  p95: 'The 95th percentile of durations is above a limit, or above what is usual.',
  'crash-free sessions': 'Too many sessions of a release had a crash.',
  'drop rule': 'A rule against noise drops far less or far more than usual.',
  pipeline: 'Telemetry is not stored, or a Collector loses some.',
  disk: 'The disk of the database is full soon.',
  search: 'A search of traces, logs or exceptions finds more or fewer than so many.',
}

/** Describes what a rule watches, in a sentence without a full stop: `More than 5 % of requests fail within 5 minutes, in production`. */
export function describeRule(rule: AlertRule): string {
  return [describeWatch(rule), ...describeFilters(rule)].join(', ')
}

const within = (minutes: number) => `within ${pluralize(minutes, 'minute')}`

function describeWatch(rule: AlertRule): string {
  switch (rule.kind) {
    case 'issue': {
      const changes = rule.watch.changes.map(change =>
        change === 'still open' ? `still open after ${pluralize(rule.watch.openDays, 'day')}` : change,
      )
      return `An issue is ${joinWith(changes, 'or')}`
    }
    case 'count': {
      const { of, by, atLeast, windowMinutes } = rule.watch
      const place = { issue: ' of an issue', service: ' of a service', all: '' }[by]
      return `At least ${pluralize(atLeast, of.slice(0, -1))}${place} ${within(windowMinutes)}`
    }
    case 'requests stopped':
      return 'A service gets no requests any more'
    case 'job missed':
      return 'A job has not run by its own rhythm'
    case 'error rate': {
      const { by, abovePercent, windowMinutes } = rule.watch
      const of = `of the requests of ${by === 'service' ? 'a service' : 'an operation'} fail`
      return abovePercent === 0
        ? `Clearly more ${of} than usual, ${within(windowMinutes)}`
        : `More than ${formatShare(abovePercent, 100)} ${of} ${within(windowMinutes)}`
    }
    case 'p95': {
      const { by, aboveMs, windowMinutes } = rule.watch
      const what = `The p95 of ${by === 'service' ? 'a service' : 'an operation'} is`
      return aboveMs === 0
        ? `${what} clearly above what is usual, ${within(windowMinutes)}`
        : `${what} above ${formatDuration(BigInt(Math.round(aboveMs * 1e6)))} ${within(windowMinutes)}`
    }
    case 'crash-free sessions': {
      const { belowPercent, windowMinutes } = rule.watch
      return `Less than ${formatShare(belowPercent, 100)} of the sessions of a release are free of crashes ${within(windowMinutes)}`
    }
    case 'drop rule':
      return 'A drop rule stops, or drops far more than usual'
    case 'pipeline':
      return 'Telemetry is not stored, or a Collector loses some'
    case 'disk':
      return `The disk is full within ${pluralize(rule.watch.withinDays, 'day')}`
    case 'search': {
      const { page, search, comparison, count, windowMinutes } = rule.watch
      const found = search.trim() === '' ? '' : ` with ${search.trim()}`
      const least = comparison === 'at least' ? 'At least' : 'Fewer than'
      return `${least} ${formatCount(count)} ${count === 1 ? page.slice(0, -1) : page}${found} ${within(windowMinutes)}`
    }
  }
}

function describeFilters({ service, environment, release, operation, owner }: AlertRule): string[] {
  return [
    ...(operation === '' ? [] : [`operation ${operation}`]),
    ...(service === '' ? [] : [`service ${service}`]),
    ...(environment === '' ? [] : [`in ${environment}`]),
    ...(release === '' ? [] : [`release ${release}`]),
    ...(owner === '' ? [] : [`owned by ${owner}`]),
  ]
}

/** `new, regressed or unmuted`. */
export function joinWith(words: readonly string[], word: 'or' | 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`
}

/** In which unit the values of a kind are, for a chart; `none` where they have no common one. */
export const UNIT_OF_KIND: Readonly<Record<RuleKind, ValueUnit>> = {
  issue: 'none',
  count: 'count',
  'requests stopped': 'count',
  'job missed': 'none',
  'error rate': 'share',
  p95: 'ns',
  'crash-free sessions': 'share',
  'drop rule': 'none',
  pipeline: 'none',
  disk: 'days',
  search: 'count',
}

/** A value of an observation as people read it; '' without a unit. */
export function formatAlertValue(value: number, unit: ValueUnit): string {
  switch (unit) {
    case 'count':
      return formatAmount(value)
    case 'share':
      return formatShare(value, 1)
    case 'ns':
      return formatDuration(BigInt(Math.round(Number.isFinite(value) ? value : 0)))
    case 'days':
      return pluralize(Math.round(value), 'day')
    case 'none':
      return ''
  }
}
