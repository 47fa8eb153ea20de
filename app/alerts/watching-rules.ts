import type { AlertEvent } from './event-content.ts'
import type { AlertRule, KnownRule, RuleKind } from './rule.ts'

/** The subject of a page; '' for each field that it does not fix. */
export interface Watched {
  readonly service: string
  readonly environment: string
  readonly release: string
  readonly issue: string
}

const KINDS_BY_PAGE: Readonly<Record<'issue' | 'service' | 'release', readonly RuleKind[]>> = {
  issue: ['issue', 'count'],
  service: ['issue', 'count', 'requests stopped', 'job missed', 'error rate', 'p95', 'crash-free sessions', 'search'],
  release: ['issue', 'count', 'error rate', 'p95', 'crash-free sessions'],
}

/**
 * The enabled rules that watch what a page is about, by their filters; which fire for it come first. A rule that names another service,
 * environment or release does not; Errata's own services are watched by rules that name them alone.
 */
export function findWatchingRules(
  rules: readonly KnownRule[],
  page: keyof typeof KINDS_BY_PAGE,
  {
    about,
    firing,
    ownServices,
  }: {
    readonly about: Watched
    readonly firing: readonly AlertEvent[]
    readonly ownServices: readonly string[]
  },
): readonly { readonly rule: KnownRule; readonly isFiring: boolean }[] {
  return rules
    .filter(rule => rule.isEnabled && KINDS_BY_PAGE[page].includes(rule.kind) && selects(rule, about, ownServices))
    .map(rule => ({ rule, isFiring: firing.some(event => event.rule === rule.id && isAbout(event, about)) }))
    .toSorted((a, b) => Number(b.isFiring) - Number(a.isFiring))
}

const selects = (rule: AlertRule, { service, environment, release }: Watched, ownServices: readonly string[]) =>
  passes(rule.service, service) &&
  passes(rule.environment, environment) &&
  passes(rule.release, release) &&
  (rule.service !== '' || !ownServices.includes(service))

/** A field that a page does not fix matches everything. */
const passes = (filter: string, value: string) => filter === '' || value === '' || filter === value

/** True if an event is about the subject of a page. */
export const isAbout = ({ content }: AlertEvent, { service, environment, release, issue }: Watched) =>
  (issue === '' || content.issue === issue) &&
  passes(content.service, service) &&
  passes(content.environment, environment) &&
  passes(content.release, release)
