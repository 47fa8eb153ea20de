import { createOutageResponse, outageOf } from '../http/outage-response.ts'
import { SecretKeyError } from './account-log.server.ts'

/** What to throw for an error of reading or writing accounts: 503 if they cannot be reached, the error itself if it is ours. */
export function toOutage(error: unknown): unknown {
  const outage = outageOf(error)
  if (outage !== undefined) return createOutageResponse(outage)
  if (!(error instanceof SecretKeyError)) return error
  return createOutageResponse({
    kind: 'denied',
    httpStatus: 503,
    title: 'Accounts cannot be read',
    what: `${error.message}.`,
    advice: 'Restart this desk with that key.',
  })
}

/**
 * Of pages about accounts, whose loaders and actions ask without `query`.
 *
 * @throws 503 if accounts cannot be reached.
 */
export async function orOutage<Answer>(answering: Promise<Answer>): Promise<Answer> {
  try {
    return await answering
  } catch (error) {
    throw toOutage(error)
  }
}
