import { type ReactNode, Suspense } from 'react'
import { Await, useLocation } from 'react-router'
import type { QueryResult } from './outage.ts'

interface DeferredValueProps<Answer> {
  /** `undefined` where nothing was asked. */
  readonly of: QueryResult<Answer> | Promise<QueryResult<Answer>> | undefined
  readonly children: (answer: Answer) => ReactNode
}

/** A number within a sentence that does without it: its room is kept until it has come, and nothing stands there where it cannot. */
export function DeferredValue<Answer>({ of, children }: DeferredValueProps<Answer>) {
  const { key } = useLocation()
  if (of === undefined) return null
  const show = (result: QueryResult<Answer>) => ('answer' in result ? children(result.answer) : null)
  if (!(of instanceof Promise)) return show(of)
  return (
    // As in Part: a number must not keep back its page.
    <Suspense key={key} fallback={<span className="kept">: about 100,000 traces</span>}>
      <Await resolve={of}>{show}</Await>
    </Suspense>
  )
}
