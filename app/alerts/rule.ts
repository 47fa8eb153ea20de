import { z } from 'zod'

/** The changes of an issue that a rule can watch. */
export const ISSUE_CHANGES = ['new', 'regressed', 'unmuted', 'escalating', 'still open'] as const
export type IssueChange = (typeof ISSUE_CHANGES)[number]

const count = z.number().int().min(1).max(1_000_000_000)
const windowMinutes = z
  .number()
  .int()
  .min(1)
  .max(24 * 60)
const percent = z.number().min(0.01).max(100)

/**
 * The settings of each kind of rule. Windows end with the evaluated minute.
 */
export const RULE_KINDS = {
  /** An issue has become one of these. */
  issue: z.object({
    changes: z.array(z.enum(ISSUE_CHANGES)).min(1),
    /** An issue is still open after so many days. */
    openDays: z.number().int().min(1).max(90).default(7),
  }),
  /** So many or more, of one issue or of all that the rule selects. */
  count: z.object({
    of: z.enum(['exceptions', 'users', 'sessions']),
    by: z.enum(['issue', 'service', 'all']).default('all'),
    atLeast: count,
    windowMinutes,
  }),
  /** A service's requests stopped, or an operation that people call has not run as usual. */
  'requests stopped': z.object({}),
  /** A job has not run by its own rhythm. */
  'job missed': z.object({}),
  /** The share of failed requests is at or above a percentage, or clearly above what is usual. */
  'error rate': z.object({
    by: z.enum(['service', 'operation']).default('service'),
    /** 0: only in comparison with what is usual. */
    abovePercent: z.number().min(0).max(100),
    windowMinutes,
    /** With fewer requests in the window a share means nothing. */
    leastRequests: count.default(20),
  }),
  /** The 95th percentile of durations is clearly above what is usual, or above a limit. */
  p95: z.object({
    by: z.enum(['service', 'operation']).default('service'),
    /** 0: only in comparison with what is usual. */
    aboveMs: z.number().min(0).max(3_600_000),
    windowMinutes,
    leastRequests: count.default(20),
  }),
  /** Fewer than this percentage of the sessions of a release had no crash. */
  'crash-free sessions': z.object({ belowPercent: percent, windowMinutes, leastSessions: count.default(20) }),
  /** A drop rule drops far less or far more than usual. */
  'drop rule': z.object({}),
  /** Telemetry is not stored, or a Collector refuses or loses some. */
  pipeline: z.object({}),
  /** The disk of the database is full within so many days, at the present rate. */
  disk: z.object({ withinDays: z.number().int().min(1).max(365) }),
  /** A search finds more, or fewer, than so many. */
  search: z.object({
    page: z.enum(['traces', 'logs', 'exceptions']),
    /** In the search language. */
    search: z.string().max(2_000),
    comparison: z.enum(['at least', 'fewer than']),
    count,
    windowMinutes,
  }),
} as const

export type RuleKind = keyof typeof RULE_KINDS
export const isRuleKind = (text: string): text is RuleKind => Object.hasOwn(RULE_KINDS, text)

export const MAX_RULE_NAME_CHARS = 80
const name = z.string().trim().min(1).max(MAX_RULE_NAME_CHARS)
const filter = z.string().max(300).default('')

/** The fields that all rules have. */
export const GENERAL_RULE_FIELDS = z.object({
  name,
  isEnabled: z.boolean().default(true),
  /** '' for every one, likewise the others. */
  service: filter,
  environment: filter,
  release: filter,
  operation: filter,
  /** For issues their owner, for services the owner by the rules of ownership. */
  owner: filter,
  /** Ids; none to tell nobody. */
  channels: z.array(z.string().max(64)).max(20).default([]),
  /** It fires once it has been beyond the threshold in so many evaluated minutes in a row. */
  forMinutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60)
    .default(1),
  /** An episode ends after so many minutes in a row without. */
  clearMinutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60)
    .default(5),
  /** Told again while it goes on, after so many hours; 0 for never. */
  remindHours: z
    .number()
    .int()
    .min(0)
    .max(24 * 30)
    .default(0),
})

/** A rule as people write it. */
export type AlertRule = z.output<typeof GENERAL_RULE_FIELDS> &
  { [Kind in RuleKind]: { readonly kind: Kind; readonly watch: z.output<(typeof RULE_KINDS)[Kind]> } }[RuleKind]
export type RuleOfKind<Kind extends RuleKind> = Extract<AlertRule, { kind: Kind }>

/** A rule as it holds. */
export type KnownRule<Kind extends RuleKind = RuleKind> = RuleOfKind<Kind> & {
  readonly id: string
  /** Id of its statement. */
  readonly revision: string
  /** When it was last changed: it does not fire for what was so before. Unix milliseconds. */
  readonly sinceMs: number
}

/**
 * Reads a rule, as of a form or of the store.
 *
 * @returns Faults by the path of the field, such as `watch.atLeast`.
 */
export function parseRule(
  value: unknown,
): { readonly rule: AlertRule } | { readonly faults: ReadonlyMap<string, string> } {
  const kind = z.object({ kind: z.string() }).safeParse(value).data?.kind ?? ''
  if (!isRuleKind(kind)) return { faults: new Map([['kind', 'There is no such kind of rule.']]) }
  const read = GENERAL_RULE_FIELDS.extend({ kind: z.literal(kind), watch: RULE_KINDS[kind] }).safeParse(value)
  if (read.success) return { rule: read.data as AlertRule }
  return { faults: new Map(read.error.issues.map(({ path, message }) => [path.join('.'), message])) }
}

/** Kinds of issue rules tell of something that happened once: their episodes do not end by the absence of more. */
export const isOneOff = ({ kind }: Pick<AlertRule, 'kind'>): boolean => kind === 'issue'

/** Kinds of which more data only confirms what they found, so that they are evaluated without waiting for late data. */
export const isMonotone = (rule: AlertRule): boolean =>
  rule.kind === 'issue' ||
  rule.kind === 'count' ||
  rule.kind === 'pipeline' ||
  rule.kind === 'disk' ||
  (rule.kind === 'search' && rule.watch.comparison === 'at least')

/** Rules of the first start: told to nobody until they have a channel. */
export const DEFAULT_RULES: Readonly<Record<string, unknown>> = {
  'new-in-production': {
    kind: 'issue',
    name: 'New or regressed issue in production',
    environment: 'production',
    watch: { changes: ['new', 'regressed'] },
  },
  'requests-stopped': { kind: 'requests stopped', name: 'Requests stopped', watch: {} },
  'error-rate': {
    kind: 'error rate',
    name: 'Error rate',
    watch: { abovePercent: 5, windowMinutes: 5 },
    forMinutes: 3,
  },
  pipeline: { kind: 'pipeline', name: 'Telemetry is not stored', watch: {}, forMinutes: 3 },
  disk: { kind: 'disk', name: 'The disk is full soon', watch: { withinDays: 7 } },
}
