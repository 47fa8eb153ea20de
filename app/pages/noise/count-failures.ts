import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import { readConvention } from '../../../store/schema/conventions.ts'

/** How many sampled spans there are, and how many of them failed. */
export interface SampledFailures {
  readonly spans: number
  readonly failed: number
}

const FIRST_SERVER_ERROR = 500

/** Counts sampled spans with a status of 500 or more, an exception or an `error.type`: a drop rule should hide none. */
export function countFailures(samples: readonly Pick<DropSample, 'shape' | 'attributes'>[]): SampledFailures {
  const spans = samples.filter(({ shape }) => shape === 'span')
  return { spans: spans.length, failed: spans.filter(({ attributes }) => isFailure(attributes)).length }
}

function isFailure(attributes: DropSample['attributes']): boolean {
  const status = Number(readConvention('status', { attributes }))
  const error = attributes['error.type'] ?? ''
  // Of a client error it is the status: that of a missing page is no failure of the service.
  return status >= FIRST_SERVER_ERROR || 'exception.type' in attributes || (error !== '' && !/^4\d\d$/.test(error))
}
