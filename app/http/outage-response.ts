import { declareOutage } from '@errata/otel/react-router'
import { StoreError } from '../../store/store-error.ts'
import type { Outage } from '../ui/feedback/outage.ts'
import { isOutage, OUTAGES } from './outages.ts'

const RETRY_AFTER_S = 5

/** The response to throw if the database cannot answer. */
export const createOutageResponse = (outage: Outage) =>
  declareOutage({ outage }, { status: outage.httpStatus, retryAfterSeconds: RETRY_AFTER_S })

/** @returns `undefined` for an error of our own. */
export function outageOf(error: unknown): Outage | undefined {
  return error instanceof StoreError && isOutage(error.kind) ? OUTAGES[error.kind] : undefined
}
