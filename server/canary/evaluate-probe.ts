import { z } from 'zod'
import type { Probe } from './probes.ts'

/** The response of `/ingested/<trace id>`: app/pages/health/ingested.ts. */
export const ingestedResponseSchema = z.object({
  spans: z.number(),
  logs: z.number(),
  exceptions: z.number(),
  droppedBy: z.array(z.string()),
})
export type IngestedResponse = z.output<typeof ingestedResponseSchema>

export interface ProbeResult {
  /** Text for the report. */
  readonly outcome: string
  readonly passed: boolean
}

/** Compares what was ingested of a probe with what was expected. The span of an event must be stored even if the event is dropped. */
export function evaluateProbe(
  { shape, rule }: Probe,
  { spans, logs, exceptions, droppedBy }: IngestedResponse,
): ProbeResult {
  const isStored = { span: spans, log: logs, event: exceptions }[shape] > 0
  const hasSpan = shape !== 'event' || spans > 0
  const outcome = [
    ...(isStored ? ['stored'] : []),
    ...droppedBy.map(by => `dropped by ${by}`),
    ...(hasSpan ? [] : ['no span stored']),
  ]
  return {
    outcome: outcome.join(', ') || 'not received',
    passed: hasSpan && isStored === (rule === undefined) && droppedBy.join() === (rule ?? ''),
  }
}
