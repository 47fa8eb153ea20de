import { z } from 'zod'
import { flag } from '../units.ts'
import { type ExceptionSummary, exceptionSummary } from './exception-summary.ts'

/** An exception with everything that is kept of it. */
export interface Exception extends ExceptionSummary {
  /** deployment.environment.name, '' where there is none. */
  readonly environment: string
  /** As the sender wrote it; '' where there is none. */
  readonly stacktrace: string
  /** Outermost first; empty where the sender told of none. */
  readonly causes: readonly ExceptionCause[]
  /** Of the record, without message, stack and causes. */
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** Why it belongs to its issue. */
  readonly grouping: {
    /** True when the sender said which issue it is; the rest then had no say. */
    readonly isGiven: boolean
    /** Functions of the app's own code with where they live, innermost first, at most 3. */
    readonly functions: readonly string[]
    /** Of each cause in the stack the first of the app's own, at most 3. */
    readonly causeFunctions: readonly string[]
    readonly causeTypes: readonly string[]
    /** Without what varies; '' where the functions were enough. */
    readonly message: string
  }
}

export interface ExceptionCause {
  readonly type: string
  readonly message: string
  readonly stacktrace: string
}

const attributes = z.record(z.string(), z.string())

const cause = z.object({
  type: z.string().catch(''),
  message: z.string().catch(''),
  stacktrace: z.string().catch(''),
})

/** Decodes the columns of get-exception.sql. */
export const exceptionRow = exceptionSummary
  .extend({
    environment: z.string(),
    stacktrace: z.string(),
    causes: z.string().transform(readCauses),
    attributes,
    resource: attributes,
    issueIsGiven: flag,
    functions: z.array(z.string()),
    causeFunctions: z.array(z.string()),
    causeTypes: z.array(z.string()),
    comparedMessage: z.string(),
  })
  .transform(
    ({ issueIsGiven, functions, causeFunctions, causeTypes, comparedMessage, ...exception }): Exception => ({
      ...exception,
      grouping: { isGiven: issueIsGiven, functions, causeFunctions, causeTypes, message: comparedMessage },
    }),
  )

/** Any sender may have written the attribute: what is not a list of causes is none. */
function readCauses(json: string): ExceptionCause[] {
  if (json === '') return []
  const causes = z.array(cause).safeParse(parsedOrUndefined(json))
  return causes.success ? causes.data : []
}

function parsedOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
