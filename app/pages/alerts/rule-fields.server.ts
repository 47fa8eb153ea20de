import { z } from 'zod'
import { parseSearch } from '../../../search/parse-search.ts'
import type { SearchSubject } from '../../../search/search.ts'
import type { AlertSettings } from '../../alerts/alert-log.server.ts'
import type { KnownChannel } from '../../alerts/channel.ts'
import { RULE_KIND_HINTS, RULE_KIND_LABELS } from '../../alerts/describe-rule.ts'
import {
  type AlertRule,
  GENERAL_RULE_FIELDS,
  ISSUE_CHANGES,
  isRuleKind,
  MAX_RULE_NAME_CHARS,
  parseRule,
  RULE_KINDS,
  type RuleKind,
} from '../../alerts/rule.ts'
import { formatCount } from '../../format/count.ts'
import { scopeCodecs } from '../../url/scope.ts'

/** A field of the form of a rule, as it is drawn. */
export interface RuleField {
  readonly name: string
  readonly label: string
  readonly input: 'text' | 'number' | 'choice' | 'checks' | 'search'
  /** As they were sent, also what cannot be read; several only of `checks`. */
  readonly values: readonly string[]
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  /** Of `choice` and `checks`. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** The subject of `search`. */
  readonly subject?: SearchSubject
  /** Whose stored names complete it. */
  readonly completes?: 'service' | 'environment' | 'release' | 'owner'
}

/** The form of a rule: everything that is drawn, so that its code is not needed in the browser. */
export interface RuleForm {
  readonly kind: RuleKind
  readonly kindLabel: string
  readonly kindHint: string
  readonly name: RuleField
  readonly isEnabled: boolean
  readonly watch: readonly RuleField[]
  readonly filters: readonly RuleField[]
  readonly timing: readonly RuleField[]
  readonly channels: RuleField
  /** Faults of no field. */
  readonly faults: readonly string[]
}

/** The subject of a search rule, by the page whose search it is. */
const searchSubjectOf = (page: string): SearchSubject => (page === 'logs' || page === 'exceptions' ? page : 'spans')

type Field = Pick<RuleField, 'label' | 'input'> &
  Partial<Pick<RuleField, 'hint' | 'choices' | 'completes'>> & {
    /** What the form of a new rule has. */
    readonly first?: string | readonly string[]
  }

const number = (label: string, first: number | undefined, hint?: string): Field => ({
  ...{ label, input: 'number', hint },
  ...(first !== undefined && { first: String(first) }),
})
const choice = (label: string, choices: Readonly<Record<string, string>>): Field => ({
  ...{ label, input: 'choice' },
  choices: Object.entries(choices).map(([value, of]) => ({ value, label: of })),
  first: Object.keys(choices)[0] ?? '',
})
const LEAST_REQUESTS = number('Least requests in the window', 20)
const BY_OPERATION = choice('Of each', { service: 'service', operation: 'operation' })
const minutes = (first: number) => number('Window, in minutes', first)

/** Of each kind, the fields of what it watches. A test holds that they are those of RULE_KINDS. */
const WATCH_FIELDS: { readonly [Kind in RuleKind]: Readonly<Record<string, Field>> } = {
  issue: {
    changes: {
      ...{ label: 'Tell when an issue is', input: 'checks', first: ['new', 'regressed'] },
      choices: ISSUE_CHANGES.map(change => ({ value: change, label: change })),
    },
    openDays: number('Still open after days', 7),
  },
  count: {
    atLeast: number('At least', 10),
    of: choice('Of', { exceptions: 'exceptions', users: 'affected users', sessions: 'affected sessions' }),
    by: choice('Counted for', { issue: 'each issue', service: 'each service', all: 'all together' }),
    windowMinutes: minutes(5),
  },
  'requests stopped': {},
  'job missed': {},
  'error rate': {
    abovePercent: number('Above, in % of the requests', 5, '0 to compare with what is usual.'),
    by: BY_OPERATION,
    windowMinutes: minutes(5),
    leastRequests: LEAST_REQUESTS,
  },
  p95: {
    aboveMs: number('Above milliseconds', 0, '0 to compare with what is usual.'),
    by: BY_OPERATION,
    windowMinutes: minutes(15),
    leastRequests: LEAST_REQUESTS,
  },
  'crash-free sessions': {
    belowPercent: number('Below, in % of the sessions', 99),
    windowMinutes: minutes(60),
    leastSessions: number('Least sessions in the window', 20),
  },
  'drop rule': {},
  pipeline: {},
  disk: { withinDays: number('Full within days', 7) },
  search: {
    page: choice('Search of', { traces: 'traces', logs: 'logs', exceptions: 'exceptions' }),
    search: { label: 'Search', input: 'search', first: '' },
    comparison: choice('Found', { 'at least': 'at least', 'fewer than': 'fewer than' }),
    count: number('Count', 1),
    windowMinutes: minutes(5),
  },
}

const TIMING_FIELDS: Readonly<Record<string, Field>> = {
  forMinutes: number('Fires after, in minutes', 1),
  clearMinutes: number('Ends after, in minutes without', 5),
  remindHours: number('Reminds after, in hours', 0, '0 for never.'),
}

const FILTER_FIELDS: Readonly<Record<string, Field>> = {
  service: { label: 'Service', input: 'text', completes: 'service' },
  environment: { label: 'Environment', input: 'text', completes: 'environment' },
  release: { label: 'Release', input: 'text', completes: 'release' },
  operation: { label: 'Operation', input: 'text' },
  owner: { label: 'Owner', input: 'text', completes: 'owner' },
}

/** Kinds that no filter means anything to. */
const UNFILTERED: readonly RuleKind[] = ['pipeline', 'disk', 'drop rule']
/** Kinds that do not know operations. */
const WITHOUT_OPERATION: readonly RuleKind[] = ['issue', 'count', 'crash-free sessions']
/** What happens once has no end, and needs no time to be sure. */
const UNTIMED: readonly RuleKind[] = ['issue']

function filterNames(kind: RuleKind): readonly string[] {
  if (UNFILTERED.includes(kind)) return []
  return Object.keys(FILTER_FIELDS).filter(name => name !== 'operation' || !WITHOUT_OPERATION.includes(kind))
}

/** The kinds to choose from. */
export const listRuleKinds = () =>
  (Object.keys(RULE_KINDS) as RuleKind[]).map(kind => ({
    kind,
    label: RULE_KIND_LABELS[kind],
    hint: RULE_KIND_HINTS[kind],
  }))

const WATCH = 'watch.'

/** What a form sends for a rule. {@link readRuleFields} reads it back. */
export function writeRuleFields(rule: AlertRule): URLSearchParams {
  const fields = new URLSearchParams({ kind: rule.kind, name: rule.name })
  if (rule.isEnabled) fields.set('isEnabled', '1')
  for (const name of Object.keys(FILTER_FIELDS)) fields.set(name, rule[name as 'service'])
  for (const name of Object.keys(TIMING_FIELDS)) fields.set(name, String(rule[name as 'forMinutes']))
  for (const channel of rule.channels) fields.append('channels', channel)
  for (const [name, value] of Object.entries<unknown>(rule.watch)) {
    for (const each of Array.isArray(value) ? value : [value]) fields.append(`${WATCH}${name}`, String(each))
  }
  return fields
}

/** The form of a new rule, filled in from an address: its scope, and fields by their names. */
export function prefillRuleFields(kind: RuleKind, params: URLSearchParams): URLSearchParams {
  const fields = new URLSearchParams({ kind, name: RULE_KIND_LABELS[kind], isEnabled: '1' })
  const set = (name: string, values: readonly string[]) => {
    for (const value of values) fields.append(name, value)
  }
  const defaults: Readonly<Record<string, Field>> = {
    ...TIMING_FIELDS,
    ...Object.fromEntries(Object.entries(WATCH_FIELDS[kind]).map(([name, of]) => [`${WATCH}${name}`, of])),
  }
  for (const [name, { first = '' }] of Object.entries(defaults)) {
    const given = params.getAll(name)
    set(name, given.length > 0 ? given : [first].flat())
  }
  for (const name of filterNames(kind)) set(name, [params.get(name) ?? ''])
  const { environment } = scopeCodecs
  if (!fields.get('environment')) fields.set('environment', params.get(environment.param) ?? '')
  set('channels', params.getAll('channels'))
  const name = params.get('name')
  if (name !== null) fields.set('name', name)
  return fields
}

/**
 * Reads the form of a rule.
 *
 * @returns Faults by the name of the field, a sentence each.
 */
export function readRuleFields(
  fields: URLSearchParams,
): { readonly rule: AlertRule } | { readonly faults: ReadonlyMap<string, string> } {
  const kind = fields.get('kind') ?? ''
  if (!isRuleKind(kind)) return { faults: new Map([['kind', 'Choose what the rule watches.']]) }
  const text = (name: string) => fields.get(name) ?? ''
  const value = {
    ...{ kind, name: text('name'), isEnabled: fields.has('isEnabled') },
    channels: fields.getAll('channels').filter(channel => channel !== ''),
    ...Object.fromEntries(Object.keys(FILTER_FIELDS).map(name => [name, text(name)])),
    ...Object.fromEntries(Object.keys(TIMING_FIELDS).map(name => [name, numberOf(text(name))])),
    watch: Object.fromEntries(
      Object.entries(WATCH_FIELDS[kind]).map(([name, { input }]) => {
        if (input === 'checks') return [name, fields.getAll(`${WATCH}${name}`)]
        return [name, input === 'number' ? numberOf(text(`${WATCH}${name}`)) : text(`${WATCH}${name}`)]
      }),
    ),
  }
  const read = parseRule(value)
  const faults = new Map('faults' in read ? [...read.faults.keys()].map(path => faultOf(kind, path)) : [])
  if (kind === 'search') {
    const subject = searchSubjectOf(text(`${WATCH}page`))
    const [mistake] = parseSearch(text(`${WATCH}search`), subject).mistakes
    if (mistake !== undefined) faults.set(`${WATCH}search`, mistake.message)
  }
  return 'rule' in read && faults.size === 0 ? { rule: read.rule } : { faults }
}

/** @returns `undefined` for an empty field: the schema's default, if it has one */
function numberOf(text: string): number | undefined {
  const digits = text.trim()
  return digits === '' ? undefined : Number(digits)
}

/** @param path of the schema: of a list also with the index of an item */
function faultOf(kind: RuleKind, path: string): [name: string, fault: string] {
  const name = path.replace(/\.\d+$/, '')
  const schema = schemaOf(kind, name)
  if (name === 'name') return [name, `A name of 1 to ${MAX_RULE_NAME_CHARS} characters is needed.`]
  if (name === `${WATCH}changes`) return [name, 'Choose at least one.']
  if (schema instanceof z.ZodNumber) return [name, `${boundsOf(schema)} is needed.`]
  return [name, 'This cannot be read.']
}

function boundsOf(schema: z.ZodNumber): string {
  const [least, most] = [schema.minValue ?? 0, schema.maxValue ?? Number.MAX_SAFE_INTEGER]
  const whole = schema.format === 'safeint' ? 'A whole number' : 'A number'
  return `${whole} from ${least} to ${formatCount(most)}`
}

function schemaOf(kind: RuleKind, name: string): unknown {
  const shape: Readonly<Record<string, unknown>> = name.startsWith(WATCH)
    ? RULE_KINDS[kind].shape
    : GENERAL_RULE_FIELDS.shape
  const schema = shape[name.replace(WATCH, '')]
  return schema instanceof z.ZodDefault ? schema.unwrap() : schema
}

interface LayoutOptions {
  /** Those that the rule can tell. */
  readonly channels: readonly RuleChannel[]
  /** Sentences, by the name of the field. */
  readonly faults?: ReadonlyMap<string, string>
}

type RuleChannel = Pick<KnownChannel, 'id' | 'name' | 'isEnabled'>

/** Channels that a stored rule may tell: also those that this desk has no key for, which a rule must not lose when it is saved. */
export const listRuleChannels = ({
  channels,
  lockedChannels,
}: Pick<AlertSettings, 'channels' | 'lockedChannels'>): readonly RuleChannel[] => [
  ...channels,
  ...lockedChannels.map(({ id, name }) => ({ id, name, isEnabled: true })),
]

/** Lays out the form of a rule; `undefined` for no kind of rule. */
export function layoutRuleForm(
  fields: URLSearchParams,
  { channels, faults = new Map() }: LayoutOptions,
): RuleForm | undefined {
  const kind = fields.get('kind') ?? ''
  if (!isRuleKind(kind)) return undefined
  const fieldOf = (name: string, { first: _, ...field }: Field): RuleField => {
    const subject = field.input === 'search' && { subject: searchSubjectOf(fields.get(`${WATCH}page`) ?? '') }
    return { name, values: fields.getAll(name), fault: faults.get(name), ...subject, ...field }
  }
  const fieldsOf = (of: Readonly<Record<string, Field>>, names: readonly string[], prefix = '') =>
    names.flatMap(name => (of[name] ? fieldOf(prefix + name, of[name]) : []))
  const watch = fieldsOf(WATCH_FIELDS[kind], Object.keys(WATCH_FIELDS[kind]), WATCH)
  const filters = fieldsOf(FILTER_FIELDS, filterNames(kind))
  const timing = UNTIMED.includes(kind) ? [] : fieldsOf(TIMING_FIELDS, Object.keys(TIMING_FIELDS))
  const name = fieldOf('name', { label: 'Name', input: 'text' })
  const toldTo = fieldOf('channels', {
    ...{ label: 'Tell', input: 'checks' },
    choices: channels.map(({ id, name, isEnabled }) => ({ value: id, label: isEnabled ? name : `${name} (off)` })),
  })
  const shown = new Set([name, ...watch, ...filters, ...timing, toldTo].map(field => field.name))
  return {
    ...{ kind, kindLabel: RULE_KIND_LABELS[kind], kindHint: RULE_KIND_HINTS[kind] },
    ...{ name, isEnabled: fields.has('isEnabled'), watch, filters, timing, channels: toldTo },
    faults: [...faults].filter(([of]) => !shown.has(of)).map(([of, fault]) => `${of}: ${fault}`),
  }
}

/** Fields that a kind's schema has, for the test that none is missing. */
export const watchFieldNames = (kind: RuleKind) => Object.keys(WATCH_FIELDS[kind])
