import { z } from 'zod'
import { parseSearch } from '../../../search/parse-search.ts'
import { MAX_SEARCH_CHARS, type SearchExpression, type SearchSubject } from '../../../search/search.ts'
import type { TimeRange } from '../../../store/units.ts'
import { settingsContext } from '../../data/settings.ts'
import type { ParamCodec } from '../../url/codec.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { excludedServices, scopeCodecs } from '../../url/scope.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { readFiltersAndRange, timeCodecs } from '../../url/time-range.ts'
import type { RunContext } from './operation.ts'
import { type FieldProblem, Problem } from './problem.ts'

/*
 * Parameters have the names and forms of the pages' addresses: what a page's address selects, the API selects by the same text.
 */

/** A parameter as the pages read it. */
export function parameterOf<Value>({ defaultValue, parse }: ParamCodec<Value>, description: string) {
  return z
    .string()
    .optional()
    .transform((text = '', context): Value => {
      const input = text.trim()
      if (input === '') return defaultValue
      const parsed = parse(input)
      if ('value' in parsed) return parsed.value
      context.addIssue({ code: 'custom', message: parsed.error })
      return z.NEVER
    })
    .meta({ description })
}

/** One of a few names; the first is the default. */
export const choiceOf = <Choice extends string>(choices: readonly [Choice, ...Choice[]], description: string) =>
  z.enum(choices).default(choices[0]).meta({ description })

export const flag = (description: string) =>
  z
    .enum(['0', '1'])
    .default('0')
    .transform(text => text === '1')
    .meta({ description })

interface WholeNumber {
  /** The name of the parameter. */
  readonly name: string
  readonly least: number
  readonly most: number
  readonly byDefault: number
  readonly description: string
  /** A sentence for whoever wants more. */
  readonly advice?: string
}

/** A number without a fraction, within bounds. */
export function wholeNumber({ name, least, most, byDefault, description, advice }: WholeNumber) {
  const message = [`${name} is a whole number from ${least} to ${most}.`, advice].filter(Boolean).join(' ')
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}$`), message)
    .transform(Number)
    .refine(number => number >= least && number <= most, message)
    .default(byDefault)
    .meta({
      description,
      override({ jsonSchema }) {
        Object.assign(jsonSchema, { type: 'integer', minimum: least, maximum: most, default: byDefault })
        delete jsonSchema.pattern
      },
    })
}

export const side = z
  .enum(['browser', 'server'])
  .optional()
  .transform(chosen => chosen ?? '')
  .meta({ description: 'Of which side; both without it.' })

/** Which services are meant. */
export const scopeShape = {
  env: parameterOf(scopeCodecs.environment, '`deployment.environment.name`; every one without it.'),
  service: parameterOf(scopeCodecs.service, '`service.name`; every one without it.'),
  release: parameterOf(scopeCodecs.release, '`service.version`; every one without it.'),
  own: flag('1 includes the telemetry of Errata itself.'),
}

/** Which time is meant: read by {@link resolveRange}. */
export const rangeShape = {
  last: z.string().optional().meta({
    description:
      'A time that ends now: 15m, 1h, 6h, 24h, 7d, 14d or 90d. 24h without it, unless `from` or `to` is given.',
  }),
  from: z.string().optional().meta({ description: 'Begin of the time, ISO 8601.', example: '2026-11-21T14:00:00Z' }),
  to: z.string().optional().meta({ description: 'End of the time, ISO 8601, not included.' }),
}

export const searchShape = {
  q: z
    .string()
    .max(MAX_SEARCH_CHARS)
    .default('')
    .meta({ description: 'A search, in the language of the search boxes: `type:TypeError -service:cart`.' }),
}

/** @throws {Problem} For a time that cannot be read. */
export function resolveRange(
  query: Partial<Record<'last' | 'from' | 'to', string | undefined>>,
  nowMs: number,
): TimeRange {
  const params = new URLSearchParams(
    (['last', 'from', 'to'] as const).flatMap(name => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
  const { filterErrors, range } = readFiltersAndRange(timeCodecs, params, nowMs)
  if (filterErrors.length > 0) throw invalidParameters(filterErrors.map(({ param, message }) => [param, message]))
  return range
}

/** @throws {Problem} For a search with mistakes. */
export function readSearch(
  text: string,
  subject: SearchSubject,
  parameter = SEARCH_PARAM,
): SearchExpression | undefined {
  const { search, mistakes } = parseSearch(text, subject)
  if (mistakes.length > 0) throw invalidParameters(mistakes.map(({ message }) => [parameter, message]))
  return search
}

export function invalidParameters(faults: readonly (readonly [parameter: string, detail: string])[]): Problem {
  const errors: FieldProblem[] = faults.map(([parameter, detail]) => ({ parameter, detail }))
  return new Problem('invalid-request', errors.map(({ detail }) => detail).join(' '), { errors })
}

interface ScopeQuery {
  readonly env: string
  readonly service: string
  readonly release: string
  readonly own: boolean
}

/** The scope as queries of the store take it. */
export function scopeOf({ context }: Pick<RunContext, 'context'>, { env, service, release, own }: ScopeQuery) {
  const hidden = excludedServices({ own, service }, context.get(settingsContext).ownServices)
  return { environment: env, service, release, hidden }
}

/** A name in a path, escaped as in the pages' addresses. */
export const nameInPath = (description: string) => z.string().transform(decodePathSegment).meta({ description })
