import { type ReactNode, Suspense } from 'react'
import { Await, useLocation } from 'react-router'
import type { QueryResult } from './outage.ts'
import { ReservedSpace } from './reserved-space.tsx'

interface DeferredValueProps<Answer> {
  /** `undefined` if nothing was queried. */
  readonly result: QueryResult<Answer> | undefined | Promise<QueryResult<Answer> | undefined>
  /** Shown until the value is ready, and during an outage. @default reserved space */
  readonly fallback?: ReactNode
  readonly children: (answer: Answer) => ReactNode
}

/** A deferred number in a sentence that works without it: its space is reserved, and stays empty during an outage. */
export function DeferredValue<Answer>({ result, fallback, children }: DeferredValueProps<Answer>) {
  const { key } = useLocation()
  const show = (ready: QueryResult<Answer> | undefined) =>
    ready !== undefined && 'answer' in ready ? children(ready.answer) : fallback
  if (!(result instanceof Promise)) return show(result)
  return (
    // The boundary has a key as in DeferredSection: a number must not delay its page.
    <Suspense key={key} fallback={fallback ?? <ReservedSpace for="total" />}>
      <Await resolve={result}>{show}</Await>
    </Suspense>
  )
}
