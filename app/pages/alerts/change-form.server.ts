import { randomUUID } from 'node:crypto'
import { readAuthor } from '../../access/author-cookie.ts'
import { limitKeyOf } from '../../access/reader.ts'
import { type Alerts, alertsContext } from '../../alerts/run/alerts.server.ts'
import { query } from '../../data/query.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'

export type ChangeArgs = Parameters<typeof query>[0] & { readonly url: URL }

/** A form that changes something about alerts. */
export interface ChangeForm {
  /** Its text fields; none of a body that is no form. */
  readonly fields: URLSearchParams
  /** The author, in the form that events store; '' for nobody who is known. */
  readonly who: string
}

export async function readChangeForm(args: ChangeArgs): Promise<ChangeForm> {
  const form = await args.request.formData().catch(() => new FormData())
  const { who } = await readAuthor(args)
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  return { fields: new URLSearchParams(texts), who }
}

/** Why the reader may change nothing more for now; '' if they may. */
export function refusalOfChange(args: ChangeArgs): string {
  const mayChange = args.context.get(changeRateLimiterContext).allows(limitKeyOf(args), 1)
  return mayChange ? '' : 'Too many changes within an hour. Try again later.'
}

/**
 * Makes a change, which counts among those that a reader may make within an hour.
 *
 * @throws A response of 503, 504 or 507 if it may not have been stored.
 */
export async function makeChange<Answer>(
  args: ChangeArgs,
  change: (log: Alerts['log']) => Promise<Answer>,
): Promise<Answer> {
  const { log } = args.context.get(alertsContext)
  const answer = await query(args, () => change(log), {})
  args.context.get(changeRateLimiterContext).spend(limitKeyOf(args), { batch: randomUUID(), count: 1 })
  return answer
}
