import { encodePathSegment } from './path-segment.ts'
import { type Scope, scopeCodecs } from './scope.ts'

export const ALERTS_PATH = '/alerts'
export const CHANNELS_PATH = '/alerts/channels'
export const OWNERSHIP_PATH = '/alerts/ownership'
export const NEW_RULE_PATH = '/alerts/rules/new'
const WHY_PATH = '/alerts/why'

/** The page of a rule. */
export const alertRulePath = (id: string) => `/alerts/rules/${encodePathSegment(id)}`

/** A silence for what an event tells, by its id, or for what the other parameters name. */
export const SILENCE_PARAM = 'silence'
/** What a silence can match, by the parameter that fills its field in. */
export const SILENCE_FIELDS = {
  rule: 'in-rule',
  service: 'in-service',
  environment: 'in-environment',
  release: 'in-release',
  operation: 'in-operation',
  issue: 'in-issue',
} as const
export type SilenceField = keyof typeof SILENCE_FIELDS
export const SILENCE_FIELD_NAMES = Object.keys(SILENCE_FIELDS) as SilenceField[]

/** The form of a new silence, filled in for what an event tells. */
export const eventSilencePath = (event: string) => `${ALERTS_PATH}?${SILENCE_PARAM}=${encodeURIComponent(event)}`

/** The form of a new silence, filled in. */
export function silencePath(matching: Partial<Record<SilenceField, string>>): string {
  const params = new URLSearchParams({ [SILENCE_PARAM]: 'new' })
  for (const field of SILENCE_FIELD_NAMES) {
    if (matching[field]) params.set(SILENCE_FIELDS[field], matching[field])
  }
  return `${ALERTS_PATH}?${params}#silence`
}

/** What a link writes into the form of a new rule: fields by their names; service, environment and release are those of the scope. */
export function newRulePath(
  kind: string,
  fields: Readonly<Record<string, string>> = {},
  scope: Partial<Pick<Scope, 'service' | 'environment' | 'release'>> = {},
): string {
  const params = new URLSearchParams({ kind, ...fields })
  for (const name of ['service', 'environment', 'release'] as const) {
    if (scope[name]) params.set(scopeCodecs[name].param, scope[name])
  }
  return `${NEW_RULE_PATH}?${params}`
}

/** Parameters of the page that explains why nobody was told. */
export const WHY_PARAMS = { issue: 'issue', at: 'at' } as const

/** Why nobody was told of an issue or a service. @param atMs the minute, Unix milliseconds; without it the present */
export function whyPath({ issue, service, atMs }: { issue?: string; service?: string; atMs?: number }): string {
  const params = new URLSearchParams()
  if (issue) params.set(WHY_PARAMS.issue, issue)
  if (service) params.set(scopeCodecs.service.param, service)
  if (atMs !== undefined) params.set(WHY_PARAMS.at, writeMinute(atMs))
  return params.size === 0 ? WHY_PATH : `${WHY_PATH}?${params}`
}

/** A minute as links have it: `2026-11-29T03:10Z`. @param ms Unix milliseconds */
export const writeMinute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`
