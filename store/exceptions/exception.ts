import { z } from 'zod'
import { booleanColumn } from '../columns.ts'
import { type ExceptionSummary, exceptionSummaryRow } from './exception-summary.ts'
import { type ReportedCauses, readCauses } from './read-causes.ts'

/** An exception with everything that is stored about it. */
export interface Exception extends ExceptionSummary, ReportedCauses {
  /** Sent by a browser, so that anybody may have written it. */
  readonly isBrowser: boolean
  /** The user that the exception itself names; '' if none. */
  readonly userId: string
  /** deployment.environment.name, '' if unset. */
  readonly environment: string
  /** As the sender wrote it; '' if unset. */
  readonly stacktrace: string
  /** Attributes of the record, without message, stack and causes. */
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** Why it belongs to its issue. */
  readonly grouping: {
    /** True if the sender set the fingerprint; the fields below were then not used. */
    readonly isGiven: boolean
    /** In-app functions with their files, innermost first, at most 3. */
    readonly functions: readonly string[]
    /** The first in-app function of each cause in the stack, at most 3. */
    readonly causeFunctions: readonly string[]
    readonly causeTypes: readonly string[]
    /** Without the parts that vary; only its codes if the functions sufficed. */
    readonly message: string
  }
}

const attributes = z.record(z.string(), z.string())

/** Decodes the columns of get-exception.sql. */
export const exceptionRow = exceptionSummaryRow
  .extend({
    isBrowser: booleanColumn,
    userId: z.string(),
    environment: z.string(),
    stacktrace: z.string(),
    causes: z.string().transform(readCauses),
    attributes,
    resource: attributes,
    issueIsGiven: booleanColumn,
    functions: z.array(z.string()),
    causeFunctions: z.array(z.string()),
    causeTypes: z.array(z.string()),
    comparedMessage: z.string(),
  })
  .transform(
    ({ issueIsGiven, functions, causeFunctions, causeTypes, comparedMessage, causes, ...exception }): Exception => ({
      ...exception,
      ...causes,
      grouping: { isGiven: issueIsGiven, functions, causeFunctions, causeTypes, message: comparedMessage },
    }),
  )
