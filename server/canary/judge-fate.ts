import { z } from 'zod'
import type { DropSample } from './specimens.ts'

/** What the desk says of a trace: app/routes/health/fate.ts. */
export const fate = z.object({
  spans: z.number(),
  logs: z.number(),
  exceptions: z.number(),
  droppedBy: z.array(z.string()),
})
export type Fate = z.output<typeof fate>

export interface Verdict {
  /** In words, what became of it so far. */
  readonly became: string
  readonly isRight: boolean
}

/** Compares what became of a specimen with what should have. The span of an event stays, whatever becomes of the event. */
export function judgeFate({ shape, rule }: DropSample, { spans, logs, exceptions, droppedBy }: Fate): Verdict {
  const isStored = { span: spans, log: logs, event: exceptions }[shape] > 0
  const isWhole = shape !== 'event' || spans > 0
  const became = [
    ...(isStored ? ['stored'] : []),
    ...droppedBy.map(by => `removed by ${by}`),
    ...(isWhole ? [] : ['no span stored']),
  ]
  return {
    became: became.join(', ') || 'nothing came through',
    isRight: isWhole && isStored === (rule === undefined) && droppedBy.join() === (rule ?? ''),
  }
}
